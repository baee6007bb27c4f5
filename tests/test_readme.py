"""What the pages say is what happens: their examples, set-up commands and help pages are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli_page import PAGES, ROOT, commands, output, printed

import abtools

README = ROOT / "README.md"


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_page_shows_what_the_program_prints(path: Path) -> None:
    page = path.read_text("utf-8")
    assert page == printed(page), "python tests/cli_page.py refreshes the pages"


def test_readme_has_examples_of_every_main_command() -> None:
    said = " ".join(commands(README.read_text("utf-8")))
    assert all(f"abtools {name}" in said for name in ("score", "check", "convert", "rules"))


def setup_commands() -> list[str]:
    blocks = re.findall(r"^```sh setup\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


def test_two_setup_commands() -> None:
    install, tests = setup_commands()
    assert install.startswith("python3 -m venv .venv && .venv/bin/pip install . && ")
    assert tests == ".venv/bin/pip install '.[test]' && .venv/bin/pytest"


def test_what_the_first_setup_command_scores() -> None:
    """The part after the installation; .ci/run runs the whole of both."""
    last = shlex.split(setup_commands()[0].rpartition("&&")[2])
    assert last[0] == ".venv/bin/abtools"
    done = subprocess.run(
        [sys.executable, "-m", "abtools", *last[1:]], cwd=ROOT, capture_output=True, check=True
    )
    text = done.stdout.decode()
    assert "auction-1926" in text
    assert "contract-rubber" in text
    assert not done.stderr


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for target in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"


def modules() -> list[str]:
    found = pkgutil.walk_packages(abtools.__path__, "abtools.")
    return [each.name for each in found if not each.name.endswith(("_core", "__main__"))]


@pytest.mark.parametrize("name", modules())
def test_examples_in_the_source(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_output_merges_streams() -> None:
    assert output("echo result; echo remark >&2") == "result\nremark\n"
