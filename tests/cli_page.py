"""Prints what README.md and docs/cli.md show: run `python tests/cli_page.py` after changing the
command line, and read the difference.

In a ```console block every line `$ command` is run in the repository's root, in a terminal of
eighty columns; what it prints stands under it, up to the next `$` or the end of the block.
Between `<!-- printed: help NAME -->` and `<!-- end -->` stands the help page of a command, and in
docs/design.md between `<!-- layers -->` and `<!-- end -->` the table of tests/test_layers.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from test_layers import LAYERS

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "docs" / "cli.md", ROOT / "docs" / "design.md")

_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HELP = re.compile(r"^<!-- printed: help ?(\w*) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
_LAYERS = re.compile(r"^<!-- layers -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def printed(page: str) -> str:
    """The page with everything in it that is printed by the program as it is now."""
    page = _CONSOLE.sub(lambda found: f"```console\n{_session(found[1])}```", page)
    page = _HELP.sub(lambda found: _help(found[1]), page)
    return _LAYERS.sub(lambda found: _layers(), page)


def _layers() -> str:
    """The table of layers, highest first."""
    rows: dict[int, list[str]] = {}
    for name, layer in sorted(LAYERS.items()):
        rows.setdefault(layer, []).append(name)
    lines = [f"{layer}  {'  '.join(names)}" for layer, names in sorted(rows.items(), reverse=True)]
    table = "\n".join(lines)
    return f"<!-- layers -->\n```text\n{table}\n```\n<!-- end -->"


def commands(page: str) -> Iterator[str]:
    """Every example of a page."""
    for block in _CONSOLE.finditer(page):
        yield from re.findall(r"^\$ (.*)$", block[1], re.MULTILINE)


def _session(block: str) -> str:
    examples = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    return "\n".join(f"$ {command}\n{output(command)}" for command in examples)


def _help(name: str) -> str:
    text = output(f"abtools {name} -h".replace("  ", " "))
    return f"<!-- printed: help{' ' + name if name else ''} -->\n```text\n{text}```\n<!-- end -->"


def output(command: str) -> str:
    """What a command prints on both streams, results first."""
    env = {k: v for k, v in os.environ.items() if k != "FORCE_COLOR"}
    env |= {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env.get('PATH', '')}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )
    return done.stdout + done.stderr


def main() -> None:
    """Write the pages anew."""
    for path in PAGES:
        path.write_text(printed(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
