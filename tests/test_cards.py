"""Cards, hands, deals, seats: text pairs, sets, and where a text goes wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from strategies import STEADY, any_deals, cards, full_deals, seats, sound_deals

from abtools.cards import PACK, Card, Deal, Hand, Rank, Seat, Side, Suit
from abtools.problems import CODES, ParseError, Problem

SPADES = "AKQJT98765432..."


def fault(parse: object, text: str) -> Problem:
    """The problem that parsing raises."""
    with pytest.raises(ParseError) as caught:
        parse(text)  # type: ignore[operator]
    problem = caught.value.problem
    assert problem.code in CODES
    assert problem.span.line == 1
    assert 1 <= problem.span.column <= len(text) + 1
    return problem


def test_the_pack_has_fifty_two_cards_each_with_its_own_bit() -> None:
    assert len(set(PACK)) == 52
    assert len({card.bits for card in PACK}) == 52
    assert all(card.bits.bit_count() == 1 for card in PACK)
    assert Card(Suit.CLUBS, Rank.TWO).bits == 4
    assert Card(Suit.SPADES, Rank.ACE).bits == 1 << 62


def test_every_card_is_read_as_it_is_written() -> None:
    names = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [str(card) for card in PACK] == names
    assert [Card.parse(name) for name in names] == list(PACK)
    assert [Card.parse(name.lower()) for name in names] == list(PACK)


@pytest.mark.parametrize("text", ["S10", "s10", "ST", "st"])
def test_the_ten_has_two_spellings(text: str) -> None:
    assert Card.parse(text) == Card(Suit.SPADES, Rank.TEN)


@pytest.mark.parametrize(
    "text",
    ["", "S", "A", "AS", "S1", "S11", "S0", "SAA", "S A", " SA", "XA", "SX", "S100", "♠A", "ſA"],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    assert fault(Card.parse, text).code == "card-syntax"


def test_ten_in_figures_does_not_join_a_broken_card() -> None:
    assert fault(Card.parse, "1010").code == "card-syntax"


def test_seats_go_clockwise() -> None:
    assert [str(seat) for seat in Seat] == ["N", "E", "S", "W"]
    for seat, left, across, right, side in [
        (Seat.N, Seat.E, Seat.S, Seat.W, Side.NS),
        (Seat.E, Seat.S, Seat.W, Seat.N, Side.EW),
        (Seat.S, Seat.W, Seat.N, Seat.E, Side.NS),
        (Seat.W, Seat.N, Seat.E, Seat.S, Side.EW),
    ]:
        assert (seat.lho, seat.partner, seat.rho, seat.side) == (left, across, right, side)
        assert seat.plus(-1) is right
        assert seat.plus(9) is left
    assert Side.NS.opponents is Side.EW
    assert Side.EW.opponents is Side.NS


@pytest.mark.parametrize("text", ["", "NN", "X", "0", "NE", "North", " N", "ſ"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    assert fault(Seat.parse, text).code == "seat-unknown"


def test_suits_and_seats_are_read_in_either_case() -> None:
    assert [Suit.parse(c) for c in "CdHs"] == list(Suit)
    assert [Seat.parse(c) for c in "nEsW"] == list(Seat)
    for text in ("", "N", "CD", "ſ"):
        assert fault(Suit.parse, text).code == "card-syntax"


def test_a_hand_counts_its_cards_points_and_suits() -> None:
    hand = Hand.parse("AKx.QJ2..T98xxxx")
    assert len(hand) == 13
    assert hand.hcp == 4 + 3 + 2 + 1
    assert [hand.length(suit) for suit in Suit] == [7, 0, 3, 3]
    assert hand.ranks(Suit.CLUBS) == "T98xxxx"
    assert hand.spots == (4, 0, 0, 1)
    assert str(hand) == "AKx.QJ2..T98xxxx"
    assert [str(card) for card in hand] == ["SA", "SK", "HQ", "HJ", "H2", "CT", "C9", "C8"]
    assert Card.parse("HQ") in hand
    assert Card.parse("H3") not in hand
    assert "HQ" not in hand


def test_ranks_may_come_in_any_order_and_case() -> None:
    assert str(Hand.parse("2ak.x..T")) == "AK2.x..T"
    assert Hand.parse("aXkX...") == Hand.parse("AKxx...")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("AK.QJ.T9", 1),  # three suits
        ("A.K.Q.J.T", 1),  # five
        ("AA...", 1),  # a rank twice
        ("A.KK..", 3),
        ("A.K.1.", 5),
        ("A.K.Q.Z", 7),
        ("A.K.10.", 5),
        ("-", 1),
        ("", 1),
    ],
)
def test_what_is_no_hand_says_where(text: str, column: int) -> None:
    problem = fault(Hand.parse, text)
    assert (problem.code, problem.span.column) == ("deal-syntax", column)


@pytest.mark.parametrize("first", list(Seat))
def test_a_deal_is_read_from_every_seat(first: Seat) -> None:
    holdings = [SPADES, ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    turned = holdings[first:] + holdings[:first]
    text = f"{first}:" + " ".join(turned)
    deal = Deal.parse(text)
    assert [str(hand) for hand in deal.hands] == holdings
    assert deal.text(first) == text
    assert str(deal) == "N:" + " ".join(holdings)
    assert deal.is_complete
    assert [deal[seat] for seat in Seat] == list(deal.hands)


def test_unknown_hands_are_none_and_stay_so() -> None:
    deal = Deal.parse(f"s:- {SPADES} - -")
    assert deal.hands == (None, None, None, Hand.parse(SPADES))
    assert str(deal) == f"N:- - - {SPADES}"
    assert not deal.is_complete
    assert deal.bits == (0, 0, 0, 0x7FFC << 48)


@pytest.mark.parametrize(
    "text",
    [
        "N:A... K... Q... J...",  # an end position
        f"N:{SPADES} .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543x",  # a spot card
        f"N:{SPADES} {SPADES} ..AKQJT98765432. ...AKQJT98765432",  # cards twice
        f"N:{SPADES} .AKQJT98765432.. ..AKQJT98765432. -",
        # fourteen and twelve
        "N:AKQJT987654.AKQ.. 32.JT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    ],
)
def test_only_fifty_two_known_cards_are_complete(text: str) -> None:
    assert not Deal.parse(text).is_complete


def test_thirteen_each_but_a_card_twice_is_not_complete() -> None:
    sound = Deal.parse(f"N:{SPADES} .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    twice = Hand.parse("A..AKQJT9876543.")
    deal = Deal((sound.hands[0], sound.hands[1], twice, sound.hands[3]))
    assert all(len(hand) == 13 for hand in deal.hands if hand)
    assert not deal.is_complete


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "deal-syntax", 1),
        ("N", "deal-syntax", 1),
        ("N A... - - -", "deal-syntax", 1),
        ("X:A... - - -", "seat-unknown", 1),
        ("N:- - -", "deal-syntax", 3),
        ("N:- - - - -", "deal-syntax", 3),
        ("N:-  - - -", "deal-syntax", 3),
    ],
)
def test_what_is_no_deal_says_where(text: str, code: str, column: int) -> None:
    problem = fault(Deal.parse, text)
    assert (problem.code, problem.span.column) == (code, column)


@STEADY
@given(any_deals(), seats)
def test_deals_are_read_as_they_are_written(deal: Deal, first: Seat) -> None:
    assert Deal.parse(deal.text(first)) == deal


@STEADY
@given(full_deals())
def test_full_deals_are_complete_and_disjoint(deal: Deal) -> None:
    assert deal.is_complete
    north, east, south, west = deal.bits
    assert north | east | south | west == north + east + south + west
    assert sum(hand.hcp for hand in deal.hands if hand) == 40


@STEADY
@given(sound_deals())
def test_a_hand_is_the_cards_it_holds(deal: Deal) -> None:
    for hand in deal.hands:
        if hand is None:
            continue
        assert Hand.of(hand).bits == hand.bits
        assert len(list(hand)) + sum(hand.spots) == len(hand)
        assert list(hand) == sorted(hand, reverse=True)
        assert sum(hand.length(suit) for suit in Suit) == len(hand)


@STEADY
@given(cards)
def test_cards_are_values(card: Card) -> None:
    assert Card(card.suit, card.rank) == card
    assert hash(Card(card.suit, card.rank)) == hash(card)
    with pytest.raises(AttributeError):
        card.rank = Rank.TWO  # type: ignore[misc]
