"""Tables of PBN: the columns a header names, the rows that follow, and the check of both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abtools.formats.pbn.sections import Report
from abtools.formats.pbn.text import SectionToken, cells, unescape
from abtools.formats.pbn.values import parse
from abtools.problems import ParseError

if TYPE_CHECKING:
    from abtools.notation import Column

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Table:
    """A table section: its columns and rows; cells are as written, quotes included."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def records(self) -> list[dict[str, str]]:
        """Each row as column name -> cell, without quotes."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, map(_plain, row), strict=True)) for row in self.rows]


def _plain(cell: str) -> str:
    return unescape(cell[1:-1]) if cell.startswith('"') else cell


def read_columns(header: str) -> tuple[Column, ...]:
    """The columns of a header; ParseError when it cannot be understood.

    >>> read_columns("-Rank\\\\3R;Call")[0]
    Column(name='Rank', order='-', width=3, align='R')
    """
    columns: tuple[Column, ...] = parse("columns", header).columns
    return columns


def read_table(name: str, header: str, body: str) -> Table | None:
    """The table of a section whose text is sound; None when header or count is not."""
    found = [token for token in cells(body, 0) if token.kind not in ("remark", "brace")]
    try:
        columns = read_columns(header)
    except ParseError:
        return None
    width = len(columns)
    if len(found) % width or any(token.kind == "other" for token in found):
        return None
    texts = [token.text for token in found]
    rows = tuple(tuple(texts[at : at + width]) for at in range(0, len(texts), width))
    return Table(name, columns, rows)


def row_lines(table: Table) -> list[str]:
    """The rows as lines, cells padded to the widths that the header asks for."""
    return [
        " ".join(
            cell.rjust(column.width or 0) if column.align == "R" else cell.ljust(column.width or 0)
            for cell, column in zip(row, table.columns, strict=True)
        ).rstrip()
        for row in table.rows
    ]


def table_text(table: Table, body: str) -> str:
    """The data of a table section: the comments of its old `body`, then the rows."""
    remarks = [token.text for token in cells(body, 0) if token.kind in ("remark", "brace")]
    return "\n".join([*remarks, *row_lines(table)])


def odd_table_lines(header: str, body: str) -> list[str]:
    """The data of a table that is not sound: what may not stand among cells as comments first,
    then the cells, as rows where they fill rows, else line by line as they were."""
    remarks: list[str] = []
    found: list[str] = []
    rows: dict[int, list[str]] = {}
    line = counted = 0
    for token in cells(body, 0, whole=True):
        line, counted = line + body.count("\n", counted, token.offset), token.offset
        if token.kind == "cell":
            rows.setdefault(line, []).append(token.text)
            found.append(token.text)
        elif token.kind in ("remark", "brace"):
            remarks += token.text.split("\n")
        else:
            remarks.append(f"; {token.text.rstrip()}")
    table = read_table("", header, "\n".join(found))
    if table is not None:
        return remarks + row_lines(table)
    return remarks + [" ".join(row) for row in rows.values()]


def check_table(header: str, report_header: Report, body: str, offset: int, report: Report) -> None:
    """Report a header that cannot be read, strange cells, a row not full, rows out of order.

    `report_header` takes offsets in the header, `report` those in the text the body stands in.
    """
    columns: tuple[Column, ...] = ()
    try:
        found_header = parse("columns", header)
        columns = found_header.columns
        for deviation in found_header.deviations:
            report_header("table-columns", deviation.message, deviation.offset, deviation.length)
    except ParseError as error:
        span = error.problem.span
        report_header("table-columns", error.problem.message, span.column - 1, span.length)
    found: list[SectionToken] = []
    for token in cells(body, offset):
        if token.kind == "cell":
            found.append(token)
        elif found and token.text[:1] in ";{":
            what = "a comment may not stand among the cells of a table"
            report("table-element", what, token.offset, len(token.text))
        elif token.kind == "other":
            report("table-element", f"{token.text} is no cell", token.offset, len(token.text))
    if not columns or not found:
        return
    missing = -len(found) % len(columns)
    if missing:
        message = f"{len(found)} cells do not fill rows of {len(columns)}: {missing} missing"
        report("table-count", message, found[-1].offset, len(found[-1].text))
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
        if last is not None and (value > last if column.order == "+" else value < last):
            direction = "falling" if column.order == "+" else "rising"
            message = f"column {column.name} is marked {direction}, but {token.text} breaks it"
            report("table-order", message, token.offset, len(token.text))
            return
        last = value
