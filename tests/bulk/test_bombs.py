"""Hostile inputs: memory stays within a limit on the address space, and each input gets a clear message."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk.helping import ended, environment, start
from bulk.row_data import EASY
from nonet.bulk.errors import DamagedFile, InputError
from nonet.bulk.parquet_files import _check_sizes, read_groups
from nonet.bulk.sources import sources
from nonet.faces.cli import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux has them")

ROOM = 600 << 20
"""Bytes that a process may map on top of what Python, numpy and pyarrow map when they are loaded."""


@cache
def base() -> int:
    """What a process has mapped after it has loaded pyarrow."""
    script = "import pyarrow, pyarrow.csv, pyarrow.parquet, numpy; print(open('/proc/self/statm').read().split()[0])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return int(done.stdout) * os.sysconf("SC_PAGE_SIZE")


def bulk(*arguments: str | Path) -> tuple[int, str, str]:
    """The command, with as much memory as pyarrow maps with two threads, and ROOM."""
    import resource

    most = base() + ROOM

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

    options = {"preexec_fn": limit, "env": {**environment(), "MALLOC_ARENA_MAX": "2"}}
    return ended(start(*arguments, "--threads", "1", **options), timeout=120)


Here = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(capfd: pytest.CaptureFixture[str]) -> Here:
    """Runs `sudoku bulk …` in this process, which is faster."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        status = run(["bulk", *map(str, arguments)])
        return status, *capfd.readouterr()

    return call


@pytest.mark.parametrize("packing", ["zst", pytest.param("gz", marks=pytest.mark.slow)])
def test_a_small_file_that_unpacks_to_gigabytes(tmp_path: Path, packing: str) -> None:
    """Two gigabytes without a newline: the line is refused long before its end."""
    codec = {"zst": "zstd", "gz": "gzip"}[packing]
    frame = pa.Codec(codec).compress(bytes(1 << 28), asbytes=True)
    path = tmp_path / f"bomb.txt.{packing}"
    path.write_bytes(frame * 8)
    assert path.stat().st_size < 1 << 22
    status, out, err = bulk("check", path, "-o", tmp_path / "out.txt")
    assert (status, out) == (2, "")
    assert "a line of more than 64 MB; this is not a file of puzzles" in err


@pytest.mark.slow
def test_gigabytes_of_short_lines(tmp_path: Path) -> None:
    frame = pa.Codec("zstd").compress(b"x" * 60 + b"\n" * ((1 << 24) - 60), asbytes=True)
    (tmp_path / "bomb.txt.zst").write_bytes(frame * 64)
    status, _, err = bulk("check", tmp_path / "bomb.txt.zst", "-o", tmp_path / "out.txt")
    assert (status, err) == (1, "")


def test_an_endless_device(tmp_path: Path) -> None:
    status, out, err = bulk("solve", "/dev/zero", "-o", tmp_path / "out.txt")
    assert (status, out) == (2, "")
    assert err.startswith("sudoku: /dev/zero: a line of more than 64 MB; this is not a file of puzzles")


@pytest.mark.parametrize("megabytes", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_a_long_text_in_parquet(tmp_path: Path, megabytes: int) -> None:
    """Megabytes in one value, in a file of a few kilobytes."""
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"puzzle": ["." * (megabytes << 20)]}), path, compression="zstd", use_dictionary=False
    )
    assert path.stat().st_size < 1 << 20
    status, out, err = bulk("check", path, "-o", tmp_path / "out.txt")
    assert (status, out) == (2, "")
    assert "has values of more than 65,536 bytes" in err


