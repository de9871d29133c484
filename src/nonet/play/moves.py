"""The moves: actions that change the board and are kept in the history of the game.

A class declares a move in one place: its fields (from which checks, JSON and schema follow, see `action_type`),
what it does to the board, when it is refused, and the event that reports it. All of it is pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from nonet.fields import Candidates, Cell, Cells, Digit
from nonet.play import events as ev
from nonet.play.action_type import Action, Colour, Name, NoteKind
from nonet.play.board import Board, with_bit, without_bit
from nonet.play.game import Game
from nonet.play.rule_candidates import candidates_left, seen_from


class Move(Action):
    """An action that changes the board. `needs_solution`: it is refused where the puzzle has several."""

    needs_solution: ClassVar[bool] = False

    def apply(self, board: Board, game: Game) -> Board:
        """The board after the move."""
        raise NotImplementedError

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        """The event that reports the move itself; `derive_events` adds its consequences."""
        raise NotImplementedError

    def shown(self, before: Board, after: Board) -> int:
        """In how many cells the move has shown the player the right digit."""
        return 0

    def refusal(self, board: Board, game: Game) -> ev.Refused | None:
        """Why the move cannot be made here, if it cannot."""
        if self.needs_solution and game.solution is None:
            return ev.Refused("no-solution")
        return None


def applied(board: Board, move: Move, game: Game) -> Board:
    """The board after a move; the same object if the move changes nothing."""
    after = move.apply(board, game).after(board, game)
    return board if after == board else after


def _no_open_cell(board: Board, cells: tuple[int, ...], game: Game) -> ev.Refused | None:
    if board.open_cells(cells, game):
        return None
    return ev.Refused("given" if game.puzzle.givens.entries[cells[0]] else "revealed", cells[0])


def _changed_values(before: Board, after: Board) -> tuple[int, ...]:
    return tuple(cell for cell, value in enumerate(before.grid.entries) if value != after.grid.entries[cell])


# -- values --------------------------------------------------------------------------------------------------


class Place(Move, type="place"):
    """Put a digit. `clean` takes it out of the notes of the cells that see it; None: as the settings say."""

    cells: Cells
    digit: Digit
    clean: bool | None = None

    def refusal(self, board: Board, game: Game) -> ev.Refused | None:
        return _no_open_cell(board, self.cells, game)

    def apply(self, board: Board, game: Game) -> Board:
        values = bytearray(board.grid.entries)
        for cell in board.open_cells(self.cells, game):
            values[cell] = self.digit
        after = board.with_values(bytes(values))
        changed = _changed_values(board, after)
        if self.clean and changed and not after.clashing(game).intersection(changed):
            seen = {other for cell in changed for other in seen_from(board.seen(game), cell)}
            after = after.without_notes(seen, 1 << (self.digit - 1))
        return after

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Placed(
            tuple(c for c in self.cells if before.grid.entries[c] != after.grid.entries[c]), self.digit
        )


class Clear(Move, type="clear"):
    """Empty cells: the values first; where there are none, the notes; then the colours."""

    cells: Cells

    def refusal(self, board: Board, game: Game) -> ev.Refused | None:
        if any(board.colours[cell] for cell in self.cells):
            return None
        return _no_open_cell(board, self.cells, game)

    def apply(self, board: Board, game: Game) -> Board:
        cells = board.open_cells(self.cells, game)
        filled = {cell for cell in cells if board.grid.entries[cell]}
        if filled:
            return board.with_values(
                bytes(0 if cell in filled else value for cell, value in enumerate(board.grid.entries))
            )
        noted = {cell for cell in cells if board.corner[cell] or board.centre[cell]}
        if noted:
            return board.without_notes(noted, game.layout.all_digits)
        kept = frozenset(each for each in board.candidate_colours if each[0] not in self.cells)
        return replace(board.with_colours(dict.fromkeys(self.cells, ())), candidate_colours=kept)

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        if before.grid != after.grid:
            return ev.Cleared(self.cells, "values")
        noted = (before.corner, before.centre) != (after.corner, after.centre)
        return ev.Cleared(self.cells, "notes" if noted else "colours")


class Reveal(Move, type="reveal"):
    """Show the right digits of these cells."""

    needs_solution = True
    cells: Cells

    def refusal(self, board: Board, game: Game) -> ev.Refused | None:
        return _no_open_cell(board, self.cells, game) or super().refusal(board, game)

    def apply(self, board: Board, game: Game) -> Board:
        if game.solution is None:
            return board
        cells = board.open_cells(self.cells, game)
        values, after = bytearray(board.grid.entries), board
        for cell in cells:
            digit = values[cell] = game.solution.entries[cell]
            after = after.without_notes(seen_from(board.seen(game), cell), 1 << (digit - 1))
        return replace(after.with_values(bytes(values)), revealed=board.revealed.union(cells))

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Revealed(tuple(sorted(after.revealed - before.revealed)))

    def shown(self, before: Board, after: Board) -> int:
        return len(after.revealed - before.revealed)


class Restart(Move, type="restart", when_over=True):
    """Back to the givens; it can be undone."""

    def apply(self, board: Board, game: Game) -> Board:
        return replace(Board.start(game), auto=board.auto)

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Restarted()


class GiveUp(Move, type="give-up"):
    """Show the solution."""

    needs_solution = True

    def apply(self, board: Board, game: Game) -> Board:
        return replace(board, given_up=True, grid=game.solution or board.grid)

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.GaveUp()

    def shown(self, before: Board, after: Board) -> int:
        return len(_changed_values(before, after))


class SetMark(Move, type="mark"):
    """A checkpoint in the history; `ReturnTo` goes back to it. It changes nothing on the board."""

    name: Name

    def apply(self, board: Board, game: Game) -> Board:
        return board

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Marked(self.name)


# -- notes and candidates ------------------------------------------------------------------------------------


class Note(Move, type="note"):
    """Write a note, or erase it. While candidates are shown automatically, erasing a corner note strikes the
    candidate out, and writing it brings it back.
    """

    cells: Cells
    digit: Digit
    kind: NoteKind = "corner"
    on: bool = True

    def refusal(self, board: Board, game: Game) -> ev.Refused | None:
        return (
            ev.Refused("filled", self.cells[0])
            if all(board.grid.entries[cell] for cell in self.cells)
            else None
        )

    def apply(self, board: Board, game: Game) -> Board:
        bit = 1 << (self.digit - 1)
        cells = {cell for cell in self.cells if not board.grid.entries[cell]}
        change = with_bit if self.on else without_bit
        if self.kind == "centre":
            return replace(board, centre=change(board.centre, cells, bit))
        if board.auto:
            return replace(board, struck=(without_bit if self.on else with_bit)(board.struck, cells, bit))
        struck = without_bit(board.struck, cells, bit) if self.on else board.struck
        return replace(board, corner=change(board.corner, cells, bit), struck=struck)

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        cells = tuple(cell for cell in self.cells if not before.grid.entries[cell])
        return ev.Noted(cells, self.digit, self.kind, self.on)


class AutoNotes(Move, type="auto-notes"):
    """Show the candidates automatically, or stop."""

    on: bool = True

    def apply(self, board: Board, game: Game) -> Board:
        return replace(board, auto=self.on)

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.AutoSwitched(self.on)


class RefreshNotes(Move, type="refresh-notes"):
    """Write the candidates that the rules allow as corner notes; nothing is struck out any more."""

    def apply(self, board: Board, game: Game) -> Board:
        masks = candidates_left(board.seen(game), board.grid).masks
        corner = tuple(
            old if value else mask
            for old, mask, value in zip(board.corner, masks, board.grid.entries, strict=True)
        )
        return replace(board, corner=corner, struck=(0,) * len(corner))

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Refreshed()


class Strike(Move, type="strike"):
    """Strike candidates out, given as (cell, digit), in the notes too; or bring them back."""

    candidates: Candidates
    on: bool = True

    def apply(self, board: Board, game: Game) -> Board:
        struck, corner, centre = list(board.struck), list(board.corner), list(board.centre)
        for cell, digit in self.candidates:
            bit = 1 << (digit - 1)
            if self.on:
                struck[cell] |= bit
                corner[cell] &= ~bit
                centre[cell] &= ~bit
            else:
                struck[cell] &= ~bit
                if board.corner[cell] and not board.auto:
                    corner[cell] |= bit
        return replace(board, struck=tuple(struck), corner=tuple(corner), centre=tuple(centre))

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Struck(len(self.candidates), self.on)


# -- colours -------------------------------------------------------------------------------------------------


class Paint(Move, type="paint"):
    """Colour cells; 0 takes the colour away."""

    cells: Cells
    colour: Colour

    def apply(self, board: Board, game: Game) -> Board:
        return board.with_colours(dict.fromkeys(self.cells, (self.colour,) if self.colour else ()))

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.Painted(self.cells, self.colour)


class AddColour(Move, type="add-colour"):
    """Give cells one colour more; where all of them have it, take it away."""

    cells: Cells
    colour: Colour

    def apply(self, board: Board, game: Game) -> Board:
        if not self.colour:
            return board
        now = {cell: set(board.colours_of(cell)) for cell in self.cells}
        taken = all(self.colour in own for own in now.values())
        change = {self.colour}
        return board.with_colours(
            {cell: own - change if taken else own | change for cell, own in now.items()}
        )

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        kept = all(self.colour in after.colours_of(cell) for cell in self.cells)
        return ev.Painted(self.cells, self.colour if kept else 0)


class PaintCandidate(Move, type="paint-candidate"):
    """Colour one candidate; 0 takes the colour away."""

    cell: Cell
    digit: Digit
    colour: Colour

    def apply(self, board: Board, game: Game) -> Board:
        rest = {each for each in board.candidate_colours if each[:2] != (self.cell, self.digit)}
        if self.colour:
            rest.add((self.cell, self.digit, self.colour))
        return replace(board, candidate_colours=frozenset(rest))

    def event(self, before: Board, after: Board) -> ev.GameEvent:
        return ev.CandidatePainted(self.cell, self.digit, self.colour)
