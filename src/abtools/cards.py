"""Cards, hands and deals; seats and sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from abtools.problems import parse_error

RANKS = "23456789TJQKA"
SUITS = "CDHS"


class Suit(IntEnum):
    """A suit of the pack, from clubs (lowest when suits are ranked) to spades."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __bool__(self) -> bool:
        """True also for clubs: only None is no suit."""
        return True

    def __str__(self) -> str:
        return SUITS[self]

    @property
    def symbol(self) -> str:
        """The pip as a character.

        >>> Suit.HEARTS.symbol
        '♥'
        """
        return "♣♦♥♠"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit of a letter C D H S, either case; ParseError for anything else."""
        index = SUITS.find(text.upper()) if len(text) == 1 and text.isascii() else -1
        if index < 0:
            raise parse_error("card-syntax", f"{text!r} is no suit: C, D, H or S expected", text)
        return cls(index)


class Rank(IntEnum):
    """A card's rank, 2 to 14 (ace)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANKS[self - 2]


class Side(Enum):
    """A partnership."""

    NS = "NS"
    EW = "EW"

    def __str__(self) -> str:
        return self.value

    @property
    def opponents(self) -> Side:
        """The other partnership."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(IntEnum):
    """A place at the table, clockwise from North."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __bool__(self) -> bool:
        """True also for North: only None is no seat.

        >>> Seat.N or Seat.S
        <Seat.N: 0>
        """
        return True

    def __str__(self) -> str:
        return "NESW"[self]

    @property
    def full_name(self) -> str:
        """The seat spelled out, as in a PBN tag name."""
        return ("North", "East", "South", "West")[self]

    @property
    def lho(self) -> Seat:
        """The left-hand opponent, who acts next."""
        return _SEATS[self + 1 & 3]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _SEATS[self + 2 & 3]

    @property
    def rho(self) -> Seat:
        """The right-hand opponent."""
        return _SEATS[self + 3 & 3]

    @property
    def side(self) -> Side:
        """The partnership of this seat."""
        return Side.EW if self & 1 else Side.NS

    def plus(self, steps: int) -> Seat:
        """The seat so many places clockwise.

        >>> Seat.W.plus(1)
        <Seat.N: 0>
        """
        return _SEATS[self + steps & 3]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat of a letter N E S W, either case; ParseError for anything else."""
        index = "NESW".find(text.upper()) if len(text) == 1 and text.isascii() else -1
        if index < 0:
            raise parse_error("seat-unknown", f"{text!r} is no seat: N, E, S or W expected", text)
        return _SEATS[index]


_SEATS = tuple(Seat)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the pack; `bits` is the set that holds only this card, as in Hand.bits."""

    suit: Suit
    rank: Rank
    bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", 1 << self.suit * 16 + self.rank)

    def __str__(self) -> str:
        return SUITS[self.suit] + RANKS[self.rank - 2]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card of a suit letter and a rank, either case ("SA", "h10"); ParseError otherwise.

        >>> str(Card.parse("h10"))
        'HT'
        """
        known = text.upper().replace("10", "T") if text.isascii() else ""
        card = CARD_BY_NAME.get(known)
        if card is None:
            raise parse_error(
                "card-syntax",
                f"{text!r} is no card: a suit letter and a rank expected, like SA",
                text,
            )
        return card


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
CARD_BY_NAME: dict[str, Card] = {str(card): card for card in PACK}
CARD_BY_BITS: dict[int, Card] = {card.bits: card for card in PACK}
SUIT_MASK = 0x7FFC
PACK_BITS = sum(card.bits for card in PACK)


class _Holdings(dict[str, int | None]):
    """Text of one suit -> its 16 bits, None when it is no set of ranks; filled as asked."""

    def __missing__(self, text: str) -> int | None:
        bits: int | None = 0
        for letter in text.upper() if text.isascii() else "?":
            rank = RANKS.find(letter) + 2
            if rank < 2 or bits is None or bits >> rank & 1:
                bits = None
                break
            bits |= 1 << rank
        if len(text) <= 13 and len(self) < 50_000:
            self[text] = bits
        return bits


HOLDINGS = _Holdings()
"""The cards of one suit as text -> bit set (bit = rank), None for what is no set of ranks."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's cards: a 64-bit set, 16 bits a suit from clubs up, bit = rank.

    `spots` counts, per suit from clubs up, small cards whose rank is not known (`x`).
    """

    bits: int = 0
    spots: tuple[int, int, int, int] = (0, 0, 0, 0)

    def __len__(self) -> int:
        return self.bits.bit_count() + sum(self.spots)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.bits & card.bits)

    def __iter__(self) -> Iterator[Card]:
        """The known cards, spades first, high to low."""
        return (card for card in reversed(PACK) if card.bits & self.bits)

    def ranks(self, suit: Suit) -> str:
        """The ranks held in a suit, high to low, unknown spot cards as x; "" for a void.

        >>> Hand.parse("AKx..T.").ranks(Suit.SPADES)
        'AKx'
        """
        holding = self.bits >> suit * 16 & SUIT_MASK
        known = "".join(RANKS[r - 2] for r in range(14, 1, -1) if holding >> r & 1)
        return known + "x" * self.spots[suit]

    def length(self, suit: Suit) -> int:
        """How many cards of a suit, unknown spot cards included."""
        return (self.bits >> suit * 16 & SUIT_MASK).bit_count() + self.spots[suit]

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum(max(0, card.rank - 10) for card in self)

    def __str__(self) -> str:
        """Suits from spades down with dots between, as in PBN."""
        return ".".join(self.ranks(suit) for suit in reversed(Suit))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """The hand of four holdings with dots between, spades first, ranks in any order and case;
        x is a small card whose rank is not known. ParseError for anything else.

        >>> len(Hand.parse("AKQ.T98.765.432x"))
        13
        """
        holdings = text.split(".")
        if len(holdings) != 4:
            raise parse_error(
                "deal-syntax", f"{text!r}: four suits with dots between expected", text
            )
        bits, spots = 0, [0, 0, 0, 0]
        for suit, holding in zip((3, 2, 1, 0), holdings, strict=True):
            ranks = HOLDINGS[holding]
            if ranks is None:
                known = holding.upper().replace("X", "")
                ranks = HOLDINGS[known]
                spots[suit] = len(holding) - len(known)
            if ranks is None:
                at = sum(len(h) + 1 for h in holdings[: 3 - suit])
                raise parse_error(
                    "deal-syntax", f"{holding!r} is no holding: ranks A K Q J T 9 to 2", text, at
                )
            bits |= ranks << suit * 16
        return cls(bits, (spots[0], spots[1], spots[2], spots[3]))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand that holds these cards."""
        bits = 0
        for card in cards:
            bits |= card.bits
        return cls(bits)


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands, N E S W; a hand that is not known is None."""

    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    def __getitem__(self, seat: Seat) -> Hand | None:
        return self.hands[seat]

    @property
    def bits(self) -> tuple[int, int, int, int]:
        """The four sets of cards, N E S W; a hand that is not known is empty."""
        north, east, south, west = (0 if hand is None else hand.bits for hand in self.hands)
        return north, east, south, west

    @property
    def is_complete(self) -> bool:
        """All fifty-two cards are known, thirteen a hand."""
        bits = self.bits
        return sum(bits) == PACK_BITS and all(hand.bit_count() == 13 for hand in bits)

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal of a PBN deal string, `N:` and four hands from that seat clockwise.

        Raises ParseError for anything else; the looser spellings of real files are for the
        readers in abtools.formats.

        >>> str(Deal.parse("E:AKQJT98765432... - - -"))
        'N:- AKQJT98765432... - -'
        """
        if text[1:2] != ":":
            raise parse_error("deal-syntax", f"{text!r}: a seat and a colon expected first", text)
        first = Seat.parse(text[0])
        written = text[2:].split(" ")
        if len(written) != 4:
            raise parse_error(
                "deal-syntax", f"{text!r}: four hands expected, {len(written)} found", text, 2
            )
        hands: list[Hand | None] = [None] * 4
        for k, hand in enumerate(written):
            hands[first.plus(k)] = None if hand in ("-", "...") else Hand.parse(hand)
        return cls((hands[0], hands[1], hands[2], hands[3]))

    def text(self, first: Seat) -> str:
        """The deal in PBN form from a seat; unknown hands are "-"."""
        hands = (self.hands[first.plus(k)] for k in range(4))
        return f"{first}:" + " ".join("-" if hand is None else str(hand) for hand in hands)

    def __str__(self) -> str:
        return self.text(Seat.N)
