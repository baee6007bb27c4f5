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


class BoardNames:
    """What to call the board of each record: its number, but for another deal that had the same
    number before, as in a session of several matches, 1b, 1c and so on.

    Records of one number are of one board when they have the same deal, or, where a deal is not
    recorded, the same event and date.
    """

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[Deal | None, str]]] = {}

    def of(self, board: Board) -> str:
        """The name of a record's board."""
        number = board.number or "?"
        event = f"{_tag(board, 'Event')} {_tag(board, 'Date')}"
        known = self._known.setdefault(number, [])
        for place, (deal, where) in enumerate(known):
            if deal == board.deal is not None or (None in (deal, board.deal) and where == event):
                known[place] = deal or board.deal, where
                return _lettered(number, place)
        known.append((board.deal, event))
        return _lettered(number, len(known) - 1)


def _lettered(number: str, place: int) -> str:
    letter = chr(ord("a") + place) if place < 26 else f"-{place + 1}"
    return f"{number}{letter}" if place else number


def table_results(
    boards: Iterable[Board], rules: RuleSet, names: BoardNames | None = None
) -> tuple[list[TableResult], list[Problem]]:
    """What each record says of its table, scored under a rule set; `names` tell boards apart.

    Who played is taken from HomeTeam and VisitTeam by Room (the home team sits North-South in
    the open room), else PairNS and PairEW, the rooms of a table, the players' names, or Section
    and Table.
    """
    found: list[TableResult] = []
    problems: list[Problem] = []
    names = names or BoardNames()
    for board in boards:
        result = score(board, rules)
        problems += result.problems
        found.append(_table_result(board, names.of(board), result.net(Side.NS)))
    return found, problems


def _table_result(board: Board, name: str, net: int | None) -> TableResult:
    came = outcome(board)
    ns, ew = _contestants(board)
    return TableResult(
        name,
        ns,
        ew,
        net,
        "" if came.contract is None else str(came.contract),
        "" if came.declarer is None else str(came.declarer),
        came.tricks,
        _place(board),
    )


def _tag(board: Board, name: str) -> str:
    value = (board.tag(name) or "").strip()
    return "" if value in ("?", "-", "#") else value


def _place(board: Board) -> str:
    section, table, room = (_tag(board, name) for name in ("Section", "Table", "Room"))
    return " ".join(filter(None, (section, f"table {table}" if table else "", room.lower())))


ROOMS = ("Open", "Closed")
PAIR = "pair "
"""Begins the name of a pair known by its number."""


def _contestants(board: Board) -> tuple[str, str]:
    home, visit, room = (_tag(board, name) for name in ("HomeTeam", "VisitTeam", "Room"))
    if home and visit and room in ROOMS:
        return (home, visit) if room == ROOMS[0] else (visit, home)
    section, table = _tag(board, "Section"), _tag(board, "Table")
    pairs = _tag(board, "PairNS"), _tag(board, "PairEW")
    if all(pairs):
        return _named(section, pairs[0], ""), _named(section, pairs[1], "")
    table = f"{section} {table}".strip()
    if room in ROOMS:
        home, visit = f"home team {table}".strip(), f"visitors {table}".strip()
        return (home, visit) if room == ROOMS[0] else (visit, home)
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
