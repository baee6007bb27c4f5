"""Double-dummy results as people and programs read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from abtools.auction import Strain
from abtools.board import Board, Tag
from abtools.cards import Card, Seat, Side
from abtools.formats.solved.results import PLACE, TABLE, results_of, tag_of
from abtools.report.diagram import compass_lines
from abtools.report.json_values import dumps
from abtools.report.problems import plural
from abtools.report.style import Style
from abtools.solver import STRAINS, Move, Position, Table

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


def _played(start: Position, cards: Sequence[Card]) -> Iterator[tuple[Seat, Card, Position]]:
    """Each card with who plays it and the position after it."""
    now = start
    for card in cards:
        seat = now.to_move
        now = now.after([card])
        yield seat, card, now


@dataclass(frozen=True, slots=True)
class MovesView:
    """The cards of one position, each with the tricks of the side that plays it."""

    name: str
    start: Position
    after: tuple[Card, ...]
    moves: tuple[Move, ...]

    def lines(self, style: Style) -> list[str]:
        """A line for each number of tricks, most first."""
        to_move = self.start.after(self.after).to_move
        declarer = self.start.leader.rho
        lines = [
            f"Board {self.name}: {style.strain(self.start.strain)} by {declarer},"
            f" {to_move} to play"
            + (f" after {' '.join(map(str, self.after))}" if self.after else "")
        ]
        for tricks in sorted({move.tricks for move in self.moves}, reverse=True):
            cards = [str(move.card) for move in self.moves if move.tricks == tricks]
            lines.append(f"{tricks:>3}  {' '.join(cards)}")
        return lines

    def value(self) -> dict[str, Any]:
        """As JSON: tricks are those the side to play still takes."""
        return {
            "board": self.name,
            "deal": str(self.start.deal),
            "strain": str(self.start.strain).lower(),
            "declarer": str(self.start.leader.rho),
            "after": [str(card) for card in self.after],
            "seat": str(self.start.after(self.after).to_move),
            "cards": {str(move.card): move.tricks for move in self.moves},
        }


@dataclass(frozen=True, slots=True)
class LineView:
    """A best line of play, trick by trick."""

    name: str
    start: Position
    after: tuple[Card, ...]
    cards: tuple[Card, ...]

    def lines(self, style: Style) -> list[str]:
        """A line a trick: who led, the cards, who won."""
        declarer = self.start.leader.rho
        lines = [f"Board {self.name}: {style.strain(self.start.strain)} by {declarer}"]
        trick: list[Card] = []
        leader, won = self.start.leader, 0
        for _, card, now in _played(self.start, (*self.after, *self.cards)):
            trick.append(card)
            if not now.table:
                won += now.leader.side is declarer.side
                cards = " ".join(map(str, trick))
                lines.append(f"{len(lines):>3}  {leader}: {cards}  won by {now.leader}")
                trick, leader = [], now.leader
        lines.append(f"{declarer} takes {won}")
        return lines

    def value(self) -> dict[str, Any]:
        """As JSON: the cards in the order played, those asked for first."""
        return {
            "board": self.name,
            "deal": str(self.start.deal),
            "strain": str(self.start.strain).lower(),
            "declarer": str(self.start.leader.rho),
            "after": [str(card) for card in self.after],
            "line": [
                {"seat": str(seat), "card": str(card)}
                for seat, card, _ in _played(self.start, (*self.after, *self.cards))
            ],
        }


View = MovesView | LineView


def with_table(board: Board, table: Table) -> Board:
    """The board with its table in the form of PBN 2.1, in place of one that was there."""
    known = list(results_of(board))
    for strain in STRAINS:
        if table.tricks[STRAINS.index(strain)] is not None:
            for seat in Seat:
                known[PLACE[seat, strain]] = table[strain, seat]
    new = tag_of(known)
    tags = []
    for tag in board.tags:
        if tag.name != TABLE:
            tags.append(tag)
        elif new is not None:
            tags.append(tag if results_of(board) == known else new)
            new = None  # type: ignore[assignment]
    if new is not None:
        tags.append(new)
    return board if tuple(tags) == board.tags else replace(board, tags=tuple(tags))


def wrong_cells(board: Board, table: Table, strains: Sequence[Strain]) -> Iterator[str]:
    """What a board's tags state that is not so, one text a cell."""
    for name, stated in stated_results(board):
        for strain in strains:
            for seat in Seat:
                said = stated[PLACE[seat, strain]]
                if said is not None and said != table[strain, seat]:
                    yield (
                        f"{name} says {seat} takes {plural(said, 'trick')} in {strain}:"
                        f" {table[strain, seat]} is right"
                    )


def stated_results(board: Board) -> Iterator[tuple[str, Sequence[int | None]]]:
    """Every statement of double-dummy results among a board's tags, with its tag's name."""
    down = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
    for tag in board.tags:
        if tag.name in (TABLE, "DoubleDummyTricks"):
            yield tag.name, results_of(Board(tags=(tag,)))
        elif tag.name == "Ability":
            found: list[int | None] = [None] * 20
            for word in tag.value.split():
                seat, colon, digits = word[:1], word[1:2], word[2:]
                if seat in "NESW" and colon == ":" and len(digits) == 5:
                    for strain, digit in zip(down, digits, strict=True):
                        found[PLACE[Seat.parse(seat), strain]] = _digit(digit)
            yield tag.name, found
        elif tag.name == "DDResults" and len(tag.value) == 20:
            yield tag.name, _by_declarer(tag.value, down)
        yield from _escape_lines(tag)


def _by_declarer(text: str, down: Sequence[Strain]) -> list[int | None]:
    """Jack's string: tricks of North-South, by strain, declarer W N E S."""
    found: list[int | None] = [None] * 20
    places = [(seat, strain) for strain in down for seat in (Seat.W, Seat.N, Seat.E, Seat.S)]
    for (seat, strain), letter in zip(places, text, strict=True):
        ns = _digit(letter)
        if ns is not None:
            found[PLACE[seat, strain]] = ns if seat.side is Side.NS else 13 - ns
    return found


def _escape_lines(tag: Tag) -> Iterator[tuple[str, Sequence[int | None]]]:
    """`%%!R` lines below a tag: declarer E N W S, each notrump to clubs."""
    down = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
    for text in tag.body.splitlines():
        mark, _, digits = text.strip().partition(" ")
        if mark.lstrip("%") == "!R" and len(digits.strip()) == 20:
            found: list[int | None] = [None] * 20
            places = [(seat, s) for seat in (Seat.E, Seat.N, Seat.W, Seat.S) for s in down]
            for (seat, strain), letter in zip(places, digits.strip(), strict=True):
                found[PLACE[seat, strain]] = _digit(letter)
            yield mark, found


def _digit(letter: str) -> int | None:
    try:
        tricks = int(letter, 16)
    except ValueError:
        return None
    return tricks if tricks <= 13 else None
