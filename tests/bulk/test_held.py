"""A shard in memory reads as it was written; one that grows too large is a file."""

from __future__ import annotations

import io
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.bulk import held
from nonet.bulk.held import HeldShard

SIZES = st.lists(st.one_of(st.integers(0, 30), st.sampled_from([held.SMALL - 1, held.SMALL, held.SMALL + 1])))


def parts(sizes: list[int], seed: int) -> list[bytes]:
    """So many bytes each, all different."""
    numbers = [numpy.arange(size) * 31 + 7 * k + seed for k, size in enumerate(sizes)]
    return [(each % 253).astype("uint8").tobytes() for each in numbers]


@settings(deadline=None)
@given(sizes=SIZES, again=SIZES, most=st.sampled_from([0, 40, 70_000, 10**9]), begun_anew=st.booleans())
def test_it_is_what_was_written(sizes: list[int], again: list[int], most: int, begun_anew: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "shard")
        with HeldShard(str(path), most) as shard:
            for part in parts(sizes, 0):
                assert shard.write(part) == len(part)
            written = parts(sizes, 0)
            if begun_anew:
                shard.seek(0)
                shard.truncate()
                written = parts(again, 5)
                for part in written:
                    shard.write(part)
            assert shard.tell() == sum(map(len, written))
        largest = max(sum(sizes), sum(again) if begun_anew else 0)
        assert shard.is_held == (largest <= most)
        whole = b"".join(written)
        if shard.is_held:
            assert not path.exists()
            assert shard.reader().readall() == whole
        else:
            assert path.read_bytes() == whole


@settings(deadline=None)
@given(sizes=SIZES, place=st.integers(0, 200_000), count=st.integers(0, 200_000))
def test_it_is_read_from_anywhere(sizes: list[int], place: int, count: int) -> None:
    written = parts(sizes, 3)
    with HeldShard("nowhere", 1 << 30) as shard:
        for part in written:
            shard.write(part)
    whole, reader = b"".join(written), shard.reader()
    assert reader.seek(0, os.SEEK_END) == len(whole)
    place = min(place, len(whole))
    reader.seek(place)
    assert b"".join(part.tobytes() for part in reader.parts(count)) == whole[place : place + count]
    assert reader.tell() == min(len(whole), place + count)
    assert io.BufferedReader(shard.reader()).read() == whole


def test_large_parts_are_not_copied() -> None:
    data = numpy.zeros(held.SMALL, "uint8")
    with HeldShard("nowhere", 1 << 30) as shard:
        shard.write(b"head")
        shard.write(data)
    reader = shard.reader()
    reader.seek(4)
    [part] = reader.parts(held.SMALL)
    assert numpy.shares_memory(part, data)


def test_only_forwards() -> None:
    with HeldShard("nowhere", 1 << 30) as shard:
        shard.write(b"abc")
        with pytest.raises(io.UnsupportedOperation):
            shard.seek(1)
        with pytest.raises(io.UnsupportedOperation):
            shard.truncate()
