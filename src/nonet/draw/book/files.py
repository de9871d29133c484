"""The boards of a book as separate files, for programs that lay out pages."""

from __future__ import annotations

import os
import re
from pathlib import Path

from nonet.arguments import clear_type_errors
from nonet.draw.book.build import Book
from nonet.draw.files import save_bytes
from nonet.draw.glyphs import outlined
from nonet.draw.pdf import scenes_pdf
from nonet.draw.svg import to_svg_file
from nonet.errors import NonetError

KINDS = ("svg", "pdf")


def may_be_board(path: str, folder: str, kind: str) -> bool:
    """Whether a file of this name may be one of those that `save_boards` writes.

    >>> may_be_board("boards/puzzle-01.pdf", "boards", "pdf"), may_be_board("boards/book.pdf", "boards", "pdf")
    (True, False)
    """
    parent, name = os.path.split(os.path.realpath(path))
    return parent == os.path.realpath(folder) and bool(re.fullmatch(rf"(puzzle|solution)-\d+\.{kind}", name))


@clear_type_errors
def save_boards(book: Book, folder: str, *, kind: str = "svg") -> list[str]:
    """Writes puzzle-01.svg, solution-01.svg, … into a folder, and returns their names. Digits are shapes: no font is
    needed.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise NonetError(f"cannot create {folder}: {error.strerror or error}") from error
    digits = max(2, len(str(len(book.puzzles))))
    names = []
    for number, each in enumerate(book.puzzles, start=1):
        scenes = {"puzzle": book.maker.boards.scene(each.of.puzzle)}
        if book.plan.solutions:
            scenes["solution"] = book.maker.boards.solved(each.of)
        for part, scene in scenes.items():
            scene, theme = outlined(scene), book.plan.theme
            data = (
                to_svg_file(scene, theme=theme, background=False).encode()
                if kind == "svg"
                else scenes_pdf([scene], theme=theme, margin=0)
            )
            names.append(str(Path(folder) / f"{part}-{number:0{digits}}.{kind}"))
            save_bytes(names[-1], data)
    return names
