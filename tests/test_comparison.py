"""Comparing tables: match points, IMPs, Butler, cross-IMPs, victory points, matches."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abtools import formats
from abtools.auction import Contract
from abtools.board import Board, cycle_vulnerability
from abtools.cards import Seat, Side
from abtools.comparison import (
    METHODS,
    TableResult,
    board_a_match,
    butler,
    compare,
    cross_imps,
    datum,
    imps,
    match_points,
    matches,
    percentages,
    score_table_results,
    table_results,
    victory_points,
)
from abtools.formats.pbn.tables import read_table
from abtools.rules import load
from abtools.scoring import score

scores = st.lists(st.integers(-200, 200).map(lambda n: n * 10), min_size=2, max_size=12)


@pytest.mark.parametrize(
    ("difference", "points"),
    [(10, 0), (20, 1), (40, 1), (50, 2), (230, 6), (240, 6), (430, 10), (3990, 23), (4000, 24)],
)
def test_imps_of_law_78(difference: int, points: int) -> None:
    assert imps(difference) == points
    assert imps(-difference) == -points


@pytest.mark.parametrize(
    ("difference", "points"),
    [(10, 0), (20, 1), (60, 1), (70, 2), (340, 4), (350, 5), (740, 6), (3999, 14), (4100, 15)],
)
def test_imps_of_1948(difference: int, points: int) -> None:
    assert imps(difference, "1948") == points


def test_imps_of_1961_are_not_known() -> None:
    with pytest.raises(ValueError, match="1961 is not known"):
        imps(100, "1961")


def test_cross_imps_example() -> None:
    """+420 against teammates' -450, +100, +200, -400, -590: 18 IMPs, 3.6 a comparison."""
    others = [450, -100, -200, 400, 590]
    assert [imps(420 - other) for other in others] == [-1, 11, 12, 1, -5]
    assert cross_imps([420, *others], average=False)[0] == 18
    assert cross_imps([420, *others])[0] == Fraction(18, 5)


def test_datum() -> None:
    assert datum([420, 450, -50, 420, 170]) == 340
    assert datum([420, 450, -50, 420, 170], rounding="down") == 330
    assert datum([420, 450, -50, 420, 170], drop=0) == 280
    assert datum([-420, -450, 50, -420, -170]) == -340
    assert datum([100, 110]) == 110
    assert datum([430, 420, 50], kind="median") == 420
    assert butler([420, 450, -50, 420, 170]) == [2, 3, -9, 2, -5]


@pytest.mark.parametrize(
    ("margin", "boards", "points"),
    [
        (1, 16, "10.31"),
        (5, 16, "11.48"),
        (10, 16, "12.80"),
        (20, 16, "15.00"),
        (40, 16, "18.09"),
        (59, 16, "19.92"),
        (60, 16, "20.00"),
        (99, 16, "20.00"),
        (10, 8, "13.78"),
        (10, 20, "12.53"),
        (0, 16, "10.00"),
    ],
)
def test_victory_points(margin: int, boards: int, points: str) -> None:
    won, lost = victory_points(margin, boards)
    assert won == Decimal(points)
    assert won + lost == 20
    assert victory_points(-margin, boards) == ((lost, won) if margin else (won, lost))


def test_match_points_both_ways_of_counting() -> None:
    tables = [420, 420, 450, -50]
    assert match_points(tables) == [3, 3, 6, 0]
    assert match_points(tables, each=1) == [Fraction(3, 2), Fraction(3, 2), 3, 0]
    assert percentages(tables) == [50, 50, 100, 0]
    assert percentages([420]) == [None]
    assert percentages([420], "ascherman") == [50]
    assert [board_a_match(*pair) for pair in ((1, 0), (0, 0), (0, 1))] == [2, 1, 0]


@given(scores)
@settings(deadline=None)
def test_every_comparison_is_fair(tables: list[int]) -> None:
    """What North-South win East-West lose; match points add up to half of all tops."""
    count = len(tables)
    assert sum(match_points(tables)) == count * (count - 1)
    assert sum(cross_imps(tables)) == 0
    results = [TableResult("1", f"{k} NS", f"{k} EW", s) for k, s in enumerate(tables)]
    for name in METHODS:
        (traveller,) = compare(results, name).travellers
        sums = {row.ns + row.ew for row in traveller.rows}
        assert len(sums) == 1


