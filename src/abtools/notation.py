"""The notations inside tag values and sections of records, each a grammar with words for faults.

Grammars recognise; what a text means is said beside each in the words of cards, auction, board.
`parse(kind, text)` is the way in; `KINDS` lists what there is, `TAG_KINDS` which tag uses what.
A kind whose name ends in `-strict` is the export form of the kind without that ending.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from decimal import Decimal
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pyparsing as pp

from abtools.auction import CALLS, CONTRACTS, JUDGEMENTS, STRAIN_BY_NAME, Call
from abtools.board import VULNERABILITY_BY_NAME, Adjustment, Honours, Vulnerability
from abtools.cards import HOLDINGS, Card, Deal, Hand, Rank, Seat, Side, Suit
from abtools.problems import ParseError, Problem, SourceText

# ---------------------------------------------------------------- what the notations mean


@dataclass(frozen=True, slots=True)
class Deviation:
    """Something a text could be read in spite of: where in the text, problem code, words."""

    offset: int
    length: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand, and its spellings; a card twice (which the hand cannot show) is one of these."""

    hand: Hand
    deviations: tuple[Deviation, ...] = ()


@dataclass(frozen=True, slots=True)
class DealReading:
    """A deal, and what is to be said about it.

    `deviations` are spellings, and a card twice in one hand (which the deal cannot show);
    `faults` are what the deal shows too: a card in two hands, sizes of hands, no hand at all.
    """

    deal: Deal
    first: Seat
    deviations: tuple[Deviation, ...] = ()
    faults: tuple[Deviation, ...] = ()


@dataclass(frozen=True, slots=True)
class Fields:
    """The values of an open list as written, and those of them the standard does not list."""

    values: tuple[str, ...]
    deviations: tuple[Deviation, ...] = ()


@dataclass(frozen=True, slots=True)
class Date:
    """A day; year, month or day is None where any of its digits is not known."""

    text: str
    year: int | None
    month: int | None
    day: int | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Declarer:
    """Declarer's seat; `swapped` when declarer and dummy changed places by accident (`^S`)."""

    seat: Seat
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Tricks taken, 0 to 13, by whom the text names them for; `agreed` when marked `^`."""

    declarer: int | None = None
    ns: int | None = None
    ew: int | None = None
    agreed: bool = False

    @property
    def total(self) -> int | None:
        """The sum of the double form, None for the other forms."""
        return None if self.ns is None or self.ew is None else self.ns + self.ew

    def tricks(self, declarer: Seat | None) -> int | None:
        """Declarer's tricks: as written, or the number of declarer's side, or what the other
        side left of thirteen; None when the form names a side and declarer is not known.

        >>> parse("result", "EW 4").tricks(Seat.N)
        9
        """
        if self.declarer is not None or declarer is None:
            return self.declarer
        own, other = (self.ns, self.ew) if declarer.side is Side.NS else (self.ew, self.ns)
        return own if own is not None else None if other is None else 13 - other


@dataclass(frozen=True, slots=True)
class Points:
    """Points of rubber bridge above and below the line."""

    above: int
    below: int


@dataclass(frozen=True, slots=True)
class SideScore:
    """A score in one of the five forms: for declarer's side, for a side, or for both.

    Numbers are int for points, Decimal for IMPs, match points and percentages, and Points for
    rubber scores.
    """

    declarer: int | Decimal | Points | None = None
    ns: int | Decimal | Points | None = None
    ew: int | Decimal | Points | None = None


@dataclass(frozen=True, slots=True)
class SideHistory:
    """One side of a rubber so far: above the line from earlier rubbers and in this one, and
    below the line game by game."""

    earlier: int
    above: int
    below: tuple[int, ...]

    @property
    def games(self) -> int:
        """Games won: those with 100 points or more."""
        return sum(points >= 100 for points in self.below)


@dataclass(frozen=True, slots=True)
class RubberHistory:
    """The state of a rubber before the deal."""

    ns: SideHistory
    ew: SideHistory

    @property
    def vulnerability(self) -> Vulnerability:
        """The sides that have won a game."""
        return Vulnerability.of_sides(self.ns.games > 0, self.ew.games > 0)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many boards in so many minutes."""

    boards: int
    minutes: int


@dataclass(frozen=True, slots=True)
class NoteText:
    """A note to a call or card: its number 1 to 32 and its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: `order` is "+" when rows descend by it, "-" when they ascend;
    `width` the least number of characters; `align` "L", "R" or ""."""

    name: str
    order: str = ""
    width: int | None = None
    align: str = ""

    def __str__(self) -> str:
        width = "" if self.width is None else f"\\{self.width}{self.align}"
        return self.order + self.name + width


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a table, and what is to be said about the way they were written."""

    columns: tuple[Column, ...]
    deviations: tuple[Deviation, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The scores from `low` to `high`; None for no bound. Between bounds both are left out
    of the range, a single score is its own range."""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class TableNumber:
    """A number in a table; `adjusted` when it is an artificial score (`^`)."""

    value: Decimal
    adjusted: bool = False


class NotationError(ParseError):
    """A text that is not in its notation; `suggestion` is the right form when it can be told."""

    def __init__(self, problem: Problem, suggestion: str | None = None) -> None:
        super().__init__(problem)
        self.suggestion = suggestion


# ---------------------------------------------------------------- the table of notations


def _trimmed(text: str) -> str:
    """The same without blanks at the ends."""
    return text.strip()


Build = Callable[[bool], pp.ParserElement]
Means = Callable[[pp.ParseResults, str], Any]


@dataclass(frozen=True)
class Notation:
    """One notation: its name, what it is called, an example, the tags whose value it is.

    `code` is the problem code of a text that is not in it, `code_if_mended` that of one which
    `mend` can put into it. `strict` names the kind of its export form where that is narrower.
    `element` is the grammar, built when first asked for; `means` turns its tokens into a value.
    """

    name: str
    title: str
    example: str
    build: Build = field(repr=False)
    means: Means = field(repr=False)
    code: str
    tags: tuple[str, ...] = ()
    strict: str | None = None
    mend: Callable[[str], str] = field(default=_trimmed, repr=False)
    code_if_mended: str | None = None
    is_strict: bool = False

    @cached_property
    def element(self) -> pp.ParserElement:
        """The grammar, which matches a whole text."""
        return self.build(self.is_strict).leave_whitespace().parse_with_tabs()


