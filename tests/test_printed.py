"""Printed text: pages as people type them, what `show` prints, and what abtools writes."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
import strategies
from fuzzing import mutants, random_boards, read_soundly
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark

from abtools import formats
from abtools.auction import Auction, Contract, Ending, Strain
from abtools.board import Board, Vulnerability, outcome
from abtools.cards import Card, Deal, Hand, Seat
from abtools.commands import run
from abtools.formats.printed import dump, looks_like, stream
from abtools.languages import LANGUAGES
from abtools.play import Play
from abtools.problems import Problem

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples" / "printed-1913.txt"
SESSION = ROOT / "samples" / "session.pbn"
FIELDS = (
    *("number", "dealer", "vulnerability", "deal", "declarer", "contract", "tricks"),
    *("auction", "play"),
)
steady = settings(derandomize=True, deadline=None, database=None)


def read(text: str, lang: str | None = None) -> tuple[list[Board], list[Problem]]:
    found = stream(text.encode("utf-8", "surrogatepass"), "page.txt", lang)
    return list(found), found.problems


def one(text: str, lang: str | None = None) -> Board:
    boards, _ = read(text, lang)
    assert len(boards) == 1, boards
    return boards[0]


def codes(text: str) -> list[str]:
    return [problem.code for problem in read(text)[1]]


def write(boards: list[Board], lang: str = "en") -> tuple[str, list[Problem]]:
    problems: list[Problem] = []
    return b"".join(dump(boards, None, False, problems, lang)).decode("utf-8"), problems


# ------------------------------------------------------------------ hands

DEAL = Deal.parse(
    "N:KJ84.T3.AQ52.976 QT6.Q98.JT97.J85 A753.642.K64.A43 92.AKJ75.83.KQT2",
)

LAYOUTS = {
    "letters and colons": """
                North
                S: KJ84
                H: 10 3
                D: AQ52
                C: 976
West                          East
S: 92                         S: QT6
H: AKJ75                      H: Q98
D: 83                         D: JT97
C: KQT2                       C: J85
                South
                S: A753
                H: 642
                D: K64
                C: A43
""",
    "brackets": """
           [S] K J 8 4
           [H] 10 3
           [D] A Q 5 2
           [C] 9 7 6
 [S] 9 2         N        [S] Q 10 6
 [H] A K J 7 5  W E       [H] Q 9 8
 [D] 8 3         S        [D] J 10 9 7
 [C] K Q 10 2             [C] J 8 5
           [S] A 7 5 3
           [H] 6 4 2
           [D] K 6 4
           [C] A 4 3
""",
    "pips of the forums": """
            !sKJ84
            !hT3
            !dAQ52
            !c976
!s92                 !sQT6
!hAKJ75              !hQ98
!d83                 !dJT97
!cKQT2               !cJ85
            !sA753
            !h642
            !dK64
            !cA43
""",
    "no suit marks": """
         KJ84
         T3
         AQ52
         976
92                QT6
AKJ75             Q98
83                JT97
KQT2              J85
         A753
         642
         K64
         A43
""",
    "bars": """
         | S.—K J 8 4   |
         | H.—10 3      |
         | D.—A Q 5 2   |
         | C.—9 7 6     |
S.—9 2          |  N  |   S.—Q 10 6
H.—A K J 7 5    | W E |   H.—Q 9 8
D.—8 3          |     |   D.—J 10 9 7
C.—K Q 10 2     |  S  |   C.—J 8 5
         | S.—A 7 5 3   |
         | H.—6 4 2     |
         | D.—K 6 4     |
         | C.—A 4 3     |
""",
    "tabs": """
\t♠ KJ84
\t♥ T3
\t♦ AQ52
\t♣ 976
♠ 92\t\t♠ QT6
♥ AKJ75\t\t♥ Q98
♦ 83\t\t♦ JT97
♣ KQT2\t\t♣ J85
\t♠ A753
\t♥ 642
\t♦ K64
\t♣ A43
""",
    "a hand a line": """
North: ♠KJ84 ♥T3 ♦AQ52 ♣976
East: ♠QT6 ♥Q98 ♦JT97 ♣J85
South: ♠A753 ♥642 ♦K64 ♣A43
West: ♠92 ♥AKJ75 ♦83 ♣KQT2
""",
    "letters in a line": """
