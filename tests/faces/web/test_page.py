"""The page: screen readers, themes, printing, two languages, and no access to other hosts."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from faces.web.browsing import Open, Server, ThreadServer, Watch, free_port
from faces.web.hands import at, cell, held_request, open_game, own_cells
from faces.web.pages import PATIENCE
from faces.web.screens import with_hint
from many_cases import spread
from nonet.faces.web.security import AccessToken
from nonet.messages import catalogue

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parents[3] / "src/nonet/faces/web/static"
DATA = Path(__file__).resolve().parents[2] / "data"

# -- screen readers -----------------------------------------------------------------------------------------


def test_the_grid_can_be_navigated(open_page: Open, server: Server) -> None:
    game = server.game(board="6x6", level="easy", seed=3)
    page = open_page(at(game))
    open_game(page)
    grid = page.get_by_role("grid", name="Board: Easy · 6x6")
    expect(grid.get_by_role("row")).to_have_count(6)
    expect(grid.get_by_role("gridcell")).to_have_count(36)
    labels = grid.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    for number, label in enumerate(labels):
        given = game["givens"][number]
        assert (
            label
            == f"Row {number // 6 + 1}, column {number % 6 + 1}, {f'{given}, given' if given else 'empty'}"
        )
    expect(grid.locator("[tabindex='0']")).to_have_count(1)  # one stop for the Tab key
    page.keyboard.press("Control+End")
    expect(cell(page, 35)).to_be_focused()
    expect(grid.locator("[tabindex='0']")).to_have_count(1)
    number = own_cells(game)[0]
    cell(page, number).click()
    page.keyboard.press(str(server.solution(game["share"])[number]))
    expect(page.locator("#polite")).to_contain_text(f"Row {number // 6 + 1}, column {number % 6 + 1}: ")


def test_every_board_is_drawn(open_page: Open, server: Server) -> None:
    page = open_page("#/tour")
    boards = [board for board in server.ask("GET", "/api/boards")["boards"] if not board["variant"]]
    names = " ".join(board["name"] for board in boards)
    assert names == "4x4 6x6 9x9 x windoku jigsaw 12x12 16x16"
    for board in spread(boards, 2):
        game = server.game(board=board["name"], level="easy", seed=3)
        page.goto(f"/{at(game)}")
        size, regions = game["shape"]["size"], game["shape"]["regions"]
        grid = page.get_by_role("grid", name=f"Board: Easy · {board['title'].split(',')[0]}", exact=True)
        expect(grid.get_by_role("gridcell")).to_have_count(size * size)
        expect(grid.locator(".given")).to_have_count(size * size - len(own_cells(game)))
        drawn = page.locator(".board-frame .bold").get_attribute("d") or ""
        borders = sum(
            (column + 1 < size and regions[row * size + column] != regions[row * size + column + 1])
            + (row + 1 < size and regions[row * size + column] != regions[(row + 1) * size + column])
            for row in range(size)
            for column in range(size)
        )
        assert drawn.count("M") == borders
        expect(page.locator(".board-frame .diagonal")).to_have_count(2 if board["name"] == "x" else 0)
        expect(page.locator(".board-frame .pane")).to_have_count(4 if board["name"] == "windoku" else 0)
        if size > 9:  # letters are digits
            number = own_cells(game)[0]
            cell(page, number).click()
            page.keyboard.press("Shift+A")
            expect(cell(page, number)).to_have_attribute("aria-label", re.compile("corner notes 10"))


@pytest.mark.slow
def test_the_largest_board(open_page: Open, server: Server) -> None:
    line = (DATA / "engines/25x25.txt").read_text().splitlines()
    puzzle = next(part for each in line for part in each.split(":") if len(part) == 625)
    page = open_page(at(server.game(puzzle=puzzle)))
    open_game(page)
    expect(page.get_by_role("gridcell")).to_have_count(625)
    expect(page.locator(".digit-key")).to_have_count(25)


# -- style ----------------------------------------------------------------------------------------------------


def test_themes(open_page: Open, server: Server) -> None:
    page = open_page("#/tour", color_scheme="dark")

    def paper() -> int:
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3]))

    assert paper() < 150  # follows the system
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Light").check(force=True)
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    assert paper() > 600
    assert server.ask("GET", "/api/settings")["theme"] == "light"


def test_motion(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    script = "() => getComputedStyle(document.querySelector('.value')).animationDuration"
    page = open_page(at(game))
    open_game(page)
    page.evaluate("document.querySelector('.board').classList.add('won')")
    assert float(page.evaluate(script).removesuffix("s")) < 0.01
    page.emulate_media(reduced_motion="no-preference")
    assert float(page.evaluate(script).removesuffix("s")) >= 0.01


def test_printing(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    page = open_page(at(game), color_scheme="dark")
    open_game(page)
    page.emulate_media(media="print")
    expect(page.locator(".desk")).to_be_hidden()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".board-frame")).to_be_visible()
    assert (
        page.locator(".cell").first.evaluate("e => getComputedStyle(e).backgroundColor")
        == "rgb(255, 255, 255)"
    )


def test_the_validation_of_a_custom_puzzle_is_visible_on_a_phone(open_page: Open) -> None:
    page = open_page("#/own", viewport={"width": 320, "height": 640})
    page.locator("textarea").fill("11..............")
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text("Two 1s in row 1 and in box 1.")
    expect(verdict).to_be_in_viewport(ratio=1)
    expect(page.locator(".cell.conflict")).to_have_count(0)  # the board has not changed yet


def test_hints_are_not_printed(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(board="9x9", level="easy", seed=3)))
    open_game(page)
    with_hint(page)
    drawn = page.locator(".board-frame .hint-marks > *")
    expect(drawn.first).to_be_visible()
    page.emulate_media(media="print")
    assert drawn.evaluate_all("parts => parts.filter(part => part.getClientRects().length).length") == 0


@pytest.mark.slow
def test_an_unknown_address_shows_the_home_screen(open_page: Open) -> None:
    page = open_page("#/nowhere")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_visible()
    for address in ("#/game", "#/constructor", "#p="):
        page.goto("/#/stats")
        expect(start).to_have_count(0)
        page.goto(f"/{address}")
        expect(start).to_be_visible()


@pytest.mark.slow
def test_screens_are_loaded_when_they_are_shown(open_page: Open, watch: Watch) -> None:
    page = open_page(fresh=True)
    page.wait_for_load_state("networkidle")
    preloaded = page.locator("link[rel=modulepreload]").evaluate_all("links => links.map(link => link.href)")
    assert sorted(url for url in watch.requests if url.endswith(".js")) == sorted(preloaded)  # each once

    page.goto("/#/days")
    expect(page.get_by_role("heading", name="Puzzles of the day")).to_be_visible()
    assert [url.rpartition("/")[2] for url in watch.requests if url.endswith(".js")][len(preloaded) :] == [
        "calendar.js"
    ]

    watch.away = True
    page.route("**/statistics.js", lambda route: route.abort())
    page.goto("/#/stats")
    expect(page.get_by_role("dialog")).to_contain_text("This screen could not be loaded.")
    page.unroute_all()
    page.reload()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()


REFUSALS = [
    ("#/game/abcdef", "There is no such game", "Taková hra tu není"),
    ("#p=zzz", "This cannot be read as a puzzle: row 1", "Toto nelze přečíst jako sudoku: row 1"),
    (
        "#p=4x4:11..............",
        "Two 1s in row 1 and in box 1.",
        "Číslice 1 je dvakrát v řádku 1 a v bloku 1.",
    ),
]


@pytest.mark.slow
def test_refusals_in_two_languages(open_page: Open, server: Server, watch: Watch) -> None:
    watch.refusing = True
    page = open_page("#/game/nothing", fresh=True)  # over another screen, a refusal is a dialog
    for language in ("en", "cs"):
        server.ask("PATCH", "/api/settings", {"language": language})
        for address, english, czech in REFUSALS:
            page.goto(f"/{address}")
            expect(page.locator("main p")).to_contain_text(czech if language == "cs" else english)


HEADINGS = {
    "en-GB": "Open the link that “sudoku web” printed",
    "cs-CZ": "Otevři odkaz, který vypsal „sudoku web“",
}


@pytest.mark.slow
def test_without_the_token_the_page_says_what_to_open(browser: Browser, tmp_path: Path) -> None:
    server = ThreadServer(tmp_path, free_port())
    server.token = AccessToken()
    server.start()
    for locale, heading in HEADINGS.items():
        page = browser.new_page(base_url=server.url, locale=locale)
        for address in ("/", "/?token=wrong") if locale == "en-GB" else ("/#/stats",):
            page.goto(address)
            expect(page.get_by_role("heading", name=heading)).to_be_visible()
            assert page.title() == heading
        if locale == "en-GB":
            page.goto(f"/?token={server.token.text}")
            expect(page.locator("main form button").first).to_be_visible()
        page.context.close()
    server.kill()


@pytest.mark.slow
def test_the_start_screen_names_damaged_games(browser: Browser, empty_server: Server) -> None:
    """A game in progress and one that is over cannot be read; a third game can."""
    damaged = [empty_server.game(puzzle="0130430202030000")["id"] for _ in range(2)]
    for game, move in zip(damaged, ("give-up", "auto-notes"), strict=True):
        body = {"client": "a", "first": 1, "actions": [{"type": move}]}
        empty_server.ask("POST", f"/api/games/{game}/actions", body)
    page = browser.new_page(base_url=empty_server.url)
    page.goto("/")
    expect(page.locator(".resume-card")).to_have_count(1)
    expect(page.locator("main").get_by_role("status")).to_have_count(0)
    third = empty_server.game(puzzle="0130430202030000")["id"]
    empty_server.ask("POST", f"/api/games/{third}/actions", body)
    with sqlite3.connect(empty_server.folder / "play.sqlite") as store:
        store.executemany(
            "UPDATE games SET setup = replace(setup, 'givens', 'gXvens') WHERE id = ?",
            [(game,) for game in damaged],
        )
    store.close()
    for language, words in (
        ("en", "2 saved games cannot be read. Their data is kept; “sudoku games check” lists them."),
        ("cs", "2 uložené hry nelze přečíst. Jejich data zůstala zachována; vypíše je „sudoku games check“."),
    ):
        empty_server.ask("PATCH", "/api/settings", {"language": language})
        page.goto("/#/stats")
        page.goto("/#")
        expect(page.locator("main").get_by_role("status")).to_have_text(words)
        expect(page.locator(".resume-card")).to_have_count(1)
    page.context.close()


def test_two_languages(open_page: Open, server: Server) -> None:
    """In the other one, plural forms are selected as Python does, for small numbers and beyond the page's table."""
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Čeština").check(force=True)
    expect(page.get_by_role("heading", name="Nastavení")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Nápověda")).to_be_visible()
    number = own_cells(game)[0]
    cell(page, number).click()
    page.keyboard.press(str(server.solution(game["share"])[number]))
    expect(page.locator(".said")).to_contain_text(f"Řádek {number // 4 + 1}, sloupec {number % 4 + 1}: ")
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile("Řádek 1|Řádek"))
    said = page.evaluate(
        """async numbers => {
            const first = document.querySelector("script[type=module]").src; // of this version
            const { tn } = await import(new URL("words.js", first));
            return numbers.map(number => tn("{n} minute", "{n} minutes", number));
        }""",
        numbers := [0, 1, 2, 4, 5, 11, 22, 101, 102, 199, 200, 201, 202, 1002, 12345],
    )
    assert said == [catalogue("cs").count(("{n} minute", "{n} minutes"), number) for number in numbers]
    assert said[:4] == ["0 minut", "1 minuta", "2 minuty", "4 minuty"]


