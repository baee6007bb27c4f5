"""Calls, contracts and auctions, and the check of an auction against a law."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from abtools.cards import Seat, Suit
from abtools.problems import parse_error


class Strain(Enum):
    """What the laws call the denomination. It has no order here: the order of bids is a rule."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"
    LOW_SPADES = "LS"
    ROYALS = "R"
    NULLO = "NU"

    def __str__(self) -> str:
        return self.value

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None at notrump and nullo."""
        return _TRUMPS[self]

    @property
    def symbol(self) -> str:
        """The denomination as printed with pips: ♣ ♦ ♥ ♠, letters for the rest."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.get(self.value, self.value)

    @classmethod
    def parse(cls, text: str) -> Strain:
        """The strain of C D H S NT (also N), LS (low spades), R (royals), NU (nullo)."""
        strain = STRAIN_BY_NAME.get(text.upper())
        if strain is None:
            raise parse_error(
                "call-syntax", f"{text!r} is no denomination: C D H S NT expected", text
            )
        return strain


_TRUMPS: dict[Strain, Suit | None] = {
    Strain.CLUBS: Suit.CLUBS,
    Strain.DIAMONDS: Suit.DIAMONDS,
    Strain.HEARTS: Suit.HEARTS,
    Strain.SPADES: Suit.SPADES,
    Strain.NOTRUMP: None,
    Strain.LOW_SPADES: Suit.SPADES,
    Strain.ROYALS: Suit.SPADES,
    Strain.NULLO: None,
}
STRAIN_BY_NAME: dict[str, Strain] = {"N": Strain.NOTRUMP, **{s.value: s for s in Strain}}


@dataclass(frozen=True, slots=True)
class Call:
    """A pass, double, redouble or bid (see Bid); `name` is the PBN spelling."""

    name: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Call:
        """The call of a text as players write it: Pass P, X D Dbl, XX R Rdbl, 1C ... 7NT.

        Either case; ParseError for anything else.

        >>> str(Call.parse("1n")), str(Call.parse("dbl"))
        ('1NT', 'X')
        """
        call = CALLS.get(text) or CALLS.get(text.upper() if text.isascii() else text)
        if call is None:
            raise parse_error("call-syntax", f"{text!r} is no call: Pass, X, XX or 1C to 7NT", text)
        return call


@dataclass(frozen=True, slots=True)
class Bid(Call):
    """An undertaking to win `level` odd tricks in a strain. Level 8 exists only to be refused."""

    level: int
    strain: Strain


PASS = Call("Pass")
DOUBLE = Call("X")
REDOUBLE = Call("XX")
SKIPPED = Call("^S")
"""This seat was passed over by an accepted call out of rotation."""

BIDS: dict[tuple[int, Strain], Bid] = {
    (level, strain): Bid(f"{level}{strain}", level, strain)
    for level in range(1, 9)
    for strain in Strain
}
CALLS: dict[str, Call] = {
    **dict.fromkeys(("Pass", "PASS", "P", "pass", "p"), PASS),
    **dict.fromkeys(("X", "x", "D", "d", "DBL", "DOUBLE"), DOUBLE),
    **dict.fromkeys(("XX", "xx", "R", "r", "RDBL", "REDBL", "REDOUBLE"), REDOUBLE),
    **{bid.name: bid for bid in BIDS.values()},
    **{f"{level}N": BIDS[level, Strain.NOTRUMP] for level in range(1, 9)},
}
"""Spelling -> call; look up as written first, then in upper case."""


