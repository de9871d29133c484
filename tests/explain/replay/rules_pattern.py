"""Rules for patterns: subsets, fish, sets, colours, loops, deadly patterns, templates."""

from __future__ import annotations

from itertools import combinations

from explain.replay.judge import Literal, Replay, bare, expect, implication, rule
from nonet.explain import grammar as kinds


@rule(kinds.Filled)
def check_filled(replay: Replay, fact: kinds.Filled) -> None:
    cells, digits = len(fact.cells) + bool(fact.extras), len(fact.digits) + len(fact.twice)
    expect(cells == digits, "not as many cells as digits")
    if fact.extras:
        expect(frozenset((each, True) for each in fact.extras) in replay.clauses, "the extras were not named")
    if fact.hidden:
        clauses = [[(cell, digit) for digit in fact.digits] for cell in fact.cells]
    else:
        clauses = [
            [(cell, digit) for cell in replay.board.places(digit, fact.cells)]
            + [each for each in fact.extras if each[1] == digit]
            for digit in fact.digits
        ]
    if fact.extras:  # the extras count as a cell: they are in the house of the others
        houses = [
            h
            for h, cells in enumerate(replay.board.houses)
            if {*fact.cells, *(c for c, _ in fact.extras)} <= cells
        ]
        expect(bool(houses), "the extras are not in the house of the cells")
        replay.say_in_house(houses[0], {*fact.cells, *(cell for cell, _ in fact.extras)})
    for clause in clauses:
        expect(
            replay.refuted(*((each, False) for each in clause), trying=True), "one of these may be missing"
        )
        replay.say_one_of(clause)
    for digit in fact.twice:
        _both_places(replay, fact, digit)


def _both_places(replay: Replay, fact: kinds.Filled, digit: int) -> None:
    """A digit that counts twice is in two groups of cells, whose cells see each other."""
    places = replay.board.places(digit, fact.cells)
    group = {cell for cell in places if cell == min(places) or frozenset((cell, min(places))) in replay.seen}
    for half in (group, places - group):
        clause = [(cell, digit) for cell in half]
        expect(
            replay.refuted(*((each, False) for each in clause), trying=True), "one of these may be missing"
        )
        replay.say_one_of(clause)


@rule(kinds.Covered)
def check_covered(replay: Replay, fact: kinds.Covered) -> None:
    bases, covers = ([replay.board.houses[n] for n in which] for which in (fact.bases, fact.covers))
    base = {cell for house in bases for cell in replay.board.places(fact.digit, house)}
    cover = set().union(*covers)
    expect(len(bases) == len(covers), "not as many covers as bases")
    expect(base == {*fact.cells, *fact.fins}, "the base has other places")
    expect(set(fact.cells) <= cover, "not all covered")
    expect(all(sum(cell in house for house in bases) == 1 for cell in fact.cells), "a cell is in two bases")


@rule(kinds.Fins)
def check_fins(replay: Replay, fact: kinds.Fins) -> None:
    fish = [each for each in replay.facts if isinstance(each, kinds.Covered)][-1]
    expect(set(fact.cells) <= set(fish.fins), "no fins")
    for cell in fact.cells:
        twice = sum(cell in replay.board.houses[house] for house in fish.bases) > 1
        expect(twice == fact.inner, "the wrong kind of fin")


@rule(kinds.SashimiBase)
def check_sashimi_base(replay: Replay, fact: kinds.SashimiBase) -> None:
    fish = [each for each in replay.facts if isinstance(each, kinds.Covered)][-1]
    for house in fact.houses:
        places = replay.board.places(fact.digit, replay.board.houses[house])
        expect(len(places - set(fish.fins)) < 2, "not sashimi")


@rule(kinds.CoverFull)
def check_cover_full(replay: Replay, fact: kinds.CoverFull) -> None:
    expect(
        replay.was_said(
            kinds.Covered, digit=fact.digit, bases=fact.bases, covers=fact.covers, fins=fact.fins
        ),
        "no such base and cover",
    )
    fins = [(cell, fact.digit) for cell in fact.fins]
    base = {cell for h in fact.bases for cell in replay.board.places(fact.digit, replay.board.houses[h])}
    for house in fact.covers:
        inside = [(cell, fact.digit) for cell in base & replay.board.houses[house]]
        expect(
            base_fails(
                replay, fact.digit, fact.bases, fact.covers, [(each, False) for each in (*inside, *fins)]
            ),
            "a cover may stay free",
        )
        replay.say_one_of({*inside, *fins})


