"""One file, however its shards came to it, and however often the run was stopped: the same bytes."""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.bulk import Job, executors, joining, kind_of, sources, storage, tasks
from nonet.bulk.chunk import GROUP_ROWS
from nonet.bulk.direct import DirectFile
from nonet.bulk.executors import ThreadShards
from nonet.bulk.problems import Unwritable
from nonet.bulk.progress import Summary
from nonet.bulk.run import run
from nonet.bulk.shards import Output
from nonet.bulk.tasks import Finished
from nonet.bulk.work import FileWork

from .helping import everything, puzzles, receipts

KINDS = [".txt", ".csv", ".csv.gz", ".parquet"]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three shards and a half of more than a megabyte each."""
    folder = tmp_path_factory.mktemp("large")
    puzzles(folder / "some.txt", 450)
    (folder / "in.txt").write_bytes((folder / "some.txt").read_bytes() * 105)
    (folder / "some.txt").unlink()
    return folder / "in.txt"


def convert(source: Path, output: Path | str, *, rows: int = 13_500) -> Summary:
    found = sources([str(source)])
    kind = found[0].kind if str(output).endswith("/") else kind_of(str(output))
    work = FileWork(found, Job("convert"), kind, rows=rows)
    executor = ThreadShards(2)
    try:
        return run(work, Output(str(output), kind.ending), executor)
    finally:
        executor.close(now=True)


@pytest.mark.parametrize("ending", KINDS)
def test_from_memory_or_from_files(
    large: Path, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, files = tmp_path / f"held{ending}", tmp_path / f"files{ending}"
    assert convert(large, held).shards == 4
    monkeypatch.setattr(executors, "MOST_HELD", 1000)
    convert(large, files)
    assert held.read_bytes() == files.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}{ending}{more}" for name in ("held", "files") for more in ("", ".run.json")
    }
    found = [source.name for source in sources([str(held)])]
    assert found == [str(held)]
    back = tmp_path / "back.txt"
    assert convert(held, back).rows == 47_250
    assert back.read_bytes() == large.read_bytes()


def test_every_reader_finds_the_columns(large: Path, tmp_path: Path) -> None:
    """There are gaps between the shards, and before large pages; the footer says where everything is."""
    out = tmp_path / "out.parquet"
    convert(large, out)
    table = pq.read_table(out)
    assert table.column("puzzle").to_pylist() == large.read_text().split()
    groups = pq.ParquetFile(out).metadata
    ends = 4
    for number in range(groups.num_row_groups):
        column = groups.row_group(number).column(0)
        assert column.data_page_offset >= ends
        ends = column.data_page_offset + column.total_compressed_size
        assert groups.row_group(number).total_byte_size == column.total_compressed_size


class Stop(BaseException):
    """Somebody stops the run."""


@pytest.mark.parametrize("ending", KINDS)
@pytest.mark.parametrize("held", [1 << 30, 1000])
def test_stopped_and_begun_again(
    large: Path, tmp_path: Path, ending: str, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After six shards, again and again: those that were made by then are kept."""
    monkeypatch.setattr(executors, "MOST_HELD", held)
    calm, out = tmp_path / f"calm{ending}", tmp_path / f"out{ending}"
    convert(large, calm, rows=1500)
    real = tasks.make_shard

    def limited(*arguments: Any, **options: Any) -> Finished:
        begun.append(arguments)
        if len(begun) > 6:
            raise Stop
        return real(*arguments, **options)

    monkeypatch.setattr(executors, "make_shard", limited)
    stops = 0
    while not out.exists() and stops < 20:
        begun = list[object]()
        with suppress(Stop):
            convert(large, out, rows=1500)
        stops += 1
    assert stops > 4  # 32 shards
    assert out.read_bytes() == calm.read_bytes()


