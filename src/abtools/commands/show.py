"""`abtools show`: boards as a person wants to see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from abtools.commands import COMMANDS
from abtools.commands.console import out, say, style_for
from abtools.commands.options import (
    BoardSelection,
    ascii_option,
    board_option,
    files_argument,
    format_option,
    language_option,
    rules_option,
)
from abtools.languages import LANGUAGES


@click.command("show", short_help=COMMANDS["show"])
@files_argument()
@board_option()
@language_option("Language of ranks, seats and calls.", default="en")
@click.option("--width", type=click.IntRange(40, 400), help="Columns to use; else the terminal's.")
@rules_option(multiple=False)
@format_option("text", "newspaper", "markdown")
@ascii_option()
def command(files: Sequence[str], chosen: BoardSelection, lang: str, width: int | None,
            rules: str | None, form: str, letters: bool) -> int:  # fmt: skip
    """Each board with its diagram, auction, notes, play trick by trick, result and score.

    The score is by the duplicate laws, or by --rules. `newspaper` prints hands, bidding and
    opening lead as a column does; `markdown` can be pasted into a page.

    Exit status: 0 fine, 1 errors in the records or no board to show, 2 wrong use or a file that
    cannot be read.
    """
    import sys

    from abtools.commands.reading import Reader
    from abtools.commands.rule_sets import load_one
    from abtools.commands.telling import status_of, tell
    from abtools.report.record import RecordView
    from abtools.report.score_line import score_line

    style = style_for(sys.stdout, letters)
    if width is not None:
        style = replace(style, width=width)
    code = load_one(rules or "duplicate")
    view = RecordView(style, LANGUAGES[lang])
    reader = Reader(files, laws=(code.auction,))
    shown = 0
    for _, board in chosen.of(reader.boards()):
        if shown:
            out("\n---\n" if form == "markdown" else "")
        if form == "newspaper":
            lines = view.newspaper(board)
        else:
            score = score_line(board, code)
            lines = view.markdown(board, score) if form == "markdown" else view.text(board, score)
        for line in lines:
            out(line)
        shown += 1
    tell(reader.problems, reader)
    if reader.unreadable:
        return 2
    if not shown:
        say(f"abtools: {chosen.none_left('board to show')}")
    return status_of(reader.problems, bool(shown))
