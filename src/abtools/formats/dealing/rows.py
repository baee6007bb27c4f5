"""Rows of a text whose cells are separated by one character and may stand in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Cell(NamedTuple):
    """One cell: its text without quotes, and where in the file that text begins."""

    text: str
    offset: int


_LINE = re.compile(r"[^\r\n\0\x1a]+")


def rows(text: str, separator: str) -> Iterator[tuple[int, list[Cell]]]:
    """Each line that says something: its offset and cells."""
    cell = re.compile(rf'[ \t]*(?:"([^"]*)"[ \t]*|([^{separator}]*))({separator}|\Z)')
    for line in _LINE.finditer(text):
        written = line.group().rstrip()
        if not written:
            continue
        found: list[Cell] = []
        at = 0
        while True:
            match = cell.match(written, at)
            if match is None:  # a quote that is not closed, or text after one
                stop = written.find(separator, at)
                stop = len(written) if stop < 0 else stop
                found.append(Cell(written[at:stop], line.start() + at))
                ends, at = stop == len(written), stop + 1
            else:
                group = 1 if match.group(1) is not None else 2
                found.append(Cell(match.group(group), line.start() + match.start(group)))
                ends, at = not match.group(3), match.end()
            if ends:
                break
        yield line.start(), found
