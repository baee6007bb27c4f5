"""A field of tables compared board by board: travellers and the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from abtools.comparison.methods import METHODS, Method, Options
from abtools.comparison.results import PAIR, TableResult


@dataclass(frozen=True, slots=True)
class Row:
    """One table on a traveller, with what it earned North-South and East-West."""

    result: TableResult
    ns: Fraction
    ew: Fraction


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board at all its tables, best North-South score first; the datum where a method has
    one."""

    board: str
    rows: tuple[Row, ...]
    datum: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place: rank (shared on a tie), total, boards compared, mean of a board, and
    the points that both sides of those boards had together."""

    rank: int
    name: str
    total: Fraction
    boards: int
    mean: Fraction
    available: Fraction = Fraction(0)

    @property
    def percentage(self) -> Fraction | None:
        """The share of all points that could be had; None where what one side wins the other
        loses."""
        return 100 * self.total / self.available if self.available else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A session compared by one method: travellers and ranking, and the records left out."""

    method: str
    travellers: tuple[Traveller, ...]
    ranking: tuple[Standing, ...]
    left_out: tuple[TableResult, ...] = ()


def pairs_told_apart(results: Sequence[TableResult]) -> list[TableResult]:
    """Pair ids that are used twice on one board get their direction added."""
    seen: dict[str, set[str]] = {}
    twice = False
    for result in results:
        here = seen.setdefault(result.board, set())
        for name in (result.ns, result.ew):
            twice = twice or (name.startswith(PAIR) and name in here)
            here.add(name)
    if not twice:
        return list(results)
    return [
        replace(result, ns=f"{result.ns} NS", ew=f"{result.ew} EW")
        if result.ns.startswith(PAIR)
        else result
        for result in results
    ]


def compare(
    results: Iterable[TableResult], method: str, options: Options | None = None
) -> Comparison:
    """All boards compared by a method of METHODS, with the ranking it gives.

    Results without a score, and boards played only once (but for total points), are left out
    and listed. A pair id that is both sides' on some board names two pairs, North-South's and
    East-West's; else a pair is the same wherever it sits. KeyError for a method that does not
    exist, ValueError for an option.
    """
    way = METHODS[method]
    settled = way.settled(options or {})
    by_board: dict[str, list[TableResult]] = {}
    for result in pairs_told_apart(list(results)):
        by_board.setdefault(result.board, []).append(result)
    travellers, left_out = [], []
    for board, tables in by_board.items():
        scored = [t for t in tables if t.score is not None]
        left_out += [t for t in tables if t.score is None]
        if len(scored) < 2 and method != "total":
            left_out += scored
            continue
        travellers.append(_traveller(board, scored, way, settled))
    return Comparison(method, tuple(travellers), tuple(_ranking(travellers)), tuple(left_out))


def _traveller(
    board: str, tables: Sequence[TableResult], way: Method, options: Options
) -> Traveller:
    scores = [t.score for t in tables if t.score is not None]
    points = way.points(scores, options)
    rows = [Row(t, ns, ew) for t, (ns, ew) in zip(tables, points, strict=True)]
    datum = None if way.datum is None else way.datum(scores, options)
    return Traveller(board, tuple(sorted(rows, key=lambda row: -(row.result.score or 0))), datum)


def _ranking(travellers: Iterable[Traveller]) -> list[Standing]:
    """Everybody by points; tables where nobody knows who played count for nobody."""
    totals: dict[str, list[Fraction]] = {}
    available: dict[str, Fraction] = {}
    for row in (row for traveller in travellers for row in traveller.rows):
        for name, points in ((row.result.ns, row.ns), (row.result.ew, row.ew)):
            if name:
                totals.setdefault(name, []).append(points)
                available[name] = available.get(name, Fraction(0)) + row.ns + row.ew
    sums = {name: sum(points, Fraction(0)) for name, points in totals.items()}
    merits = {n: sums[n] / available[n] if available[n] else sums[n] for n in sums}
    ordered = sorted(sums, key=lambda name: (-merits[name], name))
    return [
        Standing(
            1 + sum(other > merits[name] for other in merits.values()),
            name,
            sums[name],
            len(totals[name]),
            sums[name] / len(totals[name]),
            available[name],
        )
        for name in ordered
    ]
