"""The size of the search on fixed deals: a change to it is meant, and said."""

from __future__ import annotations

from pathlib import Path

from abtools.cards import Deal
from abtools.solver import tables

LIST = Path(__file__).parent / "core" / "nodes.txt"


def test_node_counts_are_those_of_the_list() -> None:
    """When a change to the search is meant to alter them: benchmarks/dd_nodes.py --write."""
    rows = [line.split(" ", 1) for line in LIST.read_text().splitlines()]
    assert len(rows) == 50
    found = [table.nodes for table in tables(Deal.parse(deal) for _, deal in rows)]
    assert found == [int(nodes) for nodes, _ in rows]
