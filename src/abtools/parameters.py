"""Parameters: everything in which one code of bridge can differ from another, as a table.

A rule set gives each of these a value; a set that needs nothing here needs no code elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Series(NamedTuple):
    """Points for the first, second, ... trick; the last figure goes on, growing by `step`.

    >>> Series((100, 200, 200, 300)).total(5)
    1100
    >>> Series((200,), step=100).total(3)
    900
    """

    points: tuple[int, ...]
    step: int = 0

    def at(self, number: int) -> int:
        """The points of trick `number`, from 1."""
        beyond = max(0, number - len(self.points))
        return self.points[min(number, len(self.points)) - 1] + beyond * self.step

    def total(self, tricks: int) -> int:
        """The points of so many tricks together."""
        return sum(self.at(number) for number in range(1, tricks + 1))

    def times(self, factor: int) -> Series:
        """The same series with every figure multiplied."""
        return Series(tuple(p * factor for p in self.points), self.step * factor)

    def __str__(self) -> str:
        text = ", ".join(map(str, self.points))
        return f"{text} and {self.step} more each time" if self.step else text


NOT_PLAYED = "none"
"""The value of a number that the code does not have: no such strain, no such premium."""
TRICK_VALUE = "trick value"
"""The value of an overtrick premium that is what a trick is worth undoubled."""

Value = int | bool | str | Series | tuple[str, ...] | None
"""A parameter's value. None: the number exists but nobody has found it (unknown)."""

REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a rule set says: where it stands (`section.name`), its kind, what it means.

    When a set is silent, what parameter `like` says holds, else `default`; REQUIRED: it may not
    be silent.
    """

    key: str
    kind: str
    words: str
    choices: tuple[str, ...] = ()
    default: object = REQUIRED
    like: str = ""

    @property
    def section(self) -> str:
        """The table of the file it stands in."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its key inside that table."""
        return self.key.partition(".")[2]

    @property
    def is_required(self) -> bool:
        """A set may not be silent about it."""
        return self.default is REQUIRED and not self.like


STRAIN_KEYS: Mapping[str, str] = {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
    "NT": "notrump",
    "LS": "low_spades",
    "R": "royals",
    "NU": "nullo",
}
"""Strain as records write it -> its key in [tricks]."""


P = Parameter

