"""Tricks and play: whose turn it is, who wins, and what the cards show to be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from abtools.auction import Ending, Irregular, Mark
from abtools.cards import SUIT_MASK, Card, Deal, Rank, Seat, Side, Suit

_SUIT_BITS = tuple(SUIT_MASK << suit * 16 for suit in Suit)
_SUIT_OF = {1 << suit * 16 + rank: _SUIT_BITS[suit] for suit in Suit for rank in range(2, 15)}


@dataclass(frozen=True, slots=True)
class Play:
    """The cards played, four a trick, in columns: `cards[4 * t + k]` is what the seat k places
    clockwise of `first` played to trick t, whoever led. None is a card not recorded.

    `marks` holds (index into cards, Mark) pairs in order; `notes` (number, text) pairs;
    `remarks` comments as written, each with the index of the card it follows (-1: none).
    """

    first: Seat | None
    cards: tuple[Card | None, ...]
    ending: Ending = Ending.COMPLETE
    marks: tuple[tuple[int, Mark], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """Who led, what each seat played (N E S W), and who won; None where it is not known."""

    leader: Seat | None
    cards: tuple[Card | None, Card | None, Card | None, Card | None]
    winner: Seat | None

    def in_order(self) -> list[tuple[Seat, Card]]:
        """The cards in the order played, from the leader on; from North when nobody knows."""
        start = self.leader or Seat.N
        seats = (start.plus(k) for k in range(4))
        return [(seat, card) for seat in seats if (card := self.cards[seat]) is not None]


@dataclass(frozen=True, slots=True)
class Replay:
    """What following the play card by card shows.

    `won` counts tricks known to be won, by NS and EW; `is_complete` is true when every card of
    every hand was played and every trick has a known winner.
    """

    tricks: tuple[Trick, ...]
    won: tuple[int, int]
    is_complete: bool
    irregularities: tuple[Irregular, ...]

    def won_by(self, side: Side) -> int:
        """Tricks known to be won by a side."""
        return self.won[side is Side.EW]


def winner(cards: Sequence[Card | None], leader: Seat, trump: Suit | None) -> Seat:
    """Who wins a trick of four cards given by seat (N E S W).

    >>> trick = [Card.parse(text) for text in ("SA", "S2", "H2", "SK")]
    >>> winner(trick, Seat.N, None), winner(trick, Seat.N, Suit.HEARTS)
    (<Seat.N: 0>, <Seat.S: 2>)
    """
    return leader.plus(strongest([cards[leader.plus(k)] for k in range(4)], trump))


def strongest(cards: Sequence[Card | None], trump: Suit | None) -> int:
    """Which card of a trick wins it, by its place in the order played.

    Cards not recorded win nothing; 0 when the first is one of them.

    >>> trick = [Card.parse(text) for text in ("SQ", "SA", "H2")]
    >>> strongest(trick, None), strongest(trick, Suit.HEARTS)
    (1, 2)
    """
    best, at = cards[0], 0
    if best is None:
        return 0
    for k in range(1, len(cards)):
        card = cards[k]
        if card is None:
            continue
        if card.suit is best.suit:
            if card.rank > best.rank:
                best, at = card, k
        elif card.suit is trump:
            best, at = card, k
    return at


def tricks_if_clean(
    play: Play, hands: tuple[int, int, int, int], trump: Suit | None, leader: Seat
) -> tuple[int, int] | None:
    """Tricks won by NS and EW when all thirteen tricks of a known deal are written and legal.

    None as soon as anything needs a closer look; `replay` then says what. `hands` are the four
    sets of cards, N E S W.
    """
    cards = play.cards
    if play.marks or play.first is None or len(cards) != 52 or None in cards:
        return None
    bits = [card.bits for card in cards]  # type: ignore[union-attr]
    first = int(play.first)
    columns = bits[0::4], bits[1::4], bits[2::4], bits[3::4]
    for k, column in enumerate(columns):
        if sum(column) != hands[first + k & 3]:
            return None  # thirteen bits that add up to the hand are the hand
    trumps = 0 if trump is None else _SUIT_BITS[trump]
    lead = leader - first & 3
    won = [0, 0]
    void0 = void1 = void2 = void3 = 0  # suits that a column did not follow to: no more may come
    for trick in zip(*columns, strict=True):
        a, b, c, d = trick
        led = _SUIT_OF[trick[lead]]
        table = a | b | c | d
        if a & void0 or b & void1 or c & void2 or d & void3:
            return None
        if table & led != table:
            if not a & led:
                void0 |= led
            if not b & led:
                void1 |= led
            if not c & led:
                void2 |= led
            if not d & led:
                void3 |= led
            table = table & trumps or table & led
        top = 1 << table.bit_length() - 1
        lead = 0 if a == top else 1 if b == top else 2 if c == top else 3
        won[first + lead & 1] += 1
    return won[0], won[1]


def replay(play: Play, deal: Deal | None, trump: Suit | None, leader: Seat | None) -> Replay:
    """Follow the play trick by trick: leaders, winners, and everything that is not legal.

    `leader` is who should lead to the first trick (None: not known, taken from the play).
    Hands that are not known may hold any card not seen elsewhere. A marked irregularity (revoke,
    lead out of turn) is accepted where it is one, and reported where it is none.
    """
    if play.first is None:
        return Replay((), (0, 0), False, ())
    referee = _Referee(play, play.first, deal, trump)
    return referee.follow(play.first if leader is None else leader)


class _Referee:
    """Follows one play: what each hand still holds, whose turn it is, what was wrong."""

    def __init__(self, play: Play, first: Seat, deal: Deal | None, trump: Suit | None) -> None:
        holders = (None,) * 4 if deal is None else deal.hands
        self.cards, self.first, self.trump = play.cards, first, trump
        self.hands = [None if hand is None else hand.bits for hand in holders]
        self.left = list(self.hands)
        self.spots = [[0] * 4 if hand is None else list(hand.spots) for hand in holders]
        self.marks = {index: mark.irregularity for index, mark in play.marks}
        self.played: dict[Card, Seat] = {}
        self.found: list[Irregular] = []
        self.stopped = False

    def follow(self, leader: Seat) -> Replay:
        """Every trick in turn."""
        tricks: list[Trick] = []
        won = [0, 0]
        turn: Seat | None = leader
        for base in range(0, len(self.cards), 4):
            trick = self._trick(base, turn)
            tricks.append(trick)
            turn = trick.winner
            if turn is not None:
                won[turn & 1] += 1
        complete = self._is_complete(tricks)
        return Replay(tuple(tricks), (won[0], won[1]), complete, tuple(self.found))

    def _is_complete(self, tricks: list[Trick]) -> bool:
        if not tricks or any(trick.winner is None for trick in tricks) or any(map(any, self.spots)):
            return False
        return len(tricks) == 13 if None in self.left else not any(self.left)

    def _trick(self, base: int, turn: Seat | None) -> Trick:
        """The trick whose cards begin at `base`; `turn` should lead to it."""
        row: list[Card | None] = [None] * 4
        index_of: dict[Seat, int] = {}
        for k, card in enumerate(self.cards[base : base + 4]):
            seat = self.first.plus(k)
            row[seat], index_of[seat] = card, base + k
        turn = self._leader(turn, row, index_of)
        lead = None if turn is None else row[turn]
        for seat in Seat if turn is None else (turn.plus(k) for k in range(4)):
            index, played = index_of.get(seat), row[seat]
            if index is not None:
                self.stopped = self.stopped or self.marks.get(index) == "+"
                if played is not None:
                    self._card(seat, played, index, lead)
        taker = None if turn is None or None in row else winner(row, turn, self.trump)
        return Trick(turn, (row[0], row[1], row[2], row[3]), taker)

    def _leader(
        self, turn: Seat | None, row: list[Card | None], index_of: dict[Seat, int]
    ) -> Seat | None:
        """Who led: the one whose turn it was, or who is marked as leading out of turn."""
        marked = [seat for seat, index in index_of.items() if self.marks.get(index) == "L"]
        for seat in marked[1:]:
            self._report(
                index_of[seat], "lead-marked-wrongly", "two leads out of turn in one trick"
            )
        if marked:
            if marked[0] is turn:
                reason = f"{turn.full_name} was to lead: ^L is wrong here"
                self._report(index_of[turn], "lead-marked-wrongly", reason)
            return marked[0]
        present = [seat for seat in Seat if row[seat] is not None]
        if turn is not None and len(present) == 1 and present[0] is not turn:
            reason = f"{turn.full_name} was to lead, but its card is not here"
            self._report(index_of[present[0]], "lead-out-of-turn", reason)
        return turn

    def _card(self, seat: Seat, card: Card, index: int, lead: Card | None) -> None:
        """One card played by a seat; `lead` is the card led, None when it is not recorded."""
        if self.stopped:
            self._report(index, "after-plus", f"{card} after +, which marks the next card")
        missing = self._why_not_held(seat, card)
        if missing:
            self._report(index, "card-not-held", missing)
        else:
            self._check_following(seat, card, index, lead)
        hand = self.left[seat]
        if hand is not None and not missing and not hand & card.bits:
            self.spots[seat][card.suit] -= 1
        self.played.setdefault(card, seat)
        if hand is not None:
            self.left[seat] = hand & ~card.bits

    def _check_following(self, seat: Seat, card: Card, index: int, lead: Card | None) -> None:
        """A revoke that is not marked, and a mark where there is none."""
        hand, marked = self.left[seat], self.marks.get(index) == "R"
        if hand is None or lead is None:
            return
        could = hand & _SUIT_BITS[lead.suit] or self.spots[seat][lead.suit] > 0
        revoked = card.suit is not lead.suit and could
        if revoked and not marked:
            reason = f"{seat.full_name} plays {card} but holds {lead.suit.name.lower()}"
            self._report(index, "revoke", reason)
        elif marked and not revoked:
            reason = f"{card} by {seat.full_name} is no revoke"
            self._report(index, "revoke-marked-wrongly", reason)

    def _why_not_held(self, seat: Seat, card: Card) -> str:
        """Why this seat cannot play this card; "" when it can."""
        if card in self.played:
            return f"{card} was played already, by {self.played[card].full_name}"
        hand = self.left[seat]
        if hand is not None and hand & card.bits:
            return ""
        holders = (Seat(s) for s, h in enumerate(self.hands) if h is not None and h & card.bits)
        owner = next(holders, None)
        is_spot = card.rank < Rank.TEN and self.spots[seat][card.suit] > 0
        if owner is None and (hand is None or is_spot):
            return ""
        elsewhere = "" if owner is None else f" but in {owner.full_name}'s"
        return f"{card} is not in {seat.full_name}'s hand{elsewhere}"

    def _report(self, index: int, code: str, reason: str) -> None:
        self.found.append(Irregular(index, code, reason))
