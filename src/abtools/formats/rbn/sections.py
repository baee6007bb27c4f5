"""The hands, calls and cards of RBN."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from abtools.auction import BIDS, JUDGEMENTS, PASS, Call, Mark
from abtools.cards import (
    CARD_BY_BITS,
    HOLDINGS,
    PACK_BITS,
    RANKS,
    SUIT_MASK,
    Card,
    Deal,
    Hand,
    Rank,
    Seat,
    Suit,
)
from abtools.formats.lin.calls import meant
from abtools.formats.rbn.text import Report
from abtools.play import strongest

_HANDS = re.compile(r"([NESW])\s*(?=[:;]|$)", re.IGNORECASE)
_CALL = re.compile(
    r"""(?P<gap>[\s:]+)
    |(?P<bid>([1-7])(NT|N|[CDHS]))
    |(?P<pass>P)|(?P<double>X)|(?P<redouble>R)|(?P<all>A)|(?P<ask>Y)
    |(?P<judgement>!!|\?\?|!\?|\?!|!|\?)|(?P<star>\*)|(?P<note>\^(\d))
    |(?P<other>.)""",
    re.VERBOSE | re.IGNORECASE | re.ASCII | re.DOTALL,
)
_CARD = re.compile(
    r"""(?P<gap>\s+)
    |(?P<end>[:;])
    |(?P<ask>Y)
    |(?P<card>([CDHScdhs])?(10|[2-9TJQKAxtjqka]|[-~+.]))
    |(?P<judgement>!!|\?\?|!\?|\?!|!|\?)|(?P<star>\*)|(?P<note>\^(\d))
    |(?P<other>.)""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)


@dataclass(slots=True)
class Hands:
    """What H says: the deal, None when it shows no card; hidden seats; cards of no known rank."""

    deal: Deal | None = None
    hidden: str = ""
    has_any_card: bool = False


def read_hands(data: str, at: int, report: Report) -> Hands:
    """The hands of an H, with the last filled from the rest of the pack where only its colon
    stands."""
    start = _HANDS.match(data)
    if start is None:
        report("deal-syntax", "a seat and a colon expected first", at, len(data))
        return Hands()
    first = Seat.parse(start[1])
    found = Hands()
    hands: list[Hand | None] = [None] * 4
    hidden = []
    pieces = re.split("([:;])", data[start.end() :])
    position = at + start.end()
    count = 0
    for mark, text in zip(pieces[1::2], pieces[2::2], strict=True):
        position += 1
        if count > 3:
            report("deal-syntax", "more than four hands", position, len(text))
            break
        seat = first.plus(count)
        if text.strip():
            hands[seat] = _read_hand(text, position, found, report)
        if mark == ";":
            hidden.append(seat)
        position += len(text)
        count += 1
    if count == 4 and not pieces[-1].strip():
        _fill(hands, first.rho)
    if any(hand is not None for hand in hands):
        found.deal = Deal((hands[0], hands[1], hands[2], hands[3]))
    found.hidden = "".join(str(s) for s in (Seat.W, Seat.N, Seat.E, Seat.S) if s in hidden)
    return found


def _read_hand(text: str, at: int, found: Hands, report: Report) -> Hand:
    suits = text.strip().split(".")
    at += len(text) - len(text.lstrip())
    bits, spots = 0, [0, 0, 0, 0]
    for k, holding in enumerate(suits):
        if k > 3:
            report("deal-syntax", "more than four suits", at, len(holding))
            break
        suit = 3 - k
        known = holding.upper().replace("10", "T")
        unknown = known.count("?")
        if unknown:
            found.has_any_card = True
            message = "? is a card of any rank; it is counted as a small one"
            report("rbn-any-card", message, at + holding.index("?"), 1)
        spots[suit] = known.count("X") + unknown
        known = known.replace("X", "").replace("?", "").replace("-", "")
        ranks = HOLDINGS[known]
        if ranks is None:
            ranks = _sound_ranks(known, k, at, report)
        bits |= ranks << suit * 16
        at += len(holding) + 1
    return Hand(bits, (spots[0], spots[1], spots[2], spots[3]))


def _sound_ranks(text: str, suit: int, at: int, report: Report) -> int:
    """The ranks of a holding that has something else in it, or one twice."""
    bits = 0
    for letter in text:
        rank = RANKS.find(letter) + 2
        if rank < 2:
            report("deal-syntax", f"{letter!r} is no rank: A K Q J T 9 to 2, x or ?", at, len(text))
        elif bits >> rank & 1:
            report("deal-card-twice", f"{'SHDC'[suit]}{letter} stands twice", at, len(text))
        else:
            bits |= 1 << rank
    return bits


