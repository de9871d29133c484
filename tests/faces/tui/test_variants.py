"""Variants in the terminal: cages, dots, lines and clues outside in characters, the rules and combinations in words."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from faces.tui.driving import drive, lines_of, playing, press, text_of
from nonet.about import About
from nonet.faces.tui.content import rule_signs
from nonet.faces.tui.terminal import Terminal
from nonet.grid import Grid
from nonet.play.game import Game
from nonet.play.new_game import BOARDS
from nonet.play.saved.store import Store
from nonet.play.state import Status
from nonet.puzzle import Puzzle
from nonet.rules import (
    Arrow,
    Cage,
    Difference,
    Fog,
    Greater,
    LittleKiller,
    Quadruple,
    Ratio,
    Sandwich,
    Thermometer,
)
from nonet.rules.base import Rule
from play.small_killer import KILLER, SOLUTION


def screen(rules: list[Rule], *, size: tuple[int, int] = (60, 20), plain: bool = False) -> list[str]:
    game = Game(puzzle=Puzzle.of("4x4", "." * 16, rules=rules), solution=None)

    async def script(pilot: Pilot[int]) -> list[str]:
        playing(pilot)
        return lines_of(pilot)

    return drive(script, game=game, size=size, terminal=Terminal(ascii=plain) if plain else None)


def test_a_killer_is_played_to_its_end() -> None:
    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "right", "4")
        assert playing(pilot).session.state.conflicts == {0, 1}
        assert "killer cage" in playing(pilot).news
        await press(pilot, "v")
        assert "no combination is left" in playing(pilot).news
        await press(pilot, "2")
        assert playing(pilot).session.state.conflicts == frozenset()
        board = "\n".join(lines_of(pilot))
        assert "Digits in a cage differ" in " ".join(board.split())
        game = playing(pilot)
        for cell in range(2, 16):
            game.selection.go(cell)
            await press(pilot, str(SOLUTION[cell]))
        assert game.session.state.status is Status.FINISHED

    drive(script, game=Game.of(KILLER), size=(90, 30))


def test_cages_have_their_sums_and_dotted_borders_inside() -> None:
    top, first, between, *_ = (line for line in screen([Cage((0, 1), 3), Cage((2, 6), 4)], size=(60, 13))[2:])
    assert top.lstrip().startswith("┏3")
    assert "┳4" in top
    assert "┊" in first
    assert first.index("┊") == top.index("┯"), "the border between the two cells of a cage"
    assert "┈" in between[between.index("╂") :]
    assert "┈" not in between[: between.index("╂")]


def test_signs_stand_on_borders() -> None:
    signs = rule_signs(
        Puzzle.of(
            "4x4",
            "." * 16,
            rules=[Difference((0, 1)), Ratio((1, 5)), Greater((2, 3)), Quadruple((5, 6, 9, 10), (1, 4))],
        )
    )
    assert signs.between == {(0, 1): "○", (1, 5): "●", (2, 3): ">"}
    assert signs.corners == {5: "14"}
    text = "\n".join(screen([Difference((0, 1)), Ratio((1, 5))]))
    assert text.count("○") == text.count("●") == 1


def test_lines_show_their_start_and_their_way() -> None:
    signs = rule_signs(Puzzle.of("4x4", "." * 16, rules=[Thermometer((0, 1, 6)), Arrow((15,), (14, 9))]))
    assert signs.badges == {0: "◉", 15: "○"}
    assert signs.lines == {0: "→", 1: "↘", 6: "∙", 15: "←", 14: "↖", 9: "∙"}


def test_clues_outside_stand_beside_the_board() -> None:
    rules: list[Rule] = [Sandwich((0, 1, 2, 3), 5), Sandwich((1, 5, 9, 13), 2), LittleKiller((7, 10, 13), 9)]
    signs = rule_signs(Puzzle.of("4x4", "." * 16, rules=rules))
    assert signs.outside == {("left", 0): "5", ("top", 1): "2", ("right", 1): "9↙"}
    assert signs.margins == (2, 1, 3, 0)
    lines = screen(rules)
    assert any("5 ┃" in line for line in lines)
    assert any("┃ 9↙" in line for line in lines)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((40, 15), marks=pytest.mark.slow), (24, 12)])
def test_every_window_shows_a_variant(size: tuple[int, int]) -> None:
    rules: list[Rule] = [
        Cage((0, 1), 3),
        Thermometer((4, 5, 6)),
        Sandwich((0, 1, 2, 3), 5),
        Difference((8, 9)),
    ]
    assert any(line.strip() for line in screen(rules, size=size))
    assert all(line.isascii() for line in screen(rules, size=size, plain=True))


def test_a_variant_and_its_levels_are_chosen_on_the_first_screen() -> None:
    async def script(pilot: Pilot[int]) -> None:
        assert "Level" in text_of(pilot)
        await press(pilot, "down")
        places = [each.name for each in BOARDS]
        await press(pilot, *["right"] * (places.index("thermo") - places.index("9x9")))
        assert "Thermo" in text_of(pilot)
        await press(pilot, "down", "right", "right", "right")
        assert "unfair" in text_of(pilot)
        await press(pilot, "up", "left", "left", "right", "right")
        await press(pilot, *["right"] * (places.index("sandwich") - places.index("thermo")))
        assert "Sandwich" in text_of(pilot)
        assert "hard" in text_of(pilot)
        assert "unfair" not in text_of(pilot)

    drive(script, store=Store(":memory:"))


def test_fog_and_the_words_of_the_setter() -> None:
    """The fog covers all but two cells; a correct digit lifts it around."""
    about = About(title="In [b]the[/b] fog", author="Ada", description="Normal rules.")
    puzzle = Puzzle.of("4x4", KILLER.givens, rules=[Fog((0, 1)), *KILLER.rules]).with_about(about)
    game = Game(puzzle=puzzle, solution=Grid.of("4x4", SOLUTION))

    async def script(pilot: Pilot[int]) -> None:
        before = text_of(pilot)
        assert "In [b]the[/b] fog" in before
        assert "by Ada" in before
        assert "Normal rules." in before
        assert before.count("░") == 14
        await press(pilot, str(SOLUTION[0]))
        assert text_of(pilot).count("░") == 12

    drive(script, game=game, size=(90, 30))
