"""Telling about problems beside a result: what matters to it in full, of the rest how many."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from abtools.commands.console import say, tell_problems
from abtools.commands.reading import Reader
from abtools.problems import CODES, Level, Problem, Span
from abtools.report.problems import plural, runs

SCORING = {
    "not-scored",
    "pass-out-impossible",
    "honours-unknown",
    "honours-not-noted",
    "number-unknown",
    "vulnerable-disagrees",
    "score-disagrees",
}
"""Codes of problems that say something about the score itself."""
ENOUGH = {Level.ERROR: 5, Level.WARNING: 5, Level.NOTE: 1}
"""Problems of one code that are told one by one; of the rest only how many."""
LONG = 100
"""Characters of files' names up to which a command to try is written out."""
NO_SCORE = "no score: "
"""How the message of a board that could not be scored begins."""


def status_of(problems: Iterable[Problem], scored: bool) -> int:
    """1 when there are errors, or nothing could be scored."""
    return int(not scored or any(problem.level is Level.ERROR for problem in problems))


def tell(problems: Sequence[Problem], reader: Reader, names: Sequence[str] = ()) -> None:
    """On stderr: errors, and what touches the score; of the rest only how many there are.

    `names` are those of the rule sets: what several of them say alike is said once.
    """
    grave = [p for p in problems if p.level is Level.ERROR or p.code in SCORING]
    told: Counter[str] = Counter()
    shown = []
    for problem in one_a_reason(merged(_without_echoes(grave), names)):
        told[problem.code] += problem.code != "not-scored"
        if told[problem.code] <= ENOUGH[problem.level]:
            shown.append(problem)
    files = {name: number for number, name in enumerate(reader.sources)}
    shown.sort(key=lambda p: (files.get(p.span.file, -1), p.span.line, p.span.column))
    tell_problems(shown, reader.sources, sys.stderr)
    say_more(told)
    say_rest(len(problems) - len(grave), reader.files)


def say_more(found: Mapping[str, int]) -> None:
    """How many problems of each code there were beyond those told one by one."""
    for code, count in found.items():
        more = count - ENOUGH[CODES[code].level]
        if more > 0:
            say(f"abtools: {more} more of {code}")


def say_times(counts: Mapping[tuple[str, str], int]) -> None:
    """Notes by code and message, each with how often it was made."""
    for (code, message), count in counts.items():
        say(f"abtools: note: {code}: {message}{'' if count == 1 else f' ({count} times)'}")


def say_rest(count: int, files: Sequence[str]) -> None:
    """How many problems were not told, and the command that tells them."""
    if count:
        named = shlex.join(files)
        told_by = f"abtools check {named if len(named) <= LONG else 'FILE...'}"
        say(f"abtools: {plural(count, 'lesser remark')}; see: {told_by}")


def _without_echoes(problems: Sequence[Problem]) -> list[Problem]:
    """Problems without those of the score that only repeat what the check of the board said."""
    checked = {_of_board(p) for p in problems if not p.message.startswith(NO_SCORE)}
    return [
        p for p in problems if not p.message.startswith(NO_SCORE) or _of_board(p) not in checked
    ]


def _of_board(problem: Problem) -> tuple[str, str, str | Span]:
    """Code, file and board; of a board without a number its place."""
    return problem.code, problem.span.file, problem.board or problem.span


def one_a_reason(problems: Iterable[Problem]) -> list[Problem]:
    """Boards without a score: one problem for each reason, at the first, naming the others.

    >>> from abtools.problems import NOWHERE
    >>> why = [("1", "result"), ("2", "contract"), ("3", "result"), ("4", "result")]
    >>> each = [Problem("not-scored", NOWHERE, f"{what} not recorded", n) for n, what in why]
    >>> [problem.message for problem in one_a_reason(each)]
    ['result not recorded (boards 1, 3, 4)', 'contract not recorded']
    """
    groups: dict[tuple[str, str] | int, list[Problem]] = {}
    for number, problem in enumerate(problems):
        alike = problem.code == "not-scored"
        key = (problem.span.file, problem.message) if alike else number
        groups.setdefault(key, []).append(problem)
    return [
        first if not others else replace(first, message=f"{first.message} ({_boards(group)})")
        for group in groups.values()
        for first, *others in [group]
    ]


def _boards(problems: Sequence[Problem]) -> str:
    """The boards of some problems; only how many where one of them has no number."""
    numbers = [problem.board for problem in problems if problem.board]
    if len(numbers) < len(problems):
        return plural(len(problems), "board")
    return f"boards {runs(list(dict.fromkeys(numbers)))}".replace("–", "-")


def merged(problems: Iterable[Problem], names: Sequence[str]) -> list[Problem]:
    """Problems of one code at one place that differ only in the rule set they name, as one.

    >>> from abtools.problems import NOWHERE
    >>> same = [Problem("honours-unknown", NOWHERE, f"unknown under {name}") for name in "ab"]
    >>> [problem.message for problem in merged(same, ["a", "b", "c"])]
    ['unknown under a and b']
    """
    groups: dict[tuple[str, Span, str], list[str]] = {}
    first: dict[tuple[str, Span, str], Problem] = {}
    for problem in problems:
        name = _named(problem.message, names)
        pattern = problem.message if name is None else problem.message.replace(name, "\0")
        key = (problem.code, problem.span, pattern)
        first.setdefault(key, problem)
        groups.setdefault(key, []).extend([] if name is None else [name])
    return [
        replace(problem, message=key[2].replace("\0", _listed(groups[key])))
        for key, problem in first.items()
    ]


def _named(message: str, names: Sequence[str]) -> str | None:
    """The rule set that a message names, None when it names none."""
    words = message.replace(",", " ").replace(":", " ").split()
    return next((name for name in names if name in words), None)


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
