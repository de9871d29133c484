"""The tests of the exercises. check.py runs them, each exercise in a process of its own."""

import importlib
import json
import os
import random
import sys
import traceback
import types
import unittest
from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
FIRST = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
NO_ROOM = "12345678." + "." * 9 + "........9" + "." * 54
SEVERAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."


def load(name):
    """A module of the folder that is checked."""
    return importlib.import_module(name)


def board_of(text):
    return load("board").parse(text)


def is_solution_of(board, text):
    """Whether a full board obeys the rules and has the clues of the text. Independent of the exercises."""
    clues = [int(sign) if sign != "." else 0 for sign in text]
    flat = [number for row in nine_rows(board) for number in row]
    houses = [range(9 * k, 9 * k + 9) for k in range(9)] + [range(k, 81, 9) for k in range(9)]
    houses += [
        [27 * a + 3 * b + 9 * r + c for r in range(3) for c in range(3)] for a in range(3) for b in range(3)
    ]
    return all({flat[cell] for cell in house} == set(range(1, 10)) for house in houses) and all(
        clue in (0, number) for clue, number in zip(clues, flat)
    )


class WrongBoard(AssertionError):
    pass


def nine_rows(board):
    try:
        rows = [list(row) for row in board]
    except TypeError:
        rows = []
    if [len(row) for row in rows] != [9] * 9:
        raise WrongBoard("this is not a board of nine rows with nine numbers each: " + repr(board)[:100])
    return rows


def assert_board(board, right, message):
    """Fails with both boards side by side; the cells that differ have a star."""
    rows = nine_rows(board)
    if rows == right:
        return
    lines = [message, f"{'your board':>17}{'a right board':>29}"]
    for mine, other in zip(rows, right):
        marks = [" *"[one != two] for one, two in zip(mine, other)]
        sides = []
        for shown in mine, other:
            signs = ["." if number == 0 else repr(number) for number in shown]
            signs = [mark + (sign if len(sign) == 1 else "?") for mark, sign in zip(marks, signs)]
            sides.append(" |".join("".join(signs[start : start + 3]) for start in (0, 3, 6)))
        lines.append("    " + "      ".join(sides))
    raise WrongBoard("\n".join([*lines, "    * these cells differ"]))


class Rules(unittest.TestCase):
    """Exercise 1."""

    def test_each_rule(self):
        fits = load("rules").fits
        board = board_of(EASY)
        self.assertIs(fits(board, 0, 2, 7), False, "row 0 has a 7 already")
        self.assertIs(fits(board, 0, 2, 6), False, "the box has a 6 already")
        self.assertIs(fits(board, 1, 7, 6), False, "row 1 and column 7 have a 6 already")
        self.assertIs(fits(board, 4, 2, 8), False, "column 2 and row 4 have an 8 already")
        self.assertIs(fits(board, 8, 0, 8), False, "row 8 and column 0 have an 8 already")
        self.assertIs(fits(board, 0, 2, 4), True)

    def test_every_cell(self):
        fits = load("rules").fits
        board, peers = board_of(EASY), load("board").peers
        for row in range(9):
            for column in range(9):
                if not board[row][column]:
                    for digit in range(1, 10):
                        seen = any(board[r][c] == digit for r, c in peers(row, column))
                        call = f"fits(board, {row}, {column}, {digit})"
                        self.assertEqual(bool(fits(board, row, column, digit)), not seen, call)


class Backtracking(unittest.TestCase):
    """Exercise 2."""

    def test_an_easy_puzzle(self):
        board = board_of(EASY)
        self.assertIs(load("backtracking").solve(board), True)
        assert_board(board, board_of(SOLVED), "the board is not solved")

    def test_an_empty_board(self):
        board = board_of("." * 81)
        self.assertIs(load("backtracking").solve(board), True)
        if not is_solution_of(board, "." * 81):
            assert_board(board, board_of(FIRST), "the board is not solved; this would be one solution")

    def test_no_solution(self):
        board = board_of(NO_ROOM)
        self.assertIs(load("backtracking").solve(board), False, "no digit fits into the last cell of row 0")
        assert_board(board, board_of(NO_ROOM), "the board must be left as it was")