_ROWS = (
    # [table]
    P("table.players", "count", "players who score for themselves or in pairs", ("3", "4"), 4),
    # [bidding]
    P("bidding.undertaking", "choice",
      "what the declarer undertakes: odd tricks by level, part-score or game, or only trumps",
      ("level", "announced", "trumps"), "level"),
    P("bidding.calling", "choice", "which bid outranks another", ("majority", "value")),
    P("bidding.doubles", "choice",
      "none, so that a recorded double counts for nothing; once with one redouble; or unlimited",
      ("none", "once", "unlimited"), "once"),
    P("bidding.dealer_must_bid", "flag", "the dealer may not pass at first"),
    P("bidding.highest_level", "count", "highest level that may be bid", default=7),
    P("bidding.passed_out", "choice",
      "a deal passed out: next dealer deals, the same dealer again, or it counts as zero",
      ("next_dealer", "same_dealer", "zero")),
    P("bidding.part_score_tricks", "points", "tricks of an announced part-score", default="none"),
    P("bidding.game_minors", "points",
      "tricks of an announced game, clubs diamonds", default="none"),
    P("bidding.game_majors", "points",
      "tricks of an announced game, hearts spades", default="none"),
    P("bidding.game_notrump", "points", "tricks of an announced game, notrump", default="none"),
    # [tricks]
    P("tricks.clubs", "series", "each odd trick, clubs"),
    P("tricks.diamonds", "series", "each odd trick, diamonds"),
    P("tricks.hearts", "series", "each odd trick, hearts"),
    P("tricks.spades", "series", "each odd trick, spades"),
    P("tricks.notrump", "series", "each odd trick, notrump"),
    P("tricks.low_spades", "series", "each odd trick, low spades", default="none"),
    P("tricks.royals", "series", "each odd trick, royal spades", like="tricks.spades"),
    P("tricks.nullo", "series", "each odd trick lost on purpose (nullo)", default="none"),
    P("tricks.counted", "choice",
      "odd tricks that count below the line: all that are won, or those bid", ("all", "bid")),
    P("tricks.scored_by", "choice",
      "who scores odd tricks: a declarer who keeps the contract, or whoever wins them",
      ("declarer", "taker"), "declarer"),
    P("tricks.opponents_column", "choice",
      "where odd tricks go that the others win", ("below", "above"), "below"),
    P("tricks.highest_value", "points", "most that doubling makes of a trick", default="none"),
    P("tricks.revoke", "points",
      "tricks that pass to the other side for a revoke, where the result follows from the play",
      default="none"),
    # [overtricks]
    P("overtricks.undoubled", "premium", "above the line for each overtrick, undoubled"),
    P("overtricks.undoubled_vulnerable", "premium",
      "above the line for each overtrick, undoubled, vulnerable", like="overtricks.undoubled"),
    P("overtricks.doubled", "premium", "above the line for each overtrick, doubled"),
    P("overtricks.doubled_vulnerable", "premium",
      "above the line for each overtrick, doubled, vulnerable", like="overtricks.doubled"),
    P("overtricks.redoubled", "premium", "above the line for each overtrick, redoubled"),
    P("overtricks.redoubled_vulnerable", "premium",
      "above the line for each overtrick, redoubled, vulnerable", like="overtricks.redoubled"),
    # [undertricks]
    P("undertricks.undoubled", "series", "for each undertrick, undoubled"),
    P("undertricks.undoubled_vulnerable", "series",
      "for each undertrick, undoubled, vulnerable", like="undertricks.undoubled"),
    P("undertricks.doubled", "series", "for each undertrick, doubled"),
    P("undertricks.doubled_vulnerable", "series",
      "for each undertrick, doubled, vulnerable", like="undertricks.doubled"),
    P("undertricks.redoubled", "series", "for each undertrick, redoubled"),
    P("undertricks.redoubled_vulnerable", "series",
      "for each undertrick, redoubled, vulnerable", like="undertricks.redoubled"),
    P("undertricks.capped", "flag", "undertricks count as if undoubled", default=False),
    P("undertricks.one_spade_cap", "choice",
      "the loss of a dealer's one spade is limited", ("off", "on", "on_unless_redoubled"), "off"),
    P("undertricks.one_spade_most", "points", "most that one spade can lose", default="none"),
    P("undertricks.one_spade_strains", "strains", "what counts as one spade there", default=()),
    # [insult]
    P("insult.doubled", "points", "for making a contract doubled"),
    P("insult.doubled_vulnerable", "points",
      "for making a contract doubled, vulnerable", like="insult.doubled"),
    P("insult.redoubled", "points", "for making a contract redoubled"),
    P("insult.redoubled_vulnerable", "points",
      "for making a contract redoubled, vulnerable", like="insult.redoubled"),
    P("insult.capped", "flag", "doubling adds no premium to a contract made", default=False),
    # [honours]
    P("honours.scored", "flag", "honours are scored"),
    P("honours.counted", "choice",
      "honours are counted by partnership, or for each hand alone", ("side", "hand"), "side"),
    P("honours.unit", "choice",
      "trump honours are points, or multiples of the trick value", ("points", "tricks")),
    P("honours.three", "points", "three trump honours", default="none"),
    P("honours.four", "points", "four trump honours, divided", default="none"),
    P("honours.five", "points", "five trump honours, divided", default="none"),
    P("honours.four_in_one_hand", "points", "four trump honours in one hand", default="none"),
    P("honours.four_and_one", "points", "four in one hand, the fifth in partner's", default="none"),
    P("honours.five_in_one_hand", "points", "five trump honours in one hand", default="none"),
    P("honours.three_aces", "points", "three aces at notrump", default="none"),
    P("honours.four_aces", "points", "four aces at notrump, divided", default="none"),
    P("honours.four_aces_in_one_hand", "points", "four aces in one hand", default="none"),
    P("honours.each_hand", "series", "one hand's 1, 2, ... 5 trump honours", default="none"),
    P("honours.each_hand_aces", "series", "one hand's 1, 2, 3, 4 aces", default="none"),
    # [chicane]
    P("chicane.rule", "choice",
      "a hand without trumps scores", ("off", "add", "add_or_deduct"), "off"),
    P("chicane.single", "points", "chicane, in multiples of the trick value", default="none"),
    P("chicane.double", "points", "both partners void, in multiples too", default="none"),
    # [slam]
    P("slam.little", "points", "little slam (twelve tricks)"),
    P("slam.little_vulnerable", "points", "little slam, vulnerable", like="slam.little"),
    P("slam.grand", "points", "grand slam (thirteen tricks)"),
    P("slam.grand_vulnerable", "points", "grand slam, vulnerable", like="slam.grand"),
    P("slam.must_be_bid", "flag", "a slam counts only when it was bid"),
    P("slam.needs_success", "flag", "a slam counts only when the contract is kept"),
    P("slam.strains", "choice", "strains in which slams count", ("any", "notrump"), "any"),
    P("slam.by", "choice", "who can score a slam", ("declarer", "either")),
    P("slam.replaces_game", "flag", "the slam stands in place of the game premium", default=False),
    # [game]
    P("game.target", "points", "points below the line that make a game"),
    # [vulnerability]
    P("vulnerability.rule", "choice",
      "what makes a side vulnerable", ("none", "games", "recorded", "schedule")),
    P("vulnerability.schedule", "schedule",
      "who is vulnerable on each deal of a session: none, dealer, opponents, both", default=()),
    # [session]
    P("session.unit", "choice", "what is added up", ("rubber", "chukker", "deal")),
    P("session.deals", "points", "deals after which the session ends", default="none"),
    P("session.carry", "flag", "part-scores are carried towards game"),
    P("session.net", "flag",
      "a deal has one score, plus to one side and minus to the other", default=False),
    P("session.tie_break", "choice", "equal totals", ("none", "more_games", "extra_deal"), "none"),
    # [premiums]
    P("premiums.contract", "points", "for keeping a contract", default="none"),
    P("premiums.part_score", "points", "for a part-score made", default="none"),
    P("premiums.game", "points", "for a game", default="none"),
    P("premiums.game_vulnerable", "points", "for a game, vulnerable", like="premiums.game"),
    # [rubber]
    P("rubber.games", "points", "games that win the rubber", default="none"),
    P("rubber.two_nil", "points", "rubber won while the others have no game", default="none"),
    P("rubber.two_one", "points", "rubber won when the others have a game", default="none"),
    P("rubber.unfinished_game", "points",
      "for the only game of an unfinished rubber", default="none"),
    P("rubber.unfinished_part", "points", "for a part-score in an unfinished game", default="none"),
    P("rubber.both_sides_part", "flag", "both sides' part-scores earn that", default=False),
    # [fines]
    P("fines.revoke_by_declarer", "points",
      "a revoke by declarer, to the opponents", default="none"),
    P("fines.revoke_by_defender", "points", "a revoke by a defender, to declarer", default="none"),
    P("fines.declaration_out_of_turn", "points", "declaring out of turn", default="none"),
    P("fines.card_exposed", "points",
      "exposing a card during the deal or the auction", default="none"),
    # [announcing]
    P("announcing.tied_partners", "choice",
      "partners of equal points on the stronger side: the first to announce declares, or they "
      "choose",
      ("first", "choose"), "first"),
    P("announcing.game_from", "points", "points of two hands that call for game", default="none"),
    P("announcing.slam_from", "points",
      "points of two hands that usually take twelve tricks", default="none"),
    P("announcing.fit", "points", "cards of a suit in two hands that make a fit", default="none"),
    P("announcing.notrump_before_minors", "flag",
      "a game is sooner played at notrump than in a minor suit", default=False),
    P("announcing.targets", "targets",
      "tricks to take by the points of the two hands, in place of what was announced", default=()),
)  # fmt: skip

