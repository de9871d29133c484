"""The compiled techniques of killers against the Python ones: the same steps in the same order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

import nonet
from many_cases import for_cases, for_each, spread
from nonet import _native
from nonet.engines import engine_for
from nonet.generate.fill import random_grid
from nonet.generate.killers import CageMap, joined_by_kernel, joined_cages
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.logic import killers
from nonet.logic.catalog import Entry, Level, killer_techniques, technique_keys, variant_entries
from nonet.logic.compiled import SOLVED, UNKNOWN, Plan, board_of, finder_number, option_bytes
from nonet.logic.killers import cage_bytes, cages_of_rules, has_only, killer_plan, killer_walk
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.logic.step_records import RecordReader
from nonet.logic.variants import trial
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import Cage, Thermometer
from nonet.step import Candidate, Step, Trial

pytestmark = pytest.mark.skipif(kernel is None, reason="compares with the kernel")

OPTIONS = Options(uniqueness=False)
NUMBERS = option_bytes(OPTIONS) or b""
KEYS = (*technique_keys(), *(each.key for each in killer_techniques()))
OF_KILLERS = [entry for entry in variant_entries() if entry.techniques[0] in killer_techniques()]

Found = tuple[str, tuple[Candidate, ...], tuple[Candidate, ...]]
"""All that the kernel says of a step about cages: its technique, placements and eliminations."""


@cache
def killer(seed: int, largest: int, givens: int = 0) -> Puzzle:
    """A killer with one solution, of any level."""
    rng = Rng(seed)
    grid = random_grid(CLASSIC, rng)
    shown = Grid(CLASSIC, bytes(value if cell < givens else 0 for cell, value in enumerate(grid)))

    def is_unique(rules: tuple[Cage, ...]) -> bool:
        puzzle = Puzzle(shown, rules=rules)
        return engine_for(puzzle).is_unique(puzzle)

    cages = joined_cages(grid, rng, largest=largest, accepts=lambda cages: is_unique(cages.rules))
    return Puzzle(shown, rules=cages.rules)


def cages_of(puzzle: Puzzle) -> bytes:
    cages = cages_of_rules(CLASSIC, puzzle.rules)
    assert cages is not None
    return cages


def read(record: bytes) -> Found:
    reader = RecordReader(record)
    key, _ = KEYS[reader.byte()], reader.byte()
    placed, gone = (tuple((reader.byte(), reader.byte()) for _ in range(reader.count())) for _ in range(2))
    return key, placed, gone


def said(step: Step) -> Found:
    return step.technique, step.placements, step.eliminations


InPython = Callable[[Puzzle], list[Step]]


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> InPython:
    """The path of a killer, found in Python."""

    def steps(puzzle: Puzzle) -> list[Step]:
        with monkeypatch.context() as patch:
            patch.setattr(killers, "killer_plan", lambda *options: None)
            patch.setattr(trial, "kernel", None)
            return list(path(puzzle))

    return steps


def test_all_techniques_of_killers_are_compiled() -> None:
    assert [entry.path for entry in OF_KILLERS if finder_number(entry, OPTIONS) == UNKNOWN] == []
    assert {UNKNOWN} & set((killer_plan(DEFAULTS) or (b"",))[0]) == set()


# -- the same steps ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "largest", "givens"), spread([(1, 3, 0), (7, 4, 0), (3, 4, 9), (2, 5, 0)], 2)
)
def test_the_same_path(seed: int, largest: int, givens: int, in_python: InPython) -> None:
    puzzle = killer(seed, largest, givens)
    wanted = in_python(puzzle)
    assert list(path(puzzle)) == wanted
    walk = killer_walk(puzzle)
    assert walk is not None
    assert walk.techniques == tuple(step.technique for step in wanted)
    position = Position.of(puzzle)
    for step in wanted:
        position.apply(step)
    assert walk.values == bytes(position.values)


def test_python_tries_only_what_the_kernel_refutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One chain of steps for each step of the path; what comes to nothing is left to the kernel."""
    tried: list[Candidate] = []
    full = trial._trial

    def counted(position: Position, candidate: Candidate, *more: Any) -> Trial | None:
        tried.append(candidate)
        return full(position, candidate, *more)

    monkeypatch.setattr(trial, "_trial", counted)
    refuted = [step.eliminations[0] for step in path(killer(6, 4)) if step.evidence.trial is not None]
    assert tried == refuted
    assert len(refuted) > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_the_same_paths_of_random_killers(seed: int, in_python: InPython) -> None:
    test_the_same_path(seed, 3 + seed % 2, seed % 3 * 3, in_python)


