"""What follows for regions that are not drawn: digits by their labels, and connected labels."""

from __future__ import annotations

from typing import NamedTuple

from nonet.engines.propagators import Propagator, narrow
from nonet.rules.primitives import Connected, DigitsByLabel


class LabelledDigits(Propagator):
    """Cells with the same label hold every digit once: each label and digit have one cell together."""

    costly = True

    def __init__(self, part: DigitsByLabel) -> None:
        super().__init__(part.cells)
        self.pairs = tuple(zip(part.members, part.labels, strict=True))
        self.size, self.among = part.size, part.among

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        labels = 0
        for _, label in self.pairs:
            labels |= masks[label] & self.among
        for at in range(labels.bit_length()):
            if labels >> at & 1 and not self._prune_label(1 << at, masks, changed):
                return False
        return True

    def _prune_label(self, bit: int, masks: list[int], changed: list[int]) -> bool:
        sure = [cell for cell, label in self.pairs if masks[label] == bit]
        taken = 0
        for cell in sure:
            if masks[cell] & (masks[cell] - 1) == 0:
                if taken & masks[cell]:
                    return False
                taken |= masks[cell]
        once = twice = 0
        for cell, label in self.pairs:
            if not masks[label] & bit:
                continue
            if masks[label] == bit:
                if masks[cell] & (masks[cell] - 1) and not narrow(masks, cell, ~taken, changed):
                    return False
            elif not masks[cell] & ~taken:
                if not narrow(masks, label, ~bit, changed):
                    return False
                continue
            held = masks[cell] if masks[label] == bit else masks[cell] & ~taken
            twice |= once & held
            once |= held
        if sure and once.bit_count() < self.size:
            return False
        single = once & ~twice & ~taken if sure else 0
        for cell, label in self.pairs if single else ():
            only = masks[cell] & single
            free = not only or not masks[label] & bit
            if not free and not (narrow(masks, cell, only, changed) and narrow(masks, label, bit, changed)):
                return False
        return True


class ConnectedLabels(Propagator):
    """Cells with the same digit are connected, and there are `size` of them."""

    costly = True

    def __init__(self, part: Connected, size: int) -> None:
        super().__init__(part.cells)
        self.size = size
        self.near: dict[int, list[int]] = {cell: [] for cell in part.cells}
        for one, other in part.steps:
            self.near[one].append(other)
            self.near[other].append(one)

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        every = 0
        for cell in self.cells:
            every |= masks[cell]
        for at in range(every.bit_length()):
            bit = 1 << at
            sure = [cell for cell in self.cells if masks[cell] == bit]
            if not self._narrow(bit, sure, masks, changed):
                return False
        return True

    def _narrow(self, bit: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        if sure:
            return self._grow(bit, sure, masks, changed) and self._cut(bit, sure, masks, changed)
        walk = _RegionWalk(self.near, masks, bit)
        for cell in self.cells:
            if masks[cell] & bit and cell not in walk.order:
                before = len(walk.order)
                if walk.go(cell).cells < self.size:
                    for other in list(walk.order)[before:]:
                        if not narrow(masks, other, ~bit, changed):
                            return False
        return True

    def _grow(self, bit: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        """All cells with the digit lie within reach of those that are known, in steps that leave room for them."""
        reached = dict.fromkeys(sure, 0)
        layer = sure
        for distance in range(1, self.size - len(sure) + 1):
            near = {other for cell in layer for other in self.near[cell] if masks[other] & bit}
            layer = [cell for cell in near if cell not in reached]
            reached |= dict.fromkeys(layer, distance)
        if len(reached) < self.size:
            return False
        for cell in self.cells:
            if masks[cell] & bit and cell not in reached and not narrow(masks, cell, ~bit, changed):
                return False
        return True

    def _cut(self, bit: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        """A cell has the digit if, without it, the known cells could not be connected or would be too few."""
        walk = _RegionWalk(self.near, masks, bit)
        whole = walk.go(sure[0])
        if whole.cells < self.size or whole.sure < len(sure):
            return False
        for cell, part in walk.cuts:
            needed = part.sure or whole.cells - 1 - part.cells < self.size
            if needed and not narrow(masks, cell, bit, changed):
                return False
        return True


class _RegionPart(NamedTuple):
    """Some connected cells: how many there are, and how many of them are known."""

    cells: int
    sure: int

    def joined(self, other: _RegionPart) -> _RegionPart:
        return _RegionPart(self.cells + other.cells, self.sure + other.sure)


class _RegionWalk:
    """A walk to all connected cells that can hold a digit, depth first; `cuts` are cells, and what is cut off without
    them.
    """

    def __init__(self, near: dict[int, list[int]], masks: list[int], bit: int) -> None:
        self.near, self.masks, self.bit = near, masks, bit
        self.order: dict[int, int] = {}
        self.back: dict[int, int] = {}
        """The earliest cell that a cell and those behind it lead back to."""
        self.cuts: list[tuple[int, _RegionPart]] = []

    def go(self, cell: int) -> _RegionPart:
        met = back = self.order[cell] = len(self.order)
        whole, cut_off = _RegionPart(1, self.masks[cell] == self.bit), _RegionPart(0, 0)
        for other in self.near[cell]:
            if not self.masks[other] & self.bit:
                continue
            if other in self.order:
                back = min(back, self.order[other])
                continue
            part = self.go(other)
            back = min(back, self.back[other])
            whole = whole.joined(part)
            if self.back[other] >= met:
                cut_off = cut_off.joined(part)
        self.back[cell] = back
        if cut_off.cells:
            self.cuts.append((cell, cut_off))
        return whole
