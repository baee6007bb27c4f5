"""The account of a conversion: what the target cannot hold, what was derived, what is wrong."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import IO

from abtools.commands.console import tell_problems
from abtools.commands.telling import ENOUGH, say_more, say_rest, say_times
from abtools.commands.writing import refused, replacing
from abtools.formats import Stream, files_meant
from abtools.problems import Level, Problem, SourceText, in_file_order
from abtools.report.json_values import dumps
from abtools.report.problems import problem_value

SCHEMA = "abtools.convert/1"
LOST = {
    **dict.fromkeys(("not-carried", "rbn-not-kept", "sheet-row"), "lost"),
    **dict.fromkeys(("lin-junk", "lin-layout", "lin-no-board"), "lost"),
    "derived": "derived",
}
"""Notes of what is left out in reading or writing, or added: where in the report they stand."""
OF_FILES = {"file-empty", "suffix-misleading"}
"""Notes of a whole file, which are told as they are."""

CLEAR = {
    *(f"{part}-spelling" for part in ("value", "deal", "call", "contract", "card")),
    *("date-form", "tag-unknown", "tag-not-first", "line-hash", "auction-ap-late"),
    *("encoding-cp1252", "lin-command"),
}
"""Warnings about the writing of what is clear all the same, and kept."""


class Account:
    """Counts and tells what comes of the boards while they pass; keeps nothing but errors, and
    of each warning as many as are told.

    `lost` is where a writer puts what it leaves out; `follow` empties it. With `verbose` each
    loss is told as it comes, else only counted. `report` is a file for all of it as JSON; one
    that exists is written over only with `force`. `inputs` are the names as they were given.
    """

    def __init__(
        self, inputs: Sequence[str], verbose: bool, report: str | None, force: bool
    ) -> None:
        self.lost: list[Problem] = []
        self.boards = 0
        self._inputs = inputs
        self._told: list[Problem] = []
        self._warnings: Counter[str] = Counter()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._remarks = 0
        self._sources: dict[str, SourceText] = {}
        self._verbose = verbose
        self._report = report
        self._rows: dict[str, IO[str]] = {}
        if report is not None:
            refused(report, force, files_meant(inputs))
            for key in ("lost", "derived", "problems"):
                self._rows[key] = tempfile.TemporaryFile("w+")  # noqa: SIM115

    @property
    def has_errors(self) -> bool:
        """Whether anything in the records was wrong."""
        return any(problem.level is Level.ERROR for problem in self._told)

    def follow(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """What a writer writes, its losses taken down on the way."""
        for chunk in chunks:
            yield chunk
            self._take(self.lost)

    def read(self, reading: Stream) -> None:
        """Take down what is said of the boards read so far."""
        self._sources.setdefault(reading.source.name, reading.source)
        self._take(reading.problems)

    def _take(self, problems: list[Problem]) -> None:
        for problem in problems:
            kind = LOST.get(problem.code)
            if self._rows:
                value = {"board": problem.board, **problem_value(problem)}
                self._rows[kind or "problems"].write(f",{dumps(value)}")
            if problem.level is Level.ERROR or problem.code in OF_FILES:
                self._told.append(problem)
            elif problem.level is Level.WARNING and problem.code not in CLEAR:
                self._warnings[problem.code] += 1
                if self._verbose or self._warnings[problem.code] <= ENOUGH[Level.WARNING]:
                    self._told.append(problem)
            elif kind is None:
                self._remarks += 1
            elif self._verbose:
                tell_problems([_named(problem)], self._sources, sys.stderr)
            else:
                self._counts[problem.code, problem.message] += 1
        problems.clear()

    def close(self) -> None:
        """Tell what is wrong, and how often what was lost; write the report."""
        self._take(self.lost)
        for name in self._sources:
            here = [problem for problem in self._told if problem.span.file == name]
            tell_problems(in_file_order(here), self._sources, sys.stderr)
        if not self._verbose:
            say_more(self._warnings)
        say_times(self._counts)
        say_rest(self._remarks, self._inputs)
        if self._report is not None:
            self._write_report(self._report)

    def _write_report(self, name: str) -> None:
        with replacing(name, force=True) as file:
            head = dumps({"schema": SCHEMA, "boards": self.boards})
            file.write(head.removesuffix("}").encode())
            for key, rows in self._rows.items():
                file.write(f',"{key}":['.encode())
                rows.seek(0)
                rows.read(1)
                while part := rows.read(1 << 16):
                    file.write(part.encode())
                rows.close()
                file.write(b"]")
            file.write(b"}\n")


def _named(problem: Problem) -> Problem:
    if problem.board is None:
        return problem
    return replace(problem, message=f"board {problem.board}: {problem.message}")
