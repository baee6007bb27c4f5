"""The check of a board: every way in which a record contradicts itself; what it came to."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import STEADY, any_boards, columns, four_hands, random_play

from abtools.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    SKIPPED,
    Auction,
    AuctionLaw,
    Call,
    Contract,
    Ending,
    Mark,
    Strain,
)
from abtools.board import (
    Board,
    Tag,
    Vulnerability,
    check,
    cycle_dealer,
    cycle_vulnerability,
    held_honours,
    outcome,
    replay_of,
)
from abtools.cards import Card, Deal, Hand, Seat, Side, Suit
from abtools.play import Play, replay
from abtools.problems import CODES, NOWHERE, ParseError

N, E, S, W = Seat
ONE_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def board(**said: str | bool) -> Board:
    """A board of texts: deal, auction (dealer first), contract, by, play (first seat), tricks."""
    made = Board(number="7")
    for part, text in said.items():
        text = str(text)
        if part == "deal":
            made = replace(made, deal=Deal.parse(text))
        elif part == "dealer":
            made = replace(made, dealer=Seat.parse(text))
        elif part == "auction":
            made = replace(made, auction=auction(text))
        elif part == "contract":
            made = replace(made, contract=Contract.parse(text))
        elif part == "by":
            swapped = text.startswith("^")
            made = replace(made, declarer=Seat.parse(text[-1]), declarer_swapped=swapped)
        elif part == "tricks":
            agreed = text.startswith("^")
            made = replace(made, tricks=int(text.lstrip("^")), tricks_agreed=agreed)
        elif part == "play":
            made = replace(made, play=play(text))
    return made


def auction(text: str) -> Auction:
    """The dealer and the calls; a last * says that the rest is not known."""
    dealer, *words = text.split()
    ending = Ending.CLOSED if words[-1:] == ["*"] else Ending.COMPLETE
    calls = [None if word == "-" else Call.parse(word) for word in words if word != "*"]
    return Auction(Seat.parse(dealer), tuple(calls), ending)


def play(text: str, ending: Ending = Ending.CLOSED) -> Play:
    """The first column and the cards."""
    first, *words = text.split()
    cards = tuple(None if word == "-" else Card.parse(word) for word in words)
    return Play(Seat.parse(first), cards, ending)


def codes(made: Board, law: AuctionLaw | None = None) -> list[str]:
    """The codes of what is wrong; each problem has words, a known code, the board's number."""
    found = check(made) if law is None else check(made, law)
    for problem in found:
        assert problem.code in CODES
        assert problem.message
        assert problem.board == made.number
        assert problem.span == NOWHERE
    return [problem.code for problem in found]


# ------------------------------------------------------------------ dealer and vulnerability


def test_the_cycle_of_sixteen_boards() -> None:
    # Law 2 of duplicate: the dealer goes round; one column of the table for each vulnerability
    vulnerable = {
        "None": {1, 8, 11, 14},
        "NS": {2, 5, 12, 15},
        "EW": {3, 6, 9, 16},
        "All": {4, 7, 10, 13},
    }
    for number in range(1, 65):
        assert str(cycle_dealer(number)) == "NESW"[(number - 1) % 4]
        place = (number - 1) % 16 + 1
        assert place in vulnerable[str(cycle_vulnerability(number))]


@pytest.mark.parametrize(
    ("texts", "state", "ns", "ew"),
    [
        (("None", "none", "Love", "LOVE", "-"), Vulnerability.NONE, False, False),
        (("NS", "ns", "Ns"), Vulnerability.NS, True, False),
        (("EW", "ew"), Vulnerability.EW, False, True),
        (("All", "ALL", "Both", "both"), Vulnerability.ALL, True, True),
    ],
)
def test_vulnerabilities(texts: tuple[str, ...], state: Vulnerability, ns: bool, ew: bool) -> None:
    assert {Vulnerability.parse(text) for text in texts} == {state}
    assert (state.of(Side.NS), state.of(Side.EW)) == (ns, ew)
    assert Vulnerability.of_sides(ns, ew) is state
    assert Vulnerability.parse(str(state)) is state


