"""Helpers for tests that play on the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from playwright.sync_api import Locator, Page, Route

from faces.web.browsing import PATIENCE
from faces.web.driven import expect

__all__ = [
    "ALL_SENT",
    "STRUCK",
    "Box",
    "at",
    "boxes",
    "cell",
    "digits",
    "eventually",
    "expect_digits",
    "game_in",
    "held_request",
    "open_game",
    "own_cells",
    "settled",
    "tell_all",
    "value",
]

T = TypeVar("T")

ALL_SENT = "!Object.keys(localStorage).some((key) => key.startsWith('nonet.outbox.'))"
STRUCK = ".hint-marks path[stroke='var(--rule-red)']"
"""The line through a candidate that a hint eliminates."""


def at(game: dict[str, object]) -> str:
    """The address of a game."""
    return f"#/game/{game['id']}"


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"[data-cell='{number}']")


def value(page: Page, number: int) -> Locator:
    return cell(page, number).locator(".value")


def open_game(page: Page) -> None:
    """Wait until a game is shown."""
    page.wait_for_selector(".game:not(.own) .board .cell")


def game_in(page: Page) -> str:
    """The id of the game that is shown; `page.url` may lag behind the page."""
    found: str = page.evaluate("location.hash.split('/').pop()")
    return found


class Box(NamedTuple):
    """Where an element is in the window, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


MEASURE = """elements => elements.slice(0, 1).map(element => element.getBoundingClientRect())
    .filter(box => box.width && box.height).map(({ x, y, width, height }) => [x, y, width, height])"""


def boxes(*places: Locator) -> list[Box]:
    """Where elements are, once all of them are shown and stand still. `bounding_box` measures what is there at the
    moment, and the page may draw it anew between two measurements.
    """
    last: list[list[Box]] = []

    def measured() -> bool:
        before = last[:]
        last[:] = [[Box(*box) for box in place.evaluate_all(MEASURE)] for place in places]
        return all(last) and last == before

    eventually(measured, True)
    return [box for (box,) in last]


def eventually(read: Callable[[], T], wanted: T) -> None:
    """What `expect` does for a locator, for anything else: read it until it is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while (found := read()) != wanted and time.monotonic() < deadline:
        time.sleep(0.02)
    assert found == wanted


@contextmanager
def held_request(page: Page, pattern: str) -> Iterator[list[Route]]:
    """What is done inside makes a request, which waits until its route is told to go on."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    yield held

    def is_held() -> bool:
        page.wait_for_timeout(10)  # routes come while Playwright waits
        return bool(held)

    eventually(is_held, True)


def tell_all(page: Page) -> None:
    """Ask three times for more of the hint that is shown. Each answer moves the button, so a mouse might miss it."""
    more = page.get_by_role("button", name="Tell me more")
    more.evaluate("button => { for (let press = 0; press < 3; press++) button.click() }")


def settled(page: Page) -> None:
    """Wait until the server has every move."""
    expect(page.locator(".cell.pending")).to_have_count(0)
    page.wait_for_function(f"() => {ALL_SENT}")  # undo and the like mark no cell


def digits(page: Page) -> str:
    """The digits on the board, cell by cell; "." where there is none."""
    script = "cells => cells.map(cell => cell.querySelector('.value')?.textContent ?? '.').join('')"
    found: str = page.locator(".board .cell").evaluate_all(script)
    return found


def expect_digits(page: Page, wanted: Iterable[int | str]) -> None:
    """Wait until the board shows these digits; 0 and "." are an empty cell."""
    eventually(lambda: digits(page), "".join(map(str, wanted)).replace("0", "."))


def own_cells(game: dict[str, object]) -> list[int]:
    """The cells without a given."""
    givens = game["givens"]
    assert isinstance(givens, list)
    return [number for number, given in enumerate(givens) if not given]
