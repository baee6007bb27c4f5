"""Rule sets: the laws of one code as frozen values, read from `rulesets/` or a user's file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from abtools.auction import AuctionLaw, Strain
from abtools.parameters import (
    NOT_PLAYED,
    PARAMETERS,
    REQUIRED,
    SECTIONS,
    STRAIN_KEYS,
    Parameter,
    Series,
    Value,
    read_value,
)
from abtools.problems import NOWHERE, Problem, Span
from abtools.switches import SWITCHES, Switch, Take, value_is_known

FOLDER = Path(__file__).parent / "rulesets"
ALIASES: Mapping[str, tuple[str, str]] = {
    "auction-1904": (
        "auction-1908",
        "no code of 1904 exists: auction was then a three-hand game, or played under house rules",
    ),
    "auction-1910": (
        "auction-1908",
        "the New York code of 1910 differs from 1908 only in the wording of the one-spade cap",
    ),
    "auction": ("auction-1926", ""),
    "contract": ("contract-rubber", ""),
}
"""Other name -> the set meant, and what to tell the user."""
MARKS: Mapping[str, str] = {
    "P": "read in the law itself or the primary report of it",
    "S": "read in a secondary source",
    "I": "inferred from what was read",
    "U": "remembered from the literature, not found in anything read",
    "H": "house rule: set by the user",
}


class Rule(NamedTuple):
    """One number or choice of a code, where it comes from, and how sure that is (see MARKS)."""

    key: str
    value: Value
    law: str
    mark: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: what was played, and what this code makes of it.

    Points are of the declarer's side below and above the line and of the opponents above;
    `net` is the declarer's score where a code gives one figure. `set` holds switches.
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


@dataclass(frozen=True, eq=False)
class RuleSet:
    """A code of laws: every parameter of `parameters.PARAMETERS` with a value and its source.

    Two sets are the same only when they are one object. `notices` is what a user should be told
    once; `switches` what was set on top of the file.
    """

    name: str
    title: str
    years: str
    status: str
    about: str
    rules: Mapping[str, Rule]
    notices: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    switches: Mapping[str, str] = field(default_factory=dict)
    auction: AuctionLaw = field(default_factory=AuctionLaw)

    def __str__(self) -> str:
        return self.name

    def rule(self, key: str) -> Rule:
        """One rule by its key.

        >>> load("auction-1926").rule("rubber.two_nil").value
        250
        """
        return self.rules[key]

    def points(self, key: str) -> int | None:
        """A number of points: 0 when the code has no such thing, None when nobody knows it."""
        value = self.rules[key].value
        if isinstance(value, Series):
            return value.at(1)
        return value if isinstance(value, int) or value is None else 0

    def series(self, key: str) -> Series | None:
        """The points of the first, second, ... trick; None when nobody knows them."""
        value = self.rules[key].value
        if isinstance(value, int):
            return Series((value,))
        return value if isinstance(value, Series) or value is None else Series((0,))

    def flag(self, key: str) -> bool:
        """Whether something is so."""
        return self.rules[key].value is True

    def choice(self, key: str) -> str:
        """Which of its choices the code makes."""
        return str(self.rules[key].value)

    def has(self, key: str) -> bool:
        """Whether the code has such a number at all (it may still be unknown)."""
        return self.rules[key].value != NOT_PLAYED

    def words(self, key: str) -> tuple[str, ...]:
        """The list of words that a parameter holds."""
        value = self.rules[key].value
        return value if isinstance(value, tuple) and not isinstance(value, Series) else ()

    @property
    def is_net(self) -> bool:
        """A board has one score, the same for both sides with opposite signs."""
        return self.flag("session.net")

    @property
    def players(self) -> int:
        """Four in two sides, or three each for himself."""
        return self.points("table.players") or 4

    @property
    def unknown(self) -> tuple[Rule, ...]:
        """The numbers that nobody has found."""
        return tuple(rule for rule in self.rules.values() if rule.value is None)


class RulesError(ValueError):
    """A rule set that cannot be loaded; `problems` says everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = problems


