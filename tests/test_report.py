"""Reports: tables, sheets, reasons and problems as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from abtools.auction import Contract
from abtools.board import Board
from abtools.cards import Seat, Side
from abtools.formats import read_text
from abtools.problems import Problem, SourceText, Span
from abtools.report.explain import explained
from abtools.report.json_values import score_value
from abtools.report.matrix import matrix, scores
from abtools.report.problems import problem_line, quoted
from abtools.report.reasons import CAUSES, THEMES, Comparison, closings, points_by_theme
from abtools.report.result import Result, Row
from abtools.report.rules_table import rules_difference
from abtools.report.score_table import rubbers_table, score_table
from abtools.report.sheet import sheets
from abtools.report.style import SYMBOLS, Style, visible
from abtools.report.table import Grid, Group, columns
from abtools.report.why import boards_by_cause, runs, why_table
from abtools.rules import RuleSet, load, names_for
from abtools.tally import tally

HONOURS = (2, 1, 1, 1)


def played(
    number: int,
    declarer: str,
    contract: str,
    tricks: int,
    honours: tuple[int, int, int, int] = HONOURS,
) -> Board:
    return Board(
        str(number),
        contract=Contract.parse(contract),
        declarer=Seat.parse(declarer),
        tricks=tricks,
        honours=honours,
    )


SESSION = (
    played(1, "N", "1S", 10, (3, 0, 1, 1)),
    played(2, "E", "2H", 8),
    played(3, "S", "4SX", 8),
    played(4, "S", "2NT", 12, (2, 0, 1, 1)),
    played(5, "W", "6DX", 12, (0, 4, 0, 1)),
    played(6, "E", "3C", 7),
)


def result(boards: Sequence[Board], *names: str, sets: Sequence[RuleSet] = ()) -> Result:
    rules = (*(load(name) for name in names), *sets)
    sessions = tuple(tally(boards, each) for each in rules)
    rows = tuple(
        Row.of(board, place, [session.lines[place - 1] for session in sessions])
        for place, board in enumerate(boards, 1)
    )
    return Result(rules, rows, sessions)


TWO = result(SESSION, "auction-1926", "contract-rubber")


def test_groups_line_up() -> None:
    over = (("NS", 0, 1),)
    groups = [
        Group("", ("a", "b"), ("left", "right")),
        Group("long title", ("c", "d"), ("right",) * 2, over),
    ]
    grid = Grid(groups)
    grid.add(["one", "2"], ["3", "4000"])
    grid.rule()
    grid.say("words")
    grid.add(["x", "20000"], ["", ""])
    assert grid.text(Style()).splitlines() == [
        "          │ long title",
        "          │   NS",
        "a       b │ c    d",
        "──────────┼───────",
        "one     2 │ 3 4000",
        "──────────┼───────",
        "words",
        "x   20000 │",
    ]


def test_colour_takes_no_columns() -> None:
    style = Style(colour=True)
    heart = style.contract(Contract.parse("4H"))
    assert "\x1b[31m" in heart
    assert columns(heart) == 2
    plain, bright = (score_table(TWO, s) for s in (Style(), style))
    assert [columns(line) for line in bright.splitlines()] == [len(x) for x in plain.splitlines()]


@pytest.mark.parametrize("view", [score_table, why_table, sheets, explained])
def test_ascii_is_ascii(view) -> None:  # type: ignore[no-untyped-def]
    text = view(TWO, Style(symbols=False))
    assert text.isascii()
    assert [len(x) for x in text.splitlines()] == [len(x) for x in view(TWO, Style()).splitlines()]


@pytest.mark.parametrize("view", [score_table, why_table, sheets, explained])
@pytest.mark.parametrize("width", [80, 100, 140, 200])
def test_nothing_is_wider_than_asked(view, width: int) -> None:  # type: ignore[no-untyped-def]
    for names in (("auction-1926", "contract-rubber"), ("duplicate",), ("auction-1915", "chicago")):
        text = view(result(SESSION, *names), Style(width=width))
        assert max(map(len, text.splitlines()), default=0) <= width


def test_reasons_stand_beside_where_there_is_room() -> None:
    assert "overtricks" not in score_table(TWO, Style(width=80))
    row = next(x for x in score_table(TWO, Style(width=140)).splitlines() if x.startswith("    1 "))
    assert row.endswith("tricks +21, overtricks +63, honours -40")


def test_every_cause_of_the_issue_is_found() -> None:
    found = boards_by_cause(TWO)
    assert found["overtricks"] == ["1", "4"]
    assert found["vulnerability-undertricks"] == ["6"]
    assert found["undertricks"] == ["3", "6"]
    assert found["slam-not-bid"] == ["4"]
    assert "1" in found["honours"]
    assert found["closing"]
    assert set(found) <= set(CAUSES)


def test_what_vulnerability_changes_stands_with_its_points() -> None:
    boards = [played(1, "N", "3NT", 9), played(2, "N", "6H", 12)]
    rows = why_table(result(boards, "auction-1926", "contract-rubber"), Style(width=100))
    slams = next(line for line in rows.splitlines() if line.startswith("slams"))
    assert slams.endswith("value of slams (2); vulnerability (2)")
    assert "undertricks" not in rows


def test_boards_that_one_set_cannot_score_are_left_out() -> None:
    """Duplicate needs the vulnerability for undertricks: no points of one set only are told."""
    told = why_table(result(SESSION, "auction-1926", "duplicate"), Style(width=100))
    assert "undertricks" not in told
    assert "on the boards compared" in told
    assert told.endswith("\n3 boards not scored under duplicate (3, 5, 6)")


def test_points_by_source_are_the_total() -> None:
    for session in TWO.sessions:
        themes = points_by_theme(session)
        assert set(themes) == set(THEMES)
        for side in Side:
            assert session.total is not None
            assert sum(points.get(side, 0) for points in themes.values()) == session.total[side]


def test_one_set_has_nothing_to_compare() -> None:
    assert why_table(result(SESSION, "auction-1926"), Style()) == ""
    assert why_table(result(SESSION, "auction-1926", "auction-1926"), Style()) == ""


def test_sets_with_other_players_are_left_out() -> None:
    mixed = result(SESSION, "three-hand-auction", "auction-1926", "contract-rubber")
    assert "three-hand" not in why_table(mixed, Style(width=140))
    assert len(Comparison(mixed).causes(mixed.rows[0])) > 0


def test_closings_tell_whose_part_score_lapsed() -> None:
    boards = (played(1, "N", "1S", 8), played(2, "E", "3NT", 9))
    (session,) = result(boards, "auction-1926").sessions
    assert closings(session)[1].winner is Side.EW
    assert closings(session)[1].lapsed == ((Side.NS, 18),)


def test_sheet_draws_the_line_and_closes_games() -> None:
    text = sheets(result(SESSION, "auction-1926"), Style())
    lines = text.splitlines()
    line = next(n for n, row in enumerate(lines) if row.startswith("═"))
    above, below = lines[:line], lines[line:]
    assert above[-1].startswith("1. four honours, divided"), "the first entry stands by the line"
    assert any(row.startswith("1. 4 odd tricks") for row in below)
    assert any(" game " in row for row in below)
    assert lines[1].split("│") == [" " * 29 + "We (NS) ", " They (EW)"]


def test_no_sheet_where_deals_stand_alone() -> None:
    assert "no sheet" in sheets(result(SESSION, "duplicate"), Style())


def test_rubbers_are_summed_up() -> None:
    text = rubbers_table(TWO, Style())
    assert "unfinished" in text
    assert text.count("all ") == 2


def test_a_board_without_score_says_why() -> None:
    bare = Board("1", contract=Contract.parse("3NT"), declarer=Seat.S)
    shown = result([bare], "auction-1926", "contract-rubber")
    assert "result not recorded" in explained(shown, Style())
    assert "?" in score_table(shown, Style())


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        (["1"], "1"),
        (["1", "2"], "1, 2"),
        (["1", "2", "3", "9"], "1–3, 9"),
        (["A", "B"], "A, B"),
        (["2", "1", "2", "3"], "2, 1–3"),
    ],
)
def test_runs(numbers: list[str], text: str) -> None:
    assert runs(numbers) == text


def test_difference_of_a_set_with_itself() -> None:
    rules = load("duplicate")
    assert rules_difference(rules, rules, Style()) == "duplicate and duplicate do not differ."


# --- problems --------------------------------------------------------------------------------


def caret(text: str, offset: int, length: int, width: int = 80) -> list[str]:
    source = SourceText(text, "x.pbn")
    problem = Problem("call-syntax", source.span(offset, length), "what is wrong")
    return quoted(problem, source.line(problem.span.line), Style(width=width)).splitlines()


def test_caret_under_the_place() -> None:
    assert caret("1S 1H AP", 3, 2) == ["    1S 1H AP", "       ^^"]


def test_caret_after_tabs_and_wide_letters() -> None:
    assert caret("\t1S 1H", 4, 2) == ["    \t1S 1H", "    \t   ^^"]
    assert caret("日本 1H", 3, 2) == ["    日本 1H", "         ^^"]


def test_caret_at_the_end_of_a_line() -> None:
    assert caret("abc", 3, 0) == ["    abc", "       ^"]


def test_a_long_line_is_shown_around_the_place() -> None:
    shown = caret("x" * 500 + "1H" + "y" * 500, 500, 2)
    assert len(shown[0]) <= 80
    start = shown[1].index("^")
    assert shown[0][start : start + 2] == "1H"


def test_no_quote_of_an_empty_line() -> None:
    assert caret("\n\n", 1, 0) == []


def test_problem_on_one_line() -> None:
    problem = Problem("call-syntax", Span("a.pbn", 3, 4, 1), "bad\n\x1b[2Jcall")
    line = problem_line(problem, Style())
    assert line == "a.pbn:3:4: error: call-syntax: bad\\n\\x1b[2Jcall"
    assert "\n" not in problem_line(problem, Style(colour=True))


def test_symbols_are_all_there_is() -> None:
    text = "".join(view(TWO, Style()) for view in (score_table, why_table, sheets, explained))
    assert {c for c in text if not c.isascii()} <= set(SYMBOLS)


def test_visible_leaves_letters_alone() -> None:
    assert visible("Łódź ♠") == "Łódź ♠"


def test_result_of_a_file() -> None:
    boards = read_text(
        '[Board "7"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n', "a.pbn"
    ).boards
    row = result(boards, "auction-1926").rows[0]
    assert (row.name, row.span.file, row.span.line, row.tricks) == ("7", "a.pbn", 1, 9)


def test_three_players_settle() -> None:
    boards = [played(1, "N", "3NT", 10), played(2, "E", "4S", 9), played(3, "S", "4S", 10)]
    three = result(boards, "three-hand-auction")
    told = " ".join(rubbers_table(three, Style()).split())
    won = three.sessions[0].settlement
    assert won is not None
    assert sum(won.values()) == 0
    assert all(f"{player} {points:+}" in told for player, points in won.items())
    assert "E pays " in told
    for width in (80, 100):
        lines = rubbers_table(three, Style(width=width)).splitlines()
        assert max(map(len, lines)) <= width
        assert ("bonus total" in lines[1]) is (width == 100)
    value = score_value(three, ())["sessions"][0]
    assert value["settlement"] == {str(player): points for player, points in won.items()}
    assert "pays" not in rubbers_table(TWO, Style())


def test_many_sets_are_a_matrix() -> None:
    many = result(SESSION, *names_for(players=4), "three-hand-auction")
    told = scores(many, Style())
    lines = told.splitlines()
    assert lines[0].split() == ["Worth", "to", "NS", "│", "1", "2", "3", "4", "5", "6", "all"]
    contract = next(line for line in lines if line.startswith("contract-rubber"))
    session = many.sessions[[rules.name for rules in many.rules].index("contract-rubber")]
    assert session.total is not None
    worth = [int(cell) for cell in contract.split("│")[1].split()]
    assert worth[-1] == session.total[Side.NS] - session.total[Side.EW]
    rubber = [e for each in session.rubbers for e in each.extras]
    more = sum(e.points if e.side is Side.NS else -e.points for e in rubber)
    assert sum(worth[:-1]) + more == worth[-1]
    duplicate = next(line for line in lines if line.startswith("duplicate  "))
    assert duplicate.count("?") == 4, "three boards and the sum"
    assert "three-hand-auction" in told, "players have a table of their own"
    assert max(map(len, matrix(many, Style()).splitlines())) <= 80


def test_a_matrix_of_part_of_a_session_has_no_sum() -> None:
    many = result(SESSION, *names_for(players=4))
    part = replace(many, rows=many.rows[:2])
    assert matrix(part, Style()).splitlines()[0].split()[-2:] == ["1", "2"]


def test_few_sets_stand_beside_each_other() -> None:
    assert scores(TWO, Style()) == score_table(TWO, Style())
