"""Texts and files of solvers and dealing programs: what they say, laws of writing, damage."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import mutants, random_boards, read_soundly

from abtools import formats
from abtools.auction import CALLS, Auction, Contract, Mark, Strain
from abtools.board import Board, Tag, Vulnerability, check
from abtools.cards import Deal, Seat
from abtools.formats.solved.results import PLACE, UNKNOWN, results_of, tag_of
from abtools.problems import Problem
from abtools.solver import table

LINES = ("deal-line", "dealer-line", "deals", "bare-deals", "ddline")
WITH_RESULTS = ("gib", "gib-binary", "zrd", "ddline", "dds")
ALL = (*LINES, "gib", "gib-binary", "zrd", "dds", "ben")
FEW = "N:AKQ...2 ..AKQ.3 .AKQ..4 T9.8.7."
"""An end position of four tricks."""


def written(boards: list[Board], format: str) -> bytes:
    return b"".join(formats.dump(boards, format, []))


def read(text: str, format: str) -> formats.Reading:
    return formats.read_bytes(text.encode(), "x", format)


def places(text: str, format: str) -> list[tuple[str, int, int, int]]:
    return [
        (p.code, p.span.line, p.span.column, p.span.length) for p in read(text, format).problems
    ]


def solved(count: int, seed: int = 1908) -> list[Board]:
    """Deals with twenty results each; the results are made up."""
    chance = random.Random(seed)
    return [
        Board(deal=board.deal, tags=(tag_of([chance.randrange(14) for _ in range(20)]),))
        for board in random_boards(count, seed)
    ]


def suited(format: str, count: int = 50) -> list[Board]:
    """Boards that a format holds wholly."""
    boards = solved(count)
    if format not in WITH_RESULTS:
        boards = [Board(deal=board.deal) for board in boards]
    if format in ("dds", "ben"):
        boards = [
            replace(board, dealer=numbered.dealer, vulnerability=numbered.vulnerability)
            for board, numbered in zip(boards, random_boards(count), strict=True)
        ]
    if format == "dds":
        strain = Strain.HEARTS
        boards = [replace(b, contract=Contract(None, strain), declarer=Seat.W) for b in boards]
    if format == "ben":
        calls = tuple(CALLS[name] for name in ("1C", "X", "XX", "P", "3N", "P", "P", "P"))
        marks, notes = ((1, Mark(note=1)),), ((1, "Alert"),)
        boards[3:6] = [
            replace(b, auction=Auction(b.dealer or Seat.N, calls, marks=marks, notes=notes))
            for b in boards[3:6]
        ]
    return boards


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("format", ALL)
def test_what_is_written_is_read_again(format: str) -> None:
    boards = suited(format)
    problems: list[Problem] = []
    data = b"".join(formats.dump(boards, format, problems))
    assert problems == []
    reading = formats.read_bytes(data, "x", format)
    assert list(reading.problems) == []
    assert list(reading.boards) == boards
    assert written(list(reading.boards), format) == data
    assert formats.guess("x", data[:8192].decode("latin-1")) is formats.FORMATS[format]


@pytest.mark.parametrize("format", WITH_RESULTS)
def test_results_go_through_pbn(format: str) -> None:
    """The table a reader makes is the one that PBN's export form has."""
    boards = suited(format, 5)
    pbn = formats.read_bytes(written(boards, "pbn"), "x.pbn")
    assert [results_of(board) for board in pbn.boards] == [results_of(board) for board in boards]
    assert written(list(pbn.boards), format) == written(boards, format)


@pytest.mark.parametrize("format", ["gib", "ddline", "dds", *LINES])
def test_end_positions(format: str) -> None:
    deal = Deal.parse(FEW)
    chance = random.Random(4)
    board = Board(deal=deal, tags=(tag_of([chance.randrange(5) for _ in range(20)]),))
    (again,) = formats.read_bytes(written([board], format), "x", format).boards
    assert again.deal == deal
    if format in WITH_RESULTS:
        assert results_of(again) == results_of(board)


@pytest.mark.parametrize("format", ALL)
def test_a_board_without_deal_is_left_out_and_told(format: str) -> None:
    problems: list[Problem] = []
    boards = [*suited(format, 2), Board(number="3")]
    data = b"".join(formats.dump(boards, format, problems))
    assert [p.code for p in problems] == ["not-carried"]
    assert len(formats.read_bytes(data, "x", format).boards) == 2


