"""Readers: whatever a file holds, every row arrives unchanged or is a fault with its number and a reason."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, SOLVED, puzzle, puzzles, read_all, short_rows
from nonet.bulk import plan, read, sources
from nonet.bulk.files import DamagedFile
from nonet.bulk.parquet import texts_of
from nonet.errors import NonetError

PACKS: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}
BYTES = st.one_of(
    st.just(EASY.encode()),
    st.just(SOLVED.encode()),
    st.binary(max_size=40).map(lambda text: text.replace(b"\n", b"")),
    st.text(" \t.1\r#", max_size=10).map(str.encode),
    st.integers(60, 130).map(lambda size: b"." * size),
)


@settings(max_examples=80, deadline=None)
@given(
    lines=st.lists(BYTES, max_size=30),
    end=st.sampled_from([b"\n", b"\r\n"]),
    last=st.booleans(),
    pack=st.sampled_from(list(PACKS)),
    chunk_rows=st.integers(1, 8),
)
@example([EASY.encode()] * 9, b"\n", False, "", 2)
@example([EASY.encode()] * 9, b"\r\n", True, "", 2)
@example([b"#" + EASY.encode()[1:]] * 9 + [EASY.encode()], b"\n", True, "", 2)
@example([b"." * 50 + b"\r" + b"." * 30] * 4, b"\n", True, "", 2)
@example([b" " * 9 + b"#", b" " * 30 + EASY.encode() + b" " * 20, b" " * 40], b"\n", True, "", 2)
def test_every_line_arrives(lines: list[bytes], end: bytes, last: bool, pack: str, chunk_rows: int) -> None:
    content = end.join(lines) + (end if last else b"")
    if not content.isascii() and content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        content = b"\n" + content
    with TemporaryDirectory() as folder, short_rows(100):
        path = Path(folder, f"a.lines{pack}")
        path.write_bytes(PACKS[pack](content))
        if sources([str(path)])[0].kind.format != "lines":
            return  # a table by its first row: the tests below
        found = read_all(path, chunk_rows=chunk_rows)
    begin = 3 if content.startswith(b"\xef\xbb\xbf") else 0
    expected, long = [], []
    for number, line in enumerate(content[begin:].split(b"\n"), 1):
        text = line.strip(bytes(range(33)))
        if text and len(text) <= 100 and not text.startswith(b"#"):
            expected.append((number, text))
        elif len(text) > 100:
            long.append(number)
    assert [
        (n, text.strip(bytes(range(33)))) for n, text in zip(found.numbers, found.puzzles, strict=True)
    ] == expected
    assert [number for number, _ in found.faults] == long
    assert all("more than 100 bytes" in reason for _, reason in found.faults)


VALUES = st.one_of(
    # Python's csv leaves a last \r without quotes, where rows end with \n: nobody could tell it from \r\n.
    st.text(max_size=12).filter(lambda text: "\x00" not in text and not text.endswith("\r")),
    st.sampled_from(['say "nine"', '"', "two\nlines", "a\r\nb", "x,y;z", "", " ", "0012", "1e5", "é\u2028ü"]),
)


@settings(max_examples=80, deadline=None)
@given(
    table=st.lists(st.tuples(VALUES, VALUES), max_size=25),
    place=st.integers(0, 2),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    delimiter=st.sampled_from(",;\t|"),
    end=st.sampled_from(["\n", "\r\n"]),
    header=st.booleans(),
    bom=st.booleans(),
    last=st.booleans(),
    pack=st.sampled_from(list(PACKS)),
)
def test_every_field_of_csv_arrives(
    table: list[tuple[str, str]],
    place: int,
    quoting: Any,
    delimiter: str,
    end: str,
    header: bool,
    bom: bool,
    last: bool,
    pack: str,
) -> None:
    if not header:
        table = [("7", "8"), *table]  # the first row must tell what divides the columns
    rows = [[*row[:place], EASY, *row[place:]] for row in table]
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=quoting, delimiter=delimiter, lineterminator=end)
    if header:
        writer.writerow(
            ["left", "puzzle", "right"]
            if place == 1
            else [*["left"] * place, "Quizzes", *["x"] * (2 - place)]
        )
    writer.writerows(rows)
    text = file.getvalue() if last else file.getvalue().removesuffix(end)
    with TemporaryDirectory() as folder, short_rows(250):
        path = Path(folder, f"a.csv{pack}")
        path.write_bytes(PACKS[pack]((b"\xef\xbb\xbf" if bom else b"") + text.encode()))
        found = read_all(path, chunk_rows=2)
    assert not found.faults
    assert found.columns == [tuple(row) for row in rows]
    assert found.puzzles == [EASY.encode()] * len(rows)


@settings(max_examples=80, deadline=None)
@given(
    rows=st.lists(
        st.one_of(
            st.lists(st.sampled_from(["a", "", "5", EASY]), min_size=1, max_size=5)
            .map(",".join)
            .map(str.encode),
            st.sampled_from(
                [b"\xff,\xfe", b'a,"b', b'a",b', b"", b"\r", b"caf\xe9,1", 'é,"x'.encode(), b"\x00,\x00"]
            ),
            st.binary(max_size=20),
        ),
        max_size=20,
    )
)
def test_no_csv_is_too_odd(rows: list[bytes]) -> None:
    """Whatever stands in it: a row is used or is a fault, once, and the rows that are right arrive."""
    right = f"{EASY},ok".encode()
    content = b"\n".join([b"puzzle,note", right, *rows, right, b""])
    with TemporaryDirectory() as folder, short_rows(150):
        path = Path(folder, "a.csv")
        path.write_bytes(content)
        found = read_all(path)
    assert found.columns[0] == (EASY, "ok")
    numbers = sorted([*found.numbers, *(number for number, _ in found.faults)])
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(2, content.count(b"\n") + 1))
    if not any(b'"' in row for row in rows):
        assert found.columns[-1] == (EASY, "ok")
        filled = {n for n, line in enumerate(content.split(b"\n"), 1) if n > 1 and line.strip(b"\r")}
        assert filled - set(numbers) <= {n for n in filled if not content.split(b"\n")[n - 1].rstrip(b"\r")}


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        (["a,b,c"], [(2, "3 columns, not 2")]),
        (["a"], [(2, "1 column, not 2")]),
        ([f"{EASY},1", "", "x"], [(4, "1 column, not 2")]),
        (['a,"b', f"{EASY},1"], [(2, "a quote that is never closed")]),
        ([f'{EASY},"two', 'lines"', "x"], [(4, "1 column, not 2")]),
        (
            ["caf\udce9,1", "a,b,c"],
            [(2, "this byte is not UTF-8 (0xe9); save the text as UTF-8"), (3, "3 columns, not 2")],
        ),
    ],
)
def test_faults_of_tables(tmp_path: Path, rows: list[str], faults: list[tuple[int, str]]) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["puzzle,note", *rows]), encoding="utf-8", errors="surrogateescape")
    found = read_all(path)
    assert found.faults == faults
    assert found.puzzles == [EASY.encode()] * sum(EASY in row for row in rows)


def test_a_row_without_an_end_costs_no_memory_and_no_other_row(tmp_path: Path) -> None:
    for name, first, row in (("a.txt", "", EASY), ("a.csv", "puzzle,n\n", f"{EASY},1")):
        path = tmp_path / name
        with short_rows(100):
            path.write_text(f"{first}{row}\n" + "." * 5000 + f"\n{row}\n" + "1," * 900 + f"\n{row}")
            found = read_all(path, chunk_rows=1)
        start = 1 + len(first.splitlines())
        assert found.numbers == [start, start + 2, start + 4]
        assert [number for number, _ in found.faults] == [start + 1, start + 3]
        assert found.puzzles == [EASY.encode()] * 3


def test_an_open_quote_ends_with_its_line_where_the_next_is_far(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('puzzle,n\n1,5" disk\n' + f"{EASY},1\n" * 5000)
    found = read_all(path)
    assert found.faults == [(2, "a quote that is never closed")]
    assert len(found.puzzles) == 5000


@pytest.mark.parametrize("pack", [".gz", ".zst"])
def test_packed_files_of_several_parts_and_broken_ones(tmp_path: Path, pack: str) -> None:
    lines = [f"{text}\n".encode() for text in puzzles(300)]
    path = tmp_path / f"a.txt{pack}"
    parts = [PACKS[pack](b"".join(lines[start : start + 100])) for start in (0, 100, 200)]
    path.write_bytes(b"".join(parts))
    assert [text.decode() for text in read_all(path).puzzles] == puzzles(300)
    path.write_bytes(b"".join(parts)[:-20])
    with pytest.raises(DamagedFile, match="damaged or breaks off"):
        read_all(path)


def test_chunks_report_the_bytes_they_came_from(tmp_path: Path) -> None:
    content = "".join(f"{text}\n" for text in puzzles(100)).encode()
    for name, data in (("a.txt", content), ("a.txt.gz", gzip.compress(content))):
        (tmp_path / name).write_bytes(data)
        with short_rows(100):
            chunks = [
                chunk
                for piece in plan(sources([str(tmp_path / name)]), rows=30)
                for chunk in read(piece, chunk_rows=7)
            ]
        assert sum(chunk.size for chunk in chunks) == len(data)
        assert len(chunks) > 3


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "quoted.csv", "a.csv.gz", "a.parquet"])
def test_files_of_a_store(tmp_path: Path, name: str) -> None:
    texts = puzzles(50)
    if name == "a.parquet":
        pq.write_table(pa.table({"id": ["x"] * 50, "puzzle": texts}), tmp_path / name, row_group_size=20)
        content = (tmp_path / name).read_bytes()
    else:
        note = '"two\nlines"' if "quoted" in name else "x"
        lines = [f"{note},{text}" for text in texts] if ".csv" in name else texts
        content = "\n".join([*(["id,puzzle"] if ".csv" in name else []), *lines]).encode()
        content = gzip.compress(content) if name.endswith(".gz") else content
    import fsspec

    with fsspec.open(f"memory://{tmp_path.name}/{name}", "wb") as file:
        file.write(content)
    found = []
    for piece in plan(sources([f"memory://{tmp_path.name}/{name}"]), rows=20):
        for chunk in read(piece):
            found += [text.decode() for text in chunk.puzzles]
    assert found == texts


def test_a_quoted_table_with_a_row_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    long = "y" * 5000
    with short_rows(100):
        path.write_text(f'id,puzzle\n"1",{EASY}\n2,{long}\n"3",{EASY}\n4,{EASY}')
        for rows in (1, 2, 100):
            found = read_all(path, rows=rows, chunk_rows=1)
            assert found.numbers == [2, 4, 5]
            assert [number for number, _ in found.faults] == [3]


def test_chunks_have_rows(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(EASY)
    (piece,) = plan(sources([str(tmp_path / "a.txt")]), rows=1)
    with pytest.raises(NonetError, match="at least 1"):
        read(piece, chunk_rows=0)


# -- Parquet ------------------------------------------------------------------------------------------------

TYPES = [
    pa.string(),
    pa.large_string(),
    pa.binary(),
    pa.large_binary(),
    pa.string_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.dictionary(pa.int8(), pa.large_string()),
]


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(st.one_of(st.none(), st.just(EASY), st.text(max_size=20)), max_size=30),
    kind=st.sampled_from(TYPES),
    cut=st.integers(0, 5),
)
def test_texts_of_every_arrow_type(texts: list[str | None], kind: Any, cut: int) -> None:
    if kind in (pa.binary(), pa.large_binary()):
        array = pa.array([None if text is None else text.encode() for text in texts], kind)
    else:
        array = pa.array(texts, pa.string()).cast(kind)
    assert [text.decode() for text in texts_of(array[cut:])] == [text or "" for text in texts[cut:]]


def test_texts_of_one_size() -> None:
    array = pa.array([text.encode() for text in puzzles(5)], pa.binary(81))
    assert [text.decode() for text in texts_of(array[1:])] == puzzles(5)[1:]
    assert list(texts_of(pa.array([None, b"ab"], pa.binary(2)))) == [b"", b"ab"]


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_parquet_of_every_type(tmp_path: Path, kind: Any, compression: str) -> None:
    path = tmp_path / "a.parquet"
    texts = pa.array([text.encode() for text in puzzles(50)]).cast(
        kind if kind == pa.binary() else pa.string()
    )
    if kind != pa.binary():
        texts = texts.cast(kind)
    table = pa.table(
        {"id": pa.array(range(50), pa.int16()), "puzzle": texts, "list": [[k] for k in range(50)]}
    )
    pq.write_table(table, path, row_group_size=20, compression=compression)
    found = read_all(path, chunk_rows=7, rows=1)
    assert [text.decode() for text in found.puzzles] == puzzles(50)
    assert found.numbers == list(range(1, 51))
    assert found.columns[49] == ("49", puzzles(50)[49], "[49]")


@settings(max_examples=60, deadline=None)
@given(
    numbers=st.one_of(
        st.lists(st.integers(0, 20), max_size=60),
        st.lists(
            st.one_of(st.integers(0, 20), st.sampled_from(["", "1", "x" * 80, "x" * 82, None])), max_size=60
        ),
    ),
    page=st.sampled_from([1, 300, 100_000]),
    version=st.sampled_from(["1.0", "2.0"]),
    dictionary=st.booleans(),
    words=st.sampled_from([1, 500, 100_000]),
    compression=st.sampled_from(["none", "snappy", "zstd"]),
    nullable=st.booleans(),
    more=st.booleans(),
    chunk_rows=st.integers(1, 50),
)
def test_pages_are_read_as_pyarrow_reads_them(
    numbers: list[Any],
    page: int,
    version: str,
    dictionary: bool,
    words: int,
    compression: str,
    nullable: bool,
    more: bool,
    chunk_rows: int,
) -> None:
    texts = [puzzle(each) if isinstance(each, int) else each for each in numbers]
    if not nullable:
        texts = [text or "" for text in texts]
    fields = [pa.field("id", pa.int64()), pa.field("puzzle", pa.string(), nullable=nullable)]
    table = pa.table([list(range(len(texts))), pa.array(texts, pa.string())], pa.schema(fields))
    table = table if more else table.drop_columns("id")
    with TemporaryDirectory() as folder, patch("nonet.bulk.page_reader.LEAST_ROWS", 1):
        path = Path(folder, "a.parquet")
        pq.write_table(
            table,
            path,
            row_group_size=25,
            compression=compression,
            use_dictionary=dictionary,
            dictionary_pagesize_limit=words,
            data_page_size=page,
            write_batch_size=5,
            data_page_version=version,
        )
        found = read_all(path, chunk_rows=chunk_rows, rows=30)
    assert [text.decode() for text in found.puzzles] == [text or "" for text in texts]
    assert found.numbers == list(range(1, len(texts) + 1))
    rest = [[str(k)] for k in range(len(texts))] if more else [[] for _ in texts]
    assert found.columns == [(*left, text or "") for left, text in zip(rest, texts, strict=True)]


def test_plain_pages_are_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": puzzles(100)}), path, use_dictionary=False, compression="none")
    (piece,) = plan(sources([str(path)]), rows=1000)
    with patch("nonet.bulk.page_reader.LEAST_ROWS", 1):
        (chunk,) = read(piece)
    assert chunk.puzzles.framed
    assert chunk.columns[0].values is chunk.puzzles
    (chunk,) = read(piece)
    assert not chunk.puzzles.framed


def test_pages_of_other_lengths_that_look_like_puzzles(tmp_path: Path) -> None:
    """80 and 82 bytes make two records of 81 together."""
    texts = ["x" * 80, "y" * 82] * 50
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": texts}), path, use_dictionary=False, compression="none")
    with patch("nonet.bulk.page_reader.LEAST_ROWS", 1):
        assert [text.decode() for text in read_all(path).puzzles] == texts


def test_a_parquet_file_that_is_damaged_in_its_middle(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": puzzles(2000)}), path, compression="zstd", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[200:20000] = bytes(19800)
    path.write_bytes(data)
    with pytest.raises(DamagedFile, match="damaged"):
        read_all(path)
