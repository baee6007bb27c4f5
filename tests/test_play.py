"""Play followed card by card: winners, tricks, and everything that is not legal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import STEADY, any_deals, any_plays, columns, four_hands, random_play, seats

from abtools.auction import Ending, Mark
from abtools.cards import PACK, Card, Deal, Hand, Seat, Side, Suit
from abtools.play import Play, Replay, Trick, replay, tricks_if_clean, winner
from abtools.problems import CODES

N, E, S, W = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def read(text: str) -> tuple[tuple[Card | None, ...], tuple[tuple[int, Mark], ...]]:
    """Cards with blanks between; - was not recorded, R: and L: before a card are marks."""
    cards: list[Card | None] = []
    marks = []
    for index, word in enumerate(text.split()):
        mark, _, name = word.rpartition(":")
        if mark:
            marks.append((index, Mark(mark)))
        cards.append(None if name == "-" else Card.parse(name))
    return tuple(cards), tuple(marks)


def follow(
    text: str, deal: str | None, trump: Suit | None = None, leader: Seat | None = N
) -> Replay:
    """What following the cards, columns from North, shows."""
    cards, marks = read(text)
    return replay(
        Play(N, cards, marks=marks), None if deal is None else Deal.parse(deal), trump, leader
    )


def faults(found: Replay) -> list[tuple[int, str]]:
    """(index, code) of everything irregular."""
    return [(wrong.index, wrong.code) for wrong in found.irregularities]


# ------------------------------------------------------------------ one trick


@pytest.mark.parametrize(
    ("trick", "leader", "trump", "taker"),
    [
        ("SA S2 S3 SK", N, None, N),
        ("SA S2 S3 SK", W, None, N),
        ("S2 SA H3 DK", N, None, E),
        ("S2 SA H3 DK", N, HEARTS, S),  # the only trump
        ("S2 H4 H3 DK", N, HEARTS, E),  # the higher trump
        ("S2 HA DA CA", N, None, N),  # nobody follows
        ("H2 SA DA CA", W, None, W),  # clubs were led
        ("S2 SA ST CA", S, CLUBS, W),
        ("S2 S3 S4 S5", E, SPADES, W),
        ("C2 D2 H2 S2", S, DIAMONDS, E),
        ("CT C9 CJ C8", N, None, S),
    ],
)
def test_who_wins(trick: str, leader: Seat, trump: Suit | None, taker: Seat) -> None:
    assert winner([Card.parse(card) for card in trick.split()], leader, trump) is taker


def test_a_trick_in_order_of_play() -> None:
    sa, s2, s3, sk = (Card.parse(text) for text in ("SA", "S2", "S3", "SK"))
    trick = Trick(S, (sa, s2, s3, sk), N)
    assert trick.in_order() == [(S, s3), (W, sk), (N, sa), (E, s2)]
    assert Trick(S, (None, s2, s3, None), None).in_order() == [(S, s3), (E, s2)]
    assert Trick(None, (sa, None, s3, None), None).in_order() == [(N, sa), (S, s3)]


# ------------------------------------------------------------------ small deals, by hand

SMALL = "N:A2.K..3 K3.A..2 54.Q2.. QJ..A2."
"""North SA S2 HK C3, East SK S3 HA C2, South S5 S4 HQ H2, West SQ SJ DA D2."""


def test_an_end_position_to_the_last_card() -> None:
    found = follow("SA S3 S4 SJ  HK HA HQ D2  C3 C2 H2 DA  S2 SK S5 SQ", SMALL)
    assert faults(found) == []
    # spade ace; heart led by North, East's ace; East's club, North's three; North leads a spade
    assert [trick.leader for trick in found.tricks] == [N, N, E, N]
    assert [trick.winner for trick in found.tricks] == [N, E, N, E]
    assert found.won == (2, 2)
    assert (found.won_by(Side.NS), found.won_by(Side.EW)) == (2, 2)
    assert found.is_complete


def test_the_same_with_trumps() -> None:
    found = follow("SA S3 S4 SJ  HK HA HQ D2  C3 C2 H2 DA  S2 SK S5 SQ", SMALL, DIAMONDS)
    # West ruffs the second trick; West's ace of trumps takes the third; the spades are over
    assert [trick.leader for trick in found.tricks] == [N, N, W, W]
    assert [trick.winner for trick in found.tricks] == [N, W, W, E]
    # but West was void of hearts only: to the third trick West led, and all may play as they like
    assert faults(found) == []


def test_unfinished() -> None:
    found = follow("SA S3 S4 SJ  HK HA", SMALL)
    assert faults(found) == []
    assert found.won == (1, 0)
    assert not found.is_complete
    assert found.tricks[1] == Trick(N, (Card.parse("HK"), Card.parse("HA"), None, None), None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SA C2 S4 SJ", [(1, "revoke")]),  # East holds spades
        ("SA S3 HQ SJ", [(2, "revoke")]),
        ("SA S3 HQ DA", [(2, "revoke"), (3, "revoke")]),
        ("SA S3 S5 SJ", []),
        ("HK HA HQ D2", []),  # West has no heart
        ("HK HA SJ D2", [(2, "card-not-held")]),  # West's knave in South's column
        ("SA S3 S4 SA", [(3, "card-not-held")]),  # played already, not in the hand
        ("SA S3 S4 D3", [(3, "card-not-held")]),  # nobody's
        ("SA S3 S4 SJ  SA SK S5 SQ", [(4, "card-not-held")]),  # twice
        ("SA S3 S4 SJ  C3 C2 H2 D2  HK HA HQ DA", []),
        # after the club North is on lead again
        ("R:SA S3 S4 SJ", [(0, "revoke-marked-wrongly")]),
        ("SA R:C2 S4 SJ", []),
        ("SA R:S3 S4 SJ", [(1, "revoke-marked-wrongly")]),
        ("SA R:C2 HQ SJ", [(2, "revoke")]),
        ("HK HA HQ R:D2", [(3, "revoke-marked-wrongly")]),
        ("L:SA S3 S4 SJ", [(0, "lead-marked-wrongly")]),
        ("SA L:S3 S4 SJ", []),  # East led out of turn, accepted; North plays last
        ("SA L:S3 L:S4 SJ", [(2, "lead-marked-wrongly")]),
        ("C3 L:S3 S4 SJ", [(0, "revoke")]),  # then North has to follow to spades
        ("- - S4 -", [(2, "lead-out-of-turn")]),
        ("SA - - -", []),
        ("SA S3 - SJ", []),
    ],
)
def test_irregularities(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(follow(text, SMALL)) == expected


def test_a_lead_out_of_turn_decides_the_suit() -> None:
    found = follow("SA L:S3 S4 SJ", SMALL)
    assert found.tricks[0].leader is E
    assert found.tricks[0].winner is N
    found = follow("HK HA L:HQ D2", SMALL)
    assert (found.tricks[0].leader, found.tricks[0].winner) == (S, E)
    assert faults(found) == []


def test_a_card_not_recorded_leaves_the_next_leader_open() -> None:
    found = follow("SA S3 - SJ  C3 C2 H2 D2", SMALL)
    assert found.tricks[0].winner is None
    assert found.tricks[1].leader is None
    assert found.tricks[1].winner is None
    assert faults(found) == []
    assert found.won == (0, 0)


def test_unknown_hands_may_hold_any_card_not_seen() -> None:
    deal = "N:A2.K..3 - 54.Q2.. -"
    assert faults(follow("SA C2 S4 H7", deal)) == []  # nobody knows what East and West hold
    assert faults(follow("SA C2 S4 C2", deal)) == [(3, "card-not-held")]  # but not the same card
    assert faults(follow("SA S5 S4 H7", deal)) == [(1, "card-not-held")]  # South's
    # the revoke is seen as soon as the hand is known
    assert faults(follow("SA C2 H2 H7", deal)) == [(2, "revoke")]


def test_without_a_deal_only_a_card_twice_is_wrong() -> None:
    assert faults(follow("SA C2 H2 H7  SK SA D2 D3", None)) == [(5, "card-not-held")]


def test_spot_cards_stand_for_small_cards() -> None:
    deal = "N:Axx... KQJ... Txx... 987..."
    assert faults(follow("SA SJ S2 S7  S3 SK S4 S8  S5 SQ ST S9", deal)) == []
    found = follow("SA SJ S2 S7  S3 SK S4 S8  S5 SQ S6 S9", deal)
    assert faults(found) == [(10, "card-not-held")]  # South has two spot cards only
    assert faults(follow("H2 SJ S2 S7", deal)) == [(0, "card-not-held")]  # no heart at all
    assert faults(follow("SA ST", deal)) == [(1, "card-not-held")]  # a ten is no spot card


def test_a_spot_card_has_to_be_followed_with() -> None:
    deal = "N:Ax... .AK.. x.Q.. 98..."
    assert faults(follow("SA HK HQ S8", deal)) == [(2, "revoke")]
    # once it is played the suit is gone
    assert faults(follow("SA HK S2 S8  S3 HA HQ S9", deal)) == []


def test_a_play_without_a_first_column_cannot_be_followed() -> None:
    assert replay(Play(None, (Card.parse("SA"),)), None, None, N) == Replay((), (0, 0), False, ())


def test_the_leader_is_taken_from_the_play_when_nobody_names_him() -> None:
    found = follow("SA S3 S4 SJ", SMALL, leader=None)
    assert (found.tricks[0].leader, found.tricks[0].winner) == (N, N)


def test_columns_begin_anywhere() -> None:
    cards, _ = read("S4 SJ SA S3  HQ D2 HK HA")  # columns S W N E
    found = replay(Play(S, cards), Deal.parse(SMALL), None, N)
    assert faults(found) == []
    assert found.tricks[0].cards == tuple(map(Card.parse, ("SA", "S3", "S4", "SJ")))
    assert [trick.winner for trick in found.tricks] == [N, E]


def test_a_card_after_the_plus_has_not_been_played() -> None:
    cards, _ = read("SA S3 - SJ")
    play = Play(N, cards, Ending.TO_CONTINUE, ((2, Mark("+")),))
    found = replay(play, Deal.parse(SMALL), None, N)
    assert faults(found) == [(3, "after-plus")]
    fine = Play(N, cards[:3], Ending.TO_CONTINUE, ((2, Mark("+")),))
    assert faults(replay(fine, Deal.parse(SMALL), None, N)) == []


# ------------------------------------------------------------------ thousands of random plays


def legal_by_hand(play: Play, hands: tuple[Hand, ...], trump: Suit | None, leader: Seat) -> object:
    """A slow second referee: tricks of NS and EW, or None when anything at all is wrong."""
    if play.first is None or play.marks or len(play.cards) != 52:
        return None
    holding = [set(hand) for hand in hands]
    won, turn = [0, 0], leader
    for base in range(0, 52, 4):
        by_seat = {Seat((play.first + k) % 4): play.cards[base + k] for k in range(4)}
        lead = by_seat[turn]
        best: Card | None = None
        taker = turn
        for k in range(4):
            seat = Seat((turn + k) % 4)
            card = by_seat[seat]
            if card is None or lead is None or card not in holding[seat]:
                return None
            if card.suit is not lead.suit and any(c.suit is lead.suit for c in holding[seat]):
                return None
            holding[seat].discard(card)
            above = best is not None and (
                card.rank > best.rank if card.suit is best.suit else card.suit is trump
            )
            if best is None or above:
                best, taker = card, seat
        won[taker % 2] += 1
        turn = taker
    return won[0], won[1]


def test_random_legal_plays_are_clean_and_both_referees_agree() -> None:
    chance = random.Random(1927)
    for _ in range(2000):
        hands = four_hands(chance)
        trump = chance.choice([None, *Suit])
        leader, first = Seat(chance.randrange(4)), Seat(chance.randrange(4))
        rows, winners = random_play(chance, hands, trump, leader)
        ns = sum(1 for seat in winners if seat.side is Side.NS)
        play = Play(first, columns(rows, first))
        deal = Deal(hands)
        assert tricks_if_clean(play, deal.bits, trump, leader) == (ns, 13 - ns)
        found = replay(play, deal, trump, leader)
        assert found.irregularities == ()
        assert found.won == (ns, 13 - ns)
        assert [trick.winner for trick in found.tricks] == winners
        assert found.is_complete


def slip(chance: random.Random, cards: list[Card | None]) -> None:
    """Two cards exchanged, one replaced or lost, or two rows exchanged."""
    i, j = chance.randrange(52), chance.randrange(52)
    match chance.randrange(4):
        case 0:
            cards[i], cards[j] = cards[j], cards[i]
        case 1:  # within one column: every hand still plays its own cards
            j = i % 4 + 4 * chance.randrange(13)
            cards[i], cards[j] = cards[j], cards[i]
        case 2:
            cards[i] = chance.choice([None, *PACK])
        case 3:
            i, j = i // 4 * 4, j // 4 * 4
            cards[i : i + 4], cards[j : j + 4] = cards[j : j + 4], cards[i : i + 4]


def test_after_slips_the_quick_referee_and_the_careful_one_agree() -> None:
    chance = random.Random(1928)
    clean = wrong = 0
    for _ in range(4000):
        hands = four_hands(chance)
        trump = chance.choice([None, *Suit])
        leader, first = Seat(chance.randrange(4)), Seat(chance.randrange(4))
        rows, _ = random_play(chance, hands, trump, leader)
        cards: list[Card | None] = list(columns(rows, first))
        for _ in range(chance.choice((1, 1, 1, 2))):
            slip(chance, cards)
        said = chance.choice([leader, leader, Seat(chance.randrange(4))])
        play, deal = Play(first, tuple(cards)), Deal(hands)
        quick = tricks_if_clean(play, deal.bits, trump, said)
        found = replay(play, deal, trump, said)
        assert quick == legal_by_hand(play, hands, trump, said)
        whole = not found.irregularities and found.is_complete
        assert (quick is not None) == whole, (hands, cards, trump, said)
        if quick is not None:
            clean += 1
            assert quick == found.won
        else:
            wrong += 1
    assert clean > 100
    assert wrong > 100


def test_plays_cut_short_lose_only_what_is_missing() -> None:
    chance = random.Random(1929)
    for _ in range(500):
        size = chance.choice((13, 13, 5))
        hands = four_hands(chance, size)
        trump, leader = chance.choice([None, *Suit]), Seat(chance.randrange(4))
        rows, winners = random_play(chance, hands, trump, leader)
        # cut in order of play, as a claim does
        whole, part = chance.randrange(size), chance.randrange(4)
        cards: list[Card | None] = list(columns(rows[: whole + 1], leader))
        turn = leader if whole == 0 else winners[whole - 1]
        for k in range(part, 4):
            cards[4 * whole + (turn + k - leader) % 4] = None
        found = replay(Play(leader, tuple(cards)), Deal(hands), trump, leader)
        assert found.irregularities == ()
        ns = sum(1 for seat in winners[:whole] if seat.side is Side.NS)
        assert found.won == (ns, whole - ns)
        assert not found.is_complete


def test_anything_but_a_whole_play_needs_a_closer_look() -> None:
    chance = random.Random(1930)
    hands = four_hands(chance)
    rows, _ = random_play(chance, hands, None, N)
    cards = columns(rows, N)
    bits = Deal(hands).bits
    assert tricks_if_clean(Play(N, cards), bits, None, N) is not None
    assert tricks_if_clean(Play(None, cards), bits, None, N) is None
    assert tricks_if_clean(Play(N, cards[:51]), bits, None, N) is None
    assert tricks_if_clean(Play(N, (*cards, cards[0])), bits, None, N) is None
    assert tricks_if_clean(Play(N, (*cards[:51], None)), bits, None, N) is None
    assert tricks_if_clean(Play(N, cards, marks=((3, Mark("R")),)), bits, None, N) is None
    assert tricks_if_clean(Play(E, cards), bits, None, N) is None


@STEADY
@given(any_plays(), st.none() | any_deals(), st.none() | st.sampled_from(list(Suit)), seats)
def test_any_play_can_be_followed(
    play: Play, deal: Deal | None, trump: Suit | None, leader: Seat
) -> None:
    for who in (leader, None):
        found = replay(play, deal, trump, who)
        for wrong in found.irregularities:
            assert 0 <= wrong.index < len(play.cards)
            assert wrong.code in CODES
        assert sum(found.won) == sum(trick.winner is not None for trick in found.tricks)
        if deal is not None:
            assert tricks_if_clean(play, deal.bits, trump, leader) is None
