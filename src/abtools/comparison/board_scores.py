"""One board's scores at all its tables compared: match points, datum, cross-IMPs, board-a-match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import median

from abtools.comparison.imps import imps

Scores = Sequence[int]
"""North-South scores of one board, a table each."""


def match_points(scores: Scores, each: int = 2) -> list[Fraction]:
    """Match points of North-South at each table: `each` for a pair beaten, half that for a tie
    (law 78: 2 and 1; elsewhere 1 and a half). East-West have `each * (tables - 1)` less these.

    >>> [int(points) for points in match_points([420, 420, 450, -50])]
    [3, 3, 6, 0]
    """
    return [
        Fraction(each, 2) * (2 * sum(other < own for other in scores) + scores.count(own) - 1)
        for own in scores
    ]


def percentages(scores: Scores, formula: str = "top") -> list[Fraction | None]:
    """North-South's percentage at each table.

    "top" is the share of the top; "ascherman" counts a comparison with oneself as a tie, so
    that a board played once is worth 50. None where there is nothing to compare.
    """
    tables = len(scores)
    points = match_points(scores)
    if formula == "ascherman":
        return [100 * (own + 1) / (2 * tables) for own in points]
    if formula != "top":
        raise ValueError(f"{formula!r}: top or ascherman expected")
    return [100 * own / (2 * (tables - 1)) if tables > 1 else None for own in points]


ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "nearest": lambda x: int((abs(x) + Fraction(1, 2)) // 1) * (1 if x > 0 else -1),
    "down": lambda x: int(abs(x) // 1) * (1 if x > 0 else -1),
    "up": lambda x: int(-(-abs(x) // 1)) * (1 if x > 0 else -1),
}
"""How a datum is rounded to tens; down and up are towards and away from zero."""


def datum(scores: Scores, drop: int = 1, rounding: str = "nearest", kind: str = "mean") -> int:
    """Butler's datum: the mean (or median) of the scores without the `drop` highest and lowest,
    to tens. Where too few tables would remain none are dropped. ValueError without scores.

    >>> datum([420, 450, -50, 420, 170])
    340
    """
    if not scores:
        raise ValueError("no scores, no datum")
    kept = sorted(scores)
    if len(kept) > 2 * drop and kind == "mean":
        kept = kept[drop : len(kept) - drop]
    middle = Fraction(sum(kept), len(kept)) if kind == "mean" else Fraction(median(kept))
    return 10 * ROUNDINGS[rounding](middle / 10)


def butler(
    scores: Scores,
    drop: int = 1,
    rounding: str = "nearest",
    kind: str = "mean",
    scale: str = "1962",
) -> list[int]:
    """North-South's IMPs at each table against the datum."""
    middle = datum(scores, drop, rounding, kind)
    return [imps(own - middle, scale) for own in scores]


def cross_imps(scores: Scores, average: bool = True, scale: str = "1962") -> list[Fraction]:
    """North-South's IMPs at each table against every other; by default per comparison.

    >>> [int(points) for points in cross_imps([420, 450, -50], average=False)]
    [9, 12, -21]
    """
    others = len(scores) - 1
    sums = [sum(imps(own - other, scale) for other in scores) for own in scores]
    return [Fraction(total, others if average and others else 1) for total in sums]


def board_a_match(own: int, other: int) -> int:
    """2 for the better score of two tables, 1 for the same, 0 for the worse."""
    return 1 + (own > other) - (own < other)
