"""Every public callable, with every parameter in turn of a wrong type: the error names the argument."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cache, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

import nonet
from many_cases import check_all, for_each, spread
from nonet import data
from nonet.arguments import clear_type_errors
from nonet.draw.book import Book, BookPlan, Chapter, read_plan
from nonet.draw.book.files import save_boards
from nonet.draw.files import save_bytes
from nonet.generate.variants import VariantRecipe
from nonet.logic.verify import StepError
from nonet.play.packs import read_pack
from test_public_names import PARTS, ROOT

WRONG: tuple[Any, ...] = (None, 5, "x", [], (), (0, 0), 1.5, object())
NO_CELLS = (-1, 81, 10**30, "r1c1")
NO_NUMBERS = (-1, 10**30)
NO_NAMES = ("/nowhere/a\0b", "/nowhere/\ud800")
"""No file can have such a name, and no text that is encoded has half of a surrogate pair."""

TEXT = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE, LAYOUT, CELLS = nonet.parse(TEXT), nonet.CLASSIC, tuple(range(81))
GRID = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
POSITION = nonet.Candidates.of(TEXT)

TO_DERIVE_FROM = {"Engine", "Format", "LineFormat", "Rule", "Scheme"}
"""nonet calls their methods, some of them very often."""

LEFT_AS_IT_IS = {
    "Animation.save": "writes files",
    "Animation.to_gif": "takes seconds",
    "BoardOptions.digits": "a field",
    **dict.fromkeys(
        ("Position.has", "Position.leave_waiting", "Position.remembered", "Position.waiting"),
        "called by every technique",
    ),
    "register": "changes what the other tests use",
}

OTHER_ERRORS: dict[tuple[str, str], type[Exception]] = {
    ("Position", "values"): IndexError,  # a list of the right type, but too short
    ("SavedState.digits_of", "name"): AttributeError,  # an attribute that it does not have
    ("make", "progress"): TypeError,  # called later: not callable
    ("verify", "position"): StepError,  # another board
}


MAY_BE_LARGE = {("create", "count")}
"""Numbers of puzzles: it takes as long as it takes."""


@cache
def valid_values() -> dict[str, Any]:
    """For the parameters of these names, or of these names in one callable."""
    step = nonet.logic.next_step(TEXT)
    assert step is not None
    look = nonet.explain.look_at(step, POSITION)
    picture = nonet.explain.picture(POSITION, step)
    game = nonet.play.Game.of(PUZZLE)
    store = nonet.play.Store(":memory:")
    session = nonet.play.Session(game)
    entry = nonet.formats.PuzzleEntry(PUZZLE)
    cage = nonet.rules.Cage((0, 1), 5)
    plan = BookPlan(chapters=(Chapter("", (nonet.Recipe(layout=nonet.Layout.named("4x4")),)),))
    return {
        **dict.fromkeys(("text", "puzzle", "what", "given", "board", "values"), TEXT),
        **dict.fromkeys(
            ("cell", "clues", "column", "count", "digit", "first", "high", "index", "low", "n"), 2
        ),
        **dict.fromkeys(("box_columns", "box_rows", "colour", "row", "seconds", "seed", "value"), 2),
        **dict.fromkeys(("day", "today"), date(2026, 11, 17)),
        **dict.fromkeys(("events", "names", "results", "wrong"), ()),
        **dict.fromkeys(("folder", "source", "score.name"), "/nowhere"),
        **dict.fromkeys(("format_", "description", "message", "mark.name", "return_to.name"), "text"),
        **dict.fromkeys(("rows.order", "columns.order"), range(9)),
        **dict.fromkeys(("bands.order", "stacks.order"), range(3)),
        **dict.fromkeys(("write.name", "write_bytes.name", "left_out.name"), "rows"),
        **dict.fromkeys(("board_scene.puzzle", "engine_for.puzzle", "of.puzzle", "to_share.puzzle"), PUZZLE),
        **dict.fromkeys(("grid", "other", "givens", "start", "solution", "SavedState.values"), PUZZLE.givens),
        **dict.fromkeys(("key", "technique"), "x-wing"),
        **{key: {} for key in ("About.of.record", "words", "changes", "from_json.record")},
        "Grid.entries": bytes(81),
        "Layout.board.columns": 6,
        "Layout.board.rows": 6,
        "Layout.raw.columns": 6,
        "Layout.raw.rows": 6,
        "with_extras.groups": [("A", 2)],
        "houses": LAYOUT.houses,
        "Order.digits": (tuple(range(1, 10)),) * 81,
        "Position.givens": 0,
        "Position.masks": [*POSITION.masks],
        "Position.values": [*PUZZLE.givens.values],
        "apart": (0,) * 81,
        "group": "A",
        "Book.plan": plan,
        "book": Book(plan),
        "climb.score": sum,
        "few_clues.clues": 15,
        "few_clues.layout": nonet.Layout.named("4x4"),
        "gaps": [[0]],
        "grid_number.layout": nonet.Layout.named("4x4"),
        "make_variant.recipe": VariantRecipe("thermo", nonet.Layout.named("4x4")),
        "neighbours.puzzle": "12..34..21......",
        "neighbours.values": PUZZLE.givens.entries,
        "number": 2,
        "numbers": [2],
        "grids": [GRID],
        **dict.fromkeys(
            ("automorphisms.grid", "band_indices.grid", "rank.grid", "unavoidable_sets.grid"), GRID
        ),
        "sample_of.rows": [{"puzzle": TEXT}],
        "sample": nonet.research.Sample([PUZZLE, PUZZLE], [1.0, 1.0]),
        "Sample.shares.groups": ["few", "many"],
        "Sample.mean.values": [1.0, 2.0],
        "Sample.weights": [1.0, 1.0],
        "draws": iter(()),
        "unbiased_draws.layout": nonet.Layout.named("4x4"),
        "texts": [TEXT.encode()],
        "about": nonet.formats.About(),
        "action": session.toggled_note((2,), 1),
        "allowed": [(1, 2)],
        "animate.what": "12..34..21......",
        "animation": nonet.animate("12..34..21......"),
        "apply.hint": session.hint(),
        "apply.step": step,
        "audit": data.Audit((), ()),
        "axis": "|",
        "band_index.rows": "123456789457893612986217354",
        "candidates": POSITION,
        "cell_named.name": "r1c1",
        "cells": CELLS,
        "cls": nonet.rules.Cage,
        "corners": [(0, 0), (6, 6)],
        "data": TEXT.encode(),
        "digits": tuple(range(1, 10)),
        "dig_many.what": nonet.generate.Dig(),
        "digits_of.name": "corner",
        "eliminate.candidates": [(2, 1)],
        "engine.name": "search",
        "entries": [entry],
        "entry": entry,
        "event": None,
        "family": "fish",
        "family_of.rule": nonet.rules.Cage,
        "find": lambda position: None,
        "from_data.data": nonet.rules.to_data(cage, LAYOUT),
        "game": game,
        "hint": nonet.hint(TEXT),
        "items": [1, 2],
        "job": "solve",
        "kind": "cage",
        "layout": LAYOUT,
        "level": "easy",
        "look": look,
        "masks": POSITION.masks,
        "name": "9x9",
        "picture": picture,
        "position": POSITION,
        "puzzles": [TEXT],
        "rating": nonet.rate(TEXT),
        "recipe": nonet.Recipe(),
        "record": nonet.explain.to_record(step, LAYOUT),
        "regions": "aabbaabbccddccdd",
        "rng": nonet.Rng(1),
        "rule": cage,
        "saved": store.new(game),
        "scene": nonet.draw.step_scene(picture),
        "scheme.name": "hodoku",
        "session": session,
        "settings": nonet.play.Settings(),
        "size": 9,
        "step": step,
        "sums": (5, 6),
        "tables": store,
        "then.other": nonet.Transformation.rotation(LAYOUT),
        "toggle_note.cells": [2],
        "toggled_note.cells": (2,),
        "validate.what": TEXT,
        "verdict": nonet.play.validate(TEXT),
    }


@cache
def instance(cls: Any) -> Any:
    others = (
        PUZZLE,
        nonet.Order.row_by_row(LAYOUT),
        nonet.logic.Position.of(TEXT),
        nonet.logic.technique("x-wing"),
        nonet.draw.BoardOptions(),
        nonet.formats.About(),
        nonet.formats.SavedState(values=PUZZLE.givens),
    )
    return next((value for value in (*valid_values().values(), *others) if type(value) is cls), None)


def public_values() -> Iterator[tuple[str, Any]]:
    """What the packages list, and what the pages import from any module."""
    for part in ("nonet", "nonet.data", "nonet.photo", *(f"nonet.{part}" for part in sorted(PARTS))):
        module = import_module(part)
        own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == part]
        yield from ((name, getattr(module, name)) for name in getattr(module, "__all__", own))
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for where, names in re.findall(
            r"from (nonet[.\w]*) import ([\w, ]+)", page.read_text(encoding="utf-8")
        ):
            yield from ((name, getattr(import_module(where), name)) for name in names.split(", "))


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    seen = set()
    for name, value in public_values():
        if id(value) in seen or name.startswith("_"):
            continue
        seen.add(id(value))
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) and not issubclass(value, Exception | Enum):
            yield from members(name, value)


def members(name: str, cls: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The constructor, if it does more than to fill fields, and the methods."""
    if "__post_init__" in vars(cls) or ("__init__" in vars(cls) and not is_dataclass(cls)):
        yield name, cls
    for each, member in vars(cls).items():
        if each.startswith("_") or issubclass(cls, nonet.rules.Rule):
            continue
        if isinstance(member, classmethod | staticmethod):
            yield f"{name}.{each}", getattr(cls, each)
        elif inspect.isfunction(member) and (of := instance(cls)) is not None:
            yield f"{name}.{each}", getattr(of, each)


