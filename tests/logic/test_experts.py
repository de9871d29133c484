"""Patterns of the experts: found where they are known to be, proved, and in no path that does not ask for them."""

from dataclasses import replace

import pytest

from nonet.errors import NonetError
from nonet.generate.levels import usual
from nonet.layout import CLASSIC
from nonet.logic import all_steps, path, techniques
from nonet.logic.catalog import entry
from nonet.logic.killers import killer_entries
from nonet.logic.options import DEFAULTS
from nonet.logic.path import allowed_keys, entries_for
from nonet.logic.position import Position
from nonet.logic.verify import StepError, verify
from nonet.solving import solution
from nonet.step import Deadly, RoleKind, Step

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
FATA_MORGANA = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
ONE_GUARDIAN = ".1546..7.7....8..484..1.6....1.4...6.7.....8..8..56.39....8...7.6....5.....1.5..8"
TWO_GUARDIANS = "..7....9.6..9..53..9.25....9....2....23..4..75...8.2.3..9......7...63..923..9.6.5"
KEYS = [each.key for each in techniques("experts")]


def cell(name: str) -> int:
    return CLASSIC.cell_named(name)


def found(puzzle: str, key: str) -> list[tuple[Position, Step]]:
    """The steps of the technique on the path that may use it, each with its position; all steps are right."""
    right = [int(digit) for digit in solution(puzzle)]
    position, steps = Position.of(puzzle), []
    for step in path(puzzle, allow=[key]):
        verify(position, step)
        assert all(right[cell] == digit for cell, digit in step.placements)
        assert all(right[cell] != digit for cell, digit in step.eliminations)
        if step.technique == key:
            steps.append((position.copy(), step))
        position.apply(step)
    return steps


def test_the_loop_of_easter_monster() -> None:
    ((_, step),) = found(EASTER_MONSTER, "sk-loop")
    assert len(step.eliminations) == 13
    assert sum(len(role.digits) for role in step.evidence.roles) == 16


@pytest.mark.parametrize(
    ("puzzle", "base", "targets"),
    [(FATA_MORGANA, ("r5c4", "r5c6"), ("r4c2", "r6c8")), (GOLDEN_NUGGET, ("r1c7", "r2c7"), ("r4c8", "r7c9"))],
)
def test_the_exocets_of_known_puzzles(puzzle: str, base: tuple[str, ...], targets: tuple[str, ...]) -> None:
    (_, step), *_ = found(puzzle, "exocet")
    cells = {role.kind: role.cells for role in step.evidence.roles}
    assert cells[RoleKind.BASE] == tuple(map(cell, base))
    assert cells[RoleKind.PINCER] == tuple(map(cell, targets))


def test_one_guardian_is_placed() -> None:
    (_, step), *_ = found(ONE_GUARDIAN, "tridagon")
    assert len(step.placements) == 1


def test_what_takes_out_all_guardians_goes() -> None:
    (_, step), *_ = found(TWO_GUARDIANS, "tridagon")
    assert step.eliminations
    assert len([role for role in step.evidence.roles if role.kind is RoleKind.FIN]) == 2


def test_a_pattern_that_can_be_filled_proves_nothing() -> None:
    position, step = found(ONE_GUARDIAN, "tridagon")[0]
    deadly = step.evidence.deadly
    assert deadly is not None
    filled = min(cell for cell, value in enumerate(position.values) if value)
    for cells in (deadly.cells[1:], (filled, *deadly.cells)):
        weaker = replace(step.evidence, deadly=Deadly("impossible", cells, deadly.digits))
        with pytest.raises(StepError):
            verify(position, replace(step, evidence=weaker))


def test_no_other_path_has_them() -> None:
    lines = {entry(key) for key in KEYS}
    assert KEYS == ["sk-loop", "exocet", "tridagon"]
    assert not lines & {*entries_for(CLASSIC, DEFAULTS), *killer_entries()}
    assert not {*KEYS} & {each.key for each in usual(CLASSIC)}


def test_only_what_is_allowed_is_on_a_path() -> None:
    steps = [step.technique for step in path(EASTER_MONSTER, allow=["x-wing", "aic"])]
    assert {*steps} <= {"full-house", "naked-single", "hidden-single", "x-wing", "aic"}
    assert "naked-quadruple" in allowed_keys("exocet")
    assert "x-wing" not in allowed_keys("exocet")
    with pytest.raises(NonetError, match="unknown technique"):
        path(EASTER_MONSTER, allow=["exoset"])
    with pytest.raises(NonetError, match="allow"):
        path(EASTER_MONSTER, allow=["exocet"], scheme="se")


def test_they_are_for_the_plain_board_alone() -> None:
    for key in KEYS:
        assert not list(all_steps("." * 256, key))
