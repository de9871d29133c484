"""Axe finds no problem on any screen: in every theme, on a laptop, at 200 % and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server
from faces.web.hands import eventually
from faces.web.screens import SCREENS, open_screen, violations

pytestmark = pytest.mark.browser

# Too small for touch: narrower than 32 px or lower than 40 px.
SMALL = """elements => elements.map(each => [each.textContent || each.ariaLabel, each.getBoundingClientRect()])
           .filter(([, box]) => box.width < 32 || box.height < 40).map(([name]) => name)"""

AT_ONCE = {"start", "game with a hint", "settings"}
"""Screens that the fast tests look at: together they have nearly every kind of control."""

SIZES = {"a phone": (390, 844), "1280 by 720 at 200 %": (640, 360), "1280 by 1024 at 400 %": (320, 256)}


KEYS = {
    "game": 9,
    "killer": 9,
    "game with conflicts and notes": 6,
    "own puzzle": 9,
    "own puzzle, photographed": 9,
    "exercise": 9,
    "setter's desk": 9,
}
"""Screens with digit keys that nothing covers."""


def resize(page: Page, width: int, height: int) -> None:
    """Changes the window, and waits until nothing is wider than it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "width => innerWidth === width && document.documentElement.scrollWidth <= width", arg=width
    )


@pytest.mark.parametrize(
    "screen", [pytest.param(name, marks=[pytest.mark.slow] * (name not in AT_ONCE)) for name in SCREENS]
)
def test_every_screen_is_accessible(screen: str, open_page: Open, server: Server) -> None:
    """Axe finds no problems in any theme; at 320 px nothing overflows, and every button is large enough."""
    page = open_screen(screen, open_page, server)
    for theme in ("light", "dark", "contrast"):
        assert violations(page, theme=theme, only_contrast=theme != "light") == []
    resize(page, 320, 640)
    pressed = page.locator("button:visible, a.button:visible, .choice label:visible, select:visible")
    eventually(lambda: pressed.evaluate_all(SMALL), [])


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_in_every_size(screen: str, open_page: Open, server: Server) -> None:
    """The same where style sheets arrange things anew; and every digit key can be reached."""
    page = open_screen(screen, open_page, server)
    for name, (width, height) in SIZES.items():
        resize(page, width, height)
        assert violations(page, theme="light") == [], name
        assert violations(page, theme="dark", only_contrast=True) == [], name
        if screen in KEYS:
            expect(page.locator(".digit-key:visible")).to_have_count(KEYS[screen])
            for key in page.locator(".digit-key").all():
                key.scroll_into_view_if_needed()
                expect(key).to_be_in_viewport(ratio=0.9)
