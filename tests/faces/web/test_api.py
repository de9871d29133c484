"""The API: every route, its responses and errors. Every response is validated against the description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from faces.web.client import Api
from many_cases import spread
from nonet.faces.web import open_games
from nonet.faces.web.analysis import hint
from nonet.faces.web.app import make_app
from nonet.faces.web.bodies import PuzzleToHint
from nonet.faces.web.game_jobs import act, begin_daily, view
from nonet.faces.web.open_games import OpenGames, Sessions
from nonet.faces.web.openapi import description
from nonet.faces.web.problems import Problem
from nonet.faces.web.routes import ROUTES
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.fields import schema
from nonet.formats import parse
from nonet.play import Game, Store, daily
from nonet.play.actions import Place
from nonet.play.session import Aids
from nonet.play.settings import SETTING_WORDS, Settings

SMALL = "0130430202030000"
SOLVED = "2134431212433421"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "play.sqlite") as opened:
        yield opened


@pytest.fixture
def api(store: Store, workers: Workers) -> Iterator[Api]:
    asking = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
    yield asking
    asking.client.close()


def begun(api: Api, **wish: Any) -> dict[str, Any]:
    game: dict[str, Any] = api.post("/api/games", wish or {"puzzle": SMALL}, 201)
    return game


def play(api: Api, game: str, first: int, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"client": "page", "first": first, "actions": list(actions), **more}
    answer: dict[str, Any] = api.post(f"/api/games/{game}/actions", body)
    return answer


def place(cell: int, digit: int) -> dict[str, Any]:
    return {"type": "place", "cells": [cell], "digit": digit}


# -- the description -----------------------------------------------------------------------------------------


def test_the_description_is_valid_and_complete(api: Api) -> None:
    from openapi_spec_validator import validate  # takes half a second

    served = api.client.request("GET", "/api/openapi.json").json()
    some = dict(spread(served["paths"].items(), 20))  # they are alike, and take a second
    validate({**served, "paths": some})
    described = {
        (method.upper(), path) for path, operations in served["paths"].items() for method in operations
    }
    assert described == {(method, path) for method, path, _ in ROUTES}
    assert served == json.loads(json.dumps(description()))
    conflicts = set()
    for path, operations in served["paths"].items():
        for method, operation in operations.items():
            assert {"401", "408", "default"} <= set(operation["responses"])
            conflicts |= {(method, path)} if "409" in operation["responses"] else set()
    assert conflicts == {("post", "/api/games"), ("post", "/api/games/{id}/actions")}


# -- puzzles -------------------------------------------------------------------------------------------------


def test_boards(api: Api) -> None:
    answer = api.get("/api/boards?language=cs")
    assert [board["name"] for board in answer["boards"]][:3] == ["4x4", "6x6", "9x9"]
    assert answer["boards"][2]["title"] == "9x9, klasické"
    assert len(answer["boards"][2]["levels"]) == 5
    assert answer["today"] == answer["daily"]["date"]


def test_new_puzzles(api: Api) -> None:
    first = api.post("/api/puzzles", {"board": "6x6", "level": "hard", "seed": 5})
    assert first == api.post("/api/puzzles", {"board": "6x6", "level": "hard", "seed": 5})
    assert first["layout"] == "6x6"
    assert api.post("/api/parse", {"text": first["share"]})["kind"] == "one"
    assert api.post("/api/parse", {"text": first["text"]})["puzzle"]["givens"] == first["givens"]
    assert api.refused("POST", "/api/puzzles", {"board": "7x7"}) == (400, "bad-request", "board")
    assert api.refused("POST", "/api/puzzles", {"level": "mad"}) == (400, "bad-request", "level")
    assert api.refused("POST", "/api/puzzles", {"seed": -1}) == (400, "bad-request", "seed")
    assert api.refused("POST", "/api/puzzles", {"seeds": 1}) == (400, "bad-request", "seeds")


def test_the_puzzle_of_a_day(api: Api) -> None:
    answer = api.get("/api/daily?date=2026-11-10")
    assert answer["givens"] == "".join(str(value or ".") for value in daily(date(2026, 11, 10)).puzzle.givens)
    assert api.get("/api/daily")["source"] == f"daily {date.today().isoformat()}"
    for bad in ("2026-13-01", "tomorrow", "20261110", ""):
        assert api.refused("GET", f"/api/daily?date={bad}") == (400, "bad-request", "date")
    assert api.refused("GET", "/api/daily?date=2026-11-10&date=2026-11-11") == (400, "bad-request", "date")


@pytest.mark.parametrize(
    ("body", "kind", "playable"),
    [
        ({"text": SMALL}, "one", True),
        ({"text": "| . 1 | 3 . |\n| 4 3 | . 2 |\n|-----+-----|\n| . 2 | . 3 |\n| . . | . . |"}, "one", True),
        ({"text": "12.............."}, "several", True),
        ({"text": "12....34........"}, "none", False),
        ({"text": "11.............."}, "conflict", False),
        ({"text": SOLVED}, "full", False),
        ({"text": CLASSIC, "layout": "x"}, "none", False),
        ({"text": "9x9+x:" + "." * 81}, "several", True),
        ({"values": [int(sign) for sign in SMALL], "layout": "4x4"}, "one", True),
        ({"values": [1, 1, *[0] * 14], "layout": "4x4"}, "conflict", False),
    ],
)
def test_parse(api: Api, body: dict[str, Any], kind: str, playable: bool) -> None:
    answer = api.post("/api/parse", body)
    assert (answer["kind"], answer["playable"]) == (kind, playable)
    assert answer["text"] != api.post("/api/parse", {**body, "language": "cs"})["text"]


def test_invalid_puzzles(api: Api) -> None:
    answer = api.ask("POST", "/api/parse", {"text": "013043020203000q"})
    assert answer.status_code == 400
    assert (answer.json()["row"], answer.json()["column"]) == (4, 4)
    assert api.refused("POST", "/api/parse", {}) == (400, "bad-request", "text")
    assert api.refused("POST", "/api/parse", {"text": ""}) == (400, "bad-request", "text")
    assert api.refused("POST", "/api/parse", {"text": SMALL, "layout": "nine"})[1] == "layout"
    assert api.refused("POST", "/api/parse", {"values": [0] * 5, "layout": "4x4"})[0] == 400
    assert api.refused("POST", "/api/parse", {"values": [0] * 700}) == (400, "bad-request", "values")
    assert api.refused("POST", "/api/parse", {"values": [0.5]}) == (400, "bad-request", "values")


def test_solve(api: Api) -> None:
    assert api.post("/api/solve", {"puzzle": SMALL}) == {
        "kind": "one",
        "count": 1,
        "more": False,
        "solutions": [SOLVED],
    }
    several = api.post("/api/solve", {"puzzle": "12..............", "limit": 5})
    assert (several["kind"], several["count"], several["more"]) == ("several", 5, True)
    assert len(set(several["solutions"])) == 5
    every = api.post("/api/solve", {"puzzle": "12..............", "limit": 100})
    assert (every["count"], every["more"]) == (24, False)
    assert api.post("/api/solve", {"puzzle": "12....34........"})["kind"] == "none"
    assert api.refused("POST", "/api/solve", {"puzzle": SMALL, "limit": 101}) == (400, "bad-request", "limit")
    assert api.refused("POST", "/api/solve", {"puzzle": "11.............."})[1] == "rule"
    assert api.refused("POST", "/api/solve", {"puzzle": None}) == (400, "bad-request", "puzzle")


def test_rate(api: Api) -> None:
    answer = api.post("/api/rate", {"puzzle": CLASSIC, "language": "cs"})
    assert (answer["level"], answer["scheme"], answer["steps"]) == ("easy", "hodoku", 51)
    assert api.refused("POST", "/api/rate", {"puzzle": "12....34........"}) == (422, "no-solution", "")
    assert api.refused("POST", "/api/rate", {"puzzle": "12.............."}) == (422, "several-solutions", "")


def test_check(api: Api) -> None:
    assert api.post("/api/check", {"puzzle": SMALL})["kind"] == "one"
    values = [int(sign) for sign in SMALL]
    right, wrong, clashing = values[:], values[:], values[:]
    right[0], wrong[15], clashing[0] = 2, 4, 1
    assert api.post("/api/check", {"puzzle": SMALL, "values": right})["mistakes"] == []
    assert api.post("/api/check", {"puzzle": SMALL, "values": wrong})["mistakes"] == [15]
    assert api.post("/api/check", {"puzzle": SMALL, "values": clashing})["conflicts"] == [0, 1]
    assert api.post("/api/check", {"puzzle": SMALL, "values": [int(sign) for sign in SOLVED]})["complete"]
    assert api.refused("POST", "/api/check", {"puzzle": SMALL, "values": [0] * 16})[2] == "values"


def test_hint_in_any_position(api: Api) -> None:
    first = api.post("/api/hint", {"puzzle": CLASSIC, "tier": 1})
    whole = api.post("/api/hint", {"puzzle": CLASSIC, "tier": 4})
    assert (first["kind"], first["moves"], len(whole["moves"])) == ("step", [], 1)
    values = [int(sign) for sign in SMALL]
    values[15] = 4
    assert api.post("/api/hint", {"puzzle": SMALL, "values": values})["kind"] == "mistake"
    marks = [0] * 16
    marks[15] = 0b1000
    assert api.post("/api/hint", {"puzzle": SMALL, "candidates": marks})["kind"] == "lost"
    assert api.post("/api/hint", {"puzzle": "12.............."})["kind"] == "several"
    assert api.refused("POST", "/api/hint", {"puzzle": SMALL, "tier": 5}) == (400, "bad-request", "tier")
    assert api.refused("POST", "/api/hint", {"puzzle": SMALL, "candidates": [1]})[0] == 400


def test_a_fault_of_an_explainer_does_not_stop_the_page(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In a process of the workers, as the server runs it."""

    def broken(view: object) -> None:
        raise IndexError("a bug")

    usual = json.loads(hint(PuzzleToHint(puzzle=CLASSIC), "en"))
    monkeypatch.setattr("nonet.explain.explaining.explainer_of", lambda key: broken)
    first, second = (json.loads(hint(PuzzleToHint(puzzle=CLASSIC), "en")) for _ in range(2))
    assert first == second
    assert first["text"] not in ("", usual["text"])
    assert first["technique"] == usual["technique"]
    assert ["a bug" in str(record.exc_info) for record in caplog.records] == [True]


