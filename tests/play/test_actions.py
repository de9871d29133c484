"""One declaration of an action gives its checks, its JSON form and its place in the API's description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import jsonschema
import pytest

from many_cases import for_each
from nonet.fields import Candidates, Cells
from nonet.formats import parse
from nonet.layout import CLASSIC, Layout
from nonet.play import Game, PlayError, Session
from nonet.play import events as ev
from nonet.play.action_type import ACTIONS, Action, NoteKind, checked, from_json, schema_of, to_json
from nonet.play.actions import Move, Note, Place
from nonet.play.board import Board

SMALL = "0130430202030000"


@pytest.fixture
def swap() -> Iterator[type[Action]]:
    """A toy move, declared like any other and removed after the test."""
    from nonet.faces.web.openapi import description

    class Swap(Move, type="swap"):
        """Exchange two digits."""

        cells: Cells
        digits: Candidates
        kind: NoteKind = "centre"
        quietly: bool | None = None

        def apply(self, board: Board, game: Game) -> Board:
            return replace(board, auto=not board.auto)

        def event(self, before: Board, after: Board) -> ev.GameEvent:
            return ev.Refreshed()

    description.cache_clear()
    yield Swap
    del ACTIONS["swap"]
    description.cache_clear()


def test_a_declared_action_is_checked(swap: Any) -> None:
    action = swap((3, 1, 3), ((0, 9),))
    assert checked(action, CLASSIC) == swap((3, 1), ((0, 9),))
    for bad, where in (
        (swap((), ((0, 9),)), "cells"),
        (swap((81,), ((0, 9),)), "cells"),
        (swap((True,), ((0, 9),)), "cells"),
        (swap((0,), ((0, 10),)), "digits"),
        (swap((0,), ((0, 9),), "side"), "kind"),
        (swap((0,), ((0, 9),), quietly=1), "quietly"),
    ):
        with pytest.raises(PlayError) as caught:
            checked(bad, CLASSIC)
        assert caught.value.where == where


def test_a_declared_action_is_read_and_written(swap: Any) -> None:
    action = swap((3, 1), ((0, 9),))
    record = {"type": "swap", "cells": [3, 1], "digits": [[0, 9]], "kind": "centre"}
    assert to_json(action) == record
    assert from_json(record, CLASSIC) == action
    for bad, where in (({"cells": [3]}, "digits"), ({**record, "colour": 1}, "colour")):
        with pytest.raises(PlayError) as caught:
            from_json({"type": "swap", **bad}, CLASSIC)
        assert caught.value.where == where


def test_a_declared_action_is_in_the_description_of_the_api(swap: Any) -> None:
    from nonet.faces.web.openapi import description

    schemas = description()["components"]["schemas"]
    assert {"const": "swap"} in [each["properties"]["type"] for each in schemas["Action"]["oneOf"]]
    validator = jsonschema.Draft202012Validator(schemas["Action"])
    assert validator.is_valid(to_json(swap((3, 1), ((0, 9),))))
    assert not validator.is_valid({"type": "swap", "cells": [3]})
    assert not validator.is_valid({"type": "swap", "cells": [3], "digits": [[0, 9]], "kind": "side"})


def test_a_declared_move_can_be_played_and_undone(swap: Any) -> None:
    session = Session(Game.of(parse(SMALL)))
    assert session.play(swap((0,), ((0, 1),))).events == (ev.Refreshed(),)
    assert session.state.auto
    assert not session.undo().state.auto


def test_two_actions_of_one_type_are_refused() -> None:
    with pytest.raises(TypeError, match="two actions of type 'place'"):

        class Again(Action, type="place"):
            pass


@for_each(ACTIONS.values())
def test_every_schema_agrees_with_the_reader(action: type[Action]) -> None:
    """The schema and the parser agree: a record that lacks a required field is refused by both."""
    schema = schema_of(action)
    jsonschema.Draft202012Validator.check_schema(schema)
    values: dict[str, Any] = {
        "cells": [1],
        "cell": 1,
        "digit": 2,
        "colour": 3,
        "name": "A",
        "candidates": [[0, 1]],
    }
    record = {"type": action.type, **{f.name: values[f.name] for f in fields(action) if f.name in values}}
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(record)
    assert to_json(from_json(record, CLASSIC)).items() >= record.items()
    for name in schema["required"]:
        short = {key: value for key, value in record.items() if key != name}
        assert not validator.is_valid(short)
        with pytest.raises(PlayError):
            from_json(short, CLASSIC)


def test_what_is_not_an_action_is_refused() -> None:
    small = Layout.named("4x4")
    for thing in (None, "undo", Move(), object(), Place):
        with pytest.raises(PlayError):
            checked(thing, small)  # type: ignore[type-var]
    with pytest.raises(PlayError, match="only moves"):
        Session(Game.of(parse(SMALL)), moves=[from_json({"type": "undo"}, small)])  # type: ignore[list-item]
    assert checked(note := Note((0,), 1), small) is note


def test_a_digit_that_the_board_does_not_have() -> None:
    assert checked(Place((0,), 4), Layout.named("4x4")).digit == 4
    with pytest.raises(PlayError, match="digits are 1 to 4, not 5"):
        checked(Place((0,), 5), Layout.named("4x4"))
