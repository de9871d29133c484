"""Pages for the tests: new ones, and one that most tests share, because loading a page takes more processor time than
what a test does on it.

A test gets the shared page as a browser that has never been here would show it: with an empty storage, at its address,
in the usual window. What a page keeps in memory from one screen to the next stays, as it does for a player. Tests that
load the page or move the clock get pages of their own, and tests with two browsers those of a family, which are loaded
again for each test.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from playwright.sync_api import Browser, Page

from faces.web.browsing import Watch

__all__ = ["PATIENCE", "SHARED", "WINDOW", "Family", "SharedPage", "load", "new_page"]

PATIENCE = 60_000
"""Timeout in milliseconds. Pages usually take a tenth of a second, but a busy machine may take longer."""
WINDOW = {"width": 1200, "height": 800}
SHARED = {"viewport", "color_scheme", "reduced_motion", "forced_colors"}
"""Options of a context that can be changed in the shared page."""
REST = "#/tour"
"""Where the shared page waits between two tests: a screen that shows nothing of the tests before."""

# In `make test`, the exercise that a page draws is the same in every run, whatever other tests have drawn before.
SAME_NUMBERS = "{ let seed = 1; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647; }"

# Nobody sees the pages, and drawing them is a fifth of the browser's work. What is transparent is laid out, focused and
# clicked as usual.
TRANSPARENT = "document.documentElement.style.opacity = 0;"

# Goes to another screen, and marks the one that is left.
LEAVE = """address => {
    TRANSPARENT
    localStorage.clear();
    sessionStorage.clear();
    document.querySelector("main > *").classList.add("last");
    if (location.hash === address) dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = address;
}""".replace("TRANSPARENT", TRANSPARENT)


def new_page(browser: Browser, origin: str, **options: Any) -> Page:
    """A page in a browser that has never been here."""
    usual = {
        "viewport": WINDOW,
        "reduced_motion": "reduce",
        "locale": "en-GB",
        "service_workers": "block",  # test_offline has them
    }
    context = browser.new_context(base_url=origin, **{**usual, **options})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {TRANSPARENT} }})")
    if settings().derandomize:
        context.add_init_script(SAME_NUMBERS)
    return context.new_page()


def load(page: Page, address: str) -> Page:
    page.goto(f"/{address}")
    page.wait_for_selector("main > *")
    return page


class SharedPage:
    """A page, and the watch of the test that uses it now, or was the last to use it."""

    def __init__(self) -> None:
        self.page: Page | None = None
        self.watch = Watch("")
        self.in_use = False

    def open(self, browser: Browser, address: str, watch: Watch, **options: Any) -> Page:
        """Show an address. The options are those of `SHARED`."""
        if self.page is None:
            self.page = load(new_page(browser, watch.origin), REST)
            self.page.on("request", lambda request: self.watch.request(request))
            self.page.on("pageerror", lambda error: self.watch.error(error))
            self.page.on("console", lambda message: self.watch.console(message))
        self.watch, self.in_use = watch, True
        self.page.set_viewport_size(options.pop("viewport", WINDOW))
        self.page.emulate_media(
            **{
                "media": "null",
                "color_scheme": "light",
                "reduced_motion": "reduce",
                "forced_colors": "none",
                **options,
            }
        )
        if settings().derandomize:
            self.page.evaluate(SAME_NUMBERS)
        self._show(address)
        return self.page

    def rest(self) -> None:
        """Leave the screen of a test, which may send something; the test is still watching."""
        if self.page is not None and self.in_use:
            self.page.unroute_all()
            self._show(REST)
        self.in_use = False

    def close(self) -> None:
        """Close the page; the next test gets a new one."""
        if self.page is not None:
            self.page.context.close()
        self.page, self.in_use = None, False

    def _show(self, address: str) -> None:
        assert self.page is not None
        self.page.wait_for_selector("main > *")  # a test may have loaded it again
        self.page.evaluate(LEAVE, address)
        self.page.wait_for_selector("main > :not(.last)")


class Family:
    """A household whose devices are contexts of one browser. Each test has new players, but files stay cached."""

    def __init__(self, origin: str, browser: Browser, idle: list[Page]) -> None:
        self.browser, self.idle = browser, idle
        self.watch = Watch(origin)
        self.watch.refusing = True
        self.pages: list[Page] = []

    def device(self, address: str = "") -> Page:
        """A browser that nobody has played in opens the link that the server printed."""
        page = self.idle.pop() if self.idle else new_page(self.browser, self.watch.origin)
        page.context.clear_cookies()
        self.pages.append(page)
        self.watch.over(page)
        return load(page, f"?token=right{address}")

    def close(self) -> None:
        for page in self.pages:
            page.evaluate(LEAVE, REST)
            page.wait_for_selector("main > :not(.last)")
            self.watch.leave(page)
        self.idle += self.pages
        self.watch.judge()
