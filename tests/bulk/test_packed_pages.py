"""Parquet as other programs write it: unpacked by the kernel, the same rows as pyarrow finds."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet import _native
from nonet.bulk.chunk import Chunk
from nonet.bulk.executors import ThreadShards
from nonet.bulk.files import DamagedFile
from nonet.bulk.footer import footer_of, packed_footer
from nonet.bulk.jobs import Job
from nonet.bulk.packed_pages import NotKnown, _codes
from nonet.bulk.parquet import _Groups
from nonet.bulk.pieces import plan
from nonet.bulk.read import read
from nonet.bulk.run import run
from nonet.bulk.shards import Output
from nonet.bulk.sources import kind_of, sources
from nonet.bulk.thrift import Fields, unpacked
from nonet.bulk.thrift import packed as packed_again
from nonet.bulk.work import FileWork
from nonet.errors import NonetError

from .helping import ended, puzzle, start

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

PUZZLES = [puzzle(number)[0] for number in range(2_000)]


def chunks_of(path: Path, **options: Any) -> Iterator[Chunk]:
    """What our reader gives, with the kernel, whether the rest of the tests has it or not."""
    with (
        patch("nonet.bulk.page_reader.LEAST_ROWS", 1),
        patch("nonet.bulk.packed_pages.kernel", _native),
    ):
        for piece in plan(sources([str(path)]), rows=100_000):
            yield from read(piece, **options)


def rows_of(path: Path) -> list[tuple[str, ...]]:
    """Every row."""
    found: list[tuple[str, ...]] = []
    for chunk in chunks_of(path):
        columns = [
            [text.decode() for text in column.values]
            if hasattr(column.values, "places")
            else ["" if value is None else str(value) for value in column.values.to_pylist()]
            for column in chunk.columns
        ]
        found += zip(*columns, strict=True)
    return found


def alone(path: Path) -> list[tuple[str, ...]]:
    """Every row, without pyarrow's reading of the puzzles."""

    def refuse(self: _Groups, groups: list[int], chunk_rows: int, *, done: int = 0) -> Any:
        assert not groups
        return iter(())

    with patch.object(_Groups, "_by_pyarrow", refuse):
        return rows_of(path)


@pytest.mark.parametrize("dictionary", [True, False], ids=["words", "texts"])
@pytest.mark.parametrize("nullable", [True, False])
@pytest.mark.parametrize("compression", ["snappy", "none"])
@pytest.mark.parametrize("distinct", [1, 7, 2_000])
def test_what_others_write_by_default(
    tmp_path: Path, dictionary: bool, nullable: bool, compression: str, distinct: int
) -> None:
    """Some pages of numbers of words, then many of texts, in two row groups, beside another column."""
    path = tmp_path / "a.parquet"
    texts = [PUZZLES[k % distinct] for k in range(5_000)]
    fields = [pa.field("puzzle", pa.string(), nullable=nullable), pa.field("id", pa.int32())]
    table = pa.table([pa.array(texts), pa.array(range(5_000), pa.int32())], pa.schema(fields))
    limits = {"data_page_size": 20_000, "dictionary_pagesize_limit": 50_000, "row_group_size": 3_000}
    pq.write_table(table, path, compression=compression, use_dictionary=dictionary, **limits)
    assert alone(path) == [(text, str(k)) for k, text in enumerate(texts)]


@pytest.mark.parametrize("writer", ["pandas", "polars"])
def test_frames_are_read_by_ourselves(tmp_path: Path, writer: str) -> None:
    """Whatever these write by default, if they pack it by Snappy, as pandas does."""
    path = tmp_path / "a.parquet"
    library = pytest.importorskip(writer)
    frame = library.DataFrame({"puzzle": PUZZLES, "id": range(2_000)})
    if writer == "pandas":
        frame.to_parquet(path)
    else:
        frame.write_parquet(path, compression="snappy")
    assert alone(path) == [(text, str(k)) for k, text in enumerate(PUZZLES)]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
