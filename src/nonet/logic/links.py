"""Links: which candidates exclude each other, of which two one must hold, and what follows if one is true.

A *term* is what a chain may visit: a candidate, or (in a grouped web) a group: the places of a digit where
two houses cross.

    weak     a ── b    not both: same cell, or the same digit in cells that see each other
    strong   a ══ b    one of them: the two candidates of a cell, the two places of a digit in a house

Rules of variants give more of both (`Position.rule_links`): 3 and 7 beside a white dot exclude each other.

A chain alternates: a off ══ b on ── c off ══ d on … So what follows from "a is on" is a walk in a graph of
terms that are on, two links per step. Terms are numbers: the candidates cell by cell, digit by digit, then the
groups. Sets of terms are integers with a bit for each.

              c1  c2  c3  │
        r1     .   7   7  │   the group r1c23 of digit 7, in row 1 and in box 1:
        r2     7   .   .  │   strong to r2c1 (box 1 has no other 7), weak to every 7 that sees both its cells
        r3     .   .   .  │
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from nonet.bitsets import bits_in, board_of, digits_in
from nonet.layout import Layout
from nonet.logic.houses import lines_of, seen_by_all, shared_houses, two_places
from nonet.logic.position import Position, remembered
from nonet.step import Candidate, Evidence, Link, Node, Role, RoleKind, Truth

if TYPE_CHECKING:
    from nonet.rules.base import Rule


@lru_cache(maxsize=32)
def peers_by_house(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each cell its peers, house by house: along the row, down the column, then the others."""
    return tuple(
        tuple(
            dict.fromkeys(peer for number in numbers for peer in layout.houses[number].cells if peer != cell)
        )
        for cell, numbers in enumerate(layout.houses_at)
    )


