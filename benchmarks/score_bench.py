"""Board-scores a second of one core: the tally of N random records under every rule set.

Usage: python benchmarks/score_bench.py [records]
"""

from __future__ import annotations

import random
import sys
import time

from abtools.auction import Contract, Strain
from abtools.board import Board, Vulnerability
from abtools.cards import PACK, Deal, Hand, Seat
from abtools.rules import load, names
from abtools.tally import Table

STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)


def random_board(dice: random.Random, number: int) -> Board:
    """A full deal with a contract somebody might have played."""
    pack = list(PACK)
    dice.shuffle(pack)
    n, e, s, w = (Hand.of(pack[k : k + 13]) for k in (0, 13, 26, 39))
    level = dice.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7))
    return Board(
        number=str(number),
        dealer=Seat(number % 4),
        vulnerability=dice.choice(list(Vulnerability)),
        deal=Deal((n, e, s, w)),
        declarer=Seat(dice.randrange(4)),
        contract=Contract(level, dice.choice(STRAINS), dice.choice((1, 1, 1, 1, 2, 4))),
        tricks=max(0, min(13, 6 + level + dice.choice((-3, -2, -1, -1, 0, 0, 0, 1, 1, 2)))),
    )


def main() -> None:
    """Print a line for each rule set and one for all."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    dice = random.Random(1926)
    boards = [random_board(dice, number) for number in range(1, count + 1)]
    spent = 0.0
    for name in names():
        table = Table(load(name))
        start = time.process_time()
        for board in boards:
            table.add(board)
            table.problems.clear()
        taken = time.process_time() - start
        spent += taken
        print(f"{name:24} {count / taken:10,.0f} board-scores a second")
    print(f"{'all':24} {count * len(names()) / spent:10,.0f} board-scores a second")


if __name__ == "__main__":
    main()
