"""Two cells whose digits are related, by dots, signs, lines or as neighbours: digits without a partner, and twins.

    r1c1 ● r1c2     r1c1  4 5 8     5 goes with no digit, and 8 would need 4 in r1c2
                    r1c2  2 9

All these rules are compiled to `Pair` primitives, so none of them needs code of its own. A relation is looked at from
both sides. Cells that see each other cannot be equal, whatever the relation says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from nonet.bitsets import common, digits_in, union
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.deduction import Sees, deduced, evidence_of, not_kept, rules_between
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import Pair
from nonet.step import Candidate, Evidence, Role, RoleKind, Step

Table = tuple[int, ...]
"""For each digit of one cell the set of digits that go with it in another."""


class Relation(NamedTuple):
    """What a rule says of a cell, by the digit of another one."""

    rule: Rule
    cell: int
    other: int
    said: Table

    def table(self, sees: Sees) -> Table:
        """What goes with what. If the cells see each other, no digit goes with itself."""
        return _unequal(self.said) if sees(self.cell) >> self.other & 1 else self.said

    @property
    def is_twin(self) -> bool:
        """Whether both cells hold the same digit."""
        return all(allowed == 1 << digit for digit, allowed in enumerate(self.said))


@lru_cache(maxsize=4096)
def _unequal(table: Table) -> Table:
    return tuple(allowed & ~(1 << digit) for digit, allowed in enumerate(table))


@lru_cache(maxsize=4096)
def rise_of(table: Table) -> int | None:
    """By how much the second digit is greater at least, if that is all that a relation says; None if it is not.

    >>> rise_of((0b110, 0b100, 0)), rise_of((0b111, 0b110, 0b100)), rise_of((0b001, 0b010, 0b100))
    (1, 0, None)
    """
    size = len(table)
    rise = size - table[0].bit_count()
    rising = tuple((1 << size) - (1 << min(digit + rise, size)) for digit in range(size))
    return rise if table == rising else None


@lru_cache(maxsize=4096)
def mirrored(table: Table) -> Table:
    """The same relation with the digits counted from the greatest."""
    size = len(table)
    return tuple(sum(1 << (size - digit) for digit in digits_in(allowed)) for allowed in reversed(table))


@lru_cache(maxsize=64)
def relations_of(layout: Layout, rules: tuple[Rule, ...]) -> tuple[Relation, ...]:
    """The relations of all rules, each from both sides."""
    found = []
    for rule in rules:
        for part in compiled(rule, layout):
            if isinstance(part, Pair):
                first, second = part.cells
                found.append(Relation(rule, second, first, part.table))
                found.append(Relation(rule, first, second, part.reverse))
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def partners(table: Table, digits: int) -> int:
    """The digits that go with one of these.

    >>> partners((0b010, 0b101, 0b010), 0b101)
    2
    """
    return union(table[digit - 1] for digit in digits_in(digits))


# -- no partner -------------------------------------------------------------------------------------------------------

Used = tuple[Relation, ...]


@lru_cache(maxsize=64)
def _plain(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[Used, ...], tuple[Used, ...]]:
    """The relations that are neither twins nor an order, by rule, and by rule and deciding cell."""
    plain = [
        each
        for each in relations_of(layout, rules)
        if not each.is_twin and rise_of(each.said) is None and rise_of(mirrored(each.said)) is None
    ]
    by_rule = grouped((each.rule, each) for each in plain)
    by_other = grouped(((each.rule, each.other), each) for each in plain)
    return tuple(map(tuple, by_rule.values())), tuple(map(tuple, by_other.values()))


def no_partner(position: Position, options: Options) -> Iterator[Step]:
    """Digits that go with no digit at all; then those that go with none that a certain other cell can hold."""
    by_rule, by_other = _plain(position.layout, position.rules)
    whole = position.layout.all_digits
    for used in by_rule:
        if gone := not_kept(position, ((each.cell, partners(each.said, whole)) for each in used)):
            about = dict.fromkeys(each.cell for each in used)
            yield Step("no-partner", (), gone, evidence_of(used[0].rule, about))
    for used in by_other:
        if gone := _alone(position, used, position.sees):
            rule, _, other, _ = used[0]
            cells = tuple(dict.fromkeys(cell for cell, _ in gone))
            used = tuple(each for each in used if each.cell in cells)
            roles = (Role(RoleKind.PIVOT, (other,)), Role(RoleKind.BASE, cells))
            find = partial(_alone, position, used)
            yield from deduced("no-partner", position, (rule,), (other, *cells), find, *roles)


def _alone(position: Position, used: Used, sees: Sees) -> tuple[Candidate, ...]:
    """Candidates of the cells that go with nothing that the other cell can hold."""
    have = position.held(used[0].other)
    return not_kept(position, ((each.cell, partners(each.table(sees), have)) for each in used))


# -- the same partner for several cells -------------------------------------------------------------------------------

MOST_PARTNERS = 4
"""A digit that goes with more digits than this is not looked at."""
MOST_CELLS = 4


@lru_cache(maxsize=64)
def _stars(layout: Layout, rules: tuple[Rule, ...]) -> tuple[tuple[int, tuple[tuple[int, Used], ...]], ...]:
    """For each cell the digits that go with few others in at least two cells, and the relations that say so."""
    _, by_other = _plain(layout, rules)
    around = grouped((each.other, each) for used in by_other for each in used)
    found = []
    for cell, used in sorted(around.items()):
        few = {
            digit: tuple(each for each in used if 0 < each.said[digit - 1].bit_count() <= MOST_PARTNERS)
            for digit in layout.entries
        }
        several = tuple(item for item in few.items() if len({each.cell for each in item[1]}) > 1)
        if several:
            found.append((cell, several))
    return tuple(found)


def same_partner(position: Position, options: Options) -> Iterator[Step]:
    """Digits that would leave fewer digits for several cells that see each other than there are cells."""
    for cell, stars in _stars(position.layout, position.rules):
        alike: dict[tuple[tuple[int, ...], Used], list[int]] = {}
        for digit, few in stars:
            if position.masks[cell] >> (digit - 1) & 1 and (
                cells := crowded(position, digit, few, position.sees)
            ):
                used = tuple(each for each in few if each.cell in cells)
                alike.setdefault((cells, used), []).append(digit)
        for (cells, used), digits in alike.items():
            rules = tuple(dict.fromkeys(each.rule for each in used))
            find = partial(_all_crowded, position, tuple(digits), used)
            apart = rules_between(position, (cell, *cells), find, own=rules)
            roles = (Role(RoleKind.PIVOT, (cell,)), Role(RoleKind.BASE, cells))
            gone = tuple((cell, digit) for digit in digits)
            yield Step("same-partner", (), gone, Evidence(roles, rules=rules, apart=apart))


def _all_crowded(position: Position, digits: tuple[int, ...], used: Used, sees: Sees) -> bool:
    return all(crowded(position, digit, used, sees) for digit in digits)


def crowded(position: Position, digit: int, used: Used, sees: Sees) -> tuple[int, ...]:
    """Cells that see each other and that the digit would leave fewer digits than there are cells; the fewest."""
    left: dict[int, int] = {}
    for each in used:
        own = left.get(each.cell, position.held(each.cell))
        left[each.cell] = own & each.table(sees)[digit - 1]
    for count in range(2, min(len(left), MOST_CELLS) + 1):
        for cells in combinations(sorted(left), count):
            if union(left[cell] for cell in cells).bit_count() < count and all(
                sees(one) >> other & 1 for one, other in combinations(cells, 2)
            ):
                return cells
    return ()


# -- twins ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _families(
    layout: Layout, rules: tuple[Rule, ...]
) -> tuple[tuple[tuple[int, ...], tuple[Rule, ...]], ...]:
    """Cells that all hold the same digit, and the rules that say so."""
    families: list[tuple[set[int], set[Rule]]] = []
    for each in relations_of(layout, rules):
        if each.is_twin:
            cells, own = {each.cell, each.other}, {each.rule}
            for family in [family for family in families if family[0] & cells]:
                cells, own = cells | family[0], own | family[1]
                families.remove(family)
            families.append((cells, own))
    return tuple(
        (tuple(sorted(cells)), tuple(rule for rule in rules if rule in own)) for cells, own in families
    )


def twins(position: Position, options: Options) -> Iterator[Step]:
    """What goes from one of several cells with the same digit goes from the others."""
    masks = position.masks
    for cells, rules in _families(position.layout, position.rules):
        same = common(position.state(cells))
        if gone := position.among(cells, ~same):
            evidence = Evidence((Role(RoleKind.BASE, cells),), rules=rules)
            if same.bit_count() == 1:
                placed = tuple((cell, same.bit_length()) for cell in cells if masks[cell])
                yield Step("twins", placed, (), evidence)
            else:
                yield Step("twins", (), gone, evidence)
