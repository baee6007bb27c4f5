"""Bytes to text and back: every byte string comes back as it was."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import STEADY

from abtools.formats.encoding import LATIN_1, Encoding, decode

MANY = settings(STEADY, max_examples=500)

AWKWARD = [
    b"",
    b"\x00",
    b"plain",
    b"\xef\xbb\xbf",
    b"\xef\xbb",
    b"\xef\xbb\xbfLi\xc3\xa8ge",
    b"\xef\xbb\xbfLi\xe8ge",  # a mark that promises UTF-8, and bytes that are none
    b"\xef\xbb\xbf\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xff\xfea\x00",
    b"\xff\xfea",  # half a character
    b"\xff\xfe\x00\xd8",  # half a pair
    b"\xff\xfe\x00\xd8\x00",
    b"\xfe\xff\x00a\xd8\x00",
    b"\xfe\xff\x00a\xdc",
    b"\xff\xfe\x00\x00a\x00\x00\x00",
    b"\xed\xa0\x80",  # a surrogate in UTF-8
    b"\xef\xbb\xbf\xed\xa0\x80",
    b"\xc0\x80",
    b"\xf4\x90\x80\x80",
    bytes(range(256)),
    bytes(range(128, 256)),
    bytes(range(160, 256)),
    b"\x81\x8d\x8f\x90\x9d",  # the five that Windows-1252 has no character for
    b"\x93quoted\x94 \x96 \x80",
]


@pytest.mark.parametrize("data", AWKWARD, ids=[data.hex()[:24] or "empty" for data in AWKWARD])
def test_awkward_bytes_come_back(data: bytes) -> None:
    text, encoding = decode(data)
    assert encoding.bom + encoding.encode(text) == data
    assert encoding.encode_all(text) == (encoding.encode(text), "")


@pytest.mark.parametrize(
    ("data", "text", "codec", "bom"),
    [
        (b"abc", "abc", "latin-1", b""),
        ("Liège".encode("latin-1"), "Liège", "latin-1", b""),
        ("Liège".encode(), "Liège", "utf-8", b""),
        (b"\xef\xbb\xbfabc", "abc", "utf-8", codecs.BOM_UTF8),
        (codecs.BOM_UTF8 + "♠".encode(), "♠", "utf-8", codecs.BOM_UTF8),
        (codecs.BOM_UTF16_LE + "♠a".encode("utf-16-le"), "♠a", "utf-16-le", codecs.BOM_UTF16_LE),
        (codecs.BOM_UTF16_BE + "♠a".encode("utf-16-be"), "♠a", "utf-16-be", codecs.BOM_UTF16_BE),
        (b"\x93a\x94 \xe9", "“a” é", "windows-1252", b""),
        (b"\x80 100", "€ 100", "windows-1252", b""),
        (b"\xa0\xff", "\xa0ÿ", "latin-1", b""),
    ],
)
def test_what_is_met_in_practice(data: bytes, text: str, codec: str, bom: bytes) -> None:
    found, encoding = decode(data)
    assert (found, encoding) == (text, Encoding(codec, bom))


def test_characters_that_an_encoding_lacks() -> None:
    assert LATIN_1.encode_all("a♠b♥c♠") == (b"a?b?c?", "♠♥")
    assert Encoding("windows-1252").encode_all("“♠”") == (b"\x93?\x94", "♠")
    assert Encoding("utf-8").encode_all("♠") == ("♠".encode(), "")
    with pytest.raises(UnicodeEncodeError):
        LATIN_1.encode("♠")


def test_a_lone_surrogate_that_utf_8_lacks_is_named() -> None:
    assert Encoding("utf-8").encode_all("a\ud800") == (b"a?", "\ud800")
    assert Encoding("utf-16-le").encode_all("\ud800") == (b"\x00\xd8", "")


starts = st.sampled_from([b"", b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])


@MANY
@given(starts, st.binary(max_size=60))
def test_any_bytes_come_back(start: bytes, rest: bytes) -> None:
    data = start + rest
    text, encoding = decode(data)
    assert encoding.bom + encoding.encode(text) == data


@MANY
@given(
    st.text(max_size=40),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1", "cp1252"]),
)
def test_texts_in_every_encoding(text: str, codec: str) -> None:
    data = text.encode(codec, "replace")
    if codec == "utf-16-be":
        data = codecs.BOM_UTF16_BE + data
    found, encoding = decode(data)
    assert encoding.bom + encoding.encode(found) == data
    if codec in ("utf-8-sig", "utf-16", "utf-16-be") or (codec == "utf-8" and not text.isascii()):
        assert found == text


@MANY
@given(st.text(max_size=40), st.sampled_from(["latin-1", "windows-1252", "utf-8", "utf-16-le"]))
def test_writing_never_fails_and_says_what_is_lost(text: str, codec: str) -> None:
    encoding = Encoding(codec)
    data, lacking = encoding.encode_all(text)
    assert set(lacking) <= set(text)
    kept = "".join("?" if character in lacking else character for character in text)
    assert data == encoding.encode(kept)