def test_every_part_of_a_file_has_the_same_type(tmp_path: Path, kind: Any) -> None:
    """Whoever read it: the second row group lacks a puzzle, so pyarrow reads it."""
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": pa.array([*PUZZLES, None], kind), "id": range(2_001)})
    pq.write_table(table, path, row_group_size=1_000, use_dictionary=False)
    with patch("nonet.bulk.page_reader.LEAST_ROWS", 1), patch("nonet.bulk.packed_pages.kernel", _native):
        ((source,), job, to) = sources([str(path)]), Job("convert"), kind_of("x.parquet")
        work = FileWork((source,), job, to, rows=1_000)
        executor = ThreadShards(1)
        run(work, Output(f"{tmp_path}/b.parquet", ".parquet"), executor)
        executor.close()
    found = pq.read_table(tmp_path / "b.parquet")
    assert str(found.schema.field("puzzle").type) == "string"
    assert found.column("puzzle").to_pylist() == [*PUZZLES]
    assert found.column("id").to_pylist() == list(range(2_000))


def test_words_that_are_no_puzzles(tmp_path: Path) -> None:
    """One text is longer than 81 and one shorter: the page of words has the size of puzzles, and is none."""
    path = tmp_path / "a.parquet"
    texts = [*PUZZLES[:100], "x" * 80, "Q\0\0\0" + "y" * 78, *PUZZLES[100:]]
    pq.write_table(pa.table({"puzzle": texts}), path, dictionary_pagesize_limit=1 << 20)
    assert rows_of(path) == [(text,) for text in texts]


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (b"", 1),
        (bytes([33, 2, 0]), 1),  # too many bits
        (bytes([3, 3, 0]), 8),  # a run of bits that breaks off
        (bytes([0, 0]), 5),  # an empty run
        (bytes([1, 4]), 2),  # no number
        (bytes([0, 255, 255, 255, 255, 255, 255, 127]), 5),  # a run without an end
    ],
)
def test_what_is_no_codes(data: bytes, count: int) -> None:
    with pytest.raises(NotKnown):
        _codes(data, count)


def test_codes_take_no_more_memory_than_they_are() -> None:
    """A run may say that it is longer than the page has rows."""
    assert _codes(bytes([0, 255, 255, 255, 255, 15]), 5).tolist() == [0] * 5
    assert len(_codes(bytes([1, 254, 255, 255, 255, 15, 1]), 5)) == 5


def with_footer(path: Path, change: Callable[[Fields], None]) -> None:
    """The same file, whose footer says something else about its first row group."""
    with path.open("rb") as file:
        end, packed = packed_footer(file, "a")
    said = unpacked(packed)
    change(said[4][1][1][0])
    footer = packed_again(said)
    path.write_bytes(path.read_bytes()[:end] + footer + struct.pack("<I", len(footer)) + b"PAR1")