@pytest.mark.parametrize("text", ["", "N", "N-S", "NSEW", "Both ", "?", "ſ"])
def test_what_is_no_vulnerability_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Vulnerability.parse(text)
    assert caught.value.problem.code == "vulnerable-unknown"


# ------------------------------------------------------------------ what is no fault


@pytest.mark.parametrize(
    "made",
    [
        Board(),
        board(contract="3NT", by="N", tricks="9"),
        board(contract="Pass"),
        board(deal=ONE_SUIT_EACH),
        board(deal="N:AK... - - -"),
        board(deal="N:AK... QJ... T9... 87..."),
        board(auction="N 1C Pass Pass Pass", dealer="N", contract="1C", by="N", tricks="7"),
        board(auction="N 1C Pass *"),
        board(auction="N 1C - Pass Pass"),
        board(auction="N Pass Pass Pass Pass", contract="Pass"),
        board(play="N SA S2"),
        board(deal=ONE_SUIT_EACH, contract="1NT", by="W", play="N SA H2 D2 C2", tricks="1"),
    ],
)
def test_nothing_is_wrong(made: Board) -> None:
    assert codes(made) == []


# ------------------------------------------------------------------ the deal


def test_a_card_in_two_hands_names_the_card_and_both() -> None:
    deal = ONE_SUIT_EACH.replace(".AKQJT98765432..", "A.AKQJT9876543..")
    found = check(board(deal=deal))
    assert [problem.code for problem in found] == ["deal-card-twice"]
    for word in ("SA", "North", "East"):
        assert word in found[0].message


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("N:AK... QJ... T9... 8...", ["deal-hand-size"]),
        ("N:AK... QJ... T98... 7...", ["deal-hand-size", "deal-hand-size"]),
        ("N:AKQJT98765432.A.. - - -", ["deal-hand-size"]),  # fourteen
        ("N:AKQJT98765432... .AKQ.. - -", ["deal-hand-size"]),
        ("N:AKx... QJx... T98... 765...", []),
        ("N:AKxx... QJx... T98... 765...", ["deal-hand-size"]),
        ("N:- - - -", ["deal-no-cards"]),
        ("N:A... A... A... K...", ["deal-card-twice", "deal-card-twice"]),
        ("N:A... AK... - -", ["deal-card-twice", "deal-hand-size"]),
    ],
)
def test_deals(deal: str, expected: list[str]) -> None:
    assert codes(board(deal=deal)) == expected


def test_the_hand_of_another_size_is_named() -> None:
    (found,) = check(board(deal="N:AK... QJ... T9... 8..."))
    assert "West" in found.message


def test_five_spot_cards_too_many_are_no_hand() -> None:
    assert codes(board(deal="N:AKQxxxxxxxxxxx... - - -")) == ["deal-hand-size"]


def test_play_is_not_judged_by_an_unsound_deal() -> None:
    deal = ONE_SUIT_EACH.replace(".AKQJT98765432..", "A.AKQJT9876543..")
    made = board(deal=deal, contract="1NT", by="W", play="N H2 H2 H2 H2")
    assert codes(made) == ["deal-card-twice"]


