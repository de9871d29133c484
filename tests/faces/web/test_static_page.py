"""The static page plays like that of the server: the same tests, on a plain web server, with the core in a worker."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import playwright.sync_api
import pytest
from playwright.sync_api import Browser, Page

from faces.web import pages
from faces.web.browsing import Open, Watch
from faces.web.driven import expect
from faces.web.hands import cell, eventually, game_in, open_game, own_cells, settled, value
from faces.web.static_site import CORE, FOLDER, StaticSite
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
from nonet.faces.web.bytecode import OURS, packed
from nonet.faces.web.core_build import MEMORY
from nonet.faces.web.export import BUILD
from nonet.play import to_share
from nonet.puzzle import Puzzle
from nonet.rules import Cage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
"""Timeout in milliseconds: the core of each page is loaded anew."""
SMALL = "4x4:.13.43.2.2.3...."
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = to_share(Puzzle.of("4x4", ".13.43.2.2.3....", rules=[Cage((0, 1), 3)]))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    site = StaticSite(tmp_path_factory.mktemp("site"))
    yield site
    site.close()


@pytest.fixture(autouse=True)
def settings_as_usual() -> Iterator[None]:
    """Every test has a browser of its own, and its settings are there. What it expects may wait for the core."""
    playwright.sync_api.expect.set_options(timeout=PATIENCE)
    yield
    playwright.sync_api.expect.set_options(timeout=pages.PATIENCE)


@pytest.fixture
def visit(fresh_page: Open, server: StaticSite) -> Open:
    """Opens an address as the first page of a browser that has never been here."""
    server.begin()

    def visited(address: str = "", *, site: StaticSite = server, **options: Any) -> Page:
        page = fresh_page(**options)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{site.url}/{FOLDER}/{address}")
        page.wait_for_selector("main > *")
        return page

    return visited


@pytest.fixture
def open_page(visit: Open, server: StaticSite) -> Open:
    def opened(address: str = "", **options: Any) -> Page:
        page = visit(**options)
        server.install(page)
        if address:
            page.goto(f"{server.url}/{FOLDER}/{address}")
            open_game(page)
        return page

    return opened


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
    state = server.state(game_in(page))
    assert (state["share"], state["source"]) == (SMALL, "shared")
    expect(page.locator("html")).to_have_attribute("lang", "cs")  # as the browser
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


DAMAGE = """(value) => new Promise((resolve, reject) => {
    const request = indexedDB.open("nonet", 1);
    request.onerror = reject;
    request.onsuccess = () => {
        const running = request.result.transaction("files", "readwrite");
        const files = running.objectStore("files");
        const old = files.get("play.sqlite");
        old.onsuccess = () => files.put(
            value === "half" ? old.result.slice(0, old.result.length / 2)
            : value === "bytes" ? new Uint8Array(5000).fill(65) : value,
            "play.sqlite");
        running.oncomplete = () => { request.result.close(); resolve(); };
    };
})"""
ASIDE = """() => new Promise((resolve) => {
    const request = indexedDB.open("nonet", 1);
    request.onsuccess = () => {
        const names = request.result.transaction("files").objectStore("files").getAllKeys();
        names.onsuccess = () => {
            request.result.close();
            resolve(names.result.filter((name) => name.startsWith("play.sqlite.damaged-")).length);
        };
    };
})"""


@pytest.mark.parametrize("value", ["bytes", "half", "a text"])
def test_damaged_games_are_set_aside(visit: Open, server: StaticSite, value: str) -> None:
    page = visit(f"#p={SMALL}")
    open_game(page)
    cell(page, 0).click()
    page.keyboard.press("2")
    settled(page)
    page.goto(f"{server.url}/{FOLDER}/LICENSES.txt")
    page.evaluate(DAMAGE, value)
    page.goto(f"{server.url}/{FOLDER}/")
    expect(page.locator("#away")).to_contain_text("The saved games were damaged.")
    assert page.evaluate(ASIDE) == 1
    page.goto(f"{server.url}/{FOLDER}/#p={KILLER}")
    open_game(page)
    expect(page.locator("#away")).to_be_empty()
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    page.reload()
    open_game(page)
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    assert page.evaluate(ASIDE) == 1


OTHERS = """() => new Promise((resolve, reject) => {
    const request = indexedDB.open("nonet", 1);
    request.onerror = reject;
    request.onupgradeneeded = () => request.result.createObjectStore("theirs").put("kept", "key");
    request.onsuccess = () => { request.result.close(); resolve(); };
})"""


def test_a_database_of_the_same_name_is_shared(fresh_page: Open, server: StaticSite) -> None:
    page = fresh_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}/{FOLDER}/LICENSES.txt")
    page.evaluate(OTHERS)
    page.goto(f"{server.url}/{FOLDER}/#p={SMALL}")
    open_game(page)
    cell(page, 0).click()
    page.keyboard.press("2")
    settled(page)
    page.reload()
    expect(value(page, 0)).to_have_text("2", timeout=PATIENCE)


REFUSED = """Object.defineProperty(self, "NAME", { get() { throw new DOMException("denied", "SecurityError"); } });
"""


def test_without_any_storage_games_last_for_a_visit(fresh_page: Open, server: StaticSite) -> None:
    page = fresh_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(REFUSED.replace("NAME", "localStorage"))
    script = REFUSED.replace("NAME", "indexedDB") + (server.folder / "static/saved_image.js").read_text()
    page.route("**/saved_image.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.goto(f"{server.url}/{FOLDER}/#p={SMALL}")
    open_game(page)
    cell(page, 0).click()
    page.keyboard.press("2")
    expect(page.locator("#away")).to_contain_text("This browser keeps nothing")
    expect(page.locator(".cell.pending")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    page.get_by_role("link", name="nonet home page").click()
    expect(page.locator(".resume-card")).to_have_count(1)
    expect(page.locator("#away")).to_be_empty()  # it was said
    page.evaluate(
        "async () => (await import(new URL('static/transport.js', document.baseURI))).core.restart()"
    )
    page.locator(".resume-card a").first.click()
    expect(value(page, 0)).to_have_text("2")
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()


def _cut(core: Path) -> tuple[str, bytes]:
    data = (core / MEMORY).read_bytes()
    return MEMORY, data[: len(data) // 2]


def _of_another_pyodide(core: Path) -> tuple[str, bytes]:
    data = bytearray(gzip.decompress((core / MEMORY).read_bytes()))
    data[20] ^= 1  # in the name of the build
    return MEMORY, gzip.compress(data, 1)


def _of_other_modules(core: Path) -> tuple[str, bytes]:
    with tarfile.open(core / OURS) as file:
        files = {entry.name: file.extractfile(entry).read() for entry in file}  # type: ignore[union-attr]
    return OURS, packed({**files, BUILD: b"another"})


STARTING = """
import { startPython } from "./python_start.js";
await startPython(new URL("core/", import.meta.url).href);
postMessage(performance.getEntriesByType("mark").map(({ name, detail }) => [name, detail]));
"""
"""A worker that starts Python as the core does, and says how that went."""
STARTED = """() => new Promise((resolve, reject) => {
    const worker = new Worker(new URL("static/starting.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
})"""


@pytest.mark.three_browsers
@pytest.mark.parametrize("damage", [None, _cut, _of_another_pyodide, _of_other_modules])
def test_a_snapshot_that_does_not_fit_is_left_alone(
    visit: Open,
    watch: Watch,
    server: StaticSite,
    tmp_path: Path,
    damage: Callable[[Path], tuple[str, bytes]] | None,
) -> None:
    """Python starts from bytecode then; it takes longer, and nothing else is different."""
    site = StaticSite(tmp_path, server)
    if damage is not None:
        name, data = damage(site.folder / CORE)
        (site.folder / CORE / name).write_bytes(data)
    (site.folder / "static/starting.js").write_text(STARTING)
    watch.origin, watch.damaged = site.url, damage is _cut
    page = visit(f"#p={SMALL}", site=site)
    open_game(page)
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    site.page = page
    assert site.ask("POST", "/api/puzzles", {"board": "9x9", "level": "medium", "seed": 5})["clues"] > 16
    ((name, detail),) = page.evaluate(STARTED)
    assert name == ("snapshot" if damage is None else "no snapshot"), detail
    site.close()


@pytest.mark.three_browsers
def test_a_board_in_a_link_can_be_played_before_the_core_is_fetched(visit: Open, server: StaticSite) -> None:
    """The link says what to draw. What is fetched until then is counted; the core's files wait for the test."""
    server.core_is_served.clear()
    server.asked.clear()
    page = visit(f"#p={CLASSIC.replace('.', '0')}", locale="cs-CZ")
    open_game(page)
    assert sum(map(len, page.locator(".board .value").all_inner_texts())) == 30
    cell(page, 2).click()
    page.keyboard.press("4")
    expect(value(page, 2)).to_have_text("4")
    expect(page.locator(".cell.pending")).to_have_count(1)
    names = [name or "index.html" for name in server.asked if not name.startswith(CORE)]
    sizes = [(server.folder / name).stat().st_size for name in names]
    assert (sum(sizes) < 600_000, len(sizes) < 90) == (True, True), (sum(sizes), len(sizes))
    address = page.url
    page.reload()
    expect(value(page, 2)).to_have_text("4")  # kept while there is no core
    server.core_is_served.set()
    settled(page)
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    server.page = page
    state = server.state(address.rpartition("/")[2])
    assert (state["share"], state["source"], state["values"][2]) == (CLASSIC, "shared", 4)

    page.evaluate("localStorage.clear()")  # as if many other games had been played since
    page.goto(f"{server.url}/{FOLDER}/static/icon.svg")  # otherwise the next address is not loaded anew
    page.goto(f"{server.url}/{FOLDER}/#p={CLASSIC}")
    expect(value(page, 2)).to_have_text("4")
    eventually(lambda: page.url, address)  # the same game


@pytest.mark.three_browsers
def test_a_bad_puzzle_in_a_link_is_refused_once_the_core_is_there(visit: Open) -> None:
    page = visit(f"#p=55{CLASSIC[2:]}")
    open_game(page)
    expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    expect(page.locator("main .card")).to_contain_text("Two 5s in row 1")
    assert page.url.endswith(f"#p=55{CLASSIC[2:]}")
    page.get_by_role("button", name="Home").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.locator(".game-card")).to_have_count(0)


def test_the_folder_is_small(server: StaticSite) -> None:
    sizes = [path.stat().st_size for path in server.folder.rglob("*") if path.is_file()]
    assert sum(sizes) < 29_500_000  # 30 MB are promised


@pytest.mark.parametrize(("puzzle", "at_once"), [(CLASSIC, False), (KILLER, True)], ids=["plain", "rules"])
def test_a_link_that_only_the_core_can_draw_starts_it_at_once(
    fresh_page: Open, server: StaticSite, watch: Watch, puzzle: str, at_once: bool
) -> None:
    """Before the modules of the page are there; other links load the page first."""
    watch.away = True  # a module of the page never comes
    page = fresh_page()
    page.route("**/game.js", lambda route: route.abort())
    refused = nullcontext() if at_once else pytest.raises(playwright.sync_api.TimeoutError)
    with refused, page.expect_request("**/core_worker.js", timeout=PATIENCE if at_once else 1000):
        page.goto(f"{server.url}/{FOLDER}/#p={puzzle}")


UPDATED = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((go) => setTimeout(go, 50));
}"""


@pytest.mark.three_browsers
def test_a_new_version_comes_between_games_and_none_needs_a_network(
    visit: Open, watch: Watch, tmp_path: Path, server: StaticSite
) -> None:
    site = StaticSite(tmp_path, server)
    watch.origin, watch.away = site.url, True
    home = f"{site.url}/{FOLDER}/"
    page = visit(site=site, service_workers="allow")
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
    page.wait_for_function("() => location.hash.startsWith('#/game/')")
