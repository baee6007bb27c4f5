"""Why rule sets differ on a board: found in their numbers, never in their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from abtools.auction import Strain
from abtools.parameters import STRAIN_KEYS
from abtools.report.result import Result, Row
from abtools.rules import RuleSet
from abtools.scoring import BOOK, Entry, Party
from abtools.tally import Line, Session

NOTHING = "nothing"


class Cause(NamedTuple):
    """One reason: a stable key, what it is about, and how it stands under each rule set
    (None: this set has no score for the board)."""

    key: str
    about: str
    values: tuple[str | None, ...]


THEMES: Mapping[str, tuple[str, ...]] = {
    "tricks": ("odd-tricks", "overtricks"),
    "doubling": ("insult",),
    "undertricks": ("undertricks",),
    "honours": ("honours", "chicane"),
    "slams": ("slam",),
    "premiums": ("contract", "part-score", "game"),
    "rubbers": ("rubber", "unfinished-game", "unfinished-part"),
    "by hand": ("adjustment",),
}
"""What points come from: a word for it, and the kinds of entries it takes in."""

THEME_OF = {kind: theme for theme, kinds in THEMES.items() for kind in kinds}

CAUSES: Mapping[str, tuple[str, str]] = {
    "trick-value": ("tricks", "value of an odd trick"),
    "overtricks": ("tricks", "overtricks below or above the line"),
    "overtrick-premium": ("tricks", "premium for doubled overtricks"),
    "vulnerability-overtricks": ("tricks", "vulnerability"),
    "insult": ("doubling", "premium for making it doubled"),
    "vulnerability-insult": ("doubling", "vulnerability"),
    "undertricks": ("undertricks", "price of undertricks"),
    "vulnerability-undertricks": ("undertricks", "vulnerability"),
    "honours": ("honours", "scale of honours"),
    "chicane": ("honours", "chicane"),
    "slam-not-bid": ("slams", "slam not bid"),
    "slam-failed": ("slams", "slam in a contract that failed"),
    "slam": ("slams", "value of slams"),
    "vulnerability-slam": ("slams", "vulnerability"),
    "premium": ("premiums", "premium of the single deal"),
    "vulnerability-game": ("premiums", "vulnerability"),
    "closing": ("rubbers", "games and rubbers end on other boards"),
    "lapse": ("rubbers", "part-scores that lapse"),
}
"""Key of a cause -> the theme under which it is told, and the cause in general words."""


OF_THE_RUBBER = ("closing", "lapse")
"""Causes that lie in the state of the rubber, not in the points of the board."""


class Closing(NamedTuple):
    """What a board ended: who won a game, whether with it the rubber, and whose part-score
    came to nothing."""

    winner: Party
    rubber: bool
    lapsed: tuple[tuple[Party, int], ...]


def closings(session: Session) -> dict[int, Closing]:
    """Index of a board in its session -> what it closed."""
    last = {r.lines[-1].index for r in session.rubbers if r.finished and r.lines}
    starts = {r.lines[0].index for r in session.rubbers if r.lines}
    part: dict[Party, int] = {}
    found = {}
    for line in session.lines:
        if line.index in starts:
            part = {}
        for entry in line.score.entries:
            if entry.column == "below":
                part[entry.side] = part.get(entry.side, 0) + entry.points
        if line.game is not None:
            lapsed = tuple((p, n) for p, n in part.items() if n and p is not line.game)
            found[line.index] = Closing(line.game, line.index in last, lapsed)
            part = {}
    return found


class Comparison:
    """The rule sets of a result, compared board by board."""

    def __init__(self, result: Result) -> None:
        self.rules = result.rules
        self._closings = [closings(session) for session in result.sessions]

    def causes(self, row: Row) -> list[Cause]:
        """Every cause of a difference on this board, in the order of CAUSES."""
        scored = [line.score.scored for line in row.lines]
        if sum(scored) < 2:
            return []
        found = [*self._tricks(row), *self._undertricks(row), *self._honours(row)]
        found += [*self._slam(row), *self._premiums(row), *self._closing(row)]
        causes: dict[str, Cause] = {}
        for cause in found:
            values = tuple(v if ok else None for v, ok in zip(cause.values, scored, strict=True))
            if len({value for value in values if value is not None}) > 1:
                causes.setdefault(cause.key, cause._replace(values=values))
        return [causes[key] for key in CAUSES if key in causes]

    def _each(self, row: Row, value: Callable[[RuleSet, Line], str]) -> tuple[str, ...]:
        return tuple(value(r, line) for r, line in zip(self.rules, row.lines, strict=True))

    def _points(self, row: Row, *kinds: str) -> tuple[str, ...]:
        """What entries of these kinds give under each set."""
        return self._each(row, lambda rules, line: _points_text(_of_kind(line, kinds)))

    def _tricks(self, row: Row) -> Iterator[Cause]:
        contract = row.contract
        if contract is None or contract.strain is None or row.tricks is None:
            return
        if any(_of_kind(line, ("odd-tricks",)) for line in row.lines):
            key = f"tricks.{STRAIN_KEYS[contract.strain.value]}"
            where = "at notrump" if contract.strain is Strain.NOTRUMP else "in this suit"
            values = self._each(row, lambda rules, line: _figures(rules, key))
            yield Cause("trick-value", f"an odd trick {where} is worth", values)
        over = row.tricks - BOOK - (contract.level or 0)
        if contract.level and over > 0:
            values = self._each(row, _where_overtricks_count)
            what = "the overtrick counts" if over == 1 else f"the {over} overtricks count"
            yield Cause("overtricks", what, values)
            doubled = "doubled " if contract.factor > 1 else ""
            about = f"{doubled}overtricks above the line earn"
            if doubled:
                yield Cause("overtrick-premium", about, self._points(row, "overtricks"))
        yield Cause("insult", "making it doubled earns", self._points(row, "insult"))

    def _undertricks(self, row: Row) -> Iterator[Cause]:
        contract, declarer = row.contract, row.declarer
        if contract is None or declarer is None or row.tricks is None or not contract.level:
            return
        state = self._each(row, lambda rules, line: _state_text(line, row))
        for kind in sorted({k for pair in self._pairs(row) for k in _vulnerable_kinds(*pair, row)}):
            yield Cause(f"vulnerability-{kind}", f"{declarer.side} is", state)
        under = BOOK + contract.level - row.tricks
        if under > 0:
            words = "the undertrick gives" if under == 1 else f"the {under} undertricks give"
            yield Cause("undertricks", words, self._points(row, "undertricks"))

    def _pairs(self, row: Row) -> Iterable[tuple[RuleSet, Line]]:
        return zip(self.rules, row.lines, strict=True)

    def _honours(self, row: Row) -> Iterator[Cause]:
        reasons = [e.reason for line in row.lines for e in _of_kind(line, ("honours",))]
        about = f"{reasons[0]} earn" if reasons else "honours earn"
        yield Cause("honours", about, self._points(row, "honours"))
        yield Cause("chicane", "chicane earns", self._points(row, "chicane"))

    def _slam(self, row: Row) -> Iterator[Cause]:
        contract = row.contract
        if contract is None or row.tricks is None or not contract.level:
            return
        key, words = "slam", "the slam earns"
        if contract.level < 6 or row.tricks < 12:
            key, words = "slam-not-bid", "a slam that was not bid earns"
        elif row.tricks < BOOK + contract.level:
            key, words = "slam-failed", "a slam taken in a contract that failed earns"
        yield Cause(key, words, self._points(row, "slam"))

    def _premiums(self, row: Row) -> Iterator[Cause]:
        values = self._points(row, *THEMES["premiums"])
        yield Cause("premium", "as part-score, game or contract kept the deal earns", values)

    def _closing(self, row: Row) -> Iterator[Cause]:
        index = row.place - 1
        ended = [closing.get(index) for closing in self._closings]
        yield Cause("closing", "it wins", tuple(_closing_text(each) for each in ended))
        lapsed = tuple(_lapsed_text(each) for each in ended)
        yield Cause("lapse", "part-scores lapse:", lapsed)


def _of_kind(line: Line, kinds: Sequence[str]) -> list[Entry]:
    return [e for e in (*line.score.entries, *line.bonus) if e.kind in kinds]


def _points_text(entries: Sequence[Entry]) -> str:
    """Points by side: `NS 40`."""
    sums: dict[Party, int] = {}
    for entry in entries:
        sums[entry.side] = sums.get(entry.side, 0) + entry.points
    return ", ".join(f"{side} {points}" for side, points in sums.items() if points) or NOTHING


def _figures(rules: RuleSet, key: str) -> str:
    """A number of the code; of a series its figures in turn."""
    return str(rules.rule(key).value).replace(", ", " then ")


def _where_overtricks_count(rules: RuleSet, line: Line) -> str:
    if rules.choice("tricks.counted") == "all":
        return "below the line"
    return "nowhere" if not _of_kind(line, ("overtricks",)) else "above the line"


def _state_text(line: Line, row: Row) -> str:
    if line.vulnerability is None or row.declarer is None:
        return "not vulnerable"
    return "vulnerable" if line.vulnerability.of(row.declarer.side) else "not vulnerable"


def _vulnerable_kinds(rules: RuleSet, line: Line, row: Row) -> set[str]:
    """The kinds of entries that this set counts otherwise because declarer is vulnerable."""
    if line.vulnerability is None or row.declarer is None:
        return set()
    if not line.vulnerability.of(row.declarer.side):
        return set()
    doubling = {1: "undoubled", 2: "doubled"}.get(row.contract.factor if row.contract else 1)
    keys = {
        "undertricks": f"undertricks.{doubling or 'redoubled'}",
        "overtricks": f"overtricks.{doubling or 'redoubled'}",
        "insult": f"insult.{doubling or 'redoubled'}",
        "slam": "slam.little",
        "game": "premiums.game",
    }
    kinds = {entry.kind for entry in (*line.score.entries, *line.bonus)}
    return {
        kind
        for kind, key in keys.items()
        if kind in kinds
        and f"{key}_vulnerable" in rules.rules
        and rules.rule(key).value != rules.rule(f"{key}_vulnerable").value
    }


def _closing_text(closing: Closing | None) -> str:
    if closing is None:
        return NOTHING
    return f"{'the rubber' if closing.rubber else 'a game'} for {closing.winner}"


def _lapsed_text(closing: Closing | None) -> str:
    if closing is None or not closing.lapsed:
        return "none"
    return ", ".join(f"of {party}" for party, _ in closing.lapsed)


def cause_text(cause: Cause, rules: Sequence[RuleSet]) -> str:
    """A cause as a sentence: what it is about, then each value with the sets that have it."""
    sets: dict[str, list[str]] = {}
    for each, value in zip(rules, cause.values, strict=True):
        if value is not None:
            sets.setdefault(value, []).append(each.name)
    told = (f"{value} under {_listed(names)}" for value, names in sets.items())
    return f"{cause.about} {', '.join(told)}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def points_by_theme(session: Session, shown: set[int] | None = None) -> dict[str, dict[Party, int]]:
    """Theme -> points of each party: in the whole session, where they add up to its total, or
    on the boards of these indices alone, without what rubbers earn at their end."""
    sums: dict[str, dict[Party, int]] = {theme: {} for theme in THEMES}
    lines = [line for line in session.lines if shown is None or line.index in shown]
    entries = [e for line in lines for e in (*line.score.entries, *line.bonus)]
    if shown is None:
        entries += [e for rubber in session.rubbers for e in rubber.extras]
    for entry in entries:
        theme = sums[THEME_OF.get(entry.kind, "by hand")]
        theme[entry.side] = theme.get(entry.side, 0) + entry.points
    return sums
