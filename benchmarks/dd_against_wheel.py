#!/usr/bin/env python3
"""Processor time of full tables, abtools beside the endplay wheel, in alternating batches.

usage: dd_against_wheel.py [COUNT [BATCH]]
Needs endplay in the running Python. Like a race on a machine that others use too: processor time,
not wall time, one thread each, start-up of abtools included.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

import wheel


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
    return took, [
        [t[seat][names.get(s, s)] for s in wheel.STRAINS for seat in wheel.SEATS] for t in tables
    ]


def theirs(deals: list[str]) -> tuple[float, list[list[int]]]:
    """The same of the wheel."""
    parsed = wheel.parsed(deals)
    start = time.process_time()
    tables = wheel.tables(parsed)
    return time.process_time() - start, tables


def main() -> None:
    """Race, compare, print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    batch = min(40, int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    deals = wheel.random_deals(count, 1926)
    mine = peer = 0.0
    wrong = 0
    for at in range(0, count, batch):
        part = deals[at : at + batch]
        seconds, reference = theirs(part)
        peer += seconds
        seconds, tables = ours(part)
        mine += seconds
        wrong += sum(a != b for a, b in zip(tables, reference, strict=True))
    print(
        f"{count} deals: abtools {1e3 * mine / count:.1f} ms, wheel {1e3 * peer / count:.1f} ms,"
        f" ratio {peer / mine:.2f}, {wrong} differ"
    )


if __name__ == "__main__":
    main()
