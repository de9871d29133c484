"""The tools of the setter's desk: how each rule of the catalogue is drawn on a board, and which numbers it asks for.

Nothing here is about a rule in particular. How a rule is drawn follows from the types of its fields and from what its
example looks like, so that rules of other packages get their tools, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, NamedTuple

from nonet.errors import InvalidRule
from nonet.explain.voice import capital, voice
from nonet.fields import Choice, Count, Described, kind_of
from nonet.layout import Layout
from nonet.messages import TN, T
from nonet.rules.base import Field, FieldRole, Rule
from nonet.rules.codec import from_data
from nonet.rules.registry import FAMILIES, catalogue, family_of
from nonet.rules.shapes import Badge, BorderMark, Outside, Shape, Tint


class Gesture(Enum):
    """How a rule is drawn."""

    SWITCH = "switch"
    """It is about the whole board: on or off."""
    CELLS = "cells"
    """A group of cells; the order in which they are drawn does not matter."""
    MARKS = "marks"
    """Single cells with the same sign; all of them are one rule."""
    LINE = "line"
    """Cells in order."""
    ARROW = "arrow"
    """A line whose first cells are the circle, usually one; all others are the shaft."""
    PARTS = "parts"
    """Several strokes, one for each field of cells."""
    GROUPS = "groups"
    """As many strokes as one likes, each a group."""
    EDGE = "edge"
    """The border of two cells."""
    CORNER = "corner"
    """The corner of four cells."""
    OUTSIDE = "outside"
    """Beside a row or column."""
    DIAGONAL = "diagonal"
    """Beside a diagonal."""
    FORM = "form"
    """It cannot be drawn; it is written as JSON."""


FIELD_TYPES = ("number", "numbers", "number_pairs", "digit", "digits", "text", "flag", "choice", "circle")
DEFAULTS = [kind_of(type_).schema() for type_ in (int, bool, str, list[int])] + [{"type": "null"}]


class ToolChoice(NamedTuple):
    value: str
    title: str


@dataclass(frozen=True)
class ToolField:
    """A field that is filled in by a form: its name, its title, its type, whether it must be given, its default.

    The type is that of the rule's field, `choice` where only some texts are possible, or `circle`: how many cells of
    an arrow, from its beginning, are the circle.
    """

    name: str
    title: str
    type: Annotated[str, Choice(FIELD_TYPES)]
    required: bool
    default: Annotated[object, Described({"anyOf": DEFAULTS})]
    choices: tuple[ToolChoice, ...] = ()


class DrawnField(NamedTuple):
    name: str
    type: Annotated[str, Choice(("cell", "path", "set", "groups"))]


@dataclass(frozen=True)
class Tool:
    """A kind of rule. gesture: how it is drawn. cells: its fields that are drawn, in order. least: the fewest cells.
    fields: those that a form asks for.
    """

    kind: str
    title: str
    text: str
    family: str
    gesture: Gesture
    cells: tuple[DrawnField, ...]
    least: Count
    fields: tuple[ToolField, ...]


_FAMILY_TITLES = {
    "cages": T("Cages and groups"),
    "lines": T("Lines"),
    "pairs": T("Dots and signs"),
    "cells": T("Single cells"),
    "outside": T("Outside the board"),
    "board": T("Whole board"),
    "generic": T("General rules"),
}

_FIELD_TITLES = {
    "accepting": T("accepting states"),
    "all_pairs": T("every pair, not only neighbours"),
    "allowed": T("allowed pairs, such as 1 3, 2 4"),
    "apart": T("not even corners touch"),
    "axis": T("what it indexes"),
    "bread": T("the two outer digits"),
    "circle": T("circle"),
    "columns": T("columns"),
    "count": T("how many are seen"),
    "counts": T("how many of which digit, such as 1 2, 1 3"),
    "diagonal": T("diagonal neighbours, too"),
    "difference": T("difference"),
    "differences": T("differences"),
    "digit": T("digit"),
    "digits": T("digits"),
    "direction": T("direction"),
    "divisor": T("divisor"),
    "exact": T("exactly as often as listed"),
    "loop": T("a closed loop"),
    "modulus": T("modulus"),
    "name": T("name"),
    "pattern": T("regular expression"),
    "product": T("product"),
    "rank": T("rank"),
    "ratio": T("ratio"),
    "ratios": T("ratios"),
    "rows": T("rows"),
    "size": T("how many cells"),
    "squares": T("2x2 squares may be shaded"),
    "sum": T("sum"),
    "sums": T("sums"),
    "table": T("next states, one row for each state"),
    "ties": T("lines that may be equal"),
    "weights": T("weights"),
}

_CHOICES: dict[tuple[str, str], dict[str, str]] = {
    ("diagonal", "direction"): {"rising": T("rising"), "falling": T("falling")},
    ("indexing", "axis"): {"column": T("columns"), "row": T("rows"), "box": T("boxes")},
    ("full_rank", "ties"): {"unclued": T("lines without a clue"), "any": T("any"), "none": T("none")},
}

_LARGEST_CIRCLE = 3

DRAWN = (FieldRole.CELL, FieldRole.PATH, FieldRole.SET, FieldRole.GROUPS)
"""What fields contain that are drawn, not filled in."""


@cache
def tools(language: str = "en") -> tuple[Tool, ...]:
    """The tools for every rule of the catalogue, in its order; but not for those that name cells beside the board.

    >>> tool = tools()[0]
    >>> tool.title, tool.gesture.value, tool.cells[0].name, [field.name for field in tool.fields]
    ('killer cage', 'cells', 'cells', ['sum'])
    """
    return tuple(_tool(rule, language) for rule in catalogue().values() if _has_tool(rule))


def _has_tool(rule: type[Rule]) -> bool:
    names_cells = gesture_of(rule) not in (Gesture.FORM, Gesture.SWITCH)
    return not (names_cells and Layout.named(rule.example.layout).extras)


def family_title(family: str, language: str = "en") -> str:
    """The heading of a group of tools."""
    return voice(language).say(_FAMILY_TITLES.get(family, T("More rules")))


def field_title(name: str, language: str = "en") -> str:
    """What a field of a rule is called in a form.

    >>> field_title("sum"), field_title("my_field")
    ('Sum', 'My field')
    """
    return capital(voice(language).say(_FIELD_TITLES.get(name, name.replace("_", " "))))


def gesture_of(rule: type[Rule]) -> Gesture:
    """How a rule is drawn.

    >>> gesture_of(catalogue()["thermometer"]).value, gesture_of(catalogue()["quadruple"]).value
    ('line', 'corner')
    """
    fields = rule.fields()
    if any(field.role is FieldRole.RULES for field in fields):
        return Gesture.FORM
    drawn = [field for field in fields if field.role in DRAWN]
    if not drawn:
        return Gesture.SWITCH
    if len(drawn) > 1:
        return Gesture.ARROW if [field.name for field in drawn] == ["circle", "shaft"] else Gesture.PARTS
    if drawn[0].role is FieldRole.GROUPS:
        return Gesture.GROUPS
    return _by_look(_first_shape(rule), drawn[0])


def _by_look(shape: Shape | None, field: Field) -> Gesture:
    match shape:
        case BorderMark():
            return Gesture.EDGE if len(shape.cells) == 2 else Gesture.CORNER
        case Outside():
            return Gesture.DIAGONAL if shape.arrow else Gesture.OUTSIDE
        case Badge() if field.role is FieldRole.SET and len(shape.cells) == 1:
            return Gesture.MARKS
        case Tint():
            return Gesture.CELLS
    return Gesture.LINE if field.role is FieldRole.PATH else Gesture.CELLS


def _first_shape(rule: type[Rule]) -> Shape | None:
    layout = Layout.named(rule.example.layout)
    return next(from_data({"kind": rule.kind, **rule.example.data}, layout).shapes(layout), None)


def _tool(rule: type[Rule], language: str) -> Tool:
    family = family_of(rule)
    speaker = voice(language)
    gesture = gesture_of(rule)
    asked = [field for field in rule.fields() if _is_filled_in(field) and gesture is not Gesture.FORM]
    fields = [_field(rule, field, language) for field in asked]
    return Tool(
        kind=rule.kind,
        title=speaker.say(rule.title),
        text=speaker.say(rule.text, **_usual_slots(rule)),
        family=family if family in FAMILIES else "more",
        gesture=gesture,
        cells=tuple(
            DrawnField(field.name, field.role.name.lower()) for field in rule.fields() if field.role in DRAWN
        ),
        least=rule.least_cells,
        fields=(*fields, *(_circle(rule, language) if gesture is Gesture.ARROW else ())),
    )


def _is_filled_in(field: Field) -> bool:
    """Whether a form asks for it: all that is not drawn. The pairs that `negative` exempts are those on the board."""
    return field.role not in (*DRAWN, FieldRole.CELL_PAIRS, FieldRole.RULES)


def _field(rule: type[Rule], field: Field, language: str) -> ToolField:
    speaker = voice(language)
    choices = _CHOICES.get((rule.kind, field.name), {})
    default = None if field.required else field.default
    return ToolField(
        name=field.name,
        title=field_title(field.name, language),
        type="choice" if choices else field.role.name.lower(),
        required=field.required,
        default=list(default) if isinstance(default, tuple) else default,
        choices=tuple(ToolChoice(value, speaker.say(title)) for value, title in choices.items()),
    )


def _circle(rule: type[Rule], language: str) -> Iterator[ToolField]:
    """The choice of a larger circle, if the rule can have one."""
    layout = Layout.named("9x9")
    sizes = []
    for size in range(1, _LARGEST_CIRCLE + 1):
        cells = {"circle": [f"r1c{column}" for column in range(1, size + 1)], "shaft": ["r2c1"]}
        try:
            from_data({"kind": rule.kind, **rule.example.data, **cells}, layout)
        except InvalidRule:
            continue
        sizes.append(size)
    if len(sizes) > 1:
        titles = [voice(language).count(TN("{n} cell", "{n} cells"), size) for size in sizes]
        yield ToolField(
            name="circle",
            title=field_title("circle", language),
            type="circle",
            required=False,
            default=1,
            choices=tuple(map(ToolChoice, map(str, sizes), titles)),
        )


def _usual_slots(rule: type[Rule]) -> dict[str, object]:
    """The slots of a rule's sentence as long as its clue is not known: defaults, or N."""
    slots: dict[str, object] = {"relations": "…", "kinds": "…"}
    for field in rule.fields():
        known = not field.required and field.default not in (None, (), "")
        slots[field.name] = field.default if known else "N"
    return slots
