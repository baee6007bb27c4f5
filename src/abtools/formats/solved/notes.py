"""What writers of solver texts tell of the boards they write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from abtools.auction import Contract
from abtools.board import Board
from abtools.cards import Deal
from abtools.formats.carried import FACTS, Carries, carries, lost
from abtools.formats.solved.results import results_of, size_of
from abtools.problems import Problem

RESULTS = ("OptimumResultTable", "DoubleDummyTricks")
"""Tags from which results are written."""


def with_deals(
    boards: Iterable[Board],
    format: str,
    problems: list[Problem],
    kept: tuple[str, ...] = (),
    complete: bool = False,
) -> Iterator[tuple[Board, Deal]]:
    """The boards that have a deal (with `complete`, all of it); the others are noted.

    `kept` has the beginnings of the names of tags that the format holds.
    """
    has_results = carries(format, "double-dummy") is Carries.PARTLY
    for board in boards:
        deal = board.deal
        if deal is None or (complete and not deal.is_complete):
            what = "the fifty-two cards" if complete else "a deal"
            message = f"left out: {format} needs {what} of every board"
            problems.append(board.problem("not-carried", message, "Deal"))
            continue
        if not complete and any(hand is not None and any(hand.spots) for hand in deal.hands):
            message = f"left out: {format} cannot hold small cards of unknown rank"
            problems.append(board.problem("not-carried", message, "Deal"))
            continue
        if has_results and not deal.is_complete:
            board = _possible(board, deal, format, problems)
        if _tells_only_results(board, kept):
            yield board, deal
            continue
        problems += losses(board, format, kept)
        yield board, deal


def losses(board: Board, format: str, kept: tuple[str, ...] = ()) -> list[Problem]:
    """What a format cannot hold of a board, beside tags of results and those in `kept`."""
    found = [*lost(board, format)]
    for name in ("double-dummy", "other") if board.tags else ():
        if carries(format, name) is Carries.PARTLY:
            told = FACTS[name].of(board).split(", ")
            names = [name for name in told if not name.startswith((*RESULTS, *kept))]
            if any(names):
                message = f"{', '.join(names)} cannot be held by {format}"
                found.append(board.problem("not-carried", message, names[0]))
    contract = board.contract
    strain_only = carries(format, "contract") is Carries.PARTLY
    if strain_only and contract is not None and contract != Contract(None, contract.strain):
        message = f"of the contract {contract} only the trumps can be held by {format}"
        found.append(board.problem("not-carried", message, "Contract"))
    return found


def _possible(board: Board, deal: Deal, format: str, problems: list[Problem]) -> Board:
    """The board without results of more tricks than there are cards in a hand."""
    most = max((tricks for tricks in results_of(board) if tricks is not None), default=0)
    if most <= size_of(deal):
        return board
    message = f"results of {most} tricks with {size_of(deal)} cards a hand cannot be held by "
    names = [tag.name for tag in board.tags if tag.name in RESULTS]
    problems.append(
        board.problem("not-carried", f"{', '.join(names)}: {message}{format}", names[0])
    )
    return replace(board, tags=tuple(tag for tag in board.tags if tag.name not in RESULTS))


def _tells_only_results(board: Board, kept: tuple[str, ...]) -> bool:
    """Whether a board has nothing but its deal and tags that are held: the many of a library."""
    return all(tag.name.startswith((*RESULTS, *kept)) for tag in board.tags) and board == Board(
        deal=board.deal, tags=board.tags
    )
