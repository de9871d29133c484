"""Which files the inputs stand for, what they are, and where their puzzles are."""

from __future__ import annotations

import gzip
import os
import pickle
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk.row_data import EASY, SOLVED
from nonet.bulk.columns import header_of, looks_like_cells, puzzle_column
from nonet.bulk.errors import DamagedFile, InputError
from nonet.bulk.sources import FileKind, kind_of, sources
from nonet.errors import MissingExtra, NonetError
from nonet.optional_import import optional_import

ZSTD = pa.Codec("zstd")


@pytest.mark.parametrize(
    ("header", "row", "column", "puzzle"),
    [
        ("quizzes,solutions", f"{EASY},{SOLVED}", None, "quizzes"),
        ("puzzle,solution", f"{EASY},{SOLVED}", None, "puzzle"),
        ("id,puzzle,solution,clues,difficulty", f"1,{EASY},{SOLVED},30,1.5", None, "puzzle"),
        ("source,question,answer,rating", f"puzzles0,{EASY},{SOLVED},9", None, "question"),
        ("solution,puzzle", f"{SOLVED},{EASY}", None, "puzzle"),
        ("q,a", f"{EASY},{SOLVED}", None, "q"),
        ("Solution;Puzzle", f"{SOLVED};{EASY}", None, "Puzzle"),
        ("\ufeffpuzzle,solution", f"{EASY},{SOLVED}", None, "puzzle"),
        ('"puzzle","solution"', f'"{EASY}","{SOLVED}"', None, "puzzle"),
        (" puzzle , solution ", f"{EASY},{SOLVED}", None, " puzzle "),
        ("given\tdone", f"{EASY}\t{SOLVED}", "given", "given"),
        ("given,done", f"{EASY},{SOLVED}", "GIVEN", "given"),
        ("done,given", f"{SOLVED},{EASY}", "2", "given"),
        ("anything", EASY, None, "anything"),
        ('"two\nlines",puzzle', f"1,{EASY}", None, "puzzle"),
    ],
)
def test_headers(tmp_path: Path, header: str, row: str, column: str | None, puzzle: str) -> None:
    path = tmp_path / "some.csv"
    path.write_text(f"{header}\n{row}\n", encoding="utf-8")
    (source,) = sources([str(path)], column=column)
    assert source.kind == FileKind("csv")
    assert source.columns[source.puzzle] == puzzle
    assert path.read_bytes()[source.begin :].decode() == f"{row}\n"
    assert source.line == 2 + header.count("\n")


@pytest.mark.parametrize(
    ("row", "columns", "puzzle"),
    [
        (f"{EASY},{SOLVED}", ("puzzle", "solution"), 0),
        (f"7,{EASY},{SOLVED},x", ("column_1", "puzzle", "solution", "column_4"), 1),
        (EASY, ("puzzle",), 0),
    ],
)
def test_without_a_header(tmp_path: Path, row: str, columns: tuple[str, ...], puzzle: int) -> None:
    path = tmp_path / "some.csv"
    path.write_text(f"{row}\n")
    (source,) = sources([str(path)])
    assert (source.columns, source.puzzle, source.begin, source.line) == (columns, puzzle, 0, 1)


def test_columns_of_one_name_are_told_apart() -> None:
    assert header_of("a,a,,a_2").columns == ("a", "a_2", "column_3", "a_2_2")
    assert puzzle_column(("a", "b"), None) is None
    assert puzzle_column(("a", "b"), "c") is None
    assert puzzle_column(("a", "b"), "3") is None


@pytest.mark.parametrize(
    ("text", "cells"), [(EASY, True), ("0" * 16, True), ("1" * 15, False), ("A" * 256, True)]
)
def test_what_looks_like_cells(text: str, cells: bool) -> None:
    assert looks_like_cells(text) is cells


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.txt", FileKind("lines")),
        ("A.TXT.GZ", FileKind("lines", "gz")),
        ("a.b.csv.zst", FileKind("csv", "zst")),
        ("a.tsv", FileKind("csv")),
        ("a.parquet", FileKind("parquet")),
        ("a.pq", FileKind("parquet")),
    ],
)
def test_kinds_by_extension(name: str, kind: FileKind) -> None:
    assert kind_of(name) == kind
    assert kind_of("x" + kind.ending) == kind


