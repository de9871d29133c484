"""The path of Sudoku Explainer: at each position the first hint of the first rule that has one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from nonet.logic.se.basic import (
    direct_hidden_sets,
    direct_locking,
    fish,
    hidden_sets,
    hidden_singles,
    locking,
    naked_sets,
    naked_singles,
    xy_wings,
    xyz_wings,
)
from nonet.logic.se.board import ExplainerBoard
from nonet.logic.se.chaining import Chaining
from nonet.logic.se.exclusion import aligned_pairs, aligned_triplets
from nonet.logic.se.hint import ExplainerHint, take
from nonet.logic.se.large_wings import large_wings
from nonet.logic.se.strong_links import strong_links
from nonet.logic.se.unique import graves, unique_loops

__all__ = ["RULES", "RULES_118", "Rule", "hints", "next_hint"]

Rule = Callable[[ExplainerBoard], Iterable[ExplainerHint]]


_CHAINS: tuple[Rule, ...] = (
    aligned_triplets,
    Chaining(dynamic=True, nishio=True).hints,
    Chaining(multiple=True).hints,
    Chaining(multiple=True, dynamic=True).hints,
    *(Chaining(multiple=True, dynamic=True, level=level).hints for level in (1, 2, 3)),
    *(Chaining(multiple=True, dynamic=True, level=4, nesting=nesting).hints for nesting in (0, 1, 2, 3)),
)

_EASY: tuple[Rule, ...] = (
    hidden_singles,
    direct_locking,
    lambda board: direct_hidden_sets(board, 2),
    naked_singles,
    lambda board: direct_hidden_sets(board, 3),
    locking,
    lambda board: naked_sets(board, 2),
    lambda board: fish(board, 2),
    lambda board: hidden_sets(board, 2),
    lambda board: naked_sets(board, 3),
    lambda board: fish(board, 3),
    lambda board: hidden_sets(board, 3),
)

_MEDIUM: tuple[Rule, ...] = (
    xy_wings,
    xyz_wings,
    unique_loops,
    lambda board: naked_sets(board, 4),
    lambda board: fish(board, 4),
    lambda board: hidden_sets(board, 4),
)

RULES: tuple[Rule, ...] = (*_EASY, *_MEDIUM, graves, aligned_pairs, Chaining().hints, *_CHAINS)
"""In the order in which Sudoku Explainer 1.2.1 tries them."""

RULES_118: tuple[Rule, ...] = (
    *_EASY,
    lambda board: strong_links(board, 2),
    *_MEDIUM,
    lambda board: strong_links(board, 3),
    lambda board: large_wings(board, 4),
    graves,
    lambda board: strong_links(board, 4),
    lambda board: large_wings(board, 5),
    aligned_pairs,
    lambda board: large_wings(board, 6),
    Chaining().hints,
    lambda board: large_wings(board, 7),
    *_CHAINS,
)
"""In the order in which SukakuExplainer 1.18 tries them."""


def next_hint(board: ExplainerBoard, rules: Sequence[Rule] = RULES) -> ExplainerHint | None:
    for rule in rules:
        for hint in rule(board):
            return hint
    return None


def hints(board: ExplainerBoard, rules: Sequence[Rule] = RULES) -> Iterator[ExplainerHint]:
    """Every step to the solution; the board is changed on the way. Ends early if no rule helps."""
    while not board.is_solved and (hint := next_hint(board, rules)) is not None:
        take(hint, board)
        yield hint
