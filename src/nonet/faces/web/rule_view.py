"""The rules of a variant as JSON: what to draw for them on the board, and what they say.

The page gets finished SVG elements, so that a cage looks the same on the page as in pictures (`nonet.draw`), and draws
them in layers (`rule_layer.js`). Colours are variables of its style sheet, `var(--rule-cage)`: `rule_colours.css`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from nonet.draw.rule_shapes import draw_rules
from nonet.draw.scene import CELL, Inset, Item
from nonet.draw.svg import element_of
from nonet.draw.themes import Theme, theme_named
from nonet.explain.voice import voice
from nonet.faces.web.answers import DrawingJson, DrawnClueJson, DrawnElementJson, RulesJson
from nonet.fields import as_json
from nonet.play.rule_words import clues_of, rules_in_words, variant_title
from nonet.puzzle import Puzzle
from nonet.rules.shapes import Outline

PAGE = Theme("page", {name: f"var(--rule-{name})" for name in theme_named("light").colours})


@lru_cache(maxsize=64)
def rules_view(puzzle: Puzzle, language: str) -> RulesJson:
    """All that the page shows of the rules of a puzzle."""
    speaker = voice(language)
    return {
        "title": variant_title(puzzle, language=language),
        "words": rules_in_words(puzzle, language=language),
        "clues": [
            as_json(DrawnClueJson, clue, text=clue.text(puzzle, speaker))
            for clue in clues_of(puzzle, language=language)
        ],
        "drawing": drawing_view(puzzle),
    }


def drawing_view(puzzle: Puzzle) -> DrawingJson:
    """The shapes of the rules as SVG elements, in units of which a cell has `cell`.

    `under` goes below the lines of the grid, `over` above them, `around` outside the board; `margins` is the room that
    this needs on the left, at the top, on the right and at the bottom, in cells. `labelled` are the cells with a label
    in their corner, where notes must make room.
    """
    layout = puzzle.layout
    drawn = draw_rules(puzzle.rules, layout)
    outlines = (shape for rule in puzzle.rules for shape in rule.shapes(layout) if isinstance(shape, Outline))
    return {
        "cell": CELL,
        "under": _elements(drawn.under),
        "over": _elements(drawn.over),
        "around": _elements(drawn.around),
        "margins": [round(margin / CELL, 3) for margin in drawn.margins],
        "labelled": sorted({shape.cells[0] for shape in outlines if shape.label}),
    }


def _elements(items: Iterable[Item]) -> list[DrawnElementJson]:
    elements = (element_of(item, PAGE) for item in items if not isinstance(item, Inset))
    return [as_json(DrawnElementJson, each) for each in elements]
