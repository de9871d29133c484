"""A killer on the page, from the pasted link to the end: cages, conflict, hint, combinations, finish card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import boxes, cell, game_in, open_game, settled, tell_all
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.rules import Fog
from play.small_killer import KILLER, SOLUTION

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_killer_is_pasted_and_played(open_page: Open, server: Server) -> None:
    page = open_page("#/own")
    page.locator("#own-text").fill(write(KILLER, "f-puzzles"))
    expect(page.locator(".verdict")).to_have_text("This puzzle has exactly one solution.")
    for _ in range(2):  # the second time after a reload
        expect(page.locator(".own .rules-over text")).to_have_count(len(KILLER.rules))
        expect(page.locator(".rules-panel")).to_contain_text("Digits in a cage differ and sum")
        page.reload()
    expect(page.locator(".verdict")).to_have_text("This puzzle has exactly one solution.")
    page.get_by_role("button", name="Play").click()
    open_game(page)

    # The cages are drawn below the digits, and told in words.
    expect(page.locator(".rules-over path")).to_have_count(len(KILLER.rules))
    expect(page.locator(".rules-panel")).to_contain_text("Digits in a cage differ and sum")
    expect(cell(page, 0)).to_have_attribute(
        "aria-label", re.compile("Row 1, column 1, empty, killer cage 3$")
    )

    # Notes stay clear of the sum in the corner.
    page.keyboard.press("Shift+1")
    note, label = boxes(cell(page, 0).locator(".mark > span"), page.locator(".rules-over text"))
    assert note.y > label.bottom - 2

    # A conflict in a cage, and its combinations.
    page.keyboard.press("1")
    expect(page.locator(".combination:not(.gone)")).to_have_text(["1 2"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")
    expect(page.locator(".cell.conflict")).to_have_count(2)
    expect(page.locator(".said")).to_contain_text("This breaks a rule (killer cage)")
    expect(page.locator(".combination.gone s")).to_have_text(["1 2"])
    page.keyboard.press("v")
    expect(page.locator(".said")).to_contain_text("no combination is left")
    page.get_by_role("button", name="Select the whole cage").click()
    expect(page.locator(".cell.chosen")).to_have_count(2)

    # The hint names the rule, and clears its cells.
    page.keyboard.press("t")
    expect(page.locator(".hint h2")).to_have_text("A rule is broken")
    tell_all(page)
    page.get_by_role("button", name="Do it for me").click()
    settled(page)
    expect(page.locator(".cell .value")).to_have_count(0)

    # To the end, where the finish card has the techniques.
    for number, digit in enumerate(SOLUTION):
        cell(page, number).click()
        page.keyboard.press(str(digit))
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    expect(page.locator(".needed .chip").first).to_be_visible()
    expect(page.locator(".cage-panel")).to_be_hidden()
    assert server.state(game_in(page))["status"] == "finished"


@pytest.mark.slow
def test_a_puzzle_with_fog_is_pasted_and_shows_nothing_hidden(open_page: Open) -> None:
    givens = "".join(map(str, SOLUTION[:8])) + "." * 8
    puzzle = Puzzle.of(KILLER.layout, givens, rules=[Fog((0,)), *KILLER.rules])
    page = open_page("#/own")
    page.locator("#own-text").fill(write(puzzle, "f-puzzles"))
    for _ in range(2):  # the second time after a reload
        expect(page.locator(".verdict")).to_have_text("This puzzle has exactly one solution.")
        expect(page.locator(".own .cell .value")).to_have_count(1)
        expect(page.locator(".own .rules-over text")).to_have_count(1)  # of the cage that begins in r1c1
        expect(page.locator(".rating")).to_be_empty()
        page.keyboard.press("2")
        page.reload()
    page.get_by_role("button", name="Play").click()
    open_game(page)
    page.keyboard.press("4")  # r1c2 is given, but hidden
    settled(page)
    expect(cell(page, 1)).to_have_attribute("aria-label", re.compile("Row 1, column 2, 4"))