_NOTATIONS: dict[str, Notation] = {}
KINDS: Mapping[str, Notation] = MappingProxyType(_NOTATIONS)
"""Kind -> notation."""


def notation(
    name: str,
    example: str,
    means: Means,
    *,
    title: str = "",
    strict: str | None = None,
    code: str = "value-syntax",
    tags: tuple[str, ...] = (),
    mend: Callable[[str], str] = _trimmed,
    code_if_mended: str | None = None,
) -> Callable[[Build], Build]:
    """Put a grammar in the table; with `strict`, an example of it, its export form as well.

    The function so marked builds the grammar, of the export form when its argument is true.
    """

    def register(build: Build) -> Build:
        called = title or name.replace("-", " ")
        export = None if strict is None else f"{name}-strict"
        _NOTATIONS[name] = Notation(
            name, called, example, build, means, code, tags, export, mend, code_if_mended
        )
        if export is not None and strict is not None:
            _NOTATIONS[export] = Notation(
                *(export, f"{called} in export form", strict, build, means, code),
                mend=mend,
                code_if_mended=code_if_mended,
                is_strict=True,
            )
        return build

    return register


# ---------------------------------------------------------------- the parts grammars are made of

_FLAGS = re.IGNORECASE | re.ASCII
A_RANK = "a rank A K Q J T 9 to 2"
A_SIDE = "NS or EW"
BETWEEN = {False: " +", True: " "}
"""Blanks between the parts of a value: import form, export form."""


def leaf(pattern: str, name: str, strict: bool = True) -> pp.ParserElement:
    """Text that stands in one piece; in import form (not strict) in either case."""
    flags = re.ASCII if strict else _FLAGS
    return pp.Regex(pattern, flags=flags).set_name(name).leave_whitespace()


def located(pattern: str, name: str, strict: bool = True) -> pp.ParserElement:
    """A leaf that yields its offset with its text."""
    return leaf(pattern, name, strict).set_parse_action(lambda _, at, found: [(at, found[0])])


def mark(pattern: str, name: str, strict: bool = True) -> pp.ParserElement:
    """A leaf that says nothing beyond that it is there."""
    return leaf(pattern, name, strict).suppress().set_name(name)


def end(name: str = "the end", strict: bool = True) -> pp.ParserElement:
    """The end of the text; in import form blanks may precede it."""
    return mark(r"\Z" if strict else r" *\Z", name)


def one_of(words: Sequence[str], name: str, strict: bool = True) -> pp.ParserElement:
    """One of some words, whole."""
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(re.escape(word) for word in longest_first)
    return leaf(f"(?:{pattern})(?![A-Za-z0-9])", name, strict)


def zeros(strict: bool) -> str:
    """Zeros before a number: none in export form."""
    return "" if strict else "0{0,9}"


def whole(element: pp.ParserElement, strict: bool = True) -> pp.ParserElement:
    """This element and nothing after it."""
    return element + end(strict=strict)


# ---------------------------------------------------------------- suggestions


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def _mend_date(text: str) -> str:
    """A day written otherwise, in PBN form: 2023-07-28, 20151006, 2-Aug-2023."""
    words = re.sub(r"[^0-9A-Za-z?]+", " ", text).split()
    if words and re.fullmatch(r"[0-9]{8}", words[0]):
        return f"{words[0][:4]}.{words[0][4:6]}.{words[0][6:]}"
    if len(words) < 3:
        return ""
    if words[1][:3].lower() in _MONTHS:
        words[1] = str(_MONTHS.index(words[1][:3].lower()) + 1)
    if len(words[2]) == 4:
        if not re.search("[A-Za-z]", text):
            return ""
        words[0], words[2] = words[2], words[0]
    return ".".join([words[0], *("??" if word == "?" else word.zfill(2) for word in words[1:3])])


def _mend_strains(text: str) -> str:
    """A contract or call with its denomination spelled out or separated: 5Hearts, 3 NT."""
    known = re.sub(r"[\s.]+", "", text).upper()
    for pips, letter in zip("♣♦♥♠", "CDHS", strict=True):
        known = known.replace(pips, letter)
    spelled = r"(?<=[1-7])(NO-?TRUMPS?|SPADES?|HEARTS?|DIAMONDS?|CLUBS?|SA)"
    short = {"N": "NT", "S": "S", "H": "H", "D": "D", "C": "C"}
    known = re.sub(spelled, lambda m: "NT" if m[0] == "SA" else short[m[0][0]], known)
    known = re.sub(r"(?<=[1-7])N(?!T)", "NT", known)
    return re.sub(r"^([1-7](?:NT|[CDHS]))(?:DBL|D|\*)$", r"\1X", known)


def _mend_seat(text: str) -> str:
    """A seat spelled out."""
    known = text.strip().upper()
    return known[0] if known in ("NORTH", "EAST", "SOUTH", "WEST") else ""


def _mend_vulnerable(text: str) -> str:
    """A side with a stroke, a blank at the end."""
    known = VULNERABILITY_BY_NAME.get(re.sub(r"[^A-Z]", "", text.upper()))
    return "" if known is None else str(known)


def _mend_time(text: str) -> str:
    """Hours and minutes without seconds."""
    return text.strip().zfill(5) + ":00"


def _mend_side(text: str) -> str:
    """A number before its side: 140 NS."""
    return re.sub(r"(?i)^\s*(\^?)([-+0-9./]+)\s*(NS|EW)\s*$", r"\1\3 \2", text).strip()


def _mend_decimal(text: str) -> str:
    """A comma for the decimal point, a per cent sign."""
    return _mend_side(text.replace(",", ".").replace("%", ""))


