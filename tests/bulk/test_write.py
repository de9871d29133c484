"""Writers: other readers read what is written, the same chunks give the same bytes, files join to one."""

from __future__ import annotations

import csv
import gzip
import io
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, NONE, SEVERAL, SOLVED, puzzles, read_all, run, short_rows
from nonet.bulk import Chunk, Job, Kind, join, writer_for
from nonet.bulk.chunk import Coded, Column
from nonet.bulk.texts import Texts
from nonet.bulk.thrift import packed, unpacked
from nonet.errors import NonetError
from nonet.version import __version__

TEXTS = st.one_of(
    st.text(max_size=12), st.sampled_from(['say "nine"', "x,y", "two\nlines", "a\rb", "", "0012"])
)
KINDS = [Kind(name, packing) for name in ("lines", "csv") for packing in ("", "gz", "zst")] + [
    Kind("parquet")
]


def unpack(data: bytes, packing: str) -> bytes:
    if packing == "gz":
        return gzip.decompress(data)
    if packing == "zst":
        return zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return data


def rows_in(data: bytes, kind: Kind) -> list[dict[str, Any]]:
    """A table as another reader sees it."""
    if kind.format == "parquet":
        found: list[dict[str, Any]] = pq.read_table(pa.BufferReader(data)).to_pylist()
        return found
    return list(csv.DictReader(io.StringIO(unpack(data, kind.packing).decode(), newline="")))


def text(strings: list[str]) -> Texts:
    return Texts.of([each.encode() for each in strings])


@settings(max_examples=80, deadline=None)
@given(
    rows=st.lists(st.tuples(TEXTS, st.integers(0, 2**63), st.integers(0, 2)), max_size=30),
    name=st.text(min_size=1, max_size=8).filter(
        lambda name: name not in ("puzzle", "count", "status") and "\x00" not in name
    ),
    kind=st.sampled_from(KINDS[3:]),
    cuts=st.lists(st.integers(1, 10), min_size=1, max_size=5),
)
@example(rows=[], name="\ufffd", kind=Kind("csv"), cuts=[1])
def test_tables_round_trip(rows: list[tuple[str, int, int]], name: str, kind: Kind, cuts: list[int]) -> None:
    """Chunks of any sizes, written as shards of any sizes and joined: read by pyarrow and csv, and by us."""
    shards: list[list[tuple[str, int, int]]] = []
    rest = rows
    while rest or not shards:
        size = cuts[len(shards) % len(cuts)]
        shards.append(rest[:size])
        rest = rest[size:]
    with TemporaryDirectory() as folder:
        names = []
        for number, shard in enumerate(shards):
            path = Path(folder, f"{number}{kind.ending}")
            names.append(str(path))
            with open(path, "wb") as file:
                writer = writer_for(file, kind, metadata={"job": "none"})
                for part in (shard[:3], shard[3:]):
                    columns = (
                        Column(name, text([row[0] for row in part])),
                        Column("puzzle", text([EASY for _ in part])),
                        Column("count", np.array([row[1] for row in part], "uint64")),
                        Column(
                            "status",
                            Coded(np.array([row[2] for row in part], "uint8"), ("none", "one", "several")),
                        ),
                    )
                    writer.write(Chunk(columns[1].values, columns, puzzle=1))
                writer.close()
        whole = Path(folder, f"whole{kind.ending}")
        with open(whole, "wb") as file:
            join(names, file, kind)
        again = io.BytesIO()
        join(names, again, kind)
        assert again.getvalue() == whole.read_bytes()
        words = ("none", "one", "several")
        found = rows_in(whole.read_bytes(), kind)
        number_of = int if kind.format == "csv" else (lambda value: value)
        assert [(row[name], row["puzzle"], number_of(row["count"]), row["status"]) for row in found] == [
            (value, EASY, count, words[code]) for value, count, code in rows
        ]
        ours = read_all(whole)
        assert ours.columns == [(value, EASY, str(count), words[code]) for value, count, code in rows]
        assert not ours.faults


