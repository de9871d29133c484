"""Mutant fish: any houses against as many others, with rows and columns mixed on one side or on both.

    base row 2 and column 8, cover column 3 and box 3, fin r6c8

           c3             c8  c9
       r1                 ●           row 2 has its candidates in column 3 and box 3,
       r2  ●──────────────────●       column 8 has its own in box 3 and at the fin
       r6  ✗              ◆

(A 2-string kite is the smallest of them. The large ones are curiosities.)
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
    "mutant_jellyfish",
    "mutant_leviathans",
    "mutant_squirmbags",
    "mutant_swordfish",
    "mutant_whales",
    "mutant_x_wings",
]


def mutant_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two houses of any kind against two."""
    return fish_steps(position, options, FishKind.MUTANT, 2)


def mutant_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three houses of any kind against three."""
    return fish_steps(position, options, FishKind.MUTANT, 3)


def mutant_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four houses of any kind against four."""
    return fish_steps(position, options, FishKind.MUTANT, 4)


def mutant_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five houses of any kind against five."""
    return fish_steps(position, options, FishKind.MUTANT, 5)


def mutant_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six houses of any kind against six."""
    return fish_steps(position, options, FishKind.MUTANT, 6)


def mutant_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven houses of any kind against seven."""
    return fish_steps(position, options, FishKind.MUTANT, 7)


def finned_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two houses of any kind against two, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 2, finned=True)


def finned_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three houses of any kind against three, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 3, finned=True)


def finned_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four houses of any kind against four, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 4, finned=True)


def finned_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five houses of any kind against five, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 5, finned=True)


def finned_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six houses of any kind against six, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 6, finned=True)


def finned_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven houses of any kind against seven, with fins."""
    return fish_steps(position, options, FishKind.MUTANT, 7, finned=True)
