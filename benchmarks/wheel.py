"""Full tables by the endplay wheel (dds 2.9), the peer that abtools is measured against.

Needs endplay in the running Python.
"""

from __future__ import annotations

import random

import endplay._dds as dds
from endplay.dds import calc_all_tables
from endplay.types import Deal, Denom, Player

SEATS, STRAINS = "NESW", "shdcn"
_DENOMINATIONS = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
_PLAYERS = (Player.north, Player.east, Player.south, Player.west)


def random_deals(count: int, seed: int) -> list[str]:
    """Deals as PBN strings, the same for the same seed."""
    rng = random.Random(seed)
    return [_random_deal(rng) for _ in range(count)]


def _random_deal(rng: random.Random) -> str:
    cards = list(range(52))
    rng.shuffle(cards)
    hands = (sorted(cards[k * 13 : k * 13 + 13]) for k in range(4))
    rank = "AKQJT98765432"
    return "N:" + " ".join(
        ".".join("".join(rank[c % 13] for c in hand if c // 13 == s) for s in range(4))
        for hand in hands
    )


def parsed(deals: list[str]) -> list[Deal]:
    """The deals as the wheel wants them."""
    return [Deal(deal) for deal in deals]


def tables(deals: list[Deal]) -> list[list[int]]:
    """Tricks by strain as in STRAINS, each by declarer as in SEATS; one thread, up to 40 deals."""
    dds.SetMaxThreads(1)
    return [
        [found[d, p] for d in _DENOMINATIONS for p in _PLAYERS] for found in calc_all_tables(deals)
    ]
