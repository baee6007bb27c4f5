"""Characters and lines that PBN does not allow, and an encoding that it does not promise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from abtools.formats.pbn.text import PbnFile, PbnText
from abtools.problems import Problem, Span

_FORBIDDEN = re.compile(r"([\0-\x08\x0c-\x1f\x7f-\x9f])[^\n]*")
"""A character that PBN does not allow, with the rest of its line: one a line is told."""
_TAB_IN_STRING = re.compile(r'"[^"\n\t]*\t[^"\n]*"')
_LONG_LINE = re.compile(r"^[^\n]{255,}", re.MULTILINE)
_PLAIN = bytes((9, 10, 11, *range(32, 127)))
MAX_VISIBLE = 254
"""Characters in a line without its end; 255 with one."""
_PART = 1 << 18


class Characters:
    """The look at a file's characters, page by page."""

    def __init__(self, file: PbnFile) -> None:
        self._file = file
        self._first: Span | None = None
        """The first character that is outside of what PBN promises, known once for a file."""
        self._lines = 0
        self._last_line = 0

    def problems(self, page: PbnText, end: int) -> Iterator[Problem]:
        """What is wrong in a page up to an offset."""
        text = page.text if end == len(page.text) else page.text[:end]
        if not text.isascii():
            yield from self._encoding(page, text)
        if not _is_plain(text):
            yield from _forbidden(page, text)
        if "\t" in text:
            yield from _tabs(page, text)
        if _has_long_line(text):
            yield from _long_lines(page, text)

    def _encoding(self, page: PbnText, text: str) -> Iterator[Problem]:
        codec = self._file.encoding.codec
        if codec == "windows-1252":
            for place in (i for i, c in enumerate(text) if not _is_latin(c)):
                span = page.span(place, 1)
                self._first = self._first or span
                self._lines += span.line != self._last_line
                self._last_line = span.line
        elif codec != "latin-1" and self._first is None:
            at = next(i for i, c in enumerate(text) if not c.isascii())
            self._first = page.span(at, 1)
            message = f"the file is {codec.upper()}, PBN promises ISO 8859-1"
            yield Problem("encoding", self._first, message)

    def at_end(self) -> Iterator[Problem]:
        """What can only be told when all pages have been seen."""
        if self._first is not None and self._lines:
            more = f" (on {self._lines} lines)" if self._lines > 1 else ""
            message = f"bytes 128 to 159 are read as Windows-1252{more}"
            yield Problem("encoding-cp1252", self._first, message)


def _forbidden(page: PbnText, text: str) -> Iterator[Problem]:
    for match in _FORBIDDEN.finditer(text):
        message = f"code {ord(match[1])} is not allowed in PBN"
        yield Problem("character-bad", page.span(match.start(), 1), message)


def _tabs(page: PbnText, text: str) -> Iterator[Problem]:
    for match in _TAB_IN_STRING.finditer(text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        if text[line_start : match.start()].lstrip()[:1] == "[":
            at = match.start() + match[0].index("\t")
            yield Problem("character-bad", page.span(at, 1), "a tab stands inside a string")


def _long_lines(page: PbnText, text: str) -> Iterator[Problem]:
    for match in _LONG_LINE.finditer(text):
        span = page.span(match.start() + MAX_VISIBLE, len(match[0]) - MAX_VISIBLE)
        message = f"the line has {len(match[0])} characters, {MAX_VISIBLE} are allowed"
        yield Problem("line-too-long", span, message)


def _is_plain(text: str) -> bool:
    """Nothing but the characters of ASCII that PBN allows; quick."""
    return text.isascii() and not text.encode("ascii").translate(None, _PLAIN)


def _has_long_line(text: str) -> bool:
    parts = (text[at : at + _PART + MAX_VISIBLE] for at in range(0, len(text), _PART))
    return any(max(map(len, part.split("\n"))) > MAX_VISIBLE for part in parts)


def _is_latin(character: str) -> bool:
    return ord(character) < 128 or 160 <= ord(character) <= 255
