"""Switches: the choices a table makes for itself, by name, and what each changes in a rule set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from abtools.parameters import NOT_PLAYED, Series, Value

Values = Mapping[str, Value]
"""Key of a parameter -> its value in a set."""


@dataclass(frozen=True, slots=True)
class Take:
    """A whole section as another rule set has it."""

    rule_set: str


Changes = Mapping[str, "Value | Take"]
"""Key of a parameter -> new value, or name of a section -> where to take it from."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One choice: its values in words, what it changes, and the sets in which it means something.

    `change` gets the value and the set's values; ValueError when the value is none of its own.
    """

    name: str
    values: tuple[str, ...]
    words: str
    change: Callable[[str, Values], Changes]
    makes_sense: Callable[[Values], bool]
    where: str


NUMBER = "N"


def _always(values: Values) -> bool:
    return True


def _is(key: str, *wanted: Value) -> Callable[[Values], bool]:
    return lambda values: values.get(key) in wanted


def _is_not(key: str, *unwanted: Value) -> Callable[[Values], bool]:
    return lambda values: values.get(key) not in unwanted


def _number(text: str) -> int:
    if not text.isdecimal():
        raise ValueError("a whole number expected")
    return int(text)


def _choose(key: str) -> Callable[[str, Values], Changes]:
    """A switch whose values are those of one parameter."""
    return lambda text, values: {key: text}


def _flag(*keys: str) -> Callable[[str, Values], Changes]:
    return lambda text, values: dict.fromkeys(keys, text == "on")


def _points(*keys: str) -> Callable[[str, Values], Changes]:
    return lambda text, values: dict.fromkeys(keys, _number(text))


def _strains(text: str, values: Values) -> Changes:
    return {"slam.strains": "notrump" if text.upper() == "NT" else "any"}


def _honour_scale(text: str, values: Values) -> Changes:
    source = {"flat": "auction-1926", "by_suit": "auction-1915", "contract": "contract-rubber"}
    return {"honours": Take(source[text]), "honours.scored": values["honours.scored"]}


def _session(text: str, values: Values) -> Changes:
    if text == "chicago":
        if values["vulnerability.rule"] == "none":
            return {**_session("deals:4", values)}
        sections = ("session", "vulnerability", "premiums", "rubber")
        taken: dict[str, Value | Take] = dict.fromkeys(sections, Take("chicago"))
        return {**taken, "bidding.passed_out": "same_dealer"}
    name, _, number = text.partition(":")
    if name == "deals" and number.isdecimal() and int(number):
        return {"session.deals": int(number)}
    if text in ("rubber", "until_time"):
        return {"session.deals": NOT_PLAYED}
    raise ValueError("rubber, deals:N, until_time or chicago expected")


def _overtrick_premium(text: str, values: Values) -> Changes:
    points = _number(text)
    return {"overtricks.doubled": points, "overtricks.redoubled": 2 * points}


def _insult(text: str, values: Values) -> Changes:
    if text == "none":
        doubled, redoubled = 0, 0
    else:
        first, _, second = text.partition("/")
        doubled, redoubled = _number(first), _number(second)
    return {
        "insult.doubled": doubled,
        "insult.doubled_vulnerable": doubled,
        "insult.redoubled": redoubled,
        "insult.redoubled_vulnerable": redoubled,
    }


def _fourth(text: str, values: Values) -> Changes:
    doubled = Series((100, 200, 200, _number(text))) if text != "200" else Series((100, 200))
    return {"undertricks.doubled": doubled, "undertricks.redoubled": doubled.times(2)}


def _chicago_vulnerability(text: str, values: Values) -> Changes:
    schedule = values["vulnerability.schedule"]
    assert isinstance(schedule, tuple)
    other = ("dealer", "opponents")
    return {"vulnerability.schedule": tuple(text if who in other else str(who) for who in schedule)}


def _rubber_bonus(text: str, values: Values) -> Changes:
    two_nil, _, two_one = text.partition("/")
    return {"rubber.two_nil": _number(two_nil), "rubber.two_one": _number(two_one or two_nil)}


def _nullos(text: str, values: Values) -> Changes:
    return {"tricks.nullo": NOT_PLAYED if text == "off" else Series((_number(text),))}


def _minibridge_slam(text: str, values: Values) -> Changes:
    points = 0 if text == "none" else _number(text)
    return {"slam.little": points, "slam.grand": points, "slam.replaces_game": points > 0}


def _minibridge_premiums(text: str, values: Values) -> Changes:
    return dict.fromkeys(("premiums.part_score", "premiums.game"), 0) if text == "off" else {}


def _has_honours(values: Values) -> bool:
    """Some number of the honours table is a number, or unknown."""
    numbers = [value for key, value in values.items() if key.startswith("honours.")]
    scale = [value for value in numbers if not isinstance(value, (bool, str))]
    return any(value != 0 for value in scale)


_RUBBER = _is("session.unit", "rubber")
_VULNERABLE = _is_not("vulnerability.rule", "none")
_BY_LEVEL = _is("bidding.undertaking", "level")
ON_OFF = ("on", "off")

_ROWS = (
    Switch("honours", ON_OFF, "score honours", _flag("honours.scored"),
           _has_honours, "sets with a scale of honours"),
    Switch("honour_scale", ("flat", "by_suit", "contract"),
           "flat 30 to 100, multiples of the trick value, or only four or more in one hand",
           _honour_scale, _is("honours.counted", "side"), "sets that count honours by sides"),
    Switch("game_target", (NUMBER,), "points below the line that make a game",
           _points("game.target"), _always, "all sets"),
    Switch("cap_penalties_undoubled", ON_OFF, "undertricks count as if undoubled",
           _flag("undertricks.capped"), _BY_LEVEL, "sets with contracts that can be doubled"),
    Switch("cap_contract_bonus", ON_OFF,
           "a doubled contract that is made earns no premium above the line",
           _flag("insult.capped"), _BY_LEVEL, "sets with contracts that can be doubled"),
    Switch("session", ("rubber", "deals:N", "until_time", "chicago"),
           "what ends a session: rubbers as they come, N deals, the clock, four deals",
           _session, _is("session.unit", "rubber", "chukker"), "sets played in rubbers"),
    Switch("slam_must_be_bid", ON_OFF, "a slam counts only when it was bid",
           _flag("slam.must_be_bid"), _BY_LEVEL, "sets with contracts"),
    Switch("slam_needs_success", ON_OFF, "a slam counts only when the contract is kept",
           _flag("slam.needs_success"), _BY_LEVEL, "sets with contracts"),
    Switch("slam_strains", ("any", "NT"), "strains in which slams count", _strains, _always,
           "all sets"),
    Switch("overtrick_premium_doubled", ("50", "0"),
           "for each overtrick doubled, twice that redoubled, besides the tricks themselves",
           _overtrick_premium, _is("tricks.counted", "all"),
           "sets where all odd tricks count below the line"),
    Switch("bid_rank", ("value", "majority"), "which bid outranks another",
           _choose("bidding.calling"), _BY_LEVEL, "sets with an auction"),
    Switch("passed_out", ("next_dealer", "same_dealer", "zero"), "what follows four passes",
           _choose("bidding.passed_out"), _always, "all sets"),
    Switch("one_spade_cap", ("off", "on", "on_unless_redoubled"),
           "the loss of a dealer's one spade is limited", _choose("undertricks.one_spade_cap"),
           _is_not("undertricks.one_spade_most", NOT_PLAYED), "sets with low spades"),
    Switch("chicane", ("off", "add", "add_or_deduct"), "a hand without trumps scores",
           _choose("chicane.rule"), _is("honours.unit", "tricks"),
           "sets that count honours in multiples of the trick value"),
    Switch("rubber_bonus", (NUMBER, "N/N"), "for the rubber, two games to none / to one",
           _rubber_bonus, _RUBBER, "sets played in rubbers"),
    Switch("unfinished_game_bonus", ("0", "125", "300"),
           "for the only game of an unfinished rubber", _points("rubber.unfinished_game"),
           _RUBBER, "sets played in rubbers"),
    Switch("unfinished_part_bonus", ("0", "50", "100"), "for a part-score in an unfinished game",
           _points("rubber.unfinished_part"), _RUBBER, "sets played in rubbers"),
    Switch("part_bonus_both_sides", ON_OFF, "both sides' part-scores earn that",
           _flag("rubber.both_sides_part"), _RUBBER, "sets played in rubbers"),
    Switch("insult", ("50/50", "50/100", "none"), "for making a contract doubled / redoubled",
           _insult, _BY_LEVEL, "sets with contracts that can be doubled"),
    Switch("nv_doubled_from_4th", ("200", "300"),
           "each doubled undertrick from the fourth, not vulnerable", _fourth, _VULNERABLE,
           "sets with vulnerability"),
    Switch("chicago_vul", ("dealer", "opponents"), "who is vulnerable on deals two and three",
           _chicago_vulnerability, _is("vulnerability.rule", "schedule"), "Chicago"),
    Switch("chicago_part4", ("100", "50", "0"), "for a part-score on the last deal",
           _points("premiums.part_score"),
           lambda values: values["session.unit"] == "chukker" and bool(values["session.carry"]),
           "Chicago"),
    Switch("nullos", ("off", "8", "10"), "bids to lose tricks, each worth so much", _nullos,
           _BY_LEVEL, "sets with contracts"),
    Switch("tie_break", ("none", "more_games", "extra_deal"), "equal totals",
           _choose("session.tie_break"), _is("session.unit", "rubber", "chukker"),
           "sets played in rubbers"),
    Switch("minibridge_slam", ("none", "800"), "for twelve tricks after announcing a slam",
           _minibridge_slam, _is("bidding.undertaking", "announced"), "minibridge"),
    Switch("minibridge_premiums", ON_OFF, "premiums for part-scores and games made",
           _minibridge_premiums, _is("bidding.undertaking", "announced"), "minibridge"),
    Switch("minibridge_targets", ("none", "20:7,25:9"),
           "tricks to take by the points of the two hands, not by what was announced; any steps",
           _choose("announcing.targets"), _is("bidding.undertaking", "announced"), "minibridge"),
    Switch("contract_bonus", (NUMBER,), "for keeping a contract",
           _points("premiums.contract"), _is_not("premiums.contract", NOT_PLAYED), "plafond"),
    Switch("game_bonus", (NUMBER,), "for each game",
           _points("premiums.game", "premiums.game_vulnerable"), _RUBBER, "sets played in rubbers"),
)  # fmt: skip

SWITCHES: Mapping[str, Switch] = {row.name: row for row in _ROWS}
"""Name -> switch, as `--set NAME=VALUE` and a file's [switches] take them."""


