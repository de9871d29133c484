"""A puzzle as a short text: for the fragment of an address, to copy, to type. See `nonet.formats.links.share`."""

from __future__ import annotations

from nonet.formats import parse
from nonet.formats.links.share import to_share
from nonet.puzzle import Puzzle

__all__ = ["from_share", "to_share"]


def from_share(text: str) -> Puzzle:
    """The puzzle of such a text, or of any other that the formats read.

    >>> from_share("4x4:.13.43.2.2.3....").clue_count
    7
    >>> from_share("4x4:0130430202030000").clue_count
    7
    """
    return parse(text)
