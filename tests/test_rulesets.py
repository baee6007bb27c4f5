"""Every rule set's own worked examples, and what each file must hold."""

from pathlib import Path

import pytest
from rules_page import PAGE, page

from abtools import rules
from abtools.auction import CALLS, Auction, Bid, Contract, Strain, check_auction
from abtools.board import Board, Honours, Vulnerability
from abtools.cards import Seat, Side
from abtools.parameters import PARAMETERS
from abtools.rules import Example, RuleSet
from abtools.scoring import parties, score

ALL = rules.names()
EXAMPLES = [
    pytest.param(name, example, id=f"{name}: {example.id}")
    for name in ALL
    for example in rules.load(name).examples
]


def honours_of(text: str | None) -> Honours | None:
    """The honours per hand of a text like "N:4 E:0 S:1 W:?"."""
    if text is None:
        return None
    noted = dict(part.split(":") for part in text.split())
    n, e, s, w = (None if noted[seat] == "?" else int(noted[seat]) for seat in "NESW")
    return n, e, s, w


def board_of(example: Example) -> Board:
    side = Seat.parse(example.declarer).side
    return Board(
        number=example.id,
        dealer=Seat.parse(example.dealer) if example.dealer else None,
        vulnerability=Vulnerability(str(side) if example.vulnerable else "None"),
        declarer=Seat.parse(example.declarer),
        contract=Contract.parse(example.contract),
        tricks=example.tricks,
        honours=honours_of(example.honours),
    )


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_worked_example(name: str, example: Example) -> None:
    law = rules.load(name, example.set)
    board = board_of(example)
    result = score(board, law)
    assert result.scored, result.why_not
    ours, theirs = parties(law, Seat.parse(example.declarer))
    if example.net is not None:
        assert isinstance(ours, Side)
        assert result.net(ours) == example.net
        return
    assert result.points(ours, "below") == example.below
    assert result.points(ours, "above") == example.above
    for party in theirs:
        assert result.points(party, "below") == example.opponents_below
        assert result.points(party, "above") == example.opponents


@pytest.mark.parametrize("name", ALL)
def test_every_set_is_whole(name: str) -> None:
    law = rules.load(name)
    assert law.title
    assert law.years
    assert law.status
    assert law.about
    assert law.examples
    assert list(law.rules) == list(PARAMETERS)
    for rule in law.rules.values():
        assert rule.law
        assert rule.mark in "PSIU", rule
        assert (rule.value is None) <= (rule.mark == "U"), rule


@pytest.mark.parametrize("name", ALL)
def test_every_parameter_of_the_table_in_force(name: str) -> None:
    """The examples of scoring.md that say which set they are for stand in that set's file."""
    assert len({example.id for example in rules.load(name).examples}) == len(
        rules.load(name).examples
    )


ROWS = {
    "bridge-1904": "D.1: B1 B2 B3 B4 B5 B6 B7 B8",
    "auction-1908": "D.2: A1 A2 A3 A4 A5 A6 A7",
    "auction-royal-1912": "D.3: R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R15",
    "auction-1913": "D.3: R14",
    "auction-1915": "D.4: W1 W2 W3",
    "auction-1926": "D.5: U1 U2 U3 U4 U5 U6 U8 U10 U11 U12 U13; D.6: S1 S4 S6",
    "site-auction": "D.6: S2 S4 S6",
    "encyclopedia-auction": "D.6: S3 S5 S6",
    "plafond": "D.7: P1 P2",
    "contract-1927": "D.8: C1 C2 C3",
    "contract-1932": "D.8: C4 C5 C6 C7 C8",
    "contract-1935": "D.8: C10 C11 C12 C13 M17",
    "contract-rubber": "D.8: C14 M18; D.9: M1 M2 M3 M4 M5 M5b M6 M7 M8 M10 M11 M12 M13 K1 K2",
    "duplicate": "D.10: D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16",
    "minibridge": "D.11: N1 N2 N3 N4 N5 N6 N7 N8 N9",
}


@pytest.mark.parametrize("name", ROWS)
def test_all_rows_of_the_source_are_there(name: str) -> None:
    wanted = set()
    for part in ROWS[name].split("; "):
        section, _, rows = part.partition(": ")
        wanted |= {f"{section} {row}" for row in rows.split()}
    assert wanted <= {example.id for example in rules.load(name).examples}


