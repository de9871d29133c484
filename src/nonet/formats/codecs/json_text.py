"""JSON from strangers: nesting, numbers and structure are checked, and what is wrong is a `FormatError`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.limits import check

DEEPEST = 40
"""Levels of nesting; the deepest of the formats has ten."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')
_BRACKETS = re.compile(r"[\[\]{}]")


def loads(text: str) -> dict[str, Any]:
    """The object that a text holds.

    >>> loads('{"size": 9}')
    {'size': 9}
    >>> loads('{"size": 9, "size": 6}')
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: an object in the JSON has this field twice: 'size'
    >>> loads("[" * 50)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: JSON nested more than 40 levels deep
    """
    bare = _STRING.sub("", text)
    check("values", bare.count("[") + bare.count("{"))
    depth = 0
    for bracket in _BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise FormatError(f"JSON nested more than {DEEPEST} levels deep")
    with decoding("not valid JSON, or a number with thousands of digits"):
        try:
            value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=each_name_once)
        except json.JSONDecodeError as error:
            raise FormatError(f"not valid JSON: {error.msg}", row=error.lineno, column=error.colno) from None
        if "\\u" in text:  # half of a surrogate pair cannot be written again
            value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    if not isinstance(value, dict):
        raise FormatError("the JSON is not an object with a puzzle")
    return value


def _no_constant(name: str) -> NoReturn:
    raise FormatError("JSON has no such number", text=name)


def each_name_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; decoders would keep the last of several fields with one name."""
    found: dict[str, Any] = {}
    for name, value in fields:
        if name in found:
            raise FormatError("an object in the JSON has this field twice", text=name)
        found[name] = value
    return found


def dumps(value: object) -> str:
    """Without blanks, as JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def field_list(record: Mapping[str, Any], name: str, *, where: str = "") -> list[Any]:
    """A list in a record; an empty one where the record has no such field."""
    value = record.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise FormatError(f"{where}{name} is not a list")
    return value


def whole(value: object, least: int, most: int, *, where: str) -> int:
    """A whole number in a range, written as a number or as text.

    >>> whole("7", 1, 9, where="value")
    7
    """
    if isinstance(value, str) and len(value) <= 6 and value.strip().isdecimal() and value.isascii():
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise FormatError(f"{where} is not a number from {least} to {most}", text=str(value))
    return value
