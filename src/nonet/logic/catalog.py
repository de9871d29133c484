"""Every technique, once: the order in which they are tried, how hard each is, and who finds it.

    key                 what people type and what a Step carries: x-wing
    level, score        how hard, after HoDoKu 2.2 (the score is also the price of one step in its rating)
    on                  tried by default when a puzzle is solved as a person would
    finder              module and function: it yields the steps of all keys on its line, the one to take first, first

Techniques that stand on one line are found together. A line marked `unique` relies on the puzzle having one
solution, and can be switched off; one marked `plain` makes sense on a board of rows, columns and boxes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import import_module

from nonet.errors import NonetError
from nonet.layout import HouseKind, Layout
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.step import Step

__all__ = ["ENTRIES", "Entry", "Finder", "Level", "Technique", "technique", "technique_keys"]

Finder = Callable[[Position, Options], Iterator[Step]]


class Level(IntEnum):
    """How hard a step, and so a puzzle, is."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


@dataclass(frozen=True)
class Technique:
    """One technique, by its key."""

    key: str
    level: Level
    score: int
    on: bool
    unique: bool
    plain: bool

    def suits(self, layout: Layout) -> bool:
        """Whether it makes sense on this board."""
        plain = (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX)
        return not self.plain or all(house.kind in plain for house in layout.houses)


@dataclass(frozen=True)
class Entry:
    """A line of the catalog: techniques found together by one finder."""

    techniques: tuple[Technique, ...]
    path: str

    @property
    def on(self) -> bool:
        """Tried by default."""
        return any(each.on for each in self.techniques)

    @property
    def finder(self) -> Finder:
        """The function that finds these techniques, imported when first asked for."""
        return _finder(self.path)


@cache
def _finder(path: str) -> Finder:
    module, _, name = path.partition(".")
    found: Finder = getattr(import_module(f"nonet.logic.{module}"), name)
    return found


