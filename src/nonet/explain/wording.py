"""Facts in words: each in one sentence, in any language that has a catalogue.

A voice with `@words` names cells as people do: row 4, column 7. The lines of a chain or a proof, and sentences that
would name more than `MOST_PLACES` places, use the notation; the text says before the first what r4c7 is short for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from nonet.explain import phrases
from nonet.explain.cell_names import CellNames
from nonet.explain.folding import DEPTH
from nonet.explain.grammar import Fact, ShortFor
from nonet.explain.grammar.base import Said
from nonet.explain.names import part_name, technique_name
from nonet.explain.notation import LABELS, conclusions, digit_set, is_straight, label_group, node_text
from nonet.explain.phrases import Phrase, Reason
from nonet.explain.rule_text import rule_text
from nonet.explain.voice import WORDS, Houses, capital, voice
from nonet.grouping import grouped
from nonet.layout import Layout
from nonet.messages import TN, T
from nonet.step import Candidate, Node

if TYPE_CHECKING:
    from nonet.rules.base import Rule

_PARAGRAPH = attrgetter("paragraph")
MOST_PLACES = 4
"""A sentence that names more places than this is read more easily in the notation."""


def sentences_of(facts: Iterable[Fact], layout: Layout, *, language: str = "en") -> list[str]:
    """A sentence for each fact; those deeper than the text begin with two blanks for each level.

    >>> from nonet.explain.grammar import OnlyPlaces
    >>> from nonet.layout import CLASSIC
    >>> sentences_of([OnlyPlaces((5,), (18,), (0,))], CLASSIC)
    ['In box 1 only one place is left for 5: r1c1.']
    """
    return [_sentences(fact, layout, (language,))[0] for fact in facts]


@lru_cache(maxsize=1 << 16)
def _sentences(fact: Fact, layout: Layout, languages: tuple[str, ...]) -> tuple[str, ...]:
    """A fact in several languages. Remembered, since many paths have the same facts: those about singles above all."""
    said = fact.said()
    return tuple([writer.written(said, fact.depth) for writer in _writers(layout, languages)])


def _writers(layout: Layout, languages: tuple[str, ...]) -> tuple[_Writer, ...]:
    """Those without `@words` have no state, and are shared."""
    if any(WORDS in language for language in languages):
        return tuple(_Writer(layout, language) for language in languages)
    return _shared_writers(layout, languages)


@lru_cache(maxsize=1 << 6)
def _shared_writers(layout: Layout, languages: tuple[str, ...]) -> tuple[_Writer, ...]:
    return tuple(_Writer(layout, language, remembers=True) for language in languages)


def with_key(facts: Iterable[Fact], layout: Layout, *, language: str = "en") -> tuple[Fact, ...]:
    """The facts, and before the first that `@words` leaves in the notation one that says how to read it."""
    facts, writer = tuple(facts), _Writer(layout, language)
    if not writer.voice.words:
        return facts
    short = [fact for fact in facts if fact.subjects.cells and not writer.reads_in_words(fact)]
    places = (cell for fact in short for cell in fact.subjects.cells if cell < layout.board_count)
    cell = next(places, None)
    if cell is None:  # those beside the board have one name
        return facts
    first = facts.index(short[0])
    written = "".join(map(writer.sentence, short))
    signs = "".join(sign for sign in "≠→" if sign in written)
    key = ShortFor(cell, layout.cell_name(cell), signs, paragraph=short[0].depth > 0)
    return (*facts[:first], key, *facts[first:])


def text_of(facts: Iterable[Fact], layout: Layout, *, language: str = "en") -> str:
    """The facts as running text; deeper ones are lines of their own."""
    facts = with_key(facts, layout, language=language) if WORDS in language else tuple(facts)
    return texts_of(facts, layout, (language,))[0]


def texts_of(facts: Sequence[Fact], layout: Layout, languages: tuple[str, ...]) -> list[str]:
    """The same in several languages, without those that name cells in words."""
    by_fact = [_sentences(fact, layout, languages) for fact in facts]
    if not any(map(DEPTH, facts)) and not any(map(_PARAGRAPH, facts)):
        return [" ".join(sentences) for sentences in zip(*by_fact, strict=True)]
    breaks = [""]
    for fact, after in pairwise(facts):
        breaks.append("\n" if after.depth or after.paragraph or fact.depth else " ")
    return [
        "".join([part for pair in zip(breaks, sentences, strict=True) for part in pair])
        for sentences in zip(*by_fact, strict=True)
    ]


def node_in_words(node: Node, layout: Layout, *, language: str = "en") -> str:
    """One node of a chain: `r4c7 = 5`, or `row 4, column 7 is 5` in a voice with `@words`."""
    writer = _Writer(layout, language)
    writer.words = writer.voice.words
    return writer.node(node)


def rule_in_words(rule: Rule, layout: Layout, *, language: str = "en") -> str:
    """What a rule says.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.rules import AnyRule, Odd, Whisper
    >>> rule_in_words(Whisper((0, 1), 4), CLASSIC)
    'Digits next to each other on a whisper line differ by at least 4.'
    >>> rule_in_words(AnyRule((Odd((0,)), Odd((1,)))), CLASSIC)
    'At least one of these rules holds: (1) odd (r1c1): Cells with a circle hold odd digits. (2) odd (r1c2).'
    """
    return str(_Writer(layout, language).phrase(rule_text(rule, layout)))


MAY_REPEAT = T("The digits are {low} to {high}; they may repeat where no rule says otherwise.")


def board_in_words(layout: Layout, *, language: str = "en") -> str:
    """What the houses of a board ask for.

    >>> board_in_words(Layout.named("4x7"))
    'The digits are 1 to 7; none repeats in a row or a column.'
    """
    if not layout.houses:
        said = without_boxes = MAY_REPEAT
    elif layout.short_houses:
        said = T("The digits are {low} to {high}; none repeats in a row, a column or a box.")
        without_boxes = T("The digits are {low} to {high}; none repeats in a row or a column.")
    else:
        said = T(
            "Fill each row, each column and each box with the digits {low} to {high}, each of them once."
        )
        without_boxes = T("Fill each row and each column with the digits {low} to {high}, each of them once.")
    return voice(language).say(said if layout.boxes else without_boxes, **layout.digit_ends)


_NESTED = {phrases.Arrows, phrases.Quoted, phrases.AllOf, phrases.Listed, phrases.OneOf}


class _Writer:
    def __init__(self, layout: Layout, language: str, *, remembers: bool = False) -> None:
        self.layout = layout
        self.voice = voice(language, layout)
        self.words = False
        self.places = 0
        self.plain = lru_cache(maxsize=1 << 15, typed=True)(self._plain) if remembers else self._plain

    def reads_in_words(self, fact: Fact) -> bool:
        """Whether the sentence names its cells in words."""
        self.sentence(fact)
        return self.words

    def sentence(self, fact: Fact) -> str:
        return self.written(fact.said(), fact.depth)

    def written(self, said: Said, depth: int) -> str:
        """What is said, in words if the voice asks for them and the sentence does not name too many places."""
        self.words, self.places = self.voice.words and not depth, 0
        written = self._filled(said)
        if self.places > MOST_PLACES:
            self.words = False
            written = self._filled(said)
        return "  " * depth + capital(written)

    def _filled(self, said: Said) -> str:
        written = ""
        for text, name, form in self.voice.messages.pieces(said.message, said.number):
            written += text
            if name:
                written += self.text(said.slots[name], form) if name != "n" else str(said.number)
        return written

    def text(self, phrase: Phrase, form: str) -> str:
        """A phrase in the form that its slot asks for."""
        return self._plain(phrase, form) if type(phrase) in _NESTED else self.plain(phrase, form)

    def _plain(self, phrase: Phrase, form: str) -> str:
        """The same of a phrase that has no others in it, so that its type and its items tell it from all others."""
        return format(self.phrase(phrase), form)

    def phrase(self, phrase: Phrase) -> str | Houses | CellNames:
        """A phrase in words; houses and cells wait for the form that the slot asks for."""
        voice = self.voice
        match phrase:
            case str():
                return phrase
            case int():
                return voice.digit(phrase)
            case Node():
                return self.node(phrase)
            case phrases.CellList(cells):
                return self.names(cells)
            case phrases.CellGroup(cells):
                return self.names(cells, group=True)
            case phrases.CellPath(cells):
                return self.in_order(cells)
            case phrases.CellChoice(cells):
                return self.names(cells, choice=True)
            case phrases.CellDigits(cell, digits):
                return self.is_digit(self.names([cell]), voice.one_of_digits(digits))
            case phrases.Labelled(cell, label):
                return f"{self.names([cell])} ({label})"
            case phrases.LabelledCells(label, cells):
                return f"{label} ({self.names(cells)})"
            case phrases.DigitAt(cell, digit):
                return voice.say(T("{digit} {cell:in}"), digit=voice.digit(digit), cell=self.names([cell]))
            case phrases.HouseList(houses):
                return voice.houses(self.layout, houses)
            case phrases.DigitList(digits):
                return voice.digits(digits)
            case phrases.DigitChoice(digits):
                return voice.one_of_digits(digits)
            case phrases.DigitSet(digits):
                return digit_set(digits, voice)
            case phrases.Results(placements, eliminations):
                return self.results(placements, eliminations)
            case phrases.Arrows():
                return self.arrows(phrase)
            case phrases.Because(true, false):
                return self.because(true, false)
            case phrases.Quoted(message, slots):
                return voice.say(
                    message,
                    **{name: each if isinstance(each, int) else self.phrase(each) for name, each in slots},
                )
            case phrases.SumOf():
                return self.equation(phrase)
            case phrases.PartName(part, label):
                return part_name(part, label, voice.language)
            case phrases.Title(key):
                return technique_name(key, voice.language)
            case phrases.AllOf(items):
                written = [self.phrase(item) for item in items]
                return voice.all_of(written, separator=separator_of(written))
            case phrases.Listed(items, separator):
                listed = [str(self.phrase(item)) for item in items]
                return (separator_of(listed) if separator == ", " else separator).join(listed)
            case phrases.OneOf(items):
                choices = [self.phrase(item) for item in items]
                return voice.either(choices, separator=separator_of(choices))

    # -- cells -------------------------------------------------------------------------------------------------

    def names(self, cells: Sequence[int], *, choice: bool = False, group: bool = False) -> CellNames:
        names = CellNames(self.voice, self.layout, cells, words=self.words, choice=choice, group=group)
        self.places += names.parts if self.words else 0
        return names

    def in_order(self, cells: Sequence[int]) -> str:
        labels, names = self.layout.label_cells, list[str]()
        for group, some in groupby(cells, key=lambda cell: label_group(self.layout, cell)):
            run = [labels[cell] if group and not self.words else cell for cell in some]
            if len(run) > 3 and is_straight(self.layout, run):
                listed = [f"{self.names(run[:1])} … {self.names(run[-1:])}"]
            else:
                listed = [str(self.names([cell])) for cell in run]
            if group and not self.words:
                listed = [self.voice.count(LABELS[group], len(run), cells=", ".join(listed))]
            names += listed
        return separator_of(names).join(names)

    def is_digit(self, cells: CellNames, digit: str, *, on: bool = True) -> str:
        """`r4c7 = 5`, `row 4, column 7 is 5`; or the opposite."""
        if not self.words:
            return f"{cells} {'=' if on else '≠'} {digit}"
        forms = TN("{cells} is {digit}", "{cells} are {digit}")
        if not on:
            forms = TN("{cells} is not {digit}", "{cells} are not {digit}")
        return self.voice.count(forms, 1 if cells.choice else len(cells.cells), cells=cells, digit=digit)

    def results(self, placements: Sequence[Candidate], eliminations: Sequence[Candidate]) -> str:
        """What is placed, then what is eliminated."""
        if not self.words:
            return self.voice.all_of(conclusions(self.layout, placements, eliminations, self.voice))
        written = [
            self.is_digit(self.names(cells), self.voice.all_of(map(self.voice.digit, digits)))
            for cells, digits in _by_cells(placements).items()
        ]
        for cells, digits in _by_cells(eliminations).items():
            names = self.names(cells)
            if len(digits) == 1:
                written.append(self.is_digit(names, self.voice.digit(digits[0]), on=False))
            else:
                listed = self.voice.neither(map(self.voice.digit, digits))
                forms = TN("{cells} is neither {digits}", "{cells} are neither {digits}")
                written.append(self.voice.count(forms, len(cells), cells=names, digits=listed))
        return self.voice.all_of(written, separator="; ")

    def because(self, true: Sequence[Candidate], false: Sequence[Candidate]) -> str:
        if not true and not false:
            return ""
        message = T("(because {causes})") if self.words else T("(because of {causes})")
        return " " + self.voice.say(message, causes=self.results(true, false))

    def node(self, node: Node) -> str:
        """`r4c7 = 5`; of a group one cell is meant: `r4c7 or r4c8 = 5`. An almost locked set is named with it."""
        several = node.on and len(node.cells) > 1
        if self.words or several:
            names = self.names(node.cells, choice=several)
            written = self.is_digit(names, self.voice.digit(node.digit), on=node.on)
        else:
            written = node_text(self.layout, node, self.voice)
        if len(node.set_cells) > 1:
            written += " " + self.voice.say(T("[set {cells}]"), cells=self.names(node.set_cells))
        return written

    def equation(self, equation: phrases.SumOf) -> str:
        """`r1c8 + r1c9 = 11`; what is added comes before what is subtracted."""
        pairs = sorted(
            zip(equation.weights, equation.cells, strict=True), key=lambda each: (-each[0], each[1])
        )
        written = ""
        for weight, cell in pairs:
            name = str(self.names([cell]))
            written += f" {'+' if weight > 0 else '−'} {name}" if written else name
        total = self.layout.digit_total(equation.total, sum(equation.weights))
        return f"{written} = {total}".replace("= -", "= −")

    # -- chains ------------------------------------------------------------------------------------------------

    def reason(self, reason: Reason, end: Node) -> str:
        """The house, or that the cell has no other candidate left."""
        if isinstance(reason, phrases.CellList) and reason.cells == end.cells:
            return self.voice.say(T("last candidate"))
        return self.text(reason, "")

    def arrows(self, chain: phrases.Arrows) -> str:
        """`r1c2 ≠ 5 → r1c8 = 5 (row 1) → …`."""
        parts = [self.text(chain.links[0].start, "")] if chain.links else []
        reasons = chain.reasons or (None,) * len(chain.links)
        for link, reason in zip(chain.links, reasons, strict=True):
            why = "" if reason is None else f" ({self.reason(reason, link.end)})"
            end = link.end
            if end.set_cells and end.set_cells == link.start.set_cells:
                end = end._replace(set_cells=())
            parts.append(self.text(end, "") + why)
        return " → ".join(parts)


def separator_of(items: Iterable[object]) -> str:
    """Between the items of a list: a semicolon where one has a comma of its own, as `row 4, column 7` has."""
    return "; " if any(", " in str(item) for item in items) else ", "


def _by_cells(candidates: Sequence[Candidate]) -> dict[tuple[int, ...], list[int]]:
    """The cells of each digit, and all digits that have the same cells."""
    by_digit = sorted(grouped((digit, cell) for cell, digit in candidates).items())
    return grouped((tuple(sorted(cells)), digit) for digit, cells in by_digit)
