"""Problems as lines of text, with the quoted line and a caret, and as JSON values."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from abtools.problems import Level, Problem
from abtools.report.style import Style, visible


def problem_line(problem: Problem, style: Style) -> str:
    """One problem on one line: file:line:column: level: code: message."""
    if not style.colour:
        return visible(str(problem))
    level = str(problem.level)
    shown = style.dim(level) if problem.level is Level.NOTE else style.red(level)
    place, message = visible(str(problem.span)), visible(problem.message)
    return f"{style.bold(place)}: {shown}: {problem.code}: {message}"


def quoted(problem: Problem, line: str, style: Style) -> str:
    """The line a problem stands in, with carets under the place; "" for an empty line.

    >>> from abtools.problems import Span
    >>> print(quoted(Problem("seat-unknown", Span("", 1, 10, 1), ""), '[Dealer "Q"]', Style()))
        [Dealer "Q"]
                 ^
    """
    if not line.strip():
        return ""
    start = problem.span.column - 1
    room = max(20, style.width - 8)
    first = max(0, start - room // 2) if len(line) > room else 0
    part = line[first : first + room]
    marked = part[start - first : start - first + max(1, problem.span.length)] or " "
    under = "".join(_blank(c) for c in part[: start - first])
    carets = "^" * max(1, sum(_columns(c) for c in marked))
    shown = "".join(c if c.isprintable() or c == "\t" else "?" for c in part)
    return f"    {shown}\n    {under}{style.red(carets)}"


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _blank(character: str) -> str:
    return "\t" if character == "\t" else " " * _columns(character)


def problem_value(problem: Problem) -> dict[str, Any]:
    """One problem as it stands in every JSON output."""
    span = problem.span
    return {
        "code": problem.code,
        "level": str(problem.level),
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "length": span.length,
        "message": problem.message,
    }


def counted(problems: Iterable[Problem]) -> dict[Level, int]:
    """How many problems of each level there are, gravest first."""
    counts = dict.fromkeys(Level, 0)
    for problem in problems:
        counts[problem.level] += 1
    return counts


def plural(count: int, word: str) -> str:
    """A number with its noun.

    >>> plural(1, "board"), plural(1200, "board")
    ('1 board', '1,200 boards')
    """
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def runs(numbers: Sequence[str]) -> str:
    """Board numbers with runs drawn together.

    >>> runs(["1", "2", "3", "5", "7", "8", "12A"])
    '1–3, 5, 7, 8, 12A'
    """
    parts: list[list[str]] = []
    for number in numbers:
        last = parts[-1][-1] if parts else ""
        if last.isdecimal() and number.isdecimal() and int(number) == int(last) + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(
        f"{part[0]}–{part[-1]}" if len(part) > 2 else ", ".join(part) for part in parts
    )


def summary(boards: int, files: int, problems: Sequence[Problem]) -> str:
    """What a check came to, in one line.

    >>> summary(12, 1, [])
    '12 boards in 1 file: nothing wrong'
    """
    counts = counted(problems)
    told = ", ".join(plural(n, str(level)) for level, n in counts.items() if n)
    return f"{plural(boards, 'board')} in {plural(files, 'file')}: {told or 'nothing wrong'}"
