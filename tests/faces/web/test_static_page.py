"""The static page plays like that of the server: the same tests, on a plain web server, with the core in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from faces.web.browsing import Open, Watch
from faces.web.hands import cell, open_game, own_cells, settled, value
from faces.web.static_site import FOLDER, StaticSite
from faces.web.test_playing import (
    test_automatic_candidates_can_be_struck_out as test_automatic_candidates_can_be_struck_out,
)
from faces.web.test_playing import test_by_keyboard as test_by_keyboard
from faces.web.test_playing import test_by_mouse as test_by_mouse
from faces.web.test_playing import test_by_touch as test_by_touch
from faces.web.test_playing import test_check_reveal_restart_and_marks as test_check_reveal_restart_and_marks
from faces.web.test_playing import (
    test_colours_of_cells_and_of_candidates as test_colours_of_cells_and_of_candidates,
)
from faces.web.test_playing import test_conflicts_are_shown_and_said as test_conflicts_are_shown_and_said
from faces.web.test_playing import test_giving_up_asks_first as test_giving_up_asks_first
from faces.web.test_playing import test_hints_become_more_detailed as test_hints_become_more_detailed
from faces.web.test_playing import test_hints_find_mistakes_first as test_hints_find_mistakes_first
from faces.web.test_playing import test_letters_are_commands as test_letters_are_commands
from faces.web.test_playing import test_notes_of_both_kinds as test_notes_of_both_kinds
from faces.web.test_playing import (
    test_the_finish_card_says_what_help_was_used as test_the_finish_card_says_what_help_was_used,
)
from faces.web.test_playing import test_undo_and_redo as test_undo_and_redo
from faces.web.test_together_page import (
    test_alone_the_page_says_how_to_play_together as test_alone_the_page_says_how_to_play_together,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
"""Timeout in milliseconds: the core of each page is loaded anew."""
USUAL = 20_000
"""That of the other tests."""
SMALL = "4x4:.13.43.2.2.3...."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    site = StaticSite(tmp_path_factory.mktemp("site"))
    yield site
    site.close()


@pytest.fixture(autouse=True)
def settings_as_usual() -> Iterator[None]:
    """Every test has a browser of its own, and its settings are there. What it expects may wait for the core."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL)


@pytest.fixture
def open_page(browser: Browser, server: StaticSite, watch: Watch) -> Iterator[Open]:
    contexts: list[BrowserContext] = []
    server.begin()

    def opened(address: str = "", **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1200, "height": 800})
        context = browser.new_context(
            reduced_motion="reduce", locale="en-GB", service_workers="block", **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch.over(page)
        page.goto(f"{server.url}/{FOLDER}/")
        page.wait_for_selector("main > *")
        server.install(page)
        if address:
            page.goto(f"{server.url}/{FOLDER}/{address}")
            open_game(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    watch.judge()


def test_a_shared_link_opens_the_puzzle_and_the_game_is_kept(browser: Browser, server: StaticSite) -> None:
    """A friend opens a link: the first visit of a browser. The game is there after a reload, and in a second tab."""
    watch = Watch(server.url)
    context = browser.new_context(locale="cs-CZ", service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    watch.over(page)
    page.goto(f"{server.url}/{FOLDER}/#p={SMALL}")
    open_game(page)
    server.page = page
    state = server.state(page.url.rpartition("/")[2])
    assert (state["share"], state["source"]) == (SMALL, "shared")
    assert page.evaluate("document.documentElement.lang") == "cs"  # as the browser
    first, second, third = own_cells(state)[:3]
    cell(page, first).click()
    page.keyboard.press("2")
    settled(page)
    page.reload()
    expect(value(page, first)).to_have_text("2", timeout=PATIENCE)

    other = context.new_page()
    watch.over(other)
    other.goto(page.url)
    expect(value(other, first)).to_have_text("2", timeout=PATIENCE)
    for tab, number in ((other, second), (page, third)):  # each takes over what the other has saved
        cell(tab, number).click()
        tab.keyboard.press("4")
        settled(tab)
    assert server.state(state["id"])["values"][second] == 4
    expect(value(page, second)).to_have_text("4")
    context.close()
    watch.judge()


UPDATED = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((go) => setTimeout(go, 50));
}"""


def test_a_new_version_comes_between_games_and_none_needs_a_network(browser: Browser, tmp_path: Path) -> None:
    site = StaticSite(tmp_path)
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    home = f"{site.url}/{FOLDER}/"
    page.goto(home)
    page.get_by_role("button", name="Start").click()
    open_game(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => { window.running = true; })")

    script = (site.folder / "static/main.js").read_text()
    site.publish("static/main.js", script + 'document.documentElement.dataset.version = "2";\n')
    page.evaluate(UPDATED)
    assert page.evaluate("window.running && document.documentElement.dataset.version") is None
    number = int(page.locator(".cell:not(:has(.value))").first.get_attribute("data-cell") or "")
    cell(page, number).click()
    page.keyboard.press("5")
    settled(page)
    game = page.url
    page.get_by_role("link", name="nonet home page").click()
    expect(page.locator("html[data-version='2']")).to_be_attached(timeout=PATIENCE)

    site.stop()
    page.goto(game)
    page.reload()
    expect(value(page, number)).to_have_text("5")
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible(timeout=PATIENCE)  # the core is there, too
    page.goto(home)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/game/*")
    context.close()
