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


def _modules(text: str, border: int) -> list[list[bool]]:
    """The rows of a QR code; True where it is dark."""
    if len(text.encode()) > _LONGEST:
        raise TooMuchForCode(f"the link has {len(text):,} characters; a QR code holds {_LONGEST:,} at most")
    segno = optional_import("segno", "a QR code")
    made = segno.make(text, error="l", boost_error=True, micro=False)
    return [[bool(module) for module in row] for row in made.matrix_iter(border=border)]


def qr_scene(text: str, *, border: int = 4) -> Scene:
    """The QR code of a text, one unit per module; dark on white in every theme, for cameras."""
    rows = _modules(text, border)
    size = len(rows)
    commands: list[Command] = []
    for y, row in enumerate(rows):
        x = 0
        while x < size:
            run = x
            while run < size and row[run]:
                run += 1
            if run > x:
                commands += [
                    ("M", (x, y)),
                    ("L", (run, y)),
                    ("L", (run, y + 1)),
                    ("L", (x, y + 1)),
                    ("Z", ()),
                ]
            x = run + 1
    white = Rectangle(0, 0, size, size, fill="#ffffff")
    return Scene(size, size, (white, Outlined(tuple(commands), fill="#000000")), title=text)


def qr_lines(text: str, *, encoding: str | None = "utf-8") -> list[str]:
    """The QR code of a text as lines for a terminal, light modules painted: two rows of modules in each line, or one,
    with ##, where the encoding has no half blocks.

    >>> line, *_ = qr_lines("http://192.0.2.7:8729/?token=abc", encoding="ascii")
    >>> line == "##" * 29
    True
    """
    rows = _modules(text, 2)
    try:
        "█▀▄".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ["".join("  " if dark else "##" for dark in row) for row in rows]
    rows.append([False] * len(rows[0]))  # their number is odd
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(signs[each] for each in zip(*pair, strict=True)) for pair in pairs]