@settings(max_examples=40, deadline=None)
@given(
    table=st.lists(st.tuples(TEXTS, TEXTS), max_size=20),
    middle=st.sampled_from(KINDS[3:]),
    last=st.sampled_from(KINDS[3:]),
    delimiter=st.sampled_from(",;"),
)
def test_other_columns_pass_through_every_format(
    table: list[tuple[str, str]], middle: Kind, last: Kind, delimiter: str
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with open(folder / "a.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([("x", "puzzle", "y"), *((x, EASY, y) for x, y in table)])
        one = run([folder / "a.csv"], Job("convert"), middle, folder, rows=4)
        (folder / f"b{middle.ending}").write_bytes(one.data)
        two = run([folder / f"b{middle.ending}"], Job("convert", blank="0"), last, folder, rows=3)
        assert one.tally["converted"] == two.tally["converted"] == len(table)
        zeros = EASY.replace(".", "0")
        assert [tuple(row.values()) for row in rows_in(two.data, last)] == [(x, zeros, y) for x, y in table]


def test_rows_of_csv_pass_through_byte_by_byte(tmp_path: Path) -> None:
    rows = [f'"quoted",{EASY},007', f' blank ,"{EASY}",1e5', f'"a ""b""",{EASY},']
    (tmp_path / "a.csv").write_text("\r\n".join(["x,puzzle,y", *rows]))
    ran = run([tmp_path / "a.csv"], Job("check"), Kind("csv"), tmp_path)
    assert ran.data.decode() == "\n".join(["x,puzzle,y,status", *(f"{row},one" for row in rows), ""])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ending)
def test_bytes_depend_on_nothing_but_the_rows(tmp_path: Path, kind: Kind) -> None:
    lines = [*puzzles(60), "hello", SEVERAL, NONE]
    (tmp_path / "a.txt").write_text("\n".join(lines))
    with short_rows(100):
        once = run([tmp_path / "a.txt"], Job("solve"), kind, tmp_path, rows=25, chunk_rows=10, threads=1)
        again = run([tmp_path / "a.txt"], Job("solve"), kind, tmp_path, rows=25, chunk_rows=10, threads=2)
    assert (once.data, once.shards) == (again.data, again.shards)
    if not kind.packing and kind.format != "parquet":
        other = run([tmp_path / "a.txt"], Job("solve"), kind, tmp_path, rows=7)
        assert other.data == once.data


def test_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join([EASY, SEVERAL, "hello", NONE, "12..............", EASY]))

    def lines(job: Job) -> list[str]:
        return run([tmp_path / "a.txt"], job, Kind("lines"), tmp_path).data.decode().split("\n")

    solved = lines(Job("solve"))
    assert solved[0] == solved[4] == SOLVED
    assert solved[1].endswith(" # several solutions")
    assert solved[3].endswith(" # several solutions")
    assert solved[2] == solved[5] == ""
    assert lines(Job("check")) == ["one", "several", "none", "several", "one", ""]
    assert lines(Job("count", limit=20))[0] == "1"
    assert lines(Job("count", limit=20))[2:] == ["0", "20", "1", ""]
    assert lines(Job("convert")) == [EASY, SEVERAL, NONE, "12..............", EASY, ""]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ending)
def test_no_rows_make_a_file_too(tmp_path: Path, kind: Kind) -> None:
    (tmp_path / "a.txt").write_text("\n# nothing here\n")
    ran = run([tmp_path / "a.txt"], Job("solve"), kind, tmp_path)
    if kind.format == "lines":
        assert ran.data == b""
    else:
        assert rows_in(ran.data, kind) == []
        path = tmp_path / f"b{kind.ending}"
        path.write_bytes(ran.data)
        assert read_all(path).columns == []
    if kind.format == "parquet":
        assert pq.read_schema(pa.BufferReader(ran.data)).names == ["puzzle", "solution", "status"]


