"""Deals one a line, as dealing programs print them; each way of writing is a small format.

* dealer-line: `n AKQ.J2... e ... s ... w ...`, the oneline action of dealer
* deal-line: `S H D C|S H D C|S H D C|S H D C`, hands N E S W, as `deal -l`
* ddline: `S.H.D.C|...|...|...|n|e|s|w`, then a hand's tricks in spades, hearts, diamonds, clubs
  and notrump, as `deal -i format/ddline`
* deals: the PBN string, `N:S.H.D.C ...`
* bare-deals: the same without the seat, which is North

A line that is a deal but in none of these ways (10 for T, suit letters) is read as the Deal tag
of PBN is, with warnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from abtools.board import Board
from abtools.cards import Deal, Hand, Seat, Suit
from abtools.formats.solved.lines import Line, LineStream, words_of
from abtools.formats.solved.notes import with_deals
from abtools.formats.solved.results import (
    PLACE,
    SPADES_DOWN,
    UNKNOWN,
    Results,
    results_of,
    size_of,
    tag_of,
)
from abtools.problems import ParseError, Problem

Words = list[tuple[str, int]]
_QUOTES = " \t\"',;"
_TAIL = re.compile(r"\s*(?:Generated \d+ hands|Produced \d+ hands|Initial random seed -?\d+|"
                   r"Time needed +[\d.]+ sec|#.*)\s*")  # fmt: skip
"""What dealer prints after its hands, and comments."""


class DealLineStream(LineStream):
    """The deals of a text in any of these ways of writing, line by line."""

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        kind: str | None = None
        for line in self.lines():
            if _TAIL.fullmatch(line.text):
                continue
            way = kind_of(line.text)
            kind = way or kind
            if way is None and (like_deal(line.text) or kind in ("deals", "bare-deals")):
                board = self.loose_deal(line)
            elif kind is not None:
                board = WAYS[kind].read(self, line)
            else:
                self.tell("text-stray", "no deal in this line", line)
                continue
            if board is not None:
                yield board

    def dealer_line(self, line: Line) -> Board | None:
        """See the module."""
        words = words_of(line.text)
        hands: Words = []
        seats = ""
        for index in range(0, len(words) - 1, 2):
            seats += words[index][0]
            hands.append(words[index + 1])
        turned = "neswneswnesw"
        if len(words) != 8 or seats.lower() not in turned:
            message = "n, e, s, w expected, each followed by a hand"
            self.tell("deal-syntax", message, line)
            return None
        return self._board(self.deal(hands, Seat.parse(seats[0]), line), line)

    def deal_line(self, line: Line) -> Board | None:
        """See the module."""
        hands: Words = []
        column = 1
        for part in line.text.split("|"):
            blank = part.strip() if part.count(" ") != 3 else part
            holdings = blank.split(" ")
            if len(holdings) != 4:
                message = "four suits with one blank between expected"
                self.tell("deal-syntax", message, line, column, len(part))
                return None
            hands.append((".".join("" if h in ("-", "{}") else h for h in holdings), column))
            column += len(part) + 1
        return self._board(self.deal(hands, Seat.N, line), line)

    def ddline(self, line: Line) -> Board | None:
        """See the module."""
        parts: Words = []
        column = 1
        for part in line.text.split("|"):
            parts.append((part.strip(), column + len(part) - len(part.lstrip())))
            column += len(part) + 1
        deal = self.deal(parts[:4], Seat.N, line)
        if deal is None:
            return None
        results: list[int | None] = [None] * 20
        size = size_of(deal)
        if len(parts) not in (4, 8):
            message = f"{len(parts)} parts between | instead of eight"
            self.tell("record-truncated", message, line)
        for seat, (numbers, at) in zip(Seat, parts[4:8], strict=False):
            words = words_of(numbers)
            if len(words) != 5:
                message = f"{len(words)} numbers of tricks for {seat} instead of five"
                self.tell("record-truncated", message, line, at, len(numbers))
            for strain, (word, start) in zip(SPADES_DOWN, words, strict=False):
                if re.fullmatch("[0-9]{1,2}", word) and int(word) <= size:
                    results[PLACE[seat, strain]] = int(word)
                elif word not in ("?", "-"):
                    message = f"{word!r}: tricks 0 to {size} expected"
                    self.tell("value-syntax", message, line, at + start - 1, len(word))
        return self._board(deal, line, results)

    def pbn_deal(self, line: Line) -> Board | None:
        """See the module."""
        text = line.text.rstrip(_QUOTES)
        colon = text.index(":")
        words = words_of(text[colon + 1 :], colon + 1)
        return self._board(self.deal(words, Seat.parse(text[colon - 1]), line), line)

    def bare_deal(self, line: Line) -> Board | None:
        """See the module."""
        return self._board(self.deal(words_of(line.text), Seat.N, line), line)

    def loose_deal(self, line: Line) -> Board | None:
        """See the module."""
        from abtools.notation import DealReading, parse  # slow to import, and seldom needed

        text = line.text.strip(_QUOTES)
        start = len(line.text) - len(line.text.lstrip(_QUOTES)) + 1
        if text[1:2] != ":":
            text, start = f"N:{text}", start - 2
        try:
            found: DealReading = parse("deal", text.replace("\t", " "))
        except ParseError as error:
            span = error.problem.span
            at = max(1, start + span.column - 1)
            self.tell("deal-syntax", error.problem.message, line, at, span.length)
            return None
        for each in found.deviations:
            at = max(1, start + each.offset)
            self.tell(each.code, each.message, line, at, each.length)
        return self._board(found.deal, line)

    def _board(self, deal: Deal | None, line: Line, results: Results = UNKNOWN) -> Board | None:
        if deal is None:
            return None
        tags = (tag_of(results),) if any(n is not None for n in results) else ()
        return Board(deal=deal, tags=tags, spans=self.spans(line))


def _dealer_line(board: Board, deal: Deal) -> str:
    return "".join(f"{str(seat).lower()} {_hand(deal[seat])} " for seat in Seat)


def _deal_line(board: Board, deal: Deal) -> str:
    return "|".join(
        "..." if hand is None else " ".join(hand.ranks(suit) for suit in reversed(Suit))
        for hand in deal.hands
    ).replace("...", "   ")


def _ddline(board: Board, deal: Deal) -> str:
    parts = [_hand(hand) for hand in deal.hands]
    results = results_of(board)
    if any(tricks is not None for tricks in results):
        parts += [
            " ".join(_number(results[PLACE[seat, strain]]) for strain in SPADES_DOWN)
            for seat in Seat
        ]
    return "|".join(parts)


def _pbn_deal(board: Board, deal: Deal) -> str:
    return deal.text(Seat.N)


def _bare_deal(board: Board, deal: Deal) -> str:
    return deal.text(Seat.N)[2:]


def _number(tricks: int | None) -> str:
    return "?" if tricks is None else str(tricks)


def _hand(hand: Hand | None) -> str:
    return "..." if hand is None else str(hand)


@dataclass(frozen=True, slots=True)
class Way:
    """A way of writing a deal in a line: how it is told, read, and written."""

    pattern: re.Pattern[str]
    read: Callable[[DealLineStream, Line], Board | None]
    write: Callable[[Board, Deal], str]


_SUIT = "[AKQJT2-9akqjtxX]{0,13}"
_DOTTED = rf"(?:{_SUIT}(?:\.{_SUIT}){{3}}|-)"
_BLANKS = rf"(?:{_SUIT}|-|{{}})(?: (?:{_SUIT}|-|{{}})){{3}}"

WAYS: Mapping[str, Way] = {
    "dealer-line": Way(
        re.compile(rf"\s*(?:[nesw] {_DOTTED}[ \t]+){{3}}[nesw] {_DOTTED}\s*", re.IGNORECASE),
        DealLineStream.dealer_line,
        _dealer_line,
    ),
    "deal-line": Way(
        re.compile(rf"(?:{_BLANKS}\|){{3}}{_BLANKS}\s*"), DealLineStream.deal_line, _deal_line
    ),
    "ddline": Way(
        re.compile(rf"\s*(?:{_DOTTED}\|){{3}}{_DOTTED}(?:\|[0-9? -]+){{0,4}}\s*"),
        DealLineStream.ddline,
        _ddline,
    ),
    "deals": Way(
        re.compile(rf"\s*[\"']?[NESWnesw]:[ \t]*(?:{_DOTTED}[ \t]+){{3}}{_DOTTED}[\"',;]*\s*"),
        DealLineStream.pbn_deal,
        _pbn_deal,
    ),
    "bare-deals": Way(
        re.compile(rf"\s*(?:{_DOTTED}[ \t]+){{3}}{_DOTTED}\s*"),
        DealLineStream.bare_deal,
        _bare_deal,
    ),
}  # fmt: skip


_LIKE_DEAL = re.compile(r"\s*[\"']?(?:[NESWnesw]:|(?:[^\s./\\]*\.){3}[^\s./\\]*[ \t]+\S)")


def like_deal(text: str) -> bool:
    """Whether a text begins as one that is meant as a deal, well written or not."""
    return _LIKE_DEAL.match(text) is not None


def kind_of(text: str) -> str | None:
    """The name of the way in which a line is written, None when it is none of them."""
    for name, way in WAYS.items():
        if way.pattern.fullmatch(text):
            return name
    return None


def first_kind(head: str) -> str | None:
    """The way in which a text begins."""
    lines = (line for line in head.splitlines() if line.strip() and not _TAIL.fullmatch(line))
    return kind_of(next(lines, ""))


def write(boards: Iterable[Board], kind: str, problems: list[Problem]) -> Iterator[bytes]:
    """The lines of a text with these deals."""
    line = WAYS[kind].write
    for board, deal in with_deals(boards, kind, problems):
        yield f"{line(board, deal)}\n".encode("ascii")
