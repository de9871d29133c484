"""The compiled 9x9 kernel in a process of its own: the instruction set it selects, and Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lanes_reference import ISAS, PUZZLES, found_by_reference
from nonet import _native


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    source = str(Path(_native.__file__).parent.parent)
    path = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@ISAS
def test_the_environment_selects_the_instruction_set(isa: str) -> None:
    puzzle, found = next((p, f) for p, f in zip(PUZZLES, found_by_reference(), strict=True) if len(f) == 1)
    done = python(f"from nonet import _native as n; print(n.isa, n.some_solution('{puzzle}'))", NONET_ISA=isa)
    assert done.stdout.split() == [isa, found[0]]


def test_an_unknown_instruction_set_is_refused() -> None:
    done = python("import nonet._native", NONET_ISA="abacus")
    assert done.returncode != 0
    assert "NONET_ISA=abacus" in done.stderr
    assert _native.isas[-1] in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX signals")
@pytest.mark.parametrize(
    "call",
    [
        "n.count('.' * 81, 2**62)",
        "n.count('.' * 27 + '123456789' + '.' * 45, 2**62)",
        "n.solutions('.' * 81, 2**40)",
        "n.count_batch(b'.' * 810, bytearray(80), 2**50)",
        "n.count_batch((b'123456789' + b'.' * 72) * 4, bytearray(32), 2**50, threads=2)",
    ],
)
def test_ctrl_c(call: str) -> None:
    code = (
        "import os, signal, threading, time\nfrom nonet import _native as n\n"
        "begun = []\n"
        "def interrupt():\n time.sleep(0.2); begun.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=interrupt).start()\n"
        f"try:\n {call}\nexcept KeyboardInterrupt:\n print('interrupted after', time.monotonic() - begun[0])\n"
    )
    done = python(code)
    assert done.stdout.startswith("interrupted after"), done
    assert float(done.stdout.split()[-1]) < 5  # 0.1 s on an idle machine; tests run on busy ones
