"""`abtools score`: formats, selections, rule sets, exit status."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from abtools.commands import run
from abtools.commands.options import BoardSelection
from abtools.rules import names, names_for

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = str(ROOT / "samples" / "rubber-1926.pbn")
SESSION = str(ROOT / "samples" / "session.pbn")


@pytest.fixture(autouse=True)
def eighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["score", "--format", "json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    value = scored(capsys, SAMPLE, "-r", "auction-1926", "-r", "duplicate")
    assert list(value) == ["schema", "rules", "boards", "sessions", "problems"]
    assert value["schema"] == "abtools.score/1"
    assert value["rules"] == ["auction-1926", "duplicate"]
    board = value["boards"][0]
    assert list(board) == ["board", "file", "line", "contract", "declarer", "tricks", "scores"]
    assert board["file"] == SAMPLE
    assert (board["board"], board["contract"], board["declarer"], board["tricks"]) == (
        "1", "2D", "N", 9,
    )  # fmt: skip
    auction = board["scores"]["auction-1926"]
    assert list(auction) == ["NS", "EW", "entries"]
    assert auction["NS"] == {"below": 21, "above": 30}
    assert list(auction["entries"][0]) == ["side", "column", "points", "reason", "law"]
    assert board["scores"]["duplicate"]["NS"] == {"score": 110}
    assert board["scores"]["duplicate"]["EW"] == {"score": -110}
    session = value["sessions"][0]
    assert list(session) == ["rules", "rubbers", "total"]
    assert list(session["rubbers"][0]) == [
        "boards", "finished", "games", "below", "above", "bonus", "total",
    ]  # fmt: skip
    assert session["total"] == {"NS": 1201, "EW": 953}
    problem = value["problems"][0]
    assert list(problem) == ["code", "level", "file", "line", "column", "length", "message"]


def test_unknown_is_null_and_a_pass_out_is_pass(capsys: pytest.CaptureFixture[str]) -> None:
    value = scored(capsys, SAMPLE, "-r", "duplicate")
    assert value["boards"][5]["contract"] == "Pass"
    assert value["boards"][5]["declarer"] is None
    assert value["boards"][2]["scores"]["duplicate"] is None, "vulnerability not recorded"


def test_rubbers_split_differently_under_each_law(capsys: pytest.CaptureFixture[str]) -> None:
    value = scored(capsys, SESSION)
    ends = {s["rules"]: [r["boards"][-1] for r in s["rubbers"]] for s in value["sessions"]}
    assert ends == {"auction-1926": ["3", "8", "12"], "contract-rubber": ["7", "12"]}


def test_points_of_boards_and_bonuses_are_the_total(capsys: pytest.CaptureFixture[str]) -> None:
    value = scored(capsys, SESSION, "-r", "auction-1926", "-r", "contract-1935")
    for session in value["sessions"]:
        for side in ("NS", "EW"):
            boards = sum(
                sum(board["scores"][session["rules"]][side].values()) for board in value["boards"]
            )
            bonus = sum(rubber["bonus"][side] for rubber in session["rubbers"])
            assert boards + bonus == session["total"][side]


def test_lines_are_the_same_as_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    for extra in ([], ["-r", "all"], ["--board", "3-5"]):
        whole = scored(capsys, SESSION, *extra)
        assert run(["score", SESSION, "--format", "jsonl", *extra]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        kinds = [line.pop("type") for line in lines]
        assert kinds == sorted(kinds, key=["board", "session", "problem"].index)
        assert [x for x, k in zip(lines, kinds, strict=True) if k == "board"] == whole["boards"]
        assert [x for x, k in zip(lines, kinds, strict=True) if k == "session"] == whole["sessions"]


def test_csv_has_one_row_a_board_and_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", SAMPLE, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 24
    assert [row["rules"] for row in rows[:2]] == ["auction-1926", "contract-rubber"]
    assert rows[0]["NS_below"] == "21"
    assert [row["board"] for row in rows if row["ended"] == "rubber"] == ["9", "10", "12"]


def test_markdown_is_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", SAMPLE, "--format", "markdown"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("|")
    assert "2♦" in out
    assert all(line.startswith("|") for line in out.splitlines() if line)


def test_boards_chosen_are_scored_as_in_the_whole_session(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = scored(capsys, SESSION)
    some = scored(capsys, SESSION, "--board", "5,8-9")
    assert [board["board"] for board in some["boards"]] == ["5", "8", "9"]
    by_number = {board["board"]: board for board in whole["boards"]}
    assert all(board == by_number[board["board"]] for board in some["boards"])
    assert some["sessions"] == whole["sessions"]


@pytest.mark.parametrize(
    ("text", "number", "place", "chosen"),
    [
        ("1-4,7", "7", 1, True),
        ("1-4,7", "5", 1, False),
        ("1-4", None, 3, True),
        ("1-4", None, 5, False),
        ("12A", "12A", 1, True),
        ("12", "12A", 1, False),
        (" 2 - 3 ", "2", 9, True),
    ],
)
def test_selection(text: str, number: str | None, place: int, chosen: bool) -> None:
    assert BoardSelection.parse(text).holds(number, place) is chosen


def test_switches_change_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    off = scored(capsys, SAMPLE, "-r", "auction", "--set", "honours=off")
    assert off["sessions"][0]["total"] == {"NS": 1201 - 300, "EW": 953 - 310}
    twenty = scored(capsys, SAMPLE, "-r", "auction", "--set", "game_target=20")
    assert len(twenty["sessions"][0]["rubbers"]) > 2


def test_a_rule_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "our-table.toml"
    mine.write_text('base = "auction-1926"\ntitle = "Our table"\n[rubber]\ntwo_nil = 400\n')
    value = scored(capsys, SESSION, "-r", str(mine), "-r", "auction-1926")
    assert value["rules"] == ["our-table", "auction-1926"]
    totals = [session["total"]["NS"] for session in value["sessions"]]
    assert totals[0] - totals[1] == 150
    mine.write_text('base = "auction-1926"\n[rubber]\ntwo_nill = 400\n')
    assert run(["score", SESSION, "-r", str(mine)]) == 2
    assert f"{mine}:3:1: error: rules-key-unknown" in capsys.readouterr().err


def test_two_sets_of_one_name_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "auction-1926.toml"
    mine.write_text('base = "auction-1926"\n[game]\ntarget = 40\n')
    assert run(["score", SESSION, "-r", str(mine), "-r", "auction-1926"]) == 2
    assert "two rule sets are called auction-1926" in capsys.readouterr().err
    twice = scored(capsys, SESSION, "-r", "auction", "-r", "auction-1926")
    assert twice["rules"] == ["auction-1926"]


@pytest.mark.parametrize("name", names())
def test_every_set_in_every_view(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for extra in ([], ["--sheet"], ["--explain"], ["--format", "csv"], ["--format", "markdown"]):
        status = run(["score", SESSION, "-r", name, *extra])
        told = capsys.readouterr()
        assert told.out
        assert status == int(": error: " in told.err), "some codes do not let the dealer pass"


@pytest.mark.parametrize("width", ["40", "80", "140", "400"])
def test_all_sets_at_any_width(
    width: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert run(["score", SESSION, "-r", "all"]) == 0
    widest = max(map(len, capsys.readouterr().out.splitlines()))
    assert widest <= max(110, int(width))


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(SAMPLE).read_bytes())))
    value = scored(capsys, "-")
    assert len(value["boards"]) == 12
    assert value["boards"][0]["file"] == "<stdin>"


def test_files_together_are_one_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path(SAMPLE).read_text().split("\n\n")
    first, second = tmp_path / "a.pbn", tmp_path / "b.pbn"
    first.write_text("\n\n".join(lines[:6]) + "\n")
    second.write_text("\n\n".join(lines[6:]))
    apart = scored(capsys, str(first), str(second))
    assert apart["sessions"] == scored(capsys, SAMPLE)["sessions"]


def test_nothing_to_score_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.pbn"
    empty.write_text("")
    assert run(["score", str(empty)]) == 1
    assert "no board to score" in capsys.readouterr().err
    bare = tmp_path / "bare.pbn"
    bare.write_text('[Board "1"]\n[Dealer "N"]\n')
    assert run(["score", str(bare)]) == 1
    assert "not-scored" in capsys.readouterr().err


def test_an_error_in_one_record_spoils_only_that_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one-bad.pbn"
    file.write_text(
        '[Board "1"]\n[Declarer "N"]\n[Contract "9NT"]\n[Result "9"]\n\n'
        '[Board "2"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'
    )
    assert run(["score", str(file), "--format", "json", "-r", "auction"]) == 1
    told = capsys.readouterr()
    value = json.loads(told.out)
    assert value["boards"][0]["scores"]["auction-1926"] is None
    assert value["boards"][1]["scores"]["auction-1926"]["NS"] == {"below": 30, "above": 0}
    assert f"{file}:3:" in told.err


def test_an_auction_is_judged_by_the_laws_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "value.pbn"
    file.write_text(
        '[Board "1"]\n[Dealer "N"]\n[Declarer "E"]\n[Contract "3S"]\n[Result "9"]\n'
        '[Auction "N"]\n4C 3S AP\n'
    )
    assert run(["score", str(file), "-r", "contract"]) == 1
    assert "bid-insufficient" in capsys.readouterr().err
    assert run(["score", str(file), "-r", "auction-royal-1912"]) == 0
    assert run(["score", str(file), "-r", "auction-royal-1912", "-r", "contract"]) == 0


def test_a_board_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "--board", "40", SESSION]) == 1
    assert capsys.readouterr().err == "abtools: no board 40\n"


NOT_SCORED = """
[Board "1"]
[Declarer "N"]
[Contract "8S"]
[Result "13"]

