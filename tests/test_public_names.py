"""Public names: all of them are listed by dir(), importable and documented."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonet
from many_cases import for_each

ROOT = Path(__file__).parents[1]
PARTS = {
    "bulk",
    "canonical",
    "draw",
    "engines",
    "explain",
    "formats",
    "generate",
    "logic",
    "play",
    "rating",
    "rules",
    "symmetry",
}


@for_each(sorted({*nonet.__all__, *PARTS}))
def test_the_library_page_mentions_every_public_name(name: str) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{name}\b", page)


def test_no_module_has_the_name_of_a_function() -> None:
    """Importing such a module would replace the function: `nonet.name(…)` would call a module."""
    modules = {path.stem for path in (ROOT / "src/nonet").iterdir()}
    assert modules.isdisjoint(nonet.__all__)


def test_dir_shows_every_name_and_every_part() -> None:
    assert set(dir(nonet)) == {*nonet.__all__, *PARTS}


@pytest.mark.parametrize("name", ["logic", "explain", "formats", "symmetry"])
def test_a_part_needs_no_import_of_its_own(name: str) -> None:
    code = f"import sys, nonet; assert 'nonet.{name}' not in sys.modules; print(nonet.{name}.__name__)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == f"nonet.{name}\n", ended.stderr


def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(AttributeError, match="module 'nonet' has no attribute 'nothing'"):
        _ = nonet.nothing


def test_a_recipe_with_an_unknown_level_is_refused_at_once() -> None:
    with pytest.raises(nonet.RecipeError, match="unknown level 'tough'"):
        nonet.Recipe(level="tough")
    with pytest.raises(nonet.RecipeError, match="unknown symmetry 'perfect'"):
        nonet.Recipe(symmetry="perfect")
