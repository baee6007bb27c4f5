"""Files read piece by piece: the size of the pieces changes nothing of what is read."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from strategies import encoded, mutate, pieces

from abtools import formats
from abtools.board import Board, check
from abtools.formats import pieces as reading
from abtools.formats.files import Content
from abtools.formats.pbn.text import PbnFile
from abtools.formats.pieces import TextFile
from abtools.problems import Problem

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
TEXTS = (b"", b"\n", b"a", b"a\nb\n", b"a\r\n\r\nb", b"a\rb\r\rc\r", b"a\n\rb\n\r\n\rc",
         b"a\n\r\nb\r", b"\xef\xbb\xbfa\xc3\xa9\nb", "a\u00e9\r\nb".encode("utf-16"),
         b"\x93q\x94\n\xe9\r\n")  # fmt: skip


@pytest.mark.parametrize("size", [4, 5, 7, 1000])
@pytest.mark.parametrize("data", TEXTS)
def test_lines_are_those_of_the_whole_text(
    data: bytes, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PIECE", size)
    file = TextFile(Content.of(data), "x")
    codec = {"windows-1252": "cp1252"}.get(file.encoding.codec, file.encoding.codec)
    text = data[len(file.encoding.bom) :].decode(codec)
    # CR, LF, CR LF and LF CR each end one line.
    plain = text.replace("\r\n", "\0").replace("\n\r", "\0").replace("\r", "\0").replace("\n", "\0")
    lines = plain.removesuffix("\0").split("\0") if plain else []
    assert list(file.lines()) == lines
    assert [file.line(n) for n in range(len(lines) + 2)] == ["", *lines, ""]
    assert [file.line(n) for n in range(len(lines), 0, -1)] == lines[::-1]


def told(data: bytes, name: str) -> tuple[list[Board], list[str], bytes]:
    """The boards of some bytes, all that is wrong with them, and the file kept as it was."""
    stream = formats.stream_bytes(data, f"x.{name}", name)
    found: list[Problem] = []
    boards = []
    for board in stream:
        boards.append(board)
        found += check(board)
        found += (p for p in stream.strict_problems(board) if "CR LF" not in p.message)
    found += stream.problems
    kept = b"".join(formats.dump(boards, name, [], stream.source))
    return boards, sorted(map(str, found)), kept


def records() -> Iterator[bytes]:
    """Records of PBN, sound and damaged, in all encodings and with all line ends."""
    chance = random.Random(1904)
    texts = [path.read_bytes().decode("latin-1") for path in sorted(SAMPLES.rglob("*.pbn"))]
    found = [piece for text in texts for piece in pieces(text, 2000)[:20]]
    for _ in range(300):
        some = "\n\n".join(chance.sample(found, 3))
        yield encoded(chance, mutate(chance, some, chance.choice(found)))
        yield encoded(chance, some)


def test_pages_of_pbn_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1912)
    for data in records():
        whole = told(data, "pbn")
        with monkeypatch.context() as patch:
            patch.setattr(reading, "PIECE", chance.choice((5, 64, 300, 1000)))
            assert told(data, "pbn") == whole
        assert whole[2] == data


def test_pages_of_real_files_change_nothing(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted((corpus / "pbn").glob("*.pbn")):
        whole = told(path.read_bytes(), "pbn")
        with monkeypatch.context() as patch:
            patch.setattr(reading, "PIECE", 3000)
            assert told(path.read_bytes(), "pbn") == whole


def test_a_page_holds_what_nothing_after_it_can_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comment that is closed lets its record go; one still open keeps back all after it."""
    monkeypatch.setattr(reading, "PIECE", 30)
    record = '[Board "1"]\n{one\n\ntwo}\n\n'
    text = record * 3 + '[Board "4"]\n{three\n\n' + '[Board "5"]\n\n' * 9
    file = PbnFile(Content.of(text.encode()), "x.pbn")
    counts = [len(places) for _, places in file.pages()]
    assert (sum(counts[:-1]), counts[-1]) == (3, 10)
    assert (file.tail, file.records_end) == ("\n", len(text) - 1)


@pytest.mark.parametrize("name", ["jsonl", "gib", "gib-binary", "zrd", "dds", "deals", "ben"])
def test_pieces_of_other_formats_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty solved deals, written once, read in pieces of many sizes."""
    chance = random.Random(name)
    boards = [solved(chance) for _ in range(20)]
    data = b"".join(formats.dump(boards, name, []))
    whole = formats.read_bytes(data, "x", name)
    assert [board.deal for board in whole.boards] == [board.deal for board in boards]
    for size in (5, 23, 27, 100):
        monkeypatch.setattr(reading, "PIECE", size)
        again = formats.read_bytes(data + b"A", "x", name)
        assert again.boards == whole.boards
        assert [p.code for p in again.problems] != []


def solved(chance: random.Random) -> Board:
    """A deal with dealer, vulnerability and twenty results, all by chance."""
    from abtools.board import Vulnerability
    from abtools.cards import PACK, Deal, Hand, Seat
    from abtools.formats.solved.results import tag_of

    pack = [card.bits for card in PACK]
    chance.shuffle(pack)
    north, east, south, west = (Hand(sum(pack[at : at + 13])) for at in range(0, 52, 13))
    return Board(
        dealer=Seat.N,
        vulnerability=Vulnerability.NONE,
        deal=Deal((north, east, south, west)),
        tags=(tag_of([chance.randrange(14) for _ in range(20)]),),
    )


def test_a_file_that_changes_meanwhile_is_not_quoted(tmp_path: Path) -> None:
    path = tmp_path / "x.pbn"
    path.write_text('[Board "1"]\n')
    reading_it = formats.stream(path)
    assert reading_it.source.line(1) == '[Board "1"]'
    path.write_text('[Board "2"]\n')
    os.utime(path, ns=(1, 1))
    assert reading_it.source.line(1) == ""
