"""The programs that type checkers read also do what they say: `make types` checks them against the sources,
test_packaging.py checks program.py against an installed wheel.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["program", "arrays"])
def test_the_program_runs(name: str) -> None:
    runpy.run_path(str(Path(__file__).parent / f"{name}.py"), run_name="__main__")
