"""Rules for facts about cells that say where a digit is; what they say is read from the rule's own fields."""

from __future__ import annotations

from explain.replay.judge import Replay, expect, rule
from nonet.explain import grammar as kinds
from nonet.rules import Indexing, NumberedRoom


def pointed(replay: Replay, cell: int, digit: int) -> tuple[int, int] | None:
    """Where a digit in a cell points to by the rule just named, and what is there then."""
    layout, named = replay.position.layout, replay.named[-1]
    if isinstance(named, NumberedRoom):
        number = layout.digit_of(digit)
        held = {layout.digit_of(entry): entry for entry in layout.entries}
        inside = cell == named.cells[0] and 1 <= number <= len(named.cells)
        return (named.cells[number - 1], held[named.digit]) if inside else None
    assert isinstance(named, Indexing)
    row, column = layout.row_of(cell), layout.column_of(cell)
    line = {
        "column": [layout.cell(row, each) for each in range(layout.width)],
        "row": [layout.cell(each, column) for each in range(layout.height)],
        "box": sorted(layout.boxes[layout.box_of[cell]].cells) if layout.boxes else [],
    }[named.axis]
    if cell in named.cells:
        return line[digit - 1], line.index(cell) + 1
    other = line[digit - 1]
    return (other, line.index(cell) + 1) if other in named.cells else None


@rule(kinds.Points)
def check_points(replay: Replay, fact: kinds.Points) -> None:
    (cell,), (other,) = fact.start.cells, fact.end.cells
    expect(pointed(replay, cell, fact.start.digit) == (other, fact.end.digit), "it points elsewhere")
    if fact.fails:
        value = replay.board.values[other]
        expect(fact.end.digit not in ({value} if value else replay.board.digits(other)), "it is possible")
        replay.say(frozenset([((cell, fact.start.digit), False)]))
    else:
        expect(replay.board.values[cell] == fact.start.digit, "the cell is not filled")
        replay.say_one_of([(other, fact.end.digit)])


@rule(kinds.Pointed)
def check_pointed(replay: Replay, fact: kinds.Pointed) -> None:
    found = {pointed(replay, fact.cell, digit) for digit in replay.board.digits(fact.cell)}
    expect(found == {(cell, fact.digit) for cell in fact.places}, "it points elsewhere")
    replay.say_one_of((cell, fact.digit) for cell in replay.board.places(fact.digit, fact.places))
