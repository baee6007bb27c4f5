"""The laws of the PBN writers, by properties: export settles at once, preserving changes nothing
that was not changed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from strategies import (
    STEADY,
    any_boards,
    encoded,
    is_utf_8_by_chance,
    mutate,
    pbn_boards,
    pieces,
    seeds,
)

from abtools import formats
from abtools.auction import Auction, Call, Contract
from abtools.board import Board, Tag, Vulnerability, check
from abtools.cards import Seat
from abtools.play import Play
from abtools.problems import CODES, Problem, SourceText

MANY = settings(STEADY, max_examples=80)
GAME = (
    *("number", "dealer", "vulnerability", "deal", "declarer", "contract", "tricks"),
    *("honours", "chicane", "adjustments", "declarer_swapped", "tricks_agreed"),
)


def read(data: bytes) -> tuple[list[Board], SourceText]:
    """The boards of a file and its text."""
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    return list(stream), stream.source


def export(boards: list[Board]) -> tuple[bytes, list[Problem]]:
    """The file in export form, and what PBN could not hold."""
    lost: list[Problem] = []
    return b"".join(formats.dump(boards, "pbn", lost, export=True)), lost


def preserve(boards: list[Board], source: SourceText) -> bytes:
    """The file with only the changes that the boards have."""
    return b"".join(formats.dump(boards, "pbn", [], source))


def tricks_of(play: Play | None) -> list[dict[Seat, object]] | None:
    """Each trick as seat -> what it played, without empty tricks at the end."""
    if play is None or play.first is None:
        return None
    tricks: list[dict[Seat, object]] = []
    for index, card in enumerate(play.cards):
        if index % 4 == 0:
            tricks.append({})
        if card is not None:
            tricks[-1][play.first.plus(index)] = card
    while tricks and not tricks[-1]:
        tricks.pop()
    return tricks


def same_game(one: Board, two: Board) -> None:
    """Everything that was played is the same."""
    for name in GAME:
        assert getattr(one, name) == getattr(two, name), name
    assert (one.auction is None) == (two.auction is None)
    if one.auction is not None and two.auction is not None:
        for name in ("dealer", "calls", "ending", "marks", "notes"):
            assert getattr(one.auction, name) == getattr(two.auction, name), name
    assert tricks_of(one.play) == tricks_of(two.play)
    if one.play is not None and two.play is not None:
        assert one.play.notes == two.play.notes
        assert [mark for _, mark in one.play.marks] == [mark for _, mark in two.play.marks]


# ------------------------------------------------------------------ export form


@MANY
@given(st.lists(pbn_boards(), min_size=1, max_size=3))
def test_boards_come_back_from_export(boards: list[Board]) -> None:
    data, lost = export(boards)
    assert lost == []
    assume(not is_utf_8_by_chance(data))
    back, _ = read(data)
    assert len(back) == len(boards)
    for one, two in zip(boards, back, strict=True):
        same_game(one, two)
        assert two.tag("Event") == (one.tag("Event") or ("" if one.tags else "?"))
    again, lost = export(back)
    assert (again, lost) == (data, [])
    assert read(again)[0] == back


@MANY
@given(st.lists(pbn_boards(), min_size=1, max_size=3))
def test_export_form_is_as_the_standard_has_it(boards: list[Board]) -> None:
    data, _ = export(boards)
    text = data.decode("latin-1")
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n[Event ")
    assert text.count("\n") == text.count("\r\n") == text.count("\r")
    assert "\t" not in text
    lines = text.split("\r\n")
    assert max(map(len, lines)) <= 253
    assert text.count("\r\n\r\n") == len(boards) - 1
    for record in text.removeprefix("% PBN 2.1\r\n% EXPORT\r\n").split("\r\n\r\n"):
        names = [line[1:].partition(" ")[0] for line in record.split("\r\n") if line[:1] == "["]
        assert names[:15] == [
            *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
            *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
        ]
        rest = [name for name in names[15:] if name != "Note"]
        plain = [name for name in rest if name not in ("Auction", "Play")]
        assert rest == sorted(plain) + [name for name in ("Auction", "Play") if name in rest]
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    assert [problem for board in stream for problem in stream.strict_problems(board)] == []


@MANY
@given(st.lists(pbn_boards(), min_size=1, max_size=3))
def test_json_lines_hold_what_pbn_holds(boards: list[Board]) -> None:
    data, _ = export(boards)
    first, _ = read(data)
    lines = b"".join(formats.dump(first, "jsonl", []))
    second = list(formats.stream_bytes(lines, "x.jsonl", "jsonl"))
    assert second == first
    assert export(second)[0] == data


@MANY
@given(st.lists(pbn_boards(), min_size=1, max_size=3))
def test_legal_boards_stay_without_problems(boards: list[Board]) -> None:
    for one, two in zip(boards, read(export(boards)[0])[0], strict=True):
        assert sorted(p.code for p in check(two)) == sorted(p.code for p in check(one))


# ------------------------------------------------------------------ texts of any kind

SAMPLE = """% PBN 2.1
{An evening; nobody knows when.}
[Event "##Evening \\S"]
[Site "#"]
[Board "1"]
[West "A \\"B\\" C"] [North "D"] ; names on one line
[Dealer "N"]
[Vulnerable "Love"]
[Deal "E:JT9.K2.AQJ4.T987 AKQ2.A43.K2.AKQ2 876.QJT9.T98.J65 543.8765.7653.43"]
[Declarer "S"]
[Contract "6NT"] {bid
over two lines

and an empty one}
[Result "12"]
[Auction "W"]
- Pass Pass 2C! =1=
Pass 2D $4 Pass 6NT ^I 6NT X =2= XX Pass
% a line for programs
Pass Pass
[Note "1:strong"] [Note "2:\\"ouch\\""]
[Play "W"]
H5 HQ HK HA {lead}
- - - CA =1=
*
[Note "1:top"]
[ScoreTable "Rank\\2R;Name;+IMP\\4R"]
 1 "A \\"B\\"" 9.5
