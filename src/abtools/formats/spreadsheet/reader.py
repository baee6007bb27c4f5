"""Reading a sheet of results: one board a row, whatever the columns are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from abtools.auction import Contract
from abtools.board import Board, Tag, Vulnerability
from abtools.cards import Seat
from abtools.formats.encoding import decode
from abtools.formats.records import RecordStream
from abtools.formats.spreadsheet.cells import (
    Said,
    doubling_of,
    language_of,
    read_contract,
    seat_of,
    strain_of,
    tricks_of,
    vulnerability_of,
)
from abtools.formats.spreadsheet.header import (
    SEAT_FIELDS,
    Header,
    find_sheet,
    read_header,
    tag_name,
)
from abtools.formats.spreadsheet.rows import Cell, rows
from abtools.formats.spreadsheet.words import STRAIN_LETTERS, UNKNOWN, folded
from abtools.problems import ParseError, SourceText, Span

LANGUAGES = {
    "en": "English",
    "fr": "French",
    "it": "Italian",
    "es": "Spanish",
    "pt": "Portuguese",
    "de": "German",
    "nl": "Dutch",
    "sv": "Swedish",
    "pl": "Polish",
}
_O_IS_EAST = ("de", "nl")
_TAGS = ("Event", "Site", "Date", "Scoring", *SEAT_FIELDS)
LONGEST_HONOURS = 60
_COUNT = re.compile(r"([^\W\d_]+) ?[:=-]? ?([0-5?])(?![0-9])")
_NUMBER = re.compile(r"\D{0,12}?([1-9][0-9]{0,8})(?:\.0)?")


class SheetSpans:
    """Where the cells of a board's row stand."""

    __slots__ = ("cells", "row")

    def __init__(self, row: Span, cells: Mapping[str, Span]) -> None:
        self.row = row
        self.cells = cells

    def at(self, part: str, index: int | None = None) -> Span:
        """See problems.Spans."""
        return self.cells.get(part, self.row)


@dataclass(slots=True)
class Row:
    """One row: the cells of known columns by field, the others by the title of their column."""

    offset: int
    length: int
    cells: dict[str, list[Cell]] = field(default_factory=dict)
    others: list[tuple[str, Cell]] = field(default_factory=list)
    contract: Contract | Said | None = None

    def cell(self, name: str) -> Cell | None:
        """The first cell of a field that says something."""
        return next((c for c in self.cells.get(name, ()) if c.text not in UNKNOWN), None)


