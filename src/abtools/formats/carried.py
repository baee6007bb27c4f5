"""What each format can hold of a board, as data; what a writer must say it leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from abtools.auction import Auction, Ending
from abtools.board import Board, cycle_dealer, cycle_vulnerability
from abtools.play import Play
from abtools.problems import Problem


class Carries(StrEnum):
    """How a format holds a fact: wholly, in part, by deriving it from others, or not."""

    YES = "Y"
    PARTLY = "~"
    DERIVED = "D"
    NO = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of information: its name, how it is called, and where it is in a board.

    `of` gives the parts of a board that tell it, in words ("" when the board does not).
    `derivable` says that a reader can find it again from the rest of the board.
    """

    name: str
    title: str
    of: Callable[[Board], str]
    derivable: Callable[[Board], bool] = lambda board: False


_COMMENT = re.compile(r"[{;]|^#|^%(?! *(?:PBN \d\.\d|EXPORT) *$)", re.MULTILINE)
_KNOWN_FIELDS = frozenset(
    (
        *("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result"),
        *("Auction", "Play", "Note", "Honours", "Chicane", "Adjustments"),
    )
)
_EVENT = ("Event", "Site", "Date")
_PLAYERS = ("West", "North", "East", "South")
_TEAMS = ("HomeTeam", "VisitTeam", "Room", "Table", "Round", "Section", "Stage")
_SCORING = ("Scoring",)
_SCORES = ("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory")
_TABLES = ("ScoreTable", "TotalScoreTable", "ActionTable", "InstantScoreTable")
_DOUBLE_DUMMY = (
    *("OptimumResultTable", "OptimumScore", "OptimumPlayTable", "DoubleDummyTricks", "Ability"),
    *("Minimax", "DDResults", "ParScore", "ParContract", "OptimumContract"),
)
_TIMES = ("AuctionTimeTable", "PlayTimeTable", "TimeCall", "TimeCard", "TimeControl", "Time")
_NAMED = frozenset(
    (*_EVENT, *_PLAYERS, *_TEAMS, *_SCORING, *_SCORES, *_TABLES, *_DOUBLE_DUMMY, *_TIMES)
)


def _told(names: tuple[str, ...]) -> Callable[[Board], str]:
    """The tags among `names` that say something."""

    def of(board: Board) -> str:
        found = [
            tag.name for tag in board.tags if tag.name in names and tag.value not in ("", "?", "-")
        ]
        return ", ".join(dict.fromkeys(found))

    return of


def _other_tags(board: Board) -> str:
    names = (
        tag.name
        for tag in board.tags
        if tag.name not in _NAMED | _KNOWN_FIELDS and tag.value not in ("", "?", "-")
    )
    return ", ".join(dict.fromkeys(names))


def _hands(board: Board) -> str:
    return "Deal" if board.deal is not None and board.deal.is_complete else ""


def _partial_hands(board: Board) -> str:
    if board.deal is None or board.deal.is_complete or _spots(board):
        return ""
    return "a deal with hands or cards not known"


def _spots(board: Board) -> str:
    if board.deal is None:
        return ""
    return "small cards of unknown rank" * any(
        hand and any(hand.spots) for hand in board.deal.hands
    )


def _sections(board: Board) -> Iterator[Auction | Play]:
    yield from (section for section in (board.auction, board.play) if section is not None)


def _judgements(board: Board) -> str:
    marks = (mark for section in _sections(board) for _, mark in section.marks)
    return "! and ? after calls or cards" * any(1 <= n <= 12 for m in marks for n in m.nags)


def _nags(board: Board) -> str:
    marks = (mark for section in _sections(board) for _, mark in section.marks)
    return "NAGs" * any(not 1 <= n <= 12 for m in marks for n in m.nags)


def _irregularities(board: Board) -> str:
    marks = (mark for section in _sections(board) for _, mark in section.marks)
    skipped = board.auction is not None and any(c and c.name == "^S" for c in board.auction.calls)
    odd = any(mark.irregularity in ("I", "R", "L") for mark in marks) or skipped
    return "irregularities" * (odd or board.declarer_swapped or board.tricks_agreed)


def _comments(board: Board) -> str:
    remarks = any(section.remarks for section in _sections(board))
    bodies = any(
        tag.body and tag.name not in ("Auction", "Play") and _COMMENT.search(tag.body)
        for tag in board.tags
    )
    around = _COMMENT.search(board.preamble) or _COMMENT.search(board.postscript)
    return "comments" * bool(remarks or bodies or around)


def _dealer_follows(board: Board) -> bool:
    return _has_number(board) and board.dealer is cycle_dealer(int(board.number or 0))


