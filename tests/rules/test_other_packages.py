"""Rules of other packages: a small real package, found through its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from nonet.grid import Grid
from nonet.rules.base import Rule

SOURCE = Path(__file__).resolve().parents[2] / "src"

MODULE = """
from dataclasses import dataclass

from nonet.rules.base import CellSet, Rule, RuleExample
from nonet.rules.primitives import Among


@dataclass(frozen=True)
class Prime(Rule):
    cells: CellSet

    kind = "{kind}"
    title = "prime"
    text = "Cells with a P hold a prime number."
    example = RuleExample("4x4", {{"cells": ["r1c1"]}})

    def holds(self, grid):
        return all(grid[cell] in (2, 3, 5, 7, 11, 13) for cell in self.cells)

    def compile(self, layout):
        digits = sum(1 << (digit - 1) for digit in layout.digits if digit in (2, 3, 5, 7, 11, 13))
        return (Among(cell, digits) for cell in self.cells)


RULES = (Prime,)
"""

PROGRAM = """
import nonet
from nonet.formats.json_puzzle import from_json, schema, to_json
from nonet.rules import catalogue, from_data

rule = from_data({"kind": "prime", "cells": ["r1c1", "r1c2"]}, nonet.Layout.named("4x4"))
puzzle = nonet.Puzzle.of("4x4", "." * 16, rules=[rule])
assert list(catalogue())[-1] == "prime"
assert "prime" in schema()["$defs"]
assert from_json(to_json(puzzle)) == puzzle
print(nonet.count_solutions(puzzle))
"""


def run(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{folder}"}
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)


def install(folder: Path, kind: str) -> None:
    """Puts the package into a folder, as pip would."""
    (folder / "prime_rules.py").write_text(MODULE.format(kind=kind))
    about = folder / "prime_rules-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: prime-rules\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[nonet.rules]\nprimes = prime_rules\n")


def test_a_rule_of_another_package_works_like_our_own(tmp_path: Path) -> None:
    install(tmp_path, "prime")
    done = run(tmp_path, PROGRAM)
    # The first two cells hold 2 and 3, one of 12 pairs in either order: 2 · 288 / 12 grids.
    assert (done.stdout, done.stderr) == ("48\n", "")


def test_a_kind_that_exists_already_is_refused(tmp_path: Path) -> None:
    install(tmp_path, "cage")
    done = run(tmp_path, "import nonet.rules; nonet.rules.catalogue()")
    assert "InvalidRule: cage: prime_rules redefines the rule 'cage'" in done.stderr


def test_a_package_that_cannot_be_loaded_does_not_stop_ours(tmp_path: Path) -> None:
    install(tmp_path, "prime")
    (tmp_path / "prime_rules.py").write_text("raise RuntimeError('out of primes')")
    done = run(tmp_path, "import nonet.rules; print(nonet.rules.catalogue()['cage'].title)")
    assert done.stdout == "killer cage\n"
    assert "the rules 'primes' of prime_rules cannot be used: out of primes" in done.stderr


@dataclass(frozen=True)
class Nameless(Rule):
    """A rule whose author forgot what a field stands for."""

    length: int

    kind = "nameless"
    title = "nameless"
    text = "Nothing."

    def holds(self, grid: Grid) -> bool:
        return True


def test_a_field_of_a_plain_type_is_named() -> None:
    with pytest.raises(TypeError, match=r"Nameless\.length: its type must be"):
        Nameless.fields()
