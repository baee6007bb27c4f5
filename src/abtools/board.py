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
    Strain,
    check_auction,
)
from abtools.cards import PACK_BITS, Card, Deal, Hand, Rank, Seat, Side, Suit
from abtools.play import Play, Replay, replay, tricks_if_clean, winner
from abtools.problems import NOWHERE, Problem, Span, Spans, in_file_order, parse_error


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
    also the ones the other fields were read from; `preamble` the text before the first, and
    `postscript` what a file says after its last record.
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
    postscript: str = ""
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


def check(board: Board, law: AuctionLaw = MAJORITY) -> list[Problem]:
    """Everything in a board that is illegal or contradicts itself, in file order.

    The cards of the deal, the auction under `law`, contract and declarer against the auction,
    the play card by card, the result against the play. A board that tells little has little
    to check; what is unknown is no problem.
    """
    found: list[Problem] = []
    deal_is_sound = board.deal is None or _check_deal(board, board.deal, found)
    if board.auction is not None:
        _check_auction(board, board.auction, law, found)
    elif board.contract is not None and (board.contract.level or 0) > law.max_level:
        found.append(
            board.problem(
                "bid-level-8",
                f"{board.contract}: {law.max_level} is the highest level",
                "Contract",
            )
        )
    if board.play is not None and board.play.cards and deal_is_sound:
        _check_play(board, board.play, found)
    if board.honours is not None:
        _check_honours(board, board.honours, found)
    if board.chicane is not None and board.deal is not None:
        _check_chicane(board, board.chicane, board.deal, found)
    if board.declarer is not None and board.contract is not None and board.contract.is_passed_out:
        message = f"the deal was passed out, but {board.declarer.full_name} is named declarer"
        found.append(board.problem("declarer-disagrees", message, "Declarer"))
    return in_file_order(found) if len(found) > 1 else found


def _check_deal(board: Board, deal: Deal, found: list[Problem]) -> bool:
    """Cards and sizes of the four hands; True when the play can be judged against them."""
    known = [hand for hand in deal.hands if hand is not None]
    total = sum(hand.bits for hand in known)
    if total == PACK_BITS and all(hand.bits.bit_count() == 13 for hand in known):
        return True
    before = len(found)
    if not known:
        found.append(board.problem("deal-no-cards", "no hand of the deal is given", "Deal"))
        return False
    owner: dict[Card, Seat] = {}
    for seat in Seat:
        for card in deal[seat] or ():
            if card in owner:
                found.append(
                    board.problem(
                        "deal-card-twice",
                        f"{card} is in {owner[card].full_name}'s hand and in {seat.full_name}'s",
                        f"hand:{seat}:{card}",
                    )
                )
            owner.setdefault(card, seat)
    sizes = {seat: len(hand) for seat in Seat if (hand := deal[seat]) is not None}
    usual = max(set(sizes.values()), key=lambda size: (list(sizes.values()).count(size), size))
    for seat, size in sizes.items():
        if size > 13 or size != usual:
            wanted = "thirteen at most" if size > 13 else f"the others {usual}"
            message = f"{seat.full_name} has {size} {'card' if size == 1 else 'cards'}, {wanted}"
            found.append(board.problem("deal-hand-size", message, f"hand:{seat}"))
    return len(found) == before


