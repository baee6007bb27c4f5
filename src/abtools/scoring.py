"""Scoring: what one board is worth under one code of laws, as entries that name their law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from abtools.auction import Contract, Strain
from abtools.board import Adjustment, Board, Honours, Vulnerability, outcome
from abtools.cards import Hand, Seat, Side, Suit
from abtools.parameters import STRAIN_KEYS, TRICK_VALUE, Series, target_of
from abtools.problems import Problem
from abtools.rules import RuleSet

Party = Side | Seat
"""Who scores: a partnership, or at three hands a player."""

BOOK = 6
UNKNOWN = "unknown:"
"""Begins the kind of an entry whose points nobody knows; the key of the number follows."""
_DOUBLING = {1: "undoubled", 2: "doubled", 4: "redoubled"}


class Entry(NamedTuple):
    """One line on the score sheet: who, "below" or "above" the line, points, why, by which law.

    `kind` is a stable key (odd-tricks, overtricks, undertricks, insult, honours, chicane, slam,
    contract, part-score, game, rubber, adjustment ...); `mark` the confidence (rules.MARKS).
    """

    side: Party
    column: str
    points: int
    reason: str
    law: str
    kind: str
    mark: str = ""


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
    from auction and play. Nothing is raised for what a record lacks: see Score.

    >>> from abtools.rules import load
    >>> board = Board(contract=Contract.parse("1S"), declarer=Seat.S, tricks=11)
    >>> score(board, load("auction-1926")).points(Side.NS, "below")
    45
    """
    came = outcome(board)
    by_hand = _by_hand(board, rules) if board.adjustments else ()
    contract, declarer = came.contract, came.declarer
    if contract is not None and contract.level == 0:
        return _passed_out(board, rules, by_hand)
    why_not = _why_not(contract, declarer, came.tricks, rules)
    if why_not is not None or contract is None or declarer is None or came.tricks is None:
        return _unscored(board, by_hand, *(why_not or ("not-scored", "")))
    targets = rules.words("announcing.targets")
    points = _points_of_pair(board, rules, declarer) if targets else None
    if targets and (points is None or target_of(targets, points) is None):
        why = "not known" if points is None else f"{points}, for which there is no target"
        return _unscored(board, by_hand, "not-scored", f"the points of the two hands are {why}")
    dealt = None if board.dealer is None else board.dealer is declarer
    vulnerable = _is_vulnerable(board, rules, vulnerability, declarer)
    played = _played(rules, contract, came.tricks, declarer, bool(vulnerable), dealt, points)
    if vulnerable is None:
        other = _played(rules, contract, came.tricks, declarer, True, dealt, points)
        if played != other:
            return _unscored(board, by_hand, "not-scored", "vulnerability not recorded")
    entries, missing = played
    problems: tuple[Problem, ...] = ()
    if rules.flag("honours.scored") or rules.choice("chicane.rule") != "off":
        more, unknown, problem = _held(board, rules, contract, declarer)
        entries, missing = entries + more, missing + unknown
        if problem is not None:
            problems = (board.problem(*problem, "Honours"),)
    if by_hand:
        missing += tuple(e.kind.removeprefix(UNKNOWN) for e in by_hand if UNKNOWN in e.kind)
    return Score(entries + by_hand, problems, missing=missing)


def _points_of_pair(board: Board, rules: RuleSet, declarer: Seat) -> int | None:
    """High-card points of declarer and dummy; None when a hand is not known."""
    dummy = declarer.partner if rules.players == 4 else DUMMY_OF_THREE
    hands = [None if board.deal is None else board.deal[seat] for seat in (declarer, dummy)]
    if any(hand is None or len(hand) != 13 for hand in hands):
        return None
    return sum(hand.hcp for hand in hands if hand is not None)


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
        return "strain-unknown", f"{contract.strain} is no denomination under {rules.name}"
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


PLAYERS_OF_THREE = (Seat.N, Seat.E, Seat.S)
"""The seats of three players; the fourth hand, West, is the dummy that declarer gets."""
DUMMY_OF_THREE = Seat.W


def tricks_needed(rules: RuleSet, contract: Contract, points: int | None = None) -> int:
    """Tricks that keep the contract: book and level, or what was announced at minibridge.

    Where the code has targets, what the points of the two hands ask for.
    """
    target = target_of(rules.words("announcing.targets"), points or 0)
    return _announced_tricks(rules, contract) if target is None else target


@lru_cache(maxsize=4096)
def _announced_tricks(rules: RuleSet, contract: Contract) -> int:
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


