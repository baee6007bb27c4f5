"""RBX, the form of RBN with a record a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.rbn import RbnStream, looks_like
from abtools.formats.rbn.writer import rbx
from abtools.problems import Problem, SourceText

__all__ = ["dump", "looks_like", "stream"]

stream = RbnStream


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of an RBX file in UTF-8; what RBX cannot hold goes to `problems`."""
    for text in rbx(boards, problems):
        yield text.encode("utf-8", "replace")
