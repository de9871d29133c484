"""Basic fish with fins, candidates of the base lines that the cover lines do not hold.

The fish holds, or a fin is true: what the fish would eliminate and every fin sees is wrong in either case.

    finned                       sashimi

           c3        c8  c9             c3        c8  c9
       r2  ●─────────●              r2  ●─────────●
       r7  ●─────────●───◆          r7  ●─────────·───◆
       r9            ✗              r9            ✗              ✗ stands in column 8 and sees the fin

Sashimi: without the fins one of the base lines has a single candidate left, and the fish is none by itself.
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
    "sashimi_jellyfish",
    "sashimi_leviathans",
    "sashimi_squirmbags",
    "sashimi_swordfish",
    "sashimi_whales",
    "sashimi_x_wings",
]


def finned_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two lines against two, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 2, finned=True, sashimi=False)


def sashimi_x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two lines against two, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 2, finned=True, sashimi=True)


def finned_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three lines against three, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 3, finned=True, sashimi=False)


def sashimi_swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three lines against three, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 3, finned=True, sashimi=True)


def finned_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four lines against four, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 4, finned=True, sashimi=False)


def sashimi_jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four lines against four, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 4, finned=True, sashimi=True)


def finned_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five lines against five, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 5, finned=True, sashimi=False)


def sashimi_squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five lines against five, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 5, finned=True, sashimi=True)


def finned_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six lines against six, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 6, finned=True, sashimi=False)


def sashimi_whales(position: Position, options: Options) -> Iterator[Step]:
    """Six lines against six, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 6, finned=True, sashimi=True)


def finned_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven lines against seven, with fins."""
    return fish_steps(position, options, FishKind.BASIC, 7, finned=True, sashimi=False)


def sashimi_leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven lines against seven, with fins, and a corner missing."""
    return fish_steps(position, options, FishKind.BASIC, 7, finned=True, sashimi=True)