@given(scores, st.integers(0, 11))
@settings(deadline=None)
def test_a_better_score_is_never_worse(tables: list[int], which: int) -> None:
    better = list(tables)
    better[which % len(tables)] += 50
    for count in (match_points, cross_imps):
        before, after = count(tables), count(better)
        assert after[which % len(tables)] >= before[which % len(tables)]


def test_ranking_shares_a_rank() -> None:
    results = [
        TableResult("1", "A", "X", 420),
        TableResult("1", "B", "Y", 420),
        TableResult("1", "C", "Z", -50),
        TableResult("2", "A", "X", None),
    ]
    found = compare(results, "matchpoints")
    ranks = {standing.name: (standing.rank, standing.total) for standing in found.ranking}
    assert ranks == {"Z": (1, 4), "A": (2, 3), "B": (2, 3), "X": (4, 1), "Y": (4, 1), "C": (6, 0)}
    assert [t.board for t in found.left_out] == ["2"]


def test_board_played_once_is_left_out() -> None:
    once = [TableResult("1", "A", "X", 420)]
    assert compare(once, "imps").travellers == ()
    assert compare(once, "total").ranking[0].total == 420


@pytest.mark.corpus
def test_match_of_two_rooms(corpus: Path) -> None:
    """A real match: the stated scores are recomputed, and the running IMPs follow."""
    boards = formats.read(str(corpus / "pbn" / "fvannee_test.pbn")).boards
    results, problems = table_results(boards, load("duplicate"))
    assert not [p for p in problems if p.level == "error"]
    for board, result in zip(boards, results, strict=True):
        assert board.tag("Score") == f"NS {result.score}"
    found = matches(results)
    assert found
    for match in found:
        last = match.rows[-1]
        assert match.margin == last.home - last.visit
        assert sum(match.victory_points) == 20
        for row in match.rows:
            assert row.imps == imps(row.open - row.closed)


@pytest.mark.corpus
def test_percentages_of_a_score_table(corpus: Path) -> None:
    """155 tables: the file's percentages are Ascherman's, and come out to the last figure."""
    boards = formats.read(str(corpus / "pbn" / "ref_correct_20.pbn")).boards
    tag = next(t for b in boards for t in b.tags if t.name == "ScoreTable" and len(t.body) > 400)
    table = read_table(tag.name, tag.value, tag.body)
    assert table is not None
    names = [column.name for column in table.columns]
    results = score_table_results("1", names, table.rows)
    assert len(results) == 155
    found = percentages([r.score for r in results if r.score is not None], "ascherman")
    by_score = {r.score: p for r, p in zip(results, found, strict=True)}
    at, percent = names.index("Score_NS"), names.index("Percentage_NS")
    for row in table.rows:
        mine = by_score[int(row[at])]
        assert mine is not None
        assert abs(float(mine) - float(row[percent])) < 0.0501, row


@pytest.mark.corpus
def test_butler_of_a_real_session(corpus: Path) -> None:
    """35 boards at seven tables: every score, datum and Butler IMP of the file comes out."""
    root = ElementTree.parse(corpus / "xml" / "usebio_butler_mitchell.xml").getroot()
    boards = [each for each in root.iter("BOARD") if each.find("TRAVELLER_LINE") is not None]
    assert len(boards) == 35
    law = load("duplicate")
    for board in boards:
        number = int(board.findtext("BOARD_NUMBER", ""))
        lines = [line for line in board.iter("TRAVELLER_LINE") if line.findtext("CONTRACT")]
        scores = [int(line.findtext("SCORE", "")) for line in lines]
        assert datum(scores) == int(board.findtext("BOARD_AVERAGE", ""))
        stated = [int(line.findtext("NS_BUTLER_POINTS", "")) for line in lines]
        assert butler(scores) == stated
        for line, net in zip(lines, scores, strict=True):
            record = Board(
                vulnerability=cycle_vulnerability(number),
                contract=Contract.parse(line.findtext("CONTRACT", "").upper().replace("*", "X")),
                declarer=Seat.parse(line.findtext("PLAYED_BY", "")),
                tricks=int(line.findtext("TRICKS", "")),
            )
            assert score(record, law).net(Side.NS) == net
