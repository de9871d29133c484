"""Hints: every position that a player can reach gets the right kind of hint, and its content is correct."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nonet.candidates import Candidates
from nonet.engines import default_engine
from nonet.errors import NonetError
from nonet.explain import LANGUAGES, TIERS, advise
from nonet.grid import Grid
from nonet.hints import Hint, HintKind, hint
from nonet.layout import CLASSIC, Layout
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import (
    AntiKing,
    AntiKnight,
    BrokenXSum,
    CountDistinct,
    CountingCircles,
    Palindrome,
    Renban,
    SameDigits,
    Sum,
    SumLine,
    ZipperLine,
)
from nonet.rules.base import Rule
from nonet.step import Candidate, Truth

SMALL = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
LINES = (Path(__file__).parent / "data" / "logic" / "puzzles.txt").read_text(encoding="utf-8").splitlines()
PUZZLES = [line.split()[1] for line in LINES if line.startswith("9x9 ")]


def classic(text: str) -> Puzzle:
    return Puzzle.of(CLASSIC, (0 if symbol == "." else int(symbol) for symbol in text))


def assert_said_in_every_tier(found: Hint) -> None:
    """Checks that the hint can be rendered in every language and tier."""
    for language in LANGUAGES:
        for tier in TIERS:
            assert advise(found, tier=tier, language=language).strip()


# -- each kind ------------------------------------------------------------------------------------------


def test_the_next_step() -> None:
    found = hint(SMALL)
    assert found.kind is HintKind.STEP
    assert found.step is not None
    assert advise(found) != advise(found, tier=1)
    assert_said_in_every_tier(found)


def test_a_conflict_comes_first() -> None:
    board = SMALL.givens.with_value(0, 1).with_value(15, 4)  # two 1s in row 1; r4c4 is also wrong
    found = hint(SMALL, board)
    assert (found.kind, found.digit, found.cells) == (HintKind.CONFLICT, 1, (0, 1))
    assert found.house is not None
    assert SMALL.layout.houses[found.house].name == "row 1"
    assert "r1c1" in advise(found)
    assert_said_in_every_tier(found)


@pytest.mark.parametrize("form", [str, str.encode])
def test_a_conflict_in_a_text(form: Callable[[str], str | bytes]) -> None:
    found = hint("4x4:.13.43.2.2.3....", form("4x4:113.43.2.2.3...."))
    assert (found.kind, found.cells, found.digit) == (HintKind.CONFLICT, (0, 1), 1)


def test_all_wrong_values_are_named() -> None:
    solution = default_engine(SMALL.layout).solution(SMALL)
    cell, digit = next((c, d) for c, d in Candidates.of(SMALL) if solution[c] != d)
    found = hint(SMALL, SMALL.givens.with_value(cell, digit))
    assert (found.kind, found.cells) == (HintKind.MISTAKE, (cell,))
    name = SMALL.layout.cell_name(cell)
    assert f"The {digit} in {name} is wrong" in advise(found)
    assert name not in advise(found, tier=1)
    assert_said_in_every_tier(found)


def test_a_correct_candidate_removed_by_mistake() -> None:
    solution = default_engine(SMALL.layout).solution(SMALL)
    masks = list(Candidates.of(SMALL).masks)
    cell = next(cell for cell, mask in enumerate(masks) if mask.bit_count() > 1)
    masks[cell] &= ~(1 << (solution[cell] - 1))
    found = hint(SMALL, candidates=masks)
    assert (found.kind, found.cells, found.digit) == (HintKind.LOST, (cell,), solution[cell])
    assert_said_in_every_tier(found)


def test_cells_without_pencil_marks_are_not_mistakes() -> None:
    assert hint(SMALL, candidates=[0] * 16).kind is HintKind.STEP


def test_the_next_step_uses_pencil_marks() -> None:
    """With all wrong candidates removed, only singles are left."""
    puzzle = classic(PUZZLES[0])
    solution = default_engine(CLASSIC).solution(puzzle)
    found = hint(puzzle, candidates=[1 << (value - 1) for value in solution])
    assert found.step is not None
    assert found.step.technique in ("full-house", "naked-single")


def test_solved() -> None:
    found = hint(SMALL, default_engine(SMALL.layout).solution(SMALL))
    assert found.kind is HintKind.SOLVED
    assert_said_in_every_tier(found)


def test_the_only_cell_of_a_board_is_revealed() -> None:
    found = hint(".")
    assert (found.kind, found.cells, found.digit) == (HintKind.REVEAL, (0,), 1)
    assert_said_in_every_tier(found)


def test_several_solutions_and_where_they_differ() -> None:
    found = hint(Puzzle.of(CLASSIC, [0] * 81))
    assert found.kind is HintKind.SEVERAL
    assert found.cells
    assert_said_in_every_tier(found)


def test_several_solutions_of_the_puzzle_but_one_of_the_position() -> None:
    solution = default_engine(SMALL.layout).solution(SMALL)
    loose = Puzzle.of(SMALL.layout, [0] * 16)
    found = hint(loose, solution.with_value(5, 0))
    assert found.kind is HintKind.STEP
    assert found.step is not None
    assert found.step.placements == ((5, solution[5]),)


def test_of_several_solutions_the_player_may_choose_any() -> None:
    """No hint relies on there being one: three corners of a rectangle are the player's, and the fourth follows them."""
    puzzle = classic("7......9.9..758.3.....6...1.9.2..4.6...4..3..52.......2.....9.8.8...3..2.....4.7.")
    board = classic(
        "7.8.4..959..758.34....6.781.9.287456876415329524.3.8172...7.9.8.87.93..26.9824.73"
    ).givens
    struck = [(1, 1), (69, 6)]
    marks = list(Candidates.at(board).masks)
    for cell, digit in struck:
        marks[cell] ^= 1 << (digit - 1)
    found = hint(puzzle, board, candidates=marks)
    assert found.step is not None
    right = default_engine(CLASSIC).solution(Puzzle(board))
    assert all(right.entries[cell] != digit for cell, digit in found.step.eliminations)


