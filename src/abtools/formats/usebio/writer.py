"""Boards as a USEBIO 1.2 event: travellers by board number, and the set of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from abtools.board import Board, outcome
from abtools.cards import Deal, Seat, Suit
from abtools.formats.carried import lost
from abtools.problems import Problem, SourceText

_EVENT_OF_SCORING = {"IMP;Butler": "BUTLER_PAIRS", "IMP;Cross": "CROSS_IMP", "IMP": "TEAMS"}
_POINTS_OF_EVENT = {"BUTLER_PAIRS": "BUTLER_POINTS", "CROSS_IMP": "CROSS_IMP_POINTS"}


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The bytes of a USEBIO file; what it cannot hold goes to `problems`."""
    held = list(boards)
    for board in held:
        problems += lost(board, "usebio")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">',
        '<USEBIO Version="1.2">',
        *_event(held),
        *_handset(held),
        "</USEBIO>",
    ]
    yield "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _element(name: str, value: str) -> str:
    allowed = "".join(c for c in value if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff"))
    return f"<{name}>{escape(allowed)}</{name}>"


def _event(boards: list[Board]) -> Iterator[str]:
    first = boards[0] if boards else Board()
    scoring = first.tag("Scoring") or ""
    kind = _EVENT_OF_SCORING.get(scoring, "PAIRS")
    yield f'<EVENT EVENT_TYPE="{kind}">'
    for name, value in (
        ("EVENT_DESCRIPTION", first.tag("Event")),
        ("VENUE", first.tag("Site")),
        ("DATE", _day(first.tag("Date"))),
        ("PROGRAM_NAME", first.tag("Generator")),
    ):
        if value and value not in ("?", "-"):
            yield _element(name, value)
    yield from _participants(boards)
    travellers: dict[str, list[Board]] = {}
    for board in boards:
        if outcome(board).contract is not None or board.tag("Score") or board.tag("AdjustedScore"):
            travellers.setdefault(board.number or "", []).append(board)
    for number, lines in travellers.items():
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


def _line(board: Board, kind: str) -> Iterator[str]:
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
        ("ScoreIMP", _POINTS_OF_EVENT.get(kind, "BUTLER_POINTS")),
    ):
        words = (board.tag(name) or "").split()
        for side, value in zip(words[0::2], words[1::2], strict=False):
            if side in ("NS", "EW"):
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


def _handset(boards: list[Board]) -> Iterator[str]:
    deals: dict[str, Deal] = {}
    for board in boards:
        if board.deal is not None:
            deals.setdefault(board.number or "", board.deal)
    if not deals:
        return
    yield "<HANDSET>"
    for number, deal in deals.items():
        yield "<BOARD>"
        yield _element("BOARD_NUMBER", number)
        for seat in Seat:
            hand = deal[seat]
            if hand is not None:
                yield "<HAND>"
                yield _element("DIRECTION", seat.full_name)
                for suit in Suit:
                    yield _element(suit.name, hand.ranks(suit).replace("x", ""))
                yield "</HAND>"
        yield "</BOARD>"
    yield "</HANDSET>"
