"""Changes to whole boards: seats turned, numbers given anew, doubles left out, names replaced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from abtools.board import Adjustment, Board, Honours, Tag, Vulnerability
from abtools.cards import Deal, Seat, Side
from abtools.formats.pbn.tables import Table, read_table, table_text

_BY_SEAT = ("", "NA", "Type")
"""What may follow a seat's name in the name of a tag about one player."""

_BY_SIDE = ("Pair", "BidSystem")
_SIDED_VALUES = frozenset(
    (
        *("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "OptimumScore"),
        *("ScoreRubberHistory", "Result", "ParContract", "OptimumContract"),
        *("Vulnerable", "VirtualVulnerable"),
    )
)
_SEAT_CELLS = frozenset(("Declarer", "Direction"))
_SEAT_WORDS = re.compile(r"\b(North|East|South|West)\b", re.IGNORECASE)
_SIDE_WORDS = re.compile(r"\b(N|E)[-/](S|W)\b|\b(NS|EW)\b")
_HEX_BY_DECLARER = re.compile(r"(?P<n>[0-9a-dA-D*-]{5})(?P<s>.{5})(?P<e>.{5})(?P<w>.{5})")


def rotate(board: Board, steps: int, words: bool = False) -> Board:
    """The board with every player moved `steps` places clockwise: North's hand to East for 1.

    Dealer, declarer, vulnerability, auction, play, honours, points by hand and everything that
    the tags say of seats and sides go along; with `words` also the names of seats in comments.

    >>> from abtools.cards import Seat
    >>> rotate(Board(dealer=Seat.N, vulnerability=Vulnerability.NS), 1).vulnerability
    <Vulnerability.EW: 'EW'>
    """
    steps %= 4
    if not steps:
        return board
    swap = steps % 2 == 1
    return replace(
        board,
        dealer=_moved(board.dealer, steps),
        vulnerability=_swapped(board.vulnerability) if swap else board.vulnerability,
        deal=None if board.deal is None else _turned_deal(board.deal, steps),
        declarer=_moved(board.declarer, steps),
        auction=None
        if board.auction is None
        else replace(board.auction, dealer=board.auction.dealer.plus(steps)),
        play=None
        if board.play is None
        else replace(board.play, first=_moved(board.play.first, steps)),
        honours=None if board.honours is None else _turned(board.honours, steps),
        chicane=None
        if board.chicane is None
        else tuple(sorted(seat.plus(steps) for seat in board.chicane)),
        adjustments=tuple(_turned_points(a, swap) for a in board.adjustments),
        tags=tuple(_turned_tag(tag, steps, words) for tag in board.tags),
        preamble=_turned_words(board.preamble, steps) if words else board.preamble,
        spans=None,
    )


def _moved(seat: Seat | None, steps: int) -> Seat | None:
    return None if seat is None else seat.plus(steps)


def _swapped(state: Vulnerability | None) -> Vulnerability | None:
    if state is None:
        return None
    return Vulnerability.of_sides(state.of(Side.EW), state.of(Side.NS))


def _turned_deal(deal: Deal, steps: int) -> Deal:
    hands = [deal[seat.plus(-steps)] for seat in Seat]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _turned(honours: Honours, steps: int) -> Honours:
    counts = [honours[seat.plus(-steps)] for seat in Seat]
    return counts[0], counts[1], counts[2], counts[3]


def _turned_points(adjustment: Adjustment, swap: bool) -> Adjustment:
    return replace(adjustment, side=adjustment.side.opponents) if swap else adjustment


def _turned_tag(tag: Tag, steps: int, words: bool) -> Tag:
    """A tag with its name, value and data turned; # is written out, as its source may not turn."""
    name, value, body = _turned_name(tag.name, steps), tag.value, tag.body
    if tag.name in ("Dealer", "Declarer", "Auction", "Play", "Hidden", "VirtualDealer", "Chicane"):
        value = _turned_letters(value, steps)
    elif (tag.name in ("Vulnerable", "VirtualVulnerable") and steps % 2) or (
        tag.name in _SIDED_VALUES and steps % 2
    ):
        value = _swap_sides(value)
    elif tag.name == "DoubleDummyTricks":
        value = _turned_hex(value, steps)
    elif tag.name == "Ability":
        value = re.sub(r"[NESW](?=:)", lambda m: _letter(m[0], steps), value)
    elif tag.name.endswith("Table"):
        value, body = _turned_table(tag, steps)
    if words:
        body = _turned_words(body, steps) if tag.name not in ("Auction", "Play") else body
    return Tag(name, value, body)


def _letter(letter: str, steps: int) -> str:
    return "NESW"[("NESW".index(letter) + steps) % 4]


def _turned_letters(text: str, steps: int) -> str:
    return re.sub("[NESWnesw]", lambda m: _letter(m[0].upper(), steps), text)


def _swap_sides(text: str) -> str:
    return re.sub("NS|EW", lambda m: "EW" if m[0] == "NS" else "NS", text)


def _turned_name(name: str, steps: int) -> str:
    for seat in Seat:
        if name.startswith(seat.full_name) and name.removeprefix(seat.full_name) in _BY_SEAT:
            return seat.plus(steps).full_name + name.removeprefix(seat.full_name)
    if steps % 2 and name[:-2] in _BY_SIDE and name[-2:] in ("NS", "EW"):
        return name[:-2] + _swap_sides(name[-2:])
    return name


def _turned_hex(text: str, steps: int) -> str:
    """Twenty digits in groups of five by declarer N, S, E, W."""
    match = _HEX_BY_DECLARER.fullmatch(text)
    if match is None:
        return text
    by_seat = dict(zip(Seat, (match["n"], match["e"], match["s"], match["w"]), strict=True))
    turned = {seat.plus(steps): digits for seat, digits in by_seat.items()}
    return "".join(turned[seat] for seat in (Seat.N, Seat.S, Seat.E, Seat.W))


def _turned_table(tag: Tag, steps: int) -> tuple[str, str]:
    """Header and rows of a table with columns of sides and cells of seats turned."""
    header = _swap_sides(tag.value) if steps % 2 else tag.value
    table = read_table(tag.name, tag.value, tag.body)
    if table is None:
        return header, tag.body
    seats = [column.name in _SEAT_CELLS for column in table.columns]
    rows = tuple(
        tuple(
            _turned_letters(cell, steps) if is_seat and cell.upper() in tuple("NESW") else cell
            for cell, is_seat in zip(row, seats, strict=True)
        )
        for row in table.rows
    )
    return header, table_text(Table(table.name, table.columns, rows), tag.body)


def _turned_words(text: str, steps: int) -> str:
    """Names of seats and sides in running text; letters alone are left, they may be anything."""

    def seat_word(match: re.Match[str]) -> str:
        word = match[0]
        seat = Seat[word[0].upper()].plus(steps).full_name
        return seat.upper() if word.isupper() else seat if word[0].isupper() else seat.lower()

    text = _SEAT_WORDS.sub(seat_word, text)
    if steps % 2:
        text = _SIDE_WORDS.sub(lambda m: m[0].translate(_SIDE_LETTERS), text)
    return text


_SIDE_LETTERS = str.maketrans("NSEW", "EWNS")


def renumber(boards: Iterable[Board], first: int = 1) -> Iterator[Board]:
    """The boards numbered one after the other from `first`; nothing else changes."""
    for number, board in enumerate(boards, first):
        yield replace(board, number=str(number))


def by_number(board: Board) -> tuple[bool, int, str]:
    """The key by which boards are sorted: numbers first, by value, then other names, then none."""
    text = board.number or ""
    digits = re.fullmatch(r"\d{1,18}", text)
    return digits is None, int(text) if digits else 0, text or "\uffff"


def dedupe(boards: Iterable[Board]) -> Iterator[Board]:
    """The boards without those that tell just what an earlier one told, wherever they stood."""
    seen: set[int] = set()
    for board in boards:
        told = hash(replace(board, tags=tuple(sorted(board.tags, key=str)), preamble=""))
        if told not in seen:
            seen.add(told)
            yield board


_PLAYERS = tuple(seat.full_name for seat in Seat)
_OF_THE_GAME = frozenset(
    ("Deal", "Auction", "Play", "Dealer", "Declarer", "Contract", "Result", "Vulnerable")
)


Naming = Callable[[int], str]


def anonymise(boards: Iterable[Board], name: Naming = "Player {}".format) -> Iterator[Board]:
    """The boards with every player's name replaced, the same name by the same word throughout.

    Names in the tags of players, in tables and wherever else they stand in tags and comments
    are replaced (outside the players' tags only those of three letters and more); `name` makes
    the word for the n-th player met, from 1.
    """
    known: dict[str, str] = {}
    for board in boards:
        for tag in board.tags:
            if tag.name in _PLAYERS:
                for player in tag.value.split(";"):
                    if player.strip() not in ("", "?", "-"):
                        known.setdefault(player.strip(), name(len(known) + 1))
        yield _renamed(board, known)


def _renamed(board: Board, names: Mapping[str, str]) -> Board:
    long_names = sorted((name for name in names if len(name) > 2), key=len, reverse=True)
    if not names:
        return board
    either = "|".join(re.escape(name) for name in long_names) or "(?!)"
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")

    def renamed(text: str) -> str:
        return pattern.sub(lambda match: names[match[0]], text)

    def renamed_tag(tag: Tag) -> Tag:
        value, body = tag.value, tag.body
        if tag.name in _PLAYERS:
            value = ";".join(names.get(part.strip(), part) for part in value.split(";"))
        elif tag.name not in _OF_THE_GAME:
            value = renamed(value)
        return Tag(tag.name, value, renamed(body), tag.written)

    tags = tuple(map(renamed_tag, board.tags))
    auction, play = board.auction, board.play
    if auction is not None:
        auction = replace(
            auction,
            notes=tuple((n, renamed(text)) for n, text in auction.notes),
            remarks=tuple((n, renamed(text)) for n, text in auction.remarks),
        )
    if play is not None:
        play = replace(
            play,
            notes=tuple((n, renamed(text)) for n, text in play.notes),
            remarks=tuple((n, renamed(text)) for n, text in play.remarks),
        )
    return replace(
        board, tags=tags, preamble=renamed(board.preamble), auction=auction, play=play, spans=None
    )


def merge_deals(boards: Iterable[Board], deals: Iterable[Board]) -> Iterator[Board]:
    """The boards, those without a deal given the deal of the same number; and with it dealer
    and vulnerability where they have none. Deals that no board asks for are left out."""
    by_name = {board.number: board for board in deals if board.deal is not None}
    for board in boards:
        found = by_name.get(board.number) if board.deal is None and board.number else None
        if found is None:
            yield board
            continue
        yield replace(
            board,
            deal=found.deal,
            dealer=board.dealer if board.dealer is not None else found.dealer,
            vulnerability=board.vulnerability or found.vulnerability,
        )
