"""Measures how quick the page of `sudoku web` is in a browser; see docs/page.md.

    python -m benchmarks.page [--runs N] [--results FOLDER]

The server is `sudoku web` itself, with an empty store; the browser is the installed Chromium, without a screen. For
each screen, with an empty cache and again with a full one, on this processor and on one that is four times as slow:

    requests, kB   what goes over the wire, with headers
    processor      time of all processes of the browser, from the start of the navigation until the network is idle
    first paint    from the start of the navigation to the first text or shape (First Contentful Paint)
    ready          to the moment when the screen has been drawn and takes keys
    key            from a digit key to the end of its handlers
    frame          from the same key to the end of the next frame, in which the digit is seen

Times are in milliseconds, the best of all runs and their median: noise can only make a time longer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.report import processor, slug
from benchmarks.web import ask_once, start
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import chromium  # tools/chromium.py

# Notes when the screen is ready: the board takes the focus, other screens have their heading.
WATCH = """
window.readyAt = 0;
new MutationObserver(() => {
    const board = location.hash.startsWith("#/game/");
    const done = board ? document.activeElement?.matches(".cell[tabindex='0']") : document.querySelector("main .new");
    if (done && !window.readyAt) window.readyAt = performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });
document.addEventListener("focusin", ({ target }) => {
    if (target.matches?.(".cell[tabindex='0']") && !window.readyAt) window.readyAt = performance.now();
});
window.keys = [];
addEventListener("keydown", (event) => {
    const from = event.timeStamp;
    const handled = () => performance.now() - from;
    addEventListener("keydown", () => { window.handled = handled(); }, { once: true });
    requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.keys.push([window.handled, handled()]);
        channel.port2.postMessage(null);
    });
}, { capture: true });
"""

PAINT = """() => new Promise(done => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    if (entry) done(entry.startTime);
    else new PerformanceObserver(list => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
})"""


@dataclass
class Times:
    """What was measured of one screen, a value for each run."""

    requests: int = 0
    size: int = 0
    processor: list[float] = field(default_factory=list)
    paint: list[float] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)
    key: list[float] = field(default_factory=list)
    frame: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        times = (self.processor, self.paint, self.ready, self.key, self.frame)
        cells = [f"{min(each):.0f} ({median(each):.0f})" if each else "" for each in times]
        return f"| {name} | {self.requests} | {self.size / 1000:,.0f} | {' | '.join(cells)} |"


def open_screen(page: Page, session: CDPSession, address: str, times: Times) -> None:
    """Opens a screen, and notes what it took."""
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto("about:blank")
    sizes.clear()
    before = browser_times(page)
    page.goto(address)
    page.wait_for_function("() => window.readyAt > 0")
    times.paint.append(page.evaluate(PAINT))
    times.ready.append(page.evaluate("window.readyAt"))
    page.wait_for_load_state("networkidle")
    times.processor.append(sum(now - before.get(key, 0) for key, now in browser_times(page).items()))
    times.requests, times.size = sum(size > 0 for size in sizes), sum(sizes)  # 0: from the cache


def browser_times(page: Page) -> dict[int, float]:
    """Milliseconds that each process of the browser has run."""
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {process["id"]: 1000 * process["cpuTime"] for process in processes}


def type_digits(page: Page, times: Times) -> None:
    """Types ten digits into the board, one per frame."""
    page.keyboard.press("Control+Home")
    for count in range(10):
        page.keyboard.press("ArrowRight")
        page.keyboard.press(str(count % 4 + 1))
        page.wait_for_timeout(40)
    page.wait_for_timeout(100)
    measured = page.evaluate("window.keys.slice(1)")[1::2]
    times.key.append(min(handled for handled, _ in measured))
    times.frame.append(min(frame for _, frame in measured))


def measure(browser: Browser, url: str, addresses: dict[str, str], runs: int) -> dict[str, Times]:
    found: dict[str, Times] = {}
    for slowdown in (1, 4):
        for name, address in addresses.items():
            cold, warm = Times(), Times()
            for _ in range(runs):
                context = browser.new_context(
                    viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
                )
                context.add_init_script(WATCH)
                page = context.new_page()
                session = context.new_cdp_session(page)
                session.send("Network.enable")
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
                for times in (cold, warm):
                    open_screen(page, session, f"{url}/{address}", times)
                if address:
                    type_digits(page, warm)
                context.close()
            slow = f", {slowdown} times slower" if slowdown > 1 else ""
            found[f"{name}{slow}"] = cold
            found[f"{name}{slow}, again"] = warm
    return found


def table(found: dict[str, Times], runs: int) -> str:
    lines = [
        f"# The page in Chromium: {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "",
        f"Milliseconds; the best of {runs} runs, and their median.",
        "",
        "| screen | requests | kB | processor | first paint | ready | key | frame |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
        *(times.row(name) for name, times in found.items()),
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.page", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--runs", type=int, default=5, help="page loads of each kind (5)")
    parser.add_argument("--results", type=Path, help="folder for the report, named after the processor")
    options = parser.parse_args()
    path = chromium.find()
    if path is None:
        print(chromium.HOW, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        run, port, _ = start(folder)
        try:
            games = {f"game, {board}": "#/game/" + _new_game(port, board) for board in ("9x9", "16x16")}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
                found = measure(browser, f"http://127.0.0.1:{port}", {"home": "", **games}, options.runs)
                browser.close()
        finally:
            run.terminate()
            run.wait(20)
    text = table(found, options.runs)
    print(text)
    if options.results is not None:
        (options.results / f"page-{slug(processor())}.md").write_text(text + "\n", encoding="utf-8")
    return 0


def _new_game(port: int, board: str) -> str:
    wish = {"board": board, "level": "easy", "seed": 5}
    made = json.loads(asyncio.run(ask_once(port, "POST", "/api/games", wish)))
    return str(made["id"])


if __name__ == "__main__":
    sys.exit(main())
