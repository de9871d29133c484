"""Building a data set: what its rows promise, splits without leaks, the same bytes again, resuming, loading."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pyarrow.parquet
import pytest

from many_cases import for_cases
from nonet.bulk.errors import InputError, OtherRun, Unreadable
from nonet.bulk.executors import ThreadShards
from nonet.bulk.tasks import TaskContext
from nonet.canonical import canonical
from nonet.data import augment, load
from nonet.data.audit import audit
from nonet.data.build import DataTask, Shortfall, _Piece, _run_spec, build
from nonet.data.card import data_card
from nonet.data.rows import BLOCK, make_rows, split_of
from nonet.data.spec import DataSpec, parse_spec
from nonet.data.splits import BuiltSet
from nonet.engines import engine, engine_for
from nonet.engines.effort import effort
from nonet.errors import MissingExtra, RecipeError
from nonet.explain import from_record
from nonet.formats import parse, parse_line
from nonet.generate.recipe import Recipe
from nonet.generate.search import make
from nonet.layout import CLASSIC, Layout
from nonet.logic.position import Position
from nonet.native import kernel
from nonet.rating import rate
from nonet.rng import Rng

SPEC = """
name = "a trial"
seed = 5
traces = true

[split]
train = 0.5
test = 0.5

[[part]]
name = "easy"
count = 30
level = "easy"
several = 0.2
none = 0.1

[[part]]
name = "guessed"
count = 6
guesses = [1, 20]
{se}

[[part]]
name = "small"
count = 12
layout = "6x6"

