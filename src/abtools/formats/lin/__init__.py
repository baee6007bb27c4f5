"""LIN, the format of Bridge Base: single hands, tournament dumps, vugraph matches, lessons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.encoding import decode
from abtools.formats.lin.reader import LinReader
from abtools.formats.lin.text import lin_text
from abtools.formats.lin.writer import written
from abtools.problems import Problem, SourceText

_COMMAND = re.compile(r"(?:^|[\s|])(?:vg|pn|qx|st|md|rs|mn|ah|rh|nt)\|[^|]*\|", re.IGNORECASE)


class LinStream:
    """The boards of a LIN file one after the other; `problems` grows as they come."""

    def __init__(self, data: bytes, name: str) -> None:
        self.source, lin = lin_text(decode(data)[0], name)
        self._reader = LinReader(lin)
        self.problems: list[Problem] = self._reader.problems

    def __iter__(self) -> Iterator[Board]:
        return iter(self._reader)

    def strict_problems(self, board: Board) -> list[Problem]:
        """LIN has no strict form."""
        return []


stream = LinStream


def looks_like(head: str) -> bool:
    """Whether a text begins as LIN files do."""
    return "md|" in head.lower() and _COMMAND.search(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of a LIN file in UTF-8: a line a board, matches with their head.

    What LIN cannot hold goes to `problems`.
    """
    for text in written(boards, problems):
        yield text.encode("utf-8", "replace")
