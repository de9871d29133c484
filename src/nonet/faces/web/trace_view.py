"""A page of a search as JSON: its events in sentences, and what is needed to draw them."""

from __future__ import annotations

from typing import Any

from nonet.engines.events import Event, Happening
from nonet.engines.tracing import TracePage
from nonet.explain.cell_names import CellNames
from nonet.explain.voice import Voice, capital, voice
from nonet.faces.web.answers import TraceEventJson, TraceJson
from nonet.faces.web.views import shape_view, symbols_in
from nonet.fields import as_json
from nonet.layout import Layout
from nonet.messages import T
from nonet.puzzle import Puzzle


def trace_view(puzzle: Puzzle, page: TracePage, language: str) -> TraceJson:
    speaker = voice(language, puzzle.layout)
    counts = page.state.counts
    return {
        "shape": shape_view(puzzle.layout),
        "givens": symbols_in(puzzle.givens),
        "start": page.start,
        "levels": page.state.levels,
        "counts": {name: counts[happening] for happening, name in _NAMES.items()},
        "events": [_event(event, puzzle.layout, speaker) for event in page.events],
        "more": page.more,
    }


_NAMES = {happening: happening.value.replace(" ", "_") for happening in Happening}


def _event(event: Event, layout: Layout, speaker: Voice) -> TraceEventJson:
    text = capital(_text(event, layout, speaker))
    return as_json(TraceEventJson, event, type=_NAMES[event.happening], text=text)


def _text(event: Event, layout: Layout, speaker: Voice) -> str:
    """The event in a sentence."""
    slots: dict[str, Any] = {"options": event.options}
    for name, cell in (("cell", event.cell), ("other", event.clash)):
        if cell is not None:
            slots[name] = CellNames(speaker, layout, [cell], words=speaker.words)
    if event.digit is not None:
        slots["digit"] = speaker.digit(event.digit)
    if event.house is not None:
        slots["house"] = speaker.houses(layout, [layout.houses.index(event.house)])
    return speaker.say(_message(event), **slots)


def _message(event: Event) -> str:
    match event.happening:
        case Happening.PLACE:
            return T("{digit} is placed {cell:in}.")
        case Happening.DEDUCE:
            return T("It follows: {digit} {cell:in}.")
        case Happening.CONFLICT:
            return T("{digit} is not possible {cell:in}: {house} already has it, {other:in}.")
        case Happening.RULED_OUT:
            return T("{digit} is not possible {cell:in}: the puzzle rules it out.")
        case Happening.CHOOSE if event.cell is not None:
            return T("Next is {cell}; number of digits left for it: {options}.")
        case Happening.CHOOSE:
            return T("Next is {digit} {house:in}; number of places left for it: {options}.")
        case Happening.STEP_BACK if event.cell is not None:
            return T("No digit is left for {cell}: one step back.")
        case Happening.STEP_BACK if event.house is not None:
            return T("No place is left for {digit} {house:in}: one step back.")
        case Happening.STEP_BACK:
            return T("This leads to a contradiction: one step back.")
        case Happening.SOLUTION:
            return T("Every cell is filled: this is a solution.")