# ------------------------------------------------------------------ the auction and the tags


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"auction": "N 1S 1H Pass Pass Pass"}, ["bid-insufficient"]),
        ({"auction": "N 1S Pass X Pass Pass Pass"}, ["double-wrong"]),
        ({"auction": "N 1S XX Pass Pass Pass"}, ["redouble-wrong"]),
        ({"auction": "N 1S Pass Pass Pass Pass"}, ["call-after-end"]),
        ({"auction": "N 8S Pass Pass Pass"}, ["bid-level-8"]),
        ({"auction": "N 1LS Pass Pass Pass"}, ["strain-unknown"]),
        ({"auction": "N 1S Pass Pass"}, ["auction-incomplete"]),
        ({"auction": "N Pass Pass Pass"}, ["auction-incomplete"]),
        (
            {"auction": "N 1S Pass Pass", "dealer": "E"},
            ["auction-first-call", "auction-incomplete"],
        ),
        ({"contract": "8S", "by": "N"}, ["bid-level-8"]),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "3S", "by": "N"},
            ["contract-disagrees"],
        ),
        (
            {"auction": "N 1S X Pass Pass Pass", "contract": "1S", "by": "N"},
            ["contract-disagrees"],
        ),
        (
            {"auction": "N Pass Pass Pass Pass", "contract": "1S", "by": "N"},
            ["contract-disagrees"],
        ),
        ({"auction": "N 1S Pass Pass Pass", "contract": "Pass"}, ["contract-disagrees"]),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "2S", "by": "S"},
            ["declarer-disagrees"],
        ),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "2S", "by": "E"},
            ["declarer-disagrees"],
        ),
        ({"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "2S", "by": "^S"}, []),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "2S", "by": "^N"},
            ["declarer-swap-wrong"],
        ),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "2S", "by": "^W"},
            ["declarer-disagrees"],
        ),
        (
            {"auction": "N 1S Pass 2S Pass Pass Pass", "contract": "3H", "by": "E"},
            ["contract-disagrees", "declarer-disagrees"],
        ),
    ],
)
def test_auctions_and_tags(said: dict[str, str], expected: list[str]) -> None:
    assert codes(board(**said)) == expected


def test_the_law_decides() -> None:
    value = AuctionLaw(
        "auction-1917",
        value_calling=True,
        values={Strain.parse(s): n for s, n in zip("CDHSN", (6, 7, 8, 9, 10), strict=True)},
    )
    made = board(auction="N 4C 3S Pass Pass Pass")
    assert codes(made) == ["bid-insufficient"]
    assert codes(made, value) == []
    assert codes(board(auction="N 3S 4C Pass Pass Pass"), value) == ["bid-insufficient"]
    assert codes(board(auction="N Pass 1S Pass Pass Pass"), AuctionLaw(dealer_must_bid=True)) == [
        "dealer-must-bid"
    ]
    assert codes(board(contract="8S", by="N"), AuctionLaw(max_level=8)) == []


def test_a_seat_passed_over_may_come_first() -> None:
    calls = (SKIPPED, Call.parse("1C"), PASS, PASS, PASS)
    made = Board(dealer=N, auction=Auction(N, calls), contract=Contract.parse("1C"), declarer=E)
    assert codes(made) == []


# ------------------------------------------------------------------ the play


def played(seed: int = 3, trump: str = "4H", declarer: Seat = S) -> Board:
    """A whole board with a legal play and the right result."""
    hands = four_hands(random.Random(seed))
    contract = Contract.parse(trump)
    assert contract.strain is not None
    rows, winners = random_play(random.Random(seed), hands, contract.strain.trump, declarer.lho)
    return Board(
        number="7",
        deal=Deal(hands),
        contract=contract,
        declarer=declarer,
        play=Play(declarer.lho, columns(rows, declarer.lho)),
        tricks=sum(1 for seat in winners if seat.side is declarer.side),
    )


def test_a_sound_board() -> None:
    for seed in range(40):
        for contract in ("4H", "3NT", "1CX"):
            for declarer in Seat:
                assert codes(played(seed, contract, declarer)) == []


def test_results_against_a_whole_play() -> None:
    made = played()
    right = made.tricks
    assert right is not None
    for tricks in range(14):
        plain = replace(made, tricks=tricks)
        agreed = replace(plain, tricks_agreed=True)
        assert codes(plain) == ([] if tricks == right else ["result-disagrees"])
        assert codes(agreed) == (["result-caret-wrong"] if tricks == right else [])


def test_results_against_part_of_a_play() -> None:
    # North and East have won nothing yet; South two, West one: declarer (S) has 2 to 12
    made = board(
        deal=ONE_SUIT_EACH,
        contract="1NT",
        by="W",
        play="N SA H2 D2 C2  SK H3 D3 C3  SQ H4 D4 C4",
    )
    for tricks in range(14):
        expected = [] if tricks <= 10 else ["result-disagrees"]
        assert codes(replace(made, tricks=tricks)) == expected, tricks
        swapped = [] if tricks > 10 else ["result-caret-wrong"]
        assert codes(replace(made, tricks=tricks, tricks_agreed=True)) == swapped


