"""What a page says in words around hands: boards, dealers, vulnerability, players, notes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.board import Vulnerability
from abtools.cards import Seat
from abtools.formats.printed.page import Line, Page
from abtools.formats.printed.results import ODD, SCORE, odd_tricks, read_result
from abtools.formats.printed.tricks import read_lead
from abtools.formats.printed.words import folded

EVENTS = ("Event", "Site", "Date")
PLAYERS = ("West", "North", "East", "South")
NO_NUMBER = "Board without number"
_HEAD = re.compile(
    r"\s*(?:#{1,6} +|\*\*)?(?P<word>[^\W\d_]+(?: (?:no|nr|n°|nº))?|N[°º])\.?\s*[#:°º]?\s*"
    r"(?P<number>[A-Za-z]{0,3}\d{1,6}[a-z]?)(?:\*\*)?\s*(?:[.:—–-]\s*|\s{2,}|$)(?P<title>.*)",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:^|, )(\d{4}\.\d\d\.\d\d)$")
_EVENT = re.compile(r"(Event|Site|Date): (\S.*)")
_PLAYER = re.compile(r"([^\W\d_]{1,9}): ?(\S.*)")
_NOTE = re.compile(r"\s*\((?P<lead>[^\W\d_]+/)?(?P<number>\d{1,3})\)(?:\s(?P<text>.*))?$")
_LEGEND = re.compile(r"> [^,*]+, \* [^;]+; \S+ \d+, \S+ \d+")
_PARTS = re.compile(r"[^\s](?:(?!\s{2,}|[;|\t]|(?<!Score), |\. )[\s\S])*")
_DEALT = re.compile(
    r"(?<![^\W_])([A-Z]|[A-Z][^\W\d_]{2,8})(?: \([^)]{0,12}\))?,? "
    r"(?:dealt|deals|is dealer|was (?:the )?dealer)(?![^\W_])"
)
_AFTER_LABEL = re.compile(r"\s*[:=—–]\s*|-\s+|\s+")
_LONGEST_LABEL = 24
_GAME = re.compile(r"(?<![^\W_])(love[ -]all|game[ -]all)(?![^\W_])", re.IGNORECASE)

_GAMES = {"loveall": Vulnerability.NONE, "gameall": Vulnerability.ALL}
"""The state of the games in old books, folded; also after "Score"."""


@dataclass(slots=True)
class Head:
    """A line that begins a board: its number (None: without), and the title beside it."""

    number: str | None
    title: str


@dataclass(slots=True)
class Fact:
    """One thing said: `name` is Dealer, Vulnerable, a player's seat, Event, Site or Date."""

    name: str
    value: str | Seat | Vulnerability
    is_old: bool = False


@dataclass(slots=True)
class Note:
    """The text of a note to a call, or to a card."""

    number: int
    text: str
    to_card: bool


def find_facts(page: Page) -> None:
    """Add what lines that are not yet taken say; they are taken when nothing else stands there."""
    number = 0
    lead_names = frozenset({"lead", "openinglead", folded(page.words.language.lead)})
    while number < len(page.lines):
        line = page.lines[number]
        rest = line.rest().strip()
        if not rest or len(rest) > 300:
            number += 1
            continue
        if not line.taken:
            head = _head(page, number)
            if head:
                number = _under_head(page, number + 1)
                continue
            if _note(page, number) or _scrap(page, number):
                number += 1
                continue
            if read_lead(page, line.text, line.offset, number, lead_names):
                number += 1
                continue
            if read_result(page, number):
                number += 1
                continue
        _facts(page, number)
        number += 1
    _in_sentences(page)


