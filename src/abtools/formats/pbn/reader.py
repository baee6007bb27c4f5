"""Reading PBN: records into boards, every fault into a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from abtools.auction import Auction, Ending
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import Deal, Seat, Side
from abtools.formats.pbn.characters import Characters
from abtools.formats.pbn.inheritance import Inheritance
from abtools.formats.pbn.plain import PlainReader
from abtools.formats.pbn.sections import Report, Section, read_auction, read_play
from abtools.formats.pbn.spans import BoardSpans
from abtools.formats.pbn.tables import check_table
from abtools.formats.pbn.tags import (
    BLANK,
    FREE,
    MANDATORY,
    NOT_INHERITED,
    OPENERS,
    SECTIONS,
    TABLES,
    RawTag,
    following_notes,
    is_known,
    raw_tags,
    read_note,
    tokens_of,
)
from abtools.formats.pbn.text import PbnFile, PbnText, Token, written_at
from abtools.formats.pbn.values import meaning
from abtools.play import Play
from abtools.problems import Problem

_EXPORT = re.compile(r"%[ \t]*EXPORT[ \t]*", re.IGNORECASE)


class PbnReader:
    """Reads the records of one file in order; `problems` grows as boards come out."""

    def __init__(self, file: PbnFile) -> None:
        self.file = file
        self._page = PbnText(file, "", 1, 0)
        self.problems: list[Problem] = []
        self._inheritance = Inheritance()
        self._remarked: set[str] = set()
        self._plain = PlainReader(self._remarked)
        self._export = False
        self._number: str | None = None
        self._end = 0

    def __iter__(self) -> Iterator[Board]:
        """Each board once; the last one is held back until the text after it is known."""
        held: Board | None = None
        for board in self._boards():
            if held is not None:
                yield held
            held = board
            if isinstance(board.spans, BoardSpans):
                board.spans.remember(board)
        postscript = self._tail(self._end)
        if held is not None:
            yield replace(held, postscript=postscript) if postscript else held

    def _boards(self) -> Iterator[Board]:
        characters = Characters(self.file)
        for page, places in self.file.pages():
            self._page = page
            is_last = self.file.records_end >= 0
            end = len(page.text) if is_last else places[-1][1]
            self.problems += characters.problems(page, end)
            for start, self._end in places:
                yield from self._boards_of(BoardSpans(page, start, self._end))
            if is_last and not places:
                self._end = 0
        self.problems += characters.at_end()

    def _boards_of(self, record: BoardSpans) -> Iterator[Board]:
        inheritance = self._inheritance
        board = None if inheritance.defaults else self._plain_board(record)
        if board is not None:
            inheritance.previous = board
            yield board
            return
        for board in self._careful_boards(record):
            inheritance.previous = board
            yield board

    def _plain_board(self, record: BoardSpans) -> Board | None:
        """The board of a plain record, None for any other."""
        items = record.plain_items()
        if items is None:
            return None
        fields = {name: value for name, value, _ in items}
        if len(fields) != len(items):
            return None
        if "Deal" not in fields and self._inheritance.shares_deal(fields):
            return None
        board = self._plain.board(record, items, fields)
        if board is not None:
            self._inheritance.remember(fields)
        return board

    # -------------------------------------------------------------- records and their text

    def _careful_boards(self, record: BoardSpans) -> Iterator[Board]:
        """The boards of a record (one, or more where an empty line is missing)."""
        tokens = record.tokens()
        self._text_faults(tokens)
        tags = raw_tags(tokens, self._page.text, record.end)
        if not tags:
            yield Board(
                preamble=self._page.text[record.start : record.end].strip(BLANK), spans=record
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
            piece = BoardSpans(self._page, cuts[part], cuts[part + 1])
            yield self._careful_board(piece, tags[k:last])

    def _line_start(self, offset: int) -> int:
        return self._page.text.rfind("\n", 0, offset) + 1

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
        before = self._page.text[self._line_start(token.start) : token.start]
        return not before.strip(BLANK)

    def _report_at(self, code: str, message: str, offset: int, length: int) -> None:
        number = self._number
        self.problems.append(Problem(code, self._page.span(offset, length), message, number))

    def _text_faults(self, tokens: list[Token]) -> None:
        """Header lines, and text that is no tag, comment or section."""
        before_tags = True
        for token in tokens:
            before_tags = before_tags and token.kind not in ("tag", "bad_tag")
            if before_tags and token.kind in ("word", "string", "other"):
                self._stray(token)
                before_tags = False
            if token.kind == "escape":
                self._export = self._export or _EXPORT.fullmatch(token.text) is not None
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
        end = self._page.text.find("\n", token.start)
        text = self._page.text[token.start : end if end >= 0 else None].rstrip()
        what = f"{_shortened(text)} is neither tag nor comment"
        self._report_at("text-stray", what, token.start, len(text))

    def _at_column_1(self, token: Token) -> bool:
        return token.start == 0 or self._page.text[token.start - 1] == "\n"

    def _careful_board(self, record: BoardSpans, tags: list[RawTag]) -> Board:
        """One board with everything that is wrong with its text reported."""
        written = next((tag.value for tag in tags if tag.name == "Board"), None)
        self._number = written or None
        first_tags: dict[str, RawTag] = {}
        resolved: list[RawTag] = []
        for tag in tags:
            tag = self._inherited(tag)
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
        resolved += self._unwritten(first_tags)
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
        before = record.page.text[record.start : tags[0].token.start]
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
            tags=tuple(Tag(tag.name, tag.value, tag.body, tag.written) for tag in tags),
            preamble=before.strip(BLANK),
            spans=record,
        )

    def _inherited(self, tag: RawTag) -> RawTag:
        """The tag with # and ## resolved, and a word where they may not stand or find nothing."""
        if tag.value.startswith("#") and tag.name in NOT_INHERITED:
            message = f"{tag.name} may not be inherited with #"
            self._report_value(tag, "inheritance-forbidden", message)
        elif tag.value == "#" and not self._inheritance.knows(tag.name):
            message = f"no earlier record has the tag {tag.name}; its value is empty"
            self._report_value(tag, "inheritance-empty", message)
        return self._inheritance.resolve(tag)

    def _unwritten(self, first_tags: dict[str, RawTag]) -> list[RawTag]:
        """The tags that hold for a record though they do not stand in it; added to first_tags."""
        found = self._inheritance.implied(set(first_tags))
        first_tags.update({tag.name: tag for tag in found})
        shared = self._inheritance.shared({name: tag.value for name, tag in first_tags.items()})
        if shared:
            token = next(iter(first_tags.values())).token
            message = "no Deal tag: deal and dealer of the record before are taken"
            self._report_at("deal-shared", message, token.start, len(token.text))
        first_tags.update({tag.name: tag for tag in shared})
        return found + shared

    # -------------------------------------------------------------- names, values, bodies

    def _report_value(self, tag: RawTag, code: str, message: str) -> None:
        if tag.token.text:
            self._report_at(code, message, tag.token.value_start, len(tag.token.value))

    def _check_name(self, tag: RawTag) -> None:
        name = tag.name
        if is_known(name) or name in self._remarked:
            return
        self._remarked.add(name)
        fitting = [known for known in (*MANDATORY, *SECTIONS) if known.lower() == name.lower()]
        hint = f"; did you mean {fitting[0]}?" if fitting else "; it is kept"
        at = tag.token.text.find(name)
        self._report_at(
            "tag-unknown", f"PBN has no tag {name}{hint}", tag.token.start + max(at, 0), len(name)
        )

    def _check_body(self, tag: RawTag) -> None:
        """Data after a tag that has none, or a table's cells."""
        if tag.name in TABLES and tag.value not in ("", "?"):
            report = self._value_report(tag)
            check_table(tag.value, report, tag.body, tag.body_start, self._report_at)
            return
        if tag.name in SECTIONS or not tag.body:
            return
        if not is_known(tag.name) and tag.name != "Note":
            return
        for token in tokens_of(tag, self._page.text):
            if token.kind in ("word", "string", "other"):
                self._stray(token)
                return

    def _tag_meaning(self, tag: RawTag) -> Any:
        """The meaning of a tag's value, None where it cannot be read; faults reported."""

        if tag.name in NOT_INHERITED and tag.value[:1] == "#":
            return None
        return meaning(tag.name, tag.value, self._value_report(tag))

    def _value_report(self, tag: RawTag) -> Report:
        """How faults inside a tag's value are told, their offset counted in what it means."""

        def report(code: str, message: str, offset: int, length: int) -> None:
            if tag.written is not None:
                self._report_value(tag, code, message)
                return
            start = written_at(tag.token.value, offset)
            end = written_at(tag.token.value, offset + length)
            self._report_at(code, message, tag.token.value_start + start, end - start)

        return report

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
        ending = _hand_size(deal) < 13
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
        for note in following_notes(tag, tags):
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
        size = _hand_size(meanings.get("Deal"))
        if result.total is not None and result.total != size == 13:
            message = f"{tag.value}: the two sides' tricks add up to {result.total}, not 13"
            self._report_value(tag, "result-sum", message)
        tricks = result.tricks(declarer)
        if result.declarer is None and declarer is not None:
            own, other = (result.ns, result.ew)[:: 1 if declarer.side is Side.NS else -1]
            tricks = own if own is not None else max(0, size - other)
        return tricks, result.agreed

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

    def _tail(self, start: int) -> str:
        """What follows the last record; its faults are told."""
        text = self._page.text[start:].strip(BLANK)
        if text:
            self._text_faults(self._page.tokens(start, len(self._page.text)))
        if self.file.records_end == 0:
            self._report_at("file-empty", "the file holds no record", 0, 0)
        return text


def _hand_size(deal: Deal | None) -> int:
    """Cards in the largest hand that is known; thirteen when none is."""
    if deal is None:
        return 13
    return max((len(hand) for hand in deal.hands if hand is not None), default=13)


def _shortened(text: str) -> str:
    return text if len(text) < 30 else text[:27] + "..."
