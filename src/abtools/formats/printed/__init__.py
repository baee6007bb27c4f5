"""Printed text: what books and newspapers of 1900 to 1930 and today's e-mails hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.printed.reader import PrintedStream
from abtools.formats.printed.writer import printed
from abtools.problems import Problem, SourceText

stream = PrintedStream

_PIPS = re.compile(
    r"^[^\n]*?(?:[♠♤]|â\x99[\xa0\xa4]|\[S\]|[!@]S)[^\n]*\n(?:[^\n]*\n){0,2}?"
    r"[^\n]*?(?:[♥♡]|â\x99[\xa5\xa1]|\[H\]|[!@]H)",
    re.MULTILINE | re.IGNORECASE,
)
_WORDS = re.compile(
    r"^[ \t]*(?:spades?|S)[ \t.:,—–-]+\S[^\n]*\n[ \t]*(?:hearts?|H)[ \t.:,—–-]+\S",
    re.MULTILINE | re.IGNORECASE,
)
_LINE = re.compile(
    r"(?<![^\W_])(?:S|[Ss]pades)[ .:,—–-]+[^\n;:|]{1,40}?[;, ](?:H|[Hh]earts)[ .:,—–-]+"
    r"[^\n;:|]{1,40}?[;, ](?:D|[Dd]iamonds)[ .:,—–-]+[^\n;:|]{1,40}?[;, ](?:C|[Cc]lubs)[ .:,—–-]+\S"
    r"|(?:♠|â\x99\xa0)[^\n]{1,40}(?:♥|â\x99\xa5)[^\n]{1,40}(?:♦|â\x99\xa6)[^\n]{1,40}(?:♣|â\x99\xa3)"
)
_QUOTE = re.compile(r"^(?:> ?)+", re.MULTILINE)
_FORMATS = re.compile(r"^\s*(?:\[[A-Z]\w* +\"|%|\{\"|<\?xml|<\w|(?:qx|pn|vg|md)\|)")


def looks_like(head: str) -> bool:
    """Whether a text begins as a page of hands: spades above hearts, with pips or words."""
    if _FORMATS.match(head) or "\0" in head:
        return False
    head = _QUOTE.sub("", head)
    return any(pattern.search(head) for pattern in (_PIPS, _WORDS, _LINE))


def dump(
    boards: Iterable[Board],
    source: SourceText | None,
    exporting: bool,
    problems: list[Problem],
    lang: str = "en",
) -> Iterator[bytes]:
    """The page with these boards, in UTF-8 and in a language by its code."""
    return (text.encode("utf-8", "surrogatepass") for text in printed(boards, problems, lang))
