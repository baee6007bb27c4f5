"""What people call the columns of their sheets, the seats and the suits, in nine languages.

English, French, Italian, Spanish, Portuguese, German, Dutch, Swedish (and Danish), Polish. Words
are compared in small letters, without accents, blanks and signs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from abtools.auction import Strain
from abtools.board import Vulnerability
from abtools.cards import Seat


def folded(text: str) -> str:
    """A word as it is compared.

    >>> folded("N° de donne"), folded("Spelförare"), folded("Założenia")
    ('ndedonne', 'spelforare', 'zalozenia')
    """
    plain = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    plain = plain.replace("ø", "o").replace("æ", "ae").replace("œ", "oe").replace("ß", "ss")
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


COLUMNS: Mapping[str, Mapping[str, str]] = {
    "Board": {
        "en": "board, board no, board nr, board number, boards, bd, brd, no, nr, number, hand, "
        "hand no, deal no, deal number, #",
        "fr": "donne, n° donne, n° de donne, donne n°, numero, etui, n° etui",
        "it": "mano, smazzata, n° board, numero board, n° mano",
        "es": "mano, tablero, estuche, n° mano, numero mano",
        "pt": "mao, tabuleiro, n° mao",
        "de": "spiel, spiel nr, board nr, hand nr",
        "nl": "spel, spelnr, spelnummer, spel nr",
        "sv": "bricka, bricknr, brickn, spel, giv, givnr, spil, spilnr",
        "pl": "rozdanie, nr rozdania, rozd, pudelko",
    },
    "Dealer": {
        "en": "dealer, dlr, dealt by",
        "fr": "donneur",
        "it": "mazziere, dealer",
        "es": "dador, repartidor, repartio",
        "pt": "dador, carteador, dealer",
        "de": "teiler, geber",
        "nl": "gever",
        "sv": "givare, giver, kortgiver",
        "pl": "rozdajacy, rozdaje",
    },
    "Vulnerable": {
        "en": "vulnerable, vulnerability, vul, vuln, zone, zones",
        "fr": "vulnerabilite, vulnerable, vul",
        "it": "zona, vulnerabilita, vulnerabile",
        "es": "vulnerabilidad, vulnerables",
        "pt": "vulnerabilidade, vulneraveis",
        "de": "gefahr, gefahrenlage, in gefahr, gefahrlage",
        "nl": "kwetsbaar, kwetsbaarheid",
        "sv": "zon, zonlage, zonen, zonestilling",
        "pl": "zalozenia, partia, po partii, zal",
    },
    "Contract": {
        "en": "contract, ctr, cont, contr, final contract, final bid",
        "fr": "contrat, contrat final",
        "it": "contratto, contratto finale",
        "es": "contrato, contrato final",
        "pt": "contrato, contrato final",
        "de": "kontrakt, endkontrakt",
        "nl": "contract, eindcontract, bod",
        "sv": "kontrakt, slutbud",
        "pl": "kontrakt, kontr",
    },
    "Declarer": {
        "en": "declarer, decl, dec, by, played by, player by, declared by",
        "fr": "declarant, par, joue par",
        "it": "dichiarante, giocante, da, giocato da",
        "es": "declarante, por, jugado por",
        "pt": "declarante, por, jogado por",
        "de": "alleinspieler, spieler, von, durch, gespielt von",
        "nl": "leider, door, speler, gespeeld door",
        "sv": "spelforare, spelf, av, spelad av, spilforer",
        "pl": "rozgrywajacy, rozgr, gra, rozgrywa",
    },
    "Result": {
        "en": "result, res, +/-, made, outcome, over/under, tricks, trk, trks, tricks made, "
        "tricks taken, tricks won",
        "fr": "resultat, levees, plis, pli",
        "it": "risultato, prese, ris",
        "es": "resultado, bazas",
        "pt": "resultado, vazas",
        "de": "ergebnis, resultat, stiche",
        "nl": "resultaat, slagen, uitslag",
        "sv": "resultat, stick, stik",
        "pl": "wynik, lewy, rezultat, lew",
    },
    "Doubled": {
        "en": "doubled, double, dbl, x, doubled?",
        "fr": "contre",
        "it": "contrato?, contro",
        "es": "doblado, doblo",
        "pt": "dobrado, dobro",
        "de": "kontriert, kontra",
        "nl": "gedoubleerd, doublet",
        "sv": "dubblat, dubbel, doblet",
        "pl": "kontra",
    },
    "Honours": {
        "en": "honours, honors, hon, hons",
        "fr": "honneurs",
        "it": "onori",
        "es": "honores",
        "pt": "honras",
        "de": "honneurs, honneure, honore",
        "nl": "honneurs",
        "sv": "honnorer, honorer",
        "pl": "honory",
    },
    "North": {"en": "north, n, north player", "fr": "nord", "it": "nord", "es": "norte",
              "pt": "norte", "de": "nord", "nl": "noord", "sv": "nord, norr",
              "pl": "polnoc"},
    "East": {"en": "east, e, east player", "fr": "est", "it": "est", "es": "este", "pt": "leste",
             "de": "ost", "nl": "oost", "sv": "ost, oster", "pl": "wschod"},
    "South": {"en": "south, s, south player", "fr": "sud", "it": "sud", "es": "sur", "pt": "sul",
              "de": "sud", "nl": "zuid, z", "sv": "syd, soder", "pl": "poludnie"},
    "West": {"en": "west, w, west player", "fr": "ouest", "it": "ovest", "es": "oeste",
             "pt": "oeste", "de": "west", "nl": "west", "sv": "vest, vaster, v",
             "pl": "zachod"},
    "Deal": {"en": "deal, hands, cards"},
    "Chicane": {"en": "chicane"},
    "Adjustments": {"en": "adjustments, adjustment"},
    "Event": {"en": "event, tournament", "fr": "tournoi, epreuve", "it": "torneo, gara",
              "es": "torneo", "pt": "torneio", "de": "turnier", "nl": "toernooi, wedstrijd",
              "sv": "tavling, turnering", "pl": "turniej"},
    "Site": {"en": "site, place, venue", "fr": "lieu", "it": "luogo", "es": "lugar",
             "pt": "local", "de": "ort", "nl": "plaats", "sv": "plats, sted", "pl": "miejsce"},
    "Date": {"en": "date, day", "fr": "date", "it": "data", "es": "fecha", "pt": "data",
             "de": "datum", "nl": "datum", "sv": "datum, dato", "pl": "data"},
    "Scoring": {"en": "scoring"},
}  # fmt: skip
"""Field (a PBN tag's name, or Doubled) -> language -> what the column is called."""


def _by_word(table: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, frozenset[str]]]:
    """Folded word -> the field it means and the languages it is a word of."""
    found: dict[str, tuple[str, frozenset[str]]] = {"#": ("Board", frozenset({"en"}))}
    for field, languages in table.items():
        for language, words in languages.items():
            for word in words.split(", "):
                known = found.get(folded(word) or word)
                spoken = frozenset({language}) | (
                    known[1] if known and known[0] == field else frozenset()
                )
                if known is None or known[0] == field:
                    found[folded(word) or word] = (field, spoken)
    return found


