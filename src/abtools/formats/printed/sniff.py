"""Which language a printed page is in, by what of it can be read in each."""

from __future__ import annotations

import re
from collections import Counter

from abtools.formats.printed.holdings import read_row
from abtools.formats.printed.words import WORD, Vocabulary, folded, vocabulary
from abtools.languages import LANGUAGES

_MOST_LINES = 300
_MOST_TEXT = 200_000
_PIP = re.compile(r"[♠♤♥♡♦♢♣♧]|\[[SHDC]\]|[!@][SHDCshdc](?![a-wyz])")
_AFTER_PIP = re.compile(
    rf"(?:{_PIP.pattern})[ \t]*[.:—-]*[ \t]?((?:[^\W_]{{1,13}}(?:[ ,.](?! ))?){{1,13}})"
)
_OTHER_MARK = re.compile(r"(?:^|\s{2})\s*[^\W\d_]{1,10}\s*[.:,—–=-]?\s*\S")
_WORD = re.compile(r"[^\W_]+")


def language_of(text: str) -> str:
    """The code of the language that most of a page fits; English when none fits better.

    >>> language_of("♠ E K D 4 3"), language_of("♠ A K Q 4 3")
    ('sv', 'en')
    """
    text = text[:_MOST_TEXT]
    found = {folded(word) for word in {match[0] for match in WORD.finditer(text)}}
    holdings = Counter(
        word for after in _AFTER_PIP.finditer(text) for word in _WORD.findall(after[1])
    )
    lines = [
        line
        for line in text.splitlines()
        if len(line) < 300 and not _PIP.search(line) and _OTHER_MARK.match(line)
    ][:_MOST_LINES]
    scores = {
        code: _score(vocabulary(code), holdings, found, [] if holdings else lines)
        for code in LANGUAGES
    }
    best = max(scores.values())
    return next(code for code, score in scores.items() if score == best)


def _score(words: Vocabulary, holdings: Counter[str], found: set[str], lines: list[str]) -> int:
    """Cards that can be read, and words that occur."""
    cards = sum(
        count * len(words.ranks.findall(word))
        for word, count in holdings.items()
        if words.run.fullmatch(word)
    )
    for line in lines:
        row = read_row(line, words)
        cells = [*row.cells, *(cell for chain in row.chains for cell in chain)]
        cards += sum(len(cell.holding) for cell in cells)
    return cards + 3 * len(found & words.known_words)
