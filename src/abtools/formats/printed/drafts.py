"""The parts found on a page sorted into boards, with the prose around them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from textwrap import dedent

from abtools.board import Vulnerability
from abtools.cards import Seat
from abtools.formats.printed import facts
from abtools.formats.printed.auction import Calls
from abtools.formats.printed.diagram import Hands
from abtools.formats.printed.facts import Fact, Head, Note
from abtools.formats.printed.page import Element, Page
from abtools.formats.printed.results import Result
from abtools.formats.printed.tricks import Tricks

_APART = 6
"""Lines at most between two hands of one deal that stand by themselves."""
_BRACES = str.maketrans("{}", "()")
_AHEAD = 20
"""Facts at most before the diagram they belong to."""


@dataclass(slots=True)
class Draft:
    """A board as its parts come."""

    start: tuple[int, int]
    before: list[str] = field(default_factory=list)
    number: str | None = None
    has_head: bool = False
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: Hands | None = None
    calls: Calls | None = None
    tricks: Tricks | None = None
    result: Result | None = None
    tags: dict[str, str] = field(default_factory=dict)
    is_old: bool = False
    places: dict[tuple[str, int | None], tuple[int, int]] = field(default_factory=dict)
    last: Calls | Tricks | None = None

    @property
    def is_empty(self) -> bool:
        """Nothing of a board yet."""
        parts = (self.hands, self.calls, self.tricks, self.result, self.dealer, self.vulnerability)
        return not self.has_head and all(part is None for part in parts)


def assemble(page: Page) -> tuple[list[Draft], list[str]]:
    """The boards of a page, and the prose after the last."""
    drafts: list[Draft] = []
    elements = page.elements
    prose = _Prose(page)
    draft: Draft | None = None
    for index, element in enumerate(elements):
        value = element.value
        if draft is None or _begins(draft, elements, index):
            draft = Draft((element.start, max(0, element.end - element.start)))
            drafts.append(draft)
        _put(page, draft, element)
        draft.before += prose.until(element.end)
        if isinstance(value, Hands):
            draft.before += prose.until(page.lines[value.lines[1]].offset + 1)
    real = [d for d in drafts if not d.is_empty]
    return real, prose.until(len(page.source.text) + 1)


def _begins(draft: Draft, elements: list[Element], index: int) -> bool:
    """Whether an element belongs to a new board."""
    value = elements[index].value
    if isinstance(value, Head):
        return not draft.is_empty or draft.has_head
    if isinstance(value, Hands):
        return draft.hands is not None and not _joins(draft, value)
    if isinstance(value, Calls):
        return draft.calls is not None and value.seats_known and _starts_anew(draft)
    if isinstance(value, Tricks):
        return draft.tricks is not None and not value.is_lead_only and not draft.tricks.is_lead_only
    if isinstance(value, Fact) and draft.hands is not None:
        for later in elements[index + 1 : index + 1 + _AHEAD]:
            if isinstance(later.value, Hands):
                return not _joins(draft, later.value) and not _inside(draft, elements[index])
            if not isinstance(later.value, Fact):
                break
    return False


def _starts_anew(draft: Draft) -> bool:
    """A second auction begins a board only when the first board has a result or play."""
    return draft.tricks is not None or draft.hands is None


def _inside(draft: Draft, element: Element) -> bool:
    """Whether a fact stands in the corner of the board's own diagram."""
    return draft.hands is not None and any(
        element.start < end for places in draft.hands.places.values() for _, end in places.values()
    )


def _joins(draft: Draft, more: Hands) -> bool:
    """Whether hands belong to the deal of those before: other seats, named, nothing between."""
    if draft.hands is None or draft.calls is not None or draft.tricks is not None:
        return False
    if not (draft.hands.is_named and more.is_named) or set(draft.hands.hands) & set(more.hands):
        return False
    known = sum(hand.bits for hand in draft.hands.hands.values())
    shared = any(known & hand.bits for hand in more.hands.values())
    return not (shared and more.in_line) and more.lines[0] - draft.hands.lines[1] <= _APART


