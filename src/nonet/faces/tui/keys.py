"""Every key of the game: what it does, how it is shown, where the help lists it. The foot, the help page and
the keyboard itself read this one table.

Small letters are commands, digits and capitals are digits (A is 10, on boards that have so many).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FOOT", "KEYS", "MOVES", "Key", "action_of", "digit_of"]


@dataclass(frozen=True)
class Key:
    """`keys` are the names that Textual gives them; `shown` is what a person reads; `short` is for the foot."""

    action: str
    keys: tuple[str, ...]
    shown: str
    short: str
    text: str
    section: str


def _key(section: str, action: str, keys: str, shown: str, short: str, text: str) -> Key:
    return Key(action, tuple(keys.split()), shown, short, text, section)


MOVE, FILL, NOTES, HELP, BACK, GAME = "Move", "Fill", "Notes and colours", "Help", "Back and forth", "Game"

KEYS = (
    _key(MOVE, "go_up", "up k", "↑ k", "", "up"),
    _key(MOVE, "go_down", "down j", "↓ j", "", "down"),
    _key(MOVE, "go_left", "left h", "← h", "", "left"),
    _key(MOVE, "go_right", "right l", "→ l", "", "right"),
    _key(MOVE, "go_start", "home", "Home", "", "to the start of the row"),
    _key(MOVE, "go_end", "end", "End", "", "to the end of the row"),
    _key(MOVE, "next_empty", "tab", "Tab", "", "to the next empty cell"),
    _key(MOVE, "last_empty", "shift+tab", "Shift-Tab", "", "to the empty cell before"),
    _key(MOVE, "more_up", "shift+up", "Shift-↑", "", "select several cells, for notes (or drag the mouse)"),
    _key(MOVE, "more_down", "shift+down", "Shift-↓", "", ""),
    _key(MOVE, "more_left", "shift+left", "Shift-←", "", ""),
    _key(MOVE, "more_right", "shift+right", "Shift-→", "", ""),
    _key(FILL, "clear", "0 full_stop backspace delete x", "0 x Del", "clear", "clear the cell"),
    _key(FILL, "first", "f", "f", "digit first", "first the cell, or first the digit (then Enter, click)"),
    _key(FILL, "enter", "enter", "Enter", "", "put the digit that was chosen first; do what the hint says"),
    _key(NOTES, "corner", "n", "n", "notes", "corner notes, and back to digits"),
    _key(NOTES, "centre", "c", "c", "centre", "centre notes, and back to digits"),
    _key(NOTES, "next_mode", "space", "Space", "", "digits, corner notes, centre notes in turn"),
    _key(
        NOTES,
        "colour",
        "o",
        "o",
        "colours",
        "colour cells 1 to 8; again: a candidate (digit, colour)",
    ),
    _key(NOTES, "auto", "a", "a", "auto notes", "show the candidates automatically, or no more"),
    _key(NOTES, "refresh", "r", "r", "", "write all candidates as corner notes"),
    _key(HELP, "hint", "t", "t", "hint", "a hint; again: more of it"),
    _key(HELP, "check", "e", "e", "check", "check for mistakes now"),
    _key(HELP, "help", "question_mark f1", "? F1", "help", "this page"),
    _key(HELP, "panel_up", "pageup", "PgUp", "", "scroll a long hint up"),
    _key(HELP, "panel_down", "pagedown", "PgDn", "", "scroll it down"),
    _key(BACK, "undo", "u ctrl+z", "u Ctrl-Z", "undo", "undo"),
    _key(BACK, "redo", "y ctrl+y", "y Ctrl-Y", "redo", "redo"),
    _key(BACK, "to_mistake", "b", "b", "", "undo to before the first mistake"),
    _key(BACK, "mark", "m", "m", "mark", "mark here"),
    _key(BACK, "go_mark", "g", "g", "", "go back to a mark"),
    _key(GAME, "pause", "p", "p", "pause", "pause, and go on"),
    _key(GAME, "menu", "escape", "Esc", "menu", "menu: reveal, restart, give up, settings …; close a hint"),
    _key(GAME, "settings", "s", "s", "", "settings"),
    _key(GAME, "quit", "q ctrl+q", "q", "quit", "quit; the game is kept"),
)

FOOT = (
    *("clear", "hint", "undo", "corner", "help", "menu", "quit", "pause"),
    *("redo", "centre", "auto", "check", "colour", "mark", "first"),
)
"""What the foot shows, as far as there is room: the first are the most needed."""

MOVES = frozenset(key.action for key in KEYS if key.section == MOVE)
"""What only moves about."""

_BY_KEY = {key: entry.action for entry in KEYS for key in entry.keys}
_CAPITALS = "ABCDEFGHIJKLMNOP"


def action_of(key: str) -> str | None:
    """What a key does, if anything.

    >>> action_of("u"), action_of("j"), action_of("5")
    ('undo', 'go_down', None)
    """
    return _BY_KEY.get(key)


def digit_of(character: str | None, size: int) -> int | None:
    """The digit that a key stands for on a board of this size.

    >>> digit_of("5", 9), digit_of("5", 4), digit_of("C", 16), digit_of("c", 16), digit_of("²", 9)
    (5, None, 12, None, None)
    """
    if not character or len(character) != 1 or not character.isascii():
        return None
    if character.isdigit():
        digit = int(character)
    elif character in _CAPITALS:
        digit = 10 + _CAPITALS.index(character)
    else:
        return None
    return digit if 1 <= digit <= size else None
