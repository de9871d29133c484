"""Where things are: board and keys in every size of window, and the board on which a puzzle is typed in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server
from faces.web.hands import at, boxes, cell, expect_digits, open_game

pytestmark = pytest.mark.browser

# Board and keys: the box of the board, those of the digit keys, and the window's.
BOXES = """() => {
    const box = element => { const b = element.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
    return [box(document.querySelector('.board')), [...document.querySelectorAll('.digit-key')].map(box)];
}"""

# Says something long of the server. The box of the board meanwhile, and whether the words fit into the line at the top.
BANNER = """() => {
    const away = document.querySelector('#away');
    away.textContent = 'Der Spielserver antwortet nicht. Schließe die Seite nicht: 12 Züge sind noch nicht gesendet.';
    const { left, top, right, bottom } = document.querySelector('.board').getBoundingClientRect();
    const fits = away.scrollHeight <= away.clientHeight && away.getBoundingClientRect().bottom <= top;
    away.textContent = '';
    return [[left, top, right, bottom], fits];
}"""

SIZES = {
    "telephone": (390, 844),
    "small telephone": (360, 740),
    "telephone on its side": (844, 390),
    "1280 by 720 at 200 %": (640, 360),
    "tablet": (768, 1024),
    "low window": (1000, 480),
    "laptop": (1366, 768),
    "4K": (3840, 2160),
}


def test_board_and_keys_fit_into_every_window(open_page: Open, server: Server) -> None:
    """Without scrolling; beside each other where the window is wide or low. Words about the server move nothing."""
    page = open_page(at(server.game(board="9x9", level="easy", seed=5)))
    open_game(page)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size", arg=width)
        board, keys = page.evaluate(BOXES)
        for left, top, right, bottom in (board, *keys):
            assert 0 <= left < right <= width, name
            assert 0 <= top < bottom <= height, name
        assert page.evaluate(BANNER) == [board, True], name
        beside = keys[0][0] >= board[2]
        assert beside == (width >= 900 or height <= 560), name
        assert (board[3] - board[1]) / height > (0.75 if beside else 0.4), name
        if name == "4K":
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            assert min(bottom - top for _, top, _, bottom in keys) > 120
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("() => innerWidth === 390")
    _, keys = page.evaluate(BOXES)
    assert min(bottom - top for _, top, _, bottom in keys) >= 72  # they fill what the board leaves


def test_three_rows_of_keys_leave_the_tools_in_sight(open_page: Open, server: Server) -> None:
    """On a small telephone the keys of a 16x16 board are lower than those of a classic one."""
    rows = [[(4 * (row % 4) + row // 4 + column) % 16 for column in range(16)] for row in range(16)]
    puzzle = "16x16:." + "".join("123456789ABCDEFG"[digit] for row in rows for digit in row)[1:]
    page = open_page(at(server.game(puzzle=puzzle)), viewport={"width": 360, "height": 740})
    open_game(page)
    expect(page.get_by_role("button", name="Menu")).to_be_in_viewport(ratio=1)
    first, last = boxes(page.locator(".digit-key").first, page.locator(".digit-key").last)
    assert first.height == last.height >= 46
    assert last.y - first.y > 2 * first.height


def test_a_hint_and_a_message_leave_board_and_keys_in_sight(open_page: Open, server: Server) -> None:
    page = open_page(
        at(server.game(board="9x9", level="easy", seed=5)), viewport={"width": 768, "height": 1024}
    )
    open_game(page)
    page.keyboard.press("t")
    hint = page.locator(".hint")
    expect(hint).to_be_visible()
    board, below = boxes(page.locator(".board"), hint)
    assert board.bottom <= below.y
    page.set_viewport_size({"width": 640, "height": 360})  # 1280 by 720 at 200 %
    for key in page.locator(".digit-key").all():
        key.scroll_into_view_if_needed()
        expect(key).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".said").evaluate("line => { line.textContent = 'Row 1, column 3: 1.' }")
    expect(page.locator(".said")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("button", name="Menu")).to_be_in_viewport(ratio=1)


def test_a_very_large_screen_is_used(open_page: Open) -> None:
    """Home takes more than half the width, with larger type."""
    width, height = SIZES["4K"]
    page = open_page(viewport={"width": width, "height": height})
    start, button = boxes(page.locator(".start"), page.get_by_role("button", name="Start"))
    assert start.width > 0.55 * width
    assert button.height > 100


@pytest.mark.parametrize(
    "size",
    [(1280, 800), *(pytest.param(size, marks=pytest.mark.slow) for size in ((2560, 1440), SIZES["4K"]))],
)
def test_a_lesson_needs_no_scrolling_and_keeps_away_from_the_edge(
    open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page("#/learn/x-wing", viewport={"width": size[0], "height": size[1]})
    (said,) = boxes(page.locator(".lesson .said"))
    assert said.bottom <= size[1] - 16
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


def test_a_lesson_on_a_telephone(open_page: Open) -> None:
    """Upright, board, keys and buttons of an exercise are seen at once; across, the board has the height, and what is
    said of it stands beside it.
    """
    page = open_page("#/learn/x-wing", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Practise").click()
    for part in (page.locator(".digit-key").last, page.get_by_role("button", name="Show me")):
        expect(part).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => document.querySelector('.board').getBoundingClientRect().height > 300")
    expect(page.locator(".lesson .said")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_draft_advances_and_survives_a_reload(open_page: Open) -> None:
    page = open_page("#/own")
    page.locator("select").select_option("4x4")
    cell(page, 0).click()
    page.keyboard.type(".13.43.2.2.3")
    expect_digits(page, ".13.43.2.2.3....")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect_digits(page, ".13.43.2........")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    expect(page.locator(".verdict.one")).to_be_visible()
    expect(page.locator(".rating")).to_contain_text("hardest step: full house")
    page.reload()
    page.wait_for_selector(".own .cell")
    expect_digits(page, ".13.43.2.2.3....")
    expect(page.locator(".verdict.one")).to_be_visible()
    page.keyboard.press("Control+z")
    expect_digits(page, ".13.43.2.2......")
    page.keyboard.press("Control+y")
    page.get_by_role("button", name="Play").click()
    open_game(page)
    page.goto("/#/own")
    page.wait_for_selector(".own .cell")
    expect_digits(page, "." * 81)  # it has become a game


@pytest.mark.slow
def test_a_link_can_be_pasted_anywhere(open_page: Open) -> None:
    page = open_page("#/own")
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        "http://localhost:1/#p=4x4:.13.43.2.2.3....",
    )
    expect(page.locator(".verdict.one")).to_be_visible()
    expect_digits(page, ".13.43.2.2.3....")
