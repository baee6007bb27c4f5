"""Double-dummy results through the Python face: rules, symmetries, corpus, refusals."""

from __future__ import annotations

import functools
import random
import threading
import time
from pathlib import Path

import pytest

from abtools.auction import Contract, Strain
from abtools.board import Board
from abtools.cards import PACK, Card, Deal, Hand, Seat, Suit
from abtools.play import Play
from abtools.solver import (
    STRAINS,
    Position,
    best_line,
    line,
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


def test_a_forced_choice_is_solved_all_the_same() -> None:
    deal = Deal.parse("N:T843.K4.KT853.73 J97.J763.642.KJ5 Q52.Q982.QJ.9862 AK6.AT5.A97.AQT4")
    after = Position(deal, Strain.NOTRUMP, Seat.N).after(cards("D5 D2"))
    assert [(str(m.card), m.tricks, str(m.same_as)) for m in moves(after)] == [
        ("DQ", 4, "DQ"),
        ("DJ", 4, "DQ"),
    ]


def test_every_legal_card_is_listed() -> None:
    deal = Deal.parse("N:Q2..6.A 5.632.. A..A.Q8 K4...K9")
    found = {str(m.card): m.tricks for m in moves(Position(deal, Strain.NOTRUMP, Seat.S))}
    assert found == {"DA": 4, "SA": 3, "CQ": 3, "C8": 3}


def test_leads() -> None:
    deal = Deal.parse("N:Q73.AQ52.762.Q83 AT54.K6.KQT43.K9 K9862.873.98.J74 J.JT94.AJ5.AT652")
    found = {str(m.card): m.tricks for m in moves(Position(deal, Strain.NOTRUMP, Seat.S))}
    assert found["SK"] == 3
    assert {found[c] for c in ("S9", "S8", "S6", "S2")} == {4}
    assert {found[c] for c in ("H8", "H7", "H3", "D9", "D8", "CJ")} == {3}
    assert found["C7"] == found["C4"] == 1


def test_what_each_card_of_a_play_did() -> None:
    deal = Deal.parse("S:97652.K632.K8.AQ QJ3.QJ74.QJT93.2 AKT4.5.762.J9864 8.AT98.A54.KT753")
    played = cards("SK S8 S2 S3 H5 HT HK H4 H2 HQ")
    # In columns from North: the second trick was led by North as well, the third by South.
    columns = (*played[:8], None, None, played[8], played[9])
    board = Board(
        deal=deal,
        declarer=Seat.W,
        contract=Contract.parse("3H"),
        play=Play(Seat.N, columns),
    )
    found = line(board)
    assert [card for _, card in found.cards] == played
    assert found.tricks == (8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9)


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


def from_dds(text: str) -> list[tuple[list[str], dict[str, list[str]]]]:
    """Deals of a file of dds: the fields of the PBN line, and those of the lines below it."""
    found: list[tuple[list[str], dict[str, list[str]]]] = []
    for row in text.splitlines():
        name, _, rest = row.strip().partition(" ")
        if name == "PBN":
            numbers, deal, _ = rest.split('"')
            found.append(([*numbers.split(), deal], {}))
        elif found:
            found[-1][1][name] = rest.replace('"', "").split()
    return found


def dds_table(found: object) -> list[int]:
    return [found[strain, seat] for strain in DDS_STRAINS for seat in Seat]  # type: ignore[index]


@pytest.mark.corpus
@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_tables_of_real_deals(corpus: Path, count: int) -> None:
    records = from_dds((corpus / "dds" / "list1000.txt").read_text())[:count]
    assert len(records) == count
    found = tables(Deal.parse(fields[4]) for fields, _ in records)
    for (fields, lines), ours in zip(records, found, strict=True):
        assert dds_table(ours) == list(map(int, lines["TABLE"])), fields[4]


@pytest.mark.corpus
@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_card_scores_of_real_deals(corpus: Path, count: int) -> None:
    """FUT: n, then n suits (0 spades), n ranks, n sets of equal ranks, n scores."""
    for fields, lines in from_dds((corpus / "dds" / "list1000.txt").read_text())[:count]:
        strain, leader = DDS_STRAINS[int(fields[2])], Seat(int(fields[3]))
        numbers = list(map(int, lines["FUT"]))
        n = numbers[0]
        suits, ranks, equals, scores = (numbers[1 + k * n : 1 + (k + 1) * n] for k in range(4))
        want = {}
        for suit, rank, same, score in zip(suits, ranks, equals, scores, strict=True):
            for r in range(2, 15):
                if r == rank or same >> r & 1:
                    want[Suit(3 - suit), r] = score
        found = moves(Position(Deal.parse(fields[4]), strain, leader))
        assert {(m.card.suit, int(m.card.rank)): m.tricks for m in found} == want, fields[4]


@pytest.mark.corpus
@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_play_traces_of_real_deals(corpus: Path, count: int) -> None:
    from abtools.solver import trace

    for fields, lines in from_dds((corpus / "dds" / "list1000.txt").read_text())[:count]:
        strain, leader = DDS_STRAINS[int(fields[2])], Seat(int(fields[3]))
        text = lines["PLAY"][1]
        played = [Card.parse(text[i : i + 2]) for i in range(0, len(text), 2)]
        want = list(map(int, lines["TRACE"][1:]))
        position = Position(Deal.parse(fields[4]), strain, leader)
        found = trace(position, played, leader.rho)
        assert list(found)[: len(want)] == want, fields[4]
