"""Take pictures of every screen of `sudoku web`, in four sizes and two themes, to look at.

    python tools/screenshots.py FOLDER [--only PART] [--sheets] [--url http://127.0.0.1:8000]
    python tools/screenshots.py --readme            writes docs/images/game.png

With `--sheets` the screens of a size and theme are put together on contact sheets. Without `--url` it starts a server
with an empty store. It needs the packages of the tests, and chromium (tools/chromium.py).
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

import browsers  # tools/browsers.py
from page_screens import SCREENS  # tools/page_screens.py
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from nonet.draw.gif import palette_of

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "laptop": (1440, 900), "4k": (3840, 2160)}
THEMES = ("light", "dark")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="", help="only the screens with this in their name")
    parser.add_argument("--sheets", action="store_true", help="put the pictures together on contact sheets")
    parser.add_argument("--url", help="use a server that is running")
    parser.add_argument("--readme", action="store_true", help="take the README's picture instead")
    options = parser.parse_args()
    path = browsers.CHROMIUM.find()
    if path is None:
        print(browsers.CHROMIUM.how, file=sys.stderr)
        return 1
    if not options.readme and options.folder is None:
        parser.error("name a folder for the pictures")
    with serving(options.url) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(browsers.FLAGS))
        if options.readme:
            readme_picture(browser, url)
        else:
            options.folder.mkdir(parents=True, exist_ok=True)
            for name, screen in SCREENS.items():
                if options.only in name:
                    take(browser, url, name, screen, options.folder)
            if options.sheets:
                make_sheets(options.folder)
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
    """Goes to a screen once, and takes it in every size and theme."""
    context = browser.new_context(
        base_url=url, locale="en-GB", reduced_motion="reduce", viewport=_box("laptop")
    )
    page = context.new_page()
    page.on("pageerror", lambda error: print(f"{name}: {error}", file=sys.stderr))
    if name == "menu":
        page.set_viewport_size(_box("phone"))  # others show what is in it
    screen(page)
    for size in SIZES:
        page.set_viewport_size(_box(size))
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(200)
            page.screenshot(path=folder / f"{size}-{theme}-{name}.png")
    context.close()
    print(name)


def _box(size: str) -> ViewportSize:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def make_sheets(folder: Path) -> None:
    """Writes contact sheets: sheet-phone-light-1.png and so on."""
    for size, (width, height) in SIZES.items():
        across, down = (8, 1) if height > width else (3, 3)
        cell_width = 1920 // across
        cell_height = cell_width * height // width
        for theme in THEMES:
            files = sorted(folder.glob(f"{size}-{theme}-*.png"))
            for first in range(0, len(files), across * down):
                some = files[first : first + across * down]
                rows = -(-len(some) // across)
                sheet = Image.new("RGB", (across * (cell_width + 8), rows * (cell_height + 8)), "#888888")
                for number, file in enumerate(some):
                    with Image.open(file) as picture:
                        small = picture.convert("RGB").resize(
                            (cell_width, cell_height), Image.Resampling.LANCZOS
                        )
                    sheet.paste(
                        small, (number % across * (cell_width + 8), number // across * (cell_height + 8))
                    )
                sheet.save(folder / f"sheet-{size}-{theme}-{first // (across * down) + 1}.png")


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
        base_url=url, viewport={"width": 1180, "height": 900}, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    SCREENS["hint"](page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(400)
    target = ROOT / "docs" / "images" / "game.png"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(reduced(page.screenshot()))
    context.close()
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
