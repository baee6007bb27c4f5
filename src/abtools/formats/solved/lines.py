"""Reading a text line by line with places, and the hands in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from abtools.cards import HOLDINGS, Deal, Hand, Seat
from abtools.formats.encoding import decode
from abtools.formats.files import Content
from abtools.formats.pieces import TextFile
from abtools.formats.records import RecordSpans, RecordStream
from abtools.problems import ParseError, Problem, SourceText, Span


class Line(NamedTuple):
    """A line of a text: its number from 1, and what it says."""

    number: int
    text: str


class PassingText(SourceText):
    """A text that comes line by line and is not kept, but for the lines to be quoted."""

    def __init__(self, name: str = "") -> None:
        super().__init__("", name)
        self._quoted: dict[int, str] = {}

    def keep(self, line: Line) -> None:
        """Keep a line, to be quoted."""
        self._quoted[line.number] = line.text

    def line(self, number: int) -> str:
        """The text of a line that was kept; "" for others."""
        return self._quoted.get(number, "")


class LineStream(RecordStream):
    """A text read line by line; nothing of it is kept, but for the lines to be quoted.

    A content can be read again for those; lines that are still coming cannot.
    """

    def __init__(self, content: Content | Iterable[bytes], name: str) -> None:
        if isinstance(content, Content):
            file = TextFile(content, name)
            super().__init__(file)
            self._texts: Iterator[str] = file.lines()
        else:
            super().__init__(PassingText(name))
            self._texts = (decode(line)[0].rstrip("\r\n") for line in content)
        self._name = name

    def lines(self) -> Iterator[Line]:
        """Every line that says anything."""
        for number, text in enumerate(self._texts, 1):
            if text and not text.isspace():
                yield Line(number, text)

    def span(self, line: Line, column: int = 1, length: int | None = None) -> Span:
        """A place in a line; without a length all of it from the column on."""
        rest = len(line.text) - column + 1
        return Span(self._name, line.number, column, rest if length is None else min(length, rest))

    def spans(self, line: Line) -> RecordSpans:
        """The spans of a board told by one line."""
        return RecordSpans(self.span(line))

    def tell(
        self, code: str, message: str, line: Line, column: int = 1, length: int | None = None
    ) -> None:
        """Report a problem at a place in a line."""
        if isinstance(self.source, PassingText):
            self.source.keep(line)
        self.problems.append(Problem(code, self.span(line, column, length), message))

    def hand(self, text: str, line: Line, column: int) -> Hand | None:
        """The hand of four holdings with dots between; None, and a problem, when it is none."""
        try:
            return Hand.parse(text)
        except ParseError as error:
            at = max(0, error.problem.span.column - 1)
            self.tell("deal-syntax", error.problem.message, line, column + at, len(text) - at)
            return None

    def deal(self, words: list[tuple[str, int]], first: Seat, line: Line) -> Deal | None:
        """The deal of four hands from a seat on, each with the column it stands in.

        A hand written - or ... is not known. None, and problems, when a hand cannot be read.
        """
        if len(words) != 4:
            column = words[0][1] if words else 1
            message = f"four hands expected, {len(words)} found"
            self.tell("deal-syntax", message, line, column)
            return None
        hands: list[Hand | None] = [None] * 4
        sound = True
        for k, (text, column) in enumerate(words):
            if text in ("-", "..."):
                continue
            quick = _quick(text)
            hand = self.hand(text, line, column) if quick is None else quick
            sound = sound and hand is not None
            hands[first + k & 3] = hand
        return Deal((hands[0], hands[1], hands[2], hands[3])) if sound else None


def _quick(text: str) -> Hand | None:
    """A hand without unknown cards, None when it takes a closer look."""
    holdings = text.split(".")
    if len(holdings) != 4:
        return None
    spades, hearts, diamonds, clubs = map(HOLDINGS.__getitem__, holdings)
    if spades is None or hearts is None or diamonds is None or clubs is None:
        return None
    return Hand(spades << 48 | hearts << 32 | diamonds << 16 | clubs)


def words_of(text: str, start: int = 0) -> list[tuple[str, int]]:
    """The words of a text and the columns they stand in; `start` characters stand before it."""
    return [(found.group(), start + found.start() + 1) for found in re.finditer(r"\S+", text)]
