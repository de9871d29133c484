"""Chains and loops: one assumption, followed link by link. Forcing chains and nets: suppose, and see what follows.

A chain is written on one line. In brackets is the reason why a digit must be there: the house in which no other
place is left, or the cell in which no other candidate is left.

    r1c2 ≠ 5 → r1c8 = 5 (row 1) → r5c8 ≠ 5 → r5c1 = 5 (row 5)
"""

from __future__ import annotations

from dataclasses import replace

from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.proof import Prover, Unproved
from nonet.explain.step_view import Account, StepView
from nonet.explain.words.generic import refutations
from nonet.step import Candidate, Case, Link, Node, RoleKind, Truth


def sets_of(view: StepView, *chains: say.Chain) -> list[Fact]:
    """The almost locked sets of chains, lettered as they come."""
    sets = dict.fromkeys(
        node.set_cells
        for chain in chains
        for link in chain.links
        for node in (link.start, link.end)
        if node.set_cells
    )
    return [
        say.AlmostLockedSet(chr(ord("A") + number), cells, view.digits(cells), view.shared_houses(cells)[:1])
        for number, cells in enumerate(sets)
    ]


def open_chain(view: StepView) -> Account:
    """A chain from "a is off" to "b is on": one of both ends is true."""
    chain = view.chain(view.step.evidence.links)
    start, end = chain.links[0].start, chain.links[-1].end
    options = start._replace(on=True, set_cells=()), end._replace(set_cells=())
    reasoning: list[Fact] = [say.EitherOr(options)]
    reasoning += _losers(view, options, view.step.eliminations)
    told = say.ChainMeans(start._replace(set_cells=()), options[1])
    return Account(_from(chain), (*sets_of(view, chain), chain), reasoning, (told, chain))


def _from(chain: say.Chain) -> Fact:
    """A chain of one digit is found among its places, any other near its start."""
    digits = {node.digit for link in chain.links for node in link[:2]}
    return (
        say.LookAt(digits=tuple(digits)) if len(digits) == 1 else say.LookAt(cells=chain.links[0].start.cells)
    )


def _losers(view: StepView, options: tuple[Node, ...], gone: tuple[Candidate, ...]) -> list[Fact]:
    """What sees the options of its digit; one in the cell of an option is excluded by that anyway."""
    seeing: dict[tuple[int, ...], list[int]] = {}
    for cell, digit in gone:
        others = tuple(
            sorted({each for node in options if node.digit == digit for each in node.cells if each != cell})
        )
        if others:
            seeing.setdefault(others, []).append(cell)
    facts: list[Fact] = [say.Sees(tuple(sorted(set(cells))), others) for others, cells in seeing.items()]
    if len(seeing) == 2 and all(tuple(cells) in seeing for cells in seeing.values()):
        one, other = seeing  # the two ends, each of which sees the other
        return [view.see_each_other(one, other)]
    return facts


def discontinuous(view: StepView) -> Account:
    """A chain that comes back to its cell, but not to where it began."""
    chain = view.chain(view.step.evidence.links)
    start, end = chain.links[0].start, chain.links[-1].end
    back, told = (
        say.LeadsBack(start, end),
        say.ChainMeans(start._replace(set_cells=()), end._replace(set_cells=())),
    )
    return Account(_from(chain), (*sets_of(view, chain), chain), (back,), (told, chain))


# -- loops -------------------------------------------------------------------------------------------------------


def continuous(view: StepView) -> Account:
    """A chain that ends where it began: of the two ends of every weak link, one is true."""
    chain = view.chain(view.step.evidence.links)
    sets = sets_of(view, chain)
    reasoning: list[Fact] = [say.LoopTurns(chain.links)]
    groups: dict[tuple[Fact, ...], list[Candidate]] = {}
    for candidate in view.step.eliminations:
        facts = _by_weak_link(view, chain.links, candidate) or _by_set(view, chain.links, sets, candidate)
        groups.setdefault(facts, []).append(candidate)
    for facts, gone in groups.items():
        if not facts:
            reasoning += [fact for each in gone for fact in view.prover.proof((each, True))]
            continue
        (fact,) = facts
        if isinstance(fact, say.EitherOr) and any(isinstance(each, say.EitherOr) for each in reasoning):
            fact = replace(fact, likewise=True)
        reasoning.append(fact)
        options = fact.options if isinstance(fact, say.EitherOr) else _places(fact)
        reasoning += _losers(view, options, tuple(gone))
    pairs = tuple((link.start, link.end) for link in chain.links if link.start.on and not link.end.on)
    in_sets = [fact for fact in reasoning if isinstance(fact, say.InSets)]
    told = (say.Ring(pairs), *(sets if in_sets else ()), chain, *in_sets)
    return Account(_from(chain), (*sets, chain), reasoning, told if all(groups) else ())