def test_the_result_of_an_end_position() -> None:
    made = board(deal="N:A2... K3... Q4... J5...", contract="S", by="W", play="N SA S3 S4 S5")
    assert codes(replace(made, tricks=0)) == []
    assert codes(replace(made, tricks=1)) == []
    assert codes(replace(made, tricks=2)) == ["result-disagrees"]


def test_a_play_to_be_continued_has_no_result_to_contradict() -> None:
    made = board(deal=ONE_SUIT_EACH, contract="1NT", by="W", tricks="13", play="N SA H2 D2 C2")
    assert made.play is not None
    assert codes(made) == ["result-disagrees"]
    assert codes(replace(made, play=replace(made.play, ending=Ending.TO_CONTINUE))) == []


def test_a_card_of_another_hand_and_a_revoke() -> None:
    made = played()
    assert made.play is not None
    assert made.deal is not None
    cards = list(made.play.cards)
    # exchange two cards of one trick between two hands, in the last trick so that no suit matters
    cards[48], cards[49] = cards[49], cards[48]
    wrong = replace(made, play=replace(made.play, cards=tuple(cards)))
    found = codes(wrong)
    assert found[:2] == ["card-not-held", "card-not-held"]


def test_a_marked_revoke_is_accepted_and_a_wrong_mark_is_not() -> None:
    deal = "N:A2.2.. K3.3.. Q4.4.. J5.5.."
    plain = board(deal=deal, contract="NT", by="W", play="N SA H3 S4 S5")
    assert codes(plain) == ["revoke"]
    assert plain.play is not None
    marked = replace(plain.play, marks=((1, Mark("R")),))
    assert codes(replace(plain, play=marked)) == []
    wrong = replace(plain.play, marks=((1, Mark("R")), (2, Mark("R"))))
    assert codes(replace(plain, play=wrong)) == ["revoke-marked-wrongly"]


# ------------------------------------------------------------------ another reading


NAMED = re.compile(r"with first column (\w+) and (\w+) on lead, that is with (\w+) as declarer")
SEAT_OF = {"North": N, "East": E, "South": S, "West": W}


def reading(made: Board) -> tuple[Seat, Seat] | None:
    """First column and leader in the words of the only problem, which must be another reading.

    Where they are told, they must make every card legal, and the trick count must be right.
    """
    (found,) = check(made)
    assert found.code == "play-reading"
    told = NAMED.search(found.message)
    if told is None:
        return None
    first, leader, declarer = (SEAT_OF[name] for name in told.groups())
    assert declarer.lho is leader
    assert made.play is not None
    assert made.contract is not None
    assert made.contract.strain is not None
    followed = replay(
        replace(made.play, first=first), made.deal, made.contract.strain.trump, leader
    )
    assert followed.irregularities == ()
    assert f"takes {followed.won_by(declarer.side)} trick" in found.message
    return first, leader


def test_a_wrong_declarer_is_told_by_the_play() -> None:
    """Seen when the seat that should have led did not follow suit: it cannot have led."""
    told = 0
    for seed in range(100):
        made = played(seed)
        wrong = replace(made, declarer=E, tricks=None)  # then South should lead
        assert made.play is not None
        west, north, east, south = (card.suit for card in made.play.cards[:4] if card is not None)
        if {west, north, east} == {south}:
            assert codes(wrong) == []
        elif south is not west:
            found = reading(wrong)
            assert found is not None
            assert found[0] is W
            told += 1
    assert told > 2


def test_a_wrong_first_column_is_told_by_the_play() -> None:
    for seed in range(20):
        made = played(seed)
        assert made.play is not None
        for seat in (N, E, S):
            wrong = replace(made, play=replace(made.play, first=seat))
            found = reading(wrong)
            assert found is not None
            assert found[0] is W
            # who led to the first trick often cannot be told; the result decides
            assert f"takes {made.tricks} trick" in check(wrong)[0].message


def test_the_deal_turned_round_the_table() -> None:
    for seed in range(20):
        made = played(seed)
        assert made.deal is not None
        north, east, south, west = made.deal.hands
        # every hand sits one place further on: so do the columns
        found = reading(replace(made, deal=Deal((west, north, east, south))))
        assert found is not None
        assert found[0] is N


