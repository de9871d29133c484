"""The keyboard works after every click: whatever was pressed, arrows, digits, undo and redo go to the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import ALL_SENT, at, cell, open_game

pytestmark = pytest.mark.browser

PUZZLE = "4x4:1......2..4..3.."

CONTROLS = (
    "button, a[href], input, select, textarea, summary, [tabindex], [role=button], [role=radio], [role=tab], "
    "h1, .said, .table, .desk"
)
"""Whatever can be pressed, and places where nothing is."""

NAMES = """controls => controls.map(control =>
    !control.checkVisibility() || control.closest("[inert]") ? ""
    : control.matches(".cell") ? (control.matches(".given") ? "given cell" : "cell")
    : control.matches(".digit-key") ? "digit key"
    : control.matches(".paint-key") ? "colour key"
    : control.matches("button, a") ? control.ariaLabel || control.className + control.textContent
    : control.localName + control.className)"""
"""What each control is called; "" where it cannot be pressed now. One cell, digit or colour is enough."""


# The cell of the cursor, its label, whether it has the focus, and the free cells; once the server has every move.
BOARD = """async () => {
    while (!(ALL_SENT)) await new Promise((go) => setTimeout(go, 10));
    const cell = document.querySelector(".cell[tabindex='0']");
    const free = document.querySelectorAll(".cell:not(.given, .revealed, [data-paint], :has(.value))");
    const numberOf = (each) => Number(each.dataset.cell);
    return [numberOf(cell), cell.ariaLabel, cell === document.activeElement, [...free].map(numberOf)];
}""".replace("ALL_SENT", ALL_SENT)

GO = """address => {
    document.querySelector("main > *").classList.add("last");
    location.hash = address;
}"""


STATES = {"": "", "o": ".paint-key", "t": ".hint", "m": "[data-name='mark 1']"}
"""Keys, and what they bring up: the colours, a hint, a mark to go back to."""


def bring_up(page: Page, key: str) -> None:
    """Press a key, unless what it brings up is there."""
    shown = page.locator(STATES[key]).first if key else None
    if shown is not None and not shown.is_visible():
        page.keyboard.press(key)
        expect(shown).to_be_visible()


def close_what_opened(page: Page, address: str) -> None:
    """Back to the board: no dialog, no pause, no other screen."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    if page.evaluate("location.hash") != address:
        expect(page.locator("main > .game:not(.own)")).to_have_count(0)  # the other screen is shown
        page.go_back()
        open_game(page)
    if page.locator(".veil:visible").count():
        page.locator(".veil button").click()


def type_into(page: Page, *, all_keys: bool) -> None:
    """An arrow, or with all keys also a digit, undo and redo, checked on the board. The mode may be any."""
    start, *_ = page.evaluate(BOARD)
    page.keyboard.press("ArrowRight")
    after, _, focused, free = page.evaluate(BOARD)
    assert (after, focused) == (start // 4 * 4 + (start + 1) % 4, True)
    if not all_keys:
        return
    down, right, target = min(
        ((number // 4 - after // 4) % 4, (number - after) % 4, number) for number in free
    )
    for key in ["ArrowDown"] * down + ["ArrowRight"] * right:
        page.keyboard.press(key)
    cursor, empty, focused, _ = page.evaluate(BOARD)
    assert (cursor, focused) == (target, True)
    page.keyboard.press("2")
    _, written, *_ = page.evaluate(BOARD)
    assert written != empty
    for key, expected in (("Control+z", empty), ("Control+y", written), ("u", empty)):
        page.keyboard.press(key)
        expect(cell(page, target)).to_have_attribute("aria-label", expected)


@pytest.mark.parametrize(
    ("hand", "states"),
    [
        ("mouse", ["", ""]),
        pytest.param(
            "mouse", [*STATES, ""], marks=pytest.mark.slow
        ),  # the last: what a change of mode had hidden
        pytest.param("keys", [*STATES, ""], marks=pytest.mark.slow),
    ],
)
def test_after_every_control_the_keyboard_plays(
    hand: str, states: list[str], open_page: Open, server: Server
) -> None:
    """The last of several states is the plain game once more, for what a change of mode had hidden. The fast test tries
    a few controls of each kind.
    """
    page = open_page("#/tour")
    names = ["modeCorner", "digit key", "Erase", "Statistics", "Pause"]
    every = len(states) > 2
    walked: set[str] = set()
    for key in states:
        address = at(server.game(puzzle=PUZZLE))
        page.evaluate(GO, address)
        page.wait_for_selector(".game:not(.last)")
        while True:
            bring_up(page, key)
            controls = page.locator(CONTROLS).evaluate_all(NAMES)
            number = next(
                (
                    number
                    for number, name in enumerate(controls)
                    if name not in {"", *walked} and (every or any(each in name for each in names))
                ),
                None,
            )
            if number is None:
                break
            walked.add(controls[number])
            print(controls[number])  # shown if the test fails
            control = page.locator(CONTROLS).nth(number)
            if hand == "mouse":
                control.click(position={"x": 4, "y": 4}, force=True)
            else:
                control.focus()
                page.keyboard.press("Enter")
            close_what_opened(page, address)
            type_into(page, all_keys=every)
    if every:
        names += ["colour key", "Tell me more", "Back to mark 1"]
    for name in names:
        assert any(name in each for each in walked), walked


def test_a_mode_takes_no_arrows(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(puzzle=PUZZLE)))
    page.get_by_role("button", name="Corner").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(cell(page, 2)).to_have_attribute("aria-label", "Row 1, column 3, corner notes 1")


def test_a_dialog_keeps_its_keys(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(puzzle=PUZZLE)))
    page.keyboard.press("s")
    page.locator("dialog .sheet").click(position={"x": 2, "y": 2})  # nothing there to focus
    for key in ("ArrowDown", "1", "u", "p"):
        page.keyboard.press(key)
    expect(page.locator(".cell[tabindex='0']")).to_have_attribute("data-cell", "1")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(cell(page, 1).locator(".value")).to_have_count(0)
    expect(page.locator(".veil")).to_be_hidden()


@pytest.mark.slow
def test_a_text_field_keeps_its_keys(open_page: Open, watch: Watch) -> None:
    watch.refusing = True  # what is typed is not a puzzle
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
    expect(cell(page, 2).locator(".value")).to_have_text("7")  # a digit moves on to the next cell
    expect(cell(page, 12).locator(".value")).to_have_text("8")
