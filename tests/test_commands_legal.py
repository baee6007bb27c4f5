"""`abtools rules --legal`: what may be called over a bid, law by law."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abtools.auction import BIDS, PASS, Auction, Bid, Call, check_auction
from abtools.cards import Seat
from abtools.commands import run
from abtools.report.legal import not_a_bid, not_an_auction
from abtools.rules import load, names

Captured = pytest.CaptureFixture[str]
SETS = [name for name in names() if not not_an_auction(load(name))]


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def legal(bid: str, *sets: str) -> list[str]:
    return ["rules", "--legal", bid, *(word for name in sets for word in ("-r", name))]


def test_over_one_notrump_in_1908(capsys: Captured) -> None:
    """scoring.md C.1: 2D over 1NT (12 for 12), and low spades only at the level of six."""
    assert run(legal("1NT", "auction-1908")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "auction-1908: over 1NT, worth 12"
    bids = [line.split()[0] for line in lines if line[:1].isdigit()]
    assert bids == ["2♦", "3♣", "6♠", "2♥", "2NT"]
    assert "2♦     12 the same value in more tricks: 2 for 1 3♦ to 7♦" in lines
    assert "laws 47-49) [P]" in lines[2]


@pytest.mark.parametrize(
    ("name", "over", "cheapest"),
    [
        ("auction-1908", "1C", "2S"),
        ("auction-royal-1912", "1C", "3LS"),
        ("auction-royal-1912", "2R", "3C"),
        ("auction-royal-1912", "1NT", "5LS"),
        ("auction-1915", "4C", "3S"),
        ("auction-1915", "3C", "2NT"),
        ("auction-1926", "4C", "4D"),
        ("contract-rubber", "3S", "3NT"),
    ],
)
def test_cheapest_bid(name: str, over: str, cheapest: str, capsys: Captured) -> None:
    """The pairs that scoring.md C.1 names."""
    assert run([*legal(over, name), "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["sets"]
    assert found["bids"][0]["bid"] == cheapest


def test_doubles_do_not_change_the_value(capsys: Captured) -> None:
    found = {}
    for over in ("2S", "2SX", "2SXX"):
        run([*legal(over, "auction-1915"), "--format", "json"])
        (found[over],) = json.loads(capsys.readouterr().out)["sets"]
    assert found["2S"]["bids"] == found["2SX"]["bids"] == found["2SXX"]["bids"]
    assert [found[over]["calls"] for over in found] == [["Pass", "X"], ["Pass", "XX"], ["Pass"]]


def test_the_opening(capsys: Captured) -> None:
    assert run(legal("-", "auction-1908", "contract-rubber")) == 0
    printed = capsys.readouterr().out
    assert "The dealer may not pass" in printed
    assert "The dealer may pass" in printed
    assert "enough" not in printed


def test_nothing_is_higher(capsys: Captured) -> None:
    assert run(legal("7NT", "contract-rubber")) == 0
    assert "No bid is high enough in clubs, diamonds" in capsys.readouterr().out


def test_where_nobody_bids(capsys: Captured) -> None:
    assert run(legal("3C", "bridge-1904", "minibridge")) == 0
    printed = capsys.readouterr().out
    assert "names the trumps" in printed
    assert "points are announced" in printed


def test_bids_that_a_code_does_not_have(capsys: Captured) -> None:
    assert run(legal("1LS", "auction-1926")) == 0
    assert "low spades cannot be bid" in capsys.readouterr().out
    assert run(legal("8S", "auction-1926")) == 0
    assert "7 is the highest level" in capsys.readouterr().out


@pytest.mark.parametrize("bid", ["x", "", "9C", "Pass", "1Q"])
def test_wrong_use(bid: str, capsys: Captured) -> None:
    assert run(legal(bid, "auction-1926")) == 2
    assert "a bid like 1NT" in capsys.readouterr().err


def test_rules_without_legal(capsys: Captured) -> None:
    assert run(["rules", "-r", "auction-1926"]) == 2
    assert "--legal" in capsys.readouterr().err


@given(st.sampled_from(SETS), st.sampled_from(sorted(BIDS.values(), key=str)))
def test_what_is_listed_is_what_the_check_allows(name: str, over: Bid) -> None:
    """Two ways to one verdict: the list, and the check of an auction of two bids."""
    rules = load(name)
    if not_a_bid(rules, over):
        return
    listed = {bid.name for bid in rules.bids_over(over)}
    offered = {bid.name for bid in rules.bids_over(None)}
    for bid in BIDS.values():
        calls: tuple[Call, ...] = (over, bid, PASS, PASS, PASS)
        wrong = check_auction(Auction(Seat.N, calls), rules.auction)
        if bid.name in offered:
            assert (bid.name in listed) is not wrong, (name, over, bid, wrong)


@given(st.sampled_from(SETS))
def test_listed_from_the_cheapest_up(name: str) -> None:
    rules = load(name)
    ranks = [rules.auction.rank(bid) for bid in rules.bids_over(None)]
    assert all(lower <= higher for lower, higher in pairwise(ranks))
