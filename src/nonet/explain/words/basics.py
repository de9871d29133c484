"""Singles, locked candidates, subsets and templates: with the digits on the board that leave no other choice."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.bitsets import board_of, cells_in, digits_in
from nonet.explain import grammar as say
from nonet.explain.grammar import Fact
from nonet.explain.step_view import Account, StepView
from nonet.step import RoleKind


def full_house(view: StepView) -> Account:
    role = view.role(RoleKind.BASE)
    houses = role.houses[:1]
    return Account(
        say.LookAt(houses), (say.LastOpenCell(role.cells[0], houses),), (say.MissingOnly(view.digit, houses),)
    )


def naked_single(view: StepView) -> Account:
    cell = view.role(RoleKind.BASE).cells[0]
    pattern = [say.OnlyCandidates((cell,), (view.digit,))]
    return Account(say.LookAt(cells=(cell,)), pattern, _digits_seen(view, cell))


def _digits_seen(view: StepView, cell: int) -> list[Fact]:
    """House by house the digits that the cell sees, the house with the most new ones first."""
    values, layout = view.position.grid.entries, view.layout
    missing = {*view.digits_of_kind(cell)}.difference(digits_in(view.position.masks[cell]))
    held = [
        (house, {values[other]: other for other in layout.houses[house].cells})
        for house in layout.houses_at[cell]
    ]
    facts: list[Fact] = []
    while missing and held:
        new, house, places = max(
            ((missing.intersection(places), house, places) for house, places in held),
            key=lambda each: len(each[0]),
        )
        if not new:
            break
        facts.append(say.Has((house,), tuple(sorted(new)), tuple([places[digit] for digit in sorted(new)])))
        missing -= new
    if not missing:
        return facts
    blocks = {
        values[other]: say.Blocks(values[other], other, (cell,))
        for other in cells_in(view.apart[cell])
        if values[other] in missing
    }
    facts += _by_rules(view, list(blocks.values()))
    missing -= blocks.keys()
    if missing:
        facts.append(say.RuledOut((cell,), tuple(sorted(missing))))
    return facts


def _by_rules(view: StepView, blocks: list[say.Blocks]) -> list[Fact]:
    """Digits that block cells because of rules, and before them the rules."""
    cells = dict.fromkeys(cell for each in blocks for cell in (each.cell, *each.cells))
    return [*view.rules_between(cells), *blocks]


def hidden_single(view: StepView) -> Account:
    role = view.role(RoleKind.BASE)
    houses = role.houses[:1]
    pattern = [say.OnlyPlaces((view.digit,), houses, role.cells[:1])]
    return Account(say.LookAt(houses), pattern, _blockers(view, view.digit, houses[0]))


def _blockers(view: StepView, digit: int, house: int) -> list[Fact]:
    """Why the digit has no place in the other cells of the house: who blocks them, the one with the most first."""
    values = view.position.grid.entries
    empty = board_of(cell for cell in view.layout.houses[house].cells if not values[cell])
    missing = empty & ~view.position.boards[digit]
    blockers = [cell for cell, value in enumerate(values) if value == digit]
    by_peers, missing = _most_first(view.layout.peer_boards, digit, blockers, missing)
    facts: list[Fact] = [*by_peers]
    if missing:
        by_rules, missing = _most_first(view.apart, digit, blockers, missing)
        facts += _by_rules(view, by_rules)
    if missing:
        facts.append(say.RuledOut(tuple(cells_in(missing)), (digit,)))
    return facts


def _most_first(
    sees: Sequence[int], digit: int, blockers: list[int], missing: int
) -> tuple[list[say.Blocks], int]:
    """The cells that block the most cells, one after the other; and the cells that none of them sees."""
    blocks = []
    while missing and blockers:
        best = max(blockers, key=lambda blocker: (sees[blocker] & missing).bit_count())
        blocked = sees[best] & missing
        if not blocked:
            break
        blocks.append(say.Blocks(digit, best, tuple(cells_in(blocked))))
        missing ^= blocked
    return blocks, missing


# -- subsets ------------------------------------------------------------------------------------------------------


def naked_subset(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    pattern = [say.OnlyCandidates(base.cells, base.digits, base.houses)]
    reasoning = [say.Filled(base.cells, base.digits), *_losing(view, base.cells)]
    told = [say.Share(base.cells, base.digits, base.houses)] if base.houses else []
    return Account(say.LookAt(base.houses[:1]), pattern, reasoning, told)


def _losing(view: StepView, cells: tuple[int, ...]) -> list[Fact]:
    """Which cells lose candidates, and the cells of the subset that they see: all of them, or those with the digit."""
    if view.all_see(view.targets, cells):
        return [say.Sees(view.targets, cells)]
    return [say.Sees(gone, view.places(digit, cells), digit=digit) for digit, gone in view.gone.items()]


def hidden_subset(view: StepView) -> Account:
    base = view.role(RoleKind.BASE)
    pattern = [say.OnlyPlaces(base.digits, base.houses, base.cells)]
    told = [say.KeptFor(base.digits, base.houses, base.cells)]
    return Account(say.LookAt(base.houses), pattern, [say.Filled(base.cells, base.digits, hidden=True)], told)


# -- locked candidates --------------------------------------------------------------------------------------------


def locked_candidates(view: StepView) -> Account:
    base, cover = view.role(RoleKind.BASE), view.role(RoleKind.COVER)
    pattern = [say.OnlyPlaces((view.digit,), base.houses, base.cells, cover.houses)]
    told = [say.OnlyIn(view.digit, base.houses, cover.houses)]
    return Account(say.LookAt(base.houses), pattern, view.one_of_places(view.digit, base.cells), told)


# -- templates: every way to place a digit on the whole board -----------------------------------------------------


def template(view: StepView) -> Account:
    helpers = tuple(sorted(role.digits[0] for role in view.roles(RoleKind.SET)))
    placed = tuple(sorted(cell for cell, _ in view.step.placements))
    fact = say.Templates(view.digit, placed or view.targets, bool(placed), helpers)
    return Account(say.LookAt(digits=(view.digit,)), (fact,), ())
