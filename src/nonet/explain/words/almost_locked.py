"""Almost locked sets: n cells with n + 1 digits; lose one of these, and the set is locked."""

from __future__ import annotations

from itertools import pairwise

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.step import Link, Node, Role, RoleKind


def _set(view: StepView, role: Role) -> Fact:
    return say.AlmostLockedSet(role.label, role.cells, role.digits, view.shared_houses(role.cells)[:1])


def _common(view: StepView, digit: int, one: Role, other: Role) -> say.CommonDigit:
    return say.CommonDigit(
        digit, one.label, view.places(digit, one.cells), other.label, view.places(digit, other.cells)
    )


def _commons(view: StepView, one: Role, other: Role) -> list[int]:
    """The digits of two sets whose places all see each other."""
    shared = set(one.digits) & set(other.digits)
    return [
        digit
        for digit in sorted(shared)
        if view.all_see(view.places(digit, one.cells), view.places(digit, other.cells))
    ]


def _in_sets(view: StepView, digit: int, *sets: Role) -> list[Fact]:
    """The digit is in one of the sets; what loses it because of that."""
    places = [(role.label, view.places(digit, role.cells)) for role in sets]
    every = {cell for _, cells in places for cell in cells}
    return [say.InSets(digit, tuple(places)), *view.seeing(digit, every)]


def als_xz(view: StepView) -> Account:
    one, other = view.roles(RoleKind.SET)[:2]
    commons = list(dict.fromkeys(role.digits[0] for role in view.roles(RoleKind.COMMON)))
    pattern = [_set(view, one), _set(view, other)]
    pattern += [_common(view, digit, one, other) for digit in commons]
    reasoning: list[Fact] = []
    for digit, losing in view.gone.items():
        if digit in commons:  # both sets lose one of the common digits: each of these is in one of them
            reasoning += _in_sets(view, digit, one, other)
            continue
        ends = [role for role in (one, other) if digit in role.digits]
        alone = [role for role in ends if view.all_see(losing, view.places(digit, role.cells))]
        if len(commons) > 1 and alone:
            reasoning += _in_sets(view, digit, alone[0])
        elif len(commons) > 1:
            for role in ends:
                reasoning += _in_sets(view, digit, role)
        else:
            reasoning += _in_sets(view, digit, *ends)
    clash = say.SetsClash(tuple(commons), one.label, one.cells, other.label, other.cells)
    told = (clash, *(fact for fact in reasoning if isinstance(fact, say.InSets)))
    return Account(say.LookAt(cells=(*one.cells, *other.cells)), pattern, reasoning, told)


def als_wing(view: StepView) -> Account:
    """A and B at the ends, C between them."""
    one, other, middle = view.roles(RoleKind.SET)[:3]
    return _chain_of_sets(view, [one, middle, other])


def als_chain(view: StepView) -> Account:
    return _chain_of_sets(view, view.roles(RoleKind.SET))


def _chain_of_sets(view: StepView, sets: list[Role]) -> Account:
    """Each set shares a digit with the next: where the first lacks the target digit, the last has it."""
    pattern = [_set(view, role) for role in sets]
    entries = _entries(view, sets)
    pattern += [
        _common(view, digit, near, far) for digit, (near, far) in zip(entries, pairwise(sets), strict=True)
    ]
    reasoning: list[Fact] = []
    told: list[Fact] = []
    one, other = sets[0], sets[-1]
    for digit in view.gone:
        chain = view.chain(_links(view, sets, entries, digit))
        reasoning += [chain, *_in_sets(view, digit, one, other)]
        places = view.places(digit, (*one.cells, *other.cells))
        told += [say.SetNeeds(digit, one.label, one.cells, other.label, other.cells, places), chain]
    cells = tuple(cell for role in sets for cell in role.cells)
    return Account(say.LookAt(cells=cells), pattern, reasoning, told)


