"""Random puzzles: fill a board, remove clues, keep one solution. The seed decides everything.

    create            a puzzle as in spec 001
    Recipe, make      puzzles as asked for: level, technique, symmetry, clues, pattern …
    dig, dig_many …   the parts

What needs the logic is imported on first use: a plain `sudoku create` starts without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nonet.generate.classic import create
from nonet.generate.dig import Dig, dig, dig_many, minimize
from nonet.generate.fill import random_grid, switched_grid
from nonet.generate.lowclue import low_clue_puzzle
from nonet.generate.orbits import SYMMETRIES

if TYPE_CHECKING:
    from nonet.generate.examine import Made as Made
    from nonet.generate.levels import LEVELS as LEVELS
    from nonet.generate.recipe import Recipe as Recipe
    from nonet.generate.search import make as make

__all__ = [
    "LEVELS",
    "SYMMETRIES",
    "Dig",
    "Made",
    "Recipe",
    "create",
    "dig",
    "dig_many",
    "low_clue_puzzle",
    "make",
    "minimize",
    "random_grid",
    "switched_grid",
]

_LATER = {"LEVELS": "levels", "Made": "examine", "make": "search", "Recipe": "recipe"}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'nonet.generate' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.generate.{_LATER[name]}"), name)
    globals()[name] = value
    return value
