"""Sudoku Explainer's ratings, compared with its own output."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from many_cases import for_cases
from nonet.bitsets import digits_in
from nonet.bulk.executors import ThreadShards
from nonet.data.build import build
from nonet.data.spec import parse_spec
from nonet.errors import MissingKernel, NonetError
from nonet.formats import parse
from nonet.jobs import Job
from nonet.logic.path import path
from nonet.logic.se.records import RULE_NAMES
from nonet.logic.se.steps import conclusions
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import base, path_many, rate, rate_many
from nonet.rating.se import SudokuExplainer
from nonet.solving import solution

DATA = Path(__file__).parents[1] / "data" / "se"


def cases(name: str) -> list[list[str]]:
    return [line.split(" ", 2) for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]


needs_kernel = pytest.mark.skipif(kernel is None, reason="Sudoku Explainer is compiled only")
CASES, CASES_118 = cases("ratings.txt"), cases("ratings-1.18.txt")


def rating_text(puzzle: Puzzle, scheme: SudokuExplainer) -> tuple[str, str]:
    rating = scheme.rate(puzzle)
    fields = rating.fields()
    return "/".join(f"{float(fields[name]):.1f}" for name in ("er", "ep", "ed")), rating.technique


@needs_kernel
@for_cases(CASES)
def test_as_sudoku_explainer_says(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), SudokuExplainer()) == (told, name)


@needs_kernel
@for_cases(CASES_118)
def test_version_118_as_its_program_says(line: str, told: str, name: str) -> None:
    assert rating_text(parse(line), SudokuExplainer("1.18.1")) == (told, name)


@pytest.mark.parametrize("line", [line for line, _, _ in CASES[::12]])
def test_no_step_contradicts_the_solution(line: str) -> None:
    puzzle = parse(line)
    answer = solution(puzzle).values
    values = bytearray(puzzle.givens.values)
    for step in conclusions(puzzle, version="1.2.1"):
        assert all(answer[cell] not in digits_in(mask) for cell, mask in step.removable.items())
        if step.placement is not None:
            cell, values[cell] = step.placement[0], step.placement[1]
    assert values == answer


def test_candidates_ruled_out_count() -> None:
    line, told, _ = next(case for case in CASES if case[1].startswith("3."))
    puzzle = parse(line)
    hardest = max(conclusions(puzzle, version="1.2.1"), key=lambda step: step.rating)
    gone = {cell: tuple(digits_in(mask)) for cell, mask in hardest.removable.items()}
    eased = Puzzle.of(puzzle.layout, puzzle.givens.values, ruled_out=gone)
    assert rate(eased, scheme="se").score <= float(told.split("/")[0])


@needs_kernel
def test_other_boards_are_refused() -> None:
    with pytest.raises(NonetError, match="9x9 puzzles only, not 4x4"):
        rate(".13. 43.2 .2.3 ....", scheme="se")


LINE = CASES[0][0]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rate(LINE, scheme="se"),
        lambda: rate_many([LINE], scheme="se"),
        lambda: path(LINE, scheme="se"),
        lambda: path_many([LINE], scheme="se-1.18"),
        lambda: Job("rate", options={"scheme": "se"}),
        lambda: build(parse_spec("[[part]]\ncount = 1\nse = 3"), "nowhere", ThreadShards(1)),
    ],
)
def test_what_needs_the_kernel_says_so(ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    base._made.cache_clear()
    monkeypatch.setattr("nonet.native.kernel", None)
    monkeypatch.delenv("NONET_PURE", raising=False)
    with pytest.raises(
        MissingKernel, match=r"^Sudoku Explainer needs the compiled kernel; install a C\+\+ compiler"
    ):
        ask()


@pytest.mark.parametrize("arguments", [("rate",), ("rate", "--format", "csv"), ("explain",)])
def test_the_commands_say_that_the_kernel_is_missing(arguments: tuple[str, ...]) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "nonet", *arguments, "--scheme", "se", LINE],
        env=os.environ | {"NONET_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "sudoku: Sudoku Explainer needs the compiled kernel; unset NONET_PURE\n"


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len(set(RULE_NAMES)) == len(RULE_NAMES) == 65
