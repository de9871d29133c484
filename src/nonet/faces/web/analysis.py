"""The API of puzzles that are not being played: parse, rules, solve, rate, check, hint, searches to watch.

Each function is done in a process of `Workers`: from what is asked, and the language of the answer, to the answer.
"""

from __future__ import annotations

from itertools import islice

from nonet.explain import level_name, rating_words, technique_name
from nonet.faces.web.answers import (
    CheckJson,
    HelpJson,
    RatingJson,
    RulesJson,
    SolutionsJson,
    TraceJson,
    VerdictJson,
)
from nonet.faces.web.bodies import (
    GivenPuzzle,
    PuzzleInLanguage,
    PuzzleToCheck,
    PuzzleToHint,
    PuzzleToSolve,
    SearchToWatch,
    TextOrValues,
)
from nonet.faces.web.jobs import answering, judge
from nonet.faces.web.problems import Problem
from nonet.faces.web.rule_view import rules_view
from nonet.faces.web.views import help_view, verdict_view
from nonet.fields import as_json
from nonet.formats import parse as parse_text
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.play import Kind
from nonet.play.fog import seen_at_first
from nonet.puzzle import Puzzle


def _puzzle(asked: GivenPuzzle) -> Puzzle:
    return parse_text(asked.puzzle, layout=None if asked.layout is None else Layout.named(asked.layout))


@answering()
def parse(asked: TextOrValues, language: str) -> VerdictJson:
    """Read a puzzle in any format, or cell by cell, and judge it."""
    if asked.text is None and asked.values is None:
        raise Problem(400, "bad-request", "missing", where="text")
    text = asked.text if asked.values is None else None
    return verdict_view(judge(text, asked.values, asked.layout), language)


@answering()
def rules(asked: PuzzleInLanguage, language: str) -> RulesJson:
    """What the rules of a puzzle look like and say; whether it has a solution is not checked."""
    return rules_view(seen_at_first(_puzzle(asked)), language)


@answering()
def solve(asked: PuzzleToSolve, language: str) -> SolutionsJson:
    """Solutions, as many as asked for, up to 100."""
    from nonet.engines import engine_for

    puzzle, limit = _puzzle(asked), asked.limit
    found = list(islice(engine_for(puzzle).solutions(puzzle), limit + 1))
    return {
        "kind": "none" if not found else "one" if len(found) == 1 else "several",
        "count": min(len(found), limit),
        "more": len(found) > limit,
        "solutions": [grid.symbols for grid in found[:limit]],
    }


@answering()
def rate(asked: PuzzleInLanguage, language: str) -> RatingJson:
    """How hard a puzzle is."""
    from nonet.rating import rate

    rating = rate(_puzzle(asked))
    return as_json(
        RatingJson,
        rating,
        level_title=level_name(rating.level, language),
        technique_name=technique_name(rating.technique, language),
        text=rating_words(rating, language),
    )


@answering()
def check(asked: PuzzleToCheck, language: str) -> CheckJson:
    """Whether a puzzle has one solution, and whether values are right."""
    verdict = judge(asked.puzzle, None, asked.layout)
    conflicts, mistakes, complete = list(verdict.cells) * (verdict.kind is Kind.CONFLICT), [], False
    if asked.values is not None and verdict.puzzle is not None:
        grid = Grid(verdict.puzzle.layout, bytes(asked.values))
        if not grid.extends(verdict.puzzle.givens):
            raise Problem(400, "bad-request", "the values do not belong to this puzzle", where="values")
        conflicts = sorted({cell for conflict in grid.conflicts() for cell in conflict.cells})
        if verdict.solution is not None:
            right = verdict.solution.entries
            mistakes = [cell for cell, value in enumerate(grid.entries) if value and value != right[cell]]
        complete = grid.is_solution()
    view = verdict_view(verdict, language)
    return as_json(
        CheckJson, verdict, text=view["text"], conflicts=conflicts, mistakes=mistakes, complete=complete
    )


@answering()
def hint(asked: PuzzleToHint, language: str) -> HelpJson:
    """A hint in any position; if it is impossible, the hint says so."""
    from nonet import hints
    from nonet.play.hint_view import hint_view

    puzzle = _puzzle(asked)
    grid = None if asked.values is None else Grid(puzzle.layout, bytes(asked.values))
    found = hints.hint(puzzle, grid, candidates=asked.candidates)
    return help_view(hint_view(found, tier=asked.tier, language=language), puzzle, language)


@answering()
def trace(asked: SearchToWatch, language: str) -> TraceJson:
    """What an engine does on a puzzle, event by event."""
    from nonet.engines.tracing import trace_page
    from nonet.faces.web.trace_view import trace_view

    puzzle = _puzzle(asked)
    page = trace_page(puzzle, asked.engine, start=asked.start, count=asked.count)
    return trace_view(puzzle, page, language)
