"""Compares nonet's Sudoku Explainer ratings with those of the programs themselves; see docs/ratings.md.

    python -m benchmarks.se_ratings FILE

FILE is a CSV file with the column `puzzle` and any of these; an empty cell is skipped:

    se121_er_ep_ed    ER, EP and ED of Sudoku Explainer 1.2.1: 6.8/1.2/1.2
    se118_er_ep_ed    the same of SukakuExplainer 1.18.1
    bank_er           ER in the puzzle bank of Sudoku Exchange

Prints the ratings that differ, and how many are the same; the exit status is 1 if those of a program differ.
"""

from __future__ import annotations

import csv
import sys

import nonet

SCHEMES = {"se121_er_ep_ed": "se", "se118_er_ep_ed": "se-1.18", "bank_er": "se-1.18"}


def compare(rows: list[dict[str, str]], column: str) -> int:
    """How many ratings of a column differ from nonet's."""
    rows = [row for row in rows if row.get(column)]
    ratings = nonet.rate_many([row["puzzle"] for row in rows], scheme=SCHEMES[column], threads=None)
    different = 0
    for row, rating in zip(rows, ratings, strict=True):
        expected = [float(part) for part in row[column].split("/")]
        found = [] if rating is None else [rating.score, rating.parts["ep"], rating.parts["ed"]]
        if found[: len(expected)] != expected:
            different += 1
            print(f"{row['puzzle']} {column} {row[column]}, ours {'/'.join(map(str, found))}")
    print(f"{column}: {len(rows) - different} of {len(rows)} are the same")
    return different


def main() -> int:
    if len(sys.argv) != 2:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    different = {column: compare(rows, column) for column in SCHEMES}
    return int(any(count for column, count in different.items() if column != "bank_er"))


if __name__ == "__main__":
    sys.exit(main())
