"""The text of a LIN file: commands with their values, each with its place.

Knows how LIN is spelled and nothing of what it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from abtools.formats.encoding import decode
from abtools.problems import SourceText, Span

Report = Callable[[str, str, int, int], None]
"""Called with code, message, offset and length for each fault."""

Token = tuple[str, str, int]
"""A command in lower case, its value, and the offset of the value."""

DATA = frozenset(
    (
        *("vg", "rs", "pn", "pw", "px", "bn", "mp", "qx", "st", "md", "rh", "ah", "sv", "mb"),
        *("an", "pc", "mc", "pg", "nt", "at", "ha", "sk", "wt", "ub", "up", "jp", "ob", "zz"),
        *("op", "em", "mn"),
    )
)
"""Commands that say something about a board or steer its telling."""

DISPLAY = frozenset(
    (
        *("lb", "pf", "ht", "fp", "cp", "cs", "cb", "cr", "cg", "ls", "hs", "hc", "lc", "fh"),
        *("fm", "ff", "fb", "fs", "sb", "sc", "bt", "bm", "bg", "hb", "va", "ih", "ss", "tu"),
        *("tc", "sa", "se", "pd", "lg", "ia", "cm", "3b", "3d", "3s", "4b"),
    )
)
"""Commands for fonts, colours, layout and sound."""

COMMANDS: dict[str, str] = {
    spelling: name
    for name in DATA | DISPLAY
    for spelling in (name, name.upper(), name.capitalize(), name[0] + name[1].upper())
}
"""Spelling -> command; the case does not matter."""

_VALUELESS = frozenset(("pg", "st", "rh"))
"""Commands whose value is empty; one that looks like a command shows that a bar is missing."""

_PAIR = re.compile(r"\s*([A-Za-z]{2})\|([^|]*)\|")
_AHEAD = 4
"""Pairs looked at to find out how commands and values fall into step again."""

_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_PLUS = re.compile(r"\+(?!\))")
_IS_ENCODED = re.compile(r"%(?:20|7[Cc])")
_SYMBOL = re.compile(r"[!@]([SHDCshdc])(?![A-Za-z0-9])")
_PBN_SYMBOL = re.compile(r"\\([SHDC])(?![A-Za-z0-9])")


class LinText(SourceText):
    """A whole file as decoded."""

    __slots__ = ()


class EncodedText(LinText):
    """LIN that stands in another text in a coded form; places are those in that text.

    `where[i]` is the offset in `outer` at which character i is written; it has one entry more
    than the text has characters.
    """

    __slots__ = ("outer", "where")

    def __init__(self, text: str, outer: SourceText, where: Sequence[int]) -> None:
        super().__init__(text, outer.name)
        self.outer = outer
        self.where = where

    def span(self, offset: int, length: int = 0) -> Span:
        """See SourceText; the place in the outer text."""
        last = len(self.text)
        start = max(0, min(offset, last))
        end = max(start, min(start + length, last))
        return self.outer.span(self.where[start], max(0, self.where[end] - self.where[start]))


def percent_decoded(
    outer: SourceText, start: int, end: int, plus: bool = False
) -> tuple[str, list[int]]:
    """The characters that outer.text[start:end] stands for with %20 and its like decoded, and
    where each is written, with the end as the last entry. With `plus` a + is a blank, but for
    one before a bracket that closes, as in (16+).

    >>> percent_decoded(SourceText("a%C3%A9+"), 0, 8, plus=True)
    ('aé ', [0, 1, 7, 8])
    """
    text = outer.text
    letters: list[str] = []
    where: list[int] = []
    position = start
    for found in _PERCENT.finditer(text, start, end):
        plain = text[position : found.start()]
        letters.append(_PLUS.sub(" ", plain) if plus else plain)
        where += range(position, found.start())
        decoded, encoding = decode(bytes.fromhex(found[0].replace("%", "")))
        position = found.start()
        for letter in decoded:
            where.append(position)
            position += 3 * len(encoding.encode(letter))
        letters.append(decoded)
        position = found.end()
    plain = text[position:end]
    letters.append(_PLUS.sub(" ", plain) if plus else plain)
    where += range(position, end + 1)
    return "".join(letters), where


def lin_text(text: str, name: str) -> tuple[SourceText, LinText]:
    """The text of a file, and the LIN in it: percent-encoded as in a link, or plain."""
    if "%" not in text or " " in text or not _IS_ENCODED.search(text):
        plain = LinText(text, name)
        return plain, plain
    outer = SourceText(text, name)
    decoded, where = percent_decoded(outer, 0, len(text))
    return outer, EncodedText(decoded, outer, where)


def tokens(text: str, start: int, end: int, report: Report) -> Iterator[Token]:
    """The commands of text[start:end] with their values.

    A command is the last two characters before a bar; text before them is skipped. Where bars
    are lost or too many, the reading falls into step again at the next known command.
    """
    position = start
    match, known = _PAIR.match, COMMANDS
    while position < end:
        found = match(text, position, end)
        if found is not None:
            name = known.get(found[1])
            if name is not None and (name not in _VALUELESS or not found[2]):
                yield name, found[2], found.start(2)
                position = found.end()
                continue
        token, position = _odd_token(text, position, end, report)
        if token is not None:
            yield token


def _odd_token(text: str, position: int, end: int, report: Report) -> tuple[Token | None, int]:
    """The token that begins at `position` where it is not plainly one, and where to go on."""
    bar = text.find("|", position, end)
    if bar < 0:
        _report_junk(text, position, end, report)
        return None, end
    name, letters, at, is_clean = _command(text, position, bar)
    closing = text.find("|", bar + 1, end)
    stop = end if closing < 0 else closing
    value = text[bar + 1 : stop]
    following = min(stop + 1, end)
    if name in _VALUELESS and value.strip() in COMMANDS and _is_shifted(text, position, bar, end):
        report("lin-bar", f"the value of {name} is not closed with a bar", at, 2)
        return (name or "", "", bar + 1), bar + 1
    if is_clean or (name is not None and not _is_shifted(text, position, bar, end)):
        _report_junk(text, position, at, report)
        return (name or "", value, bar + 1), following
    is_name = len(letters) == 2 and letters.isalnum() and letters.isascii()
    if is_name and value.strip() not in COMMANDS and not _is_shifted(text, position, bar, end):
        _report_junk(text, position, at, report)
        report("lin-command", f"LIN has no command {letters}; its value is kept", at, 2)
        return (letters.lower(), value, bar + 1), following
    shown = text[position:bar].strip()
    if len(shown) > 30:
        shown = shown[:27] + "..."
    what = f"{shown!r} is no command" if shown else "a bar without a command before it"
    report("lin-bar", f"{what}: a bar too many, or one missing before", bar, 1)
    return None, bar + 1


def _command(text: str, position: int, bar: int) -> tuple[str | None, str, int, bool]:
    """The command before a bar: its name when it is known, its letters and their place, and
    whether it stands apart from what is before it."""
    last = bar
    while last > position and text[last - 1].isspace():
        last -= 1
    at = max(position, last - 2)
    letters = text[at:last]
    name = COMMANDS.get(letters)
    is_glued = at > position and text[at - 1].isalnum()
    return name, letters, at, name is not None and not is_glued


def _is_shifted(text: str, position: int, bar: int, end: int) -> bool:
    """Whether commands and values fall into step better when read from after the bar."""
    return _known_ahead(text, bar + 1, end) > _known_ahead(text, position, end)


def _known_ahead(text: str, position: int, end: int) -> int:
    """Known commands among the next few pairs."""
    count = 0
    for _ in range(_AHEAD):
        bar = text.find("|", position, end)
        if bar < 0:
            break
        count += _command(text, position, bar)[3]
        closing = text.find("|", bar + 1, end)
        if closing < 0:
            break
        position = closing + 1
    return count


def _report_junk(text: str, start: int, end: int, report: Report) -> None:
    junk = text[start:end].strip()
    if junk:
        at = start + text[start:end].index(junk[0])
        shown = junk if len(junk) < 40 else junk[:37] + "..."
        report("lin-junk", f"{' '.join(shown.split())!r} belongs to no command", at, len(junk))


def as_comment(value: str) -> str:
    """A text of LIN as a comment in braces, suit symbols as PBN has them.

    >>> as_comment("5!s and 3@H}")
    '{5\\\\S and 3\\\\H)}'
    """
    return "{" + with_pbn_symbols(value).replace("\r\n", "\n").replace("}", ")") + "}"


def with_pbn_symbols(text: str) -> str:
    """Suit symbols !S or @S written \\S as in PBN."""
    if "!" not in text and "@" not in text:
        return text
    return _SYMBOL.sub(lambda found: "\\" + found[1].upper(), text)


def with_lin_symbols(text: str) -> str:
    """Suit symbols \\S written !S; `with_pbn_symbols` turns them back.

    >>> with_lin_symbols("4+ \\\\H")
    '4+ !H'
    """
    return _PBN_SYMBOL.sub(r"!\1", text) if "\\" in text else text
