"""Readers: whatever a file holds, however it is cut, every row arrives unchanged or is a fault with its line."""

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

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, SOLVED, Read, limits, puzzles, read_all
from many_cases import check_all, examples
from nonet.bulk.batches import block_of
from nonet.bulk.errors import DamagedFile
from nonet.bulk.pieces import split
from nonet.bulk.readers import read, with_types
from nonet.bulk.sources import sources
from nonet.bulk.storage import Spool, Storage
from nonet.errors import NonetError


def zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data, asbytes=True))


PACKS: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zstd}
BLANKS = bytes(range(9, 14)) + b" "
BYTES = st.one_of(
    st.just(EASY.encode()),
    st.just(SOLVED.encode()),
    st.binary(max_size=40).map(lambda text: text.replace(b"\n", b"")),
    st.text(" \t.1\r#", max_size=10).map(str.encode),
    st.integers(60, 130).map(lambda size: b"." * size),
)


@settings(max_examples=examples(80), deadline=None)
@given(
    lines=st.lists(BYTES, max_size=30),
    end=st.sampled_from([b"\n", b"\r\n"]),
    last=st.booleans(),
    pack=st.sampled_from(list(PACKS)),
    rows=st.integers(1, 40),
)
@example([EASY.encode()] * 9, b"\n", False, "", 2)
@example([EASY.encode()] * 9, b"\r\n", True, "", 2)
@example([EASY.encode()] * 9, b"\r\n", True, ".zst", 2)
@example([b"#" + EASY.encode()[1:]] * 9 + [EASY.encode()], b"\n", True, "", 2)
@example([b"." * 50 + b"\r" + b"." * 30] * 4, b"\n", True, "", 2)
@example([b"." * 40, b"." * 40, EASY.encode()], b"\n", True, "", 9)
def test_every_line_arrives(lines: list[bytes], end: bytes, last: bool, pack: str, rows: int) -> None:
    content = end.join(lines) + (end if last else b"")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b") or content[:3] == b"\xef\xbb\xbf":
        content = b"\n" + content
    with TemporaryDirectory() as folder, limits(100, 3):
        path = Path(folder, f"a.lines{pack}")
        path.write_bytes(PACKS[pack](content))
        if sources([str(path)])[0].kind.format != "lines":
            return  # a table by its first row: the tests below
        found, texts = Read(), list[bytes]()
        (source,) = sources([str(path)])
        line = 1
        for piece in split(source, rows, spool=Spool(Storage(), f"{folder}/spool")):
            for part in read(piece):
                found.numbers += [line + number for number in part.numbers()]
                texts += part.batch.column(0).cast(pa.binary()).to_pylist()
                found.faults += [(line + number, reason) for number, reason in part.faults]
                line += part.lines
    expected, long = [], []
    for number, each in enumerate(content.split(b"\n"), 1):
        text = each.strip(BLANKS)
        if text and len(text) <= 100 and not text.startswith(b"#"):
            expected.append((number, text))
        elif len(text) > 100:
            long.append(number)
    assert list(zip(found.numbers, [text.strip(BLANKS) for text in texts], strict=True)) == expected
    assert [number for number, _ in found.faults] == long


VALUES = st.one_of(
    # Python's csv leaves a last \r without quotes where rows end with \n; it cannot be told from \r\n.
    st.text(max_size=12).filter(lambda text: "\x00" not in text and "\r" not in text),
    st.sampled_from(['say "nine"', '"', "two\nlines", "a\r\nb", "x,y;z", "", " ", "0012", "1e5", "é\u2028ü"]),
)


