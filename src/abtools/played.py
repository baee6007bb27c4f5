"""A contract played: what tricks, premiums and penalties it brings under a code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from abtools.auction import Contract, Strain
from abtools.cards import Seat
from abtools.entries import PLAYERS_OF_THREE, Entry, Party, times
from abtools.parameters import STRAIN_KEYS, TRICK_VALUE, Series, target_of
from abtools.rules import RuleSet

BOOK = 6
DOUBLING = {1: "undoubled", 2: "doubled", 4: "redoubled"}
"""Factor -> the word that ends the keys of numbers which depend on doubling."""


class _Case(NamedTuple):
    """A contract played: all that its entries depend on."""

    rules: RuleSet
    contract: Contract
    strain: Strain
    level: int
    tricks: int
    needed: int
    vulnerable: bool
    dealt: bool | None
    ours: Party
    theirs: tuple[Party, ...]
    missing: list[str]

    @property
    def kept(self) -> bool:
        """The contract was made."""
        return self.tricks >= self.needed

    @property
    def doubling(self) -> str:
        """undoubled, doubled or redoubled."""
        return DOUBLING.get(self.factor, "redoubled")

    @property
    def factor(self) -> int:
        """What doubling makes of a trick; 1 where there is no doubling."""
        return 1 if self.rules.choice("bidding.doubles") == "none" else self.contract.factor

    @property
    def counted(self) -> int:
        """Odd tricks that count below the line: all that were won, or those that were bid."""
        won = self.tricks - BOOK
        return won if self.rules.choice("tricks.counted") == "all" else min(won, self.level)

    @property
    def suffix(self) -> str:
        """What ends the key of a number that depends on vulnerability."""
        return "_vulnerable" if self.vulnerable else ""

    @property
    def trick_key(self) -> str:
        """The key of the trick value."""
        return f"tricks.{STRAIN_KEYS[self.strain.value]}"

    def points(self, key: str) -> int:
        """A number of the code; 0, and noted as missing, when nobody knows it."""
        points = self.rules.points(key)
        if points is None:
            self.missing.append(key)
        return points or 0

    def series(self, key: str) -> Series:
        """A series of the code, zero and noted as missing when nobody knows it."""
        series = self.rules.series(key)
        if series is None:
            self.missing.append(key)
        return series or Series((0,))

    def entry(
        self, side: Party, column: str, points: int, reason: str, key: str, kind: str
    ) -> Iterator[Entry]:
        """The entry, unless it is of no points."""
        if points:
            rule = self.rules.rule(key)
            yield Entry(side, column, points, reason, rule.law, kind, rule.mark)


@lru_cache(maxsize=100_000)
def played(
    rules: RuleSet,
    contract: Contract,
    tricks: int,
    declarer: Seat,
    vulnerable: bool,
    dealt: bool | None,
    points: int | None = None,
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """All entries but honours and adjustments, and the unknown numbers they would need."""
    assert contract.strain is not None
    ours, theirs = parties(rules, declarer)
    won = 13 - tricks if contract.strain is Strain.NULLO else tricks
    level = contract.level or 1
    case = _Case(
        rules,
        contract,
        contract.strain,
        level,
        won,
        tricks_needed(rules, contract, points),
        vulnerable,
        dealt,
        ours,
        theirs,
        [],
    )
    if rules.choice("tricks.scored_by") == "taker":
        entries = (*_taken(case), *_slam(case))
    elif case.kept:
        slam = tuple(_slam(case))
        entries = (*_made(case), *_premiums(case, bool(slam)), *slam)
    else:
        entries = (*_failed(case), *_slam(case))
    return entries, tuple(dict.fromkeys(case.missing))


def parties(rules: RuleSet, declarer: Seat) -> tuple[Party, tuple[Party, ...]]:
    """Who scores as declarer, and who against: sides, or players when three play."""
    if rules.players == 4:
        return declarer.side, (declarer.side.opponents,)
    others = tuple(seat for seat in PLAYERS_OF_THREE if seat is not declarer)
    return declarer, others


def tricks_needed(rules: RuleSet, contract: Contract, points: int | None = None) -> int:
    """Tricks that keep the contract: book and level, or what was announced at minibridge.

    Where the code has targets, what the points of the two hands ask for.
    """
    target = target_of(rules.words("announcing.targets"), points or 0)
    return undertaken_tricks(rules, contract) if target is None else target


@lru_cache(maxsize=4096)
def undertaken_tricks(rules: RuleSet, contract: Contract) -> int:
    """Tricks of what was undertaken."""
    level = contract.level or 1
    strain = contract.strain
    if rules.choice("bidding.undertaking") != "announced" or strain is None:
        return BOOK + level
    minor = strain in (Strain.CLUBS, Strain.DIAMONDS)
    kind = "minors" if minor else "notrump" if strain is Strain.NOTRUMP else "majors"
    game = rules.points(f"bidding.game_{kind}") or 0
    if level > BOOK - 1 and (rules.points("slam.little") or 0) > 0:
        return BOOK + level
    return game if BOOK + level >= game else rules.points("bidding.part_score_tricks") or 0


def _value(case: _Case, first: int, last: int, factor: int) -> int:
    """What the odd tricks `first` to `last` are worth, each no more than the code allows."""
    series = case.series(case.trick_key)
    most = case.rules.points("tricks.highest_value")
    each = (series.at(n) * factor for n in range(first, last + 1))
    return sum(min(points, most) if most else points for points in each)


def _taken(case: _Case) -> Iterator[Entry]:
    """Bridge before the auction: whoever wins more than six scores the odd tricks."""
    odd = case.tricks - BOOK if case.tricks > BOOK else 7 - case.tricks
    points = _value(case, 1, odd, case.factor)
    reason = f"{times(odd, 'odd trick')}{_doubled_words(case)}"
    ours = case.tricks > BOOK
    column = "below" if ours else case.rules.choice("tricks.opponents_column")
    for side in (case.ours,) if ours else case.theirs:
        yield from case.entry(side, column, points, reason, case.trick_key, "odd-tricks")


def _doubled_words(case: _Case) -> str:
    return {1: "", 2: ", doubled", 4: ", redoubled"}.get(
        case.factor, f", {case.factor} times the value"
    )


def _made(case: _Case) -> Iterator[Entry]:
    """A contract kept: odd tricks, overtricks, and what doubling adds."""
    rules = case.rules
    points = _value(case, 1, case.counted, case.factor)
    words = f"{times(case.counted, 'odd trick')}{_doubled_words(case)}"
    yield from case.entry(case.ours, "below", points, words, case.trick_key, "odd-tricks")
    over = case.tricks - case.needed
    capped = rules.flag("insult.capped")
    doubling = "undoubled" if capped else case.doubling
    key = f"overtricks.{doubling}{case.suffix}"
    if over:
        if rules.rule(key).value == TRICK_VALUE:
            points = _value(case, case.level + 1, case.tricks - BOOK, 1)
        else:
            points = over * case.points(key)
        words = f"{times(over, 'overtrick')}{_doubled_words(case)}"
        yield from case.entry(case.ours, "above", points, words, key, "overtricks")
    if case.doubling != "undoubled" and not capped:
        key = f"insult.{case.doubling}{case.suffix}"
        words = f"making it {case.doubling}"
        yield from case.entry(case.ours, "above", case.points(key), words, key, "insult")


def _premiums(case: _Case, slam: bool) -> Iterator[Entry]:
    """For the contract itself; and for game or part-score where each deal stands alone."""
    rules, ours = case.rules, case.ours
    key = "premiums.contract"
    yield from case.entry(ours, "above", case.points(key), "contract kept", key, "contract")
    if rules.flag("session.carry"):
        return
    if _counts_as_game(case):
        if slam and rules.flag("slam.replaces_game"):
            return
        key = f"premiums.game{case.suffix}"
        yield from case.entry(ours, "above", case.points(key), "game", key, "game")
    else:
        key = "premiums.part_score"
        yield from case.entry(ours, "above", case.points(key), "part-score", key, "part-score")


def _counts_as_game(case: _Case) -> bool:
    """Whether one deal makes game: by what counts below the line, or by what was announced."""
    if case.rules.choice("bidding.undertaking") == "announced":
        announced = undertaken_tricks(case.rules, case.contract)
        return announced != case.rules.points("bidding.part_score_tricks")
    return _value(case, 1, case.counted, case.factor) >= case.points("game.target")


def _failed(case: _Case) -> Iterator[Entry]:
    """Undertricks, to each opponent's side."""
    rules = case.rules
    under = case.needed - case.tricks
    doubling = "undoubled" if rules.flag("undertricks.capped") else case.doubling
    key = f"undertricks.{doubling}{case.suffix}"
    points = case.series(key).total(under)
    words = f"{times(under, 'undertrick')}{_doubled_words(case)}"
    if points > (most := _one_spade_most(case)):
        key, points = "undertricks.one_spade_most", most
        words += f", one spade: no more than {most}"
    for side in case.theirs:
        yield from case.entry(side, "above", points, words, key, "undertricks")


