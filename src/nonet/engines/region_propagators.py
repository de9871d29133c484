"""What follows for regions that are not drawn: digits by their labels, labels that are alike, and connected cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from nonet.bitsets import digits_in
from nonet.engines.propagators import Propagator, narrow
from nonet.rules.primitives import Connected, CountAlike, DigitsByLabel


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


class ConnectedCells(Propagator):
    """The cells that hold one of some digits are connected, and there are `least` to `most` of them: for each of
    several sets of digits.
    """

    costly = True

    def __init__(self, part: Connected) -> None:
        super().__init__(part.cells)
        self.sets = part.sets
        self.least, self.most = part.size or 1, part.size or len(part.cells)
        self.near = part.near

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        return all(self._narrow(digits, masks, changed) for digits in self.sets)

    def _narrow(self, digits: int, masks: list[int], changed: list[int]) -> bool:
        sure = [cell for cell in self.cells if not masks[cell] & ~digits]
        if sure:
            return self._grow(digits, sure, masks, changed) and self._cut(digits, sure, masks, changed)
        walk = _RegionWalk(self.near, masks, digits)
        left: list[int] = []
        for cell in self.cells:
            if not masks[cell] & digits or cell in walk.order:
                continue
            before = len(walk.order)
            walk.go(cell)
            part = list(walk.order)[before:]
            if len(part) >= self.least:
                left += part
            elif not all(narrow(masks, other, ~digits, changed) for other in part):
                return False
        if len(left) == self.least:
            return all(narrow(masks, cell, digits, changed) for cell in left)
        return bool(left)

    def _grow(self, digits: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        """The region lies within reach of the cells that are known, in steps that leave room for them."""
        reached, layer = {*sure}, sure
        for _ in range(self.most - len(sure)):
            if not layer:
                break
            near = {other for cell in layer for other in self.near[cell] if masks[other] & digits}
            layer = sorted(near - reached)
            reached |= near
        if not len(sure) <= self.most or len(reached) < self.least:
            return False
        return all(
            narrow(masks, cell, ~digits, changed)
            for cell in self.cells
            if masks[cell] & digits and cell not in reached
        )

    def _cut(self, digits: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        """A cell belongs to the region if, without it, the known cells could not be connected or would be too few."""
        walk = _RegionWalk(self.near, masks, digits)
        whole = walk.go(sure[0])
        if whole.cells < self.least or whole.sure < len(sure):
            return False
        return all(
            narrow(masks, cell, digits, changed)
            for cell, part in walk.cuts
            if part.sure or whole.cells - 1 - part.cells < self.least
        )


class _RegionPart(NamedTuple):
    """Some connected cells: how many there are, and how many of them are known."""

    cells: int
    sure: int

    def joined(self, other: _RegionPart) -> _RegionPart:
        return _RegionPart(self.cells + other.cells, self.sure + other.sure)


class _RegionWalk:
    """A walk to all connected cells that can hold one of some digits, depth first; `cuts` are cells, and what
    is cut off without them.
    """

    def __init__(self, near: Mapping[int, Sequence[int]], masks: list[int], digits: int) -> None:
        self.near, self.masks, self.digits = near, masks, digits
        self.order: dict[int, int] = {}
        self.back: dict[int, int] = {}
        """The earliest cell that a cell and those behind it lead back to."""
        self.cuts: list[tuple[int, _RegionPart]] = []

    def go(self, cell: int) -> _RegionPart:
        met = back = self.order[cell] = len(self.order)
        whole, cut_off = _RegionPart(1, not self.masks[cell] & ~self.digits), _RegionPart(0, 0)
        for other in self.near[cell]:
            if not self.masks[other] & self.digits:
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


class LabelsAlike(Propagator):
    """A digit says how many labels are like a first one."""

    costly = True

    def __init__(self, part: CountAlike) -> None:
        super().__init__(part.cells)
        self.part = part

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        part = self.part
        digits = labels = 0
        allowed = dict.fromkeys(chain(*part.arms), 0)
        for at in digits_in(masks[part.first]):
            label = 1 << at - 1
            arms = part.counts(label, masks)
            ways = [way for way in product(*arms) if 1 << sum(way) + part.added >> 1 & masks[part.cell]]
            for way in ways:
                digits |= 1 << sum(way) + part.added >> 1
                labels |= label
            for arm, own, used in zip(part.arms, arms, zip(*ways, strict=True), strict=False):
                for cell, mask in zip(arm, self._held(arm, label, own, {*used}, masks), strict=True):
                    allowed[cell] |= mask
        return (
            narrow(masks, part.cell, digits, changed)
            and narrow(masks, part.first, labels, changed)
            and all(narrow(masks, cell, mask, changed) for cell, mask in allowed.items())
        )

    def _held(
        self, arm: Sequence[int], label: int, own: Sequence[int], used: set[int], masks: list[int]
    ) -> Iterator[int]:
        """What the cells of an arm can hold with these of its own counts."""
        for place, cell in enumerate(arm):
            mask = masks[cell]
            if self.part.in_row:
                sure, without = place < min(used), used == {place}
            else:
                is_open = mask & label != 0 and mask != label
                sure, without = is_open and used == {own[-1]}, is_open and used == {own[0]}
            yield mask & (label if sure else ~label if without else -1)
