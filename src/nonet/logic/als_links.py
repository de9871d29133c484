"""Almost locked sets as nodes of a chain.

n cells of a house that hold n + 1 digits: removing one digit from all of them locks the others in.

    r4c1 = 3 ── [r4c4 r4c6: 3 5 8] ── 5 and 8 are in r4c4 and r4c6: other cells that see them lose 5 and 8

So such a node is entered by a digit (a weak link from what sees all its places) and left by another one:
what sees all places of that one is off, another set may lose a digit, and a cell of three candidates or more
may be left with one. A set counts as more links than a candidate, and a larger set as more than a small one, so that
short chains are preferred to large sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from nonet.bitsets import bits_in, union
from nonet.logic.almost_locked import AlmostLocked, locked_sets
from nonet.logic.links import Chain, Tree, Web
from nonet.logic.position import Position, remembered
from nonet.step import Candidate, Link, Node, Truth


@remembered
def als_web(position: Position) -> AlsWeb:
    """The links of this position between candidates, groups and almost locked sets."""
    return AlsWeb(position)


def _price(locked: AlmostLocked) -> int:
    """How many links a set is worth beyond one."""
    count = locked.digits.bit_count()
    return count - 1 if count == 2 else 2 * (count - 1)


class AlsWeb(Web):
    """A grouped web with terms for almost locked sets that have lost a digit (such a term is only ever off)."""

    def __init__(self, position: Position) -> None:
        super().__init__(position, grouped=True)
        self.sets: dict[int, AlmostLocked] = {}
        # for each set that lost a digit what follows: a term, whether it is on, and the price
        self.exits: dict[int, list[tuple[int, bool, int]]] = {}
        self.terms = len(self.digits)
        self._entries: dict[tuple[int, int], int] = {}
        sets = [each for each in locked_sets(position).sets if each.cells & (each.cells - 1)]
        for locked in sets:
            for digit in locked.places:
                if any(board for other, board in locked.seen.items() if other != digit):
                    self._fill(locked, digit, sets)

    def _term(self, locked: AlmostLocked, digit: int) -> int:
        key = locked.cells, digit
        if key not in self._entries:
            term = self._entries[key] = len(self.digits)
            places = locked.places[digit]
            self.sets[term] = locked
            self.exits[term] = []
            self.digits.append(digit)
            self.cells.append((places & -places).bit_length() - 1)
            self.boards.append(locked.cells)
        return self._entries[key]

    def _fill(self, locked: AlmostLocked, digit: int, sets: list[AlmostLocked]) -> None:
        term = self._term(locked, digit)
        for entrance in self._inside(digit, locked.seen[digit]):
            self.weak[entrance].append(term)
        exits, price = self.exits[term], _price(locked)
        gone = {other: board for other, board in locked.seen.items() if other != digit and board}
        for other, board in gone.items():
            exits += ((exit_, False, price) for exit_ in self._inside(other, board))
        for second in sets:
            if not second.cells & locked.cells:
                for other, board in gone.items():
                    if (places := second.places.get(other, 0)) and not places & ~board:
                        exits.append((self._term(second, other), False, price))
        for cell in bits_in(union(locked.seen.values())):
            mask = self.position.masks[cell]
            if mask.bit_count() > 2:
                left = [place + 1 for place in bits_in(mask) if not gone.get(place + 1, 0) >> cell & 1]
                if len(left) == 1:
                    exits.append((self.number[left[0]][cell], True, price + 1))

    def _inside(self, digit: int, board: int) -> Iterator[int]:
        """The candidates and groups of a digit that lie in these cells."""
        yield from (self.number[digit][cell] for cell in bits_in(board))
        for group in range(self.count, self.terms):
            if self.digits[group] == digit and not self.boards[group] & ~board:
                yield group

    # -- what follows ----------------------------------------------------------------------------------------

    def after_node(self, term: int, on: bool) -> Iterator[tuple[int, bool, int]]:
        """What follows at once: the term, whether it is on, and the price of the way."""
        if term in self.exits:
            return ((other, is_on, 2 + price) for other, is_on, price in self.exits[term])
        links = self.weak[term] if on else self.strong[term]
        return ((other, not on, 2) for other in links)

    def _new_tree(self, term: int, on: bool) -> Tree:
        return AlsTree(self, term, on)

    def follows(self, term: int, on: bool) -> tuple[int, int]:
        """What is on and what is off, the supposition itself included."""
        tree = self.tree(term, on)
        assert isinstance(tree, AlsTree)
        return tree.on_set, tree.off_set

    @cached_property
    def closure(self) -> tuple[list[int], list[int]]:
        """For each term, if it is on: the terms that are on, and those that are off."""
        both = [self.follows(term, True) for term in range(self.count)]
        return [on for on, _ in both], [off for _, off in both]

    # -- words for steps -------------------------------------------------------------------------------------

    def length(self, chain: Chain) -> int:
        """Its length, by which chains are compared: a set counts as two and a half nodes more."""
        return len(chain) + sum(5 for term, _ in chain if term in self.sets) // 2

    def node(self, term: int, on: bool) -> Node:
        """The term as a node of a chain."""
        if term in self.sets:
            locked = self.sets[term]
            digit = self.digits[term]
            return Node(digit, tuple(bits_in(locked.places[digit])), tuple(bits_in(locked.cells)), False)
        return super().node(term, on)

    def truths(self, chain: Chain) -> Iterator[Truth]:
        """The strong links of a chain, and the cells of its sets."""
        for (start, start_on), (end, end_on) in pairwise(chain):
            if start in self.sets:
                yield from (Truth(cell=cell) for cell in bits_in(self.boards[start]))
                if end_on:
                    yield Truth(cell=self.cells[end])
            elif not start_on and end_on:
                yield self.truth(start, end)

    def links(self, chain: Chain) -> tuple[Link, ...]:
        """The chain, link by link."""
        links = super().links(chain)
        return tuple(link._replace(strong=False) if link.start.set_cells else link for link in links)

    def seen_by(self, term: int, digit: int) -> int:
        """The cells that see all places of the digit in a term."""
        if term in self.sets:
            return self.sets[term].seen.get(digit, 0)
        return super().seen_by(term, digit)

    def inner_eliminations(self, chain: Chain, place: int) -> Iterator[Candidate]:
        """In a closed loop the set is locked: it keeps the digits by which it is neither entered nor left."""
        term = chain[place][0]
        if term not in self.sets:
            return
        locked, entry = self.sets[term], self.digits[term]
        following, on = chain[place + 1]
        cell = self.cells[following]
        exits = {self.digits[following]}
        if on:  # a cell was left with one candidate: all its others are ways out
            exits = {self.digits[mate] for mate in bits_in(self.mates[cell])} - exits
        for digit, board in locked.seen.items():
            if digit == entry or (digit in exits and not on):
                continue
            if digit in exits:
                board &= self.layout.peer_boards[cell]
            yield from ((other, digit) for other in bits_in(board))


class AlsTree(Tree):
    """The cheapest ways; a node keeps its place in the order when a cheaper way to it is found later."""

    __slots__ = ("came", "off_set", "on_set")

    def __init__(self, web: AlsWeb, start: int, on: bool) -> None:
        self.web = web
        self.start = start
        self.on = on
        first = start, on
        price: dict[tuple[int, bool], int] = {first: 0}
        self.came: dict[tuple[int, bool], tuple[int, bool]] = {}
        order = [first]
        direct = {first}
        for node in order:
            for term, is_on, cost in web.after_node(*node):
                other = term, is_on
                total = price[node] + cost
                if other not in price:
                    order.append(other)
                    if node == first:
                        direct.add(other)
                elif other in direct or price[other] <= total:
                    continue
                price[other] = total
                self.came[other] = node
        self.on_set = sum(1 << term for term, is_on in order if is_on and term < web.count)
        self.off_set = sum(1 << term for term, is_on in order if not is_on and term < web.count)

    def chain(self, term: int, on: bool) -> Chain | None:
        """The chain to a term that is on, or off; None if that does not follow."""
        node = term, on
        if node not in self.came:
            return [node] if node == (self.start, self.on) else None
        chain = [node]
        while node in self.came:
            node = self.came[node]
            chain.append(node)
        chain.reverse()
        return chain
