"""BHG: a line a board, 52 letters A-Z a-z for the cards, thirteen a hand from the dealer on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase

from abtools.board import Board, cycle_dealer
from abtools.cards import Deal, Seat
from abtools.formats.dealing.deck import BITS_BY_SUIT, BY_SUIT, deal_of_bits, owners_of
from abtools.formats.dealing.machine import MachineStream, Record, tell_changes, writable
from abtools.problems import Problem, SourceText

LETTERS = ascii_uppercase + ascii_lowercase
_INDEX = {letter: index for index, letter in enumerate(LETTERS)}
_LINE = re.compile(r"[^\r\n\0\x1a]+")
_LOOKS = re.compile(r"\s*[A-Za-z]{52}(?:[\r\n]|\Z)")


class BhgStream(MachineStream):
    """The boards of a BHG file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(SourceText(data.decode("latin-1"), name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        number = 0
        for line in _LINE.finditer(self.source.text):
            text = line.group().rstrip()
            if not text.strip():
                continue
            if len(text) < 52:
                message = f"{len(text)} letters in the line instead of 52"
                self.report("record-truncated", message, line.start(), len(text))
                continue
            number += 1
            yield Record(line.start(), len(text), self._deal(text, line.start(), number))

    def _deal(self, text: str, offset: int, number: int) -> Deal | None:
        dealer = cycle_dealer(number)
        bits, seen, sound = [0, 0, 0, 0], dict[str, Seat](), True
        for at, letter in enumerate(text):
            index = _INDEX.get(letter)
            if index is None or at >= 52:
                what = "a letter A-Z or a-z" if index is None else "the end of the line"
                self.report("character-bad", f"{letter!r}: {what} expected", offset + at, 1)
                return None
            seat = dealer.plus(at // 13)
            if letter in seen:
                message = f"{BY_SUIT[index]} ({letter}) is in {seen[letter]} and in {seat}"
                if seen[letter] is seat:
                    message = f"{BY_SUIT[index]} ({letter}) stands twice in {seat}"
                self.report("deal-card-twice", message, offset + at, 1)
                sound = False
            seen[letter] = seat
            bits[seat] |= BITS_BY_SUIT[index]
        return deal_of_bits(bits) if sound else None


stream = BhgStream


def looks_like(head: str) -> bool:
    """Whether a file begins as BHG files do."""
    found = _LOOKS.match(head)
    return found is not None and len(set(found.group().strip())) == 52


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a file with these boards."""
    number = 0
    for number, (board, deal) in enumerate(writable(boards, "bhg", problems), 1):
        tell_changes(board, number, problems)
        hands = ["", "", "", ""]
        for letter, owner in zip(LETTERS, owners_of(deal, BY_SUIT), strict=True):
            hands[owner] += letter
        dealer = cycle_dealer(number)
        line = "".join(hands[dealer.plus(k)] for k in range(4))
        yield ("\r\n" * (number == 1) + line + "\r\n").encode("ascii")
