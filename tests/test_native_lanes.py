"""The compiled 9x9 kernel on batches, compared with a small solver and with the rules, on every instruction set."""

from __future__ import annotations

import random
import threading
from array import array
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanes_reference import (
    ALL,
    ISAS,
    PUZZLES,
    batch,
    dug,
    extends,
    found_by_reference,
    full_grid,
    is_solution,
    propagated,
    sets_of,
    some,
    spoiled,
)
from many_cases import every, examples, for_cases, for_each
from nonet import _native


def test_the_test_puzzles_cover_all_cases() -> None:
    kinds = {min(len(found), 2) for found in found_by_reference()}
    assert kinds == {0, 1, 2}
    assert sum(len(found) == 60 for found in found_by_reference()) >= 5


@for_each(_native.isas, [1, 2, 5], [81, 82, 131])
def test_solve_batch(isa: str, threads: int, stride: int) -> None:
    puzzles = PUZZLES * 3
    n = len(puzzles)
    solutions, status = bytearray(81 * n), bytearray(n)
    data = batch(puzzles, stride)[: stride * (n - 1) + 81]  # no padding after the last record
    _native.solve_batch(data, solutions, status, stride=stride, threads=threads, isa=isa)
    for i, (puzzle, found) in enumerate(zip(puzzles, found_by_reference() * 3, strict=True)):
        grid = solutions[81 * i : 81 * i + 81].decode()
        assert status[i] == min(len(found), 2), puzzle
        if not found:
            assert grid == "." * 81
            continue
        assert is_solution(grid)
        assert extends(grid, puzzle)
        if len(found) < 60:
            assert grid == max(found)


@ISAS
def test_greatest_solution_of_very_many(isa: str) -> None:
    rng = random.Random(7)
    puzzles = [dug(rng, clues) for clues in range(3, 26) for _ in range(5)] + ["." * 81]
    n = len(puzzles)
    solutions, status = bytearray(81 * n), bytearray(n)
    _native.solve_batch(batch(puzzles), solutions, status, isa=isa)
    for i, puzzle in enumerate(puzzles):
        grid = solutions[81 * i : 81 * i + 81].decode()
        assert is_solution(grid)
        assert extends(grid, puzzle)
        assert grid == _native.greatest_solution(puzzle)
        # No solution is greater: none has the same first cells and then a greater digit.
        sets = sets_of(puzzle)
        for c in range(81):
            if puzzle[c] in "123456789":
                continue
            above = (
                [1 << int(grid[k]) - 1 for k in range(c)] + [ALL & ~((1 << int(grid[c])) - 1)] + sets[c + 1 :]
            )
            if c % (7 * every(3)) == 0 and above[c]:  # only a sample, because the reference solver is slow
                assert some(propagated(above), 1) == []


@ISAS
def test_unique_batch(isa: str) -> None:
    status = bytearray(len(PUZZLES))
    _native.unique_batch(batch(PUZZLES), status, isa=isa)
    assert list(status) == [min(len(found), 2) for found in found_by_reference()]


@ISAS
def test_each_status(isa: str) -> None:
    """Puzzles with none, one and several solutions and invalid ones; also without any that has several."""
    known = [
        (puzzle, min(len(found), 2)) for puzzle, found in zip(PUZZLES, found_by_reference(), strict=True)
    ]
    for some_known in (known, [each for each in known if each[1] < 2]):
        told = [answer for _, answer in some_known]
        records = [*(puzzle for puzzle, _ in some_known), "?" * 81, "5" * 80 + "!"]
        expected = bytes([*told, 255, 255])
        solutions, status = bytearray(81 * len(records)), bytearray(len(records))
        _native.solve_batch(batch(records), solutions, status, isa=isa)
        assert status == expected
        status = bytearray(len(records))
        _native.unique_batch(batch(records), status, isa=isa)
        assert status == expected


@for_each(_native.isas, [1, 2, 3, 17, 59])
def test_count_batch(isa: str, limit: int) -> None:
    counts = array("Q", [0] * len(PUZZLES))
    _native.count_batch(batch(PUZZLES), counts, limit, isa=isa, threads=2)
    assert list(counts) == [min(len(found), limit) for found in found_by_reference()]


@cache
def count_by_reference(puzzle: str) -> int:
    return len(some(sets_of(puzzle), 4000))


