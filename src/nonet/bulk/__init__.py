"""Millions of puzzles: files of them in, files of answers out; and the same jobs on tables, arrays and iterators.

On what a program holds (`library.py`; `tables.py` for Arrow data and numpy arrays):

>>> from nonet import bulk
>>> [row["status"] for row in bulk.check(["1234............", "." * 81])]
['several', 'several']

On files, as `sudoku bulk` does it, from the top down:

    run.py            the loop: plan, make what is missing, join as shards come in
    executors.py      who makes the shards: threads, processes, a Dask cluster
    tasks.py          what a run does, and one shard: read, do the job, write, leave a receipt
    joining.py        shards to one file
    output.py         names and JSON files of an output, by which a run is resumed; progress.py: how far it is
    sources.py        which files, of which format, with which columns (columns.py)
    pieces.py         files to pieces, one per shard
    readers.py        a piece to Arrow record batches (texts.py: blocks of whole rows)
    batches.py        an Arrow column to a `Block` for the job, and its `Answer` to Arrow columns
    writers.py        record batches to a file; parquet_files.py: Parquet in and out
    storage.py        files on a disk or in a store, which appear whole or not at all

Where things go:

    a new job          a function on a `Block`, registered in `nonet.jobs` by any module; no job is known by name here
    a new file format  its extension in sources.FORMATS, a function in readers.read, a class in writers.writer_for;
                       pieces.split if it cannot be cut at lines, joining.Joiner if it cannot be concatenated

CONTRIBUTING.md has both as recipes, with an example.

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
    from nonet.bulk.library import effort as effort
    from nonet.bulk.library import rate as rate
    from nonet.bulk.library import solve as solve

__all__ = ["answer", "canonical", "check", "convert", "count", "create", "effort", "rate", "solve"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'nonet.bulk' has no attribute {name!r}")
    from nonet.bulk import library

    value = getattr(library, name)
    globals()[name] = value
    return value