@settings(max_examples=examples(80), deadline=None)
@given(
    table=st.lists(st.tuples(VALUES, VALUES), max_size=25),
    place=st.integers(0, 2),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    delimiter=st.sampled_from(",;\t|"),
    end=st.sampled_from(["\n", "\r\n"]),
    header=st.booleans(),
    bom=st.booleans(),
    last=st.booleans(),
    pack=st.sampled_from(list(PACKS)),
    rows=st.integers(1, 30),
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
    rows: int,
) -> None:
    if not header:
        table = [("7", "8"), *table]  # the first row must tell what divides the columns
    lines = [[*row[:place], EASY, *row[place:]] for row in table]
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=quoting, delimiter=delimiter, lineterminator=end)
    if header:
        names = ["left", "right"]
        writer.writerow([*names[:place], "Quizzes", *names[place:]])
    numbers = []
    for line in lines:
        numbers.append(file.getvalue().count("\n") + 1)
        writer.writerow(line)
    text = file.getvalue() if last else file.getvalue().removesuffix(end)
    with TemporaryDirectory() as folder, limits(400, 3):
        path = Path(folder, f"a.csv{pack}")
        path.write_bytes(PACKS[pack]((b"\xef\xbb\xbf" if bom else b"") + text.encode()))
        found = read_all(path, rows=rows)
    assert not found.faults
    assert found.columns == [tuple(line) for line in lines]
    assert found.puzzles == [EASY] * len(lines)
    assert found.numbers == numbers


@settings(max_examples=examples(80), deadline=None)
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
def test_any_csv_is_read(rows: list[bytes]) -> None:
    """Whatever stands in it: a row is used or is a fault, once, and the rows that are right arrive."""
    right = f"{EASY},ok".encode()
    content = b"\n".join([b"puzzle,note", right, *rows, right, b""])
    with TemporaryDirectory() as folder, limits(150):
        path = Path(folder, "a.csv")
        path.write_bytes(content)
        found = read_all(path)
    assert found.columns[0] == (EASY, "ok")
    numbers = sorted([*found.numbers, *(number for number, _ in found.faults)])
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(2, content.count(b"\n") + 1))
    if not any(b'"' in row for row in rows):
        assert found.columns[-1] == (EASY, "ok")
        lines = content.split(b"\n")
        filled = {n for n, line in enumerate(lines, 1) if n > 1 and line.rstrip(b"\r")}
        assert filled == set(numbers)


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
        ([f"{EASY},a\rb"], [(2, "a carriage return in the middle of a row")]),
    ],
)
def test_faults_of_tables(tmp_path: Path, rows: list[str], faults: list[tuple[int, str]]) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("\n".join(["puzzle,note", *rows]).encode("utf-8", "surrogateescape"))
    found = read_all(path)
    assert found.faults == faults
    good = sum(EASY in row and "\r" not in row for row in rows)
    assert found.puzzles == [EASY] * good


@pytest.mark.parametrize("rows", [1, 2, 100])
def test_an_endless_row_costs_no_other_row(tmp_path: Path, rows: int) -> None:
    for name, first, row in (("a.txt", "", EASY), ("a.csv", "puzzle,n\n", f"{EASY},1")):
        path = tmp_path / name
        with limits(100, 1):
            path.write_text(f"{first}{row}\n" + "." * 5000 + f"\n{row}\n" + "1," * 900 + f"\n{row}")
            found = read_all(path, rows=rows)
        start = 1 + len(first.splitlines())
        assert found.numbers == [start, start + 2, start + 4]
        assert [number for number, _ in found.faults] == [start + 1, start + 3]
        assert found.puzzles == [EASY] * 3


