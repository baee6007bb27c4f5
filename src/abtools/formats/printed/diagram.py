"""Hands on a page: compass diagrams, two hands side by side, single hands, hands in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from abtools.cards import Hand, Seat, Suit
from abtools.formats.printed.holdings import Cell, Holding, Row, bare_holdings, read_chain, read_row
from abtools.formats.printed.page import Page

_NEAR = 3
"""Columns by which the suits of one hand may be out of line."""
_LABEL_NEAR = 14
_GAP = 4
"""Lines at most between two hands of one diagram."""
_WIDE = 8
_BEFORE = re.compile(
    r"(?:^|\s{2}|\t|\|)\s*([^\W\d_]{1,9}) ?(?:\([^)]*\))?(?:[ :.,=—–-]{0,3}|[.:] *|\t)$"
)
_ABOVE = re.compile(
    r"\s*([^\W\d_]+)(?:'s(?: hand)?| hand| holds?| held)?\s*[:.]?(?: ?\([^)]*\))?\s*[:.]?\s*"
)
_MARK = re.compile(r"[♠♤♥♡♦♢♣♧\[!@]|[^\W\d_]")


@dataclass(slots=True)
class Stack:
    """A hand as it stands on the page: a suit a line, or all in one line."""

    column: int
    first: int
    last: int
    cells: list[tuple[int, Cell]] = field(default_factory=list)
    seat: Seat | None = None
    is_old: bool = False
    in_line: bool = False

    def has(self, suit: Suit) -> bool:
        """Whether the suit is there already."""
        return any(cell.suit is suit for _, cell in self.cells)


@dataclass(slots=True)
class Hands:
    """Hands of one deal, with the place of each card; texts of the corner by line."""

    hands: dict[Seat, Hand]
    places: dict[Seat, dict[str, tuple[int, int]]]
    lines: tuple[int, int]
    is_named: bool = True
    is_old: bool = False
    in_line: bool = False


def find_hands(page: Page) -> None:
    """Add the hands of a page to its elements, whole diagrams together."""
    rows = [None if line.taken else _row(line.text, page) for line in page.lines]
    stacks, loose = _stacks(page, rows)
    stacks += list(_in_lines(page, rows))
    stacks += list(_in_prose(page, loose))
    for stack in stacks:
        for number, cell in stack.cells:
            page.lines[number].take(cell.start, cell.end)
    bands: list[list[Stack]] = []
    for stack in sorted(stacks, key=lambda s: (s.first, s.column)):
        if (
            bands
            and not stack.in_line
            and stack.first - bands[-1][0].first <= 1
            and (not bands[-1][0].in_line)
        ):
            bands[-1].append(stack)
        else:
            bands.append([stack])
    for band in bands:
        band.sort(key=lambda s: s.column)
        _name(page, band)
    at = 0
    while at < len(bands):
        count = _shape(page, bands, at)
        _add(page, bands[at : at + count])
        at += count
    _find_bare(page)


def _row(text: str, page: Page) -> Row | None:
    """The cells of a line; None for one that cannot have any."""
    return read_row(text, page.words) if len(text) < 400 and _MARK.search(text) else None


def _column(text: str, at: int) -> int:
    return len(text[:at].expandtabs(8)) if "\t" in text else at


def _stacks(page: Page, rows: list[Row | None]) -> tuple[list[Stack], list[int]]:
    """Hands that stand a suit a line; and the lines that no hand was found on."""
    open_: list[Stack] = []
    done: list[Stack] = []
    for number, row in enumerate(rows):
        for stack in [s for s in open_ if number - s.last > 2 or len(s.cells) == 4]:
            open_.remove(stack)
            done.append(stack)
        for cell in row.cells if row else ():
            column = _column(page.lines[number].text, cell.start)
            near = [
                s
                for s in open_
                if abs(s.column - column) <= _NEAR and not s.has(cell.suit) and s.last < number
            ]
            if near:
                stack = min(near, key=lambda s: abs(s.column - column))
            else:
                stack = Stack(column, number, number)
                open_.append(stack)
            stack.cells.append((number, cell))
            stack.last = number
    done += open_
    whole = [s for s in done if len(s.cells) == 4]
    whole += [s for s in done if 2 <= len(s.cells) < 4 and _beside(s, whole)]
    used = {number for s in whole for number, _ in s.cells}
    loose = [n for n, row in enumerate(rows) if row and n not in used and not row.chains]
    return whole, loose


def _beside(stack: Stack, whole: list[Stack]) -> bool:
    """Whether a hand that lacks a suit stands with whole ones."""
    return any(abs(stack.first - s.last) <= 2 or abs(s.first - stack.last) <= 2 for s in whole)


def _in_lines(page: Page, rows: list[Row | None]) -> Iterator[Stack]:
    """Hands in one line each."""
    for number, row in enumerate(rows):
        for chain in row.chains if row else ():
            column = _column(page.lines[number].text, chain[0].start)
            stack = Stack(column, number, number, [(number, c) for c in chain], in_line=True)
            yield stack


def _in_prose(page: Page, loose: list[int]) -> Iterator[Stack]:
    """Hands inside a sentence, also over the end of a line."""
    numbers = [n for n in loose if not page.lines[n].is_blank]
    at = 0
    while at < len(numbers):
        first = numbers[at]
        group = [first]
        while at + 1 < len(numbers) and numbers[at + 1] == group[-1] + 1 and len(group) < 40:
            at += 1
            group.append(numbers[at])
        at += 1
        text = "".join(_padded(page, n) for n in group)
        base = page.lines[group[0]].offset
        done = 0
        for mark in re.finditer(r"[♠♤]|\[S\]|[!@][sS]|(?<![^\W_])[^\W\d_]+(?=\s?[.:,—–=-])", text):
            if mark.start() < done:
                continue
            chain = read_chain(text, mark.start(), page.words, wide=True)
            if len(chain) < 4 or sum(len(c.holding) for c in chain) > 13:
                continue
            done = chain[-1].end
            cells = []
            for cell in chain:
                n = max(k for k in group if page.lines[k].offset - base <= cell.start)
                shift = page.lines[n].offset - base
                cells.append(
                    (n, Cell(cell.suit, cell.holding, cell.start - shift, cell.end - shift))
                )
            yield Stack(cells[0][1].start, cells[0][0], cells[-1][0], cells, in_line=True)


def _padded(page: Page, number: int) -> str:
    """A line with blanks for its end, so that places stay as they are."""
    line = page.lines[number]
    after = page.lines[number + 1].offset if number + 1 < len(page.lines) else None
    width = len(line.text) + 1 if after is None else after - line.offset
    return line.text.ljust(width)


def _name(page: Page, band: list[Stack]) -> None:
    """The seats that stand above hands, before them, or between them."""
    for stack in band:
        number, cell = stack.cells[0]
        before = page.lines[number].text[: cell.start]
        label = _BEFORE.search(before)
        if label and _take_label(page, stack, number, label.start(1), label.end(1)):
            continue
        if stack.in_line:
            label = re.search(r"([^\W\d_]{1,9})(?:'s)?\s+(?:held|holds|had|has|hand)\W*$", before)
            if label and _take_label(page, stack, number, label.start(1), label.end(1)):
                continue
    above = band[0].first - 1
    if above >= 0 and page.lines[above].is_blank:
        above -= 1
    if above >= 0:
        fields = [
            (found.start(), found.end())
            for found in re.finditer(r"\S+(?: ?\([^)]*\))?(?: \S+){0,2}", page.lines[above].text)
        ]
        named = [(a, b) for a, b in fields if _seat_of(page, above, a, b)]
        text = page.lines[above].text.strip()
        if fields and len(named) == len(fields) == len(band):
            for stack, (a, b) in zip(band, named, strict=True):
                if stack.seat is None and abs(stack.column - a) <= _LABEL_NEAR:
                    _take_label(page, stack, above, a, b)
        elif len(band) == 1 and band[0].seat is None and len(text) < 40:
            found = _ABOVE.fullmatch(page.lines[above].text)
            if found:
                _take_label(page, band[0], above, found.start(1), found.end(1))


def _seat_of(page: Page, number: int, start: int, end: int) -> tuple[Seat, bool] | None:
    text = re.sub(r"\([^)]*\)", "", page.lines[number].text[start:end])
    return page.words.seat(text.strip())


def _take_label(page: Page, stack: Stack, number: int, start: int, end: int) -> bool:
    found = _seat_of(page, number, start, end)
    if found is None:
        return False
    stack.seat, stack.is_old = found
    page.lines[number].take(start, end)
    return True


def _shape(page: Page, bands: list[list[Stack]], at: int) -> int:
    """How many of the bands from `at` on make one diagram; their hands get seats."""
    band = bands[at]
    sizes = [len(b) for b in bands[at : at + 3]]

    def close(k: int) -> bool:
        if at + k + 1 >= len(bands):
            return False
        upper = max(s.last for s in bands[at + k])
        lower = min(s.first for s in bands[at + k + 1])
        return 0 < lower - upper <= _GAP + 1 and not _prose_between(page, upper, lower)

    if sizes == [1, 2, 1] and close(0) and close(1) and not band[0].in_line:
        found = [*bands[at], *bands[at + 1], *bands[at + 2]]
        if bands[at + 1][0].column <= found[0].column <= bands[at + 1][1].column:
            _seat(found, (Seat.N, Seat.W, Seat.E, Seat.S))
            return 3
    if sizes[:2] == [1, 2] and close(0) and not band[0].in_line:
        left, right = bands[at + 1]
        if left.column < band[0].column < right.column:
            _seat([*band, left, right], (Seat.N, Seat.W, Seat.E))
            return 2
    if sizes[:2] == [2, 1] and close(0) and not bands[at + 1][0].in_line:
        left, right = band
        if left.column < bands[at + 1][0].column < right.column:
            _seat([left, right, *bands[at + 1]], (Seat.W, Seat.E, Seat.S))
            return 2
    if len(band) == 2 and band[0].seat is None and band[1].seat is None:
        _seat(band, (Seat.W, Seat.E))
        return 1
    if sizes[:2] == [1, 1] and close(0) and band[0].seat is None and not band[0].in_line:
        lower = bands[at + 1][0]
        if band[0].column == lower.column >= _WIDE and lower.first - band[0].last == _GAP + 1:
            _seat([*band, lower], (Seat.N, Seat.S))
            return 2
    return 1


def _prose_between(page: Page, upper: int, lower: int) -> bool:
    """Whether a sentence stands between two lines."""
    return any(len(page.lines[n].rest().split()) > 4 for n in range(upper + 1, lower))


def _seat(stacks: list[Stack], seats: tuple[Seat, ...]) -> None:
    """Seats by place, unless names say all of it otherwise."""
    if None in {s.seat for s in stacks} or len({s.seat for s in stacks}) < len(stacks):
        for stack, seat in zip(stacks, seats, strict=True):
            stack.seat = seat


def _add(page: Page, bands: list[list[Stack]]) -> None:
    """One element of the bands of a diagram."""
    stacks = [stack for band in bands for stack in band]
    first = min(stack.first for stack in stacks)
    last = max(stack.last for stack in stacks)
    old = _old_between(page, first, last, stacks) or any(stack.is_old for stack in stacks)
    hands: dict[Seat, Hand] = {}
    places: dict[Seat, dict[str, tuple[int, int]]] = {}
    is_named = True
    for stack in stacks:
        seat = stack.seat
        if seat is None:
            seat = next(s for s in (Seat.S, Seat.N, Seat.W, Seat.E, Seat.S) if s not in hands)
            is_named = False
        if seat in hands:
            start, end = _extent(page, stacks[0])
            page.report("printed-seat", f"two hands of {seat.full_name}; the first counts",
                        start, end - start)  # fmt: skip
            continue
        hands[seat], places[seat] = _hand(page, stack)
    leftmost = min(c.start for s in stacks for n, c in s.cells if n == first)
    start = page.lines[first].offset + leftmost
    end = max(page.lines[n].offset + c.end for s in stacks for n, c in s.cells)
    if not is_named:
        where = _extent(page, stacks[0])
        page.report("printed-seat", "no seat is named: taken as South's hand", where[0],
                    where[1] - where[0])  # fmt: skip
    page.add(start, end, Hands(hands, places, (first, last), is_named, old,
                           all(stack.in_line for stack in stacks)))  # fmt: skip


def _extent(page: Page, stack: Stack) -> tuple[int, int]:
    """The place of a hand's first suit."""
    number, cell = stack.cells[0]
    offset = page.lines[number].offset
    return offset + cell.start, offset + cell.end


