"""The bytes of a text file: decoded so that they can be given back unchanged."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

_CP1252 = "".join(
    bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(256)
)
_CP1252_MAP = codecs.charmap_build(_CP1252)
_C1 = re.compile(rb"[\x80-\x9f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoder(Protocol):
    """Text from a block of bytes; a character that is not whole yet comes with the next block."""

    def __call__(self, block: bytes, last: bool = False, /) -> str: ...


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the bytes of a file stand for text: a codec's name and the byte-order mark."""

    codec: str
    bom: bytes = b""

    def decoder(self, errors: str = "replace") -> Decoder:
        """What makes text of the bytes after the byte-order mark, block by block."""
        if self.codec == "windows-1252":
            return lambda block, last=False: codecs.charmap_decode(block, "strict", _CP1252)[0]
        return codecs.getincrementaldecoder(self.codec)(errors).decode

    def encode(self, text: str) -> bytes:
        """The bytes of a text without the byte-order mark.

        UnicodeEncodeError when the encoding lacks a character.
        """
        if self.codec == "windows-1252":
            return codecs.charmap_encode(text, "strict", _CP1252_MAP)[0]
        errors = "surrogatepass" if self.codec.startswith("utf-16") else "strict"
        return text.encode(self.codec, errors)

    def encode_all(self, text: str) -> tuple[bytes, str]:
        """The bytes of a text, and the characters that had to become ? because they are lacking.

        >>> LATIN_1.encode_all("Łódź")
        (b'?\\xf3d?', 'Łź')
        """
        try:
            return self.encode(text), ""
        except UnicodeEncodeError:
            pass
        lacking = {character for character in set(text) if not self._has(character)}
        plain = "".join("?" if character in lacking else character for character in text)
        return self.encode(plain), "".join(sorted(lacking))

    def _has(self, character: str) -> bool:
        try:
            self.encode(character)
        except UnicodeEncodeError:
            return False
        return True


LATIN_1 = Encoding("latin-1")
_UTF_8 = Encoding("utf-8")


def decode(data: bytes) -> tuple[str, Encoding]:
    """The text of a file and how it was written; every byte string can be decoded.

    A byte-order mark decides; else UTF-8 when the bytes are valid UTF-8 and not plain ASCII;
    else Latin-1, or Windows-1252 when bytes 128 to 159 occur. Encoding the text again gives
    the same bytes.

    >>> decode(b"Li\\xe8ge")
    ('Liège', Encoding(codec='latin-1', bom=b''))
    """
    encoding = encoding_of([data])
    return encoding.decoder()(data[len(encoding.bom) :], True), encoding


def encoding_of(blocks: Iterable[bytes]) -> Encoding:
    """How a file that comes in blocks was written, see `decode`; the first has its beginning.

    >>> encoding_of([b"Li", b"\\xc3", b"\\xa8ge"])
    Encoding(codec='utf-8', bom=b'')
    """
    fitting: Encoding | None = None
    decode_next: Decoder | None = None
    is_ascii, has_c1 = True, False
    for block in blocks:
        if fitting is None:
            fitting = next((Encoding(c, bom) for bom, c in _BOMS if block.startswith(bom)), _UTF_8)
            decode_next = fitting.decoder("strict")
            block = block[len(fitting.bom) :]
        if is_ascii and block.isascii() and not fitting.bom:
            continue
        is_ascii = False
        has_c1 = has_c1 or _C1.search(block) is not None
        decode_next = _tried(decode_next, block)
    if is_ascii:
        return LATIN_1
    if fitting is not None and _tried(decode_next, b"", last=True) is not None:
        return fitting
    return Encoding("windows-1252") if has_c1 else LATIN_1


def _tried(decode_next: Decoder | None, block: bytes, last: bool = False) -> Decoder | None:
    """The decoder if it could read the block, else None."""
    if decode_next is not None:
        try:
            decode_next(block, last)
        except UnicodeDecodeError:
            return None
    return decode_next