@pytest.mark.parametrize("by", [-1_000, 2**45])
def test_a_footer_that_contradicts_itself(tmp_path: Path, by: int) -> None:
    """A row group that says that it has other rows than its columns: refused, at once."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": PUZZLES}), path)
    with_footer(path, lambda group: group.update({3: (group[3][0], group[3][1] + by)}))
    assert footer_of(str(path)) is None
    for slowly in (False, True):
        with pytest.raises(DamagedFile, match="damaged Parquet file"):
            list(plan(sources([str(path)]), rows=100, slowly=slowly))


@pytest.mark.parametrize("compression", ["none", "snappy"])
@pytest.mark.parametrize("start", [10**6, 2**62, 2**63 - 1])
def test_pages_beyond_the_file(tmp_path: Path, start: int, compression: str) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": PUZZLES}), path, use_dictionary=False, compression=compression)

    def move(group: Fields) -> None:
        group[1][1][1][0][3][1][9] = (6, start)

    with_footer(path, move)
    footer = footer_of(str(path))
    assert footer is not None
    assert not footer.groups[0].columns[0].known
    with pytest.raises((DamagedFile, OSError)):
        rows_of(path)


def test_pages_begin_with_a_page_of_memory(tmp_path: Path) -> None:
    """So they can be written from there without a copy."""
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"puzzle": PUZZLES}), path, use_dictionary=False, data_page_size=20_000, write_batch_size=100
    )
    chunks = list(chunks_of(path, chunk_rows=300))
    assert [len(chunk) for chunk in chunks] == [300] * 6 + [200]
    for chunk in chunks:
        assert chunk.puzzles.framed
        assert (chunk.puzzles.data.ctypes.data + chunk.puzzles.first - 4) % 4096 == 0


def page_size(path: Path) -> int:
    """The size of the first page of texts, unpacked, as its header tells."""
    from nonet.bulk.thrift import unpacked_from

    footer = footer_of(str(path))
    assert footer is not None
    header, _ = unpacked_from(path.read_bytes()[footer.groups[0].columns[0].start :][:1000])
    return int(header[2][1])


@pytest.mark.parametrize("odd", [["x" * 80, "y" * 82], [None, "x" * 160]], ids=["lengths", "none"])
@pytest.mark.parametrize("place", [0, 1_500])
def test_pages_that_only_look_like_puzzles(tmp_path: Path, odd: list[str | None], place: int) -> None:
    """Their sizes are those of puzzles; what is in them shows when they are unpacked, perhaps after other pages."""
    path = tmp_path / "a.parquet"
    options: dict[str, Any] = {"use_dictionary": False, "data_page_size": 20_000, "write_batch_size": 100}
    pq.write_table(pa.table({"puzzle": PUZZLES}), path, **options)
    wanted = page_size(path)
    texts: list[str | None] = [*PUZZLES[:place], *odd, *PUZZLES[place:]][:2_000]
    for _ in range(
        2
    ):  # the levels of a page with a row that has no text are longer: the other text makes up for it
        pq.write_table(pa.table({"puzzle": texts}), path, **options)
        short = wanted - page_size(path) if not place else 0
        longest = max((text for text in texts if text), key=len)
        texts[texts.index(longest)] = longest + "x" * short if short >= 0 else longest[:short]
    assert place or page_size(path) == wanted
    assert rows_of(path) == [(text or "",) for text in texts]


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_pages_without_rows(tmp_path: Path, version: str) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), path, data_page_version=version)
    assert rows_of(path) == []


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), dictionary=st.booleans())
def test_damage_is_told_or_does_no_harm(seed: int, dictionary: bool) -> None:
    """Any bytes of the pages may be others: rows come out, or an error in our words."""
    rng = random.Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.parquet")
        limits = {"data_page_size": 5_000, "dictionary_pagesize_limit": 20_000}
        pq.write_table(pa.table({"puzzle": PUZZLES[:500]}), path, use_dictionary=dictionary, **limits)
        data = bytearray(path.read_bytes())
        (length,) = struct.unpack("<I", data[-8:-4])
        for _ in range(rng.choice([1, 1, 5, 100])):
            data[rng.randrange(4, len(data) - 8 - length)] = rng.randrange(256)
        path.write_bytes(data)
        try:
            found = sum(map(len, chunks_of(path)))
        except (DamagedFile, NonetError):
            return
        assert found == 500


def test_a_row_group_is_made_into_many_shards(tmp_path: Path) -> None:
    """As the same rows in lines are; one that is lost is made again, from the middle of the group."""
    texts = PUZZLES * 5
    pq.write_table(
        pa.table({"puzzle": texts}), tmp_path / "a.parquet", compression="none", use_dictionary=False
    )
    (tmp_path / "a.txt").write_text("".join(f"{text}\n" for text in texts))
    line = ["solve", "a.parquet", "-o", "a.out/", "--shard-rows", "3000", "--format", "txt"]
    assert ended(start(*line, cwd=tmp_path))[0] == 0
    assert ended(start("solve", "a.txt", "-o", "b.txt", cwd=tmp_path))[0] == 0
    shards = [path.read_bytes() for path in sorted((tmp_path / "a.out").glob("part-*"))]
    assert [shard.count(b"\n") for shard in shards] == [2_500] * 4
    assert b"".join(shards) == (tmp_path / "b.txt").read_bytes()
    (tmp_path / "a.out" / "part-00002.txt").unlink()
    status, out, _ = ended(start(*line, cwd=tmp_path))
    assert status == 0
    assert "7,500 of them (3 of 4 shards) were there from an earlier run" in out
    assert (tmp_path / "a.out" / "part-00002.txt").read_bytes() == shards[2]


# -- Snappy itself -------------------------------------------------------------------------------------------


def unsnapped(data: bytes, size: int, copies: int = 1) -> list[bytes]:
    """The text that is packed, unpacked so many times at once, between bytes that must stay."""
    out = bytearray(b"#" * ((size + 1) * copies + 1))
    places = b"".join(struct.pack("<4q", 0, len(data), 1 + k * (size + 1), size) for k in range(copies))
    _native.unpack_snappy(data, out, places)
    assert out[:: size + 1] == b"#" * (copies + 1)
    return [bytes(out[1 + k * (size + 1) :][:size]) for k in range(copies)]


TEXTS = st.one_of(
    st.binary(max_size=300),
    st.lists(st.sampled_from([b"a", b"ab", b"abc" * 7, b"x" * 100, bytes(range(256))]), max_size=60).map(
        b"".join
    ),
    st.lists(st.integers(0, 50), max_size=100).map(
        lambda numbers: "".join(PUZZLES[k] for k in numbers).encode()
    ),
)


@given(text=TEXTS, copies=st.integers(1, 7))
def test_what_snappy_packs_is_unpacked(text: bytes, copies: int) -> None:
    data = pa.Codec("snappy").compress(text, asbytes=True)
    assert unsnapped(data, len(text), copies) == [text] * copies


@st.composite
def elements(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Elements of every kind, and what they mean."""
    packed, text = bytearray(), bytearray()
    for kind in draw(st.lists(st.integers(0, 3), min_size=1, max_size=80)):
        length = draw(st.integers(4, 11) if kind == 1 else st.integers(1, 64))
        if kind == 0 or not text:
            length = draw(st.sampled_from([length, 59, 60, 61, 255, 256, 300, 70_000]))
            more = (length - 1).to_bytes(draw(st.integers(3, 4)), "little") if length > 60 else b""
            packed.append((59 + len(more) if more else length - 1) << 2)
            piece = (b"0123456789" * 7_001)[:length]
            packed += more + piece
            text += piece
            continue
        distance = draw(st.integers(1, min(len(text), {1: 2047, 2: 65_535, 3: 1 << 30}[kind])))
        if kind == 1:
            packed += bytes([(distance >> 8) << 5 | (length - 4) << 2 | 1, distance & 255])
        else:
            packed += bytes([(length - 1) << 2 | kind]) + distance.to_bytes(2 if kind == 2 else 4, "little")
        for _ in range(length):
            text.append(text[-distance])
    return bytes(packed), bytes(text)