def _check_auction(board: Board, auction: Auction, law: AuctionLaw, found: list[Problem]) -> None:
    """The calls under the law, and the tags against what the calls lead to."""
    for wrong in check_auction(auction, law):
        found.append(board.problem(wrong.code, wrong.reason, "call", wrong.index))
    if board.dealer is not None and auction.calls and auction.dealer is not board.dealer:
        found.append(
            board.problem(
                "auction-first-call",
                f"the first call is {auction.dealer.full_name}'s, "
                f"but {board.dealer.full_name} dealt",
                "call",
                0,
            )
        )
    called = auction.outcome()
    if called is None:
        if auction.ending is Ending.COMPLETE and auction.calls and None not in auction.calls:
            last = len(auction.calls) - 1
            found.append(
                board.problem("auction-incomplete", "the auction is not over here", "call", last)
            )
        return
    contract, declarer = called
    if board.contract is not None and board.contract != contract:
        found.append(
            board.problem(
                "contract-disagrees",
                f"the auction leads to {contract}"
                + (f" by {declarer.full_name}" if declarer is not None else "")
                + f", the tag says {board.contract}",
                "Contract",
            )
        )
    if board.declarer is not None and declarer is not None:
        _check_declarer(board, contract, declarer, found)


def _check_declarer(board: Board, contract: Contract, declarer: Seat, found: list[Problem]) -> None:
    """The Declarer tag against the auction's declarer; ^ turns it into his partner."""
    if board.declarer_swapped and board.declarer is declarer:
        found.append(
            board.problem(
                "declarer-swap-wrong",
                f"{declarer.full_name} is declarer by the auction, not swapped",
                "Declarer",
            )
        )
        return
    rightful = declarer.partner if board.declarer_swapped else declarer
    if board.declarer is not rightful and board.declarer is not None:
        found.append(
            board.problem(
                "declarer-disagrees",
                f"by the auction {declarer.full_name} declares {contract} "
                f"({declarer.lho.full_name} leads), the tag says {board.declarer.full_name}",
                "Declarer",
            )
        )


def _check_play(board: Board, play: Play, found: list[Problem]) -> None:
    """The play card by card, and the result against it."""
    called = _called(board)
    if called.contract is None or called.contract.strain is None:
        return
    trump = called.contract.strain.trump
    leader = play.first if called.declarer is None else called.declarer.lho
    if leader is None:
        return
    deal = board.deal
    won = None
    if deal is not None and deal.is_complete:
        won = tricks_if_clean(play, deal.bits, trump, leader)
    if won is not None:
        if called.declarer is not None and board.tricks is not None:
            taken = won[called.declarer & 1]
            if (taken != board.tricks) != board.tricks_agreed:
                found.append(_result_problem(board, taken, taken))
        return
    followed = replay(play, deal, trump, leader)
    if followed.irregularities:
        reading = _legal_reading(board, play, trump) if not play.marks else None
        if reading is not None:
            found.append(
                board.problem(
                    "play-reading",
                    f"{followed.irregularities[0].reason}; {reading}",
                    "Play",
                )
            )
            return
        for wrong in followed.irregularities:
            found.append(board.problem(wrong.code, wrong.reason, "card", wrong.index))
        return
    if called.declarer is None or board.tricks is None or play.ending is Ending.TO_CONTINUE:
        return
    size = 13 if deal is None else max((len(hand) for hand in deal.hands if hand), default=13)
    least = followed.won_by(called.declarer.side)
    most = size - followed.won_by(called.declarer.side.opponents)
    if (not least <= board.tricks <= most) != board.tricks_agreed:
        found.append(_result_problem(board, least, most))


def _result_problem(board: Board, least: int, most: int) -> Problem:
    shown = f"between {least} and {most} tricks"
    if least == most:
        shown = "1 trick" if least == 1 else f"{least} tricks"
    if board.tricks_agreed:
        message = f"^{board.tricks} (agreed, not won), but the play gives declarer {shown}"
        return board.problem("result-caret-wrong", message, "Result")
    message = f"the play gives declarer {shown}, the result says {board.tricks}"
    return board.problem("result-disagrees", message, "Result")


