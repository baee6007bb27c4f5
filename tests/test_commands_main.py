"""The command line as a whole: help, exit status, misspelt words, streams that break."""

from __future__ import annotations

import os
import pty
import resource
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from abtools import __version__
from abtools.commands import COMMANDS, TRACEBACK, cli, run
from abtools.commands.suggest import did_you_mean

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = str(ROOT / "samples" / "rubber-1926.pbn")
PROGRAM = [sys.executable, "-m", "abtools"]


def test_help_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for arguments in ([], ["-h"], ["--help"]):
        assert run(arguments) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1] == pages[2]
    assert all(name in pages[0] for name in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"abtools {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_summary_of_each_command_is_its_own(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.short_help == COMMANDS[name]
    assert command.get_short_help_str(200) == COMMANDS[name]
    assert command.help, "a help page says what the command does"


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from abtools.commands import run; run(['--help']);"
        "print(sorted(m for m in sys.modules if m.startswith('abtools') or m in"
        " ('pyparsing', 'tabulate', 'json', 'difflib', 'tomllib')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "['abtools', 'abtools.commands', 'abtools.commands.streams']"


def test_help_is_quick() -> None:
    """Measured in processor time, which other work on the machine does not stretch."""
    best = 9.0
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*PROGRAM, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, spent)
    assert best < 0.2


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["scroe", SAMPLE], "score"),
        (["score", SAMPLE, "--sheets"], "--sheet"),
        (["score", SAMPLE, "-r", "auction-1962"], "auction-1926"),
        (["score", SAMPLE, "--set", "honors=off"], "honours"),
        (["score", SAMPLE, "--format", "jsn"], "json"),
        (["rules", "contract-ruber"], "contract-rubber"),
        (["convert", SAMPLE, "-", "--to", "pnb"], "pbn"),
    ],
)
def test_did_you_mean(arguments: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert not told.out
    assert "did you mean" in told.err.lower()
    assert meant in told.err


def test_no_suggestion_lists_what_there_is() -> None:
    assert did_you_mean("qqq", ["score", "check"]) == "; there are: score, check"


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", SAMPLE, "--board", "4-1"],
        ["score", SAMPLE, "--board", "x y"],
        ["score", SAMPLE, "--set", "honours"],
        ["score", SAMPLE, "--sheet", "--format", "csv"],
        ["score", SAMPLE, "--set", "honours=perhaps"],
        ["score", "no-such-file.pbn"],
        ["check", "no-such-file.pbn"],
        ["convert", SAMPLE, "-"],
        ["convert", "no-such-file.pbn", "-", "--to", "jsonl"],
        ["rules", "auction-1926", "--diff", "auction-1926", "duplicate"],
    ],
)
def test_wrong_use_is_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith(("abtools", "no-such-file"))
    assert "Traceback" not in told.err


def test_unexpected_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("seven\nlines")

    monkeypatch.setattr("abtools.commands.check.Reader", broken)
    monkeypatch.delenv(TRACEBACK, raising=False)
    assert run(["check", SAMPLE]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "ZeroDivisionError: seven" in told
    assert "report" in told
    monkeypatch.setenv(TRACEBACK, "1")
    assert run(["check", SAMPLE]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_interrupt_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("abtools.commands.check.Reader", interrupted)
    assert run(["check", SAMPLE]) == 130


def test_interrupt_by_signal_is_quiet() -> None:
    """Ctrl-C while reading: no traceback, status 130."""
    process = subprocess.Popen(
        [*PROGRAM, "check", "nothere.pbn", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert "nothere.pbn" in process.stderr.readline(), "a sign of life: now it reads"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in told


@pytest.mark.parametrize("command", ["score", "check", "rules"])
def test_closed_pipe_is_quiet(command: str) -> None:
    arguments = [] if command == "rules" else [SAMPLE]
    process = subprocess.Popen(
        [*PROGRAM, command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    told = process.stderr.read()
    assert process.wait(20) == 0
    assert "Broken" not in told
    assert "Traceback" not in told


def test_closed_stdout_from_the_start() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m abtools score "$1" >&-', sys.executable, SAMPLE],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "score", SAMPLE], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "abtools: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_letters_where_symbols_cannot_be_shown(encoding: str) -> None:
    done = subprocess.run(
        [*PROGRAM, "score", SAMPLE],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=True,
    )
    text = done.stdout.decode(encoding)
    assert ("♥" in text) is (encoding == "utf-8")
    assert ("3Hx" in text) is (encoding != "utf-8")


def on_a_terminal(arguments: list[str], **environment: str) -> str:
    """What the program writes when its output is a terminal of eighty columns."""
    main, terminal = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    env |= {"COLUMNS": "80", "TERM": "xterm", **environment}
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=env
    ) as process:
        os.close(terminal)
        text = b""
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait(20)
    os.close(main)
    return text.decode().replace("\r\n", "\n")


def test_colour_and_caret_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "bad.pbn"
    file.write_text('[Dealer "N"]\n[Auction "N"]\n1S 1H AP\n')
    text = on_a_terminal(["check", str(file)])
    assert "\x1b[31merror\x1b[0m" in text
    plain = on_a_terminal(["check", str(file)], NO_COLOR="1")
    assert "\x1b" not in plain
    assert "    1S 1H AP\n       ^^\n" in plain
    assert "\x1b[31m♥\x1b[0m" in on_a_terminal(["score", SAMPLE])


def test_no_caret_and_no_colour_in_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.pbn"
    file.write_text('[Dealer "N"]\n[Auction "N"]\n1S 1H AP\n')
    assert run(["check", str(file)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{file}:3:4: error: bid-insufficient: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["--diff", "auction"], ["--dif", "a", "b"], ["auction", "--diff", "a", "b"]]
)
def test_wrong_use_names_the_subcommand(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("abtools rules: ")
    assert told.endswith("Try 'abtools rules -h' for help.\n")


@pytest.mark.parametrize("command", ["show", "score", "solve", "minibridge"])
def test_a_board_that_is_not_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, SAMPLE, "--board", "77"]) == 1
    assert "abtools: no board 77\n" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["check", SAMPLE], ["check", "none.pbn"], ["chekc"]])
def test_where_nothing_can_be_said_the_status_has_to_do(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM, *arguments], stderr=full, stdout=full, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("names", "told"),
    [(["it's a.pbn", "b"], ["it's a.pbn", "b"]), (["x" * 60, "y" * 60], ["FILE..."])],
)
def test_the_command_to_try_can_be_pasted(
    names: list[str], told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    from abtools.commands.telling import say_rest

    say_rest(2, names)
    line = capsys.readouterr().err.rstrip("\n")
    assert line.startswith("abtools: 2 lesser remarks; see: abtools check ")
    pasted = shlex.split(line.partition("see: ")[2])
    assert pasted == ["abtools", "check", *told]
