"""The head of a match in LIN: `vg`, the results of `rs`, the names of `pn`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from abtools.auction import CONTRACT_OF, Contract
from abtools.board import Tag
from abtools.cards import Seat
from abtools.formats.lin.text import Report

OPEN, CLOSED = "Open", "Closed"
ROOMS = (OPEN, CLOSED)

_SCORING = {"I": "IMP", "B": "BAM", "P": "MP"}
_ROUND = re.compile(r"[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*", re.ASCII)
_WHOLE = re.compile(r"\d{1,6}", re.ASCII)
_RESULT = re.compile(
    r"([1-7])\s*(NT|[CDHSN])\s*([NESW])\s*(x{0,2})\s*(=|[+-]\d{1,2})", re.IGNORECASE | re.ASCII
)
_FIELDS = 9


class Result(NamedTuple):
    """One entry of the list of results: contract, declarer, tricks; and where it stands."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None
    at: int
    length: int

    def __str__(self) -> str:
        if self.declarer is None:
            return str(self.contract)
        return f"{self.contract} by {self.declarer}, {self.tricks} tricks"


@dataclass(slots=True)
class Match:
    """What the head of a match says of all its boards.

    `names` holds per room the players South, West, North, East.
    """

    event: str = ""
    segment: str = ""
    scoring: str = ""
    first: int | None = None
    last: int | None = None
    home: str = ""
    home_carry: str = ""
    visit: str = ""
    visit_carry: str = ""
    names: dict[str, list[str]] = field(default_factory=dict)
    entries: list[tuple[str, int]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    @property
    def round_tag(self) -> str:
        """Which PBN tag fits the segment."""
        return tag_of_segment(self.segment)

    def read_header(self, value: str, at: int, report: Report) -> None:
        """Take a `vg`."""
        fields = [part.strip() for part in value.split(",")]
        while len(fields) > _FIELDS and not fields[-1]:
            fields.pop()
        if len(fields) != _FIELDS:
            message = f"{len(fields)} fields: event, segment, scoring, first and last board, "
            report("lin-header", message + "and two teams with carry-over expected", at, len(value))
            fields = _in_step(fields)
        fields += [""] * (_FIELDS - len(fields))
        self.event, self.segment = fields[0], fields[1]
        self.scoring = scoring_of(fields[2])
        self.first, self.last = _whole(fields[3]), _whole(fields[4])
        self.home, self.home_carry, self.visit, self.visit_carry = fields[5:9]
        if self.first is not None and self.last is not None and self.first > self.last:
            message = f"board {self.first} to {self.last}: the first comes after the last"
            report("lin-header", message, at, len(value))

    def read_names(self, value: str, at: int, room: str | None, report: Report) -> None:
        """Take a `pn`: four names for `room` (the open one when it is not known) or eight."""
        for place, names in names_by_room(value, at, room or OPEN, report).items():
            before = self.names.get(place, [""] * 4)
            self.names[place] = [new or old for new, old in zip(names, before, strict=True)]

    def read_results(self, value: str, at: int) -> None:
        """Take an `rs`: alternately open and closed room."""
        self.entries = []
        for entry in value.split(","):
            blank = len(entry) - len(entry.lstrip())
            self.entries.append((entry.strip(), at + blank))
            at += len(entry) + 1

    def read_numbers(self, value: str) -> None:
        """Take a `bn`."""
        self.numbers = [int(n) for n in re.findall(r"\d{1,6}", value, re.ASCII)]

    def check_count(self, report: Report) -> None:
        """The list of results must have two for each board of the header."""
        told = [entry for entry, _ in self.entries]
        if not any(told) or self.first is None or self.last is None or self.numbers:
            return
        wanted = 2 * (self.last - self.first + 1)
        if len(told) > wanted and not told[-1]:
            told.pop()
        if len(told) != wanted > 0:
            start, (entry, last) = self.entries[0][1], self.entries[-1]
            message = f"{len(told)} results for boards {self.first} to {self.last} in two rooms"
            report("lin-results", message, start, last + len(entry) - start)

    def result(self, room: str | None, number: int | None, report: Report) -> Result | None:
        """The entry for a board, None when there is none or it cannot be read."""
        if room is None or number is None or not self.entries:
            return None
        if self.numbers:
            row = self.numbers.index(number) if number in self.numbers else -1
        else:
            row = -1 if self.first is None else number - self.first
        index = 2 * row + ROOMS.index(room)
        if row < 0 or index >= len(self.entries):
            return None
        entry, at = self.entries[index]
        if not entry:
            return None
        found = read_result(entry, at)
        if found is None:
            message = f"{entry!r}: level, denomination, declarer and =, +n or -n expected"
            report("lin-results", message, at, len(entry))
        return found

    def tags(self, room: str | None) -> list[Tag]:
        """What the head says of a board, as PBN tags."""
        said = {
            "Event": self.event,
            "Scoring": self.scoring,
            self.round_tag: self.segment,
            "Room": room or "",
            "HomeTeam": self.home,
            "VisitTeam": self.visit,
            "HomeCarry": self.home_carry,
            "VisitCarry": self.visit_carry,
        }
        return [Tag(name, value) for name, value in said.items() if value]


def names_by_room(value: str, at: int, room: str, report: Report) -> dict[str, list[str]]:
    """The names of a `pn`: four for the given room, or eight, open room first."""
    names = [" ".join(name.split()) for name in value.split(",")]
    while len(names) not in (4, 8) and names and not names[-1]:
        names.pop()
    if len(names) not in (0, 4, 8):
        message = f"{len(names)} names: four (South, West, North, East) or eight expected"
        report("lin-players", message, at, len(value))
    names = names[:8]
    if len(names) <= 4:
        return {room: names + [""] * (4 - len(names))}
    names += [""] * (8 - len(names))
    return {OPEN: names[:4], CLOSED: names[4:]}


def _in_step(fields: list[str]) -> list[str]:
    """A header with commas in its texts: the scoring letter and two numbers tell where it is."""
    for k in range(2, len(fields) - 2):
        if fields[k].upper() in _SCORING and _whole(fields[k + 1]) and _whole(fields[k + 2]):
            return [", ".join(fields[: k - 1]), *fields[k - 1 :]]
    return fields


def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def read_result(entry: str, at: int = 0) -> Result | None:
    """An entry of the list of results, None when it is none.

    >>> str(read_result("4SWx-4")), str(read_result("PASS"))
    ('4SX by W, 6 tricks', 'Pass')
    """
    if entry.upper() in ("P", "PASS"):
        return Result(Contract.PASSED_OUT, None, None, at, len(entry))
    found = _RESULT.fullmatch(entry)
    if found is None:
        return None
    strain = "NT" if found[2].upper().startswith("N") else found[2].upper()
    contract = CONTRACT_OF[found[1] + strain, 1 << len(found[4])]
    tricks = 6 + int(found[1]) + (0 if found[5] == "=" else int(found[5]))
    if not 0 <= tricks <= 13:
        return None
    return Result(contract, Seat.parse(found[3]), tricks, at, len(entry))


def written_result(contract: Contract, declarer: Seat | None, tricks: int | None) -> str:
    """A result as the list has it, "" when it cannot be written.

    >>> written_result(Contract.parse("3NTX"), Seat.S, 10)
    '3NSx+1'
    """
    if contract.is_passed_out:
        return "PASS"
    if declarer is None or tricks is None or contract.level is None or contract.factor > 4:
        return ""
    if f"{contract.level}{contract.strain}" not in _WRITABLE:
        return ""
    over = tricks - 6 - contract.level
    doubled = "x" * (contract.factor.bit_length() - 1)
    return f"{contract.level}{str(contract.strain)[0]}{declarer}{doubled}" + (
        f"{over:+d}" if over else "="
    )


_WRITABLE = frozenset(f"{n}{s}" for n in range(1, 8) for s in ("C", "D", "H", "S", "NT"))


def tag_of_segment(segment: str) -> str:
    """Which PBN tag fits a segment: Round for short codes, Stage for words.

    >>> tag_of_segment("3.2"), tag_of_segment("Segment 4 of 8")
    ('Round', 'Stage')
    """
    return "Round" if _ROUND.fullmatch(segment) else "Stage"


def scoring_of(letter: str) -> str:
    """The form of scoring of a letter in PBN's words; other texts as they are."""
    return _SCORING.get(letter.upper(), letter)


def written_scoring(scoring: str) -> str:
    """The letter of a form of scoring; other forms as they are."""
    basic = scoring.partition(";")[0]
    basic = "MP" if basic == "MatchPoints" else basic
    return next((letter for letter, name in _SCORING.items() if name == basic), scoring)