def test_rows_in_order_of_play() -> None:
    for seed in range(10):
        hands = four_hands(random.Random(seed))
        rows, winners = random_play(random.Random(seed), hands, Suit.HEARTS, W)
        leaders = [W, *winners[:-1]]
        written = tuple(
            row[(leader + k) % 4]
            for row, leader in zip(rows, leaders, strict=True)
            for k in range(4)
        )
        made = Board(
            number="7",
            deal=Deal(hands),
            contract=Contract.parse("4H"),
            declarer=S,
            play=Play(W, written),
        )
        assert reading(made) is None
        assert "in order of play with West on lead" in check(made)[0].message


def test_rows_in_order_of_play_cut_short() -> None:
    hands = four_hands(random.Random(5))
    rows, winners = random_play(random.Random(5), hands, Suit.HEARTS, W)
    leaders = [W, *winners[:-1]]
    written = [
        row[(leader + k) % 4] for row, leader in zip(rows, leaders, strict=True) for k in range(4)
    ]
    made = Board(
        number="7",
        deal=Deal(hands),
        contract=Contract.parse("4H"),
        declarer=S,
        play=Play(W, tuple(written[:31]), Ending.CLOSED),
    )
    assert reading(made) is None


def test_no_reading_makes_nonsense_legal() -> None:
    made = played()
    assert made.play is not None
    cards = list(made.play.cards)
    cards[0], cards[1] = cards[1], cards[0]
    found = codes(replace(made, play=replace(made.play, cards=tuple(cards))))
    assert "play-reading" not in found
    assert found.count("card-not-held") >= 2


# ------------------------------------------------------------------ honours


@pytest.mark.parametrize(
    ("contract", "honours", "expected"),
    [
        ("4S", (5, 0, 0, 0), []),
        ("4S", (4, 1, 0, 0), ["honours-disagree"] * 2),  # North has all five, East none
        ("4S", (None, None, None, None), []),
        ("4S", (5, None, None, None), []),
        ("4S", (4, None, None, None), ["honours-disagree"]),
        ("3NT", (1, 1, 1, 1), []),
        ("3NT", (2, 1, 1, 0), ["honours-disagree"] * 2),
        ("3NT", (1, 1, 1, 0), ["honours-disagree"] * 2),  # in all three, and West has one
        ("3NT", (1, 1, 1, 2), ["honours-disagree"] * 2),
        ("Pass", (9, 9, 9, 9), []),
    ],
)
def test_honours_against_the_deal(
    contract: str, honours: tuple[int | None, ...], expected: list[str]
) -> None:
    made = board(deal=ONE_SUIT_EACH, contract=contract)
    north, east, south, west = honours
    assert codes(replace(made, honours=(north, east, south, west))) == expected


def test_honours_without_a_deal() -> None:
    made = board(contract="4S")
    assert codes(replace(made, honours=(3, 1, 1, 0))) == []
    assert codes(replace(made, honours=(3, 1, 0, 0))) == ["honours-disagree"]
    assert codes(replace(made, honours=(3, 1, 0, None))) == []
    assert codes(replace(made, honours=(3, 3, None, None))) == ["honours-disagree"]


def test_honours_held() -> None:
    hand = Hand.parse("AKT9.A.QJ2.A8765")
    assert held_honours(hand, Strain.SPADES) == 3
    assert held_honours(hand, Strain.ROYALS) == 3
    assert held_honours(hand, Strain.LOW_SPADES) == 3
    assert held_honours(hand, Strain.HEARTS) == 1
    assert held_honours(hand, Strain.DIAMONDS) == 2
    assert held_honours(hand, Strain.CLUBS) == 1
    assert held_honours(hand, Strain.NOTRUMP) == 3


# ------------------------------------------------------------------ what a board came to


def test_outcome_as_recorded() -> None:
    made = board(contract="4SX", by="E", tricks="8", auction="N 1C Pass Pass Pass")
    found = outcome(made)
    assert (str(found.contract), found.declarer, found.tricks) == ("4SX", E, 8)
    assert found.derived == frozenset()


