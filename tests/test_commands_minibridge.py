"""`abtools minibridge`: what is printed, in every format, and the exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from abtools.commands import run

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "samples/minibridge.pbn"
LESSON = "N:A974.K532.83.QJ4 T.864.JT962.A652 KQJ32.A7.KQ4.T97 865.QJT9.A75.K83"
VIEWS = {
    "minibridge": [],
    "minibridge-words": ["--explain"],
    "minibridge-three": ["--three"],
}

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("view", VIEWS)
def test_golden(view: str, capsys: Captured) -> None:
    """`ABTOOLS_ACCEPT=1` writes what is printed now; read it before you commit it."""
    status = run(["minibridge", SAMPLE, "--no-dd", *VIEWS[view]])
    printed = capsys.readouterr()
    text = f"{printed.out}{printed.err}"
    golden = ROOT / "samples" / f"minibridge.{view}.txt"
    if os.environ.get("ABTOOLS_ACCEPT"):
        golden.write_text(text, "utf-8")
    assert status == 0
    assert text == golden.read_text("utf-8")
    assert max(map(len, printed.out.splitlines())) <= 80


def test_double_dummy_beside_the_guide(capsys: Captured) -> None:
    solver = pytest.importorskip("abtools.solver", exc_type=ImportError)
    assert solver
    assert run(["minibridge", SAMPLE]) == 0
    printed = capsys.readouterr().out
    assert " DD " in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert run(["minibridge", SAMPLE, "--format", "json"]) == 0
    boards = json.loads(capsys.readouterr().out)["boards"]
    assert boards[0]["double_dummy"]["S"] >= 10
    assert boards[2]["double_dummy"] is None


def test_without_the_solver_the_column_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    import sys

    import abtools

    monkeypatch.delattr(abtools, "solver", raising=False)
    monkeypatch.setitem(sys.modules, "abtools.solver", None)
    assert run(["minibridge", SAMPLE]) == 0
    assert " DD " not in capsys.readouterr().out


def test_a_deal_in_words(capsys: Captured) -> None:
    assert run(["minibridge", LESSON, "--no-dd"]) == 0
    printed = capsys.readouterr().out
    assert "dealer not recorded" in printed
    assert "Guide       game in spades: 10 tricks" in printed
    assert run(["minibridge", LESSON, "--dealer", "S", "--no-dd"]) == 0
    assert "dealt by South" in capsys.readouterr().out


def test_formats_tell_the_same(capsys: Captured) -> None:
    assert run(["minibridge", SAMPLE, "--format", "json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["schema"] == "abtools.minibridge/1"
    assert whole["total"] == {"NS": 530, "EW": 600}
    assert [board["redeal"] for board in whole["boards"]].count(True) == 1
    assert run(["minibridge", SAMPLE, "--format", "jsonl"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [{k: v for k, v in line.items() if k != "type"} for line in lines] == whole["boards"]
    assert run(["minibridge", SAMPLE, "--format", "markdown", "--no-dd"]) == 0
    assert capsys.readouterr().out.count("\n") == 2 + 6 + 1


def test_variants(capsys: Captured) -> None:
    run(["minibridge", SAMPLE, "--format", "json", "--set", "minibridge_premiums=off"])
    assert json.loads(capsys.readouterr().out)["total"] == {"NS": 180, "EW": 250}
    options = ["--set", "minibridge_targets=20:8,25:9", "--board", "1", "--format", "json"]
    run(["minibridge", SAMPLE, *options])
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert board["chosen"]["tricks_needed"] == 9


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["no-such.pbn"], 2, "no-such.pbn"),
        (["N:AK"], 1, "the dot after the spades expected"),
        ([SAMPLE, "--dealer", "Q"], 2, "no seat"),
        ([SAMPLE, "--rules", "auction-1926"], 2, "there is an auction"),
        ([SAMPLE, "--board", "77"], 1, "no board 77"),
        (["samples/errors/announced-wrong.pbn"], 1, "announced-wrong"),
        (["samples/errors/redeal-played.pbn"], 0, "redeal-played"),
        (["samples/errors/deal-card-twice.pbn"], 1, "deal-card-twice"),
        (["N:AAK.T9876.AKQ.76 - - -"], 1, "no holding"),
        (["N:AK2.T9876.AKQ.76 AK2.T9876.AKQ.76 - -"], 1, "deal-card-twice"),
    ],
)
def test_what_goes_wrong(arguments: list[str], status: int, words: str, capsys: Captured) -> None:
    assert run(["minibridge", *arguments]) == status
    assert words in capsys.readouterr().err
