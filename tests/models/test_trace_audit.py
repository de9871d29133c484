"""An audit of written traces on a board of its own: it reads the sentences of a data set, and shares no code with what
wrote them. It knows peers and candidates, and the solution by brute force.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from nonet.data.rows import make_rows
from nonet.data.spec import parse_spec
from nonet.native import kernel

pytestmark = pytest.mark.skipif(kernel is None, reason="many paths")

CELLS = range(81)
ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[*each] for each in zip(*ROWS, strict=True)]
BOXES = [
    [9 * (3 * (box // 3) + cell // 3) + 3 * (box % 3) + cell % 3 for cell in range(9)] for box in range(9)
]
HOUSES = {"row": ROWS, "column": COLUMNS, "box": BOXES}
PEERS = [
    {other for houses in HOUSES.values() for house in houses if cell in house for other in house} - {cell}
    for cell in CELLS
]


def cells_in(text: str) -> list[int]:
    """`r13c4 and r5c5` as numbers."""
    names = re.findall(r"r(\d+)c(\d+)", text)
    return [9 * int(row) + int(column) - 10 for rows, columns in names for row in rows for column in columns]


def digits_in(text: str) -> set[int]:
    return {*map(int, re.findall(r"\b\d\b", text))}


def house(kind: str, number: str) -> list[int]:
    return HOUSES[kind.lower()][int(number) - 1]


class Board:
    def __init__(self, puzzle: str) -> None:
        self.values = [int(sign) if sign in "123456789" else 0 for sign in puzzle]
        self.candidates = [{*range(1, 10)} if not value else set[int]() for value in self.values]
        for cell, value in enumerate(self.values):
            self.place(cell, value)
        self.solution = next(solutions(self.values))

    def place(self, cell: int, digit: int) -> None:
        if digit:
            self.values[cell], self.candidates[cell] = digit, set()
            for peer in PEERS[cell]:
                self.candidates[peer].discard(digit)

    def seen(self, cell: int) -> set[int]:
        return {self.values[peer] for peer in PEERS[cell]}

    def places(self, cells: list[int], digit: int) -> list[int]:
        return [cell for cell in cells if digit in self.candidates[cell]]

    def conclude(self, text: str) -> None:
        """Takes what a step concludes, which must be new and true."""
        for names, sign, number in re.findall(r"((?:r\d+c\d+,?)+) ([=≠]) (\d)", text):
            digit = int(number)
            for cell in cells_in(names):
                assert digit in self.candidates[cell]
                assert (self.solution[cell] == digit) == (sign == "=")
                self.candidates[cell].discard(digit)
                if sign == "=":
                    self.place(cell, digit)


def solutions(values: list[int]) -> Iterator[list[int]]:
    """All solutions, by trying the digits of the cell that has the fewest."""
    empty = [cell for cell in CELLS if not values[cell]]
    if not empty:
        yield values
        return
    left = {cell: {*range(1, 10)} - {values[peer] for peer in PEERS[cell]} for cell in empty}
    cell = min(empty, key=lambda each: len(left[each]))
    for digit in left[cell]:
        yield from solutions([*values[:cell], digit, *values[cell + 1 :]])


HOUSE = r"(row|column|box) (\d)"
CHECKS: dict[str, Callable[..., bool]] = {
    rf"{HOUSE} already has (.+)": lambda board, kind, number, digits: (
        digits_in(digits) <= {board.values[cell] for cell in house(kind, number)}
    ),
    r"The (\d) in (\w+) blocks (.+)": lambda board, digit, cell, cells: (
        board.values[cells_in(cell)[0]] == int(digit) and PEERS[cells_in(cell)[0]].issuperset(cells_in(cells))
    ),
    r"(\w+) has only one candidate left: (\d)": lambda board, cell, digit: (
        board.candidates[cells_in(cell)[0]] == {int(digit)}
    ),
    rf"In {HOUSE} only one place is left for (\d): (\w+)": lambda board, kind, number, digit, cell: (
        board.places(house(kind, number), int(digit)) == cells_in(cell)
    ),
    rf"(\w+) is the last empty cell of {HOUSE}": lambda board, cell, kind, number: (
        [each for each in house(kind, number) if not board.values[each]] == cells_in(cell)
    ),
    rf"In {HOUSE} only (\d) is missing": lambda board, kind, number, digit: (
        {*range(10)} - {board.values[each] for each in house(kind, number)} == {int(digit)}
    ),
    r"The candidates? (.+) (?:was|were) eliminated from (.+) earlier": lambda board, digits, cells: all(
        not digits_in(digits) & (board.candidates[cell] | board.seen(cell)) for cell in cells_in(cells)
    ),
    rf"In {HOUSE} the digit (\d) can only go in (.+)": lambda board, kind, number, digit, rest: (
        {*board.places(house(kind, number), int(digit))} == {*cells_in(rest.split(", and these cells")[0])}
    ),
    rf"In {HOUSE} the digits (.+) can only go in (.+)": lambda board, kind, number, digits, cells: all(
        {*board.places(house(kind, number), digit)} <= {*cells_in(cells)} for digit in digits_in(digits)
    ),
    r"(\w+) can only be (.+)": lambda board, cell, digits: (
        board.candidates[cells_in(cell)[0]] == digits_in(digits)
    ),
    rf"In {HOUSE} these cells have only the candidates (.+) between them: (.+)": (
        lambda board, kind, number, digits, cells: (
            {*cells_in(cells)} <= {*house(kind, number)}
            and set[int]().union(*(board.candidates[cell] for cell in cells_in(cells))) == digits_in(digits)
        )
    ),
}


def audit(count: int, least: int) -> None:
    levels = ("easy", "medium", "hard", "unfair", "extreme")
    parts = "".join(f'[[part]]\ncount = {count}\nlevel = "{level}"\n' for level in levels)
    spec = parse_spec(f'seed = 7\nsentences = ["en", "de", "cs"]\n{parts}')
    checked = dict.fromkeys(CHECKS, 0)
    for row in make_rows(spec, spec.groups[0], 0, count):
        words = json.loads(row.sentences or "")
        for detail in ("short", "full"):
            board = Board(row.puzzle)
            assert row.solution == "".join(map(str, board.solution))
            for texts in zip(*(words[language][detail] for language in ("en", "de", "cs")), strict=True):
                sentences = [re.split(r"(?<=\.)\s+|\n", text) for text in texts]
                for fact in sentences[0]:
                    if fact.startswith(" "):  # below a supposition, and true only there
                        continue
                    for pattern, check in CHECKS.items():
                        if match := re.search(rf"(?i:(?:^|: ){pattern}\.$)", fact):
                            checked[pattern] += 1
                            assert check(board, *match.groups()), (row.puzzle, board.values, fact)
                english, *others = (re.findall(r"[r\dc,]+ [=≠] \d", each[-1]) for each in sentences)
                assert sentences[0][-1].startswith("Therefore ")
                assert all(each == english for each in others)
                board.conclude(sentences[0][-1])
            assert board.values == board.solution
    assert min(checked.values()) >= least, checked


def test_traces_on_another_board() -> None:
    audit(1, 0)


@pytest.mark.slow
def test_two_hundred_traces_on_another_board() -> None:
    audit(40, 1)
