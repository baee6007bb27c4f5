"""The tally: one ordered session of boards folded into games, rubbers and totals.

Where a rubber ends depends on the code: the same records split differently under each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from abtools.board import Board, Vulnerability
from abtools.cards import Seat, Side
from abtools.entries import PLAYERS_OF_THREE, UNKNOWN, Entry, Party
from abtools.problems import NOWHERE, Problem
from abtools.rules import RuleSet
from abtools.scoring import Score, score

Points = Mapping[Party, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One record on the score sheet.

    `index` counts the session's boards from 0; `vulnerability` is the state it was played in (None
    where the code has none, or nothing tells). `bonus` holds what the tally adds on this record
    (a game's premium); `game` is who won a game with it: the line on the sheet is drawn under it.
    """

    index: int
    board: str | None
    vulnerability: Vulnerability | None
    score: Score
    bonus: tuple[Entry, ...] = ()
    game: Party | None = None


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber, or another stretch of deals that is added up by itself.

    `extras` are the entries after the last deal (rubber, unfinished rubber). `finished` is false
    for a rubber that was broken off. Points are by side, or by player when three play.
    """

    lines: tuple[Line, ...]
    finished: bool
    games: Points
    extras: tuple[Entry, ...]
    tie_break: str = "none"

    @property
    def boards(self) -> tuple[str | None, ...]:
        """The numbers of the records in it."""
        return tuple(line.board for line in self.lines)

    @property
    def below(self) -> Points:
        """Points below the line."""
        return self._sum(e for line in self.lines for e in line.score.entries if e[1] == "below")

    @property
    def above(self) -> Points:
        """Points above the line, without what games and rubber earn (see bonus)."""
        return self._sum(e for line in self.lines for e in line.score.entries if e[1] == "above")

    @property
    def bonus(self) -> Points:
        """What games, the rubber, or an unfinished rubber earn."""
        return self._sum((*(e for line in self.lines for e in line.bonus), *self.extras))

    @property
    def missing(self) -> tuple[str, ...]:
        """Numbers of the code that the total would need and that nobody has found."""
        keys = [key for line in self.lines for key in line.score.missing]
        return tuple(dict.fromkeys((*keys, *_missing(self.lines, self.extras))))

    @property
    def total(self) -> Points | None:
        """Below, above and bonus together; None when a number is missing."""
        if self.missing:
            return None
        below, above, bonus = self.below, self.above, self.bonus
        return {side: below[side] + above[side] + bonus[side] for side in self.games}

    @property
    def winner(self) -> Party | None:
        """Who has the larger total; on equal totals as the code's tie-break says, or nobody."""
        total = self.total
        return None if total is None else _winner(total, self.games, self.tie_break)

    def _sum(self, entries: Iterable[Entry]) -> Points:
        points = dict.fromkeys(self.games, 0)
        for entry in entries:
            points[entry.side] += entry.points
        return points


def _missing(lines: Iterable[Line], extras: Iterable[Entry]) -> list[str]:
    """The keys of unknown numbers among the entries that the tally made."""
    entries = [*(entry for line in lines for entry in line.bonus), *extras]
    return [e.kind.removeprefix(UNKNOWN) for e in entries if e.kind.startswith(UNKNOWN)]


def _winner(total: Points, games: Points, tie_break: str) -> Party | None:
    best = max(total.values())
    leaders = [side for side in total if total[side] == best]
    if len(leaders) > 1 and tie_break == "more_games":
        most = max(games[side] for side in leaders)
        leaders = [side for side in leaders if games[side] == most]
    return leaders[0] if len(leaders) == 1 else None


