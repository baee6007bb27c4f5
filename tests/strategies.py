"""Boards, texts and bytes for tests by properties: legal and illegal, whole and partial."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from abtools.auction import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    SKIPPED,
    Auction,
    Contract,
    Ending,
    Mark,
    Strain,
)
from abtools.auction import Call as CallValue
from abtools.board import Adjustment, Board, Tag, Vulnerability
from abtools.cards import PACK, Card, Deal, Hand, Seat, Side, Suit
from abtools.play import Play

STEADY = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""The same examples on every run."""

seats = st.sampled_from(list(Seat))
cards = st.sampled_from(PACK)
vulnerabilities = st.sampled_from(list(Vulnerability))
pbn_strains = st.sampled_from(
    [Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP]
)
seeds = st.integers(0, 2**32 - 1)

LATIN = st.characters(min_codepoint=32, max_codepoint=255, blacklist_categories=["Cc"])
any_text = st.text(max_size=30)
latin_text = st.text(LATIN, max_size=30)
tag_names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True)


# ------------------------------------------------------------------ deals


def shuffled(chance: random.Random) -> list[Card]:
    """The pack in a random order."""
    pack = list(PACK)
    chance.shuffle(pack)
    return pack


def four_hands(chance: random.Random, size: int = 13) -> tuple[Hand, Hand, Hand, Hand]:
    """Four hands of so many cards, no card in two."""
    pack = shuffled(chance)
    hands = [Hand.of(pack[k * size : k * size + size]) for k in range(4)]
    return hands[0], hands[1], hands[2], hands[3]


def with_spots(hand: Hand, chance: random.Random) -> Hand:
    """The hand with some cards below the ten no longer told apart."""
    spots, kept = [0, 0, 0, 0], []
    for card in hand:
        if card.rank < 10 and chance.random() < 0.5:
            spots[card.suit] += 1
        else:
            kept.append(card)
    return Hand(Hand.of(kept).bits, (spots[0], spots[1], spots[2], spots[3]))


@st.composite
def full_deals(draw: st.DrawFn) -> Deal:
    """All fifty-two cards, thirteen a hand."""
    return Deal(four_hands(random.Random(draw(seeds))))


@st.composite
def sound_deals(draw: st.DrawFn) -> Deal:
    """Deals without a fault: some hands unknown, fewer cards, spot cards."""
    chance = random.Random(draw(seeds))
    hands: list[Hand | None] = list(four_hands(chance, draw(st.sampled_from([13, 13, 13, 5, 1]))))
    if draw(st.booleans()):
        hands = [hand and with_spots(hand, chance) for hand in hands]
    for seat in draw(st.sets(seats, max_size=3)):
        hands[seat] = None
    return Deal((hands[0], hands[1], hands[2], hands[3]))


@st.composite
def any_deals(draw: st.DrawFn) -> Deal:
    """Deals sound and unsound: a card in two hands, hands of any size, no hand at all."""
    if draw(st.booleans()):
        return draw(sound_deals())
    hands = [
        draw(st.none() | st.sets(cards, min_size=1, max_size=20).map(Hand.of)) for _ in range(4)
    ]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


# ------------------------------------------------------------------ auctions and play

plain_calls = st.sampled_from(
    [PASS, PASS, DOUBLE, REDOUBLE, *(b for b in BIDS.values() if len(b.name) < 3 or "NT" in b.name)]
)
marks = st.builds(
    Mark,
    st.just(""),
    st.none() | st.integers(1, 32),
    st.lists(st.sampled_from([0, *range(15, 256)]), max_size=3, unique=True).map(
        lambda nags: tuple(sorted(nags))
    ),
).filter(lambda mark: mark != Mark())


def legal_calls(chance: random.Random) -> list[CallValue]:
    """A whole auction under majority calling, for some dealer; bids rise by a step or two."""
    order = [
        BIDS[level, strain]
        for level in range(1, 8)
        for strain in (
            Strain.CLUBS,
            Strain.DIAMONDS,
            Strain.HEARTS,
            Strain.SPADES,
            Strain.NOTRUMP,
        )
    ]
    calls: list[CallValue] = []
    at, bidder, factor, passes = -1, 0, 1, 0
    while passes < 3 or (at < 0 and passes < 4):
        turn = len(calls) % 2
        choices: list[CallValue] = [PASS, PASS]
        if at < 34:
            choices.append(order[min(34, at + chance.randint(1, 5))])
        if at >= 0 and bidder != turn and factor == 1:
            choices.append(DOUBLE)
        if at >= 0 and bidder == turn and factor == 2:
            choices.append(REDOUBLE)
        call = chance.choice(choices)
        calls.append(call)
        passes = passes + 1 if call is PASS else 0
        if call in order:
            at, bidder, factor = order.index(call), turn, 1  # type: ignore[arg-type]
        elif call is not PASS:
            factor *= 2
    return calls