def _fill(hands: list[Hand | None], last: Seat) -> None:
    """The last hand gets the rest of the pack when the other three are full and known."""
    others = [hands[seat] for seat in Seat if seat is not last]
    known = [hand.bits for hand in others if hand is not None and not any(hand.spots)]
    if len(known) == 3 and all(hand.bit_count() == 13 for hand in known):
        together = known[0] | known[1] | known[2]
        if together.bit_count() == 39:
            hands[last] = Hand(PACK_BITS & ~together)


def written_hands(deal: Deal | None, hidden: str) -> str:
    """The data of H from West; the last hand is left to the reader where that is enough."""
    if deal is None and not hidden:
        return ""
    order = (Seat.W, Seat.N, Seat.E, Seat.S)
    hands = [None if deal is None else deal[seat] for seat in order]
    last = 4
    if deal is not None and deal.is_complete:
        hands[3] = None
    else:
        while last and hands[last - 1] is None and str(order[last - 1]) not in hidden:
            last -= 1
    parts = [
        (";" if str(seat) in hidden else ":") + ("" if hand is None else _written_hand(hand))
        for seat, hand in zip(order[:last], hands[:last], strict=True)
    ]
    return "W" + "".join(parts) if parts else ""


def _written_hand(hand: Hand) -> str:
    return str(hand) if len(hand) else "..."


# ------------------------------------------------------------------ calls


@dataclass(slots=True)
class Elements:
    """Calls or cards with their places and what is marked beside them."""

    places: list[tuple[int, int]] = field(default_factory=list)
    nags: dict[int, int] = field(default_factory=dict)
    stars: set[int] = field(default_factory=set)
    notes: dict[int, int] = field(default_factory=dict)
    asked: bool = False

    def mark(self, found: re.Match[str], at: int, first_nag: int, report: Report) -> None:
        """A mark belongs to the element before it."""
        last = len(self.places) - 1
        if last < 0:
            report("suffix-wrong", f"{found[0]} stands after nothing", at, len(found[0]))
        elif found["star"]:
            self.stars.add(last)
        elif found["note"]:
            if last in self.notes:
                report("note-wrong", f"{found[0]}: a second note", at, len(found[0]))
            else:
                self.notes[last] = int(found[0][1:])
        elif last in self.nags:
            report("suffix-wrong", f"{found[0]}: judged already", at, len(found[0]))
        else:
            self.nags[last] = first_nag + JUDGEMENTS.index(found[0])


@dataclass(slots=True)
class Calls(Elements):
    """The calls of an A."""

    calls: list[Call] = field(default_factory=list)

    def read(self, data: str, at: int, report: Report) -> None:
        """Take the calls and marks of a text."""
        for found in _CALL.finditer(data):
            kind, place, length = found.lastgroup, at + found.start(), len(found[0])
            if kind == "gap":
                continue
            if kind == "ask":
                self.asked = True
            elif kind == "all":
                self._all_pass(place)
            elif kind in ("judgement", "star", "note"):
                self.mark(found, place, 1, report)
            elif kind == "other":
                message = f"{found[0]!r} is no call: P, X, R, A or a bid 1C to 7N"
                report("call-syntax", message, place, length)
            else:
                self.calls.append(meant(found))
                self.places.append((place, length))

    def _all_pass(self, place: int) -> None:
        trailing = 0
        while trailing < len(self.calls) and self.calls[-1 - trailing] is PASS:
            trailing += 1
        wanted = 4 if trailing == len(self.calls) else 3
        for _ in range(wanted - trailing):
            self.calls.append(PASS)
            self.places.append((place, 1))


_WRITTEN = {
    "Pass": "P",
    "X": "X",
    "XX": "R",
    **{
        bid.name: f"{bid.level}{str(bid.strain)[0]}"
        for bid in BIDS.values()
        if bid.level < 8 and str(bid.strain) in ("C", "D", "H", "S", "NT")
    },
}


def written_call(call: Call | None) -> str | None:
    """A call in RBN's spelling, None for what RBN does not have."""
    return None if call is None else _WRITTEN.get(call.name)


# ------------------------------------------------------------------ cards


