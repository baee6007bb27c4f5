"""BER: 52 digits a board without anything between, the owners 1 N, 2 E, 3 S, 4 W of the cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.cards import Deal
from abtools.formats.dealing.deck import BY_SUIT, deal_of, owners_of
from abtools.formats.dealing.machine import MachineStream, Record, tell_changes, writable
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 52
_SPACED = re.compile(r"[^ \r\n\0\x1a]+")
_LOOKS = re.compile(r"[1-4]{52}(?:[1-4]{52})*\s*(?:[1-4]|\Z)")


class BerStream(MachineStream):
    """The boards of a BER file; line ends between records are passed over."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        for run in _SPACED.finditer(self.source.text):
            for offset in range(run.start(), run.end(), RECORD):
                length = min(RECORD, run.end() - offset)
                if length < RECORD:
                    message = f"{length} digits instead of {RECORD}"
                    self.report("record-truncated", message, offset, length)
                    break
                yield Record(offset, length, self._deal(offset))

    def _deal(self, offset: int) -> Deal | None:
        text = self.source.text[offset : offset + RECORD]
        wrong = text.strip("1234")
        if wrong:
            at = offset + text.index(wrong[0])
            self.report("character-bad", f"{wrong[0]!r}: 1, 2, 3 or 4 expected", at, 1)
            return None
        return self.sized(deal_of((int(digit) - 1 for digit in text), BY_SUIT), offset, RECORD)


stream = BerStream


def looks_like(head: str) -> bool:
    """Whether a file begins with BER records."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards."""
    for number, (board, deal) in enumerate(writable(boards, "ber", problems), 1):
        tell_changes(board, number, problems)
        yield bytes(49 + owner for owner in owners_of(deal, BY_SUIT))
