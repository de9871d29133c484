"""One name for one option, in every command; old names go on working."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from many_cases import for_cases
from nonet.faces.cli.app import sudoku as root
from nonet.faces.cli.old_names import OLD_NAMES
from nonet.faces.cli.tally import LiveLine

from .conftest import Sudoku

PUZZLE = "213443121243342."
SOLVED = "2134431212433421"


@pytest.fixture(autouse=True)
def _usual_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that --set-limit changes are of the test alone."""
    monkeypatch.setenv("NONET_ALLOW", "")
    monkeypatch.setattr("nonet.limits._usual", None)


def contexts(context: click.Context) -> Iterator[click.Context]:
    """A command and all below it, such as `sudoku bulk create`."""
    yield context
    command = context.command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from contexts(click.Context(below, parent=context, info_name=name))


COMMANDS = {each.command_path: each.command for each in contexts(click.Context(root, info_name="sudoku"))}


def options(path: str) -> dict[str, click.Option]:
    found = [each for each in COMMANDS[path].params if isinstance(each, click.Option)]
    return {name: option for option in found for name in (*option.opts, *option.secondary_opts)}


def test_an_option_takes_a_value_in_every_command_or_in_none() -> None:
    kinds: dict[str, dict[bool, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in COMMANDS:
        for name, option in options(path).items():
            kinds[name][option.is_flag].append(path)
    assert {name: dict(found) for name, found in kinds.items() if len(found) > 1} == {}


def test_a_short_name_stands_for_the_same_option_in_every_command() -> None:
    long: dict[str, set[str]] = defaultdict(set)
    for path in COMMANDS:
        for name, option in options(path).items():
            if not name.startswith("--"):
                long[name].add(max(option.opts, key=len))
    assert long == {"-n": {"--count"}, "-o": {"--output"}, "-q": {"--quiet"}, "-v": {"--verbose"}}


def test_json_has_one_name() -> None:
    for path in COMMANDS:
        form = options(path).get("--format")
        assert form is None or "json" not in getattr(form.type, "choices", ()), path


@for_cases([(path, old) for path, names in OLD_NAMES.items() for old in names])
def test_an_old_name_is_hidden(path: str, old: str) -> None:
    new = OLD_NAMES[path][old]
    assert not new or new in options(path)
    assert " " in old or old not in options(path)
    command = COMMANDS[path]
    assert not re.search(rf"{old}\b", command.get_help(click.Context(command, info_name=path)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rate --jobs 1", "rate --threads 1"),
        ("rate --jobs=1 --format csv", "rate --threads=1 --format csv"),
        ("rate --format json", "rate --json"),
        ("rate --format=json", "rate --json"),
        ("explain --pictures", "explain --boards"),
        ("--allow rules=9 check", "--set-limit rules=9 check"),
    ],
)
def test_an_old_name_works_and_says_the_new_one(sudoku: Sudoku, old: str, new: str) -> None:
    first, second = sudoku(*old.split(), PUZZLE), sudoku(*new.split(), PUZZLE)
    assert (first.out, first.status) == (second.out, 0)
    assert re.fullmatch(r"--\w+( json)? is now called --[\w-]+\n", first.err)
    assert second.err == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bulk create --number 2 --seed 1 -q -o out.csv", "bulk create --count 2 --seed 1 -q -o out.csv"),
        (f"draw {PUZZLE} --solution -o out.svg", f"draw {PUZZLE} --with-solution -o out.svg"),
        (
            "create --variant thermo --layout 4x4 --givens 2 --seed 1 -o out.svg",
            "create --variant thermo --layout 4x4 --clues 2 --seed 1 -o out.svg",
        ),
    ],
)
def test_a_file_made_with_an_old_name(
    sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str
) -> None:
    made = []
    for number, line in enumerate((old, new)):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert sudoku(*line.split()).status == 0
        made.append((folder / line.split()[-1]).read_bytes())
    assert made[0] == made[1]


def test_each_old_name_is_told_once(sudoku: Sudoku) -> None:
    answer = sudoku("--allow", "rules=9", "--allow", "sets=9", "rate", "--jobs", "1", "--jobs", "1", PUZZLE)
    assert answer.err == "--allow is now called --set-limit\n--jobs is now called --threads\n"


def test_what_looks_like_an_old_name_may_be_a_value_or_of_another_command(sudoku: Sudoku) -> None:
    asked = ("create", "--layout", "4x4", "--allow", "naked-pair", "--json")
    assert sudoku(*asked).err == ""
    answer = sudoku("rate", "--lines", "--jobs", PUZZLE)
    assert "is now called" not in answer.err
    assert "is now called" not in sudoku("rate", "--", "--jobs").err


