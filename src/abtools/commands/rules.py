"""`abtools rules`: the rule sets, one of them with its laws, or how two differ."""

from __future__ import annotations

import sys

import click

from abtools.commands import COMMANDS
from abtools.commands.console import out, style_for
from abtools.commands.options import ascii_option, format_option, switches_option
from abtools.commands.rule_sets import load_one
from abtools.report import rules_table as tables
from abtools.report.json_values import dumps
from abtools.rules import names


@click.command("rules", short_help=COMMANDS["rules"])
@click.argument("name", required=False, metavar="[NAME|PATH]")
@click.option("--diff", nargs=2, metavar="A B", help="What differs between two sets.")
@click.option("--legal", metavar="BID", help="What may be called over a bid; - for the opening.")
@click.option(
    "--switches",
    "listed",
    is_flag=True,
    help="The switches of --set with their values; those of one set with a NAME.",
)
@click.option(
    "-r",
    "--rules",
    "laws",
    metavar="NAME|PATH",
    multiple=True,
    help="With --legal: under which sets; may be repeated.",
)
@switches_option()
@format_option("table", "json")
@ascii_option()
def command(
    name: str | None,
    diff: tuple[str, str] | None,
    legal: str | None,
    laws: tuple[str, ...],
    listed: bool,
    switches: dict[str, str],
    form: str,
    letters: bool,
) -> int:
    """Without a name: the rule sets with their years and how well each is documented.

    With a name: every number of that set, the law it comes from, and how sure it is. A set of
    your own is a TOML file; `base = "auction-1926"` takes over what you do not change.
    """
    style = style_for(sys.stdout, letters)
    as_json = form == "json"
    if bool(diff) + (listed or bool(name)) > 1:
        raise click.UsageError("either a NAME, --switches or --diff A B")
    if legal is not None:
        from abtools.commands.legal import show_legal

        show_legal(legal, [*laws, *([name] if name else [])], switches, style, as_json)
        return 0
    if laws:
        raise click.UsageError("--rules goes with --legal; a NAME shows one set")
    if diff:
        first, second = (load_one(each, switches) for each in diff)
        out(
            dumps(tables.rules_difference_value(first, second))
            if as_json
            else tables.rules_difference(first, second, style)
        )
    elif listed:
        rules = load_one(name, switches, notices=False) if name else None
        known = tables.switches_of(rules)
        out(dumps(tables.switches_value(known)) if as_json else tables.switches_list(known, style))
    elif name:
        rules = load_one(name, switches, notices=False)
        out(dumps(tables.rule_set_value(rules)) if as_json else tables.rule_set(rules, style))
    else:
        sets = [load_one(each, switches, notices=False) for each in names()]
        out(dumps(tables.rules_value(sets)) if as_json else tables.rules_list(sets, style))
    return 0