def cases() -> Iterator[tuple[str, str, Any, Callable[[], Any]]]:
    values = valid_values()
    for name, function in public_callables():
        if name in LEFT_AS_IT_IS or name.split(".")[0] in TO_DERIVE_FROM:
            continue
        named = [each for each in inspect.signature(function).parameters.values() if each.kind in (1, 3)]
        takes_cell = [each.name for each in named][:1] == ["cell"] and not name.startswith("Position.")
        if "." in name and {each.annotation for each in named} <= {"int"} and not takes_cell:
            continue  # the innermost methods: Python's own TypeError
        last = name.split(".")[-1]
        valid = {}
        for each in named:
            if each.default is each.empty or f"{name}.{each.name}" in values:
                keys = (f"{name}.{each.name}", f"{last}.{each.name}", each.name)
                known = [values[key] for key in keys if key in values]
                assert known, f"no value for {each.name} of {name}"
                valid[each.name] = known[0]
        for each in named:
            more: tuple[Any, ...] = NO_CELLS if each.name == "cell" else ()
            if "int" in str(each.annotation) and not more and (name, each.name) not in MAY_BE_LARGE:
                more = NO_NUMBERS
            for wrong in (*WRONG, *NO_NAMES, *more):
                yield name, each.name, wrong, partial(function, **{**valid, each.name: wrong})