# -- JSON -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("count 12..............", {"solutions": 24, "more": False}),
        ("count --limit 24 12..............", {"solutions": 24, "more": False}),
        ("count --limit 5 12..............", {"solutions": 5, "more": True}),
        ("check 12..............", {"solutions": "several"}),
        (f"check {PUZZLE}", {"solutions": "one"}),
        (f"check --true-candidates {PUZZLE}", {"solutions": "one", "candidates": [[int(d)] for d in SOLVED]}),
    ],
)
def test_answers_as_json(sudoku: Sudoku, asked: str, answer: dict[str, object]) -> None:
    found = sudoku(*asked.split(), "--json")
    assert found.err == ""
    assert json.loads(found.out) == {"puzzle": asked.split()[-1], **answer}


def test_an_estimate_shows_how_far_it_is(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveLine, "is_due", lambda self: True)
    answer = sudoku("count", "--estimate", "--walks", "3", "12" + "." * 14, terminal=True)
    assert "\r2 of 3 walks; Ctrl-C stops" in answer.err
    assert answer.err.endswith("\r")


def test_counts_and_estimates_as_json(sudoku: Sudoku) -> None:
    counted = json.loads(sudoku("check", "--json", "--true-candidates", "--counts", "9", "12" + "." * 14).out)
    assert counted["counts"][2] == [0, 0, 9, 9]
    estimated = json.loads(sudoku("count", "--json", "--estimate", "12" + "." * 14).out)
    assert estimated["low"] < 24 < estimated["high"]
    assert (estimated["walks"], estimated["exact"]) == (200, False)


def test_no_answer_in_time_as_json(sudoku: Sudoku) -> None:
    answer = sudoku("count", "--json", "--timeout", "0.01", "--limit", "0", "." * 81)
    assert (json.loads(answer.out)["solutions"], answer.status) == (None, 3)


def test_json_and_another_format(sudoku: Sudoku) -> None:
    answer = sudoku("rate", "--json", "--format", "csv", PUZZLE)
    assert answer.status == 2
    assert "--format and --json cannot be used together" in answer.err


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve --delay 1", "--delay needs --trace"),
        ("solve --trace-limit 1", "--trace-limit needs --trace"),
        ("solve --trace-format json", "--trace-format needs --trace"),
        ("solve --first --limit 1", "--first and --limit cannot be used together"),
        ("check --counts 2", "--counts needs --true-candidates"),
        ("minimal --list --seed 1", "--list and --seed cannot be used together"),
        ("minimal --list --format line", "--list and --format cannot be used together"),
    ],
)
def test_an_option_that_would_have_no_effect_is_refused(sudoku: Sudoku, command: str, message: str) -> None:
    answer = sudoku(*command.split(), PUZZLE)
    assert (answer.out, answer.status) == ("", 2)
    assert message in answer.err


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ("--unbiased --weighted --with-rating", "--weighted --with-rating"),
        ("--unbiased --weighted --with-solution", "--weighted --with-solution"),
        ("--unbiased --weighted -o x.svg", "--weighted -o"),
        ("--unbiased --effort 5", "--unbiased --effort"),
        ("--variant killer --effort 5", "--variant --effort"),
        ("--variant killer --distinct grid --pack x.json", "--variant --distinct"),
    ],
)
def test_what_create_would_ignore_is_refused(sudoku: Sudoku, options: str, refused: str) -> None:
    answer = sudoku("create", *options.split())
    assert (answer.out, answer.status) == ("", 2)
    assert "cannot be used together" in answer.err
    assert {*refused.split()} <= {*answer.err.split()}


def test_counting_to_a_limit_is_for_one_puzzle(sudoku: Sudoku) -> None:
    answer = sudoku("solve", "--limit", "2", stdin=f"{PUZZLE}\n{PUZZLE}\n")
    assert (answer.out, answer.status) == ("", 2)
    assert "--limit takes one puzzle, not 2; add --number" in answer.err


@pytest.mark.parametrize(
    ("asked", "heeded"),
    [
        ("solve --symbols 1-G", "--layout"),
        ("solve --first", "--layout"),
        ("solve --limit 2", "--layout"),
        ("solve -o x.svg", "--layout"),
        ("check --engine dlx", "--layout"),
        ("count --from csv", "--layout and --limit"),
        ("rate --number 2", "--layout, --format, --json, --scheme, --timeout and --threads"),
    ],
)
def test_lines_are_read_and_answered_as_asked_or_not_at_all(
    sudoku: Sudoku, tmp_path: Path, asked: str, heeded: str
) -> None:
    (tmp_path / "lines.txt").write_text("012" + "." * 253)  # with the symbols 1-G, the first cell is empty
    answer = sudoku(*asked.split(), "--lines", str(tmp_path / "lines.txt"))
    assert (answer.out, answer.status) == ("", 2)
    assert f"--lines can be combined with {heeded} only" in answer.err


def test_more_than_anybody_counts(sudoku: Sudoku) -> None:
    answer = sudoku("inside", "--most", "9" * 20, "1234341221434321")
    assert answer.status == 2
    assert "is not a whole number from 1 to" in answer.err
