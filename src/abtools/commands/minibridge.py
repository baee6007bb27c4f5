"""`abtools minibridge`: points announced, who declares, the guide to a contract, the score."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from abtools.board import Board
from abtools.cards import Deal, Seat
from abtools.commands import COMMANDS
from abtools.commands.console import out, say, style_for, tell_problems
from abtools.commands.options import (
    BoardSelection,
    a_seat,
    ascii_option,
    board_option,
    format_option,
    rules_option,
    switches_option,
)
from abtools.commands.reading import Reader
from abtools.commands.rule_sets import load_one
from abtools.minibridge import announce
from abtools.problems import Level, Problem
from abtools.report.minibridge import Dealt, Makes
from abtools.rules import RuleSet

DEFAULT = "minibridge"


@dataclass(frozen=True, slots=True)
class View:
    """What is shown, and how."""

    chosen: BoardSelection
    form: str
    letters: bool = False
    explain: bool = False
    solve: bool = True


@click.command("minibridge", short_help=COMMANDS.get("minibridge", ""))
@click.argument("sources", metavar="FILE|DEAL...", nargs=-1, required=True)
@rules_option(multiple=False)
@switches_option()
@board_option()
@click.option(
    "--dealer", metavar="N|E|S|W", callback=a_seat, help="Who dealt, where the record does not say."
)
@click.option(
    "--three", is_flag=True, help="Three play, North East South; West's hand is dealt as dummy."
)
@click.option("--explain", is_flag=True, help="Each deal in words, step by step.")
@click.option("--no-dd", "unsolved", is_flag=True, help="Leave the double-dummy tricks out.")
@format_option("table", "json", "jsonl", "markdown")
@ascii_option()
def command(sources: Sequence[str], rules: str | None, switches: Mapping[str, str],
            chosen: BoardSelection, dealer: Seat | None, three: bool, explain: bool,
            unsolved: bool, form: str, letters: bool) -> int:  # fmt: skip
    """Announce the points of each deal, say who declares and what the guide advises, and score
    the contract that was chosen.

    A DEAL is written as in PBN: N: and four hands from that seat clockwise, - for one that is
    not known. `-` alone is standard input.

    In a record a part-score is written as one odd trick (1H: part-score in hearts, seven
    tricks), a game as 3NT, 4H, 4S, 5C, 5D. What was said at the table may stand in a tag
    [Announced "N:12 E:8 S:13 W:7"]. Deals of 20-20 are dealt again.

    Variants: --set minibridge_slam=800, minibridge_premiums=off, minibridge_targets=20:7,25:9,
    announcing.tied_partners=choose, or a rule file of your own.

    Exit status: 0 fine, 1 errors in the records or nothing to show, 2 wrong use or a file that
    cannot be read.
    """
    law = load_one(rules or DEFAULT, {**switches, **({"table.players": "3"} if three else {})})
    if law.choice("bidding.undertaking") != "announced":
        raise click.UsageError(f"under {law.name} there is an auction: nobody announces points")
    view = View(chosen, form, letters, explain, not unsolved)
    reader = Reader(sources, laws=(law.auction,))
    problems: list[Problem] = []
    boards = (b if b.dealer is not None else replace(b, dealer=dealer) for b in reader.boards())
    coming = _deals(boards, law, view, problems)
    deals = list(coming) if form != "jsonl" else []
    shown = len(deals) if form != "jsonl" else _lines(coming, law)
    problems = list(dict.fromkeys([*reader.problems, *problems]))
    _problem_lines(problems) if form == "jsonl" else _whole(deals, law, view, problems)
    sys.stdout.flush()
    told = [p for p in problems if p.level is not Level.NOTE]
    tell_problems(told, reader.sources, sys.stderr)
    if reader.unreadable:
        return 2
    if not shown:
        say(f"abtools: {chosen.none_left('deal to announce')}")
    return int(not shown or any(problem.level is Level.ERROR for problem in problems))


def _deals(
    boards: Iterable[Board], law: RuleSet, view: View, problems: list[Problem]
) -> Iterator[Dealt]:
    """Each chosen board announced, with declarer's double-dummy tricks where they can be had."""
    announced = _announced(boards, law, view, problems)
    if not view.solve or not _solver_is_there():
        return announced
    if view.form in ("table", "markdown") and not view.explain:
        deals = list(announced)
        return _solved(deals) if len(deals) < 2 else iter(_guides_solved(deals))
    return _solved(announced)


