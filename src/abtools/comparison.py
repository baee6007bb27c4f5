"""Comparing tables that played the same boards: match points, IMPs, victory points, rankings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from statistics import median

from abtools.board import Board
from abtools.cards import Side
from abtools.problems import Problem
from abtools.rules import RuleSet
from abtools.scoring import score

Scores = Sequence[int]
"""North-South scores of one board, a table each."""

# --- IMPs ----------------------------------------------------------------------------------------

IMP_SCALES: Mapping[str, tuple[int, ...] | None] = {
    "1962": (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500),
        *(1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ),
    "1961": None,
    "1948": (20, 70, 140, 220, 350, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000),
}
"""The scales by year: the least difference for 1, 2, 3 ... IMPs. 1962 is law 78 and today's; 1948
is as Sports Illustrated printed it on 2 May 1960; the figures of 1961 were not found."""


def imps(difference: int, scale: str = "1962") -> int:
    """The IMPs for a difference in points, with its sign. ValueError for a scale without figures.

    >>> imps(430), imps(-20), imps(430, "1948")
    (10, -1, 5)
    """
    steps = IMP_SCALES.get(scale)
    if steps is None:
        raise ValueError(f"the IMP scale of {scale} is not known; there are 1962 and 1948")
    points = bisect_right(steps, abs(difference))
    return points if difference > 0 else -points


# --- one board -----------------------------------------------------------------------------------


def match_points(scores: Scores, each: int = 2) -> list[Fraction]:
    """Match points of North-South at each table: `each` for a pair beaten, half that for a tie
    (law 78: 2 and 1; elsewhere 1 and a half). East-West have `each * (tables - 1)` less these.

    >>> [int(points) for points in match_points([420, 420, 450, -50])]
    [3, 3, 6, 0]
    """
    return [
        Fraction(each, 2) * (2 * sum(other < own for other in scores) + scores.count(own) - 1)
        for own in scores
    ]


def percentages(scores: Scores, formula: str = "top") -> list[Fraction | None]:
    """North-South's percentage at each table.

    "top" is the share of the top; "ascherman" counts a comparison with oneself as a tie, so
    that a board played once is worth 50. None where there is nothing to compare.
    """
    tables = len(scores)
    points = match_points(scores)
    if formula == "ascherman":
        return [100 * (own + 1) / (2 * tables) for own in points]
    if formula != "top":
        raise ValueError(f"{formula!r}: top or ascherman expected")
    return [100 * own / (2 * (tables - 1)) if tables > 1 else None for own in points]


ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "nearest": lambda x: int((abs(x) + Fraction(1, 2)) // 1) * (1 if x > 0 else -1),
    "down": lambda x: int(abs(x) // 1) * (1 if x > 0 else -1),
    "up": lambda x: int(-(-abs(x) // 1)) * (1 if x > 0 else -1),
}
"""How a datum is rounded to tens; down and up are towards and away from zero."""


def datum(scores: Scores, drop: int = 1, rounding: str = "nearest", kind: str = "mean") -> int:
    """Butler's datum: the mean (or median) of the scores without the `drop` highest and lowest,
    to tens. Where too few tables would remain none are dropped. ValueError without scores.

    >>> datum([420, 450, -50, 420, 170])
    340
    """
    if not scores:
        raise ValueError("no scores, no datum")
    kept = sorted(scores)
    if len(kept) > 2 * drop and kind == "mean":
        kept = kept[drop : len(kept) - drop]
    middle = Fraction(sum(kept), len(kept)) if kind == "mean" else Fraction(median(kept))
    return 10 * ROUNDINGS[rounding](middle / 10)


def butler(
    scores: Scores, drop: int = 1, rounding: str = "nearest", kind: str = "mean"
) -> list[int]:
    """North-South's IMPs at each table against the datum."""
    middle = datum(scores, drop, rounding, kind)
    return [imps(own - middle) for own in scores]


def cross_imps(scores: Scores, average: bool = True) -> list[Fraction]:
    """North-South's IMPs at each table against every other; by default per comparison.

    >>> [int(points) for points in cross_imps([420, 450, -50], average=False)]
    [9, 12, -21]
    """
    others = len(scores) - 1
    sums = [sum(imps(own - other) for other in scores) for own in scores]
    return [Fraction(total, others if average and others else 1) for total in sums]


def board_a_match(own: int, other: int) -> int:
    """2 for the better score of two tables, 1 for the same, 0 for the worse."""
    return 1 + (own > other) - (own < other)


# --- matches -------------------------------------------------------------------------------------


