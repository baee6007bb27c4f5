"""docs/rules.md, printed from the rule sets' files.

    python tests/rules_page.py            refresh docs/rules.md

tests/test_rulesets.py fails when the page is not what this prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from abtools.parameters import NOT_PLAYED, PARAMETERS, SECTIONS, Parameter
from abtools.rules import ALIASES, MARKS, Example, Rule, RuleSet, load, names
from abtools.switches import SWITCHES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rules.md"
SILENT = "not in this code"

INTRODUCTION = """\
# The laws as data

Every code of bridge that abtools scores by is a file in `src/abtools/rulesets/`: its numbers, each
with the law or source it comes from and a mark of confidence, and worked examples that the tests
run. This page is printed from those files by `python tests/rules_page.py`; a test fails when it is
not up to date. Sources are named by the short keys of the files (HGM09 is *Hoyle's Games
Modernized* of 1909 with the laws of 1904 and 1908, WORK13 Work's *Auction of To-day* with those of
1912, FOST14 Foster's *Complete Hoyle*, L77 law 77 of duplicate bridge, PAGE0 to PAGE4 the five web
pages the literal sets reproduce).
"""

YOUR_OWN = """\
## A set of your own

A file that ends in `.toml` is a rule set: `abtools score club.pbn --rules our-club.toml`. It may
start from another set and say only what is different; a section's `law` and `mark` hold for all its
numbers, and a number may have its own.

```toml
base = "auction-1926"
title = "Our club"

[game]
law = "minutes of May 2024"
target = 20

[slam]
little = { points = 40, law = "minutes of June 2024", mark = "H" }

[switches]
honours = "off"

[[example]]
id = "twelve tricks at hearts"
contract = "1H"
tricks = 12
below = 48
above = 40
```

A number may be `"none"` (the code has no such thing) or `"unknown"` (it has, and nobody has found
it: a total that needs it is refused). A list gives the first, second, ... trick; its last number
goes on; `{ points = [100], step = 50 }` goes on growing. Everything wrong in a file is reported
with its line and column. A set without a `base` must give every number that has no default below.
"""


def page() -> str:
    """The whole page."""
    sets = [load(name) for name in names()]
    parts = [INTRODUCTION, *_marks(), *_list(sets), *_switches(), YOUR_OWN, *_parameters()]
    parts += [part for rules in sets for part in _set(rules)]
    return "\n".join(parts).rstrip() + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _marks() -> Iterator[str]:
    yield "| mark | how sure a number is |\n|---|---|"
    yield "\n".join(f"| {mark} | {words} |" for mark, words in MARKS.items()) + "\n"


def _list(sets: Sequence[RuleSet]) -> Iterator[str]:
    yield "## The sets\n"
    rows = [[f"[`{r.name}`](#{r.name})", r.years, r.title, r.status] for r in sets]
    yield _table(["name", "years", "code", "status"], rows)
    others = [f"`{other}` is `{target}`" + (f" ({why})" if why else "")
              for other, (target, why) in ALIASES.items()]  # fmt: skip
    yield "Other names: " + "; ".join(others) + ".\n"


def _switches() -> Iterator[str]:
    yield "## Switches\n"
    yield "`--set NAME=VALUE`, or a line under `[switches]` in a file. N is any number.\n"
    rows = [
        [f"`{s.name}`", ", ".join(f"`{v}`" for v in s.values), s.words, s.where]
        for s in SWITCHES.values()
    ]
    yield _table(["switch", "values", "what it sets", "where it means something"], rows)
    yield "Any number can be set by its own name too: `--set honours.three=20`.\n"


def _parameters() -> Iterator[str]:
    yield "## What a set says\n"
    for section in SECTIONS:
        rows = [_parameter(p) for p in PARAMETERS.values() if p.section == section]
        yield f"### `[{section}]`\n"
        yield _table(["key", "kind", "meaning", "when it is not given"], rows)


def _parameter(parameter: Parameter) -> list[str]:
    kind = " or ".join(f"`{c}`" for c in parameter.choices) or parameter.kind
    if parameter.like:
        default = f"as `{parameter.like}`"
    elif parameter.is_required:
        default = "must be given"
    else:
        default = f"`{_shown(parameter.default)}`" if parameter.default != () else "empty"
    return [f"`{parameter.name}`", kind, parameter.words, default]


def _shown(value: object) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and not hasattr(value, "points"):
        return ", ".join(map(str, value)) or "none"
    return str(value).replace("_", " ")


def _set(rules: RuleSet) -> Iterator[str]:
    yield f"## {rules.name}\n"
    yield f"**{rules.title}** ({rules.years}; {rules.status})\n"
    yield " ".join(rules.about.split()) + "\n"
    for notice in rules.notices:
        yield f"> {notice}\n"
    rows = [_row(rules, rule) for rule in rules.rules.values() if _is_said(rules, rule)]
    yield _table(["", "value", "mark", "law or source"], rows)
    yield from _examples(rules.examples)


def _is_said(rules: RuleSet, rule: Rule) -> bool:
    """Whether the set says something of its own here; vulnerable figures join those beside."""
    parameter = PARAMETERS[rule.key]
    if rule.law == SILENT or parameter.like:
        return False
    return parameter.kind == "choice" or rule.value != NOT_PLAYED


def _row(rules: RuleSet, rule: Rule) -> list[str]:
    value = _shown(rule.value)
    vulnerable = rules.rules.get(f"{rule.key}_vulnerable")
    if vulnerable is not None and vulnerable.value != rule.value:
        value += f"; vulnerable {_shown(vulnerable.value)}"
    return [f"`{rule.key}`", value, rule.mark, rule.law]


def _examples(examples: Sequence[Example]) -> Iterator[str]:
    yield "Worked examples (points of declarer's side, and of the opponents above the line):\n"
    rows = [_example(example) for example in examples]
    head = ["example", "contract", "tricks", "honours", "below", "above", "opponents", "source"]
    yield _table(head, rows)


def _example(example: Example) -> list[str]:
    contract = example.contract + (", vulnerable" if example.vulnerable else "")
    contract += "".join(f", {key}={value}" for key, value in example.set.items())
    points = [str(example.below), str(example.above), str(example.opponents)]
    if example.opponents_below:
        points[2] += f" ({example.opponents_below} below)"
    if example.net is not None:
        points = ["", f"net {example.net}", ""]
    start = [example.id, contract, str(example.tricks), example.honours or ""]
    return [*start, *points, example.source]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
