"""Facts about the patterns of experts: cells that three digits cannot fill, room for as many digits as cells, and a
base whose digits come back in its targets.
"""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import CellChoice, CellList, DigitSet, HouseList, Listed
from nonet.messages import T


class CannotFill(Fact):
    """The digits alone cannot fill the cells, so one of the other candidates there is true."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    sentence = T(
        "{cells} cannot be filled with {digits} alone: in whatever order you begin, the three digits do not fit into "
        "the last of the four boxes. So one of the other candidates of these cells, a guardian, is true."
    )


class RoomFor(Fact):
    """Each candidate of the cells is counted in one of these houses, and there are as many digits in the houses as
    cells: each digit is in the cells of its house, and nowhere else in it.
    """

    cells: tuple[int, ...]
    rooms: tuple[tuple[int, tuple[int, ...]], ...]

    def said(self) -> Said:
        rooms = (Listed((HouseList((house,)), " ", DigitSet(digits)), "") for house, digits in self.rooms)
        return self.stated(
            T(
                "Count each candidate of {cells} in one of these houses: {rooms}. A house has room for each of its "
                "digits once, and that makes as many digits as cells. So each of these digits is in these cells of "
                "its house, and nowhere else in it."
            ),
            rooms=Listed(tuple(rooms), "; "),
        )


class _Exocet(Fact):
    base: tuple[int, ...]
    targets: tuple[int, int]

    def stated_of(self, message: str, lines: tuple[int, ...] = (), places: tuple[int, ...] = ()) -> Said:
        one, other = self.targets
        return self.stated(
            message,
            base=CellList(self.base),
            targets=CellList(self.targets),
            choice=CellChoice(self.base),
            one=CellList((one,)),
            other=CellList((other,)),
            lines=HouseList(lines),
            places=CellList(places),
        )


class InTarget(_Exocet):
    """If the digit is in the base, it is in a target: the lines have only these places for it otherwise, which are too
    few or exclude each other.
    """

    digit: int
    lines: tuple[int, ...]
    places: tuple[int, ...]

    def said(self) -> Said:
        message = T(
            "If {digit} is {choice:in} but neither {one:in} nor {other:in}, it has only {places} left {lines:in}: "
            "that is not enough for each of them."
        )
        if not self.places:
            message = T(
                "If {digit} is {choice:in} but neither {one:in} nor {other:in}, it has no place left {lines:in}."
            )
        return self.stated_of(message, self.lines, self.places)


class ComeBack(_Exocet):
    """As `InTarget`, for every digit of the base."""

    lines: tuple[int, ...]

    def said(self) -> Said:
        message = T(
            "A digit of {base} that is neither {one:in} nor {other:in} does not have enough places {lines:in}."
        )
        return self.stated_of(message, self.lines)


class SameTwo(_Exocet):
    """Each digit of the base is in a target, so base and targets hold the same two digits."""

    def said(self) -> Said:
        return self.stated_of(T("So {targets} hold the same two digits as {base}."))