def _mend_word(*words: str) -> Callable[[str], str]:
    """The nearest of a few words."""

    def mend(text: str) -> str:
        by_fold = {word.casefold(): word for word in words}
        close = get_close_matches(text.strip().casefold(), by_fold, 1, 0.6)
        return by_fold[close[0]] if close else ""

    return mend


# ---------------------------------------------------------------- cards and deals


@notation("card", "h10", lambda _, text: Card.parse(text), strict="HT", code="card-syntax")
def _card(strict: bool) -> pp.ParserElement:
    suit = leaf("[CDHS]", "a suit C D H S", strict)
    rank = leaf("[AKQJT2-9]" if strict else "10|[AKQJT2-9]", A_RANK, strict)
    return whole(suit + rank)


_SUITS_DOWN = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_DESCENDING = "A?K?Q?J?T?9?8?7?6?5?4?3?2?"


def _holdings(strict: bool) -> pp.ParserElement:
    """Four holdings with dots between; a holding is known by what must follow it."""
    a_rank = "ranks A K Q J T 9 to 2 in descending order" if strict else A_RANK
    parts: list[pp.ParserElement] = []
    for suit in _SUITS_DOWN:
        ranks = _DESCENDING if strict else f"{suit}?(?:10|[AKQJT2-9X])*"
        parts.append(located(ranks, a_rank, strict))
        if suit is not Suit.CLUBS:
            parts.append(mark(r"\.", f"{a_rank}, or the dot after the {suit.name.lower()}"))
    if not strict:
        parts.append(pp.Opt(located(r"\.(?= |\Z)", "a dot")))
    return pp.And(parts)


def _hand_of(tokens: pp.ParseResults, text: str) -> HandReading:
    meaning = _DealMeaning()
    written = meaning.hand(None, list(tokens))
    return HandReading(written.hand or Hand(), meaning.deviations())


@notation("hand", "AKx.t9..2", _hand_of, code="deal-syntax")
def _hand(strict: bool) -> pp.ParserElement:
    return _holdings(strict) + end(f"{A_RANK}, or the end of the hand")


def _deal_of(tokens: pp.ParseResults, text: str) -> DealReading:
    meaning = _DealMeaning()
    first = Seat.parse(tokens[0])
    written: list[_Written] = []
    if text[2:3] == " ":
        meaning.spelt(2, 1, "a space after the colon")
    for part in tokens[1:]:
        if isinstance(part, pp.ParseResults):
            hand = meaning.hand(first.plus(len(written)), list(part))
            if hand.hand == Hand():
                hand.hand = None
                meaning.spelt(hand.offset, hand.length, "no card: '-' stands for a hand not known")
            written.append(hand)
        elif len(part[1]) > 1:
            meaning.spelt(part[0], len(part[1]), "more than one space between two hands")
    if text.endswith(" "):
        meaning.spelt(len(text.rstrip(" ")), 1, "a space after the last hand")
    meaning.sizes(written, len(text))
    north, east, south, west = (written[seat - first & 3].hand for seat in Seat)
    deal = Deal((north, east, south, west))
    return DealReading(deal, first, meaning.deviations(), tuple(meaning.faults))


@notation(
    "deal",
    "n:sAK10.h9..  - ... x.8..",
    _deal_of,
    strict="E:AKQJT98765432... .AK.Q.J - -",
    code="deal-syntax",
    tags=("Deal",),
)
def _deal(strict: bool) -> pp.ParserElement:
    name = f"{A_RANK}, the dot after the spades, or - for a hand not known"
    hand = pp.Group((_holdings(strict) | located("-", "-")).set_name(name))
    gap = located(BETWEEN[strict], f"{A_RANK}, or a space and the next hand")
    seat = leaf("[NESW]", "a seat N E S W", strict)
    colon = mark(":" if strict else ": *", "':'")
    return seat + colon + hand + (gap + hand) * 3 + end(f"{A_RANK}, or the end", strict)


@dataclass
class _Written:
    """One hand as it was written: its place and length, and what it holds."""

    seat: Seat | None
    offset: int
    length: int = 0
    count: int = 0
    hand: Hand | None = None


def _whose(seat: Seat | None) -> str:
    return "this hand" if seat is None else f"{seat.full_name}'s hand"


class _DealMeaning:
    """Turns the pieces of a written deal into a Deal and says what is wrong with it."""

    def __init__(self) -> None:
        self.spelling: dict[str, Deviation] = {}
        self.faults: list[Deviation] = []
        self.twice: list[Deviation] = []
        self.holders: dict[Card, list[Seat | None]] = {}

    def spelt(self, offset: int, length: int, message: str) -> None:
        """Note a spelling that is not PBN, once a deal."""
        self.spelling.setdefault(message, Deviation(offset, length, "deal-spelling", message))

    def deviations(self) -> tuple[Deviation, ...]:
        """Spellings, and cards twice in one hand, in order."""
        return tuple(sorted([*self.spelling.values(), *self.twice], key=lambda d: d.offset))

    def hand(self, seat: Seat | None, pieces: list[tuple[int, str]]) -> _Written:
        """The hand of a seat from its four located holdings, or from "-"."""
        offset, last = pieces[0][0], pieces[-1]
        written = _Written(seat, offset, last[0] + len(last[1]) - offset)
        if pieces[0][1] == "-":
            return written
        if len(pieces) == 5:
            self.spelt(last[0], 1, "a fifth field in a hand: four suits have three dots")
        bits, spots = 0, [0, 0, 0, 0]
        for suit, (at, text) in zip(_SUITS_DOWN, pieces[:4], strict=True):
            if text[:1].upper() == str(suit):
                self.spelt(at, 1, "suit letters in a hand: the place of a holding tells its suit")
                at, text = at + 1, text[1:]
            while text:
                size = 2 if text[0] == "1" else 1
                letter = text[:size].upper()
                if size == 2:
                    self.spelt(at, 2, "'10' for the ten: 'T' is the PBN form")
                if letter == "X":
                    self.spelt(at, 1, "'x' for a card whose rank is not known is not PBN")
                    spots[suit] += 1
                else:
                    card = Card.parse(f"{suit}{letter}")
                    self.held(seat, card, at, size)
                    bits |= card.bits
                written.count += 1
                at, text = at + size, text[size:]
        written.hand = Hand(bits, (spots[0], spots[1], spots[2], spots[3]))
        return written

    def held(self, seat: Seat | None, card: Card, offset: int, length: int) -> None:
        """Report a card that a hand seen before holds, or this one twice."""
        holders = self.holders.setdefault(card, [])
        if seat in holders:
            message = f"{card} is twice in {_whose(seat)}"
            self.twice.append(Deviation(offset, length, "deal-card-twice", message))
        elif holders:
            message = f"{card} is in {_whose(holders[0])} and in {_whose(seat)}"
            self.fault(offset, length, "deal-card-twice", message)
        holders.append(seat)

    def fault(self, offset: int, length: int, code: str, message: str) -> None:
        """Note a fault of meaning."""
        self.faults.append(Deviation(offset, length, code, message))

    def sizes(self, hands: list[_Written], length: int) -> None:
        """Report hands of more than thirteen cards or of unequal size, or that none is known."""
        known = [written for written in hands if written.hand is not None]
        if not known:
            self.fault(0, length, "deal-no-cards", "no hand is known")
            return
        size = min(13, max(written.count for written in known))
        model = next((_whose(written.seat) for written in known if written.count == size), "")
        wanted = "thirteen" if size == 13 else f"{size} as in {model}"
        for each in known:
            if each.count != size:
                message = f"{each.count} cards in {_whose(each.seat)}, not {wanted}"
                self.fault(each.offset, each.length, "deal-hand-size", message)


