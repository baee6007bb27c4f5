"""The file of a rule set: TOML turned into rules with law and mark, every fault located."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from abtools.parameters import PARAMETERS, SECTIONS, Parameter, Series, Value, read_value
from abtools.problems import Problem, Span

MARKS: Mapping[str, str] = {
    "P": "read in the law itself or the primary report of it",
    "S": "read in a secondary source",
    "I": "inferred from what was read",
    "U": "remembered from the literature, not found in anything read",
    "H": "house rule: set by the user",
}
"""How sure a number is."""


class Rule(NamedTuple):
    """One number or choice of a code, where it comes from, and how sure that is (see MARKS)."""

    key: str
    value: Value
    law: str
    mark: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: what was played, and what this code makes of it.

    Points are of the declarer's side below and above the line, and of the opponents; `net` is
    the declarer's score where a code gives one figure. `honours` are per hand, as
    "N:4 E:0 S:1 W:0"; `set` holds switches.
    """

    id: str
    contract: str
    tricks: int
    below: int = 0
    above: int = 0
    opponents: int = 0
    opponents_below: int = 0
    net: int | None = None
    honours: str | None = None
    declarer: str = "S"
    dealer: str | None = None
    vulnerable: bool = False
    source: str = ""
    set: Mapping[str, str] = field(default_factory=dict)


MOST_NAMED = 16
"""More names than this are not listed in a message."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: what is near it, else the few there are.

    >>> did_you_mean("honors", ["honours", "tricks"])
    '; did you mean honours?'
    """
    import difflib

    choices = list(known)
    near = difflib.get_close_matches(word, choices, 3, 0.6)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; known: {', '.join(choices)}" if len(choices) <= MOST_NAMED else ""


