"""Sudoku as a subject of research: facts about grids and puzzles that no player needs; see docs/research.md.

All grids:

    rank, unrank      the catalogue: every grid up to symmetry has a number
    band_index        which of the 416 bands three rows are
    automorphisms     the symmetries that map a grid to itself
    random_class      a random grid; all classes are equally likely

All minimal puzzles:

    unbiased_draws    minimal puzzles drawn without bias, with weights; `resampled`: all with the same chance
    study             means and shares of a sample, with their standard errors

Inside a grid or a puzzle:

    unavoidable_sets  cells of a grid of which every puzzle needs one
    backdoors         the smallest sets of cells after which simple steps solve a puzzle
    minimal_puzzles   those among the givens of a puzzle
    neighbours        the puzzles that differ in a given or two

>>> from nonet import research
>>> len(research.unavoidable_sets("1234 3412 2143 4321"))
14
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
