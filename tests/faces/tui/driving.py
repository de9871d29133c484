"""Helpers: run the game with Textual's pilot in a window of any size, and read the screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from textual import events
from textual._context import visible_screen_stack
from textual.pilot import Pilot
from textual.strip import Strip
from textual.worker import WorkerCancelled

from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.game import GameScreen
from nonet.faces.tui.screens import WaitScreen
from nonet.faces.tui.terminal import Terminal
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.game import Game
from nonet.play.saved.store import Store
from nonet.puzzle import Puzzle

T = TypeVar("T")

# The board of spec 003, and its solution as that spec prints it.
SMALL = "0130430202030000"
SMALL_SOLUTION = "2134431212433421"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def board(line: str, layout: str = "4x4") -> Game:
    """A game from one symbol per cell, with its solution if there is one."""
    shape = Layout.named(layout)
    return Game.of(
        Puzzle.of(
            shape,
            [
                "._123456789ABCDEFG".index(sign.replace("0", ".")) - 1 if sign not in ".0" else 0
                for sign in line
            ],
        )
    )


def sparse(layout: Layout, step: int = 7) -> Game:
    """A game on any board with a few givens that obey the rules, without a solution."""
    grid = Grid.empty(layout)
    for cell in range(0, layout.cell_count, step):
        digit = cell // step % layout.size + 1
        if all(grid[peer] != digit for peer in layout.peers[cell]):
            grid = grid.with_value(cell, digit)
    return Game(puzzle=Puzzle(grid), solution=None)


def drive(
    script: Callable[[Pilot[int]], Awaitable[T]],
    *,
    game: Game | None = None,
    size: tuple[int, int] = (80, 24),
    store: Store | None = None,
    terminal: Terminal | None = None,
    resume: str | None = None,
    **options: Any,
) -> T:
    """Runs the game without a terminal, and the script against it."""
    kept = store or Store(":memory:", today=lambda: date(2026, 11, 16))
    first = None
    if game is not None:
        first = lambda store, settings: store.new(game, settings=settings)  # noqa: E731
    elif resume is not None:
        first = lambda store, settings: store.session(resume, settings=settings)  # noqa: E731

    async def run() -> T:
        app = PlayApp(
            kept,
            first=first,
            terminal=terminal or Terminal(),
            today=lambda: date(2026, 11, 16),
            **options,
        )
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            return await script(pilot)

    try:
        return asyncio.run(run())
    finally:
        if store is None:
            kept.close()


async def settled(pilot: Pilot[Any]) -> None:
    """Waits until everything, including background workers, is done and drawn.

    A key may cause a message, which opens a screen, which starts a worker, whose end closes the screen. So this waits
    for the queues as long as the screens change or a worker is running. (The pilot's own `pause` waits until the
    machine is idle, which takes twenty times as long.)
    """
    calm = 0
    while calm < 3:
        before = list(pilot.app.screen_stack)
        await pilot.pause(0)
        with suppress(WorkerCancelled):  # its screen was closed, which cancels it
            if len(pilot.app.workers):
                await pilot.app.workers.wait_for_complete()
        stack = list(pilot.app.screen_stack)
        busy = (
            stack != before or len(pilot.app.workers) or any(isinstance(each, WaitScreen) for each in stack)
        )
        calm = 0 if busy else calm + 1


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys; each one is processed before the next."""
    for key in keys:
        character = {"question_mark": "?", "full_stop": ".", "space": " "}.get(
            key, key if len(key) == 1 else None
        )
        pilot.app.post_message(events.Key(key, character))
        await settled(pilot)


def playing(pilot: Pilot[int]) -> GameScreen:
    """The screen of the game."""
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen), screen
    return screen


def value(pilot: Pilot[int], cell: int) -> int:
    """The digit in a cell of the game; 0 if it is empty."""
    return playing(pilot).session.state.values[cell]


def drawn(pilot: Pilot[int]) -> list[Strip]:
    """The screen, and what it leaves visible of those below it."""
    visible_screen_stack.set(pilot.app._background_screens)
    return pilot.app.screen._compositor.render_strips()


def lines_of(pilot: Pilot[int]) -> list[str]:
    """What is on the screen, line by line."""
    return ["".join(segment.text for segment in strip).rstrip() for strip in drawn(pilot)]


def text_of(pilot: Pilot[int]) -> str:
    """All of it as one text."""
    return "\n".join(lines_of(pilot))


def styles_at(pilot: Pilot[int], x: int, y: int) -> Any:
    """The style at a position of the screen, after the filters."""
    for segment in drawn(pilot)[y].crop(x, x + 1):
        return segment.style
    raise AssertionError(f"nothing at {x}, {y}")


async def click_cell(pilot: Pilot[int], cell: int, **options: bool) -> None:
    """Clicks into the middle of a cell."""
    place = pilot.app.screen.query_one("#board").place  # type: ignore[attr-defined]
    row, column = divmod(cell, place.layout.size)
    x = place.xs[column] + place.scale.width // 2
    y = place.ys[row] + place.scale.height // 2
    await pilot.click("#board", offset=(x, y), **options)
    await settled(pilot)


SNAPSHOTS = Path(__file__).parent / "snapshots"
