"""Tables of double-dummy results as people and programs read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from abtools.auction import Strain
from abtools.board import Board
from abtools.cards import Seat, Side
from abtools.report.diagram import compass_lines
from abtools.report.json_values import dumps
from abtools.report.style import Style
from abtools.solver import STRAINS, Table

SEATS_AS_PRINTED = (Seat.N, Seat.S, Seat.E, Seat.W)
BOOK = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A deal with its table, and how much of it was asked for."""

    name: str
    board: Board
    table: Table
    strains: tuple[Strain, ...] = STRAINS
    declarer: Seat | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The declarers asked for."""
        return tuple(Seat) if self.declarer is None else (self.declarer,)


def row_value(row: Row) -> dict[str, Any]:
    """A row as JSON."""
    return {
        "board": row.name,
        "deal": str(row.board.deal),
        "tricks": {
            str(seat): {str(s).lower(): row.table[s, seat] for s in row.strains}
            for seat in row.seats
        },
        "nodes": row.table.nodes,
    }


def json_lines(rows: Iterator[Row]) -> Iterator[str]:
    """One JSON value a deal."""
    return (dumps(row_value(row)) for row in rows)


def csv_lines(rows: Iterator[Row]) -> Iterator[str]:
    """One line a deal: a column for each declarer and strain."""
    heading = True
    for row in rows:
        cells = [(seat, strain) for seat in row.seats for strain in row.strains]
        if heading:
            yield ",".join(["board", "deal", *(f"{seat}-{strain}" for seat, strain in cells)])
            heading = False
        text = io.StringIO()
        values = [row.table[strain, seat] for seat, strain in cells]
        csv.writer(text, lineterminator="").writerow([row.name, str(row.board.deal), *values])
        yield text.getvalue()


def markdown_lines(rows: Iterator[Row]) -> Iterator[str]:
    """One line a deal and declarer, under a heading."""
    heading = True
    for row in rows:
        if heading:
            yield "| Board | Declarer | " + " | ".join(map(str, row.strains)) + " |"
            yield "|---|---|" + "---:|" * len(row.strains)
            heading = False
        for seat in row.seats:
            cells = " | ".join(str(row.table[strain, seat]) for strain in row.strains)
            yield f"| {row.name} | {seat} | {cells} |"


def diagrams(rows: Iterator[Row], style: Style) -> Iterator[str]:
    """Each deal as a compass with its table and the contracts that can be made."""
    for index, row in enumerate(rows):
        assert row.board.deal is not None
        title = style.bold(f"Board {row.name}")
        lines = [*([""] if index else []), title, *compass_lines(row.board.deal, style), ""]
        yield "\n".join([*lines, *table_lines(row, style)])


def table_lines(row: Row, style: Style) -> list[str]:
    """The table as bridge players print it, and what each side can make."""
    seats = [seat for seat in SEATS_AS_PRINTED if seat in row.seats]
    heads = [style.strain(strain) for strain in row.strains]
    widths = [2 if strain is Strain.NOTRUMP else 1 for strain in row.strains]
    pad = ["  " if w == 1 else " " for w in widths]
    lines = ["   " + " ".join(p + h for p, h in zip(pad, heads, strict=True)).rstrip()]
    for seat in seats:
        cells = " ".join(f"{row.table[strain, seat]:>3}" for strain in row.strains)
        lines.append(f"{seat}  {cells}")
    if row.declarer is None:
        lines += [f"{side}: {makes}" for side in Side if (makes := _makes(row, side, style))]
    return lines


def _makes(row: Row, side: Side, style: Style) -> str:
    """The contracts a side can make, the best hand as declarer; none for less than full deals."""
    deal = row.board.deal
    if deal is None or not deal.is_complete:
        return ""
    made = []
    for strain in reversed(row.strains):
        best = max(row.table[strain, seat] for seat in Seat if seat.side is side)
        if best > BOOK:
            by = [str(s) for s in Seat if s.side is side and row.table[strain, s] == best]
            only = f" (by {by[0]})" if len(by) == 1 else ""
            made.append(f"{best - BOOK}{style.strain(strain)}{only}")
    return ", ".join(made) or style.text("–")