def base_fails(
    replay: Replay, digit: int, bases: tuple[int, ...], covers: tuple[int, ...], assumed: list[Literal]
) -> bool:
    """Whether the base cannot be satisfied then; only base and cover houses are looked at."""
    other = Replay.__new__(Replay)
    other.short = False
    other.clauses = [
        frozenset(((cell, digit), True) for cell in replay.board.places(digit, replay.board.houses[h]))
        for h in bases
    ]
    other.seen = {
        frozenset(pair)
        for h in (*bases, *covers)
        for pair in combinations(replay.board.places(digit, replay.board.houses[h]), 2)
    }
    return other.refuted(*assumed, trying=True)


def _fish(replay: Replay) -> kinds.CoverFull:
    found = [each for each in replay.facts if isinstance(each, kinds.CoverFull)]
    expect(bool(found), "there is no fish")
    return found[-1]


@rule(kinds.InCover)
def check_in_cover(replay: Replay, fact: kinds.InCover) -> None:
    fish = _fish(replay)
    base = {cell for h in fish.bases for cell in replay.board.houses[h] & set(fact.cells)}
    base = {cell for cell in base if (cell, fish.digit) in replay.board.candidates}
    expect(fact.twice or not base, "in the base")
    expect(fact.fins == bool(fish.fins), "fins or not")
    _covered_cells(replay, fish, fact.cells, fact.houses, 2 if fact.twice else 1)


@rule(kinds.FinsSeen)
def check_fins_seen(replay: Replay, fact: kinds.FinsSeen) -> None:
    fish = _fish(replay)
    expect(set(fact.fins) == set(fish.fins) and fact.digit == fish.digit, "other fins")
    expect(replay.board.all_see(fact.cells, fact.fins), "does not see every fin")
    replay.say_seen(fact.cells, fact.fins)


def _covered_cells(
    replay: Replay, fish: kinds.CoverFull, cells: tuple[int, ...], houses: tuple[int, ...], least: int
) -> None:
    expect(set(houses) <= set(fish.covers), "no cover houses")
    fins = [(cell, fish.digit) for cell in fish.fins]
    for cell in cells:
        expect(sum(cell in replay.board.houses[house] for house in houses) >= least, "not covered")
        assumed: list[Literal] = [((cell, fish.digit), True), *((fin, False) for fin in fins)]
        fails = base_fails(replay, fish.digit, fish.bases, fish.covers, assumed)
        expect(fails, "the base has room elsewhere")
        replay.say(frozenset([((cell, fish.digit), False), *((fin, True) for fin in fins)]))


def _set_cells(replay: Replay, label: str) -> tuple[int, ...]:
    """The cells of the set that a letter was given to."""
    named = [each for each in replay.facts if isinstance(each, kinds.AlmostLockedSet) and each.label == label]
    if replay.short and label in replay.sets:
        return replay.sets[label]
    expect(len(named) == 1, f"there is no set {label}")
    return named[0].cells


def _colour(replay: Replay, label: str) -> tuple[int, ...]:
    expect(label in replay.colours, f"there is no colour {label}")
    return replay.colours[label]


@rule(kinds.CommonDigit)
def check_common_digit(replay: Replay, fact: kinds.CommonDigit) -> None:
    for label, cells in ((fact.label, fact.cells), (fact.other, fact.others)):
        own = _set_cells(replay, label)
        expect(replay.board.places(fact.digit, own) == set(cells), f"{label} has other places")
    expect(replay.board.all_see(fact.cells, fact.others), "they do not see each other")
    replay.say_seen(fact.cells, fact.others)


@rule(kinds.InSets)
def check_in_sets(replay: Replay, fact: kinds.InSets) -> None:
    places: set[tuple[int, int]] = set()
    for label, cells in fact.sets:
        own = _set_cells(replay, label)
        expect(replay.board.places(fact.digit, own) == set(cells), f"{label} has other places")
        places.update((cell, fact.digit) for cell in cells)
    expect(replay.refuted(*((each, False) for each in places), trying=True), "it may be in none of them")
    replay.say_one_of(places)


@rule(kinds.Colours)
def check_colours(replay: Replay, fact: kinds.Colours) -> None:
    one, other = set(fact.cells), set(fact.others)
    joined, waiting = set(), [min(one)]
    pairs = [replay.board.places(fact.digit, replay.board.houses[house]) for house in fact.houses]
    for pair in pairs:
        expect(len(pair) == 2 and len(pair & one) == len(pair & other) == 1, f"not in turn: {pair}")
    while waiting:
        cell = waiting.pop()
        joined.add(cell)
        waiting += [each for pair in pairs if cell in pair for each in pair - joined]
    expect(joined == one | other, "not joined")
    for a in one:
        for b in other:
            replay.say_one_of([(a, fact.digit), (b, fact.digit)])
            replay.say(frozenset([((a, fact.digit), False), ((b, fact.digit), False)]))
    replay.colours |= {fact.label: fact.cells, fact.other: fact.others}


