"""The words of bridge in some languages: suits, ranks, seats and calls as printed in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from abtools.auction import DOUBLE, PASS, REDOUBLE, SKIPPED, Bid, Call, Strain
from abtools.board import Vulnerability
from abtools.cards import Card, Hand, Rank, Seat, Side, Suit


@dataclass(frozen=True, slots=True)
class Language:
    """The words of one language. Suits go from clubs up, ranks from the ace down to the ten,
    seats from north clockwise; `letters` are the suits' initials as used in print."""

    code: str
    name: str
    suits: tuple[str, str, str, str]
    letters: str
    honours: tuple[str, str, str, str, str]
    honour_names: tuple[str, str, str, str, str]
    seats: tuple[str, str, str, str]
    notrump: str
    passes: str
    doubles: str
    redoubles: str
    dealer: str
    vulnerable: str
    nobody: str
    everybody: str
    lead: str
    won_by: str

    def rank(self, rank: Rank) -> str:
        """A rank as printed: A K Q J 10 9 in English.

        >>> LANGUAGES["de"].rank(Rank.JACK)
        'B'
        """
        return self.honours[Rank.ACE - rank] if rank >= Rank.TEN else str(int(rank))

    def holding(self, hand: Hand, suit: Suit, between: str = " ") -> str:
        """The cards of a suit as printed, small cards of unknown rank as x; a dash for a void."""
        ranks = [self.rank(card.rank) for card in hand if card.suit is suit]
        return between.join([*ranks, *"x" * hand.spots[suit]]) or "—"

    def suit(self, suit: Suit, pips: bool = True) -> str:
        """A suit's pip, or its initial."""
        return suit.symbol if pips else self.letters[suit]

    def card(self, card: Card, pips: bool = True) -> str:
        """A card as printed: ♠10, or the suit's initial and the rank."""
        return self.suit(card.suit, pips) + self.rank(card.rank)

    def strain(self, strain: Strain, pips: bool = True) -> str:
        """A denomination; the old ones keep their English letters."""
        if strain is Strain.NOTRUMP:
            return self.notrump
        if strain in (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES):
            assert strain.trump is not None
            return self.suit(strain.trump, pips)
        return str(strain)

    def call(self, call: Call | None, pips: bool = True) -> str:
        """A call as printed in an auction; ? for one not recorded."""
        if isinstance(call, Bid):
            return f"{call.level}{self.strain(call.strain, pips)}"
        words = {PASS.name: self.passes, DOUBLE.name: self.doubles, REDOUBLE.name: self.redoubles}
        return "?" if call is None else "–" if call is SKIPPED else words[call.name]

    def seat(self, seat: Seat) -> str:
        """A seat's name in full."""
        return self.seats[seat]

    def vulnerability(self, state: Vulnerability) -> str:
        """Who is vulnerable: nobody, everybody, or the initials of the two seats."""
        if state is Vulnerability.NONE:
            return self.nobody
        if state is Vulnerability.ALL:
            return self.everybody
        seats = (Seat.N, Seat.S) if state.of(Side.NS) else (Seat.E, Seat.W)
        return "-".join(self.seat(seat)[0] for seat in seats)


LANGUAGES: Mapping[str, Language] = {
    language.code: language
    for language in (
        Language(
            "en",
            "English",
            ("clubs", "diamonds", "hearts", "spades"),
            "CDHS",
            ("A", "K", "Q", "J", "10"),
            ("ace", "king", "queen", "jack", "ten"),
            ("North", "East", "South", "West"),
            *("NT", "Pass", "Dbl", "Rdbl", "dealer", "vulnerable", "nobody", "everybody"),
            *("lead", "won by"),
        ),
        Language(
            "it",
            "Italiano",
            ("fiori", "quadri", "cuori", "picche"),
            "FQCP",
            ("A", "R", "D", "F", "10"),
            ("asso", "re", "donna", "fante", "dieci"),
            ("Nord", "Est", "Sud", "Ovest"),
            *("SA", "passo", "contro", "surcontro", "mazziere", "in zona", "nessuno", "tutti"),
            *("attacco", "vinta da"),
        ),
        Language(
            "fr",
            "Français",
            ("trèfle", "carreau", "cœur", "pique"),
            "TKCP",
            ("A", "R", "D", "V", "10"),
            ("as", "roi", "dame", "valet", "dix"),
            ("Nord", "Est", "Sud", "Ouest"),
            *("SA", "passe", "contre", "surcontre", "donneur", "vulnérable", "personne", "tous"),
            *("entame", "levée à"),
        ),
        Language(
            "de",
            "Deutsch",
            ("Treff", "Karo", "Coeur", "Pik"),
            "TKCP",
            ("A", "K", "D", "B", "10"),
            ("Ass", "König", "Dame", "Bube", "Zehn"),
            ("Nord", "Ost", "Süd", "West"),
            *("SA", "passe", "Kontra", "Rekontra", "Teiler", "in Gefahr", "niemand", "alle"),
            *("Ausspiel", "Stich an"),
        ),
        Language(
            "nl",
            "Nederlands",
            ("klaveren", "ruiten", "harten", "schoppen"),
            "KRHS",
            ("A", "H", "V", "B", "10"),
            ("aas", "heer", "vrouw", "boer", "tien"),
            ("Noord", "Oost", "Zuid", "West"),
            *("SA", "pas", "doublet", "redoublet", "gever", "kwetsbaar", "niemand", "allen"),
            *("uitkomst", "slag voor"),
        ),
        Language(
            "es",
            "Español",
            ("tréboles", "diamantes", "corazones", "picas"),
            "TDCP",
            ("A", "R", "D", "J", "10"),
            ("as", "rey", "dama", "jota", "diez"),
            ("Norte", "Este", "Sur", "Oeste"),
            *("ST", "paso", "doblo", "redoblo", "dador", "vulnerable", "nadie", "todos"),
            *("salida", "baza de"),
        ),
        Language(
            "sv",
            "Svenska",
            ("klöver", "ruter", "hjärter", "spader"),
            "KRHS",
            ("E", "K", "D", "Kn", "10"),
            ("ess", "kung", "dam", "knekt", "tio"),
            ("Nord", "Öst", "Syd", "Väst"),
            *("NT", "pass", "dubbelt", "redubbelt", "giv", "i zonen", "ingen", "alla"),
            *("utspel", "stick till"),
        ),
        Language(
            "pl",
            "Polski",
            ("trefl", "karo", "kier", "pik"),
            "TKCP",
            ("A", "K", "D", "W", "10"),
            ("as", "król", "dama", "walet", "dziesiątka"),
            ("North", "East", "South", "West"),
            *("BA", "pas", "kontra", "rekontra", "rozdawał", "po partii", "nikt", "obie"),
            *("wist", "lewa"),
        ),
        Language(
            "pt",
            "Português",
            ("paus", "ouros", "copas", "espadas"),
            "POCE",
            ("A", "R", "D", "V", "10"),
            ("ás", "rei", "dama", "valete", "dez"),
            ("Norte", "Este", "Sul", "Oeste"),
            *("ST", "passo", "dobro", "redobro", "dador", "vulnerável", "ninguém", "todos"),
            *("saída", "vaza de"),
        ),
    )
}
"""Language by its two-letter code."""
