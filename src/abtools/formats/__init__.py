"""The formats in which records are read and written, and the one way in and out for all."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from abtools.board import Board
from abtools.formats.files import (
    COMPRESSED,
    Content,
    Unreadable,
    contents,
    expanded,
    kept,
    replacing,
)
from abtools.problems import Problem, SourceText, Span, in_file_order

__all__ = [
    "ARGUMENT",
    "FORMATS",
    "Format",
    "Reading",
    "Stream",
    "Unreadable",
    "dump",
    "files_meant",
    "guess",
    "is_deal",
    "read",
    "read_bytes",
    "read_text",
    "stream",
    "stream_bytes",
    "streams",
    "suffixed",
    "write",
]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, what it is, the suffixes of its files, the module that knows it.

    A file of a format `in_pieces` is read piece by piece, in memory that does not grow with it.
    One `in_languages` has words, which can be those of several languages.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    can_read: bool = True
    can_write: bool = True
    in_pieces: bool = False
    in_languages: bool = False

    def in_language(self, lang: str | None) -> dict[str, str]:
        """What tells the module's functions the language, a code of `languages`; None: theirs."""
        return {} if lang is None or not self.in_languages else {"lang": lang}

    def load(self) -> Any:
        """The module; imported when first asked for."""
        return import_module(self.module)


def _dealing(name: str, title: str, suffix: str) -> Format:
    """A format of dealing machines."""
    return Format(name, title, (suffix,), f"abtools.formats.dealing.{name.replace('-', '_')}")


def _solved(name: str, title: str, suffixes: tuple[str, ...] = ()) -> Format:
    """A format of solvers and dealing programs."""
    module = f"abtools.formats.solved.{name.replace('-', '_')}"
    return Format(name, title, suffixes, module, in_pieces=True)


FORMATS: Mapping[str, Format] = {
    known.name: known
    for known in (
        Format(
            *("pbn", "Portable Bridge Notation 1.0 to 2.1", (".pbn",), "abtools.formats.pbn"),
            in_pieces=True,
        ),
        Format(
            *("jsonl", "JSON lines, one board a line", (".jsonl", ".ndjson")),
            "abtools.formats.jsonl",
            in_pieces=True,
        ),
        Format("usebio", "USEBIO XML of club events", (".xml",), "abtools.formats.usebio"),
        Format("lin", "LIN of Bridge Base Online", (".lin",), "abtools.formats.lin"),
        Format("rbn", "Richard Pavlicek's notation", (".rbn",), "abtools.formats.rbn"),
        Format(
            *("rbx", "Richard Pavlicek's notation, a line a board", (".rbx",)),
            "abtools.formats.rbn.rbx",
        ),
        Format("handviewer", "Links of a hand viewer", (".url",), "abtools.formats.handviewer"),
        Format("csv", "Table of results, commas between", (".csv",), "abtools.formats.spreadsheet"),
        Format(
            "tsv", "Table of results, tabs between", (".tsv",), "abtools.formats.spreadsheet.tsv"
        ),
        _dealing("bri", "BRI, card numbers for a dealing machine", ".bri"),
        _dealing("dge", "DGE, suit lists for a dealing machine", ".dge"),
        _dealing("dup", "DUP of Duplimate, numbers and suit lists", ".dup"),
        _dealing("hrf", "HRF, hand records of Duplimate", ".hrf"),
        _dealing("ber", "BER, owners of the cards as digits", ".ber"),
        _dealing("bhg", "BHG, cards as letters, a line a board", ".bhg"),
        _dealing("cds", "CDS, numbered deals in fourteen bytes", ".cds"),
        _dealing("rzd", "RZD, deals in thirteen bytes", ".rzd"),
        _dealing("dlm", "DLM of Duplimate, with checksums", ".dlm"),
        _dealing("duplimate-csv", "CSV of Duplimate, sixteen holdings a row", ".csv"),
        _dealing("danish-csv", "Danish CSV, card numbers in the fifth cell", ".csv"),
        _solved("dds", "List of the solver dds, with results", (".dds",)),
        _solved("gib", "GIB's library as text, deals with results", (".gib",)),
        _solved("gib-binary", "GIB's library.dat, deals with results", (".dat",)),
        _solved("zrd", "Pavlicek's ZRD, deals with results", (".zrd",)),
        _solved("zdd", "Pavlicek's ZDD, the results of a ZRD alone", (".zdd",)),
        _solved("ddline", "Deals one a line with results, as `deal` prints them", (".ddline",)),
        _solved("deal-line", "Deals one a line as `deal -l` prints them"),
        _solved("dealer-line", "Deals one a line as dealer prints them"),
        _solved("deals", "Deals one a line, each a PBN string"),
        _solved("ben", "BEN, two lines a board", (".ben",)),
        _solved("bare-deals", "Deals one a line, hands from North on"),
        Format(
            *("print", "Hands as books and newspapers print them", (".txt",)),
            "abtools.formats.printed",
            in_languages=True,
        ),
    )
}


