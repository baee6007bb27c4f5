"""The ways of comparing tables, by the name a command line gives them, and their options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from abtools.comparison.board_scores import (
    ROUNDINGS,
    Scores,
    board_a_match,
    butler,
    cross_imps,
    datum,
    match_points,
)
from abtools.comparison.imps import IMP_SCALES


def _mirrored(values: Iterable[Fraction | int]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(value), -Fraction(value)) for value in values]


def _match_points(scores: Scores, each: int, formula: str) -> list[tuple[Fraction, Fraction]]:
    """By Ascherman's formula a table ties with itself too."""
    itself = Fraction(each, 2) if formula == "ascherman" else Fraction(0)
    top = each * (len(scores) - 1) + 2 * itself
    return [(own + itself, top - own - itself) for own in match_points(scores, each)]


def _bam(scores: Scores, each: int) -> list[tuple[Fraction, Fraction]]:
    others, share = Fraction(len(scores) - 1), Fraction(each, 2)
    beaten = [sum(board_a_match(own, other) for other in scores) - 1 for own in scores]
    return [(share * points, share * (2 * others - points)) for points in beaten]


Options = Mapping[str, str]
"""What a method is told besides the scores, by name; see Method.options."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way of comparing: words for it, both sides' points from a board's scores, and the options
    it takes, each with its values, the usual one first ("N" is any number); `datum` gives what
    the scores are compared with, where that is no other table."""

    words: str
    points: Callable[[Scores, Options], list[tuple[Fraction, Fraction]]]
    options: Mapping[str, tuple[str, ...]]
    datum: Callable[[Scores, Options], int] | None = None

    def settled(self, given: Options) -> dict[str, str]:
        """Every option with its value; ValueError for an option or a value there is not."""
        for name, value in given.items():
            values = self.options.get(name)
            if values is None:
                known = ", ".join(self.options) or "it takes none"
                raise ValueError(f"no option {name!r}; {known}")
            if name == "scale" and value in IMP_SCALES and value not in values:
                raise ValueError(f"the figures of the IMP scale of {value} were not found")
            if value not in values and not ("N" in values and value.isdecimal()):
                told = " or ".join("a number" if v == "N" else v for v in values)
                raise ValueError(f"{name}={value}: {told} expected")
        usual = {name: values[0] for name, values in self.options.items()}
        return {**usual, **given}


_SCALES = tuple(scale for scale, steps in IMP_SCALES.items() if steps)
METHODS: Mapping[str, Method] = {
    "matchpoints": Method(
        "match points for each pair beaten, half for a tie",
        lambda s, o: _match_points(s, int(o["each"]), o["formula"]),
        {"each": ("2", "1"), "formula": ("top", "ascherman")},
    ),
    "imps": Method(
        "IMPs against the other table",
        lambda s, o: _mirrored(cross_imps(s, True, o["scale"])),
        {"scale": _SCALES},
    ),
    "cross-imps": Method(
        "IMPs against every other table",
        lambda s, o: _mirrored(cross_imps(s, o["average"] == "yes", o["scale"])),
        {"average": ("yes", "no"), "scale": _SCALES},
    ),
    "butler": Method(
        "IMPs against the datum",
        lambda s, o: _mirrored(butler(s, int(o["drop"]), o["rounding"], o["kind"], o["scale"])),
        {
            "drop": ("1", "N"),
            "rounding": tuple(ROUNDINGS),
            "kind": ("mean", "median"),
            "scale": _SCALES,
        },
        lambda s, o: datum(s, int(o["drop"]), o["rounding"], o["kind"]),
    ),
    "bam": Method(
        "board-a-match: points for beating the other table, half for a tie",
        lambda s, o: _bam(s, int(o["each"])),
        {"each": ("2", "1")},
    ),
    "total": Method("total points", lambda s, o: _mirrored(s), {}),
    "vp": Method(
        "victory points for each match's IMPs",
        lambda s, o: _mirrored(cross_imps(s, True, o["scale"])),
        {"scale": _SCALES, "most": ("20", "N")},
    ),
}
"""Name on the command line -> method."""

OF_MATCHES = frozenset(("imps", "bam", "total", "vp"))
"""Methods by which two teams are compared board by board, where the records tell of teams."""
