"""New games: the boards and levels there are, a puzzle of each, and the puzzle of the day.

`generate` makes them, from the same recipes as `sudoku create`, and says which levels a board or variant has.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pkgutil import get_data

from nonet.errors import RecipeError
from nonet.explain import level_name
from nonet.explain.voice import capital, voice
from nonet.generate import Recipe, make
from nonet.generate.levels import level_clues, nearest_level
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level
from nonet.messages import TN, T
from nonet.play.errors import PlayError
from nonet.play.game import Game, board_name
from nonet.rng import Rng, fresh_seed


@dataclass(frozen=True)
class BoardChoice:
    """A board that can be chosen. `layout` is "" if the seed chooses one of several."""

    name: str
    layout: str
    title: str
    is_variant: bool = False

    def example_layout(self) -> Layout:
        """Its layout, or the first of several."""
        return Layout.named(self.layout) if self.layout else Layout.jigsaw(jigsaw_maps()[0])

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels that `nonet.generate` makes, the easiest first. Extreme killers, which may take minutes, are left
        to `sudoku create`.
        """
        if not self.is_variant:
            return tuple(level_clues(self.example_layout()))
        from nonet.generate.variants import levels_of

        return tuple(level for level in levels_of(self.name) if level != "extreme")

    def recipe(self, level: str, layout: Layout) -> Recipe:
        """What a puzzle of the board is made from; for `sudoku create --layout … --level …` it is the same."""
        few = layout == CLASSIC and level == "easy"
        return Recipe(layout=layout, level=level, clues=_EASY_CLUES if few else None)


_EASY_CLUES = 34, 40
"""Easy puzzles of the classic board keep more clues than they need."""

CLASSIC_BOARDS: tuple[BoardChoice, ...] = (
    BoardChoice("4x4", "4x4", T("4x4, for beginners")),
    BoardChoice("6x6", "6x6", T("6x6, small")),
    BoardChoice("9x9", "9x9", T("9x9, classic")),
    BoardChoice("x", "9x9+x", T("Sudoku X, with diagonals")),
    BoardChoice("windoku", "9x9+windows", T("Windoku, with four windows")),
    BoardChoice("jigsaw", "", T("Jigsaw, with irregular regions")),
    BoardChoice("12x12", "12x12", T("12x12, large")),
    BoardChoice("16x16", "16x16", T("16x16, giant")),
)

VARIANTS: tuple[BoardChoice, ...] = (
    BoardChoice("killer", "9x9", T("Killer, with cages and sums"), is_variant=True),
    BoardChoice("thermo", "9x9", T("Thermo, with thermometers"), is_variant=True),
    BoardChoice("arrow", "9x9", T("Arrow, with sums along arrows"), is_variant=True),
    BoardChoice("whispers", "9x9", T("Whispers, with lines of large steps"), is_variant=True),
    BoardChoice("renban", "9x9", T("Renban, with lines of consecutive digits"), is_variant=True),
    BoardChoice("kropki", "9x9", T("Kropki, with white and black dots"), is_variant=True),
    BoardChoice("little-killer", "9x9", T("Little killer, with sums of diagonals"), is_variant=True),
    BoardChoice("sandwich", "9x9", T("Sandwich, with sums between 1 and 9"), is_variant=True),
    BoardChoice("quadruple", "9x9", T("Quadruple, with digits at corners"), is_variant=True),
    BoardChoice("anti-knight", "9x9", T("Anti-knight, with chess moves"), is_variant=True),
    BoardChoice("mixed", "9x9", T("Mixed, with clues of several kinds"), is_variant=True),
)
"""Boards with the rules of a variant, by their names in `nonet.generate.variants`."""

BOARDS: tuple[BoardChoice, ...] = (*CLASSIC_BOARDS, *VARIANTS)
_BY_NAME = {each.name: each for each in BOARDS}


def board(name: str) -> BoardChoice:
    """The board of that name; several variants may be mixed.

    >>> board("thermo,killer").levels
    ('easy', 'medium', 'hard', 'unfair')
    """
    if "," in name:
        from nonet.generate.variants import VariantRecipe

        try:
            VariantRecipe(name).check()
        except RecipeError as error:
            raise PlayError(str(error), where="board") from error
        return BoardChoice(name, "9x9", name, is_variant=True)
    if name not in _BY_NAME:
        raise PlayError(f"unknown board {name!r:.40}; choose from {', '.join(_BY_NAME)}", where="board")
    return _BY_NAME[name]


def levels(name: str) -> tuple[str, ...]:
    """The levels of a board, the easiest first.

    >>> levels("9x9"), levels("4x4")
    (('easy', 'medium', 'hard', 'unfair', 'extreme'), ('easy',))
    """
    return board(name).levels