N: S KJ84 H T3 D AQ52 C 976
E: S QT6 H Q98 D JT97 C J85
S: S A753 H 642 D K64 C A43
W: S 92 H AKJ75 D 83 C KQT2
""",
    "named hands": """
North (dummy)
Spades    King, Knave, 8, 4
Hearts    Ten, 3
Diamonds  Ace, Queen, 5, 2
Clubs     9, 7, 6

East
Spades    Queen, Ten, 6
Hearts    Queen, 9, 8
Diamonds  Knave, Ten, 9, 7
Clubs     Knave, 8, 5

South
Spades    Ace, 7, 5, 3
Hearts    6, 4, 2
Diamonds  King, 6, 4
Clubs     Ace, 4, 3

West
Spades    9, 2
Hearts    Ace, King, Knave, 7, 5
Diamonds  8, 3
Clubs     King, Queen, Ten, 2
""",
    "A B Y Z": """
                Y
            S.--K J 8 4
            H.--10 3
            D.--A Q 5 2
            C.--9 7 6
     A                      B
S.--9 2                S.--Q 10 6
H.--A K J 7 5          H.--Q 9 8
D.--8 3                D.--J 10 9 7
C.--K Q 10 2           C.--J 8 5
                Z
            S.--A 7 5 3
            H.--6 4 2
            D.--K 6 4
            C.--A 4 3
