"""Seats turned, numbers, doubles, names: worked out by hand on one board."""

from __future__ import annotations

from pathlib import Path

from abtools import edits, formats
from abtools.board import Board, check

RECORD = """[Event "Club"]
[Board "3"]
[West "Ann"]
[North "Bea"]
[East "Cis"]
[South "Dot"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:732.742.KJ2.8654 AQT.9865.Q7.AJT3 8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7"]
[Declarer "W"]
[Contract "1NT"]
[Result "11"]
{North led, which pleased Bea}
[Score "EW 190"]
[Honours "N:0 E:2 S:1 W:1"]
[Adjustments "NS above 50 a fine"]
[PairNS "4"]
[PairEW "7"]
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 2
E NT 11
[Auction "S"]
Pass 1NT Pass Pass
Pass
[Play "N"]
DJ D7 D5 D8
*
"""


def board() -> Board:
    reading = formats.read_text(RECORD)
    assert reading.problems == ()
    return reading.boards[0]


def exported(turned: Board) -> str:
    return b"".join(formats.dump([turned], "pbn", [], export=True)).decode().replace("\r\n", "\n")


def test_one_place_clockwise_moves_everything_that_names_a_seat() -> None:
    text = exported(edits.rotate(board(), 1, words=True))
    for line in (
        '[North "Ann"]',
        '[East "Bea"]',
        '[South "Cis"]',
        '[West "Dot"]',
        '[Dealer "W"]',
        '[Vulnerable "NS"]',
        '[Deal "W:8.T.AT96543.KQ92 KJ9654.AKQJ3.8.7 732.742.KJ2.8654 AQT.9865.Q7.AJT3"]',
        '[Declarer "N"]',
        '[Contract "1NT"]',
        '[Result "11"]',
        "{East led, which pleased Bea}",
        '[Score "NS 190"]',
        '[Honours "N:1 E:0 S:2 W:1"]',
        '[Adjustments "EW above 50 a fine"]',
        '[PairEW "4"]',
        '[PairNS "7"]',
        "E NT  2",
        "S NT 11",
        '[Auction "W"]',
        '[Play "E"]',
    ):
        assert line in text.split("\n"), line


def test_a_turned_board_is_as_sound_as_before_and_four_turns_come_home() -> None:
    turned = board()
    for _ in range(4):
        turned = edits.rotate(turned, 1)
        assert check(turned) == []
    assert exported(turned) == exported(board())
    assert exported(edits.rotate(edits.rotate(board(), 3), 1)) == exported(board())


def test_hex_strings_by_declarer_turn_in_their_own_order() -> None:
    """The groups stand N, S, E, W: what was North's stands third when North sits East."""
    reading = formats.read_text('[DoubleDummyTricks "11111222223333344444"]\n')
    turned = edits.rotate(reading.boards[0], 1)
    assert turned.tag("DoubleDummyTricks") == "44444333331111122222"


def test_renumber_and_sort() -> None:
    boards = [Board(number=n) for n in ("10", "9", "A", "2")]
    assert [b.number for b in sorted(boards, key=edits.by_number)] == ["2", "9", "10", "A"]
    assert [b.number for b in edits.renumber(boards, 5)] == ["5", "6", "7", "8"]


def test_the_same_record_twice_is_kept_once() -> None:
    other = Board(number="4")
    assert list(edits.dedupe([board(), other, board()])) == [board(), other]


def test_names_are_replaced_everywhere_by_the_same_words() -> None:
    hidden = list(edits.anonymise([board(), board()]))
    text = exported(hidden[0]) + exported(hidden[1])
    for name in ("Ann", "Bea", "Cis", "Dot"):
        assert name not in text
    assert text.count('[North "Player 2"]') == 2
    assert text.count("which pleased Player 2}") == 2


def test_turning_the_corpus_leaves_sound_records_sound(corpus: Path) -> None:
    for name in ("ref_correct_20", "bridgecomposer_4x9", "three_records_lf"):
        for record in formats.read(corpus / "pbn" / f"{name}.pbn").boards:
            for steps in (1, 2, 3):
                assert len(check(edits.rotate(record, steps))) == len(check(record))
