"""BEN: two lines a board, the hands N E S W, then dealer, vulnerability and the calls.

Also a board in one line, dealer and vulnerability first, and in quotes with a comma between, as
BEN's own files have it. `#` begins a comment; `*` after a call an alert.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.auction import CALLS, PASS, Auction, Call, Mark
from abtools.board import Board, Vulnerability
from abtools.cards import Deal, Seat
from abtools.formats.solved.lines import Line, LineStream, words_of
from abtools.formats.solved.notes import with_deals
from abtools.problems import Problem, SourceText

ALERT = "Alert"
"""The note that stands for an alert nobody explained."""
STATES = {"None": Vulnerability.NONE, "N-S": Vulnerability.NS, "E-W": Vulnerability.EW,
          "Both": Vulnerability.ALL}  # fmt: skip
_SPELLED = {state: word for word, state in STATES.items()}
_SUIT = "[AKQJT2-9akqjt]{0,13}"
_HAND = rf"{_SUIT}(?:\.{_SUIT}){{3}}"
_HANDS = rf"(?:{_HAND} +){{3}}{_HAND}"
_STATE = r"[NESW] +(?:None|N-S|E-W|Both|NS|EW|All)"
_FORMS = (
    re.compile(rf"\s*(?P<hands>{_HANDS})\s*"),
    re.compile(rf"\s*(?P<state>{_STATE}) +(?P<hands>{_HANDS})\s*"),
    re.compile(rf"\s*(?P<state>{_STATE})(?P<calls>(?: +\S+)*)\s*"),
    re.compile(rf"\s*'(?P<hands>{_HANDS})' *, *'(?P<state>{_STATE})(?P<calls>[^']*)'\s*"),
)
_LOOKS = re.compile(
    rf"(?:\s*+#[^\r\n]*+)*+\s*+(?:{_HANDS}\s*[\r\n]+\s*{_STATE}\b|{_STATE} +{_HANDS}"
    rf"|'{_HANDS}' *, *'{_STATE})"
)


class BenStream(LineStream):
    """The boards of a BEN file one after the other."""

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        preamble = ""
        waiting: tuple[Deal | None, Line] | None = None
        for line in self.lines():
            if line.text.lstrip().startswith("#"):
                preamble += f"; {line.text.lstrip()[1:].strip()}\n"
                continue
            found = next((form for form in _FORMS if form.fullmatch(line.text)), None)
            match = found.fullmatch(line.text) if found else None
            if match is None:
                message = "four hands, or dealer, vulnerability and calls expected"
                self.tell("deal-syntax", message, line)
                waiting = None
                continue
            parts = match.groupdict()
            if parts.get("hands") is not None:
                if waiting is not None:
                    yield Board(deal=waiting[0], preamble=preamble, spans=self.spans(waiting[1]))
                    preamble, waiting = "", None
                words = words_of(parts["hands"], match.start("hands"))
                deal = self.deal(words, Seat.N, line)
                if parts.get("state") is None:
                    waiting = (deal, line)
                    continue
                begun = line
            else:
                if waiting is None:
                    self.tell("text-stray", "no hands stand before this auction", line)
                    continue
                (deal, begun), waiting = waiting, None
            yield self._board(deal, begun, line, match, preamble)
            preamble = ""
        if waiting is not None:
            yield Board(deal=waiting[0], preamble=preamble, spans=self.spans(waiting[1]))

    def _board(
        self, deal: Deal | None, begun: Line, line: Line, match: re.Match[str], preamble: str
    ) -> Board:
        seat, state = match["state"].split()
        dealer = Seat.parse(seat)
        auction = None
        if "calls" in match.groupdict() and match["calls"].strip():
            auction = self._auction(dealer, match["calls"], match.start("calls"), line)
        return Board(
            dealer=dealer,
            vulnerability=STATES.get(state) or Vulnerability.parse(state),
            deal=deal,
            auction=auction,
            preamble=preamble,
            spans=self.spans(begun),
        )

    def _auction(self, dealer: Seat, text: str, start: int, line: Line) -> Auction:
        calls: list[Call | None] = []
        marks: list[tuple[int, Mark]] = []
        for word, column in words_of(text, start):
            call = CALLS.get(word.rstrip("*").upper())
            if call is None:
                message = f"{word[:20]} is no call: P, X, XX or 1C to 7N expected"
                self.tell("call-syntax", message, line, column, len(word))
            if word.endswith("*"):
                marks.append((len(calls), Mark(note=1)))
            calls.append(call)
        notes = ((1, ALERT),) if marks else ()
        return Auction(dealer, tuple(calls), marks=tuple(marks), notes=notes)


stream = BenStream


def looks_like(head: str) -> bool:
    """Whether a text begins as BEN files do."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a file with these boards."""
    for board, deal in with_deals(boards, "ben", problems):
        if board.dealer is None or board.vulnerability is None or None in deal.hands:
            message = "left out: BEN needs four hands, the dealer and the vulnerability"
            problems.append(board.problem("not-carried", message, "Dealer"))
            continue
        comments = [
            f"# {line[1:].strip()}".rstrip()
            for line in board.preamble.split("\n")
            if line.startswith(";")
        ]
        hands = " ".join(map(str, deal.hands))
        words = [str(board.dealer), _SPELLED[board.vulnerability], *_calls(board, problems)]
        lines = [*comments, hands, " ".join(words)]
        yield "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _calls(board: Board, problems: list[Problem]) -> list[str]:
    """The calls as BEN has them, with a star for an alert."""
    auction = board.auction
    if auction is None:
        return []
    if (
        auction.dealer is not board.dealer
        or None in auction.calls
        or any(call is not None and call.name == "^S" for call in auction.calls)
    ):
        message = "the auction is left out: BEN holds complete ones from the dealer on"
        problems.append(board.problem("not-carried", message, "Auction"))
        return []
    told = {number: text for number, text in auction.notes if text != ALERT}
    lost = {mark.note for _, mark in auction.marks if mark.note in told}
    if lost:
        message = f"{len(lost)} explanations cannot be held by ben, only that there are some"
        problems.append(board.problem("not-carried", message, "Note"))
    alerted = {index for index, mark in auction.marks if mark.note is not None}
    words = []
    for index, call in enumerate(auction.calls):
        name = "P" if call is PASS else str(call).replace("NT", "N")
        words.append(name + "*" * (index in alerted))
    return words
