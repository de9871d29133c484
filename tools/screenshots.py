"""Take pictures of every screen of `sudoku web`, in three widths and two themes, to look at.

    python tools/screenshots.py FOLDER [--only PART] [--url http://127.0.0.1:8000]
    python tools/screenshots.py --readme            writes docs/images/game.png

Without `--url` it starts a server with an empty store. It needs the packages of the tests, and chromium
(tools/chromium.py).
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import chromium  # tools/chromium.py
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from nonet.draw.gif import palette_of

ROOT = Path(__file__).resolve().parents[1]
WIDTHS = {320: 640, 768: 1024, 1440: 900}
THEMES = ("light", "dark")

PLAYED = (
    "Shift+2",
    "Shift+7",
    "ArrowRight",
    "ArrowDown",
    "Alt+3",
    "Alt+4",
    "ArrowDown",
    "ArrowRight",
    "ArrowRight",
    "1",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="", help="only the screens with this in their name")
    parser.add_argument("--url", help="use a server that is running")
    parser.add_argument("--readme", action="store_true", help="take the README's picture instead")
    options = parser.parse_args()
    path = chromium.find()
    if path is None:
        print(chromium.HOW, file=sys.stderr)
        return 1
    if not options.readme and options.folder is None:
        parser.error("name a folder for the pictures")
    with serving(options.url) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        if options.readme:
            readme_picture(browser, url)
        else:
            options.folder.mkdir(parents=True, exist_ok=True)
            for name, screen in SCREENS.items():
                if options.only in name:
                    take(browser, url, name, screen, options.folder)
        browser.close()
    return 0


@contextmanager
def serving(url: str | None) -> Iterator[str]:
    """The address of a server: the named one, or one that is started here."""
    if url is not None:
        yield url
        return
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nonet", "web", "--port", str(port), "--no-browser"]
        env = {**os.environ, "NONET_DATA": folder, "PYTHONPATH": str(ROOT / "src")}
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
        own = f"http://127.0.0.1:{port}"
        try:
            for _ in range(200):
                try:
                    urlopen(own, timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield own
        finally:
            process.kill()
            process.wait()


def take(browser: Browser, url: str, name: str, screen: Callable[[Page], None], folder: Path) -> None:
    for theme in THEMES:
        for width, height in WIDTHS.items():
            context = browser.new_context(
                base_url=url,
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                locale="en-GB",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.on("pageerror", lambda error: print(f"{name}: {error}", file=sys.stderr))
            screen(page)
            page.wait_for_timeout(250)
            whole = name in ("start", "own", "statistics")
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=whole)
            context.close()
    print(name)


# -- the screens ----------------------------------------------------------------------------------------------


def new_game(page: Page, **wish: object) -> str:
    page.goto("/")
    page.wait_for_selector(".new")
    made: str = page.evaluate(
        """async wish => (await (await fetch("/api/games", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish),
        })).json()).id""",
        wish,
    )
    page.goto(f"/#/game/{made}")
    page.wait_for_selector(".board .cell")
    return made


def start(page: Page) -> None:
    """The home screen, with games to continue."""
    if page.viewport_size and page.viewport_size["width"] == 320:
        new_game(page, board="jigsaw", level="easy", seed=3)
        new_game(page, board="9x9", level="hard", seed=3)
    page.goto("/#")
    page.reload()
    page.wait_for_selector(".new")


def board(name: str, level: str = "medium", *, candidates: bool = False) -> Callable[[Page], None]:
    """A game on some board, a few moves played."""

    def shown(page: Page) -> None:
        new_game(page, board=name, level=level, seed=5)
        if candidates:
            page.evaluate("document.querySelector('.desk > .extra button').click()")
        else:
            press(page, *PLAYED)

    return shown


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(25)
    page.wait_for_timeout(150)


# Plays a number of steps by following the hints.
FOLLOW = """async ([game, steps]) => {
    const ask = async (path, body) => (await fetch(`/api/games/${game}/${path}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    })).json();
    for (let first = 1, step = 0; step < steps; step++) {
        const { moves } = await ask("hint", {tier: 4});
        if (!moves.length) break;
        await ask("actions", {client: "pictures", first, actions: moves});
        first += moves.length;
    }
}"""


def hint(page: Page, *, level: str = "hard", seed: int = 6, steps: int = 26) -> None:
    """A hint with all its reasoning: a two-string kite, unless another game is named."""
    game = new_game(page, board="9x9", level=level, seed=seed)
    page.evaluate(FOLLOW, [game, steps])
    page.reload()
    page.wait_for_selector(".board .cell")
    press(page, "a", "t")
    for _ in range(3):
        page.wait_for_selector(".hint .main-button")
        page.get_by_role("button", name="Tell me more").click()
        page.wait_for_timeout(150)


def colours(page: Page) -> None:
    """Cells and candidates in colours."""
    new_game(page, board="9x9", level="medium", seed=5)
    press(page, "a", "o", *(key for colour in "12345678" for key in ("ArrowRight", "ArrowDown", colour)))


def conflict(page: Page) -> None:
    """A digit twice in a row."""
    new_game(page, board="9x9", level="medium", seed=5)
    press(page, "3", "ArrowDown", "7")


def finished(page: Page) -> None:
    game = new_game(page, board="9x9", level="easy", seed=5)
    page.evaluate(FOLLOW, [game, 80])
    page.reload()
    page.wait_for_selector(".finish")


def paused(page: Page) -> None:
    new_game(page, board="9x9", level="medium", seed=5)
    press(page, "p")


def dialog(key: str) -> Callable[[Page], None]:
    """A dialog over a game."""

    def shown(page: Page) -> None:
        new_game(page, board="9x9", level="medium", seed=5)
        press(page, key)

    return shown


def share(page: Page) -> None:
    new_game(page, board="9x9", level="medium", seed=5)
    page.evaluate("document.querySelector('.desk > .extra').style.display = 'grid'")
    page.get_by_role("button", name="Share or print").first.click()


def menu(page: Page) -> None:
    new_game(page, board="9x9", level="medium", seed=5)
    press(page, "m")
    page.get_by_role("button", name="Menu").click()


def own(page: Page) -> None:
    page.goto("/#/own")
    page.wait_for_selector("#own-text")
    page.locator("#own-text").fill(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    page.wait_for_selector(".verdict.one")


def statistics(page: Page) -> None:
    page.goto("/#/stats")
    page.wait_for_selector(".figures")


def away(page: Page) -> None:
    new_game(page, board="9x9", level="medium", seed=5)
    page.context.set_offline(True)
    press(page, "5", "ArrowDown", "4", "ArrowDown", "Shift+1")
    page.wait_for_timeout(600)


SCREENS: dict[str, Callable[[Page], None]] = {
    "game": board("9x9"),
    "4x4": board("4x4", "easy"),
    "x": board("x"),
    "windoku": board("windoku", candidates=True),
    "jigsaw": board("jigsaw", candidates=True),
    "16x16": board("16x16", "easy", candidates=True),
    "hint": hint,
    "colours": colours,
    "conflict": conflict,
    "finished": finished,
    "paused": paused,
    "help": dialog("?"),
    "share": share,
    "settings": dialog("s"),
    "menu": menu,
    "own": own,
    "statistics": statistics,
    "away": away,
    "start": start,
}


def reduced(data: bytes) -> bytes:
    """A PNG file with at most 96 colours: a third as large."""
    file = BytesIO()
    with Image.open(BytesIO(data)) as picture:
        full = picture.convert("RGB")
        small = full.quantize(palette=palette_of([full], colours=96), dither=Image.Dither.NONE)
        small.save(file, format="PNG", optimize=True)
    return file.getvalue()


def readme_picture(browser: Browser, url: str) -> None:
    """A game with a hint, small enough for a README."""
    context = browser.new_context(
        base_url=url, viewport={"width": 1120, "height": 820}, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    hint(page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(400)
    target = ROOT / "docs" / "images" / "game.png"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(reduced(page.screenshot()))
    context.close()
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
