"""A board with its seats turned: everything that names a seat or a side goes along."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from abtools.auction import Auction
from abtools.board import Adjustment, Board, Honours, Tag, Vulnerability
from abtools.cards import Deal, Seat, Side
from abtools.formats.pbn.tables import Table, read_table, table_text
from abtools.play import Play

_SIDES = re.compile(r"N([-/ ]?)S|E([-/ ]?)W")
_PLAYER = re.compile(r"(North|East|South|West)((?:NA|Type)?)")
_OF_SIDE = re.compile(r"(?:Pair|BidSystem|Names)(?:NS|EW)")
_COLUMN_OF_SEAT = re.compile(r"(?<=_)(?:North|East|South|West)(?![A-Za-z])")
_SEAT_COLUMNS = frozenset(("Declarer", "Direction"))
_SEAT_WORDS = re.compile(r"\b(North|East|South|West)\b", re.IGNORECASE)
_SIDE_WORDS = re.compile(r"\bN[-/]?S\b|\bE[-/]?W\b")
_DEEP_FINESSE = re.compile(r"(?m)(?<=^%%!R )[0-9a-dA-D]{20}$")
_MINIMAX = re.compile(r"(.*)([NESW])([+-]?)(\d+)(.*)")
_SIGNS = {"": "-", "+": "-", "-": ""}


def rotate(board: Board, steps: int, words: bool = False) -> Board:
    """The board with every player moved `steps` places clockwise: North's hand to East for 1.

    Dealer, declarer, vulnerability, auction, play, honours, points by hand and everything that
    the tags say of seats and sides go along; with `words` also the names of seats in comments
    and notes. Letters in running text are left, as they may be anything.

    >>> from abtools.cards import Seat
    >>> rotate(Board(dealer=Seat.N, vulnerability=Vulnerability.NS), 1).vulnerability
    <Vulnerability.EW: 'EW'>
    """
    steps %= 4
    if not steps:
        return board
    swap = steps % 2 == 1

    def text(told: str) -> str:
        told = _DEEP_FINESSE.sub(lambda m: _turned_hex("ENWS", m[0], steps), told)
        return _turned_words(told, steps) if words else told

    return replace(
        board,
        dealer=_moved(board.dealer, steps),
        vulnerability=_swapped(board.vulnerability) if swap else board.vulnerability,
        deal=None if board.deal is None else _turned_deal(board.deal, steps),
        declarer=_moved(board.declarer, steps),
        auction=_turned_auction(board.auction, steps, text),
        play=_turned_play(board.play, steps, text),
        honours=None if board.honours is None else _turned_honours(board.honours, steps),
        chicane=None
        if board.chicane is None
        else tuple(sorted(seat.plus(steps) for seat in board.chicane)),
        adjustments=tuple(_turned_points(a, swap) for a in board.adjustments),
        tags=tuple(_turned_tag(tag, steps, text) for tag in board.tags),
        preamble=text(board.preamble),
        postscript=text(board.postscript),
        spans=None,
    )


Turn = Callable[[str], str]

# ------------------------------------------------------------------ values


def _moved(seat: Seat | None, steps: int) -> Seat | None:
    return None if seat is None else seat.plus(steps)


def _swapped(state: Vulnerability | None) -> Vulnerability | None:
    if state is None:
        return None
    return Vulnerability.of_sides(state.of(Side.EW), state.of(Side.NS))


def _turned_deal(deal: Deal, steps: int) -> Deal:
    hands = [deal[seat.plus(-steps)] for seat in Seat]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _turned_honours(honours: Honours, steps: int) -> Honours:
    counts = [honours[seat.plus(-steps)] for seat in Seat]
    return counts[0], counts[1], counts[2], counts[3]


def _turned_points(adjustment: Adjustment, swap: bool) -> Adjustment:
    return replace(adjustment, side=adjustment.side.opponents) if swap else adjustment


def _turned_auction(auction: Auction | None, steps: int, text: Turn) -> Auction | None:
    if auction is None:
        return None
    notes, remarks = _turned_texts(auction.notes, text), _turned_texts(auction.remarks, text)
    return replace(auction, dealer=auction.dealer.plus(steps), notes=notes, remarks=remarks)


def _turned_play(play: Play | None, steps: int, text: Turn) -> Play | None:
    if play is None:
        return None
    notes, remarks = _turned_texts(play.notes, text), _turned_texts(play.remarks, text)
    return replace(play, first=_moved(play.first, steps), notes=notes, remarks=remarks)


def _turned_texts(texts: tuple[tuple[int, str], ...], text: Turn) -> tuple[tuple[int, str], ...]:
    return tuple((number, text(told)) for number, told in texts)


# ------------------------------------------------------------------ tags


def _turned_tag(tag: Tag, steps: int, text: Turn) -> Tag:
    """A tag with its name, value and data turned; # is written out, as its source may not turn."""
    name, value, body = _turned_name(tag.name, steps), tag.value, tag.body
    if tag.name in _VALUES:
        value = _VALUES[tag.name](value, steps)
    elif tag.name == "Note":
        value = text(value)
    elif tag.name.endswith("Table"):
        return Tag(name, *_turned_table(tag, steps, text))
    return Tag(name, value, text(body))


