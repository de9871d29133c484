"""New puzzles with the rules of a variant: killer cages, thermometers, dots and so on.

    killer         a cage for every cell of a random grid; neighbouring cages are joined, see `killers`
    anti-knight    a grid that obeys the rule, all its digits given; givens are removed while the puzzle stays unique
    all others     all clues of the kind that are true in a random grid (lines: some that hold) and all digits given;
                   most givens are removed first, then clues, then the other givens, while it stays unique
    with a level   all but killers: see `leveled`

Every given and every clue of the result is needed, unless a number of givens or a level was asked for. (The cages of a
killer are joined as far as a random order of joining leads.) The result depends on the seed and on yes-or-no answers of
an engine, never on how it searches: the same seed gives the same puzzle with and without the kernel.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from nonet.arguments import clear_type_errors
from nonet.engines import engine, engine_for
from nonet.engines.tally import Tally
from nonet.errors import RecipeError
from nonet.generate.fill import random_grid
from nonet.generate.killers import caged
from nonet.generate.leveled import ClueDraft, Sketch, kinds_of, leveled
from nonet.generate.orbits import SYMMETRIES, orbits
from nonet.generate.thinning import needed
from nonet.generate.variant_clues import CLUES, LINES, MARKS, Group, draft_of_clues
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level
from nonet.logic.killers import has_only
from nonet.puzzle import Puzzle
from nonet.rng import Rng
from nonet.rules import AntiKnight
from nonet.rules.base import Rule

VARIANTS: tuple[str, ...] = ("killer", *CLUES, "anti-knight", "mixed")
"""The variants that can be created."""

KILLER_LEVELS = {"easy": 3, "medium": 4, "hard": 4, "unfair": 4, "extreme": 4}
"""The levels of killers, and the largest cages with which they are found soonest."""

LEVELS = ("easy", "medium", "hard", "unfair")
"""The levels of all other variants."""

_FEW_SUMS = (
    "their sums are of use in such steps only where most of a row is filled, so about 18 digits would be given; "
    "hard ones can be had"
)
_RARE = "hardly any are found in 15 seconds; other levels can be had"
NOT_MADE = {
    ("sandwich", "easy"): _FEW_SUMS,
    ("sandwich", "medium"): _FEW_SUMS,
    ("sandwich", "unfair"): _RARE,
    ("quadruple", "hard"): _RARE,
    ("quadruple", "unfair"): _RARE,
    ("kropki", "hard"): _RARE,
}
"""Kinds and levels that are refused, from 9x9 up, and why."""

_SMALLEST = 4
"""Killers of this size need nothing but sums and singles."""

_LARGEST_CAGE = 4
_FLOOR = {"little-killer": 20, "sandwich": 12, "renban": 12, "arrow": 12, "mixed": 12}
_USUAL_FLOOR = 9
"""Givens of the classic board, see `_floor`."""
_KEPT = {"kropki": 0.5}
"""The share of the clues of a draft that a puzzle of a level has at least, so that it is about clues more than about
givens."""
_MOST_POSITIONS = 2_000
"""The length of the second proof, where it is limited (see `is_limited`). Few puzzles need more, and nobody would solve
these. On larger boards most need more, and so do puzzles with very few givens."""
_ATTEMPTS = 20
_ATTEMPTS_AT_LEVEL = 100
_DRAWN_AT_LEVEL = 16
"""How many times drafts are drawn for a puzzle of a level."""
_DRAFTS = 6
"""Of so many the best is made a puzzle of a level."""
_MOST_MISSED = 5
_MOST_SIZE = 16


class VariantNotFound(RecipeError):
    """No puzzle was found within a reasonable number of attempts; another seed may find one."""


@dataclass(frozen=True)
class VariantRecipe:
    """What a new puzzle should be like. `givens=None`: only those that are needed; for killers, none.

    `variant` may be several kinds, separated by commas: thermo,killer.
    """

    variant: str
    layout: Layout = CLASSIC
    level: str | None = None
    cage_size: int | None = None
    symmetry: str = "none"
    givens: int | None = None
    count: int = 1

    def check(self) -> None:
        """Raises RecipeError if no such puzzle can be made."""
        size = self.layout.size
        for kind in self.kinds:
            if kind not in VARIANTS:
                raise RecipeError(f"unknown variant {kind!r}; choose from {', '.join(VARIANTS)}")
        if len(self.kinds) > 1 and ("mixed" in self.kinds or len({*self.kinds}) < len(self.kinds)):
            raise RecipeError(f"{self.variant}: name different kinds, or mixed alone")
        if self.symmetry not in SYMMETRIES:
            raise RecipeError(f"unknown symmetry {self.symmetry!r}; choose from {', '.join(SYMMETRIES)}")
        is_square = self.layout.cell_count == size * size and 4 <= size <= _MOST_SIZE
        if not is_square or self.layout.first_digit != 1:
            raise RecipeError(
                f"{self.layout.name}: variants are created on boards from 4x4 to {_MOST_SIZE}x{_MOST_SIZE}, "
                "with digits from 1 on"
            )
        cells = self.layout.cell_count
        if self.givens is not None and not 0 <= self.givens < cells:
            raise RecipeError(f"{self.givens} givens: a puzzle of {cells} cells has 0 to {cells - 1} of them")
        if "anti-knight" in self.kinds and self.givens is not None and self.givens < size - 1:
            raise RecipeError(
                f"{self.givens} givens: an anti-knight puzzle needs at least {size - 1}, "
                "because digits that are not given could be exchanged"
            )
        self._check_cages()

    def _check_cages(self) -> None:
        if self.level is not None and self.level not in self.levels:
            known = _levels(self.variant)
            if self.level in known and self.layout.size == _SMALLEST:
                raise RecipeError(
                    f"a {self.layout.name} board has only {' or '.join(self.levels)} {self.variant} puzzles; "
                    "ask for that level, or for a larger board"
                )
            if self.level in known:
                raise RecipeError(
                    f"no {self.level} {self.variant} puzzles: {NOT_MADE[self.variant, self.level]}"
                )
            raise RecipeError(
                f"unknown level {self.level!r} for {self.variant} puzzles; choose from {', '.join(known)}"
            )
        if self.variant != "killer":
            if self.level is not None and self.givens is not None:
                raise RecipeError(
                    "a number of givens and a level: a variant takes one of them, but for killers"
                )
            if self.cage_size is not None:
                raise RecipeError(f"--cage-size: {self.variant} puzzles have no cages of their own")
        elif self.cage_size is not None and not 2 <= self.cage_size <= self.layout.size:
            raise RecipeError(f"cages of up to {self.cage_size} cells: the limit is 2 to {self.layout.size}")

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that can be had, the easiest first.

        >>> VariantRecipe("quadruple").levels, VariantRecipe("quadruple", Layout.named("6x6")).levels
        (('easy', 'medium'), ('easy', 'medium', 'hard', 'unfair'))
        >>> VariantRecipe("killer", Layout.named("4x4")).levels
        ('easy',)
        """
        if self.variant == "killer" and self.layout.size == _SMALLEST:
            return LEVELS[:1]
        small = self.layout.size < CLASSIC.size
        return tuple(
            level for level in _levels(self.variant) if small or (self.variant, level) not in NOT_MADE
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The variants that are mixed; usually one."""
        return tuple(kind.strip() for kind in self.variant.split(","))

    @property
    def is_limited(self) -> bool:
        """Whether puzzles that are too hard to prove are left out."""
        return self.givens is None and self.layout.size <= CLASSIC.size

    @property
    def largest_cage(self) -> int:
        """The most cells of a cage."""
        largest = self.cage_size or KILLER_LEVELS.get(self.level or "", _LARGEST_CAGE)
        return min(largest, self.layout.size)


def _levels(variant: str) -> tuple[str, ...]:
    return tuple(KILLER_LEVELS) if variant == "killer" else LEVELS


def levels_of(variant: str) -> tuple[str, ...]:
    """The levels of a variant on the classic board.

    >>> levels_of("thermo"), levels_of("quadruple")
    (('easy', 'medium', 'hard', 'unfair'), ('easy', 'medium'))
    """
    return VariantRecipe(variant).levels


def only_number(clues: tuple[int, int] | None) -> int | None:
    """The number of givens where a range of clues is a single number; puzzles of a variant take no other."""
    least, most = clues or (None, None)
    if least != most:
        raise RecipeError("clues: a puzzle of a variant takes one number, not a range")
    return least


@dataclass(frozen=True)
class MadeVariant:
    """A puzzle, and its only solution."""

    puzzle: Puzzle
    solution: Grid


@clear_type_errors
def make_variant(recipe: VariantRecipe, seed: int, *, stream: int = 0) -> MadeVariant:
    """A new puzzle with exactly one solution. The seed decides everything; `stream` k is the k-th of a batch.

    Raises RecipeError if the recipe is impossible, and VariantNotFound if no attempt had the right number of givens or
    the right level, or all were too hard to prove.

    >>> made = make_variant(VariantRecipe("thermo", Layout.named("4x4")), 1)
    >>> made.puzzle.is_solved_by(made.solution), made == make_variant(VariantRecipe("thermo", Layout.named("4x4")), 1)
    (True, True)
    """
    recipe.check()
    rng = Rng(seed, stream=stream)
    make = _killer if recipe.variant == "killer" else _dug if recipe.level is None else _of_level
    attempts = _ATTEMPTS
    if recipe.level is not None:
        attempts = _ATTEMPTS_AT_LEVEL if recipe.variant == "killer" else _DRAWN_AT_LEVEL
    for _ in range(attempts):
        made = make(recipe, rng)
        if made is None:
            continue
        try:
            if recipe.level is not None:
                _prove(made)  # the path that gave the level was the other proof
            else:
                _prove_twice(made, _Patience() if recipe.is_limited else Tally())
        except _TooHard:
            continue
        return made
    asked = "" if recipe.givens is None else f" with exactly {recipe.givens} givens"
    asked += "" if recipe.level is None else f" of the level {recipe.level}"
    raise VariantNotFound(
        f"no {recipe.variant} puzzle{asked} in {attempts} attempts; try another seed, or ask for less"
    )


def make_variants(recipe: VariantRecipe, seed: int) -> Generator[tuple[int, MadeVariant]]:
    """Puzzles without end, each with its number in the batch; a number for which none is found is left out.

    Raises VariantNotFound if there are several of these in a row.
    """
    missed = 0
    for number in count():
        try:
            made = make_variant(recipe, seed, stream=number)
        except VariantNotFound:
            missed += 1
            if missed == _MOST_MISSED:
                raise
        else:
            missed = 0
            yield number, made


# -- killers -----------------------------------------------------------------------------------------------------------


def _killer(recipe: VariantRecipe, rng: Rng) -> MadeVariant | None:
    grid = random_grid(recipe.layout, rng)
    shown = _cells_adding_up(recipe, recipe.givens or 0, rng)
    if shown is None:
        return None
    level = None if recipe.level is None else Level[recipe.level.upper()]
    puzzle = caged(
        grid,
        _only(grid, shown),
        rng,
        largest=recipe.largest_cage,
        symmetry=recipe.symmetry,
        level=level,
    )
    return None if puzzle is None else MadeVariant(puzzle, grid)


def _cells_adding_up(recipe: VariantRecipe, count: int, rng: Rng) -> list[int] | None:
    """Random orbits of the symmetry with this many cells in all, or None if those drawn do not add up to it."""
    cells: list[int] = []
    for orbit in rng.shuffled(orbits(recipe.layout, recipe.symmetry)):
        if len(cells) + len(orbit) <= count:
            cells += orbit
    return cells if len(cells) == count else None


# -- all other variants ------------------------------------------------------------------------------------------------


def _dug(recipe: VariantRecipe, rng: Rng) -> MadeVariant | None:
    """Removes givens (a few are left, see `_floor`), then clues, then the other givens."""
    draft = _draft(recipe, rng).finished()
    fixed, grid = draft.fixed, draft.grid

    def shown(kept: Sequence[tuple[int, ...]]) -> Grid:
        return _only(grid, [cell for orbit in kept for cell in orbit])

    def is_unique(givens: Grid, groups: Sequence[Group]) -> bool:
        return _is_unique(givens, [*fixed, *(rule for group in groups for rule in group)])

    def needed_givens(
        cells: Sequence[tuple[int, ...]], groups: Sequence[Group], least: int
    ) -> list[tuple[int, ...]]:
        return needed(cells, lambda kept: sum(map(len, kept)) >= least and is_unique(shown(kept), groups))

    cells = rng.shuffled(orbits(recipe.layout, recipe.symmetry))
    cells = needed_givens(cells, draft.clues, _floor(recipe) if recipe.givens is None else recipe.givens)
    givens = shown(cells)
    groups = needed(rng.shuffled(draft.clues), lambda kept: is_unique(givens, kept))
    if recipe.givens is None:
        givens = shown(needed_givens(cells, groups, 0))
    rules = [*fixed, *(rule for group in groups for rule in group)]
    made = MadeVariant(Puzzle(givens, rules=tuple(rules)), grid)
    if recipe.givens is not None and made.puzzle.clue_count != recipe.givens:
        return None
    return made if len(kinds_of(rules)) >= draft.kinds else None


def _of_level(recipe: VariantRecipe, rng: Rng) -> MadeVariant | None:
    level = Level[(recipe.level or "").upper()]
    drafts = (_draft(recipe, rng) for _ in range(_DRAFTS))
    draft, puzzle = leveled(drafts, rng, level, recipe.symmetry)
    return None if puzzle is None else MadeVariant(puzzle, draft.grid)


def _floor(recipe: VariantRecipe) -> int:
    """How many givens are left until clues are removed; with fewer, proofs of uniqueness take too long."""
    floor = max(_FLOOR.get(kind, _USUAL_FLOOR) for kind in recipe.kinds)
    return floor * recipe.layout.cell_count // CLASSIC.cell_count


def _draft(recipe: VariantRecipe, rng: Rng) -> ClueDraft:
    """The rules of the whole board, and a grid with clues that are true in it."""
    kinds, wanted = [kind for kind in recipe.kinds if kind != "anti-knight"], len(recipe.kinds)
    fixed: tuple[Rule, ...] = (AntiKnight(),) if "anti-knight" in recipe.kinds else ()
    if recipe.variant == "mixed":
        kinds, wanted = [*rng.shuffled(LINES)[:2], *rng.shuffled(MARKS)[:1]], 2
    clues, filled = draft_of_clues(kinds, recipe.layout, rng, symmetry=recipe.symmetry, fixed=fixed)

    def finished() -> Sketch:
        grid, possible = filled()
        least = min((_KEPT.get(kind, 0.0) for kind in kinds), default=0.0) * sum(map(len, possible))
        return Sketch(grid, fixed, tuple(possible), wanted, round(least))

    rules = (*fixed, *(rule for group in clues for rule in group))
    return ClueDraft(Puzzle(Grid.empty(recipe.layout), rules=rules), finished)


# -- proofs ------------------------------------------------------------------------------------------------------------


def _only(grid: Grid, cells: Sequence[int]) -> Grid:
    """The grid with nothing but these cells."""
    shown = set(cells)
    return Grid(grid.layout, bytes(value if cell in shown else 0 for cell, value in enumerate(grid)))


def _is_unique(givens: Grid, rules: Sequence[Rule]) -> bool:
    puzzle = Puzzle(givens, rules=tuple(rules))
    return engine_for(puzzle).is_unique(puzzle)


def _prove(made: MadeVariant) -> None:
    """Checks the finished puzzle: by the meaning of every rule, and by the default engine."""
    puzzle, solution = made.puzzle, made.solution
    if not puzzle.is_solved_by(solution) or engine_for(puzzle).solution(puzzle) != solution:
        raise _broken(puzzle)


def _prove_twice(made: MadeVariant, tally: Tally) -> None:
    """Checks it by other means, too: by logic, or by the readable engine."""
    _prove(made)
    puzzle, solution = made.puzzle, made.solution
    if has_only(puzzle, solution):
        return
    if list(islice(engine("rules").solutions(puzzle, tally=tally), 2)) != [solution]:
        raise _broken(puzzle)


class _TooHard(Exception):
    """A proof needs more positions than a puzzle for people should."""


class _Patience(Tally):
    """A tally that runs out."""

    def visit(self) -> None:
        super().visit()
        if self.nodes > _MOST_POSITIONS:
            raise _TooHard


def _broken(puzzle: Puzzle) -> RecipeError:
    return RecipeError(f"this puzzle breaks a promise of create; please report it: {puzzle!r}")
