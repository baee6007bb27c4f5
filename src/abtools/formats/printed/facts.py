"""What a page says in words around hands: boards, dealers, vulnerability, players, results."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.auction import Bid, Contract
from abtools.board import Vulnerability
from abtools.cards import Seat
from abtools.formats.printed.calls import read_call
from abtools.formats.printed.page import Line, Page
from abtools.formats.printed.tricks import number_word, read_lead
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
_SCORE = re.compile(r"(?:(?:NS|EW) [+-]\d+|0) \([\w.-]+\)")
_LEGEND = re.compile(r"> [^,*]+, \* [^;]+; \S+ \d+, \S+ \d+")
_PARTS = re.compile(r"[^\s](?:(?!\s{2,}|[;|\t]|, |\. )[\s\S])*")
_DEALT = re.compile(
    r"(?<![^\W_])([A-Z]|[A-Z][^\W\d_]{2,8})(?: \([^)]{0,12}\))?,? "
    r"(?:dealt|deals|is dealer|was (?:the )?dealer)(?![^\W_])"
)
_AFTER_LABEL = re.compile(r"\s*[:=—–]\s*|-\s+|\s+")
_LONGEST_LABEL = 24
_GAME = re.compile(r"(?<![^\W_])(love[ -]all|game[ -]all)(?![^\W_])", re.IGNORECASE)
_BY = re.compile(r"\s*,?\s*(?:(?:by|played by|par|von|da|por|door|av|przez)\s+)?", re.IGNORECASE)
_TIMES = re.compile(r"\s?((?:×|x|X|\*)+)(?![^\W_])|\s*,?\s*((?:re)?doubled)(?![^\W_])")
_MADE = re.compile(
    r"\s*[,;:]?\s*(?:(?P<even>=)|(?P<sign>[+−–-])\s?(?P<over>\d{1,2})|(?P<tricks>\d{1,2})"
    r"(?:\s+(?P<unit>[^\W\d_]+))?)\s*(?P<derived>\(derived\))?\s*\.?\s*"
)
_ODD = re.compile(
    r"(?<![^\W_])(?:(?P<seat>[A-Z]|[A-Z][^\W\d_]{2,8})(?![^\W_])\s+)(?:(?:then|thus|finally)\s+)?"
    r"(?:(?P<verb>made|makes|making|scored|won|wins|lost|loses|took|takes)\s+"
    r"(?P<number>[^\W\d_]+|\d{1,2})\s+(?P<unit>odd(?: tricks?)?|by (?:cards?|tricks)|"
    r"tricks)|(?:was|is|went|goes|wins)?\s*(?:down|set|short)\s+(?P<down>[^\W\d_]+|\d{1,2})"
    r"(?:\s+tricks?)?)(?![^\W_])"
)


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


@dataclass(slots=True)
class Result:
    """Contract, declarer and tricks as far as they are told; `odd`: tricks over six, -n down."""

    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    odd: int | None = None
    down: int | None = None
    is_derived: bool = False
    start: int = 0
    length: int = 0


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
            if _result(page, number):
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
    if _SCORE.fullmatch(line.text.strip().strip("*")) or _LEGEND.fullmatch(line.text.strip()):
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
    if folded(text) in ("loveall", "gameall"):
        game = folded(text) == "gameall"
        return Fact("Vulnerable", Vulnerability.ALL if game else Vulnerability.NONE)
    return None


def _result(page: Page, number: int) -> bool:
    """A line that is a result: 4♠× South +1; 4♠ by South, 10 tricks; the word for a pass alone."""
    line = page.lines[number]
    text = line.text.strip().strip("*").strip()
    words = page.words
    alone = number == 0 or page.lines[number - 1].is_blank
    alone = alone and (number + 1 >= len(page.lines) or not _continues(page, number + 1))
    if folded(text) in (*words.passes, "passedout", "allpassed") and len(text) > 2 and alone:
        line.take()
        page.add(line.offset, line.offset + len(line.text),
                 Result(Contract.PASSED_OUT, start=line.offset, length=len(text)))  # fmt: skip
        return True
    if len(text) > 70:
        return False
    label = re.match(r"(?:contract|result|final contract|score)\s*[:.]\s*", text, re.IGNORECASE)
    at = label.end() if label else 0
    said = read_call(text, at, words)
    level = getattr(said.call, "level", None) if said else None
    if said is None or level is None:
        found = words.strain_at(text, at, letters=False)
        if found is None or not words.pip(text, at):
            return False
        strain, at = found
    else:
        assert isinstance(said.call, Bid)
        strain, at = said.call.strain, said.end
        if said.note is not None or said.nag is not None:
            return False
    factor = 1
    times = _TIMES.match(text, at)
    if times:
        factor = 2 ** min(6, len(times[1])) if times[1] else 4 if times[2][:2] == "re" else 2
        at = times.end()
    by = _BY.match(text, at)
    begin = by.end() if by else at
    name = re.compile(r"[^\W\d_]+").match(text, begin)
    seat = words.seat(name[0]) if name and (begin > at or level is None) else None
    result = Result(Contract(level, strain, factor), seat[0] if seat else None)
    at = name.end() if seat and name else at
    made = _MADE.fullmatch(text, at)
    if made is None and text[at:].strip(" .") not in ("", "(derived)"):
        return False
    if seat is None and made is None and (label is None and not alone):
        return False
    result.is_derived = text.endswith("(derived)")
    if made:
        _made(result, made)
    result.start, result.length = line.offset + line.text.find(text), len(text)
    line.take()
    page.add(line.offset, line.offset + len(line.text), result)
    return True


def _continues(page: Page, number: int) -> bool:
    return not page.lines[number].is_blank and not _SCORE.fullmatch(
        page.lines[number].text.strip().strip("*")
    )


def _made(result: Result, made: re.Match[str]) -> None:
    level = result.contract.level if result.contract else None
    if made["tricks"]:
        tricks = int(made["tricks"])
    elif level is None:
        return
    else:
        over = int(made["over"] or 0) * (1 if made["sign"] in (None, "+") else -1)
        tricks = level + 6 + over
    if 0 <= tricks <= 13:
        result.tricks = tricks


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
        for found in _ODD.finditer(text):
            seat = page.words.seat(found["seat"])
            told = _odd(found, line.offset)
            if seat and told is not None and not _is_taken(line.taken, found.start()):
                told.declarer = seat[0]
                page.add(line.offset + found.start(), line.offset + found.end(), told)


def _odd(found: re.Match[str], offset: int) -> Result | None:
    start, length = offset + found.start(), found.end() - found.start()
    if found["down"]:
        down = number_word(found["down"])
        return None if down is None else Result(down=down, start=start, length=length)
    number = number_word(found["number"])
    if number is None or number > 13:
        return None
    if found["verb"] in ("lost", "loses"):
        down = None if "odd" in found["unit"] else number
        return None if down is None else Result(down=down, start=start, length=length)
    if found["unit"] == "tricks":
        return Result(tricks=number, start=start, length=length) if number > 6 else None
    return Result(odd=number, start=start, length=length) if number <= 7 else None


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
