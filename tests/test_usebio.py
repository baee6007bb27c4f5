"""USEBIO: travellers and hands, what may be missing, and XML that wants more than it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from abtools import formats
from abtools.auction import Contract
from abtools.board import check
from abtools.cards import Deal, Seat
from abtools.rules import load
from abtools.scoring import score

EVENT = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">
<USEBIO Version="1.2">
<CLUB><CLUB_NAME>Caf\xe9 Club</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS">
 <EVENT_DESCRIPTION>Tuesday</EVENT_DESCRIPTION><DATE>3/11/2026</DATE>
 <PARTICIPANTS>
  <PAIR><PAIR_NUMBER>7</PAIR_NUMBER>
   <PLAYER><PLAYER_NAME>One</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Two</PLAYER_NAME></PLAYER>
  </PAIR>
 </PARTICIPANTS>
 <BOARD>
  <BOARD_NUMBER>2</BOARD_NUMBER>
  <TRAVELLER_LINE><NS_PAIR_NUMBER>7</NS_PAIR_NUMBER><EW_PAIR_NUMBER>8</EW_PAIR_NUMBER>
   <CONTRACT>1NTX</CONTRACT><PLAYED_BY>S</PLAYED_BY><LEAD>10D</LEAD><TRICKS>8</TRICKS>
   <SCORE>480</SCORE><NS_MATCH_POINTS>2</NS_MATCH_POINTS><EW_MATCH_POINTS>0</EW_MATCH_POINTS>
  </TRAVELLER_LINE>
  <TRAVELLER_LINE><NS_PAIR_NUMBER>9</NS_PAIR_NUMBER><EW_PAIR_NUMBER>10</EW_PAIR_NUMBER>
   <SCORE>A5040</SCORE></TRAVELLER_LINE>
  <TRAVELLER_LINE><CONTRACT>9Z</CONTRACT><PLAYED_BY>Q</PLAYED_BY><TRICKS>14</TRICKS>
   <SCORE>lots</SCORE></TRAVELLER_LINE>
 </BOARD>
</EVENT>
<HANDSET><BOARD><BOARD_NUMBER>5</BOARD_NUMBER>
 <HAND><DIRECTION>North</DIRECTION><CLUBS>AKQJT98765432</CLUBS><SPADES></SPADES></HAND>
</BOARD></HANDSET>
</USEBIO>
"""


def read(text: str) -> formats.Reading:
    return formats.read_bytes(text.encode("latin-1"), "event.xml")


def test_lines_of_travellers_are_boards() -> None:
    first, adjusted, wrong, unplayed = read(EVENT).boards
    assert (first.number, first.contract, first.declarer) == ("2", Contract.parse("1NTX"), Seat.S)
    assert first.tricks == 8
    assert first.play is not None
    assert (first.play.first, [str(card) for card in first.play.cards]) == (Seat.W, ["DT"])
    assert (str(first.dealer), str(first.vulnerability)) == ("E", "NS")  # the cycle of board 2
    told = {tag.name: tag.value for tag in first.tags}
    assert told == {
        "Event": "Tuesday",
        "Site": "Café Club",
        "Date": "2026.11.03",
        "Scoring": "MP",
        "PairNS": "7",
        "NamesNS": "One; Two",
        "PairEW": "8",
        "Score": "NS 480",
        "ScoreMP": "NS 2 EW 0",
    }
    # 1NT doubled vulnerable with an overtrick: 80 + 200 + 50 + 50, not the 480 of the sheet
    assert score(first, load("duplicate")).net(Seat.N.side) == 380
    assert adjusted.tag("ScorePercentage") == "NS 50 EW 40"
    assert adjusted.contract is None
    assert (wrong.contract, wrong.declarer, wrong.tricks) == (None, None, None)
    assert unplayed.deal == Deal.parse("N:...AKQJT98765432 - - -")


