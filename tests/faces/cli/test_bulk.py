"""`sudoku bulk`: arguments, messages, and exit status."""

from __future__ import annotations

import csv
import doctest
import gzip
import re
import shlex
import shutil
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow.parquet as pq
import pytest

from nonet.bulk import executors
from nonet.bulk.output import Receipt
from nonet.bulk.progress import RunProgress
from nonet.bulk.tasks import Task, make_shard
from nonet.faces.cli import bulk, bulk_run
from nonet.faces.cli.bulk_run import Reporter, text_of
from nonet.faces.cli.options import Command
from nonet.faces.cli.tally import duration
from nonet.formats.json_puzzle import to_json
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import Thermometer

from .conftest import Shell, Stream, Sudoku
from .test_docs import typed

JOBS = ("solve", "count", "check", "canonical", "rank", "rate", "convert", "create")
PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "55" + "." * 79


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Changes to a folder that contains a file of puzzles."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n{NONE}\nhello\n{'.' * 81}\n")
    (tmp_path / "good.txt").write_text(f"{PUZZLE}\n" * 3)
    return tmp_path


@pytest.fixture(autouse=True)
def no_progress_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches off progress lines, which appear after ten seconds, for tests on a busy machine."""
    monkeypatch.setattr(bulk_run, "LOG_SECONDS", 1e9)


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def test_solve_and_its_messages(here: Path, sudoku: Sudoku) -> None:
    answer = sudoku("bulk", "solve", "puzzles.txt", "-o", "solved.csv", "--threads", "1")
    assert (answer.err, answer.status) == ("", 1)
    first, *rest = answer.out.splitlines()
    assert first.startswith("4 rows in ")
    assert first.endswith(" a second")
    assert [" ".join(line.split()) for line in rest] == [
        "none 1",
        "one 1",
        "several 1",
        "rejected 1 solved.csv.rejected.csv",
        "written to solved.csv",
    ]
    rows = table(here / "solved.csv")
    assert [(row["puzzle"], row["status"]) for row in rows] == [
        (PUZZLE, "one"),
        (NONE, "none"),
        ("." * 81, "several"),
    ]
    assert rows[0]["solution"] == ANSWER
    [rejected] = table(here / "solved.csv.rejected.csv")
    assert (rejected["file"], rejected["row"]) == ("puzzles.txt", "3")
    assert rejected["reason"]


def test_repeated_and_changed_commands(here: Path, sudoku: Sudoku) -> None:
    assert sudoku("bulk", "check", "good.txt", "-o", "out.csv").status == 0
    again = sudoku("bulk", "check", "good.txt", "-o", "out.csv")
    assert again.status == 0
    assert again.out.startswith("3 rows; all were there from an earlier run\n")
    other = sudoku("bulk", "solve", "good.txt", "-o", "out.csv")
    assert (other.out, other.status) == ("", 2)
    assert "belongs to another run: the job is solve, it was check" in other.err
    assert "--restart" in other.err
    assert sudoku("bulk", "solve", "good.txt", "-o", "out.csv", "--restart").status == 0
    assert (here / "out.csv").read_text().count(ANSWER) == 3


def test_quiet_is_silent(here: Path, sudoku: Sudoku) -> None:
    answer = sudoku("bulk", "solve", "good.txt", "-o", "solved.txt", "-q")
    assert (answer.out, answer.err, answer.status) == ("", "", 0)
    assert (here / "solved.txt").read_text() == f"{ANSWER}\n" * 3
    answer = sudoku("bulk", "solve", "puzzles.txt", "-o", "other.txt", "-q")
    assert (answer.out, answer.err, answer.status) == ("", "", 1)


def test_standard_input(here: Path, sudoku: Sudoku) -> None:
    """Standard input is stored in pieces during the run; a later run recognizes the same input by its contents."""
    line = ("bulk", "solve", "-", "-o", "solved/", "--shard-rows", "1000")
    text = f"{ANSWER}\n" * 3_500
    answer = sudoku(*line, stdin=text)
    assert (answer.err, answer.status) == ("", 0)
    assert answer.out.startswith("3,500 rows in")
    parts = sorted((here / "solved").glob("part-*"))
    assert len(parts) > 2
    assert "".join(path.read_text() for path in parts) == text
    assert not (here / "solved/_run/spool").exists()

    finished = sudoku(*line, stdin=text)
    assert (finished.out, finished.status) == ("", 2)
    assert "which may have been different" in finished.err

    for name in ("summary.json", "00001.json"):  # as if it had been interrupted
        (here / "solved/_run" / name).unlink()
    for other in (text.replace("534", "354"), text[: 82 * 1_000]):
        refused = sudoku(*line, stdin=other)
        assert (refused.out, refused.status) == ("", 2)
        assert "started with another standard input" in refused.err
    again = sudoku(*line, stdin=text)
    assert again.status == 0
    assert f"({len(parts) - 1} of {len(parts)} shards) were there from an earlier run" in again.out
    assert "".join(path.read_text() for path in parts) == text
    assert sudoku(*line, "--restart", stdin=text).status == 0


def test_a_folder_is_an_input_too(here: Path, sudoku: Sudoku) -> None:
    """A folder of shards is the input of the next run; its metadata is ignored."""
    assert sudoku("bulk", "convert", "good.txt", "-o", "parts/", "--shard-rows", "1").status == 0
    answer = sudoku("bulk", "solve", "parts", "-o", "solved.txt")
    assert (answer.err, answer.status) == ("", 0)
    assert (here / "solved.txt").read_text() == f"{ANSWER}\n" * 3


@pytest.mark.parametrize("inputs", [".", "*.txt"])
@pytest.mark.parametrize("output", ["solved.txt", "solved/"])
def test_the_output_is_not_an_input_of_the_next_run(
    here: Path, sudoku: Sudoku, inputs: str, output: str
) -> None:
    """Repeating the command uses the same rows, even if the output is in the input folder."""
    command = ("bulk", "solve", inputs, "-o", output)
    first = sudoku(*command)
    assert (first.status, first.out.split(" in ")[0]) == (1, "7 rows")
    again = sudoku(*command)
    assert (again.status, again.err) == (1, "")
    assert again.out.startswith("7 rows; all were there")


def test_a_folder_is_not_written_into_itself(here: Path, sudoku: Sudoku) -> None:
    for inputs, output in ((".", "./"), ("*.txt", f"{here}/")):
        answer = sudoku("bulk", "solve", inputs, "-o", output)
        assert answer.status == 2
        assert answer.err.startswith(f"sudoku: {inputs}: all of it belongs to the output")
    assert sorted(path.name for path in here.iterdir()) == ["good.txt", "puzzles.txt"]


def test_a_single_row(here: Path, sudoku: Sudoku) -> None:
    (here / "one.txt").write_text(PUZZLE)
    assert sudoku("bulk", "solve", "one.txt", "-o", "out.csv").out.startswith("1 row in ")
    assert sudoku("bulk", "solve", "one.txt", "-o", "out.csv").out.startswith("1 row; it was there")


def test_create(here: Path, sudoku: Sudoku) -> None:
    made = sudoku("bulk", "create", "-n", "3", "--seed", "7", "-o", "made.csv", "--threads", "1")
    assert (made.err, made.status) == ("", 0)
    assert "created" in made.out
    rows = table(here / "made.csv")
    assert len({row["puzzle"] for row in rows}) == 3
    one = sudoku("create", "--seed", "7", "--format", "line").out.strip()
    assert one.replace(".", "0") == rows[0]["puzzle"].replace(".", "0")
    assert sudoku("bulk", "solve", "made.csv", "-o", "solved.txt").status == 0
    assert (here / "solved.txt").read_text().splitlines() == [row["solution"] for row in rows]


def test_create_with_a_recipe(here: Path, sudoku: Sudoku) -> None:
    """Every puzzle matches the recipe and depends only on the seed and its number, not on the shards."""
    recipe = ("--level", "easy", "--symmetry", "rotational", "--seed", "3", "-n", "12")
    made = sudoku("bulk", "create", *recipe, "-o", "made.csv", "--threads", "1")
    assert (made.err, made.status) == ("", 0)
    rows = table(here / "made.csv")
    assert len({row["puzzle"] for row in rows}) == 12
    assert {row["level"] for row in rows} == {"easy"}
    for row in rows:
        blank = [sign == "." for sign in row["puzzle"]]
        assert blank == blank[::-1]
    assert sudoku("bulk", "solve", "made.csv", "-o", "solved.txt").status == 0
    assert (here / "solved.txt").read_text().splitlines() == [row["solution"] for row in rows]
    assert (
        sudoku("bulk", "create", *recipe, "-o", "small.csv", "--threads", "1", "--shard-rows", "5").status
        == 0
    )
    assert table(here / "small.csv") == rows
    other = sudoku("bulk", "create", *recipe[2:], "-o", "made.csv")
    assert other.status == 2
    assert "level is not given, it was easy" in other.err
    wrong = sudoku("bulk", "create", "--clues", "16", "-n", "1", "-o", "few.csv")
    assert (wrong.out, wrong.status) == ("", 2)
    assert "no puzzle of the 9x9 board has fewer than 17" in wrong.err


def test_create_without_bias(here: Path, sudoku: Sudoku) -> None:
    """The rows are those of `sudoku create` with the seed of their block; `study` reads every form."""
    asked = (
        "bulk",
        "create",
        "--unbiased",
        "--layout",
        "4x4",
        "--seed",
        "3",
        "-n",
        "54",
        "--threads",
        "1",
        "-o",
    )
    assert sudoku(*asked, "made.csv").status == 0
    rows = table(here / "made.csv")
    assert list(rows[0]) == ["puzzle", "solution", "clues", "weight", "tries"]
    for block, part in enumerate((rows[:50], rows[50:])):
        seed = str(Rng(3, stream=block).next())
        same = ("create", "--unbiased", "--weighted", "--layout", "4x4", "--seed", seed, "-n", str(len(part)))
        one_by_one = sudoku(*same)
        expected = list(csv.DictReader(one_by_one.out.splitlines()))
        assert [row["puzzle"] for row in part] == [row["puzzle"] for row in expected]
        assert [float(row["weight"]) for row in part] == [float(row["weight"]) for row in expected]
        assert one_by_one.err == f"tries: {sum(int(row['tries']) for row in part):,}\n"
    assert sudoku(*asked, "small.csv", "--shard-rows", "30").status == 0
    assert table(here / "small.csv") == rows
    study = sudoku("study", "made.csv").out
    for name, options in (("made.parquet", ()), ("made.csv.zst", ()), ("made/", ("--format", "csv"))):
        assert sudoku("bulk", "convert", "made.csv", "-o", name, *options).status == 0
        assert sudoku("study", name).out == study
    other = sudoku(*asked[:2], *asked[3:], "made.csv")
    assert (other.status, "unbiased is not given, it was True" in other.err) == (2, True)
    with gzip.open(here / "ragged.csv.gz", "wt") as file:
        file.write(f"puzzle,weight\n{PUZZLE}\n")
    ragged = sudoku("study", "ragged.csv.gz")
    assert (ragged.status, "row 2" in ragged.err) == (2, True)


def test_create_names_its_seed(here: Path, sudoku: Sudoku) -> None:
    made = sudoku("bulk", "create", "-n", "1", "-o", "made.txt", "--threads", "1")
    assert made.status == 0
    seed = made.err.split()[1].rstrip(";")
    again = sudoku("bulk", "create", "-n", "1", "-o", "made.txt", "--threads", "1", "--seed", seed)
    assert (again.err, again.status) == ("", 0)
    assert "earlier run" in again.out


WRONG = [
    (["solve", "nowhere.txt", "-o", "out.txt"], "nowhere.txt"),
    (["solve", "good.txt", "-o", "out.xyz"], "out.xyz"),
    (["solve", "good.txt", "-o", "good.txt", "--restart"], "is an input of this run"),
    (["solve", "good.txt", "-o", "out.csv", "--format", "parquet"], "--format"),
    (["solve", "good.txt", "-o", "out.csv", "--workers", "2"], "--cluster local"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "tcp://h:1", "--workers", "2"], "--cluster local"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "nowhere"], "'nowhere' is not the address"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", ""], "'' is not the address"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "tcp://HOST"], "tcp://HOST:8786"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "http://h:1"], "is not the address"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "tcp://h:65536"], "is not the address"),
    (["solve", "good.txt", "-o", "out.csv", "--cluster", "tcp://h:0"], "is not the address"),
    (["solve", "good.txt", "-o", "out.csv", "--layout", "7by8"], "7by8"),
    (["count", "good.txt", "-o", "out.csv", "--limit", "0"], "whole number"),
    (["convert", "good.txt", "-o", "out.csv", "--blank", "ab"], "blank"),
    (["solve", "good.txt"], "-o"),
    (["solve", "-o", "out.csv"], "INPUT"),
    (["create", "-o", "out.csv"], "-n"),
    (["create", "--unbiased", "--level", "easy", "-n", "1", "-o", "out.csv"], "--level cannot be used"),
    (["create", "--unbiased", "--layout", "16x16", "-n", "1", "-o", "out.csv"], "16x16"),
    (["paint", "good.txt", "-o", "out.csv"], "paint"),
]


@pytest.mark.parametrize(("arguments", "word"), WRONG)
def test_wrong_usage(here: Path, sudoku: Sudoku, arguments: list[str], word: str) -> None:
    before = sorted(here.rglob("*"))
    answer = sudoku("bulk", *arguments)
    assert (answer.out, answer.status) == ("", 2)
    assert word in answer.err
    assert "Traceback" not in answer.err
    assert sorted(here.rglob("*")) == before


def test_output_that_cannot_be_written(here: Path, sudoku: Sudoku) -> None:
    (here / "closed").write_text("mine\n")
    answer = sudoku("bulk", "solve", "good.txt", "-o", "closed/")
    assert (answer.out, answer.status) == ("", 74)
    assert answer.err.startswith(f"sudoku: cannot write {here}/closed")
    assert "a file is in the place of a folder" in answer.err


def test_ctrl_c_and_resume(here: Path, sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after at least two shards are finished, then the same command again."""
    (here / "many.txt").write_text(f"{PUZZLE}\n" * 10)
    line = ("bulk", "solve", "many.txt", "-o", "out.txt", "--shard-rows", "1", "--threads", "1")

    stopped = Event()

    def stop(self: Reporter, progress: RunProgress) -> None:
        self._progress = progress
        if progress.shards >= 2:
            stopped.set()
            raise KeyboardInterrupt

    def make_some(task: Task, *rest: Any) -> Receipt:
        assert task.number < 5 or stopped.wait(60)
        return make_shard(task, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(Reporter, "__call__", stop)
        patch.setattr(executors, "make_shard", make_some)
        answer = sudoku(*line)
    assert (answer.out, answer.status) == ("", 130)
    assert re.fullmatch(
        r"stopped; \d+ shards are finished; the same command continues from there\n", answer.err
    )
    assert not (here / "out.txt").exists()
    again = sudoku(*line)
    assert (again.err, again.status) == ("", 0)
    assert "were there from an earlier run" in again.out
    assert (here / "out.txt").read_text() == f"{ANSWER}\n" * 10


@pytest.mark.skipif(kernel is None, reason="a search in Python goes on to its end")
def test_ctrl_c_in_the_middle_of_a_batch(here: Path, sudoku: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """One batch with more solutions than can be counted in a lifetime."""
    puzzle = Puzzle.of("9x9", "." * 81, rules=[Thermometer((0, 1, 2))])
    (here / "long.jsonl").write_text(to_json(puzzle) + "\n")

    def stop(self: Reporter, progress: RunProgress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Reporter, "__call__", stop)
    answer = sudoku("bulk", "count", "long.jsonl", "-o", "out.csv", "--limit", str(10**18))
    assert (answer.out, answer.status) == ("", 130)
    assert not (here / "out.csv").exists()


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("pyarrow", ["solve", "good.txt", "-o", "out.txt"], "data"),
        ("numpy", ["solve", "good.txt", "-o", "out.txt"], "data"),
        ("distributed", ["solve", "good.txt", "-o", "out.txt", "--cluster", "local"], "cluster"),
        ("fsspec", ["solve", "good.txt", "-o", "memory://out/"], "cluster"),
    ],
)
def test_missing_inputs_are_reported(
    here: Path,
    sudoku: Sudoku,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    arguments: list[str],
    extra: str,
) -> None:
    assert sudoku("bulk", "convert", "good.txt", "-o", "good.parquet").status == 0
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    answer = sudoku("bulk", *arguments)
    assert (answer.out, answer.status) == ("", 2)
    assert package in answer.err
    assert f'pip install "nonet[{extra}]"' in answer.err


