"""GIB's library.dat: 26 bytes a deal, a word for each suit and a short for each denomination.

Big-endian. A suit's word has two bits a card, the ace lowest: 0 West, 1 North, 2 East, 3 South;
suits spades to clubs. A denomination's short has the tricks of North-South, four bits a leader,
West lowest, then North, East, South; notrump, then spades to clubs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.cards import Rank, Suit
from abtools.formats.solved.notes import with_deals
from abtools.formats.solved.packed import OWNERS, PackedStream, fits
from abtools.formats.solved.results import ByLeader, results_of
from abtools.problems import Problem, SourceText

RECORD = struct.Struct(">4I5H")
_SUITS = tuple(reversed(Suit))
ORDER = ByLeader(OWNERS)
_CARDS = tuple((2 * index, 1 << rank) for index, rank in enumerate(reversed(Rank)))


class GibBinaryStream(PackedStream):
    """The deals of a library.dat."""

    size = RECORD.size

    @staticmethod
    def unpack(record: bytes) -> tuple[list[int], list[int]]:
        """See PackedStream."""
        words = RECORD.unpack(record)
        bits = [0, 0, 0, 0]
        for word, suit in zip(words, _SUITS, strict=False):
            held = [0, 0, 0, 0]
            for shift, rank in _CARDS:
                held[word >> shift & 3] |= rank
            for owner, ranks in zip(OWNERS, held, strict=True):
                bits[owner] |= ranks << suit * 16
        tricks = [short >> shift & 15 for short in words[4:] for shift in (0, 4, 8, 12)]
        return bits, [value or 0 for value in ORDER.results(tricks, 13)]


stream = GibBinaryStream


def looks_like(head: str) -> bool:
    """Whether a file begins with a deal of a library.dat."""
    first = head[: RECORD.size].encode("latin-1", "replace")
    return fits(first, GibBinaryStream) and all(byte < 4 for byte in first[0:16:4])


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards; a board without all results is left out."""
    for board, deal in with_deals(boards, "gib-binary", problems, complete=True):
        values = ORDER.values(results_of(board), 13)
        if None in values:
            message = "left out: library.dat needs all twenty results of every deal"
            problems.append(board.problem("not-carried", message, "OptimumResultTable"))
            continue
        words = []
        for suit in _SUITS:
            word = 0
            for index, seat in enumerate(OWNERS):
                held = deal.bits[seat] >> suit * 16
                word |= sum(index << shift for shift, rank in _CARDS if held & rank)
            words.append(word)
        tricks = [value or 0 for value in values]
        for at in range(0, 20, 4):
            words.append(sum(tricks[at + index] << 4 * index for index in range(4)))
        yield RECORD.pack(*words)