class Stream(Protocol):
    """The boards of a file as they are read; `problems` grows along."""

    source: SourceText
    problems: list[Problem]

    def __iter__(self) -> Iterator[Board]:
        """Each board once, in file order."""
        ...

    def strict_problems(self, board: Board) -> list[Problem]:
        """Where a board just read departs from the format's strict form."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """All of a file: its boards, the problems of its text in file order, the text itself."""

    boards: tuple[Board, ...]
    problems: tuple[Problem, ...]
    source: SourceText


def guess(name: str, text: str) -> Format | None:
    """The format of a file by how its text begins, first among those its suffix stands for.

    A text that nobody recognises is of the format its suffix stands for.
    """
    named = suffixed(name)
    first: Sequence[Format] = () if _suffix(name) in SAY_LITTLE else named
    others = [known for known in FORMATS.values() if known not in first]
    for known in (*first, *others):
        if known.can_read and known.load().looks_like(text[:4096]):
            return known
    return named[0] if named else None


SAY_LITTLE = frozenset((".txt", ".dat"))
"""Suffixes of files of many kinds."""


def _suffix(name: str) -> str:
    return Path(name).suffix.lower()


def suffixed(name: str) -> list[Format]:
    """The formats that the suffix of a file's name stands for."""
    return [known for known in FORMATS.values() if _suffix(name) in known.suffixes]


def files_meant(names: Sequence[str]) -> list[str]:
    """The files that some names mean: folders and patterns stand for the files in them."""
    suffixes = [suffix for known in FORMATS.values() for suffix in known.suffixes]
    return expanded(names, (*suffixes, *COMPRESSED))


def stream(path: str | os.PathLike[str], format: str | None = None) -> Stream:
    """The boards of a file one after the other; "-" is standard input, where deals one a line
    are read as they come; a link is read as one of a hand viewer, never fetched; a deal written
    out is read as that.

    The format is told by `format`, by the file's suffix, or by its text. Raises Unreadable when
    the file cannot be opened or its format is not known; never raises for what is in it.
    """
    found = list(streams(path, format))
    if len(found) != 1:
        raise Unreadable(f"{os.fspath(path)}: holds {len(found)} files; unpack it first")
    return found[0]


def streams(
    path: str | os.PathLike[str], format: str | None = None, lang: str | None = None
) -> Iterator[Stream]:
    """One stream for a file, one for each file that an archive holds; see `stream`.

    `lang` is the language of printed text, a code of `languages`; None: told by the text.
    """
    name = os.fspath(path)
    if _LINK.match(name) and not os.path.exists(name):
        link = name if "://" in name else f"https://{name}"
        yield stream_bytes(link.encode("utf-8", "replace"), "<link>", format or "handviewer")
    elif name == "-":
        yield _standard_input(format, lang)
    elif is_deal(name):
        yield stream_bytes(name.encode("utf-8", "replace"), ARGUMENT, format or _way_of(name))
    else:
        for member, content in contents(name):
            yield _stream(content, member, format, lang)


_LINK = re.compile(r"https?://|[\w-]+(\.[\w-]+)+/\S*[?&](lin|[nesw])=", re.IGNORECASE)
"""How a link begins; a browser may leave out https:// when it is copied."""
ARGUMENT = "<argument>"
"""The name that a deal written out has in place of a file's."""


def is_deal(text: str) -> bool:
    """Whether a text in place of a file's name is a deal written out, well or not.

    >>> is_deal("N:AK.. QJ.. T9.. 87.."), is_deal("club.pbn")
    (True, False)
    """
    return not os.path.exists(text) and _way_of(text) is not None


