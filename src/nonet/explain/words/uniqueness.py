"""What relies on the puzzle having one solution: unique rectangles and loops, bivalue universal graves."""

from __future__ import annotations

from nonet.explain.facts import Fact, LookAt
from nonet.explain.phrases import AllOf, DigitChoice, DigitSet, OneOf
from nonet.explain.view import Account, View
from nonet.messages import TN, T
from nonet.step import Node, Role, RoleKind

__all__ = [
    "avoidable_1",
    "avoidable_2",
    "bug_1",
    "bug_2",
    "bug_3",
    "bug_4",
    "crossed",
    "hidden",
    "locked",
    "one_cell",
    "one_digit",
    "with_subset",
]


# -- rectangles and loops ------------------------------------------------------------------------------------


def _deadly(view: View) -> tuple[Role, Role, list[Fact], Fact]:
    """The pattern, its extras, the sentences about both, and what all of these techniques rest on."""
    pattern, extras = view.role(RoleKind.RECTANGLE), view.role(RoleKind.FIN)
    pair = view.digits(pattern.digits)
    told: list[Fact] = [
        view.say(
            T("Every house with one of {cells} has exactly two of them, and {pair} fit in each of them."),
            cells=view.cells(pattern.cells),
            pair=pair,
        )
    ]
    if extras.cells:
        told.append(
            view.count(
                TN(
                    "Only {cells} has other candidates: {digits}.",
                    "Only {cells} have other candidates: {digits}.",
                ),
                len(extras.cells),
                cells=view.cells(extras.cells),
                digits=DigitSet(extras.digits),
            )
        )
    why = view.say(
        T(
            "With only {pair} in these cells, the two digits could be swapped and the "
            "puzzle would have two solutions."
        ),
        pair=pair,
    )
    return pattern, extras, told, why


def _where(view: View, pattern: Role) -> Fact:
    return LookAt(cells=pattern.cells)


