"""The code that the GPU runs, compiled as C++: it must give the answers of the engines and of digging.

No GPU is needed. `python -m nonet.gpu.check` does the same on a machine that has one.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import nonet.gpu
from nonet.errors import MissingExtra, NonetError
from nonet.generate.dig import Dig, dig_many
from nonet.generate.exact_uniform import exact_grids
from nonet.generate.orbits import orbit_map
from nonet.generate.unbiased import kept_tries
from nonet.gpu import search
from nonet.layout import CLASSIC
from nonet.many import count_many, solve_many, unique_many

HEADERS = Path(nonet.gpu.__file__).parent
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)
ODD = ("." * 81, "55" + "." * 79, "5" + "." * 79 + "5", "." * 40 + "7" + "." * 40)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "the tests need a C++ compiler, as the kernel does"
    path = tmp_path_factory.mktemp("gpu") / "host"
    source = Path(__file__).with_name("host.cpp")
    subprocess.run(
        [compiler, "-std=c++17", "-O1", "-Wall", "-Werror", f"-I{HEADERS}", str(source), "-o", str(path)],
        check=True,
    )
    return path


@pytest.fixture(scope="module")
def minimal() -> list[str]:
    return [_line(values) for values in dig_many(Dig(), 3, 0, 60)]


def _line(values: bytes | None) -> str:
    return "-" if values is None else "".join(map(str, values))


def _run(program: Path, *arguments: object, puzzles: list[str] | None = None) -> list[str]:
    text = "".join(f"{puzzle}\n" for puzzle in puzzles or [])
    command = [str(program), *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()


def _open(puzzles: list[str]) -> list[str]:
    """With two digits removed: several solutions each."""
    return [puzzle.replace("1", "0").replace("2", "0") for puzzle in puzzles]


@pytest.mark.parametrize(
    "budget", [1, *(pytest.param(few, marks=pytest.mark.slow) for few in (50, 1_000_000))]
)
def test_counts_and_solutions(program: Path, minimal: list[str], budget: int) -> None:
    """However early a search is given up and split, the counts are right."""
    puzzles = [*minimal, *HARD, *ODD]
    rows = [row.split() for row in _run(program, "count", 2, budget, puzzles=puzzles)]
    expected = solve_many(puzzles)
    assert [int(count) for count, _ in rows] == list(expected.status)
    for index, (count, grid) in enumerate(rows):
        if count == "1":
            assert grid == expected[index]


def test_counts_up_to_a_limit(program: Path, minimal: list[str]) -> None:
    puzzles = [*_open(minimal)[:20], "." * 81]
    rows = _run(program, "count", 300, 100, puzzles=puzzles)
    assert [int(row.split()[0]) for row in rows] == list(count_many(puzzles, limit=300))


def test_the_greatest_solution(program: Path, minimal: list[str]) -> None:
    puzzles = [*_open(minimal), HARD[0], ODD[0], ODD[3]]
    expected = solve_many(puzzles)
    assert _run(program, "greatest", puzzles=puzzles) == [
        expected[i] or "0" * 81 for i in range(len(puzzles))
    ]


@pytest.mark.parametrize(
    "what",
    [
        Dig(),
        Dig(clues=40),
        Dig(symmetry="rotational"),
        Dig(symmetry="full"),
        Dig(given=frozenset(range(9)), blank=frozenset({40, 41, 50})),
    ],
    ids=["minimal", "clues", "rotational", "full", "pattern"],
)
def test_digging(program: Path, what: Dig) -> None:
    orbits = ",".join(map(str, orbit_map(CLASSIC, what.symmetry)))
    kinds = "".join(
        "1" if orbit[0] in what.kept else "2" if orbit[0] in what.emptied else "0" for orbit in what.orbits
    )
    mine = _run(program, "dig", 9, 100, 25, orbits, kinds, what.clues or 0)
    assert mine == [_line(values) for values in dig_many(what, 9, 100, 25)]


def test_unbiased_tries(program: Path) -> None:
    """The sieve, the count and the settling of candidates, for 60 grids."""
    grids = exact_grids(5, 70, 60)
    rows = [row.split() for row in _run(program, "unbiased", 5, 70, puzzles=[_line(grid) for grid in grids])]
    expected = kept_tries(5, 70, 60)
    assert sorted((int(number), puzzle) for number, puzzle in rows) == [
        (draw.number, _line(draw.givens.values)) for draw in expected
    ]
    assert expected


def test_the_bytes_of_a_record() -> None:
    assert [search.TEXT.values[byte] for byte in b"019.?x*\n"] == [0, 1, 9, 0, 255, 0, 0, 255]
    assert list(search.NUMBERS.values[:11]) == [*range(10), 255]


def test_without_a_gpu_the_error_says_what_is_missing() -> None:
    if nonet.gpu.is_available():
        assert unique_many(["." * 81], device="cuda") == b"\2"
        return
    with pytest.raises(NonetError, match=r"pip install \"nonet\[gpu\]\"|needs an NVIDIA GPU") as caught:
        unique_many(["." * 81], device="cuda")
    assert isinstance(caught.value, MissingExtra) or "none" in str(caught.value)
    with pytest.raises(NonetError, match="device must be 'cuda' or None, not 'tpu'"):
        unique_many(["." * 81], device="tpu")  # type: ignore[call-overload]


def test_what_the_gpu_does_not_dig() -> None:
    with pytest.raises(NonetError, match="only without a symmetry"):
        dig_many(Dig(symmetry="full", clues=45), 1, 0, 1, device="cuda")
