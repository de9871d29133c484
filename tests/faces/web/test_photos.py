"""Photographs on the screen for the player's own puzzle: chosen, dropped or pasted; doubts checked by keyboard."""

from __future__ import annotations

import base64
import re

import cv2
import pytest
from playwright.sync_api import Page, expect

from faces.web.browsing import Open, Watch
from faces.web.hands import cell, digits, expect_digits
from many_cases import every
from photo.pages import PUZZLE, SECOND, jpeg, page, photograph

pytestmark = pytest.mark.browser

CLEAR = jpeg(photograph(page(), seed=1))
TWO = jpeg(cv2.hconcat([page(), page(SECOND)]))
UNCLEAR = jpeg(cv2.resize(photograph(page(), seed=1, noise=9), (200, 200), interpolation=cv2.INTER_AREA), 35)
"""So small and blurred that several digits cannot be read with certainty."""

BRING = """([event, data, type]) => {
    const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "photo", { type }));
    const options = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(event === "paste"
        ? new ClipboardEvent(event, { clipboardData: transfer, ...options })
        : new DragEvent(event, { dataTransfer: transfer, ...options }));
}"""

COLOURS = """async picture => {
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    return new Set(pen.getImageData(0, 0, canvas.width, canvas.height).data).size;
}"""


def bring(page: Page, event: str, data: bytes, kind: str = "image/jpeg") -> None:
    """Pastes or drops a file."""
    page.evaluate(BRING, [event, base64.b64encode(data).decode(), kind])


def choose(page: Page, data: bytes, name: str = "Choose a picture") -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=name).click()
    chooser.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data})


def test_other_puzzles_in_the_picture(open_page: Open) -> None:
    page = open_page("#/own")
    choose(page, TWO)
    expect(page.locator(".photo-report")).to_have_text(
        "30 digits were read. There is 1 more Sudoku in the picture. To read it, photograph it alone."
    )


def test_a_picture_is_chosen_dropped_or_pasted(open_page: Open, watch: Watch) -> None:
    page = open_page("#/own")
    for camera in ("[capture=environment]", ":not([capture])"):  # on touch screens, and everywhere
        expect(page.locator(f"input[type=file][accept='image/*']{camera}")).to_have_count(1)
    page.locator("select").select_option("4x4")
    choose(page, CLEAR)
    expect(page.locator(".photo-report")).to_have_text("30 digits were read.")
    expect(page.locator(".verdict.one")).to_be_visible()
    expect_digits(page, PUZZLE)
    expect(page.locator("select")).to_have_value("9x9")
    expect(page.locator(".cell.doubtful")).to_have_count(0)

    for event in ("drop", "paste")[: 2 // every(3)]:  # `make test` drops only what is refused
        page.get_by_role("button", name="Clear").click()
        expect(page.locator(".photo-report")).to_be_hidden()
        bring(page, event, CLEAR)
        expect(page.locator(".verdict.one")).to_be_visible()
        expect_digits(page, PUZZLE)

    watch.refusing = True
    bring(page, "dragover", CLEAR)
    expect(page.get_by_text("Drop the picture here")).to_be_visible()
    bring(page, "drop", b"%PDF-1.7", "application/pdf")
    expect(page.get_by_text("Drop the picture here")).to_have_count(0)
    expect(page.locator(".verdict.error")).to_have_text(re.compile("^This file is not a picture"))
    bring(page, "drop", jpeg(photograph(page_of_fur())))
    expect(page.locator(".verdict.error")).to_have_text("No Sudoku was found in this picture.")
    expect_digits(page, PUZZLE)  # what was there stays
    page.get_by_role("link", name="nonet").first.click()
    choose(page, jpeg(photograph(page_of_fur())), "Open a file")
    expect(page.locator(".verdict.error")).to_have_text("No Sudoku was found in this picture.")
    expect_digits(page, PUZZLE)


def page_of_fur() -> object:
    """Soft waves, and no line anywhere."""
    blank = page().copy()
    blank[:] = 255
    return cv2.GaussianBlur(blank, (0, 0), 9)


@pytest.mark.slow
def test_doubtful_cells_are_checked_by_keyboard(open_page: Open) -> None:
    page = open_page("#/own")
    choose(page, UNCLEAR)
    expect(page.locator(".cell.doubtful").first).to_be_visible()
    doubtful = [
        int(each)
        for each in page.locator(".cell.doubtful").evaluate_all("all => all.map(e => e.dataset.cell)")
    ]
    count = len(doubtful)
    assert count > 2
    expect(page.locator(".photo-report")).to_contain_text(f"{count} cells are doubtful. Check them.")
    expect(page.locator(".photo li").first).to_have_text(
        re.compile(r"^Row \d, column \d: .* or .*\? Only . gives exactly one solution\.$")
    )

    first, second = doubtful[:2]
    expect(cell(page, first)).to_be_focused()
    expect(cell(page, first)).to_have_attribute("aria-label", re.compile("doubtful$"))
    expect(page.locator(".photo-question p")).to_have_text(
        re.compile(rf"^Row {first // 9 + 1}, column {first % 9 + 1}: .+ or .+\?$")
    )
    assert page.locator(".photo-detail").evaluate(COLOURS) > 20
    sign = cell(page, first).evaluate("each => getComputedStyle(each, '::before').content")
    assert sign == '"?"'  # told by shape as well as colour

    page.keyboard.press("Enter")  # it is as it was read
    expect(page.locator(".cell.doubtful")).to_have_count(count - 1)
    expect(cell(page, second)).to_be_focused()
    page.keyboard.press("d")
    expect(cell(page, doubtful[2])).to_be_focused()
    page.keyboard.press("Shift+D")
    page.keyboard.press(PUZZLE[doubtful[3]].replace(".", "0")) if count > 3 else page.keyboard.press("Enter")
    expect(page.locator(".cell.doubtful")).to_have_count(count - 2)
    while page.locator(".cell.doubtful").count():
        here = page.locator(".cell.doubtful").first
        number = int(here.get_attribute("data-cell") or 0)
        here.click()
        left = page.locator(".cell.doubtful").count()
        right = PUZZLE[number]
        choice = page.locator(".photo-question").get_by_role(
            "button", name="empty" if right == "." else right
        )
        if choice.count():
            choice.click()
        else:
            page.keyboard.press("0" if right == "." else right)
        expect(page.locator(".cell.doubtful")).to_have_count(left - 1)
    expect(page.locator(".photo-report")).to_contain_text("All doubtful cells are checked.")
    page.get_by_role("button", name="Clear").click()
    expect_digits(page, "." * 81)


@pytest.mark.slow
def test_doubtful_cells_survive_a_reload(open_page: Open) -> None:
    page = open_page("#/own")
    choose(page, UNCLEAR)
    doubtful = page.locator(".cell.doubtful")
    expect(doubtful.first).to_be_visible()
    page.keyboard.press("Enter")
    read, count, report = digits(page), doubtful.count(), page.locator(".photo-report").text_content() or ""
    page.reload()
    expect(doubtful).to_have_count(count)
    expect_digits(page, read)
    expect(page.locator(".photo-report")).to_have_text(report)
    page.keyboard.press("d")
    assert page.locator(".photo-question .photo-detail").evaluate(COLOURS) > 20
