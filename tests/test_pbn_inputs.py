"""Records that other tools read wrongly or not at all, each with the right answer.

The texts are this project's own, shaped after the reports of users of other programs.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from abtools import formats
from abtools.auction import PASS, Auction, Call, Contract, Doubling
from abtools.board import Board, check, outcome
from abtools.cards import Deal, Seat
from abtools.problems import Problem

DEAL = "N:AJ975.4.987.AQ54 K642.J53.KT52.73 T8.A976.J43.JT62 Q3.KQT82.AQ6.K98"


def one(text: str) -> tuple[Board, list[Problem]]:
    reading = formats.read_text(text, "case.pbn")
    assert len(reading.boards) == 1
    return reading.boards[0], [*reading.problems, *check(reading.boards[0])]


def exported(board: Board) -> str:
    return b"".join(formats.dump([board], "pbn", [], export=True)).decode("latin-1")


def codes(problems: list[Problem]) -> set[str]:
    return {problem.code for problem in problems}


def test_suit_letters_inside_hands_are_read_with_a_warning() -> None:
    spelled = (
        "N:SAJ975.H4.D987.CAQ54 SK642.HJ53.DKT52.C73 ST8.HA976.DJ43.CJT62 SQ3.HKQT82.DAQ6.CK98"
    )
    board, problems = one(f'[Deal "{spelled}"]\n')
    assert board.deal == Deal.parse(DEAL)
    assert codes(problems) == {"deal-spelling"}


def test_question_marks_are_unknown_and_stay_so() -> None:
    board, problems = one(
        f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n'
        '[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n'
    )
    assert (board.contract, board.declarer, board.tricks) == (None, None, None)
    assert problems == []
    text = exported(board)
    for line in ('[Declarer "?"]', '[Contract "?"]', '[Result "?"]'):
        assert line in text


def test_lines_of_hash_marks_after_a_record_are_skipped_with_a_warning() -> None:
    board, problems = one(f'[Board "1"]\n[Deal "{DEAL}"]\n\n# 29220 hands\n# End\n')
    assert board.deal == Deal.parse(DEAL)
    assert [(p.code, p.span.line) for p in problems] == [("line-hash", 4), ("line-hash", 5)]


def test_a_comment_between_tags_stays_with_the_tag_before_it() -> None:
    board, problems = one(
        f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
        '{PAR of the deal: 3H by West}\n[Auction "N"]\nPass Pass Pass Pass\n'
    )
    assert problems == []
    assert outcome(board).contract == Contract.PASSED_OUT
    assert f'[Deal "{DEAL}"]\r\n{{PAR of the deal: 3H by West}}\r\n' in exported(board)


LOWER_CASE = """[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:732.742.KJ2.8654 AQT.9865.Q7.AJT3 8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7"]
[Declarer "W"]
[Contract "1nt"]
[Auction "E"]
1h pass 1nt ap
[Play "N"]
dj D7 d5 d8
H4 h5 HT hA
s2 sA S8 S5
H7 H9 D3 hk
C8 CA CK C7
H2 H8 D4 HQ
S3 SQ C9 SK
S7 ST D6 S6
C5 C3 CQ SJ
D2 DQ DT H3
C6 CJ C2 S9
C4 CT DA S4
DK H6 D9 HJ
"""


def test_lower_case_is_read_and_a_missing_result_is_derived_from_the_play() -> None:
    """East-West take all but the first trick (DQ was not played on DJ) and DK at the end."""
    board, problems = one(LOWER_CASE)
    assert problems == []
    assert board.tricks is None
    found = outcome(board)
    assert (found.contract, found.declarer, found.tricks) == (Contract.parse("1NT"), Seat.W, 11)
    assert found.derived == {"tricks"}


def test_hidden_hands_survive_as_dashes() -> None:
    deal = "N:AK94.Q642.Q82.QJ - Q6.AKJ.KJ95.AK63 -"
    board, problems = one(
        f'[Dealer "N"]\n[Deal "{deal}"]\n[Declarer "S"]\n[Contract "6NT"]\n'
        '[Auction "N"]\n1D Pass 3NT Pass\n6NT Pass Pass Pass\n'
    )
    assert problems == []
    assert board.deal is not None
    assert board.deal[Seat.E] is None
    assert board.deal[Seat.N] is not None
    assert f'[Deal "{deal}"]' in exported(board)


def test_tags_that_contradict_the_cards_name_the_reading_that_fits() -> None:
    """North declares by the auction and East leads; the tags say West, and North on lead."""
    board, problems = one(
        '[Dealer "S"]\n[Vulnerable "None"]\n'
        '[Deal "S:9.JT63.AJ432.AKT T872.4.QT85.QJ72 J54.AKQ5.K97.983 AKQ63.9872.6.654"]\n'
        '[Declarer "W"]\n[Contract "4H"]\n[Auction "S"]\n1D Pass 1H 1S\n2H 3S 4H Pass\n'
        'Pass Pass\n[Play "N"]\nSA S9 S2 S4\nD6 D2 DT DK\n*\n'
    )
    found = {problem.code: problem for problem in problems}
    assert set(found) == {"declarer-disagrees", "play-reading"}
    assert found["declarer-disagrees"].span.line == 4
    assert "North declares 4H (East leads)" in found["declarer-disagrees"].message
    assert "SA is not in North's hand but in East's" in found["play-reading"].message
    assert "first column East and East on lead" in found["play-reading"].message
    assert board.tricks is None


def test_one_card_played_is_no_result() -> None:
    board, problems = one(
        f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "2D"]\n'
        '[Auction "N"]\nPass Pass 1D Pass\n2D Pass Pass Pass\n[Play "W"]\nHK - - -\n'
    )
    assert problems == []
    assert outcome(board).tricks is None


def test_the_deal_is_inherited_through_a_chain_of_hashes() -> None:
    """Twice by #, then by a record of the same board without a Deal tag."""
    reading = formats.read_text(
        f'[Board "7"]\n[Room "Open"]\n[Deal "{DEAL}"]\n[Contract "1NT"]\n\n'
        '[Board "7"]\n[Room "Closed"]\n[Deal "#"]\n[Contract "2H"]\n\n'
        '[Board "7"]\n[Room "Third"]\n[Deal "#"]\n[Contract "2S"]\n\n'
        '[Board "7"]\n[Room "Fourth"]\n[Contract "3S"]\n'
    )
    assert [board.deal for board in reading.boards] == [Deal.parse(DEAL)] * 4
    assert [board.number for board in reading.boards] == ["7"] * 4
    assert [problem.code for problem in reading.problems] == [
        "inheritance-forbidden",
        "inheritance-forbidden",
        "deal-shared",
    ]


def test_a_hand_record_is_a_board_without_contract() -> None:
    board, problems = one(f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n')
    assert problems == []
    assert board.deal == Deal.parse(DEAL)
    assert board.contract is None


def test_swapped_declarer_and_dummy_are_kept() -> None:
    board, problems = one('[Declarer "^S"]\n[Contract "3NT"]\n[Result "9"]\n')
    assert problems == []
    assert (board.declarer, board.declarer_swapped, board.tricks) == (Seat.S, True, 9)
    assert '[Declarer "^S"]' in exported(board)


def test_utf_16_and_byte_order_marks() -> None:
    text = f'[Board "1"]\n[Event "Café"]\n[Deal "{DEAL}"]\n'
    for data in (
        b"\xff\xfe" + text.encode("utf-16-le"),
        b"\xfe\xff" + text.encode("utf-16-be"),
        b"\xef\xbb\xbf" + text.encode(),
        text.encode(),
        text.encode("latin-1"),
    ):
        reading = formats.read_bytes(data, "case.pbn")
        assert len(reading.boards) == 1
        assert reading.boards[0].deal == Deal.parse(DEAL)
        assert reading.boards[0].tag("Event") == "Café"
        assert b"".join(formats.dump(reading.boards, "pbn", [], reading.source)) == data


def test_a_double_does_not_outlive_a_later_bid() -> None:
    calls = [Call.parse(text) for text in ("1S", "X", "2H", "P", "P", "P")]
    auction = Auction(Seat.N, tuple(calls))
    assert auction.outcome() == (Contract.parse("2H"), Seat.S)
    assert list(auction.turns())[:3] == [(Seat.N, calls[0]), (Seat.E, calls[1]), (Seat.S, calls[2])]


def test_a_redouble_counts_four_times() -> None:
    auction = Auction(Seat.N, (*(Call.parse(text) for text in ("1H", "X", "XX")), PASS, PASS, PASS))
    contract, declarer = auction.outcome() or (None, None)
    assert contract == Contract.parse("1HXX")
    assert contract is not None
    assert contract.factor == Doubling.REDOUBLED.value == 4
    assert declarer is Seat.N


def test_export_does_not_claim_another_encoding_than_its_own() -> None:
    claim = "%Content-type: text/x-pbn; charset="
    reading = formats.read_text(f'{claim}UTF-8\n[Event "Caf\u00e9"]\n')
    exported = b"".join(formats.dump(reading.boards, "pbn", [], export=True))
    assert f"{claim}ISO-8859-1\r\n".encode() in exported
    assert b'[Event "Caf\xe9"]' in exported


@pytest.mark.parametrize("gap", ["\n% kept\n", "\n%one\n\t%no escape\n", "\n%\n"])
def test_an_escape_line_inside_a_tag_is_skipped_and_kept(gap: str) -> None:
    """An escape line ends nothing: the standard lets it be skipped wherever it stands."""
    text = f'[Board{gap}"7"]\n{{comment}}\n[Event "x"{gap}]\n'
    reading = formats.read_text(text)
    if "no escape" in gap:
        assert reading.problems[0].code == "tag-syntax"
        return
    assert reading.problems == ()
    (board,) = reading.boards
    assert (board.number, board.tag("Event")) == ("7", "x")
    line = gap.strip("\n")
    exported = b"".join(formats.dump([board], "pbn", [], export=True)).decode()
    assert f'[Board "7"]\r\n{line}\r\n{{comment}}\r\n' in exported
    again = formats.read_text(exported)
    assert b"".join(formats.dump(again.boards, "pbn", [], export=True)).decode() == exported
    assert b"".join(formats.dump([board], "pbn", [], reading.source)).decode() == text
    changed = b"".join(formats.dump([replace(board, number="8")], "pbn", [], reading.source))
    assert line in changed.decode().partition("[Event")[0]


def test_places_inside_values_with_escapes() -> None:
    r"""Columns are counted in the file. In [ActionTable "Rank;Call\R"] the letter R, which
    wants a width before it, is character 26; in [Deal "N:\"AKQ... the quote is character 10."""
    (table, *_) = formats.read_text('[Board "1"]\n[ActionTable "Rank;Call\\\\R"]\n1 1NT\n').problems
    assert (table.code, table.span.line) == ("table-columns", 2)
    assert (table.span.column, table.span.length) == (26, 1)
    deal = formats.read_text('[Deal "N:\\"AKQJT98765432... - - -"]\n').problems[0]
    assert (deal.span.line, deal.span.column) == (1, 10)
