"""Checks the exercises.

    python3 check.py                       all of them
    python3 check.py backtracking          one of them
    python3 check.py --in FOLDER           the files of another folder, for example a student's

It needs nothing but Python.
"""

import importlib
import random
import sys
import unittest
from pathlib import Path

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
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
    flat = [number for row in board for number in row]
    houses = [range(9 * k, 9 * k + 9) for k in range(9)] + [range(k, 81, 9) for k in range(9)]
    houses += [
        [27 * a + 3 * b + 9 * r + c for r in range(3) for c in range(3)] for a in range(3) for b in range(3)
    ]
    return all({flat[cell] for cell in house} == set(range(1, 10)) for house in houses) and all(
        clue in (0, number) for clue, number in zip(clues, flat)
    )


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
                        self.assertEqual(
                            bool(fits(board, row, column, digit)), not seen, (row, column, digit)
                        )


class Backtracking(unittest.TestCase):
    """Exercise 2."""

    def test_an_easy_puzzle(self):
        board = board_of(EASY)
        self.assertIs(load("backtracking").solve(board), True)
        self.assertTrue(is_solution_of(board, EASY), load("board").show(board))

    def test_an_empty_board(self):
        board = board_of("." * 81)
        self.assertIs(load("backtracking").solve(board), True)
        self.assertTrue(is_solution_of(board, "." * 81), load("board").show(board))

    def test_no_solution(self):
        board = board_of(NO_ROOM)
        self.assertIs(load("backtracking").solve(board), False, "no digit fits into the last cell of row 0")
        self.assertEqual(board, board_of(NO_ROOM), "the board must be left as it was")


class Counting(unittest.TestCase):
    """Exercise 3."""

    def test_one_none_and_several(self):
        count = load("counting").count
        board = board_of(EASY)
        self.assertEqual(count(board, 10), 1)
        self.assertEqual(board, board_of(EASY), "the board must be left as it was")
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
        self.assertEqual(load("propagation").fill_naked_singles(board), EASY.count("."))
        self.assertTrue(is_solution_of(board, EASY))

    def test_hidden_singles(self):
        board = board_of("." * 9 + "...1....." + "......1.." + "." * 54)
        board[3][0] = 1
        self.assertEqual(load("propagation").fill_hidden_singles(board), 0, "row 0 has two places for 1")
        board[6][1] = 1
        written = load("propagation").fill_hidden_singles(board)
        self.assertEqual((written, board[0][2]), (1, 1), "the box has one place left for 1")

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
        self.assertEqual(solution, board_of(SOLVED), "the solution must be left as it was")
        self.assertEqual(self.solutions(puzzle), 1)
        for row in range(9):
            for column in range(9):
                allowed = {solution[row][column], 0 if (row, column) in order else solution[row][column]}
                self.assertIn(puzzle[row][column], allowed, f"row {row}, column {column}")
        for row, column in order:
            if not puzzle[row][column]:
                continue
            without = [each[:] for each in puzzle]
            without[row][column] = 0
            self.assertGreater(
                self.solutions(without), 1, f"the clue in row {row}, column {column} is not needed"
            )

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


def check(name):
    """Runs the tests of an exercise, and prints what is wrong; True if nothing is."""
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(EXERCISES[name])
    result = unittest.TestResult()
    suite.run(result)
    if result.wasSuccessful():
        print(f"{name}: passed")
        return True
    _, text = (result.failures + result.errors)[0]
    reason = text.strip().splitlines()[-1]
    print(f"{name}: " + ("not written yet" if reason.startswith("NotImplementedError") else reason))
    return False


def main(arguments):
    here = Path(__file__).resolve().parent
    folder = here
    if "--in" in arguments:
        place = arguments.index("--in")
        folder = Path(arguments[place + 1] if place + 1 < len(arguments) else "--in")
        del arguments[place : place + 2]
    unknown = [name for name in arguments if name not in EXERCISES]
    if unknown or not folder.is_dir():
        print(
            f"no such {'exercise: ' + unknown[0] if unknown else 'folder: ' + str(folder)}", file=sys.stderr
        )
        print(f"the exercises are {', '.join(EXERCISES)}", file=sys.stderr)
        return 2
    sys.path[:0] = [str(folder.resolve()), str(here)]
    names = arguments or list(EXERCISES)
    passed = sum([check(name) for name in names])
    print(f"{passed} of {len(names)} passed")
    return 0 if passed == len(names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
