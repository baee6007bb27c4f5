"""Boards as a USEBIO 1.2 event: travellers by board number, and the set of hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from abtools.board import Board, outcome
from abtools.cards import Hand, Seat, Suit
from abtools.formats.carried import otherwise
from abtools.problems import Problem

_EVENT_OF_SCORING = {
    "MP": "MP_PAIRS",
    "IMP;Butler": "BUTLER_PAIRS",
    "IMP;Cross": "CROSS_IMP",
    "IMP": "TEAMS",
}
_POINTS_OF_EVENT = {"BUTLER_PAIRS": "BUTLER_POINTS", "CROSS_IMP": "CROSS_IMP_POINTS"}
_SIDED = re.compile(r"(NS|EW) (\S+)")


@dataclass(frozen=True, slots=True)
class Event:
    """Boards sorted as the file has them: travellers by number, then hands nobody played."""

    travellers: dict[str, list[Board]]
    deals: dict[str, Board]
    left_out: list[Board]

    def in_order(self) -> list[Board]:
        """The boards as a reader meets them."""
        played = [board for lines in self.travellers.values() for board in lines]
        return played + [b for number, b in self.deals.items() if number not in self.travellers]


def sort_boards(boards: Iterable[Board]) -> Event:
    """Sort boards into an event; those that tell neither a result nor new hands are left out."""
    event = Event({}, {}, [])
    for board in boards:
        number = board.number or ""
        is_new = number not in event.deals and any(_hands(board))
        if is_new:
            event.deals[number] = board
        if _is_line(board):
            event.travellers.setdefault(number, []).append(board)
        elif not is_new:
            event.left_out.append(board)
    for number in event.deals.keys() & event.travellers.keys():
        alone = event.deals[number]
        if not _is_line(alone):
            event.left_out.append(alone)
    return event


def _is_line(board: Board) -> bool:
    """Whether a board is a line of a traveller."""
    told = any(board.tag(name) for name in ("AdjustedScore", "PairNS", "PairEW"))
    return told or outcome(board).contract is not None or bool(_for_ns(board.tag("Score")))


def dump(
    boards: Iterable[Board], reread: Callable[[bytes], Iterable[Board]], problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of a USEBIO file. It is read again at once; what comes back otherwise is told."""
    event = sort_boards(boards)
    order = event.in_order()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">',
        '<USEBIO Version="1.2">',
        *_event(event, order),
        *_handset(event),
        "</USEBIO>",
    ]
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    for board in event.left_out:
        message = "left out: neither a result nor hands that are not there already"
        problems.append(board.problem("not-carried", message, "Board"))
    for board, again in zip(order, reread(data), strict=True):
        problems += otherwise(board, again, "usebio")
    yield data


def _element(name: str, value: str) -> str:
    allowed = "".join(c for c in value if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff"))
    return f"<{name}>{escape(allowed)}</{name}>"


def _event(event: Event, order: list[Board]) -> Iterator[str]:
    """The event as its first board tells of it, its pairs, its travellers."""
    first = order[0] if order else Board()
    kind = _EVENT_OF_SCORING.get(first.tag("Scoring") or "")
    yield f'<EVENT EVENT_TYPE="{kind}">' if kind else "<EVENT>"
    for name, value in (
        ("EVENT_DESCRIPTION", first.tag("Event")),
        ("VENUE", first.tag("Site")),
        ("DATE", _day(first.tag("Date"))),
        ("PROGRAM_NAME", first.tag("Generator")),
    ):
        if value and value not in ("?", "-"):
            yield _element(name, value)
    yield from _participants(order)
    for number, lines in event.travellers.items():
        yield "<BOARD>"
        yield _element("BOARD_NUMBER", number)
        for board in lines:
            yield from _line(board, kind)
        yield "</BOARD>"
    yield "</EVENT>"


def _day(date: str | None) -> str:
    parts = (date or "").split(".")
    return "/".join(reversed(parts)) if len(parts) == 3 and "?" not in (date or "") else ""


def _participants(boards: list[Board]) -> Iterator[str]:
    pairs: dict[tuple[str, str], str] = {}
    for board in boards:
        for side in ("NS", "EW"):
            number = board.tag(f"Pair{side}")
            if number and number != "?":
                pairs.setdefault((number, side), board.tag(f"Names{side}") or "")
    if pairs:
        yield "<PARTICIPANTS>"
        for (number, side), names in pairs.items():
            players = [name.strip() for name in names.split(";") if name.strip()]
            yield "<PAIR>" + _element("PAIR_NUMBER", number) + _element("DIRECTION", side)
            yield from (
                "<PLAYER>" + _element("PLAYER_NAME", player) + "</PLAYER>" for player in players
            )
            yield "</PAIR>"
        yield "</PARTICIPANTS>"


def _line(board: Board, kind: str | None) -> Iterator[str]:
    came = outcome(board)
    yield "<TRAVELLER_LINE>"
    for side in ("NS", "EW"):
        number = board.tag(f"Pair{side}")
        if number and number != "?":
            yield _element(f"{side}_PAIR_NUMBER", number)
    if came.contract is not None:
        yield _element("CONTRACT", str(came.contract).upper())
    if came.declarer is not None:
        yield _element("PLAYED_BY", str(came.declarer))
    if board.play is not None and board.play.cards and board.play.cards[0] is not None:
        card = board.play.cards[0]
        if came.declarer is not None and board.play.first is came.declarer.lho:
            yield _element("LEAD", str(card)[::-1])
    if came.tricks is not None:
        yield _element("TRICKS", str(came.tricks))
    score = board.tag("AdjustedScore") or _for_ns(board.tag("Score"))
    if score:
        yield _element("SCORE", score)
    for name, points in (
        ("ScoreMP", "MATCH_POINTS"),
        ("ScoreIMP", _POINTS_OF_EVENT.get(kind or "", "BUTLER_POINTS")),
    ):
        for side, value in _SIDED.findall(board.tag(name) or ""):
            yield _element(f"{side}_{points}", value)
    yield "</TRAVELLER_LINE>"


def _for_ns(score: str | None) -> str:
    """A score seen from North-South; "" when the side is not named."""
    words = (score or "").split()
    if len(words) < 2 or words[0] not in ("NS", "EW"):
        return ""
    value = words[1]
    if words[0] == "NS":
        return value
    return value.removeprefix("-") if value.startswith("-") else f"-{value.removeprefix('+')}"


def _hands(board: Board) -> Iterator[tuple[Seat, Hand]]:
    """The hands that a board shows."""
    for seat in Seat:
        hand = None if board.deal is None else board.deal[seat]
        if hand is not None and hand.bits:
            yield seat, hand


def _handset(event: Event) -> Iterator[str]:
    if not event.deals:
        return
    yield "<HANDSET>"
    for number, board in event.deals.items():
        yield "<BOARD>"
        yield _element("BOARD_NUMBER", number)
        for seat, hand in _hands(board):
            yield "<HAND>"
            yield _element("DIRECTION", seat.full_name)
            for suit in Suit:
                yield _element(suit.name, hand.ranks(suit).replace("x", ""))
            yield "</HAND>"
        yield "</BOARD>"
    yield "</HANDSET>"
