"""Rankings of pairs and teams, and a comparison as JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tabulate import tabulate

from abtools.comparison import Comparison, Match, Matches, Standing, TableResult
from abtools.problems import Problem
from abtools.report.problems import problem_value
from abtools.report.style import Style, visible
from abtools.report.table import Grid, Group
from abtools.report.traveller import clipped, number, played_contract, unit_of

SCHEMA = "abtools.tally/1"
Found = Comparison | Matches


def ranking_text(found: Found, style: Style) -> str:
    """The ranking as a table; "" when nobody is named."""
    if not found.ranking:
        return ""
    headings, align = _headings(found)
    grid = Grid([Group("", tuple(headings), tuple(align))])
    for standing in found.ranking:
        cells = _cells(standing, found)
        cells[1] = clipped(standing.name, style.width - 40)
        grid.add(cells)
    return f"{style.bold('Ranking')}\n{grid.text(style)}"


def _headings(found: Found) -> tuple[list[str], list[str]]:
    unit = "VP" if found.method == "vp" and isinstance(found, Matches) else unit_of(found.method)
    last = "%" if any(standing.available for standing in found.ranking) else "a board"
    return ["Rank", "Name", "Boards", unit, last], ["left", "left", "right", "right", "right"]


def _cells(standing: Standing, found: Found) -> list[str]:
    shared = sum(other.rank == standing.rank for other in found.ranking) > 1
    percentage = standing.percentage
    last = number(standing.mean) if percentage is None else f"{float(percentage):.2f}"
    return [
        f"{standing.rank}{'=' if shared else ''}",
        standing.name,
        str(standing.boards),
        number(standing.total),
        last,
    ]


# --- for other programs --------------------------------------------------------------------------


def tally_value(
    found: Found, rules: str, options: dict[str, str], problems: Sequence[Problem]
) -> dict[str, Any]:
    """What `abtools score --tally METHOD --format json` prints."""
    return {
        "schema": SCHEMA,
        "method": found.method,
        "options": options,
        "rules": rules,
        "travellers": [] if isinstance(found, Matches) else [
            {"board": each.board, "datum": each.datum, "rows": [
                {**result_value(row.result), "points": _pair(row.ns, row.ew)} for row in each.rows
            ]}
            for each in found.travellers
        ],
        "matches": [_match_value(match, found.method) for match in found.matches]
        if isinstance(found, Matches) else [],
        "ranking": [standing_value(standing) for standing in found.ranking],
        "left_out": [result_value(result) for result in found.left_out],
        "problems": [problem_value(problem) for problem in problems],
    }  # fmt: skip


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _pair(ns: Fraction, ew: Fraction) -> dict[str, int | float]:
    return {"NS": _plain(ns), "EW": _plain(ew)}


def result_value(result: TableResult) -> dict[str, Any]:
    """One table's result on a board; what is not known is null."""
    return {
        "board": result.board,
        "ns": result.ns or None,
        "ew": result.ew or None,
        "place": result.place or None,
        "contract": result.contract or None,
        "declarer": result.declarer or None,
        "tricks": result.tricks,
        "score": result.score,
    }


def standing_value(standing: Standing) -> dict[str, Any]:
    """One line of the ranking."""
    percentage = standing.percentage
    return {
        "rank": standing.rank,
        "name": standing.name,
        "boards": standing.boards,
        "points": _plain(standing.total),
        "mean": _plain(standing.mean),
        "percentage": None if percentage is None else _plain(percentage),
    }


def _match_value(match: Match, method: str) -> dict[str, Any]:
    points = match.victory_points if method in ("imps", "vp") else None
    return {
        "home": match.home,
        "visit": match.visit,
        "boards": [
            {
                "board": row.board,
                "open": result_value(row.results[0]),
                "closed": result_value(row.results[1]),
                "home_gain": row.imps,
                "so_far": {"home": _plain(row.home), "visit": _plain(row.visit)},
            }
            for row in match.rows
        ],
        "margin": match.margin,
        "victory_points": None
        if points is None
        else {"home": float(points[0]), "visit": float(points[1])},
    }


def boards_csv(found: Found) -> str:
    """A row for each table of each board; of a match, for each board."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if isinstance(found, Matches):
        writer.writerow(_MATCH_COLUMNS)
        writer.writerows(_match_rows(found))
    else:
        writer.writerow([*_RESULT_COLUMNS, "points_ns", "points_ew"])
        for traveller in found.travellers:
            for row in traveller.rows:
                points = [_plain(row.ns), _plain(row.ew)]
                writer.writerow([*_result_cells(row.result), *points])
    return out.getvalue().removesuffix("\n")


_RESULT_COLUMNS = ("board", "place", "ns", "ew", "contract", "declarer", "tricks", "score_ns")
_ROOM = ("contract", "declarer", "tricks", "score_ns")
_MATCH_COLUMNS = (
    *("home", "visit", "board"),
    *(f"{room}_{column}" for room in ("open", "closed") for column in _ROOM),
    *("home_gain", "home_so_far", "visit_so_far"),
)


def _result_cells(result: TableResult) -> list[object]:
    tricks = "" if result.tricks is None else result.tricks
    who = [result.board, result.place, result.ns, result.ew]
    return [*who, result.contract, result.declarer, tricks, result.score]


def _match_rows(found: Matches) -> Iterator[list[object]]:
    for match in found.matches:
        for row in match.rows:
            rooms = [cell for result in row.results for cell in _result_cells(result)[4:]]
            sums = [row.imps, _plain(row.home), _plain(row.visit)]
            yield [match.home, match.visit, row.board, *rooms, *sums]


def ranking_csv(found: Found) -> str:
    """A row for each pair or team."""
    out = io.StringIO()
    columns = ("rank", "name", "boards", "points", "mean", "percentage")
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(standing_value(standing) for standing in found.ranking)
    return out.getvalue().removesuffix("\n")


def tally_markdown(found: Found, only: str | None, style: Style) -> str:
    """The boards and the ranking as Markdown tables."""
    parts = []
    if only != "ranking":
        if isinstance(found, Matches):
            parts.append(_markdown(_MATCH_COLUMNS, _match_rows(found), "lll" + "lrrr" * 2 + "rrr"))
        else:
            rows = (
                [*_result_cells(row.result)[:4], played_contract(row.result.contract, style),
                 *_result_cells(row.result)[5:], number(row.ns), number(row.ew)]
                for traveller in found.travellers for row in traveller.rows
            )  # fmt: skip
            columns = (*_RESULT_COLUMNS, f"NS {unit_of(found.method)}", "EW")
            parts.append(_markdown(columns, rows, "rlllllrrrr"))
    if only != "boards" and found.ranking:
        headings, _ = _headings(found)
        parts.append(_markdown(headings, (_cells(s, found) for s in found.ranking), "llrrr"))
    return "\n\n".join(parts)


def _markdown(headings: Sequence[str], rows: Iterator[list[Any]], align: str) -> str:
    cells = [[visible(str(cell)).replace("|", "\\|") for cell in row] for row in rows]
    sides = [{"l": "left", "r": "right"}[side] for side in align]
    return tabulate(
        cells, [h.replace("_", " ") for h in headings], tablefmt="pipe",
        colalign=sides if cells else None, disable_numparse=True,
    )  # fmt: skip
