"""`abtools solve` as a process of its own: answers at once, stopping, progress on a terminal."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import pytest

QUICK = "N:A2... K3... .A2.. ..A2."
FREAK = "N:AJ962.KT74..Q853 Q853.AJ962.KT74. .Q853.AJ962.KT74 KT74..Q853.AJ962"  # minutes of work
LIMIT = 30.0
"""Seconds after which something hangs; what is waited for takes a fraction of one."""
SOON = 3.0
"""Seconds that stopping may take on a machine that has much else to do; usual are 0.1."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pseudo-terminals")


@contextmanager
def solving(*arguments: str, stderr: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """The command, with pipes."""
    command = [sys.executable, "-m", "abtools", "solve", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=stderr) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(stream: IO[bytes] | None) -> str:
    """The next line, waited for."""
    assert stream is not None
    ready, _, _ = select.select([stream], [], [], LIMIT)
    assert ready, "no line came"
    return stream.readline().decode()


def say(process: subprocess.Popen[bytes], text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())


def rest_of(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """What else it printed, and told; the empty line after an interruption apart."""
    printed, told = process.communicate(timeout=LIMIT)
    return printed.decode(), told.decode().removeprefix("\n")


def interrupted(process: subprocess.Popen[bytes]) -> float:
    """Seconds that the process takes to end once it is interrupted."""
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(LIMIT)
    return time.monotonic() - start


def test_each_deal_is_answered_before_the_next_is_asked() -> None:
    with solving("-", "--format", "jsonl") as process:
        for number in ("1", "2", "3"):
            say(process, QUICK)
            assert json.loads(line_of(process.stdout))["board"] == number
        assert rest_of(process) == ("", "")
        assert process.returncode == 0


def test_stopped_while_it_waits_for_a_deal() -> None:
    with solving("-", "--format", "jsonl") as process:
        say(process, QUICK)
        line_of(process.stdout)
        assert interrupted(process) < SOON
        assert process.returncode == 130
        assert rest_of(process) == ("", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("--strain", "NT", "--declarer", "N", "--leads"),
        ("--strain", "NT", "--declarer", "N", "--line"),
    ],
)
def test_stopped_in_the_middle_of_a_hard_deal(asked: tuple[str, ...], jobs: str) -> None:
    """What was printed before stays printed."""
    with solving("-", "--format", "jsonl", "--jobs", jobs, *asked) as process:
        say(process, QUICK)
        assert json.loads(line_of(process.stdout))["deal"] == QUICK
        say(process, FREAK)
        time.sleep(0.5)
        assert process.poll() is None
        assert interrupted(process) < SOON
        assert process.returncode == 130
        assert rest_of(process) == ("", "")


def test_stopped_in_the_middle_of_many_deals() -> None:
    deals = "\n".join([QUICK] * 20 + [FREAK] + [QUICK] * 20)
    with solving("-", "--format", "csv", "--jobs", "2") as process:
        say(process, deals)
        lines = [line_of(process.stdout) for _ in range(21)]
        assert [line.partition(",")[0] for line in lines] == ["board", *map(str, range(1, 21))]
        time.sleep(0.5)
        assert interrupted(process) < SOON
        assert process.returncode == 130
        assert rest_of(process) == ("", "")


def until(descriptor: int, pattern: str) -> str:
    """What a terminal shows, until it shows this."""
    shown, end = "", time.monotonic() + LIMIT
    while not re.search(pattern, shown):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"only shown: {shown!r}"
        shown += os.read(descriptor, 4096).decode()
    return shown


def test_progress_on_a_terminal() -> None:
    """How much of how much is done; without an end to be seen, how long it took so far."""
    import pty

    for deals, words in (
        ([QUICK, FREAK, QUICK], r"\r\x1b\[K1(\.\d)? of 3 deals, .*(each|a second), .* left"),
        (["-"], r"\r\x1b\[K1(\.\d)? deals?, .*(each|a second)"),
    ):
        terminal, inside = pty.openpty()
        try:
            with solving(*deals, "--format", "jsonl", "--jobs", "1", stderr=inside) as process:
                if deals == ["-"]:
                    say(process, QUICK)
                    say(process, FREAK)
                until(terminal, words)
                assert interrupted(process) < SOON
        finally:
            os.close(terminal)
            os.close(inside)


def test_no_progress_without_a_terminal() -> None:
    with solving(QUICK, FREAK, "--format", "jsonl") as process:
        line_of(process.stdout)
        time.sleep(1.6)
        interrupted(process)
        assert rest_of(process) == ("", "")
