"""Rules for what follows: either … or, if … then, chains, suppositions and their ends."""

from __future__ import annotations

from itertools import pairwise

from explain.replay.judge import (
    Board,
    Candidate,
    Case,
    Literal,
    Replay,
    bare,
    expect,
    implication,
    literals,
    rule,
)
from explain.replay.rules_sums import ways_of
from nonet.explain import grammar as kinds
from nonet.explain.phrases import CellList, HouseList, Quoted, Reason
from nonet.rules import Rule
from nonet.rules.base import compiled
from nonet.step import Link, Node, Truth


@rule(kinds.EitherOr)
def check_either(replay: Replay, fact: kinds.EitherOr) -> None:
    one, other = fact.options[0], fact.options[-1]
    if one == other._replace(on=not other.on):
        return  # true of anything
    clause = [literal for node in fact.options for literal in literals(node)]
    expect(all(node.on for node in fact.options), "options that are off")
    expect({each for each, _ in clause} <= replay.board.candidates, "options that are not there")
    expect(replay.refuted(*((each, False) for each, _ in clause), trying=True), "none of them may be true")
    replay.say(frozenset(clause))


@rule(kinds.Implies)
def check_implies(replay: Replay, fact: kinds.Implies) -> None:
    expect(fact.start.on and fact.end.on, "only for candidates that are true")
    assumed = [*literals(fact.start), *(((c, fact.end.digit), False) for c in fact.end.cells)]
    expect(replay.refuted(*assumed), "does not follow by units")
    replay.say(*implication(fact.start, fact.end))


@rule(kinds.Chain)
def check_chain(replay: Replay, fact: kinds.Chain) -> None:
    expect(len(fact.reasons) == len(fact.links), "links without reasons")
    for link, reason in zip(fact.links, fact.reasons, strict=True):
        _link(replay, link, reason)
    for link, following in pairwise(fact.links):
        expect(link.end == following.start, "the chain is broken")
    start, end = fact.links[0].start, fact.links[-1].end
    case = replay.cases[-1]
    if case.node is None:
        for link in fact.links:
            replay.say(*implication(link.start, link.end))
        replay.implied.add((bare(start), bare(end)))
        replay.say(*implication(start, end))
        return
    expect(bare(start) in case.nodes, "starts from something that is not known in this case")
    for link in fact.links:
        _learn(replay, case, link.end)


def _learn(replay: Replay, case: Case, node: Node) -> None:
    case.nodes.add(bare(node))
    case.last = []
    if not node.on or len(node.cells) == 1:
        case.last = literals(node)
        case.known.update(case.last)


def _link_by_rule(replay: Replay, link: Link, by: Rule) -> None:
    """In no way to fill the cells of the rule both ends hold; or none of both."""
    (start,), (end,) = link.start.cells, link.end.cells
    expect(by in replay.named, "the rule was not named")
    expect(link.start.on != link.end.on and link.end.on == link.strong, "neither strong nor weak")
    alone = Replay(replay.position, replay.position.grid, replay.rules)
    alone.named = [by]
    whole = {cell for part in compiled(by, replay.position.layout) for cell in part.cells}
    cells = tuple(sorted(whole & replay.board.open))
    ways = ways_of(alone, cells, about=tuple(sorted(whole)))
    if not link.strong:
        expect(not any(ways({start: link.start.digit, end: link.end.digit})), "a way has both")
        return
    digit = link.start.digit
    expect(link.end.digit == digit and replay.board.places(digit, cells) == {start, end}, "other places")
    expect(all(digit in way.values() for way in ways({})), "a way has neither")


def _link(replay: Replay, link: Link, reason: Reason | None) -> None:
    start, end = link.start, link.end
    for node in (start, end):
        expect({(cell, node.digit) for cell in node.cells} <= replay.board.candidates, f"{node} is not there")
    if link.by is not None:
        expect(reason == Quoted(link.by.title), "another rule")
        _link_by_rule(replay, link, link.by)
        return
    if start.on:
        expect(not end.on, "from on to on")
        if start.digit == end.digit:
            expect(replay.board.all_see(start.cells, end.cells), f"{start} does not exclude {end}")
        else:
            expect(start.cells == end.cells and len(end.cells) == 1, f"{start} does not exclude {end}")
        return
    expect(end.on, "from off to off")
    if start.set_cells:
        _link_from_set(replay, start, end, reason)
    elif isinstance(reason, HouseList):
        places = replay.board.places(start.digit, replay.board.houses[reason.houses[0]])
        expect(start.digit == end.digit, "two digits")
        expect(places <= {*start.cells, *end.cells} and places, "the house has other places")
        expect(places & set(end.cells) == set(end.cells), "the end is not in the house")
    else:
        expect(isinstance(reason, CellList), "no reason")
        assert isinstance(reason, CellList)
        expect(start.cells == end.cells == reason.cells, "not the same cell")
        expect(replay.board.digits(*end.cells) == {start.digit, end.digit}, "the cell has other candidates")


