"""What a scored session is made of, for every kind of report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from abtools.auction import Contract
from abtools.board import Board, outcome
from abtools.cards import Seat, Side
from abtools.problems import Problem, Span
from abtools.rules import RuleSet
from abtools.tally import Line, Session, parties_of


@dataclass(frozen=True, slots=True)
class Row:
    """One record and what it came to: a line of each rule set's tally, in the order asked for.

    `place` counts the records of the session from 1.
    """

    board: Board
    place: int
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    lines: tuple[Line, ...]

    @property
    def number(self) -> str | None:
        """The board's number as recorded."""
        return self.board.number

    @property
    def span(self) -> Span:
        """Where the record stands: at its number, else at its first tag."""
        return self.board.span("Board")

    @property
    def name(self) -> str:
        """How to speak of this board: its number, or its place in the session like #3."""
        return self.number or f"#{self.place}"

    @classmethod
    def of(cls, board: Board, place: int, lines: Sequence[Line]) -> Row:
        """The row of a board."""
        came = outcome(board)
        return cls(
            board,
            place,
            came.contract,
            came.declarer,
            came.tricks,
            tuple(lines),
        )


@dataclass(frozen=True, slots=True)
class Result:
    """A session under several rule sets: `sessions` has one for each of `rules`; `rows` are the
    boards to show, which may be fewer than were played."""

    rules: tuple[RuleSet, ...]
    rows: tuple[Row, ...]
    sessions: tuple[Session, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def two_sided(self) -> list[int]:
        """The places of the rule sets under which two sides score."""
        sides = tuple(Side)
        return [place for place, rules in enumerate(self.rules) if parties_of(rules) == sides]

    @property
    def is_whole(self) -> bool:
        """Every board of the session is shown."""
        return all(len(self.rows) == len(session.lines) for session in self.sessions)
