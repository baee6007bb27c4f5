"""Boards without the names of those who played them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from abtools.board import Board, Tag
from abtools.cards import Seat
from abtools.formats.pbn.tables import Table, read_table, table_text

_PLAYERS = frozenset((*(seat.full_name for seat in Seat), "NamesNS", "NamesEW", "Annotator"))
_ADDRESSES = frozenset((*(f"{seat.full_name}NA" for seat in Seat), "AnnotatorNA"))
_TEAMS = frozenset(("HomeTeam", "VisitTeam"))
_NAME_COLUMNS = frozenset(("Names", "Names_NS", "Names_EW", "Roster"))
_OF_THE_GAME = frozenset(
    ("Deal", "Auction", "Play", "Dealer", "Declarer", "Contract", "Result", "Vulnerable")
)
_NOBODY = ("", "?", "-")
_PARTS = re.compile(r"([;&+])")


def anonymise(boards: Iterable[Board], names: Names | None = None) -> Iterator[Board]:
    """The boards with every player's and team's name replaced, the same one by the same word.

    Names are those in the tags of players and teams and in tables; they are replaced wherever
    they stand in tags, notes and comments of any board (there only those of three letters and
    more, as written in full). Addresses become `?`. All boards are held, as a name met late may
    stand in an early comment. `names` goes on where other boards have ended.

    >>> north = Tag("North", "Ann"), Tag("Event", "Ann's cup")
    >>> [tag.value for tag in next(anonymise([Board(tags=north)])).tags]
    ['Player 1', "Player 1's cup"]
    """
    held = list(boards)
    names = Names() if names is None else names
    for board in held:
        names.learn(board)
    return map(names.hide, held)


@dataclass(slots=True)
class Names:
    """The names met, and the word for each."""

    known: dict[str, str] = field(default_factory=dict)
    _pattern: re.Pattern[str] | None = None

    def learn(self, board: Board) -> None:
        """Meet the names of a board."""
        before = len(self.known)
        for tag in board.tags:
            if tag.name in _PLAYERS:
                self._meet(tag.value)
            elif tag.name in _TEAMS and tag.value not in _NOBODY:
                self._know(tag.value, "Team")
            elif tag.name.endswith("Table") and (table := _table(tag)) is not None:
                for row in table.records():
                    for column in row.keys() & _NAME_COLUMNS:
                        self._meet(row[column])
        if len(self.known) > before:
            self._pattern = None

    def _meet(self, text: str) -> None:
        for part in _PARTS.split(text)[::2]:
            if part.strip() not in _NOBODY:
                self._know(part.strip(), "Player")

    def _know(self, name: str, kind: str) -> None:
        self.known.setdefault(name, f"{kind} {len(self.known) + 1}")

    def hide(self, board: Board) -> Board:
        """The board with the words in place of the names."""
        if not self.known:
            return board
        auction, play = board.auction, board.play
        if auction is not None:
            notes, remarks = self._texts(auction.notes), self._texts(auction.remarks)
            auction = replace(auction, notes=notes, remarks=remarks)
        if play is not None:
            notes, remarks = self._texts(play.notes), self._texts(play.remarks)
            play = replace(play, notes=notes, remarks=remarks)
        return replace(
            board,
            tags=tuple(map(self._tag, board.tags)),
            preamble=self._text(board.preamble),
            postscript=self._text(board.postscript),
            auction=auction,
            play=play,
            spans=None,
        )

    def _tag(self, tag: Tag) -> Tag:
        value, body = tag.value, tag.body
        if tag.name in _PLAYERS:
            value = self._list(value)
        elif tag.name in _TEAMS:
            value = self.known.get(value, value)
        elif tag.name in _ADDRESSES:
            value = value if value in _NOBODY else "?"
        elif tag.name not in _OF_THE_GAME:
            value = self._text(value)
        table = _table(tag) if tag.name.endswith("Table") else None
        if table is not None:
            is_name = [column.name in _NAME_COLUMNS for column in table.columns]
            rows = tuple(
                tuple(
                    f'"{self._list(cell.strip(chr(34)))}"' if named else cell
                    for cell, named in zip(row, is_name, strict=True)
                )
                for row in table.rows
            )
            body = table_text(replace(table, rows=rows), body)
        written = tag.written if value == tag.value else None
        return Tag(tag.name, value, self._text(body), written)

    def _list(self, text: str) -> str:
        """One or more names with ; & or + between."""
        parts = _PARTS.split(text)
        parts[::2] = [
            part.replace(part.strip(), self.known.get(part.strip(), part.strip()))
            if part.strip()
            else part
            for part in parts[::2]
        ]
        return "".join(parts)

    def _text(self, text: str) -> str:
        if not text:
            return text
        if self._pattern is None:
            long_names = sorted((name for name in self.known if len(name) > 2), key=len)
            either = "|".join(map(re.escape, reversed(long_names))) or "(?!)"
            self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")
        return self._pattern.sub(lambda match: self.known[match[0]], text)

    def _texts(self, texts: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
        return tuple((number, self._text(text)) for number, text in texts)


def _table(tag: Tag) -> Table | None:
    return read_table(tag.name, tag.value, tag.body)
