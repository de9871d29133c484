"""The rules of a variant as JSON: what to draw for them on the board, and what they say.

The page gets finished SVG elements, so that a cage looks the same on the page as in pictures (`nonet.draw`), and draws
them in layers (`rule_layer.js`). Colours are variables of its style sheet, `var(--rule-cage)`: `rule_colours.css`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from nonet.clues import Clue
from nonet.draw.board import BoardOptions, CandidatePlaces, Insets, board_lines
from nonet.draw.rule_shapes import covered_cells, draw_rules
from nonet.draw.scene import CELL, Inset, Item
from nonet.draw.svg import element_of
from nonet.draw.themes import Theme, theme_named
from nonet.explain.voice import voice
from nonet.explain.wording import rule_in_words
from nonet.faces.web.answers import DeskCheckJson, DrawingJson, DrawnClueJson, DrawnElementJson, RulesJson
from nonet.fields import as_json
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.desk import Draft, DraftReport, Trouble, clue_sentence
from nonet.play.rule_words import clues_of, rules_in_words, variant_title
from nonet.puzzle import Puzzle
from nonet.rules.base import Rule
from nonet.rules.codec import from_data
from nonet.rules.shapes import BorderMark, Outline

PAGE = Theme("page", {name: f"var(--rule-{name})" for name in theme_named("light").colours})
WHOLE_CELL: Insets = (4, 4, 4, 4)
WITHIN_CAGE: Insets = (11, 11, 11, 11)
BELOW_LABEL: Insets = (11, 28, 9, 9)


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
    this needs on the left, at the top, on the right and at the bottom, in cells. `insets` are those of
    `candidate_places`.
    """
    drawn = draw_rules(puzzle.rules, puzzle.layout)
    lines = board_lines(puzzle.layout, BoardOptions(thin=0.6, thick=1.4)) if drawn.covered else ()
    return {
        "cell": CELL,
        "under": drawn_elements(drawn.under),
        "over": drawn_elements((*drawn.over, *lines)),
        "around": drawn_elements(drawn.around),
        "margins": [round(margin / CELL, 3) for margin in drawn.margins],
        "insets": [*candidate_places(puzzle).insets.values()],
    }


@lru_cache(maxsize=64)
def candidate_places(puzzle: Puzzle) -> CandidatePlaces:
    """Where the page writes notes and candidates, so that no cage or label hides them."""
    layout = puzzle.layout
    shapes = [shape for rule in puzzle.rules for shape in rule.shapes(layout)]
    labelled = {shape.cells[0] for shape in shapes if isinstance(shape, Outline) and shape.label}
    labelled -= set(covered_cells(shapes))
    usual = WITHIN_CAGE if any(isinstance(shape, Outline | BorderMark) for shape in shapes) else WHOLE_CELL
    insets = {cell: BELOW_LABEL if cell in labelled else usual for cell in range(layout.cell_count)}
    return CandidatePlaces(layout, insets)


def drawn_elements(items: Iterable[Item]) -> list[DrawnElementJson]:
    """Items as the page inserts them."""
    elements = (element_of(item, PAGE) for item in items if not isinstance(item, Inset))
    return [as_json(DrawnElementJson, each) for each in elements]


def report_view(report: DraftReport, layout: Layout, language: str) -> DeskCheckJson:
    return {
        "words": [
            "" if rule is None else rule_in_words(rule, layout, language=language) for rule in report.rules
        ],
        "drawing": _drawing(report, layout),
        "troubles": report.troubles,
    }


def _drawing(report: DraftReport, layout: Layout) -> DrawingJson | None:
    """What the rules look like that make sense; None if there are none."""
    drawn = tuple(rule for rule in report.rules if rule is not None)
    return drawing_view(Puzzle(Grid.empty(layout), (), drawn)) if drawn else None


def clues_view(draft: Draft, puzzle: Puzzle, clues: tuple[Clue, ...], language: str) -> list[Trouble]:
    numbers = _numbers(draft)
    return [
        Trouble(
            clue_sentence(clue, puzzle, language=language),
            None if clue.rule is None else numbers[clue.rule],
            _cells(clue, draft.layout),
        )
        for clue in clues
    ]


def _numbers(draft: Draft) -> dict[Rule, int]:
    """The rules of a draft, and the first place of each; the rules of a puzzle are sorted, and each is there once."""
    read = [from_data(data, draft.layout) for data in draft.rules]
    return {rule: number for number, rule in reversed([*enumerate(read)])}


def _cells(clue: Clue, layout: Layout) -> tuple[int, ...]:
    if clue.rule is None:
        return () if clue.cell is None else (clue.cell,)
    return tuple(clue.rule.affected(layout))
