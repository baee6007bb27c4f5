"""Sheets of results: what people keep in a spreadsheet is read, whatever the columns are called."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from fuzzing import mutants, random_boards, read_soundly

from abtools import formats
from abtools.auction import Contract, Strain
from abtools.board import Adjustment, Board, Tag, Vulnerability
from abtools.cards import Seat, Side
from abtools.formats.spreadsheet.cells import (
    Said,
    doubling_of,
    read_contract,
    tricks_of,
    vulnerability_of,
)
from abtools.formats.spreadsheet.rows import rows
from abtools.formats.spreadsheet.words import COLUMNS

CLUB = """\
Thursday club, 3 March 1927
Board;Dealer;Vul;Contract;By;Result;Honours;North;East;South;West;Lead
1;N;None;3NT;S;+1;N:4 E:0;Ann;Bob;Carl;Dora;♠5
2;E;NS;4♠x;W;-2;;;;;;
3;S;E-W;3 NT N +1;;;;;;;;
4;W;both;passed out;;;;;;;;
5;N;NS;5C**;Ann;11;S 4, W 1;Ann;Bob;Carl;Dora;
Total;;;;;;;;;;;
"""


def read(text: str, name: str = "club.csv") -> formats.Reading:
    return formats.read_bytes(text.encode(), name)


def outcome(board: Board) -> tuple[str, str, int | None]:
    return str(board.contract), str(board.declarer), board.tricks


def test_a_club_sheet() -> None:
    reading = read(CLUB)
    assert [outcome(board) for board in reading.boards] == [
        ("3NT", "S", 10),
        ("4SX", "W", 8),
        ("3NT", "N", 10),
        ("Pass", "None", None),
        ("5CXX", "N", 11),
    ]
    states = " ".join(str(board.vulnerability) for board in reading.boards)
    assert states == "None NS EW All NS"
    first, last = reading.boards[0], reading.boards[4]
    assert first.honours == (4, 0, None, None)
    assert last.honours == (None, None, 4, 1)
    assert first.tag("North") == "Ann"
    assert first.tag("Lead") == "♠5"
    assert first.preamble == "{Thursday club, 3 March 1927}\n"
    assert [(p.code, p.span.line) for p in reading.problems] == [("sheet-row", 8)]
    assert first.span("Result").column == 16


def test_a_club_sheet_scores_at_once(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    from abtools.commands import run

    path = tmp_path_factory.mktemp("club") / "club.csv"
    path.write_text(CLUB, "utf-8")
    assert run(["score", str(path)]) == 0
    assert "5♣××" in capsys.readouterr().out


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_is_sniffed(delimiter: str) -> None:
    text = 'Board,Contract,Declarer,Result,Remark\n1,4H,S,10,"led, they say"\n'
    text = text.replace(",", delimiter).replace('"led; they', '"led, they')
    (board,) = read(text).boards
    assert outcome(board) == ("4H", "S", 10)
    assert (board.tag("Remark") or "").startswith("led")


CONTRACTS = {
    "3NTN+1": "3NT N +1",
    "4HE=": "4H E =",
    "4♠x": "4SX  ",
    "4 S x": "4SX  ",
    "3 NT N +1": "3NT N +1",
    "4♠️X W −2": "4SX W -2",
    "3N": "3NT  ",
    "3NN": "3NT N ",
    "1NE": "1NT E ",
    "2DDS-3": "2DX S -3",
    "6C**N+1": "6CXX N +1",
    "4 spades doubled by East =": "4SX E =",
    "4hs10": "4H S 10",
    "5♢ redoubled": "5DXX  ",
    "7 no trumps": "7NT  ",
    "4 Sa": "4NT  ",
    "2R": "2R  ",
    "3 nullos W": "3NU W ",
    "S": "S  ",
    "sxxx": "SXXX  ",
}


@pytest.mark.parametrize("text", CONTRACTS)
def test_contracts_as_people_write_them(text: str) -> None:
    (board,) = read(f"Board\tContract\tResult\n1\t{text}\t\n").boards
    said = read_contract(text)
    assert isinstance(said, Said)
    contract, declarer, result = CONTRACTS[text].split(" ")
    assert str(board.contract) == contract
    assert ("" if board.declarer is None else str(board.declarer)) == declarer
    assert said.result.replace(" ", "") == result


@pytest.mark.parametrize("text", ["Pass", "passed out", "PASS OUT", "all pass", "passe", "Passo"])
def test_passed_out(text: str) -> None:
    assert read_contract(text) is Contract.PASSED_OUT


@pytest.mark.parametrize("text", ["A+", "9H", "4X", "40%", "4SS4S"])
def test_what_is_no_contract_is_told_and_kept(text: str) -> None:
    reading = read(f"Board,Contract,Result\n1,{text},\n")
    assert [(p.code, p.span.line, p.span.column, p.span.length) for p in reading.problems] == [
        ("contract-syntax", 2, 3, len(text))
    ]
    assert reading.boards[0].contract is None
    assert reading.boards[0].tag("Contract") == text


def test_results() -> None:
    contract = Contract(4, Strain.SPADES)
    told = {"9": 9, "=": 10, "+1": 11, "-2": 8, "− 2": 8, "10 tricks": 10, "made": 10, "down2": 8}
    assert {text: tricks_of(text, contract) for text in told} == told
    for text in ("14", "+4", "-11", "four", "420", "9.5"):
        assert isinstance(tricks_of(text, contract), str), text


def test_result_beside_and_in_two_columns() -> None:
    text = "Board,Contract,By,Result,Tricks\n1,4S,N,+1,11\n2,4S,N,+1,10\n3,4SN+1,,=,\n"
    reading = read(text)
    assert [board.tricks for board in reading.boards] == [11, 11, 10]
    assert [(p.code, p.span.line) for p in reading.problems] == [
        ("record-disagrees", 3),
        ("record-disagrees", 4),
    ]


def test_vulnerability_words() -> None:
    told = {
        "None": ["-", "none", "love", "niemand", "nessuno", "personne", "ingen", "o-"],
        "NS": ["NS", "N-S", "n/s", "NZ"],
        "EW": ["EW", "E-W", "E/O", "OW", "we"],
        "All": ["All", "both", "tous", "alle", "beide", "B"],
    }
    for state, words in told.items():
        for word in words:
            if word != "o-":
                assert vulnerability_of(word) is Vulnerability(state), word
    assert vulnerability_of("red") is None


def test_doubled_column() -> None:
    text = "Board,Contract,Doubled,By,Result\n1,4S,X,N,=\n2,4S,,N,=\n3,4S,**,N,=\n4,4Sx,xx,N,=\n"
    reading = read(text)
    assert [str(board.contract) for board in reading.boards] == ["4SX", "4S", "4SXX", "4SXX"]
    assert [p.code for p in reading.problems] == ["record-disagrees"]
    assert doubling_of("maybe") is None


def test_honours_in_four_columns() -> None:
    text = "Board,Contract,By,Result,Hon N,Hon E,S honours,Honours West\n1,1S,N,7,4,,1,0\n"
    assert read(text).boards[0].honours == (4, None, 1, 0)


LANGUAGES = {
    "French": ("Donne\tVul\tContrat\tDéclarant\tRésultat", "4P\tO", "3C\tE", "5T\tN", "1K\tS"),
    "Italian": ("Mano\tZona\tContratto\tDichiarante\tPrese", "4P\tO", "3C\tE", "5F\tN", "1Q\tS"),
    "German": ("Spiel\tGefahr\tKontrakt\tAlleinspieler\tStiche",
               "4P\tW", "3H\tO", "5T\tN", "1K\tS"),
    "Dutch": ("Spel\tKwetsbaar\tContract\tLeider\tSlagen", "4S\tW", "3H\tO", "5K\tN", "1R\tZ"),
    "Swedish": ("Bricka\tZon\tKontrakt\tSpelförare\tStick", "4S\tV", "3H\tÖ", "5K\tN", "1R\tS"),
    "Polish": ("Rozdanie\tZałożenia\tKontrakt\tRozgrywający\tLewy",
               "4S\tW", "3H\tE", "5C\tN", "1D\tS"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_in_other_languages(language: str) -> None:
    header, *boards = LANGUAGES[language]
    lines = [header, *(f"{n}\tNS\t{board}\t7" for n, board in enumerate(boards, 1))]
    reading = read("\n".join(lines), "club.tsv")
    assert [outcome(board) for board in reading.boards] == [
        ("4S", "W", 7),
        ("3H", "E", 7),
        ("5C", "N", 7),
        ("1D", "S", 7),
    ]
    notes = [p.message for p in reading.problems]
    assert all(note.startswith(f"contracts are read as {language}") for note in notes)
    assert len(notes) == (language != "Polish")


def test_titles_of_columns_mean_one_thing_in_each_language() -> None:
    for language in {language for words in COLUMNS.values() for language in words}:
        seen: dict[str, str] = {}
        for name, languages in COLUMNS.items():
            for word in languages.get(language, "").split(", "):
                assert not word or seen.setdefault(word, name) == name, (language, word)


def test_no_header_is_told() -> None:
    reading = read("1,4S,N,=\n2,3NT,S,+1\n")
    assert reading.boards == ()
    assert [p.code for p in reading.problems] == ["sheet-columns", "file-empty"]


def test_rows_with_quotes_and_line_ends() -> None:
    text = 'a,"b ""c"", d",e\r\n"two\nlines", "x" ,"open, y\r\n\r\n,,\r\nlast'
    assert [[cell.text for cell in row] for row in rows(text, ",")] == [
        ["a", 'b "c", d', "e"],
        ["two\nlines", "x", '"open', "y"],
        ["last"],
    ]


# ---------------------------------------------------------------- laws


def random_results(count: int) -> list[Board]:
    """Boards with a result and what else a sheet holds."""
    chance = random.Random(1909)
    boards = []
    for board in random_boards(count):
        contract = Contract(chance.randrange(1, 8), chance.choice(list(Strain)[:8]),
                            chance.choice((1, 2, 4)))  # fmt: skip
        if chance.random() < 0.1:
            board = replace(board, contract=Contract.PASSED_OUT)
        else:
            board = replace(
                board,
                contract=contract,
                declarer=chance.choice(list(Seat)),
                tricks=chance.randrange(14),
                declarer_swapped=chance.random() < 0.1,
                tricks_agreed=chance.random() < 0.1,
                honours=chance.choice((None, (4, None, 1, 0), (0, 0, 0, 5))),
                chicane=chance.choice((None, (), (Seat.N, Seat.E))),
                adjustments=(Adjustment(Side.NS, "above", 50, "a slip"),)
                if chance.random() < 0.2
                else (),
                deal=chance.choice((None, board.deal)),
            )
        names = ("North", "East", "South", "West", "Event", "Site", "Date", "Scoring")
        values = ("", 'O"Hara, "Scarlett"', "Łódź", "a;b", "12")
        board = replace(
            board,
            tags=tuple(
                Tag(name, value) for name in names if (value := chance.choice(values))
            ),
        )  # fmt: skip
        boards.append(board)
    return boards


def held(board: Board) -> Board:
    """A board with its tags in the order of a sheet's."""
    return replace(board, tags=tuple(sorted(board.tags)), spans=None)


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_what_is_written_is_read_again(format: str) -> None:
    boards = random_results(300)
    problems: list[object] = []
    data = b"".join(formats.dump(boards, format, problems))  # type: ignore[arg-type]
    assert problems == []
    reading = formats.read_bytes(data, f"x.{format}")
    assert list(reading.problems) == []
    assert [held(board) for board in reading.boards] == [held(board) for board in boards]
    assert b"".join(formats.dump(reading.boards, format, [])) == data


def test_what_a_sheet_does_not_hold_is_told() -> None:
    board = Board(number="1", contract=Contract(1, Strain.CLUBS), tags=(Tag("Lead", "S5"),))
    problems = formats.write([board], __import__("io").BytesIO(), "csv")
    assert [p.message for p in problems] == ["Lead cannot be held by csv"]


def test_damaged_sheets_never_raise() -> None:
    files = [CLUB.encode(), b"".join(formats.dump(random_results(6), "csv", []))]
    files += ["\n".join(lines).encode() for lines in LANGUAGES.values()]
    for data in mutants(files, 10_000, "sheet"):
        read_soundly(data, "csv")
