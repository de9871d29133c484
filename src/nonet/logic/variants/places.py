"""What sees all places: a digit has a place in a house, and a cell that sees each of them cannot hold it.

    anti-knight     5 · · | · · ·      in box 1 the 5 goes into r1c1 or r3c1;
                    · · x | · · ·      both are a knight's move from r2c3
                    5 · · | · · ·

Where the places and the cell share a house, these are locked candidates; here rules make them see each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.bitsets import board_of, cells_in
from nonet.logic.houses import candidates_at
from nonet.logic.options import Options
from nonet.logic.position import Position
from nonet.logic.variants.naming import named_rules
from nonet.step import Evidence, Role, RoleKind, Step, Truth


def seen_by_all_places(position: Position, options: Options) -> Iterator[Step]:
    """Candidates that every place of the digit in a house sees, by rules or by houses."""
    sighted = position.sighted()
    if sighted is None:
        return
    sees = sighted.layout.peer_boards
    seen_by_rules = board_of(
        cell for cell, peers in enumerate(position.layout.peer_boards) if peers != sees[cell]
    )
    for digit in position.layout.entries:
        board = position.boards[digit]
        for number, house in enumerate(position.layout.place_boards):
            places = board & house
            if not places & (places - 1) or not places & seen_by_rules:
                continue  # none, a single, or left to locked candidates
            gone, rest = board & ~house, places
            while gone and rest:
                gone &= sees[rest.bit_length() - 1]
                rest ^= 1 << (rest.bit_length() - 1)
            if gone:
                cells = tuple(cells_in(places))
                role = Role(RoleKind.BASE, cells, (digit,), (number,))
                evidence = Evidence((role,), (Truth(house=number, digit=digit),))
                step = Step("seen-by-all-places", (), candidates_at(gone, digit), evidence)
                if (named := named_rules(position, step)) is not None and named.evidence.apart:
                    yield named