def _announced(
    boards: Iterable[Board], law: RuleSet, view: View, problems: list[Problem]
) -> Iterator[Dealt]:
    for place, board in view.chosen.of(boards):
        found = announce(board, law)
        problems += found.problems
        yield Dealt(place, found)


# --- double dummy --------------------------------------------------------------------------------


def _solver_is_there() -> bool:
    try:
        import abtools.solver as solver
    except ImportError:
        return False
    return bool(solver)


def _can_be_solved(dealt: Dealt) -> bool:
    """Whether the deal is known, and a declarer plays it with his partner's hand."""
    found, deal = dealt.announced, dealt.announced.board.deal
    if found.declarer is None or found.dummy is not found.declarer.partner:
        return False
    return deal is not None and deal.is_complete


def _solved(deals: Iterable[Dealt]) -> Iterator[Dealt]:
    """The deals with declarer's tricks in every strain, solved side by side, in their order."""
    from abtools import solver

    waiting: deque[Dealt] = deque()

    def solvable() -> Iterator[Deal]:
        for dealt in deals:
            waiting.append(dealt)
            deal = dealt.announced.board.deal
            if deal is not None and _can_be_solved(dealt):
                yield deal

    for table in solver.tables(solvable()):
        while not _can_be_solved(waiting[0]):
            yield waiting.popleft()
        dealt = waiting.popleft()
        declarer = dealt.announced.declarer
        assert declarer is not None
        makes = {strain: table[strain, declarer] for strain in solver.STRAINS}
        yield replace(dealt, makes=makes)
    yield from waiting


def _guides_solved(deals: Sequence[Dealt]) -> list[Dealt]:
    """The deals with declarer's tricks in the strain that the guide advises, and no other."""
    from abtools import solver

    makes: dict[int, Makes] = {}
    for strain in solver.STRAINS:
        these = [
            dealt
            for dealt in deals
            if _can_be_solved(dealt)
            and dealt.announced.guide is not None
            and dealt.announced.guide.advice.strain is strain
        ]
        known = (deal for dealt in these if (deal := dealt.announced.board.deal) is not None)
        for dealt, table in zip(these, solver.tables(known, strains=[strain]), strict=True):
            if dealt.announced.declarer is not None:
                makes[dealt.place] = {strain: table[strain, dealt.announced.declarer]}
    return [replace(dealt, makes=makes.get(dealt.place)) for dealt in deals]


def _lines(deals: Iterable[Dealt], law: RuleSet) -> int:
    from abtools.report.json_values import dumps
    from abtools.report.minibridge import deal_value

    shown = 0
    for dealt in deals:
        shown += 1
        out(dumps({"type": "board", **deal_value(dealt, law)}))
    return shown


def _problem_lines(problems: Iterable[Problem]) -> None:
    from abtools.report.json_values import dumps
    from abtools.report.problems import problem_value

    for problem in problems:
        out(dumps({"type": "problem", **problem_value(problem)}))


def _whole(deals: Sequence[Dealt], law: RuleSet, view: View, problems: list[Problem]) -> None:
    from abtools.report import minibridge as report

    style = style_for(sys.stdout, view.letters)
    if view.form == "json":
        from abtools.report.json_values import dumps

        out(dumps(report.minibridge_value(deals, law, problems)))
    elif deals and view.form == "markdown":
        out(report.minibridge_markdown(deals, law, style))
    elif deals and (view.explain or len(deals) == 1):
        out("\n\n".join(report.minibridge_words(dealt, law, style) for dealt in deals))
    elif deals:
        out(report.minibridge_table(deals, law, style))
