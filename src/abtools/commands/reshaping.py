"""Options that change boards on their way: turned, numbered, sorted, doubles out, names out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from abtools.board import Board
from abtools.problems import Problem

if TYPE_CHECKING:
    from abtools.edits import Names


@dataclass(slots=True)
class Reshaping:
    """What is to be done to the boards; nothing when no option was given."""

    rotate: int = 0
    seat_words: bool = False
    renumber: int | None = None
    sort: bool = False
    dedupe: bool = False
    anonymise: bool = False
    names: Names | None = field(default=None, compare=False)
    """The players met so far."""

    @property
    def loses_places(self) -> bool:
        """The records are no longer the ones of the file, so its text cannot be kept."""
        return bool(self.rotate) or self.anonymise

    def apply(self, boards: Iterable[Board], problems: list[Problem]) -> Iterable[Board]:
        """The boards as asked for: doubles left out, sorted, turned, renamed, numbered; what is
        left out goes to `problems`. A player has one word in all boards of a run."""
        if self == Reshaping():
            return boards
        from abtools import edits

        if self.dedupe:
            boards = edits.dedupe(boards, problems)
        if self.sort:
            boards = sorted(boards, key=edits.by_number)
        if self.rotate:
            boards = (edits.rotate(board, self.rotate, self.seat_words) for board in boards)
        if self.anonymise:
            self.names = edits.Names() if self.names is None else self.names
            boards = edits.anonymise(boards, self.names)
        if self.renumber is not None:
            boards = edits.renumber(boards, self.renumber)
        return boards


_OPTIONS = (
    click.option("--rotate", type=click.IntRange(0, 3), default=0, metavar="N",
                 help="Turn the seats N places clockwise (1: North's hand goes to East)."),
    click.option("--seat-words", is_flag=True, help="With --rotate: North, NS in comments too."),
    click.option("--renumber", type=click.IntRange(1), metavar="FIRST",
                 help="Number the boards one after the other."),
    click.option("--sort", is_flag=True, help="Sort the boards by number."),
    click.option("--dedupe", is_flag=True, help="Leave out records that stand twice."),
    click.option("--anonymise", is_flag=True, help="Replace the players' names."),
)  # fmt: skip


def reshaping_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of Reshaping, handed to the command as one value."""

    @wraps(command)
    def gathered(rotate: int, seat_words: bool, renumber: int | None, sort: bool, dedupe: bool,
                 anonymise: bool, **rest: Any) -> Any:  # fmt: skip
        if seat_words and not rotate:
            raise click.UsageError("--seat-words needs --rotate")
        shape = Reshaping(rotate, seat_words, renumber, sort, dedupe, anonymise)
        return command(reshaping=shape, **rest)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered
