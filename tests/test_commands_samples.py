"""The samples: what the commands print for each stands beside it, read by eye before accepted.

`ABTOOLS_ACCEPT=1 pytest tests/test_commands_samples.py` writes what is printed now; look at the
difference before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from abtools.commands import run

ROOT = Path(__file__).resolve().parent.parent
VIEWS = {
    "score": ["score"],
    "sheet": ["score", "--sheet"],
    "explain": ["score", "--explain"],
    "check": ["check"],
}


def cases() -> list[tuple[str, str]]:
    """Every golden file; with ABTOOLS_ACCEPT also those that do not exist yet."""
    names = [path.stem for path in sorted((ROOT / "samples").glob("*.pbn"))]
    every = [(name, view) for name in names for view in VIEWS]
    if os.environ.get("ABTOOLS_ACCEPT"):
        return every
    return [(n, v) for n, v in every if (ROOT / "samples" / f"{n}.{v}.txt").exists()]


@pytest.mark.parametrize(("name", "view"), cases())
def test_golden(
    name: str, view: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    status = run([*VIEWS[view], f"samples/{name}.pbn"])
    printed = capsys.readouterr()
    text = f"{printed.out}{printed.err}"
    golden = ROOT / "samples" / f"{name}.{view}.txt"
    if os.environ.get("ABTOOLS_ACCEPT"):
        golden.write_text(text, "utf-8")
    assert status == 0
    assert text == golden.read_text("utf-8")


@pytest.mark.parametrize("view", ["score", "sheet", "explain"])
@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "samples").glob("*.pbn")))
def test_tables_fit_eighty_columns(
    name: str, view: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run([*VIEWS[view], str(ROOT / "samples" / f"{name}.pbn")])
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert max(map(len, lines)) <= 80
