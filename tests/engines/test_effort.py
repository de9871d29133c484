"""The effort of a puzzle: the kernel counts as Python does, and the numbers mean what the definition says."""

from __future__ import annotations

import pytest

from many_cases import every
from nonet.engines import effort as module
from nonet.engines import engine
from nonet.engines.effort import Effort, EffortSearch, effort, effort_many
from nonet.formats import parse
from nonet.generate.dig import Dig, dig_many
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

needs_kernel = pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")


def test_singles_need_no_guess() -> None:
    found = effort(parse(EASY))
    assert found.guesses == 0
    assert found.solutions == 1


def test_a_guess_worked_out_by_hand() -> None:
    """Two rows of 4x4 are left that can be filled in two ways: one cell, two digits, one round to fill and one more
    each to see that nothing changes.
    """
    puzzle = Puzzle.of(Layout.named("4x4"), [1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    # 2 1 4 3 / 4 3 2 1 and its like: r3c1 is 2 or 4, r3c2 1 or 3, r3c3 2 or 4, r3c4 1 or 3
    found = effort(puzzle)
    assert found.solutions == 2
    # r3c1 = 2 settles columns 1 and 3; r3c2 = 1 gives the first solution, r3c2 = 3 the second
    assert found.guesses == 3


def test_no_solution() -> None:
    assert effort(Puzzle.of(Layout.named("4x4"), [1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8)) == Effort(0, 1, 0)


def test_the_empty_board_has_several() -> None:
    assert effort(Puzzle(Grid.empty(CLASSIC))).solutions == 2


def test_the_search_proves_uniqueness() -> None:
    found = effort(parse(HARD))
    assert found.solutions == 1
    assert found.guesses > 50
    assert found.rounds > found.guesses


def test_the_number_of_solutions_is_right() -> None:
    dug = dig_many(Dig(), 3, 0, 12 // every(3))
    boards = [each for each in dug if each is not None]
    boards += [each[:k] + b"\0" + each[k + 1 :] for each in boards for k in (0, 40) if each[k]]
    for values, found in zip(boards, effort_many(CLASSIC, boards), strict=True):
        count = engine("propagation").count_solutions(Puzzle(Grid(CLASSIC, values)), limit=2)
        assert found.solutions == count


def test_an_endless_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GUESSES", 5)
    assert effort(parse(HARD)).guesses == 5
    assert EffortSearch(CLASSIC).run(parse(HARD).givens.values) == effort(parse(HARD))


@needs_kernel
@pytest.mark.parametrize(
    "name",
    [
        "4x4",
        "6x6",
        "9x9",
        "x",
        pytest.param("windoku", marks=pytest.mark.slow),
        "jigsaw:1112132233243444",
        "12x12",
    ],
)
def test_the_kernel_counts_the_same(name: str) -> None:
    layout = Layout.named(name)
    boards = [each for each in dig_many(Dig(layout=layout), 2, 0, 3) if each is not None]
    boards += [each[:1] + bytes(4) + each[5:] for each in boards]
    expected = [EffortSearch(layout).run(values) for values in boards]
    assert effort_many(layout, boards, threads=2) == expected


@needs_kernel
def test_the_instruction_set_and_the_threads_do_not_matter() -> None:
    boards = [each for each in dig_many(Dig(), 4, 0, 200) if each is not None]
    assert effort_many(CLASSIC, boards, threads=3) == effort_many(CLASSIC, boards)
