"""Danish CSV: cells with semicolons between, the fifth of which is a BRI record's digits.

What the other cells are for is not documented. A whole number in the first is taken to be the
board's; the rest is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board, Tag
from abtools.formats.dealing.card_numbers import LENGTH, numbers_of, read_numbers
from abtools.formats.dealing.machine import (
    MachineStream,
    Record,
    numbered,
    tell_changes,
    writable,
)
from abtools.formats.dealing.rows import rows
from abtools.formats.encoding import decode
from abtools.problems import Problem, SourceText

FIFTH = 4
PREFIX = "XDanishCsv"
_LOOKS = re.compile(r'\s*(?:[^;\r\n]*;){4}[ \t]*"?[0-9]{78}"?[ \t]*(?:[;\r\n]|\Z)')


class DanishCsvStream(MachineStream):
    """The boards of a Danish CSV file."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(SourceText(decode(data)[0], name))

    def records(self) -> Iterator[Record]:
        """See MachineStream."""
        for offset, cells in rows(self.source.text, ";"):
            length = cells[-1].offset + len(cells[-1].text) - offset
            if len(cells) <= FIFTH or len(cells[FIFTH].text.strip()) != LENGTH:
                message = f"no {LENGTH} digits in the fifth cell"
                self.report("record-truncated", message, offset, length)
                continue
            hands = cells[FIFTH]
            blanks = len(hands.text) - len(hands.text.lstrip())
            first = cells[0].text.strip()
            number = int(first) if re.fullmatch("[1-9][0-9]{0,8}", first) else None
            tags = tuple(
                Tag(f"{PREFIX}{index}", cell.text)
                for index, cell in enumerate(cells, 1)
                if cell.text.strip() and index != FIFTH + 1 and not (index == 1 and number)
            )
            deal = read_numbers(self, hands.offset + blanks)
            yield Record(offset, length, deal, number, tags=tags)


stream = DanishCsvStream


def looks_like(head: str) -> bool:
    """Whether a text begins as Danish CSV does."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a file with these boards."""
    for number, board, deal in numbered(
        writable(boards, "danish-csv", problems, (PREFIX,)), problems
    ):
        tell_changes(board, number, problems)
        kept = {
            int(tag.name[len(PREFIX) :]): tag.value
            for tag in board.tags
            if re.fullmatch(f"{PREFIX}[0-9]{{1,2}}", tag.name)
        }
        cells = [kept.get(index, "") for index in range(1, max([FIFTH + 1, *kept]) + 1)]
        cells[FIFTH] = numbers_of(deal)
        cells[0] = cells[0] or str(number)
        line = ";".join(re.sub(r"[\r\n;]", " ", cell) for cell in cells) + "\r\n"
        yield line.encode("latin-1", "replace")