10 - -3
[Honours "N:0 E:1 S:4 W:0"]

% between

[Board "2"]
[Dealer "E"]
[Deal "N:AKx.xxx.. - - -"]
[Contract "Pass"]
[Auction "E"]
AP
[Foo "bar"]
some "data" 12

;tail
"""
TEXTS = [SAMPLE, *pieces(SAMPLE)]


@st.composite
def slips(draw: st.DrawFn) -> bytes:
    """The sample, or a record of it, with slips, in any encoding and with any line ends."""
    chance = random.Random(draw(seeds))
    return encoded(chance, mutate(chance, chance.choice(TEXTS), SAMPLE))


line_ends = st.sampled_from(["\n", "\r", "\r\n", "\n\r"])
soup = st.lists(
    line_ends
    | st.sampled_from(
        ['[Event "x"]', "[Play", '[Auction "N"]', "1C", "{", "}", ";", "%x", "#x", " "]
    )
    | st.text(max_size=5),
    max_size=25,
).map("".join)


@MANY
@given(slips())
def test_texts_with_slips_come_back_untouched(data: bytes) -> None:
    boards, source = read(data)
    assert preserve(boards, source) == data


@MANY
@given(soup, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"]))
@example("", "utf-16")
@example("\n\r\n\r\r\n", "utf-8")
@example('[Board "1"]\n\xa0[Board "N"]\n', "utf-8")
@example('[Board "1"]\r[Play "N"]\r\r\n\r{', "latin-1")
def test_texts_of_any_kind_come_back_untouched(text: str, codec: str) -> None:
    data = text.encode(codec, "replace")
    boards, source = read(data)
    assert preserve(boards, source) == data


@MANY
@given(st.binary(max_size=80))
def test_bytes_of_any_kind_come_back_untouched(data: bytes) -> None:
    boards, source = read(data)
    assert preserve(boards, source) == data


FOUND = [
    '[Board ""]\n[Dealer "N"]\n[Auction "N"]\n1H Pass 2H Pass Pass Pass\n',
    '[Deal "N:- - - -"]\n[Declarer "N"]\n[Contract "3H"]\n[Result "9\t"]\n',
    '[Deal "N:AQJ.84.J54.K8542\tKT875.J3.A76.AJ9 6.AKQT92.K92.QT6 9432.765.QT83.73"]\n',
    '[Dealer "N"]\n[Auction "N"]\n1H Pass\x002H =1= AP\n',
    '[Dealer "N"]\n[Play "N"]\n{open\nHK\n\n[Event "b"]\n{closed}\n',
    '[Declarer "S"]\n[Contract "Pass"]\n[Result "9"]\n',
    '[ScoreTable "Rank;Call"]\n1 {2\n',
]
"""Texts that once did not settle."""


def settles(data: bytes) -> None:
    """Exporting what export gave gives the same again, and the boards are the same."""
    boards, _ = read(data)
    first, lost = export(boards)
    once, _ = read(first)
    second, _ = export(once)
    assert second == first
    assert read(second)[0] == once
    assert len(once) == len(boards)
    if not lost:
        for one, two in zip(boards, once, strict=True):
            same_game(one, two)


@pytest.mark.parametrize("text", FOUND)
def test_texts_that_once_did_not_settle(text: str) -> None:
    settles(text.encode())


@MANY
@given(slips())
def test_export_settles_at_once(data: bytes) -> None:
    settles(data)


@MANY
@given(slips())
def test_json_lines_hold_every_text(data: bytes) -> None:
    boards, _ = read(data)
    lines = b"".join(formats.dump(boards, "jsonl", []))
    assert list(formats.stream_bytes(lines, "x.jsonl", "jsonl")) == boards


# ------------------------------------------------------------------ one field changed

PLAIN = """% PBN 2.1
% EXPORT
[Event "An evening"]
[Site ""] {in town}
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.A43.K2.AKQ2 JT9.K2.AQJ4.T987 876.QJT9.T98.J65 543.8765.7653.43"]
[Declarer "N"]
[Contract "3NT"]
[Result "9"]
[Auction "N"]
1C Pass 1H Pass
3NT Pass Pass Pass
[Play "E"]
DQ D8 D3 DK
*
[Foo "bar"] ; kept

