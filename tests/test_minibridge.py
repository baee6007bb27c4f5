"""Minibridge: announcements, declarer, the guide, targets, score; every rule of the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abtools import formats
from abtools.auction import Contract, Mark, Strain
from abtools.board import Board, Tag
from abtools.cards import PACK, Deal, Hand, Seat, Side
from abtools.minibridge import PACK_POINTS, Announced, announce, undertaking_of
from abtools.rules import load
from abtools.scoring import score
from abtools.tally import tally

ROOT = Path(__file__).resolve().parent.parent
RULES = load("minibridge")
LESSON = "N:A974.K532.83.QJ4 T.864.JT962.A652 KQJ32.A7.KQ4.T97 865.QJT9.A75.K83"
"""The page's complete deal: North 10, South 15, nine spades and six hearts."""
EVEN = "S:AKJT532.97.A3.86 986.AQ82.J76.KQJ Q.K64.K984.T9754 74.JT53.QT52.A32"
TIED = "E:KQ94.Q75.A732.75 AT7.K983.QT.K942 8.AJ62.J64.AJT86 J6532.T4.K985.Q3"
MINOR = "W:K82.AQ2.QT5.AKJ4 AQJ743.96.J96.T3 .T53.AK87.Q97652 T965.KJ874.432.8"


def said(deal: str, dealer: str = "N", **switches: str) -> Announced:
    board = Board(deal=Deal.parse(deal), dealer=Seat.parse(dealer))
    return announce(
        board, load("minibridge", {k.replace("__", "."): v for k, v in switches.items()})
    )


def announced(text: str, **fields: object) -> Announced:
    return announce(Board(tags=(Tag("Announced", text),), **fields), RULES)  # type: ignore[arg-type]


# --- announcing and who declares -----------------------------------------------------------------


def test_the_hand_of_the_page_counts_sixteen() -> None:
    assert Hand.parse("KQJ84.A6.KQ5.J73").hcp == 6 + 4 + 5 + 1
    assert PACK_POINTS == 40


def test_the_complete_deal_of_the_page() -> None:
    found = said(LESSON)
    assert found.order == (Seat.N, Seat.E, Seat.S, Seat.W)
    assert found.points == (10, 5, 15, 10)
    assert found.total == 40
    assert (found.side, found.declarer, found.dummy) == (Side.NS, Seat.S, Seat.N)
    assert found.together == 25
    assert found.lengths == (6, 5, 6, 9)
    assert found.guide is not None
    assert (found.guide.advice.word, str(found.guide.advice.contract)) == ("game", "4S")
    assert found.guide.advice.target == 10
    assert not found.problems


@pytest.mark.parametrize(
    ("dealer", "order"), [("N", "NESW"), ("E", "ESWN"), ("S", "SWNE"), ("W", "WNES")]
)
def test_the_dealer_announces_first(dealer: str, order: str) -> None:
    assert "".join(map(str, said(LESSON, dealer).order)) == order


@pytest.mark.parametrize(("dealer", "declarer"), [("N", "E"), ("E", "E"), ("S", "W"), ("W", "W")])
def test_equal_partners_the_first_to_announce(dealer: str, declarer: str) -> None:
    found = said(TIED, dealer)
    assert (found.points[Seat.E], found.points[Seat.W]) == (11, 11)
    assert str(found.declarer) == declarer
    assert "first to announce" in found.why


def test_equal_partners_without_a_dealer_stay_open() -> None:
    found = announce(Board(deal=Deal.parse(TIED)), RULES)
    assert found.side is Side.EW
    assert found.declarer is None
    assert "dealer not known" in found.why
    assert found.together == 22
    assert found.guide is not None, "the two hands are the same whoever declares"


def test_small_children_choose() -> None:
    found = said(TIED, "N", announcing__tied_partners="choose")
    assert found.declarer is None
    assert "choose" in found.why
    board = Board(deal=Deal.parse(TIED), dealer=Seat.N, declarer=Seat.W)
    law = load("minibridge", {"announcing.tied_partners": "choose"})
    chosen = announce(board, law)
    assert chosen.declarer is Seat.W
    assert chosen.dummy is Seat.E
    assert not chosen.problems
    assert [p.code for p in announce(board, RULES).problems] == ["announced-declarer"]


