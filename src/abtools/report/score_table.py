"""The score of a session as tables: a row a board, a group of columns a rule set; then rubbers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from abtools.report.reason_table import reason_words
from abtools.report.result import Result, Row
from abtools.report.style import Style, visible
from abtools.report.table import Grid, Group
from abtools.rules import RuleSet
from abtools.scoring import Party
from abtools.tally import Line, Rubber, Session, parties_of

GAME, RUBBER = "G", "R"
BOARD_COLUMNS_WIDE = 24
LONGEST_NAME = 8
"""Columns for the number of a board; more is cut."""
WIDE_FOR_THREE = 92
"""Columns from which on three players' bonuses have a column of their own."""
NARROWEST_REASONS = 40
"""Room beside the scores from which on each board's reasons are told there."""
_BOARD_COLUMNS = Group(
    "", ("Board", "Contract", "By", "Tricks"), ("right", "left", "left", "right")
)


def score_table(result: Result, style: Style) -> str:
    """Boards, rubbers and totals. Rule sets that do not fit beside each other come below."""
    every = range(len(result.rules))
    return f"{boards_table(result, every, style)}\n\n{rubbers_table(result, style)}"


def boards_table(result: Result, sets: Sequence[int], style: Style) -> str:
    """The boards under the rule sets of these places, and what the marks mean."""
    rules = [result.rules[number] for number in sets]
    pages = [[sets[n] for n in block] for block in blocks(rules, style.width)]
    text = "\n\n".join(_boards(result, page, style) for page in pages)
    marks = {mark for n in sets for mark in closing_marks(result.sessions[n]).values()}
    return text + ("\n" + style.dim(_legend(marks)) if marks else "")


def _legend(marks: set[str]) -> str:
    words = {GAME: "G  the board won a game", RUBBER: "R  it won the rubber"}
    return "; ".join(words[mark] for mark in (GAME, RUBBER) if mark in marks)


def closing_marks(session: Session) -> dict[int, str]:
    """Index of a board in its session -> what it closed: a game, or with it the rubber."""
    marks = {line.index: GAME for line in session.lines if line.game is not None}
    for rubber in session.rubbers:
        if rubber.finished and rubber.lines and rubber.lines[-1].game is not None:
            marks[rubber.lines[-1].index] = RUBBER
    return marks


def has_line(rules: RuleSet) -> bool:
    """Whether scores stand below and above a line; else a board has one figure."""
    return not rules.is_net


def blocks(rules: Sequence[RuleSet], width: int) -> Iterator[list[int]]:
    """Which rule sets (by index) stand side by side in one table."""
    block: list[int] = []
    used = BOARD_COLUMNS_WIDE
    for index, each in enumerate(rules):
        wide = _wide(each)
        if block and used + wide > width:
            yield block
            block, used = [], BOARD_COLUMNS_WIDE
        block.append(index)
        used += wide
    yield block


def _wide(rules: RuleSet) -> int:
    """The columns that one rule set takes in the table of boards."""
    return 3 + (12 * len(parties_of(rules)) + 1 if has_line(rules) else 20)


def _boards(result: Result, block: list[int], style: Style) -> str:
    groups = [_BOARD_COLUMNS, *(_score_columns(result.rules[index]) for index in block)]
    room = style.width - BOARD_COLUMNS_WIDE - 3 - sum(_wide(result.rules[i]) for i in block)
    why = [shortened(reason_words(row, result), room) for row in result.rows]
    told = room >= NARROWEST_REASONS and any(why)
    if told:
        groups.append(Group("Why they differ", ("more for declarer's side",), ("left",)))
    grid = Grid(groups)
    marks = {index: closing_marks(result.sessions[index]) for index in block}
    for row, reasons in zip(result.rows, why, strict=True):
        cells = [_score_cells(result.rules[i], row.lines[i], marks[i]) for i in block]
        grid.add(_board_cells(row, style), *cells, *([[reasons]] if told else []))
    return grid.text(style)


def shortened(text: str, room: int) -> str:
    """A text cut to so many columns.

    >>> shortened("honours", 4)
    'hon…'
    """
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"


def _board_cells(row: Row, style: Style) -> list[str]:
    by = "" if row.declarer is None else str(row.declarer)
    tricks = "" if row.tricks is None else str(row.tricks)
    name = shortened(visible(row.name), LONGEST_NAME)
    return [name, style.contract(row.contract), by, tricks]


def _score_columns(rules: RuleSet) -> Group:
    parties = parties_of(rules)
    if not has_line(rules):
        names = tuple(f"{party} score" for party in parties)
        return Group(rules.name, (*names, ""), ("right",) * len(names) + ("left",))
    spans = tuple((str(party), 2 * n, 2 * n + 1) for n, party in enumerate(parties))
    headings = ("below", "above") * len(parties)
    return Group(rules.name, (*headings, ""), ("right",) * len(headings) + ("left",), spans)


def _score_cells(rules: RuleSet, line: Line, marks: dict[int, str]) -> list[str]:
    """Points of each party; blank for none, ? where the record or the code does not tell."""
    parties = parties_of(rules)
    mark = marks.get(line.index, "")
    score = line.score
    if not score.scored:
        return ["?"] * (len(parties) * (2 if has_line(rules) else 1)) + [mark]
    if not has_line(rules):
        net = {party: _net(line, party, parties) for party in parties}
        return [str(net[party]) if net[party] > 0 else "" for party in parties] + [mark]
    cells = []
    for party in parties:
        for column in ("below", "above"):
            points = score.points(party, column)
            cells.append(f"{points or ''}" + ("?" if score.missing and column == "above" else ""))
    return [*cells, mark]


