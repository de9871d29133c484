"""What to show of a position and a look: which candidates and cells are marked, by what, and how the links run.

A picture is a value, the same for the terminal, for SVG and for any other face. It knows nothing of colours:

    tags      the mark of a candidate or a cell; where it plays several parts, the most telling one
    houses    base and cover houses, or those to look at
    links     from candidates to candidates, strong or weak
    legend    what each mark means here, in words

Nothing is said by colour alone: every mark has a shape or a sign of its own in each face, and a letter where the
step gives one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isqrt

from nonet.candidates import Candidates
from nonet.dimensions import HouseKind
from nonet.explain.look import Look, Part, look_at
from nonet.explain.marks import Mark, Tag
from nonet.explain.names import part_name, technique_name
from nonet.explain.notation import cell_set, digit_set
from nonet.explain.voice import Voice, capital, voice
from nonet.explain.wording import node_in_words
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.step import Candidate, Step


@dataclass(frozen=True)
class Curve:
    """A link: between groups of candidates, strong or weak; `number` counts the chains of a step.

    In a net, `cause`: from what is true (or false) to what follows from it.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    number: int = 0
    cause: bool = False


@dataclass(frozen=True)
class LegendLine:
    """What a tag means here: `base`, and where: `r24c15 {3}`."""

    tag: Tag
    text: str


