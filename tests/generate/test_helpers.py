"""Processes that help: answers in order, deaf to Ctrl-C, silent when nobody waits, and honest when one is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from functools import partial
from itertools import islice
from multiprocessing import active_children
from operator import floordiv, neg
from pathlib import Path

import pytest

from nonet.errors import NonetError
from nonet.generate.helpers import answers

SRC = Path(__file__).resolve().parents[2] / "src"
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


def script(code: str) -> subprocess.CompletedProcess[str]:
    """Runs it in a group of its own; what its helpers say counts as well."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=120,
        check=False,
    )


def test_answers_come_in_the_order_of_the_numbers() -> None:
    with closing(answers(neg, 5, 3, helpers=2)) as found:
        told = list(islice((each for each in found if each is not None), 50))
        assert len(active_children()) == 2
    assert told == [-(5 + 3 * k) for k in range(50)]
    assert active_children() == []


def test_a_mistake_of_a_helper_is_raised_here() -> None:
    with closing(answers(partial(floordiv, 1), 0, 1, helpers=1)) as found, pytest.raises(ZeroDivisionError):
        list(islice((each for each in found if each is not None), 1))
    assert active_children() == []


def test_a_helper_that_is_gone_is_missed() -> None:
    with closing(answers(neg, 1, 1, helpers=1)) as found:
        assert next(each for each in found if each is not None) == -1
        for helper in active_children():
            helper.kill()
            helper.join()
        with pytest.raises(NonetError, match="has ended before its work was done"):
            list(islice(found, 1000))


@posix
def test_helpers_never_hear_ctrl_c() -> None:
    """Not even while they start: what is interrupted then would end with a traceback."""
    done = script(
        """if True:
        import os, signal, time
        from itertools import islice
        from operator import neg
        from nonet.generate import helpers
        helpers.PATIENCE = 0
        found = helpers.answers(neg, 1, 1, helpers=2)
        print(next(found))
        for pause in (0.02,) * 20:
            try:
                os.killpg(0, signal.SIGINT)
                time.sleep(pause)
            except KeyboardInterrupt:
                pass
        print(*islice((each for each in found if each is not None), 30))
        found.close()
        """
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines() == ["None", " ".join(str(-k) for k in range(1, 31))]


@posix
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_helpers_go_silently_when_nobody_waits(end: signal.Signals) -> None:
    done = script(
        f"""if True:
        import os
        from operator import neg
        from nonet.generate.helpers import answers
        found = answers(neg, 1, 1, helpers=2)
        print(next(each for each in found if each is not None), flush=True)
        os.kill(os.getpid(), {end.value})
        """
    )
    assert (done.stdout, done.stderr, done.returncode) == ("-1\n", "", -end)


def test_a_script_without_its_main_is_told(tmp_path: Path) -> None:
    file = tmp_path / "careless.py"
    file.write_text(
        "from operator import neg\nfrom nonet.generate.helpers import answers\nprint(*answers(neg, 1, 1, helpers=1))\n"
    )
    done = subprocess.run(
        [sys.executable, str(file)],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert (
        'a script that asks for threads needs its `if __name__ == "__main__":`'
        in done.stderr.splitlines()[-1]
    )