def victory_points(margin: int, boards: int, most: int = 20) -> tuple[Decimal, Decimal]:
    """The World Bridge Federation's continuous scale: winner's and loser's victory points for a
    margin in IMPs over so many boards; two decimals, halves up. ValueError without boards.

    The published tables differ from the formula by 0.01 in a few places, on purpose.

    >>> [str(points) for points in victory_points(10, 16)]
    ['12.80', '7.20']
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    golden = (Decimal(5).sqrt() - 1) / 2
    blitz = 15 * Decimal(boards).sqrt()
    half = Decimal(most) / 2
    share = (1 - golden ** (3 * abs(margin) / blitz)) / (1 - golden**3)
    won = (half + half * min(share, Decimal(1))).quantize(Decimal("0.01"), ROUND_HALF_UP)
    lost = Decimal(most) - won
    return (won, lost) if margin >= 0 else (lost, won)


# --- from records --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableResult:
    """What one table made of one board.

    `ns` and `ew` name who played there (a pair's or a team's id, a table or a room when nothing
    better is recorded); `score` is North-South's, None when the record does not tell.
    """

    board: str
    ns: str
    ew: str
    score: int | None
    contract: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One table on a traveller, with what it earned North-South and East-West."""

    result: TableResult
    ns: Fraction
    ew: Fraction


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board at all its tables, best North-South score first."""

    board: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place: rank (shared on a tie), total, boards compared, percentage or mean."""

    rank: int
    name: str
    total: Fraction
    boards: int
    mean: Fraction


@dataclass(frozen=True, slots=True)
class Comparison:
    """A session compared by one method: travellers and ranking, and the records left out."""

    method: str
    travellers: tuple[Traveller, ...]
    ranking: tuple[Standing, ...]
    left_out: tuple[TableResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """A way of comparing: words for it, and both sides' points from a board's scores."""

    words: str
    points: Callable[[Scores], list[tuple[Fraction, Fraction]]]


def _mirrored(values: Iterable[Fraction | int]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(value), -Fraction(value)) for value in values]


def _match_points(scores: Scores) -> list[tuple[Fraction, Fraction]]:
    top = Fraction(2 * (len(scores) - 1))
    return [(own, top - own) for own in match_points(scores)]


def _bam(scores: Scores) -> list[tuple[Fraction, Fraction]]:
    others = Fraction(len(scores) - 1)
    beaten = [sum(board_a_match(own, other) for other in scores) - 1 for own in scores]
    return [(Fraction(points), 2 * others - points) for points in beaten]


METHODS: Mapping[str, Method] = {
    "matchpoints": Method("match points, 2 for a pair beaten and 1 for a tie", _match_points),
    "imps": Method("IMPs against the other table", lambda s: _mirrored(cross_imps(s))),
    "cross-imps": Method(
        "IMPs per comparison with every table", lambda s: _mirrored(cross_imps(s))
    ),
    "butler": Method("IMPs against the datum", lambda s: _mirrored(butler(s))),
    "bam": Method("board-a-match: 2, 1 or 0 against each table", _bam),
    "total": Method("total points", _mirrored),
}
"""Name on the command line -> method."""


def table_results(
    boards: Iterable[Board], rules: RuleSet
) -> tuple[list[TableResult], list[Problem]]:
    """What each record says of its table, scored under a rule set with one score a board.

    Who played is taken from PairNS and PairEW, else HomeTeam and VisitTeam by Room (the home
    team sits North-South in the open room), else Section, Table and Room.
    """
    found: list[TableResult] = []
    problems: list[Problem] = []
    for board in boards:
        result = score(board, rules)
        problems += result.problems
        ns, ew = _contestants(board)
        contract = "" if board.contract is None else f"{board.contract} {board.declarer or ''}"
        found.append(
            TableResult(board.number or "?", ns, ew, result.net(Side.NS), contract.strip())
        )
    return found, problems


def _contestants(board: Board) -> tuple[str, str]:
    def tag(name: str) -> str:
        value = board.tag(name) or ""
        return "" if value in ("?", "-") else value

    if tag("PairNS") and tag("PairEW"):
        return f"{tag('PairNS')} NS", f"{tag('PairEW')} EW"
    if tag("HomeTeam") and tag("VisitTeam") and tag("Room"):
        home, visit = tag("HomeTeam"), tag("VisitTeam")
        return (home, visit) if tag("Room") == "Open" else (visit, home)
    place = " ".join(filter(None, (tag("Section"), tag("Table"), tag("Room")))) or "?"
    return f"{place} NS", f"{place} EW"


