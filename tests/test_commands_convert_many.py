"""`abtools convert` with several inputs, archives, folders, parts, edits and its account."""

from __future__ import annotations

import bz2
import gc
import gzip
import json
import lzma
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from abtools.commands import run
from abtools.formats import Unreadable, files, pieces, read

DEAL = "N:732.742.KJ2.8654 AQT.9865.Q7.AJT3 8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7"
ONE = f'[Event "A"]\n[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n{{a comment}}\n'
TWO = '[Event "B"]\n[Board "2"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n'


def write(folder: Path, **texts: str) -> list[Path]:
    paths = []
    for name, text in texts.items():
        path = folder / f"{name}.pbn"
        path.write_text(text)
        paths.append(path)
    return paths


def test_several_inputs_become_one(tmp_path: Path) -> None:
    one, two = write(tmp_path, one=ONE, two=TWO)
    out = tmp_path / "out.pbn"
    assert run(["convert", str(one), str(two), str(out)]) == 0
    assert [board.number for board in read(out).boards] == ["1", "2"]


def test_compressed_files_and_archives_are_read(tmp_path: Path) -> None:
    for suffix, pack in ((".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)):
        packed = tmp_path / f"club.pbn{suffix}"
        packed.write_bytes(pack(ONE.encode()))
        assert [board.number for board in read(packed).boards] == ["1"]
    archive = tmp_path / "club.zip"
    with zipfile.ZipFile(archive, "w") as packing:
        packing.writestr("one.pbn", ONE)
        packing.writestr("sub/two.pbn", TWO)
    out = tmp_path / "out.jsonl"
    assert run(["convert", str(archive), str(out)]) == 0
    assert [board.number for board in read(out).boards] == ["1", "2"]


def test_an_archive_that_grows_too_large_is_refused(tmp_path: Path) -> None:
    packed = tmp_path / "bomb.pbn.gz"
    packed.write_bytes(gzip.compress(b"\0" * 5_000_000))
    with pytest.raises(Unreadable, match="more than 1 MB"):
        list(files.contents(str(packed), limit=1024 * 1024))


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zip"])
def test_a_damaged_archive_is_unreadable_in_words(
    tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / f"club.pbn{suffix}"
    packed.write_bytes(b"no archive at all")
    assert run(["check", str(packed)]) == 2
    assert packed.name in capsys.readouterr().err


def test_a_folder_becomes_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    write(tmp_path / "in", one=ONE)
    write(tmp_path / "in" / "deep", two=TWO)
    (tmp_path / "in" / "readme.txt.bak").write_text("no records")
    out = tmp_path / "out"
    assert run(["convert", str(tmp_path / "in"), "--out-dir", str(out), "--to", "jsonl"]) == 0
    found = sorted(str(path.relative_to(out)) for path in out.rglob("*.jsonl"))
    assert found == ["deep/two.jsonl", "one.jsonl"]


def test_one_file_for_each_board_or_event(tmp_path: Path) -> None:
    (both,) = write(tmp_path, both=f"{ONE}\n{TWO}")
    out = tmp_path / "out"
    for how, names in (("board", ["1.pbn", "2.pbn"]), ("event", ["A.pbn", "B.pbn"])):
        folder = out / how
        arguments = ["--out-dir", str(folder), "--to", "pbn", "--split", how]
        assert run(["convert", str(both), *arguments]) == 0
        assert sorted(path.name for path in (folder / "both").iterdir()) == names


def test_deals_are_merged_by_board_number(tmp_path: Path) -> None:
    results, deals = write(tmp_path, results=TWO, deals=ONE.replace('"1"', '"2"'))
    out = tmp_path / "out.pbn"
    assert run(["convert", str(results), str(out), "--merge", str(deals)]) == 0
    (board,) = read(out).boards
    assert str(board.deal) == DEAL
    assert (board.tricks, str(board.dealer)) == (9, "N")


def test_edits_on_the_way(tmp_path: Path) -> None:
    (both,) = write(tmp_path, both=f"{TWO}\n{ONE}\n{TWO}")
    out = tmp_path / "out.pbn"
    options = ["--dedupe", "--sort", "--rotate", "1", "--renumber", "7"]
    assert run(["convert", str(both), str(out), *options]) == 0
    first, second = read(out).boards
    assert (first.number, second.number) == ("7", "8")
    assert (str(first.dealer), str(second.declarer)) == ("E", "W")


def test_renumbering_leaves_all_else_as_it_was(tmp_path: Path) -> None:
    (both,) = write(tmp_path, both=f"% kept\n{ONE}\n{TWO}")
    out = tmp_path / "out.pbn"
    assert run(["convert", str(both), str(out), "--renumber", "5"]) == 0
    expected = both.read_text().replace('"1"', '"5"').replace('"2"', '"6"')
    assert out.read_text() == expected


def test_what_is_lost_is_counted_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = TWO.replace("[Declarer", f'[Deal "{DEAL}"]\n[Declarer')
    (both,) = write(tmp_path, both=f"{ONE}\n{second}")
    out, report = tmp_path / "out.bri", tmp_path / "lost.json"
    assert run(["convert", str(both), str(out), "--report", str(report)]) == 0
    err = capsys.readouterr().err
    assert "not-carried: comments cannot be held by bri" in err
    assert "not-carried: Event cannot be held by bri (2 times)" in err
    told = json.loads(report.read_text())
    assert told["schema"] == "abtools.convert/1"
    assert {item["code"] for item in told["lost"]} == {"not-carried"}
    lost = {(item["board"], item["message"].partition(" ")[0]) for item in told["lost"]}
    assert ("1", "comments") in lost
    assert ("2", "Contract,") in lost
    assert run(["convert", str(both), str(out), "--force", "-v"]) == 0
    assert f"{both}:1:9: note: not-carried: board 1: Event" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["only-one.pbn"],
        ["a.pbn", ""],
        ["a.pbn", "b.pbn", "--split", "board"],
        ["a.pbn", "--out-dir", "x"],
        ["a.pbn", "b.pbn", "--seat-words"],
    ],
)
def test_wrong_use(arguments: list[str]) -> None:
    assert run(["convert", *arguments]) == 2


def peak_of(arguments: list[str]) -> int:
    """Bytes that a conversion holds at its height."""
    gc.collect()
    tracemalloc.start()
    try:
        assert run(["convert", *arguments, "--force"]) == 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("source", "target"), [("pbn", "jsonl"), ("pbn", "lin"), ("gib", "pbn")])
