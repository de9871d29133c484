"""Sudoku Explainer's ratings, compared with its own output."""

from pathlib import Path

import pytest

from many_cases import for_cases
from nonet.errors import NonetError
from nonet.formats import parse
from nonet.logic.se.board import ExplainerBoard, bits
from nonet.logic.se.names import RULE_NAMES
from nonet.logic.se.path import hints
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating, rate
from nonet.rating.se import SudokuExplainer
from nonet.solving import solution

DATA = Path(__file__).parents[1] / "data" / "se"


def cases(name: str) -> list[list[str]]:
    return [line.split(" ", 2) for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]


CASES, CASES_118 = cases("ratings.txt"), cases("ratings-1.18.txt")
QUICK = 7.0
"""The readable form takes seconds for what is harder; of version 1.18, for what is above 5."""
QUICK_118 = [case for case in CASES_118 if float(case[1].split("/")[0]) < 5]


def rating_text(puzzle: Puzzle, scheme: SudokuExplainer) -> tuple[str, str]:
    rating = scheme.rate(puzzle)
    fields = rating.fields()
    return "/".join(f"{float(fields[name]):.1f}" for name in ("er", "ep", "ed")), rating.technique


def quick_cases(step: int = 1) -> list[tuple[str, str, str]]:
    return [(line, told, name) for line, told, name in CASES if float(told.split("/")[0]) < QUICK][::step]


@for_cases(CASES if kernel else quick_cases())
def test_as_sudoku_explainer_says(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), SudokuExplainer()) == (told, name)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "told", "name"), CASES)
def test_the_readable_form_as_sudoku_explainer_says(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), InPython()) == (told, name)


@for_cases(CASES_118 if kernel else QUICK_118[::3])
def test_version_118_as_its_program_says(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), SudokuExplainer("1.18.1")) == (told, name)


@pytest.mark.parametrize(("line", "told", "name"), QUICK_118[1::8])
def test_the_readable_form_of_version_118(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), InPython("1.18.1")) == (told, name)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "told", "name"), CASES_118)
def test_the_readable_form_of_version_118_on_every_puzzle(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), InPython("1.18.1")) == (told, name)


class InPython(SudokuExplainer):
    def rate(self, puzzle: Puzzle) -> Rating:
        return self._rate_in_python(puzzle)


@pytest.mark.parametrize("line", [line for line, _, _ in quick_cases(step=12)])
def test_no_step_contradicts_the_solution(line: str) -> None:
    puzzle = parse(line)
    answer = solution(puzzle).values
    board = ExplainerBoard.of(puzzle.givens.values)
    for hint in hints(board):
        assert all(answer[cell] not in bits(mask) for cell, mask in hint.removable.items())
        assert hint.placement is None or answer[hint.placement[0]] == hint.placement[1]
    assert bytes(board.values) == answer


def test_candidates_ruled_out_count() -> None:
    line, told, _ = next(case for case in CASES if case[1].startswith("3."))
    puzzle = parse(line)
    board = ExplainerBoard.of(puzzle.givens.values)
    hardest = max(hints(board), key=lambda hint: hint.difficulty)
    gone = {cell: bits(mask) for cell, mask in hardest.removable.items()}
    eased = Puzzle.of(puzzle.layout, puzzle.givens.values, ruled_out=gone)
    assert rate(eased, scheme="se").score <= float(told.split("/")[0])


def test_other_boards_are_refused() -> None:
    with pytest.raises(NonetError, match="9x9 puzzles only, not 4x4"):
        rate(".13. 43.2 .2.3 ....", scheme="se")


def test_the_old_argument_still_works() -> None:
    with pytest.warns(DeprecationWarning, match="scheme"):
        assert rate(CASES[0][0], by="se") == rate(CASES[0][0], scheme="se")


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len(set(RULE_NAMES)) == len(RULE_NAMES) == 65