def section_extras(
    draw: st.DrawFn, count: int
) -> tuple[tuple[tuple[int, Mark], ...], tuple[tuple[int, str], ...]]:
    """Marks for some of so many calls or cards, and a note for each number they use."""
    found = draw(st.dictionaries(st.integers(0, count - 1), marks, max_size=4)) if count else {}
    numbers = sorted({mark.note for mark in found.values() if mark.note is not None})
    notes = tuple((number, draw(latin_text.map(str.strip))) for number in numbers)
    return tuple(sorted(found.items())), notes


@st.composite
def legal_auctions(draw: st.DrawFn) -> Auction:
    """Auctions as the laws have them, with marks and notes."""
    calls = legal_calls(random.Random(draw(seeds)))
    marked, notes = section_extras(draw, len(calls))
    return Auction(draw(seats), tuple(calls), Ending.COMPLETE, marked, notes)


@st.composite
def any_auctions(draw: st.DrawFn) -> Auction:
    """Calls of any kind in any order, closed in any way, with any marks."""
    calls = draw(
        st.lists(
            st.none() | st.just(SKIPPED) | st.sampled_from([PASS, *BIDS.values()]) | plain_calls,
            max_size=16,
        )
    )
    places = st.integers(-1, 20)
    anything = st.builds(
        Mark,
        st.sampled_from(["", "I", "R", "L", "+"]),
        st.none() | st.integers(0, 99),
        st.lists(st.integers(0, 300), max_size=3).map(tuple),
    )
    return Auction(
        draw(seats),
        tuple(calls),
        draw(st.sampled_from(list(Ending))),
        tuple(draw(st.lists(st.tuples(places, anything), max_size=3))),
        tuple(draw(st.lists(st.tuples(st.integers(-5, 99), any_text), max_size=3))),
        tuple(draw(st.lists(st.tuples(places, any_text), max_size=3))),
    )


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Whether a card played after `best`, so far winning, takes the trick."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump


def random_play(
    chance: random.Random, hands: tuple[Hand, Hand, Hand, Hand], trump: Suit | None, leader: Seat
) -> tuple[list[list[Card]], list[Seat]]:
    """A legal play to the last card: per trick the cards by seat N E S W; and the winners."""
    left = [list(hand) for hand in hands]
    tricks, winners = [], []
    turn = leader
    while left[turn]:
        trick: dict[Seat, Card] = {}
        best = turn
        for k in range(4):
            seat = Seat((turn + k) % 4)
            follow = [c for c in left[seat] if trick and c.suit is trick[turn].suit]
            card = chance.choice(follow or left[seat])
            left[seat].remove(card)
            if trick and beats(card, trick[best], trump):
                best = seat
            trick[seat] = card
        tricks.append([trick[seat] for seat in Seat])
        winners.append(best)
        turn = best
    return tricks, winners


def columns(tricks: list[list[Card]], first: Seat) -> tuple[Card, ...]:
    """Tricks by seat laid out in columns from `first`."""
    return tuple(trick[(first + k) % 4] for trick in tricks for k in range(4))


def cut_short(
    cards: tuple[Card, ...], leader: Seat, winners: list[Seat], count: int
) -> tuple[Card | None, ...]:
    """The first so many cards in order of play, as a claim leaves them; columns from `leader`."""
    trick, rest = divmod(count, 4)
    turn = winners[trick - 1] if trick else leader
    row: list[Card | None] = [None] * 4
    for k in range(rest):
        column = (turn + k - leader) % 4
        row[column] = cards[4 * trick + column]
    while row and row[-1] is None:
        row.pop()
    return (*cards[: 4 * trick], *row)


