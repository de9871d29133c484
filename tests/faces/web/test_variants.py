"""Variants on the server: what the page gets to draw, games with rules, and what they say when a rule is broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import page_colours  # tools/page_colours.py
import pytest

from faces.web.client import Api
from nonet.faces.web.app import make_app
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.formats import parse, write
from nonet.formats.json_puzzle import from_json, to_json
from nonet.layout import Layout
from nonet.play import Store, to_share
from nonet.puzzle import Puzzle
from nonet.rating import rate
from nonet.rules import Cage, Fog, FogTrigger, Sandwich, Thermometer
from play.small_killer import KILLER, SOLUTION


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Iterator[Api]:
    path: Path = tmp_path_factory.mktemp("variants") / "play.sqlite"
    with Store(path) as store:
        asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield asking
        asking.client.close()


def test_the_colours_of_the_page_are_those_of_pictures() -> None:
    assert page_colours.FILE.read_text(encoding="utf-8") == page_colours.css()
    strong = page_colours.css().partition('[data-theme="contrast"]')[2]
    assert (
        "--rule-thermometer: light-dark(#909295, #565d66);" in strong
    )  # three times as light or dark as the paper


def test_rules_are_drawn_and_described(api: Api) -> None:
    layout = Layout.named("4x4")
    puzzle = Puzzle.of(
        layout, "." * 16, rules=[Cage((0, 1), 3), Thermometer((8, 9, 10)), Sandwich((0, 1, 2, 3), 5)]
    )
    rules = api.post("/api/rules", {"puzzle": to_json(puzzle)})
    assert len(rules["words"]) == 3
    assert [clue["name"] for clue in rules["clues"]] == ["killer cage 3", "sandwich 5", "thermometer"]
    assert [clue["outside"] for clue in rules["clues"]] == [False, True, False]
    drawing = rules["drawing"]
    plain, caged = api.post("/api/rules", {"puzzle": "." * 81})["drawing"]["insets"][0], drawing["insets"]
    assert all(inset > usual for inset, usual in zip(caged[1], plain, strict=True))  # within the cage
    assert caged[0][1] > caged[1][1]  # below its sum
    left, top, right, bottom = drawing["margins"]
    assert left > 0.5
    assert top == right == bottom == 0
    assert [element["text"] for element in drawing["around"]] == ["5"]
    colours = {element["attributes"].get("stroke") for element in (*drawing["under"], *drawing["over"])}
    assert {"var(--rule-cage)", "var(--rule-thermometer)"} <= colours
    assert api.post("/api/rules", {"puzzle": "." * 81})["drawing"]["over"] == []


def test_a_killer_is_begun_played_and_downloaded(api: Api) -> None:
    game = api.post("/api/games", {"puzzle": to_json(KILLER)}, 201)
    assert game["board_title"].startswith("Killer 4x4")
    insets = game["rules"]["drawing"]["insets"]
    first_cells = [cage.cells[0] for cage in KILLER.rules if isinstance(cage, Cage)]
    assert [cell for cell, sides in enumerate(insets) if sides[1] == max(insets)[1]] == sorted(first_cells)
    assert [cage["sum"] for cage in game["cages"]] == [3, 4, 6, 3, 5, 6, 7, 6]
    moves = [{"type": "place", "cells": [0], "digit": 1}, {"type": "place", "cells": [1], "digit": 4}]
    answer = api.post(f"/api/games/{game['id']}/actions", {"client": "page", "first": 1, "actions": moves})
    assert answer["game"]["conflicts"] == [0, 1]
    assert [event["type"] for event in answer["outcomes"][1]["events"]] == ["placed", "clue-broken"]
    assert answer["game"]["cages"][0]["possible"] == []
    hint = api.post(f"/api/games/{game['id']}/hint", {"tier": 4})
    assert (hint["kind"], hint["moves"]) == ("broken", [{"type": "clear", "cells": [0, 1]}])
    record = api.get(f"/api/games/{game['id']}/download")
    again = api.post("/api/games", {"record": record}, 201)
    assert again["rules"] == game["rules"]
    assert again["values"][:2] == [1, 4]
    link = {"puzzle": game["share"], "shared": True}
    seen = api.post("/api/games", {**link, "preview": True}, 200)
    assert (seen["revision"], seen["rules"]) == (0, game["rules"])
    assert seen["id"] not in {each["id"] for each in api.get("/api/games")["games"]}
    shared = api.post("/api/games", link, 201)
    assert api.post("/api/games", {**link, "preview": True}, 200)["id"] == shared["id"]
    assert api.post("/api/games", {"puzzle": game["share"], "shared": True}, 200)["id"] == shared["id"]
    listed = api.get("/api/games?board=killer 4x4")["games"]
    assert len(listed) == 3
    assert all(each["drawing"] for each in listed)
    assert api.get(f"/api/games/{game['id']}/replay")["drawing"] == game["rules"]["drawing"]
    result = api.get(f"/api/games/{game['id']}/result")
    assert {each["key"] for each in result["techniques"]} & {"cage-combinations", "rule-of-45"}


def test_a_link_to_another_site_is_judged(api: Api) -> None:
    verdict = api.post("/api/parse", {"text": write(KILLER, "f-puzzles")})
    assert verdict["kind"] == "one"
    assert from_json(verdict["puzzle"]["text"]) == KILLER
    assert verdict["puzzle"]["rules"]["words"]


def test_variants_are_offered(api: Api) -> None:
    boards = {board["name"]: board for board in api.get("/api/boards")["boards"]}
    assert [level["name"] for level in boards["killer"]["levels"]] == ["easy", "medium", "hard", "unfair"]
    assert [level["name"] for level in boards["thermo"]["levels"]] == ["easy", "medium", "hard", "unfair"]
    assert [level["name"] for level in boards["sandwich"]["levels"]] == ["hard"]
    variants = [board for board in boards.values() if board["variant"]]
    assert all(board["example"]["drawing"] for board in variants)
    assert boards["9x9"]["example"]["drawing"] is None
    game = api.post("/api/games", {"board": "thermo", "seed": 3}, 201)
    assert (game["board"], game["level"], game["source"]) == ("thermo", "easy", "level")
    assert rate(parse(game["share"])).level == "easy"
    assert (
        "it has hard"
        in api.post("/api/games", {"board": "sandwich", "level": "easy"}, 400)["error"]["message"]
    )


def test_fog_hides_clues_from_the_page_until_it_lifts(api: Api) -> None:
    puzzle = Puzzle.of(KILLER.layout, KILLER.givens, rules=[Fog((0,)), *KILLER.rules])
    game = api.post("/api/games", {"puzzle": to_json(puzzle)}, 201)
    assert game["hidden"] == [*range(1, 16)]
    assert not any(game["givens"])
    assert [clue["name"] for clue in game["rules"]["clues"]] == ["fog of war"]
    (listed,) = [each for each in api.get("/api/games")["games"] if each["id"] == game["id"]]
    assert {*listed["givens"]} == {*listed["cells"]} == {"."}
    assert game["board"] == "variant 4x4"  # not: killer
    assert listed["progress"] == 0
    own = api.post("/api/parse", {"text": write(puzzle, "f-puzzles")})["puzzle"]
    assert ({*own["givens"]}, own["clues"]) == ({"."}, 0)
    assert own["text"] == own["share"] == to_share(puzzle)  # packed
    assert [clue["name"] for clue in own["rules"]["clues"]] == ["fog of war"]
    assert api.get(f"/api/games/{game['id']}/result")["techniques"] == []
    move = {"type": "place", "cells": [0], "digit": SOLUTION[0]}
    answer = api.post(f"/api/games/{game['id']}/actions", {"client": "a", "first": 1, "actions": [move]})
    assert answer["game"]["hidden"] == [cell for cell in range(16) if cell not in (0, 1, 4, 5)]
    names = [clue["name"] for clue in answer["game"]["rules"]["clues"]]
    assert names == ["killer cage 3", "killer cage 3", "fog of war"]  # r1c12 and r2c1


def test_a_game_whose_rules_would_slow_down_every_list_is_refused(api: Api) -> None:
    board = "".join(
        str((3 * (row % 3) + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9)
    )

    def begun(triggers: int) -> dict[str, str]:
        cells = [(cell, other) for cell in range(81) for other in range(cell)][:triggers]
        rules = [FogTrigger(each, tuple(range(81))) for each in cells]
        return {"puzzle": to_share(Puzzle.of("9x9", "." + board[1:], rules=rules))}

    assert api.post("/api/games", begun(100), 201)["hidden"]
    assert api.refused("POST", "/api/games", begun(200)) == (400, "limit", "game")
