"""Animations: what each frame shows, that SVG and GIF agree with the frames, and that they are small."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image, ImageChops

import nonet
from nonet.draw.animated_svg import TimedScene, animated_svg
from nonet.draw.animation import Animation, animate
from nonet.draw.scene import CELL, Disc, Label, Scene
from nonet.engines.backtracking import trace
from nonet.engines.events import Happening
from nonet.errors import NonetError
from nonet.rules import from_data

MINI = ".13. 43.2 .2.3 ...."
HARD = "......4..3..1..2"
"""One solution; on the way to it, backtracking takes 27 digits back."""


def captions(animation: Animation) -> list[str]:
    return [
        [item.text for item in frame.scene.items if isinstance(item, Label)][-1] for frame in animation.frames
    ]


def digits_at(frame: TimedScene) -> dict[tuple[int, int], str]:
    """The large digits of a frame of a search, by row and column."""
    labels = [item for item in frame.scene.items if isinstance(item, Label)][:-1]
    return {(int(label.y // CELL), int(label.x // CELL)): label.text for label in labels}


def test_a_frame_for_each_step() -> None:
    steps = list(nonet.path(MINI))
    texts = captions(animate(nonet.path(MINI)))
    assert len(texts) == len(steps) + 2
    assert (texts[0], texts[1], texts[-1]) == ("The puzzle", "1. Full house: r1c1 = 2", "Solved")


def test_a_path_that_was_begun_is_shown_from_its_start() -> None:
    steps = nonet.path(MINI)
    next(steps)
    assert len(animate(steps).frames) == len(list(nonet.path(MINI))) + 2


def test_a_search_shows_each_digit_placed_and_taken_back() -> None:
    moves = []
    for event in trace(nonet.parse(HARD)):
        if event.happening is Happening.SOLUTION:
            break
        if event.happening in (Happening.PLACE, Happening.STEP_BACK):
            moves.append(event)
    assert Happening.STEP_BACK in {move.happening for move in moves}
    animation = animate(HARD, search=True)
    assert len(animation.frames) == len(moves) + 2
    for move, frame in zip(moves, animation.frames[1:], strict=False):
        if move.happening is Happening.PLACE:
            assert move.cell is not None
            assert digits_at(frame)[divmod(move.cell, 4)] == str(move.digit)
    last = "".join(text for _, text in sorted(digits_at(animation.frames[-1]).items()))
    assert last == nonet.format_grid(nonet.solution(HARD), "line")


def test_a_killer_is_animated_by_its_own_techniques() -> None:
    cage = from_data({"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}, nonet.Layout.named("4x4"))
    killer = nonet.Puzzle.of("4x4", "..3.43.2.2.3....", rules=[cage])
    assert captions(animate(killer))[-1] == "Solved"


def test_a_long_search_is_cut_short() -> None:
    texts = captions(animate("." * 81, search=True, limit=5))
    assert len(texts) == 5 + 2
    assert texts[-1] == "… and so on, until it is solved"


def test_a_puzzle_without_solution() -> None:
    # r1c4 would have to be 4, which is in its column.
    assert captions(animate("123. ...4 .... ....", search=True))[-1] == "There is no solution"


@pytest.mark.parametrize("options", [{"seconds": 0}, {"seconds": 61}, {"limit": 0}])
def test_bad_options(options: dict[str, int]) -> None:
    with pytest.raises(NonetError):
        animate(MINI, **options)  # type: ignore[arg-type]


# -- SVG -----------------------------------------------------------------------------------------------------


def visible_at(svg: str, percent: float) -> list[str]:
    """The x of the circles that are visible at a time, by the rules of the style sheet."""
    frames = dict(re.findall(r"@keyframes (\w+)\{(.*?)\}\n?(?=[.@])", svg))
    found = []
    for group in fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        changes = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", frames[group.get("class", "")])
        state = [value for start, value in changes if float(start) <= percent][-1]
        if state == "visible":
            found += [circle.get("cx", "") for circle in group]
    return sorted(found)


def test_the_style_sheet_shows_what_is_in_each_frame() -> None:
    shown = [(1, 2), (2, 3), (1, 3), (4,)]
    frames = [TimedScene(Scene(9, 9, tuple(Disc(x, 4, 2, "ink") for x in each)), 1) for each in shown]
    svg = animated_svg(frames)
    for number, each in enumerate(shown):
        assert visible_at(svg, 25 * number + 12) == [str(x) for x in each]
    assert svg.count("<circle") == 4


def test_an_animated_svg_has_no_script_and_respects_readers_who_want_no_motion() -> None:
    svg = animate(MINI).to_svg()
    fromstring(svg)
    assert "<script" not in svg
    assert "prefers-reduced-motion" in svg
    assert set(re.findall(r"(?:url\(|href=)[\"']?([a-z]+:)", svg)) == {"data:"}


# -- GIF -----------------------------------------------------------------------------------------------------


def test_a_gif_has_every_frame_and_its_time(tmp_path: Path) -> None:
    animation = animate(MINI, search=True, seconds=0.3)
    animation.save(str(tmp_path / "search.gif"), width=120)
    with Image.open(tmp_path / "search.gif") as image:
        assert getattr(image, "n_frames", 0) == len(animation.frames)
        image.seek(1)
        assert image.info["duration"] == 300
        assert image.width == 120


def test_the_last_frame_of_a_gif_is_the_picture_of_it() -> None:
    from nonet.draw.png import scene_png

    animation = animate(MINI, search=True)
    with Image.open(BytesIO(animation.to_gif(width=200))) as image:
        image.seek(len(animation.frames) - 1)
        shown = image.convert("RGB")
    with Image.open(BytesIO(scene_png(animation.frames[-1].scene, width=200))) as picture:
        expected = picture.convert("RGB")
    difference = ImageChops.difference(shown, expected).convert("L")
    assert not any(difference.histogram()[40:])


def test_files_that_cannot_be_animated(tmp_path: Path) -> None:
    with pytest.raises(NonetError, match=r"must end in \.svg or \.gif"):
        animate(MINI).save(str(tmp_path / "x.png"))
    with pytest.raises(NonetError, match="the width is 1 to 2000"):
        animate(MINI).to_gif(width=3000)


def test_a_notebook_shows_it() -> None:
    assert animate(MINI)._repr_html_().startswith('<img src="data:image/svg+xml;base64,')
