"""How hard a puzzle is, on one of several scales; every rating says by which scheme and version."""

from functools import partial
from importlib import import_module

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


def _made(module: str, class_: str, *arguments: str) -> Scheme:
    new: Scheme = getattr(import_module(f"nonet.rating.{module}"), class_)(*arguments)
    return new


register("hodoku", partial(_made, "hodoku", "Hodoku"))
register("se", partial(_made, "se", "SudokuExplainer", "1.2.1"))
register("se-1.18", partial(_made, "se", "SudokuExplainer", "1.18.1"))
register("variants", partial(_made, "variants", "VariantScale"))
for _name in ("te", "b", "bxb", "bxbb", "w", "gw"):
    register(_name, partial(_made, "braids", "Braids", _name))
