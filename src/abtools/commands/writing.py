"""Writing a file so that it is either the old one or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click


@contextlib.contextmanager
def replacing(name: str, force: bool) -> Iterator[BinaryIO]:
    """The file to write to: complete at the end or, if anything fails, as it was before.

    `-` is standard output. A file that exists is replaced only with `force`, keeps its mode, and
    stays where a symbolic link points. What is no regular file (a pipe) is written as it is.
    """
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(os.path.realpath(name))
    old = _stat(target)
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise click.UsageError(f"{name} is a directory")
    if old is not None and not stat.S_ISREG(old.st_mode):
        with target.open("wb") as plain:
            yield plain
        return
    if old is not None and not force:
        raise click.UsageError(f"{name} exists; --force writes over it")
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with open(handle, "wb") as new:
            yield new
        os.chmod(temporary, _usual_mode() if old is None else stat.S_IMODE(old.st_mode))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
