"""Lists of the solver dds: a deal in a line PBN, then FUT TABLE PAR PAR2 PLAY TRACE."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from abtools.auction import Contract, Ending
from abtools.board import Board, Tag, Vulnerability, replay_of
from abtools.cards import CARD_BY_NAME, Card, Seat, Suit
from abtools.formats.solved.lines import Line, LineStream, words_of
from abtools.formats.solved.notes import with_deals
from abtools.formats.solved.results import PLACE, SPADES_DOWN, results_of, size_of, tag_of
from abtools.play import Play, winner
from abtools.problems import NOWHERE, Problem, SourceText

STRAINS = SPADES_DOWN
"""0 to 4 in these lists."""
_PLACES = tuple(PLACE[seat, strain] for strain in STRAINS for seat in Seat)
STATES = (Vulnerability.NONE, Vulnerability.ALL, Vulnerability.NS, Vulnerability.EW)
KEPT = {"FUT": "XDdsFut", "PAR": "XDdsPar", "PAR2": "XDdsPar2", "PLAY": "XDdsPlay",
        "TRACE": "XDdsTrace"}  # fmt: skip
"""Line -> the private tag that keeps what it says."""
_ORDER = ("FUT", "TABLE", "PAR", "PAR2", "PLAY", "TRACE")
_PBN = re.compile(r'PBN +([0-3]) +([0-3]) +([0-4]) +([0-3]) +"([NESW]):([^"]*)"\s*')
_LOOKS = re.compile(r'\s*(?:NUMBER +[0-9]+\s+)?PBN +[0-3] +[0-3] +[0-4] +[0-3] +"')
_SCORE = re.compile(r'"NS (-?[0-9]{1,5})"')


class DdsStream(LineStream):
    """The deals of a dds list one after the other."""

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        announced: tuple[int, Line] | None = None
        board: Board | None = None
        count = 0
        for line in self.lines():
            word = line.text.split(None, 1)[0]
            if word == "PBN":
                if board is not None:
                    yield board
                board = self._begun(line)
                count += 1
            elif word == "NUMBER":
                found = re.fullmatch(r"NUMBER +([0-9]{1,9})\s*", line.text)
                if found is None:
                    self.tell("value-syntax", "a number of deals expected", line)
                else:
                    announced = (int(found.group(1)), line)
            elif word == "TABLE" or word in KEPT:
                if board is not None:
                    board = self._with(board, word, line)
                elif not count:
                    self.tell("text-stray", f"{word} before the first PBN line", line)
            else:
                self.tell("text-stray", f"{word[:20]} is no line of a dds list", line)
        if board is not None:
            yield board
        if announced is not None and announced[0] != count:
            message = f"{announced[0]} deals are announced, {count} follow"
            self.tell("record-disagrees", message, announced[1])

    def _begun(self, line: Line) -> Board | None:
        """The board of a PBN line; None, and a problem, when it cannot be read."""
        found = _PBN.fullmatch(line.text)
        if found is None:
            message = 'PBN, dealer 0-3, vulnerability 0-3, trump 0-4, leader 0-3, "N:..." expected'
            self.tell("deal-syntax", message, line)
            return None
        dealer, state, trump, first = (int(found.group(k)) for k in range(1, 5))
        words = words_of(found.group(6), found.start(6))
        deal = self.deal(words, Seat.parse(found.group(5)), line)
        return Board(
            dealer=Seat(dealer),
            vulnerability=STATES[state],
            deal=deal,
            contract=Contract(None, STRAINS[trump]),
            declarer=Seat(first).rho,
            spans=self.spans(line),
        )

    def _with(self, board: Board, word: str, line: Line) -> Board:
        """The board with what a further line says."""
        said = line.text.split(None, 1)[1].strip() if line.text.strip() != word else ""
        column = line.text.index(word) + len(word) + 1
        if word == "TABLE":
            return replace(board, tags=(*board.tags, *self._table(board, line)))
        tags: tuple[Tag, ...] = (Tag(KEPT[word], said),)
        if word == "PAR":
            tags += _par_tags(said)
        if word != "PLAY":
            return replace(board, tags=board.tags + tags)
        cards = self._cards(said, line, column)
        if cards is None or board.declarer is None:
            return replace(board, tags=board.tags + tags)
        trump = board.contract.strain.trump if board.contract and board.contract.strain else None
        play = in_columns(cards, board.declarer.lho, trump)
        return replace(board, play=play)

    def _table(self, board: Board, line: Line) -> tuple[Tag, ...]:
        words = words_of(line.text)[1:]
        size = size_of(board.deal)
        if len(words) != 20:
            message = f"{len(words)} numbers of tricks instead of twenty"
            self.tell("record-truncated", message, line)
            return ()
        results: list[int | None] = [None] * 20
        for index, (word, column) in enumerate(words):
            if not re.fullmatch("[0-9]{1,2}", word) or int(word) > size:
                message = f"{word[:20]!r}: tricks 0 to {size} expected"
                self.tell("value-syntax", message, line, column, len(word))
                continue
            results[_PLACES[index]] = int(word)
        return (tag_of(results),) if any(n is not None for n in results) else ()

    def _cards(self, said: str, line: Line, column: int) -> list[Card] | None:
        """The cards of a PLAY line in the order played; None, and a problem, when wrong."""
        found = re.fullmatch(r'([0-9]{1,2}) +"([^"]*)"', said)
        if found is None:
            self.tell("card-syntax", "a number and cards in quotes expected", line, column)
            return None
        names = [found.group(2)[at : at + 2] for at in range(0, len(found.group(2)), 2)]
        cards = [CARD_BY_NAME.get(name.upper()) for name in names]
        if None in cards or len(set(cards)) != len(cards):
            wrong = names[cards.index(None)] if None in cards else "a card twice"
            self.tell("card-syntax", f"{wrong}: cards like SA expected, each once", line, column)
            return None
        if len(cards) != int(found.group(1)):
            message = f"{found.group(1)} cards are announced, {len(cards)} follow"
            self.tell("record-disagrees", message, line, column)
        return [card for card in cards if card is not None]


def _par_tags(said: str) -> tuple[Tag, ...]:
    """The score of par for North-South as the tag of PBN 2.1."""
    score = _SCORE.search(said)
    return () if score is None else (Tag("OptimumScore", f"NS {int(score.group(1))}"),)


def in_columns(cards: list[Card], leader: Seat, trump: Suit | None) -> Play:
    """The play of cards in the order played, as columns of seats from the leader on."""
    columns: list[Card | None] = []
    turn = leader
    for base in range(0, len(cards), 4):
        row = cards[base : base + 4]
        by_seat: list[Card | None] = [None] * 4
        for k, card in enumerate(row):
            by_seat[turn.plus(k)] = card
        columns += [by_seat[leader.plus(k)] for k in range(4)]
        if len(row) == 4:
            turn = winner(by_seat, turn, trump)
    ending = Ending.COMPLETE if len(cards) >= 52 else Ending.CLOSED
    return Play(leader, tuple(columns), ending)


stream = DdsStream


def looks_like(head: str) -> bool:
    """Whether a text begins as a dds list does."""
    return _LOOKS.match(head) is not None


def dump(
    boards: Iterable[Board], source: SourceText | None, exporting: bool, problems: list[Problem]
) -> Iterator[bytes]:
    """The lines of a list with these boards. It begins with their number, so all are kept."""
    records: list[bytes] = []
    unsaid = False
    for board, deal in with_deals(boards, "dds", problems, ("XDds", "OptimumScore")):
        if board.tag("OptimumScore") and not board.tag(KEPT["PAR"]):
            message = "OptimumScore cannot be held by dds without the contracts of par"
            problems.append(board.problem("not-carried", message, "OptimumScore"))
        strain = None if board.contract is None else board.contract.strain
        if strain is None or strain not in STRAINS or board.declarer is None:
            unsaid = True
        trump = STRAINS.index(strain) if strain in STRAINS else 4
        leader = Seat.N if board.declarer is None else board.declarer.lho
        dealer = Seat.N if board.dealer is None else board.dealer
        state = STATES.index(board.vulnerability or Vulnerability.NONE)
        cards = [] if board.play is None else [card for card in board.play.cards if card]
        if len(_in_order(board)) < len(cards) and board.tag(KEPT["PLAY"]) is None:
            message = "the play, or its end, cannot be held by dds: whose cards it has is not known"
            problems.append(board.problem("not-carried", message, "Play"))
        lines = [f'PBN {int(dealer)} {state} {trump} {int(leader)} "{deal.text(dealer)}" ']
        lines += [f"{word} {said} " for word, said in _said(board)]
        records.append("".join(f"{line}\n" for line in lines).encode("latin-1", "replace"))
        if board.dealer is None or board.vulnerability is None:
            unsaid = True
    if unsaid:
        message = "where a board does not tell dealer, vulnerability, trumps or leader, dds lists "
        message += "have North, none, notrump, North"
        problems.append(Problem("derived", NOWHERE, message))
    yield f"NUMBER {len(records)} \n".encode("ascii")
    yield from records


def _said(board: Board) -> Iterator[tuple[str, str]]:
    """The lines after PBN: a word, and what follows it."""
    results = results_of(board)
    for word in _ORDER:
        if word == "TABLE":
            values = [results[place] for place in _PLACES]
            if None not in values:
                yield word, " ".join(map(str, values))
            continue
        said = board.tag(KEPT[word])
        if word == "PLAY" and said is None:
            cards = _in_order(board)
            said = f'{len(cards)} "{"".join(map(str, cards))}"' if cards else None
        if said is not None:
            yield word, said


def _in_order(board: Board) -> list[Card]:
    """The cards of a play in the order played, as far as that is known."""
    followed = replay_of(board)
    if followed is None:
        return []
    cards: list[Card] = []
    for trick in followed.tricks:
        played = trick.in_order()
        cards += [card for _, card in played]
        if len(played) < 4:
            break
    return cards