def test_parquet_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(puzzles(30)))
    ran = run([tmp_path / "a.txt"], Job("solve", seed=7), Kind("parquet"), tmp_path, rows=10)
    file = pq.ParquetFile(pa.BufferReader(ran.data))
    said = {key.decode(): value.decode() for key, value in file.schema_arrow.metadata.items()}
    assert said == {"nonet.job": "solve", "nonet.version": __version__, "nonet.seed": "7"}
    assert file.schema_arrow.names == ["puzzle", "solution", "status"]
    assert file.schema_arrow.field("solution").type == pa.string()
    assert file.num_row_groups == 3
    assert [file.read_row_group(k).num_rows for k in range(3)] == [10, 10, 10]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ending)
@pytest.mark.parametrize("bad", [False, True])
def test_pages_go_to_every_format(tmp_path: Path, kind: Kind, bad: bool) -> None:
    """From Parquet that we wrote: the puzzles stay as they lie in its pages, whatever is made of them."""
    texts = [*puzzles(30), SEVERAL, *(["hello", NONE] if bad else []), EASY]
    (tmp_path / "a.txt").write_text("\n".join(texts))
    first = run([tmp_path / "a.txt"], Job("convert"), Kind("parquet"), tmp_path)
    (tmp_path / "b.parquet").write_bytes(first.data)
    with patch("nonet.bulk.page_reader.LEAST_ROWS", 1):
        from_pages = run([tmp_path / "b.parquet"], Job("solve"), kind, tmp_path)
    from_lines = run([tmp_path / "a.txt"], Job("solve"), kind, tmp_path)
    assert from_pages.data == from_lines.data
    assert from_pages.tally == from_lines.tally


def test_large_groups_of_many_pages(tmp_path: Path) -> None:
    texts = puzzles(10) * 2000
    codes = np.array([k % 3 for k in range(20000)], "uint8")
    column = text(texts)
    file = io.BytesIO()
    writer = writer_for(file, Kind("parquet"), metadata={})
    for start in range(0, 20000, 7000):
        part = slice(start, start + 7000)
        which = np.arange(20000)[part]
        some = Chunk(
            column.take(which), (Column("puzzle", column), Column("status", Coded(codes, ("a", "b", "c"))))
        )
        writer.write(replace(some, columns=tuple(each.take(which) for each in some.columns)))
    writer.close()
    found = pq.ParquetFile(file)
    assert found.num_row_groups == 1
    assert found.read()["puzzle"].to_pylist() == texts
    assert found.read()["status"].to_pylist() == ["a", "b", "c"] * 6666 + ["a", "b"]


def test_nulls_pass_through_pages(tmp_path: Path) -> None:
    notes = [None if k % 3 else f"note {k}" for k in range(50)]
    pq.write_table(
        pa.table({"note": pa.array(notes, pa.string()), "puzzle": puzzles(50)}), tmp_path / "a.parquet"
    )
    ran = run([tmp_path / "a.parquet"], Job("check"), Kind("parquet"), tmp_path)
    out = pq.read_table(pa.BufferReader(ran.data))
    assert out["note"].to_pylist() == notes
    assert pq.ParquetFile(pa.BufferReader(ran.data)).metadata.created_by.startswith("nonet")


def test_typed_columns_pass_through_parquet(tmp_path: Path) -> None:
    table = pa.table(
        {
            "id": pa.array([3, None, 5], pa.int32()),
            "puzzle": pa.array(puzzles(3), pa.large_string()),
            "when": pa.array([1, 2, 3], pa.timestamp("ms")),
            "list": [[1], [], None],
            "raw": pa.array([b"\xff", b"a", None], pa.binary()),
            "word": pa.array(["a", "b", "a"]).dictionary_encode(),
        }
    )
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=2)
    ran = run([tmp_path / "a.parquet"], Job("check"), Kind("parquet"), tmp_path, rows=1)
    out = pq.read_table(pa.BufferReader(ran.data))
    assert out.drop_columns("status").to_pylist() == table.to_pylist()
    assert out.schema.remove_metadata().types[:5] == table.schema.types[:5]
    text_out = run([tmp_path / "a.parquet"], Job("check"), Kind("csv"), tmp_path)
    assert list(csv.reader(io.StringIO(text_out.data.decode())))[1:] == [
        ["3", puzzles(3)[0], "1970-01-01 00:00:00.001", "[1]", "ff", "a", "one"],
        ["", puzzles(3)[1], "1970-01-01 00:00:00.002", "[]", "a", "b", "one"],
        ["5", puzzles(3)[2], "1970-01-01 00:00:00.003", "", "", "a", "one"],
    ]


