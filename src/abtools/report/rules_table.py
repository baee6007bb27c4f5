"""Rule sets for reading: the list, one set with its laws, and how two of them differ."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from abtools.parameters import NOT_PLAYED, PARAMETERS, SECTIONS, Value
from abtools.report.style import Style
from abtools.report.table import Grid, Group
from abtools.rules import ALIASES, MARKS, Rule, RuleSet
from abtools.switches import SWITCHES, Switch, values_in_words

RULES_SCHEMA = "abtools.rules/1"
SET_SCHEMA = "abtools.rule-set/1"
SWITCHES_SCHEMA = "abtools.switches/1"
DIFFERENCE_SCHEMA = "abtools.rules-difference/1"
SILENT = "not in this code"
DITTO = '"'
BY_KEY = (
    "Any number of a code can be set too, by the key that --format json gives it:"
    " --set tricks.clubs=7."
)
SWITCHES_WIDE = 26
YEARS_WIDE = 18
"""Columns for the years in the list of sets."""


def rules_list(sets: Sequence[RuleSet], style: Style) -> str:
    """All sets: name, years, title, and under it how well it is documented; then other names."""
    name = max(len(rules.name) for rules in sets)
    room = max(20, style.width - name - YEARS_WIDE - 4)
    lines = []
    for rules in sets:
        titles = _wrapped(rules.title, room)
        said = [*titles, *map(style.dim, _wrapped(rules.status, room))]
        cells = [[style.bold(f"{rules.name:<{name}}")], _wrapped(rules.years, YEARS_WIDE), said]
        for first, years, words in _side_by_side(*cells):
            lines.append(f"{first or ' ' * name}  {years:<{YEARS_WIDE}}  {words}".rstrip())
    lines += ["", "Other names:"]
    for other, (target, notice) in ALIASES.items():
        lines += _hanging(target + (f" ({notice})" if notice else ""), f"  {other} = ", style)
    lines += ["", "abtools rules NAME shows one with its laws, --diff A B what differs."]
    return "\n".join(lines)


def rule_set(rules: RuleSet, style: Style) -> str:
    """Every number of one set with its law and how sure it is."""
    head = [style.bold(line) for line in _wrapped(f"{rules.name}: {rules.title}", style.width)]
    head += _wrapped(f"{rules.years}; {rules.status}", style.width)
    head += textwrap.wrap(" ".join(rules.about.split()), style.width)
    for notice in rules.notices:
        head += textwrap.wrap(f"Note: {notice}", style.width)
    parts = ["\n".join(head)]
    for section in SECTIONS:
        spoken = [rule for rule in rules.rules.values() if _is_said(rules, rule, section)]
        if spoken:
            parts.append(_section(section, spoken, style))
    used = {rule.mark for rule in rules.rules.values() if rule.law != SILENT}
    parts.append("\n".join(f"{mark}  {MARKS[mark]}" for mark in MARKS if mark in used))
    parts.append(_switches(rules, style))
    return "\n\n".join(part for part in parts if part)


def _is_said(rules: RuleSet, rule: Rule, section: str) -> bool:
    """Whether a set says something of its own: not what holds because it is silent."""
    parameter = PARAMETERS[rule.key]
    if rule.law == SILENT or parameter.section != section:
        return False
    return not parameter.like or rules.rule(parameter.like).value != rule.value


def switches_of(rules: RuleSet | None) -> list[Switch]:
    """The switches that mean something under a set; all of them without one."""
    if rules is None:
        return list(SWITCHES.values())
    values = {key: rule.value for key, rule in rules.rules.items()}
    return [switch for switch in SWITCHES.values() if switch.makes_sense(values)]


def switches_list(switches: Sequence[Switch], style: Style) -> str:
    """Switches with their values, what each sets, and where that means something."""
    values, room = 22, max(20, style.width - SWITCHES_WIDE - 22)
    lines = [style.bold(f"{'--set':<{SWITCHES_WIDE}}{'to':<{values}}what it sets").rstrip()]
    lines.append(style.text("─" * min(style.width, SWITCHES_WIDE + values + 40)))
    for switch in switches:
        said = [*_wrapped(switch.words, room), *map(style.dim, _wrapped(f"({switch.where})", room))]
        told = _wrapped(values_in_words(switch), values - 1)
        for name, value, words in _side_by_side([switch.name], told, said):
            lines.append(f"{name:<{SWITCHES_WIDE}}{value:<{values}}{words}".rstrip())
    return "\n".join([*lines, "", *_wrapped(BY_KEY, style.width)])


def _switches(rules: RuleSet, style: Style) -> str:
    """The switches of one set, in short."""
    grid = Grid([Group("", ("--set", "to", ""), ("left", "left", "left"))])
    room = max(20, style.width - SWITCHES_WIDE - 22)
    for switch in switches_of(rules):
        said = _wrapped(", ".join(switch.values), 22)
        for row in _side_by_side([switch.name], said, _wrapped(switch.words, room)):
            grid.add(row)
    return grid.text(style) if grid.rows else ""


def _section(section: str, rules: Sequence[Rule], style: Style) -> str:
    grid = Grid([Group("", (section, "value", "", "law"), ("left", "right", "left", "left"))])
    words = {rule.key: PARAMETERS[rule.key].words for rule in rules}
    left = min(max(map(len, words.values())), max(24, style.width * 45 // 100))
    middle = min(max(len("value"), *(len(value_text(rule.value)) for rule in rules)), 24)
    room = max(12, style.width - left - middle - 5)
    previous = ""
    for rule in rules:
        law = DITTO if rule.law == previous else rule.law
        previous = rule.law
        cells = [_wrapped(words[rule.key], left), _wrapped(value_text(rule.value), middle)]
        for number, row in enumerate(_side_by_side(*cells, [], _wrapped(law, room))):
            grid.add([row[0], row[1], rule.mark if not number else "", row[3]])
    return grid.text(style)


def rules_difference(first: RuleSet, second: RuleSet, style: Style) -> str:
    """The numbers and choices in which two sets differ, side by side."""
    rows = list(_differences(first, second))
    if not rows:
        return f"{first.name} and {second.name} do not differ."
    cell = max(14, (style.width - 34) // 2 - 2)
    words = max(20, style.width - 2 * cell - 4)
    grid = Grid([Group("", ("", first.name, second.name), ("left", "left", "left"))])
    section = ""
    for one, other in rows:
        parameter = PARAMETERS[one.key]
        if section and parameter.section != section:
            grid.rule()
        section = parameter.section
        for row in _side_by_side(
            _wrapped(parameter.words, words),
            _wrapped(_value_and_mark(one), cell),
            _wrapped(_value_and_mark(other), cell),
        ):
            grid.add(row)
    return grid.text(style)


def _differences(first: RuleSet, second: RuleSet) -> Iterator[tuple[Rule, Rule]]:
    """The rules that are not the same, by sections; what follows from another row is left out."""
    order = sorted(PARAMETERS, key=lambda key: SECTIONS.index(PARAMETERS[key].section))
    for key in order:
        one, other, like = first.rule(key), second.rule(key), PARAMETERS[key].like
        if one.value == other.value:
            continue
        follows = like and all(
            rules.rule(like).value == rules.rule(key).value for rules in (first, second)
        )
        if not follows:
            yield one, other


def _value_and_mark(rule: Rule) -> str:
    return value_text(rule.value) + (f" ({rule.mark})" if rule.law != SILENT else "")


def value_text(value: Value) -> str:
    """A value in words: yes and no for flags, "none" where the code has no such thing.

    >>> value_text(True), value_text(None), value_text(NOT_PLAYED)
    ('yes', 'unknown', 'none')
    """
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and not hasattr(value, "step"):
        return ", ".join(map(str, value)) or NOT_PLAYED
    return str(value).replace("_", " ")


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width) or [""]


def _side_by_side(*cells: list[str]) -> list[list[str]]:
    height = max(map(len, cells))
    return [[cell[n] if n < len(cell) else "" for cell in cells] for n in range(height)]


def _hanging(text: str, start: str, style: Style) -> list[str]:
    return textwrap.wrap(
        text, max(style.width, len(start) + 30), initial_indent=start,
        subsequent_indent=" " * len(start), break_on_hyphens=False,
    )  # fmt: skip


# --- JSON ------------------------------------------------------------------------------------


def rules_value(sets: Sequence[RuleSet]) -> dict[str, Any]:
    """What `abtools rules --format json` prints."""
    return {"schema": RULES_SCHEMA, "sets": [_heading_value(rules) for rules in sets]}


def rule_set_value(rules: RuleSet) -> dict[str, Any]:
    """What `abtools rules NAME --format json` prints."""
    return {
        "schema": SET_SCHEMA,
        **_heading_value(rules),
        "about": " ".join(rules.about.split()),
        "notices": list(rules.notices),
        "rules": {key: _rule_value(rule) for key, rule in rules.rules.items()},
    }


def switches_value(switches: Sequence[Switch]) -> dict[str, Any]:
    """What `abtools rules --switches --format json` prints."""
    return {
        "schema": SWITCHES_SCHEMA,
        "switches": [
            {"name": each.name, "values": list(each.values), "words": each.words,
             "where": each.where}
            for each in switches
        ],
    }  # fmt: skip


def rules_difference_value(first: RuleSet, second: RuleSet) -> dict[str, Any]:
    """What `abtools rules --diff A B --format json` prints."""
    return {
        "schema": DIFFERENCE_SCHEMA,
        "sets": [first.name, second.name],
        "rules": {
            one.key: [_rule_value(one), _rule_value(other)]
            for one, other in _differences(first, second)
        },
    }


def _heading_value(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "years": rules.years,
        "status": rules.status,
    }


def _rule_value(rule: Rule) -> dict[str, Any]:
    value: Any = rule.value
    if isinstance(value, tuple):
        value = str(value) if hasattr(value, "step") and value.step else _numbers(value)
    return {"value": value, "law": rule.law, "confidence": rule.mark}


def _numbers(value: tuple[Any, ...]) -> list[Any]:
    return list(value[0]) if value and isinstance(value[0], tuple) else list(value)