def test_what_is_not_held_is_told() -> None:
    board = replace(
        random_boards(1)[0],
        contract=Contract(4, Strain.SPADES),
        declarer=Seat.N,
        tags=(Tag("Generator", "x"), Tag("OptimumScore", "NS 420"), Tag("North", "Ann")),
    )
    told = {}
    for format in ("gib", "deals", "dds"):
        problems: list[Problem] = []
        list(formats.dump([board], format, problems))
        told[format] = " | ".join(p.message for p in problems)
    for word in ("Generator", "North", "Board"):
        assert all(word in text for text in told.values()), word
    assert "of the contract 4S only the trumps" in told["gib"]
    assert "OptimumScore" in told["gib"]
    assert "OptimumScore" in told["dds"]
    assert "Contract" in told["deals"]


def test_results_from_the_string_of_bridgecomposer() -> None:
    """Declarers N S E W, each NT S H D C (measured; formats.md 1.20)."""
    board = Board(tags=(Tag("DoubleDummyTricks", "0123456789abcd012345"),))
    results = results_of(board)
    assert results[PLACE[Seat.N, Strain.NOTRUMP]] == 0
    assert results[PLACE[Seat.S, Strain.CLUBS]] == 9
    assert results[PLACE[Seat.E, Strain.NOTRUMP]] == 10
    assert results[PLACE[Seat.W, Strain.CLUBS]] == 5
    assert results_of(Board()) == UNKNOWN


# ---------------------------------------------------------------- GIB


@pytest.mark.corpus
def test_gib_list(corpus: Path) -> None:
    path = corpus / "dds" / "sol10.txt"
    reading = formats.read(path)
    assert len(reading.boards) == 10
    assert reading.problems == ()
    assert written(list(reading.boards), "gib") == path.read_bytes()
    first = reading.boards[0]
    assert str(first.deal and first.deal[Seat.W]) == "T5.K4.652.A98542"
    results = results_of(first)
    assert results[PLACE[Seat.E, Strain.NOTRUMP]] == 13 - 6
    assert results[PLACE[Seat.N, Strain.NOTRUMP]] == 5
    assert results[PLACE[Seat.S, Strain.SPADES]] == 8


GIB = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"


def test_gib_comments_and_unknown_digits() -> None:
    text = f"{{name=one trumps=h leader=s}}\n{GIB.lower()}:6565888888884343323-\n\n{GIB}\n"
    one, two = read(text, "gib").boards
    assert one.deal == two.deal
    assert one.contract == Contract(None, Strain.HEARTS)
    assert one.declarer is Seat.E
    assert one.tag("XGibComment") == "name=one trumps=h leader=s"
    assert results_of(one)[PLACE[Seat.S, Strain.CLUBS]] is None
    assert two.tags == ()
    assert written([one, two], "gib").decode() == text.replace(GIB.lower(), GIB).replace(
        "\n\n", "\n"
    )


def test_gib_faults() -> None:
    assert places(f"{GIB}:6565\n", "gib") == [("record-truncated", 1, 69, 4)]
    assert places(f"{GIB}:6565888888884343323x\n", "gib") == [("character-bad", 1, 88, 1)]
    assert places(f"{GIB[:-1]}\n{{open", "gib") == [("comment-unclosed", 2, 1, 5)]
    assert places(f"\n{GIB.replace('QJT', 'QJZ')}\n", "gib")[1] == ("deal-syntax", 2, 21, 13)
    assert places(f"{GIB} 2.3.4.5\n", "gib")[0][:3] == ("deal-syntax", 1, 1)


def test_library_dat() -> None:
    """The same ten digits as in the text, each denomination a big-endian short."""
    (board,) = read(f"{GIB}:65658888888843433232\n", "gib").boards
    data = written([board], "gib-binary")
    assert len(data) == 26
    assert data[16:].hex() == "65658888888843433232"
    aces = [data[at + 3] & 3 for at in range(0, 16, 4)]
    assert aces == [3, 2, 2, 0]  # spades South, hearts and diamonds East, clubs West
    assert formats.read_bytes(data, "library.dat").boards == (board,)


def test_library_dat_needs_all_results() -> None:
    problems: list[Problem] = []
    board = Board(deal=random_boards(1)[0].deal)
    assert b"".join(formats.dump([board], "gib-binary", problems)) == b""
    assert "all twenty results" in problems[0].message


