"""Firefox and WebKit as Debian has them, driven by the protocols that they speak without a program of others.

Firefox speaks WebDriver BiDi over a websocket; WebKitWebDriver speaks WebDriver over HTTP. Both run functions in the
page and perform the same lists of keys and pointer moves; `driven.py` makes pages of that.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import re
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import browsers  # tools/browsers.py
from websockets.sync.client import connect

from faces.web.browsing import PATIENCE, Watch, free_port

__all__ = ["Engine", "Firefox", "Tab", "WebDriverError", "WebKit"]

PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}


class WebDriverError(Exception):
    """The browser could not do what it was asked for, often because the page is just being loaded."""


class Tab(Protocol):
    """A page of a browser that has never been here."""

    def goto(self, url: str) -> None: ...
    def reload(self) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def act(self, *sources: dict[str, Any]) -> None:
        """Perform WebDriver's actions."""

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function, and wait for its promise."""

    def close(self) -> None: ...


class Engine(Protocol):
    version: str

    def new_tab(self, watch: Watch) -> Tab: ...
    def close(self) -> None: ...


class _Processes(ExitStack):
    """Programs, and the folder with what they write; when closed, the last one ends first."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(
            self.enter_context(TemporaryDirectory(prefix="nonet-", ignore_cleanup_errors=True))
        )

    def start(self, *command: str, until: Callable[[str], Any], **environment: str) -> Any:
        """Start a program, and wait until something can be read from its output."""
        log = self.folder / f"{Path(command[0]).name}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.callback(_end, process)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            if answer := until(log.read_text(errors="replace")):
                return answer
            time.sleep(0.05)
        self.close()
        raise AssertionError(f"{command[0]} does not start: {log.read_text(errors='replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# -- Firefox ------------------------------------------------------------------------------------------------


class Firefox:
    """One process; every tab is in a container of its own, which shares neither storage nor cache with others."""

    def __init__(self) -> None:
        self._running = _Processes()
        profile = str(self._running.folder)
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
        (self._running.folder / "user.js").write_text("\n".join(lines))
        options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        address = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
        listening = self._running.start(*browsers.FIREFOX.paths(), *options, until=address.search)
        self._socket = self._running.enter_context(
            connect(
                f"{listening[1]}/session",
                max_size=None,
                open_timeout=PATIENCE,
                ping_interval=None,
                proxy=None,
            )
        )
        self._numbers = itertools.count(1)
        self._watches: dict[str, Watch] = {}
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def ask(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=5 * PATIENCE))
            if message.get("id") == number:
                if message["type"] == "error":
                    raise WebDriverError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
            if message["type"] == "event":
                self._event(message["method"], message["params"])

    def _event(self, name: str, told: dict[str, Any]) -> None:
        watch = self._watches.get(told.get("context") or told.get("source", {}).get("context"))
        if watch is None:
            return
        if name == "network.beforeRequestSent":
            watch.requests.append(told["request"]["url"])
        elif told["level"] == "error" or (told["level"] == "warn" and told["type"] == "console"):
            watch.fault(told["level"], told["text"] or "")

    def new_tab(self, watch: Watch) -> FirefoxTab:
        person = self.ask("browser.createUserContext")["userContext"]
        context = self.ask("browsingContext.create", type="tab", userContext=person)["context"]
        self._watches[context] = watch
        return FirefoxTab(self, person, context)

    def close(self) -> None:
        self._running.close()


