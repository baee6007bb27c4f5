"""The double-dummy results that a record states: as they stand in its tags, beside the true ones,
and put right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from abtools.auction import Strain
from abtools.board import Board
from abtools.cards import Seat, Side
from abtools.formats.solved.results import (
    COMPOSER,
    NT_DOWN,
    PLACE,
    TABLE,
    TRICKS,
    UNKNOWN,
    UPWARD,
    Results,
    results_of,
    size_of,
    tag_of,
    unpacked,
)

_ESCAPE = re.compile(r"\s*(%*!R)\s+([0-9A-Da-d]{20})\s*")
"""A line `%%!R 75974684697597468469`, as Big Deal and Deep Finesse write it."""
_DEEP_FINESSE = (Seat.E, Seat.N, Seat.W, Seat.S)
_JACK = (Seat.W, Seat.N, Seat.E, Seat.S)


@dataclass(frozen=True, slots=True)
class Stated:
    """What one tag or line states, and the name it goes by."""

    source: str
    results: Results


@dataclass(frozen=True, slots=True)
class Cell:
    """The tricks of one declarer in one strain: as a record states them, and as they are."""

    source: str
    declarer: Seat
    strain: Strain
    stated: int
    tricks: int

    @property
    def is_wrong(self) -> bool:
        """Whether the record is wrong about it."""
        return self.stated != self.tricks


def stated_results(board: Board) -> Iterator[Stated]:
    """Every statement of double-dummy results that a board's record makes.

    >>> from abtools.board import Tag
    >>> board = Board(tags=(Tag("DoubleDummyTricks", "89967899674347643476"),))
    >>> [stated.results[PLACE[Seat.N, Strain.NOTRUMP]] for stated in stated_results(board)]
    [8]
    """
    for tag in board.tags:
        if tag.name == TABLE:
            yield Stated(tag.name, results_of(Board(tags=(tag,))))
        elif tag.name == "Ability":
            yield Stated(tag.name, _ability(tag.value))
        elif tag.name == "DoubleDummyTricks":
            yield Stated(tag.name, unpacked(tag.value, COMPOSER))
        elif tag.name == "DDResults":
            yield Stated(tag.name, _jack(tag.value, size_of(board.deal)))
        for line in filter(None, map(_ESCAPE.fullmatch, tag.body.splitlines())):
            yield Stated(line[1], unpacked(line[2], _DEEP_FINESSE))


def stated_cells(board: Board, true: Results) -> Iterator[Cell]:
    """Every cell that a board's record states of those whose true tricks are known."""
    for stated in stated_results(board):
        for strain, seat in product(UPWARD, Seat):
            said, tricks = stated.results[PLACE[seat, strain]], true[PLACE[seat, strain]]
            if said is not None and tricks is not None:
                yield Cell(stated.source, seat, strain, said, tricks)


def only_makes(cells: Sequence[Cell]) -> int | None:
    """The number of tricks that every wrong cell states although no contract can be made there:
    some programs write one number for all that falls short. None when the cells differ."""
    numbers = {cell.stated for cell in cells}
    if len(cells) > 1 and len(numbers) == 1 and all(cell.tricks <= 6 for cell in cells):
        return numbers.pop()
    return None


def with_results(board: Board, true: Results) -> Board:
    """The board with its results in the form of PBN 2.1, in place of a table that was there.

    Cells that are not known stay as the record states them.
    """
    stated = results_of(board)
    known = [old if new is None else new for old, new in zip(stated, true, strict=True)]
    kept = [tag for tag in board.tags if tag.name != TABLE]
    places = [place for place, tag in enumerate(board.tags) if tag.name == TABLE]
    if len(places) == 1 and results_of(Board(tags=(board.tags[places[0]],))) == known:
        return board
    kept.insert(places[0] if places else len(kept), tag_of(known))
    return replace(board, tags=tuple(kept))


def _ability(text: str) -> Results:
    """`N:64454 E:...`: five digits a declarer, notrump to clubs."""
    found = list(UNKNOWN)
    for word in text.split():
        name, _, digits = word.partition(":")
        if name in ("N", "E", "S", "W") and len(digits) == len(NT_DOWN):
            for strain, digit in zip(NT_DOWN, digits, strict=True):
                found[PLACE[Seat.parse(name), strain]] = TRICKS.get(digit)
    return found


def _jack(digits: str, size: int) -> Results:
    """Jack's string: tricks of North-South, by strain, declarer W N E S."""
    if len(digits) != len(PLACE):
        return UNKNOWN
    found = list(UNKNOWN)
    for (strain, seat), digit in zip(product(NT_DOWN, _JACK), digits, strict=True):
        ns = TRICKS.get(digit)
        if ns is not None and ns <= size:
            found[PLACE[seat, strain]] = ns if seat.side is Side.NS else size - ns
    return found
