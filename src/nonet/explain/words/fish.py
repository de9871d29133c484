"""Fish of every kind: basic, finned, sashimi, franken, mutant, kraken.

All are explained alike: the base, the cover, the fins; what the cover takes up, and what every fin sees.
"""

from __future__ import annotations

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.step import Node, Role, RoleKind


def sashimi(view: StepView) -> Account:
    """A finned fish that would fall apart without its fins."""
    return fish(view, thin=True)


def fish(view: StepView, *, thin: bool = False) -> Account:
    """One fish, or two on the same base houses, one after the other; `thin` names the base houses without fins."""
    pattern: list[Fact] = []
    reasoning: list[Fact] = []
    told: list[Fact] = []
    for cover in view.roles(RoleKind.COVER):
        shape, fins = _shape(view, cover)
        pattern += shape
        if thin:
            pattern += _thin_bases(view, fins)
        losing = tuple(
            cell for cell in view.targets if _in_cover(view, cell, cover) and view.all_see([cell], fins)
        )
        reasoning += _full(view, cover, fins, losing)
        told.append(_told(view, cover, fins, losing))
        if fins and losing:
            reasoning.append(say.FinsSeen(view.digit, losing, fins))
    return Account(say.LookAt(digits=(view.digit,)), pattern, reasoning, told)


def _thin_bases(view: StepView, fins: tuple[int, ...]) -> list[Fact]:
    """The base houses that have fewer than two places without the fins."""
    thin = tuple(
        house
        for house in view.role(RoleKind.BASE).houses
        if len(set(view.places(view.digit, view.layout.houses[house].cells)).difference(fins)) < 2
    )
    return [say.SashimiBase(view.digit, thin)] if thin else []


def _in_cover(view: StepView, cell: int, cover: Role) -> bool:
    return any(cell in view.layout.houses[house].cells for house in cover.houses)


def _shape(view: StepView, cover: Role) -> tuple[list[Fact], tuple[int, ...]]:
    """Base, cover and fins, as facts; and the fins: base cells outside the cover, or in two base houses."""
    base, digit, houses = view.role(RoleKind.BASE), view.digit, view.layout.houses
    inside = [view.places(digit, houses[house].cells) for house in base.houses]
    cells = sorted({cell for places in inside for cell in places})
    inner = tuple(cell for cell in cells if sum(cell in places for places in inside) > 1)
    outer = tuple(cell for cell in cells if not _in_cover(view, cell, cover) and cell not in inner)
    fins = (*outer, *inner)
    body = tuple(cell for cell in cells if cell not in fins)
    facts: list[Fact] = [say.Covered(digit, base.houses, cover.houses, body, fins)]
    if outer:
        facts.append(say.Fins(outer))
    if inner:
        facts.append(say.Fins(inner, inner=True))
    return facts, fins


def _told(view: StepView, cover: Role, fins: tuple[int, ...], losing: tuple[int, ...] = ()) -> Fact:
    bases = view.role(RoleKind.BASE).houses
    inside = {cell for house in bases for cell in view.layout.houses[house].cells}
    return say.OnlyIn(view.digit, bases, cover.houses, fins, bool(inside.intersection(losing)))


def _full(view: StepView, cover: Role, fins: tuple[int, ...], losing: tuple[int, ...]) -> list[Fact]:
    """The base uses up the cover; so these cells lose the digit."""
    base, digit = view.role(RoleKind.BASE), view.digit
    facts: list[Fact] = [say.CoverFull(digit, base.houses, cover.houses, fins)]
    inside = {cell for house in base.houses for cell in view.places(digit, view.layout.houses[house].cells)}
    once = tuple(cell for cell in losing if cell not in inside)
    twice = tuple(cell for cell in losing if cell in inside)
    for cells in (once, twice):
        houses = tuple(house for house in cover.houses if set(cells) & set(view.layout.houses[house].cells))
        if cells:
            facts.append(say.InCover(digit, cells, houses, bool(fins), twice=cells is twice))
    return facts


def kraken_1(view: StepView) -> Account:
    """The fish eliminates the target unless a fin is true; and a chain leads there from every fin."""
    cover = view.role(RoleKind.COVER)
    pattern, fins = _shape(view, cover)
    chains = _chains(view)
    reasoning = [*_full(view, cover, fins, view.targets), *chains]
    told = (_told(view, cover, fins, view.targets), *chains)
    direct = tuple(fin for fin in fins if view.all_see(view.targets, [fin]))
    if direct:
        reasoning.append(say.Sees(view.targets, direct))
    return Account(say.LookAt(digits=(view.digit,)), pattern, reasoning, told)


def kraken_2(view: StepView) -> Account:
    """Chains lead from the base cells in one cover house, and from the fins, to what is eliminated."""
    cover = view.role(RoleKind.COVER)
    pattern, fins = _shape(view, cover)
    base = view.role(RoleKind.BASE)
    (house,) = view.role(RoleKind.PIVOT).houses
    body = {cell for each in base.houses for cell in view.places(view.digit, view.layout.houses[each].cells)}
    starts = (*sorted(body.intersection(view.layout.houses[house].cells)), *fins)
    either = say.EitherOr(tuple(Node(view.digit, (cell,)) for cell in dict.fromkeys(starts)))
    chains = _chains(view)
    reasoning = [say.CoverFull(view.digit, base.houses, cover.houses, fins), either, *chains]
    told = (_told(view, cover, fins), either, *chains)
    return Account(say.LookAt(digits=(view.digit,)), pattern, reasoning, told)


def _chains(view: StepView) -> list[Fact]:
    return [view.chain(chain) for chain in view.step.evidence.chains if chain]
