"""Every problem code has a sample that shows it, and just it, at the place that is expected."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from collections import Counter

import pytest
from error_samples import FOLDER, PAGE, ROOT, TABLE, Sample, in_shell, samples

from abtools.commands import run
from abtools.problems import CODES, Level

SAMPLES = samples()

NOT_SHOWN: dict[str, str] = {}
"""Codes without a sample, and why there is none."""

MORE_CODES: dict[str, tuple[str, ...]] = {
    # no row names the columns: no board is found
    "sheet-columns": ("file-empty",),
    # a dealing machine's file never tells dealer and vulnerability
    "record-disagrees": ("derived",),
    "checksum-wrong": ("derived",),
    # files of travellers tell no dealer
    "xml-syntax": ("derived",),
    # a card more than there are has been played before
    "card-after-end": ("card-not-held", "derived"),
    # a LIN record with calls has its contract from them
    "lin-results-disagree": ("derived",),
    # a card that the fourth hand should not have is in another
    "deal-fourth-hand": ("deal-card-twice",),
}
"""Code -> other codes that its sample cannot be without, and why."""


def test_every_code_has_a_sample() -> None:
    shown = Counter(sample.code for sample in SAMPLES)
    assert not [code for code in CODES if code not in shown and code not in NOT_SHOWN]
    assert not [code for code in NOT_SHOWN if code in shown or code not in CODES]
    assert not [code for code, count in shown.items() if count > 1]


def test_samples_stand_in_the_order_of_the_codes() -> None:
    shown = [sample.code for sample in SAMPLES]
    assert shown == [code for code in CODES if code in shown]


def test_no_file_without_a_row() -> None:
    files = {path.name for path in FOLDER.glob("[!.]*")} - {TABLE.name}
    assert files == {sample.file for sample in SAMPLES}
    assert not [sample.file for sample in SAMPLES if sample.path.stem != sample.code]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.code)
def test_sample_shows_its_code_where_expected(sample: Sample) -> None:
    found = [
        (
            problem.code,
            problem.span.line,
            problem.span.column,
            problem.span.length,
            problem.message,
        )
        for problem in sample.found[1]
        if problem.code == sample.code
    ]
    assert found == [
        (sample.code, sample.line, sample.column, sample.length, sample.message),
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.code)
def test_sample_shows_nothing_else(sample: Sample) -> None:
    others = {problem.code for problem in sample.found[1]} - {sample.code}
    assert others == set(MORE_CODES.get(sample.code, ()))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.code)
def test_place_is_inside_the_file(sample: Sample) -> None:
    source, problem = sample.found[0], sample.shown
    if not problem.span.line:
        return
    assert source is not None
    line = source.line(problem.span.line)
    assert problem.span.column + problem.span.length <= len(line) + 1


def test_check_prints_what_the_table_says() -> None:
    checked = [sample for sample in SAMPLES if sample.command == "check"]
    command = [sys.executable, "-m", "abtools", "check", *(sample.file for sample in checked)]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    allowed = {(s.file, code) for s in checked for code in MORE_CODES.get(s.code, ())}
    lines = done.stdout.splitlines()
    assert [line for line in lines if _file_and_code(line) not in allowed] == [
        f"{s.file}:{s.line}:{s.column}: {CODES[s.code].level}: {s.code}: {s.message}"
        for s in checked
    ]


def _file_and_code(line: str) -> tuple[str, str]:
    place, _, code, _ = line.split(": ", 3)
    return place.partition(":")[0], code


@pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if sample.command != "check"], ids=lambda s: s.code
)
def test_other_commands_print_the_message(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(FOLDER)
    run(shlex.split(in_shell(sample)))
    printed = b"".join(capsysbinary.readouterr()).decode("utf-8", "replace")
    assert sample.message in printed


@pytest.mark.parametrize("code", CODES)
def test_code_is_explained(code: str) -> None:
    known = CODES[code]
    assert known.level in Level
    for words in (known.meaning, known.remedy):
        assert words.strip() == words
        assert words.endswith(".")
    assert f"\n### {code}\n" in PAGE.read_text("utf-8")


def reported() -> set[str]:
    """Every problem code that the package names, outside the table of codes."""
    found: set[str] = set()
    for path in sorted((ROOT / "src" / "abtools").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if path.name != "problems.py" and isinstance(node, ast.Constant):
                found.add(str(node.value))
    return found


def test_every_code_is_reported_by_something() -> None:
    assert not CODES.keys() - reported()


REPORTERS = re.compile(
    "Problem|parse_error|Deviation|Irregular|.*(?:problem|report|fault|complain).*"
)
"""Names of what makes a problem; its code is the first text among the arguments."""


def test_every_code_that_is_reported_is_explained() -> None:
    unknown: set[str] = set()
    for path in sorted((ROOT / "src" / "abtools").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [a.value for a in node.args[:3] if isinstance(a, ast.Constant)]
            code = next((text for text in texts if isinstance(text, str)), "")
            if REPORTERS.fullmatch(name) and re.fullmatch("[a-z]+(-[a-z0-9]+)+", code):
                unknown |= {code} - CODES.keys()
    assert not unknown
