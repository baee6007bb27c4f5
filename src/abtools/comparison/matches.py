"""Matches of two teams that met in two rooms, board by board with the running score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from abtools.comparison.field import Standing, pairs_told_apart
from abtools.comparison.imps import imps, victory_points
from abtools.comparison.methods import METHODS, Options
from abtools.comparison.results import TableResult


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One board of a match: both rooms' North-South scores, the home team's gain in the match's
    unit (negative when the visitors gained), and the sums of both teams so far."""

    board: str
    open: int
    closed: int
    imps: int
    home: Fraction
    visit: Fraction
    results: tuple[TableResult, TableResult]


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams over the boards that both rooms played; `most` are the victory points
    of one match."""

    home: str
    visit: str
    rows: tuple[MatchRow, ...]
    most: int = 20

    @property
    def margin(self) -> int:
        """The home team's gains less the visitors'."""
        return sum(row.imps for row in self.rows)

    @property
    def victory_points(self) -> tuple[Decimal, Decimal]:
        """Home's and visitors' victory points (see victory_points)."""
        return victory_points(self.margin, len(self.rows), self.most)


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches among some results, and what belongs to none (a board of one room only)."""

    method: str
    matches: tuple[Match, ...]
    ranking: tuple[Standing, ...]
    left_out: tuple[TableResult, ...]


def matches(results: Iterable[TableResult], scale: str = "1962") -> list[Match]:
    """The matches among these results in IMPs: two teams that met on a board both ways round.

    The team that sat North-South first is the home team.
    """
    return list(play_matches(results, "imps", {"scale": scale}).matches)


def play_matches(
    results: Iterable[TableResult], method: str, options: Options | None = None
) -> Matches:
    """The matches by a method of OF_MATCHES, with the teams' ranking.

    By vp a team's points are its victory points, else what it gained on each board.
    """
    settled = METHODS[method].settled(options or {})
    pending: dict[tuple[str, frozenset[str]], TableResult] = {}
    played: dict[frozenset[str], list[tuple[TableResult, TableResult]]] = {}
    homes: dict[frozenset[str], str] = {}
    left_out = []
    for result in pairs_told_apart(list(results)):
        if result.score is None or not result.ns or result.ns == result.ew:
            left_out.append(result)
            continue
        teams = frozenset((result.ns, result.ew))
        homes.setdefault(teams, result.ns)
        other = pending.pop((result.board, teams), None)
        if other is None or other.ns != result.ew:
            left_out += [other] if other is not None else []
            pending[result.board, teams] = result
            continue
        pair = (other, result) if other.ns == homes[teams] else (result, other)
        played.setdefault(teams, []).append(pair)
    found = tuple(
        _match(homes[teams], teams, pairs, method, settled) for teams, pairs in played.items()
    )
    return Matches(
        method, found, tuple(_ranking_of_teams(found, method)), (*left_out, *pending.values())
    )


def _gain(method: str, own: int, other: int, options: Options) -> int:
    """What the home team gains on a board, in the method's unit; negative for the visitors."""
    if method == "bam":
        return (own > other) - (own < other)
    return own - other if method == "total" else imps(own - other, options["scale"])


def _match(
    home: str,
    teams: frozenset[str],
    pairs: Sequence[tuple[TableResult, TableResult]],
    method: str,
    options: Options,
) -> Match:
    rows: list[MatchRow] = []
    sums = [Fraction(0), Fraction(0)]
    for first, second in pairs:
        if first.score is None or second.score is None:
            continue
        won = _gain(method, first.score, second.score, options)
        if method == "bam":
            share = Fraction(int(options["each"]), 2)
            sums = [sums[0] + share * (1 + won), sums[1] + share * (1 - won)]
        else:
            sums = [sums[0] + max(won, 0), sums[1] + max(-won, 0)]
        rows.append(
            MatchRow(first.board, first.score, second.score, won, sums[0], sums[1], (first, second))
        )
    visit = next(iter(teams - {home}), home)
    return Match(home, visit, tuple(rows), int(options.get("most", "20")))


def _ranking_of_teams(played: Sequence[Match], method: str) -> list[Standing]:
    """The teams by the points of all their matches."""
    points: dict[str, Fraction] = {}
    boards: dict[str, int] = {}
    available: dict[str, Fraction] = {}
    for match in played:
        last = match.rows[-1]
        both = (last.home, last.visit)
        if method == "vp":
            both = (Fraction(match.victory_points[0]), Fraction(match.victory_points[1]))
        for name, own in zip((match.home, match.visit), both, strict=True):
            points[name] = points.get(name, Fraction(0)) + own
            boards[name] = boards.get(name, 0) + len(match.rows)
            if method in ("vp", "bam"):
                available[name] = available.get(name, Fraction(0)) + sum(both)
    return [
        Standing(
            1 + sum(other > points[name] for other in points.values()),
            name,
            points[name],
            boards[name],
            points[name] / boards[name],
            available.get(name, Fraction(0)),
        )
        for name in sorted(points, key=lambda name: (-points[name], name))
    ]
