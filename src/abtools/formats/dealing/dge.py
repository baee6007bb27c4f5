"""DGE: 128 bytes a board, four hands as suit marks (bytes 3 to 6) and ranks, zero bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.dealing.machine import MachineStream, Record, tell_changes, writable
from abtools.formats.dealing.suit_lists import LENGTH, PIPS
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 128
_LOOKS = re.compile(r"\x06[AKQJT2-9]{0,13}\x03[AKQJT2-9]{0,13}\x04[AKQJT2-9]{0,13}\x05")


class DgeStream(MachineStream):
    """The boards of a DGE file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        for offset, length in self.blocks(RECORD):
            if length < LENGTH:
                return
            yield Record(offset, length, PIPS.read(self, offset))
            self.padded(offset + LENGTH, offset + length, "zero bytes")


stream = DgeStream


def looks_like(head: str) -> bool:
    """Whether a file begins with a DGE record."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards."""
    for number, (board, deal) in enumerate(writable(boards, "dge", problems), 1):
        tell_changes(board, number, problems)
        yield PIPS.write(deal).encode("latin-1").ljust(RECORD, b"\0")
