"""How text may look where it is going: symbols or letters, colour or none, and how wide."""

from __future__ import annotations

from dataclasses import dataclass

from abtools.auction import Contract, Strain
from abtools.cards import Suit

SYMBOLS = "♣♦♥♠×─│┼═╪…–"
"""Every character outside ASCII that reports use; an output has them all, or gets letters."""

_ASCII = str.maketrans("─│┼═╪…–×♣♦♥♠", "-|+=+~-xCDHS")
_RED, _BOLD, _DIM, _OFF = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style:
    """What the output can show; `width` in columns."""

    symbols: bool = True
    colour: bool = False
    width: int = 80

    def text(self, text: str) -> str:
        """Rules and signs of a report as this output can carry them."""
        return text if self.symbols else text.translate(_ASCII)

    def strain(self, strain: Strain) -> str:
        """A denomination: its pip (red for hearts and diamonds) or its letter."""
        if not self.symbols:
            return str(strain)
        pip = strain.symbol
        return f"{_RED}{pip}{_OFF}" if self.colour and pip in "♥♦" else pip

    def contract(self, contract: Contract | None) -> str:
        """A contract as on a score card: 3NT, 4♠×, 4♠××, Pass; "" when it is not recorded.

        >>> Style(symbols=False).contract(Contract.parse("4SXX"))
        '4Sxx'
        """
        if contract is None:
            return ""
        if contract.strain is None:
            return str(contract)
        level = "" if contract.level is None else str(contract.level)
        doubled = "×" * (contract.factor.bit_length() - 1)
        return level + self.strain(contract.strain) + self.text(doubled)

    def red_suit(self, suit: Suit, text: str) -> str:
        """A suit's pip or letter, red for hearts and diamonds."""
        return self.red(text) if suit in (Suit.DIAMONDS, Suit.HEARTS) else text

    def bold(self, text: str) -> str:
        """Text that stands out, where the output has colour."""
        return f"{_BOLD}{text}{_OFF}" if self.colour and text else text

    def dim(self, text: str) -> str:
        """Text that stands back, where the output has colour."""
        return f"{_DIM}{text}{_OFF}" if self.colour and text else text

    def red(self, text: str) -> str:
        """Text that warns, where the output has colour."""
        return f"{_RED}{text}{_OFF}" if self.colour and text else text


def visible(text: str) -> str:
    """Text from a file made safe to show: control characters as escapes, one line.

    >>> visible("North\\x1b[2J\\n")
    'North\\\\x1b[2J\\\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
