"""Writing PBN: the export form, and patches to a record that leave all else as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from abtools.auction import Auction, Ending, Mark
from abtools.board import Board, Tag
from abtools.cards import Card, Seat
from abtools.formats.pbn.fields import values_of_fields
from abtools.formats.pbn.sections import Section, read_auction, read_play
from abtools.formats.pbn.spans import BoardSpans
from abtools.formats.pbn.tables import odd_table_lines, read_table, row_lines
from abtools.formats.pbn.tags import BLANK, MANDATORY, SECTIONS, is_name, read_note
from abtools.formats.pbn.text import Token, escape, tokens
from abtools.play import Play

HEADER = ("% PBN 2.1", "% EXPORT")
WRAP = 80
_REMARK_SIGNS = frozenset(";{%#")
_REMARKS = ("line", "brace", "open", "escape", "hash")


@dataclass(slots=True)
class Entry:
    """One tag of a record as it will be written: its lines, data and comments included."""

    name: str
    head: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines with line feeds between."""
        return "\n".join([self.head, *self.lines])


def export(boards: Iterable[Board]) -> Iterator[tuple[Board, str]]:
    """Each board with its record in export form (formats.md 1.19), lines ended by CR LF.

    Header lines of the first record are kept; every record stands alone, # and ## resolved.
    """
    for index, board in enumerate(boards):
        lines = list(HEADER) if index == 0 else [""]
        lines += _remark_lines(board.preamble)
        for entry in entries(board):
            lines += [entry.head, *entry.lines]
        if board.postscript:
            lines += ["", *_remark_lines(board.postscript)]
        yield board, "".join(f"{line}\r\n" for line in lines)


def entries(board: Board) -> list[Entry]:
    """The tags of a record in export order: the fifteen, others by name, sections, tables."""
    tags: dict[str, Tag] = {}
    for tag in board.tags:
        if tag.name != "Note" and is_name(tag.name):
            tags.setdefault(tag.name, tag)
    values = values_of_fields(board)
    found = []
    for name in MANDATORY:
        found.append(_entry(name, values, tags.get(name)))
    others = sorted({*tags, *values} - set(MANDATORY) - SECTIONS)
    with_data = {name for name in others if _has_data(tags.get(name))}
    found += [_entry(name, values, tags.get(name)) for name in others if name not in with_data]
    found += _section(board, "Auction", tags.get("Auction"))
    found += _section(board, "Play", tags.get("Play"))
    if not SECTIONS & tags.keys():
        found += [_as_it_was(tag) for tag in board.tags if tag.name == "Note"]
    found += [_data(tags[name]) for name in others if name in with_data]
    return found


def _entry(name: str, values: dict[str, str], tag: Tag | None) -> Entry:
    """A tag without data: the field's value, else what the record had, else unknown."""
    value = values.get(name)
    if value is None:
        value = "?" if tag is None else tag.value
    return Entry(name, _head(name, value), [] if tag is None else _remark_lines(tag.body))


def _head(name: str, value: str) -> str:
    """A tag pair. A value that begins with # would be read as inherited: a blank goes before."""
    return f'[{name} "{" " * value.startswith("#")}{escape(value)}"]'


def _body_tokens(body: str) -> list[Token]:
    return list(tokens(body, 0, len(body)))


def _remark_lines(body: str) -> list[str]:
    """The comments and escape lines of a text, each on lines of its own."""
    lines: list[str] = []
    for token in _body_tokens(body):
        if token.kind in ("line", "brace"):
            lines += token.text.split("\n")
        elif token.kind == "open":
            lines += (token.text.rstrip() + "}").split("\n")
        elif token.kind == "escape" and not _is_header(token.text):
            lines.append(token.text)
        elif token.kind == "hash":
            lines.append(f"% {token.text}")
        elif token.kind in ("word", "string", "other", "bad_tag"):
            lines.append("{" + token.text.replace("}", ")") + "}")
    return lines


def _is_header(text: str) -> bool:
    words = text[1:].split()
    return words[:1] == ["EXPORT"] or (len(words) == 2 and words[0] == "PBN")


def _has_data(tag: Tag | None) -> bool:
    """Whether a tag other than Auction and Play begins a section."""
    if tag is None:
        return False
    if tag.name.endswith("Table"):
        return True
    return any(token.kind in ("word", "string") for token in _body_tokens(tag.body))


def _data(tag: Tag) -> Entry:
    """A table or another section with its data."""
    head = _head(tag.name, tag.value)
    table = read_table(tag.name, tag.value, tag.body) if tag.name.endswith("Table") else None
    if table is None and tag.name.endswith("Table"):
        return Entry(tag.name, head, odd_table_lines(tag.value, tag.body))
    if table is None:
        return Entry(tag.name, head, _trimmed(tag.body))
    lines: list[str] = []
    if not _REMARK_SIGNS.isdisjoint(tag.body):
        remarks = (t.text for t in _body_tokens(tag.body) if t.kind in _REMARKS)
        lines = _remark_lines("\n".join(remarks))
    return Entry(tag.name, head, lines + row_lines(table))


