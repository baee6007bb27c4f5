"""Files a slip or many away from sound ones, and random deals; the same on every run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from abtools import formats
from abtools.board import Board, cycle_dealer, cycle_vulnerability
from abtools.cards import PACK, Deal, Hand


def random_deal(chance: random.Random) -> Deal:
    """Fifty-two cards, thirteen a hand."""
    pack = list(PACK)
    chance.shuffle(pack)
    return Deal(
        (Hand.of(pack[:13]), Hand.of(pack[13:26]), Hand.of(pack[26:39]), Hand.of(pack[39:]))
    )


def random_boards(count: int, seed: int = 1926) -> list[Board]:
    """Boards 1 to `count` with the dealer and vulnerability of their numbers."""
    chance = random.Random(seed)
    return [
        Board(
            number=str(number),
            dealer=cycle_dealer(number),
            vulnerability=cycle_vulnerability(number),
            deal=random_deal(chance),
        )
        for number in range(1, count + 1)
    ]


def mutants(files: Sequence[bytes], count: int, seed: str) -> Iterator[bytes]:
    """Sound files damaged: bytes changed, cut, doubled, moved, mixed; and bytes at random."""
    chance = random.Random(seed)
    for _ in range(count):
        data = bytearray(chance.choice(files))
        if chance.random() < 0.05:
            yield chance.randbytes(chance.randrange(400))
            continue
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8, 30))):
            at = chance.randrange(len(data) + 1)
            length = chance.choice((1, 1, 2, 13, 52, 150))
            match chance.randrange(6):
                case 0:
                    data[at : at + 1] = bytes([chance.randrange(256)])
                case 1:
                    del data[at : at + length]
                case 2:
                    data[at:at] = data[at : at + length]
                case 3:
                    other = chance.choice(files)
                    start = chance.randrange(len(other) + 1)
                    data[at : at + length] = other[start : start + length]
                case 4:
                    data[at : at + length] = chance.choice(b"\0\n\r\"';:,-=09 \xff").to_bytes(
                        1, "big"
                    )
                case _:
                    del data[at:]
        yield bytes(data)


def read_soundly(data: bytes, format: str | None, name: str = "x") -> formats.Reading | None:
    """Read bytes; nothing is raised but Unreadable, and every place is inside the text."""
    try:
        reading = formats.read_bytes(data, name, format)
    except formats.Unreadable:
        assert format is None
        return None
    source = reading.source
    spans = [problem.span for problem in reading.problems]
    spans += [board.span(part) for board in reading.boards for part in ("Deal", "Result")]
    size = len(source.text)
    for span in spans:
        if not span.line:
            continue
        whole = source.span(size)
        assert (span.line, span.column) <= (whole.line, whole.column), span
        line = source.line(span.line)
        if line:
            assert span.column <= len(line) + 3, span
    return reading


def hostile(size: int = 100_000) -> Iterator[bytes]:
    """Long texts on which a careless search would take for ever."""
    for piece in (b" ", b"\t", b"#", b";", b'"', b"{", b"=", b"|", b",", b".", b"-", b"A", b"1",
                  b"\0", b"# ", b"#\n", b'";', b"a=", b"N:", b"AKQ.", b"a b ", b"N 1,", b"1,\n",
                  b"\r", b'""', b'"\n', b"01", b"\x06A"):  # fmt: skip
        for head in (b"", b"N:", b"Board,Contract,Honours\n1,3N,", b"[Document]\n", b"PBN 0 "):
            yield head + piece * (size // len(piece)) + b"x"
