"""Hints that are seen: candidates where an elimination needs them, chains step by step, and moves that show."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import STRUCK, at, open_game

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_an_elimination_is_seen_and_done(open_page: Open, server: Server) -> None:
    """Without candidates on the board the hint shows those it speaks of; doing it shows them all."""
    game = server.game(puzzle=position_with_an_elimination(server))
    page = open_page(at(game))
    open_game(page)
    expect(page.locator(".marks.auto")).to_have_count(0)
    for tier in range(1, 5):
        page.keyboard.press("t")
        expect(page.locator(".hint li.told")).to_have_count(tier)
    struck = page.locator(STRUCK)
    expect(struck.first).to_be_attached()
    expect(page.locator(".hint-marks text[fill='var(--rule-faint)']").first).to_be_attached()
    proof = page.locator(".hint details.proof")
    expect(proof.locator("p").first).to_be_hidden()
    proof.get_by_text("In detail").click()
    expect(proof.locator("p").first).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".walk-text")).not_to_be_empty()
    expect(struck).to_have_count(0)  # what follows is shown last
    last = int(page.locator(".walk-count").inner_text().split(" of ")[1])
    for _ in range(1, last):
        page.get_by_role("button", name="Next step").click()
    expect(struck.first).to_be_attached()
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".marks.auto").first).to_be_visible()
    state = server.state(game["id"])
    assert state["auto"]


def position_with_an_elimination(server: Server) -> str:
    """A puzzle that begins with an elimination: the givens of a game, played until there is nothing to place."""
    game = server.game(board="9x9", level="hard", seed=6)
    for number in range(1, 60):
        hint = server.ask("POST", f"/api/games/{game['id']}/hint", {"tier": 4})
        placed = [move for move in hint["moves"] if move["type"] == "place"]
        if not placed:
            values = server.state(game["id"])["values"]
            return "".join(str(value or ".") for value in values)
        body = {"client": "test", "first": number, "actions": placed}
        server.ask("POST", f"/api/games/{game['id']}/actions", body)
    raise AssertionError("there is no elimination")
