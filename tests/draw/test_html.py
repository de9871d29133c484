"""The page of a path: well-formed, self-contained, a picture for each step, nothing left out."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from nonet.candidates import Candidates
from nonet.draw.html import to_html
from nonet.explain import LANGUAGES, facts, pictures
from nonet.explain.examples import example
from nonet.explain.wording import sentences_of
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.step import Step, StepContext

KEYS = ("hidden-single", "finned-x-wing", "xy-chain", "forcing-net-verity", "nested-net")
VOID = ("meta", "br", "img")


def on_path(step: Step, number: int, position: Candidates) -> Step:
    return replace(step, context=StepContext(number, position, Puzzle(Grid.empty(position.layout))))


def taken() -> list[Step]:
    """The examples of some techniques, as if they were one path."""
    steps = []
    for number, key in enumerate(KEYS, start=1):
        found = example(key)
        assert found is not None
        steps.append(on_path(found.step, number, found.position))
    return steps


class Reader(HTMLParser):
    """Checks that tags match; counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    return reader


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_needs_nothing_else(language: str) -> None:
    page = to_html(taken(), language=language, rating="hard 1234")
    reader = read(page)
    assert reader.seen[0] == ("html", {"lang": language})
    assert "hard 1234" in page
    assert not re.search(r"<script|<link|<img|@import|\ssrc=|url\((?!#)", page)
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}
    ids = [attributes["id"] for _, attributes in reader.seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = {attributes["href"] for tag, attributes in reader.seen if tag == "a"}
    assert links == {f"#s{number}" for number in range(1, len(KEYS) + 1)}


def test_there_is_a_picture_for_each_step_and_case() -> None:
    steps = taken()
    page = to_html(steps)
    drawn = sum(len(pictures(step.on_path.position, step)) for step in steps)
    assert drawn > len(steps)
    assert sum(tag == "figure" for tag, _ in read(page).seen) == drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_is_on_the_page(language: str) -> None:
    page = to_html(taken(), language=language)
    text = re.sub(r"\s+", " ", unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.DOTALL)))
    for step in taken():
        position = step.on_path.position
        for sentence in sentences_of(facts(step, position)[1:], position.layout, language=language):
            assert sentence.strip() in text


def test_long_cases_are_folded_unless_all_is_asked_for() -> None:
    for detail, unfolded in (("short", False), ("full", True)):
        page = to_html(taken(), detail=detail)
        folds = [attributes for tag, attributes in read(page).seen if tag == "details"]
        assert folds
        assert all(("open" in attributes) == unfolded for attributes in folds)


def test_a_page_of_one_step_has_no_contents() -> None:
    (first, *_) = taken()
    assert "<ol>" not in to_html([first])


def test_boards_of_other_sizes() -> None:
    position = Candidates.of(".13. 43.2 .2.3 ....")
    page = to_html([on_path(Step("x<y", eliminations=((3, 4),)), 1, position)])
    read(page)
    assert "x<y" not in page
