"""Persistence: games after a reload, moves while the server is down, links and files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from faces.web.browsing import Open, Server, Watch
from faces.web.driven import expect
from faces.web.hands import at, cell, expect_digits, game_in, open_game, own_cells, settled, value

pytestmark = pytest.mark.browser

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.three_browsers
def test_a_reload_continues_the_game(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=6)
    first, second = own_cells(game)[:2]
    digit = server.solution(game["share"])[first]
    page = open_page(at(game), clock=True)
    cell(page, first).click()
    page.keyboard.press(str(digit))
    cell(page, second).click()
    page.keyboard.press("Shift+1")
    page.keyboard.press("Alt+9")
    page.clock.fast_forward(1100)
    page.reload()
    open_game(page)
    expect(value(page, first)).to_have_text(str(digit))
    expect(cell(page, second)).to_have_attribute("aria-label", re.compile("corner notes 1, centre notes 9"))
    assert page.locator(".clock").inner_text() != "0:00"
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(cell(page, second)).to_have_attribute("aria-label", re.compile("empty"))  # undo still works

    page.get_by_role("link", name="nonet home page").click()
    card = page.locator(f".resume-card a[href='#/game/{game['id']}']")
    expect(card).to_contain_text("Easy · 9x9")
    card.click()
    expect(value(page, first)).to_have_text(str(digit))


def test_the_server_is_down_and_comes_back(open_page: Open, server: Server, watch: Watch) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    solution = server.solution(game["share"])
    cells = own_cells(game)
    page = open_page(at(game))
    open_game(page)
    watch.away = True
    page.context.set_offline(True)
    for number in cells:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
    expect(page.locator("#away")).to_contain_text(f"{len(cells)} moves will be sent")
    expect(page.locator(".cell.pending")).to_have_count(len(cells))
    expect_digits(page, solution)
    assert server.state(game["id"])["values"] == game["values"]  # it has received nothing
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    expect(page.locator("#away")).to_be_empty()
    assert server.state(game["id"])["values"] == solution


def test_unsent_moves_survive_closing_the_page(open_page: Open, server: Server, watch: Watch) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    number = own_cells(game)[0]
    digit = server.solution(game["share"])[number]
    page = open_page(at(game))
    open_game(page)
    watch.away = True
    page.route("**/api/games/*/actions", lambda route: route.abort())
    cell(page, number).click()
    page.keyboard.press(str(digit))
    expect(page.locator("#away")).to_contain_text("1 move will be sent")
    page.unroute("**/api/games/*/actions")
    page.reload()
    expect(value(page, number)).to_have_text(str(digit))
    settled(page)
    assert server.state(game["id"])["values"][number] == digit
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('nonet.outbox'))") == []


FILL = """() => {
    let count = 0;
    for (const text of ["x".repeat(1e5), "x".repeat(100), ""]) {
        try { for (;;) localStorage.setItem(`other.${count++}`, text); } catch {}
    }
}"""
KNOWN = "Object.keys(localStorage).filter(key => /^nonet.(known|ready)/.test(key))"


def test_unsent_moves_need_room(open_page: Open, server: Server, watch: Watch) -> None:
    """What the server can send again makes room for them; where that is not enough, the page says what happens."""
    game = server.game(board="4x4", level="easy", seed=1)
    first, second = own_cells(game)[:2]
    page = open_page(at(game))
    open_game(page)
    settled(page)
    watch.away = True
    page.context.set_offline(True)
    page.evaluate(FILL)
    cell(page, first).click()
    page.keyboard.press("1")
    expect(page.locator("#away")).to_contain_text("1 move will be sent when it is back.")
    page.evaluate(f"for (const key of {KNOWN}) localStorage.removeItem(key)")
    page.evaluate(FILL)
    cell(page, second).click()
    page.keyboard.press("2")
    expect(page.locator("#away")).to_contain_text("Do not close the page: 2 moves are not sent yet.")
    page.context.set_offline(False)
    settled(page)
    expect(page.locator("#away")).to_be_empty()
    values = server.state(game["id"])["values"]
    assert (values[first], values[second]) == (1, 2)


REFUSED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); }
})"""


