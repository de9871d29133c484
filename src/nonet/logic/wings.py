"""Wings: a few cells of few candidates, of which one must take z.

    XY-wing     the pivot xy sees xz and yz; whichever digit it takes, one pincer takes z

                    xz · · | · xy ·                z goes from what sees both pincers
                           | yz ·  ·

    XYZ-wing    the pivot is xyz and may take z itself: z goes from what sees all three

    WXYZ-wing   four cells with four digits between them, of which all but z occur at most once (their places
                see each other): z cannot be missing, and goes from what sees all its places. One of the
                cells, the pivot, sees the other three

    W-wing      two cells xz, and a house in which x has two places, each seeing one of them: not both cells
                are x, so one of them is z

                    r1   .  xz  .  | .  .  .          r1c2 sees r5c2, r9c4 sees r5c4
                    r5   .  x   .  | x  .  .          x has two places in row 5
                    r9   .  .   .  | xz .  .          z goes from what sees r1c2 and r9c4

What they have in common: if no cell took z, there would not be enough digits for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from nonet.bitsets import cells_in, digits_in, union
from nonet.grouping import grouped
from nonet.logic.houses import candidates_at, seen_by_all, two_places
from nonet.logic.options import Options
from nonet.logic.position import Position, remembered
from nonet.step import Evidence, Link, Node, Role, RoleKind, Step, Truth


def xy_wings(position: Position, options: Options) -> Iterator[Step]:
    """Three cells of two candidates with three digits between them, one of which sees the other two."""
    masks, peers = position.masks, position.layout.peer_boards
    cells = _by_count(position)[2]
    by_mask = grouped((masks[cell], cell) for cell in cells)
    for place, a in enumerate(cells):
        mask, near_a = masks[a], peers[a]
        for b in cells[place + 1 :]:
            shared = mask & masks[b]
            if not shared or mask == masks[b]:
                continue
            third = by_mask.get(mask ^ masks[b])
            if third is None:
                continue
            sees = near_a >> b & 1
            for c in third:
                if c <= b:
                    continue
                a_c, b_c = near_a >> c & 1, peers[b] >> c & 1
                if sees + a_c + b_c < 2:
                    continue
                for pivot, one, two in ((a, b, c), (b, a, c), (c, b, a)):
                    if peers[pivot] >> one & 1 and peers[pivot] >> two & 1:
                        digit = (masks[one] & masks[two]).bit_length()
                        if gone := peers[one] & peers[two] & position.boards[digit]:
                            yield _wing("xy-wing", position, (pivot, one, two), digit, gone)


def xyz_wings(position: Position, options: Options) -> Iterator[Step]:
    """A cell of three candidates that sees two cells with two of them each."""
    masks, peers = position.masks, position.layout.peer_boards
    counted = _by_count(position)
    for pivot in counted[3]:
        mask, near = masks[pivot], peers[pivot]
        pincers = [cell for cell in counted[2] if near >> cell & 1 and not masks[cell] & ~mask]
        for one, two in combinations(pincers, 2):
            if masks[one] != masks[two]:
                digit = (masks[one] & masks[two]).bit_length()
                if gone := near & peers[one] & peers[two] & position.boards[digit]:
                    yield _wing("xyz-wing", position, (pivot, one, two), digit, gone)


def wxyz_wings(position: Position, options: Options) -> Iterator[Step]:
    """Four cells with four digits between them, all but one of which can occur at most once."""
    masks, peers = position.masks, position.layout.peer_boards
    done: set[int] = set()
    able = [cell for cell, mask in enumerate(masks) if 2 <= mask.bit_count() <= 4]
    for pivot in able:
        near = [cell for cell in able if peers[pivot] >> cell & 1]
        around = [cell for cell in near if (masks[pivot] | masks[cell]).bit_count() <= 4]
        for wings in combinations(around, 3):
            cells = (pivot, *wings)
            digits = masks[cells[0]] | masks[cells[1]] | masks[cells[2]] | masks[cells[3]]
            board = 1 << cells[0] | 1 << cells[1] | 1 << cells[2] | 1 << cells[3]
            if digits.bit_count() != 4 or board in done or _has_smaller(masks, cells):
                continue
            loose = [digit for digit in digits_in(digits) if not _is_restricted(position, digit, board)]
            if len(loose) != 1:
                continue
            done.add(board)
            places = position.boards[loose[0]]
            if gone := places & seen_by_all(position.layout, cells_in(places & board)):
                yield _wing("wxyz-wing", position, cells, loose[0], gone)


def w_wings(position: Position, options: Options) -> Iterator[Step]:
    """Two cells with the same two candidates, not both of which can take the one: a house forbids it."""
    masks, peers, boards = position.masks, position.layout.peer_boards, position.boards
    by_mask = grouped((masks[cell], cell) for cell in _by_count(position)[2])
    pairs = sorted(pair for cells in by_mask.values() for pair in combinations(cells, 2))
    for one, two in pairs:
        both = peers[one] & peers[two]
        low, high = digits_in(masks[one])
        for digit, linked in ((low, high), (high, low)):
            gone = both & boards[digit]
            if not gone:
                continue
            done: set[tuple[int, int]] = set()
            for house, places in two_places(position.layout, boards[linked]):
                if places in done or one in places or two in places:
                    continue
                for near, far in (places, places[::-1]):
                    if peers[one] >> near & 1 and peers[two] >> far & 1:
                        done.add(places)
                        yield _w_wing(position, (one, two), digit, (linked, house, near, far), gone)
                        break


# -- what the position offers --------------------------------------------------------------------------------


@remembered
def _by_count(position: Position) -> dict[int, list[int]]:
    """The cells of two candidates, and those of three."""
    masks = position.masks
    return {count: [cell for cell, mask in enumerate(masks) if mask.bit_count() == count] for count in (2, 3)}


def _is_restricted(position: Position, digit: int, board: int) -> bool:
    """Whether the places of the digit on the board all see each other."""
    places = position.boards[digit] & board
    return all(not places & ~(1 << cell) & ~position.layout.peer_boards[cell] for cell in cells_in(places))


def _has_smaller(masks: list[int], cells: tuple[int, ...]) -> bool:
    """Whether three of the cells have three digits, or two of them two: then the fourth is not needed."""
    several = (some for count in (2, 3) for some in combinations(cells, count))
    return any(union(masks[cell] for cell in some).bit_count() <= len(some) for some in several)


# -- steps ---------------------------------------------------------------------------------------------------


def _wing(technique: str, position: Position, cells: tuple[int, ...], digit: int, gone: int) -> Step:
    """The first cell is the pivot."""
    kinds = (RoleKind.PIVOT, *[RoleKind.PINCER] * (len(cells) - 1))
    roles = [
        Role(kind, (cell,), tuple(digits_in(position.masks[cell])))
        for kind, cell in zip(kinds, cells, strict=True)
    ]
    roles.append(
        Role(RoleKind.COMMON, tuple(cell for cell in cells if position.has((cell, digit))), (digit,))
    )
    truths = tuple([Truth(cell=cell) for cell in cells])
    return Step(technique, (), candidates_at(gone, digit), Evidence(tuple(roles), truths))


def _w_wing(
    position: Position, ends: tuple[int, int], digit: int, link: tuple[int, int, int, int], gone: int
) -> Step:
    """Not z in the one cell, so x there; then x in the far place of the house; so z in the other cell."""
    (one, two), (linked, house, near, far) = ends, link
    nodes = [
        Node(digit, (one,), on=False), Node(linked, (one,)), Node(linked, (near,), on=False),
        Node(linked, (far,)), Node(linked, (two,), on=False), Node(digit, (two,)),
    ]  # fmt: skip
    links = tuple([Link(a, b, place % 2 == 0) for place, (a, b) in enumerate(pairwise(nodes))])
    roles = (
        Role(RoleKind.PINCER, (one,), tuple(digits_in(position.masks[one]))),
        Role(RoleKind.PINCER, (two,), tuple(digits_in(position.masks[two]))),
        Role(RoleKind.BASE, (near, far), (linked,), (house,)),
    )
    truths = (Truth(cell=one), Truth(cell=two), Truth(house=house, digit=linked))
    return Step("w-wing", (), candidates_at(gone, digit), Evidence(roles, truths, links))
