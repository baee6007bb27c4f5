"""Reading RBN and RBX: labelled items into boards, every fault into a problem."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from abtools.auction import (
    CONTRACT_OF,
    STRAIN_BY_NAME,
    Auction,
    Contract,
    Ending,
    Mark,
)
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import Deal, Seat
from abtools.formats.lin.calls import ALERT
from abtools.formats.lin.cards import in_columns, places_by_holder
from abtools.formats.rbn.sections import Calls, Cards, Elements, Hands, read_hands
from abtools.formats.rbn.text import (
    CARRIED,
    LABELS,
    PARAGRAPH,
    REMARK,
    Item,
    RecordItems,
    Report,
    paragraph,
    records,
)
from abtools.formats.rbn.values import TAGS, Reached, read_result
from abtools.play import Play, tricks_if_clean
from abtools.problems import Problem, SourceText, Span

NEWLINE = "\\n"
"""How a line's end inside an item list stands in the value of its tag."""

_OF_BOARD = frozenset("BHACPRMI0123456789")
_DEALT = re.compile(r"\s*([NESW?])\s*([ZNEB?])\s*:?", re.IGNORECASE)
_VULNERABLE = {
    "Z": Vulnerability.NONE,
    "N": Vulnerability.NS,
    "E": Vulnerability.EW,
    "B": Vulnerability.ALL,
}
_CONTRACT = re.compile(
    r"(?:(P)|([1-7])?(NT|N|[CDHS])(XX|X|R)?(M|\d{1,4})?)?"
    r"\s*(?::\s*([NESW])?\s*)?(?::\s*([NESW])?\s*)?",
    re.IGNORECASE | re.ASCII,
)
_HEADER = re.compile(r"RB[NX]\b", re.IGNORECASE)


@dataclass(slots=True)
class Facts:
    """The items of one record by label, and its texts by where they stand."""

    own: dict[str, Item] = field(default_factory=dict)
    notes: tuple[dict[int, Item], dict[int, Item]] = field(default_factory=lambda: ({}, {}))
    before: list[str] = field(default_factory=list)
    in_auction: list[str] = field(default_factory=list)
    in_play: list[str] = field(default_factory=list)
    others: list[Item] = field(default_factory=list)

    @property
    def is_board(self) -> bool:
        """There is more than a heading."""
        return not _OF_BOARD.isdisjoint(self.own) or any(self.notes)

    def comment(self, text: str) -> None:
        """A paragraph belongs to what stands before it."""
        if "P" in self.own:
            self.in_play.append(text)
        elif "A" in self.own:
            self.in_auction.append(text)
        else:
            self.before.append(text)


def gather(items: Sequence[Item], report: Report) -> Facts:
    """The items of a record by label; the first of each counts."""
    facts = Facts()
    for item in items:
        label, data, at = item
        if label == REMARK:
            if data and not _HEADER.match(data):
                facts.before.append(f"% {' '.join(data.split())}")
        elif label == PARAGRAPH:
            if data.strip():
                facts.comment("{" + paragraph(data) + "}")
        elif label.isdigit():
            notes = facts.notes["P" in facts.own]
            if int(label) in notes:
                report("note-wrong", f"a second note {label}", at, len(data))
            notes.setdefault(int(label), item)
        elif label not in LABELS:
            facts.others.append(item)
        elif label in facts.own:
            report("rbn-label", f"{label} stands twice; the first counts", at, len(data))
        else:
            facts.own[label] = item
    return facts


