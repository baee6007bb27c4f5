"""Double-dummy results of the shared corpus: the lists of dds and GIB, and the rows of inputs.tsv.

What a row of inputs.tsv says of par waits until there is one; its tricks are tested here.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from abtools.auction import Contract, Strain
from abtools.board import Board, Tag
from abtools.cards import Card, Deal, Seat, Suit
from abtools.formats import read, read_text
from abtools.formats.solved.results import PLACE, results_of
from abtools.formats.solved.stated import stated_cells
from abtools.play import Play
from abtools.solver import (
    STRAINS,
    Move,
    Position,
    line,
    moves,
    solve,
    table,
    tables,
    trace,
    why_not,
)

pytestmark = pytest.mark.corpus

DDS_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
"""The strains in the order of dds; its suits are these without the last."""


# ---------------------------------------------------------------- the lists of dds


@dataclass(frozen=True)
class Solved:
    """A record of a list of dds: a deal with strain and leader, and its lines of results."""

    deal: Deal
    strain: Strain
    leader: Seat
    lines: dict[str, list[str]]

    @property
    def start(self) -> Position:
        return Position(self.deal, self.strain, self.leader)

    def numbers(self, name: str) -> list[int]:
        return list(map(int, self.lines[name]))


def records(path: Path, count: int) -> list[Solved]:
    """The first records of a list: `PBN dealer vulnerability strain leader "deal"`, then lines
    that begin with what they tell."""
    found: list[Solved] = []
    for row in path.read_text("ascii").splitlines():
        name, _, rest = row.strip().partition(" ")
        if name == "PBN":
            numbers, deal, _ = rest.split('"')
            strain, leader = map(int, numbers.split()[2:])
            found.append(Solved(Deal.parse(deal), DDS_STRAINS[strain], Seat(leader), {}))
        elif found:
            found[-1].lines[name] = rest.replace('"', "").split()
    assert len(found) >= count
    return found[:count]


slow = pytest.mark.slow
LISTS = [
    ("list10.txt", 10),
    pytest.param("largest.txt", 21, marks=slow),
    pytest.param("list1000.txt", 1000, marks=slow),
    pytest.param("thomas1.txt", 1, marks=slow),
]
"""List and how many of its records: the whole of it, or what takes seconds."""


@pytest.mark.parametrize(("name", "count"), LISTS)
def test_tables_of_dds(corpus: Path, name: str, count: int) -> None:
    """TABLE: declarers N E S W for each strain."""
    wanted = records(corpus / "dds" / name, count)
    found = tables(record.deal for record in wanted)
    for record, ours in zip(wanted, found, strict=True):
        told = [ours[strain, seat] for strain in DDS_STRAINS for seat in Seat]
        assert told == record.numbers("TABLE"), record.deal


@pytest.mark.parametrize(("name", "count"), LISTS)
def test_card_scores_of_dds(corpus: Path, name: str, count: int) -> None:
    """FUT: how many, then so many suits (0 spades), ranks, sets of equal lower ranks, tricks."""
    for record in records(corpus / "dds" / name, count):
        n, *numbers = record.numbers("FUT")
        assert len(numbers) == 4 * n
        wanted = {}
        for suit, rank, equals, tricks in zip(
            *(numbers[k * n :][:n] for k in range(4)), strict=True
        ):
            for each in range(2, 15):
                if each == rank or equals >> each & 1:
                    wanted[Suit(3 - suit), each] = tricks
        found = moves(record.start)
        assert {(m.card.suit, int(m.card.rank)): m.tricks for m in found} == wanted, record.deal


@pytest.mark.parametrize(("name", "count"), LISTS)
def test_play_traces_of_dds(corpus: Path, name: str, count: int) -> None:
    """TRACE: declarer's tricks before the play and after each card of it, the last trick apart."""
    for record in records(corpus / "dds" / name, count):
        text = record.lines["PLAY"][1]
        played = [Card.parse(text[at : at + 2]) for at in range(0, len(text), 2)]
        length, *wanted = record.numbers("TRACE")
        assert length == len(wanted) == min(len(played), 48) + 1
        found = trace(record.start, played, record.leader.rho)
        assert list(found[: len(wanted)]) == wanted, record.deal
        assert len(played) < 52 or found[-1] == won_by(record.start, played), record.deal


def won_by(start: Position, played: Sequence[Card]) -> int:
    """Tricks that the side of the leader's right-hand opponent took."""
    now, won = start, 0
    for card in played:
        now = now.after([card])
        won += not now.table and now.leader.side is start.leader.rho.side
    return won


@pytest.mark.parametrize("name", ["sol10.txt", "list10.txt"])
def test_results_that_a_format_reads(corpus: Path, name: str) -> None:
    """The orders of strains and seats that GIB and dds write, turned into ours by their readers."""
    boards = read(corpus / "dds" / name).boards
    assert len(boards) == 10
    found = tables(board.deal for board in boards)
    for board, ours in zip(boards, found, strict=True):
        assert tuple(results_of(board)) == ours.by_declarer, board.deal


