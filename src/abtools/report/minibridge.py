"""Minibridge for reading: a row a deal, one deal told in words, and values for other programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabulate import tabulate

from abtools.auction import Strain
from abtools.cards import Seat, Side, Suit
from abtools.formats import ARGUMENT
from abtools.minibridge import STRAIN_OF, Announced, Undertaking
from abtools.parameters import STRAIN_KEYS
from abtools.report.problems import problem_value
from abtools.report.style import Style, visible
from abtools.report.table import Grid, Group
from abtools.rules import RuleSet
from abtools.scoring import Party
from abtools.tally import parties_of

SCHEMA = "abtools.minibridge/1"
SHORT = {"part-score": "part", "game": "game", "slam": "slam"}
_DOWN = tuple(reversed(Suit))

Makes = Mapping[Strain, int]
"""Tricks that the declarer can take double dummy in each denomination."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """One record to report: its place from 1, what was announced, and the double-dummy tricks
    (None: not solved)."""

    place: int
    announced: Announced
    makes: Makes | None = None

    @property
    def name(self) -> str:
        """How to speak of this board: its number, or its place like #3."""
        return self.announced.board.number or f"#{self.place}"


# --- table ---------------------------------------------------------------------------------------


def minibridge_table(deals: Sequence[Dealt], rules: RuleSet, style: Style) -> str:
    """A row a deal: points, declarer, the two hands, the guide, the contract chosen, the score."""
    solved = any(dealt.makes for dealt in deals)
    grid = Grid(list(_groups(rules, solved, style)))
    for dealt in deals:
        grid.add(*_cells(dealt, rules, solved, style))
    sums = _sums(deals, rules)
    if len(deals) > 1 and any(dealt.announced.score for dealt in deals):
        grid.rule()
        blank = [[""] * len(group.headings) for group in grid.groups]
        blank[0][0] = "all"
        blank[-1] = [str(points) for points in sums.values()]
        grid.add(*blank)
    legend = "*  dealer"
    if solved:
        legend += ";  DD  tricks double dummy"
    if any(dealt.announced.redeal for dealt in deals):
        legend += ";  redeal  20-20, the same dealer deals again"
    return grid.text(style) + "\n" + style.dim(legend)


def _groups(rules: RuleSet, solved: bool, style: Style) -> Iterator[Group]:
    seats = tuple(str(seat) for seat in Seat)
    yield Group("", ("Board", *seats), ("right",) * 5, (("announced", 1, 4),))
    suits = "-".join(style.strain(STRAIN_OF[suit]) for suit in _DOWN)
    yield Group("", ("By", "Pts", suits), ("left", "right", "left"), (("two hands", 0, 2),))
    double_dummy = ("DD",) if solved else ()
    headings = ("Guide", *double_dummy, "Chosen", "Aim", "Won")
    yield Group("", headings, ("left", *("right",) * solved, "left", "right", "right"))
    parties = tuple(str(party) for party in parties_of(rules))
    yield Group("", parties, ("right",) * len(parties))


def _cells(dealt: Dealt, rules: RuleSet, solved: bool, style: Style) -> Iterator[list[str]]:
    found = dealt.announced
    points = ("?" if p is None else str(p) for p in found.points)
    dealer = found.board.dealer
    marked = (f"*{p}" if seat is dealer else p for seat, p in zip(Seat, points, strict=True))
    yield [visible(dealt.name), *marked]
    by = "" if found.redeal else _known(found.side if found.declarer is None else found.declarer)
    lengths = ""
    if found.lengths is not None:
        lengths = "-".join(str(found.lengths[suit]) for suit in _DOWN)
    yield [by, _shown(found.together), lengths]
    advice = None if found.guide is None else found.guide.advice
    guide = "redeal" if found.redeal else _short(advice, style)
    double_dummy = [_made(dealt, advice)] if solved else []
    chosen = found.chosen
    aim = None if chosen is None else chosen.target
    won = "" if chosen is None else _known(found.tricks)
    yield [guide, *double_dummy, _short(chosen, style), _shown(aim), won]
    yield [_points_of(found, party) for party in parties_of(rules)]


def _short(undertaking: Undertaking | None, style: Style) -> str:
    if undertaking is None:
        return ""
    strain = "" if undertaking.strain is None else f" {style.strain(undertaking.strain)}"
    return SHORT[undertaking.word] + strain