class BoardSpans:
    """A board's place in an RBN file; its parts are found by reading it once more."""

    __slots__ = ("end", "file", "places", "start")

    def __init__(self, file: SourceText, start: int, end: int, places: Sequence[int]) -> None:
        self.file = file
        self.start = start
        self.end = end
        self.places = places

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans."""
        items = [
            item
            for record in records(self.file.text, self.start, self.end, _ignore)
            for item in record.items
        ]
        place = self._place(gather(items, _ignore).own, part, index)
        return self.file.span(*(place or (self.start, min(1, self.end - self.start))))

    def _place(self, own: dict[str, Item], part: str, index: int | None) -> tuple[int, int] | None:
        if part == "call" and "A" in own and index is not None:
            places = read_calls(own["A"], _ignore)[2].places
            if index < len(places):
                return places[index]
        if part == "card" and "P" in own and index in self.places:
            cards = Cards()
            cards.read(own["P"].data, own["P"].at, _ignore)
            order = self.places.index(index)
            if order < len(cards.places):
                return cards.places[order]
        label = _LABEL_OF.get(part)
        if label is None:
            label = next((k for k, known in TAGS.items() if part in known.tags), None)
        if label is None or label not in own:
            return None
        return own[label].at, len(own[label].data)


_LABEL_OF = {
    "Deal": "H",
    "Dealer": "A",
    "Vulnerable": "A",
    "Auction": "A",
    "call": "A",
    "Contract": "C",
    "Declarer": "C",
    "Play": "P",
    "card": "P",
    "Result": "R",
}


def _ignore(code: str, message: str, offset: int, length: int) -> None:
    pass


def read_calls(item: Item, report: Report) -> tuple[Seat | None, Vulnerability | None, Calls]:
    """Dealer, vulnerability and calls of an A; without the first two it is West, unknown."""
    start = _DEALT.match(item.data)
    dealer: Seat | None = Seat.W
    vulnerability = None
    after = 0
    if start is not None:
        dealer = None if start[1] == "?" else Seat.parse(start[1])
        vulnerability = _VULNERABLE.get(start[2].upper())
        after = start.end()
    calls = Calls()
    calls.read(item.data[after:], item.at + after, report)
    return dealer, vulnerability, calls


class RbnReader:
    """Reads the boards of one file in order; `problems` grows as boards come out."""

    def __init__(self, file: SourceText) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._carried: dict[str, Item] = {}
        self._hands = Hands()
        self._derived: set[str] = set()
        self._number: str | None = None
        self._pending: list[str] = []

    def __iter__(self) -> Iterator[Board]:
        held: Board | None = None
        text = self.file.text
        for record in records(text, 0, len(text), self._report):
            facts = gather(record.items, self._report)
            self._carry(facts)
            if not facts.is_board:
                self._pending += facts.before + facts.in_auction + facts.in_play
                continue
            if held is not None:
                yield held
            held = self._board(record, facts)
        self._number = None
        if held is not None:
            yield replace(held, postscript="\n".join(self._pending)) if self._pending else held
        else:
            self._report("file-empty", "the file holds no board", 0, 0)

    def _report(self, code: str, message: str, offset: int, length: int) -> None:
        span = self.file.span(offset, length)
        self.problems.append(Problem(code, span, message, self._number))

    def _carry(self, facts: Facts) -> None:
        """Labels that stand here hold from now on; empty ones end what held."""
        for label in CARRIED:
            item = facts.own.get(label)
            if item is None:
                continue
            if item.data:
                self._carried[label] = item
            else:
                self._carried.pop(label, None)
            if label == "H":
                self._hands = read_hands(item.data, item.at, self._report) if item.data else Hands()

    def _board(self, record: RecordItems, facts: Facts) -> Board:
        """The board of a record, with everything that is wrong with its text reported."""
        facts.before = self._pending + facts.before
        self._pending = []
        pairs = self._pairs(facts)
        self._number = number = next((v for n, v in pairs if n == "Board" and v), None)
        dealer, vulnerability, auction = self._auction(facts)
        contract, declarer, leader, goal = self._contract(facts)
        reached = self._reached(facts)
        if reached.passed_out and contract is None:
            contract = Contract.PASSED_OUT
        if auction is not None and (contract is None or declarer is None):
            contract, declarer = self._called(facts, auction, contract, declarer)
        play, places = self._play(facts, contract, declarer, leader)
        tricks = reached.tricks
        if tricks is not None and contract is not None and contract.is_passed_out:
            item = facts.own["R"]
            message = "tricks, but the deal was passed out"
            self._report("result-no-declarer", message, item.at, len(item.data))
            tricks = None
        if tricks is None and play is not None:
            tricks = self._counted(facts, contract, declarer, play)
        if play is None:
            facts.before += facts.in_play
        pairs += reached.tags + goal
        board = Board(
            number=number,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=self._hands.deal,
            declarer=declarer,
            contract=contract,
            tricks=tricks,
            auction=auction,
            play=play,
            tags=self._tags(facts, pairs),
            preamble="\n".join(facts.before),
            spans=BoardSpans(self.file, record.start, record.end, places),
        )
        self._number = None
        return board

    # -------------------------------------------------------------- tags

    def _pairs(self, facts: Facts) -> list[tuple[str, str]]:
        """Names and values of the tags that the carried labels stand for."""
        pairs: list[tuple[str, str]] = []
        for label, known in TAGS.items():
            item = self._carried.get(label)
            if item is None:
                continue
            found = known.read(" ".join(item.data.split()))
            if label == "D" and label in facts.own and found[0][0] == "XRbnD":
                message = f"{item.data!r}: year, month and day as digits expected"
                self._report("date-form", message, item.at, len(item.data))
            pairs += ((name, value) for name, value in found if value not in ("?", "-"))
        return pairs

    def _tags(self, facts: Facts, pairs: list[tuple[str, str]]) -> tuple[Tag, ...]:
        """The tags of the labels, what only RBN has, and labels nobody knows."""
        found = [Tag(name, value) for name, value in pairs if name != "Board"]
        if self._hands.hidden:
            found.append(Tag("Hidden", self._hands.hidden))
        if self._hands.has_any_card:
            found.append(Tag("XRbnH", self._carried["H"].data))
        for label in ("M", "I"):
            if label in facts.own and facts.own[label].data:
                first, *lines = facts.own[label].data.split("\n")
                found.append(Tag(f"XRbn{label}", NEWLINE.join([" ".join(first.split()), *lines])))
        told = [tag.name for tag in found]
        for item in facts.others:
            name = f"XRbn{item.label}"
            if item.data and name not in told:
                told.append(name)
                found.append(Tag(name, " ".join(item.data.split())))
        if "R" in facts.own and read_result(facts.own["R"].data) is None:
            found.append(Tag("XRbnR", " ".join(facts.own["R"].data.split())))
        return tuple(tag for tag in found if tag.value not in ("", "?", "-"))

    # -------------------------------------------------------------- calls

    def _auction(self, facts: Facts) -> tuple[Seat | None, Vulnerability | None, Auction | None]:
        item = facts.own.get("A")
        if item is None:
            facts.before += facts.in_auction
            self._unused(facts.notes[0], ())
            return None, None, None
        dealer, vulnerability, calls = read_calls(item, self._report)
        if dealer is None and calls.calls:
            message = "calls, but ? stands for the dealer"
            self._report("auction-no-dealer", message, *calls.places[0])
        if dealer is None or not (calls.calls or calls.asked):
            facts.before += facts.in_auction
            self._unused(facts.notes[0], ())
            return dealer, vulnerability, None
        marks, notes, texts = self._notes(facts.notes[0], calls)
        last = len(calls.calls) - 1
        ending = Ending.TO_CONTINUE if calls.asked else Ending.COMPLETE
        remarks = tuple((last, text) for text in (*texts, *facts.in_auction))
        auction = Auction(dealer, tuple(calls.calls), ending, marks, notes, remarks)
        if ending is Ending.COMPLETE and not auction.is_over:
            auction = replace(auction, ending=Ending.CLOSED)
            if "C" not in facts.own:
                message = "the auction stops before it is over"
                self._report("auction-incomplete", message, *calls.places[-1])
        return dealer, vulnerability, auction

    def _unused(self, notes: dict[int, Item], used: Sequence[int]) -> None:
        for number, item in notes.items():
            if number and number not in used:
                message = f"nothing refers to note {number} with ^{number}"
                self._report("note-unused", message, item.at, len(item.data))

    def _notes(
        self, written: dict[int, Item], elements: Elements
    ) -> tuple[tuple[tuple[int, Mark], ...], tuple[tuple[int, str], ...], list[str]]:
        """Marks and notes of a section, and the texts of general notes as comments.

        A star is an alert: the note of the call says so, one of its own where need be.
        """
        used = set(elements.notes.values())
        self._unused(written, tuple(used))
        said = {n: " ".join(item.data.split()) for n, item in written.items() if item.data}
        general = said.pop(0, "")
        texts = ["{" + paragraph(general) + "}"] if general and 0 not in used else []
        plain = {n for k, n in elements.notes.items() if k not in elements.stars}
        notes = {n: text for n, text in said.items() if n in plain or n not in used}
        numbers: dict[str, int] = {}
        marks = []
        for index in sorted(elements.nags.keys() | elements.stars | elements.notes.keys()):
            number = elements.notes.get(index)
            text = general if number == 0 else said.get(number or 0, "")
            if number is not None and not text:
                place = elements.places[index]
                self._report("note-missing", f"there is no note {number}", *place)
            if index in elements.stars:
                text = f"{ALERT}: {text}" if text else ALERT
                if text not in numbers:
                    if number in said and number not in notes:
                        numbers[text] = number
                    else:
                        numbers[text] = _free(notes.keys() | plain | (used & said.keys()))
                    notes[numbers[text]] = text
                number = numbers[text]
            elif number == 0 and text:
                if text not in numbers:
                    numbers[text] = _free(notes.keys() | plain | (used & said.keys()))
                    notes[numbers[text]] = text
                number = numbers[text]
            elif number == 0:
                number = None
            nag = elements.nags.get(index)
            if number is None and nag is None:
                continue
            marks.append((index, Mark(note=number, nags=() if nag is None else (nag,))))
        return tuple(marks), tuple(sorted(notes.items())), texts

    # -------------------------------------------------------------- contract, result

    def _contract(
        self, facts: Facts
    ) -> tuple[Contract | None, Seat | None, Seat | None, list[tuple[str, str]]]:
        """Contract, declarer, the leader where that is another than usual, the goal."""
        item = facts.own.get("C")
        if item is None or not item.data:
            return None, None, None, []
        found = _CONTRACT.fullmatch(item.data.strip())
        if found is None:
            message = f"{item.data!r}: like 4S:N, 5HX:N, or P for passed out"
            self._report("contract-syntax", message, item.at, len(item.data))
            return None, None, None, []
        declarer = Seat.parse(found[6]) if found[6] else None
        leader = Seat.parse(found[7]) if found[7] else None
        if leader is not None and declarer is not None and leader is declarer.lho:
            leader = None
        if found[1]:
            return Contract.PASSED_OUT, declarer, None, []
        if found[3] is None:
            return None, declarer, leader, []
        strain = STRAIN_BY_NAME[found[3].upper()]
        factor = {"": 1, "X": 2, "R": 4, "XX": 4}[(found[4] or "").upper()]
        if found[2]:
            contract = CONTRACT_OF[f"{found[2]}{strain}", factor]
        else:
            contract = Contract(None, strain, factor)
        return contract, declarer, leader, [("XRbnGoal", (found[5] or "").upper())]

    def _reached(self, facts: Facts) -> Reached:
        item = facts.own.get("R")
        found = None if item is None else read_result(item.data)
        if item is not None and found is None:
            message = f"{item.data!r}: tricks, score of North and South, result expected"
            self._report("value-syntax", message, item.at, len(item.data))
        return found or Reached(None, False, [])

    def _derive(self, what: str, message: str, item: Item) -> None:
        """Say once a file what is not written but follows."""
        if what not in self._derived:
            self._derived.add(what)
            self._report("derived", message, item.at, len(item.data))

    def _called(
        self, facts: Facts, auction: Auction, contract: Contract | None, declarer: Seat | None
    ) -> tuple[Contract | None, Seat | None]:
        called = auction.outcome()
        if called is None or (contract is not None and contract != called[0]):
            return contract, declarer
        if contract is None or called[1] is not declarer:
            message = "contract and declarer come from the auction"
            self._derive("contract", message, facts.own["A"])
        return called[0], declarer if declarer is not None else called[1]

    def _counted(
        self, facts: Facts, contract: Contract | None, declarer: Seat | None, play: Play
    ) -> int | None:
        """Declarer's tricks when all cards were played in order."""
        deal: Deal | None = self._hands.deal
        if deal is None or contract is None or contract.strain is None or declarer is None:
            return None
        won = tricks_if_clean(play, deal.bits, contract.strain.trump, declarer.lho)
        if won is None:
            return None
        self._derive("tricks", "the tricks are counted from the cards played", facts.own["P"])
        return won[declarer & 1]

    # -------------------------------------------------------------- cards

    def _play(
        self,
        facts: Facts,
        contract: Contract | None,
        declarer: Seat | None,
        leader: Seat | None,
    ) -> tuple[Play | None, Sequence[int]]:
        """The cards in columns of seats, and where each card of the order went."""
        item = facts.own.get("P")
        if item is None:
            return None, ()
        cards = Cards()
        cards.read(item.data, item.at, self._report)
        if cards.is_cut:
            message = "; says that the cards after it were trivial; that is not kept"
            self._report("rbn-not-kept", message, item.at + item.data.index(";"), 1)
        if not cards.cards:
            self._unused(facts.notes[1], ())
            return None, ()
        usual = None if declarer is None else declarer.lho
        if contract is None or contract.strain is None:
            placed = self._by_holder(cards)
        else:
            deal, trump = self._hands.deal, contract.strain.trump
            placed = cards.place(deal, leader or usual, trump, self._report)
        if placed is None:
            message = "cards, but nothing tells in whose order they were played"
            code = "play-no-contract" if contract is None else "play-no-declarer"
            self._report(code, message, *cards.places[0])
            self._unused(facts.notes[1], tuple(cards.notes.values()))
            return None, ()
        first, places = placed
        if not any(cards.cards):
            self._report("card-syntax", "no card of the play can be told", *cards.places[0])
            self._unused(facts.notes[1], tuple(cards.notes.values()))
            return None, ()
        return self._laid_out(facts, cards, first, places, leader is not None), places

    def _by_holder(self, cards: Cards) -> tuple[Seat, list[int]] | None:
        known = [card for card in cards.cards if card is not None]
        deal = self._hands.deal
        if len(known) < len(cards.cards) or deal is None:
            return None
        return places_by_holder(known, deal)

    def _laid_out(
        self, facts: Facts, cards: Cards, first: Seat, places: Sequence[int], odd_lead: bool
    ) -> Play:
        told = [(card, k) for card, k in zip(cards.cards, places, strict=True) if card is not None]
        columns = in_columns([card for card, _ in told], [k for _, k in told])
        by_order, notes, texts = self._notes(facts.notes[1], cards)
        marks = {
            places[k]: mark for k, mark in by_order if k < len(places) and places[k] < len(columns)
        }
        if odd_lead and places:
            marks[places[0]] = replace(marks.get(places[0], Mark()), irregularity="L")
        deal = self._hands.deal
        sizes = [] if deal is None else [len(hand) for hand in deal.hands if hand is not None]
        is_whole = len(told) >= 4 * max(sizes, default=13)
        ending = Ending.COMPLETE if is_whole else Ending.CLOSED
        last = len(columns) - 1
        return Play(
            first,
            columns,
            Ending.TO_CONTINUE if cards.asked else ending,
            tuple(sorted(marks.items())),
            notes,
            tuple((last, text) for text in (*texts, *facts.in_play)),
        )


def _free(taken: Collection[int]) -> int:
    """The first number that no note has."""
    return next(n for n in range(1, len(taken) + 2) if n not in taken)