def test_memory_does_not_grow_with_the_records(
    source: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "PIECE", 2000)
    record = f'{ONE}[Contract "3NT"]\n\n'
    if source == "gib":
        record = "8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7 732.742.KJ2.8654 AQT.9865.Q7.AJT3:" + "5" * 20
    out = [str(tmp_path / f"out.{target}"), "--report", str(tmp_path / "r.json")]
    few, many = tmp_path / f"few.{source}", tmp_path / f"many.{source}"
    few.write_text(f"{record}\n" * 100)
    many.write_text(f"{record}\n" * 2500)
    peak_of([str(few), *out])
    # Boards or losses that are held take five megabytes; the interpreter keeps some freed tuples.
    assert peak_of([str(many), *out]) - peak_of([str(few), *out]) < 1_500_000


def test_a_report_replaces_no_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes neither where the records come from nor where they go."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    one, two = write(tmp_path / "in", one=ONE, two=TWO)
    for arguments, report in (
        (["in/one.pbn", "out.lin"], "out.lin"),
        (["in/one.pbn", "out.lin"], str(tmp_path / "out.lin")),
        (["in", "out.lin"], "in/two.pbn"),
        (["in/two.pbn", "out.lin", "--merge", "in/one.pbn"], "in/one.pbn"),
        (["in", "--out-dir", "in", "--to", "pbn"], "in/one.pbn"),
        (["in", "-", "--to", "lin"], "-"),
        (["in", "out.lin"], "nowhere/report.json"),
        (["in", "out.lin"], "in"),
    ):
        assert run(["convert", *arguments, "--report", report, "--force"]) == 2
        assert capsys.readouterr().out == ""
    assert (one.read_text(), two.read_text()) == (ONE, TWO)
    assert run(["convert", "in", "--out-dir", "o", "--to", "lin", "--report", "o/one.lin"]) == 2
    assert "md|" in (tmp_path / "o" / "two.lin").read_text()
    (tmp_path / "report.json").write_text("precious")
    assert run(["convert", "in", "out.lin", "--report", "report.json"]) == 2
    assert (tmp_path / "report.json").read_text() == "precious"
    assert not (tmp_path / "out.lin").exists()


