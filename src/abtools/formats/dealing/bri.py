"""BRI: 128 bytes a board, three hands of card numbers, then padding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.dealing.card_numbers import LENGTH, numbers_of, read_numbers
from abtools.formats.dealing.machine import MachineStream, Record, tell_changes, writable
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 128
PADDING = b" " * 32 + b"\0" * 18
_LINES = re.compile(r"[0-9]{78}[\r\n]")
_LOOKS = re.compile(r"[0-9]{78}(?:[ \0]{50}|[ \0]{0,49}\Z|[\r\n])")


class BriStream(MachineStream):
    """The boards of a BRI file; also of the older text form, one line of digits a board."""

    def __init__(self, data: bytes, name: str) -> None:
        self._by_line = is_by_line(data)
        text = data.decode("latin-1") if self._by_line else ""
        super().__init__(SourceText(text, name) if self._by_line else ByteText(data, name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        return self._lines() if self._by_line else self._blocks()

    def _blocks(self) -> Iterator[Record]:
        for offset, length in self.blocks(RECORD):
            if length < LENGTH:
                return
            yield Record(offset, length, read_numbers(self, offset))
            self.padded(offset + LENGTH, offset + length, "blanks or zero bytes")

    def _lines(self) -> Iterator[Record]:
        for line in re.finditer(r"[^\r\n\x1a]+", self.source.text):
            written = line.group().rstrip()
            if len(written) == LENGTH:
                yield Record(line.start(), LENGTH, read_numbers(self, line.start()))
            elif written:
                message = f"{len(written)} characters in a line instead of {LENGTH} digits"
                self.report("record-truncated", message, line.start(), len(written))


def is_by_line(data: bytes) -> bool:
    """Whether a file has its digits in lines."""
    return _LINES.match(data[:79].decode("latin-1")) is not None


stream = BriStream


def looks_like(head: str) -> bool:
    """Whether a file begins with a BRI record."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards."""
    for number, (board, deal) in enumerate(writable(boards, "bri", problems), 1):
        tell_changes(board, number, problems)
        yield numbers_of(deal).encode("ascii") + PADDING
