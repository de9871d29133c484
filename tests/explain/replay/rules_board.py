"""Rules for facts that frame an explanation, and for what can be seen on the board."""

from __future__ import annotations

from itertools import combinations, pairwise

from explain.replay.judge import Replay, expect, rule
from explain.replay.rules_sums import keeps_apart
from nonet.explain import grammar as kinds
from nonet.logic.position import apart


@rule(kinds.Heading)
def check_heading(replay: Replay, fact: kinds.Heading) -> None:
    pass


@rule(kinds.RoleIs)
def check_role_is(replay: Replay, fact: kinds.RoleIs) -> None:
    pass


@rule(kinds.Therefore)
def check_therefore(replay: Replay, fact: kinds.Therefore) -> None:
    expect(fact.placements or fact.eliminations, "concludes nothing")
    for clause in replay.claims:
        expect(
            replay.refuted(*((each, not on) for each, on in clause), trying=True), f"{clause} is not proved"
        )
    for each in () if replay.short else replay.facts:
        match each:
            case kinds.OnlyPlaces(digits=(_,), cells=(cell,)):
                _all_blocked(replay, cell, each.houses)
            case kinds.OnlyCandidates(cells=(_,), digits=(digit,)):
                _all_seen(replay, digit)
            case kinds.Fails(node):
                (cell,) = node.cells
                expect(replay.refuted(((cell, node.digit), node.on)), "does not fail")
    for candidate, on in (*((c, True) for c in fact.placements), *((c, False) for c in fact.eliminations)):
        expect(candidate in replay.board.candidates, f"{candidate} is not there")
        expect(replay.refuted((candidate, not on)), f"{candidate} does not follow by units")


@rule(kinds.EachCase)
def check_each_case(replay: Replay, fact: kinds.EachCase) -> None:
    for candidate, on in (*((c, True) for c in fact.placements), *((c, False) for c in fact.eliminations)):
        expect(replay.refuted((candidate, not on)), f"not every case leads to {candidate}")


@rule(kinds.Fails)
def check_fails(replay: Replay, fact: kinds.Fails) -> None:
    expect(len(fact.node.cells) == 1, "not one cell")  # what follows must prove it: see `check_therefore`
    replay.tell(frozenset([((fact.node.cells[0], fact.node.digit), not fact.node.on)]))


def _all_blocked(replay: Replay, last: int, houses: tuple[int, ...]) -> None:
    """A hidden single names why every other open cell of the house cannot take the digit."""
    named = {
        cell
        for each in replay.facts
        if isinstance(each, (kinds.Blocks, kinds.RuledOut))
        for cell in each.cells
    }
    for house in houses:
        missing = replay.board.houses[house] & replay.board.open - named - {last}
        expect(not missing, f"nothing is said of {missing}")


def _all_seen(replay: Replay, last: int) -> None:
    """A naked single names where every other digit is."""
    named = {digit for each in replay.facts if isinstance(each, kinds.Has) for digit in each.digits}
    named |= {digit for each in replay.facts if isinstance(each, kinds.RuledOut) for digit in each.digits}
    named |= {each.digit for each in replay.facts if isinstance(each, kinds.Blocks)}
    expect(named == set(range(1, replay.board.size + 1)) - {last}, f"digits named: {named}")


# -- the board ----------------------------------------------------------------------------------------------------


@rule(kinds.LastOpenCell)
def check_last_open_cell(replay: Replay, fact: kinds.LastOpenCell) -> None:
    for house in fact.houses:
        expect(replay.board.houses[house] & replay.board.open == {fact.cell}, "not the last open cell")


@rule(kinds.MissingOnly)
def check_missing_only(replay: Replay, fact: kinds.MissingOnly) -> None:
    for house in fact.houses:
        held = {replay.board.values[cell] for cell in replay.board.houses[house]} - {0}
        expect(held == set(range(1, replay.board.size + 1)) - {fact.digit}, f"holds {held}")
        (cell,) = replay.board.houses[house] & replay.board.open
        if replay.was_said(kinds.LastOpenCell, cell=cell, houses=fact.houses):
            replay.say_one_of([(cell, fact.digit)])


@rule(kinds.Has)
def check_has(replay: Replay, fact: kinds.Has) -> None:
    for cell, digit in zip(fact.cells, fact.digits, strict=True):
        expect(replay.board.values[cell] == digit, f"{cell} is not {digit}")
        expect(all(cell in replay.board.houses[house] for house in fact.houses), "not in the house")


@rule(kinds.Blocks)
def check_blocks(replay: Replay, fact: kinds.Blocks) -> None:
    expect(replay.board.values[fact.cell] == fact.digit, "the blocking digit is not there")
    expect(replay.board.open.issuperset(fact.cells), "blocks filled cells")
    for cell in fact.cells:
        sees = replay.board.see(fact.cell, cell)
        expect(
            sees or keeps_apart(replay, replay.named, fact.cell, cell),
            "does not see what it blocks",
        )


