"""Every event has a message in every language."""

from __future__ import annotations

from many_cases import for_each
from nonet.explain import LANGUAGES
from nonet.grid import Grid
from nonet.hints import hint
from nonet.layout import CLASSIC, Layout
from nonet.play import colour_name, new_puzzle, say, say_all
from nonet.play import events as ev
from nonet.play.actions import COLOURS, Place
from nonet.play.hint_view import hint_view
from nonet.play.words import _REFUSED
from nonet.puzzle import Puzzle

EVENTS: dict[ev.GameEvent, str] = {
    ev.Placed((0,), 5): "Row 1, column 1: 5.",
    ev.Cleared((0, 1)): "Row 1, columns 1 and 2: erased.",
    ev.Cleared((0,), "notes"): "Row 1, column 1: notes erased.",
    ev.Cleared((0,), "colours"): "Row 1, column 1: colours erased.",
    ev.Noted((0,), 5, "corner", True): "Row 1, column 1: corner note 5.",
    ev.Noted((0,), 5, "corner", False): "Row 1, column 1: corner note 5 removed.",
    ev.Noted((0,), 5, "centre", True): "Row 1, column 1: centre note 5.",
    ev.Noted((0,), 5, "centre", False): "Row 1, column 1: centre note 5 removed.",
    ev.AutoSwitched(True): "Automatic candidates are on.",
    ev.AutoSwitched(False): "Automatic candidates are off.",
    ev.Refreshed(): "The notes now show every candidate.",
    ev.Struck(1, True): "1 candidate struck out.",
    ev.Struck(3, False): "3 candidates are back.",
    ev.Painted((0,), 1): "Row 1, column 1: yellow.",
    ev.CandidatePainted(0, 5, 0): "Row 1, column 1, candidate 5: no colour.",
    ev.Marked("A"): "Mark A set.",
    ev.Revealed((80,)): "Row 9, column 9: revealed.",
    ev.Restarted(): "Back to the start.",
    ev.GaveUp(): "Given up: this is the solution.",
    ev.Undone(Place((0,), 5), 2): "2 moves undone.",
    ev.Redone(Place((0,), 5)): "Move redone.",
    ev.Returned("A"): "Back at mark A.",
    ev.RuleBroken((0, 8), 5): "Two 5s in row 1.",
    ev.RuleBroken((0, 5, 9), 5): "Two 5s in row 1, in column 1 and in box 1.",
    ev.ClueBroken("killer cage", (0, 1)): "This breaks a rule (killer cage): row 1, columns 1 and 2.",
    ev.Mistake((0,)): "Row 1, column 1: this is not right.",
    ev.Cleaned((1, 2), 5): "5 removed from the notes of 2 cells.",
    ev.HouseDone((0, 9)): "Row 1 and column 1: done.",
    ev.DigitDone(5): "All 5s are placed.",
    ev.NoPlaceLeft(): "Dead end: a cell or a digit has no possibility left. Undo, or ask for a hint.",
    ev.Full(): "The board is full, but not right yet.",
    ev.Finished(3661, True): "Solved in 1:01:01: your best time!",
    ev.Finished(61.5): "Solved in 1:01.",
    ev.Paused(): "Paused.",
    ev.Resumed(): "The game continues.",
    **{ev.Refused(reason): text for reason, text in _REFUSED.items()},
}


def test_every_event_is_covered() -> None:
    assert {type(event) for event in EVENTS} == set(ev.GameEvent.__subclasses__())


@for_each(EVENTS)
def test_every_event_has_a_message(event: ev.GameEvent) -> None:
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
        "Řádek 1, sloupec 1: 5. Všechny číslice 5 jsou na místě."
    )
    names = {
        colour_name(number, language=language) for number in range(COLOURS + 1) for language in LANGUAGES
    }
    assert len(names) == (COLOURS + 1) * len(LANGUAGES) - 1  # orange, in English and German


def test_digits_above_nine_are_written_as_the_board_writes_them() -> None:
    """In events and in hints: numbers, or letters."""
    layout = Layout.named("12x12")
    assert say(ev.RuleBroken((0, 11), 10), layout) == "Two 10s in row 1."
    assert say(ev.RuleBroken((0, 11), 10), layout, language="en@letters") == "Two As in row 1."
    game = new_puzzle("12x12", "easy", 3)
    assert game.solution is not None
    last = game.solution.values.index(10)
    values = bytearray(game.solution.values)
    values[last] = 0
    found = hint(Puzzle(Grid(game.layout, bytes(values))))
    name = game.layout.cell_name(last)
    assert f"{name} = 10" in hint_view(found, tier=4).text
    assert f"{name} = A" in hint_view(found, tier=4, language="en@letters").text
    assert f"{name} = A" in hint_view(found, tier=4, language="cs@letters").picture.legend[0].text
