"""Scoring: what one board is worth under one code of laws, as entries that name their law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from abtools.auction import Contract
from abtools.board import Adjustment, Board, Outcome, Vulnerability, outcome
from abtools.cards import Seat, Side
from abtools.entries import DUMMY_OF_THREE, PLAYERS_OF_THREE, UNKNOWN, Entry, Party
from abtools.honours import held, honours_held
from abtools.parameters import STRAIN_KEYS, target_of
from abtools.played import BOOK, DOUBLING, parties, played, tricks_needed, undertaken_tricks
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
    found = played(rules, contract, tricks, declarer, bool(vulnerable), dealt, points)
    if vulnerable is None:
        other = played(rules, contract, tricks, declarer, True, dealt, points)
        if found != other:
            return (), (), f"vulnerability not recorded, needed under {rules.name}"
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
    each = rules.points("tricks.revoke")
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
    if contract.factor not in DOUBLING and rules.choice("bidding.doubles") != "unlimited":
        return "not-scored", f"doubled more than twice: not known under {rules.name}"
    return None


def _is_vulnerable(
    board: Board, rules: RuleSet, vulnerability: Vulnerability | None, declarer: Seat
) -> bool | None:
    """Whether declarer's side is vulnerable; None when nothing tells."""
    if rules.choice("vulnerability.rule") == "none":
        return False
    state = board.vulnerability if vulnerability is None else vulnerability
    return None if state is None else state.of(declarer.side)
