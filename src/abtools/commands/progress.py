"""How far a long piece of work is: a line on a terminal's stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_SILENT = 1.0
"""Seconds that work may take without a word."""
_BETWEEN = 0.25
"""Seconds from one showing to the next."""


@dataclass(slots=True)
class Progress:
    """What is done, how fast, and how long the rest will take.

    `count` tells how much there is to do, None when nobody can know; it is asked once, when the
    line is shown for the first time. `parts` is how many ticks make one `unit` done.
    """

    unit: str
    count: Callable[[], int | None]
    parts: int = 1
    done: int = 0
    start: float = field(default_factory=time.monotonic)
    shown: float = 0.0
    wanted: bool = field(default_factory=lambda: sys.stderr.isatty())
    total: int | None = None

    def tick(self, parts: int = 0) -> None:
        """So many parts more are done; show it, a few times a second."""
        self.done += parts
        now = time.monotonic()
        if not self.wanted or now - self.start < _SILENT or now - self.shown < _BETWEEN:
            return
        if not self.shown:
            self.total = self.count()
        self.shown = now
        sys.stderr.write(f"\r\x1b[K{self.words(now - self.start)}")
        sys.stderr.flush()

    def words(self, seconds: float) -> str:
        """The line after so much time.

        >>> Progress("deal", lambda: 36, 5, done=60, total=36).words(6.0)
        '12 of 36 deals, 2.0 a second, 12 s left'
        >>> Progress("deal", lambda: None, 5, done=2).words(30.0)
        '0.4 deals, 75 s each, 30 s so far'
        """
        done = self.done / self.parts
        told = f"{done:.1f}" if done < 10 and done != int(done) else f"{int(done):,}"
        if self.total is not None:
            told += f" of {self.total:,}"
        words = [f"{told} {self.unit}{'' if self.total == 1 else 's'}"]
        if done:
            rate = done / seconds
            words.append(f"{rate:.1f} a second" if rate >= 1 else f"{1 / rate:.0f} s each")
        if done and self.total is not None:
            words.append(f"{_lasting(max(0.0, self.total - done) * seconds / done)} left")
        else:
            words.append(f"{_lasting(seconds)} so far")
        return ", ".join(words)

    def make_room(self) -> None:
        """Take the line away when something is to be printed on the same terminal."""
        if self.shown and sys.stdout.isatty():
            self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _lasting(seconds: float) -> str:
    """A stretch of time.

    >>> _lasting(7.4), _lasting(754), _lasting(9000)
    ('7 s', '12:34', '2:30:00')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
