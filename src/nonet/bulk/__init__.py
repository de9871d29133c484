"""Millions of puzzles: files of them in, files of answers out; and the same jobs on tables, arrays and iterators.

On what a program holds (`library.py`, with `tables.py` for Arrow data and `arrays.py` for numpy):

>>> from nonet import bulk
>>> [row["status"] for row in bulk.check(["1234............", "." * 81])]
['several', 'several']

On files, as `sudoku bulk` does it, from the top down:

    run.py            the loop: plan, make what is missing, join; manifest.py, output_paths.py: what lies on the disk
    run_spec.py       what a run does: a job on files, or puzzles to create
    executors.py      who makes the shards: threads, processes; cluster.py: Dask
    shard.py          one shard: read, do the job, write, leave a receipt
    joining.py        shards to one file
    sources.py        which files, of which format, with which columns (columns.py)
    splits.py         files to pieces, one a shard
    readers.py        a piece to Arrow record batches
    batches.py        an Arrow column to a `Block` for the job, and its `Answer` to Arrow columns
    writers.py        record batches to a file; parquet_files.py: Parquet in and out
    streams.py        bytes of inputs: local, remote, compressed; storage.py: files that appear whole or not at all

Where things go:

    a new job          a function on a `Block`, registered in `nonet.jobs`; nothing here knows jobs by name, but `check`
                       alone is given the column of answers
    a new file format  its ending in sources.FORMATS, a function in readers.read, a class in writers.writer_for;
                       splits.split if it cannot be cut at lines, joining.join_shards if it cannot be concatenated

pyarrow and numpy are imported when they are first used (`pip install "nonet[data]"`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.bulk.library import answer as answer
    from nonet.bulk.library import canonical as canonical
    from nonet.bulk.library import check as check
    from nonet.bulk.library import convert as convert
    from nonet.bulk.library import count as count
    from nonet.bulk.library import create as create
    from nonet.bulk.library import rate as rate
    from nonet.bulk.library import solve as solve

__all__ = ["answer", "canonical", "check", "convert", "count", "create", "rate", "solve"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'nonet.bulk' has no attribute {name!r}")
    from nonet.bulk import library

    value = getattr(library, name)
    globals()[name] = value
    return value
