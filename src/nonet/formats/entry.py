"""What a file says about one puzzle: the puzzle, the player's progress, its title, its solution.

    PuzzleEntry        what a format reads and writes
    SavedState   the player's digits, notes, colours and time: what an application saves
    Reading      an entry, and the format it was in

A format that cannot hold a part of an entry says so before it writes anything: see `format.Format.lacks`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonet.about import NO_WORDS, About
from nonet.arguments import clear_type_errors
from nonet.errors import FormatError, expect
from nonet.grid import Grid
from nonet.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class SavedState:
    """A game in progress. `values` are the givens and the player's digits.

    Notes and struck candidates are bitmasks of digits, one for each cell, and colours are 1 to 8, 0 for none; each
    of them is empty where there are none. `struck` are candidates that the player has crossed out.

    >>> SavedState(values=Grid.of("4x4", "12.............."), corner=(0,) * 16).corner
    ()
    """

    values: Grid
    corner: tuple[int, ...] = ()
    centre: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    colours: bytes = b""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        count = self.values.layout.cell_count
        for name in ("corner", "centre", "struck", "colours"):
            part = getattr(self, name)
            if part and len(part) != count:
                raise FormatError(f"{len(part)} cells with {name} marks instead of {count}")
            if part and not any(part):
                object.__setattr__(self, name, type(part)())

    def digits_of(self, name: str, cell: int) -> tuple[int, ...]:
        """The digits of a note.

        >>> SavedState(values=Grid.of("4x4", [0] * 16), centre=(5,) + (0,) * 15).digits_of("centre", 0)
        (1, 3)
        """
        masks = getattr(self, name)
        return tuple(self.values.layout.digits_in(masks[cell])) if masks else ()


@dataclass(frozen=True)
@clear_type_errors
class PuzzleEntry:
    """A puzzle, and what came with it. `about` is the puzzle's, unless another is given."""

    puzzle: Puzzle
    state: SavedState | None = None
    about: About = NO_WORDS
    solution: Grid | None = None

    def __post_init__(self) -> None:
        expect(self.puzzle, Puzzle, "puzzle")
        expect(self.about, About, "about")
        if self.about:
            object.__setattr__(self, "puzzle", self.puzzle.with_about(self.about))
        object.__setattr__(self, "about", self.puzzle.about)
        state, givens, solution = self.state, self.puzzle.givens, self.solution
        if solution is not None:
            expect(solution, Grid, "solution")
            fits = self.puzzle.is_solved_by(solution) if solution.is_filled else solution.extends(givens)
            if not fits:
                raise FormatError("the solution in the text does not solve the puzzle")
        if state is None:
            return
        expect(state, SavedState, "state")
        if not state.values.extends(givens):
            raise FormatError("the player's digits do not fit the givens")
        if state == SavedState(values=givens):  # nothing was done at all
            object.__setattr__(self, "state", None)

    def bare(self) -> PuzzleEntry:
        """The puzzle alone."""
        return PuzzleEntry(self.puzzle.with_about(NO_WORDS))


@dataclass(frozen=True)
@clear_type_errors
class Reading(PuzzleEntry):
    """An entry, the name of the format it was in, and a description of the text for people."""

    format: str = ""
    description: str = ""

    @staticmethod
    def of(entry: PuzzleEntry, format_: str, description: str) -> Reading:
        if isinstance(entry, Reading):
            return replace(
                entry, format=entry.format or format_, description=entry.description or description
            )
        return Reading(entry.puzzle, entry.state, entry.about, entry.solution, format_, description)