def test_zrd_is_little_endian_and_starts_with_the_spade_ace() -> None:
    (board,) = read(f"{GIB}:65658888888843433232\n", "gib").boards
    data = written([board], "zrd")
    assert len(data) == 23
    assert data[0] & 3 == 3  # the ace of spades is South's
    assert data[0] >> 2 & 3 == 1  # the king North's
    west_notrump, north_notrump = data[13] & 15, data[13] >> 4
    assert (west_notrump, north_notrump) == (13 - 6, 5)


@pytest.mark.corpus
def test_record_of_pavlicek_as_described(corpus: Path) -> None:
    """A record put together by hand: owners West 0, North 1, East 2, South 3 from the spade ace
    down to the club deuce, then nibbles by notrump, spades, ... each for W N E S."""
    with (corpus / "inputs.tsv").open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    (row,) = [row for row in rows if row["kind"] == "dataset"]
    assert "23-byte records" in row["input"]
    assert "SA..S2 HA..C2, then 20 nibbles: NT,S,H,D,C each for W,N,E,S" in row["input"]
    owners = [1] * 13 + [2] * 13 + [3] * 13 + [0] * 13  # spades North, hearts East, ...
    nibbles = [0, 0, 0, 0, 0, 13, 0, 13, 13, 0, 13, 0, 0, 13, 0, 13, 13, 0, 13, 0]
    packed = sum(owner << 2 * k for k, owner in enumerate(owners))
    packed |= sum(tricks << 104 + 4 * k for k, tricks in enumerate(nibbles))
    (board,) = formats.read_bytes(packed.to_bytes(23, "little"), "RPXX.ZRD").boards
    assert board.deal == Deal.parse(
        "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    results = results_of(board)
    for seat in Seat:
        for strain, suit in ((Strain.SPADES, Seat.N), (Strain.HEARTS, Seat.E),
                             (Strain.DIAMONDS, Seat.S), (Strain.CLUBS, Seat.W)):  # fmt: skip
            assert results[PLACE[seat, strain]] == (13 if seat.side is suit.side else 0)
        assert results[PLACE[seat, Strain.NOTRUMP]] == 0


def test_zdd_is_the_second_part_of_zrd() -> None:
    """Ten bytes of each record of twenty-three, from the fourteenth on; no deal is invented."""
    boards = [replace(board, dealer=None) for board in suited("zrd", 3)]
    whole = written(boards, "zrd")
    tables = b"".join(whole[at + 13 : at + 23] for at in range(0, len(whole), 23))
    problems: list[Problem] = []
    assert b"".join(formats.dump(boards, "zdd", problems)) == tables
    assert {"Deal cannot be held by zdd"} <= {problem.message for problem in problems}
    again = formats.read_bytes(tables, "rpdd.zdd")
    assert again.problems == ()
    assert [results_of(board) for board in again.boards] == [results_of(b) for b in boards]
    assert [board.deal for board in again.boards] == [None] * 3
    assert written(list(again.boards), "zdd") == tables


def test_zeros_are_not_taken_for_results() -> None:
    assert formats.guess("x", "\0" * 4096) is None
    assert formats.guess("x", "\0" * 9 + "\x01") is formats.FORMATS["zdd"]


def test_zdd_by_hand_and_damaged() -> None:
    """Notrump by West 7, North 6, then all 1; the last record is cut, the second has 15 tricks."""
    record = bytes([0x67, *[0x11] * 9])
    (board,) = formats.read_bytes(record, "x.zdd").boards
    results = results_of(board)
    assert results[PLACE[Seat.W, Strain.NOTRUMP]] == 7
    assert results[PLACE[Seat.N, Strain.NOTRUMP]] == 6
    assert sorted(n for n in results if n is not None) == [1] * 18 + [6, 7]
    assert places_of(record + b"\xff" * 10 + record[:4], "zdd") == [
        ("value-syntax", 11, 10),
        ("record-truncated", 21, 4),
    ]


@pytest.mark.parametrize("format", ["gib-binary", "zrd"])
def test_packed_files_damaged(format: str) -> None:
    data = written(suited(format, 2), format)
    size = len(data) // 2
    assert places_of(data[:-3], format) == [("record-truncated", size + 1, size - 3)]
    assert places_of(bytes(size) + data[size:], format)[0] == ("deal-hand-size", 1, size)
    tricks = data[: size - 1] + b"\xff" + data[size:]
    assert places_of(tricks, format) == [("value-syntax", 1, size)]


def places_of(data: bytes, format: str) -> list[tuple[str, int, int]]:
    problems = formats.read_bytes(data, "x", format).problems
    return [(p.code, p.span.column, p.span.length) for p in problems]


# ---------------------------------------------------------------- deals one a line


def test_lines_as_the_programs_print_them() -> None:
    """Printed by deal 3.1.9 (-l, format/ddline) and dealer 2021-11-21 (printoneline)."""
    texts = {
        "deal-line": "J8653  K97 KT763|K94 T95 QT84 Q94|T7 AJ862 65 J852|AQ2 KQ743 AJ32 A\n"
        "T95 J986 K96 |Q A52 JT874 J932|K86 T AQ53 K8765|AJ7432 KQ743 2 AQT4\n",
        "ddline": "Q.Q98643.Q9.KQJ3|AJ4.AT.KJ732.842|T976.KJ7.T86.AT7|K8532.52.A54.965"
        "|3 9 4 9 4|9 4 9 4 9|3 9 3 9 4|9 4 9 4 9\n",
        "dealer-line": "n 2.T98.K752.KJT84 e 5.J7642.986.9763 s AQ8.AQ5.QJT.AQ52 "
        "w KJT97643.K3.A43. \n",
    }
    for format, text in texts.items():
        reading = formats.read_bytes(text.encode(), "deals.txt")
        assert list(reading.problems) == [], format
        assert written(list(reading.boards), format).decode() == text
    void = formats.read_bytes(texts["deal-line"].encode(), "x").boards[0].deal
    assert void is not None
    assert str(void[Seat.N]) == "J8653..K97.KT763"
    tail = "Generated 1 hands\nProduced 1 hands\nInitial random seed 1\nTime needed    0.000 sec\n"
    reading = formats.read_bytes((texts["dealer-line"] + tail).encode(), "x")
    assert len(reading.boards) == 1
    assert reading.problems == ()
    ddline = formats.read_bytes(texts["ddline"].encode(), "x").boards[0]
    assert results_of(ddline)[PLACE[Seat.N, Strain.HEARTS]] == 9
    assert results_of(ddline)[PLACE[Seat.W, Strain.NOTRUMP]] == 9


def test_sixty_seven_characters() -> None:
    text = "QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    assert len(text) == 67
    (bare,) = formats.read_bytes(text.encode(), "x").boards
    (full,) = formats.read_bytes(f"N:{text}".encode(), "x").boards
    assert bare.deal == full.deal
    assert written([bare], "bare-deals").decode() == f"{text}\n"
    turned = f"  'e:{text}',\n"
    assert read(turned, "deals").boards[0].deal == Deal.parse(f"E:{text}")


def test_mixed_lines_and_faults() -> None:
    good = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    text = f"{good}\nhello\n# a comment\n{good.replace('QJ6', 'QQ6')}\n{good[2:]}\n"
    reading = read(text, "deals")
    assert len(reading.boards) == 2
    assert places(text, "deals")[0][0] == "deal-syntax"
    ddline = "AKQ...|.AKQ..|..AKQ.|...AKQ|1 2 3|9 1 2 3 0|1 1 1 1 1|x\n"
    codes = [(code, column) for code, _, column, _ in places(ddline.replace("x", "?"), "ddline")]
    assert codes == [("record-truncated", 29), ("value-syntax", 35), ("record-truncated", 55)]


# ---------------------------------------------------------------- dds


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["list10", "list1000", "largest", "thomas1"])
def test_dds_lists_are_written_back_byte_for_byte(name: str, corpus: Path) -> None:
    path = corpus / "dds" / f"{name}.txt"
    reading = formats.read(path)
    assert reading.problems == ()
    assert f"NUMBER {len(reading.boards)} \n".encode() == path.read_bytes().split(b"PBN")[0]
    assert written(list(reading.boards), "dds") == path.read_bytes()
    assert [p for board in reading.boards for p in check(board)] == []