class Doubling(Enum):
    """Whether the final bid was doubled; the value is the factor on the trick score."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4

    def __str__(self) -> str:
        return {1: "", 2: "X", 4: "XX"}[self.value]


@dataclass(frozen=True, slots=True)
class Contract:
    """What was undertaken: level, strain, doubling.

    A deal passed out has level 0 and no strain. An end position names only its strain, and
    bridge before the auction only the trumps: there the level is None.
    `factor` is what the trick score is multiplied by: 1, 2, 4, and in bridge-whist 8, 16 ...
    """

    level: int | None
    strain: Strain | None
    factor: int = 1

    PASSED_OUT: ClassVar[Contract]

    @property
    def is_passed_out(self) -> bool:
        """Nobody bid."""
        return self.level == 0

    def __str__(self) -> str:
        """As in PBN: 3NT, 4SX, Pass; further doublings of bridge-whist as more X.

        >>> str(Contract(4, Strain.SPADES, 4))
        '4SXX'
        """
        if self.level == 0:
            return "Pass"
        level = "" if self.level is None else str(self.level)
        return f"{level}{self.strain}" + "X" * (self.factor.bit_length() - 1)

    @classmethod
    def parse(cls, text: str) -> Contract:
        """The contract of Pass, or level, denomination and X, XX (either case, N for NT).

        ParseError for anything else.

        >>> Contract.parse("3nx").factor
        2
        """
        known = CONTRACTS[text]
        if known is None:
            raise parse_error(
                "contract-syntax", f"{text!r} is no contract: Pass, or like 3NT, 4SX, 4SXX", text
            )
        return known


Contract.PASSED_OUT = Contract(0, None)


class _Contracts(dict[str, Contract | None]):
    """Spelling -> contract, None for what is none; filled as asked."""

    def __missing__(self, text: str) -> Contract | None:
        found = self._read(text.upper()) if text.isascii() else None
        if len(self) < 5_000 and len(text) < 16:
            self[text] = found
        return found

    @staticmethod
    def _read(text: str) -> Contract | None:
        if text in ("PASS", "P"):
            return Contract.PASSED_OUT
        body = text.rstrip("X")
        doublings = len(text) - len(body)
        level: int | None = None
        if body[:1] in tuple("12345678"):
            level, body = int(body[0]), body[1:]
        strain = STRAIN_BY_NAME.get(body)
        if strain is None or (level is not None and doublings > 2) or doublings > 6:
            return None
        return Contract(level, strain, 2**doublings)


CONTRACTS = _Contracts()


class Ending(Enum):
    """How a written auction or play stops: as the laws have it, closed early, or to go on."""

    COMPLETE = ""
    CLOSED = "*"
    TO_CONTINUE = "+"


JUDGEMENTS = ("!", "?", "!!", "??", "!?", "?!")
"""The signs of NAGs 1 to 6 beside a call; beside a card they are NAGs 7 to 12."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is noted beside one call or card: an irregularity (I insufficient bid accepted,
    R revoke, L lead out of turn accepted), a note's number, annotation glyphs (NAGs)."""

    irregularity: str = ""
    note: int | None = None
    nags: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls from `dealer` on, one a seat clockwise; a call that was not recorded is None.

    `marks` holds (index of the call, Mark) pairs in order; `notes` (number, text) pairs;
    `remarks` comments as written, each with the index of the call it follows (-1: none).
    """

    dealer: Seat
    calls: tuple[Call | None, ...]
    ending: Ending = Ending.COMPLETE
    marks: tuple[tuple[int, Mark], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()

    def turns(self) -> Iterator[tuple[Seat, Call | None]]:
        """Each call with the seat that made it."""
        seat = self.dealer
        for call in self.calls:
            yield seat, call
            seat = seat.lho

    @property
    def is_over(self) -> bool:
        """Three passes follow a bid, or four passes began it."""
        passes, bid = 0, False
        for call in self.calls:
            if call is PASS:
                passes += 1
            elif call is not SKIPPED:
                passes = 0
                bid = bid or isinstance(call, Bid)
        return passes >= (3 if bid else 4)

    def outcome(self) -> tuple[Contract, Seat | None] | None:
        """The contract and declarer that the calls lead to, None while they do not say.

        Declarer is the partner who first named the strain of the final bid. A pass-out has no
        declarer. Unrecorded calls leave the outcome unknown.
        """
        calls = self.calls
        if not self.is_over or any(call is None for call in calls):
            return None
        last: Bid | None = None
        at, factor = 0, 1
        for index, call in enumerate(calls):
            if isinstance(call, Bid):
                last, at, factor = call, index, 1
            elif call is DOUBLE:
                factor = 2
            elif call is REDOUBLE:
                factor = 4
        if last is None:
            return Contract.PASSED_OUT, None
        for index in range(at & 1, at + 1, 2):
            call = calls[index]
            if isinstance(call, Bid) and call.strain is last.strain:
                at = index
                break
        return CONTRACT_OF[last.name, factor], self.dealer.plus(at)


CONTRACT_OF: dict[tuple[str, int], Contract] = {
    (bid.name, factor): Contract(bid.level, bid.strain, factor)
    for bid in BIDS.values()
    for factor in (1, 2, 4)
}

FIVE_STRAINS = frozenset(Strain(letters) for letters in ("C", "D", "H", "S", "NT"))
"""The denominations of every law since 1915."""

MAJORITY_ORDER: Mapping[Strain, int] = {
    strain: rank
    for rank, strain in enumerate(
        (
            Strain.LOW_SPADES,
            Strain.CLUBS,
            Strain.DIAMONDS,
            Strain.HEARTS,
            Strain.SPADES,
            Strain.ROYALS,
            Strain.NULLO,
            Strain.NOTRUMP,
        )
    )
}


@dataclass(frozen=True, slots=True)
class AuctionLaw:
    """The part of a rule set that judges auctions.

    Under majority calling a bid outranks another by level, then by strain; under value calling
    by what its odd tricks are worth (`values`, points a trick), then by number of tricks.
    """

    name: str = "contract-rubber"
    source: str = "majority calling"
    value_calling: bool = False
    values: Mapping[Strain, int] = field(default_factory=dict)
    dealer_must_bid: bool = False
    max_level: int = 7
    ranks: Mapping[str, tuple[int, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks = {bid.name: self._rank(bid) for bid in BIDS.values()}
        object.__setattr__(self, "ranks", ranks)

    def rank(self, bid: Bid) -> tuple[int, int]:
        """The key by which a bid must exceed the last one.

        >>> law = AuctionLaw(value_calling=True, values={Strain.SPADES: 9, Strain.CLUBS: 6})
        >>> law.rank(Call.parse("3S")) > law.rank(Call.parse("4C"))
        True
        """
        return self.ranks[bid.name]

    def _rank(self, bid: Bid) -> tuple[int, int]:
        if self.value_calling:
            return bid.level * self.values.get(bid.strain, 0), bid.level
        return bid.level, MAJORITY_ORDER[bid.strain]


MAJORITY = AuctionLaw()


@dataclass(frozen=True, slots=True)
class Irregular:
    """A call that the law does not allow: its index, the problem code, and why in words."""

    index: int
    code: str
    reason: str


def check_auction(auction: Auction, law: AuctionLaw = MAJORITY) -> list[Irregular]:
    """Every call that is not legal where it stands, and every ^I that marks a sufficient bid.

    A call judged illegal still counts for what follows, as it does at the table once accepted.
    """
    found: list[Irregular] = []
    judge, marks = _Judge(law), dict(auction.marks)
    seat = int(auction.dealer)
    for index, call in enumerate(auction.calls):
        if call is not SKIPPED:
            accepted = index in marks and marks[index].irregularity == "I"
            for code, reason in judge.faults(call, seat & 1, accepted):
                found.append(Irregular(index, code, reason))
        seat += 1
    return found


_EIGHTS = "bids of eight were once made to save a rubber, until the code of 1926"
Fault = tuple[str, str]
"""A problem code and why, in words."""


class _Judge:
    """Follows an auction: the last bid, who made it, how it was doubled, the passes since."""

    __slots__ = ("doubt", "factor", "last", "law", "passes", "side", "spoken")

    def __init__(self, law: AuctionLaw) -> None:
        self.law = law
        self.last: Bid | None = None
        self.side = 0
        self.factor = 1
        self.passes = 0
        self.spoken = False
        self.doubt = False

    def faults(self, call: Call | None, side: int, accepted: bool) -> list[Fault]:
        """What is wrong with the next call; `accepted`: it is marked as insufficient (^I)."""
        wrong: list[Fault] = []
        if self.passes >= 3 and (self.last is not None or self.passes >= 4) and not self.doubt:
            wrong.append(("call-after-end", f"{call or '-'} after the auction is over"))
        if call is PASS:
            if not self.spoken and self.law.dealer_must_bid:
                wrong.append(("dealer-must-bid", f"under {self.law.name} the dealer must bid"))
            self.passes += 1
        else:
            self.passes = 0
            if isinstance(call, Bid):
                wrong += self._bid(call, side, accepted)
            elif call is None:
                self.doubt = True
            else:
                wrong += self._double(side) if call is DOUBLE else self._redouble(side)
        self.spoken = True
        return wrong

    def _bid(self, bid: Bid, side: int, accepted: bool) -> list[Fault]:
        wrong: list[Fault] = []
        law, last = self.law, self.last
        if bid.level > law.max_level:
            reason = f"{bid} is impossible: {law.max_level} is the highest level ({_EIGHTS})"
            wrong.append(("bid-level-8", reason))
        if bid.strain not in (law.values or FIVE_STRAINS):
            named = f"{bid.strain.name.lower().replace('_', ' ')} ({bid.strain})"
            wrong.append(("strain-unknown", f"{named} cannot be bid under {law.name}"))
        sufficient = last is None or law.ranks[bid.name] > law.ranks[last.name]
        if not sufficient and not accepted:
            reason = f"{bid} does not outrank {last} under {law.name} ({law.source})"
            wrong.append(("bid-insufficient", reason))
        elif sufficient and accepted and not self.doubt:
            wrong.append(("bid-sufficient", f"{bid} is marked ^I but outranks the last bid"))
        self.last, self.side, self.factor = bid, side, 1
        return wrong

    def _double(self, side: int) -> list[Fault]:
        factor, self.factor = self.factor, 2
        if self.last is None:
            return [] if self.doubt else [("double-wrong", "nothing to double: no bid yet")]
        if self.side == side:
            return [("double-wrong", f"{self.last} is the doubler's own side's bid")]
        return [("double-wrong", f"{self.last} is doubled already")] if factor > 1 else []

    def _redouble(self, side: int) -> list[Fault]:
        factor, self.factor = self.factor, 4
        if factor == 2:
            own = self.side == side
            return (
                [] if own else [("redouble-wrong", "only the side that was doubled may redouble")]
            )
        if self.doubt and factor == 1:
            return []
        why = "is redoubled already" if factor == 4 else "is not doubled"
        return [("redouble-wrong", f"{self.last or 'the contract'} {why}")]
