"""The cards of one suit as printed, and suit cells: a suit's mark with its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from abtools.cards import RANKS, Suit
from abtools.formats.printed.words import NUMBERS, WORD, Vocabulary, folded

_BETWEEN = re.compile(r" ?[,.][ \t]*| ")
_BETWEEN_WIDE = re.compile(r"\s*[,.]?\s*")
_AND = re.compile(r"(?:and|und|et|e|y|en|och|i)\s+", re.IGNORECASE)
_SMALL = re.compile(r"\s+(?:small|little|others)\b", re.IGNORECASE)
_AFTER_MARK = re.compile(r"\s*[.:=,]?\s*")
_DASHES = re.compile(r"[-—–‒−]+")
_EDGE = re.compile(r"\s*[.,;:]?(?:\s{2,}|\t|\s*\||\s*$)")
_LABEL = re.compile(
    r"([^\W\d_]{1,9})\s*(?:(?:has|had|holds|held)\b\s*)?(?:\([^)]{0,30}\)\s*)?(?:[:.=—–-]+\s*| |\b)"
)
_CHAIN = re.compile(r"\s*\.?\s*[;,.|]?\s*")
_STOPS = str.maketrans("", "", ";,.")
_FIELD_END = re.compile(r"\s{2,}|\t|\||\s*$")
_FIELD = re.compile(r"(?:^|\s{2,}|\t|\|)\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of a suit: bits by rank, how many of unknown rank, where the text ends.

    `twice` are the places of ranks that stand there a second time.
    """

    bits: int
    spots: int
    end: int
    twice: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        return self.bits.bit_count() + self.spots


@dataclass(frozen=True, slots=True)
class Cell:
    """A suit's mark and its cards in [start, end) of a text; `is_bare`: nothing after the mark."""

    suit: Suit
    holding: Holding
    start: int
    end: int
    is_bare: bool = False


@dataclass(slots=True)
class Row:
    """A line's cells, chains of cells that are hands in themselves, and the other texts."""

    cells: list[Cell] = field(default_factory=list)
    chains: list[list[Cell]] = field(default_factory=list)
    texts: list[tuple[int, int]] = field(default_factory=list)


def read_holding(text: str, at: int, words: Vocabulary, wide: bool = False) -> Holding | None:
    """The cards of a suit from `at` on: A K 10 x, AK10x, Ace, King, X, and two small; None or a
    dash for a void. `wide`: any blanks between cards. None when there is none.

    >>> from abtools.formats.printed.words import vocabulary
    >>> len(read_holding("King, Queen, Knave, and two small", 0, vocabulary("en")))
    5
    """
    dashes = _DASHES.match(text, at)
    if dashes:
        return Holding(0, 0, dashes.end())
    word = WORD.match(text, at)
    if word and words.is_none(word[0]):
        return Holding(0, 0, word.end())
    bits, spots, end = 0, 0, at
    twice: list[tuple[int, int]] = []
    between = _BETWEEN_WIDE if wide else _BETWEEN
    while True:
        run = words.run.match(text, at)
        if run and (not (bits or spots) or not text[at - 1].isalnum()):
            for token in words.ranks.finditer(run[0]):
                rank = words.rank(token[0])
                if rank is None:
                    spots += 1
                elif bits >> rank & 1:
                    twice.append((at + token.start(), len(token[0])))
                else:
                    bits |= 1 << rank
            at = end = run.end()
        elif (found := _in_words(text, at, words)) is not None:
            rank_bit, count, after = found
            if rank_bit and bits & rank_bit:
                twice.append((at, after - at))
            bits |= rank_bit
            spots += count
            at = end = after
        else:
            break
        gap = between.match(text, at)
        if gap is None:
            break
        at = gap.end()
        joined = _AND.match(text, at)
        if joined and (words.run.match(text, joined.end()) or WORD.match(text, joined.end())):
            at = joined.end()
    if not bits and not spots:
        return None
    return Holding(bits, spots, end, tuple(twice)) if spots <= 13 else None


