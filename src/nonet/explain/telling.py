"""A step in words: in four tiers, in any language that there is a catalogue for.

    1   where to look          Look where 5 can still stand.
    2   which technique        There is an X-wing.
    3   the pattern            In rows 2 and 7 the digit 5 can only stand in columns 3 and 8.
    4   the full reasoning     … So r5c38 ≠ 5.

Each tier stands for itself and tells more than the one before. A technique that nobody has written words for
is told by its roles.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module

from nonet.errors import NonetError
from nonet.explain.names import technique_name
from nonet.explain.view import Teller, Told, View
from nonet.explain.voice import voice
from nonet.explain.words.generic import generic
from nonet.layout import Layout
from nonet.logic.catalog import technique, technique_keys
from nonet.messages import T
from nonet.step import Step

__all__ = ["TIERS", "explain", "sentences", "teller"]

TIERS = (1, 2, 3, 4)


def explain(step: Step, layout: Layout, *, tier: int = 4, language: str = "en") -> str:
    """The step in words, sentence after sentence; the lines of a chain or a proof each on a line of their
    own.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.step import Evidence, Role, RoleKind, Truth
    >>> step = Step("hidden-single", ((0, 5),), (), Evidence((Role(RoleKind.BASE, (0,), (5,), (18,)),)))
    >>> explain(step, CLASSIC, tier=1)
    'Look at box 1.'
    >>> explain(step, CLASSIC, tier=3)
    'Hidden single: In box 1 one place is left for the digit 5: r1c1.'
    >>> explain(step, CLASSIC, tier=2, language="cs")
    'Podívej se na blok 1. Technika: jediné místo (skrytý singl).'
    """
    text = ""
    for sentence in sentences(step, layout, tier=tier, language=language):
        is_line = sentence.startswith("  ")
        text += f"{_gap(text, is_line)}{sentence}"
    return text


def _gap(text: str, is_line: bool) -> str:
    """What stands between a text and its next sentence: lines are kept apart."""
    if not text:
        return ""
    return "\n" if is_line or text.rsplit("\n", 1)[-1].startswith("  ") else " "


def sentences(step: Step, layout: Layout, *, tier: int = 4, language: str = "en") -> tuple[str, ...]:
    """The same sentence by sentence, for faces that lay them out themselves."""
    if tier not in TIERS:
        raise NonetError(f"there is no tier {tier}; tiers are 1 (where) to 4 (why)")
    view = View(step, layout, voice(language))
    told = _told(view)
    if tier == 1:
        return (told.where,)
    name = technique_name(step.technique, language)
    if tier == 2:
        return told.where, view.say(T("The technique: {name}."), name=name)
    return _whole(view, told, name, reasoning=tier == 4)


def _told(view: View) -> Told:
    """By its own teller; by its roles, where there is none, or where its evidence is not what we know."""
    tell = teller(view.step.technique)
    if tell is not None:
        with suppress(LookupError, ValueError, AssertionError, StopIteration):
            return tell(view)
    return generic(view)


def _whole(view: View, told: Told, name: str, *, reasoning: bool) -> tuple[str, ...]:
    first, *rest = told.pattern or ("",)
    head = f"{name[:1].upper()}{name[1:]}" + (f": {first}" if first else ".")
    if not reasoning:
        return head, *rest, *told.sketch
    return head, *rest, *told.reasoning, view.conclusion()


@cache
def teller(key: str) -> Teller | None:
    """The function that explains a technique, as the catalogue names it; None for an unknown key."""
    if key not in technique_keys():
        return None
    family = technique(key).family.replace("-", "_")
    found: Teller = getattr(import_module(f"nonet.explain.words.{family}"), technique(key).words)
    return found
