"""Every screen of the page, and how to get there; and axe, which judges them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import cv2
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, cell, tell_all
from photo.pages import jpeg, photograph
from photo.pages import page as paper

__all__ = ["SCREENS", "open_screen", "violations", "with_hint"]

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

# The empty cells of a game and their digits.
SOLVE = """async id => {
    const game = await (await fetch(`/api/games/${id}`)).json();
    const body = JSON.stringify({puzzle: game.share});
    const asked = fetch("/api/solve", {method: "POST", headers: {"Content-Type": "application/json"}, body});
    const [solution] = (await (await asked).json()).solutions;
    return [...solution].map((digit, cell) => [cell, digit]).filter(([cell]) => !game.givens[cell]);
}"""


def violations(page: Page, *, theme: str, only_contrast: bool = False) -> list[Any]:
    """What axe has to say about a page in a theme."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    page.evaluate("document.documentElement.style.opacity = 1")  # the pages of tests are transparent
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    named = {"rules": {"label-content-name-mismatch": {"enabled": True}}}  # off by default
    options = {"resultTypes": ["violations"], **({"runOnly": ["color-contrast"]} if only_contrast else named)}
    found: list[Any] = page.evaluate(
        "options => axe.run(options).then(found => found.violations.map(each => "
        "[each.id, each.help, each.nodes.map(node => [node.html, node.failureSummary])]))",
        options,
    )
    return found


def open_screen(name: str, open_page: Open, server: Server, **options: Any) -> Page:
    address, prepare = SCREENS[name]
    if address in ("GAME", "KILLER", "REPLAY"):
        board = "killer" if address == "KILLER" else "9x9" if name == "game" else "6x6"
        game = server.game(board=board, level="easy", seed=5)
        address = f"#/replay/{game['id']}" if address == "REPLAY" else at(game)
    page = open_page(address, color_scheme="light", **options)
    page.wait_for_selector("h1")
    prepare(page)
    return page


def plain(page: Page) -> None:
    pass


def with_hint(page: Page) -> None:
    page.keyboard.press("a")
    page.keyboard.press("t")
    tell_all(page)
    expect(page.locator(".hint li.told")).to_have_count(4)


def with_colours(page: Page) -> None:
    page.keyboard.press("o")
    for colour in range(1, 9):
        page.keyboard.press("ArrowDown" if colour == 5 else "ArrowRight")
        page.keyboard.press(str(colour))
    expect(page.locator(".cell[data-paint]")).to_have_count(8)


def with_signs(page: Page) -> None:
    row = (
        page.get_by_role("row")
        .filter(has=page.locator(".given"))
        .filter(has=page.locator(".cell:not(.given)"))
    )
    row.first.locator(".cell:not(.given)").first.click()
    page.keyboard.press(row.first.locator(".given").first.inner_text())  # twice in the row
    expect(page.locator(".cell.conflict").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    for key in ("Shift+1", "Alt+2", "Alt+3"):
        page.keyboard.press(key)


def with_finish(page: Page) -> None:
    """Solved: every digit is typed, by a solver that knows only what the page shows."""
    solution = page.evaluate(SOLVE, page.url.rpartition("/")[2])
    for number, digit in solution:
        cell(page, number).click()
        page.keyboard.press(str(digit))
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    expect(page.locator(".finish .details > *").first).to_be_visible()


def with_end(page: Page) -> None:
    page.evaluate("document.querySelector('.extra button:last-child').click()")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name="Solution")).to_be_visible()


def with_dialog(key: str) -> Callable[[Page], None]:
    def opened(page: Page) -> None:
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()

    return opened


def with_share(page: Page) -> None:
    page.get_by_role("button", name="Share or print").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def with_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def with_pause(page: Page) -> None:
    page.keyboard.press("p")
    expect(page.locator(".veil")).to_be_visible()


def with_verdict(page: Page) -> None:
    page.get_by_label("Paste a puzzle in any format").fill("1" * 81)
    expect(page.locator(".verdict.conflict")).to_be_visible()


def with_photo(page: Page) -> None:
    small = cv2.resize(photograph(paper(), seed=1, noise=9), (200, 200), interpolation=cv2.INTER_AREA)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": jpeg(small, 35)})
    expect(page.locator(".cell.doubtful").first).to_be_visible()
    expect(page.locator(".photo-detail")).to_be_visible()


def with_exercise(page: Page) -> None:
    page.get_by_role("button", name="Practise").click()
    expect(page.get_by_role("button", name="Show me")).to_be_visible()


def with_draft(page: Page) -> None:
    """A cage with an impossible sum, and its form."""
    page.locator("[data-kind='cage']").first.click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("18")
    expect(page.locator(".rule.wrong")).to_be_visible()


def with_search(page: Page) -> None:
    expect(page.locator(".lane")).to_have_count(2)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".cell.conflict").first).to_be_visible()


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("", plain),
    "game": ("GAME", plain),
    "game with a hint": ("GAME", with_hint),
    "game with colours": ("GAME", with_colours),
    "game with conflicts and notes": ("GAME", with_signs),
    "game, paused": ("GAME", with_pause),
    "game, solved": ("GAME", with_finish),
    "game, given up": ("GAME", with_end),
    "killer": ("KILLER", plain),
    "killer with a hint": ("KILLER", with_hint),
    "menu": ("GAME", with_menu),
    "help": ("GAME", with_dialog("?")),
    "share": ("GAME", with_share),
    "settings": ("GAME", with_dialog("s")),
    "own puzzle": ("#/own", plain),
    "own puzzle, judged": ("#/own", with_verdict),
    "own puzzle, photographed": ("#/own", with_photo),
    "statistics": ("#/stats", plain),
    "all games": ("#/games", plain),
    "calendar": ("#/days", plain),
    "packs": ("#/packs", plain),
    "pack": ("#/packs/killer", plain),
    "replay": ("REPLAY", plain),
    "lessons": ("#/learn", plain),
    "lesson": ("#/learn/x-wing", plain),
    "exercise": ("#/learn/naked-pair", with_exercise),
    "placement test": ("#/learn/placement", plain),
    "tour": ("#/tour", plain),
    "setter's desk": ("#/desk", with_draft),
    "search to watch": ("#/watch", with_search),
}
