"""`abtools score`: what a session is worth under several codes of laws, side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from abtools.auction import AuctionLaw
from abtools.commands import COMMANDS
from abtools.commands.console import out, say, style_for
from abtools.commands.options import (
    BoardSelection,
    ascii_option,
    board_option,
    files_argument,
    format_option,
    one_of,
    rules_option,
    switches_option,
)
from abtools.commands.reading import Reader
from abtools.commands.rule_sets import ALL, load_all
from abtools.commands.telling import status_of, tell
from abtools.problems import Problem
from abtools.report.result import Result, Row
from abtools.report.style import Style
from abtools.rules import RuleSet
from abtools.tally import tally as tally_of


@click.command("score", short_help=COMMANDS["score"])
@files_argument()
@rules_option(multiple=True)
@switches_option()
@board_option("Show only these boards; games and vulnerability come from the whole session.")
@click.option("--sheet", is_flag=True, help="The score sheet of each rubber, as on paper.")
@click.option("--explain", is_flag=True, help="Every entry with its law, and why the sets differ.")
@click.option(
    "--story",
    is_flag=True,
    help="What each board was worth as the laws went on, and why; without -r under all sets.",
)
@click.option(
    "--tally",
    metavar="METHOD",
    help="Compare the tables of each board: matchpoints, imps, cross-imps, butler, bam,"
    " total or vp; options follow, as in butler:drop=2,rounding=down.",
)
@click.option(
    "--only",
    metavar="[boards|ranking]",
    callback=one_of(("boards", "ranking")),
    help="With --tally: only the travellers, or only the ranking.",
)
@format_option("table", "json", "jsonl", "csv", "markdown")
@ascii_option()
def command(files: Sequence[str], rules: Sequence[str], switches: Mapping[str, str],
            chosen: BoardSelection, tally: str | None, only: str | None, form: str,
            **flags: bool) -> int:  # fmt: skip
    """What each board is worth under several codes of laws, side by side; the rubbers, the
    totals, and why they differ.

    All files together are one session, in the order given; `-` is standard input. Without
    --rules: auction-1926 and contract-rubber.

    With --tally the tables that played the same boards are compared, under one rule set
    (duplicate when none is named): travellers and the ranking, or the match of two teams board
    by board.

    Exit status: 0 fine, 1 errors in the records or nothing to score, 2 wrong use or a file that
    cannot be read.
    """
    if tally is not None:
        from abtools.commands.tallies import Wanted, read_method, write_tally

        wanted = Wanted(*read_method(tally), chosen, form, only, flags["letters"])
        return write_tally(files, rules, switches, wanted)
    if form != "table" and (flags["sheet"] or flags["explain"] or flags["story"]):
        raise click.UsageError(
            "--sheet, --explain and --story are tables: they go with no other --format"
        )
    if flags["story"] and not rules:
        rules = [ALL]
    sets = load_all(rules, switches)
    if flags["story"] and ALL in rules:
        from abtools.report.story import in_threads

        sets = in_threads(sets)
    reader = Reader(files, laws=_laws(sets))
    view = View(chosen, form, **flags)
    if form == "jsonl":
        from abtools.commands.score_lines import write_lines

        status = write_lines(reader, sets, chosen)
    else:
        status = _write_whole(reader, sets, view)
    return 2 if reader.unreadable else status


def _laws(sets: Sequence[RuleSet]) -> list[AuctionLaw]:
    """The laws that judge the auctions, each way of judging once."""
    laws: list[AuctionLaw] = []
    for rules in sets:
        if all(not _judges_alike(rules.auction, law) for law in laws):
            laws.append(rules.auction)
    return laws


def _judges_alike(one: AuctionLaw, other: AuctionLaw) -> bool:
    return replace(one, name="", source="") == replace(other, name="", source="")


@dataclass(frozen=True, slots=True)
class View:
    """What of a result is shown, and how."""

    chosen: BoardSelection
    form: str
    sheet: bool = False
    explain: bool = False
    story: bool = False
    letters: bool = False


def _write_whole(reader: Reader, sets: Sequence[RuleSet], view: View) -> int:
    boards = tuple(reader.boards())
    sessions = tuple(tally_of(boards, rules) for rules in sets)
    problems = _once([*reader.problems, *(p for session in sessions for p in session.problems)])
    rows = tuple(
        Row.of(board, place, [session.lines[place - 1] for session in sessions])
        for place, board in view.chosen.of(boards)
    )
    result = Result(tuple(sets), rows, sessions, tuple(problems))
    tell(problems, reader, [rules.name for rules in sets])
    sys.stderr.flush()
    if not rows and view.form != "json":
        if not reader.unreadable:
            say(f"abtools: {view.chosen.none_left('board to score')}")
        return 1
    out(_text(result, view))
    return status_of(problems, any(line.score.scored for row in rows for line in row.lines))


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Each problem once: several rule sets may find the same."""
    return list(dict.fromkeys(problems))


def _text(result: Result, view: View) -> str:
    style = style_for(sys.stdout, view.letters)
    if view.form == "json":
        from abtools.report.json_values import dumps, score_value

        return dumps(score_value(result, result.problems))
    if view.form == "csv":
        from abtools.report.score_files import score_csv

        return score_csv(result)
    if view.form == "markdown":
        from abtools.report.score_files import score_markdown

        return score_markdown(result, style)
    return "\n\n".join(part for part in _views(result, view, style) if part)


def _views(result: Result, view: View, style: Style) -> Iterator[str]:
    from abtools.report.explain import explained
    from abtools.report.matrix import scores
    from abtools.report.score_table import rubbers_table
    from abtools.report.sheet import sheets
    from abtools.report.why import why_table

    if view.story:
        from abtools.report.story import stories

        yield stories(result, style)
        return
    if view.sheet:
        yield sheets(result, style)
    if view.explain:
        yield explained(result, style)
    if view.explain:
        yield rubbers_table(result, style)
    elif not view.sheet:
        yield scores(result, style)
    if view.explain or not view.sheet:
        yield why_table(result, style)