def _made(dealt: Dealt, advice: Undertaking | None) -> str:
    if dealt.makes is None or advice is None or advice.strain is None:
        return ""
    return _shown(dealt.makes.get(advice.strain))


def _shown(number: int | None) -> str:
    return "" if number is None else str(number)


def _known(what: object) -> str:
    return "?" if what is None else str(what)


def _points_of(found: Announced, party: Party) -> str:
    if found.score is None:
        return ""
    points = found.score.total(party)
    return "?" if points is None else str(points or "")


def _sums(deals: Sequence[Dealt], rules: RuleSet) -> dict[Party, int]:
    sums: dict[Party, int] = dict.fromkeys(parties_of(rules), 0)
    for dealt in deals:
        for party in sums:
            score = dealt.announced.score
            sums[party] += (score.total(party) or 0) if score is not None else 0
    return sums


# --- words ---------------------------------------------------------------------------------------


def minibridge_words(dealt: Dealt, rules: RuleSet, style: Style) -> str:
    """One deal as the table would tell it, step by step."""
    found = dealt.announced
    dealer = found.board.dealer
    dealt_by = f", dealt by {dealer.full_name}" if dealer is not None else ", dealer not recorded"
    written = found.board.number is None and found.board.span("Board").file in ("", ARGUMENT)
    name = "Deal" if written else f"Board {visible(dealt.name)}"
    lines = [style.bold(f"{name}{dealt_by}")]
    for label, text in _steps(dealt, rules, style):
        lines += textwrap.wrap(
            text, style.width, initial_indent=f"  {label:<10}  ", subsequent_indent=" " * 14,
            break_on_hyphens=False,
        )  # fmt: skip
    return "\n".join(lines)


def _steps(dealt: Dealt, rules: RuleSet, style: Style) -> Iterator[tuple[str, str]]:
    found = dealt.announced
    yield "Announced", _announcements(found)
    if found.why:
        yield "Declarer", _sentence(found)
    if found.lengths is not None and found.together is not None:
        suits = ", ".join(f"{found.lengths[suit]} {suit.name.lower()}" for suit in _DOWN)
        yield "Two hands", f"{found.together} points; {suits}"
    if found.guide is not None:
        yield "Guide", f"{_in_words(found.guide.advice, style)}. {'; '.join(found.guide.reasons)}"
        if found.guide.otherwise is not None:
            yield "", f"Else {_in_words(found.guide.otherwise, style)}"
    if dealt.makes and found.declarer is not None:
        tricks = ", ".join(f"{n} {_strain(strain)}" for strain, n in _best_first(dealt.makes))
        yield "Best play", f"{found.declarer.full_name} takes {tricks} (double dummy)"
    if found.chosen is not None:
        yield "Chosen", _in_words(found.chosen, style)
        yield "Won", _won(found)
        yield from (("", line) for line in _entries(found, rules))


def _announcements(found: Announced) -> str:
    told = [f"{s.full_name} {_known(found.points[s])}" for s in found.order]
    others = [seat for seat in Seat if seat not in found.order]
    told += [f"the dummy hand ({s.full_name}) {_known(found.points[s])}" for s in others]
    total = "" if found.total is None else f": {found.total} together"
    return ", ".join(told) + total


def _sentence(found: Announced) -> str:
    dummy = ""
    if found.dummy is not None and found.declarer is not None:
        dummy = f". {found.dummy.full_name} is dummy and puts the cards down before the contract"
    return found.why[:1].upper() + found.why[1:] + dummy


def _strain(strain: Strain) -> str:
    return (
        f"at {STRAIN_KEYS[strain.value]}"
        if strain.trump is None
        else f"in {strain.trump.name.lower()}"
    )


def _in_words(undertaking: Undertaking, style: Style) -> str:
    text = undertaking.word
    if undertaking.strain is not None:
        text += f" {_strain(undertaking.strain)}"
    if undertaking.target is not None:
        text += f": {undertaking.target} tricks"
    if undertaking.contract is not None:
        text += f" (written {style.contract(undertaking.contract)})"
    return text


def _best_first(makes: Makes) -> list[tuple[Strain, int]]:
    return sorted(makes.items(), key=lambda item: -item[1])


