"""Play on a page: tables of tricks with the winning card marked, and opening leads."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from abtools.auction import JUDGEMENTS, Ending, Mark
from abtools.cards import Card, Rank, Seat
from abtools.formats.printed.auction import Header
from abtools.formats.printed.page import Page
from abtools.formats.printed.words import NUMBERS, WORD, Vocabulary, folded

_NUMBER = re.compile(r"\s*\|?\s*(\d{1,2}|[IVX]{1,4})\s*[.):|]?(?=\s|\|)")
_TAGGED = re.compile(r"<(f|u|b|i|em|strong|ins)>\s*(.*?)\s*</\1>", re.IGNORECASE)
_UNDERLINED = re.compile(r"(_{1,2}|\*{1,2})(?=\S)(.*?\S)\1")
_SIGNS = re.compile(r"(\?\?|!!|!\?|\?!|!|\?)?\s?(?:\((?:[^\W\d_]+/)?(\d{1,3})\))?\s*(\*)?\s*$")
_NAGS = {sign: nag for nag, sign in enumerate(JUDGEMENTS, 7)}
_ORDER = re.compile(
    r"[\s|]*tricks?[\s|]+(lead(?:er)?|led|1st|first)(?: hand)?[\s|]+(2n?d|second)(?: hand)?[\s|]+"
    r"(3r?d|third)(?: hand)?[\s|]+(4th|fourth)(?: hand)?[\s|]*",
    re.IGNORECASE,
)
_EMPTY = frozenset(("-", "—", "–", "", "..", "...", "…"))
_OF = re.compile(r"[\s-]*(?:of|di|de|da|do|van)\s+", re.IGNORECASE)


@dataclass(slots=True)
class Tricks:
    """A play on the page in columns: the first column's seat, cards with places, what is marked.

    `leader` leads to the first trick by a mark; `winners` has a seat for each trick whose winning
    card is marked or whose winner is named.
    """

    first: Seat
    cards: list[Card | None]
    places: list[tuple[int, int]]
    leader: Seat | None = None
    winners: dict[int, Seat] = field(default_factory=dict)
    marks: list[tuple[int, Mark]] = field(default_factory=list)
    ending: Ending = Ending.COMPLETE
    notes: list[tuple[int, str]] = field(default_factory=list)
    is_old: bool = False
    is_lead_only: bool = False
    in_order: bool = False
    """The columns are the order of play (lead, second, third, fourth hand), not seats."""


@dataclass(slots=True)
class Shown:
    """A card in a cell and what is marked on it."""

    card: Card | None
    won: bool = False
    led: bool = False
    note: int | None = None
    nag: int | None = None
    ending: Ending | None = None


def read_card(text: str, words: Vocabulary) -> Card | None:
    """A card as printed: ♠K, K♠, SK, KS, king of spades; None for anything else.

    >>> from abtools.formats.printed.words import vocabulary
    >>> str(read_card("10♥", vocabulary("en"))), str(read_card("Knave of Clubs", vocabulary("en")))
    ('HT', 'CJ')
    """
    text = text.strip(" .,;")
    for at in (0, len(text) - 1, len(text) - 2, len(text) - 3):
        if at < 0:
            continue
        found = words.pip(text, at)
        if found is None and len(text) in (2, 3) and (at == 0 or at == len(text) - 1):
            suit = words.suit_letter(text[at], 0)
            found = suit and (suit[0], at + 1)
        if found and (at == 0 or found[1] == len(text)):
            rest = text[found[1] :] if at == 0 else text[:at]
            rank = _rank(rest.strip(" -—–.'"), words)
            if rank is not None:
                return Card(found[0], rank)
    word = WORD.match(text) or re.match(r"10|[2-9]", text)
    if word is None:
        return None
    rank = _rank(word[0], words)
    of = _OF.match(text, word.end())
    suit_found = words.suit_word(text, of.end()) if of else None
    if rank is None or suit_found is None or suit_found[1] != len(text):
        return None
    return Card(suit_found[0], rank)


def _rank(text: str, words: Vocabulary) -> Rank | None:
    return words.rank(text) or words.rank_words.get(folded(text)) if text else None


def read_shown(text: str, words: Vocabulary) -> Shown | None:
    """A cell of a trick table; None for what is no card. The winning card is between _ _ or tags,
    or followed by *; > stands before the card that was led."""
    text = text.strip()
    if text in _EMPTY:
        return Shown(None)
    if text in ("*", "+"):
        return Shown(None, ending=Ending(text))
    won = led = False
    tagged = _TAGGED.fullmatch(text) or _UNDERLINED.fullmatch(text)
    if tagged:
        won, text = True, tagged[2]
    if text.startswith(">"):
        led, text = True, text[1:].strip()
        if text in _EMPTY:
            return Shown(None, led=True)
    tagged = _TAGGED.fullmatch(text) or _UNDERLINED.fullmatch(text)
    if tagged:
        won, text = True, tagged[2]
    signs = _SIGNS.search(text)
    nag = note = None
    if signs and signs.start():
        nag = _NAGS.get(signs[1] or "")
        note = int(signs[2]) if signs[2] else None
        won = won or bool(signs[3])
        text = text[: signs.start()]
    card = read_card(text, words)
    return None if card is None else Shown(card, won, led, note, nag)


def read_order_header(page: Page, number: int) -> Header | None:
    """A line that names the hands by the order of play: Trick, Lead, 2nd, 3rd, 4th."""
    text = page.lines[number].text
    found = _ORDER.fullmatch(text) if len(text) < 120 else None
    if found is None or page.lines[number].taken:
        return None
    starts = (found.start(1), found.start(2), found.start(3), found.start(4))
    seats = (Seat.W, Seat.N, Seat.E, Seat.S)
    return Header(number, seats, starts, False, len(text) - len(text.lstrip()), True)


def read_trick_table(page: Page, header: Header, in_order: bool = False) -> int:
    """Add the tricks under a header; the number of the line after them (the header's: none)."""
    number = header.number + 1
    rows: list[tuple[int, list[tuple[Shown, int, int]], Seat | None]] = []
    while number < len(page.lines):
        line = page.lines[number]
        if re.fullmatch(r"[\s|:+=_-]+", line.text) and line.text.strip():
            number += 1
            continue
        if line.is_blank and not rows and number == header.number + 1:
            number += 1
            continue
        row = _row(page, number, header, len(rows) + 1)
        if row is None:
            break
        rows.append((number, *row))
        number += 1
    if not rows:
        return header.number
    for taken in range(header.number, number):
        page.lines[taken].take()
    tricks = Tricks(header.seats[0], [], [], is_old=header.is_old, in_order=in_order)
    for index, (line_number, cells, named) in enumerate(rows):
        offset = page.lines[line_number].offset
        for k, (shown, start, end) in enumerate(cells):
            if shown.ending is not None:
                tricks.ending = shown.ending
                break
            at = len(tricks.cards)
            if shown.won:
                tricks.winners[index] = header.seats[k]
            if shown.led and index == 0:
                tricks.leader = header.seats[k]
            if shown.note is not None or shown.nag is not None:
                nags = () if shown.nag is None else (shown.nag,)
                tricks.marks.append((at, Mark("", shown.note, nags)))
            tricks.cards.append(shown.card)
            tricks.places.append((offset + start, end - start))
        if named is not None:
            tricks.winners.setdefault(index, named)
    page.add_section(page.lines[header.number].offset, page.lines[number - 1].offset, tricks)
    return number


def _row(
    page: Page, number: int, header: Header, due: int
) -> tuple[list[tuple[Shown, int, int]], Seat | None] | None:
    """The four cells of a numbered line, and the winner that its last column names."""
    text = page.lines[number].text
    found = _NUMBER.match(text)
    if found is None or page.lines[number].taken:
        return None
    if found[1].isdigit() and int(found[1]) != due:
        if not 1 <= int(found[1]) <= 13:
            return None
        page.report("printed-doubt", f"trick {found[1]} where trick {due} is due",
                    page.lines[number].offset + found.start(1), len(found[1]))  # fmt: skip
    cells: list[tuple[Shown, int, int]] = []
    winner: Seat | None = None
    cards = 0
    for start, part in _parts(text, found.end(), header):
        shown = read_shown(part, page.words)
        end = start + len(part)
        if shown is None and cards and page.words.seat(part.split("(")[0].strip()):
            seat = page.words.seat(part)
            winner = seat[0] if seat else None
            continue
        if len(cells) == 4:
            break
        if shown is None:
            if not cards and not re.search(r"\d|[♠♥♦♣]", part):
                return None
            page.report("card-syntax", f"{part.strip()!r} is no card",
                        page.lines[number].offset + start, len(part))  # fmt: skip
            shown = Shown(None)
        cards += shown.card is not None or shown.ending is not None
        cells.append((shown, start, end))
    return (cells, winner) if cards else None


def _parts(text: str, at: int, header: Header) -> list[tuple[int, str]]:
    """The cells of a row and their places: cut at bars, tabs, two blanks; else at each blank."""
    if "|" in text[at:]:
        begin = text.index("|", at) + 1 if not text[at : text.index("|", at)].strip() else at
        parts: list[tuple[int, str]] = []
        start = begin
        for piece in text[begin:].split("|"):
            if len(parts) < 5:
                parts.append((start + len(piece) - len(piece.lstrip()), piece.strip()))
            start += len(piece) + 1
        return [*parts[:4], *(part for part in parts[4:] if part[1])]
    pieces = [
        (found.start() + at, found[0])
        for found in re.finditer(r"\S+(?: \S+)*", text[at:].replace("\t", "  "))
    ]
    if len(pieces) < 4 and all(" " not in word for _, word in pieces[1:]):
        words = [(f.start() + at, f[0]) for f in re.finditer(r"\S+", text[at:])]
        if len(words) >= 4:
            return words
    return pieces


# ------------------------------------------------------------------ opening leads


def read_lead(page: Page, text: str, offset: int, number: int, names: frozenset[str]) -> bool:
    """An opening lead in a line of its own: "lead: ♦2", "West leads the king of hearts"."""
    words = page.words
    found = re.fullmatch(r"\s*([^\W\d_]+(?: [^\W\d_]+)?)\s*[:.—–-]+\s*(.{2,24}?)\s*", text)
    card: Card | None = None
    leader: Seat | None = None
    if found and folded(found[1]) in names:
        card = read_card(found[2], words)
    else:
        found = re.fullmatch(
            r"\s*([^\W\d_]+) (?:leads|led|opens|opened)(?: with)?(?: the)? (.{2,24}?)\.?\s*", text
        )
        seat = words.seat(found[1]) if found else None
        if found and seat:
            leader, card = seat[0], read_card(found[2], words)
    if found is None or card is None:
        return False
    start = offset + found.start(2)
    place = (start, len(found[2]))
    first = Seat.N if leader is None else leader
    tricks = Tricks(first, [card], [place], leader, is_lead_only=True)
    page.lines[number].take()
    page.add_section(offset, offset + len(text), tricks)
    return True


def number_word(word: str) -> int | None:
    """A whole number in digits or English words.

    >>> number_word("ten"), number_word("10")
    (10, 10)
    """
    if re.fullmatch(r"\d{1,2}", word):
        return int(word)
    return NUMBERS.get(folded(word))
