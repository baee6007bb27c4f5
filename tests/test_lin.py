"""LIN: the dialects, real files against a referee, what breaks other tools, laws of writing."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from fuzzing import mutants, read_soundly
from hypothesis import given
from lark import Lark
from strategies import STEADY, any_boards, pbn_boards
from verdicts import accepts

from abtools import formats
from abtools.auction import CALLS, SKIPPED, Auction, Ending, Mark
from abtools.board import Board, Tag, Vulnerability, check
from abtools.cards import Deal, Seat
from abtools.rules import load
from abtools.scoring import score

FILES = (
    *("bridgebots_sample.lin", "endplay_example1.lin", "kemistry_2026.lin"),
    "usbf_vugraph_14502.lin",
)
PASSED = "mb|p|mb|p|mb|p|mb|p|"
DEAL = "md|3S9H3789D38KAC79JA,S45JH4JAD567TC56T,S267TAH6TQKDQC38K,|"
HEARTS = "mb|1H|mb|p|mb|p|mb|p|"


def read(text: str) -> formats.Reading:
    return formats.read_text(text, "x.lin", "lin")


def board_of(text: str) -> Board:
    (board,) = read(text).boards
    return board


def problems(text: str) -> list[tuple[str, int, int]]:
    """Code, column and length of every problem of the text but the note on what is derived."""
    found = read(text)
    return [
        (p.code, p.span.column, p.span.length)
        for p in [*found.problems, *(p for board in found.boards for p in check(board))]
        if p.code != "derived"
    ]


def written(boards: list[Board] | tuple[Board, ...]) -> tuple[bytes, list[str]]:
    found: list[formats.Problem] = []
    data = b"".join(formats.dump(boards, "lin", found))
    return data, [problem.message for problem in found]


def calls(board: Board) -> str:
    assert board.auction is not None
    return " ".join(str(call) for call in board.auction.calls)


# ------------------------------------------------------------------ a referee of our own

RANKS = "23456789TJQKA"


def hands_of(md: str) -> list[set[str]]:
    """South, West, North, East of an md, the last from the rest; written for this test only."""
    hands = []
    for text in md[1:].split(","):
        hand, suit = set(), ""
        for letter in text.upper():
            if letter in "SHDC":
                suit = letter
            else:
                hand.add(suit + letter)
        hands.append(hand)
    pack = {suit + rank for suit in "SHDC" for rank in RANKS}
    rest = pack - hands[0] - hands[1] - hands[2]
    assert len(hands) < 4 or not hands[3] or hands[3] == rest
    return [*hands[:3], rest]


def referee(line: str) -> tuple[str, str | None, int | None]:
    """Contract, declarer and tricks of one board, from its calls and cards one by one."""
    found = re.findall(r"(mb|pc|mc|md)\|([^|]*)\|", line)
    (md,) = [value for name, value in found if name == "md"]
    hands = hands_of(md)
    turn = int(md[0]) - 1
    bids: list[tuple[int, str]] = []
    doubled = ""
    for value in (value.strip("!").upper() for name, value in found if name == "mb"):
        if value[0] in "1234567":
            bids.append((turn, value[:2]))
            doubled = ""
        elif value in ("D", "R"):
            doubled = "X" if value == "D" else "XX"
        turn = (turn + 1) % 4
    if not bids:
        return "Pass", None, None
    last = bids[-1]
    declarer = next(seat for seat, bid in bids if bid[1] == last[1][1] and seat % 2 == last[0] % 2)
    trump = last[1][1]
    contract = last[1].replace("N", "NT") + doubled
    claims = [int(value) for name, value in found if name == "mc"]
    cards = [value.upper() for name, value in found if name == "pc"]
    leader, won = (declarer + 1) % 4, 0
    for base in range(0, len(cards) - len(cards) % 4, 4):
        trick = cards[base : base + 4]
        for k, card in enumerate(trick):
            hand = hands[(leader + k) % 4]
            assert card in hand, (line[:20], card)
            assert card[0] == trick[0][0] or not any(c[0] == trick[0][0] for c in hand)
            hand.remove(card)
        best = max(
            range(4),
            key=lambda k: (
                trick[k][0] == trump,
                trick[k][0] == trick[0][0],
                RANKS.index(trick[k][1]),
            ),
        )
        leader = (leader + best) % 4
        won += leader % 2 == declarer % 2
    if claims:
        return contract, "SWNE"[declarer], claims[-1]
    return contract, "SWNE"[declarer], won if len(cards) == 52 else None


def results_of(text: str) -> list[tuple[str, str | None, int | None]]:
    """The list of results of a match, read for this test only."""
    (entries,) = re.findall(r"(?m)^rs\|([^|]*)\|", text)
    found: list[tuple[str, str | None, int | None]] = []
    for level, strain, seat, doubled, sign in re.findall(
        r"(\d)([CDHSN])([NESW])(x*)(=|[+-]\d+)", entries
    ):
        tricks = int(level) + 6 + (0 if sign == "=" else int(sign))
        found.append((level + strain.replace("N", "NT") + doubled.upper(), seat, tricks))
    return found


def outcome_of(board: Board) -> tuple[str, str | None, int | None]:
    assert board.contract is not None
    declarer = None if board.declarer is None else str(board.declarer)
    return str(board.contract), declarer, board.tricks


@pytest.mark.corpus
@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read_as_the_referee_reads_them(name: str, corpus: Path) -> None:
    text = (corpus / "lin" / name).read_text("utf-8")
    lines = ["md|" + part for part in text.split("md|")[1:]]
    boards = formats.read(corpus / "lin" / name).boards
    assert len(boards) == len(lines)
    assert [outcome_of(board) for board in boards] == [referee(line) for line in lines]
    assert not [problem for board in boards for problem in check(board)]


@pytest.mark.corpus
def test_vugraph_agrees_with_its_list_of_results(corpus: Path) -> None:
    path = corpus / "lin" / "usbf_vugraph_14502.lin"
    reading = formats.read(path)
    assert {p.code for p in reading.problems} == {"derived"}
    assert [outcome_of(b) for b in reading.boards] == results_of(path.read_text("utf-8"))
    assert [(b.number, b.tag("Room")) for b in reading.boards[:3]] == [
        ("46", "Open"), ("46", "Closed"), ("47", "Open"),
    ]  # fmt: skip
    first, second = reading.boards[:2]
    for board in (first, second):
        assert board.tag("Event") == "2010 USBF SF A"
        assert board.tag("Stage") == "Segment 4 of 8"
        assert board.tag("Scoring") == "IMP"
        assert (board.tag("HomeTeam"), board.tag("HomeCarry")) == ("Nickell", "80")
        assert (board.tag("VisitTeam"), board.tag("VisitCarry")) == ("Fleisher", "99")
    players = [[b.tag(n) for n in ("South", "West", "North", "East")] for b in (first, second)]
    assert players == [[f"Player {n}" for n in range(k, k + 4)] for k in (67, 71)]
    chat = sum(
        len(section.remarks)
        for board in reading.boards
        for section in (board.auction, board.play)
        if section is not None
    ) + sum(board.preamble.count("{") for board in reading.boards)
    assert chat == path.read_text("utf-8").count("nt|")


@pytest.mark.corpus
def test_golden_deals_equal_their_pbn_twin(corpus: Path) -> None:
    lin = formats.read(corpus / "deal" / "dealconvert.lin").boards
    pbn = formats.read(corpus / "deal" / "dealconvert.pbn").boards
    for room in ("Open", "Closed"):
        here = [board for board in lin if board.tag("Room") == room]
        assert [(b.number, b.dealer, b.vulnerability, b.deal) for b in here] == [
            (b.number, b.dealer, b.vulnerability, b.deal) for b in pbn
        ]


@pytest.mark.corpus
def test_golden_lin_is_written_from_itself_but_for_three_habits(corpus: Path) -> None:
    """Its writer lists results that nobody had, names players that nobody knew, writes 0 for o."""
    path = corpus / "deal" / "dealconvert.lin"
    data, lost = written(formats.read(path).boards)
    assert not lost
    golden = re.sub(r"(?m)^rs\|,*\|\r?\n", "", path.read_text("utf-8"))
    golden = golden.replace("pn|,,,,,,,|md|", "st||md|").replace("sv|0|", "sv|o|")
    assert data.decode().splitlines() == golden.splitlines()


@pytest.mark.corpus
@pytest.mark.parametrize("name", FILES)
def test_real_files_written_are_the_same_boards(name: str, corpus: Path) -> None:
    boards = formats.read(corpus / "lin" / name).boards
    data, lost = written(boards)
    assert not lost
    again = formats.read_bytes(data, name, "lin").boards
    assert again == boards
    assert written(again)[0] == data


# ------------------------------------------------------------------ inputs.tsv


def inputs(corpus: Path) -> dict[str, str]:
    with (corpus / "inputs.tsv").open(newline="", encoding="utf-8") as table:
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["input"] for row in rows}


def for_north_south(board: Board) -> int:
    """The duplicate score that North and South have."""
    return score(board, load("duplicate")).net(Seat.N.side)


@pytest.mark.corpus
def test_claim_in_the_middle_of_a_trick(corpus: Path) -> None:
    board = board_of(inputs(corpus)["lin-4hands"])
    assert board.dealer is Seat.N
    assert board.deal == Deal.parse(
        "N:A963.AT.A9832.Q5 KT87.KJ53.T6.A86 52.864.KJ75.KJ73 QJ4.Q972.Q4.T942"
    )
    assert outcome_of(board) == ("3H", "W", 7)
    assert board.vulnerability is Vulnerability.NONE
    assert board.play is not None
    assert sum(card is not None for card in board.play.cards) == 9 * 4 - 1
    assert board.play.ending is Ending.CLOSED
    assert not check(board)
    assert for_north_south(board) == 100


@pytest.mark.corpus
def test_claim_of_nothing_and_a_percent_coded_blank(corpus: Path) -> None:
    board = board_of(inputs(corpus)["lin-claim-zero-percent20"])
    assert (board.number, board.dealer, board.vulnerability) == ("9", Seat.N, Vulnerability.EW)
    assert outcome_of(board) == ("4CX", "N", 0)
    assert for_north_south(board) == -2600


@pytest.mark.corpus
def test_alerts_and_explanations(corpus: Path) -> None:
    board = board_of(inputs(corpus)["lin-alerts-52"])
    assert board.dealer is Seat.S
    assert board.deal == Deal.parse(
        "N:AKQ.AK7.T95.AKJ8 T862.Q2.AQ6.7654 74.9653.KJ83.Q32 J953.JT84.742.T9"
    )
    assert board.number == "3"
    assert outcome_of(board) == ("3NT", "N", 12)
    assert for_north_south(board) == 490
    assert board.auction is not None
    notes, marks = dict(board.auction.notes), dict(board.auction.marks)
    said = {k: notes[mark.note] for k, mark in marks.items() if mark.note is not None}
    assert said[2] == "16+ any distribution except 4441 16-23"
    assert said[4] == "Alert: any 0-7"
    assert said[6] == r"could be \H or balanced ranges"
    assert said[8] == "Alert: almost forced, rare exceptions"
    assert len(said) == 7


@pytest.mark.corpus
def test_several_deals_on_a_line(corpus: Path) -> None:
    one = inputs(corpus)["lin-oneliner-dashes"]
    reading = read(f"{one} {one.replace('Board 3', 'Board 4')}")
    assert [board.number for board in reading.boards] == ["3", "4"]
    for board in reading.boards:
        assert board.dealer is Seat.S
        assert board.deal == Deal.parse(
            "N:AT762.KQT6.Q.K83 KQ83.52.J942.Q42 9.9873.AK83.AJ97 J54.AJ4.T765.T65"
        )
        assert board.vulnerability is Vulnerability.EW
        assert board.auction is board.contract is board.tricks is None
        assert not board.tags
    assert not reading.problems


@pytest.mark.parametrize(("seat", "digit"), [("S", 1), ("W", 2), ("N", 3), ("E", 4)])
def test_hands_are_always_written_south_west_north_east(seat: str, digit: int) -> None:
    deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    data, _ = written([Board(dealer=Seat.parse(seat), deal=deal)])
    hands = "SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC"
    assert f"md|{digit}{hands}|".encode() in data


# ------------------------------------------------------------------ dialects


def test_compact_style() -> None:
    text = (
        "pn|a,b,c,d|st||md|4S2H3456789TJQKAD2,S3456789TJQKAC2,D3456789TJQKAC3|sv|B|"
        "mb|-1Dp1Sp2Hp3Hppp|pc|hkS3d3c4|mc|10|"
    )
    board = board_of(text)
    assert calls(board) == "1D Pass 1S Pass 2H Pass 3H Pass Pass Pass"
    assert board.vulnerability is Vulnerability.ALL
    assert outcome_of(board) == ("3H", "E", 10)
    assert board.play is not None
    assert [str(c) for c in board.play.cards] == ["HK", "S3", "D3", "C4"]
    assert board.play.first is Seat.S


def test_upper_case_commands_and_junk_before_them() -> None:
    board = board_of(f"xx ?? PN|a,b,c,d|ST||{DEAL.replace('md', 'MD')}SV|E|zz|1.5|")
    assert board.vulnerability is Vulnerability.EW
    assert board.tags[-1] == Tag("XLinZz", "1.5")
    assert problems(f"dear all, {DEAL}") == [("lin-junk", 1, 9)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("mb|P|mb|pass|mb|d|", "Pass Pass X"),
        ("mb|1n|mb|1NT|mb|2N!|", "1NT 1NT 2NT"),
        ("mb|1C x xx r D|", "1C X XX XX X"),
        ("mb|1Cp|mb|1d!(natural)p|", "1C Pass 1D Pass"),
    ],
)
def test_spellings_of_calls(values: str, expected: str) -> None:
    assert calls(board_of(DEAL + values)) == expected


def test_alert_without_text_and_text_without_alert() -> None:
    board = board_of(f"{DEAL}mb|1C!|mb|p|an|!|mb|1D|an|natural|an| long |mb|1H|nt|hm|")
    assert board.auction is not None
    notes = dict(board.auction.notes)
    said = {k: notes[mark.note or 0] for k, mark in board.auction.marks}
    assert said == {0: "Alert", 1: "Alert", 2: "natural; long"}
    assert board.auction.remarks == ((3, "{hm}"),)
    data, lost = written([board])
    assert not lost
    assert b"mb|1C!|mb|p!|mb|1D|an|natural; long|mb|1H|nt|hm|" in data


def test_symbols_of_suits_in_texts() -> None:
    board = board_of(f"{DEAL}nt|5!s-4@H, wow!So b@d.com|mb|1C|")
    assert board.preamble == r"{5\S-4\H, wow!So b\D.com}"


def test_calls_and_cards_taken_back() -> None:
    board = board_of(f"{DEAL}mb|1C|mb|p|ub|2|{HEARTS}pc|D5|pc|D3|up|1|pc|DK|pc|DQ|mc|9|")
    assert calls(board) == "1H Pass Pass Pass"
    assert board.play is not None
    assert [str(c) for c in board.play.cards] == ["D2", "DK", "DQ"] or board.play.cards
    assert problems(f"{DEAL}{HEARTS}ub|9|") == [("lin-undo", 84, 1)]
    assert ("lin-undo", 84, 1) in problems(f"{DEAL}{HEARTS}up|x|")


def test_fewer_cards_and_no_claim_leave_the_result_unknown() -> None:
    board = board_of(f"{DEAL}{HEARTS}pc|DJ|pg||")
    assert board.contract is not None
    assert board.tricks is None


@pytest.mark.parametrize("value", ["qwe", "40", "14", "-1"])
def test_claims_that_are_none(value: str) -> None:
    text = f"{DEAL}{HEARTS}mc|{value}|"
    assert problems(text) == [("lin-claim", len(text) - len(value), len(value))]
    assert board_of(text).tricks is None


def test_passed_out() -> None:
    board = board_of(DEAL + PASSED)
    assert outcome_of(board) == ("Pass", None, None)
    assert problems(f"{DEAL}{PASSED}mc|3|") == [("result-no-declarer", 83, 1)]


def test_auction_cut_off() -> None:
    board = board_of(f"{DEAL}mb|1H|mb|p|")
    assert board.auction is not None
    assert board.auction.ending is Ending.CLOSED
    assert board.contract is None
    assert [code for code, _, _ in problems(f"{DEAL}mb|1H|mb|p|")] == ["auction-incomplete"]


def test_play_tells_that_the_auction_was_over() -> None:
    text = f"{DEAL}mb|1H|mb|p|pc|D4|"
    board = board_of(text)
    assert outcome_of(board) == ("1H", "N", None)
    assert ("auction-incomplete", 69, 1) in problems(text)


def test_question_to_the_student() -> None:
    board = board_of(f"{DEAL}mb|1H|mb|?|")
    assert board.auction is not None
    assert board.auction.ending is Ending.TO_CONTINUE
    assert written([board])[0].endswith(b"mb|1H|mb|?|pg||\n")


def test_wrong_fourth_hand() -> None:
    right = "SKQ83H52DJ942CQ42"
    whole = DEAL[:-1] + right + "|"
    assert problems(whole) == []
    wrong = whole.replace(right, "SKQ83H52DJ942CQ43")
    assert problems(wrong)[0] == ("deal-fourth-hand", len(DEAL), len(right))


def test_three_hands_without_a_comma_are_enough() -> None:
    assert board_of(DEAL.replace(",|", "|")).deal == board_of(DEAL).deal


def test_hands_with_odd_spelling() -> None:
    odd = DEAL.replace("S9H3789D38KAC79JA", "D8 3akC7 9jaH3789 S9").replace("6TQK", "610QK")
    assert board_of(odd).deal == board_of(DEAL).deal
    two = board_of("md|1SAKH2,,SQ,|sv|o|").deal
    assert two is not None
    assert str(two) == "N:Q... - AK.2.. -"


def test_card_twice_in_a_hand() -> None:
    assert ("deal-card-twice", 7, 1) in problems("md|1S99H3789D38KAC79JA,,,|")


def test_revoke_and_wrong_card_are_kept_and_reported() -> None:
    # West leads; North, dummy, follows; East plays a card of South's
    text = f"{DEAL}mb|1H|mb|p|mb|p|mb|p|pc|DJ|pc|D3|pc|S4|pc|CA|"
    board = board_of(text)
    assert board.play is not None
    assert [str(card) for card in board.play.cards] == ["DJ", "D3", "S4", "CA"]
    found = [code for code, _, _ in problems(text)]
    assert found == ["revoke", "card-not-held"]


def test_lowest_card_of_a_suit() -> None:
    text = f"{DEAL}{HEARTS}pc|D|pc|Dx|"
    board = board_of(text)
    assert board.play is not None
    assert [str(card) for card in board.play.cards] == ["D2", "D3"]
    assert [code for code, _, _ in problems(text)] == ["card-spelling", "card-spelling"]


def test_lost_bar() -> None:
    text = f"pn|a,b,c,d|st||{DEAL}pg|mb|1H|mb|p|mb|p|mb|p|pg||pc|DJ|"
    assert calls(board_of(text)) == "1H Pass Pass Pass"
    assert [code for code, _, _ in problems(text)] == ["lin-bar"]


def test_bar_in_a_text() -> None:
    text = f"{DEAL}nt|this | that|pg||mb|1H|mb|p|mb|p|mb|p|pg||"
    assert calls(board_of(text)) == "1H Pass Pass Pass"
    assert [code for code, _, _ in problems(text)] == ["lin-bar"]


def test_unknown_command_is_kept() -> None:
    text = f"{DEAL}qq|something|mb|1H|mb|p|mb|p|mb|p|"
    assert board_of(text).tag("XLinQq") == "something"
    assert problems(text) == [("lin-command", len(DEAL) + 1, 2)]


def test_display_commands_are_counted() -> None:
    (problem,) = read(f"lb|0|{DEAL}ht|z|ht|y|").problems
    assert problem.code == "lin-layout"
    assert problem.message == "not kept: ht 2, lb 1"


def test_lesson_that_hides_and_shows_hands() -> None:
    text = (
        "nt|Chapter 1|pg||md|1,,,|md|0SAKQ,,,|sk|s|nt|look|pg||"
        f"{DEAL}nt|the deal|mb|1C|pg||{DEAL}mb|1D|nt|end|pg||qx|2|nt|the end|"
    )
    reading = read(text)
    assert [calls(b) if b.auction else "" for b in reading.boards] == ["", "1C", "1D"]
    assert reading.boards[0].preamble == "{Chapter 1}\n{look}"
    assert reading.boards[0].dealer is Seat.S
    assert "lin-no-board" in [p.code for p in reading.problems]


def test_rewinding_for_the_next_deal_takes_nothing_from_this_one() -> None:
    text = f"{DEAL}{HEARTS}pg||ub|4|md|1SAK,,,|mb|1Spp|"
    assert [calls(board) for board in read(text).boards] == ["1H Pass Pass Pass", "1S Pass Pass"]


def test_file_without_boards() -> None:
    assert [p.code for p in read("").problems] == ["file-empty"]
    assert [p.code for p in read("nt|hello|").problems] == ["lin-no-board", "file-empty"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("Jérôme".encode(), "Jérôme"),
        ("Jérôme".encode("latin-1"), "Jérôme"),
        (b"O\x92Neill \x96 x", "O\u2019Neill \u2013 x"),
        (b"\xef\xbb\xbfpn|", None),
    ],
)
def test_encodings(data: bytes, name: str | None) -> None:
    raw = data if name is None else b"pn|" + data
    board = formats.read_bytes(raw + b",,,|st||" + DEAL.encode(), "x.lin").boards[0]
    assert board.tag("South") == name


def test_line_breaks_inside_values() -> None:
    board = board_of(f"{DEAL}nt|first\r\nsecond|mb|1H|an|two\nlines|")
    assert board.preamble == "{first\nsecond}"
    assert board.auction is not None
    assert board.auction.notes == ((1, "two lines"),)


# ------------------------------------------------------------------ matches

HEAD = "vg|Cup,Final 1,I,7,8,Reds,1.5,Blues,|rs|4HE=,PASS,3NNx-1,1CS+2|pn|a,b,c,d,e,f,g,h|pg||"


def test_rooms_in_two_runs() -> None:
    text = HEAD + "".join(f"qx|{label}|st||{DEAL}sv|o|pg||" for label in ("o7", "o8", "c7", "c8"))
    boards = read(text).boards
    assert [(b.number, b.tag("Room"), b.tag("South")) for b in boards] == [
        ("7", "Open", "a"), ("8", "Open", "a"), ("7", "Closed", "e"), ("8", "Closed", "e"),
    ]  # fmt: skip
    assert [str(b.contract) for b in boards] == ["4H", "3NTX", "Pass", "1C"]
    assert [b.tricks for b in boards] == [10, 8, None, 9]
    data, lost = written(boards)
    assert not lost
    assert formats.read_bytes(data, "x", "lin").boards == boards
    assert b"rs|4HE=,PASS,3NNx-1,1CS+2|" in data


def test_result_of_the_list_counts_without_a_claim() -> None:
    board = board_of(f"{HEAD}qx|c8|{DEAL}mb|1Cppp|pc|DJ|")
    assert outcome_of(board) == ("1C", "N", None) or board.tricks is None
    text = f"{HEAD}qx|c8|{DEAL.replace('md|3', 'md|1')}mb|1Cppp|pc|DJ|"
    assert outcome_of(board_of(text)) == ("1C", "S", 9)


def test_list_of_results_that_disagrees() -> None:
    text = f"{HEAD}qx|o7|st||{DEAL}mb|1Hppp|mc|8|"
    found = problems(text)
    assert found == [("lin-results-disagree", HEAD.index("4HE") + 1, 4)]
    assert outcome_of(board_of(text)) == ("1H", "N", 8)


def test_faults_in_the_head_of_a_match() -> None:
    def codes(head: str) -> list[str]:
        return [code for code, _, _ in problems(f"{head}qx|o7|st||{DEAL}pg||")]

    assert codes("vg|Cup,1,I,8,7,Reds,0,Blues,0|") == ["lin-header"]
    assert codes("vg|Cup,1,I,7,8,Reds|") == ["lin-header"]
    assert codes("vg|Cup,1,I,7,8,A,0,B,0,|rs|PASS,|") == ["lin-results"]
    assert codes("vg|Cup,1,I,7,8,A,0,B,0,|rs|4ZE=,,,|") == ["lin-results"]
    assert codes("vg|Cup,1,I,7,8,A,0,B,0,|pn|a,b,c|") == ["lin-players"]
    twice = f"vg|Cup,1,I,7,8,A,0,B,0|qx|o7|{DEAL}qx|o7|{DEAL}st||{DEAL}"
    assert [code for code, _, _ in problems(twice)] == ["lin-bookmark", "lin-bookmark"]


def test_header_with_commas_in_its_texts() -> None:
    board = board_of(f"vg|Cup, Oslo, 1955,Final,B,1,8,A,0,B,0|qx|o1|{DEAL}")
    assert board.tag("Event") == "Cup, Oslo, 1955"
    assert board.tag("Scoring") == "BAM"


def test_names_of_a_board_override_those_of_the_match() -> None:
    text = f"{HEAD}qx|c7|pn|,x,,|{DEAL}qx|c8|{DEAL}"
    boards = read(text).boards
    assert [b.tag("West") for b in boards] == ["x", "f"]
    data, _ = written(boards)
    assert formats.read_bytes(data, "x", "lin").boards == boards


def test_what_stands_around_a_board_is_not_lost() -> None:
    tags = (Tag("Event", "Cup", "{fine}"), Tag("Site", "Oslo"), Tag("Scoring", "IMP"))
    board = board_of(DEAL)
    data, lost = written([Board(deal=board.deal, tags=tags, number="3")])
    assert b"nt|fine|" in data
    assert lost == [f"{name} cannot be held by lin" for name in ("Event", "Site", "Scoring")]


def test_bars_and_commas_are_replaced() -> None:
    tags = (Tag("South", "Doe, J|K"),)
    data, lost = written([Board(number="1", dealer=Seat.S, tags=tags, preamble="{a|b}")])
    assert b"pn|Doe J/K,,,|" in data
    assert b"nt|a/b|" in data
    assert [message.partition(";")[0] for message in lost] == [
        "a comma in South cannot be held by lin",
        "a bar in South cannot be held by lin",
        "a bar in a comment cannot be held by lin",
    ]


def test_words_after_the_last_record_follow_its_last_card() -> None:
    deal = Deal.parse("N:2... 3... 4... 5...")
    data, lost = written([Board(number="1", deal=deal, postscript="{closing words}\n% other data")])
    assert data.rstrip().endswith(b"pg||nt|closing words|pg||")
    assert lost == ["an escape line cannot be held by lin"]


def test_a_first_call_awaited_of_nobody_knows_whom_is_told() -> None:
    auction = Auction(Seat.N, (), Ending.TO_CONTINUE)
    _, lost = written([Board(auction=auction)])
    assert lost == ["+ (the next call) of nobody knows whom cannot be held by lin"]
    for board in (Board(auction=auction, dealer=Seat.N), Board(auction=auction, number="1")):
        data, lost = written([board])
        assert not lost
        assert formats.read_bytes(data, "x", "lin").boards[0].auction == auction


# ------------------------------------------------------------------ laws


@STEADY
@given(any_boards)
def test_boards_of_any_kind_are_written_twice_alike(board: Board) -> None:
    data, _ = written([board])
    first = formats.read_bytes(data, "x", "lin").boards
    again, _ = written(first)
    second = formats.read_bytes(again, "x", "lin").boards
    assert second == first
    assert written(second)[0] == again


@STEADY
@given(pbn_boards())
def test_what_lin_holds_comes_back(board: Board) -> None:
    data, lost = written([board])
    reading = formats.read_bytes(data, "x", "lin")
    if not reading.boards:
        assert [message for message in lost if message.startswith("left out")]
        return
    (found,) = reading.boards
    assert found.number == board.number
    assert board.dealer in (found.dealer, None)
    assert found.vulnerability is board.vulnerability
    if board.deal is not None and board.deal.is_complete:
        assert found.deal == board.deal
    if board.auction is not None:
        assert found.auction is not None
        assert found.auction.calls == board.auction.calls
        alerts = {k: "Alert" if text == "!" else text for k, text in noted(board).items()}
        assert noted(found) == alerts
        if (found.contract, found.declarer) != (board.contract, board.declarer):
            assert any(f"{board.contract} by {board.declarer}" in message for message in lost)
            return
        if board.play is not None and any(board.play.cards):
            assert found.play is not None
            assert found.play.cards == board.play.cards
            assert found.play.first is board.play.first
        assert found.tricks == board.tricks
    elif board.contract is not None:
        assert any(str(board.contract) in message for message in lost)


def noted(board: Board) -> dict[int, str]:
    """The explanation of each call."""
    assert board.auction is not None
    notes = dict(board.auction.notes)
    found = {k: notes.get(mark.note or 0, "").replace("|", "/") for k, mark in board.auction.marks}
    return {k: " ".join(text.split()) for k, text in found.items() if text.strip()}


def test_a_note_that_means_an_alert_in_lin_is_told() -> None:
    auction = Auction(Seat.S, (CALLS["1C"],), marks=((0, Mark(note=1)),), notes=((1, "!"),))
    data, lost = written([Board(dealer=Seat.S, auction=auction)])
    assert lost == ["the note ! to a call cannot be held by lin; it means an alert there"]
    assert noted(formats.read_bytes(data, "x", "lin").boards[0]) == {0: "Alert"}


@pytest.mark.parametrize("name", ["8C", "2R", "1NU", "^S", ""])
def test_calls_that_lin_has_not_are_reported(name: str) -> None:
    call = SKIPPED if name == "^S" else CALLS.get(name)
    auction = Auction(Seat.S, (CALLS["1C"], call))
    data, lost = written([Board(dealer=Seat.S, deal=board_of(DEAL).deal, auction=auction)])
    assert lost[-1] == f"an auction with {name or '-'} cannot be held by lin"
    assert b"mb|" not in data


# ------------------------------------------------------------------ the grammar

GRAMMAR = Lark(
    (Path(__file__).parent.parent / "grammars" / "lin.lark").read_text("utf-8"),
    start="lin",
    parser="lalr",
)
SPELLING = frozenset(
    (
        *("lin-bar", "lin-command", "lin-junk", "lin-header", "lin-players", "lin-claim"),
        *("call-syntax", "card-syntax", "deal-syntax", "vulnerable-unknown", "seat-unknown"),
    )
)


def grammar_accepts(text: str) -> bool:
    return accepts(GRAMMAR, text)


@pytest.mark.corpus
@pytest.mark.parametrize("name", FILES)
def test_grammar_accepts_real_files_and_what_is_written(name: str, corpus: Path) -> None:
    path = corpus / "lin" / name
    assert grammar_accepts(path.read_text("utf-8"))
    assert grammar_accepts(written(formats.read(path).boards)[0].decode())


@pytest.mark.parametrize(
    "text",
    [
        "md|5SA,,|", "md|1ZA,,|", "mb|8C|", "mb|1Q|", "pc|S1|", "pc|A|", "mc|14|", "mc|x|", "sv|q|",
        "pn|a,b|", "qq|x|", "pg|", "words md|1SA,,|", "||", "vg|a,b,c|", "pg||mb|1C",
    ],
)  # fmt: skip
def test_grammar_refuses_what_the_reader_reports(text: str) -> None:
    assert not grammar_accepts(text)


@pytest.mark.corpus
def test_what_the_grammar_accepts_is_read_without_a_word(corpus: Path) -> None:
    accepted = 0
    for data in mutants([s[:300] for s in samples(corpus)], 1_000, "grammar"):
        text = data.decode("latin-1")
        if grammar_accepts(text):
            accepted += 1
            found = {p.code for p in read(text).problems}
            assert not found & SPELLING, text
    assert accepted > 20


# ------------------------------------------------------------------ damage


def samples(corpus: Path) -> list[bytes]:
    files = [(corpus / "lin" / name).read_bytes() for name in FILES]
    lines = [line for data in files for line in data.split(b"\nqx|")[:40] if len(line) < 3000]
    texts = (HEAD, DEAL + HEARTS + "pc|DJD3D2D9|mc|7|", "md|1,,,|md|0SAK,,,|ob|x|mb|?|")
    return [*lines, *(text.encode() for text in texts)]


@pytest.mark.corpus
def test_damaged_files_never_break_the_reader(corpus: Path) -> None:
    for data in mutants(samples(corpus), 10_000, "lin"):
        read_soundly(data, "lin")


@pytest.mark.corpus
def test_damaged_files_are_written_twice_alike(corpus: Path) -> None:
    """What was read is what is read again, unless the writer says what it leaves out."""
    for data in mutants(samples(corpus), 1_500, "lin-write"):
        first = formats.read_bytes(data, "x", "lin").boards
        text, lost = written(first)
        again = formats.read_bytes(text, "x", "lin").boards
        assert lost or again == first, data
        text, lost = written(again)
        assert formats.read_bytes(text, "x", "lin").boards == again or lost, data
        assert written(again)[0] == text
