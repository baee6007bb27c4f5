"""JSON lines: everything a board holds, and back; lines that hold no board."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import STEADY, any_boards, pbn_boards

from abtools import formats
from abtools.auction import Auction, Call, Mark
from abtools.board import Board, Tag
from abtools.cards import Card, Deal, Seat
from abtools.play import Play
from abtools.problems import Problem

MANY = settings(STEADY, max_examples=150)


def written(boards: list[Board]) -> bytes:
    """The bytes of a file of JSON lines; nothing may be lost."""
    problems: list[Problem] = []
    data = b"".join(formats.dump(boards, "jsonl", problems))
    assert problems == []
    return data


def read(data: bytes) -> tuple[list[Board], list[Problem]]:
    """The boards and problems of a file of JSON lines."""
    stream = formats.stream_bytes(data, "x.jsonl", "jsonl")
    boards = list(stream)
    return boards, stream.problems


@MANY
@given(st.lists(any_boards, max_size=3))
def test_boards_of_any_kind_come_back(boards: list[Board]) -> None:
    data = written(boards)
    assert data.count(b"\n") == len(boards)
    assert read(data) == (boards, [])
    assert written(read(data)[0]) == data


@MANY
@given(st.lists(pbn_boards(), max_size=3), st.sampled_from(["\n", "\r\n", "\n\n", "\n \t\n"]))
def test_line_ends_and_empty_lines_do_not_matter(boards: list[Board], end: str) -> None:
    data = written(boards).replace(b"\n", end.encode())
    assert read(data) == (boards, [])


def test_what_is_not_recorded_is_left_out() -> None:
    assert json.loads(written([Board()])) == {"schema": "abtools.board/1"}


def test_the_keys_of_a_whole_board() -> None:
    made = Board(
        number="7",
        dealer=Seat.N,
        deal=Deal.parse("N:AK... - - -"),
        auction=Auction(
            Seat.N,
            (Call.parse("1C"), None),
            marks=((0, Mark("", 1, (2, 20))),),
            notes=((1, "a"),),
            remarks=((-1, "{b}"),),
        ),
        play=Play(None, (Card.parse("SA"), None)),
        tags=(Tag("Event", "e"), Tag("Site", "s", "{c}"), Tag("Date", "d", "", "#")),
    )
    assert json.loads(written([made])) == {
        "schema": "abtools.board/1",
        "board": "7",
        "dealer": "N",
        "deal": "N:AK... - - -",
        "auction": {
            "dealer": "N",
            "calls": ["1C", None],
            "marks": [[0, "", 1, [2, 20]]],
            "notes": [[1, "a"]],
            "remarks": [[-1, "{b}"]],
        },
        "play": {"first": None, "cards": ["SA", None]},
        "tags": [["Event", "e"], ["Site", "s", "{c}"], ["Date", "d", "", "#"]],
    }


NO_BOARD = [
    "x",
    "1",
    "null",
    "[]",
    '"x"',
    "{",
    '{"a":1}',
    '{"dealer":"X"}',
    '{"dealer":1}',
    '{"dealer":["N"]}',
    '{"vulnerable":"x"}',
    '{"vulnerable":7}',
    '{"deal":"N:AK"}',
    '{"deal":{}}',
    '{"contract":"9C"}',
    '{"contract":4}',
    '{"tricks":14}',
    '{"tricks":-1}',
    '{"tricks":"9"}',
    '{"tricks":true}',
    '{"tricks":9.5}',
    '{"tricks":NaN}',
    '{"tricks":' + "9" * 4000 + "}",
    '{"tricks":' + "9" * 5000 + "}",
    '{"honours":[1,2,3]}',
    '{"honours":5}',
    '{"honours":[1,2,3,"x"]}',
    '{"chicane":["X"]}',
    '{"chicane":5}',
    '{"adjustments":[{"side":"XX","column":"below","points":1,"reason":""}]}',
    '{"adjustments":[{"side":"NS","column":"beside","points":1,"reason":""}]}',
    '{"adjustments":[{"side":"NS","column":"below","points":"1","reason":""}]}',
    '{"adjustments":[{"side":"NS"}]}',
    '{"adjustments":5}',
    '{"auction":5}',
    '{"auction":{}}',
    '{"auction":{"dealer":"N"}}',
    '{"auction":{"dealer":"N","calls":["9C"]}}',
    '{"auction":{"dealer":"N","calls":[5]}}',
    '{"auction":{"dealer":"N","calls":5}}',
    '{"auction":{"dealer":"N","calls":[],"ending":"x"}}',
    '{"auction":{"dealer":"N","calls":[],"marks":[[1]]}}',
    '{"auction":{"dealer":"N","calls":[],"marks":[["x","",null,[]]]}}',
    '{"auction":{"dealer":"N","calls":[],"what":1}}',
    '{"play":{"first":"N"}}',
    '{"play":{"first":"X","cards":[]}}',
    '{"play":{"first":"N","cards":["XX"]}}',
    '{"play":{"first":"N","cards":[["SA"]]}}',
    '{"tags":[["a"]]}',
    '{"tags":[["a","b","c","d","e"]]}',
    '{"tags":[["a",1]]}',
    '{"tags":5}',
    '{"tags":["ab"]}',
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"tags":' + "[" * 100_000 + "]" * 100_000 + "}",
]


@pytest.mark.parametrize("line", NO_BOARD, ids=[line[:40] for line in NO_BOARD])
def test_a_line_that_is_no_board_is_told_and_harms_no_other(line: str) -> None:
    sound = '{"board":"1"}'
    boards, problems = read(f"{sound}\n{line}\n{sound}\n".encode())
    assert boards == [Board(number="1")] * 2
    (problem,) = problems
    assert (problem.code, problem.span.line) == ("json-syntax", 2)
    assert 1 <= problem.span.column <= len(line) + 1
    assert problem.message


def test_a_mark_at_the_start_and_latin_1_are_read() -> None:
    line = '{"tags":[["Site","Liège"]]}\n'
    for data in (line.encode("utf-8-sig"), line.encode("utf-16"), line.encode("latin-1")):
        boards, problems = read(data)
        assert problems == []
        assert boards[0].tag("Site") == "Liège"


@MANY
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "dealer",
                        "calls",
                        "first",
                        "cards",
                        "marks",
                        "notes",
                        "remarks",
                        "ending",
                        "side",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(
        [
            "board",
            "dealer",
            "vulnerable",
            "deal",
            "declarer",
            "contract",
            "tricks",
            "auction",
            "play",
            "honours",
            "chicane",
            "adjustments",
            "declarer_swapped",
            "tricks_agreed",
            "tags",
            "preamble",
            "postscript",
            "schema",
        ]
    ),
)
def test_any_json_is_a_board_or_a_problem(value: object, key: str) -> None:
    boards, problems = read(json.dumps({key: value}).encode())
    assert len(boards) + len(problems) == 1
    if boards:
        assert read(written(boards)) == (boards, [])
