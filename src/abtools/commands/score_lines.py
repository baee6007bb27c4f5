"""`abtools score --format jsonl`: each board as it is read, in memory that does not grow with
the number of boards; then the sessions and the problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from abtools.board import Board
from abtools.cards import Side
from abtools.commands.console import out
from abtools.commands.options import BoardSelection
from abtools.commands.reading import Reader
from abtools.commands.telling import status_of, tell
from abtools.problems import Problem
from abtools.report.json_values import board_value, dumps, rubber_value, session_value
from abtools.report.problems import problem_value
from abtools.report.result import Row
from abtools.rules import RuleSet
from abtools.scoring import Entry, Party
from abtools.tally import Line, Table, parties_of


@dataclass(slots=True)
class Running:
    """One rule set's tally while boards come: only sums and finished rubbers are kept."""

    rules: RuleSet
    table: Table
    total: dict[Party, int]
    rubbers: list[dict[str, Any]] = field(default_factory=list)
    is_known: bool = True

    @classmethod
    def under(cls, rules: RuleSet) -> Running:
        """A tally in which nothing has been played yet."""
        return cls(rules, Table(rules), dict.fromkeys(parties_of(rules), 0))

    def add(self, board: Board) -> Line:
        """Score the next board."""
        line, rubber = self.table.add(board)
        self._count((*line.score.entries, *line.bonus))
        self.is_known = self.is_known and not line.score.missing
        if rubber is not None:
            self._count(rubber.extras)
            self.is_known = self.is_known and not rubber.missing
            self.rubbers.append(rubber_value(rubber))
        return line

    def close(self) -> dict[str, Any]:
        """The session as JSON has it; the last rubber may be unfinished."""
        rubber = self.table.close()
        if rubber is not None:
            self._count(rubber.extras)
            self.is_known = self.is_known and not rubber.missing
            self.rubbers.append(rubber_value(rubber))
        return session_value(self.rules, self.rubbers, self.total if self.is_known else None)

    def _count(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.total[entry.side] += entry.points
            if self.rules.is_net and isinstance(entry.side, Side):
                self.total[entry.side.opponents] -= entry.points


def write_lines(reader: Reader, sets: Sequence[RuleSet], chosen: BoardSelection) -> int:
    """Print the lines; the exit status."""
    tallies = [Running.under(rules) for rules in sets]
    scored = False
    for place, board in enumerate(reader.boards(), 1):
        lines = [running.add(board) for running in tallies]
        if chosen.holds(board.number, place):
            scored = scored or any(line.score.scored for line in lines)
            out(dumps({"type": "board", **board_value(Row.of(board, place, lines), sets)}))
    for running in tallies:
        out(dumps({"type": "session", **running.close()}))
    problems = _all_problems(reader, tallies)
    for problem in problems:
        out(dumps({"type": "problem", **problem_value(problem)}))
    tell(problems, reader, [rules.name for rules in sets])
    return status_of(problems, scored)


def _all_problems(reader: Reader, tallies: Sequence[Running]) -> list[Problem]:
    found = [*reader.problems, *(p for running in tallies for p in running.table.problems)]
    return list(dict.fromkeys(found))
