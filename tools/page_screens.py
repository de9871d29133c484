"""The screens of `sudoku web`, and how to get to each of them; for tools/screenshots.py and tools/doc_screens.py."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFilter
from playwright.sync_api import Page

from nonet.draw.board import board_scene
from nonet.draw.png import scene_png
from nonet.puzzle import Puzzle

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
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
    for name, level in (("jigsaw", "easy"), ("9x9", "hard")):
        new_game(page, board=name, level=level, seed=3)
        press(page, *PLAYED)
    page.goto("/#")
    page.reload()
    page.wait_for_selector(".new")


def board(name: str, level: str | None = "medium", *, candidates: bool = False) -> Callable[[Page], None]:
    """A game on some board, a few moves played."""

    def shown(page: Page) -> None:
        new_game(page, board=name, seed=5, **({"level": level} if level else {}))
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


# Follows the hints: for a number of steps, or up to a step of one of the wanted techniques.
FOLLOW = """async ([game, steps, wanted = []]) => {
    const ask = async (path, body) => (await fetch(`/api/games/${game}/${path}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    })).json();
    for (let first = 1, step = 0; step < steps; step++) {
        const { moves, technique } = await ask("hint", {tier: 4});
        if (!moves.length || wanted.includes(technique)) break;
        await ask("actions", {client: "pictures", first, actions: moves});
        first += moves.length;
    }
}"""


def hint(
    board: str = "9x9", level: str | None = "hard", *, seed: int, wanted: tuple[str, ...]
) -> Callable[[Page], None]:
    """A hint with all its reasoning, for the first step of one of these techniques."""

    def shown(page: Page) -> None:
        game = new_game(page, board=board, seed=seed, **({"level": level} if level else {}))
        page.evaluate(FOLLOW, [game, 60, list(wanted)])
        page.reload()
        page.wait_for_selector(".board .cell")
        press(page, "t")
        for _ in range(3):
            page.wait_for_selector(".hint .main-button")
            page.get_by_role("button", name="Tell me more").click()
            page.wait_for_timeout(150)

    return shown


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
    page.get_by_role("button", name="Share or print").first.click()


def menu(page: Page) -> None:
    new_game(page, board="9x9", level="medium", seed=5)
    press(page, "m")
    page.get_by_role("button", name="Menu").click()


def own(page: Page) -> None:
    page.goto("/#/own")
    page.wait_for_selector("#own-text")
    page.locator("#own-text").fill(CLASSIC)
    page.wait_for_selector(".verdict.one")


VARIANT = """{"nonet": 1, "layout": "9x9", "givens": "%s", "rules": [
    {"kind": "cage", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 8},
    {"kind": "cage", "cells": ["r8c8", "r8c9", "r9c9"], "sum": 23},
    {"kind": "thermometer", "cells": ["r3c1", "r4c1", "r5c2", "r6c2", "r6c3"]},
    {"kind": "whisper", "cells": ["r1c6", "r2c7", "r3c7", "r4c8", "r5c8"]},
    {"kind": "arrow", "circle": ["r8c4"], "shaft": ["r7c4", "r6c5", "r6c6"]},
    {"kind": "renban", "cells": ["r9c1", "r9c2", "r8c2", "r7c2"]},
    {"kind": "difference", "cells": ["r4c5", "r4c6"]}, {"kind": "ratio", "cells": ["r2c4", "r3c4"]},
    {"kind": "sandwich", "cells": ["r1c5", "r2c5", "r3c5", "r4c5", "r5c5", "r6c5", "r7c5", "r8c5", "r9c5"], "sum": 11}
]}"""


def desk(page: Page) -> None:
    """The setter's desk with a draft, and a rule chosen."""
    page.goto("/#/desk")
    page.wait_for_selector(".setter .cell")
    page.locator("#desk-text").fill((VARIANT % ("." * 81)).replace("\n", " "))
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(".setter .marks")
    page.locator(".rule-choose").nth(1).click()
    page.evaluate("document.querySelector('.setter .desk').scrollTop = 0")


def watch(page: Page) -> None:
    """Two searches side by side, a few events on."""
    page.goto("/#/watch")
    page.wait_for_selector(".lane .cell")
    page.get_by_role("button", name="An easy puzzle").click()
    page.wait_for_selector(".lane [data-cell='80']")
    page.locator("h1").click()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)


def photo(page: Page) -> None:
    """A photograph that is hard to read."""
    page.goto("/#/own")
    page.wait_for_selector(".own .cell")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": unclear_photo()})
    page.wait_for_selector(".photo-detail")
    page.wait_for_selector(".verdict.one")


def unclear_photo() -> bytes:
    """A page with a puzzle from an angle, half in the shadow, some of its digits scratched."""
    drawn = scene_png(board_scene(Puzzle.of("9x9", CLASSIC)), theme="print", width=480)
    paper = Image.new("L", (640, 640), 235)
    with Image.open(BytesIO(drawn)) as picture:
        paper.paste(picture.convert("L"), (80, 80))
    pen = ImageDraw.Draw(paper)
    for cell in (14, 20, 39, 53, 76):
        x, y = (80 + (place + 0.5) * 480 / 9 for place in (cell % 9, cell // 9))
        pen.line((x - 4, y - 20, x + 12, y + 20), fill=235, width=16)
    corners = (-20, -40, 30, 670, 690, 640, 650, 10)
    blurred = paper.filter(ImageFilter.GaussianBlur(1.2))
    tilted = blurred.transform((640, 640), Image.Transform.QUAD, corners, fillcolor=90)
    light = Image.linear_gradient("L").resize((640, 640)).point(lambda value: 130 + value // 2)
    file = BytesIO()
    ImageChops.multiply(tilted, light).save(file, format="JPEG", quality=70)
    return file.getvalue()


def at(address: str, wanted: str) -> Callable[[Page], None]:
    """A screen that needs no preparation: its address, and what it shows."""

    def shown(page: Page) -> None:
        page.goto(f"/{address}")
        page.wait_for_selector(wanted)

    return shown


def practice(page: Page) -> None:
    at("#/learn/naked-pair", "h1")(page)
    page.get_by_role("button", name="Practise").click()
    page.get_by_role("button", name="Show me").wait_for()


def replay(page: Page) -> None:
    game = new_game(page, board="9x9", level="easy", seed=5)
    page.evaluate(FOLLOW, [game, 30])
    at(f"#/replay/{game}", ".board .cell")(page)


def statistics(page: Page) -> None:
    finished(page)
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
    "hint": hint(seed=8, wanted=("x-wing",)),
    "killer": board("killer", "easy"),
    "killer-hint": hint("killer", "medium", seed=8, wanted=("rule-of-45",)),
    "thermo": board("thermo", None),
    "sandwich": board("sandwich", None),
    "colours": colours,
    "conflict": conflict,
    "finished": finished,
    "paused": paused,
    "help": dialog("?"),
    "share": share,
    "settings": dialog("s"),
    "menu": menu,
    "own": own,
    "desk": desk,
    "watch": watch,
    "photo": photo,
    "lessons": at("#/learn", ".glossary"),
    "lesson": at("#/learn/x-wing", ".board .cell"),
    "practice": practice,
    "tour": at("#/tour", "h1"),
    "replay": replay,
    "statistics": statistics,
    "games": at("#/games", "h1"),
    "calendar": at("#/days", "h1"),
    "packs": at("#/packs", "h1"),
    "pack": at("#/packs/killer", "h1"),
    "away": away,
    "start": start,
}
