"""Where a command writes: results to stdout, everything else to stderr."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

from abtools.commands.streams import shows, wants_colour
from abtools.problems import Problem, SourceText
from abtools.report.problems import problem_line, quoted
from abtools.report.style import SYMBOLS, Style


def style_for(stream: TextIO, letters: bool = False) -> Style:
    """What a stream can show: its width (also $COLUMNS), colour, suit symbols."""
    width = shutil.get_terminal_size((80, 24)).columns
    return Style(shows(stream, SYMBOLS) and not letters, wants_colour(stream), max(40, width))


def out(text: str) -> None:
    """A line of the result."""
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """A line that is not part of the result."""
    print(text, file=sys.stderr)


def tell_problems(
    problems: Iterable[Problem], sources: Mapping[str, SourceText], stream: TextIO
) -> None:
    """Problems one a line; on a terminal with the quoted line and a caret under each."""
    style = style_for(stream)
    terminal = stream.isatty()
    for problem in problems:
        stream.write(problem_line(problem, style) + "\n")
        source = sources.get(problem.span.file)
        if terminal and source is not None and problem.span.line:
            shown = quoted(problem, source.line(problem.span.line), style)
            stream.write(shown + "\n" if shown else "")