def test_twenty_all_is_dealt_again() -> None:
    found = said(EVEN, "S")
    assert found.redeal
    assert found.declarer is found.side is found.guide is None
    assert "same dealer" in found.why
    played = Board(deal=Deal.parse(EVEN), declarer=Seat.S, contract=Contract.parse("1S"), tricks=8)
    assert [p.code for p in announce(played, RULES).problems] == ["redeal-played"]


def test_what_is_not_known_stays_unknown() -> None:
    found = announce(Board(dealer=Seat.N), RULES)
    assert found.points == (None,) * 4
    assert found.total is found.declarer is found.guide is None
    assert not found.redeal


def test_the_fourth_hand_has_the_rest() -> None:
    three = "N:A974.K532.83.QJ4 - KQJ32.A7.KQ4.T97 865.QJT9.A75.K83"
    assert said(three).points == (10, 5, 15, 10)


def test_two_hands_tell_which_side_is_stronger() -> None:
    found = said("N:A974.K532.83.QJ4 - KQJ32.A7.KQ4.T97 -")
    assert found.declarer is Seat.S
    assert found.lengths == (6, 5, 6, 9)
    weaker = said("N:- T.864.JT962.A652 - 865.QJT9.A75.K83")
    assert weaker.side is Side.NS
    assert weaker.declarer is None


def test_small_cards_of_unknown_rank_count_nothing() -> None:
    assert said("N:Axxx.Kxxx.xx.QJx - KQJxx.Ax.KQx.xxx -").declarer is Seat.S


def test_announcements_must_make_forty() -> None:
    assert announced("N:10 E:5 S:15 W:10", dealer=Seat.N).declarer is Seat.S
    wrong = announced("N:10 E:6 S:15 W:10", dealer=Seat.N)
    assert [p.code for p in wrong.problems] == ["announced-wrong"]
    assert "41, not 40" in wrong.problems[0].message
    assert wrong.declarer is wrong.side is None
    assert not wrong.redeal
    assert announced("N:30 E:6 S:15").problems, "three that are more than forty"


def test_announcements_must_be_what_is_held() -> None:
    wrong = announced("N:11 E:4 S:15 W:10", deal=Deal.parse(LESSON))
    assert [p.message for p in wrong.problems] == [
        "North announced 11 points and holds 10",
        "East announced 4 points and holds 5",
    ]
    assert announced("North 11").problems[0].code == "announced-wrong"


# --- the guide -----------------------------------------------------------------------------------


def hands_of(ns: tuple[str, str]) -> Announced:
    return said(f"N:{ns[0]} - {ns[1]} -")


@pytest.mark.parametrize(
    ("north", "south", "advice", "otherwise"),
    [
        # 25 and a major of eight; 24 the same cards less a point
        ("AK32.A432.432.K2", "QJ54.K2.QJ5.Q943", "4S", None),
        ("AK32.A432.432.K2", "QJ54.K2.QJ5.J943", "1S", None),
        # the longer of two majors, else spades; the other is told
        ("AK32.KQ432.43.K2", "QJ54.A65.QJ5.943", "4S", "4H"),
        ("AK32.KQ432.43.K2", "QJ5.A765.QJ5.943", "4H", None),
        # a minor fit: part-score there, but for game notrump first
        ("A32.432.AK432.32", "K54.K5.Q765.7654", None, None),
        ("A32.K32.AK432.32", "K54.A54.Q765.K65", "3NT", "5D"),
        # no fit at all
        ("A932.K32.A43.K32", "K54.A54.Q765.Q65", "3NT", None),
        ("A932.K32.Q43.K32", "K54.A54.Q765.765", "1NT", None),
    ],
)
def test_guide(north: str, south: str, advice: str | None, otherwise: str | None) -> None:
    found = hands_of((north, south))
    if advice is None:
        assert found.side is Side.EW
        return
    assert found.guide is not None
    assert str(found.guide.advice.contract) == advice, found.guide
    other = found.guide.otherwise
    assert (None if other is None else str(other.contract)) == otherwise


def test_minor_part_score() -> None:
    found = hands_of(("A32.432.AK432.Q2", "K54.K5.Q765.7654"))
    assert found.guide is not None
    assert str(found.guide.advice.contract) == "1D"


def test_thirty_three_points_are_a_slam_only_where_slams_count() -> None:
    strong = "N:AKQ2.AK32.A32.32 - J543.Q54.KQ4.AK4 -"
    plain = said(strong)
    assert plain.together == 35
    assert plain.guide is not None
    assert str(plain.guide.advice.contract) == "4S"
    assert any("twelve tricks" in reason for reason in plain.guide.reasons)
    option = said(strong, minibridge_slam="800").guide
    assert option is not None
    assert (option.advice.word, str(option.advice.contract)) == ("slam", "6S")
    assert option.advice.target == 12


