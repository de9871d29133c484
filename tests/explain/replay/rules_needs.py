"""Rules for facts about what cells can hold together and what they must hold; all of it is counted again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TypeVar

from explain.replay.judge import Replay, expect, rule
from nonet.explain import grammar as kinds
from nonet.rules.base import compiled
from nonet.rules.primitives import Count, Primitive, Sets


def sets_of(replay: Replay, cells: tuple[int, ...], part: Sets) -> list[frozenset[int]]:
    """The sets of digits that the rule allows and that can be spread over the cells."""
    board, allowed = replay.board, set(part.masks)
    every = range(1, board.size + 1)
    sets = (each for each in combinations(every, len(cells)) if sum(1 << d - 1 for d in each) in allowed)
    return [frozenset(each) for each in sets if _spread(replay, cells, each)]


def _spread(replay: Replay, cells: tuple[int, ...], digits: tuple[int, ...]) -> bool:
    """Whether every digit finds a cell of its own: each may push another one away."""
    taken: dict[int, int] = {}

    def place(digit: int, tried: set[int]) -> bool:
        for cell in cells:
            held = replay.board.values[cell]
            if cell in tried or digit not in ({held} if held else replay.board.digits(cell)):
                continue
            tried.add(cell)
            if cell not in taken or place(taken[cell], tried):
                taken[cell] = digit
                return True
        return False

    return all(place(digit, set()) for digit in digits)


Part = TypeVar("Part", bound=Primitive)


def parts_of(replay: Replay, kind: type[Part]) -> list[Part]:
    """The primitives of this kind of the rule that was named last, about the cells that it was named with."""
    cells = [{*each.cells} for each in replay.facts if isinstance(each, kinds.RuleSays)]
    expect(cells and replay.named, "no rule was named")
    parts = compiled(replay.named[-1], replay.position.layout)
    return [part for part in parts if isinstance(part, kind) and {*part.cells} == cells[-1]]


@rule(kinds.Span)
def check_span(replay: Replay, fact: kinds.Span) -> None:
    (part,) = parts_of(replay, Sets)
    value = replay.board.values[fact.cell]
    expect(fact.cell in part.cells and fact.count == len(part.cells), "another line")
    expect(bool(value) == fact.known, "not filled, or filled")
    held = {value} if value else replay.board.digits(fact.cell)
    expect((min if fact.least else max)(held) == fact.digit, "that is not its end")
    steps = fact.count - 1
    expect(fact.bound == (fact.digit - steps if fact.least else fact.digit + steps), "another bound")
    for cell in part.cells:
        for digit in replay.board.digits(cell):
            if digit < fact.bound if fact.least else digit > fact.bound:
                expect(not any(True for _ in replay.ways({cell: digit})), f"{cell} can be {digit}")
                replay.say(frozenset([((cell, digit), False)]))


@rule(kinds.Lacks)
def check_lacks(replay: Replay, fact: kinds.Lacks) -> None:
    held = {replay.board.values[cell] for cell in fact.cells} | replay.board.digits(*fact.cells)
    expect(held.isdisjoint(fact.digits), "they can")


def still_missing(replay: Replay, part: Count) -> int:
    """How many more cells must hold one of the digits of a count."""
    digits = {digit for digit in range(1, replay.board.size + 1) if part.digits >> digit - 1 & 1}
    placed = sum(replay.board.values[cell] in digits for cell in part.cells)
    return min(count for count in range(placed, len(part.cells) + 1) if part.counts >> count & 1) - placed


@rule(kinds.Missing)
def check_missing(replay: Replay, fact: kinds.Missing) -> None:
    empty = replay.cells
    for digit, times in Counter(fact.digits).items():
        counts = [part for part in parts_of(replay, Count) if part.digits >> digit - 1 & 1]
        expect(any(still_missing(replay, part) >= times for part in counts), f"{digit} is not missing")
        expect(fact.choice or any(part.digits == 1 << digit - 1 for part in counts), "others will do")
        if not fact.choice:
            replay.say_one_of((cell, digit) for cell in replay.board.places(digit, empty))


@rule(kinds.RoomOnlyIn)
def check_room_only_in(replay: Replay, fact: kinds.RoomOnlyIn) -> None:
    before = replay.facts[-1]
    expect(isinstance(before, (kinds.Missing, kinds.Needs)), "nothing was said to be needed")
    assert isinstance(before, (kinds.Missing, kinds.Needs))
    expect({*before.digits} == {*fact.digits}, "other digits are needed")
    needed = len(before.digits)
    if isinstance(before, kinds.Missing) and before.choice:
        mask = sum(1 << digit - 1 for digit in fact.digits)
        (part,) = (part for part in parts_of(replay, Count) if part.digits == mask)
        needed = still_missing(replay, part)
    places = {cell for digit in fact.digits for cell in replay.board.places(digit, replay.cells)}
    expect(places == {*fact.cells} and len(places) == needed, "there is more room")
    for cell in places:
        for digit in replay.board.digits(cell) - {*fact.digits}:
            replay.say(frozenset([((cell, digit), False)]))
    replay.cells_take_one(places)


@rule(kinds.CountedOut)
def check_counted_out(replay: Replay, fact: kinds.CountedOut) -> None:
    mask = sum(1 << digit - 1 for digit in fact.digits)
    (part,) = (part for part in parts_of(replay, Count) if part.digits == mask)
    placed = sum(replay.board.values[cell] in fact.digits for cell in part.cells)
    places = {cell for digit in fact.digits for cell in replay.board.places(digit, part.cells)}
    expect(fact.times == (placed + len(places) if fact.few else placed), "another number of cells")
    more = range(placed + 1, placed + len(places) + 1)
    expect(not any(part.counts >> count & 1 for count in more), "there may be more")
    expect(not fact.few or part.counts >> placed + len(places) + 1, "more would not be allowed either")
    for cell in places:
        for digit in replay.board.digits(cell) & {*fact.digits}:
            replay.say(frozenset([((cell, digit), False)]))
