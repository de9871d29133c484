"""Techniques about rules, compiled and in Python: the same consequences, alone and in chains from a supposition.

The small puzzles are our own. With NONET_SHARED, the folder with `data/variants/cases.jsonl`, the collection is gone
through, too:

    NONET_SHARED=FOLDER python -m pytest tests/logic/test_forms.py
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nonet.generate.variants import VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.logic.killers import cages_of_rules
from nonet.logic.options import Options
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.logic.variants import implied, trial
from nonet.logic.variants.implied import FEW, MOST_CELLS, portions
from nonet.native import kernel
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.puzzle import Puzzle
from nonet.step import Step
from rules.cases import cases_path, read_cases

OPTIONS = Options(uniqueness=False)

pytestmark = pytest.mark.skipif(kernel is None, reason="compares the kernel with Python")


def positions(puzzle: Puzzle) -> Iterator[tuple[Position, Step]]:
    """The positions of a path, each with the step taken there."""
    position = Position.of(puzzle)
    for step in path(puzzle):
        yield position, step
        position.apply(step)


def check_consequences(position: Position, done: set[object], most: int = MOST_CELLS) -> None:
    """What no way to fill the cells of a rule uses, by the kernel and by Python; each state of a rule once."""
    for portion in portions(position.layout, position.rules):
        if not 1 < (portion.board & position.unsolved).bit_count() <= most:
            continue
        state = tuple(position.masks[cell] or -position.values[cell] for cell in portion.cells)
        if (portion, state) not in done:
            done.add((portion, state))
            seen = tuple(position.sees(cell) & portion.board for cell in portion.cells)
            assert set(portion._asked(seen, state)) == set(portion._searched(seen, state)), portion.rules


def check_forcing(position: Position, step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows from a candidate that is supposed, by consequences of the kernel and by those of Python."""
    expected = step.evidence.trial
    assert expected is not None
    most = trial.MOST_LINES + trial.MOST_ASIDE
    with monkeypatch.context() as patch:
        patch.setattr(implied, "kernel", None)
        patch.setattr(
            implied, "MOST_TRIED", 200_000
        )  # Python gives up sooner than the kernel, which tries less
        for known in (implied.portions, implied._watched):  # they remember the kernel's answers
            known.cache_clear()
        supposed = position.copy()
        supposed._waiting = {}
        easy = trial._finders(trial._EASY)
        assert trial._trial(supposed, expected.candidate, easy, OPTIONS, most) == expected


def check_puzzle(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, forced: int, most: int = MOST_CELLS) -> int:
    """Compares both forms along a path; of forcing the first few steps. Returns how many these were."""
    done: set[object] = set()
    compared = 0
    for position, step in positions(puzzle):
        check_consequences(position, done, most)
        if step.technique == "rule-forcing" and compared < forced:
            compared += 1
            check_forcing(position, step, monkeypatch)
    return compared


SAMPLE = [("kropki", 3), ("thermo", 2), ("arrow", 1), ("renban", 1), ("whispers", 1), ("little-killer", 2)]


def test_both_forms_find_the_same_in_puzzles_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made = (make_variant(VariantRecipe(name, Layout.named("6x6")), seed=seed).puzzle for name, seed in SAMPLE)
    assert sum(check_puzzle(puzzle, monkeypatch, forced=2) for puzzle in made) >= 2


@pytest.mark.slow
@pytest.mark.skipif(cases_path() is None, reason="NONET_SHARED does not name the collection")
def test_both_forms_find_the_same_in_the_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Along the paths of all variants but killers, as far as they come in ten seconds."""
    found = cases_path()
    assert found is not None
    differ = []
    for case in read_cases(found):
        if cages_of_rules(case.puzzle.layout, case.puzzle.rules) is None:
            try:
                with time_limit(10):
                    check_puzzle(case.puzzle, monkeypatch, forced=1, most=FEW)
            except OutOfTime:
                pass
            except AssertionError as error:
                differ.append((case.name, str(error)[:200]))
    assert differ == []
