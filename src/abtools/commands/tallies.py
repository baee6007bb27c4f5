"""`abtools score --tally METHOD`: the tables of each board compared; travellers and ranking."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from abtools.board import Board, outcome
from abtools.cards import Seat, Side
from abtools.commands.console import out, say, style_for
from abtools.commands.options import BoardSelection
from abtools.commands.reading import Reader
from abtools.commands.rule_sets import load_all
from abtools.comparison import (
    METHODS,
    OF_MATCHES,
    BoardNames,
    Matches,
    TableResult,
    compare,
    play_matches,
    score_table_results,
    table_results,
)
from abtools.formats.pbn.tables import read_table
from abtools.notation import parse
from abtools.problems import ParseError, Problem
from abtools.report.ranking import (
    Found,
    boards_csv,
    ranking_csv,
    ranking_text,
    result_value,
    standing_value,
    tally_markdown,
    tally_value,
)
from abtools.report.traveller import matches_text, travellers_text
from abtools.rules import RuleSet
from abtools.scoring import score
from abtools.stated import check_score, check_stated

DEFAULT = "duplicate"
"""The rule set of a tally when none is named."""
PARTS = ("boards", "ranking")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tally as the command line asks for it: the method, its options, and what is shown."""

    method: str
    options: Mapping[str, str]
    chosen: BoardSelection
    form: str
    only: str | None = None
    letters: bool = False


def read_method(text: str) -> tuple[str, dict[str, str]]:
    """Method and options of METHOD[:KEY=VALUE,...]; UsageError for anything else.

    >>> read_method("butler:drop=2,rounding=down")
    ('butler', {'drop': '2', 'rounding': 'down'})
    """
    method, _, rest = text.partition(":")
    method = method.strip().lower()
    if method not in METHODS:
        from abtools.commands.suggest import did_you_mean

        raise click.UsageError(f"--tally {method}: no such tally{did_you_mean(method, METHODS)}")
    options = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        key, _, value = (part.strip() for part in item.partition("="))
        options[key] = value
    try:
        METHODS[method].settled(options)
    except ValueError as error:
        raise click.UsageError(f"--tally {method}: {error}") from None
    return method, options


def write_tally(
    files: Sequence[str], rules: Sequence[str], switches: Mapping[str, str], wanted: Wanted
) -> int:
    """Print the tally of some files; the exit status."""
    from abtools.commands.telling import status_of, tell

    (law, *others) = load_all(rules or [DEFAULT], switches)
    if others:
        raise click.UsageError("--tally compares tables under one rule set")
    reader = Reader(files, laws=(law.auction,))
    boards = (board for _, board in wanted.chosen.of(reader.boards()))
    results, problems = _results(boards, law)
    found = _compared(results, wanted)
    problems = list(dict.fromkeys([*reader.problems, *problems]))
    tell(problems, reader)
    sys.stderr.flush()
    shown = bool(found.ranking or _boards_of(found))
    if shown or wanted.form == "json":
        _print(found, law, problems, wanted)
    if not shown:
        say(
            "abtools: no board was played at two tables"
            if results
            else f"abtools: {wanted.chosen.none_left('board to score')}"
        )
    elif found.left_out:
        say(f"abtools: {_left_out(found.left_out)}")
    if reader.unreadable:
        return 2
    return status_of(problems, shown)


# --- reading -------------------------------------------------------------------------------------


def _results(boards: Iterable[Board], law: RuleSet) -> tuple[list[TableResult], list[Problem]]:
    """The tables of all boards: the rows of a board's ScoreTable, where a record of it has one
    (others may repeat it), else the records themselves. Only results are held, no boards."""
    tabled: dict[str, list[TableResult]] = {}
    alone: list[tuple[TableResult, list[Problem]]] = []
    names, wrong = BoardNames(), list[Problem]()
    for board in boards:
        rows = _score_table(board, law, names, wrong)
        if rows:
            known = tabled.setdefault(rows[0].board, [])
            known += [] if set(rows) <= set(known) else rows
        elif _tells_something(board):
            (result,), problems = table_results([board], law, names)
            problems += filter(None, [check_score(board, law)])
            alone.append((result, problems))
    played = [(result, told) for result, told in alone if result.board not in tabled]
    found = [row for rows in tabled.values() for row in rows] + [result for result, _ in played]
    return found, [problem for _, told in played for problem in told] + wrong


def _tells_something(board: Board) -> bool:
    """Whether a record is of a table at all, not only of a deal."""
    return outcome(board).contract is not None


