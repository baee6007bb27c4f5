"""What readers of plain records share: bytes with places, boards one after the other, problems."""

from __future__ import annotations

from collections.abc import Iterator

from abtools.board import Board
from abtools.problems import Problem, SourceText, Span


class ByteText(SourceText):
    """A binary file as text: one character a byte, all of it on line 1, nothing to quote."""

    def __init__(self, data: bytes, name: str = "") -> None:
        super().__init__(data.decode("latin-1"), name)

    def span(self, offset: int, length: int = 0) -> Span:
        """The place of bytes: the column is the offset plus one.

        >>> ByteText(b"a\\nb", "x.dup").span(2, 1)
        Span(file='x.dup', line=1, column=3, length=1)
        """
        offset = max(0, min(offset, len(self.text)))
        return Span(self.name, 1, offset + 1, max(0, min(length, len(self.text) - offset)))

    def line(self, number: int) -> str:
        """Nothing: bytes cannot be quoted."""
        return ""


class RecordSpans:
    """Every part of a board stands in its one record."""

    __slots__ = ("span",)

    def __init__(self, span: Span) -> None:
        self.span = span

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans."""
        return self.span


class RecordStream:
    """The boards of a file of records one after the other; `problems` grows as they come."""

    source: SourceText

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def __iter__(self) -> Iterator[Board]:
        empty = True
        for board in self.boards():
            empty = False
            yield board
        if empty:
            self.report("file-empty", "no record here", 0)

    def boards(self) -> Iterator[Board]:
        """Each board once, in file order."""
        raise NotImplementedError

    def strict_problems(self, board: Board) -> list[Problem]:
        """These formats have one form only."""
        return []

    def report(
        self, code: str, message: str, offset: int, length: int = 0, board: str | None = None
    ) -> None:
        """A problem with `length` characters from `offset`."""
        self.problems.append(Problem(code, self.source.span(offset, length), message, board))