COLUMN_OF = _by_word(COLUMNS)

SEATS: Mapping[str, Seat] = {
    word: seat
    for seat, words in (
        (Seat.N, "n north nord norte noord norr polnoc"),
        (Seat.E, "e east est este leste ost oost oster wschod"),
        (Seat.S, "s south sud sur sul zuid z syd soder poludnie"),
        (Seat.W, "w west ouest ovest oeste vest vaster v zachod"),
    )
    for word in words.split()
}
"""Folded word -> seat; `o` is East in German and Dutch, West in the Romance languages."""

VULNERABLE: Mapping[str, Vulnerability] = {
    word: state
    for state, words in (
        (
            Vulnerability.NONE,
            "none love nil no neither nobody personne aucun aucune nessuno ninguno nadie nenhum "
            "ninguem keiner niemand keine geen ingen nikt zadna 0",
        ),
        (Vulnerability.NS, "ns nsouth northsouth nz sn nordsud"),
        (Vulnerability.EW, "ew we eo oe ow wo ov vo eastwest ostwest estouest"),
        (
            Vulnerability.ALL,
            "all both b everybody game tous toutes tutti todos alle allen beide beiden alla bada "
            "obie wszyscy nsew",
        ),
    )
    for word in words.split()
}

STRAIN_WORDS: Mapping[str, Strain] = {
    word: strain
    for strain, words in (
        (Strain.SPADES, "spades spade spd pique piques picche picca picas pica espadas espada pik "
         "schoppen spader spar piki ♠ ♤"),
        (Strain.HEARTS, "hearts heart hts coeur coeurs cuori corazones corazon copas copa herz "
         "harten hjarter kier kiery ♥ ♡"),
        (Strain.DIAMONDS, "diamonds diamond dia dias carreau carreaux quadri diamantes diamante "
         "ouros ouro karo ruiten ruter kara ♦ ♢"),
        (Strain.CLUBS, "clubs club clb trefle trefles fiori treboles trebol paus treff kreuz "
         "klaveren klover trefl trefle ♣ ♧"),
        (Strain.NOTRUMP, "nt n sa st ba notrump notrumps notrumpf sansatout senzatout senzaatout "
         "sintriunfo semtrunfo ohne sang sans zonderatout"),
        (Strain.ROYALS, "royals royal lilies"),
        (Strain.NULLO, "nullo nullos nu"),
        (Strain.LOW_SPADES, "ls lowspades"),
    )
    for word in words.split()
}  # fmt: skip
"""Word or pip -> denomination, the same in every language."""