def _ranks_of(tokens: pp.ParseResults, text: str) -> tuple[Rank, ...]:
    bits = 0 if text == "-" else HOLDINGS[text] or 0
    return tuple(Rank(rank) for rank in range(14, 1, -1) if bits >> rank & 1)


@notation("ranks", "QJ9875", _ranks_of, code="card-syntax", title="ranks of a suit")
def _ranks(strict: bool) -> pp.ParserElement:
    ranks = leaf(f"-|(?=.){_DESCENDING}", f"{A_RANK} in descending order, or -")
    return ranks + end(f"{A_RANK} in descending order, or the end")


# ---------------------------------------------------------------- calls and contracts

_A_STRAIN = "a denomination C D H S NT"
_STRAINS = {False: "NT|NU|N|LS|R|[CDHS]", True: "NT|[CDHS]"}
_CALL_WORDS = tuple(
    name for name, call in CALLS.items() if name.isupper() and not name[0].isdigit()
)


@notation(
    "call",
    "dbl",
    lambda _, text: Call.parse(text),
    strict="1NT",
    code="call-syntax",
    mend=_mend_strains,
)
def _call(strict: bool) -> pp.ParserElement:
    level = leaf("[1-7]" if strict else "[1-8]", "a level 1 to 7")
    words = ("Pass", "X", "XX") if strict else _CALL_WORDS
    call = level + leaf(_STRAINS[strict], _A_STRAIN, strict) | one_of(words, "a call", strict)
    return whole(call.set_name("a call, Pass, X, XX or 1C to 7NT,"))


@notation(
    "strain",
    "n",
    lambda _, text: STRAIN_BY_NAME[text.upper()],
    strict="NT",
    code="call-syntax",
    title="denomination",
)
def _strain(strict: bool) -> pp.ParserElement:
    return whole(leaf(_STRAINS[strict], _A_STRAIN, strict))


@notation(
    "contract",
    "3nx",
    lambda _, text: CONTRACTS[text],
    strict="4SXX",
    code="contract-syntax",
    tags=("Contract",),
    mend=_mend_strains,
)
def _contract(strict: bool) -> pp.ParserElement:
    strain = leaf(_STRAINS[strict], _A_STRAIN, strict)
    doubled = pp.Opt(leaf("XX?", "X or XX", strict)) + end("X, XX or the end")
    bid = leaf("[1-7]" if strict else "[1-8]", "a level 1 to 7") + strain + doubled
    passed = one_of(("Pass",) if strict else ("PASS", "P"), "Pass", strict) + end()
    if strict:
        bare = strain + end()
    else:
        bare = strain + pp.Opt(leaf("X{1,6}", "X", strict)) + end("X or the end")
    contract = bid | passed | bare
    return contract.set_name("a contract, Pass or like 3NT, 4SX, 4SXX,")


# ---------------------------------------------------------------- results and scores


def _sided(number: pp.ParserElement, name: str, strict: bool) -> pp.ParserElement:
    """A side and its number, then perhaps the other side and its number."""
    space = BETWEEN[strict]
    blank = mark(space, f"a space and {name}")
    forms = []
    for side, other in ((Side.NS, Side.EW), (Side.EW, Side.NS)):
        own = leaf(f"{side}(?![A-Za-z])", f"{side}", strict) - blank - number
        second = leaf(f"{space}{other}(?![A-Za-z])", f"{other}", strict) - blank - number
        forms.append(own + pp.Opt(second) + end(f"{other} and its number, or the end,", strict))
    return pp.MatchFirst(forms).set_name(f"{A_SIDE} and {name}")


def _forms(number: pp.ParserElement, name: str, strict: bool) -> pp.ParserElement:
    """The five forms of a score: a number for declarer, or for a side, or for both."""
    alone = number + end("the end", strict)
    return (_sided(number, name, strict) | alone).set_name(f"{name}, alone or after {A_SIDE},")


def _by_side(tokens: Any, value: Callable[[Any], Any]) -> dict[str, Any]:
    """Whose number is which: {"declarer": 9} or {"ns": 9, "ew": 4}."""
    if len(tokens) == 1:
        return {"declarer": value(tokens[0])}
    return {tokens[k].strip().lower(): value(tokens[k + 1]) for k in range(0, len(tokens), 2)}


