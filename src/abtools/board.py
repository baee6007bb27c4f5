"""The board: a deal with dealer, vulnerability and what happened; and the check of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from abtools.auction import (
    MAJORITY,
    Auction,
    AuctionLaw,
    Contract,
    Ending,
    check_auction,
)
from abtools.cards import Card, Deal, Hand, Seat, Side, Suit
from abtools.play import Play, Replay, replay, tricks_if_clean
from abtools.problems import NOWHERE, Problem, Span, Spans, parse_error


class Vulnerability(Enum):
    """Which sides are vulnerable."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    def __str__(self) -> str:
        return self.value

    def of(self, side: Side) -> bool:
        """Whether a side is vulnerable.

        >>> Vulnerability.NS.of(Side.NS), Vulnerability.NS.of(Side.EW)
        (True, False)
        """
        return self is Vulnerability.ALL or self.value == side.value

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """None, Love or -; NS; EW; All or Both; any case. ParseError for anything else."""
        found = VULNERABILITY_BY_NAME.get(text.upper())
        if found is None:
            raise parse_error("vulnerable-unknown", f"{text!r}: None, NS, EW or All expected", text)
        return found

    @classmethod
    def of_sides(cls, ns: bool, ew: bool) -> Vulnerability:
        """The state in which exactly these sides are vulnerable."""
        return (cls.ALL if ew else cls.NS) if ns else (cls.EW if ew else cls.NONE)


VULNERABILITY_BY_NAME = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}


def cycle_dealer(number: int) -> Seat:
    """The dealer of a duplicate board (Law 2): North on 1, then clockwise."""
    return Seat((number - 1) % 4)


def cycle_vulnerability(number: int) -> Vulnerability:
    """The vulnerability of a duplicate board (Law 2), repeating every sixteen boards.

    >>> [str(cycle_vulnerability(n)) for n in (1, 2, 3, 4, 5, 16)]
    ['None', 'NS', 'EW', 'All', 'NS', 'EW']
    """
    order = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)
    index = (number - 1) % 16
    return order[(index + index // 4) % 4]


class Tag(NamedTuple):
    """One named fact of a record as it was read: name, value, and what stood after it.

    `value` is what holds after inheritance; `written` is what stands in the file where that
    differs (PBN `#` and `##`), else None. `body` is the text that followed the tag up to the
    next one: section data, comments, escape lines.
    """

    name: str
    value: str
    body: str = ""
    written: str | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points awarded by hand: a side, the column ("below" or "above"), points, the reason."""

    side: Side
    column: str
    points: int
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.side} {self.column} {self.points} {self.reason}".rstrip()


Honours = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Board:
    """What one record tells. Every field may be None: not recorded; nothing is filled in.

    `tricks` are those declarer took in all, 0 to 13; `tricks_agreed` says that the players agreed
    on that number though it was not the one really won. `declarer_swapped`: declarer and dummy
    changed places by accident. `honours` counts per hand N E S W the honours in trumps, or the
    aces at notrump; `chicane` names the seats that held no trump. `tags` keeps every tag in order,
    also the ones the other fields were read from; `preamble` the text before the first.
    """

    number: str | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    declarer: Seat | None = None
    contract: Contract | None = None
    tricks: int | None = None
    auction: Auction | None = None
    play: Play | None = None
    honours: Honours | None = None
    chicane: tuple[Seat, ...] | None = None
    adjustments: tuple[Adjustment, ...] = ()
    declarer_swapped: bool = False
    tricks_agreed: bool = False
    tags: tuple[Tag, ...] = ()
    preamble: str = ""
    spans: Spans | None = field(default=None, compare=False, repr=False)

    def tag(self, name: str) -> str | None:
        """The value of a tag after inheritance, None when the record does not have it.

        >>> Board(tags=(Tag("Event", "Club night"),)).tag("Event")
        'Club night'
        """
        for tag in self.tags:
            if tag.name == name:
                return tag.value
        return None

    def span(self, part: str, index: int | None = None) -> Span:
        """Where a part of this board stands in its file; see problems.Spans."""
        return NOWHERE if self.spans is None else self.spans.at(part, index)

    def problem(self, code: str, message: str, part: str, index: int | None = None) -> Problem:
        """A problem with this board, at the place of one of its parts."""
        return Problem(code, self.span(part, index), message, self.number)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Contract, declarer and tricks of a board, and which of them were derived, not recorded."""

    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    derived: frozenset[str] = frozenset()


def replay_of(board: Board) -> Replay | None:
    """The play followed card by card, None when there is no play to follow."""
    if board.play is None or not board.play.cards:
        return None
    outcome = _called(board)
    if outcome.contract is None or outcome.contract.strain is None:
        return None
    leader = board.play.first if outcome.declarer is None else outcome.declarer.lho
    return replay(board.play, board.deal, outcome.contract.strain.trump, leader)


def outcome(board: Board) -> Outcome:
    """What a board came to: as recorded, else derived from the auction and a complete play.

    Nothing is guessed: an unfinished play leaves the tricks unknown.
    """
    called = _called(board)
    tricks, derived = board.tricks, called.derived
    contract, declarer = called.contract, called.declarer
    if (
        tricks is None
        and declarer is not None
        and board.play is not None
        and board.play.ending is not Ending.TO_CONTINUE
        and len(board.play.cards) >= 52
    ):
        followed = replay_of(board)
        if followed is not None and followed.is_complete:
            tricks, derived = followed.won_by(declarer.side), derived | {"tricks"}
    return Outcome(contract, declarer, tricks, derived)


def _called(board: Board) -> Outcome:
    """The contract and declarer, from the tags or else from the auction."""
    contract, declarer = board.contract, board.declarer
    if board.auction is None or (
        contract is not None and (declarer is not None or contract.is_passed_out)
    ):
        return Outcome(contract, declarer, board.tricks)
    called = board.auction.outcome()
    if called is None or (contract is not None and contract != called[0]):
        return Outcome(contract, declarer, board.tricks)
    derived = set()
    if contract is None:
        contract = called[0]
        derived.add("contract")
    if declarer is None and called[1] is not None:
        declarer = called[1]
        derived.add("declarer")
    return Outcome(contract, declarer, board.tricks, frozenset(derived))