def test_what_reading_leaves_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A font for the display, and a page of text before the only board."""
    lesson, report = tmp_path / "lesson.lin", tmp_path / "report.json"
    lesson.write_text("nt|Welcome|pg||\nfp|5|md|1SAKQHAKQDAKQCAKQJ,,,|rh||ah|Board 1|sv|o|pg||\n")
    out = str(tmp_path / "out.jsonl")
    assert run(["convert", str(lesson), out, "--report", str(report)]) == 0
    err = capsys.readouterr().err
    told = json.loads(report.read_text())
    codes = {item["code"] for item in told["lost"]}
    assert codes & {"lin-layout", "lin-no-board"}
    assert all(f"note: {code}: " in err for code in codes)


def test_of_many_warnings_the_first_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven records with a tag twice; a date in another form is clear, and kept."""
    record = ONE + '[Date "19261119"]\n[Event "C"]\n'.replace('"C"', '"A"')
    (seven,) = write(
        tmp_path, seven="\n".join([record.replace("[Event", "[Site") + '[Site "C"]\n'] * 7)
    )
    assert run(["convert", str(seven), str(tmp_path / "x.jsonl")]) == 0
    err = capsys.readouterr().err
    assert err.count("warning: tag-duplicate") == 5
    assert "date-form" not in err
    assert f"lesser remarks; see: abtools check {seven}" in err


def test_what_cannot_be_written_keeps_nothing_else_from_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both, empty = write(tmp_path, both=f"{ONE}\n{TWO}", empty="% nothing\n")
    there = tmp_path / "out" / "both" / "1.lin"
    there.parent.mkdir(parents=True)
    there.write_text("precious")
    arguments = ["--out-dir", str(tmp_path / "out"), "--to", "lin", "--split", "board"]
    assert run(["convert", str(empty), str(both), *arguments]) == 2
    err = capsys.readouterr().err
    assert f"{empty}: no record; nothing written" in err
    assert f"{there} exists; --force writes over it" in err
    assert "cannot be held by lin" in err
    assert there.read_text() == "precious"
    assert there.with_name("2.lin").exists()


