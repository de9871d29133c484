"""Helpers for tests that play on the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from faces.web.driven import expect

__all__ = ["ALL_SENT", "STRUCK", "at", "cell", "open_game", "own_cells", "settled", "shown", "value"]


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


def settled(page: Page) -> None:
    """Wait until the server has every move."""
    expect(page.locator(".cell.pending")).to_have_count(0)
    page.wait_for_function(f"() => {ALL_SENT}")  # undo and the like mark no cell


def shown(page: Page) -> list[str]:
    """The digits on the board, cell by cell; "" where there is none."""
    script = "cells => cells.map(cell => cell.querySelector('.value')?.textContent ?? '')"
    found: list[str] = page.locator(".board .cell").evaluate_all(script)
    return found


def own_cells(game: dict[str, object]) -> list[int]:
    """The cells without a given."""
    givens = game["givens"]
    assert isinstance(givens, list)
    return [number for number, given in enumerate(givens) if not given]
