"""Tables of results as spreadsheets save them: comma- or tab-separated, one board a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.spreadsheet.header import find_sheet
from abtools.formats.spreadsheet.reader import SheetStream
from abtools.formats.spreadsheet.writer import sheet_lines
from abtools.problems import Problem, SourceText

stream = SheetStream


def looks_like(head: str) -> bool:
    """Whether a text begins as a sheet of results: a row names its columns."""
    sheet = find_sheet(head)
    if sheet is None or len(sheet.header) < 2:
        return False
    has = sheet.header.has
    others = ("Declarer", "Vulnerable", "Dealer", "North", "South")
    return has("Contract") or any(has(other) for other in others)


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a comma-separated file with these boards, in UTF-8."""
    return sheet_lines(boards, ",", "csv", problems)
