"""Writing a printed page: diagram, auction, notes, tricks and result of each board.

What is written is read again at once: whatever comes back otherwise is told as not carried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from abtools.auction import JUDGEMENTS, SKIPPED, Auction, Call, Contract, Ending, Mark
from abtools.board import Board, Tag, replay_of
from abtools.cards import Card, Deal, Hand, Seat, Suit
from abtools.formats.carried import otherwise
from abtools.formats.printed.facts import EVENTS, NO_NUMBER, PLAYERS
from abtools.formats.printed.reader import PrintedStream
from abtools.languages import LANGUAGES, Language
from abtools.play import Play
from abtools.problems import Problem

_ROUND = (Seat.W, Seat.N, Seat.E, Seat.S)
_NUMBER = re.compile(r"[A-Za-z]{0,3}\d{1,6}[a-z]?", re.ASCII)
_COMMENT = re.compile(r"\s*\{([^{}]*)\}")
_TRIES = 4
"""Times a text that reads otherwise than it was meant is written as it reads."""
_WIDTH = 16
_GAP = 2


def printed(boards: Iterable[Board], problems: list[Problem], lang: str) -> Iterator[str]:
    """The page, board by board; what it cannot hold goes to `problems`."""
    words = LANGUAGES[lang]
    between = ""
    for board in boards:
        yield between + board_text(board, words, problems)
        between = "\n"


def board_text(board: Board, words: Language, problems: list[Problem]) -> str:
    """One board as text; what it cannot hold goes to `problems`."""
    before = _prose(board.preamble)
    text = _compose(board, words, before)
    back = _read_again(text, words)
    if before and (back is None or back.preamble != _comments_of(before)):
        text = _compose(board, words, "")
        back = _read_again(text, words)
        before = ""
    if back is None or back.tags != _tags(board):
        text = _compose(replace(board, tags=()), words, before)
        back = _read_again(text, words)
    for _ in range(_TRIES):
        again = text if back is None else _compose(back, words, _prose(back.preamble))
        if again == text:
            break
        text, back = again, _read_again(again, words)
    if back is not None and (after := _prose(board.postscript)):
        whole = f"{text}\n{after}\n"
        if _read_again(whole, words) == (ended := replace(back, postscript=_comments_of(after))):
            text, back = whole, ended
    problems += otherwise(board, back or Board(), "print")
    return text


def _read_again(text: str, words: Language) -> Board | None:
    """The one board of a text."""
    boards = list(PrintedStream(text.encode("utf-8", "replace"), "", words.code))
    return boards[0] if len(boards) == 1 else None


def _essence(section: Auction | Play | None) -> object:
    """Calls or cards in order; None when there are none."""
    is_open = section is not None and section.ending is not Ending.COMPLETE
    if isinstance(section, Auction) and (section.calls or is_open):
        return section.dealer, section.calls, section.ending
    if isinstance(section, Play) and section.first is not None and any(section.cards):
        return section.first, section.cards, section.ending
    return None


# ------------------------------------------------------------------ layout


def _compose(board: Board, words: Language, before: str) -> str:
    parts = [
        before.split("\n") if before else [],
        _heading(board),
        _hands(board, words),
        _auction(board.auction, words),
        _notes(board.auction, "", words),
        _tricks(board, words),
        _notes(board.play, f"{words.lead}/", words),
        _result(board, words),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _heading(board: Board) -> list[str]:
    number = board.number
    known = number is not None and _NUMBER.fullmatch(number)
    lines = [f"Board {number}" if known else NO_NUMBER]
    return [*lines, *(f"{tag.name}: {tag.value}" for tag in _tags(board))]


def _says(tag: Tag) -> bool:
    return tag.value not in ("", "?", "-")


def _tags(board: Board) -> tuple[Tag, ...]:
    """The event and the players, as far as they fit on a line, in the order of the page."""
    found: dict[str, Tag] = {}
    for tag in board.tags:
        if tag.name in (*EVENTS, *PLAYERS) and _says(tag) and _fits(tag.value):
            found.setdefault(tag.name, Tag(tag.name, tag.value))
    return tuple(found[name] for name in (*EVENTS, *PLAYERS) if name in found)


def _fits(text: str) -> bool:
    return text.isprintable() and text == text.strip() and "   " not in text


def _hands(board: Board, words: Language) -> list[str]:
    """The diagram with dealer and vulnerability in its corner; hands alone under their names."""
    corner = []
    if board.dealer is not None:
        corner.append(f"{words.dealer}: {words.seat(board.dealer)}")
    if board.vulnerability is not None:
        corner.append(f"{words.vulnerable}: {words.vulnerability(board.vulnerability)}")
    if board.deal is None or all(hand is None for hand in board.deal.hands):
        return corner
    if None not in board.deal.hands:
        return _compass(board.deal, words, corner)
    lines = [*corner, *([""] if corner else [])]
    for seat in (Seat.N, Seat.W, Seat.E, Seat.S):
        hand = board.deal[seat]
        if hand is not None:
            lines += [*([""] if lines and lines[-1] else []), words.seat(seat)]
            lines += _hand(hand, words)
    return lines


def _compass(deal: Deal, words: Language, corner: list[str]) -> list[str]:
    hands = [_hand(deal[seat] or Hand(), words) for seat in Seat]
    north, east, south, west = hands
    left = max(_WIDTH, *map(len, west), *map(len, corner), 0) + _GAP
    middle = max(12, *map(len, north), *map(len, south)) + _GAP
    corner = [*corner, *[""] * 4][:4]
    lines = [a.ljust(left) + b for a, b in zip(corner, north, strict=True)]
    lines += [a.ljust(left + middle) + b for a, b in zip(west, east, strict=True)]
    return [*lines, *(" " * left + line for line in south)]


def _hand(hand: Hand, words: Language) -> list[str]:
    return [f"{suit.symbol} {words.holding(hand, suit)}" for suit in reversed(Suit)]


def _auction(auction: Auction | None, words: Language) -> list[str]:
    if auction is None or not any(auction.calls):
        return []
    marks = dict(auction.marks)
    cells = [""] * _ROUND.index(auction.dealer)
    for index, call in enumerate(auction.calls):
        cells.append(_call(call, words) + _marked(marks.get(index), 0))
    if auction.ending is not Ending.COMPLETE:
        cells.append(auction.ending.value)
    rows = [[*cells[at : at + 4], *[""] * 3][:4] for at in range(0, len(cells), 4)]
    return _aligned([[words.seat(seat) for seat in _ROUND], *rows])


def _call(call: Call | None, words: Language) -> str:
    return "^S" if call is SKIPPED else words.call(call)


def _marked(mark: Mark | None, base: int) -> str:
    """A sign and the number of a note, as far as they can be printed."""
    if mark is None:
        return ""
    sign = next((JUDGEMENTS[nag - base - 1] for nag in mark.nags if 1 <= nag - base <= 6), "")
    note = mark.note is not None and 0 <= mark.note <= 999
    return sign + (f" ({mark.note})" if note else "")


def _notes(section: Auction | Play | None, prefix: str, words: Language) -> list[str]:
    if isinstance(section, Auction) and not any(section.calls):
        return []
    if section is None or _essence(section) is None:
        return []
    return [
        f"({prefix}{number}) {text}".rstrip()
        for number, text in section.notes
        if 0 <= number <= 999 and (not text or _fits(text.replace("   ", " ")))
    ]


def _tricks(board: Board, words: Language) -> list[str]:
    """A trick a line; > before the card led, * after the one that won."""
    play = board.play
    if play is None or play.first is None or not any(play.cards):
        return []
    followed = replay_of(board)
    marks = dict(play.marks)
    seats = [play.first.plus(k) for k in range(4)]
    cells = [_card(card, words) + _marked(marks.get(at), 6) for at, card in enumerate(play.cards)]
    for index, trick in enumerate(followed.tricks if followed else ()):
        for seat, sign in ((trick.leader, ">"), (trick.winner, "*")):
            at = 4 * index + (0 if seat is None else (seat - play.first) % 4)
            if seat is None or at >= len(cells) or (sign == "*" and trick.cards[seat] is None):
                continue
            cells[at] = sign + cells[at] if sign == ">" else cells[at] + sign
    if play.ending is not Ending.COMPLETE:
        cells.append(play.ending.value)
    rows = [["", *(words.seat(seat) for seat in seats)]]
    for at in range(0, len(cells), 4):
        rows.append([f"{at // 4 + 1}.", *cells[at : at + 4], *[""] * 3][:5])
    return _aligned(rows)


def _card(card: Card | None, words: Language) -> str:
    return "-" if card is None else words.card(card)


def _result(board: Board, words: Language) -> list[str]:
    contract = board.contract
    if contract is None:
        return []
    if contract.is_passed_out:
        return [words.passes]
    declarer = "" if board.declarer is None else f" {words.seat(board.declarer)}"
    return [f"{_contract(contract, words)}{declarer}{_made(contract, board.tricks)}"]


def _contract(contract: Contract, words: Language) -> str:
    strain = "" if contract.strain is None else words.strain(contract.strain)
    return f"{contract.level or ''}{strain}" + "×" * (contract.factor.bit_length() - 1)


def _made(contract: Contract, tricks: int | None) -> str:
    if tricks is None:
        return ""
    if contract.level is None:
        return f" {tricks}"
    over = tricks - contract.level - 6
    return " =" if not over else f" {over:+d}"


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


# ------------------------------------------------------------------ prose


def _prose(comments: str) -> str:
    """Comments in braces as paragraphs; "" when they are anything else."""
    if not comments or _COMMENT.sub("", comments).strip():
        return ""
    return "\n\n".join(text.strip() for text in _COMMENT.findall(comments) if text.strip())


def _comments_of(prose: str) -> str:
    """Paragraphs as the reader gives them back."""
    return "\n".join("{" + text + "}" for text in prose.split("\n\n") if text)
