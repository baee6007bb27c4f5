"""Reading PBN: records into boards, every fault into a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import starmap
from typing import Any, NamedTuple

from abtools.auction import PASS, Auction, Ending
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import HOLDINGS, Deal, Hand, Seat
from abtools.formats.pbn.fields import values_of_fields
from abtools.formats.pbn.sections import (
    PLAIN_CALLS,
    PLAIN_CARDS,
    Report,
    Section,
    read_auction,
    read_play,
)
from abtools.formats.pbn.tables import check_table
from abtools.formats.pbn.text import (
    PbnText,
    RecordText,
    Token,
    character_problems,
    records,
    unescape,
)
from abtools.formats.pbn.text import tokens as cut
from abtools.play import Play
from abtools.problems import CODES, ParseError, Problem, Span

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
FREE = frozenset(
    (
        *("Event", "Site", "West", "North", "East", "South", "DealId", "Description", "Generator"),
        *("BidSystemEW", "BidSystemNS", "PairEW", "PairNS", "WestNA", "NorthNA", "EastNA"),
        *("SouthNA", "EventSponsor", "HomeTeam", "VisitTeam", "Section", "Stage", "Table"),
        *("Annotator", "AnnotatorNA", "Application", "Room"),
    )
)
"""Tags of the standard whose value is free text."""

TABLES = frozenset(
    f"{name}Table"
    for name in (
        *("Action", "AuctionTime", "InstantScore", "OptimumPlay", "OptimumResult"),
        *("PlayTime", "Score", "TotalScore"),
    )
)
PRIVATE = frozenset(
    (
        *("BCFlags", "DoubleDummyTricks", "Ability", "Minimax", "DDResults", "ParScore"),
        *("ParContract", "OptimumContract", "VirtualBoard", "VirtualDealer"),
        *("VirtualVulnerable", "Student", "Category", "SkillPath", "Difficulty"),
        *("RotationNote", "Info", "BlockNumber", "Honours", "Chicane", "Adjustments", "Facit"),
    )
)
"""Tags outside the standard that programs are known to write."""

SECTIONS = frozenset(("Auction", "Play"))
NOT_INHERITED = frozenset(
    ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
)
OPENERS = frozenset(("Event", "Board", "Deal"))
"""A second one of these in a record shows that an empty line is missing."""

_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_TRICKS = {str(n): n for n in range(14)}
_HEADER = re.compile(r"%[ \t]*(?:PBN[ \t]+(?P<version>\d+\.\d+)|(?P<export>EXPORT))[ \t]*", re.I)
_OTHER_DATE = re.compile(
    r"\d{8}|\d{4}(?:[-/ ][\d?]{1,2}){1,2}(?:[ T]\d\d:\d\d.*)?|\d{4}\.[\d?]{1,2}\.[\d?]{1,2}"
    r"|\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ]\d{4}"
)
"""Days written in other ways than PBN's, yet clearly days."""
_UNSET: Any = object()
_BLANK = " \t\x0b\n"


class RawTag(NamedTuple):
    """A tag as it stands: its value after inheritance and unescaping, its section, its places."""

    name: str
    value: str
    body: str
    written: str | None
    token: Token
    body_start: int


