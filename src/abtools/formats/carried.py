"""What each format can hold of a board, as data; what a writer must say it leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from abtools.auction import SKIPPED, Auction, Ending
from abtools.board import Board, Tag, cycle_dealer, cycle_vulnerability
from abtools.cards import Deal
from abtools.formats.comments import comments_of
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
    """A kind of information: its name, how it is called, and what a board says of it.

    `value` is None when the board does not tell; for tags it maps their names to what they say.
    `words` is how reports call it, "" for tags, which are called by their names. `derivable`
    says that a reader can find it again from the rest of the board.
    """

    name: str
    title: str
    words: str
    value: Callable[[Board], Any]
    derivable: Callable[[Board], bool] = lambda board: False

    def of(self, board: Board) -> str:
        """What a report calls this fact of a board, "" when the board does not tell it."""
        told = self.value(board)
        if told is None:
            return ""
        return self.words or ", ".join(told)


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
_SCORE_EW = re.compile(r"^EW ([+-]?)(\d+(?:\.\d+)?)$", re.ASCII)
_TABLES = ("ScoreTable", "TotalScoreTable", "ActionTable", "InstantScoreTable")
_DOUBLE_DUMMY = (
    *("OptimumResultTable", "OptimumScore", "OptimumPlayTable", "DoubleDummyTricks", "Ability"),
    *("Minimax", "DDResults", "ParScore", "ParContract", "OptimumContract"),
)
_TIMES = ("AuctionTimeTable", "PlayTimeTable", "TimeCall", "TimeCard", "TimeControl", "Time")
_NAMED = frozenset(
    (*_EVENT, *_PLAYERS, *_TEAMS, *_SCORING, *_SCORES, *_TABLES, *_DOUBLE_DUMMY, *_TIMES)
)


def _said(tags: Iterable[Tag]) -> dict[str, str] | None:
    """What the first tag of each name says, None when none says anything."""
    found: dict[str, str] = {}
    for tag in tags:
        if tag.value not in ("", "?", "-"):
            found.setdefault(tag.name, " ".join(f"{tag.value} {_cells(tag)}".split()))
    return found or None


def _cells(tag: Tag) -> str:
    return tag.body if tag.name.endswith("Table") else ""


def _tags(names: tuple[str, ...]) -> Callable[[Board], dict[str, str] | None]:
    """The tags among `names` that say something."""
    return lambda board: _said(tag for tag in board.tags if tag.name in names)


def _scores(board: Board) -> dict[str, str] | None:
    """The scores; one of East-West alone is as good as its reverse of North-South."""
    told = _tags(_SCORES)(board)
    return told and {name: _SCORE_EW.sub(_reversed, value) for name, value in told.items()}


def _reversed(found: re.Match[str]) -> str:
    return f"NS {found[2]}" if found[1] == "-" else f"NS -{found[2]}"


def _other_tags(board: Board) -> dict[str, str] | None:
    return _said(tag for tag in board.tags if tag.name not in _NAMED | _KNOWN_FIELDS)


def _hands(board: Board) -> Deal | None:
    return board.deal if board.deal is not None and board.deal.is_complete else None


def _partial_hands(board: Board) -> Deal | None:
    deal = board.deal
    if deal is None or deal.is_complete or not any(deal.hands) or _spots(board):
        return None
    return deal


def _spots(board: Board) -> Deal | None:
    deal = board.deal
    return deal if deal is not None and any(h and any(h.spots) for h in deal.hands) else None


def _sections(board: Board) -> Iterator[tuple[str, Auction | Play]]:
    for name, section in (("Auction", board.auction), ("Play", board.play)):
        if section is not None:
            yield name, section


def _calls(board: Board) -> Any:
    auction = board.auction
    return (auction.dealer, auction.calls) if auction is not None and auction.calls else None


def _cards(board: Board) -> Any:
    """Trick by trick the cards from North on; as they are when nobody knows whose they are."""
    play = board.play
    if play is None or not any(play.cards):
        return None
    cards = [*play.cards, *[None] * (-len(play.cards) % 4)]
    if play.first is not None:
        turn = -play.first % 4
        rows = (cards[base : base + 4] for base in range(0, len(cards), 4))
        cards = [card for row in rows for card in (*row[turn:], *row[:turn])]
    while cards[-1] is None:
        cards.pop()
    return play.first is None, tuple(cards)


def _notes(section: Auction | Play | None) -> Any:
    """The texts of notes, each with the call or card it belongs to; -1 for none."""
    if section is None or not section.notes:
        return None
    texts = {number: " ".join(text.split()) for number, text in section.notes}
    placed = [(at, mark.note) for at, mark in section.marks if mark.note in texts]
    idle = [(-1, number) for number in texts if number not in {note for _, note in placed}]
    found = tuple(sorted((at, texts[note]) for at, note in placed + idle if note is not None))
    return tuple((at, text) for at, text in found if text) or None


def _nags_among(judgements: bool) -> Callable[[Board], Any]:
    """The annotation numbers that are, or are not, a sign ! or ?; each with its place."""

    def value(board: Board) -> Any:
        found = (
            (name, at, tuple(sorted(n for n in mark.nags if (1 <= n <= 12) is judgements)))
            for name, section in _sections(board)
            for at, mark in section.marks
        )
        return tuple(sorted(place for place in found if place[2])) or None

    return value


def _open_sections(board: Board) -> Any:
    found = (n for n, section in _sections(board) if section.ending is Ending.TO_CONTINUE)
    return tuple(found) or None


def _irregularities(board: Board) -> Any:
    found: list[tuple[str, int, str]] = [
        (name, at, mark.irregularity)
        for name, section in _sections(board)
        for at, mark in section.marks
        if mark.irregularity in ("I", "R", "L")
    ]
    calls = board.auction.calls if board.auction is not None else ()
    found += (("Auction", at, "S") for at, call in enumerate(calls) if call is SKIPPED)
    found += [("Declarer", 0, "^")] * board.declarer_swapped
    found += [("Result", 0, "^")] * board.tricks_agreed
    return tuple(sorted(found)) or None


def _contract(board: Board) -> Any:
    told = board.contract, board.declarer
    return None if told == (None, None) else told


def _comments(board: Board) -> Any:
    return tuple(sorted(" ".join(c.text.split()) for c in comments_of(board))) or None


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
        Fact("hands", "four hands", "Deal", _hands),
        Fact(
            "partial-hands",
            "partial hands, end positions",
            "a deal with hands or cards not known",
            _partial_hands,
        ),
        Fact("spot-cards", "unknown small cards (x)", "small cards of unknown rank", _spots),
        Fact("dealer", "dealer", "Dealer", lambda b: b.dealer, _dealer_follows),
        Fact(
            *("vulnerability", "vulnerability", "Vulnerable", lambda b: b.vulnerability),
            _vulnerability_follows,
        ),
        Fact("number", "board number", "Board", lambda b: b.number),
        Fact("event", "event, site, date", "", _tags(_EVENT)),
        Fact("players", "players", "", _tags(_PLAYERS)),
        Fact("teams", "teams, room, table, round", "", _tags(_TEAMS)),
        Fact("scoring", "form of scoring", "", _tags(_SCORING)),
        Fact("calls", "calls", "Auction", _calls),
        Fact(
            *("explanations", "explanations of calls", "notes to calls"),
            lambda b: _notes(b.auction),
        ),
        Fact("card-notes", "notes to cards", "notes to cards", lambda b: _notes(b.play)),
        Fact(
            *("judgements", "! and ? after calls and cards", "! and ? after calls or cards"),
            _nags_among(judgements=True),
        ),
        Fact("nags", "NAG numbers", "NAGs", _nags_among(judgements=False)),
        Fact("play", "play", "Play", _cards),
        Fact("next-turn", "+ (to be continued)", "+ (to be continued)", _open_sections),
        Fact("irregularities", "irregularities", "irregularities", _irregularities),
        Fact(
            *("contract", "contract and declarer", "Contract, Declarer"),
            *(_contract, _contract_follows),
        ),
        Fact("result", "tricks taken", "Result", lambda b: b.tricks),
        Fact("honours", "honours per hand", "Honours", lambda b: b.honours),
        Fact("chicane", "hands without trumps", "Chicane", lambda b: b.chicane),
        Fact("adjustments", "points by hand", "Adjustments", lambda b: b.adjustments or None),
        Fact("scores", "scores", "", _scores),
        Fact("tables", "travellers, rankings, tables", "", _tags(_TABLES)),
        Fact("double-dummy", "double-dummy results, par", "", _tags(_DOUBLE_DUMMY)),
        Fact("times", "thinking times", "", _tags(_TIMES)),
        Fact("comments", "comments", "comments", _comments),
        Fact("other", "further tags", "", _other_tags),
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
    "zdd": {"double-dummy": Carries.PARTLY},
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
    "result": Carries.YES,
    "explanations": Carries.PARTLY,  # those of calls; a bar is replaced
    **dict.fromkeys(("partial-hands", "number", "event", "teams", "scoring"), Carries.PARTLY),
    "comments": Carries.PARTLY,  # not the escape lines of other programs
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
        **dict.fromkeys(("hands", "number", "contract"), Carries.YES),
        "result": Carries.PARTLY,  # beside a contract
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
    if board.contract is not None and board.contract.is_passed_out:
        for name, part, value in (
            ("contract", "Declarer", board.declarer),
            ("result", "Result", board.tricks),
        ):
            if value is not None and carries(format, name) is not Carries.NO:
                message = f"{part} of a deal passed out cannot be held by {format}"
                found.append(board.problem("not-carried", message, part))
    return found


def otherwise(board: Board, again: Board, format: str) -> list[Problem]:
    """A note for each fact of a board that was read again from a format and is not what it was.

    For a writer that reads at once what it wrote.
    """
    found = []
    for fact in FACTS.values():
        told, now = fact.value(board), fact.value(again)
        if told is None or told == now:
            continue
        names = fact.words or ", ".join(n for n, v in told.items() if (now or {}).get(n) != v)
        if names:
            message = f"{names} cannot be held by {format}"
            found.append(board.problem("not-carried", message, names.partition(",")[0]))
    return found
