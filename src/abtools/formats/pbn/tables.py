"""Tables of PBN: the columns a header names, the rows that follow, and the check of both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.formats.pbn.sections import Report
from abtools.formats.pbn.text import SectionToken, cells, unescape

_COLUMN = re.compile(r"(?P<order>[+-]?)(?P<name>[^;\\+-][^;\\]*)(?:\\(?P<width>\d+)(?P<side>[LR]?))?")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a header: name, order ("+" falling, "-" rising, ""), width, L or R."""

    name: str
    order: str = ""
    width: int = 0
    align: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table section: its columns and rows; cells are as meant, without quotes."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def records(self) -> list[dict[str, str]]:
        """Each row as column name -> cell."""
        return [
            dict(zip((column.name for column in self.columns), row, strict=True))
            for row in self.rows
        ]


def read_columns(header: str) -> tuple[Column, ...] | None:
    """The columns of a header, None when it cannot be understood.

    >>> read_columns("-Rank\\\\3R;Call")[0]
    Column(name='Rank', order='-', width=3, align='R')
    """
    columns = []
    for part in header.split(";"):
        match = _COLUMN.fullmatch(part.strip())
        if match is None:
            return None
        width = int(match["width"][:4]) if match["width"] else 0
        columns.append(Column(match["name"], match["order"], width, match["side"] or ""))
    return tuple(columns)


def read_table(name: str, header: str, body: str) -> Table | None:
    """The table of a section whose text is sound; None when header or count is not."""
    columns = read_columns(header)
    found = [
        unescape(token.text[1:-1]) if token.text.startswith('"') else token.text
        for token in cells(body, 0)
        if token.kind == "cell"
    ]
    if columns is None or len(found) % len(columns):
        return None
    width = len(columns)
    rows = tuple(tuple(found[at : at + width]) for at in range(0, len(found), width))
    return Table(name, columns, rows)


def check_table(header: str, header_offset: int, body: str, offset: int, report: Report) -> None:
    """Report a header that cannot be read, strange cells, a row not full, rows out of order."""
    columns = read_columns(header)
    if columns is None:
        report("table-columns", f"{header!r} does not name columns", header_offset, len(header))
    found = []
    for token in cells(body, offset):
        if token.kind == "cell":
            found.append(token)
        elif found and token.text[:1] in ";{":
            what = "a comment may not stand among the cells of a table"
            report("table-element", what, token.offset, len(token.text))
        elif token.kind == "other":
            report("table-element", f"{token.text} is no cell", token.offset, len(token.text))
    if columns is None or not found:
        return
    missing = -len(found) % len(columns)
    if missing:
        last = found[-1]
        report(
            "table-count",
            f"{len(found)} cells do not fill rows of {len(columns)}: {missing} missing at the end",
            last.offset,
            len(last.text),
        )
        return
    for index, column in enumerate(columns):
        if column.order:
            _check_order(column, found[index :: len(columns)], report)


def _check_order(column: Column, tokens: list[SectionToken], report: Report) -> None:
    """Numbers of an ordered column must fall (+) or rise (-); other cells do not count."""
    last = None
    for token in tokens:
        if _NUMBER.fullmatch(token.text) is None:
            continue
        value = float(token.text)
        wrong = last is not None and (value > last if column.order == "+" else value < last)
        if wrong:
            direction = "falling" if column.order == "+" else "rising"
            report(
                "table-order",
                f"column {column.name} is marked {direction}, but {token.text} breaks the order",
                token.offset,
                len(token.text),
            )
            return
        last = value
