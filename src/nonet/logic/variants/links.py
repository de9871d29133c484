"""What rules give to chains: candidates that exclude each other, and digits that have a place among some cells.

    weak     r1c1 = 3 excludes r1c2 = 7      a white dot between them
    strong   r1c1 or r3c1 is 5               the digits of a renban line are 3 4 5 or 4 5 6, and 5 has two places on it

Both are asked of the primitives of rules, so that every rule has them. A relation of two cells is a table. Any other
rule is asked where few of its cells are empty: what does no way to fill them have together, and which digit is in all?
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nonet.bitsets import cells_in, digits_in
from nonet.layout import Layout
from nonet.logic.killers import killer_cages
from nonet.logic.position import Position, RuleLinks, sight
from nonet.logic.variants.implied import FEW, Portion, portions
from nonet.logic.variants.pairs import relations_of
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import Pair
from nonet.step import Candidate, Truth

LOOPS = ("loops.nice_loops", "loops.grouped_nice_loops")
"""The finders of chains that follow rules. Chains of one digit, or of cells with two candidates, are among theirs."""
MOST_FOR_GROUPS = 300
"""With more candidates than this, groups make such chains slow and hardly ever longer."""


def linked(position: Position, finder: str = LOOPS[0]) -> Position | None:
    """The position for a finder of chains: cells that rules keep apart are peers, and rules link candidates. None if no
    rule does either; in killers sums are looked at as such.
    """
    is_wide = sum(map(int.bit_count, position.masks)) > MOST_FOR_GROUPS
    if killer_cages(position.rules) or (is_wide and finder == LOOPS[1]):
        return position.sighted()
    return position.remembered("linked", _linked)


def _linked(position: Position) -> Position | None:
    found = RuleLinks({}, {})
    for one, other, rule in (*_by_tables(position), *_by_ways(position)):
        for start, end in ((one, other), (other, one)):
            found.weak.setdefault(start, {}).setdefault(end, rule)
    for digit, places, rule in _needed(position):
        found.truths.setdefault((digit, places), Truth(digit=digit, rule=rule))
    if not found.weak and not found.truths:
        return position.sighted()
    result = position.without_rules()
    result.rule_links = found
    return result


# -- candidates that exclude each other ------------------------------------------------------------------------------

Exclusion = tuple[Candidate, Candidate, Rule]


def _by_tables(position: Position) -> Iterator[Exclusion]:
    """By relations of two cells: dots, signs, lines."""
    masks = position.masks
    for rule, cell, other, said in relations_of(position.layout, position.rules):
        if cell < other and masks[cell] and (mask := masks[other]):
            for digit in digits_in(mask):
                excluded = masks[cell] & ~said[digit - 1]
                yield from _different(position, (other, digit), cell, excluded, rule)


def _by_ways(position: Position) -> Iterator[Exclusion]:
    """By rules with few empty cells: what is in no way to fill them where one of them holds a digit."""
    for portion in _whole(position.layout, position.rules, beyond_pairs=True):
        empty = portion.board & position.unsolved
        if 2 <= empty.bit_count() <= FEW:
            sees = sight(position.layout, portion.rules).__getitem__
            for cell in cells_in(empty):
                for digit in digits_in(position.masks[cell]):
                    for other, gone in portion.gone(position, sees, {cell: 1 << (digit - 1)}):
                        if other > cell:
                            excluded = 1 << (gone - 1)
                            yield from _different(position, (cell, digit), other, excluded, portion.rules[0])


def _different(position: Position, one: Candidate, cell: int, digits: int, rule: Rule) -> Iterator[Exclusion]:
    """A candidate and each of these digits in a cell, but for what sight says anyway."""
    if position.sees(one[0]) >> cell & 1:
        digits &= ~(1 << (one[1] - 1))
    return ((one, (cell, digit), rule) for digit in digits_in(digits))


@lru_cache(maxsize=64)
def _whole(layout: Layout, rules: tuple[Rule, ...], *, beyond_pairs: bool = False) -> tuple[Portion, ...]:
    """The rules that are looked at as a whole; `beyond_pairs`: those that say more than how two cells are related."""
    found = (each for each in portions(layout, rules) if each.parts == compiled(each.rules[0], layout))
    return tuple(
        each
        for each in found
        if not (beyond_pairs and len(each.cells) == 2 and isinstance(each.parts[0], Pair))
    )


# -- digits that have a place ----------------------------------------------------------------------------------------

MOST_EMPTY = 6
"""Rules with more empty cells than this are not asked which digits they need."""


def _needed(position: Position) -> Iterator[tuple[int, int, Rule]]:
    """Digits with two places among the cells of a rule that has no way without them; both cells, and the rule."""
    boards = position.boards
    for portion in _whole(position.layout, position.rules):
        if 2 <= (portion.board & position.unsolved).bit_count() <= MOST_EMPTY:
            sees = sight(position.layout, portion.rules).__getitem__
            for digit in position.layout.entries:
                places = portion.board & boards[digit]
                if places.bit_count() == 2 and all(position.values[cell] != digit for cell in portion.cells):
                    without = {cell: position.masks[cell] & ~(1 << (digit - 1)) for cell in cells_in(places)}
                    left = sum(without.get(cell, position.masks[cell]).bit_count() for cell in portion.cells)
                    if all(without.values()) and len(portion.gone(position, sees, without)) == left:
                        yield digit, places, portion.rules[0]
