"""What a player's hands do on the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

__all__ = ["at", "cell", "open_game", "own_cells", "settled", "shown", "value"]


def at(game: dict[str, object]) -> str:
    """The address of a game."""
    return f"#/game/{game['id']}"


def cell(page: Page, number: int) -> Locator:
    """A cell of the board."""
    return page.locator(f"[data-cell='{number}']")


def value(page: Page, number: int) -> Locator:
    """The digit in a cell."""
    return cell(page, number).locator(".value")


def open_game(page: Page) -> None:
    """Waits until a game is on the screen."""
    page.wait_for_selector(".game:not(.own) .board .cell")


def settled(page: Page) -> None:
    """Waits until the server has every move."""
    expect(page.locator(".cell.pending")).to_have_count(0)


def shown(page: Page) -> list[str]:
    """What stands in every cell, digits only."""
    script = "cells => cells.map(cell => cell.querySelector('.value')?.textContent ?? '')"
    found: list[str] = page.locator(".board .cell").evaluate_all(script)
    return found


def own_cells(game: dict[str, object]) -> list[int]:
    """The cells that are the player's."""
    givens = game["givens"]
    assert isinstance(givens, list)
    return [number for number, given in enumerate(givens) if not given]
