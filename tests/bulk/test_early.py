"""A file that goes to the disk while it is written is a file like any other."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.bulk import early
from nonet.bulk.early import EarlyFile, create


@settings(deadline=None)
@given(
    parts=st.lists(st.binary(max_size=300), max_size=20),
    again=st.lists(st.binary(max_size=300), max_size=5),
    step=st.sampled_from([1, 100, 1000]),
)
def test_what_is_written_stands_there(parts: list[bytes], again: list[bytes], step: int) -> None:
    """Also if it is begun anew in between."""
    with TemporaryDirectory() as folder, patch.object(early, "STEP", step):
        path = Path(folder, "file")
        with create(str(path)) as file:
            for part in parts:
                file.write(part)
            if again:
                file.seek(0)
                file.truncate()
                for part in again:
                    file.write(part)
        assert path.read_bytes() == b"".join(again or parts)


def test_the_disk_is_given_work_in_time(tmp_path: Path) -> None:
    asked: list[tuple[int, int]] = []

    def begin(file: int, start: int, length: int, flags: int) -> None:
        asked.append((start, length))

    with (
        patch.object(early, "STEP", 100),
        patch.object(early, "begin_writing", lambda: begin),
        EarlyFile(str(tmp_path / "file")) as file,
    ):
        for size in (60, 60, 10, 200):
            file.write(bytes(size))
    assert asked == [(0, 120), (120, 210)]


@pytest.mark.skipif(sys.platform != "linux", reason="a call of Linux")
def test_the_system_has_such_a_call(tmp_path: Path) -> None:
    """0: it did as it was asked; -1: it did not like it."""
    with EarlyFile(str(tmp_path / "file")) as file:
        file.write(bytes(5000))
        assert early.begin_writing()(file.fileno(), 0, 5000, 2) == 0
        assert early.begin_writing()(file.fileno(), -1, 5000, 2) == -1


def test_a_name_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        create(str(tmp_path / "no" / "file"))
