"""Levels: what a person must know to solve a puzzle, not how few clues it has.

They are those of the rating scheme (`nonet.rating.hodoku`): the hardest step of the path gives the level, and a path
that costs more than the bound of its level is raised to the next one.

    level      what it asks for beyond the level before                                     the path costs at most
    easy       singles: the last cell of a house, of a row's digits, of a digit's places                       800
    medium     locked candidates, pairs and triples, naked and hidden                                        1,000
    hard       quadruples, X-wing to jellyfish, wings, single-digit patterns, uniqueness, colouring          1,600
    unfair     large finned and franken fish, chains and loops, almost locked sets, Sue de Coq               1,800
    extreme    forcing chains and nets; or a long path through all of the above                                  –

A technique belongs to a level in the catalog (`nonet.logic.catalog`), which also has its score.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from nonet.errors import RecipeError
from nonet.layout import Layout
from nonet.logic.catalog import Level, Technique, entries_without_rules, technique
from nonet.logic.options import DEFAULTS
from nonet.rating.hodoku import BOUNDS

LEVELS: tuple[str, ...] = tuple(level.name.lower() for level in Level)
"""The names of the levels, easiest first."""

_NINE = {"easy": (30, 36), "medium": (22, 26), "hard": (20, 26), "unfair": (20, 24), "extreme": (20, 22)}
LEVEL_CLUES: dict[str, dict[str, tuple[int, int] | None]] = {
    "4x4": {"easy": (6, 8)},
    "6x6": {"easy": (14, 18), "medium": None, "hard": None, "unfair": None},
    "9x9": dict.fromkeys(LEVELS),
    "9x9+x": {**_NINE},
    "9x9+windows": {
        **_NINE,
        "medium": (20, 24),
        "hard": (18, 22),
        "unfair": (18, 22),
        "extreme": (17, 20),
    },
    "jigsaw 9x9": {**_NINE},
    "12x12": {
        "easy": (64, 76),
        "medium": (54, 58),
        "hard": (52, 58),
        "unfair": (50, 58),
        "extreme": (50, 54),
    },
    "samurai": {
        "easy": (165, 185),
        "medium": (135, 150),
        "hard": (120, 140),
        "unfair": (115, 135),
        "extreme": (110, 125),
    },
    "16x16": {"easy": (128, 150), "medium": (114, 120), "hard": (112, 120)},
}
"""The levels that are found within seconds, board by board, and the numbers of clues with which they are found soonest;
None: as few as possible. No 4x4 puzzle needs more than singles (a test tries them all); of the other levels that are
missing here, none or hardly any are found. Other boards may have every level.
"""


def level_clues(layout: Layout) -> dict[str, tuple[int, int] | None]:
    """The row of a board in LEVEL_CLUES.

    >>> list(level_clues(Layout.named("6x6"))), list(level_clues(Layout.named("4x4")))
    (['easy', 'medium', 'hard', 'unfair'], ['easy'])
    """
    name = layout.name
    if name.startswith("jigsaw:") and "+" not in name:
        name = f"jigsaw {layout.height}x{layout.width}"
    return LEVEL_CLUES.get(name) or dict.fromkeys(LEVELS)


def nearest_level(wanted: str, offered: Iterable[str]) -> str:
    """Of the levels that are offered the one nearest to the wanted one; the first of two.

    >>> nearest_level("unfair", ("easy", "medium")), nearest_level("easy", LEVELS)
    ('medium', 'easy')
    """
    return min(offered, key=lambda level: abs(level_named(level) - level_named(wanted)))


class Limit(NamedTuple):
    """How hard a step may be: its level, and within the level its score. `Limit(level, None)` is the whole level.

    >>> technique("x-wing").score, hardness("x-wing") <= Limit(Level.HARD, 140).key
    (140, True)
    >>> hardness("swordfish") <= Limit(Level.HARD, 140).key
    False
    """

    level: Level
    score: int | None = None

    @property
    def key(self) -> tuple[int, float]:
        """For comparison with a `hardness`."""
        return self.level, float("inf") if self.score is None else self.score


@cache
def hardness(key: str) -> tuple[int, float]:
    """Orders techniques as the rating does: by level, then by score.

    >>> hardness("skyscraper") < hardness("x-wing") < hardness("xy-chain")
    True
    """
    known = technique(key)
    return known.level, known.score


def level_named(name: str) -> Level:
    """The level of that name, or RecipeError.

    >>> level_named("hard").name
    'HARD'
    """
    if name not in LEVELS:
        raise RecipeError(f"unknown level {name!r}; choose from {', '.join(LEVELS)}")
    return Level[name.upper()]


@cache
def usual(layout: Layout) -> tuple[Technique, ...]:
    """The techniques that paths on this board use, in the order in which they are tried.

    >>> [each.key for each in usual(Layout.named("9x9"))][:3]
    ['full-house', 'naked-single', 'hidden-single']
    """
    return tuple(
        each
        for entry in entries_without_rules(layout)
        for each in entry.techniques
        if each.on and each.suits(layout) and (DEFAULTS.duals or not each.key.startswith("dual-"))
    )


def most_score(level: Level) -> int | None:
    """The most that a path of this level costs, or None.

    >>> most_score(Level.HARD)
    1600
    """
    return BOUNDS.get(level)


def least_score(level: Level, layout: Layout) -> int:
    """The least that a path of this level costs: one step of it, or more than the level before allows.

    >>> least_score(Level.EASY, Layout.named("9x9")), least_score(Level.HARD, Layout.named("9x9"))
    (0, 100)
    """
    if level is Level.EASY:
        return 0
    own = [each.score for each in usual(layout) if each.level == level]
    return min([*own, BOUNDS[Level(level - 1)] + 1])