@pytest.mark.parametrize("name", ["a", "a.png", "a.gz", "a.parquet.gz", ""])
def test_endings_that_say_nothing(name: str) -> None:
    with pytest.raises(InputError):
        kind_of(name)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (EASY.encode() + b"\n", FileKind("lines")),
        (b"# a comment\n" + EASY.encode(), FileKind("lines")),
        (b"puzzle,solution\n", FileKind("csv")),
        (f"{EASY},{SOLVED}".encode(), FileKind("csv")),
        (b"puzzle\n" + EASY.encode(), FileKind("csv")),
        (b"hello, world\n", FileKind("lines")),
        (b"", FileKind("lines")),
        (gzip.compress(EASY.encode(), mtime=0), FileKind("lines", "gz")),
        (gzip.compress(f"{EASY},{SOLVED}".encode(), mtime=0), FileKind("csv", "gz")),
        (ZSTD.compress(EASY.encode(), asbytes=True), FileKind("lines", "zst")),
    ],
)
@pytest.mark.parametrize("name", ["noending", "a.txt"])
def test_kinds_by_content(tmp_path: Path, content: bytes, kind: FileKind, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    (source,) = sources([str(path)])
    assert source.kind == kind


def test_parquet_by_content_and_by_type(tmp_path: Path) -> None:
    path = tmp_path / "noending"
    pq.write_table(pa.table({"n": [1], "puzzle": [EASY]}), path)
    (source,) = sources([str(path)])
    assert (source.kind, source.puzzle, source.types) == (FileKind("parquet"), 1, ("int64", "string"))
    with pytest.raises(InputError, match="the column n has int64, not texts"):
        sources([str(path)], column="n")
    with pytest.raises(InputError, match="no column 'm'; its columns are n, puzzle"):
        sources([str(path)], column="m")


def test_pipes_and_devices_in_a_folder_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(EASY.encode())
    os.mkfifo(tmp_path / "pipe.txt")  # waits for ever
    (tmp_path / "zeros.txt").symlink_to("/dev/zero")
    for name in (str(tmp_path), str(tmp_path / "*.txt")):
        assert [each.path for each in sources([name])] == [str(tmp_path / "a.txt")]
    (tmp_path / "nothing.txt").symlink_to("gone")
    with pytest.raises(NonetError, match=r"nothing\.txt: No such file"):
        sources([str(tmp_path)])


def test_patterns_folders_and_order(tmp_path: Path) -> None:
    for name in (
        "b.txt",
        "a.txt",
        "in/c.txt.gz",
        "in/readme.md",
        ".hidden.txt",
        "_b/x.txt",
        "out.rejected.csv",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(EASY.encode())

    def names(*inputs: str) -> list[str]:
        return [
            str(Path(each.path).relative_to(tmp_path))
            for each in sources([str(tmp_path / i) for i in inputs])
        ]

    assert names(".") == ["a.txt", "b.txt", "in/c.txt.gz"]
    assert names("*.txt") == ["a.txt", "b.txt"]
    assert names("**/*.gz", "b.txt") == ["in/c.txt.gz", "b.txt"]
    (tmp_path / "odd[1].txt").write_text(EASY)
    assert names("odd[1].txt") == ["odd[1].txt"]
    for missing in ("none.txt", "*.zst"):
        with pytest.raises(InputError, match="no such file"):
            names(missing)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no puzzle files in this folder"):
        names("empty")
    with pytest.raises(InputError, match="no input"):
        sources([])


def test_what_a_run_writes_is_not_among_what_it_reads(tmp_path: Path) -> None:
    for name in (
        "a.txt",
        "out.txt",
        "out.txt.parts/part-00000.txt",
        "out.txt.partsong.txt",
        "made/part-00000.txt",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(EASY)

    def names(given: str, output: str) -> list[str]:
        found = sources([str(tmp_path / given)], output=str(tmp_path / output))
        return [str(Path(each.path).relative_to(tmp_path)) for each in found]

    assert names("", "out.txt") == ["a.txt", "made/part-00000.txt", "out.txt.partsong.txt"]
    assert names("*.txt", "out.txt") == ["a.txt", "out.txt.partsong.txt"]
    assert names("**/part*", "made/") == ["out.txt.parts/part-00000.txt"]
    assert names("made/part-00000.txt", "made/") == ["made/part-00000.txt"]  # asked for by name
    with pytest.raises(InputError, match="all of it belongs to the output"):
        names("made", "made/")


def test_files_of_a_store_are_found_too(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_text(EASY)
    url = f"file://{tmp_path}"
    for inputs in ([url], [f"{url}/*.txt"], [f"{url}/a.txt", f"{url}/b.txt"]):
        assert [Path(each.path).name for each in sources(inputs)] == ["a.txt", "b.txt"]


def test_one_output_has_one_set_of_columns(tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text("puzzle,solution\n")
    two.write_text("solution,puzzle\n")
    with pytest.raises(InputError, match=r"two.csv has other columns \(solution, puzzle\) than"):
        sources([str(one), str(two)])
    assert len(sources([str(one), str(two)], mixed=True)) == 2


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.txt", "\ufeff1".encode("utf-16-le"), "UTF-16"),
        ("a.csv", b"puzzle,caf\xe9\n", "the header is not UTF-8"),
        ("a.csv", b"puzzle,x\r1,2\r", "a carriage return in the header"),
        ("a.csv", b"puzzle,x\r1,2\n3,4\n", "a carriage return in the header"),
        ("a.csv", b"one,two\n1,2\n", r"which column has the puzzles\? Name it \(--column NAME\): one, two"),
        ("a.txt.gz", b"\x1f\x8b\x08 and then nothing", "damaged"),
        ("a.csv.zst", b"\x28\xb5\x2f\xfd and then nothing", "damaged"),
        ("a.parquet", b"PAR1 not really PAR1", "not a Parquet file, or a damaged one"),
        ("a.parquet", b"", "not a Parquet file, or a damaged one"),
    ],
)
def test_what_cannot_be_used_as_a_whole(tmp_path: Path, name: str, content: bytes, error: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises((InputError, DamagedFile), match=error):
        sources([str(path)])


def test_a_package_that_does_not_load_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "torn_package.py").write_text("raise ImportError('libtorn.so.3 not found')")
    (tmp_path / "poor_package.py").write_text("import package_that_nobody_has")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, reason in (("torn", "libtorn.so.3 not found"), ("poor", "package_that_nobody_has")):
        with pytest.raises(
            NonetError, match=f"{name}_package, which is installed but does not load"
        ) as caught:
            optional_import(f"{name}_package", "reading")
        assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [
        ("pyarrow", "a.parquet", "data"),
        ("fsspec", "s3://a/b.txt", "cluster"),
    ],
)
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, name: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    path = tmp_path / name if "://" not in name else name
    if isinstance(path, Path):
        path.write_bytes(ZSTD.compress(EASY.encode(), asbytes=True))
    with pytest.raises(
        MissingExtra, match=rf'needs {package}; install it with: pip install "nonet\[{extra}\]"'
    ) as caught:
        sources([str(path)])
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.package, error.extra) == (str(caught.value), package, extra)
    assert isinstance(error, NonetError)


def test_sources_travel(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("puzzle,solution\n")
    found = sources([str(tmp_path / "a.csv")])
    assert pickle.loads(pickle.dumps(found)) == found


def test_columns_of_one_name() -> None:
    assert header_of("puzzle,a,a,a_2,a,,").columns == (
        "puzzle",
        "a",
        "a_2",
        "a_2_2",
        "a_3",
        "column_6",
        "column_7",
    )
    assert len(set(header_of("puzzle" + ",a" * 30_000).columns)) == 30_001  # in no time