def _won(found: Announced) -> str:
    if found.tricks is None or found.chosen is None or found.chosen.target is None:
        return "result not recorded"
    over = found.tricks - found.chosen.target
    how = f"{over} over" if over > 0 else f"{-over} short" if over < 0 else "just made"
    return f"{found.tricks} tricks, {how}"


def _entries(found: Announced, rules: RuleSet) -> Iterator[str]:
    score = found.score
    if score is None or not score.scored:
        if score is not None and found.tricks is not None:
            yield f"no score: {score.why_not}"
        return
    for entry in score.entries:
        yield f"{entry.side} {entry.points}  {entry.reason} ({entry.law})"
    totals = {party: score.total(party) or 0 for party in parties_of(rules)}
    told = [f"{party} {points}" for party, points in totals.items() if points]
    if len(score.entries) > 1:
        yield f"{', '.join(told)} together"


# --- for other programs --------------------------------------------------------------------------


def minibridge_value(
    deals: Sequence[Dealt], rules: RuleSet, problems: Sequence[Any]
) -> dict[str, Any]:
    """What `abtools minibridge --format json` prints."""
    return {
        "schema": SCHEMA,
        "rules": rules.name,
        "boards": [deal_value(dealt, rules) for dealt in deals],
        "total": {str(party): points for party, points in _sums(deals, rules).items()},
        "problems": [problem_value(problem) for problem in problems],
    }


def deal_value(dealt: Dealt, rules: RuleSet) -> dict[str, Any]:
    """One deal; what is not known is null."""
    found = dealt.announced
    span, guide = found.board.span("Board"), found.guide
    return {
        "board": found.board.number,
        "file": span.file,
        "line": span.line,
        "dealer": _name(found.board.dealer),
        "order": [str(seat) for seat in found.order],
        "points": {str(seat): found.points[seat] for seat in Seat},
        "total": found.total,
        "redeal": found.redeal,
        "side": _name(found.side),
        "declarer": _name(found.declarer),
        "dummy": _name(found.dummy),
        "why": found.why,
        "together": found.together,
        "lengths": None if found.lengths is None else dict(zip("CDHS", found.lengths, strict=True)),
        "guide": None if guide is None else {
            **_undertaking_value(guide.advice),
            "reasons": list(guide.reasons),
            "otherwise": None if guide.otherwise is None else _undertaking_value(guide.otherwise),
        },
        "double_dummy": None if dealt.makes is None else {
            str(strain): tricks for strain, tricks in dealt.makes.items()
        },
        "chosen": None if found.chosen is None else _undertaking_value(found.chosen),
        "tricks": found.tricks,
        "score": _score_value(found, rules),
    }  # fmt: skip


def _name(thing: Seat | Side | None) -> str | None:
    return None if thing is None else str(thing)


def _undertaking_value(undertaking: Undertaking) -> dict[str, Any]:
    contract, strain = undertaking.contract, undertaking.strain
    return {
        "undertaking": undertaking.word,
        "strain": None if strain is None else str(strain),
        "tricks_needed": undertaking.target,
        "contract": None if contract is None else str(contract),
    }


def _score_value(found: Announced, rules: RuleSet) -> dict[str, int | None] | None:
    if found.score is None or not found.score.scored:
        return None
    return {str(party): found.score.total(party) for party in parties_of(rules)}


def minibridge_markdown(deals: Sequence[Dealt], rules: RuleSet, style: Style) -> str:
    """The table as Markdown."""
    solved = any(dealt.makes for dealt in deals)
    groups = list(_groups(rules, solved, style))
    headings = [heading for group in groups for heading in group.headings]
    align = [side for group in groups for side in group.align]
    rows = [
        [cell for cells in _cells(dealt, rules, solved, style) for cell in cells] for dealt in deals
    ]
    if len(deals) > 1:
        sums = [str(points) for points in _sums(deals, rules).values()]
        rows.append(["all", *[""] * (len(headings) - 1 - len(sums)), *sums])
    escaped = [[cell.replace("|", "\\|").replace("*", "\\*") for cell in row] for row in rows]
    return tabulate(escaped, headings, tablefmt="pipe", colalign=align, disable_numparse=True)
