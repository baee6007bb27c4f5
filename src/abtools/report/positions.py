"""What the cards of a position lead to, and best lines of play, as people and programs read
them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from abtools.cards import Card, Seat
from abtools.report.style import Style
from abtools.solver import Move, Position


@dataclass(frozen=True, slots=True)
class Asked:
    """The position asked about: a board before the opening lead, and the cards played since."""

    name: str
    start: Position
    after: tuple[Card, ...] = ()

    @property
    def position(self) -> Position:
        """The position; ValueError when a card is not legal where it stands."""
        return self.start.after(self.after)

    @property
    def declarer(self) -> Seat:
        """The seat before the leader."""
        return self.start.leader.rho

    def value(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "board": self.name,
            "deal": str(self.start.deal),
            "strain": str(self.start.strain).lower(),
            "declarer": str(self.declarer),
            "after": [str(card) for card in self.after],
        }


class View(Protocol):
    """An answer about a position."""

    def lines(self, style: Style) -> list[str]:
        """For people."""
        ...

    def value(self) -> dict[str, Any]:
        """As JSON."""
        ...


@dataclass(frozen=True, slots=True)
class MovesView:
    """The cards of one position, each with the tricks of the side that plays it."""

    asked: Asked
    moves: tuple[Move, ...]

    def lines(self, style: Style) -> list[str]:
        """A line for each number of tricks, most first."""
        asked, seat = self.asked, self.asked.position.to_move
        played = f" after {' '.join(map(str, asked.after))}" if asked.after else ""
        lines = [
            f"Board {asked.name}: {style.strain(asked.start.strain)} by {asked.declarer},"
            f" {seat} to play{played}; tricks of {seat.side}"
        ]
        for tricks in sorted({move.tricks for move in self.moves}, reverse=True):
            cards = [str(move.card) for move in self.moves if move.tricks == tricks]
            lines.append(f"{tricks:>3}  {' '.join(cards)}")
        return lines

    def value(self) -> dict[str, Any]:
        """As JSON: tricks are those the side to play still takes."""
        return self.asked.value() | {
            "seat": str(self.asked.position.to_move),
            "cards": {str(move.card): move.tricks for move in self.moves},
        }


@dataclass(frozen=True, slots=True)
class LineView:
    """A best line of play, after the cards that were asked for."""

    asked: Asked
    cards: tuple[Card, ...]

    def lines(self, style: Style) -> list[str]:
        """A line a trick: who led, the cards, who won."""
        start, declarer = self.asked.start, self.asked.declarer
        lines = [f"Board {self.asked.name}: {style.strain(start.strain)} by {declarer}"]
        trick: list[Card] = []
        leader, won = start.leader, 0
        for _, card, now in self._played():
            trick.append(card)
            if not now.table:
                won += now.leader.side is declarer.side
                cards = " ".join(map(str, trick))
                lines.append(f"{len(lines):>3}  {leader}: {cards}  won by {now.leader}")
                trick, leader = [], now.leader
        lines.append(f"{declarer} takes {won}")
        return lines

    def value(self) -> dict[str, Any]:
        """As JSON: the cards in the order played, those asked for first."""
        line = [{"seat": str(seat), "card": str(card)} for seat, card, _ in self._played()]
        return self.asked.value() | {"line": line}

    def _played(self) -> Iterator[tuple[Seat, Card, Position]]:
        """Each card with who plays it and the position after it."""
        now = self.asked.start
        cards: Sequence[Card] = (*self.asked.after, *self.cards)
        for card in cards:
            seat = now.to_move
            now = now.after([card])
            yield seat, card, now
