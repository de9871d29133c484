"""For research on Sudoku itself.

rank, unrank      the catalogue: every grid up to symmetry has a number
band_index        which of the 416 bands three rows are
automorphisms     the symmetries that map a grid to itself
random_class      a random grid; all classes are equally likely
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