PARAMETERS: Mapping[str, Parameter] = {row.key: row for row in _ROWS}
"""Key -> parameter, in the order in which rule sets are printed."""
SECTIONS: tuple[str, ...] = tuple(dict.fromkeys(row.section for row in PARAMETERS.values()))

CHOICES_OF_SCHEDULE = ("none", "dealer", "opponents", "both")


def read_value(parameter: Parameter, raw: object) -> Value:
    """The value that a file or a switch gives a parameter; ValueError says what was expected.

    >>> read_value(PARAMETERS["tricks.notrump"], [40, 30])
    Series(points=(40, 30), step=0)
    """
    kind = parameter.kind
    if kind == "flag":
        return _flag(raw)
    if kind == "choice":
        if raw in parameter.choices:
            return str(raw)
        raise ValueError(f"{_shown(raw)}: one of {', '.join(parameter.choices)} expected")
    if kind in ("strains", "schedule"):
        allowed = CHOICES_OF_SCHEDULE if kind == "schedule" else tuple(STRAIN_KEYS.values())
        return _words(raw, allowed)
    if kind == "targets":
        return _targets(raw)
    if raw == "unknown":
        return None
    if raw == NOT_PLAYED and kind != "count":
        return NOT_PLAYED
    if kind == "premium" and raw == TRICK_VALUE:
        return TRICK_VALUE
    if kind == "series":
        return _series(raw)
    number = _number(raw)
    if parameter.choices and str(number) not in parameter.choices:
        raise ValueError(f"{number}: {' or '.join(parameter.choices)} expected")
    return number


