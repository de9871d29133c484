"""Runs every example of docs/programs.md."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)

# The launcher and make would first set up an environment; these are the commands that they run in the end.
PYTHON = shlex.quote(sys.executable)
STANDS_FOR = {
    "./sudoku": f"{PYTHON} -P -m nonet",
    "make run": f"{PYTHON} -P -m nonet solve --first",
    "python3 main.py": f"{PYTHON} main.py",
}


def examples(block: str) -> list[tuple[str, str]]:
    """The commands of a block with their expected output."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.skipif(os.name == "nt", reason="the page speaks to a POSIX shell")
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0])
def test_example(block: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    (tmp_path / "src").symlink_to(ROOT / "src")
    shutil.copy(ROOT / "main.py", tmp_path)
    for command, expected in examples(block):
        for name, program in STANDS_FOR.items():
            command = command.replace(name, program)
        result = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        )
        assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_there_is_an_example_of_each_program() -> None:
    for name in ("sudoku console", "sudoku create", "sudoku solve", "main.py", "sudoku mini", "make run"):
        assert any(name in command for block in BLOCKS for command, _ in examples(block))