@rule(kinds.ColoursClash)
def check_colours_clash(replay: Replay, fact: kinds.ColoursClash) -> None:
    expect(fact.cell in _colour(replay, fact.label), "not of this colour")
    expect(fact.other_cell in _colour(replay, fact.other), "not of this colour")
    expect(replay.board.see(fact.cell, fact.other_cell), "they do not see each other")
    replay.say_seen([fact.cell], [fact.other_cell])
    if fact.opposites:
        named = (each for each in replay.facts if isinstance(each, (kinds.Colours, kinds.EitherColour)))
        pairs = [{each.label, each.other} for each in named]
        for label, opposite in zip((fact.label, fact.other), fact.opposites, strict=True):
            expect(label != opposite and {label, opposite} in pairs, f"{opposite} is not opposite to {label}")


@rule(kinds.ColourFalse)
def check_colour_false(replay: Replay, fact: kinds.ColourFalse) -> None:
    for cell in _colour(replay, fact.label):
        expect(replay.refuted(((cell, fact.digit), True)), "the colour may be true")
    replay.say(*(frozenset([((cell, fact.digit), False)]) for cell in _colour(replay, fact.label)))


@rule(kinds.TakeTurns)
def check_take_turns(replay: Replay, fact: kinds.TakeTurns) -> None:
    for digit in fact.digits:
        first = (fact.cells[0], digit), True
        for cell in fact.cells[1:]:
            expect(replay.refuted(first, ((cell, digit), False)), "not in turn")
        for cell in fact.others:
            expect(replay.refuted(first, ((cell, digit), True)), "not in turn")


@rule(kinds.LoopTurns)
def check_loop_turns(replay: Replay, fact: kinds.LoopTurns) -> None:
    expect(replay.was_said(kinds.Chain, links=fact.links), "no such chain")
    expect(bare(fact.links[-1].end) == bare(fact.links[0].start), "the chain does not end where it began")
    for link in fact.links:
        replay.say(*implication(link.end, link.start))


@rule(kinds.DeadlyPattern)
def check_deadly_pattern(replay: Replay, fact: kinds.DeadlyPattern) -> None:
    for house in replay.board.houses:
        expect(len(house & set(fact.cells)) in (0, 2), "not two")
    replay.seen.update(frozenset(pair) for pair in combinations(fact.cells, 2) if replay.board.see(*pair))
    expect(len(fact.digits) == 2, "not two digits")
    expect(not any(replay.board.givens[cell] for cell in fact.cells), "given")
    filled = {cell: replay.board.values[cell] for cell in fact.cells if replay.board.values[cell]}
    if filled:
        expect(fact.filled, "they may have been given")
    expect(set(filled.values()) <= set(fact.digits), "another digit is there")
    turn: dict[int, int] = {fact.cells[0]: 0}
    waiting = [fact.cells[0]]
    while waiting:
        cell = waiting.pop()
        for other in set(fact.cells) & replay.board.peers[cell]:
            if other not in turn:
                turn[other] = 1 - turn[cell]
                waiting.append(other)
    expect(len(turn) == len(fact.cells), "the cells are not joined")
    for one, other in combinations(filled, 2):
        expect((turn[one] == turn[other]) == (filled[one] == filled[other]), "filled out of turn")
    replay.say_one_of(
        each for each in replay.board.candidates if each[0] in fact.cells and each[1] not in fact.digits
    )


@rule(kinds.Grave)
def check_grave(replay: Replay, fact: kinds.Grave) -> None:
    rest = replay.board.candidates - set(fact.extras)
    expect(set(fact.extras) <= replay.board.candidates, "no such extras")
    for cell in replay.board.open:
        expect(sum(each == cell for each, _ in rest) == 2, f"{cell} would not have two candidates")
    for house in replay.board.houses:
        for digit in range(1, replay.board.size + 1):
            count = sum(d == digit and cell in house for cell, d in rest)
            expect(count in (0, 2), f"{digit} would have {count} places")
    replay.say_one_of(fact.extras)


@rule(kinds.Templates)
def check_templates(replay: Replay, fact: kinds.Templates) -> None:
    clauses = [
        frozenset(((cell, digit), True) for cell in places)
        for digit in (fact.digit, *fact.helpers)
        for house in replay.board.houses
        if (places := replay.board.places(digit, house))
    ]
    for house in replay.board.houses:
        replay.say_seen(house, house)
    for cell in fact.cells:
        assumed = (cell, fact.digit), not fact.used
        expect(replay.refuted(assumed, clauses=clauses, trying=True), f"{cell} may be different")
        replay.say(frozenset([((cell, fact.digit), fact.used)]))
