"""Links of a hand viewer: both forms, as files and as arguments, read and written."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest
from fuzzing import mutants, read_soundly
from hypothesis import given
from lark import Lark
from strategies import STEADY, any_boards
from verdicts import accepts

from abtools import formats
from abtools.board import Board, Vulnerability, check
from abtools.cards import Deal, Seat

BASE = "https://www.bridgebase.com/tools/handviewer.html?"
CODED = (
    "lin=pn%7Ca,b,c,d%7Cst%7C%7Cmd%7C3S5HK43DAK32CKQJ54,SAKQHA52DQJT9C932,SJT98HQJT9D54CAT8,%7C"
    "sv%7Cb%7Cah%7CBoard%2012%7Cmb%7C1D!%7Can%7C4%2B%20!d%7Cmb%7Cp%7Cmb%7Cp%7Cmb%7Cp%7C"
)
KEYS = (
    "n=sJT98hQJT9d54cAT8&s=s5hK43dak32cKQJ54&w=SAKQHA52DQJ109C932&e=S76432H876D876C76"
    "&d=n&v=e&b=7&a=p1c!(any%2016%2B)xr1sppp&p=sas8&c=9&nn=North+One&sn=South%20Two"
)


def read(link: str) -> formats.Reading:
    return formats.read(link)


def board_of(link: str) -> Board:
    (board,) = read(link).boards
    return board


def test_link_with_lin_inside() -> None:
    board = board_of(BASE + CODED)
    assert (board.number, board.dealer, board.vulnerability) == ("12", Seat.N, Vulnerability.ALL)
    assert str(board.contract) == "1D"
    assert board.declarer is Seat.N
    assert board.tag("North") == "c"
    assert board.auction is not None
    assert board.auction.notes == ((1, r"Alert: 4+ \D"),)


def test_link_with_keys() -> None:
    board = board_of(BASE + KEYS)
    assert board.deal == Deal.parse(
        "N:JT98.QJT9.54.AT8 76432.876.876.76 5.K43.AK32.KQJ54 AKQ.A52.QJT9.932"
    )
    assert (board.number, board.dealer, board.vulnerability) == ("7", Seat.N, Vulnerability.EW)
    assert board.auction is not None
    assert " ".join(map(str, board.auction.calls)) == "Pass 1C X XX 1S Pass Pass Pass"
    assert board.auction.notes == ((1, "Alert: any 16+"),)
    assert (str(board.contract), board.declarer, board.tricks) == ("1S", Seat.N, 9)
    assert (board.tag("North"), board.tag("South"), board.tag("East")) == (
        "North One", "South Two", None,
    )  # fmt: skip


def test_three_hands_give_the_fourth() -> None:
    link = BASE + "&".join(part for part in KEYS.split("&") if not part.startswith("e="))
    assert board_of(link).deal == board_of(BASE + KEYS).deal


def test_voids_and_comments() -> None:
    link = f"{BASE}s=sAKQJT98765432h-d--c-----&d=s&a=1s{{ opening }}ppp&p={{lead}}"
    board = board_of(link)
    assert board.deal == Deal.parse("S:AKQJT98765432... - - -")
    assert board.auction is not None
    assert [text for _, text in board.auction.remarks] == ["{ opening }", "{lead}"]


def test_plus_is_a_blank_unless_blanks_are_coded() -> None:
    assert board_of(f"{BASE}lin=pn|Ann+Lee,b,c,d|md|1SAK,,,|").tag("South") == "Ann Lee"
    coded = f"{BASE}lin=pn%7CAnn%20Lee,+,c,d%7Cmd%7C1SAK,,,%7C"
    assert board_of(coded).tag("South") == "Ann Lee"
    assert board_of(coded).tag("West") == "+"


def test_plus_before_a_bracket_is_one() -> None:
    board = board_of(f"{BASE}n=sAK&d=n&a=1c!(16+)p1d(0+points)ppp")
    assert board.auction is not None
    assert board.auction.notes == ((1, "Alert: 16+"), (2, "0 points"))


def test_link_as_typed_with_blanks_and_an_ampersand() -> None:
    board = board_of(f"{BASE}bbo=y&lin=pn|Ann & Bob,b c,,|st||md|1SAK,,,|mb|1S|")
    assert (board.tag("South"), board.tag("West")) == ("Ann & Bob", "b c")


def test_link_in_quotes_may_hold_blanks() -> None:
    page = f'<a href="{BASE}{KEYS}&en=East Three&tbt=y&p={{&lt;p&gt; x}}">Play</a>'
    reading = formats.read_bytes(page.encode(), "x")
    assert [board.tag("East") for board in reading.boards] == ["East Three"]


def test_link_with_an_auction_only() -> None:
    board = board_of(f"{BASE}d=w&a=1nppp")
    assert (str(board.contract), board.declarer, board.deal) == ("1NT", Seat.W, None)


def test_links_in_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    link = (BASE + KEYS).replace("&", "&amp;")
    page.write_text(
        f'<p>See <a href="https://example.com/x">this</a> and <a href="{link}">hand</a>\n'
        f"or {BASE}{CODED} and so on</p>"
    )
    reading = formats.read(page)
    assert [board.number for board in reading.boards] == ["7", "12"]
    assert [str(problem.span).rpartition(":")[0] for problem in reading.problems] == [
        f"{page}:1"
    ]  # what is derived is said once


@pytest.mark.parametrize(
    "link",
    [
        "https://www.bridgebase.com/tools/handviewer.html?myhand=M-123-456",
        "https://www.bridgebase.com/tools/handviewer.html?linurl=https%3A%2F%2Fx.org%2Fa.lin",
        "https://www.bridgebase.com/tools/handviewer.html",
        "https://www.bridgebase.com/tools/handviewer.html?lin=",
    ],
)
def test_links_without_a_hand_are_told_and_never_fetched(link: str) -> None:
    reading = read(link)
    assert not reading.boards
    (problem,) = reading.problems
    assert problem.code == "link-no-hand"
    assert (problem.span.column, problem.span.length) == (1, len(link))


def test_other_links_carry_no_hand_and_a_text_without_links_is_empty() -> None:
    text = b"See https://example.com/ and http://tinyurl.com/abc"
    (problem,) = formats.read_bytes(text, "x", "handviewer").problems
    assert (problem.code, problem.span.column, problem.span.length) == ("link-no-hand", 5, 20)
    reading = formats.read_bytes(b"nothing here", "x", "handviewer")
    assert [p.code for p in reading.problems] == ["file-empty"]


def test_faults_are_placed_in_the_link() -> None:
    link = f"{BASE}n=sAKQJT98765432&d=x&v=q&a=1sz"
    found = {p.code: p.span.column - 1 for p in read(link).problems}
    assert found["seat-unknown"] == link.index("d=") + 2
    assert found["vulnerable-unknown"] == link.index("v=") + 2
    assert found["call-syntax"] == len(link) - 1
    coded = f"{BASE}lin=md%7C1SAK%7Csv%7Cq%7C"
    (problem,) = read(coded).problems
    assert (problem.code, problem.span.column) == ("vulnerable-unknown", coded.index("q%7C") + 1)


@pytest.mark.corpus
def test_input_with_a_coded_blank(corpus: Path) -> None:
    with (corpus / "inputs.tsv").open(newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    (text,) = [row["input"] for row in rows if row["kind"] == "lin-url"]
    board = board_of(f"{BASE}lin={text}")
    assert (board.number, board.dealer, board.vulnerability) == ("9", Seat.N, Vulnerability.EW)
    assert (str(board.contract), board.declarer, board.tricks) == ("4CX", Seat.N, 0)
    assert not check(board)


def written(boards: tuple[Board, ...] | list[Board]) -> bytes:
    return b"".join(formats.dump(boards, "handviewer", []))


@pytest.mark.corpus
def test_real_hands_as_links(corpus: Path) -> None:
    boards = formats.read(corpus / "lin" / "endplay_example1.lin").boards
    data = written(boards)
    assert formats.read_bytes(data, "x").boards == boards
    assert written(formats.read_bytes(data, "x").boards) == data


@STEADY
@given(any_boards)
def test_written_twice_alike(board: Board) -> None:
    data = written([board])
    first = formats.read_bytes(data, "x", "handviewer").boards
    again = written(first)
    assert formats.read_bytes(again, "x", "handviewer").boards == first
    assert written(first) == again


def samples() -> list[bytes]:
    raw = f"{BASE}lin=pn|Ann & Bob,b c,,|st||md|1SAK,,,|mb|1S!|an|x|pc|SA|mc|9|"
    return [(BASE + CODED).encode(), (BASE + KEYS).encode(), raw.encode()]


def test_damaged_links_never_break_the_reader() -> None:
    for data in mutants(samples(), 10_000, "handviewer"):
        read_soundly(data, "handviewer")


# ------------------------------------------------------------------ the grammar

GRAMMAR = Lark(
    (Path(__file__).parent.parent / "grammars" / "handviewer.lark").read_text("utf-8"),
    start="handviewer",
    parser="earley",
    lexer="dynamic_complete",
)
SPELLING = {"call-syntax", "card-syntax", "deal-syntax", "seat-unknown", "vulnerable-unknown",
            "lin-claim"}  # fmt: skip


def grammar_accepts(link: str) -> bool:
    return accepts(GRAMMAR, link)


def test_grammar_accepts_links() -> None:
    assert grammar_accepts(BASE + CODED)
    assert grammar_accepts(BASE + KEYS)
    assert grammar_accepts(f"{BASE}myhand=M-123-456")
    for line in written(read(BASE + KEYS).boards).decode().split():
        assert grammar_accepts(line)


@pytest.mark.parametrize(
    "query",
    [
        "n=sA1", "n=xAK", "d=x&n=sAK", "v=q&n=sAK", "d=n&a=8c", "d=n&a=1cq", "d=n&a=1cppp&p=s1",
        "d=n&a=1cppp&c=14&n=sAK",
    ],
)  # fmt: skip
def test_grammar_refuses_what_is_reported(query: str) -> None:
    assert not grammar_accepts(BASE + query)
    assert {problem.code for problem in read(BASE + query).problems} & SPELLING


def test_what_the_grammar_accepts_is_read_without_a_word() -> None:
    chance = random.Random("links")
    accepted = 0
    for _ in range(400):
        parts = KEYS.split("&")
        at = chance.randrange(len(parts))
        part = list(parts[at])
        part[chance.randrange(len(part))] = chance.choice("shdcakqjt19pxr-!()N")
        parts[at] = "".join(part)
        link = BASE + "&".join(parts)
        if grammar_accepts(link):
            accepted += 1
            assert not {problem.code for problem in read(link).problems} & SPELLING, link
    assert accepted > 50
