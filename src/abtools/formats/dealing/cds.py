"""CDS: 14 bytes a board, its number and thirteen bytes of owners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.dealing.deck import sizes_wrong
from abtools.formats.dealing.machine import (
    MachineStream,
    Numbers,
    Record,
    tell_changes,
    writable,
)
from abtools.formats.dealing.two_bits import bytes_of, deal_of_bytes
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 14
OFFSET = 1
"""Owners are stored as N 1, E 2, S 3, W 0."""


class CdsStream(MachineStream):
    """The boards of a CDS file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))
        self._data = data

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        data = self._data
        for offset, length in self.blocks(RECORD):
            if length < RECORD:
                return
            if not data[offset]:
                self.report("deal-syntax", "board number 0: 1 to 255 expected", offset, 1)
            deal = deal_of_bytes(data[offset + 1 : offset + RECORD], OFFSET)
            sized = self.sized(deal, offset + 1, RECORD - 1)
            yield Record(offset, length, sized, data[offset] or None)


stream = CdsStream


def looks_like(head: str) -> bool:
    """Whether a file begins with a CDS record: a number, and thirteen cards in each hand."""
    first = head[:RECORD].encode("latin-1", "replace")
    return len(first) == RECORD and first[0] > 0 and not sizes_wrong(
        deal_of_bytes(first[1:], OFFSET)
    )  # fmt: skip


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards."""
    numbers = Numbers(255)
    for board, deal in writable(boards, "cds", problems):
        number = numbers.take(board)
        if number is None:
            message = "left out: no number up to 255 is free"
            problems.append(board.problem("not-carried", message, "Board"))
            continue
        tell_changes(board, number, problems)
        yield bytes([number]) + bytes_of(deal, OFFSET)
