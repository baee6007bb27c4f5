"""Why a board is worth more under one code than under another, reason by reason, in points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from abtools.auction import Contract, Strain
from abtools.board import Board, Outcome, Vulnerability, outcome
from abtools.cards import Side
from abtools.rules import RuleSet
from abtools.scoring import BOOK, Party, Score, parties, score


class Reason(NamedTuple):
    """One thing in which two codes differ on a board.

    `first` and `second` are what it brings declarer's side under each, net of what it brings the
    opponents; `points` is the second less the first.
    """

    kind: str
    words: str
    first: int
    second: int

    @property
    def points(self) -> int:
        """By how much the second code gives declarer's side more."""
        return self.second - self.first


@dataclass(frozen=True, slots=True)
class Explanation:
    """A board's net score for declarer's side under two codes, and why they are not the same.

    The points of all reasons together are exactly `second - first`. A reason of no points is
    there where the two codes write the same points in other columns. `why_not` says why there is
    nothing to compare.
    """

    rules: tuple[RuleSet, RuleSet]
    first: int | None
    second: int | None
    reasons: tuple[Reason, ...] = ()
    why_not: str | None = None


class _Part(NamedTuple):
    """What one kind of entries brings declarer's side: net, and how much of it below the line."""

    net: int = 0
    below: int = 0
    words: str = ""


_Parts = dict[str, _Part]

KINDS = (
    "tricks",
    "overtricks",
    "undertricks",
    "insult",
    "slam",
    "honours",
    "chicane",
    "premium",
    "vulnerability",
    "adjustment",
)
"""Kinds of reasons, in the order they are given."""

_KIND_OF_ENTRY = {
    "odd-tricks": "tricks",
    "contract": "premium",
    "part-score": "premium",
    "game": "premium",
}


def explain(
    board: Board,
    first: RuleSet,
    second: RuleSet,
    vulnerability: tuple[Vulnerability | None, Vulnerability | None] = (None, None),
) -> Explanation:
    """The reasons why two codes score a board differently.

    `vulnerability` is the state at the table under each, as tally.Line has it; else the board's.

    >>> from abtools.rules import load
    >>> from abtools.cards import Seat
    >>> board = Board(contract=Contract.parse("3NT"), declarer=Seat.S, tricks=10,
    ...               vulnerability=Vulnerability.NONE, honours=(1, 1, 1, 1))
    >>> why = explain(board, load("auction-1926"), load("contract-rubber"))
    >>> why.first, why.second, [(reason.kind, reason.points) for reason in why.reasons]
    (40, 130, [('tricks', 70), ('overtricks', 20)])
    """
    rules = (first, second)
    scores = [score(board, r, v) for r, v in zip(rules, vulnerability, strict=True)]
    for each, result in zip(rules, scores, strict=True):
        if not result.scored or result.missing:
            lack = result.why_not or f"{', '.join(result.missing)} not known"
            return Explanation(rules, None, None, (), f"no score under {each.name}: {lack}")
    came = outcome(board)
    parts = [
        _parts(board, came, r, result, v)
        for r, result, v in zip(rules, scores, vulnerability, strict=True)
    ]
    reasons = tuple(_reasons(came, rules, (parts[0], parts[1])))
    totals = [sum(part.net for part in each.values()) for each in parts]
    return Explanation(rules, totals[0], totals[1], reasons)


def _parts(
    board: Board, came: Outcome, rules: RuleSet, result: Score, state: Vulnerability | None
) -> _Parts:
    """The score by kinds, as if nobody were vulnerable, and what vulnerability changes."""
    ours: Party = Side.NS if came.declarer is None else parties(rules, came.declarer)[0]
    found = _by_kind(result, ours)
    if rules.choice("vulnerability.rule") != "none":
        calm = score(board, rules, Vulnerability.NONE)
        total = sum(part.net for part in found.values())
        found = _by_kind(calm, ours)
        change = total - sum(part.net for part in found.values())
        found["vulnerability"] = _Part(change, 0, "vulnerable" if change else "not vulnerable")
    contract, tricks = came.contract, came.tricks
    if contract is not None and contract.level and tricks is not None:
        _split_overtricks(found, board, contract, tricks, rules, ours)
    return found


def _by_kind(result: Score, ours: Party) -> _Parts:
    found: _Parts = {}
    for entry in result.entries:
        kind = _KIND_OF_ENTRY.get(entry.kind, entry.kind)
        net = entry.points if entry.side is ours else -entry.points
        part = found.get(kind, _Part())
        below = net if entry.column == "below" else 0
        words = part.words or entry.reason
        found[kind] = _Part(part.net + net, part.below + below, words)
    return found


def _split_overtricks(
    found: _Parts, board: Board, contract: Contract, tricks: int, rules: RuleSet, ours: Party
) -> None:
    """Move what tricks beyond those bid count below the line from "tricks" to "overtricks"."""
    level = contract.level or 0
    won = 13 - tricks if contract.strain is Strain.NULLO else tricks
    tricks_part = found.get("tricks")
    if won <= BOOK + level or tricks_part is None:
        return
    exactly = BOOK + level if contract.strain is not Strain.NULLO else 13 - BOOK - level
    bid = _by_kind(score(replace(board, tricks=exactly), rules, Vulnerability.NONE), ours)
    worth = bid.get("tricks", _Part())
    over = tricks_part.net - worth.net
    before = found.get("overtricks", _Part())
    found["tricks"] = worth
    found["overtricks"] = _Part(before.net + over, before.below + over, before.words)


