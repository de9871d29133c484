"""benchmarks/hodoku_paths.py and benchmarks/se_ratings.py, on small handwritten files."""

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import se_ratings

from nonet.native import kernel

TOOL = Path(__file__).parents[2] / "benchmarks" / "hodoku_paths.py"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "." + SOLVED[1:80] + "."  # r1c1 = 5 and r9c9 = 9: two full houses, the first cell first


def run(tmp_path: Path, text: str, *options: str) -> str:
    file = tmp_path / "paths.txt"
    file.write_text(text)
    done = subprocess.run(
        [sys.executable, str(TOOL), str(file), *options],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    return done.stdout


@pytest.mark.parametrize(
    ("steps", "same"),
    [
        ("   Full House: r1c1=5\n   Full House: r9c9=9\n", True),
        ("   Naked Single: r1c1=5\n   Full House: r9c9=9\n", False),
    ],
)
def test_whole_paths(tmp_path: Path, steps: str, same: bool) -> None:
    told = run(tmp_path, f"{PUZZLE} #1 Easy (8)\n{steps}")
    assert f"same path              {int(same)}" in told
    assert "same score             1  100.00%" in told
    assert ("Naked Single: r1c1=5  |  ours: full-house r1c1=5" in told) is not same


def test_step_by_step(tmp_path: Path) -> None:
    told = run(tmp_path, f"{PUZZLE} #1 Easy (8)\n   Full House: r9c9=9\n   Full House: r1c1=5\n", "--along")
    assert "Full House: r9c9=9  |  ours: full-house r1c1=5" in told
    assert "full-house                            1      2   50.00%" in told


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), str(tmp_path / "no.txt")],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 2
    assert "no.txt" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(kernel is None, reason="Sudoku Explainer is compiled only")
def test_ratings_of_sudoku_explainer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings = Path(__file__).parents[1] / "data" / "se" / "ratings.txt"
    puzzle, rating = ratings.read_text().splitlines()[1].split()[:2]
    rows = [{"puzzle": puzzle, "se121_er_ep_ed": each} for each in (rating, "9.9/1.2/1.2", "")]
    assert se_ratings.compare(rows, "se121_er_ep_ed") == 1
    told = capsys.readouterr().out
    assert f"{puzzle} se121_er_ep_ed 9.9/1.2/1.2, ours {rating}" in told
    assert "1 of 2 are the same" in told