@rule(kinds.RuledOut)
def check_ruled_out(replay: Replay, fact: kinds.RuledOut) -> None:
    for cell in fact.cells:
        for digit in fact.digits:
            expect((cell, digit) not in replay.board.candidates, f"{digit} is still in {cell}")
            expect(
                all(replay.board.values[peer] != digit for peer in replay.board.peers[cell]),
                f"{cell} sees {digit}: it was not eliminated by a step",
            )
            struck = boards[cell] if (boards := apart(replay.position.layout, replay.rules)) else 0
            holders = [other for other, value in enumerate(replay.board.values) if value == digit]
            blocked = any(struck >> other & 1 for other in holders)
            expect(not blocked, f"a rule takes {digit} from {cell}: it was not eliminated by a step")


@rule(kinds.OnlyPlaces)
def check_only_places(replay: Replay, fact: kinds.OnlyPlaces) -> None:
    for house in fact.houses:
        for digit in fact.digits:
            places = replay.board.places(digit, replay.board.houses[house])
            exact = places == set(fact.cells) if len(fact.digits) == 1 else places <= set(fact.cells)
            expect(places and exact, f"{digit} has the places {places}")
            replay.say_one_of((cell, digit) for cell in places)
        replay.say_in_house(house, fact.cells)
    for house in fact.others:
        expect(set(fact.cells) <= replay.board.houses[house], "not all in the other house")
        replay.say_in_house(house, fact.cells)
    expect(
        set(fact.cells) == set().union(*(replay.board.places(d, fact.cells) for d in fact.digits)),
        "idle cells",
    )


@rule(kinds.OnlyCandidates)
def check_only_candidates(replay: Replay, fact: kinds.OnlyCandidates) -> None:
    expect(replay.board.digits(*fact.cells) == set(fact.digits), "other candidates")
    for house in fact.houses:
        expect(set(fact.cells) <= replay.board.houses[house], "not in the house")
        replay.say_in_house(house, fact.cells)
    if fact.each:
        expect(len(fact.digits) == 2, "not two")
        expect(all(replay.board.digits(cell) == set(fact.digits) for cell in fact.cells), "not the same two")
    replay.cells_take_one(fact.cells)


@rule(kinds.AlmostLockedSet)
def check_almost_locked_set(replay: Replay, fact: kinds.AlmostLockedSet) -> None:
    expect(replay.board.digits(*fact.cells) == set(fact.digits), "other candidates")
    expect(len(fact.digits) == len(fact.cells) + 1, "not one digit more than cells")
    expect(len(fact.houses) == 1, "no house")
    for house in fact.houses:
        expect(set(fact.cells) <= replay.board.houses[house], "not in the house")
    replay.say_seen(fact.cells, fact.cells)
    replay.cells_take_one(fact.cells)


@rule(kinds.Crossing)
def check_crossing(replay: Replay, fact: kinds.Crossing) -> None:
    expect(replay.board.digits(*fact.cells) == set(fact.digits), "other candidates")
    for house in (fact.line, fact.box):
        expect(set(fact.cells) <= replay.board.houses[house], "not in the house")
        replay.say_in_house(house, fact.cells)
    replay.cells_take_one(fact.cells)


@rule(kinds.Sees)
def check_sees(replay: Replay, fact: kinds.Sees) -> None:
    expect(replay.board.all_see(fact.cells, fact.others), "does not")
    for house in fact.houses:
        expect({*fact.cells, *fact.others} <= replay.board.houses[house], "not in the house")
    for cell, label in zip(fact.others, fact.labels, strict=False):
        expect(cell in replay.colours.get(label, ()), f"{cell} is not {label}")
    if fact.digit:
        expect(_places_there(replay, fact.digit) == set(fact.others), "these are not all its places there")
    replay.say_seen(fact.cells, fact.others)


def _places_there(replay: Replay, digit: int) -> set[int]:
    """The places of a digit in the cells that were named last: those of a set, or of what was filled."""
    there = [fact for fact in replay.facts if isinstance(fact, (kinds.AlmostLockedSet, kinds.Filled))]
    expect(bool(there), "no cells were named")
    extras = there[-1].extras if isinstance(there[-1], kinds.Filled) else ()
    return replay.board.places(digit, there[-1].cells) | {cell for cell, each in extras if each == digit}


@rule(kinds.EachSeesNext)
def check_each_sees_next(replay: Replay, fact: kinds.EachSeesNext) -> None:
    for one, other in pairwise(fact.cells):
        expect(replay.board.see(one, other), f"{one} does not see {other}")
        replay.say_seen([one], [other])


@rule(kinds.FitOnce)
def check_fit_once(replay: Replay, fact: kinds.FitOnce) -> None:
    if fact.left:
        expect(replay.board.digits(*fact.cells) == {*fact.digits, fact.left}, "other candidates")
        expect(len(fact.cells) > len(fact.digits), "no cell is left")
    for digit in fact.digits:
        places = replay.board.places(digit, fact.cells)
        expect(all(replay.board.see(*pair) for pair in combinations(places, 2)), f"{digit} fits twice")
        replay.say_seen(places, places)
