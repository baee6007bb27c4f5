"""Deals with twenty results in a few bytes: what Ginsberg's and Pavlicek's files share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from abtools.board import Board
from abtools.cards import Deal, Hand, Seat
from abtools.formats.files import Content
from abtools.formats.pieces import ByteFile, blocks
from abtools.formats.records import RecordSpans, RecordStream
from abtools.formats.solved.results import tag_of
from abtools.problems import Span

OWNERS = (Seat.W, Seat.N, Seat.E, Seat.S)
"""The two bits of a card: 0 West, 1 North, 2 East, 3 South."""


class PackedStream(RecordStream):
    """The deals of a file of records of one size."""

    size = 0

    def __init__(self, content: Content, name: str) -> None:
        super().__init__(ByteFile(content, name))
        self._content = content
        self._name = name

    @staticmethod
    def unpack(record: bytes) -> tuple[list[int] | None, list[int]]:
        """The cards N E S W (None: not in these files), and the results (see results.Results);
        a number of tricks may be out of 0 to 13."""
        raise NotImplementedError

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        size = self.size
        for offset, record in self._records():
            if len(record) < size:
                message = f"the last record has {len(record)} bytes instead of {size}"
                self.report("record-truncated", message, offset, len(record))
                return
            bits, results = self.unpack(record)
            deal = None if bits is None else self._deal(bits, offset)
            told: list[int | None] = [*results]
            if max(results) > 13 or min(results) < 0:
                wrong = next(tricks for tricks in results if not 0 <= tricks <= 13)
                message = f"{wrong} tricks: 0 to 13 can be"
                self.report("value-syntax", message, offset, size)
                told = [tricks if 0 <= tricks <= 13 else None for tricks in results]
            span = Span(self._name, 1, offset + 1, size)
            yield Board(deal=deal, tags=(tag_of(told),), spans=RecordSpans(span))

    def _records(self) -> Iterator[tuple[int, bytes]]:
        """Every record and where it stands; the last one may be too short."""
        size, at, held = self.size, 0, b""
        for block in blocks(self._content):
            held += block
            whole = len(held) - len(held) % size
            for start in range(0, whole, size):
                yield at + start, held[start : start + size]
            at += whole
            held = held[whole:]
        if held:
            yield at, held

    def _deal(self, bits: Sequence[int], offset: int) -> Deal | None:
        counts = [cards.bit_count() for cards in bits]
        if counts == [13, 13, 13, 13]:
            return Deal((Hand(bits[0]), Hand(bits[1]), Hand(bits[2]), Hand(bits[3])))
        told = ", ".join(f"{seat} {count}" for seat, count in zip("NESW", counts, strict=True))
        self.report("deal-hand-size", f"{told} cards instead of thirteen", offset, self.size)
        return None


def fits(record: bytes, stream: type[PackedStream]) -> bool:
    """Whether bytes are a record: thirteen cards a hand, no more than thirteen tricks."""
    if len(record) < stream.size:
        return False
    bits, results = stream.unpack(record[: stream.size])
    return all(cards.bit_count() == 13 for cards in bits or ()) and all(
        0 <= tricks <= 13 for tricks in results
    )
