"""`abtools convert`: records from one format to another, with an account of what is lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from abtools.board import Board
from abtools.commands import COMMANDS
from abtools.commands.account import Account
from abtools.commands.console import say
from abtools.commands.options import BoardSelection, board_option, language_option, one_of
from abtools.commands.reading import calm_collector
from abtools.commands.reshaping import Reshaping, reshaping_options
from abtools.commands.writing import replacing, same_file
from abtools.formats import FORMATS, Stream, Unreadable, dump, files_meant, streams
from abtools.formats.files import COMPRESSED
from abtools.problems import SourceText
from abtools.report.problems import plural, runs

if TYPE_CHECKING:
    from abtools.edits import Merging

PARTS = ("board", "match", "event")
READABLE = tuple(name for name, known in FORMATS.items() if known.can_read)
WRITABLE = tuple(name for name, known in FORMATS.items() if known.can_write)
SHOWN = ("markdown", "newspaper", "text")
"""Forms in which boards are shown, and not read again."""


def _writable(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The check of --to."""
    if value in SHOWN:
        message = f"`abtools show --format {value}` writes that; convert writes what can be read"
        raise click.BadParameter(message, ctx, param)
    word: str | None = one_of(WRITABLE)(ctx, param, value)
    return word


@click.command("convert", short_help=COMMANDS["convert"])
@click.argument("names", metavar="IN... OUT", nargs=-1, required=True)
@click.option("--from", "source_format", metavar="FORMAT", callback=one_of(READABLE),
              help="Format of IN; else told by its name or text.")  # fmt: skip
@click.option("--to", "target_format", metavar="FORMAT", callback=_writable,
              help=f"Format of OUT; else told by its name: {', '.join(WRITABLE)}.")  # fmt: skip
@click.option("--out-dir", type=click.Path(file_okay=False),
              help="A folder for the outputs, one for each input (needs --to).")  # fmt: skip
@click.option("--split", metavar="[board|match|event]", callback=one_of(PARTS),
              help="With --out-dir: one file for each board, match or event.")  # fmt: skip
@click.option("--merge", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
              help="Deals for the boards that have none, by board number.")  # fmt: skip
@reshaping_options
@board_option()
@language_option("Language of printed text, read (else told by the text) or written (else en).")
@click.option("--export", is_flag=True, help="Write the format's strict form (PBN: export form).")
@click.option("--force", is_flag=True, help="Write over files that exist.")
@click.option("-v", "--verbose", is_flag=True, help="Say board by board what is lost.")
@click.option("--report", metavar="FILE", type=click.Path(dir_okay=False),
              help="Write what is lost as JSON.")  # fmt: skip
def command(names: Sequence[str], source_format: str | None, target_format: str | None,
            out_dir: str | None, split: str | None, merge: str | None, reshaping: Reshaping,
            chosen: BoardSelection, lang: str | None, export: bool, force: bool, verbose: bool,
            report: str | None) -> int:  # fmt: skip
    """Read the records of IN and write them to OUT; `-` is standard input or output.

    Several inputs go into one output; folders, patterns and archives (.gz .bz2 .xz .zip) stand
    for the files in them. With --out-dir every input becomes a file of its own. What OUT's
    format cannot hold is counted on stderr (-v: board by board). A file appears whole or not at
    all. PBN written from PBN stays as it was, byte for byte, but for what an option changes.

    Exit status: 0 fine, 1 errors in the records or no record, 2 wrong use or unreadable file.
    """
    folder = None if out_dir is None else Path(out_dir)
    if folder is None:
        if len(names) < 2:
            raise click.UsageError("IN and OUT expected, or --out-dir")
        if split is not None:
            raise click.UsageError("--split needs --out-dir")
        *inputs, target = names
        _check_target(target, report)
        wanted = target_format or ("pbn" if export else _format_of(target))
    elif target_format is None:
        raise click.UsageError("--out-dir needs --to")
    else:
        inputs, wanted = list(names), target_format
        folder.mkdir(parents=True, exist_ok=True)
    account = Account([*inputs, *([merge] if merge else [])], verbose, report, force)
    job = Job(source_format, merge, reshaping, chosen, lang, export, force, account, report, folder)
    calm_collector()
    if folder is None:
        job.one_output(inputs, target, wanted)
    else:
        job.many_outputs(inputs, folder, wanted, split)
    return job.finish()


def _check_target(target: str, report: str | None) -> None:
    """UsageError for an OUT that cannot be one file of records, or is wanted for the report."""
    if not target:
        raise click.UsageError("OUT is empty")
    if Path(target).is_dir():
        raise click.UsageError(
            f"{target} is a directory; --out-dir {target} --to FORMAT writes each IN into it"
        )
    suffix = Path(target).suffix.lower()
    if suffix in COMPRESSED:
        raise click.UsageError(f"{suffix} is read, not written: name OUT without it")
    if report is not None and same_file(target, report):
        raise click.UsageError("OUT and --report are the same")


