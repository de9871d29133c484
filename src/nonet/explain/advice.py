"""A hint, in four tiers: what each tells and shows. The less is told, the more is left to find."""

from __future__ import annotations

from nonet.explain.facts import DeadEnd, Fact, Heading, LookAt, Remark
from nonet.explain.look import Look, Mark, Part, look_at
from nonet.explain.phrases import AllOf, CellChoice, CellList, HouseList
from nonet.explain.telling import facts
from nonet.hints import Hint, HintKind
from nonet.messages import TN, T
from nonet.step import Node, Step

__all__ = ["advise", "look_of"]


def advise(hint: Hint, *, tier: int = 4, language: str = "en") -> str:
    """The hint in words."""
    return look_of(hint, tier=tier).text(hint.position.layout, language=language)


def look_of(hint: Hint, *, tier: int = 4) -> Look:
    """What a tier tells and shows of a hint."""
    if hint.step is not None:
        return look_at(hint.step, hint.position.layout, tier=tier)
    match hint.kind:
        case HintKind.CONFLICT:
            return _conflict(hint, tier)
        case HintKind.MISTAKE:
            return _mistake(hint, tier)
        case HintKind.LOST:
            return _lost(hint, tier)
        case HintKind.IMPOSSIBLE:
            return _impossible(hint, tier)
        case HintKind.SEVERAL:
            return _several(hint, tier)
        case _:
            return Look((Remark(T("The puzzle is solved.")),))


def _conflict(hint: Hint, tier: int) -> Look:
    assert hint.house is not None
    assert hint.digit is not None
    told: list[Fact] = [Remark(T("A rule is broken: a house contains the same digit twice."))]
    if tier == 2:
        told.append(LookAt((hint.house,)))
    if tier > 2:
        told.append(
            Remark(
                T("{house:in} the digit {digit} appears in {cells}."),
                (
                    ("house", HouseList((hint.house,))),
                    ("digit", hint.digit),
                    ("cells", CellList(hint.cells)),
                ),
            )
        )
    own = tuple(cell for cell in hint.cells if not hint.givens[cell])
    if tier == 4 and own:
        told.append(Remark(T("Remove it from {cells}."), (("cells", CellChoice(own)),)))
    cells = hint.cells if tier > 2 else ()
    return Look(tuple(told), (Part(Mark.WRONG, cells, houses=(hint.house,)),) if tier > 1 else ())


def _mistake(hint: Hint, tier: int) -> Look:
    count = len(hint.cells)
    told: list[Fact] = [
        Remark(
            TN("There is a mistake: {n} value is wrong.", "There are mistakes: {n} values are wrong."),
            number=count,
        )
    ]
    if tier < 3:
        return _in_a_house(told, hint, tier)
    if tier == 3:
        told.append(LookAt(cells=hint.cells[:1]))
    else:
        wrong = AllOf(tuple(Node(hint.position.grid[cell], (cell,)) for cell in hint.cells))
        told.append(
            Remark(
                TN(
                    "{values} cannot be in the solution; clear it.",
                    "{values} cannot be in the solution; clear them.",
                ),
                (("values", wrong),),
                count,
            )
        )
    return Look(tuple(told), (Part(Mark.WRONG, hint.cells[:1] if tier == 3 else hint.cells),))


def _lost(hint: Hint, tier: int) -> Look:
    assert hint.digit is not None
    told: list[Fact] = [Remark(T("A pencil mark was struck out by mistake."))]
    if tier < 3:
        return _in_a_house(told, hint, tier)
    if tier == 3:
        return Look((*told, LookAt(cells=hint.cells)), (Part(Mark.LOOK, hint.cells),))
    told.append(
        Remark(
            T("{cell} must keep its candidate {digit}."),
            (("cell", CellList(hint.cells)), ("digit", hint.digit)),
        )
    )
    return Look(tuple(told), (Part(Mark.PLACED, hint.cells, (hint.digit,)),))


def _in_a_house(told: list[Fact], hint: Hint, tier: int) -> Look:
    """At tier 1 only what is wrong; at tier 2 in which house the first of the cells is."""
    if tier == 1:
        return Look(tuple(told))
    house = hint.position.layout.houses_at[hint.cells[0]][-1]
    return Look((*told, LookAt((house,))), (Part(Mark.LOOK, houses=(house,)),))


def _impossible(hint: Hint, tier: int) -> Look:
    told: list[Fact] = [Remark(T("This position has no solution."))]
    if tier == 1:
        return Look(tuple(told))
    if tier > 2:
        for number, step in enumerate(hint.proof, start=1):
            told += _proof_step(number, step, hint, tier)
    parts: tuple[Part, ...] = ()
    if hint.dead is not None:
        told.append(DeadEnd(hint.dead, paragraph=True))
        parts = (
            (Part(Mark.WRONG, houses=(hint.dead.house,)),)
            if hint.dead.house is not None
            else (Part(Mark.WRONG, () if hint.dead.cell is None else (hint.dead.cell,)),)
        )
    return Look(tuple(told), parts)


def _proof_step(number: int, step: Step, hint: Hint, tier: int) -> list[Fact]:
    """A numbered step of a proof: all its facts, or at tier 3 the first of its pattern and the conclusion."""
    _, *told = facts(step, hint.position.layout)
    chosen = told if tier == 4 else [told[0], told[-1]]
    return [Heading(step.technique, number, paragraph=True), *chosen]


def _several(hint: Hint, tier: int) -> Look:
    told: list[Fact] = [Remark(T("This position has more than one solution, so no step can be proved."))]
    if tier < 3:
        return Look(tuple(told))
    told.append(Remark(T("Two of its solutions differ in {cells}."), (("cells", CellList(hint.cells)),)))
    return Look(tuple(told), (Part(Mark.LOOK, hint.cells),))