def _head(page: Page, number: int) -> bool:
    """A heading: Board 7, Deal No. 3; takes the line."""
    line = page.lines[number]
    stripped = line.text.strip().lstrip("# ")
    if stripped == NO_NUMBER or stripped.startswith(NO_NUMBER + "  "):
        line.take()
        title = stripped[len(NO_NUMBER) :].strip()
        page.add(line.offset, line.offset + len(line.text), Head(None, title))
        return True
    found = _HEAD.fullmatch(line.text)
    if found is None or folded(found["word"]) not in page.words.heads:
        return False
    title = found["title"].strip()
    if len(title) > 120:
        return False
    line.take(0, found.start("title") if title else None)
    is_title = line.text[found.end("number") : found.start("title")].endswith("  ")
    told = any(_is_fact(page, part[0].rstrip(" .,")) for part in _PARTS.finditer(title))
    if is_title and title and not told:
        line.take()
        page.add(line.offset, line.offset + len(line.text), Head(found["number"], title))
        return True
    page.add(line.offset, line.offset + found.start("title"), Head(found["number"], ""))
    _after_head(page, line, found.start("title"), title)
    if told:
        _facts(page, number)
    return True


def _after_head(page: Page, line: Line, at: int, title: str) -> None:
    """Dealer and vulnerability in one, after the number: N/EW, South/None."""
    dealer, _, rest = title.partition("/")
    seat, state = page.words.seat(dealer), page.words.vulnerability(rest)
    if seat and state is not None and rest:
        end = line.offset + len(line.text)
        page.add(line.offset + at, end, Fact("Dealer", seat[0], seat[1]))
        page.add(line.offset + at, end, Fact("Vulnerable", state))
        line.take()


def _under_head(page: Page, number: int) -> int:
    """Events and players in the lines right under a heading."""
    last: Fact | None = None
    while number < len(page.lines):
        line = page.lines[number]
        if line.is_blank or line.taken:
            break
        event = _EVENT.fullmatch(line.text)
        if event:
            last = Fact(event[1], event[2])
            page.add(line.offset, line.offset + len(line.text), last)
            line.take()
            number += 1
            continue
        if _is_fact(page, line.text):
            break
        pieces = [
            (found.start(), found[0].rstrip())
            for found in re.finditer(r"\S(?:(?!   )[\s\S])*", line.text)
        ]
        players = [(start, _PLAYER.fullmatch(text)) for start, text in pieces]
        seats = [page.words.seat(found[1]) if found else None for _, found in players]
        if not any(seats):
            if isinstance(last, Fact) and last.name in PLAYERS and isinstance(last.value, str):
                last.value = f"{last.value} {line.text.strip()}"
                line.take()
                number += 1
                continue
            break
        for (start, found), seat in zip(players, seats, strict=True):
            if found is not None and seat is not None:
                last = Fact(seat[0].full_name, found[2].strip())
                page.add(line.offset + start, line.offset + start + len(found[0]), last)
            elif last is not None and isinstance(last.value, str):
                last.value = f"{last.value} {pieces[players.index((start, found))][1]}"
        line.take()
        number += 1
    return number


def _note(page: Page, number: int) -> bool:
    """A note under an auction or a play: (1) text; takes it with the lines it goes on in."""
    line = page.lines[number]
    found = _NOTE.match(line.text)
    if found is None or not page.has_sections:
        return False
    text = (found["text"] or "").rstrip("\r\n")
    line.take()
    after = number + 1
    while after < len(page.lines) and page.lines[after].text.startswith("    "):
        following = page.lines[after]
        if following.taken or not following.text.strip():
            break
        text = f"{text} {following.text.strip()}"
        following.take()
        after += 1
    page.add(line.offset, page.lines[after - 1].offset, Note(int(found["number"]), text,
             found["lead"] is not None))  # fmt: skip
    return True


def _scrap(page: Page, number: int) -> bool:
    """What `abtools show` prints beside the record: the legend of the play, the score."""
    line = page.lines[number]
    if SCORE.fullmatch(line.text.strip().strip("*")) or _LEGEND.fullmatch(line.text.strip()):
        line.take()
        page.report("printed-read", "computed from the record, not part of it; left out",
                    line.offset, len(line.text))  # fmt: skip
        return True
    return False


