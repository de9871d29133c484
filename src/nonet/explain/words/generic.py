"""The teller of last resort: any step, of any technique, by the roles that its evidence names."""

from __future__ import annotations

from nonet.explain.notation import digit_set
from nonet.explain.view import Told, View
from nonet.messages import T
from nonet.step import Role, RoleKind

__all__ = ["generic", "role_name"]

ROLE_NAMES = {
    RoleKind.BASE: T("base"),
    RoleKind.COVER: T("cover"),
    RoleKind.FIN: T("fin"),
    RoleKind.PIVOT: T("pivot"),
    RoleKind.PINCER: T("pincer"),
    RoleKind.SET: T("set"),
    RoleKind.COMMON: T("common digit"),
    RoleKind.COLOR: T("colour"),
    RoleKind.RECTANGLE: T("pattern"),
    RoleKind.ASSUMED: T("supposition"),
}


def role_name(view: View, role: Role) -> str:
    """`base`, `set A`."""
    name = view.voice.say(ROLE_NAMES[role.kind])
    return f"{name} {role.label}" if role.label and role.label != "endo" else name


def generic(view: View) -> Told:
    """Where its roles stand, what they are, and its chains."""
    evidence = view.step.evidence
    pattern = []
    for role in evidence.roles:
        parts = []
        if role.cells:
            parts.append(view.cells(role.cells))
        if role.digits:
            parts.append(digit_set(role.digits))
        if role.houses:
            parts.append(str(view.houses(role.houses)))
        pattern.append(view.say(T("{role}: {what}."), role=role_name(view, role), what=", ".join(parts)))
    chains = evidence.chains or ((evidence.links,) if evidence.links else ())
    pattern += [view.chain(chain) for chain in chains if chain]
    reasoning = [view.chain(chain, reasons=True) for chain in chains if chain]
    if evidence.truths:
        truths = view.voice.all_of(view.truth(truth) for truth in evidence.truths[:12])
        reasoning.append(
            view.say(
                T("If it were otherwise, these could not all have what they need: {truths}."), truths=truths
            )
        )
    cells = [cell for role in evidence.roles for cell in role.cells] or [
        cell for cell, _ in (*view.step.placements, *view.step.eliminations)
    ]
    return Told(view.look_at_cells(cells), tuple(pattern), tuple(reasoning))
