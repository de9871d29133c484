"""Draws the pictures of docs/print.md: `python tools/print_pictures.py` writes docs/images/print/*.svg."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nonet
from nonet.candidates import Candidates
from nonet.draw.board import BoardOptions, board_scene, with_small_solution
from nonet.draw.book import Book
from nonet.draw.book.cover import cover_scene
from nonet.draw.book.plan import plan_of
from nonet.draw.pictograms import picture_digits
from nonet.draw.scene import Inset, PenStyle, Rectangle, Scene
from nonet.draw.steps import step_scene
from nonet.draw.svg import to_svg_file
from nonet.draw.themes import THEMES
from nonet.explain import picture
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.layout import Layout
from nonet.puzzle import Puzzle

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images" / "print"
PUZZLE = nonet.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
X_WING = nonet.parse(".....4...23......5..8.9.62......7.5.7.1...4...4.....3....4.58...7.3.2...8.417....")
VARIANTS = ("killer", "thermo", "kropki", "little-killer")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, svg in drawings():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(f"{name}.svg: {len(svg):,} bytes")
    return 0


def drawings() -> Iterator[tuple[str, str]]:
    """The pictures by name."""
    yield "board", to_svg_file(board_scene(PUZZLE), width=300)
    names = BoardOptions(names=True)
    candidates = board_scene(PUZZLE, candidates=Candidates.of(PUZZLE), options=names)
    yield "candidates", to_svg_file(candidates, width=420)
    yield "step", to_svg_file(_step(), width=420)
    small = with_small_solution(board_scene(PUZZLE), PUZZLE, nonet.solution(PUZZLE))
    yield "solution", to_svg_file(small, width=300)
    for theme in THEMES:
        scene = board_scene(PUZZLE, grid=nonet.solution(PUZZLE))
        yield f"theme-{theme}", to_svg_file(scene, theme=theme, width=220)
    for variant in VARIANTS:
        made = make_variant(VariantRecipe(variant=variant), 2)
        yield variant, to_svg_file(board_scene(made.puzzle), width=300)
    mini = nonet.parse("1...  ..2.  .3..  ...4")
    pictures = BoardOptions(digits=picture_digits)
    boards = [board_scene(mini, options=pictures), board_scene(_jigsaw()), board_scene(_samurai())]
    yield "boards", to_svg_file(_in_a_row(boards, 640), width=720)
    book = _book()
    pages = [_on_desk(page.scene) for page in book.pages()]
    yield "book", to_svg_file(_beside(pages[:2] + pages[6:9]), theme="print", width=760, background=False)
    yield "cover", to_svg_file(_on_desk(cover_scene(book)), width=560, background=False)
    yield "steps-animated", nonet.animate(".13. 43.2 .2.3 ....").to_svg(width=280)
    yield "search-animated", nonet.animate("......4..3..1..2", search=True).to_svg(width=280)


def _in_a_row(scenes: list[Scene], side: float) -> Scene:
    """Square scenes side by side, all of one size."""
    items = [Inset(scene, number * side * 1.06, 0, side / scene.width) for number, scene in enumerate(scenes)]
    return Scene(side * (1.06 * len(scenes) - 0.06), side, tuple(items))


def _book() -> Book:
    chapters = [
        {"title": "Warming up", "level": "easy", "symmetry": "rotational", "count": 300},
        {"title": "Killers", "variant": "killer", "level": "easy", "count": 4},
    ]
    about = {"title": "Sunday Sudoku", "author": "A. Puzzler", "seed": 5}
    return Book(plan_of({**about, "paper": "6x9", "per_page": 2, "hints": True, "chapters": chapters}))


def _on_desk(page: Scene) -> Scene:
    """A page with its edge."""
    edge = PenStyle("#9aa4af", 1)
    paper = Rectangle(page.left, page.top, page.width, page.height, fill="#ffffff", pen=edge)
    return replace(page, items=(paper, *page.items))


def _beside(pages: list[Scene]) -> Scene:
    """Pages side by side."""
    gap = 12.0
    items = [Inset(page, number * (page.width + gap), 0) for number, page in enumerate(pages)]
    return Scene(len(pages) * (pages[0].width + gap) - gap, pages[0].height, tuple(items), title="A book")


def _step() -> Scene:
    step = next(step for step in nonet.path(X_WING) if step.technique == "x-wing")
    assert step.context is not None
    return step_scene(picture(step.context.position, step, givens=X_WING.givens))


def _jigsaw() -> Puzzle:
    from nonet.generate.jigsaws import random_jigsaw
    from nonet.rng import Rng

    layout = random_jigsaw(6, Rng(4))
    return next(iter(nonet.make(nonet.Recipe(layout=layout), seed=4))).puzzle


def _samurai() -> Puzzle:
    layout = Layout.named("samurai")
    return Puzzle.of(layout, [0] * layout.cell_count)


if __name__ == "__main__":
    sys.exit(main())
