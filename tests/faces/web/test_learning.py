"""Lessons: from a hint to its lesson, an example that walks, exercises that are checked, and the tour."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Server, Watch
from faces.web.hands import STRUCK, at, cell, eventually, open_game
from nonet.play import Store
from nonet.play.saved.lesson_progress import LessonProgress, lesson_progress

pytestmark = pytest.mark.browser


def answer(page: Page, server: Server, key: str, seed: int) -> None:
    """Makes the first right step of an exercise."""
    right = server.ask("GET", f"/api/techniques/{key}/practice?seed={seed}")["answers"][0]
    for number, digit in right["placements"] or right["eliminations"]:
        cell(page, number).click()
        page.keyboard.press(str(digit))


def test_a_lesson_is_passed(open_page: Open, server: Server) -> None:
    """“Learn this” leads from a hint to the lesson; three exercises in a row pass it, a mistake begins again."""
    page = open_page(at(server.game(board="9x9", level="easy", seed=3)))
    open_game(page)
    page.keyboard.press("t")
    page.keyboard.press("t")
    link = page.get_by_role("link", name="Learn this")
    key = (link.get_attribute("href") or "").rpartition("/")[2]
    link.click()
    expect(page.locator(".lesson .about")).to_contain_text(".")
    expect(page.locator(".lesson .said")).not_to_be_empty()  # the example walks
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("button", name="One step back")).not_to_have_attribute("aria-disabled", "true")
    page.goto("/#/learn/x-wing")
    page.wait_for_selector(".lesson h1 >> text=X-wing")
    expect(page.locator(".marks.auto").first).to_be_visible()
    expect(page.locator(".lesson-panel")).to_contain_text("Go through the rows for one digit")
    expect(page.get_by_role("button", name="Example 3")).to_be_visible()
    page.get_by_role("button", name="Looks right, but is wrong").click()
    expect(page.locator(".lesson .said")).to_have_text("X-wing? It looks like it. What spoils it?")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".lesson .said")).to_contain_text("So nothing follows.")
    seeds: list[int] = []
    page.on("request", lambda request: note(seeds, request.url))
    page.get_by_role("button", name="Practise").click()
    expect(page.locator(".row-dots")).to_have_attribute("aria-label", "0 of 3 in a row")
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    for keys in (".key", ".digit-key"):
        expect(page.locator(keys)).to_have_count(9)  # nothing is erased here
    page.locator(".lesson-panel summary", has_text="X-wing").click()
    expect(page.locator(".lesson .about")).to_be_visible()  # without leaving the exercise
    for row in (1, 2, 3):
        answer(page, server, "x-wing", seeds[-1])
        expect(page.locator(".lesson .said")).to_have_text("Right!")
        expect(page.locator(".row-dots")).to_have_attribute("aria-label", f"{row} of 3 in a row")
        if row < 3:
            page.get_by_role("button", name="Next exercise").click()
            expect(page.get_by_role("button", name="Show me")).to_be_visible()
    expect(page.locator(".lesson-panel")).to_contain_text("Lesson passed.")
    expect(page.get_by_role("link", name="Next lesson: swordfish")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".path .passed")).to_contain_text("X-wing")
    passed = re.compile(r"\b1 of \d+ lessons passed")
    expect(page.locator(".path-progress")).to_have_text(passed)
    with Store(server.folder / "play.sqlite") as store:  # what the terminal game reads
        eventually(lambda: lesson_progress(store)["x-wing"], LessonProgress(3, passed=True))
    another_browser = open_page("#/learn")
    expect(another_browser.locator(".path-progress")).to_have_text(passed)
    assert key


def note(seeds: list[int], address: str) -> None:
    """Remembers the seed of an exercise."""
    if "seed=" in address:
        seeds.append(int(address.partition("seed=")[2].partition("&")[0]))


def test_a_wrong_answer_is_named(open_page: Open, server: Server) -> None:
    page = open_page("#/learn/naked-pair")
    seeds: list[int] = []
    page.on("request", lambda request: note(seeds, request.url))
    page.get_by_role("button", name="Practise").click()
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    right = server.ask("GET", f"/api/techniques/naked-pair/practice?seed={seeds[-1]}")
    given, digit = next(
        (place, symbol)
        for place, symbol in enumerate(right["givens"])
        if symbol != "." and any(mask >> (int(symbol) - 1) & 1 for mask in right["candidates"])
    )
    cell(page, given).click()
    page.keyboard.press(digit)  # no mistake: nothing can be struck out there, so it shows the digit's places
    expect(page.locator(".lesson .said.alarm")).to_have_count(0)
    expect(page.locator(".same-mark").first).to_be_attached()
    struck = {tuple(each) for step in right["answers"] for each in step["eliminations"]}
    place, symbol = next(
        (place, symbol)
        for place, mask in enumerate(right["candidates"])
        for symbol in range(1, 10)
        if mask >> (symbol - 1) & 1 and (place, symbol) not in struck
    )
    cell(page, place).click()
    page.keyboard.press(str(symbol))
    expect(page.locator(".lesson .said.alarm")).to_contain_text("cannot be ruled out this way.")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson .said")).to_contain_text("Naked pair")
    expect(page.locator(STRUCK).first).to_be_attached()


def test_the_placement_test_and_practice_from_ones_own_games(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(board="9x9", level="easy", seed=3)))
    open_game(page)
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="More")).to_be_visible()
    seeds: list[int] = []
    page.on("request", lambda request: note(seeds, request.url))
    page.goto("/#/learn")
    expect(page.locator(".path.asked")).to_contain_text("in your games")
    page.get_by_role("link", name="Where do I begin?").click()
    for board, key in enumerate(("hidden-single", "naked-pair"), start=1):
        expect(page.locator(".lesson h1")).to_contain_text(f"Board {board} of 5")
        expect(page.get_by_role("button", name="I don't know")).to_be_visible()
        answer(page, server, key, seeds[-1])
        page.get_by_role("button", name="Next board").click()
    expect(page.locator(".lesson h1")).to_contain_text("Board 3 of 5")
    practice = server.ask("GET", f"/api/techniques/x-wing/practice?seed={seeds[-1]}")
    number = practice["values"].index(".")
    cell(page, number).click()
    page.keyboard.press(str(server.solution(practice["givens"])[number]))
    expect(page.locator(".lesson .said")).to_contain_text("cannot be ruled out this way. X-wing: ")
    expect(page.locator(".lesson-panel")).to_contain_text("2 of 5 boards solved.")
    page.get_by_role("link", name="Begin with this lesson: hidden pair").click()
    page.goto("/#/learn")
    expect(page.locator(".path .next")).to_contain_text("Hidden pair")


@pytest.mark.slow
def test_a_killer_lesson_draws_its_cages(open_page: Open, server: Server) -> None:
    page = open_page("#/learn")
    expect(page.get_by_role("heading", name="Killer")).to_be_visible()
    page.locator(".path a[href='#/learn/cage-last-cell']").click()
    lesson = server.ask("GET", "/api/techniques/cage-last-cell")
    cages = len(lesson["examples"][0]["rules"]["clues"])
    expect(page.locator(".lesson .rules-over path")).to_have_count(cages)
    seeds: list[int] = []
    page.on("request", lambda request: note(seeds, request.url))
    page.get_by_role("button", name="Practise").click()
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    answer(page, server, "cage-last-cell", seeds[-1])
    expect(page.locator(".lesson .said")).to_have_text("Right!")


@pytest.mark.slow
def test_the_tour(open_page: Open, empty_server: Server, watch: Watch) -> None:
    watch.origin = empty_server.url
    page = open_page()
    page.get_by_role("link", name="Take the tour").click()
    cell(page, 3).click()
    page.keyboard.press("4")
    page.get_by_role("button", name="Corner").click()
    cell(page, 5).click()
    page.keyboard.press("4")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".tour-steps .done")).to_have_count(4)
    page.get_by_role("link", name="Play").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    expect(page.get_by_role("link", name="Take the tour")).to_have_count(0)