@pytest.mark.parametrize("count", [4, pytest.param(None, marks=slow)])
@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("pbn/z_psbridge_deepfinesse.pbn", 20),
        ("pbn/z_bridgecomposer_latin1.pbn", 40),
        ("deal/dealconvert-jfr.pbn", 20),
        ("pbn/comment_with_empty_line.pbn", 40),
    ],
)
def test_results_that_records_state(
    corpus: Path, name: str, stated: int, count: int | None
) -> None:
    """What other solvers wrote into tags and escape lines, so many cells a board."""
    boards = read(corpus / name).boards[:count]
    found = tables(board.deal for board in boards)
    for board, ours in zip(boards, found, strict=True):
        compared = list(stated_cells(board, ours.by_declarer))
        assert len(compared) == stated
        assert not [cell for cell in compared if cell.is_wrong]


# ---------------------------------------------------------------- rows of inputs.tsv


@dataclass(frozen=True)
class Row:
    """A row: what is given, and what the right answer is, both in words and strings."""

    given: str
    answer: str

    @property
    def deal(self) -> Deal:
        """The deal that the input begins with."""
        return Deal.parse(self.given.split(" ;")[0])


@pytest.fixture(scope="session")
def rows(corpus: Path) -> dict[str, Row]:
    """The rows by their names."""
    with (corpus / "inputs.tsv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {line["id"]: Row(line["input"], line["expected"]) for line in lines}


def cells(answer: str) -> Iterator[tuple[Strain, Seat, int]]:
    """The tricks in an answer like `NT N6 S6 E5 W7; S N7 ...`; without seats they are N E S W."""
    for strain, tricks in re.findall(r"\b(NT|[SHDC])((?: [NESW]?\d+){4})", answer):
        for seat, word in zip(Seat, tricks.split(), strict=True):
            whose = Seat.parse(word[0]) if word[0].isalpha() else seat
            yield Strain.parse(strain), whose, int(word.lstrip("NESW"))


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("dd-docs-deal", 20),
        ("dd-partial-2cards", 20),
        ("dd-par-nsvul-3", 8),
        pytest.param("dd-freak-3suit", 20, marks=slow),
        pytest.param("dd-freak-2suit", 20, marks=slow),
        pytest.param("dd-freak-worst", 20, marks=slow),
    ],
)
def test_tables_of_rows(rows: dict[str, Row], name: str, count: int) -> None:
    wanted = list(cells(rows[name].answer))
    assert len(wanted) == count
    found = table(rows[name].deal)
    assert [(strain, seat, found[strain, seat]) for strain, seat, _ in wanted] == wanted


def test_the_string_of_bridgewebs(rows: dict[str, Row]) -> None:
    row = rows["dd-bridgewebs-string"]
    tag = re.search(r'\[(DoubleDummyTricks) "(\w{20})"\]', row.answer)
    assert tag is not None
    board = Board(deal=row.deal, tags=(Tag(tag[1], tag[2]),))
    compared = list(stated_cells(board, table(row.deal).by_declarer))
    assert len(compared) == 20
    assert not [cell for cell in compared if cell.is_wrong]


def test_what_par_rests_on(rows: dict[str, Row]) -> None:
    """dd-par-nsvul-1: 3C by North is made and no more, 3H by East-West is one down."""
    found = table(rows["dd-par-nsvul-1"].deal)
    assert found[Strain.CLUBS, Seat.N] == 9
    assert max(found[Strain.HEARTS, seat] for seat in (Seat.E, Seat.W)) == 8


def test_the_same_score_in_two_contracts(rows: dict[str, Row]) -> None:
    """score-4s-plus1: East takes eleven at spades; 6C by North-South goes two down."""
    found = table(rows["score-4s-plus1"].deal)
    assert found[Strain.SPADES, Seat.E] == 11
    assert max(found[Strain.CLUBS, seat] for seat in (Seat.N, Seat.S)) == 10


def test_a_record_with_play(rows: dict[str, Row]) -> None:
    """pbn-mixedcase-play: the twenty tricks, notrump to clubs, and those its play led to."""
    row = rows["pbn-mixedcase-play"]
    (board,) = read_text(row.given.replace("\\n", "\n")).boards
    assert board.deal is not None
    found = table(board.deal)
    told = re.findall(r"\b([NESW]) (\d+(?:/\d+){4})", row.answer)
    assert [seat for seat, _ in told] == ["N", "S", "E", "W"]
    for seat, numbers in told:
        mine = [found[strain, Seat.parse(seat)] for strain in reversed(STRAINS)]
        assert mine == list(map(int, numbers.split("/")))
    followed = line(board)
    assert len(followed.cards) == 52
    assert followed.tricks[-1] == 2


def test_hidden_hands_are_refused(rows: dict[str, Row]) -> None:
    (board,) = read_text(rows["pbn-hidden-hands"].given.replace("\\n", "\n")).boards
    assert board.deal is not None
    assert "East and West are not known" in str(why_not(board.deal))


