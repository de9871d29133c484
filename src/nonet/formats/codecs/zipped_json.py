"""SudokuPad's shortened JSON: frequent keys become one or two letters, and most quotation marks are dropped.

    {"cells":[[{"value":"5"},{}]],"lines":[{"color":"#000000","rounded":true}]}
    {ce:[[{v:5},]],l:[{c:#0,r:t}]}

Text that is only digits becomes a number, `"#000000"` becomes `#0`, `"#FFFFFF"` `#F`, any other colour loses its
quotation marks and its `#`, empty objects in lists are left out, and `'` takes the place of `"`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from nonet.errors import FormatError
from nonet.formats.codecs import json_text

_SHORT = {
    "color": "c",
    "cages": "ca",
    "center": "ct",
    "borderColor": "c1",
    "backgroundColor": "c2",
    "cells": "ce",
    "cellSize": "cs",
    "arrows": "a",
    "overlays": "o",
    "underlays": "u",
    "width": "w",
    "height": "h",
    "value": "v",
    "videos": "vd",
    "lines": "l",
    "rounded": "r",
    "regions": "re",
    "fontSize": "fs",
    "thickness": "th",
    "headLength": "hl",
    "wayPoints": "wp",
    "title": "t",
    "text": "te",
    "duration": "d",
    "d": "d2",
}
_LONG = {short: long for long, short in _SHORT.items()}

_QUOTES = {"'": '"', "\\'": "'"}
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)
_STRING = re.compile(r'("(?:\\.|[^"\\])*")', re.DOTALL)

_SHORTER = (
    (re.compile(r'([,{\[])"([a-zA-Z0-9]+)":'), r"\1\2:"),
    (re.compile(r"([,{\[])\{\}(?=[,}\]])"), r"\1"),
    (re.compile(r"(:)false(?=[,}\]])"), r"\1f"),
    (re.compile(r"(:)true(?=[,}\]])"), r"\1t"),
    (re.compile(r'(:)"#000000"(?=[,}\]])'), r"\1#0"),
    (re.compile(r'(:)"#FFFFFF"(?=[,}\]])'), r"\1#F"),
    (re.compile(r'(:)"#([0-9a-fA-F]{6})"(?=[,}\]])'), r"\1\2"),
)
_LONGER = (
    (re.compile(r"([,{\[])([a-zA-Z0-9]+):"), r'\1"\2":'),
    (re.compile(r"([,\[])(?=[,\]])"), r"\1{}"),
    (re.compile(r"(:)f(?=[,}\]])"), r"\1false"),
    (re.compile(r"(:)t(?=[,}\]])"), r"\1true"),
    (re.compile(r"(:)#0(?=[,}\]])"), r'\1"#000000"'),
    (re.compile(r"(:)#F(?=[,}\]])"), r'\1"#FFFFFF"'),
    (re.compile(r"(:)([0-9a-fA-F]{6})(?=[,}\]])"), r'\1"#\2"'),
)


def shortened(record: Mapping[str, Any]) -> str:
    """The twin of `unshortened`. A record that the short form would change, such as one with quotation marks in a text,
    is written as plain JSON.

    >>> shortened({"cells": [[{"value": "5"}, {}]], "lines": [{"color": "#000000", "rounded": True}]})
    '{ce:[[{v:5},]],l:[{c:#0,r:t}]}'
    """
    value = _walked(record, _SHORT, _as_number)
    text = json_text.dumps(value)
    for pattern, shorter in _SHORTER:
        text = pattern.sub(shorter, text)
    text = text.replace("'", "\\'").replace('"', "'")
    try:
        same = unshortened(text) == _walked(record, {}, _as_number)
    except FormatError:
        same = False
    return text if same else json_text.dumps(record)


def unshortened(text: str) -> dict[str, Any]:
    """The record of a shortened text, or of plain JSON. Digits stay numbers: whether they were text is lost.

    >>> unshortened("{ce:[[{v:5},]],l:[{c:#0,r:t}]}")
    {'cells': [[{'value': 5}, {}]], 'lines': [{'color': '#000000', 'rounded': True}]}
    """
    if '"' in text:
        try:
            return json_text.loads(text)
        except FormatError:
            if "'" not in text:
                raise
    if "\0" in text:
        raise FormatError("not valid JSON: a null character")
    quoted = re.sub(r"\\\\|\\'|'", lambda match: _QUOTES.get(match[0], match[0]), text)
    parts = _STRING.split(quoted)
    # Every second part is a string; the rest is expanded, with a mark in place of each string.
    rest = "\0".join(parts[::2]).replace("\0", '"\0"')
    for pattern, longer in _LONGER:
        while (again := pattern.sub(longer, rest)) != rest:
            rest = again
    strings = iter(parts[1::2])
    whole = re.sub('"\0"', lambda match: next(strings), rest)
    record = _walked(json_text.loads(whole), _LONG, lambda value: value)
    assert isinstance(record, dict)
    return record


def _walked(value: Any, names: Mapping[str, str], leaf: Callable[[Any], Any]) -> Any:
    """The value with other names for its keys. The short form has no empty lists, so they are left out."""
    if isinstance(value, dict):
        if twice := [key for key in value if names.get(key, key) != key and names[key] in value]:
            raise FormatError("an object in the JSON has this field twice", text=names[twice[0]])
        return {
            names.get(key, key): _kept(key, item, names, leaf)
            for key, item in value.items()
            if item != [] or names is _LONG
        }
    if isinstance(value, list):
        return [_walked(item, names, leaf) for item in value]
    return leaf(value)


def _kept(key: str, item: Any, names: Mapping[str, str], leaf: Callable[[Any], Any]) -> Any:
    if key == "solution" and isinstance(item, str):
        return item  # its digits are too many for a number
    return _walked(item, names, leaf)


def _as_number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value
