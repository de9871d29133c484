"""The API of the setter's desk: the rules that there are, and what can be said about a draft.

All but the palette is done in a process of `Workers`, as in `analysis`. What takes long answers `unknown` after a
while, instead of an error: meanwhile the setter goes on drawing.
"""

from __future__ import annotations

from nonet import clues
from nonet.about import NO_WORDS, About
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
from nonet.faces.web.bodies import (
    DraftInLanguage,
    DraftToCount,
    DraftToExplain,
    DraftToExport,
    GivenDraft,
    InLanguage,
    TextToOpen,
)
from nonet.faces.web.jobs import answering
from nonet.faces.web.problems import Problem
from nonet.faces.web.rule_view import clues_view, report_view
from nonet.faces.web.views import position_view, shape_view
from nonet.fields import as_json
from nonet.layout import Layout
from nonet.play import desk
from nonet.play.desk import Draft
from nonet.play.game import board_name
from nonet.play.palette import family_title, tools

SECONDS = 5.0
"""How long solutions and candidates are looked for."""


@answering(at_once=True)
def palette(asked: InLanguage, language: str) -> PaletteJson:
    """The rules of variants, and how each is drawn."""
    found = tools(language)
    families = dict.fromkeys(tool.family for tool in found)
    return {
        "families": [{"name": name, "title": family_title(name, language)} for name in families],
        "tools": found,
    }


def _draft(asked: GivenDraft, about: About = NO_WORDS) -> Draft:
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
    return Draft(layout, values, asked.rules, ruled_out, about)


@answering(quick=True)
def open_text(asked: TextToOpen, language: str) -> DeskDraftJson:
    """Read a puzzle in any format, with its rules, to work on it."""
    draft = desk.opened(asked.text)
    layout = draft.layout
    return as_json(
        DeskDraftJson, draft, layout=layout.name, board=board_name(layout), shape=shape_view(layout)
    )


@answering(quick=True)
def check(asked: DraftInLanguage, language: str) -> DeskCheckJson:
    """What is wrong with a draft at first sight."""
    draft = _draft(asked)
    return report_view(desk.examine(draft, language=language), draft.layout, language)


@answering(too_long={"kind": "unknown", "count": 0, "complete": False, "solution": None})
def solutions(asked: DraftToCount, language: str) -> DeskSolutionsJson:
    """How many solutions a draft has; unknown after five seconds."""
    found = desk.count(_draft(asked).puzzle(), limit=asked.limit, seconds=SECONDS)
    sure = found.complete or found.number > 1
    kind = "unknown" if not sure else ("none", "one")[found.number] if found.number < 2 else "several"
    solution = found.solution.symbols if kind == "one" and found.solution is not None else None
    return {"kind": kind, "count": found.number, "complete": found.complete, "solution": solution}


@answering(too_long={"known": False, "candidates": ()})
def candidates(asked: GivenDraft, language: str) -> DeskCandidatesJson:
    """The digits of each cell that occur in some solution."""
    found = desk.candidates(_draft(asked).puzzle(), seconds=SECONDS)
    return {"known": found is not None, "candidates": found or ()}


@answering(too_long={"known": False, "clues": []})
def contradiction(asked: DraftInLanguage, language: str) -> DeskContradictionJson:
    """Why a draft has no solution."""
    draft = _draft(asked)
    puzzle = draft.puzzle()
    return {"known": True, "clues": clues_view(draft, puzzle, clues.contradiction(puzzle), language)}


@answering(too_long={"level": "unknown", "text": "", "techniques": []})
def path(asked: DraftInLanguage, language: str) -> DeskPathJson:
    """How hard a draft with one solution is, and the techniques that solve it."""
    report = desk.path_report(_draft(asked).puzzle(), seconds=SECONDS, language=language)
    return as_json(DeskPathJson, report)


@answering()
def step(asked: DraftToExplain, language: str) -> PositionJson:
    """A step of the path of a draft, in its position."""
    puzzle = _draft(asked).puzzle()
    return position_view(desk.path_step(puzzle, asked.step), puzzle, language)


@answering(quick=True)
def export(asked: DraftToExport, language: str) -> DeskTextsJson:
    """The draft as links and texts for other programs."""
    return {"texts": desk.exported(_draft(asked, About(**asked.about)).puzzle())}
