"""The orders in which dealing machines list the pack, and deals as lists of owners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from abtools.cards import PACK, RANKS, SUITS, Card, Deal, Hand, Rank, Seat, Suit

BY_SUIT: tuple[Card, ...] = tuple(reversed(PACK))
"""SA SK ... S2 HA ... H2 DA ... D2 CA ... C2."""

BY_RANK: tuple[Card, ...] = tuple(
    Card(suit, rank) for rank in reversed(Rank) for suit in reversed(Suit)
)
"""SA HA DA CA SK HK ... D2 C2."""

BITS_BY_SUIT = tuple(card.bits for card in BY_SUIT)
SUIT_LETTERS: Mapping[str, int] = {letter: 16 * suit for suit, letter in enumerate(SUITS)}
"""Letter of a suit -> where its sixteen bits begin."""

RANK_BITS: Mapping[str, int] = {letter: 1 << rank for rank, letter in enumerate(RANKS, 2)}


def deal_of(owners: Iterable[int], deck: Sequence[Card]) -> Deal:
    """The deal in which card after card of a deck is owned by 0 North, 1 East, 2 South, 3 West."""
    bits = [0, 0, 0, 0]
    for owner, card in zip(owners, deck, strict=True):
        bits[owner] |= card.bits
    return deal_of_bits(bits)


def deal_of_bits(bits: Sequence[int]) -> Deal:
    """The deal of four sets of cards, N E S W."""
    return Deal((Hand(bits[0]), Hand(bits[1]), Hand(bits[2]), Hand(bits[3])))


def owners_of(deal: Deal, deck: Sequence[Card]) -> list[int]:
    """Who holds each card of a deck, 0 North to 3 West; the deal must be complete."""
    north, east, south, _ = deal.bits
    return [
        0 if north & bit else 1 if east & bit else 2 if south & bit else 3
        for bit in (card.bits for card in deck)
    ]


def sizes_wrong(deal: Deal) -> str:
    """What is wrong with the sizes of the hands, "" when each has thirteen cards."""
    wrong = [f"{seat} has {len(hand)}" for seat in Seat if (hand := deal[seat]) and len(hand) != 13]
    wrong += [f"{seat} has 0" for seat in Seat if not deal[seat]]
    return ", ".join(wrong)
