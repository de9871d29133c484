"""The catalogue of techniques, read from `catalog.txt`: a line for each, in the order in which they are tried.

Everything that differs from one technique to the next is in that table: level and score, who finds it, its
family, its name, who explains it. Nothing else lists techniques, but for those of puzzles with rules: `variants.txt`
has them, and says where they are tried between the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from importlib import import_module
from itertools import groupby
from pathlib import Path

from nonet.dimensions import HouseKind
from nonet.errors import NonetError
from nonet.layout import Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Step

Finder = Callable[[Position, Options], Iterator[Step]]


class Level(IntEnum):
    """How hard a step is; a puzzle is as hard as its hardest step."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


@dataclass(frozen=True)
class Technique:
    """A line of the table."""

    key: str  # what people type, and what a step carries: x-wing
    name: str  # in English
    family: str
    level: Level
    score: int
    on: bool  # tried by default
    unique: bool  # relies on the puzzle having one solution
    plain: bool  # for boards of rows, columns and boxes only
    jigsaw: bool  # about regions: for boards that have some, without rules too
    drawn: bool  # its example is drawn on the family's page
    killer: bool  # about cages, or what they imply
    code: str  # HoDoKu's number in files of cases; "" if it has none
    words: str  # the function that explains it, in nonet.explain.words.FAMILY

    def suits(self, layout: Layout) -> bool:
        """Whether it makes sense on this board."""
        plain = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX)
        if self.jigsaw and not _has_regions(layout):
            return False
        return not self.plain or all(house.kind in plain for house in layout.houses)


@dataclass(frozen=True)
class Entry:
    """Techniques that one finder finds together."""

    techniques: tuple[Technique, ...]
    path: str  # the finder's column of the table

    @property
    def is_usual(self) -> bool:
        """One of catalog.txt, not of variants.txt."""
        return not self.path.startswith("variants.")

    @property
    def on(self) -> bool:
        """Tried by default."""
        return any(each.on for each in self.techniques)

    def is_allowed(self, layout: Layout, options: Options) -> bool:
        """Whether any of them makes sense on this board, with these options."""
        return any((options.uniqueness or not each.unique) and each.suits(layout) for each in self.techniques)

    @property
    def finder(self) -> Finder:
        """The function that finds these techniques, imported when first asked for.

        It yields every step once, the one to take first, first.
        """
        return _finder(self.path)


@cache
def _finder(path: str) -> Finder:
    """`singles.full_houses` is a finder; `fish.fish 3 franken` calls `fish` with these words to make one."""
    where, *arguments = path.split()
    module, _, name = where.rpartition(".")
    found = getattr(import_module(f"nonet.logic.{module}"), name)
    finder: Finder = found(*arguments) if arguments else found
    return finder


def _lines(name: str) -> Iterator[list[str]]:
    """The columns of a table."""
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [column.strip() for column in line.split("  ") if column]


def _read(columns: list[str]) -> tuple[Technique, str]:
    level, score, use, family, finder, words, code, key, name = columns
    uses = {word: word in use.split() for word in ("on", "unique", "plain", "jigsaw", "drawn", "killer")}
    technique = Technique(
        key, name, family, Level[level.upper()], int(score), code=code.strip("-"), words=words, **uses
    )
    return technique, finder


ENTRIES: tuple[Entry, ...] = tuple(
    Entry(tuple(technique for technique, _ in lines), finder)
    for finder, lines in groupby(map(_read, _lines("catalog.txt")), key=lambda line: line[1])
)
_BY_KEY = {each.key: (each, entry) for entry in ENTRIES for each in entry.techniques}


@cache
def variant_entries() -> tuple[Entry, ...]:
    """What is tried on puzzles with rules, in order: the usual techniques, and those about rules between them."""
    entries: list[Entry] = []
    waiting = list(ENTRIES)
    for columns in _lines("variants.txt"):
        if columns[0] == "...":
            last = _BY_KEY[columns[1]][1]
            entries += waiting[: waiting.index(last) + 1]
            del waiting[: waiting.index(last) + 1]
        else:
            technique, finder = _read(columns)
            entries.append(Entry((technique,), finder))
    return tuple(entries)


def allowed_entries(
    entries: Iterable[Entry], layout: Layout, options: Options, level: Level
) -> Iterator[Entry]:
    """Those of these techniques that are tried on a board, up to a level."""
    for each in entries:
        if each.on and each.techniques[0].level <= level and each.is_allowed(layout, options):
            yield each


@lru_cache(maxsize=256)
def _has_regions(layout: Layout) -> bool:
    return any(house.kind is HouseKind.REGION for house in layout.houses)


def entries_without_rules(layout: Layout) -> tuple[Entry, ...]:
    """What is tried on puzzles without rules, in order: the usual techniques, and on a jigsaw those about regions.

    >>> classic, jigsaw = (entries_without_rules(Layout.named(name)) for name in ("9x9", "jigsaw:1112122233443344"))
    >>> classic == ENTRIES, [each.techniques[0].key for each in jigsaw if not each.is_usual]
    (True, ['leftovers'])
    """
    return _jigsaw_entries() if _has_regions(layout) else ENTRIES


@cache
def _jigsaw_entries() -> tuple[Entry, ...]:
    return tuple(each for each in variant_entries() if each.is_usual or each.techniques[0].jigsaw)


@cache
def _variants_by_key() -> dict[str, tuple[Technique, Entry]]:
    return {
        each.key: (each, entry)
        for entry in variant_entries()
        for each in entry.techniques
        if each.key not in _BY_KEY
    }


def variant_techniques() -> tuple[Technique, ...]:
    """The techniques that puzzles with rules have besides, in the order in which they are tried.

    >>> [technique.key for technique in variant_techniques()][:2]
    ['cage-last-cell', 'cage-combinations']
    """
    return tuple(each for each, _ in _variants_by_key().values())


def killer_techniques() -> tuple[Technique, ...]:
    """Those of killers alone, in the order of their numbers in the kernel."""
    return tuple(each for each in variant_techniques() if each.killer)


def is_technique(key: str) -> bool:
    """Whether there is a technique of that key, for classic puzzles or for others."""
    return key in _BY_KEY or key in _variants_by_key()


def techniques(family: str | None = None) -> tuple[Technique, ...]:
    """All techniques, or those of a family, in the order in which they are tried.

    >>> [technique.key for technique in techniques("locked")][:2]
    ['locked-pair', 'locked-triple']
    """
    return tuple(each for each, _ in _BY_KEY.values() if family in (None, each.family))


def technique_keys() -> tuple[str, ...]:
    """All keys, in the order in which they are tried on classic puzzles.

    >>> technique_keys()[:3]
    ('full-house', 'naked-single', 'hidden-single')
    """
    return tuple(_BY_KEY)


@cache
def technique(key: str) -> Technique:
    """The technique of that key.

    >>> technique("x-wing").family
    'fish'
    """
    return _lookup(key)[0]


def entry(key: str) -> Entry:
    """The techniques that are found together with this one, and their finder."""
    return _lookup(key)[1]


def _lookup(key: str) -> tuple[Technique, Entry]:
    found = _BY_KEY.get(key) or _variants_by_key().get(key)
    if found is None:
        from difflib import get_close_matches  # only on the way to an error

        near = get_close_matches(key, [*_BY_KEY, *_variants_by_key()], n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise NonetError(f"unknown technique {key!r}{hint}")
    return found
