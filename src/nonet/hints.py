"""Hints: what to tell a player who is stuck, in any position that a player can reach.

Engines know what is right, logic knows why; hints need both. A hint is a value, and the first of these that
applies:

    CONFLICT      a house contains the same digit twice
    BROKEN        digits that break a rule of a variant: a killer cage with the wrong sum …
    MISTAKE       a value that differs from the solution
    LOST          a candidate that was struck out, although it is right
    IMPOSSIBLE    no solution can be reached: a cell or house with nothing left, or a rule of a variant that digits
                  break, and the steps that lead there
    SEVERAL       more than one solution is left, so that no step can be proved; and where they differ
    SOLVED        nothing to do
    STEP          the next step
    REVEAL        a digit of the solution, where no technique helps (in variants, and on a board of one cell)

Words for them are in `nonet.explain`, pictures too.

>>> from nonet.layout import Layout
>>> puzzle = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
>>> hint(puzzle).kind, hint(puzzle).step.technique
(<HintKind.STEP: 'step'>, 'full-house')
>>> wrong = hint(puzzle, puzzle.givens.with_value(15, 4))
>>> wrong.kind, [puzzle.layout.cell_name(cell) for cell in wrong.cells]
(<HintKind.MISTAKE: 'mistake'>, ['r4c4'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from nonet.candidates import Candidates
from nonet.engines import engine_for
from nonet.errors import NonetError, expect
from nonet.formats import PuzzleLike, as_grid, as_puzzle
from nonet.grid import Grid
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.path import next_step, numbered
from nonet.logic.position import Position, looked_at
from nonet.logic.verify import is_proved
from nonet.puzzle import Puzzle
from nonet.step import Step, Truth

if TYPE_CHECKING:
    from nonet.rules.base import Rule

LONGEST_PROOF = 400
"""The most steps in a proof that a position is impossible."""


MOST_PRUNED = 60
"""Proofs of up to this many steps are pruned; for longer ones it would take too long."""


class HintKind(Enum):
    """What a hint says, in the order of urgency."""

    CONFLICT = "conflict"
    BROKEN = "broken"
    MISTAKE = "mistake"
    LOST = "lost"
    IMPOSSIBLE = "impossible"
    SEVERAL = "several"
    SOLVED = "solved"
    STEP = "step"
    REVEAL = "reveal"

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Hint:
    """One hint.

    `position` is the board it is about, with the candidates that the player still has (or that the rules
    leave). CONFLICT: `digit` in `cells` of `house`. MISTAKE: `cells` that are wrong. LOST: `digit` that is
    missing in `cells`. IMPOSSIBLE: `dead` is the cell or house with nothing left, or else `cells` are
    those that break `rule`; `proof` the steps that lead there (none, if it is plain to see), `position` that
    before the first of them. Where no technique leads so far, there is neither. SEVERAL: `cells` in which two
    solutions differ. STEP: `step`. BROKEN: `cells` that break `rule`. REVEAL: `digit` in `cells`.
    """

    kind: HintKind
    position: Candidates
    givens: Grid
    cells: tuple[int, ...] = ()
    digit: int | None = None
    house: int | None = None
    dead: Truth | None = None
    proof: tuple[Step, ...] = ()
    step: Step | None = None
    rule: Rule | None = None


def hint(
    puzzle: PuzzleLike,
    grid: PuzzleLike | None = None,
    *,
    candidates: Sequence[int] | None = None,
    solution: Grid | None = None,
    options: Options = DEFAULTS,
) -> Hint:
    """What to tell a player: `grid` is the current board (the givens by default).

    `candidates` are the player's pencil marks, a bitmask of digits for each cell; 0 where the player has
    made none. `solution` is that of the whole puzzle, where `puzzle` is only the part of it that the player sees.
    """
    puzzle = as_puzzle(puzzle)
    expect(options, Options, "options")
    if solution is not None:
        expect(solution, Grid, "solution")
        if not _with_givens(puzzle, solution, "solution").is_filled:
            raise NonetError("solution: it has empty cells")
    board = puzzle.givens if grid is None else _with_givens(puzzle, as_grid(grid))
    position = Candidates.at(board, ruled_out=puzzle.ruled_out)
    if puzzle.rules:
        position = Position.at(position, rules=puzzle.rules).candidates()
    marked = position if candidates is None else _marked(position, candidates)
    bare = Hint(HintKind.SOLVED, marked, puzzle.givens)
    for conflict in board.conflicts():
        house = board.layout.houses.index(conflict.house)
        digit = board.layout.entry_of(conflict.digit)
        return replace(bare, kind=HintKind.CONFLICT, cells=conflict.cells, digit=digit, house=house)
    for rule in puzzle.rules:
        if cells := rule.broken(board):
            return replace(bare, kind=HintKind.BROKEN, cells=cells, rule=rule)
    engine = engine_for(puzzle)
    if solution is not None:
        options = replace(options, uniqueness=False)  # what is seen may have several solutions
    solutions = [solution] if solution is not None else list(islice(engine.solutions(puzzle), 2))
    if len(solutions) != 1 and board != puzzle.givens:
        options = replace(options, uniqueness=False)  # of the puzzle's solutions, the player has chosen one
        solutions = list(islice(engine.solutions(Puzzle(board, puzzle.ruled_out, puzzle.rules)), 2))
    if not solutions:
        return _impossible(replace(bare, position=position), puzzle, options)
    if len(solutions) > 1:
        one, other = (each.entries for each in solutions)
        differ = tuple(cell for cell, entry in enumerate(one) if entry != other[cell])
        return replace(bare, kind=HintKind.SEVERAL, cells=differ)
    held, right = board.entries, solutions[0].entries
    wrong = tuple(cell for cell, value in enumerate(held) if value and value != right[cell])
    if wrong:
        return replace(bare, kind=HintKind.MISTAKE, cells=wrong)
    labels = board.layout.label_cells.keys()
    empty = [cell for cell, value in enumerate(held) if not value and cell not in labels]
    if not empty:
        return bare
    for cell, mask in enumerate(marked.masks):
        if not held[cell] and not mask >> (right[cell] - 1) & 1:
            return replace(bare, kind=HintKind.LOST, cells=(cell,), digit=right[cell])
    place = Position.of(puzzle, marked)
    step = next_step(place, options=options)
    while step is not None and _concluded(step) <= labels:  # the player does not see them
        place.apply(step)
        step = next_step(place, options=options)
    if step is None:
        cell = min(empty, key=lambda each: marked.masks[each].bit_count())
        return replace(bare, kind=HintKind.REVEAL, cells=(cell,), digit=right[cell])
    seen = replace(bare, position=place.candidates()) if labels else bare
    return replace(seen, kind=HintKind.STEP, step=numbered(step, 1, puzzle, place))


def _concluded(step: Step) -> set[int]:
    """The cells that a step says something about."""
    return {cell for cell, _ in (*step.placements, *step.eliminations)}


def _with_givens(puzzle: Puzzle, grid: Grid, name: str = "position") -> Grid:
    """The board of a player, or the solution: `name` says which. It must have the givens of the puzzle."""
    if grid.layout != puzzle.layout:
        raise NonetError(
            f"the {name} is on a {grid.layout.name} board, the puzzle on a {puzzle.layout.name} board"
        )
    for cell, given in enumerate(puzzle.givens.entries):
        if given and grid.entries[cell] != given:
            where = grid.layout.cell_words(cell)
            held = f"holds {grid[cell]}" if grid.entries[cell] else "is empty"
            raise NonetError(
                f"the {name} does not belong to this puzzle: "
                f"{where} is given as {puzzle.givens[cell]}, but {held}"
            )
    return grid


def _marked(position: Candidates, marks: Sequence[int]) -> Candidates:
    """The candidates that the rules leave and the player has not struck out."""
    if len(marks) != len(position.masks):
        raise NonetError(f"pencil marks for {len(marks)} cells; the board has {len(position.masks)}")
    masks = tuple(mask & own if own else mask for mask, own in zip(position.masks, marks, strict=True))
    return Candidates(position.grid, masks)


# -- the proof that a position cannot be solved --------------------------------------------------------------


def _impossible(bare: Hint, puzzle: Puzzle, options: Options) -> Hint:
    """Steps are taken until a cell or a house has nothing left, or digits break a rule; none of them may rely on
    there being one solution.
    """
    safe = replace(options, uniqueness=False)
    bare = replace(bare, kind=HintKind.IMPOSSIBLE)
    position = Position.of(puzzle, bare.position)
    steps: list[_Found] = []
    while (end := _ended(bare, position)) is None and len(steps) < LONGEST_PROOF:
        step = next_step(position, options=safe)
        if step is None:
            break
        steps.append(_Found(step, tuple(position.masks)))
        position.apply(step)
    start = Position.of(puzzle, bare.position)
    if end is not None and len(steps) <= MOST_PRUNED:
        steps, end = _pruned(bare, start, steps, end)
    proof = []
    for number, found in enumerate(steps, start=1):
        proof.append(numbered(found.step, number, puzzle, start))
        start.apply(found.step)
    return replace(end or bare, proof=tuple(proof))


def _ended(bare: Hint, position: Position) -> Hint | None:
    """The hint with what has nothing left here, or with a rule that the digits break; None where neither is so."""
    if (dead := position.dead_end()) is not None:
        return replace(bare, dead=dead)
    board = position.candidates().grid
    for rule in position.rules:
        if cells := rule.broken(board):
            return replace(bare, cells=cells, rule=rule)
    return None


class _Found(NamedTuple):
    """A step of a proof, and the candidates when it was found."""

    step: Step
    masks: tuple[int, ...]

    def holds(self, position: Position) -> bool:
        """Whether it can be taken here, for the same reason: what that looks at must be as it was."""
        same = all(
            position.has((cell, digit)) == bool(self.masks[cell] >> (digit - 1) & 1)
            for cell, digit in looked_at(self.step.evidence, position.layout)
        )
        return same and is_proved(position, self.step)


def _pruned(bare: Hint, start: Position, steps: list[_Found], end: Hint) -> tuple[list[_Found], Hint]:
    """The proof without the steps that it does not need, from the last to the first."""
    for number in reversed(range(len(steps))):
        shorter = steps[:number] + steps[number + 1 :]
        position = start.copy()
        for found in shorter:
            if position.dead_end() is not None or not found.holds(position):
                break
            position.apply(found.step)
        else:
            if (earlier := _ended(bare, position)) is not None:
                steps, end = shorter, earlier
    return steps, end
