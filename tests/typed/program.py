"""A program that uses every part of the library. It passes mypy and pyright, both strict; test_programs.py runs it."""

from __future__ import annotations

from typing import assert_type

import nonet
from nonet.bulk import check
from nonet.play.actions import Place, Undo

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def solving() -> None:
    puzzle = nonet.parse(EASY)
    assert_type(nonet.solution(EASY), str)
    assert_type(nonet.solution(puzzle), nonet.Grid)
    assert_type(nonet.some_solution([[0] * 4] * 4), nonet.Grid | None)
    assert [len(line) for line in nonet.solutions("12.." + "." * 12, limit=2)] == [16, 16]
    order = nonet.Order.row_by_row(puzzle.layout).reversed_digits()
    assert nonet.first_solution(EASY, order) == nonet.solution(EASY, engine="search")
    assert (nonet.count_solutions(EASY, limit=2), nonet.is_unique(puzzle)) == (1, True)
    assert nonet.possible(EASY).digits(40) == (5,)
    assert nonet.estimate_solutions("." * 16, walks=20).mean > 0
    assert [clue.cell for clue in nonet.unnecessary_clues(nonet.minimal(EASY))] == []
    assert nonet.contradiction(EASY) == ()
    engine = nonet.engines.engine_for(puzzle)
    assert engine.name in nonet.engine_names()
    assert (puzzle[0], puzzle.givens[0], puzzle.layout.cell_name(0)) == (5, 5, "r1c1")
    try:
        nonet.parse("5q" + EASY[2:])
    except nonet.FormatError as error:
        print(error.row, error.column, error.text)


def many() -> None:
    lines, puzzles = [EASY, "oops"], [nonet.parse(EASY)]
    solved = nonet.solve_many(lines)
    assert_type(solved.solutions, bytes)
    assert_type(solved[0], str | None)
    assert_type(nonet.solve_many(puzzles).solutions, list[nonet.Grid | None])
    assert_type(nonet.unique_many(lines), bytes)
    assert_type(nonet.count_many(EASY.encode(), limit=3).tolist(), list[int])
    assert_type(nonet.canonical_many(lines).automorphisms.tolist(), list[int])
    assert [rating.level for rating in nonet.rate_many(lines) if rating is not None] == ["easy"]
    assert [len(steps) for steps in nonet.path_many(lines)] == [51, 0]
    assert [row["status"] for row in check(lines, errors="reason")] == ["one", None]
    assert [row["count"] for row in nonet.bulk.count(lines, limit=9)] == [1, None]


def logic() -> None:
    puzzle = nonet.parse(EASY)
    hint = nonet.hint(puzzle)
    step = hint.step or next(nonet.path(puzzle))
    print(nonet.explain.explain(step, hint.position, tier=2))
    print(nonet.explain.technique_name(step.technique), nonet.explain.level_name("easy", "cs"))
    assert nonet.Step.from_json(step.to_json(), puzzle.layout) == step
    assert_type(nonet.logic.next_step(puzzle), nonet.Step | None)
    nonet.logic.verify(nonet.logic.Position.of(puzzle), step)
    assert nonet.logic.technique("x-wing").level is nonet.logic.Level.HARD
    assert nonet.rate(puzzle).level == nonet.rating.scheme("hodoku").rate(puzzle).level == "easy"
    svg = nonet.draw.step_svg(nonet.explain.picture(hint.position, step))
    board = nonet.draw.to_svg_file(nonet.draw.board_scene(puzzle), width=300)
    assert all("<svg " in each for each in (svg, board, nonet.animate(".13. 43.2 .2.3 ....").to_svg()))


def making() -> None:
    assert nonet.create().clue_count >= 18
    assert nonet.rate(nonet.create(level="medium", seed=7)).level == "medium"
    for made in nonet.make(nonet.Recipe(level="easy", symmetry="rotational"), seed=7):
        assert_type(made.puzzle, nonet.Puzzle)
    assert nonet.generate.random_grid(nonet.CLASSIC, nonet.Rng(1)).is_solution()
    rules = [nonet.rules.Cage((0, 1), 3), nonet.rules.Thermometer((4, 5, 6))]
    variant = nonet.Puzzle.of("4x4", "." * 16, rules=rules)
    data = [nonet.rules.to_data(rule, variant.layout) for rule in variant.rules]
    assert {nonet.rules.from_data(each, variant.layout) for each in data} == set(rules)
    assert nonet.formats.read(nonet.formats.write(variant, "f-puzzles")).puzzle == variant
    assert nonet.format_grid(variant.givens, "line") == "." * 16
    turned = nonet.Transformation.rotation(nonet.CLASSIC)
    assert_type(turned(EASY), str)
    assert nonet.canonical.canonical(turned(EASY)).form == nonet.canonical.canonical(EASY).form
    assert len(nonet.symmetry.geometric_symmetries(nonet.CLASSIC)) == 8


def playing() -> None:
    session = nonet.play.Session(nonet.play.Game.of(nonet.play.from_share("4x4:.13.43.2.2.3....")))
    outcome = session.play(Place((0,), 1))
    print([nonet.play.say(event, session.game.layout) for event in outcome.events])
    assert session.play(Undo()).state.filled == 7
    print(session.hint(3).text)


if __name__ == "__main__":
    for part in (solving, many, logic, making, playing):
        part()