@pytest.mark.parametrize("job", JOBS)
def test_every_job_has_help(here: Path, sudoku: Sudoku, job: str) -> None:
    answer = sudoku("bulk", job, "--help")
    assert (answer.err, answer.status) == ("", 0)
    command = bulk.command.commands[job]
    assert isinstance(command, Command)
    (here / "puzzles.txt").write_text(f"{PUZZLE}\n")
    for line, meaning in command.examples:
        assert f"  {line}\n      {meaning}\n" in answer.out
        done = sudoku(*shlex.split(line)[1:], *(["-n", "2"] if job == "create" else []))
        assert done.status == 0, (line, done.err)


@pytest.mark.skipif(shutil.which("sh") is None, reason="the examples are lines of a shell")
def test_the_examples_of_the_page(shell: Shell) -> None:
    """Runs the console blocks of docs/bulk.md in one folder, in order."""
    steps = list(typed("bulk.md"))
    assert len(steps) > 5
    for line, expected in steps:
        written, _ = shell(line)
        said = re.sub(r"^ *\d+%  .* a second.*\n", "", written, flags=re.MULTILINE)  # every ten seconds
        assert doctest.OutputChecker().check_output(expected, said, doctest.ELLIPSIS), (line, said)


# -- how far it is ------------------------------------------------------------------------------------------


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.faces.cli import tally

    clock = [100.0]
    monkeypatch.setattr(tally, "monotonic", lambda: clock[0])
    terminal = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = RunProgress(whole=200)
    progress.began -= 10
    reporter = Reporter()
    reporter(progress)
    assert terminal.text == ""  # nothing in the first second
    clock[0] += 2
    progress.moved(0, rows=1_000, weight=50)
    reporter(progress)
    assert terminal.text.startswith("\r\r[#####               ]  25%  1,000 rows, ")
    assert terminal.text.endswith(" s left")
    reporter.clear()
    assert terminal.text.endswith("\r")
    quiet = Reporter(quiet=True)
    clock[0] += 2
    written = terminal.text
    quiet(progress)
    assert terminal.text == written