@dataclass(frozen=True)
class Picture:
    """A position with everything that a look points at."""

    candidates: Candidates
    givens: Grid
    title: str
    description: str
    tags: dict[Candidate, Tag] = field(default_factory=dict)
    cells: dict[int, Tag] = field(default_factory=dict)
    houses: tuple[tuple[int, Mark], ...] = ()
    links: tuple[Curve, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    language: str = "en"
    cages: tuple[tuple[tuple[int, ...], str], ...] = ()

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.candidates.layout

    @property
    def marks(self) -> tuple[tuple[int, int | None, Tag], ...]:
        """What is marked: cells (without a digit), then candidates."""
        cells = [(cell, None, tag) for cell, tag in sorted(self.cells.items())]
        return (*cells, *((cell, digit, tag) for (cell, digit), tag in sorted(self.tags.items())))

    @property
    def wrong(self) -> tuple[int, ...]:
        """The cells whose value is a mistake."""
        return tuple(cell for cell, tag in self.cells.items() if tag.mark is Mark.WRONG)


def picture(
    candidates: Candidates,
    step: Step | None = None,
    *,
    tier: int = 4,
    givens: Grid | None = None,
    language: str = "en",
) -> Picture:
    """The picture of a position, and of a step in it, if there is one; `tier` is how much is given away.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.puzzle import Puzzle
    >>> from nonet.step import Evidence, Role, RoleKind
    >>> start = Candidates.of(Puzzle.of(CLASSIC, [5, 3, 0, 0, 7] + [0] * 76))
    >>> evidence = Evidence((Role(RoleKind.BASE, (2,), (4,)),))
    >>> shown = picture(start, Step("naked-single", ((2, 4),), (), evidence))
    >>> shown.tags[2, 4].mark, shown.title
    (<Mark.PLACED: 'placed'>, 'Naked single: r1c3 = 4')
    """
    if step is None:
        title = voice(language).sentence(T("a Sudoku position"))
        return Picture(candidates, givens or candidates.grid, title, "", language=language)
    look = look_at(step, candidates, tier=tier)
    return picture_of(candidates, look, givens=givens, language=language)


def pictures(
    candidates: Candidates, step: Step, *, tier: int = 4, givens: Grid | None = None, language: str = "en"
) -> tuple[Picture, ...]:
    """The pictures of a step: one, or for a proof by cases one for each case."""
    look = look_at(step, candidates, tier=tier)
    return pictures_of(candidates, look, givens=givens, language=language)


def pictures_of(
    candidates: Candidates, look: Look, *, givens: Grid | None = None, language: str = "en"
) -> tuple[Picture, ...]:
    """The picture of a look, or of each of its cases."""
    shown = [picture_of(candidates, each, givens=givens, language=language) for each in look.cases or (look,)]
    if len(shown) == 1:
        return tuple(shown)
    speaker = voice(language, candidates.layout)
    titles = [
        speaker.say(
            T("case {number} of {count}: {start}"),
            number=number,
            count=len(shown),
            start=node_in_words(case.supposed, candidates.layout, language=language),
        )
        for number, case in enumerate(look.cases, start=1)
        if case.supposed is not None
    ]
    return tuple(
        replace(each, title=f"{each.title} ({title})") for each, title in zip(shown, titles, strict=True)
    )


def picture_of(
    candidates: Candidates, look: Look, *, givens: Grid | None = None, language: str = "en"
) -> Picture:
    """The picture of a position with what a look shows in it."""
    layout, speaker = candidates.layout, voice(language, candidates.layout)
    description = look.text(layout, language=language)
    tags = _tags(candidates, look)
    return Picture(
        candidates,
        givens or candidates.grid,
        _title(look, layout, language) or description.split("\n")[0],
        description,
        tags,
        _cells(look),
        _houses(look, layout),
        tuple(_curves(look)),
        tuple(_legend(speaker, layout, look, tags)),
        language,
        look.cages,
    )


def _title(look: Look, layout: Layout, language: str) -> str:
    """The technique and what it concludes, as far as the tier names them."""
    if look.technique is None:
        return ""
    signs = {Mark.PLACED: "=", Mark.ELIMINATED: "≠"}
    name = capital(technique_name(look.technique, language))
    if voice(language).words:
        return name
    speaker = voice(language, layout)
    results = [_result(layout, part, signs[part.mark], speaker) for part in look.parts if part.mark in signs]
    return f"{name}: {', '.join(results)}" if results else name


def _result(layout: Layout, part: Part, sign: str, speaker: Voice) -> str:
    return f"{cell_set(layout, part.cells, speaker)} {sign} {speaker.digit(part.digits[0])}"


def _tags(candidates: Candidates, look: Look) -> dict[Candidate, Tag]:
    all_tags: dict[Candidate, list[Tag]] = {}
    for part in look.parts:
        concluded = part.mark in (Mark.PLACED, Mark.ELIMINATED)
        for cell in part.cells:
            for digit in part.digits:
                if concluded or digit in candidates.digits(cell):
                    all_tags.setdefault((cell, digit), []).append(part.tag)
    for chain in look.chains:
        for link in chain:
            for node in (link.start, link.end):
                for cell in node.cells:
                    tag = Tag(Mark.ON if node.on else Mark.OFF)
                    all_tags.setdefault((cell, node.digit), []).append(tag)
    return {candidate: min(tags, key=lambda tag: tag.rank) for candidate, tags in all_tags.items()}


_WHOLE_CELLS = (
    *(Mark.SET, Mark.PIVOT, Mark.PINCER, Mark.RECTANGLE, Mark.COLOR, Mark.FIN, Mark.LOOK, Mark.WRONG),
    *(Mark.BLOCKER, Mark.BASE, Mark.PLACED),
)
"""Marks that a cell can have as a whole; these come last where it has several."""


def _cells(look: Look) -> dict[int, Tag]:
    last = _WHOLE_CELLS[-2:]
    found: dict[int, Tag] = {}
    for part in sorted(look.parts, key=lambda part: last.index(part.mark) + 1 if part.mark in last else 0):
        if part.mark in _WHOLE_CELLS:
            for cell in part.cells:
                found.setdefault(cell, part.tag)
    return found


def _houses(look: Look, layout: Layout) -> tuple[tuple[int, Mark], ...]:
    """Those of the parts; and houses that are named, unless players know them by their numbers."""
    shown = {Mark.PINCER: Mark.BASE}
    found: dict[int, Mark] = {}
    for part in look.parts:
        if part.mark in (Mark.BASE, Mark.COVER, Mark.PINCER, Mark.LOOK, Mark.WRONG):
            for house in part.houses:
                found.setdefault(house, shown.get(part.mark, part.mark))
    for house in (house for fact in look.facts for house in fact.subjects.houses):
        if layout.houses[house].kind not in (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX):
            found.setdefault(house, Mark.LOOK)
    return tuple(found.items())


def _curves(look: Look) -> list[Curve]:
    curves: dict[Curve, None] = {}
    for number, chain in enumerate(look.chains):
        for link in chain:
            start = tuple((cell, link.start.digit) for cell in link.start.cells)
            end = tuple((cell, link.end.digit) for cell in link.end.cells)
            cause = number in look.nets
            curves[Curve(start, end, link.strong, number, cause)] = None
    return list(curves)


# -- the legend ------------------------------------------------------------------------------------------------


def _legend(speaker: Voice, layout: Layout, look: Look, tags: dict[Candidate, Tag]) -> list[LegendLine]:
    """The parts of the pattern, then base and cover houses, chains, and what follows."""
    language = speaker.language
    shown = set(tags.values())
    where: dict[Tag, list[str]] = {}
    names: dict[Tag, str] = {}
    covers: dict[str, list[int]] = {}
    results: dict[Mark, list[str]] = {}
    for part in look.parts if look.technique is not None else ():  # other hints need no legend
        if part.mark is Mark.COVER:
            covers.setdefault(part.name or part.mark.value, []).extend(part.houses)
        elif part.mark in (Mark.PLACED, Mark.ELIMINATED):
            sign = "=" if part.mark is Mark.PLACED else "≠"
            results.setdefault(part.mark, []).append(_result(layout, part, sign, speaker))
        elif part.cells and part.mark not in (Mark.LOOK, Mark.WRONG):
            tag, text = part.tag, _part_text(speaker, layout, part)
            if part.mark is Mark.BLOCKER:
                shown.add(tag)
            names.setdefault(tag, part_name(part.name or part.mark.value, tag.label, language))
            if text and text not in where.setdefault(tag, []):
                where[tag].append(text)
            where.setdefault(tag, [])
    lines = [
        LegendLine(tag, ": ".join(filter(None, (names[tag], "; ".join(parts)))))
        for tag, parts in where.items()
        if tag in shown or tag.label
    ]
    for own, houses in covers.items():
        name = part_name(own, language=language)
        lines.append(LegendLine(Tag(Mark.COVER), f"{name}: {speaker.houses(layout, houses)}"))
    for mark in (Mark.ON, Mark.OFF):
        if Tag(mark) in shown:
            lines.append(LegendLine(Tag(mark), part_name(mark.value, language=language)))
    for mark, texts in results.items():
        name = part_name(mark.value, language=language)
        lines.append(LegendLine(Tag(mark), name if speaker.words else f"{name}: {', '.join(texts)}"))
    return lines


def _part_text(speaker: Voice, layout: Layout, part: Part) -> str:
    """The cells and digits of a part; in words the digits alone, because the cells are marked on the board."""
    text = "" if speaker.words else cell_set(layout, part.cells, speaker)
    if part.digits:
        text += speaker.digits(part.digits) if speaker.words else f" {digit_set(part.digits, speaker)}"
    if part.houses and part.mark in (Mark.BASE, Mark.PINCER):
        text += f" ({speaker.houses(layout, part.houses)})"
    return text


def candidate_shape(layout: Layout) -> tuple[int, int]:
    """Rows and columns of the candidates in a cell: 3x3 for nine digits, whatever the boxes are.

    >>> [candidate_shape(Layout.named(name)) for name in ("5x5", "6x6", "9x9")]
    [(2, 3), (2, 3), (3, 3)]
    """
    columns = isqrt(layout.size - 1) + 1
    return -(-layout.size // columns), columns
