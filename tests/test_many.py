"""Many puzzles per call, in every input form; each answer is compared with another engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from many_cases import spread
from nonet import CLASSIC, Grid, NonetError, Puzzle, Rng
from nonet.canonical import canonical
from nonet.engines import Order, engine
from nonet.many import canonical_many, count_many, solve_many, solve_records, unique_many
from nonet.native import kernel
from nonet.records import BAD, BAD_COUNT, NONE, ONE, SEVERAL, Block, Records
from nonet.rules import Thermometer
from nonet.symmetry import random_transformation

GOLDEN = (Path(__file__).parent / "data" / "create-golden.txt").read_text("ascii").splitlines()
PUZZLES = [line.split()[2].replace(".", "0") for line in GOLDEN[2:8]]
LOOSE = [line[:k] + "0" * (81 - k) for line, k in zip(PUZZLES, (40, 45, 50, 55, 60, 65), strict=True)]
BROKEN = PUZZLES[0].replace("0", "?", 1)
TWICE = "55" + "." * 79
DEAD = "12345678...." + "." * 5 + "9" + "." * 63  # r1c9 must be 9 and cannot be
ODD = [BROKEN, TWICE, DEAD, "." * 81, "." * 80, "." * 82, "", "é" * 81]


def expected(line: str) -> tuple[int, str | None]:
    """The status and the greatest solution, from the engine `propagation`."""
    if len(line) != 81 or any(sign not in "0123456789.*_-xX" for sign in line):
        return BAD, None
    grid = Grid.of(CLASSIC, (int(sign) if sign.isdigit() else 0 for sign in line))
    if any(grid.conflicts()):
        return NONE, None
    judge, puzzle = engine("search"), Puzzle(grid)
    greatest = judge.first_solution(puzzle, Order.row_by_row(CLASSIC).reversed_digits())
    if greatest is None:
        return NONE, None
    several = judge.count_solutions(puzzle, limit=2) == 2
    return (SEVERAL if several else ONE), "".join(map(str, greatest))


LINES = PUZZLES + LOOSE + ODD


@cache
def answers() -> list[tuple[int, str | None]]:
    """What is expected of LINES."""
    return [expected(line) for line in LINES]


def check(result: object, wanted: list[tuple[int, str | None]]) -> None:
    assert list(result.status) == [status for status, _ in wanted]  # type: ignore[attr-defined]
    assert [result[k] for k in range(len(wanted))] == [grid for _, grid in wanted]  # type: ignore[index]


@pytest.mark.parametrize("threads", spread([None, 1, 2, 5], 4))
def test_lists_of_lines(threads: int | None) -> None:
    check(solve_many(LINES, threads=threads), answers())
    check(solve_many([line.encode() for line in LINES], threads=threads), answers())
    assert list(unique_many(LINES, threads=threads)) == [status for status, _ in answers()]


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_one_buffer(ending: str, last: bool) -> None:
    some = spread(range(len(LINES) - 4), 6)
    data = "".join(LINES[place] + ending for place in some).encode()
    if not last and ending:
        data = data[: -len(ending)]
    for buffer in (data, bytearray(data), memoryview(data)):
        check(solve_many(buffer), [answers()[place] for place in some])


def test_a_buffer_of_uneven_lines() -> None:
    check(solve_many("\n".join(LINES[:-2]).encode()), answers()[:-2])


def test_no_puzzles_at_all() -> None:
    assert len(solve_many([])) == len(solve_many(b"")) == len(unique_many([])) == len(count_many([])) == 0


def test_counts() -> None:
    judge = engine("propagation")
    counts = count_many(LINES, limit=50)
    for line, (status, _), count in zip(LINES, answers(), counts, strict=True):
        if status == BAD:
            assert count == BAD_COUNT
        elif status == NONE:
            assert count == 0
        else:
            puzzle = Puzzle(Grid.of(CLASSIC, (int(sign) if sign.isdigit() else 0 for sign in line)))
            assert count == judge.count_solutions(puzzle, limit=50)


def test_numpy_arrays() -> None:
    lines, wanted = LINES[:12], answers()[:12]
    values = numpy.array([[int(sign) for sign in line] for line in lines])
    for array in (values, values.astype(numpy.uint8), values.reshape(12, 9, 9)):
        result = solve_many(array)
        assert result.solutions.shape == array.shape
        check(result, wanted)
        assert unique_many(array).tolist() == [status for status, _ in wanted]
        assert count_many(array).dtype == numpy.uint64
    check(solve_many(numpy.array(lines)), wanted)
    check(solve_many(numpy.array([line.encode() for line in lines])), wanted)
    values[3, 7] = 12
    assert solve_many(values).status[3] == BAD
    for wrong in (values[0], values.astype(float), values[:, :80]):
        with pytest.raises(NonetError, match="in an array of shape"):
            solve_many(wrong)


def test_canonical_forms_of_many() -> None:
    rng, lines = Rng(8), [*PUZZLES, BROKEN, TWICE, "." * 81]
    boards = [Puzzle(Grid.of(CLASSIC, map(int, line))) for line in PUZZLES]
    disguised = ["".join(map(str, random_transformation(CLASSIC, rng)(board).givens)) for board in boards]
    found = canonical_many(lines, threads=2)
    assert list(found.status) == [ONE] * 6 + [BAD, NONE, ONE]
    assert [found[k] for k in range(6)] == [canonical_many(disguised)[k] for k in range(6)]
    for k, board in enumerate(boards):
        one = canonical(board)
        assert found[k] == "".join(str(value or ".") for value in one.form.givens)
        assert found.automorphisms[k] == one.automorphisms
    assert (found[6], found[7], found[8]) == (None, None, "." * 81)
    assert found.automorphisms[8] == 3_359_232
    values = numpy.array([[int(sign) for sign in line] for line in PUZZLES], numpy.uint8)
    assert canonical_many(values)[3] == found[3]


def test_blocks_of_lines() -> None:
    lines = PUZZLES + LOOSE
    block = Block("".join(line + "\n" for line in lines).encode(), len(lines), 82)
    text, status = solve_records(block, threads=2, gap=1)
    assert bytes(text).decode().split() == [grid for _, grid in answers()[: len(lines)]]
    assert list(status) == [each for each, _ in answers()[: len(lines)]]


@pytest.mark.parametrize("call", [solve_many, canonical_many])
def test_answers_have_no_slices(call: Any) -> None:
    with pytest.raises(TypeError):
        call(PUZZLES)[0:2]


def test_masked_arrays_are_refused() -> None:
    boards = numpy.ma.masked_equal(numpy.zeros((2, 81), int), 1)
    assert list(solve_many(boards).status) == [2, 2]
    boards[0, 0] = numpy.ma.masked
    with pytest.raises(NonetError, match="must not be masked"):
        solve_many(boards)


@pytest.mark.parametrize("call", [solve_many, unique_many, count_many])
def test_input_that_is_not_a_list_of_puzzles(call: object) -> None:
    with pytest.raises(NonetError, match="not a single str"):
        call("." * 81)  # type: ignore[operator]
    with pytest.raises(NonetError, match="1 to 1024"):
        call(PUZZLES, threads=0)  # type: ignore[operator]


def test_a_limit_below_one() -> None:
    with pytest.raises(NonetError, match="at least 1"):
        count_many(PUZZLES, limit=0)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(st.sampled_from("123456789.0x?\n é"), min_size=79, max_size=83), max_size=6))
def test_every_line_gets_one_answer(lines: list[str]) -> None:
    clean = [line.replace("\n", "?") for line in lines]
    result = solve_many(clean)
    assert len(result) == len(clean)
    for line, status in zip(clean, result.status, strict=True):
        proper = len(line.strip()) == 81 and all(sign in "123456789.0x" for sign in line.strip())
        assert (status == BAD) == (not proper)


@pytest.mark.once
def test_order_is_kept_over_many_puzzles() -> None:
    rng = Rng(5)
    picks = [rng.below(len(LINES)) for _ in range(400 if kernel else 60)]
    check(solve_many([LINES[k] for k in picks], threads=3), [answers()[k] for k in picks])


@pytest.mark.once
@pytest.mark.parametrize("dtype", ["uint8", "int8", "int16", "int64", ">i4"])
def test_arrays_of_every_type_of_number(dtype: str) -> None:
    """A number that is not a value makes its record bad, even one that would be a digit if it were cut to a byte."""
    lines = [*spread(PUZZLES + LOOSE, 4), TWICE.replace(".", "0"), DEAD.replace(".", "0"), "0" * 81]
    values = numpy.array([[int(sign) for sign in line] for line in lines], dtype=dtype)
    wrong = [10, 127, -1] if numpy.dtype(dtype).kind == "i" else [10, 127, 255]
    wrong += [256, 261, -255] if numpy.dtype(dtype).itemsize > 1 else []
    bad = numpy.repeat(values[:1], len(wrong), axis=0)
    bad[numpy.arange(len(wrong)), numpy.arange(len(wrong))] = wrong
    puzzles = numpy.concatenate([values, bad])
    result, text = solve_many(puzzles), solve_many([*lines, *["?"] * len(wrong)])
    assert list(result.status) == list(text.status)
    assert [result[i] for i in range(len(lines))] == [text[i] for i in range(len(lines))]
    assert not result.solutions[len(lines) :].any()
    assert result.solutions.shape == puzzles.shape
    assert list(unique_many(puzzles)) == list(text.status)
    assert list(count_many(puzzles, limit=3)) == list(count_many([*lines, *["?"] * len(wrong)], limit=3))
    assert list(count_many(puzzles[-1:], limit=5_000)) == [BAD_COUNT]


@pytest.mark.parametrize("shape", [(-1, 81), (-1, 9, 9)])
def test_arrays_of_bytes_are_not_copied(shape: tuple[int, ...]) -> None:
    values = numpy.zeros((4, 81), "uint8").reshape(shape)
    assert numpy.shares_memory(Records.of(values, keep_numbers=True).records, values)
    every_other = numpy.zeros((8, 81), "int8")[::2]
    assert list(unique_many(every_other)) == [SEVERAL] * 4


def test_a_list_of_puzzles_may_have_any_boards_and_rules() -> None:
    free, full = Thermometer((0, 1, 2)), Thermometer((0, 1, 2, 3))
    puzzles = [
        Puzzle.of("4x4", "." * 16, rules=[free]),
        Puzzle.of("4x4", "." * 16, rules=[free, Thermometer((2, 1))]),
        Puzzle.of("6x6", "." * 36),
        Puzzle.of(CLASSIC, [int(sign) for sign in PUZZLES[0]]),
        Puzzle.of("4x4", "....4.....1....2", rules=[full]),
    ]
    readable = [engine("rules").count_solutions(puzzle, limit=50) for puzzle in puzzles]
    assert readable[1] == 0
    for threads in (1, 2):
        assert list(count_many(puzzles, limit=50, threads=threads)) == readable
        assert unique_many(puzzles, threads=threads) == bytes(min(count, 2) for count in readable)
        solved = solve_many(tuple(puzzles), threads=threads)
        assert solved.status == bytes(min(count, 2) for count in readable)
        for index, puzzle in enumerate(puzzles):
            order = Order.row_by_row(puzzle.layout).reversed_digits()
            greatest = engine("rules").first_solution(puzzle, order)
            assert solved.solutions[index] == greatest
            assert solved[index] == (None if greatest is None else greatest.symbols)


def test_what_a_list_of_puzzles_cannot_be() -> None:
    puzzle = Puzzle.of(CLASSIC, [0] * 81)
    with pytest.raises(NonetError, match="item 2 of the list is 'text', not a Puzzle"):
        solve_many([puzzle, "text"])  # type: ignore[list-item]
    with pytest.raises(NonetError, match="item 1: expected a puzzle as text, not Puzzle"):
        canonical_many([puzzle])  # type: ignore[arg-type]
    with pytest.raises(NonetError, match="item 2: expected a puzzle as text, not Puzzle"):
        solve_many([PUZZLES[0], puzzle])  # type: ignore[list-item]
    with pytest.raises(NonetError, match="GPU"):
        count_many([puzzle], device="cuda")


def test_far_too_many_threads() -> None:
    with pytest.raises(NonetError, match="threads must be 1 to 1024"):
        count_many(["." * 81], limit=2, threads=10**9)
