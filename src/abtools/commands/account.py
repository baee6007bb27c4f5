"""The account of a conversion: what the target cannot hold, what was derived, what is wrong."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import IO

from abtools.commands.console import say, tell_problems
from abtools.commands.writing import replacing
from abtools.formats import Stream
from abtools.problems import Level, Problem, SourceText, in_file_order
from abtools.report.json_values import dumps
from abtools.report.problems import problem_value

SCHEMA = "abtools.convert/1"


class Account:
    """Counts and tells what comes of the boards while they pass; keeps nothing but errors.

    `lost` is where a writer puts what it leaves out; `follow` empties it. With `verbose` each
    loss is told as it comes, else only counted. `report` is a file for all of it as JSON.
    """

    def __init__(self, verbose: bool, report: str | None) -> None:
        self.lost: list[Problem] = []
        self.boards = 0
        self._errors: list[Problem] = []
        self._counts: Counter[tuple[str, str]] = Counter()
        self._sources: dict[str, SourceText] = {}
        self._verbose = verbose
        self._report = report
        self._rows: dict[str, IO[str]] = {}
        if report is not None:
            for key in ("lost", "derived"):
                self._rows[key] = tempfile.TemporaryFile("w+")  # noqa: SIM115

    @property
    def has_errors(self) -> bool:
        """Whether anything in the records was wrong."""
        return bool(self._errors)

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
        if not problems:
            return
        told = [p for p in problems if p.code in ("not-carried", "derived")]
        self._errors += [p for p in problems if p.level is Level.ERROR]
        problems.clear()
        for problem in told:
            if self._rows:
                key = "derived" if problem.code == "derived" else "lost"
                value = {"board": problem.board, **problem_value(problem)}
                self._rows[key].write(f",{dumps(value)}")
        if self._verbose:
            told = [p if p.board is None else _named(p, p.board) for p in told]
            tell_problems(told, self._sources, sys.stderr)
        else:
            self._counts.update((problem.code, problem.message) for problem in told)

    def close(self) -> None:
        """Tell the errors, and how often what was lost; write the report."""
        self._take(self.lost)
        for name in self._sources:
            wrong = [problem for problem in self._errors if problem.span.file == name]
            tell_problems(in_file_order(wrong), self._sources, sys.stderr)
        for (code, message), count in self._counts.items():
            times = "" if count == 1 else f" ({count} times)"
            say(f"abtools: note: {code}: {message}{times}")
        if self._report is None:
            return
        with replacing(self._report, force=True) as file:
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


def _named(problem: Problem, board: str) -> Problem:
    return replace(problem, message=f"board {board}: {problem.message}")
