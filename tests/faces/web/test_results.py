"""How a game went: the card at the end, and the statistics."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import at, cell, open_game, own_cells, settled

pytestmark = pytest.mark.browser


def solve(server: Server, game: dict[str, object], seconds: float, *, but: int = 0) -> list[int]:
    """Fills in the cells of a game, except for the last ones; these are returned."""
    cells = own_cells(game)
    digits = server.solution(str(game["share"]))
    moves = [{"type": "place", "cells": [each], "digit": digits[each]} for each in cells[: len(cells) - but]]
    body = {"client": "test", "first": 1, "actions": moves, "seconds": seconds}
    server.ask("POST", f"/api/games/{game['id']}/actions", body)
    return cells[len(cells) - but :]


@pytest.mark.slow
def test_the_card_at_the_end_is_honest(open_page: Open, empty_server: Server, watch: Watch) -> None:
    """It compares the time with the earlier ones, names the help and the techniques, and counts the days."""
    server = empty_server
    watch.origin = server.url
    for seconds in (100, 200):
        solve(server, server.game(board="4x4", level="easy", seed=1), seconds)
    game = server.game(board="4x4", level="easy", seed=2)
    (last,) = solve(server, game, 60, but=1)
    page = open_page(at(game))
    open_game(page)
    page.keyboard.press("t")  # a hint
    expect(page.locator(".hint")).to_be_visible()
    cell(page, last).click()
    page.keyboard.press(str(server.solution(game["share"])[last]))
    settled(page)
    card = page.locator(".finish")
    expect(card).to_contain_text("Help used: 1 hint.")
    expect(card.locator(".compared")).to_contain_text("faster than your average of 2:30.")
    expect(card).to_contain_text("1 day in a row")
    expect(card.locator(".chip").first).to_be_visible()
    needed = server.ask("GET", f"/api/games/{game['id']}/result")["techniques"]
    assert sum(each["count"] for each in needed) == len(own_cells(game))
    page.goto("/#/stats")
    row = page.get_by_role("row", name="Easy")
    expect(row.locator(".time-chart")).to_have_attribute(
        "aria-label", re.compile(r"^Latest times, Easy: 1:40, 3:20, 1:\d\d$")
    )
    expect(page.locator(".day-bar.on")).to_have_count(1)
    expect(page.locator(".day-chart")).to_have_attribute(
        "aria-label", "3 games solved in the last four weeks"
    )