# level · score · on or off · finder · keys [· unique] [· plain]
_TABLE = """
easy     4    on   singles.full_houses            full-house
easy     4    on   singles.naked_singles          naked-single
easy     14   on   singles.hidden_singles         hidden-single
medium   40   on   locked.locked_pairs            locked-pair
medium   60   on   locked.locked_triples          locked-triple
medium   50   on   locked.pointing                locked-candidates-1
medium   50   on   locked.claiming                locked-candidates-2
medium   60   on   subsets.naked_pairs            naked-pair
medium   80   on   subsets.naked_triples          naked-triple
medium   70   on   subsets.hidden_pairs           hidden-pair
medium   100  on   subsets.hidden_triples         hidden-triple
hard     120  on   subsets.naked_quads            naked-quadruple
hard     150  on   subsets.hidden_quads           hidden-quadruple
hard     140  on   fish.x_wings                   x-wing
hard     150  on   fish.swordfish                 swordfish
hard     160  on   fish.jellyfish                 jellyfish
unfair   470  off  fish.squirmbags                squirmbag
unfair   470  off  fish.whales                    whale
unfair   470  off  fish.leviathans                leviathan
hard     110  on   chains.remote_pairs            remote-pair
hard     100  on   bug.bug_plus_1                 bug-plus-1                       unique
hard     130  on   single_digit.skyscrapers       skyscraper
hard     150  on   single_digit.kites             two-string-kite dual-two-string-kite
hard     120  on   single_digit.turbot_fish       turbot-fish
hard     120  on   single_digit.empty_rectangles  empty-rectangle dual-empty-rectangle
hard     150  on   wings.w_wings                  w-wing
hard     160  on   wings.xy_wings                 xy-wing
hard     180  on   wings.xyz_wings                xyz-wing
unfair   240  off  wings.wxyz_wings               wxyz-wing
hard     100  on   uniqueness.test_1              uniqueness-test-1                unique
hard     100  on   uniqueness.test_2              uniqueness-test-2                unique
hard     100  on   uniqueness.test_3              uniqueness-test-3                unique
hard     100  on   uniqueness.test_4              uniqueness-test-4                unique
hard     100  on   uniqueness.test_5              uniqueness-test-5                unique
hard     100  on   uniqueness.test_6              uniqueness-test-6                unique
hard     100  on   uniqueness.hidden_rectangles   hidden-rectangle                 unique
hard     100  on   uniqueness.avoidable_1         avoidable-rectangle-1            unique
hard     100  on   uniqueness.avoidable_2         avoidable-rectangle-2            unique
hard     150  off  unique_loops.unique_loops      unique-loop-1 unique-loop-2 unique-loop-3 unique-loop-4   unique
unfair   200  off  bug.bug_types                  bug-type-2 bug-type-3 bug-type-4                          unique
hard     130  on   finned.finned_x_wings          finned-x-wing
hard     150  on   finned.sashimi_x_wings         sashimi-x-wing
unfair   200  on   finned.finned_swordfish        finned-swordfish
unfair   240  on   finned.sashimi_swordfish       sashimi-swordfish
unfair   250  on   finned.finned_jellyfish        finned-jellyfish
unfair   260  on   finned.sashimi_jellyfish       sashimi-jellyfish
unfair   470  off  finned.finned_squirmbags       finned-squirmbag
unfair   470  off  finned.sashimi_squirmbags      sashimi-squirmbag
unfair   470  off  finned.finned_whales           finned-whale
unfair   470  off  finned.sashimi_whales          sashimi-whale
unfair   470  off  finned.finned_leviathans       finned-leviathan
unfair   470  off  finned.sashimi_leviathans      sashimi-leviathan
unfair   250  on   sue_de_coq.sue_de_coqs         sue-de-coq
hard     150  on   coloring.simple_colors         simple-colors-trap simple-colors-wrap
hard     200  on   coloring.multi_colors          multi-colors-1 multi-colors-2
unfair   260  on   chains.x_chains                x-chain
unfair   260  on   chains.xy_chains               xy-chain
unfair   280  on   loops.nice_loops               continuous-nice-loop discontinuous-nice-loop aic
unfair   300  on   loops.grouped_nice_loops  grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
unfair   300  on   als.als_xz                     als-xz
unfair   320  on   als.als_xy_wings               als-xy-wing
unfair   340  on   als.als_chains                 als-chain
unfair   360  off  als.death_blossoms             death-blossom
unfair   300  on   franken.franken_x_wings        franken-x-wing
unfair   350  on   franken.franken_swordfish      franken-swordfish
unfair   370  off  franken.franken_jellyfish      franken-jellyfish
extreme  470  off  franken.franken_squirmbags     franken-squirmbag
extreme  470  off  franken.franken_whales         franken-whale
extreme  470  off  franken.franken_leviathans     franken-leviathan
unfair   390  on   franken.finned_x_wings         finned-franken-x-wing
unfair   410  on   franken.finned_swordfish       finned-franken-swordfish
unfair   430  off  franken.finned_jellyfish       finned-franken-jellyfish
extreme  470  off  franken.finned_squirmbags      finned-franken-squirmbag
extreme  470  off  franken.finned_whales          finned-franken-whale
extreme  470  off  franken.finned_leviathans      finned-franken-leviathan
extreme  450  off  mutant.mutant_x_wings          mutant-x-wing
extreme  450  off  mutant.mutant_swordfish        mutant-swordfish
extreme  450  off  mutant.mutant_jellyfish        mutant-jellyfish
extreme  470  off  mutant.mutant_squirmbags       mutant-squirmbag
extreme  470  off  mutant.mutant_whales           mutant-whale
extreme  470  off  mutant.mutant_leviathans       mutant-leviathan
extreme  470  off  mutant.finned_x_wings          finned-mutant-x-wing
extreme  470  off  mutant.finned_swordfish        finned-mutant-swordfish
extreme  470  off  mutant.finned_jellyfish        finned-mutant-jellyfish
extreme  470  off  mutant.finned_squirmbags       finned-mutant-squirmbag
extreme  470  off  mutant.finned_whales           finned-mutant-whale
extreme  470  off  mutant.finned_leviathans       finned-mutant-leviathan
extreme  500  off  kraken.kraken_fish             kraken-fish-1 kraken-fish-2
extreme  500  on   forcing.forcing_chains         forcing-chain-contradiction forcing-chain-verity
extreme  700  on   nets.forcing_nets              forcing-net-contradiction forcing-net-verity
extreme  10000 off templates.template_set         template-set
extreme  10000 off templates.template_delete      template-delete
extreme  10000 on  nested.nested_nets             nested-net
"""


def _entries() -> Iterator[Entry]:
    for line in _TABLE.strip().splitlines():
        level, score, on, path, *words = line.split()
        keys = [word for word in words if word not in ("unique", "plain")]
        yield Entry(
            tuple(
                Technique(
                    key, Level[level.upper()], int(score), on == "on", "unique" in words, "plain" in words
                )
                for key in keys
            ),
            path,
        )


ENTRIES: tuple[Entry, ...] = tuple(_entries())
_BY_KEY = {each.key: (each, entry) for entry in ENTRIES for each in entry.techniques}


def technique_keys() -> tuple[str, ...]:
    """All keys, easiest first.

    >>> technique_keys()[:3]
    ('full-house', 'naked-single', 'hidden-single')
    """
    return tuple(_BY_KEY)


def technique(key: str) -> Technique:
    """The technique of that key."""
    return _lookup(key)[0]


def entry(key: str) -> Entry:
    """The catalog line of that key."""
    return _lookup(key)[1]


def _lookup(key: str) -> tuple[Technique, Entry]:
    if key not in _BY_KEY:
        from difflib import get_close_matches  # only on the way to an error

        near = get_close_matches(key, _BY_KEY, n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise NonetError(f"there is no technique {key!r}{hint}")
    return _BY_KEY[key]
