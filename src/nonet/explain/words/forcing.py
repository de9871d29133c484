"""Forcing chains, forcing nets, nested nets: suppose, and see what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nonet.explain.facts import DeadEnd, Fact, FailsAt, Follows
from nonet.explain.phrases import AllOf, Listed, Results, TruthPhrase
from nonet.explain.view import Account, View
from nonet.messages import T
from nonet.step import Case, Link, Node, RoleKind, Truth

__all__ = ["contradiction", "nested", "net_contradiction", "net_verity", "verity"]

MOST_LINES = 40
"""Most lines of a nested proof that are shown; the others are only counted."""


def _start(view: View) -> Fact:
    supposed = view.roles(RoleKind.ASSUMED)
    cells = sorted({cell for role in supposed for cell in role.cells})
    if len(supposed) > 1 and len(cells) == 1:
        return view.say(T("Try every candidate of {cells}."), cells=view.cells(cells))
    if len(supposed) > 1:
        return view.say(
            T("Try every place of {digit} in {cells}."), digit=supposed[0].digits[0], cells=view.cells(cells)
        )
    return view.say(
        T("Start at {cells}, with {digit}."), cells=view.cells(cells), digit=supposed[0].digits[0]
    )


def _result(view: View) -> Results:
    return Results(view.step.placements, view.step.eliminations)


# -- chains --------------------------------------------------------------------------------------------------


def contradiction(view: View) -> Account:
    chains = [chain for chain in view.step.evidence.chains if chain]
    pattern = (view.say(T("Suppose {start}. Then:"), start=chains[0][0].start),)
    reasoning = (
        *(view.chain(chain, reasons=True) for chain in chains),
        _brackets(view),
        _clash(view, [chain[-1].end for chain in chains]),
        view.say(T("So the assumption is false.")),
    )
    return Account(_start(view), pattern, reasoning, tuple(view.chain(chain) for chain in chains))


def _brackets(view: View) -> Fact:
    return view.say(T("The house or cell that leaves no other choice is in brackets."))


def _clash(view: View, ends: list[Node]) -> Fact:
    """What is impossible about these ends together."""
    if len(ends) == 1:
        return view.say(T("It leads to its own opposite."))
    if all(not end.on for end in ends):
        truth = _truth_of(view, ends)
        if truth is not None:
            return DeadEnd(truth)
    if len(ends) == 2 and ends[0].cells == ends[1].cells and ends[0].digit == ends[1].digit:
        return view.say(
            T("{cells} would be {digit} and not be {digit}."),
            cells=view.cells(ends[0].cells),
            digit=ends[0].digit,
        )
    return view.say(T("{nodes} exclude each other."), nodes=AllOf(tuple(ends)))


def _truth_of(view: View, ends: list[Node]) -> Truth | None:
    """The cell or house that loses all its candidates with these ends."""
    cells = {cell for end in ends for cell in end.cells}
    digits = {end.digit for end in ends}
    for truth in view.step.evidence.truths:
        if truth.cell is not None and cells == {truth.cell}:
            return truth
        if truth.house is None or {truth.digit} != digits:
            continue
        if cells.issubset(view.layout.houses[truth.house].cells):
            return truth
    return None


def verity(view: View) -> Account:
    """One chain a case; a case without a chain is the conclusion itself."""
    chains = [chain for chain in view.step.evidence.chains if chain]
    itself = (
        [view.line(1, "{result}", result=_result(view))]
        if len(chains) < len(view.step.evidence.chains)
        else []
    )
    pattern = (view.say(T("In each case the chain leads to {result}:"), result=_result(view)),)
    reasoning = (
        *itself,
        *(view.chain(chain, reasons=True) for chain in chains),
        _brackets(view),
        _every_case(view, chains),
    )
    return Account(_start(view), pattern, reasoning, (*itself, *(view.chain(chain) for chain in chains)))


def _every_case(view: View, chains: list[tuple[Link, ...]]) -> Fact:
    starts = [chain[0].start for chain in chains]
    if all(start.on for start in starts) and len({start.cells for start in starts}) == 1:
        return view.say(T("{cell} must take one of these."), cell=view.cells(starts[0].cells))
    if all(start.on for start in starts) and len({start.digit for start in starts}) == 1:
        cells = {cell for start in starts for cell in start.cells}
        house = next((n for n, each in enumerate(view.layout.houses) if cells.issubset(each.cells)), None)
        if house is not None:
            return view.say(
                T("One of these must be the place of {digit} {house:in}."),
                digit=starts[0].digit,
                house=view.houses([house]),
            )
    return view.say(T("One of these must be true."))


# -- nets ----------------------------------------------------------------------------------------------------


def net_contradiction(view: View) -> Account:
    return _net(view, verity=False)


def net_verity(view: View) -> Account:
    return _net(view, verity=True)


def _net(view: View, *, verity: bool) -> Account:
    chains = view.step.evidence.chains
    pattern = [
        view.say(T("In each case singles lead to {result}:"), result=_result(view))
        if verity
        else view.say(T("Suppose the opposite, and follow the singles:"))
    ]
    sketch: list[Fact] = []
    reasoning: list[Fact] = []
    for start, links in zip(_suppositions(view, verity), chains, strict=True):
        placed = [node for node in dict.fromkeys(link.end for link in links if link.end.on) if node != start]
        follow = Listed(tuple(placed)) if placed else _result(view)
        sketch.append(view.line(1, T("{start}: then {follow}."), start=start, follow=follow))
        reasoning.append(view.line(1, T("Suppose {start}:"), start=start))
        reasoning += islice(_inferences(links), MOST_LINES)
    if verity:
        reasoning.append(view.say(T("One of these must be true.")))
    else:
        dead = _dead_truth(view, chains[0] if chains else ())
        if dead is not None:
            reasoning.append(DeadEnd(dead))
        reasoning.append(view.say(T("So the assumption is false.")))
    return Account(_start(view), tuple(pattern), tuple(reasoning), tuple(sketch))


def _suppositions(view: View, verity: bool) -> list[Node]:
    """What is supposed, case by case: the opposite of the conclusion, or all cases of which one holds."""
    candidates = [(role.cells[0], role.digits[0]) for role in view.roles(RoleKind.ASSUMED)]
    nodes = []
    for number, (cell, digit) in enumerate(candidates):
        off = candidates[:number] if verity else view.step.placements
        nodes.append(Node(digit, (cell,), on=(cell, digit) not in off))
    return nodes


def _inferences(links: tuple[Link, ...]) -> Iterator[Fact]:
    """Each placement with what it follows from: `r3c4 = 5, because r2c1 = 5 and r9c8 = 5`."""
    causes: dict[Node, list[Node]] = {}
    for link in links:
        if not link.strong:
            causes.setdefault(link.end, []).append(link.start)
    because: dict[Node, dict[Node, None]] = {}
    for link in links:
        if link.strong and link.end.on:
            reasons = causes.get(link.start) or [link.start]
            because.setdefault(link.end, {}).update(dict.fromkeys(reasons))
    for end, reasons_of_end in because.items():
        yield Follows(end, tuple(reasons_of_end), depth=2)


def _dead_truth(view: View, links: tuple[Link, ...]) -> Truth | None:
    """The truth that no placement of the net satisfies."""
    placed = {(node.cells[0], node.digit) for link in links for node in (link.start, link.end) if node.on}
    gone = {(node.cells[0], node.digit) for link in links for node in (link.start, link.end) if not node.on}
    found = None
    for truth in view.step.evidence.truths or _leaf_truths(view.step.evidence.cases):
        if truth.cell is not None:
            held = any(cell == truth.cell for cell, _ in placed)
            touched = any(cell == truth.cell for cell, _ in gone)
        else:
            assert truth.house is not None
            inside = view.layout.houses[truth.house].cells
            held = any(digit == truth.digit and cell in inside for cell, digit in placed)
            touched = any(digit == truth.digit and cell in inside for cell, digit in gone)
        if touched and not held:
            found = truth
    return found


def _leaf_truths(case: Case | None) -> tuple[Truth, ...]:
    return () if case is None else case.truths


# -- nested nets ---------------------------------------------------------------------------------------------


def nested(view: View) -> Account:
    case = view.step.evidence.cases
    assert case is not None
    trunk = case.cases if case.candidate is None else (case,)
    lines = [line for branch in trunk for line in _tree(view, branch, 1)]
    shown = lines[:MOST_LINES]
    if len(lines) > len(shown):
        left = str(len(lines) - len(shown))
        shown.append(view.line(1, T("… and {n} more lines of the same kind."), n=left))
    start = next(iter(view.roles(RoleKind.ASSUMED)))
    pattern = (
        view.say(
            T(
                "Suppose {start}, and follow the singles; where they run out, suppose again, "
                "one case at a time."
            ),
            start=Node(start.digits[0], start.cells),
        ),
    )
    reasoning = (*shown, view.say(T("Every case fails, so the assumption is false.")))
    return Account(_start(view), pattern, reasoning, tuple(shown[:3]))


def _tree(view: View, case: Case, depth: int) -> Iterator[Fact]:
    if case.candidate is not None:
        cell, digit = case.candidate
        supposed = Node(digit, (cell,))
        if case.split is None:
            yield FailsAt(supposed, case.truths[-1], depth=depth)
            return
        yield view.line(depth, T("Suppose {start}, and follow the singles."), start=supposed)
    if case.split is not None:
        yield view.line(depth, T("Now try {truth}:"), truth=TruthPhrase(case.split))
    for inner in case.cases:
        yield from _tree(view, inner, depth + 1)
