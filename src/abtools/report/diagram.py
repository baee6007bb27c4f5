"""The four hands of a deal as a compass diagram, as newspapers print them."""

from __future__ import annotations

import unicodedata

from abtools.cards import Deal, Hand, Seat, Suit
from abtools.languages import LANGUAGES, Language
from abtools.report.style import Style

ENGLISH = LANGUAGES["en"]
_SUITS_DOWN = tuple(reversed(Suit))


def columns(text: str) -> int:
    """How many columns of a terminal a text takes; colour takes none."""
    width, inside = 0, False
    for character in text:
        if character == "\x1b":
            inside = True
        elif inside:
            inside = character != "m"
        elif not unicodedata.combining(character):
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def padded(text: str, width: int) -> str:
    """A text with blanks up to a number of columns."""
    return text + " " * (width - columns(text))


def hand_lines(hand: Hand | None, style: Style, language: Language = ENGLISH) -> list[str]:
    """A hand as four lines, spades first: pip, blank, cards. Four empty lines when unknown.

    >>> hand_lines(Hand.parse("AT9.KQ..432"), Style(symbols=False))
    ['S A 10 9', 'H K Q', 'D -', 'C 4 3 2']
    """
    if hand is None:
        return [""] * 4
    lines = []
    for suit in _SUITS_DOWN:
        pip = style.red_suit(suit, language.suit(suit, style.symbols))
        held = language.holding(hand, suit)
        lines.append(f"{pip} {held if style.symbols else held.replace('—', '-')}")
    return lines


def compass_lines(
    deal: Deal,
    style: Style,
    language: Language = ENGLISH,
    beside: list[str] | None = None,
) -> list[str]:
    """The deal as a compass, North above, South below; `beside` stands in the upper left corner.

    A hand that is not known leaves its place empty.
    """
    hands = {seat: hand_lines(deal[seat], style, language) for seat in Seat}
    corner = [*(beside or []), *[""] * 4][: max(4, len(beside or []))]
    west = max(16, *(columns(line) for line in (*hands[Seat.W], *corner)))
    middle = max(12, *(columns(line) for line in (*hands[Seat.N], *hands[Seat.S])))
    gap = 2
    north = [*hands[Seat.N], *[""] * (len(corner) - 4)]
    lines = [f"{padded(a, west + gap)}{b}" for a, b in zip(corner, north, strict=True)]
    lines += [
        padded(a, west + gap + middle + gap) + b
        for a, b in zip(hands[Seat.W], hands[Seat.E], strict=True)
    ]
    lines += [" " * (west + gap) + line for line in hands[Seat.S]]
    return [line.rstrip() for line in lines]
