"""New games: the boards and levels there are, a puzzle of each, and the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from pkgutil import get_data

from nonet.engines import default_engine
from nonet.explain import level_name
from nonet.explain.voice import voice
from nonet.layout import Layout
from nonet.logic.catalog import Level
from nonet.messages import TN, T
from nonet.play.dig_by_logic import make_puzzle
from nonet.play.errors import PlayError
from nonet.play.game import LEVELS, Game, board_name
from nonet.rng import Rng, fresh_seed


@dataclass(frozen=True)
class BoardChoice:
    """A board that can be chosen. `layout` is "" if the seed chooses one of several; each level has the smallest
    number of clues and the hardest technique. Of the variants (`is_variant`), only killers have levels.
    """

    name: str
    layout: str
    title: str
    levels: dict[str, tuple[int, Level]]
    is_variant: bool = False


_CLASSIC = {
    "easy": (34, Level.EASY),
    "medium": (0, Level.MEDIUM),
    "hard": (0, Level.HARD),
    "unfair": (0, Level.UNFAIR),
    "extreme": (0, Level.EXTREME),
}
_VARIANT = {"easy": (32, Level.EASY), "medium": (26, Level.MEDIUM), "hard": (20, Level.HARD)}

CLASSIC_BOARDS: tuple[BoardChoice, ...] = (
    BoardChoice(
        "4x4",
        "4x4",
        T("4x4, for beginners"),
        {"easy": (8, Level.EASY), "medium": (6, Level.EASY), "hard": (0, Level.MEDIUM)},
    ),
    BoardChoice(
        "6x6",
        "6x6",
        T("6x6, small"),
        {"easy": (18, Level.EASY), "medium": (14, Level.EASY), "hard": (0, Level.MEDIUM)},
    ),
    BoardChoice("9x9", "9x9", T("9x9, classic"), _CLASSIC),
    BoardChoice("x", "9x9+x", T("Sudoku X, with diagonals"), _VARIANT),
    BoardChoice("windoku", "9x9+windows", T("Windoku, with four windows"), _VARIANT),
    BoardChoice("jigsaw", "", T("Jigsaw, with irregular regions"), _VARIANT),
    BoardChoice(
        "12x12",
        "12x12",
        T("12x12, large"),
        {"easy": (76, Level.EASY), "medium": (68, Level.EASY), "hard": (0, Level.EASY)},
    ),
    BoardChoice(
        "16x16",
        "16x16",
        T("16x16, giant"),
        {"easy": (150, Level.EASY), "medium": (130, Level.EASY), "hard": (112, Level.EASY)},
    ),
)
_KILLER_LEVELS = {level: (0, Level[level.upper()]) for level in LEVELS if level != "extreme"}
"""An extreme killer may take minutes to find; `sudoku create` makes them."""

VARIANTS: tuple[BoardChoice, ...] = (
    BoardChoice("killer", "9x9", T("Killer, with cages and sums"), _KILLER_LEVELS, is_variant=True),
    BoardChoice("thermo", "9x9", T("Thermo, with thermometers"), {}, is_variant=True),
    BoardChoice("arrow", "9x9", T("Arrow, with sums along arrows"), {}, is_variant=True),
    BoardChoice("whispers", "9x9", T("Whispers, with lines of large steps"), {}, is_variant=True),
    BoardChoice("renban", "9x9", T("Renban, with lines of consecutive digits"), {}, is_variant=True),
    BoardChoice("kropki", "9x9", T("Kropki, with white and black dots"), {}, is_variant=True),
    BoardChoice("little-killer", "9x9", T("Little killer, with sums of diagonals"), {}, is_variant=True),
    BoardChoice("sandwich", "9x9", T("Sandwich, with sums between 1 and 9"), {}, is_variant=True),
    BoardChoice("quadruple", "9x9", T("Quadruple, with digits at corners"), {}, is_variant=True),
    BoardChoice("anti-knight", "9x9", T("Anti-knight, with chess moves"), {}, is_variant=True),
    BoardChoice("mixed", "9x9", T("Mixed, with clues of several kinds"), {}, is_variant=True),
)
"""Boards with the rules of a variant, by their names in `nonet.generate.variants`."""

BOARDS: tuple[BoardChoice, ...] = (*CLASSIC_BOARDS, *VARIANTS)
_BY_NAME = {each.name: each for each in BOARDS}


def board(name: str) -> BoardChoice:
    """The board of that name."""
    if name not in _BY_NAME:
        raise PlayError(f"unknown board {name!r:.40}; choose from {', '.join(_BY_NAME)}", where="board")
    return _BY_NAME[name]


def levels(name: str) -> tuple[str, ...]:
    """The levels of a board, the easiest first.

    >>> levels("9x9"), levels("4x4")
    (('easy', 'medium', 'hard', 'unfair', 'extreme'), ('easy', 'medium', 'hard'))
    """
    return tuple(board(name).levels)


def board_title(name: str, *, language: str = "en") -> str:
    """What a board is called. A variant on another board than 9x9 has a name like `killer 6x6`.

    >>> board_title("x"), board_title("25x25"), board_title("killer 6x6"), board_title("variant")
    ('Sudoku X, with diagonals', '25x25', 'Killer 6x6, with cages and sums', 'Variant, with rules of its own')
    """
    speaker = voice(language)
    first, _, board = name.partition(" ")
    title = _OTHER_VARIANT if first == "variant" else _BY_NAME[first].title if first in _BY_NAME else ""
    if not title:
        return name
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
    clues, hardest = chosen.levels[level]
    speaker = voice(language)
    meaning = speaker.say(_MEANINGS[hardest])
    if not clues:
        return meaning
    return f"{meaning}; {speaker.count(TN('at least {n} clue', 'at least {n} clues'), clues)}"


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
    """A new game; the same board, level and seed give the same puzzle everywhere. Boards without levels ignore it.

    >>> game = new_puzzle("4x4", "easy", 7)
    >>> game.puzzle.clue_count, game.puzzle == new_puzzle("4x4", "easy", 7).puzzle
    (8, True)
    """
    chosen = board(name)
    if chosen.levels and level not in chosen.levels:
        raise PlayError(
            f"a {name} board has no level {level!r:.40}; it has {', '.join(chosen.levels)}", where="level"
        )
    if seed is None:
        seed = fresh_seed()
    if chosen.is_variant:
        return _variant(chosen, level if chosen.levels else None, seed, source)
    rng = Rng(seed)
    layout = Layout.named(chosen.layout) if chosen.layout else Layout.jigsaw(rng.choice(jigsaw_maps()))
    clues, hardest = chosen.levels[level or "easy"]
    puzzle = make_puzzle(layout, seed, rng, level=hardest, clues=clues)
    return Game(
        puzzle=puzzle,
        solution=default_engine(layout).solution(puzzle),
        board=board_name(layout),
        level=level,
        source=source,
        seed=seed,
    )


def _variant(chosen: BoardChoice, level: str | None, seed: int, source: str) -> Game:
    from nonet.generate.variants import VariantRecipe, make_variant

    made = make_variant(VariantRecipe(chosen.name, Layout.named(chosen.layout), level=level), seed)
    return Game(
        puzzle=made.puzzle,
        solution=made.solution,
        board=chosen.name,
        level=level,
        source=source,
        seed=seed,
    )


_WEEK = ("easy", "medium", "medium", "hard", "hard", "unfair", "extreme")


def daily_level(day: date) -> str:
    """Easy on Mondays, harder from day to day, extreme on Sundays."""
    return _WEEK[day.weekday()]


def daily(day: date) -> Game:
    """The puzzle of a day, the same for everyone: its seed is the date, 20261115.

    >>> daily(date(2026, 11, 15)).source, daily_level(date(2026, 11, 15))
    ('daily 2026-11-15', 'extreme')
    """
    seed = day.year * 10_000 + day.month * 100 + day.day
    return new_puzzle("9x9", daily_level(day), seed, source=f"daily {day.isoformat()}")
