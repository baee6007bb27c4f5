"""The text of an RBN or RBX file: labelled items and paragraphs, each with its place.

Knows how RBN is spelled and nothing of what it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

Report = Callable[[str, str, int, int], None]
"""Called with code, message, offset and length for each fault."""

LABELS = "DTLESFKNBHACPRMI0123456789"
CARRIED = "DTLESFKNBH"
"""Labels whose data holds for the records that follow, until the label stands again."""

PARAGRAPH, REMARK = "{", "%"
"""What stands in the place of a label before a free paragraph and in a line of remarks."""

_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_GROUP = re.compile(r"([A-Z0-9]?)\{([^}]*)\}[ \t]*")
_EMPTY_LINES = re.compile(r"\s*\n(?:\s*\n)*")
_RBX = re.compile(r"(?:[A-Z0-9]?\{[^}]*\}[ \t]*)+")


class Item(NamedTuple):
    """One labelled piece of a record: its label, its data, the offset of the data."""

    label: str
    data: str
    at: int


class RecordItems(NamedTuple):
    """The items of a record, and where it stands."""

    start: int
    end: int
    items: list[Item]


def records(text: str, start: int, end: int, report: Report) -> Iterator[RecordItems]:
    """The records of text[start:end]: up to an empty line in RBN, a line each in RBX."""
    items: list[Item] = []
    first, position = start, start
    while position < end:
        found = _LINE.match(text, position, end)
        if found is None:
            break
        line, after = found[1], max(found.end(), position + 1)
        if not line.strip():
            if items:
                yield RecordItems(first, position, items)
                items = []
        elif _is_rbx(line):
            if items:
                yield RecordItems(first, position, items)
            items = []
            yield RecordItems(position, found.end(1), list(_groups(text, position, found.end(1))))
        else:
            if not items:
                first = position
            if line[0] == PARAGRAPH:
                after = _paragraph(text, position, end, items, report)
            else:
                _add_line(line, position, items, report)
        position = after
    if items:
        yield RecordItems(first, end, items)


def paragraph(text: str) -> str:
    """A text as it may stand in a paragraph: without empty lines and closing braces.

    >>> paragraph("a}\\r\\n\\r\\nb")
    'a)\\nb'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("}", ")")
    return _EMPTY_LINES.sub("\n", lines).strip("\n")


def begins_item(line: str) -> bool:
    """Whether a line would be read as more than the continuation of an item list."""
    if line[:1] in (PARAGRAPH, REMARK) or _is_rbx(line):
        return True
    return line[:1] in LABELS and line[1:2] in ("", " ", "\t")


def _is_rbx(line: str) -> bool:
    if "{" not in line or _RBX.fullmatch(line) is None:
        return False
    return any(group[1] for group in _GROUP.finditer(line))


def _groups(text: str, start: int, end: int) -> Iterator[Item]:
    for group in _GROUP.finditer(text, start, end):
        yield Item(group[1] or PARAGRAPH, group[2], group.start(2))


def _paragraph(text: str, start: int, end: int, items: list[Item], report: Report) -> int:
    """Take a paragraph, which ends with } at the end of a line; where the next line begins."""
    position = start
    while position < end:
        found = _LINE.match(text, position, end)
        if found is None:
            break
        line = found[1]
        if not line.strip() and position > start:
            break
        position = max(found.end(), position + 1)
        if line.rstrip().endswith("}"):
            inner = text[start + 1 : found.start() + len(line.rstrip()) - 1]
            items.append(Item(PARAGRAPH, inner, start + 1))
            return position
    report("comment-unclosed", "no } at the end of a line closes this paragraph", start, 1)
    items.append(Item(PARAGRAPH, text[start + 1 : position].rstrip(), start + 1))
    return position


def _add_line(line: str, at: int, items: list[Item], report: Report) -> None:
    label = line[0]
    if label == REMARK:
        items.append(Item(REMARK, line[1:].strip(), at + 1))
    elif label in LABELS and line[1:2] in ("", " ", "\t"):
        data = line[1:].strip()
        items.append(Item(label, data, at + 1 + line[1:].find(data) if data else at + 1))
    elif items and items[-1].label == "I":
        last = items[-1]
        items[-1] = Item("I", f"{last.data}\n{line.rstrip()}", last.at)
    elif label.isascii() and label.isupper() and line[1:2] in ("", " "):
        report("rbn-label", f"RBN has no label {label}; its line is kept", at, 1)
        items.append(Item(label, line[1:].strip(), at + 1))
    elif label in LABELS:
        report("rbn-label", f"a blank is missing after the label {label}", at, 1)
        items.append(Item(label, line[1:].strip(), at + 1))
    else:
        shown = line.strip() if len(line) < 40 else line[:37].strip() + "..."
        report("rbn-label", f"{shown!r} is no label with data; it is skipped", at, len(line))
