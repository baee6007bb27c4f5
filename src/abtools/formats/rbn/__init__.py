"""RBN and RBX, Richard Pavlicek's notation: labelled lines, or a record a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.encoding import decode
from abtools.formats.rbn.reader import RbnReader
from abtools.formats.rbn.writer import rbn
from abtools.problems import Problem, SourceText

_LABELLED = re.compile(
    r"^(?:% ?RB[NX]\b|H [NESW][:;]|A [NESW?][ZNEB?]:|[A-Z0-9]?\{[^}]*\}.*[HAB]\{)",
    re.MULTILINE,
)


class RbnStream:
    """The boards of an RBN or RBX file one after the other; `problems` grows as they come."""

    def __init__(self, data: bytes, name: str) -> None:
        self.source = SourceText(decode(data)[0], name)
        self._reader = RbnReader(self.source)
        self.problems: list[Problem] = self._reader.problems

    def __iter__(self) -> Iterator[Board]:
        return iter(self._reader)

    def strict_problems(self, board: Board) -> list[Problem]:
        """RBN has no strict form."""
        return []


stream = RbnStream


def looks_like(head: str) -> bool:
    """Whether a text begins as RBN or RBX files do."""
    return _LABELLED.search(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of an RBN file in UTF-8; what RBN cannot hold goes to `problems`."""
    for text in rbn(boards, problems):
        yield text.encode("utf-8", "replace")
