"""The words of a printed page in one language: suits, ranks, seats, calls and labels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache

from abtools.auction import Strain
from abtools.board import Vulnerability
from abtools.cards import Rank, Seat, Suit
from abtools.formats.spreadsheet.words import COLUMNS, SEATS, STRAIN_WORDS, VULNERABLE
from abtools.formats.spreadsheet.words import folded as _folded
from abtools.languages import LANGUAGES, Language

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PIPS = re.compile(r"([♠♤♥♡♦♢♣♧])\ufe0e?\ufe0f?|\[([SHDC])\]|[!@]([SHDCshdc])(?![a-wyz])")
_NOTRUMP = re.compile(r"no[- ]?trumps?(?![^\W_])|sans[- ]atout", re.IGNORECASE)
_PIP_SUITS = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))
_OLD_SEATS = {"A": Seat.W, "Y": Seat.N, "B": Seat.E, "Z": Seat.S}
"""Whist players: A leads against Z, Y is Z's partner, B is A's."""


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """A word as it is compared: small letters without marks.

    >>> folded("Rozdawał"), folded("no-trump")
    ('rozdawal', 'notrump')
    """
    return _folded(word)


def words_of(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


NUMBERS: Mapping[str, int] = {
    word: number
    for number, words in enumerate(
        ("no", "one a an", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen"),
    )
    for word in words.split()
}  # fmt: skip
"""Numbers in words, as books of bridge have them."""

_SMALL_RANKS: Mapping[str, Rank] = {
    **{word: Rank(number) for word, number in NUMBERS.items() if 2 <= number <= 9},
    "deuce": Rank.TWO,
    "trey": Rank.THREE,
}
_MORE_RANKS: Mapping[str, Mapping[str, Rank]] = {
    "en": {"knave": Rank.JACK, **_SMALL_RANKS},
    "de": {"as": Rank.ACE, "bauer": Rank.JACK, "koenig": Rank.KING},
}
_NONE = words_of(
    "none void nil nought keine keines aucun aucune rien nessuna nessuno ninguna ninguno nada "
    "geen inga inget brak nenhuma nenhum chicane"
)
_PASSES = words_of(
    "pass passes passed p nobid nb no passo passe pas paso passa pasa passt weg parole"
)
_DOUBLES = words_of(
    "double doubles doubled dbl dble x × d contro contra contre kontra doublet dubbelt doblo "
    "dobro doble ktr"
)
_REDOUBLES = words_of(
    "redouble redoubles redoubled rdbl redbl rdble xx ×× surcontro surcontre rekontra redoublet "
    "redubbelt redoblo redobro rktr"
)
_ALL_PASS = words_of(
    "allpass allpassed allpasses ap everybodypassed everyonepassed tuttipasso tuttipassano "
    "touspassent allepassen allepas allapassar todospasan todospaso todospassam "
    "wszyscypas"
)
_DEALS = words_of("deals dealer dealt dlr dealing")
_MORE_LABELS = {
    "Dealer": "dealer dlr dealtby mazziere donneur teiler geber gever dador giv givare rozdawal "
    "rozdajacy repartidor",
    "Vulnerable": "vul vuln vulnerable vulnerability inzona zona vulnerabile vulnerabilite "
    "ingefahr gefahr kwetsbaar izonen zon vulneravel popartii zalozenia",
}
_HEADS = (
    "board hand deal no game donne etui smazzata mano tablero estuche mao spiel spel giv bricka "
    "rozdanie boardno handno dealno spielnr spelnr brickanr"
)


@lru_cache(maxsize=len(LANGUAGES))
def vocabulary(code: str) -> Vocabulary:
    """The words of a language by its code."""
    return Vocabulary(LANGUAGES[code])


class Vocabulary:
    """Reads words of one language; English words of the old books are known beside them."""

    def __init__(self, language: Language) -> None:
        self.language = language
        honours = sorted(language.honours, key=len, reverse=True)
        letters = "|".join(map(re.escape, honours))
        self.ranks = re.compile(rf"(?:{letters}|10|[2-9Tx]|X)")
        self._rank_of = {
            **{str(rank): Rank(rank) for rank in range(2, 11)},
            "T": Rank.TEN,
            **{text: Rank(Rank.ACE - step) for step, text in enumerate(language.honours)},
        }
        self.run = re.compile(rf"(?:{letters}|10|[2-9Tx]|X)+(?![^\W_])")

    @cached_property
    def rank_words(self) -> dict[str, Rank]:
        """Folded word -> rank: the honours' names, and the old English ones."""
        names = {
            folded(name): Rank(Rank.ACE - step)
            for step, name in enumerate(self.language.honour_names)
        }
        return {**_MORE_RANKS.get(self.language.code, {}), **names}

    def rank(self, text: str) -> Rank | None:
        """The rank of a letter or number as printed, None for a small card (x)."""
        return self._rank_of.get(text)

    # ------------------------------------------------------------------ suits

    @cached_property
    def _letters(self) -> dict[str, Suit]:
        own = {letter: Suit(at) for at, letter in enumerate(self.language.letters)}
        english = {letter: Suit(at) for at, letter in enumerate("CDHS")}
        return own if self.language.code == "en" or set(own) & set(english) else {**english, **own}

    def pip(self, text: str, at: int) -> tuple[Suit, int] | None:
        """The suit of a pip ♠, [S], !s or @S that begins at `at`, and where it ends."""
        found = _PIPS.match(text, at)
        if found is None:
            return None
        letter = _PIP_SUITS.get(found[1] or "") or (found[2] or found[3]).upper()
        return Suit.parse(letter), found.end()

    def suit_letter(self, text: str, at: int) -> tuple[Suit, int] | None:
        """The suit of an initial that stands alone."""
        suit = self._letters.get(text[at : at + 1])
        if suit is None or (at and text[at - 1].isalnum()) or text[at + 1 : at + 2].isalnum():
            return None
        return suit, at + 1

    def suit_word(self, text: str, at: int) -> tuple[Suit, int] | None:
        """The suit of a name in full."""
        found = WORD.match(text, at)
        if found is None or len(found[0]) < 3 or (at and text[at - 1].isalnum()):
            return None
        strain = STRAIN_WORDS.get(folded(found[0]))
        if strain is None or strain.trump is None or str(strain) not in "SHDC":
            return None
        return strain.trump, found.end()

    def strain_at(self, text: str, at: int, letters: bool = True) -> tuple[Strain, int] | None:
        """A denomination as pip, letters or word, and where it ends."""
        pip = self.pip(text, at)
        if pip:
            return Strain(str(pip[0])), pip[1]
        found = _NOTRUMP.match(text, at)
        if found:
            return Strain.NOTRUMP, found.end()
        word = WORD.match(text, at)
        if word is None:
            return None
        plain = word[0].upper()
        short = plain.rstrip("X") or plain
        if letters and len(short) <= 2:
            strain = self._short_strains.get(short)
            return None if strain is None else (strain, at + len(short))
        name = folded(word[0])
        known = _OLD_STRAINS.get(name) or STRAIN_WORDS.get(name)
        return None if known is None or len(name) < 3 else (known, word.end())

    @cached_property
    def _short_strains(self) -> dict[str, Strain]:
        found = {letter: Strain(str(suit)) for letter, suit in self._letters.items()}
        notrump = ("NT", "SA", "ST", "BA", "N", self.language.notrump.upper())
        old = {"R": Strain.ROYALS, "LS": Strain.LOW_SPADES, "NU": Strain.NULLO}
        return {**old, **dict.fromkeys(notrump, Strain.NOTRUMP), **found}

    # ------------------------------------------------------------------ seats

    @cached_property
    def _seats(self) -> dict[str, tuple[Seat, bool]]:
        own = {folded(name): (Seat(at), False) for at, name in enumerate(self.language.seats)}
        names = enumerate(self.language.seats)
        initials = {folded(name[0]): (Seat(at), False) for at, name in names}
        every = {word: (seat, False) for word, seat in SEATS.items() if len(word) > 1}
        old = {letter.lower(): (seat, True) for letter, seat in _OLD_SEATS.items()}
        english = {letter.lower(): (Seat.parse(letter), False) for letter in "NESW"}
        return {**old, **english, **every, **initials, **own}

    def seat(self, word: str) -> tuple[Seat, bool] | None:
        """The seat of a name or initial, and whether it is one of A B Y Z.

        >>> vocabulary("en").seat("Z")
        (<Seat.S: 2>, True)
        """
        plain = word.strip(" .:,;()[]*_")
        if len(plain) == 1 and not plain.isupper():
            return None
        return self._seats.get(folded(plain)) if plain and len(plain) < 12 else None

    # ------------------------------------------------------------------ calls and labels

    def is_none(self, word: str) -> bool:
        """Whether a word says that a suit is not held."""
        return folded(word) in _NONE

    @cached_property
    def passes(self) -> frozenset[str]:
        """Folded words for a pass."""
        return _PASSES | {folded(self.language.passes)}

    @cached_property
    def doubles(self) -> frozenset[str]:
        """Folded words for a double; × and x too."""
        return _DOUBLES | {folded(self.language.doubles)}

    @cached_property
    def redoubles(self) -> frozenset[str]:
        """Folded words for a redouble."""
        return _REDOUBLES | {folded(self.language.redoubles)}

    @property
    def all_pass(self) -> frozenset[str]:
        """Folded words for three passes at the end."""
        return _ALL_PASS

    @cached_property
    def labels(self) -> dict[str, str]:
        """Folded word -> Dealer or Vulnerable."""
        found = {}
        for name, more in _MORE_LABELS.items():
            listed = ", ".join(COLUMNS[name].values()).split(", ")
            words = [*more.split(), *map(folded, listed)]
            words.append(folded(getattr(self.language, name.lower())))
            found.update({word: name for word in words if word})
        return found

    @cached_property
    def heads(self) -> frozenset[str]:
        """Folded words before the number of a board."""
        return frozenset(_HEADS.split())

    def deals(self, word: str) -> bool:
        """Whether a word after a seat says that it dealt."""
        return folded(word) in _DEALS or folded(word) == folded(self.language.dealer)

    def vulnerability(self, text: str) -> Vulnerability | None:
        """The vulnerability of what stands after the label: N-S, both, none."""
        plain = folded(text)
        words = self.language
        if plain in (folded(words.nobody), "love", "loveall"):
            return Vulnerability.NONE
        if plain in (folded(words.everybody), "gameall"):
            return Vulnerability.ALL
        if text.strip() in ("-", "—", "–"):
            return Vulnerability.NONE
        pair = [self.seat(part) for part in re.split(r"[-/&+– ]+", text.strip()) if part]
        if len(pair) == 2 and pair[0] and pair[1] and pair[0][0].partner is pair[1][0]:
            return Vulnerability.of_sides(pair[0][0] % 2 == 0, pair[0][0] % 2 == 1)
        return VULNERABLE.get(plain)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Folded words that tell this language from others when a page has them."""
        words = self.language
        calls = (words.passes, words.doubles, words.redoubles, words.notrump)
        labels = (words.dealer, words.vulnerable, words.nobody, words.everybody, words.lead)
        every = (*words.seats, *words.suits, *words.honour_names, *calls, *labels)
        return frozenset(map(folded, every))


_OLD_STRAINS: Mapping[str, Strain] = {
    "lily": Strain.ROYALS,
    "royalspade": Strain.ROYALS,
    "royalspades": Strain.ROYALS,
}
