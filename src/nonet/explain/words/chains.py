"""Chains and loops: one assumption, followed link by link.

A chain is written on one line. In brackets is the reason why a digit must be there: the house in which no other
place is left, or the cell in which no other candidate is left.

    r1c2 ≠ 5 → r1c8 = 5 (row 1) → r5c8 ≠ 5 → r5c1 = 5 (row 5)
"""

from __future__ import annotations

from dataclasses import replace

from nonet.explain.grammar import (
    AlmostLockedSet,
    Chain,
    EachSeesNext,
    EitherOr,
    Fact,
    InSets,
    LeadsBack,
    LookAt,
    LoopTurns,
    OnlyCandidates,
    Sees,
    TakeTurns,
)
from nonet.explain.step_view import Account, StepView
from nonet.step import Candidate, Link, Node, RoleKind


def sets_of(view: StepView, *chains: Chain) -> list[Fact]:
    """The almost locked sets of chains, lettered as they come."""
    found = dict.fromkeys(
        node.set_cells
        for chain in chains
        for link in chain.links
        for node in (link.start, link.end)
        if node.set_cells
    )
    return [
        AlmostLockedSet(chr(ord("A") + number), cells, view.digits(cells), view.shared_houses(cells)[:1])
        for number, cells in enumerate(found)
    ]


def open_chain(view: StepView) -> Account:
    """A chain from "a is off" to "b is on": one of both ends is true."""
    chain = view.chain(view.step.evidence.links)
    start, end = chain.links[0].start, chain.links[-1].end
    options = start._replace(on=True, set_cells=()), end._replace(set_cells=())
    reasoning: list[Fact] = [EitherOr(options)]
    reasoning += _losers(view, options, view.step.eliminations)
    return Account(LookAt(node=start), (*sets_of(view, chain), chain), tuple(reasoning))


def _losers(view: StepView, options: tuple[Node, ...], gone: tuple[Candidate, ...]) -> list[Fact]:
    """What sees the options of its digit; one in the cell of an option is excluded by that anyway."""
    seeing: dict[tuple[int, ...], list[int]] = {}
    for cell, digit in gone:
        others = tuple(
            sorted({each for node in options if node.digit == digit for each in node.cells if each != cell})
        )
        if others:
            seeing.setdefault(others, []).append(cell)
    facts: list[Fact] = [Sees(tuple(sorted(set(cells))), others) for others, cells in seeing.items()]
    if len(seeing) == 2 and all(tuple(cells) in seeing for cells in seeing.values()):
        one, other = seeing  # the two ends, each of which sees the other
        return [view.see_each_other(one, other)]
    return facts


def discontinuous(view: StepView) -> Account:
    """A chain that comes back to its cell, but not to where it began."""
    chain = view.chain(view.step.evidence.links)
    start, end = chain.links[0].start, chain.links[-1].end
    return Account(LookAt(node=start), (*sets_of(view, chain), chain), (LeadsBack(start, end),))


# -- loops -------------------------------------------------------------------------------------------------------


def continuous(view: StepView) -> Account:
    """A chain that ends where it began: of the two ends of every weak link, one is true."""
    chain = view.chain(view.step.evidence.links)
    sets = sets_of(view, chain)
    reasoning: list[Fact] = [LoopTurns(chain.links)]
    groups: dict[tuple[Fact, ...], list[Candidate]] = {}
    for candidate in view.step.eliminations:
        facts = _by_weak_link(view, chain.links, candidate) or _by_set(view, chain.links, sets, candidate)
        groups.setdefault(facts, []).append(candidate)
    for facts, gone in groups.items():
        if not facts:
            reasoning += [fact for each in gone for fact in view.prover.refutation((each, True))]
            continue
        (fact,) = facts
        if isinstance(fact, EitherOr) and any(isinstance(each, EitherOr) for each in reasoning):
            fact = replace(fact, likewise=True)
        reasoning.append(fact)
        options = fact.options if isinstance(fact, EitherOr) else _places(fact)
        reasoning += _losers(view, options, tuple(gone))
    return Account(LookAt(node=chain.links[0].start), (*sets, chain), tuple(reasoning))


def _by_weak_link(view: StepView, links: tuple[Link, ...], candidate: Candidate) -> tuple[Fact, ...]:
    """A weak link of which both ends exclude the candidate."""
    for link in links:
        if link.start.on and not link.end.on:
            options = link.start._replace(set_cells=()), link.end._replace(on=True, set_cells=())
            if all(_excludes(view, node, candidate) for node in options):
                return (EitherOr(options),)
    return ()


def _excludes(view: StepView, node: Node, candidate: Candidate) -> bool:
    cell, digit = candidate
    if node.digit != digit:
        return node.cells == (cell,)
    return view.all_see([cell], node.cells)


def _by_set(
    view: StepView, links: tuple[Link, ...], sets: list[Fact], candidate: Candidate
) -> tuple[Fact, ...]:
    """A set of the loop that keeps the digit, whichever way the loop turns."""
    cell, digit = candidate
    for fact in sets:
        assert isinstance(fact, AlmostLockedSet)
        own = [link for link in links if fact.cells in (link.start.set_cells, link.end.set_cells)]
        if any(link.end.on and not link.end.set_cells for link in own):
            continue  # left by a cell that takes any of its other candidates: too much for one sentence
        used = {node.digit for link in own for node in (link.start, link.end) if node.set_cells}
        places = view.places(digit, fact.cells)
        if places and digit not in used and view.all_see([cell], places) and cell not in fact.cells:
            return (InSets(digit, ((fact.label, places),)),)
    return ()


def _places(fact: Fact) -> tuple[Node, ...]:
    assert isinstance(fact, InSets)
    return tuple(Node(fact.digit, cells) for _, cells in fact.sets)


# -- remote pairs ------------------------------------------------------------------------------------------------


def remote_pair(view: StepView) -> Account:
    """Cells with the same two candidates, each seeing the next."""
    one, other = view.roles(RoleKind.COLOR)[:2]
    route = tuple(cell for pair in zip(one.cells, other.cells, strict=True) for cell in pair)
    pattern = (OnlyCandidates(route, one.digits, each=True), EachSeesNext(route))
    reasoning: list[Fact] = [TakeTurns(one.cells, other.cells, one.digits)]
    for cell in view.targets:
        near = next(each for each in one.cells if view.see(cell, each))
        far = next(each for each in other.cells if view.see(cell, each))
        reasoning.append(Sees((cell,), (near, far)))
    return Account(LookAt(cells=route), pattern, tuple(reasoning))
