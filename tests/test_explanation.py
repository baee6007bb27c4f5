"""Why two codes differ on a board: which reasons, in which words, for how many points."""

import pytest

from abtools.auction import Contract
from abtools.board import Board, Honours, Vulnerability
from abtools.cards import Seat
from abtools.explanation import KINDS, explain, story
from abtools.rules import load


def board(contract: str, tricks: int, honours: Honours | None = None) -> Board:
    return Board(
        "1",
        vulnerability=Vulnerability.NONE,
        declarer=Seat.S,
        contract=Contract.parse(contract),
        tricks=tricks,
        honours=honours,
    )


def reasons(
    record: Board,
    first: str,
    second: str,
    states: tuple[Vulnerability | None, Vulnerability | None] = (None, None),
) -> dict[str, int]:
    why = explain(record, load(first), load(second), states)
    assert why.first is not None
    assert why.second is not None
    assert sum(r.points for r in why.reasons) == why.second - why.first
    assert [r.kind for r in why.reasons] == [k for k in KINDS if k in {r.kind for r in why.reasons}]
    return {r.kind: r.points for r in why.reasons}


@pytest.mark.parametrize(
    ("contract", "tricks", "honours", "expected"),
    [
        ("3NT", 9, (1, 1, 1, 1), {"tricks": 70}),
        ("3NT", 10, (1, 1, 1, 1), {"tricks": 70, "overtricks": 20}),
        ("1H", 12, (2, 1, 2, 0), {"tricks": 22, "overtricks": 110, "slam": -50, "honours": -40}),
        ("6H", 12, (0, 0, 5, 0), {"tricks": 132, "slam": 450, "honours": 50}),
        ("7NT", 12, (1, 1, 1, 1), {"slam": -50}),
        ("2HXX", 8, (2, 1, 1, 1), {"tricks": 176, "honours": -30}),
        ("4SX", 6, (1, 2, 1, 1), {"undertricks": -400, "honours": 30}),
    ],
)
def test_from_auction_to_contract(
    contract: str, tricks: int, honours: Honours, expected: dict[str, int]
) -> None:
    assert reasons(board(contract, tricks, honours), "auction-1926", "contract-rubber") == expected


def test_vulnerability_is_a_reason_of_its_own() -> None:
    """Vulnerable only under the second code: its scale first, then what vulnerability adds."""
    states = (None, Vulnerability.NS)
    record = board("4SX", 8, (2, 1, 1, 1))
    found = reasons(record, "auction-1926", "contract-rubber", states)
    assert found == {"undertricks": -100, "honours": -30, "vulnerability": -200}
    slam = board("6NT", 12, (1, 1, 1, 1))
    found = reasons(slam, "auction-1926", "contract-rubber", states)
    assert found == {"tricks": 130, "slam": 450, "vulnerability": 250}


def test_same_points_in_another_column_are_told() -> None:
    """Two codes may agree in points and not in what counts towards game."""
    law = load("auction-1926", {"tricks.counted": "bid", "overtricks.undoubled": "trick value"})
    why = explain(board("1S", 9, (2, 1, 1, 1)), load("auction-1926"), law)
    assert [(r.kind, r.points) for r in why.reasons] == [("overtricks", 0)]
    assert why.reasons[0].words.startswith("overtricks count below the line under auction-1926")


def test_other_kinds() -> None:
    rubber, duplicate = "contract-rubber", "duplicate"
    assert reasons(board("4S", 10, (0, 1, 4, 0)), rubber, duplicate) == {
        "honours": -100,
        "premium": 300,
    }
    assert reasons(board("2HXX", 8), "duplicate-1935", duplicate) == {"insult": 50}
    chicane = Board(
        declarer=Seat.S,
        contract=Contract.parse("1H"),
        tricks=7,
        honours=(2, 1, 2, 0),
        chicane=(Seat.W,),
    )
    assert reasons(chicane, "auction-royal-1912", "auction-1913") == {"chicane": 16}
    taken = reasons(board("1H", 5, (2, 1, 1, 1)), "bridge-1904", "auction-1908")
    assert taken == {"tricks": 16, "undertricks": -100}


