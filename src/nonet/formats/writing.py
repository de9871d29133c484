"""From puzzles to text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import or_

from nonet.errors import FormatError
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import ESSENTIAL, Format
from nonet.formats.inputs import PuzzleLike, as_grid, as_puzzle
from nonet.formats.registry import format_named, plain_named
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle

_STYLES = ("ascii", "unicode")


def format_grid(
    grid: PuzzleLike,
    name: str = "rows",
    *,
    blank: str | None = None,
    with_layout: bool = False,
    style: str = "ascii",
) -> str:
    """The grid, or the givens of a puzzle, as text without a newline at the end; the twin of `parse`.

    `blank` is the symbol for an empty cell (one of 0 . _ * - x), if not the default of the format.
    `with_layout` adds a comment that names the layout, so that `parse` needs no `layout=`.
    `style="unicode"` draws the borders of a board with box-drawing characters.
    Where letters are ambiguous because some symbol is missing, a comment says which are meant
    (`# symbols: 1-G`).

    >>> grid = [[0, 1, 3, 0], [4, 3, 0, 2], [0, 2, 0, 3], [0, 0, 0, 0]]
    >>> print(format_grid(grid, "board"))
    +-----+-----+
    | . 1 | 3 . |
    | 4 3 | . 2 |
    +-----+-----+
    | . 2 | . 3 |
    | . . | . . |
    +-----+-----+
    >>> format_grid(grid, "line", with_layout=True)
    '.13.43.2.2.3.... # layout: 4x4'
    """
    grid = as_grid(grid)
    format_ = plain_named(name)
    if blank is not None and (len(blank) != 1 or blank not in "0._*-xX"):
        raise FormatError("the symbol for a blank must be one of 0 . _ * - x", text=blank)
    if style not in _STYLES:
        raise FormatError(f"the style must be {' or '.join(_STYLES)}", text=style)
    return format_.labelled(grid, blank=blank, style=style, with_layout=with_layout)


def write(entries: PuzzleEntry | Puzzle | Sequence[PuzzleEntry | Puzzle], name: str) -> str:
    """The puzzles in any format, without a newline at the end; the twin of `read_all`.

    A format that cannot hold one of the puzzles refuses it and says why. What else it cannot hold, the player's
    progress for example, is left out; `left_out` tells what that is.

    >>> write(Puzzle.of("9x9", "53..7...." + "." * 72), "sdk").splitlines()[0]
    '53..7....'
    >>> write(Puzzle.of("4x4", "12.............."), "sdk")
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: sdk cannot hold a board other than 9x9
    """
    format_ = format_named(name)
    return format_.format(_fitting(format_, _as_entries(entries, format_)))


def write_bytes(entries: PuzzleEntry | Puzzle | Sequence[PuzzleEntry | Puzzle], name: str) -> bytes:
    """The bytes of a file in any format."""
    return format_named(name).pack(write(entries, name))


def left_out(entries: PuzzleEntry | Puzzle | Sequence[PuzzleEntry | Puzzle], name: str) -> tuple[str, ...]:
    """What `write` leaves out because the format cannot hold it, in words."""
    format_ = format_named(name)
    lacking = format_.lacks(_with_one_kind(format_, _as_entries(entries, format_)))
    return tuple(words for part, words in lacking.items() if part not in ESSENTIAL)


def _as_entries(
    given: PuzzleEntry | Puzzle | Sequence[PuzzleEntry | Puzzle], format_: Format
) -> list[PuzzleEntry]:
    every = [given] if isinstance(given, PuzzleEntry | Puzzle | str) else given
    entries = [each if isinstance(each, PuzzleEntry) else PuzzleEntry(as_puzzle(each)) for each in every]
    return entries if format_.tells_rules_from_houses else [_with_houses(entry) for entry in entries]


def _with_houses(entry: PuzzleEntry) -> PuzzleEntry:
    """The entry on the board whose houses are both diagonals, or the windows, if its rules say so."""
    layout, rules = entry.puzzle.layout, entry.puzzle.rules
    if not rules:
        return entry
    from nonet.rules.board import Diagonal, Windoku  # not needed by most commands, and slow to import

    diagonals = len({rule.direction for rule in rules if isinstance(rule, Diagonal)}) == 2
    windows = layout.box_shape == (3, 3) and any(isinstance(rule, Windoku) for rule in rules)
    if not (diagonals or windows) or not layout.boxes or len(layout.houses) != 3 * layout.size:
        return entry
    extras = "".join(f"+{name}{count}" for name, count in layout.extras)
    own_name = layout.name.removesuffix(extras) + "+x" * diagonals + "+windows" * windows
    board = Layout.named(own_name + extras)
    own = ((Diagonal,) if diagonals else ()) + ((Windoku,) if windows else ())
    rest = tuple(rule for rule in rules if not isinstance(rule, own))
    puzzle = Puzzle(Grid(board, entry.puzzle.givens.entries), entry.puzzle.ruled_out, rest, entry.about)
    state = entry.state and replace(entry.state, values=Grid(board, entry.state.values.entries))
    solution = entry.solution and Grid(board, entry.solution.entries)
    return PuzzleEntry(puzzle, state, solution=solution)


def _fitting(format_: Format, entries: list[PuzzleEntry]) -> list[PuzzleEntry]:
    """The entries without what the format lacks."""
    if not entries:
        raise FormatError("no puzzle to write")
    if format_.only_read:
        raise FormatError(f"{format_.name} is read, but not written")
    entries = _with_one_kind(format_, entries)
    lacking = format_.lacks(entries)
    refused = [words for part, words in lacking.items() if part in ESSENTIAL]
    if refused:
        raise FormatError(f"{format_.name} cannot hold {', '.join(refused)}")
    return [format_.reduced(entry, [*lacking]) for entry in entries] if lacking else entries


def _with_one_kind(format_: Format, entries: list[PuzzleEntry]) -> list[PuzzleEntry]:
    """With corner and centre notes in one, where the format does not tell them apart."""
    if not format_.one_kind_of_notes:
        return entries
    return list(map(_with_corner_notes, entries))


def _with_corner_notes(entry: PuzzleEntry) -> PuzzleEntry:
    state = entry.state
    if state is None or not state.centre:
        return entry
    corner = tuple(map(or_, state.corner or (0,) * len(state.centre), state.centre))
    return replace(entry, state=replace(state, corner=corner, centre=()))
