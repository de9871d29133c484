"""The numbers in the README are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from nonet.formats.registry import all_formats
from nonet.logic.catalog import technique_keys
from nonet.rules import catalogue

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def numbers_of(things: str) -> set[int]:
    return {int(number) for number in re.findall(rf"(\d+) {things}", README)}


def test_the_numbers_of_rules_formats_and_techniques() -> None:
    assert numbers_of("kinds of rules") == {len(catalogue())}
    assert numbers_of("formats") == {len(list(all_formats()))}
    assert numbers_of("techniques") == {len(technique_keys())}
