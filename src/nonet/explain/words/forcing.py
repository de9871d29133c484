"""Forcing chains, forcing nets, nested nets: suppose, and see what follows."""

from __future__ import annotations

from dataclasses import replace

from nonet.explain.grammar import (
    Chain,
    Clash,
    EachCase,
    EitherOr,
    Fact,
    Fails,
    LeadsBack,
    Left,
    LookAt,
    OnlyCandidates,
    OnlyPlaces,
    Suppose,
)
from nonet.explain.proof import Prover
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.chains import sets_of
from nonet.explain.words.generic import refutations
from nonet.step import Candidate, Case, Node, RoleKind, Truth


def _supposed(view: StepView) -> list[Candidate]:
    return [(role.cells[0], role.digits[0]) for role in view.roles(RoleKind.ASSUMED)]


def _deeper(facts: list[Fact]) -> list[Fact]:
    return [replace(fact, depth=fact.depth + 1) for fact in facts]


# -- one case that fails -----------------------------------------------------------------------------------------


def contradiction(view: StepView) -> Account:
    """Chains from one supposition to two things that exclude each other, or to nothing left."""
    chains = [view.chain(chain) for chain in view.step.evidence.chains if chain]
    start = chains[0].links[0].start
    pattern = [*sets_of(view, *chains), Suppose(start, depth=1), *_deeper([*chains])]
    end = _clash(view, start, chains)
    return Account(LookAt(node=start), tuple(pattern), tuple(_deeper(_deeper([end]))))


def _clash(view: StepView, start: Node, chains: list[Chain]) -> Fact:
    """What is impossible about the ends of these chains together."""
    ends = [chain.links[-1].end for chain in chains]
    if len(ends) == 1:
        return LeadsBack(start, ends[0])
    if all(not end.on for end in ends):
        off = {(cell, end.digit) for end in (start, *ends) if not end.on for cell in end.cells}
        for truth in view.step.evidence.truths:
            _, candidates = view.prover.clause(truth)
            if off.issuperset(candidates) and any(candidate[0] in ends[0].cells for candidate in candidates):
                return Left(truth, (), tuple((each, False) for each in candidates))
    return Clash(tuple(ends))


def net_contradiction(view: StepView) -> Account:
    facts = refutations(view)
    head, *rest = facts
    assert isinstance(head, Suppose)
    return Account(LookAt(node=head.node), (Fails(head.node),), (head, *rest))


def nested(view: StepView) -> Account:
    """A supposition that fails case by case; a placement is what is left beside it."""
    case = view.step.evidence.cases
    assert case is not None
    pattern: list[Fact] = []
    if case.candidate is None:
        assert case.split is not None
        pattern.append(_cases_are(view, case.split))
        (case,) = case.cases
    assert case.candidate is not None
    head, *rest = view.prover.refutation((case.candidate, True), case=case)
    assert isinstance(head, Suppose)
    return Account(LookAt(node=head.node), (*pattern, Fails(head.node)), (head, *rest))


# -- all cases lead to the same ----------------------------------------------------------------------------------


def _cases_are(view: StepView, truth: Truth) -> Fact:
    """The cases of a truth."""
    if truth.cell is not None:
        return OnlyCandidates((truth.cell,), view.digits((truth.cell,)))
    assert truth.house is not None
    assert truth.digit is not None
    cells = view.places(truth.digit, view.layout.houses[truth.house].cells)
    return OnlyPlaces((truth.digit,), (truth.house,), cells)


def _all_cases(view: StepView, candidates: list[Candidate]) -> tuple[Fact, Fact]:
    """Where to look, and why there are no other cases."""
    cells, digits = {cell for cell, _ in candidates}, {digit for _, digit in candidates}
    if len(set(candidates)) == 1:
        node = Node(candidates[0][1], candidates[0][:1])
        return LookAt(node=node, opposite=True), EitherOr((node, node._replace(on=False)))
    if len(cells) == 1:
        truth = Truth(cell=cells.pop())
    else:
        (digit,) = digits
        truth = next(
            Truth(house=number, digit=digit)
            for number in view.shared_houses(cells)
            if cells.issuperset(view.places(digit, view.layout.houses[number].cells))
        )
    return LookAt(truth=truth), _cases_are(view, truth)


def verity(view: StepView) -> Account:
    """One chain per case; a case without a chain is the conclusion itself."""
    chains: list[Chain] = [view.chain(chain) for chain in view.step.evidence.chains if chain]
    candidates = _supposed(view)
    if len(candidates) == 1 and len(chains) == 2:
        candidates *= 2
    where, all_cases = _all_cases(view, candidates)
    pattern = (*sets_of(view, *chains), all_cases, *chains)
    result = EachCase(view.step.placements, view.step.eliminations)
    return Account(where, pattern, (result,))


def net_verity(view: StepView) -> Account:
    """One net per case, each followed to its end: the conclusion, or a dead end."""
    evidence, candidates = view.step.evidence, _supposed(view)
    where, all_cases = _all_cases(view, candidates)
    goal = (view.step.placements[0], True) if view.step.placements else (view.step.eliminations[0], False)
    provers = _provers(view, evidence.cases, len(candidates))
    derived: list[Fact] = []
    for number, (candidate, prover) in enumerate(zip(candidates, provers, strict=True)):
        start = candidate, candidate not in candidates[:number]
        derived += prover.derivation(start, goal)
    fails = any(isinstance(fact, Left) and not fact.left for fact in derived)
    result = EachCase(view.step.placements, view.step.eliminations, fails)
    return Account(where, (all_cases,), (*derived, result))


def _provers(view: StepView, cases: Case | None, count: int) -> list[Prover]:
    """Each case with the truths of its own, where the evidence tells them apart."""
    if cases is None:
        return [view.prover] * count
    return [Prover(view.position, case.truths) for case in cases.cases]
