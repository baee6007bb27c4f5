"""The command line: one module a subcommand, imported only when that one is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module

import click

from abtools import __version__
from abtools.commands.streams import abandon_stdout, finish_stdout, prepare_streams

COMMANDS: Mapping[str, str] = {
    "score": "Score records under several codes of laws, side by side.",
    "show": "Show boards: diagram, auction, play, result.",
    "check": "Say what is wrong in files of records, and where.",
    "convert": "Convert records between formats, losing nothing in silence.",
    "solve": "Solve deals double-dummy: the tricks of best play.",
    "minibridge": "Announce points, name declarer, guide and score: bridge without an auction.",
    "rules": "List the rule sets, show one with its laws, or compare two.",
}
"""Every subcommand with its line in `abtools --help`; the module has the same name."""

TRACEBACK = "ABTOOLS_TRACEBACK"
"""The environment variable that shows the traceback of an unexpected error."""


class OutputGone(Exception):
    """The program that read our output has ended; click would make an error of it."""


class LazyGroup(click.Group):
    """The subcommands of COMMANDS, known by name without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"abtools.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands on the help page."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with a suggestion for a misspelt name."""
        name = args[0]
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from abtools.commands.suggest import did_you_mean

        raise click.UsageError(f"no command {name!r}{did_you_mean(name, COMMANDS)}", ctx)

    def invoke(self, ctx: click.Context) -> object:
        """As click does it, with a closed pipe told apart from errors, and every wrong use of a
        subcommand told under its name."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            name = ctx.invoked_subcommand
            command = self.get_command(ctx, name) if name and error.ctx is None else None
            if command is not None:
                error.ctx = click.Context(command, parent=ctx, info_name=name)
            raise
        except (OutputGone, BrokenPipeError):
            raise OutputGone from None


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", message="abtools %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Records of bridge: score them under the laws of any day, check, convert and solve them.

    Start with `abtools score FILE` for a file of played hands (PBN).
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing is raised.

    0 fine; 1 problems in the data or nothing produced; 2 wrong use or unreadable file, and
    unexpected errors; 130 interrupted.
    """
    prepare_streams()
    try:
        status = cli.main(list(arguments), prog_name="abtools", standalone_mode=False)
        finish_stdout()
    except click.ClickException as error:
        _show(error)
        return 2
    except (click.Abort, KeyboardInterrupt):
        abandon_stdout()
        return 130
    except (OutputGone, BrokenPipeError):
        abandon_stdout()
        return 0
    except OSError as error:
        abandon_stdout()
        where = f"{error.filename}: " if error.filename else ""
        _say(f"{where}{error.strerror or error}")
        return 2
    except Exception as error:
        abandon_stdout()
        return _unexpected(error)
    return status if isinstance(status, int) else 0


def _show(error: click.ClickException) -> None:
    """One line for wrong use, and where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "abtools"
    hint = f"\nTry '{path} -h' for help." if isinstance(error, click.UsageError) else ""
    _say(f"{error.format_message()}{hint}", path)


def _unexpected(error: Exception) -> int:
    """What to say when the program itself is at fault."""
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    _say(
        f"unexpected error ({what}). This is a fault of abtools, not of your file: please report"
        f" it with the file and what {TRACEBACK}=1 shows."
    )
    return 2


def _say(message: str, path: str = "abtools") -> None:
    """A line on stderr; if that cannot be written, the exit status has to do."""
    with suppress(OSError):
        print(f"{path}: {message}", file=sys.stderr)