def _way_of(text: str) -> str | None:
    """The format in which a text is a deal, None when it is none."""
    from abtools.formats.solved.deal_lines import first_kind, like_deal

    known = first_kind(text)
    if known or not (like_deal(text) or text.lstrip().startswith("[")):
        return known
    found = guess("", f"{text}\n")
    return found.name if found else "deals" if like_deal(text) else None


def _standard_input(format: str | None, lang: str | None) -> Stream:
    """Standard input: deals one a line as they come, all else when it is at its end."""
    from abtools.formats.solved.deal_lines import WAYS, DealLineStream

    try:
        # Its own descriptor, so that a thread which waits for a line holds up nobody at the end.
        file: BinaryIO = open(os.dup(sys.stdin.fileno()), "rb")  # noqa: SIM115
    except (AttributeError, OSError, ValueError):
        file = getattr(sys.stdin, "buffer", None) or io.BytesIO()
    head: list[bytes] = []
    for line in file:
        head.append(line)
        if line.strip():
            break
    first = head[-1].decode("latin-1") if head else ""
    if (format or _way_of(first)) in WAYS:
        return DealLineStream(chain(head, file), "<stdin>")
    return _stream(kept(chain(head, file))[0], "<stdin>", format, lang)


def stream_bytes(data: bytes, name: str, format: str | None = None) -> Stream:
    """The boards of a file's bytes; see `stream`."""
    return _stream(Content.of(data), name, format)


def _stream(content: Content, name: str, format: str | None, lang: str | None = None) -> Stream:
    known = FORMATS.get(format) if format else _guessed(name, content.read(8192))
    if known is None or not known.can_read:
        what = f"no such format: {format}" if format else "the format is not known"
        raise Unreadable(f"{name}: {what} (one of {', '.join(FORMATS)})")
    data = content if known.in_pieces else content.read()
    found: Stream = known.load().stream(data, name, **known.in_language(lang))
    named = suffixed(name)
    if not format and named and known not in named and _suffix(name) not in SAY_LITTLE:
        message = f"the name says {named[0].name}, the content {known.name}; read as {known.name}"
        found.problems.append(Problem("suffix-misleading", Span(name, 1, 1), message))
    return found


def _guessed(name: str, head: bytes) -> Format | None:
    """The format of a file that begins so."""
    if not head.strip() and not Path(name).suffix:
        return FORMATS["pbn"]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return guess(name, head.decode("utf-16", "replace"))
    return guess(name, head.decode("latin-1"))


def read(path: str | os.PathLike[str], format: str | None = None) -> Reading:
    """All boards of a file; see `stream`."""
    return _read_all(stream(path, format))


def read_text(text: str, name: str = "", format: str = "pbn") -> Reading:
    """All boards of a text.

    >>> read_text('[Dealer "N"]\\n[Contract "3NT"]\\n').boards[0].contract.level
    3
    """
    return read_bytes(text.encode("utf-8", "surrogatepass"), name, format)


def read_bytes(data: bytes, name: str, format: str | None = None) -> Reading:
    """All boards of a file's bytes; see `stream`."""
    return _read_all(stream_bytes(data, name, format))


def _read_all(source: Stream) -> Reading:
    boards = tuple(source)
    return Reading(boards, tuple(in_file_order(source.problems)), source.source)


def dump(
    boards: Iterable[Board],
    format: str,
    problems: list[Problem],
    source: SourceText | None = None,
    export: bool = False,
    lang: str | None = None,
) -> Iterator[bytes]:
    """The bytes of a file with these boards, piece by piece.

    `source` is the text they were read from, which a format may give back unchanged where the
    boards are unchanged; `export` asks for the format's strict form; `lang` for the words of a
    language. What the format cannot hold is appended to `problems`.
    """
    known = FORMATS[format]
    chunks: Iterator[bytes] = known.load().dump(
        boards, source, export, problems, **known.in_language(lang)
    )
    return chunks


def write(
    boards: Iterable[Board],
    target: str | os.PathLike[str] | BinaryIO,
    format: str,
    source: SourceText | None = None,
    export: bool = False,
) -> list[Problem]:
    """Write boards to a path or an open binary file; see `dump`. A path is replaced whole.

    Returns what the format could not hold.
    """
    problems: list[Problem] = []
    chunks = dump(boards, format, problems, source, export)
    if isinstance(target, (str, os.PathLike)):
        with replacing(Path(target)) as file:
            file.writelines(chunks)
    else:
        target.writelines(chunks)
    return problems
