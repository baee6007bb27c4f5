"""The calls of LIN's `mb`, with alerts and explanations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from abtools.auction import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAIN_BY_NAME,
    Auction,
    Call,
    Ending,
    Mark,
    Strain,
)
from abtools.cards import Seat
from abtools.formats.lin.text import Report, with_pbn_symbols

ALERT = "Alert"
"""How a note begins that belongs to an alerted call."""

_STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
_CALL = re.compile(
    r"""(?P<gap>[\s,\-]+)
    |(?P<bid>([1-7])\s*(NT|N|[CDHS]))
    |(?P<pass>PASS|P)
    |(?P<redouble>REDBL|RDBL|XX|R)
    |(?P<double>DBL|X|D)
    |(?P<alert>!+)
    |(?P<ask>\?)
    |\((?P<text>[^()]*)\)
    |(?P<other>.)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL | re.ASCII,
)


def _spellings() -> dict[str, tuple[Call, bool]]:
    plain: dict[str, Call] = {"p": PASS, "pass": PASS, "d": DOUBLE, "x": DOUBLE}
    plain |= {"r": REDOUBLE, "xx": REDOUBLE}
    for level in range(1, 8):
        for strain in _STRAINS:
            plain[f"{level}{strain}".lower()] = BIDS[level, strain]
        plain[f"{level}n"] = BIDS[level, Strain.NOTRUMP]
    return {
        spelling: (call, mark == "!")
        for name, call in plain.items()
        for mark in ("", "!")
        for spelling in (name + mark, name.upper() + mark)
    }


SPELLINGS = _spellings()
"""The usual values of `mb` -> the call, and whether it is alerted."""


@dataclass(slots=True)
class Calls:
    """The calls of a board as they are read, with what is noted beside them."""

    calls: list[Call] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    alerts: set[int] = field(default_factory=set)
    texts: dict[int, str] = field(default_factory=dict)
    asked: bool = False

    def read(self, value: str, at: int, report: Report) -> None:
        """Take the calls of one `mb`."""
        plain = SPELLINGS.get(value)
        if plain is None:
            self._read_odd(value, at, report)
            return
        if plain[1]:
            self.alerts.add(len(self.calls))
        self.calls.append(plain[0])
        self.places.append((at, len(value)))
        self.asked = False

    def _read_odd(self, value: str, at: int, report: Report) -> None:
        """Many calls in one value, or none."""
        for found in _CALL.finditer(value):
            kind, place = found.lastgroup, at + found.start()
            if kind == "gap":
                continue
            if kind == "ask":
                self.asked = True
            elif kind == "alert":
                self.alert(place, len(found[0]), report)
            elif kind == "text":
                self.explain(found["text"], place, report)
            elif kind == "other":
                shown = value.strip()
                report(
                    "call-syntax",
                    f"{found[0]!r} in {shown[:20]!r}: p, d, r or a bid 1C to 7N expected",
                    place,
                    len(found[0]),
                )
            else:
                self._add(meant(found), place, len(found[0]))

    def _add(self, call: Call, place: int, length: int) -> None:
        self.calls.append(call)
        self.places.append((place, length))
        self.asked = False

    def alert(self, at: int, length: int, report: Report) -> None:
        """The last call is alerted."""
        if not self.calls:
            report("lin-explanation", "an alert before any call", at, length)
        else:
            self.alerts.add(len(self.calls) - 1)

    def explain(self, value: str, at: int, report: Report) -> bool:
        """The text explains the last call; False when there is none."""
        text = " ".join(with_pbn_symbols(value).split())
        if text in ("", "!"):
            if text:
                self.alert(at, len(value), report)
            return True
        if not self.calls:
            report("lin-explanation", "an explanation before any call", at, len(value))
            return False
        index = len(self.calls) - 1
        before = self.texts.get(index)
        self.texts[index] = text if before is None else f"{before}; {text}"
        return True

    def undo(self, count: int) -> None:
        """Take back the last calls with what was noted beside them."""
        del self.calls[len(self.calls) - count :]
        del self.places[len(self.places) - count :]
        left = len(self.calls)
        self.alerts = {index for index in self.alerts if index < left}
        self.texts = {index: text for index, text in self.texts.items() if index < left}
        self.asked = False

    def auction(self, dealer: Seat, remarks: Sequence[tuple[int, str]]) -> Auction:
        """The auction; one that is not over is closed, or to be continued where LIN asks."""
        ending = Ending.TO_CONTINUE if self.asked else Ending.COMPLETE
        found = Auction(dealer, tuple(self.calls), ending)
        if ending is Ending.COMPLETE and not found.is_over:
            ending = Ending.CLOSED
        elif not (self.alerts or self.texts or remarks):
            return found
        marks, notes = self._notes()
        return Auction(dealer, found.calls, ending, marks, notes, tuple(remarks))

    def _notes(self) -> tuple[tuple[tuple[int, Mark], ...], tuple[tuple[int, str], ...]]:
        numbers: dict[str, int] = {}
        marks = []
        for index in sorted(self.alerts | self.texts.keys()):
            text = self.texts.get(index)
            if index in self.alerts:
                text = ALERT if text is None else f"{ALERT}: {text}"
            number = numbers.setdefault(text or "", len(numbers) + 1)
            marks.append((index, Mark(note=number)))
        return tuple(marks), tuple((number, text) for text, number in numbers.items())


def meant(found: re.Match[str]) -> Call:
    """The call of a match with a group bid, pass, double or redouble (3 and 4: level, strain)."""
    if found["bid"]:
        return BIDS[int(found[3]), STRAIN_BY_NAME[found[4].upper()]]
    if found["pass"]:
        return PASS
    return DOUBLE if found["double"] else REDOUBLE


def alerted(note: str) -> tuple[bool, str]:
    """Whether a note belongs to an alerted call, and its text.

    >>> alerted("Alert: any 0-7"), alerted("natural")
    ((True, 'any 0-7'), (False, 'natural'))
    """
    if note == ALERT:
        return True, ""
    if note.startswith(f"{ALERT}: "):
        return True, note[len(ALERT) + 2 :]
    return False, note


_WRITTEN: dict[str, str] = {
    "Pass": "p",
    "X": "d",
    "XX": "r",
    **{
        BIDS[level, strain].name: f"{level}{str(strain)[0]}"
        for level in range(1, 8)
        for strain in _STRAINS
    },
}


def written_call(call: Call | None) -> str | None:
    """A call in LIN's spelling, None for what LIN does not have.

    >>> written_call(BIDS[1, Strain.NOTRUMP]), written_call(BIDS[2, Strain.ROYALS])
    ('1N', None)
    """
    return None if call is None else _WRITTEN.get(call.name)
