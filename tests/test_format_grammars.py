"""The grammars of formats, and their readers: what a grammar accepts is read without a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzzing import hostile, random_boards, read_soundly
from lark import Lark
from test_solved import BEN, DDS, GIB, suited
from test_spreadsheet import CONTRACTS
from verdicts import accepts

from abtools import formats
from abtools.auction import Contract, Strain
from abtools.formats.spreadsheet.cells import read_contract, tricks_of

FOLDER = Path(__file__).parent.parent / "grammars"
MUTANTS = 150
"""Mutated texts for each format."""

DEALING = ("ber", "bhg", "bri", "hrf", "dlm", "duplimate-csv", "danish-csv")
SOLVED = ("gib", "dealer-line", "deal-line", "ddline", "deals", "bare-deals", "dds", "ben")

OF_FORM = frozenset(
    (
        *("character-bad", "deal-syntax", "record-truncated", "text-stray", "value-syntax"),
        *("call-syntax", "card-syntax", "comment-unclosed"),
    )
)
"""Problem codes of a text that is not in its format."""


def grammar(name: str, formats_in_it: tuple[str, ...]) -> Lark:
    return Lark(
        (FOLDER / f"{name}.lark").read_text("utf-8"),
        start=[format.replace("-", "_") for format in formats_in_it],
        parser="earley",
        lexer="dynamic_complete",
        g_regex_flags=re.ASCII,
    )


GRAMMARS = {
    **dict.fromkeys(DEALING, grammar("dealing", DEALING)),
    **dict.fromkeys(SOLVED, grammar("solved", SOLVED)),
}


def format_accepts(format: str, text: str) -> bool:
    return accepts(GRAMMARS[format], text, format.replace("-", "_"))


def faults(format: str, text: str) -> list[str]:
    """The faults of form that the reader finds."""
    problems = formats.read_bytes(text.encode("latin-1"), "x", format).problems
    return [str(p) for p in problems if p.code in OF_FORM]


def samples(format: str) -> list[str]:
    boards = random_boards(1, 7) if format in DEALING else suited(format, 1)
    text = b"".join(formats.dump(boards, format, [])).decode("latin-1")
    if format == "dlm":
        text = "".join(text.splitlines(keepends=True)[:12])
    more = {"gib": [f"{{name=a}}\n{GIB}:6565888888884343323-\n"], "dds": [DDS], "ben": [BEN]}
    return [text, *more.get(format, [])]


def mutants(format: str) -> Iterator[str]:
    chance = random.Random(format)
    texts = samples(format)
    alphabet = "".join(texts) + " .:;,|-{}\"'\n\tx0"
    for _ in range(MUTANTS):
        letters = list(chance.choice(texts))
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(letters))
            change = chance.randrange(3)
            if change == 0:
                letters[at] = chance.choice(alphabet)
            elif change == 1:
                del letters[at]
            else:
                letters.insert(at, chance.choice(alphabet))
        yield "".join(letters)


@pytest.mark.parametrize("format", [*DEALING, *SOLVED])
def test_what_is_written_is_in_the_grammar(format: str) -> None:
    for text in samples(format):
        assert format_accepts(format, text), text
        assert faults(format, text) == []


@pytest.mark.parametrize("format", [*DEALING, *SOLVED])
def test_what_the_grammar_accepts_is_read(format: str) -> None:
    refused = accepted = 0
    for text in mutants(format):
        found = faults(format, text)
        if format_accepts(format, text):
            accepted += 1
            of_meaning = [fault for fault in found if not _is_meaning(fault)]
            assert of_meaning == [], text
        else:
            refused += bool(found)
    assert refused > MUTANTS / 10


def _is_meaning(fault: str) -> bool:
    """What a grammar cannot know: that a card stands twice in a hand, or how many there are."""
    words = (
        *("is no holding", "tricks, but each hand has", "expected, each once", "a card twice"),
        *("are missing", "are locked", "instead of 128", "blanks or zero bytes"),
    )
    return any(word in fault for word in words)


REFUSED = {
    "ber": ["5" * 52, "1" * 51],
    "bhg": ["A" * 51 + "\n", "A" * 51 + "1\n"],
    "bri": ["00" * 39 + " " * 50, "01" * 39 + "x" * 50],
    "hrf": ["xSAHADACA" + "\0" * 50],
    "dlm": ["[Document]\r\nBoard 01=aaaa000\r\n", "[Document]\r\nBoard 01=" + "q" * 26 + "000\r\n"],
    "duplimate-csv": ['"A","K"\r\n'],
    "danish-csv": ["1;2;3;4;5\r\n"],
    "gib": [GIB + ":123\n", GIB[:-4] + "\n", "{open"],
    "dealer-line": ["n A... e K... s Q...\n"],
    "deal-line": ["A  |K  |Q  |J  \n"],
    "ddline": ["A...|K...|Q...|J...|1 2 3 4 14|0 0 0 0 0|0 0 0 0 0|0 0 0 0 0\n"],
    "deals": ["X:A... K... Q... J...\n", "N:A... K... Q...\n"],
    "bare-deals": ["A... K... Q...\n"],
    "dds": [DDS.replace("PBN 2", "PBN 7"), DDS.replace("TABLE 8", "TABLE")],
    "ben": [BEN.replace("N-S", "NoS"), BEN.replace("3N", "9N")],
}


@pytest.mark.parametrize("format", REFUSED)
def test_what_both_refuse(format: str) -> None:
    for text in REFUSED[format]:
        assert not format_accepts(format, text), text
        assert faults(format, text), text


# ---------------------------------------------------------------- cells of sheets

SHEET = Lark(
    (FOLDER / "sheet.lark").read_text("utf-8"),
    start=["sheet_contract", "sheet_result"],
    parser="earley",
    lexer="dynamic_complete",
)


def cell_is(kind: str, text: str) -> bool:
    return accepts(SHEET, text, kind)


@pytest.mark.parametrize("text", [text for text in CONTRACTS if "\ufe0f" not in text])
def test_contracts_of_sheets_are_in_the_grammar(text: str) -> None:
    written = text.replace("no trumps", "notrumps").replace("Sa", "sa").replace("♢", "♦")
    if not re.search("nullos|sxxx", written):
        assert cell_is("sheet_contract", written)
    chance = random.Random(text)
    for _ in range(40):
        letters = list(written)
        letters[chance.randrange(len(letters))] = chance.choice("".join(CONTRACTS))
        mutant = "".join(letters)
        if cell_is("sheet_contract", mutant):
            assert read_contract(mutant) is not None, mutant


def test_results_of_sheets_are_in_the_grammar() -> None:
    chance = random.Random(1)
    contract = Contract(4, Strain.SPADES)
    accepted = 0
    for _ in range(2_000):
        text = "".join(chance.choice("0123456789=+-− x") for _ in range(chance.randrange(1, 4)))
        if cell_is("sheet_result", text):
            accepted += 1
            found = tricks_of(text, contract)
            assert isinstance(found, int) or "0 to 13 can be" in found, text
    assert accepted > 100


# ---------------------------------------------------------------- texts made to be slow


OWN = [
    known
    for known in formats.FORMATS.values()
    if known.module.split(".")[2] in ("dealing", "solved", "spreadsheet")
]


@pytest.mark.parametrize("known", OWN, ids=lambda known: known.name)
def test_nothing_takes_for_ever(known: formats.Format) -> None:
    """Each of these is done in no time, or never."""
    for data in hostile(3_000):
        known.load().looks_like(data.decode("latin-1"))
        read_soundly(data, known.name)