def _one_spade_most(case: _Case) -> int:
    """The most this contract can lose: limited for a dealer's one spade in the old codes."""
    cap = case.rules.choice("undertricks.one_spade_cap")
    strains = case.rules.words("undertricks.one_spade_strains")
    applies = (
        cap != "off"
        and case.level == 1
        and STRAIN_KEYS[case.strain.value] in strains
        and case.dealt is not False
        and not (cap == "on_unless_redoubled" and case.doubling == "redoubled")
    )
    return case.points("undertricks.one_spade_most") if applies else 1_000_000


def _slam(case: _Case) -> Iterator[Entry]:
    """Little and grand slam, bid or not, kept or failed, by either side: as the code has it."""
    rules = case.rules
    if rules.choice("slam.strains") == "notrump" and case.strain is not Strain.NOTRUMP:
        return
    ours = case.tricks >= 12
    theirs = case.tricks <= 1 and case.strain is not Strain.NULLO
    if not ours and not (theirs and rules.choice("slam.by") == "either"):
        return
    won = case.tricks if ours else 13 - case.tricks
    level = won - BOOK
    if rules.flag("slam.must_be_bid"):
        if not ours or case.level < BOOK:
            return
        level = min(level, case.level)
    if rules.flag("slam.needs_success") and not case.kept:
        return
    name = "grand" if level == 7 else "little"
    key = f"slam.{name}{case.suffix}"
    points = case.points(key)
    for side in (case.ours,) if ours else case.theirs:
        yield from case.entry(side, "above", points, f"{name} slam", key, "slam")
