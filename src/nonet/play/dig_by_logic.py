"""How the puzzles of new games are made.

On the classic board `generate.make` makes them, by the level of the rating. Other boards have no ratings: there, clues
are removed as long as the techniques up to a level still solve the rest, which also proves that there is one solution.
This needs no engine, so it works the same without the kernel, and a new game starts at once.
"""

from __future__ import annotations

from dataclasses import replace

from nonet.bitsets import cells_in
from nonet.generate import Recipe, make, random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import ENTRIES, Level, technique
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.step import Step

MOST_CLUES = 40
"""Upper limit for easy puzzles, which keep more clues than they need."""

PATIENCE = 10
"""Digging ends after this many clues that cannot be removed; the last few cost the most time."""

_SAFE = replace(DEFAULTS, uniqueness=False)


def solves_within(puzzle: Puzzle, level: Level) -> bool:
    """Whether techniques up to a level solve the puzzle, without those that assume a unique solution.

    >>> from nonet.formats import parse
    >>> solves_within(parse("0130430202030000"), Level.EASY)
    True
    """
    position = Position.of(puzzle)
    while True:
        _take_singles(position)
        if not position.unsolved:
            return position.is_solved
        step = None if level is Level.EASY else _next(position, level)
        if step is None:
            return False
        position.apply(step)


def _take_singles(position: Position) -> None:
    """Fills in what has one candidate or one place, as long as there is any."""
    layout, masks = position.layout, position.masks
    found = True
    while found and position.unsolved:
        found = False
        for cell in cells_in(position.unsolved):
            mask = masks[cell]
            if mask and not mask & (mask - 1):
                position.place(cell, mask.bit_length())
                found = True
        for house in layout.houses:
            once = twice = 0
            for cell in house.cells:
                twice |= once & masks[cell]
                once |= masks[cell]
            alone = once & ~twice
            for cell in house.cells if alone else ():
                if here := masks[cell] & alone:
                    position.place(cell, here.bit_length())
                    found = True


def _next(position: Position, level: Level) -> Step | None:
    """The easiest step up to a level."""
    for line in ENTRIES:
        if line.on and any(
            each.level <= level and not each.unique and each.suits(position.layout)
            for each in line.techniques
        ):
            for step in line.finder(position, _SAFE):
                if technique(step.technique).level <= level:
                    return step
    return None


def dig_by_logic(solution: Grid, rng: Rng, *, level: Level, clues: int = 0) -> Puzzle:
    """Removes clues in random order, at first many at a time, as long as the level's techniques solve the rest.
    Stops at `clues`, or when many clues in a row could not be removed.

    >>> rng = Rng(1)
    >>> puzzle = dig_by_logic(random_grid(Layout.named("4x4"), rng), rng, level=Level.EASY, clues=6)
    >>> puzzle.clue_count
    6
    """
    values = bytearray(solution.values)
    order = rng.shuffled(range(len(values)))
    piece = max(1, len(values) // 6)
    left = len(values)
    patience = PATIENCE
    while order and left > clues and patience:
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
            patience -= 1
        else:
            piece = len(taken) // 2
    return Puzzle(Grid(solution.layout, bytes(values)))


def make_puzzle(layout: Layout, seed: int, rng: Rng, *, level: Level, clues: int) -> Puzzle:
    """A puzzle with one solution: of exactly that level on the classic board, perhaps a little easier on others."""
    if layout != CLASSIC:
        return dig_by_logic(random_grid(layout, rng), rng, level=level, clues=clues)
    wanted = Recipe(level=level.name.lower(), clues=(clues, MOST_CLUES) if clues else None)
    return next(make(wanted, seed, count=1)).puzzle
