"""JSON lines: one board a line, everything that a Board holds. The exchange form between tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from abtools.auction import CALLS, SKIPPED, Auction, Call, Contract, Ending, Mark
from abtools.board import Adjustment, Board, Tag, Vulnerability
from abtools.cards import Card, Deal, Seat, Side
from abtools.formats.files import Content
from abtools.formats.pieces import TextFile
from abtools.formats.records import RecordSpans
from abtools.play import Play
from abtools.problems import Problem, SourceText, Span

SCHEMA = "abtools.board/1"


class JsonStream:
    """The boards of a JSON lines file one after the other; `problems` grows as they come."""

    def __init__(self, content: Content, name: str) -> None:
        self.source = TextFile(content, name)
        self.problems: list[Problem] = []

    def __iter__(self) -> Iterator[Board]:
        for number, line in enumerate(self.source.lines(), 1):
            if line.strip():
                yield from self._board(line, number)

    def strict_problems(self, board: Board) -> list[Problem]:
        """JSON lines have one form only."""
        return []

    def _board(self, line: str, number: int) -> Iterator[Board]:
        whole = Span(self.source.name, number, 1, len(line))
        try:
            found = json.loads(line, object_pairs_hook=_once, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            at = min(getattr(error, "pos", 0), len(line))
            self._report(
                f"no JSON: {getattr(error, 'msg', error)}", replace(whole, column=at + 1, length=0)
            )
            return
        if not isinstance(found, dict):
            self._report("a JSON object expected, one a line", whole)
            return
        try:
            yield from_json(found, RecordSpans(whole))
        except KeyError as error:
            self._report(f"no board: the key {error} is missing", whole)
        except (ValueError, TypeError, AttributeError, IndexError) as error:
            at = max(0, line.find(f'"{error.args[1]}"')) if len(error.args) > 1 else 0
            length = len(error.args[1]) + 2 if at else len(line)
            self._report(f"no board: {error.args[0]}", replace(whole, column=at + 1, length=length))

    def _report(self, message: str, span: Span) -> None:
        self.problems.append(Problem("json-syntax", span, message))


stream = JsonStream


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; ValueError for a key that stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def looks_like(head: str) -> bool:
    """Whether a text begins as JSON lines of boards do."""
    return head.lstrip().startswith("{") and '"' in head


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a file with these boards; nothing is left out."""
    for board in boards:
        text = json.dumps(to_json(board), ensure_ascii=False, separators=(",", ":"))
        yield text.encode("utf-8", "backslashreplace") + b"\n"


def to_json(board: Board) -> dict[str, Any]:
    """A board as JSON values; what is not recorded is left out."""
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "board": board.number,
        "dealer": _text(board.dealer),
        "vulnerable": _text(board.vulnerability),
        "deal": _text(board.deal),
        "declarer": _text(board.declarer),
        "contract": _text(board.contract),
        "tricks": board.tricks,
        "auction": None if board.auction is None else _auction_to_json(board.auction),
        "play": None if board.play is None else _play_to_json(board.play),
        "honours": None if board.honours is None else list(board.honours),
        "chicane": None if board.chicane is None else [str(seat) for seat in board.chicane],
        "adjustments": [
            {"side": str(a.side), "column": a.column, "points": a.points, "reason": a.reason}
            for a in board.adjustments
        ]
        or None,
        "declarer_swapped": board.declarer_swapped or None,
        "tricks_agreed": board.tricks_agreed or None,
        "tags": [_tag_to_json(tag) for tag in board.tags] or None,
        "preamble": board.preamble or None,
        "postscript": board.postscript or None,
    }
    return {key: value for key, value in found.items() if value is not None}


def from_json(found: dict[str, Any], spans: Any = None) -> Board:
    """The board of JSON values as `to_json` makes them.

    Raises ValueError, with words, for a key that is not known or a value that is none.
    """
    unknown = found.keys() - _KEYS
    if unknown:
        raise ValueError(f"unknown key {min(unknown)!r}", min(unknown))
    get = found.get
    if get("schema", SCHEMA) != SCHEMA:
        raise ValueError(f"schema {get('schema')!r}: {SCHEMA} expected", "schema")
    adjustments = tuple(map(_adjustment, get("adjustments") or ()))
    honours = get("honours")
    if honours is not None:
        counts = [None if count is None else _whole(count) for count in honours]
        if len(counts) != 4 or any(not 0 <= count <= 5 for count in counts if count is not None):
            raise ValueError("honours: four numbers 0 to 5 (or null) expected, N E S W", "honours")
        honours = (counts[0], counts[1], counts[2], counts[3])
    return Board(
        number=_optional(_number, get("board")),
        dealer=_optional(Seat.parse, get("dealer")),
        vulnerability=_optional(Vulnerability.parse, get("vulnerable")),
        deal=_optional(Deal.parse, get("deal")),
        declarer=_optional(Seat.parse, get("declarer")),
        contract=_optional(Contract.parse, get("contract")),
        tricks=_tricks(get("tricks")),
        auction=_optional(_auction_from_json, get("auction")),
        play=_optional(_play_from_json, get("play")),
        honours=honours,
        chicane=_optional(lambda seats: tuple(Seat.parse(s) for s in seats), get("chicane")),
        adjustments=adjustments,
        declarer_swapped=_truth(get("declarer_swapped"), "declarer_swapped"),
        tricks_agreed=_truth(get("tricks_agreed"), "tricks_agreed"),
        tags=tuple(_tag_from_json(tag) for tag in get("tags") or ()),
        preamble=str(get("preamble") or ""),
        postscript=str(get("postscript") or ""),
        spans=spans,
    )


