"""The comments in what stands around the tags, calls and cards of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from abtools.board import Board

_COMMENT = re.compile(r"\{([^}]*)\}?|;([^\n]*)|^[%#]([^\n]*)", re.MULTILINE)
_HEADER = re.compile(r"\s*(?:PBN\s+[\d.]+|EXPORT)\s*", re.IGNORECASE)


class Comment(NamedTuple):
    """A comment as it was meant; `is_escape` tells a line of % or #, another program's data."""

    text: str
    is_escape: bool = False


def comments(body: str) -> Iterator[Comment]:
    """The comments in a text that say anything; a PBN file's own header lines are none.

    >>> list(comments("% PBN 2.1\\n{first} ; second\\n%third"))
    [Comment(text='first', is_escape=False), Comment(text=' second', is_escape=False), \
Comment(text='third', is_escape=True)]
    """
    for found in _COMMENT.finditer(body):
        if found[3] is None:
            text = found[1] if found[1] is not None else found[2]
            if text.strip():
                yield Comment(text)
        elif found[3].strip() and not _HEADER.fullmatch(found[3]):
            yield Comment(found[3], is_escape=True)


def comments_of(board: Board) -> Iterator[Comment]:
    """Every comment of a board: before it, after its tags, among its calls and cards, at the end.

    What follows a table's header are its cells, whose text may look like comments.
    """
    yield from comments(board.preamble)
    for tag in board.tags:
        if tag.body and tag.name not in ("Auction", "Play") and not tag.name.endswith("Table"):
            yield from comments(tag.body)
    for section in (board.auction, board.play):
        for _, remark in () if section is None else section.remarks:
            yield from comments(remark)
    yield from comments(board.postscript)
