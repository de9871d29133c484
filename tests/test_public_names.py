"""Public names: all of them are listed by dir(), importable and documented."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import nonet
from many_cases import for_each
from nonet.engines import Engine, engine

ROOT = Path(__file__).parents[1]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PARTS = {
    "bulk",
    "canonical",
    "draw",
    "engines",
    "explain",
    "formats",
    "generate",
    "judge",
    "logic",
    "play",
    "rating",
    "research",
    "rules",
    "symmetry",
}


@for_each(sorted({*vars(nonet)["__all__"], *PARTS}))
def test_the_library_page_mentions_every_public_name(name: str) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{name}\b", page)


def test_no_module_has_the_name_of_a_function() -> None:
    """Importing such a module would replace the function: `nonet.name(…)` would call a module."""
    modules = {path.stem for path in (ROOT / "src/nonet").iterdir()}
    assert modules.isdisjoint(vars(nonet)["__all__"])


def test_dir_shows_every_name_and_every_part() -> None:
    assert set(dir(nonet)) == {*vars(nonet)["__all__"], *PARTS}


@pytest.mark.parametrize("name", ["logic", "explain", "formats", "judge", "symmetry"])
def test_a_part_needs_no_import_of_its_own(name: str) -> None:
    code = f"import sys, nonet; assert 'nonet.{name}' not in sys.modules; print(nonet.{name}.__name__)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == f"nonet.{name}\n", ended.stderr


STUBS = sorted((ROOT / "src").rglob("__init__.pyi"))


@for_each(STUBS)
def test_a_lazy_package_has_the_names_of_its_stub(stub: Path) -> None:
    package = import_module(".".join(stub.parent.relative_to(ROOT / "src").parts))
    names = []
    for line in stub.read_text(encoding="utf-8").splitlines():
        written = re.fullmatch(r"from (\S+) import (\w+) as \2", line)
        assert written, line
        home, name = written.groups()
        names.append(name)
        found = getattr(package, name)
        if home == package.__name__:
            assert found is import_module(f"{home}.{name}")
        else:
            assert inspect.unwrap(found) is inspect.unwrap(getattr(import_module(home), name))
            assert name in package.__all__
    assert dir(package) == sorted(set(names))


@for_each(STUBS)
def test_no_lazy_name_is_hidden_by_a_module(stub: Path) -> None:
    """Importing the module sets the package's attribute of that name. Such a name must be imported at once."""
    lines = stub.read_text(encoding="utf-8").splitlines()
    package = ".".join(stub.parent.relative_to(ROOT / "src").parts)
    lazy = {line.split()[3] for line in lines if line.split()[1] != package}
    hidden = lazy & {path.stem for path in stub.parent.iterdir()}
    eager = stub.with_suffix(".py").read_text(encoding="utf-8")
    assert [name for name in hidden if f" import {name} as {name}" not in eager] == []


def test_lazy_names_in_a_zip_file(tmp_path: Path) -> None:
    archive = tmp_path / "nonet.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "src/nonet").rglob("*.py*"):
            file.write(path, path.relative_to(ROOT / "src"))
    code = "import nonet, nonet.rules; print(nonet.__file__, nonet.Rng.__name__, 'Cage' in dir(nonet.rules))"
    ended = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
    )
    assert ended.stdout == f"{archive / 'nonet/__init__.py'} Rng True\n", ended.stderr


def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(AttributeError, match="module 'nonet' has no attribute 'nothing'"):
        _ = nonet.nothing  # type: ignore[attr-defined]


def test_a_recipe_with_an_unknown_level_is_refused_at_once() -> None:
    with pytest.raises(nonet.RecipeError, match="unknown level 'tough'"):
        nonet.Recipe(level="tough")
    with pytest.raises(nonet.RecipeError, match="unknown symmetry 'perfect'"):
        nonet.Recipe(symmetry="perfect")


