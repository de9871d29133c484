"""The board of a game: what the moves have led to. What follows from it (candidates, conflicts …) is in `state`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from nonet.grid import Grid
from nonet.play.fog import has_fog, hidden_cells, is_right, seen_at_first, seen_puzzle
from nonet.play.game import Game
from nonet.play.rule_candidates import conflicting_cells
from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class Board:
    """Values, notes and colours; masks are bitmasks of digits, one for each cell. Givens in the fog are not among the
    values: their cells are empty, or have what the player wrote there.

    `struck` are candidates that the player has struck out, apart from notes.
    """

    grid: Grid
    corner: tuple[int, ...]
    centre: tuple[int, ...]
    struck: tuple[int, ...]
    colours: bytes
    candidate_colours: frozenset[tuple[int, int, int]] = frozenset()
    more_colours: frozenset[tuple[int, int]] = frozenset()
    """Cells with more than one colour: the others, as (cell, colour)."""
    revealed: frozenset[int] = frozenset()
    found: frozenset[int] = frozenset()
    """Givens that the player wrote while they were in the fog: they lift it, as the player's other digits do."""
    auto: bool = False
    given_up: bool = False

    @staticmethod
    def start(game: Game) -> Board:
        """The givens alone."""
        none = (0,) * game.layout.cell_count
        return Board(seen_at_first(game.puzzle).givens, none, none, none, bytes(game.layout.cell_count))

    def clashing(self, game: Game) -> frozenset[int]:
        """The cells whose value appears twice in a house, or breaks a rule of the puzzle, as far as that is seen."""
        return conflicting_cells(self.seen(game), self.grid)

    def hidden(self, game: Game) -> frozenset[int]:
        """The cells that are in the fog."""
        return frozenset() if self.given_up else hidden_cells(game, self.grid, self.found)

    def seen(self, game: Game) -> Puzzle:
        """The puzzle as far as the player sees it."""
        return seen_puzzle(game.puzzle, self.hidden(game))

    def after(self, before: Board, game: Game) -> Board:
        """The board to which a move has led, with the givens from which it has lifted the fog, and without those that
        are in the fog again.
        """
        if not has_fog(game.puzzle) or self.given_up:
            return self
        givens, was_hidden = game.puzzle.givens.entries, before.hidden(game)
        found = {cell for cell in was_hidden if givens[cell] and is_right(game, self.grid, cell)}
        board = replace(self, found=self.found | found)
        hidden = board.hidden(game)
        values = bytearray(self.grid.entries)
        for cell, given in enumerate(givens):
            if given and not (cell in hidden and cell in was_hidden):
                values[cell] = 0 if cell in hidden else given
        return board.with_values(bytes(values))

    def open_cells(self, cells: Iterable[int], game: Game) -> list[int]:
        """The cells among these that a player may change: neither revealed, nor given and seen."""
        givens, values = game.puzzle.givens.entries, self.grid.entries
        seen = (cell for cell in cells if cell not in self.revealed)
        return [cell for cell in seen if not givens[cell] or values[cell] != givens[cell]]

    def colours_of(self, cell: int) -> tuple[int, ...]:
        """All colours of a cell, in order."""
        more = [colour for other, colour in self.more_colours if other == cell]
        return tuple(sorted({self.colours[cell], *more} - {0}))

    def with_colours(self, changed: Mapping[int, Iterable[int]]) -> Board:
        """With these colours in these cells, and in no others of them."""
        colours, more = (
            bytearray(self.colours),
            {each for each in self.more_colours if each[0] not in changed},
        )
        for cell, own in changed.items():
            first, *others = sorted(own) or [0]
            colours[cell] = first
            more |= {(cell, colour) for colour in others}
        return replace(self, colours=bytes(colours), more_colours=frozenset(more))

    def with_values(self, values: bytes) -> Board:
        return replace(self, grid=Grid(self.grid.layout, values))

    def without_notes(self, cells: Iterable[int], mask: int) -> Board:
        """Corner and centre notes of these digits are gone from these cells."""
        of = frozenset(cells)
        return replace(
            self, corner=without_bit(self.corner, of, mask), centre=without_bit(self.centre, of, mask)
        )


def with_bit(masks: tuple[int, ...], cells: Collection[int], bit: int) -> tuple[int, ...]:
    return tuple(mask | bit if cell in cells else mask for cell, mask in enumerate(masks))


def without_bit(masks: tuple[int, ...], cells: Collection[int], bit: int) -> tuple[int, ...]:
    return tuple(mask & ~bit if cell in cells else mask for cell, mask in enumerate(masks))
