"""Patterns of one digit, colouring, wings, and what relies on the puzzle having one solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.chains import verity
from nonet.explain.words.generic import refutations
from nonet.step import Candidate, Link, Node, Role, RoleKind


def two_links(view: StepView) -> Account:
    chains = view.step.evidence.chains or (view.step.evidence.links,)
    pattern: list[Fact] = []
    reasoning: list[Fact] = []
    told: list[Fact] = []
    for chain in chains:
        first, join, last = chain
        digit = first.start.digit  # a dual kite may have two
        pattern += [_two_places(view, first), _two_places(view, last)]
        pattern.append(view.see_each_other(*sorted((join.start.cells, join.end.cells))))
        ends = (*first.start.cells, *last.end.cells)
        reasoning += view.one_of_places(digit, ends)
        told.append(_two_each(view, chain, ends))
    look = say.LookAt(digits=(chains[0][0].start.digit,))
    return Account(look, tuple(dict.fromkeys(pattern)), tuple(dict.fromkeys(reasoning)), told)


def _two_each(view: StepView, chain: tuple[Link, ...], ends: tuple[int, ...]) -> Fact:
    first, join, last = chain
    houses = tuple(house for link in (first, last) if (house := view.strong_house(link)) is not None)
    cells = (*join.start.cells, *join.end.cells)
    joint = next(iter(view.shared_houses(cells)), None)
    return say.TwoEach(first.start.digit, houses, cells, joint, ends)


def _two_places(view: StepView, link: Link) -> Fact:
    house = view.strong_house(link)
    assert house is not None
    return say.OnlyPlaces((link.start.digit,), (house,), (*link.start.cells, *link.end.cells))


def empty_rectangle(view: StepView) -> Account:
    """One or two links beside a box; each elimination is explained by itself."""
    base, digit = view.role(RoleKind.BASE), view.digit
    pattern = [
        say.OnlyPlaces((digit,), base.houses, base.cells),
        *(say.OnlyPlaces(role.digits, role.houses, role.cells) for role in view.roles(RoleKind.PINCER)),
    ]
    told = [_crossed(view, cell, again=place > 0) for place, cell in enumerate(view.targets)]
    crossed = [fact for fact in told if fact is not None]
    return Account(
        say.LookAt(base.houses), pattern, refutations(view), crossed if len(crossed) == len(told) else ()
    )


def _crossed(view: StepView, target: int, *, again: bool) -> Fact | None:
    """Two lines with all places in the box, and the link that leads from one of them to the target, which is in the
    other; None where there are no such lines.
    """
    base, houses = view.role(RoleKind.BASE), view.layout.houses
    (box,) = base.houses
    for role in view.roles(RoleKind.PINCER):
        for near, far in (role.cells, role.cells[::-1]):
            for line in view.shared_houses((near,)) if view.see(far, target) else ():
                rest = tuple(cell for cell in base.cells if cell not in houses[line].cells)
                other = next((each for each in view.shared_houses((*rest, target)) if each != box), None)
                if line != box and other is not None and 0 < len(rest) < len(base.cells):
                    return say.Crossed(view.digit, box, line, other, role.houses[0], far, again)
    return None


# -- colouring ----------------------------------------------------------------------------------------------------


def _colours(view: StepView) -> list[Fact]:
    """Each pair of colours, with the houses that join its cells."""
    roles = view.roles(RoleKind.COLOR)
    facts: list[Fact] = []
    for one, other in zip(roles[::2], roles[1::2], strict=True):
        cells = {*one.cells, *other.cells}
        houses = tuple(
            truth.house
            for truth in view.step.evidence.truths
            if truth.house is not None
            and cells.issuperset(view.places(view.digit, view.layout.houses[truth.house].cells))
        )
        facts.append(say.Colours(view.digit, houses, one.label, one.cells, other.label, other.cells))
    return facts


def _account(view: StepView, reasoning: list[Fact], told: Sequence[Fact]) -> Account:
    """`told` comes after the colours."""
    roles = view.roles(RoleKind.COLOR)
    colours = [
        say.EitherColour(view.digit, one.label, one.cells, other.label, other.cells, one is not roles[0])
        for one, other in zip(roles[::2], roles[1::2], strict=True)
    ]
    return Account(say.LookAt(digits=(view.digit,)), _colours(view), reasoning, (*colours, *told))


def _all_that_see_both(view: StepView, one: Role, other: Role) -> list[Fact]:
    """What loses the digit because it sees both colours; cells that see the same two are named together."""
    cells: dict[tuple[int, int], list[int]] = {}
    for cell in view.targets:
        near = next((each for each in one.cells if view.see(cell, each)), None)
        far = next((each for each in other.cells if view.see(cell, each)), None)
        if near is not None and far is not None:
            cells.setdefault((near, far), []).append(cell)
    return [say.Sees(tuple(seeing), pair, (one.label, other.label)) for pair, seeing in cells.items()]


def _seeing_each_other(view: StepView, one: Role, other: Role) -> tuple[int, int] | None:
    """The first two cells of these colours that see each other."""
    return next(((near, far) for near in one.cells for far in other.cells if view.see(near, far)), None)


def trap(view: StepView) -> Account:
    """What sees both colours is eliminated."""
    one, other = view.roles(RoleKind.COLOR)[:2]
    if chains := view.step.evidence.chains:  # a rule takes it out
        by_rules = [*map(view.chain, chains), say.EachCase((), view.step.eliminations)]
        return _account(view, by_rules, by_rules)
    told = say.SeesBoth(view.digit, one.label, other.label)
    return _account(view, _all_that_see_both(view, one, other), (told,))


def wrap(view: StepView) -> Account:
    """Two cells of a colour see each other: the colour is false."""
    (false,) = (role for role in view.roles(RoleKind.COLOR) if set(role.cells) & set(view.targets))
    pair = _seeing_each_other(view, false, false)
    assert pair is not None
    clash = say.ColoursClash(false.label, pair[0], false.label, pair[1])
    reasoning: list[Fact] = [clash, say.ColourFalse(view.digit, false.label)]
    return _account(view, reasoning, reasoning)


def multi_1(view: StepView) -> Account:
    """A colour of the first pair sees one of the second: so one of their opposites is true."""
    a, b, c, d = view.roles(RoleKind.COLOR)[:4]
    facts: list[Fact] = []
    told: list[Fact] = []
    opposite = {a.label: b, b.label: a, c.label: d, d.label: c}
    for one in (a, b):
        for other in (c, d):
            pair = _seeing_each_other(view, one, other)
            seen = _all_that_see_both(view, opposite[one.label], opposite[other.label])
            if pair is not None and seen:
                opposites = opposite[one.label].label, opposite[other.label].label
                clash = say.ColoursClash(one.label, pair[0], other.label, pair[1], opposites)
                facts += [clash, *seen]
                told += [clash, say.SeesBoth(view.digit, *opposites)]
    return _account(view, facts, told)


def multi_2(view: StepView) -> Account:
    """Cells of a colour see both colours of the other pair: the colour is false."""
    roles = view.roles(RoleKind.COLOR)[:4]
    facts: list[Fact] = []
    for place, false in enumerate(roles):
        if set(view.targets).issuperset(false.cells):
            others = roles[2:] if place < 2 else roles[:2]
            for other in others:
                pair = _seeing_each_other(view, false, other)
                if pair is not None:
                    facts.append(say.ColoursClash(false.label, pair[0], other.label, pair[1]))
            facts.append(say.ColourFalse(view.digit, false.label))
    return _account(view, facts, facts)


# -- wings: XY, XYZ, WXYZ and W -----------------------------------------------------------------------------------


def wing(view: StepView) -> Account:
    """Whatever the pivot is, a pincer is the common digit; with more pincers, by counting."""
    if view.step.evidence.chains:  # by rules
        return verity(view)
    pivot, common = view.role(RoleKind.PIVOT), view.role(RoleKind.COMMON)
    pincers = [role.cells[0] for role in view.roles(RoleKind.PINCER)]
    digit = common.digits[0]
    if len(pincers) != 2:
        return _by_counting(view, (*pivot.cells, *pincers), digit)
    (hinge,) = pivot.cells
    pattern: list[Fact] = [say.OnlyCandidates((hinge,), view.digits((hinge,)))]
    pattern += [say.OnlyCandidates((cell,), view.digits((cell,))) for cell in pincers]
    pattern.append(say.Sees((hinge,), tuple(sorted(pincers))))
    reasoning: list[Fact] = []
    for choice in view.digits((hinge,)):
        able = [cell for cell in pincers if choice != digit and choice in view.digits((cell,))]
        reasoning += [say.Implies(Node(choice, (hinge,)), Node(digit, (cell,))) for cell in able]
    ends = tuple(fact.end for fact in reasoning if isinstance(fact, say.Implies))
    choices = tuple(fact.start.digit for fact in reasoning if isinstance(fact, say.Implies))
    told = say.Hinge(hinge, choices, ends, itself=digit in view.digits((hinge,)))
    reasoning += view.one_of_places(digit, common.cells)
    return Account(say.LookAt(cells=pivot.cells), pattern, reasoning, (told,))


def _by_counting(view: StepView, cells: tuple[int, ...], digit: int) -> Account:
    """As many cells as digits, and all but one of these fit only once: so that one is there too."""
    digits = view.digits(cells)
    pattern = say.OnlyCandidates(tuple(sorted(cells)), digits)
    once = say.FitOnce(tuple(each for each in digits if each != digit), tuple(sorted(cells)), digit)
    reasoning = view.one_of_places(digit, view.places(digit, cells))
    return Account(say.LookAt(cells=cells), (pattern, once), reasoning, (pattern, once))


def w_wing(view: StepView) -> Account:
    if view.step.evidence.chains:  # by rules
        return verity(view)
    one, two = (role.cells[0] for role in view.roles(RoleKind.PINCER)[:2])
    base = view.role(RoleKind.BASE)
    linked = base.digits[0]
    (digit,) = (each for each in view.digits((one,)) if each != linked)
    near, far = (
        base.cells if view.see(base.cells[0], one) and view.see(base.cells[1], two) else base.cells[::-1]
    )
    pattern = (
        say.OnlyCandidates((one, two), view.digits((one,)), each=True),
        say.OnlyPlaces((linked,), base.houses, base.cells),
        view.see_each_other((near,), (one,)),
        view.see_each_other((far,), (two,)),
    )
    reasoning: list[Fact] = [
        say.Implies(Node(linked, (near,)), Node(digit, (one,))),
        say.Implies(Node(linked, (far,)), Node(digit, (two,))),
        *view.one_of_places(digit, (one, two)),
    ]
    told = say.SamePair((one, two), linked, digit, base.houses[0])
    return Account(say.LookAt(digits=view.digits((one,)), only=True), pattern, reasoning, (told,))


# -- one solution: unique rectangles and loops, bivalue universal graves ------------------------------------------
# The pattern comes with a way out: one of its extra candidates is true. The rest is explained as with any other step.


class _WayOut(NamedTuple):
    """Where to look, the pattern, its extra candidates, and all that in short."""

    where: Fact
    pattern: list[Fact]
    extras: tuple[Candidate, ...]
    told: Fact


def _way_out(view: StepView) -> _WayOut:
    deadly = view.step.evidence.deadly
    assert deadly is not None
    extras = view.prover.way_out(deadly)
    if deadly.kind == "bug":
        return _WayOut(say.LookAt(pairs=True), [say.Grave(extras)], extras, say.AllPairs(extras))
    filled = any(view.position.grid.entries[cell] for cell in deadly.cells)  # an avoidable rectangle
    pattern: list[Fact] = [say.DeadlyPattern(deadly.cells, deadly.digits, filled)]
    told = say.Swappable(deadly.cells, deadly.digits, filled)
    return _WayOut(say.LookAt(digits=deadly.digits), pattern, extras, told)


def one_cell(view: StepView) -> Account:
    """All extras are in one cell: it takes one of them."""
    where, pattern, extras, told = _way_out(view)
    either = view.either(extras)
    return Account(where, pattern, (either,), (told, either))


def one_digit(view: StepView) -> Account:
    """The extras are of one digit: what sees them all goes."""
    where, pattern, extras, told = _way_out(view)
    cells = tuple(sorted(cell for cell, _ in extras))
    reasoning = view.one_of_places(extras[0][1], cells)
    return Account(where, pattern, reasoning, (told, reasoning[0]))


def with_subset(view: StepView) -> Account:
    """The extras count as one cell more, and make a naked subset with others."""
    where, pattern, extras, told = _way_out(view)
    subset = view.role(RoleKind.BASE)
    pattern.append(say.OnlyCandidates(subset.cells, view.digits(subset.cells), subset.houses))
    reasoning: list[Fact] = [view.either(extras), say.Filled(subset.cells, subset.digits, extras=extras)]
    short = (told, pattern[-1], *reasoning)
    for digit, losing in view.gone.items():
        places = {cell for cell, each in extras if each == digit}
        places.update(view.places(digit, subset.cells))
        reasoning.append(say.Sees(losing, tuple(sorted(places)), digit=digit))
    return Account(where, pattern, reasoning, short)


def with_lock(view: StepView) -> Account:
    """A digit of the pattern has no place outside it in some houses: suppose, and the pattern is complete."""
    where, pattern, extras, told = _way_out(view)
    pattern.append(view.either(extras))
    locks: list[Fact] = []
    for truth in view.step.evidence.truths:
        if truth.house is not None and truth.digit is not None:
            cells = view.places(truth.digit, view.layout.houses[truth.house].cells)
            locks.append(say.OnlyPlaces((truth.digit,), (truth.house,), cells))
    digits = told.digits if isinstance(told, say.Swappable) else ()
    fails = say.NothingExtra(view.step.eliminations, digits)
    return Account(where, (*pattern, *locks), refutations(view), (told, *locks, fails))
