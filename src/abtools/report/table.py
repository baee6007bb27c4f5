"""Tables with groups of columns, headings over the groups, and rules between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tabulate import DataRow, TableFormat, tabulate

from abtools.report.style import Style

BAR = "│"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLAIN = TableFormat(
    lineabove=None,
    linebelowheader=None,
    linebetweenrows=None,
    linebelow=None,
    headerrow=DataRow("", " ", ""),
    datarow=DataRow("", " ", ""),
    padding=0,
    with_header_hide=None,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Columns that belong together: a title over them, the columns' headings, how each is
    aligned ("left", "right"), and words over some of them: (text, first column, last column)."""

    title: str
    headings: tuple[str, ...]
    align: tuple[str, ...]
    spans: tuple[tuple[str, int, int], ...] = ()


@dataclass(slots=True)
class Grid:
    """A table as it grows: groups of columns side by side, rows of cells, rules after some rows."""

    groups: Sequence[Group]
    rows: list[list[str]] = field(default_factory=list)
    rules_after: set[int] = field(default_factory=set)
    words_before: dict[int, str] = field(default_factory=dict)

    def add(self, *cells: Sequence[str]) -> None:
        """One row: the cells of each group in turn."""
        row: list[str] = []
        for number, group in enumerate(cells):
            row += [BAR, *group] if number else group
        self.rows.append(row)

    def say(self, words: str) -> None:
        """A line of words across the columns, before the row added next."""
        self.words_before[len(self.rows)] = words

    def rule(self) -> None:
        """Draw a rule under the row added last."""
        self.rules_after.add(len(self.rows) - 1)

    def text(self, style: Style) -> str:
        """The table, its lines without trailing blanks."""
        headings = [
            h for number, g in enumerate(self.groups) for h in [BAR] * (number > 0) + [*g.headings]
        ]
        align = [
            a for number, g in enumerate(self.groups) for a in ["left"] * (number > 0) + [*g.align]
        ]
        # The headings go in as a row: tabulate pads real ones by two columns.
        cells = [headings, *self.rows]
        lines = tabulate(cells, tablefmt=_PLAIN, colalign=align, disable_numparse=True).splitlines()
        starts = _column_starts(cells)
        bars = [starts[column] for column, heading in enumerate(headings) if heading == BAR]
        rule = _rule(bars, max(map(columns, lines)))
        shown = [*self._titles(starts, bars, style), lines[0], rule]
        for number, line in enumerate(lines[1:]):
            if number in self.words_before:
                shown.append(self.words_before[number])
            shown.append(line)
            if number in self.rules_after:
                shown.append(rule)
        return "\n".join(style.text(line).rstrip() for line in shown)

    def _titles(self, starts: list[int], bars: list[int], style: Style) -> list[str]:
        """The lines over the headings: titles of groups, and words over some columns."""
        titles, over = [], []
        first = 0
        for group, bar in zip(self.groups, [*bars, None], strict=True):
            begin = starts[first]
            room = None if bar is None else bar - 1 - begin
            titles.append(_fitted(group.title, room))
            words = ""
            for text, left, right in group.spans:
                middle = (starts[first + left] + starts[first + right + 1] - 1) // 2 - begin
                words = words.ljust(middle - len(text) // 2) + text
            over.append(_fitted(words, room))
            first += len(group.headings) + 1
        lines = [f" {BAR} ".join(texts) for texts in (titles, over)]
        return [style.bold(line.rstrip()) for line in lines if line.strip(f" {BAR}")]


def _column_starts(cells: Sequence[Sequence[str]]) -> list[int]:
    """Where each column begins, and where one after the last would."""
    starts = [0]
    for column in zip(*cells, strict=True):
        starts.append(starts[-1] + max(map(columns, column)) + 1)
    return starts


def _rule(bars: list[int], width: int) -> str:
    return "".join("┼" if place in bars else "─" for place in range(width))


def columns(line: str) -> int:
    """The columns a line takes, colour not counted."""
    return len(line) if "\x1b" not in line else len(_COLOUR.sub("", line))


def _fitted(title: str, room: int | None) -> str:
    if room is None:
        return title
    return (title if len(title) <= room else title[: room - 1] + "…").ljust(room)
