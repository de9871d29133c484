"""What happened, in words: one sentence per event, for a status line and for screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from nonet.errors import NonetError
from nonet.explain.voice import Voice, voice
from nonet.layout import Layout
from nonet.messages import TN, T
from nonet.play import events as ev

MANY = 4
"""Cells of which more are counted, not listed."""

_COLOURS = (
    T("no colour"),
    T("yellow"),
    T("green"),
    T("blue"),
    T("red"),
    T("purple"),
    T("orange"),
    T("turquoise"),
    T("grey"),
)

_REFUSED = {
    "given": T("A given cannot be changed."),
    "revealed": T("A revealed cell cannot be changed."),
    "filled": T("There is a digit here; notes are for empty cells."),
    "paused": T("The game is paused."),
    "over": T("The game is over."),
    "nothing-to-undo": T("There is nothing to undo."),
    "nothing-to-redo": T("There is nothing to redo."),
    "no-mistake": T("There is no mistake to go back to."),
    "together": T("You are not playing alone: only your own last move can be taken back."),
    "no-mark": T("There is no mark of that name."),
    "no-solution": T("This puzzle has more than one solution; none of them can be shown."),
    "nothing": T("Nothing changes."),
}


def colour_name(colour: int, *, language: str = "en") -> str:
    """What a colour is called; 0 is none."""
    if not 0 <= colour < len(_COLOURS):
        raise NonetError(f"colour: colours are 0 to {len(_COLOURS) - 1}, not {colour}")
    return voice(language).say(_COLOURS[colour])


def clock(seconds: float) -> str:
    """Seconds as people read them.

    >>> clock(59.9), clock(600), clock(3661)
    ('0:59', '10:00', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def say_check(wrong: Collection[int], layout: Layout, *, language: str = "en") -> str:
    """What a check has found.

    >>> from nonet.layout import CLASSIC
    >>> say_check([], CLASSIC), say_check([0, 1], CLASSIC)
    ('No mistakes so far.', '2 digits are wrong: row 1, columns 1 and 2.')
    """
    speaker = voice(language)
    if not wrong:
        return speaker.say(T("No mistakes so far."))
    if len(wrong) > MANY:
        return speaker.count(TN("{n} digit is wrong.", "{n} digits are wrong."), len(wrong))
    return speaker.count(
        TN("{n} digit is wrong: {cells}.", "{n} digits are wrong: {cells}."),
        len(wrong),
        cells=speaker.cells_in_words(layout, wrong, most=MANY),
    )


def say_twice(cells: Collection[int], digit: int, layout: Layout, speaker: Voice) -> str:
    """That a digit appears more than once in the houses that these cells share.

    >>> from nonet.layout import CLASSIC
    >>> say_twice((0, 8), 4, CLASSIC, voice())
    'Two 4s in row 1.'
    """
    counts = Counter(number for cell in cells for number in layout.houses_at[cell])
    shared = [number for number, count in counts.items() if count > 1]
    twice = all(counts[number] == 2 for number in shared)
    message = T("Two {digit}s {houses:in}.") if twice else T("More than one {digit} {houses:in}.")
    return speaker.say(message, digit=speaker.digit(digit), houses=speaker.houses(layout, sorted(shared)))


def say_all(events: Iterable[ev.GameEvent], layout: Layout, *, language: str = "en") -> str:
    """The sentences of several events, one after another."""
    return " ".join(say(event, layout, language=language) for event in events)


def say(event: ev.GameEvent, layout: Layout, *, language: str = "en") -> str:
    """An event in a sentence.

    >>> from nonet.layout import CLASSIC
    >>> say(ev.Placed((0,), 5), CLASSIC), say(ev.Placed((0,), 5), CLASSIC, language="cs")
    ('Row 1, column 1: 5.', 'Řádek 1, sloupec 1: 5.')
    """
    speaker = voice(language, layout)
    match event:
        case ev.Placed(cells, digit):
            return _at(speaker, layout, cells, T("{cells}: {digit}."), digit=digit)
        case ev.Cleared(cells, what):
            return _at(speaker, layout, cells, _CLEARED[what])
        case ev.Noted() | ev.Struck() | ev.AutoSwitched() | ev.Refreshed() | ev.Cleaned():
            return _about_notes(event, layout, speaker)
        case ev.Painted() | ev.CandidatePainted():
            return _about_colours(event, layout, speaker)
        case ev.Marked(name):
            return speaker.say(T("Mark {name} set."), name=name)
        case ev.Returned(name):
            return speaker.say(T("Back at mark {name}."), name=name)
        case ev.Revealed(cells):
            return _at(speaker, layout, cells, T("{cells}: revealed."))
        case ev.Restarted():
            return speaker.say(T("Back to the start."))
        case ev.GaveUp():
            return speaker.say(T("Given up: this is the solution."))
        case ev.Undone(_, count):
            return speaker.count(TN("{n} move undone.", "{n} moves undone."), count)
        case ev.Redone():
            return speaker.say(T("Move redone."))
        case ev.Refused(reason):
            return speaker.say(_REFUSED[reason])
        case _:
            return _about_the_game(event, layout, speaker)


_CLEARED = {
    "values": T("{cells}: erased."),
    "notes": T("{cells}: notes erased."),
    "colours": T("{cells}: colours erased."),
}


def _at(
    speaker: Voice, layout: Layout, cells: Collection[int], message: str, *, digit: int = 0, colour: str = ""
) -> str:
    """A sentence about cells: "Row 1, column 1: 5."."""
    slots = {"digit": speaker.digit(digit)} if digit else {}
    if colour:
        slots["colour"] = colour
    return speaker.sentence(message, cells=speaker.cells_in_words(layout, cells), **slots)


def _about_notes(
    event: ev.Noted | ev.Struck | ev.AutoSwitched | ev.Refreshed | ev.Cleaned, layout: Layout, speaker: Voice
) -> str:
    match event:
        case ev.Noted(cells, digit, kind, on):
            return _at(speaker, layout, cells, _NOTED[kind, on], digit=digit)
        case ev.Struck(count, True):
            return speaker.count(TN("{n} candidate struck out.", "{n} candidates struck out."), count)
        case ev.Struck(count, _):
            return speaker.count(TN("{n} candidate is back.", "{n} candidates are back."), count)
        case ev.AutoSwitched(on):
            message = T("Automatic candidates are on.") if on else T("Automatic candidates are off.")
            return speaker.say(message)
        case ev.Refreshed():
            return speaker.say(T("The notes now show every candidate."))
        case ev.Cleaned(cells, digit):
            return speaker.count(
                TN(
                    "{digit} removed from the notes of {n} cell.",
                    "{digit} removed from the notes of {n} cells.",
                ),
                len(cells),
                digit=speaker.digit(digit),
            )


_NOTED = {
    ("corner", True): T("{cells}: corner note {digit}."),
    ("corner", False): T("{cells}: corner note {digit} removed."),
    ("centre", True): T("{cells}: centre note {digit}."),
    ("centre", False): T("{cells}: centre note {digit} removed."),
}


def _about_colours(event: ev.Painted | ev.CandidatePainted, layout: Layout, speaker: Voice) -> str:
    colour = speaker.say(_COLOURS[event.colour])
    if isinstance(event, ev.Painted):
        return _at(speaker, layout, event.cells, T("{cells}: {colour}."), colour=colour)
    message = T("{cells}, candidate {digit}: {colour}.")
    return _at(speaker, layout, (event.cell,), message, digit=event.digit, colour=colour)


def _about_the_game(event: ev.GameEvent, layout: Layout, speaker: Voice) -> str:
    match event:
        case ev.RuleBroken(cells, digit):
            return say_twice(cells, digit, layout, speaker)
        case ev.ClueBroken(title, cells):
            broken = T("This breaks a rule ({rule}): {cells}.")
            cells_said = speaker.cells_in_words(layout, cells)
            return speaker.say(broken, rule=speaker.say(title), cells=cells_said)
        case ev.Mistake(cells):
            return _at(speaker, layout, cells, T("{cells}: this is not right."))
        case ev.HouseDone(houses):
            return speaker.sentence(T("{houses}: done."), houses=speaker.houses(layout, houses))
        case ev.DigitDone(digit):
            return speaker.say(T("All {digit}s are placed."), digit=speaker.digit(digit))
        case ev.NoPlaceLeft():
            return speaker.say(
                T("Dead end: a cell or a digit has no possibility left. Undo, or ask for a hint.")
            )
        case ev.Full():
            return speaker.say(T("The board is full, but not right yet."))
        case ev.Finished(seconds, best):
            message = T("Solved in {time}: your best time!") if best else T("Solved in {time}.")
            return speaker.say(message, time=clock(seconds))
        case ev.Paused():
            return speaker.say(T("Paused."))
        case _:
            return speaker.say(T("The game continues."))
