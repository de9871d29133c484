"""Puzzles of givens alone, and their solutions: what the functions of this package take."""

from __future__ import annotations

from nonet.engines import engine_for
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.puzzle import Puzzle


def plain_puzzle(given: PuzzleLike, what: str) -> tuple[Puzzle, Grid]:
    """The puzzle and its only solution.

    Raises NoSolution or SeveralSolutions if it does not have exactly one, UnsupportedRules or NonetError if it is not
    made of givens alone; `what` names for people what was asked for.

    >>> puzzle, grid = plain_puzzle(".2.. 4..1 2.4. ....", "this example")
    >>> grid.symbols
    '1234432121433412'
    """
    puzzle = as_puzzle(given)
    puzzle.require_plain(what)
    return puzzle, engine_for(puzzle).solution(puzzle)


def with_entries(board: bytes, entries: dict[int, int]) -> bytes:
    """The entries of a board, with others in some cells; 0 empties a cell."""
    values = bytearray(board)
    for cell, entry in entries.items():
        values[cell] = entry
    return bytes(values)
