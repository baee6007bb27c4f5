"""Between formats: what comes back, what is lost, and that just this is reported.

The table of formats.carried is the specification: what a format holds wholly must come back as it
was, what it does not hold must be reported, and of what it holds in part either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from strategies import SPOKEN, any_boards, told_boards

from abtools import formats
from abtools.board import Board, outcome
from abtools.cards import Seat
from abtools.formats.carried import FACTS, Carries, carries
from abtools.formats.solved.results import results_of
from abtools.problems import Problem, Span

FORMATS = [name for name, known in formats.FORMATS.items() if known.can_write and known.can_read]


def examples(count: int) -> settings:
    """So many examples, the same on every run."""
    return settings(
        derandomize=True,
        deadline=None,
        database=None,
        max_examples=count,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


class Parts:
    """Spans that say which part of its board a report is about, in place of a file."""

    def at(self, part: str, index: int | None = None) -> Span:
        return Span(part, 1, 1)


@dataclass(frozen=True)
class Written:
    """A board written in a format and read again, and what the writer said."""

    data: bytes
    boards: tuple[Board, ...]
    reports: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def there_and_back(boards: Sequence[Board], format: str) -> Written:
    reports: list[Problem] = []
    placed = [replace(board, spans=Parts()) for board in boards]
    data = b"".join(formats.dump(placed, format, reports))
    reading = formats.read_bytes(data, "x", format)
    return Written(data, reading.boards, tuple(reports), reading.problems)


# ------------------------------------------------------------------ what is lost, what is said

DEAL = frozenset(("hands", "partial-hands", "spot-cards"))
SECTION = frozenset(("next-turn", "judgements", "nags", "irregularities", "comments"))
ABOUT = {
    "Deal": DEAL,
    "Dealer": {"dealer"},
    "Vulnerable": {"vulnerability"},
    "Board": {"number", "dealer", "vulnerability"},
    "Auction": {"calls", "explanations", "dealer", *SECTION},
    "Note": {"explanations", "card-notes"},
    "Play": {"play", "card-notes", *SECTION},
    "Contract": {"contract", "result"},
    "Declarer": {"contract", "irregularities"},
    "Result": {"result", "irregularities"},
}
"""The part that a report stands at -> the facts that it may be about."""
BY_WORDS = {fact.words.partition(",")[0]: fact.name for fact in FACTS.values() if fact.words}
MOVED = re.compile("; (?:they stand at the end|they are written as|a blank is|/ is)")
"""Reports of what is there, but otherwise."""
LETTERS = re.compile("are written as plain ones|is not in ISO 8859-1|stays longer than PBN allows")
"""Reports on the letters of any text, which PBN's export form makes for a file."""


TEXTS = {"explanations", "card-notes", "comments"}
TAGS = (*SPOKEN, "OptimumResultTable", "ScoreTable")


def about(report: Problem, tags: Iterable[str] = TAGS) -> set[str]:
    """The facts and tags that a report is about."""
    part = report.span.file
    named = set(re.findall(r"\b[A-Z][A-Za-z]+\b", report.message)) & set(tags)
    if "in a text" in report.message or LETTERS.search(report.message):
        return {*TEXTS, *tags, "number"}
    if part in ABOUT:
        return set(ABOUT[part]) | named
    fact = BY_WORDS.get(part, part)
    return set(DEAL) if fact in DEAL else {fact} | named


def told(board: Board) -> dict[str, Any]:
    """All that a board tells: fact or tag -> what it says, scores seen from North-South."""
    found: dict[str, Any] = {}
    for fact in FACTS.values():
        value = fact.value(board)
        if value is not None:
            found |= {fact.name: value} if fact.words else value
    for name in TEXTS & found.keys():
        found[name] = _with_symbols(found[name])
    if "Hidden" in found:
        found["Hidden"] = "".join(sorted(found["Hidden"]))
    for name in ("Score", "ScoreIMP"):
        if name in found:
            found[name] = for_north_south(str(found[name]), board.declarer)
    if any(result is not None for result in results_of(board)):
        found["OptimumResultTable"] = found["DoubleDummyTricks"] = results_of(board)
    called = outcome(board)
    if called.contract is not None:
        found["contract"] = called.contract, called.declarer
    return found


def _with_symbols(texts: Any) -> Any:
    """Texts in which LIN's symbols of suits are those of PBN."""
    if isinstance(texts, str):
        return re.sub(r"[!@]([SHDC])(?![a-z])", r"\\\1", texts)
    return tuple(map(_with_symbols, texts)) if isinstance(texts, tuple) else texts


def for_north_south(score: str, declarer: Seat | None) -> object:
    """A score of one side as North-South see it; a number alone is the declarer's."""
    words = score.split()
    if len(words) == 1 and declarer is not None:
        words = ["NS" if declarer in (Seat.N, Seat.S) else "EW", *words]
    if len(words) != 2:
        return score
    return float(words[1]) * (1 if words[0] == "NS" else -1)


