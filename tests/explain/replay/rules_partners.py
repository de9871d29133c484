"""Rules for facts about cells that a rule relates: what is said is found again by filling the cells in every way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from explain.replay.judge import Replay, expect, rule
from explain.replay.rules_sums import keeps_apart
from nonet.explain import grammar as kinds
from nonet.grid import Grid
from nonet.rules import BetweenLine, LockoutLine
from nonet.rules.base import compiled


def held(replay: Replay, cell: int) -> set[int]:
    """The candidates of a cell, or its digit, as entries."""
    return replay.board.digits(cell) or {replay.position.grid.entries[cell]}


def ways(
    replay: Replay, *cells: int, sees: bool = True, only: dict[int, set[int]] | None = None
) -> Iterator[dict[int, int]]:
    """Every way to fill these cells that the rules named so far allow; `only` says what some of them can hold."""
    entries, layout = list(replay.position.grid.entries), replay.position.layout
    for cell in cells:
        entries[cell] = 0
    parts = [part for each in replay.named for part in compiled(each, layout)]

    def fill(rest: tuple[int, ...], found: dict[int, int]) -> Iterator[dict[int, int]]:
        if not rest:
            yield dict(found)
            return
        cell, *others = rest
        for digit in sorted((only or {}).get(cell, held(replay, cell))):
            if sees and any(digit == each and replay.board.see(cell, other) for other, each in found.items()):
                continue
            entries[cell] = found[cell] = digit
            if not any(cell in part.cells and part.broken(entries) for part in parts):
                yield from fill(tuple(others), found)
            entries[cell] = 0
            del found[cell]

    return fill(cells, {})


def exclude(replay: Replay, candidates: Iterable[tuple[int, int]]) -> None:
    replay.say(*(frozenset([(each, False)]) for each in candidates))


@rule(kinds.Bounds)
def check_bounds(replay: Replay, fact: kinds.Bounds) -> None:
    """Each bound is met by some way to fill the cells up to there, and none is beyond it."""
    choose = min if fact.least else max
    for count, bound in enumerate(fact.bounds, start=1):
        *before, cell = fact.cells[:count]
        found = {way[cell] for way in ways(replay, *before, cell, sees=fact.apart)}
        expect(not found or choose(found) == bound, f"{cell} can be {choose(found, default=0)}")
        beyond = {d for d in held(replay, cell) if (d < bound if fact.least else d > bound)}
        exclude(replay, ((cell, digit) for digit in beyond))


@rule(kinds.NoPartner)
def check_no_partner(replay: Replay, fact: kinds.NoPartner) -> None:
    layout = replay.position.layout
    for cell in fact.cells:
        for digit in fact.digits:
            if not fact.others:
                alone = Grid.empty(layout).with_entry(cell, digit)
                expect(any(each.broken(alone) for each in replay.named), f"{digit} has a partner")
            else:
                (other,) = fact.others
                expect(set(fact.have) == held(replay, other), "it has other candidates")
                alone = Grid.empty(layout).with_entry(cell, digit)
                pairs = [(each, alone.with_entry(other, each)) for each in layout.entries]
                fits = {each for each, pair in pairs if not any(rule.broken(pair) for rule in replay.named)}
                if replay.board.see(cell, other):
                    fits.discard(digit)
                expect(not fits & set(fact.have), f"{digit} has a partner")
                told = set(fact.needed)
                expect(
                    not told or (fits <= told and not told & set(fact.have)), "other digits would go with it"
                )
            exclude(replay, [(cell, digit)])


@rule(kinds.SamePartner)
def check_same_partner(replay: Replay, fact: kinds.SamePartner) -> None:
    for one, other in combinations(fact.others, 2):
        seen = replay.board.see(one, other) or keeps_apart(replay, replay.named, one, other)
        expect(seen, "they do not see each other")
    for digit in fact.digits:
        found = [way for way in ways(replay, fact.cell, *fact.others) if way[fact.cell] == digit]
        expect(not found, f"{digit} leaves something")
        left = {
            way[cell]
            for cell in fact.others
            for way in ways(replay, fact.cell, cell)
            if way[fact.cell] == digit
        }
        expect(len(left) < len(fact.others), "as many digits are left as there are cells")
        expect(not fact.left or left == {fact.left}, "another digit is left")
        exclude(replay, [(fact.cell, digit)])


@rule(kinds.SameDigit)
def check_same_digit(replay: Replay, fact: kinds.SameDigit) -> None:
    found = {frozenset(way.values()) for way in ways(replay, *fact.cells, sees=False)}
    expect(all(len(each) == 1 for each in found), "they may differ")
    expect(set(fact.digits) == {digit for each in found for digit in each}, "they share other digits")
    some = set().union(*(held(replay, cell) for cell in fact.cells))
    expect(set(fact.gone) == some - set(fact.digits), "other digits are gone")
    for cell in fact.cells:
        replay.say_one_of((cell, digit) for digit in fact.digits)


def ends(replay: Replay) -> tuple[int, int]:
    """The ends of the line that was named last."""
    lines = [each.cells for each in replay.named if isinstance(each, (BetweenLine, LockoutLine))]
    expect(lines, "no line was named")
    return lines[-1][0], lines[-1][-1]


def failed(replay: Replay) -> set[tuple[int, bool]]:
    """Which end was said not to be the smaller one (or not the greater one), and what that says of the other."""
    said = [each for each in replay.facts if isinstance(each, kinds.EndIs) and not each.bound]
    found = {(cell, each.smaller) for each in said for cell in each.cells}
    return found | {(sum(ends(replay)) - cell, not smaller) for cell, smaller in found}


@rule(kinds.EndIs)
def check_end_is(replay: Replay, fact: kinds.EndIs) -> None:
    """In this case every digit beyond the bound leaves no way to fill the cells that are named."""
    said = [each for each in replay.facts if isinstance(each, kinds.EndIs)]
    for cell in fact.cells:
        other, own = sum(ends(replay)) - cell, held(replay, cell)
        for digit in own:
            if fact.bound and (digit <= fact.bound if fact.smaller else digit >= fact.bound):
                continue
            far = {each for each in held(replay, other) if each != digit and (digit < each) == fact.smaller}
            found = ways(replay, cell, other, *fact.others, only={cell: {digit}, other: far})
            expect(not any(True for _ in found), f"{cell} can be {digit}")
        bounds = {each.smaller: each.bound for each in [*said, fact] if cell in each.cells and each.bound}
        for digit in own:
            low = (cell, True) not in failed(replay) and digit <= bounds.get(True, digit)
            high = (cell, False) not in failed(replay) and digit >= bounds.get(False, digit)
            if not low and not high:
                exclude(replay, [(cell, digit)])


@rule(kinds.BetweenEnds)
def check_between_ends(replay: Replay, fact: kinds.BetweenEnds) -> None:
    one, other = ends(replay)
    alive = [low for low in (one, other) if (low, True) not in failed(replay)]
    expect(fact.low == min(min(held(replay, low)) for low in alive or (one, other)), "another smallest digit")
    highs = [one + other - low for low in alive or (one, other)]
    expect(fact.high == max(max(held(replay, high)) for high in highs), "another greatest digit")
    for cell in fact.cells:
        beyond = {digit for digit in held(replay, cell) if not fact.low < digit < fact.high}
        for way in ways(replay, cell, one, other, only={cell: beyond}):
            expect(
                (min(one, other, key=way.__getitem__), True) in failed(replay), f"{cell} can be {way[cell]}"
            )
        exclude(replay, ((cell, digit) for digit in beyond))


@rule(kinds.LockedOut)
def check_locked_out(replay: Replay, fact: kinds.LockedOut) -> None:
    one, other = ends(replay)
    pairs = [sorted(way.values()) for way in ways(replay, one, other)]
    expect(fact.low >= max(low for low, _ in pairs), "the smaller end can be greater")
    expect(fact.high <= min(high for _, high in pairs), "the greater end can be smaller")
    expect(fact.low <= fact.high and not {*fact.cells} & {one, other}, "nothing is between the ends")
    for cell in fact.cells:
        locked = held(replay, cell) & {*range(fact.low, fact.high + 1)}
        found = ways(replay, cell, one, other, sees=False, only={cell: locked})
        expect(not any(True for _ in found), f"{cell} can be in between")
        exclude(replay, ((cell, digit) for digit in locked))


@rule(kinds.EndLocks)
def check_end_locks(replay: Replay, fact: kinds.EndLocks) -> None:
    other = sum(ends(replay)) - fact.cell
    expect(fact.cell in ends(replay) and not {*fact.others} & {*ends(replay)}, "not the ends")
    expect(all(replay.board.see(*pair) for pair in combinations(fact.others, 2)), "some may be equal")
    for digit in fact.digits:
        found = ways(replay, fact.cell, other, *fact.others, only={fact.cell: {digit}})
        expect(not any(True for _ in found), f"{fact.cell} can be {digit}")
        exclude(replay, [(fact.cell, digit)])


@rule(kinds.InTurn)
def check_in_turn(replay: Replay, fact: kinds.InTurn) -> None:
    """From a cell whose kind is known every other one is reached by pairs of cells that cannot be of one kind."""
    layout = replay.position.layout
    parts = [part for each in replay.named for part in compiled(each, layout)]
    of_kind = {
        **{cell: set(fact.digits) for cell in fact.cells},
        **{cell: set(fact.opposite) for cell in fact.others},
    }

    def alternate(one: int, other: int) -> bool:
        both = [part for part in parts if {*part.cells} == {one, other}]
        entries = [0] * layout.cell_count
        for entries[one] in layout.entries:
            for entries[other] in layout.entries:
                wrong = {entries[one] in fact.digits, entries[other] in fact.opposite}
                kinds_known = {entries[one], entries[other]} <= {*fact.digits, *fact.opposite}
                if (len(wrong) > 1 or not kinds_known) and not any(part.broken(entries) for part in both):
                    return False
        return bool(both)

    reached = [cell for cell, kind in of_kind.items() if held(replay, cell) <= kind]
    expect(reached, "no kind is known")
    for cell in reached:
        reached += [
            other
            for other in of_kind
            if other not in reached and of_kind[other] != of_kind[cell] and alternate(cell, other)
        ]
    expect(set(reached) == set(of_kind), "they are not related")
    for cell, kind in of_kind.items():
        exclude(replay, ((cell, digit) for digit in held(replay, cell) - kind))
