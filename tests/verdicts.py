"""What a grammar for people says of a text."""

from __future__ import annotations

from lark import Lark
from lark.exceptions import LarkError


def accepts(grammar: Lark, text: str, start: str | None = None) -> bool:
    """Whether the grammar, from this rule on, holds the whole text."""
    try:
        grammar.parse(text, start=start)
    except LarkError:
        return False
    return True
