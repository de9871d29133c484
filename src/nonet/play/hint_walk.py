"""A hint in steps: a chain link by link, other reasoning line by line. Each step is a hint that shows only what it
mentions.
"""

from __future__ import annotations

from dataclasses import replace

from nonet.play.hint_view import HintView

__all__ = ["walk"]

_ENDS = ("eliminated", "placed")
"""Roles of what follows in the end."""


def walk(hint: HintView) -> tuple[HintView, ...]:
    """The steps; the last one shows all of the hint. A hint with too few parts is its only step."""
    steps = _links(hint) if len(hint.links) > 1 else _lines(hint)
    return steps if len(steps) > 1 else (hint,)


def _links(hint: HintView) -> tuple[HintView, ...]:
    steps = []
    for count, text in enumerate(hint.link_texts, start=1):
        walked = hint.links[:count]
        seen = {candidate for link in walked for candidate in (*link.start, *link.end)}
        lights = tuple(light for light in hint.lights if (light.cell, light.digit) in seen)
        steps.append(replace(hint, text=text, short=text, lights=lights, houses=(), links=walked, legend=()))
    return (*steps, _end(hint))


def _lines(hint: HintView) -> tuple[HintView, ...]:
    steps = []
    for line in hint.lines[:-1]:
        if not line.cells and not line.houses:  # the name of the technique
            continue
        lights = tuple(light for light in hint.lights if light.cell in line.cells and light.role not in _ENDS)
        houses = line.houses or hint.houses
        steps.append(
            replace(hint, text=line.text, short=line.text, lights=lights, houses=houses, links=(), legend=())
        )
    return (*steps, _end(hint))


def _end(hint: HintView) -> HintView:
    text = hint.lines[-1].text if hint.lines else hint.text
    return replace(hint, text=text, short=text)