@st.composite
def any_plays(draw: st.DrawFn) -> Play:
    """Cards of any kind in any order, recorded or not, with any marks."""
    played = draw(st.lists(st.none() | cards, max_size=24))
    places = st.integers(-1, 30)
    anything = st.builds(
        Mark,
        st.sampled_from(["", "R", "L", "I", "+"]),
        st.none() | st.integers(0, 99),
        st.lists(st.integers(0, 300), max_size=2).map(tuple),
    )
    return Play(
        draw(st.none() | seats),
        tuple(played),
        draw(st.sampled_from(list(Ending))),
        tuple(draw(st.lists(st.tuples(places, anything), max_size=3))),
        tuple(draw(st.lists(st.tuples(st.integers(-5, 99), any_text), max_size=3))),
        tuple(draw(st.lists(st.tuples(places, any_text), max_size=3))),
    )


# ------------------------------------------------------------------ boards

honours = st.tuples(*[st.none() | st.integers(0, 5)] * 4)
adjustments = st.builds(
    Adjustment,
    st.sampled_from(list(Side)),
    st.sampled_from(["below", "above"]),
    st.integers(-5000, 5000),
    st.from_regex(r"([a-z]{1,8}( [a-z]{1,8}){0,3})?", fullmatch=True),
)
contracts = st.one_of(
    st.just(Contract.PASSED_OUT),
    st.builds(Contract, st.integers(1, 7), pbn_strains, st.sampled_from([1, 2, 4])),
)
any_contracts = contracts | st.builds(
    Contract,
    st.none() | st.integers(1, 8),
    st.sampled_from(list(Strain)),
    st.sampled_from([1, 2, 4]),
)
any_tags = st.builds(Tag, any_text, any_text, any_text, st.none() | any_text)
any_boards = st.builds(
    Board,
    number=st.none() | any_text,
    dealer=st.none() | seats,
    vulnerability=st.none() | vulnerabilities,
    deal=st.none() | any_deals(),
    declarer=st.none() | seats,
    contract=st.none() | any_contracts,
    tricks=st.none() | st.integers(0, 13),
    auction=st.none() | any_auctions(),
    play=st.none() | any_plays(),
    honours=st.none() | honours,
    chicane=st.none() | st.lists(seats, unique=True).map(tuple),
    adjustments=st.lists(adjustments, max_size=3).map(tuple),
    declarer_swapped=st.booleans(),
    tricks_agreed=st.booleans(),
    tags=st.lists(any_tags, max_size=4).map(tuple),
    preamble=any_text,
    postscript=any_text,
)
"""Boards of any content whatever, sense or nonsense."""


noted_honours = st.sampled_from([None, (4, 0, 1, 0), (None, 3, None, 0)])
noted_chicane = st.sampled_from([None, (), (Seat.E,)])
events = latin_text.filter(lambda text: text[:1] != "#").map(lambda text: Tag("Event", text))
"""A tag of free text; a value that begins with # would be inherited."""


@st.composite
def pbn_boards(draw: st.DrawFn) -> Board:
    """Boards that PBN can hold whole: what is there agrees with the rest, or is unknown."""
    chance = random.Random(draw(seeds))
    dealer = draw(st.none() | seats)
    auction = None
    if dealer is not None and draw(st.booleans()):
        auction = draw(legal_auctions())
        auction = Auction(dealer, auction.calls, auction.ending, auction.marks, auction.notes)
    contract, declarer = draw(st.none() | contracts), draw(seats)
    if auction is not None and (called := auction.outcome()) is not None:
        contract, declarer = called[0], called[1] or declarer
    deal = draw(st.none() | sound_deals())
    play, tricks = None, draw(st.none() | st.integers(0, 13))
    if contract is None or contract.is_passed_out:
        tricks = None
    elif draw(st.booleans()):
        hands = four_hands(chance)
        deal = Deal(hands)
        trump = None if contract.strain is None else contract.strain.trump
        rows, winners = random_play(chance, hands, trump, declarer.lho)
        tricks = sum(1 for seat in winners if seat.side is declarer.side)
        cards = columns(rows, declarer.lho)
        ending = Ending.COMPLETE
        if draw(st.booleans()):
            cards = cut_short(cards, declarer.lho, winners, draw(st.integers(0, 51)))
            ending = Ending.CLOSED
        marked, notes = section_extras(draw, len(cards))
        play = Play(declarer.lho, cards, ending, marked, notes)
    known = contract is not None and not contract.is_passed_out
    return Board(
        number=draw(st.none() | st.integers(1, 999).map(str)),
        dealer=dealer,
        vulnerability=draw(st.none() | vulnerabilities),
        deal=deal,
        declarer=declarer if known else None,
        contract=contract,
        tricks=tricks,
        auction=auction,
        play=play,
        honours=draw(noted_honours),
        chicane=draw(noted_chicane),
        adjustments=tuple(draw(st.lists(adjustments, max_size=2))),
        declarer_swapped=False,
        tags=tuple(draw(st.lists(events, max_size=1))),
    )


