"""Faults in data as values: where (Span), what (Problem), and the table of codes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, Protocol


class Level(StrEnum):
    """How grave a problem is: an error makes a record wrong, a warning doubtful, a note neither."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: line and column count from 1, length in characters."""

    file: str
    line: int
    column: int
    length: int = 0

    def __str__(self) -> str:
        """The place as editors understand it.

        >>> str(Span("club.pbn", 41, 9, 2))
        'club.pbn:41:9'
        """
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Span("", 0, 0, 0)


class SourceText:
    """A decoded text and its name; turns an offset into a line and a column."""

    __slots__ = ("__dict__", "name", "text")

    patched_by: ClassVar[str] = ""
    """The format that can change one record in such a text and leave all else as it was."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, text = [0], self.text
        position = 0
        while True:
            newline = text.find("\n", position)
            if newline < 0:
                break
            starts.append(newline + 1)
            position = newline + 1
        if "\r" in text:
            starts = sorted(
                {
                    *starts,
                    *(
                        i + 1
                        for i, c in enumerate(text)
                        if c == "\r" and text[i + 1 : i + 2] != "\n"
                    ),
                }
            )
        return starts

    def span(self, offset: int, length: int = 0) -> Span:
        """The place of `length` characters from `offset` (clamped to the text).

        >>> SourceText("ab\\ncd", "x.pbn").span(3, 2)
        Span(file='x.pbn', line=2, column=1, length=2)
        """
        offset = max(0, min(offset, len(self.text)))
        length = max(0, min(length, len(self.text) - offset))
        line = bisect_right(self._line_starts, offset)
        return Span(self.name, line, offset - self._line_starts[line - 1] + 1, length)

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line end; "" past the end."""
        starts = self._line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


class Spans(Protocol):
    """What a format knows about where the parts of one board stand in its file."""

    def at(self, part: str, index: int | None = None) -> Span:
        """The place of a tag's value (`part` = the tag's name), of call or card `index`
        (`part` = "call" or "card"), of a hand or a card in one ("hand:N", "hand:N:SA"), or of
        the record's start when the part is not there."""
        ...


@dataclass(frozen=True, slots=True)
class Code:
    """What a problem code means, and what to do about it."""

    level: Level
    meaning: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault found in data: a code of CODES, a place, words a bridge player understands."""

    code: str
    span: Span
    message: str
    board: str | None = None

    @property
    def level(self) -> Level:
        """The level that the table of codes gives this problem."""
        return CODES[self.code].level

    def __str__(self) -> str:
        """One line: place, level, code, message."""
        place = f"{self.span}: " if self.span.file or self.span.line else ""
        return f"{place}{self.level}: {self.code}: {self.message}"


def in_file_order(problems: list[Problem]) -> list[Problem]:
    """The problems sorted by place; those at one place keep the order they were found in."""
    return sorted(problems, key=lambda problem: (problem.span.line, problem.span.column))


class ParseError(ValueError):
    """A single text that is not what the caller said it was; `problem` tells where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse_error(code: str, message: str, text: str, offset: int = 0, length: int = 0) -> ParseError:
    """The error for a fault at `offset` of a text that stands in no file."""
    return ParseError(Problem(code, SourceText(text, "").span(offset, length), message))


