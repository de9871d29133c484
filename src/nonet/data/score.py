"""Grades a model's answers: how many cells are right, how many whole grids, and how that depends on the level."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from nonet.arguments import clear_type_errors
from nonet.bulk.batches import block_of
from nonet.bulk.columns import named_column
from nonet.bulk.errors import InputError
from nonet.data.tables import table_rows
from nonet.many import solve_records
from nonet.optional_import import optional_import
from nonet.parallel.cores import thread_count
from nonet.rating import rate_many
from nonet.records import CELLS, LEGAL, ONE

numpy = optional_import("numpy", "a data set")

PREDICTION_NAMES = ("prediction", "predictions", "predicted", "pred", "output", "model")


@dataclass
class Score:
    """Cells are those that the puzzle leaves open. A grid is right if every one of them is, and every clue is kept.

    An answer that is not 81 digits and blanks is unreadable; one that has something else in place of a clue counts in
    `changed_clues`; every other that is not right is wrong. Rows without exactly one solution are skipped.
    """

    name: str
    rows: int = 0
    skipped: int = 0
    cells: int = 0
    right_cells: int = 0
    right_grids: int = 0
    changed_clues: int = 0
    unreadable: int = 0
    grids_by_level: Counter[str] = field(default_factory=Counter)
    right_by_level: Counter[str] = field(default_factory=Counter)

    @property
    def graded(self) -> int:
        return self.rows - self.skipped

    @property
    def wrong_grids(self) -> int:
        return self.graded - self.right_grids - self.changed_clues - self.unreadable


@clear_type_errors
def score(
    name: str,
    *,
    column: str | None = None,
    prediction: str | None = None,
    rate: bool = True,
    threads: int | None = None,
) -> Score:
    """Grades the column `prediction` of a table of puzzles."""
    workers, result = thread_count(threads), Score(name)
    for part in table_rows(name, column):
        index = _prediction(part.source.columns, prediction, name)
        puzzles, guesses = block_of(part.column(part.source.puzzle)), block_of(part.column(index))
        _grade(result, puzzles, guesses, rate, workers)
        result.rows += part.unreadable
        result.skipped += part.unreadable
    return result


def _grade(result: Score, puzzles: Any, guesses: Any, rate: bool, threads: int) -> None:
    solutions, status = solve_records(puzzles, threads=threads)
    rows = numpy.flatnonzero(numpy.frombuffer(status, numpy.uint8) == ONE)
    result.rows += puzzles.count
    result.skipped += puzzles.count - len(rows)
    given, right, predicted = (
        numpy.frombuffer(data, numpy.uint8).reshape(-1, CELLS)[rows]
        for data in (puzzles.records, solutions, guesses.records)
    )
    is_open = ~((given >= ord("1")) & (given <= ord("9")))
    hits = (predicted == right) & is_open
    is_readable = numpy.isin(predicted, numpy.frombuffer(LEGAL, numpy.uint8)).all(axis=1)
    is_changed = is_readable & ((predicted != right) & ~is_open).any(axis=1)
    whole = (predicted == right).all(axis=1)
    result.cells += int(is_open.sum())
    result.right_cells += int(hits.sum())
    result.right_grids += int(whole.sum())
    result.changed_clues += int(is_changed.sum())
    result.unreadable += int((~is_readable).sum())
    if rate and len(rows):
        for rating, is_whole in zip(rate_many(given.tobytes(), threads=threads), whole, strict=True):
            level = "beyond" if rating is None else str(rating.level)
            result.grids_by_level[level] += 1
            result.right_by_level[level] += bool(is_whole)


def _prediction(columns: tuple[str, ...], wanted: str | None, name: str) -> int:
    found = named_column(columns, [wanted.lower()] if wanted else PREDICTION_NAMES)
    if found is not None:
        return found
    asked = (
        f"no column {wanted!r}"
        if wanted
        else f"no column of predictions ({', '.join(PREDICTION_NAMES[:3])} …)"
    )
    raise InputError(f"{name}: {asked}; it has {', '.join(columns)}")