def _by_weak_link(view: StepView, links: tuple[Link, ...], candidate: Candidate) -> tuple[Fact, ...]:
    """A weak link of which both ends exclude the candidate."""
    for link in links:
        if link.start.on and not link.end.on:
            options = link.start._replace(set_cells=()), link.end._replace(on=True, set_cells=())
            if all(_excludes(view, node, candidate) for node in options):
                return (say.EitherOr(options),)
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
        assert isinstance(fact, say.AlmostLockedSet)
        own = [link for link in links if fact.cells in (link.start.set_cells, link.end.set_cells)]
        if any(link.end.on and not link.end.set_cells for link in own):
            continue  # left by a cell that takes any of its other candidates: too much for one sentence
        used = {node.digit for link in own for node in (link.start, link.end) if node.set_cells}
        places = view.places(digit, fact.cells)
        if places and digit not in used and view.all_see([cell], places) and cell not in fact.cells:
            return (say.InSets(digit, ((fact.label, places),)),)
    return ()


def _places(fact: Fact) -> tuple[Node, ...]:
    assert isinstance(fact, say.InSets)
    return tuple(Node(fact.digit, cells) for _, cells in fact.sets)


# -- remote pairs ------------------------------------------------------------------------------------------------


def remote_pair(view: StepView) -> Account:
    """Cells with the same two candidates, each seeing the next."""
    one, other = view.roles(RoleKind.COLOR)[:2]
    route = tuple(cell for pair in zip(one.cells, other.cells, strict=True) for cell in pair)
    pattern = (say.OnlyCandidates(route, one.digits, each=True), say.EachSeesNext(route))
    reasoning: list[Fact] = [say.TakeTurns(one.cells, other.cells, one.digits)]
    for cell in view.targets:
        near = next(each for each in one.cells if view.see(cell, each))
        far = next(each for each in other.cells if view.see(cell, each))
        reasoning.append(say.Sees((cell,), (near, far)))
    return Account(
        say.LookAt(digits=one.digits, only=True), pattern, reasoning, (say.Alternate(route, one.digits),)
    )


# -- forcing chains and nets, nested nets -------------------------------------------------------------------------


def _supposed(view: StepView) -> list[Candidate]:
    return [(role.cells[0], role.digits[0]) for role in view.roles(RoleKind.ASSUMED)]


def _deeper(facts: list[Fact]) -> list[Fact]:
    return [replace(fact, depth=fact.depth + 1) for fact in facts]


# -- one case that fails -----------------------------------------------------------------------------------------


def contradiction(view: StepView) -> Account:
    """Chains from one supposition to two things that exclude each other, or to nothing left. There is no chain if the
    last candidate of a cell, or the last place of a digit, is supposed to be false.
    """
    chains = [view.chain(chain) for chain in view.step.evidence.chains if chain]
    ((cell, digit),) = _supposed(view)
    start = chains[0].links[0].start if chains else Node(digit, (cell,), on=False)
    end = _clash(view, start, chains)
    fails = say.Fails(start._replace(set_cells=()), end.truth if isinstance(end, say.Left) else None)
    pattern = [fails, *sets_of(view, *chains), say.Suppose(start, depth=1), *_deeper([*chains])]
    return Account(say.LookAt(cells=start.cells), pattern, _deeper(_deeper([end])), (fails,))


def _clash(view: StepView, start: Node, chains: list[say.Chain]) -> Fact:
    """What is impossible about the ends of these chains together."""
    ends = [chain.links[-1].end for chain in chains]
    if len(ends) == 1 and (ends[0].cells, ends[0].digit) == (start.cells, start.digit):
        return say.LeadsBack(start, ends[0])
    if all(not end.on for end in ends):
        off = {(cell, end.digit) for end in (start, *ends) if not end.on for cell in end.cells}
        last = ends[0] if ends else start
        for truth in view.step.evidence.truths:
            _, candidates = view.prover.clause(truth)
            if off.issuperset(candidates) and any(candidate[0] in last.cells for candidate in candidates):
                return say.Left(truth, (), tuple((each, False) for each in candidates))
    return say.Clash(tuple(ends))


