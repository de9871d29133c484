"""Wings and colours by rules: of two or three candidates one is true, and each of them takes the same candidate out.

    r1c1 is 3 or 7         r1c1 = 3  →  r1c2 ≠ 9 (white dot)  →  r1c2 = 8  →  r5c2 ≠ 8
                           r1c1 = 7  →  r5c1 ≠ 7              →  r5c1 = 2  →  r5c2 ≠ 8 (black dot)

In a wing two of them do so by way of a cell of two candidates, the pincer. XY-wing: it is about a cell of two,
XYZ-wing: of three, W-wing: about a digit with two places in a house or on a rule. Simple colouring: two places of
different colour.
Where links by cells, houses and sight are enough, see `nonet.logic.wings` and `nonet.logic.coloring`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from nonet.bitsets import bits_in, union
from nonet.grouping import grouped
from nonet.logic.coloring import Coloring, colored, colorings
from nonet.logic.forcing import concluded, forced_step, forcing_chains
from nonet.logic.links import Chain, Web, plain_web
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.step import Node, Step, Truth

Pincers = list[tuple[int, int]]
"""Cells of two candidates that a term decides: the candidate that goes, and the one that is left."""


def wings(position: Position, options: Options, *, key: str) -> Iterator[Step]:
    """The wings of one name that need what rules link; what goes for the same reason goes together."""
    steps = (step for step in _wings(position, key) if step.evidence.linking_rules)
    for together in grouped((_reason(step), step) for step in steps).values():
        gone = tuple(each for step in together for each in step.eliminations)
        end = Node(gone[0][1], tuple(cell for cell, _ in gone), on=False)
        evidence = together[0].evidence
        chains = tuple((*chain[:-1], chain[-1]._replace(end=end)) for chain in evidence.chains)
        yield replace(together[0], eliminations=gone, evidence=replace(evidence, chains=chains))


def _reason(step: Step) -> tuple[object, ...]:
    """The chains of a wing up to the digit that goes; all of them, if a rule takes it out."""
    chains, ((_, digit),) = step.evidence.chains, step.eliminations
    if any(chain[-1].by for chain in chains):
        return chains
    return digit, *((*chain[:-1], chain[-1].start) for chain in chains)


def _wings(position: Position, key: str) -> Iterator[Step]:
    if sum(mask.bit_count() == 2 for mask in position.masks) < 2:
        return  # there are no pincers
    web, (pincers, through) = plain_web(position), _pincers(position)
    done: set[int] = set()  # a row and a box may have the same two places
    for truth, terms, own in web.clauses:
        if _name(truth, len(terms)) != key or own in done:
            continue
        done.add(own)
        gone = (1 << web.count) - 1 & ~own
        at_once = gone
        for term in terms:
            gone &= web.weak_bits[term] | through[term]
            at_once &= web.weak_bits[term]
        for target in bits_in(gone & ~at_once):
            chains = [_chain(web, pincers[term], term, target) for term in terms]
            outer = {web.cells[chain[1][0]] for chain in chains if len(chain) > 2}
            if len(outer) == 2 and outer.isdisjoint(web.cells[term] for term in terms):
                yield forced_step(web, key, (target, False), chains, [truth])


def _name(truth: Truth, count: int) -> str | None:
    if truth.cell is None:
        return "w-wing" if count == 2 else None
    return {2: "xy-wing", 3: "xyz-wing"}.get(count)


@remembered
def _pincers(position: Position) -> tuple[list[Pincers], list[int]]:
    """For each term its pincers, and what these take out."""
    web = plain_web(position)
    found: list[Pincers] = [[] for _ in range(web.count)]
    for mates in web.mates:
        if mates.bit_count() == 2:
            one, other = bits_in(mates)
            for gone, left in ((one, other), (other, one)):
                for term in web.weak[gone]:
                    if term != left:
                        found[term].append((gone, left))
    return found, [_off(web, (left for _, left in each)) for each in found]


def _off(web: Web, terms: Iterable[int]) -> int:
    """What some of these terms take out."""
    return union(web.weak_bits[term] for term in terms)


def _chain(web: Web, pincers: Pincers, term: int, target: int) -> Chain:
    if web.weak_bits[term] >> target & 1:
        return [(term, True), (target, False)]
    gone, left = next(each for each in pincers if web.weak_bits[each[1]] >> target & 1)
    return [(term, True), (gone, False), (left, True), (target, False)]


def colors(position: Position, options: Options) -> Iterator[Step]:
    """Traps: what a place of either colour takes out."""
    web = plain_web(position)
    for digit in position.layout.entries:
        number = web.number[digit]
        for each in colorings(position.layout, position.boards[digit]):
            terms = [[number[cell] for cell in bits_in(color)] for color, _ in each.colors]
            one, other = (_off(web, color) for color in terms)
            for target in bits_in(one & other):
                step = _trap(web, each, digit, terms, target)
                if step.evidence.linking_rules:
                    yield step


def _trap(web: Web, coloring: Coloring, digit: int, colors: list[list[int]], target: int) -> Step:
    near = (next(term for term in color if web.weak_bits[term] >> target & 1) for color in colors)
    chains: list[Chain] = [[(term, True), (target, False)] for term in near]
    evidence = replace(colored(digit, coloring), chains=tuple(map(web.links, chains)))
    return concluded(web, "simple-colors-trap", (target, False), evidence)


LINKED: dict[str, Callable[[Position, Options], Iterator[Step]]] = {
    "wings.w_wings": partial(wings, key="w-wing"),
    "wings.xy_wings": partial(wings, key="xy-wing"),
    "wings.xyz_wings": partial(wings, key="xyz-wing"),
    "coloring.simple_colors": colors,
    "forcing.forcing_chains": forcing_chains,
}
"""What these finders find besides, where rules link candidates."""
