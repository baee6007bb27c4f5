"""Reading a printed page: the hands, auctions and tricks on it put together to boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from abtools.auction import Ending
from abtools.board import Board, Tag, outcome, replay_of
from abtools.cards import Card, Deal, Hand, Seat
from abtools.formats.encoding import decode
from abtools.formats.printed import auction, diagram, facts, prose
from abtools.formats.printed.drafts import Draft, as_comment, assemble
from abtools.formats.printed.facts import PLAYERS
from abtools.formats.printed.page import Page
from abtools.formats.printed.page import place as place_of
from abtools.formats.printed.sniff import language_of
from abtools.formats.printed.tricks import Tricks, read_order_header, read_trick_table
from abtools.formats.printed.words import vocabulary
from abtools.formats.records import RecordStream
from abtools.languages import LANGUAGES
from abtools.play import Play, winner
from abtools.problems import Problem, SourceText, Span

_TAG_ORDER = ("Event", "Site", "Date", *PLAYERS)


class PrintedSpans:
    """Where the parts of a board stand on the page."""

    __slots__ = ("places", "source", "start")

    def __init__(self, source: SourceText, start: tuple[int, int]) -> None:
        self.source = source
        self.start = start
        self.places: dict[tuple[str, int | None], tuple[int, int]] = {}

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans."""
        place = self.places.get((part, index))
        if place is None and part.startswith("hand:"):
            hand, _, card = part[5:].partition(":")
            place = self.places.get((f"hand:{hand}:{card[:1]}", None))
            place = place or self.places.get((f"hand:{hand}:", None))
        return place_of(self.source, *(place or self.start))


