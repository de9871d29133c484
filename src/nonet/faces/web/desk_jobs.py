"""The jobs of the setter's desk and of searches to watch, done by the worker processes like those of `jobs`.

Every edit examines the draft, while a search for the draft before may still be running: the two are in different pools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.clues import Clue
    from nonet.engines.tracing import TracePage
    from nonet.play.desk import Draft, DraftReport, Export, SolutionCount
    from nonet.puzzle import Puzzle

__all__ = ["SEARCHES", "candidates", "contradiction", "count", "examine", "export", "opened", "trace"]


def opened(text: str) -> Draft:
    from nonet.play.desk import opened

    return opened(text)


def examine(draft: Draft, language: str) -> DraftReport:
    from nonet.play.desk import examine

    return examine(draft, language=language)


def count(draft: Draft, limit: int, seconds: float) -> SolutionCount:
    from nonet.play.desk import count

    return count(draft.puzzle(), limit=limit, seconds=seconds)


def candidates(draft: Draft, seconds: float) -> tuple[int, ...] | None:
    from nonet.play.desk import candidates

    return candidates(draft.puzzle(), seconds=seconds)


def contradiction(draft: Draft) -> tuple[Puzzle, tuple[Clue, ...]]:
    from nonet.clues import contradiction

    puzzle = draft.puzzle()
    return puzzle, contradiction(puzzle)


def export(draft: Draft) -> tuple[Export, ...]:
    from nonet.play.desk import exported

    return exported(draft.puzzle())


def trace(text: str, layout: str | None, engine: str, start: int, count: int) -> tuple[Puzzle, TracePage]:
    from nonet.engines.tracing import trace_page
    from nonet.formats import parse
    from nonet.layout import Layout

    puzzle = parse(text, layout=None if layout is None else Layout.named(layout))
    return puzzle, trace_page(puzzle, engine, start=start, count=count)


SEARCHES = frozenset({count, candidates, contradiction, trace})
