"""Laws that every rule set must obey, over random records; and duplicate against Law 77 itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abtools.auction import Contract, Strain
from abtools.board import Adjustment, Board, Honours, Vulnerability
from abtools.cards import Seat, Side
from abtools.explanation import explain
from abtools.rules import load, names
from abtools.scoring import score
from abtools.tally import Table, tally

SUITS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES)
FOUR_HANDED = [name for name in names() if load(name).players == 4]
SWAPPED = {
    Vulnerability.NONE: Vulnerability.NONE,
    Vulnerability.NS: Vulnerability.EW,
    Vulnerability.EW: Vulnerability.NS,
    Vulnerability.ALL: Vulnerability.ALL,
}


@st.composite
def divided(draw: st.DrawFn, whole: int) -> Honours:
    """So many honours in four hands."""
    holders = draw(st.lists(st.integers(0, 3), min_size=whole, max_size=whole))
    return (holders.count(0), holders.count(1), holders.count(2), holders.count(3))


adjustments = st.lists(
    st.builds(
        Adjustment,
        st.sampled_from(Side),
        st.sampled_from(["below", "above"]),
        st.integers(1, 60),
        st.just("agreed"),
    ),
    max_size=1,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A record as a club keeps it: contract, declarer, tricks, honours, vulnerability."""
    strain = draw(st.sampled_from((*SUITS, Strain.NOTRUMP)))
    contract = Contract(draw(st.integers(1, 7)), strain, draw(st.sampled_from((1, 2, 4))))
    declarer = draw(st.sampled_from(Seat))
    return Board(
        dealer=draw(st.sampled_from(Seat)),
        vulnerability=draw(st.sampled_from(Vulnerability)),
        declarer=declarer,
        contract=contract,
        tricks=draw(st.integers(0, 13)),
        honours=draw(divided(4 if strain is Strain.NOTRUMP else 5)),
        adjustments=tuple(draw(adjustments)),
    )


sets = st.sampled_from(FOUR_HANDED)


@given(boards(), sets)
@settings(deadline=None)
def test_doubling_doubles_the_trick_score(board: Board, name: str) -> None:
    contract = board.contract
    assert contract is not None
    law = load(name)
    if law.choice("bidding.doubles") == "none":
        return

    def tricks(factor: int) -> int:
        doubled = replace(board, contract=replace(contract, factor=factor))
        entries = score(doubled, law, Vulnerability.NONE).entries
        return sum(e.points for e in entries if e.kind == "odd-tricks")

    assert tricks(2) == 2 * tricks(1)
    assert tricks(4) == 4 * tricks(1)


@given(boards(), sets)
@settings(deadline=None)
def test_one_trick_more_never_scores_less(board: Board, name: str) -> None:
    law = load(name)
    assert board.tricks is not None
    assert board.declarer is not None
    if board.tricks == 13:
        return
    side = board.declarer.side
    fewer, more = (score(replace(board, tricks=board.tricks + k), law) for k in (0, 1))
    if fewer.missing or more.missing:
        return
    before, after = fewer.net(side), more.net(side)
    assert before is not None
    assert after is not None
    assert after >= before


def turned(board: Board) -> Board:
    """The same record with every seat one place on."""
    assert board.honours is not None
    assert board.declarer is not None
    n, e, s, w = board.honours
    return replace(
        board,
        dealer=None if board.dealer is None else board.dealer.lho,
        declarer=board.declarer.lho,
        honours=(w, n, e, s),
        vulnerability=None if board.vulnerability is None else SWAPPED[board.vulnerability],
        adjustments=tuple(replace(a, side=a.side.opponents) for a in board.adjustments),
    )


@given(boards(), sets)
@settings(deadline=None)
def test_swapping_the_sides_swaps_the_columns(board: Board, name: str) -> None:
    law = load(name)
    here, there = score(board, law), score(turned(board), law)
    for column in ("below", "above"):
        assert here.points(Side.NS, column) == there.points(Side.EW, column)
        assert here.points(Side.EW, column) == there.points(Side.NS, column)


@given(st.lists(boards(), max_size=12), sets)
@settings(deadline=None)
def test_swapping_the_sides_swaps_the_totals(records: list[Board], name: str) -> None:
    law = load(name)
    here, there = tally(records, law).total, tally([turned(b) for b in records], law).total
    if here is None or there is None:
        assert here == there
    else:
        assert (here[Side.NS], here[Side.EW]) == (there[Side.EW], there[Side.NS])


@given(boards(), sets)
@settings(deadline=None)
def test_entries_add_up(board: Board, name: str) -> None:
    result = score(board, load(name))
    assert result.scored
    for side in Side:
        total = result.points(side, "below") + result.points(side, "above")
        assert result.total(side) == (None if result.missing else total)
    assert all(entry.points for entry in result.entries)


