"""Files as they come (single, compressed, archives, folders) and as they go: whole or not."""

from __future__ import annotations

import bz2
import contextlib
import errno
import functools
import glob
import gzip
import io
import lzma
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

EXPANSION_LIMIT = 512 * 1024 * 1024
"""Bytes that a compressed file may expand to; more is refused."""

_BLOCK = 1024 * 1024
_IN_MEMORY = 4 * _BLOCK
"""Bytes of a stream or an archive's member that are kept in memory; more go to a temporary file."""

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
COMPRESSED = (*_OPENERS, ".zip")
_FAULTS = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, RuntimeError)


class Unreadable(Exception):
    """A file that cannot be read at all, or whose format nobody knows."""


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file, to be read as often as needed; `open` gives them from the start."""

    open: Callable[[], AbstractContextManager[BinaryIO]]

    @classmethod
    def of(cls, data: bytes) -> Content:
        """Some bytes as a content.

        >>> Content.of(b"[Board").read()
        b'[Board'
        """
        return cls(functools.partial(io.BytesIO, data))

    def read(self, size: int = -1) -> bytes:
        """The first `size` bytes, all of them without a size."""
        with self.open() as file:
            return file.read(size)


def contents(name: str, limit: int = EXPANSION_LIMIT) -> Iterator[tuple[str, Content]]:
    """Name and content of a file, or of each file that an archive holds.

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
                yield name[: -len(suffix)], kept(_blocks(file), limit)[0]
        else:
            yield name, _on_disk(name)
    except _TooLarge as error:
        what = f"expands to more than {limit // _BLOCK} MB"
        raise Unreadable(f"{name}: {what}; refused") from error
    except _FAULTS as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Unreadable(f"{name}: {reason[0].lower()}{reason[1:]}") from error


def _on_disk(name: str) -> Content:
    """A file as it stands; what can be read only once (a pipe) is kept."""
    with open(name, "rb") as file:
        known = os.fstat(file.fileno())
        if not stat.S_ISREG(known.st_mode):
            return kept(_blocks(file))[0]

    def opened() -> BinaryIO:
        again = open(name, "rb")  # noqa: SIM115
        found = os.fstat(again.fileno())
        if (found.st_ino, found.st_mtime_ns) != (known.st_ino, known.st_mtime_ns):
            again.close()
            raise OSError(errno.ESTALE, "changed while it was read", name)
        return again

    return Content(opened)


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    return iter(functools.partial(file.read, _BLOCK), b"")


class _TooLarge(Exception):
    """More bytes than allowed."""


def kept(blocks: Iterable[bytes], limit: int | None = None) -> tuple[Content, int]:
    """What comes in blocks, kept to be read again in bounded memory; and how many bytes it is."""
    spool = cast(BinaryIO, tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
    size = 0
    for block in blocks:
        size += len(block)
        if limit is not None and size > limit:
            spool.close()
            raise _TooLarge
        spool.write(block)

    @contextlib.contextmanager
    def from_start() -> Iterator[BinaryIO]:
        spool.seek(0)
        yield spool

    return Content(from_start), size


def _members(name: str, limit: int) -> Iterator[tuple[str, Content]]:
    left = limit
    with zipfile.ZipFile(name) as archive:
        for info in archive.infolist():
            if info.is_dir() or info.filename.startswith("__MACOSX/"):
                continue
            if Path(info.filename).suffix.lower() in COMPRESSED:
                raise Unreadable(f"{name}: holds {info.filename}, itself packed; unpack it first")
            with archive.open(info) as file:
                content, size = kept(_blocks(file), left)
            left -= size
            yield f"{name}/{info.filename}", content


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
    is written as it is. OSError, with its name, for what cannot be written.
    """
    try:
        with _replacing(path) as file:
            yield file
    except OSError as error:
        if error.filename is None or error.filename2 is not None:
            error.filename, error.filename2 = str(path), None
        raise


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    target = Path(os.path.realpath(path))
    old = target.stat() if target.exists() else None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with target.open("wb") as plain:
            yield plain
        return
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
    try:
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=target.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
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
