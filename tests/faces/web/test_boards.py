"""Boards of any rows, columns and digits on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, boxes, cell, open_game, settled, value
from faces.web.screens import violations
from many_cases import spread
from nonet import Grid, Layout, Puzzle, some_solution

pytestmark = pytest.mark.browser


def test_the_digit_0_is_written_and_erased(open_page: Open, server: Server) -> None:
    game = server.game(puzzle="4x4:0-3:.12.2.0110.2.21.")
    page = open_page(at(game))
    open_game(page)
    keys = page.locator(".digit-key")
    expect(keys).to_have_count(4)
    expect(keys.first).to_contain_text("0")
    cell(page, 0).click()
    page.keyboard.press("0")
    expect(value(page, 0)).to_have_text("0")
    expect(page.locator(".said")).to_contain_text("Row 1, column 1: 0.")
    settled(page)
    assert server.state(game["id"])["values"][:3] == [1, 2, 3]
    page.keyboard.press("Delete")
    expect(value(page, 0)).to_have_count(0)
    for number, symbol in enumerate("0123230110323210"):
        if not game["givens"][number]:
            cell(page, number).click()
            page.keyboard.press(symbol)
    expect(page.locator(".said")).to_contain_text("Solved")


def test_cells_are_squares_where_there_are_fewer_rows_than_columns(open_page: Open, server: Server) -> None:
    game = server.game(puzzle="jigsaw:4x7:1222222111113244441334443333:3...6.7.1.2...5....3...6.4.5")
    page = open_page(at(game))
    open_game(page)
    expect(page.locator(".board .row")).to_have_count(4)
    expect(page.locator(".board .cell")).to_have_count(28)
    expect(page.locator(".digit-key")).to_have_count(7)
    first, last = boxes(cell(page, 0), cell(page, 27))
    assert abs(first.width - first.height) < 1
    assert abs(last.x - first.x - 6 * first.width) < 2
    assert abs(last.y - first.y - 3 * first.height) < 2
    cell(page, 27).click()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 6)).to_be_focused()
    expect(page.get_by_text("The digits are 1 to 7; none repeats")).to_be_visible()


def test_a_samurai_is_played_by_place(open_page: Open, server: Server) -> None:
    """Four cells are between the upper boards; keys go past them, and a click there selects nothing."""
    solution = some_solution(Puzzle(Grid.empty(Layout.named("overlap:4x4:r1c1,r1c7,r3c3"))))
    assert solution
    game = server.game(puzzle=f"{solution.layout.name}:.{solution.symbols[1:]}")
    page = open_page(at(game))
    open_game(page)
    expect(page.locator(".board .cell")).to_have_count(44)
    cell(page, 3).click()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 4)).to_be_focused()
    expect(cell(page, 4)).to_have_attribute("aria-label", f"Row 1, column 7, {solution[4]}, given")
    left, right = boxes(cell(page, 3), cell(page, 4))
    assert abs(right.x - left.x - 3 * left.width) < 2
    page.mouse.click(left.x + 1.5 * left.width, left.y + left.height / 2)
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("Control+Home")
    page.keyboard.press(str(solution[0]))
    expect(page.locator(".said")).to_contain_text("Solved")


def test_cells_beside_the_board_are_filled(open_page: Open, server: Server) -> None:
    game = server.game(puzzle=".Shape~4x4.Var~A~~2.~R1C1_1~R2C2_4~R4C3_1.Cage~7~VA1~R1C2~R1C3.Cage~3~VA1~VA2")
    page = open_page(at(game))
    open_game(page)
    expect(page.locator(".board .cell")).to_have_count(18)
    expect(page.locator(".cell-name")).to_have_text(["VA1", "VA2"])
    cell(page, 12).click()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 16)).to_be_focused()
    page.keyboard.press("2")
    expect(value(page, 16)).to_have_text("2")
    expect(cell(page, 16)).to_have_attribute("aria-label", "VA1, 2, killer cage 7, killer cage 3")
    expect(page.locator(".said")).to_contain_text("VA1: 2.")
    page.reload()
    expect(value(page, 16)).to_have_text("2")
    assert violations(page, theme="light") == []
    cell(page, 17).click()
    page.keyboard.press("Control+z")
    expect(value(page, 16)).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_be_visible()
    page.goto(f"{server.url}/#/replay/{game['id']}")
    expect(page.locator(".board .cell")).to_have_count(18)


def test_rules_are_drawn_over_cells_beside_the_board(open_page: Open) -> None:
    page = open_page("#/desk")
    page.get_by_label("Open a link, a text").fill("4x4+A2")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".board .cell")).to_have_count(18)
    page.locator(".chip-row >> nth=0 >> [data-kind='cage']").click()
    cell(page, 16).click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    expect(page.locator(".rule-choose")).to_have_text("Killer cage: 3A1 A2")
    expect(page.locator(".setter .verdict")).to_have_text("576 solutions.")
    expect(cell(page, 16)).to_have_attribute("aria-label", "A1, candidates 1 2")


@pytest.mark.parametrize(
    "board", spread(["raw:4x4:1-3", "4x4:0-3", "3x4", "4x4+A2", "overlap:4x4:r1c1,r3c3"], 5)
)
def test_a_pasted_board_without_rules_is_typed_on(open_page: Open, board: str) -> None:
    """The text of such a board is no JSON, though its page has words about it."""
    layout = Layout.named(board)
    solution = some_solution(Puzzle(Grid.empty(layout)))
    assert solution
    page = open_page("#/own")
    page.locator("#own-text").fill(f"{board}:{'.' * (layout.board_count - 1)}{solution.symbols[-1]}")
    verdict = page.locator(".own .verdict")
    expect(verdict).to_contain_text("more than one solution")
    cell(page, 0).click()
    page.keyboard.press(solution.symbols[0])
    expect(verdict).to_contain_text("more than one solution")
    page.reload()
    expect(value(page, 0)).to_have_text(solution.symbols[0])
    expect(verdict).to_contain_text("more than one solution")
    page.get_by_role("button", name="Play", exact=True).click()
    open_game(page)
    expect(value(page, 0)).to_have_text(solution.symbols[0])