def check(name: str, parameter: str, wrong: object, call: Callable[[], Any]) -> None:
    try:
        answer = call()
        if isinstance(answer, Iterator):
            list(islice(answer, 1))
    except (nonet.NonetError, OSError, OTHER_ERRORS.get((name, parameter), OSError)):
        pass
    except (TypeError, ValueError) as error:
        if not re.search(rf"\b{parameter}\b", str(error)):
            raise


def test_every_parameter_of_every_public_callable() -> None:
    found = list(cases())
    assert len({name for name, *_ in found}) > 190
    check_all(check, spread(found, 4))


@pytest.mark.parametrize("wrong", NO_NAMES)
def test_names_that_no_file_can_have(wrong: str) -> None:
    calls: tuple[Callable[[str], object], ...] = (
        nonet.play.Store,
        lambda name: nonet.play.Store(Path(name)),
        lambda name: nonet.animate("12..34..21......").save(f"{name}.svg"),
        lambda name: save_bytes(name, b""),
        read_plan,
        read_pack,
        lambda name: save_boards(valid_values()["book"], name),
    )
    for call in calls:
        with pytest.raises(nonet.NonetError, match=r"^(path|folder): (a null|half of a surrogate)"):
            call(wrong)


@pytest.mark.parametrize("wrong", [(99, 1), (-1, 1), (0, 0), (0, -1), (0, 10), (0, 300)])
def test_a_candidate_that_the_board_does_not_have(wrong: tuple[int, int]) -> None:
    for call in (partial(POSITION.eliminate, [wrong]), partial(POSITION.place, *wrong)):
        with pytest.raises(nonet.NonetError, match=r"there is no cell|is not a digit"):
            call()


VALUES: tuple[Any, ...] = (LAYOUT, PUZZLE, PUZZLE.givens, POSITION, nonet.possible(TEXT))


