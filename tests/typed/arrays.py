"""Arrays and tables in, arrays and tables out: what needs numpy, pyarrow and polars. As program.py otherwise."""

from __future__ import annotations

import numpy
import polars
from numpy.typing import NDArray

import nonet
import nonet.data

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def main() -> None:
    boards: NDArray[numpy.uint8] = nonet.parse(EASY).to_numpy()[numpy.newaxis]
    solved = nonet.solve_many(boards)
    solutions: NDArray[numpy.uint8] = solved.solutions
    status: NDArray[numpy.uint8] = nonet.unique_many(boards)
    counts: NDArray[numpy.uint64] = nonet.count_many(boards.astype(int), limit=9)
    forms: NDArray[numpy.uint8] = nonet.canonical_many(boards).forms
    assert (solutions.shape, forms.shape, (status == counts).all()) == ((1, 9, 9), (1, 9, 9), True)
    disguised, answers = nonet.data.augment(boards, solutions, seed=1)
    assert nonet.solution(disguised[0]) == nonet.Grid.of("9x9", answers.reshape(-1).tolist())
    assert nonet.Candidates.of(EASY).to_numpy().sum() == nonet.Candidates.of(boards[0]).to_numpy().sum()
    arrays = nonet.bulk.solve(boards)
    assert arrays["solution"].shape == (1, 9, 9)
    frame = polars.DataFrame({"puzzle": [EASY]})
    assert nonet.bulk.rate(frame, scheme="hodoku").get_column("level").to_list() == ["easy"]
    assert nonet.bulk.count(frame, limit=9, to="numpy")["count"].tolist() == [1]
    assert nonet.bulk.create(1, seed=7, to="polars").height == 1


if __name__ == "__main__":
    main()
