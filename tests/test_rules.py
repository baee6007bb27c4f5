"""Loading rule sets: names, aliases, users' files and everything that can be wrong in them."""

import subprocess
import sys
from pathlib import Path

import pytest

from abtools import rules
from abtools.parameters import PARAMETERS, Series
from abtools.rules import MARKS, RulesError, load, names, names_for
from abtools.switches import SWITCHES


def problems(path: Path) -> list[tuple[str, int, int]]:
    """Code, line and column of everything wrong with a file."""
    with pytest.raises(RulesError) as caught:
        load(path)
    return [(p.code, p.span.line, p.span.column) for p in caught.value.problems]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_names() -> None:
    assert {"auction-1926", "contract-rubber", "duplicate"} <= set(names())
    assert len(names()) == 25


def test_alias_comes_with_a_notice() -> None:
    law = load("auction-1904")
    assert law.name == "auction-1908"
    assert "no code of 1904" in law.notices[0]
    assert load("auction-1908").notices == ()


def test_unknown_name_gets_did_you_mean() -> None:
    with pytest.raises(RulesError, match=r"did you mean auction-1926"):
        load("auction-1962")


def test_name_near_nothing_gets_no_wall_of_names() -> None:
    with pytest.raises(RulesError, match=r"^no rule set 'whist'; abtools rules lists them$"):
        load("whist")
    with pytest.raises(RulesError, match=r"^no switch 'xyzzy'; known: honours, honour_scale, "):
        load("auction-1926", {"xyzzy": "on"})


def test_loaded_once() -> None:
    assert load("auction-1926") is load("auction-1926")


def test_every_number_has_law_and_mark() -> None:
    rule = load("contract-rubber").rule("undertricks.doubled")
    assert rule.value == Series((100, 200, 200, 300))
    assert rule.law == "L77"
    assert rule.mark == "P"
    assert rule.mark in MARKS


def test_import_is_cheap() -> None:
    """Neither TOML nor its reader is touched before somebody asks for a set."""
    code = "import sys, abtools.rules; print('tomllib' in sys.modules, 'difflib' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "False"]


# --- a user's file -----------------------------------------------------------------------------


def test_user_file_on_a_base(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'base = "auction-1926"\ntitle = "Our club"\n\n[game]\ntarget = 20\n\n'
        '[switches]\nhonours = false\nslam_strains = "NT"\n',
    )
    law = load(path)
    assert law.name == "ours"
    assert law.title == "Our club"
    assert law.points("game.target") == 20
    assert law.rule("game.target").mark == "H"
    assert law.points("tricks.clubs") == 6
    assert not law.flag("honours.scored")
    assert law.choice("slam.strains") == "notrump"
    assert law.examples == ()


def test_user_file_on_a_user_file(tmp_path: Path) -> None:
    written(tmp_path, 'base = "auction-1926"\n[game]\ntarget = 20\n')
    other = tmp_path / "theirs.toml"
    other.write_text('base = "ours.toml"\n[tricks]\nclubs = 5\n', encoding="utf-8")
    law = load(str(other))
    assert (law.points("game.target"), law.points("tricks.clubs")) == (20, 5)
    assert law.title == "Auction Bridge, New York code of 1926, changed, changed"


def test_files_that_build_on_each_other(tmp_path: Path) -> None:
    path = written(tmp_path, 'base = "theirs.toml"\n')
    (tmp_path / "theirs.toml").write_text('base = "ours.toml"\n', encoding="utf-8")
    assert problems(path) == [("rules-base", 1, 1)]


def test_unknown_and_absent_numbers_in_a_file(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'base = "contract-rubber"\n[slam]\nlittle = "unknown"\ngrand = "none"\n'
        "[undertricks]\ndoubled = { points = [100], step = 50 }\n",
    )
    law = load(path)
    assert [rule.key for rule in law.unknown] == ["slam.little"]
    assert law.points("slam.little") is None
    assert law.points("slam.grand") == 0
    series = law.series("undertricks.doubled")
    assert series is not None
    assert series.total(3) == 450
    assert str(series) == "100 and 50 more each time"


def test_changed_file_is_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, 'base = "auction-1926"\n[game]\ntarget = 20\n')
    assert load(path).points("game.target") == 20
    written(tmp_path, 'base = "auction-1926"\n[game]\ntarget = 25\n')
    assert load(path).points("game.target") == 25


