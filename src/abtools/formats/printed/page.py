"""A printed page as it is read: lines with their places, what was taken, what is prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from abtools.formats.printed.words import Vocabulary
from abtools.problems import Problem, SourceText, Span

_LINE_END = re.compile(r"[\r\n]|$")
_QUOTE = re.compile(r"(?:> ?)+")
_FURNITURE = re.compile(r"[\s|+\-=_.*~`,;:┌┐└┘─│├┤┬┴┼╔╗╚╝═║<>/\\]*")


def place(source: SourceText, offset: int, length: int) -> Span:
    """The place of so many characters, at most to the end of their line."""
    end = _LINE_END.search(source.text, min(offset, len(source.text)))
    return source.span(offset, length if end is None else min(length, end.start() - offset))


@dataclass(slots=True)
class Line:
    """A line without its end, its place in the text, and the parts of it that were understood."""

    text: str
    offset: int
    taken: list[tuple[int, int]] = field(default_factory=list)

    def take(self, start: int = 0, end: int | None = None) -> None:
        """Mark a part as understood; the whole line when no part is named."""
        self.taken.append((start, len(self.text) if end is None else end))

    @property
    def is_blank(self) -> bool:
        """Nothing but blanks."""
        return not self.text.strip()

    def rest(self) -> str:
        """What was not understood; "" when that is only rules and frames."""
        if not self.taken:
            return "" if _FURNITURE.fullmatch(self.text) else self.text.rstrip()
        kept = list(self.text)
        for start, end in self.taken:
            kept[start:end] = " " * (end - start)
        left = "".join(kept)
        return "" if _FURNITURE.fullmatch(left) else left.strip()


@dataclass(slots=True)
class Element:
    """Something understood: where it begins and ends (offsets), and what it is."""

    start: int
    end: int
    value: object


class Page:
    """The text of a file with the language it is read in."""

    def __init__(self, source: SourceText, words: Vocabulary, problems: list[Problem]) -> None:
        self.source = source
        self.words = words
        self.problems = problems
        self.elements: list[Element] = []
        self.has_sections = False
        self.lines = [Line(text, offset) for text, offset in _cut(source.text)]
        _unquote(self.lines)

    def unread(self) -> str:
        """The text with bullets where something was understood; places stay as they are."""
        kept = list(self.source.text)
        for line in self.lines:
            for start, end in line.taken:
                kept[line.offset + start : line.offset + end] = "•" * (end - start)
        return "".join(kept)

    def report(self, code: str, message: str, offset: int, length: int = 0) -> None:
        """A problem at an offset of the text."""
        self.problems.append(Problem(code, place(self.source, offset, length), message))

    def add_section(self, start: int, end: int, value: object) -> None:
        """An auction or a play in [start, end): notes may follow."""
        self.has_sections = True
        self.add(start, end, value)

    def add(self, start: int, end: int, value: object) -> None:
        """Something understood in [start, end)."""
        self.elements.append(Element(start, end, value))


def _cut(text: str) -> Iterator[tuple[str, int]]:
    """The lines of a text and their offsets."""
    offset = 0
    for found in re.finditer(r"[^\r\n]*(?:\r\n|\n|\r|$)", text):
        if found.start() == len(text) and offset:
            return
        yield found[0].rstrip("\r\n"), found.start()
        offset = found.end()


def _unquote(lines: list[Line]) -> None:
    """Blanks for the > with which e-mails quote, where two lines in a row begin so."""
    quoted = [line.text.startswith(">") for line in lines]
    for at, line in enumerate(lines):
        if quoted[at] and (quoted[at - 1 : at] == [True] or quoted[at + 1 : at + 2] == [True]):
            found = _QUOTE.match(line.text)
            end = 0 if found is None else found.end()
            line.text = " " * end + line.text[end:]
