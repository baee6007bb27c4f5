"""Links of a hand viewer: a hand written into a web address. Read and written, never fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote

from abtools.board import Board
from abtools.formats.encoding import decode
from abtools.formats.lin.hands import SEATS
from abtools.formats.lin.reader import LinReader
from abtools.formats.lin.text import EncodedText, percent_decoded
from abtools.formats.lin.writer import single
from abtools.problems import Problem, SourceText

ADDRESS = "https://www.bridgebase.com/tools/handviewer.html?lin="

_LINK = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
_CARRIES_HAND = re.compile(r"https?://[^\s\"<>]*[?&;](?:lin|linurl|myhand|[nsewa])=", re.IGNORECASE)
_VIEWER = re.compile(r"handviewer|[?&;](?:lin|linurl|myhand)=", re.IGNORECASE)
_PIECE = re.compile(r"&amp;|&", re.IGNORECASE)
_BRACES = re.compile(r"\{([^{}]*)\}")
_HANDS = ("s", "w", "n", "e")
_NAMES = ("sn", "wn", "nn", "en")
_KEYS = frozenset(
    (
        *("lin", "linurl", "myhand", "d", "v", "b", "a", "p", "c", "kibitz", "bbo", "tbt"),
        *_HANDS,
        *_NAMES,
    )
)


class Part(NamedTuple):
    """The value of one key of a link: where it stands."""

    start: int
    end: int


class HandviewerStream:
    """The hands of the links in a text; `problems` grows as they come."""

    def __init__(self, data: bytes, name: str) -> None:
        self.source = SourceText(decode(data)[0], name)
        self.problems: list[Problem] = []
        self._derived: set[str] = set()

    def __iter__(self) -> Iterator[Board]:
        found = False
        first: tuple[int, int] | None = None
        for start, end in _links(self.source.text):
            first = first or (start, end)
            for board in self._boards(start, end):
                found = True
                yield board
        if found or self.problems:
            return
        if first is not None:
            self._report_empty(*first)
        else:
            place = self.source.span(0)
            self.problems.append(Problem("file-empty", place, "the file holds no link"))

    def strict_problems(self, board: Board) -> list[Problem]:
        """Links have no strict form."""
        return []

    def _boards(self, start: int, end: int) -> Iterator[Board]:
        """The boards of one link."""
        parts = _parts(self.source.text, start, end)
        if "lin" in parts:
            lin = _Lin(self.source)
            text = self.source.text[parts["lin"].start : parts["lin"].end]
            lin.add_part(parts["lin"], plus="%20" not in text and " " not in text)
        elif any(key in parts for key in (*_HANDS, "a")):
            lin = _from_keys(self.source, parts)
        else:
            if _VIEWER.search(self.source.text, start, end):
                self._report_empty(start, end)
            return
        reader = LinReader(lin.text(), self._derived)
        found = False
        for board in reader:
            found = True
            yield board
        self.problems += (p for p in reader.problems if p.code != "file-empty")
        if not found:
            self._report_empty(start, end)

    def _report_empty(self, start: int, end: int) -> None:
        message = "this link carries no hand; what it names elsewhere is not fetched"
        place = self.source.span(start, end - start)
        self.problems.append(Problem("link-no-hand", place, message))


stream = HandviewerStream


def looks_like(head: str) -> bool:
    """Whether a text begins with a link to a hand, or holds one before anything like LIN."""
    if _LINK.match(head.strip()) and _CARRIES_HAND.search(head):
        return True
    found = _CARRIES_HAND.search(head)
    return found is not None and "md|" not in head[: found.start()].lower()


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """A link a line; what a single hand of LIN cannot hold goes to `problems`."""
    for board in boards:
        lin = single(board, problems, "handviewer")
        if not lin:
            continue
        yield f"{ADDRESS}{quote(lin, safe=',', errors='replace')}\n".encode("ascii")


def _links(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each link; one with bars written plainly may hold blanks."""
    whole = text.strip()
    if _LINK.match(whole) and not re.search(r"[\r\n]|\shttps?://", whole):
        start = text.index(whole)
        yield start, start + len(whole)
        return
    position = 0
    while found := _LINK.search(text, position):
        start, end = found.span()
        line_end = min((k for k in (text.find(c, start) for c in "\r\n") if k >= 0), default=-1)
        line_end = len(text) if line_end < 0 else line_end
        quote_mark = text[start - 1 : start]
        if quote_mark in ('"', "'") and (closing := text.find(quote_mark, start, line_end)) >= 0:
            yield start, closing
            position = closing
            continue
        following = _LINK.search(text, end, line_end)
        limit = following.start() if following else line_end
        if "|" in found[0]:
            end = max(end, text.rfind("|", start, limit) + 1)
        yield start, end
        position = end


