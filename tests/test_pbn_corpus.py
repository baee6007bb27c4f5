"""Real files of PBN: read, checked, given back; the reference verifier's own test files."""

from __future__ import annotations

from pathlib import Path

import pytest

from abtools import formats
from abtools.board import check
from abtools.problems import Level, Problem, in_file_order

BOARDS = {
    "bridgebots_sample": 3,
    "bridgecomposer_4x9": 36,
    "bridgecomposer_ABS2-2": 4,
    "bridgenz_hazlemere": 30,
    "comment_with_empty_line": 1,
    "comment_with_escape": 1,
    "dealmaster_pro": 26,
    "endplay_example1": 2,
    "endplay_example4": 1,
    "fvannee_test": 48,
    "lots_of_curlies": 2,
    "ref_correct_10": 31,
    "ref_correct_20": 46,
    "ref_correct_21": 2,
    "ref_errors_10": 74,
    "ref_errors_20": 23,
    "ref_errors_21": 2,
    "rpbridge_shared_deals": 4,
    "schiphol1995": 1,
    "three_records_crlf": 3,
    "three_records_lf": 3,
    "z_bridgecomposer_latin1": 15,
    "z_empty": 0,
    "z_psbridge_deepfinesse": 32,
}
"""Records in each file, counted by their blocks of tags."""

# The line of every deliberate fault, as the comments of the reference files announce them, and
# the code that must be there.
FAULTS_10 = {
    7: "tag-unknown",
    11: "tag-syntax",
    15: "tag-syntax",
    19: "character-bad",
    23: "value-syntax",
    27: "value-syntax",
    31: "value-syntax",
    35: "value-syntax",
    39: "seat-unknown",
    43: "vulnerable-unknown",
    47: "deal-syntax",
    51: "deal-card-twice",
    55: "deal-hand-size",
    59: "deal-hand-size",
    63: "deal-hand-size",
    67: "deal-spelling",
    71: "deal-hand-size",
    75: "deal-no-cards",
    79: "seat-unknown",
    83: "contract-syntax",
    87: "contract-syntax",
    91: "value-syntax",
    95: "text-stray",
    98: "note-wrong",
    102: "auction-no-dealer",
    108: "play-no-deal",
    114: "play-no-declarer",
    120: "play-no-contract",
    127: "tag-duplicate",
    159: "auction-first-call",
    168: "auction-first-call",
    177: "call-syntax",
    186: "call-spelling",
    195: "bid-insufficient",
    204: "double-wrong",
    214: "redouble-wrong",
    223: "suffix-wrong",
    226: "suffix-wrong",
    229: "nag-wrong",
    232: "suffix-wrong",
    235: "nag-wrong",
    238: "nag-wrong",
    241: "nag-wrong",
    244: "note-wrong",
    247: "note-wrong",
    250: "note-wrong note-missing",
    258: "declarer-disagrees",
    266: "declarer-disagrees",
    274: "declarer-swap-wrong",
    283: "contract-disagrees",
    290: "contract-disagrees",
    298: "contract-disagrees",
    306: "contract-disagrees",
    314: "contract-disagrees",
    328: "revoke",
    340: "suffix-wrong",
    343: "suffix-wrong",
    346: "nag-wrong",
    349: "suffix-wrong",
    361: "nag-wrong",
    363: "nag-wrong",
    366: "note-wrong",
    368: "nag-wrong",
    381: "note-wrong",
    384: "note-wrong note-missing",
    387: "card-not-held",
    390: "card-not-held",
    405: "card-syntax",
    408: "card-syntax",
    411: "card-syntax",
    423: "revoke-marked-wrongly",
    429: "irregularity-wrong",
    432: "irregularity-wrong",
    435: "irregularity-wrong",
    438: "lead-marked-wrongly",
    450: "lead-marked-wrongly",
    462: "revoke-marked-wrongly",
    474: "revoke-marked-wrongly",
    486: "revoke-marked-wrongly",
    495: "result-no-declarer",
    504: "result-no-declarer",
    529: "note-wrong",
    531: "note-wrong",
    534: "note-unused",
    564: "note-missing",
    569: "note-unused",
    597: "result-caret-wrong",
    601: "bid-sufficient",
    636: "result-sum",
    654: "nag-wrong",
    663: "nag-wrong",
    670: "nag-wrong",
    690: "result-disagrees",
    **dict.fromkeys((772, 773, 774, 775, 776, 777, 779), "inheritance-forbidden"),
    **dict.fromkeys((*range(784, 788), *range(791, 795)), "value-syntax"),
    **dict.fromkeys((*range(798, 802), *range(805, 809), 812), "value-syntax"),
    817: "line-too-long",
    820: "line-too-long",
    825: "line-too-long",
    828: "character-bad",
    831: "value-syntax",
    832: "value-unlisted",
    833: "value-unlisted",
    834: "value-unlisted",
    839: "tag-not-first",
    865: "ending-both",
    866: "tag-not-first",
    875: "note-wrong",
    877: "note-wrong",
    879: "note-wrong",
    881: "note-wrong",
    883: "note-wrong",
    912: "card-syntax",
    914: "card-syntax",
    943: "note-missing",
    946: "note-missing",
    955: "tag-syntax line-too-long",
    957: "tag-syntax",
}
FAULTS_20 = {
    7: "value-unlisted",
    10: "value-syntax",
    15: "rubber-history-disagrees",
    18: "rubber-history-disagrees",
    23: "rubber-history-disagrees",
    26: "rubber-history-disagrees",
    40: "after-plus",
    53: "after-plus",
    66: "after-plus",
    79: "after-plus",
    92: "after-plus",
    93: "after-plus",
    97: "table-columns",
    100: "tag-syntax",
    103: "table-columns",
    108: "table-element",
    113: "table-element",
    117: "tag-syntax",
    121: "table-element",
    125: "table-element",
    129: "table-element",
    143: "table-count",
    158: "table-order",
    174: "table-order",
}
FAULTS_21 = {7: "value-syntax", 11: "value-syntax"}