def _put(page: Page, draft: Draft, element: Element) -> None:
    """Add an element to its board; what is told twice is compared."""
    value = element.value
    place = (element.start, element.end - element.start)
    if isinstance(value, Head):
        draft.number, draft.has_head = value.number, True
        for fact in facts.title_facts(value.title):
            draft.tags[fact.name] = str(fact.value)
        draft.places["Board", None] = place
    elif isinstance(value, Hands):
        if draft.hands is None:
            draft.hands = value
        else:
            draft.hands.hands.update(value.hands)
            draft.hands.places.update(value.places)
            draft.hands.lines = (draft.hands.lines[0], value.lines[1])
        draft.is_old = draft.is_old or value.is_old
    elif isinstance(value, Calls):
        draft.is_old = draft.is_old or value.is_old
        if draft.calls is None:
            draft.calls = draft.last = value
        elif tuple(value.calls) != tuple(draft.calls.calls) or value.dealer != draft.calls.dealer:
            page.report("printed-twice", "a second auction of this board; the first counts", *place)
        else:
            draft.last = draft.calls
    elif isinstance(value, Tricks):
        draft.is_old = draft.is_old or value.is_old
        if draft.tricks is None or (draft.tricks.is_lead_only and not value.is_lead_only):
            draft.tricks = draft.last = value
        elif not value.is_lead_only:
            page.report("printed-twice", "a second play of this board; the first counts", *place)
    elif isinstance(value, Note):
        section = draft.tricks if value.to_card else draft.calls
        if section is not None:
            section.notes.append((value.number, value.text))
        elif draft.last is not None:
            draft.last.notes.append((value.number, value.text))
    elif isinstance(value, Result):
        _put_result(page, draft, value, place)
    elif isinstance(value, Fact):
        _put_fact(page, draft, value, place)


def _put_result(page: Page, draft: Draft, told: Result, place: tuple[int, int]) -> None:
    have = draft.result
    if have is None:
        draft.result = told
        return
    if have.contract is None and told.contract is not None:
        have.contract, have.start, have.length = told.contract, told.start, told.length
    if have.declarer is None:
        have.declarer = told.declarer
    have.is_labelled = have.is_labelled or told.is_labelled
    if have.tricks is None and have.odd is None and have.down is None:
        have.tricks, have.odd, have.down = told.tricks, told.odd, told.down
    if told.contract not in (None, have.contract) or told.declarer not in (None, have.declarer):
        page.report("printed-twice", "a second result of this board; the first counts", *place)


def _put_fact(page: Page, draft: Draft, fact: Fact, place: tuple[int, int]) -> None:
    draft.is_old = draft.is_old or fact.is_old
    if fact.name == "Dealer":
        assert isinstance(fact.value, Seat)
        if draft.dealer is not None and draft.dealer is not fact.value:
            message = f"{draft.dealer.full_name} dealt, as is said above; that counts"
            page.report("printed-twice", message, *place)
            return
        draft.dealer = fact.value
        draft.places.setdefault(("Dealer", None), place)
    elif fact.name == "Vulnerable":
        assert isinstance(fact.value, Vulnerability)
        if draft.vulnerability not in (None, fact.value):
            page.report("printed-twice", f"vulnerable is {draft.vulnerability} above; that counts",
                        *place)  # fmt: skip
            return
        draft.vulnerability = fact.value
        draft.places.setdefault(("Vulnerable", None), place)
    else:
        draft.tags.setdefault(fact.name, str(fact.value))
        draft.places.setdefault((fact.name, None), place)


class _Prose:
    """What stands between the parts of boards, each piece given once."""

    def __init__(self, page: Page) -> None:
        self.starts = [line.offset for line in page.lines]
        self.lines = page.lines
        self.next = 0

    def until(self, offset: int) -> list[str]:
        """The lines that begin before an offset, without what was understood; "" for a gap."""
        end = bisect_right(self.starts, offset - 1)
        while self.next < end < len(self.lines) and self._goes_on(end):
            end += 1
        found: list[str] = []
        for line in self.lines[self.next : end]:
            rest = line.rest()
            if rest or (line.is_blank and (found or self.next)):
                found.append(rest)
        self.next = max(self.next, end)
        return found

    def _goes_on(self, number: int) -> bool:
        """Whether a line goes on with the sentence of the line before."""
        before, line = self.lines[number - 1], self.lines[number]
        return bool(before.rest()) and not line.is_blank and not line.taken


def as_comment(lines: list[str]) -> str:
    """Prose as a comment in braces, a paragraph each; "" for none."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    texts = (dedent("\n".join(lines)).strip() for lines in paragraphs if lines)
    return "\n".join("{" + text.translate(_BRACES) + "}" for text in texts)
