"""How killer cages can be filled: every combination of digits, and whether it is still possible on a board."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.bitsets import digits_in
from nonet.explain.voice import voice
from nonet.fields import Cell, Count, Digit
from nonet.layout import Layout
from nonet.messages import T
from nonet.play.state import State
from nonet.puzzle import Puzzle


@dataclass(frozen=True)
class CageCombinations:
    """The combinations of a cage, as tuples of digits in order.

    `possible` can be filled in with the digits that are in its cells and the candidates of the others; `ruled_out`
    cannot. Candidates are those that the rules leave and the player has not struck out.
    """

    cells: tuple[Cell, ...]
    sum: Count
    possible: tuple[tuple[Digit, ...], ...]
    ruled_out: tuple[tuple[Digit, ...], ...]


def combinations_in(puzzle: Puzzle, state: State) -> tuple[CageCombinations, ...]:
    """The combinations of every cage that has a sum and lists no cell twice.

    >>> from nonet.rules import Cage
    >>> from nonet.play.game import Game
    >>> from nonet.play.board import Board
    >>> from nonet.play.state import state_of
    >>> game = Game(puzzle=Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 5)]), solution=None)
    >>> board = Board.start(game)
    >>> [cage.possible for cage in combinations_in(game.puzzle, state_of(game, board))]
    [((1, 4), (2, 3))]
    """
    if not puzzle.rules:
        return ()
    from nonet.rules.cages import Cage

    return tuple(
        _combinations(rule.cells, rule.sum, state)
        for rule in puzzle.rules
        if isinstance(rule, Cage) and rule.sum is not None and rule.is_usual
    )


def _combinations(cells: tuple[int, ...], total: int, state: State) -> CageCombinations:
    from nonet.logic.variants.ways import ways_of

    every = state.layout.all_digits
    masks = tuple(
        1 << (value - 1) if (value := state.values.entries[c]) else state.candidates[c] for c in cells
    )
    entries = state.layout.entry_total(total, len(cells))
    possible = set(ways_of(masks, entries).combinations)
    sets = sorted(
        ways_of((every,) * len(cells), entries).combinations, key=lambda mask: tuple(digits_in(mask))
    )
    return CageCombinations(
        cells,
        total,
        tuple(tuple(digits_in(mask)) for mask in sets if mask in possible),
        tuple(tuple(digits_in(mask)) for mask in sets if mask not in possible),
    )


def say_combinations(cage: CageCombinations, layout: Layout, *, language: str = "en") -> str:
    """The combinations of a cage in a sentence or two.

    >>> cage = CageCombinations((0, 1), 5, ((1, 4),), ((2, 3),))
    >>> say_combinations(cage, Layout.named("4x4"))
    'Cage of 5 (r1c12): 1 4. Ruled out: 2 3.'
    """
    speaker = voice(language, layout)

    def listed(combinations: tuple[tuple[int, ...], ...]) -> str:
        return ", ".join(" ".join(map(speaker.digit, digits)) for digits in combinations)

    where = speaker.cells(layout, cage.cells)
    if not cage.possible:
        return speaker.say(T("Cage of {sum} ({cells}): no combination is left."), sum=cage.sum, cells=where)
    text = speaker.say(
        T("Cage of {sum} ({cells}): {ways}."), sum=cage.sum, cells=where, ways=listed(cage.possible)
    )
    if cage.ruled_out:
        text += " " + speaker.say(T("Ruled out: {ways}."), ways=listed(cage.ruled_out))
    return text