def _old_between(page: Page, first: int, last: int, stacks: list[Stack]) -> bool:
    """Whether A B Y Z stand between the hands of a diagram; takes seats that stand there."""
    old = False
    if len(stacks) < 3:
        return False
    for number in range(first, last + 1):
        line = page.lines[number]
        for found in re.finditer(r"(?<!\S)[A-ZÖ](?!\S)", line.text):
            if any(a <= found.start() < b for a, b in line.taken):
                continue
            seat = page.words.seat(found[0])
            if seat:
                line.take(found.start(), found.end())
                old = old or (seat[1] and found[0] in "YZ")
    return old


def _hand(page: Page, stack: Stack) -> tuple[Hand, dict[str, tuple[int, int]]]:
    """The hand of its suits, with the place of each card; doubts are reported."""
    bits, spots = 0, [0, 0, 0, 0]
    places = {"": _extent(page, stack)}
    for number, cell in stack.cells:
        base = page.lines[number].offset
        held = cell.holding
        bits |= held.bits << cell.suit * 16
        spots[cell.suit] += held.spots
        places[str(cell.suit)] = (base + cell.start, base + cell.end)
        for _ in held.twice:
            page.report("deal-card-twice", f"a {cell.suit.name.lower()[:-1]} stands twice here",
                        base + cell.start, cell.end - cell.start)  # fmt: skip
        if cell.is_bare:
            page.report("printed-doubt", f"nothing after {cell.suit.name.lower()}: taken as none",
                        base + cell.start, cell.end - cell.start)  # fmt: skip
    missing = [suit for suit in reversed(Suit) if not stack.has(suit)]
    hand = Hand(bits, (spots[0], spots[1], spots[2], spots[3]))
    if missing:
        names = " and ".join(suit.name.lower() for suit in missing)
        start, end = places[""]
        page.report("printed-doubt", f"no line for {names}: taken as none", start, end - start)
    return hand, places