%between
[Board "2"]
[Dealer "S"]
[Contract "2S"]
[Declarer "S"]
[Result "8"]
"""

CHANGES = [
    ({"tricks": 10}, '[Result "9"]', '[Result "10"]'),
    ({"tricks_agreed": True}, '[Result "9"]', '[Result "^9"]'),
    ({"contract": Contract.parse("4SX")}, '[Contract "3NT"]', '[Contract "4SX"]'),
    ({"declarer": Seat.S}, '[Declarer "N"]', '[Declarer "S"]'),
    ({"declarer_swapped": True}, '[Declarer "N"]', '[Declarer "^N"]'),
    ({"number": "17"}, '[Board "1"]', '[Board "17"]'),
    ({"vulnerability": Vulnerability.ALL}, '[Vulnerable "None"]', '[Vulnerable "All"]'),
    (
        {"auction": Auction(Seat.N, tuple(map(Call.parse, ("3NT", "Pass", "Pass", "Pass"))))},
        "1C Pass 1H Pass\n3NT Pass Pass Pass\n",
        "3NT Pass Pass Pass\n",
    ),
]


@pytest.mark.parametrize(("change", "old", "new"), CHANGES, ids=[new[:20] for _, _, new in CHANGES])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_one_field_changed_changes_one_tag(
    change: dict[str, object], old: str, new: str, end: str
) -> None:
    data = PLAIN.replace("\n", end).encode()
    boards, source = read(data)
    changed = replace(boards[0], **change)  # type: ignore[arg-type]
    written = preserve([changed, *boards[1:]], source)
    assert written == PLAIN.replace(old, new, 1).replace("\n", end).encode()
    back = read(written)[0]
    for name, value in change.items():
        assert getattr(back[0], name) == value
    assert back[1] == boards[1]


def test_the_dealer_changed_with_the_auction() -> None:
    boards, source = read(PLAIN.encode())
    calls = Auction(Seat.E, (Call.parse("3NT"), *[Call.parse("Pass")] * 3))
    changed = replace(boards[0], dealer=Seat.E, auction=calls)
    back = read(preserve([changed, boards[1]], source))[0]
    assert (back[0].dealer, back[0].auction) == (Seat.E, calls)
    assert back[0].deal == boards[0].deal
    assert back[0].play == boards[0].play
    assert back[1] == boards[1]


def test_the_play_changed() -> None:
    boards, source = read(PLAIN.encode())
    assert boards[0].play is not None
    shorter = replace(boards[0].play, cards=boards[0].play.cards[:2])
    written = preserve([replace(boards[0], play=shorter), boards[1]], source).decode()
    assert written == PLAIN.replace("DQ D8 D3 DK\n*\n", "DQ D8\n*\n")
    without = preserve([replace(boards[0], auction=None), boards[1]], source)
    assert read(without)[0][0].play == boards[0].play


def test_a_tag_added() -> None:
    boards, source = read(PLAIN.encode())
    tagged = replace(boards[1], tags=(*boards[1].tags, Tag("Room", 'Open "A"')))
    written = preserve([boards[0], tagged], source).decode()
    assert written == PLAIN + '[Room "Open \\"A\\""]\n'
    assert read(written.encode())[0][1].tag("Room") == 'Open "A"'


def test_boards_left_out_or_moved() -> None:
    boards, source = read(PLAIN.encode())
    for chosen in ([boards[0]], [boards[1]], [boards[1], boards[0]], [boards[0]] * 2, []):
        back = read(preserve(chosen, source))[0]
        assert [board.number for board in back] == [board.number for board in chosen]
        for one, two in zip(chosen, back, strict=True):
            same_game(one, two)


@MANY
@given(slips(), st.integers(0, 13))
def test_another_result_leaves_all_other_records_as_they_were(data: bytes, tricks: int) -> None:
    boards, source = read(data)
    able = [
        k
        for k, board in enumerate(boards)
        if board.tricks is not None and board.tag("Result") == str(board.tricks)
    ]
    if not able or any(board.tag("Result") == "#" for board in boards):
        return
    k = able[0]
    if boards[k].tricks == tricks:
        return
    changed = [*boards[:k], replace(boards[k], tricks=tricks), *boards[k + 1 :]]
    back = read(preserve(changed, source))[0]
    assert len(back) == len(boards)
    assert back[k].tricks == tricks
    for name in GAME:
        if name != "tricks":
            assert getattr(back[k], name) == getattr(boards[k], name)
    assert (back[k].auction, back[k].play) == (boards[k].auction, boards[k].play)
    if all(tag.written is None for board in boards for tag in board.tags):
        assert [b for i, b in enumerate(back) if i != k] == [
            b for i, b in enumerate(boards) if i != k
        ]


@MANY
@given(any_boards)
def test_whatever_a_board_holds_export_goes_through(board: Board) -> None:
    data, lost = export([board])
    assert {problem.code for problem in lost} <= {"not-carried"}
    stream = formats.stream_bytes(data, "x.pbn", "pbn")
    assert [p.code for b in stream for p in check(b) if p.code not in CODES] == []
