"""What a rule says, as a phrase; the rules within a rule are numbered, and each named with its clue and its cells."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from nonet.explain.phrases import AllOf, CellGroup, CellPath, Listed, OneOf, Phrase, Quoted, placed
from nonet.layout import Layout

if TYPE_CHECKING:
    from nonet.rules.base import Rule


def rule_text(rule: Rule, layout: Layout, cells: Collection[int] = ()) -> Quoted:
    """The sentence of a rule. A sentence without numbers that several rules within it share is said once. Of rules that
    read values, those about exactly these cells are named alone.
    """
    said: set[Quoted] = set()

    def sentence(rule: Rule, number: str = "") -> Quoted:
        message, slots = rule.words()
        parts = tuple(part(each, f"{number}{at}") for at, each in enumerate(_within(rule), start=1))
        if parts:
            slots = {"rules": Listed(parts, " ")}
        elif "kinds" in slots:
            read: Any = slots["kinds"]
            names: list[Phrase] = [rule_name(each, layout) for each in read if _is_about(each, cells, layout)]
            names = names or [Quoted(title) for title in dict.fromkeys(each.title for each in read)]
            slots = {**slots, "kinds": Listed(tuple(names), ", ") if names else "–"}
        return Quoted(message, tuple(each for each in slots.items() if f"{{{each[0]}}}" in message))

    def part(rule: Rule, number: str) -> Phrase:
        text = sentence(rule, f"{number}.")
        if _within(rule):
            return Listed((f"({number})", text), " ")
        end: tuple[Phrase, ...] = (".",) if text in said and not text.slots else (": ", text)
        said.add(text)
        return Listed((f"({number}) ", rule_name(rule, layout), *end), "")

    return sentence(rule)


def _is_about(rule: Rule, cells: Collection[int], layout: Layout) -> bool:
    return {*rule.affected(layout)} == {cell for cell in cells if cell < layout.board_count}


def rule_name(rule: Rule, layout: Layout) -> Phrase:
    """`killer cage 12 (r1c1, r1c2)`; without cells if it is about all of them. Rules within it are named instead."""
    if within := _within(rule):
        return (OneOf if rule.kind == "either" else AllOf)(tuple(rule_name(each, layout) for each in within))
    title, clue, cells = Quoted(rule.title), rule.clue(layout), rule.affected(layout)
    name = Listed((title, clue), " ") if clue else title
    return placed(name, CellPath(cells)) if len(cells) < layout.cell_count else name


def rule_at(rule: Rule, cells: tuple[int, ...], layout: Layout) -> Phrase:
    """`anti-king (r1c1+r2c2)`: the rule, and the cells that matter."""
    return rule_name(rule, layout) if _within(rule) else placed(Quoted(rule.title), CellGroup(cells))


def _within(rule: Rule) -> tuple[Rule, ...]:
    """The rules of which all must hold, or one; of each that has only one rule within it, this one."""
    own: Any = rule.words().slots.get("rules", ())
    return tuple(within[0] if len(within := _within(each)) == 1 else each for each in own)
