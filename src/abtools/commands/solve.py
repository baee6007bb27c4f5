"""`abtools solve`: the tricks of best play, for deals, positions, leads and whole lines."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from abtools.auction import Strain
from abtools.board import Board, outcome
from abtools.cards import Card, Deal, Seat
from abtools.commands import COMMANDS
from abtools.commands.console import out, say, style_for, tell_problems
from abtools.commands.options import (
    BoardSelection,
    a_seat,
    ascii_option,
    board_option,
    files_argument,
    format_option,
)
from abtools.commands.reading import Reader
from abtools.formats import Unreadable, stream_bytes
from abtools.problems import Level, ParseError, Problem
from abtools.report import solve as report
from abtools.report.json_values import dumps
from abtools.report.problems import plural
from abtools.report.style import Style
from abtools.solver import MEMORY, STRAINS, Position, Table, best_line, moves, tables, why_not

FORMATS = ("table", "json", "jsonl", "csv", "markdown", "pbn")
ARGUMENT = "<argument>"


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
@files_argument()
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

    FILE is a file of records (any format that `abtools convert` reads), a deal like
    "N:AKQ... J32... ..." in quotes, or `-` for standard input, where deals may stand one a line.
    A deal that cannot be solved is told on stderr; the others are solved.

    Exit status: 0 fine, 1 problems in the data or nothing solved, 2 wrong use or unreadable file.
    """
    if leader is not None:
        if declarer is not None and declarer is not leader.rho:
            raise click.UsageError(f"with {leader} on lead {leader.rho} is declarer")
        declarer = leader.rho
    if leads + whole + verify + in_place + (form == "pbn") > 1:
        raise click.UsageError("one at a time: --leads, --line, --verify, --in-place, --format pbn")
    job = Job(files, strains, declarer, chosen, jobs, memory)
    style = style_for(sys.stdout, letters)
    if in_place:
        job.in_place()
    elif leads or after or whole:
        if form not in ("table", "json", "jsonl"):
            raise click.UsageError("positions are shown as table, json or jsonl")
        job.positions(after, whole, form, style)
    elif verify:
        job.verify()
    elif form == "pbn":
        job.pbn()
    else:
        job.tables(form, style)
    return job.finish()


@dataclass(slots=True)
class Progress:
    """A line on a terminal's stderr for work that takes more than a second."""

    done: int = 0
    start: float = field(default_factory=time.monotonic)
    shown: float = 0.0
    wanted: bool = field(default_factory=lambda: sys.stderr.isatty())

    def tick(self) -> None:
        """Show how far the work is, a few times a second."""
        now = time.monotonic()
        if not self.wanted or now - self.start < 1 or now - self.shown < 0.25:
            return
        self.shown = now
        rate = self.done / (now - self.start)
        text = f"{self.done} done"
        if rate > 0:
            text += f", {rate:.1f} a second" if rate >= 1 else f", {1 / rate:.1f} s each"
        sys.stderr.write(f"\r\x1b[K{text}, {now - self.start:.0f} s")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@dataclass(slots=True)
