"""The hands of LIN's `md`: dealer's digit, then South, West, North, East."""

from __future__ import annotations

import re
from typing import NamedTuple

from abtools.cards import HOLDINGS, PACK_BITS, RANKS, Deal, Hand, Seat
from abtools.formats.lin.text import Report

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The order in which LIN names hands and players; digit k + 1 is the dealer SEATS[k]."""

_RANKS = "([2-9TJQKA]*)"
_PLAIN = re.compile(
    f"(?:S{_RANKS})?(?:H{_RANKS})?(?:D{_RANKS})?(?:C{_RANKS})?", re.IGNORECASE | re.ASCII
)
_SHIFT = {"C": 0, "D": 16, "H": 32, "S": 48}


class Made(NamedTuple):
    """What one `md` says: the digit, None when there is none; four hands, None where blank."""

    digit: int | None
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    @property
    def dealer(self) -> Seat | None:
        """The dealer of digits 1 to 4."""
        return SEATS[self.digit - 1] if self.digit else None

    def changing(self, deal: Deal | None) -> Made:
        """The hands of a deal shown before, with the ones given here in their place."""
        if deal is None:
            return self
        hands = [deal[SEATS[k]] if hand is None else hand for k, hand in enumerate(self.hands)]
        return Made(self.digit, (hands[0], hands[1], hands[2], hands[3]))


def read_deal(value: str, at: int, report: Report) -> Made:
    """The digit and the hands of an `md`, in the order South, West, North, East."""
    text = value.strip()
    at += len(value) - len(value.lstrip())
    if text[:1] in ("p", "P"):
        text, at = text[1:], at + 1
    digit: int | None = None
    if text[:1] in tuple("01234"):
        digit, text, at = int(text[0]), text[1:], at + 1
    elif text[:1].isdigit():
        report("seat-unknown", f"dealer {text[0]}: 1 South, 2 West, 3 North or 4 East", at, 1)
        text, at = text[1:], at + 1
    hands: list[Hand | None] = []
    written = text.split(",")
    for hand in written[:4]:
        hands.append(read_hand(hand, at, report))
        at += len(hand) + 1
    if any(hand.strip() for hand in written[4:]):
        report("deal-syntax", f"{len(written)} hands, four are the most", at, len(text) - len(hand))
    hands += [None] * (4 - len(hands))
    return Made(digit, (hands[0], hands[1], hands[2], hands[3]))


def read_hand(text: str, at: int, report: Report) -> Hand | None:
    """A hand of suit letters and ranks; None when it shows no card."""
    plain = _PLAIN.fullmatch(text)
    if plain is None:
        return _read_odd_hand(text, at, report)
    bits = 0
    for group, shift in enumerate((48, 32, 16, 0), 1):
        if ranks := plain[group]:
            holding = HOLDINGS[ranks]
            if holding is None:
                return _read_odd_hand(text, at, report)
            bits |= holding << shift
    return Hand(bits) if bits else None


def _read_odd_hand(text: str, at: int, report: Report) -> Hand | None:
    """A hand with suits in any order, blanks, 10 for the ten; or four holdings without letters."""
    blocks = text.split()
    if len(blocks) == 4 and not set(text.upper()) & set("SHDC"):
        letters = "".join(s + ("" if b == "-" else b) for s, b in zip("SHDC", blocks, strict=True))
        if (hand := _PLAIN.fullmatch(letters)) is not None and hand[0]:
            report("deal-spelling", "a hand without suit letters; S H D C is taken", at, len(text))
            return read_hand(letters, at, report)
    bits, shift = 0, -1
    index = 0
    while index < len(text):
        letter = text[index].upper()
        width = 1
        if text[index : index + 2] == "10":
            letter, width = "T", 2
        rank = RANKS.find(letter) + 2
        if letter in _SHIFT:
            shift = _SHIFT[letter]
        elif rank >= 2 and shift >= 0:
            bit = 1 << shift + rank
            if bits & bit:
                card = "CDHS"[shift // 16] + letter
                report("deal-card-twice", f"{card} stands twice in one hand", at + index, width)
            bits |= bit
        elif rank >= 2:
            report("deal-syntax", f"{letter} before any suit letter", at + index, width)
        elif not letter.isspace() and letter not in "-.":
            report("deal-syntax", f"{text[index]!r} is neither suit nor rank", at + index, width)
        index += width
    return Hand(bits) if bits else None


def complete(made: Made, value: str, at: int, report: Report) -> Deal | None:
    """The deal of an `md`: one blank hand gets the rest of the pack, a written fourth hand is
    compared with it. None when no hand is shown."""
    bits = [0 if hand is None else hand.bits for hand in made.hands]
    blank = [k for k in range(4) if made.hands[k] is None]
    if len(blank) == 4:
        return None
    hands = list(made.hands)
    if len(blank) == 1:
        rest = _rest(bits, blank[0])
        hands[blank[0]] = Hand(rest) if rest else None
    elif not blank:
        rest = _rest(bits, 3)
        if rest and rest != bits[3]:
            written = at + value.rfind(",") + 1
            report(
                "deal-fourth-hand",
                f"East has {hands[3]}, but the other hands leave {Hand(rest)}",
                written,
                len(value) - value.rfind(",") - 1,
            )
    return Deal((hands[2], hands[3], hands[0], hands[1]))


def _rest(bits: list[int], seat: int) -> int:
    """What three full hands leave for the fourth; 0 when they are not full."""
    others = [bits[k] for k in range(4) if k != seat]
    if any(hand.bit_count() != 13 for hand in others):
        return 0
    together = others[0] | others[1] | others[2]
    return PACK_BITS & ~together if together.bit_count() == 39 else 0


def written_hand(hand: Hand | None) -> str:
    """A hand in LIN's spelling, all four suit letters; "" when it is not known.

    >>> written_hand(Hand.parse("AK.QJT98765432..32"))
    'SAKHQJT98765432DC32'
    """
    if hand is None or not hand.bits:
        return ""
    spades, hearts, diamonds, clubs = str(Hand(hand.bits)).split(".")
    return f"S{spades}H{hearts}D{diamonds}C{clubs}"
