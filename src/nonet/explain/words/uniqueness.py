"""What relies on the puzzle having one solution: unique rectangles and loops, bivalue universal graves.

The pattern comes with a way out: one of its extra candidates is true. The rest is explained as with any other step.
"""

from __future__ import annotations

from nonet.explain.grammar import (
    DeadlyPattern,
    Fact,
    Filled,
    Grave,
    LookAt,
    OnlyCandidates,
    OnlyPlaces,
    Sees,
)
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.generic import refutations
from nonet.step import Candidate, RoleKind


def _way_out(view: StepView) -> tuple[LookAt, list[Fact], tuple[Candidate, ...]]:
    """Where to look, the pattern, and its extra candidates."""
    deadly = view.step.evidence.deadly
    assert deadly is not None
    extras = view.prover.way_out(deadly)
    if deadly.kind == "bug":
        return LookAt(), [Grave(extras)], extras
    filled = any(view.position.grid[cell] for cell in deadly.cells)  # an avoidable rectangle
    return LookAt(cells=deadly.cells), [DeadlyPattern(deadly.cells, deadly.digits, filled)], extras


def one_cell(view: StepView) -> Account:
    """All extras are in one cell: it takes one of them."""
    where, pattern, extras = _way_out(view)
    return Account(where, tuple(pattern), (view.either(extras),))


def one_digit(view: StepView) -> Account:
    """The extras are of one digit: what sees them all goes."""
    where, pattern, extras = _way_out(view)
    cells = tuple(sorted(cell for cell, _ in extras))
    return Account(where, tuple(pattern), tuple(view.one_of_places(extras[0][1], cells)))


def with_subset(view: StepView) -> Account:
    """The extras count as one cell more, and make a naked subset with others."""
    where, pattern, extras = _way_out(view)
    subset = view.role(RoleKind.BASE)
    pattern.append(OnlyCandidates(subset.cells, view.digits(subset.cells), subset.houses))
    reasoning: list[Fact] = [view.either(extras), Filled(subset.cells, subset.digits, extras=extras)]
    for digit, losing in view.gone.items():
        places = {cell for cell, each in extras if each == digit}
        places.update(view.places(digit, subset.cells))
        reasoning.append(Sees(losing, tuple(sorted(places)), digit=digit))
    return Account(where, tuple(pattern), tuple(reasoning))


def with_lock(view: StepView) -> Account:
    """A digit of the pattern has no place outside it in some houses: suppose, and the pattern is complete."""
    where, pattern, extras = _way_out(view)
    pattern.append(view.either(extras))
    for truth in view.step.evidence.truths:
        if truth.house is not None and truth.digit is not None:
            cells = view.places(truth.digit, view.layout.houses[truth.house].cells)
            pattern.append(OnlyPlaces((truth.digit,), (truth.house,), cells))
    return Account(where, tuple(pattern), tuple(refutations(view)))
