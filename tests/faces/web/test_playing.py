"""Games on the page, from start to end: with keyboard, mouse and touch, and everything else a player does."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from faces.web.browsing import Open, Server
from faces.web.driven import expect
from faces.web.hands import (
    at,
    boxes,
    cell,
    expect_digits,
    game_in,
    held_request,
    open_game,
    own_cells,
    settled,
    tell_all,
    value,
)

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def is_solved(page: Page, server: Server) -> None:
    expect(page.get_by_role("heading", name="Solved")).to_be_visible()
    game = game_in(page)
    state = server.state(game)
    assert state["status"] == "finished"
    expect_digits(page, server.solution(state["share"]))


# -- from start to end --------------------------------------------------------------------------------------


@pytest.mark.three_browsers
def test_by_keyboard(open_page: Open, server: Server) -> None:
    page = open_page()
    page.get_by_role("radio", name=re.compile("9x9")).focus()
    while page.evaluate("document.activeElement.value") != "4x4":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    open_game(page)
    state = server.state(game_in(page))
    solution = server.solution(state["share"])
    page.keyboard.press("Control+Home")
    for number, digit in enumerate(solution):
        if number and number % 4 == 0:
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Home")
        elif number:
            page.keyboard.press("ArrowRight")
        if not state["givens"][number]:
            page.keyboard.press(str(digit))
    is_solved(page, server)
    expect(page.get_by_role("heading", name="Solved")).to_be_focused()  # where the message is


@pytest.mark.three_browsers
def test_by_mouse(open_page: Open, server: Server) -> None:
    page = open_page()
    page.locator("label.tile", has_text="4x4").click()
    page.get_by_role("button", name="Start").click()
    open_game(page)
    state = server.state(game_in(page))
    solution = server.solution(state["share"])
    for number in own_cells(state):
        cell(page, number).click()
        page.locator(".digit-key").nth(solution[number] - 1).click()
    is_solved(page, server)


@pytest.mark.slow
def test_by_touch(open_page: Open, server: Server) -> None:
    page = open_page(**PHONE)
    page.locator("label.tile", has_text="4x4").tap()
    page.get_by_role("button", name="Start").tap()
    open_game(page)
    state = server.state(game_in(page))
    solution = server.solution(state["share"])
    for number in own_cells(state):
        cell(page, number).tap()
        page.locator(".digit-key").nth(solution[number] - 1).tap()
    is_solved(page, server)
    expect(page.locator(".finish")).to_contain_text("Without help.")
    page.get_by_role("button", name="Play another").tap()
    page.wait_for_function("id => !location.hash.endsWith(id)", arg=state["id"])
    open_game(page)


@pytest.mark.slow
@pytest.mark.three_browsers
def test_digit_first(open_page: Open, server: Server) -> None:
    server.ask("PATCH", "/api/settings", {"input": "digit"})
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    solution = server.solution(game["share"])
    for digit in sorted({solution[number] for number in own_cells(game)}):
        key = page.locator(".digit-key").nth(digit - 1)
        key.click()
        expect(key).to_have_attribute("aria-pressed", "true")
        for number in own_cells(game):
            if solution[number] == digit:
                cell(page, number).click()
    is_solved(page, server)


# -- notes, undo, colours -----------------------------------------------------------------------------------


@pytest.mark.three_browsers
def test_notes_of_both_kinds(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="medium", seed=5)
    first, second = own_cells(game)[:2]
    page = open_page(at(game))
    cell(page, first).click()
    page.keyboard.press("Shift+2")
    page.keyboard.press("Shift+7")
    page.keyboard.press("Alt+3")
    expect(cell(page, first)).to_have_attribute("aria-label", re.compile("corner notes 2 7, centre notes 3"))
    page.keyboard.press("Shift+2")  # the same again removes it
    expect(cell(page, first)).to_have_attribute("aria-label", re.compile("corner notes 7, centre notes 3"))

    cell(page, second).click(modifiers=["Control"])  # several cells at once, with the mode
    page.get_by_role("button", name="Corner").click()
    page.locator(".digit-key").nth(7).click()
    settled(page)
    state = server.state(game["id"])
    assert [state["corner"][number] for number in (first, second)] == [1 << 6 | 1 << 7, 1 << 7]
    assert state["centre"][first] == 1 << 2

    page.keyboard.press("Control+z")
    expect(cell(page, second)).to_have_attribute("aria-label", re.compile("empty"))
    page.keyboard.press("Control+y")
    expect(cell(page, second)).to_have_attribute("aria-label", re.compile("corner notes 8"))


@pytest.mark.slow
@pytest.mark.three_browsers
def test_undo_and_redo(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    solution = server.solution(game["share"])
    page = open_page(at(game))
    undo, redo = page.get_by_role("button", name="Undo", exact=True), page.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    for number in own_cells(game)[:3]:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
    expect(page.locator(".value")).to_have_count(16 - len(own_cells(game)) + 3)
    for _ in range(3):
        undo.click()
    expect(page.locator(".value")).to_have_count(16 - len(own_cells(game)))
    expect(undo).to_be_disabled()
    for _ in range(3):
        redo.click()
    expect(redo).to_be_disabled()
    for number in own_cells(game)[:3]:
        expect(value(page, number)).to_have_text(str(solution[number]))


@pytest.mark.three_browsers
def test_several_cells_by_dragging_and_by_keys(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    page = open_page(at(game))
    first, *others = boxes(*(cell(page, number) for number in (0, 1, 2)))
    page.mouse.move(*first.middle)
    page.mouse.down()
    for box in others:
        page.mouse.move(*box.middle, steps=4)
    page.mouse.up()
    chosen = page.locator(".cell[aria-selected=true]")
    expect(chosen).to_have_count(3)
    page.keyboard.press("Shift+ArrowDown")
    expect(chosen).to_have_count(4)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(1)
    page.keyboard.press("Control+a")
    expect(chosen).to_have_count(81)


@pytest.mark.slow
def test_several_cells_by_touch(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game), **PHONE)
    several = page.get_by_role("button", name="Multi-select")
    several.tap()
    first = own_cells(game)[0]  # is chosen at the start
    for number in (12, 13, 14):
        cell(page, number).tap()
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(4)
    cell(page, first).tap()
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(3)
    several.tap()
    cell(page, 5).tap()
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.three_browsers
def test_colours_of_cells_and_of_candidates(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    number = own_cells(game)[0]
    page = open_page(at(game))
    page.keyboard.press("a")  # candidates
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile("candidates"))
    cell(page, number).click()
    page.get_by_role("button", name="Colour", exact=True).click()
    page.get_by_role("button", name="green, square").click()
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile("colour: green, square"))
    expect(cell(page, number).locator(".paint-sign")).to_have_count(1)  # a shape, not the colour alone
    digit = cell(page, number).locator(".mark").first.get_attribute("data-digit")
    assert digit is not None
    page.get_by_role("button", name="Colour: whole cell").click()
    page.get_by_role("dialog").get_by_role("button", name=f"candidate {digit}").click()
    page.get_by_role("button", name="blue, triangle").click()
    expect(cell(page, number).locator(f".mark[data-digit='{digit}']")).to_have_attribute("data-paint", "3")
    state = server.state(game["id"])
    assert state["colours"][number] == 2
    assert state["candidate_colours"] == [[number, int(digit), 3]]


@pytest.mark.slow
@pytest.mark.three_browsers
def test_automatic_candidates_can_be_struck_out(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    page.get_by_role("button", name="Show candidates").click()
    expect(page.locator(".marks.auto")).to_have_count(len(own_cells(game)))
    number = own_cells(game)[0]
    before = cell(page, number).locator(".mark").count()
    digit = cell(page, number).locator(".mark").first.get_attribute("data-digit")
    cell(page, number).click()
    page.keyboard.press(f"Shift+{digit}")
    expect(cell(page, number).locator(".mark")).to_have_count(before - 1)
    page.get_by_role("button", name="Hide candidates").click()
    expect(page.locator(".marks.auto")).to_have_count(0)
    page.get_by_role("button", name="Fill in notes").click()
    expect(page.locator(".marks")).to_have_count(len(own_cells(game)))


# -- help -----------------------------------------------------------------------------------------------------


@pytest.mark.three_browsers
def test_hints_become_more_detailed(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="medium", seed=5)
    page = open_page(at(game))
    page.get_by_role("button", name="Hint", exact=True).click()
    panel = page.locator(".hint")
    told = []
    for tier in range(1, 5):
        expect(panel.locator("li.told")).to_have_count(tier)
        told.append(panel.locator(".hint-text").inner_text())
        if tier >= 3:
            expect(page.locator(".hint-marks > *").first).to_be_attached()  # the board highlights it
        if tier < 4:
            panel.get_by_role("button", name="Tell me more").click()
    assert len(set(told)) == 4
    said = re.sub(r"\s+", " ", told[-1])
    name = panel.locator("h2").inner_text()
    assert name not in said  # the heading has it
    expect(page.locator("#polite")).to_contain_text(f"{name}: {said}")
    answer = server.ask("POST", f"/api/games/{game['id']}/hint", {"tier": 4})
    panel.get_by_role("button", name="Do it for me").click()
    expect(panel).to_be_hidden()
    settled(page)
    (move,) = (move for move in answer["moves"] if move["type"] == "place")
    expect(value(page, move["cells"][0])).to_have_text(str(move["digit"]))
    expect(page.locator(".hint-marks")).to_have_count(0)


@pytest.mark.three_browsers
def test_every_press_for_more_counts(open_page: Open, server: Server) -> None:
    page = open_page(at(server.game(board="9x9", level="easy", seed=5)))
    page.get_by_role("button", name="Hint", exact=True).click()
    panel = page.locator(".hint")
    tell_all(page)
    expect(panel.locator("li.told")).to_have_count(4)
    expect(panel.get_by_role("button", name="Do it for me")).to_be_visible()


def test_a_closed_hint_is_not_opened_by_an_answer_that_comes_late(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    page = open_page(at(game))
    page.get_by_role("button", name="Hint", exact=True).click()
    panel = page.locator(".hint")
    expect(panel.locator("li.told")).to_have_count(1)
    with held_request(page, "**/hint") as held:
        panel.get_by_role("button", name="Tell me more").click()
    panel.get_by_role("button", name="Close the hint").click()
    with page.expect_response("**/hint"):
        held[0].continue_()
    page.unroute("**/hint")
    expect(panel).to_be_hidden()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(panel.locator("li.told")).to_have_count(1)


@pytest.mark.three_browsers
def test_a_hint_waits_for_every_move_before_it(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    number = own_cells(game)[0]
    right = server.solution(game["share"])[number]
    page = open_page(at(game))
    cell(page, number).click()
    cell(page, number).evaluate(  # the second digit waits while the first is on its way
        """(cell, keys) => {
            for (const code of keys) {
                const key = code.at(-1).toLowerCase();
                cell.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true }));
            }
        }""",
        [f"Digit{right}", f"Digit{right % 9 + 1}", "KeyT"],
    )
    expect(page.locator(".hint h2")).to_have_text(re.compile("A rule is broken|Something is wrong"))
    settled(page)
    expect(page.locator(".hint")).to_be_visible()


@pytest.mark.slow
@pytest.mark.three_browsers
def test_the_finish_card_says_what_help_was_used(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    solution = server.solution(game["share"])
    first, *others = own_cells(game)
    page = open_page(at(game))
    page.keyboard.press("e")
    expect(page.locator(".said")).not_to_be_empty()
    page.keyboard.press("t")
    page.locator(".hint").get_by_role("button", name="Tell me more").click()
    expect(page.locator(".hint li.told")).to_have_count(2)
    page.keyboard.press("Escape")
    cell(page, first).click()
    page.get_by_role("button", name="Reveal cell").click()
    for number in others:
        cell(page, number).click()
        page.keyboard.press(str(solution[number]))
    is_solved(page, server)
    aids = server.state(game["id"])["aids"]
    assert (aids["checks"], aids["reveals"]) == (1, 1)
    words = f"Help used: {aids['hints']} hint{'s' * (aids['hints'] > 1)}, 1 check, 1 revealed cell."
    expect(page.locator(".finish")).to_contain_text(words)
    expect(page.locator(".finish")).not_to_contain_text("best time")


@pytest.mark.slow
@pytest.mark.three_browsers
def test_hints_find_mistakes_first(open_page: Open, server: Server) -> None:
    game = server.game(board="9x9", level="easy", seed=5)
    number = own_cells(game)[0]
    wrong = server.solution(game["share"])[number] % 9 + 1
    page = open_page(at(game))
    cell(page, number).click()
    page.keyboard.press(str(wrong))
    page.keyboard.press("t")
    tell_all(page)
    expect(page.locator(".hint-marks rect[fill='var(--rule-red)']").first).to_be_visible()
    page.get_by_role("button", name="Do it for me").click()
    expect(value(page, number)).to_have_count(0)


@pytest.mark.three_browsers
def test_conflicts_are_shown_and_said(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    number = own_cells(game)[0]
    row = number // 4 * 4
    twin = next(other for other in range(row, row + 4) if game["givens"][other])
    page = open_page(at(game))
    cell(page, number).click()
    page.keyboard.press(str(game["givens"][twin]))
    expect(page.locator(".cell.conflict")).not_to_have_count(0)
    expect(cell(page, twin)).to_have_attribute("aria-label", re.compile("given, conflict"))
    expect(page.locator("#urgent")).to_contain_text(f"Two {game['givens'][twin]}s in row")
    page.get_by_role("button", name="Undo to mistake").click()
    expect(page.locator(".cell.conflict")).to_have_count(0)


@pytest.mark.three_browsers
def test_check_reveal_restart_and_marks(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    solution = server.solution(game["share"])
    first, second = own_cells(game)[:2]
    page = open_page(at(game))
    cell(page, first).click()
    page.get_by_role("button", name="Reveal cell").click()
    expect(cell(page, first)).to_have_class(re.compile("revealed"))
    expect(value(page, first)).to_have_text(str(solution[first]))
    page.get_by_role("button", name="Set a mark").click()
    back = page.get_by_role("button", name="Back to mark 1")
    cell(page, second).click()
    page.keyboard.press(str(solution[second] % 4 + 1))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".cell.mistake")).to_have_count(1)
    back.click()
    expect(value(page, second)).to_have_count(0)
    page.get_by_role("button", name="Start over").click()  # asks first
    expect(value(page, first)).to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(value(page, first)).to_have_count(0)
    page.keyboard.press("u")
    expect(value(page, first)).to_have_text(str(solution[first]))  # and can be undone


@pytest.mark.three_browsers
def test_mistakes_against_the_solution(open_page: Open, server: Server) -> None:
    server.ask("PATCH", "/api/settings", {"check": "solution"})
    game = server.game(board="9x9", level="easy", seed=5)
    number = own_cells(game)[0]
    right = server.solution(game["share"])[number]
    house = {game["values"][other] for other in range(number // 9 * 9, number // 9 * 9 + 9)}
    wrong = next(digit for digit in range(1, 10) if digit != right and digit not in house)
    page = open_page(at(game))
    cell(page, number).click()
    page.keyboard.press(str(wrong))
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile("wrong"))


@pytest.mark.three_browsers
def test_giving_up_asks_first(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game))
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert server.state(game["id"])["status"] == "playing"
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name="Solution")).to_be_visible()
    expect_digits(page, server.solution(game["share"]))


@pytest.mark.three_browsers
def test_pause_hides_the_board_and_stops_the_clock(open_page: Open, server: Server) -> None:
    game = server.game(board="4x4", level="easy", seed=1)
    page = open_page(at(game), clock=True)
    page.keyboard.press("p")
    expect(page.locator(".veil")).to_contain_text("Paused")
    expect(page.locator(".value").first).to_be_attached()
    expect(page.locator(".value").first).to_be_hidden()
    before = page.locator(".clock").inner_text()
    number = own_cells(game)[0]
    page.keyboard.press("1")
    page.clock.fast_forward(1100)
    assert page.locator(".clock").inner_text() == before
    page.locator(".veil").get_by_role("button", name="Continue").click()
    expect(value(page, number)).to_have_count(0)
    page.clock.fast_forward(1100)
    expect(page.locator(".clock")).not_to_have_text(before)


@pytest.mark.slow
@pytest.mark.three_browsers
def test_letters_are_commands(open_page: Open, server: Server) -> None:
    """The same as in the terminal game: moving, modes, marks, input order."""
    game = server.game(board="9x9", level="easy", seed=5)
    page = open_page(at(game))
    page.keyboard.press("Control+Home")
    for keys, place in (("l", 1), ("j", 10), ("h", 9), ("k", 0), ("k", 72)):
        page.keyboard.press(keys)
        expect(cell(page, place)).to_be_focused()
    for letter, mode in (("n", "Corner"), ("c", "Centre"), ("o", "Colour"), ("o", "Digit"), (" ", "Corner")):
        page.keyboard.press(letter)
        expect(page.get_by_role("button", name=mode, exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("n")
    page.keyboard.press("g")
    expect(page.locator("#urgent")).to_have_text("There is no mark yet.")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Back to mark 1")).to_be_visible()
    first = own_cells(game)[0]
    cell(page, first).click()
    page.keyboard.press("r")
    expect(page.locator(".marks")).to_have_count(len(own_cells(game)))
    page.keyboard.press("g")
    expect(page.locator(".marks")).to_have_count(0)
    page.keyboard.press("f")  # the digit first
    expect(page.locator(".digit-key[aria-pressed]")).to_have_count(9)
    digit = server.solution(game["share"])[first]
    page.keyboard.press(str(digit))
    page.keyboard.press("Enter")
    expect(value(page, first)).to_have_text(str(digit))
    page.keyboard.press("x")
    expect(value(page, first)).to_have_count(0)
