"""TOML from strangers, within the limits; what is wrong is a `FormatError`."""

from __future__ import annotations

import tomllib
from typing import Any

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.limits import check, reading


def loads(text: str) -> dict[str, Any]:
    """The table that a text holds.

    >>> loads("count = " + "[" * 5000)
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: TOML nested too deeply, or a number with thousands of digits
    """
    check("file", len(text))
    with decoding("TOML nested too deeply, or a number with thousands of digits"):
        try:
            return reading(tomllib.loads)(text)
        except tomllib.TOMLDecodeError as error:
            raise FormatError(str(error)) from None
