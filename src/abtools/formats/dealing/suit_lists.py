"""Four hands as suit marks each followed by ranks: the DGE part, and the HRF record."""

from __future__ import annotations

from collections.abc import Mapping

from abtools.cards import SUIT_MASK, Card, Deal, Rank, Seat, Suit
from abtools.formats.dealing.deck import RANK_BITS, deal_of_bits
from abtools.formats.dealing.machine import MachineStream

LENGTH = 68
_PIPS = {"\x06": Suit.SPADES, "\x03": Suit.HEARTS, "\x04": Suit.DIAMONDS, "\x05": Suit.CLUBS}
_LETTERS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}


class SuitMarks:
    """The characters that stand before the ranks of each suit."""

    def __init__(self, marks: Mapping[str, Suit], words: str) -> None:
        self.marks = marks
        self.words = words
        self._by_suit = [(mark, suit * 16) for mark, suit in marks.items()]

    def read(self, stream: MachineStream, offset: int) -> Deal | None:
        """The deal at an offset; None, and problems, when there is none."""
        text = stream.source.text[offset : offset + LENGTH]
        bits = [0, 0, 0, 0]
        seat, suit, begun, seen, sound = 0, -1, set[int](), 0, True
        for at, letter in enumerate(text):
            if letter in self.marks:
                suit = int(self.marks[letter])
                if suit in begun:
                    seat, begun = seat + 1, set()
                begun.add(suit)
                if seat > 3:
                    stream.report("deal-syntax", "a fifth hand begins here", offset + at, 1)
                    return None
                continue
            if letter in "\0 ":
                break  # the padding begins early: a hand is short
            rank = RANK_BITS.get(letter)
            if rank is None or suit < 0:
                wanted = "a rank A K Q J T 9 to 2" + (
                    f" or {self.words}" if suit >= 0 else f" after {self.words}"
                )
                stream.report("character-bad", f"{letter!r} where {wanted} is expected",
                              offset + at, 1)  # fmt: skip
                return None
            card = rank << suit * 16
            if seen & card:
                name = Card(Suit(suit), Rank(rank.bit_length() - 1))
                owner = next(s for s in Seat if bits[s] & card)
                where = f"is in {owner} and in {Seat(seat)}"
                if owner == seat:
                    where = f"stands twice in {owner}"
                stream.report("deal-card-twice", f"{name} {where}", offset + at, 1)
                sound = False
            seen |= card
            bits[seat] |= card
        if not sound:
            return None
        return stream.sized(deal_of_bits(bits), offset, len(text))

    def write(self, deal: Deal) -> str:
        """The four hands of a complete deal."""
        return "".join(
            mark + _RANKS[bits >> shift & SUIT_MASK]
            for bits in deal.bits
            for mark, shift in self._by_suit
        )


class _Ranks(dict[int, str]):
    """Bits of one suit -> its ranks, high to low; filled as asked."""

    def __missing__(self, bits: int) -> str:
        text = "".join(str(rank) for rank in reversed(Rank) if bits >> rank & 1)
        self[bits] = text
        return text


_RANKS = _Ranks()

PIPS = SuitMarks(_PIPS, "a suit mark (bytes 3 to 6)")
LETTERS = SuitMarks(_LETTERS, "a suit letter S H D C")