@ISAS
def test_large_counts(isa: str) -> None:
    rng = random.Random(5)
    puzzles = [dug(rng, 27) for _ in range(12 // every(2))]
    expected = [count_by_reference(p) for p in puzzles]
    counts = array("Q", [0] * len(puzzles))
    _native.count_batch(batch(puzzles), counts, 4000, isa=isa)
    assert list(counts) == expected
    assert [_native.count(p, 4000) for p in puzzles] == expected
    assert max(expected) > 100


def test_exchangeable_digits() -> None:
    assert _native.count("." * 81, 1_000_000) == 1_000_000
    rng = random.Random(11)
    for missing in (2, 3):
        for _ in range(4):
            gone = rng.sample("123456789", missing)
            puzzle = "".join("." if ch in gone or rng.random() < 0.1 else ch for ch in full_grid(rng))
            expected = len(some(sets_of(puzzle), 3000))
            assert _native.count(puzzle, 3000) == expected
            counts = array("Q", [0])
            _native.count_batch(puzzle.encode(), counts, 3000)
            assert counts[0] == expected


@ISAS
def test_every_byte_is_checked(isa: str) -> None:
    rng = random.Random(3)
    good = dug(rng, 40).encode()
    blanks = b"0._*-xX"
    records, expected = [], []
    for value in range(256):
        for place in (0, 31, 32, 48, 49, 63, 64, 79, 80, rng.randrange(81)):
            record = bytearray(good)
            record[place] = value
            records.append(bytes(record))
            expected.append(bytes([value]) in [bytes([b]) for b in b"123456789" + blanks])
    status, solutions = bytearray(len(records)), bytearray(81 * len(records))
    _native.solve_batch(b"".join(records), solutions, status, isa=isa)
    assert [s != 255 for s in status] == expected
    assert all(solutions[81 * i : 81 * i + 81] == b"." * 81 for i, s in enumerate(status) if s in (0, 255))
    counts = array("Q", [0] * len(records))
    _native.count_batch(b"".join(records), counts, 2, isa=isa)
    assert [c != 2**64 - 1 for c in counts] == expected
    grades = bytearray(len(records))
    _native.grade_batch(b"".join(records), grades, isa=isa)
    assert [g != 255 for g in grades] == expected


@ISAS
def test_all_blank_characters_are_equivalent(isa: str) -> None:
    rng = random.Random(4)
    puzzle = dug(rng, 30)
    records = [puzzle.replace(".", blank) for blank in "0._*-xX"]
    status, solutions = bytearray(7), bytearray(567)
    _native.solve_batch(batch(records), solutions, status, isa=isa)
    assert len(set(status)) == 1
    assert len({bytes(solutions[81 * i : 81 * i + 81]) for i in range(7)}) == 1


@for_each(_native.isas, [0, 1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300])
def test_any_number_of_puzzles(isa: str, n: int) -> None:
    puzzles = (PUZZLES * 3)[:n]
    status, solutions = bytearray(n), bytearray(81 * n)
    _native.solve_batch(batch(puzzles), solutions, status, isa=isa, threads=2)
    assert list(status) == [min(len(found), 2) for found in (found_by_reference() * 3)[:n]]


@ISAS
def test_effort_is_reported(isa: str) -> None:
    effort, status = array("I", [0] * 2 * len(PUZZLES)), bytearray(len(PUZZLES))
    _native.unique_batch(batch(PUZZLES), status, effort=effort, isa=isa)
    assert all(effort[2 * i + 1] > 0 for i in range(len(PUZZLES)))  # rounds
    assert all(effort[2 * i] > 0 for i in range(len(PUZZLES)) if status[i] == 2)  # two solutions need a guess


@ISAS
def test_allowed_candidates(isa: str) -> None:
    rng = random.Random(8)
    puzzles, allowed, expected = [], array("H"), []
    for _ in range(60):
        grid = full_grid(rng)
        sets = [(1 << int(ch) - 1) | rng.getrandbits(9) & rng.getrandbits(9) for ch in grid]
        if rng.random() < 0.3:
            sets[rng.randrange(81)] = rng.getrandbits(9)
        puzzle = "".join(ch if rng.random() < 0.1 else "." for ch in grid)
        puzzles.append(puzzle)
        allowed.extend(sets)
        expected.append(some([a & b for a, b in zip(sets, sets_of(puzzle), strict=True)], 30))
    n = len(puzzles)
    status, solutions, counts = bytearray(n), bytearray(81 * n), array("Q", [0] * n)
    _native.solve_batch(batch(puzzles), solutions, status, allowed=allowed, isa=isa)
    _native.count_batch(batch(puzzles), counts, 30, allowed=allowed, isa=isa)
    assert list(status) == [min(len(found), 2) for found in expected]
    assert list(counts) == [len(found) for found in expected]
    assert {0, 1, 2} <= set(status)
    for i, found in enumerate(expected):
        if 0 < len(found) < 30:
            assert solutions[81 * i : 81 * i + 81].decode() == max(found)
            assert _native.greatest_solution(puzzles[i], allowed[81 * i : 81 * i + 81]) == max(found)
        assert _native.count(puzzles[i], 30, allowed[81 * i : 81 * i + 81]) == len(found)


def test_all_instruction_sets_agree() -> None:
    rng = random.Random(99)
    puzzles = [dug(rng, rng.randrange(17, 34)) for _ in range(400 // every(4))]
    puzzles += [spoiled(rng, p) for p in puzzles]
    n = len(puzzles)
    answers = []
    for isa in _native.isas:
        for threads in (1, 3):
            solutions, status, counts = bytearray(81 * n), bytearray(n), array("Q", [0] * n)
            _native.solve_batch(batch(puzzles), solutions, status, isa=isa, threads=threads)
            _native.count_batch(batch(puzzles), counts, 300, isa=isa, threads=threads)
            answers.append((bytes(solutions), bytes(status), counts.tobytes()))
    assert len(set(answers)) == 1


def test_calls_from_several_threads() -> None:
    data = batch(PUZZLES * 4)
    wrong = []

    def work() -> None:
        for _ in range(5):
            status = bytearray(4 * len(PUZZLES))
            _native.unique_batch(data, status, threads=2)
            if list(status) != [min(len(found), 2) for found in found_by_reference() * 4]:
                wrong.append(status)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@for_cases(
    [
        ((b"." * 81, bytearray(81), bytearray(2)), {}, ValueError),  # one record, status for two
        ((b"." * 162, bytearray(81), bytearray(2)), {}, ValueError),  # room for one solution
        ((b"." * 162, bytearray(162), bytearray(2)), {"stride": 80}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"stride": 82}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"threads": 0}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"isa": "abacus"}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"allowed": array("H", [1] * 161)}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"allowed": memoryview(bytes(326))[1:]}, ValueError),
        ((b"." * 162, bytearray(162), bytearray(2)), {"effort": bytearray(15)}, ValueError),
        ((b"." * 162, bytes(162), bytearray(2)), {}, BufferError),  # not writable
        (("." * 81, bytearray(81), bytearray(1)), {}, TypeError),
        ((b"." * 81, bytearray(81)), {}, TypeError),
    ]
)
def test_wrong_arguments(
    arguments: tuple[object, ...], options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        _native.solve_batch(*arguments, **options)  # type: ignore[arg-type]


def test_limits() -> None:
    with pytest.raises(ValueError, match="limit"):
        _native.count("." * 81, 0)
    with pytest.raises(ValueError, match="limit"):
        _native.count("." * 81, 2**63)
    with pytest.raises(OverflowError):
        _native.count("." * 81, -1)


@st.composite
def positions(draw: st.DrawFn) -> str:
    rng = random.Random(draw(st.integers(0, 2**32)))
    puzzle = dug(rng, draw(st.integers(24, 81)))
    for _ in range(draw(st.integers(0, 3))):
        puzzle = spoiled(rng, puzzle)
    return puzzle


@given(
    st.lists(positions(), max_size=40), st.integers(1, 40), st.sampled_from(_native.isas), st.integers(1, 3)
)
@settings(max_examples=examples(60), deadline=None)
def test_counts_agree_with_the_reference_solver(
    puzzles: list[str], limit: int, isa: str, threads: int
) -> None:
    counts = array("Q", [0] * len(puzzles))
    _native.count_batch(batch(puzzles), counts, limit, isa=isa, threads=threads)
    assert list(counts) == [len(some(propagated(sets_of(p)), limit)) for p in puzzles]


@given(st.binary(min_size=81, max_size=600), st.integers(81, 130), st.sampled_from(_native.isas))
@settings(max_examples=examples(200), deadline=None)
def test_any_bytes(data: bytes, stride: int, isa: str) -> None:
    n = (len(data) - 81) // stride + 1
    status, solutions = bytearray(n), bytearray(81 * n)
    _native.solve_batch(data, solutions, status, stride=stride, isa=isa)
    for i in range(n):
        record = data[i * stride : i * stride + 81]
        assert (status[i] == 255) == any(b not in b"1234567890._*-xX" for b in record)