def _format_of(target: str) -> str:
    """The format that a file's name asks for."""
    suffix = Path(target).suffix.lower()
    for name in WRITABLE:
        if suffix in FORMATS[name].suffixes:
            return name
    if suffix in (".md", ".markdown"):
        raise click.UsageError("`abtools show --format markdown` writes Markdown")
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
    lang: str | None
    export: bool
    force: bool
    account: Account
    report: str | None
    out_dir: Path | None
    merging: Merging | None = None
    written: set[Path] = field(default_factory=set)
    failed: bool = False

    def one_output(self, inputs: Sequence[str], target: str, wanted: str) -> None:
        """All inputs into one file; nothing is written when there is no record."""
        readings = self._streams(inputs)
        first, second = next(readings, None), next(readings, None)
        texts = [reading for reading in (first, second) if reading is not None]
        boards = (board for text in chain(texts, readings) for board in self._read(text))
        source = texts[0].source if len(texts) == 1 else None
        found = self._write(self._edited(boards), target, wanted, source)
        if not found and not self.failed:
            self._say_nothing(", ".join(inputs))

    def many_outputs(
        self, inputs: Sequence[str], folder: Path, wanted: str, split: str | None
    ) -> None:
        """A file for each input, at its place below the folder; or for each part of one. What
        cannot be written is told, and the rest written all the same."""
        suffix = (*FORMATS[wanted].suffixes, f".{wanted}")[0]
        for root in inputs:
            stems = Counter(_stem(name, root) for name in files_meant([root]))
            for reading in self._streams([root]):
                stem = _stem(reading.source.name, root)
                if stems[stem] > 1:
                    stem = _below(reading.source.name, root)
                before = self.account.boards
                for name, part in _parts(self._edited(self._read(reading)), split):
                    path = folder / stem / name if name else folder / stem
                    self._write_part(part, path.with_name(path.name + suffix), wanted, reading)
                if self.account.boards == before and not self.failed:
                    self._say_nothing(reading.source.name)

    def _write_part(
        self, boards: Iterator[Board], path: Path, wanted: str, reading: Stream
    ) -> None:
        try:
            if path in self.written:
                what = f"{path} is already written from another file"
                raise click.UsageError(f"{reading.source.name}: {what}")
            if self.report is not None and same_file(str(path), self.report):
                raise click.UsageError(f"{path} is the file for the report")
            if self._write(boards, str(path), wanted, reading.source):
                self.written.add(path)
        except click.UsageError as error:
            self._fail(error.message)
        except OSError as error:
            self._fail(f"{error.filename or path}: {error.strerror or error}")

    def _fail(self, message: str) -> None:
        say(f"abtools: {message}")
        self.failed = True

    def _say_nothing(self, source: str) -> None:
        say(f"abtools: {source}: {self.chosen.none_left('record')}; nothing written")

    def _streams(self, inputs: Sequence[str]) -> Iterator[Stream]:
        for name in files_meant(inputs):
            try:
                yield from streams(name, self.source_format, self.lang)
            except Unreadable as error:
                self._fail(str(error))

    def _read(self, reading: Stream) -> Iterator[Board]:
        for board in reading:
            self.account.read(reading)
            yield board
        self.account.read(reading)

    def _chosen(self, boards: Iterable[Board]) -> Iterator[Board]:
        return (board for _, board in self.chosen.of(boards))

    def _edited(self, boards: Iterable[Board]) -> Iterator[Board]:
        """The boards asked for, merged and reshaped."""
        boards = self._chosen(boards)
        if self.merge is not None:
            if self.merging is None:
                self.merging = self._deals(self.merge)
            boards = self.merging.apply(boards)
        return iter(self.reshaping.apply(boards, self.account.lost))

    def _deals(self, name: str) -> Merging:
        from abtools.edits import Merging

        deals = (board for reading in self._streams([name]) for board in self._read(reading))
        return Merging(self._chosen(deals), self.account.lost)

    def _write(
        self, boards: Iterator[Board], target: str, wanted: str, source: SourceText | None
    ) -> bool:
        """Write the boards as they come; nothing, and False, when there is none."""
        first = next(boards, None)
        if first is None:
            return False
        kept = None if self.reshaping.loses_places or self.merge else source
        chunks = dump(self._counted(chain([first], boards)), wanted, self.account.lost, kept,
                      self.export, self.lang)  # fmt: skip
        if self.out_dir is not None:
            Path(target).parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, self.force) as file:
            file.writelines(self.account.follow(chunks))
        return True

    def _counted(self, boards: Iterable[Board]) -> Iterator[Board]:
        for board in boards:
            self.account.boards += 1
            yield board

    def finish(self) -> int:
        """Tell what there is to tell; the exit status."""
        if self.merging is not None:
            self.merging.finish()
            missing = self.merging.missing
            if missing:
                which = f"{plural(len(missing), 'record')} ({runs(list(dict.fromkeys(missing)))})"
                say(f"abtools: {self.merge}: no deal for {which}")
        self.account.close()
        if self.failed:
            return 2
        return int(self.account.has_errors or not self.account.boards)


def _below(name: str, root: str) -> Path:
    """The place of a file below the folder or in the archive that was named, never outside of
    it; its own name otherwise."""
    path = Path(name)
    if Path(root) in path.parents:
        inside = [part for part in path.relative_to(root).parts if part not in ("..", os.sep)]
        return Path(*inside)
    return Path({"<stdin>": "standard-input"}.get(name, path.name.strip("<>")))


def _stem(name: str, root: str) -> Path:
    """The same without the suffix."""
    return _below(name, root).with_suffix("")


def _parts(boards: Iterator[Board], split: str | None) -> Iterator[tuple[str, Iterator[Board]]]:
    """The boards of each file to be, with its name ("" when there is but one)."""
    if split is None:
        yield "", boards
        return
    groups: dict[str, list[Board]] = {}
    for place, board in enumerate(boards, 1):
        groups.setdefault(_part_of(board, split, place), []).append(board)
    for name, part in groups.items():
        yield name, iter(part)


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
    return name.strip("-").encode()[:100].decode(errors="ignore") or "unnamed"