def test_everything_wrong_is_reported_with_its_place(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'base = "auction-1926"\n'
        'titel = "slip"\n'
        "\n"
        "[tricks]\n"
        'clubs = "six"\n'
        "  daimonds = 7\n"
        "hearts = -8\n"
        'notrump = { points = 10, law = "ours", mark = "X" }\n'
        "\n"
        "[honors]\n"
        "three = 30\n"
        "\n"
        "[slam]\n"
        'by = "everybody"\n'
        "must_be_bid = 1\n"
        "little = true\n",
    )
    assert problems(path) == [
        ("rules-key-unknown", 2, 1),
        ("rules-value", 5, 1),
        ("rules-key-unknown", 6, 3),
        ("rules-value", 7, 1),
        ("rules-value", 8, 1),
        ("rules-key-unknown", 10, 2),
        ("rules-value", 14, 1),
        ("rules-value", 15, 1),
        ("rules-value", 16, 1),
    ]


def test_suggestions_in_the_message(tmp_path: Path) -> None:
    path = written(tmp_path, 'base = "auction-1926"\n[tricks]\ndaimonds = 7\n[honors]\nthree = 3\n')
    with pytest.raises(RulesError) as caught:
        load(path)
    assert "did you mean diamonds?" in str(caught.value)
    assert "did you mean honours?" in str(caught.value)


def test_missing_numbers_of_a_set_without_base(tmp_path: Path) -> None:
    path = written(tmp_path, 'title = "From scratch"\n[tricks]\nclubs = 6\n')
    found = problems(path)
    assert {code for code, _, _ in found} == {"rules-missing"}
    required = [p for p in PARAMETERS.values() if p.is_required]
    assert len(found) == len(required) - 1
    assert ("rules-missing", 2, 2) in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tricks\nclubs = 6\n", ("rules-syntax", 1, 8)),
        ('base = "auction-1926"\n[game]\ntarget = \n', ("rules-syntax", 3, 10)),
        ('\nbase = "auction-1962"\n', ("rules-base", 2, 1)),
        ('base = "ours.toml"\n', ("rules-base", 1, 1)),
        (
            'base = "auction-1926"\n[[example]]\nid = "x"\ncontract = "1S"\n',
            ("rules-example", 2, 3),
        ),
        ('base = "auction-1926"\ntitle = 5\n', ("rules-value", 2, 1)),
        ('base = "auction-1926"\ntricks = 5\n', ("rules-value", 2, 1)),
        ('base = "auction-1926"\nexample = 5\n', ("rules-value", 2, 1)),
        ('base = "auction-1926"\nswitches = 5\n', ("rules-value", 2, 1)),
        ('base = "auction-1926"\nnotices = 5\n', ("rules-value", 2, 1)),
        ("base = 5\n", ("rules-value", 1, 1)),
        ('base = "auction-1926"\n[tricks]\nclubs = { poinst = 6 }\n', ("rules-value", 3, 1)),
        ('base = "auction-1926"\n[tricks]\nclubs = []\n', ("rules-value", 3, 1)),
        ('base = "auction-1926"\n[tricks]\nclubs = 6.5\n', ("rules-value", 3, 1)),
        ('base = "auction-1926"\n[tricks]\nclubs = { points = 6, step = "a" }\n',
         ("rules-value", 3, 1)),
        ('base = "auction-1926"\n[tricks]\nclubs = { points = 6, step = -1 }\n',
         ("rules-value", 3, 1)),
        ('base = "auction-1926"\n[switches]\nhonour = "off"\n', ("switch-unknown", 3, 1)),
        ('base = "auction-1926"\n[switches]\nhonours = "maybe"\n', ("switch-value", 3, 1)),
    ],
)  # fmt: skip
def test_one_fault(tmp_path: Path, text: str, expected: tuple[str, int, int]) -> None:
    assert problems(written(tmp_path, text)) == [expected]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert problems(tmp_path / "nowhere.toml") == [("rules-unreadable", 0, 0)]
    path = tmp_path / "latin.toml"
    path.write_bytes(b'base = "auction-1926"\ntitle = "caf\xe9"\n')
    assert problems(path) == [("rules-unreadable", 2, 13)]
    with pytest.raises(RulesError, match=r"^not UTF-8 text \(byte E9\)$"):
        load(path)


def test_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b'\xef\xbb\xbfbase = "auction-1926"\n')
    assert load(path).points("tricks.clubs") == 6


EXAMPLES = """base = "auction-1926"
[[example]]
id = "good"
contract = "1S"
tricks = 7
below = 9
[[example]]
id = "no contract"
tricks = 7
[[example]]
id = "slips"
contrakt = "1S"
contract = "1S"
tricks = "seven"
"""


def test_faults_of_examples_have_their_places_and_words(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, EXAMPLES))
    assert [(p.span.line, p.message) for p in caught.value.problems] == [
        (7, "example 'no contract': contract is missing"),
        (12, "example 'slips': no 'contrakt' in an example; did you mean contract?"),
        (14, "example 'slips': tricks: a whole number expected"),
    ]


