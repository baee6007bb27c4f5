"""What docs/problems.md and docs/formats.md say is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import formats_page
import pytest
from error_samples import FOLDER, PAGE, page

from abtools import formats
from abtools.auction import Contract, Ending
from abtools.board import Board, check
from abtools.formats.jsonl import to_json
from abtools.notation import KINDS, TAG_KINDS, parse
from abtools.problems import CODES

TEXT = formats_page.PAGE.read_text("utf-8")


def rows(text: str = TEXT) -> list[list[str]]:
    """The cells of every table row of docs/formats.md."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def quoted(text: str) -> list[str]:
    """What stands between backquotes."""
    return re.findall(r"`([^`]+)`", text)


def test_problems_page_is_what_is_printed() -> None:
    assert PAGE.read_text("utf-8") == page(), "refresh it: python tests/error_samples.py"


def test_printed_tables_of_the_formats_page() -> None:
    assert formats_page.page(TEXT) == TEXT, "refresh them: python tests/formats_page.py"


def test_codes_that_the_formats_page_names() -> None:
    choices = TEXT.partition("### Where PBN leaves a choice")[2].partition("\n**")[0]
    last_cells = [row[-1] for row in rows(choices)[2:]]
    assert all(last_cells)
    named = {code for cell in last_cells for code in quoted(cell)}
    named |= set(re.findall(r"\(`([a-z0-9]+(?:-[a-z0-9]+)+)`\)", TEXT))
    assert len(named) > 15
    assert not named - CODES.keys()


def test_every_checked_tag_has_an_example_that_is_right() -> None:
    shown: set[str] = set()
    for row in rows():
        for tag in quoted(row[0]):
            if tag in TAG_KINDS and len(row) == 3:
                shown.add(tag)
                (example,) = quoted(row[2])
                assert parse(TAG_KINDS[tag], example) is not None
    tables = {tag for tag, kind in TAG_KINDS.items() if kind == "columns"}
    assert tables <= set(quoted(TEXT))
    assert shown == TAG_KINDS.keys() - tables - {"Room"}


def test_denominations_of_older_games() -> None:
    wanted = ("`LS`", "`R`", "`NU`")
    shown = [(row[0].strip("`"), quoted(row[2])[0]) for row in rows() if row[0] in wanted]
    assert len(shown) == 3
    for strain, contract in shown:
        assert str(Contract.parse(contract).strain) == strain
        assert parse("call", contract)
    assert Contract.parse("HXXX").factor == 8
    assert KINDS["contract"].code == "contract-syntax"


# ------------------------------------------------------------------ JSON lines


def json_examples() -> list[str]:
    """The examples of JSON lines."""
    parts = re.findall(r"```json\n(.*?)```", TEXT, re.S)
    return [line for part in parts for line in part.splitlines()]


def test_json_examples_are_boards_without_fault() -> None:
    assert len(json_examples()) == 2
    for line in json_examples():
        reading = formats.read_text(line, "example.jsonl", "jsonl")
        assert not reading.problems
        (board,) = reading.boards
        assert not check(board)
        assert to_json(board) == json.loads(line)


def documented_keys() -> set[str]:
    part = TEXT.partition("## JSON lines")[2]
    lines = [line for line in part.splitlines() if line.startswith("| `")]
    return {quoted(line)[0] for line in lines}


def test_every_json_key_is_documented() -> None:
    everything = (
        '% a header line\n[Event "#"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "NS"]\n'
        '[Deal "N:AT9.AK853.J42.74 Q82.96.T5.AQJT82 73.QJT74.Q973.96 KJ654.2.AK86.K53"]\n'
        '[Declarer "^S"]\n[Contract "3H"]\n[Result "^9"]\n[Honours "N:2 E:0 S:3 W:0"]\n'
        '[Chicane ""]\n[Adjustments "NS above 50 agreed"]\n'
        '[Auction "N"]\n1H =1= 2C 3H {so far} *\n[Note "1:five of them"]\n'
        '[Play "E"]\n*\n\n; the last\n'
    )
    reading = formats.read_text(everything)
    (board,) = reading.boards
    found = to_json(board)
    keys = found.keys() | (found["auction"].keys() - {"dealer", "calls"})
    assert keys == documented_keys()


def test_json_null_is_not_recorded() -> None:
    (board,) = formats.read_text('{"board":"1","dealer":null}', "x.jsonl", "jsonl").boards
    assert board == Board(number="1")


# ------------------------------------------------------------------ where PBN leaves a choice


def sample(code: str) -> tuple[Board, ...]:
    return formats.read(FOLDER / f"{code}.pbn").boards


@pytest.mark.parametrize(
    ("code", "tells", "wanted"),
    [
        ("record-joined", lambda b: b[1].number, "2"),
        ("tag-duplicate", lambda b: (str(b[0].dealer), len(b[0].tags)), ("N", 3)),
        ("deal-shared", lambda b: b[1].deal == b[0].deal and b[1].dealer == b[0].dealer, True),
        ("auction-ap-late", lambda b: len(b[0].auction.calls), 4),
        ("ending-both", lambda b: b[0].auction.ending, Ending.CLOSED),
        ("auction-no-dealer", lambda b: (b[0].dealer, str(b[0].auction.dealer)), (None, "N")),
        ("auction-first-call", lambda b: (str(b[0].dealer), str(b[0].auction.dealer)), ("N", "W")),
        ("call-unrecorded", lambda b: b[0].auction.calls[3], None),
        ("play-no-leader", lambda b: str(b[0].play.first), "E"),
        ("play-reading", lambda b: (str(b[0].declarer), str(b[0].play.first)), ("S", "W")),
        ("contract-disagrees", lambda b: str(b[0].contract), "3H"),
        ("declarer-disagrees", lambda b: str(b[0].declarer), "S"),
        ("result-disagrees", lambda b: b[0].tricks, 2),
        ("result-sum", lambda b: b[0].tricks, 9),
        ("text-stray", lambda b: b[0].tags[0].body, "played twice"),
    ],
)  # fmt: skip
def test_choice_is_made_as_the_page_says(code: str, tells: Any, wanted: Any) -> None:
    assert f"`{code}`" in TEXT
    assert tells(sample(code)) == wanted


# ------------------------------------------------------------------ the laws of the two writers

PBN_SAMPLES = sorted(FOLDER.parent.rglob("*.pbn"))


def meant(board: Board) -> dict[str, Any]:
    """What a record says, without how it was written."""
    return {key: value for key, value in to_json(board).items() if key not in WRITTEN}


WRITTEN = ("tags", "preamble", "postscript")


@pytest.mark.parametrize("path", PBN_SAMPLES, ids=lambda path: path.stem)
def test_laws_of_the_writers_hold_for_every_sample(path: Path) -> None:
    stream = formats.stream(path, "pbn")
    boards = list(stream)
    assert b"".join(formats.dump(boards, "pbn", [], stream.source)) == path.read_bytes()
    exported = b"".join(formats.dump(boards, "pbn", [], stream.source, export=True))
    again = formats.stream_bytes(exported, "again.pbn", "pbn")
    read = list(again)
    assert [meant(board) for board in read] == [meant(board) for board in boards]
    assert b"".join(formats.dump(read, "pbn", [], again.source, export=True)) == exported
