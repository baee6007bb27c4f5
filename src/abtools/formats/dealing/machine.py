"""What the formats of dealing machines share: numbered deals in, complete deals out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from abtools.board import Board, Tag, Vulnerability, cycle_dealer, cycle_vulnerability
from abtools.cards import Deal, Seat
from abtools.formats.carried import FACTS, Carries, carries, lost
from abtools.formats.dealing.deck import sizes_wrong
from abtools.formats.records import RecordSpans, RecordStream
from abtools.problems import Problem

END_OF_FILE = "\0\r\n\x1a "
"""What may stand after the last record: padding, line ends, the old end-of-file mark."""

_STRAY = re.compile(f"[^{END_OF_FILE}]")


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it was read: where it stands, and what it tells; None is not told."""

    offset: int
    length: int
    deal: Deal | None
    number: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    tags: tuple[Tag, ...] = ()


class MachineStream(RecordStream):
    """The boards of a dealing machine's file.

    What the records do not tell follows from the order of the boards and is noted once.
    """

    def records(self) -> Iterator[Record]:
        """Each record once, in file order."""
        raise NotImplementedError

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        for position, record in enumerate(self.records(), 1):
            number = position if record.number is None else record.number
            if position == 1:
                self._tell_derived(record)
            dealer, vulnerability = record.dealer, record.vulnerability
            yield Board(
                number=str(number),
                dealer=cycle_dealer(number) if dealer is None else dealer,
                vulnerability=(
                    cycle_vulnerability(number) if vulnerability is None else vulnerability
                ),
                deal=record.deal,
                tags=record.tags,
                spans=RecordSpans(self.source.span(record.offset, record.length)),
            )

    def _tell_derived(self, record: Record) -> None:
        missing = [
            word
            for word, value in (
                ("number", record.number),
                ("dealer", record.dealer),
                ("vulnerability", record.vulnerability),
            )
            if value is None
        ]
        if missing:
            source = "number" if record.number is not None else "order in the file"
            words = " and ".join([", ".join(missing[:-1]), missing[-1]]).removeprefix(" and ")
            message = f"{words} follow from the board's {source} (Law 2); the file does not tell"
            self.report("derived", message, record.offset)

    def sized(self, deal: Deal, offset: int, length: int) -> Deal | None:
        """The deal if each hand has thirteen cards, else None and a problem."""
        wrong = sizes_wrong(deal)
        if not wrong:
            return deal
        self.report("deal-hand-size", f"{wrong} cards instead of thirteen", offset, length)
        return None

    def blocks(self, size: int, start: int = 0) -> Iterator[tuple[int, int]]:
        """Offset and length of each block of a size; a last one that is cut off is reported."""
        end = len(self.source.text)
        for offset in range(start, end, size):
            length = min(size, end - offset)
            if length < size:
                self.truncated(offset, length, size)
            yield offset, length

    def padded(self, start: int, end: int, wanted: str) -> None:
        """Report what stands where a block has only padding, `wanted` in words."""
        stray = _STRAY.search(self.source.text, start, end)
        if stray:
            message = f"{stray.group()!r} where {wanted} are expected"
            self.report("character-bad", message, stray.start(), 1)

    def truncated(self, offset: int, length: int, wanted: int) -> None:
        """Report a last record that is cut off, unless it is only padding."""
        rest = self.source.text[offset : offset + length]
        if rest.strip(END_OF_FILE):
            message = f"the last record has {length} bytes instead of {wanted}"
            self.report("record-truncated", message, offset, length)


def number_of(board: Board, highest: int = 999_999_999) -> int | None:
    """A board's number, None when it has none a machine could count."""
    if board.number is None or re.fullmatch("[1-9][0-9]{0,8}", board.number) is None:
        return None
    number = int(board.number)
    return number if number <= highest else None


def writable(
    boards: Iterable[Board], format: str, problems: list[Problem], kept: tuple[str, ...] = ()
) -> Iterator[tuple[Board, Deal]]:
    """The boards whose deal is complete; the others, and what a format cannot hold, are noted.

    `kept` has the beginnings of the names of tags that the format holds.
    """
    partly = [
        fact for name, fact in FACTS.items()
        if name in ("event", "other") and carries(format, name) is Carries.PARTLY
    ]  # fmt: skip
    for board in boards:
        if board.deal is None or not board.deal.is_complete:
            message = "left out: a dealing machine needs all fifty-two cards"
            problems.append(board.problem("not-carried", message, "Deal"))
            continue
        problems += lost(board, format)
        for fact in partly if board.tags else ():
            names = [name for name in fact.of(board).split(", ") if not name.startswith(kept)]
            if any(names):
                message = f"{', '.join(names)} cannot be held by {format}"
                problems.append(board.problem("not-carried", message, names[0]))
        yield board, board.deal


def tell_changes(
    board: Board,
    number: int,
    problems: list[Problem],
    dealer: Seat | None = None,
    vulnerability: Vulnerability | None = None,
) -> None:
    """Note what a reader of the file will take to be otherwise than the board has it.

    `number` is what the file will say or imply; dealer and vulnerability follow from it unless
    the file states them.
    """
    dealer = cycle_dealer(number) if dealer is None else dealer
    vulnerability = vulnerability or cycle_vulnerability(number)
    changes = []
    if board.number is not None and board.number != str(number):
        changes.append(f"board {board.number} becomes board {number}")
    if board.dealer is not None and board.dealer is not dealer:
        changes.append(f"dealer {board.dealer} becomes {dealer}")
    if board.vulnerability is not None and board.vulnerability is not vulnerability:
        changes.append(f"vulnerability {board.vulnerability} becomes {vulnerability}")
    if changes:
        problems.append(board.problem("not-carried", ", ".join(changes), "Board"))


def numbered(
    boards: Iterable[tuple[Board, Deal]], problems: list[Problem]
) -> Iterator[tuple[int, Board, Deal]]:
    """Boards with the number to write for each; those for which none is free are noted."""
    numbers = Numbers(999_999_999)
    for board, deal in boards:
        number = numbers.take(board)
        if number is None:
            problems.append(board.problem("not-carried", "left out: no number is free", "Board"))
            continue
        yield number, board, deal


class Numbers:
    """Board numbers for a format that writes them: the board's own, else the next one free."""

    def __init__(self, highest: int) -> None:
        self._highest = highest
        self._taken: set[int] = set()
        self._last = 0

    def take(self, board: Board) -> int | None:
        """The number to write, None when there is none left."""
        number = number_of(board, self._highest)
        if number is None or number in self._taken:
            number = self._last + 1
            while number in self._taken:
                number += 1
            if number > self._highest:
                return None
        self._taken.add(number)
        self._last = number
        return number
