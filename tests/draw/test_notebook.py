"""Values show themselves in a notebook."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import numpy
import pytest

import nonet
from nonet.step import Step

TEXT = ".13.43.2.2.3...."


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (nonet.Puzzle.of("4x4", TEXT), 7),
        (nonet.Grid.of("4x4", TEXT), 7),
        (nonet.Candidates.of(TEXT), 7 + len([*nonet.Candidates.of(TEXT)])),
    ],
)
def test_values_have_pictures(value: nonet.Puzzle | nonet.Grid | nonet.Candidates, texts: int) -> None:
    picture = value._repr_svg_()
    assert picture is not None
    shown = fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    assert len(list(shown)) == texts


def test_a_step_of_a_path_shows_its_board_and_its_reason() -> None:
    first, second = list(nonet.path(TEXT))[:2]
    assert first.context is not None
    assert second.context is not None
    assert (first.context.number, second.context.number) == (1, 2)
    cell, digit = first.placements[0]
    assert first.context.position.grid[cell] == 0
    assert second.context.position.grid[cell] == digit
    shown = second._repr_html_()
    assert shown is not None
    figures = [text.text for text in fromstring(shown).iter("{http://www.w3.org/2000/svg}text")]
    assert figures.count("1") + figures.count("2") + figures.count("3") + figures.count("4") >= 8
    assert "Full house" in shown


def test_where_a_step_was_found_does_not_matter_to_comparisons() -> None:
    step = next(nonet.path(TEXT))
    bare = Step(step.technique, step.placements, step.eliminations, step.evidence)
    assert step == bare
    assert hash(step) == hash(bare)
    assert bare._repr_html_() is None  # the notebook shows its text


@pytest.mark.parametrize("scheme", ["hodoku", "se"])
def test_a_path_is_a_strip_of_all_its_steps(scheme: str) -> None:
    text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    steps = nonet.path(text, scheme=scheme)
    next(steps)
    shown = steps._repr_html_()
    assert shown is not None
    assert len(list(fromstring(shown.replace("<br>", "<br/>")).iter("figure"))) == 51
    assert len(list(steps)) == 50  # showing it takes no step


def test_a_rating_is_a_line() -> None:
    shown = nonet.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert "<b>easy</b>" in str(shown._repr_html_())
    explainer = nonet.rate(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", scheme="se"
    )
    assert "EP 1.2; ED 1.2" in str(explainer._repr_html_())


def test_arrays() -> None:
    array = nonet.Puzzle.of("4x4", TEXT).to_numpy()
    assert array.tolist() == [[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]]
    assert array.dtype == numpy.uint8
    candidates = nonet.Candidates.of(TEXT)
    found = {(4 * row + column, digit + 1) for row, column, digit in numpy.argwhere(candidates.to_numpy())}
    assert found == set(candidates)
    samurai = nonet.Layout.named("samurai")
    sheet = nonet.Grid.of(samurai, [9] * samurai.cell_count).to_numpy()
    assert sheet.shape == (21, 21)
    assert int((sheet == 9).sum()) == samurai.cell_count == 369
