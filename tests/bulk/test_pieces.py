"""Pieces: together the whole file, each from the beginning of a row to the beginning of another, and counted right."""

from __future__ import annotations

import csv
import gzip
import io
import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, SOLVED, puzzles, read_all, short_rows
from nonet.bulk import first_row, plan, read, sources
from nonet.bulk.sources import InputError
from nonet.errors import NonetError

LINES = st.lists(
    st.one_of(st.just(EASY), st.just(SOLVED), st.text('12.#, \t\r"x', max_size=30), st.just("é" * 5)),
    max_size=40,
)
ENDS = st.sampled_from(["\n", "\r\n"])
CELLS = st.one_of(st.text(max_size=12), st.sampled_from(['a "b" c', "two\nlines", "x,y", "", " "]))


@settings(max_examples=60, deadline=None)
@given(lines=LINES, end=ENDS, last=st.booleans(), rows=st.integers(1, 50))
def test_pieces_of_lines_make_the_file(lines: list[str], end: str, last: bool, rows: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.txt")
        text = end.join(lines) + (end if last else "")
        path.write_bytes(text.encode())
        (source,) = sources([str(path)])
        pieces = list(plan([source], rows=rows))
        assert list(plan([source], rows=rows)) == pieces
        assert pickle.loads(pickle.dumps(pieces)) == pieces
        assert pieces[0].start == source.begin
        assert pieces[-1].stop == path.stat().st_size
        data = path.read_bytes()
        for before, piece in pairwise(pieces):
            assert piece.start == before.stop > before.start
            assert data[piece.start - 1 : piece.start] == b"\n"
        for piece in reversed(pieces):
            assert first_row(piece) == data[: piece.start].count(b"\n") + 1
        assert read_all(path, rows=rows) == read_all_but_chunks(path, rows)


def read_all_but_chunks(path: Path, rows: int) -> object:
    """What one piece holds; the number of chunks is that of the pieces."""
    whole = read_all(path)
    whole.chunks = read_all(path, rows=rows).chunks
    return whole


@settings(max_examples=60, deadline=None)
@given(table=st.lists(st.tuples(CELLS, CELLS), max_size=40), rows=st.integers(1, 20))
def test_pieces_of_csv_never_cut_a_field(table: list[tuple[str, str]], rows: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.csv")
        file = io.StringIO(newline="")
        writer = csv.writer(file)
        writer.writerow(["note", "puzzle", "more"])
        lines = []
        for note, more in table:
            lines.append(file.getvalue().count("\n") + 1)
            writer.writerow([note, EASY, more])
        path.write_bytes(file.getvalue().encode())
        found = read_all(path, rows=rows)
        assert found.columns == [(note, EASY, more) for note, more in table]
        assert found.puzzles == [EASY.encode()] * len(table)
        assert found.numbers == lines
        assert not found.faults


def test_a_piece_has_about_the_rows_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("".join(f"{EASY}\n" for _ in range(1000)))
    pieces = list(plan(sources([str(path)]), rows=300))
    assert [sum(map(len, read(piece))) for piece in pieces] == [300, 300, 300, 100]
    table = tmp_path / "a.csv"
    table.write_text("id,puzzle\n" + "".join(f"{k:04},{EASY}\n" for k in range(1000)))
    pieces = list(plan(sources([str(table)]), rows=300))
    assert [sum(map(len, read(piece))) for piece in pieces] == [300, 300, 300, 100]


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.txt.gz", "a.csv.zst"])
def test_an_empty_file_is_one_piece_without_rows(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    packs: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "zst": zstandard.compress}
    pack = packs.get(name[-3:].strip("."), bytes)
    path.write_bytes(pack(b"puzzle,x\n" if ".csv" in name else b""))
    (piece,) = plan(sources([str(path)]), rows=10)
    (chunk,) = read(piece)
    assert (len(chunk), chunk.faults) == (0, ())
    assert [column.name for column in chunk.columns] == (["puzzle", "x"] if ".csv" in name else ["puzzle"])


def test_row_groups(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": puzzles(10)}), path, row_group_size=3)
    pieces = list(plan(sources([str(path)]), rows=4))
    assert [(piece.start, piece.stop, first_row(piece)) for piece in pieces] == [
        (0, 1, 1),
        (1, 2, 4),
        (2, 4, 7),
    ]
    assert [text.decode() for piece in pieces for chunk in read(piece) for text in chunk.puzzles] == puzzles(
        10
    )
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), path)
    (piece,) = plan(sources([str(path)]), rows=4)
    assert sum(map(len, read(piece))) == 0


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("dictionary", [True, False])
def test_large_row_groups_are_cut(tmp_path: Path, compression: str, dictionary: bool) -> None:
    """A group of 2, two that are too large, one of 3; every row once, in order, with what stands beside it."""
    path = tmp_path / "a.parquet"
    options: dict[str, Any] = {"use_dictionary": dictionary, "data_page_size": 300, "write_batch_size": 4}
    table = pa.table({"id": list(range(30)), "puzzle": puzzles(30)})
    with pq.ParquetWriter(path, table.schema, compression=compression, **options) as writer:
        for start, stop in pairwise([0, 2, 13, 27, 30]):
            writer.write_table(table.slice(start, stop - start), row_group_size=100)
    for least in (1, 1_000):  # read by ourselves, where we can, and by pyarrow
        with patch("nonet.bulk.page_reader.LEAST_ROWS", least):
            pieces = list(plan(sources([str(path)]), rows=5, slowly=True))
            assert [(piece.start, piece.stop, piece.part) for piece in pieces] == [
                (0, 1, None),
                (1, 2, (0, 4, 11)),
                (1, 2, (4, 8, 11)),
                (1, 2, (8, 11, 11)),
                (2, 3, (0, 5, 14)),
                (2, 3, (5, 10, 14)),
                (2, 3, (10, 14, 14)),
                (3, 4, None),
            ]
            assert [first_row(piece) for piece in pieces] == [1, 3, 7, 11, 14, 19, 24, 28]
            assert sum(piece.extent for piece in pieces) == pytest.approx(4)
            for chunk_rows in (1, 3, 100):
                found = read_all(path, rows=5, chunk_rows=chunk_rows)
                assert found.columns == [(str(k), text) for k, text in enumerate(puzzles(30))]
                assert found.numbers == list(range(1, 31))


@pytest.mark.parametrize(
    ("compression", "odd", "version", "cut"),
    [
        ("none", puzzles(1)[0], "1.0", True),
        ("snappy", puzzles(1)[0], "1.0", False),
        ("zstd", puzzles(1)[0], "1.0", False),
        ("snappy", None, "1.0", False),
        ("snappy", "x" * 80, "1.0", False),
        ("snappy", puzzles(1)[0], "2.0", False),
    ],
)
def test_row_groups_that_only_pyarrow_reads_are_cut_for_slow_jobs_alone(
    tmp_path: Path, compression: str, odd: str | None, version: str, cut: bool
) -> None:
    """To begin in the middle means to unpack all before it."""
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": [*puzzles(50) * 2_000, odd]})
    pq.write_table(
        table,
        path,
        compression=compression,
        use_dictionary=False,
        data_page_version=version,
        data_page_size=10_000,
    )
    (source,) = sources([str(path)])
    assert len(list(plan([source], rows=1_000))) == (101 if cut else 1)
    assert len(list(plan([source], rows=70_000))) == 1  # by 131,072 rows, two groups of our own
    assert len(list(plan([source], rows=200_000, slowly=True))) == 1
    assert len(list(plan([source], rows=1_000, slowly=True))) == 101


def test_pieces_have_rows() -> None:
    with pytest.raises(NonetError, match="at least 1"):
        list(plan([], rows=0))


@settings(max_examples=30, deadline=None)
@given(
    lines=LINES,
    last=st.booleans(),
    rows=st.integers(1, 40),
    pack=st.sampled_from([bytes, gzip.compress, zstandard.compress]),
)
def test_standard_input_is_read_as_a_file_is(
    lines: list[str], last: bool, rows: int, pack: Callable[[bytes], bytes]
) -> None:
    content = ("\n".join(lines) + ("\n" if last else "")).encode()
    with TemporaryDirectory() as folder, short_rows(100):
        path = Path(folder, "a.txt")
        path.write_bytes(content)
        file = read_all(path)
        spool = str(Path(folder, "spool"))
        numbers, found, faults = [], [], []
        data = pack(content)
        for piece in plan(sources(["-"]), rows=rows, spool=spool, stdin=io.BytesIO(data)):
            assert piece.temporary
            assert piece.source.name == "-"
            for chunk in read(piece):
                numbers += [first_row(piece) + chunk.row(k) for k in range(len(chunk))]
                found += list(chunk.puzzles)
                faults += [(first_row(piece) + fault.row, fault.reason) for fault in chunk.faults]
            Path(piece.source.path).unlink()
        assert (numbers, found, faults) == (file.numbers, file.puzzles, file.faults)
        assert not list(Path(spool).iterdir())


def test_tables_come_through_standard_input(tmp_path: Path) -> None:
    table = "id,puzzle\r\n" + "".join(f'"{k}\n",{text}\r\n' for k, text in enumerate(puzzles(20)))
    spool = str(tmp_path / "spool")
    pieces = list(plan(sources(["-"]), rows=3, spool=spool, stdin=io.BytesIO(table.encode())))
    assert [first_row(piece) for piece in pieces][:2] == [2, 2 + 2 * 3] or len(pieces) < 7
    assert [text.decode() for piece in pieces for c in read(piece) for text in c.puzzles] == puzzles(20)
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": puzzles(10)}), path, row_group_size=3)
    pieces = list(plan(sources(["-"]), rows=3, spool=spool, stdin=io.BytesIO(path.read_bytes())))
    assert [first_row(piece) for piece in pieces] == [1, 4, 7, 10]
    assert [text.decode() for piece in pieces for c in read(piece) for text in c.puzzles] == puzzles(10)


def test_standard_input_needs_a_folder() -> None:
    with pytest.raises(InputError, match="folder"):
        next(plan(sources(["-"]), rows=1, stdin=io.BytesIO(b"")))