def _reasons(
    came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Parts, _Parts]
) -> Iterator[Reason]:
    for kind in KINDS:
        first, second = (each.get(kind, _Part()) for each in parts)
        if (first.net, first.below) == (second.net, second.below):
            continue
        words = _WORDS[kind](came, rules, (first, second))
        yield Reason(kind, words, first.net, second.net)


# --- a deal through the laws ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chapter:
    """Codes, one after another, that give a board the same score, and why it is not the score of
    the chapter before. `points` are declarer's side's, net."""

    rules: tuple[RuleSet, ...]
    points: int
    reasons: tuple[Reason, ...] = ()

    @property
    def change(self) -> int:
        """What the reasons come to."""
        return sum(reason.points for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Story:
    """What a board was worth as the laws went on; the codes that cannot tell, with the reason."""

    chapters: tuple[Chapter, ...]
    silent: tuple[tuple[RuleSet, str], ...] = ()


def story(
    board: Board, sets: Sequence[RuleSet], states: Sequence[Vulnerability | None] = ()
) -> Story:
    """The score of one board under one code after another, in the order given.

    `states` are the vulnerabilities at the table under each (see tally.Line); else the board's.

    >>> from abtools.rules import load
    >>> from abtools.cards import Seat
    >>> board = Board(contract=Contract.parse("2S"), declarer=Seat.S, tricks=8,
    ...               honours=(1, 0, 4, 0))
    >>> sets = [load(name) for name in ("auction-1908", "auction-1913", "auction-1926")]
    >>> [(chapter.points, chapter.change) for chapter in story(board, sets).chapters]
    [(22, 0), (99, 77), (108, 9)]
    """
    chapters: list[Chapter] = []
    silent: list[tuple[RuleSet, str]] = []
    last: tuple[RuleSet, Vulnerability | None] | None = None
    padded = (*states, *(None for _ in sets[len(states) :]))
    for rules, state in zip(sets, padded, strict=True):
        before, before_state = last or (rules, state)
        why = explain(board, before, rules, (before_state, state))
        if why.second is None:
            silent.append((rules, why.why_not or ""))
            continue
        told = chapters[-1] if chapters else None
        if told is not None and told.points == why.second:
            chapters[-1] = replace(told, rules=(*told.rules, rules))
        else:
            chapters.append(Chapter((rules,), why.second, why.reasons))
        last = rules, state
    return Story(tuple(chapters), tuple(silent))


# --- words -------------------------------------------------------------------------------------

_Telling = Callable[[Outcome, tuple[RuleSet, RuleSet], tuple[_Part, _Part]], str]


def _tricks(came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Part, _Part]) -> str:
    strain = came.contract.strain if came.contract else None
    where = f" in {strain.symbol}" if strain is not None else ""
    if any(each.choice("tricks.scored_by") == "taker" for each in rules):
        return f"odd tricks{where}: whoever wins them scores, or a contract must be kept"
    return f"value of the tricks bid{where}"


def _overtricks(came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Part, _Part]) -> str:
    first, second = (
        "below the line" if part.below else "above the line" if part.net else "for nothing"
        for part in parts
    )
    if first == second:
        return f"value of overtricks, {first}"
    return f"overtricks count {first} under {rules[0].name}, {second} under {rules[1].name}"


def _slam(came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Part, _Part]) -> str:
    words = parts[0].words or parts[1].words
    if all(part.net for part in parts):
        if parts[0].words == parts[1].words:
            return f"value of the {words}"
        told = (f"{part.words} under {each.name}" for each, part in zip(rules, parts, strict=True))
        return ", ".join(told)
    strict = next(each for each, part in zip(rules, parts, strict=True) if not part.net)
    size, most = ("grand", 7) if words.startswith("grand") else ("little", 6)
    level = (came.contract.level if came.contract else None) or 0
    if strict.points(f"slam.{size}") == 0:
        return f"no {words} under {strict.name}"
    if strict.choice("slam.strains") == "notrump":
        return f"{words} counts only at notrump under {strict.name}"
    if strict.flag("slam.must_be_bid") and level < most:
        return f"{words} not bid: nothing under {strict.name}"
    if strict.flag("slam.needs_success"):
        return f"{words} in a contract that failed: nothing under {strict.name}"
    return f"no {words} under {strict.name}"


def _honours(came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Part, _Part]) -> str:
    what = parts[0].words or parts[1].words
    silent = [each.name for each, part in zip(rules, parts, strict=True) if not part.net]
    if silent:
        return f"{what}: nothing under {silent[0]}"
    return f"scale of honours: {what}"


def _plain(words: str) -> _Telling:
    return lambda came, rules, parts: words


def _vulnerability(
    came: Outcome, rules: tuple[RuleSet, RuleSet], parts: tuple[_Part, _Part]
) -> str:
    there = [each.name for each, part in zip(rules, parts, strict=True) if part.net]
    return f"vulnerable under {' and '.join(there)}"


_WORDS: dict[str, _Telling] = {
    "tricks": _tricks,
    "overtricks": _overtricks,
    "undertricks": _plain("price of undertricks"),
    "insult": _plain("premium for making it doubled"),
    "slam": _slam,
    "honours": _honours,
    "chicane": _plain("chicane"),
    "premium": _plain("premium of the single deal: contract, part-score or game"),
    "vulnerability": _vulnerability,
    "adjustment": _plain("points entered by hand, where the code has its own number"),
}