def net_contradiction(view: StepView) -> Account:
    return _failing(refutations(view))


def _failing(facts: list[Fact], *before: Fact) -> Account:
    """What is supposed in the first of the facts fails, as the last one says."""
    head, end = facts[0], facts[-1]
    assert isinstance(head, say.Suppose)
    fails = say.Fails(head.node, end.truth if isinstance(end, say.Left) else None)
    return Account(say.LookAt(cells=head.node.cells), (*before, fails), facts, (*before, fails))


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
    return _failing(view.prover.proof((case.candidate, True), case=case), *pattern)


# -- all cases lead to the same ----------------------------------------------------------------------------------


def _cases_are(view: StepView, truth: Truth) -> Fact:
    """The cases of a truth."""
    if truth.cell is not None:
        return say.OnlyCandidates((truth.cell,), view.digits((truth.cell,)))
    assert truth.house is not None
    assert truth.digit is not None
    cells = view.places(truth.digit, view.layout.houses[truth.house].cells)
    return say.OnlyPlaces((truth.digit,), (truth.house,), cells)


def _all_cases(view: StepView, candidates: list[Candidate]) -> tuple[Fact, Fact]:
    """Where to look, and why there are no other cases."""
    cells, digits = {cell for cell, _ in candidates}, {digit for _, digit in candidates}
    if len(set(candidates)) == 1:
        node = Node(candidates[0][1], candidates[0][:1])
        return say.LookAt(cells=node.cells), say.EitherOr((node, node._replace(on=False)))
    if len(cells) == 1:
        (cell,) = cells
        return say.LookAt(cells=(cell,)), _cases_are(view, Truth(cell=cell))
    (digit,) = digits
    house = next(
        (
            number
            for number in view.shared_houses(cells)
            if cells.issuperset(view.places(digit, view.layout.houses[number].cells))
        ),
        None,
    )
    if house is None:  # a rule has no other place for it
        one, other = sorted(cells)
        (rule,) = (truth.rule for truth in view.step.evidence.truths if truth.rule and truth.digit == digit)
        link = Link(Node(digit, (one,), on=False), Node(digit, (other,)), True, rule)
        return say.LookAt(cells=(one, other)), view.chain((link,))
    where = say.LookAt((house,), digits=(digit,), places=True)
    return where, _cases_are(view, Truth(house=house, digit=digit))


def verity(view: StepView) -> Account:
    """One chain per case; a case without a chain is the conclusion itself."""
    chains: list[say.Chain] = [view.chain(chain) for chain in view.step.evidence.chains if chain]
    candidates = _supposed(view)
    if len(candidates) == 1 and len(chains) == 2:
        candidates *= 2
    where, all_cases = _all_cases(view, candidates)
    pattern = (*sets_of(view, *chains), all_cases, *chains)
    result = say.EachCase(view.step.placements, view.step.eliminations)
    told = (all_cases, say.SameInEachCase(view.step.placements, view.step.eliminations), *chains)
    return Account(where, pattern, (result,), told)


def net_verity(view: StepView) -> Account:
    """One net per case, each followed to its end: the conclusion, or a dead end. Where a case needs cases of its own,
    the contrary of the conclusion is supposed instead.
    """
    try:
        return _each_net(view)
    except Unproved:
        return net_contradiction(view)


def _each_net(view: StepView) -> Account:
    evidence, candidates = view.step.evidence, _supposed(view)
    where, all_cases = _all_cases(view, candidates)
    goal = (view.step.placements[0], True) if view.step.placements else (view.step.eliminations[0], False)
    provers = _provers(view, evidence.cases, len(candidates))
    derived: list[Fact] = []
    for number, (candidate, prover) in enumerate(zip(candidates, provers, strict=True)):
        start = candidate, candidate not in candidates[:number]
        derived += prover.proof(start, goal)
    fails = any(isinstance(fact, say.Left) and not fact.left for fact in derived)
    result = say.EachCase(view.step.placements, view.step.eliminations, fails)
    told = (all_cases, say.SameInEachCase(view.step.placements, view.step.eliminations, fails))
    return Account(where, (all_cases,), (*derived, result), told)


def _provers(view: StepView, cases: Case | None, count: int) -> list[Prover]:
    """Each case with the truths of its own, where the evidence tells them apart."""
    if cases is None:
        return [view.prover] * count
    return [Prover(view.position, case.truths) for case in cases.cases]
