"""Links that hold the puzzle itself, so that no server of ours is needed, and QR codes of them.

link(puzzle)                            SudokuPad's: short for classic puzzles, with all rules for variants
link(puzzle, site="coach")              sudoku.coach's
link(puzzle, base="https://…/#p=")      any page that reads nonet's share text, such as `sudoku web`
"""

from __future__ import annotations

from urllib.parse import quote

from nonet.draw.scene import Command, Outlined, Rectangle, Scene
from nonet.errors import NonetError
from nonet.formats import write
from nonet.formats.links.share import to_share
from nonet.layout import CLASSIC
from nonet.optional_import import optional_import
from nonet.puzzle import Puzzle

SITES = ("sudokupad", "coach", "sudokuwiki", "sudokuexchange", "f-puzzles")
_LONGEST = 2900
"""Bytes that a QR code can hold."""


class TooMuchForCode(NonetError):
    """A text is longer than a QR code can hold."""


def link(puzzle: Puzzle, *, site: str = "sudokupad", base: str = "") -> str:
    """An address that opens the puzzle; `base` is the beginning of an address that our share text follows.

    >>> link(Puzzle.of("4x4", ".13.43.2.2.3...."), base="https://example.org/#p=")
    'https://example.org/#p=4x4:.13.43.2.2.3....'
    """
    if base:
        if not base.startswith(("https://", "http://")):
            raise NonetError(f"{base!r} is not the beginning of a link; write https://example.org/#p=")
        if puzzle.rules:
            raise NonetError(
                "a link with --link-base cannot hold rules; leave it out to get a SudokuPad link"
            )
        return base + quote(to_share(puzzle), safe=":+./")
    if site not in SITES:
        raise NonetError(f"unknown site {site!r}; choose from {', '.join(SITES)}")
    plain = puzzle.layout == CLASSIC and not puzzle.rules and not puzzle.ruled_out and not puzzle.about
    return write(puzzle, "scf" if site == "sudokupad" and plain else site)


def qr_scene(text: str, *, border: int = 4) -> Scene:
    """The QR code of a text, one unit per module; dark on white in every theme, for cameras."""
    if len(text.encode()) > _LONGEST:
        raise TooMuchForCode(f"the link has {len(text):,} characters; a QR code holds {_LONGEST:,} at most")
    segno = optional_import("segno", "a QR code")
    rows = [bytes(row) for row in segno.make(text, error="l", boost_error=True, micro=False).matrix]
    size = len(rows) + 2 * border
    commands: list[Command] = []
    for y, row in enumerate(rows, start=border):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                left, right = x + border, run + border
                commands += [
                    ("M", (left, y)),
                    ("L", (right, y)),
                    ("L", (right, y + 1)),
                    ("L", (left, y + 1)),
                    ("Z", ()),
                ]
            x = run + 1
    white = Rectangle(0, 0, size, size, fill="#ffffff")
    return Scene(size, size, (white, Outlined(tuple(commands), fill="#000000")), title=text)