[[part]]
name = "medium"
count = 8
level = "medium"
""".format(se="se = [1.0, 7.0]" if kernel else "")


def built(folder: Path, text: str = SPEC, **options: Any) -> BuiltSet:
    executor = ThreadShards(1)
    try:
        return build(parse_spec(text), str(folder), executor, **options)
    finally:
        executor.close()


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for name in ("train", "test")
        for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("sets") / "trial"
    built(place)
    return place


# -- what the rows promise ------------------------------------------------------------------------------------


def test_the_numbers_are_met(folder: Path) -> None:
    counts = Counter((row["part"], row["status"]) for row in rows_of(folder))
    assert counts == {
        ("easy", "one"): 21,
        ("easy", "several"): 6,
        ("easy", "none"): 3,
        ("guessed", "one"): 6,
        ("small", "one"): 12,
        ("medium", "one"): 8,
    }


def test_every_column_is_right(folder: Path) -> None:
    for row in rows_of(folder):
        layout = Layout.named(row["layout"])
        puzzle = parse_line(row["puzzle"], layout)
        count = engine("search").count_solutions(puzzle, limit=2)
        assert ("none", "one", "several")[count] == row["status"]
        assert puzzle.clue_count == row["clues"]
        found = effort(puzzle)
        assert (found.guesses, found.rounds) == (row["guesses"], row["rounds"])
        assert row["origin"] == "dug"
        if row["status"] == "none":
            assert "solution" not in row
            continue
        solution = parse_line(row["solution"], layout).givens
        assert solution.is_solution()
        assert solution.extends(puzzle.givens)
        if row["status"] == "one":
            rating = rate(puzzle)
            assert (rating.level, rating.score, rating.technique) == (
                row["level"],
                row["rating"],
                row["technique"],
            )
            assert row["technique"] in row["techniques"].split()
        if row["part"] in ("easy", "medium"):
            assert row.get("level", row["part"]) == row["part"]
        if row["part"] == "guessed":
            assert 1 <= row["guesses"] <= 20
            assert kernel is None or row["er"] == rate(puzzle, scheme="se").score <= 7.0


def test_no_symmetry_crosses_the_splits(folder: Path) -> None:
    classes: dict[str, set[bytes]] = {"train": set(), "test": set()}
    puzzles = []
    for row in rows_of(folder):
        layout = Layout.named(row["layout"])
        puzzles.append(canonical(parse_line(row["puzzle"], layout).givens).form.values)
        if "solution" in row:
            form = canonical(parse_line(row["solution"], layout).givens).form.values
            classes[row["split"]].add(form)
    assert len(set(puzzles)) == len(puzzles)
    assert classes["train"]
    assert classes["test"]
    assert not classes["train"] & classes["test"]


def test_traces_lead_from_the_puzzle_to_the_solution(folder: Path) -> None:
    traced = [row for row in rows_of(folder) if "trace" in row]
    assert {row["part"] for row in traced} == {"easy", "guessed", "small", "medium"}
    for row in traced[::5]:
        layout = Layout.named(row["layout"])
        position = Position.of(parse_line(row["puzzle"], layout))
        for step in row["trace"]:
            assert step["state"]["candidates"] == list(position.masks)
            position.apply(from_record(step, layout))
        assert "".join(map(str, position.values)) == row["solution"]


def test_the_audit_finds_nothing_but_declared_negative_examples(folder: Path) -> None:
    found = audit([str(folder / "train.parquet"), str(folder / "test.parquet")])
    assert sum(each.several_solutions for each in found.files) == 6
    assert sum(each.without_solution for each in found.files) == 3
    assert sum(each.declared for each in found.files) == 9
    assert found.is_clean
    assert sum(each.repeats + each.wrong_answers + each.unreadable for each in found.files) == 0
    assert not any(each.repeats or each.grids for each in found.overlaps)


def test_names_are_words_in_the_card() -> None:
    text = (
        'name = "A\\u001b[2J <script>alert(1)</script> ![x](https://example.org/x.png)"\n'
        '# \u202e ``` <b>\n[[part]]\nname = "a|b\\n# c"\ncount = 1\n'
    )
    spec = parse_spec(text)
    card = data_card(spec, {"train": {}, "valid": {}, "test": {}}, {}, 0)
    before, block = card.split("````toml\n")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", card)
    assert before.startswith(r"# A\\u001b\[2J &lt;script&gt;alert(1)&lt;/script&gt; !\[x\](https")
    assert not re.search(r"<(script|b)>", before)
    assert r"| a\|b # c |" in before
    assert tomllib.loads(block.split("\n````\n")[0])["name"] == spec.name


def test_the_card_says_how_to_make_it_again(folder: Path) -> None:
    card = (folder / "README.md").read_text("utf-8")
    assert "56 Sudoku puzzles" in card
    assert SPEC.strip() in card
    record = json.loads((folder / "dataset.json").read_text("utf-8"))
    for name, told in record["files"].items():
        assert told["sha256"] in card
        assert (folder / name).stat().st_size == told["bytes"]
    columns = pyarrow.parquet.read_table(folder / "train.parquet").column_names
    assert all(f"| `{name}` |" in card for name in columns)


def test_splits_follow_the_shares() -> None:
    spec = parse_spec("[split]\na = 0.25\nb = 0.75\n[[part]]\ncount = 1")
    names = Counter(split_of(spec, (k << 56).to_bytes(8, "big") + bytes(8)) for k in range(256))
    assert names == {"a": 64, "b": 192}
    assert split_of(spec, b"\xff" * 16) == "b"


# -- the same bytes -------------------------------------------------------------------------------------------


def test_the_same_bytes_again(folder: Path, tmp_path: Path) -> None:
    built(tmp_path / "again")
    for name in ("train.jsonl", "test.jsonl", "train.parquet", "test.parquet", "README.md"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.slow
def test_rows_depend_on_their_number_alone() -> None:
    spec = parse_spec(SPEC)
    easy, _, _, guessed, _ = spec.groups
    whole = list(make_rows(spec, guessed, 0, 6))
    assert list(make_rows(spec, guessed, 4, 2)) == whole[4:]
    both = list(make_rows(spec, easy, 0, 21))
    assert [(row.part, row.number) for row in both] == [
        *(("easy", number) for number in range(21)),
        *(("medium", number) for number in range(8)),
    ]
    assert list(make_rows(spec, easy, 6, 4)) == [row for row in both if 6 <= row.number < 10]
    plain = parse_spec("[[part]]\ncount = 200\nclues = 30")
    across = list(make_rows(plain, plain.groups[0], BLOCK - 1, 2))
    assert [row.number for row in across] == [BLOCK - 1, BLOCK]


def test_lots_of_a_group_have_the_puzzles_of_create() -> None:
    """The seed of block b is the first number of stream 2³² · group + b."""
    spec = parse_spec(
        "seed = 9\n" + part("any", 5) + part("easy", 5, "easy") + part("hard", BLOCK + 2, "hard")
    )
    group = spec.groups[1]
    rows = list(make_rows(spec, group, 0, BLOCK + 2))
    for subset in group.subsets:
        expected = []
        for block in range(2):
            seed = Rng(9, stream=(1 << 32) + block).next()
            recipe = Recipe(level=subset.part.recipe.level)
            expected += [made.puzzle.givens.symbols for made in make(recipe, seed, count=5)]
        mine = [row.puzzle for row in rows if row.subset == subset.number]
        assert len(mine) == subset.count
        assert mine[:5] == expected[:5]
        assert mine[BLOCK:] == expected[5:7] * (subset.count > BLOCK)


def test_lots_share_candidates_if_only_the_level_differs() -> None:
    levels = part("a", 9, "easy") + part("b", 7, "medium") + part("c", 5, "extreme")
    others = part("d", 3, "easy") + part("e", 3) + part("f", 3, "hard", clues=30)
    more = (
        part("g", 3, "hard", guesses=0) + part("h", 2, "unfair", none=0.5) + part("i", 3, "hard", rating=900)
    )
    groups = parse_spec(levels + others + more).groups
    assert [[subset.part.name for subset in group.subsets] for group in groups] == [
        ["a", "b", "c", "h"],
        ["d"],
        ["e"],
        ["f"],
        ["g"],
        ["h"],
        ["i"],
    ]
    assert [group.number for group in groups] == [0, 3, 4, 5, 6, 8, 9]


def part(name: str, count: int, level: str | None = None, **keys: Any) -> str:
    told = {"count": count, **keys}
    lines = [f'name = "{name}"', *(f"{key} = {value}" for key, value in told.items())]
    return "\n".join(["[[part]]", *lines, *([f'level = "{level}"'] if level else [])]) + "\n"


ANYWHERE = """
seed = 3
[[part]]
name = "plain"
count = 3
clues = [28, 30]
several = 0.34
none = 0.33
[[part]]
name = "easy"
count = 2
level = "easy"
uniform = true
[[part]]
name = "small"
count = 2
layout = "6x6"
[[part]]
name = "small and easy"
count = 2
layout = "6x6"
level = "easy"
[[part]]
name = "small and medium"
count = 1
layout = "6x6"
level = "medium"
"""

IN_PURE_PYTHON = """
import sys
from nonet.data.card import data_card
from nonet.data.rows import make_rows
from nonet.data.spec import parse_spec
from nonet.native import kernel
assert kernel is None
spec = parse_spec(sys.stdin.read())
for group in spec.groups:
    for row in make_rows(spec, group, 0, 3):
        print(row)
