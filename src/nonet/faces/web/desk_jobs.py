"""The jobs of the setter's desk and of searches to watch, done by the worker processes like those of `jobs`.

Every edit examines the draft, while a search for the draft before may still be running: the two are in different pools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.faces.web.json_text import json_text
from nonet.faces.web.problems import Problem

if TYPE_CHECKING:
    from nonet.play.desk import Draft, Export, SolutionCount

__all__ = ["SEARCHES", "candidates", "contradiction", "count", "examine", "export", "opened", "trace"]


def opened(text: str) -> Draft:
    from nonet.play.desk import opened

    return opened(text)


def examine(draft: Draft, language: str) -> bytes:
    from nonet.faces.web.desk_view import report_view
    from nonet.play.desk import examine

    return json_text(report_view(examine(draft, language=language), draft.layout, language))


def count(draft: Draft, limit: int, seconds: float) -> SolutionCount:
    from nonet.play.desk import count

    return count(draft.puzzle(), limit=limit, seconds=seconds)


def candidates(draft: Draft, seconds: float) -> tuple[int, ...] | None:
    from nonet.play.desk import candidates

    return candidates(draft.puzzle(), seconds=seconds)


def contradiction(draft: Draft, language: str) -> bytes:
    from nonet.clues import contradiction
    from nonet.faces.web.desk_view import clues_view

    puzzle = draft.puzzle()
    clues = clues_view(draft, puzzle, contradiction(puzzle), language)
    return json_text({"known": True, "clues": clues})


def export(draft: Draft) -> tuple[Export, ...]:
    from nonet.play.desk import exported

    return exported(draft.puzzle())


def trace(text: str, layout: str | None, engine: str, start: int, count: int, language: str) -> bytes:
    from nonet.engines.tracing import trace_page
    from nonet.faces.web.trace_view import trace_view
    from nonet.formats import parse
    from nonet.layout import Layout

    puzzle = parse(text, layout=None if layout is None else Layout.named(layout))
    if puzzle.layout.places is not None:
        raise Problem(400, "layout", f"the page has no {puzzle.layout.name} board", where="layout")
    return json_text(trace_view(puzzle, trace_page(puzzle, engine, start=start, count=count), language))


SEARCHES = frozenset({count, candidates, contradiction, trace})
