"""The score that a record states against the one its contract and result make, and why they
differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from abtools.auction import Contract
from abtools.board import Board, Vulnerability, outcome
from abtools.cards import Side
from abtools.problems import Problem
from abtools.rules import RuleSet, load
from abtools.scoring import score

_SIDE = re.compile(r"(?:(NS|EW)\s+)?([+-]?\d+)(?:\s+(NS|EW)\s+([+-]?\d+))?", re.ASCII)
OTHER_LAWS = ("duplicate-1935", "duplicate", "minibridge")
"""Codes with one score a board, under which a score that looks wrong may be right."""


def stated_score(board: Board, tag: str = "Score") -> int | None:
    """North-South's score as a tag states it; None when it does not say, or not whose it is.

    A number without a side is the declarer's.

    >>> from abtools.board import Tag
    >>> stated_score(Board(tags=(Tag("Score", "EW 420"),)))
    -420
    """
    match = _SIDE.fullmatch((board.tag(tag) or "").strip())
    if match is None:
        return None
    side, points = match[1], int(match[2])
    if match[3] is not None:
        other = int(match[4])
        if match[3] == side or (points and other not in (0, -points)):
            return None
        if not points:
            side, points = match[3], other
    if side is None:
        declarer = outcome(board).declarer
        if declarer is None:
            return None
        side = str(declarer.side)
    return points if side == str(Side.NS) else -points


def check_score(board: Board, rules: RuleSet) -> Problem | None:
    """The warning that a board's Score tag is not what the rule set makes of it, None when it is
    or when either is not known."""
    return check_stated(board, stated_score(board), rules, "Score")


def check_stated(board: Board, stated: int | None, rules: RuleSet, part: str) -> Problem | None:
    """The same for North-South's score as another part of the record states it."""
    computed = None if stated is None else score(board, rules).net(Side.NS)
    if stated is None or computed is None or stated == computed:
        return None
    came = outcome(board)
    what = f"{came.contract} by {came.declarer} with {came.tricks} tricks"
    if came.contract == Contract.PASSED_OUT:
        what = "a deal passed out"
    why = explained(board, stated, rules)
    message = (
        f"NS {stated} is stated, but {what} makes NS {computed} under {rules.name}"
        f"{f': it would be right {why}' if why else ''}"
    )
    return board.problem("score-disagrees", message, part)


def explained(board: Board, stated: int, rules: RuleSet) -> str:
    """What would make a stated score right, in words; "" when nothing simple would."""
    return next(
        (words for other, law, words in _readings(board, rules)
         if score(other, law).net(Side.NS) == stated), ""
    )  # fmt: skip


def _readings(board: Board, rules: RuleSet) -> Iterator[tuple[Board, RuleSet, str]]:
    """Boards and laws near the recorded ones, the likeliest first."""
    came = outcome(board)
    if came.declarer is not None:
        yield replace(board, declarer=came.declarer.lho), rules, "for the other side"
    for state in Vulnerability:
        if state is not board.vulnerability:
            yield replace(board, vulnerability=state), rules, f"with {state} vulnerable"
    for name in OTHER_LAWS:
        if name != rules.name:
            yield board, load(name), f"under {name}"
    if came.contract is not None and came.contract.strain is not None:
        for factor, words in ((1, "undoubled"), (2, "doubled"), (4, "redoubled")):
            if factor != came.contract.factor:
                contract = replace(came.contract, factor=factor)
                yield replace(board, contract=contract), rules, words
    if came.tricks is not None:
        for tricks in sorted(range(14), key=lambda number: abs(number - (came.tricks or 0))):
            if tricks != came.tricks:
                yield replace(board, tricks=tricks), rules, f"with {tricks} tricks"