def test_names_of_links_and_arguments(tmp_path: Path) -> None:
    link = "https://example.org/?lin=md|1SAKQHAKQDAKQCAKQJ,,,|"
    arguments = [link, "N:A2... K3... .A2.. ..A2.", "--out-dir", str(tmp_path), "--to", "jsonl"]
    assert run(["convert", *arguments]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["argument.jsonl", "link.jsonl"]


def test_a_place_is_one_in_all_files(tmp_path: Path) -> None:
    """Without numbers a board is known by its place in the session, as for `score`."""
    texts = [text.replace(f'[Board "{n}"]\n', "") for n, text in ((1, ONE), (2, TWO))]
    one, two = write(tmp_path, one=texts[0], two=texts[1])
    out = tmp_path / "out.jsonl"
    assert run(["convert", str(one), str(two), str(out), "--board", "2"]) == 0
    assert [board.tricks for board in read(out).boards] == [9]


def test_a_player_has_one_word_in_all_files(tmp_path: Path) -> None:
    one, two = write(
        tmp_path,
        one=f'[North "Ann Lee"]\n[South "Bo Ray"]\n{ONE}',
        two=f'[North "Cy Poe"]\n[East "Ann Lee"]\n{TWO}',
    )
    out = tmp_path / "out"
    arguments = ["--out-dir", str(out), "--to", "jsonl", "--anonymise"]
    assert run(["convert", str(one), str(two), *arguments]) == 0
    (first,), (second,) = read(out / "one.jsonl").boards, read(out / "two.jsonl").boards
    assert first.tag("North") == second.tag("East")
    words = {first.tag("North"), first.tag("South"), second.tag("North")}
    assert len(words) == 3
    assert not words & {"Ann Lee", "Bo Ray", "Cy Poe"}


def test_a_report_has_every_loss(tmp_path: Path) -> None:
    """Three boards with a comment that GIB's library cannot hold, and three events."""
    (all_three,) = write(tmp_path, all=f"{ONE}\n" * 3)
    report = tmp_path / "lost.json"
    arguments = [str(all_three), str(tmp_path / "x.gib"), "--report", str(report)]
    assert run(["convert", *arguments]) == 0
    told = json.loads(report.read_text())
    assert told["boards"] == 3
    messages = [item["message"].split()[0] for item in told["lost"]]
    assert (messages.count("Event"), messages.count("comments")) == (3, 3)


def test_problems_of_the_file_to_merge_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, deals = write(tmp_path, results=TWO, deals=ONE + '[Board "2"]\n[Deal "N:AK..."]\n')
    out = tmp_path / "out.pbn"
    assert run(["convert", str(results), str(out), "--merge", str(deals)]) == 1
    assert f"{deals}:7:" in capsys.readouterr().err


def test_no_board_chosen_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = write(tmp_path, one=ONE)
    assert run(["convert", str(one), str(tmp_path / "x.lin"), "--board", "40"]) == 1
    assert "no board 40; nothing written" in capsys.readouterr().err


def test_files_of_one_name_become_two(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    write(folder, a=ONE, b=TWO)
    (folder / "a.lin").write_text("md|1SAKQHAKQDAKQCAKQJ|")
    assert run(["convert", str(folder), "--out-dir", str(out), "--to", "jsonl"]) == 0
    found = sorted(path.name for path in out.iterdir())
    assert found == ["a.lin.jsonl", "a.pbn.jsonl", "b.jsonl"]


def test_an_archive_becomes_a_folder_and_nothing_outside_of_it(tmp_path: Path) -> None:
    archive, out = tmp_path / "club.zip", tmp_path / "out"
    with zipfile.ZipFile(archive, "w") as packing:
        packing.writestr("one/a.pbn", ONE)
        packing.writestr("two/a.pbn", TWO)
        packing.writestr("../../a.pbn", ONE)
    assert run(["convert", str(archive), "--out-dir", str(out), "--to", "jsonl"]) == 0
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.jsonl"))
    assert found == ["out/a.jsonl", "out/one/a.jsonl", "out/two/a.jsonl"]


def test_one_file_is_never_written_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two files of one name in two folders would become one."""
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, a=ONE)
    arguments = [str(tmp_path / "x" / "a.pbn"), str(tmp_path / "y" / "a.pbn")]
    options = ["--out-dir", str(tmp_path / "out"), "--to", "jsonl", "--force"]
    assert run(["convert", *arguments, *options]) == 2
    assert "already" in capsys.readouterr().err


def test_what_is_not_merged_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three results, deals for two of them; the first has one of its own already, another one."""
    other = "N:" + " ".join(DEAL[2:].split(" ")[::-1])
    own = TWO.replace('"2"', '"1"') + f'[Deal "{other}"]\n'
    records = f"{own}\n{TWO}\n" + TWO.replace('"2"', '"3"')
    texts = (ONE, ONE.replace('"1"', '"2"'), ONE.replace('"1"', '"9"'))
    results, deals = write(tmp_path, results=records, deals="\n".join(texts))
    out = tmp_path / "out.pbn"
    assert run(["convert", str(results), str(out), "--merge", str(deals)]) == 0
    boards = read(out).boards
    assert [str(board.deal) for board in boards] == [other, DEAL, "None"]
    err = capsys.readouterr().err
    assert "the deal of the file to merge is another; its own stays\n" in err
    assert "a deal that no record asks for is not merged\n" in err
    assert "no deal for 1 record (3)" in err


def test_records_left_out_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The third tells the same in another order; the fourth has a comment of its own."""
    again = "\n".join([*reversed(ONE.split("\n")[:4]), "{a comment}\n"])
    texts = [ONE, TWO, ONE, again, ONE.replace("a comment", "another")]
    (five,) = write(tmp_path, five="% PBN 2.1\n" + "\n".join(texts))
    out = tmp_path / "out.jsonl"
    assert run(["convert", str(five), str(out), "--dedupe"]) == 0
    assert len(out.read_text().splitlines()) == 4
    assert "a record that stands twice is left out" in capsys.readouterr().err