class FirefoxTab:
    def __init__(self, browser: Firefox, person: str, context: str) -> None:
        self._browser, self._person, self._context = browser, person, context

    def goto(self, url: str) -> None:
        self._browser.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._browser.ask("browsingContext.reload", context=self._context, wait="complete")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._browser.ask("browsingContext.setViewport", context=self._context, viewport=size)

    def act(self, *sources: dict[str, Any]) -> None:
        self._browser.ask("input.performActions", context=self._context, actions=list(sources))

    def run(self, function: str, *arguments: object) -> Any:
        answer = self._browser.ask(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify(await ({function})(...JSON.parse(text)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._context},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise WebDriverError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def close(self) -> None:
        self._browser.ask("browser.removeUserContext", userContext=self._person)


# -- WebKit -------------------------------------------------------------------------------------------------

LISTEN = """() => {
    if (window.nonetFaults) return;
    window.nonetFaults = [];
    addEventListener("error", (event) => window.nonetFaults.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => window.nonetFaults.push(String(event.reason)));
}"""
HEARD = """() => [
    (window.nonetFaults ?? []).splice(0),
    [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)],
]"""


class WebKit:
    """WebKitWebDriver and a display that nobody sees. Every tab is a browser of its own, and there is one at a time."""

    def __init__(self) -> None:
        self._running = _Processes()
        driver, display = browsers.WEBKIT.paths()
        options = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        number = self._running.start(display, *options, until=re.compile(r"^(\d+)\n", re.MULTILINE).search)[1]
        self._port = free_port()
        self._running.start(
            driver,
            f"--port={self._port}",
            until=lambda _: self._answers(),
            DISPLAY=f":{number}",
            HOME=str(self._running.folder),
            NO_AT_BRIDGE="1",
        )
        self.version = ""
        self._tab: WebKitTab | None = None

    def _answers(self) -> bool:
        try:
            return bool(self.ask("GET", "/status")["ready"])
        except OSError:
            return False

    def ask(self, method: str, path: str, body: object = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5 * PATIENCE)
        try:
            connection.request(method, path, json.dumps(body) if method == "POST" else None)
            value = json.load(connection.getresponse())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise WebDriverError(f"{path}: {value['error']}: {value.get('message')}")
        return value

    def new_tab(self, watch: Watch) -> WebKitTab:
        if self._tab is not None:
            self._tab.close()
        session = self.ask(
            "POST", "/session", {"capabilities": {"alwaysMatch": {"timeouts": {"script": 300_000}}}}
        )
        self.version = session["capabilities"]["browserVersion"]
        self._tab = WebKitTab(self, f"/session/{session['sessionId']}", watch)
        return self._tab

    def close(self) -> None:
        if self._tab is not None:
            self._tab.close()
        self._running.close()


class WebKitTab:
    """It hears of errors after a page is loaded, and of requests when the page is left."""

    def __init__(self, browser: WebKit, session: str, watch: Watch) -> None:
        self._browser, self._session, self._watch = browser, session, watch
        self._is_open = True

    def _ask(self, path: str, body: object) -> Any:
        return self._browser.ask("POST", f"{self._session}{path}", body)

    def goto(self, url: str) -> None:
        self._hear()
        self._ask("/url", {"url": url})
        self.run(LISTEN)

    def reload(self) -> None:
        self._hear()
        self._ask("/refresh", {})
        self.run(LISTEN)

    def _hear(self) -> None:
        faults, urls = self.run(HEARD)
        self._watch.requests += [url for url in urls if url != "about:blank"]
        for fault in faults:
            self._watch.fault("error", fault)

    def resize(self, width: int, height: int) -> None:
        self._ask("/window/rect", {"width": width, "height": height})
        inner = self.run("() => innerHeight")
        self._ask("/window/rect", {"width": width, "height": 2 * height - inner})  # with the address bar

    def act(self, *sources: dict[str, Any]) -> None:
        self._ask("/actions", {"actions": list(sources)})

    def run(self, function: str, *arguments: object) -> Any:
        script = f"""const [text, done] = arguments;
            (async () => JSON.stringify(await ({function})(...JSON.parse(text)) ?? null))()
                .then((answer) => done([answer]), (error) => done([null, String(error)]));"""
        answer, *error = self._ask("/execute/async", {"script": script, "args": [json.dumps(arguments)]})
        if error:
            raise WebDriverError(error[0])
        return json.loads(answer)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            try:
                self._hear()
            finally:
                self._browser.ask("DELETE", self._session)
