"""RZD: the number of boards in two bytes, eleven blanks, then thirteen bytes of owners a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.dealing.deck import sizes_wrong
from abtools.formats.dealing.machine import MachineStream, Record, tell_changes, writable
from abtools.formats.dealing.two_bits import LENGTH, bytes_of, deal_of_bytes
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

HEADER = 13
HIGHEST = 0xFFFF
_LOOKS = re.compile(r"[\0-\xff]{2} {11}", re.DOTALL)


class RzdStream(MachineStream):
    """The boards of an RZD file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))
        self._data = data

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        data, count = self._data, 0
        if len(data) < HEADER:
            self.truncated(0, len(data), HEADER)
            return
        if data[2:HEADER].strip(b" "):
            self.report("character-bad", "eleven blanks expected", 2, HEADER - 2)
        for offset, length in self.blocks(LENGTH, HEADER):
            if length < LENGTH:
                break
            count += 1
            deal = self.sized(deal_of_bytes(data[offset : offset + LENGTH]), offset, LENGTH)
            yield Record(offset, length, deal)
        announced = int.from_bytes(data[:2], "little")
        if announced != count:
            message = f"{announced} boards are announced, {count} follow"
            self.report("record-disagrees", message, 0, 2)


stream = RzdStream


def looks_like(head: str) -> bool:
    """Whether a file begins with an RZD header, and a deal if it announces any."""
    if _LOOKS.match(head) is None:
        return False
    first = head[HEADER : HEADER + LENGTH].encode("latin-1", "replace")
    if not first:
        return head[:2] == "\0\0"
    return len(first) == LENGTH and not sizes_wrong(deal_of_bytes(first))


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The header and the records of a file with these boards."""
    records: list[bytes] = []
    for board, deal in writable(boards, "rzd", problems):
        if len(records) == HIGHEST:
            message = f"left out: a file holds {HIGHEST} boards"
            problems.append(board.problem("not-carried", message, "Board"))
            continue
        tell_changes(board, len(records) + 1, problems)
        records.append(bytes_of(deal))
    yield len(records).to_bytes(2, "little") + b" " * (HEADER - 2)
    yield from records
