"""Measures how quick the page of `sudoku web` is in a browser; see docs/page.md.

    python -m benchmarks.page [--runs N] [--results FOLDER]
    python -m benchmarks.page --exported FOLDER [--runs N]

The server is `sudoku web` itself, with an empty store; the browser is the installed Chromium, without a screen. For
each screen, with an empty cache and again with a full one, on this processor and on one that is four times as slow:

    requests, kB   what goes over the wire, with headers
    processor      time of all processes of the browser, from the start of the navigation until the network is idle
    first paint    from the start of the navigation to the first text or shape (First Contentful Paint)
    ready          to the moment when the screen has been drawn and takes keys
    key            from a digit key to the end of its handlers
    frame          from the same key to the end of the next frame, in which the digit is seen

Times are in milliseconds, the best of all runs and their median: noise can only make a time longer.

With --exported, it is the page that `sudoku web --export FOLDER` has written, on a plain web server. A browser that
has never been here opens a link to a puzzle, and opens it again when all files are kept:

    board      from the start of the navigation to the moment when the board is drawn
    rules      to the drawing of a variant's rules
    hint       to the first hint, which is asked for as soon as there is a board; Python must have started
    new        from there to a new puzzle that Python has made
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import os
import platform
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from benchmarks.report import processor, slug
from benchmarks.web import ask_once, start
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from nonet.faces.web.jobs import new_game
from nonet.play import to_share

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import browsers  # tools/browsers.py

POLLING = 100  # milliseconds: otherwise Playwright asks at every frame, which keeps three processes busy

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

SEEN = """
window.seen = {};
const PARTS = {
    board: ".game .board .cell",
    rules: ".rules-words:not([hidden]) *",
    hint: ".hint:not([hidden]) .hint-text",
};
new MutationObserver(() => {
    for (const [name, part] of Object.entries(PARTS))
        if (!(name in seen) && document.querySelector(part)) seen[name] = performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
NEW = """async () => {
    const { send } = await import(new URL("static/transport.js", document.baseURI));
    const begin = performance.now();
    const body = JSON.stringify({ board: "9x9", level: "medium", seed: 5 });
    await send({ method: "POST", path: "/api/puzzles", body, keepalive: false });
    return performance.now() - begin;
}"""

PAINT = """() => new Promise(done => {
    const [entry] = performance.getEntriesByName("first-contentful-paint");
    if (entry) done(entry.startTime);
    else new PerformanceObserver(list => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
})"""


@dataclass
class LinkTimes:
    """What was measured of a link, a value for each run."""

    processor: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    hint: list[float] = field(default_factory=list)
    new: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        times = (self.processor, self.board, self.rules, self.hint, self.new)
        cells = [f"{min(each):.0f} ({median(each):.0f})" if each else "" for each in times]
        return f"| {name} | {' | '.join(cells)} |"


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
    page.wait_for_function("() => window.readyAt > 0", polling=POLLING)
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


class PlainServer(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise each file waits 40 ms for the acknowledgement of its headers

    def log_message(self, *_: object) -> None:
        pass


def measure_exported(browser: Browser, folder: Path, runs: int) -> dict[str, LinkTimes]:
    """Opens links to a classic puzzle and to a killer in the exported page."""
    handler = functools.partial(PlainServer, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found: dict[str, LinkTimes] = {}
    for name, board in (("classic", "9x9"), ("killer", "killer")):
        share = to_share(new_game(board, "easy", 5).puzzle)
        link = f"http://127.0.0.1:{server.server_port}/#p={share}"
        cold, warm = found[name], found[f"{name}, again"] = LinkTimes(), LinkTimes()
        for _ in range(runs):
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            context.add_init_script(SEEN)
            page = context.new_page()
            for times in (cold, warm):
                open_link(page, link, times)
                page.evaluate("navigator.serviceWorker.ready.then(() => true)")
                page.wait_for_timeout(500)
            context.close()
    server.shutdown()
    return found


def open_link(page: Page, link: str, times: LinkTimes) -> None:
    page.goto("about:blank")
    before = browser_times(page)
    page.goto(link)
    page.wait_for_function("() => seen.board", polling=POLLING)
    page.keyboard.press("t")
    page.wait_for_function("() => seen.hint", polling=POLLING, timeout=120_000)
    times.processor.append(sum(now - before.get(key, 0) for key, now in browser_times(page).items()))
    seen = page.evaluate("seen")
    for name, values in (("board", times.board), ("rules", times.rules), ("hint", times.hint)):
        values += [seen[name]] if name in seen else []
    times.new.append(page.evaluate(NEW))


def exported_table(found: dict[str, LinkTimes], runs: int) -> str:
    lines = [
        f"# The exported page in Chromium: {processor()}, {os.cpu_count()} cores",
        "",
        f"Milliseconds; the best of {runs} runs, and their median. Load of the machine: {os.getloadavg()[0]:.1f}.",
        "",
        "| link | processor | board | rules | hint | new |",
        "|---|--:|--:|--:|--:|--:|",
        *(times.row(name) for name, times in found.items()),
    ]
    return "\n".join(lines)


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
    parser.add_argument("--exported", type=Path, help="measure the page that was exported to this folder")
    options = parser.parse_args()
    path = browsers.CHROMIUM.find()
    if path is None:
        print(browsers.CHROMIUM.how, file=sys.stderr)
        return 1
    if options.exported is not None:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=list(browsers.FLAGS))
            print(exported_table(measure_exported(browser, options.exported, options.runs), options.runs))
            browser.close()
        return 0
    with tempfile.TemporaryDirectory() as folder:
        run, port, _ = start(folder)
        try:
            games = {f"game, {board}": "#/game/" + _new_game(port, board) for board in ("9x9", "16x16")}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=list(browsers.FLAGS))
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
