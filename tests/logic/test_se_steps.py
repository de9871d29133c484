"""Sudoku Explainer's path as steps: every one proved by its evidence, and told in words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from many_cases import for_each, spread
from nonet.errors import NonetError
from nonet.explain import explain, technique_name
from nonet.formats import parse
from nonet.logic.path import path
from nonet.logic.position import Position
from nonet.logic.se.refute import truths_against
from nonet.logic.se.steps import ExplainerStep, explainer_steps
from nonet.logic.verify import verify
from nonet.rating import rate
from nonet.solving import solution
from nonet.step import Evidence, Step, Truth

DATA = Path(__file__).parents[1] / "data" / "se"


def lines(name: str, *, above: float, below: float) -> list[str]:
    found = [
        line.split(" ", 2) for line in (DATA / name).read_text().splitlines() if not line.startswith("#")
    ]
    return [puzzle for puzzle, told, _ in found if above <= float(told.split("/")[0]) < below]


QUICK = lines("ratings.txt", above=1, below=7)
HARD = lines("ratings.txt", above=7, below=12)
NEW = [
    line.split(" ")[0]
    for line in (DATA / "ratings-1.18.txt").read_text().splitlines()
    if line.split(" ", 2)[2].startswith(("Skyscraper", "3-String", "WXYZ", "VWXYZ", "UVWXYZ"))
]
VERSIONS = {"se": "1.2.1", "se-1.18": "1.18.1"}


def check(line: str, scheme: str) -> Iterator[ExplainerStep]:
    """Walks the path; every step must be proved, and true."""
    puzzle = parse(line)
    answer = solution(puzzle).values
    position = Position.of(puzzle)
    hardest = 0.0
    for each in explainer_steps(puzzle, version=VERSIONS[scheme]):
        verify(position, each.step)
        assert all(answer[cell] == digit for cell, digit in each.step.placements)
        assert all(answer[cell] != digit for cell, digit in each.step.eliminations)
        position.apply(each.step)
        hardest = max(hardest, each.rating)
        yield each
    assert not position.unsolved
    assert hardest == rate(puzzle, scheme=scheme).score


@pytest.mark.parametrize("line", spread(QUICK[::3], 3))
def test_every_step_is_proved(line: str) -> None:
    position = Position.of(parse(line))
    for each in check(line, "se"):
        text = explain(each.step, position.candidates())
        position.apply(each.step)
        assert text.startswith(capitalized(technique_name(each.step.technique)))


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


@pytest.mark.parametrize("line", HARD[::4])
def test_chains_are_proved(line: str) -> None:
    techniques = {each.step.technique for each in check(line, "se") if "Chain" in each.name}
    assert techniques
    assert all(key.startswith(("forcing-", "x-", "turbot", "skyscraper", "two-string")) for key in techniques)


def test_wings_that_are_not_those_of_the_catalogue_are_explained() -> None:
    """Two of their digits are common, so that no cell is a pivot."""
    line = "561.2...9.....1....9...85..4....2.5...9....6....7..19.95..8..2..7.........4.5.8.."
    position = Position.of(parse(line))
    wings = []
    for each in check(line, "se-1.18"):
        text = explain(each.step, position.candidates())
        if each.step.technique.startswith("generalized"):
            wings.append((each.name, text.split("\n")[0]))
        position.apply(each.step)
    assert wings == [
        ("WXYZ-Wing 248", "Generalized wxyz wing: Base: r7c379 and r8c8."),
        ("WXYZ-Wing 238", "Generalized wxyz wing: Base: r2478c3 and r9c2."),
    ]


@for_each(NEW)
def test_steps_of_version_118_are_proved(line: str) -> None:
    assert any(each.name.endswith(tuple("0123456789")) for each in check(line, "se-1.18"))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", VERSIONS)
@pytest.mark.parametrize("line", QUICK + HARD)
def test_every_step_of_every_puzzle_is_proved(line: str, scheme: str) -> None:
    assert list(check(line, scheme))


def test_path_by_scheme() -> None:
    steps = list(path(QUICK[10], scheme="se"))
    assert steps == [each.step for each in explainer_steps(QUICK[10])]
    assert isinstance(steps[0], Step)
    with pytest.raises(NonetError, match=r"choose from hodoku, se, se-1\.18"):
        path(QUICK[0], scheme="feelings")
    with pytest.raises(NonetError, match="9x9 puzzles only, not 4x4"):
        path(".13. 43.2 .2.3 ....", scheme="se")


def test_truths_that_refute_a_candidate() -> None:
    """r1c1 is 1 or 2, r1c2 only 1: so r1c1 is not 1."""
    position = Position.of("..3456789" + "." * 72)
    position.eliminate(1, 2)
    for candidate, on in (((0, 1), True), ((0, 2), False)):
        truths = truths_against(position, candidate, lambda _: True, on=on)
        assert truths <= {Truth(cell=0), Truth(cell=1), Truth(house=0, digit=1), Truth(house=0, digit=2)}
        verify(position, Step("any", ((0, 2),), ((0, 1),), Evidence(truths=tuple(truths))))
    row = truths_against(position, (0, 1), lambda truth: truth.cell is None, on=True)
    assert row == {Truth(house=0, digit=2)}
    with pytest.raises(LookupError):
        truths_against(position, (40, 1), lambda truth: truth.cell == 40, on=True)
