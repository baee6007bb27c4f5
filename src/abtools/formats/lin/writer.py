"""Writing LIN: single hands a line each, matches with their head."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from abtools.auction import PASS, Auction, Contract, Ending, Mark
from abtools.board import Board, Vulnerability
from abtools.cards import Card, Deal, Seat, Suit
from abtools.formats.carried import FACTS, lost
from abtools.formats.comments import comments
from abtools.formats.lin.calls import alerted, written_call
from abtools.formats.lin.cards import in_columns, places_by_holder, places_by_turn
from abtools.formats.lin.hands import SEATS, written_hand
from abtools.formats.lin.match import (
    OPEN,
    ROOMS,
    read_result,
    scoring_of,
    tag_of_segment,
    written_result,
    written_scoring,
)
from abtools.formats.lin.reader import number_of_header
from abtools.formats.lin.text import with_lin_symbols
from abtools.play import Play, strongest, tricks_if_clean
from abtools.problems import Problem

MOST_BOARDS = 2_000
"""Boards under one head; a longer run gets another."""

_VULNERABLE = {
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.ALL: "b",
}
_HEAD_TAGS = ("Event", "Round", "Stage", "Scoring", "HomeTeam", "VisitTeam")
_CARRIES = ("HomeCarry", "VisitCarry")
_OWN = re.compile(r"XLin([A-Z0-9][a-z0-9])")
_PLAYERS = tuple(seat.full_name for seat in SEATS)
_PART_NAMES = {"Auction": "an explanation", "Play": "a note", "comments": "a comment"}
_WHOLE = re.compile(r"[1-9]\d{0,5}", re.ASCII)


def written(boards: Iterable[Board], problems: list[Problem]) -> Iterator[str]:
    """The text of a LIN file, piece by piece; what LIN cannot hold goes to `problems`."""
    run: list[Board] = []
    key: tuple[str, ...] | None = None
    for board in boards:
        mine = _match_of(board, under_head=key is not None)
        if run and (mine != key or len(run) >= MOST_BOARDS):
            yield from _match(run, problems)
            run = []
        key = mine
        if mine is None:
            if line := _Line(board, problems).single():
                yield line + "\n"
        else:
            run.append(board)
    if run:
        yield from _match(run, problems)


def single(board: Board, problems: list[Problem], format: str = "lin") -> str:
    """One board as a line of LIN without its end, for a format that holds such lines."""
    return _Line(board, problems, format=format).single()


def _told(board: Board, name: str) -> str:
    value = board.tag(name)
    return "" if value is None or value in ("?", "-") else value.strip()


def _match_of(board: Board, under_head: bool) -> tuple[str, ...] | None:
    """What boards of one match share; None for a board of no match.

    After a match even such a board needs a head, or it would belong to the match.
    """
    if (
        not under_head
        and not any(_told(board, name) for name in ("HomeTeam", "VisitTeam"))
        and (_told(board, "Room") not in ROOMS)
    ):
        return None
    return tuple(_told(board, name) for name in (*_HEAD_TAGS, *_CARRIES))


# ------------------------------------------------------------------ a match


def _match(boards: Sequence[Board], problems: list[Problem]) -> Iterator[str]:
    """The head of a match and its boards."""
    lines = [_Line(board, problems, in_match=True) for board in boards]
    numbers = [int(line.number) for line in lines if _WHOLE.fullmatch(line.number)]
    first, last = (min(numbers), max(numbers)) if numbers else (0, -1)
    if last - first >= MOST_BOARDS:
        first, last = 0, -1
    head = lines[0]
    span = [str(number) if numbers and last >= first else "" for number in (first, last)]
    fields = [
        head.field("Event"),
        head.field("Round") or head.field("Stage"),
        written_scoring(head.told("Scoring")),
        *span,
        *(head.field(name) for name in ("HomeTeam", "HomeCarry", "VisitTeam", "VisitCarry")),
    ]
    yield f"vg|{','.join(fields)}|\n"
    results = _results(lines, first, last)
    if any(results):
        yield f"rs|{','.join(results)}|\n"
    names = {room: _common_names(lines, room) for room in ROOMS}
    both = ",".join(name for room in ROOMS for name in names[room])
    yield f"pn|{both}|pg||\n"
    for line in lines:
        if text := line.under_head(names[line.room or OPEN]):
            yield text + "\n"


def _results(lines: Sequence[_Line], first: int, last: int) -> list[str]:
    """The list of results, open and closed room of each board in turn."""
    results = [""] * (2 * (last - first + 1))
    for line in lines:
        if line.room is None or not _WHOLE.fullmatch(line.number):
            continue
        index = 2 * (int(line.number) - first) + ROOMS.index(line.room)
        if not 0 <= index < len(results):
            continue
        entry = line.result()
        if results[index] and results[index] != entry:
            entry = ""
        results[index] = entry
    return results


def _common_names(lines: Sequence[_Line], room: str) -> list[str]:
    """The names that all boards of a room share, "" for the others."""
    here = [line.names for line in lines if (line.room or OPEN) == room]
    if not here:
        return [""] * 4
    return [names[0] if len(set(names)) == 1 else "" for names in zip(*here, strict=True)]


# ------------------------------------------------------------------ a board


@dataclass(slots=True)
class _Texts:
    """The comments of a board by where they go."""

    before: list[str]
    in_auction: list[tuple[int, str]]
    in_play: list[tuple[int, str]]
    after: list[str]


class _Line:
    """One board on its way into LIN; what LIN cannot hold is reported as it is met."""

    def __init__(
        self,
        board: Board,
        problems: list[Problem],
        in_match: bool = False,
        format: str = "lin",
    ) -> None:
        self.board = board
        self.format = format
        self.problems = problems
        self.room = room if (room := _told(board, "Room")) in ROOMS else None
        self.number = "" if board.number is None else " ".join(board.number.split())
        self.in_match = in_match
        self._replaced: set[tuple[str, str]] = set()

    @cached_property
    def names(self) -> list[str]:
        """The players South, West, North, East, "" for those not known."""
        return [self.field(name) for name in _PLAYERS]

    def told(self, name: str) -> str:
        """The value of a tag, "" when it says nothing."""
        return _told(self.board, name)

    def single(self) -> str:
        """The board by itself, "" when a reader would see none."""
        if not self._report_lost():
            return ""
        head = f"pn|{','.join(self.names)}|st||"
        qx = self.text(self.told("XLinQx"), "XLinQx")
        return (f"qx|{qx}|" if qx else "") + head + self._rest(header=True)

    def under_head(self, shared: Sequence[str]) -> str:
        """The board under a match's head that names the players of its room; "" when a reader
        would see none."""
        if not self._report_lost():
            return ""
        label = self.told("XLinQx")
        if not label:
            label = (self.room or "")[:1].lower() + (self.number if self._has_plain_number else "")
        own = [
            name if name != there else "" for name, there in zip(self.names, shared, strict=True)
        ]
        head = f"qx|{self.text(label, 'XLinQx')}|" if label else ""
        if any(own):
            head += f"pn|{','.join(own)}|"
        return head + "st||" + self._rest(header=self._has_header)

    @property
    def _has_plain_number(self) -> bool:
        return self.number.isascii() and self.number.isdigit() and len(self.number) <= 6

    @property
    def _is_number_read(self) -> bool:
        """Whether a reader finds the number in a header text."""
        return bool(self.number) and number_of_header(f"Board {self.number}") == self.number

    @property
    def _has_header(self) -> bool:
        """Whether the number stands in a header text; else in the bookmark of a room."""
        in_bookmark = self.room is not None and self._has_plain_number
        return not self.in_match or not in_bookmark or bool(self.told("XLinQx"))

    def result(self) -> str:
        """The board's entry in the list of results."""
        if self.board.contract is None:
            return ""
        return written_result(self.board.contract, self.board.declarer, self.board.tricks)

    def _rest(self, header: bool) -> str:
        """Deal, header text, vulnerability, calls, cards, claim."""
        board = self.board
        texts = self._texts()
        dealer = board.dealer
        if board.auction is not None and board.auction.calls:
            dealer = board.auction.dealer
            if board.dealer is not None and board.dealer is not dealer:
                self._report(f"dealer {board.dealer} of an auction that {dealer} begins", "Dealer")
        out = [f"md|{_written_deal(dealer, board.deal)}|"]
        if header and self.number:
            out.append(f"rh||ah|Board {self.text(self.number, 'Board')}|")
        if title := self.told("XLinAh"):
            if number_of_header(title) in (None, self.number):
                out.append(f"ah|{self.text(title, 'XLinAh')}|")
            else:
                self._report(f"the header text {title}", "XLinAh")
        if board.vulnerability is not None:
            out.append(f"sv|{_VULNERABLE[board.vulnerability]}|")
        out += (f"nt|{text}|" for text in texts.before)
        out += self._calls(texts)
        out.append("pg||")
        out += self._cards(texts)
        out += (f"nt|{text}|" for text in texts.after)
        for tag in board.tags:
            own = _OWN.fullmatch(tag.name)
            if own is not None and own[1] not in ("Ah", "Qx") and tag.value:
                out.append(f"{own[1].lower()}|{self.text(tag.value, tag.name)}|")
        if out[-1] != "pg||":
            out.append("pg||")
        return "".join(out)

    # -------------------------------------------------------------- texts

    def field(self, name: str) -> str:
        """What a tag says as a field of a list, where a comma would end it."""
        text = self.told(name)
        if "," in text:
            self._replace(",", name, "a blank")
            text = " ".join(text.replace(",", " ").split())
        return self.text(text, name)

    def text(self, text: str, part: str) -> str:
        """A text as a value, where a bar would end it."""
        if "|" in text:
            self._replace("|", part, "/")
        return text.replace("|", "/")

    def _replace(self, what: str, part: str, instead: str) -> None:
        if (what, part) not in self._replaced:
            self._replaced.add((what, part))
            called = {",": "a comma", "|": "a bar"}[what]
            self._report(
                f"{called} in {_PART_NAMES.get(part, part)}", part, f"{instead} is written"
            )

    def _report(self, what: str, part: str, instead: str = "") -> None:
        message = f"{what} cannot be held by {self.format}" + (f"; {instead}" if instead else "")
        self.problems.append(self.board.problem("not-carried", message, part))

    def _texts(self) -> _Texts:
        """All comments: before the auction and after tags, with calls, with cards, after all."""
        board = self.board
        before = self._comments(board.preamble)
        for tag in board.tags:
            if tag.body and tag.name not in ("Auction", "Play") and not tag.name.endswith("Table"):
                before += self._comments(tag.body)
        in_auction = [] if board.auction is None else self._remarks(board.auction.remarks)
        in_play = [] if board.play is None else self._remarks(board.play.remarks)
        return _Texts(before, in_auction, in_play, self._comments(board.postscript))

    def _remarks(self, remarks: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        return [(at, text) for at, remark in remarks for text in self._comments(remark)]

    def _comments(self, body: str) -> list[str]:
        """The comments in a text; escape lines are other programs' data and are left out."""
        found = []
        for comment in comments(body):
            if comment.is_escape:
                self._report("an escape line", "comments")
            else:
                found.append(self.text(with_lin_symbols(comment.text), "comments"))
        return found

    # -------------------------------------------------------------- calls and cards

    def _calls(self, texts: _Texts) -> Iterator[str]:
        auction = self.board.auction
        calls = [] if auction is None else [written_call(call) for call in auction.calls]
        if auction is None or None in calls:
            yield from (f"nt|{text}|" for _, text in texts.in_auction)
            if auction is not None:
                odd = next((c for c in auction.calls if written_call(c) is None), None)
                self._report(f"an auction with {odd or '-'}", "Auction")
            return
        yield from (f"nt|{text}|" for at, text in texts.in_auction if at < 0)
        marks, notes = dict(auction.marks), dict(auction.notes)
        for index, call in enumerate(calls):
            yield from self._call(call or "", marks.get(index), notes)
            yield from (f"nt|{text}|" for at, text in texts.in_auction if at == index)
        yield from (f"nt|{text}|" for at, text in texts.in_auction if at >= len(calls))
        if auction.ending is Ending.TO_CONTINUE:
            yield "mb|?|"
            if not calls and self.board.dealer is None and not _WHOLE.fullmatch(self.number):
                self._report("+ (the next call) of nobody knows whom", "Auction")
        self._report_idle(auction)

    def _call(self, call: str, mark: Mark | None, notes: dict[int, str]) -> Iterator[str]:
        note = None if mark is None or mark.note is None else notes.get(mark.note)
        if note is None:
            yield f"mb|{call}|"
            return
        is_alert, text = alerted(" ".join(note.split()))
        if text == "!":
            self._report("the note ! to a call", "Auction", "it means an alert there")
        yield f"mb|{call}!|" if is_alert else f"mb|{call}|"
        if text:
            yield f"an|{self.text(with_lin_symbols(text), 'Auction')}|"

    def _cards(self, texts: _Texts) -> Iterator[str]:
        """The cards in the order played, a page after each trick; then the claim."""
        board = self.board
        order = [] if board.play is None else self._order(board.play)
        notes = {} if board.play is None else self._card_notes(board.play)
        at_card: dict[int, list[str]] = {}
        last_index = order[-1][0] if order else -1
        for at, text in texts.in_play:
            known = any(index == at for index, _ in order)
            at_card.setdefault(at if known or at < 0 else last_index, []).append(text)
        yield from (f"nt|{text}|" for text in at_card.pop(-1, ()))
        for k, (index, card) in enumerate(order):
            yield f"pc|{card}|"
            yield from (f"nt|{text}|" for text in (*notes.get(index, ()), *at_card.get(index, ())))
            if k % 4 == 3:
                yield "pg||"
        if board.play is not None and board.play.ending is Ending.TO_CONTINUE:
            self._report("+ (the next card) in the play", "Play")
        if board.tricks is not None and not self._is_counted(order):
            yield f"mc|{board.tricks}|"

    def _card_notes(self, play: Play) -> dict[int, list[str]]:
        """Notes to cards become comments."""
        notes = dict(play.notes)
        found = {
            index: [self.text(with_lin_symbols(notes[mark.note]), "Play")]
            for index, mark in play.marks
            if mark.note is not None and mark.note in notes
        }
        if found:
            self._report("notes to cards", "Play", "they are written as comments")
        self._report_idle(play)
        return found

    def _report_idle(self, section: Auction | Play) -> None:
        """Notes that nothing refers to have no place in LIN."""
        used = {mark.note for _, mark in section.marks}
        what, part = ("call", "Auction") if isinstance(section, Auction) else ("card", "Play")
        for number, text in section.notes:
            if number not in used and text.strip():
                self._report(f"note {number} ({text}), to which no {what} refers,", part)

    def _order(self, play: Play) -> list[tuple[int, Card]]:
        """The cards in the order played, each with its index in the columns."""
        if not any(play.cards):
            return []
        if play.first is None:
            self._report("play of which nobody knows the first seat", "Play")
            return []
        order = self._order_by_turn(play)
        told = sum(card is not None for card in play.cards)
        if len(order) < told:
            self._report(f"{told - len(order)} cards after one not recorded", "Play")
        again = self._read_again([card for _, card in order])
        if order and again is None:
            self._report("play without an auction", "Play")
            return []
        if again != [(index // 4, play.first.plus(index % 4)) for index, _ in order]:
            self._report("whose cards the play has", "Play", "readers go by the auction")
        return order

    def _read_again(self, cards: Sequence[Card]) -> list[tuple[int, Seat]] | None:
        """The trick and the seat that a reader will give each card; None when he cannot."""
        called, deal = self._readable, self.board.deal
        if called is not None and called[1] is not None and called[0].strain is not None:
            first, places = called[1].lho, places_by_turn(cards, called[0].strain.trump)
        elif deal is not None and (held := places_by_holder(cards, deal)) is not None:
            first, places = held
        else:
            return None
        return [(place // 4, first.plus(place % 4)) for place in places]

    def _order_by_turn(self, play: Play) -> list[tuple[int, Card]]:
        """The cards from the leader on, the winner of each trick leading to the next; row by row
        as they are when nobody knows the contract."""
        order: list[tuple[int, Card]] = []
        called, first = self._called(), play.first or Seat.N
        if called is None:
            for base in range(0, len(play.cards), 4):
                row = play.cards[base : base + 4]
                order += [(base + k, card) for k, card in enumerate(row) if card is not None]
                if len(order) < base + 4:
                    break
            return order
        trump, leader = called
        out_of_turn = {k - k % 4: k % 4 for k, m in play.marks if m.irregularity == "L"}
        lead = leader - first & 3
        for base in range(0, len(play.cards), 4):
            lead = out_of_turn.get(base, lead)
            row = play.cards[base : base + 4]
            trick: list[Card] = []
            for k in range(4):
                column = lead + k & 3
                card = row[column] if column < len(row) else None
                if card is None:
                    return order
                order.append((base + column, card))
                trick.append(card)
            lead = lead + strongest(trick, trump) & 3
        return order

    def _called(self) -> tuple[Suit | None, Seat] | None:
        """Trumps and opening leader as the board has them, else as a reader finds them."""
        board, called = self.board, self._readable
        contract, declarer = board.contract, board.declarer
        if (contract is None or declarer is None) and called is not None:
            contract, declarer = called
        if contract is None or contract.strain is None or declarer is None:
            return None
        return contract.strain.trump, declarer.lho

    def _is_counted(self, order: Sequence[tuple[int, Card]]) -> bool:
        """Whether a reader finds the tricks by counting the cards."""
        deal, called = self.board.deal, self._readable
        if deal is None or called is None or len(order) != 52:
            return False
        contract, declarer = called
        if contract.strain is None or declarer is None:
            return False
        cards, trump = [card for _, card in order], contract.strain.trump
        columns = in_columns(cards, places_by_turn(cards, trump))
        won = tricks_if_clean(Play(declarer.lho, columns), deal.bits, trump, declarer.lho)
        return won is not None and won[declarer & 1] == self.board.tricks

    @cached_property
    def _readable(self) -> tuple[Contract, Seat | None] | None:
        """The contract and declarer that a reader will find."""
        board, auction = self.board, self.board.auction
        if auction is not None and None not in map(written_call, auction.calls):
            called = auction.outcome()
            if called is None and (
                board.tricks is not None or (board.play is not None and any(board.play.cards))
            ):
                called = replace(auction, calls=(*auction.calls, PASS, PASS, PASS)).outcome()
                called = called if called is not None and called[1] is not None else None
            if called is not None:
                return called
        if self.in_match and self.room is not None and _WHOLE.fullmatch(self.number):
            listed = read_result(self.result())
            if listed is not None:
                return listed.contract, listed.declarer
        return None

    # -------------------------------------------------------------- what is lost

    def _report_lost(self) -> bool:
        """Notes on everything that has no place in LIN, or not in a single hand. False when a
        reader would not see a board at all."""
        board = self.board
        if not self._is_seen():
            message = "left out: neither deal nor calls nor anything else that makes a board in LIN"
            self.problems.append(board.problem("not-carried", message, "Board"))
            return False
        self.problems += lost(board, self.format)
        names = [
            name
            for fact in ("event", "teams", "scoring", "other")
            for name in FACTS[fact].of(board).split(", ")
            if name and not self._is_held(name)
        ]
        for name in names:
            self._report(name, name)
        if self.number and not self._is_number_read:
            self._report(f"board number {self.number}", "Board")
        self._report_completed()
        if board.contract is None and board.declarer is None:
            return True
        if self._readable != (board.contract, board.declarer):
            by = f" by {board.declarer}" if board.declarer is not None else ""
            told = "this auction" if board.auction is not None else "no auction"
            self._report(f"{board.contract or 'a declarer'}{by} beside {told}", "Contract")
        return True

    def _is_seen(self) -> bool:
        """A reader sees no board where there is neither deal nor call nor anything else."""
        board = self.board
        hands = () if board.deal is None else board.deal.hands
        if any(hand is not None and hand.bits for hand in hands):
            return True
        if board.tricks is not None or board.vulnerability is not None:
            return True
        if self.in_match and self.room is not None:
            return True
        auction = board.auction
        is_open = auction is not None and auction.ending is Ending.TO_CONTINUE
        calls = () if auction is None else auction.calls
        if (calls or is_open) and None not in map(written_call, calls):
            return True
        return self._has_header and self._is_number_read

    def _report_completed(self) -> None:
        """A reader gives a hand that is not known what three others leave."""
        deal = self.board.deal
        hands = () if deal is None else deal.hands
        unknown = [Seat(k) for k, hand in enumerate(hands) if not hand]
        full = [hand for hand in hands if hand and hand.bits.bit_count() == 13]
        if len(unknown) == 1 and len(full) == 3:
            what = f"that {unknown[0].full_name}'s hand is not known"
            self._report(what, "Deal", "readers give it the rest of the pack")

    def _is_held(self, name: str) -> bool:
        """Whether a tag that LIN holds in part is held in this board."""
        if _OWN.fullmatch(name):
            return True
        if not self.in_match:
            return False
        if name == "Room":
            return self.room is not None
        if name == "Scoring":
            scoring = self.told("Scoring")
            return scoring_of(written_scoring(scoring)) == scoring
        if name in ("Round", "Stage"):
            return tag_of_segment(self.told(name)) == name
        return name in _HEAD_TAGS or name in _CARRIES


def _written_deal(dealer: Seat | None, deal: Deal | None) -> str:
    """The value of `md`: digit of the dealer, then South, West, North, East.

    >>> _written_deal(Seat.W, None)
    '2,,,'
    """
    digit = "" if dealer is None else str(SEATS.index(dealer) + 1)
    hands = [""] * 4 if deal is None else [written_hand(deal[seat]) for seat in SEATS]
    return digit + ",".join(hands)
