"""What each table made of each board, from records and from score tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from abtools.board import Board, outcome
from abtools.cards import Deal, Seat, Side
from abtools.problems import Problem
from abtools.rules import RuleSet
from abtools.scoring import score


@dataclass(frozen=True, slots=True)
class TableResult:
    """What one table made of one board.

    `ns` and `ew` name who played there (a pair's or a team's id, players, a table when nothing
    better is recorded; "" when nothing is); `score` is North-South's, None when the record does
    not tell. `place` is section, table and room as recorded.
    """

    board: str
    ns: str
    ew: str
    score: int | None
    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    place: str = ""


def table_results(
    boards: Iterable[Board], rules: RuleSet
) -> tuple[list[TableResult], list[Problem]]:
    """What each record says of its table, scored under a rule set.

    Who played is taken from PairNS and PairEW, else HomeTeam and VisitTeam by Room (the home
    team sits North-South in the open room), else the rooms of a table, the players' names, or
    Section and Table. Records of one number with different deals are different boards: the
    second is called 1b, and so on.
    """
    found: list[TableResult] = []
    problems: list[Problem] = []
    deals: dict[str, list[Deal]] = {}
    for board in boards:
        result = score(board, rules)
        problems += result.problems
        found.append(_table_result(board, result.net(Side.NS), deals))
    return found, problems


def _table_result(board: Board, net: int | None, deals: dict[str, list[Deal]]) -> TableResult:
    came = outcome(board)
    ns, ew = _contestants(board)
    return TableResult(
        _board_name(board, deals),
        ns,
        ew,
        net,
        "" if came.contract is None else str(came.contract),
        "" if came.declarer is None else str(came.declarer),
        came.tricks,
        _place(board),
    )


def _board_name(board: Board, deals: dict[str, list[Deal]]) -> str:
    """The number, told apart where another deal had it before."""
    number = board.number or "?"
    if board.deal is None:
        return number
    known = deals.setdefault(number, [])
    if board.deal not in known:
        known.append(board.deal)
    place = known.index(board.deal)
    letter = chr(ord("a") + place) if place < 26 else f"-{place + 1}"
    return f"{number}{letter}" if place else number


def _tag(board: Board, name: str) -> str:
    value = (board.tag(name) or "").strip()
    return "" if value in ("?", "-", "#") else value


def _place(board: Board) -> str:
    section, table, room = (_tag(board, name) for name in ("Section", "Table", "Room"))
    return " ".join(filter(None, (section, f"table {table}" if table else "", room.lower())))


PAIR = "pair "
"""Begins the name of a pair known by its number."""


def _contestants(board: Board) -> tuple[str, str]:
    pairs = _tag(board, "PairNS"), _tag(board, "PairEW")
    if all(pairs):
        section = _tag(board, "Section")
        return _named(section, pairs[0], ""), _named(section, pairs[1], "")
    home, visit, room = (_tag(board, name) for name in ("HomeTeam", "VisitTeam", "Room"))
    table = " ".join(filter(None, (_tag(board, "Section"), _tag(board, "Table"))))
    if room in ("Open", "Closed"):
        if not (home and visit):
            home, visit = (f"{who} {table}".strip() for who in ("home team", "visitors"))
        return (home, visit) if room == "Open" else (visit, home)
    players = [_tag(board, seat.full_name) for seat in (Seat.N, Seat.S, Seat.E, Seat.W)]
    if all(players):
        north, south, east, west = players
        return f"{north} & {south}", f"{east} & {west}"
    return (f"table {table} NS", f"table {table} EW") if table else ("", "")


def score_table_results(
    board: str, columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> list[TableResult]:
    """The results in a PBN ScoreTable: columns by name, cells as text. A row with a Multiplicity
    stands for so many tables; a row without a score is a result that nobody knows.

    >>> len(score_table_results("1", ["Score_NS", "Multiplicity"], [["420", "3"], ["-50", "1"]]))
    4
    """
    found = []
    for cells in rows:
        row = {name: cell.strip() for name, cell in zip(columns, cells, strict=True)}
        times = row.get("Multiplicity", "1")
        found += [_row_result(board, row)] * (int(times) if times.isdecimal() else 1)
    return found


def _row_result(board: str, row: Mapping[str, str]) -> TableResult:
    def cell(name: str) -> str:
        value = row.get(name, "")
        return "" if value in ("?", "-", "*") else value

    section, table = cell("Section"), cell("Table")
    ns, ew = (_named(section, cell(f"PairId_{s}"), cell(f"Names_{s}")) for s in Side)
    result = cell("Result")
    return TableResult(
        board,
        ns,
        ew,
        _score_of(row),
        cell("Contract"),
        cell("Declarer"),
        int(result) if result.isdecimal() else None,
        " ".join(filter(None, (section, f"table {table}" if table else ""))),
    )


def _named(section: str, pair: str, names: str) -> str:
    """A pair by its number in its section, else by the players' names."""
    if pair:
        return PAIR + (f"{section} {pair}" if section else pair)
    return " & ".join(name.strip() for name in names.split(";")) if names else ""


def _score_of(row: Mapping[str, str]) -> int | None:
    for key, sign in (("Score_NS", 1), ("Score_EW", -1)):
        try:
            return sign * int(row[key])
        except (KeyError, ValueError):
            continue
    return None
