"""Results on a page: 4♠× South +1, "4♠ by South, 10 tricks", "Z made four odd"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from abtools.auction import Bid, Contract
from abtools.cards import Seat
from abtools.formats.printed.calls import read_call
from abtools.formats.printed.page import Page
from abtools.formats.printed.tricks import number_word
from abtools.formats.printed.words import Vocabulary, folded

_TITLE = re.compile(
    r"(?:(?:the )?final contract|contract|result|score)\b\s*[:.,]?\s*", re.IGNORECASE
)
_DECLARER = re.compile(r"declarer\s*[:.,]?\s+([^\W\d_]+)\.?", re.IGNORECASE)
_TRICKS = re.compile(
    r"(?:result|tricks|made)\s*[:.,]?\s+(\d{1,2})(?:\s+tricks?)?\.?", re.IGNORECASE | re.ASCII
)
SCORE = re.compile(r"(?:(?:NS|EW) [+-]\d+|0) \([\w.-]+\)")
_BY = re.compile(r"\s*,?\s*(?:(?:by|played by|par|von|da|por|door|av|przez)\s+)?", re.IGNORECASE)
_TIMES = re.compile(r"\s?((?:×|x|X|\*)+)(?![^\W_])|\s*,?\s*((?:re)?doubled)(?![^\W_])")
_MADE = re.compile(
    r"\s*[,;:]?\s*(?:(?P<even>=)|(?P<sign>[+−–-])\s?(?P<over>\d{1,2})|(?P<tricks>\d{1,2})"
    r"(?:\s+(?P<unit>[^\W\d_]+))?)\s*(?P<derived>\(derived\))?\s*\.?\s*"
)
ODD = re.compile(
    r"(?<![^\W_])(?:(?P<seat>[A-Z]|[A-Z][^\W\d_]{2,8})(?![^\W_])\s+)(?:(?:then|thus|finally)\s+)?"
    r"(?:(?P<verb>made|makes|making|scored|won|wins|lost|loses|took|takes)\s+"
    r"(?P<number>[^\W\d_]+|\d{1,2})\s+(?P<unit>odd(?: tricks?)?|by (?:cards?|tricks)|"
    r"tricks)|(?:was|is|went|goes|wins)?\s*(?:down|set|short)\s+(?P<down>[^\W\d_]+|\d{1,2})"
    r"(?:\s+tricks?)?)(?![^\W_])"
)


@dataclass(slots=True)
class Result:
    """Contract, declarer and tricks as far as they are told; `odd`: tricks over six, `down`: under
    the contract. `is_labelled`: told by name (Declarer: South), not in a sentence."""

    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    odd: int | None = None
    down: int | None = None
    is_derived: bool = False
    is_labelled: bool = False
    start: int = 0
    length: int = 0


def read_result(page: Page, number: int) -> bool:
    """A line that is a result: 4♠× South +1; 4♠ by South, 10 tricks; the word for a pass alone."""
    line = page.lines[number]
    text = line.text.strip().strip("*").strip()
    words = page.words
    alone = number == 0 or page.lines[number - 1].is_blank
    alone = alone and (number + 1 >= len(page.lines) or not _continues(page, number + 1))
    if folded(text) in (*words.passes, "passedout", "allpassed") and len(text) > 2 and alone:
        line.take()
        page.add(line.offset, line.offset + len(line.text),
                 Result(Contract.PASSED_OUT, start=line.offset, length=len(text)))  # fmt: skip
        return True
    if len(text) > 70:
        return False
    label = _TITLE.match(text)
    at = label.end() if label else 0
    if (alone_told := _one_fact(text, words)) is not None:
        alone_told.start, alone_told.length = line.offset + line.text.find(text), len(text)
        line.take()
        page.add(line.offset, line.offset + len(line.text), alone_told)
        return True
    said = read_call(text, at, words)
    level = getattr(said.call, "level", None) if said else None
    if said is None or level is None:
        found = words.strain_at(text, at, letters=False)
        if found is None or not words.pip(text, at):
            return False
        strain, at = found
    else:
        assert isinstance(said.call, Bid)
        strain, at = said.call.strain, said.end
        if said.note is not None or said.nag is not None:
            return False
    factor = 1
    times = _TIMES.match(text, at)
    if times:
        factor = 2 ** min(6, len(times[1])) if times[1] else 4 if times[2][:2] == "re" else 2
        at = times.end()
    by = _BY.match(text, at)
    begin = by.end() if by else at
    name = re.compile(r"[^\W\d_]+").match(text, begin)
    seat = words.seat(name[0]) if name and (begin > at or level is None) else None
    result = Result(Contract(level, strain, factor), seat[0] if seat else None)
    at = name.end() if seat and name else at
    made = _MADE.fullmatch(text, at)
    if made is None and text[at:].strip(" .") not in ("", "(derived)"):
        return False
    if seat is None and made is None and (label is None and not alone):
        return False
    result.is_derived = text.endswith("(derived)")
    if made:
        _made(result, made)
    result.start, result.length = line.offset + line.text.find(text), len(text)
    line.take()
    page.add(line.offset, line.offset + len(line.text), result)
    return True


def _one_fact(text: str, words: Vocabulary) -> Result | None:
    """The declarer or the tricks on a line of their own: Declarer: South; Result: 9 tricks."""
    declarer = _DECLARER.fullmatch(text)
    seat = words.seat(declarer[1]) if declarer else None
    if seat is not None:
        return Result(declarer=seat[0], is_labelled=True)
    tricks = _TRICKS.fullmatch(text)
    if tricks is None or int(tricks[1]) > 13:
        return None
    return Result(tricks=int(tricks[1]), is_labelled=True)


def _continues(page: Page, number: int) -> bool:
    return not page.lines[number].is_blank and not SCORE.fullmatch(
        page.lines[number].text.strip().strip("*")
    )


def _made(result: Result, made: re.Match[str]) -> None:
    level = result.contract.level if result.contract else None
    if made["tricks"]:
        tricks = int(made["tricks"])
    elif level is None:
        return
    else:
        over = int(made["over"] or 0) * (1 if made["sign"] in (None, "+") else -1)
        tricks = level + 6 + over
    if 0 <= tricks <= 13:
        result.tricks = tricks


def odd_tricks(found: re.Match[str], offset: int) -> Result | None:
    start, length = offset + found.start(), found.end() - found.start()
    if found["down"]:
        down = number_word(found["down"])
        return None if down is None else Result(down=down, start=start, length=length)
    number = number_word(found["number"])
    if number is None or number > 13:
        return None
    if found["verb"] in ("lost", "loses"):
        down = None if "odd" in found["unit"] else number
        return None if down is None else Result(down=down, start=start, length=length)
    if found["unit"] == "tricks":
        return Result(tricks=number, start=start, length=length) if number > 6 else None
    return Result(odd=number, start=start, length=length) if number <= 7 else None
