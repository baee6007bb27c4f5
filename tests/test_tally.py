"""Whole rubbers and sessions: those of scoring.md D.12, and how sessions split and end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from abtools.auction import Contract
from abtools.board import Adjustment, Board, Honours, Vulnerability
from abtools.cards import Seat, Side
from abtools.formats import write
from abtools.rules import RuleSet, load
from abtools.tally import Rubber, Session, Table, tally

NS, EW = Side.NS, Side.EW


def deal(
    number: int, by: str, contract: str, tricks: int, honours: str = "", dealer: str = ""
) -> Board:
    """A record of a club: who played what, tricks, honours N E S W as four digits."""
    noted: Honours | None = None
    if honours:
        n, e, s, w = (int(digit) for digit in honours)
        noted = (n, e, s, w)
    return Board(
        number=str(number),
        dealer=Seat.parse(dealer) if dealer else None,
        contract=Contract.parse(contract),
        declarer=Seat.parse(by) if by else None,
        tricks=tricks if by else None,
        honours=noted,
    )


def passed(number: int, dealer: str = "") -> Board:
    return deal(number, "", "Pass", 0, dealer=dealer)


def pair(points: object) -> tuple[int, int]:
    assert isinstance(points, dict)
    return points[NS], points[EW]


def total(rubber: Rubber | Session) -> tuple[int, int]:
    return pair(rubber.total)


X1 = [
    deal(1, "N", "D", 9, "2120"),
    deal(2, "E", "NT", 8, "0211"),
    deal(3, "N", "H", 8, "1211"),
    deal(4, "S", "C", 7, "2120"),
    deal(5, "N", "NT", 8, "0400"),
    deal(6, "S", "S", 7, "1202"),
]


def test_x1_bridge_1904() -> None:
    """Hoyle's Games Modernized: one rubber of Bridge-Whist."""
    session = tally(X1, load("bridge-1904"))
    (rubber,) = session.rubbers
    assert rubber.finished
    assert pair(rubber.below) == (64, 24)
    assert pair(rubber.above) == (40, 154)
    assert pair(rubber.bonus) == (100, 0)
    assert total(session) == (204, 178)


X2 = [
    deal(1, "N", "2H", 8, "2120"),
    deal(2, "E", "2R", 8, "1400"),
    deal(3, "E", "2NT", 6, "0211"),
    deal(4, "N", "4NT", 12, "2020"),
    deal(5, "W", "3R", 9, "1211"),
    deal(6, "E", "3HX", 7, "2111"),
    deal(7, "S", "2NT", 8, "2110"),
    deal(8, "W", "4H", 12, "1202"),
    deal(9, "N", "4H", 6, "0041"),
    deal(10, "S", "3R", 7, "2120"),
    deal(11, "E", "3H", 9, "0212"),
    deal(12, "S", "3D", 9, "0041"),
    deal(13, "N", "4R", 10, "2021"),
]


def test_x2_royal_auction_1912() -> None:
    """Work's three score-sheets of one rubber: below, above, and net deal by deal."""
    session = tally(X2, load("auction-royal-1912"))
    (rubber,) = session.rubbers
    assert pair(rubber.games) == (2, 1)
    assert pair(rubber.below) == (153, 117)
    assert pair(rubber.above) == (630, 504)
    assert pair(rubber.bonus) == (250, 0)
    assert total(rubber) == (1033, 621)
    running, nets = 0, []
    for line in rubber.lines:
        running += line.score.net(NS) or 0
        nets.append(running)
    assert nets == [48, -42, 28, 148, 103, 319, 369, 269, 133, 69, 13, 90, 162]
    games = [line.board for line in rubber.lines if line.game]
    assert games == ["4", "8", "13"]


X3 = [
    deal(1, "N", "1S", 9, "2120"),
    deal(2, "E", "2HX", 8, "1211"),
    deal(3, "S", "3NT", 8, "0040"),
    deal(4, "W", "3C", 10, "2111"),
    deal(5, "N", "1NTXX", 8, "1111"),
    passed(6),
    deal(7, "E", "5DX", 9, "0500"),
    deal(8, "S", "6H", 13, "4010"),
]