@pytest.mark.parametrize(
    ("contract", "tricks", "first", "second", "words"),
    [
        ("1H", 12, "auction-1926", "contract-rubber", "little slam not bid: nothing under"),
        ("6H", 12, "auction-1926", "encyclopedia-auction", "little slam counts only at notrump"),
        ("7H", 12, "auction-1926", "contract-rubber", "little slam in a contract that failed"),
        ("6H", 12, "auction-1926", "contract-rubber", "value of the little slam"),
        (
            *("6H", 13, "auction-1926", "contract-rubber"),
            "grand slam under auction-1926, little slam under contract-rubber",
        ),
        ("1H", 1, "auction-1926", "three-hand-auction", "no little slam under three-hand"),
        ("6C", 13, "auction-1926", "minibridge", "no grand slam under minibridge"),
    ],
)
def test_words_for_slams(contract: str, tricks: int, first: str, second: str, words: str) -> None:
    why = explain(board(contract, tricks), load(first), load(second))
    (slam,) = [r for r in why.reasons if r.kind == "slam"]
    assert slam.words.startswith(words)


def test_words_for_overtricks_of_another_value() -> None:
    """A trick of clubs over the contract: 4 in 1908 and 6 in 1912, both below the line."""
    why = explain(board("6C", 13), load("auction-1908"), load("auction-1913"))
    (over,) = [r for r in why.reasons if r.kind == "overtricks"]
    assert (over.first, over.second, over.words) == (4, 6, "value of overtricks, below the line")


def test_nothing_to_compare_says_why() -> None:
    unknown = Board(contract=Contract.parse("3NT"), declarer=Seat.S)
    why = explain(unknown, load("auction-1926"), load("contract-rubber"))
    assert why.why_not == "no score under auction-1926: result not recorded"
    why = explain(board("3NT", 9), load("auction-1926"), load("plafond"))
    assert "premiums.contract not known" in (why.why_not or "")
    assert why.reasons == ()


def test_nullo_overtricks() -> None:
    """At nullo a trick less is a trick more."""
    first = load("auction-1926", {"nullos": "10"})
    second = load("auction-1926", {"nullos": "8"})
    why = explain(board("1NU", 4), first, second)
    assert [(r.kind, r.points) for r in why.reasons] == [("tricks", -2), ("overtricks", -4)]


def test_story_of_a_deal() -> None:
    """Two spades, four honours in one hand and the fifth in partner's, from 1904 to today."""
    sets = [
        load(name)
        for name in (
            "bridge-1904",
            "auction-1908",
            "auction-royal-1912",
            "auction-1913",
            "auction-1915",
            "plafond",
            "auction-1926",
            "contract-1935",
            "contract-rubber",
        )
    ]
    told = story(board("2S", 8, (1, 0, 4, 0)), sets)
    found = [(c.points, [r.name for r in c.rules]) for c in told.chapters]
    assert found == [
        (22, ["bridge-1904", "auction-1908"]),
        (99, ["auction-royal-1912", "auction-1913", "auction-1915"]),
        (108, ["auction-1926"]),
        (160, ["contract-1935", "contract-rubber"]),
    ]
    assert [r.name for r, _ in told.silent] == ["plafond"]
    assert "not known" in told.silent[0][1]
    for before, after in zip(told.chapters, told.chapters[1:], strict=False):
        assert after.points - before.points == after.change
    assert [r.kind for r in told.chapters[3].reasons] == ["tricks", "honours"]


def test_story_of_a_board_without_result() -> None:
    told = story(Board(), [load("auction-1926"), load("contract-rubber")])
    assert told.chapters == ()
    assert len(told.silent) == 2
