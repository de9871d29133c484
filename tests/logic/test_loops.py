"""Nice loops and AICs, plain, grouped and with almost locked sets."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from logic.chain_data import Example, case_lines, examples, passed_and_proved
from nonet.logic import loops
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.verify import verify
from nonet.step import Node

PLAIN = {"continuous-nice-loop", "discontinuous-nice-loop", "aic"}
GROUPED = {f"grouped-{key}" for key in PLAIN}


@pytest.mark.parametrize("line", case_lines("loops.txt"))
def test_case(line: str) -> None:
    passed_and_proved(line)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.layout.name)
def test_sound_and_proved_on_every_layout(example: Example) -> None:
    position = example.position()
    fired = set()
    for finder in (loops.nice_loops, loops.grouped_nice_loops):
        for step in islice(finder(position, DEFAULTS), 12):
            verify(position, step)
            assert example.agrees(step)
            fired.add(step.technique)
    assert fired == example.techniques & (PLAIN | GROUPED)


def test_sound_and_proved_with_almost_locked_sets() -> None:
    sets = 0
    for example in islice(examples(), 6):
        position = example.position()
        for step in islice(loops.grouped_nice_loops(position, Options(als_nodes=True)), 20):
            verify(position, step)
            assert example.agrees(step)
            sets += any(link.start.set_cells for link in step.evidence.links)
    assert sets > 20


def test_links_alternate_and_meet() -> None:
    for example in examples():
        position = example.position()
        for finder in (loops.nice_loops, loops.grouped_nice_loops):
            for step in islice(finder(position, DEFAULTS), 12):
                links = step.evidence.links
                assert all(one.end == other.start for one, other in pairwise(links))
                assert all(link.strong == (not link.start.on and link.end.on) for link in links)
                grouped = any(len(link.start.cells) > 1 for link in links)
                assert grouped == step.technique.startswith("grouped-")
                if step.technique.endswith("continuous-nice-loop"):
                    assert _cell(links[0].start) == _cell(links[-1].end)


def _cell(node: Node) -> int:
    return node.cells[0]
