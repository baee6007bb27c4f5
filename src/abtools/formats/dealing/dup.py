"""DUP: 156 bytes a board, the BRI digits, the DGE hands, and what the machine is to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from abtools.board import Board, Tag
from abtools.cards import Deal, Seat
from abtools.formats.dealing.bri import BriStream, is_by_line
from abtools.formats.dealing.card_numbers import LENGTH as NUMBERS
from abtools.formats.dealing.card_numbers import numbers_of, read_numbers
from abtools.formats.dealing.machine import (
    END_OF_FILE,
    MachineStream,
    Record,
    number_of,
    tell_changes,
    writable,
)
from abtools.formats.dealing.suit_lists import LENGTH as LISTS
from abtools.formats.dealing.suit_lists import PIPS
from abtools.formats.records import ByteText
from abtools.problems import Problem, SourceText

RECORD = 156
HANDS = NUMBERS + LISTS
HIGHEST = 999
_TRAILER = re.compile(r"([YN])([YN])([0-9 ]{3})([0-9 ]{2})([0-9 ]{3})")
_LOOKS = re.compile(r"[0-9]{78}[\x06\r\n]")


@dataclass(frozen=True, slots=True)
class Order:
    """What the trailer of the first record orders: boards from, to, copies, the two switches."""

    lowest: int
    highest: int
    random: str = "Y"
    backwards: str = "N"
    copies: str = "0"

    def __str__(self) -> str:
        highest = f"{self.highest:02}"  # two digits at least, as Big Deal and deal-convert do
        return f"{self.random}{self.backwards}{self.lowest:<3}{self.copies:<2}{highest:<3}"


class DupStream(MachineStream):
    """The boards of a DUP file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(ByteText(data, name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        order: Order | None = None
        position = 0
        for position, (offset, length) in enumerate(self.blocks(RECORD)):
            if length < HANDS:
                position -= 1
                break
            if position == 0:
                order = self._order(HANDS)
            number = None if order is None else order.lowest + position
            tags = _tags(order) if position == 0 and order else ()
            yield Record(offset, length, self._deal(offset), number, tags=tags)
        if order is not None and order.lowest + position != order.highest:
            message = (
                f"boards {order.lowest} to {order.highest} are announced, "
                f"{position + 1} records follow"
            )
            self.report("record-disagrees", message, HANDS, RECORD - HANDS)

    def _deal(self, offset: int) -> Deal | None:
        """The deal of a record, which it tells twice."""
        digits = read_numbers(self, offset)
        lists = PIPS.read(self, offset + NUMBERS)
        if digits is not None and lists is not None and digits != lists:
            seat = next(seat for seat in Seat if digits[seat] != lists[seat])
            message = f"the card numbers and the suit lists differ in {seat}; the numbers count"
            self.report("record-disagrees", message, offset + NUMBERS, LISTS)
        return digits or lists

    def _order(self, offset: int) -> Order | None:
        """The trailer of the first record; None, and a problem, when it cannot be read."""
        text = self.source.text[offset : offset + RECORD - HANDS]
        found = _TRAILER.fullmatch(text)
        lowest, copies, highest = map(str.strip, found.groups()[2:]) if found else [""] * 3
        if found is None or not lowest.isdigit() or not highest.isdigit() or not int(lowest):
            if text.strip(END_OF_FILE):
                message = "Y or N twice, then lowest board, copies, highest board are expected"
                self.report("deal-syntax", message, offset, len(text))
            return None
        order = Order(int(lowest), int(highest), found.group(1), found.group(2), copies or "0")
        if order.backwards == "Y":
            message = "backwards counting: the numbers are taken to rise all the same"
            self.report("value-unlisted", message, offset + 1, 1)
        return order


_TAGS = (
    ("XDupRandomHands", "random", "Y"),
    ("XDupBackwards", "backwards", "N"),
    ("XDupCopies", "copies", "0"),
)
"""Private tag, field of an Order, its usual value."""


def _tags(order: Order) -> tuple[Tag, ...]:
    """What an order says beyond the usual."""
    return tuple(
        Tag(tag, value) for tag, field, usual in _TAGS if (value := getattr(order, field)) != usual
    )


def stream(data: bytes, name: str) -> MachineStream:
    """The boards of a DUP file; of the older form too, which has a line of digits a board."""
    return BriStream(data, name) if is_by_line(data) else DupStream(data, name)


def looks_like(head: str) -> bool:
    """Whether a file begins with a DUP record."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The records of a file with these boards, numbered from the first one's number up."""
    bodies: list[bytes] = []
    lowest, told = 1, dict[str, str]()
    for board, deal in writable(boards, "dup", problems, ("XDup",)):
        if not bodies:
            lowest = number_of(board, HIGHEST) or 1
            told = {tag.name: tag.value for tag in board.tags}
        if lowest + len(bodies) > HIGHEST:
            message = f"left out: {HIGHEST} is the highest number a file can hold"
            problems.append(board.problem("not-carried", message, "Board"))
            continue
        tell_changes(board, lowest + len(bodies), problems)
        bodies.append(numbers_of(deal).encode("ascii") + PIPS.write(deal).encode("latin-1"))
    wanted = {field: told[tag][:2] for tag, field, _ in _TAGS if tag in told}
    order = Order(lowest, lowest + len(bodies) - 1, **wanted)
    for index, body in enumerate(bodies):
        yield body + (str(order).encode("ascii", "replace") if index == 0 else bytes(10))
