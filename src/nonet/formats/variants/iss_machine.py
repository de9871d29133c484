"""State machines as ISS writes them: a stream of bits in base64, the highest bit first.

    2 bits      the form of the states: 0 a list of (digit, next state), 1 a set of digits and a state for each
    4 bits      bits of a state, less one
    4 bits      number of digits, less one
    …           the number of start states, of other accepting states, and which start states accept
    4 bits      in the first form: bits of the length of a list
    …           the states: first those that start, then those that accept, then the others

A machine may be in several states at once; ours (`Automaton`) are in one, so it is translated.
"""

from __future__ import annotations

import base64
from functools import lru_cache

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.rules.automaton import Automaton, built

_LISTS, _SETS = 0, 1


class _Bits:
    """The bits of a text, taken from its start."""

    def __init__(self, text: str) -> None:
        coded = text.replace("-", "+").replace("_", "/")
        with decoding("the state machine is not in base64", text=text):
            data = base64.b64decode(coded + "=" * (-len(coded) % 4), validate=True)
        self.bits = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.bits) - self.at

    def take(self, count: int) -> int:
        if count > self.left:
            raise FormatError("the state machine is cut off")
        self.at += count
        return int(self.bits[self.at - count : self.at] or "0", 2)


@lru_cache(maxsize=64)
def machine_of(text: str, digits: range) -> Automaton:
    """The automaton of a text.

    >>> even = Automaton(((1, 0, 1, 0), (0, 1, 0, 1)), frozenset({0}), range(1, 5))  # an even sum
    >>> machine_of(machine_text(even), range(1, 5)) == even
    True
    """
    bits = _Bits(text)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form not in (_LISTS, _SETS):
        raise FormatError("a state machine of an unknown form")
    if symbols > len(digits):
        raise FormatError("a state machine for several lines, or for other digits")
    starts, others = bits.take(width), bits.take(width)
    accepting = {state for state in range(starts) if bits.take(1)}
    accepting |= set(range(starts, starts + others))
    states = list(_lists(bits, width, symbols) if form == _LISTS else _sets(bits, width, symbols))
    dead: list[set[int]] = [set() for _ in digits]

    def step(held: frozenset[int], digit: int) -> frozenset[int] | None:
        targets = [states[state] if state < len(states) else dead for state in held]
        place = digits.index(digit)
        after = {target for row in targets if place < len(row) for target in row[place]}
        return frozenset(after) or None

    return built(digits, frozenset(range(starts)), step, lambda held: not held.isdisjoint(accepting))


def _lists(bits: _Bits, width: int, symbols: int) -> list[list[set[int]]]:
    states: list[list[set[int]]] = []
    count, symbol = bits.take(4), (symbols - 1).bit_length()
    while count and bits.left >= count:
        row: list[set[int]] = [set() for _ in range(1 << symbol)]
        for _ in range(bits.take(count)):
            digit = bits.take(symbol)
            row[digit].add(bits.take(width))
        states.append(row)
    return states


def _sets(bits: _Bits, width: int, symbols: int) -> list[list[set[int]]]:
    states = []
    while bits.left >= symbols:
        held = bits.take(symbols)
        states.append([{bits.take(width)} if held >> digit & 1 else set() for digit in range(symbols)])
    return states


def machine_text(automaton: Automaton) -> str:
    """The text of an automaton; the twin of `machine_of`."""
    rows, size = automaton.table, len(automaton.digits)
    order = sorted(range(len(rows)), key=lambda state: (state > 0, state not in automaton.accepting))
    number = {state: place for place, state in enumerate(order)}
    width = max(1, (len(rows) - 1).bit_length())
    others = len(automaton.accepting - {0})
    parts = [
        (_SETS, 2),
        (width - 1, 4),
        (size - 1, 4),
        (1, width),
        (others, width),
        (0 in automaton.accepting, 1),
    ]
    for state in order:
        parts.append((sum(1 << digit for digit, after in enumerate(rows[state]) if after >= 0), size))
        parts += [(number[after], width) for after in rows[state] if after >= 0]
    bits = "".join(f"{value:0{count}b}" for value, count in parts)
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8)
    return base64.b64encode(data).decode().rstrip("=").replace("+", "-").replace("/", "_")