def test_rejected_rows_leave_typed_columns_in_step(tmp_path: Path) -> None:
    texts = [*puzzles(5), "hello", *puzzles(5)]
    table = pa.table(
        {"id": pa.array(range(11), pa.int32()), "puzzle": texts, "list": [[k] for k in range(11)]}
    )
    pq.write_table(table, tmp_path / "a.parquet")
    for kind in (Kind("parquet"), Kind("csv")):
        ran = run([tmp_path / "a.parquet"], Job("solve"), kind, tmp_path)
        found = rows_in(ran.data, kind)
        assert [int(row["id"]) for row in found] == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]
        assert [row["puzzle"] for row in found] == puzzles(5) * 2
        assert ran.rejects == [("a.parquet", 6, ran.rejects[0][2])]


def test_what_cannot_be_joined(tmp_path: Path) -> None:
    for kind in (Kind("csv"), Kind("parquet")):
        names = []
        for column in ("a", "b"):
            names.append(str(tmp_path / f"{column}{kind.ending}"))
            with open(names[-1], "wb") as file:
                writer = writer_for(file, kind, metadata={})
                writer.write(Chunk(text([EASY]), (Column(column, text([EASY])),)))
                writer.close()
        with pytest.raises(NonetError, match="they cannot be one file"):
            join(names, io.BytesIO(), kind)
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    with pytest.raises(NonetError, match="no Parquet file, or breaks off"):
        join([str(tmp_path / "c.parquet")], io.BytesIO(), Kind("parquet"))
    with pytest.raises(NonetError, match="no files"):
        join([], io.BytesIO(), Kind("parquet"))


def test_a_long_header_is_dropped_whole(tmp_path: Path) -> None:
    for kind in (Kind("csv"), Kind("csv", "gz"), Kind("csv", "zst")):
        names = []
        columns = ["puzzle", *(f"column number {k} of many,\n" + "x" * 3000 for k in range(60))]
        for number in range(2):
            names.append(str(tmp_path / f"{number}{kind.ending}"))
            with open(names[-1], "wb") as file:
                writer = writer_for(file, kind, metadata={})
                writer.write(Chunk(text([EASY]), tuple(Column(name, text([EASY])) for name in columns)))
                writer.close()
        out = io.BytesIO()
        with short_rows(1 << 20):
            join(names, out, kind)
        found = rows_in(out.getvalue(), kind)
        assert found == [dict.fromkeys(columns, EASY)] * 2


FIELDS = st.recursive(
    st.one_of(
        st.tuples(st.sampled_from([4, 5, 6]), st.integers(-(2**31), 2**31)),
        st.tuples(st.just(8), st.binary(max_size=20)),
        st.tuples(st.just(1), st.just(True)),
        st.tuples(st.just(2), st.just(False)),
        st.tuples(st.just(7), st.binary(min_size=8, max_size=8)),
        st.tuples(st.just(9), st.tuples(st.just(6), st.lists(st.integers(-9, 9), max_size=20))),
    ),
    lambda inner: st.tuples(st.just(12), st.dictionaries(st.integers(1, 40), inner, max_size=5)),
    max_leaves=10,
)


@given(st.dictionaries(st.integers(1, 40), FIELDS, max_size=6))
def test_thrift_round_trip(fields: dict[int, Any]) -> None:
    assert unpacked(packed(fields)) == fields


@given(st.binary(max_size=30))
def test_thrift_of_anything(data: bytes) -> None:
    with suppress(NonetError):
        unpacked(data)