[Board "2"]
[Contract "3S"]
[Result "9"]

[Board "3"]
[Declarer "N"]
[Contract "3S"]

[Board "4"]
[Declarer "N"]
[Contract "4S"]

[Board "5"]
[Declarer "N"]
[Contract "3S"]
[Result "9"]
"""


def test_each_reason_is_told_once_with_its_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.pbn"
    file.write_text(NOT_SCORED)
    assert run(["score", str(file), "-r", "duplicate"]) == 1
    told = capsys.readouterr().err
    assert told.count("bid-level-8") == 1, "the check has said it"
    assert f"{file}:8:12: note: not-scored: no score: declarer not recorded\n" in told
    assert "not-scored: no score: result not recorded (boards 3, 4)\n" in told
    assert "more of not-scored" not in told


def test_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "--story", "--board", "7", SESSION]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[0] == "Board 7: 4♥ by South, 12 tricks, 2 over"
    assert max(map(len, lines)) <= 80
    assert all(name in told for name in names_for(players=4))
    chapters: list[list[int]] = []
    for line in lines[2:]:
        points, change = line[:7].strip(), line[7:15].strip()
        if points == "?":
            break
        if points:
            chapters.append([int(points), 0])
        elif re.fullmatch(r"0|[+-][0-9]+", change):
            chapters[-1][1] += int(change)
    assert len(chapters) > 8
    for (before, _), (points, changes) in pairwise(chapters):
        assert before + changes == points, "the reasons add up"


def test_story_of_chosen_sets_in_the_order_asked(capsys: pytest.CaptureFixture[str]) -> None:
    sets = ["-r", "contract", "-r", "auction-1908"]
    assert run(["score", "--story", "--board", "7", *sets, SESSION]) == 0
    told = capsys.readouterr().out
    assert told.index("contract-rubber") < told.index("auction-1908")
    assert run(["score", "--story", "--format", "json", SESSION]) == 2
