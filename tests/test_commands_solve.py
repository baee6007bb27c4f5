"""`abtools solve`: what is printed, in every format, and the exit status."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from abtools.board import Board, Tag
from abtools.cards import Card, Deal, Seat
from abtools.commands import run
from abtools.formats import read, write

# Every hand holds one suit: its holder's side takes all tricks when it is trumps, the leader's side
# takes none of its opponents' tricks but all at notrump, where nobody can follow to the lead.
SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
DEAL = f"N:{' '.join(SUITS)}"
SIDES = {"c": "EW", "d": "NS", "h": "EW", "s": "NS", "nt": ""}
TABLE = {
    seat: {strain: 13 if seat in side else 0 for strain, side in SIDES.items()} for seat in "NESW"
}
UNKNOWN_HAND = "N:AK... .AK.. ..AK. -"

Captured = pytest.CaptureFixture[str]


def pbn(path: Path, *deals: str, table: str = "") -> Path:
    """A file of boards with these deals and a table of results that each states."""
    path.write_text(
        "\n".join(
            f'[Event "Trial"]\n[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
            f'[Deal "{deal}"]\n{table}'
            for number, deal in enumerate(deals, 1)
        )
    )
    return path


def stated(*rows: str) -> str:
    """A section of results."""
    return "\n".join(['[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]', *rows, ""])


def test_table_as_json_lines(capsys: Captured) -> None:
    assert run(["solve", DEAL, "--format", "jsonl"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["tricks"] == TABLE
    assert json.loads(line)["deal"] == DEAL


def test_the_other_formats_say_the_same(capsys: Captured) -> None:
    assert run(["solve", DEAL, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "abtools.solve/1"
    assert [board["tricks"] for board in document["boards"]] == [TABLE]

    assert run(["solve", DEAL, "--format", "csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    for seat, tricks in TABLE.items():
        for strain, expected in tricks.items():
            assert row[f"{seat}-{strain.upper()}"] == str(expected)

    assert run(["solve", DEAL, "--format", "markdown"]) == 0
    assert "| 1 | E | 13 | 0 | 13 | 0 | 0 |" in capsys.readouterr().out

    assert run(["solve", DEAL, "--ascii"]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii()
    for row_of_table in ("N 0 13 0 13 0", "W 13 0 13 0 0", "NS: 7S, 7D", "EW: 7H, 7C"):
        assert row_of_table.split() in [line.split() for line in shown.splitlines()]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--strain", "S"], {seat: {"s": TABLE[seat]["s"]} for seat in "NESW"}),
        (["--strain", "nt, d", "--declarer", "N"], {"N": {"d": 13, "nt": 0}}),
        (["--strain", "h", "--leader", "S"], {"E": {"h": 13}}),
    ],
)
def test_only_some_cells(
    options: list[str], expected: dict[str, dict[str, int]], capsys: Captured
) -> None:
    assert run(["solve", DEAL, "--format", "jsonl", *options]) == 0
    assert json.loads(capsys.readouterr().out)["tricks"] == expected


def test_leads_and_cards_after_others(capsys: Captured) -> None:
    """At notrump the hearts run; at spades the second trick is North's, who has twelve more."""
    common = ["solve", DEAL, "--declarer", "N", "--format", "jsonl"]
    assert run([*common, "--strain", "NT", "--leads"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == "E"
    assert found["cards"] == {f"H{rank}": 13 for rank in "AKQJT98765432"}

    assert run([*common, "--strain", "S", "--after", "HA DA CA SA"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == "N"
    assert found["cards"] == {f"S{rank}": 12 for rank in "KQJT98765432"}


def test_a_whole_line(capsys: Captured) -> None:
    asked = ["solve", DEAL, "--strain", "S", "--declarer", "N", "--line"]
    assert run([*asked, "--format", "jsonl"]) == 0
    line = json.loads(capsys.readouterr().out)["line"]
    assert len({Card.parse(step["card"]) for step in line}) == 52
    assert [step["seat"] for step in line] == [*"ESWN", *("NESW" * 12)]
    assert run([*asked, "--ascii"]) == 0
    assert capsys.readouterr().out.count("won by N") == 13


def test_what_records_state(tmp_path: Path, capsys: Captured) -> None:
    right = pbn(tmp_path / "right.pbn", DEAL, table=stated("N S 13", "E NT 0"))
    assert run(["solve", str(right), "--verify"]) == 0
    assert capsys.readouterr().out == "1 deal with results, 2 cells, 0 wrong\n"
    wrong = pbn(tmp_path / "wrong.pbn", DEAL, table=stated("N S 13", "N H 1"))
    assert run(["solve", str(wrong), "--verify"]) == 1
    assert capsys.readouterr().out == (
        "board 1: OptimumResultTable says N takes 1 trick in H: 0 is right\n"
        "1 deal with results, 2 cells, 1 wrong\n"
    )


def test_written_into_the_file(tmp_path: Path, capsys: Captured) -> None:
    """Wrong cells are put right, all else stays, and once more changes nothing."""
    path = pbn(tmp_path / "two.pbn", DEAL, DEAL, table=stated("N H 1"))
    before = path.read_text()
    assert run(["solve", str(path), "--in-place", "--board", "2"]) == 0
    once = path.read_text()
    first, second = before.index('[Board "2"]'), once.index('[Board "2"]')
    assert once[:second] == before[:first]
    assert run(["solve", str(path), "--verify", "--board", "2"]) == 0
    assert run(["solve", str(path), "--in-place", "--board", "2"]) == 0
    assert path.read_text() == once
    assert capsys.readouterr().err == ""


def test_only_what_can_be_changed_in_place_is(tmp_path: Path, capsys: Captured) -> None:
    """Nothing is written when one of the files cannot be."""
    good, packed, other = (tmp_path / name for name in ("a.pbn", "b.pbn.gz", "c.lin"))
    before = pbn(good, DEAL).read_bytes()
    packed.write_bytes(gzip.compress(before))
    other.write_text("md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|sv|o|\n")
    for file, words in ((packed, "is compressed"), (other, "cannot be changed in place")):
        held = file.read_bytes()
        assert run(["solve", str(good), str(file), "--in-place"]) == 2
        assert words in capsys.readouterr().err
        assert (good.read_bytes(), file.read_bytes()) == (before, held)


def test_what_pbn_cannot_hold_is_told(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A name with letters that ISO 8859-1 has not."""
    source = tmp_path / "a.jsonl"
    write([Board(deal=Deal.parse(DEAL), tags=(Tag("North", "Łódź"),))], source, "jsonl")
    assert run(["solve", str(source), "--format", "pbn"]) == 0
    assert b"abtools: note: not-carried: " in capfdbinary.readouterr().err


def test_as_pbn(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["solve", DEAL, "--format", "pbn"]) == 0
    path = tmp_path / "solved.pbn"
    path.write_bytes(capfdbinary.readouterr().out)
    (board,) = read(path).boards
    assert board.deal is not None
    assert str(board.deal) == DEAL
    assert run(["solve", str(path), "--verify"]) == 0
    assert capfdbinary.readouterr().out == b"1 deal with results, 20 cells, 0 wrong\n"


FOUR = "AJ975.4.987.AQ54 K642.J53.KT52.73 T8.A976.J43.JT62 Q3.KQT82.AQ6.K98"
TENS = FOUR.replace("T", "10")
LETTERS = " ".join(
    ".".join(suit + held for suit, held in zip("SHDC", hand.split("."), strict=True))
    for hand in FOUR.split()
)
SEATED = " ".join(f"{seat} {hand}" for seat, hand in zip("nesw", FOUR.split(), strict=True))


@pytest.mark.parametrize(
    "text",
    [
        FOUR,
        f"n:{FOUR.lower()}",
        f" N: {FOUR.replace(' ', '   ')} ",
        f"N:{TENS}",
        TENS,
        f"N:{LETTERS}",
        SEATED,
        FOUR.replace(".", " ")
        .replace(" K642", "|K642")
        .replace(" T8", "|T8")
        .replace(" Q3", "|Q3"),
        f'[Deal "N:{FOUR}"]',
    ],
)
def test_a_deal_in_any_usual_spelling(text: str, capsys: Captured) -> None:
    """A deal of inputs.tsv with its answer: notrump N6 S6 E5 W7."""
    assert run(["solve", text, "--strain", "NT", "--format", "jsonl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deal"] == f"N:{FOUR}"
    assert found["tricks"] == {
        seat: {"nt": n} for seat, n in zip("NESW", (6, 5, 6, 7), strict=True)
    }


def test_what_is_stated_as_json(tmp_path: Path, capsys: Captured) -> None:
    """Boards that state nothing are not compared, nor is it told that they cannot be."""
    path = pbn(tmp_path / "a.pbn", DEAL, table=stated("N S 13", "N H 6", "S H 6"))
    path.write_text(path.read_text() + f'\n[Board "2"]\n[Deal "{UNKNOWN_HAND}"]\n')
    assert run(["solve", str(path), "--verify", "--format", "jsonl"]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    assert json.loads(printed.out) == {
        "board": "1",
        "deal": DEAL,
        "cells": 3,
        "wrong": [
            {
                "source": "OptimumResultTable",
                "declarer": seat,
                "strain": "h",
                "stated": 6,
                "tricks": 0,
            }
            for seat in "NS"
        ],
    }
    assert run(["solve", str(path), "--verify"]) == 1
    assert capsys.readouterr().out.endswith(
        "1 deal with results, 3 cells, 2 wrong: each says 6 where no contract is made\n"
    )


# Worked out from TABLE: North and South take all at spades and diamonds, East and West at hearts
# and clubs, nobody anything at notrump; notrump to clubs, in the order of each program.
ALL, NONE = "0d0d0", "00d0d"
JACK = "d0d0" + "dddd" + "0000" + "dddd" + "0000"  # North-South's tricks by declarer W N E S


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f'[DoubleDummyTricks "{ALL}{ALL}{NONE}{NONE}"]', "DoubleDummyTricks"),
        (f'[Ability "N:{ALL} E:{NONE} S:{ALL} W:{NONE}"]', "Ability"),
        (f'[DDResults "{JACK}"]', "DDResults"),
        (f"%%!R {NONE}{ALL}{NONE}{ALL}".upper(), "%%!R"),
    ],
)
def test_every_way_to_state_results(
    text: str, source: str, tmp_path: Path, capsys: Captured
) -> None:
    """All right; and with the first digit that is 0 made 1."""
    path = tmp_path / "a.pbn"
    for written, wrong in ((text, 0), (text.replace("0", "1", 1), 1)):
        path.write_text(f'[Deal "{DEAL}"]\n{written}\n')
        assert run(["solve", str(path), "--verify", "--format", "json"]) == wrong
        (board,) = json.loads(capsys.readouterr().out)["boards"]
        assert board["cells"] == 20
        assert [cell["source"] for cell in board["wrong"]] == [source] * wrong


def test_boards_without_a_number_are_known_by_their_place(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "three.txt"
    path.write_text(f"{DEAL}\n" * 3)
    assert run(["solve", str(path), "--board", "2-3", "--format", "csv", "--strain", "S"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["board"] for row in rows] == ["2", "3"]


def test_records_without_a_contract_do_not_stop_the_others(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(
        f'[Board "1"]\n[Deal "{DEAL}"]\n\n'
        f'[Board "2"]\n[Deal "{DEAL}"]\n[Contract "7S"]\n[Declarer "N"]\n\n'
        f'[Board "3"]\n[Deal "{DEAL}"]\n[Contract "7NU"]\n[Declarer "N"]\n'
    )
    assert run(["solve", str(path), "--leads", "--format", "jsonl"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["cards"] == {f"H{rank}": 0 for rank in "AKQJT98765432"}
    first, second = printed.err.splitlines()
    assert first.startswith(f"{path}:2:8: error: not-solved: which strain and declarer?")
    assert second.startswith(f"{path}:10:8: error: not-solved: at nullo tricks are to be lost")


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """A line that is no deal is told with its place; the others are solved."""
    text = f"{DEAL}\nnothing\n{DEAL}\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["solve", "-", "--format", "jsonl", "--jobs", "2"]) == 1
    printed = capsys.readouterr()
    assert [json.loads(line)["tricks"] for line in printed.out.splitlines()] == [TABLE, TABLE]
    assert printed.err.startswith("<stdin>:2:1: error: deal-syntax: ")


@pytest.mark.parametrize("form", ["gib", "ddline", "jsonl", "pbn", "lin"])
def test_other_formats_on_standard_input(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Some begin like deals one a line, and are not."""
    tags = (Tag("DoubleDummyTricks", "0" * 20),)
    deal = Deal.parse(DEAL)
    boards = [Board(number=str(n), deal=deal, dealer=Seat.N, tags=tags) for n in (1, 2)]
    file = io.BytesIO()
    write(boards, file, form)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.getvalue())))
    assert run(["solve", "-", "--format", "jsonl"]) == 0
    printed = capsys.readouterr()
    assert [json.loads(line)["tricks"] for line in printed.out.splitlines()] == [TABLE, TABLE]


def test_a_hand_that_is_not_known(tmp_path: Path, capsys: Captured) -> None:
    path = pbn(tmp_path / "some.pbn", UNKNOWN_HAND, DEAL)
    assert run(["solve", str(path), "--format", "jsonl"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["board"] == "2"
    assert printed.err == (
        f"{path}:5:8: error: not-solved: cannot be solved: the cards of West are not known\n"
    )


def test_memory_that_is_not_to_be_had(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(threads: int, memory: int) -> None:
        raise MemoryError

    monkeypatch.setattr("abtools.solver.Pool", refuses)
    assert run(["solve", DEAL, "--memory", "100G"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"there is not so much memory ({100 << 30} bytes)" in printed.err


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ([DEAL, "--leads"], 1, "not-solved: which strain and declarer?"),
        ([DEAL, "--strain", "X"], 2, "is no denomination"),
        ([DEAL, "--strain", "NU"], 2, "nullo has no double-dummy table"),
        ([DEAL, "--declarer", "Q"], 2, "'--declarer'"),
        ([DEAL, "--declarer", "N", "--leader", "N"], 2, "with N on lead W is declarer"),
        ([DEAL, "--memory", "much"], 2, "a size like 256M or 2G expected"),
        ([DEAL, "--jobs", "0"], 2, "'--jobs'"),
        ([DEAL, "--jobs", "3", "--memory", "2M"], 2, "a job needs 1M of memory"),
        ([DEAL, "--memory", "1000K"], 2, "a job needs 1M of memory"),
        ([DEAL, "--in-place"], 2, "is no file that could be changed"),
        ([DEAL, "--verify", "--line"], 2, "one at a time"),
        ([DEAL, "--leads", "--format", "csv"], 2, "table, json or jsonl"),
        ([DEAL, "--verify", "--format", "csv"], 2, "table, json or jsonl"),
        ([DEAL, "--strain", "S", "--declarer", "N", "--after", "S2"], 1, "E does not hold S2"),
        ([DEAL, "--board", "7"], 1, "no board 7"),
        (["N:AK... .AK.. ..AK. ...A"], 1, "West has 1 card, the others 2"),
        (["no-such-file.pbn"], 2, "no such file"),
    ],
)
def test_wrong_use(arguments: list[str], status: int, words: str, capsys: Captured) -> None:
    assert run(["solve", *arguments]) == status
    printed = capsys.readouterr()
    assert words in printed.err
    assert "Traceback" not in printed.err