def _result_of(tokens: pp.ParseResults, text: str) -> Result:
    agreed = tokens[0] == "^"
    return Result(**_by_side(tokens[1:] if agreed else tokens, int), agreed=agreed)


@notation("result", "^NS 9 EW 4", _result_of, strict="^9", tags=("Result",), mend=_mend_side)
def _result(strict: bool) -> pp.ParserElement:
    name = "a number of tricks 0 to 13"
    tricks = leaf(f"(?:1[0-3]|{'' if strict else '0?'}[0-9])(?![0-9])", name)
    forms = tricks + end() if strict else _forms(tricks, name, strict)
    return pp.Opt(leaf(r"\^", "^")) + forms


DIGITS = "[0-9]{1,9}"
"""A whole number as text: nine digits are enough, and no text can ask for a huge one."""
_INTEGER = f"[+-]?{DIGITS}(?![0-9])"
_DECIMAL = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?![0-9])"
_PERCENT = r"\+?0*(?:100(?:\.0*)?|[0-9]{1,2}(?:\.[0-9]*)?|\.[0-9]+)(?![0-9])"


def _scores(value: Callable[[Any], Any]) -> Means:
    """What the five forms mean when their numbers are of this type."""
    return lambda tokens, text: SideScore(**_by_side(tokens, value))


@notation(
    *("score", "EW -100 NS 50  ", _scores(int)),
    strict="NS +550",
    tags=("Score",),
    mend=_mend_side,
)
def _points(strict: bool) -> pp.ParserElement:
    return _forms(leaf(_INTEGER, "a whole number"), "a whole number", strict)


@notation(
    *("score-decimal", "EW -2.5", _scores(Decimal)),
    title="score in IMPs or match points",
    strict="NS 10 EW 0",
    tags=("ScoreIMP", "ScoreMP"),
    mend=_mend_decimal,
)
def _decimals(strict: bool) -> pp.ParserElement:
    return _forms(leaf(_DECIMAL, "a number"), "a number", strict)


@notation(
    *("score-percentage", "EW 50. NS 50.0", _scores(Decimal)),
    strict="99.4",
    tags=("ScorePercentage",),
    mend=_mend_decimal,
)
def _percentages(strict: bool) -> pp.ParserElement:
    name = "a percentage 0 to 100"
    return _forms(leaf(_PERCENT, name), name, strict)


@notation(
    *("score-optimum", "ew 100", _scores(int)),
    strict="NS 100",
    tags=("OptimumScore",),
    mend=_mend_side,
)
def _optimum(strict: bool) -> pp.ParserElement:
    return _sided(leaf(_INTEGER, "a whole number"), "a whole number", strict)


@notation(
    *("score-rubber", "EW 300/40 NS 50 / 70  ", _scores(lambda pair: Points(*map(int, pair)))),
    strict="300/40",
    tags=("ScoreRubber",),
    mend=_mend_side,
)
def _rubber(strict: bool) -> pp.ParserElement:
    name = "points above and below the line, like 300/40"
    slash = mark("/" if strict else " */ *", "'/' between the points above and below the line")
    pair = leaf(DIGITS, "points above the line") + slash + leaf(DIGITS, "points below the line")
    return _forms(pp.Group(pair), name, strict)


def _history_of(tokens: pp.ParseResults, text: str) -> RubberHistory:
    halves = []
    for half in tokens:
        earlier, above, *below = (int(points) for points in half)
        halves.append(SideHistory(earlier, above, tuple(below)))
    return RubberHistory(*halves)


@notation(
    "score-rubber-history",
    "NS 0 0/100 0  EW 0 0/0 0",
    _history_of,
    strict="NS 0 0 / 100 0 EW 0 0 / 0 0",
    tags=("ScoreRubberHistory",),
    title="rubber history",
)
def _history(strict: bool) -> pp.ParserElement:
    space = mark(BETWEEN[strict], "a space")
    further = mark(f"{BETWEEN[strict]}(?=[0-9])", "a space")

    def half(side: Side) -> pp.ParserElement:
        return pp.Group(
            mark(f"{side}(?![A-Za-z])", f"{side}", strict)
            + (space + leaf(DIGITS, "points above the line from earlier rubbers"))
            + (space + leaf(DIGITS, "points above the line in this rubber"))
            + mark(" / " if strict else " */ *", "'/' before the points below the line")
            + leaf(DIGITS, "points below the line")
            + pp.Opt(further + leaf(DIGITS, "points of the next game")) * (0, 2)
        )

    between = mark(BETWEEN[strict], "points of the next game (three at most), or a space and EW,")
    return half(Side.NS) + between + half(Side.EW) + end("the next game, or the end,", strict)


def _score_range_of(tokens: pp.ParseResults, text: str) -> ScoreRange:
    bounds = [None if token == "*" else int(token) for token in tokens]
    return ScoreRange(bounds[0], bounds[-1])


@notation("score-range", "-100,*", _score_range_of, title="range of scores")
def _score_range(strict: bool) -> pp.ParserElement:
    score, open_end = leaf(_INTEGER, "a score"), leaf(r"\*", "*")
    comma = mark(",", "','")
    high = (score | open_end).set_name("a score, or * for no upper bound,")
    above = score + pp.Opt(comma - high) + end("',' or the end")
    below = open_end + comma + score + end()
    return (above | below).set_name("a score, or * for no lower bound,")


def _table_number_of(tokens: pp.ParseResults, text: str) -> TableNumber:
    return TableNumber(Decimal(tokens[-1]), tokens[0] == "^")


@notation("table-number", "^60.0", _table_number_of, title="number")
def _table_number(strict: bool) -> pp.ParserElement:
    return pp.Opt(leaf(r"\^", "^")) + leaf(_DECIMAL, "a number") + end()


# ---------------------------------------------------------------- days and times


def _date_of(tokens: pp.ParseResults, text: str) -> Date:
    year, month, day = (None if "?" in part else int(part) for part in tokens)
    return Date(text, year, month, day)


