"""What records state of double-dummy results, beside what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from abtools.formats.solved.stated import Cell, only_makes
from abtools.report.problems import plural


@dataclass(slots=True)
class Verified:
    """The cells compared so far, of how many deals; the wrong ones are kept."""

    deals: int = 0
    cells: int = 0
    wrong: list[Cell] = field(default_factory=list)

    def add(self, cells: Sequence[Cell]) -> list[Cell]:
        """Take in the cells of one deal; those of them that are wrong."""
        wrong = [cell for cell in cells if cell.is_wrong]
        self.deals += 1
        self.cells += len(cells)
        self.wrong += wrong
        return wrong

    def summary(self) -> str:
        """What came of it, in a line."""
        said = (
            f"{plural(self.deals, 'deal')} with results, {plural(self.cells, 'cell')},"
            f" {len(self.wrong):,} wrong"
        )
        number = only_makes(self.wrong)
        return said if number is None else f"{said}: each says {number} where no contract is made"


def cell_line(name: str, cell: Cell) -> str:
    """A wrong cell in words."""
    return (
        f"board {name}: {cell.source} says {cell.declarer} takes {plural(cell.stated, 'trick')}"
        f" in {cell.strain}: {cell.tricks} is right"
    )


def deal_value(name: str, deal: str, cells: Sequence[Cell]) -> dict[str, Any]:
    """The comparison of one deal as JSON."""
    return {
        "board": name,
        "deal": deal,
        "cells": len(cells),
        "wrong": [*map(_cell_value, (cell for cell in cells if cell.is_wrong))],
    }


def _cell_value(cell: Cell) -> dict[str, Any]:
    return {
        "source": cell.source,
        "declarer": str(cell.declarer),
        "strain": str(cell.strain).lower(),
        "stated": cell.stated,
        "tricks": cell.tricks,
    }
