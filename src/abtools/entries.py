"""Entries: the lines of a score sheet, and who they are written for."""

from __future__ import annotations

from typing import NamedTuple

from abtools.cards import Seat, Side

Party = Side | Seat
"""Who scores: a partnership, or at three hands a player."""
PLAYERS_OF_THREE = (Seat.N, Seat.E, Seat.S)
"""The seats of three players; the fourth hand, West, is the dummy that declarer gets."""
DUMMY_OF_THREE = Seat.W

UNKNOWN = "unknown:"
"""Begins the kind of an entry whose points nobody knows; the key of the number follows."""


class Entry(NamedTuple):
    """One line on the score sheet: who, "below" or "above" the line, points, why, by which law.

    `kind` is a stable key (odd-tricks, overtricks, undertricks, insult, honours, chicane, slam,
    contract, part-score, game, rubber, adjustment ...); `mark` the confidence (rules.MARKS).
    """

    side: Party
    column: str
    points: int
    reason: str
    law: str
    kind: str
    mark: str = ""


def times(number: int, what: str) -> str:
    """A number and a noun, as a reader expects them.

    >>> times(1, "overtrick"), times(2, "overtrick")
    ('1 overtrick', '2 overtricks')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
