"""Ratings by trial and error, braids and whips, against their definitions written once more in plain sets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import nonet
from many_cases import spread
from nonet.errors import NonetError
from nonet.generate import Recipe, make
from nonet.layout import CLASSIC, Layout
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import rate, rate_many
from nonet.rating.braids import SCHEMES

pytestmark = pytest.mark.skipif(kernel is None, reason="the ratings are compiled")

Candidate = tuple[int, int]
Cands = frozenset[Candidate]

VARIABLES = [frozenset((cell, digit) for digit in range(1, 10)) for cell in range(81)] + [
    frozenset((cell, digit) for cell in house.cells) for house in CLASSIC.houses for digit in range(1, 10)
]
OF = {each: [known for known in VARIABLES if each in known] for each in frozenset().union(*VARIABLES)}
LINKED = {each: frozenset().union(*OF[each]) - {each} for each in OF}

RATED = {  # puzzles of our own: the depth of T&E, B, W
    "5...1..2.8.......72....98..4...7..8...92...........36..4......5.....6913..6.95...": (0, 0, 0),
    "..34..6..1...8.....25..6.....8...3.42.4..1.........9..56..2.....7..69........5..1": (1, 1, 1),
    "..8...34..1..37.....7.4.95...9...........4...7...5...863....57.58.2...3........6.": (1, 2, 2),
    "....8..73..3...5...8.7.2.4...2..6.....79....4.4.....89...21.4.......3.17..6....3.": (1, 3, 3),
}


def singles(alive: Cands) -> Iterator[Candidate]:
    for variable in VARIABLES:
        left = variable & alive
        if len(left) == 1:
            (only,) = left
            if LINKED[only] & alive:
                yield only


def is_dead(alive: Cands) -> bool:
    return any(not variable & alive for variable in VARIABLES)


def settled(alive: Cands) -> Cands:
    while not is_dead(alive) and (found := next(singles(alive), None)):
        alive -= LINKED[found]
    return alive


def start(line: str) -> Cands:
    alive: Cands = frozenset(OF)
    for cell, text in enumerate(line):
        if text != ".":
            alive -= LINKED[cell, int(text)]
    return settled(alive)


def by_trial(alive: Cands) -> Cands:
    """What T&E(1) leaves."""
    while len(alive) > 81:
        bad = {each for each in alive if is_dead(settled(alive - LINKED[each]))}
        if not bad:
            break
        alive = settled(alive - bad)
    return alive


def refutes(base: Cands, alive: Cands, last: Candidate, left: int, whips: bool) -> bool:
    if is_dead(alive):
        return True
    if left == 0:
        return False
    near = [v for v in VARIABLES if v & base & LINKED[last]]
    found = {each for each in singles(alive) if not whips or any(v & alive == {each} for v in near)}
    return any(refutes(base, alive - LINKED[each], each, left - 1, whips) for each in found)


def first_refuted(alive: Cands, singles_at_most: int, whips: bool) -> Candidate | None:
    tried = (each for each in alive if len(OF[each][0] & alive) > 1)
    return next((z for z in tried if refutes(alive, alive - LINKED[z], z, singles_at_most, whips)), None)


def by_chains(line: str, *, whips: bool) -> int:
    alive, length = start(line), 0
    while len(alive) > 81:
        length += 1
        while (found := first_refuted(alive, length - 1, whips)) is not None:
            alive = settled(alive - {found})
    return length


@pytest.mark.parametrize("line", RATED)
def test_ratings_of_each_kind(line: str) -> None:
    assert tuple(rate(line, scheme=name).score for name in ("te", "b", "w")) == RATED[line]
    assert rate(line, scheme="gw").score <= rate(line, scheme="w").score


@pytest.mark.parametrize("line", spread(list(RATED)[:3], 2))
def test_the_definitions_agree(line: str) -> None:
    alive = start(line)
    depth = 0 if len(alive) == 81 else 1 if len(by_trial(alive)) == 81 else 2
    assert (depth, by_chains(line, whips=False), by_chains(line, whips=True)) == RATED[line]


def test_many_are_rated_like_one() -> None:
    for name in SCHEMES:
        many = rate_many([*RATED, "." * 81], scheme=name, threads=2)
        assert [each and each.score for each in many] == [rate(x, scheme=name).score for x in RATED] + [None]


def test_beyond_braids() -> None:
    golden_nugget = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    assert rate(golden_nugget, scheme="te").score == 2
    with pytest.raises(NonetError, match="no braids solve this puzzle"):
        rate(golden_nugget, scheme="b")
    assert rate(golden_nugget, scheme="bxbb").score <= rate(golden_nugget, scheme="bxb").score


def test_candidates_that_are_ruled_out_count() -> None:
    line = list(RATED)[2]
    solved = nonet.solution(line)
    others = {
        cell: [digit for digit in range(1, 10) if digit != int(solved[cell])]
        for cell, text in enumerate(line)
        if text == "."
    }
    assert rate(Puzzle.of("9x9", line, ruled_out=others), scheme="b").score == 0


@pytest.mark.parametrize("board", ["4x4", "x", "windoku"])
def test_other_boards_are_refused(board: str) -> None:
    made = next(make(Recipe(layout=Layout.named(board), level="easy"), 3, count=1)).puzzle
    for name in SCHEMES:
        with pytest.raises(NonetError, match=f"the scheme {name} rates 9x9 puzzles only"):
            rate(made, scheme=name)
