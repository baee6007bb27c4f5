"""`abtools check`: what it prints and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from abtools.commands import run

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = str(ROOT / "samples" / "session.pbn")
BAD = '[Dealer "N"]\n[Contract "1H"]\n[Auction "N"]\n1S 1H AP\n'
DOUBTFUL = '[Dealer "N"]\n[Colour "green"]\n'


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.pbn"
    path.write_text(BAD)
    return str(path)


@pytest.fixture
def doubtful(tmp_path: Path) -> str:
    path = tmp_path / "doubtful.pbn"
    path.write_text(DOUBTFUL)
    return str(path)


def test_clean_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", SAMPLE]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "12 boards in 1 file: nothing wrong\n"


def test_errors_are_results(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", SAMPLE, bad]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{bad}:4:4: error: bid-insufficient: 1H does not outrank 1S")
    assert "13 boards in 2 files: " in told.err


def test_warnings_count_only_when_strict(doubtful: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", doubtful]) == 0
    assert ": warning: tag-unknown: " in capsys.readouterr().out
    assert run(["check", doubtful, "--strict"]) == 1
    assert ": warning: export-form: " in capsys.readouterr().out


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_says_it_by_the_status(
    option: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", option, SAMPLE]) == 0
    assert run(["check", option, bad]) == 1
    told = capsys.readouterr()
    assert told.out == told.err == ""


def test_unreadable_file_does_not_hide_the_others(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "nowhere.pbn", bad]) == 2
    told = capsys.readouterr()
    assert "nowhere.pbn: no such file" in told.err
    assert "bid-insufficient" in told.out


def test_json(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", bad, "--format", "json"]) == 1
    told = capsys.readouterr()
    value = json.loads(told.out)
    assert list(value) == [
        "schema", "files", "boards", "errors", "warnings", "notes", "problems",
    ]  # fmt: skip
    assert value["schema"] == "abtools.check/1"
    assert value["files"] == [bad]
    assert value["boards"] == 1
    problem = value["problems"][0]
    assert problem == {
        "code": "bid-insufficient",
        "level": "error",
        "file": bad,
        "line": 4,
        "column": 4,
        "length": 2,
        "message": problem["message"],
    }


def test_rules_judge_the_auction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "value.pbn"
    path.write_text('[Dealer "N"]\n[Auction "N"]\n4C 3S AP\n')
    assert run(["check", str(path)]) == 1
    assert run(["check", str(path), "--rules", "auction-royal-1912"]) == 0
    told = capsys.readouterr().out
    assert told.count("bid-insufficient") == 1


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    assert run(["check", "-"]) == 1
    assert capsys.readouterr().out.startswith("<stdin>:4:4: error: ")


def test_control_characters_of_a_file_are_shown_not_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "escape.pbn"
    path.write_bytes(b'[Dealer "\x1b[2J"]\n[Contract "\x07"]\n')
    assert run(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\x07" not in told


def test_a_file_name_that_is_no_text(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path.as_posix().encode() + b"/caf\xe9.pbn"
    try:
        Path(path.decode("utf-8", "surrogateescape")).write_text(BAD)
    except OSError:
        pytest.skip("the file system takes only UTF-8 names")
    assert run(["check", path.decode("utf-8", "surrogateescape")]) == 1


@pytest.mark.corpus
def test_every_file_of_the_corpus(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted((corpus / "pbn").glob("*.pbn")):
        status = run(["check", str(path)])
        told = capsys.readouterr()
        assert status in (0, 1)
        assert "unexpected" not in told.err
        assert (status == 1) is (": error: " in told.out)
        if path.name.startswith("ref_correct"):
            assert status == 0
        if path.name.startswith("ref_errors"):
            assert status == 1


def test_nothing_read_is_not_called_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "nothere.pbn"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "abtools: nothere.pbn: no such file or directory\n"
