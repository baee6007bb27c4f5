"""`abtools convert`: PBN and JSON lines, and files that are never half written."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from abtools.commands import run
from abtools.commands.writing import replacing
from abtools.formats import read

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = sorted((ROOT / "samples").glob("*.pbn"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.stem)
def test_there_and_back(sample: Path, tmp_path: Path) -> None:
    lines, again = tmp_path / "x.jsonl", tmp_path / "y.pbn"
    assert run(["convert", str(sample), str(lines)]) == 0
    assert run(["convert", str(lines), str(again)]) == 0
    assert read(lines).boards == read(sample).boards
    assert [b.tricks for b in read(again).boards] == [b.tricks for b in read(sample).boards]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: p.stem)
def test_pbn_to_pbn_keeps_every_byte(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.pbn"
    assert run(["convert", str(sample), str(copy)]) == 0
    assert copy.read_bytes() == sample.read_bytes()


def test_export_is_stable(tmp_path: Path) -> None:
    first, second = tmp_path / "a.pbn", tmp_path / "b.pbn"
    for sample in SAMPLES:
        assert run(["convert", str(sample), str(first), "--export", "--force"]) == 0
        assert run(["convert", str(first), str(second), "--export", "--force"]) == 0
        assert first.read_bytes() == second.read_bytes()
        assert first.read_bytes().startswith(b"% PBN 2.1\r\n% EXPORT\r\n")


def test_standard_streams(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SAMPLES[0].read_bytes())))
    assert run(["convert", "-", "-", "--from", "pbn", "--to", "jsonl"]) == 0
    lines = capsysbinary.readouterr().out.splitlines()
    assert len(lines) == len(read(SAMPLES[0]).boards)
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_an_existing_file_is_safe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.pbn"
    target.write_text("precious")
    os.chmod(target, 0o640)
    assert run(["convert", str(SAMPLES[0]), str(target)]) == 2
    assert "--force" in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert run(["convert", str(SAMPLES[0]), str(target), "--force"]) == 0
    assert target.read_bytes() == SAMPLES[0].read_bytes()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["out.pbn"]


def test_a_file_onto_itself(tmp_path: Path) -> None:
    target = tmp_path / "own.pbn"
    target.write_bytes(SAMPLES[0].read_bytes())
    assert run(["convert", str(target), str(target), "--force", "--export"]) == 0
    assert read(target).boards


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.pbn", tmp_path / "link.pbn"
    target.write_text("old")
    link.symlink_to(target)
    assert run(["convert", str(SAMPLES[0]), str(link), "--force"]) == 0
    assert link.is_symlink()
    assert target.read_bytes() == SAMPLES[0].read_bytes()


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.pbn"
    target.write_text("old")
    with pytest.raises(RuntimeError), replacing(str(target), force=True) as file:  # noqa: PT012
        file.write(b"half of the new")
        raise RuntimeError
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.pbn"]


def test_no_record_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "empty.pbn", tmp_path / "out.jsonl"
    source.write_text("% nothing here\n")
    assert run(["convert", str(source), str(target)]) == 1
    assert "no record" in capsys.readouterr().err
    assert not target.exists()


def test_what_is_lost_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.jsonl", tmp_path / "b.pbn"
    assert run(["convert", str(SAMPLES[0]), str(source)]) == 0
    text = source.read_text("utf-8").replace("The card room", "The \\u0141\\u00f3d\\u017a club")
    source.write_text(text.replace("The club", "The \\u0141\\u00f3d\\u017a club"), "utf-8")
    assert run(["convert", str(source), str(target)]) == 0
    assert ": note: " in capsys.readouterr().err


def test_unknown_target_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES[0]), str(tmp_path / "out.xyz")]) == 2
    assert "--to" in capsys.readouterr().err


@pytest.mark.parametrize(("lang", "word"), [("fr", "♠ R"), ("de", "passe"), ("nl", "♠ H")])
def test_printed_text_in_a_language(lang: str, word: str, tmp_path: Path) -> None:
    """Written in it, read in it; a page of another language than the one named is not understood:
    the French R, the Dutch H and V are no German cards."""
    sample = ROOT / "samples" / "session.pbn"
    page, again = tmp_path / "page.txt", tmp_path / "again.pbn"
    assert run(["convert", str(sample), str(page), "--lang", lang]) == 0
    assert word in page.read_text("utf-8")
    assert run(["convert", str(page), str(again), "--lang", lang]) == 0
    assert [b.deal for b in read(again).boards] == [b.deal for b in read(sample).boards]
    assert run(["convert", str(page), str(again), "--lang", "pl", "--force"]) == 1


def test_forms_that_are_only_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES[0]), "-", "--to", "markdown"]) == 2
    assert "abtools show --format markdown" in capsys.readouterr().err


def test_no_such_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES[0]), "-", "--to", "print", "--lang", "xx"]) == 2
    assert "--lang" in capsys.readouterr().err


def test_markdown_and_packed_files_are_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = str(SAMPLES[0])
    assert run(["convert", sample, str(tmp_path / "hand.md")]) == 2
    assert "abtools show --format markdown" in capsys.readouterr().err
    for target in ("hand.pbn.gz", "hand.zip"):
        assert run(["convert", sample, str(tmp_path / target), "--to", "pbn"]) == 2
        assert "name OUT without it" in capsys.readouterr().err
    assert run(["convert", sample, str(tmp_path)]) == 2
    assert f"--out-dir {tmp_path}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_link_as_it_is_copied(tmp_path: Path) -> None:
    """Some browsers leave https:// out; South's thirteen cards are told, and who deals."""
    deal = "md|1SAKQHT987DAKQC432,SJT98HAKQDJT98CA9,S765H654D765CKQJ8,|"
    for start in ("https://", "HTTP://", ""):
        out = tmp_path / f"x{start[:5]}.jsonl"
        assert (
            run(["convert", f"{start}www.bridgebase.com/handviewer.html?lin={deal}", str(out)]) == 0
        )
        (board,) = read(out).boards
        assert str(board.dealer) == "S"
        assert str(board.deal).split(" ")[2] == "AKQ.T987.AKQ.432"  # N, E, then S
    page = tmp_path / "bridge.html" / "x?lin=y.pbn"
    page.parent.mkdir()
    page.write_bytes(SAMPLES[0].read_bytes())
    assert read(page).boards == read(SAMPLES[0]).boards


def test_a_name_as_long_as_names_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names have at most 255 characters."""
    longest = tmp_path / f"{'a' * 251}.pbn"
    assert run(["convert", str(SAMPLES[0]), str(longest)]) == 0
    assert longest.read_bytes() == SAMPLES[0].read_bytes()
    longer = tmp_path / f"{'a' * 252}.pbn"
    assert run(["convert", str(SAMPLES[0]), str(longer)]) == 2
    assert capsys.readouterr().err.startswith(f"abtools: {longer}: ")
    assert [path.name for path in tmp_path.iterdir()] == [longest.name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES[0]), "/dev/full", "--to", "jsonl"]) == 2
    assert capsys.readouterr().err.startswith("abtools: /dev/full: ")