def _link_from_set(replay: Replay, start: Node, end: Node, reason: Reason | None) -> None:
    cells = set(start.set_cells)
    expect(
        replay.short
        or any(isinstance(each, kinds.AlmostLockedSet) and set(each.cells) == cells for each in replay.facts),
        "the set was not named",
    )
    expect(replay.board.places(start.digit, cells) == set(start.cells), "the set keeps the digit")
    if end.set_cells:
        expect(set(end.set_cells) == cells and end.digit != start.digit, "not of the set")
        expect(replay.board.places(end.digit, cells) == set(end.cells), "the set has other places")
        return
    expect(isinstance(reason, CellList) and reason.cells == end.cells, "no reason")
    (cell,) = end.cells
    for digit in replay.board.digits(cell) - {end.digit}:
        places = replay.board.places(digit, cells)
        expect(digit != start.digit and places and replay.board.all_see([cell], places), f"{digit} stays")


@rule(kinds.LeadsBack)
def check_leads_back(replay: Replay, fact: kinds.LeadsBack) -> None:
    start, end = fact.start, fact.end
    case = replay.cases[-1]
    expect(set(start.cells) == set(end.cells) and len(end.cells) == 1, "not the same cell")
    if case.node is None:
        expect((bare(start), bare(end)) in replay.implied, "no chain says so")
    else:
        expect(bare(start) == bare(case.node) and bare(end) in case.nodes, "not in this case")
    same = start.digit == end.digit
    if start.on:
        expect(end.on != same, "no contradiction")
    else:
        expect(end.on == same or (not end.on and not same), "nothing follows")
    if case.node is not None:
        expect(start.on or same, "no contradiction")
        case.dead = True
    elif not start.on and not same:
        replay.say(frozenset([((end.cells[0], end.digit), False)]))


@rule(kinds.Suppose)
def check_suppose(replay: Replay, fact: kinds.Suppose) -> None:
    expect(fact.depth > replay.cases[-1].depth, "not deeper")
    expect({(cell, fact.node.digit) for cell in fact.node.cells} <= replay.board.candidates, "is not there")
    case = Case(fact.node, fact.depth)
    _learn(replay, case, fact.node)
    replay.cases.append(case)
    case.last = []


def _lost(
    replay: Replay, truth: Truth | None, causes: tuple[Literal, ...]
) -> tuple[set[Candidate], set[Candidate]]:
    """The candidates of a truth that the causes leave, and those they take."""
    if truth is None:
        patterns = [c for c in replay.clauses if all(on for _, on in c)]
        named = [each for each in replay.facts if isinstance(each, kinds.EitherOr)]
        expect(bool(named) and bool(patterns), "no extra candidates were named")
        candidates = {(node.cells[0], node.digit) for node in named[0].options}
    else:
        candidates = replay.board.of(truth)
    gone: set[Candidate] = set()
    for candidate, on in causes:
        expect(replay.known((candidate, on)), f"{candidate} {on} was never derived")
        takes = {
            each
            for each in candidates
            if (replay.board.excludes(candidate, each) if on else candidate == each)
        }
        expect(bool(takes), f"{candidate} {on} has nothing to do with it")
        gone |= takes
    return candidates - gone, gone


def _here(replay: Replay) -> Case:
    case = replay.cases[-1]
    expect(case.node is not None, "nothing is supposed")
    return case


@rule(kinds.Left)
def check_left(replay: Replay, fact: kinds.Left) -> None:
    if replay.supposed is not None:
        assert fact.truth is not None
        left = Board(replay.supposed.candidates(), replay.position.grid).of(fact.truth)
        expect(not fact.left and not left, "the steps before do not lead there")
        _here(replay).dead = True
        return
    left, _ = _lost(replay, fact.truth, fact.causes)
    expect(left == set(fact.left), f"left: {left}")
    case = _here(replay)
    case.left, case.last = left, []
    if not left:
        case.dead = True
    elif len(left) == 1:
        ((cell, digit),) = left
        _learn(replay, case, Node(digit, (cell,)))


@rule(kinds.Gone)
def check_gone(replay: Replay, fact: kinds.Gone) -> None:
    expect(bool(fact.gone), "nothing goes")
    if fact.left:
        left, _ = _lost(replay, fact.truth, fact.causes)
        expect(left == set(fact.left), f"left: {left}")
    else:
        expect(all(on and replay.known((each, on)) for each, on in fact.causes), "a cause was never derived")
        left = {each for each, _ in fact.causes}
    case = _here(replay)
    for gone in fact.gone:
        expect(gone in replay.board.candidates, f"{gone} is not there")
        excluded = [replay.board.excludes(each, gone) for each in left]
        expect(all(excluded) if fact.left else any(excluded), f"{gone} stays")
        case.known.add((gone, False))
    case.last = [(gone, False) for gone in fact.gone]


@rule(kinds.Clash)
def check_clash(replay: Replay, fact: kinds.Clash) -> None:
    case = _here(replay)
    for node in fact.nodes:
        expect(bare(node) in case.nodes, f"{node} is not known in this case")
    one, other = fact.nodes
    opposite = bare(one) == bare(other._replace(on=not other.on))
    both = (
        one.on
        and other.on
        and all(replay.board.excludes(a[0], b[0]) for a in literals(one) for b in literals(other))
    )
    expect(opposite or both, "they can both hold")
    case.dead = True


@rule(kinds.AllFail)
def check_all_fail(replay: Replay, fact: kinds.AllFail) -> None:
    case = _here(replay)
    expect(bool(case.left) and case.left <= case.refuted, f"open: {case.left - case.refuted}")
    case.dead = True


@rule(kinds.ItsConclusion)
def check_its_conclusion(replay: Replay, fact: kinds.ItsConclusion) -> None:
    case = _here(replay)
    assert case.node is not None
    case.last = literals(case.node)