def test_plain_lines_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(bulk_run, "LOG_SECONDS", 10)
    monkeypatch.setattr(bulk_run, "monotonic", lambda: clock[0])
    log = Stream()
    monkeypatch.setattr(sys, "stderr", log)
    progress = RunProgress(whole=200)
    progress.moved(0, rows=1_000, weight=50)
    reporter = Reporter()
    for _ in range(25):
        clock[0] += 1
        reporter(progress)
    lines = log.text.splitlines()
    assert len(lines) == 2
    assert all("25%  1,000 rows, " in line and "#" not in line for line in lines)


def test_progress_without_a_total() -> None:
    progress = RunProgress()
    progress.moved(0, rows=5, weight=5)
    assert text_of(progress).startswith("5 rows, ")
    assert "left" not in text_of(progress)


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (59.6, "1 min 0 s"), (3_600, "1 h 0 min")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_table_with_a_column_of_boards_is_not_guessed_at(here: Path, sudoku: Sudoku) -> None:
    text = sudoku("create", "--layout", "jigsaw", "--seed", "3", "--format", "csv").out
    (here / "odd.csv").write_text(text)
    refused = sudoku("bulk", "check", "odd.csv", "-o", "out.csv")
    assert (refused.status, refused.out) == (2, "")
    assert "odd.csv has a column 'layout'" in refused.err
    (row,) = table(here / "odd.csv")
    told = sudoku("bulk", "check", "odd.csv", "-o", "out.csv", "--layout", row["layout"], "-q")
    assert (told.status, told.err) == (0, "")
    assert table(here / "out.csv") == [row | {"status": "one"}]


