"""A deal's story: what it was worth under one code of laws after another, and what changed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from abtools.explanation import Chapter, story
from abtools.report.explain import happened
from abtools.report.result import Result, Row
from abtools.report.style import Style, visible
from abtools.rules import RuleSet

POINTS_WIDE = 7
ALIKE = ("session.unit", "tricks.counted", "bidding.undertaking")
"""Choices in which sets of one thread of the story agree."""
UNITS = ("rubber", "chukker", "deal")


def in_threads(sets: Sequence[RuleSet]) -> tuple[RuleSet, ...]:
    """Sets ordered so that a story goes from like to like: those of rubbers first, then shorter
    sessions, then single deals; in each those that count tricks alike one after the other.

    >>> from abtools.rules import load
    >>> names = "auction-1908", "contract-1927", "auction-uk-1928", "duplicate", "contract-rubber"
    >>> [rules.name for rules in in_threads([load(name) for name in names])]
    ['auction-1908', 'auction-uk-1928', 'contract-1927', 'contract-rubber', 'duplicate']
    """
    keys = [tuple(rules.choice(key) for key in ALIKE) for rules in sets]
    order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    ranked = sorted(
        zip(keys, sets, strict=True), key=lambda each: (UNITS.index(each[0][0]), order[each[0]])
    )
    return tuple(rules for _, rules in ranked)


def stories(result: Result, style: Style) -> str:
    """The stories of all boards, one after the other."""
    return "\n\n".join(told_story(row, result, style) for row in result.rows)


def told_story(row: Row, result: Result, style: Style) -> str:
    """One board: a chapter for the codes that agree, with its points for declarer's side and,
    reason by reason, what was more and what less than in the chapter before."""
    lines = [style.bold(f"Board {visible(row.name)}: ") + happened(row, style)]
    sets = result.two_sided
    states = [row.lines[number].vulnerability for number in sets]
    found = story(row.board, [result.rules[number] for number in sets], states)
    if found.chapters and row.declarer is not None:
        lines.append(style.dim(f"{'for ' + str(row.declarer.side):>{POINTS_WIDE}}"))
    for chapter in found.chapters:
        lines += _chapter(chapter, style)
    reasons: dict[str, list[str]] = {}
    for rules, why_not in found.silent:
        why = visible(why_not).removeprefix(f"no score under {rules.name}: ")
        reasons.setdefault(why.replace(rules.name, "it"), []).append(rules.name)
    for why, names in reasons.items():
        lines += _hanging("?", f"{', '.join(names)}: {why}", style)
    return style.text("\n".join(lines))


def _chapter(chapter: Chapter, style: Style) -> Iterator[str]:
    points = f"{chapter.points:+}" if chapter.points else "0"
    first, *more = _hanging(points, _names(chapter.rules), style)
    yield style.bold(first)
    yield from map(style.bold, more)
    for reason in chapter.reasons:
        change = f"{reason.points:+}" if reason.points else "0"
        start = " " * (POINTS_WIDE + 2) + f"{change:>{POINTS_WIDE - 1}}"
        yield from _hanging(start, visible(reason.words), style)


def _names(sets: Sequence[RuleSet]) -> str:
    return ", ".join(rules.name for rules in sets)


def _hanging(points: str, words: str, style: Style) -> list[str]:
    start = f"{points:>{POINTS_WIDE}}  "
    return textwrap.wrap(
        words, style.width, initial_indent=start, subsequent_indent=" " * len(start),
        break_on_hyphens=False,
    )  # fmt: skip
