"""What players once stumbled over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import at, boxes, cell, eventually, held_request, open_game, own_cells, settled
from faces.web.pages import load

pytestmark = pytest.mark.browser

PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def played(server: Server, **wish: object) -> dict[str, object]:
    """A game with one move."""
    game = server.game(**wish)
    values = game["givens"]
    move = {"type": "paint", "cells": [values.index(0)], "colour": 1}
    server.ask("POST", f"/api/games/{game['id']}/actions", {"client": "a", "first": 1, "actions": [move]})
    return game


def test_a_disabled_button_can_be_read_below_the_mouse(open_page: Open) -> None:
    page = open_page()
    start = page.get_by_role("button", name="Start")
    start.hover()
    start.evaluate("button => { button.disabled = true; button.ariaBusy = 'true'; }")
    expect(start).to_have_css("opacity", "1")
    expect(start).not_to_have_css(
        "background-color", start.evaluate("button => getComputedStyle(button).color")
    )


def test_a_new_player_has_the_language_of_the_browser(fresh_page: Open, server: Server) -> None:
    page = load(fresh_page(locale="cs-CZ"), "")
    page.get_by_role("button", name="Nastavení").click()
    page.get_by_role("radio", name="English").check()  # the player's own, from now on
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    assert server.ask("GET", "/api/settings")["language"] == "en"


def test_what_is_chosen_is_seen_without_backgrounds(open_page: Open, server: Server) -> None:
    page = open_page(forced_colors="active")
    assert outlines(page, ".choice input:checked + .face") == {"solid"}
    assert outlines(page, ".choice input:not(:checked) + .face") == {"none"}
    page.goto(f"/{at(played(server, board='4x4', level='easy', seed=1))}")
    open_game(page)
    assert outlines(page, ".mode[aria-pressed='true']") == {"solid"}
    assert outlines(page, ".mode[aria-pressed='false']") == {"none"}


def outlines(page: Page, part: str) -> set[str]:
    page.wait_for_selector(part)
    script = "found => found.map(each => getComputedStyle(each).outlineStyle)"
    return set(page.locator(part).evaluate_all(script))


def test_home_counts_all_games_as_the_list_does(open_page: Open, server: Server) -> None:
    played(server, board="4x4", seed=1)
    over = played(server, board="4x4", seed=2)
    give_up = {"client": "a", "first": 2, "actions": [{"type": "give-up"}]}
    server.ask("POST", f"/api/games/{over['id']}/actions", give_up)
    page = open_page()
    link = page.get_by_role("link", name="All games")
    count = (link.text_content() or "").strip("Al games()")
    link.click()
    expect(page.locator(".resume-card.playing .progress").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="game")).to_have_text(f"{count} games")


def test_a_puzzle_is_pasted_on_the_home_page(open_page: Open) -> None:
    page = open_page()
    page.locator(".new").wait_for()
    page.evaluate(PASTE, PUZZLE)
    expect(page.locator(".board .given .value")).to_have_count(30)


def test_the_sum_7_is_typed_on_a_desk_of_6x6(open_page: Open) -> None:
    page = open_page("#/desk")
    page.get_by_label("Board", exact=True).select_option("6x6")
    page.locator(".chip-row >> nth=0 >> [data-kind='cage']").click()
    cell(page, 0).click()
    cell(page, 1).click(modifiers=["Shift"])
    page.keyboard.press("7")
    expect(page.locator(".rule-choose strong")).to_have_text("Killer cage: 7")
    page.get_by_role("button", name="Erase").click()
    for figure in "80":
        page.get_by_role("button", name=figure, exact=True).click()
    expect(page.locator(".rule-choose strong")).to_have_text("Killer cage: 80")
    page.locator("[data-kind='digits']").click()
    expect(page.locator(".digit-key")).to_have_count(6)
    expect(page.get_by_role("button", name="0", exact=True)).to_have_count(0)  # no digit of this board


def test_an_empty_desk_looks_empty(open_page: Open) -> None:
    """Candidates are shown where something is excluded; and what is unfinished is not played without a warning."""
    page = open_page("#/desk")
    page.get_by_label("Board", exact=True).select_option("4x4")
    expect(page.locator(".marks.auto")).to_have_count(16)
    expect(page.locator(".marks.auto:visible")).to_have_count(0)
    cell(page, 0).click()
    page.keyboard.press("1")
    expect(page.locator(".marks.auto:visible")).to_have_count(7)  # what sees the digit
    play = page.get_by_role("button", name="Play")
    expect(play).to_be_enabled()
    play.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("does not have exactly one solution")
    dialog.get_by_role("button", name="Cancel").click()
    assert page.url.endswith("#/desk")


def test_v_says_nothing_of_cages_where_there_are_none(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(board="4x4", seed=1)))
    page.keyboard.press("v")
    page.wait_for_timeout(100)
    expect(page.locator(".said")).to_have_text("")


def test_a_long_hint_keeps_its_buttons_in_sight(open_page: Open, server: Server) -> None:
    page = open_page(
        at(server.game(board="9x9", level="extreme", seed=3)), viewport={"width": 1280, "height": 800}
    )
    ask(page)
    expect(page.get_by_role("button", name="Do it for me")).to_be_in_viewport(ratio=1)


def test_a_hint_leaves_colours_and_rules_in_sight(open_page: Open, server: Server) -> None:
    """It writes candidates over them; the notes of those cells make way."""
    game = server.game(board="thermo", level="easy", seed=4)
    page = open_page(at(game))
    open_game(page)
    hint = server.ask("POST", f"/api/games/{game['id']}/hint", {"tier": 4})
    number = hint["cleared"][0]
    cell(page, number).click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("o")
    page.keyboard.press("3")
    settled(page)
    ask(page)
    expect(cell(page, number)).to_have_class(re.compile("cleared"))
    expect(cell(page, number).locator(".mark")).to_be_hidden()
    expect(cell(page, number).locator(".paint-sign")).to_be_visible()
    expect(page.locator(".hint-marks [fill='var(--rule-paper)']")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(cell(page, number).locator(".mark")).to_be_visible()


def test_corner_notes_sit_in_corners(open_page: Open, server: Server) -> None:
    """The first four; others between them, and centre notes in the middle."""
    game = server.game(board="9x9", level="easy", seed=1)
    page = open_page(at(game))
    number = own_cells(game)[0]
    cell(page, number).click()
    for digit in "2789":
        page.keyboard.press(f"Shift+{digit}")
    page.keyboard.press("Alt+5")
    marks = cell(page, number).locator(".mark")
    expect(marks).to_have_count(4)
    areas = "marks => marks.map(mark => mark.style.gridRowStart + mark.style.gridColumnStart)"
    eventually(lambda: marks.evaluate_all(areas), ["11", "13", "31", "33"])
    page.keyboard.press("Shift+1")
    eventually(lambda: marks.evaluate_all(areas), ["11", "13", "31", "33", "12"])
    whole, first = boxes(cell(page, number), marks)
    assert first.right < whole.x + 0.4 * whole.width
    assert first.bottom < whole.y + 0.4 * whole.height


def test_what_the_server_confirms_is_not_drawn_again(open_page: Open, server: Server) -> None:
    """Its cell only stops being marked as unsent."""
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    number = own_cells(game)[0]
    cell(page, number).click()
    with held_request(page, "**/actions") as held:
        page.keyboard.press("Shift+1")
    page.evaluate("window.drawn = document.querySelector('.cell.pending .mark')")
    held[0].continue_()
    settled(page)
    assert page.evaluate("drawn.isConnected")
    page.unroute("**/actions")


def ask(page: Page) -> None:
    """The last tier of a hint."""
    for tier in range(1, 5):
        page.keyboard.press("t")
        expect(page.locator(".tiers .told")).to_have_count(tier)


def test_the_counts_go_on_while_the_server_is_away(open_page: Open, server: Server, watch: Watch) -> None:
    watch.away = True
    game = server.game(board="4x4", seed=1)
    page = open_page(at(game))
    open_game(page)
    left = page.locator(".digit-key .left").first
    count, filled = int(left.text_content() or 0), page.locator(".game-line small")
    before = int((filled.text_content() or "").split()[0])
    page.route("**/api/**", lambda route: route.abort())
    page.keyboard.press("1")
    expect(left).to_have_text(str(count - 1) if count > 1 else "")
    expect(filled).to_have_text(f"{before + 1} of 16 cells")
    away = page.get_by_role("status").filter(has_text="1 move will be sent")
    expect(away).to_have_attribute("aria-live", "off")  # how many are unsent is not read with every move
    expect(page.locator(".cell.pending")).to_have_count(1)
    cell(page, own_cells(game)[1]).click()
    page.keyboard.press("Shift+2")
    note = page.locator(".cell.pending:has(.mark)")
    expect(note).to_have_count(1)
    sign = note.evaluate("note => getComputedStyle(note, '::after').content")
    assert sign == "none"  # it would lie on the note
    page.unroute("**/api/**")
    settled(page)


def test_a_game_is_finished_while_the_server_is_away(open_page: Open, server: Server, watch: Watch) -> None:
    """The page says so; the server gets all moves, and the time of the last one."""
    watch.away = True
    game = server.game(board="4x4", seed=1)
    solution = server.solution(str(game["share"]))
    page = open_page(at(game), clock=True)
    open_game(page)
    settled(page)
    page.route("**/api/**", lambda route: route.abort())
    for number in own_cells(game):
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    expect(page.locator(".digit-key:visible")).to_have_count(0)
    time = page.locator(".clock").text_content() or ""
    page.clock.run_for(60_000)
    expect(page.locator(".clock")).to_have_text(time)
    page.get_by_role("link", name="nonet home page").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.locator(f".resume-card a[href='{at(game)}']")).to_have_count(
        0
    )  # there is nothing to continue
    page.go_back()
    open_game(page)
    page.unroute("**/api/**")
    page.clock.run_for(10_000)
    settled(page)
    expect(page.locator(".finish .details > *").first).to_be_visible()  # what the server knows of it
    state = server.state(str(game["id"]))
    assert (state["status"], state["values"]) == ("finished", solution)
    minutes, seconds = time.split(":")
    assert int(state["seconds"]) == 60 * int(minutes) + int(seconds)


def test_answers_that_an_earlier_version_kept(open_page: Open, watch: Watch) -> None:
    """They have no list of damaged games."""
    watch.away = True
    page = open_page()
    page.locator(".new").wait_for()
    page.evaluate(
        """() => Object.keys(localStorage).filter(key => /games\\./.test(key)).forEach(key => {
            const { damaged, ...others } = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify(others);
        })"""
    )
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("location.hash = '#/tour'")
    page.locator(".new").wait_for(state="detached")
    page.evaluate("location.hash = ''")
    page.locator(".new").wait_for()
    page.unroute("**/api/**")
