"""Prompts: what a person would see is in the text, on every board."""

from __future__ import annotations

import pytest

from many_cases import for_each
from nonet import Grid, Layout, Puzzle, parse
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.models.prompts import prompt, rules_of
from nonet.play.new_game import BOARDS, BoardChoice, new_puzzle
from nonet.play.rule_words import clues_of


@pytest.mark.once
@for_each([each for each in BOARDS if each.name != "16x16"])
def test_every_board_and_variant(board: BoardChoice) -> None:
    """Variants on 6x6, where they are made in milliseconds."""
    if board.is_variant:
        puzzle = make_variant(VariantRecipe(board.name, Layout.named("6x6"), None), 3).puzzle
    else:
        puzzle = new_puzzle(board.name, None, 3).puzzle
    text = prompt(puzzle)
    rows = text.split("top left):\n\n")[1].split("\n\n")[0]
    assert parse(rows, layout=puzzle.layout).givens == puzzle.givens
    sentences = [*rules_of(puzzle)]
    assert all(f"- {each}\n" in text for each in sentences)
    for clue in clues_of(puzzle):
        names = " ".join(map(puzzle.layout.cell_name, clue.cells))
        assert f"{clue.name}: {names}" in sentences


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("samurai", "The sheet has 5 boards of 9x9; their top left cells: r1c1 r1c13 r7c7 r13c1 r13c13."),
        ("6x6", "A box has 2 rows and 3 columns."),
        ("9x9+x", "No digit repeats in diagonal 1: r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9."),
        ("jigsaw:1112122233443344", "No digit repeats in region 1: r1c1 r1c2 r1c3 r2c1."),
        ("9x9:0-8", "Fill each row, each column and each box with the digits 0 to 8, each of them once."),
    ],
)
def test_what_boards_look_like(name: str, sentence: str) -> None:
    layout = Layout.named(name)
    assert sentence in rules_of(Puzzle(Grid(layout, bytes(layout.cell_count))))


def test_what_is_ruled_out() -> None:
    assert "r1c3 is not 3." in rules_of(Puzzle.of("4x4", "12..............", ruled_out={2: [3]}))
