"""Digits above 9 as the player wants them, rows and columns with numbers, and an unreviewed language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, cell, open_game, own_cells, settled, value

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_digits_and_labels(open_page: Open, server: Server) -> None:
    """10 or A: the same on the board, on the keys and in what is said. 1 and 0 typed in turn are 10."""
    game = server.game(board="12x12", level="easy", seed=3)
    solution = server.solution(game["share"])
    ten = next(number for number in own_cells(game) if solution[number] == 10)
    page = open_page(at(game))
    open_game(page)
    cell(page, ten).click()
    page.keyboard.type("10")
    expect(value(page, ten)).to_have_text("10")
    settled(page)
    place = f"Row {ten // 12 + 1}, column {ten % 12 + 1}"
    expect(page.locator(".said")).to_contain_text(f"{place}: 10.")
    expect(page.locator(".row-labels")).to_be_hidden()
    page.keyboard.press("s")
    page.get_by_role("radio", name="A, B, C …").check(force=True)
    page.get_by_role("switch", name="Number the rows and columns").check()
    page.keyboard.press("Escape")
    expect(value(page, ten)).to_have_text("A")
    expect(page.locator(".digit-key").nth(9)).to_contain_text("A")
    expect(cell(page, ten)).to_have_attribute("aria-label", f"{place}, A")
    expect(page.locator(".row-labels")).to_have_text("123456789101112")
    page.keyboard.press("Shift+Backspace")
    page.keyboard.press("a")
    expect(page.locator(".said")).to_contain_text(f"{place}: A.")


@pytest.mark.slow
def test_two_figures_that_are_refused_take_nothing_back(open_page: Open, server: Server) -> None:
    game = server.game(board="12x12", level="easy", seed=3)
    solution = server.solution(game["share"])
    own, given = own_cells(game)[0], next(n for n, digit in enumerate(game["givens"]) if digit)
    page = open_page(at(game))
    open_game(page)
    cell(page, own).click()
    page.keyboard.type("3" if solution[own] != 3 else "4")
    settled(page)
    before = value(page, own).inner_text()
    cell(page, given).click()
    page.keyboard.type("12")
    settled(page)
    cell(page, own).click()
    page.keyboard.press("n")  # corner notes
    page.keyboard.type("11")
    settled(page)
    expect(value(page, own)).to_have_text(before)


@pytest.mark.slow
def test_german_says_that_it_is_unreviewed(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch (ungeprüft)").check(force=True)
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