def test_outcome_from_the_auction() -> None:
    found = outcome(board(auction="E 1H Pass 4H X Pass Pass XX Pass Pass Pass", tricks="10"))
    assert (str(found.contract), found.declarer, found.tricks) == ("4HXX", E, 10)
    assert found.derived == {"contract", "declarer"}


def test_outcome_of_a_contract_whose_declarer_only_the_auction_tells() -> None:
    found = outcome(board(auction="E 1H Pass 4H Pass Pass Pass", contract="4H"))
    assert (found.declarer, found.derived) == (E, {"declarer"})
    # but an auction that leads elsewhere tells nothing of this contract
    assert outcome(board(auction="E 1H Pass 4H Pass Pass Pass", contract="3H")).declarer is None


@pytest.mark.parametrize("text", ["E 1H Pass 4H Pass", "E 1H - 4H Pass Pass Pass", "E"])
def test_an_open_auction_tells_nothing(text: str) -> None:
    found = outcome(board(auction=text))
    assert (found.contract, found.declarer, found.tricks) == (None, None, None)


def test_outcome_of_a_pass_out() -> None:
    found = outcome(board(auction="N Pass Pass Pass Pass"))
    assert found.contract is Contract.PASSED_OUT
    assert (found.declarer, found.tricks) == (None, None)


def test_tricks_from_a_whole_play() -> None:
    for seed in range(20):
        made = played(seed)
        found = outcome(replace(made, tricks=None))
        assert found.tricks == made.tricks
        assert found.derived == {"tricks"}


def test_tricks_are_not_guessed() -> None:
    made = replace(played(), tricks=None)
    assert made.play is not None
    short = replace(made.play, cards=made.play.cards[:48], ending=Ending.CLOSED)
    hole = replace(made.play, cards=(*made.play.cards[:51], None))
    to_go = replace(made.play, ending=Ending.TO_CONTINUE)
    for play_ in (short, hole, to_go):
        assert outcome(replace(made, play=play_)).tricks is None
    assert outcome(replace(made, declarer=None)).tricks is None


def test_replay_needs_a_denomination() -> None:
    made = played()
    assert replay_of(made) is not None
    assert replay_of(replace(made, contract=None)) is None
    assert replay_of(replace(made, contract=Contract.PASSED_OUT)) is None
    assert replay_of(replace(made, play=None)) is None


def test_tags_of_a_board() -> None:
    made = Board(tags=(Tag("Event", "one"), Tag("Event", "two"), Tag("Site", "")))
    assert (made.tag("Event"), made.tag("Site"), made.tag("Date")) == ("one", "", None)


def test_places_are_not_meaning() -> None:
    class Somewhere:
        def at(self, part: str, index: int | None = None) -> object:
            return NOWHERE

    assert Board(spans=Somewhere()) == Board()  # type: ignore[arg-type]


# ------------------------------------------------------------------ properties


@STEADY
@given(any_boards, st.booleans())
def test_any_board_can_be_checked(made: Board, must_bid: bool) -> None:
    value = AuctionLaw(value_calling=True, values={Strain.CLUBS: 6, Strain.NOTRUMP: 10})
    for law in (AuctionLaw(dealer_must_bid=must_bid), value):
        for problem in check(made, law):
            assert problem.code in CODES
            assert problem.board == made.number
            assert str(problem)
    found = outcome(made)
    for field in found.derived:
        assert getattr(made, field) is None
        assert getattr(found, field) is not None
    for field in ("contract", "declarer", "tricks"):
        if getattr(made, field) is not None:
            assert getattr(found, field) == getattr(made, field)
    assert hash(made) == hash(replace(made))


def test_doubles_and_redoubles_reach_the_contract() -> None:
    bid = Call.parse("2C")
    for calls, name in [((), "2C"), ((DOUBLE,), "2CX"), ((DOUBLE, REDOUBLE), "2CXX")]:
        made = Board(auction=Auction(N, (bid, *calls, PASS, PASS, PASS)))
        assert str(outcome(made).contract) == name
