"""GIB's library as text: hands W N E S, a colon, and twenty digits of tricks of North-South."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from abtools.auction import Contract, Strain
from abtools.board import Board, Tag
from abtools.cards import Seat
from abtools.formats.solved.lines import Line, LineStream, words_of
from abtools.formats.solved.notes import with_deals
from abtools.formats.solved.results import TRICKS, ByLeader, results_of, size_of, tag_of
from abtools.problems import Problem, SourceText

ORDER = ByLeader((Seat.S, Seat.E, Seat.N, Seat.W))
COMMENT = "XGibComment"
_HAND = r"[AKQJT2-9akqjt]*(?:\.[AKQJT2-9akqjt]*){3}"
_LOOKS = re.compile(rf"\s*(?:\{{[^}}]*\}}\s*)*(?:{_HAND} +){{3}}{_HAND}:[0-9A-Da-d-]{{20}}\s")
_OPTION = re.compile(r"\b(trumps|leader)=(\w)", re.IGNORECASE)
_TRUMPS = {"s": Strain.SPADES, "h": Strain.HEARTS, "d": Strain.DIAMONDS, "c": Strain.CLUBS,
           "n": Strain.NOTRUMP}  # fmt: skip


class GibStream(LineStream):
    """The deals of a GIB library one after the other."""

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        comment: list[str] = []
        opened: Line | None = None
        for line in self.lines():
            text = line.text.strip()
            if opened is not None or text.startswith("{"):
                before, closed, after = text.partition("}")
                comment.append(before.removeprefix("{") if opened is None else before)
                opened = None if closed else (opened or line)
                if after.strip():
                    self.tell("text-stray", "nothing may follow the }", line)
                continue
            board = self._board(line, "\n".join(comment))
            comment = []
            if board is not None:
                yield board
        if opened is not None:
            self.tell("comment-unclosed", "the comment that begins here has no }", opened)

    def _board(self, line: Line, comment: str) -> Board | None:
        hands, colon, digits = line.text.partition(":")
        deal = self.deal(words_of(hands), Seat.W, line)
        if deal is None:
            return None
        tags: tuple[Tag, ...] = (Tag(COMMENT, " ".join(comment.split())),) if comment else ()
        if colon:
            tags += self._results(digits, len(hands) + 2, size_of(deal), line)
        options = {key.lower(): value.lower() for key, value in _OPTION.findall(comment)}
        trumps, leader = _TRUMPS.get(options.get("trumps", "")), options.get("leader", "")
        return Board(
            deal=deal,
            contract=None if trumps is None else Contract(None, trumps),
            declarer=Seat.parse(leader).rho if leader in ("n", "e", "s", "w") else None,
            tags=tags,
            spans=self.spans(line),
        )

    def _results(self, written: str, column: int, size: int, line: Line) -> tuple[Tag, ...]:
        digits = written.strip()
        column += len(written) - len(written.lstrip())
        if len(digits) != 20:
            message = f"{len(digits)} digits of tricks instead of twenty"
            self.tell("record-truncated", message, line, column, len(digits))
            return ()
        values = [TRICKS.get(digit) for digit in digits]
        if size == 13 and None not in values:
            return (tag_of(ORDER.results(values, size)),)
        for at, (digit, tricks) in enumerate(zip(digits, values, strict=True)):
            if tricks is None and digit != "-":
                message = f"{digit!r}: tricks are 0 to 9 and A to D, - when not known"
                self.tell("character-bad", message, line, column + at, 1)
            elif tricks is not None and tricks > size:
                message = f"{tricks} tricks, but each hand has {size} cards"
                self.tell("value-syntax", message, line, column + at, 1)
                values[at] = None
        return (tag_of(ORDER.results(values, size)),) if any(v is not None for v in values) else ()


stream = GibStream


def looks_like(head: str) -> bool:
    """Whether a text begins as a GIB library does."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a library with these deals."""
    for board, deal in with_deals(boards, "gib", problems, (COMMENT,)):
        hands = [deal[seat] for seat in (Seat.W, Seat.N, Seat.E, Seat.S)]
        text = " ".join("..." if hand is None else str(hand) for hand in hands)
        results = results_of(board)
        if any(tricks is not None for tricks in results):
            values = ORDER.values(results, size_of(deal))
            text += ":" + "".join(
                "-" if value is None or value < 0 else f"{value:X}" for value in values
            )
        comment = _comment(board)
        if comment:
            text = f"{{{comment}}}\n{text}"
        yield f"{text}\n".encode("latin-1", "replace")


def _comment(board: Board) -> str:
    """The comment before a deal: as it was read, else what is to be played."""
    comment = board.tag(COMMENT)
    if comment:
        return comment.replace("}", ")")
    words = []
    if board.contract is not None and board.contract.strain is not None:
        letter = {trump: letter for letter, trump in _TRUMPS.items()}.get(board.contract.strain)
        words += [f"trumps={letter}"] if letter else []
    if board.declarer is not None:
        words.append(f"leader={str(board.declarer.lho).lower()}")
    return " ".join(words)