class Job:
    """One run: what was asked, and what came of it."""

    files: Sequence[str]
    strains: tuple[Strain, ...]
    declarer: Seat | None
    chosen: BoardSelection
    jobs: int | None
    memory: int
    reader: Reader = field(init=False)
    progress: Progress = field(default_factory=Progress)
    found: list[Problem] = field(default_factory=list)
    solved: int = 0
    wrong_cells: int = 0

    def __post_init__(self) -> None:
        self.reader = Reader([])

    def boards(self) -> Iterator[Board]:
        """The boards of every file and every deal given."""
        place = 0
        for name in self.files:
            if name == "-":
                data = sys.stdin.buffer.read()
                # Deals one a line are told at once; any other format by looking closer.
                lines = data[:200].decode("latin-1").splitlines() or [""]
                form = "deals" if lines[0][1:2] == ":" and len(lines[0].split()) == 4 else None
                try:
                    boards = self.reader.boards_in(stream_bytes(data, "<stdin>", form))
                except Unreadable as error:
                    say(f"abtools: {error}")
                    self.reader.unreadable.append(name)
                    continue
            elif _is_deal(name) and not Path(name).exists():
                boards = self.reader.boards_in(stream_bytes(name.encode(), ARGUMENT, "deals"))
            else:
                boards = self.reader.boards_of(name)
            for board in boards:
                place += 1
                if self.chosen.holds(board.number, place):
                    yield board

    def results(self, boards: Iterator[Board]) -> Iterator[tuple[int, Board, Table | None]]:
        """Every board with its place from 1 and its table, None where it cannot be solved."""
        waiting: deque[tuple[Board, bool]] = deque()

        def solvable() -> Iterator[Deal]:
            for board in boards:
                can = self._can_solve(board)
                waiting.append((board, can))
                if can:
                    assert board.deal is not None
                    yield board.deal

        place = 0
        source = tables(
            solvable(),
            strains=self.strains,
            jobs=self.jobs,
            memory=self.memory,
            tick=self.progress.tick,
        )
        for table in source:
            while not waiting[0][1]:
                place += 1
                yield place, waiting.popleft()[0], None
            place += 1
            self.solved += 1
            self.progress.done += 1
            yield place, waiting.popleft()[0], table
        for board, _ in waiting:
            place += 1
            yield place, board, None

    def _can_solve(self, board: Board) -> bool:
        """Whether the deal can be solved; a problem is noted where it cannot."""
        if board.deal is None:
            reason: str | None = "the deal is not known"
        else:
            reason = why_not(board.deal)
        if reason is None:
            return True
        self.found.append(board.problem("deal-hand-size", f"cannot be solved: {reason}", "Deal"))
        return False

    def tables(self, form: str, style: Style) -> None:
        """The table of every deal."""
        rows = (
            report.Row(board.number or str(place), board, table, self.strains, self.declarer)
            for place, board, table in self.results(self.boards())
            if table is not None
        )
        if form == "json":
            out(dumps({"schema": "abtools.solve/1", "boards": [*map(report.row_value, rows)]}))
            return
        writers: dict[str, Callable[[Iterator[report.Row]], Iterator[str]]] = {
            "jsonl": report.json_lines,
            "csv": report.csv_lines,
            "markdown": report.markdown_lines,
            "table": lambda rows: report.diagrams(rows, style),
        }
        for text in writers[form](rows):
            self.progress.clear()
            out(text)
            if self.progress.done < 3 or self.progress.wanted:
                sys.stdout.flush()

    def positions(self, after: Sequence[Card], whole: bool, form: str, style: Style) -> None:
        """The cards of one position of every deal, or its best line."""
        values = []
        for place, board in enumerate(self.boards(), 1):
            if not self._can_solve(board):
                continue
            name = board.number or str(place)
            try:
                start = self._start(board)
                position = start.after(after)
                if whole:
                    cards = best_line(position, memory=self.memory)
                    view: report.View = report.LineView(name, start, tuple(after), cards)
                else:
                    found = moves(position, memory=self.memory)
                    view = report.MovesView(name, start, tuple(after), found)
            except ValueError as error:
                self.found.append(board.problem("card-not-held", str(error), "Deal"))
                continue
            self.solved += 1
            if form == "table":
                out("\n".join(view.lines(style)))
            elif form == "jsonl":
                out(dumps(view.value()))
            else:
                values.append(view.value())
        if form == "json":
            out(dumps({"schema": "abtools.solve/1", "boards": values}))

    def _start(self, board: Board) -> Position:
        """The position before the opening lead: as asked, else by the board's contract."""
        assert board.deal is not None
        called = outcome(board)
        strain, declarer = None, self.declarer or called.declarer
        if len(self.strains) == 1:
            strain = self.strains[0]
        elif called.contract is not None:
            strain = called.contract.strain
        if strain is None or declarer is None:
            raise click.UsageError(
                "which strain and declarer? --strain and --declarer (or --leader), or records"
                " with a contract"
            )
        return Position(board.deal, strain, declarer.lho)

    def verify(self) -> None:
        """Compare what the records state with what is true, cell by cell."""
        wrong = 0
        for place, board, table in self.results(self.boards()):
            if table is None:
                continue
            for text in report.wrong_cells(board, table, self.strains):
                wrong += 1
                self.progress.clear()
                out(f"board {board.number or place}: {text}")
        self.progress.clear()
        out(f"{plural(self.solved, 'deal')}, {plural(wrong, 'wrong cell')}")
        self.wrong_cells = wrong

    def pbn(self) -> None:
        """The boards as PBN with their tables."""
        from abtools.formats import dump

        lost: list[Problem] = []
        boards = (
            board if table is None else report.with_table(board, table)
            for _, board, table in self.results(self.boards())
        )
        for part in dump(boards, "pbn", lost):
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()

    def in_place(self) -> None:
        """Write the tables into the files; each appears whole or stays as it was."""
        from abtools.commands.writing import replacing
        from abtools.formats import dump, stream

        for name in self.files:
            if name == "-" or not Path(name).is_file():
                raise click.UsageError(f"{name} is no file that could be changed")
        for name in self.files:
            reading = stream(name)
            if type(reading.source).__name__ != "PbnFile":
                raise click.UsageError(f"{name} is no PBN; use --format pbn")
            boards = [
                board
                if table is None or not self.chosen.holds(board.number, place)
                else report.with_table(board, table)
                for place, board, table in self.results(self.reader.boards_in(reading))
            ]
            with replacing(name, force=True) as file:
                file.writelines(dump(boards, "pbn", [], reading.source))

    def finish(self) -> int:
        """Tell the problems; the exit status."""
        self.progress.clear()
        errors = [p for p in self.reader.problems if p.level is Level.ERROR]
        told = {(p.span, p.board) for p in errors if p.code.startswith("deal-")}
        errors += [p for p in self.found if (p.span, p.board) not in told]
        tell_problems(errors, self.reader.sources, sys.stderr)
        if self.reader.unreadable:
            return 2
        if not self.solved and not errors:
            say("abtools: no deal to solve")
        return int(bool(errors) or self.wrong_cells > 0 or not self.solved)


def _is_deal(text: str) -> bool:
    """Whether an argument looks like a deal: four hands with blanks between."""
    return len(text.split()) == 4 or text[1:2] == ":"
