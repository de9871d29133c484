"""The API of the setter's desk: the rules that there are, and what can be said about a draft.

What takes long answers `unknown` after a while, instead of an error: meanwhile the setter goes on drawing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request

from nonet.about import About
from nonet.faces.web import jobs
from nonet.faces.web.answers import (
    DeskCandidatesJson,
    DeskCheckJson,
    DeskContradictionJson,
    DeskDraftJson,
    DeskPathJson,
    DeskSolutionsJson,
    DeskTextsJson,
    PaletteJson,
    PositionJson,
)
from nonet.faces.web.api import language_of, work
from nonet.faces.web.bodies import (
    DraftInLanguage,
    DraftToCount,
    DraftToExplain,
    DraftToExport,
    GivenDraft,
    InLanguage,
    TextToOpen,
)
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.problems import Problem
from nonet.faces.web.views import shape_view
from nonet.fields import as_json
from nonet.layout import Layout
from nonet.play.desk import Draft
from nonet.play.game import board_name
from nonet.play.palette import family_title, tools

SECONDS = 5.0
"""How long solutions and candidates are looked for."""


async def palette(request: Request, asked: InLanguage) -> JsonAnswer[PaletteJson]:
    """The rules of variants, and how each is drawn."""
    language = language_of(request, asked.language)
    found = tools(language)
    families = dict.fromkeys(tool.family for tool in found)
    return JsonAnswer(
        {
            "families": [{"name": name, "title": family_title(name, language)} for name in families],
            "tools": found,
        }
    )


async def open_text(request: Request, asked: TextToOpen) -> JsonAnswer[DeskDraftJson]:
    """Read a puzzle in any format, with its rules, to work on it."""
    draft: Draft = await work(request, jobs.opened, asked.text)
    layout = draft.layout
    return JsonAnswer(
        as_json(DeskDraftJson, draft, layout=layout.name, board=board_name(layout), shape=shape_view(layout))
    )


def _draft(asked: GivenDraft) -> Draft:
    """The draft of a request. Its rules may be wrong; its board and its digits may not."""
    layout = Layout.named(asked.layout)
    values, ruled_out = asked.values, asked.ruled_out
    for name, cells in (("values", values), ("ruled_out", ruled_out)):
        if len(cells) != layout.cell_count and (name == "values" or cells):
            reason = f"a {layout.name} board has {layout.cell_count} cells, not {len(cells)}"
            raise Problem(400, "bad-request", reason, where=name)
    if any(value > layout.size for value in values):
        raise Problem(400, "bad-request", f"the digits are counted 1 to {layout.size}", where="values")
    if any(mask > layout.all_digits for mask in ruled_out):
        raise Problem(400, "bad-request", f"the digits are counted 1 to {layout.size}", where="ruled_out")
    return Draft(layout, values, asked.rules, ruled_out)


async def check(request: Request, asked: DraftInLanguage) -> JsonAnswer[DeskCheckJson]:
    """What is wrong with a draft at first sight."""
    language = language_of(request, asked.language)
    return JsonAnswer(await work(request, jobs.examine, _draft(asked), language))


async def solutions(request: Request, asked: DraftToCount) -> JsonAnswer[DeskSolutionsJson]:
    """How many solutions a draft has; unknown after five seconds."""
    found = await _unless_too_long(work(request, jobs.count, _draft(asked), asked.limit, SECONDS))
    if found is None:
        return JsonAnswer({"kind": "unknown", "count": 0, "complete": False, "solution": None})
    sure = found.complete or found.number > 1
    kind = "unknown" if not sure else ("none", "one")[found.number] if found.number < 2 else "several"
    solution = found.solution.symbols if kind == "one" and found.solution is not None else None
    return JsonAnswer({"kind": kind, "count": found.number, "complete": found.complete, "solution": solution})


async def candidates(request: Request, asked: GivenDraft) -> JsonAnswer[DeskCandidatesJson]:
    """The digits of each cell that occur in some solution."""
    found = await _unless_too_long(work(request, jobs.candidates, _draft(asked), SECONDS))
    return JsonAnswer({"known": found is not None, "candidates": found or ()})


async def contradiction(request: Request, asked: DraftInLanguage) -> JsonAnswer[DeskContradictionJson]:
    """Why a draft has no solution."""
    language = language_of(request, asked.language)
    found = await _unless_too_long(work(request, jobs.contradiction, _draft(asked), language))
    return JsonAnswer(found or {"known": False, "clues": []})


async def path(request: Request, asked: DraftInLanguage) -> JsonAnswer[DeskPathJson]:
    """How hard a draft with one solution is, and the techniques that solve it."""
    language = language_of(request, asked.language)
    found = await _unless_too_long(work(request, jobs.path, _draft(asked), SECONDS, language))
    return JsonAnswer(found or {"level": "unknown", "text": "", "techniques": []})


async def step(request: Request, asked: DraftToExplain) -> JsonAnswer[PositionJson]:
    """A step of the path of a draft, in its position."""
    language = language_of(request, asked.language)
    return JsonAnswer(await work(request, jobs.step, _draft(asked), asked.step, language))


async def export(request: Request, asked: DraftToExport) -> JsonAnswer[DeskTextsJson]:
    """The draft as links and texts for other programs."""
    return JsonAnswer(
        {"texts": await work(request, jobs.export, replace(_draft(asked), about=About(**asked.about)))}
    )


async def _unless_too_long(awaitable: Any) -> Any:
    """What is awaited; None if it took too long."""
    try:
        return await awaitable
    except Problem as problem:
        if problem.code != "too-long":
            raise
        return None