CODES: Mapping[str, Code] = {
    # the text of a file
    "encoding": Code(
        Level.NOTE,
        "The bytes are not what the format promises (PBN: ISO 8859-1).",
        "Nothing is lost on reading; write with --export to get the promised encoding.",
    ),
    "encoding-cp1252": Code(
        Level.WARNING,
        "Bytes 128 to 159 have no meaning in ISO 8859-1; they were read as Windows-1252.",
        "Replace curly quotes and dashes by plain ones, or write with --export.",
    ),
    "character-bad": Code(
        Level.ERROR,
        "A character that the format does not allow here.",
        "Remove it; a tab may not stand inside a string.",
    ),
    "line-too-long": Code(
        Level.ERROR,
        "A line has more than 255 characters, counting its end.",
        "Break the line between two elements.",
    ),
    "comment-unclosed": Code(
        Level.ERROR,
        "A comment opens with { and is never closed.",
        "Add the closing }.",
    ),
    "text-stray": Code(
        Level.ERROR,
        "Text that is neither tag, comment nor part of a section.",
        "Put it into braces to make it a comment, or delete it.",
    ),
    "line-hash": Code(
        Level.WARNING,
        "A line beginning with # is no PBN; it is skipped and kept.",
        "Begin the line with % (escape) or ; (comment).",
    ),
    "file-empty": Code(
        Level.NOTE,
        "The file holds no record.",
        "Check that it is the file you meant.",
    ),
    "suffix-misleading": Code(
        Level.NOTE,
        "The name of the file promises another format than its content shows.",
        "Rename the file; --from says which format to read.",
    ),
    # sheets of results
    "sheet-columns": Code(
        Level.ERROR,
        "No row of the sheet names its columns, or none that tells a contract and a result.",
        "Put a row above the boards: Board, Vulnerable, Contract, Declarer, Result.",
    ),
    "sheet-row": Code(
        Level.NOTE,
        "A row of a sheet that names no board; it is left out.",
        "Nothing to do for totals and titles; else give the row a number or a contract.",
    ),
    # records of fixed form (dealing machines, solver lists)
    "record-truncated": Code(
        Level.ERROR,
        "A record has less than its format asks for; nothing is read from the missing part.",
        "The file was cut off, or is of another format; get it again.",
    ),
    "record-disagrees": Code(
        Level.WARNING,
        "A file says one thing twice, and not the same (a count, the cards of a deal).",
        "Compare with the original; the message says which of the two counts.",
    ),
    "checksum-wrong": Code(
        Level.ERROR,
        "A checksum is not that of what it stands for; the record was changed or damaged.",
        "Compare the deal with the original; convert the file to write the right checksum.",
    ),
    "json-syntax": Code(
        Level.ERROR,
        "A line is not a JSON object that describes a board.",
        "See docs/formats.md for the keys.",
    ),
    "xml-syntax": Code(
        Level.ERROR,
        "The XML is not well-formed, or asks for something that records do not need.",
        "Close every element, and declare no entities; what stood before is read.",
    ),
    # tags
    "tag-syntax": Code(
        Level.ERROR,
        'A line begins like a tag but is not [Name "value"].',
        "Write the name, a blank, and the value in double quotes.",
    ),
    "tag-duplicate": Code(
        Level.WARNING,
        "A tag stands twice in one record; the first counts.",
        "Remove one of them.",
    ),
    "tag-unknown": Code(
        Level.WARNING,
        "A tag that PBN does not define; it is kept.",
        "Check its spelling; capital and small letters count.",
    ),
    "tag-not-first": Code(
        Level.WARNING,
        "In an export file every tag begins a line.",
        "Begin a new line before the tag.",
    ),
    "record-joined": Code(
        Level.WARNING,
        "Two records stand without an empty line between them.",
        "Put an empty line before the second.",
    ),
    "inheritance-forbidden": Code(
        Level.ERROR,
        "This tag may not be inherited from an earlier record with #.",
        "Write its value out.",
    ),
    "inheritance-empty": Code(
        Level.NOTE,
        "A # finds no earlier record with this tag; the value is empty.",
        "Write the value, or leave the tag out.",
    ),
    "value-syntax": Code(
        Level.ERROR,
        "The value of a tag is not of the form that the tag asks for.",
        "See the table of tags in docs/formats.md.",
    ),
    "value-unlisted": Code(
        Level.NOTE,
        "The value is not among the usual ones of an open list; it is kept.",
        "Check its spelling.",
    ),
    "value-spelling": Code(
        Level.WARNING,
        "A value spelled otherwise than the format has it, but clear.",
        "Write it as the message says.",
    ),
    "date-form": Code(
        Level.WARNING,
        "A date in another form than YYYY.MM.DD; it is kept as it is.",
        "Write it as YYYY.MM.DD, ? for digits not known.",
    ),
    "seat-unknown": Code(
        Level.ERROR,
        "Not a seat.",
        "Write N, E, S or W.",
    ),
    "vulnerable-unknown": Code(
        Level.ERROR,
        "Not a vulnerability.",
        "Write None, NS, EW or All.",
    ),
    # deals
    "deal-syntax": Code(
        Level.ERROR,
        "The deal cannot be read.",
        "Write a seat, a colon and four hands, like N:AKQ.J32.T98.7654 - - -.",
    ),
    "deal-spelling": Code(
        Level.WARNING,
        "The deal is readable but not spelled as the format has it.",
        "Write suits as ranks only, T for the ten, one blank between hands.",
    ),
    "deal-card-twice": Code(
        Level.ERROR,
        "One card stands twice in the deal.",
        "Compare with the hand record; one of the two is a slip.",
    ),
    "deal-hand-size": Code(
        Level.ERROR,
        "The hands have not the same number of cards, or one has more than thirteen.",
        "Look for a card too many in one hand and missing in another.",
    ),
    "deal-shared": Code(
        Level.NOTE,
        "A record without a deal, played with the cards of the record before it.",
        "Write the Deal and Dealer tags in every record.",
    ),
    "deal-no-cards": Code(
        Level.ERROR,
        "The deal shows no hand.",
        "Leave the Deal tag out, or write the hands.",
    ),
    # calls and the auction
    "call-syntax": Code(
        Level.ERROR,
        "Not a call.",
        "Write Pass, X, XX, AP, or a level 1 to 7 with C D H S NT.",
    ),
    "call-spelling": Code(
        Level.WARNING,
        "A call spelled otherwise than PBN has it.",
        "Write Pass, X, XX, 1NT.",
    ),
    "call-unrecorded": Code(
        Level.WARNING,
        "A call inside the auction was not recorded (-).",
        "Write the call if it is known.",
    ),
    "call-after-end": Code(
        Level.ERROR,
        "A call after the auction was over.",
        "Remove it; three passes after a bid, or four at the start, end the auction.",
    ),
    "auction-ap-late": Code(
        Level.WARNING,
        "AP (all pass) where the passes are written out already.",
        "Remove AP.",
    ),
    "auction-incomplete": Code(
        Level.WARNING,
        "The auction stops before it is over.",
        "Write the remaining passes (or AP), or end it with * if the rest is not known.",
    ),
    "auction-first-call": Code(
        Level.ERROR,
        "The first call is not the dealer's.",
        "Name the seat of the first column in [Auction], and write - for seats before the dealer.",
    ),
    "auction-no-dealer": Code(
        Level.ERROR,
        "There is an auction but no dealer.",
        "Add the Dealer tag.",
    ),
    "bid-insufficient": Code(
        Level.ERROR,
        "A bid that does not outrank the last one under the law in force.",
        "Correct it, or mark an accepted insufficient bid with ^I.",
    ),
    "bid-sufficient": Code(
        Level.ERROR,
        "A bid marked ^I (insufficient) that is sufficient.",
        "Remove the mark.",
    ),
    "bid-level-8": Code(
        Level.ERROR,
        "A bid of more tricks than there are.",
        "Seven odd tricks are the most; correct the level.",
    ),
    "strain-unknown": Code(
        Level.ERROR,
        "This denomination does not exist under the law in force.",
        "Choose the rule set of the day (low spades went out in 1915, nullos were never official).",
    ),
    "double-wrong": Code(
        Level.ERROR,
        "A double of no bid, of partner's bid, or of a doubled one.",
        "Only the opponents' last bid can be doubled, once.",
    ),
    "redouble-wrong": Code(
        Level.ERROR,
        "A redouble where the opponents have not doubled.",
        "Only a side that was doubled can redouble, once.",
    ),
    "dealer-must-bid": Code(
        Level.ERROR,
        "The dealer passed although the law obliges him to bid.",
        "Choose a rule set under which the dealer may pass, or correct the call.",
    ),
    # contract, declarer, result
    "contract-syntax": Code(
        Level.ERROR,
        "Not a contract.",
        "Write Pass, or a level, C D H S NT, and X or XX, like 4SX.",
    ),
    "contract-spelling": Code(
        Level.WARNING,
        "A contract spelled otherwise than PBN has it.",
        "Write NT for notrump.",
    ),
    "contract-disagrees": Code(
        Level.ERROR,
        "The contract is not the one that the auction leads to.",
        "Correct the Contract tag or the auction.",
    ),
    "declarer-disagrees": Code(
        Level.ERROR,
        "The declarer is not the player who first named the strain for the side.",
        "Correct the Declarer tag or the auction; ^ marks declarer and dummy swapped by accident.",
    ),
    "declarer-swap-wrong": Code(
        Level.ERROR,
        "Declarer and dummy are marked as swapped (^), but this is the rightful declarer.",
        "Remove the ^.",
    ),
    "play-reading": Code(
        Level.ERROR,
        "Deal, Declarer and Play do not fit together; another reading makes the play legal.",
        "Correct the tag that the message names.",
    ),
    "result-disagrees": Code(
        Level.ERROR,
        "The result is not what the play shows.",
        "Correct the Result tag, or mark an agreed number with ^.",
    ),
    "result-caret-wrong": Code(
        Level.ERROR,
        "A result marked ^ (not the tricks really won) which the play does not contradict.",
        "Remove the ^.",
    ),
    "result-no-declarer": Code(
        Level.ERROR,
        "A result for a deal that nobody declared.",
        "Empty the Result tag, or name contract and declarer.",
    ),
    "result-sum": Code(
        Level.ERROR,
        "The tricks of the two sides do not add up to thirteen.",
        "Correct one of the numbers.",
    ),
    "honours-disagree": Code(
        Level.ERROR,
        "The stated honours are not those of the deal, or do not add up.",
        "Five honours in a trump suit, four aces at notrump.",
    ),
    "rubber-history-disagrees": Code(
        Level.ERROR,
        "The games won in ScoreRubberHistory do not give the stated vulnerability.",
        "A side that has won a game is vulnerable.",
    ),
    # cards and play
    "card-syntax": Code(
        Level.ERROR,
        "Not a card.",
        "Write a suit letter and a rank, like SA or H7; - for a card not recorded.",
    ),
    "card-spelling": Code(
        Level.WARNING,
        "A card spelled otherwise than PBN has it.",
        "Write a suit letter and a rank, T for the ten, - for a card not recorded.",
    ),
    "card-not-held": Code(
        Level.ERROR,
        "A card played by a hand that does not hold it.",
        "Columns are seats: the card may stand in a neighbour's column.",
    ),
    "card-after-end": Code(
        Level.ERROR,
        "More cards were played than there are.",
        "Remove them, or look for a card that stands twice.",
    ),
    "revoke": Code(
        Level.ERROR,
        "A card that does not follow suit although the hand could.",
        "Correct the card, or mark an established revoke with ^R.",
    ),
    "revoke-marked-wrongly": Code(
        Level.ERROR,
        "A card marked ^R that is no revoke.",
        "Remove the mark.",
    ),
    "lead-marked-wrongly": Code(
        Level.ERROR,
        "A card marked ^L that is no lead out of turn.",
        "Remove the mark.",
    ),
    "lead-out-of-turn": Code(
        Level.WARNING,
        "Cards of a trick are written, but not the leader's.",
        "Columns are seats; mark an accepted lead out of turn with ^L.",
    ),
    "play-no-deal": Code(Level.ERROR, "There is play but no deal.", "Add the Deal tag."),
    "play-no-declarer": Code(
        Level.ERROR,
        "There is play but no declarer.",
        "Add the Declarer tag (not needed for end positions).",
    ),
    "play-no-contract": Code(
        Level.ERROR, "There is play but no contract.", "Add the Contract tag."
    ),
    "play-no-leader": Code(
        Level.WARNING,
        "The Play tag names no seat; the seat on declarer's left is taken.",
        "Write the seat of the first column.",
    ),
    # marks beside calls and cards
    "ending-both": Code(
        Level.ERROR,
        "Both * (over) and + (to be continued) end a section.",
        "Keep one of them.",
    ),
    "after-plus": Code(
        Level.ERROR,
        "A call or card after + (the next to come) or after * (the end).",
        "Put the sign where the record stops.",
    ),
    "irregularity-wrong": Code(
        Level.ERROR,
        "An irregularity mark that is unknown, doubled, or stands before nothing.",
        "^I before a bid, ^S for a skipped call, ^R or ^L before a card.",
    ),
    "suffix-wrong": Code(
        Level.ERROR,
        "A suffix that is unknown, doubled, or stands after nothing.",
        "One of ! ? !! ?? !? ?! after a call or card.",
    ),
    "nag-wrong": Code(
        Level.ERROR,
        "An annotation number that is unknown here, doubled, or stands after nothing.",
        "$0 to $255; $1 to $6 and $13 for calls, $7 to $12 and $14 for cards.",
    ),
    "note-wrong": Code(
        Level.ERROR,
        "A note or a reference to one that cannot be understood.",
        'Write =1= to =32= after a call or card, and [Note "1:text"] at the end of the section.',
    ),
    "note-missing": Code(
        Level.ERROR,
        "A reference to a note that the section does not have.",
        'Add [Note "n:text"] at the end of the same section.',
    ),
    "note-unused": Code(
        Level.WARNING,
        "A note to which nothing refers.",
        "Add =n= after the call or card it belongs to.",
    ),
    # tables
    "table-columns": Code(
        Level.ERROR,
        "The header of a table cannot be understood.",
        "Name the columns with ; between them, like Rank\\3R;Call.",
    ),
    "table-count": Code(
        Level.ERROR,
        "The last row of a table is not full.",
        "Write - (not applicable) or ? (unknown) for empty cells.",
    ),
    "table-element": Code(
        Level.ERROR,
        "A character or comment that may not stand among the cells of a table.",
        "Put texts into double quotes, and comments right after the table's tag.",
    ),
    "table-order": Code(
        Level.ERROR,
        "The rows are not in the order that the header promises (+ falling, - rising).",
        "Sort the rows, or remove the sign.",
    ),
    # lin
    "lin-bar": Code(
        Level.ERROR,
        "A bar too many or missing: commands and values of LIN are out of step.",
        "Write the two letters of a command, a bar, the value, a bar.",
    ),
    "lin-command": Code(
        Level.WARNING,
        "A command that LIN does not have; its value is kept as a tag.",
        "Check the two letters before the bar.",
    ),
    "lin-junk": Code(
        Level.NOTE,
        "Text that belongs to no LIN command; it is skipped.",
        "Put comments into nt, like nt|text|.",
    ),
    "lin-layout": Code(
        Level.NOTE,
        "LIN commands that only steer a display; they are not kept.",
        "Nothing to do, unless you want to show the file as a movie again.",
    ),
    "lin-no-board": Code(
        Level.NOTE,
        "Pages of text in a LIN file that belong to no board; they are not kept.",
        "Keep the original: a lesson is more than its boards.",
    ),
    "lin-header": Code(
        Level.WARNING,
        "The head of a LIN match (vg) has not nine fields, or its boards run backwards.",
        "Write event, segment, I B or P, first and last board, team, carry-over, team, carry-over.",
    ),
    "lin-players": Code(
        Level.WARNING,
        "Neither four nor eight players are named.",
        "Write South, West, North, East; the open room first when there are two.",
    ),
    "lin-bookmark": Code(
        Level.WARNING,
        "A board of a LIN match without a bookmark (qx), or with one that stood before.",
        "Write qx|o7| or qx|c7| before board 7 of the open or the closed room.",
    ),
    "lin-results": Code(
        Level.WARNING,
        "The list of results of a LIN match (rs) cannot be read, or is too long or short.",
        "Write open and closed room of each board in turn, like 4HE=,3NN+1,PASS.",
    ),
    "lin-results-disagree": Code(
        Level.WARNING,
        "The list of results (rs) says otherwise than the record of the board.",
        "Compare both; the record counts here.",
    ),
    "lin-explanation": Code(
        Level.WARNING,
        "An alert or explanation that stands before any call.",
        "Put it after the call it belongs to.",
    ),
    "lin-claim": Code(
        Level.ERROR,
        "A claim that is no number of tricks, or a second one.",
        "Write declarer's tricks in all, 0 to 13.",
    ),
    "lin-undo": Code(
        Level.WARNING,
        "More calls or cards are taken back than there are.",
        "Correct the number.",
    ),
    "link-no-hand": Code(
        Level.ERROR,
        "A link that carries no hand itself; abtools never fetches anything.",
        "Open it, and copy the hand viewer's link with lin= in it, or save the LIN file.",
    ),
    "deal-fourth-hand": Code(
        Level.ERROR,
        "The fourth hand is not what the other three leave of the pack.",
        "Leave the fourth hand out, or correct the four.",
    ),
    # printed text
    "printed-language": Code(
        Level.NOTE,
        "A page in another language than English: ranks, suits and seats are read in it.",
        "Nothing to do if it is the right one.",
    ),
    "printed-read": Code(
        Level.NOTE,
        "Print says it in its own way (seats A B Y Z, no suit marks, low spades beside royals).",
        "The message tells how it was read; nothing to do if that is right.",
    ),
    "printed-seat": Code(
        Level.WARNING,
        "A hand or an auction without the names of the seats.",
        "Write the seat above the hand, or West North East South above the calls.",
    ),
    "printed-doubt": Code(
        Level.WARNING,
        "A place that can be read in more than one way; the message tells how it was read.",
        "Compare with the page, and write it out.",
    ),
    "printed-twice": Code(
        Level.WARNING,
        "A page tells something twice about one board, and not the same.",
        "Compare the two; the first counts. A line Board 7 begins another board.",
    ),
    # rbn
    "rbn-label": Code(
        Level.WARNING,
        "A line of RBN without a label that RBN has, or a label that stands twice.",
        "Write a label, a blank and its data; put text into {braces} on lines of its own.",
    ),
    "rbn-any-card": Code(
        Level.NOTE,
        "A card of any rank (?) in a hand of RBN; it is counted as a small one.",
        "Write the rank if it is known, or x for a small card.",
    ),
    "rbn-not-kept": Code(
        Level.NOTE,
        "Something that RBN says and a board has no place for.",
        "Keep the original if you need it.",
    ),
    # form
    "export-form": Code(
        Level.WARNING,
        "Correct PBN, but not in export form.",
        "Write the file with abtools convert --export.",
    ),
    # converting
    "derived": Code(
        Level.NOTE,
        "A value that the record does not state was derived from what it does state.",
        "Nothing to do; compare with the original if you have it.",
    ),
    "not-carried": Code(
        Level.NOTE,
        "The target format cannot hold this; it is not in the output.",
        "Keep the original, or choose a richer format.",
    ),
    # rules and scoring
    "rules-unknown": Code(
        Level.ERROR,
        "No rule set has this name.",
        "See `abtools rules` for the names, or give the path of a file that ends in .toml.",
    ),
    "rules-unreadable": Code(
        Level.ERROR,
        "A rule set's file cannot be read.",
        "Check the path; the file must be UTF-8 text.",
    ),
    "rules-syntax": Code(
        Level.ERROR, "A rule set's file is not TOML.", "Correct the line; see docs/rules.md."
    ),
    "rules-base": Code(
        Level.ERROR,
        "The set that a rule set builds on cannot be loaded.",
        "Give `base` the name of a built-in set, or of a file beside this one.",
    ),
    "rules-key-unknown": Code(
        Level.ERROR,
        "A rule set says something that no rule set has.",
        "Correct the spelling; docs/rules.md lists every key.",
    ),
    "rules-value": Code(
        Level.ERROR,
        "A rule set gives a key a value it cannot have.",
        "Use a value of the kind that docs/rules.md gives for the key.",
    ),
    "rules-missing": Code(
        Level.ERROR,
        "A rule set without a base is silent about something that has no default.",
        'Give it a number, "none" or "unknown"; or start from a built-in set with `base`.',
    ),
    "rules-example": Code(
        Level.ERROR,
        "A worked example in a rule set is not complete or has unknown keys.",
        "An example has id, contract, tricks and the points expected.",
    ),
    "switch-unknown": Code(
        Level.ERROR,
        "No switch has this name.",
        "docs/rules.md lists the switches and their values.",
    ),
    "switch-value": Code(
        Level.ERROR, "A switch does not have this value.", "Use one of the values named."
    ),
    "not-scored": Code(
        Level.NOTE,
        "The record does not tell enough to be scored; that is not a score of nothing.",
        "Record contract, declarer and result (and vulnerability for duplicate).",
    ),
    "not-solved": Code(
        Level.ERROR,
        "The position cannot be solved double-dummy; that is not a result of nothing.",
        "Write all four hands, with the same number of cards; name strain and declarer for leads.",
    ),
    "pass-out-impossible": Code(
        Level.WARNING,
        "A deal passed out under a code whose dealer had to bid.",
        "Nothing is scored; choose the code the table played by.",
    ),
    "honours-unknown": Code(
        Level.WARNING,
        "One side certainly scores honours, but nobody can say which or how many.",
        'Record the deal, or the honours per hand: [Honours "N:4 E:0 S:1 W:0"].',
    ),
    "honours-not-noted": Code(
        Level.NOTE,
        "Honours may have been held, but neither the deal nor a note tells.",
        'Record the deal, or the honours per hand: [Honours "N:4 E:0 S:1 W:0"].',
    ),
    "number-unknown": Code(
        Level.WARNING,
        "A total needs a number of this code that nobody has found.",
        "Set it: `--set contract_bonus=50`, or any key as `--set premiums.game=100`.",
    ),
    "announced-wrong": Code(
        Level.ERROR,
        "Points announced that do not add up to forty, or that a hand does not hold.",
        "Count again before anyone declares; correct the Announced tag or the deal.",
    ),
    "announced-declarer": Code(
        Level.WARNING,
        "The declarer is not the player whom the announced points make declarer.",
        "Correct the Declarer tag, or the dealer: between equal partners the first declares.",
    ),
    "redeal-played": Code(
        Level.WARNING,
        "A deal was played in which both sides have the same points.",
        "The same dealer should have dealt again; the score stands as recorded.",
    ),
    "score-disagrees": Code(
        Level.WARNING,
        "The record states another score than its contract and result make.",
        "Correct the score, or contract, result or vulnerability.",
    ),
    "vulnerable-disagrees": Code(
        Level.WARNING,
        "The recorded vulnerability is not what the games won so far make it.",
        "At rubber bridge the games count; correct the tag, or score as duplicate.",
    ),
}
