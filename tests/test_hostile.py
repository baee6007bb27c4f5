"""Archives and XML that want more than they should: refused in words, nothing written elsewhere."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from abtools import formats
from abtools.commands import run
from abtools.formats.files import contents

PBN = b'[Board "1"]\n[Dealer "N"]\n'


def archive(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return out.getvalue()


def refusal(path: Path, limit: int = 1 << 20) -> str:
    with pytest.raises(formats.Unreadable) as caught:
        list(contents(str(path), limit))
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("bomb.zip", archive({"a.pbn": b"\n" * (2 << 20)}), "expands to more than 1 MB; refused"),
        ("many.zip", archive({f"{n}.pbn": b"\n" * (1 << 19) for n in range(3)}),
         "expands to more than 1 MB; refused"),
        ("bomb.pbn.gz", gzip.compress(b"{" * (2 << 20), mtime=0),
         "expands to more than 1 MB; refused"),
        ("nested.zip", archive({"b/a.zip": archive({"x.pbn": PBN})}),
         "holds b/a.zip, itself packed; unpack it first"),
        ("nested.zip", archive({"a.pbn.gz": b""}),
         "holds a.pbn.gz, itself packed; unpack it first"),
        ("cut.pbn.gz", gzip.compress(PBN, mtime=0)[:-9],
         "compressed file ended before the end-of-stream marker was reached"),
        ("cut.zip", archive({"x.pbn": PBN})[:-30], "file is not a zip file"),
    ],
)  # fmt: skip
def test_archives_that_are_refused(name: str, data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(path) == words


def test_members_are_never_written_outside_the_folder_named(tmp_path: Path) -> None:
    packed = tmp_path / "in" / "evil.zip"
    packed.parent.mkdir()
    away = tmp_path / "away.pbn"
    packed.write_bytes(archive({"../../up.pbn": PBN, str(away): PBN, "..\\..\\back.pbn": PBN}))
    out = tmp_path / "a" / "b" / "out"
    run(["convert", str(packed), "--to", "jsonl", "--out-dir", str(out)])
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path != packed]
    assert written
    assert all(out in path.parents for path in written)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><USEBIO>&x;</USEBIO>',
         "the entity 'x' is declared"),
        ('<!DOCTYPE a [<!ENTITY % x "<!ENTITY y \'z\'>"> %x;]><USEBIO>&y;</USEBIO>',
         "the entity 'x' is declared"),
        ("<USEBIO>" + "<a>" * 100_000, "nested deeper than 64"),
    ],
)  # fmt: skip
def test_xml_that_is_refused(text: str, words: str) -> None:
    reading = formats.read_text(text, "event.xml", "usebio")
    assert not reading.boards
    assert words in reading.problems[0].message