def lost(before: Board, after: Board) -> set[str]:
    """The facts and tags that were told before and are not, or otherwise, told after."""
    names = {*(fact.name for fact in FACTS.values() if fact.value(before) is not None)}
    was = {n: value for n, value in told(before).items() if n in names or before.tag(n)}
    return differing(was, told(after))


def differing(was: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """What is no longer as it was; comments may have come to others, notes told as comments."""
    gone = {name for name, value in was.items() if now.get(name) != value}
    if "comments" in gone and set(was["comments"]) <= set(now.get("comments", ())):
        gone.remove("comments")
    return gone


def is_left_out(reports: Iterable[Problem]) -> bool:
    return any(report.message.startswith("left out") for report in reports)


DERIVED = {"number", "dealer", "vulnerability", "contract", "result"}
"""What a reader may know that was not written: from the number or the place of a board, the
auction, the play."""


FIELDS = (
    *("number", "dealer", "vulnerability", "deal", "declarer", "contract", "tricks", "honours"),
    *("chicane", "adjustments", "declarer_swapped", "tricks_agreed", "auction", "play", "tags"),
    "preamble",
)


def plainly(board: Board, field: str) -> object:
    """What a field says; a contract that is the auction's is the same told or not, and hands or
    a play without a card, or an auction without a call, say nothing."""
    value = getattr(board, field)
    match field:
        case "contract" | "declarer":
            return outcome(board).contract, outcome(board).declarer
        case "deal":
            return value if value is not None and any(value.hands) else None
        case "play" | "auction":
            parts = () if value is None else value.cards if field == "play" else value.calls
            return value if any(parts) else None
    return value


@pytest.mark.parametrize("field", FIELDS)
def test_the_facts_leave_no_field_of_a_board_out(field: str) -> None:
    """Two boards that differ in a field do not tell the same."""
    compared = []

    @examples(150)
    @given(told_boards(), told_boards())
    def law(board: Board, other: Board) -> None:
        changed = replace(board, **{field: getattr(other, field)})
        if plainly(board, field) != plainly(changed, field):
            compared.append(told(board) != told(changed))

    law()
    assert compared
    assert all(compared)


OWN_WORDS = {"Generator", "XGibComment"}
"""What a writer adds: the headline of a DLM, a comment of GIB that names trumps and leader."""


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_lost_is_what_is_reported(format: str) -> None:
    """And nothing is there afterwards that was not told before, or is noted as derived."""

    @examples(60)
    @given(told_boards())
    def law(board: Board) -> None:
        written = there_and_back([board], format)
        if is_left_out(written.reports):
            assert not written.boards
            return
        (again,) = written.boards
        gone = lost(board, again)
        reports = [report for report in written.reports if report.code == "not-carried"]
        said = [about(report) for report in reports]
        assert gone <= set().union(*said), (gone, reports)
        for report, facts in zip(reports, said, strict=True):
            assert facts & gone or MOVED.search(report.message), (report, gone)
        made_up = told(again).keys() - told(board).keys() - DEAL
        assert made_up <= DERIVED | OWN_WORDS | set().union(*said), made_up
        if made_up & {"number", "dealer", "vulnerability"}:
            assert "derived" in {note.code for note in (*written.notes, *written.reports)}

    law()


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "pbn"])
def test_of_illegal_boards_nothing_is_lost_in_silence(format: str) -> None:
    """PBN holds what a file can say of a board, not marks beside calls that are not there."""

    @examples(40)
    @given(any_boards)
    def law(board: Board) -> None:
        board = replace(board, number=" ".join((board.number or "").split()) or None)
        written = there_and_back([board], format)
        if is_left_out(written.reports):
            assert not written.boards
            return
        (again,) = written.boards
        gone = lost(board, again) & FACTS.keys()
        said = set().union(*(about(report) for report in written.reports))
        if any(report.code == "derived" for report in written.reports):
            said |= DERIVED
        assert gone <= said, (gone - said, written.reports)

    law()


# ------------------------------------------------------------------ laws of one format


@pytest.mark.parametrize("format", FORMATS)
def test_boards_of_any_kind_settle(format: str) -> None:
    """Whatever a board is: what was read is written and read as the same, in the same bytes."""

    @examples(30)
    @given(any_boards)
    def law(board: Board) -> None:
        first = there_and_back([board, board], format).boards
        written = there_and_back(first, format)
        if not is_left_out(written.reports):
            assert [told(board) for board in written.boards] == [told(board) for board in first]
        again = there_and_back(written.boards, format)
        assert (again.boards, again.data) == (written.boards, written.data)

    law()


WHOLE_EVENTS = ("usebio",)
BY_PLACE = tuple(n for n, known in formats.FORMATS.items() if ".dealing." in known.module)
"""Formats in which a board depends on those before it: the head, the number by its place."""


