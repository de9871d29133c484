"""Chains of implications: cycles, forcing chains, and forcing chains within forcing chains.

Everything rests on two kinds of implication between candidates:

    on → off     a cell takes this digit: it takes no other, and its peers do not take the digit
    off → on     a cell does not take this digit: the one other candidate of the cell, or the one other place
                 of the digit in a house, is true

A search follows them breadth first from a supposition, so the first chain found to a candidate is a shortest.
A *dynamic* search takes off what it has refuted, so that later implications may rest on several earlier ones;
at `level` 1 and above it also uses the basic rules, at 2 and above whole chains, on what is left.

The order of everything here is Sudoku Explainer's: of several chains equally hard the first found is the step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from nonet.logic.se.basic import fish, hidden_sets, locking, naked_sets
from nonet.logic.se.board import CELLS, HOUSES_OF, PEER_LIST, PLACE, ExplainerBoard, bits
from nonet.logic.se.chains import ADVANCED, NAKED, ChainHint, ChainKind, ChainNode, Family, Key
from nonet.logic.se.hint import ExplainerHint, eliminations

__all__ = ["Chaining"]

Nodes = dict[Key, ChainNode]


class Chaining:
    """One kind of search for chains.

    `multiple` searches from all candidates of a cell or all places of a house at once; `dynamic` takes off what
    was refuted; `nishio` follows one digit alone. `level` and `nesting` say what a dynamic search uses besides:
    1 basic rules, 2 also forcing chains, 3 also multiple ones, 4 dynamic chains of level `nesting`.
    """

    def __init__(
        self,
        *,
        multiple: bool = False,
        dynamic: bool = False,
        nishio: bool = False,
        level: int = 0,
        nesting: int = 0,
    ) -> None:
        self.multiple = multiple
        self.dynamic = dynamic
        self.nishio = nishio
        self.level = level
        self.family = _FAMILIES[level] if level else _plain_family(dynamic=dynamic, nishio=nishio)
        self._rules = _nested_rules(level, nesting)

    @property
    def difficulty(self) -> float:
        """Of the shortest chain of this kind (simple chains and cycles know their own)."""
        if self.level > 0:
            return 8.5 + 0.5 * self.level
        return 7.5 if self.nishio else 8.5 if self.dynamic else 8.0

    def hints(self, board: ExplainerBoard) -> list[ChainHint]:
        """All chains that conclude something, easiest first."""
        found = list(self._multiple(board) if self.multiple or self.dynamic else self._simple(board))
        found.sort(key=lambda hint: (hint.difficulty, hint.complexity, hint.kind.rank))
        return found

    def distinct_hints(self, board: ExplainerBoard) -> list[ChainHint]:
        """The easiest chain for each conclusion."""
        found: dict[frozenset[tuple[int, int]], ChainHint] = {}
        for hint in self.hints(board):
            found.setdefault(frozenset(hint.removable.items()), hint)
        return list(found.values())

    # -- simple chains and cycles ------------------------------------------------------------------------------

    def _simple(self, board: ExplainerBoard) -> Iterator[ChainHint]:
        """Through one digit (x), through cells of two candidates (y), through both."""
        for use_y, use_x in ((False, True), (True, False), (True, True)):
            for cell in range(81):
                if board.count(cell) < 2 or (not use_x and board.count(cell) > 2):
                    continue
                for digit in bits(board.candidates[cell]):
                    yield from self._simple_from(board, cell, digit, use_y=use_y, use_x=use_x)

    def _simple_from(
        self, board: ExplainerBoard, cell: int, digit: int, *, use_y: bool, use_x: bool
    ) -> Iterator[ChainHint]:
        on = ChainNode(cell, digit, True)
        kind = ChainKind.XY if use_x and use_y else ChainKind.X if use_x else ChainKind.Y
        for closed in _cycles(board, on, use_y=use_y, use_x=use_x):
            hint = _cycle_hint(board, closed, kind)
            if hint.removable:
                yield hint
        if use_x:
            for source in (on, ChainNode(cell, digit, False)):
                target = _refutation(board, source, use_y=use_y)
                if target is not None:
                    yield _forcing_hint(board, target, kind)

    # -- chains from several suppositions at once --------------------------------------------------------------

    def _multiple(self, board: ExplainerBoard) -> Iterator[ChainHint]:
        for cell in range(81):
            count = board.count(cell)
            if count > 2 or (count > 1 and self.dynamic):
                yield from self._from_cell(board, cell)

    def _from_cell(self, board: ExplainerBoard, cell: int) -> Iterator[ChainHint]:
        outcomes: dict[int, tuple[Nodes, Nodes]] = {}
        for digit in bits(board.candidates[cell]):
            on = ChainNode(cell, digit, True)
            ons, offs, absurd = self._follow(board, on)
            if self.dynamic:
                yield from self._from_both(board, on, ons, offs, absurd)
            if not self.nishio:
                yield from self._from_houses(board, cell, digit, ons, offs)
            outcomes[digit] = ons, offs
        if self.nishio or (len(outcomes) > 2 and not self.multiple):
            return
        yield from self._joint(board, ChainKind.CELL, list(outcomes.values()))

    def _from_both(
        self,
        board: ExplainerBoard,
        on: ChainNode,
        ons: Nodes,
        offs: Nodes,
        absurd: tuple[ChainNode, ChainNode] | None,
    ) -> Iterator[ChainHint]:
        """A candidate supposed true and false: contradictions, and what follows both times."""
        if absurd is not None:
            yield self._binary(board, absurd, on.reversed(), is_absurd=True)
        off = on.reversed()
        off_ons, off_offs, absurd = self._follow(board, off)
        if absurd is not None:
            hint = self._binary(board, absurd, on, is_absurd=True)
            if hint.removable:
                yield hint
        if board.count(on.cell) < 3 or self.nishio:
            return
        for key, node in ons.items():
            if key in off_ons:
                hint = self._binary(board, (node, off_ons[key]), node, is_absurd=False)
                if hint.removable:
                    yield hint
        for key, node in offs.items():
            if key in off_offs:
                yield self._binary(board, (node, off_offs[key]), node, is_absurd=False)

    def _from_houses(
        self, board: ExplainerBoard, cell: int, digit: int, ons: Nodes, offs: Nodes
    ) -> Iterator[ChainHint]:
        """All places of the digit in a house whose first place this cell is."""
        for house in HOUSES_OF[cell]:
            places = list(board.where(house, digit))
            if places[0] != cell or len(places) < 2 or (len(places) > 2 and not self.multiple):
                continue
            outcomes = [(ons, offs)]
            for other in places[1:]:
                other_ons, other_offs, _ = self._follow(board, ChainNode(other, digit, True))
                outcomes.append((other_ons, other_offs))
            yield from self._joint(board, ChainKind.HOUSE, outcomes, house=house)

    def _joint(
        self,
        board: ExplainerBoard,
        kind: ChainKind,
        outcomes: list[tuple[Nodes, Nodes]],
        *,
        house: int | None = None,
    ) -> Iterator[ChainHint]:
        """What follows from every one of several suppositions."""
        for side in (0, 1):
            for key in outcomes[0][side]:
                if all(key in outcome[side] for outcome in outcomes[1:]):
                    targets = tuple(outcome[side][key] for outcome in outcomes)
                    result = targets[0]
                    removable = _removable(board, result)
                    if removable:
                        yield ChainHint(kind, self.family, self.difficulty, targets, removable, result, house)

    def _binary(
        self,
        board: ExplainerBoard,
        targets: tuple[ChainNode, ChainNode],
        result: ChainNode,
        *,
        is_absurd: bool,
    ) -> ChainHint:
        kind = ChainKind.CONTRADICTION if is_absurd else ChainKind.DOUBLE
        removable = _removable(board, result)
        return ChainHint(kind, self.family, self.difficulty, targets, removable, result)

    # -- following a supposition -------------------------------------------------------------------------------

    def _follow(
        self, board: ExplainerBoard, source: ChainNode
    ) -> tuple[Nodes, Nodes, tuple[ChainNode, ChainNode] | None]:
        """All that follows: what is on, what is off, and the first candidate that would have to be both."""
        ons: Nodes = {}
        offs: Nodes = {}
        (ons if source.on else offs)[source.key] = source
        removed: list[ChainNode] = []
        start = board.copy() if self.dynamic else board
        try:
            return ons, offs, self._absurd(board, start, ons, offs, removed)
        finally:
            for node in removed:
                board.restore(node.cell, node.digit)

    def _absurd(
        self, board: ExplainerBoard, start: ExplainerBoard, ons: Nodes, offs: Nodes, removed: list[ChainNode]
    ) -> tuple[ChainNode, ChainNode] | None:
        pending_on, pending_off = deque(ons.values()), deque(offs.values())
        use_y = not self.nishio
        while True:
            if pending_on:
                for off in _made_off(board, pending_on.popleft(), use_y=use_y):
                    contrary = ons.get(off.reversed_key)
                    if contrary is not None:
                        return contrary, off
                    if off.key not in offs:
                        offs[off.key] = off
                        pending_off.append(off)
            elif pending_off:
                node = pending_off.popleft()
                made = list(_made_on(board, node, use_y=use_y, use_x=True, start=start, offs=offs))
                if self.dynamic:
                    board.remove(node.cell, node.digit)
                    removed.append(node)
                for on in made:
                    contrary = offs.get(on.reversed_key)
                    if contrary is not None:
                        return on, contrary
                    if on.key not in ons:
                        ons[on.key] = on
                        pending_on.append(on)
            else:
                for off in self._by_rules(board, start, offs):
                    if off.key not in offs:
                        offs[off.key] = off
                        pending_off.append(off)
                if not pending_off:
                    return None

    def _by_rules(self, board: ExplainerBoard, start: ExplainerBoard, offs: Nodes) -> list[ChainNode]:
        """What the first rule that applies takes off, with what had to be off before it could."""
        found: list[ChainNode] = []
        for rule in self._rules:
            for hint in rule(board):
                parents = [
                    offs[ChainNode(cell, digit, False).key] for cell, digit in hint.parents(start, board)
                ]
                if not parents:
                    continue  # the rule applies without the supposition
                nested = hint if isinstance(hint, ChainHint) else None
                for cell, digit in eliminations(hint):
                    found.append(ChainNode(cell, digit, False, list(parents), ADVANCED, nested))
            if found:
                break
        return found


_FAMILIES = {
    1: Family.DYNAMIC_PLUS,
    2: Family.NESTED_CHAINS,
    3: Family.NESTED_MULTIPLE,
    4: Family.NESTED_DYNAMIC,
}


def _plain_family(*, dynamic: bool, nishio: bool) -> Family:
    return Family.NISHIO if nishio else Family.DYNAMIC if dynamic else Family.MULTIPLE


def _nested_rules(
    level: int, nesting: int
) -> list[Callable[[ExplainerBoard], Iterator[ExplainerHint] | list[ChainHint]]]:
    """What a dynamic search of a level uses besides plain implications."""
    if level == 0:
        return []
    rules: list[Callable[[ExplainerBoard], Iterator[ExplainerHint] | list[ChainHint]]] = [
        locking,
        lambda board: hidden_sets(board, 2),
        lambda board: naked_sets(board, 2),
        lambda board: fish(board, 2),
    ]
    if level >= 4:
        rules.append(Chaining(multiple=True, dynamic=True, level=nesting).distinct_hints)
    else:
        if level >= 2:
            rules.append(Chaining().distinct_hints)
        if level >= 3:
            rules.append(Chaining(multiple=True).distinct_hints)
    return rules


# -- implications ----------------------------------------------------------------------------------------------


def _made_off(board: ExplainerBoard, node: ChainNode, *, use_y: bool) -> Iterator[ChainNode]:
    """What goes if the candidate is true."""
    cell, digit = node.cell, node.digit
    if use_y:
        for other in bits(board.candidates[cell]):
            if other != digit:
                yield ChainNode(cell, other, False, [node], NAKED)
    seen = {cell}
    for kind, house in enumerate(HOUSES_OF[cell]):
        for peer in board.where(house, digit):
            if peer not in seen:
                seen.add(peer)
                yield ChainNode(peer, digit, False, [node], kind)


def _made_on(
    board: ExplainerBoard,
    node: ChainNode,
    *,
    use_y: bool,
    use_x: bool,
    start: ExplainerBoard | None = None,
    offs: Nodes | None = None,
) -> Iterator[ChainNode]:
    """What is true if the candidate goes. In a dynamic search the other candidates that went are parents too."""
    cell, digit = node.cell, node.digit
    made: set[Key] = set()
    if use_y and board.count(cell) == 2:
        (other,) = bits(board.candidates[cell] & ~(1 << digit))
        on = ChainNode(cell, other, True, [node], NAKED)
        if start is not None and offs is not None:
            gone = start.candidates[cell] & ~board.candidates[cell]
            on.parents.extend(offs[ChainNode(cell, each, False).key] for each in bits(gone))
        made.add(on.key)
        yield on
    if not use_x:
        return
    for kind, house in enumerate(HOUSES_OF[cell]):
        others = board.places[house][digit] & ~(1 << PLACE[cell][house])
        if others.bit_count() != 1:
            continue
        on = ChainNode(CELLS[house][bits(others)[0]], digit, True, [node], kind)
        if on.key in made:
            continue
        if start is not None and offs is not None:
            gone = start.places[house][digit] & ~board.places[house][digit]
            on.parents.extend(offs[ChainNode(CELLS[house][place], digit, False).key] for place in bits(gone))
        made.add(on.key)
        yield on


def _cycles(board: ExplainerBoard, source: ChainNode, *, use_y: bool, use_x: bool) -> list[ChainNode]:
    """Chains of on, off, on … that come back to their start, each as its last node."""
    found: list[ChainNode] = []
    ons = {source.key}
    pending_on, pending_off = [source], list[ChainNode]()
    length = 0
    while pending_on or pending_off:
        length += 2
        for node in pending_on:
            for off in _made_off(board, node, use_y=use_y):
                if not node.descends_from(off.key):
                    pending_off.append(off)
        pending_on = []
        for node in pending_off:
            for on in _made_on(board, node, use_y=use_y, use_x=use_x):
                if length >= 4 and on.key == source.key:
                    found.append(on)
                if on.key not in ons:
                    ons.add(on.key)
                    pending_on.append(on)
        pending_off = []
    return found


def _refutation(board: ExplainerBoard, source: ChainNode, *, use_y: bool) -> ChainNode | None:
    """The end of the first chain from a supposition to its contrary."""
    ons, offs = set[Key](), set[Key]()
    (ons if source.on else offs).add(source.key)
    pending_on = [source] if source.on else []
    pending_off = [] if source.on else [source]
    contrary: ChainNode | None = None
    while pending_on or pending_off:
        for node in pending_on:
            for off in _made_off(board, node, use_y=use_y):
                if off.key == source.reversed_key and contrary is None:
                    contrary = off
                if off.key not in offs:
                    offs.add(off.key)
                    pending_off.append(off)
        pending_on = []
        for node in pending_off:
            for on in _made_on(board, node, use_y=use_y, use_x=True):
                if on.key == source.reversed_key and contrary is None:
                    contrary = on
                if on.key not in ons:
                    ons.add(on.key)
                    pending_on.append(on)
        pending_off = []
    return contrary


# -- conclusions -----------------------------------------------------------------------------------------------


def _removable(board: ExplainerBoard, result: ChainNode) -> dict[int, int]:
    """What goes if the result is on, or off."""
    if not result.on:
        return {result.cell: 1 << result.digit}
    others = board.candidates[result.cell] & ~(1 << result.digit)
    return {result.cell: others} if others else {}


def _cycle_hint(board: ExplainerBoard, closed: ChainNode, kind: ChainKind) -> ChainHint:
    """Whatever sees an on of the cycle and, by the same digit, an off of it, goes."""
    nodes = list(closed.line())[:-1]
    cells = {node.cell for node in nodes}
    seen: tuple[dict[tuple[int, int], None], dict[tuple[int, int], None]] = ({}, {})
    for node in nodes:
        for peer in PEER_LIST[node.cell]:
            if peer not in cells and board.has(peer, node.digit):
                seen[node.on][peer, node.digit] = None
    removable: dict[int, int] = {}
    for cell, digit in seen[True]:
        if (cell, digit) in seen[False]:
            removable[cell] = removable.get(cell, 0) | 1 << digit
    difficulty = 7.0 if kind is ChainKind.XY else 6.5
    return ChainHint(kind, Family.CYCLE, difficulty, (closed, closed.reversed_line()), removable)


def _forcing_hint(board: ExplainerBoard, target: ChainNode, kind: ChainKind) -> ChainHint:
    difficulty = 7.0 if kind is ChainKind.XY else 6.6
    return ChainHint(kind, Family.CHAIN, difficulty, (target,), _removable(board, target), target)
