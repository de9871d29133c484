r"""Regular expressions over digits, compiled to automata.

    5  A       a digit; A is 10, B is 11 …
    .          any digit
    [1-35]     one of some digits; [^1-35] any other
    ab  a|b    one after the other; either
    a* a+ a?   any number of times; at least once; at most once
    a{2} a{2,} a{2,4}
    (…)  (?:…)

Nothing else: no anchors (the whole line must match), no references.

>>> pattern_automaton("(12)*3?", range(1, 5)).accepts([1, 2, 1, 2, 3])
True
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from nonet.bitsets import bits_in
from nonet.errors import InvalidRule
from nonet.grid import SYMBOLS
from nonet.limits import check_time, reading
from nonet.rules.automaton import Automaton, built

_MOST_COPIES = 1000
_DEEPEST = 30
"""How deep parentheses may be nested."""
_MOST_SIGNS = 4
"""How many repetition signs may follow each other."""
_EMPTY = -1


@lru_cache(maxsize=256)
@reading
def pattern_automaton(pattern: str, digits: range) -> Automaton:
    """The automaton of a pattern, for some digits."""
    graph = _RegexGraph(pattern, digits)
    end = graph.state()
    start = graph.parse(end)
    return built(digits, graph.closure(start), graph.step, lambda states: bool(states >> end & 1))


class _RegexGraph:
    """A nondeterministic automaton under construction (Thompson's), and the parser that builds it.

    The parser reads from left to right but builds from the end of the pattern: each function takes the state to
    continue with and returns the state to start from. So it first parses into a tree.
    """

    def __init__(self, pattern: str, digits: range) -> None:
        self.pattern = pattern
        self.digits = digits
        self.at = 0
        self.depth = 0
        self.edges: list[list[tuple[int, int]]] = []
        self.closures: dict[int, int] = {}
        self.last = (0, 0)

    def state(self) -> int:
        if len(self.edges) > 20 * _MOST_COPIES:
            raise self.refuse("pattern, character {place}: the pattern is too large")
        self.edges.append([])
        return len(self.edges) - 1

    def closure(self, state: int) -> int:
        """The states that are reached without a digit: a set of states is an integer, with a bit for each."""
        if state not in self.closures:
            waiting, found = [state], {state}
            while waiting:
                for mask, target in self.edges[waiting.pop()]:
                    if mask == _EMPTY and target not in found:
                        found.add(target)
                        waiting.append(target)
            check_time()
            self.closures[state] = sum(1 << each for each in found)
        return self.closures[state]

    def step(self, states: int, digit: int) -> int | None:
        """The states after a digit; None if there is none."""
        leaving = states & self.able[self.digits.index(digit)]
        if self.last[0] != leaving:
            after = 0
            for state in bits_in(leaving):
                after |= self.closure(self.edges[state][0][1])
            self.last = (leaving, after)
        return self.last[1] or None

    @cached_property
    def able(self) -> list[int]:
        """For each digit the states that it leads on from. Such a state has no other edge."""
        found = [0] * len(self.digits)
        for state, edges in enumerate(self.edges):
            if edges and edges[0][0] != _EMPTY:
                for place in bits_in(edges[0][0]):
                    found[place] |= 1 << state
        return found

    def refuse(self, message: str, /, **slots: object) -> InvalidRule:
        """The error at this place of the pattern, to be raised."""
        return InvalidRule(message, slots={"place": self.at + 1, **slots})

    # -- the tree: ("set", mask), ("then", parts), ("or", parts), ("times", part, least, most) ----------------

    def parse(self, end: int) -> int:
        tree = self.alternatives()
        if self.at < len(self.pattern):
            raise self.refuse("pattern, character {place}: {sign} is unexpected", sign=self.pattern[self.at])
        return self.build(tree, end)

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self, text: str) -> bool:
        if self.pattern.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def alternatives(self) -> tuple[object, ...]:
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return ("or", *parts)

    def sequence(self) -> tuple[object, ...]:
        parts = []
        while self.peek() and self.peek() not in "|)":
            parts.append(self.repeated(self.atom()))
        return ("then", *parts)

    def atom(self) -> tuple[object, ...]:
        if self.take("("):
            self.take("?:")
            self.depth += 1
            if self.depth > _DEEPEST:
                raise self.refuse(
                    "pattern, character {place}: parentheses are nested more than {most} levels deep",
                    most=_DEEPEST,
                )
            inner = self.alternatives()
            self.depth -= 1
            if not self.take(")"):
                raise self.refuse("pattern, character {place}: a closing parenthesis is missing")
            return inner
        every = (1 << len(self.digits)) - 1
        if self.take("."):
            return ("set", every)
        if self.take("["):
            inverted = self.take("^")
            mask = 0
            while not self.take("]"):
                first = self.digit()
                last = self.digit() if self.take("-") else first
                if last < first:
                    raise self.refuse("pattern, character {place}: the range ends before it begins")
                mask |= sum(1 << place for place, digit in enumerate(self.digits) if first <= digit <= last)
            return ("set", every & ~mask if inverted else mask)
        digit = self.digit()
        return ("set", 1 << self.digits.index(digit) if digit in self.digits else 0)

    def digit(self) -> int:
        sign = self.peek()
        value = 0 if sign == "0" else SYMBOLS.find(sign.upper()) if sign and sign != "." else -1
        if value < 0:
            if not sign:
                raise self.refuse("pattern, character {place}: the pattern ends too early")
            raise self.refuse("pattern, character {place}: {sign} is not a digit", sign=sign)
        self.at += 1
        return value

    def repeated(self, part: tuple[object, ...]) -> tuple[object, ...]:
        signs = 0
        while self.peek() and self.peek() in "*+?{":
            signs += 1
            if signs > _MOST_SIGNS:
                raise self.refuse("pattern, character {place}: too many repetition signs in a row")
            if self.take("{"):
                least, most = self.bounds()
            else:
                sign = self.peek()
                self.at += 1
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            part = ("times", part, least, most)
        return part

    def bounds(self) -> tuple[int, int | None]:
        text, brace, _ = self.pattern[self.at :].partition("}")
        least, comma, most = text.partition(",")
        if not brace or not least.isdecimal() or (most and not most.isdecimal()):
            raise self.refuse("pattern, character {place}: write {{2}}, {{2,}} or {{2,4}}")
        low = _count(least)
        high = low if not comma else _count(most) if most else None
        if low > _MOST_COPIES or (high is not None and not low <= high <= _MOST_COPIES):
            raise self.refuse(
                "pattern, character {place}: write {{m,n}} with m at most n, and n at most {most}",
                most=_MOST_COPIES,
            )
        self.at += len(text) + 1
        return low, high

    # -- from the tree to edges -------------------------------------------------------------------------------

    def build(self, tree: tuple[object, ...], end: int) -> int:
        name, *parts = tree
        if name == "set":
            start = self.state()
            self.edges[start].append((int(str(parts[0])), end))
            return start
        if name == "then":
            for part in reversed(parts):
                end = self.build(part, end)  # type: ignore[arg-type]
            return end
        if name == "or":
            start = self.state()
            self.edges[start] += [(_EMPTY, self.build(part, end)) for part in parts]  # type: ignore[arg-type]
            return start
        return self.build_times(parts, end)

    def build_times(self, parts: list[object], end: int) -> int:
        part, least, most = parts
        start = end
        if most is None:
            start = self.state()
            self.edges[start].append((_EMPTY, end))
            self.edges[start].append((_EMPTY, self.build(part, start)))  # type: ignore[arg-type]
        else:
            for _ in range(int(str(most)) - int(str(least))):
                skip = self.state()
                self.edges[skip] += [(_EMPTY, end), (_EMPTY, self.build(part, start))]  # type: ignore[arg-type]
                start = skip
        for _ in range(int(str(least))):
            start = self.build(part, start)  # type: ignore[arg-type]
        return start


def _count(digits: str) -> int:
    """A number of copies; Python reads no number of thousands of digits."""
    return int(digits) if len(digits) <= len(str(_MOST_COPIES)) else _MOST_COPIES + 1
