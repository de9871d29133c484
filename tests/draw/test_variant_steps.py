"""Steps of variants: all rules of the puzzle are drawn, whichever of them the step uses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner

from nonet.draw.notebook import notebook_html
from nonet.draw.scene import Disc, Label, Outlined, Scene
from nonet.draw.steps import step_scene, step_svg
from nonet.explain import picture
from nonet.faces.cli.app import sudoku
from nonet.formats import write
from nonet.layout import Layout
from nonet.logic.path import path
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Sandwich, Thermometer
from nonet.step import Step

SMALL = Layout.named("4x4")


@cache
def killer() -> Puzzle:
    """Cages that cover a solved 4x4, so that the first step uses one or two of them."""
    solution = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    cells = ((0, 1), (2, 3), (4, 8), (5, 6), (7, 11), (9, 13), (10, 14, 15), (12,))
    cages = [Cage(each, sum(solution[cell] for cell in each)) for each in cells]
    return Puzzle.of(SMALL, [0] * 16, rules=cages)


def first_step(puzzle: Puzzle) -> Step:
    return next(iter(path(puzzle)))


def shown(step: Step) -> Scene:
    assert step.context is not None
    return step_scene(picture(step.context.position, step), rules=step.context.rules)


def test_every_cage_is_drawn_once_with_its_sum() -> None:
    step = first_step(killer())
    sums = [item.text for item in shown(step).items if isinstance(item, Label) and item.size == 8]
    assert sorted(sums) == sorted(str(cage.sum) for cage in killer().rules if isinstance(cage, Cage))
    assert len(sums) == 8 > len(step.evidence.rules)  # more than the step needs
    bold = [item for item in shown(step).items if getattr(item, "pen", None) and item.pen.width == 2.2]  # type: ignore[union-attr]
    assert bold  # the cages of the step stand out


def test_clues_outside_have_room_between_the_board_and_its_names() -> None:
    rules = (Thermometer((0, 5, 10)), Sandwich((0, 1, 2, 3), 5), Sandwich((0, 4, 8, 12), 2))
    puzzle = Puzzle.of(SMALL, "1234 34.. .... ....".replace(" ", ""), rules=[])
    position = next(iter(path(puzzle))).context
    assert position is not None
    plain = step_scene(picture(position.position))
    ruled = step_scene(picture(position.position), rules=rules)
    assert ruled.width > plain.width + 30
    assert ruled.height > plain.height + 30
    order = [item for item in ruled.items if isinstance(item, Outlined | Disc)]
    line, bulb, grid = order[:3]  # the thermometer is below the grid
    assert [each.pen.colour for each in (line, grid) if each.pen] == ["thermometer", "thin"]
    assert bulb.fill == "thermometer"
    labels = [item for item in ruled.items if isinstance(item, Label)]
    row, column = (next(label for label in labels if label.text == name) for name in ("r1", "c1"))
    clues = [label for label in labels if label.colour == "outside"]
    assert [clue.text for clue in clues] == ["5", "2"]
    for clue in clues:
        assert clue.x < 0 or clue.y < 0
        assert row.x < clue.x
        assert column.y < clue.y


def test_pictures_of_variants_follow_the_readers_light_or_dark_setting() -> None:
    step = first_step(killer())
    assert step.context is not None
    svg = step_svg(picture(step.context.position, step), rules=step.context.rules)
    dark = svg.partition("@media (prefers-color-scheme:dark){")[2].partition("</style>")[0]
    assert ".stroke-cage{" in dark
    assert 'fill="#' not in svg


@pytest.mark.parametrize(
    "arguments", [("draw", "--step", "1", "-o"), ("explain", "-o"), ("explain", "--next", "--svg")]
)
def test_commands_draw_every_cage(arguments: tuple[str, ...], tmp_path: Path) -> None:
    puzzle, target = tmp_path / "puzzle.json", tmp_path / "step.svg"
    puzzle.write_text(write(killer(), "json"))
    run = CliRunner().invoke(sudoku, [*arguments, str(target), str(puzzle)])
    assert run.exit_code == 0, run.output
    file = min(tmp_path.glob("step*.svg"))
    words = [each.text for each in fromstring(file.read_text()).iter("{http://www.w3.org/2000/svg}text")]
    for cage in killer().rules:
        assert isinstance(cage, Cage)
        assert str(cage.sum) in words


def test_pages_and_notebooks_draw_every_cage(tmp_path: Path) -> None:
    puzzle, target = tmp_path / "puzzle.json", tmp_path / "path.html"
    puzzle.write_text(write(killer(), "json"))
    assert CliRunner().invoke(sudoku, ["explain", "-o", str(target), str(puzzle)]).exit_code == 0
    step = first_step(killer())
    for page in (target.read_text(), notebook_html(step) or ""):
        for cage in killer().rules:
            assert isinstance(cage, Cage)
            assert f">{cage.sum}</text>" in page