class Counting(unittest.TestCase):
    """Exercise 3."""

    def test_one_none_and_several(self):
        count = load("counting").count
        board = board_of(EASY)
        self.assertEqual(count(board, 10), 1)
        assert_board(board, board_of(EASY), "the board must be left as it was")
        self.assertEqual(count(board_of(NO_ROOM), 10), 0)
        self.assertGreater(count(board_of(SEVERAL), 10), 1)

    def test_the_limit(self):
        self.assertEqual(load("counting").count(board_of("." * 81), 25), 25)


class FewestFirst(unittest.TestCase):
    """Exercise 4."""

    def test_the_cell(self):
        next_cell = load("fewest_first").next_cell
        self.assertEqual(next_cell(board_of(EASY)), (4, 4), "only 5 fits there")
        self.assertEqual(next_cell(board_of(NO_ROOM)), (0, 8), "nothing fits there")
        self.assertEqual(next_cell(board_of("." * 81)), (0, 0), "all are equal: the first")
        self.assertIsNone(next_cell(board_of(SOLVED)))

    def test_a_hard_puzzle(self):
        next_cell, peers = load("fewest_first").next_cell, load("board").peers
        board = board_of(HARD)
        tries = 0

        def solve():
            nonlocal tries
            cell = next_cell(board)
            if cell is None:
                return True
            row, column = cell
            seen = {board[r][c] for r, c in peers(row, column)}
            for digit in set(range(1, 10)) - seen:
                tries += 1
                if tries > 50_000:
                    return False
                board[row][column] = digit
                if solve():
                    return True
                board[row][column] = 0
            return False

        self.assertTrue(solve(), "not solved within 50,000 tries")
        self.assertTrue(is_solution_of(board, HARD))


class Propagation(unittest.TestCase):
    """Exercise 5."""

    def test_naked_singles(self):
        board = board_of(EASY)
        written = load("propagation").fill_naked_singles(board)
        assert_board(board, board_of(SOLVED), "naked singles solve this board")
        self.assertEqual(written, EASY.count("."), "the number of digits written")

    def test_hidden_singles(self):
        board = board_of("." * 9 + "...1....." + "......1.." + "." * 54)
        board[3][0] = 1
        self.assertEqual(load("propagation").fill_hidden_singles(board), 0, "row 0 has two places for 1")
        board[6][1] = 1
        right = [row[:] for row in board]
        right[0][2] = 1
        written = load("propagation").fill_hidden_singles(board)
        assert_board(board, right, "the first box has one place left for 1")
        self.assertEqual(written, 1, "the number of digits written")

    def test_nothing_to_do(self):
        for name in ("fill_naked_singles", "fill_hidden_singles"):
            self.assertEqual(getattr(load("propagation"), name)(board_of("." * 81)), 0)


class ExactCover(unittest.TestCase):
    """Exercise 6."""

    def test_the_example(self):
        covers = load("exact_cover").exact_covers({1, 2, 3}, {"a": {1, 2}, "b": {3}, "c": {1}, "d": {2, 3}})
        self.assertEqual(sorted(covers), [["a", "b"], ["c", "d"]])

    def test_no_cover(self):
        self.assertEqual(load("exact_cover").exact_covers({1, 2}, {"a": {1}}), [])

    def test_a_small_sudoku(self):
        needs, options = set(), {}
        for row in range(4):
            for column in range(4):
                for digit in range(1, 5):
                    box = row // 2 * 2 + column // 2
                    met = {
                        ("cell", row, column),
                        ("row", row, digit),
                        ("column", column, digit),
                        ("box", box, digit),
                    }
                    needs |= met
                    if row or digit == column + 1:  # the first row is 1 2 3 4
                        options[row, column, digit] = met
        self.assertEqual(len(load("exact_cover").exact_covers(needs, options)), 12)