def test_no_public_value_takes_a_cell_that_its_board_does_not_have() -> None:
    taken = set()
    for value in VALUES:
        for name in dir(type(value)):
            method = getattr(type(value), name)
            if name.startswith("_") or not inspect.isfunction(method):
                continue
            first, *others = [*inspect.signature(method).parameters][1:] or [""]
            if first == "cell":
                taken.add(f"{type(value).__name__}.{name}")
                for cell in NO_CELLS:
                    with pytest.raises(nonet.NonetError, match=r"^cell: "):
                        method(value, cell, *[1] * len(others))
    assert len(taken) >= 11


@for_each(nonet.rules.catalogue().values())
def test_every_rule_refuses_what_is_no_grid_of_its_board(rule: type[nonet.rules.Rule]) -> None:
    own = nonet.Layout.named(rule.example.layout)
    of_example = nonet.rules.from_data({"kind": rule.kind, **rule.example.data}, own)
    for method in (of_example.holds, of_example.broken):
        for wrong in (*WRONG, TEXT, PUZZLE):
            with pytest.raises(nonet.NonetError, match=r"^grid: expected a value of the type Grid, not "):
                method(wrong)
        for name in ("4x4", "9x9:0-8", "samurai", own.name):
            layout = nonet.Layout.named(name)
            for grid in (nonet.Grid.empty(layout), nonet.Grid(layout, b"\1" * layout.cell_count)):
                with suppress(nonet.NonetError):
                    method(grid)


