"""Rules for the patterns of experts."""

from __future__ import annotations

from itertools import permutations, product

from explain.replay.judge import Replay, expect, rule
from nonet.explain import grammar as kinds


@rule(kinds.CannotFill)
def check_cannot_fill(replay: Replay, fact: kinds.CannotFill) -> None:
    board = replay.board
    expect(board.open.issuperset(fact.cells), "a cell is filled")
    expect(
        not _fillings(replay, {cell: board.digits(cell) & {*fact.digits} for cell in fact.cells}), "it fits"
    )
    replay.say_one_of(
        each for each in board.candidates if each[0] in fact.cells and each[1] not in fact.digits
    )


def _fillings(replay: Replay, left: dict[int, set[int]]) -> bool:
    """Whether these cells can take one of these digits each."""
    if not left:
        return True
    cell = min(left, key=lambda cell: len(left[cell]))
    rest = {other: own for other, own in left.items() if other != cell}
    return any(
        _fillings(
            replay,
            {other: own - {digit} if replay.board.see(cell, other) else own for other, own in rest.items()},
        )
        for digit in left[cell]
    )


@rule(kinds.RoomFor)
def check_room_for(replay: Replay, fact: kinds.RoomFor) -> None:
    board, cells = replay.board, set(fact.cells)
    rooms = {(house, digit) for house, digits in fact.rooms for digit in digits}
    expect(cells <= board.open, "a cell is filled")
    expect(len(rooms) == len(cells), "not as many digits as cells")
    for cell in cells:
        for digit in board.digits(cell):
            expect(
                any(cell in board.houses[h] and digit == d for h, d in rooms), "a candidate is not counted"
            )
    for house, digit in rooms:
        places = board.places(digit, board.houses[house])
        replay.say_one_of((cell, digit) for cell in places & cells)
        replay.say(*(frozenset([((cell, digit), False)]) for cell in places - cells))


@rule(kinds.InTarget)
def check_in_target(replay: Replay, fact: kinds.InTarget) -> None:
    _has_no_room(replay, fact.digit, fact, fact.lines, set(fact.places))


def _has_no_room(
    replay: Replay,
    digit: int,
    fact: kinds.InTarget | kinds.ComeBack,
    lines: tuple[int, ...],
    named: set[int] | None,
) -> None:
    board = replay.board
    left = []
    for line in lines:
        expect(all(board.values[cell] != digit for cell in board.houses[line]), "the line has the digit")
        places = board.places(digit, board.houses[line]) - {*fact.targets}
        left.append([cell for cell in places if not board.all_see([cell], fact.base)])
    expect(named is None or set().union(*left) == named, "other places")
    for chosen in product(*left):
        fits = len({*chosen}) == len(chosen) and not any(board.see(*pair) for pair in permutations(chosen, 2))
        expect(not fits, f"{digit} has room")


@rule(kinds.ComeBack)
def check_come_back(replay: Replay, fact: kinds.ComeBack) -> None:
    for digit in replay.board.digits(*fact.base):
        lines = (line for line in fact.lines if replay.board.places(digit, replay.board.houses[line]))
        _has_no_room(replay, digit, fact, tuple(lines), None)


@rule(kinds.SameTwo)
def check_same_two(replay: Replay, fact: kinds.SameTwo) -> None:
    board, cells = replay.board, (*fact.base, *fact.targets)
    for digit in board.digits(*fact.base):
        expect(
            replay.was_said(kinds.ComeBack, base=fact.base, targets=fact.targets)
            or replay.was_said(kinds.InTarget, base=fact.base, targets=fact.targets, digit=digit),
            f"nothing is said of {digit}",
        )
    possible = {
        each
        for one, other in permutations(board.digits(*fact.base), 2)
        for digits in ((one, other, one, other), (one, other, other, one))
        if board.candidates.issuperset(zip(cells, digits, strict=True))
        for each in zip(cells, digits, strict=True)
    }
    for each in board.candidates:
        if each[0] in cells and each not in possible:
            replay.say(frozenset([(each, False)]))
