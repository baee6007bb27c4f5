"""The tables of docs/formats.md that are printed: the formats, and what each can hold.

    python tests/formats_page.py            refresh them; the rest of the page stays as it is

tests/test_docs.py fails when they are not what this prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from abtools.formats import FORMATS
from abtools.formats.carried import FACTS, Carries, carries

PAGE = Path(__file__).resolve().parent.parent / "docs" / "formats.md"
WORDS = {Carries.YES: "yes", Carries.PARTLY: "partly", Carries.DERIVED: "derived", Carries.NO: ""}


def formats_table() -> Iterator[str]:
    """The rows of the table of formats."""
    yield "| name | files | what it is | |"
    yield "|---|---|---|---|"
    for known in FORMATS.values():
        files = " ".join(f"`{suffix}`" for suffix in known.suffixes)
        only = "" if known.can_read and known.can_write else "read" if known.can_read else "written"
        yield f"| `{known.name}` | {files} | {known.title} | {only and f'only {only}'} |"


def carried_table() -> Iterator[str]:
    """The rows of the table of facts; formats that hold the same share a column."""
    columns: dict[tuple[Carries, ...], list[str]] = {}
    for name in FORMATS:
        columns.setdefault(tuple(carries(name, fact) for fact in FACTS), []).append(name)
    yield "| | " + " | ".join(" ".join(names) for names in columns.values()) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for index, fact in enumerate(FACTS.values()):
        cells = (WORDS[held[index]] for held in columns)
        yield f"| {fact.title} | " + " | ".join(cells) + " |"


PRINTED = {"formats": formats_table, "carried": carried_table}


def page(text: str) -> str:
    """The page with its printed tables as they are now."""
    for name, rows in PRINTED.items():
        block = "\n".join((f"<!-- printed: {name} -->", *rows(), "<!-- end -->"))
        pattern = rf"<!-- printed: {name} -->.*?<!-- end -->"
        text, count = re.subn(pattern, lambda _, block=block: block, text, flags=re.DOTALL)
        assert count == 1, f"one table of {name} expected"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