@for_each(nonet.rules.catalogue().values())
def test_every_rule_refuses_what_is_no_board(rule: type[nonet.rules.Rule]) -> None:
    of_example = nonet.rules.from_data(
        {"kind": rule.kind, **rule.example.data}, nonet.Layout.named(rule.example.layout)
    )
    for name in ("affected", "as_houses", "check", "clue", "compile", "labels_on", "shapes"):
        for wrong in (*WRONG, "9x9", PUZZLE):
            with pytest.raises(nonet.NonetError, match=r"^layout: expected a value of the type Layout, not "):
                getattr(of_example, name)(wrong)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: nonet.Rng(1).below(2**64 + 1), "at least 1 and at most"),
        (lambda: nonet.Rng(1).below(0), "at least 1 and at most"),
        (lambda: nonet.Rng(1).between(0, 10**30), "at least 1 and at most"),
        (lambda: nonet.Rng(1).between(2, 1), "at least 1 and at most"),
        (lambda: nonet.Rng(1).choice([]), "at least 1 and at most"),
        (lambda: PUZZLE.with_digit(0, 10), "digits: those of a 9x9 board are 1 to 9, not 10"),
        (lambda: PUZZLE.with_digit(0, 10**30), "digits: those of a 9x9 board are 1 to 9, not 10"),
        (lambda: nonet.Layout.named("9x9:0-8").mask_of([9]), "are 0 to 8, not 9"),
        (
            partial(LAYOUT.with_houses, cast("Any", PUZZLE.givens)),
            r"^houses: expected a value of the type Iter",
        ),
        (lambda: PUZZLE.givens[99], "there is no cell 99 on a 9x9 board"),
        (lambda: nonet.hint(PUZZLE, solution=PUZZLE.givens), "solution: it has empty cells"),
        (
            lambda: nonet.hint(PUZZLE, solution=nonet.Grid.of("4x4", "1" * 16)),
            "the solution is on a 4x4 board",
        ),
        (lambda: nonet.make(nonet.Recipe(), seed=1, threads=0), "threads must be 1 to 1024"),
        (
            lambda: nonet.solution(cast("Any", 10**5000)),
            "given: expected .*, not a value of the type int that",
        ),
        (lambda: nonet.solution([10**5000] * 81), "r1c1 holds a value of the type int that"),
        (lambda: nonet.Grid.of("4x4", (10**5000 for _ in range(16))), "holds a value of the type int that"),
        (lambda: LAYOUT.cell_name(10**5000), "there is no cell a value of the type int that cannot be shown"),
        (
            lambda: nonet.Puzzle.of("4x4", "." * 16, rules=[nonet.rules.Cage((1, 2), 10**5000)]),
            "a number with too many digits",
        ),
        (lambda: nonet.count_solutions(PUZZLE, limit=cast("Any", Decimal("nan"))), "^limit: expected"),
    ],
)
def test_values_that_are_too_large_or_not_finished(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(nonet.NonetError, match=said):
        call()


def test_a_cell_that_a_grid_does_not_have_is_an_index_error_too() -> None:
    with pytest.raises(IndexError) as refused:
        PUZZLE.givens[81]
    assert str(pickle.loads(pickle.dumps(refused.value))) == "cell: there is no cell 81 on a 9x9 board"


@pytest.mark.parametrize("cells", [(79, 80), (-1, 0)])
def test_a_grid_without_the_cells_of_a_rule(cells: tuple[int, int]) -> None:
    rule, grid = nonet.rules.Cage(cells, 5), nonet.Grid.of("4x4", "1234341221434321")
    for method in (rule.holds, rule.broken):
        with pytest.raises(nonet.InvalidRule, match=rf"cage: there is no cell {cells[0]} on a 4x4 board"):
            method(grid)


def test_a_function_that_is_a_generator() -> None:
    @clear_type_errors
    def letters(text: str) -> Iterator[str]:
        yield from text.upper()

    assert list(letters("ab")) == ["A", "B"]
    with pytest.raises(nonet.NonetError, match="text: expected a value of the type str, not None"):
        list(letters(None))  # type: ignore[arg-type]


def test_a_function_with_a_cache() -> None:
    calls: list[tuple[Any, str]] = [
        (nonet.logic.technique, "key"),
        (nonet.symmetry.geometric_symmetries, "layout"),
    ]
    for call, name in calls:
        for wrong in (None, list[int]()):
            with pytest.raises(nonet.NonetError, match=f"{name}: expected a value of the type"):
                call(wrong)


def test_errors_that_no_argument_causes_pass_unchanged() -> None:
    @clear_type_errors
    def looked_up(key: str, table: dict[str, int], count: int = 1) -> int:
        return table[key] * count

    with pytest.raises(KeyError, match="b"):
        looked_up("b", {"a": 1})
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'table'"):
        looked_up("b")  # type: ignore[call-arg]
    with pytest.raises(nonet.NonetError, match="table: expected a value of the type dict") as refused:
        looked_up("b", [])  # type: ignore[arg-type]
    assert isinstance(refused.value.__cause__, TypeError)


def test_what_is_in_a_list_counts_and_numpy_has_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert nonet.Layout.boxed(numpy.int64(2), 2) == nonet.Layout.named("4x4")
    assert type(nonet.Layout.boxed(numpy.int64(2), 4).size) is int
    wrong: Any
    for wrong in ([5], numpy.array(5)):
        with pytest.raises(
            nonet.NonetError, match=r"results: expected a value of the type Iterable\[Result\]"
        ):
            nonet.play.statistics(wrong, today=date(2026, 11, 17))
    for array in (numpy.zeros((9, 9)), numpy.zeros(0), numpy.array("x")):
        for call, name in (
            (nonet.CLASSIC.cell_name, "cell"),
            (nonet.unrank, "number"),
            (partial(nonet.count_solutions, TEXT), "limit"),
        ):
            with pytest.raises(nonet.NonetError, match=f"^{name}s?: expected a value of the type"):
                call(**{name: array})


def test_whole_numbers_of_numpy() -> None:
    """They are taken, or refused by name."""
    numpy = pytest.importorskip("numpy")
    empty, variant = "." * 16, nonet.Puzzle.of("4x4", "." * 16)
    for two in (numpy.int64(2), numpy.uint8(2)):
        assert (
            nonet.count_solutions(empty, limit=two) == nonet.count_solutions(TEXT + " ", limit=two) + 1 == 2
        )
        assert (
            list(nonet.count_many(["." * 81], limit=two))
            == list(nonet.count_many([variant], limit=two))
            == [2]
        )
        assert nonet.possible(empty, limit=two).counts[0] == (2, 2, 2, 2)
        assert nonet.Recipe(clues=two).clue_range == (2, 2)
        with pytest.raises(nonet.NonetError, match=r"stream: expected an? "):
            nonet.create(1, stream=two)


@pytest.mark.parametrize("wrong", [(1,), [(0, [1])], {0: 5}, {0: "1"}, {"r1c1": [1]}])
def test_a_mapping_and_what_is_in_it(wrong: Any) -> None:
    with pytest.raises(
        nonet.NonetError, match=r"^ruled_out: expected a value of the type Mapping\[int, Iter"
    ):
        nonet.Puzzle.of("4x4", "." * 16, ruled_out=wrong)


def test_public_functions_can_be_pickled() -> None:
    for function in (
        nonet.rate,
        nonet.path,
        nonet.explain.picture,
        nonet.draw.animate,
        nonet.symmetry.is_boxed,
    ):
        assert pickle.loads(pickle.dumps(function)) is function
    assert nonet.path is nonet.logic.path
    assert nonet.make is nonet.generate.make
