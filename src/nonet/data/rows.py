"""The rows of a data set: puzzle k of a subset depends on the seed, the subset and k alone.

A subset is made in blocks of 100. Block b has a seed of its own, the first number that stream 2³² · g + b of the data
set's seed draws, where g is the number of the subset's group; `sudoku create --count 100` with that seed makes the same
puzzles, if nothing but its recipe is asked for. The subsets of a group differ in their levels alone, so their blocks
are made together: each candidate goes to the subset of its level. Where a part also asks for guesses or a rating of
Sudoku Explainer, what does not fit is left out.

Negative examples are made from such puzzles. For several solutions, clues are removed in random order until there is
more than one. For none, one clue is exchanged for another digit that is not in its row, column or box.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from nonet.data.spec import DataSpec, Subset, SubsetGroup
from nonet.data.traces import KINDS, ToldStep, in_words, told_path, wrong_path
from nonet.engines import default_engine
from nonet.engines.effort import Effort, effort_many
from nonet.equivalence import class_key, key_of_form
from nonet.errors import RecipeError
from nonet.formats import write
from nonet.generate.banks import DUG
from nonet.generate.by_level import make_levels
from nonet.generate.examine import Made
from nonet.generate.recipe import Recipe
from nonet.generate.search import PuzzleSearch, make
from nonet.generate.variants import VariantRecipe, make_variants
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.many import canonical_records
from nonet.puzzle import Puzzle
from nonet.rating import Rating, rate
from nonet.rating.many import path_many, rate_records
from nonet.records import SIGNS, Block
from nonet.rng import Rng
from nonet.step import Step

BLOCK = 100
EFFORT = 100_000
"""Candidates refused in a row before a subset is given up."""
BARREN = 20_000
"""Puzzles in a row without the guesses or the rating that are asked for, before a subset is given up."""


@dataclass(frozen=True)
class DataRow:
    """A row; its fields are the columns, in this order. None is null."""

    puzzle: str
    solution: str | None
    status: str
    layout: str
    part: str
    split: str
    clues: int
    level: str | None
    rating: int | None
    technique: str | None
    techniques: str | None
    er: float | None
    ep: float | None
    ed: float | None
    guesses: int | None
    rounds: int | None
    origin: str
    subset: int
    """The number of its subset."""
    number: int
    disguise: int
    key: str
    grid: str
    trace: str | None
    sentences: str | None
    wrong: str | None


def make_rows(spec: DataSpec, group: SubsetGroup, first: int, count: int) -> Iterator[DataRow]:
    """The rows number `first` to `first + count - 1` of every subset of a group; fewer where a subset is smaller."""
    last = first + count
    while first < last:
        block = first // BLOCK
        start, end = block * BLOCK, min(last, (block + 1) * BLOCK)
        seed = Rng(spec.seed, stream=(group.number << 32) + block).next()
        counts = {subset: min(end, subset.count) - start for subset in group.subsets if subset.count > first}
        for subset, examples in _blocks(counts, seed):
            yield from _rows(spec, subset, examples, start)[first - start :]
        first = end


def split_of(spec: DataSpec, grid_key: bytes) -> str:
    """The split that a class of solution grids belongs to.

    The first eight bytes of its key, as a fraction of 2⁶⁴, fall into one of the shares. So no symmetry leads from one
    split to another, and a grid has the same split in every data set with these shares.
    """
    place = int.from_bytes(grid_key[:8], "big") / 2**64
    edge = 0.0
    for name, share in spec.split:
        edge += share
        if place < edge:
            return name
    return next(name for name, share in reversed(spec.split) if share)


@dataclass
class _Example:
    """A puzzle on its way into a row; `source` is the puzzle with one solution that it was made from."""

    source: Made
    values: bytes
    effort: Effort | None = None

    @property
    def puzzle(self) -> Puzzle:
        givens = self.source.puzzle.givens
        return (
            self.source.puzzle if self.values == givens.entries else Puzzle(Grid(givens.layout, self.values))
        )

    @property
    def text(self) -> str:
        """Its cells; with rules, nonet's JSON."""
        return write(self.puzzle, "json") if self.puzzle.rules else self.puzzle.givens.symbols