def test_the_numbers_of_the_guide_are_the_rule_sets() -> None:
    assert said(LESSON, announcing__game_from="26").guide.advice.word == "part-score"  # type: ignore[union-attr]
    assert str(said(LESSON, announcing__fit="10").guide.advice.strain) == "NT"  # type: ignore[union-attr]
    late = said(MINOR, "W", announcing__notrump_before_minors="off").guide
    assert late is not None
    assert str(late.advice.contract) == "5C"


# --- contract, target, score ---


@pytest.mark.parametrize(
    ("contract", "word", "target"),
    [("1C", "part-score", 7), ("3S", "part-score", 7), ("4C", "part-score", 7),
     ("2NT", "part-score", 7), ("3NT", "game", 9), ("4H", "game", 10), ("4S", "game", 10),
     ("5C", "game", 11), ("5D", "game", 11), ("6S", "game", 10), ("7NT", "game", 9)],
)  # fmt: skip
def test_how_a_record_writes_it(contract: str, word: str, target: int) -> None:
    found = undertaking_of(RULES, Contract.parse(contract))
    assert (found.word, found.target) == (word, target)


@pytest.mark.parametrize(
    ("row", "contract", "tricks", "points"),
    [("N1", "1C", 8, 90), ("N2", "1H", 8, 110), ("N3", "1NT", 9, 150), ("N4", "3NT", 9, 400),
     ("N5", "4S", 10, 420), ("N6", "5C", 11, 400), ("N7", "4S", 9, -50), ("N8", "1S", 10, 170),
     ("N9", "1D", 5, -100)],
)  # fmt: skip
def test_rows_of_the_page(row: str, contract: str, tricks: int, points: int) -> None:
    """scoring.md D.11, through the whole of announce: the declarer follows from the deal."""
    board = Board(
        deal=Deal.parse(LESSON), dealer=Seat.N, contract=Contract.parse(contract), tricks=tricks
    )
    found = announce(board, RULES)
    assert found.score is not None
    assert found.score.net(Side.NS) == points, row


def test_a_part_score_has_one_premium_however_many_tricks() -> None:
    """A.6 27: no game premium unless game was announced."""
    board = Board(declarer=Seat.S, contract=Contract.parse("1NT"), tricks=12)
    assert score(board, RULES).net(Side.NS) == 40 + 5 * 30 + 50


def test_slam_stands_in_place_of_the_game_premium() -> None:
    """A.6 26: 800 replaces 300."""
    board = Board(declarer=Seat.S, contract=Contract.parse("6S"), tricks=12)
    slam = load("minibridge", {"minibridge_slam": "800"})
    assert score(board, slam).net(Side.NS) == 180 + 800
    short = Board(declarer=Seat.S, contract=Contract.parse("6S"), tricks=11)
    assert score(short, slam).net(Side.NS) == -50
    assert score(short, RULES).net(Side.NS) == 150 + 300, "without the option it is a game"


def test_no_doubles_and_no_vulnerability() -> None:
    plain = Board(declarer=Seat.S, contract=Contract.parse("4S"), tricks=8)
    doubled = Board(declarer=Seat.S, contract=Contract.parse("4SXX"), tricks=8)
    assert score(plain, RULES).net(Side.NS) == score(doubled, RULES).net(Side.NS) == -100


def test_without_premiums() -> None:
    law = load("minibridge", {"minibridge_premiums": "off"})
    made = Board(declarer=Seat.S, contract=Contract.parse("4S"), tricks=10)
    assert score(made, law).net(Side.NS) == 120


def test_targets_that_grow_with_the_points(tmp_path: Path) -> None:
    """No figures in any source: the table is the user's, as a switch or in a file."""
    file = tmp_path / "school.toml"
    file.write_text('base = "minibridge"\n[announcing]\ntargets = ["20:7", "23:8", "25:9"]\n')
    board = Board(deal=Deal.parse(LESSON), dealer=Seat.N, contract=Contract.parse("1S"), tricks=9)
    for law in (load(file), load("minibridge", {"minibridge_targets": "20:7,23:8,25:9"})):
        found = announce(board, law)
        assert found.chosen is not None
        assert found.chosen.target == 9
        assert found.score is not None
        assert found.score.net(Side.NS) == 90 + 50
        one_less = announce(Board(deal=board.deal, declarer=Seat.S, contract=board.contract,
                                  tricks=8), law)  # fmt: skip
        assert one_less.score is not None
        assert one_less.score.net(Side.NS) == -50
        unknown = score(Board(declarer=Seat.S, contract=board.contract, tricks=9), law)
        assert not unknown.scored