def _entries(view: StepView, sets: list[Role]) -> list[int]:
    """The digit by which each set after the first is entered: never the one by which it is left."""
    common = [(role.digits[0], set(role.cells)) for role in view.roles(RoleKind.COMMON)]

    def choose(place: int, before: int) -> list[int] | None:
        if place == len(sets) - 1:
            return []
        near, far = sets[place], sets[place + 1]
        for digit in _commons(view, near, far):
            cells = {*view.places(digit, near.cells), *view.places(digit, far.cells)}
            last = place + 2 == len(sets)
            if digit == before or (digit, cells) not in common:
                continue
            if (place == 0 or last) and digit in view.gone:
                continue
            rest = choose(place + 1, digit)
            if rest is not None:
                return [digit, *rest]
        return None

    entries = choose(0, 0)
    assert entries is not None
    return entries


def _links(view: StepView, sets: list[Role], entries: list[int], digit: int) -> list[Link]:
    """`r1c2 ≠ 4 [set A] → … → r9c8 = 4`."""
    nodes: list[Node] = []
    for role, before, after in zip(sets, [digit, *entries], [*entries, digit], strict=True):
        nodes.append(Node(before, view.places(before, role.cells), role.cells, on=False))
        nodes.append(Node(after, view.places(after, role.cells), role.cells))
    return [Link(start, end, end.on) for start, end in pairwise(nodes)]


def death_blossom(view: StepView) -> Account:
    """Whatever the stem is, a petal loses that digit and keeps the target digit."""
    (stem,) = view.role(RoleKind.PIVOT).cells
    petals, commons = view.roles(RoleKind.SET), view.roles(RoleKind.COMMON)
    pattern: list[Fact] = [say.OnlyCandidates((stem,), view.digits((stem,)))]
    reasoning: list[Fact] = []
    for petal, common in zip(petals, commons, strict=False):
        pattern.append(_set(view, petal))
        shared = common.digits[0]
        pattern.append(say.Sees((stem,), view.places(shared, petal.cells), digit=shared))
    told: list[Fact] = []
    for digit in view.gone:
        places = tuple(cell for petal in petals for cell in view.places(digit, petal.cells))
        told.append(say.Whatever(stem, view.digits((stem,)), digit, places))
        for petal, common in zip(petals, commons, strict=False):
            shared = common.digits[0]
            lost = Node(shared, view.places(shared, petal.cells), petal.cells, on=False)
            kept = Node(digit, view.places(digit, petal.cells), petal.cells)
            chain = view.chain([Link(Node(shared, (stem,)), lost, False), Link(lost, kept, True)])
            reasoning.append(chain)
            told.append(chain)
        reasoning += _in_sets(view, digit, *petals)
    return Account(say.LookAt(cells=(stem,)), pattern, reasoning, told)


def sue_de_coq(view: StepView) -> Account:
    """A crossing, a set in its line and a set in its box: as many cells as digits."""
    base = view.role(RoleKind.BASE)
    one, other = view.roles(RoleKind.SET)[:2]
    line, box = base.houses[:2]
    cells = tuple(sorted({*base.cells, *one.cells, *other.cells}))
    pattern = (
        say.Crossing(line, box, base.cells, view.digits(base.cells)),
        say.OnlyCandidates(one.cells, view.digits(one.cells), (line,)),
        say.OnlyCandidates(other.cells, view.digits(other.cells), (box,)),
    )
    twice = tuple(
        digit
        for digit in view.digits(one.cells)
        if digit in view.digits(other.cells)
        and not view.all_see(view.places(digit, one.cells), view.places(digit, other.cells))
    )
    once = tuple(digit for digit in view.digits(cells) if digit not in twice)
    reasoning: list[Fact] = [say.FitOnce(once, cells)] if once else []
    reasoning.append(say.Filled(cells, view.digits(cells), twice=twice))
    for digit, losing in view.gone.items():
        if digit not in twice:
            reasoning.append(say.Sees(losing, view.places(digit, cells), digit=digit))
            continue
        for role in (one, other):
            seeing = tuple(cell for cell in losing if view.all_see([cell], view.places(digit, role.cells)))
            if seeing:
                reasoning.append(say.Sees(seeing, view.places(digit, role.cells)))
    told = (say.AllUsed(cells, view.digits(cells), twice),)
    return Account(say.LookAt(base.houses), pattern, reasoning, told)