def value_is_known(switch: Switch, text: str) -> bool:
    """Whether a switch has this value; where it takes numbers, any number will do.

    >>> value_is_known(SWITCHES["session"], "deals:8"), value_is_known(SWITCHES["honours"], "maybe")
    (True, False)
    """
    if text in switch.values or (switch.name == "slam_strains" and text.upper() == "NT"):
        return True
    numeric = any(value == NUMBER or value.isdecimal() for value in switch.values)
    if numeric and text.isdecimal():
        return True
    pairs = any("/" in value for value in switch.values)
    first, _, second = text.partition("/")
    if pairs and first.isdecimal() and second.isdecimal():
        return True
    if any("," in value for value in switch.values) and ":" in text:
        return True  # steps: what is wrong with them is said when they are read
    name, _, number = text.partition(":")
    return f"{name}:N" in switch.values and number.isdecimal()


def values_in_words(switch: Switch) -> str:
    """What a switch can be set to, for a message.

    >>> values_in_words(SWITCHES["honours"]), values_in_words(SWITCHES["rubber_bonus"])
    ('on or off', 'N or N/N (N: any number)')
    >>> values_in_words(SWITCHES["unfinished_game_bonus"])
    '0 or 125 or 300 or any other number'
    """
    words = " or ".join(switch.values)
    if any(NUMBER in re.split("[:/]", value) for value in switch.values):
        return f"{words} (N: any number)"
    return f"{words} or any other number" if any(map(str.isdecimal, switch.values)) else words
