"""`abtools show`: what a person sees of a board, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from abtools.commands import run

RECORD = """[Event "Club night"]
[Board "3"]
[North "Pair A"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:732.742.KJ2.8654 AQT.9865.Q7.AJT3 8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7"]
[Declarer "W"]
[Contract "1NT"]
[Result "11"]
[Auction "S"]
Pass 1NT! =1= Pass Pass
Pass
[Note "1:fifteen to seventeen"]
[Play "N"]
DJ D7 D5 D8
H4 H5 HT HA
*
"""


def shown(tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    path = tmp_path / "board.pbn"
    path.write_text(RECORD)
    assert run(["show", str(path), *options]) == 0
    return capsys.readouterr().out


def test_text_has_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(tmp_path, capsys, "--ascii")
    for line in (
        "Board 3  Club night",
        "North: Pair A",
        "dealer: South     S 7 3 2",
        "vulnerable: E-W   H 7 4 2",
        "S K J 9 6 5 4                       S A Q 10",
        "                  D A 10 9 6 5 4 3",
        "West         North  East  South",
        "                          Pass",
        "1NT! (1)     Pass   Pass  Pass",
        "(1) fifteen to seventeen",
        "1.   D8    >DJ*    D7    D5    North",
        "2.   HA*   >H4     H5    H10   West",
        "> lead, * won by; N-S 1, E-W 1",
        "1NT West +4",
        "EW +210 (duplicate)",  # 40 + 4 x 30 = 160 and 50 for the part-score
    ):
        rows = [" ".join(row.split()) for row in text.split("\n")]
        assert " ".join(line.split()) in rows, (line, text)


def test_other_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(tmp_path, capsys, "--lang", "de", "--ascii")
    assert "P K B 9 6 5 4" in text  # Pik König Bube
    assert "C A K D B 3" in text  # Coeur Ass König Dame Bube
    assert "1SA West +4" in text


def test_newspaper_and_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(tmp_path, capsys, "--format", "newspaper", "--ascii")
    assert "lead: DJ" in text
    assert "won by" not in text
    page = shown(tmp_path, capsys, "--format", "markdown", "--ascii")
    assert page.startswith("## Board 3\n")
    assert "| West | North | East | South |" in page
    assert "North: Pair A" in page
    assert "| 1NT! (1) | Pass | Pass | Pass |" in page


def test_no_such_board_and_no_such_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.pbn"
    path.write_text(RECORD)
    assert run(["show", str(path), "--board", "9"]) == 1
    assert "no board 9" in capsys.readouterr().err
    assert run(["show", str(tmp_path / "none.pbn")]) == 2


def test_what_is_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.pbn"
    path.write_text(RECORD.replace('"EW"', '"Nine"'))
    assert run(["show", str(path)]) == 1
    printed = capsys.readouterr()
    assert "1NT West +4" in printed.out
    assert f"{path}:5:14: error: vulnerable-unknown" in printed.err