def _score_table(
    board: Board, law: RuleSet, names: BoardNames, problems: list[Problem]
) -> list[TableResult]:
    """The rows of a record's ScoreTable, with the scores that contract and result make where no
    score is stated."""
    tag = next((tag for tag in board.tags if tag.name == "ScoreTable"), None)
    if tag is None or not tag.body.strip():
        return []
    table = read_table(tag.name, tag.value, tag.body)
    if table is None:
        return []
    columns = [column.name for column in table.columns]
    rows = [list(record.values()) for record in table.records()]
    found = []
    for result in score_table_results(names.of(board), columns, rows):
        made = _made(result, board)
        if made is not None and result.score is None:
            result = replace(result, score=score(made, law).net(Side.NS))
        elif made is not None:
            wrong = check_stated(made, result.score, law, "ScoreTable")
            problems += [] if wrong is None else [wrong]
        found.append(result)
    return found


def _made(result: TableResult, board: Board) -> Board | None:
    """A row of a ScoreTable as a record of its own; None when it does not tell the contract."""
    if not result.contract:
        return None
    try:
        contract = parse("contract", result.contract)
        declarer = Seat.parse(result.declarer) if result.declarer else None
    except ParseError:
        return None
    made = replace(board, deal=None, auction=None, play=None, tags=(), contract=contract)
    return replace(made, declarer=declarer, tricks=result.tricks)


def _compared(results: Sequence[TableResult], wanted: Wanted) -> Found:
    """Matches where two teams met in two rooms and the method is for them, else one field."""
    if wanted.method in OF_MATCHES:
        played = play_matches(results, wanted.method, wanted.options)
        if played.matches:
            return played
    if wanted.method == "vp":
        raise click.UsageError(
            "--tally vp needs matches: two teams in two rooms (HomeTeam, VisitTeam, Room)"
        )
    return compare(results, wanted.method, wanted.options)


# --- printing ------------------------------------------------------------------------------------


def _boards_of(found: Found) -> Sequence[object]:
    return found.matches if isinstance(found, Matches) else found.travellers


def _left_out(results: Sequence[TableResult]) -> str:
    boards = list(dict.fromkeys(result.board for result in results))
    some = ", ".join(boards[:8]) + (" ..." if len(boards) > 8 else "")
    count = len(results)
    records = f"{count} record{'s' if count > 1 else ''}"
    return f"{records} left out, without a score or a second table: board {some}"


def _print(found: Found, law: RuleSet, problems: Sequence[Problem], wanted: Wanted) -> None:
    style = style_for(sys.stdout, wanted.letters)
    options = METHODS[wanted.method].settled(wanted.options)
    if wanted.form == "json":
        from abtools.report.json_values import dumps

        out(dumps(tally_value(found, law.name, options, problems)))
    elif wanted.form == "jsonl":
        _print_lines(found, law, options, problems)
    elif wanted.form == "csv":
        out(ranking_csv(found) if wanted.only == "ranking" else boards_csv(found))
    elif wanted.form == "markdown":
        out(style.text(tally_markdown(found, wanted.only, style)))
    else:
        parts = []
        if wanted.only != "ranking" and isinstance(found, Matches):
            parts.append(matches_text(found.matches, found.method, style))
        elif wanted.only != "ranking" and not isinstance(found, Matches):
            parts.append(travellers_text(found, style))
        if wanted.only != "boards":
            parts.append(ranking_text(found, style))
        words = f"{METHODS[wanted.method].words}, under {law.name}{_told(options)}"
        parts.append("\n".join(map(style.dim, textwrap.wrap(words, style.width))))
        out("\n\n".join(filter(None, parts)))


def _told(options: Mapping[str, str]) -> str:
    told = ", ".join(f"{key} {value}" for key, value in options.items())
    return f" ({told})" if told else ""


def _print_lines(
    found: Found, law: RuleSet, options: dict[str, str], problems: Iterable[Problem]
) -> None:
    from abtools.report.json_values import dumps
    from abtools.report.problems import problem_value

    whole = tally_value(found, law.name, options, ())
    for kind, values in (("traveller", whole["travellers"]), ("match", whole["matches"])):
        for value in values:
            out(dumps({"type": kind, **value}))
    for standing in found.ranking:
        out(dumps({"type": "standing", **standing_value(standing)}))
    for result in found.left_out:
        out(dumps({"type": "left-out", **result_value(result)}))
    for problem in problems:
        out(dumps({"type": "problem", **problem_value(problem)}))
