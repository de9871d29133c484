"""Writers: other readers read what is written, the same rows give the same bytes, shards join to one file."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, NONE, SEVERAL, SOLVED, limits, puzzles, read_all
from many_cases import examples
from nonet.bulk.executors import ThreadShards
from nonet.bulk.output import Output
from nonet.bulk.progress import Summary
from nonet.bulk.run import run
from nonet.bulk.sources import FileKind, kind_of, sources
from nonet.bulk.tasks import file_run
from nonet.jobs import Job
from nonet.version import __version__

TEXTS = st.one_of(
    st.text(max_size=12).filter(lambda text: "\x00" not in text),
    st.sampled_from(['say "nine"', "x,y", "two\nlines", "a\rb", "", "0012"]),
)
TABLES = [FileKind("csv"), FileKind("csv", "gz"), FileKind("csv", "zst"), FileKind("parquet")]
KINDS = [FileKind("lines"), FileKind("lines", "gz"), FileKind("lines", "zst"), *TABLES]


def unpacked(data: bytes, packing: str) -> bytes:
    if packing == "gz":
        return gzip.decompress(data)
    if packing == "zst":
        return bytes(pa.CompressedInputStream(pa.BufferReader(data), "zstd").read())
    return data


def rows_in(path: Path) -> list[dict[str, Any]]:
    """A table as another reader sees it."""
    kind = kind_of(path.name)
    if kind.format == "parquet":
        found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return found
    text = unpacked(path.read_bytes(), kind.packing).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def go(source: Path, target: Path, job: Job | str, *, rows: int = 1000, threads: int = 1) -> Summary:
    """Runs a job from a file to a file."""
    kind = kind_of(target.name)
    job = Job(job) if isinstance(job, str) else job
    executor = ThreadShards(threads)
    try:
        spec = file_run(sources([str(source)]), job, rows=rows)
        return run(spec, Output(str(target), kind), executor, restart=True)
    finally:
        executor.close()


@settings(max_examples=examples(40), deadline=None)
@given(
    table=st.lists(st.tuples(TEXTS, TEXTS), max_size=20),
    middle=st.sampled_from(TABLES),
    last=st.sampled_from(TABLES),
    delimiter=st.sampled_from(",;"),
    rows=st.integers(1, 9),
)
def test_columns_pass_through_every_format(
    table: list[tuple[str, str]], middle: FileKind, last: FileKind, delimiter: str, rows: int
) -> None:
    """In shards of any size: read by pyarrow and by Python's csv, and by us."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with open(folder / "a.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL)
            writer.writerows([("x", "puzzle", "y"), *((x, EASY, y) for x, y in table)])
        one, two = folder / f"b{middle.ending}", folder / f"c{last.ending}"
        first = go(folder / "a.csv", one, "convert", rows=rows)
        second = go(one, two, Job("convert", options={"blank": "0"}), rows=rows)
        assert first.rows == second.rows == second.results.get("converted", 0) == len(table)
        zeros = EASY.replace(".", "0")
        assert [tuple(row.values()) for row in rows_in(two)] == [(x, zeros, y) for x, y in table]
        assert read_all(two).columns == [(x, zeros, y) for x, y in table]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ending)
def test_bytes_depend_on_nothing_but_the_rows(tmp_path: Path, kind: FileKind) -> None:
    source, target = tmp_path / "a.txt", tmp_path / f"b{kind.ending}"
    source.write_text("\n".join([*puzzles(60), "hello", SEVERAL, NONE]))
    written = []
    for threads, rows in ((1, 25), (2, 25), (2, 7)):
        with limits(batch_rows=10):
            go(source, target, "solve", rows=rows, threads=threads)
        written.append(target.read_bytes())
    assert written[0] == written[1]
    if not kind.packing:
        assert written[0] == written[2] or kind.format == "parquet"
    assert (
        unpacked(written[0], kind.packing) == unpacked(written[2], kind.packing) or kind.format == "parquet"
    )


