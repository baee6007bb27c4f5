"""Imports point one way: the table of docs/design.md section 3, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "abtools"

LAYERS = {
    "problems": 1, "cards": 1, "parameters": 1,
    "auction": 2, "play": 2, "switches": 2, "rulefile": 2, "entries": 2,
    "board": 3, "rules": 3, "honours": 3, "played": 3, "languages": 3,
    "notation": 4, "scoring": 4, "_core": 4,
    "formats": 5, "tally": 5, "solver": 5, "explanation": 5, "comparison": 5,
    "minibridge": 5, "stated": 5,
    "report": 6, "edits": 6,
    "commands": 7,
    "__main__": 8,
}  # fmt: skip

LOWEST_THREE = 3
"""Layers whose modules may lean on each other, one way only."""

HOMES = {
    "click": ("commands",),
    "tabulate": ("report",),
    "pyparsing": ("notation", "formats"),
    "tomllib": ("rulefile",),
    "abtools._core": ("solver",),
}
"""Who may import what comes from outside, or from the compiled core."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def unit(path: Path) -> str:
    """The name in the layer table: the module, or the package it is in."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, anywhere in it, with its line; import_module calls too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: imports are written out in full"
            module = node.module or ""
            if module == "abtools":
                yield from ((node.lineno, f"abtools.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    me = unit(path)
    if me == "__init__":
        assert not [name for _, name in imports(path) if name.startswith("abtools")]
        return
    assert me in LAYERS, f"{me} has no place in the table of layers"
    wrong = []
    for line, name in imports(path):
        parts = name.split(".")
        if parts[0] != "abtools" or len(parts) < 2 or parts[1] in (me, "__version__"):
            continue
        other = LAYERS[parts[1]]
        siblings = other == LAYERS[me] <= LOWEST_THREE
        if other >= LAYERS[me] and not siblings:
            wrong.append(f"{path}:{line}: {me} may not import {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_outside_libraries_stay_where_they_belong(path: Path) -> None:
    for line, name in imports(path):
        for library, homes in HOMES.items():
            if name == library or name.startswith(library + "."):
                assert unit(path) in homes, f"{path}:{line}: {name} belongs in {homes}"


def test_no_import_in_a_circle() -> None:
    """Siblings of one layer may lean on each other, but only one way."""
    graph: dict[str, set[str]] = {}
    for path in modules():
        for _, name in imports(path):
            parts = name.split(".")
            if parts[0] == "abtools" and len(parts) > 1 and parts[1] in LAYERS:
                graph.setdefault(unit(path), set()).add(parts[1])
    for first, others in graph.items():
        for other in others - {first}:
            assert first not in graph.get(other, set()), f"{first} and {other} import each other"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_commands_print(path: Path) -> None:
    if unit(path) in ("commands", "__main__"):
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        called = node.func if isinstance(node, ast.Call) else None
        assert not (isinstance(called, ast.Name) and called.id == "print"), f"{path}: print"


def test_no_game_is_named_in_a_condition() -> None:
    """Games differ in rulesets/*.toml only (plain words are also values of switches)."""
    games = {path.stem for path in (PACKAGE / "rulesets").glob("*-*.toml")}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
                named = {
                    constant.value
                    for part in parts
                    for constant in ast.walk(part)
                    if isinstance(constant, ast.Constant) and constant.value in games
                }
                assert not named, f"{path}:{node.lineno}: a condition names {named}"
