"""Plainly spelled records of PBN, read fast: no fault, no comment, one tag a line.

Whatever is not plain is left to the careful reader, which finds the words for it.
"""

from __future__ import annotations

import re
from itertools import starmap
from typing import Any

from abtools.auction import PASS, Auction, Ending
from abtools.board import Board, Tag
from abtools.cards import HOLDINGS, Deal, Hand, Seat
from abtools.formats.pbn.sections import PLAIN_CALLS, PLAIN_CARDS
from abtools.formats.pbn.spans import BoardSpans
from abtools.formats.pbn.tags import BLANK, FREE, TABLES, is_known
from abtools.formats.pbn.values import meaning
from abtools.play import Play

_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_TRICKS = {str(n): n for n in range(14)}
_UNSET: Any = object()
_MEANINGS_KEPT = 50_000
_CAREFUL = frozenset(("Note", "ScoreRubberHistory", "Honours", "Chicane", "Adjustments"))
"""Tags whose meaning needs more than their own value, or is rare."""

Items = list[tuple[str, str, str]]


class PlainReader:
    """Reads plain records; remembers the meaning of values, which repeat."""

    def __init__(self, remarked: set[str]) -> None:
        self._remarked = remarked
        self._meanings: dict[tuple[str, str], Any] = {}

    def board(self, record: BoardSpans, items: Items, fields: dict[str, str]) -> Board | None:
        """The board of a plainly spelled record without any fault; None to look closer."""
        meanings = self._meanings
        if len(meanings) > _MEANINGS_KEPT:
            meanings.clear()
        auction_body = play_body = ""
        for index, (name, value, body) in enumerate(items):
            if body:
                items[index] = (name, value, body.strip(BLANK))
                if name == "Auction":
                    auction_body = body
                elif name == "Play":
                    play_body = body
                else:
                    return None
            if name in FREE:
                if value[:1] == "#":
                    return None
            elif name == "Deal" or (name == "Board" and _NUMBER.fullmatch(value)):
                pass
            elif (meaning := meanings.get((name, value), _UNSET)) is _UNSET:
                if not self._learn(name, value):
                    return None
            elif meaning is None and value not in ("", "?"):
                return None
        get = fields.get
        deal = None
        if written := get("Deal"):
            deal = _plain_deal(written)
            if deal is None:
                return None
        declarer, swapped, tricks, agreed = None, False, None, False
        if stated := get("Declarer"):
            declared = meanings["Declarer", stated]
            if declared is not None:
                declarer, swapped = declared.seat, declared.swapped
        dealer = meanings["Dealer", get("Dealer", "")] if "Dealer" in fields else None
        contract = meanings["Contract", get("Contract", "")] if "Contract" in fields else None
        auction = play = None
        if "Auction" in fields:
            first = meanings["Auction", fields["Auction"]]
            if first is None or dealer is None:
                return None
            auction = _plain_auction(first, dealer, auction_body)
            if auction is None:
                return None
        if "Play" in fields:
            first = meanings["Play", fields["Play"]]
            if first is None or declarer is None or contract is None or deal is None:
                return None
            play = _plain_play(first, play_body)
            if play is None:
                return None
        if stated := get("Result"):
            tricks = _TRICKS.get(stated)
            if tricks is None and stated != "?":
                return None
            if declarer is None or (contract is not None and contract.is_passed_out):
                return None
        return Board(
            number=get("Board") if get("Board") not in ("", "?") else None,
            dealer=dealer,
            vulnerability=meanings["Vulnerable", fields["Vulnerable"]]
            if "Vulnerable" in fields
            else None,
            deal=deal,
            declarer=declarer,
            contract=contract,
            tricks=tricks,
            auction=auction,
            play=play,
            declarer_swapped=swapped,
            tricks_agreed=agreed,
            tags=tuple(starmap(Tag, items)),
            spans=record,
        )

    def _learn(self, name: str, value: str) -> bool:
        """Find out whether a tag's value is plain; remember its meaning. False: look closer."""
        if value[:1] == "#" or name in TABLES or name in _CAREFUL:
            return False
        if value in ("", "?"):
            self._meanings[name, value] = None
            return name not in ("Auction", "Play")
        if not is_known(name) and name not in self._remarked:
            return False
        faults: list[str] = []
        found = meaning(name, value, lambda code, *_: faults.append(code))
        if faults or found is None:
            return False
        self._meanings[name, value] = found
        return True


def _plain_deal(text: str) -> Deal | None:
    """The deal of a value spelled as PBN has it; None for anything else."""
    first = "NESW".find(text[0])
    written = text[2:].split(" ")
    if first < 0 or text[1:2] != ":" or len(written) != 4:
        return None
    hands: list[Hand | None] = []
    for hand in written:
        if hand == "-":
            hands.append(None)
            continue
        suits = hand.split(".")
        if len(suits) != 4 or hand == "...":
            return None
        spades, hearts = HOLDINGS[suits[0]], HOLDINGS[suits[1]]
        diamonds, clubs = HOLDINGS[suits[2]], HOLDINGS[suits[3]]
        if spades is None or hearts is None or diamonds is None or clubs is None:
            return None
        hands.append(Hand(spades << 48 | hearts << 32 | diamonds << 16 | clubs))
    if first:
        hands = hands[-first:] + hands[:-first]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _plain_auction(first: Seat, dealer: Seat, body: str) -> Auction | None:
    """An auction of plainly spelled calls from the dealer on; None for anything else."""
    written = body.split()
    all_pass = bool(written) and written[-1] == "AP"
    if all_pass:
        written.pop()
    start = 0
    while start < len(written) and written[start] == "-":
        start += 1
    if not written[start:] and not all_pass:
        return None
    if first.plus(start) is not dealer:
        return None
    calls = [PLAIN_CALLS.get(word) for word in written[start:]]
    if None in calls:
        return None
    if all_pass:
        passes = 0
        while passes < len(calls) and calls[-1 - passes] is PASS:
            passes += 1
        missing = (4 if passes == len(calls) else 3) - passes
        if missing <= 0:
            return None
        calls += [PASS] * missing
    return Auction(dealer, tuple(calls))


def _plain_play(first: Seat, body: str) -> Play | None:
    """A play of plainly spelled cards; None for anything else."""
    written = body.split()
    ending = Ending.COMPLETE
    if written and written[-1] == "*":
        written.pop()
        ending = Ending.CLOSED
    cards = [PLAIN_CARDS.get(word) for word in written]
    if None in cards and any(
        card is None and word != "-" for card, word in zip(cards, written, strict=True)
    ):
        return None
    if not cards and ending is Ending.COMPLETE:
        return None
    return Play(first, tuple(cards), ending)
