"""The bytes of a text file: decoded so that they can be given back unchanged."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_CP1252 = "".join(
    bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(256)
)
_CP1252_MAP = codecs.charmap_build(_CP1252)
_HIGH = re.compile(rb"[\x80-\xff]")
_C1 = re.compile(rb"[\x80-\x9f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the bytes of a file stand for text: a codec's name and the byte-order mark."""

    codec: str
    bom: bytes = b""

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


def decode(data: bytes) -> tuple[str, Encoding]:
    """The text of a file and how it was written; every byte string can be decoded.

    A byte-order mark decides; else UTF-8 when the bytes are valid UTF-8 and not plain ASCII;
    else Latin-1, or Windows-1252 when bytes 128 to 159 occur. Encoding the text again gives
    the same bytes.

    >>> decode(b"Li\\xe8ge")
    ('Liège', Encoding(codec='latin-1', bom=b''))
    """
    for bom, codec in _BOMS:
        if data.startswith(bom):
            encoding = Encoding(codec, bom)
            text = data[len(bom) :].decode(codec, "ignore")
            if bom + encoding.encode(text) == data:
                return text, encoding
    if _HIGH.search(data) is None:
        return data.decode("ascii"), LATIN_1
    try:
        return data.decode("utf-8"), Encoding("utf-8")
    except UnicodeDecodeError:
        pass
    if _C1.search(data) is None:
        return data.decode("latin-1"), LATIN_1
    return codecs.charmap_decode(data, "strict", _CP1252)[0], Encoding("windows-1252")
