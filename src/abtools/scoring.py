"""Scoring: what one board is worth under one code of laws, as entries that name their law."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from abtools.auction import Contract, Strain
from abtools.board import Adjustment, Board, Outcome, Vulnerability, outcome
from abtools.cards import Seat, Side
from abtools.entries import DUMMY_OF_THREE, PLAYERS_OF_THREE, UNKNOWN, Entry, Party, times
from abtools.honours import held, honours_held
from abtools.parameters import STRAIN_KEYS, TRICK_VALUE, Series, target_of
from abtools.problems import Problem
from abtools.rules import RuleSet, with_switch

__all__ = [
    "BOOK",
    "DUMMY_OF_THREE",
    "PLAYERS_OF_THREE",
    "Entry",
    "Party",
    "Score",
    "honours_held",
    "parties",
    "score",
    "tricks_needed",
    "undertaken_tricks",
]

BOOK = 6
_DOUBLING = {1: "undoubled", 2: "doubled", 4: "redoubled"}


@dataclass(frozen=True, slots=True)
class Score:
    """What a board came to under a rule set.

    `scored` is false, and `why_not` says why, when the record does not tell enough: that is no
    zero. `missing` names numbers of the code that would be needed and that nobody has found.
    """

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    scored: bool = True
    why_not: str | None = None
    missing: tuple[str, ...] = ()
    passed_out: bool = False

    def points(self, side: Party, column: str) -> int:
        """A side's points in one column, "below" or "above"."""
        return sum(e.points for e in self.entries if e.side is side and e.column == column)

    def total(self, side: Party) -> int | None:
        """A side's points in both columns; None when not scored or a number is missing."""
        if not self.scored or self.missing:
            return None
        return sum(e.points for e in self.entries if e.side is side)

    def net(self, side: Side) -> int | None:
        """A side's points less its opponents'; None when the total is not known."""
        if not self.scored or self.missing:
            return None
        return sum(e.points if e.side is side else -e.points for e in self.entries)


def score(board: Board, rules: RuleSet, vulnerability: Vulnerability | None = None) -> Score:
    """The entries of one board under a rule set.

    `vulnerability` is the state at the table where it comes from games won (see tally); without
    it the board's own field counts. Contract, declarer and tricks are as recorded, or derived
    from auction and play; a PBN Scoring tag with OldMP brings the penalties of before 1987 to
    duplicate. Nothing is raised for what a record lacks: see Score.

    >>> from abtools.rules import load
    >>> board = Board(contract=Contract.parse("1S"), declarer=Seat.S, tricks=11)
    >>> score(board, load("auction-1926")).points(Side.NS, "below")
    45
    """
    if board.tags and rules.is_net:
        rules = _as_recorded(board, rules)
    came = result_under(board, rules)
    by_hand = _by_hand(board, rules) if board.adjustments else ()
    contract, declarer = came.contract, came.declarer
    if contract is not None and contract.level == 0:
        return _passed_out(board, rules, by_hand)
    why_not = _why_not(contract, declarer, came.tricks, rules)
    if why_not is not None or contract is None or declarer is None or came.tricks is None:
        return _unscored(board, by_hand, *(why_not or ("not-scored", "")))
    entries, missing, doubt = _played_by(
        board, rules, vulnerability, contract, declarer, came.tricks
    )
    if doubt is not None:
        return _unscored(board, by_hand, "not-scored", doubt)
    problems: tuple[Problem, ...] = ()
    if rules.flag("honours.scored") or rules.choice("chicane.rule") != "off":
        more, unknown, problem = held(board, rules, contract, declarer)
        entries, missing = entries + more, missing + unknown
        if problem is not None:
            problems = (board.problem(*problem, _asks_for_honours(board)),)
    if by_hand:
        missing += tuple(e.kind.removeprefix(UNKNOWN) for e in by_hand if UNKNOWN in e.kind)
    return Score(entries + by_hand, problems, missing=missing)


def _asks_for_honours(board: Board) -> str:
    """Where to say that honours are not known: where they are noted, else at the contract."""
    if board.honours is not None:
        return "Honours"
    return "Auction" if board.contract is None else "Contract"


