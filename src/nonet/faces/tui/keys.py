"""Every key of the game: what it does, how it is shown, where the help lists it. The foot, the help page and
the keyboard itself read this one table.

Small letters are commands, digits and capitals are digits (A is 10, on boards that have a 10).
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.layout import Layout
from nonet.messages import T


@dataclass(frozen=True)
class Key:
    """`keys` are Textual's names, separated by blanks; `shown` is what a person reads; `short` is for the foot."""

    section: str
    action: str
    keys: str
    shown: str
    short: str
    text: str

    def sign(self, layout: Layout) -> str:
        """The first of those that a person reads that is no digit of the board."""
        return next(sign for sign in self.shown.split() if digit_of(sign, layout) is None)


MOVE, FILL, NOTES, HELP, BACK, GAME = (
    T("Move"),
    T("Digits"),
    T("Notes and colours"),
    T("Help"),
    T("Undo and redo"),
    T("Game"),
)

KEYS = (
    Key(MOVE, "go_up", "up k", "↑ k", "", T("up")),
    Key(MOVE, "go_down", "down j", "↓ j", "", T("down")),
    Key(MOVE, "go_left", "left h", "← h", "", T("left")),
    Key(MOVE, "go_right", "right l", "→ l", "", T("right")),
    Key(MOVE, "go_start", "home", "Home", "", T("start of the row")),
    Key(MOVE, "go_end", "end", "End", "", T("end of the row")),
    Key(MOVE, "next_empty", "tab", "Tab", "", T("next empty cell")),
    Key(MOVE, "last_empty", "shift+tab", "Shift-Tab", "", T("previous empty cell")),
    Key(MOVE, "more_up", "shift+up", "Shift-↑", "", T("select several cells (or drag the mouse)")),
    Key(MOVE, "more_down", "shift+down", "Shift-↓", "", ""),
    Key(MOVE, "more_left", "shift+left", "Shift-←", "", ""),
    Key(MOVE, "more_right", "shift+right", "Shift-→", "", ""),
    Key(FILL, "clear", "0 full_stop backspace delete x", "0 x Del", T("erase"), T("erase")),
    Key(FILL, "first", "f", "f", T("digit first"), T("cell first or digit first")),
    Key(FILL, "enter", "enter", "Enter", "", T("digit first: write the digit; in a hint: do what it says")),
    Key(NOTES, "corner", "n", "n", T("notes"), T("corner notes on or off")),
    Key(NOTES, "centre", "c", "c", T("centre"), T("centre notes on or off")),
    Key(NOTES, "next_mode", "space", "Space", "", T("next mode: digit, corner, centre")),
    Key(NOTES, "colour", "o", "o", T("colours"), T("cell colours 1 to 8; again: candidate colours")),
    Key(NOTES, "auto", "a", "a", T("candidates"), T("show or hide candidates")),
    Key(NOTES, "refresh", "r", "r", "", T("fill in all notes")),
    Key(HELP, "hint", "t", "t", T("hint"), T("hint; again: more of it")),
    Key(HELP, "learn", "w", "w", "", T("learn the technique of the hint")),
    Key(HELP, "check", "e", "e", T("check"), T("check for mistakes")),
    Key(HELP, "ways", "v", "v", "", T("killer: the combinations of the cage")),
    Key(HELP, "help", "question_mark f1", "? F1", T("help"), T("this page")),
    Key(HELP, "panel_up", "pageup", "PgUp", "", T("scroll a long hint up")),
    Key(HELP, "panel_down", "pagedown", "PgDn", "", T("scroll a long hint down")),
    Key(BACK, "undo", "u ctrl+z", "u Ctrl-Z", T("undo"), T("undo")),
    Key(BACK, "redo", "y ctrl+y", "y Ctrl-Y", T("redo"), T("redo")),
    Key(BACK, "to_mistake", "b", "b", "", T("undo to before the first mistake")),
    Key(BACK, "mark", "m", "m", T("mark"), T("set a mark")),
    Key(BACK, "go_mark", "g", "g", "", T("back to a mark")),
    Key(GAME, "pause", "p", "p", T("pause"), T("pause or continue")),
    Key(
        GAME,
        "menu",
        "escape",
        "Esc",
        T("menu"),
        T("menu: reveal, start over, give up, settings…; close a hint"),
    ),
    Key(GAME, "settings", "s", "s", "", T("settings")),
    Key(GAME, "quit", "q ctrl+q", "q", T("quit"), T("quit; the game is saved")),
)

ENTRIES = {key.action: key for key in KEYS}

FOOT = (
    *("clear", "hint", "undo", "corner", "help", "menu", "quit", "pause"),
    *("redo", "centre", "auto", "check", "colour", "mark", "first"),
)
"""What the foot shows, as far as there is room: the first are the most needed."""

MOVES = frozenset(key.action for key in KEYS if key.section == MOVE)
"""What only moves about."""

STEPS = {
    f"{word}_{way}": step
    for word in ("go", "more")
    for way, step in {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.items()
}
"""How far keys move the cursor, in rows and columns; `more_…` extends the selection."""

_BY_KEY = {key: entry.action for entry in KEYS for key in entry.keys.split()}
_CAPITALS = "ABCDEFGHIJKLMNOP"


def action_of(key: str) -> str | None:
    """What a key does, if anything.

    >>> action_of("u"), action_of("j"), action_of("5")
    ('undo', 'go_down', None)
    """
    return _BY_KEY.get(key)


def digit_of(character: str | None, layout: Layout) -> int | None:
    """The digit that a key stands for on a board, counted from 1 as in `Layout.entries`.

    >>> nine, sixteen = Layout.named("9x9"), Layout.named("16x16")
    >>> digit_of("5", nine), digit_of("0", nine), digit_of("C", sixteen), digit_of("c", sixteen), digit_of("²", nine)
    (5, None, 12, None, None)
    >>> digit_of("0", Layout.named("9x9:0-8"))
    1
    """
    if not character or len(character) != 1 or not character.isascii():
        return None
    if character.isdigit():
        digit = int(character)
    elif character in _CAPITALS:
        digit = 10 + _CAPITALS.index(character)
    else:
        return None
    return layout.entry_of(digit) if digit in layout.digits else None