def one_cell(view: View) -> Account:
    pattern, extras, told, why = _deadly(view)
    reasoning = (
        why,
        view.say(
            T("So {cell} must take one of its other candidates."),
            cell=view.cells(extras.cells or view.targets),
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def one_digit(view: View) -> Account:
    pattern, extras, told, why = _deadly(view)
    reasoning = (
        why,
        view.say(
            T(
                "So {places} is {digit}, and {digit} can be eliminated from every cell that "
                "sees all of these."
            ),
            places=view.places(extras.cells),
            digit=DigitChoice(extras.digits),
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def with_subset(view: View) -> Account:
    pattern, extras, told, why = _deadly(view)
    subset = view.role(RoleKind.BASE)
    reasoning = (
        why,
        view.say(
            T(
                "So {extra} together act like one cell with {digits}; with {cells} they form "
                "a naked subset of {all} {house:in}, and no other cell there can hold these "
                "digits."
            ),
            extra=view.cells(extras.cells),
            digits=DigitSet(extras.digits),
            cells=view.cells(subset.cells),
            all=view.digits(subset.digits),
            house=view.houses(subset.houses),
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def locked(view: View) -> Account:
    pattern, extras, told, why = _deadly(view)
    cover = view.role(RoleKind.COVER)
    lock = cover.digits[0]
    other = next(digit for digit in pattern.digits if digit != lock)
    told.append(
        view.say(
            T("{houses:in} the digit {digit} can only go in cells of the pattern."),
            houses=view.houses(cover.houses),
            digit=lock,
        )
    )
    reasoning = (
        why,
        view.say(
            T("One of {cells} is {lock}; if the other were {other}, the pattern would be complete."),
            lock=lock,
            cells=view.cells(extras.cells),
            other=other,
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def crossed(view: View) -> Account:
    pattern, extras, told, why = _deadly(view)
    cover = view.role(RoleKind.COVER)
    told.append(
        view.say(
            T("{houses:in} the digit {digit} can only go in cells of the pattern."),
            houses=view.houses(cover.houses),
            digit=cover.digits[0],
        )
    )
    reasoning = (
        why,
        view.say(
            T("If one of {cells} were {digit}, the other would be too, and the pattern would be complete."),
            digit=cover.digits[0],
            cells=view.cells(extras.cells),
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def hidden(view: View) -> Account:
    pattern, _, told, why = _deadly(view)
    cover, corner = view.role(RoleKind.COVER), view.role(RoleKind.PIVOT)
    lock = cover.digits[0]
    (target, digit) = view.step.eliminations[0]
    told.append(
        view.say(
            T("{houses:in} the digit {digit} can only go in cells of the pattern."),
            houses=view.houses(cover.houses),
            digit=lock,
        )
    )
    reasoning = (
        why,
        view.say(
            T(
                "If {target} were {digit}, both its neighbours in the rectangle would be {lock} and "
                "{corner} would be "
                "{digit}: the pattern would be complete."
            ),
            target=view.cells([target]),
            digit=digit,
            lock=lock,
            corner=view.cells(corner.cells),
        ),
    )
    return Account(_where(view, pattern), tuple(told), reasoning)


def avoidable_1(view: View) -> Account:
    cells = view.role(RoleKind.FIN).cells or view.targets
    told = T("So {cell} must take one of its other candidates.")
    return _avoidable(view, view.say(told, cell=view.cells(cells)))


def avoidable_2(view: View) -> Account:
    extras = view.role(RoleKind.FIN)
    told = T("So {places} is {digit}, and {digit} can be eliminated from every cell that sees all of these.")
    return _avoidable(
        view, view.say(told, places=view.places(extras.cells), digit=DigitChoice(extras.digits))
    )


def _avoidable(view: View, conclusion: Fact) -> Account:
    pattern = view.role(RoleKind.RECTANGLE)
    pair = view.digits(pattern.digits)
    told = (
        view.say(
            T("Every house with one of {cells} has exactly two of them, and none of them was given."),
            cells=view.cells(pattern.cells),
        ),
        view.say(T("If they held {pair} crosswise, the two digits could be swapped."), pair=pair),
    )
    why = view.say(
        T("The puzzle would then have two solutions, so one of the cells must hold something else.")
    )
    return Account(_where(view, pattern), told, (why, conclusion))


# -- bivalue universal graves -------------------------------------------------------------------------------------


def _grave(view: View) -> tuple[list[Fact], list[Fact]]:
    extras = view.roles(RoleKind.FIN)
    names = tuple(Node(role.digits[0], role.cells) for role in extras)
    told: list[Fact] = [
        view.count(
            TN(
                "Without the candidate {extras}, every empty cell would have two candidates, "
                "and every digit two places in each house that needs it.",
                "Without the candidates {extras}, every empty cell would have two candidates, "
                "and every digit two places in each house that needs it.",
            ),
            len(extras),
            extras=AllOf(names),
        )
    ]
    why = view.say(T("Such a board has no solution or more than one (a bivalue universal grave, BUG)."))
    true = view.say(T("So {extras} is true."), extras=OneOf(names))
    return told, [why, true]


def bug_1(view: View) -> Account:
    told, reasoning = _grave(view)
    return Account(_whole_board(view), tuple(told), tuple(reasoning))


def bug_2(view: View) -> Account:
    told, reasoning = _grave(view)
    extras = view.roles(RoleKind.FIN)
    reasoning.append(
        view.say(
            T("{digit} can be eliminated from every cell that sees all of these."),
            digit=DigitChoice(tuple(role.digits[0] for role in extras)),
        )
    )
    return Account(_whole_board(view), tuple(told), tuple(reasoning))


def bug_3(view: View) -> Account:
    told, reasoning = _grave(view)
    subset = view.role(RoleKind.BASE)
    reasoning.append(
        view.say(
            T(
                "Together these act like one cell; with {cells} they form a naked subset of "
                "{all} {house:in}, and no other cell there can hold these digits."
            ),
            cells=view.cells(subset.cells),
            all=view.digits(subset.digits),
            house=view.houses(subset.houses),
        )
    )
    return Account(_whole_board(view), tuple(told), tuple(reasoning))


def bug_4(view: View) -> Account:
    told, reasoning = _grave(view)
    cover = view.role(RoleKind.COVER)
    reasoning.append(
        view.say(
            T(
                "{house:in} one of {cells} must be {digit} and the other an extra candidate: "
                "nothing else fits there."
            ),
            house=view.houses(cover.houses),
            digit=cover.digits[0],
            cells=view.cells(cover.cells),
        )
    )
    return Account(_whole_board(view), tuple(told), tuple(reasoning))


def _whole_board(view: View) -> Fact:
    return view.say(T("Look at the whole board: nearly every empty cell has two candidates."))
