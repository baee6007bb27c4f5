"""One board under one rule set: what is scored, what is not and why, honours, slams, switches."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from abtools.auction import CALLS, Auction, Contract
from abtools.board import Board, Honours, Tag, Vulnerability
from abtools.cards import Deal, Seat, Side, Suit
from abtools.formats import read
from abtools.rules import load
from abtools.scoring import Score, honours_held, score

NS, EW = Side.NS, Side.EW


def played(
    contract: str,
    tricks: int,
    honours: Honours | None = None,
    declarer: Seat = Seat.S,
    vulnerability: Vulnerability = Vulnerability.NONE,
    deal: str | None = None,
    chicane: tuple[Seat, ...] | None = None,
) -> Board:
    return Board(
        "1",
        vulnerability=vulnerability,
        deal=Deal.parse(deal) if deal else None,
        declarer=declarer,
        contract=Contract.parse(contract),
        tricks=tricks,
        honours=honours,
        chicane=chicane,
    )


def sums(result: Score) -> tuple[int, int, int]:
    """South's side below and above, the others above."""
    return result.points(NS, "below"), result.points(NS, "above"), result.points(EW, "above")


# --- what has no score -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "why"),
    [
        (Board(), "contract not recorded"),
        (Board(contract=Contract.parse("3NT")), "declarer not recorded"),
        (Board(contract=Contract.parse("3NT"), declarer=Seat.S), "result not recorded"),
        (
            Board(contract=Contract.parse("NT"), declarer=Seat.S, tricks=9),
            "only trumps are recorded, no number of tricks",
        ),
        (
            Board(contract=Contract.parse("1LS"), declarer=Seat.S, tricks=9),
            "low spades (LS) cannot be bid under auction-1926",
        ),
        (
            Board(contract=Contract.parse("1NU"), declarer=Seat.S, tricks=2),
            "nullo (NU) cannot be bid under auction-1926",
        ),
    ],
)
def test_no_score_says_why(board: Board, why: str) -> None:
    result = score(board, load("auction-1926"))
    assert not result.scored
    assert result.why_not == why
    assert result.total(NS) is None
    assert result.net(NS) is None
    assert result.entries == ()


def test_level_eight_is_named() -> None:
    result = score(played("8H", 13), load("auction-1926"))
    assert not result.scored
    assert "eight" in (result.why_not or "")
    assert [p.code for p in result.problems] == ["bid-level-8"]


def test_derived_from_auction_and_play_when_not_recorded() -> None:
    calls = tuple(CALLS[c] for c in ("1NT", "P", "P", "P"))
    board = Board(auction=Auction(Seat.W, calls), tricks=8, honours=(1, 1, 1, 1))
    assert score(board, load("auction-1926")).points(EW, "below") == 20


def test_passed_out() -> None:
    board = Board(contract=Contract.PASSED_OUT)
    result = score(board, load("auction-1926"))
    assert result.scored
    assert result.passed_out
    assert result.net(NS) == 0
    impossible = score(board, load("auction-1908"))
    assert [p.code for p in impossible.problems] == ["pass-out-impossible"]


# --- honours -----------------------------------------------------------------------------------

NO_HONOURS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


@pytest.mark.parametrize(
    ("held", "flat", "by_spades", "contract"),
    [
        ((2, 1, 1, 1), (30, 0), (18, 0), (0, 0)),
        ((2, 1, 2, 0), (40, 0), (36, 0), (0, 0)),
        ((3, 1, 1, 0), (40, 0), (36, 0), (0, 0)),
        ((3, 0, 2, 0), (50, 0), (45, 0), (0, 0)),
        ((0, 1, 4, 0), (80, 0), (72, 0), (100, 0)),
        ((1, 0, 4, 0), (90, 0), (81, 0), (100, 0)),
        ((0, 5, 0, 0), (0, 100), (0, 90), (0, 150)),
        ((1, 2, 1, 1), (0, 30), (0, 18), (0, 0)),
    ],
)
def test_trump_honours(
    held: tuple[int, int, int, int],
    flat: tuple[int, int],
    by_spades: tuple[int, int],
    contract: tuple[int, int],
) -> None:
    """B.2: by partnership, for either side, whether the contract is kept or not."""
    for name, want in (
        ("auction-1926", flat),
        ("auction-1915", by_spades),
        ("contract-rubber", contract),
    ):
        for tricks in (8, 7):
            result = score(played("2S", tricks, held), load(name))
            got = [sum(e.points for e in result.entries if e[0] is s and e.kind == "honours")
                   for s in (NS, EW)]  # fmt: skip
            assert tuple(got) == want, name
            assert result.problems == ()


