"""Pages of Firefox and WebKit in Playwright's words: as much of them as the tests of play use.

A locator is a list of steps, found anew in the page whenever it is used. Clicks wait until the element is there, stands
still, and would get the click; expectations wait until they hold.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urljoin

import playwright.sync_api
from playwright.sync_api import Locator
from playwright.sync_api._generated import LocatorAssertions

from faces.web.browsing import PATIENCE
from faces.web.webdriver import Tab, WebDriverError

__all__ = ["DrivenPage", "expect"]

KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Delete": "\ue017",
}

FIND = r"""(() => {
    const ROLES = {
        button: "button, [role=button], summary",
        dialog: "dialog[open], [role=dialog], [role=alertdialog]",
        heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
        link: "a[href], [role=link]",
        radio: "input[type=radio], [role=radio]",
    };
    const squeezed = (text) => (text ?? "").replace(/\s+/g, " ").trim();
    const isShown = (element) =>
        element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
    const texts = (elements) => squeezed([...elements].map((element) => element.textContent).join(" "));
    const name = (element) => {
        const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
        return (
            texts(ids.map((id) => document.getElementById(id)).filter(Boolean)) ||
            squeezed(element.getAttribute("aria-label")) ||
            texts(element.labels ?? []) ||
            squeezed(element.textContent)
        );
    };
    const fits = (text, wanted) => {
        if (wanted.pattern !== undefined) return new RegExp(wanted.pattern).test(text);
        if (wanted.exact) return text === wanted.text;
        return text.toLowerCase().includes(wanted.text.toLowerCase());
    };
    const inside = (roots, selector) => [...new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))];
    const take = {
        css: (found, selector) => inside(found, selector),
        text: (found, wanted) => found.filter((element) => fits(squeezed(element.textContent), wanted)),
        role: (found, role, wanted) =>
            inside(found, ROLES[role]).filter(
                (element) => isShown(element) && (wanted === null || fits(name(element), wanted)),
            ),
        nth: (found, place) => found.slice(place, place + 1),
    };
    const find = (steps) => steps.reduce((found, [kind, ...given]) => take[kind](found, ...given), [document]);
    return { find, isShown, squeezed };
})()"""

FACTS = """(steps) => {
    const { find, isShown, squeezed } = FIND;
    return find(steps).map((element) => ({
        text: squeezed(element.textContent),
        inner: element.innerText ?? "",
        isShown: isShown(element),
        isDisabled: element.matches(":disabled, [aria-disabled=true]"),
        isFocused: element === document.activeElement,
        attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    }));
}""".replace("FIND", FIND)

AIM = """(steps) => {
    const { find, isShown } = FIND;
    const element = find(steps)[0];
    if (!element || !isShown(element) || element.matches(":disabled")) return null;
    const middle = () => {
        const box = element.getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    };
    if (!document.elementFromPoint(...middle())) element.scrollIntoView({ block: "center", behavior: "instant" });
    const hit = document.elementFromPoint(...middle());
    return hit && (element.contains(hit) || hit.closest("label")?.control === element) ? middle() : null;
}""".replace("FIND", FIND)

CALL = """async (steps, argument) => {
    const found = (FIND).find(steps);
    return ALL ? await (GIVEN)(found, argument) : await (GIVEN)(found[0], argument);
}""".replace("FIND", FIND)

BOX = """element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
}"""

Wanted = str | re.Pattern[str]


def _wanted(text: Wanted | None, exact: bool = False) -> dict[str, Any] | None:
    if text is None:
        return None
    return {"text": text, "exact": exact} if isinstance(text, str) else {"pattern": text.pattern}


class _Place:
    """Where locators begin: the page, or another locator."""

    page: DrivenPage
    steps: list[list[Any]]

    def locator(self, selector: str, *, has_text: Wanted | None = None) -> DrivenLocator:
        steps = [*self.steps, ["css", selector]]
        return DrivenLocator(self.page, steps if has_text is None else [*steps, ["text", _wanted(has_text)]])

    def get_by_role(self, role: str, *, name: Wanted | None = None, exact: bool = False) -> DrivenLocator:
        return DrivenLocator(self.page, [*self.steps, ["role", role, _wanted(name, exact)]])


class DrivenLocator(_Place):
    def __init__(self, page: DrivenPage, steps: list[list[Any]]) -> None:
        self.page, self.steps = page, steps

    def nth(self, place: int) -> DrivenLocator:
        return DrivenLocator(self.page, [*self.steps, ["nth", place]])

    @property
    def first(self) -> DrivenLocator:
        return self.nth(0)

    def facts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.tab.run(FACTS, self.steps)
        return found

    def count(self) -> int:
        return len(self.facts())

    def all_inner_texts(self) -> list[str]:
        return [element["inner"] for element in self.facts()]

    def _one(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.until(lambda: next(iter(self.facts()), None), f"{self.steps}")
        return found

    def inner_text(self) -> str:
        text: str = self._one()["inner"]
        return text

    def get_attribute(self, name: str) -> str | None:
        text: str | None = self._one()["attributes"].get(name)
        return text

    def evaluate(self, function: str, argument: object = None) -> Any:
        self._one()
        return self.page.tab.run(
            CALL.replace("GIVEN", function).replace("ALL", "false"), self.steps, argument
        )

    def evaluate_all(self, function: str, argument: object = None) -> Any:
        return self.page.tab.run(CALL.replace("GIVEN", function).replace("ALL", "true"), self.steps, argument)

    def bounding_box(self) -> dict[str, float]:
        box: dict[str, float] = self.evaluate(BOX)
        return box

    def focus(self) -> None:
        self.evaluate("element => element.focus()")

    def click(self, *, modifiers: list[str] | None = None) -> None:
        held = modifiers or []
        last: list[list[int] | None] = [None]

        def aim() -> list[int] | None:
            before, last[0] = last[0], self.page.tab.run(AIM, self.steps)
            return last[0] if last[0] == before else None

        x, y = self.page.until(aim, f"a click on {self.steps}")
        self.page.keys("keyDown", held)
        self.page.mouse.click(x, y)
        self.page.keys("keyUp", held)


class _Mouse:
    def __init__(self, page: DrivenPage) -> None:
        self._page = page
        self._at = (0.0, 0.0)

    def _act(self, *actions: dict[str, Any]) -> None:
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._page.tab.act({**source, "actions": list(actions)})

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        (x0, y0), self._at = self._at, (x, y)
        parts = [step / steps for step in range(1, steps + 1)]
        self._act(*(_moved(x0 + (x - x0) * part, y0 + (y - y0) * part) for part in parts))

    def down(self) -> None:
        self._act(DOWN)

    def up(self) -> None:
        self._act(UP)

    def click(self, x: float, y: float) -> None:
        self._at = (x, y)
        self._act(_moved(x, y), DOWN, UP)


DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}


def _moved(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


class _Keyboard:
    def __init__(self, page: DrivenPage) -> None:
        self._page = page

    def press(self, keys: str) -> None:
        held = keys.split("+")
        self._page.keys("keyDown", held)
        self._page.keys("keyUp", held[::-1])


class _Clock:
    """These browsers have no other clock than that on the wall."""

    def install(self) -> None:
        pass

    def fast_forward(self, milliseconds: int) -> None:
        time.sleep(milliseconds / 1000)


class DrivenPage(_Place):
    def __init__(self, tab: Tab, origin: str, patience: float = PATIENCE) -> None:
        self.tab, self._origin, self.patience = tab, origin, patience
        self.page, self.steps = self, []
        self.keyboard, self.mouse, self.clock = _Keyboard(self), _Mouse(self), _Clock()

    def until(self, attempt: Callable[[], Any], what: str, timeout: float | None = None) -> Any:
        """The first answer that is not false; the page may be loading meanwhile. The timeout is in milliseconds."""
        deadline = time.monotonic() + (self.patience if timeout is None else timeout / 1000)
        error: WebDriverError | None = None
        while time.monotonic() < deadline:
            try:
                if answer := attempt():
                    return answer
            except WebDriverError as raised:
                error = raised
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {what} {error or ''}")

    def keys(self, kind: str, names: list[str]) -> None:
        if names:
            actions = [{"type": kind, "value": KEYS.get(name, name)} for name in names]
            self.tab.act({"type": "key", "id": "keyboard", "actions": actions})

    def goto(self, address: str) -> None:
        self.tab.goto(urljoin(self._origin, address))

    def reload(self) -> None:
        self.tab.reload()

    def set_default_timeout(self, milliseconds: float) -> None:
        self.patience = milliseconds / 1000

    @property
    def url(self) -> str:
        address: str = self.tab.run("() => location.href")
        return address

    def evaluate(self, code: str, arg: object = None) -> Any:
        called = (
            f"(given) => {{ const code = ({code}); return typeof code === 'function' ? code(given) : code; }}"
        )
        return self.tab.run(called, arg)

    def wait_for_function(self, code: str, *, arg: object = None) -> None:
        self.until(lambda: self.evaluate(code, arg), code)

    def wait_for_selector(self, selector: str) -> None:
        self.until(lambda: any(found["isShown"] for found in self.locator(selector).facts()), selector)


# -- expectations -------------------------------------------------------------------------------------------


def _matches(text: str | None, wanted: Wanted, whole: bool = True) -> bool:
    if text is None:
        return False
    if isinstance(wanted, str):
        wanted = " ".join(wanted.split())
        return text == wanted if whole else wanted in text
    return wanted.search(text) is not None


def _attribute(found: dict[str, Any], name: str, wanted: Wanted) -> bool:
    return _matches(found["attributes"].get(name), wanted)


OF_ONE: dict[str, Callable[..., bool]] = {
    "to_be_disabled": lambda found: found["isDisabled"],
    "to_be_empty": lambda found: not found["text"],
    "to_be_focused": lambda found: found["isFocused"],
    "to_contain_text": lambda found, wanted: _matches(found["text"], wanted, whole=False),
    "to_have_attribute": _attribute,
    "to_have_class": lambda found, wanted: _attribute(found, "class", wanted),
    "to_have_text": lambda found, wanted: _matches(found["text"], wanted),
}
OF_ALL: dict[str, Callable[..., bool]] = {
    "to_be_attached": bool,
    "to_be_hidden": lambda found: not any(element["isShown"] for element in found),
    "to_be_visible": lambda found: any(element["isShown"] for element in found),
    "to_have_count": lambda found, count: len(found) == count,
}


class _Expected:
    def __init__(self, locator: DrivenLocator) -> None:
        self._locator = locator

    def __getattr__(self, name: str) -> Callable[..., None]:
        plain = name.removeprefix("not_")
        is_wanted = plain == name

        def holds(*wanted: object) -> bool:
            found = self._locator.facts()
            if plain in OF_ALL:
                return OF_ALL[plain](found, *wanted) == is_wanted
            return bool(found) and OF_ONE[plain](found[0], *wanted) == is_wanted

        def check(*wanted: object, timeout: float | None = None) -> None:
            page = self._locator.page
            try:
                page.until(lambda: holds(*wanted), f"{name} {wanted}", timeout)
            except AssertionError as error:
                raise AssertionError(f"{error}: {self._locator.steps} {self._locator.facts()[:3]}") from None

        return check


def expect(locator: Locator | DrivenLocator) -> LocatorAssertions:
    """Playwright's, for its locators; the same words for ours."""
    if isinstance(locator, DrivenLocator):
        return cast(LocatorAssertions, _Expected(locator))
    return playwright.sync_api.expect(locator)