# -- Parquet ---------------------------------------------------------------------------------------------------


def codecs(path: Path) -> set[str]:
    group = pq.ParquetFile(path).metadata.row_group(0)
    return {group.column(k).compression for k in range(group.num_columns)}


@pytest.mark.parametrize("target", ["out.parquet", "out/"])
def test_parquet_is_compressed_and_stays_so(here: Path, sudoku: Sudoku, target: str) -> None:
    line = ("bulk", "solve", "good.txt", "-o", target, *(("--format", "parquet") if target == "out/" else ()))
    file = here / target / "part-00000.parquet" if target == "out/" else here / target
    assert sudoku(*line).status == 0
    assert codecs(file) == {"ZSTD"}
    other = sudoku(*line, "--compression", "none")
    assert other.status == 2
    assert "compression is none, it was zstd" in other.err
    for name, codec in (("snappy", "SNAPPY"), ("none", "UNCOMPRESSED"), ("zstd", "ZSTD")):
        assert sudoku(*line, "--compression", name, "--restart").status == 0
        assert codecs(file) == {codec}


def test_compression_is_for_parquet(here: Path, sudoku: Sudoku) -> None:
    answer = sudoku("bulk", "solve", "good.txt", "-o", "out.csv", "--compression", "zstd")
    assert answer.status == 2
    assert "--compression is for Parquet" in answer.err
    assert not (here / "out.csv").exists()
    assert sudoku("bulk", "solve", "good.txt", "-o", "out.parquet", "--compression", "lz4").status == 2


