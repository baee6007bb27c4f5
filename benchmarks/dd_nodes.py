#!/usr/bin/env python3
"""The size of the search on the fixed list of deals, tests/core/nodes.txt.

usage: dd_nodes.py [--write]
Prints the total and what it is in the list. A change to the search that alters it says so in the
changelog and writes the list anew with --write.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from abtools.cards import PACK, Deal, Hand
from abtools.solver import tables

LIST = Path(__file__).resolve().parent.parent / "tests" / "core" / "nodes.txt"


def deals(count: int = 50, seed: int = 1926) -> list[Deal]:
    """The deals of the list, eleven cards a hand."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        pack = list(PACK)
        rng.shuffle(pack)
        north, east, south, west = (Hand.of(pack[11 * k : 11 * k + 11]) for k in range(4))
        found.append(Deal((north, east, south, west)))
    return found


def main() -> None:
    """Count, compare, and write when asked."""
    listed = deals()
    counts = [table.nodes for table in tables(listed)]
    old = [int(line.split()[0]) for line in LIST.read_text().splitlines()] if LIST.exists() else []
    print(f"nodes {sum(counts)}, listed {sum(old)}")
    if "--write" in sys.argv[1:]:
        rows = (f"{nodes} {deal}\n" for nodes, deal in zip(counts, listed, strict=True))
        LIST.write_text("".join(rows))


if __name__ == "__main__":
    main()