class BoardSpans(RecordText):
    """A record that can tell where the parts of its board stand."""

    __slots__ = ()

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans; found by reading the record once more."""
        tags = _raw_tags(self.tokens(), self.file.text, self.end)
        part, *inside = part.split(":")
        wanted = {"call": "Auction", "card": "Play", "hand": "Deal"}.get(part, part)
        for tag in tags:
            if tag.name == wanted:
                place = (tag.token.value_start, len(tag.token.value))
                if inside:
                    place = _place_in_deal(tag, *inside) or place
                if wanted != part and index is not None:
                    place = _element_place(tag, part, index) or place
                return self.file.span(*place)
        first = tags[0].token if tags else Token("", self.start, self.start + 1, "")
        return self.file.span(first.start, len(first.text))


def _place_in_deal(tag: RawTag, seat: str, card: str = "") -> tuple[int, int] | None:
    """The place of a hand in a Deal tag, or of a card in it; None in an odd spelling."""
    value = tag.token.value
    if tag.written is not None or value[1:2] != ":" or value[0].upper() not in "NESW":
        return None
    hands = value[2:].split(" ")
    index = ("NESW".index(seat) - "NESW".index(value[0].upper())) % 4
    if len(hands) != 4:
        return None
    at = tag.token.value_start + 2 + sum(len(hand) + 1 for hand in hands[:index])
    suits = hands[index].split(".")
    if not card or len(suits) != 4:
        return at, len(hands[index])
    number = "SHDC".index(card[0])
    found = suits[number].upper().find(card[1])
    return at + sum(len(suit) + 1 for suit in suits[:number]) + max(found, 0), 1


def _element_place(tag: RawTag, part: str, index: int) -> tuple[int, int] | None:
    def ignore(code: str, message: str, offset: int, length: int) -> None:
        pass

    read = read_auction if part == "call" else _read_play_only
    section = read(Seat.N, Seat.N, tag.body, tag.body_start, ignore)[1]
    return section.offsets[index] if index < len(section.offsets) else None


def _read_play_only(
    first: Seat | None, dealer: Seat | None, body: str, offset: int, report: Report
) -> tuple[Play | None, Section]:
    return read_play(first, body, offset, report)


class PbnReader:
    """Reads the records of one file in order; `problems` grows as boards come out."""

    def __init__(self, file: PbnText) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._last: dict[str, str] = {}
        self._defaults: dict[str, str] = {}
        self._meanings: dict[tuple[str, str], Any] = {}
        self._reported: set[str] = set()
        self._export = False
        self._previous: Board | None = None

    def __iter__(self) -> Iterator[Board]:
        faults = character_problems(self.file)
        self.problems += faults
        end = 0
        for start, end in records(self.file):
            record = BoardSpans(self.file, start, end)
            items = record.plain_items() if not self._defaults else None
            board = None if items is None else self._plain_board(record, items)
            boards = [board] if board is not None else self._careful_boards(record)
            for board in boards:
                self._previous = board
                yield board
        self._tail(end)

    # -------------------------------------------------------------- the plain record, fast

    def _plain_board(self, record: BoardSpans, items: list[tuple[str, str, str]]) -> Board | None:
        """The board of a plainly spelled record without any fault; None to look closer."""
        fields = {name: value for name, value, _ in items}
        if len(fields) != len(items) or ("Deal" not in fields and self._shares_deal(fields)):
            return None
        meanings = self._meanings
        auction_body = play_body = ""
        for index, (name, value, body) in enumerate(items):
            if body:
                items[index] = (name, value, body.strip(_BLANK))
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
            if declarer is None:
                return None
        self._last.update(fields)
        return Board(
            number=get("Board") if get("Board") != "?" else None,
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
        if value in ("", "?"):
            if name in ("Auction", "Play", "Note"):
                return False
            self._remember(name, value, None)
            return True
        if value[:1] == "#" or name in TABLES or name in ("Note", "ScoreRubberHistory", "Honours"):
            return False
        if name in ("Chicane", "Adjustments") or not self._is_known(name):
            return False
        faults: list[Problem] = []
        meaning = self._meaning(name, value, lambda c, m, o, n: faults.append(_placeless(c, m)))
        if faults or meaning is None:
            return False
        self._remember(name, value, meaning)
        return True

    def _remember(self, name: str, value: str, meaning: Any) -> None:
        if len(self._meanings) > 50_000:
            self._meanings.clear()
        self._meanings[name, value] = meaning

    # -------------------------------------------------------------- any record, with places

    def _careful_boards(self, record: BoardSpans) -> Iterator[Board]:
        """The boards of a record (one, or more where an empty line is missing)."""
        tokens = record.tokens()
        self._text_faults(tokens)
        tags = _raw_tags(tokens, self.file.text, record.end)
        if not tags:
            yield Board(
                preamble=self.file.text[record.start : record.end].strip(_BLANK), spans=record
            )
            return
        starts = self._starts_of_records(tags)
        cuts = [
            record.start,
            *(self._line_start(tags[k].token.start) for k in starts[1:]),
            record.end,
        ]
        for part, k in enumerate(starts):
            last = starts[part + 1] if part + 1 < len(starts) else len(tags)
            piece = BoardSpans(self.file, cuts[part], cuts[part + 1])
            yield self._careful_board(piece, tags[k:last])

    def _line_start(self, offset: int) -> int:
        return self.file.text.rfind("\n", 0, offset) + 1

    def _starts_of_records(self, tags: list[RawTag]) -> list[int]:
        """Indices of the tags that begin a record: 0, and each opener that repeats."""
        starts: list[int] = [0]
        seen: set[str] = set()
        for k, tag in enumerate(tags):
            if tag.name in OPENERS and tag.name in seen and self._begins_line(tag.token):
                self._report_at(
                    "record-joined",
                    f"a second {tag.name} in one record: a new record begins here",
                    tag.token.start,
                    len(tag.token.text),
                )
                starts.append(k)
                seen = set()
            seen.add(tag.name)
        return starts

    def _begins_line(self, token: Token) -> bool:
        before = self.file.text[self._line_start(token.start) : token.start]
        return not before.strip()

    def _report_at(self, code: str, message: str, offset: int, length: int) -> None:
        number = self._number
        self.problems.append(Problem(code, self.file.span(offset, length), message, number))

    _number: str | None = None

    def _text_faults(self, tokens: list[Token]) -> None:
        """Header lines, and text that is no tag, comment or section."""
        before_tags = True
        for token in tokens:
            before_tags = before_tags and token.kind not in ("tag", "bad_tag")
            if before_tags and token.kind in ("word", "string", "other"):
                self._stray(token)
                before_tags = False
            if token.kind == "escape":
                header = _HEADER.fullmatch(token.text)
                if header and header["export"]:
                    self._export = True
            elif token.kind == "hash":
                what = "a line beginning with # is no PBN; it is skipped"
                self._report_at("line-hash", what, token.start, len(token.text))
            elif token.kind == "bad_tag":
                what = 'a tag is written [Name "value"], with the value in double quotes'
                self._report_at("tag-syntax", what, token.start, len(token.text))
            elif token.kind == "open":
                self._report_at("comment-unclosed", "no } closes this comment", token.start, 1)
            elif token.kind == "tag" and self._export and not self._at_column_1(token):
                what = f"{token.name} does not begin a line"
                self._report_at("tag-not-first", what, token.start, len(token.text))

    def _stray(self, token: Token) -> None:
        """Report text from a token to the end of its line."""
        end = self.file.text.find("\n", token.start)
        text = self.file.text[token.start : end if end >= 0 else None].rstrip()
        what = f"{_shortened(text)} is neither tag nor comment"
        self._report_at("text-stray", what, token.start, len(text))

    def _at_column_1(self, token: Token) -> bool:
        return token.start == 0 or self.file.text[token.start - 1] == "\n"

    def _careful_board(self, record: BoardSpans, tags: list[RawTag]) -> Board:
        """One board with everything that is wrong with its text reported."""
        written = next((tag.value for tag in tags if tag.name == "Board"), None)
        self._number = written or None
        first_tags: dict[str, RawTag] = {}
        resolved: list[RawTag] = []
        for tag in tags:
            tag = self._inherit(tag)
            resolved.append(tag)
            if tag.name == "Note":
                continue
            if tag.name in first_tags:
                message = f"{tag.name} stands twice in this record; the first counts"
                self._report_value(tag, "tag-duplicate", message)
            else:
                first_tags[tag.name] = tag
                self._check_name(tag)
                self._check_body(tag)
        self._apply_defaults(first_tags)
        self._share_deal(first_tags)
        board = self._meaning_of_record(record, resolved, first_tags)
        self._number = None
        return board

    def _meaning_of_record(
        self, record: BoardSpans, tags: list[RawTag], first_tags: dict[str, RawTag]
    ) -> Board:
        meanings = {
            name: self._tag_meaning(tag)
            for name, tag in first_tags.items()
            if name not in FREE and name not in TABLES and tag.value not in ("", "?")
        }
        deal, dealer = meanings.get("Deal"), meanings.get("Dealer")
        declarer, contract = meanings.get("Declarer"), meanings.get("Contract")
        seat = None if declarer is None else declarer.seat
        auction = self._auction(first_tags.get("Auction"), dealer, tags)
        play = self._play(first_tags.get("Play"), meanings, tags)
        if seat is None and auction is not None and (called := auction.outcome()) is not None:
            result_declarer = called[1]
        else:
            result_declarer = seat
        tricks, agreed = self._tricks(first_tags, meanings, result_declarer, play)
        self._check_rubber_history(first_tags, meanings)
        number = first_tags["Board"].value if "Board" in first_tags else None
        before = record.file.text[record.start : tags[0].token.start]
        return Board(
            number=number if number not in ("", "?") else None,
            dealer=dealer,
            vulnerability=meanings.get("Vulnerable"),
            deal=deal,
            declarer=seat,
            contract=contract,
            tricks=tricks,
            auction=auction,
            play=play,
            honours=meanings.get("Honours"),
            chicane=meanings.get("Chicane", () if "Chicane" in first_tags else None),
            adjustments=meanings.get("Adjustments") or (),
            declarer_swapped=declarer is not None and declarer.swapped,
            tricks_agreed=agreed,
            tags=tuple(Tag(tag.name, tag.value, tag.body, tag.written) for tag in tags)
            + self._implied(first_tags),
            preamble=before.strip(_BLANK),
            spans=record,
        )

    def reread(self, start: int, end: int, board: Board) -> Board | None:
        """The board that a record's text gives by itself, # resolved as `board` has it.

        None when the text holds no tag.
        """
        for tag in board.tags:
            if tag.written:
                self._last[tag.name] = tag.value
        record = BoardSpans(self.file, start, end)
        tags = _raw_tags(record.tokens(), self.file.text, end)
        return self._careful_board(record, tags) if tags else None

    # -------------------------------------------------------------- inheritance

    def _inherit(self, tag: RawTag) -> RawTag:
        """The tag with # and ## resolved."""
        written = tag.value
        value, kept = written, None
        if written.startswith("#"):
            if tag.name in NOT_INHERITED:
                message = f"{tag.name} may not be inherited with #"
                self._report_value(tag, "inheritance-forbidden", message)
            if written.startswith("##"):
                value = written[2:]
            elif written == "#":
                value = self._last.get(tag.name, "")
                if tag.name not in self._last and tag.name not in NOT_INHERITED:
                    message = f"no earlier record has the tag {tag.name}; its value is empty"
                    self._report_value(tag, "inheritance-empty", message)
            kept = written if value != written else None
        self._defaults.pop(tag.name, None)
        if written.startswith("##"):
            self._defaults[tag.name] = value
        if tag.name != "Note":
            self._last[tag.name] = value
        return tag._replace(value=value, written=kept)

    def _apply_defaults(self, first_tags: dict[str, RawTag]) -> None:
        for name, value in self._defaults.items():
            if name not in first_tags:
                self._last[name] = value
                nowhere = Token("tag", 0, 0, "", name, value, 0)
                first_tags[name] = RawTag(name, value, "", "", nowhere, 0)

    def _implied(self, first_tags: dict[str, RawTag]) -> tuple[Tag, ...]:
        return tuple(
            Tag(tag.name, tag.value, "", "") for tag in first_tags.values() if not tag.token.text
        )

    def _share_deal(self, first_tags: dict[str, RawTag]) -> None:
        """A further record of one board (another room or table) often leaves its deal out.

        It has no Deal, and either the same number as the record before or no number and no
        dealer; what it leaves out of deal, dealer, vulnerability and number holds on.
        """
        if not self._shares_deal({name: tag.value for name, tag in first_tags.items()}):
            return
        assert self._previous is not None  # _shares_deal says so
        shared = values_of_fields(self._previous)
        for name in ("Board", "Dealer", "Vulnerable", "Deal"):
            value = shared.get(name)
            if name not in first_tags and value is not None:
                nowhere = Token("tag", 0, 0, "", name, value, 0)
                first_tags[name] = RawTag(name, value, "", "", nowhere, 0)
        first = next(iter(first_tags.values()))
        self._report_at(
            "deal-shared",
            "no Deal tag: deal and dealer of the record before are taken",
            first.token.start,
            len(first.token.text),
        )

    def _shares_deal(self, fields: dict[str, str]) -> bool:
        previous = self._previous
        if (
            previous is None
            or previous.deal is None
            or "Deal" in fields
            or not any(previous.deal.hands)
        ):
            return False
        if not any(name in fields for name in ("Auction", "Contract", "Play", "Declarer")):
            return False
        number = fields.get("Board")
        same = "Dealer" not in fields if number is None else number == previous.number
        return same and not any(
            _differ(fields.get(name), previous.tag(name)) for name in ("Event", "Date")
        )

    # -------------------------------------------------------------- names, values, bodies

    def _report_value(self, tag: RawTag, code: str, message: str) -> None:
        if tag.token.text:
            self._report_at(code, message, tag.token.value_start, len(tag.token.value))

    def _is_known(self, name: str) -> bool:
        """A tag that needs no remark: of the standard, of a well-known program, or remarked on."""
        return (
            name in FREE
            or name in TABLES
            or name in SECTIONS
            or name in PRIVATE
            or name in _tag_kinds()
            or name in self._reported
        )

    def _check_name(self, tag: RawTag) -> None:
        name = tag.name
        if self._is_known(name):
            return
        self._reported.add(name)
        fitting = [known for known in (*MANDATORY, *SECTIONS) if known.lower() == name.lower()]
        hint = f"; did you mean {fitting[0]}?" if fitting else "; it is kept"
        at = tag.token.text.find(name)
        self._report_at(
            "tag-unknown", f"PBN has no tag {name}{hint}", tag.token.start + max(at, 0), len(name)
        )

    def _check_body(self, tag: RawTag) -> None:
        """Data after a tag that has none, or a table's cells."""
        if tag.name in TABLES and tag.value not in ("", "?"):
            header_start = tag.token.value_start
            check_table(tag.value, header_start, tag.body, tag.body_start, self._report_at)
            return
        if tag.name in SECTIONS or not tag.body:
            return
        known = tag.name in FREE or tag.name in _tag_kinds() or tag.name in PRIVATE
        for token in tokens_of(tag, self.file.text):
            stray = token.kind in ("word", "string", "other")
            if stray and (known or tag.name == "Note"):
                self._stray(token)
                return

    def _tag_meaning(self, tag: RawTag) -> Any:
        """The meaning of a tag's value, None where it cannot be read; faults reported."""

        def report(code: str, message: str, offset: int, length: int) -> None:
            if tag.written is None:
                start = tag.token.value_start + offset
                self._report_at(code, message, start, length)
            else:
                self._report_value(tag, code, message)

        if tag.name in NOT_INHERITED and tag.value[:1] == "#":
            return None
        return self._meaning(tag.name, tag.value, report)

    def _meaning(self, name: str, value: str, report: Report) -> Any:
        """What a value means, by the notation that serves its tag."""
        kind = _tag_kinds().get(name)
        if name in SECTIONS:
            kind = "seat"
        if kind is None:
            return value
        try:
            meaning = _parse(kind, value)
        except ParseError as error:
            problem = error.problem
            code = problem.code if problem.code in CODES else "value-syntax"
            meant = getattr(error, "suggestion", None)
            if name in ("Date", "EventDate", "UTCDate") and _OTHER_DATE.fullmatch(value):
                hint = f"{value!r} is written {meant} in PBN" if meant else problem.message
                report("date-form", hint, 0, len(value))
                return None
            if kind == "vulnerable" and meant is not None:
                report("value-spelling", f"{value!r} is written {meant} in PBN", 0, len(value))
                return _parse(kind, meant)
            report(code, problem.message, problem.span.column - 1, problem.span.length)
            return None
        for deviation in getattr(meaning, "deviations", ()):
            code = deviation.code if deviation.code in CODES else "value-syntax"
            report(code, deviation.message, deviation.offset, deviation.length)
        if kind == "deal":
            return meaning.deal
        if kind == "contract" and str(meaning).upper() != value.upper():
            report("contract-spelling", f"{value} is written {meaning} in PBN", 0, len(value))
        return meaning

    # -------------------------------------------------------------- auction, play, result

    def _auction(
        self, tag: RawTag | None, dealer: Seat | None, tags: list[RawTag]
    ) -> Auction | None:
        if tag is None:
            self._stray_notes(tags)
            return None
        if dealer is None:
            self._report_value(tag, "auction-no-dealer", "an auction, but no dealer is named")
        first = self._section_seat(tag)
        auction, section = read_auction(first, dealer, tag.body, tag.body_start, self._report_at)
        notes = self._notes(tag, section, tags)
        self._stray_notes(tags)
        return None if auction is None else replace(auction, notes=notes)

    def _section_seat(self, tag: RawTag) -> Seat | None:
        if tag.value in ("", "?") or tag.value[:1] == "#":
            return None
        seat: Seat | None = self._tag_meaning(tag)
        return seat

    def _play(
        self, tag: RawTag | None, meanings: dict[str, Any], tags: list[RawTag]
    ) -> Play | None:
        if tag is None:
            return None
        deal, contract, declarer = (meanings.get(n) for n in ("Deal", "Contract", "Declarer"))
        ending = deal is not None and max((len(h) for h in deal.hands if h), default=13) < 13
        if deal is None:
            self._report_value(tag, "play-no-deal", "play, but no deal is given")
        if contract is None:
            self._report_value(tag, "play-no-contract", "play, but no contract is named")
        elif declarer is None and not ending:
            self._report_value(tag, "play-no-declarer", "play, but no declarer is named")
        first = self._section_seat(tag)
        play, section = read_play(first, tag.body, tag.body_start, self._report_at)
        notes = self._notes(tag, section, tags)
        if play is None:
            return None
        if first is None and play.cards and declarer is not None:
            self._report_value(tag, "play-no-leader", f"no seat is named; {declarer.seat.lho} led")
            play = replace(play, first=declarer.seat.lho)
        return replace(play, notes=notes)

    def _notes(
        self, tag: RawTag, section: Section, tags: list[RawTag]
    ) -> tuple[tuple[int, str], ...]:
        """The notes of a section: those that follow it before the other section begins."""
        notes: dict[int, str] = {}
        used = {number for number, _ in section.references}
        for note in _following_notes(tag, tags):
            number, text, wrong = read_note(note.value)
            if wrong:
                self._report_value(note, "note-wrong", wrong)
            elif number in notes:
                self._report_value(note, "note-wrong", f"a second note {number} in one section")
            else:
                notes[number] = text
                if number not in used:
                    message = f"nothing refers to note {number} with ={number}="
                    self._report_value(note, "note-unused", message)
        for number, offset in section.references:
            if number not in notes:
                message = f"there is no note {number} in this section"
                self._report_at("note-missing", message, offset, len(str(number)) + 2)
        return tuple(sorted(notes.items()))

    def _stray_notes(self, tags: list[RawTag]) -> None:
        for tag in tags:
            if tag.name in SECTIONS:
                return
            if tag.name == "Note":
                message = "a note belongs to the end of an auction or play section"
                self._report_value(tag, "note-wrong", message)

    def _tricks(
        self,
        first_tags: dict[str, RawTag],
        meanings: dict[str, Any],
        declarer: Seat | None,
        play: Play | None,
    ) -> tuple[int | None, bool]:
        """Declarer's tricks from the Result tag, and whether they were only agreed on."""
        tag, result = first_tags.get("Result"), meanings.get("Result")
        if tag is None or result is None:
            return None, False
        contract, stated = meanings.get("Contract"), first_tags.get("Declarer")
        nobody = stated is not None and stated.value == ""
        if nobody or (contract is not None and contract.is_passed_out):
            self._report_value(tag, "result-no-declarer", "a result, but nobody declared this deal")
            return None, False
        if play is not None and play.ending is Ending.TO_CONTINUE:
            return None, result.agreed
        deal = meanings.get("Deal")
        size = 13 if deal is None else max((len(hand) for hand in deal.hands if hand), default=13)
        if result.total is not None and result.total != size == 13:
            message = f"{tag.value}: the two sides' tricks add up to {result.total}, not 13"
            self._report_value(tag, "result-sum", message)
        return result.tricks(declarer), result.agreed

    def _check_rubber_history(
        self, first_tags: dict[str, RawTag], meanings: dict[str, Any]
    ) -> None:
        history, stated = meanings.get("ScoreRubberHistory"), meanings.get("Vulnerable")
        if history is None or not isinstance(stated, Vulnerability):
            return
        if history.vulnerability is not stated:
            self._report_value(
                first_tags["ScoreRubberHistory"],
                "rubber-history-disagrees",
                f"by the games won {history.vulnerability} is vulnerable, the tag says {stated}",
            )

    def _tail(self, start: int) -> None:
        """What follows the last record is kept by the file, but its faults are told."""
        if self.file.text[start:].strip():
            self._text_faults(list(cut(self.file.text, start, len(self.file.text))))
        if start == 0:
            self._report_at("file-empty", "the file holds no record", 0, 0)