class PrintedStream(RecordStream):
    """The boards of a page one after the other; `problems` grows as they come.

    `lang` is the language of ranks, suits and seats; None: the one that most of the page fits.
    """

    def __init__(self, data: bytes, name: str, lang: str | None = None) -> None:
        super().__init__(SourceText(decode(data)[0].replace("\0", " "), name))
        self.lang = lang
        self._told: set[str] = set()

    def report(
        self, code: str, message: str, offset: int, length: int = 0, board: str | None = None
    ) -> None:
        """A problem with `length` characters from `offset`, at most to the end of the line."""
        span = place_of(self.source, offset, length)
        self.problems.append(Problem(code, span, message, board))

    def boards(self) -> Iterator[Board]:
        """Each board once, in the order of the page."""
        code = self.lang or language_of(self.source.text)
        page = Page(self.source, vocabulary(code), self.problems)
        _find(page)
        if self.lang is None and code != "en":
            self.report("printed-language", f"read as {LANGUAGES[code].name} ({code})", 0)
        drafts, after = assemble(page)
        if not drafts:
            return
        for index, draft in enumerate(drafts):
            last = index == len(drafts) - 1
            yield self._board(draft, as_comment(after) if last else "")

    # ------------------------------------------------------------------ one board

    def _board(self, draft: Draft, postscript: str) -> Board:
        spans = PrintedSpans(self.source, draft.start)
        spans.places = draft.places
        deal = None
        if draft.hands is not None:
            deal = self._deal(draft, spans)
        calls = draft.calls if draft.calls is not None and draft.calls.calls else None
        dealer = draft.dealer
        if calls is not None:
            for index, place in enumerate(calls.places):
                spans.places["call", index] = place
            if dealer is None and calls.seats_known:
                dealer = calls.dealer
                self._derived("dealer", "from the first call", calls.places[0], draft.number)
            elif dealer is not None and not calls.seats_known:
                calls.dealer = dealer
        if draft.is_old:
            self.report("printed-read", "A B Y Z: read as Z South, A West, Y North, B East",
                        *draft.start, board=draft.number)  # fmt: skip
        board = Board(
            number=draft.number,
            dealer=dealer,
            vulnerability=draft.vulnerability,
            deal=deal,
            auction=None if calls is None else calls.auction(),
            tags=tuple(Tag(name, draft.tags[name]) for name in _TAG_ORDER if name in draft.tags),
            preamble=as_comment(draft.before),
            postscript=postscript,
            spans=spans,
        )
        board = self._with_contract(self._with_result(board, draft))
        return self._with_play(board, draft.tricks, spans)

    def _derived(self, what: str, why: str, place: tuple[int, int], number: str | None) -> None:
        """A note, once a page, that something is derived."""
        if what not in self._told:
            self._told.add(what)
            self.report("derived", f"{what} derived {why}", *place, board=number)

    def _with_contract(self, board: Board) -> Board:
        """Contract and declarer of the auction, where the page does not say them."""
        called = None if board.auction is None else board.auction.outcome()
        if called is None or board.contract is not None:
            return board
        if "contract" not in self._told:
            self._told.add("contract")
            message = "contract and declarer derived from the auction"
            self.problems.append(board.problem("derived", message, "call", 0))
        declarer = called[1] if board.declarer is None else board.declarer
        return replace(board, contract=called[0], declarer=declarer)

    def _deal(self, draft: Draft, spans: PrintedSpans) -> Deal:
        assert draft.hands is not None
        hands: list[Hand | None] = [draft.hands.hands.get(seat) for seat in Seat]
        for seat, places in draft.hands.places.items():
            for suit, (start, end) in places.items():
                spans.places[f"hand:{seat}:{suit}", None] = (start, end - start)
        first = next(iter(draft.hands.places.values()))[""]
        spans.places["Deal", None] = (first[0], first[1] - first[0])
        return Deal((hands[0], hands[1], hands[2], hands[3]))

    def _with_result(self, board: Board, draft: Draft) -> Board:
        told = draft.result
        if told is None:
            return board
        place = (told.start, told.length)
        contract, declarer, tricks = told.contract, told.declarer, told.tricks
        if contract is None and told.is_labelled:
            draft.places["Declarer", None] = draft.places["Result", None] = place
            return replace(board, declarer=declarer, tricks=tricks)
        if contract is None:
            known = outcome(board)
            level = known.contract.level if known.contract else None
            told_side = None if told.declarer is None else told.declarer.side
            mine = known.declarer is not None and told_side is known.declarer.side
            if level and mine and (told.odd is not None or told.down is not None):
                tricks = 6 + told.odd if told.odd is not None else level + 6 - (told.down or 0)
            elif tricks is not None and known.declarer is not None and not mine:
                tricks = 13 - tricks
            elif told.odd is not None or told.down is not None:
                tricks = None
                self.report("printed-doubt", "the contract is not known: this tells no tricks",
                            *place, board=draft.number)  # fmt: skip
            if tricks is not None and not 0 <= tricks <= 13:
                self.report("printed-doubt", f"{tricks} tricks there are not", *place,
                            board=draft.number)  # fmt: skip
                tricks = None
            if tricks is not None and known.contract is None:
                tricks = None
            if tricks is not None:
                draft.places["Result", None] = place
            return replace(board, tricks=tricks)
        for name in ("Contract", "Declarer", "Result"):
            draft.places[name, None] = place
        if told.is_derived and draft.tricks is not None and len(draft.tricks.cards) >= 52:
            tricks = None
        return replace(board, contract=contract, declarer=declarer, tricks=tricks)

    # ------------------------------------------------------------------ play

    def _with_play(self, board: Board, tricks: Tricks | None, spans: PrintedSpans) -> Board:
        if tricks is None or not tricks.cards:
            return board
        known = outcome(board)
        leader = None if known.declarer is None else known.declarer.lho
        if tricks.is_lead_only:
            first = tricks.leader if tricks.leader is not None else leader
            if first is None:
                self.report("play-no-leader", "a lead, but nobody is known to have led",
                            *tricks.places[0], board=board.number)  # fmt: skip
                return board
            spans.places["card", 0] = tricks.places[0]
            return replace(board, play=Play(first, (tricks.cards[0],), Ending.CLOSED))
        if tricks.in_order:
            return self._with_order(board, tricks, leader, spans)
        first = tricks.first
        if first is Seat.W:
            first = next((s for s in (tricks.leader, leader) if s is not None), first)
        cards, order = _turned(tricks, first)
        for new, old in enumerate(order):
            if old is not None and old < len(tricks.places):
                spans.places["card", new] = tricks.places[old]
        where = {old: new for new, old in enumerate(order) if old is not None}
        marks = tuple(sorted((where[at], mark) for at, mark in tricks.marks if at in where))
        play = Play(first, tuple(cards), tricks.ending, marks, tuple(tricks.notes))
        board = replace(board, play=play)
        self._check_winners(board, tricks)
        return board

    def _with_order(
        self, board: Board, tricks: Tricks, leader: Seat | None, spans: PrintedSpans
    ) -> Board:
        """Tricks in the order of play turned into columns of seats; the trumps must be known."""
        contract = outcome(board).contract
        if leader is None or contract is None or contract.strain is None:
            self.report("play-no-contract", "who led and won is not known without the contract",
                        *tricks.places[0], board=board.number)  # fmt: skip
            return board
        turn, columns = leader, list[Card | None]()
        for base in range(0, len(tricks.cards), 4):
            row = [*tricks.cards[base : base + 4], None, None, None][:4]
            by_seat = [row[(seat - turn) % 4] for seat in Seat]
            for k in range(4):
                at = base + (leader + k - turn) % 4
                if at < len(tricks.places):
                    spans.places["card", base + k] = tricks.places[at]
            columns += [by_seat[leader.plus(k)] for k in range(4)]
            if None in row:
                break
            turn = winner(by_seat, turn, contract.strain.trump)
        while columns and columns[-1] is None:
            columns.pop()
        return replace(board, play=Play(leader, tuple(columns), tricks.ending))

    def _check_winners(self, board: Board, tricks: Tricks) -> None:
        """Marked winners against the cards."""
        followed = replay_of(board)
        if followed is None or not tricks.winners:
            return
        for index, trick in enumerate(followed.tricks):
            marked = tricks.winners.get(index)
            if marked is not None and trick.winner not in (None, marked):
                assert trick.winner is not None
                at = min(4 * index, len(tricks.places) - 1)
                self.report(
                    "printed-doubt",
                    f"trick {index + 1}: {marked.full_name} is marked as the winner, "
                    f"by the cards {trick.winner.full_name} wins",
                    *tricks.places[at],
                    board=board.number,
                )