def test_lines(tmp_path: Path) -> None:
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    texts = [EASY, SEVERAL, "hello", NONE, "12..............", f'{EASY} # hard, "they" say']
    source.write_text("\n".join(texts))

    def lines(job: Job) -> list[str]:
        go(source, target, job)
        return target.read_text().split("\n")

    solved = lines(Job("solve"))
    assert solved[0] == solved[4] == SOLVED
    assert solved[1].endswith(" # several solutions")
    assert solved[3].endswith(" # several solutions")
    assert solved[2] == solved[5] == ""
    assert lines(Job("check")) == ["one", "several", "none", "several", "one", ""]
    counted = lines(Job("count", options={"limit": 20}))
    assert (counted[0], counted[2:]) == ("1", ["0", "20", "1", ""])
    assert lines(Job("convert")) == [*texts[:2], *texts[3:], ""]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ending)
def test_no_rows_make_a_file_too(tmp_path: Path, kind: FileKind) -> None:
    (tmp_path / "a.txt").write_text("\n# nothing here\n")
    target = tmp_path / f"b{kind.ending}"
    go(tmp_path / "a.txt", target, "solve")
    if kind.format == "lines":
        assert target.read_bytes() == b""
    else:
        assert rows_in(target) == []
        assert read_all(target).columns == []
    if kind.format == "parquet":
        assert pq.read_schema(target).names == ["puzzle", "solution", "status"]


def test_parquet_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(puzzles(30)))
    go(tmp_path / "a.txt", tmp_path / "b.parquet", Job("count", options={"limit": 9}), rows=10)
    file = pq.ParquetFile(tmp_path / "b.parquet")
    said = {key.decode(): value.decode() for key, value in file.schema_arrow.metadata.items()}
    expected = {"nonet.job": "count", "nonet.version": __version__, "nonet.seed": "none", "nonet.limit": "9"}
    assert said == expected
    assert file.schema_arrow.names == ["puzzle", "count"]
    assert file.num_row_groups == 1  # the shards' groups are gathered


def test_typed_columns_pass_through_parquet(tmp_path: Path) -> None:
    """Rejected rows leave them in step."""
    texts = [puzzles(3)[0], "hello", *puzzles(3)[1:]]
    table = pa.table(
        {
            "id": pa.array([3, 4, None, 5], pa.int32()),
            "puzzle": pa.array(texts, pa.large_string()),
            "when": pa.array([1, 9, 2, 3], pa.timestamp("ms")),
            "list": [[1], [9], [], None],
            "raw": pa.array([b"\xff", b"9", b"a", None], pa.binary()),
            "word": pa.array(["a", "z", "b", "a"]).dictionary_encode(),
        }
    )
    source = tmp_path / "a.parquet"
    pq.write_table(table, source, row_group_size=2)
    assert go(source, tmp_path / "b.parquet", "check", rows=1).rejected == 1
    out = pq.read_table(tmp_path / "b.parquet")
    assert out.drop_columns("status").to_pylist() == table.take([0, 2, 3]).to_pylist()
    assert out.schema.remove_metadata().types[:5] == table.schema.types[:5]
    go(source, tmp_path / "b.csv", "check")
    assert list(csv.reader(io.StringIO((tmp_path / "b.csv").read_text())))[1:] == [
        ["3", texts[0], "1970-01-01 00:00:00.001", "[1]", "ff", "a", "one"],
        ["", texts[2], "1970-01-01 00:00:00.002", "[]", "a", "b", "one"],
        ["5", texts[3], "1970-01-01 00:00:00.003", "", "", "a", "one"],
    ]
    rejected = (tmp_path / "b.csv.rejected.csv").read_text().splitlines()
    assert rejected[1].startswith(f"{source},2,")


def test_new_columns_never_hide_old_ones(tmp_path: Path) -> None:
    header = "puzzle,solution,status,status_2"
    (tmp_path / "a.csv").write_text(f"{header}\n{EASY},x,y,z\n")
    go(tmp_path / "a.csv", tmp_path / "b.csv", "solve")
    assert (tmp_path / "b.csv").read_text() == (f"{header},solution_2,status_3\n{EASY},x,y,z,{SOLVED},one\n")
