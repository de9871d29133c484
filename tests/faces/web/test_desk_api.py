"""The API of the setter's desk and of searches to watch. Every response is validated against the description."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import Api
from nonet.faces.web import desk
from nonet.faces.web.app import make_app
from nonet.faces.web.core import DirectJobs
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.problems import Problem
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.layout import Layout
from nonet.play import Store

EMPTY: dict[str, Any] = {"layout": "4x4", "values": [0] * 16}
LINE = {"kind": "thermometer", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}
CAGE = {"kind": "cage", "cells": ["r1c1", "r2c1"], "sum": 3}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Iterator[Api]:
    path: Path = tmp_path_factory.mktemp("desk") / "play.sqlite"
    with Store(path) as store:
        asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    """The same, where there is no time for anything; all is done in this process."""
    monkeypatch.setattr(desk, "SECONDS", -1.0)
    with Store(":memory:") as store:
        asking = Api(make_app(OpenGames(store, DirectJobs()), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def test_the_palette(api: Api) -> None:
    palette = api.get("/api/palette?language=cs")
    assert [family["name"] for family in palette["families"]] == [
        *("cages", "lines", "pairs", "cells", "outside", "board", "generic")
    ]
    cage = palette["tools"][0]
    assert (cage["kind"], cage["title"], cage["gesture"]) == ("cage", "klec (killer)", "cells")
    assert [(field["name"], field["type"], field["required"]) for field in cage["fields"]] == [
        ("sum", "number", False)
    ]


def test_a_text_is_opened(api: Api) -> None:
    text = '{"nonet": 1, "layout": "4x4", "givens": "1...............", "rules": [' + (
        '{"kind": "cage", "cells": ["r1c2", "r1c3"], "sum": 5}]}'
    )
    draft = api.post("/api/desk/open", {"text": text})
    assert draft["layout"] == draft["board"] == "4x4"
    assert draft["values"] == [1, *[0] * 15]
    assert draft["rules"] == [{"kind": "cage", "cells": ["r1c2", "r1c3"], "sum": 5}]
    assert api.refused("POST", "/api/desk/open", {"text": "hello"})[:2] == (400, "format")


def test_a_draft_is_checked(api: Api) -> None:
    broken = {"kind": "rellik_cage", "cells": ["r1c1", "r1c1"], "sum": 3}
    found = api.post("/api/desk/check", {**EMPTY, "rules": [LINE, broken, {"kind": "nonsense"}]})
    assert found["words"] == ["Digits increase along a thermometer, starting at the bulb.", "", ""]
    assert [trouble["rule"] for trouble in found["troubles"]] == [1, 2]
    assert [element["tag"] for element in found["drawing"]["under"]] == [
        "path",
        "circle",
    ]  # the line and its bulb
    assert "r1c1 occurs twice" in found["troubles"][0]["text"]


def test_a_draft_without_rules_has_no_drawing(api: Api) -> None:
    assert api.post("/api/desk/check", EMPTY) == {"words": [], "drawing": None, "troubles": []}


def test_solutions_are_counted(api: Api) -> None:
    def asked(*rules: object, **more: object) -> tuple[str, int, bool]:
        found = api.post("/api/desk/solutions", {**EMPTY, "rules": list(rules), **more})
        return found["kind"], found["count"], found["complete"]

    assert asked() == ("several", 288, True)
    assert asked(limit=100) == ("several", 100, False)
    assert asked(LINE) == ("several", 12, True)  # 288 / 4!
    assert asked(LINE, CAGE) == ("none", 0, True)


def test_the_only_solution_is_reported(api: Api) -> None:
    values = [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]
    found = api.post("/api/desk/solutions", {"layout": "4x4", "values": values})
    assert (found["kind"], found["solution"]) == ("one", "2134431212433421")


def test_what_takes_too_long_is_unknown(hurried: Api) -> None:
    draft = {**EMPTY, "rules": [LINE]}
    found = hurried.post("/api/desk/solutions", draft)
    assert (found["kind"], found["count"]) == ("unknown", 1)
    assert hurried.post("/api/desk/candidates", draft) == {"known": False, "candidates": []}


def test_a_search_that_is_stopped_is_unknown(monkeypatch: pytest.MonkeyPatch, api: Api) -> None:
    async def stopped(*arguments: object) -> None:
        raise Problem(503, "too-long", "this takes more than 10 seconds; it was stopped")

    monkeypatch.setattr("nonet.faces.web.api.work", stopped)
    assert api.post("/api/desk/solutions", EMPTY)["kind"] == "unknown"
    assert api.post("/api/desk/candidates", EMPTY)["known"] is False
    assert api.post("/api/desk/contradiction", EMPTY) == {"known": False, "clues": []}
    assert api.post("/api/desk/path", EMPTY) == {"level": "unknown", "text": "", "techniques": []}
    assert api.refused("POST", "/api/desk/export", EMPTY)[:2] == (503, "too-long")


def test_true_candidates(api: Api) -> None:
    found = api.post("/api/desk/candidates", {**EMPTY, "rules": [LINE]})
    assert found["known"]
    assert found["candidates"][:4] == [1, 2, 4, 8]


ONE_SOLUTION = {"layout": "4x4", "values": [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]}


def test_the_level_and_the_path(api: Api, hurried: Api) -> None:
    found = api.post("/api/desk/path", ONE_SOLUTION)
    assert found["level"] == "easy"
    assert found["text"].startswith("9 steps; rating: easy 36 (hodoku 2.2)")
    numbers = sorted(number for technique in found["techniques"] for number in technique["steps"])
    assert numbers == [*range(1, 10)]
    with_rules = api.post("/api/desk/path", {**ONE_SOLUTION, "rules": [{**CAGE, "sum": 6}], "language": "cs"})
    assert "variants" in with_rules["text"]
    late = hurried.post("/api/desk/path", ONE_SOLUTION)
    assert (late["level"], late["text"]) == ("unknown", "")
    assert late["techniques"] == []


def test_a_step_of_the_path_is_explained(api: Api) -> None:
    (last,) = (each for each in api.post("/api/desk/path", ONE_SOLUTION)["techniques"] if 9 in each["steps"])
    shown = api.post("/api/desk/step", {**ONE_SOLUTION, "step": 9})
    assert shown["values"].count(".") == 1
    assert shown["help"]["technique_name"] == last["name"]
    assert shown["help"]["drawn"]
    assert api.refused("POST", "/api/desk/step", {**ONE_SOLUTION, "step": 10})[0] == 400


def test_a_contradiction_names_its_clues(api: Api) -> None:
    other = {"kind": "odd", "cells": ["r4c4"]}
    found = api.post("/api/desk/contradiction", {**EMPTY, "rules": [other, LINE, CAGE]})
    assert found["known"]
    assert sorted(clue["rule"] for clue in found["clues"]) == [1, 2]
    assert [clue["cells"] for clue in found["clues"] if clue["rule"] == 2] == [[0, 4]]
    given = {**EMPTY, "values": [*[0] * 5, 2, *[0] * 10], "rules": [LINE]}
    clues = api.post("/api/desk/contradiction", given)["clues"]
    assert [(clue["text"], clue["rule"]) for clue in clues] == [
        ("Row 2, column 2: 2", None),
        ("Thermometer, row 1, columns 1, 2, 3 and 4", 0),
    ]


def test_export(api: Api) -> None:
    texts = {
        each["format"]: each for each in api.post("/api/desk/export", {**EMPTY, "rules": [CAGE]})["texts"]
    }
    assert texts["f-puzzles"]["text"].startswith("https://f-puzzles.com/?load=")
    assert texts["sudokupad"]["text"].startswith("https://sudokupad.app/")
    again = api.post("/api/desk/open", {"text": texts["json"]["text"]})
    assert again["rules"] == [CAGE]


BAD = [
    ({"layout": "4x4", "values": [0] * 15}, "values"),
    ({"layout": "4x4", "values": [9] + [0] * 15}, "values"),
    ({"layout": "4x4"}, "values"),
    ({**EMPTY, "rules": {}}, "rules"),
    ({**EMPTY, "rules": [LINE] * 501}, "rules"),
    ({**EMPTY, "ruled_out": [16, *[0] * 15]}, "ruled_out"),
    ({**EMPTY, "colour": 1}, "colour"),
]


@pytest.mark.parametrize(("body", "where"), BAD)
def test_bad_drafts_are_refused(api: Api, body: dict[str, Any], where: str) -> None:
    assert api.refused("POST", "/api/desk/check", body) == (400, "bad-request", where)


@pytest.mark.parametrize(("layout", "places"), [("samurai", 369), ("4x4+A2", 18), ("4x4/1x4+R16", 0)])
def test_every_board_is_drawn_on(api: Api, layout: str, places: int) -> None:
    """Those whose cells do not fill a rectangle say where they are; labels of regions are not drawn."""
    draft = api.post("/api/desk/open", {"text": layout})
    assert len(draft["values"]) == Layout.named(layout).cell_count
    assert len(draft["shape"]["places"] or ()) == places
    rules = [{"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}]
    checked = api.post("/api/desk/check", {"layout": layout, "values": draft["values"], "rules": rules})
    assert checked["drawing"]["over"]
    assert not checked["troubles"]


def test_a_draft_with_a_wrong_rule_has_no_solutions_to_count(api: Api) -> None:
    wrong = {**EMPTY, "rules": [{"kind": "cage", "cells": ["r1c1"], "sum": 99}]}
    for path in ("solutions", "candidates", "contradiction", "export"):
        assert api.refused("POST", f"/api/desk/{path}", wrong)[0] == 400


# -- searches ------------------------------------------------------------------------------------------------

SMALL = "..344....243.42."


def test_a_search_event_by_event(api: Api) -> None:
    """The search that docs/tutorial-trace.md prints."""
    page = api.post("/api/trace", {"puzzle": SMALL, "engine": "backtracking"})
    assert [event["type"] for event in page["events"][:6]] == ["place", *["conflict"] * 4, "step_back"]
    assert page["events"][1] == {
        "type": "conflict",
        "cell": 1,
        "digit": 1,
        "clash": 0,
        "text": "1 is not possible in row 1, column 2: row 1 already has it, in row 1, column 1.",
    }
    kinds = [event["type"] for event in page["events"]]
    assert (kinds.count("place"), kinds.count("conflict"), kinds.count("step_back")) == (9, 27, 9)
    assert kinds.count("solution") == 1
    assert page["levels"] == [[]]
    assert not page["more"]


def test_a_page_of_a_search(api: Api) -> None:
    page = api.post("/api/trace", {"puzzle": SMALL, "engine": "backtracking", "start": 8, "count": 3})
    assert page["levels"] == [[], [[0, 2]], [[1, 1]]]
    assert (page["start"], len(page["events"]), page["more"]) == (8, 3, True)
    assert (page["counts"]["place"], page["counts"]["conflict"], page["counts"]["step_back"]) == (3, 4, 1)


@pytest.mark.parametrize("engine", ["propagation", "dlx"])
def test_other_engines_are_watched_in_czech(api: Api, engine: str) -> None:
    page = api.post("/api/trace", {"puzzle": SMALL, "engine": engine, "language": "cs"})
    assert sum(event["type"] == "solution" for event in page["events"]) == 1
    assert all(event["text"] for event in page["events"])


def test_what_cannot_be_watched_is_refused(api: Api) -> None:
    rules = '{"nonet": 1, "layout": "4x4", "rules": [{"kind": "anti_knight"}]}'
    assert api.refused("POST", "/api/trace", {"puzzle": rules})[0] == 400
    assert api.refused("POST", "/api/trace", {"puzzle": SMALL, "engine": "sat"})[2] == "engine"
    assert api.refused("POST", "/api/trace", {"puzzle": SMALL, "start": 10**7})[2] == "start"
    assert api.refused("POST", "/api/trace", {"engine": "dlx"})[2] == "puzzle"


def test_a_draft_on_another_board(api: Api) -> None:
    draft = api.post("/api/desk/open", {"text": "4x4:0-3:01.............."})
    assert (draft["layout"], draft["values"][:3]) == ("4x4:0-3", [1, 2, 0])
    shape = draft["shape"]
    assert (shape["rows"], shape["columns"], shape["size"], shape["symbols"]) == (4, 4, 4, "0123")
    empty = api.post("/api/desk/open", {"text": " 4x7:0-8\n"})
    assert (empty["layout"], empty["values"], empty["shape"]["rows"]) == ("4x7:0-8", [0] * 28, 4)
    cage = {"kind": "cage", "cells": ["r1c3", "r1c4"], "sum": 7}
    found = api.post("/api/desk/check", {"layout": "2x4:0-4", "values": [1, 1, *[0] * 6], "rules": [cage]})
    assert [trouble["text"] for trouble in found["troubles"]] == ["Two 0s in row 1 and in box 1."]
    wide = {"layout": "2x4:0-4", "values": [0] * 8, "rules": [cage]}
    assert api.post("/api/desk/candidates", wide)["candidates"][2:4] == [24, 24]
    assert api.post("/api/desk/solutions", {**wide, "limit": 3})["kind"] == "several"