# ------------------------------------------------------------------ texts

BITS = (
    *("[", "]", '"', "{", "}", ";", "%", "#", "##", "##x", "^", "^I ", "^S ", "^R ", "^L ", "^X"),
    *("=1=", "=2=", "=33=", "=", "$1", "$7", "$255", "$", "!", "?", "!!", "?!", "!?!", "*", "+"),
    *("-", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "\n\r", "\x0b", "\x0c", "\xa0", "\\"),
    *('\\"', "\\\\", "é", "♠", "AP", "Pass", "pass", "X", "XX", "1C", "7NT", "8S", "1N", "2LS"),
    *("SA", "s2", "H10", "DT", "cK", "--", "x", "N", "E", "S", "W", "N:", "AKQ.J.T98.", "...", "0"),
    *("13", "14", "99999999999999999999", "EW 5", "NS 4 EW 9", "^9", "Love", "None", "All", "NT"),
    *('[Event "#"]', '[Event "##a"]', '[Board "1"]', '[Deal "N:AKQ.J.T98. - - -"]', '[A"x"]', "[a"),
    *('[Auction "N"]\n1C ^I 1C =1= $3 AP', '[Play "W"]\nSA SK - ^R S2\n*', '[Note "1:a\\"b"]'),
    *('[Note "2:"]', '[Note "1:x"]{c}', '[ScoreTable "Rank\\3R;Name"]\n1 "a b"\n', "% EXPORT"),
    *('[Honours "N:4 E:0 S:1 W:0"]', '[Chicane "N"]', '[Adjustments "NS above 50 x"]', "% PBN 2.1"),
    *(
        "\n%x\n",
        "\n#y\n",
        "{c}",
        "{a\n\nb}",
        ";c\n",
        '{[Event "x"]}',
        "{\n%a\n}",
        '[Foo "b"] 1 "3"',
    ),
)
"""What may stand in a PBN file, and what may not, put in anywhere."""

LINE_ENDS = ("\n", "\r", "\r\n", "\n\r")