def _shown(raw: object) -> str:
    return str(raw).lower() if isinstance(raw, bool) else repr(raw)


def _flag(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    if raw in ("on", "yes", "true"):
        return True
    if raw in ("off", "no", "false"):
        return False
    raise ValueError(f"{_shown(raw)}: true or false expected")


def _words(raw: object, allowed: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(raw, str):
        raw = raw.split(",")
    if not isinstance(raw, (list, tuple)) or any(word not in allowed for word in raw):
        raise ValueError(f"{_shown(raw)}: a list of {', '.join(allowed)} expected")
    return tuple(str(word) for word in raw)


def _targets(raw: object) -> tuple[str, ...]:
    """Points and tricks like "25:9", in rising order; "none" for no targets."""
    if isinstance(raw, str):
        raw = [] if raw == NOT_PLAYED else raw.split(",")
    figures = list(map(_target, raw)) if isinstance(raw, (list, tuple)) else [None]
    steps = [step for step in figures if step is not None]
    if len(steps) != len(figures) or steps != sorted(dict(steps).items()):
        raise ValueError(f"{_shown(raw)}: points and tricks in rising order expected, like 20:7")
    return tuple(f"{points}:{tricks}" for points, tricks in steps)


def _target(raw: object) -> tuple[int, int] | None:
    points, _, tricks = str(raw).strip().partition(":")
    if not (points.isdecimal() and tricks.isdecimal() and 1 <= int(tricks) <= 13):
        return None
    return int(points), int(tricks)


def target_of(targets: tuple[str, ...], points: int) -> int | None:
    """The tricks that so many points ask for; None when there are fewer than the first step.

    >>> target_of(("20:7", "23:8"), 25), target_of(("20:7",), 19)
    (8, None)
    """
    steps = [step for step in map(_target, targets) if step is not None and step[0] <= points]
    return steps[-1][1] if steps else None


def _number(raw: object) -> int:
    if isinstance(raw, str) and raw.isdecimal():
        raw = int(raw)
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise ValueError(f'{_shown(raw)}: a whole number, "none" or "unknown" expected')
    if raw < 0:
        raise ValueError(f"{raw}: a number cannot be negative")
    return raw


def _series(raw: object) -> Series:
    if isinstance(raw, Series):
        return raw
    if isinstance(raw, str) and "," in raw:
        raw = raw.split(",")
    figures = raw if isinstance(raw, (list, tuple)) else [raw]
    if not figures:
        raise ValueError("an empty list: at least one number expected")
    return Series(tuple(_number(figure) for figure in figures))
