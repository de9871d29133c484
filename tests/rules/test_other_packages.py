"""Rules of other packages: a small real package, found through its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from nonet.errors import InvalidRule
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules.base import CellSet, Rule
from nonet.rules.primitives import Among, Primitive
from nonet.solving import count_solutions

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


HEAD = "from dataclasses import dataclass\nfrom nonet.rules.base import *\n"
NAMED = "    kind = title = text = 'strange'\n"


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("raise RuntimeError('out of\\nprimes\\x1b[2J')", r"out of\u000aprimes\u001b[2J"),
        ("raise SystemExit(5)", "5"),
        ("x = 1", "is not a rule"),
        ("RULES = 5", "5 is not a rule"),
        ("RULES = (int,)", "is not a rule"),
        (MODULE.format(kind="cage"), "there is a rule 'cage' already"),
        (
            MODULE.format(kind="prime").replace("(Prime,)", "(Prime, Prime)"),
            "there is a rule 'prime' already",
        ),
        (HEAD + "class Odd(Rule): pass\nRULES = Odd", "the rule Odd has no kind"),
        (HEAD + "class Odd(Rule):\n    kind = []\nRULES = Odd", "the rule Odd has no kind"),
        (
            f"{HEAD}@dataclass(frozen=True)\nclass Odd(Rule):\n    length: int\n{NAMED}RULES = Odd",
            "Odd.length: its type must be",
        ),
    ],
)
def test_a_package_that_does_not_work_does_not_stop_ours(tmp_path: Path, module: str, reason: str) -> None:
    install(tmp_path, "prime")
    (tmp_path / "prime_rules.py").write_text(module)
    done = run(tmp_path, "import nonet.rules; print(nonet.rules.catalogue()['cage'].title)")
    assert done.stdout == "killer cage\n"
    said = done.stderr.splitlines()[0]
    assert "the rules 'primes' of prime_rules cannot be used: " in said
    assert reason in said


def test_a_damaged_list_of_entry_points_does_not_stop_ours(tmp_path: Path) -> None:
    install(tmp_path, "prime")
    (tmp_path / "prime_rules-1.0.dist-info" / "entry_points.txt").write_text("[nonet.rules]\nprimes\n")
    done = run(tmp_path, "import nonet.rules; print(nonet.rules.catalogue()['cage'].title)")
    assert done.stdout == "killer cage\n"
    assert "the rules of other packages cannot be listed" in done.stderr


@dataclass(frozen=True)
class Faulty(Rule):
    """A rule of another package whose primitives are what a test says."""

    cells: CellSet
    made: ClassVar[Callable[[], Any]]

    kind = "faulty"
    title = "faulty"
    text = "Nothing."

    def holds(self, grid: Grid) -> bool:
        return True

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        return Faulty.made()  # type: ignore[no-any-return]


def _fail() -> None:
    raise RuntimeError("out of primes\x1b[2J")


def _recurse() -> None:
    _recurse()


def _leave() -> None:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (_fail, r"RuntimeError: out of primes\u001b[2J"),
        (_recurse, "RecursionError: maximum recursion depth exceeded"),
        (_leave, "SystemExit: 3"),
        (lambda: None, "TypeError: 'NoneType' object is not iterable"),
        (lambda: [5], "TypeError: 5 is no Primitive"),
        (lambda: [Among(900, 1)], "ValueError: there are no such cells on a 4x4 board: (900,)"),
    ],
)
def test_a_fault_in_a_rule_names_its_package(
    monkeypatch: pytest.MonkeyPatch, made: Callable[[], Any], reason: str
) -> None:
    monkeypatch.setattr(Faulty, "made", made, raising=False)
    with pytest.raises(InvalidRule) as error:
        count_solutions(Puzzle.of("4x4", "." * 16, rules=[Faulty((0,))]))
    assert str(error.value) == f"`compile` of {__name__} does not work: {reason}"


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
