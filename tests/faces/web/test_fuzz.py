"""Random requests get a response as described or an error in JSON, never a 500."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faces.web.client import Api
from many_cases import examples
from nonet.faces.web.app import make_app
from nonet.faces.web.open_games import OpenGames
from nonet.faces.web.security import Hosts
from nonet.faces.web.workers import Workers
from nonet.formats import parse
from nonet.play import Game, Store

SMALL = "0130430202030000"


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Iterator[tuple[Api, str]]:
    with Store(tmp_path_factory.mktemp("fuzz") / "play.sqlite") as store:
        game = store.new(Game.of(parse(SMALL))).game.id
        api = Api(make_app(OpenGames(store, workers), Hosts("127.0.0.1")))
        yield api, game
        api.client.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "puzzle": st.sampled_from([SMALL, "12..............", "11..............", "4x4:" + "." * 16, "x:", ""]),
    "text": st.sampled_from([SMALL, "1 2 3", "jigsaw:1122112233443344:................"]),
    "layout": st.sampled_from(["4x4", "9x9", "x", "jigsaw:1122112233443344", "0x0", "26x26"]),
    "values": st.lists(st.integers(0, 5), max_size=17),
    "candidates": st.lists(st.integers(0, 15), min_size=16, max_size=16),
    "language": st.sampled_from(["en", "cs", "de"]),
    "tier": st.integers(0, 5),
    "limit": st.integers(0, 101),
    "board": st.sampled_from(["4x4", "6x6", "5x5"]),
    "level": st.sampled_from(["easy", "hard", "mad"]),
    "seed": st.integers(-1, 1 << 54),
    "daily": st.sampled_from(["2026-11-09", "2026-02-30"]),
    "client": st.text(max_size=70),
    "first": st.integers(0, 40),
    "seconds": st.floats(allow_nan=False),
    "actions": st.lists(
        st.fixed_dictionaries(
            {
                "type": st.sampled_from(
                    ["place", "note", "undo", "redo", "mark", "strike", "restart", "dance"]
                )
            },
            optional={
                "cells": st.lists(st.integers(-1, 16), max_size=3),
                "digit": st.integers(0, 5),
                "name": st.text(max_size=3),
                "on": st.booleans() | st.just("yes"),
                "candidates": st.lists(st.lists(st.integers(0, 16), max_size=3), max_size=3),
            },
        )
        | JSON,
        max_size=5,
    ),
    "record": JSON,
    "check": st.sampled_from(["off", "rules", "solution", 1]),
}
BODIES = st.lists(st.sampled_from(sorted(LIKELY)), unique=True, max_size=5).flatmap(
    lambda names: st.fixed_dictionaries({name: LIKELY[name] | JSON for name in names})
)
POSTS = ["/api/puzzles", "/api/parse", "/api/solve", "/api/rate", "/api/check", "/api/hint", "/api/games"]
GAME_POSTS = ["/actions", "/hint", "/check"]
ROUNDS = settings(
    deadline=None,
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@ROUNDS
@given(data=st.data(), body=BODIES)
def test_any_object(fuzzed: tuple[Api, str], data: st.DataObject, body: dict[str, Any]) -> None:
    api, game = fuzzed
    paths = POSTS + [f"/api/games/{game}{path}" for path in GAME_POSTS] * 2
    path = data.draw(st.sampled_from(paths))
    try:
        content = json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        content = json.dumps(body).encode()
    answer = api.ask("POST", path, content=content)
    assert answer.status_code < 500
    assert api.ask("PATCH", "/api/settings", content=content).status_code < 500


@ROUNDS
@given(content=st.binary(max_size=60) | st.text('[]{}",:0123\\ude', max_size=60).map(str.encode))
def test_any_bytes(fuzzed: tuple[Api, str], content: bytes) -> None:
    api, game = fuzzed
    for path in ("/api/solve", f"/api/games/{game}/actions"):
        assert 400 <= api.ask("POST", path, content=content).status_code < 500


@ROUNDS
@given(path=st.text("abc/.%20?#=&{}é\\", max_size=20), query=st.text(max_size=10))
def test_any_address(fuzzed: tuple[Api, str], path: str, query: str) -> None:
    api, _ = fuzzed
    for address in (f"/api/{path}", f"/static/{path}", f"/{path}"):
        answer = api.client.request("GET", f"{address}?language={query}&date={query}")
        assert answer.status_code in (200, 400, 404)


def test_nested_too_deeply(fuzzed: tuple[Api, str]) -> None:
    api, _ = fuzzed
    for content in (b"[" * 200_000, b'{"a":' * 100_000, b"9" * 100_000, b'{"seed": ' + b"9" * 5000 + b"}"):
        assert 400 <= api.ask("POST", "/api/puzzles", content=content).status_code < 500


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\udc00x"'])
def test_lone_surrogates(fuzzed: tuple[Api, str], text: str) -> None:
    api, game = fuzzed
    content = '{"client": "a", "first": 1, "actions": [{"type": "mark", "name": NAME}]}'.replace("NAME", text)
    assert api.refused("POST", f"/api/games/{game}/actions", content=content.encode())[:2] == (400, "json")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"seed": ' + b"9" * 5000 + b"}", "a number has too many digits"),
        (b'{"board": "\xff"}', "not in UTF-8, from byte 11 on"),
        (b'{"seed": NaN}', "NaN is not a JSON number"),
        (b'{"board": "\\ud800"}', "lone surrogate"),
        (b'{"board": ', "not JSON: Expecting value"),
        (b'{"board": "9x9", "board": "x"}', "has this field twice: 'board'"),
    ],
)
def test_invalid_json_gets_a_clear_message(fuzzed: tuple[Api, str], content: bytes, words: str) -> None:
    api, _ = fuzzed
    error = api.ask("POST", "/api/puzzles", content=content).json()["error"]
    assert error["code"] == "json"
    assert words in error["message"]
    assert "sys." not in error["message"]
    assert "codec" not in error["message"]
