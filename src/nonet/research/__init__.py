"""Sudoku as a subject of research: facts about grids and puzzles that no player needs.

What is inside a grid or a puzzle:

    unavoidable       the unavoidable sets of a grid: cells of which every puzzle needs one
    backdoor_search   the smallest sets of cells after which simple steps solve a puzzle
    minimal           the minimal puzzles among the givens of a puzzle
    neighbourhood     the puzzles that differ in a given or two

>>> from nonet import research
>>> len(research.unavoidable_sets("1234 3412 2143 4321"))
14
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