def test_honours_are_never_doubled() -> None:
    plain, doubled = (
        score(played(c, 8, (2, 1, 1, 1)), load("auction-1915")) for c in ("2S", "2SXX")
    )
    assert [e.points for e in plain.entries if e.kind == "honours"] == [18]
    assert [e.points for e in doubled.entries if e.kind == "honours"] == [18]


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_exactly_one_side_has_three_trump_honours(suit: str) -> None:
    """B.2 (a), over every division of five honours."""
    law = load("auction-1926")
    for held in itertools.product(range(6), repeat=4):
        if sum(held) != 5:
            continue
        entries = score(played(f"1{suit}", 7, held), law).entries
        assert len([e for e in entries if e.kind == "honours"]) == 1


def test_easy_aces_score_nothing() -> None:
    assert sums(score(played("1NT", 7, (1, 1, 1, 1)), load("auction-1926"))) == (10, 0, 0)


def test_honours_from_the_deal() -> None:
    board = played("4S", 10, deal=NO_HONOURS)
    assert honours_held(board, Suit.SPADES) == (5, 0, 0, 0)
    assert honours_held(board, None) == (1, 1, 1, 1)
    assert sums(score(board, load("contract-rubber"))) == (120, 150, 0)


def test_honours_of_one_unknown_hand_follow_from_the_others() -> None:
    board = played("4S", 10, deal="N:AK... Q... - J...")
    assert honours_held(board, Suit.SPADES) == (2, 1, 1, 1)


def test_end_position_does_not_show_the_honours() -> None:
    board = played("4S", 10, deal="N:2... 3... 4... 5...")
    assert honours_held(board, Suit.SPADES) == (None, None, None, None)


def test_unknown_hand_that_cannot_matter() -> None:
    """Three honours with one side settle it, however the other two lie."""
    result = score(played("1S", 7, (2, None, 1, None)), load("auction-1926"))
    assert sums(result) == (9, 30, 0)
    assert result.problems == ()


def test_unknown_honours_are_reported_never_zero() -> None:
    for honours in (None, (2, None, None, 1), (4, 0, 0, 0), (3, 3, 0, 0)):
        result = score(played("1S", 7, honours), load("auction-1926"))
        assert [p.code for p in result.problems] == ["honours-unknown"]
    at_notrump = score(played("1NT", 7), load("auction-1926"))
    assert [p.code for p in at_notrump.problems] == ["honours-not-noted"]
    contract = score(played("1S", 7), load("contract-rubber"))
    assert [p.code for p in contract.problems] == ["honours-not-noted"]
    assert score(played("1S", 7), load("duplicate")).problems == ()


# --- chicane -----------------------------------------------------------------------------------


def test_chicane_added_in_london() -> None:
    board = played("1H", 7, (2, 1, 2, 0), chicane=(Seat.W,))
    assert sums(score(board, load("auction-1908"))) == (8, 32, 16)


def test_chicane_added_or_deducted_in_new_york() -> None:
    """B.3: the difference between the sides is that of the English rule."""
    own = played("1H", 7, (2, 1, 2, 0), chicane=(Seat.N,))
    theirs = played("1H", 7, (2, 1, 2, 0), chicane=(Seat.W,))
    law = load("auction-royal-1912")
    assert sums(score(own, law)) == (8, 32 + 16, 0)
    assert sums(score(theirs, law)) == (8, 32 - 16, 0)
    double = played("1H", 7, (2, 0, 3, 0), chicane=(Seat.E, Seat.W))
    assert sums(score(double, law)) == (8, 40 - 32, 0)
    english = load("auction-royal-1912", {"chicane": "add"})
    assert score(theirs, english).net(NS) == score(theirs, law).net(NS)


