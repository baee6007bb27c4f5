"""`abtools check`: what is wrong in files of records, and where."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from abtools.commands import COMMANDS
from abtools.commands.console import out, say, tell_problems
from abtools.commands.options import files_argument, format_option, rules_option
from abtools.commands.reading import Reader
from abtools.problems import Level


@click.command("check", short_help=COMMANDS["check"])
@files_argument()
@rules_option(multiple=False)
@format_option("text", "json")
@click.option(
    "--strict", is_flag=True, help="Hold PBN to its export form; warnings count as errors."
)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing: the exit status is the answer.")
def command(files: Sequence[str], rules: str | None, form: str, strict: bool, quiet: bool) -> int:
    """Read the files, check every deal, auction, play and result, and print what is wrong:

      file:line:column: level: code: message

    Exit status: 0 nothing wrong, 1 errors (with --strict also warnings), 2 a file cannot be read.
    `-` is standard input. Under --rules auctions are judged by that law: value calling, for
    example, ranks three spades above four clubs.
    """
    reader = Reader(files, strict=strict)
    if rules:
        from abtools.commands.rule_sets import load_one

        reader.laws = (load_one(rules).auction,)
    for _ in reader.boards():
        pass
    if not quiet:
        _print_json(reader) if form == "json" else _print_text(reader)
    if reader.unreadable:
        return 2
    grave = (Level.ERROR, Level.WARNING) if strict else (Level.ERROR,)
    return int(any(problem.level in grave for problem in reader.problems))


def _print_text(reader: Reader) -> None:
    from abtools.report.problems import summary

    tell_problems(reader.problems, reader.sources, sys.stdout)
    sys.stdout.flush()
    if reader.unreadable and not reader.sources:
        return
    say(summary(reader.boards_read, len(reader.sources), reader.problems))


def _print_json(reader: Reader) -> None:
    from abtools.report.json_values import check_value, dumps

    out(dumps(check_value(reader.sources, reader.boards_read, reader.problems)))
