"""Mini Sudoku of spec 003: transcripts, the class `Sudoku`, and random input.

A transcript in tests/data/mini shows the screen of a terminal, with the input after each prompt. It starts with the
board to play; if it ends with a prompt, the input ends there.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, pairwise, permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import every, examples, for_cases, for_each
from nonet.errors import NonetError, RuleError
from nonet.faces.mini import Sudoku, main
from nonet.formats import PuzzleEntry, write
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import Cage

DATA = Path(__file__).parents[1] / "data" / "mini"
TRANSCRIPTS = sorted(DATA.glob("*.txt"))
PROMPT = "Zadej hodnoty: radek, sloupec a cislo k zapsani, oddelene mezerou, napr. 2 4 3: "
SOLVED = "Gratuluji, Sudoku je vyresene!\n"

Board = list[list[int]]

# The picture and the three examples of the spec, and the only solution of each.
EXAMPLES = {
    "0130 4302 0203 0000": "2134 4312 1243 3421",
    "0300 0023 4132 3040": "2314 1423 4132 3241",
    "0430 0201 2010 0000": "1432 3241 2314 4123",
    "0023 0301 0004 3002": "4123 2341 1234 3412",
}
NEWSPAPER = (
    "008000001 643108500 012607400 105004000 090700810 060213950 000070083 700301005 001850000",
    "978542361 643198527 512637498 125984736 394765812 867213954 256479183 789321645 431856279",
)


def board(text: str) -> Board:
    return [[int(digit) for digit in row] for row in text.split()]


def drawn(text: str) -> str:
    return "".join(f"{' '.join(row)}\n" for row in text.split())


class Player(io.StringIO):
    """Standard input of a terminal: what is typed is echoed."""

    def __init__(self, lines: Iterable[str], screen: io.StringIO) -> None:
        super().__init__()
        self._lines = iter(lines)
        self._screen = screen

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = next(self._lines, None)
        if line is None:
            return ""
        self._screen.write(f"{line}\n")
        return f"{line}\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(sudoku: Sudoku, lines: Iterable[str], *, screen: type[io.StringIO] = io.StringIO) -> str:
    """The screen after a game with these lines as input."""
    with pytest.MonkeyPatch.context() as patch:
        stdout = screen()
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stdin", Player(lines, stdout))
        sudoku.play()
    return stdout.getvalue()


# -- transcripts --------------------------------------------------------------------------------------------


@for_each(TRANSCRIPTS)
def test_transcript(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    start, _, _ = text.partition(PROMPT)
    typed = [line.removeprefix(PROMPT) for line in text.split("\n") if line.startswith(PROMPT)]
    if text.endswith(PROMPT):
        typed.pop()
    assert shown(Sudoku([[int(word) for word in row.split()] for row in start.splitlines()]), typed) == text


def test_a_full_board() -> None:
    assert shown(Sudoku(board("2134 4312 1243 3421")), ["0 0 1"]) == SOLVED


def test_a_board_without_moves() -> None:
    dead = "1230 0004 0000 0000"
    message = "Slepa ulicka, policko na radku 0 a sloupci 3 nelze vyplnit!\n"
    assert shown(Sudoku(board(dead)), ["1 0 3"]) == drawn(dead) + message


def test_the_end_of_input_ends_the_game_quietly() -> None:
    start = "0130 4302 0203 0000"
    assert shown(Sudoku(board(start)), []) == drawn(start) + PROMPT
    assert shown(Sudoku(board(start)), [], screen=Terminal) == drawn(start) + PROMPT + "\n"


def test_an_interrupt_ends_the_game_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    sudoku = Sudoku(board("0130 4302 0203 0000"))
    sudoku.play()
    assert sudoku.board == board("0130 4302 0203 0000")


def test_columns_of_large_boards_are_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    sudoku = Sudoku([[0] * 16 for _ in range(16)])
    sudoku.board[0][:3] = [16, 1, 10]
    sudoku.print_board()
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("16  1 10  0  0 ")
    assert second.startswith(" 0  0  0  0  0 ")


# -- the class ----------------------------------------------------------------------------------------------


def test_the_board_is_a_copy() -> None:
    mine = board("0130 4302 0203 0000")
    sudoku = Sudoku(mine)
    assert sudoku.solve_board()
    assert mine == board("0130 4302 0203 0000")
    assert sudoku.board == board("2134 4312 1243 3421")


@pytest.mark.parametrize(("start", "solved"), [*EXAMPLES.items(), NEWSPAPER])
def test_solve_board(start: str, solved: str, capsys: pytest.CaptureFixture[str]) -> None:
    sudoku = Sudoku(board(start))
    assert not sudoku.is_filled()
    assert sudoku.solve_board() is True
    assert sudoku.board == board(solved)
    assert sudoku.is_filled()
    assert sudoku.find_first_empty_cell() is None
    assert capsys.readouterr().out == ""


def test_solve_board_finds_what_backtracking_finds_first() -> None:
    sudoku = Sudoku(board("0000 0000 0000 0000"))
    assert sudoku.solve_board()
    assert sudoku.board == board("1234 3412 2143 4321")


@pytest.mark.parametrize(
    ("start", "dead"),
    [
        ("1230 0004 0000 0000", (0, 3)),
        ("0034 0100 0040 0000", None),
        ("0300 0024 0002 0000", None),
        ("0003 0000 3200 0010", None),
    ],
)
def test_solve_board_without_a_solution(start: str, dead: tuple[int, int] | None) -> None:
    assert not any(consistent(full, board(start)) for full in FOUR_BY_FOUR)
    sudoku = Sudoku(board(start))
    assert sudoku.get_dead_cell() == dead
    assert sudoku.solve_board() is False
    assert sudoku.board == board(start)


def test_solve_board_with_a_board_that_was_changed() -> None:
    sudoku = Sudoku(board("0130 4302 0203 0000"))
    sudoku.board[0][0] = 1
    spoiled = [row[:] for row in sudoku.board]
    assert sudoku.solve_board() is False
    assert sudoku.board == spoiled
    with pytest.raises(RuleError):
        sudoku.play()


def _grids() -> list[Board]:
    """All filled 4x4 boards: pairs of valid bands with valid columns."""
    bands = [
        (a, b)
        for a, b in product(permutations(range(1, 5)), repeat=2)
        if {*a[:2], *b[:2]} == {*a[2:], *b[2:]} == {1, 2, 3, 4}
    ]
    return [
        [list(row) for row in upper + lower]
        for upper, lower in product(bands, repeat=2)
        if all(len(set(column)) == 4 for column in zip(*upper, *lower, strict=True))
    ]


def consistent(full: Board, part: Board) -> bool:
    pairs = zip(chain(*full), chain(*part), strict=True)
    return all(theirs in (0, ours) for ours, theirs in pairs)


FOUR_BY_FOUR = _grids()


def test_there_are_288_filled_4x4_boards() -> None:
    assert len(FOUR_BY_FOUR) == 288


@settings(max_examples=examples(200) // every(3), deadline=None)
@given(st.sampled_from(FOUR_BY_FOUR), st.lists(st.booleans(), min_size=16, max_size=16))
def test_the_class_on_all_4x4_boards(full: Board, kept: list[bool]) -> None:
    start = [[full[r][c] * kept[4 * r + c] for c in range(4)] for r in range(4)]
    sudoku = Sudoku(start)
    empty = [(r, c) for r in range(4) for c in range(4) if not start[r][c]]
    assert sudoku.find_first_empty_cell() == (empty[0] if empty else None)
    for row, col in product(range(4), repeat=2):
        near = {
            start[r][c]
            for r, c in product(range(4), repeat=2)
            if (r, c) != (row, col) and (r == row or c == col or (r // 2, c // 2) == (row // 2, col // 2))
        }
        for value in range(-1, 6):
            assert sudoku.is_allowed(row, col, value) == (1 <= value <= 4 and value not in near)
    dead = [(r, c) for r, c in empty if not any(sudoku.is_allowed(r, c, value) for value in range(1, 5))]
    assert sudoku.get_dead_cell() == (dead[0] if dead else None)
    assert sudoku.board == start
    assert sudoku.solve_board()
    assert sudoku.board == min(grid for grid in FOUR_BY_FOUR if consistent(grid, start))


def test_is_allowed_beyond_the_board() -> None:
    sudoku = Sudoku(board("0130 4302 0203 0000"))
    for row, col in [(-1, 0), (0, -1), (4, 0), (0, 4), (99, 99)]:
        assert not sudoku.is_allowed(row, col, 1)


@for_cases(
    [
        ([], "boards have 1 to 25 rows and columns"),
        ([[0] * 26] * 26, "boards have 1 to 25 rows and columns"),
        ([[0, 0], [0]], "row 2 has 1 values; with 2 rows, each has 2"),
        ([[0] * 3] * 4, "row 1 has 3 values; with 4 rows, each has 4"),
        ([[0, 0], [0, 3]], "r2c2 holds 3; digits are 1 to 2"),
        ([[0, 0], [-1, 0]], "r2c1 holds -1"),
        ([[0, 0], ["1", 0]], "row 2: '1' is not an integer"),
        ([[0, None], [0, 0]], "row 1: None is not an integer"),
    ]
)
def test_invalid_boards(rows: Board, message: str) -> None:
    with pytest.raises(NonetError, match=message):
        Sudoku(rows)


def test_a_digit_that_repeats() -> None:
    with pytest.raises(RuleError, match="row 1, column 4: two 1s in row 1"):
        Sudoku(board("1001 0000 0000 0000"))


@for_each([1, 2, 4, 5, 6, 8, 9, 10, 12, 16, 25])
def test_every_size(size: int) -> None:
    layout = Layout.named(f"{size}x{size}")
    sudoku = Sudoku([[0] * size for _ in range(size)])
    assert sudoku.layout == layout
    for cell in range(size):  # the first row is ascending, except for its last cell
        assert sudoku.is_allowed(0, cell, cell + 1)
        sudoku.board[0][cell] = cell + 1
    assert size == 1 or not sudoku.is_allowed(1, 0, 1)
    sudoku.board[0][size - 1] = 0
    if size > 1:
        sudoku.board[1][size - 1] = size
        assert sudoku.get_dead_cell() == (0, size - 1)
    said = shown(sudoku, [f"{size} 0 1"])
    assert ("Zadane policko neexistuje!" in said) == (size == 1)


def test_another_layout() -> None:
    diagonal = Layout.named("4x4+x")
    sudoku = Sudoku(board("1000 0000 0000 0000"), layout=diagonal)
    assert not sudoku.is_allowed(3, 3, 1)
    assert Sudoku(board("1000 0000 0000 0000")).is_allowed(3, 3, 1)


def test_add_player_number(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sudoku = Sudoku(board("0130 4302 0203 0000"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("0 0 2\n0 0 2\n"))
    assert sudoku.add_player_number() is True
    assert sudoku.board[0][0] == 2
    assert sudoku.add_player_number() is False
    with pytest.raises(EOFError):
        sudoku.add_player_number()
    message = "Policko na radku 0 a sloupci 0 neni prazdne!\n"
    assert capsys.readouterr().out == f"{PROMPT}{PROMPT}{message}{PROMPT}"


# -- random input -------------------------------------------------------------------------------------------


def legal(rows: Board) -> bool:
    size = len(rows)
    height = max(n for n in range(1, size + 1) if size % n == 0 and n * n <= size)
    width = size // height
    houses: dict[tuple[str, int, int], list[int]] = {}
    for r, c in product(range(size), repeat=2):
        if rows[r][c]:
            for house in (("row", r, 0), ("column", c, 0), ("box", r // height, c // width)):
                houses.setdefault(house, []).append(rows[r][c])
    return all(len(set(digits)) == len(digits) for digits in houses.values())


triple = st.lists(st.integers(-1, 9), min_size=3, max_size=3).map(lambda numbers: " ".join(map(str, numbers)))
any_line = st.one_of(triple, triple, triple, st.text().map(lambda text: text.replace("\n", " ")))


@settings(max_examples=examples(150) // every(2), deadline=None)
@given(st.sampled_from([*EXAMPLES, NEWSPAPER[0], 6 * "000000 "]), st.lists(any_line, max_size=60))
def test_any_text_leaves_a_legal_board(start: str, lines: list[str]) -> None:
    size = len(start.split())
    givens = board(start)
    screen = shown(Sudoku(givens), lines)
    rows = [
        [int(word) for word in line.split()]
        for line in screen.replace(PROMPT, PROMPT + "\n").split("\n")
        if len(line) == 2 * size - 1 and line.replace(" ", "").isdecimal() and line not in lines
    ]
    assert len(rows) % size == 0
    boards = [rows[n : n + size] for n in range(0, len(rows), size)]
    assert boards[:1] == [givens]
    for before, after in pairwise(boards):
        assert legal(after)
        assert consistent(after, before)  # filled cells never change


# -- the program --------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str, **options: object) -> tuple[int, str]:
    status = main(*arguments, **options)  # type: ignore[arg-type]
    return status, capsys.readouterr().out


def test_main_plays_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mini.txt"
    path.write_text(drawn("2134 4312 1243 3420"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("3 3 1\n"))
    assert run(capsys, str(path)) == (0, drawn("2134 4312 1243 3420") + PROMPT + SOLVED)


@pytest.mark.parametrize(("start", "solved"), [*EXAMPLES.items(), NEWSPAPER])
def test_main_solves_a_file(
    start: str, solved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mini.txt"
    path.write_text(drawn(start))
    assert run(capsys, str(path), solve=True) == (0, drawn(solved))
    assert run(capsys, str(path), solve=True, size=len(solved.split())) == (0, drawn(solved))


def test_main_says_that_there_is_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mini.txt"
    path.write_text(drawn("1230 0004 0000 0000"))
    assert run(capsys, str(path), solve=True) == (1, "Sudoku nema reseni!\n")


def test_main_refuses_invalid_boards(tmp_path: Path) -> None:
    path = tmp_path / "mini.txt"
    for content in (b"", b"0130 4302 0203 000", b"q", b"\xff\xfe", drawn("1001 0000 0000 0000").encode()):
        path.write_bytes(content)
        with pytest.raises(NonetError):
            main(str(path))
    path.write_text(drawn("0130 4302 0203 0000"))
    with pytest.raises(NonetError):
        main(str(path), size=9)
    with pytest.raises(NonetError, match=r"missing\.txt: No such file"):
        main(str(tmp_path / "missing.txt"))
    with pytest.raises(NonetError, match="Is a directory"):
        main(str(tmp_path))
    path.write_bytes(b" " * (1 << 21))
    with pytest.raises(NonetError, match="more than 1,048,576 characters of a single puzzle"):
        main(str(path))


def test_main_refuses_what_it_cannot_take_into_account(tmp_path: Path) -> None:
    """A killer is not the classic puzzle with its givens."""
    path = tmp_path / "killer.json"
    puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 7)])
    for refused, reason in (
        (puzzle, "the rules of this puzzle: killer cage"),
        (Puzzle.of("4x4", "." * 16).with_digit(0, 2), "candidates that are ruled out"),
    ):
        path.write_text(write([PuzzleEntry(refused)], "json"))
        for solve in (True, False):
            with pytest.raises(NonetError, match=f"Mini Sudoku does not support {reason}"):
                main(str(path), solve=solve)


def test_main_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, solved = next(iter(EXAMPLES.items()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(drawn(start).encode())))
    assert run(capsys, "-", solve=True) == (0, drawn(solved))


def test_main_without_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    status, said = run(capsys, seed=1)
    assert (status, said.endswith(PROMPT)) == (0, True)


@pytest.mark.parametrize("size", [0, -1, 26, 10**9])
def test_main_refuses_a_size_that_no_board_has(size: int) -> None:
    with pytest.raises(NonetError):
        main(size=size, seed=1)


@pytest.mark.parametrize(("size", "filled"), [(None, 8), (1, 0), (2, 2), (4, 8), (6, 18), (9, 40)])
def test_main_makes_a_puzzle(
    size: int | None, filled: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown_with(seed: int | None) -> Board:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        status, said = run(capsys, size=size, seed=seed)
        assert status == 0
        return [[int(word) for word in row.split()] for row in said.removesuffix(PROMPT).splitlines()]

    first = shown_with(5)
    assert len(first) == (size or 4)
    assert legal(first)
    assert sum(digit > 0 for row in first for digit in row) == filled
    assert first == shown_with(5)
    if size not in (1, 2):
        assert first != shown_with(6)
        assert any(shown_with(None) != first for _ in range(5))
    if size in (None, 4):
        assert sum(consistent(full, first) for full in FOUR_BY_FOUR) == 1
    solved = run(capsys, size=size, seed=5, solve=True)[1]
    assert consistent([[int(word) for word in row.split()] for row in solved.splitlines()], first)


@pytest.mark.parametrize("name", ["spec-solved", "spec-dead-end"])
@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals there")
def test_a_real_terminal_shows_the_transcript(name: str) -> None:
    import pty

    text = (DATA / f"{name}.txt").read_text()
    rows = [[int(word) for word in row.split()] for row in text.partition(PROMPT)[0].splitlines()]
    typed = [line.removeprefix(PROMPT) for line in text.splitlines() if line.startswith(PROMPT)]
    program = f"from nonet.faces.mini import Sudoku; Sudoku({rows}).play()"
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "TERM": "dumb"},
    ) as process:
        os.close(theirs)
        seen = b""
        for number, line in enumerate(typed, start=1):
            while seen.count(PROMPT.encode()) < number:
                seen += os.read(ours, 1024)
            os.write(ours, f"{line}\n".encode())
        with suppress(OSError):  # Linux reports a closed terminal this way
            while chunk := os.read(ours, 1024):
                seen += chunk
    os.close(ours)
    assert (seen.decode().replace("\r\n", "\n"), process.returncode) == (text, 0)
