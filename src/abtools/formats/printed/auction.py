"""Auctions on a page: tables under seats' names, and rows of calls alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from abtools.auction import PASS, Auction, Bid, Call, Ending, Mark
from abtools.cards import Seat
from abtools.formats.printed.calls import (
    ALL_PASS,
    BLANK,
    CLOSED,
    TO_CONTINUE,
    Said,
    low_spades,
    read_call,
)
from abtools.formats.printed.page import Page
from abtools.formats.printed.words import words_of

_TOKEN = re.compile(r"[^\s|]+")
_TRICK_WORDS = words_of("trick tricks no nr # lead stick stich pli levee presa slag baza vaza")
_FEW = 60
"""Calls at most in one auction that is taken for one."""


@dataclass(slots=True)
class Header:
    """A line that names the four seats: their columns in it, in its order."""

    number: int
    seats: tuple[Seat, Seat, Seat, Seat]
    starts: tuple[int, int, int, int]
    is_old: bool
    first_column: int
    """Where the first word of the line stands, a seat or "Trick"."""
    says_trick: bool


@dataclass(slots=True)
class Calls:
    """An auction on the page: the first caller, his and the others' calls with their places.

    `seats_known` says whether the seats were named; `is_old`: as A B Y Z.
    """

    dealer: Seat
    calls: list[Call | None]
    places: list[tuple[int, int]]
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    ending: Ending = Ending.COMPLETE
    seats_known: bool = True
    is_old: bool = False
    notes: list[tuple[int, str]] = field(default_factory=list)

    def auction(self) -> Auction:
        """The auction as a value."""
        return Auction(
            self.dealer, tuple(self.calls), self.ending, tuple(self.marks), tuple(self.notes)
        )


def read_header(page: Page, number: int) -> Header | None:
    """The four seats that a line names in clockwise order, and little else; None for others."""
    text = page.lines[number].text
    if page.lines[number].taken or len(text) > 200:
        return None
    plain = re.sub(r"\([^)]*\)", lambda found: " " * len(found[0]), text)
    tokens = [(found.start(), found[0].strip("*_:.")) for found in _TOKEN.finditer(plain)]
    tokens = [(start, word) for start, word in tokens if word and word.strip("-=+")]
    for at in range(min(2, max(0, len(tokens) - 3))):
        found = [page.words.seat(word) for _, word in tokens[at : at + 4]]
        seats = [seat[0] for seat in found if seat]
        if len(seats) == 4 and all(seats[k].lho is seats[(k + 1) % 4] for k in range(4)):
            before, after = tokens[:at], tokens[at + 4 :]
            says_trick = any(word.lower() in _TRICK_WORDS for _, word in before)
            if (before and not says_trick) or len(after) > 3:
                return None
            starts = [start for start, _ in tokens[at : at + 4]]
            return Header(
                number,
                (seats[0], seats[1], seats[2], seats[3]),
                (starts[0], starts[1], starts[2], starts[3]),
                any(seat is not None and seat[1] for seat in found),
                tokens[0][0],
                says_trick,
            )
    return None


def row_of_calls(page: Page, number: int) -> list[Said] | None:
    """The calls of a line that holds nothing else, empty cells as BLANK; None for other lines."""
    text = page.lines[number].text
    found: list[Said] = []
    at = 0
    while at < len(text):
        if text[at] in " |\t\xa0":
            at += 1
            continue
        said = read_call(text, at, page.words)
        if said is None or len(found) > _FEW:
            return None
        after = text[said.end : said.end + 1]
        if after.isalnum():
            return None
        found.append(said)
        at = said.end + (after in tuple(".,;"))
    return found or None


def cells_of(page: Page, number: int, row: list[Said], header: Header) -> list[Said | None] | None:
    """The calls of a row in four columns; None where the columns cannot be told."""
    text = page.lines[number].text
    for sign in "\t|":
        if sign in text.strip(" ") and text.count(sign) >= 2:
            parts = text.split(sign)
            if sign == "|" and not parts[0].strip():
                parts = parts[1:]
            cells: list[Said | None] = []
            at = text.find(sign) + 1 if len(parts) < text.count(sign) + 1 else 0
            for part in parts[:4]:
                inside = [said for said in row if at <= said.start < at + len(part) + 1]
                if len(inside) > 1:
                    return None
                cells.append(inside[0] if inside else None)
                at += len(part) + 1
            while cells and cells[-1] is None:
                cells.pop()
            return cells
    if len(row) == 4:
        return list(row)
    if len(row) > 4:
        return None
    placed: list[Said | None] = [None] * 4
    last = -1
    for said in row:
        column = min(range(4), key=lambda k: abs(header.starts[k] - said.start))
        if column <= last:
            return None
        placed[column], last = said, column
    while placed and placed[-1] is None:
        placed.pop()
    return placed


def read_table(page: Page, header: Header) -> int:
    """Add the auction under a header; the number of the line after it (the header's: none)."""
    number = header.number + 1
    cells: list[Said | None] = []
    places: list[int] = []
    while number < len(page.lines):
        line = page.lines[number]
        if line.is_blank and not cells and number == header.number + 1:
            number += 1
            continue
        if not cells and re.fullmatch(r"[\s|:+=_-]*[-=_]{2}[\s|:+=_-]*", line.text):
            line.take()
            number += 1
            continue
        if line.is_blank or line.taken:
            break
        row = row_of_calls(page, number)
        if row is None:
            if cells:
                _complain(page, number)
            break
        placed = cells_of(page, number, row, header)
        if placed is None:
            page.report("printed-doubt", "calls that stand under no seat; read in order",
                        line.offset + row[0].start, row[-1].end - row[0].start)  # fmt: skip
            placed = list(row)
        if cells and len(cells) % 4:
            cells += [None] * (-len(cells) % 4)
            places += [line.offset] * (len(cells) - len(places))
        for said in placed:
            cells.append(said)
            places.append(line.offset + (said.start if said else 0))
        line.take()
        number += 1
    if not any(
        said is not None and said.call not in (BLANK, None, CLOSED, TO_CONTINUE) for said in cells
    ):
        return header.number
    page.lines[header.number].take()
    first = next(k for k, said in enumerate(cells) if said is not None and said.call is not BLANK)
    for lead in range(first):
        if header.seats[lead % 4] is header.seats[first % 4]:
            first = lead
            break
    calls = Calls(header.seats[first % 4], [], [], is_old=header.is_old)
    _fill(page, calls, cells[first:], places[first:])
    page.add_section(page.lines[header.number].offset, page.lines[number - 1].offset, calls)
    return number


def _complain(page: Page, number: int) -> None:
    """A line under an auction's rows that begins with a call but holds more."""
    line = page.lines[number]
    at = len(line.text) - len(line.text.lstrip())
    said = read_call(line.text, at, page.words)
    if said and said.call not in (None, BLANK) and len(line.text.split()) <= 5:
        page.report("call-syntax", f"{line.text.strip()!r}: not all of it are calls; left out",
                    line.offset + at, len(line.text) - at)  # fmt: skip


def _fill(page: Page, into: Calls, cells: Sequence[Said | None], places: Sequence[int]) -> None:
    """The calls of cells in order; all pass, dashes and endings become what they mean."""
    spelled: list[bool] = []
    for index, said in enumerate(cells):
        place = places[index], 0 if said is None else said.end - said.start
        if into.ending is not Ending.COMPLETE:
            break
        if said is None:
            page.report("call-unrecorded", "a call is missing here", place[0], place[1])
            call: Call | None = None
        elif said.call is ALL_PASS:
            for _ in range(passes_left(into.calls)):
                into.calls.append(PASS)
                into.places.append(place)
                spelled.append(False)
            break
        elif said.call in (CLOSED, TO_CONTINUE):
            into.ending = Ending(str(said.call))
            break
        elif said.call is BLANK:
            page.report("printed-doubt", "a dash where a call is due: read as a pass", *place)
            call = PASS
        else:
            call = said.call
        if said is not None and (said.note is not None or said.nag is not None):
            nags = () if said.nag is None else (said.nag,)
            into.marks.append((len(into.calls), Mark("", said.note, nags)))
        into.calls.append(call)
        into.places.append(place)
        spelled.append(said is not None and said.in_words)
    if into.calls and into.calls[-1] is None and into.ending is Ending.COMPLETE:
        into.calls.pop()
        into.places.pop()
        into.ending = Ending.TO_CONTINUE
    if low_spades(into.calls, spelled) and into.places:
        page.report("printed-read", "spades beside royals: read as the low spades of 1912",
                    *into.places[0])  # fmt: skip


def passes_left(calls: Sequence[Call | None]) -> int:
    """How many passes end the auction."""
    passes = 0
    for call in reversed(calls):
        if call is not PASS:
            break
        passes += 1
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    return max(0, needed - passes)


def find_bare_rows(page: Page) -> None:
    """Add auctions in rows that no line of seats stands above; West first is assumed."""
    number = 0
    while number < len(page.lines):
        rows: list[list[Said]] = []
        first = number
        while number < len(page.lines):
            line = page.lines[number]
            row = None if line.taken or line.is_blank else row_of_calls(page, number)
            if row is None or (len(row) > 4 and rows):
                break
            rows.append(row)
            number += 1
        if not rows:
            number += 1
            continue
        said = [s for row in rows for s in row]
        real = [s for s in said if s.call not in (None, BLANK)]
        bids = sum(isinstance(s.call, Bid) for s in said)
        passes = sum(s.call is PASS or s.call is ALL_PASS for s in said)
        if len(real) < 4 and not (bids and any(s.call is ALL_PASS for s in said)):
            continue
        if not bids or not passes or (number < len(page.lines) and not page.lines[number].is_blank):
            continue
        lead = 4 - len(rows[0]) if len(rows) > 1 and len(rows[0]) < 4 else 0
        cells: list[Said | None] = [*([None] * lead), *said]
        places = [page.lines[first].offset] * lead
        for k, row in enumerate(rows):
            places += [page.lines[first + k].offset + s.start for s in row]
            page.lines[first + k].take()
        seats = (Seat.W, Seat.N, Seat.E, Seat.S)
        start = next(k for k, s in enumerate(cells) if s is not None and s.call is not BLANK)
        calls = Calls(seats[start % 4], [], [], seats_known=False)
        _fill(page, calls, cells[start:], places[start:])
        begin = page.lines[first].offset + rows[0][0].start
        page.report("printed-seat", "no seats above the calls: West, North, East, South assumed",
                    begin, 0)  # fmt: skip
        page.add_section(begin, page.lines[number - 1].offset, calls)
