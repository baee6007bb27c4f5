"""HRF: 128 bytes a board, its number, four hands as suit letters and ranks, padding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.dealing.machine import (
    MachineStream,
    Record,
    numbered,
    tell_changes,
    writable,
)
from abtools.formats.dealing.suit_lists import LENGTH, LETTERS
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 128
_NUMBER = re.compile(r" *([0-9]{1,9})(?=S)")
_LOOKS = re.compile(
    r" *[0-9]{1,9}S[AKQJT2-9]{0,13}H[AKQJT2-9]{0,13}D[AKQJT2-9]{0,13}C[AKQJT2-9]{0,13}S"
)


class HrfStream(MachineStream):
    """The boards of an HRF file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        text = self.source.text
        for offset, length in self.blocks(RECORD):
            found = _NUMBER.match(text, offset, offset + length)
            if found is None:
                if length == RECORD:
                    self.report("deal-syntax", "a board number and S expected", offset, 1)
                    yield Record(offset, length, None)
                continue
            if offset + length < found.end() + LENGTH:
                return
            deal = LETTERS.read(self, found.end())
            yield Record(offset, length, deal, int(found.group(1)) or None)
            self.padded(found.end() + LENGTH, offset + length, "blanks or zero bytes")


stream = HrfStream


def looks_like(head: str) -> bool:
    """Whether a file begins with an HRF record."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards.

    What fills a record up to 128 bytes is not documented; zero bytes, as in DGE.
    """
    for number, board, deal in numbered(writable(boards, "hrf", problems), problems):
        tell_changes(board, number, problems)
        yield f"{number}{LETTERS.write(deal)}".encode("ascii").ljust(RECORD, b"\0")