@notation(
    "date",
    "199?.06.??",
    _date_of,
    tags=("Date", "EventDate", "UTCDate"),
    mend=_mend_date,
    code_if_mended="date-form",
)
def _date(strict: bool) -> pp.ParserElement:
    year = leaf("[0-9?]{4}", "a year of four digits (? for one not known)")
    month = leaf(r"0[1-9?]|1[0-2?]|\?[0-9?]", "a month 01 to 12 (? for a digit not known)")
    day = leaf(r"0[1-9?]|[12][0-9?]|3[01?]|\?[0-9?]", "a day 01 to 31 (? for a digit not known)")
    dot = mark(r"\.", "'.'")
    return whole(year + dot + month + dot + day)


def _clock_of(tokens: pp.ParseResults, text: str) -> time:
    hours, minutes, seconds = (int(token) for token in tokens)
    return time(hours, minutes, seconds)


@notation("time", "23:59:59", _clock_of, tags=("Time", "UTCTime"), mend=_mend_time)
def _clock(strict: bool) -> pp.ParserElement:
    hours = leaf("[01][0-9]|2[0-3]", "hours 00 to 23")
    minutes = leaf("[0-5][0-9]", "minutes 00 to 59")
    seconds = leaf("[0-5][0-9]", "seconds 00 to 59")
    colon = mark(":", "':'")
    return whole(hours + colon + minutes + colon + seconds)


def _elapsed_of(tokens: pp.ParseResults, text: str) -> int:
    seconds = 0
    for token in tokens:
        seconds = seconds * 60 + int(token)
    return seconds


@notation("elapsed", "1:02:30", _elapsed_of, title="time taken")
def _elapsed(strict: bool) -> pp.ParserElement:
    sixty = leaf("[0-5]?[0-9](?![0-9])", "a number 0 to 59")
    colon = mark(":", "':'")
    return sixty + pp.Opt(colon - sixty) * (0, 2) + end("':' or the end")


def _time_control_of(tokens: pp.ParseResults, text: str) -> TimeControl | None:
    return None if text == "-" else TimeControl(int(tokens[0]), int(tokens[1]))


@notation("time-control", "4/30", _time_control_of, tags=("TimeControl",))
def _time_control(strict: bool) -> pp.ParserElement:
    boards = leaf(DIGITS, "a number of boards")
    limited = boards + mark("/", "'/'") + leaf(DIGITS, "a number of minutes") + end()
    return (limited | leaf("-", "-") + end()).set_name("a number of boards, or - for no limit,")


def _int_of(tokens: pp.ParseResults, text: str) -> int:
    return int(tokens[0])


@notation("seconds", "10", _int_of, tags=("TimeCall", "TimeCard"), title="time limit")
def _seconds(strict: bool) -> pp.ParserElement:
    return whole(leaf(DIGITS, "a number of seconds"))


# ---------------------------------------------------------------- single values and lists


@notation(
    "seat",
    "w",
    lambda _, text: Seat.parse(text),
    strict="W",
    code="seat-unknown",
    tags=("Dealer", "Auction", "Play"),
    mend=_mend_seat,
)
def _seat(strict: bool) -> pp.ParserElement:
    return whole(one_of("NESW", "a seat N E S W", strict))


@notation(
    "declarer",
    "^s",
    lambda tokens, _: Declarer(Seat.parse(tokens[-1]), len(tokens) == 2),
    strict="^S",
    code="seat-unknown",
    tags=("Declarer",),
    mend=_mend_seat,
)
def _declarer(strict: bool) -> pp.ParserElement:
    seat = one_of("NESW", "a seat N E S W", strict)
    return whole(pp.Opt(leaf(r"\^", "^")) + seat)


@notation(
    "vulnerable",
    "both",
    lambda _, text: Vulnerability.parse(text),
    strict="All",
    code="vulnerable-unknown",
    tags=("Vulnerable",),
    mend=_mend_vulnerable,
    title="vulnerability",
)
def _vulnerable(strict: bool) -> pp.ParserElement:
    words = ("None", "NS", "EW", "All") if strict else tuple(VULNERABILITY_BY_NAME)
    return whole(one_of(words, "None, NS, EW or All", strict))


@notation("board", "007", _int_of, strict="13", tags=("Board",), title="board number")
def _board_number(strict: bool) -> pp.ParserElement:
    return whole(leaf(f"{zeros(strict)}[1-9][0-9]{{0,8}}", "a board number from 1"))


def _seats_of(tokens: pp.ParseResults, text: str) -> tuple[Seat, ...]:
    return tuple(Seat.parse(letter) for token in tokens for letter in token)


@notation("hidden", "we", _seats_of, strict="WNE", tags=("Hidden",), title="hidden hands")
def _hidden(strict: bool) -> pp.ParserElement:
    seats = "|".join(f"{seat}(?![NESW]*{seat})" for seat in "NESW")
    return whole(leaf(f"(?:{seats})+", "seats N E S W, each once,", strict))


@notation("round", "1.A.2", lambda tokens, _: tuple(tokens), tags=("Round",))
def _round(strict: bool) -> pp.ParserElement:
    level = leaf("[A-Za-z0-9_]+", "letters, digits or _")
    dot = mark(r"\.", "'.'")
    return level + pp.ZeroOrMore(dot - level) + end("a letter, a digit, _, '.' or the end")


def _text_of(tokens: pp.ParseResults, text: str) -> str:
    return str(tokens[0])


SCORING_SYSTEMS = ("MP", "MatchPoints", "IMP", "Cavendish", "Chicago", "Rubber", "BAM", "Instant")
SCORING_FIELDS = (
    *SCORING_SYSTEMS,
    *("Butler", "Butler-2", "Experts", "Cross", "Cross1", "Cross2", "Mean", "Median"),
    *("MP1", "MP2", "OldMP", "Mitchell2", "Mitchell3", "Mitchell4", "Ascherman"),
    *("Bastille", "EMP", "IMP_1948", "IMP_1961"),
)
COMPETITIONS = ("Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams")
TERMINATIONS = (
    *("abandoned", "adjudication", "death", "emergency", "normal"),
    *("rules infraction", "time forfeit", "unterminated"),
)
MODES = ("EM", "EMB", "IBS", "OKB", "TABLE", "TC")