def _played_by(
    board: Board,
    rules: RuleSet,
    vulnerability: Vulnerability | None,
    contract: Contract,
    declarer: Seat,
    tricks: int,
) -> tuple[tuple[Entry, ...], tuple[str, ...], str | None]:
    """The entries for the play, the unknown numbers they need, and why there can be none."""
    targets = rules.words("announcing.targets")
    points = _points_of_pair(board, rules, declarer) if targets else None
    if targets and (points is None or target_of(targets, points) is None):
        why = "not known" if points is None else f"{points}, for which there is no target"
        return (), (), f"the points of the two hands are {why}"
    dealt = None if board.dealer is None else board.dealer is declarer
    vulnerable = _is_vulnerable(board, rules, vulnerability, declarer)
    found = _played(rules, contract, tricks, declarer, bool(vulnerable), dealt, points)
    if vulnerable is None:
        other = _played(rules, contract, tricks, declarer, True, dealt, points)
        if found != other:
            return (), (), f"vulnerability not recorded, which {rules.name} needs"
    return (*found, None)


MODIFIERS: Mapping[str, tuple[str, str]] = {"OldMP": ("nv_doubled_from_4th", "200")}
"""What a field of PBN's Scoring tag changes in a set that gives a board one score: a switch."""


def _as_recorded(board: Board, rules: RuleSet) -> RuleSet:
    """The rule set as the record's own Scoring tag changes it."""
    scoring = board.tag("Scoring")
    for field in scoring.split(";") if scoring else ():
        if field in MODIFIERS:
            rules = with_switch(rules, *MODIFIERS[field])
    return rules


def _points_of_pair(board: Board, rules: RuleSet, declarer: Seat) -> int | None:
    """High-card points of declarer and dummy; None when a hand is not known."""
    dummy = declarer.partner if rules.players == 4 else DUMMY_OF_THREE
    hands = [None if board.deal is None else board.deal[seat] for seat in (declarer, dummy)]
    if any(hand is None or len(hand) != 13 for hand in hands):
        return None
    return sum(hand.hcp for hand in hands if hand is not None)


def result_under(board: Board, rules: RuleSet) -> Outcome:
    """What a board came to, after the tricks that pass to the other side for revokes.

    They pass where the code says how many, and the tricks follow from a play in which revokes
    are marked; a recorded result has them in it.
    """
    came = outcome(board)
    each = rules.points("fines.revoke_tricks")
    play, declarer = board.play, came.declarer
    if not each or "tricks" not in came.derived or play is None or play.first is None:
        return came
    if came.tricks is None or declarer is None:
        return came
    tricks = came.tricks
    for index, mark in play.marks:
        if mark.irregularity == "R":
            ours = play.first.plus(index % 4).side is declarer.side
            tricks += -each if ours else each
    return replace(came, tricks=max(0, min(13, tricks)))


def _by_hand(board: Board, rules: RuleSet) -> tuple[Entry, ...]:
    """The table's own awards; they are made to sides, so there are none where three play."""
    if rules.players != 4:
        return ()
    return tuple(_adjustment(adjustment, rules) for adjustment in board.adjustments)


def _adjustment(adjustment: Adjustment, rules: RuleSet) -> Entry:
    """Points that the table awarded by hand; 0 for a fine that the code names: its number."""
    reason, points = adjustment.reason or "adjustment", adjustment.points
    fine = rules.rules.get("fines." + reason.replace(" ", "_")) if not points else None
    if fine is None:
        law = "entered by hand"
        return Entry(adjustment.side, adjustment.column, points, reason, law, "adjustment")
    if fine.value is None:
        kind = UNKNOWN + fine.key
        return Entry(adjustment.side, adjustment.column, 0, reason, fine.law, kind, "U")
    points = rules.points(fine.key) or 0
    return Entry(
        adjustment.side, adjustment.column, points, reason, fine.law, "adjustment", fine.mark
    )


def _passed_out(board: Board, rules: RuleSet, by_hand: tuple[Entry, ...]) -> Score:
    """Nobody bid: no points; under a code whose dealer must bid it cannot have happened."""
    problems: tuple[Problem, ...] = ()
    if rules.flag("bidding.dealer_must_bid"):
        message = f"passed out, but under {rules.name} the dealer must bid"
        problems = (board.problem("pass-out-impossible", message, "Contract"),)
    return Score(by_hand, problems, passed_out=True)