def _rows(spec: DataSpec, subset: Subset, examples: list[_Example], first: int) -> list[DataRow]:
    """The rows of examples, numbered from `first` on."""
    layout = subset.part.recipe.layout
    boards = [each.values for each in examples]
    efforts = [each.effort for each in examples]
    if isinstance(subset.part.recipe, VariantRecipe):
        keys = [key_of_form(each.text.encode()) for each in examples]
    else:
        if None in efforts:
            efforts = list(effort_many(layout, boards))
        keys = _keys(layout, boards)
    grid_keys = _keys(layout, [each.source.solution.entries for each in examples])
    ratings = _ratings(subset, examples)
    explained = _explained(subset, boards) if subset.part.se is not None else [None] * len(examples)
    paths = _paths(spec, subset, examples, ratings)
    rows = []
    for index, example in enumerate(examples):
        puzzle = example.puzzle
        rating, by_explainer, effort = ratings[index], explained[index], efforts[index]
        rows.append(
            DataRow(
                puzzle=example.text,
                solution=example.source.solution.symbols if subset.solutions != "none" else None,
                status=subset.solutions,
                layout=layout.name,
                part=subset.part.name,
                split=split_of(spec, grid_keys[index]),
                clues=puzzle.clue_count,
                level=None if rating is None else rating.level,
                rating=None if rating is None else int(rating.score),
                technique=None if rating is None else rating.technique,
                techniques=None if rating is None else " ".join(example.source.techniques),
                er=None if by_explainer is None else by_explainer.score,
                ep=None if by_explainer is None else float(by_explainer.fields()["ep"]),
                ed=None if by_explainer is None else float(by_explainer.fields()["ed"]),
                guesses=None if effort is None else effort.guesses,
                rounds=None if effort is None else effort.rounds,
                origin=example.source.origin,
                subset=subset.number,
                number=first + index,
                disguise=0,
                key=keys[index].hex(),
                grid=grid_keys[index].hex(),
                **_traces(spec, example, paths[index], first + index),
            )
        )
    return rows


# -- puzzles --------------------------------------------------------------------------------------------------


def _blocks(counts: Mapping[Subset, int], seed: int) -> Iterator[tuple[Subset, list[_Example]]]:
    """The first puzzles of each subset of a group, as many as `counts` says."""
    if len(counts) == 1:
        for subset, count in counts.items():
            yield subset, list(islice(_examples(subset, seed, count), count))
        return
    subsets = {str(subset.part.recipe.level): subset for subset in counts}
    recipe = next(iter(counts)).part.recipe
    assert isinstance(recipe, Recipe)
    wanted = {level: counts[subset] for level, subset in subsets.items()}
    found = make_levels(replace(recipe, level=None), seed, wanted, effort=EFFORT)
    for level, subset in subsets.items():
        if len(found[level]) < wanted[level]:
            raise _too_rare(subset)
        yield subset, [_Example(made, made.puzzle.givens.entries) for made in found[level]]


def _too_rare(subset: Subset) -> RecipeError:
    return RecipeError(
        f"part {subset.part.name}: no such puzzle among very many; ask for something less rare"
    )


def _examples(subset: Subset, seed: int, count: int) -> Iterator[_Example]:
    """Puzzles of a subset: `count` of them at least."""
    barren = 0
    recipe, most = subset.part.recipe, count if subset.takes_all else 1 << 62
    search: Generator[Made] | PuzzleSearch = (
        _variants(recipe, seed)
        if isinstance(recipe, VariantRecipe)
        else make(recipe, seed, count=most, effort=EFFORT)
    )
    with closing(search):
        for made in search:
            example = _negative(made, subset)
            if example is not None and _fits(example, subset):
                barren = 0
                yield example
                continue
            barren += 1
            if barren == BARREN:
                break
    raise _too_rare(subset)


def _variants(recipe: VariantRecipe, seed: int) -> Generator[Made]:
    for number, made in make_variants(recipe, seed):
        yield Made(made.puzzle, made.solution, number, seed, DUG)


def _negative(made: Made, subset: Subset) -> _Example | None:
    """The puzzle itself, or one without a unique solution made from it; None where that is impossible."""
    values = made.puzzle.givens.entries
    if subset.solutions == "one":
        return _Example(made, values)
    rng = Rng(made.seed + 3, stream=made.number)
    engine, layout = default_engine(subset.part.recipe.layout), subset.part.recipe.layout
    clues = rng.shuffled([cell for cell, value in enumerate(values) if value])
    board = bytearray(values)
    for cell in clues:
        if subset.solutions == "several":
            board[cell] = 0
            if engine.count_solutions(Puzzle(Grid(layout, bytes(board))), limit=2) == 2:
                return _Example(made, bytes(board))
            continue
        seen = {values[peer] for peer in layout.peers[cell]}
        for digit in rng.shuffled([d for d in layout.entries if d not in seen and d != values[cell]]):
            board[cell] = digit
            if engine.some_solution(Puzzle(Grid(layout, bytes(board)))) is None:
                return _Example(made, bytes(board))
        board[cell] = values[cell]
    return None


