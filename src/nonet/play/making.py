"""Where the puzzles of new games come from. One function, `made`, so that another maker can take its place.

Easy boards, and all but the classic one, are dug by logic: clues go as long as people's techniques up to a level
still solve the rest, which proves that there is one solution. No engine is asked, so the kernel changes nothing.
Harder classic puzzles come from a small bank, in disguise: a random symmetry of the board, and other digits.
Everything is bounded: a new game starts at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pkgutil import get_data

from nonet.errors import RecipeError
from nonet.generate import random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import ENTRIES, Level, technique
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.symmetry import random_transformation

__all__ = ["bank", "dig_by_logic", "made", "solves_within"]

_SAFE = replace(DEFAULTS, uniqueness=False)


def solves_within(puzzle: Puzzle, level: Level) -> bool:
    """Whether techniques up to a level, none of which rests on there being one solution, solve the puzzle.

    >>> from nonet.formats import parse
    >>> solves_within(parse("0130430202030000"), Level.EASY)
    True
    """
    position = Position.of(puzzle)
    while position.unsolved:
        for line in ENTRIES:
            if not line.on or not any(
                each.level <= level and not each.unique and each.suits(puzzle.layout)
                for each in line.techniques
            ):
                continue
            step = next(
                (step for step in line.finder(position, _SAFE) if technique(step.technique).level <= level),
                None,
            )
            if step is not None:
                position.apply(step)
                break
        else:
            return False
    return position.is_solved


def dig_by_logic(solution: Grid, rng: Rng, *, level: Level, clues: int = 0) -> Puzzle:
    """Takes clues away, in random order and at first many at a time, as long as the level solves the rest;
    stops at `clues`.

    >>> rng = Rng(1)
    >>> puzzle = dig_by_logic(random_grid(Layout.named("4x4"), rng), rng, level=Level.EASY, clues=6)
    >>> puzzle.clue_count
    6
    """
    values = bytearray(solution.values)
    order = rng.shuffled(range(len(values)))
    piece = max(1, len(values) // 6)
    left = len(values)
    while order and left > clues:
        taken = order[: min(piece, left - clues)]
        trial = bytearray(values)
        for cell in taken:
            trial[cell] = 0
        if solves_within(Puzzle(Grid(solution.layout, bytes(trial))), level):
            values = trial
            left -= len(taken)
            del order[: len(taken)]
        elif len(taken) == 1:
            del order[0]
        else:
            piece = len(taken) // 2
    return Puzzle(Grid(solution.layout, bytes(values)))


@cache
def bank(level: str) -> tuple[Grid, ...]:
    """The puzzles of a level that are kept in `bank.txt`: the level and the cells, a line each."""
    text = (get_data("nonet.play", "bank.txt") or b"").decode("ascii")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(
        Grid(CLASSIC, bytes(0 if sign == "." else int(sign) for sign in cells))
        for name, cells in lines
        if name == level
    )


def made(layout: Layout, rng: Rng, *, level: Level, clues: int) -> Puzzle:
    """A puzzle with one solution, of a level or not much below it."""
    if layout == CLASSIC and (choice := bank(level.name.lower())):
        for _ in range(8):
            puzzle = random_transformation(layout, rng)(Puzzle(rng.choice(choice)))
            if not solves_within(puzzle, Level(level - 1)):
                return puzzle
        raise RecipeError(f"no {level.name.lower()} puzzle was found; another seed will do")
    return dig_by_logic(random_grid(layout, rng), rng, level=level, clues=clues)
