"""Reading LIN: commands into boards, every fault into a problem."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from abtools.auction import PASS, Auction, Contract, Ending
from abtools.board import Board, Tag, Vulnerability, cycle_dealer
from abtools.cards import Card, Deal, Seat, Suit
from abtools.formats.lin.calls import Calls
from abtools.formats.lin.cards import (
    SPELLINGS,
    Played,
    in_columns,
    places_by_holder,
    places_by_turn,
    read_cards,
    with_lowest,
)
from abtools.formats.lin.hands import SEATS, complete, read_deal
from abtools.formats.lin.match import OPEN, ROOMS, Match, Result, names_by_room
from abtools.formats.lin.text import DISPLAY, LinText, Report, Token, as_comment, tokens
from abtools.play import Play, tricks_if_clean
from abtools.problems import Problem, Span

VULNERABILITIES: dict[str, Vulnerability] = {
    **dict.fromkeys(("", "o", "0", "-"), Vulnerability.NONE),
    **dict.fromkeys(("n", "ns"), Vulnerability.NS),
    **dict.fromkeys(("e", "w", "ew"), Vulnerability.EW),
    "b": Vulnerability.ALL,
}
"""Values of `sv` in lower case."""

_LAYOUT = DISPLAY | {"wt", "jp", "ob"}
_NAMES = frozenset(("pn", "pw", "px"))
_HEADS = frozenset(("vg", "rs", "bn"))
_BOOKMARK = re.compile(r"\s*([oc]?)\s*(\d{0,6})\s*(?:,.*)?", re.IGNORECASE | re.ASCII | re.DOTALL)
_BOARD = re.compile(r"\s*board\s*#?\s*(\S+)\s*", re.IGNORECASE)
_BOARD_AND_MORE = re.compile(r"\s*board\s*#?\s*(\d+)\b", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"0{0,9}[1-9]\d{0,8}", re.ASCII)
_COUNT = re.compile(r"\d{1,4}", re.ASCII)
_CLOSED_ROOM = re.compile(r"qx\|\s*c\s*\d", re.ASCII)
_FOLLOWING = frozenset(("pc", "mb", "pg", "an", "nt", "at", "mn", "mc"))
"""Commands that never open a board."""
_ACTION = frozenset(("mb", "pc", "mc"))
_ENOUGH = 13 * 4


def number_of_header(text: str) -> str | None:
    """The board number that a header text names, None when it names none.

    >>> number_of_header("Board 12"), number_of_header("Lesson 3")
    ('12', None)
    """
    found = _BOARD.fullmatch(text) or _BOARD_AND_MORE.match(text)
    return found[1] if found else None


@dataclass(slots=True)
class Record:
    """The commands of one board and where they stand."""

    start: int
    tokens: list[Token] = field(default_factory=list)
    end: int = 0
    deal: str | None = None
    number: str | None = None
    has_action: bool = False
    is_named: bool = False
    names_dealer: bool = False

    @property
    def is_board(self) -> bool:
        """There is a deal, or calls, cards or a claim without one; or a number or vulnerability
        beside an `md` without cards."""
        return self.deal is not None or self.has_action or (self.is_named and self.names_dealer)


@dataclass(slots=True)
class Facts:
    """What the commands of one record say, before it is put together."""

    calls: Calls = field(default_factory=Calls)
    cards: list[Played] = field(default_factory=list)
    card_places: list[tuple[int, int]] = field(default_factory=list)
    values: dict[str, tuple[str, int]] = field(default_factory=dict)
    deals: list[tuple[str, int]] = field(default_factory=list)
    names: list[tuple[str, int]] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    in_auction: list[tuple[int, str]] = field(default_factory=list)
    in_play: list[tuple[int, str]] = field(default_factory=list)
    other_headers: list[str] = field(default_factory=list)
    number: str | None = None
    tricks: int | None = None
    is_reset: bool = False
    layout: Counter[str] = field(default_factory=Counter)

    def comment(self, value: str) -> None:
        """A comment belongs to the card or call before it."""
        if not value.strip():
            return
        text = as_comment(value)
        if self.cards:
            self.in_play.append((len(self.cards) - 1, text))
        elif self.calls.calls:
            self.in_auction.append((len(self.calls.calls) - 1, text))
        else:
            self.before.append(text)


def gather(found: Sequence[Token], report: Report) -> Facts:
    """Everything that the commands of a record say, calls and cards taken back as told."""
    facts = Facts()
    calls, cards, places = facts.calls, facts.cards, facts.card_places
    values = facts.values
    for command, value, at in found:
        if command == "pc":
            card = SPELLINGS.get(value)
            if card is not None:
                cards.append(card)
                places.append((at, 2))
            else:
                for meant, place, length in read_cards(value, at, report):
                    cards.append(meant)
                    places.append((place, length))
        elif command == "mb":
            calls.read(value, at, report)
        elif command == "an":
            if not calls.explain(value, at, report):
                facts.comment(value)
        elif command == "st":
            facts.is_reset = True
        elif command in ("pg", "rh"):
            continue
        elif command in ("nt", "at", "mn"):
            facts.comment(value)
        elif command == "mc":
            _claim(facts, value, at, report)
        elif command == "ah":
            _header_text(facts, value, at)
        elif command in _NAMES:
            facts.names.append((value, at))
        elif command in ("ub", "up"):
            _undo(facts, command, value, at, report)
        elif command == "qx":
            values["qx"] = (value, at)
        elif command == "md":
            facts.deals.append((value, at))
        elif command == "sv":
            if command in values and values[command][0] != value:
                message = "a second vulnerability; the first counts"
                report("vulnerable-unknown", message, at, len(value))
            values.setdefault(command, (value, at))
        elif command in _LAYOUT or command in values:
            facts.layout[command] += 1
        elif value.strip():
            values.setdefault(command, (value, at))
    return facts


def _claim(facts: Facts, value: str, at: int, report: Report) -> None:
    text = value.strip()
    if not _COUNT.fullmatch(text) or int(text) > 13:
        if text or value:
            report("lin-claim", f"{text!r} tricks claimed: 0 to 13 expected", at, len(value))
        return
    if facts.tricks is not None and facts.tricks != int(text):
        report("lin-claim", f"a second claim, of {text}; it counts", at, len(value))
    facts.tricks = int(text)
    facts.values["mc"] = (value, at)


def _header_text(facts: Facts, value: str, at: int) -> None:
    number = number_of_header(value)
    if number is not None and facts.number is None:
        facts.number = number
        facts.values["ah"] = (value, at)
        if _BOARD.fullmatch(value):
            return
    elif number is not None and number == facts.number and _BOARD.fullmatch(value):
        return
    text = " ".join(value.split())
    if text and text not in facts.other_headers:
        facts.other_headers.append(text)


def _undo(facts: Facts, command: str, value: str, at: int, report: Report) -> None:
    text = value.strip() or "1"
    there = len(facts.calls.calls) if command == "ub" else len(facts.cards)
    if not _COUNT.fullmatch(text):
        report("lin-undo", f"{text[:20]!r}: a number expected", at, len(value))
        return
    count = int(text)
    if count > there:
        what = "calls" if command == "ub" else "cards"
        report("lin-undo", f"{count} {what} taken back, there are {there}", at, len(value))
        count = there
    if command == "ub" and count:
        facts.calls.undo(count)
        last = len(facts.calls.calls) - 1
        facts.in_auction = [(min(k, last), text) for k, text in facts.in_auction]
    elif count:
        del facts.cards[there - count :]
        del facts.card_places[there - count :]
        last = there - count - 1
        facts.in_play = [(min(k, last), text) for k, text in facts.in_play]


class BoardSpans:
    """A board's place in a LIN file; its parts are found by reading it once more."""

    __slots__ = ("end", "file", "places", "start")

    def __init__(self, file: LinText, start: int, end: int, places: Sequence[int]) -> None:
        self.file = file
        self.start = start
        self.end = end
        self.places = places

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans."""
        facts = gather(list(tokens(self.file.text, self.start, self.end, _ignore)), _ignore)
        place = self._place(facts, part, index)
        if place is None:
            return self.file.span(self.start, min(2, self.end - self.start))
        return self.file.span(*place)

    def _place(self, facts: Facts, part: str, index: int | None) -> tuple[int, int] | None:
        calls, cards = facts.calls.places, facts.card_places
        if part == "card":
            order = -1 if index is None or index not in self.places else self.places.index(index)
            return cards[order] if 0 <= order < len(cards) else None
        if part == "call":
            return calls[index] if index is not None and index < len(calls) else None
        if part in ("Contract", "Declarer", "Auction"):
            return calls[-1] if calls else None
        if part == "Result" and "mc" not in facts.values:
            return cards[-1] if cards else None
        if part == "Play":
            return cards[0] if cards else None
        if part in ("Deal", "Dealer"):
            value, at = facts.deals[-1] if facts.deals else ("", self.start)
            return at, len(value)
        command = {
            "Vulnerable": "sv",
            "Result": "mc",
            "Board": "ah" if "ah" in facts.values else "qx",
        }.get(part)
        if part in ("South", "West", "North", "East") and facts.names:
            value, at = facts.names[-1]
            return at, len(value)
        if command is None or command not in facts.values:
            return None
        value, at = facts.values[command]
        return at, len(value)


def _with_remarks(auction: Auction | None, facts: Facts) -> Auction | None:
    """Comments to cards that could not be kept go to the end of the auction, or before it."""
    texts = [text for _, text in facts.in_play]
    if auction is None or not auction.calls:
        facts.before += texts
        return auction
    last = len(auction.calls) - 1
    return replace(auction, remarks=(*auction.remarks, *((last, text) for text in texts)))


def _ignore(code: str, message: str, offset: int, length: int) -> None:
    pass


class LinReader:
    """Reads the boards of one file in order; `problems` grows as boards come out.

    `derived` names what was said to be derived already.
    """

    def __init__(self, file: LinText, derived: set[str] | None = None) -> None:
        self.file = file
        self.problems: list[Problem] = []
        lower = file.text.lower()
        self._has_rooms = "vg|" in lower or _CLOSED_ROOM.search(lower) is not None
        self._match = Match() if self._has_rooms else None
        self._dealer: Seat | None = None
        self._deal: Deal | None = None
        self._number: str | None = None
        self._derived: set[str] = set() if derived is None else derived
        self._labels: set[str] = set()
        self._layout: Counter[str] = Counter()
        self._layout_at = 0

    def __iter__(self) -> Iterator[Board]:
        found = False
        for record in self._records():
            found = True
            yield self._board(record)
        self._number = None
        if self._layout:
            told = ", ".join(f"{name} {count}" for name, count in sorted(self._layout.items()))
            self._report("lin-layout", f"not kept: {told}", self._layout_at, 2)
        if not found:
            self._report("file-empty", "the file holds no board", 0, 0)

    def _report(self, code: str, message: str, offset: int, length: int) -> None:
        span = self.file.span(offset, length)
        self.problems.append(Problem(code, span, message, self._number))

    # -------------------------------------------------------------- records

    def _records(self) -> Iterator[Record]:
        """The commands of the file cut into boards."""
        text = self.file.text
        record = Record(0)
        for token in tokens(text, 0, len(text), self._report):
            command, value, at = token
            if command in _FOLLOWING and record.tokens:
                if command in _ACTION:
                    record.has_action = True
                record.tokens.append(token)
                record.end = at + len(value) + 1
                continue
            if record.is_board and self._begins_board(record, command, value):
                if command == "md":
                    self._drop_rewinding(record)
                yield record
                record = Record(at)
            if command in _HEADS or (command in _NAMES and self._is_head(record)):
                self._take_head(command, value, at)
                continue
            if command == "qx":
                record.tokens = [t for t in record.tokens if t[0] != "qx"]
            elif command == "md":
                if record.deal is not None and record.has_action:
                    self._layout["md"] += 1
                    continue
                record.names_dealer = True
                if value.strip(" ,\r\n\tpP01234"):
                    record.deal = value
            elif command in _ACTION:
                record.has_action = True
            elif command == "ah" and record.number is None:
                record.number = number_of_header(value)
                record.is_named = record.is_named or record.number is not None
            elif command == "sv":
                record.is_named = True
            if command == "qx" and self._label(value)[0] is not None:
                record.is_named = True
            if not record.tokens:
                record.start = max(0, at - 3)
            record.tokens.append(token)
            record.end = at + len(value) + 1
        record.end = min(len(text), record.end)
        if record.is_board:
            yield record
        elif any(t[0] in ("nt", "at", "mn", "an") and t[1].strip() for t in record.tokens):
            count = sum(t[0] in ("nt", "at", "mn", "an") for t in record.tokens)
            message = f"{count} texts belong to no board"
            self._report("lin-no-board", message, record.start, 2)

    def _begins_board(self, record: Record, command: str, value: str) -> bool:
        """Whether a command opens another board after one that has begun."""
        if command in ("qx", "vg"):
            return True
        if record.deal is None and not record.names_dealer:
            return command == "md" and record.has_action
        if command in ("st", "bn") or command in _NAMES:
            return True
        if command == "ah":
            number = number_of_header(value)
            return number is not None and record.number not in (None, number)
        if command == "md":
            digit = value.strip(" p\r\n\t")[:1]
            if record.deal is None:
                return digit != "0" and record.has_action
            return digit != "0" and (record.has_action or record.deal.strip() != value.strip())
        return False

    def _drop_rewinding(self, record: Record) -> None:
        """Calls and cards taken back right before the next deal were played on this one."""
        while record.tokens[-1][0] in ("ub", "up", "pg"):
            command, _, _ = record.tokens.pop()
            if command != "pg":
                self._layout[command] += 1

    def _is_head(self, record: Record) -> bool:
        """Whether names stand in the head of a match, before its first board."""
        if self._match is None or self._labels:
            return False
        return not any(t[0] in ("qx", "md", "st") for t in record.tokens)

    def _take_head(self, command: str, value: str, at: int) -> None:
        if self._match is None or command == "vg":
            self._match = Match()
            self._labels = set()
        match = self._match
        if command == "vg":
            match.read_header(value, at, self._report)
        elif command == "rs":
            match.read_results(value, at)
            match.check_count(self._report)
        elif command == "bn":
            match.read_numbers(value)
        else:
            match.read_names(value, at, None, self._report)

    # -------------------------------------------------------------- one board

    def _board(self, record: Record) -> Board:
        """The board of a record, with everything that is wrong with its text reported."""
        self._number = record.number
        if self._number is None:
            self._number = next((self._label(t[1])[1] for t in record.tokens if t[0] == "qx"), None)
        facts = gather(record.tokens, self._report)
        if facts.layout:
            if not self._layout:
                self._layout_at = record.start
            self._layout += facts.layout
        room, number, label = self._place_in_match(facts, record)
        deal, dealer = self._deal_and_dealer(facts, number)
        stated = self._stated(room, label)
        auction = self._auction(facts, dealer)
        contract, declarer = self._outcome(facts, auction, stated)
        play, places = self._play(facts, deal, contract, declarer)
        if play is None and facts.in_play:
            auction = _with_remarks(auction, facts)
        tricks = self._tricks(facts, deal, contract, declarer, play, stated)
        board = Board(
            number=number,
            dealer=dealer,
            vulnerability=self._vulnerability(facts),
            deal=deal,
            declarer=declarer,
            contract=contract,
            tricks=tricks,
            auction=auction,
            play=play,
            tags=self._tags(facts, room),
            preamble="\n".join(facts.before),
            spans=BoardSpans(self.file, record.start, record.end, places),
        )
        self._number = None
        return board

    def _label(self, value: str) -> tuple[str | None, str | None]:
        """Room and number of a bookmark, as far as it names them."""
        found = _BOOKMARK.fullmatch(value)
        if found is None or not (found[1] or found[2]):
            return None, None
        room = ROOMS["oc".index(found[1].lower())] if found[1] and self._has_rooms else None
        return room, found[2] or None

    def _place_in_match(
        self, facts: Facts, record: Record
    ) -> tuple[str | None, str | None, int | None]:
        """Room and number of the board, and the number by which the match knows it."""
        value, at = facts.values.get("qx", ("", record.start))
        room, label = self._label(value)
        number = facts.number or label
        if self._match is not None:
            shown = f"{(room or '')[:1].lower()}{label or ''}"
            if "qx" not in facts.values and self._labels - {""}:
                self._report("lin-bookmark", "a board without a bookmark (qx)", record.start, 2)
            elif label is not None and shown in self._labels:
                self._report("lin-bookmark", f"{shown} stands twice", at, len(value))
            self._labels.add(shown)
        if label is None and room is None:
            if value.strip():
                facts.values["qx"] = (value, at)
        elif label == number:
            facts.values["qx"] = ("", at)
        return room, number, None if label is None else int(label)

    def _deal_and_dealer(self, facts: Facts, number: str | None) -> tuple[Deal | None, Seat | None]:
        dealer: Seat | None = None
        deal: Deal | None = None
        value, at = "", 0
        for value, at in facts.deals:
            made = read_deal(value, at, self._report)
            if made.digit == 0:
                dealer = self._dealer if dealer is None else dealer
                made = made.changing(self._deal if deal is None else deal)
            elif made.dealer is not None:
                dealer = made.dealer
            deal = complete(made, value, at, self._report)
        self._deal = deal
        if dealer is None and number is not None and _NUMBER.fullmatch(number):
            dealer = cycle_dealer(int(number))
            self._derive("dealer", "the dealer comes from the board number", at, len(value))
        if dealer is None and not facts.is_reset:
            dealer = self._dealer
        self._dealer = dealer
        return deal, dealer

    def _vulnerability(self, facts: Facts) -> Vulnerability | None:
        value, at = facts.values.get("sv", (None, 0))
        if value is None:
            return None
        found = VULNERABILITIES.get(value.strip().lower())
        if found is None:
            message = f"{value.strip()[:20]!r}: o, n, e or b expected"
            self._report("vulnerable-unknown", message, at, len(value))
        return found

    def _stated(self, room: str | None, label: int | None) -> Result | None:
        return None if self._match is None else self._match.result(room, label, self._report)

    def _derive(self, what: str, message: str, at: int, length: int) -> None:
        """Say once a file what is not written but follows."""
        if what not in self._derived:
            self._derived.add(what)
            self._report("derived", message, at, length)

    def _auction(self, facts: Facts, dealer: Seat | None) -> Auction | None:
        calls = facts.calls
        if not calls.calls and not (calls.asked and dealer is not None):
            return None
        if dealer is None:
            place = calls.places[0]
            self._report("auction-no-dealer", "calls, but md names no dealer", *place)
            facts.before += [text for _, text in facts.in_auction]
            return None
        auction = calls.auction(dealer, facts.in_auction)
        if auction.ending is Ending.CLOSED and not facts.cards:
            message = "the auction stops before it is over"
            self._report("auction-incomplete", message, *calls.places[-1])
        return auction

    def _outcome(
        self, facts: Facts, auction: Auction | None, stated: Result | None
    ) -> tuple[Contract | None, Seat | None]:
        """Contract and declarer from the auction; else from the list of results."""
        called = None if auction is None else auction.outcome()
        place = facts.calls.places[-1] if facts.calls.places else (0, 0)
        if called is None and auction is not None and (facts.cards or facts.tricks is not None):
            called = Auction(auction.dealer, (*auction.calls, PASS, PASS, PASS)).outcome()
            if called is not None and called[1] is None:
                called = None
            if called is not None:
                message = f"the last passes are missing; {called[0]} by {called[1]} was played"
                self._report("auction-incomplete", message, *place)
        if called is None:
            return (None, None) if stated is None else (stated.contract, stated.declarer)
        message = "contract and declarer come from the auction"
        self._derive("contract", message, *place)
        if stated is not None and (stated.contract, stated.declarer) != called:
            by = f" by {called[1]}" if called[1] is not None else ""
            message = f"the list of results has {stated}, the auction leads to {called[0]}{by}"
            self._report("lin-results-disagree", message, stated.at, stated.length)
        return called

    def _play(
        self,
        facts: Facts,
        deal: Deal | None,
        contract: Contract | None,
        declarer: Seat | None,
    ) -> tuple[Play | None, Sequence[int]]:
        """The cards in columns of seats, and where each card of the order went."""
        if not facts.cards:
            return None, ()
        first: Seat | None = None
        places: list[int] = []
        cards: list[Card] = []
        if declarer is not None and contract is not None and contract.strain is not None:
            first, trump = declarer.lho, contract.strain.trump
            cards = self._known_cards(facts, deal, first, trump)
            places = places_by_turn(cards, trump)
        else:
            cards = self._known_cards(facts, None, Seat.N, None)
            held = None if deal is None else places_by_holder(cards, deal)
            if held is None:
                message = "cards, but no contract tells in whose order they were played"
                self._report("play-no-contract", message, *facts.card_places[0])
                return None, ()
            first, places = held
        if not cards:
            return None, ()
        if len(cards) > _ENOUGH:
            message = f"{len(cards)} cards were played, there are {_ENOUGH}"
            self._report("card-after-end", message, *facts.card_places[_ENOUGH])
        columns = in_columns(cards, places)
        ending = Ending.COMPLETE if len(cards) >= _ENOUGH else Ending.CLOSED
        last = len(places) - 1
        remarks = [(places[min(k, last)] if k >= 0 else -1, text) for k, text in facts.in_play]
        remarks.sort(key=lambda remark: remark[0])
        return Play(first, columns, ending, remarks=tuple(remarks)), tuple(places)

    def _known_cards(
        self, facts: Facts, deal: Deal | None, leader: Seat, trump: Suit | None
    ) -> list[Card]:
        """The cards up to the first that cannot be told."""
        if not any(isinstance(card, Suit) for card in facts.cards):
            return facts.cards  # type: ignore[return-value]
        meant = with_lowest(facts.cards, deal, leader, trump)
        known: list[Card] = []
        for k, card in enumerate(meant):
            if card is None:
                rest = len(facts.cards) - k
                message = f"which card was played is not known; {rest} cards are left out"
                self._report("card-syntax", message, *facts.card_places[k])
                break
            if isinstance(facts.cards[k], Suit):
                message = f"the lowest {card.suit}: {card}"
                self._report("card-spelling", message, *facts.card_places[k])
            known.append(card)
        return known

    def _tricks(
        self,
        facts: Facts,
        deal: Deal | None,
        contract: Contract | None,
        declarer: Seat | None,
        play: Play | None,
        stated: Result | None,
    ) -> int | None:
        """Declarer's tricks: as claimed, else from all cards, else from the list of results."""
        tricks = facts.tricks
        if contract is not None and contract.is_passed_out:
            if tricks is not None:
                value, at = facts.values["mc"]
                message = "a claim, but the deal was passed out"
                self._report("result-no-declarer", message, at, len(value))
            return None
        if tricks is None and play is not None and len(play.cards) == _ENOUGH:
            tricks = self._tricks_of_play(deal, contract, declarer, play)
            if tricks is not None:
                message = "the tricks are counted from the cards played"
                self._derive("tricks", message, *facts.card_places[-1])
        if stated is None or stated.tricks is None:
            return tricks
        if contract is None or contract.strain is not stated.contract.strain:
            return tricks
        if tricks is None and stated.declarer is declarer:
            return stated.tricks
        if tricks != stated.tricks and stated.declarer is declarer:
            message = f"the list of results has {stated}, the record {tricks}"
            self._report("lin-results-disagree", message, stated.at, stated.length)
        return tricks

    def _tricks_of_play(
        self, deal: Deal | None, contract: Contract | None, declarer: Seat | None, play: Play
    ) -> int | None:
        if deal is None or contract is None or contract.strain is None or declarer is None:
            return None
        won = tricks_if_clean(play, deal.bits, contract.strain.trump, declarer.lho)
        return None if won is None else won[declarer & 1]

    # -------------------------------------------------------------- tags

    def _tags(self, facts: Facts, room: str | None) -> tuple[Tag, ...]:
        """Event, players, teams as PBN tags, and what only LIN has."""
        head = [] if self._match is None else self._match.tags(room)
        found = [tag for tag in head if tag.name == "Event"]
        names = self._names(facts, room)
        order = ((1, "West"), (2, "North"), (3, "East"), (0, "South"))
        found += [Tag(name, names[k]) for k, name in order if names[k]]
        found += [tag for tag in head if tag.name != "Event"]
        if facts.other_headers:
            found.append(Tag("XLinAh", "; ".join(facts.other_headers)))
        for command, (value, _) in facts.values.items():
            if command in ("md", "sv", "mc", "ah") or not (text := " ".join(value.split())):
                continue
            found.append(Tag("XLin" + command.capitalize(), text))
        return tuple(tag for tag in found if tag.value not in ("?", "-"))

    def _names(self, facts: Facts, room: str | None) -> list[str]:
        """The players South, West, North, East: those of the board, else of the match."""
        place = room or OPEN
        names = [""] * len(SEATS)
        if self._match is not None:
            names = list(self._match.names.get(place, names))
        for value, at in facts.names:
            own = names_by_room(value, at, place, self._report).get(place, [])
            names = [new or old for new, old in zip(own or names, names, strict=True)]
        return names
