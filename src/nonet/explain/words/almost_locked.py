"""Almost locked sets: n cells with n + 1 digits; lose one of these, and the set is locked."""

from __future__ import annotations

from itertools import pairwise

from nonet.explain.facts import AlmostLockedSet, Fact, LookAt
from nonet.explain.phrases import DigitChoice
from nonet.explain.view import Account, View
from nonet.messages import TN, T
from nonet.step import Role, RoleKind

__all__ = ["als_chain", "als_wing", "als_xz", "death_blossom", "sue_de_coq"]


def _what_it_is(view: View) -> Fact:
    return view.say(
        T(
            "An almost locked set has one more digit than cells: if it loses one of them, "
            "it contains all the others."
        )
    )


def _sets(view: View) -> list[Fact]:
    return [AlmostLockedSet(role.label, role.cells, role.digits) for role in view.roles(RoleKind.SET)]


def _ends_sentence(view: View, one: str, other: str) -> Fact:
    return view.say(
        T(
            "So {digits} is in {one} or in {other}, and can be eliminated from every cell "
            "that sees all its places in both."
        ),
        digits=DigitChoice(view.target_digits),
        one=one,
        other=other,
    )


def als_xz(view: View) -> Account:
    one, other = view.roles(RoleKind.SET)[:2]
    commons = [role.digits[0] for role in view.roles(RoleKind.COMMON)]
    pattern = _sets(view)
    pattern.append(
        view.count(
            TN(
                "All places for {digits} in A and B see each other: it can be in only one of the sets.",
                "All places for each of {digits} in A and B see each other: each can be in "
                "only one of the sets.",
            ),
            len(commons),
            digits=view.digits(commons),
        )
    )
    if len(commons) > 1:
        reasoning = [
            _what_it_is(view),
            view.say(
                T("Each set gets one of {digits}, so both are locked: each contains all its other digits."),
                digits=view.digits(commons),
            ),
            view.say(
                T("Each of these can be eliminated from every cell that sees all its places in the set.")
            ),
        ]
    else:
        reasoning = [
            _what_it_is(view),
            view.say(
                T("One of the sets does not contain {digit}, so it contains all its other digits."),
                digit=commons[0],
            ),
            _ends_sentence(view, "A", "B"),
        ]
    return Account(LookAt(cells=(*one.cells, *other.cells)), tuple(pattern), tuple(reasoning))


def als_wing(view: View) -> Account:
    sets, commons = view.roles(RoleKind.SET), view.roles(RoleKind.COMMON)
    pattern = _sets(view)
    digits = [role.digits[0] for role in commons]
    pattern.append(
        view.say(
            T(
                "C shares {digits} with A and B, in cells that all see each other: one digit with A, "
                "another with B."
            ),
            digits=view.digits(digits),
        )
    )
    reasoning = (
        _what_it_is(view),
        view.say(T("C can lack only one of them, so it takes the other away from A or from B.")),
        _ends_sentence(view, "A", "B"),
    )
    return Account(LookAt(cells=_cells(sets)), tuple(pattern), reasoning)


def als_chain(view: View) -> Account:
    sets, commons = view.roles(RoleKind.SET), view.roles(RoleKind.COMMON)
    pattern = _sets(view)
    for near, far in pairwise(sets):
        shared = [
            role.digits[0]
            for role in commons
            if set(role.cells) <= {*near.cells, *far.cells}
            and set(role.cells) & set(near.cells)
            and set(role.cells) & set(far.cells)
        ]
        pattern.append(
            view.say(
                T("{near} and {far} cannot both contain {digits}."),
                near=near.label,
                far=far.label,
                digits=DigitChoice(tuple(shared)),
            )
        )
    target = DigitChoice(view.target_digits)
    first, last = sets[0].label, sets[-1].label
    reasoning = (
        _what_it_is(view),
        view.say(
            T(
                "If {first} lacks {digit}, it contains the digit it shares with the next set, "
                "which then contains the digit it shares with the one after, and so on: "
                "{last} contains {digit}."
            ),
            first=first,
            digit=target,
            last=last,
        ),
        _ends_sentence(view, first, last),
    )
    return Account(LookAt(cells=_cells(sets)), tuple(pattern), reasoning)


def death_blossom(view: View) -> Account:
    stem, petals, commons = view.role(RoleKind.PIVOT), view.roles(RoleKind.SET), view.roles(RoleKind.COMMON)
    pattern: list[Fact] = [view.say(T("The stem is {cell}."), cell=view.set_of(stem))]
    reasoning = [_what_it_is(view)]
    for petal, common in zip(petals, commons, strict=False):
        pattern.append(
            view.say(
                T("Petal {label}: {cells}; all its places for {digit} see the stem."),
                label=petal.label,
                cells=view.set_of(petal),
                digit=common.digits[0],
            )
        )
    target = DigitChoice(view.target_digits)
    reasoning.append(
        view.say(
            T("Whatever digit the stem takes, the petal for that digit loses it and so contains {digit}."),
            digit=target,
        )
    )
    reasoning.append(
        view.say(
            T("{digit} can be eliminated from every cell that sees all its places in all petals."),
            digit=target,
        )
    )
    return Account(LookAt(cells=stem.cells), tuple(pattern), tuple(reasoning))


def sue_de_coq(view: View) -> Account:
    base = view.role(RoleKind.BASE)
    one, other = view.roles(RoleKind.SET)[:2]
    line, box = view.houses(base.houses[:1]), view.houses(base.houses[1:])
    pattern = (
        view.say(T("{line} and {box} cross in {cells}."), line=line, box=box, cells=view.set_of(base)),
        view.say(
            T("{line:in} there is also {cells}, {box:in} {others}."),
            line=line,
            box=box,
            cells=view.set_of(one),
            others=view.set_of(other),
        ),
    )
    reasoning = (
        view.say(
            T(
                "Together these cells have as many digits as there are cells, so every one of "
                "these digits is in them."
            )
        ),
        view.say(
            T(
                "Digits of the cells in the line can be eliminated from the rest {line:of}, "
                "digits of the cells in the box from the rest {box:of}."
            ),
            line=line,
            box=box,
        ),
    )
    return Account(LookAt(base.houses), pattern, reasoning)


def _cells(roles: list[Role]) -> tuple[int, ...]:
    return tuple(cell for role in roles for cell in role.cells)