class Creating(unittest.TestCase):
    """Exercise 7."""

    def test_clues_that_are_needed(self):
        order = [(row, column) for row in range(9) for column in range(9)]
        random.Random(1).shuffle(order)
        del order[50:]
        solution = board_of(SOLVED)
        puzzle = load("creating").make_puzzle(solution, order)
        assert_board(solution, board_of(SOLVED), "the solution must be left as it was")
        right = board_of(SOLVED)
        for row, column in order:
            digit, right[row][column] = right[row][column], 0
            if self.solutions(right) > 1:
                right[row][column] = digit
        assert_board(puzzle, right, "clues are left that could be taken away, or too many were taken away")

    def solutions(self, board):
        """How many solutions there are, up to two, by the cell with the fewest digits."""
        peers = load("board").peers
        best = None
        for row in range(9):
            for column in range(9):
                if not board[row][column]:
                    digits = set(range(1, 10)) - {board[r][c] for r, c in peers(row, column)}
                    if best is None or len(digits) < len(best[2]):
                        best = row, column, digits
        if best is None:
            return 1
        row, column, digits = best
        found = 0
        for digit in digits:
            board[row][column] = digit
            found += self.solutions(board)
            board[row][column] = 0
            if found > 1:
                return 2
        return found


EXERCISES = {
    "rules": Rules,
    "backtracking": Backtracking,
    "counting": Counting,
    "fewest_first": FewestFirst,
    "propagation": Propagation,
    "exact_cover": ExactCover,
    "creating": Creating,
}


REASONS = {
    EOFError: "asks for input, but nobody is there to type; use the arguments of the function",
    MemoryError: "needs too much memory",
    RecursionError: "a function calls itself without end",
    SystemExit: "ends the program; a function should return instead",
}


def explain(error, folder):
    """What went wrong, as lines for the student."""
    traceback.clear_frames(error.__traceback__)  # frees what a function without memory had collected
    missing = isinstance(error, ModuleNotFoundError) and error.name in EXERCISES
    if missing or isinstance(error, NotImplementedError):
        return ["not written yet"]
    if isinstance(error, WrongBoard):
        return f"wrong: {error}".splitlines()
    if isinstance(error, SyntaxError):
        where = Path(error.filename or "the file").name
        if error.lineno:
            where = f"line {error.lineno} of {where}, `{(error.text or '').strip()}`"
        return [f"Python cannot read {where}: {error.msg}"]
    reason = traceback.format_exception_only(type(error), error)[-1].strip().split("\n")[0][:300]
    for kind, sentence in REASONS.items():
        if isinstance(error, kind):
            reason = f"{sentence} ({kind.__name__})"
    frames = traceback.extract_tb(error.__traceback__)
    frames = [each for each in frames if Path(each.filename).parent == folder]
    frames = [each for each in frames if Path(each.filename).name != "board.py"] or frames
    if frames:
        file, line, _, text = frames[-1]
        return [f"line {line} of {Path(file).name}{text and f', `{text}`'}: {reason}"]
    if isinstance(error, AttributeError) and isinstance(error.obj, types.ModuleType):
        return [f"there is no function {error.name}"]
    if isinstance(error, AssertionError):
        return [f"wrong: {reason.partition(': ')[2]}"]
    return [f"the checker cannot use what the function returned: {reason}"]


def main(exercise, folder, results):
    """Writes a line for each test to the file `results`: its name and what is wrong, as JSON."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    except (ImportError, OSError, ValueError):
        pass  # not on this system
    sys.path.insert(0, folder)
    with open(results, "w", encoding="utf-8") as file:
        for test in unittest.defaultTestLoader.loadTestsFromTestCase(EXERCISES[exercise]):
            wrong = []
            try:
                test.debug()
            except BaseException as error:
                wrong = explain(error, Path(folder))
            print(json.dumps([test.id().rpartition(".")[2], wrong]), file=file, flush=True)
    os._exit(0)  # without waiting for threads


if __name__ == "__main__":
    main(*sys.argv[1:])