def problems_of(path: Path) -> list[Problem]:
    found: list[Problem] = []
    reading = formats.stream(path)
    for board in reading:
        found += check(board)
    return in_file_order([*found, *reading.problems])


@pytest.mark.parametrize("name", BOARDS)
def test_every_record_is_read_and_given_back_byte_for_byte(corpus: Path, name: str) -> None:
    path = corpus / "pbn" / f"{name}.pbn"
    reading = formats.read(path)
    assert len(reading.boards) == BOARDS[name]
    assert b"".join(formats.dump(reading.boards, "pbn", [], reading.source)) == path.read_bytes()


def test_no_file_of_the_corpus_is_left_out(corpus: Path) -> None:
    assert {path.stem for path in (corpus / "pbn").iterdir()} == set(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_export_form_is_stable_and_holds_the_same_boards(corpus: Path, name: str) -> None:
    reading = formats.read(corpus / "pbn" / f"{name}.pbn")
    once = b"".join(formats.dump(reading.boards, "pbn", [], export=True))
    again = formats.read_bytes(once, "once.pbn")
    assert b"".join(formats.dump(again.boards, "pbn", [], export=True)) == once
    strict = formats.stream_bytes(once, "once.pbn")
    assert [p for board in strict for p in strict.strict_problems(board)] == []
    for board, back in zip(reading.boards, again.boards, strict=True):
        for part in (
            *("number", "dealer", "vulnerability", "deal", "declarer", "contract", "tricks"),
            *("auction", "declarer_swapped", "tricks_agreed"),
        ):
            assert getattr(board, part) == getattr(back, part), (board.number, part)


@pytest.mark.parametrize("name", BOARDS)
def test_json_lines_hold_all_that_export_form_does(corpus: Path, name: str) -> None:
    reading = formats.read(corpus / "pbn" / f"{name}.pbn")
    lines = b"".join(formats.dump(reading.boards, "jsonl", []))
    back = formats.read_bytes(lines, "boards.jsonl")
    assert back.boards == reading.boards
    assert b"".join(formats.dump(back.boards, "pbn", [])) == b"".join(
        formats.dump(reading.boards, "pbn", [], export=True)
    )


@pytest.mark.parametrize("name", ["ref_correct_10", "ref_correct_20", "ref_correct_21"])
def test_the_reference_files_without_faults_have_none(corpus: Path, name: str) -> None:
    problems = problems_of(corpus / "pbn" / f"{name}.pbn")
    assert [problem for problem in problems if problem.level is not Level.NOTE] == []


@pytest.mark.parametrize(
    ("name", "faults"),
    [("ref_errors_10", FAULTS_10), ("ref_errors_20", FAULTS_20), ("ref_errors_21", FAULTS_21)],
)
def test_every_deliberate_fault_is_found_on_its_line(
    corpus: Path, name: str, faults: dict[int, str]
) -> None:
    found: dict[int, set[str]] = {}
    for problem in problems_of(corpus / "pbn" / f"{name}.pbn"):
        found.setdefault(problem.span.line, set()).add(problem.code)
    missing = {
        line: codes
        for line, codes in faults.items()
        if not set(codes.split()) <= found.get(line, set())
    }
    assert missing == {}


def test_nothing_is_found_in_most_real_files(corpus: Path) -> None:
    """Files written by well-known programs, looked through by eye, have no error."""
    for name in (
        *("bridgecomposer_4x9", "bridgecomposer_ABS2-2", "bridgenz_hazlemere", "dealmaster_pro"),
        *("fvannee_test", "schiphol1995", "three_records_crlf", "three_records_lf"),
        *("z_bridgecomposer_latin1", "z_psbridge_deepfinesse", "comment_with_escape"),
    ):
        problems = problems_of(corpus / "pbn" / f"{name}.pbn")
        assert [str(p) for p in problems if p.level is Level.ERROR] == [], name


def test_deals_of_dealing_programs_are_read(corpus: Path) -> None:
    for name, count in (("bigdeal_2boards", 2), ("dealconvert", 16), ("dealconvert-jfr", 16)):
        reading = formats.read(corpus / "deal" / f"{name}.pbn")
        assert len(reading.boards) == count
        assert all(board.deal is not None and board.deal.is_complete for board in reading.boards)
