"""What counts as a step, where people differ. The defaults are those that ratings are given with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """Switches for the finders; each finder reads those that concern it."""

    uniqueness: bool = True
    """Techniques that rely on the puzzle having one solution."""
    missing_candidates: bool = True
    """A uniqueness rectangle may lack some of its candidates."""
    empty_rectangle_pairs: bool = False
    """An empty rectangle may have two candidates only."""
    duals: bool = False
    """Two kites or two empty rectangles with the same base count as one step."""
    siamese: bool = False
    """Two finned fish with the same base count as one step."""
    max_fins: int = 5
    max_endo_fins: int = 2
    als_overlap: bool = False
    """Almost locked sets may share cells, in wings, chains and blossoms."""
    als_chains_in_order: bool = True
    """An ALS chain visits its sets in the order of the board: the quick search that ratings are given with."""
    als_nodes: bool = False
    """Almost locked sets may be nodes of a chain or net."""
    chain_length: int = 20
    """The longest X-chain, XY-chain or remote pair, in nodes (an XY-chain has two in a cell)."""


DEFAULTS = Options()
WITHOUT_UNIQUENESS = Options(uniqueness=False)
