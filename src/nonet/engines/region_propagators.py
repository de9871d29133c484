"""What follows for regions that are not drawn: digits by their labels, and connected labels."""

from __future__ import annotations

from nonet.engines.propagators import Propagator, narrow
from nonet.rules.primitives import Connected, DigitsByLabel


class LabelledDigits(Propagator):
    """Cells with the same label hold every digit once: each label and digit have one cell together."""

    costly = True

    def __init__(self, part: DigitsByLabel) -> None:
        super().__init__(part.cells)
        self.pairs = tuple(zip(part.members, part.labels, strict=True))
        self.size = part.size

    def prune(self, masks: list[int], changed: list[int]) -> bool:
        labels = 0
        for _, label in self.pairs:
            labels |= masks[label]
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
            if sure and not self._grow(bit, sure, masks, changed):
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
        return self._meets(bit, sure, masks) and self._only_way(bit, sure, masks, changed)

    def _meets(self, bit: int, sure: list[int], masks: list[int]) -> bool:
        """Whether the known cells can still be connected."""
        waiting, met = [sure[0]], {sure[0]}
        while waiting:
            for other in self.near[waiting.pop()]:
                if masks[other] & bit and other not in met:
                    met.add(other)
                    waiting.append(other)
        return len(met) >= self.size and met.issuperset(sure)

    def _only_way(self, bit: int, sure: list[int], masks: list[int], changed: list[int]) -> bool:
        """A connected group of known cells that is too small takes the only cell that it can grow into."""
        rest = set(sure)
        while rest:
            waiting = [rest.pop()]
            group, exits = {waiting[0]}, set[int]()
            while waiting:
                for other in self.near[waiting.pop()]:
                    if other in rest:
                        rest.discard(other)
                        group.add(other)
                        waiting.append(other)
                    elif masks[other] & bit and other not in group:
                        exits.add(other)
            if len(group) < self.size:
                if not exits:
                    return False
                if len(exits) == 1 and not narrow(masks, exits.pop(), bit, changed):
                    return False
        return True
