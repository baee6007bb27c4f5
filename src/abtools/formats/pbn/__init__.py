"""Portable Bridge Notation, versions 1.0 to 2.1: reading, and writing in two ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.files import Content
from abtools.formats.pbn.characters import MAX_VISIBLE
from abtools.formats.pbn.reader import PbnReader
from abtools.formats.pbn.spans import BoardSpans
from abtools.formats.pbn.strict import departures, line_end_problem
from abtools.formats.pbn.tags import is_name
from abtools.formats.pbn.text import PbnFile
from abtools.formats.pbn.writer import export, patched
from abtools.problems import Problem, SourceText

_PLAIN_PUNCTUATION = {
    **dict.fromkeys(map(ord, "‘’‚‛"), "'"),
    **dict.fromkeys(map(ord, "“”„‟"), "''"),
    **dict.fromkeys(map(ord, "–—−"), "-"),
    ord("…"): "...",
    ord("\t"): " ",
}
"""What print writes otherwise than ISO 8859-1 can; a double quote would end a string."""
_CHARSET = re.compile(r"(?m)(?<=^%Content-type: text/x-pbn; charset=)\S+")
"""What BridgeComposer says of a file's encoding."""
_FORBIDDEN = re.compile(r"[^\n -~\xa0-\xff]")


class PbnStream:
    """The boards of a PBN file one after the other; `problems` grows as they come."""

    def __init__(self, content: Content, name: str) -> None:
        self.source = PbnFile(content, name)
        self._reader = PbnReader(self.source)
        self.problems: list[Problem] = self._reader.problems
        self._ends_well = True

    def __iter__(self) -> Iterator[Board]:
        return iter(self._reader)

    def strict_problems(self, board: Board) -> list[Problem]:
        """Where a board of this stream departs from export form."""
        spans = board.spans
        if not isinstance(spans, BoardSpans):
            return []
        found = list(departures(board, spans))
        if self._ends_well and (wrong := line_end_problem(spans.page)) is not None:
            self._ends_well = False
            found.append(wrong)
        return found


stream = PbnStream


def looks_like(head: str) -> bool:
    """Whether a text begins as PBN files do."""
    return re.search(r'^\s*\[\s*[A-Z]\w*\s*"|^%\s*(?:PBN|EXPORT)', head, re.MULTILINE) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of a PBN file with these boards; what PBN cannot hold goes to `problems`.

    In export form when asked for, or when the boards did not come from PBN; else every record
    as it was, with only the tags changed that a board changed.
    """
    if exporting or not isinstance(source, PbnFile):
        for board, text in export(boards):
            yield _latin(text, board, problems)
    else:
        yield from _preserved(boards, source, problems)


def _latin(text: str, board: Board, problems: list[Problem]) -> bytes:
    """Export form allows printable ISO 8859-1 only, lines of 255 with their end."""
    text = _CHARSET.sub("ISO-8859-1", text)
    plain = text.translate(_PLAIN_PUNCTUATION).replace("\r\n", "\n")
    if any(ord(letter) > 255 and ord(letter) in _PLAIN_PUNCTUATION for letter in set(text)):
        message = "curly quotes and dashes are written as plain ones"
        problems.append(board.problem("not-carried", message, ""))
    for tag in board.tags:
        if not is_name(tag.name):
            message = f"{tag.name!r} is no name of a tag in PBN"
            problems.append(board.problem("not-carried", message, ""))
        elif tag.value.startswith("#"):
            message = f"{tag.name} begins with #, which means inheritance; a blank is written first"
            problems.append(board.problem("not-carried", message, tag.name))
    foreign = {letter: _nearest(letter) for letter in set(_FORBIDDEN.findall(plain))}
    for letter, nearest in sorted(foreign.items()):
        shown = letter if letter.isprintable() else repr(letter)
        message = f"{shown} is not in ISO 8859-1; {nearest} is written"
        problems.append(board.problem("not-carried", message, ""))
    plain = plain.translate({ord(letter): nearest for letter, nearest in foreign.items()})
    for line in plain.split("\n"):
        if len(line) > MAX_VISIBLE - 1:
            message = f"a line of {len(line)} characters stays longer than PBN allows"
            problems.append(board.problem("not-carried", message, ""))
    return plain.replace("\n", "\r\n").encode("latin-1")


def _nearest(letter: str) -> str:
    """A foreign letter without its marks where that is plain ASCII; else _, which is no mark
    of PBN (a ? after a call or card would judge it).

    >>> _nearest("ő"), _nearest("Ł")
    ('o', '_')
    """
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare if bare.isalnum() else "_"


def _preserved(
    boards: Iterable[Board], source: PbnFile, problems: list[Problem]
) -> Iterator[bytes]:
    end = last_end = 0
    written = False
    yield source.encoding.bom
    for board in boards:
        spans = board.spans
        if isinstance(spans, BoardSpans) and spans.page.file is source:
            text = _record(board, spans)
            if spans.page.offset + spans.start != end and written:
                text = "\n" + text.lstrip("\n") if text.startswith("\n") else "\n" + text
            end = last_end = spans.page.offset + spans.end
        else:
            text = "".join(text for _, text in export([board])).replace("\r\n", "\n")
            text = "\n" + text.partition("EXPORT\n")[2]
            end = -1
        yield _encoded(text, board, source, problems)
        written = True
    if last_end == source.records_end:
        yield source.encoding.encode(source.tail)


def _record(board: Board, spans: BoardSpans) -> str:
    """The record's text with the file's own line ends."""
    changed = patched(board, spans)
    if changed is None:
        return spans.as_written
    return changed.replace("\n", spans.page.file.line_end)


def _encoded(text: str, board: Board, source: PbnFile, problems: list[Problem]) -> bytes:
    data, lacking = source.encoding.encode_all(text)
    for character in lacking:
        message = f"{character} is not in the file's encoding; ? is written"
        problems.append(board.problem("not-carried", message, ""))
    return data