def _open(name: str, several: bool = False) -> Build:
    """Any text, or several with `;` between."""

    def build(strict: bool) -> pp.ParserElement:
        if not several:
            return whole(located(r"[\s\S]+", name))
        one = located("[^;]+", name)
        return one + pp.ZeroOrMore(mark(";", "';'") - one) + end("';' or the end")

    return build


def _listed(known: Sequence[str], what: str) -> Means:
    """The fields, with a deviation for each that is not in the list."""
    folded = {word.casefold() for word in known}

    def means(tokens: pp.ParseResults, text: str) -> Fields:
        found: list[Deviation] = []
        for at, value in tokens:
            if value.casefold() not in folded:
                close = get_close_matches(value, known, 1, 0.75)
                hint = f"; did you mean {close[0]}?" if close else ""
                message = f"{_quoted(value)} is no {what} of the standard's list{hint}"
                found.append(Deviation(at, len(value), "value-unlisted", message))
        return Fields(tuple(value for _, value in tokens), tuple(found))

    return means


def _scoring_of(tokens: pp.ParseResults, text: str) -> Fields:
    """The fields of Scoring: what is not listed, and a second basic system."""
    fields: Fields = _listed(SCORING_FIELDS, "scoring field")(tokens, text)
    systems = [(at, value) for at, value in tokens if value in SCORING_SYSTEMS]
    second = [
        Deviation(at, len(value), "value-unlisted", f"{value} is a second system after {first}")
        for (_, first), (at, value) in pairwise(systems)
    ]
    return Fields(fields.values, (*fields.deviations, *second))


def _closed(*words: str) -> Build:
    """One of a few words."""
    return lambda strict: whole(one_of(words, " or ".join(words)))


notation("scoring", "MP;MP1", _scoring_of, tags=("Scoring",))(
    _open("a scoring field", several=True)
)
notation(
    *("competition", "Pairs", _listed(COMPETITIONS, "competition")),
    tags=("Competition",),
)(_open("a kind of competition"))
notation(
    *("termination", "time forfeit", _listed(TERMINATIONS, "end of a game")),
    tags=("Termination",),
)(_open("how the game ended"))
notation("mode", "OKB", _listed(MODES, "mode"), tags=("Mode",))(_open("a mode of play"))


def _choice(name: str, title: str, tags: tuple[str, ...], *words: str) -> None:
    """A notation that is one of a few words."""
    mend = _mend_word(*words)
    notation(name, words[0], _text_of, title=title, tags=tags, mend=mend)(_closed(*words))


_choice("room", "room", ("Room",), "Open", "Closed")
_choice("yes-no", "yes or no", ("FrenchMP",), "Yes", "No")
_choice(
    *("player-type", "type of player", tuple(f"{seat.full_name}Type" for seat in Seat)),
    *("human", "program"),
)


# ---------------------------------------------------------------- annotations and notes

NAG_OF_SUFFIX = {sign: nag for nag, sign in enumerate(JUDGEMENTS, 1)}
"""The NAG of a suffix after a call; after a card it is six more."""

_UP_TO_32 = "[1-9]|[12][0-9]|3[0-2]"
_UP_TO_255 = "25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]"


@notation("note-reference", "=07=", _int_of, strict="=32=", code="note-wrong")
def _note_reference(strict: bool) -> pp.ParserElement:
    number = leaf(f"{zeros(strict)}(?:{_UP_TO_32})(?![0-9])", "a note number 1 to 32")
    return mark("=", "'='") + number + mark("=", "'='") + end()


@notation("nag", "$007", _int_of, strict="$255", code="nag-wrong", title="NAG")
def _nag(strict: bool) -> pp.ParserElement:
    number = leaf(f"{zeros(strict)}(?:{_UP_TO_255})(?![0-9])", "a number 0 to 255")
    return whole(mark(r"\$", "'$'") + number)


@notation("suffix", "!?", lambda _, text: NAG_OF_SUFFIX[text], code="suffix-wrong")
def _suffix(strict: bool) -> pp.ParserElement:
    return whole(leaf("[!?]{1,2}", "!, ?, !!, ??, !? or ?!"))


@notation("irregularity", "^R", _text_of, code="irregularity-wrong")
def _irregularity(strict: bool) -> pp.ParserElement:
    return whole(mark(r"\^", "'^'") + leaf("[ISRL]", "I, S, R or L"))


@notation(
    "note",
    "01:a splinter",
    lambda tokens, _: NoteText(int(tokens[0]), tokens[1]),
    strict="32:a splinter",
    code="note-wrong",
    tags=("Note",),
)
def _note(strict: bool) -> pp.ParserElement:
    number = leaf(f"{zeros(strict)}(?:{_UP_TO_32})(?![0-9])", "a note number 1 to 32")
    return number + mark(":", "':' and the note") + leaf(r"[\s\S]*", "the note") + end()


# ---------------------------------------------------------------- tables


TABLES = (
    *("ActionTable", "AuctionTimeTable", "InstantScoreTable", "OptimumPlayTable"),
    *("OptimumResultTable", "PlayTimeTable", "ScoreTable", "TotalScoreTable"),
)


def _columns_of(tokens: pp.ParseResults, text: str) -> Header:
    columns, found = [], []
    for order, (at, name), *rest in tokens:
        width, align = (int(rest[0]), rest[1]) if rest else (None, "")
        if " " in name.strip():
            message = f"{name.strip()!r} is one column: ';' separates columns"
            found.append(Deviation(at, len(name), "table-columns", message))
        columns.append(Column(name.strip(), order, width, align))
    return Header(tuple(columns), tuple(found))


