"""The API of the setter's desk: the rules that there are, and what can be said about a draft.

What takes long answers `unknown` after a while, instead of an error: meanwhile the setter goes on drawing.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from nonet.faces.web import desk_jobs
from nonet.faces.web.api import answer, language_of, open_games_of, work
from nonet.faces.web.problems import Problem
from nonet.faces.web.request_data import Body, json_body, query
from nonet.faces.web.views import shape_view
from nonet.layout import MAX_SIZE, Layout
from nonet.play.desk import Draft
from nonet.play.game import board_name
from nonet.play.palette import Tool, family_title, tools
from nonet.play.symbols import symbols_of

__all__ = ["candidates", "check", "contradiction", "export", "open_text", "palette", "solutions"]

MOST_RULES = 500
MOST_COUNTED = 1000
SECONDS = 5.0
"""How long solutions and candidates are looked for."""


async def palette(request: Request) -> JSONResponse:
    """Every rule, and how it is drawn."""
    asked = query(request)
    language = language_of(asked, open_games_of(request))
    asked.done()
    found = tools(language)
    families = dict.fromkeys(tool.family for tool in found)
    return JSONResponse(
        {
            "families": [{"name": name, "title": family_title(name, language)} for name in families],
            "tools": [_tool_view(tool) for tool in found],
        }
    )


def _tool_view(tool: Tool) -> dict[str, Any]:
    return {
        "kind": tool.kind,
        "title": tool.title,
        "text": tool.text,
        "family": tool.family,
        "gesture": tool.gesture.value,
        "cells": [{"name": name, "type": kind} for name, kind in tool.cells],
        "least": tool.least,
        "fields": [
            {
                "name": field.name,
                "title": field.title,
                "type": field.type,
                "required": field.required,
                "default": field.default,
                "choices": [{"value": value, "title": title} for value, title in field.choices],
            }
            for field in tool.fields
        ],
    }


async def open_text(request: Request) -> JSONResponse:
    """The draft of a text in any format, or of a link."""
    body = await json_body(request)
    body.need("text")
    text = body.text("text", longest=200_000)
    body.done()
    draft: Draft = await work(request, desk_jobs.opened, text or "")
    layout = _drawable(draft.layout)
    return JSONResponse(
        {
            "layout": layout.name,
            "board": board_name(layout),
            "shape": shape_view(layout),
            "values": list(draft.values),
            "rules": list(draft.rules),
            "ruled_out": list(draft.ruled_out),
        }
    )


def _draft(body: Body) -> Draft:
    """The draft of a request. Its rules may be wrong; its board and its digits may not."""
    body.need("values")
    layout = _drawable(Layout.named(body.text("layout", longest=700) or "9x9"))
    values = tuple(body.whole_list("values", MAX_SIZE) or ())
    ruled_out = tuple(body.whole_list("ruled_out", (1 << MAX_SIZE) - 1) or ())
    drawn = tuple(body.items("rules", MOST_RULES) or ())
    for name, cells in (("values", values), ("ruled_out", ruled_out)):
        if len(cells) != layout.cell_count and (name == "values" or cells):
            reason = f"a {layout.name} board has {layout.cell_count} cells, not {len(cells)}"
            raise Problem(400, "bad-request", reason, where=name)
    if any(value > layout.size for value in values):
        raise Problem(400, "bad-request", f"the digits are 1 to {layout.size}", where="values")
    if any(mask > layout.all_digits for mask in ruled_out):
        raise Problem(400, "bad-request", f"the digits are 1 to {layout.size}", where="ruled_out")
    return Draft(layout, values, drawn, ruled_out)


def _drawable(layout: Layout) -> Layout:
    if layout.places is not None:
        raise Problem(400, "layout", f"the page has no {layout.name} board", where="layout")
    return layout


async def check(request: Request) -> Response:
    """What is wrong with a draft at first sight, and its rules in words."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    draft = _draft(body)
    body.done()
    return answer(await work(request, desk_jobs.examine, draft, language))


async def solutions(request: Request) -> JSONResponse:
    """How many solutions a draft has, up to a limit."""
    body = await json_body(request)
    draft, limit = _draft(body), body.whole("limit", 1, MOST_COUNTED) or MOST_COUNTED
    body.done()
    found = await _unless_too_long(work(request, desk_jobs.count, draft, limit, SECONDS))
    if found is None:
        return JSONResponse({"kind": "unknown", "count": 0, "complete": False, "solution": None})
    sure = found.complete or found.number > 1
    kind = "unknown" if not sure else ("none", "one")[found.number] if found.number < 2 else "several"
    solution = symbols_of(found.solution) if kind == "one" and found.solution is not None else None
    return JSONResponse(
        {"kind": kind, "count": found.number, "complete": found.complete, "solution": solution}
    )


async def candidates(request: Request) -> JSONResponse:
    """For each cell the digits that it has in some solution."""
    body = await json_body(request)
    draft = _draft(body)
    body.done()
    found = await _unless_too_long(work(request, desk_jobs.candidates, draft, SECONDS))
    return JSONResponse({"known": found is not None, "candidates": list(found or ())})


async def contradiction(request: Request) -> Response:
    """Why a draft has no solution: clues that exclude each other."""
    body = await json_body(request)
    language = language_of(body, open_games_of(request))
    draft = _draft(body)
    body.done()
    found = await _unless_too_long(work(request, desk_jobs.contradiction, draft, language))
    return JSONResponse({"known": False, "clues": []}) if found is None else answer(found)


async def export(request: Request) -> JSONResponse:
    """The draft as links and texts for other programs."""
    body = await json_body(request)
    draft = _draft(body)
    body.done()
    found = await work(request, desk_jobs.export, draft)
    return JSONResponse(
        {"texts": [{"format": each.format, "text": each.text, "reason": each.reason} for each in found]}
    )


async def _unless_too_long(awaitable: Any) -> Any:
    """What is awaited; None if it took too long."""
    try:
        return await awaitable
    except Problem as problem:
        if problem.code != "too-long":
            raise
        return None
