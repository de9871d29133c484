"""New games: the boards and levels there are, a puzzle of each, and the puzzle of the day.

On the classic board `generate.make` makes them, by the level of the rating. Other boards have no ratings: there, clues
are removed as long as the techniques up to a level still solve the rest, which also proves that there is one solution.
This needs no engine, so it works the same without the kernel, and a new game starts at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pkgutil import get_data

from nonet.bitsets import cells_in
from nonet.engines import default_engine
from nonet.explain import level_name
from nonet.explain.voice import capital, voice
from nonet.generate import Recipe, make, random_grid
from nonet.grid import Grid
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level, entries_without_rules, technique
from nonet.logic.options import DEFAULTS
from nonet.logic.position import Position
from nonet.messages import TN, T
from nonet.play.errors import PlayError
from nonet.play.game import LEVELS, Game, board_name
from nonet.puzzle import Puzzle
from nonet.rng import Rng, fresh_seed
from nonet.step import Step

MOST_CLUES = 40
"""Upper limit for easy puzzles, which keep more clues than they need."""

PATIENCE = 10
"""Digging ends after this many clues that cannot be removed; the last few cost the most time."""

_SAFE = replace(DEFAULTS, uniqueness=False)


def solves_within(puzzle: Puzzle, level: Level) -> bool:
    """Whether techniques up to a level solve the puzzle, without those that assume a unique solution.

    >>> from nonet.formats import parse
    >>> solves_within(parse("0130430202030000"), Level.EASY)
    True
    """
    position = Position.of(puzzle)
    while True:
        _take_singles(position)
        if not position.unsolved:
            return position.is_solved
        step = None if level is Level.EASY else _next(position, level)
        if step is None:
            return False
        position.apply(step)


def _take_singles(position: Position) -> None:
    """Fills in what has one candidate or one place, as long as there is any."""
    layout, masks = position.layout, position.masks
    changed = True
    while changed and position.unsolved:
        changed = False
        for cell in cells_in(position.unsolved):
            mask = masks[cell]
            if mask and not mask & (mask - 1):
                position.place(cell, mask.bit_length())
                changed = True
        for house in layout.houses:
            once = twice = 0
            for cell in house.cells:
                twice |= once & masks[cell]
                once |= masks[cell]
            alone = once & ~twice
            for cell in house.cells if alone else ():
                if here := masks[cell] & alone:
                    position.place(cell, here.bit_length())
                    changed = True


def _next(position: Position, level: Level) -> Step | None:
    """The easiest step up to a level."""
    for line in entries_without_rules(position.layout):
        if line.on and any(
            each.level <= level and not each.unique and each.suits(position.layout)
            for each in line.techniques
        ):
            for step in line.finder(position, _SAFE):
                if technique(step.technique).level <= level:
                    return step
    return None


def dig_by_logic(solution: Grid, rng: Rng, *, level: Level, clues: int = 0) -> Puzzle:
    """Removes clues in random order, at first many at a time, as long as the level's techniques solve the rest.
    Stops at `clues`, or when many clues in a row could not be removed.

    >>> rng = Rng(1)
    >>> puzzle = dig_by_logic(random_grid(Layout.named("4x4"), rng), rng, level=Level.EASY, clues=6)
    >>> puzzle.clue_count
    6
    """
    values = bytearray(solution.entries)
    order = rng.shuffled(range(len(values)))
    piece = max(1, len(values) // 6)
    left = len(values)
    patience = PATIENCE
    while order and left > clues and patience:
        taken = order[: min(piece, left - clues)]
        trial = bytearray(values)
        for cell in taken:
            trial[cell] = 0
        if solves_within(Puzzle(Grid(solution.layout, bytes(trial))), level):
            values = trial
            left -= len(taken)
            del order[: len(taken)]
        elif len(taken) == 1:
            del order[0]
            patience -= 1
        else:
            piece = len(taken) // 2
    return Puzzle(Grid(solution.layout, bytes(values)))


def make_puzzle(layout: Layout, seed: int, rng: Rng, *, level: Level, clues: int) -> Puzzle:
    """A puzzle with one solution: of exactly that level on the classic board, perhaps a little easier on others."""
    if layout != CLASSIC:
        return dig_by_logic(random_grid(layout, rng), rng, level=level, clues=clues)
    wanted = Recipe(level=level.name.lower(), clues=(clues, MOST_CLUES) if clues else None)
    return next(make(wanted, seed, count=1)).puzzle


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

    def example_layout(self) -> Layout:
        """Its layout, or the first of several."""
        return Layout.named(self.layout) if self.layout else Layout.jigsaw(jigsaw_maps()[0])


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

    >>> board_title("samurai"), board_title("25x25"), board_title("killer 6x6"), board_title("variant")
    ('Samurai', '25x25', 'Killer 6x6, with cages and sums', 'Variant, with rules of its own')
    """
    speaker = voice(language)
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
    from nonet.generate.variants import variant_levels

    wanted = LEVELS.index(_WEEK[day.weekday()])
    offered = variant_levels(name) if board(name).is_variant else levels(name)
    return min(offered, key=lambda level: abs(LEVELS.index(level) - wanted))


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