STRAIN_LETTERS: Mapping[str, Mapping[str, Strain]] = {
    "en": {
        "s": Strain.SPADES,
        "h": Strain.HEARTS,
        "d": Strain.DIAMONDS,
        "c": Strain.CLUBS,
        "r": Strain.ROYALS,
    },
    **{
        language: dict(
            zip(letters, (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS), strict=True)
        )
        for language, letters in (
            ("fr", "pckt"),
            ("it", "pcqf"),
            ("es", "pcdt"),
            ("pt", "ecop"),
            ("de", "phkt"),
            ("nl", "shrk"),
            ("sv", "shrk"),
            ("pl", "shdc"),
        )
    },
}
"""Language -> first letter of a suit in small -> denomination."""

_PASSED = """
pass passed passedout passout allpass ap po p passe passes passo passato tuttipasso pas rundpass
passad paso pasado pasaron passaram 4pass 4passes 4pas todospaso passen rondgepast rondpas pasy
"""
PASSED_OUT = frozenset(_PASSED.split())
"""Folded words for a deal that nobody bid on."""
UNKNOWN = frozenset(("", "?", "-", "--", "—", "–", "n/a", "na"))
DOUBLES: Mapping[str, int] = {
    **dict.fromkeys(("", "no", "n", "0", "-", "1", "undoubled", "non", "nein", "nee", "nej"), 1),
    **dict.fromkeys(
        ("x", "*", "d", "dbl", "doubled", "double", "yes", "y", "2", "k", "ktr", "contre", "contro",
         "kontra", "doblado", "dobrado", "si", "oui", "ja"),
        2,
    ),
    **dict.fromkeys(
        ("xx", "**", "r", "rd", "rdbl", "rdb", "redoubled", "redouble", "4", "surcontre", "surc",
         "surcontro", "rekontra", "redoblado", "rk"),
        4,
    ),
}  # fmt: skip
"""What is said of doubling -> the factor."""
