"""Reading files for a command: boards as they come, problems collected, unreadable files told."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from abtools.auction import MAJORITY, AuctionLaw
from abtools.board import Board, check
from abtools.formats import Stream, Unreadable, files_meant, streams
from abtools.problems import Problem, SourceText, in_file_order

FEW_COLLECTIONS = 200_000
"""Objects between two runs of the cycle collector: boards hold no cycles, it finds nothing."""


def calm_collector() -> None:
    """Spare this short-lived process the search for cycles in values that have none."""
    gc.freeze()
    gc.set_threshold(FEW_COLLECTIONS, 20, 100)


@dataclass(slots=True)
class Reader:
    """The records of some files, one after the other, and what was wrong with them.

    `laws` judge the auctions; an auction is in order when it is so under any of them.
    `sources` has the text of each file that was read; `unreadable` the ones that were not.
    """

    files: Sequence[str]
    laws: Sequence[AuctionLaw] = (MAJORITY,)
    strict: bool = False
    input_format: str | None = None
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    boards_read: int = 0

    def boards(self) -> Iterator[Board]:
        """Every board of every file; a file that cannot be read is told on stderr and skipped."""
        calm_collector()
        for name in files_meant(self.files):
            yield from self.boards_of(name)

    def boards_of(self, name: str) -> Iterator[Board]:
        """The boards of one file (of all files in an archive)."""
        try:
            for reading in streams(name, self.input_format):
                yield from self.boards_in(reading)
        except Unreadable as error:
            print(f"abtools: {error}", file=sys.stderr)
            self.unreadable.append(name)

    def boards_in(self, reading: Stream) -> Iterator[Board]:
        """The boards of one text; its problems stand in file order once it is at its end."""
        found: list[Problem] = []
        judge, laws = check, self.laws
        first, others = laws[0], laws[1:]
        for board in reading:
            wrong = judge(board, first)
            if wrong:
                found += _wrong_under_all(board, wrong, others) if others else wrong
            if self.strict:
                found += reading.strict_problems(board)
            self.boards_read += 1
            yield board
        self.sources[reading.source.name] = reading.source
        self.problems += in_file_order([*reading.problems, *found])


def _wrong_under_all(
    board: Board, wrong: list[Problem], laws: Sequence[AuctionLaw]
) -> list[Problem]:
    """The problems that stay under each of several laws."""
    for law in laws:
        places = {(problem.code, problem.span) for problem in check(board, law)}
        wrong = [problem for problem in wrong if (problem.code, problem.span) in places]
    return wrong