def board_title(name: str, *, language: str = "en") -> str:
    """What a board is called. A variant on another board than 9x9 has a name like `killer 6x6`.

    >>> board_title("samurai"), board_title("25x25"), board_title("killer 6x6"), board_title("variant")
    ('Samurai', '25x25', 'Killer 6x6, with cages and sums', 'Variant, with rules of its own')
    >>> board_title("thermo,little-killer")
    'Thermo + Little killer'
    """
    speaker = voice(language)
    if "," in name:
        return " + ".join(board_title(kind, language=language).partition(",")[0] for kind in name.split(","))
    first, _, board = name.partition(" ")
    title = _OTHER_VARIANT if first == "variant" else _BY_NAME[first].title if first in _BY_NAME else ""
    if not title:
        return capital(name)
    kind, comma, more = speaker.say(title).partition(",")
    return f"{kind} {board}{comma}{more}" if board else f"{kind}{comma}{more}"


_OTHER_VARIANT = T("Variant, with rules of its own")


def level_title(level: str, *, language: str = "en") -> str:
    """What a level is called."""
    return level_name(level, language)


def level_meaning(name: str, level: str, *, language: str = "en") -> str:
    """What a puzzle of the level needs, and how many clues it has at least.

    >>> level_meaning("9x9", "easy"), level_meaning("9x9", "unfair"), level_meaning("thermo", "easy")
    ('singles only; at least 34 clues', 'chains and almost locked sets', '')
    """
    chosen = board(name)
    if chosen.is_variant or level not in chosen.levels:
        return ""
    layout = chosen.example_layout()
    clues = chosen.recipe(level, layout).clue_range or level_clues(layout)[level]
    speaker = voice(language)
    meaning = speaker.say(_MEANINGS[Level[level.upper()]])
    if clues is None or level != "easy":
        return meaning
    return f"{meaning}; {speaker.count(TN('at least {n} clue', 'at least {n} clues'), clues[0])}"


_MEANINGS = {
    Level.EASY: T("singles only"),
    Level.MEDIUM: T("locked candidates, pairs and triples"),
    Level.HARD: T("X-wings, swordfish, wings and colours"),
    Level.UNFAIR: T("chains and almost locked sets"),
    Level.EXTREME: T("forcing chains, nets and whatever it takes"),
}


@cache
def jigsaw_maps() -> tuple[str, ...]:
    """Our own region maps."""
    text = (get_data("nonet.play", "jigsaws.txt") or b"").decode("ascii")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def new_puzzle(
    name: str = "9x9", level: str | None = "easy", seed: int | None = None, *, source: str = "level"
) -> Game:
    """A new game; the same board, level and seed give the same puzzle everywhere. `level=None` is the easiest.

    >>> game = new_puzzle("4x4", "easy", 7)
    >>> game.puzzle.clue_count, game.puzzle == new_puzzle("4x4", "easy", 7).puzzle
    (7, True)
    """
    chosen = board(name)
    level = chosen.levels[0] if level is None else level
    if level not in chosen.levels:
        raise PlayError(
            f"a {name} board has no level {level!r:.40}; it has {', '.join(chosen.levels)}", where="level"
        )
    seed = fresh_seed() if seed is None else seed
    if chosen.is_variant:
        return _variant(chosen, level, seed, source)
    layout = Layout.named(chosen.layout) if chosen.layout else Layout.jigsaw(Rng(seed).choice(jigsaw_maps()))
    made = next(make(chosen.recipe(level, layout), seed, count=1))
    return Game(
        puzzle=made.puzzle,
        solution=made.solution,
        board=board_name(layout),
        level=level,
        source=source,
        seed=seed,
    )


def _variant(chosen: BoardChoice, level: str, seed: int, source: str) -> Game:
    from nonet.generate.variants import VariantRecipe, make_variants

    _, made = next(make_variants(VariantRecipe(chosen.name, Layout.named(chosen.layout), level=level), seed))
    return Game(
        puzzle=made.puzzle,
        solution=made.solution,
        board=chosen.name,
        level=level,
        source=source,
        seed=seed,
    )


_WEEK = ("easy", "medium", "medium", "hard", "hard", "unfair", "extreme")


def daily_level(day: date, name: str = "9x9") -> str:
    """Easy on Mondays, harder from day to day, extreme on Sundays; the nearest level of a variant.

    >>> daily_level(date(2026, 11, 15)), daily_level(date(2026, 11, 15), "quadruple")
    ('extreme', 'medium')
    """
    return nearest_level(_WEEK[day.weekday()], levels(name))


def daily(day: date, name: str = "9x9") -> Game:
    """The puzzle of a day, or that of a variant, the same for everyone: its seed is the date, 20261115.

    >>> daily(date(2026, 11, 15)).source, daily(date(2026, 11, 16), "killer").level
    ('daily 2026-11-15', 'easy')
    """
    seed = day.year * 10_000 + day.month * 100 + day.day
    level, source = daily_level(day, name), f"daily {day.isoformat()}"
    if board(name).is_variant:
        return _variant(board(name), level, seed, source)
    return new_puzzle(name, level, seed, source=source)