def names() -> list[str]:
    """The built-in sets, oldest first as far as names tell.

    >>> "auction-1926" in names()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load(name_or_path: str | Path, switches: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of a built-in name, an alias, or a user's file, with switches applied.

    A switch that means nothing under this set is left out and said so in `notices`. A key of a
    parameter (`tricks.clubs`) works as a switch too. RulesError for an unknown name or switch,
    for a value that is none, and for a file with anything wrong in it.

    >>> load("auction-1926", {"honours": "off"}).flag("honours.scored")
    False
    """
    asked = tuple(sorted((switches or {}).items()))
    return _load(str(name_or_path), asked)


@lru_cache(maxsize=64)
def _load(name: str, switches: tuple[tuple[str, str], ...]) -> RuleSet:
    draft = _draft(name, ())
    if draft.problems:
        raise RulesError(draft.problems)
    problems: list[Problem] = []
    for switch, value in (*draft.switches.items(), *switches):
        _apply(draft, switch, value, problems)
    if problems:
        raise RulesError(problems)
    return _finished(draft)


# --- files ---------------------------------------------------------------------------------


@dataclass
class _Draft:
    """A rule set while it is being put together."""

    name: str
    title: str = ""
    years: str = ""
    status: str = ""
    about: str = ""
    rules: dict[str, Rule] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    examples: tuple[Example, ...] = ()
    switches: dict[str, str] = field(default_factory=dict)
    applied: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def _draft(name: str, users: tuple[str, ...]) -> _Draft:
    """The set as its file has it, on top of its base; `users` are the files that build on it."""
    path, notice = _path_of(name)
    if str(path) in users:
        problem = Problem("rules-base", Span(str(path), 1, 1, 0), f"{name} builds on itself")
        return _Draft(name, problems=[problem])
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = Problem("rules-unreadable", Span(str(path), 0, 0, 0), f"cannot be read: {error}")
        raise RulesError([problem]) from error
    label = path.name if path.parent == FOLDER else str(path)
    draft = _FileReader(label, text).draft(path, users)
    if notice:
        draft.notices.insert(0, f"{name} is read as {draft.name}: {notice}")
    return draft


def _path_of(name: str) -> tuple[Path, str]:
    target, notice = ALIASES.get(name, (name, ""))
    path = FOLDER / f"{target}.toml"
    if re.fullmatch(r"[a-z0-9-]+", target) and path.is_file():
        return path, notice
    if "/" in name or name.endswith(".toml") or Path(name).is_file():
        return Path(name), ""
    known = [*names(), *ALIASES]
    message = f"no rule set {name!r}{_did_you_mean(name, known)}"
    raise RulesError([Problem("rules-unknown", NOWHERE, message)])


