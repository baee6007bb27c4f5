"""The row of a sheet that names its columns."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from abtools.cards import Seat
from abtools.formats.spreadsheet.rows import Cell, delimiters, rows
from abtools.formats.spreadsheet.words import COLUMN_OF, SEATS, folded

TITLES = 30
"""Rows that may stand above the one that names the columns."""
_ORDER = ("en", "fr", "it", "es", "pt", "de", "nl", "sv", "pl")
_HONOURS = re.compile(r"(?:hon\w*?)(?:s|rs)?(n|e|s|w|north|east|south|west)")
_HONOURS_AFTER = re.compile(r"(n|e|s|w|north|east|south|west)(?:hons?|honou?rs?)")


@dataclass(frozen=True, slots=True)
class Header:
    """What the columns of a sheet hold.

    `columns` has for each a field of words.COLUMNS, `Honours:N` and so on for honours per hand,
    or a title as it stands, for a column of another kind (then `known` is false); `languages`
    are those the titles are of, the likeliest first.
    """

    columns: tuple[tuple[str, bool], ...]
    languages: tuple[str, ...]
    row: tuple[Cell, ...]

    def has(self, *fields: str) -> bool:
        """Whether there is a column for each of these fields."""
        return {(field, True) for field in fields} <= set(self.columns)

    def __len__(self) -> int:
        """How many of the columns are known."""
        return sum(known for _, known in self.columns)


def read_header(row: Sequence[Cell]) -> Header | None:
    """The header that a row is, None when it is none: it names a contract or a result, and more."""
    columns: list[tuple[str, bool]] = []
    spoken: Counter[str] = Counter()
    for cell in row:
        field, spoken_in = _field(cell.text)
        columns.append((field, True) if field else (cell.text, False))
        spoken.update(spoken_in)
    languages = sorted(spoken, key=lambda word: (-spoken[word], _ORDER.index(word)))
    header = Header(tuple(columns), tuple(languages), tuple(row))
    if len(header) >= 2 and (header.has("Contract") or header.has("Board", "Result")):
        return header
    return None


def _field(title: str) -> tuple[str, frozenset[str]]:
    """The field that a title names, "" for none, and the languages the title is of."""
    if len(title) > 40:
        return "", frozenset()
    word = folded(title) or title.strip()
    if word in COLUMN_OF:
        return COLUMN_OF[word]
    found = _HONOURS.fullmatch(word) or _HONOURS_AFTER.fullmatch(word)
    if found is not None:
        return f"Honours:{SEATS[found.group(1)]}", frozenset()
    return "", frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text as rows: what separates its cells, the rows above the header, the header."""

    delimiter: str
    titles: tuple[str, ...]
    header: Header


def find_sheet(text: str) -> Sheet | None:
    """How a text is a sheet: the delimiter under which a row names the most columns."""
    best: Sheet | None = None
    for delimiter in delimiters(text):
        titles: list[str] = []
        for row in rows(text, delimiter):
            header = read_header(row)
            if header is not None:
                if best is None or len(header) > len(best.header):
                    best = Sheet(delimiter, tuple(titles), header)
                break
            titles.append(" ".join(cell.text for cell in row if cell.text))
            if len(titles) == TITLES:
                break
    return best


def tag_name(title: str, taken: dict[str, int]) -> str:
    """The name of the tag that keeps a column of another kind; `taken` counts those given.

    >>> taken = {"PointsNS": 1}
    >>> tag_name("opening lead", taken), tag_name("Points N/S", taken)
    ('OpeningLead', 'PointsNS2')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    words = re.findall("[A-Za-z0-9]+", plain)
    name = "".join(word[0].upper() + word[1:] for word in words)[:40] or "Column"
    if not name[0].isalpha() or name in _defined():
        name = "X" + name
    wanted = name
    while name in taken:
        taken[wanted] += 1
        name = f"{wanted}{taken[wanted]}"
    taken[name] = 1
    return name


def _defined() -> frozenset[str]:
    from abtools.notation import TAG_KINDS  # pyparsing is imported only where it is needed

    return frozenset(TAG_KINDS)


SEAT_FIELDS = {seat.full_name: seat for seat in Seat}
"""Columns that hold a player's name."""