def test_a_hint_on_an_impossible_position_says_so(api: Api) -> None:
    answer = api.post("/api/hint", {"puzzle": "12....34........", "tier": 4, "language": "en"})
    assert answer["kind"] == "impossible"
    assert answer["text"].startswith("This position has no solution.")


# -- games ---------------------------------------------------------------------------------------------------


def test_one_damaged_game_does_not_hide_the_others(api: Api, store: Store) -> None:
    damaged, good = begun(api)["id"], begun(api)["id"]
    store._db.execute("UPDATE games SET setup = replace(setup, 'givens', 'gXvens') WHERE id = ?", (damaged,))
    found = api.get("/api/games")
    assert [game["id"] for game in found["games"]] == [good]
    assert found["damaged"] == [{"id": damaged, "reason": "givens: expected 16 symbols, one per cell"}]
    assert api.get("/api/games") == found


def test_games_of_every_kind(api: Api) -> None:
    level = begun(api, board="jigsaw", level="easy", seed=1)
    assert (level["board"], level["source"], level["shape"]["size"]) == ("jigsaw", "level", 9)
    own = begun(api, puzzle=SMALL)
    assert (own["source"], own["values"]) == ("own", [int(sign) for sign in SMALL])
    typed = begun(api, values=[0] * 16, layout="4x4")
    assert typed["layout"] == "4x4"
    names = [game["id"] for game in api.get("/api/games")["games"]]
    assert set(names) == {level["id"], own["id"], typed["id"]}
    assert api.get(f"/api/games/{own['id']}") == own
    few, over = api.get("/api/games?limit=2"), api.get("/api/games?playing=false")
    assert (len(few["games"]), few["count"]) == (2, 3)
    assert (over["games"], over["count"]) == ([], 0)
    assert api.refused("GET", "/api/games?limit=0") == (400, "bad-request", "limit")
    assert api.refused("GET", "/api/games?playing=maybe") == (400, "bad-request", "playing")