@cache
def on_the_way() -> list[tuple[Position, bytes]]:
    """Positions on the way through killers, and the same with a wrong digit, which have no solution."""
    found = []
    for seed, largest in ((2, 5), (6, 4), (7, 4)):
        puzzle = killer(seed, largest)
        position = Position.of(puzzle)
        for number, step in enumerate(islice(path(puzzle), 41)):
            if number % 8 == 0:
                found.append((position.copy(), cages_of(puzzle)))
            position.apply(step)
    for position, cages in found[::3]:
        wrong = position.copy()
        cell = max(range(81), key=lambda each: wrong.masks[each].bit_count())
        wrong.place(cell, wrong.masks[cell].bit_length())
        for other in range(0, 81, 7):
            wrong.eliminate(other, 4)
        found.append((wrong, cages))
    return found


@pytest.fixture
def trials_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials ask no kernel which candidates fail."""
    monkeypatch.setattr(trial, "kernel", None)


@pytest.mark.usefixtures("trials_in_python")
@for_each(OF_KILLERS)
def test_all_steps_of_a_finder(entry: Entry) -> None:
    finder = finder_number(entry, OPTIONS)
    slow = "trial" in entry.path  # in Python; on boards without a solution, many candidates are refuted soon
    most, count = 3 if slow else None, 0
    for position, cages in on_the_way()[-2:] if slow else on_the_way():
        records = _native.logic_all(board_of(position), finder, NUMBERS, cages)
        found = [read(record) for record in records[:most]]
        assert found == [said(step) for step in islice(entry.finder(position, OPTIONS), most)]
        count += len(found)
    assert count or entry.path == "variants.implied.consequences"


# -- proofs by cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("joined", [0, 4, 8])
def test_a_proof_by_cases_is_right(joined: int) -> None:
    """Against the search: killers with one solution, and the same with cages that were joined further, with several."""
    answers = []
    for seed in range(6):
        puzzle = killer(seed, 4)
        solution = engine_for(puzzle).solution(puzzle)
        cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
        for one, two in zip(cages[:joined:2], cages[1:joined:2], strict=True):
            cells = one.cells + two.cells
            if len({solution[cell] for cell in cells}) == len(cells):
                cages.remove(one)
                cages.remove(two)
                cages.append(Cage(cells, (one.sum or 0) + (two.sum or 0)))
        other = Puzzle(puzzle.givens, rules=tuple(cages))
        answers.append(has_only(other, solution))
        assert answers[-1] == engine_for(other).is_unique(other)
    assert any(answers) if joined == 0 else not all(answers)


def test_a_proof_by_cases_finds_the_only_solution_if_it_is_another() -> None:
    assert has_only(killer(1, 4), random_grid(CLASSIC, Rng(2))) is False


# -- what is not a killer ---------------------------------------------------------------------------------------------


def test_other_puzzles_are_left_to_python() -> None:
    cages = killer(1, 3).rules
    assert cages_of_rules(CLASSIC, (*cages, Thermometer((0, 1, 2)))) is None
    assert cages_of_rules(CLASSIC, (Cage((0, 1)),)) is None
    assert cages_of_rules(CLASSIC, (Cage((0, 1), 3), Cage((1, 2), 5))) is None
    assert killer_walk(Puzzle.of("9x9", "." * 81, ruled_out={0: [1]}, rules=cages)) is None
    assert killer_walk(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)])) is None
    assert has_only(Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3)]), Grid.empty(CLASSIC)) is None


def solves(plan: Plan, givens: bytes, cages: bytes) -> bool:
    return _native.killer_path(givens, cages, plan.finders, plan.options)[0] == SOLVED


def test_a_plan_of_a_level_solves_what_is_no_harder() -> None:
    puzzle = killer(1, 3)
    plan = killer_plan(DEFAULTS, Level.EASY)
    assert plan is not None
    assert nonet.rate(puzzle).level == "easy"
    assert solves(plan, puzzle.givens.values, cages_of(puzzle))
    assert not solves(plan, puzzle.givens.values, cages_of_rules(CLASSIC, (Cage((0, 1), 3),)) or b"")


# -- new cages --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@for_cases(
    spread(product([(Level.EASY, 3), (Level.HARD, 5), (Level.UNFAIR, 9)], ["none", "rotational", "full"]), 2)
)
def test_cages_are_joined_as_in_python(limit: tuple[Level, int], symmetry: str) -> None:
    level, largest = limit
    plan = killer_plan(DEFAULTS, level)
    assert plan is not None
    for seed in range(2):
        grid = random_grid(CLASSIC, Rng(seed))
        givens = Grid(CLASSIC, bytes(value if cell < seed else 0 for cell, value in enumerate(grid)))

        def accepts(cages: CageMap, *, plan: Plan = plan, givens: Grid = givens) -> bool:
            return solves(plan, givens.values, cage_bytes(cages.first_cells, cages.sums))

        rng, other = Rng(seed), Rng(seed)
        found = joined_by_kernel(grid, givens, rng, largest=largest, symmetry=symmetry, plan=plan)
        expected = joined_cages(grid, other, largest=largest, symmetry=symmetry, accepts=accepts)
        assert found.rules == expected.rules
        assert rng.state == other.state


@pytest.mark.parametrize(
    ("grid", "borders", "words"),
    [
        (bytes(81), b"", "grid: a cell is empty"),
        (b"\1" * 80, b"", "grid: a board has 81 cells, not 80"),
        (b"\1" * 81, b"\0", "borders: 0 pairs of cells at byte 0"),
        (b"\1" * 81, b"\1\0\1\2\3\4\5", "borders: 2 pairs of cells at byte 3"),
        (b"\1" * 81, b"\1\0\x51", "borders: no cell is at byte 1"),
    ],
)
def test_borders_that_are_none(grid: bytes, borders: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _native.killer_join(grid, bytes(81), borders, 4, 1, b"", NUMBERS)


GOOD = cages_of(killer(1, 3))
NONE = bytes([255]) * 81


@pytest.mark.parametrize(
    ("cages", "words"),
    [
        (GOOD[:-1], "cages holds 161 bytes"),
        (b"\1" + GOOD[1:], "cell 0 is in no cage that begins at 1"),
        (b"\xff\0" + GOOD[2:], "cell 1 is in no cage that begins at 0"),
        (bytes(10) + NONE[10:] + bytes(81), "more than 9 cells in the cage that begins at 0"),
    ],
)
def test_cages_that_are_none(cages: bytes, words: str) -> None:
    board = board_of(Position.of("." * 81))
    with pytest.raises(ValueError, match=words):
        _native.killer_path(bytes(81), cages, b"", NUMBERS)
    with pytest.raises(ValueError, match=words):
        _native.killer_has_only(bytes(81), cages, bytes(81))
    with pytest.raises(ValueError, match=words):
        _native.logic_step(board, b"", NUMBERS, 0, True, cages)
    with pytest.raises(ValueError, match=words):
        _native.logic_all(board, 0, NUMBERS, cages)


def test_bad_givens() -> None:
    with pytest.raises(ValueError, match="values must be 0 to 9, not 10"):
        _native.killer_path(bytes([10]) * 81, GOOD, b"", NUMBERS)
    with pytest.raises(ValueError, match="givens: a board has 81 cells, not 80"):
        _native.killer_path(bytes(80), GOOD, b"", NUMBERS)
    with pytest.raises(ValueError, match="solution: a board has 81 cells, not 80"):
        _native.killer_has_only(bytes(81), GOOD, bytes(80))
