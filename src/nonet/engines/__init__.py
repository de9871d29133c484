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


def _rules() -> Engine:
    from nonet.engines.rules import RuleEngine

    return RuleEngine()


def _backtracking() -> Engine:
    from nonet.engines.backtracking import Backtracking

    return Backtracking()


def _dlx() -> Engine:
    from nonet.engines.dlx import DancingLinks

    return DancingLinks()


def _sat() -> Engine:
    from nonet.engines.sat import Sat

    return Sat()


def _propagation() -> Engine:
    from nonet.engines.propagation import Propagation

    return Propagation()


def _search() -> Engine:
    from nonet.engines.search import Search

    return Search()


def _rules_kernel() -> Engine:
    from nonet.engines.rules_kernel import RuleKernel

    return RuleKernel()


def _kernel() -> Engine:
    from nonet.engines.kernel import Kernel

    return Kernel()


# The last one that supports a layout is its default: register them from slow to fast.
register("rules", _rules)
register("backtracking", _backtracking)
register("dlx", _dlx)
register("sat", _sat)
register("propagation", _propagation)
register("search", _search)
if kernel is not None:
    register("rules-kernel", _rules_kernel)
    register("kernel", _kernel)
