"""Numbers on the command line."""

from __future__ import annotations


def parse_whole_number(text: str, *, least: int = 0, most: int | None = None) -> int:
    """The whole number that `text` writes, in ASCII digits; ValueError, with the range, for anything else.

    >>> parse_whole_number("12")
    12
    >>> parse_whole_number("-1", most=9)
    Traceback (most recent call last):
        ...
    ValueError: '-1' is not a whole number from 0 to 9
    """
    if text.isascii() and text.isdigit() and len(text) <= 40:
        number = int(text)
        if least <= number and (most is None or number <= most):
            return number
    allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
    raise ValueError(f"{text!r} is not a whole number {allowed}")
