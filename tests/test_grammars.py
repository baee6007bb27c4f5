"""The notations and the grammars written for people give the same verdict on every text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from test_notation import ACCEPTED, REFUSED
from verdicts import accepts

from abtools import notation
from abtools.auction import Call, Contract
from abtools.board import Vulnerability
from abtools.cards import Card, Deal, Hand, Seat
from abtools.notation import KINDS
from abtools.problems import ParseError

GRAMMARS = Path(__file__).parent.parent / "grammars"
MUTANTS = 400
"""Mutated texts for each kind."""


def rule_of(kind: str) -> str:
    """The name of a kind's rule."""
    return kind.replace("-", "_")


def load() -> dict[str, Lark]:
    """Kind -> the grammar that has its rule."""
    found: dict[str, Lark] = {}
    for path in sorted(GRAMMARS.glob("*.lark")):
        text = path.read_text("utf-8")
        kinds = [kind for kind in KINDS if re.search(f"^{rule_of(kind)}:", text, re.M)]
        if not kinds:
            continue  # the grammar of a format; the tests of that format run it
        grammar = Lark(
            text,
            start=[rule_of(kind) for kind in kinds],
            parser="earley",
            lexer="dynamic_complete",
            g_regex_flags=re.ASCII,
            source_path=str(path),
        )
        for kind in kinds:
            assert kind not in found, f"{kind} has two rules"
            found[kind] = grammar
    return found


LARK = load()


def lark_accepts(kind: str, text: str) -> bool:
    """The verdict of the grammar for people."""
    return accepts(LARK[kind], text, rule_of(kind))


def meaning(kind: str, text: str) -> Any:
    """What a text means, None when it is refused."""
    try:
        found = notation.parse(kind, text)
    except ParseError:
        return None
    return ("no value",) if found is None else found


def mutants(kind: str) -> Iterator[str]:
    """Texts a slip or two away from ones that are accepted; the same on every run."""
    chance = random.Random(kind)
    base = kind.removesuffix("-strict")
    texts = [*ACCEPTED[base], *REFUSED.get(base, ()), KINDS[kind].example]
    alphabet = "".join(texts) + ' .:;,-+^=$/\\*?#"xX10é\n'
    for _ in range(MUTANTS):
        text = chance.choice(texts)
        for _ in range(chance.choice((1, 1, 2, 3))):
            at = chance.randint(0, len(text))
            letter = chance.choice(alphabet)
            other = chance.choice(texts)
            text = chance.choice(
                (
                    text[:at] + letter + text[at:],
                    text[:at] + letter + text[at + 1 :],
                    text[:at] + text[at + 1 :],
                    text[:at] + text[at : at + 1] + text[at:],
                    text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                    text[:at] + other[chance.randint(0, len(other)) :],
                    text[:at] + text[at:].swapcase(),
                    text[:at],
                )
            )
        yield text


def test_every_kind_has_a_rule_and_texts() -> None:
    assert set(LARK) == set(KINDS)
    assert set(ACCEPTED) == {kind for kind in KINDS if not KINDS[kind].is_strict}


def test_every_rule_is_explained() -> None:
    for path in GRAMMARS.glob("*.lark"):
        text = path.read_text("utf-8")
        for kind in (kind for kind in KINDS if re.search(f"^{rule_of(kind)}:", text, re.M)):
            before = text[: re.search(f"^{rule_of(kind)}:", text, re.M).start()]  # type: ignore[union-attr]
            paragraph = before.rstrip("\n").rpartition("\n\n")[2]
            assert paragraph.startswith("//"), f"{path.name}: {rule_of(kind)} has no comment"


@pytest.mark.parametrize("kind", KINDS)
def test_same_verdict_on_samples(kind: str) -> None:
    base = kind.removesuffix("-strict")
    for text in (*ACCEPTED[base], *REFUSED.get(base, ()), KINDS[kind].example, "", "?", "#", "##"):
        assert (meaning(kind, text) is not None) == lark_accepts(kind, text), text


@pytest.mark.parametrize("kind", KINDS)
def test_same_verdict_on_mutants(kind: str) -> None:
    verdicts = []
    for text in mutants(kind):
        verdicts.append(meaning(kind, text) is not None)
        assert verdicts[-1] == lark_accepts(kind, text), text
    assert verdicts.count(False) >= MUTANTS // 100 or kind in ("competition", "termination", "mode")
    assert verdicts.count(True) >= 3


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].strict])
def test_export_form_is_import_form_too(kind: str) -> None:
    strict = KINDS[kind].strict
    assert strict is not None
    for text in (*ACCEPTED[kind], KINDS[strict].example, *mutants(strict)):
        exported = meaning(strict, text)
        if exported is not None:
            assert meaning(kind, text) == exported, text


def parsed(read: Callable[[str], Any], text: str) -> Any:
    """What a fast path makes of a text, None when it refuses."""
    try:
        return read(text)
    except ParseError:
        return None


def deal_of(text: str) -> Any:
    """The deal of the grammar, without what is said about it."""
    found = meaning("deal", text)
    return None if found is None else found.deal


def hand_of(text: str) -> Any:
    """The hand of the grammar, without what is said about it."""
    found = meaning("hand", text)
    return None if found is None else found.hand


def plain_deal(text: str) -> Deal:
    """Deal.parse, with a hand without a card as one not known (as readers take `...`)."""
    hands = [hand if hand is not None and len(hand) else None for hand in Deal.parse(text).hands]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


FAST_PATHS: dict[str, tuple[Callable[[str], Any], Callable[[str], Any]]] = {
    "deal": (plain_deal, deal_of),
    "hand": (Hand.parse, hand_of),
    "card": (Card.parse, lambda text: meaning("card", text)),
    "call": (Call.parse, lambda text: meaning("call", text)),
    "contract": (Contract.parse, lambda text: meaning("contract", text)),
    "seat": (Seat.parse, lambda text: meaning("seat", text)),
    "vulnerable": (Vulnerability.parse, lambda text: meaning("vulnerable", text)),
}


@pytest.mark.parametrize("kind", FAST_PATHS)
def test_fast_paths_accept_nothing_else(kind: str) -> None:
    fast, slow = FAST_PATHS[kind]
    accepted = 0
    for text in (*ACCEPTED[kind], *REFUSED[kind], *mutants(kind)):
        found = parsed(fast, text)
        if found is not None:
            accepted += 1
            assert slow(text) == found, text
    assert accepted > 10
