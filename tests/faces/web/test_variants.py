"""Variants on the server: what the page gets to draw, games with rules, and what they say when a rule is broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rule_colours  # tools/rule_colours.py

from faces.web.client import Api
from nonet.faces.web.app import make_app
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.formats.json_puzzle import to_json
from nonet.layout import Layout
from nonet.play import Store
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Sandwich, Thermometer

# 1 2 3 4 / 3 4 1 2 / 2 1 4 3 / 4 3 2 1
SOLUTION = "1234341221434321"
CAGES = (
    Cage((0, 1), 3),
    Cage((2, 6, 7), 6),
    Cage((3,), 4),
    Cage((4, 8), 5),
    Cage((5, 9), 5),
    Cage((10, 11), 7),
    Cage((12, 13, 14), 9),
    Cage((15,), 1),
)
KILLER = Puzzle.of("4x4", "." * 16, rules=CAGES)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    path: Path = tmp_path_factory.mktemp("variants") / "play.sqlite"
    with Workers(1, seconds=30) as workers, Store(path) as store:
        asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def test_the_colours_of_the_page_are_those_of_pictures() -> None:
    assert rule_colours.TARGET.read_text(encoding="utf-8") == rule_colours.css()


def test_rules_are_drawn_and_told(api: Api) -> None:
    layout = Layout.named("4x4")
    puzzle = Puzzle.of(
        layout, "." * 16, rules=[*CAGES[:1], Thermometer((8, 9, 10)), Sandwich((0, 1, 2, 3), 5)]
    )
    rules = api.post("/api/rules", {"puzzle": to_json(puzzle)})
    assert len(rules["words"]) == 3
    assert [clue["name"] for clue in rules["clues"]] == ["killer cage 3", "sandwich 5", "thermometer"]
    assert [clue["outside"] for clue in rules["clues"]] == [False, True, False]
    drawing = rules["drawing"]
    assert drawing["labelled"] == [0]
    left, top, right, bottom = drawing["margins"]
    assert left > 0.5
    assert top == right == bottom == 0
    assert [element["text"] for element in drawing["around"]] == ["5"]
    colours = {element["attributes"].get("stroke") for element in (*drawing["under"], *drawing["over"])}
    assert {"var(--rule-cage)", "var(--rule-thermometer)"} <= colours
    assert api.post("/api/rules", {"puzzle": "." * 81})["drawing"]["over"] == []
