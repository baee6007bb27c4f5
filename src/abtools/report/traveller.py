"""Travellers: one board at all its tables; and matches, both rooms of each board side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from abtools.auction import Contract
from abtools.comparison import Comparison, Match, Row, TableResult, Traveller
from abtools.problems import ParseError
from abtools.report.style import Style, visible
from abtools.report.table import Grid, Group

UNITS = {"matchpoints": "MP", "bam": "points", "total": "points"}
"""What a method counts in, where it is not IMPs."""
NARROWEST_NAME = 8


def number(value: Fraction | None) -> str:
    """Points as players write them: no more than two decimals, none where there is no need.

    >>> number(Fraction(18, 5)), number(Fraction(6)), number(Fraction(2, 3))
    ('3.6', '6', '0.67')
    """
    if value is None:
        return ""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def unit_of(method: str) -> str:
    """What the points of a method are called."""
    return UNITS.get(method, "IMPs")


# --- travellers ----------------------------------------------------------------------------------


def travellers_text(found: Comparison, style: Style) -> str:
    """Every board's traveller, best North-South score first."""
    return "\n\n".join(_traveller(each, found, style) for each in found.travellers)


def _traveller(traveller: Traveller, found: Comparison, style: Style) -> str:
    rows = list(_grouped(traveller.rows))
    counted = any(count > 1 for _, count in rows)
    named = any(row.result.ns or row.result.ew for row, _ in rows)
    unit = unit_of(found.method)
    shared = any(row.ns + row.ew for row in traveller.rows)
    groups = [*_who(counted, named), *_what(unit, shared)]
    grid = Grid(groups)
    others = 35 + 16 * shared + 9 * (not shared) + 7 * counted
    room = max(NARROWEST_NAME, (style.width - others) // 2)
    for row, count in rows:
        who = [str(count)] if counted else []
        if named:
            who += [clipped(row.result.ns, room), clipped(row.result.ew, room)]
        share = 100 * row.ns / (row.ns + row.ew) if shared and row.ns + row.ew else None
        points = (
            [*_points(row), "" if share is None else f"{float(share):.1f}"]
            if shared
            else _points(row)
        )
        cells = [_played(row.result, style), _score(row.result.score), points]
        grid.add(*([who] if who else []), *cells)
    datum = "" if traveller.datum is None else f", datum {_signed(traveller.datum)}"
    title = style.bold(f"Board {visible(traveller.board)}{datum}")
    return f"{title}\n{grid.text(style)}"


def _signed(datum: int) -> str:
    """Whose datum it is: NS 140, EW 50."""
    return f"NS {datum}" if datum > 0 else f"EW {-datum}" if datum else "0"


def _grouped(rows: Sequence[Row]) -> Iterator[tuple[Row, int]]:
    """Rows with how often each comes; nobody's rows of one result are drawn together."""
    for _, same in groupby(enumerate(rows), lambda item: (
        (item[1].result, -1) if not item[1].result.ns else (item[1].result, item[0])
    )):  # fmt: skip
        these = [row for _, row in same]
        yield these[0], len(these)


def _who(counted: bool, named: bool) -> Iterator[Group]:
    headings = [*["Tables"] * counted, *["North-South", "East-West"] * named]
    if headings:
        align = [*["right"] * counted, *["left", "left"] * named]
        yield Group("", tuple(headings), tuple(align))


def _what(unit: str, shared: bool) -> list[Group]:
    points = ("NS", "EW", "NS %") if shared else ("NS", "EW")
    return [
        Group("", ("Contract", "By", "Won"), ("left", "left", "right")),
        Group("", ("NS", "EW"), ("right", "right"), (("score", 0, 1),)),
        Group("", points, ("right",) * len(points), ((unit, 0, 1),)),
    ]


def played_contract(text: str, style: Style) -> str:
    """A contract as on a score card, as written where it is none."""
    try:
        return style.contract(Contract.parse(text))
    except ParseError:
        return visible(text)


def _played(result: TableResult, style: Style) -> list[str]:
    tricks = "" if result.tricks is None else str(result.tricks)
    return [played_contract(result.contract, style), visible(result.declarer), tricks]


def _score(score: int | None) -> list[str]:
    if score is None:
        return ["?", ""]
    if not score:
        return ["0", "0"]
    return [str(score), ""] if score > 0 else ["", str(-score)]


def _points(row: Row) -> list[str]:
    """Both sides' points; where one wins what the other loses, the winner's only."""
    if row.ns + row.ew or not row.ns:
        return [number(row.ns), number(row.ew)]
    return [number(row.ns), ""] if row.ns > 0 else ["", number(row.ew)]


def clipped(name: str, room: int) -> str:
    """A name made safe to show, in so many columns."""
    shown = visible(name)
    return shown if len(shown) <= room else shown[: room - 1] + "…"


# --- matches -------------------------------------------------------------------------------------


def matches_text(matches: Sequence[Match], method: str, style: Style) -> str:
    """Every match board by board with the running score, and how it ended."""
    return "\n\n".join(_match(match, method, style) for match in matches)


def _match(match: Match, method: str, style: Style) -> str:
    room = ("Contract", "By", "Won", "NS")
    align = ("left", "left", "right", "right")
    grid = Grid([
        Group("", ("Board",), ("right",)),
        Group("open room", room, align),
        Group("closed room", room, align),
        Group(unit_of(method), ("home", "visit"), ("right", "right")),
        Group("so far", ("home", "visit"), ("right", "right")),
    ])  # fmt: skip
    home, visit = Fraction(0), Fraction(0)
    for row in match.rows:
        rooms = []
        for result, score in zip(row.results, (row.open, row.closed), strict=True):
            rooms.append([*_played(result, style), str(score)])
        gains = (row.home - home, row.visit - visit)
        home, visit = row.home, row.visit
        won = [number(gain) if gain else "" for gain in gains]
        grid.add([visible(row.board)], *rooms, won, [number(home), number(visit)])
    names = f"{visible(match.home)} (home) – {visible(match.visit)}"
    return (
        f"{style.bold(style.text(names))}\n{grid.text(style)}\n{style.text(_ending(match, method))}"
    )


def _ending(match: Match, method: str) -> str:
    """Who won, by how much; with the victory points that IMPs give."""
    last = match.rows[-1]
    home, visit = number(last.home), number(last.visit)
    text = f"{visible(match.home)} {home} – {visible(match.visit)} {visit} {unit_of(method)}"
    if method in ("imps", "vp"):
        won, lost = match.victory_points
        text += f"; victory points {won} – {lost}"
    return text