def test_x3_auction_1926() -> None:
    session = tally(X3, load("auction-1926"))
    (rubber,) = session.rubbers
    rows = [
        (*(line.score.points(s, c) for s in (NS, EW) for c in ("below", "above")), line.game)
        for line in rubber.lines
    ]
    assert rows == [
        (27, 40, 0, 0, None),
        (0, 0, 32, 80, EW),
        (0, 100, 0, 50, None),
        (0, 30, 24, 0, None),
        (80, 200, 0, 0, NS),
        (0, 0, 0, 0, None),
        (0, 200, 0, 100, None),
        (56, 190, 0, 0, NS),
    ]
    assert pair(rubber.below) == (163, 56)
    assert pair(rubber.above) == (760, 230)
    assert pair(rubber.bonus) == (250, 0)
    assert total(session) == (1173, 286)
    assert session.settlement == {NS: 887, EW: -887}
    assert rubber.winner is NS


def test_x3_honours_off() -> None:
    assert total(tally(X3, load("auction-1926", {"honours": "off"}))) == (913, 156)


X4 = [
    deal(1, "N", "2H", 10),
    deal(2, "E", "4SX", 8),
    deal(3, "E", "3NT", 10),
    deal(4, "W", "2D", 6),
    deal(5, "E", "3S", 9),
    deal(6, "N", "6HX", 13),
    deal(7, "S", "3C", 9),
    deal(8, "W", "1NT", 8),
    deal(9, "E", "3H", 9),
]


def test_x4_current_rubber() -> None:
    """J&H (NS) against M&A (EW), nine deals: EW win the rubber, NS win on points."""
    session = tally(X4, load("contract-rubber"))
    (rubber,) = session.rubbers
    assert rubber.finished
    assert total(rubber) == (1690, 880)
    assert pair(rubber.games) == (1, 2)
    assert pair(rubber.bonus) == (0, 500)
    assert rubber.winner is NS


X6 = [
    deal(1, "S", "2H", 9, dealer="N"),
    passed(2, "E"),
    deal(3, "E", "4SX", 9, dealer="E"),
    deal(4, "N", "2C", 8, dealer="S"),
    deal(5, "W", "3D", 10, dealer="W"),
]


@pytest.mark.parametrize(
    ("name", "switches", "points"),
    [
        ("chicago", {}, (830, 180)),
        ("chicago", {"chicago_vul": "opponents"}, (530, 180)),
        ("chicago", {"chicago_part4": "0"}, (830, 80)),
        ("contract-rubber", {"session": "chicago"}, (830, 180)),
        ("chicago-duplicate", {}, (300, -300)),
    ],
)
def test_x6_chicago(name: str, switches: dict[str, str], points: tuple[int, int]) -> None:
    session = tally(X6, load(name, switches))
    assert total(session) == points
    (chukker,) = session.rubbers
    assert chukker.finished
    assert len(chukker.lines) == 5


X7 = [
    deal(1, "N", "1S", 10, "2111"),
    deal(2, "E", "3NT", 9, "1201"),
    deal(3, "N", "2HX", 8, "4100"),
    deal(4, "E", "4S", 9, "1202"),
    deal(5, "N", "5D", 11, "3020"),
    deal(6, "E", "1NT", 9, "1111"),
    deal(7, "N", "6C", 12, "4010"),
    deal(8, "E", "2DXX", 7),
]


def first_numbers(session: Session) -> list[tuple[str | None, bool, tuple[int, int]]]:
    return [(r.boards[-1], r.finished, total(r)) for r in session.rubbers]


Ends = list[tuple[str, bool, tuple[int, int]]]
X7_RUBBERS: dict[str, Ends] = {
    "auction-1908": [("5", True, (518, 74)), ("8", False, (280, 36))],
    "auction-royal-1912": [("3", True, (450, 60)), ("7", True, (480, 66)), ("8", False, (200, 0))],
    "auction-1915": [("3", True, (450, 60)), ("7", True, (510, 66)), ("8", False, (200, 0))],
    "auction-1926": [("3", True, (478, 60)), ("7", True, (561, 70)), ("8", False, (200, 0))],
    "contract-1935": [("5", True, (1090, 100)), ("8", False, (1220, 100))],
    "contract-rubber": [("5", True, (1090, 100)), ("8", False, (1220, 100))],
}
"""Set -> last board of each rubber, whether it was finished, totals of A (NS) and B (EW)."""


@pytest.mark.parametrize("name", X7_RUBBERS)
def test_x7_same_records_split_differently(name: str) -> None:
    assert first_numbers(tally(X7, load(name))) == X7_RUBBERS[name]