def test_chicane_from_the_deal() -> None:
    result = score(played("1S", 7, deal=NO_HONOURS), load("auction-1908"))
    kinds = {(e.side, e.points) for e in result.entries if e.kind == "chicane"}
    assert kinds == {(NS, 4), (EW, 8)}


def test_chicane_abolished() -> None:
    board = played("1H", 7, (2, 1, 2, 0), chicane=(Seat.W,))
    assert sums(score(board, load("auction-1913"))) == (8, 32, 0)


# --- slams -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "contract", "tricks", "slam"),
    [
        ("auction-1926", "1H", 12, (50, 0)),
        ("auction-1926", "1H", 13, (100, 0)),
        ("auction-1926", "7H", 12, (50, 0)),
        ("auction-1926", "1H", 1, (0, 50)),
        ("auction-1926", "1H", 0, (0, 100)),
        ("contract-rubber", "4H", 13, (0, 0)),
        ("contract-rubber", "6H", 13, (500, 0)),
        ("contract-rubber", "7H", 12, (0, 0)),
        ("contract-rubber", "7H", 13, (1000, 0)),
        ("contract-rubber", "1H", 0, (0, 0)),
        ("encyclopedia-auction", "3NT", 12, (50, 0)),
        ("encyclopedia-auction", "6H", 13, (0, 0)),
    ],
)
def test_slams(name: str, contract: str, tricks: int, slam: tuple[int, int]) -> None:
    result = score(played(contract, tricks), load(name))
    got = [sum(e.points for e in result.entries if e[0] is s and e.kind == "slam")
           for s in (NS, EW)]  # fmt: skip
    assert tuple(got) == slam


# --- switches ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "switch", "contract", "tricks", "without", "with_it"),
    [
        ("auction-1926", "cap_penalties_undoubled=on", "3HX", 7, (0, 0, 200), (0, 0, 100)),
        ("auction-1926", "cap_contract_bonus=on", "3HX", 10, (64, 100, 0), (64, 0, 0)),
        ("auction-1926", "slam_must_be_bid=on", "1H", 12, (48, 50, 0), (48, 0, 0)),
        ("auction-1926", "slam_needs_success=on", "7H", 12, (0, 50, 50), (0, 0, 50)),
        ("auction-1926", "slam_strains=NT", "1H", 12, (48, 50, 0), (48, 0, 0)),
        ("auction-1926", "overtrick_premium_doubled=0", "3HX", 10, (64, 100, 0), (64, 50, 0)),
        ("auction-1908", "one_spade_cap=off", "1SX", 3, (0, 0, 100), (0, 0, 400)),
        ("auction-1908", "one_spade_cap=on_unless_redoubled", "1SXX", 3, (0, 0, 100), (0, 0, 800)),
        ("contract-rubber", "insult=none", "2HX", 8, (120, 50, 0), (120, 0, 0)),
        ("contract-rubber", "insult=50/50", "2HXX", 8, (240, 100, 0), (240, 50, 0)),
        ("contract-rubber", "nv_doubled_from_4th=200", "4SX", 6, (0, 0, 800), (0, 0, 700)),
        ("contract-1935", "nv_doubled_from_4th=300", "4SXX", 6, (0, 0, 1400), (0, 0, 1600)),
        ("contract-rubber", "slam_must_be_bid=off", "4H", 12, (120, 60, 0), (120, 560, 0)),
        ("minibridge", "minibridge_slam=800", "6NT", 12, (190, 300, 0), (190, 800, 0)),
        ("auction-1926", "tricks.clubs=7", "1C", 7, (6, 0, 0), (7, 0, 0)),
    ],
)
def test_switch(
    name: str,
    switch: str,
    contract: str,
    tricks: int,
    without: tuple[int, int, int],
    with_it: tuple[int, int, int],
) -> None:
    key, _, value = switch.partition("=")
    board = played(contract, tricks)
    assert sums(score(board, load(name))) == without
    assert sums(score(board, load(name, {key: value}))) == with_it


