"""USEBIO events into boards: one for each line of each traveller, with the hands of the set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from abtools.auction import CONTRACTS, Contract, Ending
from abtools.board import (
    VULNERABILITY_BY_NAME,
    Board,
    Tag,
    Vulnerability,
    cycle_dealer,
    cycle_vulnerability,
)
from abtools.cards import CARD_BY_NAME, HOLDINGS, Deal, Hand, Seat
from abtools.formats.lin import LinStream
from abtools.formats.records import RecordSpans
from abtools.formats.usebio.tree import Node
from abtools.play import Play
from abtools.problems import Problem

SCORING_OF_EVENT = {
    "MP_PAIRS": "MP",
    "PAIRS": "MP",
    "INDIVIDUAL": "MP",
    "BUTLER_PAIRS": "IMP;Butler",
    "CROSS_IMP": "IMP;Cross",
    "TEAMS": "IMP",
    "SWISS_TEAMS": "IMP",
    "SWISS_PAIRS": "MP",
}
"""What PBN calls the scoring of an event's type; unknown types have none."""

_SUITS = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_ADJUSTED = re.compile(r"A(\d\d)(\d\d)", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_TRICKS = {str(n): n for n in range(14)}
_POINTS = (
    ("ScoreMP", "NS_MATCH_POINTS", "EW_MATCH_POINTS"),
    ("ScoreIMP", "NS_BUTLER_POINTS", "EW_BUTLER_POINTS"),
    ("ScoreIMP", "NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"),
)


@dataclass(slots=True)
class EventReader:
    """Reads one event; `problems` grows as boards come."""

    hands: dict[str, tuple[Deal, Node]]
    problems: list[Problem]
    names: dict[str, str] = field(default_factory=dict)
    played: set[str] = field(default_factory=set)
    told_derived: bool = False

    def boards(self, event: Node, club: str) -> Iterator[Board]:
        """The boards of an event in file order."""
        tags = event_tags(event, club)
        for pair in (*event.find("PAIR"), *event.find("TEAM")):
            self._learn_names(pair)
        for match in event.find("MATCH"):
            round_number = match.value("ROUND_NUMBER")
            more = [Tag("Round", round_number)] if round_number else []
            for board in match.find("BOARD"):
                yield from self._traveller(board, [*tags, *more])
        for board in _find_outside(event, "BOARD", "MATCH"):
            yield from self._traveller(board, tags)

    def _learn_names(self, pair: Node) -> None:
        number = pair.value("PAIR_NUMBER", "TEAM_ID")
        players = [p.value("PLAYER_NAME") for p in pair.find("PLAYER")]
        names = "; ".join(name for name in players if name) or pair.value("TEAM_NAME")
        if number and names:
            direction = pair.value("DIRECTION")
            self.names[number + direction] = names
            self.names.setdefault(number, names)

    def _traveller(self, board: Node, tags: list[Tag]) -> Iterator[Board]:
        number = board.value("BOARD_NUMBER")
        for line in board.find("TRAVELLER_LINE"):
            self.played.add(number)
            yield self._played(board, line, number, tags)

    def unplayed(self, tags: list[Tag]) -> Iterator[Board]:
        """The hands that no traveller mentions."""
        for number, (deal, node) in self.hands.items():
            if number not in self.played:
                yield self._with_cycle(
                    Board(number or None, deal=deal, spans=RecordSpans(node.span)), None, tags
                )

    def _played(self, board: Node, line: Node, number: str, tags: list[Tag]) -> Board:
        contract, declarer = self._contract(line), self._seat(line)
        found = [*tags, *self._line_tags(line)]
        deal = self.hands.get(number)
        lead = self._lead(line, declarer)
        record = Board(
            number or None,
            deal=None if deal is None else deal[0],
            contract=contract,
            declarer=None if contract is None or contract.is_passed_out else declarer,
            tricks=self._tricks(line, contract),
            play=lead,
            spans=RecordSpans(line.span),
        )
        record = self._with_lin(record, line)
        return self._with_cycle(record, board.value("VULNERABILITY"), found)

    def _with_lin(self, record: Board, line: Node) -> Board:
        """The board with the auction and the play that LIN_DATA tells, and the deal if need be."""
        node = line.child("LIN_DATA")
        if node is None or not node.text:
            return record
        lin = LinStream(node.text.encode("utf-8", "surrogatepass"), "")
        boards = list(lin)
        self.problems += (
            replace(problem, span=node.span) for problem in lin.problems if problem.level != "note"
        )
        if len(boards) != 1:
            self._report("lin-no-board", f"{len(boards)} boards where one is expected", node)
            return record
        told = boards[0]
        return replace(
            record,
            deal=told.deal if record.deal is None else record.deal,
            auction=told.auction,
            play=record.play if told.play is None else told.play,
        )

    def _with_cycle(self, board: Board, vulnerable: str | None, tags: list[Tag]) -> Board:
        """Dealer and vulnerability: stated, or by the number of the board; told once."""
        state = VULNERABILITY_BY_NAME.get((vulnerable or "").upper())
        number = board.number or ""
        dealer: Seat | None = None
        if _NUMBER.fullmatch(number):
            dealer = cycle_dealer(int(number))
            state = state or cycle_vulnerability(int(number))
            if not self.told_derived and isinstance(board.spans, RecordSpans):
                self.told_derived = True
                message = "dealer and vulnerability are taken from the board number"
                self.problems.append(Problem("derived", board.spans.span, message, number))
        return _with(board, dealer, state, tags)

    def _report(self, code: str, message: str, node: Node) -> None:
        self.problems.append(Problem(code, node.span, message))

    def _contract(self, line: Node) -> Contract | None:
        node = line.child("CONTRACT")
        text = "" if node is None else node.text.replace(" ", "").upper().replace("*", "X")
        if node is None or not text:
            return None
        if text in ("PASS", "PASSED", "P", "AP"):
            return Contract.PASSED_OUT
        contract = CONTRACTS[text]
        if contract is None or contract.level is None:
            self._report("contract-syntax", f"{node.text!r} is no contract", node)
            return None
        return contract

    def _seat(self, line: Node) -> Seat | None:
        node = line.child("PLAYED_BY")
        if node is None or not node.text:
            return None
        letter = node.text[0].upper()
        if letter not in "NESW":
            self._report("seat-unknown", f"{node.text!r} is no seat: N, E, S or W expected", node)
            return None
        return Seat["NESW"["NESW".index(letter)]]

    def _tricks(self, line: Node, contract: Contract | None) -> int | None:
        node = line.child("TRICKS")
        if node is None or not node.text or contract is None or contract.is_passed_out:
            return None
        if node.text not in _TRICKS:
            self._report("value-syntax", f"{node.text!r} is no number of tricks 0 to 13", node)
        return _TRICKS.get(node.text)

    def _lead(self, line: Node, declarer: Seat | None) -> Play | None:
        """The opening lead, rank before suit."""
        node = line.child("LEAD")
        if node is None or not node.text or declarer is None:
            return None
        text = node.text.upper().replace("10", "T")
        card = CARD_BY_NAME.get(text) or CARD_BY_NAME.get(text[::-1])
        if card is None:
            self._report("card-syntax", f"{node.text!r} is no card", node)
            return None
        return Play(declarer.lho, (card,), Ending.CLOSED)

    def _line_tags(self, line: Node) -> Iterator[Tag]:
        for side in ("NS", "EW"):
            pair = line.value(f"{side}_PAIR_NUMBER", f"{side}_TEAM_NUMBER")
            if pair:
                yield Tag(f"Pair{side}", pair)
                names = self.names.get(pair + side) or self.names.get(pair)
                if names:
                    yield Tag(f"Names{side}", names)
        score = line.value("SCORE")
        adjusted = _ADJUSTED.fullmatch(score)
        if adjusted is not None:
            yield Tag("ScorePercentage", f"NS {int(adjusted[1])} EW {int(adjusted[2])}")
            yield Tag("AdjustedScore", score)
        elif re.fullmatch(r"[+-]?\d{1,6}", score):
            yield Tag("Score", f"NS {score}")
        elif score:
            self._report("value-syntax", f"{score!r} is no score", line.child("SCORE") or line)
        for name, ns, ew in _POINTS:
            points = [f"{s} {v}" for s, v in (("NS", line.value(ns)), ("EW", line.value(ew))) if v]
            if points:
                yield Tag(name, " ".join(points))


def _with(board: Board, dealer: Seat | None, state: Vulnerability | None, tags: list[Tag]) -> Board:
    return replace(board, dealer=dealer, vulnerability=state, tags=tuple(tags))


def event_tags(event: Node, club: str) -> list[Tag]:
    """What an event says of itself, as PBN tags."""
    day = _DATE.fullmatch(event.value("DATE"))
    kind = event.attributes.get("EVENT_TYPE", "").upper()
    values = (
        ("Event", event.value("EVENT_DESCRIPTION", "TITLE")),
        ("Site", event.value("VENUE") or club),
        ("Date", f"{day[3]}.{int(day[2]):02}.{int(day[1]):02}" if day else event.value("DATE")),
        ("Scoring", SCORING_OF_EVENT.get(kind, "")),
        ("Generator", event.value("PROGRAM_NAME")),
    )
    return [Tag(name, value) for name, value in values if value]


def _find_outside(node: Node, name: str, outside: str) -> Iterator[Node]:
    for child in node.children:
        if child.name == name:
            yield child
        elif child.name != outside:
            yield from _find_outside(child, name, outside)


def read_hands(root: Node, problems: list[Problem]) -> dict[str, tuple[Deal, Node]]:
    """Board number -> deal, from every board that shows hands."""
    found: dict[str, tuple[Deal, Node]] = {}
    for board in root.find("BOARD"):
        hands: list[Hand | None] = [None] * 4
        for node in board.find("HAND"):
            seat = node.value("DIRECTION")[:1].upper()
            if seat not in tuple("NESW"):
                problems.append(
                    Problem("seat-unknown", node.span, f"{seat!r} is no direction of a hand")
                )
                continue
            hands["NESW".index(seat)] = _hand(node, problems)
        if any(hand is not None for hand in hands):
            deal = Deal((hands[0], hands[1], hands[2], hands[3]))
            found.setdefault(board.value("BOARD_NUMBER"), (deal, board))
    return found


def _hand(node: Node, problems: list[Problem]) -> Hand | None:
    """A hand, None when it shows no card."""
    bits = 0
    for shift, name in enumerate(_SUITS):
        held = HOLDINGS[node.value(name).replace(" ", "").replace("10", "T").strip("-")]
        if held is None:
            message = f"{node.value(name)!r} are no {name.lower()}: ranks A K Q J T 9 to 2"
            problems.append(Problem("deal-syntax", (node.child(name) or node).span, message))
            return None
        bits |= held << shift * 16
    return Hand(bits) if bits else None
