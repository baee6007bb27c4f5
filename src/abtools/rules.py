"""Rule sets: the laws of one code as frozen values, read from `rulesets/` or a user's file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from abtools.auction import BIDS, AuctionLaw, Bid, Strain
from abtools.parameters import (
    NOT_PLAYED,
    PARAMETERS,
    STRAIN_KEYS,
    Parameter,
    Series,
    Value,
    read_value,
)
from abtools.problems import NOWHERE, Problem, Span
from abtools.rulefile import MARKS, Example, NotToml, Rule, RuleFile, did_you_mean
from abtools.switches import SWITCHES, Switch, Take, value_is_known, values_in_words

__all__ = [
    "ALIASES",
    "MARKS",
    "Example",
    "Rule",
    "RuleSet",
    "RulesError",
    "load",
    "names",
    "names_for",
    "with_switch",
]

FOLDER = Path(__file__).parent / "rulesets"
ALIASES: Mapping[str, tuple[str, str]] = {
    "auction-1904": (
        "auction-1908",
        "no code of 1904 exists: auction was then a three-hand game, or played under house rules",
    ),
    "auction-1910": (
        "auction-1908",
        "the New York code of 1910 differs only in the one-spade cap, which a redouble lifts "
        "(--set one_spade_cap=on_unless_redoubled)",
    ),
    "auction": ("auction-1926", ""),
    "contract": ("contract-rubber", ""),
}
"""Other name -> the set meant, and what to tell the user."""


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

    def bids_over(self, bid: Bid | None) -> tuple[Bid, ...]:
        """The bids that are enough over another (or all), lowest first.

        >>> law = load("auction-1908")
        >>> [str(bid) for bid in law.bids_over(BIDS[1, Strain.NOTRUMP])][:3]
        ['2D', '3C', '6S']
        """
        law, strains = self.auction, _distinct(self.auction.values)
        enough = (
            each
            for (level, strain), each in BIDS.items()
            if level <= law.max_level and strain in strains
            if bid is None or law.rank(each) > law.rank(bid)
        )
        return tuple(sorted(enough, key=law.rank))

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


def _distinct(values: Mapping[Strain, int]) -> set[Strain]:
    """The strains of a code, without a second name for one that it has already."""
    first: dict[tuple[object, int], Strain] = {}
    for strain, value in values.items():
        first.setdefault((strain.trump if strain.trump is not None else strain, value), strain)
    return set(first.values())


class RulesError(ValueError):
    """A rule set that cannot be loaded; `problems` says everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = problems


def names() -> list[str]:
    """The built-in sets, oldest first, then pages without a date.

    >>> names()[:3]
    ['bridge-1904', 'three-hand-bridge', 'auction-1908']
    """
    return list(_by_age())


def names_for(players: int = 4) -> list[str]:
    """The built-in sets for so many players, oldest first.

    >>> "three-hand-bridge" in names_for(4), names_for(3)[0]
    (False, 'three-hand-bridge')
    """
    return [name for name in names() if load(name).players == players]


@lru_cache(maxsize=1)
def _by_age() -> tuple[str, ...]:
    ages = {}
    for path in FOLDER.glob("*.toml"):
        year = re.search(r'^years = "\D*(\d{4})', path.read_text(encoding="utf-8"), re.MULTILINE)
        ages[path.stem] = int(year[1]) if year else 9999
    return tuple(sorted(ages, key=lambda name: (ages[name], name)))


