"""Packs on the page: the list, a pack, its puzzles one after the other, and files with several puzzles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import game_in, open_game
from faces.web.test_results import solve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = ("0130430202030000", "2134431212......")


def _open_files(page: Page, *files: tuple[str, str]) -> None:
    chosen: list[FilePayload] = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files
    ]
    page.locator("input[type=file]").set_input_files(chosen)


def test_a_pack_of_ours_goes_on_with_the_next_puzzle(open_page: Open, server: Server) -> None:
    page = open_page()
    page.get_by_role("link", name="Show the packs").click()
    card = page.get_by_role("link", name=re.compile("9x9: easy"))
    expect(card.get_by_role("progressbar", name="0 of 10 solved")).to_be_visible()
    card.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="9x9: easy")).to_be_visible()
    keys = page.get_by_role("list", name="Puzzles").get_by_role("button")
    expect(keys).to_have_count(10)
    expect(page.locator(".day-key[aria-current=step]")).to_have_accessible_name("1, easy")
    page.get_by_role("button", name="Play puzzle 1", exact=True).click()
    open_game(page)
    game = server.ask("GET", f"/api/games/{game_in(page)}")
    assert game["source"] == "pack 9x9-easy 1"
    solve(server, game, 10)
    page.reload()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("h1")).to_contain_text("Easy · 9x9 · 2")
    page.goto("/#/packs/9x9-easy")
    expect(keys.nth(0)).to_have_accessible_name("1, easy, solved")
    expect(keys.nth(1)).to_have_accessible_name("2, easy, in progress")
    expect(page.get_by_role("progressbar", name="1 of 10 solved")).to_be_visible()


def test_files_with_several_puzzles_become_a_pack(open_page: Open, watch: Watch) -> None:
    watch.refusing = True  # a text is tried as one puzzle first
    page = open_page()
    _open_files(page, ("From the paper.txt", "\n".join(SMALL)))
    expect(page.get_by_role("heading", name="From the paper")).to_be_visible()
    expect(page.locator(".day-key")).to_have_count(2)
    page.locator(".day-key").nth(1).click()
    open_game(page)
    expect(page.locator("h1")).to_contain_text("From the paper 2")
    page.goto("/#/packs")
    _open_files(page, ("p1.sdk", SMALL[1]), ("p2.sdk", SMALL[0]))
    expect(page.get_by_role("heading", name="p1")).to_be_visible()
    page.goto("/#/packs")
    page.get_by_role("button", name="Delete From the paper").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("From the paper"))).to_have_count(0)
    _open_files(page, ("one.txt", SMALL[0]))
    open_game(page)
    page.goto("/#/packs")
    _open_files(page, ("words.txt", "no puzzle at all"))
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be read as a puzzle")


def test_a_file_that_is_too_large_is_refused_with_its_size(open_page: Open, watch: Watch) -> None:
    page = open_page()
    large = b"%PDF-1.7\n" + bytes(3 << 20)
    chosen: list[FilePayload] = [{"name": "x.pdf", "mimeType": "application/pdf", "buffer": large}]
    page.locator("input[type=file]").set_input_files(chosen)
    expect(page.get_by_text("This is too large: 3.0 MB, and at most 1 MB can be opened.")).to_be_visible()
    _open_files(page, ("x.txt", "\n" * 900_000))  # as JSON
    expect(page.get_by_text("This is too large: 1.7 MB, and at most 1 MB can be opened.")).to_be_visible()
