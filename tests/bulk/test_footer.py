"""The footer of a Parquet file as we read it, against pyarrow's reading of the same file."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.bulk.files import DamagedFile
from nonet.bulk.footer import footer_of
from nonet.bulk.parquet import group_rows, schema_of
from nonet.bulk.pieces import plan
from nonet.bulk.read import read
from nonet.bulk.sources import sources
from nonet.errors import NonetError

from .helping import environment, puzzles

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

TYPES: dict[str, tuple[Any, list[Any]]] = {
    "text": (pa.string(), ["a", "b", "c"]),
    "large": (pa.large_string(), ["a", "b", "c"]),
    "bytes": (pa.binary(), [b"a", b"b", b"c"]),
    "number": (pa.int64(), [1, 2, 3]),
}


def same_as_pyarrow(path: Path) -> None:
    """Everything that a Footer says."""
    footer, file = footer_of(str(path)), pq.ParquetFile(path)
    assert footer is not None
    assert list(footer.names) == file.schema.names
    assert footer.rows == file.metadata.num_rows
    for k in range(len(footer.names)):
        column = file.schema.column(k)
        assert footer.optional[k] == (column.max_definition_level == 1)
        kind = str(file.schema_arrow.field(k).type)
        assert footer.texts[k] == (kind if kind in ("string", "large_string") else "")
    assert len(footer.groups) == file.metadata.num_row_groups
    for number, group in enumerate(footer.groups):
        there = file.metadata.row_group(number)
        assert (group.rows, group.size) == (there.num_rows, there.total_byte_size)
        for k, pages in enumerate(group.columns):
            meta = there.column(k)
            words = [meta.dictionary_page_offset] if meta.has_dictionary_page else []
            start = min([meta.data_page_offset, *words])
            assert (pages.start, pages.size) == (start, meta.total_compressed_size)
            texts = meta.physical_type == "BYTE_ARRAY" and start > 0
            assert pages.known == (texts and meta.compression in ("UNCOMPRESSED", "SNAPPY"))
            assert pages.packed == (meta.compression == "SNAPPY")
            plain = meta.compression == "UNCOMPRESSED" and not meta.has_dictionary_page
            assert pages.plain == (texts and plain)


@settings(deadline=None)
@given(
    names=st.lists(st.text("ab ,é", min_size=1, max_size=3), min_size=1, max_size=5, unique=True),
    kinds=st.lists(st.sampled_from(sorted(TYPES)), min_size=5, max_size=5),
    nullable=st.lists(st.booleans(), min_size=5, max_size=5),
    rows=st.integers(0, 40),
    group=st.integers(1, 20),
    dictionary=st.booleans(),
    compression=st.sampled_from(["none", "snappy", "zstd"]),
    typed=st.booleans(),
)
def test_it_says_what_pyarrow_says(
    names: list[str],
    kinds: list[str],
    nullable: list[bool],
    rows: int,
    group: int,
    dictionary: bool,
    compression: str,
    typed: bool,
) -> None:
    fields = [pa.field(name, TYPES[kinds[k]][0], nullable=nullable[k]) for k, name in enumerate(names)]
    values = [[TYPES[kinds[k]][1][row % 3] for row in range(rows)] for k in range(len(names))]
    table = pa.table([pa.array(v, f.type) for v, f in zip(values, fields, strict=True)], pa.schema(fields))
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.parquet")
        options: dict[str, Any] = {"use_dictionary": dictionary, "compression": compression}
        pq.write_table(table, path, row_group_size=group, store_schema=typed, **options)
        same_as_pyarrow(path)
        assert group_rows(str(path)) == ([min(group, rows - start) for start in range(0, rows, group)] or [0])
        read_back = pq.ParquetFile(path).schema_arrow
        assert schema_of(str(path)) == {field.name: str(field.type) for field in read_back}


def test_columns_within_columns_are_left_to_pyarrow(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": ["1"], "more": [[1, 2]]}), path)
    assert footer_of(str(path)) is None
    assert group_rows(str(path)) == [1]


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" * 3, b"PAR1\xff\xff\xff\xffPAR1", b"x" * 100])
def test_what_is_no_footer_is_left_to_pyarrow(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    assert footer_of(str(path)) is None


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for rows in (1, 2):
        pq.write_table(pa.table({"puzzle": ["1"] * rows}), path)
        footer = footer_of(str(path))
        assert footer is not None
        assert footer.rows == rows


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of our own, of 9,000 puzzles."""
    folder = tmp_path_factory.mktemp("footer")
    puzzles(folder / "a.txt", 50)
    (folder / "many.txt").write_bytes((folder / "a.txt").read_bytes() * 180)
    line = [sys.executable, "-m", "nonet", "bulk", "convert", "many.txt", "-o", "a.parquet", "-q"]
    subprocess.run(line, cwd=folder, env=environment(), check=True)
    return folder / "a.parquet"


def test_our_own_file(ours: Path) -> None:
    same_as_pyarrow(ours)


def test_our_own_file_is_solved_without_pyarrow(ours: Path) -> None:
    """It takes longer to load than a million puzzles to solve."""
    (ours.parent / "pyarrow.py").write_text("raise ImportError('not wanted')")
    line = [sys.executable, "-m", "nonet", "bulk", "solve", "a.parquet", "-o", "solved.parquet", "-q"]
    ended = subprocess.run(
        line, cwd=ours.parent, env=environment(), capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    (ours.parent / "pyarrow.py").unlink()
    assert pq.read_table(ours.parent / "solved.parquet").column_names == ["puzzle", "solution", "status"]


@settings(deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(ours: Path, data: st.DataObject) -> None:
    """Any bytes of the footer, or of the first header of a page, may be wrong."""
    good = ours.read_bytes()
    size = int.from_bytes(good[-8:-4], "little")
    places = st.one_of(st.integers(4, 60), st.integers(len(good) - 8 - size, len(good) - 1))
    bad = bytearray(good)
    for place, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), min_size=1, max_size=4)):
        bad[place] = byte
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.parquet")
        path.write_bytes(bad)
        with suppress(NonetError, DamagedFile):  # and nothing else
            for piece in plan(sources([str(path)]), rows=10**6):
                for chunk in read(piece):
                    assert len(list(chunk.puzzles)) == len(chunk)
