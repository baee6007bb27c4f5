"""Scores for other programs and pages: CSV with a row for each board and rule set, and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from tabulate import tabulate

from abtools.cards import Side
from abtools.report.problems import runs
from abtools.report.result import Result, Row
from abtools.report.score_table import closing_marks, has_line, margin
from abtools.report.style import Style, visible
from abtools.report.why import boards_by_words, comparable
from abtools.rules import RuleSet
from abtools.scoring import Party
from abtools.tally import Line, Session, parties_of

ENDED = {"": "", "G": "game", "R": "rubber"}


def score_csv(result: Result) -> str:
    """A heading and one row for each board and rule set.

    Points below and above the line, or where a board has one figure the score, by party; empty
    where there is none. `ended` tells whether the board won a game or with it the rubber.
    """
    parties = dict.fromkeys(party for rules in result.rules for party in parties_of(rules))
    kinds = [kind for kind in ("below", "above", "score") if _is_used(result.rules, kind)]
    columns = [(party, kind) for party in parties for kind in kinds]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["board", "file", "line", "contract", "declarer", "tricks", "rules", "rubber", "ended"]
    writer.writerow([*head, *(f"{party}_{kind}" for party, kind in columns)])
    rubbers = [_rubber_numbers(session) for session in result.sessions]
    marks = [closing_marks(session) for session in result.sessions]
    for row in result.rows:
        for number, rules in enumerate(result.rules):
            line = row.lines[number]
            ended = ENDED[marks[number].get(line.index, "")]
            told = [rules.name, rubbers[number].get(line.index, ""), ended]
            points = [_points(rules, line, party, kind) for party, kind in columns]
            writer.writerow([*_board_cells(row), *told, *points])
    return out.getvalue().removesuffix("\n")


def _is_used(rules: Sequence[RuleSet], kind: str) -> bool:
    return any(has_line(each) is (kind != "score") for each in rules)


def _rubber_numbers(session: Session) -> dict[int, int]:
    return {
        line.index: number
        for number, rubber in enumerate(session.rubbers, 1)
        for line in rubber.lines
    }


def _board_cells(row: Row) -> list[object]:
    contract = "" if row.contract is None else str(row.contract)
    declarer = "" if row.declarer is None else str(row.declarer)
    tricks = "" if row.tricks is None else row.tricks
    span = row.span
    return [row.number or "", span.file, span.line, contract, declarer, tricks]


def _points(rules: RuleSet, line: Line, party: Party, kind: str) -> object:
    score = line.score
    if not score.scored or party not in parties_of(rules) or has_line(rules) is (kind == "score"):
        return ""
    if kind != "score":
        return score.points(party, kind)
    return score.net(party) if isinstance(party, Side) else ""


def score_markdown(result: Result, style: Style) -> str:
    """Boards, rubbers and causes as Markdown tables."""
    parts = [_table(*_boards(result, style)), _table(*_rubbers(result))]
    boards = boards_by_words(comparable(result))
    if boards:
        rows = [[words, runs(numbers)] for words, numbers in boards.items()]
        parts.append(_table(["Why they differ", "Boards"], rows, "ll"))
    return style.text("\n\n".join(parts))


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> str:
    cells = [[_escaped(cell) for cell in row] for row in rows]
    sides = ["left" if side == "l" else "right" for side in align]
    return tabulate(
        cells, [_escaped(h) for h in headings], tablefmt="pipe", colalign=sides,
        disable_numparse=True,
    )  # fmt: skip


def _escaped(text: str) -> str:
    return visible(text).replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*")


def _boards(result: Result, style: Style) -> tuple[list[str], list[list[str]], str]:
    headings = ["Board", "Contract", "By", "Tricks"]
    for rules in result.rules:
        kinds = ("below", "above") if has_line(rules) else ("score",)
        headings += [
            f"{rules.name} {party} {kind}" for party in parties_of(rules) for kind in kinds
        ]
    rows = []
    for row in result.rows:
        by = "" if row.declarer is None else str(row.declarer)
        tricks = "" if row.tricks is None else str(row.tricks)
        cells = [row.name, style.contract(row.contract), by, tricks]
        for rules, line in zip(result.rules, row.lines, strict=True):
            cells += _scores(rules, line)
        rows.append(cells)
    return headings, rows, "rllr" + "r" * (len(headings) - 4)


def _scores(rules: RuleSet, line: Line) -> Iterator[str]:
    for party in parties_of(rules):
        for kind in ("below", "above") if has_line(rules) else ("score",):
            points = _points(rules, line, party, kind)
            yield "?" if not line.score.scored else str(points or "")


def _rubbers(result: Result) -> tuple[list[str], list[list[str]], str]:
    rows = []
    for session in result.sessions:
        parties = parties_of(session.rules)
        for number, rubber in enumerate(session.rubbers, 1):
            games = "–".join(str(rubber.games[party]) for party in parties)
            name = f"rubber {number}{'' if rubber.finished else ' (unfinished)'}"
            boards = runs([line.board or f"#{line.index + 1}" for line in rubber.lines])
            rows.append([session.rules.name, name, boards, games, *_totals(rubber.total, parties)])
        rows.append(
            [
                session.rules.name,
                "together",
                "",
                "",
                *_totals(session.total, parties, session.rules.is_net),
            ]
        )
    return ["Rules", "", "Boards", "Games", "Total", "Ahead"], rows, "llllll"


def _totals(total: object, parties: Sequence[Party], net: bool = False) -> tuple[str, str]:
    if not isinstance(total, dict):
        return "?", ""
    return ", ".join(f"{party} {total[party]}" for party in parties), margin(total, parties, net)
