"""Tricks and play: whose turn it is, who wins, and what the cards show to be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from abtools.auction import Ending, Irregular, Mark
from abtools.cards import SUIT_MASK, Card, Deal, Seat, Side, Suit

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
    lead = cards[leader]
    led = None if lead is None else lead.suit

    def strength(seat: Seat) -> tuple[bool, bool, int]:
        card = cards[seat]
        if card is None:
            return False, False, 0
        return card.suit is trump, card.suit is led, card.rank

    return max(Seat, key=strength)


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
    holders = (None,) * 4 if deal is None else deal.hands
    hands = [None if hand is None else hand.bits for hand in holders]
    spots = [0 if hand is None else sum(hand.spots) for hand in holders]
    known = 0
    for hand in hands:
        known |= hand or 0
    left = list(hands)
    played: dict[Card, Seat] = {}
    marks = dict(play.marks)
    found: list[Irregular] = []
    tricks: list[Trick] = []
    won = [0, 0]
    turn = leader
    first_trick = True
    next_here = {index for index, mark in play.marks if mark.irregularity == "+"}
    stopped = False
    for base in range(0, len(play.cards), 4):
        row: list[Card | None] = [None] * 4
        index_of: dict[Seat, int] = {}
        out_of_turn: list[Seat] = []
        for k, card in enumerate(play.cards[base : base + 4]):
            seat = play.first.plus(k)
            row[seat], index_of[seat] = card, base + k
            if base + k in marks and marks[base + k].irregularity == "L":
                out_of_turn.append(seat)
        if turn is None and first_trick:
            turn = play.first
        for extra in out_of_turn[1:]:
            found.append(
                Irregular(
                    index_of[extra], "lead-marked-wrongly", "two leads out of turn in one trick"
                )
            )
        if out_of_turn:
            if out_of_turn[0] is turn:
                found.append(
                    Irregular(
                        index_of[turn],
                        "lead-marked-wrongly",
                        f"{turn.full_name} was to lead: ^L is wrong here",
                    )
                )
            turn = out_of_turn[0]
        lead = None if turn is None else row[turn]
        played_here = [seat for seat in Seat if row[seat] is not None]
        if turn is not None and lead is None and len(played_here) == 1:
            found.append(
                Irregular(
                    index_of[played_here[0]],
                    "lead-out-of-turn",
                    f"{turn.full_name} was to lead, but its card is not here",
                )
            )
        order = [turn.plus(k) for k in range(4)] if turn is not None else list(Seat)
        for seat in order:
            card = row[seat]
            if seat in index_of and index_of[seat] in next_here:
                stopped = True
            if card is None:
                continue
            index = index_of[seat]
            if stopped:
                found.append(
                    Irregular(index, "after-plus", f"{card} after +, which marks the next card")
                )
            marked = index in marks and marks[index].irregularity == "R"
            hand = left[seat]
            missing = _why_not_held(card, seat, hands, left, spots, played, known)
            if missing:
                found.append(Irregular(index, "card-not-held", missing))
            revoked = (
                not missing
                and hand is not None
                and lead is not None
                and seat is not turn
                and card.suit is not lead.suit
                and bool(hand & _SUIT_BITS[lead.suit])
            )
            if revoked and not marked and lead is not None:
                found.append(
                    Irregular(
                        index,
                        "revoke",
                        f"{seat.full_name} plays {card} but holds {lead.suit.name.lower()}",
                    )
                )
            if marked and not revoked and hand is not None and lead is not None and not missing:
                found.append(
                    Irregular(
                        index, "revoke-marked-wrongly", f"{card} by {seat.full_name} is no revoke"
                    )
                )
            played.setdefault(card, seat)
            if hand is not None:
                left[seat] = hand & ~card.bits
        by_seat = (row[0], row[1], row[2], row[3])
        full = None not in row
        taker = winner(row, turn, trump) if full and turn is not None else None
        tricks.append(Trick(turn, by_seat, taker))
        if taker is not None:
            won[taker & 1] += 1
        turn = taker
        first_trick = False
    complete = (
        bool(tricks)
        and all(trick.winner is not None for trick in tricks)
        and (all(not hand for hand in left) if None not in left else len(tricks) == 13)
        and not any(spots)
    )
    return Replay(tuple(tricks), (won[0], won[1]), complete, tuple(found))


def _why_not_held(
    card: Card,
    seat: Seat,
    hands: list[int | None],
    left: list[int | None],
    spots: list[int],
    played: dict[Card, Seat],
    known: int,
) -> str:
    """Why this seat cannot play this card; "" when it can."""
    if card in played:
        return f"{card} was played already, by {played[card].full_name}"
    hand = left[seat]
    if hand is not None:
        if hand & card.bits:
            return ""
        if spots[seat] and card.rank < 10 and not known & card.bits:
            spots[seat] -= 1
            return ""
    elif not known & card.bits:
        return ""
    owner = next((Seat(s) for s, h in enumerate(hands) if h is not None and h & card.bits), None)
    return f"{card} is not in {seat.full_name}'s hand" + (
        f" but in {owner.full_name}'s" if owner is not None else ""
    )