def _times(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _taken(case: _Case) -> Iterator[Entry]:
    """Bridge before the auction: whoever wins more than six scores the odd tricks."""
    odd = case.tricks - BOOK if case.tricks > BOOK else 7 - case.tricks
    points = _value(case, 1, odd, case.factor)
    reason = f"{_times(odd, 'odd trick')}{_doubled_words(case)}"
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
    words = f"{_times(counted, 'odd trick')}{_doubled_words(case)}"
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
        words = f"{_times(over, 'overtrick')}{_doubled_words(case)}"
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
        announced = _announced_tricks(case.rules, case.contract)
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
    words = f"{_times(under, 'undertrick')}{_doubled_words(case)}"
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


# --- honours and chicane -----------------------------------------------------------------------

_HONOUR_BITS = 0b11111 << 10
_ACES = tuple(1 << suit * 16 + 14 for suit in Suit)
_ACE_BITS = sum(_ACES)

_CLASSES = ("", "three", "four", "five", "four_in_one_hand", "four_and_one", "five_in_one_hand")
_ACE_CLASSES = {
    "three": "three_aces",
    "four": "four_aces",
    "four_in_one_hand": "four_aces_in_one_hand",
}
_WORDS = {
    "three": "three honours",
    "four": "four honours, divided",
    "five": "five honours, divided",
    "four_in_one_hand": "four honours in one hand",
    "four_and_one": "four honours in one hand, the fifth in partner's",
    "five_in_one_hand": "five honours in one hand",
    "three_aces": "three aces",
    "four_aces": "four aces, divided",
    "four_aces_in_one_hand": "four aces in one hand",
}


def honours_held(board: Board, trump: Suit | None) -> Honours:
    """Honours in trumps, or aces when there are none, per hand N E S W: from the deal, else as
    recorded; what follows from the others is filled in, what is not known stays None.

    >>> from abtools.cards import Deal
    >>> board = Board(deal=Deal.parse("N:AK..AK. A.A.. .KQJT9.. -"))
    >>> honours_held(board, Suit.HEARTS)
    (0, 1, 4, 0)
    """
    noted = board.honours or (None, None, None, None)
    if board.deal is None:
        return _completed(noted, 4 if trump is None else 5)
    mask = _ACE_BITS if trump is None else _HONOUR_BITS << trump * 16
    return _from_deal(board.deal.hands, mask, noted, 4 if trump is None else 5)


def _from_deal(hands: tuple[Hand | None, ...], mask: int, noted: Honours, whole: int) -> Honours:
    counts = [None if hand is None else (hand.bits & mask).bit_count() for hand in hands]
    known = sum(count for count in counts if count is not None)
    if None not in counts and known < whole:
        return _completed(noted, whole)  # an end position: the cards are gone
    a, b, c, d = (seen if seen is not None else n for seen, n in zip(counts, noted, strict=True))
    return _completed((a, b, c, d), whole)


@lru_cache(maxsize=4096)
def _completed(counts: Honours, whole: int) -> Honours:
    """The counts with what must follow filled in; all None when they cannot be right."""
    known = [count for count in counts if count is not None]
    left = whole - sum(known)
    missing = 4 - len(known)
    if left < 0 or (missing == 0 and left):
        return (None, None, None, None)
    if missing == 1 or left == 0:
        a, b, c, d = (left if count is None else count for count in counts)
        return (a, b, c, d)
    return counts


def _class(first: int, second: int) -> str:
    """The line of the honours table for what partners hold; "" when it earns nothing anywhere."""
    held, most = first + second, max(first, second)
    if held < 3:
        return ""
    if held == 3:
        return "three"
    if held == 4:
        return "four_in_one_hand" if most == 4 else "four"
    return "five_in_one_hand" if most == 5 else "four_and_one" if most == 4 else "five"


@lru_cache(maxsize=4096)
def _possible(counts: Honours, whole: int) -> tuple[tuple[int, int, int, int], ...]:
    """Every division of the honours among the hands that these counts allow."""
    ranges = [range(whole + 1) if count is None else (count,) for count in counts]
    return tuple((a, b, c, d) for a, b, c, d in product(*ranges) if a + b + c + d == whole)


def _held(
    board: Board, rules: RuleSet, contract: Contract, declarer: Seat
) -> tuple[tuple[Entry, ...], tuple[str, ...], tuple[str, str] | None]:
    """Entries for honours and chicane, the unknown numbers they would need, and the code and
    words of a problem when nobody knows what was held."""
    strain = contract.strain
    assert strain is not None
    if strain is Strain.NULLO:
        return (), (), None
    entries: tuple[Entry, ...] = ()
    missing: tuple[str, ...] = ()
    problem = None
    if rules.flag("honours.scored"):
        counts = honours_held(board, strain.trump)
        result, sure = _honours(rules, strain, counts, declarer)
        if result is None:
            problem = _unknown_words(board, rules, sure)
        else:
            entries, missing = result
    if strain.trump is not None and rules.choice("chicane.rule") != "off":
        voids = _voids(board, strain.trump)
        if voids:
            entries = _with_chicane(rules, strain, voids, entries)
    return entries, missing, problem


def _unknown_words(board: Board, rules: RuleSet, sure: bool) -> tuple[str, str]:
    """How to say that honours are not known; `sure`: one side certainly has some."""
    if sure:
        message = f"honours unknown: the score is a lower bound for one side under {rules.name}"
        return "honours-unknown", message
    what = "not noted" if board.honours is None else "not known"
    return "honours-not-noted", f"honours {what}: none counted under {rules.name}"


_Result = tuple[tuple[Entry, ...], tuple[str, ...]]
"""Honour entries, and the keys of numbers that nobody knows."""


@lru_cache(maxsize=100_000)
def _honours(
    rules: RuleSet, strain: Strain, counts: Honours, declarer: Seat
) -> tuple[_Result | None, bool]:
    """The honour entries, None when they are not certain; then also whether somebody surely has
    some. What was not noted is certain all the same where every division comes to one thing."""
    whole = 4 if strain.trump is None else 5
    results = {_honour_entries(rules, strain, held, declarer) for held in _possible(counts, whole)}
    if len(results) == 1:
        return results.pop(), True
    return None, bool(results) and ((), ()) not in results


def _honour_entries(
    rules: RuleSet, strain: Strain, held: tuple[int, int, int, int], declarer: Seat
) -> _Result:
    missing: list[str] = []
    if rules.choice("honours.counted") == "hand":
        entries = tuple(_each_hand(rules, strain, held, declarer, missing))
    else:
        entries = tuple(_by_sides(rules, strain, held, missing))
    return entries, tuple(missing)


def _by_sides(
    rules: RuleSet, strain: Strain, held: tuple[int, int, int, int], missing: list[str]
) -> Iterator[Entry]:
    """Two sides: three or more honours between partners, more when they are in one hand."""
    for side, first, second in ((Side.NS, held[0], held[2]), (Side.EW, held[1], held[3])):
        line = _class(first, second)
        if strain.trump is None:
            line = _ACE_CLASSES.get(line, "")
        if not line:
            continue
        rule = rules.rule(f"honours.{line}")
        if rule.value is None:
            missing.append(rule.key)
        points = (rules.points(rule.key) or 0) * _honour_unit(rules, strain)
        if points:
            reason = _WORDS[line]
            yield Entry(side, "above", points, reason, rule.law, "honours", rule.mark)


def _honour_unit(rules: RuleSet, strain: Strain) -> int:
    """What a multiple of the honours table is worth: the trick value, or one point."""
    if strain.trump is None or rules.choice("honours.unit") == "points":
        return 1
    return rules.points(f"tricks.{STRAIN_KEYS[strain.value]}") or 0


def _each_hand(
    rules: RuleSet,
    strain: Strain,
    held: tuple[int, int, int, int],
    declarer: Seat,
    missing: list[str],
) -> Iterator[Entry]:
    """Three players: each hand for itself; declarer scores his own and the dummy's."""
    key = "honours.each_hand_aces" if strain.trump is None else "honours.each_hand"
    rule, series = rules.rule(key), rules.series(key)
    if series is None:
        missing.append(key)
        return
    for seat in Seat:
        if not held[seat]:
            continue
        dummy = seat not in PLAYERS_OF_THREE
        points = series.at(held[seat]) * _honour_unit(rules, strain)
        what = "ace" if strain.trump is None else "honour"
        reason = _times(held[seat], what) + (" in dummy" if dummy else "")
        side = declarer if dummy else seat
        yield Entry(side, "above", points, reason, rule.law, "honours", rule.mark)


def _voids(board: Board, trump: Suit) -> tuple[Seat, ...]:
    """The hands without a trump, as the deal shows or the record says."""
    hands = () if board.deal is None else board.deal.hands
    if hands and all(hand is not None and len(hand) == 13 for hand in hands):
        return tuple(s for s in Seat if (hand := hands[s]) is not None and not hand.length(trump))
    return board.chicane or ()


def _with_chicane(
    rules: RuleSet, strain: Strain, voids: tuple[Seat, ...], honours: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """The entries with chicane added, or deducted from the opponents' honours."""
    found = list(honours)
    for side in Side:
        number = sum(seat.side is side for seat in voids)
        if not number:
            continue
        rule = rules.rule("chicane.double" if number == 2 else "chicane.single")
        points = (rules.points(rule.key) or 0) * _honour_unit(rules, strain)
        reason = "double chicane" if number == 2 else "chicane"
        own = any(entry.side is side for entry in honours)
        if rules.choice("chicane.rule") == "add" or own:
            taker, signed = side, points
        else:
            taker, signed = side.opponents, -points
            reason += f" of {side}, deducted"
        if points:
            found.append(Entry(taker, "above", signed, reason, rule.law, "chicane", rule.mark))
    return tuple(found)