def test_the_game_of_a_day_is_one(api: Api) -> None:
    first = begun(api, daily="2026-11-09")
    again = api.ask("POST", "/api/games", {"daily": "2026-11-09"})
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
    assert api.refused("POST", "/api/games", {"daily": None}) == (400, "bad-request", "daily")


def test_games_that_cannot_be_started(api: Api) -> None:
    answer = api.ask("POST", "/api/games", {"puzzle": "11.............."})
    assert (answer.status_code, answer.json()["cells"]) == (422, [0, 1])
    assert api.refused("POST", "/api/games", {"puzzle": "12....34........"})[:2] == (422, "puzzle-none")
    assert api.refused("POST", "/api/games", {"puzzle": SOLVED})[:2] == (422, "puzzle-full")
    assert api.refused("POST", "/api/games", {"puzzle": ""}) == (400, "bad-request", "puzzle")
    assert api.refused("POST", "/api/games", {"puzzle": None})[2] == "puzzle"
    clash = api.ask("POST", "/api/games", {"puzzle": "4x4:11.............."})
    assert (clash.status_code, clash.json()["cells"]) == (422, [0, 1])
    assert clash.json()["error"]["message"] == "Two 1s in row 1 and in box 1."
    assert api.refused("POST", "/api/games", {"puzzle": SMALL, "daily": "2026-11-09"})[0] == 400
    assert api.refused("POST", "/api/games", {"puzzle": SMALL, "level": "easy"})[2] == "level"
    assert api.refused("POST", "/api/games", {"board": "9x9", "level": 7}) == (400, "bad-request", "level")


