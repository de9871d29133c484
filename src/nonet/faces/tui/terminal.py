"""What the terminal can do, judging by TERM, COLORTERM, the locale and NO_COLOR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonet.errors import NonetError

_NOTHING = ("dumb", "unknown", "")
_OLD = ("linux", "vt100", "vt102", "vt220", "ansi", "cons25", "sun")
_RICH = ("256color", "truecolor", "direct", "kitty", "alacritty", "foot", "wezterm", "ghostty", "iterm")


@dataclass(frozen=True)
class Terminal:
    """`ascii`: nothing but ASCII can be shown. `colours`: there are at least 256 of them, and are wanted."""

    ascii: bool = False
    colours: bool = True


def terminal(environ: Mapping[str, str], *, is_terminal: bool, windows: bool = False) -> Terminal:
    """What can be drawn; a NonetError where no game can be shown at all.

    >>> terminal({"TERM": "xterm-256color", "LANG": "cs_CZ.UTF-8"}, is_terminal=True)
    Terminal(ascii=False, colours=True)
    >>> terminal({"TERM": "linux", "LANG": "C", "NO_COLOR": "1"}, is_terminal=True)
    Terminal(ascii=True, colours=False)
    >>> terminal({"TERM": "dumb"}, is_terminal=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: this terminal cannot position its cursor (TERM=dumb); set TERM ...
    """
    if not is_terminal:
        raise NonetError(
            "sudoku play needs a terminal, but this is a pipe or a file; "
            "use 'sudoku console' in a script, or 'sudoku web'"
        )
    name = environ.get("TERM", "xterm-256color" if windows else "")
    if name in _NOTHING:
        raise NonetError(
            f"this terminal cannot position its cursor (TERM={name}); "
            "set TERM to its type, or use 'sudoku console'"
        )
    rich = any(word in name for word in _RICH) or bool(environ.get("COLORTERM"))
    colours = not environ.get("NO_COLOR") and name not in _OLD and rich
    return Terminal(ascii=name in _OLD or not _can_write_lines(environ), colours=colours)


def _can_write_lines(environ: Mapping[str, str]) -> bool:
    """By the locale; a Python that runs in the locale C says LC_CTYPE=C.UTF-8 itself (PEP 538), so that counts
    only where LANG does not contradict it.
    """
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name)
        if not value or (name == "LC_CTYPE" and value == "C.UTF-8" and environ.get("LANG") in ("C", "POSIX")):
            continue
        return "utf" in value.lower()
    return True
