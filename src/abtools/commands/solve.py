"""`abtools solve`: the tricks of best play, for deals, positions, leads and whole lines."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from abtools.auction import Strain
from abtools.board import Board, outcome
from abtools.cards import Card, Deal, Seat
from abtools.commands import COMMANDS
from abtools.commands.arrivals import arrivals
from abtools.commands.console import out, say, style_for, tell_problems
from abtools.commands.options import (
    BoardSelection,
    a_seat,
    ascii_option,
    board_option,
    format_option,
)
from abtools.commands.progress import Progress
from abtools.commands.reading import Reader
from abtools.commands.telling import say_times
from abtools.formats import files_meant, streams
from abtools.problems import Level, ParseError, Problem
from abtools.report import solve as report
from abtools.report.json_values import dumps
from abtools.report.positions import Asked, LineView, MovesView, View
from abtools.report.style import Style
from abtools.solver import (
    LEAST_MEMORY,
    MEMORY,
    STRAINS,
    Position,
    Table,
    all_moves,
    best_lines,
    check_deal,
    tables,
    usable_cores,
)

FORMATS = ("table", "json", "jsonl", "csv", "markdown", "pbn")
SCHEMA = "abtools.solve/1"


def _strains(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Strain, ...]:
    if value is None:
        return STRAINS
    try:
        named = {Strain.parse(word) for word in value.replace(",", " ").split()}
    except ParseError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    if Strain.NULLO in named:
        raise click.BadParameter("nullo has no double-dummy table", ctx, param)
    trumps = {strain.trump for strain in named}
    return tuple(strain for strain in STRAINS if strain.trump in trumps)


def _cards(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Card, ...]:
    try:
        return tuple(map(Card.parse, (value or "").replace(",", " ").split()))
    except ParseError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int:
    if value is None:
        return MEMORY
    units = {"K": 2**10, "M": 2**20, "G": 2**30}
    text = value.upper().removesuffix("IB").removesuffix("B")
    number, unit = (text[:-1], units[text[-1:]]) if text[-1:] in units else (text, 2**20)
    if not number.isdecimal() or not 0 < int(number) < 2**40:
        raise click.BadParameter(f"{value!r}: a size like 256M or 2G expected", ctx, param)
    return int(number) * unit


@click.command("solve", short_help=COMMANDS.get("solve", ""))
@click.argument("files", metavar="FILE|DEAL...", nargs=-1, required=True)
@click.option("--strain", "strains", metavar="C,D,H,S,NT", callback=_strains,
              help="Only these strains.")  # fmt: skip
@click.option("--declarer", metavar="SEAT", callback=a_seat, help="Only this declarer.")
@click.option("--leader", metavar="SEAT", callback=a_seat,
              help="Only the declarer on whose left this seat is.")  # fmt: skip
@click.option("--leads", is_flag=True, help="The tricks after each opening lead.")
@click.option("--after", metavar="CARDS", callback=_cards,
              help='The tricks after each card once these are played: "SQ SK S2 S5".')  # fmt: skip
@click.option("--line", "whole", is_flag=True, help="One best line of play to the end.")
@click.option("--verify", is_flag=True, help="Compare results that the records state.")
@click.option("--in-place", is_flag=True, help="Write the tables into the PBN files themselves.")
@click.option("--jobs", metavar="N", type=click.IntRange(1, 1024),
              help="Threads; else one for each usable core.")  # fmt: skip
@click.option("--memory", metavar="SIZE", callback=_bytes,
              help="Memory for the tables of all threads, like 1G; else 256M.")  # fmt: skip
@board_option()
@format_option(*FORMATS)
@ascii_option()
def command(files: Sequence[str], strains: tuple[Strain, ...], declarer: Seat | None,
            leader: Seat | None, leads: bool, after: tuple[Card, ...], whole: bool, verify: bool,
            in_place: bool, jobs: int | None, memory: int, chosen: BoardSelection, form: str,
            letters: bool) -> int:  # fmt: skip
    """Solve deals double-dummy: the tricks of each declarer in each strain by best play.

    FILE is a file of records (any format that `abtools convert` reads), or `-` for standard
    input: deals one a line are answered as they come. DEAL is a deal in quotes, four hands with
    blanks between, "N:AKQ.JT.98.765432 ...". A deal that cannot be solved is told on stderr; the
    others are solved.

    Exit status: 0 fine, 1 problems in the data or nothing solved, 2 wrong use or unreadable file.
    """
    if leader is not None:
        if declarer is not None and declarer is not leader.rho:
            raise click.UsageError(f"with {leader} on lead {leader.rho} is declarer")
        declarer = leader.rho
    if leads + whole + verify + in_place + (form == "pbn") > 1:
        raise click.UsageError("one at a time: --leads, --line, --verify, --in-place, --format pbn")
    job = Job(files, strains, declarer, chosen, _threads(jobs, memory), memory)
    style = style_for(sys.stdout, letters)
    try:
        if in_place:
            job.in_place()
        elif leads or after or whole:
            job.positions(after, whole, _one_of(form, "positions"), style)
        elif verify:
            job.verify(_one_of(form, "comparisons"))
        elif form == "pbn":
            job.pbn()
        else:
            job.tables(form, style)
    except MemoryError:
        raise click.UsageError(f"there is not so much memory ({memory} bytes)") from None
    return job.finish()


def _threads(jobs: int | None, memory: int) -> int:
    """How many threads: those asked for, else one a core as far as the memory goes."""
    most = memory // LEAST_MEMORY
    if most < (jobs or 1):
        raise click.UsageError("a job needs 1M of memory at least")
    return jobs or min(most, usable_cores())


def _one_of(form: str, what: str) -> str:
    """The format, when it is one of those for what is no table."""
    if form not in ("table", "json", "jsonl"):
        raise click.UsageError(f"{what} are shown as table, json or jsonl")
    return form


class Placed(NamedTuple):
    """A board, and its place from 1 among those that were read."""

    place: int
    board: Board

    @property
    def name(self) -> str:
        """What the board is called."""
        return self.board.number or str(self.place)


Question = TypeVar("Question")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Job:
    """One run: what was asked, and what came of it."""

    files: Sequence[str]
    strains: tuple[Strain, ...]
    declarer: Seat | None
    chosen: BoardSelection
    jobs: int
    memory: int
    reader: Reader = field(init=False)
    progress: Progress = field(init=False)
    found: list[Problem] = field(default_factory=list)
    solved: int = 0
    disagreed: bool = False

    def __post_init__(self) -> None:
        self.reader = Reader(self.files)
        self.progress = Progress("deal", self.count, len(self.strains))

    def boards(self) -> Iterator[Placed]:
        """The chosen boards of every file and every deal given."""
        return self._chosen(self.reader.boards())

    def _chosen(self, boards: Iterable[Board]) -> Iterator[Placed]:
        return starmap(Placed, self.chosen.of(boards))

    def count(self) -> int | None:
        """How many deals there are to solve, None when they are still coming."""
        names = files_meant(self.files)
        if "-" in names:
            return None
        boards = (board for name in names for reading in streams(name) for board in reading)
        return sum(check_deal(each.board) is None for each in self._chosen(boards))

    def tables_of(self, boards: Iterable[Placed]) -> Iterator[tuple[Placed, Table | None]]:
        """Each board with its table, None where it cannot be solved."""

        def answers(deals: Iterator[Deal | None]) -> Iterator[Table]:
            return tables(deals, strains=self.strains, **self._means())

        return self._answered(boards, lambda each: each.board.deal, answers)

    def _means(self) -> dict[str, Any]:
        """What every question to the solver is asked with."""
        return {"jobs": self.jobs, "memory": self.memory, "tick": self.progress.tick}

    def _answered(
        self,
        boards: Iterable[Placed],
        asked: Callable[[Placed], Question | None],
        answers: Callable[[Iterator[Question | None]], Iterator[Answer]],
    ) -> Iterator[tuple[Placed, Answer | None]]:
        """Each board with the answer to what is asked about it, in order, as they come; None
        where it cannot be solved."""
        waiting: deque[tuple[Placed, bool]] = deque()

        def questions() -> Iterator[Question | None]:
            for placed in arrivals(boards):
                question = None
                if placed is not None:
                    question = self._question(placed, asked)
                    waiting.append((placed, question is not None))
                yield question

        for answer in answers(questions()):
            while not waiting[0][1]:
                yield waiting.popleft()[0], None
            self.solved += 1
            yield waiting.popleft()[0], answer
        for placed, _ in waiting:
            yield placed, None

    def _question(
        self, placed: Placed, asked: Callable[[Placed], Question | None]
    ) -> Question | None:
        """What is asked about a board; None, and a problem, when it cannot be."""
        problem = check_deal(placed.board)
        if problem is None:
            try:
                return asked(placed)
            except ValueError as error:
                problem = placed.board.problem("not-solved", str(error), "Deal")
        self.found.append(problem)
        return None

    def show(self, text: str) -> None:
        """Something of the result, at once."""
        self.progress.make_room()
        out(text)
        sys.stdout.flush()

    def tables(self, form: str, style: Style) -> None:
        """The table of every deal."""
        rows = (
            report.Row(placed.name, placed.board, table, self.strains, self.declarer)
            for placed, table in self.tables_of(self.boards())
            if table is not None
        )
        if form == "json":
            self.show(dumps({"schema": SCHEMA, "boards": [*map(report.row_value, rows)]}))
            return
        writers: dict[str, Callable[[Iterator[report.Row]], Iterator[str]]] = {
            "jsonl": report.json_lines,
            "csv": report.csv_lines,
            "markdown": report.markdown_lines,
            "table": lambda rows: report.diagrams(rows, style),
        }
        for text in writers[form](rows):
            self.show(text)

    def positions(self, after: tuple[Card, ...], whole: bool, form: str, style: Style) -> None:
        """The cards of one position of every deal, or its best line."""
        self.progress.parts = 1
        values = []
        for view in self._views(after, whole):
            if form == "table":
                self.show("\n".join(view.lines(style)))
            elif form == "jsonl":
                self.show(dumps(view.value()))
            else:
                values.append(view.value())
        if form == "json":
            self.show(dumps({"schema": SCHEMA, "boards": values}))

    def _views(self, after: tuple[Card, ...], whole: bool) -> Iterator[View]:
        solver: Callable[..., Iterator[Any]] = best_lines if whole else all_moves
        view: Callable[[Asked, Any], View] = LineView if whole else MovesView
        found = self._answered(
            self.boards(),
            lambda placed: self._asked(placed, after).position,
            lambda positions: solver(positions, **self._means()),
        )
        for placed, answer in found:
            if answer is not None:
                yield view(self._asked(placed, after), answer)

    def _asked(self, placed: Placed, after: tuple[Card, ...]) -> Asked:
        return Asked(placed.name, self._start(placed.board), after)

    def _start(self, board: Board) -> Position:
        """The position before the opening lead: as asked, else by the board's contract.

        ValueError when neither tells strain and declarer, or tricks are to be lost.
        """
        called = outcome(board)
        strain, declarer = None, self.declarer or called.declarer
        if len(self.strains) == 1:
            strain = self.strains[0]
        elif called.contract is not None:
            strain = called.contract.strain
        if strain is None or declarer is None or board.deal is None:
            raise ValueError(
                "which strain and declarer? --strain and --declarer (or --leader), or a record"
                " with a contract"
            )
        if strain is Strain.NULLO:
            raise ValueError("at nullo tricks are to be lost: nothing is known of best play")
        return Position(board.deal, strain, declarer.lho)

    def verify(self, form: str) -> None:
        """Compare what the records state with what is true, cell by cell."""
        from abtools.formats.solved.stated import stated_cells, stated_results
        from abtools.report.verified import Verified, cell_line, deal_value

        verified = Verified()
        values = []
        stating = (each for each in self.boards() if any(stated_results(each.board)))
        for placed, table in self.tables_of(stating):
            if table is None:
                continue
            cells = list(stated_cells(placed.board, table.by_declarer))
            wrong = verified.add(cells)
            value = deal_value(placed.name, str(placed.board.deal), cells)
            if form == "jsonl":
                self.show(dumps(value))
            elif form == "json":
                values.append(value)
            else:
                for cell in wrong:
                    self.show(cell_line(placed.name, cell))
        if form == "json":
            self.show(dumps({"schema": SCHEMA, "boards": values}))
        elif form == "table":
            self.show(verified.summary())
        self.disagreed = bool(verified.wrong)

    def pbn(self) -> None:
        """The boards as PBN with their tables."""
        from abtools.formats import dump
        from abtools.formats.solved.stated import with_results

        boards = (
            placed.board if table is None else with_results(placed.board, table.by_declarer)
            for placed, table in self.tables_of(self.boards())
        )
        for part in dump(boards, "pbn", self.found):
            self.progress.make_room()
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()

    def in_place(self) -> None:
        """Write the tables into the files; each appears whole or stays as it was."""
        from abtools.commands.writing import replacing
        from abtools.formats import dump, stream
        from abtools.formats.solved.stated import with_results

        for name in self.files:
            if not Path(name).is_file():
                raise click.UsageError(f"{name} is no file that could be changed")
            source = stream(name).source
            if not source.patched_by:
                raise click.UsageError(
                    f"{name} cannot be changed in place: it is no PBN; use --format pbn"
                )
            if source.name != name:
                raise click.UsageError(f"{name} is compressed; unpack it first")
        for name in self.files:
            reading = stream(name)
            boards = list(self.reader.boards_in(reading))
            for placed, table in self.tables_of(list(self._chosen(boards))):
                if table is not None:
                    boards[placed.place - 1] = with_results(placed.board, table.by_declarer)
            form = reading.source.patched_by
            with replacing(name, force=True) as file:
                file.writelines(dump(boards, form, self.found, reading.source))

    def finish(self) -> int:
        """Tell the problems; the exit status."""
        self.progress.clear()
        errors = [p for p in self.reader.problems if p.level is Level.ERROR]
        told = {(p.span, p.board) for p in errors if p.code.startswith("deal-")}
        found = [p for p in self.found if p.level is Level.ERROR]
        errors += [p for p in found if (p.span, p.board) not in told]
        tell_problems(errors, self.reader.sources, sys.stderr)
        say_times(Counter((p.code, p.message) for p in self.found if p.code == "not-carried"))
        if self.reader.unreadable:
            return 2
        if not self.solved and not errors:
            say(f"abtools: {self.chosen.none_left('deal to solve')}")
        return int(bool(errors) or self.disagreed or not self.solved)
