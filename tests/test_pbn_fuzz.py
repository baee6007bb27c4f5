"""Damaged files of PBN: read without exceptions, in linear time, every problem inside the text."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from strategies import encoded, is_utf_8_by_chance, mutate, pieces

from abtools import formats
from abtools.board import Board, check
from abtools.formats.pbn.text import RecordText
from abtools.problems import CODES, Problem, SourceText

SAMPLES = Path(__file__).resolve().parent.parent / "samples"


def inside(problems: list[Problem], source: SourceText) -> None:
    """Every code is known, every place within the text: its column at most one past the line."""
    lines = source.text.split("\n")
    for problem in problems:
        assert problem.code in CODES
        assert problem.message
        span = problem.span
        assert 1 <= span.line <= len(lines), problem
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, problem
        assert span.length >= 0


def is_read(data: bytes) -> None:
    """Read and checked without an exception, every problem inside the text."""
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    problems = [problem for board in stream for problem in check(board)]
    inside([*stream.problems, *problems], stream.source)


def survives(data: bytes) -> None:
    """Read, checked, kept as it was, exported and read again, without an exception."""
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    boards = list(stream)
    inside(stream.problems, stream.source)
    for board in boards:
        inside([*check(board), *stream.strict_problems(board)], stream.source)
    lost: list[Problem] = []
    assert b"".join(formats.dump(boards, "pbn", lost, stream.source)) == data
    assert lost == []
    lines = b"".join(formats.dump(boards, "jsonl", lost))
    assert list(formats.stream_bytes(lines, "x.jsonl", "jsonl")) == boards
    assert lost == []
    first = b"".join(formats.dump(boards, "pbn", lost, export=True))
    for problem in lost:
        assert problem.code == "not-carried"
    if is_utf_8_by_chance(first):
        return
    once = list(formats.stream_bytes(first, "x.pbn", "pbn"))
    assert b"".join(formats.dump(once, "pbn", lost, export=True)) == first


def records(folder: Path) -> list[str]:
    """The records of all PBN files of a folder, one to three together."""
    found = []
    for path in sorted(folder.rglob("*.pbn")):
        source = formats.stream_bytes(path.read_bytes(), path.name, "pbn").source
        parts = pieces(source.text, 2000)
        found += ["\n".join(parts[at : at + 1 + at % 3]) for at in range(min(len(parts), 40))]
    return found


def damaged(found: list[str], count: int, seed: int) -> Iterator[bytes]:
    """Records with slips, in all encodings and with all line ends."""
    chance = random.Random(seed)
    for _ in range(count):
        yield encoded(chance, mutate(chance, chance.choice(found), chance.choice(found)))


def test_damaged_samples() -> None:
    for data in damaged(records(SAMPLES), 400, 1926):
        survives(data)


def test_damaged_real_files(corpus: Path) -> None:
    for data in damaged(records(corpus / "pbn"), 400, 1927):
        survives(data)


def test_random_bytes() -> None:
    chance = random.Random(1928)
    signs = b'[]"{};%#\n\r \t^=$*+!?-\\NESWAKQJT9AP17\xe9\x93'
    for _ in range(1000):
        size = chance.randrange(120)
        share = chance.random()
        data = bytes(
            chance.choice(signs) if chance.random() < share else chance.randrange(256)
            for _ in range(size)
        )
        survives(data)


def test_thousands_of_damaged_records_are_read() -> None:
    for data in damaged(records(SAMPLES), 5000, 1929):
        is_read(data)


def test_thousands_of_damaged_real_records_are_read(corpus: Path) -> None:
    for data in damaged(records(corpus / "pbn"), 3000, 1931):
        is_read(data)


# ------------------------------------------------------------------ two ways to read a record


def both_ways(data: bytes, careful: pytest.MonkeyPatch) -> tuple[list[Board], list[Board]]:
    """The boards as read, and as read without the short way for plainly spelled records."""
    quick = formats.stream_bytes(data, "x.pbn", "pbn")
    boards = list(quick)
    with careful.context() as patch:
        patch.setattr(RecordText, "plain_items", lambda self: None)
        slow = formats.stream_bytes(data, "x.pbn", "pbn")
        others = list(slow)
    assert [str(p) for p in quick.problems] == [str(p) for p in slow.problems]
    assert [str(p) for b in boards for p in check(b)] == [str(p) for b in others for p in check(b)]
    return boards, others


def plain(text: str) -> str:
    """A text with much taken out that would keep the short way from being taken."""
    return re.sub(r"[{}\\;%#]", "", text)


def test_the_short_way_gives_what_the_careful_way_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1930)
    found = [plain(text) for text in records(SAMPLES)]
    for _ in range(1000):
        text = plain(mutate(chance, chance.choice(found), chance.choice(found)))
        quick, slow = both_ways(text.encode(), monkeypatch)
        assert quick == slow, text


def test_both_ways_over_real_files(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted((corpus / "pbn").glob("*.pbn")):
        quick, slow = both_ways(path.read_bytes(), monkeypatch)
        assert quick == slow


# ------------------------------------------------------------------ nasty, and long

HEAD = (
    '[Event "x"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:AKQJ.T98.765.432 - - -"]\n'
    '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'
)
CALLS = HEAD + '[Auction "N"]\n'
CARDS = HEAD + '[Play "E"]\n'
NASTY = {
    "backslashes": ('[Event "', "\\", '"]\n', 100_000),
    "backslashes without end": ('[Event "', "\\", "", 100_000),
    "a comment of a megabyte": (HEAD + "{", "a", "}\n", 1_000_000),
    "an open comment of many lines": (HEAD + "{", "a\n", "", 300_000),
    "empty lines in a comment": (HEAD + "{", "\n", "}\n", 100_000),
    "open braces": (HEAD, "{", "", 100_000),
    "open braces in an auction": (CALLS, "{", "", 100_000),
    "comments with empty lines": ("", "{a\n\nb}\n", "", 20_000),
    "open brackets": ("", "[", "", 100_000),
    "open brackets on lines": ("", "[\n", "", 100_000),
    "tags broken off": ("", '[a "', "", 100_000),
    "tags broken off on lines": ("", '[Event "x\n', "", 50_000),
    "names and blanks": ("[Event", " ", "", 100_000),
    "brackets and blanks": ("", "[" + " " * 50 + "\n", "", 5_000),
    "quotes": (HEAD, '"', "", 100_000),
    "quotes on lines": (HEAD, '"a\n', "", 50_000),
    "empty lines": ("", "\n", "", 50_000),
    "empty lines after a record": (HEAD, "\n", "", 50_000),
    "blanks": (HEAD, " ", "\n" + HEAD, 1_000_000),
    "no line end": ("", "a", "", 1_000_000),
    "words without line end": ("", "ab ", "", 100_000),
    "one tag over and over": ("", '[Event "x"]\n', "", 20_000),
    "records over and over": ("", HEAD + "\n", "", 1_000),
    "records joined": ("", '[Board "1"]\n[Event "a"]\n', "", 10_000),
    "passes": (CALLS, "Pass ", "", 20_000),
    "bids": (CALLS, "1C ", "", 20_000),
    "bids with marks": (CALLS, "1C! =1= $7 {a} ", "", 5_000),
    "AP": (CALLS, "AP ", "", 20_000),
    "skipped": (CALLS, "^S ", "", 20_000),
    "carets": (CALLS, "^I ", "", 20_000),
    "suffixes": (CALLS + "1C", " !", "", 20_000),
    "one card": (CARDS, "SA ", "", 20_000),
    "leads out of turn": (CARDS, "^L SA ^R SK ", "", 10_000),
    "cards with comments": (CARDS, "SA ;x\n", "", 20_000),
    "plus": (CARDS, "+ ", "", 20_000),
    "notes": (CALLS + "1C\n", '[Note "1:a"]\n', "", 10_000),
    "a long annotation number": (CALLS + "1C $", "9", "", 100_000),
    "a long note number": (CALLS + "1C =", "9", "=", 100_000),
    "a long number of a note": (CALLS + '1C\n[Note "', "9", ':a"]\n', 100_000),
    "a long board number": ('[Board "', "9", '"]\n', 100_000),
    "a long result": ('[Declarer "N"]\n[Result "', "9", '"]\n', 100_000),
    "a long score": ('[Score "', "9", '"]\n', 100_000),
    "a long adjustment": ('[Adjustments "NS below ', "9", ' x"]\n', 100_000),
    "a wide column": ('[ScoreTable "A\\', "9", 'R;B"]\n1 2\n', 100_000),
    "many cells": ('[ScoreTable "+Rank;Call"]\n', "1 2\n", "", 10_000),
    "long cells": ('[ScoreTable "+Rank;Call"]\n', "9", " 2\n", 100_000),
    "many columns": ('[ScoreTable "', "A;", 'A"]\n1 2\n', 5_000),
    "a long deal": ('[Deal "N:', "A", '"]\n', 100_000),
    "a deal of dots": ('[Deal "N:', ".", '"]\n', 100_000),
    "a deal of dashes": ('[Deal "N:', "- ", '"]\n', 100_000),
    "a deal of spot cards": ('[Deal "N:', "x", '... - - -"]\n', 100_000),
    "a deal of tens": ('[Deal "N:', "10", '... - - -"]\n', 50_000),
    "a contract doubled often": ('[Contract "3NT', "X", '"]\n', 100_000),
    "a long date": ('[Date "', "1", '"]\n', 100_000),
    "a long round": ('[Round "', "1.", '"]\n', 100_000),
    "a long history": ('[ScoreRubberHistory "NS 0 0/', "1 ", 'EW 0 0/1"]\n', 100_000),
    "NUL": ("", "\0", "", 100_000),
    "tabs in strings": ("", '[Event "a\tb"]\n', "", 20_000),
    "escape lines": ("", "%\n", "", 100_000),
    "lines with #": (HEAD, "#a\n", "", 50_000),
    "long lines": ("", "a" * 300 + "\n", "", 2_000),
    "line ends of all kinds": ("", "\n\r\r\n", "", 50_000),
    "letters beyond ASCII": ("", "é♠\n", "", 50_000),
    "inherited": ("", '[Event "#"]\n\n', "", 5_000),
    "defaults": ("", '[Event "##x"]\n\n', "", 5_000),
}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_texts_take_no_longer_than_their_length(name: str) -> None:
    before, piece, after, count = NASTY[name]

    def taken(times: int) -> float:
        """Seconds of this process to read, check, keep and export."""
        data = (before + piece * times + after).encode()
        start = time.process_time()
        stream = formats.stream_bytes(data, "x.pbn", "pbn")
        boards = list(stream)
        problems = [problem for board in boards for problem in check(board)]
        assert b"".join(formats.dump(boards, "pbn", [], stream.source)) == data
        first = b"".join(formats.dump(boards, "pbn", [], export=True))
        seconds = time.process_time() - start
        assert {problem.code for problem in [*stream.problems, *problems]} <= CODES.keys()
        once = list(formats.stream_bytes(first, "x.pbn", "pbn"))
        assert b"".join(formats.dump(once, "pbn", [], export=True)) == first
        return seconds

    measured = []
    for _ in range(3):  # something else may get in the way of one measurement, hardly of three
        short, long = taken(count // 40), taken(count // 10)
        # four times the text: linear time is four times as long, quadratic sixteen
        if long < 0.3 or long < 10 * short:
            return
        measured.append((short, long))
    pytest.fail(f"seconds for a short and a long text: {measured}")


def test_many_different_tags() -> None:
    text = "".join(f'[T{number} "x"]\n' for number in range(5_000))
    start = time.process_time()
    survives(text.encode())
    assert time.process_time() - start < 10


@pytest.mark.parametrize("blank", ["\xa0", "\x0c", "\x1c", "\x85", "\u2003", "\u3000"])
def test_only_blanks_of_pbn_part_calls_and_cards(
    blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (CALLS + f"1C{blank}Pass Pass Pass\n", CARDS + f"S2{blank}S3 SA S4\n"):
        quick, slow = both_ways(text.encode(), monkeypatch)
        assert quick == slow


def test_more_values_than_are_remembered() -> None:
    """The meanings of values are kept; a file with very many of them is read all the same."""
    data = "".join(f'[Dealer "N"]\n[Score "{number}"]\n\n' for number in range(51_000)).encode()
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    assert sum(1 for _ in stream) == 51_000
    assert stream.problems == []


def test_a_result_of_a_deal_passed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[Declarer "S"]\n[Contract "Pass"]\n[Result "9"]\n'
    quick, slow = both_ways(text.encode(), monkeypatch)
    assert quick == slow