def test_numbers_of_a_csv_file_are_numbers_in_parquet(here: Path, sudoku: Sudoku) -> None:
    """And back in CSV they are what they were."""
    (here / "in.csv").write_text(
        f"id,puzzle,share,checked,code,note\n1,{PUZZLE},0.5,true,007,\n-20,{PUZZLE},3,false,12,\n,{PUZZLE},,,,\n"
    )
    assert sudoku("bulk", "rate", "in.csv", "-o", "out.parquet").status == 0
    table_ = pq.read_table(here / "out.parquet")
    assert {field.name: str(field.type) for field in table_.schema} == {
        **{"id": "int64", "puzzle": "string", "share": "double", "checked": "bool", "code": "string"},
        **{"note": "string", "rating": "int64", "level": "string", "technique": "string"},
    }
    assert table_["id"].to_pylist() == [1, -20, None]
    assert table_["share"].to_pylist() == [0.5, 3.0, None]
    assert table_["checked"].to_pylist() == [True, False, None]
    assert table_["code"].to_pylist() == ["007", "12", ""]
    assert sudoku("bulk", "convert", "out.parquet", "-o", "again.parquet").status == 0
    assert pq.read_table(here / "again.parquet").equals(table_)
    assert sudoku("bulk", "convert", "out.parquet", "-o", "back.csv").status == 0
    rows = table(here / "back.csv")
    assert [row["id"] for row in rows] == ["1", "-20", ""]
    assert [row["code"] for row in rows] == ["007", "12", ""]


def test_a_resumed_run_writes_the_same_types(here: Path, sudoku: Sudoku) -> None:
    (here / "in.csv").write_text("".join(["id,puzzle\n", *(f"{number},{PUZZLE}\n" for number in range(9))]))
    line = ("bulk", "solve", "in.csv", "-o", "out/", "--format", "parquet", "--shard-rows", "3")
    assert sudoku(*line).status == 0
    shards = sorted((here / "out").glob("*.parquet"))
    assert len(shards) > 1
    before = [shard.read_bytes() for shard in shards]
    for name in ("part-00001.parquet", "_run/00001.json", "_run/summary.json"):
        (here / "out" / name).unlink()
    assert sudoku(*line).status == 0
    assert [shard.read_bytes() for shard in shards] == before
    assert {str(pq.read_schema(shard).field("id").type) for shard in shards} == {"int64"}


def test_the_rating_of_a_new_puzzle_is_a_number(here: Path, sudoku: Sudoku) -> None:
    assert (
        sudoku("bulk", "create", "--level", "easy", "-n", "2", "--seed", "1", "-o", "a.parquet").status == 0
    )
    assert str(pq.read_schema(here / "a.parquet").field("rating").type) == "int64"
