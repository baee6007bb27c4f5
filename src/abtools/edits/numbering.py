"""The numbers of boards: given anew, and as an order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from abtools.board import Board


def renumber(boards: Iterable[Board], first: int = 1) -> Iterator[Board]:
    """The boards numbered one after the other from `first`; nothing else changes.

    >>> [board.number for board in renumber([Board(), Board(number="9")], 4)]
    ['4', '5']
    """
    for number, board in enumerate(boards, first):
        yield replace(board, number=str(number))


def by_number(board: Board) -> tuple[bool, int, str]:
    """The key by which boards are sorted: numbers first, by value, then other names, then none.

    >>> [b.number for b in sorted([Board(number=n) for n in ("10", "A", "9")], key=by_number)]
    ['9', '10', 'A']
    """
    text = board.number or ""
    digits = re.fullmatch(r"\d{1,18}", text)
    return digits is None, int(text) if digits else 0, text or "\uffff"
