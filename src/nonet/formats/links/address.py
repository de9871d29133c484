"""The parts of a link. A line with a link has one puzzle: in one link, with one value for each parameter."""

from __future__ import annotations

import re

from nonet.errors import FormatError


def the_link(line: str) -> str:
    """The link in a line that begins with one. A comment may follow, nothing else.

    >>> the_link("https://sudoku.coach/en/play/53 # from Jane")
    'https://sudoku.coach/en/play/53'
    """
    link, *more = line.split(maxsplit=1)
    if more and not more[0].startswith("#"):
        raise FormatError("there is other text after the link", text=more[0])
    return link


def parameter(line: str, name: str) -> str | None:
    """The value of a parameter of the link in this line, or None.

    >>> parameter("https://sudokuexchange.com/play/?s=53&d=1", "s")
    '53'
    >>> parameter("https://sudoku.coach/?s=53&s=54", "s")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: the link has two values for s: 'https://sudoku.coach/?s=53&s=54'
    """
    values = dict.fromkeys(re.findall(rf"[?&#]{name}=([^&#]*)", the_link(line)))
    if len(values) > 1:
        raise FormatError(f"the link has two values for {name}", text=line)
    return next(iter(values), None)
