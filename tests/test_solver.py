"""Double-dummy results through the Python face: rules, symmetries, corpus, refusals."""

from __future__ import annotations

import functools
import random
import threading
import time

import pytest

from abtools.auction import Strain
from abtools.cards import PACK, Card, Deal, Hand, Seat
from abtools.solver import (
    STRAINS,
    Position,
    best_line,
    moves,
    solve,
    table,
    tables,
    why_not,
)

CELLS = [(strain, seat) for strain in STRAINS for seat in Seat]
DDS_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)


def random_deal(rng: random.Random, size: int = 13) -> Deal:
    pack = list(PACK)
    rng.shuffle(pack)
    north, east, south, west = (Hand.of(pack[k * size : (k + 1) * size]) for k in range(4))
    return Deal((north, east, south, west))


def brute_force(position: Position) -> int:
    """Tricks of the side to move, by trying everything."""

    @functools.cache
    def tricks(at: Position) -> int:
        seat = at.to_move
        hand = at.deal[seat]
        assert hand is not None
        if not hand.bits:
            return 0
        led = [c for c in hand if at.table and c.suit is at.table[0].suit]
        best = 0
        for card in led or hand:
            after = at.after([card])
            same = after.to_move.side is seat.side
            if after.table:
                value = len(hand) - tricks(after)
            else:
                value = 1 + tricks(after) if same else len(hand) - 1 - tricks(after)
            best = max(best, value)
        return best

    return tricks(position)


def test_endings_against_brute_force() -> None:
    rng = random.Random(1926)
    for _ in range(300):
        size = rng.randint(1, 3)
        position = Position(random_deal(rng, size), rng.choice(STRAINS), rng.choice(list(Seat)))
        for _ in range(rng.randrange(4)):
            position = position.after([rng.choice(moves(position)).card])
        assert solve(position) == brute_force(position), position


def test_a_table_is_thirteen_less_the_leaders_tricks() -> None:
    rng = random.Random(3)
    deal = random_deal(rng, 9)
    found = table(deal)
    for strain, seat in CELLS:
        assert found[strain, seat] == 9 - solve(Position(deal, strain, seat.lho))


def test_jobs_and_order_change_nothing() -> None:
    rng = random.Random(5)
    deals = [random_deal(rng, 10) for _ in range(12)]
    one = list(tables(deals, jobs=1))
    assert list(tables(deals, jobs=2)) == one
    assert [table(deal, jobs=3) for deal in deals] == one
    assert list(tables(reversed(deals), jobs=2)) == one[::-1]


def test_fewer_strains_give_the_same_rows() -> None:
    deal = random_deal(random.Random(7), 10)
    full = table(deal)
    part = table(deal, strains=[Strain.ROYALS, Strain.NOTRUMP])
    assert part.tricks == (None, None, None, full.tricks[3], full.tricks[4])
    with pytest.raises(KeyError):
        part[Strain.CLUBS, Seat.N]


def test_trick_counts_of_partial_deals() -> None:
    found = table(Deal.parse("N:A2... K3... .A2.. ..A2."))
    assert found.tricks == ((1, 0, 0, 1), (0, 2, 0, 2), (2, 0, 2, 0), (1, 1, 1, 1), (1, 0, 0, 1))
    nothing = Deal((Hand(), Hand(), Hand(), Hand()))
    assert table(nothing).tricks == ((0, 0, 0, 0),) * 5
    assert solve(Position(nothing, Strain.HEARTS, Seat.W)) == 0


def cards(text: str) -> list[Card]:
    return [Card.parse(name) for name in text.split()]


def test_a_best_line_costs_nobody_a_trick() -> None:
    rng = random.Random(11)
    for _ in range(10):
        start = Position(random_deal(rng, 8), rng.choice(STRAINS), rng.choice(list(Seat)))
        best, now = solve(start), start
        won = 0
        for card in best_line(start):
            now = now.after([card])
            if not now.table:
                won += now.leader.side is start.to_move.side
        assert won == best


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (Deal.parse("N:A2... K3... .A2.. -"), "the cards of West are not known"),
        (Deal.parse("N:A2... K3... .Ax.. ..A2."), "South holds cards whose rank is not known"),
        (
            Deal.parse("N:A2... K3... .A2.. ..A23."),
            "the hands do not hold the same number of cards",
        ),
        (Deal.parse("N:A2... A3... .A2.. ..A2."), "a card is in two hands"),
    ],
)
def test_what_is_no_deal_is_refused(deal: Deal, reason: str) -> None:
    assert reason in str(why_not(deal))
    with pytest.raises(ValueError, match=reason):
        table(deal)


def test_a_bad_deal_is_refused_in_its_turn() -> None:
    rng = random.Random(13)
    good = random_deal(rng, 5)
    source = tables([good, Deal.parse("N:A2... - - -"), good])
    assert next(source) == table(good)
    with pytest.raises(ValueError, match="East"):
        next(source)


def test_positions_that_are_none_are_refused() -> None:
    deal = Deal.parse("N:A2... K3... .A2.. ..A2.")
    start = Position(deal, Strain.NOTRUMP, Seat.N)
    with pytest.raises(ValueError, match="N does not hold HA"):
        start.after(cards("HA"))
    other = Position(Deal.parse("N:A2... 3.2.. .A3.. ..A2."), Strain.NOTRUMP, Seat.N)
    with pytest.raises(ValueError, match="revoke"):
        other.after(cards("SA H2"))
    with pytest.raises(ValueError, match="add up"):
        solve(Position(deal, Strain.NOTRUMP, Seat.N, (Card.parse("CA"),)))
    with pytest.raises(ValueError, match="nullo"):
        solve(Position(deal, Strain.NULLO, Seat.N))


def test_memory_and_jobs_out_of_range_are_refused() -> None:
    deal = Deal.parse("N:A2... K3... .A2.. ..A2.")
    with pytest.raises(ValueError, match="memory"):
        table(deal, jobs=1, memory=1000)
    with pytest.raises(ValueError, match="job"):
        table(deal, jobs=0)


def test_the_interpreter_runs_on_while_the_core_works() -> None:
    beats = []
    stop = threading.Event()

    def beat() -> None:
        while not stop.wait(0.005):
            beats.append(time.monotonic())

    other = threading.Thread(target=beat)
    other.start()
    list(tables([random_deal(random.Random(17))], jobs=1))
    stop.set()
    other.join()
    assert beats