def size_of(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


@settings(deadline=None)
@given(elements(), st.integers(1, 5))
def test_every_kind_of_element(both: tuple[bytes, bytes], copies: int) -> None:
    packed, text = both
    assert unsnapped(size_of(len(text)) + packed, len(text), copies) == [text] * copies


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32), copies=st.integers(1, 4))
def test_damaged_texts_do_no_harm(seed: int, copies: int) -> None:
    """They are refused, or something of the same size comes out; `native/check.sh` watches every access."""
    rng = random.Random(seed)
    text = "".join(rng.choices(PUZZLES, k=rng.choice([1, 5, 40]))).encode()
    data = bytearray(pa.Codec("snappy").compress(text, asbytes=True))
    for _ in range(rng.choice([1, 3, 50])):
        data[rng.randrange(3, len(data))] = rng.randrange(256)
    if rng.random() < 0.3:
        del data[rng.randrange(len(data)) :]
    with suppress(ValueError):
        unsnapped(bytes(data), len(text), copies)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x80", b"\xff" * 10, b"\x05", b"\x05\x10abc", b"\x05\x10abcdef", b"\x05\x00a\x01\x02",
     b"\x05\x00a\x01\x00", b"\x05\xf4", b"\x05\x00a\x0e\x01", b"\x04\x10abcde", b"\x05\x0cabcd"],
)  # fmt: skip
def test_what_is_no_snappy(data: bytes) -> None:
    with pytest.raises(ValueError, match="text 0 is damaged"):
        unsnapped(data, 5)


@pytest.mark.parametrize(
    "place", [(-1, 2, 0, 5), (0, 8, 0, 5), (0, 7, 1, 5), (0, 7, 0, -1), (2**62, 2**62, 0, 5)]
)
def test_places_outside(place: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="lies outside"):
        _native.unpack_snappy(b"\x05\x10abcde", bytearray(5), struct.pack("<4q", *place))
