#!/usr/bin/env python3
"""Processor time of full tables deal by deal, abtools beside the endplay wheel: percentiles.

usage: dd_percentiles.py [COUNT [SEED]]
Both inside this process, one thread each, a call a deal, first one then the other; start-up is left
out. Needs abtools and endplay in the running Python.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import wheel

from abtools.auction import Strain
from abtools.cards import Deal, Seat
from abtools.solver import table

STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
PERCENTILES = (50, 90, 99, 100)


def ours(deal: Deal) -> list[int]:
    """The table in the wheel's order."""
    found = table(deal, jobs=1)
    return [found[strain, seat] for strain in STRAINS for seat in Seat]


def theirs(deal: object) -> list[int]:
    """The wheel's table."""
    return wheel.tables([deal])[0]


def timed(solve: Callable[[Any], list[int]], deal: object) -> tuple[float, list[int]]:
    """Milliseconds of processor time, and the table."""
    start = time.process_time()
    found = solve(deal)
    return 1e3 * (time.process_time() - start), found


def percentile(times: list[float], share: int) -> float:
    """The time that so many hundredths of the deals do not take longer than."""
    ordered = sorted(times)
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)]


def row(name: str, mine: float, peer: float) -> str:
    """A line of the result."""
    return f"{name:>4}  {mine:>9.1f}  {peer:>9.1f}  {peer / mine:>5.2f}"


def main() -> None:
    """Solve every deal with both, compare, print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1926
    deals = wheel.random_deals(count, seed)
    mine: list[float] = []
    peer: list[float] = []
    differ = 0
    for text, parsed in zip(deals, wheel.parsed(deals), strict=True):
        took, found = timed(ours, Deal.parse(text))
        mine.append(took)
        took, reference = timed(theirs, parsed)
        peer.append(took)
        differ += found != reference
    print(f"{count} deals, seed {seed}, {differ} differ; milliseconds of processor time a table")
    print(f"{'':>4}  {'abtools':>9}  {'wheel':>9}  ratio")
    for share in PERCENTILES:
        name = "max" if share == 100 else f"{share}%"
        print(row(name, percentile(mine, share), percentile(peer, share)))
    print(row("mean", sum(mine) / count, sum(peer) / count))


if __name__ == "__main__":
    main()
