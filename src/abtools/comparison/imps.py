"""IMPs and victory points: a difference in points, and a match, as what they count."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

IMP_SCALES: Mapping[str, tuple[int, ...] | None] = {
    "1962": (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500),
        *(1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ),
    "1961": None,
    "1948": (20, 70, 140, 220, 350, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000),
}
"""The scales by year: the least difference for 1, 2, 3 ... IMPs. 1962 is law 78 and today's; 1948
is as Sports Illustrated printed it on 2 May 1960; the figures of 1961 were not found."""


def imps(difference: int, scale: str = "1962") -> int:
    """The IMPs for a difference in points, with its sign. ValueError for a scale without figures.

    >>> imps(430), imps(-20), imps(430, "1948")
    (10, -1, 5)
    """
    steps = IMP_SCALES.get(scale)
    if steps is None:
        raise ValueError(f"the IMP scale of {scale} is not known; there are 1962 and 1948")
    points = bisect_right(steps, abs(difference))
    return points if difference > 0 else -points


def victory_points(margin: int, boards: int, most: int = 20) -> tuple[Decimal, Decimal]:
    """The World Bridge Federation's continuous scale: winner's and loser's victory points for a
    margin in IMPs over so many boards; two decimals, halves up. ValueError without boards.

    The published tables differ from the formula by 0.01 in a few places, on purpose.

    >>> [str(points) for points in victory_points(10, 16)]
    ['12.80', '7.20']
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    golden = (Decimal(5).sqrt() - 1) / 2
    blitz = 15 * Decimal(boards).sqrt()
    half = Decimal(most) / 2
    share = (1 - golden ** (3 * abs(margin) / blitz)) / (1 - golden**3)
    won = (half + half * min(share, Decimal(1))).quantize(Decimal("0.01"), ROUND_HALF_UP)
    lost = Decimal(most) - won
    return (won, lost) if margin >= 0 else (lost, won)
