"""XML as a tree of nodes with their places, read without trust: no entities, no network."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from abtools.formats.encoding import decode
from abtools.problems import Problem, SourceText, Span

MAX_DEPTH = 64
_DECLARED = re.compile(rb"^\s*<\?xml[^>]*encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")


@dataclass(slots=True)
class Node:
    """An element: its name in upper case, attributes, children, own text, and place."""

    name: str
    attributes: dict[str, str]
    span: Span
    children: list[Node] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text between the tags, blanks folded."""
        return " ".join("".join(self.pieces).split())

    def child(self, name: str) -> Node | None:
        """The first child of this name."""
        return next((child for child in self.children if child.name == name), None)

    def value(self, *names: str) -> str:
        """The text of the first child of one of these names that has some; else ""."""
        for name in names:
            found = self.child(name)
            if found is not None and found.text:
                return found.text
        return ""

    def find(self, name: str) -> list[Node]:
        """All descendants of this name, in order; those inside a found one are left out."""
        found = []
        for child in self.children:
            found += [child] if child.name == name else child.find(name)
        return found


class Refused(Exception):
    """Something that no record of bridge needs and that could do harm."""


def as_text(data: bytes) -> str:
    """The text of an XML file by the encoding it declares, else as any file."""
    declared = _DECLARED.match(data)
    if declared is not None:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass
    return decode(data)[0]


class _Builder:
    """Grows the tree as expat reads; what is not closed at a fault is closed there."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.root: Node | None = None
        self.open: list[Node] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse_entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise Refused(f"elements nested deeper than {MAX_DEPTH}")
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber
        span = Span(self.source.name, line, column + 1, len(name) + 1)
        node = Node(name.upper(), {key.upper(): value for key, value in attributes.items()}, span)
        if self.open:
            self.open[-1].children.append(node)
        elif self.root is None:
            self.root = node
        self.open.append(node)

    def _end(self, name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1].pieces.append(text)

    def _refuse_entity(self, name: str, *rest: object) -> None:
        raise Refused(f"the entity {name[:40]!r} is declared; records need none")


def read_tree(source: SourceText) -> tuple[Node | None, list[Problem]]:
    """The tree of a text, as far as it can be read, and what stopped it."""
    builder = _Builder(source)
    try:
        builder.parser.Parse(source.text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "not well-formed")
        return builder.root, [_problem(source, reason, error.lineno)]
    except Refused as error:
        line = builder.parser.CurrentLineNumber
        return builder.root, [_problem(source, str(error), line)]
    return builder.root, []


def _problem(source: SourceText, message: str, line: int) -> Problem:
    length = len(source.line(line))
    return Problem(
        "xml-syntax", Span(source.name, line, 1, length), f"the XML stops here: {message}"
    )
