"""`sudoku create --pack`: a file of puzzles to be played in order, from easy to hard."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from nonet.about import About
from nonet.errors import RecipeError
from nonet.faces.cli.convert import write_entries
from nonet.faces.cli.create_output import at_most
from nonet.faces.cli.recipe_options import drop_variant, variant_recipe
from nonet.faces.cli.status import DONE, NO, complain, say
from nonet.faces.cli.tally import LiveLine
from nonet.formats import PuzzleEntry
from nonet.formats.registry import format_for_file, format_named
from nonet.generate.jigsaws import random_size
from nonet.generate.levels import level_clues
from nonet.generate.search import Ending, PuzzleSearch
from nonet.generate.variants import VariantNotFound, levels_of, make_variants
from nonet.layout import Layout
from nonet.parallel.interrupts import OutOfTime, time_limit
from nonet.play.packs import rising
from nonet.puzzle import Puzzle
from nonet.rating import rate

Searches = Callable[[int, int, dict[str, Any], dict[str, Any]], Iterable[PuzzleSearch]]


def create_pack(
    file: str,
    asked: dict[str, Any],
    searches: Searches,
    options: dict[str, Any],
    *,
    seed: int,
    count: int,
    title: str,
    author: str,
) -> int:
    """Writes the pack when all its puzzles are found, or what there is of it when time is up. Those of a level are in
    the order of their ratings.
    """
    form = (format_for_file(file) or format_named("json")).name
    is_variant = asked["variant"] is not None
    for part in ("several", "rules")[: 1 + is_variant]:
        if part not in format_named(form).holds:
            raise RecipeError(
                f"--pack {file}: {form} holds {_LACKS[part]}; a name with .jsonl holds everything"
            )
    if not os.path.isdir(os.path.dirname(os.path.abspath(file))):
        raise RecipeError(f"--pack {file}: there is no such folder")
    levels = [asked["level"]] if asked["level"] is not None else _levels(asked)
    if not is_variant:
        drop_variant(asked)
    found: list[tuple[int, float, PuzzleEntry]] = []
    line, status = LiveLine(), DONE
    try:
        with time_limit(options["timeout"]):
            for place, (level, number) in enumerate(Counter(rising(levels, count)).items()):
                own_seed = (seed + place) % (1 << 64)  # one seed has the same grids at every level
                wanted = {**asked, "level": level}
                made = (
                    _variants(wanted, own_seed, number)
                    if is_variant
                    else _classic(searches(own_seed, number, wanted, options))
                )
                for puzzle in made:
                    rating = rate(puzzle)
                    words = About(source=title, author=author, level=level, rating=rating.score_text)
                    found.append((place, rating.score, PuzzleEntry(puzzle, about=words)))
                    if line.is_due():
                        line.show(f"{len(found)} of {count} created; the level now: {level}")
    except (OutOfTime, VariantNotFound) as error:
        complain(str(error) or "out of time")
        status = NO
    finally:  # after Ctrl-C, too
        line.clear()
        if found:
            found.sort(key=lambda each: each[:2])
            write_entries([entry for *_, entry in found], form, file)
    if len(found) < count:
        say(f"{len(found)} of {count} created")
        status = NO
    return status


_LACKS = {"several": "one puzzle only", "rules": "no rules of variants"}


def _levels(asked: dict[str, Any]) -> list[str]:
    """The levels that the board or the variant has. Extreme killers may take minutes each."""
    if (variant := asked["variant"]) is not None:
        return [level for level in levels_of(variant) if level != "extreme"]
    name = asked["layout"] or "9x9"
    return list(level_clues(Layout.named("9x9" if random_size(name) else name)))


def _variants(asked: dict[str, Any], seed: int, count: int) -> Iterator[Puzzle]:
    return (made.puzzle for _, made in at_most(count, make_variants(variant_recipe(asked), seed)))


def _classic(searches: Iterable[PuzzleSearch]) -> Iterator[Puzzle]:
    for search in searches:
        yield from (made.puzzle for made in search)
        if search.ended is not Ending.DONE:
            return
