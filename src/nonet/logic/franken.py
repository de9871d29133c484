"""Franken fish: rows against columns, or columns against rows, with boxes on one side or on both.

    base rows 3 and 7 and box 5, cover columns 2, 4, 6

           c2        c4   c5   c6
       r3  ●─────────●
                   ┌────────────┐
       r5  ✗       │ ●         · │       box 5 has its candidates in columns 4 and 6
       r6          │ ·         ● │
                   └────────────┘
       r7  ●───────────────────●

On boards with other houses (regions, windows, diagonals) these count as boxes.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.logic.fish_search import FishKind, fish_steps
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Step

__all__ = [
    "finned_jellyfish",
    "finned_leviathans",
    "finned_squirmbags",
    "finned_swordfish",
    "finned_whales",
    "finned_x_wings",
    "franken_jellyfish",
    "franken_leviathans",
    "franken_squirmbags",
    "franken_swordfish",
    "franken_whales",
    "franken_x_wings",
]


def franken_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two houses against two, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 2)


def franken_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three houses against three, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 3)


def franken_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four houses against four, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 4)


def franken_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five houses against five, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 5)


def franken_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six houses against six, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 6)


def franken_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven houses against seven, boxes among them."""
    return fish_steps(position, options, FishKind.FRANKEN, 7)


def finned_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two houses against two, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 2, finned=True)


def finned_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three houses against three, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 3, finned=True)


def finned_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four houses against four, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 4, finned=True)


def finned_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five houses against five, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 5, finned=True)


def finned_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six houses against six, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 6, finned=True)


def finned_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven houses against seven, boxes among them, with fins."""
    return fish_steps(position, options, FishKind.FRANKEN, 7, finned=True)
