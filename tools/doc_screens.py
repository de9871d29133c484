"""Takes the pictures of the screens for the documentation: docs/images/screens.

    python tools/doc_screens.py             the page in chromium (PNG), the terminal game by Textual (SVG)
    python tools/doc_screens.py terminal    only those with this in their name

It needs the packages of the tests, and chromium (tools/chromium.py).
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import browsers  # tools/browsers.py
import page_screens as screens  # tools/page_screens.py
import screenshots  # tools/screenshots.py
from playwright.sync_api import Browser, Page, sync_playwright

from nonet.faces.tui.app import PlayApp
from nonet.faces.tui.terminal import Terminal
from nonet.formats import parse
from nonet.play.game import Game
from nonet.play.saved.store import Store

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images" / "screens"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NOTES = ("n", "1", "2", "4", "n", "right", "6", "right", "right", "8", "down", "down", "c", "2", "4", "c")


def played(page: Page) -> None:
    """A game in its first third, with candidates."""
    game = screens.new_game(page, board="9x9", level="medium", seed=5)
    page.evaluate(screens.FOLLOW, [game, 14])
    page.reload()
    page.wait_for_selector(".board .cell")
    screens.press(page, "ArrowRight", "ArrowRight", "ArrowDown")


def thermo(page: Page) -> None:
    """A variant after some steps."""
    game = screens.new_game(page, board="thermo", seed=5)
    page.evaluate(screens.FOLLOW, [game, 25])
    page.reload()
    page.wait_for_selector(".board .cell")
    screens.press(page, "ArrowRight", "ArrowDown")


WIDE, PHONE = (1120, 820), (390, 780)
PAGES: dict[str, tuple[Callable[[Page], None], tuple[int, int], str]] = {
    "web-home": (screens.start, WIDE, "light"),
    "web-game": (played, WIDE, "light"),
    "web-dark": (screens.colours, WIDE, "dark"),
    "web-jigsaw": (screens.board("jigsaw", candidates=True), WIDE, "light"),
    "web-killer": (screens.SCREENS["killer-hint"], WIDE, "light"),
    "web-own": (screens.own, WIDE, "light"),
    "web-photo": (screens.photo, WIDE, "light"),
    "web-desk": (screens.desk, WIDE, "light"),
    "web-watch": (screens.watch, WIDE, "light"),
    "web-settings": (screens.dialog("s"), WIDE, "light"),
    "web-finished": (screens.finished, WIDE, "light"),
    "web-phone": (played, PHONE, "light"),
    "web-phone-dark": (thermo, PHONE, "dark"),
}
TERMINALS: dict[str, tuple[str | None, tuple[str, ...], tuple[int, int]]] = {
    "terminal-menu": (None, (), (80, 24)),
    "terminal-game": (CLASSIC, NOTES, (100, 36)),
    "terminal-hint": (CLASSIC, ("t", "t", "t", "t"), (100, 36)),
    "terminal-help": (CLASSIC, ("question_mark",), (80, 30)),
}


def main() -> int:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (puzzle, keys, size) in TERMINALS.items():
        if wanted in name:
            _save(f"{name}.svg", asyncio.run(terminal_svg(puzzle, keys, size)).encode())
    pages = {name: each for name, each in PAGES.items() if wanted in name}
    path = browsers.CHROMIUM.find()
    if pages and path is None:
        print(browsers.CHROMIUM.how, file=sys.stderr)
        return 1
    if pages:
        with screenshots.serving(None) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(browsers.FLAGS))
            for name, (screen, size, scheme) in pages.items():
                _save(f"{name}.png", page_png(browser, url, screen, size, scheme))
            browser.close()
    return 0


def _save(name: str, data: bytes) -> None:
    (FOLDER / name).write_bytes(data)
    print(f"{name}: {len(data):,} bytes")


def page_png(
    browser: Browser, url: str, screen: Callable[[Page], None], size: tuple[int, int], scheme: str
) -> bytes:
    """The picture of a screen, with a small palette."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    screen(page)
    page.wait_for_timeout(400)
    page.evaluate("scrollTo(0, 0)")
    data = page.screenshot()
    context.close()
    return screenshots.reduced(data)


async def terminal_svg(puzzle: str | None, keys: tuple[str, ...], size: tuple[int, int]) -> str:
    """The screen of the terminal game, after some keys. The link to a font that Textual adds is removed."""
    store = Store(":memory:", today=lambda: date(2026, 11, 16))
    first = None
    if puzzle is not None:
        game = Game.of(parse(puzzle))
        first = lambda store, settings: store.new(game, settings=settings)  # noqa: E731
    app = PlayApp(store, first=first, terminal=Terminal(), today=lambda: date(2026, 11, 16))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.3)
        svg = app.export_screenshot(title="sudoku play")
    store.close()
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    sys.exit(main())