def test_a_game_from_start_to_end(api: Api, store: Store) -> None:
    game = begun(api)
    identity = game["id"]
    answer = play(api, identity, 1, place(0, 2), place(1, 2), seconds=3.5)
    assert answer["last"] == 2
    assert [outcome["refused"] for outcome in answer["outcomes"]] == [None, "given"]
    assert answer["outcomes"][0]["events"][0] == {
        "type": "placed",
        "cells": [0],
        "digit": 2,
        "text": "Row 1, column 1: 2.",
    }
    assert (answer["game"]["values"][0], answer["game"]["seconds"]) == (2, 3.5)
    assert play(api, identity, 3, {"type": "undo"})["game"]["values"][0] == 0
    actions = [place(cell, int(digit)) for cell, digit in enumerate(SOLVED)]
    answer = play(api, identity, 4, *actions, seconds=60)
    assert answer["game"]["status"] == "finished"
    assert answer["outcomes"][-1]["events"][-1] == {
        "type": "finished",
        "seconds": 60.0,
        "best": False,
        "text": "Solved in 1:00.",
    }
    assert api.get("/api/statistics")["lines"][0]["best"] == 60.0
    assert api.get("/api/statistics?language=cs")["finished"] == 1
    (result,) = store.results()
    assert (result.seconds, result.status) == (60.0, "finished")