def _vulnerability_follows(board: Board) -> bool:
    number = int(board.number or 0) if _has_number(board) else 0
    return number > 0 and board.vulnerability is cycle_vulnerability(number)


def _has_number(board: Board) -> bool:
    return board.number is not None and re.fullmatch("[1-9][0-9]{0,8}", board.number) is not None


def _contract_follows(board: Board) -> bool:
    called = None if board.auction is None else board.auction.outcome()
    return called is not None and called == (board.contract, board.declarer)


FACTS: Mapping[str, Fact] = {
    fact.name: fact
    for fact in (
        Fact("hands", "four hands", _hands),
        Fact("partial-hands", "partial hands, end positions", _partial_hands),
        Fact("spot-cards", "unknown small cards (x)", _spots),
        Fact("dealer", "dealer", lambda b: "Dealer" * (b.dealer is not None), _dealer_follows),
        Fact(
            "vulnerability",
            "vulnerability",
            lambda b: "Vulnerable" * (b.vulnerability is not None),
            _vulnerability_follows,
        ),
        Fact("number", "board number", lambda b: "Board" * (b.number is not None)),
        Fact("event", "event, site, date", _told(_EVENT)),
        Fact("players", "players", _told(_PLAYERS)),
        Fact("teams", "teams, room, table, round", _told(_TEAMS)),
        Fact("scoring", "form of scoring", _told(_SCORING)),
        Fact("calls", "calls", lambda b: "Auction" * bool(b.auction and b.auction.calls)),
        Fact(
            "explanations",
            "explanations of calls",
            lambda b: "notes to calls" * bool(b.auction and b.auction.notes),
        ),
        Fact(
            "card-notes",
            "notes to cards",
            lambda b: "notes to cards" * bool(b.play and b.play.notes),
        ),
        Fact("judgements", "! and ? after calls and cards", _judgements),
        Fact("nags", "NAG numbers", _nags),
        Fact("play", "play", lambda b: "Play" * bool(b.play and any(b.play.cards))),
        Fact(
            "next-turn",
            "+ (to be continued)",
            lambda b: (
                "+ (to be continued)" * any(s.ending is Ending.TO_CONTINUE for s in _sections(b))
            ),
        ),
        Fact("irregularities", "irregularities", _irregularities),
        Fact(
            "contract",
            "contract and declarer",
            lambda b: "Contract, Declarer" * (b.contract is not None or b.declarer is not None),
            _contract_follows,
        ),
        Fact("result", "tricks taken", lambda b: "Result" * (b.tricks is not None)),
        Fact("honours", "honours per hand", lambda b: "Honours" * (b.honours is not None)),
        Fact("chicane", "hands without trumps", lambda b: "Chicane" * (b.chicane is not None)),
        Fact("adjustments", "points by hand", lambda b: "Adjustments" * bool(b.adjustments)),
        Fact("scores", "scores", _told(_SCORES)),
        Fact("tables", "travellers, rankings, tables", _told(_TABLES)),
        Fact("double-dummy", "double-dummy results, par", _told(_DOUBLE_DUMMY)),
        Fact("times", "thinking times", _told(_TIMES)),
        Fact("comments", "comments", _comments),
        Fact("other", "further tags", _other_tags),
    )
}
"""Every kind of information that a board can tell, in the order of reports."""

_SHEET: Mapping[str, Carries] = {
    **dict.fromkeys(
        (
            *("hands", "partial-hands", "spot-cards", "number", "dealer", "vulnerability"),
            *("event", "players", "scoring", "contract", "result"),
            *("honours", "chicane", "adjustments"),
        ),
        Carries.YES,
    ),
    "irregularities": Carries.PARTLY,  # declarer and dummy swapped, tricks agreed on
}
"""What a row of a sheet holds."""

_DEALS: Mapping[str, Carries] = {
    **dict.fromkeys(("hands", "partial-hands"), Carries.YES),
    "other": Carries.PARTLY,
}
_SOLVED: Mapping[str, Mapping[str, Carries]] = {
    **dict.fromkeys(("deal-line", "dealer-line", "deals", "bare-deals"), _DEALS),
    "ddline": {**_DEALS, "double-dummy": Carries.PARTLY},
    "gib": {**_DEALS, **dict.fromkeys(("double-dummy", "contract"), Carries.PARTLY)},
    "gib-binary": {"hands": Carries.YES, "double-dummy": Carries.PARTLY},
    "zrd": {"hands": Carries.YES, "double-dummy": Carries.PARTLY},
    "dds": {
        **_DEALS,
        **dict.fromkeys(("dealer", "vulnerability"), Carries.YES),
        **dict.fromkeys(("double-dummy", "contract", "play"), Carries.PARTLY),
    },
    "ben": {
        "hands": Carries.YES,
        **dict.fromkeys(("dealer", "vulnerability", "calls"), Carries.YES),
        "contract": Carries.DERIVED,
        **dict.fromkeys(("explanations", "comments"), Carries.PARTLY),
    },
}
"""What texts of solvers and dealing programs hold."""

