"""Nice loops and AICs, plain, grouped and with almost locked sets."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from logic.boards import examples
from many_cases import every, spread
from nonet.logic import loops
from nonet.logic.options import DEFAULTS, Options
from nonet.logic.verify import verify
from nonet.step import Node


@pytest.mark.slow
def test_sound_and_proved_with_almost_locked_sets() -> None:
    sets = 0
    for example in spread(islice(examples("chain-layouts"), 6), 2):
        position = example.position()
        for step in islice(loops.grouped_nice_loops(position, Options(als_nodes=True)), 20):
            verify(position, step)
            assert example.agrees(step)
            sets += any(link.start.set_cells for link in step.evidence.links)
    assert sets * every(2) > 20


def test_links_alternate_and_meet() -> None:
    for example in examples("chain-layouts"):
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
