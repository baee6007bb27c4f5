"""Where a command writes records: standard output, or a file that is never a part."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from abtools.formats import files


@contextlib.contextmanager
def replacing(name: str, force: bool) -> Iterator[BinaryIO]:
    """The file to write to, see files.replacing; `-` is standard output.

    A file that exists is replaced only with `force`.
    """
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if Path(name).is_dir():
        raise click.UsageError(f"{name} is a directory")
    if Path(name).is_file() and not force:
        raise click.UsageError(f"{name} exists; --force writes over it")
    with files.replacing(Path(name)) as file:
        yield file
