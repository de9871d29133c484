"""The console game: set, hint, validate, restart, exit (spec 000).

    | .1  2 .3 |  4  5  6 | .7  8  9 |      .d came with the puzzle; the player may change the others

All texts are the spec's, and so are the two orders of backtracking: `Order.random_digits` makes the puzzle,
`Order.right_to_left` validates it. `nonet.engines.backtracking` has the algorithm; every engine finds the same
first solution in an order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TextIO

from nonet.candidates import Candidates
from nonet.engines import Order, default_engine
from nonet.faces.typed_lines import read_line, replace_undecodable
from nonet.grid import Grid
from nonet.layout import CLASSIC
from nonet.puzzle import Puzzle
from nonet.rng import Rng, fresh_seed

MOST_FIXED = CLASSIC.cell_count - 1

PROMPT = f"Please enter the number of cells to fill [0-{MOST_FIXED}]"
INVALID_COUNT = "Error: invalid number of cells to fill"
INVALID_COMMAND = "Error: invalid command"
INVALID_VALUE = "Error: value is invalid"
SOLVED = "Puzzle solved successfully"
SOLVABLE = "validation passed: board is solvable"
UNSOLVABLE = "validation failed, the board is unsolvable"
HINT = "Hint: set cell to {}"
EXITING = "Exiting..."


@dataclass
class ConsoleGame:
    """One game. It answers each command with the text to print.

    >>> game = ConsoleGame.new(0, Rng(1))
    >>> print(game.answer(["set", "9", "1", "1"]).splitlines()[1])
    |          |          |        1 |
    >>> game.answer(["VALIDATE"])
    'validation passed: board is solvable'
    >>> game.answer(["hint", "8", "1"]), game.answer(["hint", "9", "1"]), game.answer(["hint"])
    ('Hint: set cell to 2', 'Error: value is invalid', 'Error: invalid command')
    """

    fixed: frozenset[int]
    grid: Grid
    solution: Grid
    """The source of hints: the grid the puzzle was made from, or the one that `validate` found last."""

    @staticmethod
    def new(count: int, rng: Rng) -> ConsoleGame:
        """A random solution in which all but `count` random cells are cleared."""
        empty = Puzzle(Grid.empty(CLASSIC))
        solution = default_engine(CLASSIC).first_solution(empty, Order.random_digits(CLASSIC, rng))
        assert solution is not None  # an empty board has one
        fixed: set[int] = set()
        while len(fixed) < count:
            fixed.add(rng.below(CLASSIC.cell_count))
        kept = (value if cell in fixed else 0 for cell, value in enumerate(solution))
        return ConsoleGame(frozenset(fixed), Grid.of(CLASSIC, kept), solution)

    def __str__(self) -> str:
        """The board as the player sees it: 13 lines of 34 characters."""
        per_box, size = 3, CLASSIC.size
        separator = "-" * 34
        lines = [separator]
        for row in range(size):
            tokens = ["|"]
            for column in range(size):
                tokens.append(self._token(CLASSIC.cell(row, column)))
                if column % per_box == per_box - 1:
                    tokens.append("|")
            lines.append(" ".join(tokens))
            if row % per_box == per_box - 1:
                lines.append(separator)
        return "\n".join(lines)

    def _token(self, cell: int) -> str:
        value = self.grid[cell]
        return f"{'.' if cell in self.fixed else ' '}{value or ' '}"

    def answer(self, words: list[str]) -> str:
        """The reply to a command. `exit` and `restart`, which end the game, are handled by `play`."""
        name, *parameters = words
        known = _COMMANDS.get(name.lower())
        if known is None or self.grid.is_filled:  # nothing is left to do after the win
            return INVALID_COMMAND
        needed, command = known
        return command(self, parameters) if len(parameters) >= needed else INVALID_COMMAND

    def _set(self, parameters: list[str]) -> str:
        cell, value = _cell(parameters), _integer(parameters[2], 0, CLASSIC.size)
        if cell is None or value is None or cell in self.fixed:
            return INVALID_VALUE
        cleared = self.grid.with_entry(cell, 0)
        if value and value not in Candidates.at(cleared).digits(cell):
            return INVALID_VALUE
        self.grid = cleared.with_entry(cell, value)
        return f"{self}\n{SOLVED}" if self.grid.is_filled else str(self)

    def _hint(self, parameters: list[str]) -> str:
        cell = _cell(parameters)
        if cell is None or self.grid[cell]:
            return INVALID_VALUE
        return HINT.format(self.solution[cell])

    def _validate(self, parameters: list[str]) -> str:
        solution = default_engine(CLASSIC).first_solution(Puzzle(self.grid), Order.right_to_left(CLASSIC))
        if solution is None:
            return UNSOLVABLE
        self.solution = solution
        return SOLVABLE


_COMMANDS: dict[str, tuple[int, Callable[[ConsoleGame, list[str]], str]]] = {
    "set": (3, ConsoleGame._set),
    "hint": (2, ConsoleGame._hint),
    "validate": (0, ConsoleGame._validate),
}
"""The commands of a game, each with the number of parameters it needs."""


def play(*, seed: int | None = None, stdin: TextIO, stdout: TextIO) -> int:
    r"""Plays games until `exit`, the end of input or Ctrl-C; returns the exit status, which is 0.

    The same seed makes the same games; a restart continues the same random stream.

    >>> import io, sys
    >>> play(stdin=io.StringIO("nine\n"), stdout=sys.stdout)
    Please enter the number of cells to fill [0-80]
    Error: invalid number of cells to fill
    Please enter the number of cells to fill [0-80]
    Exiting...
    0
    """
    rng = Rng(fresh_seed() if seed is None else seed)

    def say(text: str) -> None:
        stdout.write(f"{text}\n")
        stdout.flush()

    try:
        game: ConsoleGame | None = None
        say(PROMPT)
        for words in _commands(stdin):
            command = words[0].lower()
            if game is None:
                count = _integer(words[0], 0, MOST_FIXED)
                if count is None:
                    say(f"{INVALID_COUNT}\n{PROMPT}")
                else:
                    game = ConsoleGame.new(count, rng)
                    say(str(game))
            elif command == "restart":
                game = None
                say(PROMPT)
            elif command == "exit":
                break
            else:
                say(game.answer(words))
    except KeyboardInterrupt:
        if stdout.isatty():
            say("")  # below the ^C that the terminal shows
    say(EXITING)
    return 0


def _commands(stdin: TextIO) -> Iterator[list[str]]:
    """The words of each line that is not blank."""
    replace_undecodable(stdin)
    while line := read_line(stdin):
        if words := line.split():
            yield words


def _cell(parameters: list[str]) -> int | None:
    """The cell in column X and row Y, counted from 1; None if there is no such cell."""
    column, row = (_integer(word, 1, CLASSIC.size) for word in parameters[:2])
    return None if column is None or row is None else CLASSIC.cell(row - 1, column - 1)


def _integer(word: str, low: int, high: int) -> int | None:
    """The integer from low to high that the word spells, or None. All ranges here have at most two digits.

    >>> [_integer(word, 0, 9) for word in ("+08", "-0", "10", "1.0", "²")]
    [8, 0, None, None, None]
    """
    match = re.fullmatch(r"([+-]?)0*([0-9]{1,2})", word)
    if match is None:
        return None
    value = int(match[1] + match[2])
    return value if low <= value <= high else None
