"""Records that stand twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b

from abtools.board import Board, Tag
from abtools.problems import Problem

_HEADER = re.compile(r"^% ?(?:PBN [0-9.]+|EXPORT)[ \t]*\n?", re.MULTILINE)


def dedupe(boards: Iterable[Board], problems: list[Problem]) -> Iterator[Board]:
    """The boards without those that tell just what an earlier one told, wherever they stood.

    Comments are part of what is told; the order of tags and the header of a file are not. A
    note for each that is left out goes to `problems`.

    >>> left_out = []
    >>> len(list(dedupe([Board(number="1"), Board(number="2"), Board(number="1")], left_out)))
    2
    >>> left_out[0].message
    'a record that stands twice is left out'
    """
    seen: set[bytes] = set()
    for board in boards:
        told = _fingerprint(board)
        if told in seen:
            message = "a record that stands twice is left out"
            problems.append(board.problem("not-carried", message, "Board"))
        else:
            seen.add(told)
            yield board


def _fingerprint(board: Board) -> bytes:
    tags = sorted(Tag(tag.name, tag.value, tag.body) for tag in board.tags)
    preamble = _HEADER.sub("", board.preamble)
    told = replace(board, tags=tuple(tags), preamble=preamble, spans=None)
    return blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=16).digest()
