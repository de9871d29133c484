"""The keyboard works after every click: whatever was pressed, arrows, digits, undo and redo go to the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, cell, open_game, settled

pytestmark = pytest.mark.browser

PUZZLE = "4x4:12..34......4321"  # rows 2 and 3 have room to type in

CONTROLS = (
    "button, a[href], input, select, textarea, summary, [tabindex], [role=button], [role=radio], [role=tab], "
    "h1, .said, .table, .desk"
)
"""Whatever can be pressed, and places where nothing is."""

NAMES = """controls => controls.map(control =>
    !control.checkVisibility() || control.closest("[inert]") ? ""
    : control.matches(".cell") ? control.className
    : control.ariaLabel || control.className + control.textContent)"""
"""What each control is called; "" where it cannot be pressed now. One cell of each kind is enough."""


GO = """address => {
    document.querySelector("main > *").classList.add("last");
    location.hash = address;
}"""


def plain(page: Page) -> None:
    pass


def colours(page: Page) -> None:
    page.keyboard.press("o")
    expect(page.locator(".paint-key").first).to_be_visible()


def hint(page: Page) -> None:
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()


def mark(page: Page) -> None:
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Back to mark 1")).to_be_visible()


def close_what_opened(page: Page, address: str) -> None:
    """Back to the board: no dialog, no pause, no other screen."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    if not page.url.endswith(address):
        page.go_back()
        open_game(page)
    if page.locator(".veil:visible").count():
        page.locator(".veil button").click()


def type_into(page: Page) -> None:
    """Arrows, a digit, undo and redo, checked on the board. The kind of writing may be any."""
    settled(page)
    row, column = divmod(int(page.locator(".cell[tabindex='0']").get_attribute("data-cell") or -1), 4)
    page.keyboard.press("ArrowRight")
    column = (column + 1) % 4
    expect(cell(page, row * 4 + column)).to_be_focused()
    free = page.locator(".cell:not(.given, .revealed, [data-paint], :has(.value))").first
    target = int(free.get_attribute("data-cell") or -1)
    for _ in range((target // 4 - row) % 4):
        page.keyboard.press("ArrowDown")
    for _ in range((target % 4 - column) % 4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".cell[aria-selected=true]")).to_have_attribute("data-cell", str(target))
    empty = label(cell(page, target))
    page.keyboard.press("2")
    settled(page)
    written = label(cell(page, target))
    assert written != empty
    for key, expected in (("Control+z", empty), ("Control+y", written)):
        page.keyboard.press(key)
        expect(cell(page, target)).to_have_attribute("aria-label", expected)


def label(found: Locator) -> str:
    return found.get_attribute("aria-label") or ""


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_after_every_control_the_keyboard_plays(hand: str, open_page: Open, server: Server) -> None:
    page = open_page()
    walked: set[str] = set()
    for prepare in (plain, colours, hint, mark):
        number = 0
        while True:
            address = at(server.game(puzzle=PUZZLE))
            page.evaluate(GO, address)
            page.wait_for_selector(".game:not(.last)")
            prepare(page)
            names = page.locator(CONTROLS).evaluate_all(NAMES)
            while number < len(names) and (not names[number] or names[number] in walked):
                number += 1
            if number == len(names):
                break
            walked.add(names[number])
            print(names[number])  # shown if the test fails
            control = page.locator(CONTROLS).nth(number)
            if hand == "mouse":
                control.click(position={"x": 4, "y": 4}, force=True)
            else:
                control.focus()
                page.keyboard.press("Enter")
            close_what_opened(page, address)
            type_into(page)
    assert len(walked) > 45, walked


def test_a_mode_takes_no_arrows(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(puzzle=PUZZLE)))
    page.get_by_role("button", name="Corner").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(cell(page, 3)).to_have_attribute("aria-label", "Row 1, column 4, corner notes 1")


def test_a_dialog_keeps_its_keys(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(puzzle=PUZZLE)))
    page.keyboard.press("s")
    page.locator("dialog .sheet").click(position={"x": 2, "y": 2})  # nothing there to focus
    for key in ("ArrowDown", "1", "u", "p"):
        page.keyboard.press(key)
    expect(page.locator(".cell[tabindex='0']")).to_have_attribute("data-cell", "2")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(cell(page, 2).locator(".value")).to_have_count(0)
    expect(page.locator(".veil")).to_be_hidden()


def test_a_text_field_keeps_its_keys(open_page: Open) -> None:
    page = open_page("#/own")
    text = page.get_by_label("Paste a puzzle in any format")
    text.click()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("3")
    expect(text).to_have_value("132")
    page.locator("h1").click()  # out of the field: keys go to the board
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    expect(cell(page, 1).locator(".value")).to_have_text("5")
    page.locator(".digit-key").nth(6).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("8")
    expect(cell(page, 1).locator(".value")).to_have_text("7")
    expect(cell(page, 10).locator(".value")).to_have_text("8")
