"""Minibridge: the points announced, who declares, and the guide to a contract.

Every number of it comes from the rule set ([announcing] and [bidding]); what a record does not
tell stays unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from abtools.auction import Contract, Strain
from abtools.board import Board, outcome
from abtools.cards import PACK, Hand, Seat, Side, Suit
from abtools.problems import Problem
from abtools.rules import RuleSet
from abtools.scoring import (
    BOOK,
    DUMMY_OF_THREE,
    PLAYERS_OF_THREE,
    Score,
    result_under,
    score,
    tricks_needed,
    undertaken_tricks,
)

PACK_POINTS = Hand.of(PACK).hcp
"""The points of all four hands together: forty."""
TAG = "Announced"
"""The tag in which a record may keep what was said at the table, as in "N:12 E:8 S:13 W:7"."""

STRAIN_OF = {suit: Strain(str(suit)) for suit in Suit}
_MAJORS = (Suit.SPADES, Suit.HEARTS)
_ANNOUNCED = re.compile(r"([NESW]):([0-9]{1,2})")

Points = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Undertaking:
    """Part-score, game or slam in a denomination (None: not settled), and the tricks it needs.

    `contract` is how a record writes it: one odd trick is a part-score, 3NT 4H 4S 5C 5D a game.
    """

    word: str
    strain: Strain | None
    target: int | None
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """What the usual guide advises for two hands, why, and what it would think of next."""

    advice: Undertaking
    reasons: tuple[str, ...]
    otherwise: Undertaking | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """A deal after the points are announced, the contract chosen, and its result.

    `points` are those of the four hands, N E S W; `order` the players as they announce them, the
    dealer first (from North where the dealer is not known). `redeal`: nobody declares, the
    dealer deals again. `side` declares, `declarer` plays, `dummy` puts down his cards; `why` says
    how that came, or what is not known. `lengths` are the cards of both hands in each suit, from
    clubs up, `together` their points. `chosen`, `tricks` and `score` are what was recorded.
    """

    board: Board
    points: Points
    order: tuple[Seat, ...]
    redeal: bool = False
    side: Side | None = None
    declarer: Seat | None = None
    dummy: Seat | None = None
    why: str = ""
    lengths: tuple[int, ...] | None = None
    together: int | None = None
    guide: Guide | None = None
    chosen: Undertaking | None = None
    tricks: int | None = None
    score: Score | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def total(self) -> int | None:
        """The points of all four hands; None when one is not known."""
        known = [points for points in self.points if points is not None]
        return sum(known) if len(known) == len(Seat) else None


def announce(board: Board, rules: RuleSet) -> Announced:
    """What a record comes to under a rule set whose players announce points.

    >>> from abtools.cards import Deal
    >>> from abtools.rules import load
    >>> deal = Deal.parse(
    ...     "N:A9742.K52.83.Q64 865.QJT9.A75.K83 KQJ3.A74.KQ4.J97 T.863.JT962.AT52")
    >>> said = announce(Board(deal=deal, dealer=Seat.N), load("minibridge"))
    >>> said.points, str(said.declarer), str(said.guide.advice.contract)
    ((9, 10, 16, 5), 'S', '4S')
    """
    problems: list[Problem] = []
    said = _said(board, problems)
    points = _points(board, said)
    found = _who_declares(Announced(board, points, _order(board, rules)), rules)
    known = [each for each in points if each is not None]
    if sum(known) > PACK_POINTS or (len(known) == 4 and sum(known) != PACK_POINTS):
        message = f"the points add up to {sum(known)}, not {PACK_POINTS}: count again"
        problems.append(board.problem("announced-wrong", message, TAG if said else "Deal"))
        found = replace(found, redeal=False, side=None, declarer=None, dummy=None, why=message)
    problems += _departures(found)
    found = _with_recorded_declarer(found, rules)
    found = _with_hands(found, rules)
    return replace(_with_result(found, rules), problems=tuple(problems))


@lru_cache(maxsize=4096)
def undertaking_of(rules: RuleSet, contract: Contract, points: int | None = None) -> Undertaking:
    """What a recorded contract undertakes; `points` of the two hands matter where there are
    targets.

    >>> from abtools.rules import load
    >>> undertaking_of(load("minibridge"), Contract.parse("2H")).word
    'part-score'
    """
    tricks = undertaken_tricks(rules, contract)
    word = "part-score"
    if tricks != rules.points("bidding.part_score_tricks"):
        is_slam = (contract.level or 0) >= BOOK and bool(rules.points("slam.little"))
        word = "slam" if is_slam else "game"
    return Undertaking(word, contract.strain, tricks_needed(rules, contract, points), contract)


# --- announcing ----------------------------------------------------------------------------------


def _order(board: Board, rules: RuleSet) -> tuple[Seat, ...]:
    """The players from the dealer on."""
    players = tuple(Seat) if rules.players == len(Seat) else PLAYERS_OF_THREE
    first = board.dealer or Seat.N
    return tuple(seat for k in range(4) if (seat := first.plus(k)) in players)


def _said(board: Board, problems: list[Problem]) -> dict[Seat, int]:
    """What the players announced, where the record keeps it; checked against their hands."""
    text = board.tag(TAG)
    if not text or text in ("?", "-"):
        return {}
    found = {}
    for word in text.split():
        match = _ANNOUNCED.fullmatch(word)
        if match is None:
            message = f"{word!r}: a seat and its points expected, like N:12"
            problems.append(board.problem("announced-wrong", message, TAG))
            return {}
        found[Seat.parse(match[1])] = int(match[2])
    for seat, points in found.items():
        held = _held(board, seat)
        if held is not None and held != points:
            message = f"{seat.full_name} announced {points} points and holds {held}"
            problems.append(board.problem("announced-wrong", message, TAG))
    return found


def _held(board: Board, seat: Seat) -> int | None:
    """The points of a hand whose cards are known; small cards of unknown rank count nothing."""
    hand = None if board.deal is None else board.deal[seat]
    return hand.hcp if hand is not None and len(hand) == 13 else None


def _points(board: Board, said: dict[Seat, int]) -> Points:
    """The points of each hand: as held, else as announced; the fourth hand has the rest."""
    held = {seat: _held(board, seat) for seat in Seat}
    points = [said.get(seat) if held[seat] is None else held[seat] for seat in Seat]
    known = [each for each in points if each is not None]
    if len(known) == 3 and sum(known) <= PACK_POINTS:
        points[points.index(None)] = PACK_POINTS - sum(known)
    north, east, south, west = points
    return north, east, south, west


# --- who declares --------------------------------------------------------------------------------


def _who_declares(found: Announced, rules: RuleSet) -> Announced:
    if rules.players != len(Seat):
        return _player_alone(found, rules)
    ns, ew = _of_sides(found.points)
    if ns is None or ew is None:
        unknown = [s.full_name for s in Seat if found.points[s] is None]
        return replace(found, why=f"the points of {_listed(unknown)} are not known")
    if ns == ew:
        again = "the same dealer deals again"
        return replace(found, redeal=True, why=f"both sides have {ns} points: {again}")
    side, most = (Side.NS, ns) if ns > ew else (Side.EW, ew)
    why = f"{_names(side)} have {most} points against {min(ns, ew)} and declare"
    found = replace(found, side=side, together=most, why=why)
    partners = [seat for seat in found.order if seat.side is side]
    if any(found.points[seat] is None for seat in partners):
        return replace(found, why=f"{why}; who has more of them is not known")
    found = _highest(found, partners, why, rules)
    return found if found.declarer is None else replace(found, dummy=found.declarer.partner)


def _of_sides(points: Points) -> tuple[int | None, int | None]:
    """The points of North-South and of East-West; one side's two hands tell the other's."""
    north, east, south, west = points
    ns = None if north is None or south is None else north + south
    ew = None if east is None or west is None else east + west
    if ns is None and ew is not None:
        ns = PACK_POINTS - ew
    if ew is None and ns is not None:
        ew = PACK_POINTS - ns
    return ns, ew


def _player_alone(found: Announced, rules: RuleSet) -> Announced:
    """Three play: the one with most points declares with the fourth hand as dummy."""
    unknown = [seat.full_name for seat in found.order if found.points[seat] is None]
    if unknown:
        return replace(found, why=f"the points of {_listed(unknown)} are not known")
    why = f"three play, {DUMMY_OF_THREE.full_name}'s hand is dealt as dummy"
    return _highest(replace(found, dummy=DUMMY_OF_THREE), found.order, why, rules)


def _highest(found: Announced, players: Sequence[Seat], why: str, rules: RuleSet) -> Announced:
    """The declarer: most points; among equals the first to announce, or as they choose."""
    most = max(found.points[seat] or 0 for seat in players)
    leaders = [seat for seat in players if found.points[seat] == most]
    names = _listed([seat.full_name for seat in leaders])
    if len(leaders) == 1:
        return replace(found, declarer=leaders[0], why=f"{why}; {names} has most, {most}")
    tied = f"{why}; {names} have {most} each"
    if rules.choice("announcing.tied_partners") == "choose":
        return replace(found, why=f"{tied} and choose who declares")
    if found.board.dealer is None:
        return replace(found, why=f"{tied}; the first to announce declares, dealer not known")
    first = leaders[0]
    return replace(found, declarer=first, why=f"{tied}; {first.full_name} was first to announce")


def _departures(found: Announced) -> Iterator[Problem]:
    """Where the record has it otherwise than the announcements."""
    board, came = found.board, outcome(found.board)
    played = came.contract is not None and not came.contract.is_passed_out
    if found.redeal and played:
        message = f"{found.why}, but {came.contract} is recorded"
        yield board.problem("redeal-played", message, "Contract")
    declarer = came.declarer
    if declarer is None or found.declarer is declarer or found.redeal:
        return
    may = found.declarer is None and (found.side is None or declarer.side is found.side)
    if not may:
        yield board.problem(
            "announced-declarer", f"{found.why}; the record says {declarer}", "Declarer"
        )


def _with_recorded_declarer(found: Announced, rules: RuleSet) -> Announced:
    """Where the announcements leave it open, who declared is as recorded."""
    declarer = outcome(found.board).declarer
    if found.declarer is not None or declarer is None or found.redeal:
        return found
    if found.side is not None and declarer.side is not found.side:
        return found
    dummy = declarer.partner if rules.players == len(Seat) else DUMMY_OF_THREE
    return replace(
        found,
        declarer=declarer,
        dummy=dummy,
        side=declarer.side if rules.players == len(Seat) else None,
        why=f"{found.why}; {declarer.full_name} declares by the record",
    )


# --- the two hands and the guide ------------------------------------------------------------------


def _with_hands(found: Announced, rules: RuleSet) -> Announced:
    if found.side is not None and found.declarer is None:
        seats: Sequence[Seat | None] = [seat for seat in Seat if seat.side is found.side]
    else:
        seats = [found.declarer, found.dummy]
    pair = [seat for seat in seats if seat is not None]
    if len(pair) < 2:
        return found
    points = [found.points[seat] for seat in pair]
    hands = [None if found.board.deal is None else found.board.deal[seat] for seat in pair]
    held = [hand for hand in hands if hand is not None and len(hand) == 13]
    lengths = tuple(sum(h.length(suit) for h in held) for suit in Suit) if len(held) == 2 else None
    known = [each for each in points if each is not None]
    together = sum(known) if len(known) == 2 else None
    found = replace(found, lengths=lengths, together=together)
    return found if together is None else replace(found, guide=_guide(together, lengths, rules))


def _guide(points: int, lengths: tuple[int, ...] | None, rules: RuleSet) -> Guide:
    """Game or part-score by points; a long suit of both hands as trumps, majors first."""
    reasons = []
    game_from, slam_from = (rules.points(f"announcing.{what}_from") for what in ("game", "slam"))
    word = "part-score"
    if game_from:
        word = "game" if points >= game_from else word
        compared = f"{game_from} or more" if points >= game_from else f"fewer than {game_from}"
        reasons.append(f"{points} points, {compared}: {word}")
    if slam_from and points >= slam_from:
        rewarded = bool(rules.points("slam.little"))
        word = "slam" if rewarded else word
        more = "" if rewarded else ", which earn nothing more here"
        reasons.append(f"{slam_from} or more usually take twelve tricks{more}")
    if lengths is None:
        return Guide(Undertaking(word, None, None), tuple(reasons))
    strains, words = _strains(word, lengths, rules)
    choices = [undertaking_of(rules, _written(rules, word, each), points) for each in strains]
    return Guide(choices[0], (*reasons, words), choices[1] if len(choices) > 1 else None)


def _strains(word: str, lengths: tuple[int, ...], rules: RuleSet) -> tuple[list[Strain], str]:
    """The denominations to think of, best first, and why."""
    least = rules.points("announcing.fit") or len(PACK)
    fits = [suit for suit in Suit if lengths[suit] >= least]
    majors = sorted((s for s in fits if s in _MAJORS), key=lambda s: (-lengths[s], -s))
    minors = sorted((s for s in fits if s not in _MAJORS), key=lambda s: (-lengths[s], -s))
    if majors:
        words = f"{_cards(lengths, majors[0])}, a fit of {least} or more"
        if minors:
            words += ", and a major before a minor"
        return [STRAIN_OF[suit] for suit in majors], words
    if not minors:
        return [Strain.NOTRUMP], f"no fit of {least} cards: notrump"
    fit = f"{_cards(lengths, minors[0])}"
    strains = [STRAIN_OF[suit] for suit in minors]
    if word != "game" or not rules.flag("announcing.notrump_before_minors"):
        return strains, f"{fit}, a fit of {least} or more"
    nine = rules.points("bidding.game_notrump")
    eleven = rules.points("bidding.game_minors")
    why = f"{nine} tricks at notrump are often easier than {eleven}"
    return [Strain.NOTRUMP, *strains], f"a fit of {fit}, but {why}"


def _cards(lengths: tuple[int, ...], suit: Suit) -> str:
    return f"{lengths[suit]} {suit.name.lower()}"


@lru_cache(maxsize=4096)
def _written(rules: RuleSet, word: str, strain: Strain) -> Contract:
    """How a record writes an undertaking: the lowest level that means it."""
    levels = (level for level in range(1, 8))
    return next(
        (
            contract
            for level in levels
            if undertaking_of(rules, contract := Contract(level, strain)).word == word
        ),
        Contract(1, strain),
    )


# --- the contract and the score ------------------------------------------------------------------


def _with_result(found: Announced, rules: RuleSet) -> Announced:
    came = outcome(found.board)
    contract = came.contract
    if contract is None or contract.is_passed_out or contract.strain is None:
        return found
    board = found.board
    if came.declarer is None and found.declarer is not None:
        board = replace(board, declarer=found.declarer, contract=contract)
    chosen = undertaking_of(rules, contract, found.together)
    return replace(
        found, chosen=chosen, tricks=result_under(board, rules).tricks, score=score(board, rules)
    )


def _names(side: Side) -> str:
    return "North-South" if side is Side.NS else "East-West"


def _listed(names: Sequence[str]) -> str:
    """Names with "and" before the last.

    >>> _listed(["North", "East", "South"])
    'North, East and South'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
