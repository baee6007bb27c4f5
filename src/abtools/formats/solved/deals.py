"""Deals one a line, each a PBN string: see deal_lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.solved.deal_lines import DealLineStream, first_kind, write
from abtools.problems import Problem, SourceText

stream = DealLineStream


def looks_like(head: str) -> bool:
    """Whether a text begins with a line of this kind."""
    return first_kind(head) == "deals"


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a text with these deals."""
    return write(boards, "deals", problems)