@pytest.mark.parametrize("rows", [10, 10**6])
def test_an_open_quote_ends_with_its_line_where_the_next_is_far(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "a.csv"
    path.write_text('puzzle,n\n1,"5 disk\n' + f"{EASY},1\n" * 3000)
    found = read_all(path, rows=rows)
    assert found.faults == [(2, "a quote that is never closed")]
    assert found.numbers == list(range(3, 3003))


@pytest.mark.parametrize("pack", [".gz", ".zst"])
def test_compressed_files_of_several_parts_and_broken_ones(tmp_path: Path, pack: str) -> None:
    lines = [f"{text}\n".encode() for text in puzzles(300)]
    path = tmp_path / f"a.txt{pack}"
    parts = [PACKS[pack](b"".join(lines[start : start + 100])) for start in (0, 100, 200)]
    path.write_bytes(b"".join(parts))
    found = read_all(path, rows=70)
    assert found.puzzles == puzzles(300)
    assert len(found.pieces) == 5  # cut as it streams
    path.write_bytes(b"".join(parts)[:-20])
    with pytest.raises(DamagedFile, match="damaged or cut off"):
        read_all(path)


def test_every_byte_is_weighed_once(tmp_path: Path) -> None:
    content = "".join(f"{text}\n" for text in puzzles(100)).encode()
    for name, data in (("a.txt", content), ("a.txt.gz", gzip.compress(content))):
        (tmp_path / name).write_bytes(data)
        assert sum(piece.weight for piece in read_all(tmp_path / name, rows=30).pieces) == len(data)


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
    assert read_all(f"memory://{tmp_path.name}/{name}", rows=20).puzzles == texts


@settings(max_examples=examples(60), deadline=None)
@given(
    lines=st.lists(
        st.one_of(st.just(EASY), st.just(SOLVED), st.text('12.#, \t"x', max_size=30), st.just("é" * 5)),
        max_size=40,
    ),
    end=st.sampled_from(["\n", "\r\n"]),
    rows=st.integers(1, 50),
)
def test_pieces_make_the_file(lines: list[str], end: str, rows: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.txt")
        path.write_bytes(end.join(lines).encode())
        found, whole = read_all(path, rows=rows), read_all(path)
        pieces = found.pieces
        assert pickle.loads(pickle.dumps(pieces)) == read_all(path, rows=rows).pieces == pieces
        assert pieces[-1].stop == path.stat().st_size
        for before, piece in pairwise(pieces):
            assert piece.start == before.stop > before.start
        assert (found.numbers, found.columns, found.faults) == (whole.numbers, whole.columns, whole.faults)


def test_a_piece_has_about_the_rows_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(f"{EASY}\n" for _ in range(1000)))
    (tmp_path / "a.csv").write_text("id,puzzle\n" + "".join(f"{k:04},{EASY}\n" for k in range(1000)))
    for name in ("a.txt", "a.csv"):
        pieces = read_all(tmp_path / name, rows=300).pieces
        assert [sum(part.batch.num_rows for part in read(piece)) for piece in pieces] == [300, 300, 300, 100]
    with pytest.raises(NonetError, match="at least 1"):
        read_all(tmp_path / "a.txt", rows=0)


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.txt.gz", "a.csv.zst"])
def test_an_empty_file_is_one_piece_without_rows(tmp_path: Path, name: str) -> None:
    pack = PACKS["." + name.rpartition(".")[2] if name.count(".") > 1 else ""]
    (tmp_path / name).write_bytes(pack(b"puzzle,x\n" if ".csv" in name else b""))
    found = read_all(tmp_path / name, rows=10)
    assert (len(found.pieces), found.batches, found.columns) == (1, 1, [])


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


@settings(max_examples=examples(60), deadline=None)
@given(
    texts=st.lists(st.one_of(st.none(), st.just(EASY), st.text(max_size=20).map(str.strip)), max_size=30),
    kind=st.sampled_from(TYPES),
    cut=st.integers(0, 5),
)
def test_blocks_of_every_arrow_type(texts: list[str | None], kind: Any, cut: int) -> None:
    if kind in (pa.binary(), pa.large_binary()):
        array = pa.array([None if text is None else text.encode() for text in texts], kind)
    else:
        array = pa.array(texts, pa.string()).cast(kind)
    block = block_of(array[cut:])
    found = [block.text(row).strip() for row in range(block.count)]
    assert found == [(text or "").encode().strip() for text in texts[cut:]]


def test_blocks_of_texts_of_one_size() -> None:
    array = pa.array([text.encode() for text in puzzles(5)], pa.binary(81))
    assert [block_of(array[1:]).text(row).decode() for row in range(4)] == puzzles(5)[1:]


@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
@pytest.mark.parametrize("within_groups", [False, True])
def test_row_groups(tmp_path: Path, compression: str, within_groups: bool) -> None:
    """Groups of 2, 11, 14 and 3 rows; every row once, in order, with what stands beside it."""
    path = tmp_path / "a.parquet"
    table = pa.table({"id": list(range(30)), "puzzle": puzzles(30), "list": [[k] for k in range(30)]})
    with pq.ParquetWriter(path, table.schema, compression=compression) as writer:
        for start, stop in pairwise([0, 2, 13, 27, 30]):
            writer.write_table(table.slice(start, stop - start), row_group_size=100)
    with limits(batch_rows=3):
        found = read_all(path, rows=5, within_groups=within_groups)
    expected = [(0, 1, None), (1, 2, None), (2, 3, None), (3, 4, None)]
    if within_groups:
        eleven, fourteen = [(0, 4), (4, 8), (8, 11)], [(0, 5), (5, 10), (10, 14)]
        middle = [*((1, 2, rows) for rows in eleven), *((2, 3, rows) for rows in fourteen)]
        expected = [expected[0], *middle, expected[3]]  # type: ignore[list-item]
    assert [(piece.start, piece.stop, piece.rows) for piece in found.pieces] == expected
    assert found.columns == [(str(k), text, f"[{k}]") for k, text in enumerate(puzzles(30))]
    assert found.numbers == list(range(1, 31))


def test_parquet_without_rows(tmp_path: Path) -> None:
    for table in (pa.table({"puzzle": pa.array([], pa.string())}), pa.schema([("puzzle", pa.string())])):
        with pq.ParquetWriter(tmp_path / "a.parquet", getattr(table, "schema", table)) as writer:
            if isinstance(table, pa.Table):
                writer.write_table(table)
        found = read_all(tmp_path / "a.parquet")
        assert (found.batches >= 1, found.columns) == (True, [])


def test_a_parquet_file_that_is_damaged_in_its_middle(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": puzzles(600)}), path, compression="zstd", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[200:20000] = bytes(19800)
    path.write_bytes(data)
    with pytest.raises(DamagedFile, match="damaged"):
        read_all(path)


# -- types of CSV columns --------------------------------------------------------------------------------------


COLUMNS: list[tuple[list[str], str]] = [
    (["1", "-2", "0", ""], "int64"),
    (["1", "2.5", "1e-3"], "double"),
    (["True", "false", ""], "bool"),
    (["1", "2", "n/a"], "string"),
    (["1", "true"], "string"),
    (["true", "1"], "string"),
    (["007"], "string"),
    (["+1"], "string"),
    (["nan"], "string"),
    (["1e99", "-1e-99"], "double"),
    (["1e400"], "string"),
    (["1e-400"], "string"),
    ([" 1"], "string"),
    (["1" * 15], "int64"),
    (["1234341221434321"], "string"),
    (["", ""], "string"),
    ([], "string"),
]


@pytest.mark.parametrize("pack", PACKS)
def test_a_column_has_the_type_of_all_its_values(tmp_path: Path, pack: str) -> None:
    """However far from the beginning the value is that decides it."""

    def check(values: list[str], type_: str) -> None:
        path = tmp_path / f"a.csv{pack}"
        rows = [f"{value},{EASY}\n" for value in [*values[:-1] * 300, *values[-1:]]]
        path.write_bytes(PACKS[pack]("".join(["x,puzzle\n", *rows]).encode()))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("nonet.bulk.readers.MOST_BYTES", 1000)
            assert with_types(sources([str(path)]))[0].types == (type_, "string")

    check_all(check, COLUMNS)


def test_files_of_one_table_have_the_same_types(tmp_path: Path) -> None:
    for name, value in (("a", "1"), ("b", "1.5"), ("c", "x")):
        (tmp_path / f"{name}.csv").write_text(f"x,puzzle\n{value},{EASY}\n")

    def types(names: str) -> set[tuple[str, ...]]:
        return {each.types for each in with_types(sources([str(tmp_path / f"{name}.csv") for name in names]))}

    assert types("ab") == {("double", "string")}
    assert types("abc") == {("string", "string")}


def test_a_stream_is_not_read_beforehand(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"x,puzzle\n1,{EASY}\n")
    found = sources(["-", str(tmp_path / "a.csv")])
    assert with_types(found) == found


def test_a_column_that_changes_its_type_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"x,puzzle\n1,{EASY}\n")
    (source,) = with_types(sources([str(path)]))
    path.write_text(f"x,puzzle\nz,{EASY}\n")
    (piece,) = split(source, 10, spool=Spool(Storage(), str(tmp_path / "spool")))
    with pytest.raises(NonetError, match="the column x has other values than when the run began"):
        list(read(piece))


def test_answers_and_bad_rows_are_no_numbers(tmp_path: Path) -> None:
    """A 4x4 board could be one; a row that is rejected counts for nothing."""
    path = tmp_path / "a.csv"
    path.write_text("x,puzzle,answer\n1,12..,12\nbad\n2,1234,34\n")
    (source,) = with_types(sources([str(path)]))
    assert source.types == ("int64", "string", "string")
    assert read_all(path).columns == [("1", "12..", "12"), ("2", "1234", "34")]
