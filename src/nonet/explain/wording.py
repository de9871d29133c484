"""Facts in words: each in one sentence, in any language that has a catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.explain.grammar import Fact
from nonet.explain.names import part_name, technique_name
from nonet.explain.notation import cell_parts, conclusions, digit_set, node_text
from nonet.explain.phrases import (
    AllOf,
    Arrows,
    Because,
    CellChoice,
    CellDigits,
    CellGroup,
    CellList,
    DigitChoice,
    DigitList,
    DigitSet,
    HouseList,
    Labelled,
    LabelledCells,
    Listed,
    OneOf,
    PartName,
    Phrase,
    Quoted,
    Reason,
    Results,
    SumOf,
    Title,
)
from nonet.explain.voice import Houses, capital, voice
from nonet.layout import Layout
from nonet.messages import T
from nonet.step import Node

__all__ = ["sentences_of", "text_of"]


def sentences_of(facts: Iterable[Fact], layout: Layout, *, language: str = "en") -> list[str]:
    """A sentence for each fact; those deeper than the text begin with two blanks for each level.

    >>> from nonet.explain.grammar import OnlyPlaces
    >>> from nonet.layout import CLASSIC
    >>> sentences_of([OnlyPlaces((5,), (18,), (0,))], CLASSIC)
    ['In box 1 only one place is left for 5: r1c1.']
    """
    writer = _Writer(layout, language)
    return [writer.sentence(fact) for fact in facts]


def text_of(facts: Iterable[Fact], layout: Layout, *, language: str = "en") -> str:
    """The facts as running text; deeper ones are lines of their own."""
    facts = tuple(facts)
    written, after_line = "", False
    for fact, sentence in zip(facts, sentences_of(facts, layout, language=language), strict=True):
        if written:
            written += "\n" if fact.depth or fact.paragraph or after_line else " "
        written += sentence
        after_line = fact.depth > 0
    return written


class _Writer:
    def __init__(self, layout: Layout, language: str) -> None:
        self.layout = layout
        self.voice = voice(language)

    def sentence(self, fact: Fact) -> str:
        message, phrases, number = fact.said()
        slots = {name: self.phrase(phrase) for name, phrase in phrases.items()}
        written = (
            self.voice.say(message, **slots)
            if isinstance(message, str)
            else self.voice.count(message, number, **slots)
        )
        return "  " * fact.depth + capital(written)

    def phrase(self, phrase: Phrase) -> str | Houses:
        """A phrase in words; houses wait for the form that the slot asks for."""
        layout, voice = self.layout, self.voice
        match phrase:
            case str():
                return phrase
            case int():
                return voice.digit(phrase)
            case Node():
                return self.node(phrase)
            case CellList(cells):
                return voice.cells(layout, cells)
            case CellGroup(cells):
                return "+".join(cell_parts(layout, cells))
            case CellChoice(cells):
                return voice.places(layout, cells)
            case CellDigits(cell, digits):
                return f"{layout.cell_name(cell)} = {voice.one_of_digits(digits)}"
            case HouseList(houses):
                return voice.houses(layout, houses)
            case DigitList(digits):
                return voice.digits(digits)
            case DigitChoice(digits):
                return voice.one_of_digits(digits)
            case DigitSet(digits):
                return digit_set(digits, voice.digit)
            case Results(placements, eliminations):
                return voice.all_of(conclusions(layout, placements, eliminations, voice.digit))
            case Arrows():
                return self.arrows(phrase)
            case Because(true, false):
                causes = voice.all_of(conclusions(layout, true, false, voice.digit))
                return " " + voice.say(T("(because of {causes})"), causes=causes) if causes else ""
            case Labelled(cell, label):
                return f"{layout.cell_name(cell)} ({label})"
            case LabelledCells(label, cells):
                return f"{label} ({voice.cells(layout, cells)})"
            case Quoted(message, slots):
                return voice.say(message, **dict(slots))
            case SumOf():
                return self.equation(phrase)
            case PartName(part, label):
                return part_name(part, label, voice.language)
            case Title(key):
                return technique_name(key, voice.language)
            case AllOf(items):
                return voice.all_of(map(self.phrase, items))
            case Listed(items, separator):
                return separator.join(str(self.phrase(item)) for item in items)
            case OneOf(items):
                return voice.either(map(self.phrase, items))

    def node(self, node: Node) -> str:
        """`r4c7 = 5`; of a group one cell is meant: `r4c7 or r4c8 = 5`. An almost locked set is named with it."""
        written = node_text(self.layout, node, self.voice.digit)
        if node.on and len(node.cells) > 1:
            written = f"{self.voice.places(self.layout, node.cells)} = {self.voice.digit(node.digit)}"
        if len(node.set_cells) > 1:
            cells = self.voice.cells(self.layout, node.set_cells)
            written += " " + self.voice.say(T("[set {cells}]"), cells=cells)
        return written

    def equation(self, equation: SumOf) -> str:
        """`r1c8 + r1c9 = 11`; what is added comes before what is subtracted."""
        pairs = sorted(
            zip(equation.weights, equation.cells, strict=True), key=lambda each: (-each[0], each[1])
        )
        written = ""
        for weight, cell in pairs:
            sign = "+" if weight > 0 else "−"
            written += f" {sign} {self.layout.cell_name(cell)}" if written else self.layout.cell_name(cell)
        return f"{written} = {equation.total}".replace("= -", "= −")

    def reason(self, reason: Reason, end: Node) -> str:
        """The house, or that the cell has no other candidate left."""
        if isinstance(reason, CellList) and reason.cells == end.cells:
            return self.voice.say(T("last candidate"))
        return str(self.phrase(reason))

    def arrows(self, chain: Arrows) -> str:
        """`r1c2 ≠ 5 → r1c8 = 5 (row 1) → …`."""
        parts = [self.node(chain.links[0].start)] if chain.links else []
        reasons = chain.reasons or (None,) * len(chain.links)
        for link, reason in zip(chain.links, reasons, strict=True):
            why = "" if reason is None else f" ({self.reason(reason, link.end)})"
            same_set = link.start.set_cells == link.end.set_cells
            parts.append(f"{self.node(link.end._replace(set_cells=()) if same_set else link.end)}{why}")
        return " → ".join(parts)
