"""JSON: the documents that commands print, with their schema names. Keys are never renamed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from abtools.cards import Side
from abtools.problems import Level, Problem
from abtools.report.problems import counted, problem_value
from abtools.report.result import Result, Row
from abtools.rules import RuleSet
from abtools.scoring import Entry, Party
from abtools.tally import Line, Rubber, parties_of, settled

CHECK_SCHEMA = "abtools.check/1"
SCORE_SCHEMA = "abtools.score/1"


def dumps(value: Any) -> str:
    """One line of JSON in plain ASCII, in the order in which the keys were made."""
    return json.dumps(value, separators=(",", ":"))


def check_value(files: Iterable[str], boards: int, problems: Sequence[Problem]) -> dict[str, Any]:
    """What `abtools check --format json` prints."""
    counts = counted(problems)
    return {
        "schema": CHECK_SCHEMA,
        "files": list(files),
        "boards": boards,
        "errors": counts[Level.ERROR],
        "warnings": counts[Level.WARNING],
        "notes": counts[Level.NOTE],
        "problems": [problem_value(problem) for problem in problems],
    }


def score_value(result: Result, problems: Sequence[Problem]) -> dict[str, Any]:
    """What `abtools score --format json` prints."""
    return {
        "schema": SCORE_SCHEMA,
        "rules": [rules.name for rules in result.rules],
        "boards": [board_value(row, result.rules) for row in result.rows],
        "sessions": [
            session_value(session.rules, map(rubber_value, session.rubbers), session.total)
            for session in result.sessions
        ],
        "problems": [problem_value(problem) for problem in problems],
    }


def board_value(row: Row, rules: Sequence[RuleSet]) -> dict[str, Any]:
    """One board with its score under each rule set; what is not known is null."""
    span = row.span
    return {
        "board": row.number,
        "file": span.file,
        "line": span.line,
        "contract": None if row.contract is None else str(row.contract),
        "declarer": None if row.declarer is None else str(row.declarer),
        "tricks": row.tricks,
        "scores": {
            each.name: _score_value(each, line) for each, line in zip(rules, row.lines, strict=True)
        },
    }


def _score_value(rules: RuleSet, line: Line) -> dict[str, Any] | None:
    score = line.score
    if not score.scored:
        return None
    parties = parties_of(rules)
    value: dict[str, Any]
    if rules.is_net:
        value = {
            str(party): {"score": score.net(party) if isinstance(party, Side) else None}
            for party in parties
        }
    else:
        value = {
            str(party): {c: score.points(party, c) for c in ("below", "above")} for party in parties
        }
    value["entries"] = [_entry_value(entry) for entry in score.entries]
    return value


def _entry_value(entry: Entry) -> dict[str, Any]:
    return {
        "side": str(entry.side),
        "column": entry.column,
        "points": entry.points,
        "reason": entry.reason,
        "law": entry.law,
    }


def session_value(
    rules: RuleSet, rubbers: Iterable[dict[str, Any]], total: Mapping[Party, int] | None
) -> dict[str, Any]:
    """One rule set's rubbers and total; the total is null when a number of it is not known.
    Of three players also what each wins or loses when every two of them settle."""
    value = {"rules": rules.name, "rubbers": list(rubbers), "total": _points_value(total)}
    if total is not None and len(total) > 2:
        value["settlement"] = _points_value(settled(total))
    return value


def rubber_value(rubber: Rubber) -> dict[str, Any]:
    """One rubber: its boards and its sums by side."""
    return {
        "boards": list(rubber.boards),
        "finished": rubber.finished,
        "games": _points_value(rubber.games),
        "below": _points_value(rubber.below),
        "above": _points_value(rubber.above),
        "bonus": _points_value(rubber.bonus),
        "total": _points_value(rubber.total),
    }


def _points_value(points: Mapping[Party, int] | None) -> dict[str, int] | None:
    return None if points is None else {str(party): n for party, n in points.items()}