def _did_you_mean(word: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(word, known, 3, 0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; known: {', '.join(known)}"


_TEXT_KEYS = ("title", "years", "status", "about", "base")
_SECTION_EXTRAS = ("law", "mark")
_TOP_LEVEL = (*_TEXT_KEYS, "notices", "example", "switches", *SECTIONS)


class _FileReader:
    """Reads one file into a draft; everything wrong in it becomes a located problem."""

    def __init__(self, label: str, text: str) -> None:
        self.label = label
        self.lines = text.splitlines()
        self.text = text
        self.problems: list[Problem] = []

    def draft(self, path: Path, users: tuple[str, ...]) -> _Draft:
        data = self._parsed()
        draft = self._base(data, path, users)
        draft.name = path.stem
        for key in ("title", "years", "status", "about"):
            setattr(draft, key, self._text(data, key, getattr(draft, key)))
        draft.notices += [str(notice) for notice in data.get("notices", [])]
        for key, value in data.items():
            if key in SECTIONS and isinstance(value, dict):
                self._section(key, value, draft.rules)
            elif key not in _TOP_LEVEL or key in SECTIONS:
                self._complain("rules-key-unknown", f"{key!r} is no part of a rule set", key)
        draft.examples = self._examples(data)
        draft.switches = self._switches(data)
        if not self.problems and not draft.problems:
            self._missing(draft)
        draft.problems += self.problems
        return draft

    def _parsed(self) -> dict[str, Any]:
        import tomllib

        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"line (\d+), column (\d+)", str(error))
            line, column = (int(place[1]), int(place[2])) if place else (len(self.lines) or 1, 1)
            message = f"not a TOML file: {str(error).partition(' (at')[0]}"
            problem = Problem("rules-syntax", Span(self.label, line, column, 1), message)
            raise RulesError([problem]) from error

    def _base(self, data: dict[str, Any], path: Path, users: tuple[str, ...]) -> _Draft:
        base = data.get("base")
        if base is None:
            return _Draft(path.stem)
        beside = path.parent / str(base)
        wanted = str(beside) if str(base).endswith(".toml") and beside.is_file() else str(base)
        try:
            draft = _draft(wanted, (*users, str(path)))
        except RulesError as error:
            self.problems.append(
                Problem("rules-base", self._place("base"), f"base: {error.problems[0].message}")
            )
            return _Draft(path.stem)
        draft.title = f"{draft.title}, changed"
        draft.notices = []
        return draft

    def _text(self, data: dict[str, Any], key: str, default: str) -> str:
        value = data.get(key, default)
        if not isinstance(value, str):
            self._complain("rules-value", f"{key}: a text expected", key)
            return default
        return value

    def _section(self, section: str, table: dict[str, Any], rules: dict[str, Rule]) -> None:
        law, mark = str(table.get("law", self.label)), str(table.get("mark", "H"))
        self._check_mark(mark, section, "mark")
        for name, raw in table.items():
            if name in _SECTION_EXTRAS:
                continue
            parameter = PARAMETERS.get(f"{section}.{name}")
            if parameter is None:
                here = [p.name for p in PARAMETERS.values() if p.section == section]
                message = f"[{section}] has no {name!r}{_did_you_mean(name, here)}"
                self._complain("rules-key-unknown", message, section, name)
                continue
            rule = self._rule(parameter, raw, law, mark)
            if rule is not None:
                rules[parameter.key] = rule

    def _rule(self, parameter: Parameter, raw: object, law: str, mark: str) -> Rule | None:
        section, name, step = parameter.section, parameter.name, 0
        if isinstance(raw, dict):
            strange = [
                key for key in raw if key not in ("value", "points", "step", *_SECTION_EXTRAS)
            ]
            if strange or not ("value" in raw or "points" in raw):
                message = f"{parameter.key}: value (or points), step, law and mark expected"
                self._complain("rules-value", message, section, name)
                return None
            law, mark = str(raw.get("law", law)), str(raw.get("mark", mark))
            self._check_mark(mark, section, name)
            step = raw.get("step", 0)
            raw = raw.get("value", raw.get("points"))
        try:
            value = read_value(parameter, raw)
            if step:
                series = read_value(PARAMETERS["tricks.clubs"], raw)
                if parameter.kind != "series" or not isinstance(series, Series):
                    raise ValueError("only a list of points can have a step")
                value = Series(series.points, int(step))
        except (ValueError, TypeError) as error:
            self._complain("rules-value", f"{parameter.key}: {error}", section, name)
            return None
        return Rule(parameter.key, value, law, mark)

    def _check_mark(self, mark: str, section: str, name: str) -> None:
        if mark not in MARKS:
            message = f"mark {mark!r}: one of {', '.join(MARKS)} expected"
            self._complain("rules-value", message, section, name)

    def _examples(self, data: dict[str, Any]) -> tuple[Example, ...]:
        found = []
        for raw in data.get("example", []):
            try:
                values = {**raw, "set": {k: str(v) for k, v in raw.get("set", {}).items()}}
                found.append(Example(**values))
            except TypeError as error:
                words = str(error).replace("Example.__init__() ", "")
                self._complain("rules-example", f"example {raw.get('id', '?')}: {words}", "example")
        return tuple(found)

    def _switches(self, data: dict[str, Any]) -> dict[str, str]:
        def text(value: object) -> str:
            return ("off", "on")[value] if isinstance(value, bool) else str(value)

        return {name: text(value) for name, value in data.get("switches", {}).items()}

    def _missing(self, draft: _Draft) -> None:
        for parameter in PARAMETERS.values():
            if parameter.key in draft.rules:
                continue
            if parameter.default is REQUIRED and not parameter.like:
                message = (
                    f"{parameter.key} is missing ({parameter.words}); give it a value, "
                    f'"none" or "unknown", or start from a base'
                )
                self._complain("rules-missing", message, parameter.section)

    def _complain(self, code: str, message: str, *path: str) -> None:
        self.problems.append(Problem(code, self._place(*path), message))

    def _place(self, *path: str) -> Span:
        """Where a key stands: its line under its section's header; else the header, else line 1."""
        section, best = "", Span(self.label, 1, 1, 0)
        for number, line in enumerate(self.lines, 1):
            header = re.match(r"\s*\[+\s*([\w.-]+)\s*\]+", line)
            if header:
                section = header[1]
                if section == path[0]:
                    best = Span(self.label, number, header.start(1) + 1, len(section))
            for match in re.finditer(r"""^\s*["']?([\w.-]+)["']?\s*=""", line):
                full = f"{section}.{match[1]}" if section else match[1]
                if full == ".".join(path):
                    return Span(self.label, number, match.start(1) + 1, len(match[1]))
        return best


# --- switches and finishing ----------------------------------------------------------------


def _apply(draft: _Draft, name: str, text: str, problems: list[Problem]) -> None:
    """Change a draft as one switch says, or report why it cannot be."""
    if name in PARAMETERS:
        try:
            value = read_value(PARAMETERS[name], text)
        except ValueError as error:
            problems.append(Problem("switch-value", NOWHERE, f"{name}: {error}"))
            return
        draft.rules[name] = Rule(name, value, f"set by the user: {name}={text}", "H")
        draft.applied[name] = text
        return
    switch = SWITCHES.get(name)
    if switch is None:
        known = [*SWITCHES, *PARAMETERS] if "." in name else [*SWITCHES]
        message = f"no switch {name!r}{_did_you_mean(name, known)}"
        problems.append(Problem("switch-unknown", NOWHERE, message))
        return
    values = {key: rule.value for key, rule in _filled(draft.rules).items()}
    if not value_is_known(switch, text):
        message = f"{name}={text}: one of {', '.join(switch.values)} expected (N: a number)"
        problems.append(Problem("switch-value", NOWHERE, message))
    elif not switch.makes_sense(values):
        draft.notices.append(f"{name} has no effect under {draft.name}: it is for {switch.where}")
    else:
        _change(draft, switch, text, values)
        draft.applied[name] = text


def _change(draft: _Draft, switch: Switch, text: str, values: Mapping[str, Value]) -> None:
    law = f"set by the user: {switch.name}={text}"
    for key, value in switch.change(text, values).items():
        if isinstance(value, Take):
            taken = _filled(_draft(value.rule_set, ()).rules)
            for rule in taken.values():
                if rule.key.startswith(f"{key}."):
                    draft.rules[rule.key] = rule._replace(law=f"{law}; {rule.law}", mark="H")
        else:
            value = read_value(PARAMETERS[key], value)
            draft.rules[key] = Rule(key, value, law, "H")


def _filled(rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """All parameters in order; those the set is silent about as PARAMETERS says."""
    filled: dict[str, Rule] = {}
    for key, parameter in PARAMETERS.items():
        rule = rules.get(key)
        if rule is None and parameter.like:
            rule = filled[parameter.like]._replace(key=key)
        if rule is None:
            default = parameter.default
            value = (
                default if isinstance(default, (tuple, bool)) else read_value(parameter, default)
            )
            rule = Rule(key, value, "not in this code", "I")
        filled[key] = rule
    return filled


def _finished(draft: _Draft) -> RuleSet:
    rules = _filled(draft.rules)
    made = RuleSet(
        draft.name,
        draft.title,
        draft.years,
        draft.status,
        draft.about,
        rules,
        tuple(draft.notices),
        draft.examples,
        dict(draft.applied),
    )
    return replace(made, auction=_auction_law(made))


def _auction_law(rules: RuleSet) -> AuctionLaw:
    calling = rules.rule("bidding.calling")
    return AuctionLaw(
        name=rules.name,
        source=f"{calling.value} calling; {calling.law}",
        value_calling=calling.value == "value",
        values=dict(_biddable(rules)),
        dealer_must_bid=rules.flag("bidding.dealer_must_bid"),
        max_level=rules.points("bidding.highest_level") or 7,
    )


def _biddable(rules: RuleSet) -> Iterator[tuple[Strain, int]]:
    for strain in Strain:
        key = f"tricks.{STRAIN_KEYS[strain.value]}"
        if rules.has(key):
            yield strain, rules.points(key) or 0