def test_a_browser_that_keeps_nothing_plays(fresh_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    number = own_cells(game)[0]
    page = fresh_page()
    page.add_init_script(REFUSED)
    page.goto(f"/{at(game)}")
    open_game(page)
    cell(page, number).click()
    page.keyboard.press("1")
    expect(page.locator(".cell.pending")).to_have_count(0)
    expect(page.locator("#away")).to_be_empty()
    page.get_by_role("link", name="nonet home page").click()
    expect(page.locator(f".resume-card a[href='#/game/{game['id']}']")).to_be_visible()


@pytest.mark.slow
def test_the_home_screen_sends_unsent_moves(open_page: Open, server: Server, watch: Watch) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    number = own_cells(game)[0]
    digit = server.solution(game["share"])[number]
    page = open_page(at(game))
    open_game(page)
    watch.away = True
    page.route("**/api/**", lambda route: route.abort())
    cell(page, number).click()
    page.keyboard.press(str(digit))
    expect(page.locator("#away")).to_contain_text("1 move will be sent")
    page.goto("/")
    expect(page.locator("main")).to_contain_text("The game server is not responding.")
    page.unroute("**/api/**")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()  # it retries automatically
    assert server.state(game["id"])["values"][number] == digit


@pytest.mark.slow
@pytest.mark.three_browsers
def test_the_server_is_killed_and_started_again(fresh_page: Open, own_server: Server, watch: Watch) -> None:
    """Nothing is lost: neither a move that was taken, nor one that the page has."""
    other = own_server.game(puzzle="0130430202030000")["id"]
    actions = [
        {"type": "toggle-note", "cells": [15], "digit": 4},
        {"type": "place", "cells": [0], "digit": 2},
        {"type": "place", "cells": [3], "digit": 4},
        {"type": "undo"},
    ]
    body = {"client": "a", "first": 1, "actions": actions, "seconds": 42.0}
    before = own_server.ask("POST", f"/api/games/{other}/actions", body)["game"]
    game = own_server.game(board="4x4", level="easy", seed=1)
    solution = own_server.solution(game["share"])
    first, second = own_cells(game)[:2]
    watch.origin, watch.away = own_server.url, True
    page = fresh_page()
    page.goto(f"{own_server.url}/{at(game)}")
    open_game(page)
    cell(page, first).click()
    page.keyboard.press(str(solution[first]))
    settled(page)
    own_server.kill()
    cell(page, second).click()
    page.keyboard.press(str(solution[second]))
    expect(page.locator("#away")).to_contain_text("1 move will be sent")
    own_server.start()
    expect(page.locator("#away")).to_be_empty()
    settled(page)
    values = own_server.state(game["id"])["values"]
    assert (values[first], values[second]) == (solution[first], solution[second])
    assert own_server.state(other) == before
    assert (before["values"][0], before["corner"][15], before["seconds"]) == (2, 0b1000, 42.0)
    assert before["can_redo"]
    again = own_server.ask("POST", f"/api/games/{other}/actions", body)
    assert (again["last"], again["outcomes"]) == (4, [])


def test_a_link_contains_the_puzzle(open_page: Open, server: Server) -> None:
    game = server.game(board="x", level="easy", seed=2)
    page = open_page(at(game))
    page.get_by_role("button", name="Share or print").click()
    link = page.get_by_label("Link to this puzzle", exact=True).input_value()
    assert link.startswith(f"{server.url}/#p=")
    assert (
        page.get_by_label("Link for SudokuPad", exact=True).input_value().startswith("https://sudokupad.app/")
    )
    with page.expect_download() as pending:
        page.get_by_role("button", name="Picture (PNG)").click()
    assert pending.value.suggested_filename.endswith(".png")
    assert Path(pending.value.path()).read_bytes().startswith(b"\x89PNG")
    text = page.get_by_label("Puzzle as text", exact=True).input_value()
    page.evaluate("link => { location.href = link }", link)
    page.wait_for_function(
        "id => /^#.game/.test(location.hash) && !location.hash.endsWith(id)", arg=game["id"]
    )
    state = server.state(game_in(page))
    assert (state["givens"], state["layout"], state["share"]) == (game["givens"], game["layout"], text)


@pytest.mark.slow
def test_a_game_is_saved_and_opened_elsewhere(open_page: Open, server: Server, tmp_path: Path) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    number = own_cells(game)[0]
    page = open_page(at(game), fresh=True)  # its game will be gone
    cell(page, number).click()
    page.keyboard.press("Shift+1")
    page.get_by_role("button", name="Share or print").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["format"].startswith("nonet-game")
    server.ask("DELETE", f"/api/games/{game['id']}", {})
    other = open_page()
    other.locator("input[type=file]").set_input_files(saved)
    open_game(other)
    expect(cell(other, number)).to_have_attribute("aria-label", re.compile("corner notes 1"))


@pytest.mark.slow
def test_a_custom_puzzle_is_pasted(open_page: Open, server: Server, watch: Watch) -> None:
    page = open_page("#/own")
    watch.refusing = True
    play = page.get_by_role("button", name="Play")
    text = page.get_by_label("Paste a puzzle in any format")
    text.fill("this is no puzzle")
    expect(page.locator(".verdict.error")).to_be_visible()
    expect(play).to_be_disabled()
    text.fill("\n".join(CLASSIC[row : row + 9] for row in range(0, 81, 9)))
    expect(page.locator(".verdict.one")).to_be_visible()
    expect_digits(page, CLASSIC)
    play.click()
    open_game(page)
    state = server.state(game_in(page))
    assert "".join(str(digit or ".") for digit in state["givens"]) == CLASSIC
    expect(page.get_by_role("heading", name=re.compile("Own puzzle"))).to_be_visible()


def test_a_custom_puzzle_is_typed(open_page: Open, server: Server) -> None:
    page = open_page("#/own")
    page.get_by_label("Board", exact=True).select_option("4x4")
    puzzle = "..21124.21...4.."
    for number, symbol in enumerate(puzzle):
        if symbol != ".":
            cell(page, number).click()
            page.keyboard.press(symbol)
    expect(page.locator(".verdict.one")).to_be_visible()
    cell(page, 0).click()
    page.keyboard.press("1")  # already in this row
    expect(page.locator(".verdict.conflict")).to_be_visible()
    expect(page.locator(".cell.conflict")).not_to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator(".verdict.one")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    open_game(page)
    expect_digits(page, puzzle)


def touch(server: Server, game: dict[str, Any]) -> None:
    """Plays a move: games without one are not listed."""
    body = {"client": "test", "first": 1, "actions": [{"type": "auto-notes"}]}
    server.ask("POST", f"/api/games/{game['id']}/actions", body)


def test_games_can_be_deleted(open_page: Open, server: Server) -> None:
    game = server.game(board="6x6", level="easy", seed=77)
    touch(server, game)
    page = open_page()
    row = page.locator(".resume-card").filter(has=page.locator(f"a[href='#/game/{game['id']}']"))
    row.get_by_role("button", name=re.compile("Delete")).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(row).to_have_count(0)


@pytest.mark.slow
def test_all_saved_games_are_counted_and_shown(open_page: Open, server: Server) -> None:
    for seed in range(14):
        touch(server, server.game(board="4x4", level="easy", seed=seed))
    server.game(board="4x4", level="easy", seed=15)  # never played
    count = server.ask("GET", "/api/games?playing=true&touched=true")["count"]
    page = open_page()
    expect(page.locator(".resume-card")).to_have_count(3)
    page.get_by_role("link", name=f"All games ({count})").click()
    page.get_by_role("radio", name="Unfinished").check(force=True)
    expect(page.locator(".resume-card")).to_have_count(count)


@pytest.mark.usefixtures("same_day")
def test_the_puzzle_of_the_day_is_started_once(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name=re.compile("Puzzle of the day")).click()
    open_game(page)
    first = game_in(page)
    page.get_by_role("link", name="nonet home page").click()
    expect(page.locator(".daily")).to_contain_text("In progress.")
    page.get_by_role("button", name=re.compile("Puzzle of the day")).click()
    open_game(page)
    assert game_in(page) == first
