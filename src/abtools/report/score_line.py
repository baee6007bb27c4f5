"""What one board came to, in one line."""

from __future__ import annotations

from abtools.board import Board
from abtools.cards import Side
from abtools.rules import RuleSet
from abtools.scoring import score


def score_line(board: Board, rules: RuleSet) -> str:
    """The points of a board under a rule set for the side that gains, "" when it has no score.

    >>> from abtools.auction import Contract
    >>> from abtools.board import Vulnerability
    >>> from abtools.cards import Seat
    >>> from abtools.rules import load
    >>> made = Board(contract=Contract.parse("4S"), declarer=Seat.S, tricks=10,
    ...              vulnerability=Vulnerability.NONE)
    >>> score_line(made, load("duplicate"))
    'NS +420 (duplicate)'
    """
    came = score(board, rules)
    if not came.scored:
        return ""
    net = came.net(Side.NS)
    if not net:
        return "" if net is None else f"0 ({rules.name})"
    side = Side.NS if net > 0 else Side.EW
    return f"{side} +{abs(net)} ({rules.name})"
