"""The export form of PBN as a demand: where a file that should have it departs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from abtools.board import Board
from abtools.formats.pbn.spans import BoardSpans
from abtools.formats.pbn.text import PbnText
from abtools.formats.pbn.writer import HEADER, Entry, entries
from abtools.problems import Problem

_VERSION = re.compile(r"% PBN [12]\.[0-9]")


def departures(board: Board, spans: BoardSpans) -> Iterator[Problem]:
    """Where a record is not in export form; the first place only, as all after it moves.

    Blanks inside a section's lines do not count, as writers pad them into columns; AP may
    stand for the last passes.
    """
    if spans.start + spans.page.offset == 0:
        yield from _header_problems(spans)
    expected = [line for entry in entries(board) for line in _wanted(entry)]
    first = next(iter(spans.tokens_of_tags()), None)
    if first is None:
        return
    body = spans.page.text[first.start : spans.end].rstrip("\n")
    offset = first.start
    defaults = {tag.name for tag in board.tags if tag.written == ""}
    wanted = [line for line in expected if not _is_default(line, defaults)]
    coming = iter(wanted)
    want = next(coming, None)
    for line in body.split("\n"):
        if want is None or not _same(line, want):
            yield _departure(board, spans, offset, line, want)
            return
        offset += len(line) + 1
        want = next(coming, None)
        while line.endswith("AP") and want is not None and set(want.split()) == {"Pass"}:
            want = next(coming, None)
    if want is not None:
        yield _departure(board, spans, offset - 1, "", want)


def _wanted(entry: Entry) -> list[str]:
    return [entry.head, *entry.lines]


def _is_default(line: str, defaults: set[str]) -> bool:
    return any(line.startswith(f'[{name} "') for name in defaults)


def _same(line: str, want: str) -> bool:
    if line.startswith("[") or want.startswith("["):
        return line == want
    if line.split() == want.split():
        return True
    words = line.split()
    return words[-1:] == ["AP"] and want.split()[: len(words)] == [*words[:-1], "Pass"]


def _header_problems(spans: BoardSpans) -> Iterator[Problem]:
    file = spans.page
    lines = file.text.split("\n", 2)
    if not _VERSION.fullmatch(lines[0]):
        yield Problem("export-form", file.span(0, len(lines[0])), f"{HEADER[0]} expected first")
    elif len(lines) < 2 or lines[1] != HEADER[1]:
        second = lines[1] if len(lines) > 1 else ""
        place = file.span(len(lines[0]) + 1, len(second))
        yield Problem("export-form", place, f"{HEADER[1]} expected as the second line")


def line_end_problem(page: PbnText) -> Problem | None:
    """Whether a line of a page ends in anything but CR LF, told at its first line."""
    if page.raw.count("\r\n") == page.text.count("\n"):
        return None
    place = page.span(page.text.find("\n"), 0)
    return Problem("export-form", place, "lines end in CR LF in export form")


def _departure(
    board: Board, spans: BoardSpans, offset: int, line: str, want: str | None
) -> Problem:
    message = "nothing more expected in this record" if want is None else f"{want} expected here"
    return Problem("export-form", spans.page.span(offset, len(line)), message, board.number)
