"""Faults in data as values: where (Span), what (Problem), and the table of codes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol


class Level(StrEnum):
    """How grave a problem is: an error makes a record wrong, a warning doubtful, a note neither."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: line and column count from 1, length in characters."""

    file: str
    line: int
    column: int
    length: int = 0

    def __str__(self) -> str:
        """The place as editors understand it.

        >>> str(Span("club.pbn", 41, 9, 2))
        'club.pbn:41:9'
        """
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Span("", 0, 0, 0)


class SourceText:
    """A decoded text and its name; turns an offset into a line and a column."""

    __slots__ = ("__dict__", "name", "text")

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, text = [0], self.text
        position = 0
        while True:
            newline = text.find("\n", position)
            if newline < 0:
                break
            starts.append(newline + 1)
            position = newline + 1
        if "\r" in text:
            starts = sorted(
                {
                    *starts,
                    *(
                        i + 1
                        for i, c in enumerate(text)
                        if c == "\r" and text[i + 1 : i + 2] != "\n"
                    ),
                }
            )
        return starts

    def span(self, offset: int, length: int = 0) -> Span:
        """The place of `length` characters from `offset` (clamped to the text).

        >>> SourceText("ab\\ncd", "x.pbn").span(3, 2)
        Span(file='x.pbn', line=2, column=1, length=2)
        """
        offset = max(0, min(offset, len(self.text)))
        length = max(0, min(length, len(self.text) - offset))
        line = bisect_right(self._line_starts, offset)
        return Span(self.name, line, offset - self._line_starts[line - 1] + 1, length)

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line end; "" past the end."""
        starts = self._line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


class Spans(Protocol):
    """What a format knows about where the parts of one board stand in its file."""

    def at(self, part: str, index: int | None = None) -> Span:
        """The place of a tag's value (`part` = the tag's name), of call or card `index`
        (`part` = "call" or "card"), or of the record's start when the part is not there."""
        ...


@dataclass(frozen=True, slots=True)
class Code:
    """What a problem code means, and what to do about it."""

    level: Level
    meaning: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault found in data: a code of CODES, a place, words a bridge player understands."""

    code: str
    span: Span
    message: str
    board: str | None = None

    @property
    def level(self) -> Level:
        """The level that the table of codes gives this problem."""
        return CODES[self.code].level

    def __str__(self) -> str:
        """One line: place, level, code, message."""
        return f"{self.span}: {self.level}: {self.code}: {self.message}"


def in_file_order(problems: list[Problem]) -> list[Problem]:
    """The problems sorted by place; those at one place keep the order they were found in."""
    return sorted(problems, key=lambda problem: (problem.span.line, problem.span.column))


class ParseError(ValueError):
    """A single text that is not what the caller said it was; `problem` tells where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse_error(code: str, message: str, text: str, offset: int = 0, length: int = 0) -> ParseError:
    """The error for a fault at `offset` of a text that stands in no file."""
    return ParseError(Problem(code, SourceText(text, "").span(offset, length), message))


ERROR, WARNING, NOTE = Level.ERROR, Level.WARNING, Level.NOTE

CODES: Mapping[str, Code] = {}
