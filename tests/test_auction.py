"""Calls, contracts, auctions; what is legal under majority and under value calling."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from strategies import STEADY, any_auctions, legal_calls

from abtools.auction import (
    CONTRACTS,
    DOUBLE,
    MAJORITY,
    PASS,
    REDOUBLE,
    SKIPPED,
    Auction,
    AuctionLaw,
    Bid,
    Call,
    Contract,
    Ending,
    Mark,
    Strain,
    check_auction,
)
from abtools.cards import Seat, Suit
from abtools.problems import CODES, ParseError


def auction(text: str, dealer: str = "N") -> Auction:
    """Calls with blanks between; - was not recorded, ^S is a seat passed over, 1C^I a mark."""
    calls: list[Call | None] = []
    marks = []
    for index, word in enumerate(text.split()):
        name = word.removesuffix("^I")
        if word.endswith("^I"):
            marks.append((index, Mark("I")))
        calls.append(None if name == "-" else SKIPPED if name == "^S" else Call.parse(name))
    return Auction(Seat.parse(dealer), tuple(calls), marks=tuple(marks))


def faults(text: str, law: AuctionLaw = MAJORITY) -> list[tuple[int, str]]:
    """(index, code) of every irregular call."""
    return [(wrong.index, wrong.code) for wrong in check_auction(auction(text), law)]


def values(**points: int) -> AuctionLaw:
    """A law of value calling."""
    return AuctionLaw(
        "a code of the day",
        value_calling=True,
        values={Strain.parse(name): value for name, value in points.items()},
    )


OF_1908 = values(S=2, C=4, D=6, H=8, NT=12)
OF_1912 = values(LS=2, C=6, D=7, H=8, R=9, NT=10)
OF_1917 = values(C=6, D=7, H=8, S=9, NT=10)

# ------------------------------------------------------------------ spelling


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("Pass", "pass", "PASS", "P", "p"), "Pass"),
        (("X", "x", "D", "d", "Dbl", "dbl", "double", "Double"), "X"),
        (("XX", "xx", "R", "Rdbl", "redbl", "REDOUBLE"), "XX"),
        (("1NT", "1nt", "1N", "1n"), "1NT"),
        (("7C", "7c"), "7C"),
        (("2LS", "2ls"), "2LS"),
        (("3R", "3r"), "3R"),
        (("8S",), "8S"),
    ],
)
def test_calls_as_players_write_them(texts: tuple[str, ...], name: str) -> None:
    assert {str(Call.parse(text)) for text in texts} == {name}


@pytest.mark.parametrize(
    "text", ["", "0C", "9C", "C", "1", "1NTX", "1C ", "XXX", "-", "^S", "AP", "1T", "PaSs!", "ſ"]
)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Call.parse(text)
    assert caught.value.problem.code == "call-syntax"


def test_a_call_parsed_twice_is_the_same_call() -> None:
    assert Call.parse("3NT") is Call.parse("3n")
    bid = Call.parse("3NT")
    assert isinstance(bid, Bid)
    assert (bid.level, bid.strain) == (3, Strain.NOTRUMP)


@pytest.mark.parametrize(
    ("text", "level", "strain", "factor", "written"),
    [
        ("3NT", 3, Strain.NOTRUMP, 1, "3NT"),
        ("3n", 3, Strain.NOTRUMP, 1, "3NT"),
        ("4sx", 4, Strain.SPADES, 2, "4SX"),
        ("4SXX", 4, Strain.SPADES, 4, "4SXX"),
        ("1LSX", 1, Strain.LOW_SPADES, 2, "1LSX"),
        ("2r", 2, Strain.ROYALS, 1, "2R"),
        ("2NUXX", 2, Strain.NULLO, 4, "2NUXX"),
        ("NT", None, Strain.NOTRUMP, 1, "NT"),
        ("H", None, Strain.HEARTS, 1, "H"),
        ("HXXX", None, Strain.HEARTS, 8, "HXXX"),
        ("8NT", 8, Strain.NOTRUMP, 1, "8NT"),
    ],
)
def test_contracts(text: str, level: int | None, strain: Strain, factor: int, written: str) -> None:
    contract = Contract.parse(text)
    assert contract == Contract(level, strain, factor)
    assert str(contract) == written
    assert Contract.parse(written) == contract
    assert not contract.is_passed_out


@pytest.mark.parametrize("text", ["Pass", "PASS", "p"])
def test_passed_out(text: str) -> None:
    assert Contract.parse(text) is Contract.PASSED_OUT
    assert Contract.parse(text).is_passed_out
    assert str(Contract.PASSED_OUT) == "Pass"


@pytest.mark.parametrize(
    "text",
    ["", "X", "4", "4X", "0NT", "9NT", "4SXXX", "4S X", "44S", "4SS", "PassX", "HXXXXXXX", "ſ"],
)
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Contract.parse(text)
    assert caught.value.problem.code == "contract-syntax"
    assert CONTRACTS[text] is None  # the same on the second look


def test_doubling_is_part_of_a_contract() -> None:
    assert Contract.parse("4S") != Contract.parse("4SX") != Contract.parse("4SXX")


def test_trumps_of_the_denominations() -> None:
    trumps = {strain.value: strain.trump for strain in Strain}
    assert trumps == {
        "C": Suit.CLUBS,
        "D": Suit.DIAMONDS,
        "H": Suit.HEARTS,
        "S": Suit.SPADES,
        "NT": None,
        "LS": Suit.SPADES,
        "R": Suit.SPADES,
        "NU": None,
    }


# ------------------------------------------------------------------ majority calling


@pytest.mark.parametrize(
    "text",
    [
        "Pass Pass Pass Pass",
        "1C Pass Pass Pass",
        "1C 1D 1H 1S 1NT 2C Pass Pass Pass",
        "1C X XX Pass Pass Pass",
        "1C X Pass Pass XX Pass Pass Pass",  # the side that was doubled
        "1C Pass Pass X Pass Pass XX Pass Pass Pass",
        "1C X 1D X XX 1H Pass Pass Pass",  # a new bid may be doubled anew
        "Pass Pass Pass 7NT X XX Pass Pass Pass",
        "1C Pass 2C",  # unfinished is not illegal
        "",
    ],
)
def test_legal(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1C 1C", [(1, "bid-insufficient")]),
        ("1S 1H", [(1, "bid-insufficient")]),
        ("2C 1NT", [(1, "bid-insufficient")]),
        ("1NT 1S", [(1, "bid-insufficient")]),
        ("7NT 7NT", [(1, "bid-insufficient")]),
        ("3S 4C 3NT", [(2, "bid-insufficient")]),
        # an insufficient bid stands once made: the next need only outrank it
        ("2S 1H 1S", [(1, "bid-insufficient")]),
        ("2S 1H 1C", [(1, "bid-insufficient"), (2, "bid-insufficient")]),
    ],
)
def test_insufficient_bids(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X", [(0, "double-wrong")]),  # no bid
        ("Pass X", [(1, "double-wrong")]),
        ("1C Pass X", [(2, "double-wrong")]),  # partner's
        ("1C X Pass X", [(3, "double-wrong")]),  # doubled already
        ("1C X X", [(2, "double-wrong")]),
        ("1C X XX X", [(3, "double-wrong")]),  # redoubled already
        ("1C Pass Pass Pass X", [(4, "call-after-end"), (4, "double-wrong")]),
    ],
)
def test_wrong_doubles(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XX", [(0, "redouble-wrong")]),  # no bid
        ("1C XX", [(1, "redouble-wrong")]),  # not doubled
        ("1C Pass XX", [(2, "redouble-wrong")]),
        ("1C X Pass XX", [(3, "redouble-wrong")]),  # the doubler's partner
        ("1C X XX Pass XX", [(4, "redouble-wrong")]),  # redoubled already
        ("1C X 1D XX", [(3, "redouble-wrong")]),  # the double was of 1C
    ],
)
def test_wrong_redoubles(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pass Pass Pass Pass Pass", [(4, "call-after-end")]),
        ("Pass Pass Pass Pass 1C", [(4, "call-after-end")]),
        ("1C Pass Pass Pass Pass", [(4, "call-after-end")]),
        ("1C Pass Pass Pass 1D", [(4, "call-after-end")]),
        ("1C Pass Pass Pass Pass Pass", [(4, "call-after-end"), (5, "call-after-end")]),
        ("Pass Pass Pass 1C Pass Pass Pass", []),
        ("1C X Pass Pass Pass Pass", [(5, "call-after-end")]),
    ],
)
def test_calls_after_the_end(text: str, expected: list[tuple[int, str]]) -> None:
    assert faults(text) == expected


def test_level_eight_is_refused_unless_the_law_has_it() -> None:
    assert faults("7NT 8C") == [(1, "bid-level-8")]
    assert faults("7NT 8C", AuctionLaw(max_level=8)) == []


@pytest.mark.parametrize("text", ["1LS", "1R", "1NU"])
def test_denominations_of_other_days_are_unknown_to_majority_calling(text: str) -> None:
    assert faults(text) == [(0, "strain-unknown")]


def test_dealer_must_bid() -> None:
    law = AuctionLaw(dealer_must_bid=True)
    assert faults("Pass 1C Pass Pass Pass", law) == [(0, "dealer-must-bid")]
    assert faults("1C Pass Pass Pass", law) == []


def test_accepted_insufficient_bids_and_wrong_marks() -> None:
    assert faults("1S 1H^I Pass") == []
    assert faults("1S 2H^I Pass") == [(1, "bid-sufficient")]
    assert faults("1C^I Pass") == [(0, "bid-sufficient")]
    # what comes after an accepted bid is judged against that bid
    assert faults("3S 2H^I 2S") == []


def test_a_seat_passed_over_counts_as_no_call() -> None:
    assert faults("^S ^S 1C Pass Pass Pass") == []
    assert faults("1C ^S Pass ^S Pass ^S Pass") == []
    assert faults("^S ^S 1C X") == []
    # South doubled North's bid: the seat passed over still separates the sides
    assert faults("1C ^S X") == [(2, "double-wrong")]
    assert faults("1C ^S ^S X") == []


def test_calls_not_recorded_leave_what_follows_in_doubt() -> None:
    assert faults("- X") == []
    assert faults("- XX") == []
    assert faults("Pass Pass Pass - Pass Pass Pass Pass") == []
    # but a bid is judged by the last one known
    assert faults("2C - 1D") == [(2, "bid-insufficient")]


# ------------------------------------------------------------------ value calling


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (OF_1917, "4C 3S"),  # 24 points, 27 points
        (OF_1917, "3C 2NT"),  # 18, 20
        (OF_1917, "2C 2D 2H 2S 2NT"),
        (OF_1917, "2NT 3D"),  # 20, 21
        (OF_1917, "3D 3H"),
        (OF_1917, "3NT 5C 4H"),  # 30 in three tricks, 30 in five, 32
        (OF_1908, "1NT 3H"),  # 12, 24
        (OF_1908, "1S 1C 1D 1H 1NT"),  # spades lowest: 2 4 6 8 12
        (OF_1908, "1H 5S"),  # 8, 10
        (OF_1912, "1C 1D 1H 1R 1NT"),
        (OF_1912, "1C 4LS"),  # 6, 8
        (OF_1912, "1LS 1C"),
    ],
)
def test_sufficient_by_value(law: AuctionLaw, text: str) -> None:
    assert faults(text, law) == []


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (OF_1917, "3S 4C"),  # 27, 24
        (OF_1917, "2NT 3C"),  # 20, 18
        (OF_1917, "2C 1NT"),  # 12, 10
        (OF_1908, "1NT 1D"),
        (OF_1908, "1NT 5S"),  # 12, 10
        (OF_1912, "1C 2LS"),  # 6, 4
        (OF_1912, "1D 3LS"),  # 7, 6
        (OF_1908, "2C 1H"),  # equal points, fewer tricks: 8, 8
    ],
)
def test_insufficient_by_value(law: AuctionLaw, text: str) -> None:
    assert faults(text, law) == [(1, "bid-insufficient")]


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (OF_1908, "1NT 2D"),  # 12 points each; two tricks are more than one
        (OF_1912, "1C 3LS"),  # 6 points each
        (OF_1917, "3NT 5C"),  # 30 points each
    ],
)
def test_equal_value_goes_to_the_greater_number_of_tricks(law: AuctionLaw, text: str) -> None:
    assert faults(text, law) == []
    first, second = text.split()
    assert faults(f"{second} {first}", law) == [(1, "bid-insufficient")]


def test_denominations_the_code_does_not_have() -> None:
    assert faults("1LS", OF_1917) == [(0, "strain-unknown")]
    assert faults("1R", OF_1908) == [(0, "strain-unknown")]
    assert (0, "strain-unknown") in faults("1S", OF_1912)  # spades are low spades or royals


def points_then_tricks(law: AuctionLaw, bid: Bid) -> float:
    """A second way to rank: points count, tricks decide between equals."""
    return law.values[bid.strain] * bid.level + bid.level / 1000


def test_all_pairs_of_bids_by_a_second_way() -> None:
    for law in (OF_1908, OF_1912, OF_1917):
        bids = [Call.parse(f"{n}{strain}") for n in range(1, 8) for strain in law.values]
        for one in bids:
            for two in bids:
                assert isinstance(one, Bid)
                assert isinstance(two, Bid)
                enough = points_then_tricks(law, two) > points_then_tricks(law, one)
                expected = [] if enough else [(1, "bid-insufficient")]
                assert faults(f"{one} {two}", law) == expected, (law.values, one, two)
    order = [f"{n}{strain}" for n in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    for at, name in enumerate(order):
        for other, second in enumerate(order):
            assert (faults(f"{name} {second}") == []) == (other > at)


# ------------------------------------------------------------------ outcomes


@pytest.mark.parametrize(
    ("text", "dealer", "contract", "declarer"),
    [
        ("1C Pass Pass Pass", "N", "1C", "N"),
        ("1C Pass Pass Pass", "W", "1C", "W"),
        ("Pass Pass Pass 1H Pass Pass Pass", "N", "1H", "W"),
        # the first of the two partners to name the strain declares
        ("1H Pass 2H Pass 4H Pass Pass Pass", "N", "4H", "N"),
        ("1H Pass 2NT Pass 3NT Pass Pass Pass", "N", "3NT", "S"),
        ("1NT Pass 2C Pass 2S Pass 3NT Pass Pass Pass", "E", "3NT", "E"),
        # an opponent who named it first does not count
        ("1H Pass Pass 2H Pass Pass Pass", "N", "2H", "W"),
        ("1S 2C 2S 3S Pass 4S Pass Pass Pass", "N", "4S", "W"),
        # a double falls with the next bid
        ("1C X 1D Pass Pass Pass", "N", "1D", "S"),
        ("1C X 1D X Pass Pass Pass", "N", "1DX", "S"),
        ("1C X XX 1D Pass Pass Pass", "N", "1D", "W"),
        ("1C X XX Pass Pass Pass", "N", "1CXX", "N"),
        ("1C Pass Pass X Pass Pass Pass", "S", "1CX", "S"),
        # seats passed over keep their place
        ("^S ^S 1C Pass Pass Pass", "N", "1C", "S"),
        ("1C ^S ^S 1D Pass Pass Pass", "N", "1D", "W"),
    ],
)
def test_outcome(text: str, dealer: str, contract: str, declarer: str) -> None:
    called = auction(text, dealer).outcome()
    assert called == (Contract.parse(contract), Seat.parse(declarer))


def test_a_pass_out_has_no_declarer() -> None:
    assert auction("Pass Pass Pass Pass").outcome() == (Contract.PASSED_OUT, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass Pass Pass",
        "1C Pass Pass",
        "1C Pass Pass X Pass Pass",
        "1C - Pass Pass Pass",
        "- 1C Pass Pass Pass",
    ],
)
def test_no_outcome_while_the_calls_do_not_say(text: str) -> None:
    assert auction(text).outcome() is None


def test_turns_go_round_the_table() -> None:
    found = [(str(seat), str(call)) for seat, call in auction("1C Pass 1D X 2C", "S").turns()]
    assert found == [("S", "1C"), ("W", "Pass"), ("N", "1D"), ("E", "X"), ("S", "2C")]


def declarer_by_hand(calls: list[Call], dealer: Seat) -> tuple[str, Seat | None]:
    """The contract's name and declarer, worked out backwards from the last bid."""
    at = len(calls) - 1
    doubles = 0
    while at >= 0 and not isinstance(calls[at], Bid):
        doubles = max(doubles, {"X": 1, "XX": 2}.get(calls[at].name, 0))
        at -= 1
    if at < 0:
        return "Pass", None
    last = calls[at]
    assert isinstance(last, Bid)
    named = [
        index
        for index, call in enumerate(calls)
        if isinstance(call, Bid) and call.strain is last.strain and (at - index) % 2 == 0
    ]
    return last.name + "X" * doubles, Seat((dealer + named[0]) % 4)


