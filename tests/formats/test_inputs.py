"""Every public function accepts a puzzle in every form, and refuses other input with a clear error."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pandas
import polars
import pytest

import nonet
from many_cases import for_cases, for_each
from nonet import Grid, Layout, NonetError, Order, Puzzle, Rng
from nonet.canonical import canonical
from nonet.formats import as_grid, as_puzzle
from nonet.generate import dig, minimize
from nonet.logic import Position, all_steps, next_step, path
from nonet.rating import rate
from nonet.symmetry import Transformation

LINE = ".13.43.2.2.3...."
SOLUTION = "2134431212433421"
ROWS = [[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]]
FLAT = [value for row in ROWS for value in row]
PUZZLE = Puzzle.of("4x4", FLAT)

FORMS: dict[str, Any] = {
    "line": LINE,
    "rows": "0 1 3 0\n4 3 0 2\n0 2 0 3\n0 0 0 0\n",
    "bytes": LINE.encode(),
    "bytearray": bytearray(LINE, "ascii"),
    "bytes of values": bytes(FLAT),
    "memoryview of values": memoryview(bytes(FLAT)),
    "Puzzle": PUZZLE,
    "Grid": PUZZLE.givens,
    "nested lists": ROWS,
    "nested tuples": tuple(map(tuple, ROWS)),
    "flat list": FLAT,
    "array.array": array("B", FLAT),
    "numpy, 2 dimensions": numpy.array(ROWS),
    "numpy, 1 dimension": numpy.array(FLAT, dtype=numpy.uint8),
    "list of numpy rows": list(numpy.array(ROWS)),
    "numpy str": numpy.array([LINE])[0],
    "pandas": pandas.DataFrame(ROWS),
    "polars": polars.DataFrame(ROWS, orient="row"),
}
TEXT = {"line", "rows", "numpy str"}


def is_solved(answer: Any, form: str) -> None:
    """Text for text, and a Grid for everything else."""
    if form in TEXT:
        assert answer == SOLUTION
    else:
        assert answer == Grid.of("4x4", SOLUTION)


def same(answer: Any, form: str) -> None:
    assert answer == PUZZLE


# Each function, and a check of its result.
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any, str], None]]] = {
    "solution": (nonet.solution, is_solved),
    "some_solution": (nonet.some_solution, is_solved),
    "first_solution": (nonet.first_solution, is_solved),
    "first_solution, order": (
        lambda given: nonet.first_solution(given, Order.right_to_left(PUZZLE.layout)),
        is_solved,
    ),
    "solutions": (lambda given: next(iter(nonet.solutions(given))), is_solved),
    "count_solutions": (nonet.count_solutions, lambda answer, form: assert_equal(answer, 1)),
    "is_unique": (nonet.is_unique, lambda answer, form: assert_equal(answer, True)),
    "rate": (rate, lambda answer, form: assert_equal(str(answer), "easy 36 (hodoku 2.2)")),
    "hint": (nonet.hint, lambda answer, form: assert_equal(answer, nonet.hint(PUZZLE))),
    "hint, position": (
        lambda given: nonet.hint(PUZZLE, given),
        lambda answer, form: assert_equal(answer, nonet.hint(PUZZLE)),
    ),
    "path": (lambda given: list(path(given)), lambda answer, form: assert_equal(answer, list(path(PUZZLE)))),
    "next_step": (next_step, lambda answer, form: assert_equal(answer, next(path(PUZZLE)))),
    "all_steps": (
        lambda given: list(all_steps(given, "full-house")),
        lambda answer, form: assert_equal(answer, list(all_steps(Position.of(PUZZLE), "full-house"))),
    ),
    "Position.of": (
        lambda given: Position.of(given).candidates(),
        lambda answer, form: assert_equal(answer, nonet.Candidates.of(PUZZLE)),
    ),
    "Candidates.of": (
        nonet.Candidates.of,
        lambda answer, form: assert_equal(answer, nonet.Candidates.of(PUZZLE)),
    ),
    "format_grid": (nonet.format_grid, lambda answer, form: assert_equal(answer, FORMS["rows"].rstrip())),
    "canonical": (
        lambda given: canonical(given).form,
        lambda answer, form: assert_equal(
            answer if form in TEXT else as_grid(answer).symbols, canonical(PUZZLE).form.givens.symbols
        ),
    ),
    "Transformation": (
        lambda given: Transformation.identity(PUZZLE.layout)(given),
        lambda answer, form: assert_equal(
            answer, {"Grid": PUZZLE.givens}.get(form, LINE if form in TEXT else PUZZLE)
        ),
    ),
    "minimize": (
        lambda given: minimize(given, Rng(1)),
        lambda answer, form: assert_equal(
            as_puzzle(answer) if form in TEXT else answer, minimize(PUZZLE, Rng(1))
        ),
    ),
    "dig": (
        lambda given: dig(given, Rng(1)),
        lambda answer, form: assert_equal(
            as_puzzle(answer) if form in TEXT else answer, dig(PUZZLE.givens, Rng(1))
        ),
    ),
    "as_puzzle": (as_puzzle, same),
    "as_grid": (as_grid, lambda answer, form: assert_equal(answer, PUZZLE.givens)),
}


def assert_equal(found: object, expected: object) -> None:
    assert found == expected


@for_each(FUNCTIONS, FORMS)
def test_every_function_takes_every_form(function: str, form: str) -> None:
    call, check = FUNCTIONS[function]
    check(call(FORMS[form]), form)


REFUSED: dict[str, tuple[Any, str]] = {
    "None": (None, "a puzzle is text, bytes, a Puzzle, .* not None"),
    "a number": (81, "not 81"),
    "a set": ({1, 2, 3}, "not {1, 2, 3}"),
    "a dictionary": ({"a": 1}, "not {'a': 1}"),
    "a layout": (Layout.named("4x4"), "not Layout.named"),
    "something large": (type("Board", (), {"__repr__": lambda self: "x" * 99})(), "not Board$"),
    "ragged rows": ([[1, 2], [2]], "row 2 has 1 value; with 2 rows, each has 2"),
    "a row that is a number": ([[1, 2], 3], "row 2 must be a list of numbers, not 3"),
    "rows of text": (["1234", "...."], "row 1 must be a list of numbers, not '1234'"),
    "a cell that is text": ([["1", 0], [0, 0]], "row 1, column 1: values are whole numbers.* not '1'"),
    "a cell that is None": ([[1, None], [0, 0]], "row 1, column 2: .* not None"),
    "a fraction": ([[0.5, 0], [0, 0]], "row 1, column 1: .* not 0.5"),
    "three dimensions": (numpy.zeros((4, 4, 1), int), r"row 1, column 1: .* not \[0\]"),
    "a mask": (numpy.eye(4, dtype=bool), "row 1, column 1: .* not True"),
    "a list with True": ([[True, 0], [0, 0]], "row 1, column 1: .* not True"),
    "an array of fractions": (numpy.full((4, 4), 0.5), "row 1, column 1: .* not 0.5"),
    "eighty values": ([0] * 80, "80 values do not make a square board"),
    "nothing": ([], "0 values do not make a square board"),
    "too many rows": ([[0] * 26] * 26, "26 rows; the largest board has 25"),
    "too large a value": ([[5, 0, 0, 0]] + [[0] * 4] * 3, "r1c1 holds 5; digits are 1 to 4"),
    "a negative value": ([[-1, 0], [0, 0]], "r1c1 holds -1"),
    "text that is no puzzle": ("hello", "hello"),
    "bytes that are no puzzle": (b"hello", "hello"),
    "bytes that are no text": (b"12\xff4", "not UTF-8"),
    "empty bytes": (b"", "no puzzle in the input"),
}


@for_each(FUNCTIONS, REFUSED)
def test_every_function_refuses_other_input(function: str, refused: str) -> None:
    if (function, refused) == ("hint, position", "None"):
        return  # for that parameter, None means the initial position
    given, words = REFUSED[refused]
    with pytest.raises(NonetError, match=words):
        FUNCTIONS[function][0](given)


RULE_BREAKERS = [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_values_may_break_the_rules_where_a_puzzle_may_not() -> None:
    assert nonet.format_grid(RULE_BREAKERS, "line") == "11.............."
    assert nonet.hint("1" + "." * 15, RULE_BREAKERS).kind.name == "CONFLICT"
    with pytest.raises(nonet.RuleError):
        nonet.solution(RULE_BREAKERS)


def test_the_layout_that_a_text_names_is_kept() -> None:
    assert as_puzzle("# layout: 4x4+x\n1...\n....\n....\n....").layout.name == "4x4+x"
    assert as_puzzle(b"# layout: 4x4+x\n1...\n....\n....\n....").layout.name == "4x4+x"


@for_each([None, 5, PUZZLE, ["53..7...."]])
def test_parse_says_what_it_was_given(given: Any) -> None:
    with pytest.raises(NonetError, match=f"expected text with a puzzle, not {type(given).__name__}"):
        nonet.parse(given)


def test_parse_takes_bytes() -> None:
    assert nonet.parse(LINE.encode()) == PUZZLE
    assert nonet.read(LINE.encode()).format == "line"


def test_numpy_is_not_imported_for_it() -> None:
    code = (
        "import sys, nonet; nonet.solution([[0] * 4] * 4) if 0 else nonet.is_unique([[0] * 4] * 4); "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- repr ---------------------------------------------------------------------------------------------------


def boards() -> Iterator[Grid | Puzzle]:
    for name in (
        "9x9",
        "1x1",
        "4x4",
        "6x6/3x2",
        "9x9+x",
        "windoku",
        "25x25",
        "jigsaw:1112122233343444",
        "16x16+x",
    ):
        layout = Layout.named(name)
        values = [*layout.digits, *[0] * (layout.cell_count - layout.size)]
        yield Grid.of(layout, values)
        yield Grid.of(layout, [1] * layout.cell_count)
        yield Puzzle.of(layout, values)
        yield Puzzle.of(layout, values, ruled_out={layout.cell_count - 1: [1, layout.size]})


@for_each([*boards()])
def test_repr_can_be_evaluated(board: Grid | Puzzle) -> None:
    again = eval(repr(board), {"Grid": Grid, "Puzzle": Puzzle})
    assert again == board
    assert again.layout == board.layout


def test_repr_can_be_read() -> None:
    assert repr(PUZZLE) == f"Puzzle.of('4x4', '{LINE}')"
    assert repr(PUZZLE.givens) == f"Grid.of('4x4', '{LINE}')"


@for_cases(
    [
        ("12?.............", "r1c3 holds '\\?'; write 1 to 9"),
        ("5...............", "r1c1 holds 5; digits are 1 to 4"),
        ("....", "a 4x4 board has 16 cells, not 4"),
    ]
)
def test_symbols_that_are_not_a_grid(values: str, words: str) -> None:
    with pytest.raises(NonetError, match=words):
        Grid.of("4x4", values)
