"""Fish of every kind: basic, finned, sashimi, franken, mutant, kraken.

All are told alike: what the base houses have, what the cover houses take up, and what the fins spoil.
"""

from __future__ import annotations

from nonet.explain.facts import Covered, Fact, LookAt
from nonet.explain.phrases import Phrase, Results
from nonet.explain.view import Account, View
from nonet.messages import TN, T
from nonet.step import Role, RoleKind

__all__ = ["fish", "kraken_1", "kraken_2", "sashimi"]


def sashimi(view: View) -> Account:
    why = T("Without the fins, one base house would have no second place: the fish is sashimi.")
    return fish(view, view.say(why))


def fish(view: View, *more: Fact) -> Account:
    """`more` is said at the end of the pattern."""
    covers = view.roles(RoleKind.COVER)
    pattern = [_base(view, covers[0])]
    if len(covers) > 1:
        others = view.houses(covers[1].houses)
        pattern.append(view.say(T("The same is true {covers:in}: two fish share one base."), covers=others))
    pattern += [*_fin_sentences(view), *more]
    reasoning = [_rule(view, covers[0])]
    reasoning += _twice_covered(view, covers)
    if view.roles(RoleKind.FIN):
        reasoning.append(
            view.say(
                T("If a fin is true instead, {digit} is eliminated from every cell that it sees."),
                digit=view.digit,
            )
        )
        reasoning.append(view.say(T("What both cases rule out can be eliminated.")))
    return Account(LookAt(digit=view.digit), tuple(pattern), tuple(reasoning))


def _base(view: View, cover: Role) -> Fact:
    base = view.role(RoleKind.BASE)
    fins = tuple(cell for role in view.roles(RoleKind.FIN) for cell in role.cells)
    return Covered(view.digit, base.houses, cover.houses, base.cells, fins)


def _fin_sentences(view: View) -> list[Fact]:
    told: list[Fact] = []
    outer = [cell for role in view.roles(RoleKind.FIN) if role.label != "endo" for cell in role.cells]
    inner = [cell for role in view.roles(RoleKind.FIN) if role.label == "endo" for cell in role.cells]
    if outer:
        count = len(set(outer))
        told.append(
            view.count(TN("The fin is {cells}.", "The fins are {cells}."), count, cells=view.cells(outer))
        )
    if inner:
        told.append(
            view.count(
                TN(
                    "{cells} is in two base houses at once and counts as a fin.",
                    "{cells} are in two base houses at once and count as fins.",
                ),
                len(set(inner)),
                cells=view.cells(inner),
            )
        )
    return told


def _rule(view: View, cover: Role) -> Fact:
    slots: dict[str, Phrase] = {"digit": view.digit, "covers": view.houses(cover.houses)}
    if view.roles(RoleKind.FIN):
        return view.say(
            T(
                "Without the fins, each base house has its {digit} in a different cover "
                "house, so no other cell {covers:in} can have it."
            ),
            **slots,
        )
    return view.say(
        T(
            "There are as many base houses as cover houses: each base house has its "
            "{digit} in a different cover house, so no other cell {covers:in} can have "
            "it."
        ),
        **slots,
    )


def _twice_covered(view: View, covers: list[Role]) -> list[Fact]:
    """Of a target in two cover houses: it would use up both."""
    twice = [
        cell
        for cell in view.targets
        for cover in covers[:1]
        if sum(cell in view.layout.houses[house].cells for house in cover.houses) > 1
    ]
    if not twice:
        return []
    told = TN(
        "{cells} is in two cover houses: it would use up both and leave too few for the base houses.",
        "{cells} are in two cover houses each: any of them would use up both and "
        "leave too few for the base houses.",
    )
    return [view.count(told, len(twice), cells=view.cells(twice))]


def kraken_1(view: View) -> Account:
    """A chain leads from every fin to what the fish eliminates."""
    told = T("If a fin is true instead, its chain leads to {target} as well.")
    return _kraken(view, view.say(told, target=Results((), view.step.eliminations)))


def kraken_2(view: View) -> Account:
    """Chains lead from the base cells in one cover house, and from the fins, to what is eliminated."""
    return _kraken(
        view,
        view.say(
            T("So {house:in} one of the base cells is {digit}, or a fin is."),
            house=view.houses(view.role(RoleKind.PIVOT).houses),
            digit=view.digit,
        ),
        view.say(T("Each of these leads to {target}."), target=Results((), view.step.eliminations)),
    )


def _kraken(view: View, *conclusion: Fact) -> Account:
    cover = view.role(RoleKind.COVER)
    target = Results((), view.step.eliminations)
    pattern = [_base(view, cover), *_fin_sentences(view)]
    chains = [view.chain(chain) for chain in view.step.evidence.chains if chain]
    pattern.append(view.say(T("From there, chains lead to {target}:"), target=target))
    reasoning: list[Fact] = [view.chain(chain, reasons=True) for chain in view.step.evidence.chains if chain]
    reasoning += [_rule(view, cover), *conclusion]
    return Account(LookAt(digit=view.digit), tuple(pattern), tuple(reasoning), tuple(chains))
