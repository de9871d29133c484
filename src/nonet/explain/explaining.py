"""A step explained: in four tiers, in any language that there is a catalogue for.

    1   where to look          Look at where 5 can still go.
    2   which technique        … Technique: X-wing.
    3   the pattern            X-wing: In rows 2 and 7 the 5s can only be in columns 3 and 8, so …
    4   what follows           … Therefore r5c38 ≠ 5.

A tier is a selection of the facts that explain the step, and tells more than the one before. The first two never name
a cell. In the third and fourth, a short explanation says what a friend would say; a full one proves it as well. A
technique that has no explainer of its own (a plug-in's) is explained by its roles and by the proof that its evidence
makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import takewhile
from typing import Any

from nonet.candidates import Candidates
from nonet.errors import NonetError, expect
from nonet.explain.folding import folded
from nonet.explain.grammar import Fact, Heading, LookAt, Therefore
from nonet.explain.phrases import Listed, Quoted
from nonet.explain.step_view import Account, StepView
from nonet.explain.wording import sentences_of, text_of
from nonet.explain.words.generic import generic
from nonet.layout import Layout
from nonet.logic.catalog import is_technique, technique
from nonet.step import Step

TIERS = (1, 2, 3, 4)
DETAILS = ("short", "full")

Explainer = Callable[[StepView], Account]


def facts(
    step: Step,
    position: Candidates,
    *,
    tier: int = 4,
    detail: str = "full",
    explainer: Explainer | None = None,
) -> tuple[Fact, ...]:
    """What is stated of a step in its position, in order; by this explainer instead of the technique's own.

    `detail` is full: what a friend would say, and the proof; or short: the proof only where there is nothing shorter,
    and long cases folded. The technique's own explainer raises some exception if the evidence is not what its finder
    gives.
    """
    if detail not in DETAILS:
        raise NonetError(f"unknown detail {detail!r}; choose from {', '.join(DETAILS)}")
    if tier not in TIERS:
        raise NonetError(f"there is no tier {tier}; tiers are 1 (where) to 4 (why)")
    expect(step, Step, "step")
    expect(position, Candidates, "position")
    view, account = _account(step, position, explainer)
    if tier < 3:
        where = _without_cells(account.where, step, position)
        return (where,) if tier == 1 else (where, Heading(step.technique, alone=True))
    return _chosen(view, account, tier, detail)


def facts_by_detail(step: Step, position: Candidates) -> dict[str, tuple[Fact, ...]]:
    """The facts of the last tier in each detail: the same as `facts` gives, in one go."""
    view, account = _account(step, position, None)
    full = _chosen(view, account, TIERS[-1], "full")
    short = _chosen(view, account, TIERS[-1], "short") if account.told else folded(full)
    return {"short": short, "full": full}


def _account(step: Step, position: Candidates, explainer: Explainer | None) -> tuple[StepView, Account]:
    view = (StepView.by_sight if _is_about_sight(step) else StepView)(step, position)
    return view, (explainer or explainer_of(step.technique))(view)


def _chosen(view: StepView, account: Account, tier: int, detail: str) -> tuple[Fact, ...]:
    step = view.step
    head = Heading(step.technique)
    proof = (*account.pattern, *account.reasoning)
    if detail == "short" and account.told:
        stated = pattern = account.told
    else:
        told = [*takewhile(lambda fact: fact not in proof, account.told)] if account.told else []
        stated, pattern = (*told, *proof), (*told, *account.pattern)
    if tier == 3:
        pattern = (*view.sight, *pattern)
        chosen = (head, *pattern) if pattern else (Heading(step.technique, alone=True),)
    else:
        chosen = (head, *view.sight, *stated, Therefore(step.placements, step.eliminations))
    return folded(chosen) if detail == "short" else chosen


MOST_HOUSES = 3
"""Cells that are in no fewer houses than these are not worth a look there."""


def _without_cells(where: Fact, step: Step, position: Candidates) -> Fact:
    """Where to look, without naming a cell: the houses that hold the cells, and the rule if there is one.

    A mark or label is looked for where its cell is; what else is beside the board has no house, and is named.
    """
    layout = position.layout
    cells = [layout.label_cells.get(cell, cell) for cell in where.cells] if isinstance(where, LookAt) else []
    own = [cell for cell in cells if cell < layout.board_count]
    if not own:
        return where
    rules = {rule.title: rule for rule in step.evidence.rules}
    houses = _houses_of(own, position)
    if len(rules) != 1:
        return LookAt(houses)
    ((title, rule),) = rules.items()
    clue = rule.clue(layout)
    return LookAt(houses, rule=Listed((Quoted(title), clue), " ") if clue else Quoted(title))


def _houses_of(cells: Sequence[int], position: Candidates) -> tuple[int, ...]:
    """The fewest houses that hold the cells, of those with the fewest empty cells; none, if there are too many."""
    layout, entries = position.layout, position.grid.entries
    left, found = {*cells}, list[int]()
    while left and len(found) < MOST_HOUSES:
        held = [
            (
                len(left.intersection(house.cells)),
                sum(map(bool, (entries[cell] for cell in house.cells))),
                -number,
            )
            for number, house in enumerate(layout.houses)
        ]
        count, _, number = max(held, default=(0, 0, 0))
        if not count:
            return ()
        found.append(-number)
        left.difference_update(layout.houses[-number].cells)
    return tuple(found) if not left else ()


def explain(
    step: Step, position: Candidates, *, tier: int = 4, detail: str = "full", language: str = "en"
) -> str:
    """The step in words; the lines of a chain or a proof each on a line of their own.

    `position` is the board before the step. `detail` is full, or short: without the proof, in a player's words.

    >>> from nonet.layout import Layout
    >>> from nonet.puzzle import Puzzle
    >>> from nonet.step import Evidence, Role, RoleKind
    >>> start = Candidates.of(Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 0, 0, 0, 0, 4] + [0] * 7))
    >>> step = Step("hidden-single", ((3, 4),), (), Evidence((Role(RoleKind.BASE, (3,), (4,), (0,)),)))
    >>> explain(step, start, tier=1)
    'Look at row 1.'
    >>> explain(step, start)
    'Hidden single: In row 1 only one place is left for 4: r1c4. The 4 in r3c1 blocks r1c1. Therefore r1c4 = 4.'
    >>> explain(step, start, tier=2, language="cs")
    'Podívej se na řádek 1. Technika: jediné místo (skrytý singl).'
    """
    stated = facts(step, position, tier=tier, detail=detail)
    return text_of(stated, position.layout, language=language)


def sentences(step: Step, position: Candidates, *, tier: int = 4, language: str = "en") -> tuple[str, ...]:
    """The same sentence by sentence, for faces that lay them out themselves."""
    return tuple(sentences_of(facts(step, position, tier=tier), position.layout, language=language))


def fact_records(
    step: Step, position: Candidates, *, tier: int = 4, language: str = "en"
) -> list[dict[str, Any]]:
    """The facts as plain data, for JSON: the kind of each, its sentence, and the cells, houses and digits it names.

    A fact of depth 0 is a sentence of the text; deeper ones are lines below the fact before them that is less deep.
    """
    layout, stated = position.layout, facts(step, position, tier=tier)
    return [
        {
            "kind": type(fact).__name__,
            "depth": fact.depth,
            "text": text.strip(),
            "cells": [layout.cell_name(cell) for cell in fact.subjects.cells],
            "houses": [layout.houses[house].name for house in fact.subjects.houses],
            "digits": list(fact.subjects.digits),
        }
        for fact, text in zip(stated, sentences_of(stated, layout, language=language), strict=True)
    ]


def to_record(step: Step, layout: Layout) -> dict[str, Any]:
    return step.to_json(layout)


def from_record(record: Mapping[str, Any], layout: Layout) -> Step:
    return Step.from_json(record, layout)


def _is_about_sight(step: Step) -> bool:
    """Whether cells see each other by rules in it; singles, and steps about rules, say by themselves what they use."""
    if not is_technique(step.technique) or technique(step.technique).family == "singles":
        return False
    evidence = step.evidence
    return bool(evidence.truths and not evidence.rules and (evidence.apart or evidence.linking_rules))


@cache
def explainer_of(key: str) -> Explainer:
    """The function that explains a technique, as the catalogue names it; `generic` for an unknown key."""
    if not is_technique(key):
        return generic
    family = technique(key).family
    home = next((module for module, families in _HOMES.items() if family in families), family)
    found: Explainer = getattr(
        import_module(f"nonet.explain.words.{home.replace('-', '_')}"), technique(key).words
    )
    return found


_HOMES = {
    "basics": ("singles", "locked", "subsets", "templates"),
    "patterns": ("single-digit", "coloring", "wings", "uniqueness"),
    "chains": ("chains", "forcing"),
    "rules": ("cages", "groups", "sums", "rules"),
}
"""The modules of `words` that explain several families; any other family has a module of its own name."""
