"""Research on Sudoku: what is true of all puzzles, of samples of them, and of what is inside one; see docs/research.md.

unbiased_draws, resampled     minimal puzzles drawn without bias, with weights or all with the same chance
study                         means and shares of a sample, with their standard errors
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
