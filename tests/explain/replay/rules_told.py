"""Rules for what a friend would say. What it states is looked up on the board; what follows from it is a claim.

In the short form a claim counts as said, and the conclusion must follow from claims; where the proof comes after it, a
claim proves nothing, and must follow from the proof.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from explain.replay.judge import Candidate, Clause, Literal, Replay, expect, implication, rule
from explain.replay.rules_pattern import base_fails, check_deadly_pattern, check_grave
from nonet.explain import grammar as kinds
from nonet.step import Node


def one_of(candidates: set[Candidate] | list[Candidate]) -> Clause:
    return frozenset((each, True) for each in candidates)


def none_of(candidates: set[Candidate] | list[Candidate]) -> list[Clause]:
    return [frozenset([(each, False)]) for each in candidates]


@rule(kinds.OnlyIn)
def check_only_in(replay: Replay, fact: kinds.OnlyIn) -> None:
    board, digit = replay.board, fact.digit
    bases, covers = ([board.houses[n] for n in which] for which in (fact.bases, fact.covers))
    base = {cell for house in bases for cell in board.places(digit, house)}
    cover = board.places(digit, set().union(*covers))
    expect(len(bases) == len(covers), "not as many covers as bases")
    expect(base - set(fact.fins) <= cover, "other places")
    fins: list[Literal] = [((cell, digit), True) for cell in fact.fins]
    for cell in cover - set(fact.fins):
        twice = sum(cell in house for house in covers) > 1
        if cell not in base or (twice and fact.twice):
            off = [(each, False) for each, _ in fins]
            fails = base_fails(replay, digit, fact.bases, fact.covers, [((cell, digit), True), *off])
            expect(fails, f"room for {cell}")
            replay.tell(frozenset([((cell, digit), False), *fins]))
    for house in covers:
        inside = {(cell, digit) for cell in base & house}
        replay.tell(frozenset([*((each, True) for each in inside), *fins]))


@rule(kinds.Share)
def check_share(replay: Replay, fact: kinds.Share) -> None:
    board = replay.board
    expect(board.digits(*fact.cells) == set(fact.digits), "other candidates")
    expect(len(fact.cells) == len(fact.digits), "not as many cells as digits")
    for house in fact.houses:
        expect(set(fact.cells) <= board.houses[house], "not in the house")
        others = board.houses[house] - set(fact.cells)
        replay.tell(*none_of([(cell, d) for d in fact.digits for cell in board.places(d, others)]))


@rule(kinds.KeptFor)
def check_kept_for(replay: Replay, fact: kinds.KeptFor) -> None:
    board, cells = replay.board, set(fact.cells)
    expect(len(fact.cells) == len(fact.digits), "not as many cells as digits")
    for house in fact.houses:
        for digit in fact.digits:
            expect(board.places(digit, board.houses[house]) <= cells <= board.houses[house], "other places")
    replay.tell(*none_of([(c, d) for c in cells for d in board.digits(c) - set(fact.digits)]))


@rule(kinds.AllUsed)
def check_all_used(replay: Replay, fact: kinds.AllUsed) -> None:
    board = replay.board
    expect(board.digits(*fact.cells) == set(fact.digits), "other candidates")
    expect(len(fact.cells) == len(fact.digits) + len(fact.twice), "not as many cells as digits")
    for digit in fact.digits:
        places = board.places(digit, fact.cells)
        apart = [pair for pair in combinations(places, 2) if not board.see(*pair)]
        expect(bool(apart) == (digit in fact.twice), f"how often {digit} fits")
        if digit in fact.twice:  # in two cells that do not see each other
            everywhere = board.by_digit[digit]
            excluded = [c for c in everywhere if all(board.see(c, a) or board.see(c, b) for a, b in apart)]
            replay.tell(*none_of([(cell, digit) for cell in excluded]))
        halves = [
            {c for c in places if c == first or board.see(c, first)} for first in (min(places), max(places))
        ]
        for half in halves if digit in fact.twice else [places]:
            replay.claim(one_of([(cell, digit) for cell in half]))


@rule(kinds.TwoEach)
def check_two_each(replay: Replay, fact: kinds.TwoEach) -> None:
    board, joined, ends = replay.board, set(fact.cells), set(fact.ends)
    for house in fact.houses:
        places = board.places(fact.digit, board.houses[house])
        expect(len(places & joined) == len(places & ends) == 1 and len(places) == 2, "not two places")
    expect(board.see(*fact.cells), "they do not see each other")
    expect(fact.joint is None or joined <= board.houses[fact.joint], "not in the house")
    replay.claim(one_of([(cell, fact.digit) for cell in ends]))


@rule(kinds.Crossed)
def check_crossed(replay: Replay, fact: kinds.Crossed) -> None:
    board, digit = replay.board, fact.digit
    box, line, other, house = (board.houses[n] for n in (fact.box, fact.line, fact.other, fact.house))
    places = board.places(digit, box)
    expect(places <= line | other, "other places")
    left = board.places(digit, house) - line
    expect(left == {fact.cell}, "other places are left")
    replay.tell(one_of([(cell, digit) for cell in {fact.cell} | (places & other)]))


@rule(kinds.EitherColour)
def check_either_colour(replay: Replay, fact: kinds.EitherColour) -> None:
    board, cells = replay.board, {*fact.cells, *fact.others}
    pairs = [places for house in board.houses if len(places := board.places(fact.digit, house)) == 2]
    pairs = [pair for pair in pairs if pair <= cells]
    joined, waiting = set(), [min(cells)]
    while waiting:
        cell = waiting.pop()
        joined.add(cell)
        waiting += [each for pair in pairs if cell in pair for each in pair - joined]
    expect(joined == cells, "not joined")
    expect(all(len(pair & set(fact.cells)) == 1 for pair in pairs), "not in turn")
    for one in fact.cells:
        for other in fact.others:
            both: list[Candidate] = [(one, fact.digit), (other, fact.digit)]
            replay.claim(one_of(both), frozenset((each, False) for each in both))
    replay.colours |= {fact.label: fact.cells, fact.other: fact.others}


@rule(kinds.SeesBoth)
def check_sees_both(replay: Replay, fact: kinds.SeesBoth) -> None:
    expect({fact.label, fact.other} <= replay.colours.keys(), "no such colours")
    for one in replay.colours[fact.label]:
        for other in replay.colours[fact.other]:
            replay.claim(one_of([(one, fact.digit), (other, fact.digit)]))


@rule(kinds.SamePair)
def check_same_pair(replay: Replay, fact: kinds.SamePair) -> None:
    board, (one, two) = replay.board, fact.cells
    expect(board.digits(one) == board.digits(two) == {fact.digit, fact.left}, "not the same two candidates")
    places = board.places(fact.digit, board.houses[fact.house]) - {one, two}
    expect(len(places) == 2, "not two places")
    near, far = places
    crossed = board.see(one, far) and board.see(two, near)
    expect(crossed or (board.see(one, near) and board.see(two, far)), "they do not see one each")
    replay.claim(one_of([(one, fact.left), (two, fact.left)]))


@rule(kinds.Hinge)
def check_hinge(replay: Replay, fact: kinds.Hinge) -> None:
    board, left = replay.board, fact.ends[0].digit
    expect(board.digits(fact.cell) == {*fact.digits, *([left] if fact.itself else [])}, "other candidates")
    for digit, end in zip(fact.digits, fact.ends, strict=True):
        (cell,) = end.cells
        expect(board.digits(cell) == {digit, left} and end.digit == left, "other candidates at an end")
        expect(board.see(cell, fact.cell), "an end does not see the cell")
    cells = [*(end.cells[0] for end in fact.ends), *([fact.cell] if fact.itself else [])]
    replay.claim(one_of([(cell, left) for cell in cells]))


@rule(kinds.Alternate)
def check_alternate(replay: Replay, fact: kinds.Alternate) -> None:
    for cell in fact.cells:
        expect(replay.board.digits(cell) == set(fact.digits), "other candidates")
    expect(all(replay.board.see(*pair) for pair in pairwise(fact.cells)), "does not see the next")
    for one in fact.cells[::2]:
        for other in fact.cells[1::2]:
            replay.claim(*(one_of([(one, digit), (other, digit)]) for digit in fact.digits))


@rule(kinds.SetsClash)
def check_sets_clash(replay: Replay, fact: kinds.SetsClash) -> None:
    board = replay.board
    for label, cells in ((fact.label, fact.cells), (fact.other, fact.others)):
        expect(len(board.digits(*cells)) == len(cells) + 1, "not one candidate more than cells")
        expect(any(set(cells) <= house for house in board.houses), "not in one house")
        replay.sets[label] = cells
        if replay.short:
            replay.cells_take_one(cells)
    for digit in fact.digits:
        places = [board.places(digit, cells) for cells in (fact.cells, fact.others)]
        expect(board.all_see(*places), "both can have it")


@rule(kinds.SetNeeds)
def check_set_needs(replay: Replay, fact: kinds.SetNeeds) -> None:
    places = replay.board.places(fact.digit, {*fact.cells, *fact.others})
    expect(places == set(fact.places), "other places")
    replay.claim(one_of([(cell, fact.digit) for cell in places]))


@rule(kinds.Whatever)
def check_whatever(replay: Replay, fact: kinds.Whatever) -> None:
    expect(replay.board.digits(fact.cell) == set(fact.digits), "other candidates")
    replay.claim(one_of([(cell, fact.digit) for cell in fact.places]))


@rule(kinds.Swappable)
def check_swappable(replay: Replay, fact: kinds.Swappable) -> None:
    apart = Replay(replay.position, replay.givens)
    check_deadly_pattern(apart, kinds.DeadlyPattern(fact.cells, fact.digits, fact.filled))
    replay.claim(*apart.clauses)


@rule(kinds.AllPairs)
def check_all_pairs(replay: Replay, fact: kinds.AllPairs) -> None:
    check_grave(Replay(replay.position, replay.givens), kinds.Grave(fact.extras))
    replay.claim(one_of([*fact.extras]))


@rule(kinds.NothingExtra)
def check_nothing_extra(replay: Replay, fact: kinds.NothingExtra) -> None:
    replay.claim(*none_of([*fact.gone]))


@rule(kinds.ChainMeans)
def check_chain_means(replay: Replay, fact: kinds.ChainMeans) -> None:
    replay.claim(*implication(fact.start, fact.end))


@rule(kinds.Ring)
def check_ring(replay: Replay, fact: kinds.Ring) -> None:
    for one, other in fact.pairs:
        options: list[Node] = [one, other._replace(on=True)]
        replay.claim(one_of([(cell, node.digit) for node in options for cell in node.cells]))


@rule(kinds.SameInEachCase)
def check_same_in_each_case(replay: Replay, fact: kinds.SameInEachCase) -> None:
    replay.claim(*(one_of([each]) for each in fact.placements), *none_of([*fact.eliminations]))
