"""The values of PBN tags by the notations that serve them; the notations come when needed."""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from collections.abc import Callable, Mapping
from typing import Any

from abtools.formats.pbn.sections import Report
from abtools.problems import CODES, ParseError

_OTHER_DATE = re.compile(
    r"\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    r"|\d{4}(?:[-/ ][\d?]{1,2}){1,2}(?:[ T]\d\d:\d\d.*)?"
    r"|\d{4}\.(?:[1-9?]|[\d?][\d?])\.[1-9?]"
    r"|\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ]\d{4}"
)
"""Days written in other ways than PBN's, yet clearly days."""

_DATES = ("Date", "EventDate", "UTCDate")
_parser: Callable[[str, str], Any] | None = None
_kinds: Mapping[str, str] | None = None


def parse(kind: str, text: str) -> Any:
    """See notation.parse; pyparsing is imported at the first call."""
    global _parser
    if _parser is None:
        from abtools import notation

        _parser = notation.parse
    return _parser(kind, text)


def tag_kinds() -> Mapping[str, str]:
    """Tag name -> kind of its value; see notation.TAG_KINDS."""
    global _kinds
    if _kinds is None:
        from abtools import notation

        _kinds = notation.TAG_KINDS
    return _kinds


def meaning(name: str, value: str, report: Report) -> Any:
    """What a tag's value means, None where it cannot be read; faults go to `report`."""
    kind = "seat" if name in ("Auction", "Play") else tag_kinds().get(name)
    if kind is None:
        return value
    try:
        found = parse(kind, value)
    except ParseError as error:
        return _mended(name, kind, value, error, report)
    for deviation in getattr(found, "deviations", ()):
        code = deviation.code if deviation.code in CODES else "value-syntax"
        report(code, deviation.message, deviation.offset, deviation.length)
    if name in _DATES and (wrong := _no_such_day(found)):
        report("value-syntax", wrong, 0, len(value))
    if kind == "deal":
        return found.deal
    if kind == "contract" and str(found).upper() != value.upper():
        report("contract-spelling", f"{value} is written {found} in PBN", 0, len(value))
    return found


def _no_such_day(date: Any) -> str:
    """Why a date does not exist; "" when it does, or when too little of it is known."""
    if date.year is None or date.month is None or date.day is None or not 1 <= date.year <= 9999:
        return ""
    days = monthrange(date.year, date.month)[1]
    return f"{month_name[date.month]} {date.year} has {days} days" if date.day > days else ""


def _mended(name: str, kind: str, value: str, error: ParseError, report: Report) -> Any:
    """A value that is no PBN but clear is read with a warning; any other is an error."""
    problem, meant = error.problem, getattr(error, "suggestion", None)
    hands = value[2:].split()
    if kind == "deal" and value[1:2] == ":" and len(hands) != 4:
        report("deal-syntax", f"{len(hands)} hands, four expected", 2, len(value) - 2)
        return None
    if name in _DATES and _OTHER_DATE.fullmatch(value):
        hint = f"{value!r} is written {meant} in PBN" if meant else problem.message
        report("date-form", hint, 0, len(value))
    elif kind == "vulnerable" and meant is not None:
        report("value-spelling", f"{value!r} is written {meant} in PBN", 0, len(value))
        return parse(kind, meant)
    else:
        code = problem.code if problem.code in CODES else "value-syntax"
        report(code, problem.message, problem.span.column - 1, problem.span.length)
    return None
