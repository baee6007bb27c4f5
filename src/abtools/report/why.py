"""Where the points of a session come from under each rule set, and why that differs."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace

from abtools.report.problems import plural, runs
from abtools.report.reasons import CAUSES, THEMES, Comparison, points_by_theme
from abtools.report.result import Result
from abtools.report.score_table import margin
from abtools.report.style import Style, visible
from abtools.report.table import Grid, Group
from abtools.scoring import Party
from abtools.tally import parties_of

NARROWEST_REASON = 26


def why_table(result: Result, style: Style) -> str:
    """A row for each source of points: what it comes to under each set (who is ahead by it), and
    the causes with the boards they touch. "" when there is nothing to compare."""
    result = comparable(result)
    if len(result.rules) < 2 or not boards_by_cause(result):
        return ""
    whole, result = result, scored_by_all(result)
    boards = boards_by_cause(result)
    names = [rules.name for rules in result.rules]
    room = style.width - 13 - sum(max(9, len(name)) + 1 for name in names)
    if room < NARROWEST_REASON or len(parties_of(result.rules[0])) > 2:
        return _causes_only(whole, style)
    heading = Group("", ("Why they differ", *names, ""), ("left", *["right"] * len(names), "left"))
    grid = Grid([heading])
    shown = None if result.is_whole else {row.place - 1 for row in result.rows}
    by_theme = [points_by_theme(session, shown) for session in result.sessions]
    parties = parties_of(result.rules[0])
    for theme in THEMES:
        told = [_words(key, numbers) for key, numbers in boards.items() if CAUSES[key][0] == theme]
        sums = [_ahead(points[theme], parties) for points in by_theme]
        if not told and not any(sums):
            continue
        reason = "; ".join(told) or ("the same" if len(set(sums)) == 1 else "another premium")
        lines = textwrap.wrap(reason, room - 3, break_on_hyphens=False) or [""]
        grid.add([theme, *sums, lines[0]])
        for line in lines[1:]:
            grid.add(["", *[""] * len(names), line])
    grid.rule()
    totals = [
        "?" if session.missing else margin(_together(points, parties), parties)
        for session, points in zip(result.sessions, by_theme, strict=True)
    ]
    left = left_out(whole)
    what = "" if shown is None else f"on the boards {'compared' if left else 'shown'}"
    grid.add(["together", *totals, what])
    return "\n".join([grid.text(style), *(style.text(style.dim(line)) for line in left)])


def scored_by_all(result: Result) -> Result:
    """The boards that all rule sets score, or none does."""
    rows = [row for row in result.rows if len({line.score.scored for line in row.lines}) == 1]
    return result if len(rows) == len(result.rows) else replace(result, rows=tuple(rows))


def left_out(result: Result) -> list[str]:
    """Of each rule set: how many boards it could not score and another could, and which."""
    told = []
    for number, rules in enumerate(result.rules):
        rows = [
            row
            for row in result.rows
            if not row.lines[number].score.scored and any(line.score.scored for line in row.lines)
        ]
        if rows:
            names = runs(list(dict.fromkeys(visible(row.name) for row in rows)))
            told.append(f"{plural(len(rows), 'board')} not scored under {rules.name} ({names})")
    return told


def comparable(result: Result) -> Result:
    """The rule sets among which points can be compared: those with the same parties as the first
    that has a companion."""
    groups: dict[tuple[Party, ...], list[int]] = {}
    for index, rules in enumerate(result.rules):
        groups.setdefault(parties_of(rules), []).append(index)
    kept = next((group for group in groups.values() if len(group) > 1), [])
    if len(kept) == len(result.rules):
        return result
    return Result(
        tuple(result.rules[index] for index in kept),
        tuple(replace(r, lines=tuple(r.lines[index] for index in kept)) for r in result.rows),
        tuple(result.sessions[index] for index in kept),
    )


def boards_by_cause(result: Result) -> dict[str, list[str]]:
    """Key of a cause -> the boards it touches, in the order of CAUSES."""
    comparison = Comparison(result)
    boards: dict[str, list[str]] = {}
    for row in result.rows:
        for cause in comparison.causes(row):
            boards.setdefault(cause.key, []).append(visible(row.name))
    return {key: list(dict.fromkeys(boards[key])) for key in CAUSES if key in boards}


def boards_by_words(result: Result) -> dict[str, list[str]]:
    """A cause in general words -> the boards it touches, whatever points it changes."""
    touched = boards_by_cause(result)
    boards: dict[str, list[str]] = {}
    for row in result.rows:
        name = visible(row.name)
        for key, (_, words) in CAUSES.items():
            if name in touched.get(key, ()):
                boards.setdefault(words, []).append(name)
    order = dict.fromkeys(words for _, words in CAUSES.values())
    return {words: list(dict.fromkeys(boards[words])) for words in order if words in boards}


def _causes_only(result: Result, style: Style) -> str:
    lines = [style.bold("Why they differ")]
    for words, numbers in boards_by_words(result).items():
        lines += textwrap.wrap(
            f"{words} ({runs(numbers)})", style.width, initial_indent="  ", subsequent_indent="    "
        )
    return style.text("\n".join(lines))


def _words(key: str, numbers: Sequence[str]) -> str:
    return f"{CAUSES[key][1]} ({runs(numbers)})"


def _ahead(points: Mapping[Party, int], parties: Sequence[Party]) -> str:
    whole = {party: points.get(party, 0) for party in parties}
    told = margin(whole, parties)
    return "" if told == "equal" else told


def _together(
    by_theme: Mapping[str, Mapping[Party, int]], parties: Sequence[Party]
) -> dict[Party, int]:
    return {party: sum(points.get(party, 0) for points in by_theme.values()) for party in parties}
