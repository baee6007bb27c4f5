#!/usr/bin/env python3
"""Processor time of full tables, abtools beside the endplay wheel, in alternating batches.

usage: dd_against_wheel.py [COUNT [BATCH]]
Needs endplay in the running Python. Like a race on a machine that others use too: processor time,
not wall time, one thread each, start-up of abtools included.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time

SEATS, STRAINS = "NESW", "shdcn"


def random_deal(rng: random.Random) -> str:
    """A deal as a PBN string."""
    cards = list(range(52))
    rng.shuffle(cards)
    hands = (sorted(cards[k * 13 : k * 13 + 13]) for k in range(4))
    rank = "AKQJT98765432"
    return "N:" + " ".join(
        ".".join("".join(rank[c % 13] for c in hand if c // 13 == s) for s in range(4))
        for hand in hands
    )


def ours(deals: list[str]) -> tuple[float, list[list[int]]]:
    """Seconds of processor time, and the tables."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "abtools", "solve", "-", "--jobs", "1", "--format", "jsonl"],
        input="\n".join(deals) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tables = [json.loads(line)["tricks"] for line in done.stdout.splitlines()]
    names = {"n": "nt"}
    return took, [[t[seat][names.get(s, s)] for s in STRAINS for seat in SEATS] for t in tables]


def wheel(deals: list[str]) -> tuple[float, list[list[int]]]:
    """The same of the wheel."""
    import endplay._dds as dds
    from endplay.dds import calc_all_tables
    from endplay.types import Deal, Denom, Player

    dds.SetMaxThreads(1)
    denominations = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    players = (Player.north, Player.east, Player.south, Player.west)
    parsed = [Deal(deal) for deal in deals]
    start = time.process_time()
    tables = list(calc_all_tables(parsed))
    took = time.process_time() - start
    return took, [[t[d, p] for d in denominations for p in players] for t in tables]


def main() -> None:
    """Race, compare, print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    batch = min(40, int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    rng = random.Random(1926)
    deals = [random_deal(rng) for _ in range(count)]
    mine = theirs = 0.0
    wrong = 0
    for at in range(0, count, batch):
        part = deals[at : at + batch]
        seconds, reference = wheel(part)
        theirs += seconds
        seconds, tables = ours(part)
        mine += seconds
        wrong += sum(a != b for a, b in zip(tables, reference, strict=True))
    print(
        f"{count} deals: abtools {1e3 * mine / count:.1f} ms, wheel {1e3 * theirs / count:.1f} ms,"
        f" ratio {theirs / mine:.2f}, {wrong} differ"
    )


if __name__ == "__main__":
    main()