def _parts(text: str, start: int, end: int) -> dict[str, Part]:
    """The keys of a link with the places of their values; the first of each counts."""
    query = text.find("?", start, end)
    parts: dict[str, Part] = {}
    if query < 0:
        return parts
    bounds = [query + 1]
    for found in _PIECE.finditer(text, query + 1, end):
        bounds += [found.start(), found.end()]
    bounds.append(end)
    last = ""
    for first, stop in zip(bounds[::2], bounds[1::2], strict=True):
        equals = text.find("=", first, stop)
        key = text[first:equals].lower() if equals >= 0 else ""
        if key in _KEYS:
            last = key if key not in parts else ""
            parts.setdefault(key, Part(equals + 1, stop))
        elif last:
            parts[last] = Part(parts[last].start, stop)  # an & that was not coded
    return parts


class _Lin:
    """LIN put together from parts of a text; every character remembers where it comes from."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.letters: list[str] = []
        self.where: list[int] = []

    def add(self, text: str, at: int) -> None:
        """Characters that the link does not spell out, for something that stands at `at`."""
        self.letters.append(text)
        self.where += [at] * len(text)

    def add_part(self, part: Part, plus: bool = True) -> None:
        """The value of a key as it is meant."""
        decoded, where = percent_decoded(self.source, part.start, part.end, plus)
        self.letters.append(decoded)
        self.where += where[: len(decoded)]

    def add_field(self, part: Part | None, forbidden: str) -> None:
        """A value with some characters blanked; nothing when the key is not there."""
        if part is None:
            return
        decoded, where = percent_decoded(self.source, part.start, part.end, plus=True)
        self.letters.append("".join(" " if c in forbidden else c for c in decoded))
        self.where += where[: len(decoded)]

    def add_command(self, command: str, part: Part) -> None:
        """A command with the value of a key; texts in braces become comments."""
        decoded, where = percent_decoded(self.source, part.start, part.end, plus=True)
        decoded = decoded.replace("|", "/")
        self.add(f"{command}|", part.start)
        position = 0
        for found in _BRACES.finditer(decoded):
            self.letters.append(decoded[position : found.start()])
            self.where += where[position : found.start()]
            self.add("|nt|", where[found.start()])
            self.letters.append(found[1])
            self.where += where[found.start(1) : found.end(1)]
            self.add(f"|{command}|", where[found.end(1)])
            position = found.end()
        self.letters.append(decoded[position:])
        self.where += where[position : len(decoded)]
        self.add("|", part.end)

    def text(self) -> EncodedText:
        """The LIN."""
        last = self.where[-1] + 1 if self.where else 0
        end = min(last, len(self.source.text))
        return EncodedText("".join(self.letters), self.source, [*self.where, end])


def _from_keys(source: SourceText, parts: dict[str, Part]) -> _Lin:
    """The LIN of a link that gives hands, calls and cards by keys of their own."""
    lin = _Lin(source)
    first = min(part.start for part in parts.values())
    if any(key in parts for key in _NAMES):
        at = min(parts[key].start for key in _NAMES if key in parts)
        lin.add("pn|", at)
        for k, key in enumerate(_NAMES):
            lin.add("," if k else "", at)
            lin.add_field(parts.get(key), ",|")
        lin.add("|", at)
    lin.add("md|", first)
    if "d" in parts:
        lin.add(_digit(source.text[parts["d"].start : parts["d"].end]), parts["d"].start)
    for k, key in enumerate(_HANDS):
        lin.add("," if k else "", parts[key].start if key in parts else first)
        lin.add_field(parts.get(key), ",|")
    lin.add("|", max((parts[key].end for key in _HANDS if key in parts), default=first))
    if "b" in parts:
        lin.add("ah|Board ", parts["b"].start)
        lin.add_field(parts["b"], "|")
        lin.add("|", parts["b"].end)
    for key, command in (("v", "sv"), ("a", "mb"), ("p", "pc"), ("c", "mc")):
        if key in parts:
            lin.add_command(command, parts[key])
    return lin


def _digit(dealer: str) -> str:
    """LIN's digit of a dealer; what is no seat is left for the reader to report."""
    for k, seat in enumerate(SEATS):
        if dealer.strip().upper() in (str(seat), seat.full_name.upper()):
            return str(k + 1)
    return "9" if dealer.strip() else ""
