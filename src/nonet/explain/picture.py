"""What to show of a position and a step: which candidates and cells are marked, by what, and how the links
run.

A picture is a value, the same for the terminal, for SVG and for any other face. It knows nothing of colours;
it says what plays which part:

    marks     for a candidate or a cell, the parts it plays, the most telling first
    houses    base and cover houses
    links     from candidates to candidates, strong or weak
    legend    what each kind of mark means here, in words

Nothing is said by colour alone: every mark has a shape or a sign of its own in each face, and a letter where
the step gives one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from nonet.candidates import Candidates
from nonet.explain.names import technique_name
from nonet.explain.notation import cell_set, conclusions, digit_set
from nonet.explain.telling import explain
from nonet.explain.voice import Voice, voice
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.messages import T
from nonet.step import Candidate, Link, Role, RoleKind, Step

__all__ = ["Curve", "LegendLine", "Mark", "Picture", "Tag", "candidate_shape", "picture"]


class Mark(Enum):
    """What a candidate can be in a picture. The value is the name of its style; each face has a shape for
    it.
    """

    PLACED = "placed"
    ELIMINATED = "eliminated"
    BASE = "base"
    COVER = "cover"
    FIN = "fin"
    PIVOT = "pivot"
    PINCER = "pincer"
    SET = "set"
    COMMON = "common"
    COLOR = "color"
    RECTANGLE = "rectangle"
    ASSUMED = "assumed"
    ON = "on"
    OFF = "off"

    __hash__ = object.__hash__


_OF_ROLE = {kind: Mark[kind.name] for kind in RoleKind}

# Where a candidate plays several parts, the first of these is shown.
_ORDER = (
    *(Mark.ELIMINATED, Mark.PLACED, Mark.ASSUMED, Mark.FIN, Mark.COMMON, Mark.PINCER, Mark.PIVOT),
    *(Mark.COLOR, Mark.SET, Mark.BASE, Mark.COVER, Mark.RECTANGLE, Mark.ON, Mark.OFF),
)

_NAMES = {
    Mark.PLACED: T("placed"),
    Mark.ELIMINATED: T("eliminated"),
    Mark.BASE: T("base"),
    Mark.COVER: T("cover"),
    Mark.FIN: T("fin"),
    Mark.PIVOT: T("pivot"),
    Mark.PINCER: T("pincer"),
    Mark.SET: T("set"),
    Mark.COMMON: T("common digit"),
    Mark.COLOR: T("colour"),
    Mark.RECTANGLE: T("pattern"),
    Mark.ASSUMED: T("supposition"),
    Mark.ON: T("true in the chain"),
    Mark.OFF: T("false in the chain"),
}


@dataclass(frozen=True)
class Tag:
    """A mark, and the letter that tells it from others of its kind (A, B for sets and colours)."""

    mark: Mark
    label: str = ""

    @property
    def rank(self) -> int:
        """Which of several tags is shown."""
        return _ORDER.index(self.mark)


@dataclass(frozen=True)
class Curve:
    """A link: between groups of candidates, strong or weak; `number` counts the chains of a step."""

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    number: int = 0


@dataclass(frozen=True)
class LegendLine:
    """What a tag means here: `base`, and where: `r24c15 {3}`."""

    tag: Tag
    text: str


@dataclass(frozen=True)
class Picture:
    """A position with everything that a step points at."""

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
    wrong: tuple[int, ...] = ()
    """Cells whose value is wrong, for hints."""

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.candidates.layout


def picture(
    candidates: Candidates,
    step: Step | None = None,
    *,
    givens: Grid | None = None,
    language: str = "en",
    conclusion: bool = True,
) -> Picture:
    """The picture of a position, and of a step in it, if there is one; without its conclusion, if that is
    not to be told yet.

    >>> from nonet.layout import CLASSIC
    >>> from nonet.puzzle import Puzzle
    >>> start = Candidates.of(Puzzle.of(CLASSIC, [5, 3, 0, 0, 7] + [0] * 76))
    >>> shown = picture(start, Step("naked-single", ((2, 4),), (), ))
    >>> shown.tags[2, 4].mark, shown.title
    (<Mark.PLACED: 'placed'>, 'Naked single: r1c3 = 4')
    """
    speaker = voice(language)
    own = givens or candidates.grid
    if step is None:
        return Picture(candidates, own, speaker.sentence(T("a Sudoku position")), "", language=language)
    layout = candidates.layout
    name = technique_name(step.technique, language)
    title = f"{name[:1].upper()}{name[1:]}"
    description = explain(step, layout, tier=4 if conclusion else 3, language=language)
    if conclusion:
        title += f": {', '.join(conclusions(layout, step.placements, step.eliminations))}"
    else:
        step = replace(step, placements=(), eliminations=())
    tags = _tags(candidates, step)
    return Picture(
        candidates,
        own,
        title,
        description,
        tags,
        _cells(step),
        _houses(step),
        tuple(_curves(step)),
        tuple(_legend(speaker, layout, step, tags)),
        language,
    )


def _tags(candidates: Candidates, step: Step) -> dict[Candidate, Tag]:
    found: dict[Candidate, list[Tag]] = {}

    def note(candidate: Candidate, tag: Tag) -> None:
        found.setdefault(candidate, []).append(tag)

    for candidate in step.placements:
        note(candidate, Tag(Mark.PLACED))
    for candidate in step.eliminations:
        note(candidate, Tag(Mark.ELIMINATED))
    for role in step.evidence.roles:
        for cell in role.cells:
            for digit in role.digits:
                if digit in candidates.digits(cell):
                    note((cell, digit), _tag(role))
    for link in _all_links(step):
        for node in (link.start, link.end):
            for cell in node.cells:
                note((cell, node.digit), Tag(Mark.ON if node.on else Mark.OFF))
    return {candidate: min(tags, key=lambda tag: tag.rank) for candidate, tags in found.items()}


def _tag(role: Role) -> Tag:
    return Tag(_OF_ROLE[role.kind], role.label if role.label != "endo" else "")


def _all_links(step: Step) -> list[Link]:
    return [link for chain in (step.evidence.chains or (step.evidence.links,)) for link in chain]


def _cells(step: Step) -> dict[int, Tag]:
    """Cells that play a part as a whole: sets, pivots, rectangles; a later role does not cover an earlier
    one.
    """
    whole = (
        RoleKind.SET,
        RoleKind.PIVOT,
        RoleKind.PINCER,
        RoleKind.RECTANGLE,
        RoleKind.COLOR,
        RoleKind.BASE,
        RoleKind.FIN,
    )
    found: dict[int, Tag] = {}
    for role in sorted(step.evidence.roles, key=lambda role: role.kind is RoleKind.BASE):
        if role.kind in whole:
            for cell in role.cells:
                found.setdefault(cell, _tag(role))
    for cell, _ in step.placements:
        found.setdefault(cell, Tag(Mark.PLACED))
    return found


def _houses(step: Step) -> tuple[tuple[int, Mark], ...]:
    found: dict[int, Mark] = {}
    for role in step.evidence.roles:
        if role.kind in (RoleKind.BASE, RoleKind.COVER, RoleKind.PINCER):
            for house in role.houses:
                found.setdefault(house, Mark.COVER if role.kind is RoleKind.COVER else Mark.BASE)
    return tuple(found.items())


def _curves(step: Step) -> list[Curve]:
    curves: dict[Curve, None] = {}
    for number, chain in enumerate(step.evidence.chains or (step.evidence.links,)):
        for link in chain:
            start = tuple((cell, link.start.digit) for cell in link.start.cells)
            end = tuple((cell, link.end.digit) for cell in link.end.cells)
            curves[Curve(start, end, link.strong, number)] = None
    return list(curves)


def _legend(speaker: Voice, layout: Layout, step: Step, tags: dict[Candidate, Tag]) -> list[LegendLine]:
    lines: list[LegendLine] = []
    shown = set(tags.values())
    seen: dict[Tag, list[str]] = {}
    for role in step.evidence.roles:
        if not role.cells or role.kind is RoleKind.COVER:
            continue
        what = cell_set(layout, role.cells)
        if role.digits:
            what += f" {digit_set(role.digits)}"
        if role.houses and role.kind in (RoleKind.BASE, RoleKind.PINCER):
            what += f" ({speaker.houses(layout, role.houses)})"
        if what not in seen.setdefault(_tag(role), []):
            seen[_tag(role)].append(what)
    for tag, parts in seen.items():
        if tag in shown or tag.label:
            name = _name(speaker, tag)
            if tag.mark is Mark.FIN and step.evidence.deadly is not None:
                name = speaker.say(T("extra candidate"))
            lines.append(LegendLine(tag, f"{name}: {'; '.join(parts)}"))
    covers = [house for role in step.evidence.roles if role.kind is RoleKind.COVER for house in role.houses]
    if covers:
        houses = str(speaker.houses(layout, covers))
        lines.append(LegendLine(Tag(Mark.COVER), f"{_name(speaker, Tag(Mark.COVER))}: {houses}"))
    if any(tag.mark in (Mark.ON, Mark.OFF) for tag in shown) or _all_links(step):
        for mark in (Mark.ON, Mark.OFF):
            if Tag(mark) in shown:
                lines.append(LegendLine(Tag(mark), speaker.say(_NAMES[mark])))
    for mark, candidates in ((Mark.PLACED, step.placements), (Mark.ELIMINATED, step.eliminations)):
        if candidates:
            placed = candidates if mark is Mark.PLACED else ()
            gone = candidates if mark is Mark.ELIMINATED else ()
            what = ", ".join(conclusions(layout, placed, gone))
            lines.append(LegendLine(Tag(mark), f"{speaker.say(_NAMES[mark])}: {what}"))
    return lines


def _name(speaker: Voice, tag: Tag) -> str:
    name = speaker.say(_NAMES[tag.mark])
    return f"{name} {tag.label}" if tag.label else name


def candidate_shape(layout: Layout) -> tuple[int, int]:
    """Rows and columns of the candidates in a cell: 3x3 for nine digits, whatever the boxes are.

    >>> [candidate_shape(Layout.named(name)) for name in ("5x5", "6x6", "9x9")]
    [(2, 3), (2, 3), (3, 3)]
    """
    columns = next(n for n in range(1, layout.size + 1) if n * n >= layout.size)
    return -(-layout.size // columns), columns
