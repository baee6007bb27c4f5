"""Files read piece by piece, in memory that does not grow with the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from abtools.formats.encoding import Encoding, encoding_of
from abtools.formats.files import Content
from abtools.formats.records import ByteText
from abtools.problems import SourceText, Span

PIECE = 1024 * 1024
"""Bytes of a piece."""
LINE_END = re.compile(r"\r\n|\n\r(?!\n)|\r|\n")
"""What ends a line, on any machine."""


class TextFile(SourceText):
    """A text file: its content and encoding; its text is read anew whenever it is asked for."""

    def __init__(self, content: Content, name: str) -> None:
        self.name = name
        self._content = content
        self.encoding: Encoding = encoding_of(blocks(content))
        self._ahead: tuple[int, Iterator[str]] = (1, iter(()))

    def pieces(self) -> Iterator[str]:
        """The text from its beginning, with its own line ends, in pieces of about PIECE.

        No piece but the last ends within or just after a line end.
        """
        decode = self.encoding.decoder()
        skipped = len(self.encoding.bom)
        held = ""
        for block in chain(blocks(self._content), [b""]):
            text = held + decode(block[skipped:], not block)
            skipped = 0
            end = len(text.rstrip("\r\n")) if block else len(text)
            held = text[end:]
            if end:
                yield text[:end]

    def lines(self) -> Iterator[str]:
        """Every line without its end; nothing after the last line end."""
        begun = ""
        for piece in self.pieces():
            first, *others = LINE_END.split(piece)
            begun += first
            for line in others:
                yield begun
                begun = line
        if begun:
            yield begun

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        """The whole text with line ends made one: for who needs it at once."""
        return LINE_END.sub("\n", "".join(self.pieces()))

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line end; "" past the end, and when the file
        is no more what it was. Quick for lines asked for in their order."""
        if number < 1:
            return ""
        at, coming = self._ahead
        if number < at or at == 1:
            at, coming = 1, self.lines()
        try:
            for line in coming:
                at += 1
                if at > number:
                    self._ahead = (at, coming)
                    return line
        except OSError:
            pass
        self._ahead = (1, iter(()))
        return ""


class ByteFile(ByteText):
    """A binary file, see ByteText; its bytes stay where they are."""

    def __init__(self, content: Content, name: str) -> None:
        self.name = name
        self._content = content

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        """The bytes as text: for who needs them at once."""
        return self._content.read().decode("latin-1")

    def span(self, offset: int, length: int = 0) -> Span:
        """The place of bytes that are there."""
        return Span(self.name, 1, offset + 1, length)


def blocks(content: Content) -> Iterator[bytes]:
    """A content's bytes, PIECE at a time."""
    with content.open() as file:
        at = 0
        while True:
            file.seek(at)  # someone else may read the same file
            block = file.read(PIECE)
            if not block:
                return
            at += len(block)
            yield block
