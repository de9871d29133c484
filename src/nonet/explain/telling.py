"""A step explained: in four tiers, in any language that there is a catalogue for.

    1   where to look          Look at where 5 can still go.
    2   which technique        … Technique: X-wing.
    3   the pattern            X-wing: In rows 2 and 7 the digit 5 can only go in columns 3 and 8: …
    4   the full reasoning     … Therefore r5c38 ≠ 5.

A tier is a selection of the facts that explain the step, and tells more than the one before. A technique that
has no explainer of its own (a plug-in's) is explained by its roles.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module

from nonet.errors import NonetError
from nonet.explain.facts import Fact, Heading, TechniqueIs, Therefore
from nonet.explain.view import Account, View
from nonet.explain.wording import sentences_of, text_of
from nonet.explain.words.generic import generic
from nonet.layout import Layout
from nonet.logic.catalog import technique, technique_keys
from nonet.step import Step

__all__ = ["TIERS", "Teller", "explain", "facts", "sentences", "teller"]

TIERS = (1, 2, 3, 4)

Teller = Callable[[View], Account]


def facts(step: Step, layout: Layout, *, tier: int = 4) -> tuple[Fact, ...]:
    """What is stated of a step, in order."""
    if tier not in TIERS:
        raise NonetError(f"there is no tier {tier}; tiers are 1 (where) to 4 (why)")
    account = _account(View(step, layout))
    if tier == 1:
        return (account.where,)
    if tier == 2:
        return account.where, TechniqueIs(step.technique)
    head = Heading(step.technique)
    if tier == 3:
        told = (*account.pattern, *account.sketch)
        return (head, *told) if told else (TechniqueIs(step.technique),)
    return head, *account.pattern, *account.reasoning, Therefore(step.placements, step.eliminations)


def explain(step: Step, layout: Layout, *, tier: int = 4, language: str = "en") -> str:
    """The step in words; the lines of a chain or a proof each on a line of their own.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.step import Evidence, Role, RoleKind, Truth
    >>> step = Step("hidden-single", ((0, 5),), (), Evidence((Role(RoleKind.BASE, (0,), (5,), (18,)),)))
    >>> explain(step, CLASSIC, tier=1)
    'Look at box 1.'
    >>> explain(step, CLASSIC, tier=3)
    'Hidden single: In box 1 only one place is left for the digit 5: r1c1.'
    >>> explain(step, CLASSIC, tier=2, language="cs")
    'Podívej se na blok 1. Technika: jediné místo (skrytý singl).'
    """
    return text_of(facts(step, layout, tier=tier), layout, language=language)


def sentences(step: Step, layout: Layout, *, tier: int = 4, language: str = "en") -> tuple[str, ...]:
    """The same sentence by sentence, for faces that lay them out themselves."""
    return tuple(sentences_of(facts(step, layout, tier=tier), layout, language=language))


def _account(view: View) -> Account:
    """By the technique's own explainer; by its roles, if it has none, or if the evidence is not what we know."""
    tell = teller(view.step.technique)
    if tell is not None:
        with suppress(LookupError, ValueError, AssertionError, StopIteration):
            return tell(view)
    return generic(view)


@cache
def teller(key: str) -> Teller | None:
    """The function that explains a technique, as the catalogue names it; None for an unknown key."""
    if key not in technique_keys():
        return None
    family = technique(key).family.replace("-", "_")
    found: Teller = getattr(import_module(f"nonet.explain.words.{family}"), technique(key).words)
    return found
