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


def turned(text: str, steps: int = 1) -> Board:
    (one,) = formats.read_text(text).boards
    return edits.rotate(one, steps, words=True)


def test_results_of_solvers_turn() -> None:
    """Worked out by hand. One place clockwise: West's declaring becomes North's, and what was
    East-West's is North-South's, so that their tricks are thirteen less the old ones.
    """
    board = turned(
        '[Board "1"]\n[DDResults "12340000000000000000"]\n[ParScore "5HX.9.EW"]\n'
        '[Minimax "4SW-420"]\n[Ability "N:11111 E:22222 S:33333 W:44444"]\n'
        '[ParContract "NS 4S=; N-S 4H="]\n%%!R 11111222223333344444\n'
    )
    # W N E S of each strain: S's 4 is now W's, so 13 - 4; W's 1 is N's, 13 - 1; and so on.
    assert board.tag("DDResults") == "9cba" + "d" * 16
    assert board.tag("ParScore") == "5HX.9.NS"
    assert board.tag("Minimax") == "4SN420"
    assert board.tag("Ability") == "E:11111 S:22222 W:33333 N:44444"
    assert board.tag("ParContract") == "EW 4S=; E-W 4H="
    # Declarers E N W S: North's group is now East's, West's North's, South's West's.
    assert board.tags[-1].body == "%%!R 22222333334444411111"
    assert turned('[Minimax "4SW-420"]\n', 2).tag("Minimax") == "4SE-420"


def test_tables_turn_by_their_columns() -> None:
    board = turned(
        '[Board "1"]\n[ScoreTable "PairId_NS;Names_EW;PlayerId_North;PlayerId_West;Declarer;'
        'Score_NS"]\n7 "Ann;Bea" 1 2 W 110\n'
        '[TotalScoreTable "PairId;Direction"]\n7 NS\n8 E-W\n'
    )
    assert [tag.value for tag in board.tags[1:]] == [
        "PairId_EW;Names_NS;PlayerId_East;PlayerId_North;Declarer;Score_EW",
        "PairId;Direction",
    ]
    assert [tag.body.split() for tag in board.tags[1:]] == [
        ["7", '"Ann;Bea"', "1", "2", "N", "110"],
        ["7", "EW", "8", "N-S"],
    ]


def test_words_for_seats_turn_in_comments_and_notes() -> None:
    board = turned(
        '{North-South are strong}\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n'
        "1C =1= {east thinks} Pass Pass Pass\n"
        '[Note "1:WEST may have it; N/S agree"]\n'
    )
    assert board.preamble == "{East-West are strong}"
    assert board.auction is not None
    assert board.auction.notes == ((1, "NORTH may have it; E/W agree"),)
    assert [text for _, text in board.auction.remarks] == ["{south thinks}"]
    assert board.tag("Note") == "1:NORTH may have it; E/W agree"


def test_a_tag_says_the_same_as_its_field_after_turning() -> None:
    """What the tags keep beside the fields is read again, and gives the fields."""
    once = edits.rotate(board(), 1)
    text = "".join(f'[{tag.name} "{tag.value}"]\n{tag.body}\n' for tag in once.tags)
    again = formats.read_text(text.replace("\n\n", "\n")).boards[0]
    for name in ("deal", "dealer", "vulnerability", "declarer", "honours", "adjustments"):
        assert getattr(again, name) == getattr(once, name), name


def test_names_met_late_and_in_tables_and_addresses() -> None:
    """Bob stands in an early comment, Eve only in a table, an address is no name."""
    text = (
        '{Bob Gray wins}\n[Board "1"]\n[North "Ann Lee & Cy"]\n[NorthNA "ann@example.org"]\n'
        '[TotalScoreTable "PairId;Names"]\n1 "Eve Ray;Ann Lee"\n\n'
        '[Board "2"]\n[South "Bob Gray"]\n[HomeTeam "Gray"]\n'
        '[Note "1:told by Eve Ray"]\n{the end, Bob Gray}\n'
    )
    first, second = edits.anonymise(formats.read_text(text).boards)
    assert first.tag("North") == "Player 1 & Player 2"
    assert first.tag("NorthNA") == "?"
    assert first.preamble == "{Player 4 wins}"
    assert first.tags[-1].body == '1 "Player 3;Player 1"'
    assert (second.tag("South"), second.tag("Note")) == ("Player 4", "1:told by Player 3")
    assert second.tag("HomeTeam") == "Team 5"


def test_renumber_and_sort() -> None:
    boards = [Board(number=n) for n in ("10", "9", "A", "2")]
    assert [b.number for b in sorted(boards, key=edits.by_number)] == ["2", "9", "10", "A"]
    assert [b.number for b in edits.renumber(boards, 5)] == ["5", "6", "7", "8"]


def test_the_same_record_twice_is_kept_once() -> None:
    other = Board(number="4")
    assert list(edits.dedupe([board(), other, board()], [])) == [board(), other]


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