def score_table_results(
    board: str, columns: Sequence[str], rows: Iterable[Sequence[str]]
) -> list[TableResult]:
    """The results in a PBN ScoreTable: columns by name, cells as text. A row with a Multiplicity
    stands for so many tables; a row without a score is a result that nobody knows.

    >>> len(score_table_results("1", ["Score_NS", "Multiplicity"], [["420", "3"], ["-50", "1"]]))
    4
    """
    found = []
    for number, cells in enumerate(rows, 1):
        row = dict(zip(columns, cells, strict=True))
        ns, ew = row.get("PairId_NS", ""), row.get("PairId_EW", "")
        contract = f"{row.get('Contract', '')} {row.get('Declarer', '')}".strip()
        result = TableResult(
            board, f"{ns or number} NS", f"{ew or number} EW", _score_of(row), contract
        )
        times = row.get("Multiplicity", "1")
        found += [result] * (int(times) if times.isdecimal() else 1)
    return found


def _score_of(row: Mapping[str, str]) -> int | None:
    for key, sign in (("Score_NS", 1), ("Score_EW", -1)):
        try:
            return sign * int(row[key])
        except (KeyError, ValueError):
            continue
    return None


def compare(results: Iterable[TableResult], method: str) -> Comparison:
    """All boards compared by a method of METHODS, with the ranking it gives.

    Results without a score, and boards played only once (but for total points), are left out
    and listed. KeyError for a method that does not exist.
    """
    way = METHODS[method]
    by_board: dict[str, list[TableResult]] = {}
    for result in results:
        by_board.setdefault(result.board, []).append(result)
    travellers, left_out = [], []
    for board, tables in by_board.items():
        scored = [t for t in tables if t.score is not None]
        left_out += [t for t in tables if t.score is None]
        if len(scored) < 2 and method != "total":
            left_out += scored
            continue
        travellers.append(_traveller(board, scored, way))
    return Comparison(method, tuple(travellers), tuple(_ranking(travellers)), tuple(left_out))


def _traveller(board: str, tables: Sequence[TableResult], way: Method) -> Traveller:
    points = way.points([t.score for t in tables if t.score is not None])
    rows = [Row(t, ns, ew) for t, (ns, ew) in zip(tables, points, strict=True)]
    return Traveller(board, tuple(sorted(rows, key=lambda row: -(row.result.score or 0))))


def _ranking(travellers: Iterable[Traveller]) -> list[Standing]:
    totals: dict[str, list[Fraction]] = {}
    for traveller in travellers:
        for row in traveller.rows:
            totals.setdefault(row.result.ns, []).append(row.ns)
            totals.setdefault(row.result.ew, []).append(row.ew)
    sums = {name: sum(points, Fraction(0)) for name, points in totals.items()}
    ordered = sorted(sums, key=lambda name: (-sums[name], name))
    return [
        Standing(
            1 + sum(total > sums[name] for total in sums.values()),
            name,
            sums[name],
            len(totals[name]),
            sums[name] / len(totals[name]),
        )
        for name in ordered
    ]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One board of a match: both rooms' North-South scores, the home team's IMPs, and the sums
    of both teams so far."""

    board: str
    open: int
    closed: int
    imps: int
    home: int
    visit: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams over the boards that both rooms played."""

    home: str
    visit: str
    rows: tuple[MatchRow, ...]

    @property
    def margin(self) -> int:
        """The home team's IMPs less the visitors'."""
        return sum(row.imps for row in self.rows)

    @property
    def victory_points(self) -> tuple[Decimal, Decimal]:
        """Home's and visitors' victory points (see victory_points)."""
        return victory_points(self.margin, len(self.rows))


def matches(results: Iterable[TableResult], scale: str = "1962") -> list[Match]:
    """The matches among these results: two teams that met on a board both ways round.

    The team that sat North-South first is the home team.
    """
    pending: dict[tuple[str, frozenset[str]], TableResult] = {}
    played: dict[frozenset[str], list[tuple[TableResult, TableResult]]] = {}
    homes: dict[frozenset[str], str] = {}
    for result in results:
        teams = frozenset((result.ns, result.ew))
        homes.setdefault(teams, result.ns)
        other = pending.pop((result.board, teams), None)
        if other is None or other.ns != result.ew:
            pending[result.board, teams] = result
            continue
        pair = (other, result) if other.ns == homes[teams] else (result, other)
        played.setdefault(teams, []).append(pair)
    return [_match(homes[teams], teams, pairs, scale) for teams, pairs in played.items()]


def _match(
    home: str,
    teams: frozenset[str],
    pairs: Sequence[tuple[TableResult, TableResult]],
    scale: str,
) -> Match:
    rows: list[MatchRow] = []
    sums = [0, 0]
    for first, second in pairs:
        if first.score is None or second.score is None:
            continue
        won = imps(first.score - second.score, scale)
        sums = [sums[0] + max(won, 0), sums[1] + max(-won, 0)]
        rows.append(MatchRow(first.board, first.score, second.score, won, sums[0], sums[1]))
    visit = next(iter(teams - {home}), home)
    return Match(home, visit, tuple(rows))
