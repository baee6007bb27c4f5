"""The score sheet of a rubber as printed on paper: We and They, the line, games closed off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from abtools.cards import Side
from abtools.report.result import Result
from abtools.report.score_table import has_line, margin
from abtools.report.style import Style, visible
from abtools.report.table import columns
from abtools.rules import RuleSet
from abtools.scoring import Entry, Party
from abtools.tally import Line, Rubber, parties_of

HALF, HALF_BESIDE = 38, 34
"""Columns for each side of a sheet that stands alone, and of two beside each other."""
GAP = "   "
_NAMES = {Side.NS: "We (NS)", Side.EW: "They (EW)"}


class Note(NamedTuple):
    """One figure on the sheet and what it is for."""

    points: int
    words: str


def sheets(result: Result, style: Style) -> str:
    """The sheets of all rubbers, those of one rule set under each other; sets beside each other
    where there is room."""
    shown = {row.place - 1 for row in result.rows}
    beside = max(1, (style.width + len(GAP)) // (2 * HALF_BESIDE - 1 + len(GAP)))
    half = HALF_BESIDE if beside > 1 else HALF
    stacks = []
    for rules, session in zip(result.rules, result.sessions, strict=True):
        if not has_line(rules):
            stacks.append([f"{rules.name}: each deal stands alone, there is no sheet."])
            continue
        stack: list[str] = []
        for number, rubber in enumerate(session.rubbers, 1):
            if shown.isdisjoint(line.index for line in rubber.lines):
                continue
            stack += [*sheet(rubber, rules, number, half, style), ""]
        stacks.append(stack[:-1])
    parts = []
    for first in range(0, len(stacks), beside):
        parts.append(_beside(stacks[first : first + beside]))
    return style.text("\n\n".join(parts))


def _beside(stacks: Sequence[Sequence[str]]) -> str:
    widths = [max(map(columns, stack), default=0) for stack in stacks]
    rows = []
    for cells in zip_longest(*stacks, fillvalue=""):
        padded = (c + " " * (w - columns(c)) for c, w in zip(cells, widths, strict=True))
        rows.append(GAP.join(padded).rstrip())
    return "\n".join(rows)


def sheet(rubber: Rubber, rules: RuleSet, number: int, half: int, style: Style) -> list[str]:
    """The lines of one sheet."""
    parties = parties_of(rules)
    half = half if len(parties) == 2 else 24
    lines = [
        style.bold(f"{rules.name}, rubber {number}{'' if rubber.finished else ' (unfinished)'}")
    ]
    names = [_NAMES.get(p, str(p)) if isinstance(p, Side) else str(p) for p in parties]
    lines.append(_heading(names, half))
    above = [list(_above(rubber, party)) for party in parties]
    height = max(map(len, above))
    for row in range(height, 0, -1):
        lines.append(_row([_at(notes, row - 1) for notes in above], half))
    lines.append(_rule(parties, half, "═", "╪"))
    for winner, games in _games(rubber, parties):
        for cells in zip_longest(*games, fillvalue=None):
            lines.append(_row([_figure(cell) for cell in cells], half))
        if winner is not None:
            lines.append(_rule(parties, half, "─", "┼", winner))
    total = rubber.total
    sums = [(None if total is None else total[party], "total") for party in parties]
    lines.append(_rule(parties, half, "═", "╪"))
    lines.append(style.bold(_row(sums, half)))
    ahead = margin(total, parties)
    return [*lines, f"{ahead:^{2 * half}}".rstrip()] if ahead else lines


def _above(rubber: Rubber, party: Party) -> Iterator[Note]:
    """What a party wrote above the line, first entry first: it stands next to the line."""
    for line in rubber.lines:
        for entry in (*line.score.entries, *line.bonus):
            if entry.side is party and entry.column == "above":
                yield Note(entry.points, f"{_name(line)}. {_words(entry)}")
    for entry in rubber.extras:
        if entry.side is party:
            yield Note(entry.points, _words(entry))


def _games(
    rubber: Rubber, parties: Sequence[Party]
) -> Iterator[tuple[Party | None, list[list[Note]]]]:
    """Below the line, game by game: who won it (None: still open), and each party's figures."""
    notes: dict[Party, list[Note]] = {party: [] for party in parties}
    for line in rubber.lines:
        for entry in line.score.entries:
            if entry.column == "below":
                words = f"{_name(line)}. {_words(entry)}"
                notes[entry.side].append(Note(entry.points, words))
        if line.game is not None:
            yield line.game, list(notes.values())
            notes = {party: [] for party in parties}
    if any(notes.values()):
        yield None, list(notes.values())


def _name(line: Line) -> str:
    return visible(line.board or f"#{line.index + 1}")


def _words(entry: Entry) -> str:
    return visible(entry.reason).replace(" in one hand", ", one hand")


def _at(notes: Sequence[Note], index: int) -> tuple[int | None, str]:
    return _figure(notes[index] if index < len(notes) else None)


def _figure(note: Note | None) -> tuple[int | None, str]:
    return (None, "") if note is None else (note.points, note.words)


def _row(cells: Sequence[tuple[int | None, str]], half: int) -> str:
    """One line: figures beside the middle, words outside; with three players words first."""
    room = half - 8
    shown = []
    for number, (points, words) in enumerate(cells):
        figure = "" if points is None else str(points)
        text = words if len(words) <= room else words[: room - 1] + "…"
        if number and len(cells) == 2:
            shown.append(f" {figure:>5}  {text:<{room}}")
        else:
            shown.append(f"{text:<{room}} {figure:>5} ")
    return "│".join(shown).rstrip()


def _heading(names: Sequence[str], half: int) -> str:
    """The names over their figures."""
    cells = [
        f" {name:<{half - 2}}" if n else f"{name:>{half - 2}} " for n, name in enumerate(names)
    ]
    return "│".join(cells).rstrip()


def _rule(
    parties: Sequence[Party], half: int, line: str, cross: str, winner: Party | None = None
) -> str:
    """A rule across the sheet; the winner's half says that it closes off a game."""
    halves: list[str] = []
    for party in parties:
        word = " game " if party is winner else ""
        outer = line * (half - 3 - len(word))
        halves.append(line * 2 + word + outer if halves else outer + word + line * 2)
    return cross.join(halves)
