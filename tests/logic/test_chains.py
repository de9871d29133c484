"""Remote pairs, X-chains and XY-chains."""

from __future__ import annotations

from logic.boards import examples
from nonet.bitsets import bits_in
from nonet.logic import chains
from nonet.logic.links import Web, grouped_web, plain_web
from nonet.logic.options import DEFAULTS, Options


def test_no_chain_is_longer_than_the_option() -> None:
    for example in examples("chain-layouts"):
        position = example.position()
        for finder in (chains.x_chains, chains.xy_chains):
            short = list(finder(position, Options(chain_length=4)))
            every = list(finder(position, DEFAULTS))
            assert all(len(step.evidence.links) == 3 for step in short)
            assert {step.eliminations for step in short} <= {step.eliminations for step in every}


def test_most_eliminations_come_first_and_none_twice() -> None:
    for example in examples("chain-layouts"):
        position = example.position()
        for finder in (chains.remote_pairs, chains.x_chains, chains.xy_chains):
            found = [step.eliminations for step in finder(position, DEFAULTS)]
            assert [len(each) for each in found] == sorted(map(len, found), reverse=True)
            assert len(set(found)) == len(found)


def test_links_satisfy_their_definitions() -> None:
    """The ends of weak links exclude each other; strong links are the only candidates of a cell or a house."""
    for example in examples("chain-layouts"):
        position = example.position()
        for web in (plain_web(position), grouped_web(position)):
            for term in range(len(web.digits)):
                for other in web.weak[term]:
                    assert _exclude(web, term, other)
                    assert term in web.weak[other]
                for other in web.strong[term]:
                    assert _one_holds(web, term, other)
                    assert term in web.strong[other]


def _exclude(web: Web, one: int, other: int) -> bool:
    if web.cells[one] == web.cells[other]:
        return web.digits[one] != web.digits[other]
    peers = web.layout.peers
    return web.digits[one] == web.digits[other] and all(
        b in peers[a] for a in bits_in(web.boards[one]) for b in bits_in(web.boards[other])
    )


def _one_holds(web: Web, one: int, other: int) -> bool:
    masks = web.position.masks
    if web.digits[one] != web.digits[other]:
        return web.cells[one] == web.cells[other] and masks[web.cells[one]].bit_count() == 2
    both = {*bits_in(web.boards[one]), *bits_in(web.boards[other])}
    bit = 1 << (web.digits[one] - 1)
    return any({cell for cell in house.cells if masks[cell] & bit} == both for house in web.layout.houses)


def test_the_closure_agrees_with_a_traversal() -> None:
    """The closure of the links, compared with a simple graph traversal."""
    example = next(example for example in examples("chain-layouts") if example.layout.name == "9x9")
    web = grouped_web(example.position())
    for term in range(web.count):
        for on in (True, False):
            seen = {(term, on)}
            walk = [(term, on)]
            for node, is_on in walk:
                for other in web.weak[node] if is_on else web.strong[node]:
                    if (other, not is_on) not in seen:
                        seen.add((other, not is_on))
                        walk.append((other, not is_on))
            all_on, all_off = web.follows(term, on)
            assert {node for node, is_on in seen if is_on} == set(bits_in(all_on))
            assert {node for node, is_on in seen if not is_on} == set(bits_in(all_off))
