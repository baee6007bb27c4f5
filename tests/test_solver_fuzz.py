"""The compiled core against any input: what is no position is refused, all else is answered."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from abtools._core import Pool, fault

from abtools.cards import PACK

CARDS = tuple(card.bits.bit_length() - 1 for card in PACK)
SUIT = 16
"""Places of a suit in a set of cards."""
ODD: tuple[Any, ...] = (None, "", "N", 1.5, (), [], {}, b"\x00", object(), 2**64, -1, 2**200)
"""Values that are no hand, seat, strain or card, or only by chance."""
REFUSED = (TypeError, ValueError, OverflowError)

Position = tuple[list[Any], Any, Any, list[Any]]
"""Hands N E S W, trump, leader, places of the cards on the table."""


def is_position(hands: list[int], trump: int, leader: int, table: list[int]) -> bool:
    """By the laws: nothing is shared with the core."""
    if not (0 <= trump <= 4 and 0 <= leader <= 3 and len(table) <= 3 and len(hands) == 4):
        return False
    held = [{place for place in range(hand.bit_length()) if hand >> place & 1} for hand in hands]
    everywhere = [place for hand in held for place in hand] + table
    if len(set(everywhere)) != len(everywhere) or not set(everywhere) <= set(CARDS):
        return False
    for number, card in enumerate(table):
        hand = held[(leader + number) % 4]
        led = table[0] // SUIT
        if card // SUIT != led and any(other // SUIT == led for other in hand):
            return False
        hand.add(card)
    return len({len(hand) for hand in held}) == 1


def is_sound(hands: Any, trump: Any, leader: Any, table: Any) -> bool:
    """The same of values of any type."""
    try:
        whole = isinstance(trump, int) and isinstance(leader, int)
        return whole and is_position(hands, trump, leader, table)
    except (AttributeError, TypeError):
        return False


def noise(rng: random.Random) -> Position:
    """Bits of any kind."""
    hands: list[Any] = [rng.getrandbits(64) & rng.getrandbits(64) for _ in range(4)]
    table: list[Any] = [rng.randrange(-3, 80) for _ in range(rng.randrange(5))]
    return hands, rng.randrange(-2, 7), rng.randrange(-2, 6), table


def ending(rng: random.Random) -> Position:
    """A position of few cards, as often as not with cards on the table, revokes among them."""
    size, played = rng.randrange(1, 4), rng.choice((0, 0, 0, 1, 2, 3))
    places = rng.sample(CARDS, 4 * size)
    leader = rng.randrange(4)
    hands, table = [0, 0, 0, 0], []
    for seat in range(4):
        mine = places[seat * size :][:size]
        if (seat - leader) % 4 < played:
            table.append(((seat - leader) % 4, mine.pop()))
        hands[seat] = sum(1 << place for place in mine)
    return hands, rng.randrange(5), leader, [place for _, place in sorted(table)]


def spoilt(rng: random.Random) -> Position:
    """A position with one thing changed."""
    hands, trump, leader, table = ending(rng)
    what = rng.randrange(6)
    if what == 0:
        hands[rng.randrange(4)] ^= 1 << rng.randrange(64)
    elif what == 1:
        hands[rng.randrange(4)] = hands[rng.randrange(4)]
    elif what == 2:
        trump = rng.choice((-1, 5, 2**31 - 1, -(2**31)))
    elif what == 3:
        leader = rng.choice((-1, 4, 2**31 - 1, -(2**31)))
    elif what == 4:
        table.append(rng.choice((*CARDS, -1, 0, 1, 15, 64, 2**31 - 1)))
    else:
        hands[0] |= rng.getrandbits(64)
    return hands, trump, leader, table


def of_other_types(rng: random.Random) -> Position:
    """A position with something that is no number, or not one of 64 bits."""
    hands, trump, leader, table = ending(rng)
    odd, what = rng.choice(ODD), rng.randrange(5)
    if what == 0:
        hands[rng.randrange(4)] = odd
    elif what == 1:
        return odd, trump, leader, table
    elif what == 2:
        trump = odd
    elif what == 3:
        leader = odd
    else:
        table.append(odd)
    return hands, trump, leader, table


KINDS = (noise, ending, ending, ending, spoilt, spoilt, of_other_types)
BATCH = 500


@dataclass(frozen=True)
class Question:
    """A call of the core: whether it must be taken, and how many numbers the answer has (-1: any,
    and it may say that a card of the play is not legal)."""

    call: Callable[..., None]
    arguments: tuple[Any, ...]
    sound: bool
    length: int


def question(pool: Pool, position: Position, rng: random.Random) -> Question:
    """Some question about a position."""
    hands, trump, leader, _ = position
    match rng.randrange(5):
        case 0:
            return Question(pool.ask_tricks, position, is_sound(*position), 1)
        case 1:
            return Question(pool.ask_moves, position, is_sound(*position), -1)
        case 2:
            sound = is_sound(*position)
            cards = sum(hand.bit_count() for hand in hands) if sound else 0
            return Question(pool.ask_best_line, position, sound, cards)
        case 3:
            return Question(pool.ask_declarers, (hands, trump), is_sound(hands, trump, 0, []), 4)
        case _:
            played = [rng.choice((*CARDS, -1, 64)) for _ in range(rng.randrange(4))]
            arguments = (hands, trump, leader, played, rng.randrange(4))
            sound = is_sound(hands, trump, leader, []) and set(played) <= set(CARDS)
            return Question(pool.ask_trace, arguments, sound, -1)


@pytest.mark.parametrize("count", [20_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_any_input_is_refused_or_answered(count: int) -> None:
    rng = random.Random(count)
    pool = Pool(2, 2 << 20)
    waiting: dict[int, int] = {}
    refused = answered = 0
    for number in range(count):
        asked = question(pool, rng.choice(KINDS)(rng), rng)
        try:
            asked.call(number, *asked.arguments)
        except REFUSED:
            assert not asked.sound, asked.arguments
            refused += 1
        else:
            assert asked.sound, asked.arguments
            waiting[number] = asked.length
        if len(waiting) == BATCH or number == count - 1:
            answered += len(waiting)
            while waiting:
                for name, values, _, wrong in pool.take(1.0):
                    length = waiting.pop(name)
                    assert wrong == ("" if length >= 0 else wrong)
                    assert length < 0 or len(values) == length
    assert (refused + answered, refused > count / 4, answered > count / 4) == (count, True, True)


@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_what_is_no_position_is_known(count: int) -> None:
    """The core's own check against the laws, both ways; it says in words what is wrong."""
    rng = random.Random(count + 1)
    for kind in (noise, ending, spoilt):
        for _ in range(count // 3):
            position = kind(rng)
            assert (fault(*position) == "") is is_position(*position), position
    for _ in range(count // 20):
        assert is_refused(of_other_types(rng))


def is_refused(position: Position) -> bool:
    try:
        return bool(fault(*position))
    except REFUSED:
        return True