def _unscored(board: Board, by_hand: tuple[Entry, ...], code: str, why_not: str) -> Score:
    """No score, and the reason; what was awarded by hand stands."""
    problem = board.problem(code, f"no score: {why_not}", "Contract")
    return Score(by_hand, (problem,), False, why_not)


def _why_not(
    contract: Contract | None, declarer: Seat | None, tricks: int | None, rules: RuleSet
) -> tuple[str, str] | None:
    """Why a board has no score under these rules, as problem code and words; None when it has."""
    if contract is None:
        return "not-scored", "contract not recorded"
    if contract.strain is None:
        return "not-scored", "trumps not recorded"
    if not rules.has(f"tricks.{STRAIN_KEYS[contract.strain.value]}"):
        named = f"{STRAIN_KEYS[contract.strain.value].replace('_', ' ')} ({contract.strain})"
        return "strain-unknown", f"{named} cannot be bid under {rules.name}"
    if declarer is None:
        return "not-scored", "declarer not recorded"
    if rules.players != 4 and declarer not in PLAYERS_OF_THREE:
        return "not-scored", f"{declarer} is the dummy under {rules.name} and cannot declare"
    if tricks is None:
        return "not-scored", "result not recorded"
    if not 0 <= tricks <= 13:
        return "not-scored", f"{tricks} tricks are impossible"
    if rules.choice("bidding.undertaking") == "trumps":
        return None
    if contract.level is None:
        return "not-scored", "only trumps are recorded, no number of tricks"
    if contract.level > (rules.points("bidding.highest_level") or 7):
        words = "bids of eight were once made to save a rubber; the code of 1926 ended them"
        return "bid-level-8", f"{contract}: {words}"
    if contract.factor not in _DOUBLING and rules.choice("bidding.doubles") != "unlimited":
        return "not-scored", f"doubled more than twice, which {rules.name} does not know"
    return None


def _is_vulnerable(
    board: Board, rules: RuleSet, vulnerability: Vulnerability | None, declarer: Seat
) -> bool | None:
    """Whether declarer's side is vulnerable; None when nothing tells."""
    if rules.choice("vulnerability.rule") == "none":
        return False
    state = board.vulnerability if vulnerability is None else vulnerability
    return None if state is None else state.of(declarer.side)


# --- tricks, premiums, penalties -------------------------------------------------------------


class _Case(NamedTuple):
    """A contract played: all that its entries depend on."""

    rules: RuleSet
    contract: Contract
    strain: Strain
    level: int
    tricks: int
    needed: int
    vulnerable: bool
    dealt: bool | None
    ours: Party
    theirs: tuple[Party, ...]
    missing: list[str]

    @property
    def kept(self) -> bool:
        """The contract was made."""
        return self.tricks >= self.needed

    @property
    def doubling(self) -> str:
        """undoubled, doubled or redoubled."""
        return _DOUBLING.get(self.factor, "redoubled")

    @property
    def factor(self) -> int:
        """What doubling makes of a trick; 1 where there is no doubling."""
        return 1 if self.rules.choice("bidding.doubles") == "none" else self.contract.factor

    @property
    def suffix(self) -> str:
        """What ends the key of a number that depends on vulnerability."""
        return "_vulnerable" if self.vulnerable else ""

    @property
    def trick_key(self) -> str:
        """The key of the trick value."""
        return f"tricks.{STRAIN_KEYS[self.strain.value]}"

    def points(self, key: str) -> int:
        """A number of the code; 0, and noted as missing, when nobody knows it."""
        points = self.rules.points(key)
        if points is None:
            self.missing.append(key)
        return points or 0

    def series(self, key: str) -> Series:
        """A series of the code, zero and noted as missing when nobody knows it."""
        series = self.rules.series(key)
        if series is None:
            self.missing.append(key)
        return series or Series((0,))

    def entry(
        self, side: Party, column: str, points: int, reason: str, key: str, kind: str
    ) -> Iterator[Entry]:
        """The entry, unless it is of no points."""
        if points:
            rule = self.rules.rule(key)
            yield Entry(side, column, points, reason, rule.law, kind, rule.mark)