class SheetStream(RecordStream):
    """The boards of a sheet of results."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(SourceText(decode(data)[0], name))
        self._language: str | None = None
        self._o_is: Seat | None = None

    def boards(self) -> Iterator[Board]:
        """See RecordStream."""
        text = self.source.text
        sheet = find_sheet(text)
        if sheet is None:
            if text.strip():
                message = "no row names the columns: board, contract, declarer, result and others"
                self.report("sheet-columns", message, 0)
            return
        found = list(self._rows(sheet.header, sheet.delimiter))
        self._learn(found, sheet.header.languages)
        preamble = "".join(f"{{{title.replace('}', ')')}}}\n" for title in sheet.titles)
        for row in found:
            board = self._board(row, preamble)
            if board is not None:
                preamble = ""
                yield board

    def _rows(self, header: Header, delimiter: str) -> Iterator[Row]:
        """The rows below the header; a header in between names the columns anew."""
        begun = False
        for cells in rows(self.source.text, delimiter):
            if not begun:
                begun = cells[0].offset == header.row[0].offset
                continue
            again = read_header(cells)
            if again is not None:
                header = again
                continue
            end = cells[-1].offset + cells[-1].length
            row = Row(cells[0].offset, end - cells[0].offset)
            for (name, known), cell in zip(header.columns, cells, strict=False):
                if known:
                    row.cells.setdefault(name, []).append(cell)
                elif cell.text:
                    row.others.append((name, cell))
            for cell in cells[len(header.columns) :]:
                if cell.text:
                    row.others.append(("Column", cell))
            if "Board" not in row.cells and (deal := row.cell("Deal")) and deal.text.isdigit():
                row.cells["Board"] = row.cells.pop("Deal")
            result = None if "Contract" in row.cells else row.cell("Result")
            if result is not None and read_contract(result.text) is not None:
                row.cells["Contract"] = row.cells.pop("Result")
            if contract := row.cell("Contract"):
                row.contract = read_contract(contract.text)
            yield row

    def _learn(self, found: Sequence[Row], spoken: Sequence[str]) -> None:
        """The language of the suit letters, and which seat an O is, from all of the sheet."""
        said = [row.contract for row in found if isinstance(row.contract, Said)]
        self._language = language_of(said, spoken)
        if said and self._language not in (None, "en"):
            used = sorted({one.strain for one in said} & {*"shdcpktqfreo"})
            letters = STRAIN_LETTERS[self._language or "en"]
            words = ", ".join(
                f"{letter.upper()} {letters[letter].name.lower()}"
                for letter in used
                if letter in letters and STRAIN_LETTERS["en"].get(letter) is not letters[letter]
            )
            if words:
                message = f"contracts are read as {LANGUAGES[self._language or 'en']}: {words}"
                at = next((cell for row in found if (cell := row.cell("Contract"))), None)
                self.report("derived", message, at.offset if at else 0, at.length if at else 0)
        seats = {folded(cell.text) for row in found for name in ("Declarer", "Dealer")
                 if (cell := row.cell(name))}  # fmt: skip
        seats |= {one.seat for one in said}
        if seats & {"w", "v", "west"}:
            self._o_is = Seat.E
        elif seats & {"e", "est", "este", "east"}:
            self._o_is = Seat.W
        elif spoken:
            self._o_is = Seat.E if spoken[0] in _O_IS_EAST else Seat.W

    def _board(self, row: Row, preamble: str) -> Board | None:
        """The board of a row; None, and a note, for a row that names none."""
        known = Known(self, row, self._language, self._o_is)
        number = known.number()
        told = any(row.cell(name) for name in ("Contract", "Result", "Deal"))
        if not told and (number is None or not number.isdigit()):
            text = self.source.text[row.offset : row.offset + row.length]
            message = f"no board in this row: {_one_line(text)[:40]}"
            self.report("sheet-row", message, row.offset, row.length)
            return None
        contract, declarer = known.contract(), known.declarer()
        tricks, agreed = known.tricks(contract)
        passed_out = contract is not None and contract.is_passed_out
        return Board(
            number=number,
            dealer=known.seat("Dealer"),
            vulnerability=known.vulnerability(),
            deal=known.parsed("Deal", "deal", "deal"),
            declarer=None if passed_out else declarer,
            contract=contract,
            tricks=None if passed_out else tricks,
            honours=known.honours(),
            chicane=known.chicane(),
            adjustments=known.parsed("Adjustments", "adjustments") or (),
            declarer_swapped=not passed_out and known.is_marked("Declarer"),
            tricks_agreed=agreed,
            tags=known.tags(),
            preamble=preamble,
            spans=SheetSpans(self.source.span(row.offset, row.length), known.places),
        )


class Known:
    """The cells of one row as the fields of a board; what cannot be read is kept as a tag."""

    def __init__(
        self, stream: SheetStream, row: Row, language: str | None, o_is: Seat | None
    ) -> None:
        self._stream = stream
        self._row = row
        self._language = language
        self._o_is = o_is
        self._kept: list[Tag] = []
        self._number: str | None = None
        span = stream.source.span
        self.places = {
            name: span(cell.offset, cell.length)
            for name in row.cells
            if (cell := row.cell(name)) is not None
        }

    def _report(self, code: str, message: str, cell: Cell) -> None:
        self._stream.report(code, message, cell.offset, cell.length, self._number)

    def _keep(self, name: str, cell: Cell) -> None:
        """A cell that could not be read stays as a tag."""
        self._kept.append(Tag(name, _one_line(cell.text)))

    def number(self) -> str | None:
        """The board's number, or what stands for one."""
        cell = self._row.cell("Board")
        if cell is None:
            return None
        found = _NUMBER.fullmatch(cell.text)
        self._number = found.group(1) if found else _one_line(cell.text)
        return self._number

    def seat(self, name: str) -> Seat | None:
        """The seat in a column; a player's name stands for his seat."""
        cell = self._row.cell(name)
        if cell is None:
            return None
        text = cell.text.removeprefix("^")
        found = seat_of(text, self._o_is)
        if found is None:
            players = [
                seat
                for title, seat in SEAT_FIELDS.items()
                if (player := self._row.cell(title)) and folded(player.text) == folded(text)
            ]
            found = players[0] if len(players) == 1 and folded(text) else None
        if found is None:
            self._report("seat-unknown", f"{cell.text!r} is no seat: N, E, S or W expected", cell)
            self._keep(name, cell)
        return found

    def is_marked(self, name: str) -> bool:
        """Whether a cell begins with ^, as in PBN."""
        cell = self._row.cell(name)
        return cell is not None and cell.text.startswith("^")

    def vulnerability(self) -> Vulnerability | None:
        """The sides in the column Vulnerable; a dash there says none."""
        cells = [cell for cell in self._row.cells.get("Vulnerable", ()) if cell.text]
        if not cells or cells[0].text in ("?", "n/a"):
            return None
        found = vulnerability_of(cells[0].text)
        if found is None:
            message = f"{cells[0].text!r}: none, NS, EW or all expected"
            self._report("vulnerable-unknown", message, cells[0])
            self._keep("Vulnerable", cells[0])
        return found

    def contract(self) -> Contract | None:
        """The contract, with the doubling of its own cell or of the column for it."""
        cell, said = self._row.cell("Contract"), self._row.contract
        if cell is None:
            return None
        if said is None:
            message = f"{cell.text!r} is no contract: pass, or like 3NT, 4S x, 5D**"
            self._report("contract-syntax", message, cell)
            self._keep("Contract", cell)
            return None
        if isinstance(said, Contract):
            return said
        strain = strain_of(said, self._language)
        if strain is None:
            message = f"{said.strain.upper()!r} is no suit: C D H S or NT expected"
            self._report("contract-syntax", message, cell)
            self._keep("Contract", cell)
            return None
        return Contract(said.level, strain, self._factor(said))

    def _factor(self, said: Said) -> int:
        cell = self._row.cell("Doubled")
        if cell is None:
            return said.factor
        factor = doubling_of(cell.text)
        if factor is None:
            self._report("value-syntax", f"{cell.text!r}: x, xx or nothing expected", cell)
            return said.factor
        if said.doubled and factor != said.factor:
            message = f"the contract has {said.factor} times, {cell.text!r} says {factor} times"
            self._report("record-disagrees", message, cell)
        return max(factor, said.factor)

    def declarer(self) -> Seat | None:
        """Declarer by his column, else by the contract's cell."""
        stated, said = self.seat("Declarer"), self._row.contract
        beside = seat_of(said.seat, self._o_is) if isinstance(said, Said) and said.seat else None
        cell = self._row.cell("Declarer")
        if stated is not None and beside is not None and stated is not beside and cell:
            message = f"{stated} here, {beside} beside the contract; {stated} counts"
            self._report("record-disagrees", message, cell)
        return beside if stated is None else stated

    def tricks(self, contract: Contract | None) -> tuple[int | None, bool]:
        """Declarer's tricks, and whether they were only agreed on (^)."""
        if contract is not None and contract.is_passed_out:
            return None, False
        said = self._row.contract
        tricks: int | None = None
        agreed = False
        cells = [cell for cell in self._row.cells.get("Result", ()) if cell.text not in UNKNOWN]
        for cell in cells:
            found = tricks_of(cell.text.removeprefix("^"), contract)
            if isinstance(found, str):
                self._report("value-syntax", found, cell)
                if tricks is None:
                    self._keep("Result", cell)
            elif tricks is None:
                tricks, agreed = found, cell.text.startswith("^")
            elif found != tricks:
                message = f"{found} tricks here, {tricks} in another column; {tricks} count"
                self._report("record-disagrees", message, cell)
        if isinstance(said, Said) and said.result and contract is not None:
            beside = tricks_of(said.result, contract)
            at = cells[0] if cells else self._row.cell("Contract")
            if isinstance(beside, str):
                if at:
                    self._report("value-syntax", beside, at)
            elif tricks is None:
                tricks = beside
            elif beside != tricks and at:
                message = f"{tricks} tricks here, {beside} beside the contract; {tricks} count"
                self._report("record-disagrees", message, at)
        return tricks, agreed

    def honours(self) -> tuple[int | None, int | None, int | None, int | None] | None:
        """Honours per hand, from one column (`N:4 E:1`) or a column a hand."""
        counts: list[int | None] = [None] * 4
        cell = self._row.cell("Honours")
        if cell is not None:
            text = cell.text if len(cell.text) <= LONGEST_HONOURS else ""
            found = _COUNT.findall(text)
            rest = _COUNT.sub("", text)
            seats = [seat_of(word, self._o_is) for word, _ in found]
            if not found or None in seats or len(set(seats)) < len(seats) or rest.strip(" ,;/+"):
                message = f"{cell.text!r}: honours per hand expected, like N:4 E:1"
                self._report("value-syntax", message, cell)
                self._keep("XHonours", cell)
                return None
            for seat, (_, count) in zip(seats, found, strict=True):
                if seat is not None and count != "?":
                    counts[seat] = int(count)
        for seat in Seat:
            own = self._row.cell(f"Honours:{seat}")
            if own is None:
                continue
            if re.fullmatch(r"[0-5](?:\.0)?", own.text):
                counts[seat] = int(own.text[0])
            else:
                self._report("value-syntax", f"{own.text!r}: 0 to 5 honours expected", own)
                self._keep(f"XHonours{seat}", own)
        if counts == [None] * 4 and cell is None:
            return None
        return counts[0], counts[1], counts[2], counts[3]

    def chicane(self) -> tuple[Seat, ...] | None:
        """The hands without a trump."""
        cell = self._row.cell("Chicane")
        if cell is not None and folded(cell.text) == "none":
            return ()
        found: tuple[Seat, ...] | None = self.parsed("Chicane", "chicane")
        return found

    def parsed(self, name: str, kind: str, part: str = "") -> Any:
        """A cell in a notation of PBN; `part` of its meaning when that has parts."""
        cell = self._row.cell(name)
        if cell is None:
            return None
        from abtools.notation import parse  # pyparsing is imported only where it is needed

        try:
            meaning = parse(kind, cell.text)
        except ParseError as error:
            self._report(error.problem.code, error.problem.message, cell)
            self._keep(name, cell)
            return None
        for deviation in getattr(meaning, "deviations", ()):
            self._report(deviation.code, deviation.message, cell)
        return getattr(meaning, part) if part else meaning

    def tags(self) -> tuple[Tag, ...]:
        """Event, players and so on; columns of other kinds; cells that could not be read."""
        named = [
            Tag(name, _one_line(cell.text))
            for name in _TAGS
            if (cell := self._row.cell(name)) is not None
        ]
        taken = {tag.name: 1 for tag in (*named, *self._kept)}
        for title, cell in self._row.others:
            named.append(Tag(tag_name(title, taken), _one_line(cell.text)))
        kept = {tag.name: tag for tag in reversed(self._kept)}
        return (*named, *kept.values())


def _one_line(text: str) -> str:
    return " ".join(text.split())
