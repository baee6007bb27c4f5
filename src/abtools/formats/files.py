"""Files as they come (single, compressed, archives, folders) and as they go: whole or not."""

from __future__ import annotations

import bz2
import contextlib
import errno
import glob
import gzip
import lzma
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO

EXPANSION_LIMIT = 512 * 1024 * 1024
"""Bytes that a compressed file may expand to; more is refused."""

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
COMPRESSED = (*_OPENERS, ".zip")
_FAULTS = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, RuntimeError)


class Unreadable(Exception):
    """A file that cannot be read at all, or whose format nobody knows."""


def contents(name: str, limit: int = EXPANSION_LIMIT) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of a file, or of each file that an archive holds.

    A compressed file loses the suffix of its compression: `club.pbn.gz` gives `club.pbn`. The
    members of `club.zip` are called `club.zip/round1.pbn`. Raises Unreadable for what cannot be
    opened, is damaged, or expands to more than `limit` bytes.
    """
    suffix = Path(name).suffix.lower()
    try:
        if suffix == ".zip":
            yield from _members(name, limit)
        elif suffix in _OPENERS:
            with _OPENERS[suffix](name, "rb") as file:
                yield name[: -len(suffix)], _limited(file, name, limit)
        else:
            yield name, Path(name).read_bytes()
    except _FAULTS as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Unreadable(f"{name}: {reason[0].lower()}{reason[1:]}") from error


def _limited(file: IO[bytes], name: str, limit: int) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise Unreadable(f"{name}: expands to more than {limit // (1024 * 1024)} MB; refused")
    return data


def _members(name: str, limit: int) -> Iterator[tuple[str, bytes]]:
    left = limit
    with zipfile.ZipFile(name) as archive:
        for info in archive.infolist():
            if info.is_dir() or info.filename.startswith("__MACOSX/"):
                continue
            with archive.open(info) as file:
                data = _limited(file, name, left)
            left -= len(data)
            yield f"{name}/{info.filename}", data


def expanded(names: Sequence[str], suffixes: Sequence[str]) -> list[str]:
    """The files that some names mean: a folder stands for all files with these suffixes in it
    and below, a pattern with * or ? that names no file for those it fits.

    >>> expanded(["-", "https://example.org/?lin=x"], [".pbn"])
    ['-', 'https://example.org/?lin=x']
    """
    found: list[str] = []
    for name in names:
        if name == "-" or "://" in name or os.path.isfile(name):
            found.append(name)
        elif os.path.isdir(name):
            inside = (path for path in Path(name).rglob("*") if path.is_file())
            found += sorted(str(path) for path in inside if _known(path, suffixes))
        else:
            found += sorted(glob.glob(name, recursive=True)) or [name]
    return found


def _known(path: Path, suffixes: Sequence[str]) -> bool:
    suffix = path.suffix.lower()
    if suffix in _OPENERS:
        suffix = path.with_suffix("").suffix.lower()
    return suffix in suffixes or suffix == ".zip"


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """The file to write to: complete at the end or, if anything fails, as it was before.

    It keeps its mode, and stays where a symbolic link points. What is no regular file (a pipe)
    is written as it is. OSError for what cannot be written.
    """
    target = Path(os.path.realpath(path))
    old = target.stat() if target.exists() else None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with target.open("wb") as plain:
            yield plain
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
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


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