def _fits(example: _Example, subset: Subset) -> bool:
    """Whether a puzzle has the guesses and the rating that its part asks for, besides its recipe."""
    part = subset.part
    if part.guesses is not None:
        (example.effort,) = effort_many(part.recipe.layout, [example.values])
        if not part.guesses[0] <= example.effort.guesses <= part.guesses[1]:
            return False
    if part.se is not None and subset.solutions == "one":
        (rating,) = _explained(subset, [example.values])
        return rating is not None and part.se[0] <= rating.score <= part.se[1]
    return True


# -- what is known of them ------------------------------------------------------------------------------------


def _keys(layout: Layout, boards: list[bytes]) -> list[bytes]:
    """The keys of classes; the kernel finds canonical forms together."""
    if layout != CLASSIC:
        return [class_key(Grid(layout, values)) for values in boards]
    forms, _, _ = canonical_records(_block(boards))
    cells = layout.cell_count
    values = bytes(forms).translate(_VALUES)
    return [key_of_form(values[cells * i : cells * (i + 1)]) for i in range(len(boards))]


def _block(boards: list[bytes]) -> Block:
    return Block(b"".join(boards).translate(SIGNS), len(boards))


_VALUES = bytes(byte - 48 if 48 <= byte < 58 else 0 for byte in range(256))


def _ratings(subset: Subset, examples: list[_Example]) -> list[Rating | None]:
    if subset.solutions != "one" or not subset.part.is_rated:
        return [None] * len(examples)
    recipe = subset.part.recipe
    if isinstance(recipe, VariantRecipe) or recipe.needs_logic:
        return [each.source.rating for each in examples]
    if subset.part.recipe.layout != CLASSIC:
        return [rate(each.source.puzzle) for each in examples]
    return rate_records(_block([each.values for each in examples]), scheme="hodoku")[1]


def _explained(subset: Subset, boards: list[bytes]) -> list[Rating | None]:
    """Sudoku Explainer's ratings."""
    if subset.solutions != "one":
        return [None] * len(boards)
    return rate_records(_block(boards), scheme="se")[1]


def _paths(
    spec: DataSpec, subset: Subset, examples: list[_Example], ratings: list[Rating | None]
) -> Sequence[tuple[Step, ...]]:
    """The paths of puzzles that are rated and have one solution, if the data set has traces; no steps for others."""
    if subset.solutions != "one" or not any(spec.trace_columns.values()):
        return [()] * len(examples)
    if subset.part.recipe.layout == CLASSIC and not isinstance(subset.part.recipe, VariantRecipe):
        return path_many([each.values.translate(SIGNS) for each in examples])
    return [
        () if rating is None else tuple(path(each.puzzle))
        for each, rating in zip(examples, ratings, strict=True)
    ]


def _traces(spec: DataSpec, example: _Example, steps: tuple[Step, ...], number: int) -> dict[str, str | None]:
    """The columns with paths: as records, in sentences, and in sentences of which one is wrong."""
    found: dict[str, str] = {}
    puzzle = example.puzzle
    if steps and spec.traces:
        found["trace"] = _JSON(_records(puzzle, steps))
    if steps and spec.sentences:
        told = told_path(puzzle, steps)
        found["sentences"] = f"{{{_words(told, spec.sentences)}}}"
        if spec.wrong:
            rng = Rng(example.source.seed + 4, stream=example.source.number)
            wrong = wrong_path(puzzle, told, example.source.solution, rng, KINDS[number % len(KINDS)])
            words = _words(wrong.steps, spec.sentences)
            found["wrong"] = f'{{"kind":"{wrong.kind}","step":{wrong.place},{words}}}'
    return {name: found.get(name) for name in spec.trace_columns}


_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_quoted = lru_cache(maxsize=1 << 10)(_JSON)
"""A text as JSON. Remembered, since most steps have the same text in the right path and in the wrong one, and many also
in both details.
"""


def _words(told: Sequence[ToldStep], languages: Sequence[str]) -> str:
    """The texts by language and detail, as the items of a JSON object."""
    return ",".join(
        [
            f'"{language}":{{'
            + ",".join([f'"{detail}":[{",".join(map(_quoted, texts))}]' for detail, texts in details.items()])
            + "}"
            for language, details in in_words(told, languages).items()
        ]
    )


def _records(puzzle: Puzzle, path: Sequence[Step]) -> list[dict[str, Any]]:
    """Each step with the position before it, its technique, its evidence and its result."""
    layout = puzzle.layout
    position = Position.of(puzzle)
    steps: list[dict[str, Any]] = []
    for step in path:
        state = {"cells": Grid(layout, bytes(position.values)).symbols, "candidates": list(position.masks)}
        steps.append({"state": state, **step.to_json(position.layout)})
        position.apply(step)
    return steps
