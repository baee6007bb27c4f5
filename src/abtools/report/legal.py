"""What may be called over a bid under a code of laws, and why each bid is enough."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from abtools.auction import Bid, Contract, Strain
from abtools.parameters import STRAIN_KEYS
from abtools.report.style import Style
from abtools.report.table import Grid, Group
from abtools.rules import RuleSet

LEGAL_SCHEMA = "abtools.legal/1"


def legal_bids(rules: RuleSet, over: Contract | None, bid: Bid | None, style: Style) -> str:
    """The calls over `bid` (None: the opening call), cheapest bid of each denomination first.

    `over` is the same bid with its doubling; doubling changes no rank.
    """
    refused = not_an_auction(rules) or not_a_bid(rules, bid)
    if refused:
        return f"{style.bold(rules.name)}: {refused}"
    head = style.bold(rules.name) + (
        ": the opening call" if over is None else f": over {style.contract(over)}"
    )
    parts = [*_wrapped(head + _worth(rules, bid), style), *_wrapped(_calling(rules), style), ""]
    groups = _by_strain(rules.bids_over(bid))
    if groups:
        parts += [_table(rules, groups, bid, style), ""]
    none_left = _without(rules, groups)
    if none_left:
        parts += _wrapped(f"No bid is high enough in {none_left}.", style)
    parts += _wrapped(f"{_other_calls(rules, over)}.", style)
    return style.text("\n".join(parts))


def _table(rules: RuleSet, groups: Sequence[Sequence[Bid]], over: Bid | None, style: Style) -> str:
    """A row a denomination: the cheapest bid, its value, why it is enough, the bids above it."""
    law = rules.auction
    value, why = law.value_calling, over is not None
    headings = ["Bid", *["Value"] * value, *["Why it is enough"] * why, "And then"]
    align = ["left", *["right"] * value, *["left"] * why, "left"]
    grid = Grid([Group("", tuple(headings), tuple(align))])
    for bids in groups:
        cells = [_shown(bids[0], style)]
        if value:
            cells.append(str(law.rank(bids[0])[0]))
        if why:
            cells.append(why_enough(rules, bids[0], over))
        grid.add([*cells, _rest(bids, style)])
    lines = grid.text(style)
    if any(bids[0].strain is Strain.LOW_SPADES for bids in groups):
        lines += "\n" + style.dim("LS  low spades")
    return lines


def why_enough(rules: RuleSet, bid: Bid, over: Bid | None) -> str:
    """Why a bid outranks another.

    >>> from abtools.auction import BIDS, Strain
    >>> from abtools.rules import load
    >>> two_diamonds, one_notrump = BIDS[2, Strain.DIAMONDS], BIDS[1, Strain.NOTRUMP]
    >>> why_enough(load("auction-1908"), two_diamonds, one_notrump)
    'the same value in more tricks: 2 for 1'
    """
    law = rules.auction
    if over is None:
        return "any bid opens"
    if law.value_calling:
        own, other = law.rank(bid), law.rank(over)
        if own[0] > other[0]:
            return f"worth more: {bid.level} x {law.values[bid.strain]} against {other[0]}"
        return f"the same value in more tricks: {bid.level} for {over.level}"
    if bid.level > over.level:
        return f"more tricks: {bid.level} for {over.level}"
    return f"as many tricks in a higher denomination than {_name(over.strain)}"


def not_an_auction(rules: RuleSet) -> str:
    """Why nobody bids under a code, "" where they do."""
    undertaking = rules.choice("bidding.undertaking")
    if undertaking == "trumps":
        return "there is no bidding: dealer or dummy names the trumps"
    if undertaking == "announced":
        return "there is no bidding: points are announced"
    return ""


def not_a_bid(rules: RuleSet, bid: Bid | None) -> str:
    """Why a bid cannot be made under a code at all, "" where it can."""
    law = rules.auction
    if bid is None:
        return ""
    if bid.strain not in law.values:
        return f"{_name(bid.strain)} cannot be bid"
    if bid.level > law.max_level:
        return f"{bid} is impossible: {law.max_level} is the highest level"
    return ""


def _name(strain: Strain) -> str:
    return STRAIN_KEYS[strain.value].replace("_", " ")


def _shown(bid: Bid, style: Style) -> str:
    return f"{bid.level}{style.strain(bid.strain)}"


def _worth(rules: RuleSet, bid: Bid | None) -> str:
    law = rules.auction
    if bid is None or not law.value_calling:
        return ""
    each = law.values[bid.strain]
    product = f"{bid.level} x {each} = " if bid.level > 1 else ""
    return f", worth {product}{law.rank(bid)[0]}"


def _calling(rules: RuleSet) -> str:
    rule = rules.rule("bidding.calling")
    if rules.auction.value_calling:
        words = "a bid must be worth more than the last, or the same in more tricks"
    else:
        words = "a bid must be for more tricks than the last, or as many in a higher denomination"
    return f"{str(rule.value).capitalize()} calling: {words} ({rule.law}) [{rule.mark}]"


def _by_strain(bids: Sequence[Bid]) -> list[list[Bid]]:
    """The bids by denomination, each from the cheapest up; the cheapest of all first."""
    groups: dict[Strain, list[Bid]] = {}
    for bid in bids:
        groups.setdefault(bid.strain, []).append(bid)
    return list(groups.values())


def _rest(bids: Sequence[Bid], style: Style) -> str:
    if len(bids) < 2:
        return ""
    first, last = _shown(bids[1], style), _shown(bids[-1], style)
    return first if len(bids) == 2 else f"{first} to {last}"


def _without(rules: RuleSet, groups: Sequence[Sequence[Bid]]) -> str:
    can = {bids[0].strain for bids in groups}
    all_strains = {bid.strain: None for bid in rules.bids_over(None)}
    return ", ".join(_name(strain) for strain in all_strains if strain not in can)


def _other_calls(rules: RuleSet, over: Contract | None) -> str:
    """Pass, double and redouble, in words."""
    if over is None:
        rule = rules.rule("bidding.dealer_must_bid")
        if rules.flag(rule.key):
            return f"The dealer may not pass ({rule.law}) [{rule.mark}]; there is nothing to double"
        return "The dealer may pass; there is nothing to double"
    if over.factor == 4:
        doubled = "it is redoubled: no more doubling"
    elif over.factor == 2:
        doubled = "the side that was doubled may redouble"
    else:
        doubled = "the other side may double"
    if rules.choice("bidding.doubles") == "none":
        doubled = "nobody doubles"
    return f"Anyone may pass; {doubled}"


# --- JSON ---


def legal_value(sets: Sequence[RuleSet], over: Contract | None, bid: Bid | None) -> dict[str, Any]:
    """What `abtools rules --legal BID --format json` prints."""
    return {
        "schema": LEGAL_SCHEMA,
        "over": None if over is None else str(over),
        "sets": [_set_value(rules, over, bid) for rules in sets],
    }


def _set_value(rules: RuleSet, over: Contract | None, bid: Bid | None) -> dict[str, Any]:
    law = rules.auction
    refused = not_an_auction(rules) or not_a_bid(rules, bid)
    factor = 1 if over is None else over.factor
    may_double = over is not None and rules.choice("bidding.doubles") != "none"
    calls = [] if refused else [
        *(["Pass"] if over is not None or not law.dealer_must_bid else []),
        *(["X"] if may_double and factor == 1 else []),
        *(["XX"] if may_double and factor == 2 else []),
    ]  # fmt: skip
    return {
        "rules": rules.name,
        "calling": "value" if law.value_calling else "majority",
        "law": rules.rule("bidding.calling").law,
        "refused": refused or None,
        "calls": calls,
        "bids": [] if refused else [
            {
                "bid": str(each),
                "value": law.rank(each)[0] if law.value_calling else None,
                "why": why_enough(rules, each, bid),
            }
            for each in rules.bids_over(bid)
        ],
    }  # fmt: skip


def _wrapped(text: str, style: Style) -> list[str]:
    return textwrap.wrap(text, style.width, break_on_hyphens=False)