def load(name_or_path: str | Path, switches: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of a built-in name, an alias, or a user's file, with switches applied.

    A switch that means nothing under this set is left out and said so in `notices`. A key of a
    parameter (`tricks.clubs`) works as a switch too. RulesError for an unknown name or switch,
    for a value that is none, and for a file with anything wrong in it.

    >>> load("auction-1926", {"honours": "off"}).flag("honours.scored")
    False
    """
    asked = tuple((switches or {}).items())
    name = str(name_or_path)
    return _load_built_in(name, asked) if _is_built_in(name) else _load(name, asked)


def _is_built_in(name: str) -> bool:
    return name in ALIASES or (bool(_NAME.fullmatch(name)) and (FOLDER / f"{name}.toml").is_file())


_NAME = re.compile(r"[a-z0-9-]+")


@lru_cache(maxsize=256)
def _load_built_in(name: str, switches: tuple[tuple[str, str], ...]) -> RuleSet:
    return _load(name, switches)


def _load(name: str, switches: tuple[tuple[str, str], ...]) -> RuleSet:
    draft = _draft(name, ())
    found = [_apply(draft, switch, value) for switch, value in switches]
    problems = [problem for problem in found if problem is not None]
    if problems:
        raise RulesError(problems)
    return _finished(draft)


@lru_cache(maxsize=64)
def with_switch(rules: RuleSet, name: str, value: str) -> RuleSet:
    """The same set with one more switch; RulesError as in load.

    >>> with_switch(load("duplicate"), "insult", "50/50").points("insult.redoubled")
    50
    """
    texts = {"title": rules.title, "years": rules.years, "status": rules.status}
    draft = _Draft(rules.name, {**texts, "about": rules.about}, dict(rules.rules))
    draft.notices, draft.examples = list(rules.notices), rules.examples
    draft.applied = dict(rules.switches)
    problem = _apply(draft, name, value)
    if problem is not None:
        raise RulesError([problem])
    return _finished(draft)


# --- files ---------------------------------------------------------------------------------


@dataclass
class _Draft:
    """A rule set while it is being put together; `applied` are the switches that had an effect."""

    name: str
    texts: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    examples: tuple[Example, ...] = ()
    applied: dict[str, str] = field(default_factory=dict)


def _draft(name: str, users: tuple[str, ...]) -> _Draft:
    """The set as its file has it, on top of its base; `users` are the files that build on it.

    RulesError with everything that is wrong with the file.
    """
    path, notice = _path_of(name)
    file = _opened(path)
    draft = _base_of(file, path, users)
    draft.name = path.stem
    draft.texts = {**draft.texts, **file.texts}
    draft.rules.update(file.rules)
    draft.examples = file.examples
    draft.notices = [f"{name} is read as {draft.name}: {notice}"] if notice else []
    draft.notices += file.notices
    if not file.problems:
        _check_missing(draft, file)
    for switch, value in file.switches.items():
        whole = not _missing(draft)  # else there is nothing yet that a switch could change
        found = _apply(draft, switch, value) if whole else _fault_of_switch(switch, value)
        if found is not None:
            file.complain(found.code, found.message, "switches", switch)
    if file.problems:
        raise RulesError(file.problems)
    return draft


def _opened(path: Path) -> RuleFile:
    label = path.name if path.parent == FOLDER else str(path)
    try:
        return RuleFile(label, path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        problem = Problem("rules-unreadable", Span(label, 0, 0, 0), message)
        raise RulesError([problem]) from error
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8").splitlines() or [""]
        message = f"not UTF-8 text (byte {error.object[error.start]:02X})"
        place = Span(label, len(before), len(before[-1]) + 1, 1)
        problem = Problem("rules-unreadable", place, message)
        raise RulesError([problem]) from error
    except NotToml as error:
        raise RulesError([error.problem]) from error


def _path_of(name: str) -> tuple[Path, str]:
    """The file of a set, and what to say when the name is an alias."""
    target, notice = ALIASES.get(name, (name, ""))
    path = FOLDER / f"{target}.toml"
    if _NAME.fullmatch(target) and path.is_file():
        return path, notice
    if "/" in name or name.endswith(".toml") or Path(name).is_file():
        return Path(name), ""
    near = did_you_mean(name, [*names(), *ALIASES]) or "; abtools rules lists them"
    message = f"no rule set {name!r}{near}"
    raise RulesError([Problem("rules-unknown", NOWHERE, message)])


def _base_of(file: RuleFile, path: Path, users: tuple[str, ...]) -> _Draft:
    """The draft to build on: that of the file's base, or an empty one."""
    base = file.texts.pop("base", None)
    if base is None:
        return _Draft(path.stem)
    beside = path.parent / base
    wanted = str(beside) if base.endswith(".toml") and beside.is_file() else base
    if wanted in (str(path), *users):
        file.complain("rules-base", f"base: {base} builds on itself", "base")
        return _Draft(path.stem)
    try:
        draft = _draft(wanted, (*users, str(path)))
    except RulesError as error:
        file.complain("rules-base", f"base: {error.problems[0].message}", "base")
        return _Draft(path.stem)
    draft.texts["title"] = f"{draft.texts.get('title', '')}, changed"
    return draft


def _missing(draft: _Draft) -> list[Parameter]:
    """What every code says, and this draft does not."""
    return [p for p in PARAMETERS.values() if p.is_required and p.key not in draft.rules]


def _check_missing(draft: _Draft, file: RuleFile) -> None:
    for parameter in _missing(draft):
        message = (
            f"{parameter.key} is missing ({parameter.words}); give it a value, "
            f'"none" or "unknown", or start from a base'
        )
        file.complain("rules-missing", message, parameter.section)


# --- switches and finishing ----------------------------------------------------------------


def _fault_of_switch(name: str, text: str) -> Problem | None:
    """What is wrong with a switch whatever it is to change: no such name, no such value."""
    if name in PARAMETERS:
        return None
    switch = SWITCHES.get(name)
    if switch is None:
        known = [*SWITCHES, *PARAMETERS] if "." in name else [*SWITCHES]
        near = did_you_mean(name, known) or f"; known: {', '.join(SWITCHES)}"
        message = f"no switch {name!r}{near}"
        return Problem("switch-unknown", NOWHERE, message)
    if not value_is_known(switch, text):
        message = f"{name}={text}: {values_in_words(switch)} expected"
        return Problem("switch-value", NOWHERE, message)
    return None


def _apply(draft: _Draft, name: str, text: str) -> Problem | None:
    """Change a draft as one switch says; the problem when it cannot be."""
    if name in PARAMETERS:
        return _set_number(draft, name, text)
    fault = _fault_of_switch(name, text)
    if fault is not None:
        return fault
    switch = SWITCHES[name]
    values = {key: rule.value for key, rule in _filled(draft.rules).items()}
    if switch.makes_sense(values):
        try:
            _change(draft, switch, text, values)
        except ValueError as error:
            return Problem("switch-value", NOWHERE, f"{name}: {error}")
        draft.applied[name] = text
    else:
        draft.notices.append(f"{name} has no effect under {draft.name}: it is for {switch.where}")
    return None


def _set_number(draft: _Draft, key: str, text: str) -> Problem | None:
    try:
        value = read_value(PARAMETERS[key], text)
    except ValueError as error:
        return Problem("switch-value", NOWHERE, f"{key}: {error}")
    draft.rules[key] = Rule(key, value, f"set by the user: {key}={text}", "H")
    draft.applied[key] = text
    return None


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
    texts = draft.texts
    made = RuleSet(
        draft.name,
        texts.get("title", draft.name),
        texts.get("years", ""),
        texts.get("status", "made by the user"),
        texts.get("about", ""),
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
