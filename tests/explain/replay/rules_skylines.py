"""Rules for facts about how many digits of a line are seen: all lines are gone through, by their greatest digit."""

from __future__ import annotations

from explain.replay.judge import Replay, expect, rule
from nonet.explain import grammar as kinds
from nonet.rules import Skyscraper


def seen_counts(replay: Replay, cell: int, digit: int) -> set[int]:
    """How many digits can be seen on the line of the rule just named, with this digit in this cell. Digits may repeat
    here, but the greatest of the board is on the line.
    """
    named = replay.named[-1]
    assert isinstance(named, Skyscraper)
    states = {(0, 0)}
    for each in named.cells:
        value = replay.board.values[each]
        digits = {digit} if each == cell else {value} if value else replay.board.digits(each)
        states = {(max(highest, new), seen + (new > highest)) for highest, seen in states for new in digits}
    return {seen for highest, seen in states if highest == replay.board.size}


def check_none(replay: Replay, cell: int, digits: set[int]) -> None:
    named = replay.named[-1]
    assert isinstance(named, Skyscraper)
    for digit in digits & replay.board.digits(cell):
        expect(named.count not in seen_counts(replay, cell, digit), f"{cell} can be {digit}")
        replay.say(frozenset([((cell, digit), False)]))


@rule(kinds.TooFewSeen)
def check_too_few(replay: Replay, fact: kinds.TooFewSeen) -> None:
    size = replay.board.size
    expect(fact.most == fact.before + 1 + fact.after and fact.after == size - fact.digit, "wrongly added")
    check_none(replay, fact.cell, {*range(fact.digit, size + 1)})
    for digit in replay.board.digits(fact.cell) & {*range(fact.digit, size + 1)}:
        expect(max(seen_counts(replay, fact.cell, digit), default=0) <= fact.most, "more can be seen")


@rule(kinds.TooManySeen)
def check_too_many(replay: Replay, fact: kinds.TooManySeen) -> None:
    size = replay.board.size
    expect(fact.least == fact.before + 2 and fact.top == size, "wrongly added")
    check_none(replay, fact.cell, {*range(fact.digit, size)})
    for digit in replay.board.digits(fact.cell) & {*range(fact.digit, size)}:
        expect(min(seen_counts(replay, fact.cell, digit), default=size) >= fact.least, "fewer can be seen")