@pytest.mark.corpus
def test_dds_list_says(corpus: Path) -> None:
    board = formats.read(corpus / "dds" / "list10.txt").boards[0]
    assert board.dealer is Seat.N
    assert board.vulnerability is Vulnerability.NONE
    assert str(board.contract) == "S"
    assert board.declarer is Seat.W
    assert results_of(board)[PLACE[Seat.E, Strain.SPADES]] == 8
    assert results_of(board)[PLACE[Seat.N, Strain.DIAMONDS]] == 5
    assert board.tag("OptimumScore") == "NS -110"
    assert board.tag("XDdsTrace") == "46 " + " ".join(["8"] * 46)
    assert board.play is not None
    assert [str(card) for card in board.play.cards[:4]] == ["CT", "C4", "CA", "CJ"]
    assert board.play.first is Seat.N


DDS = """\
NUMBER 1
PBN 2 3 0 3 "S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74"
TABLE 8 4 7 4 4 7 4 8 7 4 8 4 4 8 4 7 5 5 5 5
PLAY 1 "SA"
"""


def test_dds_faults() -> None:
    assert places(DDS, "dds") == []
    assert places(DDS.replace("NUMBER 1", "NUMBER 2"), "dds") == [("record-disagrees", 1, 1, 8)]
    assert places(DDS.replace("TABLE 8", "TABLE"), "dds")[0][:2] == ("record-truncated", 3)
    assert places(DDS.replace("TABLE 8", "TABLE 14"), "dds") == [("value-syntax", 3, 7, 2)]
    assert places(DDS.replace("PBN 2", "PBN 4"), "dds")[1][:2] == ("deal-syntax", 2)
    assert places(DDS.replace("SA", "S1"), "dds")[0][:2] == ("card-syntax", 4)
    assert places(DDS.replace("PLAY", "PLY"), "dds")[0][:2] == ("text-stray", 4)


