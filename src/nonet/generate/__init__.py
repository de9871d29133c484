"""Random puzzles: fill a board, remove clues, keep one solution. The seed decides everything.

    create            a puzzle as in spec 001, or of a level
    Recipe, make      puzzles as asked for: level, technique, symmetry, clues, pattern …
    dig, dig_many …   the parts

What needs the logic is imported on first use: a plain `sudoku create` starts without it.
"""

from nonet.generate.dig import dig as dig  # now: the lazy import would find the module of that name
from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
