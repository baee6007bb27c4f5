"""Double-dummy results: the tricks that best play by all four hands gives, all cards seen.

The work is done by threads of the compiled core, outside the interpreter's lock; Ctrl-C stops any
question at once. Memory is capped for all threads together; a deal too big for it takes longer,
nothing else. Hands may hold any equal number of cards, and up to three may be on the table.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from abtools._core import Pool, fault
from abtools.auction import Strain
from abtools.board import Board, outcome
from abtools.cards import CARD_BY_BITS, Card, Deal, Hand, Seat
from abtools.play import replay, strongest
from abtools.problems import Problem

MEMORY = 256 * 2**20
"""Bytes the tables of all threads may take together unless told otherwise."""

LEAST_MEMORY = 2**20
"""Bytes that the table of one thread needs."""

STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
"""The strains of a table, in its order."""

_NO_TRUMP = 4
_POLL = 0.02  # seconds between looks at the keyboard while the core works

Item = TypeVar("Item")
Tricks = tuple[int, int, int, int]

Tick = Callable[[int], None]
"""Called many times a second while an answer is waited for, with the number of strains (of deals)
or positions solved since the last call."""


@dataclass(frozen=True, slots=True)
class Table:
    """Tricks of each declarer in each strain for one deal.

    `tricks` has five rows, clubs to spades and notrump, each N E S W; a row not asked for is None.
    `nodes` is the size of the search, the same for the same deal wherever it is solved.
    """

    tricks: tuple[Tricks | None, ...]
    nodes: int = 0

    def __getitem__(self, place: tuple[Strain, Seat]) -> int:
        """The tricks of a declarer in a strain; KeyError when the strain was not asked for.

        >>> Table((None, None, None, None, (7, 6, 7, 6)))[Strain.NOTRUMP, Seat.E]
        6
        """
        strain, declarer = place
        row = self.tricks[_trump_of(strain)]
        if row is None:
            raise KeyError(str(strain))
        return row[declarer]

    @property
    def by_declarer(self) -> tuple[int | None, ...]:
        """The same as twenty numbers: declarers N E S W, each clubs to spades and notrump."""
        return tuple(row and row[seat] for seat in Seat for row in self.tricks)


@dataclass(frozen=True, slots=True)
class Position:
    """A deal or what is left of one: cards still held, strain, who leads the trick, cards on it."""

    deal: Deal
    strain: Strain
    leader: Seat
    table: tuple[Card, ...] = ()

    @property
    def to_move(self) -> Seat:
        """Whose turn it is."""
        return self.leader.plus(len(self.table))

    def after(self, cards: Iterable[Card]) -> Position:
        """The position after these cards, in the order played; ValueError for one not legal.

        >>> start = Position(Deal.parse("N:A2... K3... .A2.. ..A2."), Strain.NOTRUMP, Seat.N)
        >>> str(start.after([Card.parse("SA"), Card.parse("S3")]).deal)
        'N:2... K... .A2.. ..A2.'
        """
        hands = list(_bits_of(self.deal))
        leader, table = self.leader, list(self.table)
        for card in cards:
            seat = leader.plus(len(table))
            held = hands[seat]
            if not held & card.bits:
                raise ValueError(f"{seat} does not hold {card}")
            if table and card.suit != table[0].suit and Hand(held).length(table[0].suit):
                raise ValueError(f"{card} by {seat} is a revoke")
            hands[seat] = held & ~card.bits
            table.append(card)
            if len(table) == 4:
                leader = leader.plus(strongest(table, self.strain.trump))
                table = []
        north, east, south, west = map(Hand, hands)
        return Position(Deal((north, east, south, west)), self.strain, leader, tuple(table))


@dataclass(frozen=True, slots=True)
class Move:
    """A legal card and the tricks its side then takes from here on, the current trick included.

    `same_as` is the highest of the cards equal to it, the card itself when it is that one.
    """

    card: Card
    tricks: int
    same_as: Card


@dataclass(frozen=True, slots=True)
class Line:
    """Declarer's tricks by best play before the opening lead and after each card of a record.

    `tricks[0]` is before the first of `cards`, `tricks[k]` after `cards[k - 1]`.
    """

    declarer: Seat
    strain: Strain
    cards: tuple[tuple[Seat, Card], ...]
    tricks: tuple[int, ...]


def usable_cores() -> int:
    """Processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def why_not(deal: Deal) -> str | None:
    """Why a deal cannot be solved, in words; None when it can.

    >>> why_not(Deal.parse("N:AK... - .AK.. -"))
    'the cards of East and West are not known'
    """
    unknown = [seat.full_name for seat in Seat if deal[seat] is None]
    if unknown:
        return f"the cards of {' and '.join(unknown)} are not known"
    for seat in Seat:
        hand = deal[seat]
        if hand is not None and any(hand.spots):
            return f"{seat.full_name} holds cards whose rank is not known"
    return fault(deal.bits, _NO_TRUMP, 0, []) or None