def _in_words(text: str, at: int, words: Vocabulary) -> tuple[int, int, int] | None:
    """A rank's name, or "two small": the bit, the unknown cards, and where it ends."""
    word = WORD.match(text, at)
    if word is None:
        return None
    name = folded(word[0])
    if name in NUMBERS:
        small = _SMALL.match(text, word.end())
        if small:
            return 0, NUMBERS[name], small.end()
    rank = words.rank_words.get(name)
    return None if rank is None else (1 << rank, 0, word.end())


def read_cell(text: str, at: int, words: Vocabulary, wide: bool = False) -> Cell | None:
    """A suit's mark (pip, letter or word) at `at` with its cards; None when it is none."""
    found = words.pip(text, at)
    is_pip = found is not None
    found = found or words.suit_word(text, at) or words.suit_letter(text, at)
    if found is None:
        return None
    suit, after = found
    gap = _AFTER_MARK.match(text, after)
    begin = after if gap is None else gap.end()
    dashes = _DASHES.match(text, begin)
    if dashes:
        next_at = dashes.end() + (text[dashes.end() : dashes.end() + 1] == " ")
        holding = read_holding(text, next_at, words, wide)
        if holding is not None and not _DASHES.match(text, next_at):
            return Cell(suit, holding, at, holding.end)
        return Cell(suit, Holding(0, 0, dashes.end()), at, dashes.end())
    if begin == after and not is_pip:
        return None
    holding = read_holding(text, begin, words, wide)
    if holding is not None:
        return Cell(suit, holding, at, holding.end)
    if is_pip and _EDGE.match(text, after):
        return Cell(suit, Holding(0, 0, after), at, after, is_bare=True)
    return None


def read_chain(text: str, at: int, words: Vocabulary, wide: bool = False) -> list[Cell]:
    """Cells of different suits one after the other, separated by little."""
    chain: list[Cell] = []
    while len(chain) < 4:
        cell = read_cell(text, at, words, wide)
        if cell is None or any(cell.suit is other.suit for other in chain):
            break
        chain.append(cell)
        gap = _CHAIN.match(text, cell.end)
        at = cell.end if gap is None else gap.end()
        if not wide and len(text[cell.end : at].translate(_STOPS)) > 1:
            break
    return chain


def read_row(line: str, words: Vocabulary) -> Row:
    """What stands in the fields of a line; fields lie two blanks, a tab or a bar apart.

    >>> from abtools.formats.printed.words import vocabulary
    >>> row = read_row("dealer: North     S A 10 9    H -", vocabulary("en"))
    >>> len(row.cells), row.texts
    (2, [(0, 13)])
    """
    row = Row()
    done = 0
    for gap in _FIELD.finditer(line):
        start = gap.end()
        if start < done:
            continue
        chain = read_chain(line, start, words)
        if not chain:
            label = _label(line, start, words)
            chain = read_chain(line, label, words) if label else []
            if chain:
                row.texts.append((start, label))
        if len(chain) == 4:
            row.chains.append(chain)
            done = chain[-1].end
        elif len(chain) == 1 and _EDGE.match(line, chain[0].end):
            row.cells.append(chain[0])
            done = chain[0].end
        else:
            end = _FIELD_END.search(line, start)
            done = len(line) if end is None else end.start()
            row.texts.append((start, done))
    if len({cell.suit for cell in row.cells}) == len(row.cells) == 4:
        row.chains.append(row.cells)
        row.cells = []
    return row


def _label(line: str, at: int, words: Vocabulary) -> int:
    """Where the cards begin after a seat's name and a sign; 0 when no seat is named."""
    found = _LABEL.match(line, at)
    return found.end() if found and words.seat(found[1]) else 0


def bare_holdings(line: str, words: Vocabulary) -> Iterator[tuple[int, Holding]]:
    """Fields of a line that are cards without a suit's mark, each with its place."""
    for gap in _FIELD.finditer(line):
        holding = read_holding(line, gap.end(), words)
        if holding is not None and _EDGE.match(line, holding.end):
            yield gap.end(), holding


def written(bits: int) -> str:
    """The ranks of a set as letters, for messages."""
    return "".join(RANKS[rank - 2] for rank in range(14, 1, -1) if bits >> rank & 1)
