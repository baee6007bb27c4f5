"""Pavlicek's ZRD: 23 bytes a deal, two bits a card, four bits a result, lowest bits first.

Cards SA to S2, HA ... C2: 0 West, 1 North, 2 East, 3 South. Results of declarers W N E S in
notrump, spades, hearts, diamonds, clubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.cards import PACK
from abtools.formats.solved.notes import with_deals
from abtools.formats.solved.packed import OWNERS, PackedStream, fits
from abtools.formats.solved.results import NT_DOWN, PLACE, Results, results_of
from abtools.problems import Problem, SourceText

SIZE = 23
_CARD_BITS = tuple(card.bits for card in reversed(PACK))
_PLACES = tuple(PLACE[seat, strain] for strain in NT_DOWN for seat in OWNERS)
_RESULTS = 104
"""The bit at which the results begin."""


def results_in(number: int) -> list[int]:
    """Twenty results from their eighty bits."""
    results = [0] * 20
    for index, place in enumerate(_PLACES):
        results[place] = number >> 4 * index & 15
    return results


def number_of(results: Results) -> int:
    """The eighty bits of twenty results, all of them known."""
    return sum((results[place] or 0) << 4 * index for index, place in enumerate(_PLACES))


class ZrdStream(PackedStream):
    """The deals of a ZRD file."""

    size = SIZE

    @staticmethod
    def unpack(record: bytes) -> tuple[list[int], list[int]]:
        """See PackedStream."""
        number = int.from_bytes(record, "little")
        owned = [0, 0, 0, 0]
        rest = number
        for bits in _CARD_BITS:
            owned[rest & 3] |= bits
            rest >>= 2
        west, north, east, south = owned
        return [north, east, south, west], results_in(rest)


stream = ZrdStream


def looks_like(head: str) -> bool:
    """Whether a file begins with a deal of a ZRD file."""
    return fits(head[:SIZE].encode("latin-1", "replace"), ZrdStream)


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards; a board without all results is left out."""
    for board, deal in with_deals(boards, "zrd", problems, complete=True):
        results = results_of(board)
        if None in results:
            message = "left out: zrd needs all twenty results of every deal"
            problems.append(board.problem("not-carried", message, "OptimumResultTable"))
            continue
        north, east, south, _ = deal.bits
        number = 0
        for index, bits in enumerate(_CARD_BITS):
            owner = 1 if north & bits else 2 if east & bits else 3 if south & bits else 0
            number |= owner << 2 * index
        number |= number_of(results) << _RESULTS
        yield number.to_bytes(SIZE, "little")