def _as_it_was(tag: Tag) -> Entry:
    return Entry(tag.name, _head(tag.name, tag.value), _trimmed(tag.body))


def _trimmed(body: str) -> list[str]:
    """The lines of a body without blank ones outside comments; an open comment is closed."""
    lines = [line.rstrip(BLANK) for line in body.replace("\t", " ").split("\n")]
    if any(token.kind == "open" for token in _body_tokens(body)):
        lines.append("}")
    return lines if "{" in body else [line for line in lines if line]


# ------------------------------------------------------------------ auction and play


def _section(board: Board, name: str, tag: Tag | None) -> list[Entry]:
    """A section with its notes; as it was where it could not be read whole."""
    value = board.auction if name == "Auction" else board.play
    section = None if tag is None else _reread(board, name, tag)
    notes = _note_entries(board, name, value)
    if tag is not None and (value is None or (section is not None and section.unreadable)):
        return [_as_it_was(tag), *notes]
    if value is None:
        return []
    if isinstance(value, Auction):
        return [Entry(name, f'[Auction "{value.dealer}"]', _auction_lines(value)), *notes]
    play = _from_leader(board, value)
    seat = "" if play.first is None else str(play.first)
    return [Entry(name, f'[Play "{seat}"]', _play_lines(board, play)), *notes]


def _reread(board: Board, name: str, tag: Tag) -> Section | None:
    """The section as its text gives it, None when the board's value is another one by now."""

    def ignore(code: str, message: str, offset: int, length: int) -> None:
        pass

    first = (
        Seat["NESW"["NESW".index(tag.value.upper())]] if tag.value.upper() in (*"NESW",) else None
    )
    if name == "Auction":
        auction, section = read_auction(first, board.dealer, tag.body, 0, ignore)
        same = auction is not None and board.auction is not None
        if same and auction.calls != board.auction.calls:  # type: ignore[union-attr]
            return None
        return section
    play, section = read_play(first, tag.body, 0, ignore)
    if play is not None and board.play is not None and play.cards != board.play.cards:
        return None
    return section


def _note_entries(board: Board, name: str, value: Auction | Play | None) -> list[Entry]:
    """The notes of a section: those of its value, with the comments their tags carried."""
    known = {} if value is None else dict(value.notes)
    found = []
    inside = False
    for tag in board.tags:
        if tag.name in SECTIONS:
            inside = tag.name == name
        elif inside and tag.name == "Note":
            number, text, wrong = read_note(tag.value)
            if wrong:
                found.append(_as_it_was(tag))
            elif known.get(number) == text:
                del known[number]
                head = f'[Note "{number}:{escape(text)}"]'
                found.append(Entry("Note", head, _remark_lines(tag.body)))
    found += [Entry("Note", f'[Note "{n}:{escape(text)}"]') for n, text in sorted(known.items())]
    return found


class _Rows:
    """Lines of four elements a row, wrapped at 80, with comments where they stood."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""

    def add(self, word: str) -> None:
        if self.line and len(self.line) + 1 + len(word) > WRAP:
            self.end_line()
        self.line = f"{self.line} {word}" if self.line else word

    def end_line(self) -> None:
        if self.line:
            self.lines.append(self.line)
        self.line = ""

    def remark(self, text: str) -> None:
        if text.startswith("{"):
            first, *rest = text.rstrip().split("\n")
            self.add(first if first.endswith("}") or rest else first + "}")
            if rest:
                self.end_line()
                self.lines += rest[:-1]
                self.line = rest[-1] if rest[-1].endswith("}") else rest[-1] + "}"
        elif text.startswith(";"):
            self.add(text)
            self.end_line()
        else:
            self.end_line()
            self.lines.append(text if text.startswith("%") else f"% {text}")


def _marked(word: str, mark: Mark | None) -> str:
    """An element with its irregularity before it, its note and NAGs after it."""
    if mark is None:
        return word
    before = f"^{mark.irregularity} " if mark.irregularity in ("I", "R", "L") else ""
    note = f" ={mark.note}=" if mark.note is not None else ""
    return before + word + note + "".join(f" ${nag}" for nag in mark.nags)


def _lines(
    words: list[str],
    marks: tuple[tuple[int, Mark], ...],
    remarks: tuple[tuple[int, str], ...],
    ending: str,
) -> list[str]:
    rows, by_index = _Rows(), dict(marks)
    for text in (text for at, text in remarks if at < 0):
        rows.remark(text)
    rows.end_line()
    for index, word in enumerate(words):
        if index and index % 4 == 0:
            rows.end_line()
        rows.add(_marked(word, by_index.get(index)))
        for text in (text for at, text in remarks if at == index):
            rows.remark(text)
    if ending:
        if ending == "*" or len(words) % 4 == 0:
            rows.end_line()
        rows.add(ending)
    for text in (text for at, text in remarks if at >= len(words)):
        rows.remark(text)
    rows.end_line()
    return rows.lines


def _auction_lines(auction: Auction) -> list[str]:
    words = ["-" if call is None else str(call) for call in auction.calls]
    return _lines(words, auction.marks, auction.remarks, auction.ending.value)


def _from_leader(board: Board, play: Play) -> Play:
    """The play with the opening leader's column first, trailing unknown cards left out."""
    first = play.first
    leader = first if board.declarer is None else board.declarer.lho
    if first is None or leader is None:
        return play
    shift = leader - first & 3
    cards: list[Card | None] = [*play.cards, *[None] * (-len(play.cards) % 4)]

    def moved(index: int) -> int:
        return index if index < 0 else index - index % 4 + (index - shift) % 4

    turned: list[Card | None] = [None] * len(cards)
    for index, card in enumerate(cards):
        turned[moved(index)] = card
    marks = tuple(sorted(((moved(at), mark) for at, mark in play.marks), key=lambda m: m[0]))
    remarks = tuple(sorted(((moved(i), text) for i, text in play.remarks), key=lambda r: r[0]))
    last = max((i for i, mark in marks), default=-1)
    while len(turned) > last + 1 and turned and turned[-1] is None:
        turned.pop()
    remarks = tuple((min(index, len(turned) - 1), text) for index, text in remarks)
    return Play(leader, tuple(turned), play.ending, marks, play.notes, remarks)


