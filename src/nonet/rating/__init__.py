"""How hard a puzzle is, on one of several scales; every rating says by which scheme and version."""

from functools import partial

from nonet.rating.base import Rating, Scheme, rate, register, scheme, scheme_names
from nonet.rating.many import ExplainerPaths, PathsMany, RatedMany, path_many, rate_many

__all__ = [
    "ExplainerPaths",
    "PathsMany",
    "RatedMany",
    "Rating",
    "Scheme",
    "path_many",
    "rate",
    "rate_many",
    "register",
    "scheme",
    "scheme_names",
]


def _hodoku() -> Scheme:
    from nonet.rating.hodoku import Hodoku

    return Hodoku()


def _sudoku_explainer(version: str) -> Scheme:
    from nonet.rating.se import SudokuExplainer

    return SudokuExplainer(version)


def _variants() -> Scheme:
    from nonet.rating.variants import VariantScale

    return VariantScale()


register("hodoku", _hodoku)
register("se", partial(_sudoku_explainer, "1.2.1"))
register("se-1.18", partial(_sudoku_explainer, "1.18.1"))
register("variants", _variants)