def _is_fact(page: Page, text: str) -> bool:
    return _fact(page, text.strip()) is not None


def _facts(page: Page, number: int) -> None:
    """Dealer and vulnerability in the parts of a line."""
    line = page.lines[number]
    kept = list(line.text)
    for start, end in line.taken:
        kept[start:end] = "\t" * (end - start)
    text = "".join(kept)
    found: list[tuple[int, int, Fact]] = []
    others = False
    for part in _PARTS.finditer(text):
        plain = part[0].strip().rstrip(".,")
        fact = _fact(page, plain)
        if fact is not None:
            found.append((part.start(), part.start() + len(part[0]), fact))
        elif re.search(r"\w", plain):
            others = True
    for start, end, fact in found:
        if others and not line.taken and len(found) == 1 and len(text.split()) > 8:
            continue
        page.add(line.offset + start, line.offset + end, fact)
        line.take(start, end)
    if found and not others:
        line.take()


def _fact(page: Page, text: str) -> Fact | None:
    """A dealer or a vulnerability: "dealer: North", "N-S vulnerable", "South deals"."""
    words = page.words
    if len(text) > 60 or not text:
        return None
    for gap in _AFTER_LABEL.finditer(text):
        if gap.start() > _LONGEST_LABEL or gap.end() == len(text):
            break
        name, value = words.labels.get(folded(text[: gap.start()])), text[gap.end() :]
        if name == "Dealer":
            seat = words.seat(value)
            if seat:
                return Fact("Dealer", seat[0], seat[1])
        elif name == "Vulnerable":
            state = words.vulnerability(value)
            if state is not None:
                return Fact("Vulnerable", state)
    last = re.match(r"(\S.*?)[\s,]+([^\W\d_]+)$", text)
    if last:
        seat = words.seat(last[1])
        if seat and words.deals(last[2]):
            return Fact("Dealer", seat[0], seat[1])
        if words.labels.get(folded(last[2])) == "Vulnerable":
            state = words.vulnerability(re.sub(r"\s+side$", "", last[1]))
            if state is not None:
                return Fact("Vulnerable", state)
    state = _GAMES.get(folded(text).removeprefix("score"))
    return None if state is None else Fact("Vulnerable", state)


def _in_sentences(page: Page) -> None:
    """Dealers, scores and results in prose; the sentences stay where they are."""
    for line in page.lines:
        if line.taken and not line.rest():
            continue
        text = line.text
        for found in _DEALT.finditer(text):
            seat = page.words.seat(found[1])
            if seat and not _is_taken(line.taken, found.start()):
                page.add(line.offset + found.start(), line.offset + found.end(),
                         Fact("Dealer", seat[0], seat[1]))  # fmt: skip
        for found in _GAME.finditer(text):
            if not _is_taken(line.taken, found.start()):
                state = Vulnerability.ALL if found[1][0] in "gG" else Vulnerability.NONE
                page.add(line.offset + found.start(), line.offset + found.end(),
                         Fact("Vulnerable", state))  # fmt: skip
        for found in ODD.finditer(text):
            seat = page.words.seat(found["seat"])
            told = odd_tricks(found, line.offset)
            if seat and told is not None and not _is_taken(line.taken, found.start()):
                told.declarer = seat[0]
                page.add(line.offset + found.start(), line.offset + found.end(), told)


def _is_taken(taken: list[tuple[int, int]], at: int) -> bool:
    return any(start <= at < end for start, end in taken)


def title_facts(title: str) -> list[Fact]:
    """The event and date of a heading's title."""
    if not title:
        return []
    date = _DATE.search(title)
    found = []
    if date:
        title = title[: date.start()]
    if title:
        found.append(Fact("Event", title))
    if date:
        found.append(Fact("Date", date[1]))
    return found
