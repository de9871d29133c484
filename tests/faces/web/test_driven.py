"""What the other tests rely on: in each browser, an expectation that does not hold fails, and errors are noticed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from faces.web.browsing import Open, Server, Watch
from faces.web.driven import expect
from faces.web.hands import at, cell, open_game, own_cells

pytestmark = [pytest.mark.browser, pytest.mark.three_browsers]


def test_expectations_can_fail(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    open_game(page)
    undo, empty = page.get_by_role("button", name="Undo", exact=True), cell(page, own_cells(game)[0])
    shown, missing = expect(page.locator(".clock")), expect(page.locator(".no-such-class"))
    expect(undo).to_have_count(1)
    failing: list[Callable[[], None]] = [
        lambda: expect(undo).not_to_have_count(1, timeout=100),
        lambda: expect(undo).not_to_be_disabled(timeout=100),
        lambda: expect(undo).to_be_focused(timeout=100),
        lambda: expect(undo).to_be_hidden(timeout=100),
        lambda: expect(empty).to_have_attribute("aria-label", re.compile("given"), timeout=100),
        lambda: expect(empty).to_have_class(re.compile("mistake"), timeout=100),
        lambda: shown.to_be_empty(timeout=100),
        lambda: shown.to_contain_text("7:77", timeout=100),
        lambda: shown.to_have_text("7:77", timeout=100),
        lambda: missing.to_be_visible(timeout=100),
        lambda: missing.not_to_have_text("7:77", timeout=100),
    ]
    for expectation in failing:
        with pytest.raises(AssertionError):
            expectation()


def test_errors_of_a_page_are_noticed(open_page: Open, watch: Watch) -> None:
    page = open_page("#/tour")
    page.evaluate("() => { setTimeout(() => { throw new Error('of the test'); }); }")
    page.evaluate("() => new Promise((go) => setTimeout(go, 100))")
    page.reload()
    assert [fault for fault in watch.faults if "of the test" in fault]
    watch.faults.clear()
