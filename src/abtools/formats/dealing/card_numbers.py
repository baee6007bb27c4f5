"""Thirty-nine card numbers 01 to 52: the hands North, East, South of a BRI record."""

from __future__ import annotations

from abtools.cards import Deal, Seat
from abtools.formats.dealing.deck import BITS_BY_SUIT, BY_SUIT, deal_of_bits, owners_of
from abtools.formats.records import RecordStream

LENGTH = 78
_DIGITS = frozenset("0123456789")
_ALL = sum(BITS_BY_SUIT)


def read_numbers(stream: RecordStream, offset: int) -> Deal | None:
    """The deal whose numbers stand at an offset; None, and problems, when they are no deal."""
    text = stream.source.text[offset : offset + LENGTH]
    if not _DIGITS.issuperset(text):
        at = next(index for index, letter in enumerate(text) if letter not in _DIGITS)
        message = f"{text[at]!r} where the digits of a card 01 to 52 are expected"
        stream.report("character-bad", message, offset + at, 1)
        return None
    seen: dict[int, int] = {}
    bits = [0, 0, 0, 0]
    sound = True
    for index in range(39):
        at = index * 2
        number = int(text[at : at + 2])
        if not 1 <= number <= 52:
            message = f"{number:02}: cards have the numbers 01 to 52"
            stream.report("deal-syntax", message, offset + at, 2)
            sound = False
        elif number in seen:
            first = Seat(seen[number] // 13)
            message = (
                f"{BY_SUIT[number - 1]} ({number:02}) is in {first} and in {Seat(index // 13)}"
                if first != index // 13
                else f"{BY_SUIT[number - 1]} ({number:02}) stands twice in {first}"
            )
            stream.report("deal-card-twice", message, offset + at, 2)
            sound = False
        else:
            seen[number] = index
            bits[index // 13] |= BITS_BY_SUIT[number - 1]
    if not sound:
        return None
    bits[3] = _ALL ^ bits[0] ^ bits[1] ^ bits[2]
    return deal_of_bits(bits)


def numbers_of(deal: Deal) -> str:
    """The numbers of a complete deal, rising in each hand."""
    hands = ["", "", "", ""]
    for number, owner in enumerate(owners_of(deal, BY_SUIT), 1):
        hands[owner] += f"{number:02}"
    return hands[0] + hands[1] + hands[2]
