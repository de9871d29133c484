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
    readers.py        a piece to Arrow record batches
    batches.py        an Arrow column to a `Block` for the job, and its `Answer` to Arrow columns
    writers.py        record batches to a file; parquet_files.py: Parquet in and out
    storage.py        files on a disk or in a store, which appear whole or not at all; compressed ones

Where things go:

    a new job          a function on a `Block`, registered in `nonet.jobs` by any module; no job is known by name here
    a new file format  its extension in sources.FORMATS, a function in readers.read, a class in writers.writer_for;
                       pieces.split if it cannot be cut at lines, joining.Joiner if it cannot be concatenated

CONTRIBUTING.md has both as recipes, with an example.

pyarrow and numpy are imported when they are first used (`pip install "nonet[data]"`).
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
