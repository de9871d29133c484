"""The kernel under faults: overlapping buffers, concurrent writes, interpreter shutdown, failed allocations."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import textwrap
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from many_cases import for_cases
from nonet.native import kernel

pytestmark = pytest.mark.skipif(kernel is None, reason="this is about the kernel")
native: Any = kernel

ROOT = Path(__file__).parent.parent
HARD = b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
EMPTY = b"." * 81
TECHNIQUES = 0 if kernel is None else len(native.logic_techniques())


def room(size: int) -> bytearray:
    return bytearray(size)


# -- buffers that share memory --------------------------------------------------------------------------------


def call_solve(puzzles: Any, solutions: Any, status: Any, **more: Any) -> None:
    native.solve_batch(puzzles, solutions, status, **more)


@for_cases(
    [
        ("status and puzzles", lambda b: call_solve(b, room(24300), memoryview(b)[:300])),
        ("solutions and puzzles", lambda b: call_solve(b, b, room(300))),
        ("solutions and status", lambda b: call_solve(bytes(b), b, memoryview(b)[:300])),
        ("status and allowed", lambda b: native.unique_batch(EMPTY, memoryview(b)[:1], allowed=b)),
        ("effort and status", lambda b: native.unique_batch(bytes(b), memoryview(b)[7:307], effort=b)),
        ("counts and puzzles", lambda b: native.count_batch(b, memoryview(b)[: 8 * 300], 2)),
        ("grades and puzzles", lambda b: native.grade_batch(b, memoryview(b)[:300])),
        ("forms and puzzles", lambda b: native.canonical_batch(b, b, room(300))),
        ("status and cells", lambda b: native.canonical_batch(EMPTY, room(81), memoryview(b)[:1], cells=b)),
        ("values and found", lambda b: native.dig_batch(1, 0, range81(), bytes(81), b, memoryview(b)[:3])),
        ("found and values", lambda b: native.plain_batch(1, 0, b, memoryview(b)[:3], 40, 63, 56)),
        ("changed and boards", lambda b: native.augment_batch(1, 0, memoryview(b)[:81], memoryview(b)[:81])),
        (
            "values and actions",
            lambda b: native.episodes_step(
                *(memoryview(b)[:4], b, bytearray(162), bytearray(16), bytearray(4), room(1), room(1)),
                *(bytes(81), bytes(162), bytes(81), 1, 9, True),
            ),
        ),
        (
            "solutions and guesses",
            lambda b: native.effort_batch(1, bytes(2), bytes(1), b, room(8), memoryview(b)[:1], 9),
        ),
        ("ratings and puzzles", lambda b: native.explainer_batch(b, memoryview(b)[:3000])),
        ("ratings and puzzles", lambda b: native.logic_rate(b, memoryview(b)[:2700], b"", bytes(11))),
        ("digits and puzzles", lambda b: native.deciding_clues_batch(b, b, array("I", [0]), 5)),
    ]
)
def test_an_output_that_shares_memory_is_refused(names: str, call: Callable[[bytearray], object]) -> None:
    memory = bytearray(b"." * 81 * 300)
    with pytest.raises(ValueError, match="share memory") as caught:
        call(memory)
    assert set(names.split(" and ")) <= set(str(caught.value).replace(";", "").split())
    assert memory == b"." * 81 * 300  # nothing was written


def range81() -> bytes:
    return bytes(range(81))


def test_adjacent_buffers_are_accepted() -> None:
    memory = bytearray(HARD + bytes(81 + 1))
    view = memoryview(memory)
    native.solve_batch(view[:81], view[81:162], view[162:])
    assert memory[162] == 1
    assert memory[81:162].decode() == native.some_solution(HARD)


def test_inputs_may_share_memory() -> None:
    sets = array("H", [511] * 81)
    text = bytearray(HARD)
    status = bytearray(1)
    native.unique_batch(text, status, allowed=sets)
    assert status[0] == 1


def test_counts_must_be_aligned() -> None:
    memory = memoryview(bytearray(64))
    with pytest.raises(ValueError, match="counts is not aligned"):
        native.count_batch(EMPTY * 2, memory[1:17], 2)
    with pytest.raises(ValueError, match="counts is not aligned"):
        native.deciding_clues_batch(bytes(162), bytearray(324), memory[1:9], 2)


@pytest.mark.parametrize("threads", [0, -1, 1025, 20_000])
def test_absurd_thread_counts(threads: int) -> None:
    one = bytearray(1)
    calls: list[Callable[[], object]] = [
        lambda: native.solve_batch(EMPTY, room(81), one, threads=threads),
        lambda: native.unique_batch(EMPTY, one, threads=threads),
        lambda: native.count_batch(EMPTY, array("Q", [0]), 2, threads=threads),
        lambda: native.grade_batch(EMPTY, one, threads=threads),
        lambda: native.explainer_batch(EMPTY, room(10), threads=threads),
        lambda: native.logic_rate(EMPTY, room(9), b"", bytes(11), threads=threads),
        lambda: native.logic_paths(EMPTY, b"", bytes(11), threads=threads),
        lambda: native.logic_judge(EMPTY, b"", bytes(11), bytes(TECHNIQUES), threads=threads),
        lambda: native.canonical_batch(EMPTY, room(81), one, threads=threads),
        lambda: native.dig_batch(1, 0, range81(), bytes(81), room(81), one, threads=threads),
        lambda: native.deciding_clues_batch(
            bytes(81), array("H", bytes(162)), array("I", [0]), 2, threads=threads
        ),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="threads"):
            call()


# -- memory that another thread writes to ------------------------------------------------------------------------

WRITER = """
    import sys, threading, time
    from array import array
    from nonet import _native as native

    def while_written(memory, junk, call, seconds=0.25):
        # Another thread alternates `memory` between random bytes and the original while `call` is repeated.
        good, over = bytes(memory), threading.Event()
        def write():
            while not over.is_set():
                memory[:] = junk
                memory[:] = good
        thread = threading.Thread(target=write)
        thread.start()
        end = time.monotonic() + seconds
        calls = 0
        try:
            while time.monotonic() < end:
                try:
                    call()
                except ValueError:
                    pass  # it read the random bytes
                calls += 1
        finally:
            over.set()
            thread.join()
        assert calls

    sys.setswitchinterval(1e-5)
    n = 300
    several = bytearray(b"1" + b"." * 80) * n  # several solutions, so every record is read twice
    junk = bytes(range(256)) * (81 * n // 256 + 1)
    status, grids = bytearray(n), bytearray(81 * n)
    while_written(several, junk[: 81 * n], lambda: native.solve_batch(several, grids, status, threads=2))
    while_written(several, junk[: 81 * n], lambda: native.count_batch(several, array("Q", bytes(8 * n)), 5000))
    while_written(several, junk[: 81 * n], lambda: native.grade_batch(several, status))
    while_written(several, junk[: 81 * n], lambda: native.canonical_batch(several, grids, status))
    one = bytearray(b"." * 81)
    while_written(one, junk[:81], lambda: native.some_solution(one))
    while_written(one, junk[:81], lambda: native.solutions(one, 10))

    start = bytearray(81 * 40)
    orbits, kinds = bytearray(range(81)), bytes(81)
    found, values = bytearray(40), bytearray(81 * 40)
    dig = lambda: native.dig_batch(1, 0, orbits, kinds, values, found, start=start, clues=40)
    while_written(start, b"\\xff" * len(start), dig)
    while_written(orbits, bytes(81), lambda: native.dig_batch(1, 0, orbits, kinds, values, found))
    deciding_clues = lambda: native.deciding_clues_batch(start, array("H", bytes(162 * 40)), array("I", bytes(160)), 3)
    while_written(start, b"\\xff" * len(start), deciding_clues)

    side = range(4)
    houses = [[4 * r + c for c in side] for r in side] + [[4 * r + c for r in side] for c in side]
    table = array("H", [c for house in houses for c in house])
    plan = native.rules_plan(native.rules_board(4, 16, table), array("q"))
    cells, digits, board = array("H", range(16)), bytearray([1, 2, 3, 4]) * 16, bytearray(16)
    first = lambda: native.rules_first(plan, board, cells, digits)
    while_written(digits, b"\\xff" * 64, first)
    while_written(board, b"\\xff" * 16, first)
    while_written(memoryview(cells).cast("B"), b"\\xff" * 32, first)
    print("well")
"""


def run_script(script: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more},
    )


@pytest.mark.slow
def test_memory_that_another_thread_writes_to() -> None:
    ended = run_script(WRITER)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "well\n", "")


# -- interpreter shutdown ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "work",
    [
        "native.solve_batch(b'.' * 81 * 200_000, bytearray(81 * 200_000), bytearray(200_000), threads=4)",
        "native.count(b'.' * 81, 2**62)",
        "native.rules_count(plan, bytes(16), 0, lambda count: None)",
        "native.dig_batch(1, 0, bytes(range(81)), bytes(81), bytearray(81 * 99999), bytearray(99999), threads=3)",
    ],
)
def test_a_daemon_thread_in_a_batch_at_the_exit(work: str) -> None:
    script = f"""
        import threading, time
        from array import array
        from nonet import _native as native

        plan = native.rules_plan(native.rules_board(4, 16, array("H", range(16))), array("q"))
        begun = threading.Event()

        def go():
            begun.set()
            while True:
                {work}

        threading.Thread(target=go, daemon=True).start()
        begun.wait()
        time.sleep(0.2)
        print("the end")
    """
    ended = run_script(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "the end\n", "")


def test_the_main_thread_may_still_work_at_the_exit() -> None:
    script = f"""
        import atexit
        atexit.register(lambda: print(native.first_solution(puzzle, bytes(range(81)), bytes(range(1, 10)))))
        from nonet import _native as native
        puzzle = {HARD!r}
    """
    ended = run_script(script)
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (0, native.some_solution(HARD), "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_child_does_not_wait_for_its_parents_threads() -> None:
    script = """
        import os, sys, threading, time, warnings
        from nonet import _native as native

        warnings.simplefilter("ignore")
        threading.Thread(target=lambda: native.count(b"." * 81, 2**62), daemon=True).start()
        time.sleep(0.2)
        child = os.fork()
        if child == 0:
            sys.exit(0)  # including its atexit functions
        print(os.waitpid(child, 0)[1])  # the thread takes for ever
    """
    ended = run_script(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "0\n", "")


# -- failed allocations ------------------------------------------------------------------------------------------

CALLS = """
    from array import array
    from nonet import _native as native

    HARD = b"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
    EASY = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    SEVERAL = b"1" + b"." * 80
    records = (HARD + SEVERAL) * 4
    n = 8
    side = range(9)
    houses = [[9 * r + c for c in side] for r in side] + [[9 * r + c for r in side] for c in side]
    table = array("H", [cell for house in houses for cell in house])
    plan = native.rules_plan(native.rules_board(9, 81, table), array("q"))
    board = bytes(81)
    order = array("H", range(81)), bytes(range(1, 10)) * 81
    lent = []  # the buffers of the last call

    def room(kind, size):
        buffer = bytearray(size) if kind == "B" else array(kind, bytes(size * array(kind).itemsize))
        lent.append(buffer)
        return buffer

    def solve(threads):
        grids, status = room("B", 81 * n), room("B", n)
        native.solve_batch(records, grids, status, threads=threads)
        return bytes(grids), bytes(status)

    def solve_greatest():  # the lanes give up on finding the greatest solution of this one
        grids, status = room("B", 81 * 20), room("B", 20)
        native.solve_batch((b"." * 80 + b"1") * 20, grids, status)
        return bytes(grids)

    def counted(limit):
        counts = room("Q", n)
        native.count_batch(records, counts, limit)
        return counts.tolist()

    def graded():
        grades = room("B", n)
        native.grade_batch(records, grades)
        return bytes(grades)

    def canonical():
        forms, status = room("B", 81 * n), room("B", n)
        native.canonical_batch(records, forms, status, cells=room("B", 81 * n))
        return bytes(forms)

    def explained():
        ratings = room("B", 10)
        native.explainer_batch(EASY, ratings)
        return bytes(ratings)

    finders = bytes(n for n, name in enumerate(native.logic_finders()) if not name.startswith("fish"))
    options = bytes([1, 1, 0, 0, 0, 5, 2, 0, 1, 0, 20])

    def reasoned():
        ratings = room("B", 9)
        native.logic_rate(EASY, ratings, finders, options)
        return bytes(ratings) + b"".join(native.logic_paths(EASY, finders, options))

    def judged():
        every = bytes([1]) * len(native.logic_techniques())
        return native.logic_judge(EASY, finders, options, every, only=every)

    def dug():
        values, found = room("B", 81 * 4), room("B", 4)
        native.dig_batch(1, 0, bytes(range(81)), bytes(81), values, found, start=bytes(81 * 4))
        native.dig_batch(1, 0, bytes(range(81)), bytes(81), values, found)
        return bytes(values)

    def deciding_clues():
        digits, counts = room("H", 81), room("I", 1)
        native.deciding_clues_batch(bytes(81), digits, counts, 3)
        return counts.tolist()

    def searched():
        search = native.rules_search(plan, board)
        return native.rules_next(search, 3) + native.rules_next(search, 100)

    calls = {
        "solve": lambda: solve(1),
        "solve, threads": lambda: solve(3),
        "solve, greatest": solve_greatest,
        "unique": lambda: native.unique_batch(records, room("B", n)),
        "count": lambda: counted(2),
        "count, exchangeable digits": lambda: counted(2000),
        "grade": graded,
        "canonical": canonical,
        "explainer": explained,
        "explainer, paths": lambda: native.explainer_paths(EASY, evidence=True),
        "one explained": lambda: native.explainer_path(bytes(EASY).translate(bytes(48) + bytes(range(208)))),
        "logic": reasoned,
        "logic, judged": judged,
        "one canonical": lambda: native.canonical(bytes(81)),
        "dig": dug,
        "deciding_clues": deciding_clues,
        "one solution": lambda: native.some_solution(SEVERAL),
        "one count": lambda: native.count(SEVERAL, 5000),
        "solutions": lambda: native.solutions(SEVERAL, 100),
        "first": lambda: native.first_solution(SEVERAL, bytes(range(81)), bytes(range(1, 10)) * 81),
        "random": lambda: native.random_numbers(1, 100),
        "board": lambda: native.rules_board(9, 81, table) is not None,
        "any board, solutions": lambda: native.rules_solutions(plan, array("I", [511] * 81), 100),
        "any board, search": searched,
        "any board, count": lambda: native.rules_count(plan, b"\\1" + bytes(80), 2000, None),
        "any board, first": lambda: native.rules_first(plan, board, *order),
    }

    def survive(name, arm, disarm, dense=100_000):
        # Makes allocation 0, 1, 2 ... of a call fail until none does; each time the result is MemoryError or the
        # answer. After `dense` allocations more and more are left out.
        expected = calls[name]()
        failures = number = 0
        while number < 100_000:
            lent.clear()
            answer = None
            arm(number)
            try:
                answer = calls[name]()
            except MemoryError:
                failures += 1
            finally:
                failed = disarm()
            assert answer is None or answer == expected, (name, number)
            for buffer in lent:
                buffer.append(0)  # raises BufferError if the kernel still holds it
            if answer is not None and not failed:
                break
            number += 1 + number // dense
        assert calls[name]() == expected, name
        return failures
"""


@pytest.mark.skipif(importlib.util.find_spec("_testcapi") is None, reason="this Python lacks its test module")
@pytest.mark.parametrize("dense", [200, pytest.param(100_000, marks=pytest.mark.slow)])
def test_allocations_of_python_around_the_kernel_fail_in_turn(dense: int) -> None:
    script = (
        CALLS
        + f"    dense = {dense}\n"
        + """
    import _testcapi

    def disarm():
        _testcapi.remove_mem_hooks()
        return False

    for name in calls:
        survive(name, lambda number: _testcapi.set_nomemory(number, number + 1), disarm, dense)
    print("well")
"""
    )
    ended = run_script(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "well\n", "")


@pytest.mark.slow
def test_every_allocation_of_the_kernel_fails_in_turn(tmp_path: Path) -> None:
    """Uses a separate build with an `operator new` that can fail (native/python/failing.cpp)."""
    pytest.importorskip("setuptools")
    subprocess.run(
        [
            sys.executable,
            "setup.py",
            "-q",
            "build_ext",
            "--build-lib",
            tmp_path / "lib",
            "--build-temp",
            tmp_path,
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "CXXFLAGS": "-O1 -DNONET_TEST_ALLOCATIONS", "NONET_REQUIRE_KERNEL": "1"},
    )
    package = tmp_path / "nonet"
    package.mkdir()
    (package / "__init__.py").touch()
    for built in (tmp_path / "lib" / "nonet").iterdir():
        shutil.copy(built, package)
    script = (
        CALLS
        + """
    total = 0
    for name in calls:
        for forever in (False, True):
            arm = lambda number: native.fail_allocation(number, forever)
            total += survive(name, arm, lambda: native.fail_allocation(-1))
    print("well" if total > 500 else total)
"""
    )
    ended = run_script(script, PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "well\n", "")
