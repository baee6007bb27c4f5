"""The tags of a PBN record as they stand, and what the standard and others call tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from abtools.formats.pbn.text import Token, tokens, unescape
from abtools.formats.pbn.values import parse, tag_kinds
from abtools.problems import ParseError

BLANK = " \t\x0b\n"
_ESCAPE_LINE = re.compile(r"(?<=\n)%[^\n]*")
_NAME = re.compile("[A-Za-z0-9_]+")
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
FREE = frozenset(
    (
        *("Event", "Site", "West", "North", "East", "South", "DealId", "Description", "Generator"),
        *("BidSystemEW", "BidSystemNS", "PairEW", "PairNS", "WestNA", "NorthNA", "EastNA"),
        *("SouthNA", "EventSponsor", "HomeTeam", "VisitTeam", "Section", "Stage", "Table"),
        *("Annotator", "AnnotatorNA", "Application", "Room"),
    )
)
"""Tags of the standard whose value is free text."""

TABLES = frozenset(
    f"{name}Table"
    for name in (
        *("Action", "AuctionTime", "InstantScore", "OptimumPlay", "OptimumResult"),
        *("PlayTime", "Score", "TotalScore"),
    )
)
PRIVATE = frozenset(
    (
        *("BCFlags", "DoubleDummyTricks", "Ability", "Minimax", "DDResults", "ParScore"),
        *("ParContract", "OptimumContract", "VirtualBoard", "VirtualDealer"),
        *("VirtualVulnerable", "Student", "Category", "SkillPath", "Difficulty"),
        *("RotationNote", "Info", "BlockNumber", "Honours", "Chicane", "Adjustments"),
        *("Announced", "NamesNS", "NamesEW", "AdjustedScore", "HomeCarry", "VisitCarry"),
    )
)
"""Tags outside the standard that programs are known to write."""

SECTIONS = frozenset(("Auction", "Play"))
NOT_INHERITED = frozenset(
    ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
)
OPENERS = frozenset(("Event", "Board", "Deal"))
"""A second one of these in a record shows that an empty line is missing."""


class RawTag(NamedTuple):
    """A tag as it stands: its value after inheritance and unescaping, its section, its places."""

    name: str
    value: str
    body: str
    written: str | None
    token: Token
    body_start: int


def tokens_of(tag: RawTag, text: str) -> list[Token]:
    """The tokens of a tag's body, after the tag itself."""
    start = max(tag.body_start, tag.token.end)
    return list(tokens(text, start, tag.body_start + len(tag.body)))


def raw_tags(cut: list[Token], text: str, end: int) -> list[RawTag]:
    """The tags of a record with the text that follows each; escape lines inside a tag go before
    that text."""
    tags = [token for token in cut if token.kind == "tag"]
    found = []
    for k, token in enumerate(tags):
        stop = tags[k + 1].start if k + 1 < len(tags) else max(end, token.end)
        body = text[token.end : stop]
        start = token.end + len(body) - len(body.lstrip(BLANK))
        body = body.strip(BLANK)
        for line in reversed(_ESCAPE_LINE.findall(token.text)):
            body = f"{line}\n{body}" if body else line
            start -= len(line) + 1
        found.append(
            RawTag(token.name, unescape(token.value).replace("\t", " "), body, None, token, start)
        )
    return found


def following_notes(section: RawTag, tags: list[RawTag]) -> Iterator[RawTag]:
    inside = False
    for tag in tags:
        if tag.token is section.token:
            inside = True
        elif tag.name in SECTIONS:
            inside = False
        elif inside and tag.name == "Note":
            yield tag


def read_note(value: str) -> tuple[int, str, str]:
    """Number, text, and what is wrong with a note."""
    try:
        note = parse("note", value)
    except ParseError as error:
        return 0, "", f"{value!r}: {error.problem.message}" if value else "an empty note"
    return note.number, note.text, ""


def is_known(name: str) -> bool:
    """A tag of the standard, of a well-known program, or of abtools itself."""
    return (
        name in FREE or name in TABLES or name in SECTIONS or name in PRIVATE or name in tag_kinds()
    )


def is_name(text: str) -> bool:
    """Whether a text can be the name of a tag."""
    return _NAME.fullmatch(text) is not None
