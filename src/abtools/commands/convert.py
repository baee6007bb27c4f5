"""`abtools convert`: records from one format to another, with an account of what is lost."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from abtools.board import Board
from abtools.commands import COMMANDS
from abtools.commands.console import say, tell_problems
from abtools.commands.options import BoardSelection, board_option, one_of
from abtools.commands.reading import calm_collector
from abtools.commands.reshaping import Reshaping, reshaping_options
from abtools.commands.writing import replacing
from abtools.formats import FORMATS, Stream, Unreadable, dump, files_meant, streams
from abtools.problems import Level, Problem, SourceText, in_file_order

PARTS = ("board", "match", "event")
READABLE = tuple(name for name, known in FORMATS.items() if known.can_read)
WRITABLE = tuple(name for name, known in FORMATS.items() if known.can_write)


@click.command("convert", short_help=COMMANDS["convert"])
@click.argument("names", metavar="IN... OUT", nargs=-1, required=True)
@click.option("--from", "source_format", metavar="FORMAT", callback=one_of(READABLE),
              help="Format of IN; else told by its name or text.")  # fmt: skip
@click.option("--to", "target_format", metavar="FORMAT", callback=one_of(WRITABLE),
              help=f"Format of OUT; else told by its name: {', '.join(WRITABLE)}.")  # fmt: skip
@click.option("--out-dir", type=click.Path(file_okay=False),
              help="A folder for the outputs, one for each input (needs --to).")  # fmt: skip
@click.option("--split", metavar="[board|match|event]", callback=one_of(PARTS),
              help="With --out-dir: one file for each board, match or event.")  # fmt: skip
@click.option("--merge", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
              help="Deals for the boards that have none, by board number.")  # fmt: skip
@reshaping_options
@board_option()
@click.option("--export", is_flag=True, help="Write the format's strict form (PBN: export form).")
@click.option("--force", is_flag=True, help="Write over files that exist.")
@click.option("-v", "--verbose", is_flag=True, help="Say board by board what is lost.")
@click.option("--report", metavar="FILE", type=click.Path(dir_okay=False),
              help="Write what is lost as JSON.")  # fmt: skip
def command(names: Sequence[str], source_format: str | None, target_format: str | None,
            out_dir: str | None, split: str | None, merge: str | None, reshaping: Reshaping,
            chosen: BoardSelection, export: bool, force: bool, verbose: bool,
            report: str | None) -> int:  # fmt: skip
    """Read the records of IN and write them to OUT; `-` is standard input or output.

    Several inputs go into one output; folders, patterns and archives (.gz .bz2 .xz .zip) stand
    for the files in them. With --out-dir every input becomes a file of its own. What OUT's
    format cannot hold is counted on stderr (-v: board by board). A file appears whole or not at
    all. PBN written from PBN stays as it was, byte for byte, but for what an option changes.

    Exit status: 0 fine, 1 errors in the records or no record, 2 wrong use or unreadable file.
    """
    job = Job(source_format, merge, reshaping, chosen, export, force)
    calm_collector()
    if out_dir is None:
        if len(names) < 2:
            raise click.UsageError("IN and OUT expected, or --out-dir")
        if split is not None:
            raise click.UsageError("--split needs --out-dir")
        wanted = target_format or ("pbn" if export else _format_of(names[-1]))
        job.one_output(names[:-1], names[-1], wanted)
    else:
        if target_format is None:
            raise click.UsageError("--out-dir needs --to")
        job.many_outputs(names, Path(out_dir), target_format, split)
    job.tell(verbose)
    if report is not None:
        job.write_report(report)
    return job.status()


def _format_of(target: str) -> str:
    """The format that a file's name asks for."""
    suffix = Path(target).suffix.lower()
    for name in WRITABLE:
        if suffix in FORMATS[name].suffixes:
            return name
    what = "standard output" if target == "-" else target
    raise click.UsageError(
        f"which format for {what}? --to pbn, --to jsonl, --to lin ... (convert --help lists them)"
    )


