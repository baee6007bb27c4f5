"""What the cells of a sheet say: contracts, seats, results, vulnerability."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from abtools.auction import Contract, Strain
from abtools.board import VULNERABILITY_BY_NAME, Vulnerability
from abtools.cards import Seat
from abtools.formats.spreadsheet.words import (
    DOUBLES,
    PASSED_OUT,
    SEATS,
    STRAIN_LETTERS,
    STRAIN_WORDS,
    VULNERABLE,
    folded,
)

_MINUS = str.maketrans("−–—﹣－＋＝", "----" + "-+=")
_DOUBLING = "|".join(
    [
        *("x{1,6}", r"\*\*", r"\*", "rd", "d"),
        *(word for word, factor in DOUBLES.items() if factor > 1 and len(word) > 2),
    ]
)
_RESULT = r"=|[+-] ?[0-9]{1,2}|[0-9]{1,2}|[cm](?![a-z])"
_CONTRACT = re.compile(
    rf"([1-8])? ?({{strains}}) ?({_DOUBLING})? ?(?:by |par |da |por |von |door |av )?"
    rf"\(?({{seats}})?\)? ?({_RESULT})?".replace("{strains}", "%s").replace("{seats}", "%s")
    % (
        "|".join(
            sorted(
                {*STRAIN_WORDS, "no ?trumps?", "sans atout", *"shdcrpktqfeo"},
                key=lambda word: (-len(word), word),
            )
        ),
        "|".join(sorted({*SEATS, "o"}, key=len, reverse=True)),
    )
)
_PIPS = str.maketrans({"\ufe0f": "", "\ufe0e": "", "♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣"})


@dataclass(frozen=True, slots=True)
class Said:
    """What a contract's cell says, letters still as written: of which language they are is
    known only when the whole column is."""

    level: int | None
    strain: str
    factor: int
    doubled: bool
    seat: str
    result: str


def plain(text: str) -> str:
    """A cell in small letters, with plain signs and single blanks."""
    text = " ".join(text.translate(_PIPS).translate(_MINUS).casefold().split())
    for accented, letter in (("ö", "o"), ("ä", "a"), ("é", "e"), ("è", "e"), ("œ", "oe")):
        text = text.replace(accented, letter)
    return text


def read_contract(text: str) -> Contract | Said | None:
    """What a contract's cell says: passed out, or a contract and perhaps who and how many;
    None when it is no contract.

    >>> read_contract("3NTN+1")
    Said(level=3, strain='nt', factor=1, doubled=False, seat='n', result='+1')
    """
    if folded(text) in PASSED_OUT:
        return Contract.PASSED_OUT
    known = plain(text)
    found = _CONTRACT.fullmatch(known) or _CONTRACT.fullmatch(known.replace(" ", ""))
    if found is None:
        return None
    level, strain, doubling, seat, result = found.groups()
    factor = 2 ** len(doubling) if set(doubling or "-") == {"x"} else DOUBLES[doubling or ""]
    return Said(
        int(level) if level else None,
        strain.replace(" ", ""),
        factor,
        doubling is not None,
        seat or "",
        result or "",
    )


def language_of(cells: Iterable[Said], spoken: Iterable[str]) -> str | None:
    """The language whose letters all the contracts of a sheet are written in.

    The first of `spoken` (the languages of the header) that fits, else English, else any.
    None when no language has all of the letters.
    """
    used = {said.strain for said in cells if said.strain not in STRAIN_WORDS}
    for language in (*spoken, *STRAIN_LETTERS):
        if used <= STRAIN_LETTERS[language].keys():
            return language
    return None


def strain_of(said: Said, language: str | None) -> Strain | None:
    """The denomination in a language; None when the letter is not one of its suits."""
    letters: Mapping[str, Strain] = STRAIN_LETTERS[language or "en"]
    return STRAIN_WORDS.get(said.strain) or letters.get(said.strain)


def seat_of(text: str, o_is: Seat | None) -> Seat | None:
    """The seat a cell names; `o_is` tells what the letter O stands for in this sheet."""
    word = folded(text)
    return o_is if word == "o" else SEATS.get(word)


def vulnerability_of(text: str) -> Vulnerability | None:
    """The vulnerability a cell names, None when it is none.

    >>> str(vulnerability_of("E-W")), str(vulnerability_of("tous")), str(vulnerability_of("-"))
    ('EW', 'All', 'None')
    """
    return VULNERABLE.get(folded(text)) or VULNERABILITY_BY_NAME.get(text.strip().upper())


def doubling_of(text: str) -> int | None:
    """The factor that the cell of a column Doubled gives, None when it is none."""
    return DOUBLES.get(plain(text).replace(" ", "").rstrip("."))


def tricks_of(text: str, contract: Contract | None) -> int | str:
    """Declarer's tricks by a result's cell: a number of tricks, =, +1, -2, or words.

    A sign counts from the contract. A text instead of a number tells what is wrong.

    >>> tricks_of("+1", Contract.parse("3NT")), tricks_of("9", None), tricks_of("−2", None)
    (10, 9, 'the result −2 counts from a contract, and there is none')
    """
    known = re.sub(r" ?(tricks?|made|levees?|stiche|prese|bazas|slagen)$", "", plain(text)) or "="
    known = known.replace(" ", "")
    if re.fullmatch(r"[0-9]{1,2}(?:\.0)?", known):
        tricks = int(known.removesuffix(".0"))
    elif re.fullmatch(r"=|[+-][0-9]{1,2}(?:\.0)?|[cm]|down[0-9]{1,2}", known):
        if contract is None or contract.level is None or contract.is_passed_out:
            return f"the result {text} counts from a contract, and there is none"
        known = "0" if known in "=cm" else known.replace("down", "-").removesuffix(".0")
        tricks = 6 + contract.level + int(known)
    else:
        return f"{text!r} is no result: tricks 0 to 13, or =, +1, -2"
    if not 0 <= tricks <= 13:
        return f"the result {text} means {tricks} tricks: 0 to 13 can be"
    return tricks
