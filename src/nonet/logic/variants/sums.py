"""The rule of 45: a house holds every digit once, so its digits add up to 45 on a 9x9 board.

    ┌─────────┐ · ·       cages inside row 1 make 38, so the cell that is left, an innie, is 45 - 38 = 7.
    │ 15      │ 7         Where a cage sticks out, the same sum says what its cells outside, the outies, make;
    └─────────┘           or how much innies and outies differ.

Take the sums of one, two or three houses, subtract those of cages, and an equation is left. The fewer cells it has, the
more it says:

    one cell         the rule of 45 itself: a digit
    one cage         cells of one cage alone: the cage is cut in two, and each part has a sum of its own
    a few cells      innies and outies: what they can be together
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations

from nonet.dimensions import HouseKind
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.catalog import Finder
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.logic.variants.deduction import Sees, not_kept, rules_between
from nonet.logic.variants.ways import all_apart, places_apart, reachable, sums_of, ways_of
from nonet.rules.base import Rule
from nonet.step import Candidate, Equation, Evidence, Role, RoleKind, Step

MOST_CELLS = 3
"""The most cells in an equation that people work with."""
MOST_APART = 5
"""The same where all the cells differ and are on one side: then it is a cage."""


@lru_cache(maxsize=256)
def _areas(layout: Layout, count: int) -> tuple[tuple[int, ...], ...]:
    """Houses to add up: one; or neighbouring rows or columns, or boxes and regions that touch."""
    full = [number for number, places in enumerate(layout.place_boards) if places]
    if count == 1:
        return tuple((number,) for number in full)
    areas = []
    by_kind = grouped((layout.houses[number].kind, number) for number in full)
    touching = _touching(layout)
    for kind, numbers in by_kind.items():
        if kind in (HouseKind.ROW, HouseKind.COLUMN):
            areas += [tuple(numbers[at : at + count]) for at in range(len(numbers) - count + 1)]
        elif kind in (HouseKind.BOX, HouseKind.REGION):
            areas += [
                chosen
                for chosen in combinations(numbers, count)
                if sum(frozenset(pair) in touching for pair in combinations(chosen, 2)) >= count - 1
            ]
    return tuple(areas)


def _touching(layout: Layout) -> set[frozenset[int | None]]:
    """The pairs of boxes and regions with neighbouring cells."""
    home = {
        cell: number
        for number, house in enumerate(layout.houses)
        if house.kind in (HouseKind.BOX, HouseKind.REGION)
        for cell in house.cells
    }
    return {frozenset((home.get(one), home.get(other))) for one, other in layout.neighbours}


@lru_cache(maxsize=256)
def _equations(layout: Layout, rules: tuple[Rule, ...], count: int) -> tuple[Equation, ...]:
    """What houses less cages leave, before any digit is known.

    From each area: the cages inside it are subtracted (innies are left), all cages that it meets (outies are left),
    or those with more cells inside than outside (the fewest cells are left).
    """
    sums = tuple(sums_of(rules))
    equations: dict[tuple[object, ...], Equation] = {}
    for houses in _areas(layout, count) if sums else ():
        inside = Counter(cell for house in houses for cell in layout.houses[house].cells)
        meeting = [(each, sum(cell in inside for cell in each[1])) for each in sums]
        choices = (
            [each for each, held in meeting if held == len(each[1])],
            [each for each, held in meeting if held],
            [each for each, held in meeting if 2 * held > len(each[1])],
        )
        for chosen in choices:
            weights = inside.copy()
            weights.subtract(cell for _, cells, _ in chosen for cell in cells)
            left = {cell: weight for cell, weight in sorted(weights.items()) if weight}
            if not left or not chosen or any(abs(weight) > 1 for weight in left.values()):
                continue
            cages = sum(layout.entry_total(total, len(cells)) for _, cells, total in chosen)
            total = count * sum(layout.entries) - cages
            cells, signs = tuple(left), tuple(left.values())
            key = cells, signs, total
            equations.setdefault(
                key, Equation(cells, signs, total, houses, tuple(rule for rule, _, _ in chosen))
            )
    return tuple(equations.values())


@remembered
def _standing(position: Position, count: int) -> list[Equation]:
    """The equations of this position that have few empty cells, the first cells counted positive."""
    standing = []
    values = position.values
    for equation in _equations(position.layout, position.rules, count):
        total, cells, weights = equation.total, [], []
        for cell, weight in zip(equation.cells, equation.weights, strict=True):
            if values[cell]:
                total -= weight * values[cell]
            else:
                cells.append(cell)
                weights.append(weight)
        if 0 < len(cells) <= MOST_APART:
            sign = 1 if sum(weights) > 0 or (not sum(weights) and total >= 0) else -1
            signs = tuple(sign * weight for weight in weights)
            standing.append(equation._replace(cells=tuple(cells), weights=signs, total=sign * total))
    return sorted(standing, key=lambda each: len(each.cells))


def _step(
    key: str,
    equation: Equation,
    *,
    placements: tuple[Candidate, ...] = (),
    eliminations: tuple[Candidate, ...] = (),
    apart: tuple[Rule, ...] = (),
) -> Step:
    roles = Role(RoleKind.BASE, equation.cells), Role(RoleKind.COVER, houses=equation.houses)
    return Step(key, placements, eliminations, Evidence(roles, equations=(equation,), apart=apart))


def one_cell(count: str) -> Finder:
    """The rule of 45 where one cell is left."""
    key = "rule-of-45" if count == "1" else f"rule-of-45-{count}"

    def find(position: Position, options: Options) -> Iterator[Step]:
        for equation in _standing(position, int(count)):
            if len(equation.cells) == 1:
                placed = equation.cells[0], equation.total * equation.weights[0]
                if placed[1] in position.layout.entries and position.has(placed):
                    yield _step(key, equation, placements=(placed,))

    return find


def split_cages(position: Position, options: Options) -> Iterator[Step]:
    """Equations about cells of one cage alone."""
    for equation in _standing(position, 1):
        if len(equation.cells) > 1 and _is_part_of_cage(position, equation):
            yield from _excluding("cage-splitting", position, equation)


def _is_part_of_cage(position: Position, equation: Equation) -> bool:
    """Whether one cage has all the cells, and the equation adds them up."""
    wanted = set(equation.cells)
    return len(set(equation.weights)) == 1 and any(
        wanted.issubset(cells) for _, cells, _ in sums_of(position.rules)
    )


def innies_outies(count: str) -> Finder:
    """Equations about a few cells."""
    key = "innies-outies" if count == "1" else f"innies-outies-{count}"

    def find(position: Position, options: Options) -> Iterator[Step]:
        for equation in _standing(position, int(count)):
            if len(equation.cells) > 1:
                yield from _excluding(key, position, equation)

    return find


def _excluding(key: str, position: Position, equation: Equation) -> Iterator[Step]:
    """The step that an equation of several cells makes, if any."""
    if gone := _impossible(position, equation, position.sees):
        apart = rules_between(position, equation.cells, partial(_impossible, position, equation))
        yield _step(key, equation, eliminations=gone, apart=apart)


def _impossible(position: Position, equation: Equation, sees: Sees) -> tuple[Candidate, ...]:
    """The candidates with which the equation cannot hold; none if it has too many cells to say."""
    cells = equation.cells
    masks = tuple(position.masks[cell] for cell in cells)
    pairs = places_apart(cells, sees)
    one_side = len(set(equation.weights)) == 1
    if one_side and all_apart(len(cells), pairs):
        left = ways_of(masks, equation.total * equation.weights[0]).digits
    elif len(cells) <= MOST_CELLS:
        left = reachable(masks, equation.weights, equation.total, pairs)
    else:
        return ()
    return not_kept(position, zip(cells, left, strict=True))
