"""Random numbers that are the same on every machine: SplitMix64, in Python and in the kernel.

    state ← state + 0x9E3779B97F4A7C15            (mod 2⁶⁴)
    z     ← (state ⊕ state≫30) · 0xBF58476D1CE4E5B9
    z     ← (z ⊕ z≫27) · 0x94D049BB133111EB
    next  = z ⊕ z≫31

After Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Numbers below n are
drawn without bias, after Lemire, "Fast random integer generation in an interval" (2019). `docs/randomness.md`
has the complete rule; changing it is a breaking change.
"""

from __future__ import annotations

import os
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from nonet.arguments import clear_type_errors
from nonet.errors import NonetError, expect
from nonet.native import kernel

T = TypeVar("T")

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


@clear_type_errors
class Rng:
    """A stream of random numbers from a seed. Each `stream` of the same seed is independent of the others.

    >>> rng = Rng(1234567)
    >>> rng.next(), rng.next(), rng.next()
    (6457827717110365317, 3203168211198807973, 9817491932198370423)
    >>> all(1 <= rng.between(1, 6) <= 6 for throw in range(1000))
    True
    >>> Rng(1, stream=1).next() == Rng(1, stream=2).next()
    False
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, *, stream: int = 0) -> None:
        expect(seed, int, "seed")
        expect(stream, int, "stream")
        self._state = seed & _MASK
        if stream:
            self._state = (self.next() ^ ((stream * _GOLDEN) & _MASK)) & _MASK
            self._state = self.next()

    @property
    def state(self) -> int:
        """The 64 bits that determine all further numbers: `Rng(rng.state)` continues where `rng` is."""
        return self._state

    @state.setter
    def state(self, state: int) -> None:
        self._state = state & _MASK

    def next(self) -> int:
        """The next 64 bits."""
        self._state = z = (self._state + _GOLDEN) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, uniformly."""
        if not 1 <= n <= _MASK + 1:
            raise NonetError("there must be at least 1 and at most 2**64 numbers to choose from")
        product = self.next() * n
        if product & _MASK < n:
            threshold = (1 << 64) % n
            while product & _MASK < threshold:
                product = self.next() * n
        return product >> 64

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffles in place (Fisher–Yates, from the end)."""
        if kernel is not None and type(items) is list:
            self._state = kernel.shuffle(items, self._state)
            return
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order.

        >>> sorted(Rng(7).shuffled([4, 1, 3, 2]))
        [1, 2, 3, 4]
        """
        result = list(items)
        self.shuffle(result)
        return result


def fresh_seed() -> int:
    """A new random seed: 53 bits, so that it is exact in JSON and short enough to type."""
    return int.from_bytes(os.urandom(7), "big") >> 3