@dataclass(slots=True)
class Job:
    """One conversion: what was asked, and what came of it."""

    source_format: str | None
    merge: str | None
    reshaping: Reshaping
    chosen: BoardSelection
    export: bool
    force: bool
    problems: list[Problem] = field(default_factory=list)
    lost: list[Problem] = field(default_factory=list)
    sources: dict[str, SourceText] = field(default_factory=dict)
    unreadable: bool = False
    boards: int = 0

    def one_output(self, inputs: Sequence[str], target: str, wanted: str) -> None:
        """All inputs into one file; nothing is written when there is no record."""
        held: list[Board] = []
        texts: list[SourceText] = []
        for reading in self._streams(inputs):
            texts.append(reading.source)
            held += self._chosen(reading)
        held = list(self.reshaping.apply(self._merged(held)))
        source = texts[0] if len(texts) == 1 else None
        if held:
            self._write(held, target, wanted, source)
        elif not self.unreadable:
            say(f"abtools: {', '.join(inputs)}: no record; nothing written")

    def many_outputs(
        self, inputs: Sequence[str], folder: Path, wanted: str, split: str | None
    ) -> None:
        """A file for each input, at its place below the folder; or for each part of one."""
        suffix = (*FORMATS[wanted].suffixes, f".{wanted}")[0]
        for root in inputs:
            for reading in self._streams([root]):
                held = list(self.reshaping.apply(self._merged(list(self._chosen(reading)))))
                base = _below(reading.source.name, root)
                for name, part in _parts(held, split):
                    stem = base.with_suffix("") if not name else base.with_suffix("") / name
                    path = folder / stem.with_name(stem.name + suffix)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    self._write(part, str(path), wanted, reading.source)

    def _streams(self, inputs: Sequence[str]) -> Iterator[Stream]:
        for name in files_meant(inputs):
            try:
                yield from streams(name, self.source_format)
            except Unreadable as error:
                say(f"abtools: {error}")
                self.unreadable = True

    def _chosen(self, reading: Stream) -> Iterator[Board]:
        for place, board in enumerate(reading, 1):
            if self.chosen.holds(board.number, place):
                yield board
        self.sources[reading.source.name] = reading.source
        self.problems += in_file_order(reading.problems)

    def _merged(self, boards: list[Board]) -> list[Board]:
        """The boards with deals taken from the file of --merge where they have none."""
        if self.merge is None:
            return boards
        from abtools.edits import merge_deals

        deals = [board for reading in self._streams([self.merge]) for board in reading]
        return list(merge_deals(boards, deals))

    def _write(
        self, boards: list[Board], target: str, wanted: str, source: SourceText | None
    ) -> None:
        self.boards += len(boards)
        kept = None if self.reshaping.loses_places or self.merge else source
        with replacing(target, self.force) as file:
            file.writelines(dump(boards, wanted, self.lost, kept, self.export))

    def tell(self, verbose: bool) -> None:
        """Errors one by one; losses one by one, or counted by what was lost."""
        errors = [problem for problem in self.problems if problem.level is Level.ERROR]
        tell_problems(errors, self.sources, sys.stderr)
        if verbose:
            tell_problems(self.lost, self.sources, sys.stderr)
            derived = [problem for problem in self.problems if problem.code == "derived"]
            tell_problems(derived, self.sources, sys.stderr)
            return
        for message, count in Counter(problem.message for problem in self.lost).items():
            times = "" if count == 1 else f" ({count} times)"
            say(f"abtools: note: not-carried: {message}{times}")

    def write_report(self, name: str) -> None:
        """What was lost and what was derived, as JSON."""
        from abtools.report.json_values import dumps
        from abtools.report.problems import problem_value

        derived = [problem for problem in self.problems if problem.code == "derived"]
        value = {
            "schema": "abtools.convert/1",
            "boards": self.boards,
            "lost": [{"board": p.board, **problem_value(p)} for p in self.lost],
            "derived": [problem_value(p) for p in derived],
        }
        with replacing(name, force=True) as file:
            file.write((dumps(value) + "\n").encode())

    def status(self) -> int:
        """The exit status."""
        if self.unreadable:
            return 2
        errors = any(problem.level is Level.ERROR for problem in self.problems)
        return int(errors or not self.boards)


def _below(name: str, root: str) -> Path:
    """The place of a file below the folder that was named; its own name otherwise."""
    path = Path(name)
    if Path(root).is_dir():
        return path.relative_to(root)
    return Path(path.name if not name.startswith("<") else "standard-input")


def _parts(boards: list[Board], split: str | None) -> Iterator[tuple[str, list[Board]]]:
    """The boards of each file to be, with its name ("" when there is but one)."""
    if split is None:
        if boards:
            yield "", boards
        return
    groups: dict[str, list[Board]] = {}
    for place, board in enumerate(boards, 1):
        groups.setdefault(_part_of(board, split, place), []).append(board)
    yield from groups.items()


def _part_of(board: Board, split: str, place: int) -> str:
    """The name of the part that a board belongs to, fit for a file."""
    told: list[str | None]
    if split == "board":
        told = [board.number or f"place-{place}", board.tag("Room"), board.tag("Table")]
    elif split == "match":
        told = [board.tag(n) for n in ("Event", "Round", "Table", "HomeTeam", "VisitTeam")]
    else:
        told = [board.tag("Event"), board.tag("Date")]
    words = [word for word in told if word and word not in ("?", "-")]
    name = "-".join("".join(c if c.isalnum() else "-" for c in word) for word in words)
    return name.strip("-")[:100] or "unnamed"
