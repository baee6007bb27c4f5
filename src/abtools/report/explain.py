"""Every board entry by entry, each with its law, and why the rule sets differ on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from abtools.auction import Contract
from abtools.report.reason_table import reason_lines
from abtools.report.reasons import OF_THE_RUBBER, Comparison, cause_text
from abtools.report.result import Result, Row
from abtools.report.score_table import GAME, closing_marks, has_line
from abtools.report.style import Style, visible
from abtools.rules import MARKS, RuleSet
from abtools.scoring import BOOK, Entry
from abtools.tally import Line, Session


def explained(result: Result, style: Style) -> str:
    """All boards of a result, explained one after the other, and the marks in words."""
    comparison = Comparison(result)
    boards = [explained_board(row, result, comparison, style) for row in result.rows]
    used = {entry.mark for row in result.rows for line in row.lines for entry in _entries(line)} - {
        ""
    }
    legend = "\n".join(f"[{mark}]  {MARKS[mark]}" for mark in MARKS if mark in used)
    return "\n\n".join([*boards, style.dim(legend)] if legend else boards)


def explained_board(row: Row, result: Result, comparison: Comparison, style: Style) -> str:
    """One board: what happened, each set's entries, and the causes of the difference."""
    lines = [style.bold(f"Board {visible(row.name)}: ") + happened(row, style)]
    for rules, line, session in zip(result.rules, row.lines, result.sessions, strict=True):
        lines += _set_lines(rules, line, session, style)
    causes = comparison.causes(row)
    if causes:
        lines.append("  " + style.bold("Why they differ"))
    added_up = reason_lines(row, result, style)
    lines += added_up
    told = [cause for cause in causes if not added_up or cause.key in OF_THE_RUBBER]
    for text in dict.fromkeys(cause_text(cause, result.rules) for cause in told):
        lines += _indented(text, style)
    return "\n".join(lines)


def happened(row: Row, style: Style) -> str:
    """The contract, who played it, and how it ended, in words.

    >>> from abtools.board import Board
    >>> from abtools.cards import Seat
    >>> row = Row(Board("1"), 1, Contract.parse("4SX"), Seat.S, 9, ())
    >>> happened(row, Style())
    '4♠× by South, 9 tricks, 1 down'
    """
    contract = row.contract
    if contract is None:
        return "contract not recorded"
    if contract.is_passed_out:
        return "passed out"
    text = style.contract(contract)
    if row.declarer is not None:
        text += f" by {row.declarer.full_name}"
    if row.tricks is None:
        return f"{text}, result not recorded"
    return f"{text}, {row.tricks} tricks{_over_or_under(contract, row.tricks)}"


def _over_or_under(contract: Contract, tricks: int) -> str:
    if contract.level is None:
        return ""
    over = tricks - BOOK - contract.level
    if over == 0:
        return ", just made"
    return f", {over} over" if over > 0 else f", {-over} down"


def _set_lines(rules: RuleSet, line: Line, session: Session, style: Style) -> Iterator[str]:
    state = line.vulnerability
    told = f", vulnerable: {state}" if state is not None else ""
    yield f"  {style.bold(rules.name)}{told}"
    if not line.score.scored:
        yield f"    no score: {line.score.why_not}"
    elif not line.score.entries:
        yield "    no points"
    for entry in _entries(line):
        yield from _entry_lines(entry, rules, style)
    mark = closing_marks(session).get(line.index)
    if mark is not None:
        won = "the game" if mark == GAME else "the game and with it the rubber"
        yield f"    {line.game} wins {won}"


def _entries(line: Line) -> Sequence[Entry]:
    return (*line.score.entries, *line.bonus)


def _entry_lines(entry: Entry, rules: RuleSet, style: Style) -> Iterator[str]:
    column = entry.column if has_line(rules) else ""
    start = f"    {entry.side!s:<2} {column:<5} {entry.points:>5}  "
    room = style.width - len(start)
    left = min(max(26, room * 45 // 100), 44)
    law = visible(entry.law) + (f" [{entry.mark}]" if entry.mark else "")
    reasons = textwrap.wrap(visible(entry.reason), left) or [""]
    laws = textwrap.wrap(law, max(16, room - left - 2)) or [""]
    for number in range(max(len(reasons), len(laws))):
        reason = reasons[number] if number < len(reasons) else ""
        source = laws[number] if number < len(laws) else ""
        head = start if number == 0 else " " * len(start)
        yield f"{head}{reason:<{left}}  {style.dim(source)}".rstrip()


def _indented(text: str, style: Style) -> list[str]:
    return textwrap.wrap(
        text, style.width, initial_indent="    ", subsequent_indent="      ",
        break_on_hyphens=False,
    )  # fmt: skip
