"""The pages of docs/techniques: every family has one, with its techniques and their pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from many_cases import for_each
from nonet.draw.steps import step_svg
from nonet.explain import FAMILIES, family_of, picture
from nonet.explain.examples import example
from nonet.logic.catalog import technique_keys, variant_techniques

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "techniques"


@for_each(FAMILIES)
def test_the_page_of_a_family(family: str) -> None:
    text = (FOLDER / f"{family}.md").read_text(encoding="utf-8")
    for key in technique_keys():
        assert (f"| `{key}` |" in text) == (family_of(key) == family), key
    pictures = re.findall(r"!\[[^\]]+\]\((pictures/[a-z0-9-]+\.svg)\)", text)
    assert pictures
    for name in pictures:
        assert ElementTree.parse(FOLDER / name).getroot().get("role") == "img"


def test_the_page_about_killers_lists_every_technique() -> None:
    text = (FOLDER / "killer.md").read_text(encoding="utf-8")
    for each in variant_techniques():
        assert f"| `{each.key}` | {each.name} | {each.level.name.lower()} | {each.score} |" in text
    assert text.count("](pictures/") >= 6


@pytest.mark.once
@pytest.mark.parametrize("key", ["x-wing", "als-xz"])
def test_the_pictures_are_those_that_are_drawn_now(key: str) -> None:
    """`make pages` draws them again."""
    shown = example(key)
    assert shown is not None
    drawn = step_svg(picture(shown.position, shown.step, givens=shown.givens))
    assert (FOLDER / "pictures" / f"{key}.svg").read_text(encoding="utf-8") == drawn


def test_there_are_no_unused_pictures() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md"))
    for path in (FOLDER / "pictures").glob("*.svg"):
        assert f"pictures/{path.name}" in pages


def test_the_index_names_every_page() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for family in FAMILIES:
        assert f"({family}.md)" in text
