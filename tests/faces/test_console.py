"""The console game of spec 000: transcripts, simulated games, and random input.

A transcript in tests/data/console shows the screen; a line that begins with `>` is what the player types,
`> ^C` is Ctrl-C, and the end of the file is the end of input. They do not depend on randomness: all start with
0 cells.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import examples, for_each, spread
from nonet.faces.console import ConsoleGame, play
from nonet.native import kernel
from nonet.rng import Rng

DATA = Path(__file__).parents[1] / "data" / "console"
TRANSCRIPTS = sorted(DATA.glob("*.txt"))
ASK = "Please enter the number of cells to fill [0-80]"
BAR = "-" * 34
MESSAGES = {
    ASK,
    "Error: invalid number of cells to fill",
    "Error: invalid command",
    "Error: value is invalid",
    "Puzzle solved successfully",
    "validation passed: board is solvable",
    "validation failed, the board is unsolvable",
    "Exiting...",
} | {f"Hint: set cell to {digit}" for digit in range(1, 10)}


class Player(io.StringIO):
    """Standard input of a terminal: what is typed is echoed."""

    def __init__(self, lines: Iterable[str], screen: io.StringIO) -> None:
        super().__init__()
        self._lines = iter(lines)
        self._screen = screen

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        for line in self._lines:
            self._screen.write(f">{line}\n")
            if line == " ^C":
                raise KeyboardInterrupt
            return f"{line.removeprefix(' ')}\n"
        return ""


def output(text: str, *, seed: int | None = 1) -> str:
    """The output of the game for this input."""
    stdout = io.StringIO()
    assert play(seed=seed, stdin=io.StringIO(text), stdout=stdout) == 0
    return stdout.getvalue()


@dataclass(frozen=True)
class Board:
    """A board parsed from the screen: digits by (column, row), and which of them are fixed."""

    digits: dict[tuple[int, int], int]
    fixed: frozenset[tuple[int, int]]

    @staticmethod
    def read(lines: list[str]) -> Board:
        assert len(lines) == 13
        assert all(len(line) == 34 for line in lines)
        assert [number for number, line in enumerate(lines) if line == BAR] == [0, 4, 8, 12]
        digits, fixed = {}, set()
        for row, line in enumerate((line for line in lines if line != BAR), start=1):
            cell = r" ([. ]\d|  )"
            match = re.fullmatch(r"\|" + (3 * cell + r" \|") * 3, line, re.ASCII)
            assert match, line
            for column, token in enumerate(match.groups(), start=1):
                if token.strip():
                    digits[column, row] = int(token[1])
                if token[0] == ".":
                    fixed.add((column, row))
        return Board(digits, frozenset(fixed))

    def allows(self, column: int, row: int, digit: int) -> bool:
        """An independent implementation of the rules."""
        return digit > 0 and not any(
            other == digit
            and (x, y) != (column, row)
            and (x == column or y == row or box(x, y) == box(column, row))
            for (x, y), other in self.digits.items()
        )

    @property
    def is_legal(self) -> bool:
        return all(self.allows(column, row, digit) for (column, row), digit in self.digits.items())

    @property
    def empty(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(1, 10) for x in range(1, 10) if (x, y) not in self.digits]


def backtracked(
    start: Board, cells: list[tuple[int, int]], digits: dict[tuple[int, int], list[int]]
) -> Board:
    """The first solution of the recursion in the spec: visit the empty cells, try digits, step back."""
    board = Board(dict(start.digits), start.fixed)

    def fill(empty: list[tuple[int, int]]) -> bool:
        if not empty:
            return True
        cell, *rest = empty
        for digit in digits[cell]:
            if board.allows(*cell, digit):
                board.digits[cell] = digit
                if fill(rest):
                    return True
                del board.digits[cell]
        return False

    assert fill([cell for cell in cells if cell not in start.digits])
    return board


def box(column: int, row: int) -> tuple[int, int]:
    return (column - 1) // 3, (row - 1) // 3


def boards(text: str) -> list[Board]:
    """All boards on the screen, checked; every other line must be a message of the game."""
    lines = text.splitlines()
    found = []
    fixed: frozenset[tuple[int, int]] | None = None
    while lines:
        if lines[0] == BAR:
            board, lines = Board.read(lines[:13]), lines[13:]
            assert board.is_legal
            assert fixed in (None, board.fixed)
            fixed = board.fixed
            found.append(board)
        else:
            assert lines[0] in MESSAGES
            fixed = None if lines[0] == ASK else fixed
            lines = lines[1:]
    return found


# -- transcripts --------------------------------------------------------------------------------------------


@pytest.mark.once
@for_each(TRANSCRIPTS)
def test_transcript(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    screen = io.StringIO()
    typed = [line[1:] for line in text.splitlines() if line.startswith(">")]
    assert play(stdin=Player(typed, screen), stdout=screen) == 0
    assert screen.getvalue() == text


def test_transcripts_cover_every_message() -> None:
    seen = {line for path in TRANSCRIPTS for line in path.read_text(encoding="utf-8").splitlines()}
    missing = {message for message in MESSAGES if not message.startswith("Hint")} - seen
    assert missing == {
        "Puzzle solved successfully"
    }  # winning from 0 cells takes 81 boards and is tested below
    assert any(line.startswith("Hint: set cell to") for line in seen)


def test_on_a_terminal_the_last_message_is_below_the_interrupt() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    assert play(stdin=Player([" 81", " ^C"], screen), stdout=screen) == 0
    assert screen.getvalue().endswith("> ^C\n\nExiting...\n")


def test_hints_on_an_empty_board() -> None:
    said = output("0\nvalidate\nhint 9 1\nhint 1 1\nexit\n", seed=None).splitlines()
    assert said[-3:] == ["Hint: set cell to 1", "Hint: set cell to 9", "Exiting..."]


# -- making a game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 17, 40, 79, 80])
def test_a_new_game_has_the_requested_number_of_fixed_cells(count: int) -> None:
    (board,) = boards(output(f"{count}\n"))
    assert len(board.digits) == count
    assert board.fixed == set(board.digits)


@pytest.mark.parametrize("seed", spread(range(5), 2))
def test_hints_lead_to_the_original_grid(seed: int) -> None:
    (board,) = boards(output("30\n", seed=seed))
    asked = "".join(f"hint {x} {y}\n" for x, y in board.empty)
    hints = re.findall(r"Hint: set cell to (\d)", output(f"30\n{asked}", seed=seed))
    full = Board(board.digits | dict(zip(board.empty, map(int, hints), strict=True)), board.fixed)
    assert not full.empty
    assert full.is_legal


@pytest.mark.parametrize("seed", spread(range(8), 4))
def test_a_new_game_follows_the_spec(seed: int) -> None:
    rng = Rng(seed)
    cells = [(x, y) for y in range(1, 10) for x in range(1, 10)]
    digits = {cell: rng.shuffled(range(1, 10)) for cell in cells}
    solution = backtracked(Board({}, frozenset()), cells, digits).digits
    fixed: set[tuple[int, int]] = set()
    for _ in range(30):
        while (cell := cells[rng.below(81)]) in fixed:
            pass
        fixed.add(cell)
    assert boards(output("30\n", seed=seed)) == [
        Board({cell: solution[cell] for cell in fixed}, frozenset(fixed))
    ]
    asked = [cell for cell in cells if cell not in fixed]
    hints = output("30\n" + "".join(f"hint {x} {y}\n" for x, y in asked), seed=seed).splitlines()[14:-1]
    assert hints == [f"Hint: set cell to {solution[cell]}" for cell in asked]


@pytest.mark.parametrize("seed", spread(range(4), 2))
def test_validate_finds_what_the_spec_finds(seed: int) -> None:
    (board,) = boards(output("28\n", seed=seed))
    right_to_left = [(x, y) for y in range(1, 10) for x in range(9, 0, -1)]
    solution = backtracked(board, right_to_left, {cell: [*range(1, 10)] for cell in right_to_left}).digits
    asked = "".join(f"hint {x} {y}\n" for x, y in board.empty)
    _, *hints = output(f"28\nvalidate\n{asked}", seed=seed).splitlines()[14:-1]
    assert hints == [f"Hint: set cell to {solution[cell]}" for cell in board.empty]


def test_a_seed_makes_the_same_games_and_a_restart_another() -> None:
    text = "40\nrestart\n40\nrestart\n40\n"
    first, second, third = boards(output(text, seed=7))
    assert boards(output(text, seed=7)) == [first, second, third]
    assert first != second != third != first
    assert boards(output("40\n", seed=8)) != [first]


def test_games_without_a_seed_differ() -> None:
    assert boards(output("40\n", seed=None)) != boards(output("40\n", seed=None))


@pytest.mark.once
def test_every_cell_can_be_fixed() -> None:
    seen = {cell for seed in range(12) for cell in boards(output("40\n", seed=seed))[0].fixed}
    assert len(seen) == 81


# -- playing by the rules -----------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("seed", spread(range(4), 2))
def test_every_move_is_checked_by_the_rules(seed: int) -> None:
    game = ConsoleGame.new(45, Rng(seed))
    board = Board.read(str(game).splitlines())
    for column, row, digit in product(range(1, 10), range(1, 10), range(1, 10)):
        said = game.answer(["set", str(column), str(row), str(digit)])
        if (column, row) in board.fixed or not board.allows(column, row, digit):
            assert said == "Error: value is invalid"
        else:
            assert Board.read(said.splitlines()).digits == board.digits | {(column, row): digit}
            cleared = game.answer(["set", str(column), str(row), "0"])
            assert Board.read(cleared.splitlines()) == board


def test_a_fixed_cell_never_changes() -> None:
    (board,) = boards(output("1\n"))
    ((column, row),) = board.fixed
    typed = "".join(f"set {column} {row} {digit}\nhint {column} {row}\n" for digit in range(10))
    assert output(f"1\n{typed}").splitlines()[14:] == ["Error: value is invalid"] * 20 + ["Exiting..."]


@pytest.mark.parametrize("seed", spread(range(3), 3))
def test_the_last_cell_wins_and_then_only_exit_and_restart_are_left(seed: int) -> None:
    (board,) = boards(output("80\n", seed=seed))
    ((column, row),) = board.empty
    (digit,) = [digit for digit in range(1, 10) if board.allows(column, row, digit)]
    after = "set 1 1 1\nset 1 1 0\nset\nhint 1 1\nvalidate\n\nnonsense\n"
    said = output(f"80\nset {column} {row} {digit}\n{after}ReStart\n80\nexit\n", seed=seed)
    assert len(boards(said)) == 3
    assert boards(said)[1].digits == board.digits | {(column, row): digit}
    assert said.splitlines()[1 + 13 + 13 :][:8] == [
        "Puzzle solved successfully",
        *6 * ["Error: invalid command"],
        ASK,
    ]


def test_a_whole_game_from_nothing() -> None:
    rows = [[(row * 3 + row // 3 + column) % 9 + 1 for column in range(9)] for row in range(9)]
    moves = [f"set {x + 1} {y + 1} {rows[y][x]}" for y in range(9) for x in range(9)]
    said = output("0\n" + "\n".join(moves) + "\nvalidate\nexit\n")
    shown = boards(said)
    assert [len(board.digits) for board in shown] == list(range(82))
    assert not shown[-1].fixed
    assert said.splitlines()[-3:] == ["Puzzle solved successfully", "Error: invalid command", "Exiting..."]
    assert said.count("Puzzle solved successfully") == 1


def test_validate_is_fast_where_plain_backtracking_is_not() -> None:
    board = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    moves = [f"set {n % 9 + 1} {n // 9 + 1} {digit}" for n, digit in enumerate(board) if digit != "."]
    said = output("0\n" + "\n".join([*moves, "validate", "exit"]) + "\n")
    assert len(boards(said)) == 1 + len(moves)  # every move was allowed
    assert said.splitlines()[-2:] == ["validation failed, the board is unsolvable", "Exiting..."]


# -- random input -------------------------------------------------------------------------------------------

numbers = st.integers(-2, 12).map(str) | st.sampled_from(["x", "", "+3", "²", "9" * 5000, "0" * 5000 + "4"])
words = st.sampled_from(["set", "SET", "hint", "validate", "restart", "exit", "0", "80"]) | numbers
moves = st.builds("set {} {} {}".format, st.integers(1, 9), st.integers(1, 9), st.integers(0, 9))
any_line = st.one_of(moves, moves, moves, st.lists(words).map(" ".join), st.text())


@pytest.mark.once
@settings(max_examples=examples(40), deadline=None)
@given(st.lists(any_line, max_size=40), st.integers(0, 80), st.integers(0, 2**64))
def test_any_text_leaves_a_legal_board(lines: list[str], count: int, seed: int) -> None:
    boards(output(f"{count}\n" + "\n".join(lines), seed=seed))


@pytest.mark.once
@settings(max_examples=examples(100 if kernel is not None else 30), deadline=None)
@given(st.text())
def test_any_text_at_the_first_question(text: str) -> None:
    boards(output(text))


@pytest.mark.once
@settings(max_examples=30, deadline=None)
@given(st.binary())
def test_any_bytes(content: bytes) -> None:
    stdout = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(b"3\n" + content), encoding="utf-8")
    assert play(seed=1, stdin=stdin, stdout=stdout) == 0
    assert len(boards(stdout.getvalue())) >= 1


# -- as a process -------------------------------------------------------------------------------------------

PROGRAM = "import sys; from nonet.faces import console; console.play(stdin=sys.stdin, stdout=sys.stdout)"


def started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
    )


def test_an_answer_reaches_the_pipe_before_the_next_command() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().decode().rstrip() == ASK
        process.stdin.write(b"0\n")
        process.stdin.flush()
        assert [len(process.stdout.readline().rstrip(b"\r\n")) for _ in range(13)] == [34] * 13
        process.stdin.write(b"\xff\xfe\x00 1 2\n")
        process.stdin.flush()
        assert process.stdout.readline().decode().rstrip() == "Error: invalid command"
        rest, errors = process.communicate()
    assert (rest.split(), errors, process.returncode) == ([b"Exiting..."], b"", 0)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
def test_an_interrupt_ends_the_game_as_exit_does() -> None:
    with started() as process:
        assert process.stdout is not None
        assert process.stdout.readline().decode().rstrip() == ASK
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate()
    assert (rest, errors, process.returncode) == (b"Exiting...\n", b"", 0)