@pytest.mark.slow
def test_a_long_text_in_many_rows_of_parquet(tmp_path: Path) -> None:
    """It is stored once, and read in parts: here are 600 megabytes."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": ["." * 60_000] * 10_000}), path, compression="zstd")
    assert path.stat().st_size < 1 << 14
    batches = list(read_groups(str(path), "a", range(1), rows=1 << 14, size=1 << 23))
    assert sum(batch.num_rows for batch in batches) == 10_000
    assert max(batch.nbytes for batch in batches) < 1 << 26
    words = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, pa.int32()), pa.array(["." * (1 << 20)]))
    pq.write_table(pa.table({"puzzle": words}), path, compression="zstd")
    status, out, err = bulk("check", path, "-o", tmp_path / "out.txt")
    assert (status, out) == (2, "")
    assert "a value of 1,048,576 bytes" in err


def test_the_names_of_many_columns_are_not_all_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({f"c{number}": [EASY] for number in range(2000)}), path)
    with pytest.raises(InputError, match="c19 and 1,980 more"):
        sources([str(path)])


def test_a_long_footer(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": [EASY]}).replace_schema_metadata({"note": "x" * (17 << 20)})
    pq.write_table(table, path)
    status, out, err = bulk("check", path, "-o", tmp_path / "out.txt")
    assert (status, out) == (2, "")
    assert "a Parquet footer of" in err
    assert "more than 16 MB are refused" in err


class Group:
    def __init__(self, rows: int) -> None:
        self.num_rows = rows
        self.total_byte_size = 100


class Metadata:
    """What a footer may say, whatever the file holds."""

    num_columns = 1

    def __init__(self, groups: list[int], rows: int) -> None:
        self._groups = groups
        self.num_row_groups = len(groups)
        self.num_rows = rows

    def row_group(self, number: int) -> Group:
        return Group(self._groups[number])


@pytest.mark.parametrize(
    ("groups", "rows", "words"),
    [
        ([10**12], 10**12, "1,000,000,000,000 rows in 802,000 bytes"),
        ([5, 6], 10, "11 rows in its groups, 10 in all"),
        ([-5, 15], 10, "10 rows in its groups"),
    ],
)
def test_impossible_row_counts(groups: list[int], rows: int, words: str) -> None:
    with pytest.raises(DamagedFile, match=words):
        _check_sizes(Metadata(groups, rows), 802_000, "a.parquet")


def test_a_million_equal_rows_are_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": [EASY] * 1_000_000}), path)
    assert path.stat().st_size < 100_000
    assert sources([str(path)])[0].columns == ("puzzle",)


@pytest.mark.parametrize("count", [1 << 17, pytest.param(8 << 20, marks=pytest.mark.slow)])
def test_lines_that_are_nothing_but_newlines(tmp_path: Path, count: int) -> None:
    """`solve --lines` on megabytes of them: every line is counted, the first twenty are named."""
    (tmp_path / "empty.txt").write_bytes(b"\n" * count)
    line = [sys.executable, "-m", "nonet", "solve", "--lines", str(tmp_path / "empty.txt")]

    def small() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))

    done = subprocess.run(line, env=environment(), capture_output=True, preexec_fn=small, timeout=300)
    assert (done.returncode, done.stdout) == (1, b"\n" * count)
    said = done.stderr.decode().splitlines()
    assert len(said) == 21
    assert said[-1].startswith(f"{count:,} lines without an answer")


# -- inputs that are not plain files, and names that are not text -------------------------------------------


def test_a_fifo(tmp_path: Path) -> None:
    """It can be read only once, from its beginning, like standard input."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    process = start("solve", fifo, "-o", tmp_path / "out.txt")
    fifo.write_text(f"{EASY}\n" * 50)
    status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert out.startswith("50 rows in")
    assert len((tmp_path / "out.txt").read_text().splitlines()) == 50


def test_standard_input_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n" * 5)
    with subprocess.Popen(["cat", str(tmp_path / "in.txt")], stdout=subprocess.PIPE) as cat:
        process = start("check", "/dev/stdin", "-o", tmp_path / "out.txt", stdin=cat.stdout)
        status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert out.startswith("5 rows in")


def test_what_cannot_be_read_is_not_called_unwritable(tmp_path: Path) -> None:
    """A file that this process may not look into: here memory, whose first page no process has mapped."""
    status, out, err = ended(start("check", "/proc/self/mem", "-o", tmp_path / "out.txt"))
    assert (status, out) == (2, "")
    assert err.startswith("sudoku: cannot read /proc/self/mem: Input/output error")


def test_a_name_that_is_not_utf8(tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stem = os.fsdecode(b"caf\xe9")
    name, checked = f"{stem}.txt.gz", f"{stem}.parquet"
    Path("in.txt").write_text(f"{EASY}\nhello\n")
    assert here("convert", "in.txt", "-o", name)[0] == 1
    status, out, err = ended(start("check", name, "-o", checked))
    assert (status, err) == (0, "")
    assert out.startswith("1 row in")
    assert here("check", name, "-o", checked)[1].startswith("1 row; it was there")
    rejected = here("solve", "in.txt", checked, "-o", f"{stem}.txt")
    assert (rejected[0], rejected[2]) == (1, "")


def test_a_name_as_long_as_a_name_can_be(tmp_path: Path, here: Here) -> None:
    long = "x" * 250 + ".txt"
    (tmp_path / long).write_text(f"{EASY}\n")
    status, out, err = here("check", tmp_path / long, "-o", tmp_path / "out.txt")
    assert (status, err) == (0, "")
    status, out, err = here("check", tmp_path / long, "-o", tmp_path / f"y{long[1:]}")
    assert (status, out) == (74, "")
    assert "the name is too long" in err
    status, _, err = here("check", tmp_path / long, "-o", tmp_path / ("z" * 238 + ".txt"))
    assert (status, err) == (0, "")


def test_restart_follows_no_link(tmp_path: Path, here: Here) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "part-00000.txt").write_text("mine\n")
    (tmp_path / "out").symlink_to(mine)
    (tmp_path / "out.txt.parts").symlink_to(mine)
    for output in ("out/", "out.txt"):
        status, out, err = here("check", tmp_path / "in.txt", "-o", f"{tmp_path}/{output}", "--restart")
        assert (status, out) == (2, "")
        assert "is a symbolic link" in err
    assert sorted(path.name for path in mine.rglob("*")) == ["part-00000.txt"]
    assert (mine / "part-00000.txt").read_text() == "mine\n"
