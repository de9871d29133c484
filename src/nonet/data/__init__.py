"""Data sets of puzzles: build them, audit what others publish, and score what a model answers.

    spec.py        what a data set should be: a TOML file
    rows.py        its rows, each from the seed and its number
    traces.py      paths in sentences, proved ones and wrong ones
    build.py       a bulk run that makes them
    splits.py      the files, without repeats and split without leaks; card.py describes them
    load.py        a finished data set as arrays, tables and tensors
    disguises.py   random symmetries of a batch of boards
    audit.py       a file's puzzles and answers, repeats and leaks under symmetry
    report.py      an audit as text, JSON and a page with plots
    score.py       a model's predictions, by cells, by grids and by level

`sudoku dataset` is the command; docs/datasets.md explains it.
"""

from __future__ import annotations

from nonet.data.audit import Audit, FileAudit, audit
from nonet.data.disguises import augment
from nonet.data.load import DataSplit, load
from nonet.data.report import as_html, as_json, as_text
from nonet.data.score import Score, score

__all__ = [
    "Audit",
    "DataSplit",
    "FileAudit",
    "Score",
    "as_html",
    "as_json",
    "as_text",
    "audit",
    "augment",
    "load",
    "score",
]
