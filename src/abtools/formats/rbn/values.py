"""The data of RBN's labels as PBN tags, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

Told = Callable[[str], str]
"""The value of a tag of a board, "" when it says nothing."""

Pairs = list[tuple[str, str]]

_DATE = re.compile(
    r"(?P<year>[\d?]{1,4})(?P<month>[\d?]{2})?(?P<day>[\d?]{2})?(?P<last>\d{2})?(?P<about>C)?"
    r"(?::(?P<hour>\d\d)(?P<minute>\d\d)?(?P<second>\d\d)?)?(?P<utc>G)?",
    re.ASCII,
)
_PBN_DATE = re.compile(r"([\d?]{4})\.([\d?]{2})\.([\d?]{2})", re.ASCII)
_PBN_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)", re.ASCII)
_STAGES = {
    "F": "Final",
    "S": "Semifinal",
    "Q": "Quarterfinal",
    "P": "Playoff",
    "I": "Initial stage",
}
_SCORINGS = {
    "I": "IMP",
    "B": "BAM",
    "T": "Total",
    "X": "IMP;Cross",
    "M": "MP",
    "N": "Instant",
    "R": "Rubber",
    "C": "Chicago",
    "A": "Cavendish",
    "P": "Plus",
}
_ROOMS = {"O": "Open", "C": "Closed"}
_SEPARATOR = re.compile(r"::|:")


def fields(data: str) -> list[str]:
    """The parts of T, L, E and S: a colon separates, two are one in the text; empty last ones
    are left out.

    >>> fields("Preempts:: Fact or Fiction?:Marty Bergen")
    ['Preempts: Fact or Fiction?', 'Marty Bergen']
    """
    parts, text, position = [], "", 0
    for found in _SEPARATOR.finditer(data):
        text += data[position : found.start()]
        position = found.end()
        if found[0] == "::":
            text += ":"
        else:
            parts.append(text.strip())
            text = ""
    parts.append((text + data[position:]).strip())
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def joined(parts: list[str]) -> str:
    """Parts as data; see `fields`."""
    while len(parts) > 1 and not parts[-1]:
        parts = parts[:-1]
    coded = [part.replace(":", "::") for part in parts]
    return ":".join(f" {part}" if k and part[:1] == ":" else part for k, part in enumerate(coded))


def _together(data: str) -> str:
    """The parts as one text, general: detail."""
    return ": ".join(fields(data)).strip()


def _apart(text: str) -> str:
    general, mark, detail = text.partition(": ")
    return joined([general, detail]) if mark else joined([text])


# ------------------------------------------------------------------ reading


def _date(data: str) -> Pairs:
    found = _DATE.fullmatch(data)
    if found is None or (found["last"] and found["about"]):
        return [("XRbnD", data)] if data else []
    year = found["year"].ljust(4, "?")
    day = f"{year}.{found['month'] or '??'}.{found['day'] or '??'}"
    names = ("UTCDate", "UTCTime") if found["utc"] else ("Date", "Time")
    pairs = [(names[0], day)]
    if found["second"]:
        pairs.append((names[1], f"{found['hour']}:{found['minute']}:{found['second']}"))
    if _written_date(dict(pairs).get) != data:
        pairs.append(("XRbnD", data))
    return pairs


def _title(data: str) -> Pairs:
    title, *author = fields(data)
    return [("Description", title), ("Annotator", ": ".join(author))]


def _session(data: str) -> Pairs:
    stage, *segment = fields(data)
    if stage in _STAGES:
        stage = _STAGES[stage]
    elif stage.isascii() and stage.isdigit():
        stage = f"Session {stage}"
    elif re.fullmatch(r"R\d+", stage, re.ASCII):
        stage = f"Round of {stage[1:]}"
    return [("Stage", ": ".join([stage, *segment]))]


def _scoring(data: str) -> Pairs:
    letter, mark, modifier = (part.strip() for part in data.partition(":"))
    if letter not in _SCORINGS:
        return [("Scoring", data)]
    modifier = "OldMP" if modifier == "old" else modifier
    return [("Scoring", _SCORINGS[letter] + (f";{modifier}" if mark and modifier else ""))]


def _teams(data: str) -> Pairs:
    names = ("HomeTeam", "VisitTeam", "HomeCarry", "VisitCarry")
    return list(zip(names, map(str.strip, data.split(":", 3)), strict=False))


def _names(data: str) -> Pairs:
    parts = [*(part.strip() for part in data.split(":", 3)), "", "", ""]
    north, _, south = (name.strip() for name in parts[0].partition("+"))
    west, _, east = (name.strip() for name in parts[1].partition("+"))
    pairs = [("West", west), ("North", north), ("East", east), ("South", south)]
    if parts[2] in _ROOMS:
        pairs.append(("Room", _ROOMS[parts[2]]))
    elif parts[2]:
        pairs.append(("Table", parts[2]))
    return [*pairs, ("XRbnInfo", parts[3])]


def _board(data: str) -> Pairs:
    number, _, section = (part.strip() for part in data.partition(":"))
    return [("Board", number), ("Section", section)]


# ------------------------------------------------------------------ writing


def _written_date(told: Callable[[str], str | None]) -> str:
    for date, time, mark in (("Date", "Time", ""), ("UTCDate", "UTCTime", "G")):
        found = _PBN_DATE.fullmatch(told(date) or "")
        if found is None:
            continue
        digits = "".join(found.groups())
        while len(digits) > 4 and digits.endswith("??"):
            digits = digits[:-2]
        clock = _PBN_TIME.fullmatch(told(time) or "")
        return digits + (":" + "".join(clock.groups()) if clock else "") + mark
    return ""


def _to_date(told: Told) -> str:
    raw = told("XRbnD")
    said = dict(_date(raw))
    if raw and all(told(name) == said.get(name, "") for name in TAGS["D"].tags):
        return raw
    return _written_date(told)


def _to_session(told: Told) -> str:
    stage, mark, segment = told("Stage").partition(": ")
    short = next((letter for letter, name in _STAGES.items() if name == stage), stage)
    if found := re.fullmatch(r"Session (\d+)", stage, re.ASCII):
        short = found[1]
    elif found := re.fullmatch(r"Round of (\d+)", stage, re.ASCII):
        short = f"R{found[1]}"
    return joined([short, segment] if mark else [short])


def _to_scoring(told: Told) -> str:
    scoring = told("Scoring")
    for letter, name in sorted(_SCORINGS.items(), key=lambda entry: -len(entry[1])):
        if scoring == name:
            return letter
        if scoring.startswith(f"{name};"):
            modifier = scoring[len(name) + 1 :]
            return f"{letter}:{'old' if modifier == 'OldMP' else modifier}"
    return scoring


def _plain(text: str, forbidden: str) -> str:
    """A text without the characters that separate here."""
    if any(character in text for character in forbidden):
        for character in forbidden:
            text = text.replace(character, " ")
        text = " ".join(text.split())
    return text


def _cut(parts: list[str], mark: str = ":") -> str:
    while parts and not parts[-1]:
        parts.pop()
    return mark.join(parts)


def _to_teams(told: Told) -> str:
    return _cut(
        [_plain(told(n), ":") for n in ("HomeTeam", "VisitTeam", "HomeCarry", "VisitCarry")]
    )


def _to_names(told: Told) -> str:
    def pair(first: str, second: str) -> str:
        return _cut([_plain(told(first), ":+"), _plain(told(second), ":+")], "+")

    room = told("Room")
    place = next((k for k, name in _ROOMS.items() if name == room), _plain(told("Table"), ":"))
    return _cut([pair("North", "South"), pair("West", "East"), place, told("XRbnInfo")])


def _to_board(told: Told) -> str:
    return _cut([_plain(told("Board"), ":"), told("Section")])


class Label(NamedTuple):
    """What a label says: the tags it stands for, how it is read and written."""

    tags: tuple[str, ...]
    read: Callable[[str], Pairs]
    write: Callable[[Told], str]


def _text(tag: str) -> Label:
    return Label((tag,), lambda data: [(tag, _together(data))], lambda told: _apart(told(tag)))


TAGS: Mapping[str, Label] = {
    "D": Label(("Date", "Time", "UTCDate", "UTCTime", "XRbnD"), _date, _to_date),
    "T": Label(
        ("Description", "Annotator"),
        _title,
        lambda told: joined([told("Description"), told("Annotator")]),
    ),
    "L": _text("Site"),
    "E": _text("Event"),
    "S": Label(("Stage",), _session, _to_session),
    "F": Label(("Scoring",), _scoring, _to_scoring),
    "K": Label(("HomeTeam", "VisitTeam", "HomeCarry", "VisitCarry"), _teams, _to_teams),
    "N": Label(("West", "North", "East", "South", "Room", "Table", "XRbnInfo"), _names, _to_names),
    "B": Label(("Board", "Section"), _board, _to_board),
}
"""The labels that are read into tags alone, in the order of a record."""


# ------------------------------------------------------------------ results

_RESULT = re.compile(r"(P|\d{1,2})?\s*([+-]\d{1,6})?\s*(?::\s*(.*))?", re.ASCII)
_SIGNED = re.compile(r"[+-]\d{1,4}(?:\.\d{1,4})?", re.ASCII)
_PLAIN_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,4})?", re.ASCII)
_SCORE = re.compile(
    r"(?:(NS|EW) )?([+-]?\d{1,6}(?:\.\d{1,4})?)(?: (?:NS|EW) [+-]?[\d.]+)?", re.ASCII
)


class Reached(NamedTuple):
    """What R says: tricks, whether passed out, and the scores as PBN tags."""

    tricks: int | None
    passed_out: bool
    tags: Pairs


def read_result(data: str) -> Reached | None:
    """The data of R; None when it is of another form.

    >>> read_result("9-300:0")
    Reached(tricks=9, passed_out=False, tags=[('Score', 'NS -300'), ('ScorePercentage', 'NS 0')])
    """
    found = _RESULT.fullmatch(data)
    if found is None or (found[1] not in (None, "P") and int(found[1]) > 13):
        return None
    tags: Pairs = []
    if found[2]:
        tags.append(("Score", f"NS {int(found[2])}"))
    effect = (found[3] or "").strip()
    if effect == "=":
        tags.append(("ScoreIMP", "NS 0"))
    elif _SIGNED.fullmatch(effect) and float(effect):
        tags.append(("ScoreIMP", f"NS {effect.removeprefix('+')}"))
    elif _PLAIN_NUMBER.fullmatch(effect):
        tags.append(("ScorePercentage", f"NS {effect}"))
    elif effect:
        tags.append(("XRbnEffect", effect))
    tricks = int(found[1]) if found[1] not in (None, "P") else None
    return Reached(tricks, found[1] == "P", tags)


def written_result(
    tricks: int | None, passed_out: bool, told: Told, ns_declares: bool | None
) -> str:
    """The data of R; "" when there is nothing to tell. Reading it tells what was carried.

    `ns_declares` is None when the declarer is not known: a score without a side says nothing then.
    """
    score = _for_ns(told("Score"), ns_declares)
    text = "P" if passed_out and (score or told("Score")) else "" if tricks is None else str(tricks)
    if score:
        text += f"{int(float(score)):+d}" if float(score) == int(float(score)) else ""
    imps = _for_ns(told("ScoreIMP"), ns_declares)
    percent = _for_ns(told("ScorePercentage"), ns_declares)
    if imps:
        effect = "=" if not float(imps) else imps if imps[0] in "+-" else f"+{imps}"
    else:
        effect = percent if percent and percent[0] not in "+-" else told("XRbnEffect")
    return f"{text}:{effect}" if effect else text


def _for_ns(value: str, ns_declares: bool | None) -> str:
    """A score as North and South have it, "" for what is none."""
    found = _SCORE.fullmatch(value)
    if found is None or (found[1] is None and ns_declares is None and float(found[2])):
        return ""
    ours = found[1] == "NS" or (found[1] is None and ns_declares)
    number = found[2]
    if ours or not float(number):
        return number
    return number[1:] if number[0] == "-" else f"-{number.removeprefix('+')}"
