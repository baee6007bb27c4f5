"""`abtools score --tally`: travellers, matches and rankings; and real files recomputed."""

from __future__ import annotations

import csv
import io
import json
import os
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from abtools import formats
from abtools.auction import Contract
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import Deal, Seat, Side
from abtools.commands import run
from abtools.commands.tallies import read_method
from abtools.comparison import (
    METHODS,
    BoardNames,
    TableResult,
    compare,
    play_matches,
    table_results,
)
from abtools.formats.pbn.tables import read_table
from abtools.rules import load
from abtools.scoring import score
from abtools.stated import check_score, stated_score

ROOT = Path(__file__).resolve().parent.parent
DUPLICATE = load("duplicate")
VIEWS = {
    ("pairs", "matchpoints"): [],
    ("pairs", "butler"): [],
    ("pairs", "cross-imps"): [],
    ("teams", "imps"): [],
    ("teams", "bam"): [],
    ("teams", "vp"): ["--only", "ranking"],
}

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(("name", "method"), VIEWS)
def test_golden(name: str, method: str, capsys: Captured) -> None:
    """`ABTOOLS_ACCEPT=1` writes what is printed now; read it before you commit it."""
    options = VIEWS[name, method]
    assert run(["score", f"samples/{name}.pbn", "--tally", method, *options]) == 0
    printed = capsys.readouterr()
    text = f"{printed.out}{printed.err}"
    golden = ROOT / "samples" / f"{name}.tally-{method}.txt"
    if os.environ.get("ABTOOLS_ACCEPT"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
    assert max(map(len, text.splitlines())) <= 80


def tallied(capsys: Captured, name: str, method: str, *more: str) -> dict[str, object]:
    assert run(["score", f"samples/{name}.pbn", "--tally", method, "--format", "json", *more]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


# --- pairs ---------------------------------------------------------------------------------------


def ranking(found: dict[str, object]) -> dict[str, float]:
    standings = found["ranking"]
    assert isinstance(standings, list)
    return {standing["name"]: standing["points"] for standing in standings}


def test_match_points_of_the_sample(capsys: Captured) -> None:
    """By hand: board 1 4 2 0, board 2 3 3 0, board 3 4 2 0 for North-South."""
    points = ranking(tallied(capsys, "pairs", "matchpoints"))
    assert points == {
        "pair 1 NS": 2 + 3 + 2, "pair 2 NS": 4 + 0 + 0, "pair 3 NS": 0 + 3 + 4,
        "pair 1 EW": 2 + 4 + 0, "pair 2 EW": 4 + 1 + 4, "pair 3 EW": 0 + 1 + 2,
    }  # fmt: skip
    halves = ranking(tallied(capsys, "pairs", "matchpoints:each=1"))
    assert halves == {name: value / 2 for name, value in points.items()}


def test_a_passed_out_board_is_compared(capsys: Captured) -> None:
    found = tallied(capsys, "pairs", "matchpoints")
    rows = found["travellers"][2]["rows"]  # type: ignore[index]
    assert [row["score"] for row in rows] == [100, 0, -90]


def test_cross_imps_of_the_sample(capsys: Captured) -> None:
    """Board 1: 430 420 -50, so 0 and 10, 0 and 10, -10 and -10."""
    found = tallied(capsys, "pairs", "cross-imps:average=no", "--board", "1")
    points = [row["points"]["NS"] for row in found["travellers"][0]["rows"]]  # type: ignore[index]
    assert points == [10, 10, -20]


def test_pairs_that_move_through_both_directions_are_one() -> None:
    """In a Howell a pair meets each board once; its number means the same wherever it sits."""
    results = [
        TableResult("1", "pair 1", "pair 2", 420),
        TableResult("1", "pair 3", "pair 4", 170),
        TableResult("2", "pair 2", "pair 3", 100),
        TableResult("2", "pair 4", "pair 1", -100),
    ]
    found = {s.name: (s.total, s.boards) for s in compare(results, "matchpoints").ranking}
    assert found == {"pair 1": (4, 2), "pair 2": (2, 2), "pair 3": (0, 2), "pair 4": (2, 2)}


def test_sitting_out_does_not_cost(capsys: Captured) -> None:
    """Pairs are ranked by their share of what they could have had."""
    results = [
        TableResult("1", "A", "X", 420), TableResult("1", "B", "Y", 170),
        TableResult("2", "A", "Y", 100), TableResult("2", "C", "X", 90),
        TableResult("3", "A", "X", 50), TableResult("3", "B", "Y", 50),
    ]  # fmt: skip
    first = compare(results, "matchpoints").ranking[0]
    assert (first.name, first.percentage) == ("A", Fraction(500, 6))


def test_same_number_other_deal_is_another_board() -> None:
    names = BoardNames()
    one = Deal.parse("N:AKQJT98765432... - - -")
    two = Deal.parse("N:.AKQJT98765432.. - - -")
    event = (Tag("Event", "A"),)
    assert names.of(Board("1", deal=one)) == "1"
    assert names.of(Board("1", deal=two)) == "1b"
    assert names.of(Board("1", deal=one, tags=event)) == "1"
    assert names.of(Board("1", tags=event)) == "1c"
    assert names.of(Board("1", tags=event)) == "1c"
    assert names.of(Board("2")) == names.of(Board("2")) == "2"


# --- teams ---------------------------------------------------------------------------------------


def test_running_imps(capsys: Captured) -> None:
    found = tallied(capsys, "teams", "imps")
    (match,) = found["matches"]  # type: ignore[misc]
    assert [row["home_gain"] for row in match["boards"]] == [6, 3, -12, 0]
    assert match["boards"][-1]["so_far"] == {"home": 9, "visit": 12}
    assert match["margin"] == -3
    assert match["victory_points"] == {"home": 8.24, "visit": 11.76}
    assert ranking(found) == {"Oaks": 12, "Elms": 9}


def test_other_ways_to_score_the_match(capsys: Captured) -> None:
    assert ranking(tallied(capsys, "teams", "bam")) == {"Elms": 5, "Oaks": 3}
    assert ranking(tallied(capsys, "teams", "bam:each=1")) == {"Elms": 2.5, "Oaks": 1.5}
    assert ranking(tallied(capsys, "teams", "total")) == {"Elms": 350, "Oaks": 710}
    assert ranking(tallied(capsys, "teams", "vp")) == {"Elms": 8.24, "Oaks": 11.76}
    assert ranking(tallied(capsys, "teams", "imps:scale=1948")) == {"Elms": 6, "Oaks": 6}


def test_rooms_without_teams_make_a_match() -> None:
    boards = [
        Board("1", vulnerability=Vulnerability.NONE, contract=Contract.parse(text),
              declarer=Seat.S, tricks=10, tags=(Tag("Room", room), Tag("Table", "3")))
        for room, text in (("Open", "4S"), ("Closed", "2S"))
    ]  # fmt: skip
    results, _ = table_results(boards, DUPLICATE)
    (match,) = play_matches(results, "imps").matches
    assert (match.home, match.visit, match.margin) == ("home team 3", "visitors 3", 6)


def test_pairs_are_no_teams(capsys: Captured) -> None:
    assert run(["score", "samples/pairs.pbn", "--tally", "vp"]) == 2
    assert "needs matches" in capsys.readouterr().err


# --- formats and wrong use ---


def test_csv_and_lines(capsys: Captured) -> None:
    assert run(["score", "samples/pairs.pbn", "--tally", "butler", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 9
    assert sum(Decimal(row["points_ns"]) + Decimal(row["points_ew"]) for row in rows) == 0
    options = ["--format", "csv", "--only", "ranking"]
    assert run(["score", "samples/pairs.pbn", "--tally", "butler", *options]) == 0
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == 6
    assert run(["score", "samples/teams.pbn", "--tally", "imps", "--format", "jsonl"]) == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["match", "standing", "standing"]
    assert run(["score", "samples/pairs.pbn", "--tally", "bam", "--format", "jsonl"]) == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["traveller"] * 3 + ["standing"] * 6
    assert run(["score", "samples/teams.pbn", "--tally", "imps", "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("| home")


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("impz", "did you mean 'imps'"),
        ("imps:scale=1961", "not found"),
        ("butler:drop=x", "a number expected"),
        ("matchpoints:top=3", "no option 'top'; each, formula"),
        ("total:x=1", "it takes none"),
    ],
)
def test_wrong_use(method: str, words: str, capsys: Captured) -> None:
    assert run(["score", "samples/pairs.pbn", "--tally", method]) == 2
    assert words in capsys.readouterr().err


def test_one_rule_set_only(capsys: Captured) -> None:
    sets = ["-r", "duplicate", "-r", "duplicate-auction"]
    assert run(["score", "samples/pairs.pbn", "--tally", "imps", *sets]) == 2
    assert "one rule set" in capsys.readouterr().err
    assert run(["score", "samples/pairs.pbn", "--tally", "imps", "-r", "contract-1932"]) in (0, 1)


def test_nothing_to_compare(capsys: Captured) -> None:
    assert run(["score", "samples/minibridge.pbn", "--tally", "matchpoints"]) == 1
    assert "two tables" in capsys.readouterr().err


@pytest.mark.parametrize("method", METHODS)
def test_every_method_reads(method: str) -> None:
    usual = METHODS[method].settled({})
    text = f"{method}:" + ",".join(f"{key}={value}" for key, value in usual.items())
    assert read_method(text) == (method, usual)


def test_score_table_without_scores(tmp_path: Path, capsys: Captured) -> None:
    """Scores come from contract and result where the table does not state them."""
    header = "PairId_NS;PairId_EW;Contract;Declarer;Result"
    file = tmp_path / "table.pbn"
    file.write_text(
        f'[Board "1"]\n[Vulnerable "NS"]\n[ScoreTable "{header}"]\n'
        "1 2 4S N 10\n3 4 4S S 9\n5 6 - - -\n"
    )
    assert run(["score", str(file), "--tally", "matchpoints", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["score"] for row in found["travellers"][0]["rows"]] == [620, -100]
    assert [left["ns"] for left in found["left_out"]] == ["pair 5"]


# --- stated scores -------------------------------------------------------------------------------

PLAYED = {
    "contract": Contract.parse("4S"), "declarer": Seat.S, "tricks": 10,
    "vulnerability": Vulnerability.NONE,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "points"),
    [("NS 420", 420), ("EW -420", 420), ("420", 420), ("NS +420", 420), ("NS 420 EW -420", 420),
     ("EW 0 NS 420", 420), ("NS 420 EW 420", None), ("NS 420 NS 1", None), ("?", None),
     ("", None), ("400/40", None)],
)  # fmt: skip
def test_stated_score(text: str, points: int | None) -> None:
    assert stated_score(Board(tags=(Tag("Score", text),), **PLAYED)) == points  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NS 420", None),
        ("EW 420", "for the other side"),
        ("NS 620", "with NS vulnerable"),
        ("NS 590", "doubled"),
        ("NS 450", "with 11 tricks"),
        ("NS -50", "with 9 tricks"),
        ("NS 421", ""),
    ],
)
def test_why_a_stated_score_differs(text: str, why: str | None) -> None:
    problem = check_score(Board(tags=(Tag("Score", text),), **PLAYED), DUPLICATE)  # type: ignore[arg-type]
    if why is None:
        assert problem is None
        return
    assert problem is not None
    assert problem.code == "score-disagrees"
    assert problem.message.endswith(f"right {why}" if why else "under duplicate")


def test_older_laws_explain_a_score() -> None:
    board = Board(
        tags=(Tag("Score", "EW 1100"),), contract=Contract.parse("4SX"), declarer=Seat.S, tricks=4,
        vulnerability=Vulnerability.NONE,
    )  # fmt: skip
    problem = check_score(board, DUPLICATE)
    assert problem is not None
    assert problem.message.endswith("under duplicate-1935")


@pytest.mark.corpus
def test_every_stated_score_of_the_corpus(corpus: Path) -> None:
    """Score tags of all files: recomputed they agree, or are known not to be computable."""
    agree, open_ones = 0, []
    for path in sorted((corpus / "pbn").glob("*.pbn")):
        for board in formats.read(str(path)).boards:
            stated = stated_score(board)
            if stated is None:
                continue
            computed = score(board, DUPLICATE).net(Side.NS)
            if computed is None:
                open_ones.append((path.name, board.number, board.tricks))
                continue
            assert check_score(board, DUPLICATE) is None, (path.name, board.number)
            assert stated == computed
            agree += 1
    assert agree >= 50
    assert all(tricks is None for _, _, tricks in open_ones), "only boards without a result"


@pytest.mark.corpus
def test_score_table_of_the_corpus_to_the_last_figure(corpus: Path, capsys: Captured) -> None:
    """155 tables: percentages and ranks of the file, by Ascherman's formula."""
    path = corpus / "pbn" / "ref_correct_20.pbn"
    method = "matchpoints:formula=ascherman"
    run(["score", str(path), "--tally", method, "--format", "json"])
    travellers = json.loads(capsys.readouterr().out)["travellers"]
    rows = next(t["rows"] for t in travellers if len(t["rows"]) == 155)
    found: dict[int, float] = {}
    ranks: dict[int, int] = {}
    for place, row in enumerate(rows, 1):
        points = row["points"]
        found[row["score"]] = 100 * points["NS"] / (points["NS"] + points["EW"])
        ranks.setdefault(row["score"], place)
    tag = next(
        t for b in formats.read(str(path)).boards for t in b.tags
        if t.name == "ScoreTable" and len(t.body) > 400
    )  # fmt: skip
    table = read_table(tag.name, tag.value, tag.body)
    assert table is not None
    for record in table.records():
        points = int(record["Score_NS"])
        assert abs(found[points] - float(record["Percentage_NS"])) < 0.0501
        assert abs(100 - found[points] - float(record["Percentage_EW"])) < 0.0501
        assert ranks[points] == int(record["Rank"])


@pytest.mark.corpus
def test_total_score_table_of_the_corpus(corpus: Path) -> None:
    """Percentages of the ranking are the match points over 100 a board: boards of top 100."""
    boards = formats.read(str(corpus / "pbn" / "ref_correct_20.pbn")).boards
    tag = next(t for b in boards for t in b.tags if t.name == "TotalScoreTable")
    table = read_table(tag.name, tag.value, tag.body)
    assert table is not None
    assert len(table.rows) >= 9
    wrong_counts = {"226": 34}  # the file says 6 boards; 2393.1 match points at 70.38 are of 34
    for record in table.records():
        boards_played = wrong_counts.get(record["PairId"], int(record["NrBoards"]))
        mean = float(record["MP"]) / boards_played
        assert abs(mean - float(record["Percentage"])) < 0.0061, record


@pytest.mark.corpus
def test_stated_imps_of_the_corpus(corpus: Path) -> None:
    """ScoreIMP is stated on boards of which the file has one table only: nothing to recompute."""
    stated = []
    for path in sorted((corpus / "pbn").glob("*.pbn")):
        boards = formats.read(str(path)).boards
        results, _ = table_results(boards, DUPLICATE)
        for board, result in zip(boards, results, strict=True):
            points = stated_score(board, "ScoreIMP")
            if points is None or result.score is None:
                continue
            others = [r for r in results if r.board == result.board and r is not result]
            stated.append((path.name, board.number, points, len(others)))
    assert stated
    assert all(others == 0 for *_, others in stated), stated


@pytest.mark.corpus
def test_a_real_butler_to_the_last_figure(corpus: Path, capsys: Captured) -> None:
    """35 boards at seven tables: the file's datum of every board, the IMPs of all 244 results,
    and each pair's total."""
    path = corpus / "xml" / "usebio_butler_mitchell.xml"
    assert run(["score", str(path), "--tally", "butler", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    travellers = {traveller["board"]: traveller for traveller in found["travellers"]}
    event = ElementTree.parse(path).getroot().find("EVENT")
    assert event is not None
    boards = [board for board in event.iter("BOARD") if board.find("BOARD_AVERAGE") is not None]
    compared = 0
    for board in boards:
        traveller = travellers[board.findtext("BOARD_NUMBER", "")]
        assert traveller["datum"] == int(board.findtext("BOARD_AVERAGE", ""))
        mine = {row["ns"]: row["points"]["NS"] for row in traveller["rows"]}
        for line in board.iter("TRAVELLER_LINE"):
            name = f"pair {line.findtext('NS_PAIR_NUMBER')}"
            if name in mine:
                assert mine[name] == float(line.findtext("NS_BUTLER_POINTS", ""))
                compared += 1
    assert (len(boards), compared) == (35, 244)
    totals = ranking(found)
    pairs = list(event.iter("PAIR"))
    assert len(pairs) == len(totals) == 14
    for pair in pairs:
        stated = float(pair.findtext("TOTAL_SCORE", ""))
        assert totals[f"pair {pair.findtext('PAIR_NUMBER')}"] == stated


def test_score_table_that_contradicts_itself(tmp_path: Path, capsys: Captured) -> None:
    header = "Contract;Declarer;Result;Score_NS"
    file = tmp_path / "table.pbn"
    file.write_text(
        f'[Board "1"]\n[Vulnerable "NS"]\n[ScoreTable "{header}"]\n4S N 10 420\n4S S 9 -100\n'
    )
    assert run(["score", str(file), "--tally", "matchpoints", "--format", "json"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert [row["score"] for row in found["travellers"][0]["rows"]] == [420, -100]
    (problem,) = [p for p in found["problems"] if p["code"] == "score-disagrees"]
    assert problem["line"] == 3
    assert problem["message"].endswith("right with None vulnerable")
