"""The player's selection: which cell it is on, which cells are selected, what the digits do, which digit was chosen
first. It knows the board's shape and nothing of its rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nonet.layout import Layout

MODES = ("digit", "corner", "centre", "colour", "candidate")
"""What the digits do: put a digit, write notes, colour cells, colour a candidate."""


@dataclass
class Selection:
    """`selected` are the cells besides the cursor; `chosen` is the digit that was chosen first, 0 for none.

    >>> selection = Selection(Layout.named("9x9"))
    >>> selection.move(0, -1); selection.cursor
    8
    >>> selection.move(1, 0, more=True); selection.cells
    (8, 17)
    """

    layout: Layout
    cursor: int = 0
    mode: str = "digit"
    chosen: int = 0
    colour: int = 1
    candidate: int = 0
    selected: set[int] = field(default_factory=set)

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells that are selected, ascending."""
        return tuple(sorted({self.cursor, *self.selected}))

    def move(self, down: int, right: int, *, more: bool = False) -> None:
        """Moves by rows and columns, around the edges and past places without a cell; with `more` the old cell stays
        selected.
        """
        cells = self.layout.drawn_at
        row, column = self.layout.row_of(self.cursor), self.layout.column_of(self.cursor)
        rows = 1 + max(row for row, _ in cells)
        while True:
            row, column = (row + down) % rows, (column + right) % self.layout.width
            if (row, column) in cells:
                break
        self.go(cells[row, column], more=more)

    def go(self, cell: int, *, more: bool = False) -> None:
        if more:
            self.selected.add(self.cursor)
        else:
            self.selected.clear()
        self.cursor = cell

    def go_in_row(self, column: int) -> None:
        """Moves to the first cell of the row (0) or to the last (-1)."""
        here = self.layout.row_of(self.cursor)
        self.go([cell for (row, _), cell in sorted(self.layout.drawn_at.items()) if row == here][column])

    def toggle(self, cell: int) -> None:
        """Adds a cell to the selection, or removes it."""
        if cell in self.selected and cell != self.cursor:
            self.selected.discard(cell)
        else:
            self.go(cell, more=True)

    def next_empty(self, values: bytes, by: int) -> None:
        """Goes to the next or previous empty cell."""
        cells = sorted(self.layout.drawn_at.values())
        start = cells.index(self.cursor)
        for step in range(1, len(cells) + 1):
            cell = cells[(start + by * step) % len(cells)]
            if not values[cell]:
                self.go(cell)
                return

    def switch(self, mode: str) -> None:
        """Switches to a mode, or back to digits."""
        self.mode = "digit" if self.mode == mode else mode
        self.candidate = 0

    def next_mode(self) -> None:
        """Digits, corner notes, centre notes in turn."""
        turn = MODES[:3]
        self.mode = turn[(turn.index(self.mode) + 1) % 3] if self.mode in turn else "digit"
        self.candidate = 0

    def next_colouring(self) -> None:
        """Cells, candidates, none in turn."""
        self.mode = {"colour": "candidate", "candidate": "digit"}.get(self.mode, "colour")
        self.candidate = 0
