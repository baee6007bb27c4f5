"""Honours and chicane: what was held, and what each code gives for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from abtools.auction import Contract, Strain
from abtools.board import Board, Honours
from abtools.cards import Hand, Seat, Side, Suit
from abtools.entries import PLAYERS_OF_THREE, Entry, times
from abtools.parameters import STRAIN_KEYS
from abtools.rules import RuleSet

_HONOUR_BITS = 0b11111 << 10
_ACES = tuple(1 << suit * 16 + 14 for suit in Suit)
_ACE_BITS = sum(_ACES)

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
    recorded; what follows from the others is filled in, what is not known stays None. A note that
    contradicts the cards is left out.

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
    both = _completed((a, b, c, d), whole)
    if both != (None, None, None, None):
        return both
    a, b, c, d = counts
    return _completed((a, b, c, d), whole)  # what is noted contradicts the cards


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


def held(
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
    by_sides = rules.players == 4 and rules.choice("chicane.rule") != "off"
    if strain.trump is not None and by_sides:
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
    elif rules.players == 4:
        entries = tuple(_by_sides(rules, strain, held, missing))
    else:
        entries = ()  # three players have no partners whose honours could be added
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
        reason = times(held[seat], what) + (" in dummy" if dummy else "")
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
