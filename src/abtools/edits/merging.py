"""Deals of one file joined to the records of another that have none, by the boards' numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from abtools.board import Board
from abtools.problems import Problem

_OF_THE_DEAL = frozenset(
    (
        *("OptimumResultTable", "OptimumScore", "OptimumPlayTable", "DoubleDummyTricks"),
        *("DDResults", "ParScore", "Ability", "Minimax", "ParContract", "OptimumContract"),
    )
)
"""Tags that tell something of a deal, whoever plays it."""


class Merging:
    """The deals to be joined; a note of each that cannot be goes to `problems`.

    `missing` has the numbers of records for which there is no deal.

    >>> from abtools.cards import Deal
    >>> deal = Board(number="7", deal=Deal.parse("N:A... K... Q... J..."))
    >>> merging = Merging([deal], [])
    >>> [board.deal == deal.deal for board in merging.apply([Board(number="7"), Board()])]
    [True, False]
    >>> merging.missing
    ['without a number']
    """

    def __init__(self, deals: Iterable[Board], problems: list[Problem]) -> None:
        self.missing: list[str] = []
        self._problems = problems
        self._deals: dict[str, Board] = {}
        self._taken: set[str] = set()
        for board in deals:
            if board.deal is None or board.number is None:
                self._note(board, "a record without deal or number is not merged")
            elif board.number not in self._deals:
                self._deals[board.number] = board
            elif self._deals[board.number].deal != board.deal:
                self._note(board, "a second deal of the same number is not merged")

    def apply(self, boards: Iterable[Board]) -> Iterator[Board]:
        """The boards, those without a deal given the one of their number; and with it dealer,
        vulnerability and what is known of the deal where they tell nothing of that."""
        for board in boards:
            found = self._deals.get(board.number or "")
            if found is None:
                if board.deal is None:
                    self.missing.append(board.number or "without a number")
                yield board
                continue
            self._taken.add(board.number or "")
            yield self._merged(board, found)

    def finish(self) -> None:
        """Note the deals that no record asked for."""
        for number, deal in self._deals.items():
            if number not in self._taken:
                self._note(deal, "a deal that no record asks for is not merged")

    def _merged(self, board: Board, found: Board) -> Board:
        own = {
            "deal": board.deal,
            "dealer": board.dealer,
            "vulnerability": board.vulnerability,
        }
        for name, value in own.items():
            other = getattr(found, name)
            if value is not None and other is not None and value != other:
                self._note(board, f"the {name} of the file to merge is another; its own stays")
        if board.deal is not None and board.deal != found.deal:
            return board
        names = {tag.name for tag in board.tags}
        more = (t for t in found.tags if t.name in _OF_THE_DEAL and t.name not in names)
        return replace(
            board,
            deal=found.deal,
            dealer=found.dealer if board.dealer is None else board.dealer,
            vulnerability=board.vulnerability or found.vulnerability,
            tags=(*board.tags, *more),
        )

    def _note(self, board: Board, message: str) -> None:
        self._problems.append(board.problem("not-carried", message, "Deal"))
