"""A hint in steps: a chain link by link, other reasoning line by line. Each step is a hint that shows only what it
mentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.explain import Mark, Picture
from nonet.play.hint_view import HintView, link_texts

_ENDS = (Mark.ELIMINATED, Mark.PLACED)
"""Marks of what follows in the end."""


def walk(hint: HintView) -> tuple[HintView, ...]:
    """The steps; the last one shows all of the hint. A hint with too few parts is its only step."""
    steps = [*(_links(hint) if len(hint.picture.links) > 1 else _lines(hint))]
    end = hint.lines[-1].text if hint.lines else hint.text
    return (*steps, _step(hint, end, hint.picture)) if steps else (hint,)


def _links(hint: HintView) -> Iterator[HintView]:
    shown = hint.picture
    for count, text in enumerate(link_texts(shown), start=1):
        walked = shown.links[:count]
        seen = {candidate for link in walked for candidate in (*link.start, *link.end)}
        tags = {candidate: tag for candidate, tag in shown.tags.items() if candidate in seen}
        yield _step(hint, text, replace(shown, tags=tags, cells={}, houses=(), links=walked, legend=()))


def _lines(hint: HintView) -> Iterator[HintView]:
    shown = hint.picture
    for line in hint.lines[:-1]:
        if not line.cells and not line.houses:  # the name of the technique
            continue
        cells = {
            cell: tag for cell, tag in shown.cells.items() if cell in line.cells and tag.mark not in _ENDS
        }
        tags = {
            (cell, digit): tag
            for (cell, digit), tag in shown.tags.items()
            if cell in line.cells and tag.mark not in _ENDS
        }
        houses = tuple((house, Mark.LOOK) for house in line.houses) or shown.houses
        part = replace(shown, tags=tags, cells=cells, houses=houses, links=(), legend=())
        yield _step(hint, line.text, part)


def _step(hint: HintView, text: str, shown: Picture) -> HintView:
    return replace(hint, text=text, short=text, picture=shown)
