"""What is shared: links that contain the puzzle of a game, and its picture."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from nonet.errors import NonetError
from nonet.play import to_share
from nonet.puzzle import Puzzle

SITES = {"sudokupad": "SudokuPad", "coach": "sudoku.coach"}


def share_view(puzzle: Puzzle) -> dict[str, Any]:
    """What comes behind `#p=` in a link to our page, the links of other sites, and the picture.

    >>> from nonet.formats import parse
    >>> view = share_view(parse("4x4:.13.43.2.2.3...."))
    >>> view["fragment"], [link["site"] for link in view["links"]], view["svg"][:4]
    ('4x4:.13.43.2.2.3....', ['SudokuPad'], '<svg')
    """
    from nonet.draw.board import board_scene
    from nonet.draw.share import link
    from nonet.draw.svg import to_svg_file

    links = []
    for site, title in SITES.items():
        try:
            links.append({"site": title, "link": link(puzzle, site=site)})
        except NonetError:
            continue  # that site has no such board or rule
    # Our own text holds no rules; the page reads SudokuPad's links, which do.
    text = to_share(puzzle) if not puzzle.rules else next((each["link"] for each in links), "")
    return {
        "fragment": quote(text, safe=":+./"),
        "links": links,
        "svg": to_svg_file(board_scene(puzzle), width=630),
    }