IMPOSSIBLE = {
    "a cell has no candidate": "12345678." + "." * 63 + "........9",
    "a box has no place": "234......" + "...1....." + "......1.." + "." * 54,
    "subsets find out": ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
}


@pytest.mark.parametrize("text", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_impossible_position_gets_a_proof(text: str) -> None:
    puzzle = classic(text)
    if default_engine(CLASSIC).some_solution(puzzle) is not None:
        pytest.fail("the position is not impossible")
    found = hint(puzzle)
    assert found.kind is HintKind.IMPOSSIBLE
    check_proof(found)
    assert_said_in_every_tier(found)


def check_proof(found: Hint) -> None:
    """Each step is proved, none assumes uniqueness, and the last leaves a cell or house without candidates."""
    position = Position.at(found.position, givens=found.givens)
    for step in found.proof:
        assert step.evidence.deadly is None
        verify(position, step)
        position.apply(step)
    assert found.dead is not None
    if found.dead.cell is not None:
        assert not position.values[found.dead.cell]
        assert not position.masks[found.dead.cell]
    else:
        assert found.dead.house is not None
        assert found.dead.digit is not None
        cells = position.layout.houses[found.dead.house].cells
        assert all(position.values[cell] != found.dead.digit for cell in cells)
        assert not any(position.has((cell, found.dead.digit)) for cell in cells)


@pytest.mark.parametrize("seed", range(6))
def test_random_impossible_puzzles(seed: int) -> None:
    """With a wrong digit as a given there is no solution, and the hint proves it."""
    puzzle = classic(PUZZLES[seed])
    solution = default_engine(CLASSIC).solution(puzzle)
    rng = Rng(seed)
    options = [(c, d) for c, d in Candidates.of(puzzle) if solution[c] != d]
    cell, digit = options[rng.below(len(options))]
    found = hint(Puzzle(puzzle.givens.with_value(cell, digit)))
    assert found.kind is HintKind.IMPOSSIBLE
    check_proof(found)


def test_a_proof_that_no_technique_ends_says_so() -> None:
    found = hint(Puzzle.of("3x4", "........2...", rules=[SameDigits(((11, 7, 3), (0, 4, 8)))]))
    assert (found.kind, found.dead, found.rule) == (HintKind.IMPOSSIBLE, None, None)
    said = "None of our techniques helps here."
    assert [said in advise(found, tier=tier) for tier in TIERS] == [False, False, True, True]


def test_a_position_of_another_puzzle_is_refused() -> None:
    with pytest.raises(NonetError, match="row 1, column 2 is given as 1"):
        hint(SMALL, Grid.empty(SMALL.layout))
    with pytest.raises(NonetError, match="9x9"):
        hint(SMALL, Grid.empty(CLASSIC))
    with pytest.raises(NonetError, match="pencil marks for 3 cells"):
        hint(SMALL, candidates=[0, 0, 0])


# -- random play ----------------------------------------------------------------------------------------


def play(puzzle: Puzzle, rng: Rng) -> tuple[Grid, list[int] | None]:
    """A board as a player might leave it: cells filled and pencil marks removed, mostly correctly."""
    solution = default_engine(puzzle.layout).solution(puzzle)
    grid = puzzle.givens
    open_cells = [cell for cell, value in enumerate(grid) if not value]
    mistakes = rng.below(4) == 0
    for _ in range(rng.below(len(open_cells) + 1)):
        cell = open_cells[rng.below(len(open_cells))]
        value = solution[cell]
        if mistakes and rng.below(6) == 0:
            legal = Candidates.at(grid.with_value(cell, 0)).digits(cell)
            value = rng.choice(legal) if legal and rng.below(4) else rng.below(puzzle.layout.size) + 1
        grid = grid.with_value(cell, value)
    if rng.below(2):
        return grid, None
    masks = list(Candidates.at(grid).masks)
    for cell, mask in enumerate(masks):
        if mask and rng.below(3) == 0:
            digit = rng.below(puzzle.layout.size) + 1
            if digit != solution[cell] or rng.below(40) == 0:
                masks[cell] = mask & ~(1 << (digit - 1))
    return grid, masks


def judge(puzzle: Puzzle, grid: Grid, masks: list[int] | None) -> HintKind:
    """Checks the kind of hint independently, and its content against the solution."""
    found = hint(puzzle, grid, candidates=masks)
    solution = default_engine(puzzle.layout).solution(puzzle)
    conflicts = list(grid.conflicts())
    wrong = {cell for cell, value in enumerate(grid) if value and value != solution[cell]}
    if conflicts:
        assert found.kind is HintKind.CONFLICT
        assert any(found.cells == conflict.cells for conflict in conflicts)
    elif wrong:
        assert (found.kind, set(found.cells)) == (HintKind.MISTAKE, wrong)
    elif grid.is_filled:
        assert found.kind is HintKind.SOLVED
    elif found.kind is HintKind.LOST:
        assert masks is not None
        assert found.digit == solution[found.cells[0]]
        assert not masks[found.cells[0]] >> (found.digit - 1) & 1
    else:
        assert found.kind is HintKind.STEP
        assert found.step is not None
        assert all(solution[cell] == digit for cell, digit in found.step.placements)
        assert all(solution[cell] != digit for cell, digit in found.step.eliminations)
        verify(found.position, found.step)
        assert all(digit in found.position.digits(cell) for cell, digit in found.step.eliminations)
    assert advise(found, tier=rng_tier(grid))
    return found.kind


def rng_tier(grid: Grid) -> int:
    return 1 + grid.clue_count % 4


def many(count: int, *, seed: int) -> set[HintKind]:
    kinds = set()
    for number in range(count):
        rng = Rng(seed, stream=number)
        puzzle = classic(PUZZLES[rng.below(len(PUZZLES))])
        kinds.add(judge(puzzle, *play(puzzle, rng)))
    return kinds


def test_hints_in_random_play() -> None:
    kinds = many(40, seed=1)
    assert {HintKind.STEP, HintKind.MISTAKE} <= kinds


@pytest.mark.slow
def test_a_thousand_hints_in_random_play() -> None:
    kinds = many(1000, seed=2)
    assert {HintKind.STEP, HintKind.MISTAKE, HintKind.CONFLICT, HintKind.LOST} <= kinds


@pytest.mark.parametrize(
    ("givens", "rules"),
    [
        # A step that the dead end does not need strikes out what the reason for the last one needs.
        ("................", (ZipperLine((0, 1, 6, 10, 11)), AntiKnight())),
        # So does a digit, by anti-king.
        ("..............1.", (Renban((0, 1, 5)), AntiKing(), Sum((0, 12, 9), 9))),
        # Another step leaves a digit the two places in a row that a W-wing by a rule is about.
        ("..........2.2...", (SumLine((1, 2, 5, 8)),)),
    ],
)
def test_a_proof_with_rules_is_explained(givens: str, rules: tuple[Rule, ...]) -> None:
    found = hint(Puzzle.of("4x4", givens, rules=rules))
    assert found.kind is HintKind.IMPOSSIBLE
    assert_said_in_every_tier(found)


def test_a_proof_that_ends_with_a_broken_rule_names_it() -> None:
    """A full house puts 2 into r2c3, but there is only one cell that it counts the digits of."""
    rule = CountDistinct(6, (10,))
    found = hint(Puzzle.of("4x4", ".1.34..1.2.4.412", rules=[rule]))
    assert (found.kind, found.rule, found.cells) == (HintKind.IMPOSSIBLE, rule, (6,))
    position = Position.at(found.position, givens=found.givens, rules=(rule,))
    for step in found.proof:
        verify(position, step)
        assert not rule.broken(position.candidates().grid)
        position.apply(step)
    assert rule.broken(position.candidates().grid) == found.cells
    assert advise(found).splitlines()[-1].startswith(f"A rule is broken: {rule.title}.")
    assert_said_in_every_tier(found)


@pytest.mark.parametrize(
    ("board", "givens", "rules", "placed", "dead"),
    [
        ("2x3:0-3", "....3.", (BrokenXSum((2, 1, 0), 4), CountingCircles((0, 2, 3, 4))), [(0, 4), (2, 4)], 2),
        ("3x4", "1.....4..21.", (Palindrome((11, 7)),), [(7, 3), (11, 3)], 11),
    ],
)
def test_a_proof_ends_where_two_cells_of_a_house_must_hold_the_same_digit(
    board: str, givens: str, rules: tuple[Rule, ...], placed: list[Candidate], dead: int
) -> None:
    found = hint(Puzzle.of(board, givens, rules=rules))
    assert found.kind is HintKind.IMPOSSIBLE
    assert [*found.proof[-1].placements] == placed
    assert found.dead == Truth(cell=dead)
    assert_said_in_every_tier(found)
