"""One board as a person wants to see it: diagram, auction, play, result; text or Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from abtools.auction import JUDGEMENTS, SKIPPED, Auction, Call, Mark
from abtools.board import Board, Outcome, outcome, replay_of
from abtools.cards import Seat
from abtools.languages import Language
from abtools.play import Replay, Trick
from abtools.report.diagram import ENGLISH, columns, compass_lines, padded
from abtools.report.style import Style, visible

_TABLE_ORDER = (Seat.W, Seat.N, Seat.E, Seat.S)
_SUFFIX = dict(enumerate(JUDGEMENTS * 2, 1))


class RecordView:
    """Lays out boards for one output and one language; `score` is a line of the result, if any."""

    def __init__(self, style: Style, language: Language = ENGLISH) -> None:
        self.style = style
        self.language = language

    # ------------------------------------------------------------------ whole boards

    def text(self, board: Board, score: str = "") -> list[str]:
        """The board for a terminal: everything that is recorded."""
        parts = [
            self._titles(board),
            self.hands(board),
            self.auction(board.auction),
            self._notes(board),
            self.play(board),
            [line for line in (self.result(board), score) if line],
        ]
        return _joined(parts)

    def newspaper(self, board: Board) -> list[str]:
        """The board as a newspaper column prints it: hands, bidding, the opening lead."""
        parts = [self.hands(board), self.auction(board.auction), self._notes(board)]
        lead = self._opening_lead(board)
        return _joined([*parts, [lead] if lead else []])

    def markdown(self, board: Board, score: str = "") -> list[str]:
        """The board as Markdown: a heading, the diagram, tables of bidding and play."""
        lines = [f"## {self._heading(board)}", ""]
        for subtitle in (self._event(board), self._players(board)):
            lines += [subtitle, ""] if subtitle else []
        hands = self.hands(board)
        lines += ["```", *hands, "```", ""] if hands else []
        if board.auction is not None and board.auction.calls:
            cells = [[cell or " " for cell in row] for row in self._auction_rows(board.auction)]
            lines += [*_markdown_table(self._seat_names(), cells), ""]
        lines += [f"{line}  " for line in self._notes(board)]
        followed = replay_of(board)
        if followed is not None:
            headings = ["", *self._seat_names(), self.language.won_by]
            lines += ["", *_markdown_table(headings, self._play_rows(followed)), ""]
        lines += [f"**{line}**  " for line in (self.result(board), score) if line]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    # ------------------------------------------------------------------ parts

    def _heading(self, board: Board) -> str:
        number = "" if board.number is None else f" {board.number}"
        return f"Board{number}" if number else "Board without number"

    def _event(self, board: Board) -> str:
        told = (board.tag(name) for name in ("Event", "Site", "Date"))
        return ", ".join(
            visible(text) for text in told if text not in (None, "", "?", "-") and text
        )

    def _titles(self, board: Board) -> list[str]:
        event = self._event(board)
        title = self.style.bold(self._heading(board))
        lines = [f"{title}  {event}" if event else title]
        return lines + textwrap.wrap(self._players(board), self.style.width)

    def _players(self, board: Board) -> str:
        """Who sat where, as far as it is told."""
        return "   ".join(
            f"{self.language.seat(seat)}: {name}"
            for seat in Seat
            if (name := _told(board, seat.full_name))
        )

    def hands(self, board: Board) -> list[str]:
        """The compass diagram with dealer and vulnerability in its corner."""
        words = self.language
        corner = []
        if board.dealer is not None:
            corner.append(f"{words.dealer}: {words.seat(board.dealer)}")
        if board.vulnerability is not None:
            corner.append(f"{words.vulnerable}: {words.vulnerability(board.vulnerability)}")
        if board.deal is None:
            return corner
        return compass_lines(board.deal, self.style, words, corner)

    def auction(self, auction: Auction | None) -> list[str]:
        """The calls in four columns, West first, with their marks and notes."""
        if auction is None or not auction.calls:
            return []
        rows = [self._seat_names(), *self._auction_rows(auction)]
        return _aligned(rows)

    def _seat_names(self) -> list[str]:
        return [self.language.seat(seat) for seat in _TABLE_ORDER]

    def _auction_rows(self, auction: Auction) -> list[list[str]]:
        marks = dict(auction.marks)
        cells = [""] * _TABLE_ORDER.index(auction.dealer)
        for index, call in enumerate(auction.calls):
            cells.append(self._call(call, marks.get(index)))
        if auction.ending.value:
            cells.append(auction.ending.value)
        return [[*cells[at : at + 4], *[""] * 3][:4] for at in range(0, len(cells), 4)]

    def _call(self, call: Call | None, mark: Mark | None) -> str:
        text = self.language.call(call, self.style.symbols)
        text = text.replace("–", "-") if call is SKIPPED and not self.style.symbols else text
        if self.style.colour:
            for pip in "♦♥":
                text = text.replace(pip, self.style.red(pip))
        return text + _marked(mark)

    def _notes(self, board: Board) -> list[str]:
        lines = []
        sections = ((board.auction, ""), (board.play, f"{self.language.lead}/"))
        for section, prefix in sections:
            for number, text in () if section is None else section.notes:
                note = f"({prefix}{number}) {visible(text.strip())}"
                lines += textwrap.wrap(note, self.style.width, subsequent_indent="    ")
        return lines

    def play(self, board: Board) -> list[str]:
        """The tricks, a line each: the leader's card marked with >, the winner's with *."""
        followed = replay_of(board)
        if followed is None:
            return []
        rows = self._play_rows(followed)
        lines = _aligned([["", *self._seat_names(), self.language.won_by], *rows])
        return [*lines, self._legend(followed)]

    def _legend(self, followed: Replay) -> str:
        ns, ew = followed.won
        return f"> {self.language.lead}, * {self.language.won_by}; N-S {ns}, E-W {ew}"

    def _play_rows(self, followed: Replay) -> list[list[str]]:
        return [
            [f"{number}.", *self._trick_cells(trick), self._winner(trick)]
            for number, trick in enumerate(followed.tricks, 1)
        ]

    def _winner(self, trick: Trick) -> str:
        return "" if trick.winner is None else self.language.seat(trick.winner)

    def _trick_cells(self, trick: Trick) -> list[str]:
        cells = []
        for seat in _TABLE_ORDER:
            card = trick.cards[seat]
            lead = ">" if seat is trick.leader else " "
            won = "*" if seat is trick.winner else ""
            shown = "-"
            if card is not None:
                pip = self.language.suit(card.suit, self.style.symbols)
                shown = self.style.red_suit(card.suit, pip) + self.language.rank(card.rank)
            cells.append(f"{lead}{shown}{won}")
        return cells

    def _opening_lead(self, board: Board) -> str:
        followed = replay_of(board)
        if followed is None or not followed.tricks:
            return ""
        first = followed.tricks[0]
        card = None if first.leader is None else first.cards[first.leader]
        if card is None:
            return ""
        return f"{self.language.lead}: {self.language.card(card, self.style.symbols)}"

    def result(self, board: Board) -> str:
        """Contract, declarer and tricks in one line; "" when nothing is recorded."""
        came = outcome(board)
        if came.contract is None:
            return ""
        if came.contract.is_passed_out:
            return self.language.passes
        contract = f"{came.contract.level or ''}" + (
            self.language.strain(came.contract.strain, self.style.symbols)
            if came.contract.strain
            else ""
        )
        contract += self.style.text("×") * (came.contract.factor.bit_length() - 1)
        declarer = "" if came.declarer is None else f" {self.language.seat(came.declarer)}"
        derived = " (derived)" if came.derived else ""
        return f"{contract}{declarer}{_made(came)}{derived}"


def _told(board: Board, name: str) -> str:
    """What a tag says, safe to print; "" when it says nothing."""
    value = board.tag(name)
    return "" if value is None or value in ("?", "-") else visible(value)


def _made(came: Outcome) -> str:
    """How the tricks compare with the contract: =, +1, -2; "" when they are not known."""
    if came.tricks is None or came.contract is None or came.contract.level is None:
        return "" if came.tricks is None else f" {came.tricks}"
    over = came.tricks - came.contract.level - 6
    return " =" if not over else f" {over:+d}"


def _marked(mark: Mark | None) -> str:
    if mark is None:
        return ""
    suffix = "".join(_SUFFIX.get(nag, "") for nag in mark.nags)
    note = f" ({mark.note})" if mark.note is not None else ""
    return suffix + note


def _joined(parts: list[list[str]]) -> list[str]:
    """The parts that say something, an empty line between two."""
    lines: list[str] = []
    for part in parts:
        if part:
            lines += [*([""] if lines else []), *part]
    return lines


def _aligned(rows: list[list[str]]) -> list[str]:
    """Rows of cells as lines, every column as wide as its widest cell."""
    widths = [max(columns(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _markdown_table(headings: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
