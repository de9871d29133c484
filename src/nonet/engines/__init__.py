"""Ways to search for solutions, with one interface.

    rules           variants: killer cages, thermometers and all other rules of `nonet.rules`
    backtracking    plain recursive search in any order of cells and digits; to learn from, with a trace
    dlx             exact cover with dancing links; to learn from, with a trace
    sat             a formula for a SAT solver
    propagation     the seven steps of spec 002
    search          bitboards; the default where the kernel is missing
    rules-kernel    variants again, compiled
    kernel          the compiled search; the default where it was built

Each is imported when it is first used.

>>> engine_names()[:6]
('rules', 'backtracking', 'dlx', 'sat', 'propagation', 'search')
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

from nonet.engines.base import Engine, Progress, default_engine, engine, engine_for, engine_names, register
from nonet.engines.order import Order
from nonet.native import kernel

__all__ = [
    "Engine",
    "Order",
    "Progress",
    "default_engine",
    "engine",
    "engine_for",
    "engine_names",
    "register",
]


_ENGINES = {
    "rules": ("rules", "RuleEngine"),
    "backtracking": ("backtracking", "Backtracking"),
    "dlx": ("dlx", "DancingLinks"),
    "sat": ("sat", "Sat"),
    "propagation": ("propagation", "Propagation"),
    "search": ("search", "Search"),
}
_COMPILED = {
    "rules-kernel": ("rules_kernel", "RuleKernel"),
    "kernel": ("kernel", "Kernel"),
}
"""The module and the class of each. The last one that supports a layout is its default: from slow to fast."""


def _made(module: str, class_: str) -> Engine:
    new: Engine = getattr(import_module(f"nonet.engines.{module}"), class_)()
    return new


for _name, _place in (_ENGINES if kernel is None else _ENGINES | _COMPILED).items():
    register(_name, partial(_made, *_place))
