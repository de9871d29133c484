"""Full houses, naked singles, hidden singles: with the digits on the board that leave no other choice."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.bitsets import cells_in
from nonet.explain.grammar import (
    Blocks,
    Fact,
    Has,
    LastOpenCell,
    LookAt,
    MissingOnly,
    OnlyCandidates,
    OnlyPlaces,
    RuledOut,
)
from nonet.explain.step_view import Account, StepView
from nonet.step import RoleKind


def full_house(view: StepView) -> Account:
    role = view.role(RoleKind.BASE)
    houses = role.houses[:1]
    return Account(LookAt(houses), (LastOpenCell(role.cells[0], houses),), (MissingOnly(view.digit, houses),))


def naked_single(view: StepView) -> Account:
    cell = view.role(RoleKind.BASE).cells[0]
    return Account(
        LookAt(cells=(cell,)), (OnlyCandidates((cell,), (view.digit,)),), tuple(_digits_seen(view, cell))
    )


def _digits_seen(view: StepView, cell: int) -> list[Fact]:
    """House by house the digits that the cell sees, the house with the most new ones first."""
    values = view.position.grid.values
    missing = set(view.layout.digits) - set(view.position.digits(cell))
    facts: list[Fact] = []
    while missing:
        best: list[tuple[int, int]] = []
        chosen = -1
        for house in view.layout.houses_at[cell]:
            placed = [(other, values[other]) for other in view.layout.houses[house].cells]
            new = sorted((pair for pair in placed if pair[1] in missing), key=lambda pair: pair[1])
            if len(new) > len(best):
                best, chosen = new, house
        if not best:
            break
        facts.append(Has((chosen,), tuple(best)))
        missing -= {digit for _, digit in best}
    blocks = {
        values[other]: Blocks(values[other], other, (cell,))
        for other in cells_in(view.apart[cell])
        if values[other] in missing
    }
    facts += _by_rules(view, list(blocks.values()))
    missing -= blocks.keys()
    if missing:
        facts.append(RuledOut((cell,), tuple(sorted(missing))))
    return facts


def _by_rules(view: StepView, blocks: list[Blocks]) -> list[Fact]:
    """Digits that block cells because of rules, and before them the rules."""
    cells = dict.fromkeys(cell for each in blocks for cell in (each.cell, *each.cells))
    return [*view.rules_between(cells), *blocks]


def hidden_single(view: StepView) -> Account:
    role = view.role(RoleKind.BASE)
    houses = role.houses[:1]
    return Account(
        LookAt(houses),
        (OnlyPlaces((view.digit,), houses, role.cells[:1]),),
        tuple(_blockers(view, view.digit, houses[0])),
    )


def _blockers(view: StepView, digit: int, house: int) -> list[Fact]:
    """Why the digit has no place in the other cells of the house: who blocks them, the one with the most first."""
    values = view.position.grid.values
    cells = view.layout.houses[house].cells
    missing = {cell for cell in cells if not values[cell] and digit not in view.position.digits(cell)}
    blockers = [cell for cell, value in enumerate(values) if value == digit]
    by_peers, missing = _most_first(view.layout.peer_boards, digit, blockers, missing)
    by_rules, missing = _most_first(view.apart, digit, blockers, missing)
    facts = [*by_peers, *_by_rules(view, by_rules)]
    if missing:
        facts.append(RuledOut(tuple(sorted(missing)), (digit,)))
    return facts


def _most_first(
    sees: Sequence[int], digit: int, blockers: list[int], missing: set[int]
) -> tuple[list[Blocks], set[int]]:
    """The cells that block the most cells, one after the other; and the cells that none of them sees."""
    found = []
    while missing:
        best, blocked = -1, set[int]()
        for blocker in blockers:
            new = {cell for cell in missing if sees[blocker] >> cell & 1}
            if len(new) > len(blocked):
                best, blocked = blocker, new
        if not blocked:
            break
        found.append(Blocks(digit, best, tuple(sorted(blocked))))
        missing = missing - blocked
    return found, missing
