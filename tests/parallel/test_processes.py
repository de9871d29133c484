"""The pool of processes: order, errors, time limits, and whatever may be killed or interrupted."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import closing
from itertools import count, islice
from pathlib import Path

import pytest

from many_cases import every
from nonet.errors import NonetError
from nonet.parallel import worker
from nonet.parallel.errors import TaskCancelled, TimeLimitExceeded, WorkerError, WorkerLost
from nonet.parallel.processes import IN_FLIGHT, ProcessPool
from parallel import pool_tasks

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


PATIENCE = 120
"""Seconds. On a busy machine, the start of a process alone may take several."""


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def started(file: Path) -> int:
    """The process id that `pool_tasks.begin` writes."""
    until(file.exists)
    return int(file.read_text())


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(2) as running:
        yield running
        running.close(now=True)


# -- results -------------------------------------------------------------------------------------------------


def test_many_quick_tasks_in_order(pool: ProcessPool) -> None:
    numbers = range(2000 // every(4))
    assert list(pool.map(pool_tasks.square, numbers)) == [number * number for number in numbers]
    assert len(pool.process_ids()) == 2


def test_results_come_in_order_however_long_each_takes(pool: ProcessPool) -> None:
    assert list(pool.map(pool_tasks.slow_if_even, range(12))) == list(range(12))


def test_a_map_takes_only_so_many_items_ahead(pool: ProcessPool) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for taken in count(1):
            yield +taken

    with closing(pool.map(pool_tasks.square, items(), in_flight=5)) as results:
        for number, result in enumerate(islice(results, 100), start=1):
            assert result == number * number
            assert taken <= number + 4
    with closing(pool.map(pool_tasks.square, items())) as results:
        assert next(results) == 1
        assert taken <= IN_FLIGHT * 2


def test_closing_a_map_cancels_what_no_worker_has_begun(tmp_path: Path) -> None:
    with (
        ProcessPool(1) as pool,
        closing(pool.map(pool_tasks.touch, map(tmp_path.joinpath, "abcdefgh"), in_flight=8)) as results,
    ):
        next(results)
        results.close()
        (tmp_path / "go").touch()
    assert {path.name for path in tmp_path.iterdir()} <= {"a", "b", "go"}


def test_workers_start_as_they_are_needed() -> None:
    with ProcessPool(3) as pool:
        assert pool.process_ids() == []
        for _ in range(3):
            pool.submit(pool_tasks.process_id).result()
        assert len(pool.process_ids()) == 1
        pool.warm_up()
        until(lambda: len(pool.process_ids()) == 3)


def test_the_initializer_runs_first() -> None:
    with ProcessPool(1, initializer=pool_tasks.set_variable) as pool:
        assert pool.submit(pool_tasks.variable).result() == "set"
    with (
        ProcessPool(1, initializer=pool_tasks.start_badly) as pool,
        pytest.raises(WorkerLost, match="could not start: no room"),
    ):
        pool.submit(pool_tasks.variable).result()


def test_a_task_has_no_use_of_the_pipes(pool: ProcessPool, capfd: pytest.CaptureFixture[str]) -> None:
    assert pool.submit(pool_tasks.print_and_read, "hello").result() == "nothing to read"
    assert capfd.readouterr().err == "hello\nraw\n"


# -- errors --------------------------------------------------------------------------------------------------


def test_an_exception_comes_back_with_its_traceback(pool: ProcessPool) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        pool.submit(divmod, 1, 0).result()
    with pytest.raises(KeyError, match="other") as caught_by_key:
        pool.submit(pool_tasks.leave, "other").result()
    assert "pool_tasks.py" in "".join(caught_by_key.value.__notes__)
    assert caught.value.__notes__
    assert pool.submit(abs, -1).result() == 1


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("odd", "Odd: ab"),
        ("stubborn", "Stubborn: mule"),
        ("exit", "SystemExit: 3"),
    ],
)
def test_an_exception_that_cannot_be_pickled(pool: ProcessPool, how: str, text: str) -> None:
    with pytest.raises(WorkerError, match=text) as caught:
        pool.submit(pool_tasks.leave, how).result()
    assert "pool_tasks.py" in "".join(caught.value.__notes__)
    assert pool.submit(abs, -1).result() == 1


def test_what_cannot_be_pickled_is_refused_at_either_end(pool: ProcessPool) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError), match=r"pickle|local"):
        pool.submit(lambda: None)
    with pytest.raises(Exception, match=r"pickle|local"):
        pool.submit(pool_tasks.leave, "lambda").result()
    assert pool.submit(abs, -1).result() == 1


def test_an_exception_ends_a_map(pool: ProcessPool) -> None:
    results = pool.map(pool_tasks.leave, ["one", "two"])
    with pytest.raises(KeyError, match="one"):
        next(results)
    assert list(results) == []


# -- workers that are lost -----------------------------------------------------------------------------------


@posix
def test_a_worker_that_is_killed_is_reported_and_replaced(pool: ProcessPool) -> None:
    with pytest.raises(WorkerLost, match=r"SIGKILL: out of memory\?"):
        pool.submit(pool_tasks.die).result()
    with pytest.raises(WorkerLost, match="SIGSEGV"):
        pool.submit(pool_tasks.die, signal.SIGSEGV).result()
    with pytest.raises(WorkerLost, match="exit status 7"):
        pool.submit(pool_tasks.leave, "close").result()
    assert pool.submit(abs, -1).result() == 1


@posix
def test_a_worker_that_is_killed_while_idle_is_not_missed() -> None:
    with ProcessPool(1) as pool:
        first = pool.submit(pool_tasks.process_id).result()
        os.kill(first, signal.SIGKILL)
        if hasattr(os, "waitid"):  # until it is gone, with all its threads; the pool itself reaps it
            os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        assert pool.submit(pool_tasks.process_id).result() != first


@posix
def test_a_lost_task_is_repeated_where_the_pool_may(tmp_path: Path) -> None:
    with ProcessPool(1, retries=1) as pool:
        assert pool.submit(pool_tasks.die_once, str(tmp_path / "once")).result() in pool.process_ids()
        with pytest.raises(WorkerLost):
            pool.submit(pool_tasks.die).result()


def test_no_interpreter_no_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for executable in ("", str(tmp_path / "missing")):
        monkeypatch.setattr(sys, "executable", executable)
        with ProcessPool(1) as pool, pytest.raises(NonetError, match="worker process"):
            pool.submit(abs, -1).result()


# -- time limits and cancelling ------------------------------------------------------------------------------


def test_a_task_that_exceeds_the_limit_is_killed_and_the_next_is_done() -> None:
    with ProcessPool(1) as pool:
        first = pool.submit(pool_tasks.process_id).result()
        pool.limit = 0.3
        with pytest.raises(TimeLimitExceeded, match=r"more than 0\.3 seconds"):
            pool.submit(pool_tasks.sleep).result()
        pool.limit = None
        assert pool.submit(pool_tasks.process_id).result() != first
        until(lambda: not is_alive(first))


def test_the_limit_is_not_that_of_the_next_task() -> None:
    """Whether a task ends just before or just after its limit, the worker of the one behind is not killed for it."""
    with ProcessPool(1, limit=0.02) as pool:
        for _ in range(10 // every(2)):
            edge, behind = pool.submit(pool_tasks.sleep, 0.0195), pool.submit(abs, -1)
            assert isinstance(edge.exception(), TimeLimitExceeded | None)
            assert isinstance(behind.exception(), TimeLimitExceeded | None)


def test_a_task_can_be_cancelled_before_and_while_it_runs(tmp_path: Path) -> None:
    with ProcessPool(1) as pool:
        running = pool.submit(pool_tasks.begin, str(tmp_path / "began"))
        queued = pool.submit(abs, -1)
        process = started(tmp_path / "began")
        pool.cancel(queued)
        assert queued.cancelled()
        pool.cancel(running)
        with pytest.raises(TaskCancelled):
            running.result()
        assert not is_alive(process)
        assert pool.submit(abs, -2).result() == 2


# -- the end -------------------------------------------------------------------------------------------------


def test_leaving_the_block_waits_for_the_tasks(tmp_path: Path) -> None:
    before = threading.active_count()
    with ProcessPool(2) as pool:
        futures = [pool.submit(Path.touch, tmp_path / str(number)) for number in range(9)]
    assert all(future.done() for future in futures)
    assert len(list(tmp_path.iterdir())) == 9
    assert (pool.process_ids(), threading.active_count()) == ([], before)
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(abs, -1)
    pool.close()


def test_closing_now_kills_and_cancels(tmp_path: Path) -> None:
    before = threading.active_count()
    pool = ProcessPool(1)
    running = pool.submit(pool_tasks.begin, str(tmp_path / "began"))
    queued = [pool.submit(abs, -1) for _ in range(5)]
    process = started(tmp_path / "began")
    pool.close(now=True)
    assert isinstance(running.exception(), TaskCancelled)
    assert wait(queued, PATIENCE).not_done == set()
    with pytest.raises(CancelledError):
        queued[0].result()
    assert not is_alive(process)
    assert threading.active_count() == before


def test_closing_while_workers_start() -> None:
    for _ in range(5):
        pool = ProcessPool(3)
        pool.warm_up()
        future = pool.submit(abs, -1)
        pool.close(now=True)
        assert future.done()
        assert pool.process_ids() == []


def test_an_exception_in_the_block_closes_at_once(tmp_path: Path) -> None:
    def leave() -> None:
        with ProcessPool(1) as pool:
            pool.submit(pool_tasks.begin, str(tmp_path / "began"))
            started(tmp_path / "began")
            raise KeyError

    with pytest.raises(KeyError):
        leave()
    gc.collect()  # and no ResourceWarning


def script(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Starts it in a process group of its own; what its workers say counts as well."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-W", "error", "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


HEAD = "import sys\nfrom parallel import pool_tasks\nfrom nonet.parallel.processes import ProcessPool\n"


def test_a_script_needs_no_main_guard_and_may_forget_to_close() -> None:
    done = script(HEAD + "pool = ProcessPool(2)\nprint(*pool.map(pool_tasks.square, range(5)))\n")
    assert done.communicate(timeout=PATIENCE) == ("0 1 4 9 16\n", "")
    assert done.returncode == 0


@posix
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_when_their_parent_is_killed(end: signal.Signals, tmp_path: Path) -> None:
    """Silently, and in the middle of a task."""
    file = tmp_path / "began"
    parent = script(HEAD + "ProcessPool(1).submit(pool_tasks.begin, sys.argv[1]).result()\n", str(file))
    worker = started(file)
    os.kill(parent.pid, end)
    assert parent.communicate(timeout=PATIENCE) == (
        "",
        "",
    )  # the streams end with the last process that holds them
    assert parent.returncode == -end
    until(lambda: not is_alive(worker))


@posix
def test_workers_ignore_ctrl_c() -> None:
    """Not even while they start: an interrupted start would print a traceback."""
    done = script(
        HEAD
        + """if True:
        import os, signal, time
        with ProcessPool(2) as pool:
            pool.warm_up()
            for _ in range(30):
                try:
                    os.killpg(0, signal.SIGINT)
                    time.sleep(0.02)
                except KeyboardInterrupt:
                    pass
            print(*pool.map(pool_tasks.square, range(9)))
        """
    )
    assert done.communicate(timeout=PATIENCE) == ("0 1 4 9 16 25 36 49 64\n", "")
    assert done.returncode == 0


@posix
@pytest.mark.parametrize(
    "use",
    ["pool.submit(pool_tasks.begin, sys.argv[1]).result()", "list(pool.map(pool_tasks.begin, sys.argv[1:]))"],
)
def test_ctrl_c_ends_it_at_once_and_without_a_trace_of_it(use: str, tmp_path: Path) -> None:
    file = tmp_path / "began"
    parent = script(
        HEAD + f"try:\n with ProcessPool(2) as pool:\n  {use}\nexcept KeyboardInterrupt:\n print('end')\n",
        str(file),
    )
    worker = started(file)
    os.killpg(parent.pid, signal.SIGINT)
    assert parent.communicate(timeout=PATIENCE) == ("end\n", "")
    assert parent.returncode == 0
    assert not is_alive(worker)


@posix
def test_ctrl_c_while_closing_kills_the_workers(tmp_path: Path) -> None:
    file = tmp_path / "began"
    parent = script(
        HEAD
        + "pool = ProcessPool(2)\npool.submit(pool_tasks.begin, sys.argv[1])\n"
        + "try:\n pool.close()\nexcept KeyboardInterrupt:\n print(pool.process_ids())\n",
        str(file),
    )
    started(file)
    os.killpg(parent.pid, signal.SIGINT)
    assert parent.communicate(timeout=PATIENCE) == ("[]\n", "")


def test_a_worker_ends_quietly_when_nobody_reads_its_answers() -> None:
    process = subprocess.Popen(
        [sys.executable, worker.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process, process.stdin as tasks:
        process.stdout.close()
        worker.write_frame(tasks, b"no pickle")
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