def leads(deal: Deal, strain: Strain, leader: Seat) -> dict[str, int]:
    return {str(m.card): m.tricks for m in moves(Position(deal, strain, leader))}


def test_leads_against_3nt(rows: dict[str, Row]) -> None:
    """dd-3nt-s4: spades and clubs give the defence four, hearts three, diamonds two."""
    found = leads(rows["dd-3nt-s4"].deal, Strain.NOTRUMP, Seat.N)
    suits = {"S": 4, "C": 4, "H": 3, "D": 2}
    assert found == {card: suits[card[0]] for card in found}
    assert len(found) == 13
    assert 13 - found["S4"] == 9


def test_every_legal_card_is_listed(rows: dict[str, Row]) -> None:
    row = rows["solve-all-cards"]
    wanted = {
        card: int(tricks) for card, tricks in re.findall(r"([SHDC][2-9TJQKA]) (\d)", row.answer)
    }
    assert len(wanted) == 4
    assert leads(row.deal, Strain.NOTRUMP, Seat.S) == wanted


def test_a_forced_choice_is_solved_all_the_same(rows: dict[str, Row]) -> None:
    """solve-forced-1: queen and jack of diamonds are equals, each worth four."""
    start = Position(rows["solve-forced-1"].deal, Strain.NOTRUMP, Seat.N)
    queen, jack = Card.parse("DQ"), Card.parse("DJ")
    assert moves(start.after([Card.parse("D5"), Card.parse("D2")])) == (
        Move(queen, 4, queen),
        Move(jack, 4, queen),
    )


def test_leads_by_suit(rows: dict[str, Row]) -> None:
    """solve-lead-SK-1: the king gives the defence three, the small spades four."""
    found = leads(rows["solve-lead-SK-1"].deal, Strain.NOTRUMP, Seat.S)
    wanted = {"SK": 3, **dict.fromkeys(("S9", "S8", "S6", "S2"), 4)}
    wanted |= dict.fromkeys(("H8", "H7", "H3", "D9", "D8", "CJ"), 3) | {"C7": 1, "C4": 1}
    assert found == wanted


def test_what_each_card_of_a_play_did(rows: dict[str, Row]) -> None:
    row = rows["analyse-v3-bug"]
    played = [Card.parse(word) for word in row.given.split("play ")[1].split()]
    wanted = row.answer.split(": ")[1].split(";")[0].split()
    assert (len(played), len(wanted)) == (10, 11)
    # In columns from North: the second trick was led by North as well, the third by South.
    columns = (*played[:8], None, None, *played[8:])
    board = Board(
        deal=row.deal, declarer=Seat.W, contract=Contract.parse("3H"), play=Play(Seat.N, columns)
    )
    found = line(board)
    assert [card for _, card in found.cards] == played
    assert list(found.tricks) == list(map(int, wanted))


def test_nothing_left_to_play(rows: dict[str, Row]) -> None:
    """dd-last-trick: no card is left and none is to be won; a whole play ends on what was won."""
    assert rows["dd-last-trick"].given == "all 13 tricks played"
    start = Position(Deal.parse("N:A2... K3... .A2.. ..A2."), Strain.NOTRUMP, Seat.N)
    played = list(map(Card.parse, ["SA", "S3", "H2", "D2", "S2", "SK", "HA", "DA"]))
    assert trace(start, played, Seat.N) == (1,) * 9
    end = start.after(played)
    assert (solve(end), moves(end)) == (0, ())


@pytest.mark.parametrize("order", [(4, 1), (1, 4), (0, 1, 2, 3, 4)])
def test_a_table_kept_from_another_strain(rows: dict[str, Row], order: tuple[int, ...]) -> None:
    """tt-reuse-trump: what was learned at notrump says nothing about diamonds."""
    assert "cold solve" in rows["tt-reuse-trump"].answer
    deal = rows["dd-docs-deal"].deal
    cold = [table(deal, strains=[strain], jobs=1) for strain in STRAINS]
    wanted = {(s, seat): tricks for s, seat, tricks in cells(rows["dd-docs-deal"].answer)}
    one_after_the_other = tables([deal], strains=[STRAINS[k] for k in order], jobs=1)
    for found in (*one_after_the_other, *(cold[k] for k in order)):
        for k in order:
            row = found.tricks[k]
            assert row is None or row == tuple(wanted[STRAINS[k], seat] for seat in Seat)


def test_the_order_of_strains_of_dds(rows: dict[str, Row], corpus: Path) -> None:
    """suit-order-map: ours is clubs to notrump, that of dds spades to clubs and notrump."""
    assert rows["suit-order-map"].given.startswith("map strain order C,D,H,S,NT to DDS S,H,D,C,NT")
    wanted = records(corpus / "dds" / "list10.txt", 10)
    for record, board in zip(wanted, read(corpus / "dds" / "list10.txt").boards, strict=True):
        results = results_of(board)
        mapped = [results[PLACE[seat, strain]] for strain in DDS_STRAINS for seat in Seat]
        assert mapped == record.numbers("TABLE")
