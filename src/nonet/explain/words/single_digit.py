"""Patterns of one digit: skyscraper, kite, turbot fish, empty rectangle."""

from __future__ import annotations

from nonet.explain.grammar import Fact, LookAt, OnlyPlaces
from nonet.explain.step_view import Account, StepView
from nonet.step import Link, RoleKind


def two_links(view: StepView) -> Account:
    chains = view.step.evidence.chains or (view.step.evidence.links,)
    pattern: list[Fact] = []
    reasoning: list[Fact] = []
    for chain in chains:
        first, join, last = chain
        digit = first.start.digit  # a dual kite may have two
        pattern += [_two_places(view, first), _two_places(view, last)]
        pattern.append(view.see_each_other(*sorted((join.start.cells, join.end.cells))))
        reasoning += view.one_of_places(digit, (*first.start.cells, *last.end.cells))
    look = LookAt(digit=chains[0][0].start.digit)
    return Account(look, tuple(dict.fromkeys(pattern)), tuple(dict.fromkeys(reasoning)))


def _two_places(view: StepView, link: Link) -> Fact:
    house = view.strong_house(link)
    assert house is not None
    return OnlyPlaces((link.start.digit,), (house,), (*link.start.cells, *link.end.cells))


def empty_rectangle(view: StepView) -> Account:
    """One or two links beside a box; each elimination is explained by itself."""
    base, digit = view.role(RoleKind.BASE), view.digit
    pattern = [
        OnlyPlaces((digit,), base.houses, base.cells),
        *(OnlyPlaces(role.digits, role.houses, role.cells) for role in view.roles(RoleKind.PINCER)),
    ]
    reasoning = [
        fact for candidate in view.step.eliminations for fact in view.prover.refutation((candidate, True))
    ]
    return Account(LookAt(base.houses), tuple(pattern), tuple(reasoning))