@lru_cache(maxsize=100_000)
def _played(
    rules: RuleSet,
    contract: Contract,
    tricks: int,
    declarer: Seat,
    vulnerable: bool,
    dealt: bool | None,
    points: int | None = None,
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """All entries but honours and adjustments, and the unknown numbers they would need."""
    assert contract.strain is not None
    ours, theirs = parties(rules, declarer)
    won = 13 - tricks if contract.strain is Strain.NULLO else tricks
    level = contract.level or 1
    case = _Case(
        rules,
        contract,
        contract.strain,
        level,
        won,
        tricks_needed(rules, contract, points),
        vulnerable,
        dealt,
        ours,
        theirs,
        [],
    )
    if rules.choice("tricks.scored_by") == "taker":
        entries = (*_taken(case), *_slam(case))
    elif case.kept:
        slam = tuple(_slam(case))
        entries = (*_made(case), *_premiums(case, bool(slam)), *slam)
    else:
        entries = (*_failed(case), *_slam(case))
    return entries, tuple(dict.fromkeys(case.missing))


def parties(rules: RuleSet, declarer: Seat) -> tuple[Party, tuple[Party, ...]]:
    """Who scores as declarer, and who against: sides, or players when three play."""
    if rules.players == 4:
        return declarer.side, (declarer.side.opponents,)
    others = tuple(seat for seat in PLAYERS_OF_THREE if seat is not declarer)
    return declarer, others


def tricks_needed(rules: RuleSet, contract: Contract, points: int | None = None) -> int:
    """Tricks that keep the contract: book and level, or what was announced at minibridge.

    Where the code has targets, what the points of the two hands ask for.
    """
    target = target_of(rules.words("announcing.targets"), points or 0)
    return undertaken_tricks(rules, contract) if target is None else target


@lru_cache(maxsize=4096)
def undertaken_tricks(rules: RuleSet, contract: Contract) -> int:
    """Tricks of what was undertaken."""
    level = contract.level or 1
    strain = contract.strain
    if rules.choice("bidding.undertaking") != "announced" or strain is None:
        return BOOK + level
    minor = strain in (Strain.CLUBS, Strain.DIAMONDS)
    kind = "minors" if minor else "notrump" if strain is Strain.NOTRUMP else "majors"
    game = rules.points(f"bidding.game_{kind}") or 0
    if level > BOOK - 1 and (rules.points("slam.little") or 0) > 0:
        return BOOK + level
    return game if BOOK + level >= game else rules.points("bidding.part_score_tricks") or 0


def _value(case: _Case, first: int, last: int, factor: int) -> int:
    """What the odd tricks `first` to `last` are worth, each no more than the code allows."""
    series = case.series(case.trick_key)
    most = case.rules.points("tricks.highest_value")
    each = (series.at(n) * factor for n in range(first, last + 1))
    return sum(min(points, most) if most else points for points in each)


def _taken(case: _Case) -> Iterator[Entry]:
    """Bridge before the auction: whoever wins more than six scores the odd tricks."""
    odd = case.tricks - BOOK if case.tricks > BOOK else 7 - case.tricks
    points = _value(case, 1, odd, case.factor)
    reason = f"{times(odd, 'odd trick')}{_doubled_words(case)}"
    ours = case.tricks > BOOK
    column = "below" if ours else case.rules.choice("tricks.opponents_column")
    for side in (case.ours,) if ours else case.theirs:
        yield from case.entry(side, column, points, reason, case.trick_key, "odd-tricks")


def _doubled_words(case: _Case) -> str:
    return {1: "", 2: ", doubled", 4: ", redoubled"}.get(
        case.factor, f", {case.factor} times the value"
    )


def _made(case: _Case) -> Iterator[Entry]:
    """A contract kept: odd tricks, overtricks, and what doubling adds."""
    rules, won = case.rules, case.tricks - BOOK
    all_count = rules.choice("tricks.counted") == "all"
    counted = won if all_count else min(won, case.level)
    points = _value(case, 1, counted, case.factor)
    words = f"{times(counted, 'odd trick')}{_doubled_words(case)}"
    yield from case.entry(case.ours, "below", points, words, case.trick_key, "odd-tricks")
    over = case.tricks - case.needed
    capped = rules.flag("insult.capped")
    doubling = "undoubled" if capped else case.doubling
    key = f"overtricks.{doubling}{case.suffix}"
    if over:
        if rules.rule(key).value == TRICK_VALUE:
            points = _value(case, case.level + 1, won, 1)
        else:
            points = over * case.points(key)
        words = f"{times(over, 'overtrick')}{_doubled_words(case)}"
        yield from case.entry(case.ours, "above", points, words, key, "overtricks")
    if case.doubling != "undoubled" and not capped:
        key = f"insult.{case.doubling}{case.suffix}"
        words = f"making it {case.doubling}"
        yield from case.entry(case.ours, "above", case.points(key), words, key, "insult")


def _premiums(case: _Case, slam: bool) -> Iterator[Entry]:
    """For the contract itself; and for game or part-score where each deal stands alone."""
    rules, ours = case.rules, case.ours
    key = "premiums.contract"
    yield from case.entry(ours, "above", case.points(key), "contract kept", key, "contract")
    if rules.flag("session.carry"):
        return
    if _counts_as_game(case):
        if slam and rules.flag("slam.replaces_game"):
            return
        key = f"premiums.game{case.suffix}"
        yield from case.entry(ours, "above", case.points(key), "game", key, "game")
    else:
        key = "premiums.part_score"
        yield from case.entry(ours, "above", case.points(key), "part-score", key, "part-score")


def _counts_as_game(case: _Case) -> bool:
    """Whether one deal makes game: by what counts below the line, or by what was announced."""
    if case.rules.choice("bidding.undertaking") == "announced":
        announced = undertaken_tricks(case.rules, case.contract)
        return announced != case.rules.points("bidding.part_score_tricks")
    won = case.tricks - BOOK
    counted = won if case.rules.choice("tricks.counted") == "all" else min(won, case.level)
    return _value(case, 1, counted, case.factor) >= case.points("game.target")


def _failed(case: _Case) -> Iterator[Entry]:
    """Undertricks, to each opponent's side."""
    rules = case.rules
    under = case.needed - case.tricks
    doubling = "undoubled" if rules.flag("undertricks.capped") else case.doubling
    key = f"undertricks.{doubling}{case.suffix}"
    points = case.series(key).total(under)
    words = f"{times(under, 'undertrick')}{_doubled_words(case)}"
    if points > (most := _one_spade_most(case)):
        key, points = "undertricks.one_spade_most", most
        words += f", one spade: no more than {most}"
    for side in case.theirs:
        yield from case.entry(side, "above", points, words, key, "undertricks")


def _one_spade_most(case: _Case) -> int:
    """The most this contract can lose: limited for a dealer's one spade in the old codes."""
    cap = case.rules.choice("undertricks.one_spade_cap")
    strains = case.rules.words("undertricks.one_spade_strains")
    applies = (
        cap != "off"
        and case.level == 1
        and STRAIN_KEYS[case.strain.value] in strains
        and case.dealt is not False
        and not (cap == "on_unless_redoubled" and case.doubling == "redoubled")
    )
    return case.points("undertricks.one_spade_most") if applies else 1_000_000


def _slam(case: _Case) -> Iterator[Entry]:
    """Little and grand slam, bid or not, kept or failed, by either side: as the code has it."""
    rules = case.rules
    if rules.choice("slam.strains") == "notrump" and case.strain is not Strain.NOTRUMP:
        return
    ours = case.tricks >= 12
    theirs = case.tricks <= 1 and case.strain is not Strain.NULLO
    if not ours and not (theirs and rules.choice("slam.by") == "either"):
        return
    won = case.tricks if ours else 13 - case.tricks
    level = won - BOOK
    if rules.flag("slam.must_be_bid"):
        if not ours or case.level < BOOK:
            return
        level = min(level, case.level)
    if rules.flag("slam.needs_success") and not case.kept:
        return
    name = "grand" if level == 7 else "little"
    key = f"slam.{name}{case.suffix}"
    points = case.points(key)
    for side in (case.ours,) if ours else case.theirs:
        yield from case.entry(side, "above", points, f"{name} slam", key, "slam")
