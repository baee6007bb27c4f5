"""The text of a PBN file: lines, records, tags, and the tokens of sections, each with its place.

Knows how PBN is spelled and nothing of what it means.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from abtools.formats.files import Content
from abtools.formats.pieces import LINE_END, TextFile
from abtools.problems import SourceText, Span

_SEMI_EMPTY = re.compile(r"\n(?=[ \t\x0b]*(?:\n|\Z))")
_STRING = r'"(?P<value>(?:[^"\\\n]|\\["\\]|\\(?!["\\]))*+)"'
_GAP = r"(?:[ \t\x0b]|\n(?:%[^\n]*)?)*+"
"""Between the parts of a tag: blanks, line ends, escape lines."""
_TOKEN = re.compile(
    rf"""(?P<gap>[ \t\x0b\n]+)
    |(?P<escape>(?m:^)%[^\n]*)
    |(?P<hash>(?m:^)\#[^\n]*)
    |(?P<tag>\[{_GAP}(?P<name>[A-Za-z0-9_]+){_GAP}{_STRING}{_GAP}\])
    |(?P<odd_tag>\[{_GAP}(?P<odd_name>[A-Za-z0-9_]+){_GAP}"(?P<odd_value>[^"\n]*)"{_GAP}\])
    |(?P<bad_tag>\[[^\n]*)
    |(?P<line>;[^\n]*)
    |(?P<brace>\{{[^}}]*\}})
    |(?P<string>"(?:[^"\\\n]|\\.)*+")
    |(?P<word>[^ \t\x0b\n\[\]{{}};"]+)
    |(?P<other>.)""",
    re.VERBOSE,
)
_PLAIN_TAG = r'\[{}[A-Z][A-Za-z0-9_]*{} "{}[^"\\\t\n]*{}"\]\n'
_PLAIN_BODY = (
    r'(?:[^\[\]{};%"#\x00-\x20\x7f-\U0010ffff]'
    r'[^\[\]{};%"#\x00-\x08\x0c-\x1f\x7f-\U0010ffff]*)?'
)
_PLAIN_RECORD = re.compile(rf"\n*(?:{_PLAIN_TAG.format('', '', '', '')}{_PLAIN_BODY})+")
_PLAIN_ITEM = re.compile(f"{_PLAIN_TAG.format('(', ')', '(', ')')}({_PLAIN_BODY})")
_SECTION_TOKEN = re.compile(
    r"""(?P<gap>[ \t\x0b\n]+)
    |(?P<remark>(?m:^)[%\#][^\n]*|;[^\n]*|\{[^}]*\}?)
    |(?P<bad_tag>\[[^\n]*)
    |(?P<element>[A-Za-z0-9-]+)
    |(?P<note>=[^=\s]*=?)
    |(?P<nag>\$[A-Za-z0-9]*)
    |(?P<suffix>[!?]+)
    |(?P<ending>[*+])
    |(?P<irregular>\^[A-Za-z]?)
    |(?P<other>"[^"\n]*"?|\S)""",
    re.VERBOSE,
)
_CELL_PARTS = r"""(?P<gap>[ \t\x0b\n]+)|(?P<remark>(?m:^)[%\#][^\n]*|;[^\n]*)|(?P<bad_tag>\[[^\n]*)
    |(?P<cell>"(?:[^"\\\n]|\\.)*+"|[^ \t\x0b\n\[\]{};"%]+)|(?P<other>.)"""
_CELL = re.compile(rf"(?P<brace>\{{[^}}]*\}})|{_CELL_PARTS}", re.VERBOSE)
_CELL_OUTSIDE_BRACES = re.compile(_CELL_PARTS, re.VERBOSE)
_ESCAPES = re.compile(r'\\(["\\])')


class PbnFile(TextFile):
    """A PBN file: its text comes in pages of whole records; what follows the last of them is
    known once all pages have come."""

    patched_by = "pbn"

    def __init__(self, content: Content, name: str) -> None:
        super().__init__(content, name)
        self.records_end = -1
        """Where the last record ends, -1 as long as that is not known."""
        self.tail = ""
        """What follows the last record, with its own line ends."""

    def pages(self) -> Iterator[tuple[PbnText, list[tuple[int, int]]]]:
        """Each page with the places of the records in it; the last one may have none."""
        raw, line, offset = "", 1, 0
        coming = self.pieces()
        piece, following = next(coming, ""), next(coming, None)
        while True:
            raw += piece
            page = PbnText(self, raw, line, offset)
            found = list(records(page)) if following is None else _certain(page)
            end = found[-1][1] if found else 0
            if following is None:
                self.records_end = offset + end
                self.tail = page.as_written(end, len(page.text))
                yield page, found
                return
            if found:
                yield page, found
                raw = page.as_written(end, len(page.text))
                line += page.text.count("\n", 0, end)
                offset += end
            piece, following = following, next(coming, None)
            while len(piece) < len(raw) and following is not None:  # a record of many pieces
                piece, following = piece + following, next(coming, None)

    @cached_property
    def line_end(self) -> str:
        """The line end used in the file's first line; LF when it has none."""
        for piece in self.pieces():
            if found := LINE_END.search(piece):
                return found[0]
        return "\n"


class PbnText(SourceText):
    """A page of a file: its text with line ends made one, and its lines as they were.

    It begins at line `first_line` of the file, `offset` characters after its beginning.
    """

    __slots__ = ("file", "first_line", "offset", "raw")

    def __init__(self, file: PbnFile, raw: str, first_line: int, offset: int) -> None:
        text = LINE_END.sub("\n", raw) if "\r" in raw else raw
        super().__init__(text, file.name)
        self.file = file
        self.raw = raw
        self.first_line = first_line
        self.offset = offset

    def span(self, offset: int, length: int = 0) -> Span:
        """The place in the file of characters of this page."""
        span = super().span(offset, length)
        return span if self.first_line == 1 else replace(span, line=span.line + self.first_line - 1)

    @cached_property
    def _raw_starts(self) -> list[int]:
        return [0, *(m.end() for m in LINE_END.finditer(self.raw))]

    def as_written(self, start: int, end: int) -> str:
        """The part between two offsets of `text`, both at line starts, with its own line ends."""
        if self.raw is self.text:
            return self.raw[start:end]
        lines, raw = self._line_starts, self._raw_starts
        first = bisect_left(lines, start)
        if end >= len(self.text):
            return self.raw[raw[first] :] if first < len(raw) else ""
        return self.raw[raw[first] : raw[bisect_left(lines, end)]]

    @cached_property
    def last_brace(self) -> int:
        """Where the last } stands, -1 when there is none: after it no comment can close."""
        return self.text.rfind("}")

    def tokens(self, start: int, end: int) -> list[Token]:
        """The tokens between two offsets."""
        return list(tokens(self.text, start, end, self.last_brace))


class Token(NamedTuple):
    """One piece of a record: its kind (a group name of the token pattern), place and text."""

    kind: str
    start: int
    end: int
    text: str
    name: str = ""
    value: str = ""
    value_start: int = 0


class RecordText:
    """One record's place in a page: [start, end), the preamble before the first tag included."""

    __slots__ = ("end", "page", "start")

    def __init__(self, page: PbnText, start: int, end: int) -> None:
        self.page = page
        self.start = start
        self.end = end

    def plain_items(self) -> list[tuple[str, str, str]] | None:
        """(name, value, body) of each tag when the record is spelled plainly, else None.

        Plainly: one tag a line, no comments, escapes, strings in sections or backslashes.
        """
        text = self.page.text
        if _PLAIN_RECORD.fullmatch(text, self.start, self.end) is None:
            return None
        return _PLAIN_ITEM.findall(text, self.start, self.end)

    def tokens(self) -> list[Token]:
        """The record cut into tokens, gaps left out."""
        return self.page.tokens(self.start, self.end)

    def tokens_of_tags(self) -> list[Token]:
        """The tags among the tokens."""
        return [token for token in self.tokens() if token.kind == "tag"]

    @property
    def as_written(self) -> str:
        """The record's characters in the file, untouched."""
        return self.page.as_written(self.start, self.end)


def tokens(text: str, start: int, end: int, last_brace: int | None = None) -> Iterator[Token]:
    """The tokens of text[start:end]; a brace comment may end after `end`.

    `last_brace` is where the last } of the text stands, for who knows it already.
    Among the cells of a table a brace is no comment (PBN allows none there), so that a stray
    one does not swallow what follows.
    """
    position = start
    in_table = has_cells = False
    if last_brace is None:
        last_brace = text.rfind("}")
    while position < end:
        if text[position] == "{":
            if in_table and has_cells:
                yield Token("other", position, position + 1, "{")
                position += 1
                continue
            if position > last_brace:
                yield Token("open", position, end, text[position:end])
                return
        match = _TOKEN.match(text, position)
        if match is None:  # cannot happen: the last alternative takes any character but a newline
            break
        kind = match.lastgroup or "other"
        if match.group("tag") is not None:
            name, value = match["name"], match["value"]
            yield Token("tag", position, match.end(), match[0], name, value, match.start("value"))
            in_table, has_cells = name.endswith("Table"), False
        elif match.group("odd_tag") is not None:
            name, value = match["odd_name"], match["odd_value"]
            at = match.start("odd_value")
            yield Token("tag", position, match.end(), match[0], name, value, at)
            in_table, has_cells = name.endswith("Table"), False
        elif kind != "gap":
            yield Token(kind, position, match.end(), match[0])
            has_cells = has_cells or kind in ("word", "string")
        position = match.end()


def records(page: PbnText) -> Iterator[tuple[int, int]]:
    """Start and end of each record.

    Together they cover the page, but for a tail without tags.
    """
    text = page.text
    start = position = 0
    while position < len(text):
        found = _SEMI_EMPTY.search(text, position)
        end = found.start() + 1 if found else len(text)
        if text.find("{", position, end) >= 0:
            end = _end_outside_comments(page, position, end)
        if _has_tag(page, position, end):
            yield start, end
            start = end
        position = max(end, position + 1)
        while position < len(text) and text[position] in " \t\x0b\n":
            position += 1
        if position < len(text):
            position = max(text.rfind("\n", 0, position) + 1, end)


def _certain(page: PbnText) -> list[tuple[int, int]]:
    """The records of a page that stay what they are whatever follows it."""
    begun = page.text.find("{", page.last_brace + 1)
    last = len(page.text.rstrip(" \t\x0b\n")) if begun < 0 else begun + 1
    return [(start, end) for start, end in records(page) if end < last]


def _end_outside_comments(page: PbnText, start: int, end: int) -> int:
    """The end of the record that begins at `start`, moved behind comments that hold empty lines."""
    position = start
    while True:
        last = position
        for token in page.tokens(position, end):
            if token.kind == "brace" and token.end > end:
                last = token.end
        if last <= end:
            return end
        found = _SEMI_EMPTY.search(page.text, last)
        position, end = last, found.start() + 1 if found else len(page.text)


def _has_tag(page: PbnText, start: int, end: int) -> bool:
    text = page.text
    at = text.find("[", start, end)
    if at < 0:
        return False
    if at == start and text.find("{", start, end) < 0:
        return True
    return any(token.kind in ("tag", "bad_tag") for token in page.tokens(start, end))


def unescape(value: str) -> str:
    """A tag's string as meant: a backslash before a quote or a backslash falls away."""
    return _ESCAPES.sub(r"\1", value) if "\\" in value else value


def written_at(written: str, offset: int) -> int:
    """Where the character `offset` of a tag's string as meant stands in the string as written.

    >>> [written_at('a\\\\"b', offset) for offset in (0, 1, 2, 3)]
    [0, 1, 3, 4]
    """
    before = 0
    for match in _ESCAPES.finditer(written):
        if match.start() - before >= offset:
            break
        before += 1
    return offset + before


def escape(value: str) -> str:
    """A string as it must be written between quotes; `unescape` gives it back.

    A backslash is doubled only where it would be misread (formats.md 1.5).

    >>> escape('Rank\\\\2R'), escape('"'), escape('end\\\\')
    ('Rank\\\\2R', '\\\\"', 'end\\\\\\\\')
    """
    if "\n" in value or "\r" in value:
        value = " ".join(value.splitlines())
    if '"' not in value and "\\" not in value:
        return value
    out = []
    for index, letter in enumerate(value):
        following = value[index + 1 : index + 2]
        if letter == '"' or (letter == "\\" and following in ("", "\\", '"')):
            out.append("\\")
        out.append(letter)
    return "".join(out)


class SectionToken(NamedTuple):
    """One piece of an auction or play: kind (a group name), text, offset in the file."""

    kind: str
    text: str
    offset: int


def section_tokens(body: str, offset: int) -> Iterator[SectionToken]:
    """The tokens of an auction or a play, gaps left out; `offset` is where the body stands."""
    for match in _SECTION_TOKEN.finditer(body):
        kind = match.lastgroup or "other"
        if kind not in ("gap", "bad_tag"):
            yield SectionToken(kind, match[0], offset + match.start())


def cells(body: str, offset: int, whole: bool = False) -> Iterator[SectionToken]:
    """The cells and remarks of a table; what may not stand there is of kind other.

    With `whole` also lines that begin like a tag (kind bad_tag), which are told elsewhere.
    """
    position, last_brace = 0, body.rfind("}")
    while position < len(body):
        pattern = _CELL if position < last_brace else _CELL_OUTSIDE_BRACES
        match = pattern.match(body, position)
        if match is None:  # cannot happen: the last alternative takes any character
            return
        kind = match.lastgroup or "other"
        if kind != "gap" and (whole or kind != "bad_tag"):
            yield SectionToken(kind, match[0], offset + position)
        position = match.end()
