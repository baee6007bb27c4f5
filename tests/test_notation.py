"""What the notations accept and mean, what they refuse and where, and in what words."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import time
from decimal import Decimal as D
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abtools.auction import Call, Contract, Strain
from abtools.board import Adjustment, Vulnerability
from abtools.cards import PACK, Card, Deal, Hand, Rank, Seat, Side
from abtools.notation import (
    KINDS,
    TAG_KINDS,
    Column,
    Date,
    Declarer,
    NotationError,
    NoteText,
    Points,
    Result,
    RubberHistory,
    ScoreRange,
    SideHistory,
    SideScore,
    TableNumber,
    TimeControl,
    parse,
)
from abtools.problems import CODES, ParseError

N, E, S, W = Seat
FULL = "N:AKQJ.T98.765.432 5432.AKQJ.T98.76 876.5432.AKQJ.T9 T9.76.432.AKQJ85"


def deal(text: str) -> Deal:
    return Deal.parse(text)


ACCEPTED: Mapping[str, Mapping[str, Any]] = {
    "card": {text: Card.parse(text) for text in ("SA", "h10", "HT", "dt", "C2", "s9", "cK")},
    "hand": {
        "AKQ.T98.765.432A": Hand.parse("AKQ.T98.765.432A"),
        "...": Hand(),
        "sa10.h9..": Hand.parse("AT.9.."),
        "4KxX.2..x": Hand.parse("K4xx.2..x"),
        "JT52.Q9864.KT43..": Hand.parse("JT52.Q9864.KT43."),
    },
    "ranks": {
        "AKQ": (Rank.ACE, Rank.KING, Rank.QUEEN),
        "T7": (Rank.TEN, Rank.SEVEN),
        "2": (Rank.TWO,),
        "AKQJT98765432": tuple(Rank(rank) for rank in range(14, 1, -1)),
        "-": (),
    },
    "deal": {
        FULL: deal(FULL),
        "E:AKQJT98765432... - - -": deal("E:AKQJT98765432... - - -"),
        "w:akq.jt9.876.5432 - ... -": deal("W:AKQ.JT9.876.5432 - - -"),
        "S:S432A.HJ109.D876.CQ52K  - - -": deal("S:A432.JT9.876.KQ52 - - -"),
        "N: - - - AKxxx.xx.AKxx.xx ": deal("N:- - - AKxxx.xx.AKxx.xx"),
        "N:A.K.Q. 2.3.4. 5..6.7 J.T..9": deal("N:A.K.Q. 2.3.4. 5..6.7 J.T..9"),
        "N:AK.QJ.. - - -": deal("N:AK.QJ.. - - -"),
        "N:AK.QJ... - - JT...98.": deal("N:AK.QJ.. - - JT...98"),
        "N:- - - -": deal("N:- - - -"),
    },
    "call": {
        text: Call.parse(text)
        for text in (
            *("Pass", "P", "pass", "PASS", "X", "x", "D", "dbl", "Double", "XX", "R", "rdbl"),
            *("redbl", "Redouble", "1C", "7NT", "3n", "4s", "8H", "2LS", "1r", "6nu", "1nt"),
        )
    },
    "strain": {"NT": Strain.NOTRUMP, "n": Strain.NOTRUMP, "s": Strain.SPADES, "R": Strain.ROYALS},
    "contract": {
        text: Contract.parse(text)
        for text in (
            *("Pass", "pass", "P", "3NT", "4SX", "5CXX", "3n", "5Cx", "1ntxx", "2LSX", "H", "NT"),
            *("DX", "HXXXXXX", "8H", "RXX", "nu", "1NUx"),
        )
    },
    "declarer": {"S": Declarer(S), "^w": Declarer(W, True), "^N": Declarer(N, True)},
    "seat": {"N": N, "e": E, "S": S, "w": W},
    "vulnerable": {
        "None": Vulnerability.NONE,
        "love": Vulnerability.NONE,
        "-": Vulnerability.NONE,
        "NS": Vulnerability.NS,
        "ew": Vulnerability.EW,
        "ALL": Vulnerability.ALL,
        "Both": Vulnerability.ALL,
    },
    "board": {"1": 1, "13": 13, "01": 1, "100000": 100000},
    "result": {
        "0": Result(0),
        "9": Result(9),
        "09": Result(9),
        "13": Result(13),
        "^5": Result(5, agreed=True),
        "EW 4": Result(ew=4),
        "NS 9 EW 4": Result(ns=9, ew=4),
        "EW 4  ns 9 ": Result(ns=9, ew=4),
        "^NS 13": Result(ns=13, agreed=True),
    },
    "score": {
        "-1000": SideScore(-1000),
        "+550": SideScore(550),
        "NS +550": SideScore(ns=550),
        "EW -50 NS 50": SideScore(ns=50, ew=-50),
        "ew  0  ": SideScore(ew=0),
    },
    "score-decimal": {
        "10": SideScore(D(10)),
        "EW -2.5": SideScore(ew=D("-2.5")),
        "NS +10": SideScore(ns=D(10)),
        "10.": SideScore(D(10)),
        ".5": SideScore(D("0.5")),
        "NS 10.25 EW 0": SideScore(ns=D("10.25"), ew=D(0)),
    },
    "score-percentage": {
        "0.": SideScore(D(0)),
        "100.": SideScore(D(100)),
        "100.0": SideScore(D(100)),
        "0.1000": SideScore(D("0.1")),
        "EW 50. NS 50.0": SideScore(ns=D(50), ew=D(50)),
        "072.5": SideScore(D("72.5")),
        "+.5": SideScore(D("0.5")),
    },
    "score-optimum": {"NS 100": SideScore(ns=100), "EW -50 NS 50": SideScore(ns=50, ew=-50)},
    "score-rubber": {
        "300/40": SideScore(Points(300, 40)),
        "EW 300/40": SideScore(ew=Points(300, 40)),
        "EW 300/40 NS 50 / 70  ": SideScore(ns=Points(50, 70), ew=Points(300, 40)),
    },
    "score-rubber-history": {
        "NS 0 0 / 0 EW 0 0 / 0": RubberHistory(SideHistory(0, 0, (0,)), SideHistory(0, 0, (0,))),
        "NS 700 50/100 0 20  EW 0 30/0 120 60 ": RubberHistory(
            SideHistory(700, 50, (100, 0, 20)), SideHistory(0, 30, (0, 120, 60))
        ),
    },
    "score-range": {
        "420": ScoreRange(420, 420),
        "-100,*": ScoreRange(-100, None),
        "90,140": ScoreRange(90, 140),
        "*,-50": ScoreRange(None, -50),
    },
    "table-number": {"60": TableNumber(D(60)), "^-2.5": TableNumber(D("-2.5"), True)},
    "date": {
        "1995.06.10": Date("1995.06.10", 1995, 6, 10),
        "199?.1?.3?": Date("199?.1?.3?", None, None, None),
        "1889.??.??": Date("1889.??.??", 1889, None, None),
        "????.12.31": Date("????.12.31", None, 12, 31),
        "2000.0?.?9": Date("2000.0?.?9", 2000, None, None),
    },
    "time": {"23:59:59": time(23, 59, 59), "00:00:00": time()},
    "elapsed": {"45": 45, "5": 5, "02:30": 150, "1:00:00": 3600},
    "time-control": {"4/30": TimeControl(4, 30), "-": None},
    "seconds": {"10": 10, "0": 0},
    "scoring": {
        text: tuple(text.split(";"))
        for text in ("MP", "MP;MP1", "IMP;Butler-2;Mean", "OldMP", "matchpoints", "Facit")
    },
    "competition": {"Chicago": ("Chicago",), "anything; at all": ("anything; at all",)},
    "termination": {"rules infraction": ("rules infraction",), "Normal": ("Normal",)},
    "mode": {"EMB": ("EMB",), "by post": ("by post",)},
    "room": {"Open": "Open", "Closed": "Closed"},
    "yes-no": {"Yes": "Yes", "No": "No"},
    "player-type": {"human": "human", "program": "program"},
    "hidden": {"W": (W,), "EWNS": (E, W, N, S), "ne": (N, E)},
    "round": {"1": ("1",), "1.A.2": ("1", "A", "2"), "Semi_final.2": ("Semi_final", "2")},
    "note-reference": {"=1=": 1, "=32=": 32, "=09=": 9},
    "nag": {"$0": 0, "$255": 255, "$99": 99, "$007": 7, "$249": 249},
    "suffix": {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6},
    "irregularity": {"^I": "I", "^S": "S", "^R": "R", "^L": "L"},
    "note": {
        "1: two suits; game going": NoteText(1, " two suits; game going"),
        "32:": NoteText(32, ""),
        "09:a:b\nc": NoteText(9, "a:b\nc"),
    },
    "columns": {
        r"Declarer;Denomination\2R;Result\2R": (
            Column("Declarer"),
            Column("Denomination", "", 2, "R"),
            Column("Result", "", 2, "R"),
        ),
        r"-Rank\3R; Score NS\12;+Names\40L": (
            Column("Rank", "-", 3, "R"),
            Column("Score NS", "", 12),
            Column("Names", "+", 40, "L"),
        ),
    },
    "honours": {
        "N:4 E:0 S:1 W:0": (4, 0, 1, 0),
        "w:? n:5": (5, None, None, None),
        "E:2  S:3": (None, 2, 3, None),
        "S:5": (None, None, 5, None),
    },
    "chicane": {"": (), "N": (N,), "N  s W": (N, S, W)},
    "adjustments": {
        "NS above 50 looked at a quitted trick; EW below -10": (
            Adjustment(Side.NS, "above", 50, "looked at a quitted trick"),
            Adjustment(Side.EW, "below", -10),
        ),
        "ew ABOVE +100": (Adjustment(Side.EW, "above", 100),),
        "NS below 0 ;NS above 5 x": (
            Adjustment(Side.NS, "below", 0),
            Adjustment(Side.NS, "above", 5, "x"),
        ),
    },
}
"""Kind -> text -> meaning (of readings with deviations, the value alone)."""

REFUSED: Mapping[str, Mapping[str, tuple[int, str]]] = {
    "card": {
        "S1": (2, "rank A K Q J T 9 to 2"),
        "HHT": (2, "rank"),
        "KT": (1, "suit C D H S"),
        "10S": (1, "suit"),
        "SAK": (3, "the end"),
    },
    "hand": {"AK.Q.J": (7, "dot after the diamonds"), "AK.Q.J.T.9": (9, "end of the hand")},
    "ranks": {"KA": (2, "descending"), "AA": (2, "descending"), "--": (2, "end")},
    "deal": {
        "W:vKQT2.AT.J6542.85 - - -": (3, "a rank A K Q J T 9 to 2"),
        "W:KQT2.AT.J6542.85": (19, "a space and the next hand"),
        "N:AKQJ.T98.76543 - - -": (17, "dot after the diamonds"),
        "N:- - - - -": (10, "the end"),
        "N- - - -": (2, "':' expected after 'N'"),
        "Q:- - - -": (1, "a seat N E S W"),
        "N:AK1.Q.J. - - -": (5, "dot after the spades expected after 'N:AK', not '1'"),
        "N:AK,Q.J. - - -": (5, "dot after the spades"),
        "": (1, "a seat"),
    },
    "call": {
        "1": (2, "denomination C D H S NT"),
        "9C": (1, "Pass, X, XX or 1C to 7NT"),
        "Pas": (1, "a call"),
        "1NTx": (4, "the end"),
        "XXX": (1, "a call"),
        "1 C": (2, "denomination"),
    },
    "strain": {"NTT": (3, "the end"), "spade": (2, "the end"), "T": (1, "denomination")},
    "contract": {
        "5Hearts": (3, "X, XX or the end expected after '5H', not 'earts'"),
        "5NoTrump": (3, "after '5N', not 'oTrump'"),
        "3": (2, "denomination"),
        "0S": (1, "Pass or like 3NT"),
        "1NTXXX": (6, "X, XX or the end"),
        "Passed": (1, "contract"),
        "4S E": (4, "X, XX"),
    },
    "declarer": {"White": (1, "seat N E S W"), "^": (2, "seat"), "^^S": (2, "seat")},
    "seat": {"Black": (1, "seat N E S W expected, not 'Black'"), "NS": (1, "seat")},
    "vulnerable": {"E": (1, "None, NS, EW or All"), "N-S ": (1, "did you mean NS?")},
    "board": {"0": (1, "from 1"), "-1": (1, "from 1"), "12a": (3, "end")},
    "result": {
        "C-2": (1, "0 to 13"),
        "14": (1, "0 to 13"),
        "NS 9 EW": (8, "0 to 13"),
        "NS 9 NS 4": (6, "EW and its number"),
        "9 ^": (3, "end"),
        "EW 5 NS 14": (9, "0 to 13"),
    },
    "score": {
        "a": (1, "whole number"),
        "10.a": (3, "end"),
        "10.-10": (3, "end"),
        "10. 10": (3, "end"),
        "NS": (3, "whole number"),
        "NS 10 NS 20": (7, "EW and its number"),
        "140 NS": (5, "did you mean NS 140?"),
    },
    "score-decimal": {"10.a": (4, "end"), "10.-10": (4, "end"), "1,5": (2, "did you mean 1.5?")},
    "score-percentage": {"-10": (1, "0 to 100"), "100.5": (4, "end"), "101": (1, "0 to 100")},
    "score-optimum": {"100": (1, "NS or EW"), "EW": (3, "whole number")},
    "score-rubber": {"10": (3, "'/'"), "10. 10": (3, "'/'"), "EW 5/": (6, "points below")},
    "score-rubber-history": {
        "NS 0 0 / 100 0": (15, "EW"),
        "NS 0 0 / 1 2 3 4 EW 0 0 / 0": (16, "EW"),
        "NS 0 / 0 EW 0 / 0": (6, "points above the line in this rubber"),
    },
    "score-range": {"*,*": (3, "score"), "1,": (3, "a score, or *"), "*": (2, "','")},
    "table-number": {"^": (2, "number"), "-": (1, "number"), "5^": (2, "end")},
    "date": {
        "1995.o6.10": (6, "a month 01 to 12"),
        "95.06.10": (1, "a year of four digits"),
        "1995.13.01": (6, "month"),
        "1995.12.32": (9, "a day 01 to 31"),
        "1995.00.10": (6, "month"),
        "2023-07-28": (5, "did you mean 2023.07.28?"),
        "20151006": (5, "did you mean 2015.10.06?"),
        "2-Aug-2023": (1, "did you mean 2023.08.02?"),
        "2021-04-03 05:06": (5, "did you mean 2021.04.03?"),
        "2015.09.?": (9, "did you mean 2015.09.???"),
    },
    "time": {"24:00:00": (1, "hours 00 to 23"), "14:12": (6, "did you mean 14:12:00?")},
    "elapsed": {"60": (1, "0 to 59"), "1:2:3:4": (6, "end"), "1:": (3, "0 to 59")},
    "time-control": {"4": (2, "'/'"), "4/": (3, "minutes"), "/4": (1, "number of boards")},
    "seconds": {"ten": (1, "number of seconds"), "-1": (1, "seconds")},
    "scoring": {";": (1, "scoring field"), "MP;": (4, "scoring field")},
    "room": {"IMP": (1, "Open or Closed"), "open": (1, "did you mean Open?")},
    "yes-no": {"yes": (1, "did you mean Yes?"), "true": (1, "Yes or No")},
    "player-type": {"Unknown tag": (1, "human or program")},
    "hidden": {"NN": (1, "each once, expected"), "WX": (2, "end")},
    "round": {"&": (1, "letters, digits or _"), "-1": (1, "letters"), "1..2": (3, "letters")},
    "note-reference": {"=44=": (2, "1 to 32"), "=a=": (2, "1 to 32"), "=0=": (2, "1 to 32")},
    "nag": {"$256": (2, "0 to 255"), "$a": (2, "0 to 255"), "$": (2, "0 to 255")},
    "suffix": {"!!!": (3, "end"), "x": (1, "!?")},
    "irregularity": {"^P": (2, "I, S, R or L"), "^": (2, "I, S"), "R": (1, "'^'")},
    "note": {
        "0: none such": (1, "1 to 32"),
        "33: too high": (1, "1 to 32"),
        ":": (1, "1 to 32"),
        " ": (1, "1 to 32"),
        "a:": (1, "1 to 32"),
        "7": (2, "':'"),
    },
    "columns": {
        "Rank;Call\\": (11, "width of the column in digits"),
        "Rank;Call\\ ": (11, "width"),
        "Rank;Call\\L": (11, "width"),
        "Rank;;Call": (6, "column name"),
        "Rank\\3RL": (8, "';'"),
        "+": (2, "column name"),
        "": (1, "column name"),
    },
    "honours": {
        "N:6": (3, "0 to 5"),
        "N:4 N:1": (1, "each once"),
        "N4": (2, "':'"),
        "N:4,E:0": (4, "a space"),
        "N:1 E:1 S:1 W:1 ": (16, "end"),
    },
    "chicane": {"NS": (2, "a seat"), "N N": (1, ""), "N ": (3, "each once")},
    "adjustments": {
        "NS beside 5": (4, "above or below"),
        "N above 5": (1, "NS or EW"),
        "NS above five": (10, "whole number of points"),
        "NS above 50;": (13, "NS or EW"),
    },
}
"""Kind -> text -> column of the fault, and words that must stand in the message."""


def value(found: Any) -> Any:
    """A reading without what is said about it."""
    for name in ("deal", "hand", "columns", "values"):
        if hasattr(found, name):
            return getattr(found, name)
    return found


def pairs(table: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    return [
        pytest.param(kind, text, expected, id=f"{kind}:{text}")
        for kind, texts in table.items()
        for text, expected in texts.items()
    ]


@pytest.mark.parametrize(("kind", "text", "expected"), pairs(ACCEPTED))
def test_accepted(kind: str, text: str, expected: Any) -> None:
    assert value(parse(kind, text)) == expected


@pytest.mark.parametrize(("kind", "text", "expected"), pairs(REFUSED))
def test_refused(kind: str, text: str, expected: tuple[int, str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(kind, text)
    column, words = expected
    problem = caught.value.problem
    assert problem.span.column == column, problem.message
    assert words in problem.message
    assert problem.message.startswith((KINDS[kind].title, f"a {KINDS[kind].title}"))
    assert f"{KINDS[kind].title}: a {KINDS[kind].title}" not in problem.message
    assert column - 1 + problem.span.length <= len(text)
    assert problem.code in CODES
    suggestion = caught.value.suggestion
    assert suggestion is None or parse(kind, suggestion) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_table(kind: str) -> None:
    known = KINDS[kind]
    assert known.name == kind
    parse(kind, known.example)
    assert known.code in CODES
    assert known.strict is None or KINDS[known.strict].is_strict
    assert known.is_strict == kind.endswith("-strict")


def test_tags_have_kinds() -> None:
    mandatory = [
        "Date",
        "Board",
        "Dealer",
        "Vulnerable",
        "Deal",
        "Scoring",
        "Declarer",
        "Contract",
        "Result",
    ]
    assert set(mandatory) <= set(TAG_KINDS)
    assert TAG_KINDS["WestType"] == "player-type"
    assert TAG_KINDS["ScoreTable"] == "columns"
    assert set(TAG_KINDS.values()) <= set(KINDS)


EXPORTED = {
    "card": ("HT", "h10", "ht"),
    "deal": ("N:AK.QJ.. - - -", "N:KA.QJ.. - - -", "n:AK.QJ.. - - -", "N:AK.QJ..  - - -"),
    "call": ("Pass", "pass", "P", "3N", "8C", "D"),
    "contract": ("4SX", "4sx", "P", "8C", "HX", "2R"),
    "declarer": ("^S", "^s"),
    "seat": ("W", "w"),
    "vulnerable": ("All", "Both", "ALL", "Love", "-"),
    "board": ("13", "013"),
    "result": ("^9", "09", "NS 9", "9 "),
    "score": ("NS 50 EW -50", "NS 50  EW -50", "ns 50", "NS 50 "),
    "score-rubber": ("NS 50/60", "NS 50 / 60"),
    "score-rubber-history": ("NS 0 0 / 0 EW 0 0 / 0", "NS 0 0/0 EW 0 0/0"),
    "hidden": ("WE", "we"),
    "nag": ("$7", "$07"),
    "note-reference": ("=7=", "=07="),
    "columns": (r"Rank\3R;Call", r"Rank\3R; Call"),
}
"""Kind -> one text in export form, then texts that are not."""


@pytest.mark.parametrize("kind", EXPORTED)
def test_export_form_is_narrower(kind: str) -> None:
    good, *loose = EXPORTED[kind]
    assert parse(f"{kind}-strict", good) == parse(kind, good)
    for text in loose:
        assert parse(kind, text) is not None
        with pytest.raises(ParseError):
            parse(f"{kind}-strict", text)


def said(text: str) -> list[tuple[str, str]]:
    """Code and marked text of each deviation and fault of a deal."""
    reading = parse("deal", text)
    return [
        (each.code, text[each.offset : each.offset + each.length])
        for each in (*reading.deviations, *reading.faults)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FULL, []),
        ("N:ak10.2.. - - -", [("deal-spelling", "10")]),
        ("N:SAK.H2.. - - -", [("deal-spelling", "S")]),
        ("N:AK.2..  - - -", [("deal-spelling", "  ")]),
        ("N: AK.2.. - - - ", [("deal-spelling", " ")] * 2),
        ("N:AK.2... - - -", [("deal-spelling", ".")]),
        ("N:AK.2.. ... - -", [("deal-spelling", "...")]),
        ("N:AK.2.. S.H.D.C - -", [("deal-spelling", "S"), ("deal-spelling", "S.H.D.C")]),
        ("N:Ax.2.. - - -", [("deal-spelling", "x")]),
        ("N:- - - -", [("deal-no-cards", "N:- - - -")]),
        ("N:AAK.2.. - - -", [("deal-card-twice", "A")]),
        ("N:AK.2.. - K1054... -", [("deal-spelling", "10"), ("deal-card-twice", "K"),
                                   ("deal-hand-size", "AK.2..")]),
        ("N:KQJT98765432A.A.. - - -", [("deal-hand-size", "KQJT98765432A.A..")]),
        ("N:AK.2.. - 34.A.. 5...", [("deal-hand-size", "5...")]),
    ],
)  # fmt: skip
def test_what_is_said_about_a_deal(text: str, expected: list[tuple[str, str]]) -> None:
    assert said(text) == expected


def test_words_about_a_deal() -> None:
    twice = parse("deal", "W:KQT2.AT.J6542.85 K.63.AKQ987.A973 - -").faults[0]
    assert (twice.offset, twice.message) == (19, "SK is in West's hand and in North's hand")
    short = parse("deal", "E:QT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -").faults[0]
    assert short.message == "12 cards in East's hand, not thirteen"
    ending = parse("deal", "N:AK... - 432... -").faults[0]
    assert ending.message == "2 cards in North's hand, not 3 as in South's hand"


def test_open_lists_say_what_is_new() -> None:
    assert parse("scoring", "matchpoints;MP1").deviations == ()
    (new,) = parse("scoring", "IMP;Butlr").deviations
    assert (new.offset, new.length, new.code) == (4, 5, "value-unlisted")
    assert "did you mean Butler?" in new.message
    (second,) = parse("scoring", "IMP;Mean;MP").deviations
    assert (second.offset, second.message) == (9, "MP is a second system after IMP")
    assert "of the standard's list" in parse("mode", "by post").deviations[0].message


def test_a_header_without_separators_is_told() -> None:
    (told,) = parse("columns", "Declarer Suit Tricks").deviations
    assert told.code == "table-columns"


def test_tricks_of_each_form() -> None:
    assert parse("result", "9").tricks(None) == 9
    assert parse("result", "EW 4").tricks(S) == 9
    assert parse("result", "EW 4").tricks(W) == 4
    assert parse("result", "NS 9 EW 2").tricks(E) == 2
    assert parse("result", "NS 9 EW 2").total == 11
    assert parse("result", "NS 9").tricks(None) is None


def test_rubber_history_tells_vulnerability() -> None:
    history = parse("score-rubber-history", "NS 0 0 / 100 0 0 EW 0 0 / 0 120 30")
    assert history.vulnerability is Vulnerability.ALL
    assert history.ew.games == 1


def test_a_hand_tells_a_card_twice() -> None:
    (told,) = parse("hand", "AKA...").deviations
    assert (told.offset, told.message) == (2, "SA is twice in this hand")


@settings(deadline=None)
@given(st.sampled_from(PACK))
def test_cards_come_back(card: Card) -> None:
    assert parse("card-strict", str(card)) == card == parse("card", str(card).lower())


@settings(deadline=None)
@given(st.permutations(PACK), st.integers(0, 13), st.sampled_from(Seat), st.integers(0, 14))
def test_deals_come_back(pack: list[Card], size: int, first: Seat, known: int) -> None:
    hands = [
        Hand.of(pack[13 * k : 13 * k + size]) if size and not known >> k & 1 else None
        for k in range(4)
    ]
    shuffled = Deal((hands[0], hands[1], hands[2], hands[3]))
    for kind in ("deal", "deal-strict"):
        reading = parse(kind, shuffled.text(first))
        assert (reading.deal, reading.first, reading.deviations) == (shuffled, first, ())
        assert bool(reading.faults) == (hands == [None] * 4)


@settings(deadline=None)
@given(st.sampled_from(sorted(KINDS)), st.text(max_size=30))
def test_any_text_is_read_or_refused(kind: str, text: str) -> None:
    try:
        parse(kind, text)
    except NotationError as error:
        span = error.problem.span
        assert span.line >= 1
        assert span.length <= len(text)


@pytest.mark.parametrize("kind", KINDS)
def test_long_texts_are_read_or_refused(kind: str) -> None:
    example = KINDS[kind].example
    for text in (example * 500, example + "9" * 5000, "0" * 5000, "9" * 5000, " " * 5000):
        try:
            parse(kind, text)
        except NotationError as error:
            message = error.problem.message
            assert len(message) < 300


def test_a_failed_text_is_kept_and_raised_anew() -> None:
    caught = []
    for _ in range(2):
        with pytest.raises(NotationError) as error:
            parse("contract", "5Spades")
        caught.append(error.value)
    assert caught[0] is not caught[1]
    assert caught[0].problem is caught[1].problem
    assert caught[0].suggestion == "5S"


def test_grammars_are_built_when_asked_for() -> None:
    script = (
        "import abtools.notation as n\n"
        "assert not [k for k in n.KINDS.values() if 'element' in vars(k)]\n"
        "n.parse('card', 'SA')\n"
        "assert [k.name for k in n.KINDS.values() if 'element' in vars(k)] == ['card']\n"
        "import pyparsing\n"
        "assert pyparsing.ParserElement.DEFAULT_WHITE_CHARS == ' \\n\\t\\r'\n"
        "assert not pyparsing.ParserElement._packratEnabled\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.corpus
def test_reference_files(corpus: Path) -> None:
    """Every value in the files without faults is accepted (`?`, `""` and `#` are the reader's)."""
    seen = 0
    for path in sorted((corpus / "pbn").glob("ref_correct_*.pbn")):
        text = path.read_bytes().decode("latin-1")
        for tag, found in re.findall(r'^\[(\w+) +"([^"\n]*)"', text, re.M):
            if tag in TAG_KINDS and found not in ("?", "", "#"):
                parse(TAG_KINDS[tag], found.removeprefix("##") or "N")
                seen += 1
    assert seen > 300
