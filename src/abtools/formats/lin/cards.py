"""The cards of LIN's `pc`, in the order played, and their places in columns of seats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from abtools.cards import CARD_BY_BITS, CARD_BY_NAME, SUIT_MASK, Card, Deal, Seat, Suit
from abtools.formats.lin.text import Report
from abtools.play import strongest

SPELLINGS: dict[str, Card] = {
    spelling: card
    for name, card in CARD_BY_NAME.items()
    for spelling in (name, name.lower(), name[0].lower() + name[1], name[0] + name[1].lower())
}
"""The usual values of `pc`."""

_CARD = re.compile(
    r"(?P<gap>[\s,\-]+)|(?P<card>[SHDC](?:10|[2-9TJQKA]))|(?P<low>[SHDC])X?|(?P<other>.)",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)

Played = Card | Suit
"""A card, or a suit of which the lowest card held is meant."""


def read_cards(value: str, at: int, report: Report) -> list[tuple[Played, int, int]]:
    """The cards of a value that is not one plain card, each with its place."""
    cards: list[tuple[Played, int, int]] = []
    for found in _CARD.finditer(value):
        place, length = at + found.start(), len(found[0])
        if found["card"]:
            cards.append((Card.parse(found[0]), place, length))
        elif found["low"]:
            cards.append((Suit.parse(found["low"]), place, length))
        elif found["other"]:
            message = f"{found[0]!r} in {value.strip()[:20]!r}: a suit and a rank expected"
            report("card-syntax", message, place, length)
    return cards


def places_by_turn(cards: Sequence[Card], trump: Suit | None) -> list[int]:
    """Where each card of a play goes, in columns from the leader on: the winner leads next.

    >>> trick = [Card.parse(name) for name in ("S2", "SA", "S3", "S4", "H2", "H3")]
    >>> places_by_turn(trick, None)
    [0, 1, 2, 3, 5, 6]
    """
    places = []
    turn = 0
    for base in range(0, len(cards), 4):
        row = cards[base : base + 4]
        places += [base + (turn + k & 3) for k in range(len(row))]
        turn += strongest(row, trump)
    return places


def places_by_holder(cards: Sequence[Card], deal: Deal) -> tuple[Seat, list[int]] | None:
    """The first column and where each card goes by who holds it, when nobody knows the contract.

    None when a trick has two cards of one hand.
    """
    holders = []
    for card in cards:
        seat = next((s for s in Seat if card.bits & deal.bits[s]), None)
        if seat is None:
            return None
        holders.append(seat)
    if not holders:
        return None
    first = holders[0]
    places = [k - k % 4 + (seat - first & 3) for k, seat in enumerate(holders)]
    return (first, places) if len(set(places)) == len(places) else None


def with_lowest(
    played: Sequence[Played], deal: Deal | None, leader: Seat, trump: Suit | None
) -> list[Card | None]:
    """The cards with each bare suit replaced by the lowest card that the hand in turn has of it;
    None where that is not known."""
    left = [0, 0, 0, 0] if deal is None else list(deal.bits)
    named = {card for card in played if isinstance(card, Card)}
    cards: list[Card | None] = []
    turn = int(leader)
    row: list[Card] = []
    for meant in played:
        seat = turn + len(row) & 3
        card = meant if isinstance(meant, Card) else _lowest(left[seat], meant, named)
        cards.append(card)
        if card is None:
            break
        left[seat] &= ~card.bits
        row.append(card)
        if len(row) == 4:
            turn += strongest(row, trump)
            row = []
    return cards


def _lowest(hand: int, suit: Suit, named: set[Card]) -> Card | None:
    holding = hand & SUIT_MASK << suit * 16
    while holding:
        card = CARD_BY_BITS[holding & -holding]
        if card not in named:
            return card
        holding &= holding - 1
    return None


def in_columns(cards: Sequence[Card], places: Sequence[int]) -> tuple[Card | None, ...]:
    """The cards at their places; unknown ones after the last left out."""
    columns: list[Card | None] = [None] * (max(places, default=-1) + 1)
    for card, place in zip(cards, places, strict=True):
        columns[place] = card
    return tuple(columns)
