"""What can be said about a draft of the setter's desk, as JSON."""

from __future__ import annotations

from nonet.clues import Clue
from nonet.faces.web.answers import DeskCheckJson, DrawingJson
from nonet.faces.web.rule_view import drawing_view
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play.desk import Draft, DraftReport, Trouble, clue_sentence, rule_sentence
from nonet.puzzle import Puzzle
from nonet.rules.base import Rule
from nonet.rules.codec import from_data


def report_view(report: DraftReport, layout: Layout, language: str) -> DeskCheckJson:
    return {
        "words": ["" if rule is None else rule_sentence(rule, language=language) for rule in report.rules],
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
