"""The setter's desk, where a variant is drawn, counted, shared and played; and a search that is watched."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import boxes, cell

pytestmark = pytest.mark.browser


def drag(page: Page, *cells: int) -> None:
    """Draws over cells with the mouse."""
    for place, box in enumerate(boxes(*(cell(page, number) for number in cells))):
        page.mouse.move(*box.middle, steps=3)
        if place == 0:
            page.mouse.down()
    page.mouse.up()


def choose(page: Page, kind: str) -> None:
    page.locator(f".chip-row >> nth=0 >> [data-kind='{kind}']").click()


def test_a_variant_is_made(open_page: Open, server: Server) -> None:
    page = open_page("#/desk")
    choice = page.get_by_label("Board", exact=True)
    layouts = choice.locator("option").evaluate_all("options => options.map(option => option.value)")
    assert len(set(layouts)) == len(layouts), "a board is offered twice"
    choice.select_option("4x4")
    verdict = page.locator(".setter .verdict")
    rules = page.locator(".rule-choose strong")
    expect(cell(page, 16)).to_have_count(0)

    # With the mouse: a cage and its sum, typed on the board.
    choose(page, "cage")
    drag(page, 0, 1)
    page.keyboard.type("3")
    expect(rules).to_have_text("Killer cage: 3")
    expect(page.locator(".rules-over text").first).to_have_text("3")  # drawn on the board
    expect(verdict).to_have_text("48 solutions.")  # 1 and 2 are one of 6 pairs: 288 / 6
    expect(cell(page, 0)).to_have_attribute("aria-label", "Row 1, column 1, candidates 1 2")

    # With the keyboard: a thermometer up the first column.
    choose(page, "thermometer")
    cell(page, 12).click()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    # r1c1 would have to be 4.
    expect(verdict).to_have_text("There is no solution.")
    expect(page.locator(".reasons-lead")).to_have_text("These clues exclude each other:")
    expect(page.locator(".reasons li")).to_have_text(
        [re.compile("^Killer cage, "), re.compile("^Thermometer, ")]
    )
    expect(page.locator(".rule.wrong")).to_have_count(2)

    # Undo, a click between two cells, and a rule that is found by its name.
    page.keyboard.press("Control+z")
    expect(verdict).to_have_text("48 solutions.")
    choose(page, "thermometer")
    drag(page, 8, 9, 10, 11)
    expect(rules).to_have_count(2)
    choose(page, "difference")
    (box,) = boxes(cell(page, 5))
    cell(page, 5).click(position={"x": box.width - 2, "y": box.height / 2})
    expect(rules).to_have_text(["Killer cage: 3", "Thermometer", "White dot"])
    page.get_by_label("Find a rule").fill("sandwich")
    page.locator(".families [data-kind='sandwich']").click()
    cell(page, 1).click(position={"x": box.width / 2, "y": -10}, force=True)  # above the second column
    expect(verdict).to_have_text("Sandwich: its clue is missing (Sum).")
    page.keyboard.press("Delete")
    page.get_by_label("Find a rule").fill("anti-kn")
    page.locator(".families").get_by_role("button", name="Anti-knight").click()
    expect(rules.last).to_have_text("Anti-knight")

    # A draft survives a reload; a rule is deleted.
    page.reload()
    expect(rules).to_have_count(4)
    page.get_by_role("button", name="Delete: Anti-knight").click()
    page.get_by_role("button", name="Delete: White dot").click()
    expect(rules).to_have_count(2)
    expect(verdict).to_have_text(re.compile(r"^\d+ solutions\.$"))

    # The setter's words; they are strangers' text wherever they go.
    page.locator(".words-panel summary").click()
    page.get_by_label("Title", exact=True).fill("Up <i>and</i> down")
    page.get_by_label("Author", exact=True).fill("Ada")
    page.get_by_label("Rules in your own words").fill("Normal rules.\n<b>Really.</b>")

    # It is shared, cleared, opened again from its link, and played.
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link for f-puzzles", exact=True).input_value()
    assert link.startswith("https://f-puzzles.com/?load=")
    own = page.get_by_label("Link to this page", exact=True).input_value()
    assert own.startswith(f"{server.url}/#p=")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Clear").click()
    expect(rules).to_have_count(0)
    expect(page.get_by_label("Title", exact=True)).to_have_value("")
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text', text);"
        "document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); }",
        link,
    )
    expect(rules).to_have_text(["Killer cage: 3", "Thermometer"])
    expect(page.get_by_label("Title", exact=True)).to_have_value("Up <i>and</i> down")
    expect(page.locator(".setter .verdict")).to_have_class(re.compile("several"))
    page.get_by_role("button", name="Play").click()
    page.get_by_role("dialog").get_by_role("button", name="Play").click()  # it has several solutions
    page.wait_for_selector(".game:not(.setter) .rules-over text")
    expect(page.locator("h1")).to_have_text(re.compile("^Up <i>and</i> down"))
    rules_of_setter = page.get_by_role("group", name="The setter’s rules")
    expect(rules_of_setter).to_have_text("Normal rules.\n<b>Really.</b>", use_inner_text=True)
    expect(page.locator(".rules-panel")).to_contain_text("by Ada")
    page.emulate_media(media="print")
    expect(rules_of_setter).to_be_visible()
    expect(page.locator(".keypad, .clues")).to_be_hidden()


def test_the_level_and_the_path_are_shown_as_it_is_set(open_page: Open) -> None:
    page = open_page("#/desk")
    page.get_by_label("Open a link, a text").fill("4x4:.13.43.2.2.3....")
    page.keyboard.press("Enter")
    level = page.locator(".ruling [role=status]").last
    expect(level).to_have_text("9 steps; rating: easy 36 (hodoku 2.2); hardest step: full house.")
    path = page.locator(".path-panel")
    expect(path.get_by_role("list")).to_be_hidden()
    path.locator("summary").press("Enter")
    expect(path.locator("summary")).to_have_text("The path: 9 steps")
    expect(path.get_by_role("listitem")).to_have_text(["Full house × 8", "Naked single × 1"])

    # A step in its position, the next one of its kind, and back to the draft.
    houses = path.get_by_role("button", name="Full house × 8")
    houses.press("Enter")
    expect(path.locator(".path-head")).to_have_text("Step 1 of 9")
    expect(page.locator(".hint-marks")).to_be_attached()
    expect(houses).to_have_attribute("aria-pressed", "true")
    expect(houses).to_be_focused()
    houses.press("Enter")
    expect(path.locator(".path-head")).to_have_text(re.compile("^Step [2-9] of 9$"))
    expect(page.locator(".cell.given")).to_have_count(7)
    page.keyboard.press("Escape")
    expect(path.locator(".path-head")).to_have_count(0)

    # Another puzzle, which has several solutions, has no path.
    page.get_by_label("Open a link, a text").fill("4x4:12..............")
    page.keyboard.press("Enter")
    expect(page.locator(".setter .verdict")).to_have_text("24 solutions.")
    expect(path).to_be_hidden()
    expect(level).to_have_text("")


@pytest.mark.slow
def test_the_circle_of_an_arrow_takes_several_cells(open_page: Open) -> None:
    page = open_page("#/desk", has_touch=True)
    rules = page.locator(".rule-choose strong")
    choose(page, "arrow")
    drag(page, 2, 1, 0, 9)
    expect(rules).to_have_text("Arrow")
    page.keyboard.press("2")  # the shaft leaves its left end
    expect(rules).to_have_text("Arrow: 2 cells")
    size = page.get_by_label("Circle")
    expect(size).to_have_value("2")
    expect(page.locator(".setter .verdict")).not_to_have_class(re.compile("error"))
    page.keyboard.press("4")
    expect(page.locator(".said.alarm")).to_have_text(re.compile("^The circle has up to three cells"))
    size.select_option("3")
    expect(rules).to_have_text("Arrow: 3 cells")
    page.get_by_role("group", name="Digits").get_by_role("button", name=re.compile("^1")).tap()
    expect(rules).to_have_text("Arrow")


def test_a_search_is_watched(open_page: Open, watch: Watch) -> None:
    """The numbers are those that docs/tutorial-trace.md explains."""
    page = open_page("#/learn")
    page.get_by_role("link", name="Watch a search").click()
    lanes = page.locator(".lane")
    expect(lanes).to_have_count(2)
    page.get_by_label("Side by side with").select_option("")
    expect(lanes).to_have_count(1)
    said = lanes.locator(".said")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("1 is placed in row 1, column 1.")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(
        "1 is not possible in row 1, column 2: row 1 already has it, in row 1, column 1."
    )
    expect(lanes.locator(".cell.conflict")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(lanes.locator(".cell.conflict")).to_have_count(0)
    for _ in range(6):
        page.keyboard.press("+")
    page.keyboard.press(" ")
    expect(said).to_have_attribute("aria-live", "off")
    expect(said).to_have_text("The search is over.")
    expect(said).to_have_attribute("aria-live", "polite")
    counts = {
        "Positions visited": "10",
        "Digits tried": "9",
        "Digits that followed": "0",
        "Digits refused": "27",
        "Steps back": "9",
        "Solutions": "1",
    }
    expect(lanes.locator("dt")).to_have_text(list(counts))
    expect(lanes.locator("dd")).to_have_text(list(counts.values()))
    page.keyboard.press("Home")
    expect(said).to_have_text("The puzzle as it was given.")
    watch.refusing = True
    page.get_by_label("Puzzle").fill("not a puzzle")
    page.get_by_label("Puzzle").press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("cannot be read as a puzzle")
