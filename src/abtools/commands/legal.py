"""`abtools rules --legal BID`: what may be called over a bid under some codes of laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from abtools.auction import BIDS, Contract
from abtools.commands.console import out
from abtools.commands.rule_sets import load_all
from abtools.problems import ParseError
from abtools.report.json_values import dumps
from abtools.report.legal import legal_bids, legal_value
from abtools.report.style import Style

OPENING = "-"


def show_legal(
    text: str, names: Sequence[str], switches: Mapping[str, str], style: Style, as_json: bool
) -> None:
    """Print the legal calls over a bid like 1NT or 2SX; `-` is the opening call."""
    over = _contract(text)
    bid = None
    if over is not None and over.level and over.strain is not None:
        bid = BIDS[over.level, over.strain]
    sets = load_all(names, switches)
    if as_json:
        out(dumps(legal_value(sets, over, bid)))
    else:
        out("\n\n".join(legal_bids(rules, over, bid, style) for rules in sets))


def _contract(text: str) -> Contract | None:
    if text == OPENING:
        return None
    try:
        contract = Contract.parse(text)
    except ParseError:
        contract = None
    if contract is None or not contract.level or contract.factor > 4:
        raise click.UsageError(f"--legal {text}: a bid like 1NT or 2SX expected, - for the opening")
    return contract
