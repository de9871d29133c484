"""Every technique on the cases in tests/data/techniques: what it must find, what it must not find, and a proof of each
step by the verifier, which knows no technique.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice

import pytest

from logic.boards import FOLDER, Example, LayoutCase, case_lines, examples, lines
from many_cases import check_all, every, for_each, spread
from nonet.logic.cases import parse_case, run_case, technique_of
from nonet.logic.catalog import ENTRIES, Finder, entry, techniques
from nonet.logic.options import DEFAULTS
from nonet.logic.path import all_steps
from nonet.logic.position import Position
from nonet.logic.verify import verify
from nonet.step import Step

FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))
LARGEST = ("mutant-whale", "mutant-leviathan")
"""Each case of these takes a second or more."""
LONG = (":0903:145678:", ":0903:12467:", ":0371:3:", ":0372:3:")
"""How cases begin that take long, though others of their techniques do not."""
PROVED = 10 // every(3)
"""How many of the steps found in a position are verified."""


# -- cases -----------------------------------------------------------------------------------------------------


def _is_slow(line: str) -> bool:
    return technique_of(line).endswith(LARGEST) or line.startswith(LONG)


@for_each([name for name in FILES if any(case_lines(name))])
def test_cases(name: str) -> None:
    check_all(check_case, ((line,) for line in case_lines(name) if not _is_slow(line)))


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for name in FILES for line in case_lines(name) if _is_slow(line)])
def test_cases_that_take_long(line: str) -> None:
    check_case(line)


def check_case(line: str) -> None:
    """The expected steps are found, every step is proved, and none is found twice."""
    case = parse_case(line)
    result = run_case(case)
    assert result.passed, [(step.eliminations, step.placements) for step in result.found]
    position = Position.at(case.position, givens=case.givens)
    for step in result.found[:PROVED]:
        verify(position, step)
    assert len(set(result.found)) == len(result.found)


@pytest.mark.parametrize("name", [name for name in FILES if any(line[0] == "@" for line in lines(name))])
def test_cases_on_other_boards(name: str) -> None:
    on_boards = [line for line in lines(name) if line[0] == "@"]
    check_all(check_case_on_another_board, ((line,) for line in spread(on_boards, 3)))


def check_case_on_another_board(line: str) -> None:
    case = LayoutCase.parsed(line)
    position = case.position()
    found = list(all_steps(position, case.technique))
    for step in found[:PROVED]:
        verify(position, step)
    assert any(set(step.placements or step.eliminations) == case.found for step in found)


def test_every_technique_has_three_cases_and_one_in_which_it_finds_nothing() -> None:
    cases = [parse_case(line) for name in FILES for line in case_lines(name)]
    finds = Counter(case.technique for case in cases if not case.must_not_fire)
    finds_nothing = Counter(case.technique for case in cases if case.must_not_fire)
    for key in (each.key for each in techniques()):
        assert finds[key] >= (2 if key.endswith(("whale", "leviathan")) else 3), key
        assert finds_nothing[key] >= 1, key


# -- puzzles on many boards ------------------------------------------------------------------------------------


def _proved(position: Position, example: Example, steps: Iterable[Step]) -> set[str]:
    """Proves the steps and compares them with the solution; returns their techniques."""
    fired = set()
    for step in steps:
        verify(position, step)
        assert example.agrees(step), step
        fired.add(step.technique)
    return fired


@for_each(("chains", "forcing"), spread(examples("chain-layouts"), 4))
def test_chains_that_fire_on_a_board(family: str, example: Example) -> None:
    position = example.position()
    fired: set[str] = set()
    for line in ENTRIES:
        if line.on and line.techniques[0].family == family:
            fired |= _proved(position, example, islice(line.finder(position, DEFAULTS), 12))
    assert fired == example.techniques & {each.key for each in techniques(family)}


@for_each(("wings", "almost-locked", "uniqueness"), spread(examples("set-layouts"), 2))
def test_sets_that_fire_on_a_board(family: str, example: Example) -> None:
    position = example.position()
    fired: set[str] = set()
    for each in techniques(family):
        fired |= _proved(position, example, islice(all_steps(position, each.key), 8))
    assert fired == example.techniques & {each.key for each in techniques(family)}


FISH = (
    *("x-wing", "swordfish", "jellyfish", "finned-x-wing", "sashimi-x-wing", "finned-swordfish"),
    *("sashimi-swordfish", "franken-swordfish", "finned-franken-x-wing", "finned-franken-swordfish"),
)


@pytest.mark.parametrize(
    ("keys", "least"),
    [
        pytest.param([each.key for each in techniques("coloring")], 10, id="coloring"),
        pytest.param([each.key for each in techniques("single-digit")], 20, id="single-digit"),
        pytest.param([each.key for each in techniques("templates")], 20, id="templates"),
        pytest.param(FISH, 20, id="fish"),
    ],
)
def test_a_family_alone_solves_as_far_as_it_can_on_every_board(keys: Iterable[str], least: int) -> None:
    finders: tuple[Finder, ...] = tuple(dict.fromkeys(entry(key).finder for key in keys))
    steps = 0
    for example in spread(examples("chain-layouts"), 2):
        position = example.position()
        while step := next((step for find in finders for step in find(position, DEFAULTS)), None):
            _proved(position, example, [step])
            position.apply(step)
            steps += every(2)
    assert steps > least
