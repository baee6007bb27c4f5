"""Writing a sheet of results: one row a board, always the same columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.cards import Seat
from abtools.formats.carried import FACTS, lost
from abtools.problems import Problem

FIELDS = (
    *("Board", "Dealer", "Vulnerable", "Contract", "Declarer", "Result"),
    *("Honours", "Chicane", "Adjustments", "Deal"),
)
TAGS = ("North", "East", "South", "West", "Event", "Site", "Date", "Scoring")
COLUMNS = (*FIELDS, *TAGS)


def sheet_lines(
    boards: Iterable[Board], delimiter: str, format: str, problems: list[Problem]
) -> Iterator[bytes]:
    """The header, then a line for each board."""
    yield _line(COLUMNS, delimiter)
    for board in boards:
        problems += lost(board, format)
        if _other_irregularities(board):
            message = f"irregularities of calls and cards cannot be held by {format}"
            problems.append(board.problem("not-carried", message, "irregularities"))
        row = dict(zip(COLUMNS, _cells(board), strict=True))
        if row["Board"].isdigit() or any(row[name] for name in ("Contract", "Result", "Deal")):
            yield _line(row.values(), delimiter)
        else:
            message = "left out: a row needs a number, a contract, a result or a deal"
            problems.append(board.problem("not-carried", message, "Board"))


def _line(cells: Iterable[str], delimiter: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return out.getvalue().encode("utf-8", "replace")


def _other_irregularities(board: Board) -> bool:
    """Whether anything was irregular but a swap of declarer and dummy, or tricks agreed on."""
    told = FACTS["irregularities"].value(board) or ()
    held = {("Declarer", 0, "^"): board.declarer, ("Result", 0, "^"): board.tricks}
    return any(held.get(place) is None for place in told)


def _cells(board: Board) -> Iterator[str]:
    """The cells of a board's row, empty where it does not tell."""
    swapped, agreed = "^" * board.declarer_swapped, "^" * board.tricks_agreed
    honours = board.honours
    yield board.number or ""
    yield "" if board.dealer is None else str(board.dealer)
    yield "" if board.vulnerability is None else str(board.vulnerability)
    yield "" if board.contract is None else str(board.contract)
    yield "" if board.declarer is None else swapped + str(board.declarer)
    yield "" if board.tricks is None else f"{agreed}{board.tricks}"
    yield (
        ""
        if honours is None
        else " ".join(f"{seat}:{'?' if honours[seat] is None else honours[seat]}" for seat in Seat)
    )
    yield "none" if board.chicane == () else " ".join(map(str, board.chicane or ()))
    yield "; ".join(map(str, board.adjustments))
    yield "" if board.deal is None else board.deal.text(Seat.N)
    for name in TAGS:
        value = board.tag(name) or ""
        yield "" if value in ("?", "-") else " ".join(value.split())
