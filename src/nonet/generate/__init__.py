"""Puzzles made by chance: fill a board, take clues away, keep one solution. The seed decides it all."""

from nonet.generate.classic import create
from nonet.generate.dig import dig
from nonet.generate.fill import random_grid, switched_grid
from nonet.generate.lowclue import low_clue_puzzle

__all__ = ["create", "dig", "low_clue_puzzle", "random_grid", "switched_grid"]
