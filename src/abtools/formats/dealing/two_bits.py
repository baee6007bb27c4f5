"""Thirteen bytes for a deal: four owners of two bits each, the first highest, rank by rank."""

from __future__ import annotations

from abtools.cards import Deal
from abtools.formats.dealing.deck import BY_RANK, deal_of, owners_of

LENGTH = 13
_OWNERS = tuple(tuple(byte >> shift & 3 for shift in (6, 4, 2, 0)) for byte in range(256))


def deal_of_bytes(packed: bytes, offset: int = 0) -> Deal:
    """The deal in thirteen bytes; `offset` was added to each owner (N E S W = 0 to 3, modulo 4)."""
    owners = [owner - offset & 3 for byte in packed for owner in _OWNERS[byte]]
    return deal_of(owners, BY_RANK)


def bytes_of(deal: Deal, offset: int = 0) -> bytes:
    """The thirteen bytes of a complete deal."""
    owners = [owner + offset & 3 for owner in owners_of(deal, BY_RANK)]
    return bytes(
        owners[at] << 6 | owners[at + 1] << 4 | owners[at + 2] << 2 | owners[at + 3]
        for at in range(0, 52, 4)
    )