def test_every_fault_is_told_with_its_line() -> None:
    found = [(p.code, p.span.line) for p in read(EVENT).problems]
    assert found == [
        ("derived", 14),
        ("contract-syntax", 20),
        ("seat-unknown", 20),
        ("value-syntax", 21),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<!DOCTYPE a [<!ENTITY x "boom">]><USEBIO>&x;</USEBIO>', "entity 'x' is declared"),
        ("<USEBIO>" + "<a>" * 5000, "nested deeper than 64"),
        ("<USEBIO><EVENT></USEBIO>", "mismatched tag"),
        ("<USEBIO><EVENT>&nbsp;</EVENT></USEBIO>", "undefined entity"),
        ("<USEBIO>\x00</USEBIO>", "invalid token"),
    ],
)
def test_hostile_or_broken_xml_is_refused_in_words(text: str, words: str) -> None:
    (problem, *rest) = read(text).problems
    assert problem.code == "xml-syntax"
    assert words in problem.message
    assert {p.code for p in rest} <= {"file-empty"}


LIN = (
    "pn|a,b,c,d|st||md|1SAKQJHAKQDAKQCAKQ,ST98HT98DT98CT987,S765H765D765C6543,|sv|o|"
    "mb|1C!|an|strong &amp; any|mb|p|mb|1N|mb|p|mb|7N|mb|p|mb|p|mb|p|pc|H5|pc|H2|pc|HA|pc|H8|mc|13|"
)


def test_auction_and_play_come_from_lin_data() -> None:
    with_lin = "<LIN_DATA>" + LIN + "</LIN_DATA></TRAVELLER_LINE>"
    text = EVENT.replace("</TRAVELLER_LINE>", with_lin, 1)
    board = read(text).boards[0]
    assert board.auction is not None
    assert board.auction.dealer is Seat.S
    assert " ".join(map(str, board.auction.calls)) == "1C Pass 1NT Pass 7NT Pass Pass Pass"
    assert board.auction.notes == ((1, "Alert: strong & any"),)
    assert board.play is not None
    assert (board.play.first, str(board.play.cards[0])) == (Seat.E, "H5")
    assert board.deal is not None
    assert str(board.deal[Seat.N]) == "765.765.765.6543"
    assert (board.contract, board.tricks) == (Contract.parse("1NTX"), 8)  # as the traveller says
    spoilt = read(text.replace(LIN, "md|1SAA,,,|mb|9Z|"))
    found = {(p.code, p.span.line) for p in spoilt.problems}
    assert {("deal-card-twice", 17), ("call-syntax", 17)} < found
    none = read(text.replace(LIN, "nothing"))
    assert ("lin-no-board", 17) in [(p.code, p.span.line) for p in none.problems]


def test_an_unknown_kind_of_event_is_read_without_a_form_of_scoring() -> None:
    reading = read(EVENT.replace("MP_PAIRS", "TIDDLYWINKS"))
    assert len(reading.boards) == 4
    assert reading.boards[0].tag("Scoring") is None


def test_writing_gives_the_same_boards_and_the_same_bytes(corpus: Path) -> None:
    boards = formats.read(corpus / "xml" / "usebio_butler_mitchell.xml").boards
    assert len(boards) == 245
    once = b"".join(formats.dump(boards, "usebio", []))
    again = formats.read_bytes(once, "again.xml")
    assert again.boards == boards
    assert b"".join(formats.dump(again.boards, "usebio", [])) == once


def test_the_scores_of_a_real_event_are_those_of_the_laws(corpus: Path) -> None:
    """Two hundred and forty-five results: the stated score is that of Law 77 in each."""
    duplicate = load("duplicate")
    checked = 0
    for board in formats.read(corpus / "xml" / "usebio_butler_mitchell.xml").boards:
        assert check(board) == []
        stated = board.tag("Score")
        came = score(board, duplicate)
        if stated is not None and came.scored:
            assert f"NS {came.net(Seat.N.side)}" == stated, board.number
            checked += 1
    assert checked > 200
