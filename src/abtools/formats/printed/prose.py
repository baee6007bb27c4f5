"""Auctions told in sentences: A "No bid", Y "Three Diamonds", and so on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.auction import PASS, Bid, Ending
from abtools.cards import Seat
from abtools.formats.printed.auction import Calls, passes_left
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

_VERBS = (
    r"(?:\s*(?:,|:|—|–|-)\s*|\s+)"
    r"(?:(?:and|then|now|dealt|deals|bids?|says?|said|calls?|called|opens?|opened|declares?|"
    r"declared|goes|went|raises?|raised|to|with|again|finally|having|who|responds?|overcalls?)"
    r"[\s,]+){0,4}"
)
_SPEAKER = re.compile(
    rf"(?<![^\W_])(?P<seat>[A-Z]|[^\W\d_]{{3,9}})(?:\s*\([^)]{{0,20}}\))?"
    rf"(?:\s*(?:,|and|&)\s*(?P<second>[A-Z]|[A-Z][^\W\d_]{{2,8}})(?![^\W_]))?"
    rf"(?:,[^,;:.!?\"“”]{{3,40}}, ?(?=[\"“”])|{_VERBS})"
    rf"(?P<quote>[\"“”‘']?)\s*(?=\S)"
)
_ALL_PASSED = re.compile(
    r"(?:and )?(?:all(?: the| other| others)*|the others|the rest|everybody) pass", re.IGNORECASE
)
_CLOSING = re.compile(r"\s*[.,;]?\s*[\"”“’']*\s*[.,;:—–-]*\s*(?:and\s+)?", re.IGNORECASE)


@dataclass(slots=True)
class _Turn:
    """Who speaks in a sentence, what, and where."""

    seats: tuple[Seat, ...]
    said: Said
    start: int
    end: int
    quoted: bool
    is_old: bool


def find_prose(page: Page) -> None:
    """Add auctions told in sentences: A "No bid", Y "Three Diamonds", and so on. The text stays."""
    text = page.unread()
    at = 0
    for found in re.finditer(r"(?:(?!\n[ \t\r]*\n)[\s\S])+", text):
        start, end = found.span()
        if start < at or end - start > 20_000:
            continue
        at = end
        flat = re.sub(r"[\r\n\t]", " ", found[0])
        _read_paragraph(page, flat, start)


def _read_paragraph(page: Page, text: str, base: int) -> None:
    turns: list[_Turn] = []
    at = 0
    while True:
        found = _SPEAKER.search(text, at)
        if found is None:
            break
        turn = _turn(page, text, found)
        if turn is None:
            at = found.end("seat")
            continue
        if turns and not _follows(text, turns[-1], turn):
            _add_turns(page, turns, base, text)
            turns = []
        turns.append(turn)
        at = max(turn.end, found.end("seat"))
    _add_turns(page, turns, base, text)


def _turn(page: Page, text: str, found: re.Match[str]) -> _Turn | None:
    named = [page.words.seat(found[name]) for name in ("seat", "second") if found[name]]
    seats = tuple(seat[0] for seat in named if seat)
    if not seats or len(seats) < len(named):
        return None
    said = read_call(text, found.end(), page.words)
    if said is None or said.call in (None, BLANK, CLOSED, TO_CONTINUE):
        return None
    quoted = bool(found["quote"])
    if not quoted and text[said.end : said.end + 1].isalnum():
        return None
    old = any(seat is not None and seat[1] for seat in named)
    return _Turn(seats, said, found.start("seat"), said.end, quoted, old)


def _follows(text: str, before: _Turn, after: _Turn) -> bool:
    """Whether little stands between two turns of one auction."""
    between = text[before.end : after.start]
    return len(between) < 60 and len(re.findall(r"[^\W\d_]{2,}", between)) <= 6


def _add_turns(page: Page, turns: list[_Turn], base: int, text: str) -> None:
    bids = [turn for turn in turns if isinstance(turn.said.call, Bid)]
    if len(turns) < 2 or not bids or not (all(turn.quoted for turn in turns) or len(turns) >= 3):
        return
    into = Calls(turns[0].seats[0], [], [], is_old=any(turn.is_old for turn in turns))
    spelled: list[bool] = []
    due = into.dealer
    for turn in turns:
        place = base + turn.said.start, turn.said.end - turn.said.start
        for seat in turn.seats:
            skipped = 0
            while due is not seat and skipped < 3:
                into.calls.append(None)
                page.report("call-unrecorded", f"{due.full_name}'s call is not told", *place)
                into.places.append(place)
                spelled.append(False)
                due = due.lho
                skipped += 1
            if turn.said.call is ALL_PASS:
                break
            into.calls.append(turn.said.call)
            into.places.append(place)
            spelled.append(turn.said.in_words)
            due = seat.lho
    rest = text[turns[-1].end :]
    closing = _CLOSING.match(rest)
    after = closing.end() if closing else 0
    last = read_call(rest, after, page.words)
    told = (last is not None and last.call is ALL_PASS) or turns[-1].said.call is ALL_PASS
    told = told or _ALL_PASSED.match(rest[after:]) is not None
    if told:
        for _ in range(passes_left(into.calls)):
            into.calls.append(PASS)
            into.places.append((base + turns[-1].end, 0))
            spelled.append(False)
    elif passes_left(into.calls):
        into.ending = Ending.CLOSED
        page.report("auction-incomplete", "the sentence stops before the auction is over",
                    base + turns[-1].start, turns[-1].end - turns[-1].start)  # fmt: skip
    if low_spades(into.calls, spelled):
        page.report("printed-read", "spades beside royals: read as the low spades of 1912",
                    *into.places[0])  # fmt: skip
    page.add_section(base + turns[0].start, base + turns[-1].end, into)