@lru_cache(maxsize=32)
def house_crossings(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Where two houses share at least two cells: for each row its crossings, for each column, and so on."""
    rows, columns, others = lines_of(layout)
    boards = layout.house_boards
    by_house = [
        tuple(
            boards[one] & boards[other]
            for other in others
            if other != one and (boards[one] & boards[other]).bit_count() > 1
        )
        for one in rows + columns + others
    ]
    return tuple(crossings for crossings in by_house if crossings)


Clause = tuple[Truth, tuple[int, ...], int]
"""What must hold, the terms of which one is on, and these as bits."""
Chain = list[tuple[int, bool]]
"""Terms one after the other, each on or off, from the supposition to what follows from it."""


@remembered
def plain_web(position: Position) -> Web:
    """The links of this position between candidates alone."""
    return Web(position, grouped=False)


@remembered
def grouped_web(position: Position) -> Web:
    """The links of this position between candidates and groups."""
    return Web(position, grouped=True)


class Web:
    """All terms of a position and all links between them.

    weak[t]     what is off when t is on, nearest first: its cell, row, column, other houses, then groups
    strong[t]   what is on when t is off: its cell, its houses, then groups
    """

    def __init__(self, position: Position, *, grouped: bool) -> None:
        layout = position.layout
        self.layout = layout
        self.position = position
        self.digits: list[int] = []
        self.cells: list[int] = []  # the first cell of each term
        self.boards: list[int] = []  # all its cells
        self.number: list[list[int]] = [[-1] * layout.cell_count for _ in range(layout.size + 1)]
        self.mates: list[int] = [0] * layout.cell_count  # for each cell its terms
        self.by_digit: list[int] = [0] * (layout.size + 1)
        self.weak: list[list[int]] = []
        self.strong: list[list[int]] = []
        self._candidates()
        self.count = len(self.digits)  # terms below this number are candidates, the others groups
        if grouped:
            plain = plain_web(position)
            self.weak = [links.copy() for links in plain.weak]
            self.strong = [links.copy() for links in plain.strong]
            self._groups()
        else:
            self._links()
            self._rule_links()
        self.weak_bits = [board_of(links) for links in self.weak]
        self._trees: dict[tuple[int, bool], Tree] = {}

    # -- building --------------------------------------------------------------------------------------------

    def _candidates(self) -> None:
        digits, cells, boards = self.digits, self.cells, self.boards
        term = 0
        for cell, mask in enumerate(self.position.masks):
            first = term
            for digit in digits_in(mask):
                self.number[digit][cell] = term
                self.by_digit[digit] |= 1 << term
                digits.append(digit)
                cells.append(cell)
                boards.append(1 << cell)
                term += 1
            self.mates[cell] = (1 << term) - (1 << first)

    def _links(self) -> None:
        layout, boards = self.layout, self.position.boards
        nearby, houses_at = peers_by_house(layout), layout.houses_at
        # for each digit the houses with two places for it, and these
        partners = [dict(two_places(layout, board)) for board in boards]
        term = 0
        for cell, mates in enumerate(self.mates):
            if not mates:
                continue
            here = range(term, mates.bit_length())
            for term in here:
                digit = self.digits[term]
                number = self.number[digit]
                others = [mate for mate in here if mate != term]
                strong = others.copy() if len(others) == 1 else []
                self.weak.append(
                    others + [peer for peer in map(number.__getitem__, nearby[cell]) if peer >= 0]
                )
                if two := partners[digit]:
                    for house in houses_at[cell]:
                        if house in two:
                            one, other = two[house]
                            partner = number[other if one == cell else one]
                            if partner not in strong:
                                strong.append(partner)
                self.strong.append(strong)
            term += 1

    def _rule_links(self) -> None:
        """What rules give besides. It comes last: a house is seen sooner."""
        found = self.position.rule_links
        for (cell, digit), others in found.weak.items():
            term = self.number[digit][cell]
            own = set(self.weak[term])
            numbers = (self.number[other_digit][other] for other, other_digit in others)
            self.weak[term] += (other for other in numbers if other not in own)
        for digit, places in found.truths:
            one, other = (self.number[digit][cell] for cell in bits_in(places))
            if other not in self.strong[one]:
                self.strong[one].append(other)
                self.strong[other].append(one)

    def _groups(self) -> None:
        layout, position = self.layout, self.position
        numbered: dict[tuple[int, int], int] = {}
        for crossings in house_crossings(layout):
            for digit in layout.entries:
                board = position.boards[digit]
                for crossing in crossings:
                    inside = board & crossing
                    if inside & (inside - 1) and (digit, inside) not in numbered:
                        numbered[digit, inside] = len(self.digits)
                        self.digits.append(digit)
                        self.cells.append((inside & -inside).bit_length() - 1)
                        self.boards.append(inside)
                        self.weak.append([])
                        self.strong.append([])
        place_boards, (_, _, boxes) = layout.place_boards, lines_of(layout)
        houses_of: dict[int, list[int]] = {}  # for each group the houses it lies in
        members: dict[tuple[int, int], list[int]] = {}  # for each digit and house the groups in it
        for (digit, cells), group in numbered.items():
            houses_of[group] = shared_houses(layout, tuple(bits_in(cells)))
            for house in houses_of[group]:
                members.setdefault((digit, house), []).append(group)
        for (digit, cells), group in numbered.items():
            number, board = self.number[digit], position.boards[digit]
            sees = board & seen_by_all(layout, bits_in(cells))
            weak, strong = self.weak[group], self.strong[group]
            for cell in bits_in(sees):
                weak.append(number[cell])
                self.weak[number[cell]].append(group)
            near = {other for house in houses_of[group] for other in members[digit, house]}
            weak.extend(other for other in sorted(near) if not self.boards[other] & cells)
            rests = [(house, board & place_boards[house] & ~cells) for house in houses_of[group]]
            for _, rest in sorted(rests, key=lambda pair: pair[0] not in boxes):
                if rest and not rest & (rest - 1):
                    single = number[rest.bit_length() - 1]
                    if single not in strong:
                        strong.append(single)
                        self.strong[single].append(group)
            for _, rest in rests:
                partner = numbered.get((digit, rest))
                if partner is not None and partner not in strong:
                    strong.append(partner)

    # -- what follows ----------------------------------------------------------------------------------------

    @cached_property
    def after(self) -> list[list[tuple[int, int]]]:
        """For each term that is on: what falls, and what is on because of that."""
        strong = self.strong
        return [[(off, on) for off in links if strong[off] for on in strong[off]] for links in self.weak]

    @cached_property
    def after_bits(self) -> list[int]:
        """For each term that is on: what is on two links later."""
        return [board_of([on for _, on in pairs]) for pairs in self.after]

    @cached_property
    def clauses(self) -> list[Clause]:
        """Every truth of the position with candidates: the cells first, then the houses, then what rules need."""
        cells = ((cell, mates) for cell, mates in enumerate(self.mates) if mates)
        result: list[Clause] = [(Truth(cell=cell), tuple(bits_in(mates)), mates) for cell, mates in cells]
        for digit in self.layout.entries:
            board, number = self.position.boards[digit], self.number[digit]
            for house, places in enumerate(self.layout.place_boards):
                if inside := board & places:
                    terms = tuple([number[cell] for cell in bits_in(inside)])
                    result.append((Truth(house=house, digit=digit), terms, board_of(terms)))
        known = {mask for _, _, mask in result}
        for (digit, both), truth in self.position.rule_links.truths.items():
            terms = tuple([self.number[digit][cell] for cell in bits_in(both)])
            if (mask := board_of(terms)) not in known:
                result.append((truth, terms, mask))
        return result

    @cached_property
    def closure(self) -> tuple[list[int], list[int]]:
        """For each term, if it is on: the terms that are on (itself among them), and those that are off."""
        after, weak = self.after_bits, self.weak_bits
        count = len(after)
        on_sets, off_sets = [0] * count, [0] * count
        for term in range(count):
            on, off, done = after[term] | 1 << term, weak[term], 1 << term
            while todo := on & ~done:
                low = todo & -todo
                other = low.bit_length() - 1
                if other < term:  # known: nothing of it need be followed again
                    on |= on_sets[other]
                    off |= off_sets[other]
                    done |= on_sets[other]
                else:
                    on |= after[other]
                    off |= weak[other]
                    done |= low
            on_sets[term], off_sets[term] = on, off
        return on_sets, off_sets

    def follows(self, term: int, on: bool) -> tuple[int, int]:
        """What is on and what is off, the supposition itself included."""
        on_sets, off_sets = self.closure
        if on:
            return on_sets[term], off_sets[term]
        all_on, all_off = 0, 1 << term
        for other in self.strong[term]:
            all_on |= on_sets[other]
            all_off |= off_sets[other]
        return all_on, all_off

    def tree(self, term: int, on: bool) -> Tree:
        """The shortest chains from a supposition to all that follows from it."""
        key = term, on
        if key not in self._trees:
            self._trees[key] = self._new_tree(term, on)
        return self._trees[key]

    def _new_tree(self, term: int, on: bool) -> Tree:
        return Tree(self, term, on)

    def chain(self, start: tuple[int, bool], end: tuple[int, bool]) -> Chain:
        """The shortest chain from a supposition to what is known to follow from it."""
        chain = self.tree(*start).chain(*end)
        assert chain is not None
        return chain

    def is_plain(self, chain: Chain) -> bool:
        """Whether all its nodes are candidates."""
        return all(term < self.count for term, _ in chain)

    def length(self, chain: Chain) -> int:
        """Its length, by which chains are compared."""
        return len(chain)

    def seen_by(self, term: int, digit: int) -> int:
        """The cells that see all cells of a term."""
        return seen_by_all(self.layout, bits_in(self.boards[term]))

    def inner_eliminations(self, chain: Chain, place: int) -> Iterator[Candidate]:
        """What a node of a closed loop eliminates by itself: nothing, but for almost locked sets."""
        return iter(())

    # -- words for steps -------------------------------------------------------------------------------------

    def candidate(self, term: int) -> tuple[int, int]:
        """The cell and the digit of a term that is a candidate."""
        return self.cells[term], self.digits[term]

    def node(self, term: int, on: bool) -> Node:
        """The term as a node of a chain."""
        return Node(self.digits[term], tuple(bits_in(self.boards[term])), (), on)

    def truth(self, one: int, other: int) -> Truth:
        """Why one of two strongly linked terms holds."""
        digit = self.digits[one]
        if digit != self.digits[other]:
            return Truth(cell=self.cells[one])
        both = self.boards[one] | self.boards[other]
        board = self.position.boards[digit]
        for house in self.layout.houses_at[self.cells[one]]:
            cells = self.layout.place_boards[house]
            if not both & ~cells and board & cells == both:
                return Truth(house=house, digit=digit)
        return self.position.rule_links.truths[digit, both]  # there is no other strong link between terms

    def truths(self, chain: Chain) -> Iterator[Truth]:
        """The strong links of a chain."""
        for (start, start_on), (end, end_on) in pairwise(chain):
            if not start_on and end_on:
                yield self.truth(start, end)

    def links(self, chain: Chain) -> tuple[Link, ...]:
        """The chain, link by link."""
        nodes = [self.node(term, on) for term, on in chain]
        if not any(self.position.rule_links):
            return tuple(Link(start, end, end.on) for start, end in pairwise(nodes))
        terms = pairwise(term for term, _ in chain)
        return tuple(
            Link(start, end, end.on, self._rule(one, other, end.on))
            for (start, end), (one, other) in zip(pairwise(nodes), terms, strict=True)
        )

    def _rule(self, one: int, other: int, strong: bool) -> Rule | None:
        """The rule by which two terms are linked, if no cell or house links them."""
        if strong:
            return self.truth(one, other).rule
        if one >= self.count or other >= self.count:
            return None
        return self.position.rule_links.weak.get(self.candidate(one), {}).get(self.candidate(other))


class Tree:
    """The shortest chain from one supposition to each thing that follows from it.

    Breadth first: `order` are the terms that are on, as they were reached; `parent` says by which two links.
    """

    __slots__ = ("on", "order", "parent", "start", "web")

    def __init__(self, web: Web, start: int, on: bool) -> None:
        self.web = web
        self.start = start
        self.on = on
        after, after_bits = web.after, web.after_bits
        self.parent: dict[int, tuple[int, int]] = {}
        parent = self.parent
        if on:
            order = [start]
            seen = 1 << start
        else:
            order = list(web.strong[start])
            seen = 0
            for term in order:
                parent[term] = (-1, start)
                seen |= 1 << term
        for term in order:
            new = after_bits[term] & ~seen
            if new:
                seen |= new
                for pair in after[term]:
                    other = pair[1]
                    if new >> other & 1:
                        new ^= 1 << other
                        parent[other] = (term, pair[0])
                        order.append(other)
        self.order = order

    def chain(self, term: int, on: bool) -> Chain | None:
        """The chain to a term that is on, or off; None if that does not follow."""
        web = self.web
        chain: Chain = []
        if not on:
            chain.append((term, False))
            if term == self.start and not self.on:
                return chain
            links = web.weak_bits[term]
            last = next((other for other in self.order if links >> other & 1), None)
            if last is None:
                return None
            term = last
        while True:
            chain.append((term, True))
            step = self.parent.get(term)
            if step is None:
                break
            chain.append((step[1], False))
            if step[0] < 0:
                break
            term = step[0]
        chain.reverse()
        return chain if chain[0] == (self.start, self.on) else None

    def distances(self) -> dict[tuple[int, bool], int]:
        """For each thing that follows, how many nodes its chain has."""
        result: dict[tuple[int, bool], int] = {}
        if not self.on:
            result[self.start, False] = 1
        for term in self.order:
            step = self.parent.get(term)
            nodes = 1 if step is None else 2 if step[0] < 0 else result[step[0], True] + 2
            result[term, True] = nodes
            for other in self.web.weak[term]:
                result.setdefault((other, False), nodes + 1)
        return result


def chain_evidence(web: Web, chain: Chain, *, close: bool = False) -> Evidence:
    """The evidence of a chain: its links to look at, its strong links to prove it by.

    `close` adds the weak link from the end of a loop back to its start.
    """
    links = web.links(chain)
    if close:
        links = (*links, Link(links[-1].end, links[0].start, False))
    ends = dict.fromkeys(
        (web.digits[term], tuple(bits_in(web.boards[term]))) for term, _ in (chain[0], chain[-1])
    )
    roles = tuple(Role(RoleKind.PINCER, cells=cells, digits=(digit,)) for digit, cells in ends)
    return Evidence(roles, tuple(dict.fromkeys(web.truths(chain))), links)


def evidence_of_chains(
    web: Web, roles: tuple[Role, ...], chains: Sequence[Chain], truths: Iterable[Truth]
) -> Evidence:
    """The evidence of several chains side by side, with what must hold besides their strong links."""
    used = dict.fromkeys((*(truth for chain in chains for truth in web.truths(chain)), *truths))
    return Evidence(roles, tuple(used), chains=tuple(map(web.links, chains)))
