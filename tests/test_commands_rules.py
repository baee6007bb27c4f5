"""`abtools rules`: the list, one set, and how two differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from abtools.commands import run
from abtools.rules import names
from abtools.switches import SWITCHES


@pytest.fixture(autouse=True)
def eighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_the_list_names_every_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    told = capsys.readouterr().out
    assert all(f"\n{name} " in f"\n{told}" for name in names())
    assert run(["rules", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == "abtools.rules/1"
    assert [each["name"] for each in value["sets"]] == names()
    assert list(value["sets"][0]) == ["name", "title", "years", "status"]


@pytest.mark.parametrize("name", names())
def test_one_set_fits_the_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", name]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{name}: ")
    assert max(map(len, told.splitlines())) <= 80


def test_the_list_fits_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_one_set_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "contract-rubber", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == "abtools.rule-set/1"
    target = value["rules"]["game.target"]
    assert (target["value"], list(target)) == (100, ["value", "law", "confidence"])
    assert value["rules"]["tricks.notrump"]["value"] == [40, 30]
    assert value["rules"]["undertricks.doubled"]["value"] == [100, 200, 200, 300]


def test_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--diff", "contract-1935", "contract-rubber"]) == 0
    told = capsys.readouterr().out
    assert "for making a contract redoubled" in told
    assert "each odd trick" not in told, "what is the same is not told"
    assert run(["rules", "--diff", "duplicate", "duplicate"]) == 0
    assert capsys.readouterr().out == "duplicate and duplicate do not differ.\n"


def test_difference_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--diff", "auction", "contract", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == "abtools.rules-difference/1"
    assert value["sets"] == ["auction-1926", "contract-rubber"]
    assert [side["value"] for side in value["rules"]["game.target"]] == [30, 100]


def test_switches_apply(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "auction", "--set", "game_target=20", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["rules"]["game.target"]["value"] == 20
    assert value["rules"]["game.target"]["confidence"] == "H"


def test_a_faulty_file_is_told_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('base = "auction-1926"\n[tricks]\nclubs = -6\n')
    assert run(["rules", str(mine)]) == 2
    assert f"{mine}:3:1: error: rules-value: tricks.clubs" in capsys.readouterr().err


def test_notices_belong_to_one_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    assert capsys.readouterr().err == ""
    assert run(["rules", "auction-1904"]) == 0
    told = capsys.readouterr()
    assert "Note: auction-1904 is read as auction-1908" in told.out
    assert told.err == ""
    assert run(["rules", "--diff", "contract-1927", "contract-1927"]) == 0
    assert capsys.readouterr().err.count("unverified") == 1


def test_the_switches(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--switches"]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert all(f"\n{name} " in told for name in SWITCHES)
    assert run(["rules", "auction-1926", "--switches"]) == 0
    own = capsys.readouterr().out
    assert "\nhonours " in own
    assert "minibridge" not in own
    assert run(["rules", "--switches", "--format", "json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == "abtools.switches/1"
    assert [each["name"] for each in value["switches"]] == list(SWITCHES)
    assert value["switches"][0]["values"] == ["on", "off"]
