"""Boards a second: LIN read and written by abtools beside endplay.

python benchmarks/lin_bench.py [--count N] [--peer PYTHON] FILE.lin...

The files' boards, one a line as BBO writes them, are repeated until there are `count`. The peer
is timed in its own interpreter, on the boards that it can read. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PEER = """
import sys, time
from endplay.parsers import lin
lines = open(sys.argv[1], encoding="utf-8").read().split("\\n")[:-1]
good = []
for line in lines[: int(sys.argv[2])]:
    try:
        lin.loads(line)
    except Exception:
        continue
    good.append(line)
text = "\\n".join((good * (len(lines) // max(1, len(good)) + 1))[: len(lines)])
best = 1e9
for _ in range(3):
    start = time.process_time()
    boards = lin.loads(text)
    best = min(best, time.process_time() - start)
start = time.process_time()
lin.dumps(boards)
writing = time.process_time() - start
print(len(boards), best, writing, len(good))
"""


def single_lines(paths: list[Path]) -> list[bytes]:
    """Every board of the files as a line of its own."""
    from abtools import formats
    from abtools.formats.lin.writer import single

    boards = [board for path in paths for board in formats.read(path).boards]
    return [single(board, []).encode() for board in boards]


def ours(data: bytes) -> tuple[int, float, float]:
    """Boards, seconds to read (best of three), seconds to write."""
    from abtools import formats

    gc.freeze()
    gc.set_threshold(200_000, 20, 100)
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        count = sum(1 for _ in formats.stream_bytes(data, "bench.lin", "lin"))
        best = min(best, time.process_time() - start)
    boards = formats.read_bytes(data, "bench.lin", "lin").boards
    start = time.process_time()
    for _ in formats.dump(boards, "lin", []):
        pass
    return count, best, time.process_time() - start


def main() -> None:
    """Print a table of boards a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=5_000)
    parser.add_argument("--peer", default="")
    options = parser.parse_args()
    lines = single_lines(options.files)
    data = b"".join(
        (lines * (options.count // len(lines) + 1))[i] + b"\n" for i in range(options.count)
    )
    count, reading, writing = ours(data)
    print(f"abtools  read {count / reading:9,.0f}  write {count / writing:9,.0f}  boards a second")
    if not options.peer:
        return
    with tempfile.NamedTemporaryFile(suffix=".lin") as file:
        file.write(data)
        file.flush()
        command = [options.peer, "-c", PEER, file.name, str(len(lines))]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        print(run.stderr.strip().splitlines()[-1], file=sys.stderr)
        return
    boards, reads, writes, good = run.stdout.split()
    print(
        f"endplay  read {int(boards) / float(reads):9,.0f}  "
        f"write {int(boards) / float(writes):9,.0f}  boards a second "
        f"(reads {good} of the {len(lines)} lines)"
    )


if __name__ == "__main__":
    main()
