"""Standard output and standard error as this program uses them: never a codec error, quiet when
the reader has gone, colour and symbols only where they can be shown."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TextIO

ESCAPING = "abtools-escape"
"""The error handler: bytes that were no text go out as they came, the rest as an escape."""


def _escape(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def prepare_streams() -> None:
    """Make both streams take any text; a stream that was closed before we began swallows it."""
    codecs.register_error(ESCAPING, _escape)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ESCAPING)


def finish_stdout() -> None:
    """Write out what is still held back, so that a failure is seen while it can be told."""
    sys.stdout.flush()


def abandon_stdout() -> None:
    """Drop what could not be written, so that the interpreter does not complain at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        sink = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(sink, sys.stdout.fileno())
        except (OSError, ValueError):
            return


def wants_colour(stream: TextIO) -> bool:
    """Whether colour may be written: a terminal, and nobody asked for none (no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def shows(stream: TextIO, characters: str) -> bool:
    """Whether the stream's encoding has these characters."""
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
