"""Sudoku for Python: solve, create, explain, rate, play and print, for one puzzle or for a billion.

>>> import nonet
>>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> print(nonet.format_grid(nonet.solution(text)))
5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7
8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6
9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9

The names below are the public ones. Each is imported when it is first used, and so are the parts of the package:
`nonet.logic`, `nonet.explain`, `nonet.bulk` and the others need no import of their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nonet.display import display_with
from nonet.version import __version__

if TYPE_CHECKING:
    from nonet.candidates import Candidates as Candidates
    from nonet.clues import contradiction as contradiction
    from nonet.clues import minimal as minimal
    from nonet.clues import unnecessary_clues as unnecessary_clues
    from nonet.draw import animate as animate
    from nonet.engines import Order as Order
    from nonet.engines import engine_names as engine_names
    from nonet.errors import BrokenRule as BrokenRule
    from nonet.errors import EngineError as EngineError
    from nonet.errors import FormatError as FormatError
    from nonet.errors import InvalidRule as InvalidRule
    from nonet.errors import LayoutError as LayoutError
    from nonet.errors import LimitExceeded as LimitExceeded
    from nonet.errors import MissingExtra as MissingExtra
    from nonet.errors import MissingKernel as MissingKernel
    from nonet.errors import NonetError as NonetError
    from nonet.errors import NoSolution as NoSolution
    from nonet.errors import RecipeError as RecipeError
    from nonet.errors import RuleError as RuleError
    from nonet.errors import SeveralSolutions as SeveralSolutions
    from nonet.errors import SolutionError as SolutionError
    from nonet.errors import UnsupportedRules as UnsupportedRules
    from nonet.estimate import estimate_solutions as estimate_solutions
    from nonet.formats import format_grid as format_grid
    from nonet.formats import parse as parse
    from nonet.formats import read as read
    from nonet.generate import Recipe as Recipe
    from nonet.generate import create as create
    from nonet.generate import make as make
    from nonet.grid import Grid as Grid
    from nonet.hints import hint as hint
    from nonet.layout import CLASSIC as CLASSIC
    from nonet.layout import House as House
    from nonet.layout import HouseKind as HouseKind
    from nonet.layout import Layout as Layout
    from nonet.limits import allow as allow
    from nonet.logic.path import path as path
    from nonet.many import canonical_many as canonical_many
    from nonet.many import count_many as count_many
    from nonet.many import solve_many as solve_many
    from nonet.many import unique_many as unique_many
    from nonet.puzzle import Puzzle as Puzzle
    from nonet.rating import path_many as path_many
    from nonet.rating import rate as rate
    from nonet.rating import rate_many as rate_many
    from nonet.rng import Rng as Rng
    from nonet.solving import count_solutions as count_solutions
    from nonet.solving import first_solution as first_solution
    from nonet.solving import is_unique as is_unique
    from nonet.solving import solution as solution
    from nonet.solving import solutions as solutions
    from nonet.solving import some_solution as some_solution
    from nonet.step import Step as Step
    from nonet.symmetry import Transformation as Transformation
    from nonet.true_candidates import possible as possible

_HOME = {
    "candidates": ("Candidates",),
    "clues": ("contradiction", "minimal", "unnecessary_clues"),
    "draw": ("animate",),
    "engines": ("Order", "engine_names"),
    "errors": (
        "BrokenRule",
        "EngineError",
        "FormatError",
        "InvalidRule",
        "LayoutError",
        "LimitExceeded",
        "MissingExtra",
        "MissingKernel",
        "NoSolution",
        "NonetError",
        "RecipeError",
        "RuleError",
        "SeveralSolutions",
        "SolutionError",
        "UnsupportedRules",
    ),
    "estimate": ("estimate_solutions",),
    "formats": ("format_grid", "parse", "read"),
    "generate": ("Recipe", "create", "make"),
    "grid": ("Grid",),
    "layout": ("CLASSIC", "House", "HouseKind", "Layout"),
    "hints": ("hint",),
    "limits": ("allow",),
    "logic": ("path",),
    "many": ("canonical_many", "count_many", "solve_many", "unique_many"),
    "true_candidates": ("possible",),
    "puzzle": ("Puzzle",),
    "rating": ("path_many", "rate", "rate_many"),
    "rng": ("Rng",),
    "solving": ("count_solutions", "first_solution", "is_unique", "solution", "solutions", "some_solution"),
    "step": ("Step",),
    "symmetry": ("Transformation",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}
_PARTS = frozenset(
    {
        "bulk",
        "canonical",
        "draw",
        "engines",
        "explain",
        "formats",
        "generate",
        "logic",
        "play",
        "rating",
        "rules",
        "symmetry",
    }
)

__all__ = ["__version__", *sorted(_MODULE_OF)]


def __getattr__(name: str) -> object:
    if name in _PARTS:
        return import_module(f"nonet.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'nonet' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def _svg(value: object) -> str:
    from nonet.draw.notebook import notebook_svg

    return notebook_svg(value)


def _html(value: object) -> str | None:
    from nonet.draw.notebook import notebook_html

    return notebook_html(value)


display_with(svg=_svg, html=_html)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PARTS])
