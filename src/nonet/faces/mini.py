"""Mini Sudoku, in Czech (spec 003): the class `Sudoku`, and a game for one player.

Rows and columns count from 0. It works for every board size:

    Sudoku([[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]])    four rows, boxes of 2x2
    Sudoku(rows_of_a_newspaper_puzzle)                                  nine rows, boxes of 3x3
    Sudoku(board, layout=Layout.named("x"))                             any board of `nonet.layout`
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path

from nonet.arguments import clear_type_errors
from nonet.candidates import Candidates
from nonet.engines import Order, default_engine
from nonet.errors import NonetError, RuleError
from nonet.faces.typed_lines import bounded_stdin
from nonet.formats import read_bytes
from nonet.generate import dig, random_grid
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.limits import check, limits
from nonet.puzzle import Puzzle
from nonet.rng import Rng, fresh_seed

PROMPT = "Zadej hodnoty: radek, sloupec a cislo k zapsani, oddelene mezerou, napr. 2 4 3: "
NO_TRIPLE = "Zadej prave tri cela cisla!"
NO_SUCH_CELL = "Zadane policko neexistuje!"
OUT_OF_RANGE = "Hodnota musi byt v rozsahu 1-{size}"
NOT_EMPTY = "Policko na radku {row} a sloupci {col} neni prazdne!"
NOT_ALLOWED = "Na radku {row} a sloupci {col} hodnota {value} neni povolena!"
DEAD_END = "Slepa ulicka, policko na radku {row} a sloupci {col} nelze vyplnit!"
SOLVED = "Gratuluji, Sudoku je vyresene!"
UNSOLVABLE = "Sudoku nema reseni!"

USUAL_LAYOUT = Layout.named("mini")
"""The board of a game without a file or a size."""


@clear_type_errors
class Sudoku:
    """A board to play on: a list of rows, each a list of values, 0 for an empty cell.

    `board` is a copy of the given rows and changes during the game. `layout` says which cells must differ; the
    default is the usual layout for that number of rows.

    >>> sudoku = Sudoku([[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]])
    >>> sudoku.find_first_empty_cell(), sudoku.get_dead_cell(), sudoku.is_filled()
    ((0, 0), None, False)
    >>> sudoku.is_allowed(0, 0, 2), sudoku.is_allowed(0, 0, 4)
    (True, False)
    >>> sudoku.solve_board()
    True
    >>> sudoku.print_board()
    2 1 3 4
    4 3 1 2
    1 2 4 3
    3 4 2 1
    >>> Sudoku([[1, 2], [2, 0, 0]])
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: row 2 has 3 values; with 2 rows, each has 2
    """

    def __init__(self, board: Iterable[Iterable[int]], *, layout: Layout | None = None) -> None:
        self.board = [list(row) for row in board]
        size = len(self.board)
        for number, row in enumerate(self.board, start=1):
            if len(row) != size:
                raise NonetError(f"row {number} has {len(row)} values; with {size} rows, each has {size}")
            if strange := [value for value in row if not isinstance(value, int)]:
                raise NonetError(f"row {number}: {strange[0]!r} is not an integer; 0 is an empty cell")
        self.layout = Layout.named(f"{size}x{size}") if layout is None else layout
        self._grid().check()

    def _grid(self) -> Grid:
        return Grid.of(self.layout, (value for row in self.board for value in row))

    def _place(self, cell: int | None) -> tuple[int, int] | None:
        return None if cell is None else (self.layout.row_of(cell), self.layout.column_of(cell))

    def _exists(self, row: int, col: int) -> bool:
        return row in range(self.layout.size) and col in range(self.layout.size)

    # -- looking --------------------------------------------------------------------------------------------

    def print_board(self) -> None:
        width = len(str(self.layout.size))
        for row in self.board:
            print(*(f"{value:{width}}" for value in row))

    def is_allowed(self, row: int, col: int, value: int) -> bool:
        """Whether the rules allow the value in the cell, whatever the cell itself holds."""
        if not self._exists(row, col):
            return False
        cell = self.layout.cell(row, col)
        return value in Candidates.at(self._grid().with_entry(cell, 0)).digits(cell)

    def is_filled(self) -> bool:
        return self.find_first_empty_cell() is None

    def find_first_empty_cell(self) -> tuple[int, int] | None:
        """The first empty cell, row by row, as (row, col)."""
        empty = self._grid().values.find(0)
        return self._place(empty if empty >= 0 else None)

    def get_dead_cell(self) -> tuple[int, int] | None:
        """The first empty cell that can take no value, as (row, col)."""
        return self._place(Candidates.at(self._grid()).dead_cell)

    # -- playing --------------------------------------------------------------------------------------------

    def add_player_number(self) -> bool:
        """Asks the player for a row, a column and a value; writes the value there, or prints why not.

        Returns whether it was written. Raises EOFError at the end of input, as `input` does.
        """
        numbers = _integers(input(PROMPT))
        if len(numbers) != 3:
            print(NO_TRIPLE)
            return False
        row, col, value = numbers
        if (complaint := self._complaint(row, col, value)) is not None:
            print(complaint)
            return False
        self.board[row][col] = value
        return True

    def _complaint(self, row: int, col: int, value: int) -> str | None:
        if not self._exists(row, col):
            return NO_SUCH_CELL
        if value not in self.layout.entries:
            return OUT_OF_RANGE.format(size=self.layout.size)
        if self.board[row][col]:
            return NOT_EMPTY.format(row=row, col=col)
        if not self.is_allowed(row, col, value):
            return NOT_ALLOWED.format(row=row, col=col, value=value)
        return None

    def play(self) -> None:
        """Asks for numbers until the board is full, a cell is dead, or the player quits.

        The end of input and Ctrl-C quit.
        """
        self._grid().check()
        try:
            with bounded_stdin():
                self._play()
        except (EOFError, KeyboardInterrupt):
            if sys.stdout.isatty():
                print()  # leave the line of the prompt

    def _play(self) -> None:
        while not self.is_filled():
            self.print_board()
            if (dead := self.get_dead_cell()) is not None:
                print(DEAD_END.format(row=dead[0], col=dead[1]))
                return
            self.add_player_number()
        print(SOLVED)

    def solve_board(self) -> bool:
        """Fills the board as backtracking does, row by row, digits ascending; returns whether it could.

        A board without a solution is not changed.
        """
        try:
            puzzle = Puzzle(self._grid())
        except RuleError:
            return False
        solution = default_engine(self.layout).first_solution(puzzle, Order.row_by_row(self.layout))
        if solution is None:
            return False
        self.board = [list(row) for row in solution.rows()]
        return True


def _integers(line: str) -> Sequence[int]:
    r"""The integers of a line; none if it has any other word. Larger ones are read as a million.

    >>> _integers(" 2 -1\t+03 "), _integers("1 2 three"), _integers("0 0 " + 9999 * "9")
    ([2, -1, 3], [], [0, 0, 1000000])
    """
    words = [re.fullmatch(r"([+-]?)0*([0-9]+)", word) for word in line.split()]
    if not all(words):
        return []
    return [int(f"{word[1]}{word[2] if len(word[2]) < 7 else 10**6}") for word in words if word]


def main(
    file: str | None = None, *, size: int | None = None, solve: bool = False, seed: int | None = None
) -> int:
    """Plays the puzzle of a file (`-` is standard input), or a random one; returns the exit status.

    With `solve`, prints the solved board instead. Raises NonetError if the size or the file is not a board.
    """
    if sys.stdin is None:  # closed before the start
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    layout = None if size is None else Layout.named(f"{size}x{size}")
    if file is not None:
        puzzle = read_bytes(_content(file), layout=layout).puzzle
        puzzle.require_plain("Mini Sudoku")
    else:
        puzzle = _random_puzzle(layout or USUAL_LAYOUT, Rng(fresh_seed() if seed is None else seed))
    sudoku = Sudoku(puzzle.givens.rows(), layout=puzzle.layout)
    if not solve:
        sudoku.play()
    elif sudoku.solve_board():
        sudoku.print_board()
    else:
        print(UNSOLVABLE)
        return 1
    return 0


def _random_puzzle(layout: Layout, rng: Rng) -> Puzzle:
    """A puzzle with one solution and half of its cells empty."""
    return dig(random_grid(layout, rng), rng, blanks=(layout.cell_count + 1) // 2)


def _content(file: str) -> bytes:
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            content = stream.read(limits().puzzle + 1)
    except OSError as error:
        raise NonetError(f"{file}: {error.strerror}") from error
    check("puzzle", len(content))
    return content
