"""Data sets of puzzles: audit what others publish, and score what a model answers.

    disguises.py   random symmetries of a batch of boards
    audit.py       a file's puzzles and answers, repeats and leaks under symmetry
    report.py      an audit as text, JSON and a page with plots
    score.py       a model's predictions, by cells, by grids and by level

`sudoku dataset` is the command; docs/datasets.md explains it.
"""

from __future__ import annotations

from nonet.data.audit import Audit, FileAudit, audit
from nonet.data.disguises import augment
from nonet.data.report import as_html, as_json, as_text
from nonet.data.score import Score, score

__all__ = ["Audit", "FileAudit", "Score", "as_html", "as_json", "as_text", "audit", "augment", "score"]
