"""Portable Bridge Notation, versions 1.0 to 2.1: reading, and writing in two ways."""

from __future__ import annotations

from collections.abc import Iterator

from abtools.board import Board
from abtools.formats.encoding import decode
from abtools.formats.pbn.reader import PbnReader
from abtools.formats.pbn.text import PbnText
from abtools.problems import Problem


class PbnStream:
    """The boards of a PBN file one after the other; `problems` grows as they come."""

    def __init__(self, data: bytes, name: str) -> None:
        self.source = PbnText(*_named(data, name))
        self._reader = PbnReader(self.source)
        self.problems: list[Problem] = self._reader.problems

    def __iter__(self) -> Iterator[Board]:
        return iter(self._reader)


def _named(data: bytes, name: str):  # type: ignore[no-untyped-def]
    text, encoding = decode(data)
    return text, name, encoding
