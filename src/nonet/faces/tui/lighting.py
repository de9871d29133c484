"""The look of the board, computed from the state of the game, the selection and the hint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nonet.explain.marks import Mark, sign_of
from nonet.faces.tui.canvas import BoardLook, Ink
from nonet.faces.tui.rule_look import NO_RULES, RuleLook
from nonet.faces.tui.selection import Selection

if TYPE_CHECKING:
    from nonet.explain.picture import Tag
    from nonet.play.hint_view import HintView
    from nonet.play.settings import Settings
    from nonet.play.state import State

_TELLING = (Mark.ELIMINATED, Mark.PLACED, Mark.WRONG, Mark.LOOK)
_INKS = {Mark.PLACED: Ink.PLACED, Mark.ELIMINATED: Ink.GONE}


def look_at(
    state: State,
    selection: Selection,
    *,
    settings: Settings,
    given: HintView | None = None,
    checked: frozenset[int] = frozenset(),
    hidden: bool = False,
    tall: bool = True,
    plain: bool = False,
    rules: RuleLook = NO_RULES,
) -> BoardLook:
    """What is to be drawn."""
    layout, values = state.layout, state.values
    digit = 0
    if settings.highlight_same:
        digit = selection.chosen or values[selection.cursor]
    peers: frozenset[int] = frozenset()
    if settings.highlight_peers and given is None:
        peers = frozenset(layout.peers[selection.cursor])
    look = BoardLook(
        layout,
        values.values,
        state.givens.values,
        corner=tuple(map(state.shown, range(layout.cell_count))),
        centre=tuple(0 if values[cell] else mask for cell, mask in enumerate(state.centre)),
        cursor=selection.cursor,
        selected=frozenset(selection.selected),
        digit=digit,
        peers=peers,
        conflicts=state.conflicts,
        wrong=(state.mistakes - state.conflicts) | checked,
        revealed=state.revealed,
        colours=state.colours,
        candidate_colours=state.candidate_colours,
        hidden=hidden,
        ascii=plain,
        letters=settings.digits == "letters",
        rules=rules,
    )
    return signs_of(look, given, tall=tall)


def signs_of(look: BoardLook, given: HintView | None, *, tall: bool) -> BoardLook:
    """The look with what a hint highlights; `tall`: candidates have places of their own."""
    if given is None:
        return look
    plain = look.ascii
    targets: set[int] = set()
    pattern: set[int] = set()
    marks: dict[tuple[int, int], tuple[str, Ink]] = {}
    best: dict[int, Tag] = {}
    for house, _ in given.picture.houses:
        pattern.update(look.layout.houses[house].cells)
    for cell, digit, tag in given.picture.marks:
        (targets if tag.mark in _TELLING else pattern).add(cell)
        if digit is not None and tall and not look.values[cell]:
            sign = sign_of(tag.mark, tag.label, plain=plain)
            marks[cell, digit] = (sign, _INKS.get(tag.mark, Ink.MARK))
            continue
        old = best.get(cell)
        if old is None or (tag.mark in _TELLING and old.mark not in _TELLING):
            best[cell] = tag
    marked = {cell for cell, _ in marks}
    signs = {
        cell: sign_of(tag.mark, tag.label, plain=plain) for cell, tag in best.items() if cell not in marked
    }
    return replace(
        look,
        targets=frozenset(targets),
        pattern=frozenset(pattern - targets),
        marks=marks,
        cell_signs=signs,
    )
