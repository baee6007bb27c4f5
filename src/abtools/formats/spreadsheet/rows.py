"""The rows and cells of a sheet saved as text, with the place of each cell."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

DELIMITERS = ",;\t|"
HEAD = 4_000
"""Characters in which a delimiter must occur."""
SAMPLE = 600
"""Characters from which the likeliest is guessed."""


class Cell(NamedTuple):
    """One cell: what it says without quotes and blanks around, and where that stands."""

    text: str
    offset: int
    length: int


def rows(text: str, delimiter: str) -> Iterator[list[Cell]]:
    """Each row that says anything. A cell in quotes may hold delimiters and line ends; a quote
    that is not closed in its cell is a character like any other."""
    quoted = re.compile(
        r'[ ]*"((?:[^"]|""){0,9999}+)"[ ]*(?=' + re.escape(delimiter) + r"|[\r\n]|\Z)"
    )
    plain = re.compile(r"[^\r\n" + re.escape(delimiter) + "]*")
    found: list[Cell] = []
    at, size = 0, len(text)
    while at <= size:
        match = quoted.match(text, at)
        if match is not None:
            cell = Cell(match.group(1).replace('""', '"').strip(), match.start(1),
                        match.end(1) - match.start(1))  # fmt: skip
        else:
            match = plain.match(text, at)
            assert match is not None
            written = match.group()
            said = written.strip()
            cell = Cell(said, at + len(written) - len(written.lstrip()), len(said))
        found.append(cell)
        at = match.end()
        if text[at : at + 1] == delimiter:
            at += 1
            continue
        if any(cell.text for cell in found):
            yield found
        found = []
        at += 2 if text[at : at + 2] == "\r\n" else 1


def delimiters(text: str) -> list[str]:
    """The characters that may separate the cells, the likeliest first."""
    head = text[:HEAD]
    by_count = sorted(filter(head.count, DELIMITERS), key=head.count, reverse=True)
    if len(by_count) < 2:
        return by_count
    try:
        guessed = csv.Sniffer().sniff(text[:SAMPLE], "".join(by_count)).delimiter
    except csv.Error:
        return by_count
    return [guessed, *(other for other in by_count if other != guessed)]
