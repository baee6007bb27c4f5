"""The difference between two rule sets on one board, reason by reason, adding up in points."""

from __future__ import annotations

import textwrap

from abtools.explanation import Explanation, explain
from abtools.report.result import Result, Row
from abtools.report.style import Style, visible
from abtools.scoring import Party
from abtools.tally import parties_of

NARROWEST = 9


def reason_lines(row: Row, result: Result, style: Style) -> list[str]:
    """A line a reason: what it is, what it brings under each set, and the difference, all for
    declarer's side; then the sum. [] unless two sets of the same sides are compared."""
    found = _explanation(row, result)
    if found is None or row.declarer is None:
        return []
    return _table(found, row.declarer.side, style)


def reason_words(row: Row, result: Result) -> str:
    """The reasons in short, each with what the second set gives declarer's side more: for a
    column beside the scores."""
    found = _explanation(row, result)
    if found is None:
        return ""
    return ", ".join(f"{each.kind} {each.points:+}" for each in found.reasons if each.points)


def _explanation(row: Row, result: Result) -> Explanation | None:
    """What two rule sets of the same sides make of a board differently, None when nothing."""
    if len(result.rules) != 2 or row.declarer is None:
        return None
    first, second = result.rules
    if not all(len(parties_of(rules)) == 2 for rules in result.rules):
        return None
    states = (row.lines[0].vulnerability, row.lines[1].vulnerability)
    found = explain(row.board, first, second, states)
    return found if found.reasons and not found.why_not else None


def _table(found: Explanation, side: Party, style: Style) -> list[str]:
    names = [rules.name for rules in found.rules]
    wide = [max(NARROWEST, len(name)) for name in names]
    room = max(24, style.width - 4 - sum(wide) - 10)
    heading = f"    {f'for {side}':<{room}} {names[0]:>{wide[0]}} {names[1]:>{wide[1]}}"
    lines = [style.dim(heading)]
    for reason in found.reasons:
        words = textwrap.wrap(visible(reason.words), room, break_on_hyphens=False)
        lines += [f"    {line}" for line in words[:-1]]
        figures = (reason.first, reason.second, reason.points)
        lines.append(_row(words[-1], figures, room, wide))
    if found.first is not None and found.second is not None:
        sums = (found.first, found.second, found.second - found.first)
        lines.append(style.bold(_row("together", sums, room, wide)))
    return [style.text(line) for line in lines]


def _row(words: str, figures: tuple[int, int, int], room: int, wide: list[int]) -> str:
    first, second, points = figures
    return f"    {words:<{room}} {first:>{wide[0]}} {second:>{wide[1]}} {points:>+7}"