def _turned_name(name: str, steps: int) -> str:
    if match := _PLAYER.fullmatch(name):
        return _full_name(match[1], steps) + match[2]
    return _turned_sides(name, steps) if _OF_SIDE.fullmatch(name) else name


def _full_name(seat: str, steps: int) -> str:
    return Seat[seat[0].upper()].plus(steps).full_name


def _turned_letters(text: str, steps: int) -> str:
    """Every letter is a seat."""
    return re.sub("[NESWnesw]", lambda m: _letter(m[0], steps), text)


def _letter(letter: str, steps: int) -> str:
    return "NESW"[("NESW".index(letter.upper()) + steps) % 4]


def _turned_sides(text: str, steps: int) -> str:
    """NS and EW, also as N-S and E/W."""
    if steps % 2 == 0:
        return text
    return _SIDES.sub(lambda m: f"E{m[1] or ''}W" if m[0][0] == "N" else f"N{m[2] or ''}S", text)


def _turned_first(text: str, steps: int) -> str:
    """Letters of seats before a colon, as in N:AKQ... or N:20 E:10."""
    return re.sub("[NESWnesw](?=:)", lambda m: _letter(m[0], steps), text)


def _turned_hex(order: str, text: str, steps: int) -> str:
    """Twenty digits, five to a declarer, the declarers in an order."""
    if len(text) != 20:
        return text
    groups = {Seat.parse(order[k]).plus(steps): text[5 * k : 5 * k + 5] for k in range(4)}
    return "".join(groups[Seat.parse(letter)] for letter in order)


def _turned_jack(text: str, steps: int) -> str:
    """Twenty digits, four to a denomination for declarers W N E S: tricks of North-South."""
    if not re.fullmatch("[0-9a-dA-D]{20}", text):
        return text
    told = [int(digit, 16) for digit in text]
    if steps % 2:
        told = [13 - tricks for tricks in told]
    return "".join(f"{told[k - k % 4 + (k - steps) % 4]:x}" for k in range(20))


def _turned_minimax(text: str, steps: int) -> str:
    """A contract, its declarer, and the score of North-South: 4SW-420."""
    match = _MINIMAX.fullmatch(text)
    if match is None:
        return text
    sign = _SIGNS[match[3]] if steps % 2 and int(match[4]) else match[3]
    return f"{match[1]}{_letter(match[2], steps)}{sign}{match[4]}{match[5]}"


def _turned_options(text: str, steps: int) -> str:
    """What GIB's library says of who leads."""
    return re.sub(r"(?i)(?<=leader=)[nesw]\b", lambda m: _letter(m[0], steps).lower(), text)


_VALUES: Mapping[str, Callable[[str, int], str]] = {
    **dict.fromkeys(
        ("Dealer", "Declarer", "Auction", "Play", "Hidden", "VirtualDealer", "Chicane"),
        _turned_letters,
    ),
    **dict.fromkeys(
        (
            *("Vulnerable", "VirtualVulnerable", "Result", "Adjustments", "OptimumScore"),
            *("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber"),
            *("ScoreRubberHistory", "ParContract", "ParScore", "OptimumContract"),
            *("XDdsPar", "XDdsPar2"),
        ),
        _turned_sides,
    ),
    **dict.fromkeys(("Deal", "Ability", "Honours", "Announced"), _turned_first),
    "DoubleDummyTricks": lambda text, steps: _turned_hex("NSEW", text, steps),
    "DDResults": _turned_jack,
    "Minimax": _turned_minimax,
    "XGibComment": _turned_options,
}
"""How the value of a tag turns that names seats or sides."""


def _turned_table(tag: Tag, steps: int, text: Turn) -> tuple[str, str]:
    """Header and rows of a table with columns of sides and cells of seats turned."""
    header = _turned_sides(tag.value, steps)
    header = _COLUMN_OF_SEAT.sub(lambda m: _full_name(m[0], steps), header)
    table = read_table(tag.name, tag.value, tag.body)
    if table is None:
        return header, tag.body
    seats = [column.name in _SEAT_COLUMNS for column in table.columns]
    rows = tuple(
        tuple(
            _turned_cell(cell, steps) if is_seat else cell
            for cell, is_seat in zip(row, seats, strict=True)
        )
        for row in table.rows
    )
    return header, table_text(Table(table.name, table.columns, rows), text(tag.body))


def _turned_cell(cell: str, steps: int) -> str:
    if cell.upper() in ("N", "E", "S", "W"):
        return _letter(cell, steps)
    return _turned_sides(cell, steps)


# ------------------------------------------------------------------ running text


def _turned_words(text: str, steps: int) -> str:
    """Names of seats and sides in running text."""

    def seat_word(match: re.Match[str]) -> str:
        word = match[0]
        seat = _full_name(word, steps)
        return seat.upper() if word.isupper() else seat if word[0].isupper() else seat.lower()

    text = _SEAT_WORDS.sub(seat_word, text)
    return _SIDE_WORDS.sub(lambda m: _turned_sides(m[0], steps), text)