def _play_lines(board: Board, play: Play) -> list[str]:
    size = 13
    if board.deal is not None:
        size = max((len(hand) for hand in board.deal.hands if hand is not None), default=13)
    plus = {index for index, mark in play.marks if mark.irregularity == "+"}
    words = [
        "+" if index in plus else "-" if card is None else str(card)
        for index, card in enumerate(play.cards)
    ]
    ending = ""
    if play.ending is Ending.TO_CONTINUE:
        ending = "" if plus else "+"
    elif len(words) < 4 * min(size, 13) or play.ending is Ending.CLOSED:
        ending = "*"
    return _lines(words, play.marks, play.remarks, ending)


# ------------------------------------------------------------------ patching


_FIELDS = {
    "Board": ("number",),
    "Dealer": ("dealer",),
    "Vulnerable": ("vulnerability",),
    "Deal": ("deal",),
    "Declarer": ("declarer", "declarer_swapped"),
    "Contract": ("contract",),
    "Result": ("tricks", "tricks_agreed"),
    "Auction": ("auction",),
    "Play": ("play",),
    "Honours": ("honours",),
    "Chicane": ("chicane",),
    "Adjustments": ("adjustments",),
}
"""Tag -> the fields of a board that it tells."""


def patched(board: Board, spans: BoardSpans) -> str | None:
    """The record with only the tags changed that the board changed; None when nothing differs."""
    changes = _changes(spans.original, board)
    if not changes:
        return None
    new = {name: text for name, text in _texts(board).items() if name in changes}
    text = spans.page.text[spans.start : spans.end]
    places = _places(text)
    for name in sorted(changes, key=lambda n: places.get(n, (len(text), 0))[0], reverse=True):
        entry = new.get(name)
        if name in places:
            at, stop = places[name]
            text = text[:at] + (f"{entry}\n" if entry else "") + text[stop:].lstrip("\n")
        elif entry:
            at = places["Play"][0] if "Play" in places and name != "Play" else len(text)
            gap = "" if text[:at].endswith("\n") or not at else "\n"
            text = text[:at] + f"{gap}{entry}\n" + text[at:]
    return text


def _changes(old: Board, new: Board) -> set[str]:
    """The names of the tags that must be written anew."""
    if old == new:
        return set()
    changed = {
        name
        for name, fields in _FIELDS.items()
        if any(getattr(old, field) != getattr(new, field) for field in fields)
    }
    before, after = _first_tags(old), _first_tags(new)
    names = (before.keys() | after.keys()) - _FIELDS.keys()
    return changed | {name for name in names if before.get(name) != after.get(name)}


def _first_tags(board: Board) -> dict[str, Tag]:
    found: dict[str, Tag] = {}
    for tag in board.tags:
        if tag.name != "Note":
            found.setdefault(tag.name, tag)
    return found


def _texts(board: Board) -> dict[str, str]:
    """Tag -> its lines in export form, notes with the section they belong to."""
    known = _first_tags(board).keys() | values_of_fields(board).keys() | SECTIONS
    found: dict[str, str] = {}
    section = "Auction"
    for entry in entries(board):
        if entry.name == "Note":
            found[section] = f"{found.get(section, '')}\n{entry.text}".lstrip()
        elif entry.name in known:
            found[entry.name] = entry.text
            section = entry.name if entry.name in SECTIONS else section
    return found


def _places(text: str) -> dict[str, tuple[int, int]]:
    """Where each tag with what follows it stands; notes belong to the section before them."""
    found: dict[str, tuple[int, int]] = {}
    last = ""
    for token in tokens(text, 0, len(text)):
        if token.kind != "tag":
            continue
        if token.name == "Note" and last:
            continue
        if last:
            found[last] = (found[last][0], token.start)
        if token.name not in found:
            found[token.name] = (token.start, len(text))
            last = token.name
        else:
            last = ""
    return found