@notation(
    "columns",
    r"-Rank\3R; Names\45;Score",
    _columns_of,
    strict=r"-Rank\3R;Names\45",
    code="table-columns",
    tags=TABLES,
    title="table header",
)
def _columns(strict: bool) -> pp.ParserElement:
    blanks = "" if strict else " *"
    order = pp.Opt(leaf("[+-]", "+ or -"), default="")
    name = located(rf"{blanks}[^;\\ +-][^;\\]*", "a column name")
    digits = leaf("[0-9]{1,3}", "the width of the column in digits")
    align = pp.Opt(leaf("[LR]", "L or R"), default="")
    width = pp.Opt(mark(r"\\", "'\\'") - digits + align)
    column = pp.Group(order + name + width)
    return (
        column + pp.ZeroOrMore(mark(";", "';'") - column) + end("'\\' and a width, ';' or the end")
    )


# ---------------------------------------------------------------- abtools' own tags


def _honours_of(tokens: pp.ParseResults, text: str) -> Honours:
    counts: list[int | None] = [None] * 4
    for seat, count in zip(tokens[0::2], tokens[1::2], strict=True):
        counts[Seat.parse(seat)] = None if count == "?" else int(count)
    return counts[0], counts[1], counts[2], counts[3]


@notation("honours", "N:4 e:0  S:? W:1", _honours_of, tags=("Honours",))
def _honours(strict: bool) -> pp.ParserElement:
    count = leaf("[0-5?]", "0 to 5 honours, or ?")
    seats = "|".join(f"{seat}(?!.*{seat})" for seat in "NESW")
    hand = leaf(seats, "a seat N E S W, each once,", strict) + mark(":", "':'") - count
    return (
        hand
        + pp.Opt(mark(" +", "a space") - hand) * (0, 3)
        + end("a space and a further hand, or the end")
    )


@notation("chicane", "N s", _seats_of, tags=("Chicane",))
def _chicane(strict: bool) -> pp.ParserElement:
    seats = "|".join(f"{seat}(?!.*{seat})" for seat in "NESW")
    seat = leaf(seats, "a seat N E S W, each once,", strict)
    return pp.Opt(seat + pp.ZeroOrMore(mark(" +", "a space") - seat)) + end("a seat or the end")


def _adjustments_of(tokens: pp.ParseResults, text: str) -> tuple[Adjustment, ...]:
    return tuple(
        Adjustment(Side(side.upper()), column.lower(), int(points), reason.strip())
        for side, column, points, reason in tokens
    )


@notation(
    "adjustments",
    "NS above 50 looked at a quitted trick; EW below -10",
    _adjustments_of,
    tags=("Adjustments",),
)
def _adjustments(strict: bool) -> pp.ParserElement:
    side = leaf("(?:NS|EW)(?![A-Za-z])", A_SIDE, strict)
    column = leaf("above|below", "above or below", strict)
    blank = mark(" +", "a space")
    points = leaf(f"{_INTEGER}(?= |;|\\Z)", "a whole number of points")
    reason = leaf("[^;]*", "the reason")
    one = pp.Group(side + blank + column + blank + points + reason)
    return one + pp.ZeroOrMore(mark("; *", "';'") - one) + end("';' or the end")


# ---------------------------------------------------------------- the way in


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a text that is not in its notation is kept as."""

    problem: Problem
    suggestion: str | None


def parse(kind: str, text: str) -> Any:
    """The meaning of a text in one of the notations of KINDS.

    Raises NotationError (a ParseError) when the text is not in it: the problem has the place in
    the text and says what was expected there.

    >>> parse("result", "NS 9 EW 4")
    Result(declarer=None, ns=9, ew=4, agreed=False)
    >>> parse("contract", "5Cl")
    Traceback (most recent call last):
    abtools.notation.NotationError: contract: X, XX or the end expected after '5C', not 'l'
    """
    found = _read(kind, text) if len(text) > LONGEST_KEPT else _kept(kind, text)
    if isinstance(found, _Failure):
        raise NotationError(found.problem, found.suggestion)
    return found


LONGEST_KEPT = 400
"""Texts longer than this are read anew each time."""


def _read(kind: str, text: str) -> Any:
    """The meaning of a text, or a _Failure."""
    known = KINDS[kind]
    try:
        return known.means(known.element.parse_string(text), text)
    except pp.ParseBaseException as error:
        return _failure(known, text, error)


_kept = lru_cache(maxsize=20_000)(_read)


def _failure(known: Notation, text: str, error: pp.ParseBaseException) -> _Failure:
    """What was expected where, in words, and what was perhaps meant."""
    at = min(error.loc, len(text))
    before = text[max(0, at - 12) : at]
    wanted = error.msg.removeprefix("Expected ")
    if wanted.rstrip(",").endswith("the end") and known.code != "deal-syntax":
        at += len(text[at:].rstrip(" ")) - len(text[at:].strip(" "))
    run = re.compile(r"[\s\S]?" if known.code == "deal-syntax" else r"[A-Za-z]+|[0-9]+|[\s\S]?")
    found = run.match(text, at)
    wrong = found.group() if found else ""
    says_it = re.match(rf"(?:an? )?{re.escape(known.title)}\b", wanted)
    message = f"{wanted} expected" if says_it else f"{known.title}: {wanted} expected"
    if before:
        message += f" after {_quoted(before)}"
    if wrong:
        message += f", not {_quoted(wrong[:12])}"
    code, suggestion = known.code, _suggestion(known, text)
    if suggestion is not None:
        message += f"; did you mean {suggestion}?"
        code = known.code_if_mended or code
    return _Failure(Problem(code, SourceText(text).span(at, len(wrong)), message), suggestion)


def _quoted(text: str) -> str:
    """A piece of a value as it stands, escaped only when it cannot be shown."""
    return f"'{text}'" if text.isprintable() else repr(text)


def _suggestion(known: Notation, text: str) -> str | None:
    """The text mended, if it can be mended to one in the notation."""
    mended = known.mend(text)
    if not mended or mended == text:
        return None
    try:
        known.element.parse_string(mended)
    except pp.ParseBaseException:
        return None
    return mended


TAG_KINDS: Mapping[str, str] = MappingProxyType(
    {tag: known.name for known in KINDS.values() for tag in known.tags}
)
"""Tag name -> kind of its value."""
