"""The samples of samples/errors: what each shows, and docs/problems.md printed from them.

python tests/error_samples.py            refresh docs/problems.md
python tests/error_samples.py --found    print the rows of expected.tsv as they come out now
"""

from __future__ import annotations

import csv
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from abtools import formats, rules, tally
from abtools.auction import MAJORITY
from abtools.board import check
from abtools.minibridge import announce
from abtools.problems import CODES, Problem, SourceText, in_file_order
from abtools.report.problems import quoted
from abtools.report.style import Style
from abtools.solver import check_deal
from abtools.stated import check_score

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "samples" / "errors"
TABLE = FOLDER / "expected.tsv"
PAGE = ROOT / "docs" / "problems.md"
COLUMNS = ("code", "file", "line", "column", "length", "command", "message")

PARTS: Mapping[str, str] = {
    "encoding": "The text of a file",
    "tag-syntax": "Tags and their values",
    "deal-syntax": "The deal",
    "call-syntax": "The auction",
    "contract-syntax": "Contract, declarer, result",
    "card-syntax": "Cards and play",
    "ending-both": "Marks beside calls and cards",
    "table-columns": "Tables",
    "export-form": "Form, and converting",
    "rules-unknown": "Rule sets and switches",
    "not-scored": "Scoring",
}
"""Code -> the heading that the page has before it."""

INTRODUCTION = """\
# Problems

<!-- Printed by tests/error_samples.py from the table of codes and from samples/errors; a test
     compares. To change words: src/abtools/problems.py, then `python tests/error_samples.py`. -->

What abtools finds wrong in a record or a rule set is told one a line, in file order:

    file:line:column: level: code: message

Lines and columns count from 1. On a terminal the line itself follows, with `^` under the place.

* **error**: the record contradicts itself, the laws, or its format. The exit status is 1.
* **warning**: readable, but doubtful or not as the format has it. With `check --strict` the exit
  status is 1 as well.
* **note**: nothing is wrong; you should know.

Reading never stops at a problem, and one record's problems do not touch the next record. Most
come from `abtools check`; where another command or an option is needed, it stands with the code.
Each code has a small file in `samples/errors/` that shows it, and what it shows is quoted here.
"""


@dataclass(frozen=True)
class Sample:
    """A row of expected.tsv: a code, its file, the place, the command that shows it, the words."""

    code: str
    file: str
    line: int
    column: int
    length: int
    command: str
    message: str

    @property
    def path(self) -> Path:
        """The sample's file."""
        return FOLDER / self.file

    @cached_property
    def found(self) -> tuple[SourceText | None, list[Problem]]:
        """The text, and every problem that the row's command comes upon, in file order."""
        word, *options = shlex.split(self.command)
        if word == "rules":
            return _source(self.path), _problems_of_rules(str(self.path), {})
        switches = dict(text.split("=", 1) for text in _values(options, "--set"))
        law, rule_set = MAJORITY, None
        for name in _values(options, "--rules"):
            wrong = _problems_of_rules(name, switches)
            if wrong:
                return None, wrong
            rule_set = rules.load(name, switches)
            law = rule_set.auction
        stream = formats.stream(self.path)
        boards, found = [], []
        for board in stream:
            boards.append(board)
            found += check(board, law)
            if "--strict" in options:
                found += stream.strict_problems(board)
        found += stream.problems
        if word == "minibridge":
            found += [p for each in boards for p in announce(each, rules.load(word)).problems]
        if word == "solve":
            found += filter(None, map(check_deal, boards))
        if "--tally" in options:
            wrong = (check_score(board, rules.load("duplicate")) for board in boards)
            found += [problem for problem in wrong if problem is not None]
        elif word == "score":
            assert rule_set is not None, f"{self.code}: score names one rule set here"
            found += tally.tally(boards, rule_set).problems
        if word == "convert":
            for _ in formats.dump(boards, "pbn", found, stream.source, "--export" in options):
                pass
        return stream.source, in_file_order(found)

    @property
    def shown(self) -> Problem:
        """The problem that the sample is for."""
        return next(problem for problem in self.found[1] if problem.code == self.code)


def _values(options: list[str], name: str) -> Iterator[str]:
    """What follows each option of a name."""
    return (value for option, value in pairwise(options) if option == name)


def _problems_of_rules(name: str, switches: Mapping[str, str]) -> list[Problem]:
    try:
        rules.load(name, switches)
    except rules.RulesError as error:
        return error.problems
    return []


def _source(path: Path) -> SourceText:
    return SourceText(path.read_bytes().decode("latin-1"), str(path))


def samples() -> list[Sample]:
    """The rows of expected.tsv."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Sample(
            *(row["code"], row["file"], int(row["line"]), int(row["column"]), int(row["length"])),
            *(row["command"], row["message"]),
        )
        for row in rows
    ]


def page() -> str:
    """docs/problems.md."""
    by_code = {sample.code: sample for sample in samples()}
    parts = [INTRODUCTION]
    for code in CODES:
        if code in PARTS:
            parts.append(f"## {PARTS[code]}\n")
        parts.append(_entry(code, by_code.get(code)))
    return "\n".join(parts)


def _entry(code: str, sample: Sample | None) -> str:
    known = CODES[code]
    lines = [
        f"### {code}",
        "",
        f"**{known.level}** · {known.meaning}",
        "",
        f"*Remedy:* {known.remedy}",
        "",
    ]
    if sample is None:
        return "\n".join(lines)
    if sample.command != "check":
        lines += [f"Shown by `abtools {in_shell(sample)}`:", ""]
    source, problem = sample.found[0], sample.shown
    place = f"{sample.file}:{sample.line}:{sample.column}: " if sample.line else ""
    lines.append(f"    {place}{known.level}: {code}: {sample.message}")
    line = source.line(sample.line) if source is not None else ""
    lines += [shown.rstrip() for shown in quoted(problem, line, Style(width=96)).split("\n")]
    return "\n".join([*lines, ""]).replace("\n\n\n", "\n\n")


def in_shell(sample: Sample) -> str:
    """The command as it is typed, with its file."""
    if sample.command.startswith("convert"):
        return sample.command.replace("convert", f"convert {sample.file} -", 1)
    return f"{sample.command} {sample.file}"


def found_rows() -> Iterator[str]:
    """The rows of expected.tsv with the places and words that come out now."""
    yield "\t".join(COLUMNS)
    for sample in samples():
        of_code = [problem for problem in sample.found[1] if problem.code == sample.code]
        for problem in of_code or sample.found[1]:
            span = problem.span
            place = (str(n) for n in (span.line, span.column, span.length))
            yield "\t".join(
                (problem.code, sample.file, *place, sample.command, _told(problem.message))
            )


def _told(message: str) -> str:
    """A message without the folder of the samples."""
    return message.replace(f"{FOLDER}/", "")


def main() -> None:
    """Refresh the page, or print the rows."""
    if sys.argv[1:] == ["--found"]:
        print("\n".join(found_rows()))
    elif not sys.argv[1:]:
        PAGE.write_text(page(), "utf-8")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
