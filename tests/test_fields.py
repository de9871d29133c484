"""Typed fields: what a class declares is checked, read, written and described."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

import jsonschema
import pytest

from many_cases import for_cases
from nonet.errors import FieldError
from nonet.fields import (
    HIDDEN,
    Candidates,
    Cells,
    Choice,
    Count,
    ListOf,
    Number,
    Some,
    String,
    Whole,
    as_json,
    components,
    includes,
    kind_of,
    read,
    schema,
    to_plain,
)
from nonet.layout import CLASSIC


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True)
class Leaf:
    name: Annotated[str, String(1, 5, printable=True)]
    size: Count = 0


@dataclass(frozen=True)
class Tree:
    cells: Cells
    candidates: Candidates
    leaves: tuple[Leaf, ...]
    mood: Mood = Mood.GOOD
    day: date | None = None
    ratio: float = 0.5
    kind: Annotated[str, Choice(("oak", "elm"))] = "oak"
    masks: Annotated[tuple[int, ...], ListOf(Whole(0, 511), most=3)] = ()
    secret: Annotated[int, HIDDEN] = 7


GIVEN: dict[str, Any] = {
    "cells": [4, 3, 4],
    "candidates": [[0, 9]],
    "leaves": [{"name": " a "}],
    "mood": "bad",
    "day": "2026-11-15",
}
TREE = Tree((4, 3), ((0, 9),), (Leaf("a"),), Mood.BAD, date(2026, 11, 15))


def test_what_is_read_can_be_written_and_read_again() -> None:
    assert read(Tree, GIVEN, CLASSIC) == TREE
    written = to_plain(TREE)
    assert written["leaves"] == [{"name": "a", "size": 0}]
    assert "secret" not in written
    assert read(Tree, written, CLASSIC) == TREE


@for_cases(
    [
        ({"cells": []}, "cells"),
        ({"cells": [81]}, "cells"),
        ({"candidates": [[0]]}, "candidates"),
        ({"leaves": [{"name": ""}]}, "leaves[0].name"),
        ({"leaves": [{"name": "\x07"}]}, "leaves[0].name"),
        ({"leaves": [{"name": "a", "size": -1}]}, "leaves[0].size"),
        ({"leaves": [{"name": "a", "size": True}]}, "leaves[0].size"),
        ({"leaves": 3}, "leaves"),
        ({"mood": "odd"}, "mood"),
        ({"day": "2026-02-30"}, "day"),
        ({"day": "2026-W01-1"}, "day"),
        ({"day": "20260102"}, "day"),
        ({"ratio": "1"}, "ratio"),
        ({"ratio": float("nan")}, "ratio"),
        ({"kind": "fir"}, "kind"),
        ({"masks": [1, 2, 3, 4]}, "masks"),
        ({"secret": 1}, "secret"),
    ]
)
def test_an_error_names_the_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(FieldError) as caught:
        read(Tree, GIVEN | change, CLASSIC)
    assert caught.value.where == where


def test_a_field_that_is_missing() -> None:
    with pytest.raises(FieldError, match="leaves: missing"):
        read(Tree, {"cells": [1], "candidates": [[0, 1]]}, CLASSIC)
    assert Some(Tree).check({"kind": "elm"}, "", CLASSIC) == {"kind": "elm"}


class AnswerToTest(TypedDict):
    first: Leaf
    note: NotRequired[str]


@includes(Leaf)
class WiderJson(AnswerToTest):
    """More of it."""


def test_schemas() -> None:
    found = schema(Tree)
    assert found["required"] == ["cells", "candidates", "leaves"]
    assert found["properties"]["day"] == {"type": "string", "format": "date"}
    parts = components([kind_of(tuple[WiderJson, ...]), kind_of(Tree)])
    assert list(parts) == ["Leaf", "Tree", "Wider"]
    assert set(parts["Wider"]["properties"]) == {"first", "note", "name", "size"}
    assert (parts["Wider"]["description"], "note" in parts["Wider"]["required"]) == ("More of it.", False)
    whole = {"$ref": "#/components/schemas/Tree", "components": {"schemas": parts}}
    jsonschema.Draft202012Validator(whole).validate(to_plain(TREE))


class Place(NamedTuple):
    row: int
    mood: Mood = Mood.GOOD


class PlacedJson(TypedDict):
    name: str
    size: Count
    places: list[Place]
    length: Annotated[float, Number(places=2)]


@dataclass(frozen=True)
class Shelf:
    places: tuple[Place, ...]
    length: float
    secret: int = 0


def test_json_is_filled_from_a_value_and_from_what_is_given() -> None:
    shelf = Shelf((Place(1), Place(2, Mood.BAD)), 1.2345)
    found = as_json(PlacedJson, shelf, name="a", size=3)
    assert found == {
        "name": "a",
        "size": 3,
        "places": [{"row": 1, "mood": "good"}, {"row": 2, "mood": "bad"}],
        "length": 1.23,
    }
    assert list(found) == ["name", "size", "places", "length"]
    with pytest.raises(AttributeError):
        as_json(PlacedJson, shelf, name="a")
    assert read(Place, {"row": 3}) == Place(3)
    parts = components([kind_of(PlacedJson)])
    whole = {"$ref": "#/components/schemas/Placed", "components": {"schemas": parts}}
    jsonschema.Draft202012Validator(whole).validate(found)
    assert parts["Place"]["required"] == ["row", "mood"]


@dataclass(frozen=True)
class ByName:
    name: str


@dataclass(frozen=True)
class BySize:
    size: int


@dataclass(frozen=True)
class ByDefault:
    colour: str = "green"


def test_one_of_several_classes_is_chosen_by_what_it_needs() -> None:
    kind = kind_of(ByName | BySize | ByDefault)
    assert kind.check({"size": 3}, "", None) == BySize(3)
    assert kind.check({}, "", None) == ByDefault()
    for bad, where in (({"size": 3, "name": "a"}, "size"), ({"size": 3, "colour": "red"}, "colour")):
        with pytest.raises(FieldError) as caught:
            kind.check(bad, "", None)
        assert caught.value.where == where
