"""Fixtures: a real server and a real browser for the tests of the page.

The server is the application of `sudoku web` in a thread, with an empty store; tests that kill it get a process of its
own, and test_server.py starts the command. The browser is the installed Chromium; tests marked `three_browsers` run in
Firefox and WebKit too, behind the mark `slow`.
Every page is watched: a request to another host, an error on the console or an uncaught exception fails the test.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any, cast

import browsers  # tools/browsers.py
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from faces.web.browsing import Open, Server, ThreadServer, Watch, free_port
from faces.web.driven import DrivenPage
from faces.web.pages import PATIENCE, SHARED, WINDOW, Family, SharedPage, load, new_page
from faces.web.webdriver import Engine, Firefox, WebKit
from nonet.faces.web.security import AccessToken
from nonet.faces.web.workers import Workers


def pytest_configure(config: pytest.Config) -> None:
    """The mark of these tests: they need a browser, and run once, with the kernel."""
    config.addinivalue_line("markers", "browser: drives a real chromium; runs once, with the kernel")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that any browser must pass run in three; in two of them only where slow tests run."""
    if metafunc.definition.get_closest_marker("three_browsers"):
        names = ["chromium", *(pytest.param(name, marks=pytest.mark.slow) for name in ENGINES)]
        metafunc.parametrize("engine", names, indirect=True)


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """The processes that the tests of the API share."""
    with Workers(1, seconds=30) as running:
        yield running


def running(server: Server) -> Iterator[Server]:
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that all tests share, except those that end it."""
    yield from running(ThreadServer(tmp_path_factory.mktemp("games"), free_port()))


@pytest.fixture(scope="session")
def household(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of a household, whose token is `right`."""
    house = ThreadServer(tmp_path_factory.mktemp("household"), free_port())
    house.token, house.is_household = AccessToken("right"), True
    yield from running(house)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A process that a test may kill."""
    yield from running(Server(tmp_path, free_port()))


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[Server]:
    """A server without games, for tests that count them, or stop it."""
    yield from running(ThreadServer(tmp_path, free_port()))


class Today(date):
    @classmethod
    def today(cls) -> Today:
        return cls(2026, 11, 16)


@pytest.fixture
def same_day(monkeypatch: pytest.MonkeyPatch) -> date:
    """No day ends during a test; this is the date that servers in threads tell."""
    for module in ("api", "game_jobs", "results"):
        monkeypatch.setattr(f"nonet.faces.web.{module}.date", Today)
    return Today.today()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests of this folder after its others, so that one browser serves them all."""
    here = str(Path(__file__).parent) + os.sep
    places = [place for place, item in enumerate(items) if str(item.path).startswith(here)]
    ours = sorted((items[place] for place in places), key=lambda item: "browser" in item.keywords)
    for place, item in zip(places, ours, strict=True):
        items[place] = item


ENGINES: dict[str, type[Firefox | WebKit]] = {"firefox": Firefox, "webkit": WebKit}


class SharedBrowser:
    """The browsers of this machine, each started once for all browser tests of a process.

    Playwright, which drives Chromium, keeps an event loop running, and no other loop can be started in the same thread;
    so it is closed before the next test that is not for the browser.
    """

    def __init__(self) -> None:
        self.running: Browser | None = None
        self.driver: Playwright | None = None
        self.page = SharedPage()
        self.devices: list[Page] = []
        """Pages of a household that no test uses now."""
        self.engines: dict[str, Engine] = {}

    def engine(self, name: str) -> Engine:
        """Firefox or WebKit; started if it is not running."""
        if name not in self.engines:
            _require(browsers.BROWSERS[name])
            self.engines[name] = ENGINES[name]()
        return self.engines[name]

    def get(self) -> Browser:
        """The browser; started if it is not running."""
        if self.running is None:
            path = _require(browsers.CHROMIUM)
            expect.set_options(timeout=PATIENCE)
            self.driver = sync_playwright().start()
            self.running = self.driver.chromium.launch(executable_path=path, args=list(browsers.FLAGS))
        return self.running

    def forget_pages(self) -> None:
        """The next test gets new ones."""
        self.page.close()
        while self.devices:
            self.devices.pop().context.close()

    def close(self) -> None:
        """End the browsers and their drivers."""
        while self.engines:
            self.engines.popitem()[1].close()
        self.forget_pages()
        if self.running is not None:
            self.running.close()
        if self.driver is not None:
            self.driver.stop()
        self.running = self.driver = None


def _require(browser: browsers.Browser) -> str:
    path = browser.find()
    if path is None:
        pytest.fail(browser.how, pytrace=False)
    return path


shared = SharedBrowser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser after the last test that needs it."""
    if nextitem is None or "browser" not in nextitem.keywords:
        shared.close()


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the browser that a test runs in."""
    return getattr(request, "param", "chromium")


@pytest.fixture
def browser() -> Browser:
    """The browser that all tests share; each test opens its own contexts."""
    return shared.get()


@pytest.fixture
def watch(server: Server) -> Watch:
    """Watches the pages of a test."""
    return Watch(server.url)


@pytest.fixture
def fresh_page(engine: str, watch: Watch) -> Iterator[Open]:
    """Makes pages, each in a browser that has never been here. Options are those of Chromium's context; pages in
    Firefox and WebKit have a window as usual, service workers, and the clock on the wall.
    """
    closing = ExitStack()

    def made(**options: Any) -> Page:
        if engine in ENGINES:
            tab = shared.engine(engine).new_tab(watch)
            closing.callback(tab.close)
            tab.resize(**WINDOW)
            return cast(Page, DrivenPage(tab, watch.origin))
        page = new_page(shared.get(), watch.origin, **options)
        closing.callback(page.context.close)
        watch.over(page)
        return page

    yield made
    closing.close()
    watch.judge()


@pytest.fixture
def open_page(engine: str, server: Server, watch: Watch, fresh_page: Open) -> Iterator[Open]:
    """Opens a page as a browser that has never been here shows it; options are those of a context. With `clock`, a
    test can move the page's time on by `page.clock`; with `fresh`, the page is loaded for this test.
    """

    def opened(address: str = "", *, clock: bool = False, fresh: bool = False, **options: Any) -> Page:
        can_share = options.keys() <= SHARED and watch.origin == server.url and not shared.page.in_use
        if can_share and not (clock or fresh or engine in ENGINES):
            return shared.page.open(shared.get(), address, watch, **options)
        page = fresh_page(**options)
        if clock:
            page.clock.install()
        return load(page, address)

    yield opened
    shared.page.rest()


@pytest.fixture
def family(household: Server) -> Iterator[Family]:
    found = Family(household.url, shared.get(), shared.devices)
    yield found
    found.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """After a failure, the next test gets a new page."""
    report = yield
    if report.failed:
        shared.forget_pages()
    return report


@pytest.fixture(autouse=True)
def settings_as_usual(request: pytest.FixtureRequest) -> Iterator[None]:
    """Reset the settings that a browser test has changed."""
    yield
    if request.node.get_closest_marker("browser") and "server" in request.fixturenames:
        usual = {
            "check": "rules",
            "clean_notes": True,
            "language": "en",
            "theme": "auto",
            "input": "cell",
            "highlight_peers": True,
            "highlight_same": True,
            "show_timer": True,
            "digits": "numbers",
            "labels": False,
            "terminal_labels": True,
            "accent": "blue",
            "sound": False,
            "haptics": False,
        }
        request.getfixturevalue("server").ask("PATCH", "/api/settings", usual)