def test_x9() -> None:
    """scoring.md X9, from the sample that tells it."""
    boards = formats.read(str(ROOT / "samples" / "minibridge.pbn")).boards
    nets = [f.score.net(Side.NS) if f.score else None for f in (announce(b, RULES) for b in boards)]
    assert nets == [420, -150, None, -50, -400, 110]
    session = tally(boards, RULES)
    assert session.total == {Side.NS: 530, Side.EW: 600}
    assert all(not announce(board, RULES).problems for board in boards)


def test_three_players() -> None:
    law = load("minibridge", {"table.players": "3"})
    board = Board(deal=Deal.parse(LESSON), dealer=Seat.W, contract=Contract.parse("4S"), tricks=10)
    found = announce(board, law)
    assert found.order == (Seat.N, Seat.E, Seat.S)
    assert (found.declarer, found.dummy) == (Seat.S, Seat.W)
    assert found.together == 25
    assert found.lengths == (6, 6, 6, 8)
    assert found.score is not None
    assert [found.score.total(seat) for seat in (Seat.N, Seat.E, Seat.S)] == [0, 0, 420]
    failed = announce(Board(deal=board.deal, dealer=Seat.N, contract=board.contract, tricks=9), law)
    assert failed.score is not None
    assert [failed.score.total(seat) for seat in (Seat.N, Seat.E, Seat.S)] == [50, 50, 0]


# --- laws over any deal ---

deals = st.permutations(PACK).map(
    lambda cards: Deal(tuple(Hand.of(cards[13 * k : 13 * k + 13]) for k in range(4)))  # type: ignore[arg-type]
)


@given(deals, st.sampled_from(Seat))
def test_any_deal(deal: Deal, dealer: Seat) -> None:
    found = announce(Board(deal=deal, dealer=dealer), RULES)
    assert found.total == 40
    assert found.order[0] is dealer
    assert found.redeal is (found.declarer is None) is (found.guide is None)
    assert not found.problems
    if found.declarer is None:
        return
    points = found.points
    assert found.together is not None
    assert found.together > 20
    partner = found.declarer.partner
    assert (points[found.declarer] or 0) >= (points[partner] or 0)
    if points[found.declarer] == points[partner]:
        assert found.order.index(found.declarer) < found.order.index(partner)
    assert found.lengths is not None
    assert sum(found.lengths) == 26
    advice = found.guide.advice if found.guide else None
    assert advice is not None
    assert (advice.word == "part-score") is (found.together < 25)
    assert advice.strain is not None
    if advice.strain is not Strain.NOTRUMP:
        assert advice.strain.trump is not None
        assert found.lengths[advice.strain.trump] >= 8


@given(deals, st.sampled_from(Seat))
def test_turning_the_table_turns_everything(deal: Deal, dealer: Seat) -> None:
    here = announce(Board(deal=deal, dealer=dealer), RULES)
    turned = Deal((deal.hands[3], deal.hands[0], deal.hands[1], deal.hands[2]))
    there = announce(Board(deal=turned, dealer=dealer.lho), RULES)
    assert (None if here.declarer is None else here.declarer.lho) == there.declarer
    assert here.guide == there.guide


def test_a_revoke_found_too_late_costs_a_trick() -> None:
    """The page: it passes to the other side. A recorded result has it in it already."""
    boards = formats.read(str(ROOT / "samples" / "minibridge.pbn")).boards
    first = boards[0]
    assert first.play is not None
    east, south = ((index, Mark(irregularity="R")) for index in (6, 7))
    for marks, tricks in (((), 10), ((east,), 10), ((south,), 10)):
        play = replace(first.play, marks=marks)
        assert announce(replace(first, play=play), RULES).tricks == tricks
    for marks, tricks in (((), 10), ((east,), 11), ((south,), 9), ((east, south), 10)):
        board = replace(first, tricks=None, play=replace(first.play, marks=marks))
        found = announce(board, RULES)
        assert found.tricks == tricks
        assert found.score == score(replace(first, tricks=tricks), RULES)
