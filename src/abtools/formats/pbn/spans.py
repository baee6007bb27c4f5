"""Where the parts of a board stand in its record."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any

from abtools.board import Board
from abtools.cards import Seat
from abtools.formats.pbn.sections import Report, Section, read_auction, read_play
from abtools.formats.pbn.tags import RawTag, raw_tags
from abtools.formats.pbn.text import RecordText
from abtools.play import Play
from abtools.problems import Span

_FIELDS = attrgetter(*(field.name for field in fields(Board) if field.name != "spans"))
"""The values of a board, in the order in which Board takes them."""


class BoardSpans(RecordText):
    """A record that can tell where the parts of its board stand."""

    __slots__ = ("_fields", "_read_again", "_sections")

    def remember(self, board: Board) -> None:
        """Keep what was read, so that a writer can tell what has changed since."""
        self._fields: tuple[Any, ...] = _FIELDS(board)

    @property
    def original(self) -> Board:
        """The board as it was read, without its spans."""
        return Board(*self._fields)

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans; found by reading the record once more."""
        part, *inside = part.split(":")
        wanted = {"call": "Auction", "card": "Play", "hand": "Deal"}.get(part, part)
        tags = self._tags()
        tag = tags.get(wanted)
        if tag is None:
            first = next(iter(tags.values())).token if tags else None
            return self.page.span(self.start if first is None else first.start, 1)
        place = (tag.token.value_start, len(tag.token.value))
        if inside:
            place = _place_in_deal(tag, *inside) or place
        if wanted != part and index is not None:
            offsets = self._offsets(tag, part)
            place = offsets[index] if index < len(offsets) else place
        return self.page.span(*place)

    def _tags(self) -> dict[str, RawTag]:
        """The first tag of each name."""
        try:
            return self._read_again
        except AttributeError:
            found: dict[str, RawTag] = {}
            for tag in raw_tags(self.tokens(), self.page.text, self.end):
                found.setdefault(tag.name, tag)
            self._read_again: dict[str, RawTag] = found
            self._sections: dict[str, list[tuple[int, int]]] = {}
            return found

    def _offsets(self, tag: RawTag, part: str) -> list[tuple[int, int]]:
        """Offset and length of each call or card."""
        if part not in self._sections:
            read = read_auction if part == "call" else _read_play_only
            section = read(Seat.N, Seat.N, tag.body, tag.body_start, _ignore)[1]
            self._sections[part] = section.offsets
        return self._sections[part]


def _ignore(code: str, message: str, offset: int, length: int) -> None:
    """Faults of a section were told when it was first read."""


def _place_in_deal(tag: RawTag, seat: str, card: str = "") -> tuple[int, int] | None:
    """The place of a hand in a Deal tag, or of a card in it; None in an odd spelling."""
    value = tag.token.value
    if tag.written is not None or value[1:2] != ":" or value[0].upper() not in "NESW":
        return None
    hands = value[2:].split(" ")
    index = ("NESW".index(seat) - "NESW".index(value[0].upper())) % 4
    if len(hands) != 4:
        return None
    at = tag.token.value_start + 2 + sum(len(hand) + 1 for hand in hands[:index])
    suits = hands[index].split(".")
    if not card or len(suits) != 4:
        return at, len(hands[index])
    number = "SHDC".index(card[0])
    found = suits[number].upper().find(card[1])
    return at + sum(len(suit) + 1 for suit in suits[:number]) + max(found, 0), 1


def _read_play_only(
    first: Seat | None, dealer: Seat | None, body: str, offset: int, report: Report
) -> tuple[Play | None, Section]:
    return read_play(first, body, offset, report)