def check_deal(board: Board) -> Problem | None:
    """The problem that a board's deal cannot be solved, None when it can."""
    reason = "the deal is not known" if board.deal is None else why_not(board.deal)
    if reason is None:
        return None
    return board.problem("not-solved", f"cannot be solved: {reason}", "Deal")


def table(
    deal: Deal,
    *,
    strains: Sequence[Strain] = STRAINS,
    jobs: int | None = None,
    memory: int = MEMORY,
    tick: Tick | None = None,
) -> Table:
    """The table of a deal; its strains are spread over `jobs` threads (default: usable cores).

    Raises ValueError for what is no deal.

    >>> str(table(Deal.parse("N:A2... K3... .A2.. ..A2.")).tricks[0])
    '(1, 0, 0, 1)'
    """
    return next(tables([deal], strains=strains, jobs=jobs, memory=memory, tick=tick))


def tables(
    deals: Iterable[Deal | None],
    *,
    strains: Sequence[Strain] = STRAINS,
    jobs: int | None = None,
    memory: int = MEMORY,
    tick: Tick | None = None,
) -> Iterator[Table]:
    """The tables of any number of deals, in their order, each as soon as it and all before it are
    done; no more deals are taken than keep `jobs` threads busy.

    None among the deals means that the next one is not at hand yet; what is done is given out
    meanwhile. Raises ValueError for what is no deal, when its turn comes, and MemoryError when
    `memory` bytes are not to be had.
    """
    rows = sorted({_trump_of(strain) for strain in strains})

    def asked(deal: Deal) -> list[_Question]:
        reason = why_not(deal)
        if reason:
            raise ValueError(reason)
        return [_Question("declarers", (deal.bits, row)) for row in rows]

    for answers in _in_turn(deals, asked, jobs, memory, tick):
        tricks: list[Tricks | None] = [None] * len(STRAINS)
        for row, answer in zip(rows, answers, strict=True):
            north, east, south, west = answer.values
            tricks[row] = (north, east, south, west)
        yield Table(tuple(tricks), sum(answer.nodes for answer in answers))


def solve(position: Position, *, memory: int = MEMORY) -> int:
    """Tricks the side to move can still take. Raises ValueError for what is no position."""
    return _answer(_Question("tricks", _parts_of(position)), memory)[0]


def moves(position: Position, *, memory: int = MEMORY) -> tuple[Move, ...]:
    """What each legal card leads to, spades first, high to low; ValueError for no position.

    >>> start = Position(Deal.parse("N:A2... K3... .A2.. ..A2."), Strain.NOTRUMP, Seat.N)
    >>> [(str(move.card), move.tricks) for move in moves(start)]
    [('SA', 1), ('S2', 1)]
    """
    return next(all_moves([position], jobs=1, memory=memory))


def all_moves(
    positions: Iterable[Position | None],
    *,
    jobs: int | None = None,
    memory: int = MEMORY,
    tick: Tick | None = None,
) -> Iterator[tuple[Move, ...]]:
    """The moves of any number of positions; see `tables`."""
    for (answer,) in _in_turn(positions, _asking("moves"), jobs, memory, tick):
        values = answer.values
        found = [
            Move(_card(card), tricks, _card(same))
            for card, same, tricks in zip(values[::3], values[1::3], values[2::3], strict=True)
        ]
        yield tuple(sorted(found, key=lambda move: move.card, reverse=True))


def best_line(position: Position, *, memory: int = MEMORY) -> tuple[Card, ...]:
    """The cards of one best line of play to the end; ValueError for no position."""
    return next(best_lines([position], jobs=1, memory=memory))


def best_lines(
    positions: Iterable[Position | None],
    *,
    jobs: int | None = None,
    memory: int = MEMORY,
    tick: Tick | None = None,
) -> Iterator[tuple[Card, ...]]:
    """The best lines of any number of positions; see `tables`."""
    for (answer,) in _in_turn(positions, _asking("best_line"), jobs, memory, tick):
        yield tuple(map(_card, answer.values))


def line(board: Board, *, memory: int = MEMORY) -> Line:
    """What each card of a board's play did to declarer's tricks, as far as the play goes.

    Raises ValueError when the deal, the contract or the declarer is not known, or a card played
    is not legal.
    """
    deal, called = board.deal, outcome(board)
    if deal is None:
        raise ValueError("the deal is not known")
    if called.contract is None or called.contract.strain is None or called.declarer is None:
        raise ValueError("the contract and its declarer are not known")
    strain, leader = called.contract.strain, called.declarer.lho
    cards = _in_order(board, strain, leader)
    start = Position(deal, strain, leader)
    tricks = trace(start, [card for _, card in cards], called.declarer, memory=memory)
    return Line(called.declarer, strain, cards, tricks)