_KEYS = {
    *("schema", "board", "dealer", "vulnerable", "deal", "declarer", "contract", "tricks"),
    *("auction", "play", "honours", "chicane", "adjustments", "declarer_swapped"),
    *("tricks_agreed", "tags", "preamble", "postscript"),
}


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _optional(read: Any, value: Any) -> Any:
    return None if value is None else read(value)


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _adjustment(found: Any) -> Adjustment:
    side, column, points = Side(found["side"]), _column(found["column"]), _whole(found["points"])
    return Adjustment(side, column, points, str(found.get("reason", "")))


def _number(value: Any) -> str:
    """A board's number: a text, or a whole number as spreadsheets have it."""
    return value if isinstance(value, str) else str(_whole(value))


def _truth(value: Any, key: str) -> bool:
    if value not in (None, True, False) or (isinstance(value, int) and not isinstance(value, bool)):
        raise ValueError(f"{key}: true or false expected", key)
    return bool(value)


def _tricks(value: Any) -> int | None:
    if value is not None and not 0 <= _whole(value) <= 13:
        raise ValueError(f"tricks {value} are not 0 to 13")
    found: int | None = value
    return found


def _column(value: Any) -> str:
    if value not in ("below", "above"):
        raise ValueError(f"column {value!r}: below or above expected")
    return str(value)


def _tag_to_json(tag: Tag) -> list[str]:
    """[name, value], then body and written only where they say something."""
    if tag.written is not None:
        return [tag.name, tag.value, tag.body, tag.written]
    return [tag.name, tag.value, tag.body] if tag.body else [tag.name, tag.value]


def _tag_from_json(found: Any) -> Tag:
    if not isinstance(found, list) or not 2 <= len(found) <= 4:
        raise ValueError("tags: lists of name and value expected")
    if not all(isinstance(part, str) for part in found):
        raise ValueError("tags: names and values are texts", "tags")
    return Tag(*found)


def _section_to_json(section: Auction | Play) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if section.ending is not Ending.COMPLETE:
        found["ending"] = section.ending.value
    if section.marks:
        found["marks"] = [
            [at, mark.irregularity, mark.note, list(mark.nags)] for at, mark in section.marks
        ]
    if section.notes:
        found["notes"] = [list(note) for note in section.notes]
    if section.remarks:
        found["remarks"] = [list(remark) for remark in section.remarks]
    return found


def _section_from_json(found: dict[str, Any]) -> dict[str, Any]:
    unknown = found.keys() - {"dealer", "first", "calls", "cards", *_SECTION_KEYS}
    if unknown:
        raise ValueError(f"unknown key {min(unknown)!r}")
    return {
        "ending": Ending(found.get("ending", "")),
        "marks": tuple(
            (_whole(at), _mark(irregularity, note, nags))
            for at, irregularity, note, nags in found.get("marks", ())
        ),
        "notes": tuple((_whole(number), str(text)) for number, text in found.get("notes", ())),
        "remarks": tuple((_whole(at), str(text)) for at, text in found.get("remarks", ())),
    }


def _mark(irregularity: Any, note: Any, nags: Any) -> Mark:
    if irregularity not in ("", "I", "R", "L", "+"):
        raise ValueError(f"marks: {irregularity!r} is no irregularity (I, R, L or +)", "marks")
    return Mark(irregularity, _optional(_whole, note), tuple(map(_whole, nags)))


_SECTION_KEYS = {"ending", "marks", "notes", "remarks"}


def _auction_to_json(auction: Auction) -> dict[str, Any]:
    calls = [_text(call) for call in auction.calls]
    return {"dealer": str(auction.dealer), "calls": calls, **_section_to_json(auction)}


def _auction_from_json(found: Any) -> Auction:
    calls = tuple(_optional(_call, call) for call in found["calls"])
    return Auction(Seat.parse(found["dealer"]), calls, **_section_from_json(found))


def _call(text: str) -> Call:
    if text == SKIPPED.name:
        return SKIPPED
    if text not in CALLS:
        raise ValueError(f"{text!r} is no call")
    return CALLS[text]


def _play_to_json(play: Play) -> dict[str, Any]:
    cards = [_text(card) for card in play.cards]
    return {"first": _text(play.first), "cards": cards, **_section_to_json(play)}


def _play_from_json(found: Any) -> Play:
    first = _optional(Seat.parse, found["first"])
    cards = tuple(_optional(Card.parse, card) for card in found["cards"])
    return Play(first, cards, **_section_from_json(found))
