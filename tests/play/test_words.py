"""Every event has a message in every language."""

from __future__ import annotations

from typing import get_args

import pytest

from nonet.explain import LANGUAGES
from nonet.layout import CLASSIC
from nonet.play import colour_name, say, say_all
from nonet.play import events as ev
from nonet.play.actions import COLOURS, Place
from nonet.play.words import _REFUSED

EVENTS: dict[ev.Event, str] = {
    ev.Placed((0,), 5): "5 in r1c1.",
    ev.Cleared((0, 1)): "Cleared: r1c12.",
    ev.Cleared((0,), "notes"): "Notes cleared: r1c1.",
    ev.Cleared((0,), "colours"): "Colours cleared: r1c1.",
    ev.Noted((0,), 5, "corner", True): "Corner note 5 in r1c1.",
    ev.Noted((0,), 5, "corner", False): "Corner note 5 removed from r1c1.",
    ev.Noted((0,), 5, "centre", True): "Centre note 5 in r1c1.",
    ev.Noted((0,), 5, "centre", False): "Centre note 5 removed from r1c1.",
    ev.AutoSwitched(True): "Automatic candidates are on.",
    ev.AutoSwitched(False): "Automatic candidates are off.",
    ev.Refreshed(): "The notes now show every candidate.",
    ev.Struck(1, True): "1 candidate struck out.",
    ev.Struck(3, False): "3 candidates are back.",
    ev.Painted((0,), 1): "Yellow: r1c1.",
    ev.CandidatePainted(0, 5, 0): "No colour: candidate 5 in r1c1.",
    ev.Marked("A"): "Mark A set.",
    ev.Revealed((80,)): "Revealed: r9c9.",
    ev.Restarted(): "Back to the start.",
    ev.GaveUp(): "Given up: this is the solution.",
    ev.Undone(Place((0,), 5), 2): "2 moves undone.",
    ev.Redone(Place((0,), 5)): "Move redone.",
    ev.Returned("A"): "Back at mark A.",
    ev.RuleBroken((0, 8), 5): "Two 5s in row 1.",
    ev.Mistake((0,)): "That is not right: r1c1.",
    ev.Cleaned((1, 2), 5): "5 removed from the notes of r1c23.",
    ev.HouseDone((0, 9)): "Row 1 and column 1: done.",
    ev.DigitDone(5): "All 5s are placed.",
    ev.NoPlaceLeft(): "Dead end: something has no place left. Undo, or ask for a hint.",
    ev.Full(): "The board is full, but not right yet.",
    ev.Finished(3661, True): "Solved in 1:01:01: your best time!",
    ev.Finished(61.5): "Solved in 1:01.",
    ev.Paused(): "Paused.",
    ev.Resumed(): "The game continues.",
    **{ev.Refused(reason): text for reason, text in _REFUSED.items()},
}


def test_every_event_is_covered() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(ev.Event))


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_every_event_has_a_message(event: ev.Event) -> None:
    assert say(event, CLASSIC) == EVENTS[event]
    texts = {say(event, CLASSIC, language=language) for language in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
    assert all(text[-1] in ".!" for text in texts)


def test_reasons_are_all_known() -> None:
    """The reasons in the docstring are those that have messages."""
    listed = (ev.Refused.__doc__ or "").split("`reason`:")[1]
    assert all(f"{reason}" in listed for reason in _REFUSED)


def test_several_in_a_row_and_colours() -> None:
    assert say_all([ev.Placed((0,), 5), ev.DigitDone(5)], CLASSIC, language="cs") == (
        "5 v r1c1. Všechny číslice 5 jsou na místě."
    )
    names = {
        colour_name(number, language=language) for number in range(COLOURS + 1) for language in LANGUAGES
    }
    assert len(names) == (COLOURS + 1) * len(LANGUAGES)
