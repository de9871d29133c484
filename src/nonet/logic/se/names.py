"""The names of Sudoku Explainer's rules, in the order of `Name` in native/explainer/hint.h."""

from __future__ import annotations

__all__ = ["RULE_NAMES", "rule_name"]

RULE_NAMES: tuple[str, ...] = (
    "Hidden Single",
    "Direct Pointing",
    "Direct Claiming",
    "Direct Hidden Pair",
    "Naked Single",
    "Direct Hidden Triplet",
    "Pointing",
    "Claiming",
    "Naked Pair",
    "X-Wing",
    "Hidden Pair",
    "Naked Triplet",
    "Swordfish",
    "Hidden Triplet",
    "XY-Wing",
    "XYZ-Wing",
    *(f"Unique Rectangle type {kind}" for kind in (1, 2, 3, 4)),
    *(f"Unique Loop {{size}} type {kind}" for kind in (1, 2, 3, 4)),
    "Naked Quad",
    "Jellyfish",
    "Hidden Quad",
    *(f"BUG type {kind}" for kind in (1, 2, 3, 4)),
    "Aligned Pair Exclusion",
    "Generalized X-Wing",
    "Bidirectional X-Cycle",
    "Bidirectional Y-Cycle",
    "Bidirectional Cycle",
    "Turbot Fish",
    "Forcing X-Chain",
    "Forcing Chain",
    "Aligned Triplet Exclusion",
    "Nishio Forcing Chains",
    "Cell Forcing Chains",
    "Region Forcing Chains",
    *(
        f"Dynamic {kind} Forcing Chains{suffix}"
        for suffix in (
            "",
            " (+)",
            " (+ Forcing Chains)",
            " (+ Multiple Forcing Chains)",
            " (+ Dynamic Forcing Chains)",
        )
        for kind in ("Contradiction", "Double", "Cell", "Region")
    ),
)


def rule_name(number: int, size: int = 0) -> str:
    """The name of a rule by its number; `size` is the number of cells of a unique loop.

    >>> rule_name(0), rule_name(20, 6)
    ('Hidden Single', 'Unique Loop 6 type 1')
    """
    return RULE_NAMES[number].format(size=size)