def test_thousands_of_legal_auctions() -> None:
    chance = random.Random(1926)
    for _ in range(3000):
        calls = legal_calls(chance)
        dealer = Seat(chance.randrange(4))
        made = Auction(dealer, tuple(calls))
        assert check_auction(made) == []
        called = made.outcome()
        assert called is not None
        assert (str(called[0]), called[1]) == declarer_by_hand(calls, dealer)
        for short in range(len(calls)):
            assert Auction(dealer, tuple(calls[:short])).outcome() is None
        late = check_auction(Auction(dealer, (*calls, PASS)))
        assert [(w.index, w.code) for w in late] == [(len(calls), "call-after-end")]


def test_one_wrong_call_is_found_where_it_stands() -> None:
    chance = random.Random(44)
    tried = 0
    while tried < 1000:
        calls = legal_calls(chance)
        at = chance.randrange(len(calls))
        wrong = chance.choice([DOUBLE, REDOUBLE, Call.parse("1C")])
        before = [call for call in calls[:at] if call is not PASS]
        last = before[-1] if before else None
        bid_at = max((i for i in range(at) if isinstance(calls[i], Bid)), default=None)
        other_side = bid_at is not None and (at - bid_at) % 2 == 1
        if wrong is DOUBLE:
            fine = isinstance(last, Bid) and other_side
        elif wrong is REDOUBLE:
            fine = last is DOUBLE and not other_side
        else:
            fine = bid_at is None
        found = check_auction(Auction(Seat.N, (*calls[:at], wrong)))
        assert bool(found) != fine, (calls[:at], wrong)
        assert all(irregular.index == at for irregular in found)
        tried += 1


@STEADY
@given(any_auctions())
def test_any_calls_can_be_judged(made: Auction) -> None:
    for law in (MAJORITY, OF_1908, OF_1912, AuctionLaw(dealer_must_bid=True, max_level=8)):
        for wrong in check_auction(made, law):
            assert 0 <= wrong.index < len(made.calls)
            assert wrong.code in CODES
            assert wrong.reason
    called = made.outcome()
    assert called is None or called[0].is_passed_out == (called[1] is None)
    assert len(list(made.turns())) == len(made.calls)
    assert made.ending in Ending