def test_spades_by_code() -> None:
    """Plain spades are royals under the new count, low before it; low spades end in 1915."""

    def trick(name: str, contract: str) -> int | None:
        board = Board(contract=Contract.parse(contract), declarer=Seat.N, tricks=7)
        result = score(board, rules.load(name))
        return result.points(Side.NS, "below") if result.scored else None

    assert [trick("auction-1908", c) for c in ("1S", "1LS", "1R")] == [2, 2, 2]
    assert [trick("auction-royal-1912", c) for c in ("1S", "1LS", "1R")] == [9, 2, 9]
    assert [trick("auction-1913", c) for c in ("1S", "1LS", "1R")] == [9, 2, 9]
    assert [trick("auction-1915", c) for c in ("1S", "1LS", "1R")] == [9, None, 9]
    assert [trick("contract-rubber", c) for c in ("1S", "1LS", "1R")] == [30, None, 30]


def test_auction_laws() -> None:
    def law(name: str) -> RuleSet:
        return rules.load(name)

    assert law("auction-1908").auction.value_calling
    assert law("auction-1908").auction.dealer_must_bid
    assert not law("auction-1926").auction.value_calling
    assert law("auction-1926").auction.max_level == 7
    assert law("auction-royal-1912").auction.values[Strain.ROYALS] == 9
    assert Strain.LOW_SPADES not in law("auction-1926").auction.values
    assert rules.load("auction-uk-1928", {"bid_rank": "majority"}).auction.value_calling is False


def test_page_is_printed_from_the_files() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python tests/rules_page.py"


def test_the_page_s_own_example_loads(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    example = text[text.index("```toml") + 8 :]
    path = tmp_path / "our-club.toml"
    path.write_text(example[: example.index("```")], encoding="utf-8")
    law = rules.load(path)
    assert law.points("game.target") == 20
    (worked,) = law.examples
    result = score(board_of(worked), law)
    assert result.points(Side.NS, "below") == worked.below
    assert result.points(Side.NS, "above") == worked.above


@pytest.mark.parametrize(
    ("name", "bid", "over", "enough"),
    [
        ("auction-1908", "2S", "1C", True),
        ("auction-1908", "2D", "1NT", True),
        ("auction-1908", "3S", "1NT", False),
        ("auction-1908", "6S", "1NT", True),
        ("auction-royal-1912", "3LS", "1C", True),
        ("auction-royal-1912", "3C", "2R", True),
        ("auction-royal-1912", "2R", "3C", False),
        ("auction-royal-1912", "5LS", "1NT", True),
        ("auction-royal-1912", "4LS", "1NT", False),
        ("auction-1915", "3S", "4C", True),
        ("auction-1915", "4C", "3S", False),
        ("auction-1915", "2NT", "3C", True),
        ("auction-uk-1928", "3S", "4C", True),
        ("auction-1926", "3S", "4C", False),
        ("auction-1926", "4C", "3S", True),
        ("contract-rubber", "1S", "1H", True),
        ("contract-rubber", "1NT", "1NT", False),
    ],
)
def test_which_bid_outranks_another(name: str, bid: str, over: str, enough: bool) -> None:
    """scoring.md C.1: value calling, with more tricks at equal value; majority calling."""
    law = rules.load(name).auction
    first, second = CALLS[over], CALLS[bid]
    calls = (first, second, CALLS["P"], CALLS["P"], CALLS["P"])
    found = [i.code for i in check_auction(Auction(Seat.N, calls), law)]
    assert found == ([] if enough else ["bid-insufficient"])


def test_dealer_must_bid_until_1915() -> None:
    calls = (CALLS["P"], CALLS["1NT"], CALLS["P"], CALLS["P"], CALLS["P"])
    for name, expected in (
        ("auction-1908", ["dealer-must-bid"]),
        ("auction-1913", ["dealer-must-bid"]),
        ("auction-1926", []),
    ):
        law = rules.load(name).auction
        assert [i.code for i in check_auction(Auction(Seat.N, calls), law)] == expected


def test_bids_over_another() -> None:
    def over(name: str, text: str) -> list[str]:
        bid = CALLS[text]
        assert isinstance(bid, Bid)
        return [str(each) for each in rules.load(name).bids_over(bid)]

    assert over("auction-1908", "7NT") == []
    assert over("auction-royal-1912", "1NT")[:3] == ["5LS", "2C", "6LS"]
    assert over("auction-1926", "6S") == ["6NT", "7C", "7D", "7H", "7S", "7NT"]
    assert len(rules.load("contract-rubber").bids_over(None)) == 35