@dataclass(slots=True)
class Cards(Elements):
    """The cards of a P: trick by trick, in the order played; None is a card not told.

    `meant[k]` is the suit and what was written of element k, where that was no plain card.
    """

    tricks: list[list[int]] = field(default_factory=list)
    cards: list[Card | None] = field(default_factory=list)
    meant: dict[int, tuple[Suit | None, str]] = field(default_factory=dict)
    is_cut: bool = False

    def read(self, data: str, at: int, report: Report) -> None:
        """Take the cards and marks of a text."""
        led: Suit | None = None
        self.tricks.append([])
        for found in _CARD.finditer(data):
            kind, place, length = found.lastgroup, at + found.start(), len(found[0])
            if kind == "gap":
                continue
            if kind == "end":
                self.is_cut = self.is_cut or found[0] == ";"
                self._end_trick(place, report)
                led = None
            elif kind == "ask":
                self.asked = True
            elif kind in ("judgement", "star", "note"):
                self.mark(found, place, 7, report)
            elif kind == "other":
                message = f"{found[0]!r} is no card: a suit and a rank expected"
                report("card-syntax", message, place, length)
            else:
                led = self._add(found, led, place, report)
        if not self.tricks[-1]:
            self.tricks.pop()

    def _end_trick(self, place: int, report: Report) -> None:
        if len(self.tricks[-1]) != 4:
            count = len(self.tricks[-1])
            if count:
                report("card-syntax", f"a trick of {count} cards", place, 1)
            else:
                return
        self.tricks.append([])

    def _add(self, found: re.Match[str], led: Suit | None, at: int, report: Report) -> Suit | None:
        letter, rank = found[5], found[6].upper()
        suit = Suit.parse(letter) if letter else led
        if suit is None and rank != ".":
            message = f"{found[0]}: a suit letter expected, the first of a trick"
            report("card-syntax", message, at, len(found[0]))
            return led
        if len(self.tricks[-1]) == 4:
            report("card-syntax", "a fifth card in a trick", at, len(found[0]))
            return led
        index = len(self.cards)
        self.tricks[-1].append(index)
        self.places.append((at, len(found[0])))
        rank = "T" if rank == "10" else rank
        if suit is not None and rank in RANKS:
            self.cards.append(Card(suit, Rank(RANKS.index(rank) + 2)))
        else:
            self.cards.append(None)
            self.meant[index] = (suit, rank)
        return suit if led is None else led

    def place(
        self, deal: Deal | None, leader: Seat | None, trump: Suit | None, report: Report
    ) -> tuple[Seat, list[int]] | None:
        """The first column and where each card goes; None when nobody knows who led.

        Lowest and highest cards become the cards they are, as far as the hands tell.
        """
        left = [0, 0, 0, 0] if deal is None else list(deal.bits)
        turn = leader if leader is not None else self._holder(0, deal)
        if turn is None:
            return None
        first, places = turn, [0] * len(self.cards)
        for row, trick in enumerate(self.tricks):
            if turn is None:
                turn = self._holder(trick[0], deal)
            if turn is None:
                self._cut(trick[0], report)
                break
            for k, index in enumerate(trick):
                seat = turn.plus(k)
                self._resolve(index, left[seat], k == 0, report)
                places[index] = 4 * row + (seat - first & 3)
                card = self.cards[index]
                if card is not None:
                    left[seat] &= ~card.bits
            turn = self._winner(trick, turn, trump)
        return first, places[: len(self.cards)]

    def _holder(self, index: int, deal: Deal | None) -> Seat | None:
        card = self.cards[index] if index < len(self.cards) else None
        if card is None or deal is None:
            return None
        return next((seat for seat in Seat if deal.bits[seat] & card.bits), None)

    def _cut(self, index: int, report: Report) -> None:
        """Leave out the cards from an index on, whose places nobody knows."""
        message = f"who led is not known; {len(self.cards) - index} cards are left out"
        report("card-syntax", message, *self.places[index])
        del self.cards[index:]
        self.tricks = [trick for trick in self.tricks if trick and trick[-1] < index]

    def _resolve(self, index: int, hand: int, leads: bool, report: Report) -> None:
        if index not in self.meant:
            return
        suit, rank = self.meant[index]
        if suit is None or rank not in "-~+":
            return
        holding = hand & SUIT_MASK << suit * 16
        if not holding:
            return
        bit = 1 << holding.bit_length() - 1 if rank == "+" else holding & -holding
        card = CARD_BY_BITS[bit]
        self.cards[index] = card
        what = "highest" if rank == "+" else "lowest"
        report("card-spelling", f"the {what} {suit}: {card}", *self.places[index])

    def _winner(self, trick: Sequence[int], turn: Seat, trump: Suit | None) -> Seat | None:
        if self.cards[trick[0]] is None:
            return None
        return turn.plus(strongest([self.cards[index] for index in trick], trump))


def written_marks(mark: Mark | None, stars: bool, number: int | None) -> str:
    """What stands beside a call or card: judgement, star, note."""
    nags = () if mark is None else mark.nags
    judged = next((JUDGEMENTS[(nag - 1) % 6] for nag in nags if 1 <= nag <= 12), "")
    return judged + ("*" if stars else "") + ("" if number is None else f"^{number}")
