"""Jobs on many puzzles: each one function on a block of them, in plain buffers, with the standard library alone.

    job.py          Job: a name and options; `register` makes a job known; Answer: what it gives for a `Block`
    operations.py   solve, count, check, canonical, rank, effort, rate, convert
    creation.py     create: puzzles from a seed and their numbers

`nonet.lines` runs them on streams of lines, `nonet.bulk` on files and tables.

To add a job: write the function anywhere, and `register` it. `sudoku bulk` gets its command in
`nonet.faces.cli.bulk`.
"""

from __future__ import annotations

from nonet.jobs import operations  # noqa: F401 - registers the jobs of nonet itself
from nonet.jobs.job import Answer, Job, Operation, Option, job_names, register
from nonet.records import Block

__all__ = ["Answer", "Block", "Job", "Operation", "Option", "job_names", "register"]
