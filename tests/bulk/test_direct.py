"""A file that goes straight to the disk is a file like any other."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.bulk import direct
from nonet.bulk.buffers import PAGE, pages
from nonet.bulk.direct import BLOCK, DirectFile

HERE = Path(__file__).parent
"""In a file system of a disk; the folder for temporary files is in memory on some machines."""

SIZES = st.one_of(
    st.integers(0, 300),
    st.sampled_from([PAGE - 1, PAGE, PAGE + 1, BLOCK - PAGE, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + PAGE]),
)


def some(size: int, seed: int, *, page: bool) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.uint8]]:
    """So many bytes, at the beginning of a page or not."""
    data = pages(size) if page else pages(size + 1)[1:]
    data[:] = (numpy.arange(size) * 7919 + seed) % 251
    return data


@settings(deadline=None, max_examples=60)
@given(
    parts=st.lists(st.tuples(SIZES, st.booleans()), max_size=8),
    again=st.lists(st.tuples(SIZES, st.booleans()), max_size=3),
)
def test_what_is_written_stands_there(parts: list[tuple[int, bool]], again: list[tuple[int, bool]]) -> None:
    """Also if it is begun anew in between."""
    first = [some(size, k, page=page) for k, (size, page) in enumerate(parts)]
    second = [some(size, k + 100, page=page) for k, (size, page) in enumerate(again)]
    with TemporaryDirectory(dir=HERE) as folder:
        path = Path(folder, "file")
        with DirectFile(str(path)) as file:
            for part in first:
                assert file.write(part) == len(part)
            assert file.tell() == sum(map(len, first))
            if second:
                file.seek(0)
                file.truncate()
                for part in second:
                    file.write(part)
        assert path.read_bytes() == b"".join(part.tobytes() for part in second or first)


@pytest.mark.parametrize("head", [0, 5, PAGE])
def test_another_file_is_taken_over(head: int, tmp_path: Path) -> None:
    data = some(3 * BLOCK + 77, 3, page=True).tobytes()
    (tmp_path / "source").write_bytes(data)
    with (
        open(tmp_path / "source", "rb", buffering=0) as source,
        DirectFile(str(tmp_path / "file")) as file,
    ):
        file.write(bytes(head))
        left = len(data) - 7
        while left and (size := file.take(source, left)):
            left -= size
    assert (tmp_path / "file").read_bytes() == bytes(head) + data[:-7]


class Asked:
    """What the system was asked to write, and how."""

    def __init__(self) -> None:
        self.writes: list[tuple[int, list[int], bool]] = []
        self.write = os.pwritev

    def __call__(self, file: int, parts: list[memoryview], place: int) -> int:
        fcntl = pytest.importorskip("fcntl")
        is_direct = bool(fcntl.fcntl(file, fcntl.F_GETFL) & os.O_DIRECT)
        self.writes.append((place, [part.nbytes for part in parts], is_direct))
        return self.write(file, parts, place)


@pytest.mark.skipif(sys.platform != "linux", reason="a call of Linux")
def test_what_goes_straight_to_the_disk() -> None:
    """Pages of memory as they are, with the whole sectors before them; the rest by the block; the end as usual."""
    asked = Asked()
    with (
        TemporaryDirectory(dir=HERE) as folder,
        patch.object(os, "pwritev", asked),
        DirectFile(f"{folder}/file") as file,
    ):
        file.write(some(PAGE, 0, page=False))
        file.write(some(BLOCK + 5, 1, page=True))
        file.write(some(BLOCK, 2, page=False))
    *straight, last = asked.writes
    assert [size for _, sizes, _ in straight for size in sizes] == [PAGE, BLOCK, BLOCK]
    assert all(is_direct for _, _, is_direct in straight)
    assert last == (PAGE + 2 * BLOCK, [5], False)


@pytest.mark.skipif(sys.platform != "linux", reason="a call of Linux")
def test_a_file_system_that_wants_none_of_it(tmp_path: Path) -> None:
    """Some say so when the file is opened, some when it is written."""
    real, refused = os.pwritev, []

    def write(file: int, parts: list[memoryview], place: int) -> int:
        fcntl = pytest.importorskip("fcntl")
        if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_DIRECT:
            refused.append(place)
            raise OSError(errno.EINVAL, "no")
        return real(file, parts, place)

    data = some(2 * BLOCK + 9, 4, page=True)
    with TemporaryDirectory(dir=HERE) as folder, patch.object(os, "pwritev", write):
        with DirectFile(f"{folder}/file") as file:
            file.write(data)
        assert Path(folder, "file").read_bytes() == data.tobytes()
    assert refused == [0]


def test_a_write_that_takes_less(tmp_path: Path) -> None:
    """Whatever the system takes of it, the rest follows."""
    real = direct._write_at

    def write(file: int, parts: list[memoryview], place: int) -> int:
        return real(file, [parts[0][: max(1, parts[0].nbytes // 3)]], place)

    data = some(2 * BLOCK + 9, 5, page=True)
    with patch.object(direct, "_write_at", write), DirectFile(str(tmp_path / "file")) as file:
        file.write(b"abc")
        file.write(data)
    assert (tmp_path / "file").read_bytes() == b"abc" + data.tobytes()


def test_without_the_calls_of_linux(tmp_path: Path) -> None:
    data = some(2 * BLOCK + 9, 6, page=True)
    with patch.object(direct, "CAN_BE_DIRECT", False), patch.object(os, "pwritev", None, create=True):
        del os.pwritev
        with DirectFile(str(tmp_path / "file")) as file:
            file.write(data)
    assert (tmp_path / "file").read_bytes() == data.tobytes()


@pytest.mark.parametrize("size", [10, 2 * BLOCK, 9 * BLOCK])
def test_a_full_disk_is_told(size: int, tmp_path: Path) -> None:
    """At once or at the end, and the file is closed nevertheless."""

    def write(file: int, parts: list[memoryview], place: int) -> int:
        raise OSError(errno.ENOSPC, "full")

    file = DirectFile(str(tmp_path / "file"))

    def fill() -> None:
        with file:
            for _ in range(size // BLOCK + 1):
                file.write(bytes(min(size, BLOCK)))

    with patch.object(direct, "_write_at", write), pytest.raises(OSError, match="full"):
        fill()
    assert file.closed
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(file._file)


@settings(deadline=None, max_examples=40)
@given(first=st.lists(SIZES, max_size=5), second=st.lists(SIZES, max_size=5), cut=st.floats(0, 1))
def test_a_file_is_gone_on_with(first: list[int], second: list[int], cut: float) -> None:
    """Behind any of its bytes; the others go. What was flushed is there even if nobody closes the file."""
    old = [some(size, k, page=True) for k, size in enumerate(first)]
    new = [some(size, k + 50, page=True) for k, size in enumerate(second)]
    before = b"".join(part.tobytes() for part in old)
    at = int(cut * len(before))
    with TemporaryDirectory(dir=HERE) as folder:
        path = Path(folder, "file")
        path.write_bytes(before)
        with DirectFile(str(path), at=at) as file:
            after = before[:at]
            for part in new:
                file.write(part)
                file.flush()
                after += part.tobytes()
                assert path.read_bytes()[: file.reached] == after
                assert file.reached == file.tell() == len(after)
        assert path.read_bytes() == after


def test_a_name_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        DirectFile(str(tmp_path / "no" / "file"))