@dataclass(frozen=True, slots=True)
class Session:
    """A session under one rule set: a line for every board in order, and the rubbers they make.

    Where each deal stands alone there are no rubbers. `problems` are those of the scores and of
    the tally.
    """

    rules: RuleSet
    lines: tuple[Line, ...]
    rubbers: tuple[Rubber, ...]
    problems: tuple[Problem, ...]

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores of the boards, in order."""
        return tuple(line.score for line in self.lines)

    @property
    def missing(self) -> tuple[str, ...]:
        """Numbers of the code that the total would need and that nobody has found."""
        keys = [key for line in self.lines for key in line.score.missing]
        more = [key for rubber in self.rubbers for key in rubber.missing]
        return tuple(dict.fromkeys((*keys, *more)))

    @property
    def total(self) -> Points | None:
        """All points; None when a number is missing. Net where a deal has one score."""
        if self.missing:
            return None
        points = dict.fromkeys(parties_of(self.rules), 0)
        for entry in self._entries():
            points[entry.side] += entry.points
            if self.rules.is_net and isinstance(entry.side, Side):
                points[entry.side.opponents] -= entry.points
        return points

    @property
    def settlement(self) -> Points | None:
        """What each wins or loses: the sum of the differences with every other party."""
        total = self.total
        if total is None or self.rules.is_net:
            return total
        return settled(total)

    def _entries(self) -> Iterable[Entry]:
        for line in self.lines:
            yield from line.score.entries
            yield from line.bonus
        for rubber in self.rubbers:
            yield from rubber.extras


def settled(total: Points) -> Points:
    """What each wins or loses when every two settle the difference of their points.

    >>> [*settled({Side.NS: 500, Side.EW: 120}).values()]
    [380, -380]
    """
    return {party: sum(total[party] - other for other in total.values()) for party in total}


def parties_of(rules: RuleSet) -> tuple[Party, ...]:
    """Who scores: two sides, or three players."""
    return tuple(Side) if rules.players == 4 else PLAYERS_OF_THREE


def tally(boards: Iterable[Board], rules: RuleSet) -> Session:
    """The session that these boards make in this order.

    >>> from abtools.rules import load
    >>> from abtools.auction import Contract
    >>> board = Board("1", contract=Contract.parse("3NT"), declarer=Seat.S, tricks=9)
    >>> session = tally([board, board], load("auction-1926"))
    >>> session.rubbers[0].finished, session.total[Side.NS]
    (True, 310)
    """
    table = Table(rules)
    lines, rubbers = [], []
    for board in boards:
        line, rubber = table.add(board)
        lines.append(line)
        if rubber is not None:
            rubbers.append(rubber)
    last = table.close()
    if last is not None:
        rubbers.append(last)
    session = Session(rules, tuple(lines), tuple(rubbers), tuple(table.problems))
    unknown = tuple(_unknown(key, rules) for key in session.missing)
    return Session(rules, session.lines, session.rubbers, session.problems + unknown)


def _unknown(key: str, rules: RuleSet) -> Problem:
    message = f"no total under {rules.name}: {key} is not known ({rules.rule(key).law})"
    return Problem("number-unknown", NOWHERE, message)


class Table:
    """A table in play under one rule set: takes board after board, hands back finished rubbers.

    `tally` is the usual way; use this for a stream too long to keep. `problems` grows.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.problems: list[Problem] = []
        self._parties = parties_of(rules)
        self._unit = rules.choice("session.unit")
        self._vulnerability_rule = rules.choice("vulnerability.rule")
        self._schedule = rules.words("vulnerability.schedule")
        self._deals = rules.points("session.deals") or 0
        self._carry = rules.flag("session.carry")
        self._target = rules.points("game.target") or 0
        self._games_needed = rules.points("rubber.games") or 0
        self._redeals = rules.choice("bidding.passed_out") == "same_dealer"
        self._tie_break = rules.choice("session.tie_break")
        self._index = 0
        self._dealt = 0
        self._group = dict.fromkeys(self._parties, 0)
        self._start()

    def _start(self) -> None:
        self._lines: list[Line] = []
        self._games = dict.fromkeys(self._parties, 0)
        self._part = dict.fromkeys(self._parties, 0)

    @property
    def games(self) -> Points:
        """Games won in the rubber in progress."""
        return dict(self._games)

    @property
    def part_scores(self) -> Points:
        """Points below the line in the game in progress."""
        return dict(self._part)

    def add(self, board: Board) -> tuple[Line, Rubber | None]:
        """Score the next board; the rubber it ends, if it ends one."""
        state = self._state(board)
        result = score(board, self.rules, state)
        self.problems.extend(result.problems)
        if self._vulnerability_rule == "recorded":
            state = board.vulnerability
        elif state is not None and result.scored:
            self._compare(board, state)
        counts = not (result.passed_out and self._redeals)
        self._dealt += counts
        game = self._count(result) if self._carry else None
        bonus = tuple(self._bonus(result, game, state))
        line = Line(self._index, board.number, state, result, bonus, game)
        self._index += 1
        if self._unit == "deal":
            return line, None
        self._lines.append(line)
        return line, self._ended()

    def close(self) -> Rubber | None:
        """The rubber in progress when the session breaks off, None when none is."""
        rubber = self._rubber(finished=False) if self._lines else None
        self._start()
        return rubber

    def _state(self, board: Board) -> Vulnerability | None:
        """Who is vulnerable now, where that follows from what happened before."""
        if self.rules.players != 4:
            return None  # vulnerability is of sides
        if self._vulnerability_rule == "games":
            return Vulnerability.of_sides(self._games[Side.NS] > 0, self._games[Side.EW] > 0)
        if self._vulnerability_rule == "schedule":
            return self._scheduled(board)
        return None

    def _scheduled(self, board: Board) -> Vulnerability:
        who = self._schedule[self._dealt % len(self._schedule)] if self._schedule else "none"
        if who in ("none", "both"):
            return Vulnerability.ALL if who == "both" else Vulnerability.NONE
        dealer = board.dealer
        if dealer is None:
            dealer = board.auction.dealer if board.auction else Seat(self._dealt % 4)
        side = dealer.side if who == "dealer" else dealer.side.opponents
        return Vulnerability.of_sides(side is Side.NS, side is Side.EW)

    def _compare(self, board: Board, state: Vulnerability) -> None:
        if board.vulnerability is None or board.vulnerability is state:
            return
        by_games = self._vulnerability_rule == "games"
        why = "the games before make" if by_games else "the deal's place in the session makes"
        message = (
            f"recorded as vulnerable: {board.vulnerability}; {why} it {state} "
            f"under {self.rules.name}"
        )
        self.problems.append(board.problem("vulnerable-disagrees", message, "Vulnerable"))

    def _count(self, result: Score) -> Party | None:
        """Add what counts below the line; who wins a game by it. All part-scores lapse then.

        Should both sides get there on one record, by points entered by hand, the tricks go first.
        """
        winner: Party | None = None
        for entry in result.entries:
            if entry.column == "below":
                self._part[entry.side] += entry.points
                if winner is None and self._part[entry.side] >= self._target > 0:
                    winner = entry.side
        if winner is not None:
            self._games[winner] += 1
            self._part = dict.fromkeys(self._parties, 0)
        return winner

    def _bonus(
        self, result: Score, game: Party | None, state: Vulnerability | None
    ) -> Iterable[Entry]:
        """The premium of a game, and of a part-score on the last deal of a chukker."""
        if not self._carry:
            return
        if game is not None:
            vulnerable = state is not None and isinstance(game, Side) and state.of(game)
            key = "premiums.game_vulnerable" if vulnerable else "premiums.game"
            yield from self._entry(game, key, "game", "game")
        elif self._unit == "chukker" and self._dealt == self._deals:
            for entry in result.entries:
                if entry.kind == "odd-tricks":
                    key, words = "premiums.part_score", "part-score on the last deal"
                    yield from self._entry(entry.side, key, words, "part-score")

    def _entry(self, side: Party, key: str, reason: str, kind: str) -> Iterable[Entry]:
        rule, points = self.rules.rule(key), self.rules.points(key)
        if points is None:
            yield Entry(side, "above", 0, f"{reason}: not known", rule.law, UNKNOWN + key, "U")
        elif points:
            yield Entry(side, "above", points, reason, rule.law, kind, rule.mark)

    def _ended(self) -> Rubber | None:
        """The rubber that the last board ended, None while it goes on."""
        won = self._games_needed and max(self._games.values()) >= self._games_needed
        full = self._deals and self._dealt >= self._deals
        if self._unit == "chukker":
            won = full
        if not won and not full:
            return None
        rubber = self._rubber(finished=bool(won))
        if full and self._is_tie(rubber):
            if not won:
                return None
            full = False
        self._add_to_group(rubber)
        if full:
            self._dealt = 0
            self._group = dict.fromkeys(self._parties, 0)
        self._start()
        return rubber

    def _is_tie(self, rubber: Rubber) -> bool:
        """Whether an extra deal is due: the totals of the session so far are equal."""
        total = rubber.total
        if self._tie_break != "extra_deal" or total is None:
            return False
        return len({self._group[party] + total[party] for party in self._parties}) == 1

    def _add_to_group(self, rubber: Rubber) -> None:
        for party, points in (rubber.total or {}).items():
            self._group[party] += points

    def _rubber(self, finished: bool) -> Rubber:
        if self._unit == "chukker":
            extras: tuple[Entry, ...] = ()
        elif finished:
            extras = tuple(self._won())
        else:
            extras = tuple(self._unfinished())
        return Rubber(tuple(self._lines), finished, dict(self._games), extras, self._tie_break)

    def _won(self) -> Iterable[Entry]:
        """The bonus for the rubber."""
        winner = max(self._parties, key=lambda party: self._games[party])
        others = any(games for party, games in self._games.items() if party is not winner)
        key = "rubber.two_one" if others else "rubber.two_nil"
        against = "a game" if others else "no game"
        yield from self._entry(winner, key, f"rubber, against {against}", "rubber")

    def _unfinished(self) -> Iterable[Entry]:
        """What an unfinished rubber earns: the only game, and a part-score in the last game."""
        winners = [party for party, games in self._games.items() if games]
        if len(winners) == 1:
            key, words = "rubber.unfinished_game", "the only game of an unfinished rubber"
            yield from self._entry(winners[0], key, words, "unfinished-game")
        holders = [party for party, points in self._part.items() if points]
        if len(holders) == 1 or self.rules.flag("rubber.both_sides_part"):
            key, words = "rubber.unfinished_part", "part-score in an unfinished game"
            for party in holders:
                yield from self._entry(party, key, words, "unfinished-part")