def test_honour_scale_switch() -> None:
    board = played("2S", 8, (1, 0, 4, 0))
    for scale, points in (("flat", 90), ("by_suit", 81), ("contract", 100)):
        law = load("auction-1926", {"honour_scale": scale})
        assert sums(score(board, law)) == (18, points, 0)


def test_nullos() -> None:
    """B.6: one nullo is to take six tricks at most; value 8 or 10; no honours."""
    ten, eight = (load("auction-1926", {"nullos": v}) for v in ("10", "8"))
    assert sums(score(played("1NU", 6), ten)) == (10, 0, 0)
    assert sums(score(played("1NU", 4), ten)) == (30, 0, 0)
    assert sums(score(played("2NUX", 5), eight)) == (32, 50, 0)
    assert sums(score(played("3NU", 6), ten)) == (0, 0, 100)
    assert sums(score(played("1NU", 1), ten)) == (60, 50, 0)
    assert sums(score(played("1NU", 0), ten)) == (70, 100, 0)
    assert sums(score(played("1NU", 13), ten)) == (0, 0, 350)


def test_old_pbn_penalties() -> None:
    """4CX ten down not vulnerable: 1900 by the scale before 1987, 2600 today."""
    board = played("4CX", 0)
    assert score(board, load("duplicate")).net(NS) == -2600
    assert score(board, load("duplicate", {"nv_doubled_from_4th": "200"})).net(NS) == -1900
    assert score(board, load("duplicate-1935")).net(NS) == -1900
    for scoring, net in (("MP;OldMP", -1900), ("MP;MP1", -2600), ("", -2600)):
        tagged = replace(board, tags=(Tag("Scoring", scoring),))
        assert score(tagged, load("duplicate")).net(NS) == net
        assert score(tagged, load("duplicate-1935")).net(NS) == -1900
        assert score(tagged, load("contract-rubber")).net(NS) == -2600


def test_grand_slam_by_vulnerability() -> None:
    for state, net in ((Vulnerability.NONE, 1520), (Vulnerability.ALL, 2220)):
        assert score(played("7NT", 13, vulnerability=state), load("duplicate")).net(NS) == net


def test_scores_of_one_deal_at_two_contracts() -> None:
    """4S with an overtrick and 5S just made are 450; 6CX two down is 300, 500 vulnerable."""
    law = load("duplicate")
    assert score(played("4S", 11), law).net(NS) == 450
    assert score(played("5S", 11), law).net(NS) == 450
    assert score(played("6CX", 10), law).net(EW) == 300
    assert score(played("6CX", 10, vulnerability=Vulnerability.ALL), law).net(EW) == 500


def test_entries_name_their_law() -> None:
    for entry in score(played("3NT", 10, (0, 0, 4, 0)), load("auction-1926")).entries:
        assert entry.law
        assert entry.mark in "PSIU"
        assert entry.reason


def test_unknown_honours_are_told_at_the_contract(tmp_path: Path) -> None:
    """They stand where they are noted; where nothing is noted, the contract asks for them."""
    plain = '[Board "1"]\n[Declarer "S"]\n[Contract "2S"]\n[Result "8"]\n'
    places = []
    for more in ("", '[Honours "N:? E:? S:1 W:?"]\n'):
        file = tmp_path / "club.pbn"
        file.write_text(plain + more, encoding="utf-8")
        (board,) = read(file).boards
        (problem,) = score(board, load("auction-1926")).problems
        places.append((problem.code, problem.span.line, problem.span.column))
    assert places == [("honours-unknown", 3, 12), ("honours-unknown", 5, 11)]


def test_a_note_that_contradicts_the_cards_is_left_out() -> None:
    deal = Deal.parse("N:AKQJT.432.432.32 - - -")
    assert honours_held(Board(deal=deal, honours=(4, 1, 0, 0)), Suit.SPADES) == (5, 0, 0, 0)
    two = Deal.parse("N:AKQ32.432.432.32 - - -")
    assert honours_held(Board(deal=two, honours=(None, 3, 0, 0)), Suit.SPADES) == (3, *[None] * 3)
