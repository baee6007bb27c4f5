"""Auction and play sections of PBN: their tokens read into Auction and Play, each call and card
with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from abtools.auction import CALLS, JUDGEMENTS, PASS, SKIPPED, Auction, Bid, Call, Ending, Mark
from abtools.cards import CARD_BY_NAME, Card, Seat
from abtools.formats.pbn.text import SectionToken, section_tokens
from abtools.play import Play

PLAIN_CALLS: dict[str, Call] = {
    **{name: call for name, call in CALLS.items() if name in ("Pass", "X", "XX")},
    **{
        spelling: call
        for name, call in CALLS.items()
        if isinstance(call, Bid) and call.level < 8 and name == call.name
        for spelling in (name, name.lower())
    },
    "pass": PASS,
    "PASS": PASS,
    "x": CALLS["X"],
    "xx": CALLS["XX"],
}
"""The spellings of calls that PBN allows on import."""

PLAIN_CARDS: dict[str, Card] = {
    spelling: card
    for name, card in CARD_BY_NAME.items()
    for spelling in (name, name.lower(), name[0].lower() + name[1], name[0] + name[1].lower())
}
"""The spellings of cards that PBN allows on import."""

Report = Callable[[str, str, int, int], None]
"""Called with code, message, offset and length for each fault."""

Element = TypeVar("Element", Call, Card)


@dataclass(slots=True)
class Section:
    """What the tokens of one section say, before seats are given to them."""

    elements: list[Call | Card | None] = field(default_factory=list)
    offsets: list[tuple[int, int]] = field(default_factory=list)
    ending: Ending = Ending.COMPLETE
    marks: dict[int, Mark] = field(default_factory=dict)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    references: list[tuple[int, int]] = field(default_factory=list)
    dashes: set[int] = field(default_factory=set)
    plus_at: int | None = None
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """How the two sections differ: their elements, which NAGs and ^ marks they know."""

    element: str
    code: str
    plain: dict[str, Call] | dict[str, Card]
    nags: frozenset[int]
    suffix_nags: range
    irregularities: str


CALL_WORDS = Words("call", "call", PLAIN_CALLS, frozenset({*range(7), 13}), range(1, 7), "IS")
CARD_WORDS = Words(
    "card", "card", PLAIN_CARDS, frozenset({0, *range(7, 13), 14}), range(7, 13), "RL"
)


class _SectionReader:
    """Reads the tokens of one section, in one pass."""

    def __init__(self, words: Words, report: Report) -> None:
        self.words = words
        self.report = report
        self.section = Section()
        self.pending = ""
        self.pending_token: SectionToken | None = None

    def read(self, body: str, offset: int) -> Section:
        """Take every token in turn."""
        for token in section_tokens(body, offset):
            getattr(self, f"_{token.kind}")(token)
        if self.pending_token is not None:
            self._fault(
                "irregularity-wrong", f"^{self.pending} stands before nothing", self.pending_token
            )
        return self.section

    def _fault(self, code: str, message: str, token: SectionToken) -> None:
        self.report(code, message, token.offset, len(token.text))

    def _add(self, element: Call | Card | None, token: SectionToken) -> None:
        if self.section.ending is Ending.CLOSED:
            self._fault("after-plus", f"{token.text} stands after *, which ends the section", token)
        self.section.elements.append(element)
        self.section.offsets.append((token.offset, len(token.text)))
        if self.pending:
            if self.pending == "I" and element is not None and not isinstance(element, Bid):
                self._fault("irregularity-wrong", f"^I marks a bid, {element} is none", token)
            self._mark(irregularity=self.pending)
            self.pending, self.pending_token = "", None

    def _mark(
        self, irregularity: str = "", note: int | None = None, nag: int | None = None
    ) -> None:
        index = len(self.section.elements) - 1
        old = self.section.marks.get(index, Mark())
        self.section.marks[index] = Mark(
            irregularity or old.irregularity,
            old.note if note is None else note,
            old.nags if nag is None else tuple(sorted({*old.nags, nag})),
        )

    def _remark(self, token: SectionToken) -> None:
        self.section.remarks.append((len(self.section.elements) - 1, token.text))
        if token.text.startswith("#"):
            self._fault("line-hash", "a line beginning with # is no PBN; it is skipped", token)

    def _element(self, token: SectionToken) -> None:
        text, words = token.text, self.words
        if text == "-" or text == "--":
            if text == "--":
                self._fault("card-spelling", "-- is written - in PBN", token)
            self.section.dashes.add(len(self.section.elements))
            self._add(None, token)
            return
        element = words.plain.get(text)
        if element is None:
            element = self._odd(text, token)
        if element is not None or text.upper() != "AP":
            self._add(element, token)

    def _odd(self, text: str, token: SectionToken) -> Call | Card | None:
        """An element not spelled as PBN has it: read with a warning, or not at all."""
        if self.words.element == "call":
            if text.upper() == "AP":
                self._all_pass(token)
                return None
            call = CALLS.get(text) or CALLS.get(text.upper())
            if call is not None:
                if call.name[0] != "8":
                    self._fault("call-spelling", f"{text} is written {call} in PBN", token)
                return call
            self._fault("call-syntax", f"{text} is no call: {_why_no_call(text)}", token)
        else:
            card = CARD_BY_NAME.get(text.upper().replace("10", "T"))
            if card is not None:
                self._fault("card-spelling", f"{text} is written {card} in PBN", token)
                return card
            self._fault("card-syntax", f"{text} is no card: {_why_no_card(text)}", token)
        self.section.unreadable = True
        return None

    def _all_pass(self, token: SectionToken) -> None:
        calls = [call for call in self.section.elements if call is not SKIPPED]
        trailing = 0
        while trailing < len(calls) and calls[-1 - trailing] is PASS:
            trailing += 1
        bid = any(call is not PASS for call in calls)
        missing = (3 if bid else 4) - trailing
        if missing <= 0:
            self._fault("auction-ap-late", "everybody has passed already", token)
        for _ in range(missing):
            self._add(PASS, token)

    def _note(self, token: SectionToken) -> None:
        digits = token.text[1:-1] if token.text.endswith("=") else ""
        if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:4]) <= 32):
            self._fault("note-wrong", f"{token.text}: a number 1 to 32 between = expected", token)
        elif not self.section.elements:
            self._fault("note-wrong", f"{token.text} stands after nothing", token)
        else:
            mark = self.section.marks.get(len(self.section.elements) - 1)
            self.section.references.append((int(digits), token.offset))
            if mark is not None and mark.note is not None:
                message = f"{token.text}: this {self.words.element} has a note already"
                self._fault("note-wrong", message, token)
            else:
                self._mark(note=int(digits))

    def _nag(self, token: SectionToken) -> None:
        digits = token.text[1:]
        known = self.words.nags
        if not (digits.isascii() and digits.isdigit()):
            self._fault("nag-wrong", f"{token.text}: a number 0 to 255 expected after $", token)
        elif int(digits[:4]) > 255:
            self._fault("nag-wrong", f"{token.text}: 255 is the highest", token)
        elif int(digits) <= 14 and int(digits) not in known:
            message = f"{token.text} is not meant for a {self.words.element}"
            self._fault("nag-wrong", message, token)
        else:
            self._add_nag(int(digits), "nag-wrong", token)

    def _suffix(self, token: SectionToken) -> None:
        text = token.text
        if text not in JUDGEMENTS:
            self._fault("suffix-wrong", f"{text} is more than one suffix", token)
        else:
            nag = self.words.suffix_nags[JUDGEMENTS.index(text)]
            self._add_nag(nag, "suffix-wrong", token)

    def _add_nag(self, nag: int, code: str, token: SectionToken) -> None:
        if not self.section.elements:
            self._fault(code, f"{token.text} stands after nothing", token)
            return
        mark = self.section.marks.get(len(self.section.elements) - 1, Mark())
        suffixes = self.words.suffix_nags
        if nag in mark.nags or (nag in suffixes and any(n in suffixes for n in mark.nags)):
            message = f"{token.text}: this {self.words.element} is judged already"
            self._fault(code, message, token)
        self._mark(nag=nag)

    def _ending(self, token: SectionToken) -> None:
        section = self.section
        wanted = Ending(token.text)
        if wanted is section.ending is Ending.TO_CONTINUE:
            self._fault("after-plus", "a second + in one section", token)
        elif section.ending is not Ending.COMPLETE and wanted is not section.ending:
            self._fault("ending-both", "* and + exclude each other", token)
        if section.ending is Ending.COMPLETE:
            section.ending = wanted
        if wanted is Ending.TO_CONTINUE:
            if section.plus_at is None:
                section.plus_at = len(section.elements)
            if self.words.element == "card":
                self._add(None, token)
                self._mark(irregularity="+")

    def _irregular(self, token: SectionToken) -> None:
        letter = token.text[1:]
        if letter not in self.words.irregularities or not letter:
            message = f"{token.text} is no irregularity of a {self.words.element}"
            self._fault("irregularity-wrong", message, token)
        elif letter == "S":
            self._add(SKIPPED, token)
        elif self.pending:
            message = f"{token.text} after ^{self.pending}: one mark a {self.words.element}"
            self._fault("irregularity-wrong", message, token)
        else:
            self.pending, self.pending_token = letter, token

    def _other(self, token: SectionToken) -> None:
        self.section.unreadable = True
        self._fault("text-stray", f"{token.text} is no {self.words.element}", token)


def _why_no_call(text: str) -> str:
    if text[:1] in tuple("1234567") and len(text) > 1:
        return f"{text[1:]} is no denomination (C D H S NT)"
    if text in tuple("1234567"):
        return "a denomination C D H S NT expected after the level"
    return "Pass, X, XX, AP or a bid 1C to 7NT expected"


def _why_no_card(text: str) -> str:
    if text[:1].upper() not in tuple("SHDC"):
        return f"{text[:1]} is no suit (S H D C)"
    if len(text) == 1:
        return "a rank expected after the suit"
    return f"{text[1:]} is no rank (A K Q J T 9 to 2)"


def read_auction(
    first: Seat | None,
    dealer: Seat | None,
    body: str,
    offset: int,
    report: Report,
) -> tuple[Auction | None, Section]:
    """The auction of a section; `first` is the seat in its tag, `dealer` the Dealer tag's.

    None for the auction when there are no calls, or no seat can be given to them.
    """
    section = _SectionReader(CALL_WORDS, report).read(body, offset)
    calls = list(section.elements)
    skipped = 0
    while skipped in section.dashes:
        skipped += 1
    for index in sorted(section.dashes):
        if index >= skipped:
            report("call-unrecorded", "a call was not recorded", *section.offsets[index])
    if section.plus_at is not None and len(calls) > section.plus_at:
        start, length = section.offsets[section.plus_at]
        report("after-plus", "a call after +, which marks the next one", start, length)
        del calls[section.plus_at :]
        section.unreadable = True
    first = first if first is not None else dealer
    del section.offsets[:skipped]
    if first is None or not (len(calls) > skipped or section.ending is not Ending.COMPLETE):
        return None, section
    return (
        Auction(
            first.plus(skipped),
            tuple(calls[skipped:]),  # type: ignore[arg-type]
            section.ending,
            tuple(
                (index - skipped, mark)
                for index, mark in sorted(section.marks.items())
                if skipped <= index < len(calls)
            ),
            (),
            tuple((max(-1, index - skipped), text) for index, text in section.remarks),
        ),
        section,
    )


def read_play(
    first: Seat | None, body: str, offset: int, report: Report
) -> tuple[Play | None, Section]:
    """The play of a section, columns from the seat in its tag; None when the section is empty."""
    section = _SectionReader(CARD_WORDS, report).read(body, offset)
    if not section.elements and section.ending is Ending.COMPLETE:
        return None, section
    return (
        Play(
            first,
            tuple(section.elements),  # type: ignore[arg-type]
            section.ending,
            tuple(sorted(section.marks.items())),
            (),
            tuple(section.remarks),
        ),
        section,
    )