# -- no access to other hosts -----------------------------------------------------------------------------------


def test_the_page_runs_nothing_but_its_own_files(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/")
    for attempt in (
        """const script = document.createElement("script");
           script.textContent = "window.foreign = 1"; document.body.append(script);""",
        """document.body.setAttribute("onclick", "window.foreign = 1"); document.body.click();""",
        """const style = document.createElement("style");
           style.textContent = "body { color: red }"; document.head.append(style);""",
        """fetch("http://127.0.0.1:9/").catch(() => {});""",
    ):
        with page.expect_console_message(
            lambda said: "Content Security Policy" in said.text, timeout=PATIENCE
        ):
            page.evaluate(f"() => {{ {attempt} }}")
    assert page.evaluate("window.foreign") is None
    page.context.close()


def test_files_refer_to_no_other_host() -> None:
    addresses = {
        address
        for path in STATIC.rglob("*")
        if path.is_file() and path.suffix not in (".png", ".woff2")
        for address in re.findall(r"https?://[^\s\"'`)<]+", path.read_text("utf-8"))
    }
    assert addresses <= {"http://www.w3.org/2000/svg"}
    index = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", index)


def test_a_screen_that_takes_long_is_announced(open_page: Open) -> None:
    page = open_page("#/tour")
    with held_request(page, "**/api/techniques*") as held:
        page.evaluate("location.hash = '#/learn'")
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    page.unroute_all()
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
