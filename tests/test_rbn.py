"""RBN and RBX: each label, inheritance, hands and cards not known, laws of writing, damage."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import mutants, read_soundly
from hypothesis import given
from lark import Lark
from strategies import STEADY, any_boards, pbn_boards
from verdicts import accepts

from abtools import formats
from abtools.auction import Ending
from abtools.board import Board, Vulnerability, check
from abtools.cards import Deal, Seat

FULL = """\
D 20010704:193000
T Two Jumps:: a Story:Ann Author
L Oslo NO:Club House
E Spring Cup:Flight A
S F:3
F I
K Reds:Blues:76.33:-5
N Nora+Sue:Will+Ella:O
{A story
over two lines.}
B 8:A
H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:
A WZ:1S!2H*^12S4D^2:4SPP5H:XA
1 at least five cards
2 long diamonds
C 5HX:N
P CK972:CQ!H483:DA9J6:D2KH28:SJ?^1QKA:CA
1 not a suit signal
R 9-300:-7
{What happened then.}
"""
HANDS = "H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:\n"
DEAL = Deal.parse("W:A8765.QT.K9.AT87 J42.AJ7632.J.632 QT3.85.Q86.KQJ54 K9.K94.AT75432.9")


def read(text: str) -> formats.Reading:
    return formats.read_text(text, "x.rbn", "rbn")


def board_of(text: str) -> Board:
    (board,) = read(text).boards
    return board


def problems(text: str) -> list[tuple[str, int, int, int]]:
    """Code, line, column and length of every problem but the note on what is derived."""
    found = read(text)
    return [
        (p.code, p.span.line, p.span.column, p.span.length)
        for p in [*found.problems, *(p for board in found.boards for p in check(board))]
        if p.code != "derived"
    ]


def written(boards: tuple[Board, ...] | list[Board], format: str = "rbn") -> tuple[str, list[str]]:
    found: list[formats.Problem] = []
    data = b"".join(formats.dump(boards, format, found))
    return data.decode(), [problem.message for problem in found]


def told(board: Board) -> dict[str, str]:
    return {tag.name: tag.value for tag in board.tags}


# ------------------------------------------------------------------ a whole record


def test_every_label_of_a_record() -> None:
    board = board_of(FULL)
    assert told(board) == {
        "Date": "2001.07.04",
        "Time": "19:30:00",
        "Description": "Two Jumps: a Story",
        "Annotator": "Ann Author",
        "Site": "Oslo NO: Club House",
        "Event": "Spring Cup: Flight A",
        "Stage": "Final: 3",
        "Scoring": "IMP",
        "HomeTeam": "Reds",
        "VisitTeam": "Blues",
        "HomeCarry": "76.33",
        "VisitCarry": "-5",
        "West": "Will",
        "North": "Nora",
        "East": "Ella",
        "South": "Sue",
        "Room": "Open",
        "Section": "A",
        "Score": "NS -300",
        "ScoreIMP": "NS -7",
    }
    assert (board.number, board.dealer, board.vulnerability) == ("8", Seat.W, Vulnerability.NONE)
    assert board.deal == DEAL
    assert (str(board.contract), board.declarer, board.tricks) == ("5HX", Seat.N, 9)
    assert board.preamble == "{A story\nover two lines.}"
    assert board.auction is not None
    assert " ".join(map(str, board.auction.calls)) == (
        "1S 2H 2S 4D 4S Pass Pass 5H X Pass Pass Pass"
    )
    assert board.auction.notes == ((1, "Alert: at least five cards"), (2, "long diamonds"))
    assert [(k, mark.note, mark.nags) for k, mark in board.auction.marks] == [
        (0, None, (1,)), (1, 1, ()), (3, 2, ()),
    ]  # fmt: skip
    assert board.play is not None
    assert board.play.first is Seat.E
    # columns East South West North
    shown = " ".join("-" if card is None else str(card) for card in board.play.cards)
    assert shown == ("CK C9 C7 C2 CQ H4 C8 C3 D6 DA D9 DJ D8 D2 DK H2 SQ SK SA SJ - - CA")
    assert [(k, mark.note, mark.nags) for k, mark in board.play.marks] == [
        (4, None, (7,)), (19, 1, (8,)),
    ]  # fmt: skip
    assert board.play.notes == ((1, "not a suit signal"),)
    assert board.play.remarks == ((22, "{What happened then.}"),)
    assert not problems(FULL)


def test_a_record_is_written_as_it_was() -> None:
    assert written([board_of(FULL)]) == (FULL, [])


def test_rbx_is_the_same_on_a_line() -> None:
    board = board_of(FULL)
    text, lost = written([board], "rbx")
    assert not lost
    assert text.count("\n") == 1
    assert "B{8:A}H{W:A8765" in text
    found = formats.read_text(text, "", "rbx").boards[0]
    assert told(found) == told(board)
    assert found.preamble == "{A story over two lines.}"
    assert (found.auction, found.play) == (board.auction, board.play)
    assert [b.deal for b in formats.read_text(text + text, "", "rbn").boards] == [DEAL, DEAL]


# ------------------------------------------------------------------ labels


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("19980131", {"Date": "1998.01.31"}),
        ("199709", {"Date": "1997.09.??"}),
        ("1955", {"Date": "1955.??.??"}),
        ("1955C", {"Date": "1955.??.??", "XRbnD": "1955C"}),
        ("1986120911", {"Date": "1986.12.09", "XRbnD": "1986120911"}),
        ("20010704:1930", {"Date": "2001.07.04", "XRbnD": "20010704:1930"}),
        ("20120428:072315G", {"UTCDate": "2012.04.28", "UTCTime": "07:23:15"}),
        ("199?", {"Date": "199?.??.??"}),
        ("May", {"XRbnD": "May"}),
    ],
)
def test_dates(data: str, expected: dict[str, str]) -> None:
    board = board_of(f"D {data}\nB 1\n")
    assert told(board) == expected
    text, lost = written([board])
    assert not lost
    assert text.startswith(f"D {data}\n") or board_of(text) == board
    assert [code for code, *_ in problems(f"D {data}\nB 1\n")] == (
        ["date-form"] if data == "May" else []
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("S 2", {"Stage": "Session 2"}),
        ("S S:3", {"Stage": "Semifinal: 3"}),
        ("S R32:1", {"Stage": "Round of 32: 1"}),
        ("S Slam Bidding:Blackwood", {"Stage": "Slam Bidding: Blackwood"}),
        ("F M:old", {"Scoring": "MP;OldMP"}),
        ("F X:Butler", {"Scoring": "IMP;Cross;Butler"}),
        ("F I:1952", {"Scoring": "IMP;1952"}),
        ("F C:NS 60", {"Scoring": "Chicago;NS 60"}),
        ("F Swiss", {"Scoring": "Swiss"}),
        ("K Nickell:Schwartz", {"HomeTeam": "Nickell", "VisitTeam": "Schwartz"}),
        ("K France:Spain::-5", {"HomeTeam": "France", "VisitTeam": "Spain", "VisitCarry": "-5"}),
        ("N Wolff+Hamman:Stansby+Martel",
         {"West": "Stansby", "North": "Wolff", "East": "Martel", "South": "Hamman"}),
        ("N Soloway", {"North": "Soloway"}),
        ("N :Jan+Joe:O", {"West": "Jan", "East": "Joe", "Room": "Open"}),
        ("N :+Norman Kay:6", {"East": "Norman Kay", "Table": "6"}),
        ("N +Roth:GIB 4.0:C:bots", {"West": "GIB 4.0", "South": "Roth", "Room": "Closed",
                                    "XRbnInfo": "bots"}),
        ("T :Joe Blow", {"Annotator": "Joe Blow"}),
        ("L Edmonton::AB:Royal Alex", {"Site": "Edmonton:AB: Royal Alex"}),
        ("I one:two\nthree", {"XRbnI": "one:two\\nthree"}),
        ("M 9A9A9-", {"XRbnM": "9A9A9-"}),
        ("R 9-300:0", {"Score": "NS -300", "ScorePercentage": "NS 0"}),
        ("R 10+420:=", {"Score": "NS 420", "ScoreIMP": "NS 0"}),
        ("R 10:+3", {"ScoreIMP": "NS 3"}),
        ("R 10-50:win", {"Score": "NS -50", "XRbnEffect": "win"}),
        ("C 4S12:N", {"XRbnGoal": "12"}),
    ],
)  # fmt: skip
def test_data_of_labels(line: str, expected: dict[str, str]) -> None:
    board = board_of(f"{line}\nB 1\n")
    assert told(board) == expected
    text, lost = written([board])
    assert not lost
    assert line in text
    assert board_of(text) == board


def test_passed_out() -> None:
    board = board_of(f"B 1\n{HANDS}A NZ:A\nC P\nR P:50\n")
    assert board.contract is not None
    assert board.contract.is_passed_out
    assert told(board) == {"ScorePercentage": "NS 50"}
    assert board.tricks is board.declarer is None
    assert board.auction is not None
    assert len(board.auction.calls) == 4


@pytest.mark.parametrize(
    ("text", "code", "column", "length"),
    [
        ("C 4Z:N\n", "contract-syntax", 3, 4),
        ("R 14\n", "value-syntax", 3, 2),
        ("A WZ:1S9C\n", "call-syntax", 8, 1),
        ("A WZ:!1S\n", "suffix-wrong", 6, 1),
        ("A WZ:1S^3A\n", "note-missing", 6, 2),
        ("A ?Z:1SA\n", "auction-no-dealer", 6, 2),
        ("H X:AK\n", "deal-syntax", 3, 4),
        ("H W:AKZ...\n", "deal-syntax", 5, 3),
        ("H W:AKA...\n", "deal-card-twice", 5, 3),
        ("Z strange\n", "rbn-label", 1, 1),
        ("some words\n", "rbn-label", 1, 10),
        ("{never closed\n", "comment-unclosed", 1, 1),
        ("P CK\n", "play-no-contract", 3, 2),
        ("C 3N:N\nP 2\n", "card-syntax", 3, 1),
        ("C 3N:N\nP CK23:C2\n", "card-syntax", 7, 1),
        ("3 unused\n", "note-unused", 3, 6),
    ],
)
def test_faults_and_their_places(text: str, code: str, column: int, length: int) -> None:
    found = [(c, k, n) for c, _, k, n in problems(f"B 1\n{text}")]
    assert (code, column, length) in found


# ------------------------------------------------------------------ inheritance


def test_the_first_ten_labels_hold_on() -> None:
    text = (
        f"E Cup\nN a+b:c+d:O\nB 1\n{HANDS}A NN:1SA\nR 7\n\n"
        "N e+f:g+h:C\nA NN:1NA\n\n"
        "E\nB 2\nH\nA EE:A\n"
    )
    first, second, third = read(text).boards
    assert (second.number, second.deal, second.tag("Event")) == ("1", first.deal, "Cup")
    assert (second.tag("Room"), second.tag("North")) == ("Closed", "e")
    assert second.tricks is None
    assert (third.number, third.deal, third.tag("Event")) == ("2", None, None)
    assert third.tag("Room") == "Closed"
    again, lost = written((first, second, third))
    assert not lost
    assert read(again).boards == (first, second, third)
    assert again.count("E Cup") == again.count("H W:") == 1


def test_a_heading_is_no_board() -> None:
    board = board_of(f"% RBN 3.2\nE Cup\n{{All about it.}}\n\nB 1\n{HANDS}\n{{The end.}}\n")
    assert board.tag("Event") == "Cup"
    assert board.preamble == "{All about it.}"
    assert board.postscript == "{The end.}"


# ------------------------------------------------------------------ hands


def test_last_hand() -> None:
    three = HANDS.rstrip(":\n")
    assert board_of(f"B 1\n{three}:\n").deal == DEAL
    deal = board_of(f"B 1\n{three}\n").deal
    assert deal is not None
    assert deal[Seat.S] is None
    assert deal[Seat.W] == DEAL[Seat.W]


def test_hidden_hands() -> None:
    board = board_of("B 1\nH N;A8765.QT.K9.AT87:J42.AJ7632.J.632;QT3.85.Q86.KQJ54:\n")
    assert told(board) == {"Hidden": "NS"}
    text, lost = written([board])
    assert not lost
    assert board_of(text) == board
    assert "H W:" in text


def test_small_cards_and_cards_of_any_rank() -> None:
    board = board_of("B 1\nH W:Axxxx.QT.Kx.Axxx:..KQxx:::\n")
    assert board.deal is not None
    assert str(board.deal) == "N:..KQxx. - - Axxxx.QT.Kx.Axxx"
    assert board_of(written([board])[0]) == board
    text = "B 1\nH W:A??\n"
    board = board_of(text)
    assert problems(text) == [("rbn-any-card", 2, 6, 1)]
    assert told(board) == {"XRbnH": "W:A??"}
    assert "H W:A??" in written([board])[0]


def test_end_position_of_one_suit() -> None:
    board = board_of("B 1\nH W:43:KJ2:Q976:AT85\nC S:S:W\nP S3270\nR 1\n".replace("70", "7T"))
    assert board.deal is not None
    assert str(board.deal) == "N:KJ2... Q976... AT85... 43..."
    assert board.play is not None
    assert board.play.first is Seat.W
    assert [str(card) for card in board.play.cards] == ["S3", "S2", "S7", "ST"]


# ------------------------------------------------------------------ calls and cards


def test_auction_without_a_dealer_begins_with_west() -> None:
    board = board_of("B 1\nA 1SPPP\n")
    assert (board.dealer, board.vulnerability) == (Seat.W, None)
    assert (str(board.contract), board.declarer) == ("1S", Seat.W)


def test_your_call_and_your_play() -> None:
    board = board_of("B 1\nA NZ:1SY\n")
    assert board.auction is not None
    assert board.auction.ending is Ending.TO_CONTINUE
    assert written([board])[0].endswith("A NZ:1SY\n")
    board = board_of(f"B 1\n{HANDS}C 3N:S\nP S5Y\n")
    assert board.play is not None
    assert board.play.ending is Ending.TO_CONTINUE
    assert written([board])[0].endswith("P S5Y\n")


def test_leader_other_than_usual() -> None:
    board = board_of(f"B 1\n{HANDS}C 3N:S:E\nP CK972\n")
    assert board.play is not None
    assert board.play.first is Seat.E
    assert not check(board)
    assert "C 3N:S:E" in written([board])[0]
    assert board_of(written([board])[0]) == board


def test_cards_not_named() -> None:
    text = f"B 1\n{HANDS}C 3N:S\nP C--+-:S-.\n"
    board = board_of(text)
    assert board.play is not None
    assert [str(c or "-") for c in board.play.cards] == [
        "C7", "C2", "CK", "C9", "-", "-", "S3",
    ]  # fmt: skip
    assert [code for code, *_ in problems(text)] == ["card-spelling"] * 5
    assert board_of(written([board])[0]) == board


def test_marks_of_cards_that_cannot_be_placed_are_left_out() -> None:
    board = board_of("B 1\nC 3N:S\nP C72K9:.-!-?-:SA!\n")
    assert board.play is not None
    assert len(board.play.cards) == 4
    assert not board.play.marks


def test_general_note_is_a_paragraph() -> None:
    board = board_of(f"B 1\n{HANDS}A NZ:1SA\n0 in general\nC 1S:N\n")
    assert board.auction is not None
    assert board.auction.remarks == ((3, "{in general}"),)


def test_trivial_rest() -> None:
    text = f"B 1\n{HANDS}C 3N:S\nP C72K9;CQ\n"
    assert [code for code, *_ in problems(text)] == ["rbn-not-kept"]


def test_tricks_counted_from_fifty_two_cards() -> None:
    source = board_of(FULL)
    assert source.play is not None
    board = Board(number="1", deal=DEAL, contract=source.contract, declarer=source.declarer)
    assert board_of(written([board])[0]).tricks is None


def test_comments_move_to_the_end_of_their_section() -> None:
    board = formats.read_text("md|3,,,|mb|1C|nt|hm|mb|ppp|", "x", "lin").boards[0]
    text, lost = written([board])
    assert "A N?:1CA\n{hm}\n" in text
    assert lost == [
        "the places of comments among calls and cards cannot be held by rbn; they stand at the end"
    ]


# ------------------------------------------------------------------ laws


@STEADY
@given(any_boards)
@pytest.mark.parametrize("format", ["rbn", "rbx"])
def test_boards_of_any_kind_are_written_twice_alike(format: str, board: Board) -> None:
    text, _ = written([board, board], format)
    first = formats.read_text(text, "x", format).boards
    again, _ = written(first, format)
    second = formats.read_text(again, "x", format).boards
    assert second == first
    assert written(second, format)[0] == again


@STEADY
@given(pbn_boards())
def test_what_rbn_holds_comes_back(board: Board) -> None:
    text, _ = written([board])
    (found,) = read(text).boards
    assert found.number == board.number
    if board.auction is None or board.auction.calls:
        assert found.dealer is board.dealer
    assert found.vulnerability is board.vulnerability
    if board.deal is not None and any(hand for hand in board.deal.hands):
        assert found.deal == board.deal or not any(map(len, filter(None, board.deal.hands)))
    assert found.contract == board.contract
    if board.contract is not None and not board.contract.is_passed_out:
        assert found.declarer is board.declarer
    assert found.tricks == board.tricks
    if board.auction is not None:
        assert found.auction is not None
        assert found.auction.calls == board.auction.calls
    if board.play is not None and any(board.play.cards):
        assert found.play is not None
        assert found.play.cards == board.play.cards
        assert found.play.first is board.play.first


@STEADY
@given(pbn_boards())
def test_pbn_to_rbn_to_pbn(board: Board) -> None:
    """What PBN says of a board after a way through RBN is what it said before, or was reported."""
    problems: list[formats.Problem] = []
    text = b"".join(formats.dump([board], "rbn", problems))
    found = formats.read_bytes(text, "x", "rbn").boards[0]
    lost = " ".join(problem.message for problem in problems)
    for name in ("Event", "Site"):
        value = " ".join((board.tag(name) or "").split())
        assert (found.tag(name) or "") == value or value in ("?", "-") or name in lost


# ------------------------------------------------------------------ the grammar

GRAMMAR = Lark(
    (Path(__file__).parent.parent / "grammars" / "rbn.lark").read_text("utf-8"),
    start="rbn",
    parser="earley",
    lexer="dynamic",
)


def grammar_accepts(text: str) -> bool:
    return accepts(GRAMMAR, text)


@pytest.mark.parametrize(
    "text",
    [
        FULL, f"B 1\n{HANDS}A NZ:A\nC P\nR P:50\n", "E\nB\nH\n\n\nB 2\nA NZ:1SY\n",
        f"% RBN 3.2\nB 1\n{HANDS}C 3N:S:E\nP C--+-:S-.\nR 9-50:=\nM 9A\nI a\n",
        "B 1\nH N;A8765.QT.K9.AT87:J42.AJ7632.J.632;QT3.85.Q86.KQJ54:\n", "H W:43:KJ2:Q976:AT85\n",
    ],
)  # fmt: skip
def test_grammar_accepts_what_is_read_without_a_word(text: str) -> None:
    assert grammar_accepts(text)
    boards = read(text).boards
    assert grammar_accepts(written(boards)[0])


@pytest.mark.parametrize(
    "text",
    [
        "C 4Z:N\n", "R 14\n", "A WZ:1S9C\n", "H X:AK\n", "H W:AKZ...\n", "Z strange\n",
        "some words\n", "{never closed\n", "D May\n", "P CK23456:C2\n", "A WZ:!1S\n",
    ],
)  # fmt: skip
def test_grammar_refuses_what_is_reported(text: str) -> None:
    assert not grammar_accepts(text)
    assert problems(f"B 1\n{text}")


# ------------------------------------------------------------------ damage


def samples() -> list[bytes]:
    board = board_of(FULL)
    more = "N e+f:g+h:C\nA NN:1N^1A\n1 x\nP S-\n\nB 2\nH W;x?.AK::\nA Y\n\n{a\nb}\nM 12\nI a\nb\n"
    return [FULL.encode(), written([board], "rbx")[0].encode(), f"{FULL}\n{more}".encode()]


@pytest.mark.parametrize("format", ["rbn", "rbx"])
def test_damaged_files_never_break_the_reader(format: str) -> None:
    for data in mutants(samples(), 10_000, format):
        read_soundly(data, format)


@pytest.mark.parametrize("format", ["rbn", "rbx"])
def test_damaged_files_are_written_twice_alike(format: str) -> None:
    """What was read is what is read again, unless the writer says what it leaves out."""
    for data in mutants(samples(), 2_000, f"{format}-write"):
        first = formats.read_bytes(data, "x", format).boards
        text, lost = written(first, format)
        again = formats.read_text(text, "x", format).boards
        assert lost or again == first or format == "rbx", data
        text, _ = written(again, format)
        assert formats.read_text(text, "x", format).boards == again, data
        assert written(again, format)[0] == text
