"""Options and arguments that more than one command takes: one decorator each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from abtools.board import Board
from abtools.cards import Seat
from abtools.languages import LANGUAGES
from abtools.problems import ParseError

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class BoardSelection:
    """Which boards are meant: numbers and ranges of numbers, all when there are none.

    A board is known by its number as written in the record; a record without one by its place
    in the session, counted from 1.
    """

    ranges: tuple[tuple[int, int], ...] = ()
    names: frozenset[str] = frozenset()
    text: str = ""

    def none_left(self, what: str) -> str:
        """What to say when no board is chosen, or there was none of `what` is wanted.

        >>> BoardSelection.parse("40").none_left("record"), BoardSelection().none_left("record")
        ('no board 40', 'no record')
        """
        return f"no board {self.text}" if self.text else f"no {what}"

    def of(self, boards: Iterable[Board]) -> Iterator[tuple[int, Board]]:
        """The boards that are chosen, each with its place from 1 among all."""
        for place, board in enumerate(boards, 1):
            if self.holds(board.number, place):
                yield place, board

    def holds(self, number: str | None, place: int) -> bool:
        """Whether a board is chosen: its number (None: not recorded), its place from 1.

        >>> chosen = BoardSelection.parse("1-4,7,12A")
        >>> [chosen.holds(n, 1) for n in ("3", "5", "7", "12A")], chosen.holds(None, 9)
        ([True, False, True, True], False)
        """
        if not self.ranges and not self.names:
            return True
        if number in self.names:
            return True
        if number:
            if not number.isdecimal():
                return False
            place = int(number)
        return any(first <= place <= last for first, last in self.ranges)

    @classmethod
    def parse(cls, text: str) -> BoardSelection:
        """The selection of a text like 1-4,7; ValueError with the reason for anything else."""
        ranges, names = [], set()
        for part in (part.strip() for part in text.split(",")):
            span = re.fullmatch(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?", part)
            if span is not None:
                first, last = int(span[1]), int(span[2] or span[1])
                if last < first:
                    raise ValueError(f"{part!r}: {last} comes before {first}")
                ranges.append((first, last))
            elif re.fullmatch(r"[0-9]+[A-Za-z]+|[A-Za-z]+[0-9]*", part):
                names.add(part)
            else:
                raise ValueError(f"{part!r} is no board: numbers and ranges, like 1-4,7")
        return cls(tuple(ranges), frozenset(names), text.strip())


def _boards(ctx: click.Context, param: click.Parameter, value: str | None) -> BoardSelection:
    if value is None:
        return BoardSelection()
    try:
        return BoardSelection.parse(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def a_seat(ctx: click.Context, param: click.Parameter, value: str | None) -> Seat | None:
    """The check of an option that takes a seat."""
    try:
        return None if value is None else Seat.parse(value)
    except ParseError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def one_of(words: Sequence[str]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """The check of an option that takes one of some words, with "did you mean"."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        word = None if value is None else value.lower()
        if word is not None and word not in words:
            from abtools.commands.suggest import did_you_mean

            raise click.BadParameter(f"no {value!r} here{did_you_mean(word, words)}", ctx, param)
        return word

    return check


def _switches(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    switches = {}
    for item in value:
        key, _, setting = (part.strip() for part in item.partition("="))
        if not key or not setting:
            raise click.BadParameter(f"{item!r}: KEY=VALUE expected, like honours=off", ctx, param)
        switches[key] = setting
    return switches


def files_argument() -> Decorator:
    """One or more files to read, `-` for standard input."""
    return click.argument("files", metavar="FILE...", nargs=-1, required=True)


def format_option(*formats: str) -> Decorator:
    """`--format`, the first one being what people read."""
    return click.option(
        "--format",
        "form",
        metavar=f"[{'|'.join(formats)}]",
        default=formats[0],
        show_default=True,
        callback=one_of(formats),
        help="How the result is written.",
    )


def board_option(words: str = "Only these boards.") -> Decorator:
    """`--board 1-4,7`: less than all boards; `words` say what for."""
    return click.option(
        "--board",
        "chosen",
        metavar="1-4,7",
        callback=_boards,
        help=words,
    )


def rules_option(multiple: bool) -> Decorator:
    """`-r/--rules`: which rule sets, by name or as a file of one's own."""
    return click.option(
        "-r",
        "--rules",
        "rules",
        metavar="NAME|PATH",
        multiple=multiple,
        help="A rule set of `abtools rules`, or a rule file of your own."
        + (" May be repeated; `all` is every set for four players." if multiple else ""),
    )


def switches_option() -> Decorator:
    """`--set KEY=VALUE`: switches of the rule sets."""
    return click.option(
        "--set",
        "switches",
        metavar="KEY=VALUE",
        multiple=True,
        callback=_switches,
        help="Change a switch of the rules, like honours=off or game_target=20; repeatable."
        " `abtools rules --switches` lists them.",
    )


def language_option(words: str, default: str | None = None) -> Decorator:
    """`--lang`: one of the languages in which cards and calls are printed; `words` say of what."""
    return click.option(
        "--lang",
        metavar=f"[{'|'.join(LANGUAGES)}]",
        default=default,
        show_default=default is not None,
        callback=one_of(tuple(LANGUAGES)),
        help=words,
    )


def ascii_option() -> Decorator:
    """`--ascii`: letters instead of suit symbols."""
    return click.option("--ascii", "letters", is_flag=True, help="Letters instead of suit symbols.")