def test_words_for_slips_of_toml_and_of_switches(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"Invalid value; a text stands in double quotes$"):
        load(written(tmp_path, "base = auction-1926\n"))
    with pytest.raises(RulesError, match=r"^honours=maybe: on or off expected$"):
        load("auction-1926", {"honours": "maybe"})
    with pytest.raises(RulesError, match=r"^game_target=x: N \(N: any number\) expected$"):
        load("auction-1926", {"game_target": "x"})


def test_sets_for_four_players() -> None:
    assert set(names()) - set(names_for(4)) == {"three-hand-auction", "three-hand-bridge"}
    assert [load(name).players for name in names_for(3)] == [3, 3]


def test_switches_of_a_file_that_is_not_whole(tmp_path: Path) -> None:
    """They cannot be applied, but their own faults are told with the others."""
    text = '[tricks]\nclubs = "six"\n[switches]\nhonours = "off"\nsession = "soon"\n'
    assert problems(written(tmp_path, text)) == [("rules-value", 2, 1), ("switch-value", 5, 1)]


# --- switches ----------------------------------------------------------------------------------

OF_THE_LIST = (
    "honours honour_scale game_target cap_penalties_undoubled cap_contract_bonus session "
    "slam_must_be_bid slam_needs_success slam_strains overtrick_premium_doubled bid_rank "
    "passed_out one_spade_cap chicane rubber_bonus unfinished_game_bonus unfinished_part_bonus "
    "part_bonus_both_sides insult nv_doubled_from_4th chicago_vul chicago_part4 nullos tie_break "
    "minibridge_slam"
)


def test_all_switches_of_the_list_exist() -> None:
    assert set(OF_THE_LIST.split()) <= set(SWITCHES)


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_of_every_switch_loads_under_every_set(name: str) -> None:
    """A switch either changes a set or says that it has no effect there; never an error."""
    values = [
        v.replace("deals:N", "deals:6").replace("N/N", "700/500").replace("N", "40") if v != "NT"
        else v
        for v in SWITCHES[name].values
    ]  # fmt: skip
    touched = 0
    for set_name in names():
        for value in values:
            law = load(set_name, {name: value})
            applied = law.switches.get(name) == value
            assert applied != any(f"{name} has no effect" in notice for notice in law.notices)
            touched += applied
    assert touched


def test_wrong_switches_are_all_reported() -> None:
    with pytest.raises(RulesError) as caught:
        load("auction-1926", {"honors": "off", "game_target": "many", "tricks.club": "3"})
    assert [p.code for p in caught.value.problems] == [
        "switch-unknown",
        "switch-value",
        "switch-unknown",
    ]
    text = str(caught.value)
    assert "did you mean honours" in text
    assert "did you mean tricks.clubs" in text


def test_switch_that_means_nothing_is_said() -> None:
    law = load("auction-1926", {"chicago_vul": "opponents"})
    assert law.notices == ("chicago_vul has no effect under auction-1926: it is for Chicago",)
    assert law.switches == {}


def test_switch_marks_what_it_changed() -> None:
    rule = load("contract-rubber", {"game_target": "120"}).rule("game.target")
    assert (rule.value, rule.mark) == (120, "H")
    assert "game_target=120" in rule.law


def test_three_or_four_players() -> None:
    with pytest.raises(RulesError, match=r"^table.players: 5: 3 or 4 expected$"):
        load("auction-1926", {"table.players": "5"})
    assert load("auction-1926", {"table.players": "3"}).players == 3


def test_unknown_numbers_are_named() -> None:
    keys = [rule.key for rule in load("plafond").unknown]
    assert "premiums.contract" in keys
    assert load("auction-1926").unknown == ()


def test_marks_of_unverified_sets() -> None:
    assert load("contract-1927").status == "unverified"
    assert "unverified" in load("contract-1927").notices[0]
    numbers = [r for r in load("contract-1927").rules.values() if r.key.startswith("tricks.")]
    assert {r.mark for r in numbers if r.value != "none"} >= {"U"}


def test_did_you_mean_is_the_only_use_of_names() -> None:
    """No code asks which set it has: names stand only in data, aliases and switch sources."""
    folder = Path(rules.__file__).parent
    modules = ("scoring", "played", "honours", "tally", "parameters", "auction", "explanation")
    for module in (f"{name}.py" for name in modules):
        lines = (folder / module).read_text("utf-8").splitlines()
        code = [line for line in lines if ">>>" not in line and "name: str =" not in line]
        for name in names():
            if name in ("chicago", "duplicate", "minibridge", "plafond"):
                continue
            assert not any(f'"{name}"' in line for line in code), (module, name)
