"""What the cells of a rule can hold together, and what they must hold."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.bitsets import digits_in, mask_of
from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.rules import MOST_COMBINATIONS
from nonet.logic.variants.needs import fitting
from nonet.rules.base import Rule, compiled
from nonet.rules.primitives import Count, Sets
from nonet.step import RoleKind


def held(view: StepView, cell: int) -> int:
    """The digits that a cell can hold, also if it is filled."""
    return view.position.masks[cell] or 1 << (view.position.grid.entries[cell] - 1)


def _sets_of(view: StepView, rule: Rule, cells: Iterable[int]) -> Sets | None:
    """The sets that a rule asks for in these cells."""
    parts = (part for part in compiled(rule, view.layout) if isinstance(part, Sets))
    return next((part for part in parts if set(cells) <= set(part.cells)), None)


def _fitting(view: StepView, part: Sets) -> tuple[int, ...]:
    return fitting(tuple(held(view, cell) for cell in part.cells), part.masks)


def _combinations(view: StepView, part: Sets) -> list[Fact]:
    sets = _fitting(view, part)
    return [say.Combinations(part.cells, sets)] if len(sets) <= MOST_COMBINATIONS else []


def _is_run(digits: int) -> bool:
    """Whether digits are consecutive."""
    low = digits & -digits
    return not (digits // low) & (digits // low + 1)


# -- digits that fit into no set -----------------------------------------------------------------------------------


def set_range(view: StepView) -> Account:
    (rule,) = view.step.evidence.rules
    part = _sets_of(view, rule, view.role(RoleKind.BASE).cells)
    assert part is not None
    reasons = _spans(view, part)
    if not reasons:
        reasons = [*_gaps(view, part), *_combinations(view, part)]
        reasons.append(say.EveryWay(view.step.eliminations, tuple(view.gone)))
    return Account(say.LookAt(cells=part.cells), (view.rule_says(rule, part.cells),), reasons)


def _spans(view: StepView, part: Sets) -> list[Fact]:
    """The cells whose digits are so high or so low that consecutive digits cannot reach those that go; nothing if that
    is not why.
    """
    if not all(map(_is_run, part.masks)):
        return []
    masks = {cell: held(view, cell) for cell in part.cells}
    lows = {cell: (mask & -mask).bit_length() for cell, mask in masks.items()}
    highs = {cell: mask.bit_length() for cell, mask in masks.items()}
    count = len(part.cells)
    highest, lowest = max(lows, key=lows.__getitem__), min(highs, key=highs.__getitem__)
    low, high = lows[highest] - count + 1, highs[lowest] + count - 1
    gone = [digit for _, digit in view.step.eliminations]
    if any(low <= digit <= high for digit in gone):
        return []
    facts: list[Fact] = []
    for cell, digit, bound, least in (
        (highest, lows[highest], low, True),
        (lowest, highs[lowest], high, False),
    ):
        if any((each < bound) if least else (each > bound) for each in gone):
            known = bool(view.position.grid.entries[cell])
            facts.append(say.Span(cell, digit, bound, count, least, known))
    return facts


def _gaps(view: StepView, part: Sets) -> list[Fact]:
    """Digits that no cell of a line of consecutive digits can hold."""
    union = 0
    for cell in part.cells:
        union |= held(view, cell)
    gaps = tuple(digits_in(view.layout.all_digits & ~union))
    return [say.Lacks(part.cells, gaps)] if gaps and all(map(_is_run, part.masks)) else []


# -- digits that are needed ----------------------------------------------------------------------------------------


def _needs(view: StepView) -> tuple[list[Fact], Fact, tuple[int, ...]]:
    """The rule with its combinations, if it is about sets; that it needs the digits of the step; and their places."""
    (rule,), base = view.step.evidence.rules, view.role(RoleKind.BASE)
    stated: list[Fact] = [view.rule_says(rule, base.cells)]
    places = tuple(cell for cell in base.cells if set(view.position.digits(cell)) & set(base.digits))
    if (part := _sets_of(view, rule, base.cells)) is not None:
        return [*stated, *_combinations(view, part)], say.Needs(base.digits, len(base.digits)), places
    counts = [
        part
        for part in compiled(rule, view.layout)
        if isinstance(part, Count) and part.cells == base.cells and not part.digits & ~mask_of(base.digits)
    ]
    choice = any(part.digits.bit_count() > 1 for part in counts)
    return stated, say.Missing(_repeated(view, counts), choice=choice), places


def _repeated(view: StepView, counts: list[Count]) -> tuple[int, ...]:
    """The digits that are missing, each as often as it is; of a choice of digits, each once."""
    found: list[int] = []
    for part in counts:
        placed = sum(
            part.digits >> entry - 1 & 1 for cell in part.cells if (entry := view.position.grid.entries[cell])
        )
        least = next(count for count in range(placed, len(part.cells) + 1) if part.counts >> count & 1)
        single = part.digits.bit_count() == 1
        found += [digit for digit in digits_in(part.digits) for _ in range(least - placed if single else 1)]
    return tuple(found)


def places(view: StepView) -> Account:
    stated, need, cells = _needs(view)
    base = view.role(RoleKind.BASE)
    return Account(say.LookAt(cells=base.cells), stated, (need, say.RoomOnlyIn(base.digits, cells)))


def must_have(view: StepView) -> Account:
    stated, need, cells = _needs(view)
    base = view.role(RoleKind.BASE)
    either = view.either((cell, view.digit) for cell in cells)
    sees = say.Sees(view.targets, cells)
    apart = view.rules_between((*cells, *view.targets))
    return Account(say.LookAt(cells=base.cells), (*apart, *stated), (need, either, sees))


def full(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    (rule,) = view.step.evidence.rules
    values = view.position.grid.entries
    there = sum(values[cell] in base.digits for cell in base.cells)
    (part,) = (
        part
        for part in compiled(rule, view.layout)
        if isinstance(part, Count) and part.cells == base.cells and part.digits == mask_of(base.digits)
    )
    possible = there + sum(bool(view.position.masks[cell] & part.digits) for cell in base.cells)
    few = part.counts >> possible + 1 > 0
    counted = say.CountedOut(base.digits, possible if few else there, few)
    return Account(say.LookAt(cells=base.cells), (view.rule_says(rule, base.cells),), (counted,))
