"""Basic fish without fins: a digit's candidates in some rows stand in as many columns, or vice versa.

X-wing 2, swordfish 3, jellyfish 4, squirmbag 5, whale 6, leviathan 7.

                                                         c2      c5      c9
    swordfish: rows 1, 4, 8 and columns 2, 5, 9      r1  ●───────●       │
                                                     r3  ✗       ✗       ✗
                                                     r4  ●───────┼───────●
                                                     r8          ●───────●
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.logic.fish_search import FishKind, fish_steps
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Step

__all__ = ["jellyfish", "leviathans", "squirmbags", "swordfish", "whales", "x_wings"]


def x_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two lines against two."""
    return fish_steps(position, options, FishKind.BASIC, 2)


def swordfish(position: Position, options: Options) -> Iterator[Step]:
    """Three lines against three."""
    return fish_steps(position, options, FishKind.BASIC, 3)


def jellyfish(position: Position, options: Options) -> Iterator[Step]:
    """Four lines against four."""
    return fish_steps(position, options, FishKind.BASIC, 4)


def squirmbags(position: Position, options: Options) -> Iterator[Step]:
    """Five lines against five."""
    return fish_steps(position, options, FishKind.BASIC, 5)


def whales(position: Position, options: Options) -> Iterator[Step]:
    """Six lines against six."""
    return fish_steps(position, options, FishKind.BASIC, 6)


def leviathans(position: Position, options: Options) -> Iterator[Step]:
    """Seven lines against seven."""
    return fish_steps(position, options, FishKind.BASIC, 7)
