"""Two browsers of a household in one room: with each other, and against each other."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open
from faces.web.pages import Family
from faces.web.screens import violations

pytestmark = pytest.mark.browser

SMALL = "4x4:.13.43.2.2.3...."
SOLUTION = "2134431212433421"
NOTE_THE_COUNTS = """() => {
    const counts = window.counts = [];
    const note = () => {
        const count = document.querySelector(".cell") ? "go" : document.querySelector(".count")?.textContent;
        if (count && count !== counts.at(-1)) counts.push(count);
    };
    new MutationObserver(note).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""


def named(page: Page, name: str) -> Page:
    body = json.dumps({"name": name})
    headers = {"Content-Type": "application/json", "Origin": page.url[: page.url.index("/", 8)]}
    page.request.patch("/api/settings", data=body, headers=headers)
    return page


def room(family: Family, way: str) -> tuple[Page, Page]:
    """Anna opens a room for a small puzzle, and Ben opens her link."""
    anna = named(family.device(f"#p={SMALL}"), "Anna")
    anna.wait_for_selector(".cell")
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("dialog").get_by_role("button", name="Play together").click()
    anna.get_by_role("button", name=way).click()
    anna.wait_for_url(re.compile("#/room/"))
    expect(anna.locator(".players li")).to_have_count(1)
    ben = named(family.device(), "Ben")
    ben.goto(anna.url)
    ben.wait_for_selector(".players li")
    for page in (anna, ben):
        expect(page.locator(".players li")).to_have_count(2)
    return anna, ben


def cell(page: Page, number: int) -> Any:
    return page.locator(f'.cell[data-cell="{number}"]')


def put(page: Page, number: int, digit: int | str) -> None:
    cell(page, number).click()
    page.keyboard.press(str(digit))


def solve(here: Page, other: Page | None = None) -> None:
    """Put every digit that is missing or wrong: here, or here and in the other page in turn."""
    for place, digit in enumerate(SOLUTION):
        if cell(here, place).inner_text() != digit:
            mine, theirs = (other, here) if other and place % 2 else (here, other)
            put(mine, place, digit)
            if theirs:
                expect(cell(theirs, place)).to_have_text(digit)


def test_with_each_other(family: Family) -> None:
    """Moves, hints, pauses and the end are seen by both, also after a connection was lost."""
    anna, ben = room(family, "With each other")
    asked: list[str] = []
    ben.on("request", note := lambda request: asked.append(f"{request.method} {request.url}"))
    put(anna, 0, 2)
    expect(cell(ben, 0)).to_have_text("2")
    ben.remove_listener("request", note)
    assert not [each for each in asked if re.match("GET .*/api/games/", each)]  # he is told
    expect(ben.locator("#polite")).to_contain_text("Anna: Row 1, column 1: 2.")
    expect(ben.locator(".other text")).to_have_text("A")  # a sign, not only a colour
    expect(ben.locator(".other circle")).to_be_visible()  # which is no note
    put(ben, 0, 1)
    expect(cell(anna, 0)).to_have_text("1")
    anna.get_by_role("button", name="Undo", exact=True).click()  # her own 2, below the 1
    put(ben, 3, 4)
    expect(cell(anna, 3)).to_have_text("4")
    expect(cell(anna, 0)).to_have_text("1")
    ben.get_by_role("button", name="Undo", exact=True).click()
    expect(cell(anna, 3)).to_have_text("")
    expect(anna.get_by_role("button", name="Redo")).to_have_attribute("aria-disabled", "true")
    anna.get_by_role("button", name="Hint", exact=True).click()
    expect(ben.locator(".hint")).to_be_visible()
    expect(ben.locator(".said")).to_contain_text("Anna asked for a hint.")
    ben.get_by_role("button", name="Pause").click()
    expect(anna.locator(".veil")).to_be_visible()
    expect(anna.locator("#polite")).to_contain_text("Ben paused")
    anna.locator(".veil").get_by_role("button", name="Continue").click()
    expect(ben.locator(".veil")).to_be_hidden()
    family.watch.away = True
    ben.context.set_offline(True)
    put(anna, 3, 4)
    expect(cell(anna, 3)).to_have_text("4")
    ben.context.set_offline(False)
    expect(cell(ben, 3)).to_have_text("4")
    solve(anna, ben)
    for page in (anna, ben):
        expect(page.get_by_role("heading", name="Solved")).to_be_visible()
        expect(page.locator(".finish")).to_contain_text("What this puzzle needed")
        expect(page.locator(".finish")).not_to_contain_text("Your")  # neither best time nor first game


def test_against_each_other(family: Family) -> None:
    """A race begins for all at the same moment. Until then nobody has the board. Who opened the room starts it; both
    count down alike. Others see how far one is, but not the digits.
    """
    anna, ben = room(family, "Against each other")
    for page in (anna, ben):
        expect(page.locator(".lobby")).to_contain_text("Is everyone here?")
        expect(page.locator(".board")).to_have_count(0)
    expect(ben.locator(".lobby")).to_contain_text("Anna starts the race.")
    expect(ben.get_by_role("button", name="Start for everyone")).to_have_count(0)
    for page in (anna, ben):
        page.evaluate(NOTE_THE_COUNTS)
    anna.get_by_role("button", name="Start for everyone").click()
    for page in (anna, ben):
        expect(page.locator(".cell[tabindex='0']")).to_be_focused()
        counts = page.evaluate("counts")
        assert counts == [
            each for each in ("3", "2", "1", "Go!", "go") if each in counts
        ]  # a slow page may skip some
        assert len(counts) > 1
    ben.reload()
    expect(ben.locator(".players li")).to_have_count(2)
    expect(ben.locator(".veil")).to_be_hidden()
    put(anna, 0, 2)
    expect(ben.locator(".players li").first).to_contain_text("8 of 16 cells")
    expect(cell(ben, 0)).to_have_text("")
    solve(anna)
    expect(anna.get_by_role("heading", name="Solved")).to_be_visible()
    expect(ben.locator(".players li").first).to_contain_text("finished in")
    expect(ben.locator("#polite")).to_contain_text("Anna finished in")
    solve(ben)
    for page in (anna, ben):
        expect(page.locator(".together h2")).to_have_text("Result")
        expect(page.locator(".desk > :visible").first).to_contain_text("Result")
        expect(page.locator(".players li")).to_contain_text(["finished in", "finished in"])
        time = page.locator(".finish .time").inner_text()  # one clock for both
        expect(page.locator(".players li", has_text="(you)")).to_contain_text(f"finished in {time}")


@pytest.mark.slow
def test_the_room_its_invitation_and_the_players_settings_are_accessible(family: Family) -> None:
    """Here, the other player has paused; in a race, that stops nobody else."""
    anna, ben = room(family, "Against each other")
    assert violations(anna, theme="light") == []
    anna.get_by_role("button", name="Start for everyone").click()
    ben.get_by_role("button", name="Pause").click()
    expect(anna.locator(".players li").last).to_contain_text("paused")
    expect(anna.locator(".veil")).to_be_hidden()
    for theme in ("light", "dark", "contrast"):
        assert violations(anna, theme=theme, only_contrast=theme != "light") == []
    anna.get_by_role("button", name="Invite others").click()
    link = anna.get_by_role("textbox", name="Link to this room").input_value()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=right#/room/[0-9a-f]{16}", link)
    expect(anna.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert violations(anna, theme="light") == []
    anna.keyboard.press("Escape")
    anna.get_by_role("button", name="Settings").click()
    anna.get_by_role("button", name="Play on another device, too").click()
    expect(anna.locator(".player-code b")).to_be_visible()
    assert violations(anna, theme="light") == []


def test_alone_the_page_says_how_to_play_together(open_page: Open) -> None:
    page = open_page(f"#p={SMALL}")
    page.wait_for_selector(".cell")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Play together").click()
    expect(page.get_by_text("sudoku web --host")).to_be_visible()
    expect(page.get_by_role("textbox", name="Link to this puzzle")).to_have_value(re.compile("#p=4x4:"))