def test_a_journal_that_cannot_be_written_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk it takes half a line: none of its shards are finished, and what stood there before is kept."""
    puzzles(tmp_path / "in.txt", 400)
    convert(tmp_path / "in.txt", tmp_path / "calm.txt", rows=10)
    real, told = joining._Journal._append, list[int]()

    class Full:
        """Room for some bytes; then for none."""

        def __init__(self, file: Any) -> None:
            self.file = file

        def write(self, data: bytes) -> int:
            if len(told) < 5:
                return int(self.file.write(data))
            if len(told) == 5:
                told.append(0)
                return int(self.file.write(data[: len(data) // 2]))
            raise OSError(errno.ENOSPC, "No space left on device")

        def truncate(self, size: int) -> int:
            return int(self.file.truncate(size))

    def append(self: Any, file: Any, lines: bytes) -> None:
        full: Any = Full(file)
        real(self, full, lines)
        told.append(lines.count(b"\n"))

    with monkeypatch.context() as patch:
        patch.setattr(joining._Journal, "_append", append)
        with pytest.raises(Unwritable, match="the disk is full"):
            convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10)
    there = receipts(tmp_path / "out.txt")
    assert there == sum(told)
    summary = convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10)
    assert summary.kept_shards == there
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "calm.txt").read_bytes()


def test_a_disk_that_loses_what_it_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last word of the disk is an error, nobody knows what is in the file: it is made anew."""
    puzzles(tmp_path / "in.txt", 100)
    real = storage._to_disk

    def lose(path: str) -> None:
        if path.endswith("joined"):
            with open(path, "r+b") as file:
                file.write(bytes(50))
            raise OSError(errno.EIO, "Input/output error")
        real(path)

    with monkeypatch.context() as patch:
        patch.setattr(storage, "_to_disk", lose)
        with pytest.raises(Unwritable, match="the device failed"):
            convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10)
    assert convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10).kept == 0
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "in.txt").read_bytes()


def test_no_thread_to_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles(tmp_path / "in.txt", 100)
    real = Thread.start

    def start(self: Thread) -> None:
        if self.name == "write":
            raise RuntimeError("can't start new thread")
        real(self)

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", start)
        with pytest.raises(Unwritable, match="no more threads"):
            convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10)
    convert(tmp_path / "in.txt", tmp_path / "out.txt", rows=10)
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "in.txt").read_bytes()


@pytest.fixture(scope="module")
def unnamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was stopped at the very end, when only the name of its file was missing; and what comes of it."""
    folder = tmp_path_factory.mktemp("unnamed")
    puzzles(folder / "in.txt", 100, bad=(30,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joining.Joining, "publish", _stop)
        for ending in (".csv", ".parquet"):
            with pytest.raises(Stop):
                convert(folder / "in.txt", folder / f"out{ending}", rows=20)
    (folder / "calm").mkdir()
    for ending in (".csv", ".parquet"):
        convert(folder / "in.txt", folder / f"calm/out{ending}", rows=20)
    return folder


def _stop(*_: object) -> None:
    raise Stop


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_whatever_is_lost_is_made_again(unnamed: Path, ending: str, data: st.DataObject) -> None:
    """The end of the growing file, of the journal, or of both."""
    with TemporaryDirectory(dir=unnamed) as folder:
        parts = Path(folder, f"out{ending}.parts")
        shutil.copytree(unnamed / f"out{ending}.parts", parts)
        for name in ("joined", "joined.jsonl"):
            path = parts / "_run" / name
            whole = path.read_bytes()
            path.write_bytes(whole[: data.draw(st.integers(0, len(whole)), label=f"of {name}")])
        summary = convert(unnamed / "in.txt", Path(folder, f"out{ending}"), rows=20)
        assert (summary.rows, summary.rejected, summary.shards) == (100, 1, 5)
        calm = {
            name: text
            for name, text in everything(unnamed / "calm").items()
            if name.startswith(f"out{ending}")
        }
        assert everything(Path(folder)) == calm


@pytest.mark.parametrize("target", ["out.parquet", "out/"])
def test_plain_pages_are_not_copied(
    large: Path, tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From Parquet to Parquet nearly every byte goes to the disk from where it was read."""
    many = tmp_path / "in.txt"
    many.write_bytes((large.read_bytes() * 3)[: 82 * (GROUP_ROWS + 50_000)])
    convert(many, tmp_path / "in.parquet", rows=200_000)
    straight = list[int]()
    real = DirectFile._write_straight

    def counted(self: DirectFile, array: Any) -> int:
        straight.append(real(self, array))
        return straight[-1]

    monkeypatch.setattr(DirectFile, "_write_straight", counted)
    convert(tmp_path / "in.parquet", f"{tmp_path}/{target}", rows=200_000)
    assert sum(straight) > 0.9 * 85 * (GROUP_ROWS + 50_000)
