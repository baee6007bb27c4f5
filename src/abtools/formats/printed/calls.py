"""Calls as printed: 1♠, 2NT, "Three Diamonds", No bid, passo, Dbl; with signs and note numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.auction import BIDS, DOUBLE, JUDGEMENTS, PASS, REDOUBLE, SKIPPED, Call, Strain
from abtools.formats.printed.words import NUMBERS, WORD, Vocabulary, folded

ALL_PASS = Call("AP")
"""Three passes at the end, in one word."""
BLANK = Call("-")
"""A dash or dots: nobody's turn yet, or a pass as some newspapers print it."""
CLOSED = Call("*")
TO_CONTINUE = Call("+")

_LEVEL = re.compile(r"([1-8])\s?(?=[^\W\d_♠♥♦♣]|[♠♤♥♡♦♢♣♧\[!@])")
_DOUBLING = re.compile(r"(?:Re?dbl|Dbl|Db|XX|xx|××|X|x|×|Re?dbl|RD|D)\.?(?![^\W_])")
_DASH = re.compile(r"(?:[-—–]+|\.{2,}|…)(?!\w)")
_SIGNS = re.compile(r"(\?\?|!!|!\?|\?!|!|\?)")
_NAGS = {sign: nag for nag, sign in enumerate(JUDGEMENTS, 1)}
_REFERENCE = re.compile(r"[ \t]?\((?:[a-zäöüß]+/)?(\d{1,3})\)|\[(\d{1,2})\]")


@dataclass(frozen=True, slots=True)
class Said:
    """A call in [start, end) of a text, the number of its note, its sign as an annotation.

    `call` is None for one that was not recorded. `in_words`: the denomination was spelled out.
    """

    call: Call | None
    start: int
    end: int
    note: int | None = None
    nag: int | None = None
    in_words: bool = False


def read_call(text: str, at: int, words: Vocabulary) -> Said | None:
    """The call that begins at `at` with what is attached to it; None when there is none.

    >>> from abtools.formats.printed.words import vocabulary
    >>> str(read_call("Two No-trumps", 0, vocabulary("en")).call)
    '2NT'
    """
    plain = _plain_call(text, at, words)
    if plain is None:
        return None
    call, end, in_words = plain
    nag = note = None
    if call not in (CLOSED, TO_CONTINUE):
        sign = None if call is None else _SIGNS.match(text, end)
        if sign:
            nag, end = _NAGS[sign[0]], sign.end()
        reference = _REFERENCE.match(text, end)
        if reference:
            note, end = int(reference[1] or reference[2]), reference.end()
    return Said(call, at, end, note, nag, in_words)


def _plain_call(text: str, at: int, words: Vocabulary) -> tuple[Call | None, int, bool] | None:
    """The call itself, where it ends, and whether its denomination is a word."""
    sign = text[at : at + 1]
    if sign in ("*", "+"):
        return (CLOSED if sign == "*" else TO_CONTINUE), at + 1, False
    if sign == "?":
        return None, at + 1, False
    if text.startswith("^S", at):
        return SKIPPED, at + 2, False
    dash = _DASH.match(text, at)
    if dash:
        return BLANK, dash.end(), False
    level = _LEVEL.match(text, at)
    if level:
        return _bid(text, int(level[1]), level.end(), words)
    doubling = _DOUBLING.match(text, at)
    if doubling:
        plain = doubling[0].rstrip(".").upper()
        once = plain in ("X", "×", "D", "DB", "DBL")
        return (DOUBLE if once else REDOUBLE), doubling.end(), False
    word = WORD.match(text, at)
    if word is None:
        return None
    two = re.compile(r"[ -]").match(text, word.end())
    second = WORD.match(text, two.end()) if two else None
    if second is not None:
        pair = folded(word[0] + second[0])
        if pair in words.all_pass:
            return ALL_PASS, second.end(), True
        if pair == "nobid":
            return PASS, second.end(), True
    name = folded(word[0])
    if name in words.all_pass:
        return ALL_PASS, word.end(), True
    if name in words.passes:
        return PASS, word.end(), True
    if name in words.redoubles:
        return REDOUBLE, word.end(), True
    if name in words.doubles:
        return DOUBLE, word.end(), True
    number = NUMBERS.get(name, 0)
    if 1 <= number <= 8 and second is not None:
        return _bid(text, number, second.start(), words)
    return None


def _bid(text: str, level: int, at: int, words: Vocabulary) -> tuple[Call, int, bool] | None:
    found = words.strain_at(text, at)
    if found is None:
        return None
    strain, end = found
    if text[end : end + 1].isalnum() and not re.match(r"[xX]{1,2}(?![^\W_])", text[end:]):
        return None
    return BIDS[level, strain], end, end - at > 2


def low_spades(calls: list[Call | None], spelled: list[bool]) -> bool:
    """Whether spades beside royals are the low ones of 1912 and 1913; changes the calls."""
    strains = {getattr(call, "strain", None) for call in calls}
    if Strain.ROYALS not in strains or Strain.SPADES not in strains:
        return False
    for index, call in enumerate(calls):
        if getattr(call, "strain", None) is Strain.SPADES and spelled[index]:
            calls[index] = BIDS[getattr(call, "level", 1), Strain.LOW_SPADES]
    return True
