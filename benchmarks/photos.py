"""Reads photographs whose puzzles are known, and counts how many are read without an error.

    python -m benchmarks.photos FOLDER                  with the weights of the package
    python -m benchmarks.photos FOLDER --folds WEIGHTS  cross-validation: each with weights that never saw its puzzle

FOLDER has pairs image7.jpg, image7.dat (two lines of notes, nine rows of digits, 0 for an empty cell), such as the data
set wichtounet/sudoku_dataset. WEIGHTS has fold0.npz, fold1.npz, …, written by `tools/train_digits.py --folds`.

Times are CPU seconds of one thread.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any
from zlib import crc32

import cv2
import numpy

from nonet.photo import Doubt, PictureError, read


@dataclass(frozen=True)
class Result:
    """The result for one photograph. `wrong`: the cells that differ from the answer; all of them if it was refused."""

    name: str
    fold: int
    wrong: frozenset[int]
    doubts: tuple[Doubt, ...]
    settled: tuple[Doubt, ...]
    seconds: float
    refused: str = ""

    @property
    def silent(self) -> frozenset[int]:
        """Wrong cells that were not named as doubtful."""
        return self.wrong - {doubt.cell for doubt in self.doubts}


def results(folder: Path, weights: Sequence[dict[str, Any] | None]) -> Iterator[Result]:
    for path in sorted(folder.glob("*.jpg"), key=lambda path: (len(path.name), path.name)):
        rows = path.with_suffix(".dat").read_text().split("\n")[2:]
        answer = "".join("".join(row.split()) for row in rows)
        fold = crc32(answer.encode()) % len(weights)
        start = time.process_time()
        try:
            found = read(path, weights=weights[fold])
        except PictureError as error:
            spent = time.process_time() - start
            yield Result(path.name, fold, frozenset(range(81)), (), (), spent, str(error))
            continue
        spent = time.process_time() - start
        values = found.puzzle.givens.values
        wrong = frozenset(cell for cell in range(81) if values[cell] != int(answer[cell]))
        yield Result(path.name, fold, wrong, found.doubts, found.settled, spent)


def line(title: str, found: Sequence[Result]) -> str:
    right = sum(not each.wrong for each in found)
    cells = 1 - sum(len(each.wrong) for each in found) / (81 * len(found))
    times = [each.seconds for each in found]
    columns = (
        title,
        len(found),
        right,
        f"{100 * right / len(found):.1f} %",
        f"{100 * cells:.2f} %",
        sum(bool(each.doubts) for each in found),
        sum(bool(each.settled) for each in found),
        sum(bool(each.silent) for each in found),
        f"{median(times):.2f}",
        f"{max(times):.2f}",
    )
    return f"| {' | '.join(map(str, columns))} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--folds", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    weights: list[dict[str, Any] | None] = [None]
    if options.folds is not None:
        files = sorted(options.folds.glob("fold*.npz"))
        weights = [
            {name: each.astype(numpy.float32) for name, each in numpy.load(file).items()} for file in files
        ]
    found = []
    for each in results(options.folder, weights):
        found.append(each)
        if each.wrong or each.doubts or each.settled:
            print(_details(each), flush=True)
    print()
    print(
        "| | photographs | without error | | cells | doubts | settled | silent errors | s, median | s, most |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    if len(weights) > 1:
        for fold in range(len(weights)):
            print(line(f"fold {fold + 1}", [each for each in found if each.fold == fold]))
    print(line("all", found))
    print(f"mean {mean(each.seconds for each in found):.2f} s")


def _details(result: Result) -> str:
    if result.refused:
        return f"{result.name}: refused: {result.refused}"
    wrong = " ".join(f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in sorted(result.wrong)) or "none"
    shown = [
        f"{title} " + " ".join(f"{doubt.name}={doubt.digit}/{doubt.others}" for doubt in doubts)
        for title, doubts in (("doubts", result.doubts), ("settled", result.settled))
        if doubts
    ]
    return f"{result.name}: wrong {wrong}; {'; '.join(shown)}"


if __name__ == "__main__":
    main()