def test_a_batch_may_be_sent_twice(api: Api) -> None:
    identity = begun(api)["id"]
    toggle = {"type": "toggle-note", "cells": [0, 3], "digit": 4}
    first = play(api, identity, 1, toggle, place(15, 1))
    again = play(api, identity, 1, toggle, place(15, 1))
    assert again["outcomes"] == []
    assert (again["last"], again["game"]) == (2, first["game"])
    more = play(api, identity, 2, place(15, 1), toggle)
    assert [outcome["number"] for outcome in more["outcomes"]] == [3]
    assert more["game"]["corner"][0] == 0
    answer = api.ask(
        "POST", f"/api/games/{identity}/actions", {"client": "page", "first": 9, "actions": [toggle]}
    )
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["last"]) == (409, "gap", 3)
    other = api.post(f"/api/games/{identity}/actions", {"client": "other", "first": 1, "actions": [toggle]})
    assert other["game"]["corner"][0] == 0b1000


def test_a_batch_sent_many_times_at_once_is_taken_once(
    api: Api, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With several threads of one server, and with two servers on one store."""
    monkeypatch.setattr("nonet.faces.web.game_jobs.SLICE", 60)  # however slow it is here
    identity = begun(api)["id"]
    actions = [{"type": "toggle-note", "cells": [0], "digit": 1 + number % 4} for number in range(25)]
    with Store(store.path) as other, ThreadPoolExecutor(6) as pool:
        opened = [Sessions(store), Sessions(other)] * 3
        tries = [pool.submit(act, games, identity, "page", 1, actions, None) for games in opened]
        failed = [each.exception() for each in tries]
    assert failed.count(None) >= 1
    assert {each.code for each in failed if isinstance(each, Problem)} <= {"gap"}
    assert all(each is None or isinstance(each, Problem) for each in failed)
    assert len(store.session(identity).moves) == 25
    assert play(api, identity, 1, *actions)["outcomes"] == []


def test_all_processes_have_the_same_clock_and_no_pause(api: Api, store: Store) -> None:
    identity = begun(api)["id"]
    with Store(store.path) as other:
        both = here, there = Sessions(store), Sessions(other)
        for sessions in both:
            view(sessions, identity)
        first = 1
        for sessions, actions, seconds in (
            (here, [place(0, 2)], 2.0),
            (there, [{"type": "redo"}], 100.0),  # refused
            (here, [{"type": "pause"}], 200.0),
            (there, [{"type": "resume"}], 300.0),
            (here, [place(3, 4)], 400.0),
            (there, [{"type": "pause"}, place(15, 1)], 500.0),
        ):
            act(sessions, identity, "page", first, actions, seconds)
            first += len(actions)
            shown = [json.loads(view(each, identity)) for each in both]
            assert [(game["seconds"], game["paused"]) for game in shown] == [(seconds, False)] * 2
    assert [shown[0]["values"][cell] for cell in (0, 3, 15)] == [2, 4, 1]


def test_the_clock_stands_when_the_game_is_over(api: Api, store: Store) -> None:
    game = begun(api)
    identity, game_path = game["id"], f"/api/games/{game['id']}"
    solution = store.session(identity).game.solution
    assert solution is not None
    missing = [place(cell, digit) for cell, digit in enumerate(solution.values) if not game["values"][cell]]
    with Store(store.path) as other:
        late = other.session(identity, clock=iter(range(0, 10**6, 100)).__next__)
        finished = api.post(
            f"{game_path}/actions", {"client": "page", "first": 1, "actions": missing, "seconds": 5}
        )["game"]
        assert (finished["status"], finished["seconds"]) == ("finished", 5)
        late.tick()
        for actions in ([], [place(0, 1)]):
            api.post(
                f"{game_path}/actions", {"client": "late", "first": 1, "actions": actions, "seconds": 900}
            )
        api.post(f"{game_path}/check", {})
        assert late.catch_up()
        assert (late.seconds, late.aids) == (5, Aids())
    assert api.get(game_path)["seconds"] == api.get(f"{game_path}/result")["seconds"] == 5
    assert [saved.seconds for saved in store.games()] == [5]


def test_the_puzzle_of_a_day_is_begun_once(store: Store) -> None:
    """Two processes were asked at once, when there was no game yet."""
    day = date(2026, 11, 15)
    with Store(store.path) as other:
        begun_games = [begin_daily(Sessions(each), daily(day), day, "9x9") for each in (store, other)]
    assert [each.is_new for each in begun_games] == [True, False]
    assert len({json.loads(each.view)["id"] for each in begun_games}) == 1


def test_a_bad_action_stops_the_batch_there(api: Api) -> None:
    identity = begun(api)["id"]
    body = {"client": "page", "first": 1, "actions": [place(0, 2), place(16, 1), place(3, 4)]}
    answer = api.ask("POST", f"/api/games/{identity}/actions", body)
    assert answer.status_code == 400
    assert answer.json()["error"]["where"] == "actions[1].cells"
    assert answer.json()["last"] == 1
    assert api.get(f"/api/games/{identity}")["values"][:4] == [2, 1, 3, 0]


@pytest.mark.parametrize("wrong", [None, "undo", 5, ["undo"]])
def test_an_action_that_is_no_object(api: Api, wrong: object) -> None:
    identity = begun(api)["id"]
    body = {"client": "page", "first": 1, "actions": [place(0, 2), wrong]}
    answer = api.ask("POST", f"/api/games/{identity}/actions", body)
    assert (answer.status_code, answer.json()["error"]["where"], answer.json()["last"]) == (
        400,
        "actions[1]",
        1,
    )


def test_the_page_keeps_the_time(api: Api) -> None:
    identity = begun(api)["id"]
    assert play(api, identity, 1, seconds=20)["game"]["seconds"] == 20
    assert play(api, identity, 1, seconds=10)["game"]["seconds"] == 20
    assert api.get("/api/games")["games"][0]["seconds"] == 20
    bad = {"client": "page", "first": 1, "actions": [], "seconds": -1}
    assert api.refused("POST", f"/api/games/{identity}/actions", bad) == (400, "bad-request", "seconds")


def test_a_game_begun_again_under_its_id_has_hints_of_its_own(api: Api) -> None:
    """Its givens may be the same, but not its rules."""
    for _ in range(2):
        game = f"/api/games/{begun(api, puzzle=SMALL, id='0123456789abcdef')['id']}"
        api.post(f"{game}/hint", {})
        assert api.get(game)["aids"]["hints"] == 1
        api.ask("DELETE", game, {})


def test_hints_and_checks_of_a_game(api: Api) -> None:
    identity = begun(api)["id"]
    helps = [api.post(f"/api/games/{identity}/hint", {"tier": tier}) for tier in (1, 2, 3, 4)]
    assert len({each["text"] for each in helps}) == 4
    answer = play(api, identity, 1, *helps[3]["moves"])
    assert answer["outcomes"][0]["refused"] is None
    assert answer["game"]["aids"] == {"hints": 1, "checks": 0, "reveals": 0}
    play(api, identity, 2, place(15, 4))
    assert api.post(f"/api/games/{identity}/check", {}) == {
        "wrong": [15],
        "text": "1 digit is wrong: row 4, column 4.",
        "checks": 1,
    }
    assert api.post(f"/api/games/{identity}/hint", {"tier": 4})["kind"] == "mistake"
    assert api.post(f"/api/games/{identity}/hint", {})["tier"] == 1


def test_download_and_resume(api: Api) -> None:
    identity = begun(api)["id"]
    played = play(
        api, identity, 1, place(0, 2), {"type": "mark", "name": "zde"}, place(3, 4), {"type": "undo"}
    )
    answer = api.ask("GET", f"/api/games/{identity}/download")
    assert answer.headers["content-disposition"].startswith('attachment; filename="sudoku-4x4-')
    again = begun(api, record=answer.json())
    assert again["id"] != identity
    same = {"values", "marks", "can_undo", "can_redo", "seconds"}
    assert {name: again[name] for name in same} == {name: played["game"][name] for name in same}
    api.ask("DELETE", f"/api/games/{identity}", {})
    assert begun(api, record=answer.json())["id"] == identity
    assert api.refused("POST", "/api/games", {"record": {}}) == (400, "bad-request", "format")
    spoiled = {**answer.json(), "moves": [{"type": "place", "cells": [99], "digit": 1}]}
    assert api.refused("POST", "/api/games", {"record": spoiled})[2] == "moves[0].cells"


def test_a_finished_game_of_someone_else_does_not_count(api: Api) -> None:
    """It is neither in the statistics nor the best time, and not the player's game of that day."""
    game = begun(api)
    [solution] = api.post("/api/solve", {"puzzle": SMALL})["solutions"]
    cells = [cell for cell, given in enumerate(game["givens"]) if not given]
    play(api, game["id"], 1, *(place(cell, int(solution[cell])) for cell in cells))
    record = api.get(f"/api/games/{game['id']}/download")
    assert api.get("/api/statistics")["games"] == 1
    theirs = {**record["game"], "id": "f" * 16, "source": "daily 2026-11-15"}
    opened = begun(api, record={**record, "game": theirs})
    assert (opened["status"], opened["best"]) == ("finished", None)
    ended = play(api, opened["id"], 1, {"type": "undo"}, {"type": "redo"})
    assert ended["game"]["status"] == "finished"
    again = api.get(f"/api/games/{opened['id']}/download")
    api.ask("DELETE", f"/api/games/{opened['id']}", {})
    begun(api, record=again)
    assert api.get("/api/statistics")["games"] == 1
    days = api.get("/api/days?from=2026-11-01")["days"]
    assert not any(day["game"] for day in days)


def test_the_days_of_a_variant(api: Api) -> None:
    """Each board has a calendar of its own."""
    wish = {"daily": "2024-01-01", "board": "killer"}
    game = api.post("/api/games", wish, 201)
    assert (game["board"], game["level"]) == ("killer", "easy")
    assert api.post("/api/games", wish, 200)["id"] == game["id"]
    asked = ("/api/days?from=2024-01-01&board=killer", "/api/days?from=2024-01-01")
    days = [api.get(each)["days"][0] for each in asked]
    assert [day["game"] for day in days] == [game["id"], None]
    assert api.get("/api/daily?date=2024-01-01&board=killer")["board"] == "killer"
    assert api.ask("GET", "/api/days?board=nothing").status_code == 400


def test_exercises_are_counted_in_the_store(api: Api) -> None:
    nothing: dict[str, Any] = {"lessons": [], "asked": [], "start": None}
    assert api.get("/api/lessons") == nothing
    exercises = [{"technique": "x-wing", "clean": clean} for clean in (True, True, True, False, True)]
    found = api.post("/api/lessons", {"client": "a", "exercises": exercises})
    assert found == {**nothing, "lessons": [{"technique": "x-wing", "row": 1, "passed": True}]}
    assert api.get("/api/lessons") == found
    wrong = {"technique": "x-wing", "clean": True, "more": 1}
    unknown, unclear = {"technique": "no-such", "clean": True}, {"technique": "x-wing", "clean": 1}
    for bad, inside in ((wrong, ".more"), (unknown, ""), (unclear, ".clean"), (7, "")):
        body = {"client": "a", "exercises": [exercises[0], bad]}
        assert api.refused("POST", "/api/lessons", body) == (400, "bad-request", f"exercises[1]{inside}")
    assert api.get("/api/lessons") == found  # nothing of a refused request is counted


def test_lessons_are_offered_by_the_hints_asked_for_and_by_the_placement_test(api: Api) -> None:
    game = begun(api, puzzle=CLASSIC)["id"]
    for tier in (1, 4):  # one hint
        given = api.post(f"/api/games/{game}/hint", {"tier": tier})
    assert api.get("/api/lessons")["asked"] == [{"technique": given["technique"], "hints": 1}]
    first = api.get("/api/techniques")["placement"][0]
    assert api.post("/api/lessons", {"client": "a", "exercises": [], "start": first})["start"] == first
    wrong = {"client": "a", "exercises": [], "start": "no-such"}
    assert api.refused("POST", "/api/lessons", wrong) == (400, "bad-request", "start")


def test_an_exercise_that_is_sent_twice_counts_once(api: Api) -> None:
    def sent(client: str, first: int, count: int) -> int:
        exercises = [{"technique": "x-wing", "clean": True}] * count
        found = api.post("/api/lessons", {"client": client, "first": first, "exercises": exercises})
        return int(found["lessons"][0]["row"])

    assert sent("a", 1, 1) == 1
    assert sent("a", 1, 2) == 2  # the first one again, and another
    assert sent("a", 2, 1) == 2
    assert sent("b", 1, 1) == 3
    for wrong in ({"client": "", "first": 1}, {"client": "a", "first": 0}):
        assert api.refused("POST", "/api/lessons", {**wrong, "exercises": []})[:2] == (400, "bad-request")


def test_deleted_and_unknown_games(api: Api) -> None:
    identity = begun(api)["id"]
    assert api.ask("DELETE", f"/api/games/{identity}", {}).json() == {}
    for method, path, body in (
        ("GET", "", None),
        ("DELETE", "", {}),
        ("GET", "/download", None),
        ("POST", "/hint", {"tier": 1}),
        ("POST", "/check", {}),
        ("POST", "/actions", {"client": "a", "first": 1, "actions": []}),
    ):
        assert api.refused(method, f"/api/games/{identity}{path}", body)[:2] == (404, "not-found")
    for name in ("..", "..%2f..%2fetc%2fpasswd", "%00", "'; DROP TABLE games; --", "ž"):
        assert api.refused("GET", f"/api/games/{name}")[0] in (400, 404)
    assert api.refused("GET", "/api/techniques/nonsense")[:2] == (404, "no-lesson")


def test_another_process_may_play_the_same_game(api: Api, store: Store) -> None:
    identity = begun(api)["id"]
    with Store(store.path) as other:
        other.session(identity).play(Place((0,), 2))
    assert api.get(f"/api/games/{identity}")["values"][0] == 2
    with Store(store.path) as other:
        other.session(identity).play(Place((3,), 4))
    assert play(api, identity, 1, place(15, 1))["game"]["values"][:4] == [2, 1, 3, 4]
    with Store(store.path) as other:
        assert other.session(identity).state.values[15] == 1


def test_games_are_unloaded_and_loaded_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_games, "MOST_OPEN", 2)
    sessions = Sessions(store)
    games = [store.new(Game.of(parse(SMALL))).game.id for _ in range(4)]
    first: dict[str, object] = {}
    for digit in (1, 2):
        for identity in games:
            with sessions.playing(identity) as session:
                assert first.setdefault(identity, session) is not session or digit == 1
                session.play(Place((15,), digit))
    assert [store.session(identity).state.values[15] for identity in games] == [2, 2, 2, 2]


# -- settings ------------------------------------------------------------------------------------------------


def test_settings(api: Api) -> None:
    usual = api.get("/api/settings")
    changed = api.ask("PATCH", "/api/settings", {"check": "solution", "language": "cs"}).json()
    assert changed == {**usual, "check": "solution", "language": "cs"}
    assert api.get("/api/settings") == changed
    identity = begun(api)["id"]
    answer = play(api, identity, 1, place(15, 4))
    assert answer["game"]["mistakes"] == [15]
    assert answer["outcomes"][0]["text"].startswith("Řádek 4, sloupec 4: 4.")
    api.ask("PATCH", "/api/settings", {"check": "off"})
    assert api.get(f"/api/games/{identity}")["mistakes"] == []
    assert api.refused("PATCH", "/api/settings", {"check": "never"}) == (400, "bad-request", "check")
    assert api.refused("PATCH", "/api/settings", {"chess": "never"}) == (400, "bad-request", "chess")


def test_every_setting_has_its_words() -> None:
    """`make types` checks that the page's words and defaults are these."""
    values = {name: part.get("enum", []) for name, part in schema(Settings)["properties"].items()}
    assert {name: list(words.values) for name, words in SETTING_WORDS.items()} == {**values, "language": []}
