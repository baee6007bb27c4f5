"""Values that another thread fetches, so that work can go on while the next one is waited for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import TypeVar

Value = TypeVar("Value")

_AHEAD = 64
"""Values fetched before they are asked for."""
_MOMENT = 0.002
"""Seconds to wait for a value before saying that there is none yet."""


def arrivals(source: Iterable[Value]) -> Iterator[Value | None]:
    """The values of a source in order, and None whenever the next one has not come yet.

    What the source raises is raised here, after the values before it.

    >>> [value for value in arrivals("abc") if value is not None]
    ['a', 'b', 'c']
    """
    waiting: Queue[tuple[Value | None, BaseException | None]] = Queue(_AHEAD)

    def fetch() -> None:
        ending: BaseException = StopIteration()
        try:
            for value in source:
                waiting.put((value, None))
        except BaseException as error:
            ending = error
        waiting.put((None, ending))

    Thread(target=fetch, daemon=True).start()
    while True:
        try:
            value, ending = waiting.get(timeout=_MOMENT)
        except Empty:
            yield None
            continue
        if isinstance(ending, StopIteration):
            return
        if ending is not None:
            raise ending
        yield value