"""


@pytest.mark.slow
@pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")
def test_pure_python_makes_the_same_rows() -> None:
    spec = parse_spec(ANYWHERE)
    rows = [str(row) for group in spec.groups for row in make_rows(spec, group, 0, 3)]
    result = subprocess.run(
        [sys.executable, "-c", IN_PURE_PYTHON],
        input=ANYWHERE,
        env={**os.environ, "NONET_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.splitlines() == rows
    assert len(rows) == 10


def test_a_stopped_build_is_resumed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    original = DataTask.make

    def failing(task: DataTask, writer: Any, rejects: Any, context: TaskContext) -> Any:
        if len(made) == 3:
            raise Unreadable("no more")
        made.append(task.number)
        return original(task, writer, rejects, context)

    monkeypatch.setattr(DataTask, "make", failing)
    with pytest.raises(Unreadable):
        built(tmp_path / "set")
    assert not (tmp_path / "set" / "train.jsonl").exists()
    made.clear()

    def counting(task: DataTask, writer: Any, rejects: Any, context: TaskContext) -> Any:
        made.append(task.number)
        return original(task, writer, rejects, context)

    monkeypatch.setattr(DataTask, "make", counting)
    built(tmp_path / "set")
    assert 0 < len(made) < 5  # of five shards, some were there
    assert (tmp_path / "set" / "train.jsonl").read_bytes() == (folder / "train.jsonl").read_bytes()


def test_a_finished_set_stays_and_another_is_refused(folder: Path, tmp_path: Path) -> None:
    assert built(folder).was_there
    with pytest.raises(OtherRun, match="another specification"):
        built(folder, SPEC.replace("seed = 5", "seed = 6"))
    tiny = "[[part]]\ncount = 3\nclues = 30"
    built(tmp_path / "set", tiny)
    assert not built(tmp_path / "set", tiny + "\nsymmetry = 'rotational'", restart=True).was_there


def test_files_of_others_are_not_replaced_unasked(tmp_path: Path) -> None:
    tiny = "[[part]]\ncount = 3\nclues = 30"
    for name in ("README.md", "train.parquet", "dataset.json", "spec.toml"):
        place = tmp_path / name.replace(".", "-")
        place.mkdir()
        (place / name).write_text("mine\n")
        with pytest.raises(OtherRun, match=r"exists already|cannot be parsed"):
            built(place, tiny)
        assert [path.read_text() for path in place.iterdir()] == ["mine\n"]
    (place / "_shards").mkdir()
    (place / "_shards" / "notes").write_text("mine\n")
    (place / "spec.toml").write_text(tiny)
    assert built(place, tiny).count == 3
    assert [path.read_text() for path in (place / "_shards").iterdir()] == ["mine\n"]


# -- repeats --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_small_boards_run_on_until_they_have_enough(tmp_path: Path) -> None:
    found = built(tmp_path / "set", '[[part]]\nname = "mini"\ncount = 15\nlayout = "4x4"\n')
    assert found.count == 15
    assert found.repeats > 0
    keys = [
        row["key"]
        for name in ("train", "valid", "test")
        for row in _lines(tmp_path / "set" / f"{name}.jsonl")
    ]
    assert len(set(keys)) == 15


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.slow
def test_a_board_with_too_few(tmp_path: Path) -> None:
    """There are 36 minimal puzzles of 4x4 up to symmetry."""
    text = '[[part]]\nname = "mini"\ncount = 37\nlayout = "4x4"'
    with pytest.raises(Shortfall, match="part mini: only 36 of 37 puzzles are distinct"):
        built(tmp_path / "set", text)


# -- disguises and loading ------------------------------------------------------------------------------------


def test_disguised_copies_are_in_the_first_split_alone(tmp_path: Path) -> None:
    text = 'disguises = 2\nformats = ["jsonl"]\n[split]\ntrain = 0.5\ntest = 0.5\n[[part]]\ncount = 12\nclues = 30\n'
    built(tmp_path / "set", text)
    train, test = (_lines(tmp_path / "set" / f"{name}.jsonl") for name in ("train", "test"))
    assert {row["disguise"] for row in test} == {0}
    assert Counter(row["disguise"] for row in train)[1] == Counter(row["disguise"] for row in train)[0]
    first = {row["number"]: row for row in train if not row["disguise"]}
    for row in train:
        if row["disguise"]:
            puzzle = parse_line(row["puzzle"])
            assert row["puzzle"] != first[row["number"]]["puzzle"]
            assert canonical(puzzle).form == canonical(parse_line(first[row["number"]]["puzzle"])).form
            assert parse_line(row["solution"]).givens.extends(puzzle.givens)
            assert "level" not in row
            assert "guesses" not in row
    assert len(load(tmp_path / "set", "test")) == len(test)  # from JSON lines


def test_load(folder: Path) -> None:
    split = load(folder, "train")
    arrays = split.numpy()
    assert arrays["puzzle"].shape == arrays["solution"].shape
    assert arrays["puzzle"].dtype == numpy.uint8
    solved = arrays["status"] != "none"
    agree = (arrays["puzzle"] == arrays["solution"]) | (arrays["puzzle"] == 0)
    assert agree[solved].all()
    assert (arrays["solution"][~solved] == 0).all()
    small = split.numpy("6x6")
    assert small["puzzle"].shape[1] == 36
    assert len(small["puzzle"]) + len(arrays["puzzle"]) == len(split) == split.arrow().num_rows
    traces = split.traces()
    assert sum(each is not None for each in traces) == sum(arrays["status"] == "one") + len(small["puzzle"])
    puzzles, solutions = augment(arrays["puzzle"], arrays["solution"], seed=1)
    assert ((puzzles == solutions) | (puzzles == 0))[solved].all()


def test_load_refuses_what_is_not_a_data_set(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a finished data set"):
        load(tmp_path)
    with pytest.raises(InputError, match="has no split 'valid'; it has train, test"):
        load(folder, "valid")


def test_without_torch_the_error_names_the_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        MissingExtra, match=r'tensors needs torch; install it with: pip install "nonet\[torch\]"'
    ):
        load(folder, "train").torch()


def test_without_datasets_the_error_names_the_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtra, match=r'install it with: pip install "nonet\[datasets\]"'):
        load(folder, "train").hugging_face()


@pytest.mark.slow
def test_hugging_face(folder: Path) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    split = load(folder, "train")
    rows = split.hugging_face()
    assert (rows.num_rows, rows.column_names) == (len(split), split.table.column_names)
    assert rows[0]["puzzle"] == split.table["puzzle"][0].as_py()
    assert rows.map(lambda row: {"cells": len(row["puzzle"])}, load_from_cache_file=False)[0]["cells"] > 0


@pytest.mark.slow
def test_torch(folder: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    data = load(folder, "train").torch()
    puzzle, solution = data[0]
    assert puzzle.dtype == torch.uint8
    assert puzzle.shape == solution.shape == (81,)
    batch, answers = next(iter(torch.utils.data.DataLoader(data, batch_size=4)))
    assert batch.shape == answers.shape == (4, 81)


# -- specifications -------------------------------------------------------------------------------------------


@for_cases(
    [
        ("", r"x.toml: there is no \[\[part\]\]"),
        ("a = ", "x.toml: Invalid value"),
        ("a = " + "[" * 5000, "x.toml: TOML nested too deeply"),
        ("a = " + "9" * 5000, "x.toml: .* a number with thousands of digits"),
        ("[[part]]\ncount = 1\nclues = inf", "clues: expected a whole number, not inf"),
        ("[[part]]\n", "x.toml: part 1: count: missing"),
        ("[[part]]\ncount = 0", "x.toml: part 1: count: expected a whole number from 1 on, not 0"),
        ("[[part]]\ncount = true", "count: expected a whole number, not True"),
        ('[[part]]\ncount = 1\nlevel = "harsh"', "x.toml: part 1: unknown level 'harsh'"),
        ("[[part]]\ncount = 1\nclues = 16", "x.toml: part 1: 16 clues: no puzzle of the 9x9 board has fewer"),
        ("[[part]]\ncount = 1\ncolour = 1", "x.toml: part 1: colour: there is no such field"),
        ("colour = 1\n[[part]]\ncount = 1", "x.toml: colour: there is no such field"),
        ("[[part]]\ncount = 1\nse = [3]", r"se: expected a number or a range, as in \[20, 25\], not \[3\]"),
        ("[[part]]\ncount = 1\nse = [3, 2]", "se: the first number must not be greater"),
        ('[[part]]\ncount = 1\nlayout = "6x6"\nse = 3', "se: Sudoku Explainer rates 9x9 only"),
        ('[[part]]\ncount = 1\nlayout = "5"', "x.toml: part 1: "),
        ("[[part]]\ncount = 1\nnone = 2", "none: expected a number from 0 to 1, not 2"),
        ("[[part]]\ncount = 1\nnone = 0.6\nseveral = 0.6", "several and none add up to more than 1"),
        ("[split]\na = 0.5\n[[part]]\ncount = 1", "the shares add up to 0.5, not to 1"),
        ("[[part]]\ncount = 1\nguesses = -1", "part 1: guesses: expected a number from 0 on, not -1"),
        ("split = 3\n[[part]]\ncount = 1", "split: expected a table of shares"),
        ('[split]\n"a/b" = 1\n[[part]]\ncount = 1', "cannot be the name of a file"),
        ('formats = ["xml"]\n[[part]]\ncount = 1', "formats: expected one of parquet, jsonl, not 'xml'"),
        ('distinct = "row"\n[[part]]\ncount = 1', "distinct: expected one of puzzle, grid, not 'row'"),
        ("wrong = true\n[[part]]\ncount = 1", "wrong: name the languages of the sentences, too"),
        ("traces = 1\n[[part]]\ncount = 1", "traces: expected true or false, not 1"),
        ("name = 1\n[[part]]\ncount = 1", "name: expected a text, not 1"),
        ('[[part]]\ncount = 1\ntechniques = "x-wing"', "techniques: expected a list, not 'x-wing'"),
        ('[[part]]\ncount = 1\nname = "a"\n[[part]]\ncount = 1\nname = "a"', "two parts have the name 'a'"),
        ('[[part]]\ncount = 1\nvariant = "thermo"\nse = 3', "se cannot be used together with variant"),
        ('[[part]]\ncount = 1\nvariant = "sandwich"\nlevel = "easy"', "no easy sandwich puzzles"),
        ("[[part]]\ncount = 1\ngivens = 3", "givens is for puzzles of a variant"),
        ("[split]\na = 'much'\n[[part]]\ncount = 1", "split.a: expected a number from 0 to 1, not 'much'"),
    ]
)
def test_a_bad_specification_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecipeError, match=reason):
        parse_spec(text, where="x.toml")


def test_a_full_specification() -> None:
    spec: DataSpec = parse_spec(
        '[[part]]\ncount = 2\ntechniques = ["x-wing"]\nforbid = ["xy-wing"]\nallow = ["naked-pair"]\n'
        'clues = [24, 30]\nrating = [200, 900]\nsymmetry = "rotational"\nuniform = true\n'
        '[[part]]\ncount = 1\nlayout = "16x16"\nclues = 150\n'
    )
    one, large = spec.parts
    assert isinstance(one.recipe, Recipe)
    assert (set(one.recipe.required), one.recipe.clues, one.recipe.uniform) == ({"x-wing"}, (24, 30), True)
    assert (one.name, one.is_rated, large.is_rated) == ("part-1", True, False)
    assert one.recipe.layout == CLASSIC


def test_ranges_are_written_as_in_books() -> None:
    (part,) = parse_spec('[[part]]\ncount = 1\nclues = "24..30"\nse = "7"\nallow = []').parts
    assert isinstance(part.recipe, Recipe)
    assert (part.recipe.clues, part.se, part.recipe.allowed) == ((24, 30), (7, 7), frozenset())


def test_puzzles_of_a_variant_have_their_level(tmp_path: Path) -> None:
    text = "traces = true\ndisguises = 1\nsplit = {train = 0.5, test = 0.5}\n" + "".join(
        f'[[part]]\nname = "{name}"\ncount = 2\nvariant = "{name}"\nlevel = "{level}"\n'
        for name, level in (("killer", "medium"), ("thermo", "easy"))
    )
    assert len(parse_spec(text).groups) == 2
    built(tmp_path / "set", text)
    rows = rows_of(tmp_path / "set")
    assert Counter(row["part"] for row in rows) == {"killer": 2, "thermo": 2}
    for row in rows:
        puzzle = parse(row["puzzle"])
        assert engine_for(puzzle).solution(puzzle).symbols == row["solution"]
        assert rate(puzzle).level == row["level"] == ("medium" if row["part"] == "killer" else "easy")
        assert row["technique"] in row["techniques"].split()
        assert "guesses" not in row
        assert len(row["trace"]) == rate(puzzle).steps
    assert len(load(tmp_path / "set").numpy()["puzzle"]) == 0
    found = audit([str(tmp_path / "set" / f"{name}.parquet") for name in ("train", "test")])
    assert found.is_clean
    assert sum(file.other_boards for file in found.files) == 4


def test_a_large_board(tmp_path: Path) -> None:
    built(tmp_path / "set", '[[part]]\ncount = 2\nlayout = "16x16"\nclues = 160\n')
    rows = [row for name in ("train", "valid", "test") for row in _lines(tmp_path / "set" / f"{name}.jsonl")]
    assert len({row["grid"] for row in rows}) == 2
    assert all(len(row["puzzle"]) == 256 and "level" not in row for row in rows)
    arrays = load(tmp_path / "set", rows[0]["split"]).numpy("16x16")
    assert arrays["solution"].max() == 16


def test_shards_are_listed_one_by_one() -> None:
    spec = parse_spec(f'[[part]]\nname = "far too many"\ncount = {10**20}\nlayout = "4x4"')
    listed: list[int] = []

    def split(self: Any, rows: int) -> Any:
        for number in range(1_000):
            listed.append(number)
            yield replace(self, first=number * BLOCK, count=BLOCK)
        raise AssertionError("a shard for each hundred thousand of them does not fit into memory")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Piece, "split", split)
        run = _run_spec(spec, [])
        tasks = run.tasks(None)  # type: ignore[arg-type] # it makes no files
        assert [next(tasks).weight for _ in range(3)] == [BLOCK] * 3
    assert run.weight == 10**20
    assert not run.is_small
    assert len(listed) < 10
