"""`sudoku create` with its options: the output, when it is written, and Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from nonet.engines import engine
from nonet.faces.cli import create_pack
from nonet.faces.cli.recipe_options import read_pattern
from nonet.formats import parse, parse_line
from nonet.formats.json_format import from_text
from nonet.generate import create
from nonet.generate.recipe import Recipe
from nonet.generate.search import ALONE, SearchTally
from nonet.layout import CLASSIC, Layout
from nonet.parallel.interrupts import OutOfTime
from nonet.play.packs import our_pack, read_pack
from nonet.puzzle import Puzzle
from nonet.rating import rate

from .conftest import Start, Sudoku

PATTERN = """\
? ? . | . X . | . ? ?
? ? . | . X . | . ? ?
. . . | X . X | . . .
------+-------+------
? . X | ? ? ? | X . ?
? X ? | ? ? ? | ? X ?
? . X | ? ? ? | X . ?
------+-------+------
. . . | X . X | . . .
? ? . | . X . | . ? ?
? ? . | . X . | . ? ?
"""


def test_without_a_recipe(sudoku: Sudoku) -> None:
    assert sudoku("create", "--seed", "20", "--layout", "9x9").out == sudoku("create", "--seed", "20").out
    for form in ("line", "csv"):
        answer = sudoku("create", "--seed", "20", "--format", form)
        if form != "csv":
            assert parse(answer.out) == create(20)
        else:
            assert [len(row) for row in csv.reader(io.StringIO(answer.out))] == [9] * 9


def lines_of_the_page() -> list[str]:
    """The indented lines of docs/create.md that start with the command; output follows lines that start with `$`."""
    text = (Path(__file__).resolve().parents[3] / "docs" / "create.md").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.startswith("    sudoku create")]


@pytest.mark.parametrize("line", lines_of_the_page())
def test_every_line_of_the_page_works(sudoku: Sudoku, line: str) -> None:
    answer = sudoku(*shlex.split(line)[1:], "--seed", "50")
    assert (answer.err, answer.status) == ("", 0)
    assert answer.out


def test_the_refusals_on_the_page(sudoku: Sudoku) -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "create.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ sudoku (.*)\n    (sudoku: .*)$", text, re.MULTILINE)
    assert len(shown) >= 3
    for line, refusal in shown:
        answer = sudoku(*shlex.split(line))
        assert (answer.out, answer.err, answer.status) == ("", refusal + "\n", 2)


def test_the_page_lists_every_technique() -> None:
    from nonet.generate.banks import technique_bases
    from nonet.generate.levels import usual

    text = (Path(__file__).resolve().parents[3] / "docs" / "create.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z0-9-]+) \| [a-z]+ \| \d+ \|.*\| ([^|]+) \|$", text, re.MULTILINE))
    assert set(rows) == {each.key for each in usual(CLASSIC)} - {"full-house"}
    assert {key for key, origin in rows.items() if "bank" in origin} == set(technique_bases())


def test_several_plain_puzzles(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--seed", "20", "--count", "3", "--format", "line")
    assert [parse_line(line) for line in answer.out.splitlines()] == [create(20, stream=k) for k in range(3)]
    assert answer.err == ""


def test_a_table(sudoku: Sudoku) -> None:
    asked = ("--level", "medium", "--count", "3", "--with-solution", "--with-rating", "--seed", "2")
    answer = sudoku("create", *asked, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert len(rows) == 3
    for row in rows:
        puzzle = parse_line(row["puzzle"])
        rating = rate(puzzle)
        assert engine("propagation").solution(puzzle) == parse_line(row["solution"]).givens
        assert (row["level"], float(row["score"]), row["technique"]) == (
            rating.level,
            rating.score,
            rating.technique,
        )
        assert row["technique"] in row["techniques"].split()
        assert row["scheme"] == "hodoku 2.2"


def test_a_table_names_the_layout_if_it_is_ambiguous(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--layout", "x", "--clues", "30", "--seed", "1", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(answer.out))
    assert row["layout"] == "9x9+x"
    assert engine("search").is_unique(parse_line(row["puzzle"], Layout.named(row["layout"])))
    assert sudoku("create", "--layout", "4x4", "--seed", "1", "--format", "csv").out.startswith(
        "puzzle,origin\n"
    )


def test_records(sudoku: Sudoku) -> None:
    asked = (
        "--layout",
        "6x6",
        "--symmetry",
        "rotational",
        "--count",
        "2",
        "--with-solution",
        "--with-rating",
    )
    answer = sudoku("create", *asked, "--seed", "5", "--json")
    records = [json.loads(line) for line in answer.out.splitlines()]
    assert [record["layout"] for record in records] == ["6x6", "6x6"]
    for record in records:
        puzzle = parse_line(record["puzzle"])
        assert record["clues"] == puzzle.clue_count
        assert engine("propagation").solution(puzzle) == parse_line(record["solution"]).givens
        assert record["level"] == rate(puzzle).level
        assert record["seed"] == 5
    bare = sudoku("create", "--layout", "6x6", "--seed", "5", "--json").out
    assert set(json.loads(bare)) == {"puzzle", "layout", "clues", "seed", "number", "origin"}


def test_lines_have_comments_and_can_be_read_again(sudoku: Sudoku) -> None:
    asked = ("--layout", "x", "--clues", "34", "--with-solution", "--with-rating", "--seed", "1")
    answer = sudoku("create", *asked, "--format", "line")
    puzzle = parse(answer.out)
    assert puzzle.layout == Layout.named("x")
    assert puzzle.clue_count == 34
    solution = answer.out.partition("solution: ")[2][:81]
    assert parse_line(solution, puzzle.layout).givens == engine("propagation").solution(puzzle)
    assert str(rate(puzzle)) in answer.out
    assert sudoku("check", "-", stdin=answer.out).out == "one\n"


def test_grids_are_separated_by_empty_lines(sudoku: Sudoku) -> None:
    asked = ("--layout", "4x4", "--count", "2", "--with-solution", "--with-rating", "--seed", "1")
    answer = sudoku("create", *asked)
    blocks = answer.out.split("\n\n")
    assert len(blocks) == 4
    for puzzle, solution in zip(blocks[::2], blocks[1::2], strict=True):
        assert puzzle.startswith("# easy ")
        assert "# techniques: full-house" in puzzle
        assert solution.startswith("# solution\n")
        assert parse(solution).givens == engine("propagation").solution(parse(puzzle))


def test_large_boards_name_their_symbols(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--layout", "12x12", "--clues", "90", "--format", "line", "--seed", "1")
    assert parse(answer.out).clue_count == 90
    assert engine("search").is_unique(parse(answer.out))


def test_every_jigsaw_has_its_own_map(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--layout", "jigsaw:6x6", "--count", "2", "--format", "line", "--seed", "1")
    first, second = (parse(line) for line in answer.out.splitlines())
    assert first.layout.name.startswith("jigsaw:")
    assert first.layout != second.layout
    assert engine("search").is_unique(first)
    assert engine("search").is_unique(second)
    assert sudoku("create", "--layout", "jigsaw:6x6", "--format", "line", "--seed", "1").out in answer.out


def test_a_pattern(sudoku: Sudoku, tmp_path: Path) -> None:
    file = tmp_path / "heart.txt"
    file.write_text("# two hearts\n" + PATTERN)
    wanted, empty = read_pattern(str(file), CLASSIC)
    assert {0, 1} & (wanted | empty) == set()
    assert {4, 13, 21, 23} <= wanted
    assert {2, 3, 80 - 2} <= empty
    answer = sudoku("create", "--pattern", str(file), "--seed", "3", "--format", "line")
    puzzle = parse(answer.out)
    assert all(puzzle.givens[cell] for cell in wanted)
    assert not any(puzzle.givens[cell] for cell in empty)
    assert engine("propagation").is_unique(puzzle)


def test_pattern_rows_of_dashes_are_cells(tmp_path: Path) -> None:
    file = tmp_path / "pattern.txt"
    file.write_text("----\nXXXX\n-+-\n? ? ? ?\n1_0.\n")
    wanted, empty = read_pattern(str(file), Layout.named("4x4"))
    assert sorted(wanted) == [4, 5, 6, 7, 12]
    assert sorted(empty) == [0, 1, 2, 3, 13, 14, 15]


def test_a_pattern_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "pattern.txt"
    file.write_bytes(b"\xef\xbb\xbfX.??\r\n????\r\n????\r\n???X\r\n")
    wanted, empty = read_pattern(str(file), Layout.named("4x4"))
    assert (sorted(wanted), sorted(empty)) == ([0, 15], [1])


def test_errors_in_a_pattern_count_rows_of_cells(sudoku: Sudoku) -> None:
    for last, words in (
        ("??q?", "row 3, column 3: the pattern: write X"),
        ("?", "row 3: the pattern: 1 cell where"),
    ):
        answer = sudoku(
            "create", "--layout", "4x4", "--pattern", "-", stdin=f"# top\n????\n????\n--+--\n{last}\n"
        )
        assert (answer.out, answer.status) == ("", 2)
        assert words in answer.err


@pytest.mark.parametrize("option", ["--level", "--technique", "--allow", "--forbid", "--pattern", "--layout"])
def test_empty_option_values_are_refused(sudoku: Sudoku, option: str) -> None:
    answer = sudoku("create", option, "")
    assert (answer.out, answer.status) == ("", 2)
    assert answer.err


def test_the_seed_is_repeatable(sudoku: Sudoku) -> None:
    asked = ("create", "--level", "easy", "--symmetry", "vertical", "--format", "line")
    answer = sudoku(*asked, "-v")
    seed = answer.err.split()[1].rstrip(":")
    assert answer.err == f"seed {seed}: sudoku create --seed {seed} and the same options\npuzzle 1: dug\n"
    again = sudoku(*asked, "--seed", seed, "--threads", "1")
    assert (again.out, again.err) == (answer.out, "")


def test_spelling_variants_of_names(sudoku: Sudoku) -> None:
    line = sudoku(
        "create", "--technique", "Naked Pair", "--level", "MEDIUM", "--format", "line", "--seed", "1"
    ).out
    assert (
        line
        == sudoku(
            "create", "--technique", "naked-pair", "--level", "medium", "--format", "line", "--seed", "1"
        ).out
    )


def test_uniqueness_stands_for_several_techniques(sudoku: Sudoku) -> None:
    from nonet.faces.cli.recipe_options import build_recipe

    recipe = build_recipe(
        level="hard",
        required=frozenset(),
        allowed=frozenset(),
        forbidden=frozenset({"uniqueness", "x-wing"}),
        rating=None,
        clues=None,
        minimal=False,
        symmetry="none",
        pattern=None,
        layout=CLASSIC,
        uniform=False,
        count=1,
    )
    assert isinstance(recipe, Recipe)
    assert {"x-wing", "bug-plus-1", "hidden-rectangle", "uniqueness-test-1"} <= recipe.forbidden
    assert "uniqueness" not in recipe.forbidden


def test_progress_is_shown_on_a_terminal(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.faces.cli.tally import LiveLine

    monkeypatch.setattr(LiveLine, "is_due", lambda self: True)
    asked = ("--layout", "4x4", "--count", "2", "--format", "line", "--seed", "1")
    shown = sudoku("create", *asked, terminal=True)
    assert "1 of 2 created; 1 tried, " in shown.err
    assert shown.err.endswith("\r")
    assert shown.out == sudoku("create", *asked).out


def test_stopped_before_the_end(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.faces.cli.create_output import CreateProgress

    note = CreateProgress.__call__

    def stop(self: CreateProgress, tally: SearchTally) -> None:
        note(self, tally)
        if tally.tried == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(CreateProgress, "__call__", stop)
    answer = sudoku("create", "--layout", "4x4", "--count", "9", "--format", "line", "--seed", "1")
    assert (len(answer.out.splitlines()), answer.status) == (3, 130)
    assert answer.err == "stopped: 3 of 9 created, 4 candidates tried\n"


def test_the_report_is_about_all_jigsaws(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    maps = iter([Layout.named("4x4"), Layout.named("5x5")])

    def draw(size: int, rng: object) -> Layout:
        found = next(maps, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr("nonet.faces.cli.create.random_jigsaw", draw)
    answer = sudoku("create", "--layout", "jigsaw", "--count", "9", "--format", "line", "--seed", "1")
    assert (len(answer.out.splitlines()), answer.status) == (2, 130)
    assert answer.err == "stopped: 2 of 9 created, 2 candidates tried\n"


def test_timeout_with_jigsaws(sudoku: Sudoku) -> None:
    asked = (
        "--layout",
        "jigsaw:5x5",
        "--level",
        "extreme",
        "--count",
        "9",
        "--timeout",
        "0.2s",
        "--seed",
        "1",
    )
    answer = sudoku("create", *asked)
    assert answer.err.startswith("out of time: 0 of 9 created, ")
    assert answer.err.endswith("try a larger --timeout, or ask for less\n")
    assert answer.status == 1


def test_a_single_candidate_may_not_take_longer_than_the_timeout(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--layout", "25x25", "--timeout", "0.1", "--seed", "1")
    assert (answer.out, answer.status) == ("", 1)
    assert answer.err == (
        "out of time: 0 of 1 created, 0 candidates tried\ntry a larger --timeout, or ask for less\n"
    )


def test_no_more_jigsaws_after_the_timeout(sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if each one is made at the first attempt."""
    from nonet.faces.cli import create as face

    clock = iter(range(100))
    monkeypatch.setattr(face, "monotonic", lambda: next(clock))
    answer = sudoku("create", "--layout", "jigsaw:4x4", "--count", "99", "--timeout", "3", "--format", "line")
    assert (len(answer.out.splitlines()), answer.status) == (2, 1)
    assert answer.err.startswith("out of time: 2 of 99 created, 2 candidates tried\n")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_puzzles_are_written_completely() -> None:
    from nonet.parallel.interrupts import deferred_interrupt

    steps: list[str] = []

    def write(interrupts: int) -> None:
        with deferred_interrupt(once=True):
            for _ in range(interrupts):
                os.kill(os.getpid(), signal.SIGINT)
            steps.append("written")

    with pytest.raises(KeyboardInterrupt):
        write(1)
    assert steps == ["written"]
    with pytest.raises(KeyboardInterrupt):
        write(2)  # the second Ctrl-C does not wait
    assert steps == ["written"]
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupt(once=True):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_loses_no_finished_puzzle(start: Start, threads: str) -> None:
    process = start(
        "create",
        "--level",
        "easy",
        "--count",
        "1000000",
        "--format",
        "line",
        "--seed",
        "1",
        "--threads",
        threads,
    )
    assert process.stdout is not None
    early = [process.stdout.readline() for _ in range(3)]
    assert process.poll() is None  # they were written while it was still running
    until = monotonic() + (2 * ALONE if threads == "2" else 0)  # by then the worker processes are running
    while monotonic() < until:
        early.append(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    lines = b"".join([*early, process.stdout.read()]).splitlines()
    err = process.stderr.read()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    assert process.wait(timeout=60) == -signal.SIGINT
    assert err.startswith(f"stopped: {len(lines):,} of 1,000,000 created, ".encode())
    assert len(err.splitlines()) == 1  # no traceback, no warning
    assert all(engine("search").is_unique(parse_line(line.decode())) for line in lines[:5])
    assert all(len(line) == 81 for line in lines)


def test_a_closed_pipe_ends_it(start: Start) -> None:
    process = start("create", "--level", "easy", "--count", "1000000", "--format", "line", "--threads", "1")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()
    if process.stdin is not None:
        process.stdin.close()


def test_completion_knows_levels_and_techniques() -> None:
    from nonet.faces.cli import options, recipe_options

    context, parameter = None, None
    for names, word, expected in (
        (recipe_options._level_names, "e", ["easy", "extreme"]),
        (options.technique_names, "x-", ["x-wing", "x-chain"]),
        (lambda: options.BOARD_NAMES, "6", ["6x6", "6x6/3x2"]),
    ):
        assert options.complete(names)(context, parameter, word) == expected  # type: ignore[arg-type]


# -- where puzzles come from -----------------------------------------------------------------------------------


def test_a_bank_is_announced_and_every_puzzle_names_its_base(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--technique", "jellyfish", "--seed", "2", "--json", "-v")
    origin = json.loads(answer.out)["origin"]
    assert re.fullmatch(r"bank:jellyfish/[1-5]", origin)
    assert "note: these come from a bank of 5 puzzles" in answer.err
    assert answer.err.endswith(f"puzzle 1: {origin}\n")
    answer = sudoku("create", "--technique", "jellyfish", "--seed", "2", "--distinct", "puzzle")
    assert "note: the first come from a bank of 5 puzzles" in answer.err


def test_a_plain_puzzle_with_few_clues_says_that_it_comes_from_the_bank(sudoku: Sudoku) -> None:
    answer = sudoku("create", "--seed", "0", "-v")  # 63 blanks; see create-golden.txt
    assert re.search(r"\npuzzle 1: bank:low-clue/\d+\n$", answer.err)
    assert len(answer.out.splitlines()) == 9
    assert sudoku("create", "--seed", "1", "-v").err.endswith("puzzle 1: dug\n")


@pytest.mark.parametrize("form", ["rows", "joined", "line", "board"])
def test_text_formats_are_the_puzzle_alone(sudoku: Sudoku, form: str) -> None:
    answer = sudoku("create", "--clues", "30", "--count", "2", "--seed", "1", "--format", form)
    assert "dug" not in answer.out
    assert answer.err == ""


def test_distinct_puzzles_end_with_status_1_when_there_are_no_more(sudoku: Sudoku) -> None:
    asked = ("create", "--layout", "4x4", "--count", "3", "--seed", "1", "--format", "csv")
    answer = sudoku(*asked, "--distinct", "grid", "--effort", "60")
    assert answer.status == 1
    assert len(answer.out.splitlines()) == 3  # a header, and the two solution grids that there are
    assert "gave up after 60 candidates in a row: 2 of 3 created" in answer.err
    assert "repeated" in answer.err
    assert sudoku(*asked, "--distinct", "puzzle").status == 0


@pytest.mark.parametrize("more", [("--layout", "jigsaw"), ("--variant", "killer")])
def test_what_cannot_be_compared_is_refused(sudoku: Sudoku, more: tuple[str, ...]) -> None:
    answer = sudoku("create", "--distinct", "puzzle", *more)
    assert answer.status == 2
    assert "--distinct" in answer.err
    assert answer.err.count("\n") == 1


def test_a_pack_rises_and_is_the_same_for_a_seed(sudoku: Sudoku, tmp_path: Path) -> None:
    made = []
    for name in ("one.jsonl", "two.jsonl"):
        asked = ("--pack", str(tmp_path / name), "--count", "4", "--title", "Evenings", "--author", "Eve")
        answer = sudoku("create", *asked, "--variant", "killer", "--seed", "7")
        assert (answer.out, answer.err, answer.status) == ("", "", 0)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    pack = read_pack(str(tmp_path / "one.jsonl"))
    assert (pack.title, pack.author, pack.count) == ("Evenings", "Eve", 4)
    told = [pack.level(number) for number in range(1, 5)]
    assert told == ["easy", "medium", "hard", "unfair"]
    for number, level in enumerate(told, start=1):
        rating = rate(pack.game(number).puzzle)
        assert (rating.level, rating.score_text) == (level, pack.about(number).rating)


@pytest.mark.parametrize("stop", [OutOfTime, KeyboardInterrupt])
def test_a_pack_that_is_stopped_has_what_was_found(
    sudoku: Sudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: type[BaseException]
) -> None:
    def two(*_: object) -> Iterator[Puzzle]:
        for line in our_pack("killer").lines[:2]:
            yield from_text(line)
        raise stop

    monkeypatch.setattr(create_pack, "_variants", two)
    file = tmp_path / "part.jsonl"
    answer = sudoku("create", "--pack", str(file), "--variant", "killer", "--level", "easy", "--count", "9")
    assert answer.status == (1 if stop is OutOfTime else 130)
    assert read_pack(str(file)).count == 2


def test_a_pack_of_one_level_and_what_it_cannot_be(sudoku: Sudoku, tmp_path: Path) -> None:
    file = str(tmp_path / "easy.sdm")
    answer = sudoku("create", "--pack", file, "--level", "easy", "--seed", "1")
    assert (answer.err, answer.status) == ("sdm cannot hold title, author and the like: left out\n", 0)
    assert read_pack(file).count == 10
    for words, why in (
        (f"--pack {tmp_path}/k.sdm --variant killer", "sdm holds no rules of variants"),
        (f"--pack {tmp_path}/k.sdk", "sdk holds one puzzle only"),
        (f"--pack {tmp_path}/none/k.jsonl --level extreme --count 1000", "there is no such folder"),
        (f"--pack {tmp_path}/k.jsonl --with-rating", "--pack and --with-rating cannot be used together"),
        ("--title Evenings", "--title is for --pack"),
    ):
        answer = sudoku("create", *words.split())
        assert answer.status == 2
        assert why in answer.err


# -- without bias --------------------------------------------------------------------------------------------


def test_unbiased_puzzles_with_weights(sudoku: Sudoku) -> None:
    asked = ("create", "--unbiased", "--weighted", "--layout", "4x4", "--seed", "3", "--count", "5")
    answer = sudoku(*asked)
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert [list(row) for row in rows] == [["puzzle", "clues", "weight"]] * 5
    assert {(row["clues"], row["weight"]) for row in rows} <= {("4", "1820"), ("5", "4368"), ("6", "8008")}
    assert re.fullmatch(r"tries: \d+\n", answer.err)
    assert sudoku(*asked, "--threads", "2", "--format", "csv").out == answer.out


def test_unbiased_puzzles_without_weights(sudoku: Sudoku) -> None:
    answer = sudoku(
        *("create", "--unbiased", "--layout", "4x4", "--seed", "3", "--count", "3", "--json"),
        *("--with-solution", "--with-rating"),
    )
    made = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["origin"] for each in made] == ["unbiased"] * 3
    assert all(parse_line(each["solution"]).givens.is_solution() for each in made)


@pytest.mark.parametrize(
    "asked",
    [
        ("--level", "hard"),
        ("--technique", "x-wing"),
        ("--clues", "24"),
        ("--rating", "900.."),
        ("--symmetry", "rotational"),
        ("--pattern", "file"),
        ("--variant", "killer"),
        ("--distinct", "puzzle"),
    ],
)
def test_what_would_choose_among_unbiased_puzzles(sudoku: Sudoku, asked: tuple[str, str]) -> None:
    answer = sudoku("create", "--unbiased", *asked)
    assert answer.status == 2
    assert f"{asked[0]} cannot be used together with --unbiased: every minimal" in answer.err


@pytest.mark.parametrize("asked", [("--unbiased",), ("--unbiased", "--weighted"), ("--variant", "killer")])
def test_a_count_of_any_size_can_be_asked_for(sudoku: Sudoku, asked: tuple[str, ...]) -> None:
    count = 10**20
    answer = sudoku(
        *("create", *asked, "--layout", "4x4", "--count", str(count), "--timeout", "0.2", "--seed", "3")
    )
    assert answer.status == 1
    assert f"of {count:,} created" in answer.err


def test_weights_and_devices_are_for_unbiased_puzzles(sudoku: Sudoku) -> None:
    assert "--weighted is for puzzles with --unbiased" in sudoku("create", "--weighted").err
    assert "--device is for puzzles with --unbiased" in sudoku("create", "--device", "cuda").err
    assert "--weighted writes CSV" in sudoku("create", "--unbiased", "--weighted", "--format", "rows").err


def test_a_study_of_a_sample(sudoku: Sudoku, tmp_path: Path) -> None:
    asked = ("create", "--unbiased", "--weighted", "--layout", "4x4", "--seed", "3", "--count", "50")
    path = tmp_path / "sample.csv"
    path.write_text(sudoku(*asked).out)
    answer = sudoku("study", str(path))
    assert re.match(r"puzzles: 50, worth \d+ of equal weight\nclues: 4\.\d+ ± 0\.\d+\n  4 ", answer.out)
    found = json.loads(sudoku("study", str(path), "--scheme", "hodoku", "--json").out)
    assert found["shares"]["easy"]["value"] == 1
    assert sudoku("study", str(path), "--tries", "1000").status == 2
    path.write_text("puzzle;weight\n1..4..3..3..2..1;8\n")
    assert json.loads(sudoku("study", str(path), "--json").out)["clues"] == {"value": 6, "error": None}
    path.write_text("puzzle,weight\n1..4..3..3..2..1,0\n")
    assert f"{path}: row 2: the weight '0'" in sudoku("study", str(path)).err
    path.write_text("puzzle,weight\n")
    assert f"{path}: no puzzle in the table" in sudoku("study", str(path)).err
    odd = tmp_path / "two\nlines.csv"
    for lines in (None, "puzzle,weight\n1..4..3..3..2..1,0\n", f"1..4..3..3..2..1\n{'.' * 81}\n"):
        if lines is not None:
            odd.write_text(lines)
        answer = sudoku("study", str(odd))
        assert len(answer.err.splitlines()) == (not answer.out)
    assert "\nboards: 4x4 1, 9x9 1; what follows is of all together\n" in answer.out


@pytest.mark.parametrize("form", ["rows", "joined", "line", "board", "csv", "json"])
def test_what_is_written_with_solutions_can_be_read(sudoku: Sudoku, form: str) -> None:
    """Of the formats that draw a grid on several lines, the solutions are puzzles of their own."""
    for board in ("9x9", "6x6"):
        asked = ("--layout", board, "--count", "3", "--format", form, "--with-solution", "--with-rating")
        text = sudoku("create", *asked, "--seed", "1").out
        count = 3 if form in ("line", "csv", "json") else 6
        assert (sudoku("check", "-", stdin=text.encode()).out, board) == ("one\n" * count, board)


def test_a_table_of_boards_with_letters_can_be_read(sudoku: Sudoku) -> None:
    text = sudoku("create", "--layout", "12x12", "--format", "csv", "--with-solution", "--seed", "1").out
    assert sudoku("check", "-", stdin=text.encode()).out == "one\n"
