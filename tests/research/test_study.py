"""Means, shares and standard errors of samples, against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from nonet.errors import FormatError, NonetError
from nonet.research import Measured, Sample, read_sample, sample_of, study
from nonet.research.samples import GRIDS

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
TABLE = f"puzzle,clues,weight\n{EASY},30,3\n{HARD},17,1\n"


def test_weighted_means() -> None:
    """(3 · 30 + 1 · 17) / 4 = 26.75; deviations 3.25 and -9.75, times their weights 9.75 and -9.75."""
    found = study(read_sample(TABLE))
    assert found.puzzles == 2
    assert found.worth == 16 / 10
    assert found.clues.value == 26.75
    assert found.clues.error == pytest.approx(math.sqrt(2 * 2 * 9.75**2) / 4)
    assert {clues: share.value for clues, share in found.clue_shares.items()} == {17: 0.25, 30: 0.75}


def test_shares_by_rating() -> None:
    found = study(read_sample(TABLE), scheme="hodoku")
    assert [(name, share.value) for name, share in found.shares.items()] == [("easy", 0.75), ("medium", 0.25)]
    assert found.score is not None


def test_equal_weights_give_the_usual_error() -> None:
    """Of 0, 0, 1, 1: the deviation is √(1/3), and the error of the mean half of it."""
    mean = Sample([], [2.0] * 4).mean([0, 0, 1, 1])
    assert mean.value == 0.5
    assert mean.error == pytest.approx(math.sqrt(1 / 3) / 2)
    assert Sample([], [2.0] * 4).worth == 4
    assert mean.is_near(1.3)
    assert not mean.is_near(1.4)
    assert math.isinf(Sample([], [1.0]).mean([7]).error)


def test_the_number_of_minimal_puzzles() -> None:
    """Three tries of weight 3, 1 and 0: the mean is 4/3."""
    minimal = study(read_sample(TABLE), tries=3).minimal
    assert minimal is not None
    assert minimal.value == pytest.approx(GRIDS * 4 / 3)
    assert minimal.error == pytest.approx(GRIDS * math.sqrt(10 - 16 / 3) / 3)
    with pytest.raises(NonetError, match="cannot come from 1 tries"):
        study(read_sample(TABLE), tries=1)


def test_tries_add_up() -> None:
    """The column `tries` says how many tries each puzzle took; a number that is given counts instead."""
    sample = read_sample(f"puzzle,weight,tries\n{EASY},3,2\n{HARD},1,1\n")
    assert sample.tries == 3
    assert study(sample).minimal == study(read_sample(TABLE), tries=3).minimal
    assert study(sample, tries=4).minimal != study(sample).minimal
    assert study(sample_of([{"puzzle": "1..4..3..3..2..1", "weight": 8, "tries": 9}])).minimal is None
    with pytest.raises(FormatError, match="row 2: the tries '0' is not a positive number"):
        read_sample(f"puzzle,weight,tries\n{EASY},3,0\n")


def test_any_file_of_puzzles() -> None:
    assert read_sample(f"{EASY}\n{HARD}\n").weights == [1, 1]
    assert read_sample(f"puzzle\n{EASY}\n").weights == [1]
    small = read_sample("puzzle,weight\n1..4..3..3..2..1,8\n")
    assert study(small).clues.value == 6
    with pytest.raises(NonetError, match="classic board only"):
        study(small, tries=10)


@pytest.mark.parametrize("weight", ["0", "-1", "many", "inf", ""])
def test_weights_must_be_positive(weight: str) -> None:
    with pytest.raises(FormatError, match="not a positive number"):
        read_sample(f"puzzle,weight\n{EASY},{weight}\n")


@pytest.mark.parametrize("header", ["Puzzle,Weight", "puzzle;weight", "Quizzes\tWEIGHT", "puzzle, weight"])
def test_weights_are_never_overlooked(header: str) -> None:
    """Whatever `sudoku bulk` takes for a table of puzzles; without weights, the mean would be wrong without a word."""
    sign = next(sign for sign in ";\t," if sign in header)
    assert read_sample(f"{header}\n{EASY}{sign}3\n{HARD}{sign}1\n").weights == [3, 1]


@pytest.mark.parametrize("weight", ["1e308", "1e-320"])
def test_weights_of_any_size(weight: str) -> None:
    sample = read_sample(f"puzzle,weight\n{EASY},{weight}\n{HARD},{weight}\n")
    assert study(sample, tries=2).clues.value == 23.5
    assert sample.worth == 2


@pytest.mark.parametrize("weight", [0.0, -1.0, math.nan, math.inf])
def test_weights_in_python_must_be_positive(weight: float) -> None:
    with pytest.raises(NonetError, match="not a positive number"):
        study(Sample(read_sample(EASY).puzzles, [weight]))


def test_a_wrong_puzzle_is_named_by_its_line() -> None:
    with pytest.raises(FormatError, match="line 3: row 1, column 3: "):
        read_sample(f"puzzle,weight\n{EASY},1\n12?,1\n")
    with pytest.raises(FormatError, match="line 2: no puzzle"):
        sample_of([{"weight": 1}])


def test_lines_count_from_the_top_of_the_file() -> None:
    """Blank lines and values of several lines count, too."""
    table = f'\npuzzle,weight,note\n\n{EASY},1,"two\nlines"\n\n'
    assert read_sample(table).weights == [1]
    with pytest.raises(FormatError, match="line 7: row 1, column 3: "):
        read_sample(f"{table}12?,1,\n")
    with pytest.raises(FormatError, match="row 7: the weight '0'"):
        read_sample(f"{table}{EASY},0,\n")


@pytest.mark.parametrize("header", ["puzzle,weight,weight", "puzzle,Weight,weight ", "puzzle,tries,tries"])
def test_a_column_comes_once(header: str) -> None:
    with pytest.raises(FormatError, match="two columns"):
        read_sample(f"{header}\n{EASY},3,4\n")
    with pytest.raises(FormatError, match="two columns 'weight'"):
        sample_of([{"puzzle": EASY, "weight": 3, "Weight": 4}])


def test_a_study_names_the_boards() -> None:
    sample = read_sample(f"puzzle\n1..4..3..3..2..1\n{EASY}\n{HARD}\n")
    assert study(sample).boards == {"9x9": 2, "4x4": 1}


def test_a_sample_of_puzzles_and_of_nothing_else() -> None:
    with pytest.raises(NonetError, match="puzzle 2 of the sample does not have exactly one solution"):
        study(read_sample(f"puzzle\n{EASY}\n{'.' * 81}\n"), scheme="hodoku")
    with pytest.raises(FormatError, match="not a table"):
        read_sample(f"puzzle,weight\n{EASY},{'9' * 200_000}\n")


def test_a_sample_in_python_is_of_puzzles_and_numbers() -> None:
    with pytest.raises(
        NonetError, match="puzzle 1 of the sample: expected a value of the type Puzzle, not '53"
    ):
        Sample([EASY], [1.0])  # type: ignore[list-item]
    with pytest.raises(
        NonetError, match="weight 2 of the sample: expected a value of the type Real, not '3'"
    ):
        Sample([*read_sample(EASY).puzzles] * 2, [1, "3"])  # type: ignore[list-item]
    with pytest.raises(NonetError, match="weights: expected a value of the type"):
        Sample([], None)  # type: ignore[arg-type]


def test_a_row_that_was_cut_has_no_weight() -> None:
    with pytest.raises(FormatError, match="row 3: the weight '' is not a positive number"):
        read_sample(f"puzzle,weight\n{EASY},1\n{HARD}\n")


def test_nothing_to_study() -> None:
    with pytest.raises(NonetError, match="there are none"):
        study(Sample([], []))


def test_how_estimates_are_written() -> None:
    assert f"{Measured(0.2917, 0.0012)}" == "0.292 ± 0.0012"