""",
}


LAYOUTS["quoted in an answer"] = "".join(
    f"> {line}\n" for line in LAYOUTS["letters and colons"].strip("\n").split("\n")
)


LAYOUTS["A B Y Z, a hand a line"] = """
A.   Spades: 9, 2. Hearts: Ace, King, Knave, 7, 5. Diamonds: 8, 3. Clubs: King, Queen, 10, 2.
B.   Spades: Queen, 10, 6. Hearts: Queen, 9, 8. Diamonds: Knave, 10, 9, 7. Clubs: Knave, 8, 5.
Y.   Spades: King, Knave, 8, 4. Hearts: 10, 3. Diamonds: Ace, Queen, 5, 2. Clubs: 9, 7, 6.
Z.   Spades: Ace, 7, 5, 3. Hearts: 6, 4, 2. Diamonds: King, 6, 4. Clubs: Ace, 4, 3.
"""


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str) -> None:
    assert one(LAYOUTS[name]).deal == DEAL
    assert one("Some words before.\n" + LAYOUTS[name] + "\nAnd after.\n").deal == DEAL


HANDS = {
    "Spades   Ace, King, X, X\nHearts   Queen, Knave, Ten\nDiamonds None\n"
    "Clubs    X, X, X, X, X, X":
        "AKxx.QJT..xxxxxx",
    "Spades    Ace, King\nHearts    Three small\nDiamonds  King, Queen, Knave, and two small\n"
    "Clubs     Ace, Nine, Deuce": "AK.xxx.KQJxx.A92",
    "S—A K 2; H—Q 10; D—; C—A K Q J 10 9 8 7": "AK2.QT..AKQJT987",
    "♠AK2 ♥QT9 ♦- ♣9876543": "AK2.QT9..9876543",
    "Spades, A, 8. 5. 4. 3; Hearts, A. Q. 4; Diamonds, K. 2;\nClubs, J. 10. 9.":
        "A8543.AQ4.K2.JT9",
    "♠ A K\n♥ ---\n♦ Q J\n♣": "AK..QJ.",
    "S AKJ5    H T93   D Q2  C KJ65": "AKJ5.T93.Q2.KJ65",
    "[S] A K x x\n[H] -\n[D] void\n[C] 10 x": "AKxx...Tx",
}  # fmt: skip


@pytest.mark.parametrize("text", HANDS)
def test_single_hands(text: str) -> None:
    board = one(text)
    assert board.deal is not None
    assert board.deal[Seat.S] == Hand.parse(HANDS[text])
    assert [hand is None for hand in board.deal.hands] == [True, True, False, True]
    assert "printed-seat" in codes(text)


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("Score, love-all.", Vulnerability.NONE),
        ("Score: game-all.", Vulnerability.ALL),
        ("Z dealt. Score, game all.", Vulnerability.ALL),
    ],
)
def test_the_state_of_the_games(said: str, state: Vulnerability) -> None:
    board = one(LAYOUTS["A B Y Z, a hand a line"] + said)
    assert (board.vulnerability, board.preamble) == (state, "")


def test_remarks_beside_a_hand_are_kept() -> None:
    board = one("Spades   Ace, King, Knave    A hand that should\n"
                "Hearts   X, X, X, X          never be bid.\n"
                "Diamonds X, X, X\nClubs    Ace, Queen, X\n")  # fmt: skip
    assert board.preamble == "{A hand that should\nnever be bid.}"


def test_two_hands_side_by_side() -> None:
    board = one("♠ A K      ♠ Q J\n♥ 2        ♥ 3\n♦ 4        ♦ 5\n♣ 6        ♣ 7\n")
    assert str(board.deal) == "N:- QJ.3.5.7 - AK.2.4.6"


def test_sentence_with_a_hand() -> None:
    board = one("At the other table West held ♠AK2 ♥QT9 ♦- ♣9876543 and passed.\n")
    assert board.deal is not None
    assert board.deal[Seat.W] == Hand.parse("AK2.QT9..9876543")
    assert "passed" in board.preamble


def test_a_card_that_stands_twice_is_told() -> None:
    assert "deal-card-twice" in codes("♠ A A K\n♥ 2\n♦ 3\n♣ 4\n")


def test_several_boards_and_prose_between() -> None:
    text = f"First.\n{LAYOUTS['brackets']}\nBetween.\n{LAYOUTS['A B Y Z']}\nLast."
    boards, problems = read(text)
    assert [board.deal for board in boards] == [DEAL, DEAL]
    assert [board.preamble for board in boards] == ["{First.}", "{Between.}"]
    assert boards[1].postscript == "{Last.}"
    assert [p.code for p in problems] == ["printed-read"]


def test_text_without_a_hand() -> None:
    boards, problems = read("A letter to the editor about spades and hearts.\n")
    assert not boards
    assert [problem.code for problem in problems] == ["file-empty"]


# ------------------------------------------------------------------ auctions

AUCTION = "Pass 1H X 2H 2S Pass Pass Pass"
TABLES = {
    "columns": ("West    North   East    South\n                        Pass\n"
                "1H      X       2H      2S\nAll pass\n"),
    "words": ("SOUTH    WEST       NORTH    EAST\nNo bid   One Heart  Double   Two Hearts\n"
              "Two Spades  No bid  No bid  No bid\n"),
    "bars": "| S | W | N | E |\n|---|---|---|---|\n| P | 1♥ | X | 2♥ |\n| 2♠ | P | P | P |\n",
    "tabs": "W\tN\tE\tS\n\t\t\tPass\n1h\tdbl\t2h\t2s\nP\tP\tP\n",
    "dashes": "W N E S\n- - - P\n1H X 2H 2S\nP P P\n",
    "letters": "A   Y   B   Z\n            No\n1♥  X   2♥  2♠\nNo  No  No\n",
    "French": "Ouest  Nord    Est  Sud\n                    passe\n1♥     contre  2♥   2♠\n"
              "passe  passe   passe\n",
    "Polish": "W   N       E   S\n                pas\n1♥  kontra  2♥  2♠\npas pas     pas\n",
    "prose": 'Z dealt and bid "No bid"; A "One Heart"; Y "Double"; B "Two Hearts"; Z "Two\n'
             'Spades"; all pass.\n',
    "two at once": 'Z "No bid"; A "One Heart"; Y "Double"; B "Two Hearts"; Z "Two Spades"; A and\n'
                   'Y "No bid"; B "No bid."\n',
    "names": "South passed, West bid one heart, North doubled, East raised to two hearts, South "
             "bid two spades, and all passed.\n",
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_auctions(name: str) -> None:
    board = one(TABLES[name])
    assert board.auction is not None
    assert " ".join(str(call) for call in board.auction.calls) == AUCTION
    assert board.auction.dealer is board.dealer is Seat.S
    assert (board.contract, board.declarer) == (Contract.parse("2S"), Seat.S)


def test_auction_without_seats() -> None:
    board = one("Dealer: South\n\nPass  1♥  X  2♥\n2♠  Pass  Pass  Pass\n")
    assert board.auction is not None
    assert board.auction.dealer is Seat.S
    text = "1♠  Pass  2♥  Pass\n4♥  All pass\n"
    board = one(text)
    assert board.auction is not None
    assert board.auction.dealer is Seat.W
    assert board.dealer is None
    assert "printed-seat" in codes(text)


def test_marks_notes_and_endings() -> None:
    board = one("West  North  East     South\n1NT!  Pass   2♣ (1)   Pass\n2♦?   *\n\n(1) Stayman\n")
    assert board.auction is not None
    assert [(at, mark.nags, mark.note) for at, mark in board.auction.marks] == [
        (0, (1,), None),
        (2, (), 1),
        (4, (2,), None),
    ]
    assert board.auction.notes == ((1, "Stayman"),)
    assert board.auction.ending is Ending.CLOSED


def test_royals_and_low_spades() -> None:
    text = 'Z "One Spade"; A "No bid"; Y "One Royal"; B "No bid"; Z "Two Lilies"; all pass.\n'
    board = one(text)
    assert board.auction is not None
    assert [str(call) for call in board.auction.calls][:5] == ["1LS", "Pass", "1R", "Pass", "2R"]
    assert board.contract == Contract(2, Strain.ROYALS)
    assert "printed-read" in codes(text)


def test_a_call_left_out_stays_unknown() -> None:
    text = 'Z "One Heart"; Y "Two Hearts"; B "No bid"; Z "Three Hearts."\n'
    board = one(text)
    assert board.auction is not None
    assert board.auction.calls[1] is None
    assert board.contract is None
    assert "call-unrecorded" in codes(text)


def test_nullo_and_no_trumps() -> None:
    board = one('A "Two Nullos"; Y "Two No-trumps"; B "Redouble"; Z "Three Nullos".\n')
    assert board.auction is not None
    assert [str(call) for call in board.auction.calls] == ["2NU", "2NT", "XX", "3NU"]


# ------------------------------------------------------------------ play and results


def test_trick_table_with_underlined_winners() -> None:
    text = (
        "West North East South\n 1♠ Pass Pass Pass\n\n"
        "Trick | N | E | S | W\n  1 | _K♥_ | 2♥ | A♥ | 10 of hearts\n"
        "  2 | – | 3S | SA | >DK\n"
    )
    board = one(text)
    assert board.play is not None
    assert board.play.first is Seat.N
    shown = [str(card) for card in board.play.cards]
    assert shown == ["HK", "H2", "HA", "HT", "None", "S3", "SA", "DK"]
    assert "printed-doubt" in codes(text)


def test_a_winner_that_the_cards_contradict_is_told() -> None:
    text = "4♠ by South, 10 tricks\n\nWest North East South\n1. >♥2 ♥3* ♥4 ♥5\n"
    assert [p.message for p in read(text)[1]] == [
        "trick 1: North is marked as the winner, by the cards South wins"
    ]


def test_tricks_in_the_order_of_play() -> None:
    text = (
        "4♠ by South\n\nTrick | Lead | 2nd hand | 3rd hand | 4th hand\n"
        "1 | KH | 3H | 4H | AH\n2 | SA | S2 | S3 | S4\n"
    )
    board = one(text)
    assert board.play is not None
    assert board.play.first is Seat.W
    shown = [str(card) for card in board.play.cards]
    assert shown == ["HK", "H3", "H4", "HA", "S2", "S3", "S4", "SA"]
    assert "play-no-contract" in codes(text.replace("4♠ by South", ""))


LEADS = ("lead: ♥K", "Opening lead: K♥", "West leads the King of Hearts.", "Lead—HK")


@pytest.mark.parametrize("text", LEADS)
def test_leads(text: str) -> None:
    board = one(f"4♠ by South\n\n{text}\n")
    assert board.play is not None
    assert (board.play.first, str(board.play.cards[0])) == (Seat.W, "HK")


RESULTS = {
    "4♠ by South, 10 tricks": ("4S", "S", 10),
    "4♥× South +1": ("4HX", "S", 11),
    "3NT West -2": ("3NT", "W", 7),
    "4Sxx by North, =": ("4SXX", "N", 10),
    "Two No-trumps by East, 9 tricks.": ("2NT", "E", 9),
    "Result: 1NT doubled by North, 6 tricks": ("1NTX", "N", 6),
    "5♦": ("5D", None, None),
    "Passed out": ("Pass", None, None),
}


@pytest.mark.parametrize("text", RESULTS)
def test_results(text: str) -> None:
    board = one(text + "\n")
    contract, declarer, tricks = RESULTS[text]
    assert str(board.contract) == contract
    assert board.declarer == (None if declarer is None else Seat.parse(declarer))
    assert board.tricks == tricks


@pytest.mark.parametrize(
    ("text", "tricks"),
    [
        ("Z made four odd.", 10),
        ("Z made five by cards.", 11),
        ("Z was set two.", 6),
        ("Z took nine tricks.", 9),
        ("A lost the rest.", None),
    ],
)
def test_results_in_prose(text: str, tricks: int | None) -> None:
    board = one(f'A "No bid"; Y "No bid"; B "No bid"; Z "Two Spades"; all pass.\n\n{text}\n')
    assert board.tricks == tricks


FACTS = {
    "Dealer: North": ("N", None),
    "Dealer North. Vul: None": ("N", "None"),
    "South deals": ("S", None),
    "Dlr E  Vul N-S": ("E", "NS"),
    "West dealer; both vulnerable": ("W", "All"),
    "Z dealt. Love all.": ("S", "None"),
    "E-W vulnerable": (None, "EW"),
    "Game all": (None, "All"),
    "giv: Väst   i zonen: N-S": ("W", "NS"),
    "Teiler: Ost. Gefahr: alle": ("E", "All"),
    "mazziere: Ovest   in zona: nessuno": ("W", "None"),
    "gever: Zuid  kwetsbaar: NZ": ("S", "NS"),
}


@pytest.mark.parametrize("text", FACTS)
def test_dealers_and_vulnerability(text: str) -> None:
    board = one(text + "\n")
    dealer, state = FACTS[text]
    assert board.dealer == (None if dealer is None else Seat.parse(dealer))
    assert board.vulnerability == (None if state is None else Vulnerability.parse(state))


def test_facts_before_a_diagram_begin_its_board() -> None:
    text = f"Dealer: N\n{LAYOUTS['brackets']}\nDealer: E\n{LAYOUTS['brackets']}"
    assert [board.dealer for board in read(text)[0]] == [Seat.N, Seat.E]


def test_places_are_those_on_the_page() -> None:
    board = one(LAYOUTS["brackets"] + "\n" + TABLES["columns"])
    assert board.span("hand:E:SQ").line == 6
    assert (board.span("call", 1).line, board.span("call", 1).column) == (17, 1)


# ------------------------------------------------------------------ languages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_recognised(lang: str) -> None:
    text, lost = write(random_boards(2), lang)
    assert not lost
    boards, problems = read(text)
    assert [board.deal for board in boards] == [board.deal for board in random_boards(2)]
    assert [p.code for p in problems] == ([] if lang == "en" else ["printed-language"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", ["text", "newspaper"])
def test_what_show_prints_is_read(
    lang: str, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["show", str(SESSION), "--lang", lang, "--format", form]) == 0
    boards, problems = read(capsys.readouterr().out)
    told = formats.read(SESSION).boards
    fields = FIELDS if form == "text" else ("dealer", "vulnerability", "deal", "auction")
    for name in fields:
        assert [getattr(b, name) for b in boards] == [getattr(b, name) for b in told], name
    assert {problem.level.value for problem in problems} <= {"note"}


def test_what_show_prints_as_markdown_and_ascii_is_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = formats.read(SESSION).boards
    for more in (["--format", "markdown"], ["--ascii"]):
        assert run(["show", str(SESSION), *more]) == 0
        boards, _ = read(capsys.readouterr().out)
        for name in FIELDS:
            assert [getattr(b, name) for b in boards] == [getattr(b, name) for b in told], name


# ------------------------------------------------------------------ laws


def plain(board: Board) -> list[object]:
    """What print holds of a sound board, in the form that reading gives it."""
    came = outcome(board)
    contract, declarer = board.contract, board.declarer
    if contract is None and declarer is None and board.auction is not None:
        contract, declarer = came.contract, came.declarer
    auction, play = board.auction, board.play
    return [
        board.number, board.vulnerability, board.deal, contract, declarer, board.tricks,
        None if auction is None else (auction.dealer, auction.calls, auction.ending),
        None if play is None or not any(play.cards) else (play.first, play.cards, play.ending),
    ]  # fmt: skip


@given(st.lists(strategies.pbn_boards(), min_size=1, max_size=3), st.sampled_from(list(LANGUAGES)))
@settings(steady, max_examples=120)
def test_reading_what_was_written_gives_the_same_boards(boards: list[Board], lang: str) -> None:
    text, _ = write(boards, lang)
    back = read(text, lang)[0]
    assert [plain(board) for board in back] == [plain(board) for board in boards]
    assert write(back, lang)[0] == text


@given(strategies.any_boards, st.sampled_from(list(LANGUAGES)))
@settings(steady, max_examples=150)
def test_what_does_not_come_back_was_told(board: Board, lang: str) -> None:
    text, lost = write([board], lang)
    back = one(text, lang)
    told = " ".join(problem.message for problem in lost)
    for name, words in (("tricks", "Result"), ("number", "Board"), ("vulnerability", "Vulnerable")):
        assert getattr(back, name) == getattr(board, name) or words in told, name
    if board.deal is not None and any(board.deal.hands):
        assert back.deal == board.deal or "deal" in told.lower() or "small cards" in told
    for name in ("auction", "play"):
        mine, other = getattr(board, name), getattr(back, name)
        assert _core(mine) == _core(other) or name.title() in told
    assert write([back], lang)[0] == text


def _core(section: Auction | Play | None) -> object:
    if isinstance(section, Auction) and section.calls:
        return section.dealer, section.calls
    if isinstance(section, Play) and any(section.cards):
        return section.first, _trimmed(section.cards)
    return None


def _trimmed(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    known = [at for at, card in enumerate(cards) if card is not None]
    return cards[: known[-1] + 1]


def test_prose_and_tags_come_back() -> None:
    board = replace(
        random_boards(1)[0],
        preamble="{A hand from the club.}\n{It was a wet evening.}",
        postscript="{More next week.}",
    )
    text, lost = write([board])
    assert not lost
    back = one(text)
    assert (back.preamble, back.postscript) == (board.preamble, board.postscript)


def test_prose_that_would_be_read_as_cards_is_told() -> None:
    board = replace(random_boards(1)[0], preamble="{Board 9}")
    text, lost = write([board])
    assert [problem.message for problem in lost] == ["comments cannot be held by print"]
    assert one(text).number == "1"


@pytest.mark.parametrize("ending", ["{Board 9}", "% of a program", "; said to the end"])
def test_an_end_that_would_be_read_otherwise_is_told(ending: str) -> None:
    text, lost = write([replace(random_boards(1)[0], postscript=ending)])
    assert [problem.message for problem in lost] == ["comments cannot be held by print"]
    assert text == write(random_boards(1))[0]


# ------------------------------------------------------------------ the grammar

GRAMMAR = Lark(
    (ROOT / "grammars" / "printed.lark").read_text("utf-8"),
    start=["printed_head", "printed_suit", "printed_calls", "printed_trick", "printed_result"],
    parser="earley",
)


@given(strategies.pbn_boards())
@settings(steady, max_examples=25)
def test_what_is_written_is_in_the_grammar(board: Board) -> None:
    text, _ = write([replace(board, tags=(), preamble="")])
    for part in text.rstrip("\n").split("\n\n"):
        for line in part.split("\n"):
            if line.startswith("Board"):
                GRAMMAR.parse(line, start="printed_head")
            elif re.match(r"\d+\.  ", line):
                GRAMMAR.parse(line, start="printed_trick")
            elif re.fullmatch(r"[♠♥♦♣] [^ ]{1,2}( [^ ]{1,2})*", line) and "♣" in part:
                GRAMMAR.parse(line, start="printed_suit")
            elif part.startswith("West  ") and not line.startswith("West"):
                GRAMMAR.parse(line, start="printed_calls")
    if board.contract is not None:
        GRAMMAR.parse(text.rstrip("\n").split("\n")[-1], start="printed_result")


# ------------------------------------------------------------------ the format


def test_pages_are_recognised() -> None:
    pages = [text for name, text in LAYOUTS.items() if name != "no suit marks"]
    for text in (*pages, SAMPLE.read_text("utf-8"), write(random_boards(1))[0]):
        assert looks_like(text.encode("utf-8").decode("latin-1")[:4096])
    assert not looks_like('[Event "x"]\n[Deal "N:- - - -"]\n{♠ A\n♥ K}\n')
    assert not looks_like("Dear Sir,\nspades are trumps.\n")


GOLDEN = {
    "pbn": ["convert", "samples/printed-1913.txt", "-", "--to", "pbn"],
    "check": ["check", "samples/printed-1913.txt", "-r", "auction-royal-1912"],
    "score": [
        "score",
        "samples/printed-1913.txt",
        *("-r", "auction-royal-1912", "-r", "auction-1926", "-r", "contract-rubber"),
    ],
}


@pytest.mark.parametrize("view", GOLDEN)
def test_sample(
    view: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    assert run(GOLDEN[view]) == 0
    printed = capfdbinary.readouterr()
    golden = ROOT / "samples" / f"printed-1913.{view}.txt"
    text = printed.out.decode("latin-1" if view == "pbn" else "utf-8") + printed.err.decode()
    text = text.replace("\r\n", "\n")
    if os.environ.get("ABTOOLS_ACCEPT"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


# ------------------------------------------------------------------ abuse

SMALL = [
    *(text.encode() for text in LAYOUTS.values()),
    *(text.encode() for text in TABLES.values()),
    *(text.encode() for text in HANDS),
    *(text.encode() for text in (*RESULTS, *FACTS, *LEADS)),
    SAMPLE.read_bytes()[1200:2600],
]


def test_nothing_is_raised_whatever_is_read() -> None:
    chance = random.Random("printed")
    lines = [line for data in SMALL for line in data.split(b"\n")]
    for data in mutants(SMALL, 10_000, "printed"):
        if chance.random() < 0.2:
            data = b"\n".join(chance.choices(lines, k=chance.randrange(1, 12)))
        reading = read_soundly(data, "print")
        assert reading is not None
        for board in reading.boards:
            calls = () if board.auction is None else board.auction.calls
            assert all(board.span("call", at).line for at in range(len(calls)))


def test_long_lines_and_many_lines_take_their_time_only_once() -> None:
    for text in ("♠ " * 20_000, "♠ A K\n" * 2_000, 'A "No bid", ' * 3_000, "| " * 20_000,
                 "W N E S\n" * 2_000, "Ace, " * 10_000, "\n" * 20_000):  # fmt: skip
        read(text)


@pytest.mark.parametrize(
    ("lines", "contract", "declarer", "tricks"),
    [
        ("Contract 1NT by West.", "1NT", Seat.W, None),
        ("The final contract: 4S, North", "4S", Seat.N, None),
        ("Final contract, two spades doubled by South.", "2SX", Seat.S, None),
        ("Contract: Two Hearts\nDeclarer: South\nResult: 9 tricks", "2H", Seat.S, 9),
        ("Declarer: South\nTricks: 8\n\n2♥", "2H", Seat.S, 8),
        ("Declarer: South\nTricks: 8", "None", Seat.S, 8),
    ],
)
def test_contract_declarer_and_tricks_on_lines(
    lines: str, contract: str, declarer: Seat, tricks: int | None
) -> None:
    board = one(f"S A K 2\nH Q 10 9\nD 3 2\nC A Q J 10 5\n{lines}\n")
    assert (str(board.contract), board.declarer, board.tricks) == (contract, declarer, tricks)


def test_a_second_result_is_told() -> None:
    _, problems = read("S A K 2\nH Q 10 9\nD 3 2\nC A Q J 10 5\n4♠ by South\n3NT by South\n")
    assert [(p.span.line, p.code) for p in problems if p.code != "printed-seat"] == [
        (6, "printed-twice")
    ]


def test_hands_in_sentences_of_a_newspaper() -> None:
    """As it came: full stops after the cards, also before the next suit."""
    board = one(
        "South has: Spades, A. 8. 5. 4. 3; Hearts, A. Q.; Diamonds, K. 10. 4; Clubs, 7. 6. 2\n"
        "North has: Spades, K. Q.; Hearts, 10. 9. 8. 7.; Diamonds, A. Q. 3.; Clubs, A. K. 5. 4.\n"
    )
    assert board.deal == Deal.parse("N:KQ.T987.AQ3.AK54 - A8543.AQ.KT4.762 -")