def _turned(tricks: Tricks, first: Seat) -> tuple[list[Card | None], list[int | None]]:
    """The columns with another seat first; which card came from where."""
    steps = (first - tricks.first) % 4
    order: list[int | None] = []
    for base in range(0, len(tricks.cards), 4):
        order += [base + (k + steps) % 4 for k in range(4)]
    cards = [
        tricks.cards[old] if old is not None and old < len(tricks.cards) else None for old in order
    ]
    while cards and cards[-1] is None and (steps or len(cards) > len(tricks.cards)):
        cards.pop()
    return cards, order[: len(cards)]


# ------------------------------------------------------------------ the parts of a page


def _find(page: Page) -> None:
    """Everything on a page that is understood, as its elements in order."""
    number = 0
    headers = {}
    ordered = set()
    for number in range(len(page.lines)):
        header = auction.read_header(page, number)
        if header is None and (header := read_order_header(page, number)) is not None:
            ordered.add(number)
        if header is not None:
            headers[number] = header
    number = 0
    while number < len(page.lines):
        header = headers.get(number)
        if header is None:
            number += 1
            continue
        after = read_trick_table(page, header, number in ordered)
        if after == number and number not in ordered:
            after = auction.read_table(page, header)
        number = max(after, number + 1)
    diagram.find_hands(page)
    auction.find_bare_rows(page)
    facts.find_facts(page)
    prose.find_prose(page)
    page.elements.sort(key=lambda element: (element.start, -element.end))
