"""The kernel for ARM, cross-compiled and emulated: the same answers as on this processor.

It needs a cross-compiler and an emulator: on Debian, g++-aarch64-linux-gnu and qemu-user.
"""

from __future__ import annotations

import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from nonet.generate.dig import Dig, dig_many
from nonet.many import solve_many
from nonet.native import kernel
from nonet.records import BAD, NONE, ONE, SEVERAL

ROOT = Path(__file__).parent.parent
COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
DIGS = 24

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(kernel is None, reason="compares with the kernel"),
    pytest.mark.skipif(
        not (shutil.which(COMPILER) and shutil.which(EMULATOR)), reason=f"needs {COMPILER} and {EMULATOR}"
    ),
]


def compiled(folder: Path, isa: str) -> Path:
    """The program native/fuzz/answers.cpp for ARM, with the flags of setup.py."""
    setup = runpy.run_path(str(ROOT / "setup.py"))
    objects = []
    for unit in ("fuzz/answers", "lanes/dispatch", "lanes/kernel_baseline"):
        source, result = f"native/{unit}.cpp", folder / f"{Path(unit).name}.o"
        flags = setup["unit_flags"](source, "unix", "linux-aarch64")
        flags += ["-DNONET_ISA_PORTABLE"] if isa == "portable" else []
        command = [COMPILER, *flags, "-Inative", "-Isrc/nonet", "-c", source, "-o", str(result)]
        subprocess.run(command, cwd=ROOT, check=True)
        objects.append(str(result))
    program = folder / "answers"
    subprocess.run([COMPILER, "-static", "-pthread", *objects, "-o", str(program)], check=True)
    return program


def text_of(values: bytes) -> str:
    return "".join(map(str, values)).replace("0", ".")


def cases(dug: list[str]) -> list[str]:
    """Puzzles with one solution, with several, with none, and what is not a puzzle."""
    several = [text[:k] + "." * 9 + text[k + 9 :] for k, text in enumerate(dug)]
    none = ["5" + text[1:8] + "5" + text[9:] for text in dug]
    return [*dug, *several, *none, "?" + dug[0][1:], "." * 81]


@pytest.mark.parametrize("isa", ["neon", "portable"])
def test_arm_gives_the_same_answers(tmp_path: Path, isa: str) -> None:
    answers = compiled(tmp_path, isa)
    dug = [text_of(each) for each in dig_many(Dig(), 1, 0, DIGS) if each]
    puzzles = cases(dug)
    solved, grades = solve_many(puzzles), bytearray(len(puzzles))
    assert {*solved.status} == {NONE, ONE, SEVERAL, BAD}
    assert kernel is not None
    kernel.grade_batch("".join(puzzles).encode(), grades)

    told = subprocess.run(
        [EMULATOR, str(answers), isa, str(DIGS)],
        input="\n".join([*puzzles, ""]),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert told[len(puzzles) :] == dug
    for row, puzzle in enumerate(puzzles):
        status, solution, alone, grade = told[row].split()
        assert int(status) == solved.status[row], puzzle
        if solved.status[row] != BAD:
            assert (int(alone), int(grade)) == (solved.status[row], grades[row]), puzzle
        if solved.status[row] == ONE:
            assert solution == solved[row]
