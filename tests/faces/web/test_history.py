"""Games of the past: all of them, the puzzles of the days, replays, and links that are opened twice."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import at, expect_digits, game_in, open_game, own_cells
from faces.web.test_results import solve

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_all_games_and_a_replay(open_page: Open, empty_server: Server, watch: Watch) -> None:
    """Games are listed by state and board, without those that were never played; one is replayed move by move."""
    server, watch.origin = empty_server, empty_server.url
    server.game(board="9x9", level="easy", seed=1)  # never played
    begun = server.game(board="6x6", level="easy", seed=1)
    solve(server, begun, 10, but=3)
    done = server.game(board="4x4", level="easy", seed=1)
    solve(server, done, 10)
    page = open_page()
    page.get_by_role("link", name=re.compile("game")).first.click()
    cards = page.locator(".resume-card")
    expect(cards).to_have_count(2)
    page.get_by_role("radio", name="Unfinished").check(force=True)
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Easy · 6x6")
    page.get_by_role("radio", name="All").check(force=True)
    page.get_by_role("combobox", name="Board").select_option("4x4")
    expect(cards).to_contain_text(["Solved in 0:10"])
    page.get_by_role("link", name="Replay Easy · 4x4").click()
    expect(page.get_by_role("slider", name="Move")).to_have_value("0")
    expect_digits(page, done["givens"])
    expect(page.get_by_role("button", name="Play back")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".film")).to_contain_text(f"1 of {len(own_cells(done))}")
    first = own_cells(done)[0]
    expect(page.locator(".said")).to_contain_text(f"Row {first // 4 + 1}, column {first % 4 + 1}: ")
    page.keyboard.press("End")
    expect_digits(page, server.solution(done["share"]))


@pytest.mark.slow
def test_a_link_opened_twice_is_one_game(open_page: Open, server: Server) -> None:
    link = "#p=4x4:.13.43.2.2.3...."
    page = open_page(link)
    open_game(page)
    first = game_in(page)
    page.goto("/")
    page.goto(f"/{link}")
    open_game(page)
    assert game_in(page) == first


@pytest.mark.slow
def test_the_calendar(open_page: Open, server: Server, same_day: date) -> None:
    """The daily card names the level; the calendar has every day of a month, and opens an earlier puzzle."""
    page = open_page()
    today = same_day
    level = server.ask("GET", "/api/boards")["daily"]["title"]
    expect(page.locator(".daily-level")).to_have_text(re.compile(level, re.IGNORECASE))
    page.get_by_role("link", name="Calendar").click()
    expect(page.locator(".day-key")).to_have_count(today.day)
    expect(page.locator(".day-key[aria-current=date] b")).to_have_text(str(today.day))
    page.get_by_role("button", name="Previous month").click()
    last = today.replace(day=1) - timedelta(days=1)
    expect(page.locator(".day-key")).to_have_count(last.day)
    monday = next(last - timedelta(days=n) for n in range(7) if (last - timedelta(days=n)).weekday() == 0)
    page.locator(".day-key").nth(monday.day - 1).click()
    open_game(page)
    game = server.ask("GET", f"/api/days?from={monday.isoformat()}")["days"][monday.day - 1]
    assert (game["level"], game["status"]) == ("easy", "playing")
    page.goto("/#/days")
    page.get_by_role("button", name="Previous month").click()
    expect(page.locator(".day-key.playing")).to_have_count(1)
    page.get_by_label("Board").select_option("killer")  # which has days of its own
    expect(page.locator(".day-key.playing")).to_have_count(0)
    expect(page.locator(".day-key")).to_have_count(last.day)
    page.locator(".day-key").nth(monday.day - 1).click()
    open_game(page)
    found = server.ask("GET", f"/api/days?from={monday.isoformat()}&board=killer")["days"][monday.day - 1]
    assert (found["level"], found["status"]) == ("easy", "playing")
    assert at({"id": game["game"]})
