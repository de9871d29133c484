"""A killer on a 4x4 board, small enough to solve by hand, for the tests of every face.

1 2 │ 3 4       3: r1c1 r1c2      4: r1c3 r2c3      6: r1c4 r2c4      3: r2c1
3 4 │ 1 2       5: r2c2 r3c2      6: r3c1 r4c1      7: r3c3 r3c4      6: r4c2 r4c3 r4c4
────┼────
2 1 │ 4 3
4 3 │ 2 1
"""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.rules import Cage

__all__ = ["KILLER", "SOLUTION"]

SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)

KILLER = Puzzle.of(
    "4x4",
    "." * 16,
    rules=[
        Cage((0, 1), 3),
        Cage((2, 6), 4),
        Cage((3, 7), 6),
        Cage((4,), 3),
        Cage((5, 9), 5),
        Cage((8, 12), 6),
        Cage((10, 11), 7),
        Cage((13, 14, 15), 6),
    ],
)