def trace(
    start: Position, cards: Iterable[Card], seat: Seat, *, memory: int = MEMORY
) -> tuple[int, ...]:
    """Tricks the side of `seat` takes in all by best play: before the first card, and after each.

    The position must be the start of a trick; tricks before it do not count. Raises ValueError for
    no position, and for a card that is not legal where it stands.
    """
    if start.table:
        raise ValueError("a play is followed from the start of a trick")
    hands, trump, leader, _ = _parts_of(start)
    played = [card.bits.bit_length() - 1 for card in cards]
    question = _Question("trace", (hands, trump, leader, played, seat))
    return tuple(_answer(question, memory))


def _in_order(board: Board, strain: Strain, leader: Seat) -> tuple[tuple[Seat, Card], ...]:
    """The cards of a board's play in the order played, up to the first that is not recorded."""
    if board.play is None:
        return ()
    order: list[tuple[Seat, Card]] = []
    for trick in replay(board.play, board.deal, strain.trump, leader).tricks:
        cards = trick.in_order()
        order += cards
        if len(cards) < 4:
            break
    return tuple(order)


class _Question(NamedTuple):
    """A question to the core: what it is about, and its arguments."""

    about: str
    arguments: tuple[object, ...]


class _Answer(NamedTuple):
    """What the core says, and the size of the search."""

    values: list[int]
    nodes: int


def _in_turn(
    items: Iterable[Item | None],
    asked: Callable[[Item], list[_Question]],
    jobs: int | None,
    memory: int,
    tick: Tick | None,
) -> Iterator[list[_Answer]]:
    """The answers to the questions about each item, in the order of the items; see `tables`.

    A ValueError that asking raises is raised when the item's turn comes.
    """
    threads = _threads(jobs)
    pool = Pool(threads, memory)
    answers: dict[int, _Answer] = {}
    waiting: deque[range | ValueError] = deque()
    number, coming, more = 0, iter(items), True
    try:
        while more or waiting:
            while more and len(waiting) <= 2 * threads:
                try:
                    item = next(coming)
                except StopIteration:
                    more = False
                    break
                if item is None:
                    break
                first = number
                try:
                    for about, arguments in asked(item):
                        getattr(pool, f"ask_{about}")(number, *arguments)
                        number += 1
                    waiting.append(range(first, number))
                except ValueError as error:
                    waiting.append(error)
            turn = waiting[0] if waiting else None
            if isinstance(turn, ValueError):
                raise turn
            if turn is not None and all(question in answers for question in turn):
                waiting.popleft()
                yield [answers.pop(question) for question in turn]
            elif more or waiting:
                taken = pool.take(_POLL)
                for question, values, nodes, wrong in taken:
                    if wrong:
                        raise ValueError(wrong)
                    answers[question] = _Answer(values, nodes)
                if tick is not None:
                    tick(len(taken))
    finally:
        pool.stop()


def _answer(question: _Question, memory: int) -> list[int]:
    """The numbers that answer one question."""
    (answer,) = next(_in_turn([question], lambda it: [it], 1, memory, None))
    return answer.values


def _asking(about: str) -> Callable[[Position], list[_Question]]:
    return lambda position: [_Question(about, _parts_of(position))]


def _threads(jobs: int | None) -> int:
    threads = usable_cores() if jobs is None else jobs
    if threads < 1:
        raise ValueError("at least one job is needed")
    return threads


def _trump_of(strain: Strain) -> int:
    """The core's number of a strain's trump; ValueError for nullo, where tricks are shunned."""
    if strain is Strain.NULLO:
        raise ValueError("nullo has no double-dummy table: its tricks are to be lost")
    return _NO_TRUMP if strain.trump is None else int(strain.trump)


def _bits_of(deal: Deal) -> tuple[int, int, int, int]:
    for seat in Seat:
        hand = deal[seat]
        if hand is None or any(hand.spots):
            raise ValueError(f"the cards of {seat.full_name} are not all known")
    return deal.bits


def _parts_of(
    position: Position,
) -> tuple[tuple[int, int, int, int], int, int, list[int]]:
    table = [card.bits.bit_length() - 1 for card in position.table]
    return _bits_of(position.deal), _trump_of(position.strain), position.leader, table


def _card(index: int) -> Card:
    return CARD_BY_BITS[1 << index]
