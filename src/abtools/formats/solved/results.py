"""Double-dummy results of a deal: tricks by declarer and denomination, and their PBN table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from abtools.auction import Strain
from abtools.board import Board, Tag
from abtools.cards import Deal, Seat

TABLE = "OptimumResultTable"
HEADER = r"Declarer;Denomination\2R;Result\2R"
UPWARD = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
NT_DOWN = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
"""The order of denominations in GIB's library and Pavlicek's files."""
SPADES_DOWN = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
"""The order of denominations in dds lists and ddlines."""

COMPOSER = (Seat.N, Seat.S, Seat.E, Seat.W)
"""The order of declarers in the string of BridgeComposer."""

Results = Sequence[int | None]
"""Tricks of declarers N E S W, each in clubs up to notrump: twenty, None where not known."""

PLACE: dict[tuple[Seat, Strain], int] = {
    (seat, strain): 5 * seat + index for seat in Seat for index, strain in enumerate(UPWARD)
}
"""Declarer and denomination -> place among the results."""

UNKNOWN: Results = (None,) * 20
TRICKS = {digit: int(digit, 16) for digit in "0123456789abcdABCD"}
"""A digit to base sixteen, either case -> tricks 0 to 13."""

_HEADS = tuple(f"{seat} {strain.value:>2} " for seat in Seat for strain in UPWARD)
_ROWS = tuple({n: f"{head}{'?' if n is None else n:>2}" for n in (None, *range(14))}
              for head in _HEADS)  # fmt: skip
_WIDTH = 8
_CELLS = {f"{n:>2}": n for n in range(14)} | {" ?": None}
_COLUMNS = re.compile(r"[+-]?Declarer(?:\\\w+)?;[+-]?Denomination(?:\\\w+)?;[+-]?Result(?:\\\w+)?")
_ROW = re.compile(r"\b([NESW])\s+(NT?|[SHDC])\s+([0-9]{1,2})(?!\S)")


def tag_of(results: Results) -> Tag:
    """The tag that holds the results, in the form of PBN 2.1: twenty rows, ? for unknown."""
    rows = [row[tricks] for row, tricks in zip(_ROWS, results, strict=True)]
    return Tag(TABLE, HEADER, "\n".join(rows))


def results_of(board: Board) -> Results:
    """The results that a board's tags tell: its table, else the string of BridgeComposer.

    >>> results_of(Board(tags=(tag_of([7, *[None] * 19]),)))[:2]
    [7, None]
    """
    for tag in board.tags:
        if tag.name == TABLE:
            if tag.value == HEADER and len(tag.body) == 20 * _WIDTH - 1:
                own = _own_table(tag.body)
                if own is not None:
                    return own
            if _COLUMNS.fullmatch(tag.value):
                return _any_table(tag.body)
    return unpacked(board.tag("DoubleDummyTricks") or "", COMPOSER)


def unpacked(digits: str, declarers: Sequence[Seat]) -> Results:
    """The results of a string of twenty digits: declarers in some order, each notrump to clubs.

    >>> unpacked("d" + "0" * 19, COMPOSER)[PLACE[Seat.N, Strain.NOTRUMP]]
    13
    """
    if len(digits) != 20:
        return UNKNOWN
    found: list[int | None] = [None] * 20
    for (seat, strain), digit in zip(product(declarers, NT_DOWN), digits, strict=True):
        found[PLACE[seat, strain]] = TRICKS.get(digit)
    return found


def _own_table(body: str) -> list[int | None] | None:
    """The results of a table as `tag_of` writes it, None when it is another one."""
    found: list[int | None] = []
    for index, head in enumerate(_HEADS):
        at = index * _WIDTH
        cell = body[at + 5 : at + 7]
        if not body.startswith(head, at) or cell not in _CELLS:
            return None
        found.append(_CELLS[cell])
    return found


def _any_table(body: str) -> list[int | None]:
    found: list[int | None] = [None] * 20
    for seat, strain, tricks in _ROW.findall(body):
        if int(tricks) <= 13:
            found[PLACE[Seat.parse(seat), Strain.parse(strain)]] = int(tricks)
    return found


class ByLeader:
    """Tricks of North-South, notrump first, in each denomination by leader in some order."""

    def __init__(self, leaders: Sequence[Seat]) -> None:
        self._places = tuple(
            (PLACE[leader.rho, strain], leader.rho & 1) for strain in NT_DOWN for leader in leaders
        )

    def results(self, values: Sequence[int | None], size: int) -> list[int | None]:
        """Declarers' tricks from those of North-South."""
        found: list[int | None] = [None] * 20
        for (place, is_east_west), value in zip(self._places, values, strict=True):
            found[place] = size - value if is_east_west and value is not None else value
        return found

    def values(self, results: Results, size: int) -> list[int | None]:
        """The tricks of North-South from those of declarers."""
        found: list[int | None] = []
        for place, is_east_west in self._places:
            tricks = results[place]
            found.append(size - tricks if is_east_west and tricks is not None else tricks)
        return found


def size_of(deal: Deal | None) -> int:
    """How many tricks there are to take: the cards of the largest hand, thirteen at most."""
    if deal is None:
        return 13
    return min(13, max((len(hand) for hand in deal.hands if hand is not None), default=13))