class NotToml(ValueError):
    """A text that is no TOML at all; `problem` says where it stops being."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


_TEXTS = ("title", "years", "status", "about", "base")
_SOURCES = ("law", "mark")
_TOP_LEVEL = (*_TEXTS, "notices", "example", "switches", *SECTIONS)


class RuleFile:
    """What one file says, without its base: texts, rules, examples, switches; and its problems.

    NotToml when the text is not TOML.
    """

    def __init__(self, label: str, text: str) -> None:
        self.label = label
        self.problems: list[Problem] = []
        self._lines = text.splitlines()
        data = self._parsed(text)
        self.texts: dict[str, str] = self._typed_texts(data)
        self.notices = tuple(str(notice) for notice in self._table(data, "notices", list))
        self.switches = self._switches(data)
        self.examples = self._examples(data)
        self.rules: dict[str, Rule] = {}
        for key, value in data.items():
            if key in SECTIONS:
                self._section(key, value)
            elif key not in _TOP_LEVEL:
                message = f"a rule set has no {key!r}{did_you_mean(key, _TOP_LEVEL)}"
                self.complain("rules-key-unknown", message, key)

    def complain(self, code: str, message: str, *path: str, nth: int = 0) -> None:
        """Report a problem at the place of a key (see place)."""
        self.problems.append(Problem(code, self.place(*path, nth=nth), message))

    def place(self, *path: str, nth: int = 0) -> Span:
        """Where a key stands: its line under its section's header; else the header, else line 1.

        `nth` counts headers of one name, from 0. tomllib does not tell, so the lines are searched.
        """
        section, best, seen = "", Span(self.label, 1, 1, 0), -1
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[+\s*([\w.-]+)\s*\]+", line)
            if header:
                section = header[1]
                seen += section == path[0]
                if section == path[0] and seen <= nth:
                    best = Span(self.label, number, header.start(1) + 1, len(section))
            key = re.match(r"""\s*["']?([\w.-]+)["']?\s*=""", line)
            if (
                key
                and (f"{section}.{key[1]}" if section else key[1]) == ".".join(path)
                and (section != path[0] or seen == nth)
            ):
                return Span(self.label, number, key.start(1) + 1, len(key[1]))
        return best

    def _parsed(self, text: str) -> dict[str, Any]:
        import tomllib

        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+), column (\d+)", str(error))
            last = len(self._lines) or 1
            line, column = (int(place[1]), int(place[2])) if place else (last, 1)
            message = f"not a TOML file: {str(error).partition(' (at')[0]}"
            rest = self._lines[line - 1][column - 1 :] if line <= len(self._lines) else ""
            if "Invalid value" in message and rest[:1].isalpha():
                message += "; a text stands in double quotes"
            span = Span(self.label, line, column, 1)
            raise NotToml(Problem("rules-syntax", span, message)) from error

    def _typed_texts(self, data: dict[str, Any]) -> dict[str, str]:
        found = {}
        for key in _TEXTS:
            value = data.get(key)
            if isinstance(value, str):
                found[key] = value
            elif value is not None:
                self.complain("rules-value", f"{key}: a text expected", key)
        return found

    def _table(self, data: dict[str, Any], key: str, kind: type) -> Any:
        """A list or table of the file, an empty one when it is missing or of another type."""
        value = data.get(key)
        if isinstance(value, kind):
            return value
        if value is not None:
            what = "a list" if kind is list else "a table"
            self.complain("rules-value", f"{key}: {what} expected", key)
        return kind()

    def _switches(self, data: dict[str, Any]) -> dict[str, str]:
        table: dict[str, object] = self._table(data, "switches", dict)
        return {name: _switch_text(value) for name, value in table.items()}

    def _examples(self, data: dict[str, Any]) -> tuple[Example, ...]:
        tables = self._table(data, "example", list)
        found = [self._example(raw, nth) for nth, raw in enumerate(tables)]
        return tuple(example for example in found if example is not None)

    def _example(self, raw: object, nth: int) -> Example | None:
        """One [[example]]; None when something is wrong with it, which is reported."""
        if not isinstance(raw, dict):
            self.complain("rules-example", "example: a table [[example]] expected", "example")
            return None
        faults = list(_faults_of_example(raw))
        for key, words in faults:
            name = raw.get("id", "?")
            self.complain("rules-example", f"example '{name}': {words}", "example", key, nth=nth)
        if faults:
            return None
        switches = {str(key): _switch_text(value) for key, value in raw.get("set", {}).items()}
        return Example(**{**raw, "set": switches})

    def _section(self, section: str, table: object) -> None:
        if not isinstance(table, dict):
            self.complain("rules-value", f"{section}: a table [{section}] expected", section)
            return
        law, mark = str(table.get("law", self.label)), str(table.get("mark", "H"))
        self._check_mark(mark, section, "mark")
        for name, raw in table.items():
            if name in _SOURCES:
                continue
            parameter = PARAMETERS.get(f"{section}.{name}")
            if parameter is None:
                here = [p.name for p in PARAMETERS.values() if p.section == section]
                message = f"[{section}] has no {name!r}{did_you_mean(name, here)}"
                self.complain("rules-key-unknown", message, section, name)
                continue
            rule = self._rule(parameter, raw, law, mark)
            if rule is not None:
                self.rules[parameter.key] = rule

    def _rule(self, parameter: Parameter, raw: object, law: str, mark: str) -> Rule | None:
        step: object = 0
        if isinstance(raw, dict):
            strange = set(raw) - {"value", "points", "step", *_SOURCES}
            if strange or not ("value" in raw or "points" in raw):
                message = f"{parameter.key}: value (or points), step, law and mark expected"
                self.complain("rules-value", message, parameter.section, parameter.name)
                return None
            law, mark = str(raw.get("law", law)), str(raw.get("mark", mark))
            self._check_mark(mark, parameter.section, parameter.name)
            step = raw.get("step", 0)
            raw = raw.get("value", raw.get("points"))
        try:
            value = _with_step(read_value(parameter, raw), step)
        except ValueError as error:
            message = f"{parameter.key}: {error}"
            self.complain("rules-value", message, parameter.section, parameter.name)
            return None
        return Rule(parameter.key, value, law, mark)

    def _check_mark(self, mark: str, section: str, name: str) -> None:
        if mark not in MARKS:
            message = f"mark {mark!r}: one of {', '.join(MARKS)} expected"
            self.complain("rules-value", message, section, name)


def _with_step(value: Value, step: object) -> Value:
    """A series that goes on growing."""
    if step == 0:
        return value
    number = isinstance(step, int) and not isinstance(step, bool) and step > 0
    if not isinstance(value, Series) or not isinstance(step, int) or not number:
        raise ValueError("only a list of points can have a step, and that is a number above 0")
    return Series(value.points, step)


def _switch_text(value: object) -> str:
    """A switch's value as a user would type it."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


_TYPES_OF_EXAMPLE: Mapping[str, tuple[type, str]] = {
    **dict.fromkeys(("id", "contract", "honours", "declarer", "dealer", "source"), (str, "a text")),
    **dict.fromkeys(
        ("tricks", "below", "above", "opponents", "opponents_below", "net"), (int, "a whole number")
    ),
    "vulnerable": (bool, "true or false"),
    "set": (dict, "a table of switches"),
}


def _faults_of_example(raw: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What is wrong with an example: the key, and words."""
    for key in ("id", "contract", "tricks"):
        if key not in raw:
            yield key, f"{key} is missing"
    for key, value in raw.items():
        if key not in _TYPES_OF_EXAMPLE:
            yield key, f"no {key!r} in an example{did_you_mean(key, _TYPES_OF_EXAMPLE)}"
            continue
        kind, words = _TYPES_OF_EXAMPLE[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            yield key, f"{key}: {words} expected"
