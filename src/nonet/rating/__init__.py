"""How hard a puzzle is, on one of several scales; every rating says by which scheme and version."""

from nonet.rating.base import Rating, Scheme, rate, register, scheme, scheme_names

__all__ = ["Rating", "Scheme", "rate", "register", "scheme", "scheme_names"]


def _hodoku() -> Scheme:
    from nonet.rating.hodoku import Hodoku

    return Hodoku()


def _sudoku_explainer() -> Scheme:
    from nonet.rating.se import SudokuExplainer

    return SudokuExplainer()


register("hodoku", _hodoku)
register("se", _sudoku_explainer)
