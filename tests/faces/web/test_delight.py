"""Typefaces, accents, several colours in a cell, a pulse, sound."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, cell, open_game, own_cells, settled
from faces.web.screens import violations

pytestmark = pytest.mark.browser

# Records what the page plays and how it vibrates.
LISTEN = """() => {
    window.heard = [];
    navigator.vibrate = pattern => window.heard.push(["vibration", pattern]);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.heard.push(["note", Math.round(this.frequency.value)]);
        start.apply(this, when);
    };
}"""


@pytest.mark.slow
def test_fonts_accents_and_feedback(open_page: Open, server: Server) -> None:
    """The page brings its typefaces; an accent recolours the player's digits; a complete house pulses and sounds."""
    game = server.game(board="4x4", level="easy", seed=1)
    solution = server.solution(game["share"])
    page = open_page(at(game), reduced_motion="no-preference", fresh=True)
    open_game(page)
    loaded = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family).join()"
    page.wait_for_function(f"() => /Nonet Sans.*Nonet Serif/.test({loaded})")
    page.evaluate(LISTEN)
    page.keyboard.press("s")
    accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"
    before = page.evaluate(accent)
    page.get_by_role("radio", name="Plum").check(force=True)
    page.wait_for_function("() => document.documentElement.dataset.accent === 'plum'")
    assert page.evaluate(accent) != before
    for name in ("Sounds", "Vibration"):
        with page.expect_response("**/api/games/*"):  # it is fetched again after a change
            page.get_by_role("switch", name=name).check()
    page.keyboard.press("Escape")
    rows = [[number for number in own_cells(game) if number // 4 == row] for row in range(4)]
    row = min((row for row in rows if row), key=len)
    counted = (
        "window.pulsed = 0; addEventListener('animationstart', e => pulsed += e.animationName === 'pulse')"
    )
    page.evaluate(counted)
    for number in row:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
        settled(page)
    page.wait_for_function("() => window.pulsed >= 4")
    heard = page.evaluate("window.heard")
    assert ["note", 523] in heard
    assert ["note", 659] in heard  # the second note of a complete house
    assert any(kind == "vibration" for kind, _ in heard)


def test_several_colours_in_a_cell(open_page: Open, server: Server) -> None:
    """Each is seen, with its sign, below the candidates; pressing it again removes the colour."""
    game = server.game(board="6x6", level="easy", seed=5)
    number = own_cells(game)[0]
    page = open_page(at(game))
    open_game(page)
    page.keyboard.press("a")
    cell(page, number).click()
    page.keyboard.press("o")
    for colour in "135":
        page.keyboard.press(colour)
    settled(page)
    painted = cell(page, number)
    expect(painted.locator(".paint-sign")).to_have_count(3)
    assert painted.evaluate("cell => getComputedStyle(cell).backgroundImage").count("rgb") >= 3
    layers = "cell => ['.marks', '.paint-signs'].map(part => Number(getComputedStyle(cell.querySelector(part)).zIndex))"
    notes, signs = painted.evaluate(layers)
    assert notes > signs
    page.keyboard.press("3")
    expect(painted.locator(".paint-sign")).to_have_count(2)
    settled(page)
    state = server.state(game["id"])
    assert (state["colours"][number], state["more_colours"]) == (1, [[number, 5]])
    page.reload()
    open_game(page)
    expect(painted.locator(".paint-sign")).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize("accent", ["green", "plum", "rust", "slate"])
def test_every_accent_can_be_read(open_page: Open, server: Server, accent: str) -> None:
    """Axe finds enough contrast in both themes, on the board and in a lesson."""
    game = server.game(board="6x6", level="easy", seed=5)
    solution = server.solution(game["share"])
    page = open_page(at(game), color_scheme="light")
    open_game(page)
    for number in own_cells(game)[:3]:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
    settled(page)
    page.keyboard.press("t")
    expect(page.locator(".hint")).to_be_visible()
    for theme in ("light", "dark"):
        page.evaluate("accent => { document.documentElement.dataset.accent = accent }", accent)
        assert violations(page, theme=theme, only_contrast=True) == []
