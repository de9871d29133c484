"""The compiled finders: the same steps as the Python ones, about a hundred times as fast, on the plain 9x9 board.

`native/logic/` has a compiled form of most finders. It is given what to try (a *plan*: a byte for each finder of
the catalogue) and answers with records (`nonet.logic.step_records`). Where a finder is not compiled the answer is its
place in the plan: the caller asks the Python finder, and then the compiled ones behind it.
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Entry
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.position import Position, remembered
from nonet.native import kernel

if TYPE_CHECKING:
    from nonet.rules.base import Rule

UNKNOWN = 255
"""In a plan: a finder that only Python has."""

SOLVED = 1
"""The status of a path: it leads to the solution."""

ASKS_PYTHON = 3
"""The same: it needs a finder that only Python has."""

_DEFAULT_ONLY = {
    "loops.grouped_nice_loops": ("als_nodes",),
    "als.als_xy_wings": ("als_overlap",),
    "als.als_chains": ("als_overlap", "als_chains_in_order"),
}
"""Options for which the compiled form of a finder supports only the default."""


# -- what the compiled side is given --------------------------------------------------------------------------


def option_bytes(options: Options) -> bytes | None:
    """The options, a byte each in the order of the class; None if they do not fit into bytes."""
    values = [int(getattr(options, name)) for name in Options.__dataclass_fields__]
    return bytes(values) if all(0 <= value < 256 for value in values) else None


@cache
def _numbers() -> dict[str, int]:
    return {} if kernel is None else {name: number for number, name in enumerate(kernel.logic_finders())}


def finder_number(entry: Entry, options: Options) -> int:
    """The number of a compiled finder, or `UNKNOWN`, if it is not compiled or not for these options."""
    for name in _DEFAULT_ONLY.get(entry.path, ()):
        if getattr(options, name) != getattr(DEFAULTS, name):
            return UNKNOWN
    return _numbers().get(entry.path, UNKNOWN)


class Plan(NamedTuple):
    """What the kernel is given: the finders to try, in order, a byte each, and the options."""

    finders: bytes
    options: bytes


def plan_of(entries: tuple[Entry, ...], options: Options) -> Plan | None:
    """The plan to try these finders, `UNKNOWN` for those that are not compiled; None without the kernel."""
    numbers = option_bytes(options)
    if kernel is None or numbers is None:
        return None
    return Plan(bytes(finder_number(entry, options) for entry in entries), numbers)


@lru_cache(maxsize=32)
def search_plan(layout: Layout, rules: tuple[Rule, ...] = ()) -> object:
    """A board with rules for the compiled search."""
    from nonet.rules.encoding import house_array, rule_parts  # rules take time to load

    assert kernel is not None
    board = kernel.rules_board(layout.size, layout.cell_count, house_array(layout))
    return kernel.rules_plan(board, rule_parts(layout, rules))


@lru_cache(maxsize=64)
def _given_bytes(givens: int) -> bytes:
    """A byte for each cell: 1 for a given. The same for all positions of a puzzle."""
    return bytes(givens >> cell & 1 for cell in range(CLASSIC.cell_count))


@remembered
def board_of(position: Position) -> bytes:
    """A position of the plain board: values, masks, givens, and the singles in the order in which they arose."""
    givens = _given_bytes(position.givens)
    naked, hidden = position.naked, position.hidden
    singles = bytes([len(naked), len(hidden), *naked, *(number for each in hidden for number in each)])
    return bytes(position.values) + array("H", position.masks).tobytes() + givens + singles