@given(st.lists(boards(), max_size=14), sets)
@settings(deadline=None)
def test_rubbers_hold_every_board_once_and_add_up(records: list[Board], name: str) -> None:
    law = load(name)
    session = tally(records, law)
    assert len(session.lines) == len(records)
    if law.choice("session.unit") == "deal":
        assert session.rubbers == ()
        return
    inside = [line.index for rubber in session.rubbers for line in rubber.lines]
    assert inside == list(range(len(records)))
    assert all(rubber.finished for rubber in session.rubbers[:-1])
    if session.total is None or law.is_net:
        return
    for side in Side:
        totals = [rubber.total[side] for rubber in session.rubbers if rubber.total]
        assert sum(totals) == session.total[side]


@given(st.lists(boards(), max_size=14), st.integers(0, 14), sets)
@settings(deadline=None)
def test_a_session_in_two_files_scores_the_same(records: list[Board], cut: int, name: str) -> None:
    law = load(name)
    whole = tally(records, law)
    table = Table(law)
    for part in (records[:cut], records[cut:]):
        lines = [table.add(board)[0] for board in part]
        assert all(line.score == whole.lines[line.index].score for line in lines)
    ends = [rubber.lines[-1].index + 1 for rubber in whole.rubbers if rubber.finished]
    for end in ends:
        if whole.total is None:
            continue
        first, second = tally(records[:end], law).total, tally(records[end:], law).total
        assert first is not None
        assert second is not None
        assert {side: first[side] + second[side] for side in Side} == whole.total


@given(boards(), sets)
@settings(deadline=None)
def test_honours_off_removes_exactly_the_honours(board: Board, name: str) -> None:
    law, without = load(name), load(name, {"honours": "off"})
    on, off = score(board, law).entries, score(board, without).entries
    assert off == tuple(e for e in on if e.kind != "honours")


@given(boards(), sets, sets)
@settings(deadline=None)
def test_reasons_add_up_to_the_difference(board: Board, one: str, other: str) -> None:
    assert board.declarer is not None
    side = board.declarer.side
    first, second = load(one), load(other)
    why = explain(board, first, second)
    nets = score(board, first).net(side), score(board, second).net(side)
    if None in nets:
        assert why.why_not
        return
    assert (why.first, why.second) == nets
    assert why.first is not None
    assert why.second is not None
    assert sum(reason.points for reason in why.reasons) == why.second - why.first
    if one == other:
        assert why.reasons == ()


# --- duplicate against the law ------------------------------------------------------------------


def law_77(level: int, strain: Strain, factor: int, vulnerable: bool, tricks: int) -> int:
    """Law 77 of duplicate bridge, written out by itself."""
    over = tricks - 6 - level
    if over < 0:
        down = -over
        if factor == 1:
            return -down * (100 if vulnerable else 50)
        if vulnerable:
            doubled = 200 + 300 * (down - 1)
        else:
            doubled = [0, 100, 300, 500][min(down, 3)] + 300 * max(0, down - 3)
        return -doubled * factor // 2
    each = 20 if strain in (Strain.CLUBS, Strain.DIAMONDS) else 30
    trick_score = (each * level + (10 if strain is Strain.NOTRUMP else 0)) * factor
    points = trick_score
    points += (500 if vulnerable else 300) if trick_score >= 100 else 50
    if level == 6:
        points += 750 if vulnerable else 500
    if level == 7:
        points += 1500 if vulnerable else 1000
    if factor == 1:
        return points + over * each
    per_trick = (200 if vulnerable else 100) * factor // 2
    return points + over * per_trick + 25 * factor


ALL_RESULTS = [
    (level, strain, factor, vulnerable, tricks)
    for level in range(1, 8)
    for strain in (*SUITS, Strain.NOTRUMP)
    for factor in (1, 2, 4)
    for vulnerable in (False, True)
    for tricks in range(14)
]


def duplicate_score(
    level: int, strain: Strain, factor: int, vulnerable: bool, tricks: int
) -> int | None:
    board = Board(
        vulnerability=Vulnerability.of_sides(vulnerable, False),
        declarer=Seat.S,
        contract=Contract(level, strain, factor),
        tricks=tricks,
    )
    return score(board, load("duplicate")).net(Side.NS)


def test_duplicate_is_law_77_for_every_contract_and_result() -> None:
    assert len(ALL_RESULTS) == 2940
    for case in ALL_RESULTS:
        assert duplicate_score(*case) == law_77(*case), case


def test_duplicate_against_endplay() -> None:
    """A peer's numbers; each difference would be judged by Law 77."""
    types = pytest.importorskip("endplay.types")
    denoms = dict(zip((*SUITS, Strain.NOTRUMP), "CDHSN", strict=True))
    for level, strain, factor, vulnerable, tricks in ALL_RESULTS:
        doubled = {1: "", 2: "x", 4: "xx"}[factor]
        contract = types.Contract(f"{level}{denoms[strain]}S{doubled}=")
        contract.result = tricks - 6 - level
        theirs = contract.score(types.Vul.both if vulnerable else types.Vul.none)
        assert duplicate_score(level, strain, factor, vulnerable, tricks) == theirs
