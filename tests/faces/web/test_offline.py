"""The page without its server: it starts from what the browser keeps, begins a game, and sends it later."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from playwright.sync_api import Browser

from faces.web.browsing import Open, Server, Watch
from faces.web.driven import expect
from faces.web.hands import at, cell, game_in, open_game, own_cells, settled, value

pytestmark = pytest.mark.browser

STOCKED = """async () => {
    while (localStorage.getItem("nonet.ready.4x4.easy") === null) await new Promise((go) => setTimeout(go, 50));
}"""
KEPT = """async () => {
    const names = await caches.keys();
    const requests = await (await caches.open(names[0])).keys();
    return [names.length, requests.map(({ url }) => new URL(url).pathname)];
}"""


@pytest.mark.three_browsers
def test_a_game_begins_and_is_played_while_the_server_is_away(
    fresh_page: Open, empty_server: Server, watch: Watch
) -> None:
    watch.origin, watch.away = empty_server.url, True
    page = fresh_page(service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.evaluate(STOCKED)
    count, paths = page.evaluate(KEPT)
    assert count == 1
    names = {path.split("/")[-1] for path in paths}
    assert {"", "main.js", "cs.json", "board.css", "sans-latin.woff2"} <= names
    assert not [path for path in paths if path.startswith("/api/") or "?" in path]

    empty_server.kill()
    page.goto("/")
    expect(page.locator("#away")).to_contain_text("The game server is not responding.")
    page.goto("/#/tour")  # its code was not loaded before
    expect(page.get_by_role("heading", name="Tour of the page")).to_be_visible()
    page.get_by_role("link", name="nonet home page").click()
    page.locator("label.tile", has_text="4x4").click()
    page.get_by_role("button", name="Start").click()
    open_game(page)
    game = game_in(page)
    empty = int(page.locator(".cell:not(:has(.value))").first.get_attribute("data-cell") or "")
    cell(page, empty).click()
    page.keyboard.press("3")
    expect(page.locator("#away")).to_contain_text("1 move will be sent")
    page.reload()  # the browser is closed and opened again
    expect(value(page, empty)).to_have_text("3")
    page.get_by_role("link", name="nonet home page").click()
    expect(page.locator(f".resume-card a[href='#/game/{game}']")).to_be_visible()

    empty_server.start()
    page.goto(f"/#/game/{game}")
    open_game(page)
    expect(page.locator("#away")).to_be_empty()
    settled(page)
    state = empty_server.state(game)
    assert (state["values"][empty], state["level"], state["source"]) == (3, "easy", "level")
    assert empty_server.ask("GET", "/api/games")["count"] == 1


@pytest.mark.slow
def test_the_clock_survives_a_reload_while_the_server_is_away(browser: Browser, empty_server: Server) -> None:
    """The time is that of the last move, neither less, nor more because nobody could tell that the game was over."""
    game = empty_server.game(board="4x4", level="easy", seed=1)
    solution, cells = empty_server.solution(game["share"]), own_cells(game)
    page = browser.new_page(base_url=empty_server.url, locale="en-GB")
    page.clock.install()
    page.goto(f"/{at(game)}")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")

    def place(number: int) -> None:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))

    open_game(page)
    place(cells[0])
    settled(page)
    empty_server.kill()
    for number in cells[1:-1]:
        place(number)
    page.clock.run_for(15_000)
    page.reload()
    open_game(page)
    page.clock.run_for(5_000)
    place(cells[-1])
    page.clock.run_for(35_000)
    page.reload()
    open_game(page)
    empty_server.start()
    page.clock.run_for(10_000)
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    state = empty_server.state(game["id"])
    assert (state["status"], state["values"]) == ("finished", solution)
    assert 20 <= state["seconds"] < 50
    page.context.close()


def test_the_page_can_be_installed() -> None:
    """What browsers ask for: a name, a start address in scope, icons of 192 and 512 pixels that exist."""
    static = files("nonet.faces.web") / "static"
    manifest = json.loads((static / "manifest.webmanifest").read_text())
    assert manifest["name"]
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        data = (static / icon["src"].removeprefix("static/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert f"{width}x{height}" == icon["sizes"]
        sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
