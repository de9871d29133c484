"""Singles that follow from suppositions: the compiled form against the one in Python, on boards of several shapes."""

from __future__ import annotations

from array import array

import pytest

from many_cases import for_each
from nonet import _native
from nonet.bitsets import bits_in
from nonet.generate.fill import random_grid
from nonet.layout import Layout
from nonet.logic import suppose
from nonet.logic.position import Position
from nonet.logic.suppose import Ground
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rng import Rng

pytestmark = pytest.mark.skipif(kernel is None, reason="compares with the kernel")

Settled = tuple[int, int]


def settled(ground: Ground, possible: int, placed: int, rounds: int | None, *, compiled: bool) -> Settled:
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(suppose, "kernel", None)
        left, now = ground.settle(possible, placed, rounds)
    return left, now if left >= 0 or rounds is not None else 0  # what was placed until it failed says nothing


@for_each(["4x4", "6x6", "x", "windoku", "12x12"], [None, 1, 4])
def test_both_forms_place_the_same(name: str, rounds: int | None) -> None:
    """From every candidate of a board with a third of its cells given, if it is supposed."""
    layout, rng = Layout.named(name), Rng(3)
    solution = random_grid(layout, rng)
    shown = bytes(entry if rng.below(3) == 0 else 0 for entry in solution.entries)
    position, ground = Position.of(Puzzle.of(layout, shown)), Ground(layout)
    possible, placed = ground.start(position)
    failed = 0
    for bit in list(bits_in(possible & ~placed))[:: 1 if layout.size < 10 else 40]:
        state = possible & ground.excluded[bit], placed | 1 << bit
        wanted = settled(ground, *state, rounds, compiled=False)
        assert settled(ground, *state, rounds, compiled=True) == wanted, (bit, wanted)
        failed += wanted[0] < 0
    assert failed or layout.size > 9


def ground(
    candidates: int = 4, first: tuple[int, ...] = (0, 1, 1, 1, 1), excluded: tuple[int, ...] = (1,)
) -> object:
    return _native.ground(2, array("H", range(candidates)), array("I", first), array("H", excluded))


def test_wrong_tables_are_refused() -> None:
    for wrong in (
        {"candidates": 3},
        {"candidates": 6},
        {"first": (0, 2, 1, 1, 1)},
        {"first": ()},
        {"excluded": (4,)},
    ):
        with pytest.raises(ValueError, match=r"truths|candidate|first"):
            ground(**wrong)


def test_wrong_candidates_are_refused() -> None:
    board = ground()
    for wrong in (bytes(7), bytes(16), (1 << 4).to_bytes(8, "little")):
        with pytest.raises(ValueError, match=r"possible: "):
            _native.ground_settle(board, wrong, bytes(8))
        with pytest.raises(ValueError, match=r"placed: "):
            _native.ground_settle(board, bytes(8), wrong)
    with pytest.raises(ValueError, match="PyCapsule"):
        _native.ground_settle(_native.rules_board(4, 16, array("H")), bytes(8), bytes(8))
