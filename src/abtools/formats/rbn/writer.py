"""Writing RBN, and RBX: the same items, a record a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from abtools.auction import PASS, Auction, Bid, Ending, Mark
from abtools.board import Board, Vulnerability
from abtools.cards import Card, Seat, Suit
from abtools.formats.carried import FACTS, Fact, lost
from abtools.formats.comments import comments, comments_of
from abtools.formats.lin.calls import alerted
from abtools.formats.rbn.reader import NEWLINE
from abtools.formats.rbn.sections import (
    read_hands,
    written_call,
    written_hands,
    written_marks,
)
from abtools.formats.rbn.text import PARAGRAPH, REMARK, begins_item, paragraph
from abtools.formats.rbn.values import TAGS, read_result, written_result
from abtools.play import Play, strongest
from abtools.problems import Problem

Written = tuple[str, str]
"""A label, { or %, and its data."""

_VULNERABLE = {
    None: "?",
    Vulnerability.NONE: "Z",
    Vulnerability.NS: "N",
    Vulnerability.EW: "E",
    Vulnerability.ALL: "B",
}
_STRAINS = ("C", "D", "H", "S", "NT")
_GOAL = re.compile(r"M|\d{1,4}", re.ASCII)
_OWN = re.compile(r"XRbn([A-Z])")
_MOST_NOTES = 9
_IN_PART = ("number", "event", "players", "teams", "scoring", "scores", "times", "other")
_IN_RESULT = ("Score", "ScoreIMP", "ScorePercentage", "XRbnEffect")


def rbn(boards: Iterable[Board], problems: list[Problem]) -> Iterator[str]:
    """The text of an RBN file, record by record, an empty line between."""
    for index, (_, items) in enumerate(_records(boards, problems, "rbn")):
        lines = [_line(label, data) for label, data in items]
        yield ("\n" if index else "") + "".join(f"{line}\n" for line in lines)


def rbx(boards: Iterable[Board], problems: list[Problem]) -> Iterator[str]:
    """The text of an RBX file, a line a record."""
    for board, items in _records(boards, problems, "rbx"):
        for label, data in items:
            if label == REMARK:
                yield f"% {data}\n"
        groups = [(label, " ".join(data.split())) for label, data in items if label != REMARK]
        if any("}" in data for _, data in groups):
            message = "a } in a text cannot be held by rbx; ) is written"
            problems.append(board.problem("not-carried", message, "Board"))
        line = "".join(f"{_label(label)}{{{data.replace('}', ')')}}}" for label, data in groups)
        if line:
            yield line + "\n"


def _label(label: str) -> str:
    return "" if label == PARAGRAPH else label


def _line(label: str, data: str) -> str:
    if label == PARAGRAPH:
        return "{" + data + "}"
    return f"{label} {data}" if data else label


def _records(
    boards: Iterable[Board], problems: list[Problem], format: str
) -> Iterator[tuple[Board, list[Written]]]:
    """Boards with the items of their records: labels that hold on only where they change."""
    before: dict[str, str] = {}
    board = Board()
    for board in boards:
        record = _Record(board, problems, format)
        yield board, record.items(before)
        before = record.carried
    if texts := list(_texts(board.postscript)):
        yield board, texts


def _texts(body: str) -> Iterator[Written]:
    """The comments and escape lines of a text."""
    for comment in comments(body):
        if comment.is_escape:
            yield REMARK, " ".join(comment.text.split())
        else:
            yield PARAGRAPH, paragraph(comment.text)


@dataclass(slots=True)
class _Notes:
    """The notes of a section as they will be written, and the number at each element."""

    texts: dict[int, str] = field(default_factory=dict)
    at: dict[int, int] = field(default_factory=dict)
    alerts: set[int] = field(default_factory=set)
    more: list[str] = field(default_factory=list)


def _notes(section: Auction | Play) -> _Notes:
    """Notes 1 to 9 as they are; others under free numbers, as long as there are any."""
    known = dict(section.notes)
    found = _Notes()
    numbers: dict[tuple[bool, str], int] = {}
    wanted: list[tuple[int, int, bool, str]] = []
    for index, mark in section.marks:
        if mark.note is None or mark.note not in known:
            continue
        is_alert, text = alerted(" ".join(known[mark.note].split()))
        if is_alert:
            found.alerts.add(index)
        if text:
            wanted.append((index, mark.note, is_alert, text))
    used = {note for _, note, _, _ in wanted} | {n for n in _references(section) if n not in known}
    idle = {n: " ".join(t.split()) for n, t in known.items() if n not in _references(section)}
    for index, note, is_alert, text in wanted:
        key = (is_alert, text)
        if key not in numbers:
            number = note if 1 <= note <= _MOST_NOTES and note not in found.texts else 0
            taken = found.texts.keys() | used | idle.keys()
            number = number or next((n for n in range(1, 10) if n not in taken), 0)
            if not number:
                found.more.append(text)
                continue
            numbers[key] = number
            found.texts[number] = text
        found.at[index] = numbers[key]
    for number, text in idle.items():
        if text and 1 <= number <= _MOST_NOTES and number not in found.texts:
            found.texts[number] = text
        elif text:
            found.more.append(text)
    return found


def _references(section: Auction | Play) -> set[int | None]:
    return {mark.note for _, mark in section.marks}


class _Record:
    """One board on its way into RBN; what RBN cannot hold is reported as it is met."""

    def __init__(self, board: Board, problems: list[Problem], format: str) -> None:
        self.board = board
        self.problems = problems
        self.format = format
        self.carried: dict[str, str] = {}

    def told(self, name: str) -> str:
        """The value of a tag, "" when it says nothing; the number for Board."""
        value = self.board.number if name == "Board" else self.board.tag(name)
        return "" if value is None or value in ("?", "-") else " ".join(value.split())

    def _report(self, what: str, part: str, instead: str = "") -> None:
        message = f"{what} cannot be held by {self.format}" + (f"; {instead}" if instead else "")
        self.problems.append(self.board.problem("not-carried", message, part))

    def items(self, before: Mapping[str, str]) -> list[Written]:
        """The items in the order of a record; labels that hold on are left out."""
        board = self.board
        self._report_lost()
        self.carried = {label: known.write(self.told) for label, known in TAGS.items()}
        self.carried["H"] = self._hands()
        changed = {
            label: data
            for label, data in self.carried.items()
            if data != before.get(label, "") or label == "B"
        }
        out = [(label, data) for label, data in changed.items() if label not in "BH"]
        auction, auction_texts = self._auction()
        play, play_texts = self._play()
        out += self._texts_before(has_auction=bool(auction), has_play=bool(play))
        out += ((label, changed[label]) for label in "BH" if label in changed)
        out += auction + auction_texts
        out += (("C", data) for data in [self._contract()] if data)
        out += play
        out += (("R", data) for data in [self._result()] if data)
        for tag in board.tags:
            own = _OWN.fullmatch(tag.name)
            if own is not None and own[1] not in "DHR" and tag.value.strip():
                out.append((own[1], self._own(own[1], tag.value)))
        return out + play_texts

    def _own(self, label: str, value: str) -> str:
        """The data of a label that is kept as it was."""
        if label != "I":
            return " ".join(value.split())
        lines = [line.rstrip() for line in value.replace("\r", "").split(NEWLINE)]
        kept = [" ".join(lines[0].split()), *(line for line in lines[1:] if line.strip())]
        return "\n".join(
            f" {line}" if k and begins_item(line) else line for k, line in enumerate(kept)
        )

    def _hands(self) -> str:
        board = self.board
        hidden = "".join(c for c in self.told("Hidden").upper() if c in "WNES")
        raw = self.told("XRbnH")
        if raw:
            found = read_hands(raw, 0, lambda code, message, offset, length: None)
            if found.deal == board.deal:
                return raw
        return written_hands(board.deal, hidden)

    # -------------------------------------------------------------- texts

    def _texts_before(self, has_auction: bool, has_play: bool) -> list[Written]:
        """Comments before the record and after tags, and those whose section is not written."""
        board = self.board
        found = list(_texts(board.preamble))
        for tag in board.tags:
            if tag.body and tag.name not in ("Auction", "Play") and not tag.name.endswith("Table"):
                found += _texts(tag.body)
        if board.auction is not None and not has_auction:
            found += self._remarks(board.auction)
        if board.play is not None and not has_play:
            found += self._remarks(board.play)
        return found

    def _remarks(self, section: Auction | Play) -> list[Written]:
        return [text for _, remark in section.remarks for text in _texts(remark)]

    def _more_notes(self, notes: _Notes, part: str) -> list[Written]:
        if notes.more:
            self._report(f"more than {_MOST_NOTES} notes", part, "they are written as paragraphs")
        return [text for note in notes.more for text in _texts("{" + paragraph(note) + "}")]

    # -------------------------------------------------------------- calls

    def _auction(self) -> tuple[list[Written], list[Written]]:
        """A with its notes, and the comments to it."""
        board, auction = self.board, self.board.auction
        calls = [] if auction is None else [written_call(call) for call in auction.calls]
        dealer = board.dealer
        is_told = auction is not None and None not in calls
        if auction is not None and is_told and calls:
            dealer = auction.dealer
            if board.dealer is not None and board.dealer is not dealer:
                self._report(f"dealer {board.dealer} of an auction that {dealer} begins", "Dealer")
        if auction is not None and not is_told:
            odd = next((call for call in auction.calls if written_call(call) is None), None)
            self._report(f"an auction with {odd or '-'}", "Auction")
        asked = auction is not None and is_told and auction.ending is Ending.TO_CONTINUE
        if asked and auction is not None:
            dealer = auction.dealer
        is_written = auction is not None and is_told and bool(calls or asked)
        if not is_written:
            self._report_notes(FACTS["explanations"], "Auction")
        if dealer is None and board.vulnerability is None:
            return [], []
        head = f"{dealer if dealer is not None else '?'}{_VULNERABLE[board.vulnerability]}:"
        if auction is None or not is_written:
            return [("A", head)], []
        notes = _notes(auction)
        written = self._calls(auction, [call or "" for call in calls], notes)
        items = [("A", head + written + ("Y" if asked else ""))]
        items += ((str(number), text) for number, text in sorted(notes.texts.items()))
        return items, self._more_notes(notes, "Auction") + self._remarks(auction)

    def _report_notes(self, fact: Fact, part: str) -> None:
        """Notes of a section that is not written."""
        if told := fact.of(self.board):
            self._report(f"{told} without any", part)

    def _calls(self, auction: Auction, calls: list[str], notes: _Notes) -> str:
        marks = dict(auction.marks)
        last = len(calls)
        passes = _closing_passes(auction)
        if passes and not any(k in marks for k in range(last - passes, last)):
            last -= passes
        out = []
        for index, call in enumerate(calls[:last]):
            if index and index % 4 == 0:
                out.append(":")
            out.append(call + self._marks(index, marks.get(index), notes, range(1, 7)))
        if last < len(calls):
            out.append((":" if last and last % 4 == 0 else "") + "A")
        return "".join(out)

    def _marks(self, index: int, mark: Mark | None, notes: _Notes, nags: range) -> str:
        if mark is None:
            return ""
        own = Mark(nags=tuple(nag for nag in mark.nags if nag in nags))
        number = notes.at.get(index)
        if mark.note is not None and number is None and index not in notes.alerts:
            known = dict((self.board.auction if nags.start == 1 else self.board.play).notes)  # type: ignore[union-attr]
            number = mark.note if mark.note not in known and 1 <= mark.note <= 9 else None
        return written_marks(own, index in notes.alerts, number)

    # -------------------------------------------------------------- contract and result

    def _contract(self) -> str:
        board, contract = self.board, self.board.contract
        if contract is None:
            if board.declarer is not None:
                self._report("a declarer without a contract", "Declarer")
            return ""
        if contract.is_passed_out:
            return "P"
        if str(contract.strain) not in _STRAINS or contract.factor > 4 or contract.level == 8:
            self._report(f"the contract {contract}", "Contract")
            return ""
        doubled = {1: "", 2: "X", 4: "R"}[contract.factor]
        goal = self.told("XRbnGoal")
        if goal and not _GOAL.fullmatch(goal):
            self._report(f"the goal {goal}", "XRbnGoal")
            goal = ""
        level = "" if contract.level is None else str(contract.level)
        text = f"{level}{str(contract.strain)[0]}{doubled}{goal}"
        if board.declarer is None:
            return text
        leader = self._odd_leader()
        return f"{text}:{board.declarer}" + (f":{leader}" if leader is not None else "")

    def _odd_leader(self) -> Seat | None:
        """Who led to the first trick, when marked as out of turn and not declarer's left."""
        play, declarer = self.board.play, self.board.declarer
        if play is None or play.first is None or declarer is None:
            return None
        for index, mark in play.marks:
            if mark.irregularity == "L" and index < 4:
                leader = play.first.plus(index)
                return None if leader is declarer.lho else leader
        return None

    def _result(self) -> str:
        board = self.board
        is_out = board.contract is not None and board.contract.is_passed_out
        ns = None if board.declarer is None else not board.declarer & 1
        text = written_result(None if is_out else board.tricks, is_out, self.told, ns)
        found = read_result(text)
        read = dict(found.tags) if found is not None else {}
        for name in _IN_RESULT:
            value = self.told(name)
            if value and not _is_same_score(value, read.get(name, ""), ns):
                self._report(f"{name} {value}", name)
        if raw := self.told("XRbnR"):
            if not text and read_result(raw) is None:
                return raw
            self._report(f"the result {raw}", "XRbnR")
        return text

    # -------------------------------------------------------------- cards

    def _play(self) -> tuple[list[Written], list[Written]]:
        """P with its notes, and the comments to it."""
        play = self.board.play
        if play is None or not any(play.cards):
            if play is not None and play.ending is Ending.TO_CONTINUE:
                self._report("+ (to be continued) before the first card", "Play")
            self._report_notes(FACTS["card-notes"], "Play")
            return [], []
        tricks = self._tricks(play)
        told = sum(card is not None for trick in tricks for _, card in trick)
        missing = sum(card is not None for card in play.cards) - told
        if missing:
            self._report(f"{missing} cards after one not recorded", "Play")
        if not told:
            return [], []
        notes = _notes(play)
        text = ":".join(self._trick(trick, dict(play.marks), notes) for trick in tricks)
        if play.ending is Ending.TO_CONTINUE:
            text += "Y"
        items = [("P", text)]
        items += ((str(number), note) for number, note in sorted(notes.texts.items()))
        return items, self._more_notes(notes, "Play") + self._remarks(play)

    def _trick(
        self, trick: list[tuple[int, Card | None]], marks: Mapping[int, Mark], notes: _Notes
    ) -> str:
        led = trick[0][1].suit if trick[0][1] is not None else None
        out = ""
        for k, (index, card) in enumerate(trick):
            if card is None:
                out += "."
            else:
                shown = str(card)
                out += shown[1:] if k and card.suit is led else shown
            out += self._marks(index, marks.get(index), notes, range(7, 13))
        return out

    def _tricks(self, play: Play) -> list[list[tuple[int, Card | None]]]:
        """The cards trick by trick from the leader on, each with its index in the columns."""
        called = self._called()
        first, contract = play.first, self.board.contract
        if first is None or (called is None and contract is not None and contract.strain):
            return []
        if called is None:
            return self._rows(play)
        trump, leader = called
        lead = ((self._odd_leader() or leader) - first) & 3
        tricks: list[list[tuple[int, Card | None]]] = []
        for base in range(0, len(play.cards), 4):
            row = [*play.cards[base : base + 4], None, None, None][:4]
            trick = [(base + (lead + k & 3), row[lead + k & 3]) for k in range(4)]
            if trick[0][1] is None:
                break
            if base + 4 >= len(play.cards):
                while trick[-1][1] is None:
                    trick.pop()
            tricks.append(trick)
            lead = lead + strongest([card for _, card in trick], trump) & 3
        return tricks

    def _rows(self, play: Play) -> list[list[tuple[int, Card | None]]]:
        """The rows as they are, for a reader who goes by the hands; none when he cannot."""
        deal = self.board.deal
        tricks: list[list[tuple[int, Card | None]]] = []
        for base in range(0, len(play.cards), 4):
            row = [(base + k, c) for k, c in enumerate(play.cards[base : base + 4]) if c]
            held = deal is not None and all(
                c is not None and any(c.bits & hand for hand in deal.bits) for _, c in row
            )
            if not row or not held:
                break
            tricks.append(list(row))
            if len(row) < 4:
                break
        return tricks

    def _called(self) -> tuple[Suit | None, Seat] | None:
        """Trumps and opening leader as a reader will find them."""
        board = self.board
        contract, declarer = board.contract, board.declarer
        if (contract is None or declarer is None) and board.auction is not None:
            called = board.auction.outcome()
            if called is not None and (contract is None or contract == called[0]):
                contract, declarer = called[0], declarer if declarer is not None else called[1]
        if contract is None or contract.strain is None:
            return None
        if str(contract.strain) not in _STRAINS:
            return None
        leader = self._holder_of_first() if declarer is None else declarer.lho
        return None if leader is None else (contract.strain.trump, leader)

    def _holder_of_first(self) -> Seat | None:
        """Who holds the first card, when the hands tell that it is the first column's."""
        play, deal = self.board.play, self.board.deal
        card = play.cards[0] if play is not None and play.cards else None
        if play is None or deal is None or card is None:
            return None
        holder = next((seat for seat in Seat if deal.bits[seat] & card.bits), None)
        return holder if holder is play.first else None

    # -------------------------------------------------------------- what is lost

    def _report_lost(self) -> None:
        """Notes on everything that has no place in RBN."""
        board = self.board
        self.problems += lost(board, self.format)
        said: dict[str, str] = {}
        for known in TAGS.values():
            said |= dict(known.read(known.write(self.told)))
        for fact in _IN_PART:
            for name in FACTS[fact].of(board).split(", "):
                if name and not self._is_held(name, said):
                    self._report(f"{name} {self.told(name)}", name)
        for section, count, part in (
            (board.auction, len(board.auction.calls) if board.auction else 0, "Auction"),
            (board.play, len(board.play.cards) if board.play else 0, "Play"),
        ):
            if section is not None and any(at < count - 1 for at, _ in section.remarks):
                what = "the places of comments among calls and cards"
                self._report(what, part, "they stand at the end")
        if any("}" in comment.text for comment in comments_of(board)):
            self._report("a } in a text", "Board", ") is written")
        odd = FACTS["irregularities"].of(board)
        if odd and not self._is_only_the_lead():
            self._report(odd, "Play")

    def _is_held(self, name: str, said: Mapping[str, str]) -> bool:
        if name == "Hidden":
            return True
        own = _OWN.fullmatch(name)
        if own is not None or name == "XRbnGoal" or name in _IN_RESULT:
            return True
        value = self.told(name)
        return not value or said.get(name) == value

    def _is_only_the_lead(self) -> bool:
        """Whether a first lead out of turn is all that is irregular."""
        board = self.board
        if board.declarer_swapped or board.tricks_agreed or self._odd_leader() is None:
            return False
        odd = [m for s in (board.auction, board.play) if s is not None for _, m in s.marks]
        return sum(mark.irregularity in ("I", "R", "L") for mark in odd) == 1


def _closing_passes(auction: Auction) -> int:
    """How many last passes A stands for; none when the auction is not over just there."""
    calls = auction.calls
    trailing = 0
    while trailing < len(calls) and calls[-1 - trailing] is PASS:
        trailing += 1
    bid = any(isinstance(call, Bid) for call in calls)
    other = trailing < len(calls)
    wanted = 3 if other else 4
    if trailing != wanted or (other and not bid):
        return 0
    return wanted


def _is_same_score(value: str, read: str, ns_declares: bool | None) -> bool:
    """Whether a score as it was and as it will be read again say the same."""
    if value == read:
        return True

    def for_ns(text: str) -> float | None:
        found = re.fullmatch(r"(?:(NS|EW) )?([+-]?[\d.]{1,12})", text)
        if found is None or found[2].count(".") > 1 or not found[2].strip("+-."):
            return None
        ours = found[1] == "NS" or (found[1] is None and ns_declares)
        return float(found[2]) if ours else -float(found[2])

    number = for_ns(value)
    return number is not None and number == for_ns(read)
