"""Where a command writes records: standard output, or a file that is never a part."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
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
    refused(name, force)
    with files.replacing(Path(name)) as file:
        yield file


def refused(name: str, force: bool, read: Iterable[str] = ()) -> None:
    """UsageError for a file that cannot be written to: a folder, one in a folder that does not
    exist, one that exists (without `force`), one of those that are `read`."""
    if name == "-":
        return
    if Path(name).is_dir():
        raise click.UsageError(f"{name} is a directory")
    if not Path(name).parent.is_dir():
        raise click.UsageError(f"{Path(name).parent}: no such folder")
    if any(same_file(name, other) for other in read):
        raise click.UsageError(f"{name} is a file to read")
    if Path(name).is_file() and not force:
        raise click.UsageError(f"{name} exists; --force writes over it")


def same_file(one: str, other: str) -> bool:
    """Whether two names mean one place, `-` being standard output."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)
