"""`abtools convert`: records from one format to another."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from abtools.commands import COMMANDS
from abtools.commands.console import say, tell_problems
from abtools.commands.options import one_of
from abtools.commands.reading import calm_collector
from abtools.commands.writing import replacing
from abtools.formats import FORMATS, Unreadable, dump, stream
from abtools.problems import Level, Problem, in_file_order

READABLE = tuple(name for name, known in FORMATS.items() if known.can_read)
WRITABLE = tuple(name for name, known in FORMATS.items() if known.can_write)


@click.command("convert", short_help=COMMANDS["convert"])
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--from",
    "source_format",
    metavar=f"[{'|'.join(READABLE)}]",
    callback=one_of(READABLE),
    help="Format of IN; else told by its name or text.",
)
@click.option(
    "--to",
    "target_format",
    metavar=f"[{'|'.join(WRITABLE)}]",
    callback=one_of(WRITABLE),
    help="Format of OUT; else told by its name.",
)
@click.option("--export", is_flag=True, help="Write the format's strict form (PBN: export form).")
@click.option("--force", is_flag=True, help="Write over a file that exists.")
def command(source: str, target: str, source_format: str | None, target_format: str | None,
            export: bool, force: bool) -> int:  # fmt: skip
    """Read the records of IN and write them to OUT; `-` is standard input or output.

    What OUT's format cannot hold is told on stderr, item by item. OUT appears whole or not at
    all. PBN written from PBN stays as it was, byte for byte, unless --export is given.

    Exit status: 0 fine, 1 errors in the records or no record, 2 wrong use or unreadable file.
    """
    wanted = target_format or _format_of(target)
    calm_collector()
    try:
        reading = stream(source, source_format)
    except Unreadable as error:
        say(f"abtools: {error}")
        return 2
    boards = list(reading)
    lost: list[Problem] = []
    if boards:
        with replacing(target, force) as file:
            for chunk in dump(boards, wanted, lost, reading.source, export):
                file.write(chunk)
    problems = in_file_order(reading.problems)
    errors = [problem for problem in problems if problem.level is Level.ERROR]
    tell_problems([*errors, *lost], {reading.source.name: reading.source}, sys.stderr)
    if not boards:
        say(f"abtools: {source} holds no record; nothing written")
    return int(not boards or bool(errors))


def _format_of(target: str) -> str:
    """The format that a file's name asks for."""
    suffix = Path(target).suffix.lower()
    for name in WRITABLE:
        if suffix in FORMATS[name].suffixes:
            return name
    what = "standard output" if target == "-" else target
    raise click.UsageError(f"which format for {what}? --to {' or --to '.join(WRITABLE)}")
