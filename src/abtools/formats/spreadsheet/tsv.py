"""Tables of results with tabs between the cells; read as the comma-separated ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.spreadsheet import looks_like as looks_like
from abtools.formats.spreadsheet import stream as stream
from abtools.formats.spreadsheet.writer import sheet_lines
from abtools.problems import Problem, SourceText


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a tab-separated file with these boards, in UTF-8."""
    return sheet_lines(boards, "\t", "tsv", problems)
