"""CSV of Duplimate: sixteen holdings, number, dealer and vulnerability, all in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import (
    VULNERABILITY_BY_NAME,
    Board,
    Vulnerability,
    cycle_dealer,
    cycle_vulnerability,
)
from abtools.cards import HOLDINGS, Card, Deal, Rank, Seat, Suit
from abtools.formats.dealing.deck import deal_of_bits
from abtools.formats.dealing.machine import (
    MachineStream,
    Record,
    numbered,
    tell_changes,
    writable,
)
from abtools.formats.dealing.rows import Cell, rows
from abtools.formats.encoding import decode
from abtools.problems import NOWHERE, Problem, SourceText

_HOLDING = r'"?(?:[AKQJT2-9]|10){0,13}"?'
_LOOKS = re.compile(rf'\s*(?:{_HOLDING},){{16}}"?[0-9]+"?,"?[NESW]/')
_STATE = re.compile(r"([NESW])/([A-Za-z-]+)")


class DuplimateCsvStream(MachineStream):
    """The boards of a Duplimate CSV file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(SourceText(decode(data)[0], name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        for offset, cells in rows(self.source.text, ","):
            length = cells[-1].offset + len(cells[-1].text) - offset
            if len(cells) < 16:
                message = f"{len(cells)} cells instead of 18"
                self.report("record-truncated", message, offset, length)
                continue
            deal = self._deal(cells[:16], offset, length)
            number = self._number(cells[16]) if len(cells) > 16 else None
            dealer, vulnerability = self._state(cells[17]) if len(cells) > 17 else (None, None)
            if len(cells) != 18:
                message = f"{len(cells)} cells instead of 18"
                self.report("record-truncated", message, offset, length)
            yield Record(offset, length, deal, number, dealer, vulnerability)

    def _deal(self, cells: list[Cell], offset: int, length: int) -> Deal | None:
        bits, sound = [0, 0, 0, 0], True
        for index, cell in enumerate(cells):
            seat, suit = Seat(index // 4), Suit(3 - index % 4)
            held = HOLDINGS[cell.text.replace("10", "T")]
            if held is None:
                message = f"{cell.text!r} is no holding: ranks A K Q J T 9 to 2, each once"
                self.report("deal-syntax", message, cell.offset, len(cell.text))
                sound = False
                continue
            for owner in range(4):
                twice = bits[owner] >> suit * 16 & 0xFFFF & held
                if twice:
                    card = Card(suit, Rank(twice.bit_length() - 1))
                    message = f"{card} is in {Seat(owner)} and in {seat}"
                    self.report("deal-card-twice", message, cell.offset, len(cell.text))
                    sound = False
            bits[seat] |= held << suit * 16
        return self.sized(deal_of_bits(bits), offset, length) if sound else None

    def _number(self, cell: Cell) -> int | None:
        if re.fullmatch("[0-9]{1,9}", cell.text) and int(cell.text):
            return int(cell.text)
        message = f"{cell.text!r} is no board number"
        self.report("value-syntax", message, cell.offset, len(cell.text))
        return None

    def _state(self, cell: Cell) -> tuple[Seat | None, Vulnerability | None]:
        found = _STATE.fullmatch(cell.text)
        vulnerability = VULNERABILITY_BY_NAME.get(found.group(2).upper()) if found else None
        if found is None or vulnerability is None:
            message = f"{cell.text!r}: dealer and vulnerability expected, like N/- or W/All"
            self.report("value-syntax", message, cell.offset, len(cell.text))
            return None, None
        return Seat.parse(found.group(1)), vulnerability


stream = DuplimateCsvStream


def looks_like(head: str) -> bool:
    """Whether a text begins as Duplimate's CSV does."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a file with these boards."""
    unsaid = False
    for number, board, deal in numbered(writable(boards, "duplimate-csv", problems), problems):
        dealer = cycle_dealer(number) if board.dealer is None else board.dealer
        state = board.vulnerability or cycle_vulnerability(number)
        tell_changes(board, number, problems, dealer, state)
        unsaid = unsaid or None in (board.number, board.dealer, board.vulnerability)
        suits = [hand.ranks(suit) for hand in deal.hands if hand for suit in reversed(Suit)]
        shown = "-" if state is Vulnerability.NONE else str(state)
        cells = [*suits, str(number), f"{dealer}/{shown}"]
        yield (",".join(f'"{cell}"' for cell in cells) + "\r\n").encode("ascii")
    if unsaid:
        message = "a board without a number gets one; dealer and vulnerability follow from it"
        problems.append(Problem("derived", NOWHERE, message))