WRONG: list[Callable[[], object]] = [
    lambda: nonet.hint("." * 81, options=None),  # type: ignore[arg-type]
    lambda: nonet.path("." * 81, options=5),  # type: ignore[arg-type]
    lambda: nonet.logic.next_step("." * 81, options=None),  # type: ignore[arg-type]
    lambda: nonet.logic.all_steps("." * 81, "x-wing", options=None),  # type: ignore[arg-type]
    lambda: nonet.logic.verify("." * 81, 5),  # type: ignore[arg-type]
    lambda: nonet.make("." * 81, 1),  # type: ignore[arg-type]
    lambda: nonet.first_solution("." * 81, 5),  # type: ignore[call-overload]
    lambda: nonet.solutions("." * 81, limit=1.5),  # type: ignore[call-overload]
    lambda: nonet.count_solutions("." * 81, limit="2"),  # type: ignore[arg-type]
    lambda: nonet.possible("." * 81, limit=1.5),  # type: ignore[arg-type]
    lambda: nonet.Grid("9x9", bytes(81)),  # type: ignore[arg-type]
    lambda: nonet.Grid(nonet.CLASSIC, [0.5] * 81),  # type: ignore[arg-type]
    lambda: nonet.Transformation("9x9", (), ()),  # type: ignore[arg-type]
    lambda: nonet.Transformation(nonet.CLASSIC, 81, ()),  # type: ignore[arg-type]
    lambda: nonet.formats.PuzzleEntry("." * 81),  # type: ignore[arg-type]
    lambda: nonet.formats.PuzzleEntry(nonet.parse("." * 81), "x"),  # type: ignore[arg-type]
    lambda: nonet.formats.Reading(None),  # type: ignore[arg-type]
    lambda: nonet.formats.About(title=5),  # type: ignore[arg-type]
    lambda: nonet.explain.explain("x-wing", nonet.Candidates.of("." * 81)),  # type: ignore[arg-type]
    lambda: nonet.create("x"),  # type: ignore[arg-type]
    lambda: nonet.Rng("x"),  # type: ignore[arg-type]
    lambda: nonet.Layout.named(None),  # type: ignore[arg-type]
    lambda: nonet.Grid.empty("9x9"),  # type: ignore[arg-type]
    lambda: nonet.solution("." * 81, engine=[]),  # type: ignore[call-overload]
    lambda: nonet.rate("." * 81, scheme=[]),  # type: ignore[arg-type]
    lambda: nonet.parse("." * 81, format=[]),  # type: ignore[arg-type]
    lambda: nonet.explain.technique_name("x-wing", None),  # type: ignore[arg-type]
    lambda: nonet.explain.advise(None),  # type: ignore[arg-type]
    lambda: nonet.generate.dig("1234341221434321", 5),  # type: ignore[call-overload]
    lambda: nonet.generate.minimize("1234341221434321", 5),  # type: ignore[call-overload]
    lambda: nonet.logic.Position.at(None),  # type: ignore[arg-type]
    lambda: nonet.logic.Position(None, [], [], 0),  # type: ignore[arg-type]
    lambda: nonet.play.to_record(None),  # type: ignore[arg-type]
    lambda: nonet.rules.to_data(None, nonet.CLASSIC),  # type: ignore[arg-type]
    lambda: nonet.symmetry.keeps_houses(None, ()),  # type: ignore[arg-type]
    lambda: nonet.symmetry.keeps_houses(nonet.CLASSIC, None),  # type: ignore[arg-type]
]


@for_each(range(len(WRONG)))
def test_an_argument_of_a_wrong_type_is_refused(number: int) -> None:
    with pytest.raises(nonet.NonetError, match="expected a value of the type"):
        WRONG[number]()


def test_a_limit_may_be_any_whole_number() -> None:
    for limit, count in ((-1, 0), (0, 0), (2, 2), (10**30, 288)):
        assert nonet.count_solutions("." * 16, limit=limit, engine="backtracking") == count
        assert len(list(nonet.solutions("." * 16, limit=limit))) == count
    puzzle = nonet.Puzzle.of("4x4", "12" + "." * 14)
    for name in nonet.engine_names():
        assert engine(name).counts_of_each([puzzle], limit=10**30) == [24]
        assert len(engine(name).solutions_of_each([puzzle], limit=10**30)[0]) == 24
    assert list(nonet.count_many([puzzle], limit=10**30)) == [24]
    assert list(nonet.count_many([EASY], limit=10**30)) == [1]


def test_engines_refuse_arguments_of_a_wrong_type() -> None:
    no: Any = None
    asks: list[Callable[[Engine], Any]] = [
        lambda engine: engine.solution(no),
        lambda engine: next(engine.solutions(no)),
        lambda engine: engine.some_solution(no),
        lambda engine: engine.count_solutions(no),
        lambda engine: engine.is_unique(no),
        lambda engine: engine.first_solution(no, nonet.Order.row_by_row(nonet.CLASSIC)),
    ]
    for name in nonet.engine_names():
        for ask in asks:
            with pytest.raises(nonet.NonetError, match="puzzle: expected a value of the type Puzzle"):
                ask(engine(name))


def test_the_number_of_walks_has_a_limit() -> None:
    for walks in (0, 10_000_001, 10**30):
        with pytest.raises(nonet.NonetError, match="walks must be 1 to 10,000,000, not"):
            nonet.estimate_solutions("." * 16, walks=walks)


@pytest.mark.parametrize("wrong", [None, 10**12, [5, 3], 0.5])
def test_other_values_in_place_of_texts_are_refused(wrong: Any) -> None:
    for ask in (nonet.solve_many, nonet.count_many, nonet.unique_many, nonet.canonical_many, nonet.rate_many):
        with pytest.raises(nonet.NonetError, match="item 2: expected a puzzle as text, not "):
            ask([EASY, wrong])
