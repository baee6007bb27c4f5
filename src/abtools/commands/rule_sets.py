"""Rule sets as a command line names them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import click

from abtools.commands.console import say, tell_problems
from abtools.problems import NOWHERE
from abtools.rules import RulesError, RuleSet, load, names_for

ALL = "all"
DEFAULT = ("auction-1926", "contract-rubber")
"""The sets that are compared when none is named: one of each game."""

TOLD = "abtools.notices"
"""Under this name a command remembers which notices it has told."""


def load_one(name: str, switches: Mapping[str, str] | None = None, notices: bool = True) -> RuleSet:
    """The set of a name or file; wrong use when there is none, with the reason. What is to be
    noticed about a set is told once in a command, not at all when it stands in the result."""
    try:
        rules = load(name, dict(switches or {}))
    except RulesError as error:
        located = [problem for problem in error.problems if problem.span != NOWHERE]
        tell_problems(located, {}, sys.stderr)
        words = [problem.message for problem in error.problems if problem.span == NOWHERE]
        raise click.UsageError("; ".join(words) or f"{name} is no rule set") from None
    told = click.get_current_context().meta.setdefault(TOLD, set())
    for notice in rules.notices if notices else ():
        if notice not in told:
            say(f"abtools: {notice}")
        told.add(notice)
    return rules


def load_all(asked: Sequence[str], switches: Mapping[str, str]) -> tuple[RuleSet, ...]:
    """The sets asked for, in that order, each once; all for four players for `all`, or DEFAULT."""
    wanted: list[str] = []
    for name in asked or DEFAULT:
        wanted += names_for(players=4) if name == ALL else [name]
    sets: dict[str, RuleSet] = {}
    for name in dict.fromkeys(wanted):
        rules = load_one(name, switches)
        other = sets.setdefault(rules.name, rules)
        if other.rules != rules.rules:
            raise click.UsageError(f"two rule sets are called {rules.name}: rename your file")
    return tuple(sets.values())