def tokens_of(tag: RawTag, text: str) -> list[Token]:
    """The tokens of a tag's body."""
    return list(cut(text, tag.body_start, tag.body_start + len(tag.body)))


def _raw_tags(tokens: list[Token], text: str, end: int) -> list[RawTag]:
    """The tags of a record with the text that follows each."""
    tags = [token for token in tokens if token.kind == "tag"]
    found = []
    for k, token in enumerate(tags):
        stop = tags[k + 1].start if k + 1 < len(tags) else max(end, token.end)
        body = text[token.end : stop]
        start = token.end + len(body) - len(body.lstrip(_BLANK))
        body = body.strip(_BLANK)
        found.append(RawTag(token.name, unescape(token.value), body, None, token, start))
    return found


def _following_notes(section: RawTag, tags: list[RawTag]) -> Iterator[RawTag]:
    inside = False
    for tag in tags:
        if tag.token is section.token:
            inside = True
        elif tag.name in SECTIONS:
            inside = False
        elif inside and tag.name == "Note":
            yield tag


def read_note(value: str) -> tuple[int, str, str]:
    """Number, text, and what is wrong with a note."""
    try:
        note = _parse("note", value)
    except ParseError as error:
        return 0, "", f"{value!r}: {error.problem.message}" if value else "an empty note"
    return note.number, note.text, ""


def _shortened(text: str) -> str:
    return text if len(text) < 30 else text[:27] + "..."


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _placeless(code: str, message: str) -> Problem:
    return Problem(code, Span("", 0, 0), message)


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


_parser: Callable[[str, str], Any] | None = None
_kinds: dict[str, str] | None = None


def _parse(kind: str, text: str) -> Any:
    global _parser
    if _parser is None:
        from abtools import notation

        _parser = notation.parse
    return _parser(kind, text)


def _tag_kinds() -> dict[str, str]:
    global _kinds
    if _kinds is None:
        from abtools import notation

        _kinds = dict(notation.TAG_KINDS)
    return _kinds
