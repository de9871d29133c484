"""A hint, in four tiers: what each tells and shows. A lower tier leaves more to find."""

from __future__ import annotations

from collections.abc import Callable

from nonet.errors import expect
from nonet.explain.explaining import Explainer, facts
from nonet.explain.grammar import Fact, Heading, Left, LookAt, RuleSays, trouble
from nonet.explain.look import Look, Part, look_at
from nonet.explain.marks import Mark
from nonet.explain.rule_text import rule_text
from nonet.hints import Hint, HintKind
from nonet.step import Step


def advise(hint: Hint, *, tier: int = 4, detail: str = "full", language: str = "en") -> str:
    """The hint in words."""
    return look_of(hint, tier=tier).text(hint.position.layout, detail=detail, language=language)


def look_of(hint: Hint, *, tier: int = 4, explainer: Explainer | None = None) -> Look:
    """What a tier tells and shows of a hint; its steps by this explainer instead of their techniques' own."""
    expect(hint, Hint, "hint")
    if hint.step is not None:
        return look_at(hint.step, hint.position, tier=tier, explainer=explainer)
    match hint.kind:
        case HintKind.CONFLICT:
            return _conflict(hint, tier)
        case HintKind.BROKEN:
            return _broken(hint, tier)
        case HintKind.MISTAKE:
            return _mistake(hint, tier)
        case HintKind.LOST:
            return _one_digit(hint, tier, trouble.StruckByMistake(), trouble.MustKeep)
        case HintKind.IMPOSSIBLE:
            return _impossible(hint, tier, explainer)
        case HintKind.SEVERAL:
            return _several(hint, tier)
        case HintKind.REVEAL:
            return _one_digit(hint, tier, trouble.NoTechniqueHelps(), trouble.InTheSolution)
        case _:
            return Look((trouble.Solved(),))


def _conflict(hint: Hint, tier: int) -> Look:
    assert hint.house is not None
    assert hint.digit is not None
    stated: list[Fact] = [trouble.RuleIsBroken()]
    if tier == 2:
        stated.append(LookAt((hint.house,)))
    if tier > 2:
        stated.append(trouble.TwiceIn(hint.house, hint.digit, hint.cells))
    own = tuple(cell for cell in hint.cells if not hint.givens.entries[cell])
    if tier == 4 and own:
        stated.append(trouble.RemoveFrom(own))
    cells = hint.cells if tier > 2 else ()
    return Look(tuple(stated), (Part(Mark.WRONG, cells, houses=(hint.house,)),) if tier > 1 else ())


def _broken(hint: Hint, tier: int) -> Look:
    assert hint.rule is not None
    broken = trouble.RuleIsBroken(hint.rule.title)
    if tier == 1:
        return Look((broken,))
    return Look((broken, _rule_of(hint)), (Part(Mark.WRONG, hint.cells),))


def _rule_of(hint: Hint) -> Fact:
    """What the rule says that is broken."""
    assert hint.rule is not None
    layout = hint.givens.layout
    text = rule_text(hint.rule, layout)
    return RuleSays(hint.rule.title, hint.cells, *text, clue=hint.rule.clue(layout))


def _one_digit(
    hint: Hint, tier: int, trouble_is: Fact, remedy: Callable[[tuple[int, ...], int], Fact]
) -> Look:
    """What is wrong, and at the last tier the digit that mends it."""
    assert hint.digit is not None
    if tier < 3:
        return _in_a_house([trouble_is], hint, tier)
    if tier == 3:
        return Look((trouble_is, LookAt(cells=hint.cells)), (Part(Mark.LOOK, hint.cells),))
    return Look((trouble_is, remedy(hint.cells, hint.digit)), (Part(Mark.PLACED, hint.cells, (hint.digit,)),))


def _mistake(hint: Hint, tier: int) -> Look:
    stated: list[Fact] = [trouble.MistakesAre(len(hint.cells))]
    if tier < 3:
        return _in_a_house(stated, hint, tier)
    if tier == 3:
        stated.append(LookAt(cells=hint.cells[:1]))
    else:
        stated.append(
            trouble.NotInSolution(tuple((cell, hint.position.grid.entries[cell]) for cell in hint.cells))
        )
    return Look(tuple(stated), (Part(Mark.WRONG, hint.cells[:1] if tier == 3 else hint.cells),))


def _in_a_house(stated: list[Fact], hint: Hint, tier: int) -> Look:
    """At tier 1 only what is wrong; at tier 2 in which house the first of the cells is."""
    if tier == 1:
        return Look(tuple(stated))
    house = hint.position.layout.houses_at[hint.cells[0]][-1]
    return Look((*stated, LookAt((house,))), (Part(Mark.LOOK, houses=(house,)),))


def _impossible(hint: Hint, tier: int, explainer: Explainer | None) -> Look:
    stated: list[Fact] = [trouble.NoSolutionLeft()]
    if tier == 1:
        return Look(tuple(stated))
    if tier > 2:
        for number, step in enumerate(hint.proof, start=1):
            position = step.on_path.position
            stated += _proof_step(number, step, facts(step, position, explainer=explainer), tier)
    parts: tuple[Part, ...] = ()
    if hint.rule is not None:
        if tier == 2:  # the digits that break it are those of the proof
            return Look((*stated, LookAt(cells=hint.cells)), (Part(Mark.LOOK, hint.cells),))
        stated += (trouble.RuleIsBroken(hint.rule.title, paragraph=True), _rule_of(hint))
        parts = (Part(Mark.WRONG, hint.cells),)
    if hint.dead is not None:
        stated.append(Left(hint.dead, paragraph=True))
        parts = (
            (Part(Mark.WRONG, houses=(hint.dead.house,)),)
            if hint.dead.house is not None
            else (Part(Mark.WRONG, () if hint.dead.cell is None else (hint.dead.cell,)),)
        )
    if tier > 2 and hint.rule is None and hint.dead is None:
        stated.append(trouble.NoTechniqueHelps(paragraph=True))
    return Look(tuple(stated), parts)


def _proof_step(number: int, step: Step, all_facts: tuple[Fact, ...], tier: int) -> list[Fact]:
    """A numbered step of a proof: all its facts, or at tier 3 the first of its pattern and the conclusion."""
    _, *stated = all_facts
    chosen = stated if tier == 4 else [stated[0], stated[-1]]
    return [Heading(step.technique, number, paragraph=True), *chosen]


def _several(hint: Hint, tier: int) -> Look:
    stated: list[Fact] = [trouble.SeveralSolutionsLeft()]
    if tier < 3:
        return Look(tuple(stated))
    stated.append(trouble.DifferIn(hint.cells))
    return Look(tuple(stated), (Part(Mark.LOOK, hint.cells),))