OF_A_MATCH = {"Event", "Scoring", "Stage", "Round"}
"""What LIN holds of a board in a match only."""


@pytest.mark.parametrize("format", [f for f in FORMATS if f not in (*WHOLE_EVENTS, *BY_PLACE)])
def test_boards_do_not_change_each_other(format: str) -> None:
    @examples(15)
    @given(st.lists(told_boards(), min_size=2, max_size=3))
    def law(boards: list[Board]) -> None:
        alone = [found for b in boards for found in there_and_back([b], format).boards]
        together = there_and_back(boards, format).boards
        assert len(alone) == len(together)
        for one, other in zip(alone, together, strict=True):
            assert not lost(one, other)
            assert not told(other).keys() - told(one).keys() - OF_A_MATCH

    law()


# ------------------------------------------------------------------ from format to format


def held_by(board: Board, *names: str) -> dict[str, Any]:
    """The projection of a board on what all these formats hold wholly, by the table."""
    facts = [f.name for f in FACTS.values() if f.words]
    wholly = {f for f in facts if all(carries(n, f) is Carries.YES for n in names)}
    return {name: value for name, value in told(board).items() if name in wholly}


@pytest.mark.parametrize("other", FORMATS)
@pytest.mark.parametrize("format", FORMATS)
def test_from_one_format_to_another_and_back(format: str, other: str) -> None:
    """What both hold comes back; all else that is not what it was, was reported on the way."""

    @seed(f"{format} {other}")
    @examples(2)
    @given(told_boards())
    def law(board: Board) -> None:
        first = there_and_back([board], format).boards
        there = there_and_back(first, other)
        back = there_and_back(there.boards, format)
        reports = [*there.reports, *back.reports]
        if is_left_out(reports) or not first:
            return
        (begun,), (came,) = first, back.boards
        said = set().union(*(about(report) for report in reports))
        assert not differing(held_by(begun, format, other), held_by(came, format, other))
        assert lost(begun, came) <= said

    law()


# ------------------------------------------------------------------ real files

PBN = sorted(
    (
        *("bridgebots_sample", "bridgecomposer_4x9", "bridgecomposer_ABS2-2", "bridgenz_hazlemere"),
        *("comment_with_empty_line", "comment_with_escape", "dealmaster_pro", "endplay_example1"),
        *("endplay_example4", "fvannee_test", "lots_of_curlies", "ref_correct_10"),
        *("ref_correct_20", "ref_correct_21", "ref_errors_10", "ref_errors_20", "ref_errors_21"),
        *("rpbridge_shared_deals", "schiphol1995", "three_records_crlf", "three_records_lf"),
        *("z_bridgecomposer_latin1", "z_psbridge_deepfinesse"),
    )
)


@pytest.mark.corpus
@pytest.mark.parametrize("name", PBN)
@pytest.mark.parametrize("format", ["lin", "rbn"])
def test_real_records_there_and_back(format: str, name: str, corpus: Path) -> None:
    """PBN to LIN or RBN and to PBN again: what is no longer there is what was reported."""
    boards = formats.read(corpus / "pbn" / f"{name}.pbn").boards
    assert boards
    for board in boards[:200]:
        written = there_and_back([board], format)
        if is_left_out(written.reports):
            assert not written.boards
            continue
        exported = there_and_back(written.boards, "pbn")
        (again,) = exported.boards
        gone = lost(board, again)
        reports = [*written.reports, *exported.reports]
        said = [about(report, all_tags(board)) for report in reports]
        assert gone <= set().union(*said), (board.number, gone)
        for report, facts in zip(reports, said, strict=True):
            harmless = MOVED.search(report.message) or LETTERS.search(report.message)
            assert facts & gone or harmless, (board.number, report)


def all_tags(board: Board) -> set[str]:
    return {tag.name for tag in board.tags}


LIN = (
    *("lin/bridgebots_sample", "lin/endplay_example1", "lin/kemistry_2026"),
    *("lin/usbf_vugraph_14502", "deal/dealconvert"),
)


@pytest.mark.corpus
@pytest.mark.parametrize("name", LIN)
@pytest.mark.parametrize("format", ["pbn", "rbn", "jsonl"])
def test_real_matches_there_and_back(format: str, name: str, corpus: Path) -> None:
    """LIN to PBN, RBN or JSON lines and to LIN again, a whole file at once."""
    boards = formats.read(corpus / f"{name}.lin").boards
    there = there_and_back(boards, format)
    back = there_and_back(there.boards, "lin")
    assert len(back.boards) == len(there.boards) == len(boards)
    reports = [*there.reports, *back.reports]
    for board, again in zip(boards, back.boards, strict=True):
        mine = [about(r, all_tags(board)) for r in reports if r.board == board.number]
        assert lost(board, again) <= set().union(*mine), board.number
    if format != "rbn":  # which has no place for scores of a table, nor for chat within the play
        assert not reports