def _net(line: Line, party: Party, parties: Sequence[Party]) -> int:
    return sum(
        entry.points if entry.side is party else -entry.points for entry in line.score.entries
    )


# --- rubbers and totals ----------------------------------------------------------------------


def rubbers_table(result: Result, style: Style) -> str:
    """Every rubber of every set with its sums, and what each set's session comes to."""
    tables = []
    for parties in dict.fromkeys(parties_of(rules) for rules in result.rules):
        sessions = [s for s in result.sessions if parties_of(s.rules) == parties]
        tables.append(_rubbers_of(sessions, parties, result, style))
    return "\n\n".join(tables)


def _rubbers_of(
    sessions: Sequence[Session], parties: Sequence[Party], result: Result, style: Style
) -> str:
    apart = len(parties) == 2 or style.width >= WIDE_FOR_THREE
    columns = ("below", "above", "bonus", "total") if apart else ("below", "above", "total")
    align = ("right",) * len(columns)
    groups = [Group("Rubbers", ("", "boards", "games"), ("left", "left", "left"))]
    groups += [Group(str(party), columns, align) for party in parties]
    groups[-1] = Group(str(parties[-1]), (*columns, ""), (*align, "left"))
    grid = Grid(groups)
    shown = {row.place - 1 for row in result.rows}
    unfinished = False
    for number, session in enumerate(sessions):
        if number:
            grid.rule()
        grid.say(style.bold(session.rules.name))
        for count, rubber in enumerate(session.rubbers, 1):
            if shown.isdisjoint(line.index for line in rubber.lines):
                continue
            unfinished = unfinished or not rubber.finished
            grid.add(*_rubber_cells(count, rubber, parties, apart))
        grid.add(*_total_cells(session, parties, apart, style))
    lines = [grid.text(style), *([style.dim("*  unfinished")] if unfinished else [])]
    lines += [] if apart else [style.dim("above the line: with the bonus for games and rubbers")]
    for session in sessions:
        settled = settled_in_words(session)
        if settled:
            lines += textwrap.wrap(f"{session.rules.name}: {settled}", style.width,
                                   subsequent_indent="  ", break_on_hyphens=False)  # fmt: skip
    return "\n".join(lines)


def settled_in_words(session: Session) -> str:
    """Who pays whom where three play, and what each wins or loses by it; "" where two sides do."""
    total, won = session.total, session.settlement
    if total is None or won is None or len(total) < 3:
        return ""
    ranked = sorted(total, key=lambda party: -total[party])
    pays = []
    for number, loser in enumerate(ranked):
        owed = [(w, total[w] - total[loser]) for w in ranked[:number] if total[w] > total[loser]]
        if owed:
            pays.append(f"{loser} pays {' and '.join(f'{winner} {n}' for winner, n in owed)}")
    if not pays:
        return "equal, nobody pays"
    sums = ", ".join(f"{party} {won[party]:+}" for party in total)
    return f"{'; '.join(pays)}: {sums}"


def _rubber_cells(
    count: int, rubber: Rubber, parties: Sequence[Party], apart: bool
) -> list[list[str]]:
    """The sums of one rubber; without room for a column apart the bonus stands above the line."""
    games = "-".join(str(rubber.games[party]) for party in parties)
    name = f"{count}{'' if rubber.finished else '*'}"
    below, above, bonus, total = rubber.below, rubber.above, rubber.bonus, rubber.total
    cells = [[name, _span_of(rubber), games]]
    for party in parties:
        sums = [below[party], above[party], bonus[party]]
        if not apart:
            sums[1:] = [above[party] + bonus[party]]
        whole = "?" if total is None else str(total[party])
        cells.append([*(str(points or "") for points in sums), whole])
    cells[-1].append(margin(total, parties))
    return cells


def _total_cells(
    session: Session, parties: Sequence[Party], apart: bool, style: Style
) -> list[list[str]]:
    scored = sum(line.score.scored for line in session.lines)
    some = "" if scored == len(session.lines) else f"{scored} of {len(session.lines)}"
    cells = [["all", some, ""]]
    total = session.total
    for party in parties:
        net = total is not None and session.rules.is_net
        whole = "?" if total is None else str(max(total[party], 0) if net else total[party])
        cells.append([*[""] * (3 if apart else 2), style.bold(whole)])
    cells[-1].append(style.bold(margin(total, parties, session.rules.is_net)))
    return cells


def _span_of(rubber: Rubber) -> str:
    """First and last board of a rubber."""
    first, last = rubber.lines[0], rubber.lines[-1]
    names = [
        shortened(visible(line.board or f"#{line.index + 1}"), LONGEST_NAME)
        for line in (first, last)
    ]
    return names[0] if first is last else "–".join(names)


def margin(total: object, parties: Sequence[Party], net: bool = False) -> str:
    """Who is ahead, and by how much: NS +887."""
    if not isinstance(total, dict) or len(parties) != 2:
        return ""
    first, second = parties
    ahead = total[first] if net else total[first] - total[second]
    return f"{first if ahead > 0 else second} +{abs(ahead)}" if ahead else "equal"
