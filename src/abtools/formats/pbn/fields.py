"""The fields of a board as the values of PBN tags."""

from __future__ import annotations

from abtools.board import Board
from abtools.cards import Seat


def values_of_fields(board: Board) -> dict[str, str]:
    """Tag name -> text of each field of a board that is known."""
    values: dict[str, str] = {}
    if board.number is not None:
        values["Board"] = board.number
    if board.dealer is not None:
        values["Dealer"] = str(board.dealer)
    if board.vulnerability is not None:
        values["Vulnerable"] = str(board.vulnerability)
    if board.deal is not None:
        values["Deal"] = board.deal.text(board.dealer or Seat.N)
    if board.declarer is not None:
        values["Declarer"] = ("^" if board.declarer_swapped else "") + str(board.declarer)
    if board.contract is not None:
        values["Contract"] = str(board.contract)
    if board.tricks is not None:
        values["Result"] = ("^" if board.tricks_agreed else "") + str(board.tricks)
    if board.contract is not None and board.contract.is_passed_out:
        for name in ("Declarer", "Result"):
            if name not in values and board.tag(name) in (None, "", "?"):
                values[name] = ""
    if board.honours is not None:
        counts = ("?" if count is None else str(count) for count in board.honours)
        values["Honours"] = " ".join(f"{seat}:{c}" for seat, c in zip(Seat, counts, strict=True))
    if board.chicane is not None:
        values["Chicane"] = " ".join(map(str, board.chicane))
    if board.adjustments:
        told = (str(adjustment).replace(";", ",") for adjustment in board.adjustments)
        values["Adjustments"] = "; ".join(told)
    return values
