"""`make cases FILE=…`: failed cases are printed with what was found instead, then the totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet.logic.cases import main, parse_case, run_case, written_case
from nonet.logic.path import path
from nonet.puzzle import Puzzle
from nonet.rules import Arrow, LittleKiller

# a naked pair from tests/data/techniques/subsets.txt
PAIR = (
    ":{code}:67:...+94+2.13.291.385+4.4..+8.2.92..+85...+1.982..3.+5.5.+3+9..8+2...4..1...+1...8.....7.19.+2."
    ":531 533 371 372 373 678 778 381 383 687 787 688 788 697:{expected}::"
)
RIGHT = PAIR.format(code="0200", expected="675 775 685 785")


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str) -> tuple[int, list[str]]:
    file = tmp_path / "cases.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return main([str(file)]), capsys.readouterr().out.splitlines()


def test_all_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_key = PAIR.format(code="naked-pair", expected="675 775 685 785")
    assert run(tmp_path, capsys, "# a comment", "", RIGHT, by_key) == (0, ["2 passed, 0 failed"])


def test_failures_show_what_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = PAIR.format(code="0200", expected="675")
    silent = PAIR.format(code="0200-x", expected="")
    nothing = PAIR.format(code="0300", expected="111")
    status, out = run(tmp_path, capsys, wrong, RIGHT, silent, nothing, ":9999:1:...:::")
    assert status == 1
    assert out == [
        f"line 1: {wrong}",
        "  expected: naked-pair that eliminates 675",
        "  found:    eliminates 675 775 685 785",
        f"line 3: {silent}",
        "  expected: no naked-pair",
        "  found:    eliminates 675 775 685 785",
        f"line 4: {nothing}",
        "  expected: x-wing that eliminates 111",
        "  found:    nothing",
        "line 5: :9999:1:...:::",
        "  cannot be run: FormatError(\"unknown technique code: '9999'\")",
        "1 passed, 4 failed",
    ]


def test_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["nowhere.txt"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err


def test_a_technique_without_a_code_goes_by_its_key() -> None:
    assert parse_case(PAIR.format(code="wxyz-wing-x", expected="")).must_not_fire
    assert parse_case(PAIR.format(code="wxyz-wing", expected="111")).technique == "wxyz-wing"


def test_a_step_of_any_puzzle_is_written_and_read_again() -> None:
    """With another board, digits from 0, and rules other than cages."""
    puzzle = Puzzle.of("4x4:0-3", "2" + "." * 15, rules=[Arrow((5,), (8, 12)), LittleKiller((2, 5, 8), 1)])
    steps = list(path(puzzle))
    assert {step.technique for step in steps} >= {"sum-limits"}
    for step in steps:
        case = parse_case(written_case(step))
        assert (case.position, case.givens, case.rules) == (
            step.on_path.position,
            puzzle.givens,
            puzzle.rules,
        )
        assert run_case(case).passed, step