def _legal_reading(board: Board, play: Play, trump: Suit | None) -> str | None:
    """Another way to read Play and Declarer under which every card is legal, in words."""
    if play.first is None or board.deal is None or None in board.deal.hands:
        return None
    called = None if board.auction is None else board.auction.outcome()
    declarers = [called[1] if called else None, play.first.rho, board.declarer]
    leaders = [seat.lho for seat in declarers if seat is not None]
    readings = (
        (first, leader, replay(Play(first, play.cards), board.deal, trump, leader))
        for leader in dict.fromkeys([*leaders, *Seat])
        for first in dict.fromkeys((play.first, leader, *Seat))
    )
    legal = [reading for reading in readings if not reading[2].irregularities]
    fitting = [found for found in legal if found[2].won_by(found[1].rho.side) == board.tricks]
    for first, leader, followed in fitting or legal:
        taken = followed.won_by(leader.rho.side)
        takes = f", who takes {taken} tricks" if followed.is_complete else ""
        return (
            f"every card is legal with first column {first.full_name} and {leader.full_name} "
            f"on lead, that is with {leader.rho.full_name} as declarer{takes}"
        )
    for leader in (play.first, *(s for s in Seat if s is not play.first)):
        turned = _from_order_of_play(play.cards, leader, trump)
        if turned is not None and not replay(turned, board.deal, trump, leader).irregularities:
            return (
                f"every card is legal when the rows are read in order of play with "
                f"{leader.full_name} on lead, not as columns of seats"
            )
    return None


def _from_order_of_play(
    cards: tuple[Card | None, ...], leader: Seat, trump: Suit | None
) -> Play | None:
    """Rows written leader first turned into columns of seats; None when a card is missing."""
    columns: list[Card | None] = []
    turn: Seat | None = leader
    for base in range(0, len(cards), 4):
        row = [*cards[base : base + 4], None, None, None][:4]
        if turn is None:
            return None
        by_seat = [row[(seat - turn) % 4] for seat in Seat]
        columns += [by_seat[leader.plus(k)] for k in range(4)]
        turn = None if None in row else winner(by_seat, turn, trump)
    return Play(leader, tuple(columns))


def _check_honours(board: Board, honours: Honours, found: list[Problem]) -> None:
    """Stated honours: per hand against the deal, and in all five (four aces at notrump)."""
    contract = _called(board).contract
    if contract is None or contract.strain is None:
        return
    in_all = 4 if contract.strain.trump is None else 5
    stated = sum(count or 0 for count in honours)
    if stated > in_all or (None not in honours and stated != in_all):
        found.append(
            board.problem(
                "honours-disagree", f"{stated} honours stated, there are {in_all}", "Honours"
            )
        )
    if board.deal is None:
        return
    for seat in Seat:
        hand, count = board.deal[seat], honours[seat]
        if hand is not None and count is not None and count != held_honours(hand, contract.strain):
            held = held_honours(hand, contract.strain)
            found.append(
                board.problem(
                    "honours-disagree",
                    f"{seat.full_name} holds {held} by the deal, {count} stated",
                    "Honours",
                )
            )


def _check_chicane(
    board: Board, chicane: tuple[Seat, ...], deal: Deal, found: list[Problem]
) -> None:
    """Stated hands without trumps against the deal."""
    contract = _called(board).contract
    trump = None if contract is None or contract.strain is None else contract.strain.trump
    if trump is None:
        return
    for seat in Seat:
        hand = deal[seat]
        if hand is not None and (hand.length(trump) == 0) != (seat in chicane):
            holds = "no trump" if hand.length(trump) == 0 else "trumps"
            message = f"{seat.full_name} holds {holds} by the deal"
            found.append(board.problem("honours-disagree", message, "Chicane"))


def held_honours(hand: Hand, strain: Strain) -> int:
    """Honours in a hand: A K Q J T of trumps, or the aces when there is no trump suit.

    >>> held_honours(Hand.parse("AKJ2.A32.432.432"), Strain.SPADES)
    3
    """
    trump = strain.trump
    ranks = (Rank.ACE,) if trump is None else tuple(Rank)[-5:]
    suits = tuple(Suit) if trump is None else (trump,)
    return sum(Card(suit, rank) in hand for suit in suits for rank in ranks)
