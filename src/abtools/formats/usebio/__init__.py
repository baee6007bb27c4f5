"""USEBIO XML 1.0 to 1.3: results of club events, and the hands they were played with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from abtools.board import Board
from abtools.formats.records import RecordStream
from abtools.formats.usebio import writer
from abtools.formats.usebio.reader import EventReader, event_tags, read_hands
from abtools.formats.usebio.tree import as_text, read_tree
from abtools.problems import Problem, SourceText

__all__ = ["UsebioStream", "dump", "looks_like", "stream"]


class UsebioStream(RecordStream):
    """The boards of a USEBIO file: one for each line of a traveller."""

    def __init__(self, data: bytes, name: str) -> None:
        text = as_text(data).replace("\r\n", "\n").replace("\r", "\n")
        super().__init__(SourceText(text, name))

    def boards(self) -> Iterator[Board]:
        """Each board once, in file order; then the hands that nobody played."""
        root, faults = read_tree(self.source)
        self.problems += faults
        if root is None:
            return
        club = "" if (node := root.child("CLUB")) is None else node.value("CLUB_NAME")
        reader = EventReader(read_hands(root, self.problems), self.problems)
        events = root.find("EVENT") or [root]
        for event in events:
            yield from reader.boards(event, club)
        yield from reader.unplayed(event_tags(events[0], club))


stream = UsebioStream


def looks_like(head: str) -> bool:
    """Whether a text begins as USEBIO files do."""
    return "<USEBIO" in head.upper()


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of a USEBIO file; what it cannot hold goes to `problems`."""
    return writer.dump(boards, lambda data: UsebioStream(data, ""), problems)