_MACHINE: Mapping[str, Carries] = {
    "hands": Carries.YES,
    **dict.fromkeys(("number", "dealer", "vulnerability", "other"), Carries.PARTLY),
}
"""What a dealing machine's file holds: numbers or their order, what follows from them."""

_RBN: Mapping[str, Carries] = {
    **dict.fromkeys(("hands", "partial-hands", "spot-cards", "dealer"), Carries.YES),
    **dict.fromkeys(("vulnerability", "judgements", "next-turn", "result"), Carries.YES),
    "comments": Carries.YES,
    **dict.fromkeys(("number", "event", "players", "teams", "scoring"), Carries.PARTLY),
    **dict.fromkeys(("calls", "explanations", "card-notes", "play"), Carries.PARTLY),
    **dict.fromkeys(("irregularities", "contract", "scores", "times", "other"), Carries.PARTLY),
}
"""What RBN holds: nine notes a section, scores for North and South, leads out of turn."""

_LIN: Mapping[str, Carries] = {
    **dict.fromkeys(("hands", "dealer", "vulnerability", "players"), Carries.YES),
    **dict.fromkeys(("explanations", "result", "comments"), Carries.YES),
    **dict.fromkeys(("partial-hands", "number", "event", "teams", "scoring"), Carries.PARTLY),
    **dict.fromkeys(("calls", "card-notes", "play", "next-turn"), Carries.PARTLY),
    **dict.fromkeys(("contract", "other"), Carries.PARTLY),
}
"""What LIN holds: event, teams and results of the list only for matches."""

_PRINT: Mapping[str, Carries] = {
    **dict.fromkeys(("hands", "partial-hands", "spot-cards"), Carries.YES),
    **dict.fromkeys(("dealer", "vulnerability"), Carries.YES),
    **dict.fromkeys(("number", "event", "players", "calls", "explanations"), Carries.PARTLY),
    **dict.fromkeys(("card-notes", "judgements", "play", "next-turn"), Carries.PARTLY),
    **dict.fromkeys(("contract", "result", "comments"), Carries.PARTLY),
}
"""What a printed page holds: what fits on a line and reads as it was."""

CARRIED: Mapping[str, Mapping[str, Carries]] = {
    **dict.fromkeys(("lin", "handviewer"), _LIN),
    **dict.fromkeys(("rbn", "rbx"), _RBN),
    "pbn": dict.fromkeys(FACTS, Carries.YES),
    "jsonl": dict.fromkeys(FACTS, Carries.YES),
    "usebio": {
        **dict.fromkeys(("hands", "number", "contract", "result"), Carries.YES),
        **dict.fromkeys(("event", "scores", "play", "teams", "scoring", "other"), Carries.PARTLY),
        **dict.fromkeys(("dealer", "vulnerability"), Carries.DERIVED),
        "partial-hands": Carries.PARTLY,
    },
    **dict.fromkeys(("bri", "dge", "dup", "hrf", "ber", "bhg", "cds", "rzd"), _MACHINE),
    "dlm": {**_MACHINE, "event": Carries.PARTLY},
    **dict.fromkeys(("duplimate-csv", "danish-csv"), _MACHINE),
    **dict.fromkeys(("csv", "tsv"), _SHEET),
    "print": _PRINT,
    **_SOLVED,
}
"""Format -> fact -> how it is held. A format missing here holds nothing that is known of."""


def carries(format: str, fact: str) -> Carries:
    """How a format holds a fact."""
    return CARRIED.get(format, {}).get(fact, Carries.NO)


def lost(board: Board, format: str) -> list[Problem]:
    """A note for each fact of a board that a format does not hold and nobody can derive again.

    What a format holds in part it must report itself.
    """
    found = []
    for fact in FACTS.values():
        how = carries(format, fact.name)
        if how is Carries.YES or how is Carries.PARTLY:
            continue
        told = fact.of(board)
        if told and not (how is Carries.DERIVED and fact.derivable(board)):
            message = f"{told} cannot be held by {format}"
            found.append(board.problem("not-carried", message, told.partition(",")[0]))
    return found