def test_x7_from_the_command_line(tmp_path: Path) -> None:
    """The records as a PBN file, all six sets in one run."""
    file = tmp_path / "x7.pbn"
    assert write(X7, file, "pbn", export=True) == []
    asked = [word for name in X7_RUBBERS for word in ("-r", name)]
    command = [sys.executable, "-m", "abtools", "score", str(file), *asked, "--format", "json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0
    found = {
        session["rules"]: [
            (r["boards"][-1], r["finished"], (r["total"]["NS"], r["total"]["EW"]))
            for r in session["rubbers"]
        ]
        for session in json.loads(done.stdout)["sessions"]
    }
    assert found == X7_RUBBERS


X8 = [
    deal(1, "N", "2H", 9, "2111"),
    deal(2, "E", "3NT", 9, "1201"),
    deal(3, "S", "4R", 8, "1040"),
    deal(4, "N", "4H", 10, "5000"),
    deal(5, "N", "5D", 11, "3011"),
]


def test_x8_three_hand_auction() -> None:
    """X, Y, Z sit North, East, South; West's hand is the dummy."""
    session = tally(X8, load("three-hand-auction"))
    (rubber,) = session.rubbers
    assert rubber.finished
    assert session.total == {Seat.N: 842, Seat.E: 293, Seat.S: 87}
    assert session.settlement == {Seat.N: 1304, Seat.E: -343, Seat.S: -961}


def test_x9_minibridge() -> None:
    boards = [
        deal(1, "N", "4S", 10),
        deal(2, "E", "1NT", 9),
        passed(3),
        deal(4, "N", "3NT", 8),
        deal(5, "W", "5C", 11),
        deal(6, "S", "1H", 8),
    ]
    session = tally(boards, load("minibridge"))
    assert session.rubbers == ()
    assert total(session) == (530, 600)


# --- how sessions split and end ------------------------------------------------------------------


def test_two_rubbers_in_one_stream() -> None:
    session = tally(X3 + X3, load("auction-1926"))
    assert [r.finished for r in session.rubbers] == [True, True]
    assert total(session) == (2346, 572)


def test_vulnerability_is_derived() -> None:
    games = [deal(1, "N", "3NT", 9), deal(2, "E", "3NT", 9), deal(3, "N", "3NT", 8)]
    session = tally(games, load("contract-rubber"))
    states = [str(line.vulnerability) for line in session.lines]
    assert states == ["None", "NS", "All"]
    assert session.lines[2].score.points(EW, "above") == 100


def test_vulnerability_that_disagrees_is_reported() -> None:
    board = Board(
        "1",
        vulnerability=Vulnerability.ALL,
        contract=Contract.parse("1NT"),
        declarer=Seat.N,
        tricks=7,
    )
    codes = [p.code for p in tally([board], load("contract-rubber")).problems]
    assert "vulnerable-disagrees" in codes
    codes = [p.code for p in tally([board], load("duplicate")).problems]
    assert "vulnerable-disagrees" not in codes


@pytest.mark.parametrize(
    ("name", "switches", "boards", "bonus"),
    [
        ("contract-rubber", {}, "game", (300, 0)),
        ("contract-rubber", {}, "part", (100, 0)),
        ("contract-1935", {}, "part", (50, 0)),
        ("contract-rubber", {}, "both parts", (0, 0)),
        ("contract-rubber", {"part_bonus_both_sides": "on"}, "both parts", (100, 100)),
        (
            "contract-rubber",
            {"part_bonus_both_sides": "on", "unfinished_part_bonus": "50"},
            "both parts",
            (50, 50),
        ),
        ("contract-rubber", {}, "a game each", (0, 0)),
        ("contract-rubber", {}, "game against part", (300, 100)),
        ("auction-1926", {}, "game", (0, 0)),
        ("auction-1926", {"unfinished_game_bonus": "125"}, "game", (125, 0)),
        ("site-rubber", {}, "game", (0, 0)),
    ],
)
def test_unfinished_rubber(
    name: str, switches: dict[str, str], boards: str, bonus: tuple[int, int]
) -> None:
    game, part = deal(1, "N", "3NT", 9), deal(2, "N", "1H", 7)
    their_game, their_part = deal(3, "E", "3NT", 9), deal(4, "E", "1H", 7)
    records = {
        "game": [game],
        "part": [part],
        "both parts": [part, their_part],
        "a game each": [game, their_game],
        "game against part": [game, their_part],
    }[boards]
    (rubber,) = tally(records, load(name, switches)).rubbers
    assert not rubber.finished
    assert pair(rubber.bonus) == bonus


def test_unscored_record_in_a_rubber() -> None:
    """A record without a result is no zero: it is reported, and the rubber goes on."""
    unknown = Board("2", contract=Contract.parse("3NT"), declarer=Seat.N)
    session = tally([deal(1, "N", "3NT", 9), unknown, deal(3, "N", "3NT", 9)], load("auction-1926"))
    assert session.lines[1].score.scored is False
    assert session.lines[1].score.why_not == "result not recorded"
    assert session.lines[1].score.total(NS) is None
    assert [r.finished for r in session.rubbers] == [True]
    assert "not-scored" in [p.code for p in session.problems]


def test_fixed_number_of_deals() -> None:
    """PAGE0: a fixed number of hands instead of a rubber."""
    parts = [deal(n, "N", "1H", 7, "1211") for n in range(1, 5)]
    session = tally(parts, load("auction-1926", {"session": "deals:2"}))
    assert [r.boards for r in session.rubbers] == [("1", "2"), ("3", "4")]
    assert not any(r.finished for r in session.rubbers)


def test_tie_settled_by_another_deal() -> None:
    equal = [deal(1, "N", "1NT", 7, "1111"), deal(2, "E", "1NT", 7, "1111")]
    more = [*equal, deal(3, "E", "1NT", 7, "1111"), deal(4, "N", "1NT", 7, "1111")]
    law = load("site-auction", {"session": "deals:2"})
    session = tally(more, law)
    assert [r.boards for r in session.rubbers] == [("1", "2", "3"), ("4",)]
    assert session.rubbers[0].winner is EW
    plain = tally(more, load("auction-1926", {"session": "deals:2"}))
    assert [r.boards for r in plain.rubbers] == [("1", "2"), ("3", "4")]
    assert plain.rubbers[0].winner is None


def test_tie_won_by_more_games() -> None:
    boards = [deal(1, "N", "3NT", 9), deal(2, "E", "1NT", 9)]
    boards += [Board("3", adjustments=(Adjustment(EW, "above", 0),))]
    law = load("site-rubber")
    (rubber,) = tally([boards[0], boards[1]], law).rubbers
    assert total(rubber) == (100, 100)
    assert rubber.winner is NS
    (rubber,) = tally(boards[:2], load("site-rubber", {"tie_break": "none"})).rubbers
    assert rubber.winner is None


def test_passed_out_deal_in_chicago_is_not_counted() -> None:
    session = tally([passed(1), passed(2), *X6], load("chicago"))
    assert len(session.rubbers) == 1
    assert total(session) == (830, 180)


def test_duplicate_has_no_rubbers() -> None:
    boards = [
        Board("1", vulnerability=v, contract=Contract.parse("4S"), declarer=Seat.N, tricks=10)
        for v in (Vulnerability.NONE, Vulnerability.NS)
    ]
    session = tally(boards, load("duplicate"))
    assert session.rubbers == ()
    assert [s.net(NS) for s in session.scores] == [420, 620]
    assert total(session) == (1040, -1040)


def test_duplicate_without_vulnerability_says_so() -> None:
    """A part-score just made is the same either way; a game is not."""
    law: RuleSet = load("duplicate")
    game, part = tally([deal(1, "N", "4S", 10), deal(2, "N", "2S", 8)], law).scores
    assert game.why_not == "vulnerability not recorded, needed under duplicate"
    assert part.net(NS) == 110


def test_plafond_refuses_a_total() -> None:
    session = tally([deal(1, "N", "3NT", 9)], load("plafond"))
    assert session.total is None
    assert session.rubbers[0].total is None
    assert "premiums.contract" in session.missing
    assert [p.code for p in session.problems if p.code == "number-unknown"]
    given = {
        "contract_bonus": "50",
        "game_bonus": "100",
        "rubber_bonus": "400",
        "honours": "off",
        "rubber.unfinished_game": "0",
    }
    assert total(tally([deal(1, "N", "3NT", 9)], load("plafond", given))) == (180, 0)
    two = [deal(1, "N", "3NT", 9), deal(2, "N", "3NT", 9)]
    assert total(tally(two, load("plafond", given))) == (760, 0)


def test_adjustments_count_in_their_column() -> None:
    board = Board(
        "1",
        contract=Contract.parse("2H"),
        declarer=Seat.N,
        tricks=8,
        honours=(1, 2, 1, 1),
        adjustments=(Adjustment(NS, "below", 14, "score corrected"), Adjustment(EW, "above", 50)),
    )
    (rubber,) = tally([board], load("auction-1926")).rubbers
    assert pair(rubber.below) == (30, 0)
    assert pair(rubber.games) == (1, 0)
    assert pair(rubber.above) == (0, 80)


def test_fine_takes_the_number_of_the_code() -> None:
    def fined(name: str) -> tuple[int, int] | None:
        fine = Adjustment(EW, "above", 0, "revoke by declarer")
        board = Board(
            contract=Contract.parse("1NT"),
            declarer=Seat.N,
            tricks=7,
            honours=(1, 1, 1, 1),
            adjustments=(fine,),
        )
        session = tally([board], load(name))
        return None if session.total is None else total(session)

    assert fined("auction-royal-1912") == (10, 150)
    assert fined("auction-1913") == (10, 100)
    assert fined("auction-1915") is None


def test_both_sides_reach_game_on_one_record() -> None:
    """Tricks go before points entered by hand, whichever side has them."""
    for by, helped in (("N", EW), ("E", NS)):
        board = Board(
            "1",
            contract=Contract.parse("3NT"),
            declarer=Seat.parse(by),
            tricks=9,
            honours=(1, 1, 1, 1),
            adjustments=(Adjustment(helped, "below", 30),),
        )
        (rubber,) = tally([board], load("auction-1926")).rubbers
        assert rubber.games == {helped.opponents: 1, helped: 0}


def test_lower_game_target() -> None:
    boards = [deal(1, "N", "2NT", 8, "1111"), deal(2, "N", "2NT", 8, "1111")]
    assert not tally(boards, load("auction-1926")).rubbers[0].finished
    assert tally(boards, load("auction-1926", {"game_target": "20"})).rubbers[0].finished


def test_chicago_of_six_deals(tmp_path: Path) -> None:
    """B.10: one club plays six, the fifth with nobody vulnerable, the sixth with all."""
    path = tmp_path / "six.toml"
    path.write_text(
        'base = "chicago"\n[vulnerability]\n'
        'schedule = ["none", "dealer", "dealer", "both", "none", "both"]\n[session]\ndeals = 6\n',
        encoding="utf-8",
    )
    boards = [deal(n, "N", "1C", 7, dealer="NESWNE"[n - 1]) for n in range(1, 7)]
    session = tally(boards, load(path))
    (chukker,) = session.rubbers
    states = [str(line.vulnerability) for line in session.lines]
    assert states == ["None", "EW", "NS", "All", "None", "All"]
    assert chukker.finished
    assert total(chukker) == (6 * 20 + 300 + 100, 0)  # the fifth club makes game, not vulnerable
    assert [entry.points for line in chukker.lines for entry in line.bonus] == [300, 100]


def test_three_hand_bridge_above_and_below() -> None:
    """EB11: the dealer's tricks count to game; his adversaries' go above, to each of them."""
    law = load("three-hand-bridge", {"honours": "off"})
    boards = [deal(1, "N", "NT", 9), deal(2, "E", "H", 5), deal(3, "N", "NT", 9)]
    session = tally(boards, law)
    (rubber,) = session.rubbers
    assert rubber.finished
    assert session.total == {Seat.N: 36 + 16 + 36 + 50 + 50 + 50, Seat.E: 0, Seat.S: 16}


def test_west_cannot_declare_at_three_hands() -> None:
    result = tally([deal(1, "W", "1NT", 7)], load("three-hand-auction")).scores[0]
    assert result.why_not == "W is the dummy under three-hand-auction and cannot declare"


def test_until_time_is_the_file() -> None:
    assert total(tally(X3, load("auction-1926", {"session": "until_time"}))) == (1173, 286)


def test_streaming_table_tells_where_the_game_stands() -> None:
    table = Table(load("auction-1926"))
    table.add(deal(1, "N", "1NT", 8, "1111"))
    assert table.part_scores == {NS: 20, EW: 0}
    table.add(deal(2, "N", "1NT", 8, "1111"))
    assert table.games == {NS: 1, EW: 0}
    assert table.part_scores == {NS: 0, EW: 0}


@pytest.mark.parametrize("name", ["auction-royal-1912", "contract-rubber", "duplicate"])
def test_any_set_can_be_made_one_for_three(name: str) -> None:
    """What belongs to sides falls away: honours of partners, chicane, vulnerability."""
    session = tally(X7, load(name, {"table.players": "3"}))
    assert set(session.total or ()) == {Seat.N, Seat.E, Seat.S}
