"""Screens as plain text, compared with snapshots/*.txt; styles, which the text does not show, are asserted here.

The snapshots are copied from the output and reviewed by a person. After changing a screen, write them again and read
the diff:

    NONET_SNAPSHOTS=write python -m pytest tests/faces/tui/test_snapshots.py && git diff tests/faces/tui/snapshots
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import pytest
from textual.pilot import Pilot

from faces.tui.driving import (
    CLASSIC,
    SMALL,
    SMALL_SOLUTION,
    SNAPSHOTS,
    board,
    drawn,
    drive,
    lines_of,
    playing,
    press,
    sparse,
    styles_at,
)
from nonet.faces.tui.terminal import Terminal
from nonet.layout import Layout
from nonet.play.game import Game
from nonet.play.new_game import jigsaw_maps
from nonet.play.saved.store import Store
from nonet.play.settings import Settings


@dataclass(frozen=True)
class Scene:
    """A window size, a game, the keys to press, and the terminal's abilities."""

    name: str
    size: tuple[int, int] = (80, 24)
    game: Game | None = None
    keys: tuple[str, ...] = ()
    language: str = "en"
    terminal: Terminal | None = None


def scenes() -> Iterator[Scene]:
    small, classic = board(SMALL), board(CLASSIC, "9x9")
    notes = ("n", "1", "2", "4", "n", "c", "1", "2", "c", "right", "4", "down", "o", "3", "o", "o")
    yield Scene("start-80x24")
    yield Scene("start-cs-60x16", (60, 16), language="cs")
    yield Scene("classic-80x24", game=classic, keys=(*notes, "5"))
    yield Scene("classic-120x45", (120, 45), classic, (*notes, "5"))
    yield Scene("classic-auto-100x36", (100, 36), classic, ("a",))
    yield Scene("classic-40x15", (40, 15), classic, ("n", "1", "right", "4", "left"))
    yield Scene("classic-ascii-80x24", game=classic, keys=(*notes, "5"), terminal=Terminal(ascii=True))
    yield Scene("classic-hint-cs-100x30", (100, 30), classic, ("t", "t", "t", "t"), language="cs")
    yield Scene("small-80x24", game=small, keys=("n", "1", "4"))
    yield Scene("small-hint-80x24", game=small, keys=("t", "t", "t", "t"))
    yield Scene("small-paused-80x24", game=small, keys=("p",))
    yield Scene("six-80x24", game=sparse(Layout.named("6x6")), keys=("a",))
    yield Scene("x-80x24", game=sparse(Layout.named("x")))
    yield Scene("windoku-120x45", (120, 45), sparse(Layout.named("windoku")), ("a",))
    yield Scene("jigsaw-80x24", game=sparse(Layout.jigsaw(jigsaw_maps()[0])), keys=("a",))
    yield Scene("sixteen-80x24", game=sparse(Layout.named("16x16"), 5), keys=("n", "1", "2"))
    yield Scene("twentyfive-80x24", game=sparse(Layout.named("25x25"), 4), keys=("up", "left"))
    yield Scene("help-100x66", (100, 66), small, ("question_mark",))
    yield Scene("menu-80x24", game=small, keys=("escape",))
    yield Scene("settings-cs-80x24", game=small, keys=("s",), language="cs")
    yield Scene(
        "own-80x24", keys=("down", "left", "left", "down", "down", "down", "down", "enter", "1", "1", "enter")
    )
    filled = [key for digit in SMALL_SOLUTION for key in (digit, "right")]
    rows = [key for row in range(4) for key in (*filled[row * 8 : row * 8 + 8], "down")]
    yield Scene("finished-80x24", game=small, keys=tuple(rows[:-2]))


def shown(scene: Scene) -> list[str]:
    async def script(pilot: Pilot[int]) -> list[str]:
        await press(pilot, *scene.keys)
        return lines_of(pilot)

    with Store(":memory:", today=lambda: date(2026, 11, 16)) as store:
        store.save_settings(Settings(show_timer=False, language=scene.language))
        return drive(script, game=scene.game, size=scene.size, store=store, terminal=scene.terminal)


AT_ONCE = {
    *("start-80x24", "classic-40x15", "classic-ascii-80x24", "classic-hint-cs-100x30"),
    *("jigsaw-80x24", "settings-cs-80x24", "own-80x24", "finished-80x24"),
}
"""Scenes of the fast tests: one of each kind."""


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=() if scene.name in AT_ONCE else pytest.mark.slow)
        for scene in scenes()
    ],
)
def test_screens_match_their_snapshots(scene: Scene) -> None:
    path = SNAPSHOTS / f"{scene.name}.txt"
    text = "\n".join(shown(scene)) + "\n"
    if os.environ.get("NONET_SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8").split("\n") == text.split("\n")
    if scene.terminal is not None:
        assert text.isascii()


def test_there_are_no_unused_snapshots() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == {scene.name for scene in scenes()}


def find(pilot: Pilot[int], text: str) -> tuple[int, int]:
    for y, line in enumerate(lines_of(pilot)):
        if text in line:
            return line.index(text), y
    raise AssertionError(text)


def test_colours_are_used_if_available() -> None:
    async def script(pilot: Pilot[int]) -> None:
        place = playing(pilot).query_one("#board").place  # type: ignore[attr-defined]
        offset = playing(pilot).query_one("#board").region.offset
        spots = {
            cell: (offset.x + place.xs[cell % 4] + 4, offset.y + place.ys[cell // 4] + 1)
            for cell in range(16)
        }
        cursor, given = styles_at(pilot, *spots[0]), styles_at(pilot, *spots[1])
        assert cursor.bgcolor != given.bgcolor
        assert given.bold
        assert given.color.triplet is not None

    drive(script, game=board(SMALL))


def test_no_color_means_no_colour_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every segment of every screen, including the frames of Textual's widgets."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[int]) -> None:
        for keys in (("3",), ("t",), ("escape", "escape"), ("escape", "s"), ("escape", "question_mark")):
            await press(pilot, *keys)
            for strip in drawn(pilot):
                for segment in strip:
                    if segment.style is not None:
                        assert segment.style.color is None or segment.style.color.is_default
                        assert segment.style.bgcolor is None or segment.style.bgcolor.is_default
        await press(pilot, "escape")
        offset = playing(pilot).query_one("#board").region.offset
        place = playing(pilot).query_one("#board").place  # type: ignore[attr-defined]
        cursor = styles_at(pilot, offset.x + place.xs[0] + 4, offset.y + place.ys[0] + 1)
        assert cursor.reverse

    drive(script, game=board(SMALL), terminal=Terminal(colours=False))
