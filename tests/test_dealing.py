"""Dealing machines: golden sets, byte for byte; damage found in its place; laws of writing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import mutants, random_boards, read_soundly

from abtools import formats
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import Deal, Seat
from abtools.formats.dealing.dlm import UNUSED, checksum
from abtools.formats.dealing.suit_lists import PIPS
from abtools.problems import Problem

MACHINES = (
    *("bri", "dge", "dup", "hrf", "ber", "bhg", "cds", "rzd", "dlm"),
    *("duplimate-csv", "danish-csv"),
)
SUFFIXES = {
    "dealconvert": ("ber", "bhg", "bri", "cds", "csv", "dge", "dlm", "dup", "rzd"),
    "bigdeal_2boards": ("ber", "bhg", "bri", "csv", "dge", "dlm", "dup"),
}
GOLDEN = [f"{stem}.{suffix}" for stem, suffixes in SUFFIXES.items() for suffix in suffixes]
NUMBERED = ("hrf", "cds", "dlm", "dup", "duplimate-csv", "danish-csv")


def written(boards: list[Board], format: str) -> bytes:
    return b"".join(formats.dump(boards, format, []))


def codes(data: bytes, format: str) -> list[tuple[str, int, int]]:
    """Code, column and length of every problem but the note on what is derived."""
    return [
        (p.code, p.span.column, p.span.length)
        for p in formats.read_bytes(data, "x", format).problems
        if p.code != "derived"
    ]


def messages(data: bytes, format: str) -> list[str]:
    return [str(p) for p in formats.read_bytes(data, "x", format).problems if p.code != "derived"]


def facts(board: Board) -> tuple[object, ...]:
    return board.number, board.dealer, board.vulnerability, board.deal


# ---------------------------------------------------------------- golden sets


@pytest.mark.corpus
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_file_equals_its_pbn_twin(name: str, corpus: Path) -> None:
    path = corpus / "deal" / name
    twin = formats.read(path.with_suffix(".pbn"))
    reading = formats.read(path)
    assert [facts(board) for board in reading.boards] == [facts(board) for board in twin.boards]
    derived = [problem.code for problem in reading.problems]
    assert derived == ([] if path.suffix == ".csv" else ["derived"])


@pytest.mark.corpus
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_file_is_written_from_its_pbn_twin(name: str, corpus: Path) -> None:
    """Byte for byte, but for two things that are choices of the programs that wrote them.

    Big Deal ran on Unix and ends lines by LF where deal-convert, and abtools, write CR LF.
    deal-convert puts its own name into a DLM's headline; the PBN twin does not name it.
    """
    path = corpus / "deal" / name
    twin = list(formats.read(path.with_suffix(".pbn")).boards)
    if name == "dealconvert.dlm":
        twin[0] = replace(twin[0], tags=(Tag("Generator", "deal-converter.py"),))
    known = formats.guess(name, path.read_bytes().decode("latin-1"))
    assert known is not None
    out = written(twin, known.name)
    if name.startswith("bigdeal") and path.suffix in (".bhg", ".csv", ".dlm"):
        out = out.replace(b"\r\n", b"\n")
    assert out == path.read_bytes()


@pytest.mark.corpus
def test_golden_files_are_told_by_content(corpus: Path) -> None:
    for path in sorted((corpus / "deal").iterdir()):
        if path.suffix in (".pbn", ".lin"):
            continue
        reading = formats.read_bytes(path.read_bytes(), "hands.jsonl")
        known = formats.guess(path.name, path.read_bytes().decode("latin-1"))
        assert known is not None
        notes = [p.message for p in reading.problems if p.code == "suffix-misleading"]
        assert notes == [f"the name says jsonl, the content {known.name}; read as {known.name}"]
        assert formats.read(path).boards == reading.boards


@pytest.mark.corpus
def test_eight_boards_of_dealer(corpus: Path) -> None:
    reading = formats.read(corpus / "deal" / "dealer_8boards.bri")
    assert len(reading.boards) == 8
    assert all(board.deal and board.deal.is_complete for board in reading.boards)


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("format", MACHINES)
def test_what_is_written_is_read_again(format: str) -> None:
    boards = random_boards(99)
    problems: list[Problem] = []
    data = b"".join(formats.dump(boards, format, problems))
    assert problems == []
    reading = formats.read_bytes(data, "x", format)
    assert [facts(board) for board in reading.boards] == [facts(board) for board in boards]
    assert written(list(reading.boards), format) == data
    assert formats.guess("x", data[:8192].decode("latin-1")) is formats.FORMATS[format]


@pytest.mark.parametrize("format", NUMBERED)
def test_numbers_are_kept(format: str) -> None:
    boards = random_boards(40)[24:]
    reading = formats.read_bytes(written(boards, format), "x", format)
    assert [facts(board) for board in reading.boards] == [facts(board) for board in boards]


@pytest.mark.parametrize("format", MACHINES)
def test_what_a_reader_will_take_otherwise_is_noted(format: str) -> None:
    board = replace(random_boards(7)[6], dealer=Seat.N, vulnerability=Vulnerability.NONE)
    problems: list[Problem] = []
    data = b"".join(formats.dump([board], format, problems))
    (again,) = formats.read_bytes(data, "x", format).boards
    changed = [
        word
        for word, old, new in (
            ("board 7 becomes board 1", board.number, again.number),
            (f"dealer N becomes {again.dealer}", board.dealer, again.dealer),
            (
                f"vulnerability None becomes {again.vulnerability}",
                board.vulnerability,
                again.vulnerability,
            ),
        )
        if old != new
    ]
    assert [p.message for p in problems] == ([", ".join(changed)] if changed else [])


@pytest.mark.parametrize("format", MACHINES)
def test_a_deal_that_is_not_complete_is_left_out_and_told(format: str) -> None:
    whole, other = random_boards(2)
    part = replace(other, deal=Deal.parse("N:AKQJ.AKQ.AKQ.AKQ - - -"))
    problems: list[Problem] = []
    data = b"".join(formats.dump([whole, part], format, problems))
    assert [p.code for p in problems] == ["not-carried"]
    assert "fifty-two cards" in problems[0].message
    assert len(formats.read_bytes(data, "x", format).boards) == 1


@pytest.mark.parametrize("format", MACHINES)
def test_no_board_is_a_note(format: str) -> None:
    reading = formats.read_bytes(written([], format), "x", format)
    assert reading.boards == ()
    assert "file-empty" in [p.code for p in reading.problems]
    assert all(p.level != "error" for p in reading.problems)
    assert [p.code for p in formats.read_bytes(b"", "x", format).problems] == ["file-empty"]


@pytest.mark.parametrize("format", MACHINES)
def test_every_board_but_the_damaged_one_is_read(format: str) -> None:
    """A cut through the last record costs that record only."""
    boards = random_boards(5)
    data = written(boards, format)
    if format == "dlm":
        data = data[: data.index(b"Board 05=") + 20]
    else:
        data = data[: len(written(boards[:4], format)) + 10]
    reading = formats.read_bytes(data, "x", format)
    sound = [facts(board) for board in reading.boards if board.deal is not None]
    assert sound == [facts(board) for board in boards[:4]]
    assert "record-truncated" in [p.code for p in reading.problems]


# ---------------------------------------------------------------- damage, in its place

BOARDS = random_boards(2)


def test_bri_card_twice_has_the_byte_of_the_second() -> None:
    data = bytearray(written(BOARDS, "bri"))
    data[128 + 26 : 128 + 28] = data[128:130]
    card = int(data[128:130])
    assert codes(bytes(data), "bri") == [("deal-card-twice", 128 + 27, 2)]
    assert f"({card:02}) is in N and in E" in messages(bytes(data), "bri")[0]


def test_bri_wrong_number_and_wrong_character() -> None:
    data = written(BOARDS, "bri")
    assert codes(b"53" + data[2:], "bri") == [("deal-syntax", 1, 2)]
    assert codes(data[:130] + b"x" + data[131:], "bri") == [("character-bad", 131, 1)]
    assert codes(data[:100] + b"x" + data[101:], "bri") == [("character-bad", 101, 1)]


def test_old_text_form_has_a_line_a_board() -> None:
    data = written(BOARDS, "bri")
    text = data[:78] + b"\r\n" + data[128:206] + b"\r\n\x1a"
    reading = formats.read_bytes(text, "club.dup")
    assert [facts(board) for board in reading.boards] == [facts(board) for board in BOARDS]
    assert [p.code for p in reading.problems] == ["derived"]


def test_dge_wrong_marks_and_cards() -> None:
    data = written(BOARDS, "dge")
    assert codes(b"S" + data[1:], "dge") == [("character-bad", 1, 1)]
    twice = data.replace(data[1:2], data[2:3], 1)
    assert codes(twice, "dge")[0][0] in ("deal-card-twice", "character-bad")
    uneven = Deal.parse("N:AKQJT98765432.A.. .KQJT9876543.2. ..AKQJT9876543. .2..AKQJT98765432")
    assert codes(PIPS.write(uneven).encode("latin-1"), "dge")[-1] == ("deal-hand-size", 1, 68)


def test_dup_tells_its_deal_twice_and_both_must_agree() -> None:
    one, other = (written([board], "dup") for board in BOARDS)
    mixed = one[:78] + other[78:]
    assert codes(mixed, "dup") == [("record-disagrees", 79, 68)]
    reading = formats.read_bytes(mixed, "x", "dup")
    assert reading.boards[0].deal == BOARDS[0].deal


def test_dup_order_of_the_trailer() -> None:
    data = written(random_boards(32)[16:], "dup")
    assert data[146:156] == b"YN17 0 32 "
    assert data[156 + 146 : 312] == bytes(10)
    odd = data[:146] + b"NY17 2 31 " + data[156:]
    reading = formats.read_bytes(odd, "x", "dup")
    assert reading.boards[0].number == "17"
    assert reading.boards[0].tags == (
        Tag("XDupRandomHands", "N"),
        Tag("XDupBackwards", "Y"),
        Tag("XDupCopies", "2"),
    )
    assert codes(odd, "dup") == [("record-disagrees", 147, 10), ("value-unlisted", 148, 1)]
    again = written(list(reading.boards), "dup")
    assert again[146:156] == b"NY17 2 32 "
    spoilt = data[:146] + b"??????????" + data[156:]
    assert codes(spoilt, "dup") == [("deal-syntax", 147, 10)]
    assert formats.read_bytes(spoilt, "x", "dup").boards[0].number == "1"


def test_ber_counts_and_characters() -> None:
    data = written(BOARDS, "ber")
    assert codes(data[:60] + b"5" + data[61:], "ber") == [("character-bad", 61, 1)]
    other = b"2" if data[:1] == b"1" else b"1"
    assert codes(other + data[1:], "ber") == [("deal-hand-size", 1, 52)]
    assert codes(data[:52] + b"\r\n" + data[52:], "ber") == []


def test_bhg_letters() -> None:
    data = written(BOARDS, "bhg")
    at = data.index(b"\n", 2) + 1
    assert codes(data[:at] + b"?" + data[at + 1 :], "bhg") == [("character-bad", 1, 1)]
    twice = data[:at] + data[at + 1 : at + 2] + data[at + 1 :]
    assert codes(twice, "bhg") == [("deal-card-twice", 2, 1)]
    assert formats.read_bytes(twice, "x", "bhg").problems[1].span.line == 3


def test_cds_and_rzd_sizes_and_counts() -> None:
    cds, rzd = written(BOARDS, "cds"), written(BOARDS, "rzd")
    assert codes(cds[:14] + cds[14:15] + bytes(13), "cds") == [("deal-hand-size", 16, 13)]
    assert codes(b"\0" + cds[1:], "cds") == [("deal-syntax", 1, 1)]
    assert codes(b"\3" + rzd[1:], "rzd") == [("record-disagrees", 1, 2)]
    assert codes(rzd[:20], "rzd") == [("record-disagrees", 1, 2), ("file-empty", 1, 0),
                                      ("record-truncated", 14, 7)]  # fmt: skip


def test_dlm_checksums() -> None:
    data = written(BOARDS, "dlm")
    assert checksum(99, UNUSED) == 109
    at = data.index(b"Board 02=") + 9
    spoilt = data[: at + 26] + b"999" + data[at + 29 :]
    stated = data[at + 26 : at + 29].decode()
    assert messages(spoilt, "dlm") == [
        f"x:14:36: error: checksum-wrong: 999 stated, {stated} by the cards of board 2"
    ]
    assert formats.read_bytes(spoilt, "x", "dlm").boards[1].deal == BOARDS[1].deal
    assert messages(data.replace(b"Checksum=3", b"Checksum=7"), "dlm") == [
        "x:10:10: error: checksum-wrong: 7 stated, 3 by the number of boards (2)"
    ]
    hidden = data.replace(b"Status=Show", b"Status=Hide").replace(b"Checksum=3", b"Checksum=2")
    assert messages(hidden, "dlm") == []


def test_dlm_locked_deals_are_not_read() -> None:
    data = written(BOARDS, "dlm").replace(b"Crypto key=0", b"Crypto key=42")
    reading = formats.read_bytes(data, "x", "dlm")
    assert [board.deal for board in reading.boards] == [None, None]
    assert [p.code for p in reading.problems] == ["value-syntax", "derived"]


def test_dlm_headline_is_the_event_or_the_program() -> None:
    named = replace(BOARDS[0], tags=(Tag("Event", "Club night"),))
    reading = formats.read_bytes(written([named], "dlm"), "x", "dlm")
    assert reading.boards[0].tag("Event") == "Club night"
    reading = formats.read_bytes(written(BOARDS, "dlm"), "x", "dlm")
    assert reading.boards[0].tags == (Tag("Generator", "abtools"),)


def test_dlm_gaps_hold_no_board() -> None:
    boards = [random_boards(9)[2], random_boards(9)[8]]
    reading = formats.read_bytes(written(boards, "dlm"), "x", "dlm")
    assert [facts(board) for board in reading.boards] == [facts(board) for board in boards]
    assert {p.code for p in reading.problems} == {"derived", "file-empty"}


def test_duplimate_csv_cells() -> None:
    text = written(BOARDS, "duplimate-csv").decode()
    first = text.split("\r\n")[0]
    number = first.replace('"1","N/-"', '"one","N/-"')
    assert codes(number.encode(), "duplimate-csv")[0][0] == "value-syntax"
    state = first.replace("N/-", "X/-")
    assert codes(state.encode(), "duplimate-csv")[0][0] == "value-syntax"
    tens = text.replace("T", "10").replace('"', "")
    reading = formats.read_bytes(tens.encode(), "x", "duplimate-csv")
    assert [facts(board) for board in reading.boards] == [facts(board) for board in BOARDS]


def test_danish_csv_keeps_its_other_cells() -> None:
    digits = written(BOARDS, "bri")[:78].decode()
    line = f"Spil A;;Hold;2;{digits};slut\r\n"
    reading = formats.read_bytes(line.encode(), "kort.csv")
    assert reading.boards[0].deal == BOARDS[0].deal
    assert [tag.value for tag in reading.boards[0].tags] == ["Spil A", "Hold", "2", "slut"]
    assert written(list(reading.boards), "danish-csv") == line.encode()


# ---------------------------------------------------------------- fuzzing


@pytest.mark.parametrize("format", MACHINES)
def test_damaged_files_never_raise(format: str) -> None:
    files = [written(random_boards(n, n), format) for n in (1, 2, 4)]
    if format == "dlm":
        files = [data[:700] for data in files]
    for data in mutants(files, 1_000, format):
        reading = read_soundly(data, format)
        assert reading is not None
        assert all(b.deal is None or b.deal.is_complete for b in reading.boards)


def test_files_of_no_known_format_never_raise() -> None:
    files = [written(random_boards(2), format)[:900] for format in MACHINES]
    for data in mutants(files, 1_000, "any"):
        read_soundly(data, None)
