"""Pavlicek's ZDD: the results of a ZRD file without its deals, ten bytes for each.

The deals are those of a library whose order is known; the file itself does not tell them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.solved.notes import losses
from abtools.formats.solved.packed import PackedStream, fits
from abtools.formats.solved.results import results_of
from abtools.formats.solved.zrd import number_of, results_in
from abtools.problems import Problem, SourceText

SIZE = 10
_TEXT = frozenset(map(chr, (9, 10, 11, 13, *range(32, 127))))


class ZddStream(PackedStream):
    """The results in a ZDD file, each a board of which no more is known."""

    size = SIZE

    @staticmethod
    def unpack(record: bytes) -> tuple[list[int] | None, list[int]]:
        """See PackedStream."""
        return None, results_in(int.from_bytes(record, "little"))


stream = ZddStream


def looks_like(head: str) -> bool:
    """Whether a file can be one of results: thirteen tricks at most everywhere, and neither
    text nor zeros only."""
    data = head.encode("latin-1", "replace")
    records = (data[at : at + SIZE] for at in range(0, len(data) - SIZE + 1, SIZE))
    return (
        len(data) >= SIZE
        and any(data)
        and not _TEXT.issuperset(head)
        and all(fits(record, ZddStream) for record in records)
    )


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards; a board without all results is left out."""
    for board in boards:
        results = results_of(board)
        if None in results:
            message = "left out: zdd needs all twenty results of every deal"
            problems.append(board.problem("not-carried", message, "OptimumResultTable"))
            continue
        problems += losses(board, "zdd")
        yield number_of(results).to_bytes(SIZE, "little")