def mutate(chance: random.Random, text: str, other: str) -> str:
    """A text after a few slips: pieces put in, cut out, swapped, doubled, mixed with another."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        at = chance.randrange(len(text) + 1)
        lines = text.split("\n")
        i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(8):
            case 0 | 1 | 2:
                text = text[:at] + chance.choice(BITS) + text[at + chance.choice((0, 0, 1, 5)) :]
            case 3:
                text = text[:at] + text[at + chance.choice((1, 1, 5, 40)) :]
            case 4:
                lines[i], lines[j] = lines[j], lines[i]
                text = "\n".join(lines)
            case 5:
                lines.insert(j, lines[i])
                text = "\n".join(lines)
            case 6:
                start = chance.randrange(len(other) + 1)
                text = text[:at] + other[start : start + chance.choice((5, 30, 100))] + text[at:]
            case 7:
                words = re.split(r"(\s+)", text)
                words[chance.randrange(len(words))] = chance.choice(words)
                text = "".join(words)
    return text


def encoded(chance: random.Random, text: str) -> bytes:
    """A text with some line ends or all kinds mixed, in one of the encodings met in practice."""
    ends = [chance.choice(LINE_ENDS)] if chance.random() < 0.8 else list(LINE_ENDS)
    text = re.sub("\n", lambda _: chance.choice(ends), text)
    match chance.randrange(8):
        case 0:
            return text.encode("utf-16", "surrogatepass")
        case 1:
            return b"\xef\xbb\xbf" + text.encode("utf-8", "surrogatepass")
        case 2:
            return text.encode("latin-1", "replace")
        case 3:
            return text.encode("cp1252", "replace")
    return text.encode("utf-8", "surrogatepass")


def pieces(text: str, limit: int = 3000) -> list[str]:
    """The records of a PBN text, each with the blank line before it; long ones left out."""
    return [piece for piece in re.split(r"\n(?=[ \t]*\n)", text) if 3 < len(piece) < limit]


def is_utf_8_by_chance(data: bytes) -> bool:
    """Whether Latin-1 text reads as UTF-8, as by chance it may: no reader can tell."""
    try:
        return not data.isascii() and bool(data.decode())
    except UnicodeDecodeError:
        return False


# ------------------------------------------------------------------ boards that tell much

SPOKEN = {
    "Event": ("Club night", "Cup, final", "a: b", "x|y", "two  blanks"),
    "Site": ("Oslo", "The card room"),
    "Date": ("1926.10.14", "1926.??.??", "soon"),
    "North": ("Ann", "Doe, J", "A; B", "A+B", "x:y"),
    "South": ("Ben",),
    "East": ("Cy",),
    "West": ("Di",),
    "HomeTeam": ("Reds", "R, S"),
    "VisitTeam": ("Blues",),
    "Room": ("Open", "Closed", "Cellar"),
    "Table": ("3",),
    "Round": ("2", "2.A"),
    "Section": ("A",),
    "Stage": ("Final",),
    "Scoring": ("IMP", "MP", "IMP;Cross", "MP;OldMP", "Rubber", "odd"),
    "Score": ("NS 420", "EW 50", "-100", "NS 420 EW -420"),
    "ScoreIMP": ("NS 3", "2.5"),
    "ScoreMP": ("NS 2 EW 0", "EW 1.5"),
    "ScorePercentage": ("NS 55.5",),
    "ScoreRubber": ("NS 30/120",),
    "OptimumScore": ("NS 420",),
    "DoubleDummyTricks": ("0123456789abcd012345",),
    "Minimax": ("4SN420",),
    "Time": ("19:30:00",),
    "TimeCall": ("10",),
    "Generator": ("hand",),
    "BidSystemNS": ("Acol",),
    "Hidden": ("WE",),
    "PairNS": ("7",),
    "NamesNS": ("Ann; Ben",),
    "Annotator": ("Me",),
    "Description": ("a deal",),
    "Foo": ("bar",),
}
"""Tags of every kind of fact, with values plain and awkward."""


@st.composite
def _spoken_tag(draw: st.DrawFn, name: str) -> Tag:
    if name == "OptimumResultTable":
        rows = (
            f"{seat} {strain} {draw(st.integers(0, 13))}"
            for seat in "NSEW"
            for strain in ("NT", "S", "H", "D", "C")
        )
        return Tag(name, "Declarer;Denomination\\2R;Result\\2R", "\n" + "\n".join(rows) + "\n")
    if name == "ScoreTable":
        return Tag(name, "Rank;Contract", "\n1 4S\n")
    return Tag(name, draw(st.sampled_from(SPOKEN[name])))


@st.composite
def told_boards(draw: st.DrawFn) -> Board:
    """Sound boards that tell much: tags, comments, judgements, irregularities too."""
    board = draw(pbn_boards())
    names = draw(
        st.lists(
            st.sampled_from([*SPOKEN, "OptimumResultTable", "ScoreTable"]), max_size=5, unique=True
        )
    )
    board = replace(
        board,
        tags=tuple(draw(_spoken_tag(name)) for name in names),
        preamble=draw(
            st.sampled_from(["", "", "{hello}", "{two}\n{of them}", "; line\n", "% escape\n"])
        ),
    )
    if draw(st.integers(0, 3)) == 0:
        board = replace(
            board,
            declarer_swapped=board.declarer is not None,
            tricks_agreed=board.tricks is not None and draw(st.booleans()),
        )
    if board.auction is not None:
        board = replace(board, auction=_remarked(draw, board.auction, len(board.auction.calls), 0))
    if board.play is not None:
        board = replace(board, play=_remarked(draw, board.play, len(board.play.cards), 6))
    return board


Section = TypeVar("Section", Auction, Play)


def _remarked(draw: st.DrawFn, section: Section, count: int, nag: int) -> Section:
    """The section with, perhaps, a comment in it or a sign after its last call or card."""
    what = draw(st.sampled_from(["nothing", "comment", "sign"])) if count else "nothing"
    if what == "comment":
        remark = draw(st.integers(0, count - 1)), "{a comment}"
        return replace(section, remarks=(remark,))
    if what == "sign":
        sign = count - 1, Mark(nags=(nag + draw(st.integers(1, 6)),))
        return replace(section, marks=(*(m for m in section.marks if m[0] < count - 1), sign))
    return section
