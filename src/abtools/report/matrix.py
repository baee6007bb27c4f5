"""What each board is worth under many rule sets: sets down the page, boards across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from abtools.cards import Side
from abtools.report.result import Result, Row
from abtools.report.score_table import (
    LONGEST_NAME,
    blocks,
    boards_table,
    rubbers_table,
    score_table,
    shortened,
)
from abtools.report.style import Style, visible
from abtools.report.table import BAR, columns
from abtools.tally import Line, Session

Column = tuple[str, ...]
"""Cells from the top: the board, the contract, who played it and the tricks, then each set."""

HEADINGS = 3
MOST_PAGES = 2
"""So many tables of sets beside each other are read more easily than a matrix."""
UNKNOWN = "?  not known: the record or the code does not tell"


def scores(result: Result, style: Style) -> str:
    """The table of boards, rubbers and totals; of many rule sets a matrix instead of the boards."""
    two_sided = result.two_sided
    if len(list(blocks([result.rules[n] for n in two_sided], style.width))) <= MOST_PAGES:
        return score_table(result, style)
    parts = [matrix(result, style), rubbers_table(result, style)]
    others = [number for number in range(len(result.rules)) if number not in two_sided]
    if others:
        parts.insert(1, boards_table(result, others, style))
    return "\n\n".join(parts)


def matrix(result: Result, style: Style) -> str:
    """A row a rule set and a column a board: what the board is worth to North and South, with
    the premiums it earned; at the end, of a whole session, who is ahead after the rubbers."""
    sets = result.two_sided
    names = ["Worth to NS", "", "", *(result.rules[number].name for number in sets)]
    left = max(map(len, names))
    board_columns = [_column(row, sets, style) for row in result.rows]
    if result.is_whole:
        board_columns.append(("all", "", "", *(_total(result.sessions[n]) for n in sets)))
    pages = _pages(board_columns, style.width - left - 2)
    last = board_columns[-1] if result.is_whole else None
    text = "\n\n".join(_block(names, left, page, last, style) for page in pages)
    unknown = any("?" in cell for column in board_columns for cell in column[HEADINGS:])
    return text + ("\n" + style.dim(UNKNOWN) if unknown else "")


def _column(row: Row, sets: Sequence[int], style: Style) -> Column:
    played = [str(each) for each in (row.declarer, row.tricks) if each is not None]
    name = shortened(visible(row.name), LONGEST_NAME)
    worth = (_worth(row.lines[number]) for number in sets)
    return (name, style.contract(row.contract), " ".join(played), *worth)


def _worth(line: Line) -> str:
    """Points of North and South less those of East and West; ? where a number is not known."""
    if not line.score.scored or line.score.missing:
        return "?"
    entries = (*line.score.entries, *line.bonus)
    return _signed(sum(e.points if e.side is Side.NS else -e.points for e in entries))


def _total(session: Session) -> str:
    total = session.total
    if total is None:
        return "?"
    scored = all(line.score.scored for line in session.lines)
    ahead = total[Side.NS] if session.rules.is_net else total[Side.NS] - total[Side.EW]
    return _signed(ahead) + ("" if scored else "?")


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _pages(board_columns: Sequence[Column], room: int) -> Iterator[list[Column]]:
    """The columns that stand side by side on a page."""
    block: list[Column] = []
    used = 0
    for column in board_columns:
        wide = _wide(column) + 2
        if block and used + wide > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += wide
    if block:
        yield block


def _wide(column: Column) -> int:
    return max(map(columns, column))


def _block(
    names: Sequence[str], left: int, block: Sequence[Column], last: Column | None, style: Style
) -> str:
    lines = []
    for number, name in enumerate(names):
        cells = []
        for column in block:
            cell = column[number]
            gap = " " * (_wide(column) - columns(cell) + 2)
            whole = style.bold(cell) if column is last or number == 0 else cell
            cells.append(gap + whole)
        start = f"{name:<{left}}"
        lines.append(f"{style.bold(start) if not number else start} {BAR}{''.join(cells)}".rstrip())
    wide = sum(_wide(column) + 2 for column in block)
    lines.insert(HEADINGS, "─" * (left + 1) + "┼" + "─" * wide)
    return "\n".join(style.text(line) for line in lines)