# ---------------------------------------------------------------- BEN

BEN = """\
# BEN
# one board
AK753.AK2.8765.J 9862.T9843.T9.42 JT4.QJ7.KQJ2.A63 Q.65.A43.KQT9875
N N-S 1S P 3N P 4C* P 4D* P 6S P P X P P P
AKQT8.72.J86.K73 64.Q8543.542.Q42 J75.AT9.AQ9.AT65 932.KJ6.KT73.J98
S None
"""


def test_ben() -> None:
    one, two = read(BEN, "ben").boards
    assert one.dealer is Seat.N
    assert one.vulnerability is Vulnerability.NS
    assert one.auction is not None
    assert str(one.auction.calls[2]) == "3NT"
    assert [index for index, _ in one.auction.marks] == [4, 6]
    assert one.auction.outcome() == (Contract(6, Strain.SPADES, 2), Seat.N)
    assert two.auction is None
    assert written([one, two], "ben").decode() == BEN


def test_ben_in_one_line() -> None:
    hands = BEN.splitlines()[2]
    whole = read(BEN, "ben").boards[0]
    for text in (f"N N-S {hands}", f"'{hands}','N N-S'"):
        (board,) = formats.read_bytes(text.encode(), "x").boards
        assert (board.deal, board.dealer) == (whole.deal, whole.dealer)
        assert board.vulnerability is Vulnerability.NS
    assert places(BEN.replace("4C*", "8C*"), "ben") == []
    assert places(BEN.replace("4C*", "9C*"), "ben") == [("call-syntax", 4, 17, 3)]
    assert [code for code, *_ in places("N N-S 1C P P P\n", "ben")] == ["text-stray", "file-empty"]


# ---------------------------------------------------------------- are they the results?


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["sol10.txt", "list10.txt"])
def test_results_are_those_of_the_deals(name: str, corpus: Path) -> None:
    """Each place of a table is that declarer's and denomination's: the solver finds the same."""
    for board in formats.read(corpus / "dds" / name).boards[:3]:
        assert board.deal is not None
        found, told = table(board.deal), results_of(board)
        for (seat, strain), place in PLACE.items():
            assert found[strain, seat] == told[place], (board.deal, seat, strain)


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("format", ALL)
def test_damaged_files_never_raise(format: str) -> None:
    files = [written(suited(format, count), format) for count in (1, 3)]
    if format == "dds":
        files.append(DDS.encode())
    if format in ("gib", "ben"):
        files.append(BEN.encode() if format == "ben" else f"{{a}}\n{GIB}\n".encode())
    for data in mutants(files, 1_000, format):
        read_soundly(data, format)