# ------------------------------------------------------------------ diagrams without suit marks


def _find_bare(page: Page) -> None:
    """Twelve lines of cards without suit marks: four, four pairs, four; suits from spades down."""
    fields: list[list[tuple[int, Holding]]] = []
    for line in page.lines:
        free = not line.taken and line.text and len(line.text) < 200
        fields.append(list(bare_holdings(line.text, page.words)) if free else [])
    wanted = [1] * 4 + [2] * 4 + [1] * 4
    at = 0
    while at + 12 <= len(fields):
        rows = [fields[at + k] for k in range(12)]
        if [len(row) for row in rows] == wanted:
            holdings = [rows[k][0][1] for k in range(4)], [rows[k][0][1] for k in range(4, 8)]
            more = [rows[k][1][1] for k in range(4, 8)], [rows[k][0][1] for k in range(8, 12)]
            sizes = [sum(map(len, hand)) for hand in (*holdings, *more)]
            if len(set(sizes)) == 1 and 3 <= sizes[0] <= 13:
                _add_bare(page, at, rows)
                at += 12
                continue
        at += 1


def _add_bare(page: Page, at: int, rows: list[list[tuple[int, Holding]]]) -> None:
    order = {Seat.N: (0, 0), Seat.W: (4, 0), Seat.E: (4, 1), Seat.S: (8, 0)}
    stacks = []
    for seat, (first, which) in order.items():
        cells = []
        for k, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)):
            start, held = rows[first + k][which]
            cells.append((at + first + k, Cell(suit, held, start, held.end)))
            page.lines[at + first + k].take(start, held.end)
        stacks.append(Stack(cells[0][1].start, at + first, at + first + 3, cells, seat))
    where = _extent(page, stacks[0])
    page.report("printed-read", "no suit marks: read as spades, hearts, diamonds, clubs",
                where[0], where[1] - where[0])  # fmt: skip
    _add(page, [stacks])
